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
    return type_text(w->arena, arg_type(w, i));
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
};

bool
type_work_out(struct arena *a, const struct term *t, struct type *out, const char **why)
{
    struct typing w = {a, t, out, why};

    for (int i = 0; t->op != TERM_RELATION && i < t->n; i++)
        if (t->arg[i]->type.kind == TYPE_TRUTH) {
            *why = "a relation cannot be part of a term; "
                   "write both sides as terms of their own";
            return false;
        }
    return rules[t->op](&w);
}
