/* TeX with standard commands only. */
#include <ctype.h>
#include <string.h>

#include "expr/write/printer.h"

static void put(struct buf *b, const struct term *t);

/* How a function is set: NULL for what has a form of its own. */
static const char *const function_tex[FUNCTION_COUNT] = {
    [FUNCTION_RE] = "\\operatorname{Re}",
    [FUNCTION_IM] = "\\operatorname{Im}",
    [FUNCTION_ARG] = "\\arg",
    [FUNCTION_EXP] = "\\exp",
    [FUNCTION_LN] = "\\ln",
    [FUNCTION_LOG2] = "\\log_{2}",
    [FUNCTION_LOG10] = "\\log_{10}",
    [FUNCTION_SIN] = "\\sin",
    [FUNCTION_COS] = "\\cos",
    [FUNCTION_TAN] = "\\tan",
    [FUNCTION_ASIN] = "\\arcsin",
    [FUNCTION_ACOS] = "\\arccos",
    [FUNCTION_ATAN] = "\\arctan",
    [FUNCTION_SINH] = "\\sinh",
    [FUNCTION_COSH] = "\\cosh",
    [FUNCTION_TANH] = "\\tanh",
    [FUNCTION_ASINH] = "\\operatorname{arsinh}",
    [FUNCTION_MAX] = "\\max",
    [FUNCTION_MIN] = "\\min",
    [FUNCTION_SIGN] = "\\operatorname{sign}",
    [FUNCTION_R] = "R",
    [FUNCTION_DIAG] = "\\operatorname{diag}",
    [FUNCTION_DET] = "\\det",
    [FUNCTION_ONEHOT] = "\\operatorname{onehot}",
    [FUNCTION_BLOCKDIAG] = "\\operatorname{blockdiag}",
    [FUNCTION_SOFTMAX] = "\\operatorname{softmax}",
    [FUNCTION_RMS] = "\\operatorname{rms}",
    [FUNCTION_RMSNORM] = "\\operatorname{rmsnorm}",
};

static void
bracketed(struct buf *b, const struct term *t, bool brackets)
{
    if (brackets)
        buf_add(b, "\\left(");
    put(b, t);
    if (brackets)
        buf_add(b, "\\right)");
}

/* ---- leaves ------------------------------------------------------------------------ */

static void
put_number(struct buf *b, const struct term *t)
{
    int power;
    const char *mantissa = number_mantissa(b->arena, t, &power);

    if (!power)
        buf_add(b, mantissa);
    else if (strcmp(mantissa, "1") == 0)
        buf_printf(b, "10^{%d}", power);
    else
        buf_printf(b, "%s\\cdot 10^{%d}", mantissa, power);
}

/* Capital letters that look like Latin ones have no command. */
static bool
has_command(const char *name, size_t len)
{
    return greek_letter(name, len) && !(len == 7 && memcmp(name, "omicron", 7) == 0);
}

static void
put_letters(struct buf *b, const char *s, size_t len)
{
    if (len > 0 && has_command(s, len))
        buf_printf(b, "\\%.*s", (int)len, s);
    else if (len == 1 || strspn(s, "0123456789") >= len)
        buf_add_n(b, s, len);
    else
        buf_printf(b, "\\mathrm{%.*s}", (int)len, s);
}

static void
put_name(struct buf *b, const char *name)
{
    struct name_parts parts = name_split(name);

    put_letters(b, parts.base, parts.base_len);
    for (int i = 0; i < parts.primes; i++)
        buf_add(b, "'");
    if (!*parts.sub)
        return;
    buf_add(b, "_{");
    put_letters(b, parts.sub, strlen(parts.sub));
    buf_add(b, "}");
}

static void
put_name_term(struct buf *b, const struct term *t)
{
    put_name(b, t->name);
}

static void
put_constant(struct buf *b, const struct term *t)
{
    static const char *const signs[] = {
        [TERM_E] = "e", [TERM_I] = "i", [TERM_PI] = "\\pi", [TERM_INFINITY] = "\\infty"};

    buf_add(b, signs[t->op]);
}

/* ---- products ---------------------------------------------------------------------- */

/* A name set in upright letters. */
static bool
is_word_name(const char *name)
{
    struct name_parts parts = name_split(name);

    return parts.base_len > 1 && !has_command(parts.base, parts.base_len);
}

/* Whether t is set with its own brackets or as more than letters, so that a small gap
 * before the next factor helps the eye. */
static bool
wants_gap(const struct term *t)
{
    switch (t->op) {
    case TERM_CALL:
    case TERM_TRANSPOSE:
    case TERM_MATRIX:
    case TERM_SUM:
    case TERM_PRODUCT:
    case TERM_LIMIT:
    case TERM_DERIVATIVE:
    case TERM_EXPECTATION:
    case TERM_VARIANCE:
    case TERM_COVARIANCE:
    case TERM_PROBABILITY:
        return true;
    case TERM_NAME:
        return type_is_array(t->type) || is_word_name(t->name);
    case TERM_MUL:
        return wants_gap(t->arg[1]);
    case TERM_POW:
        return wants_gap(t->arg[0]);
    default:
        return type_is_array(t->type);
    }
}

static bool
begins_with_digit(const struct term *t)
{
    while (t->op == TERM_POW || t->op == TERM_DIV || t->op == TERM_TRANSPOSE ||
           (t->op == TERM_CONJ && !type_is_array(t->type)))
        t = t->arg[0];
    return t->op == TERM_NUMBER;
}

static bool
ends_with_command(const struct buf *b)
{
    size_t i = b->n;

    while (i > 0 && isalpha((unsigned char)b->s[i - 1]))
        i--;
    return i > 0 && i < b->n && b->s[i - 1] == '\\';
}

/* What stands between two factors: a dot before a number, a small gap beside arrays and
 * functions, else nothing; a command word needs a blank before what could be letters. */
static void
put_between(struct buf *b, const struct term *x, const struct term *y)
{
    if (begins_with_digit(y))
        buf_add(b, "\\cdot ");
    else if (wants_gap(x) || wants_gap(y))
        buf_add(b, "\\,");
    else if (ends_with_command(b))
        buf_add(b, " ");
}

/* Sums, limits and derivatives take what follows them. */
static bool
is_open(const struct term *t)
{
    return term_binds(t) || t->op == TERM_DERIVATIVE;
}

static bool
ends_open(const struct term *t)
{
    while (t->op == TERM_MUL)
        t = t->arg[1];
    return is_open(t);
}

static void
put_product(struct buf *b, const struct term *t)
{
    const struct term *x = t->arg[0], *y = t->arg[1];

    bracketed(b, x, term_tightness(x) < TIGHT_PRODUCT || ends_open(x));
    put_between(b, x, y);
    bracketed(b, y, term_tightness(y) < TIGHT_PRODUCT || y->op == TERM_MUL);
}

static bool
is_d(const struct term *t)
{
    return t->op == TERM_NAME && strcmp(t->name, "d") == 0;
}

/* d over d k, or d^2 over d k^2, where d is a name: without brackets a derivative. */
static bool
looks_derived(const struct term *above, const struct term *below)
{
    if (above->op == TERM_POW)
        above = above->arg[0];
    while (below->op == TERM_MUL)
        below = below->arg[0];
    return is_d(above) && is_d(below);
}

static void
put_quotient(struct buf *b, const struct term *t)
{
    buf_add(b, "\\frac{");
    put(b, t->arg[0]);
    buf_add(b, "}{");
    bracketed(b, t->arg[1],
              t->arg[1]->op == TERM_MUL && looks_derived(t->arg[0], t->arg[1]));
    buf_add(b, "}");
}

/* ---- sums and powers --------------------------------------------------------------- */

static void
put_sum(struct buf *b, const struct term *t)
{
    bracketed(b, t->arg[0], false);
    buf_add(b, t->op == TERM_ADD ? " + " : " - ");
    bracketed(b, t->arg[1], term_tightness(t->arg[1]) <= TIGHT_SUM);
}

static void
put_negative(struct buf *b, const struct term *t)
{
    buf_add(b, "-");
    bracketed(b, t->arg[0], term_tightness(t->arg[0]) <= TIGHT_SUM);
}

/* Bases that carry a raised sign without brackets. */
static bool
raises_bare(const struct term *t)
{
    int power;
    bool bare;
    struct arena *a;

    if (t->op == TERM_CALL)
        return t->function != FUNCTION_SQRT && t->function != FUNCTION_ONES &&
               t->function != FUNCTION_I;
    if (t->op != TERM_NUMBER)
        return term_tightness(t) == TIGHT_ATOM && t->op != TERM_CONJ && !is_open(t);
    a = arena_new();
    number_mantissa(a, t, &power);
    bare = power == 0;
    arena_free(a);
    return bare;
}

/* A prime is a raised sign itself and gets braces. */
static void
put_raised(struct buf *b, const struct term *base, const char *raised)
{
    bool prime = base->op == TERM_NAME && strchr(base->name, '\'');

    buf_add(b, prime ? "{" : "");
    bracketed(b, base, !raises_bare(base));
    buf_add(b, prime ? "}" : "");
    buf_add(b, raised);
}

/* A raised T is the transpose. */
static void
put_power(struct buf *b, const struct term *t)
{
    const struct term *n = t->arg[1];

    put_raised(b, t->arg[0], "^{");
    bracketed(b, n, n->op == TERM_NAME && strcmp(n->name, "T") == 0);
    buf_add(b, "}");
}

static void
put_transpose(struct buf *b, const struct term *t)
{
    put_raised(b, t->arg[0], "^\\top");
}

/* A star on an array could be read as its conjugate transpose. */
static void
put_conjugate(struct buf *b, const struct term *t)
{
    if (!type_is_array(t->type)) {
        put_raised(b, t->arg[0], "^{*}");
        return;
    }
    buf_add(b, "\\overline{");
    put(b, t->arg[0]);
    buf_add(b, "}");
}

/* ---- arrays ------------------------------------------------------------------------ */

static void
put_matrix(struct buf *b, const struct term *t)
{
    buf_add(b, "\\begin{pmatrix}");
    for (int i = 0; i < t->n; i++) {
        if (i > 0)
            buf_add(b, i % t->cols ? " & " : "\\\\ ");
        put(b, t->arg[i]);
    }
    buf_add(b, "\\end{pmatrix}");
}

static void
put_list(struct buf *b, const struct term *const *arg, int n)
{
    for (int i = 0; i < n; i++) {
        if (i > 0)
            buf_add(b, ", ");
        put(b, arg[i]);
    }
}

/* A product of letters alone is one word in a subscript: it gets braces of its own. */
static bool
is_run_of_letters(const char *text)
{
    return text[0] && text[1] && isalpha((unsigned char)text[0]) &&
           text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")] ==
               '\0';
}

static void
put_below(struct buf *b, const struct term *const *arg, int n)
{
    struct buf below;

    buf_init(&below, b->arena);
    put_list(&below, arg, n);
    buf_printf(b, is_run_of_letters(below.s) ? "_{{%s}}" : "_{%s}", below.s);
}

static void
put_index(struct buf *b, const struct term *t)
{
    const struct term *x = t->arg[0];

    bracketed(b, x, x->op != TERM_NAME || *name_split(x->name).sub);
    put_below(b, t->arg + 1, t->n - 1);
}

/* ---- functions --------------------------------------------------------------------- */

static void
put_around(struct buf *b, const struct term *t, const char *before, const char *after)
{
    buf_add(b, before);
    put_list(b, t->arg, t->n);
    buf_add(b, after);
}

static void
put_call(struct buf *b, const struct term *t)
{
    switch (t->function) {
    case FUNCTION_ABS:
        put_around(b, t, "\\left|", "\\right|");
        return;
    case FUNCTION_NORM:
        put_around(b, t, "\\left\\|", "\\right\\|");
        return;
    case FUNCTION_SQRT:
        put_around(b, t, "\\sqrt{", "}");
        return;
    case FUNCTION_I:
        buf_add(b, "I");
        put_below(b, t->arg, t->n);
        return;
    case FUNCTION_ONES:
        put_around(b, t, "\\mathbf{1}_{", "}");
        return;
    default:
        buf_add(b, function_tex[t->function]);
        put_around(b, t, "\\left(", "\\right)");
    }
}

/* ---- binders and chance -------------------------------------------------------------
 */

static void
put_body(struct buf *b, const struct term *body)
{
    bracketed(b, body, term_tightness(body) < TIGHT_PRODUCT);
}

static void
put_indexed(struct buf *b, const struct term *t)
{
    buf_add(b, t->op == TERM_SUM ? "\\sum_{" : "\\prod_{");
    put_name(b, t->name);
    buf_add(b, "=");
    put(b, t->arg[0]);
    buf_add(b, "}^{");
    put(b, t->arg[1]);
    buf_add(b, "} ");
    put_body(b, t->arg[2]);
}

static void
put_limit(struct buf *b, const struct term *t)
{
    buf_add(b, "\\lim_{");
    put_name(b, t->name);
    buf_add(b, " \\to ");
    put(b, t->arg[0]);
    buf_add(b, "} ");
    put_body(b, t->arg[1]);
}

static void
put_derivative(struct buf *b, const struct term *t)
{
    buf_add(b, "\\frac{\\partial}{\\partial ");
    put(b, t->arg[1]);
    buf_add(b, "} ");
    put_body(b, t->arg[0]);
}

static void
put_average(struct buf *b, const struct term *t)
{
    static const char *const words[TERM_OP_COUNT] = {
        [TERM_EXPECTATION] = "\\operatorname{E}",
        [TERM_VARIANCE] = "\\operatorname{Var}",
        [TERM_COVARIANCE] = "\\operatorname{Cov}",
        [TERM_PROBABILITY] = "P",
    };
    bool round = t->op == TERM_PROBABILITY;

    buf_printf(b, "%s\\left%s", words[t->op], round ? "(" : "[");
    put_list(b, t->arg, t->given);
    if (t->given < t->n) {
        buf_add(b, " \\mid ");
        put_list(b, t->arg + t->given, t->n - t->given);
    }
    buf_printf(b, "\\right%s", round ? ")" : "]");
}

static void
put_range(struct buf *b, const struct term *t)
{
    const struct term *end = range_end(t);

    put(b, t->arg[0]);
    buf_add(b, "_{");
    if (!end)
        put(b, t->arg[1]);
    buf_add(b, end ? "<" : ":");
    put(b, end ? end : t->arg[2]);
    buf_add(b, "}");
}

static void
put_independent(struct buf *b, const struct term *t)
{
    buf_add(b, "\\operatorname{independent}");
    put_around(b, t, "\\left(", "\\right)");
}

static void
put_relation(struct buf *b, const struct term *t)
{
    static const char *const signs[] = {
        [RELATION_EQUAL] = " = ",
        [RELATION_LESS] = " < ",
        [RELATION_LESS_EQUAL] = " \\le ",
        [RELATION_GREATER] = " > ",
        [RELATION_GREATER_EQUAL] = " \\ge ",
        [RELATION_NOT_EQUAL] = " \\ne ",
    };

    put(b, t->arg[0]);
    buf_add(b, signs[t->relation]);
    put(b, t->arg[1]);
}

static void (*const writers[TERM_OP_COUNT])(struct buf *b, const struct term *t) = {
    [TERM_NUMBER] = put_number,
    [TERM_E] = put_constant,
    [TERM_I] = put_constant,
    [TERM_PI] = put_constant,
    [TERM_INFINITY] = put_constant,
    [TERM_NAME] = put_name_term,
    [TERM_ADD] = put_sum,
    [TERM_SUB] = put_sum,
    [TERM_NEG] = put_negative,
    [TERM_MUL] = put_product,
    [TERM_DIV] = put_quotient,
    [TERM_POW] = put_power,
    [TERM_TRANSPOSE] = put_transpose,
    [TERM_CONJ] = put_conjugate,
    [TERM_INDEX] = put_index,
    [TERM_MATRIX] = put_matrix,
    [TERM_CALL] = put_call,
    [TERM_RELATION] = put_relation,
    [TERM_SUM] = put_indexed,
    [TERM_PRODUCT] = put_indexed,
    [TERM_LIMIT] = put_limit,
    [TERM_DERIVATIVE] = put_derivative,
    [TERM_EXPECTATION] = put_average,
    [TERM_VARIANCE] = put_average,
    [TERM_COVARIANCE] = put_average,
    [TERM_PROBABILITY] = put_average,
    [TERM_RANGE] = put_range,
    [TERM_INDEPENDENT] = put_independent,
};

static void
put(struct buf *b, const struct term *t)
{
    writers[t->op](b, t);
}

char *
expr_tex(struct arena *a, const struct term *t)
{
    struct buf b;

    buf_init(&b, a);
    put(&b, t);
    return b.s;
}
