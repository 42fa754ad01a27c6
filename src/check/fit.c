#include "check/check_priv.h"
#include "typeset/typeset.h"

/*
 * The two small screens: 80 x 24, where the words of a beat stand beside the figure or
 * have the whole width, and 40 x 12, which shows one thing at a time.
 */
enum {
    WIDE_COLS = 76,
    BESIDE_COLS = 36, /* beside a figure */
    SMALL_COLS = 38,
    WIDE_ROWS = 10,
    SMALL_ROWS = 9,
    FIELD_ROWS = 2, /* where an answer is typed, and its reading */
    MARK_COLS = 4,  /* "> 1 " before a choice */
    DIGITS = 6,     /* of computed numbers */
};

/* The spans of a text and their scope. */
struct setting {
    struct checker *c;
    const struct scope *scope;
};

static const char *
computed(void *ctx, struct arena *a, const char *expr)
{
    const struct setting *s = ctx;
    struct calc_span shown;
    struct value v;

    if (!calc_span_read(a, s->scope, expr, (struct pos){"", 1, 1}, &shown, NULL) ||
        !calc_eval(a, s->scope, shown.term, NULL, &v, NULL))
        return NULL;
    return calc_span_text(a, s->scope, &shown, v, DIGITS, false);
}

static struct box *
set_text(struct setting *s, const char *markdown, int width)
{
    const struct typeset_options o = {.alphabet = ALPHABET_UNICODE,
                                      .width = width,
                                      .computed = computed,
                                      .ctx = s,
                                      .macros = s->c->macros};

    return markdown_box(s->c->scratch, markdown, &o);
}

/* ---- the words of a beat ----------------------------------------------------------- */

/* Rows of all passages with an empty row between; *first is the first of them. */
static int
words_rows(struct setting *s, const struct beat *b, int width,
           const struct passage **first)
{
    int rows = 0;

    *first = NULL;
    for (int i = 0; i < b->n; i++) {
        const struct passage *p = b->items[i].passage;

        if (b->items[i].kind != ITEM_PASSAGE)
            continue;
        rows += (*first != NULL) + set_text(s, p->markdown, width)->rows;
        *first = *first ? *first : p;
    }
    return rows;
}

static bool
check_words(struct checker *c, const struct beat *b, int width, int limit,
            const char *screen)
{
    struct setting s = {c, c->lesson->scope};
    const struct passage *first;
    int rows = words_rows(&s, b, width, &first);

    arena_reset(c->scratch);
    if (rows <= limit)
        return true;
    return errs_at(
        c->arena, c->errs, first->at, ERR_BEAT_TOO_LONG,
        "the words of this beat take %d lines on a screen of %s, where %d fit; "
        "make two beats of it",
        rows, screen, limit);
}

static bool
has_figure(const struct beat *b)
{
    for (int i = 0; i < b->n; i++)
        if (b->items[i].kind == ITEM_FIGURE)
            return true;
    return false;
}

void
check_fit(struct checker *c, const struct step *step)
{
    bool figure = false; /* it stays until the step ends */

    for (int i = 0; i < step->n_beats; i++) {
        figure = figure || has_figure(&step->beats[i]);
        if (check_words(c, &step->beats[i], figure ? BESIDE_COLS : WIDE_COLS, WIDE_ROWS,
                        "80 x 24"))
            check_words(c, &step->beats[i], SMALL_COLS, SMALL_ROWS, "40 x 12");
    }
}

/* ---- a question -------------------------------------------------------------------- */

/* Choices share a row when all of them fit on one. */
static int
choice_rows(struct setting *s, const struct ask *q, int width)
{
    int rows = 0, used = 0;

    for (int i = 0; i < q->n_choices; i++) {
        struct box *b = set_text(s, q->choices[i].text, width - MARK_COLS);

        rows += b->rows;
        used += b->cols + MARK_COLS;
    }
    return used <= width && rows == q->n_choices ? 1 : rows;
}

static bool
check_question(struct checker *c, const struct ask *q, const struct scope *scope,
               int width, int limit, const char *screen)
{
    struct setting s = {c, scope};
    int rows = set_text(&s, q->words, width)->rows;

    if (q->n_choices)
        rows += choice_rows(&s, q, width);
    else if (q->kind != ASK_SET)
        rows += FIELD_ROWS;
    if (rows <= limit)
        return true;
    return errs_at(
        c->arena, c->errs, q->at, ERR_BEAT_TOO_LONG,
        "this question takes %d lines on a screen of %s, where %d fit; make it "
        "shorter, or say some of it before",
        rows, screen, limit);
}

void
check_question_fits(struct checker *c, const struct ask *q, const struct scope *scope)
{
    if (check_question(c, q, scope, WIDE_COLS, WIDE_ROWS, "80 x 24"))
        check_question(c, q, scope, SMALL_COLS, SMALL_ROWS, "40 x 12");
}
