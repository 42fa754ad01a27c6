/* Vectors and matrices. */
#include <math.h>
#include <string.h>

#include "calc/calc_priv.h"
#include "num/num.h"

static bool
is_array(const struct term *t)
{
    return t->type.kind == TYPE_VECTOR || t->type.kind == TYPE_MATRIX;
}

struct filling
array_new(struct calc *c, int rows, int cols)
{
    struct filling f = {rows, cols, NULL};

    if (!work(c, (long)rows * cols))
        f.rows = f.cols = 0;
    f.at = ARENA_ARRAY(c->arena, double complex, f.rows *f.cols + 1);
    return f;
}

struct value
finished(struct filling f, const struct term *t)
{
    return (struct value){f.rows, f.cols, !t->type.complex_entries, f.at};
}

struct value
shapes_differ(struct calc *c)
{
    give_up(c, ERR_VALUE_SHAPE,
            "the shapes do not fit for these sizes; check the values of the sizes");
    return (struct value){0};
}

/* ---- entry by entry ---------------------------------------------------------------- */

static struct value
sum(struct calc *c, const struct term *t)
{
    struct value x = array_of(c, t->arg[0]), y = array_of(c, t->arg[1]);
    double sign = t->op == TERM_ADD ? 1 : -1;
    struct filling f = array_new(c, x.rows, x.cols);

    if (x.rows != y.rows || x.cols != y.cols)
        return shapes_differ(c);
    for (int i = 0; i < f.rows * f.cols; i++)
        f.at[i] = rounded_parts(c, x.at[i] + sign * y.at[i]);
    return finished(f, t);
}

static struct value
scaled(struct calc *c, const struct term *t, struct value x, double complex by)
{
    struct filling f = array_new(c, x.rows, x.cols);
    bool real = x.real && cimag(by) == 0;

    for (int i = 0; i < f.rows * f.cols; i++)
        f.at[i] =
            real ? rounded(c, creal(x.at[i]) * creal(by)) : complex_times(c, x.at[i], by);
    return finished(f, t);
}

static struct value
conjugated(struct calc *c, const struct term *t)
{
    struct value x = array_of(c, t->arg[0]);
    struct filling f = array_new(c, x.rows, x.cols);

    for (int i = 0; i < f.rows * f.cols; i++)
        f.at[i] = conj(x.at[i]);
    return finished(f, t);
}

/* exp, ln, sqrt of a vector. */
static struct value
each(struct calc *c, const struct term *t)
{
    struct value x = array_of(c, t->arg[0]);
    struct filling f = array_new(c, x.rows, x.cols);

    for (int i = 0; i < f.rows * f.cols; i++)
        f.at[i] = rounded_parts(c, x.real ? real_function(t->function, creal(x.at[i]))
                                          : complex_function(t->function, x.at[i]));
    return finished(f, t);
}

/* ---- products ---------------------------------------------------------------------- */

static void
multiply(const struct calc *c, struct value x, struct value y, double complex *out)
{
    if (c->lens.format == NUM_FP64) {
        num_multiply(x.rows, x.cols, y.cols, x.at, y.at, out);
        return;
    }
    for (int at = 0; at < x.rows * y.cols; at++) {
        const double complex *row = x.at + at / y.cols * x.cols;
        const double complex *col = y.at + at % y.cols;

        out[at] = 0;
        for (int i = 0; i < x.cols; i++)
            out[at] =
                rounded_parts(c, out[at] + complex_times(c, row[i], col[i * y.cols]));
    }
}

/* Whether the lens is plain; else a failure. */
static bool
found_in_double(struct calc *c, const char *what)
{
    if (c->lens.format != NUM_FP64)
        give_up(c, ERR_VALUE_KIND, "%s is found in fp64 only, or exactly", what);
    return c->lens.format == NUM_FP64;
}

static struct value
matrix_product(struct calc *c, const struct term *t, struct value x, struct value y)
{
    struct filling f;

    if (x.cols != y.rows)
        return shapes_differ(c);
    f = array_new(c, x.rows, y.cols);
    if (work(c, (long)x.rows * x.cols * y.cols))
        multiply(c, x, y, f.at);
    return finished(f, t);
}

static struct value
product(struct calc *c, const struct term *t)
{
    const struct term *x = t->arg[0], *y = t->arg[1];

    if (!is_array(x))
        return scaled(c, t, array_of(c, y), complex_of(c, x));
    if (!is_array(y))
        return scaled(c, t, array_of(c, x), complex_of(c, y));
    return matrix_product(c, t, array_of(c, x), array_of(c, y));
}

static struct value
quotient(struct calc *c, const struct term *t)
{
    struct value x = array_of(c, t->arg[0]);
    double complex by = complex_of(c, t->arg[1]);
    struct filling f = array_new(c, x.rows, x.cols);
    bool real = x.real && cimag(by) == 0;

    for (int i = 0; i < f.rows * f.cols; i++)
        f.at[i] = by == 0 ? NAN
                  : real  ? rounded(c, creal(x.at[i]) / creal(by))
                          : complex_over(c, x.at[i], by);
    return finished(f, t);
}

static struct value
identity(struct calc *c, const struct term *t, int n)
{
    struct filling f = array_new(c, n, n);

    for (int i = 0; i < f.rows; i++)
        f.at[i * n + i] = 1;
    return finished(f, t);
}

static struct value
inverse(struct calc *c, const struct term *t, struct value x)
{
    struct filling f = array_new(c, x.rows, x.cols);
    long n = f.rows;

    if (!work(c, n * n * n) || !found_in_double(c, "an inverse") ||
        num_invert(f.rows, x.at, f.at))
        return finished(f, t);
    for (int i = 0; i < f.rows * f.cols; i++)
        f.at[i] = NAN;
    return finished(f, t);
}

static struct value
power(struct calc *c, const struct term *t)
{
    struct value x = array_of(c, t->arg[0]), out;
    double n = real_of(c, t->arg[1]), left = fabs(n);

    if (x.rows != x.cols)
        return shapes_differ(c);
    if (n < 0)
        x = inverse(c, t, x);
    out = identity(c, t, x.rows);
    if (isnan(n))
        return scaled(c, t, out, NAN);
    for (; left >= 1 && !c->failed; left = floor(left / 2)) {
        if (fmod(left, 2) == 1)
            out = matrix_product(c, t, out, x);
        if (left >= 2)
            x = matrix_product(c, t, x, x);
    }
    return out;
}

static struct value
transposed(struct calc *c, const struct term *t)
{
    struct value x = array_of(c, t->arg[0]);
    struct filling f;

    if (x.rows == 1 || x.cols == 1)
        return (struct value){x.cols, x.rows, x.real, x.at};
    f = array_new(c, x.cols, x.rows);
    for (int i = 0; i < f.rows; i++)
        for (int j = 0; j < f.cols; j++)
            f.at[i * f.cols + j] = x.at[j * x.cols + i];
    return finished(f, t);
}

/* ---- made from numbers ------------------------------------------------------------- */

static struct value
literal(struct calc *c, const struct term *t)
{
    struct filling f = array_new(c, t->rows, t->cols);

    for (int i = 0; i < f.rows * f.cols; i++)
        f.at[i] = complex_of(c, t->arg[i]);
    return finished(f, t);
}

static struct value
rotation(struct calc *c, const struct term *t)
{
    double angle = real_of(c, t->arg[0]);
    double cosine = rounded(c, cos(angle)), sine = rounded(c, sin(angle));
    struct filling f = array_new(c, 2, 2);

    if (f.rows) {
        f.at[0] = f.at[3] = cosine;
        f.at[1] = -sine;
        f.at[2] = sine;
    }
    return finished(f, t);
}

int
size_argument(struct calc *c, const struct term *t, int i)
{
    double n = real_of(c, t->arg[i]);

    if (n >= 1 && n <= SIDE_MAX && n == floor(n))
        return (int)n;
    give_up(c, ERR_VALUE_SHAPE, "a size is a whole number from 1 to %d", SIDE_MAX);
    return 0;
}

static struct value
ones(struct calc *c, const struct term *t)
{
    struct filling f = array_new(c, size_argument(c, t, 0), 1);

    for (int i = 0; i < f.rows; i++)
        f.at[i] = 1;
    return finished(f, t);
}

static struct value
diagonal(struct calc *c, const struct term *t)
{
    struct value x = array_of(c, t->arg[0]);
    struct filling f = array_new(c, x.rows, x.rows);

    for (int i = 0; i < f.rows; i++)
        f.at[i * f.cols + i] = x.at[i];
    return finished(f, t);
}

static struct value
identity_call(struct calc *c, const struct term *t)
{
    return identity(c, t, size_argument(c, t, 0));
}

typedef struct value evaluator(struct calc *c, const struct term *t);

/* The functions that give an array. */
static evaluator *const functions[FUNCTION_COUNT] = {
    [FUNCTION_R] = rotation,
    [FUNCTION_I] = identity_call,
    [FUNCTION_ONES] = ones,
    [FUNCTION_DIAG] = diagonal,
    [FUNCTION_EXP] = each,
    [FUNCTION_LN] = each,
    [FUNCTION_SQRT] = each,
    [FUNCTION_ONEHOT] = onehot,
    [FUNCTION_SOFTMAX] = softmax,
    [FUNCTION_RMSNORM] = rmsnorm,
    [FUNCTION_BLOCKDIAG] = blockdiag,
};

static struct value
call(struct calc *c, const struct term *t)
{
    return functions[t->function](c, t);
}

static struct value
negative(struct calc *c, const struct term *t)
{
    return scaled(c, t, array_of(c, t->arg[0]), -1);
}

static evaluator *const evaluators[TERM_OP_COUNT] = {
    [TERM_NAME] = name_value,
    [TERM_ADD] = sum,
    [TERM_SUB] = sum,
    [TERM_NEG] = negative,
    [TERM_MUL] = product,
    [TERM_DIV] = quotient,
    [TERM_POW] = power,
    [TERM_TRANSPOSE] = transposed,
    [TERM_CONJ] = conjugated,
    [TERM_MATRIX] = literal,
    [TERM_CALL] = call,
    [TERM_SUM] = indexed_array,
    [TERM_DERIVATIVE] = derivative_of,
};

struct value
array_of(struct calc *c, const struct term *t)
{
    if (!evaluators[t->op])
        no_value(c, t);
    return work(c, 1) ? evaluators[t->op](c, t) : (struct value){0};
}

/* ---- numbers from arrays ----------------------------------------------------------- */

static int
index_of(struct calc *c, const struct term *t, int i, int n)
{
    double k = t->n > i ? real_of(c, t->arg[i]) : 1;

    return k >= 1 && k <= n && k == floor(k) ? (int)k - 1 : -1;
}

static double complex
component(struct calc *c, const struct term *t)
{
    struct value x = array_of(c, t->arg[0]);
    int row = index_of(c, t, 1, x.rows), col = index_of(c, t, 2, x.cols);

    return row < 0 || col < 0 ? NAN : x.at[row * x.cols + col];
}

static double complex
inner_product(struct calc *c, const struct term *t)
{
    struct value x = array_of(c, t->arg[0]), y = array_of(c, t->arg[1]), out;

    out = matrix_product(c, t, x, y);
    return out.rows == 1 && out.cols == 1 ? out.at[0] : NAN;
}

static double complex
determinant(struct calc *c, const struct term *t)
{
    struct value x = array_of(c, t->arg[0]);
    long n = x.rows;

    if (x.rows != x.cols)
        shapes_differ(c);
    if (!work(c, n * n * n) || n == 0 || !found_in_double(c, "a determinant"))
        return NAN;
    return num_determinant(x.rows, x.at);
}

double complex
number_from_arrays(struct calc *c, const struct term *t)
{
    switch (t->op) {
    case TERM_INDEX:
        return component(c, t);
    case TERM_MUL:
        return inner_product(c, t);
    default:
        return determinant(c, t);
    }
}

double
length_of(struct calc *c, const struct term *t)
{
    if (!is_array(t->arg[0]))
        return rounded(c, cabs(complex_of(c, t->arg[0])));
    return length(c, array_of(c, t->arg[0]));
}

/* As hardware would: squares, their sum, its root. */
static double
rounded_length(const struct calc *c, struct value x)
{
    double sum = 0;

    for (int i = 0; i < x.rows; i++) {
        double complex square = complex_times(c, x.at[i], conj(x.at[i]));

        sum = rounded(c, sum + creal(square));
    }
    return rounded(c, sqrt(sum));
}

double
length(const struct calc *c, struct value x)
{
    double scale = 0, sum = 0;

    if (c->lens.format != NUM_FP64)
        return rounded_length(c, x);
    for (int i = 0; i < x.rows; i++)
        scale = fmax(scale, cabs(x.at[i]));
    if (scale == 0 || isinf(scale))
        return x.rows ? scale : NAN;
    for (int i = 0; i < x.rows; i++) {
        double part = cabs(x.at[i]) / scale;

        sum += part * part;
    }
    return scale * sqrt(sum);
}

double
largest_or_least(struct calc *c, const struct term *t)
{
    struct value x = {0};
    int n = t->n;
    double sign = t->function == FUNCTION_MAX ? 1 : -1, best = -INFINITY;

    if (is_array(t->arg[0])) {
        x = array_of(c, t->arg[0]);
        n = x.rows;
    }
    for (int i = 0; i < n; i++) {
        double v = sign * (x.at ? creal(x.at[i]) : real_of(c, t->arg[i]));

        if (isnan(v))
            return NAN;
        best = fmax(best, v);
    }
    return n ? sign * best : NAN;
}
