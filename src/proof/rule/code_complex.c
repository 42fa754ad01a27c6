/* Re, Im and the conjugate by what stands with i and without. */
#include "proof/rule/code.h"

/* t = real + i imaginary; both NULL when a part of it may be complex. */
struct parts {
    const struct poly *real, *imaginary;
};

/* Where i stands among the factors; -1: it does not, -2: they are not real. */
static int
place_of_i(const struct monomial *m)
{
    int place = -1;

    for (int i = 0; i < m->n_f; i++) {
        if (m->f[i].base->op == TERM_I && m->f[i].exp == 1)
            place = i;
        else if (m->f[i].base->type.kind > TYPE_REAL)
            return -2;
    }
    return place;
}

static struct parts
parts_of(struct algebra *g, const struct term *t)
{
    const struct poly *p = type_is_number(t->type) ? poly_of(g, t) : NULL;
    struct parts out = {poly_integer(g, 0), poly_integer(g, 0)};
    const struct rational one = {1, 1};

    for (int k = 0; p && k < p->n; k++) {
        int i = place_of_i(&p->at[k]);
        struct monomial m = i >= 0 ? monomial_with_power(g, &p->at[k], i, 0) : p->at[k];
        const struct poly **part = i >= 0 ? &out.imaginary : &out.real;

        *part = i == -2 ? NULL : poly_add(g, *part, one, poly_one(g, &m, (*part)->type));
        if (!*part)
            p = NULL;
    }
    return p ? out : (struct parts){NULL, NULL};
}

static struct parts
parts_in(struct rewriter *w, struct algebra *g, const struct term *t)
{
    *g = (struct algebra){.arena = w->arena, .scope = w->scope, .work = POLY_WORK_MAX};
    return parts_of(g, t);
}

static bool
is_call(const struct term *t, enum function_id f)
{
    return t->op == TERM_CALL && t->function == f;
}

const struct term *
code_real_part(struct rewriter *w, const struct term *t, bool backward)
{
    struct algebra g;
    struct parts p;

    if (backward || !is_call(t, FUNCTION_RE))
        return NULL;
    p = parts_in(w, &g, t->arg[0]);
    return p.real ? poly_term(&g, p.real) : NULL;
}

const struct term *
code_imaginary_part(struct rewriter *w, const struct term *t, bool backward)
{
    struct algebra g;
    struct parts p;

    if (backward || !is_call(t, FUNCTION_IM))
        return NULL;
    p = parts_in(w, &g, t->arg[0]);
    return p.imaginary ? poly_term(&g, p.imaginary) : NULL;
}

const struct term *
code_conjugate(struct rewriter *w, const struct term *t, bool backward)
{
    const struct term *i = expr_make(w->arena, &(struct term){.op = TERM_I}, NULL);
    const struct rational minus = {-1, 1};
    const struct poly *turned;
    struct algebra g;
    struct parts p;

    if (backward || t->op != TERM_CONJ)
        return NULL;
    p = parts_in(w, &g, t->arg[0]);
    if (!p.real)
        return NULL;
    turned =
        poly_add(&g, p.real, minus, poly_mul(&g, poly_of(&g, i), p.imaginary, i->type));
    return turned ? poly_term(&g, turned) : NULL;
}
