#include "lesson/outline.h"

#include <ctype.h>
#include <limits.h>
#include <md4c.h>
#include <string.h>

#include "base/memory.h"
#include "base/near.h"

const char *const block_words[BLOCK_KIND_COUNT + 1] = {
    [BLOCK_PREDICT] = "predict", [BLOCK_ASK] = "ask",   [BLOCK_FIGURE] = "figure",
    [BLOCK_DERIVE] = "derive",   [BLOCK_NOTE] = "note",
};

/*
 * md4c tells what it meets, and for every text where in the source it stands; a rule, an
 * empty heading and a fence have no text. Those are looked for from `cursor` on, the
 * first line that nothing told so far lies behind.
 */
struct walk {
    struct arena *arena;
    const struct source *src;
    struct errs *errs;
    struct piece *at;
    int n, cap;
    int from; /* where the passage begins that is being told */
    int cursor;
    int depth;       /* lists and quotes around */
    int first, last; /* lines of the first and last text of this block; -1: none */
    int breaks; /* line ends told in this code block, and those before its first text */
    int breaks_before;
    const char *info; /* what stands behind the fence, in the source; NULL: nothing */
    size_t info_len;
};

unsigned
outline_md_flags(void)
{
    return MD_FLAG_TABLES | MD_FLAG_LATEXMATHSPANS | MD_FLAG_NOHTML;
}

static struct piece *
add_piece(struct walk *w, enum piece_kind kind, int line, int end)
{
    if (w->n == w->cap) {
        int cap = w->cap ? w->cap * 2 : 64;
        struct piece *at = ARENA_ARRAY(w->arena, struct piece, cap);

        if (w->n)
            memcpy(at, w->at, sizeof *at * (size_t)w->n);
        w->at = at;
        w->cap = cap;
    }
    w->from = end;
    w->at[w->n] = (struct piece){kind, BLOCK_NOTE, "", line, end};
    return &w->at[w->n++];
}

/* Everything between the last piece and this line is a passage. */
static void
close_passage(struct walk *w, int line)
{
    int from = w->from, to = line;

    while (from < to && line_is_blank(w->src, from))
        from++;
    while (to > from && line_is_blank(w->src, to - 1))
        to--;
    if (from < to)
        add_piece(w, PIECE_PASSAGE, from, to);
    w->from = to;
}

static int
find_line(const struct walk *w, bool (*test)(const struct source *, int))
{
    int i = w->cursor;

    while (i < w->src->n_lines && !test(w->src, i))
        i++;
    return i;
}

static void
take_structure(struct walk *w, enum piece_kind kind, int line)
{
    if (line >= w->src->n_lines)
        return;
    close_passage(w, line);
    add_piece(w, kind, line, line + 1);
    w->cursor = line + 1;
}

/* ---- headings ---------------------------------------------------------------------- */

static bool
is_heading_or_underline(const struct source *s, int line)
{
    return line_is_heading(s, line) || line_is_underline(s, line);
}

/* A text with an underline is a heading for Markdown. The author meant a beat, most
 * often: read it as one after saying so. */
static void
refuse_underlined(struct walk *w, int underline)
{
    if (underline >= w->src->n_lines)
        return;
    if (line_is_rule(w->src, underline)) {
        errs_at(w->arena, w->errs, source_line_pos(w->src, underline), ERR_STEP_HEADING,
                "without an empty line before it, this '---' makes a heading of the text "
                "above; a beat needs the empty line");
        take_structure(w, PIECE_BEAT, underline);
        return;
    }
    errs_at(w->arena, w->errs, source_line_pos(w->src, underline), ERR_STEP_HEADING,
            "this line makes a heading of the text above; write headings as "
            "'# Title {#id core}', or put an empty line between them");
    w->cursor = underline + 1;
}

static void
leave_heading(struct walk *w)
{
    int line = w->first >= 0 ? w->first : find_line(w, is_heading_or_underline);

    if (line < w->src->n_lines && line_is_heading(w->src, line))
        take_structure(w, PIECE_HEADING, line);
    else
        refuse_underlined(w, w->first >= 0 ? w->last + 1 : line);
}

/* ---- code blocks ------------------------------------------------------------------- */

/* Which of our kinds a word is; BLOCK_KIND_COUNT for none. */
static enum block_kind
kind_of(const char *word)
{
    int i = 0;

    while (i < BLOCK_KIND_COUNT && strcmp(block_words[i], word) != 0)
        i++;
    return (enum block_kind)i;
}

/* "asks" and "Figure" are nearly ours; "asm" is a language. */
static const char *
nearly_ours(const char *word)
{
    const char *near = near_find(word, block_words);

    if (!near || (strlen(near) <= 3 && strncmp(near, word, strlen(near)) != 0 &&
                  near_distance(near, word) != 0))
        return NULL;
    return near;
}

static bool
has_fence(const struct source *s, int line)
{
    for (size_t i = s->line[line]; i + 2 < s->line[line + 1]; i++)
        if (!memcmp(s->text + i, "```", 3) || !memcmp(s->text + i, "~~~", 3))
            return true;
    return false;
}

/* The line of the opening fence. */
static int
open_line(const struct walk *w)
{
    if (w->info)
        return source_line(w->src, (size_t)(w->info - w->src->text));
    if (w->first >= 0)
        return w->first - w->breaks_before - 1;
    return find_line(w, has_fence);
}

static void
split_info(struct walk *w, char **word, char **name)
{
    char *info = arena_strndup(w->arena, w->info ? w->info : "", w->info_len);
    size_t n = strcspn(info, " \t"), start = n + strspn(info + n, " \t");

    *word = arena_strndup(w->arena, info, n);
    *name = arena_strdup(w->arena, info + start);
    for (n = strlen(*name); n && isspace((unsigned char)(*name)[n - 1]); n--)
        (*name)[n - 1] = '\0';
}

static bool
check_place(struct walk *w, int line)
{
    struct pos at = source_line_pos(w->src, line);

    if (w->depth)
        return errs_at(
            w->arena, w->errs, at, ERR_BLOCK_PLACE,
            "this block stands inside a list or a quote; end that with an empty "
            "line and begin the block at the start of a line");
    if (w->src->text[w->src->line[line]] == ' ')
        return errs_at(w->arena, w->errs, at, ERR_BLOCK_PLACE,
                       "begin this block at the start of the line");
    return true;
}

static void
take_block(struct walk *w, enum block_kind kind, const char *name, int line, int end)
{
    struct piece *p;

    close_passage(w, line);
    p = add_piece(w, PIECE_BLOCK, line, end);
    p->block = kind;
    p->name = name;
}

/* The line in a block that would open one of our blocks, if the one around it had been
 * closed; -1 when there is none. */
static int
swallowed_line(struct walk *w, int open, int end)
{
    bool close = false;
    char fence = 0, inner = 0;
    int length = line_fence(w->src, open, &fence, &close);

    for (int i = open + 1; i < end; i++) {
        int n = line_fence(w->src, i, &inner, &close);
        const char *info = w->src->text + w->src->line[i] + n;

        if (n < length || close || inner != fence)
            continue;
        info = arena_strndup(w->arena, info, strcspn(info, " \t\n"));
        if (kind_of(info) != BLOCK_KIND_COUNT)
            return i;
    }
    return -1;
}

/* Whether the block is closed, and before the next one begins. */
static bool
check_closed(struct walk *w, int open, int end, bool closed)
{
    struct pos at = source_line_pos(w->src, open);
    int next = swallowed_line(w, open, end);

    if (next >= 0)
        return errs_at(w->arena, w->errs, at, ERR_FENCE_OPEN,
                       "this block is not closed before the next one begins in line %d; "
                       "write ``` on a line of its own behind it",
                       next + 1);
    return closed || errs_at(w->arena, w->errs, at, ERR_FENCE_OPEN,
                             "this block is never closed; write ``` on a line of its own "
                             "behind it");
}

static void
take_code(struct walk *w, int open, int end, bool closed)
{
    char *word, *name;
    const char *near;
    enum block_kind kind;

    split_info(w, &word, &name);
    kind = kind_of(word);
    near = kind == BLOCK_KIND_COUNT ? nearly_ours(word) : NULL;
    if (near)
        errs_at(w->arena, w->errs, source_line_pos(w->src, open), ERR_BLOCK_UNKNOWN,
                "no block is called '%s'; did you mean '%s'?", word, near);
    if (!w->depth && !check_closed(w, open, end, closed))
        return;
    if (kind != BLOCK_KIND_COUNT && check_place(w, open))
        take_block(w, kind, name, open, end);
}

static void
leave_code(struct walk *w)
{
    int open = open_line(w), end = open + 1 + w->breaks;
    bool closed;

    if (open < 0 || end > w->src->n_lines)
        return;
    closed = end < w->src->n_lines && has_fence(w->src, end);
    w->cursor = end + closed;
    take_code(w, open, w->cursor, closed);
}

/* ---- what md4c tells --------------------------------------------------------------- */

static bool
nests(MD_BLOCKTYPE type)
{
    return type == MD_BLOCK_QUOTE || type == MD_BLOCK_UL || type == MD_BLOCK_OL ||
           type == MD_BLOCK_LI;
}

static int
enter_block(MD_BLOCKTYPE type, void *detail, void *user)
{
    struct walk *w = user;

    w->first = w->last = -1;
    w->breaks = w->breaks_before = 0;
    w->info = NULL;
    w->info_len = 0;
    w->depth += nests(type);
    if (type == MD_BLOCK_CODE) {
        const MD_BLOCK_CODE_DETAIL *code = detail;

        if (code->info.size && text_has(w->src->text, w->src->len, code->info.text)) {
            w->info = code->info.text;
            w->info_len = code->info.size;
        }
        w->breaks = code->fence_char ? 0 : INT_MIN;
    }
    return 0;
}

/* Lists and quotes may hold a rule, behind their marks. */
static bool
ends_with_rule(const struct source *s, int line)
{
    size_t start = s->line[line], i = s->line[line + 1];
    int n = 0;

    while (i > start && strchr(" \t\n-*_", s->text[i - 1]))
        n += !strchr(" \t\n", s->text[--i]);
    return n >= 3;
}

static int
leave_block(MD_BLOCKTYPE type, void *detail, void *user)
{
    struct walk *w = user;

    (void)detail;
    w->depth -= nests(type);
    if (type == MD_BLOCK_H && !w->depth)
        leave_heading(w);
    else if (type == MD_BLOCK_HR && !w->depth)
        take_structure(w, PIECE_BEAT, find_line(w, line_is_rule));
    else if (type == MD_BLOCK_HR && find_line(w, ends_with_rule) < w->src->n_lines)
        w->cursor = find_line(w, ends_with_rule) + 1;
    else if (type == MD_BLOCK_CODE && w->breaks >= 0)
        leave_code(w);
    return 0;
}

static int
take_text(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size, void *user)
{
    struct walk *w = user;

    if (size && text_has(w->src->text, w->src->len, text)) {
        size_t offset = (size_t)(text - w->src->text);

        if (w->first < 0) {
            w->first = source_line(w->src, offset);
            w->breaks_before = w->breaks;
        }
        w->last = source_line(w->src, offset + size - 1);
        if (w->last > w->cursor)
            w->cursor = w->last;
    }
    if (type == MD_TEXT_CODE && size && text[size - 1] == '\n')
        w->breaks++;
    return 0;
}

static int
ignore_span(MD_SPANTYPE type, void *detail, void *user)
{
    (void)type;
    (void)detail;
    (void)user;
    return 0;
}

struct outline
outline_read(struct arena *a, const struct source *s, int line, struct errs *errs)
{
    struct walk w = {.arena = a, .src = s, .errs = errs, .from = line, .cursor = line};
    const MD_PARSER parser = {.flags = outline_md_flags(),
                              .enter_block = enter_block,
                              .leave_block = leave_block,
                              .enter_span = ignore_span,
                              .leave_span = ignore_span,
                              .text = take_text};
    size_t start = s->line[line];

    if (md_parse(s->text + start, (MD_SIZE)(s->len - start), &parser, &w) != 0)
        memory_exhausted();
    close_passage(&w, s->n_lines);
    return (struct outline){w.at, w.n};
}
