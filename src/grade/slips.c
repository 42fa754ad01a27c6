#include <math.h>
#include <string.h>

#include "grade/slips.h"

static const struct term *
constant(const struct grading *g, const char *text)
{
    return expr_parse(g->arena, scope_new(g->arena, NULL), text, (struct pos){0}, NULL);
}

static const struct term *
apply(const struct grading *g, enum term_op op, const struct term *x,
      const struct term *y)
{
    bool unary = op == TERM_NEG || op == TERM_TRANSPOSE || op == TERM_CONJ;

    return x && (y || unary) ? expr_apply(g->arena, op, x, y, NULL) : NULL;
}

static const struct term *
times(const struct grading *g, const char *factor, const struct term *t)
{
    return apply(g, TERM_MUL, constant(g, factor), t);
}

/* ---- a term with its parts changed ------------------------------------------------- */

/* A part with its own parts changed already; NULL when there is no such term. */
typedef const struct term *change(const struct grading *g, const struct term *part);

static const struct term *
rebuild(const struct grading *g, const struct term *t, change *of)
{
    const struct term **arg = ARENA_ARRAY(g->arena, const struct term *, t->n + 1),
                      *out = t;
    bool same = true;

    if (t->op == TERM_INDEX)
        return t;
    for (int i = 0; i < t->n; i++) {
        arg[i] = rebuild(g, t->arg[i], of);
        if (!arg[i])
            return NULL;
        same = same && arg[i] == t->arg[i];
    }
    if (!same && t->op == TERM_CALL)
        out = expr_call(g->arena, t->function, arg, t->n, NULL);
    else if (!same && t->op == TERM_MATRIX)
        out = expr_matrix(g->arena, t->rows, t->cols, arg, NULL);
    else if (!same && (term_binds(t) || t->n > 2))
        return NULL; /* a sum: its index cannot be made again from its parts */
    else if (!same)
        out = apply(g, t->op, arg[0], t->n > 1 ? arg[1] : NULL);
    return out ? of(g, out) : NULL;
}

static const struct term *
angle_in_degrees(const struct grading *g, const struct term *call)
{
    const struct term *angle;

    if (call->op != TERM_CALL)
        return call;
    if (call->function != FUNCTION_SIN && call->function != FUNCTION_COS &&
        call->function != FUNCTION_TAN && call->function != FUNCTION_R)
        return call;
    angle = times(g, "pi/180", call->arg[0]);
    return angle ? expr_call(g->arena, call->function, &angle, 1, NULL) : NULL;
}

/* Sines and turns by the opposite angle. */
static const struct term *
other_way(const struct grading *g, const struct term *call)
{
    const struct term *angle;

    if (call->op != TERM_CALL ||
        (call->function != FUNCTION_SIN && call->function != FUNCTION_R))
        return call;
    angle = apply(g, TERM_NEG, call->arg[0], NULL);
    return angle ? expr_call(g->arena, call->function, &angle, 1, NULL) : NULL;
}

static const struct term *
sine_for_cosine(const struct grading *g, const struct term *call)
{
    enum function_id f = call->function;

    if (call->op != TERM_CALL || (f != FUNCTION_SIN && f != FUNCTION_COS))
        return call;
    f = f == FUNCTION_SIN ? FUNCTION_COS : FUNCTION_SIN;
    return expr_call(g->arena, f, call->arg, 1, NULL);
}

static const struct term *
rootless(const struct grading *g, const struct term *call)
{
    (void)g;
    return call->op == TERM_CALL && call->function == FUNCTION_SQRT ? call->arg[0] : call;
}

/* ln for log2 and log10, and these for ln. */
static const struct term *
to_natural(const struct grading *g, const struct term *call)
{
    if (call->op != TERM_CALL ||
        (call->function != FUNCTION_LOG2 && call->function != FUNCTION_LOG10))
        return call;
    return expr_call(g->arena, FUNCTION_LN, call->arg, 1, NULL);
}

static const struct term *
from_natural(const struct grading *g, const struct term *call, enum function_id f)
{
    return call->op == TERM_CALL && call->function == FUNCTION_LN
               ? expr_call(g->arena, f, call->arg, 1, NULL)
               : call;
}

static const struct term *
to_base_2(const struct grading *g, const struct term *call)
{
    return from_natural(g, call, FUNCTION_LOG2);
}

static const struct term *
to_base_10(const struct grading *g, const struct term *call)
{
    return from_natural(g, call, FUNCTION_LOG10);
}

static const struct term *
transposes_dropped(const struct grading *g, const struct term *part)
{
    (void)g;
    return part->op == TERM_TRANSPOSE ? part->arg[0] : part;
}

static const struct term *
conjugates_dropped(const struct grading *g, const struct term *part)
{
    (void)g;
    return part->op == TERM_CONJ ? part->arg[0] : part;
}

static const struct term *
factors_swapped(const struct grading *g, const struct term *part)
{
    if (part->op != TERM_MUL || !grade_is_array(part->arg[0]) ||
        !grade_is_array(part->arg[1]))
        return part;
    return apply(g, TERM_MUL, part->arg[1], part->arg[0]);
}

/* ---- the slips ------------------------------------------------------------------- */

static bool
is_number(const struct term *t)
{
    return t->type.kind <= TYPE_COMPLEX;
}

static const struct term *
transposed(const struct grading *g, const struct term *model)
{
    return grade_is_array(model) ? apply(g, TERM_TRANSPOSE, model, NULL) : NULL;
}

static const struct term *
conjugated(const struct grading *g, const struct term *model)
{
    return model->type.kind == TYPE_COMPLEX || model->type.complex_entries
               ? apply(g, TERM_CONJ, model, NULL)
               : NULL;
}

static const struct term *
negated(const struct grading *g, const struct term *model)
{
    return apply(g, TERM_NEG, model, NULL);
}

static const struct term *
computed_in_degrees(const struct grading *g, const struct term *model)
{
    return rebuild(g, model, angle_in_degrees);
}

static const struct term *
turned_other_way(const struct grading *g, const struct term *model)
{
    return rebuild(g, model, other_way);
}

/* What is left of 1, and how many times smaller that is: of shares. */
static bool
is_share(const struct grading *g, const struct term *model)
{
    struct value v;

    return is_number(model) && grade_compute(g, model, &v) && cimag(v.at[0]) == 0 &&
           creal(v.at[0]) > 0 && creal(v.at[0]) < 1;
}

static const struct term *
rest(const struct grading *g, const struct term *model)
{
    return is_share(g, model) ? apply(g, TERM_SUB, constant(g, "1"), model) : NULL;
}

static const struct term *
times_smaller(const struct grading *g, const struct term *model)
{
    return apply(g, TERM_DIV, constant(g, "1"), rest(g, model));
}

static const struct term *
given_in_degrees(const struct grading *g, const struct term *model)
{
    return is_number(model) ? times(g, "180/pi", model) : NULL;
}

static const struct term *
exchanged(const struct grading *g, const struct term *model)
{
    return rebuild(g, model, sine_for_cosine);
}

static const struct term *
reciprocal(const struct grading *g, const struct term *model)
{
    return is_number(model) ? apply(g, TERM_DIV, constant(g, "1"), model) : NULL;
}

static const struct term *
root(const struct grading *g, const struct term *model)
{
    return is_number(model) ? expr_call(g->arena, FUNCTION_SQRT, &model, 1, NULL) : NULL;
}

static const struct term *
square(const struct grading *g, const struct term *model)
{
    return is_number(model) ? apply(g, TERM_POW, model, constant(g, "2")) : NULL;
}

static const struct term *
twice(const struct grading *g, const struct term *model)
{
    return times(g, "2", model);
}

static const struct term *
half(const struct grading *g, const struct term *model)
{
    return times(g, "1/2", model);
}

static const struct term *
hundred_times(const struct grading *g, const struct term *model)
{
    return is_number(model) ? times(g, "100", model) : NULL;
}

static const struct term *
hundredth(const struct grading *g, const struct term *model)
{
    return is_number(model) ? times(g, "1/100", model) : NULL;
}

/* In the question's own term, where names still stand for what they are; `of` changes
 * it. */
static const struct term *
changed(const struct grading *g, change *of)
{
    const struct term *t = g->q->answer ? rebuild(g, g->q->answer, of) : NULL;

    return t && t != g->q->answer ? grade_unfold(g, t) : NULL;
}

static const struct term *
without_roots(const struct grading *g, const struct term *model)
{
    (void)model;
    return changed(g, rootless);
}

static const struct term *
in_nats(const struct grading *g, const struct term *model)
{
    (void)model;
    return changed(g, to_natural);
}

static const struct term *
in_bits(const struct grading *g, const struct term *model)
{
    (void)model;
    return changed(g, to_base_2);
}

static const struct term *
in_tens(const struct grading *g, const struct term *model)
{
    (void)model;
    return changed(g, to_base_10);
}

static const struct term *
without_transposes(const struct grading *g, const struct term *model)
{
    (void)model;
    return changed(g, transposes_dropped);
}

static const struct term *
without_conjugates(const struct grading *g, const struct term *model)
{
    (void)model;
    return changed(g, conjugates_dropped);
}

static const struct term *
swapped_factors(const struct grading *g, const struct term *model)
{
    (void)model;
    return changed(g, factors_swapped);
}

/* Counting one too many or too few: of whole numbers only. */
static const struct term *
shifted(const struct grading *g, const struct term *model, enum term_op op)
{
    struct value v;

    if (!is_number(model) || !grade_compute(g, model, &v) || cimag(v.at[0]) != 0 ||
        creal(v.at[0]) != round(creal(v.at[0])))
        return NULL;
    return apply(g, op, model, constant(g, "1"));
}

static const struct term *
one_more(const struct grading *g, const struct term *model)
{
    return shifted(g, model, TERM_ADD);
}

static const struct term *
one_less(const struct grading *g, const struct term *model)
{
    return shifted(g, model, TERM_SUB);
}

const struct slip slips[] = {
    {"transpose-dropped", true,  transposed,          "This is the transpose of the right answer."           },
    {"conjugate-dropped", true,  conjugated,          "This is the conjugate of the right answer."           },
    {"sign-reversed",     true,  negated,             "This is the right answer with the opposite sign."     },
    {"turned-back",       true,  turned_other_way,
     "This is what comes out when it turns the other way: the angle has the opposite "
     "sign."                                                                                                 },
    {"order-swapped",     true,  swapped_factors,
     "Here the factors stand in the other order."                                                            },
    {"transpose-dropped", true,  without_transposes,  "Here a transpose got lost."                           },
    {"conjugate-dropped", true,  without_conjugates,  "Here a conjugate got lost."                           },
    {"root-missing",      true,  without_roots,       "Here a root is missing."                              },
    {"log-base",          true,  in_nats,             "This is what comes out with the natural logarithm."   },
    {"log-base",          true,  in_bits,             "This is what comes out with the logarithm to base 2." },
    {"log-base",          true,  in_tens,             "This is what comes out with the logarithm to base 10."},
    {"degrees",           false, computed_in_degrees,
     "This is what comes out with angles in degrees; here they are in radians."                              },
    {"degrees",           false, given_in_degrees,
     "This is the angle in degrees; give it in radians."                                                     },
    {"sine-for-cosine",   false, exchanged,           "Here sine and cosine have changed places."            },
    {"reciprocal",        false, reciprocal,          "This is 1 divided by the right answer."               },
    {"square-missing",    false, root,                "This is the square root of the right answer."         },
    {"root-missing",      false, square,              "This is the square of the right answer."              },
    {"factor-off",        false, twice,               "This is twice the right answer."                      },
    {"factor-off",        false, half,                "This is half of the right answer."                    },
    {"rest",              false, rest,                "This is 1 less the right answer."                     },
    {"rest",              false, times_smaller,       "This is how many times smaller the rest is."          },
    {"percent",           false, hundred_times,       "This is a hundred times the right answer."            },
    {"percent",           false, hundredth,           "This is a hundredth of the right answer."             },
    {"off-by-one",        false, one_more,            "This is one too many."                                },
    {"off-by-one",        false, one_less,            "This is one too few."                                 },
};

const int n_slips = sizeof slips / sizeof *slips;
