#include <md4c.h>
#include <string.h>

#include "base/buf.h"
#include "base/memory.h"
#include "lesson/lesson_priv.h"
#include "lesson/outline.h"

/* Gathers the texts that md4c tells into runs. A text that goes on in the next line of
 * the source is padded to its column there, so that places in it stay right. */
struct gather {
    struct arena *arena;
    const char *text;
    size_t len;
    const char *seen; /* up to here `at` is known */
    struct pos at;
    struct run *runs;
    int n, cap;
    enum run_kind kind; /* of the span that is open */
    struct buf buf;
    struct pos begin;
    bool open;
};

static struct pos
place(struct gather *g, const char *p)
{
    if (p > g->seen) {
        g->at = pos_after(g->at, g->seen, (size_t)(p - g->seen));
        g->seen = p;
    }
    return g->at;
}

static void
add_run(struct gather *g, enum run_kind kind, const char *text, struct pos at)
{
    if (g->n == g->cap) {
        int cap = g->cap ? g->cap * 2 : 16;
        struct run *runs = ARENA_ARRAY(g->arena, struct run, cap);

        if (g->n)
            memcpy(runs, g->runs, sizeof *runs * (size_t)g->n);
        g->runs = runs;
        g->cap = cap;
    }
    g->runs[g->n++] = (struct run){kind, text, at};
}

static void
open_span(struct gather *g, enum run_kind kind)
{
    g->kind = kind;
    g->open = true;
    g->begin = (struct pos){0};
    buf_init(&g->buf, g->arena);
}

/* "= term" is computed; the text of the run is what follows the sign. */
static void
close_span(struct gather *g)
{
    const char *s = g->buf.s + strspn(g->buf.s, " ");
    enum run_kind kind = g->kind;

    g->open = false;
    if (kind == RUN_CODE && *s == '=') {
        kind = RUN_COMPUTED;
        s++;
        s += strspn(s, " ");
        g->begin = pos_after(g->begin, g->buf.s, (size_t)(s - g->buf.s));
    }
    add_run(g, kind, s, g->begin);
}

static int
enter_span(MD_SPANTYPE type, void *detail, void *user)
{
    (void)detail;
    if (type == MD_SPAN_CODE)
        open_span(user, RUN_CODE);
    else if (type == MD_SPAN_LATEXMATH || type == MD_SPAN_LATEXMATH_DISPLAY)
        open_span(user, RUN_FORMULA);
    return 0;
}

static int
leave_span(MD_SPANTYPE type, void *detail, void *user)
{
    (void)detail;
    if (type == MD_SPAN_CODE || type == MD_SPAN_LATEXMATH ||
        type == MD_SPAN_LATEXMATH_DISPLAY)
        close_span(user);
    return 0;
}

static void
take_inside(struct gather *g, const char *text, size_t size, bool ours)
{
    struct pos at;

    if (!ours) {
        buf_char(&g->buf, '\n');
        return;
    }
    at = place(g, text);
    if (!g->begin.line)
        g->begin = at;
    if (g->buf.n && g->buf.s[g->buf.n - 1] == '\n')
        buf_printf(&g->buf, "%*s", at.col - 1, "");
    buf_add_n(&g->buf, text, size);
}

static int
take_text(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size, void *user)
{
    struct gather *g = user;
    bool ours = text_has(g->text, g->len, text);

    if (g->open)
        take_inside(g, text, size, ours);
    else if (type == MD_TEXT_NORMAL && ours)
        add_run(g, RUN_TEXT, arena_strndup(g->arena, text, size), place(g, text));
    return 0;
}

static int
ignore_block(MD_BLOCKTYPE type, void *detail, void *user)
{
    (void)type;
    (void)detail;
    (void)user;
    return 0;
}

struct runs
lesson_runs(struct arena *a, const char *markdown, struct pos at)
{
    struct gather g = {.arena = a, .text = markdown, .len = strlen(markdown)};
    const MD_PARSER parser = {.flags = outline_md_flags(),
                              .enter_block = ignore_block,
                              .leave_block = ignore_block,
                              .enter_span = enter_span,
                              .leave_span = leave_span,
                              .text = take_text};

    g.seen = markdown;
    g.at = at;
    if (md_parse(markdown, (MD_SIZE)g.len, &parser, &g) != 0)
        memory_exhausted();
    return (struct runs){g.runs, g.n};
}
