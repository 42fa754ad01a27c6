/* Terms with their names replaced. */
#include <string.h>

#include "expr/names.h"
#include "expr/tree.h"

/* The arguments of t renamed; NULL when they all stay, with *failed false. */
static const struct term **
rename_arguments(struct arena *a, const struct term *t, struct rename r, bool *failed,
                 const char **why)
{
    const struct term **arg = NULL;

    *failed = false;
    for (int i = 0; i < t->n; i++) {
        const struct term *x = tree_rename(a, t->arg[i], r, why);

        *failed = x == NULL;
        if (*failed)
            return NULL;
        if (x == t->arg[i])
            continue;
        if (!arg) {
            arg = ARENA_ARRAY(a, const struct term *, t->n);
            memcpy(arg, t->arg, (size_t)t->n * sizeof *arg);
        }
        arg[i] = x;
    }
    return arg;
}

/* A name's type may have a size that names are replaced in. */
static bool
rename_dim(struct arena *a, struct dim *d, struct rename r, const char **why)
{
    const struct term *size;
    int n;

    if (d->n)
        return true;
    size = tree_rename(a, d->size, r, why);
    if (!size)
        return false;
    d->size = size;
    if (tree_integer(size, &n) && n >= 1)
        *d = (struct dim){.n = n};
    return true;
}

static const struct term *
rename_name(struct arena *a, const struct term *t, struct rename r, const char **why)
{
    const struct term *by = r.of(r.ctx, t);
    struct type type = t->type;

    bool sized = type_is_array(type) || type.kind == TYPE_SEQUENCE;

    if (by || !sized || (type.rows.n && type.cols.n))
        return by ? by : t;
    if (!rename_dim(a, &type.rows, r, why) || !rename_dim(a, &type.cols, r, why))
        return NULL;
    return tree_name(a, t->name, type, t->at);
}

/* ---- binders ----------------------------------------------------------------------- */

/* Inside a binder: its index stays, and a term that mentions it would be caught. */
struct shadow {
    struct rename outer;
    const char *name;
    bool catches;
};

static const struct term *
shadowed(void *ctx, const struct term *name)
{
    struct shadow *s = ctx;
    const struct term *by;

    if (strcmp(name->name, s->name) == 0)
        return NULL;
    by = s->outer.of(s->outer.ctx, name);
    s->catches |= by && tree_has_name(by, s->name);
    return by;
}

/* The name with one more prime: "j'" for j, "n'_k" for n_k. */
static const char *
with_prime(struct arena *a, const char *name)
{
    struct name_parts parts = name_split(name);
    int len = (int)parts.base_len + parts.primes;

    return arena_printf(a, "%.*s'%s", len, name, name + len);
}

struct fresh {
    const char *name, *by;
    struct arena *arena;
};

static const struct term *
fresh_index(void *ctx, const struct term *name)
{
    const struct fresh *f = ctx;

    if (strcmp(name->name, f->name) != 0)
        return NULL;
    return tree_name(f->arena, f->by, name->type, name->at);
}

/* A body with its index called otherwise, so that nothing in it is called so. */
static const struct term *
body_with_fresh_index(struct arena *a, const struct term *body, const char **name)
{
    struct fresh f = {*name, *name, a};
    const char *why = "";

    do
        f.by = with_prime(a, f.by);
    while (tree_has_name(body, f.by));
    *name = f.by;
    return tree_rename(a, body, (struct rename){fresh_index, &f}, &why);
}

static const struct term *
rename_binder(struct arena *a, const struct term *t, struct rename r, const char **why)
{
    struct term shape = *t;
    const struct term *body = t->arg[t->n - 1];
    const struct term **arg = ARENA_ARRAY(a, const struct term *, t->n);

    for (;;) {
        struct shadow s = {r, shape.name, false};
        const struct term *out = tree_rename(a, body, (struct rename){shadowed, &s}, why);

        if (!out)
            return NULL;
        arg[t->n - 1] = out;
        if (!s.catches)
            break;
        body = body_with_fresh_index(a, body, &shape.name);
    }
    for (int i = 0; i < t->n - 1; i++) {
        arg[i] = tree_rename(a, t->arg[i], r, why);
        if (!arg[i])
            return NULL;
    }
    shape.arg = arg;
    return tree_make(a, &shape, why);
}

/* ---- derivatives ------------------------------------------------------------------- */

/* Inside D(f, x) the name x gives way only to another name. */
static const struct term *
name_or_nothing(void *ctx, const struct term *name)
{
    struct shadow *s = ctx;
    const struct term *by = s->outer.of(s->outer.ctx, name);

    return by && by->op != TERM_NAME && strcmp(name->name, s->name) == 0 ? NULL : by;
}

static const char *
name_of_place(const struct term *x)
{
    return x->op == TERM_INDEX ? x->arg[0]->name : x->name;
}

/* ---- all --------------------------------------------------------------------------- */

const struct term *
tree_rename(struct arena *a, const struct term *t, struct rename r, const char **why)
{
    struct term shape = *t;
    struct shadow place = {.outer = r};
    bool failed;

    if (t->op == TERM_NAME)
        return rename_name(a, t, r, why);
    if (term_binds(t))
        return rename_binder(a, t, r, why);
    if (t->op == TERM_DERIVATIVE) {
        place.name = name_of_place(t->arg[1]);
        r = (struct rename){name_or_nothing, &place};
    }
    shape.arg = rename_arguments(a, t, r, &failed, why);
    if (failed)
        return NULL;
    return shape.arg ? tree_make(a, &shape, why) : t;
}

struct replacements {
    const struct replacement *at;
    int n;
};

static const struct term *
replacement_of(void *ctx, const struct term *name)
{
    const struct replacements *r = ctx;

    for (int i = 0; i < r->n; i++)
        if (r->at[i].name == name->name || strcmp(r->at[i].name, name->name) == 0)
            return r->at[i].by;
    return NULL;
}

const struct term *
expr_replace(struct arena *a, const struct term *t, const struct replacement *r, int n)
{
    struct replacement *own = ARENA_ARRAY(a, struct replacement, n + 1);
    struct replacements all = {own, n};
    const char *why = "";

    for (int i = 0; i < n; i++)
        own[i] = (struct replacement){name_canonical(a, r[i].name), r[i].by};
    return tree_rename(a, t, (struct rename){replacement_of, &all}, &why);
}

/* A name is unfolded in the scope that its value was written in. */
struct unfolding {
    struct arena *arena;
    const struct scope *scope;
    const struct decl *inside; /* NULL: names are looked up in scope */
};

static const struct term *
unfold_name(void *ctx, const struct term *name)
{
    const struct unfolding *u = ctx;
    const struct decl *d = u->inside ? scope_find_before(u->inside, name->name)
                                     : scope_find(u->scope, name->name);
    struct unfolding next = {u->arena, u->scope, d};
    const char *why = "";

    if (!d || !d->value)
        return NULL;
    return tree_rename(u->arena, d->value, (struct rename){unfold_name, &next}, &why);
}

const struct term *
expr_unfold(struct arena *a, const struct scope *s, const struct term *t)
{
    struct unfolding u = {a, s, NULL};
    const char *why = "";
    const struct term *out = tree_rename(a, t, (struct rename){unfold_name, &u}, &why);

    return out ? out : t;
}
