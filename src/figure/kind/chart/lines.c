#include <math.h>
#include <string.h>

#include "figure/kind/chart/chart.h"
#include "figure/kind/trial/trial.h"

/* ---- things ------------------------------------------------------------------------ */

/* A real term over the thing's variable. */
static bool
keep_along(struct reader *r, struct source s, struct thing *t)
{
    const struct term *term = real_read(r, t->scope, s);

    return term && value_check(r, t, term, s.at) && thing_keep(t, term);
}

static bool
curve_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    t->ghost = c[CLAUSE_GHOST].text != NULL;
    return thing_over(r, c[CLAUSE_OVER], c[CLAUSE_HEAD].at,
                      "write a curve as: sin x over x = 0..2pi", t) &&
           keep_along(r, c[CLAUSE_HEAD], t);
}

static bool
band_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    static const char example[] = "write a band as: -s to s over x = 0..10";

    if (!c[CLAUSE_TO].text)
        return errs_at(r->arena, r->errs, c[CLAUSE_HEAD].at, ERR_FIGURE_LINE, example);
    return thing_over(r, c[CLAUSE_OVER], c[CLAUSE_HEAD].at, example, t) &&
           keep_along(r, c[CLAUSE_HEAD], t) && keep_along(r, c[CLAUSE_TO], t);
}

/* A vector of real numbers, over the figure's names. */
static bool
keep_vector(struct reader *r, struct source s, struct thing *t)
{
    const struct term *term = term_read(r, r->f->scope, s);

    if (!term)
        return false;
    if (!type_is_array(term->type) || term->type.complex_entries)
        return errs_at(r->arena, r->errs, s.at, ERR_FIGURE_TYPE,
                       "this is %s; a vector of real numbers is needed here, or a number "
                       "with 'over i = 1..10'",
                       type_phrase(r->arena, term->type));
    return value_check(r, NULL, term, s.at) && thing_keep(t, term);
}

/* Numbers over a whole-number variable, or a vector of them. */
static bool
keep_numbers(struct reader *r, struct source s, struct thing *t)
{
    return t->scope ? keep_along(r, s, t) : keep_vector(r, s, t);
}

static bool
index_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    t->whole = true;
    return !c[CLAUSE_OVER].text || thing_over(r, c[CLAUSE_OVER], c[CLAUSE_HEAD].at,
                                              "write: TERM over i = 1..10", t);
}

static bool
numbers_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    return index_read(r, c, t) && keep_numbers(r, c[CLAUSE_HEAD], t);
}

/* How many of the points are told apart: the lowest ones. */
static bool
lowest_read(struct reader *r, struct source s, struct thing *t)
{
    double n;

    if (!constant_read(r, s, &n))
        return false;
    if (!(n >= 1 && n <= LOWEST_MAX && n == floor(n)))
        return errs_at(r->arena, r->errs, s.at, ERR_FIGURE_LINE,
                       "1 to %d of the points can be listed", LOWEST_MAX);
    t->lowest = (int)n;
    return true;
}

static bool
points_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    struct source x, y;

    if (!index_read(r, c, t))
        return false;
    if (!source_cut(r, c[CLAUSE_HEAD], ",", &x, &y))
        return errs_at(r->arena, r->errs, c[CLAUSE_HEAD].at, ERR_FIGURE_LINE,
                       "write points as: X, Y over i = 1..10, or two vectors: X, Y");
    return keep_numbers(r, x, t) && keep_numbers(r, y, t) &&
           (!c[CLAUSE_LOWEST].text || lowest_read(r, c[CLAUSE_LOWEST], t));
}

bool
bins_read(struct reader *r, struct source s, struct thing *t)
{
    double bins;

    if (!constant_read(r, s, &bins))
        return false;
    if (!(bins >= 1 && bins <= BINS_MAX))
        return errs_at(r->arena, r->errs, s.at, ERR_FIGURE_LINE,
                       "a histogram has 1 to %d bins", BINS_MAX);
    t->bins = (int)bins;
    return true;
}

static bool
histogram_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    return (!c[CLAUSE_BINS].text || bins_read(r, c[CLAUSE_BINS], t)) &&
           numbers_read(r, c, t);
}

static bool
dot_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    struct source x, y;

    if (!source_cut(r, c[CLAUSE_HEAD], ",", &x, &y))
        return errs_at(r->arena, r->errs, c[CLAUSE_HEAD].at, ERR_FIGURE_LINE,
                       "write a dot as: X, Y as \"label\"");
    return thing_keep_real(r, x, t) && thing_keep_real(r, y, t);
}

static bool
sign_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    return thing_keep_real(r, c[CLAUSE_HEAD], t);
}

enum {
    TRIAL_CLAUSES = TAKES_LABEL | TAKES_OVER | TAKES_BINS | TAKES_OF | TAKES_BY,
};

const struct form chart_forms[] = {
    {"curve",                                                 THING_CURVE, TAKES_LABEL | TAKES_OVER | TAKES_GHOST | TAKES_THROUGH,
     STYLES_IN_TURN, false, curve_read},
    {"density", THING_CURVE, TAKES_LABEL | TAKES_OVER | TAKES_GHOST, STYLE_SECOND, false,
     curve_read},
    {"band",                                                  THING_BAND, TAKES_LABEL | TAKES_OVER | TAKES_TO, STYLE_THIRD, false,
     band_read},
    {"points",                                                       THING_POINTS, TAKES_LABEL | TAKES_OVER | TAKES_THROUGH | TAKES_LOWEST,
     STYLES_IN_TURN, false, points_read},
    {"series",                                            THING_SERIES, TAKES_LABEL | TAKES_OVER | TAKES_THROUGH, STYLES_IN_TURN,
     false, numbers_read},
    {"histogram",                                           THING_HISTOGRAM, TAKES_LABEL | TAKES_OVER | TAKES_BINS, STYLE_FIRST,
     false, histogram_read},
    {"experiment",                                              THING_TRIAL, TRIAL_CLAUSES, STYLES_IN_TURN, false, trial_read},
    {"mark",                                                  THING_MARK, TAKES_LABEL, STYLE_PLAIN, false, sign_read},
    {"level",                    THING_LEVEL, TAKES_LABEL, STYLE_PLAIN, false, sign_read},
    {"dot",                                                  THING_DOT, TAKES_LABEL, STYLE_STRONG, false, dot_read},
    {.key = NULL                                                      },
};

/* ---- keys -------------------------------------------------------------------------- */

static void
x_read(struct reader *r, const struct field *line)
{
    sentence_read(r, (struct source){line->text, line->text_at}, &r->f->captions.x);
}

static void
y_read(struct reader *r, const struct field *line)
{
    sentence_read(r, (struct source){line->text, line->text_at}, &r->f->captions.y);
}

/* "x", "y", or "x, y". */
static void
log_read(struct reader *r, const struct field *line)
{
    struct source rest = {line->text, line->text_at}, one;
    struct captions *words = &r->f->captions;

    while (rest.text) {
        source_cut(r, rest, ",", &one, &rest);
        if (strcmp(one.text, "x") == 0)
            words->log_x = true;
        else if (strcmp(one.text, "y") == 0)
            words->log_y = true;
        else
            errs_at(r->arena, r->errs, one.at, ERR_FIGURE_LINE,
                    "which axis is logarithmic? write log: x, log: y, or log: x, y");
    }
}

static void
across_read(struct reader *r, const struct field *line)
{
    struct figure *f = r->f;

    f->has_across =
        range_read(r, (struct source){line->text, line->text_at}, &f->left, &f->right);
}

const struct setting chart_keys[] = {
    {"x",       PASS_SAY, false, x_read},
    {"y",    PASS_SAY, false, y_read},
    {"log",         PASS_NAMES, false, log_read},
    {"across",PASS_NAMES, false, across_read},
    {.key = NULL  },
};

/* A logarithmic axis has no place for a range that holds 0. */
static void
ranges_check(struct reader *r, struct pos at)
{
    const struct figure *f = r->f;

    if ((f->captions.log_y && f->has_range && !(f->low > 0)) ||
        (f->captions.log_x && f->has_across && !(f->left > 0)))
        errs_at(r->arena, r->errs, at, ERR_FIGURE_LINE,
                "a logarithmic axis must begin above 0");
}

#define CHART(kind_word, ranging)                                \
    const struct kind kind_##kind_word = {.word = #kind_word,    \
                                          .forms = chart_forms,  \
                                          .keys = chart_keys,    \
                                          .check = ranges_check, \
                                          .extent = ranging,     \
                                          .draw = chart_draw,    \
                                          .tell = chart_tell,    \
                                          .say = chart_say}

CHART(curve, chart_extent);
CHART(scatter, chart_extent);
CHART(series, chart_extent);
CHART(histogram, NULL); /* its height is that of what is counted now */
