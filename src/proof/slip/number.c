/* Slips of names and numbers: one name for another, a constant, a factor. */
#include "proof/slip/slip.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- names ------------------------------------------------------------------------- */

enum { NAMES_MAX = 24 };

struct known {
    const struct term *at[NAMES_MAX];
    int n;
};

static void
note_name(struct known *k, const struct term *t)
{
    for (int i = 0; i < k->n; i++)
        if (strcmp(k->at[i]->name, t->name) == 0)
            return;
    if (k->n < NAMES_MAX)
        k->at[k->n++] = t;
}

static bool
dim_equal(struct dim x, struct dim y)
{
    return x.n ? x.n == y.n : !y.n && expr_same(x.size, y.size);
}

static bool
same_type(struct type x, struct type y)
{
    return x.kind == y.kind && x.random == y.random &&
           (x.kind < TYPE_VECTOR || x.kind > TYPE_MATRIX ||
            (dim_equal(x.rows, y.rows) && dim_equal(x.cols, y.cols)));
}

/* The names of both sides, bound ones too, and those that are declared. */
static struct known
known_names(struct slipping *g)
{
    struct known k = {.n = 0};

    for (int i = 0; i < g->right->n; i++)
        if (g->right->at[i].t->op == TERM_NAME)
            note_name(&k, g->right->at[i].t);
    for (int i = 0; i < g->left->n; i++)
        if (g->left->at[i].t->op == TERM_NAME)
            note_name(&k, g->left->at[i].t);
    for (int i = 0; i < scope_count(g->d->scope); i++) {
        const struct decl *d = scope_at(g->d->scope, i);

        note_name(&k, expr_name(g->a, d->name, d->type));
    }
    return k;
}

static bool
index_at_one(struct slipping *g, const struct known *k)
{
    for (int i = 0; i < g->right->n; i++) {
        const struct term *t = g->right->at[i].t;

        for (int j = 0; t->op == TERM_NAME && j < k->n; j++)
            if (strcmp(t->name, k->at[j]->name) != 0 &&
                same_type(t->type, k->at[j]->type) && slip_put(g, i, k->at[j]))
                return true;
    }
    return false;
}

/* Two names exchanged, and one replaced wherever it stands. */
static bool
index_everywhere(struct slipping *g, const struct known *k)
{
    for (int i = 0; i < k->n; i++) {
        for (int j = 0; j < k->n; j++) {
            const struct term *x = k->at[i], *y = k->at[j];
            const struct replacement r[] = {
                {x->name, y},
                {y->name, x}
            };

            if (i == j || !same_type(x->type, y->type))
                continue;
            if ((i < j && slip_right(g, expr_replace(g->a, g->y, r, 2))) ||
                slip_right(g, expr_replace(g->a, g->y, r, 1)))
                return true;
        }
    }
    return false;
}

bool
slip_index(struct slipping *g)
{
    struct known k = known_names(g);

    return index_at_one(g, &k) || index_everywhere(g, &k);
}

/* ---- numbers ----------------------------------------------------------------------- */

enum { DENOMINATOR_MAX = 24 };

/* c as a term when it is a simple number: a fraction, or one times pi, or the root of
 * one. NULL: it is none. */
static const struct term *
fraction(struct slipping *g, double c)
{
    for (int q = 1; q <= DENOMINATOR_MAX && fabs(c) < 1e6; q++) {
        double p = round(c * q);

        if (fabs(c * q - p) > 1e-7 || p == 0)
            continue;
        return q == 1 ? site_whole(g->a, (int)p)
                      : site_apply(g->a, TERM_DIV, site_whole(g->a, (int)p),
                                   site_whole(g->a, q));
    }
    return NULL;
}

static const struct term *
simple(struct slipping *g, double c)
{
    const struct term *t = fraction(g, c);

    if (t)
        return t;
    t = fraction(g, c / 3.14159265358979323846);
    if (t)
        return site_apply(
            g->a, TERM_MUL, t,
            expr_parse(g->a, NULL, "pi", (struct pos){"number", 1, 1}, NULL));
    t = fraction(g, c * c);
    t = site_call(g->a, FUNCTION_SQRT, t);
    return c < 0 ? site_apply(g->a, TERM_NEG, t, NULL) : t;
}

/* Numbers that learners mistake for one another. */
static bool
another_number(struct slipping *g, int i)
{
    static const int shifts[] = {1, -1, 2, -2, 3, -3};
    const struct term *t = g->right->at[i].t;

    if (t->op != TERM_NUMBER)
        return false;
    for (size_t k = 0; k < sizeof shifts / sizeof *shifts; k++) {
        const struct term *by = fraction(g, t->near + shifts[k]);

        if (t->near + shifts[k] == 0)
            by = site_whole(g->a, 0);
        if (by && slip_put(g, i, by))
            return true;
    }
    return false;
}

static bool
is_factor(const struct slipping *g, int i)
{
    const struct site *s = &g->right->at[i];
    enum term_op op = s->parent < 0 ? TERM_NAME : g->right->at[s->parent].t->op;

    return op == TERM_MUL || op == TERM_DIV;
}

/* A number that is no factor, replaced. */
static bool
constant_inside(struct slipping *g)
{
    for (int i = 0; i < g->right->n; i++)
        if (!is_factor(g, i) && another_number(g, i))
            return true;
    return false;
}

/* Without values in doubles: what is most often lost. */
static bool
constant_blind(struct slipping *g)
{
    return slip_right(g, site_apply(g->a, TERM_ADD, g->y, site_whole(g->a, 1))) ||
           slip_right(g, site_apply(g->a, TERM_SUB, g->y, site_whole(g->a, 1)));
}

bool
slip_constant(struct slipping *g)
{
    double c = 0;

    if (!site_is_number(g->y))
        return constant_inside(g);
    if (screen_difference(&g->screen, g->s, g->x, g->y, &c) &&
        slip_right(g, site_apply(g->a, TERM_ADD, g->y, simple(g, c))))
        return true;
    if (g->chance && constant_blind(g))
        return true;
    return constant_inside(g);
}

bool
slip_constant_name(struct slipping *g)
{
    struct known k = known_names(g);

    for (int i = 0; i < k.n && site_is_number(g->y); i++)
        if (site_is_number(k.at[i]) && !k.at[i]->type.random &&
            (slip_right(g, site_apply(g->a, TERM_ADD, g->y, k.at[i])) ||
             slip_right(g, site_apply(g->a, TERM_SUB, g->y, k.at[i]))))
            return true;
    return false;
}

/* ---- factors ----------------------------------------------------------------------- */

enum { CANDIDATES_MAX = 24 };

/* What may be missing as a factor: numbers, and the factors of both sides. */
struct candidates {
    const struct term *at[CANDIDATES_MAX];
    int n;
};

static void
note_candidate(struct candidates *c, const struct term *t)
{
    if (!site_is_number(t) || t->op == TERM_MUL || c->n == CANDIDATES_MAX || t->size > 12)
        return;
    for (int i = 0; i < c->n; i++)
        if (expr_same(c->at[i], t))
            return;
    c->at[c->n++] = t;
}

static void
note_factors(struct candidates *c, const struct sites *s)
{
    for (int i = 0; i < s->n; i++) {
        const struct term *t = s->at[i].t;

        for (int k = 0; k < t->n && !s->at[i].fixed; k++)
            if (t->op == TERM_MUL || t->op == TERM_DIV)
                note_candidate(c, t->arg[k]);
    }
}

static struct candidates
find_candidates(struct slipping *g)
{
    static const int numbers[] = {2, 3, 4};
    struct candidates c = {.n = 0};
    struct known names = known_names(g);

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        note_candidate(&c, site_whole(g->a, numbers[i]));
    note_factors(&c, g->left);
    note_factors(&c, g->right);
    for (int i = 0; i < names.n; i++)
        if (!names.at[i]->type.random)
            note_candidate(&c, names.at[i]);
    return c;
}

/* Missing at the i-th part, or one too many there. */
static bool
factor_at(struct slipping *g, int i, const struct candidates *c)
{
    const struct term *t = g->right->at[i].t;

    for (int k = 0; k < c->n; k++)
        if (slip_put(g, i, site_apply(g->a, TERM_MUL, c->at[k], t)) ||
            slip_put(g, i, site_apply(g->a, TERM_DIV, t, c->at[k])))
            return true;
    return false;
}

/* A factor that stands in the line and should not. */
static bool
factor_extra(struct slipping *g, int i)
{
    const struct term *t = g->right->at[i].t;

    if (t->op == TERM_MUL && (slip_put(g, i, t->arg[0]) || slip_put(g, i, t->arg[1])))
        return true;
    return t->op == TERM_DIV && slip_put(g, i, t->arg[0]);
}

/* The factor that the comparison itself has found, as it is written there. */
static const struct term *
factor_of_note(struct slipping *g)
{
    static const char words[] = "off by the factor ";

    if (strncmp(g->found->note, words, strlen(words)) != 0)
        return NULL;
    return expr_parse(g->a, NULL, g->found->note + strlen(words),
                      (struct pos){"factor", 1, 1}, NULL);
}

/* The number in front of a product, times c: 2 |v| is said for 4 |v|, and not half of it.
 */
static bool
factor_in_front(struct slipping *g, double c)
{
    int front = 0;

    for (int i = 1; i < g->right->n; i++)
        if (g->right->at[i].parent == front && g->right->at[i].arg == 0 &&
            g->right->at[front].t->op == TERM_MUL)
            front = i;
    c *= g->right->at[front].t->op == TERM_NUMBER ? g->right->at[front].t->near : 0;
    if (front > 0 && fabs(c - 1) < 1e-9) {
        int product = g->right->at[front].parent;

        return slip_put(g, product, g->right->at[product].t->arg[1]);
    }
    return c != 0 && slip_put(g, front, simple(g, c));
}

static bool
factor_of_whole(struct slipping *g)
{
    double c = 0;
    const struct term *by = screen_quotient(&g->screen, g->s, g->x, g->y, &c)
                                ? simple(g, c)
                                : factor_of_note(g);

    if (!by)
        return false;
    return factor_in_front(g, c) || slip_right(g, site_apply(g->a, TERM_MUL, by, g->y)) ||
           slip_right(g, site_apply(g->a, TERM_DIV, g->y, by));
}

bool
slip_factor(struct slipping *g)
{
    struct candidates c;

    if (factor_of_whole(g))
        return true;
    c = find_candidates(g);
    for (int i = 0; i < g->right->n; i++) {
        const struct site *s = &g->right->at[i];

        if (s->fixed || s->t->type.kind > TYPE_MATRIX)
            continue;
        if (factor_extra(g, i) || (is_factor(g, i) && another_number(g, i)) ||
            factor_at(g, i, &c))
            return true;
    }
    return false;
}
