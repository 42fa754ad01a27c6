/* Which types fit together, and what comes out: one rule for each operation. */
#include "expr/rule/rule.h"

struct type
arg_type(const struct typing *w, int i)
{
    return w->t->arg[i]->type;
}

const char *
arg_text(const struct typing *w, int i)
{
    return type_phrase(w->arena, arg_type(w, i));
}

bool
misfit(struct typing *w, const char *why)
{
    *w->why = why;
    return false;
}

bool
give(struct typing *w, struct type t)
{
    *w->out = t;
    return true;
}

struct type
wider(struct type x, struct type y)
{
    if (type_is_array(x)) {
        x.complex_entries |= y.complex_entries;
        return x;
    }
    return x.kind >= y.kind ? x : y;
}

static bool
rule_integer(struct typing *w)
{
    return give(w, type_scalar(w->t->exponent >= 0 ? TYPE_INTEGER : TYPE_REAL));
}

static bool
rule_real(struct typing *w)
{
    return give(w, type_scalar(TYPE_REAL));
}

static bool
rule_imaginary(struct typing *w)
{
    return give(w, type_scalar(TYPE_COMPLEX));
}

/* A name has the type it was declared with. */
static bool
rule_name(struct typing *w)
{
    return give(w, w->t->type);
}

static type_rule *const rules[TERM_OP_COUNT] = {
    [TERM_NUMBER] = rule_integer,
    [TERM_E] = rule_real,
    [TERM_I] = rule_imaginary,
    [TERM_PI] = rule_real,
    [TERM_INFINITY] = rule_real,
    [TERM_NAME] = rule_name,
    [TERM_ADD] = rule_sum,
    [TERM_SUB] = rule_sum,
    [TERM_NEG] = rule_same,
    [TERM_MUL] = rule_product,
    [TERM_DIV] = rule_quotient,
    [TERM_POW] = rule_power,
    [TERM_TRANSPOSE] = rule_transpose,
    [TERM_CONJ] = rule_same,
    [TERM_INDEX] = rule_index,
    [TERM_MATRIX] = rule_matrix,
    [TERM_CALL] = rule_call,
    [TERM_RELATION] = rule_relation,
    [TERM_SUM] = rule_indexed_sum,
    [TERM_PRODUCT] = rule_indexed_product,
    [TERM_LIMIT] = rule_limit,
    [TERM_DERIVATIVE] = rule_derivative,
    [TERM_EXPECTATION] = rule_expectation,
    [TERM_VARIANCE] = rule_variance,
    [TERM_COVARIANCE] = rule_covariance,
    [TERM_PROBABILITY] = rule_probability,
    [TERM_RANGE] = rule_range,
    [TERM_INDEPENDENT] = rule_independent,
};

/* What to write instead of an event that stands for a number. */
static const char *
event_reason(const struct term *t, int i)
{
    if (t->op == TERM_MUL)
        return "events are not multiplied; write P(a, b) for the probability of both";
    if (t->given > 0 && i >= t->given)
        return "behind the bar of E, Var and Cov stand random names, and this is an "
               "event; write E[X | Y]";
    return "an event has no value of its own; write P(a) for its probability";
}

/* Whether the arguments of op may be events and sequences. */
static bool
takes_events(enum term_op op)
{
    return op == TERM_PROBABILITY || op == TERM_INDEX || op == TERM_RANGE ||
           op == TERM_INDEPENDENT;
}

static bool
arguments_are_values(struct typing *w)
{
    for (int i = 0; i < w->t->n; i++) {
        enum type_kind kind = arg_type(w, i).kind;

        if (kind == TYPE_TRUTH)
            return misfit(w, "a relation cannot be part of a term; "
                             "write both sides as terms of their own");
        if ((kind == TYPE_EVENT || kind == TYPE_SEQUENCE) && !takes_events(w->t->op))
            return misfit(w, kind == TYPE_EVENT
                                 ? event_reason(w->t, i)
                                 : "a sequence has no value of its own; write P(w_1..T) "
                                   "for the probability of its items");
    }
    return true;
}

/* What is made of something random is random; E, Var, Cov and P average it out, except
 * for what stands behind the bar. */
static bool
is_random(const struct term *t)
{
    bool averages = t->op == TERM_EXPECTATION || t->op == TERM_VARIANCE ||
                    t->op == TERM_COVARIANCE || t->op == TERM_PROBABILITY;

    for (int i = averages ? t->given : 0; i < t->n; i++)
        if (t->arg[i]->type.random)
            return true;
    return false;
}

bool
type_work_out(struct arena *a, const struct term *t, struct type *out, const char **why)
{
    struct typing w = {a, t, out, why};

    if (!arguments_are_values(&w) || !rules[t->op](&w))
        return false;
    if (t->op == TERM_NAME)
        return true;
    out->random = out->kind <= TYPE_MATRIX && is_random(t);
    out->joint = out->distribution = false;
    return true;
}
