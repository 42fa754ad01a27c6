#include "exact/limit/num.h"

#include <stdlib.h>

#include "base/memory.h"

#define FIELD ((UINT64_C(1) << 61) - 1)
__extension__ typedef unsigned __int128 wide;

enum {
    MARK_ROOT = 1001,
    MARK_PI,
    MARK_I,
    MARK_POWER,
    MARK_MULTIPLE,
    MARK_PART,
    POWER_MAX = 1 << 20
};

/* ---- the field --------------------------------------------------------------------- */

static uint64_t
field_mul(uint64_t x, uint64_t y)
{
    wide z = (wide)x * y;

    return n_addmod((uint64_t)(z & FIELD), (uint64_t)(z >> 61), FIELD);
}

static uint64_t
field_add(uint64_t x, uint64_t y)
{
    return n_addmod(x, y, FIELD);
}

static uint64_t
field_neg(uint64_t x)
{
    return x ? FIELD - x : 0;
}

static uint64_t
field_pow(uint64_t x, uint64_t n)
{
    uint64_t r = 1;

    for (; n; n >>= 1, x = field_mul(x, x))
        if (n & 1)
            r = field_mul(r, x);
    return r;
}

static uint64_t
field_inv(uint64_t x)
{
    return x ? n_invmod(x, FIELD) : 0;
}

/* Never 0. */
uint64_t
num_hash(uint64_t x, uint64_t y)
{
    uint64_t h = x * UINT64_C(0x9E3779B97F4A7C15) ^ (y + UINT64_C(0x632BE59BD9B4E019));

    for (int i = 0; i < 3; i++) {
        h ^= h >> 31;
        h *= UINT64_C(0xD6E8FEB86659FD93);
        h ^= h >> 29;
    }
    return h % (FIELD - 1) + 1;
}

/* A number that is 0 in the field, and is not, stands for something else there. */
static uint64_t
mark_of_fmpz(const fmpz_t n)
{
    uint64_t m = (uint64_t)fmpz_fdiv_ui(n, FIELD);

    if (m || fmpz_is_zero(n))
        return m;
    return num_hash(MARK_MULTIPLE, (uint64_t)fmpz_fdiv_ui(n, FIELD - 2));
}

static uint64_t
mark_of_fmpq(const fmpq_t q)
{
    uint64_t n = mark_of_fmpz(fmpq_numref(q)), d = mark_of_fmpz(fmpq_denref(q));

    return d == 1 ? n : field_mul(n, field_inv(d));
}

/* (re + im i) sqrt(root) pi^pi */
static uint64_t
mark_of_exact(const struct ball *b)
{
    uint64_t m = mark_of_fmpq(b->re), pi;

    if (!fmpq_is_zero(b->im))
        m = field_add(m, field_mul(mark_of_fmpq(b->im), num_hash(MARK_I, 0)));
    if (b->root == 1 && b->pi == 0)
        return m;
    pi = field_pow(num_hash(MARK_PI, 0), (uint64_t)labs(b->pi));
    if (b->root != 1)
        m = field_mul(m, num_hash(MARK_ROOT, b->root));
    return field_mul(m, b->pi < 0 ? field_inv(pi) : pi);
}

/* ---- numbers ----------------------------------------------------------------------- */

void
nums_init(struct nums *s, slong prec)
{
    *s = (struct nums){.prec = prec};
}

void
nums_fini(struct nums *s)
{
    for (int i = 0; i < s->n; i++) {
        ball_fini(&s->at[i]->ball);
        free(s->at[i]);
    }
    free(s->at);
}

static struct num *
fresh(struct nums *s)
{
    struct num *x = xmalloc(sizeof *x);

    if (s->n == s->cap) {
        s->cap = s->cap ? s->cap * 2 : 64;
        s->at = xrealloc(s->at, (size_t)s->cap * sizeof(struct num *));
    }
    ball_init(&x->ball);
    s->at[s->n++] = x;
    return x;
}

/* Exact numbers have one fingerprint, however they were made. */
static const struct num *
marked(struct num *x, uint64_t mark)
{
    x->mark = x->ball.exact ? mark_of_exact(&x->ball) : mark;
    return x;
}

const struct num *
num_int(struct nums *s, long n)
{
    struct num *x = fresh(s);

    ball_set_int(&x->ball, n);
    return marked(x, 0);
}

const struct num *
num_ratio(struct nums *s, long n, long d)
{
    struct num *x = fresh(s);

    ball_set_unit(&x->ball, n, d, 1, 0);
    return marked(x, 0);
}

const struct num *
num_of(struct nums *s, const struct ball *b, uint64_t mark)
{
    struct num *x = fresh(s);

    ball_copy(&x->ball, b);
    return marked(x, mark);
}

const struct num *
num_add(struct nums *s, const struct num *x, const struct num *y)
{
    struct num *r = fresh(s);

    ball_add(&r->ball, &x->ball, &y->ball, s->prec);
    return marked(r, field_add(x->mark, y->mark));
}

const struct num *
num_neg(struct nums *s, const struct num *x)
{
    struct num *r = fresh(s);

    ball_neg(&r->ball, &x->ball);
    return marked(r, field_neg(x->mark));
}

const struct num *
num_sub(struct nums *s, const struct num *x, const struct num *y)
{
    struct num *r = fresh(s);

    ball_sub(&r->ball, &x->ball, &y->ball, s->prec);
    return marked(r, field_add(x->mark, field_neg(y->mark)));
}

const struct num *
num_mul(struct nums *s, const struct num *x, const struct num *y)
{
    struct num *r = fresh(s);

    ball_mul(&r->ball, &x->ball, &y->ball, s->prec);
    return marked(r, field_mul(x->mark, y->mark));
}

/* The parts of a number that is real are the number and 0. */
static const struct num *
part(struct nums *s, const struct num *x, void (*f)(struct ball *, const struct ball *),
     uint64_t which)
{
    struct num *r = fresh(s);

    f(&r->ball, &x->ball);
    return marked(r, num_hash(MARK_PART + which, x->mark));
}

const struct num *
num_re(struct nums *s, const struct num *x)
{
    return num_is_real(x) ? x : part(s, x, ball_re, 0);
}

const struct num *
num_im(struct nums *s, const struct num *x)
{
    return num_is_real(x) ? num_int(s, 0) : part(s, x, ball_im, 1);
}

const struct num *
num_conj(struct nums *s, const struct num *x)
{
    return num_is_real(x) ? x : part(s, x, ball_conj, 2);
}

const struct num *
num_inv(struct nums *s, const struct num *x)
{
    struct num *r = fresh(s);
    const struct num *one = num_int(s, 1);

    if (ball_div(&r->ball, &one->ball, &x->ball, s->prec) != DEFINED)
        return NULL;
    return marked(r, field_inv(x->mark));
}

const struct num *
num_pow_int(struct nums *s, const struct num *x, long n)
{
    struct num *r = fresh(s);
    uint64_t mark = field_pow(x->mark, (uint64_t)labs(n));
    enum state state;
    fmpz_t e;

    if (labs(n) > POWER_MAX)
        return NULL;
    fmpz_init_set_si(e, n);
    state = ball_pow_int(&r->ball, &x->ball, e, s->prec);
    fmpz_clear(e);
    return state == DEFINED ? marked(r, n < 0 ? field_inv(mark) : mark) : NULL;
}

const struct num *
num_pow(struct nums *s, const struct num *x, const struct num *y, bool complex)
{
    struct num *r = fresh(s);

    if (ball_pow(&r->ball, &x->ball, &y->ball, complex, false, s->prec) != DEFINED)
        return NULL;
    return marked(r, num_hash(num_hash(MARK_POWER, x->mark), y->mark));
}

const struct num *
num_call(struct nums *s, enum function_id f, const struct num *x, bool complex)
{
    struct num *r = fresh(s);

    if (func_apply(f, &r->ball, &x->ball, complex, s->prec) != DEFINED)
        return NULL;
    return marked(r, num_hash((uint64_t)f + 1, x->mark));
}

bool
num_is_zero(const struct num *x)
{
    return x->ball.exact ? ball_is_zero(&x->ball) : x->mark == 0;
}

bool
num_is_real(const struct num *x)
{
    return ball_is_real(&x->ball);
}

bool
num_is_certain(const struct num *x)
{
    return ball_is_finite(&x->ball) && !ball_has_zero(&x->ball);
}

int
num_sign(const struct num *x)
{
    if (num_is_zero(x))
        return 0;
    if (!num_is_certain(x) || !num_is_real(x))
        return SIGN_OPEN;
    if (x->ball.exact)
        return fmpq_sgn(x->ball.re);
    return arb_is_positive(acb_realref(x->ball.x)) ? 1 : -1;
}
