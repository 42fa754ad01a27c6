/* Which types fit together, and what comes out. One rule per operation, one per
 * function. */
#include "expr/tree.h"
#include "expr/write/printer.h"

#include <limits.h>
#include <string.h>

struct typing {
    struct arena *arena;
    const struct term *t;
    struct type *out;
    const char **why;
};

/* ---- small questions --------------------------------------------------------------- */

bool
type_is_number(struct type t)
{
    return t.kind <= TYPE_COMPLEX;
}

bool
type_is_array(struct type t)
{
    return t.kind == TYPE_VECTOR || t.kind == TYPE_MATRIX;
}

bool
dim_same(struct dim x, struct dim y)
{
    if (x.n || y.n)
        return x.n == y.n;
    return expr_same(x.size, y.size);
}

bool
type_same_shape(struct type x, struct type y)
{
    if (!type_is_array(x) || !type_is_array(y))
        return type_is_number(x) && type_is_number(y);
    return dim_same(x.rows, y.rows) && dim_same(x.cols, y.cols);
}

static bool
is_complex(struct type t)
{
    return t.kind == TYPE_COMPLEX || t.complex_entries;
}

struct type
type_scalar(enum type_kind kind)
{
    return (struct type){.kind = kind, .rows = {.n = 1}, .cols = {.n = 1}};
}

static struct type
array_type(struct dim rows, struct dim cols, bool complex_entries)
{
    struct type t = {TYPE_MATRIX, complex_entries, rows, cols};

    if (cols.n == 1)
        t.kind = TYPE_VECTOR;
    return t;
}

static struct type
arg_type(const struct typing *w, int i)
{
    return w->t->arg[i]->type;
}

static const char *
arg_text(const struct typing *w, int i)
{
    return type_text(w->arena, arg_type(w, i));
}

static bool
refuse(struct typing *w, const char *why)
{
    *w->why = why;
    return false;
}

static bool
give(struct typing *w, struct type t)
{
    *w->out = t;
    return true;
}

static const char *
dim_text(struct arena *a, struct dim d)
{
    if (d.n)
        return arena_printf(a, "%d", d.n);
    if (d.size->n == 0)
        return expr_plain(a, d.size, PRINT_ASCII);
    return arena_printf(a, "(%s)", expr_plain(a, d.size, PRINT_ASCII));
}

char *
type_text(struct arena *a, struct type t)
{
    static const char *const names[] = {[TYPE_INTEGER] = "integer",
                                        [TYPE_REAL] = "real number",
                                        [TYPE_COMPLEX] = "complex number",
                                        [TYPE_TRUTH] = "relation"};
    const char *prefix = t.complex_entries ? "complex " : "";

    if (t.kind == TYPE_VECTOR)
        return arena_printf(a, "%svector(%s)", prefix, dim_text(a, t.rows));
    if (t.kind == TYPE_MATRIX)
        return arena_printf(a, "%s%sx%s matrix", prefix, dim_text(a, t.rows),
                            dim_text(a, t.cols));
    return arena_strdup(a, names[t.kind]);
}

/* ---- sums -------------------------------------------------------------------------- */

static struct type
wider(struct type x, struct type y)
{
    if (type_is_array(x)) {
        x.complex_entries |= y.complex_entries;
        return x;
    }
    return x.kind >= y.kind ? x : y;
}

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

static bool
rule_sum(struct typing *w)
{
    const char *verb = w->t->op == TERM_ADD ? "added to" : "subtracted from";
    int first = w->t->op == TERM_ADD ? 0 : 1;

    if (type_same_shape(arg_type(w, 0), arg_type(w, 1)))
        return give(w, wider(arg_type(w, 0), arg_type(w, 1)));
    return refuse(w, arena_printf(w->arena, "%s cannot be %s %s; %s", arg_text(w, first),
                                  verb, arg_text(w, 1 - first), sum_advice(w)));
}

static bool
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
        return refuse(w, arena_printf(w->arena,
                                      "%s and %s have no product of their own; "
                                      "write x^T y for the dot product",
                                      arg_text(w, 0), arg_text(w, 1)));
    return refuse(w,
                  arena_printf(w->arena,
                               "%s cannot multiply %s: the columns of the left must be "
                               "as many as the rows of the right; check the order or "
                               "transpose one",
                               arg_text(w, 0), arg_text(w, 1)));
}

static bool
rule_product(struct typing *w)
{
    struct type x = arg_type(w, 0), y = arg_type(w, 1);
    bool complex_entries = is_complex(x) || is_complex(y);

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
    return give(w, array_type(x.rows, y.cols, complex_entries));
}

static bool
rule_quotient(struct typing *w)
{
    struct type x = arg_type(w, 0), y = arg_type(w, 1);

    if (type_is_array(y))
        return refuse(w, arena_printf(w->arena,
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
        return refuse(w, arena_printf(w->arena,
                                      "%s has no powers; write x^T x for the square of "
                                      "its length",
                                      arg_text(w, 0)));
    if (!dim_same(x.rows, x.cols))
        return refuse(w, arena_printf(w->arena, "%s has no powers; only square ones have",
                                      arg_text(w, 0)));
    if (y.kind != TYPE_INTEGER)
        return refuse(w,
                      arena_printf(w->arena,
                                   "the power of a matrix must be an integer, and this "
                                   "is %s",
                                   arg_text(w, 1)));
    return give(w, x);
}

static bool
rule_power(struct typing *w)
{
    struct type x = arg_type(w, 0), y = arg_type(w, 1);
    int n;

    if (!type_is_number(y))
        return refuse(w,
                      arena_printf(w->arena, "a power must be a number, and this is %s",
                                   arg_text(w, 1)));
    if (type_is_array(x))
        return rule_matrix_power(w, x, y);
    if (x.kind == TYPE_INTEGER && tree_integer(w->t->arg[1], &n) && n >= 0)
        return give(w, x);
    return give(w, wider(wider(x, y), type_scalar(TYPE_REAL)));
}

/* ---- parts and shapes -------------------------------------------------------------- */

static bool
rule_transpose(struct typing *w)
{
    struct type x = arg_type(w, 0);

    if (type_is_array(x))
        return give(w, array_type(x.cols, x.rows, x.complex_entries));
    if (tree_has_shape(w->t->arg[0]))
        return give(w, x);
    return refuse(w, arena_printf(w->arena,
                                  "%s has no transpose; write (A^-1)^T with brackets, or "
                                  "x^(T) for a power",
                                  arg_text(w, 0)));
}

/* Whether argument i may be a component's number of a side that is d long. */
static bool
index_fits(struct typing *w, int i, struct dim d)
{
    int n;

    if (arg_type(w, i).kind != TYPE_INTEGER)
        return refuse(w, arena_printf(w->arena,
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
    return refuse(
        w, arena_printf(
               w->arena, "there is no component %s; they are counted from 1 to %s",
               expr_plain(w->arena, w->t->arg[i], PRINT_ASCII), dim_text(w->arena, d)));
}

static bool
rule_index(struct typing *w)
{
    struct type x = arg_type(w, 0);
    int want = x.kind == TYPE_VECTOR ? 1 : 2;

    if (!type_is_array(x))
        return refuse(w, arena_printf(w->arena,
                                      "%s has no components; write a blank before the "
                                      "bracket for a product",
                                      arg_text(w, 0)));
    if (w->t->n - 1 != want)
        return refuse(w, arena_printf(w->arena,
                                      want == 1 ? "a component of %s has one number, x[j]"
                                                : "an entry of a %s has two numbers, "
                                                  "A[row, column]",
                                      arg_text(w, 0)));
    if (!index_fits(w, 1, x.rows) || (want == 2 && !index_fits(w, 2, x.cols)))
        return false;
    return give(w, type_scalar(x.complex_entries ? TYPE_COMPLEX : TYPE_REAL));
}

static bool
rule_matrix(struct typing *w)
{
    bool complex_entries = false;

    for (int i = 0; i < w->t->n; i++) {
        if (!type_is_number(arg_type(w, i)))
            return refuse(w, arena_printf(w->arena,
                                          "an entry must be a number, and this is %s",
                                          arg_text(w, i)));
        complex_entries |= arg_type(w, i).kind == TYPE_COMPLEX;
    }
    return give(w, array_type((struct dim){.n = w->t->rows},
                              (struct dim){.n = w->t->cols}, complex_entries));
}

static bool
rule_relation(struct typing *w)
{
    bool order = w->t->relation != RELATION_EQUAL && w->t->relation != RELATION_NOT_EQUAL;

    if (!type_same_shape(arg_type(w, 0), arg_type(w, 1)))
        return refuse(w,
                      arena_printf(w->arena,
                                   "%s and %s cannot be compared; both sides must have "
                                   "one shape",
                                   arg_text(w, 0), arg_text(w, 1)));
    for (int i = 0; order && i < 2; i++)
        if (arg_type(w, i).kind > TYPE_REAL)
            return refuse(w,
                          arena_printf(w->arena,
                                       "%s has no order; compare real numbers, such as "
                                       "|z| or norm(x)",
                                       arg_text(w, i)));
    return give(w, type_scalar(TYPE_TRUTH));
}

/* ---- functions --------------------------------------------------------------------- */

static bool
refuse_argument(struct typing *w, int i, const char *takes)
{
    return refuse(w, arena_printf(w->arena, "%s takes %s, and this is %s",
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
    return give(w, array_type(two, two, false));
}

bool
dim_of(const struct term *t, struct dim *d)
{
    int n;

    *d = (struct dim){.size = t};
    if (!tree_integer(t, &n))
        return tree_has_names(t);
    *d = (struct dim){.n = n};
    return n >= 1 && n <= ARRAY_SIDE_MAX;
}

/* The size that argument 0 stands for. */
static bool
size_argument(struct typing *w, struct dim *d)
{
    if (arg_type(w, 0).kind != TYPE_INTEGER)
        return refuse_argument(w, 0, "a size, which is an integer");
    if (!dim_of(w->t->arg[0], d))
        return refuse(w,
                      arena_printf(w->arena, "a size goes from 1 to %d", ARRAY_SIDE_MAX));
    return true;
}

static bool
rule_identity(struct typing *w)
{
    struct dim d = {0};

    if (!size_argument(w, &d))
        return false;
    return give(w, (struct type){TYPE_MATRIX, false, d, d});
}

static bool
rule_ones(struct typing *w)
{
    struct dim d = {0};

    if (!size_argument(w, &d))
        return false;
    return give(w, (struct type){TYPE_VECTOR, false, d, {.n = 1}});
}

static bool
rule_diagonal(struct typing *w)
{
    struct type x = arg_type(w, 0);

    if (x.kind != TYPE_VECTOR)
        return refuse_argument(w, 0, "a vector");
    return give(w, (struct type){TYPE_MATRIX, x.complex_entries, x.rows, x.rows});
}

static bool
rule_determinant(struct typing *w)
{
    struct type x = arg_type(w, 0);

    if (!type_is_array(x) || !dim_same(x.rows, x.cols))
        return refuse_argument(w, 0, "a square matrix");
    return give(w, type_scalar(x.complex_entries ? TYPE_COMPLEX : TYPE_REAL));
}

typedef bool type_rule(struct typing *w);

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
};

static bool
rule_call(struct typing *w)
{
    return function_rules[w->t->function](w);
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
