/* Slips of form: signs, orders, transposes, conjugates, squares and roots. */
#include "proof/slip/slip.h"

/* ---- signs ------------------------------------------------------------------------- */

static const struct term *
negated(struct arena *a, const struct term *t)
{
    return t->op == TERM_NEG ? t->arg[0] : site_apply(a, TERM_NEG, t, NULL);
}

/* A sum with the sign of its last term turned; NULL: t is no sum. */
static const struct term *
last_turned(struct arena *a, const struct term *t)
{
    if (t->op == TERM_ADD)
        return site_apply(a, TERM_SUB, t->arg[0], t->arg[1]);
    if (t->op == TERM_SUB)
        return site_apply(a, TERM_ADD, t->arg[0], t->arg[1]);
    return NULL;
}

/* A sum with the sign of its first term turned; of a longer chain that is done at the
 * sum that holds it. */
static const struct term *
first_turned(struct arena *a, const struct term *t)
{
    const struct term *x;

    if (t->op != TERM_ADD && t->op != TERM_SUB)
        return NULL;
    x = t->arg[0];
    if (x->op == TERM_ADD || x->op == TERM_SUB)
        return NULL;
    return site_apply(a, t->op, negated(a, x), t->arg[1]);
}

static bool
is_angle_function(const struct term *t)
{
    return t->op == TERM_CALL &&
           (t->function == FUNCTION_R || t->function == FUNCTION_SIN ||
            t->function == FUNCTION_COS || t->function == FUNCTION_TAN);
}

static bool
is_turn(const struct term *t)
{
    if (t->op == TERM_CALL && t->function == FUNCTION_EXP)
        return t->arg[0]->type.kind == TYPE_COMPLEX;
    return t->op == TERM_POW && t->arg[0]->op == TERM_E &&
           t->arg[1]->type.kind == TYPE_COMPLEX;
}

/* t, a function of an angle, with its angle turned round. */
static const struct term *
angle_turned(struct arena *a, const struct term *t)
{
    if (t->op == TERM_POW)
        return site_apply(a, TERM_POW, t->arg[0], negated(a, t->arg[1]));
    return site_call(a, t->function, negated(a, t->arg[0]));
}

/* t with every angle and every imaginary exponent turned round. */
static const struct term *
all_turned(struct arena *a, const struct term *t)
{
    const struct term **arg = ARENA_ARRAY(a, const struct term *, t->n + 1);
    struct term shape = *t;
    bool same = true;

    if (is_angle_function(t) || is_turn(t))
        return angle_turned(a, t);
    for (int i = 0; i < t->n; i++) {
        arg[i] = all_turned(a, t->arg[i]);
        if (!arg[i])
            return NULL;
        same = same && arg[i] == t->arg[i];
    }
    shape.arg = arg;
    return same ? t : expr_make(a, &shape, NULL);
}

/* A term of a sum, or a minus, that stands inside a function or outside. */
static bool
sign_of_terms(struct slipping *g, bool inside)
{
    for (int i = 0; i < g->right->n; i++) {
        const struct site *s = &g->right->at[i];

        if (s->inside != inside || s->fixed)
            continue;
        if (slip_put(g, i, last_turned(g->a, s->t)) ||
            slip_put(g, i, first_turned(g->a, s->t)) ||
            (s->t->op == TERM_NEG && slip_put(g, i, s->t->arg[0])))
            return true;
    }
    return false;
}

bool
slip_sign(struct slipping *g)
{
    const struct term *turned = all_turned(g->a, g->y);

    if (slip_right(g, negated(g->a, g->y)) || sign_of_terms(g, false))
        return true;
    return turned != g->y && slip_right(g, turned);
}

bool
slip_sign_inside(struct slipping *g)
{
    for (int i = 0; i < g->right->n; i++) {
        const struct term *t = g->right->at[i].t;

        if ((is_angle_function(t) || is_turn(t)) && slip_put(g, i, angle_turned(g->a, t)))
            return true;
    }
    for (int i = 0; i < g->right->n; i++) {
        const struct site *s = &g->right->at[i];

        if (!s->fixed && s->t->op != TERM_NUMBER && site_is_number(s->t) &&
            slip_put(g, i, negated(g->a, s->t)))
            return true;
    }
    return sign_of_terms(g, true);
}

/* ---- the order of factors ---------------------------------------------------------- */

enum { FACTORS_MAX = 12 };

struct factors {
    const struct term *at[FACTORS_MAX];
    int n;
};

/* The factors of a product of arrays; false: too many. */
static bool
take_factors(const struct term *t, struct factors *f)
{
    if (t->op == TERM_MUL && type_is_array(t->arg[0]->type) &&
        type_is_array(t->arg[1]->type))
        return take_factors(t->arg[0], f) && take_factors(t->arg[1], f);
    if (f->n == FACTORS_MAX)
        return false;
    f->at[f->n++] = t;
    return true;
}

static const struct term *
product(struct arena *a, const struct factors *f)
{
    const struct term *t = f->at[0];

    for (int i = 1; i < f->n; i++)
        t = site_apply(a, TERM_MUL, t, f->at[i]);
    return t;
}

static bool
order_of_factors(struct slipping *g, int site, const struct factors *f)
{
    for (int step = 1; step < f->n; step++) {
        for (int i = 0; i + step < f->n; i++) {
            struct factors swapped = *f;

            swapped.at[i] = f->at[i + step];
            swapped.at[i + step] = f->at[i];
            if (slip_put(g, site, product(g->a, &swapped)))
                return true;
        }
    }
    return false;
}

/* 2 A B for A B + B A. */
static bool
order_of_double(struct slipping *g, int site, const struct factors *f)
{
    const struct term *x = f->at[0], *y = f->at[1];

    if (f->n != 2 || x->op != TERM_MUL || x->arg[0]->op != TERM_NUMBER ||
        x->arg[0]->near != 2)
        return false;
    x = x->arg[1];
    return slip_put(g, site,
                    site_apply(g->a, TERM_ADD, site_apply(g->a, TERM_MUL, x, y),
                               site_apply(g->a, TERM_MUL, y, x)));
}

bool
slip_order(struct slipping *g)
{
    for (int i = 0; i < g->right->n; i++) {
        struct factors f = {.n = 0};

        if (g->right->at[i].t->op == TERM_MUL && take_factors(g->right->at[i].t, &f) &&
            f.n > 1 && (order_of_factors(g, i, &f) || order_of_double(g, i, &f)))
            return true;
    }
    return false;
}

/* ---- transposes and conjugates ----------------------------------------------------- */

/* One that is missing in the line, or that was lost on the way from the line above. */
static bool
dropped(struct slipping *g, enum term_op op, bool (*fits)(const struct term *t))
{
    for (int i = 0; i < g->right->n; i++) {
        const struct site *s = &g->right->at[i];

        if (fits(s->t) && !s->fixed && s->t->op != op &&
            slip_put(g, i, site_apply(g->a, op, s->t, NULL)))
            return true;
    }
    for (int i = 0; i < g->left->n; i++) {
        const struct term *t = g->left->at[i].t;

        if (t->op == op && slip_left(g, site_put(g->a, g->left, i, t->arg[0])))
            return true;
    }
    return false;
}

static bool
is_array(const struct term *t)
{
    return type_is_array(t->type);
}

static bool
is_complex(const struct term *t)
{
    return t->type.kind == TYPE_COMPLEX || t->type.complex_entries;
}

bool
slip_transpose(struct slipping *g)
{
    return dropped(g, TERM_TRANSPOSE, is_array);
}

bool
slip_conjugate(struct slipping *g)
{
    return dropped(g, TERM_CONJ, is_complex);
}

/* ---- squares and roots ------------------------------------------------------------- */

static const struct term *
squared(struct arena *a, const struct term *t)
{
    return site_is_number(t) ? site_apply(a, TERM_POW, t, site_whole(a, 2)) : NULL;
}

static const struct term *
rooted(struct arena *a, const struct term *t)
{
    return site_is_number(t) && t->type.kind != TYPE_COMPLEX
               ? site_call(a, FUNCTION_SQRT, t)
               : NULL;
}

typedef const struct term *change(struct arena *a, const struct term *t);

static bool
is_constant(const struct term *t)
{
    return t->op == TERM_NUMBER || t->op == TERM_E || t->op == TERM_PI;
}

/* In one factor; the whole side of a line about chance is a matter of its own. */
static bool
on_a_factor(struct slipping *g, change *f, bool inside)
{
    for (int i = g->chance ? 1 : 0; i < g->right->n; i++) {
        const struct site *s = &g->right->at[i];

        if (s->inside == inside && !s->fixed && !is_constant(s->t) &&
            slip_put(g, i, f(g->a, s->t)))
            return true;
    }
    return false;
}

bool
slip_square(struct slipping *g)
{
    return on_a_factor(g, squared, false);
}

bool
slip_root(struct slipping *g)
{
    return on_a_factor(g, rooted, false);
}

bool
slip_square_inside(struct slipping *g)
{
    return on_a_factor(g, squared, true);
}

bool
slip_root_inside(struct slipping *g)
{
    return on_a_factor(g, rooted, true);
}

bool
slip_deviation(struct slipping *g)
{
    return g->chance &&
           (slip_right(g, squared(g->a, g->y)) || slip_right(g, rooted(g->a, g->y)));
}
