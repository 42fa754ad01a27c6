/* Plain text that the reader takes back to the same tree. */
#include <string.h>

#include "expr/write/printer.h"

enum { LEADING_ZEROS_MAX = 5, DIGITS_MAX = 21 };

struct plain {
    struct buf out;
    bool ascii;
};

/* ---- shared ------------------------------------------------------------------------ */

enum tightness
term_tightness(const struct term *t)
{
    static const enum tightness table[TERM_OP_COUNT] = {
        [TERM_NUMBER] = TIGHT_ATOM,
        [TERM_E] = TIGHT_ATOM,
        [TERM_I] = TIGHT_ATOM,
        [TERM_PI] = TIGHT_ATOM,
        [TERM_INFINITY] = TIGHT_ATOM,
        [TERM_NAME] = TIGHT_ATOM,
        [TERM_ADD] = TIGHT_SUM,
        [TERM_SUB] = TIGHT_SUM,
        [TERM_NEG] = TIGHT_SUM,
        [TERM_MUL] = TIGHT_PRODUCT,
        [TERM_DIV] = TIGHT_PRODUCT,
        [TERM_POW] = TIGHT_POWER,
        [TERM_TRANSPOSE] = TIGHT_POSTFIX,
        [TERM_CONJ] = TIGHT_ATOM,
        [TERM_INDEX] = TIGHT_ATOM,
        [TERM_MATRIX] = TIGHT_ATOM,
        [TERM_CALL] = TIGHT_ATOM,
        [TERM_SUM] = TIGHT_ATOM,
        [TERM_PRODUCT] = TIGHT_ATOM,
        [TERM_LIMIT] = TIGHT_ATOM,
        [TERM_DERIVATIVE] = TIGHT_ATOM,
        [TERM_EXPECTATION] = TIGHT_ATOM,
        [TERM_VARIANCE] = TIGHT_ATOM,
        [TERM_COVARIANCE] = TIGHT_ATOM,
        [TERM_PROBABILITY] = TIGHT_ATOM,
        [TERM_RANGE] = TIGHT_ATOM,
        [TERM_RELATION] = TIGHT_RELATION,
        [TERM_INDEPENDENT] = TIGHT_RELATION,
    };

    return table[t->op];
}

const char *
function_text(enum function_id f)
{
    static const char *const names[] = {
#define FUNCTION(id, name, min, max) [FUNCTION_##id] = name,
#include "expr/functions.def"
#undef FUNCTION
    };

    return names[f];
}

static const char *
zeros(struct arena *a, int n)
{
    return arena_printf(a, "%0*d", n, 0);
}

const char *
number_mantissa(struct arena *a, const struct term *t, int *power)
{
    int n = (int)strlen(t->digits), point = n + t->exponent; /* digits before the point */

    *power = 0;
    if (t->exponent == 0)
        return t->digits;
    if (t->exponent > 0 && point <= DIGITS_MAX)
        return arena_printf(a, "%s%s", t->digits, zeros(a, t->exponent));
    if (t->exponent < 0 && point > 0)
        return arena_printf(a, "%.*s.%s", point, t->digits, t->digits + point);
    if (t->exponent < 0 && point == 0)
        return arena_printf(a, "0.%s", t->digits);
    if (t->exponent < 0 && -point < LEADING_ZEROS_MAX)
        return arena_printf(a, "0.%s%s", zeros(a, -point), t->digits);
    *power = point - 1;
    if (n == 1)
        return t->digits;
    return arena_printf(a, "%c.%s", t->digits[0], t->digits + 1);
}

const struct term *
range_end(const struct term *t)
{
    const struct term *last = t->arg[2];
    int first, less;

    if (!tree_integer(t->arg[1], &first) || first != 1 || last->op != TERM_SUB ||
        !tree_integer(last->arg[1], &less) || less != 1 || last->arg[1]->n > 0)
        return NULL;
    return t->arg[1]->n > 0 ? NULL : last->arg[0];
}

const char *
relation_text(enum relation r)
{
    static const char *const texts[] = {
        [RELATION_EQUAL] = "=",          [RELATION_LESS] = "<",
        [RELATION_LESS_EQUAL] = "<=",    [RELATION_GREATER] = ">",
        [RELATION_GREATER_EQUAL] = ">=", [RELATION_NOT_EQUAL] = "!=",
    };

    return texts[r];
}

/* ---- plain ------------------------------------------------------------------------- */

static void put(struct plain *p, const struct term *t);
static void put_item(struct plain *p, const struct term *t);

static void
bracketed(struct plain *p, const struct term *t, bool brackets)
{
    if (brackets)
        buf_add(&p->out, "(");
    put(p, t);
    if (brackets)
        buf_add(&p->out, ")");
}

static void
put_number(struct plain *p, const struct term *t)
{
    int power;

    buf_add(&p->out, number_mantissa(p->out.arena, t, &power));
    if (power)
        buf_printf(&p->out, "e%d", power);
}

static void
put_letters(struct plain *p, const char *s, size_t len)
{
    uint32_t greek = p->ascii ? 0 : greek_letter(s, len);

    if (greek)
        buf_char(&p->out, greek);
    else
        buf_add_n(&p->out, s, len);
}

static void
put_name(struct plain *p, const char *name)
{
    struct name_parts parts = name_split(name);

    put_letters(p, parts.base, parts.base_len);
    for (int i = 0; i < parts.primes; i++)
        buf_add(&p->out, "'");
    if (*parts.sub) {
        buf_add(&p->out, "_");
        put_letters(p, parts.sub, strlen(parts.sub));
    }
}

static void
put_name_term(struct plain *p, const struct term *t)
{
    put_name(p, t->name);
}

static void
put_constant(struct plain *p, const struct term *t)
{
    static const char *const signs[] = {
        [TERM_E] = "e", [TERM_I] = "i", [TERM_PI] = "π", [TERM_INFINITY] = "∞"};
    static const char *const ascii[] = {
        [TERM_E] = "e", [TERM_I] = "i", [TERM_PI] = "pi", [TERM_INFINITY] = "inf"};

    buf_add(&p->out, p->ascii ? ascii[t->op] : signs[t->op]);
}

static void
put_list(struct plain *p, const struct term *const *arg, int n, int cols)
{
    for (int i = 0; i < n; i++) {
        if (i > 0)
            buf_add(&p->out, cols > 1 && i % cols == 0 ? "; " : ", ");
        put(p, arg[i]);
    }
}

/* Whether the text of t begins with a digit. */
static bool
begins_with_digit(const struct term *t)
{
    while (t->op == TERM_POW || t->op == TERM_TRANSPOSE || t->op == TERM_INDEX)
        t = t->arg[0];
    return t->op == TERM_NUMBER;
}

static bool
is_greek(const struct term *t)
{
    struct name_parts parts;

    if (t->op == TERM_PI)
        return true;
    if (t->op != TERM_NAME)
        return false;
    parts = name_split(t->name);
    return greek_letter(parts.base, parts.base_len) && !parts.primes && !*parts.sub;
}

/* 2π, mθ and (n - m)θ are read without a blank. */
static bool
stands_close(const struct plain *p, const struct term *left, const struct term *right)
{
    if (p->ascii || !is_greek(right))
        return false;
    if (left->op == TERM_MUL && term_tightness(left->arg[1]) == TIGHT_ATOM)
        left = left->arg[1];
    return left->op == TERM_NUMBER || left->op == TERM_NAME || left->op == TERM_I ||
           term_tightness(left) == TIGHT_SUM;
}

/* Left factors that could be taken for something else without brackets: 1/2 x, e^i x. */
static bool
left_needs_brackets(const struct term *t, bool star)
{
    if (term_tightness(t) < TIGHT_PRODUCT)
        return true;
    if (star)
        return false;
    return t->op == TERM_DIV ||
           (t->op == TERM_POW && t->arg[1]->n == 0 && t->arg[1]->op != TERM_NUMBER);
}

static void
put_product(struct plain *p, const struct term *t)
{
    const struct term *x = t->arg[0], *y = t->arg[1];
    bool star = begins_with_digit(y);

    bracketed(p, x, left_needs_brackets(x, star));
    buf_add(&p->out, star ? "*" : stands_close(p, x, y) ? "" : " ");
    bracketed(p, y, term_tightness(y) <= TIGHT_PRODUCT);
}

static void
put_sum(struct plain *p, const struct term *t)
{
    bracketed(p, t->arg[0], false);
    buf_add(&p->out, t->op == TERM_ADD ? " + " : " - ");
    bracketed(p, t->arg[1], term_tightness(t->arg[1]) <= TIGHT_SUM);
}

static bool
plain_exponent(const struct term *t)
{
    if (t->op == TERM_NEG)
        t = t->arg[0];
    return t->n == 0 && !(t->op == TERM_NAME && strcmp(t->name, "T") == 0);
}

static void
put_power(struct plain *p, const struct term *t)
{
    bracketed(p, t->arg[0], term_tightness(t->arg[0]) < TIGHT_ATOM);
    buf_add(&p->out, "^");
    bracketed(p, t->arg[1], !plain_exponent(t->arg[1]));
}

static void
put_transpose(struct plain *p, const struct term *t)
{
    bracketed(p, t->arg[0], term_tightness(t->arg[0]) < TIGHT_ATOM);
    buf_add(&p->out, p->ascii ? "^T" : "ᵀ");
}

/* Only a name, a bracket or a literal may stand directly before an index. */
static void
put_index(struct plain *p, const struct term *t)
{
    const struct term *x = t->arg[0];

    if (x->type.kind == TYPE_SEQUENCE) {
        put_item(p, t);
        return;
    }
    bracketed(p, x, x->op != TERM_NAME && x->op != TERM_MATRIX && x->op != TERM_CALL);
    buf_add(&p->out, "[");
    put_list(p, t->arg + 1, t->n - 1, 0);
    buf_add(&p->out, "]");
}

static void
put_call(struct plain *p, const struct term *t)
{
    const char *name = t->op == TERM_CONJ ? "conj" : function_text(t->function);

    buf_printf(&p->out, "%s(", name);
    put_list(p, t->arg, t->n, 0);
    buf_add(&p->out, ")");
}

/* (x^1)/2 and (a/b)/c get brackets that the reader does not need, but the eye does. */
static bool
above_needs_brackets(const struct term *t)
{
    int n;

    if (t->op == TERM_POW)
        return tree_integer(t->arg[1], &n) && (n == 1 || n == -1);
    return t->op == TERM_DIV || term_tightness(t) < TIGHT_PRODUCT;
}

static void
put_quotient(struct plain *p, const struct term *t)
{
    bracketed(p, t->arg[0], above_needs_brackets(t->arg[0]));
    buf_add(&p->out, "/");
    bracketed(p, t->arg[1], term_tightness(t->arg[1]) <= TIGHT_PRODUCT);
}

static void
put_relation(struct plain *p, const struct term *t)
{
    put(p, t->arg[0]);
    buf_printf(&p->out, " %s ", relation_text(t->relation));
    put(p, t->arg[1]);
}

/* -(a + b), but -a b and -a/b without brackets. */
static void
put_negative(struct plain *p, const struct term *t)
{
    buf_add(&p->out, "-");
    bracketed(p, t->arg[0], term_tightness(t->arg[0]) <= TIGHT_SUM);
}

/* One row in brackets would be read as a vector. */
static void
put_matrix(struct plain *p, const struct term *t)
{
    bool row = t->rows == 1 && t->cols > 1;

    buf_add(&p->out, "[");
    put_list(p, t->arg, t->n, row ? 0 : t->cols);
    buf_add(&p->out, !row ? "]" : p->ascii ? "]^T" : "]ᵀ");
}

/* ---- binders and chance -------------------------------------------------------------
 */

/* How a form with a grammar of its own begins. */
static const char *
form_text(enum term_op op)
{
    static const char *const words[TERM_OP_COUNT] = {
        [TERM_SUM] = "sum",
        [TERM_PRODUCT] = "prod",
        [TERM_LIMIT] = "limit",
        [TERM_DERIVATIVE] = "D",
        [TERM_EXPECTATION] = "E",
        [TERM_VARIANCE] = "Var",
        [TERM_COVARIANCE] = "Cov",
        [TERM_PROBABILITY] = "P",
        [TERM_INDEPENDENT] = "independent",
    };

    return words[op];
}

static void
put_indexed(struct plain *p, const struct term *t)
{
    buf_printf(&p->out, "%s(", form_text(t->op));
    put_name(p, t->name);
    buf_add(&p->out, "=");
    put(p, t->arg[0]);
    buf_add(&p->out, "..");
    put_list(p, t->arg + 1, 2, 0);
    buf_add(&p->out, ")");
}

static void
put_limit(struct plain *p, const struct term *t)
{
    buf_add(&p->out, "limit(");
    put_name(p, t->name);
    buf_add(&p->out, p->ascii ? " -> " : " → ");
    put_list(p, t->arg, 2, 0);
    buf_add(&p->out, ")");
}

static void
put_form(struct plain *p, const struct term *t)
{
    buf_printf(&p->out, "%s(", form_text(t->op));
    put_list(p, t->arg, t->n, 0);
    buf_add(&p->out, ")");
}

static void
put_average(struct plain *p, const struct term *t)
{
    bool round = t->op == TERM_PROBABILITY;

    buf_printf(&p->out, "%s%s", form_text(t->op), round ? "(" : "[");
    put_list(p, t->arg, t->given, 0);
    if (t->given < t->n) {
        buf_add(&p->out, " | ");
        put_list(p, t->arg + t->given, t->n - t->given, 0);
    }
    buf_add(&p->out, round ? ")" : "]");
}

/* Letters or digits, which a subscript may be without braces. */
static bool
is_plain_place(const struct plain *p, const struct term *t)
{
    int power = 1;

    if (t->op == TERM_NUMBER)
        return number_mantissa(p->out.arena, t, &power) && power == 0;
    return t->op == TERM_NAME && !strpbrk(t->name, "'_");
}

static void
put_item(struct plain *p, const struct term *t)
{
    bool braces = t->arg[0]->op != TERM_NAME || strchr(t->arg[0]->name, '_') ||
                  !is_plain_place(p, t->arg[1]);

    put(p, t->arg[0]);
    buf_add(&p->out, braces ? "_{" : "_");
    put(p, t->arg[1]);
    buf_add(&p->out, braces ? "}" : "");
}

static void
put_range(struct plain *p, const struct term *t)
{
    const struct term *end = range_end(t);
    bool braces = strchr(t->arg[0]->name, '_') ||
                  !is_plain_place(p, end ? end : t->arg[2]) ||
                  !(end || is_plain_place(p, t->arg[1]));

    put(p, t->arg[0]);
    buf_add(&p->out, braces ? "_{" : "_");
    if (!end)
        put(p, t->arg[1]);
    buf_add(&p->out, end ? "<" : "..");
    put(p, end ? end : t->arg[2]);
    buf_add(&p->out, braces ? "}" : "");
}

static void (*const writers[TERM_OP_COUNT])(struct plain *p, const struct term *t) = {
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
    [TERM_CONJ] = put_call,
    [TERM_INDEX] = put_index,
    [TERM_MATRIX] = put_matrix,
    [TERM_CALL] = put_call,
    [TERM_RELATION] = put_relation,
    [TERM_SUM] = put_indexed,
    [TERM_PRODUCT] = put_indexed,
    [TERM_LIMIT] = put_limit,
    [TERM_DERIVATIVE] = put_form,
    [TERM_EXPECTATION] = put_average,
    [TERM_VARIANCE] = put_average,
    [TERM_COVARIANCE] = put_average,
    [TERM_PROBABILITY] = put_average,
    [TERM_RANGE] = put_range,
    [TERM_INDEPENDENT] = put_form,
};

static void
put(struct plain *p, const struct term *t)
{
    writers[t->op](p, t);
}

char *
expr_plain(struct arena *a, const struct term *t, int flags)
{
    struct plain p = {.ascii = flags & PRINT_ASCII};

    buf_init(&p.out, a);
    put(&p, t);
    return p.out.s;
}

char *
expr_name_text(struct arena *a, const char *name, int flags)
{
    struct plain p = {.ascii = flags & PRINT_ASCII};

    buf_init(&p.out, a);
    put_name(&p, name_canonical(a, name));
    return p.out.s;
}
