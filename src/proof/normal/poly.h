/*
 * Sums of products of opaque parts: what the `arithmetic` normal form is made of.
 *
 * A monomial is a fraction, powers of numbers that commute, and a word of vectors and
 * matrices that do not. A polynomial of numbers has no words; one of arrays has a word in
 * every monomial. Parts are terms in normal form; equal parts are compared as trees. A
 * sum as a divisor is a part with a negative power. Operations return NULL when the
 * result is too large, or a number in it does.
 */
#ifndef ROPEWALK_PROOF_POLY_H
#define ROPEWALK_PROOF_POLY_H

#include <stddef.h>

#include "proof/normal/rational.h"

enum {
    POLY_MONOMIALS_MAX = 600,
    POLY_WORK_MAX = 60000,    /* products of monomials in one normal form */
    POLY_POWER_MAX = 16,      /* of a sum */
    POLY_SIZE_MAX = 20000,    /* parts of all its terms together */
    POLY_BYTES_MAX = 8 << 20, /* of memory for one normal form */
};

struct power {
    const struct term *base;
    int exp;
};

struct monomial {
    struct rational c;
    const struct power *f; /* in the order of order_terms(), exponents not 0 */
    int n_f;
    const struct term *const *w;
    int n_w;
};

struct poly {
    const struct monomial *at; /* the greatest first, no two alike, no 0 */
    int n;
    struct type type; /* for arrays: their shape */
};

/* What a term has come to so far. */
struct known_form {
    const struct term *t;    /* NULL: nothing is known */
    const struct poly *poly; /* NULL when it is too large */
    const struct term *term;
    bool has_poly;
};

/* By term, as a pointer: terms never change while an algebra lives. */
struct memo {
    struct known_form *at;
    size_t n, room;
};

struct algebra {
    struct arena *arena;
    const struct scope *scope; /* NULL: nothing is known about names */
    int work;
    size_t used; /* of the arena's bytes when it began; 0: it has not */
    struct memo memo;
};

/* A total order of terms: -1, 0, 1; 0 for equal trees. */
int order_terms(const struct term *x, const struct term *y);
int order_monomials(const struct monomial *x, const struct monomial *y);

/* ---- making ------------------------------------------------------------------------ */

const struct poly *poly_zero(struct algebra *g, struct type type);
const struct poly *poly_constant(struct algebra *g, struct rational c);
const struct poly *poly_integer(struct algebra *g, int n);
/* A part: a number as a factor, an array as a word. */
const struct poly *poly_atom(struct algebra *g, const struct term *t);
const struct poly *
poly_one(struct algebra *g, const struct monomial *m, struct type type);

/* ---- working out ------------------------------------------------------------------- */

/* x + c y */
const struct poly *poly_add(struct algebra *g, const struct poly *x, struct rational c,
                            const struct poly *y);
/* `type` is that of the product. */
const struct poly *
poly_mul(struct algebra *g, const struct poly *x, const struct poly *y, struct type type);
/* Of a number; n may be negative. */
const struct poly *poly_power(struct algebra *g, const struct poly *x, int n);

/* Over a common divisor, cancelled where it divides: no sum is a divisor without need. */
const struct poly *poly_common(struct algebra *g, const struct poly *x);

/* x / q when it leaves nothing over; NULL otherwise. */
const struct poly *
poly_divide(struct algebra *g, const struct poly *x, const struct poly *q);

/* Parts of the above. Powers of both, sorted, those that cancel gone; m with its part i
 * to another power; what all monomials share, by lowest exponents, with the first
 * coefficient; 1 / m in place (false for 0). */
void monomial_join(struct algebra *g, const struct monomial *x, const struct monomial *y,
                   struct monomial *out);
struct monomial
monomial_with_power(struct algebra *g, const struct monomial *m, int i, int exp);
struct monomial poly_content(struct algebra *g, const struct poly *x);
bool monomial_invert(struct algebra *g, struct monomial *m);

/* ---- words (word.c) ---------------------------------------------------------------- */

/* The monomial c f w with its word worked out: I, inverses, literals, and parts that are
 * numbers (the q^T k in x q^T k). `type` is that of the whole. */
const struct poly *
word_tidy(struct algebra *g, const struct monomial *m, struct type type);

/* Literals among the monomials brought together into one. */
const struct poly *literal_collect(struct algebra *g, const struct poly *p);

/* ---- as terms (write.c) ------------------------------------------------------------ */

const struct term *poly_term(struct algebra *g, const struct poly *p);
const struct term *monomial_term(struct arena *a, const struct monomial *m);
/* A word as a product; n >= 1. */
const struct term *word_term(struct arena *a, const struct term *const *w, int n);

/* ---- from terms (normal.c) --------------------------------------------------------- */

/* NULL when it is too large. */
const struct poly *poly_of(struct algebra *g, const struct term *t);
/* t in normal form; never NULL. */
const struct term *normal_term(struct algebra *g, const struct term *t);
/* t with its arguments in normal form. */
const struct term *normal_arguments(struct algebra *g, const struct term *t);
const struct poly *poly_of_sum(struct algebra *g, const struct term *t); /* binder.c */
const struct poly *poly_of_product(struct algebra *g, const struct term *t);
const struct term *normal_binder(struct algebra *g, const struct term *t);

/* ---- remembered (memo.c) ----------------------------------------------------------- */

struct known_form memo_find(const struct algebra *g, const struct term *t);
/* To be filled at once: the next call may move it. */
struct known_form *memo_of(struct algebra *g, const struct term *t);

/* ---- small questions --------------------------------------------------------------- */

bool term_is_sum(const struct term *t);                     /* + or - */
bool term_is_whole(const struct term *t, int *n);           /* "3", "-2" */
bool term_has_name(const struct term *t, const char *name); /* free in it */
/* Whether what stands in a root is known to be at least 0. */
bool root_is_known(struct algebra *g, const struct term *root);
bool dims_agree(struct dim x, struct dim y);

#endif
