#include "exact/point.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "exact/chance/text.h"
#include "exact/number/decimal.h"

/* Decimals of a coordinate that are written as such; others are fractions. */
enum { DECIMALS_MAX = 9 };

/* Coordinates of the space of a point. */
enum { SPACE_MOST = 24 };

/* ---- numbers as terms -------------------------------------------------------------- */

static const struct term *
apply(struct arena *a, enum term_op op, const struct term *x, const struct term *y)
{
    struct err e;

    return expr_apply(a, op, x, y, &e);
}

static const struct term *
constant(struct arena *a, enum term_op op, enum type_kind kind)
{
    struct term *t = ARENA_NEW(a, struct term);

    *t = (struct term){.op = op, .type = {.kind = kind}, .size = 1};
    t->type.rows.n = t->type.cols.n = 1;
    return t;
}

static const struct term *
integer_term(struct arena *a, const fmpz_t n)
{
    char *s = fmpz_get_str(NULL, 10, n);
    const struct term *t = expr_number(a, s);

    flint_free(s);
    return t;
}

/* |q| = digits 10^-k, when k is small. */
static const struct term *
decimal_term(struct arena *a, const fmpq_t q)
{
    fmpz_t n;
    char *s;
    const struct term *t = NULL;

    fmpz_init_set_ui(n, 1);
    for (int k = 0; k <= DECIMALS_MAX && !t; k++, fmpz_mul_ui(n, n, 10)) {
        if (!fmpz_divisible(n, fmpq_denref(q)))
            continue;
        fmpz_divexact(n, n, fmpq_denref(q));
        fmpz_mul(n, n, fmpq_numref(q));
        fmpz_abs(n, n);
        s = fmpz_get_str(NULL, 10, n);
        t = expr_number(a, arena_printf(a, "%se-%d", s, k));
        flint_free(s);
    }
    fmpz_clear(n);
    return t;
}

/* |q| sqrt(root) pi^pi */
static const struct term *
size_term(struct arena *a, const fmpq_t q, const struct ball *unit)
{
    const struct term *t = NULL, *plain = NULL;
    fmpz_t n;

    if (unit->root == 1 && unit->pi == 0)
        plain = decimal_term(a, q);
    if (plain)
        return plain;
    fmpz_init(n);
    if (unit->root != 1) {
        fmpz_set_ui(n, unit->root);
        t = integer_term(a, n);
        t = expr_call(a, FUNCTION_SQRT, &t, 1, &(struct err){0});
    }
    for (long k = 0; k < labs(unit->pi); k++) {
        const struct term *pi = constant(a, TERM_PI, TYPE_REAL);

        t = t ? apply(a, TERM_MUL, t, pi) : pi;
    }
    fmpz_abs(n, fmpq_numref(q));
    if (!t || !fmpz_is_one(n)) {
        const struct term *number = integer_term(a, n);

        t = t ? apply(a, TERM_MUL, number, t) : number;
    }
    if (!fmpz_is_one(fmpq_denref(q)))
        t = apply(a, TERM_DIV, t, integer_term(a, fmpq_denref(q)));
    fmpz_clear(n);
    return t;
}

static const struct term *
imaginary_term(struct arena *a, const struct ball *b)
{
    const struct term *i = constant(a, TERM_I, TYPE_COMPLEX);
    fmpq_t size;
    bool one;

    fmpq_init(size);
    fmpq_abs(size, b->im);
    one = fmpq_is_one(size) && b->root == 1 && b->pi == 0;
    fmpq_clear(size);
    return one ? i : apply(a, TERM_MUL, size_term(a, b->im, b), i);
}

const struct term *
point_term(struct arena *a, const struct ball *b)
{
    const struct term *re, *im;

    if (fmpq_is_zero(b->im)) {
        re = size_term(a, b->re, b);
        return fmpq_sgn(b->re) < 0 ? apply(a, TERM_NEG, re, NULL) : re;
    }
    im = imaginary_term(a, b);
    if (fmpq_is_zero(b->re))
        return fmpq_sgn(b->im) < 0 ? apply(a, TERM_NEG, im, NULL) : im;
    re = size_term(a, b->re, b);
    if (fmpq_sgn(b->re) < 0)
        re = apply(a, TERM_NEG, re, NULL);
    return apply(a, fmpq_sgn(b->im) < 0 ? TERM_SUB : TERM_ADD, re, im);
}

static const struct term *
value_term(struct arena *a, const struct balls *v, bool number)
{
    int n = v->rows * v->cols;
    const struct term **entry = ARENA_ARRAY(a, const struct term *, n);

    for (int i = 0; i < n; i++)
        entry[i] = point_term(a, &v->at[i]);
    return number ? entry[0] : expr_matrix(a, v->rows, v->cols, entry, &(struct err){0});
}

/* ---- coordinates ------------------------------------------------------------------- */

/* Names of outer scopes first, then by their declarations. */
static bool
is_later(const struct search *s, const struct decl *x, const struct decl *y)
{
    bool outer_x = x->scope != s->scope, outer_y = y->scope != s->scope;

    return outer_x == outer_y ? x->index > y->index : outer_y;
}

const struct coordinate *
point_coordinates(struct search *s, int *n)
{
    const struct program *p = &s->program;
    int most = p->n_slots + SPACE_MOST;
    struct coordinate *all = ARENA_ARRAY(s->arena, struct coordinate, most);
    const struct decl **order =
        ARENA_ARRAY(s->arena, const struct decl *, p->n_slots + 1);

    *n = 0;
    for (int i = 0; i < p->n_slots; i++) {
        const struct decl *d = p->slot[i].decl;
        int at = *n;

        if (!search_mentions(s, i))
            continue;
        ++*n;
        for (; at > 0 && is_later(s, order[at - 1], d); at--)
            order[at] = order[at - 1];
        order[at] = d;
    }
    for (int i = 0; i < *n; i++) {
        const struct balls *v = &s->machine.slot[program_slot_find(p, order[i])];
        bool number = order[i]->type.kind <= TYPE_COMPLEX;

        all[i].name = order[i]->name;
        all[i].value = value_term(s->arena, v, number);
        all[i].text = expr_plain(s->arena, all[i].value, 0);
    }
    if (s->machine.world)
        *n += text_space(s->arena, &s->machine, all + *n, SPACE_MOST);
    return all;
}

/* ---- values ------------------------------------------------------------------------ */

static long
size_log(const struct ball *b)
{
    long re = ball_log_re(b), im = ball_log_im(b);

    return re > im ? re : im;
}

/* A side with `digits` digits, with as many bits as that takes. */
static const char *
side_text(struct search *s, const struct balls *side, int digits)
{
    const char *text = "";

    for (slong prec = s->first;; prec *= 2) {
        enum written w;

        machine_run(&s->machine, s->sides, prec);
        w = balls_text(s->arena, side, digits, prec, prec >= PREC_SOME, &text);
        if (w == TOO_LARGE)
            return "a number too long to write";
        if (w == WRITTEN)
            return text;
        if (prec >= 2 * PREC_MOST)
            return "a number near 0";
    }
}

/* Digits at which the sides begin to differ, at the entry where they differ first. */
static int
first_difference(const struct search *s)
{
    const struct balls *a = search_left(s), *b = search_right(s);
    long bits = NEED_MAX;
    struct ball d;

    ball_init(&d);
    for (int i = 0; i < a->rows * a->cols; i++) {
        long size, small;

        ball_sub(&d, &a->at[i], &b->at[i], s->machine.prec);
        if (ball_has_zero(&d))
            continue;
        size = size_log(&a->at[i]);
        small = size - size_log(&d);
        bits = small < bits ? small : bits;
    }
    ball_fini(&d);
    return bits < 0 ? 0 : bits == NEED_MAX ? 0 : (int)((double)bits * 0.30103);
}

void
point_values(struct search *s, const char **left, const char **right)
{
    int whole = balls_whole_digits(search_left(s)), digits = first_difference(s) - 1;
    int other = balls_whole_digits(search_right(s));

    whole = whole > other ? whole : other;
    whole = whole > DIGITS_FEW && whole < 15 ? whole : DIGITS_FEW;
    digits = digits > whole ? digits : whole;
    for (; digits <= DIGITS_MAX; digits++) {
        *left = side_text(s, search_left(s), digits);
        *right = side_text(s, search_right(s), digits);
        if (strcmp(*left, *right) != 0)
            return;
    }
}
