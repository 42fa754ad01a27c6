/* The types of what operators make. */
#include <limits.h>

#include "expr/rule/rule.h"

/* ---- sums -------------------------------------------------------------------------- */

static const char *
sum_advice(struct typing *w)
{
    struct type x = arg_type(w, 0), y = arg_type(w, 1);

    if (type_is_array(x) && type_is_array(y))
        return "the shapes must be the same";
    if (x.kind == TYPE_MATRIX || y.kind == TYPE_MATRIX)
        return "write I(n) or a matrix for the number";
    return "write c ones(n) to add the number c to every component";
}

bool
rule_sum(struct typing *w)
{
    const char *verb = w->t->op == TERM_ADD ? "added to" : "subtracted from";
    int first = w->t->op == TERM_ADD ? 0 : 1;

    if (type_same_shape(arg_type(w, 0), arg_type(w, 1)))
        return give(w, wider(arg_type(w, 0), arg_type(w, 1)));
    return misfit(w, arena_printf(w->arena, "%s cannot be %s %s; %s", arg_text(w, first),
                                  verb, arg_text(w, 1 - first), sum_advice(w)));
}

bool
rule_same(struct typing *w)
{
    return give(w, arg_type(w, 0));
}

/* ---- products ---------------------------------------------------------------------- */

static bool
times_number(struct typing *w, struct type array, struct type number)
{
    array.complex_entries |= number.kind == TYPE_COMPLEX;
    return give(w, array);
}

static bool
refuse_product(struct typing *w)
{
    if (arg_type(w, 0).kind == TYPE_VECTOR && arg_type(w, 1).kind == TYPE_VECTOR)
        return misfit(w, arena_printf(w->arena,
                                      "%s and %s have no product of their own; "
                                      "write x^T y, or x · y, for the dot product",
                                      arg_text(w, 0), arg_text(w, 1)));
    return misfit(w,
                  arena_printf(w->arena,
                               "%s cannot multiply %s: the columns of the left must be "
                               "as many as the rows of the right; check the order or "
                               "transpose one",
                               arg_text(w, 0), arg_text(w, 1)));
}

bool
rule_product(struct typing *w)
{
    struct type x = arg_type(w, 0), y = arg_type(w, 1);
    bool complex_entries = type_is_complex(x) || type_is_complex(y);

    if (!type_is_array(x) && !type_is_array(y))
        return give(w, wider(x, y));
    if (!type_is_array(y))
        return times_number(w, x, y);
    if (!type_is_array(x))
        return times_number(w, y, x);
    if (!dim_same(x.cols, y.rows))
        return refuse_product(w);
    if (x.rows.n == 1 && y.cols.n == 1)
        return give(w, type_scalar(complex_entries ? TYPE_COMPLEX : TYPE_REAL));
    return give(w, type_array(x.rows, y.cols, complex_entries));
}

bool
rule_quotient(struct typing *w)
{
    struct type x = arg_type(w, 0), y = arg_type(w, 1);

    if (type_is_array(y))
        return misfit(w, arena_printf(w->arena,
                                      "%s cannot be a divisor; multiply by its inverse, "
                                      "A^-1, or divide by norm(x)",
                                      arg_text(w, 1)));
    if (type_is_array(x))
        return times_number(w, x, y);
    return give(w, wider(wider(x, y), type_scalar(TYPE_REAL)));
}

static bool
rule_matrix_power(struct typing *w, struct type x, struct type y)
{
    if (x.kind == TYPE_VECTOR)
        return misfit(w, arena_printf(w->arena,
                                      "%s has no powers; write x^T x for the square of "
                                      "its length",
                                      arg_text(w, 0)));
    if (!dim_same(x.rows, x.cols))
        return misfit(w, arena_printf(w->arena, "%s has no powers; only square ones have",
                                      arg_text(w, 0)));
    if (y.kind != TYPE_INTEGER)
        return misfit(w,
                      arena_printf(w->arena,
                                   "the power of a matrix must be an integer, and this "
                                   "is %s",
                                   arg_text(w, 1)));
    return give(w, x);
}

bool
rule_power(struct typing *w)
{
    struct type x = arg_type(w, 0), y = arg_type(w, 1);
    int n;

    if (!type_is_number(y))
        return misfit(w,
                      arena_printf(w->arena, "a power must be a number, and this is %s",
                                   arg_text(w, 1)));
    if (type_is_array(x))
        return rule_matrix_power(w, x, y);
    if (x.kind == TYPE_INTEGER && tree_integer(w->t->arg[1], &n) && n >= 0)
        return give(w, x);
    return give(w, wider(wider(x, y), type_scalar(TYPE_REAL)));
}

/* ---- parts and shapes -------------------------------------------------------------- */

bool
rule_transpose(struct typing *w)
{
    struct type x = arg_type(w, 0);

    if (type_is_array(x))
        return give(w, type_array(x.cols, x.rows, x.complex_entries));
    if (tree_has_shape(w->t->arg[0]))
        return give(w, x);
    return misfit(w, arena_printf(w->arena,
                                  "%s has no transpose; write (A^-1)^T with brackets, or "
                                  "x^(T) for a power",
                                  arg_text(w, 0)));
}

/* Whether argument i may be a component's number of a side that is d long. */
static bool
index_fits(struct typing *w, int i, struct dim d)
{
    int n;

    if (arg_type(w, i).kind != TYPE_INTEGER || arg_type(w, i).random)
        return misfit(w, arena_printf(w->arena,
                                      "a component is counted by an integer, and this is "
                                      "%s",
                                      arg_text(w, i)));
    if (!tree_integer(w->t->arg[i], &n)) {
        if (w->t->arg[i]->op != TERM_NUMBER)
            return true;
        n = INT_MAX;
    }
    if (n >= 1 && n <= (d.n ? d.n : ARRAY_SIDE_MAX))
        return true;
    return misfit(
        w, arena_printf(
               w->arena, "there is no component %s; they are counted from 1 to %s",
               expr_plain(w->arena, w->t->arg[i], PRINT_ASCII), dim_text(w->arena, d)));
}

/* An item of a sequence is an event: that it is what it is. */
static bool
item(struct typing *w)
{
    if (w->t->n != 2)
        return misfit(w, "an item of a sequence has one number, w_t");
    return index_fits(w, 1, arg_type(w, 0).rows) && give(w, type_scalar(TYPE_EVENT));
}

bool
rule_index(struct typing *w)
{
    struct type x = arg_type(w, 0);
    int want = x.kind == TYPE_VECTOR ? 1 : 2;

    if (x.kind == TYPE_SEQUENCE)
        return item(w);
    if (!type_is_array(x))
        return misfit(w, arena_printf(w->arena,
                                      "%s has no components; write a blank before the "
                                      "bracket for a product",
                                      arg_text(w, 0)));
    if (w->t->n - 1 != want)
        return misfit(w, arena_printf(w->arena,
                                      want == 1 ? "a component of %s has one number, x[j]"
                                                : "an entry of a %s has two numbers, "
                                                  "A[row, column]",
                                      arg_text(w, 0)));
    if (!index_fits(w, 1, x.rows) || (want == 2 && !index_fits(w, 2, x.cols)))
        return false;
    return give(w, type_scalar(x.complex_entries ? TYPE_COMPLEX : TYPE_REAL));
}

bool
rule_matrix(struct typing *w)
{
    bool complex_entries = false;

    for (int i = 0; i < w->t->n; i++) {
        if (!type_is_number(arg_type(w, i)))
            return misfit(w, arena_printf(w->arena,
                                          "an entry must be a number, and this is %s",
                                          arg_text(w, i)));
        complex_entries |= arg_type(w, i).kind == TYPE_COMPLEX;
    }
    return give(w, type_array((struct dim){.n = w->t->rows},
                              (struct dim){.n = w->t->cols}, complex_entries));
}

/* In an assumption a number on the right is meant for every entry on the left. */
static bool
every_entry(const struct typing *w)
{
    struct type x = arg_type(w, 0), y = arg_type(w, 1);

    return w->t->every && type_is_array(x) && type_is_number(y) && !type_is_complex(x) &&
           !type_is_complex(y);
}

bool
rule_relation(struct typing *w)
{
    bool order = w->t->relation != RELATION_EQUAL && w->t->relation != RELATION_NOT_EQUAL;

    if (!type_same_shape(arg_type(w, 0), arg_type(w, 1)) && !every_entry(w))
        return misfit(w,
                      arena_printf(w->arena,
                                   "%s and %s cannot be compared; both sides must have "
                                   "one shape",
                                   arg_text(w, 0), arg_text(w, 1)));
    for (int i = 0; order && i < 2; i++)
        if (arg_type(w, i).kind > TYPE_REAL && !every_entry(w))
            return misfit(w,
                          arena_printf(w->arena,
                                       "%s has no order; compare real numbers, such as "
                                       "|z| or norm(x)",
                                       arg_text(w, i)));
    return give(w, type_scalar(TYPE_TRUTH));
}
