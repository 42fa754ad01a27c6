/*
 * Germs: how a value behaves on one side of a point.
 *
 * t > 0 tends to 0. A germ is a finite sum of c m and an error O(m'), where the c are
 * numbers and the m *scales*: exp(E) t^a l^b with l = ln(1/t), and E a sum of terms that
 * grow faster than l. Scales are ordered by their growth; the terms of a germ stand in
 * that order, the largest first, and all of them are larger than its error. The error is
 * an order of growth, not a bound: a germ gives a limit, and no value anywhere.
 */
#ifndef ROPEWALK_EXACT_LIMIT_GERM_H
#define ROPEWALK_EXACT_LIMIT_GERM_H

#include "exact/limit/num.h"

struct germ;

struct scale {
    const struct num *t, *l; /* powers of t and l */
    const struct germ *e;    /* NULL: E = 0 */
};

struct part {
    const struct num *c;
    const struct scale *m;
};

struct germ {
    int n;
    const struct part *at;
    const struct scale *error; /* NULL: exact */
};

/* What is in the way. */
enum germ_state {
    GERM_FINE,
    GERM_NOWHERE, /* the term is undefined on this side, however near */
    GERM_SHORT,   /* more terms may tell */
    GERM_CLOSE,   /* more bits may tell */
    GERM_OPEN,    /* this is not worked out */
};

enum { GERM_WORK_MAX = 200000 };

struct germs {
    struct arena *arena;
    struct nums nums;
    int terms; /* kept of a germ */
    long work;
    enum germ_state state;
    const struct scale *one, *log; /* the scales 1 and l */
    const struct num *zero, *unit; /* the numbers 0 and 1 */
};

void germs_init(struct germs *s, struct arena *a, slong prec, int terms);
void germs_fini(struct germs *s);

/* Fail: NULL. The first failure stays. Every function below gives NULL after a failure,
 * and takes NULL. */
const struct germ *germ_fail(struct germs *s, enum germ_state why);

const struct germ *germ_number(struct germs *s, const struct num *c);
const struct germ *germ_int(struct germs *s, long n);
const struct germ *germ_part(struct germs *s, const struct num *c, const struct scale *m);
/* t^n */
const struct germ *germ_t(struct germs *s, long n);
/* Nothing is known but its order. */
const struct germ *germ_order(struct germs *s, const struct scale *m);

/* 1: x grows faster; -1: y does; 0: they are the same; SIGN_OPEN: not known, which
 * fails. */
int scale_compare(struct germs *s, const struct scale *x, const struct scale *y);
const struct scale *
scale_mul(struct germs *s, const struct scale *x, const struct scale *y);
const struct scale *
scale_pow(struct germs *s, const struct scale *x, const struct num *n);

const struct germ *germ_add(struct germs *s, const struct germ *x, const struct germ *y);
const struct germ *germ_sub(struct germs *s, const struct germ *x, const struct germ *y);
const struct germ *germ_mul(struct germs *s, const struct germ *x, const struct germ *y);
const struct germ *germ_scaled(struct germs *s, const struct germ *x, const struct num *c,
                               const struct scale *m);
const struct germ *germ_map(struct germs *s, const struct germ *x,
                            const struct num *(*f)(struct nums *s, const struct num *x));

/* Whether x is 0, exactly. */
bool germ_is_zero(const struct germ *x);
/* The largest scale in x, its error included; NULL when x is 0. */
const struct scale *germ_top(const struct germ *x);
/* The first term, whose coefficient is certainly not 0; fails when there is none. */
const struct part *germ_lead(struct germs *s, const struct germ *x);
/* The sign that x has in the end; 0 when it is 0 exactly; fails when that is open. */
int germ_sign(struct germs *s, const struct germ *x);

/* x = large + c + small. The error belongs to where its size puts it. */
struct split {
    const struct germ *large, *small;
    const struct num *c;
};
bool germ_split(struct germs *s, const struct germ *x, struct split *out);

/* a[0] + a[1] x + ... + a[n - 1] x^(n-1) + O(x^n) for small x. whole: without the error.
 */
const struct germ *germ_series(struct germs *s, const struct num *const *a, int n,
                               const struct germ *x, bool whole);

#endif
