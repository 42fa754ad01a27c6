/* Places in a term, and terms with one place changed. */
#include "proof/slip/slip.h"

#include <stdio.h>

/* What the argument k of t is to t. */
static void
mark(const struct term *t, int k, struct site *s)
{
    bool body = k == t->n - 1;

    switch (t->op) {
    case TERM_CALL:
        s->inside = true;
        break;
    case TERM_POW:
        s->fixed |= k == 1 && t->arg[0]->op != TERM_E;
        s->inside |= k == 1;
        break;
    case TERM_INDEX:
        s->fixed |= k > 0;
        break;
    case TERM_SUM:
    case TERM_PRODUCT:
    case TERM_LIMIT:
        s->fixed |= !body;
        break;
    case TERM_DERIVATIVE:
        s->fixed |= k == 1;
        break;
    default:
        break;
    }
}

struct sites
sites_of(struct arena *a, const struct term *t)
{
    struct site *at = ARENA_ARRAY(a, struct site, SITES_MAX);
    int n = 1;

    at[0] = (struct site){.t = t, .parent = -1};
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < at[i].t->n && n < SITES_MAX; k++) {
            at[n] = (struct site){at[i].t->arg[k], i, k, at[i].inside, at[i].fixed};
            mark(at[i].t, k, &at[n]);
            n++;
        }
    }
    return (struct sites){at, n};
}

const struct term *
site_put(struct arena *a, const struct sites *s, int i, const struct term *by)
{
    while (by && s->at[i].parent >= 0) {
        const struct term *t = s->at[s->at[i].parent].t;
        const struct term **arg = ARENA_ARRAY(a, const struct term *, t->n);
        struct term shape = *t;

        for (int k = 0; k < t->n; k++)
            arg[k] = k == s->at[i].arg ? by : t->arg[k];
        shape.arg = arg;
        by = expr_make(a, &shape, NULL);
        i = s->at[i].parent;
    }
    return by;
}

const struct term *
site_apply(struct arena *a, enum term_op op, const struct term *x, const struct term *y)
{
    bool unary = op == TERM_NEG || op == TERM_TRANSPOSE || op == TERM_CONJ;

    return x && (y || unary) ? expr_apply(a, op, x, y, NULL) : NULL;
}

const struct term *
site_call(struct arena *a, enum function_id f, const struct term *x)
{
    return x ? expr_call(a, f, &x, 1, NULL) : NULL;
}

const struct term *
site_whole(struct arena *a, int n)
{
    const struct term *t;
    char text[16];

    snprintf(text, sizeof text, "%d", n < 0 ? -n : n);
    t = expr_number(a, text);
    return n < 0 ? site_apply(a, TERM_NEG, t, NULL) : t;
}

bool
site_is_number(const struct term *t)
{
    return type_is_number(t->type);
}
