/* The types of what functions make. */
#include "expr/rule/rule.h"
#include "expr/write/printer.h"

static bool
refuse_argument(struct typing *w, int i, const char *takes)
{
    return misfit(w, arena_printf(w->arena, "%s takes %s, and this is %s",
                                  function_text(w->t->function), takes, arg_text(w, i)));
}

/* A number to a real number: Re, arg. */
static bool
rule_real_part(struct typing *w)
{
    if (!type_is_number(arg_type(w, 0)))
        return refuse_argument(w, 0, "a number");
    return give(w, type_scalar(TYPE_REAL));
}

static bool
rule_abs(struct typing *w)
{
    if (!type_is_number(arg_type(w, 0)))
        return refuse_argument(w, 0,
                               "a number (norm(x) is the length of a vector, "
                               "det(A) the determinant)");
    return give(
        w, type_scalar(arg_type(w, 0).kind == TYPE_INTEGER ? TYPE_INTEGER : TYPE_REAL));
}

static bool
rule_norm(struct typing *w)
{
    if (arg_type(w, 0).kind == TYPE_MATRIX)
        return refuse_argument(w, 0, "a vector");
    return give(w, type_scalar(TYPE_REAL));
}

/* sin and its like. */
static bool
rule_number(struct typing *w)
{
    if (!type_is_number(arg_type(w, 0)))
        return refuse_argument(w, 0, "a number");
    return give(w, wider(arg_type(w, 0), type_scalar(TYPE_REAL)));
}

/* exp, ln and sqrt: of a vector component by component. */
static bool
rule_elementwise(struct typing *w)
{
    if (arg_type(w, 0).kind == TYPE_VECTOR)
        return give(w, arg_type(w, 0));
    if (!type_is_number(arg_type(w, 0)))
        return refuse_argument(w, 0, "a number or a vector");
    return rule_number(w);
}

static bool
rule_extreme(struct typing *w)
{
    struct type out = type_scalar(TYPE_INTEGER);

    if (w->t->n == 1 && arg_type(w, 0).kind == TYPE_VECTOR &&
        !arg_type(w, 0).complex_entries)
        return give(w, type_scalar(TYPE_REAL));
    for (int i = 0; i < w->t->n; i++) {
        if (arg_type(w, i).kind > TYPE_REAL)
            return refuse_argument(w, i, "real numbers or one real vector");
        out = wider(out, arg_type(w, i));
    }
    return give(w, out);
}

static bool
rule_sign(struct typing *w)
{
    if (arg_type(w, 0).kind > TYPE_REAL)
        return refuse_argument(w, 0, "a real number");
    return give(w, type_scalar(TYPE_INTEGER));
}

static bool
rule_rotation(struct typing *w)
{
    struct dim two = {.n = 2};

    if (arg_type(w, 0).kind > TYPE_REAL)
        return refuse_argument(w, 0, "a real angle");
    return give(w, type_array(two, two, false));
}

/* The size that argument i stands for. */
static bool
size_argument(struct typing *w, int i, struct dim *d)
{
    if (arg_type(w, i).kind != TYPE_INTEGER || arg_type(w, i).random)
        return refuse_argument(w, i, "a size, which is an integer");
    if (!dim_of(w->t->arg[i], d))
        return misfit(w,
                      arena_printf(w->arena, "a size goes from 1 to %d", ARRAY_SIDE_MAX));
    return true;
}

static bool
rule_identity(struct typing *w)
{
    struct dim d = {0};

    if (!size_argument(w, 0, &d))
        return false;
    return give(w, type_array(d, d, false));
}

static bool
rule_ones(struct typing *w)
{
    struct dim d = {0};

    if (!size_argument(w, 0, &d))
        return false;
    return give(w, type_array(d, (struct dim){.n = 1}, false));
}

static bool
rule_diagonal(struct typing *w)
{
    struct type x = arg_type(w, 0);

    if (x.kind != TYPE_VECTOR)
        return refuse_argument(w, 0, "a vector");
    return give(w, type_array(x.rows, x.rows, x.complex_entries));
}

static bool
rule_determinant(struct typing *w)
{
    struct type x = arg_type(w, 0);

    if (!type_is_array(x) || !dim_same(x.rows, x.cols))
        return refuse_argument(w, 0, "a square matrix");
    return give(w, type_scalar(x.complex_entries ? TYPE_COMPLEX : TYPE_REAL));
}

/* ---- functions of models ------------------------------------------------------------
 */

static bool
is_real_vector(struct type t)
{
    return t.kind == TYPE_VECTOR && !t.complex_entries;
}

/* softmax and rmsnorm: a real vector to one of the same size. */
static bool
rule_vector(struct typing *w)
{
    if (!is_real_vector(arg_type(w, 0)))
        return refuse_argument(w, 0, "a real vector");
    return give(w, arg_type(w, 0));
}

static bool
rule_mean_size(struct typing *w)
{
    if (!is_real_vector(arg_type(w, 0)))
        return refuse_argument(w, 0, "a real vector");
    return give(w, type_scalar(TYPE_REAL));
}

static bool
rule_onehot(struct typing *w)
{
    struct dim d = {0};
    int j;

    if (arg_type(w, 0).kind != TYPE_INTEGER)
        return refuse_argument(w, 0, "a place, which is an integer, and a size");
    if (!size_argument(w, 1, &d))
        return false;
    if (tree_integer(w->t->arg[0], &j) && (j < 1 || (d.n > 0 && j > d.n)))
        return misfit(w, arena_printf(w->arena,
                                      "onehot has no place %d; they are counted from 1 "
                                      "to %s",
                                      j, dim_text(w->arena, d)));
    return give(w, type_array(d, (struct dim){.n = 1}, false));
}

static bool
add_block(struct typing *w, struct dim *sum, struct dim more)
{
    *sum = sum->n || sum->size ? dim_sum(w->arena, *sum, more) : more;
    return sum->n <= ARRAY_SIDE_MAX ||
           misfit(w, arena_printf(w->arena, "a size goes from 1 to %d", ARRAY_SIDE_MAX));
}

static bool
rule_blocks(struct typing *w)
{
    struct dim rows = {0}, cols = {0};
    bool complex_entries = false;

    for (int i = 0; i < w->t->n; i++) {
        struct type x = arg_type(w, i);

        if (!type_is_array(x))
            return refuse_argument(w, i, "matrices");
        if (!add_block(w, &rows, x.rows) || !add_block(w, &cols, x.cols))
            return false;
        complex_entries |= x.complex_entries;
    }
    return give(w, type_array(rows, cols, complex_entries));
}

static type_rule *const function_rules[FUNCTION_COUNT] = {
    [FUNCTION_ABS] = rule_abs,         [FUNCTION_NORM] = rule_norm,
    [FUNCTION_RE] = rule_real_part,    [FUNCTION_IM] = rule_real_part,
    [FUNCTION_ARG] = rule_real_part,   [FUNCTION_SQRT] = rule_elementwise,
    [FUNCTION_EXP] = rule_elementwise, [FUNCTION_LN] = rule_elementwise,
    [FUNCTION_LOG2] = rule_number,     [FUNCTION_LOG10] = rule_number,
    [FUNCTION_SIN] = rule_number,      [FUNCTION_COS] = rule_number,
    [FUNCTION_TAN] = rule_number,      [FUNCTION_ASIN] = rule_number,
    [FUNCTION_ACOS] = rule_number,     [FUNCTION_ATAN] = rule_number,
    [FUNCTION_SINH] = rule_number,     [FUNCTION_COSH] = rule_number,
    [FUNCTION_TANH] = rule_number,     [FUNCTION_ASINH] = rule_number,
    [FUNCTION_MAX] = rule_extreme,     [FUNCTION_MIN] = rule_extreme,
    [FUNCTION_SIGN] = rule_sign,       [FUNCTION_R] = rule_rotation,
    [FUNCTION_I] = rule_identity,      [FUNCTION_ONES] = rule_ones,
    [FUNCTION_DIAG] = rule_diagonal,   [FUNCTION_DET] = rule_determinant,
    [FUNCTION_ONEHOT] = rule_onehot,   [FUNCTION_BLOCKDIAG] = rule_blocks,
    [FUNCTION_SOFTMAX] = rule_vector,  [FUNCTION_RMS] = rule_mean_size,
    [FUNCTION_RMSNORM] = rule_vector,
};

bool
rule_call(struct typing *w)
{
    return function_rules[w->t->function](w);
}
