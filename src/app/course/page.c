#include "app/course/page.h"

#include <string.h>

#include "base/safe.h"
#include "calc/calc.h"
#include "figure/figure.h"
#include "grade/grade.h"
#include "typeset/typeset.h"

enum {
    DIGITS = 6,
    FIGURE_COLS = 72,
    FIGURE_ROWS = 22,
    LINES_TO_WRITE = 3,
    LINES_TO_DERIVE = 8
};

static const char style[] =
    "body{font:11pt/1.45 serif;color:#000;background:#fff;max-width:42em;margin:2em auto;"
    "padding:0 1em}h1,h2{line-height:1.2}pre{font:10pt/1.4 "
    "monospace;white-space:pre-wrap}"
    ".ask{border-left:2px solid #000;padding-left:.8em;break-inside:avoid}"
    ".label{float:left;font-weight:bold;margin:0 .5em 0 0}.label+*{margin-top:0}"
    ".room{border-bottom:1px solid #000;height:2em}svg{max-width:100%;height:auto;"
    "background:#fff;color-scheme:light}figure{margin:1em 0;break-inside:avoid}"
    "@media print{body{margin:0;max-width:none}@page{margin:2cm}}";

/* ---- words ------------------------------------------------------------------------- */

static const char *
computed(void *ctx, struct arena *a, const char *text)
{
    const struct scope *s = ctx;
    struct pos at = {"computed", 1, 1};
    struct calc_span shown;
    struct value v;
    struct err e;

    if (!calc_span_read(a, s, text, at, &shown, &e) ||
        !calc_eval(a, s, shown.term, NULL, &v, &e))
        return NULL;
    return calc_span_text(a, s, &shown, v, DIGITS, false);
}

/* Text in HTML: nothing in it is a tag. */
static void
put_escaped(struct page *p, const char *text)
{
    const char *s = text_safe(p->arena, text, strlen(text));

    for (; *s; s++) {
        const char *as = *s == '&'   ? "&amp;"
                         : *s == '<' ? "&lt;"
                         : *s == '>' ? "&gt;"
                         : *s == '"' ? "&quot;"
                                     : NULL;

        if (as)
            buf_add(&p->out, as);
        else
            buf_add_n(&p->out, s, 1);
    }
}

/* A Markdown source with its computed spans worked out. */
static const char *
worked_out(struct page *p, const char *markdown, const struct scope *s)
{
    struct buf b;

    buf_init(&b, p->arena);
    while (*markdown) {
        const char *span = strstr(markdown, "`="),
                   *end = span ? strchr(span + 2, '`') : NULL;
        const char *value;

        if (!end)
            break;
        buf_add_n(&b, markdown, (size_t)(span - markdown));
        value = computed((void *)(uintptr_t)s, p->arena,
                         arena_strndup(p->arena, span + 2, (size_t)(end - span - 2)));
        if (value)
            buf_add(&b, value);
        else
            buf_add_n(&b, span, (size_t)(end + 1 - span));
        markdown = end + 1;
    }
    buf_add(&b, markdown);
    return b.s;
}

/* Words with formulas: as they stand in Markdown, as text in HTML. */
static void
put_words(struct page *p, const char *markdown, const struct scope *s)
{
    struct typeset_options o = {.alphabet = p->alphabet,
                                .width = FIGURE_COLS,
                                .computed = computed,
                                .ctx = (void *)(uintptr_t)s};
    const char *lines;

    if (!p->html) {
        const char *text = worked_out(p, markdown, s);

        buf_printf(&p->out, "%s\n\n", text_safe(p->arena, text, strlen(text)));
        return;
    }
    lines = markdown_lines(p->arena, markdown, &o);
    while (*lines) {
        size_t n = strcspn(lines, "\n");

        if (n) {
            buf_add(&p->out, "<p>");
            put_escaped(p, arena_strndup(p->arena, lines, n));
            buf_add(&p->out, "</p>\n");
        }
        lines += n + (lines[n] == '\n');
    }
}

static void
put_heading(struct page *p, int level, const char *text)
{
    if (p->html) {
        buf_printf(&p->out, "<h%d>", level);
        put_escaped(p, text);
        buf_printf(&p->out, "</h%d>\n", level);
    } else {
        buf_printf(&p->out, "%.*s %s\n\n", level, "######",
                   text_safe(p->arena, text, strlen(text)));
    }
}

/* ---- derivations ------------------------------------------------------------------- */

static const char *
term_text(struct page *p, const struct term *t)
{
    return expr_plain(p->arena, t, p->alphabet == ALPHABET_ASCII ? PRINT_ASCII : 0);
}

static void
add_line(struct page *p, struct buf *b, const struct derivation_line *line)
{
    const char *sign = line->link == LINK_IFF       ? "<=>"
                       : line->link == LINK_IMPLIES ? "=>"
                       : line->link == LINK_TENDS   ? "->"
                                                    : relation_text(line->relation);

    if (line->claim || !line->term) {
        buf_printf(b, "claim: %s, because %s (not machine-checked)\n", line->say,
                   line->rules);
        return;
    }
    buf_printf(b, "%s %s\n", sign, term_text(p, line->term));
    buf_printf(b, "      %s%s%s\n", line->rules, *line->say ? ": " : "", line->say);
}

static void
put_derivation(struct page *p, const struct derivation *d)
{
    struct buf b;

    buf_init(&b, p->arena);
    buf_printf(&b, "%s %s\n", d->axiom ? "axiom" : "theorem", d->name);
    for (int i = 0; i < d->n_declarations; i++)
        buf_printf(&b, "%s\n", d->declarations[i].text);
    if (d->start)
        buf_printf(&b, "  %s\n", term_text(p, d->start));
    for (int i = 0; i < d->n_lines; i++)
        add_line(p, &b, &d->lines[i]);
    buf_add(&p->out, p->html ? "<pre>" : "```\n");
    if (p->html)
        put_escaped(p, b.s);
    else
        buf_add(&p->out, text_safe(p->arena, b.s, b.n));
    buf_add(&p->out, p->html ? "</pre>\n" : "```\n\n");
}

/* ---- figures ----------------------------------------------------------------------- */

const char *
page_picture_path(struct arena *a, const char *path, const char *name)
{
    size_t n = strlen(path);

    n -= n > 3 && strcmp(path + n - 3, ".md") == 0 ? 3 : 0;
    return arena_printf(a, "%.*s-%s.svg", (int)n, path, name);
}

/* Where a link leads: blanks and brackets end one that has no angle brackets around. */
static const char *
link_target(struct arena *a, const char *file)
{
    struct buf b;

    if (!file[strcspn(file, " ()<>\\")])
        return file;
    buf_init(&b, a);
    buf_add(&b, "<");
    for (; *file; file++) {
        if (strchr("<>\\", *file))
            buf_add(&b, "\\");
        buf_add_n(&b, file, 1);
    }
    buf_add(&b, ">");
    return b.s;
}

/* Markdown: a picture beside the file, or on standard output the sentence alone. */
static void
put_picture(struct page *p, const char *name, const char *svg, const char *say)
{
    bool beside = *p->path && strcmp(p->path, "-") != 0;
    const char *path, *slash;

    if (beside && p->n_pictures < PAGE_PICTURES_MAX) {
        path = page_picture_path(p->arena, p->path, name);
        slash = strrchr(path, '/');
        p->pictures[p->n_pictures++] = (struct page_picture){name, svg};
        buf_printf(&p->out, "![%s](%s)\n\n", name,
                   link_target(p->arena, slash ? slash + 1 : path));
    }
    buf_printf(&p->out, "Figure %s: %s\n\n", name, text_safe(p->arena, say, strlen(say)));
}

/* Paper is white: the colours for dark screens never apply. */
static void
put_svg(struct page *p, const char *svg)
{
    static const char dark[] = "(prefers-color-scheme:dark)";
    const char *at;

    svg = strstr(svg, "<svg") ? strstr(svg, "<svg") : svg;
    at = strstr(svg, dark);
    buf_add(&p->out, "<figure>\n");
    if (at) {
        buf_add_n(&p->out, svg, (size_t)(at - svg));
        buf_add(&p->out, " not all");
        svg = at + strlen(dark);
    }
    buf_add(&p->out, svg);
}

static void
put_figure(struct page *p, const struct figure_block *block)
{
    struct figure_state state;
    struct errs errs = {0};
    struct figure *f =
        figure_new(p->arena, block->fields, block->scope, block->at, &errs);
    const char *svg, *say;

    if (!f)
        return;
    figure_start(f, &state);
    svg = figure_svg(p->arena, f, &state, block->name,
                     (struct plot_size){FIGURE_COLS, FIGURE_ROWS});
    say = figure_say(p->arena, f, &state);
    if (!p->html) {
        put_picture(p, block->name, svg, say);
        return;
    }
    put_svg(p, svg);
    buf_add(&p->out, "<figcaption>");
    put_escaped(p, say);
    buf_add(&p->out, "</figcaption></figure>\n");
}

/* ---- questions --------------------------------------------------------------------- */

/* The places of the choices, or lines, as they stand on paper. */
static const int *
order_of(struct page *p, const struct ask *q)
{
    int *order = ARENA_ARRAY(p->arena, int, q->n_choices + q->n_lines + 1);

    if (q->n_choices + q->n_lines)
        ask_order(q, p->seed, p->paper, order);
    return order;
}

static bool
is_drawn_before(const struct drawn *d, int n, const struct drawn *fresh)
{
    for (int i = 0; i < n; i++) {
        int k = 0;

        while (k < fresh->n && expr_same(d[i].value[k], fresh->value[k]))
            k++;
        if (k == fresh->n)
            return true;
    }
    return false;
}

/* The numbers of a question: those of paper 1, 2, ... in turn, without those that an
 * earlier paper has. Past TRIES_A_PAPER repeats in a row the ranges hold no others. */
static struct drawn
draw_numbers(struct page *p, const struct ask *q)
{
    enum { TRIES_A_PAPER = 40 };
    struct drawn *d = ARENA_ARRAY(p->arena, struct drawn, p->paper + 1);
    int attempt = 0;

    d[0] = ask_draw(p->arena, q, p->seed, 0);
    for (int n = 1; n < p->paper && d[0].n; n++) {
        int end = attempt + TRIES_A_PAPER;

        do
            d[n] = ask_draw(p->arena, q, p->seed, ++attempt);
        while (attempt < end && is_drawn_before(d, n, &d[n]));
    }
    return d[d[0].n && p->paper ? p->paper - 1 : 0];
}

static void
put_choices(struct page *p, const struct ask *q, const struct scope *s)
{
    const int *order = order_of(p, q);

    for (int i = 0; i < q->n_choices; i++)
        put_words(
            p, arena_printf(p->arena, "[ ] %c) %s", 'a' + i, q->choices[order[i]].text),
            s);
    for (int i = 0; i < q->n_lines; i++)
        put_words(p, arena_printf(p->arena, "(%d) %s", i + 1, q->lines[order[i]].text),
                  s);
}

static void
put_room(struct page *p, const struct ask *q)
{
    int rows = q->n_choices                ? 0
               : q->kind == ASK_DERIVATION ? LINES_TO_DERIVE
                                           : LINES_TO_WRITE;

    for (int i = 0; i < rows; i++)
        buf_add(&p->out, p->html
                             ? "<div class=\"room\"></div>\n"
                             : "________________________________________________\n\n");
}

/* The words in front of a question of a paper: its own beat, NULL when a page has shown
 * them already. */
static void
put_asked(struct page *p, const struct ask *q, const struct beat *around,
          const struct scope *s)
{
    const char *label =
        arena_printf(p->arena, "%s %d.", q->predict ? "Guess" : "Question", ++p->asked);
    bool alone = around && around->n > 1;

    if (p->html)
        buf_printf(&p->out, "<p class=\"label\">%s</p>\n", label);
    else if (alone)
        buf_printf(&p->out, "**%s**\n\n", label);
    for (int i = 0; alone && i < around->n; i++)
        if (around->items[i].kind == ITEM_PASSAGE)
            put_words(p, around->items[i].passage->markdown, s);
    put_words(p,
              p->html || alone ? q->words
                               : arena_printf(p->arena, "**%s** %s", label, q->words),
              s);
}

/* What the screen shows below the words: the line with a gap, and where a derivation
 * begins and ends. */
static void
put_given(struct page *p, const struct ask *q, const struct drawn *d,
          const struct scope *s)
{
    struct route r;

    if (q->kind == ASK_BLANK)
        put_words(p,
                  arena_printf(p->arena, "$$%s$$", grade_blank(p->arena, q, d, "", true)),
                  s);
    if (!q->from)
        return;
    r = grade_route(p->arena, q, d);
    put_words(p, arena_printf(p->arena, "Begin with $%s$.", r.from_tex), s);
    if (*r.to)
        put_words(p, arena_printf(p->arena, "Arrive at $%s$.", r.to_tex), s);
}

static void
put_question(struct page *p, const struct ask *q, const struct beat *around)
{
    struct drawn d = draw_numbers(p, q);
    const struct scope *s = d.scope ? d.scope : q->scope;

    if (p->html)
        buf_add(&p->out, "<div class=\"ask\">\n");
    put_asked(p, q, around, s);
    put_given(p, q, &d, s);
    put_choices(p, q, s);
    put_room(p, q);
    if (p->html)
        buf_add(&p->out, "</div>\n");
}

static const char *
truths(struct page *p, const struct ask *q)
{
    const int *order = order_of(p, q);
    struct buf b;

    buf_init(&b, p->arena);
    for (int i = 0; i < q->n_choices; i++)
        if (q->choices[order[i]].right)
            buf_printf(&b, "%s%c) %s", b.n ? "; " : "", 'a' + i,
                       q->choices[order[i]].text);
    return b.s;
}

/* Of an order: the places of the lines as they stand on paper. */
static const char *
right_order(struct page *p, const struct ask *q)
{
    const int *shown = order_of(p, q);
    struct buf b;

    buf_init(&b, p->arena);
    for (int i = 0; i < q->n_lines; i++)
        for (int k = 0; k < q->n_lines; k++)
            if (shown[k] == q->order.number[i])
                buf_printf(&b, "%s(%d)", b.n ? " " : "", k + 1);
    return b.s;
}

static void
put_answer(struct page *p, const struct ask *q)
{
    struct drawn d = draw_numbers(p, q);
    const struct scope *s = d.scope ? d.scope : q->scope;
    const char *answer = q->n_choices           ? truths(p, q)
                         : q->kind == ASK_ORDER ? right_order(p, q)
                                                : "";

    ++p->asked;
    if (*answer || (q->predict && !q->answer))
        put_words(p, arena_printf(p->arena, "**%d.** %s", p->asked, answer), s);
    else
        put_words(p,
                  arena_printf(p->arena, "**%d.** `%s`", p->asked,
                               grade_model(p->arena, q, &d, false)),
                  s);
    if (*q->after)
        put_words(p, q->after, s);
}

/* ---- the page ---------------------------------------------------------------------- */

static void
put_item(struct page *p, const struct lesson *l, const struct item *it)
{
    switch (it->kind) {
    case ITEM_PASSAGE:
        put_words(p, it->passage->markdown, l->scope);
        break;
    case ITEM_ASK:
        put_question(p, it->ask, NULL);
        break;
    case ITEM_FIGURE:
        put_figure(p, it->figure);
        break;
    case ITEM_DERIVATION:
        put_derivation(p, it->derivation);
        break;
    case ITEM_NOTE: /* for the speaker */
        break;
    }
}

/* All items of one sort of pass: the lesson, or the answers alone. */
static void
put_steps(struct page *p, const struct lesson *l, bool answers)
{
    p->asked = 0;
    for (int s = 0; s < l->n_steps; s++) {
        const struct step *step = &l->steps[s];

        if (!answers)
            put_heading(p, 2, step->title);
        for (int b = 0; b < step->n_beats; b++)
            for (int i = 0; i < step->beats[b].n; i++) {
                const struct item *it = &step->beats[b].items[i];

                if (!answers)
                    put_item(p, l, it);
                else if (it->kind == ITEM_ASK)
                    put_answer(p, it->ask);
            }
    }
}

void
page_begin(struct page *p, const char *title)
{
    buf_init(&p->out, p->arena);
    if (!p->html)
        return;
    buf_add(&p->out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
                     "<meta charset=\"utf-8\">\n<title>");
    put_escaped(p, title);
    buf_printf(&p->out, "</title>\n<style>%s</style>\n</head>\n<body>\n", style);
}

void
page_end(struct page *p)
{
    if (p->html)
        buf_add(&p->out, "</body>\n</html>\n");
}

/* Each paper, and each key, begins on a sheet of its own. */
static void
put_paper_heading(struct page *p, const char *title)
{
    if (p->html)
        buf_add(&p->out, "<div style=\"break-before:page\"></div>\n");
    put_heading(p, 1, title);
}

/* What the file says of its quiz, for those who write it. */
static void
put_terms(struct page *p, const struct lesson *l)
{
    const struct quiz_rules *r = &l->quiz->rules;
    struct buf b;

    buf_init(&b, p->arena);
    buf_printf(&b, "%d question%s, %.6g point%s each; %.6g %% of the points pass.",
               l->n_steps, l->n_steps == 1 ? "" : "s", r->points,
               r->points == 1 ? "" : "s", 100 * r->pass);
    if (r->minutes)
        buf_printf(&b, " Time: %d minute%s.", r->minutes, r->minutes == 1 ? "" : "s");
    put_words(p, b.s, l->scope);
}

/* A paper has one beat a question: the words in front of it, and it. */
static void
put_asks(struct page *p, const struct beat *b)
{
    for (int i = 0; i < b->n; i++)
        if (b->items[i].kind == ITEM_ASK)
            put_question(p, b->items[i].ask, b);
}

void
page_paper(struct page *p, const struct lesson *l, int number)
{
    put_paper_heading(p, arena_printf(p->arena, "%s, paper %d", l->title, number));
    put_words(p, "Name: ______________________________", l->scope);
    put_terms(p, l);
    p->asked = 0;
    for (int s = 0; s < l->n_steps; s++)
        put_asks(p, &l->steps[s].beats[0]);
}

void
page_key(struct page *p, const struct lesson *l, int number)
{
    put_paper_heading(p, arena_printf(p->arena, "%s, key of paper %d", l->title, number));
    p->asked = 0;
    for (int s = 0; s < l->n_steps; s++)
        for (int i = 0; i < l->steps[s].beats[0].n; i++)
            if (l->steps[s].beats[0].items[i].kind == ITEM_ASK)
                put_answer(p, l->steps[s].beats[0].items[i].ask);
}

void
page_make(struct page *p, const struct lesson *l)
{
    const char *title =
        arena_printf(p->arena, "%s%s%s", l->label, *l->label ? " " : "", l->title);

    page_begin(p, title);
    put_heading(p, 1, title);
    put_steps(p, l, false);
    if (p->answers) {
        put_heading(p, 2, "Answers");
        put_steps(p, l, true);
    }
    page_end(p);
}
