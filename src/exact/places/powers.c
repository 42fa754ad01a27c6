/*
 * Powers whose exponent is any real number: of a negative number they have a value at
 * whole exponents only, which generic points do not meet. (x^2)^y is not x^(2 y) at x =
 * -2, y = 1/2.
 */
#include "exact/explore.h"

enum { NAMES_MAX = 3, POINTS_MAX = 256 };

struct choice {
    short num, den;
};

static const struct choice exponents[] = {
    {2,  1},
    {1,  2},
    {3,  1},
    {-1, 1},
};
enum { EXPONENTS = 4 };

/* The names in exponents, and those in the bases alone. */
struct names {
    int exponent[NAMES_MAX], n_exponents;
    int base[NAMES_MAX], n_bases;
};

static bool
has_slot(const int *at, int n, int slot)
{
    for (int i = 0; i < n; i++)
        if (at[i] == slot)
            return true;
    return false;
}

static bool
is_plain(const struct slot *d)
{
    return d->rows == 1 && d->cols == 1 && d->rows_node < 0 && !d->complex && !d->size &&
           d->form == FORM_FREE;
}

static void
list_slots(const struct search *s, int node, int *at, int *n)
{
    const struct program *p = &s->program;
    struct cone all = program_cone(p, &node, 1);

    for (int i = 0; i < p->n_slots && *n < NAMES_MAX; i++)
        if (is_plain(&p->slot[i]) && !has_slot(at, *n, i) && program_depends(p, all, i))
            at[(*n)++] = i;
}

static bool
is_free_power(const struct program *p, const struct node *n)
{
    return n->op == TERM_POW && !n->complex && p->node[n->arg[0]].sign == SIGN_ANY &&
           !p->node[n->arg[0]].constant && !p->node[n->arg[1]].constant &&
           p->node[n->arg[1]].term->type.kind == TYPE_REAL;
}

static struct names
find_names(const struct search *s)
{
    const struct program *p = &s->program;
    struct names names = {.n_bases = 0};
    bool found = false;

    for (int i = 0; i < s->sides.n; i++) {
        const struct node *n = &p->node[s->sides.node[i]];

        if (!is_free_power(p, n))
            continue;
        found = true;
        list_slots(s, n->arg[1], names.exponent, &names.n_exponents);
    }
    for (int i = 0; found && i < s->sides.n; i++) {
        const struct node *n = &p->node[s->sides.node[i]];

        if (is_free_power(p, n))
            list_slots(s, n->arg[0], names.base, &names.n_bases);
    }
    return names;
}

static void
set_number(struct search *s, int slot, int num, int den)
{
    if (den == 1 || !s->program.slot[slot].integer)
        ball_set_unit(machine_slot(&s->machine, slot)->at, num, den, 1, 0);
}

/* The i-th point: every combination of exponents, and of signs of the bases but for all
 * positive. */
static void
set_point(struct search *s, const struct names *names, int i)
{
    int signs = i % ((1 << names->n_bases) - 1) + 1;

    i /= (1 << names->n_bases) - 1;
    for (int k = 0; k < names->n_bases; k++)
        set_number(s, names->base[k], signs >> k & 1 ? -2 : 3, 1);
    for (int k = 0; k < names->n_exponents; k++) {
        set_number(s, names->exponent[k], exponents[i % EXPONENTS].num,
                   exponents[i % EXPONENTS].den);
        i /= EXPONENTS;
    }
}

bool
explore_powers(struct search *s, struct tally *t)
{
    struct names names = find_names(s);
    int n = (1 << names.n_bases) - 1;

    for (int k = 0; k < names.n_exponents; k++)
        n *= EXPONENTS;
    if (!names.n_exponents || !names.n_bases ||
        !sampler_draw(&s->sampler, DRAW_READABLE, 0))
        return false;
    for (int i = 0; i < n && i < POINTS_MAX && !explore_spent(s); i++) {
        set_point(s, &names, i);
        if (explore_point(s, t, false, PREC_SOME))
            return true;
    }
    return false;
}
