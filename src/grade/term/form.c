/* What an answer has to look like. A form is a fact about the tree that was typed; what
 * stands inside a function, an index or an exponent does not count, unless it says so. */
#include <stdlib.h>
#include <string.h>

#include "grade/grade_priv.h"

static bool
is_sum(const struct term *t)
{
    return t->op == TERM_ADD || t->op == TERM_SUB;
}

static const struct term *
without_sign(const struct term *t)
{
    while (t->op == TERM_NEG)
        t = t->arg[0];
    return t;
}

/* How many arguments of t belong to its outer form. */
static int
outer_args(const struct term *t)
{
    switch (t->op) {
    case TERM_ADD:
    case TERM_SUB:
    case TERM_MUL:
    case TERM_DIV:
    case TERM_NEG:
    case TERM_MATRIX:
    case TERM_TRANSPOSE:
    case TERM_CONJ:
    case TERM_RELATION:
        return t->n;
    case TERM_POW:
        return 1;
    default:
        return 0;
    }
}

static int
count_op(const struct term *t, enum term_op op)
{
    int n = t->op == op;

    for (int i = 0; i < outer_args(t); i++)
        n += count_op(t->arg[i], op);
    return n;
}

/* ---- sums and products ----------------------------------------------------------- */

static bool
is_expanded(const struct term *t)
{
    bool multiplies = t->op == TERM_MUL || t->op == TERM_DIV || t->op == TERM_POW ||
                      t->op == TERM_NEG || t->op == TERM_TRANSPOSE || t->op == TERM_CONJ;

    for (int i = 0; i < outer_args(t); i++) {
        bool below = t->op == TERM_DIV && i == 1;

        if ((multiplies && !below && is_sum(without_sign(t->arg[i]))) ||
            !is_expanded(t->arg[i]))
            return false;
    }
    return true;
}

static bool
is_one(const struct term *t)
{
    t = without_sign(t);
    return t->op == TERM_NUMBER && !strcmp(t->digits, "1") && t->exponent == 0;
}

static bool
is_factored(const struct term *t)
{
    t = without_sign(t);
    if (is_sum(t))
        return false;
    for (int i = 0; t->op == TERM_MUL && i < 2; i++)
        if (is_one(t->arg[i]))
            return false;
    return true;
}

static bool
adds_fractions(const struct term *t)
{
    for (int i = 0; i < outer_args(t); i++)
        if ((is_sum(t) && count_op(t->arg[i], TERM_DIV)) || adds_fractions(t->arg[i]))
            return true;
    return false;
}

static bool
is_fraction(const struct term *t)
{
    return count_op(t, TERM_DIV) <= 1 && !adds_fractions(t);
}

static bool
has_no_sum(const struct term *t)
{
    return !count_op(t, TERM_ADD) && !count_op(t, TERM_SUB) && !count_op(t, TERM_SUM);
}

/* ---- numbers --------------------------------------------------------------------- */

static bool
is_decimal(const struct term *t)
{
    return without_sign(t)->op == TERM_NUMBER;
}

/* A whole number that fits; 0 when it is none. */
static unsigned long long
whole_of(const struct term *t)
{
    enum { DIGITS = 18 };
    unsigned long long n;

    if (t->op != TERM_NUMBER || t->exponent < 0 ||
        strlen(t->digits) + (size_t)t->exponent > DIGITS)
        return 0;
    n = strtoull(t->digits, NULL, 10);
    for (int i = 0; i < t->exponent; i++)
        n *= 10;
    return n;
}

static bool
is_lowest(const struct term *t)
{
    unsigned long long x, y;

    t = without_sign(t);
    if (t->op == TERM_NUMBER)
        return t->exponent >= 0;
    if (t->op != TERM_DIV)
        return false;
    x = whole_of(without_sign(t->arg[0]));
    y = whole_of(t->arg[1]);
    if (!x || y < 2)
        return false;
    while (y) {
        unsigned long long rest = x % y;

        x = y;
        y = rest;
    }
    return x == 1;
}

/* ---- complex numbers ------------------------------------------------------------- */

static bool
is_real(const struct term *t)
{
    return t->type.kind == TYPE_INTEGER || t->type.kind == TYPE_REAL;
}

/* Whether t is a product of real numbers and one i; *found counts the i. */
static bool
is_imaginary(const struct term *t, int *found)
{
    if (is_real(t))
        return true;
    if (t->op == TERM_I)
        return ++*found == 1;
    if (t->op == TERM_NEG)
        return is_imaginary(t->arg[0], found);
    if (t->op == TERM_MUL)
        return is_imaginary(t->arg[0], found) && is_imaginary(t->arg[1], found);
    return t->op == TERM_DIV && is_real(t->arg[1]) && is_imaginary(t->arg[0], found);
}

/* Summands that are real, or i times a real number: of the latter at most one. */
static bool
is_rectangular_part(const struct term *t, int *imaginary)
{
    int found = 0;

    if (is_sum(t) || t->op == TERM_NEG)
        return is_rectangular_part(t->arg[0], imaginary) &&
               (t->n < 2 || is_rectangular_part(t->arg[1], imaginary));
    if (is_real(t))
        return true;
    return is_imaginary(t, &found) && ++*imaginary == 1;
}

static bool
is_rectangular(const struct term *t)
{
    int imaginary = 0;

    return is_rectangular_part(t, &imaginary);
}

static bool
is_turn(const struct term *t)
{
    const struct term *power;
    int found = 0;

    if (t->op == TERM_CALL && t->function == FUNCTION_EXP)
        power = t->arg[0];
    else if (t->op == TERM_POW && t->arg[0]->op == TERM_E)
        power = t->arg[1];
    else
        return false;
    return is_imaginary(power, &found) && found == 1;
}

/* A product of real numbers and one turn; *found counts the turns. */
static bool
is_polar_part(const struct term *t, int *found)
{
    if (is_real(t))
        return true;
    if (is_turn(t))
        return ++*found == 1;
    if (t->op == TERM_MUL)
        return is_polar_part(t->arg[0], found) && is_polar_part(t->arg[1], found);
    return t->op == TERM_DIV && is_real(t->arg[1]) && is_polar_part(t->arg[0], found);
}

static bool
is_polar(const struct term *t)
{
    int found = 0;

    return is_polar_part(t, &found) && found == 1;
}

/* ---- all forms ------------------------------------------------------------------- */

static bool (*const forms[FORM_COUNT])(const struct term *t) = {
    [FORM_EXPANDED] = is_expanded, [FORM_FACTORED] = is_factored,
    [FORM_FRACTION] = is_fraction, [FORM_LOWEST] = is_lowest,
    [FORM_NO_SUM] = has_no_sum,    [FORM_RECTANGULAR] = is_rectangular,
    [FORM_POLAR] = is_polar,       [FORM_DECIMAL] = is_decimal,
};

const char *
form_missing(const struct grading *g, const struct term *typed)
{
    for (int i = 0; i < FORM_COUNT; i++)
        if (g->q->form[i] && !forms[i](typed))
            return arena_printf(g->arena, "Write it as %s.",
                                ask_form_what((enum ask_form)i));
    return "";
}
