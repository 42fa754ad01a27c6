/* The types of what binders and averages make. */
#include <string.h>

#include "expr/rule/rule.h"

static bool
refuse_type(struct typing *w, int i, const char *takes)
{
    return misfit(w, arena_printf(w->arena, "%s, and this is %s", takes, arg_text(w, i)));
}

/* The same type with real numbers for integers: means, derivatives, limits. */
static struct type
at_least_real(struct type t)
{
    return type_is_number(t) ? wider(t, type_scalar(TYPE_REAL)) : t;
}

/* ---- binders ----------------------------------------------------------------------- */

static bool
bounds_fit(struct typing *w)
{
    for (int i = 0; i < 2; i++)
        if (arg_type(w, i).kind != TYPE_INTEGER || arg_type(w, i).random)
            return refuse_type(w, i, "an index runs from one integer to another");
    return true;
}

/* A size must not change with the index. */
static bool
size_is_fixed(struct typing *w, struct type t)
{
    struct dim sides[] = {t.rows, t.cols};

    for (int i = 0; type_is_array(t) && i < 2; i++)
        if (sides[i].n == 0 && tree_has_name(sides[i].size, w->t->name))
            return misfit(w, arena_printf(w->arena,
                                          "the size of %s changes with the index '%s'",
                                          type_phrase(w->arena, t), w->t->name));
    return true;
}

bool
rule_indexed_sum(struct typing *w)
{
    return bounds_fit(w) && size_is_fixed(w, arg_type(w, 2)) && give(w, arg_type(w, 2));
}

bool
rule_indexed_product(struct typing *w)
{
    struct type x = arg_type(w, 2);

    if (!bounds_fit(w))
        return false;
    if (!type_is_number(x))
        return refuse_type(w, 2, "prod multiplies numbers");
    return give(w, x);
}

bool
rule_limit(struct typing *w)
{
    if (arg_type(w, 0).kind > TYPE_REAL || arg_type(w, 0).random)
        return refuse_type(w, 0, "an index tends to a real number, inf or -inf");
    return size_is_fixed(w, arg_type(w, 1)) && give(w, at_least_real(arg_type(w, 1)));
}

static bool
is_place(const struct term *t)
{
    return t->op == TERM_NAME || (t->op == TERM_INDEX && t->arg[0]->op == TERM_NAME);
}

bool
rule_derivative(struct typing *w)
{
    if (!is_place(w->t->arg[1]))
        return misfit(w, "a derivative is by a name or a component, as in D(x^2, x) and "
                         "D(f, z[1])");
    if (arg_type(w, 1).kind != TYPE_REAL || arg_type(w, 1).random)
        return refuse_type(w, 1, "a derivative is by a real name");
    return give(w, at_least_real(arg_type(w, 0)));
}

/* ---- averages ---------------------------------------------------------------------- */

static bool
conditions_fit(struct typing *w)
{
    for (int i = w->t->given; i < w->t->n; i++)
        if (!arg_type(w, i).random)
            return refuse_type(w, i, "behind the bar stand random numbers and vectors");
    return true;
}

/* Whether the arguments before the bar are as many as they should be. */
static bool
count_fits(struct typing *w, int n, const char *how)
{
    return w->t->given == n || misfit(w, how);
}

bool
rule_expectation(struct typing *w)
{
    return count_fits(w, 1, "E has one argument before the bar, E[X] or E[X | Y]") &&
           conditions_fit(w) && give(w, at_least_real(arg_type(w, 0)));
}

/* Real numbers and real vectors have a variance here. */
static bool
has_variance(struct type t)
{
    return t.kind <= TYPE_REAL || (t.kind == TYPE_VECTOR && !t.complex_entries);
}

bool
rule_variance(struct typing *w)
{
    if (!count_fits(w, 1, "Var has one argument before the bar, Var[X] or Var[X | Y]") ||
        !conditions_fit(w))
        return false;
    if (!has_variance(arg_type(w, 0)))
        return refuse_type(w, 0, "Var takes a real number or a real vector");
    return give(w, at_least_real(arg_type(w, 0)));
}

bool
rule_covariance(struct typing *w)
{
    struct type x, y;

    if (!count_fits(w, 2, "Cov has two arguments before the bar, Cov[X, Y]") ||
        !conditions_fit(w))
        return false;
    x = arg_type(w, 0);
    y = arg_type(w, 1);
    for (int i = 0; i < 2; i++)
        if (!has_variance(arg_type(w, i)))
            return refuse_type(w, i, "Cov takes real numbers or real vectors");
    if (type_is_array(x) != type_is_array(y))
        return misfit(w, arena_printf(w->arena,
                                      "%s and %s have no covariance; take two numbers or "
                                      "two vectors",
                                      arg_text(w, 0), arg_text(w, 1)));
    if (type_is_array(x))
        return give(w, type_array(x.rows, y.rows, false));
    return give(w, type_scalar(TYPE_REAL));
}

bool
rule_probability(struct typing *w)
{
    if (w->t->given == 0)
        return misfit(w, "P has an event before the bar, P(a) or P(a | b)");
    for (int i = 0; i < w->t->n; i++) {
        if (arg_type(w, i).kind == TYPE_SEQUENCE)
            return misfit(w, "the probability of a sequence is that of its items; "
                             "write P(w_1..T)");
        if (arg_type(w, i).kind != TYPE_EVENT)
            return refuse_type(w, i, "P takes events");
    }
    return give(w, type_scalar(TYPE_REAL));
}

/* Whether argument i, when it is a number, counts an item of the sequence. */
static bool
is_item(struct typing *w, int i)
{
    struct dim d = arg_type(w, 0).rows;
    int n;

    if (!tree_integer(w->t->arg[i], &n) || (i == 1 && n >= 1) ||
        (i == 2 && (d.n == 0 || n <= d.n)))
        return true;
    return misfit(w, arena_printf(w->arena,
                                  "there is no item %d; they are counted from 1 to %s", n,
                                  dim_text(w->arena, d)));
}

bool
rule_range(struct typing *w)
{
    if (arg_type(w, 0).kind != TYPE_SEQUENCE)
        return refuse_type(w, 0, "a range of items is taken of a sequence");
    for (int i = 1; i < 3; i++)
        if (arg_type(w, i).kind != TYPE_INTEGER || arg_type(w, i).random)
            return refuse_type(w, i, "an item is counted by an integer");
    return is_item(w, 1) && is_item(w, 2) && give(w, type_scalar(TYPE_EVENT));
}

bool
rule_independent(struct typing *w)
{
    if (w->t->n < 2)
        return misfit(w, "independent takes two or more names, independent(X, Y)");
    for (int i = 0; i < w->t->n; i++) {
        if (!is_place(w->t->arg[i]) ||
            (!arg_type(w, i).random && arg_type(w, i).kind != TYPE_EVENT &&
             arg_type(w, i).kind != TYPE_SEQUENCE))
            return refuse_type(w, i,
                               "independent takes names of random numbers, random "
                               "vectors, events and sequences");
        for (int j = 0; j < i; j++)
            if (expr_same(w->t->arg[i], w->t->arg[j]))
                return misfit(
                    w, arena_printf(w->arena, "'%s' stands here twice",
                                    expr_plain(w->arena, w->t->arg[i], PRINT_ASCII)));
    }
    return give(w, type_scalar(TYPE_TRUTH));
}
