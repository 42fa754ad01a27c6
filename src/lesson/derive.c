#include <ctype.h>
#include <string.h>

#include "lesson/lesson_priv.h"

/* One line of a derivation with the lines that continue it, in bytes of the block. */
struct stretch {
    int start, end;
};

struct deriving {
    struct reader *r;
    struct derivation *d;
    struct scope *scope;
    char *text;          /* the inside of the block; comment lines are blanked */
    size_t offset;       /* of text in the source */
    struct stretch open; /* the line that may go on; empty: none */
    struct derivation_line *lines;
    bool bad_names; /* a declaration failed: terms would only fail after it */
    bool named;     /* a "theorem" line has been met */
    bool started;   /* the start line has been met */
};

static struct pos
place(const struct deriving *g, size_t i)
{
    return source_pos(g->r->src, g->offset + i);
}

static bool
refuse(struct deriving *g, size_t i, const char *message)
{
    return errs_at(g->r->arena, g->r->errs, place(g, i), ERR_DERIVE_FORM, "%s", message);
}

/* Whether the word stands at s, as a whole word; then what follows it. */
static const char *
behind_word(const char *s, const char *word)
{
    size_t n = strlen(word);

    if (strncmp(s, word, n) != 0 || (s[n] && !isspace((unsigned char)s[n])))
        return NULL;
    return s + n + strspn(s + n, " \t");
}

/* ---- one line ---------------------------------------------------------------------- */

/* The first " by " of s, or its end. */
static const char *
find_by(const char *s)
{
    const char *p = s;

    while ((p = strstr(p, "by"))) {
        if (p > s && isspace((unsigned char)p[-1]) && behind_word(p, "by"))
            return p;
        p++;
    }
    return s + strlen(s);
}

static const struct term *
take_term(struct deriving *g, const char *text, size_t len, size_t at,
          const char **source)
{
    struct arena *a = g->r->arena;
    const char *term = arena_strndup(a, text, len);

    *source = part_line(a, term);
    return g->bad_names ? NULL : lesson_term(g->r, g->scope, term, place(g, at));
}

/* "by RULE[, RULE] [using ...][: sentence]"; `at` is the place of s in the block. */
static void
take_reason(struct deriving *g, struct derivation_line *line, const char *s, size_t at)
{
    struct arena *a = g->r->arena;
    const char *rules = s + strlen("by"), *colon = strchr(rules, ':');
    size_t n = colon ? (size_t)(colon - rules) : strlen(rules);

    line->rules = part_line(a, arena_strndup(a, rules, n));
    if (!*line->rules)
        refuse(g, at, "the name of a rule is missing behind 'by'");
    if (!colon)
        return;
    colon += 1 + strspn(colon + 1, " \t");
    line->say = part_line(a, colon);
    line->say_at = place(g, at + (size_t)(colon - s));
    lesson_spans(g->r, g->scope, colon, line->say_at);
}

static void
take_relation(struct deriving *g, struct derivation_line *line, const char *s, size_t at,
              size_t sign)
{
    const char *term = s + sign, *by = find_by(term);

    term += strspn(term, " \t\n");
    if (term >= by) {
        refuse(g, at, "a term is missing behind the relation");
        return;
    }
    line->term =
        take_term(g, term, (size_t)(by - term), at + (size_t)(term - s), &line->source);
    if (*by)
        take_reason(g, line, by, at + (size_t)(by - s));
}

/* "claim SENTENCE because REASON": s is behind the first word. */
static void
take_claim(struct deriving *g, struct derivation_line *line, const char *s, size_t at)
{
    struct arena *a = g->r->arena;
    const char *because = NULL, *p = s;

    while ((p = strstr(p, "because"))) {
        if (p > s && isspace((unsigned char)p[-1]) && behind_word(p, "because"))
            because = p;
        p++;
    }
    line->claim = true;
    if (!because) {
        refuse(g, at, "a claim is 'claim SENTENCE because REASON'");
        return;
    }
    line->say = part_line(a, arena_strndup(a, s, (size_t)(because - s)));
    line->rules = part_line(a, because + strlen("because"));
    if (!*line->say || !*line->rules)
        refuse(g, at, "a claim is 'claim SENTENCE because REASON'");
    line->say_at = place(g, at);
    lesson_spans(g->r, g->scope, s, line->say_at);
}

/* Relations of chains that cannot be read yet; "=>" would read as "=" and a stray ">". */
static bool
is_arrow(const char *s)
{
    return !strncmp(s, "=>", 2) || !strncmp(s, "<=>", 3) || !strncmp(s, "->", 2);
}

/* The line that was open is complete. */
static void
finish_line(struct deriving *g)
{
    struct stretch open = g->open;
    size_t at = (size_t)open.start;
    const char *s =
        arena_strndup(g->r->arena, g->text + at, (size_t)(open.end - open.start));
    struct derivation_line *line = &g->lines[g->d->n_lines];
    const char *claim = behind_word(s, "claim");
    enum relation relation = RELATION_EQUAL;
    size_t sign = expr_relation_at(s, &relation);

    g->open = (struct stretch){0, 0};
    if (open.end <= open.start)
        return;
    if (!claim && !sign) { /* the start */
        g->d->start = take_term(g, s, strlen(s), at, &g->d->start_source);
        return;
    }
    *line = (struct derivation_line){
        .relation = relation, .source = "", .rules = "", .say = "", .at = place(g, at)};
    g->d->n_lines++;
    if (claim)
        take_claim(g, line, claim, at + (size_t)(claim - s));
    else
        take_relation(g, line, s, at, sign);
}

/* ---- the lines of the block -------------------------------------------------------- */

static void
take_theorem(struct deriving *g, const char *name, size_t at)
{
    if (g->named) {
        refuse(g, at, "a block holds one theorem; begin a new block");
        return;
    }
    g->named = true;
    g->d->name = part_line(g->r->arena, name);
    if (!*g->d->name)
        refuse(g, at, "the name is missing: write 'theorem NAME'");
    else if (id_check(g->r, g->d->name, place(g, at + strlen("theorem "))))
        lesson_note_name(g->r, "theorem", g->d->name, place(g, at));
}

static bool
is_declaration(const char *s)
{
    return behind_word(s, "let") || behind_word(s, "assume") || behind_word(s, "define");
}

static void
take_declaration(struct deriving *g, const char *s, size_t at)
{
    if (g->started)
        refuse(g, at, "declarations stand before the start");
    else if (!g->bad_names)
        g->bad_names = !lesson_declare(g->r, g->scope, s, place(g, at));
}

static void
open_line(struct deriving *g, size_t at, size_t end)
{
    finish_line(g);
    g->open = (struct stretch){(int)at, (int)end};
}

/* A line of the derivation itself: `s` stands at `at`, its line begins at `line`. */
static void
take_step(struct deriving *g, const char *s, size_t line, size_t at, size_t end)
{
    enum relation relation;
    bool begins = behind_word(s, "claim") || expr_relation_at(s, &relation);

    if (is_arrow(s)) {
        refuse(g, at,
               "'=>', '<=>' and '->' cannot be read yet; use =, <=, <, >=, > or !=");
    } else if (begins && !g->started) {
        refuse(g, at, "the start is missing: write the first term on a line of its own");
        g->started = true;
        open_line(g, at, end);
    } else if (begins || !g->started) {
        g->started = true;
        open_line(g, at, end);
    } else if (at > line && g->open.end > g->open.start) {
        g->open.end = (int)end;
    } else {
        refuse(g, at,
               "begin the line with a relation or 'claim', or indent it to continue the "
               "line above");
    }
}

static void
take_line(struct deriving *g, size_t line, size_t end)
{
    size_t at = line + strspn(g->text + line, " \t");
    const char *s = arena_strndup(g->r->arena, g->text + at, at < end ? end - at : 0);
    const char *theorem = behind_word(s, "theorem");

    if (at >= end)
        return;
    if (*s == '#')
        memset(g->text + line, ' ', end - line);
    else if (theorem)
        take_theorem(g, theorem, at);
    else if (is_declaration(s))
        take_declaration(g, s, at);
    else
        take_step(g, s, line, at, end);
}

static int
count_lines(const char *s)
{
    int n = 1;

    for (; *s; s++)
        n += *s == '\n';
    return n;
}

const struct derivation *
derivation_read(struct reader *r, const struct piece *p)
{
    struct derivation *d = ARENA_NEW(r->arena, struct derivation);
    struct pos inside;
    struct deriving g = {.r = r, .d = d, .scope = scope_new(r->arena, r->scope)};
    size_t line = 0;

    g.text = block_text(r, p, &inside);
    g.offset = r->src->line[inside.line - 1];
    g.lines = ARENA_ARRAY(r->arena, struct derivation_line, count_lines(g.text));
    *d = (struct derivation){.name = "",
                             .scope = g.scope,
                             .start_source = "",
                             .lines = g.lines,
                             .at = source_line_pos(r->src, p->line)};
    while (g.text[line]) {
        size_t end = line + strcspn(g.text + line, "\n");

        take_line(&g, line, end);
        line = end + (g.text[end] == '\n');
    }
    finish_line(&g);
    if (!g.named)
        errs_at(r->arena, r->errs, d->at, ERR_DERIVE_FORM,
                "'theorem NAME' is missing as the first line of this block");
    else if (!d->n_lines)
        errs_at(r->arena, r->errs, d->at, ERR_DERIVE_FORM,
                "this derivation has no line that begins with a relation");
    return d;
}
