/* Terms in words, for screen readers and line mode. Brackets are spoken as "open" and
 * "close" only where a listener could not tell. */
#include <string.h>

#include "expr/write/printer.h"

static void say(struct buf *b, const struct term *t);

static const char *const function_words[FUNCTION_COUNT] = {
    [FUNCTION_ABS] = "absolute value",
    [FUNCTION_NORM] = "length",
    [FUNCTION_RE] = "real part",
    [FUNCTION_IM] = "imaginary part",
    [FUNCTION_ARG] = "argument",
    [FUNCTION_SQRT] = "square root",
    [FUNCTION_EXP] = "exponential",
    [FUNCTION_LN] = "natural logarithm",
    [FUNCTION_LOG2] = "logarithm base 2",
    [FUNCTION_LOG10] = "logarithm base 10",
    [FUNCTION_SIN] = "sine",
    [FUNCTION_COS] = "cosine",
    [FUNCTION_TAN] = "tangent",
    [FUNCTION_ASIN] = "arc sine",
    [FUNCTION_ACOS] = "arc cosine",
    [FUNCTION_ATAN] = "arc tangent",
    [FUNCTION_SINH] = "hyperbolic sine",
    [FUNCTION_COSH] = "hyperbolic cosine",
    [FUNCTION_TANH] = "hyperbolic tangent",
    [FUNCTION_ASINH] = "inverse hyperbolic sine",
    [FUNCTION_MAX] = "maximum",
    [FUNCTION_MIN] = "minimum",
    [FUNCTION_SIGN] = "sign",
    [FUNCTION_R] = "R",
    [FUNCTION_I] = "identity matrix",
    [FUNCTION_ONES] = "vector of ones",
    [FUNCTION_DIAG] = "diagonal matrix",
    [FUNCTION_DET] = "determinant",
    [FUNCTION_ONEHOT] = "one-hot vector",
    [FUNCTION_BLOCKDIAG] = "block diagonal matrix",
    [FUNCTION_SOFTMAX] = "softmax",
    [FUNCTION_RMS] = "root mean square",
    [FUNCTION_RMSNORM] = "RMS norm",
};

const char *
relation_spoken(enum relation r)
{
    static const char *const words[] = {
        [RELATION_EQUAL] = "equals",
        [RELATION_LESS] = "is less than",
        [RELATION_LESS_EQUAL] = "is at most",
        [RELATION_GREATER] = "is greater than",
        [RELATION_GREATER_EQUAL] = "is at least",
        [RELATION_NOT_EQUAL] = "is not equal to",
    };

    return words[r];
}

static void
grouped(struct buf *b, const struct term *t, bool group)
{
    if (group)
        buf_add(b, "open ");
    say(b, t);
    if (group)
        buf_add(b, " close");
}

/* ---- leaves ------------------------------------------------------------------------ */

static void
say_number(struct buf *b, const struct term *t)
{
    int power;
    const char *mantissa = number_mantissa(b->arena, t, &power);

    if (!power || strcmp(mantissa, "1") != 0)
        buf_printf(b, "%s%s", mantissa, power ? " times " : "");
    if (power)
        buf_printf(b, "10 to the %s%d", power < 0 ? "minus " : "",
                   power < 0 ? -power : power);
}

static void
say_name(struct buf *b, const char *name)
{
    struct name_parts parts = name_split(name);

    buf_add_n(b, parts.base, parts.base_len);
    for (int i = 0; i < parts.primes; i++)
        buf_add(b, " prime");
    if (*parts.sub)
        buf_printf(b, " sub %s", parts.sub);
}

static void
say_name_term(struct buf *b, const struct term *t)
{
    say_name(b, t->name);
}

static void
say_constant(struct buf *b, const struct term *t)
{
    static const char *const words[] = {
        [TERM_E] = "e", [TERM_I] = "i", [TERM_PI] = "pi", [TERM_INFINITY] = "infinity"};

    buf_add(b, words[t->op]);
}

/* ---- products ---------------------------------------------------------------------- */

/* Said in one breath: a number, a name, a short power, or a product of them. */
static bool
is_short(const struct term *t)
{
    if (t->op == TERM_MUL)
        return is_short(t->arg[0]) && is_short(t->arg[1]);
    if (t->op == TERM_POW || t->op == TERM_INDEX)
        return is_short(t->arg[0]) && t->arg[1]->n == 0 && t->arg[t->n - 1]->n == 0;
    return t->n == 0;
}

/* "2 x", "m theta", but "2 times 3" and "R of a, times q". */
static void
say_product(struct buf *b, const struct term *t)
{
    const struct term *x = t->arg[0], *y = t->arg[1];

    grouped(b, x, term_tightness(x) < TIGHT_PRODUCT);
    if (!is_short(x) || !is_short(y))
        buf_add(b, term_tightness(x) < TIGHT_PRODUCT ? " times " : ", times ");
    else
        buf_add(b, y->op == TERM_NUMBER ? " times " : " ");
    grouped(b, y, term_tightness(y) < TIGHT_POWER);
}

static void
say_quotient(struct buf *b, const struct term *t)
{
    grouped(b, t->arg[0], !is_short(t->arg[0]));
    buf_add(b, " over ");
    grouped(b, t->arg[1], !is_short(t->arg[1]) || t->arg[1]->op == TERM_MUL);
}

/* ---- sums and powers --------------------------------------------------------------- */

static void
say_sum(struct buf *b, const struct term *t)
{
    say(b, t->arg[0]);
    buf_add(b, t->op == TERM_ADD ? " plus " : " minus ");
    grouped(b, t->arg[1], term_tightness(t->arg[1]) <= TIGHT_SUM);
}

static void
say_negative(struct buf *b, const struct term *t)
{
    buf_add(b, "minus ");
    grouped(b, t->arg[0], term_tightness(t->arg[0]) <= TIGHT_SUM);
}

static bool
is_digit(const struct term *t, const char *digit)
{
    return t->op == TERM_NUMBER && t->exponent == 0 && strcmp(t->digits, digit) == 0;
}

static void
say_power(struct buf *b, const struct term *t)
{
    const struct term *x = t->arg[0], *n = t->arg[1];
    bool bare = n->n == 0 || (n->op == TERM_NEG && n->arg[0]->n == 0);

    grouped(b, x, x->n > 0 && x->op != TERM_MATRIX);
    if (is_digit(n, "2")) {
        buf_add(b, " squared");
    } else if (is_digit(n, "3")) {
        buf_add(b, " cubed");
    } else {
        buf_add(b, " to the ");
        say(b, n);
        buf_add(b, bare ? "" : ", end of power");
    }
}

/* "q transposed", "R of a, transposed". */
static void
say_after(struct buf *b, const struct term *t, const char *word)
{
    const struct term *x = t->arg[0];

    grouped(b, x, term_tightness(x) < TIGHT_ATOM);
    buf_add(b, x->op == TERM_NAME || x->op == TERM_INDEX ? " " : ", ");
    buf_add(b, word);
}

static void
say_transpose(struct buf *b, const struct term *t)
{
    say_after(b, t, "transposed");
}

static void
say_conjugate(struct buf *b, const struct term *t)
{
    say_after(b, t, "conjugated");
}

/* ---- arrays and functions ---------------------------------------------------------- */

static void
say_list(struct buf *b, const struct term *const *arg, int n, const char *between)
{
    for (int i = 0; i < n; i++) {
        if (i > 0)
            buf_add(b, between);
        say(b, arg[i]);
    }
}

static void
say_matrix(struct buf *b, const struct term *t)
{
    buf_add(b, t->cols == 1 ? "the vector " : "the matrix with rows ");
    for (int row = 0; row < t->rows; row++) {
        if (row > 0)
            buf_add(b, t->cols == 1 ? ", " : "; ");
        say_list(b, t->arg + row * t->cols, t->cols, ", ");
    }
    buf_add(b, ", end");
}

/* "q sub 1", "q sub j plus 1, end of index". */
static void
say_index(struct buf *b, const struct term *t)
{
    const struct term *x = t->arg[0];
    bool bare = true;

    for (int i = 1; i < t->n; i++)
        bare &= t->arg[i]->n == 0;
    grouped(b, x, x->n > 0 && x->op != TERM_MATRIX);
    buf_add(b, " sub ");
    say_list(b, t->arg + 1, t->n - 1, ", ");
    buf_add(b, bare ? "" : ", end of index");
}

/* "cosine of m theta", "cosine of a plus b, end". */
static void
say_call(struct buf *b, const struct term *t)
{
    const struct term *x = t->arg[0];
    bool sized = t->function == FUNCTION_I || t->function == FUNCTION_ONES;

    buf_add(b, function_words[t->function]);
    buf_add(b, sized ? " of size " : " of ");
    say_list(b, t->arg, t->n, t->function == FUNCTION_ONEHOT ? " in " : " and ");
    if (t->n > 1 || !(is_short(x) || (x->op == TERM_NEG && is_short(x->arg[0]))))
        buf_add(b, ", end");
}

/* ---- binders and chance -------------------------------------------------------------
 */

/* "sum over j from 1 to d of x sub j, end of sum" */
static void
say_indexed(struct buf *b, const struct term *t)
{
    const char *word = t->op == TERM_SUM ? "sum" : "product";

    buf_printf(b, "%s over ", word);
    say_name(b, t->name);
    buf_add(b, " from ");
    say(b, t->arg[0]);
    buf_add(b, " to ");
    say(b, t->arg[1]);
    buf_add(b, " of ");
    say(b, t->arg[2]);
    buf_printf(b, ", end of %s", word);
}

static void
say_limit(struct buf *b, const struct term *t)
{
    buf_add(b, "limit as ");
    say_name(b, t->name);
    buf_add(b, " tends to ");
    say(b, t->arg[0]);
    buf_add(b, " of ");
    say(b, t->arg[1]);
    buf_add(b, ", end of limit");
}

static void
say_derivative(struct buf *b, const struct term *t)
{
    buf_add(b, "derivative by ");
    say(b, t->arg[1]);
    buf_add(b, " of ");
    grouped(b, t->arg[0], !is_short(t->arg[0]));
}

/* "expected value of X, given Y, end" */
static void
say_average(struct buf *b, const struct term *t)
{
    static const char *const words[TERM_OP_COUNT] = {
        [TERM_EXPECTATION] = "expected value",
        [TERM_VARIANCE] = "variance",
        [TERM_COVARIANCE] = "covariance",
        [TERM_PROBABILITY] = "probability",
    };

    buf_printf(b, "%s of ", words[t->op]);
    say_list(b, t->arg, t->given, " and ");
    if (t->given < t->n) {
        buf_add(b, ", given ");
        say_list(b, t->arg + t->given, t->n - t->given, " and ");
    }
    if (t->n > 1 || !is_short(t->arg[0]))
        buf_add(b, ", end");
}

static void
say_range(struct buf *b, const struct term *t)
{
    const struct term *end = range_end(t);

    say(b, t->arg[0]);
    buf_add(b, end ? " before " : " from ");
    say(b, end ? end : t->arg[1]);
    if (end)
        return;
    buf_add(b, " to ");
    say(b, t->arg[2]);
}

static void
say_independent(struct buf *b, const struct term *t)
{
    say_list(b, t->arg, t->n, " and ");
    buf_add(b, " are independent");
}

static void
say_relation(struct buf *b, const struct term *t)
{
    say(b, t->arg[0]);
    buf_printf(b, " %s ", relation_spoken(t->relation));
    say(b, t->arg[1]);
}

static void (*const speakers[TERM_OP_COUNT])(struct buf *b, const struct term *t) = {
    [TERM_NUMBER] = say_number,
    [TERM_E] = say_constant,
    [TERM_I] = say_constant,
    [TERM_PI] = say_constant,
    [TERM_INFINITY] = say_constant,
    [TERM_NAME] = say_name_term,
    [TERM_ADD] = say_sum,
    [TERM_SUB] = say_sum,
    [TERM_NEG] = say_negative,
    [TERM_MUL] = say_product,
    [TERM_DIV] = say_quotient,
    [TERM_POW] = say_power,
    [TERM_TRANSPOSE] = say_transpose,
    [TERM_CONJ] = say_conjugate,
    [TERM_INDEX] = say_index,
    [TERM_MATRIX] = say_matrix,
    [TERM_CALL] = say_call,
    [TERM_RELATION] = say_relation,
    [TERM_SUM] = say_indexed,
    [TERM_PRODUCT] = say_indexed,
    [TERM_LIMIT] = say_limit,
    [TERM_DERIVATIVE] = say_derivative,
    [TERM_EXPECTATION] = say_average,
    [TERM_VARIANCE] = say_average,
    [TERM_COVARIANCE] = say_average,
    [TERM_PROBABILITY] = say_average,
    [TERM_RANGE] = say_range,
    [TERM_INDEPENDENT] = say_independent,
};

static void
say(struct buf *b, const struct term *t)
{
    speakers[t->op](b, t);
}

char *
expr_spoken(struct arena *a, const struct term *t)
{
    struct buf b;

    buf_init(&b, a);
    say(&b, t);
    return b.s;
}
