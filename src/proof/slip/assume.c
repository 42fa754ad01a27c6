/* Lines that hold when more is assumed, or on a part of what was declared. */
#include <string.h>

#include "base/buf.h"
#include "proof/slip/slip.h"

enum { NAMES_MAX = 16 };

/* Declared names of one sort. */
struct chosen {
    const char *at[NAMES_MAX];
    int n;
};

static struct chosen
choose(const struct slipping *g, bool (*fits)(struct type t))
{
    struct chosen c = {.n = 0};

    for (int i = 0; i < scope_count(g->d->scope) && c.n < NAMES_MAX; i++) {
        const struct decl *d = scope_at(g->d->scope, i);

        if (!d->value && fits(d->type))
            c.at[c.n++] = d->name;
    }
    return c;
}

static bool
is_random(struct type t)
{
    return t.random && (t.kind == TYPE_REAL || t.kind == TYPE_VECTOR);
}

static bool
is_chance(struct type t)
{
    return is_random(t) || t.kind == TYPE_EVENT;
}

static bool
is_ordered(struct type t)
{
    return !t.random && (t.kind == TYPE_INTEGER || t.kind == TYPE_REAL);
}

static bool
is_complex(struct type t)
{
    return t.kind == TYPE_COMPLEX;
}

static bool
is_arrow(struct type t)
{
    return !t.random && !t.distribution && t.kind == TYPE_VECTOR;
}

/* "before X after" for one name. */
static bool
one(struct slipping *g, const struct chosen *c, const char *before, const char *after)
{
    for (int i = 0; i < c->n; i++)
        if (slip_assume(g, arena_printf(g->a, "%s%s%s", before, c->at[i], after)))
            return true;
    return false;
}

/* The same for all names, as a list; "" without a name. */
static const char *
all(const struct slipping *g, const struct chosen *c, const char *before,
    const char *after)
{
    struct buf b;

    buf_init(&b, g->a);
    for (int i = 0; i < c->n; i++)
        buf_printf(&b, "%s%s%s%s", i ? ", " : "", before, c->at[i], after);
    return b.s;
}

static bool
assume_pairs(struct slipping *g, const struct chosen *c, const char *form)
{
    for (int i = 0; i < c->n; i++)
        for (int k = i + 1; k < c->n; k++)
            if (slip_assume(g, arena_printf(g->a, "%s%s, %s%s", form, c->at[i], c->at[k],
                                            *form == 'i' ? ")" : "] = 0")))
                return true;
    return false;
}

static bool
assume_chance(struct slipping *g)
{
    struct chosen random = choose(g, is_random), chance = choose(g, is_chance);
    const char *centred = all(g, &random, "E[", "] = 0");
    const char *unit = all(g, &random, "Var[", "] = 1");
    const char *independent =
        arena_printf(g->a, "independent(%s)", all(g, &chance, "", ""));

    if (chance.n > 1 &&
        (slip_assume(g, independent) || assume_pairs(g, &chance, "independent(") ||
         assume_pairs(g, &random, "Cov[")))
        return true;
    if (random.n == 0)
        return false;
    if (one(g, &random, "E[", "] = 0") || slip_assume(g, centred) ||
        one(g, &random, "Var[", "] = 1") || slip_assume(g, unit) ||
        slip_assume(g, arena_printf(g->a, "%s, %s", centred, unit)))
        return true;
    return chance.n > 1 &&
           (slip_assume(g, arena_printf(g->a, "%s, %s", independent, centred)) ||
            slip_assume(g, arena_printf(g->a, "%s, %s", independent, unit)) ||
            slip_assume(g, arena_printf(g->a, "%s, %s, %s", independent, centred, unit)));
}

/* What the note of the comparison says about one name: "only for |z| = 1". */
static const char *
only_for(const struct slipping *g)
{
    static const char words[] = "only for ";

    return strncmp(g->found->note, words, strlen(words)) == 0
               ? g->found->note + strlen(words)
               : "";
}

bool
slip_assumption(struct slipping *g)
{
    struct chosen z = choose(g, is_complex), v = choose(g, is_arrow);
    const char *only = only_for(g);

    if (g->chance && assume_chance(g))
        return true;
    if (strstr(only, "= 1")) {
        g->assumption = only;
        return true;
    }
    return one(g, &z, "|", "| = 1") || one(g, &v, "norm(", ") = 1");
}

bool
slip_domain(struct slipping *g)
{
    struct chosen x = choose(g, is_ordered);
    const char *only = only_for(g);

    if (*only) {
        g->assumption = only;
        return true;
    }
    if (one(g, &x, "", " > 0") || one(g, &x, "", " < 0") || one(g, &x, "", " >= 0") ||
        one(g, &x, "", " <= 0") || (g->r != RELATION_EQUAL && one(g, &x, "", " != 0")))
        return true;
    if (x.n > 1 && slip_assume(g, all(g, &x, "", " > 0")))
        return true;
    for (int i = 0; i < x.n; i++)
        for (int k = 0; k < x.n; k++)
            if (i != k && slip_assume(g, arena_printf(g->a, "%s > %s", x.at[i], x.at[k])))
                return true;
    return false;
}
