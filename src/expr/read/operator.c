/* Operators, from the tightest to the loosest. */
#include "expr/read/parser.h"

/* ---- powers ------------------------------------------------------------------------ */

/* "^T" on a number: the transpose of a number made of vectors, a power when T is
 * declared. */
static bool
means_transpose(struct parser *p, const struct term *x)
{
    return type_is_array(x->type) || tree_has_shape(x) || !is_meant(p, "T");
}

/* "q^Tk", with a blank forgotten. */
static bool
glued_transpose(struct parser *p, const struct term *x, const struct token *t)
{
    return type_is_array(x->type) && t->kind == TOKEN_WORD && t->text[0] == 'T' &&
           !is_meant(p, token_name(p, t));
}

static const struct term *
parse_conjugate(struct parser *p, const struct term *x, const struct token *from)
{
    const struct token *sign = p->tok;

    p->tok += 2;
    if (type_is_array(x->type))
        return fail(p, sign, ERR_TERM_AMBIGUOUS,
                    "^* on %s could mean two things; "
                    "write conj(A), or conj(A)^T for the conjugate transpose",
                    type_phrase(p->arena, x->type));
    return finish_unary(p, TERM_CONJ, x, from, sign);
}

static const struct term *
parse_transposed(struct parser *p, const struct term *x, const struct token *from, int n)
{
    const struct token *sign = p->tok;

    p->tok += n;
    if (p->tok->kind == TOKEN_OPEN_SQUARE && p->tok->glued)
        return fail(p, p->tok, ERR_TERM_AMBIGUOUS,
                    "a bracket that touches ^T could be an index or a vector; write "
                    "(A^T)[1, 2] for the entry, A^T [1, 2] for the product");
    return finish_unary(p, TERM_TRANSPOSE, x, from, sign);
}

static const struct term *
parse_superscript(struct parser *p, const struct term *x, const struct token *from)
{
    const struct token *t = p->tok++;
    struct span at = span_to_here(p, t);
    const struct term *n = tree_number(p->arena, t->digits, t->exponent, at);
    const char *why;

    if (t->negative)
        n = tree_unary(p->arena, TERM_NEG, n, at, &why);
    if (p->tok->kind == TOKEN_POWER && !is_word(p->tok + 1, "T") &&
        p->tok[1].kind != TOKEN_TIMES)
        return fail(p, p->tok, ERR_TERM_AMBIGUOUS,
                    "two powers in a row; write brackets, (x²)^3 or x^(2^3)");
    return finish_binary(p, TERM_POW, x, n, from, t);
}

static const struct term *
parse_signed_exponent(struct parser *p)
{
    const struct token *from = p->tok;
    const struct term *x;

    if (p->tok->kind == TOKEN_OPEN_BRACE)
        return parse_group(p, TOKEN_CLOSE_BRACE, "'}'");
    if (p->tok->kind == TOKEN_MINUS) {
        p->tok++;
        x = parse_exponent(p);
        return x ? finish_unary(p, TERM_NEG, x, from, from) : NULL;
    }
    if (is_function(p, p->tok) && p->tok[1].kind != TOKEN_OPEN)
        return fail(p, p->tok, ERR_TERM_AMBIGUOUS,
                    "a function in a power needs brackets, as in e^(sin x)");
    return parse_power(p);
}

const struct term *
parse_exponent(struct parser *p)
{
    const struct term *x;

    if (!enter(p))
        return NULL;
    x = parse_signed_exponent(p);
    leave(p);
    return x;
}

/* What stands behind an operand: transposes, stars, powers. NULL with *done when there
 * is nothing more. */
static const struct term *
parse_postfix(struct parser *p, const struct term *x, const struct token *from,
              bool *done)
{
    const struct token *t = p->tok;
    const struct term *y;

    if (t->kind == TOKEN_TRANSPOSED)
        return parse_transposed(p, x, from, 1);
    if (t->kind == TOKEN_SUPERSCRIPT)
        return parse_superscript(p, x, from);
    if (t->kind != TOKEN_POWER) {
        *done = true;
        return NULL;
    }
    if (t[1].kind == TOKEN_TRANSPOSED)
        return parse_transposed(p, x, from, 2);
    if (is_word(&t[1], "T") && means_transpose(p, x))
        return parse_transposed(p, x, from, 2);
    if (t[1].kind == TOKEN_TIMES)
        return parse_conjugate(p, x, from);
    if (glued_transpose(p, x, &t[1]))
        return fail(p, &t[1], ERR_NAME_UNKNOWN, "write a blank behind ^T");
    p->tok++;
    y = parse_exponent(p);
    return y ? finish_binary(p, TERM_POW, x, y, from, t) : NULL;
}

const struct term *
parse_power(struct parser *p)
{
    const struct token *from = p->tok;
    const struct term *x = parse_atom(p), *next;
    bool done = false;

    while (x) {
        next = parse_postfix(p, x, from, &done);
        if (done)
            return x;
        x = next;
    }
    return NULL;
}

/* ---- products ---------------------------------------------------------------------- */

static bool
numbers_touch(struct parser *p)
{
    if (p->tok->kind != TOKEN_NUMBER || p->tok[-1].kind != TOKEN_NUMBER)
        return false;
    fail(p, p->tok, ERR_NUMBER_FORM,
         "two numbers side by side; write * between them, or one number without blanks");
    return true;
}

/* Juxtaposition: x and the operand that stands next to it. */
static const struct term *
parse_next_to(struct parser *p, const struct term *x, const struct token *from)
{
    const struct token *t = p->tok;
    const struct term *y;

    if (numbers_touch(p))
        return NULL;
    y = parse_power(p);
    return y ? finish_binary(p, TERM_MUL, x, y, from, t) : NULL;
}

const struct term *
parse_run(struct parser *p)
{
    const struct token *from = p->tok;
    bool function = is_function(p, from);
    const struct term *x = parse_power(p);

    if (x && function && operand_begins(p, false))
        return fail(p, from, ERR_TERM_AMBIGUOUS,
                    "where this argument ends is not clear; write brackets around it");
    while (x && operand_begins(p, false))
        x = parse_next_to(p, x, from);
    return x;
}

/* An operand behind * or /, which may have a sign. */
static const struct term *
parse_signed_power(struct parser *p)
{
    const struct token *sign = p->tok;
    const struct term *x;

    if (sign->kind != TOKEN_MINUS)
        return parse_power(p);
    if (!enter(p))
        return NULL;
    p->tok++;
    x = parse_signed_power(p);
    leave(p);
    return x ? finish_unary(p, TERM_NEG, x, sign, sign) : NULL;
}

static bool
is_vector(const struct term *t)
{
    return t->type.kind == TYPE_VECTOR;
}

/* A raised dot between two vectors is their dot product, as books write it. */
const struct term *
parse_product(struct parser *p)
{
    const struct token *from = p->tok, *t;
    const struct term *x = parse_power(p), *y;

    while (x) {
        t = p->tok;
        if (operand_begins(p, true)) {
            x = parse_next_to(p, x, from);
            continue;
        }
        if (t->kind != TOKEN_TIMES && t->kind != TOKEN_DOT && t->kind != TOKEN_DIVIDE)
            return x;
        p->tok++;
        y = parse_signed_power(p);
        if (!y)
            return NULL;
        if (t->kind == TOKEN_DOT && is_vector(x) && is_vector(y))
            x = finish_unary(p, TERM_TRANSPOSE, x, from, t);
        if (!x)
            return NULL;
        x = finish_binary(p, t->kind == TOKEN_DIVIDE ? TERM_DIV : TERM_MUL, x, y, from,
                          t);
    }
    return NULL;
}

/* ---- sums -------------------------------------------------------------------------- */

/* A product with any number of signs before it. */
static const struct term *
parse_signed_product(struct parser *p)
{
    const struct token *sign = p->tok;
    const struct term *x;

    if (sign->kind != TOKEN_MINUS && sign->kind != TOKEN_PLUS)
        return parse_product(p);
    if (!enter(p))
        return NULL;
    p->tok++;
    x = parse_signed_product(p);
    leave(p);
    if (!x || sign->kind == TOKEN_PLUS)
        return x;
    return finish_unary(p, TERM_NEG, x, sign, sign);
}

const struct term *
parse_sum(struct parser *p)
{
    const struct token *from = p->tok, *t;
    const struct term *x = parse_signed_product(p), *y;

    while (x) {
        t = p->tok;
        if (t->kind != TOKEN_PLUS && t->kind != TOKEN_MINUS)
            return x;
        p->tok++;
        y = parse_signed_product(p);
        if (!y)
            return NULL;
        x = finish_binary(p, t->kind == TOKEN_PLUS ? TERM_ADD : TERM_SUB, x, y, from, t);
    }
    return NULL;
}
