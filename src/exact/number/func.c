#include "exact/number/func.h"

#include <stdlib.h>

/* ---- exact values ------------------------------------------------------------------ */

/* sin(k 15 degrees) = num/den sqrt(root), where that has one root; den 0 elsewhere. */
static const struct sine {
    int num, den, root;
} sines[24] = {
    [0] = {0,  1, 1},
      [2] = {1,  2, 1},
      [3] = {1,  2, 2},
      [4] = {1,  2, 3},
    [6] = {1,  1, 1},
      [8] = {1,  2, 3},
      [9] = {1,  2, 2},
      [10] = {1,  2, 1},
    [12] = {0,  1, 1},
      [14] = {-1, 2, 1},
      [15] = {-1, 2, 2},
      [16] = {-1, 2, 3},
    [18] = {-1, 1, 1},
      [20] = {-1, 2, 3},
      [21] = {-1, 2, 2},
      [22] = {-1, 2, 1},
};

/* x as a multiple of 15 degrees, from 0 to 23; -1 when it is none. */
static int
fifteenths(const struct ball *x)
{
    fmpq_t q;
    int k = -1;

    if (ball_is_zero(x))
        return 0;
    if (!x->exact || x->pi != 1 || x->root != 1 || !ball_is_real(x))
        return -1;
    fmpq_init(q);
    fmpq_set_si(q, 12, 1);
    fmpq_mul(q, q, x->re);
    if (fmpz_is_one(fmpq_denref(q)))
        k = (int)fmpz_fdiv_ui(fmpq_numref(q), 24);
    fmpq_clear(q);
    return k;
}

static bool
set_sine(struct ball *r, int k)
{
    const struct sine *s = &sines[k % 24];

    if (!s->den)
        return false;
    ball_set_unit(r, s->num, s->den, (ulong)s->root, 0);
    return true;
}

static bool
exact_sin(struct ball *r, const struct ball *x)
{
    int k = fifteenths(x);

    return k >= 0 && set_sine(r, k);
}

static bool
exact_cos(struct ball *r, const struct ball *x)
{
    int k = fifteenths(x);

    return k >= 0 && set_sine(r, k + 6);
}

static bool
same(const struct ball *x, int num, int den, int root)
{
    return x->exact && ball_is_real(x) && x->pi == 0 && x->root == (ulong)root &&
           fmpz_equal_si(fmpq_numref(x->re), num) &&
           fmpz_equal_si(fmpq_denref(x->re), den);
}

/* The k in -6..6 with sin(k 15 degrees) = x; 7 when there is none. */
static int
find_sine(const struct ball *x)
{
    for (int k = -6; k <= 6; k++) {
        const struct sine *s = &sines[(k + 24) % 24];

        if (s->den && same(x, s->num, s->den, s->root))
            return k;
    }
    return 7;
}

static bool
exact_asin(struct ball *r, const struct ball *x)
{
    int k = find_sine(x);

    if (k <= 6)
        ball_set_unit(r, k, 12, 1, 1);
    return k <= 6;
}

static bool
exact_acos(struct ball *r, const struct ball *x)
{
    int k = find_sine(x);

    if (k <= 6)
        ball_set_unit(r, 6 - k, 12, 1, 1);
    return k <= 6;
}

static bool
exact_atan(struct ball *r, const struct ball *x)
{
    static const struct {
        int num, den, root, k;
    } tangents[] = {
        {0,  1, 1, 0 },
        {1,  3, 3, 2 },
        {1,  1, 1, 3 },
        {1,  1, 3, 4 },
        {-1, 3, 3, -2},
        {-1, 1, 1, -3},
        {-1, 1, 3, -4},
    };

    for (size_t i = 0; i < sizeof tangents / sizeof *tangents; i++)
        if (same(x, tangents[i].num, tangents[i].den, tangents[i].root)) {
            ball_set_unit(r, tangents[i].k, 12, 1, 1);
            return true;
        }
    return false;
}

static bool
exact_zero(struct ball *r, const struct ball *x)
{
    if (!ball_is_zero(x))
        return false;
    ball_set_int(r, 0);
    return true;
}

static bool
exact_cosh(struct ball *r, const struct ball *x)
{
    if (!ball_is_zero(x))
        return false;
    ball_set_int(r, 1);
    return true;
}

/* e^0 and e^(i k 45 degrees). */
static bool
exact_exp(struct ball *r, const struct ball *x)
{
    struct ball angle, c, s;
    int k;
    bool done = false;

    if (!x->exact || !fmpq_is_zero(x->re))
        return false;
    ball_init(&angle);
    ball_init(&c);
    ball_init(&s);
    ball_im(&angle, x);
    k = fifteenths(&angle);
    if (k >= 0 && k % 3 == 0) {
        set_sine(&c, k + 6);
        set_sine(&s, k);
        ball_set_parts(r, c.re, s.re);
        r->root = k % 6 ? 2 : 1;
        done = true;
    }
    ball_fini(&angle);
    ball_fini(&c);
    ball_fini(&s);
    return done;
}

/* The angle of a number on an axis or a diagonal, in eighths of a turn. */
static bool
exact_arg(struct ball *r, const struct ball *x)
{
    static const int eighths[3][3] = {
        {-3, 4, 3},
        {-2, 0, 2},
        {-1, 0, 1}
    };
    int re, im;

    if (!x->exact || ball_is_zero(x))
        return false;
    re = fmpq_sgn(x->re);
    im = fmpq_sgn(x->im);
    if (re && im && fmpz_cmpabs(fmpq_numref(x->re), fmpq_numref(x->im)))
        return false;
    if (re && im && !fmpz_equal(fmpq_denref(x->re), fmpq_denref(x->im)))
        return false;
    ball_set_unit(r, eighths[re + 1][im + 1], 4, 1, 1);
    return true;
}

/* ln of a unit on an axis or a diagonal: i times its angle. */
static bool
exact_ln(struct ball *r, const struct ball *x)
{
    struct ball size;
    bool unit;

    if (!x->exact || ball_is_zero(x))
        return false;
    ball_init(&size);
    ball_abs(&size, x, 64);
    unit = same(&size, 1, 1, 1);
    ball_fini(&size);
    if (!unit || !exact_arg(r, x))
        return false;
    fmpq_swap(r->re, r->im);
    return true;
}

/* The k with base^k = x. */
static bool
exact_log(struct ball *r, const struct ball *x, ulong base)
{
    fmpz_t n, rest;
    slong k;
    bool below, done = false;

    if (!ball_is_rational(x) || fmpq_sgn(x->re) <= 0)
        return false;
    below = fmpz_is_one(fmpq_numref(x->re));
    if (!below && !fmpz_is_one(fmpq_denref(x->re)))
        return false;
    fmpz_init_set_ui(n, base);
    fmpz_init(rest);
    k = fmpz_remove(rest, below ? fmpq_denref(x->re) : fmpq_numref(x->re), n);
    if (fmpz_is_one(rest)) {
        ball_set_int(r, below ? -k : k);
        done = true;
    }
    fmpz_clear(n);
    fmpz_clear(rest);
    return done;
}

static bool
exact_log2(struct ball *r, const struct ball *x)
{
    return exact_log(r, x, 2);
}

static bool
exact_log10(struct ball *r, const struct ball *x)
{
    return exact_log(r, x, 10);
}

/* ---- balls ------------------------------------------------------------------------- */

static void
log_base(acb_t r, const acb_t x, ulong base, slong prec)
{
    arb_t b;

    arb_init(b);
    arb_log_ui(b, base, prec);
    acb_log(r, x, prec);
    acb_div_arb(r, r, b, prec);
    arb_clear(b);
}

static void
ball_log2(acb_t r, const acb_t x, slong prec)
{
    log_base(r, x, 2, prec);
}

static void
ball_log10(acb_t r, const acb_t x, slong prec)
{
    log_base(r, x, 10, prec);
}

/* Real functions stay real in acb_ form when the argument is real and inside their
 * domain; Arb has no acb_ form of arg alone. */
static void
ball_arg(acb_t r, const acb_t x, slong prec)
{
    arb_t t;

    arb_init(t);
    acb_arg(t, x, prec);
    acb_set_arb(r, t);
    arb_clear(t);
}

enum edge { EVERYWHERE, POSITIVE, UNIT }; /* where the real function is defined */
enum cut { NO_CUT, NEGATIVE, OUTSIDE, IMAGINARY }; /* where the complex one jumps */

/*
 * What additions hide in a function. For small x, f(x) = f(0) + x^k or x (1 + x^k): k is
 * `small`. For large x a term e^-2|x| (`fades`) or |x|^-k (`tail`) is added.
 */
static const struct function {
    void (*ball)(acb_t r, const acb_t x, slong prec);
    bool (*exact)(struct ball *r, const struct ball *x);
    enum edge edge;
    enum cut cut;
    int small, tail;
    bool fades, spread;
} functions[FUNCTION_COUNT] = {
    [FUNCTION_EXP] = {acb_exp,    exact_exp,   EVERYWHERE, NO_CUT,    1, 0, false, false},
    [FUNCTION_LN] = {acb_log,    exact_ln,    POSITIVE,   NEGATIVE,  0, 0, false, true },
    [FUNCTION_LOG2] = {ball_log2,  exact_log2,  POSITIVE,   NEGATIVE,  0, 0, false, true },
    [FUNCTION_LOG10] = {ball_log10, exact_log10, POSITIVE,   NEGATIVE,  0, 0, false, true },
    [FUNCTION_ARG] = {ball_arg,   exact_arg,   EVERYWHERE, NEGATIVE,  0, 0, false, true },
    [FUNCTION_SIN] = {acb_sin,    exact_sin,   EVERYWHERE, NO_CUT,    2, 0, false, false},
    [FUNCTION_COS] = {acb_cos,    exact_cos,   EVERYWHERE, NO_CUT,    2, 0, false, false},
    [FUNCTION_ASIN] = {acb_asin,   exact_asin,  UNIT,       OUTSIDE,   2, 0, false, true },
    [FUNCTION_ACOS] = {acb_acos,   exact_acos,  UNIT,       OUTSIDE,   1, 0, false, true },
    [FUNCTION_ATAN] = {acb_atan,   exact_atan,  EVERYWHERE, IMAGINARY, 2, 1, false, true },
    [FUNCTION_SINH] = {acb_sinh,   exact_zero,  EVERYWHERE, NO_CUT,    2, 0, true,  false},
    [FUNCTION_COSH] = {acb_cosh,   exact_cosh,  EVERYWHERE, NO_CUT,    2, 0, true,  false},
    [FUNCTION_TANH] = {acb_tanh,   exact_zero,  EVERYWHERE, NO_CUT,    2, 0, true,  false},
    [FUNCTION_ASINH] = {acb_asinh,  exact_zero,  EVERYWHERE, IMAGINARY, 2, 2, false, true },
};

static long
longest(long a, long b)
{
    return a > b ? a : b;
}

/* Bits that the additions in f need for a part of x of size about 2^log. */
static long
hidden(const struct function *f, long log)
{
    long bits = 0;

    if (log <= -NEED_MAX)
        return 0;
    if (log < 0)
        bits = f->small * -log;
    else if (f->tail)
        bits = f->tail * log;
    else if (f->fades)
        bits = log > 25 ? NEED_MAX : 3L << log;
    return bits > NEED_MARGIN ? bits + NEED_MARGIN : 0;
}

static bool
part_has_zero(const struct ball *x, bool imaginary)
{
    if (x->exact)
        return fmpq_is_zero(imaginary ? x->im : x->re);
    return arb_contains_zero(imaginary ? acb_imagref(x->x) : acb_realref(x->x));
}

static long
function_need(const struct function *f, const struct ball *x)
{
    long need = f->spread ? ball_spread(x) : 0;

    if (!part_has_zero(x, false))
        need = longest(need, hidden(f, ball_log_re(x)));
    if (!part_has_zero(x, true))
        need = longest(need, hidden(f, ball_log_im(x)));
    return need;
}

/* Whether a real x lies inside the domain of f. */
static enum state
check_edge(enum edge edge, const struct ball *x, slong prec)
{
    struct ball one, size;
    enum order o;

    if (edge == EVERYWHERE)
        return DEFINED;
    ball_init(&one);
    ball_init(&size);
    if (edge == POSITIVE) {
        o = ball_compare(&one, x, prec);
    } else {
        ball_set_int(&one, 1);
        ball_abs(&size, x, prec);
        o = ball_compare(&size, &one, prec);
    }
    ball_fini(&one);
    ball_fini(&size);
    if (o == LESS || (o == SAME && edge == UNIT))
        return DEFINED;
    return o == OPEN ? UNKNOWN : UNDEFINED;
}

static bool
above_one(const arb_t x)
{
    arb_t one;
    bool above;

    arb_init(one);
    arb_one(one);
    if (arb_is_negative(x))
        arb_neg(one, one);
    above = !(arb_is_negative(x) ? arb_gt(x, one) : arb_lt(x, one));
    arb_clear(one);
    return above;
}

static bool
on_cut(enum cut cut, const acb_t x)
{
    switch (cut) {
    case NEGATIVE:
        return acb_is_real(x) && !arb_is_positive(acb_realref(x));
    case OUTSIDE:
        return acb_is_real(x) && above_one(acb_realref(x));
    case IMAGINARY:
        return arb_is_zero(acb_realref(x)) && above_one(acb_imagref(x));
    default:
        return false;
    }
}

static enum state
apply_ball(const struct function *f, struct ball *r, const struct ball *x, bool complex,
           slong prec)
{
    long need = function_need(f, x);
    const acb_struct *y;
    bool cut;
    acb_t s;

    acb_init(s);
    y = ball_enclose(x, s, prec);
    cut = complex && on_cut(f->cut, y);
    ball_begin(r, x, NULL);
    f->ball(r->x, y, prec);
    acb_clear(s);
    r->cut |= cut;
    r->need = longest(r->need, need);
    if (!complex)
        arb_zero(acb_imagref(r->x));
    return acb_is_finite(r->x) ? DEFINED : UNKNOWN;
}

static enum state
apply(const struct function *f, struct ball *r, const struct ball *x, bool complex,
      slong prec)
{
    enum state state = complex ? DEFINED : check_edge(f->edge, x, prec);
    struct ball value;
    bool exact;

    if (state != DEFINED)
        return state;
    if ((complex || f->ball == ball_arg) && f->cut == NEGATIVE && ball_has_zero(x))
        return ball_is_zero(x) ? UNDEFINED : UNKNOWN;
    ball_init(&value);
    exact = f->exact(&value, x);
    if (exact) {
        value.need = x->need;
        value.cut = x->cut || (complex && f->cut == NEGATIVE && ball_is_real(x) &&
                               fmpq_sgn(x->re) < 0);
        ball_copy(r, &value);
    }
    ball_fini(&value);
    return exact ? DEFINED : apply_ball(f, r, x, complex, prec);
}

/* sin / cos, so that the poles are those of 1/cos. */
static enum state
apply_tan(struct ball *r, const struct ball *x, bool complex, slong prec)
{
    struct ball s, c;
    enum state state = DEFINED;

    ball_init(&s);
    ball_init(&c);
    apply(&functions[FUNCTION_SIN], &s, x, complex, prec);
    apply(&functions[FUNCTION_COS], &c, x, complex, prec);
    state = ball_div(r, &s, &c, prec);
    if (complex && !ball_is_real(x)) {
        struct function fading = {.fades = true};

        if (!part_has_zero(x, true))
            r->need = longest(r->need, hidden(&fading, ball_log_im(x)));
    }
    ball_fini(&s);
    ball_fini(&c);
    return state;
}

bool
func_is(enum function_id id)
{
    switch (id) {
    case FUNCTION_ABS:
    case FUNCTION_RE:
    case FUNCTION_IM:
    case FUNCTION_SQRT:
    case FUNCTION_TAN:
    case FUNCTION_SIGN:
        return true;
    default:
        return functions[id].ball != NULL;
    }
}

bool
func_is_smooth(enum function_id id)
{
    if (id == FUNCTION_TAN || id == FUNCTION_RE || id == FUNCTION_IM)
        return true;
    return functions[id].ball && functions[id].edge == EVERYWHERE &&
           functions[id].cut == NO_CUT;
}

enum state
func_apply(enum function_id id, struct ball *r, const struct ball *x, bool complex,
           slong prec)
{
    switch (id) {
    case FUNCTION_ABS:
        ball_abs(r, x, prec);
        return DEFINED;
    case FUNCTION_RE:
        ball_re(r, x);
        return DEFINED;
    case FUNCTION_IM:
        ball_im(r, x);
        return DEFINED;
    case FUNCTION_SIGN:
        ball_sign(r, x);
        return DEFINED;
    case FUNCTION_SQRT:
        return ball_sqrt(r, x, complex, prec);
    case FUNCTION_TAN:
        return apply_tan(r, x, complex, prec);
    default:
        return apply(&functions[id], r, x, complex, prec);
    }
}
