/* A total order of terms, and small questions about them. */
#include <string.h>

#include "proof/normal/poly.h"

static int
sign_of(long long d)
{
    return (d > 0) - (d < 0);
}

/* Names that are given to indices end with a number; they come last. */
static int
order_leaves(const struct term *x, const struct term *y)
{
    int d;

    switch (x->op) {
    case TERM_NUMBER:
        d = strcmp(x->digits, y->digits);
        return d ? sign_of(d) : sign_of(x->exponent - y->exponent);
    case TERM_NAME:
    case TERM_SUM:
    case TERM_PRODUCT:
    case TERM_LIMIT:
        return sign_of(strcmp(x->name, y->name));
    case TERM_CALL:
        return sign_of((int)x->function - (int)y->function);
    case TERM_RELATION:
        d = sign_of((int)x->relation - (int)y->relation);
        return d ? d : sign_of((int)x->every - (int)y->every);
    case TERM_MATRIX:
        d = sign_of(x->rows - y->rows);
        return d ? d : sign_of(x->cols - y->cols);
    default:
        return sign_of(x->given - y->given);
    }
}

int
order_terms(const struct term *x, const struct term *y)
{
    int d;

    if (x == y)
        return 0;
    d = sign_of((int)x->op - (int)y->op);
    if (d == 0)
        d = order_leaves(x, y);
    if (d == 0)
        d = sign_of(x->n - y->n);
    for (int i = 0; d == 0 && i < x->n; i++)
        d = order_terms(x->arg[i], y->arg[i]);
    return d;
}

/* Lexicographic by exponents, then words: the greater comes first. */
int
order_monomials(const struct monomial *x, const struct monomial *y)
{
    int i = 0, j = 0, d;

    while (i < x->n_f || j < y->n_f) {
        d = i == x->n_f ? 1 : j == y->n_f ? -1 : order_terms(x->f[i].base, y->f[j].base);
        if (d == 0 && x->f[i].exp == y->f[j].exp) {
            i++;
            j++;
            continue;
        }
        if (d == 0)
            return x->f[i].exp > y->f[j].exp ? -1 : 1;
        if (d < 0)
            return x->f[i].exp > 0 ? -1 : 1;
        return y->f[j].exp > 0 ? 1 : -1;
    }
    d = sign_of(y->n_w - x->n_w);
    for (i = 0; d == 0 && i < x->n_w; i++)
        d = order_terms(x->w[i], y->w[i]);
    return d;
}

/* ---- small questions --------------------------------------------------------------- */

bool
term_is_sum(const struct term *t)
{
    return t->op == TERM_ADD || t->op == TERM_SUB;
}

bool
term_is_whole(const struct term *t, int *n)
{
    if (t->op == TERM_NEG) {
        if (t->arg[0]->op != TERM_NUMBER || !term_is_whole(t->arg[0], n))
            return false;
        *n = -*n;
        return true;
    }
    if (t->op != TERM_NUMBER || t->exponent < 0 || t->near > 1e6)
        return false;
    *n = (int)t->near;
    return true;
}

struct name_search {
    const char *name;
    bool found;
};

static void
see_name(void *ctx, const struct term *name)
{
    struct name_search *s = ctx;

    s->found |= strcmp(s->name, name->name) == 0;
}

bool
term_has_name(const struct term *t, const char *name)
{
    struct name_search s = {name, false};

    term_free_names(t, see_name, &s);
    return s.found;
}

bool
dims_agree(struct dim x, struct dim y)
{
    if (x.n || y.n)
        return x.n == y.n;
    return expr_same(x.size, y.size);
}
