#include "exact/chance/text.h"

#include <string.h>

#include "base/buf.h"
#include "exact/chance/run.h"
#include "exact/number/decimal.h"
#include "exact/point.h"

enum { SHOWN_MOST = 8, UNITS_MOST = 6, EVENTS_MOST = 4, DIGITS = 4, LAWS_MOST = 24 };

/* Numbers that depend on no others and have one law. */
struct law {
    const char *text;
    scalars set;
    int at, atoms; /* which coordinate it is */
};

struct writer {
    struct arena *arena;
    struct machine *m;
    const struct space *space;
    struct coordinate *out;
    int n, most;
    struct law law[LAWS_MOST];
    int n_laws;
};

static bool
is_event(const struct world *w, int scalar)
{
    return !w->chance->owner[w->owner[scalar]].decl->type.random;
}

/* "X", "q_2", "w_1". */
static const char *
label(const struct writer *t, int scalar)
{
    const struct world *w = t->m->world;
    int owner = w->owner[scalar];
    const struct decl *d = w->chance->owner[owner].decl;

    if (d->type.kind == TYPE_REAL || d->type.kind == TYPE_EVENT)
        return expr_name_text(t->arena, d->name, 0);
    return arena_printf(t->arena, "%s_%d", expr_name_text(t->arena, d->name, 0),
                        scalar - w->first[owner] + 1);
}

static void
put(struct writer *t, const char *name, const char *text)
{
    if (t->n < t->most)
        t->out[t->n++] = (struct coordinate){.name = name, .text = text};
}

static const char *
fraction_text(const struct writer *t, const fmpq_t q)
{
    char *s = fmpq_get_str(NULL, 10, q);
    const char *text = arena_strdup(t->arena, s);

    flint_free(s);
    return text;
}

/* ---- events ------------------------------------------------------------------------ */

static void
put_probability(struct writer *t, const struct block *b, int code)
{
    struct buf name;
    scalars set = 0;
    fmpq_t sum;

    buf_init(&name, t->arena);
    for (int k = 0; k < b->n; k++)
        if (code >> k & 1) {
            buf_printf(&name, "%s%s", set ? ", " : "P(", label(t, b->scalar[k]));
            set |= SCALAR(b->scalar[k]);
        }
    buf_add(&name, ")");
    fmpq_init(sum);
    for (int i = 0; i < b->atoms; i++)
        if (event_happens(t->space, b, i, set))
            fmpq_add(sum, sum, &b->weight[i]);
    put(t, name.s, fraction_text(t, sum));
    fmpq_clear(sum);
}

/* The probabilities of all that can happen together; of many events, of each. */
static void
put_events(struct writer *t, const struct block *b)
{
    for (int size = 1; size <= b->n; size++)
        for (int code = 1; code < 1 << b->n; code++) {
            int bits = 0;

            for (int k = 0; k < b->n; k++)
                bits += code >> k & 1;
            if (bits == size && (size == 1 || b->n <= EVENTS_MOST))
                put_probability(t, b, code);
        }
}

/* ---- numbers ----------------------------------------------------------------------- */

/* Scalars that are shown together, and their values at each atom. */
struct table {
    int n, atoms;
    int scalar[UNITS_MOST];
    const char *value[SHOWN_MOST][UNITS_MOST], *share[SHOWN_MOST];
    bool even;
};

static const char *
number_text(const struct writer *t, const struct ball *b)
{
    struct balls one = {.state = DEFINED, .rows = 1, .cols = 1};
    struct ball copy;
    const char *text = "?";

    ball_init(&copy);
    ball_copy(&copy, b);
    one.at = &copy;
    if (ball_is_rational(b))
        text = fraction_text(t, b->re);
    else
        balls_text(t->arena, &one, DIGITS, t->m->prec, true, &text);
    ball_fini(&copy);
    return text;
}

/* The value of a scalar as its name has it. */
static const char *
value_text(const struct writer *t, int scalar)
{
    const struct world *w = t->m->world;
    int owner = w->owner[scalar], node = w->chance->owner[owner].shown;
    const struct balls *v = &t->m->reg[node];
    int entry = scalar - w->first[owner];

    if (v->state != DEFINED || entry >= v->rows * v->cols)
        return "undefined";
    return number_text(t, &v->at[entry]);
}

static void
fill_atom(const struct writer *t, struct walk *w, struct table *table)
{
    const struct world *world = t->m->world;

    world_set(t->m, w, UINT64_MAX);
    for (int i = 0; i < table->n; i++) {
        int shown = world->chance->owner[world->owner[table->scalar[i]]].shown;
        struct cone cone = program_cone(t->m->program, &shown, 1);

        machine_run(t->m, cone, t->m->prec);
        table->value[table->atoms][i] = value_text(t, table->scalar[i]);
    }
    table->share[table->atoms] = fraction_text(t, walk_weight(w));
    table->even = table->even && strcmp(table->share[0], table->share[table->atoms]) == 0;
    table->atoms++;
}

/* Whether column i is the first, or its opposite. */
static bool
is_same(const struct table *t, int i, bool minus)
{
    for (int k = 0; k < t->atoms; k++) {
        const char *x = t->value[k][0], *y = t->value[k][i];

        if (minus && strcmp(x, "0") != 0) {
            if (*x == '-' ? strcmp(x + 1, y) != 0 : *y != '-' || strcmp(x, y + 1) != 0)
                return false;
        } else if (strcmp(x, y) != 0) {
            return false;
        }
    }
    return true;
}

/* Columns that all follow the first: "X = -Y". NULL when one does not. */
static const char *
chain_text(const struct writer *t, const struct table *table)
{
    struct buf b;

    buf_init(&b, t->arena);
    for (int i = 0; i < table->n; i++) {
        bool same = is_same(table, i, false);

        if (!same && !is_same(table, i, true))
            return NULL;
        buf_printf(&b, "%s%s%s", i ? " = " : "", same ? "" : "-",
                   label(t, table->scalar[i]));
    }
    return b.s;
}

static const char *
tuple_name(const struct writer *t, const struct table *table)
{
    struct buf b;

    buf_init(&b, t->arena);
    for (int i = 0; i < table->n; i++)
        buf_printf(&b, "%s%s", i ? ", " : "(", label(t, table->scalar[i]));
    buf_add(&b, ")");
    return b.s;
}

static const char *
atoms_text(const struct writer *t, const struct table *table, int columns)
{
    struct buf b;

    buf_init(&b, t->arena);
    for (int k = 0; k < table->atoms; k++) {
        buf_add(&b, k == 0 ? "" : k == table->atoms - 1 ? " or " : ", ");
        for (int i = 0; i < columns; i++)
            buf_printf(&b, "%s%s", i ? ", " : columns > 1 ? "(" : "", table->value[k][i]);
        buf_add(&b, columns > 1 ? ")" : "");
    }
    if (table->atoms > 1 && table->even)
        buf_add(&b, ", evenly");
    for (int k = 0; k < table->atoms && !table->even; k++)
        buf_printf(&b, "%s%s", k ? ", " : ", with shares ", table->share[k]);
    return b.s;
}

/* A number by itself goes to others with its law. */
static void
put_law(struct writer *t, int scalar, const char *text, int atoms)
{
    int i = 0;

    while (i < t->n_laws && strcmp(t->law[i].text, text) != 0)
        i++;
    if (i == t->n_laws && (i == LAWS_MOST || t->n == t->most))
        return;
    if (i == t->n_laws) {
        t->law[t->n_laws++] = (struct law){text, 0, t->n, atoms};
        put(t, "", text);
    }
    t->law[i].set |= SCALAR(scalar);
}

/* "X, q_1, q_2": three or more components in a row are "q_1..3". */
static void
name_law(struct writer *t, const struct law *l)
{
    const struct world *w = t->m->world;
    struct buf b;
    bool several = (l->set & (l->set - 1)) != 0;

    buf_init(&b, t->arena);
    for (int i = 0, last; i < t->space->n; i = last + 1) {
        last = i;
        if (!(l->set & SCALAR(i)))
            continue;
        while (last + 1 < t->space->n && l->set & SCALAR(last + 1) &&
               w->owner[last + 1] == w->owner[i])
            last++;
        if (last < i + 2)
            last = i;
        buf_printf(&b, "%s%s", b.s && *b.s ? ", " : "", label(t, i));
        if (last > i)
            buf_printf(&b, "..%d", last - w->first[w->owner[i]] + 1);
    }
    t->out[l->at].name = b.s;
    if (several && l->atoms > 1)
        t->out[l->at].text = arena_printf(t->arena, "%s, independent", l->text);
}

static void
put_numbers(struct writer *t, scalars set)
{
    struct table table = {.even = true};
    const char *chain;
    struct walk w;

    for (int i = 0; i < t->space->n && table.n < UNITS_MOST; i++)
        if (set & SCALAR(i))
            table.scalar[table.n++] = i;
    if (!walk_init(&w, t->space, set, SHOWN_MOST)) {
        walk_fini(&w);
        put(t, tuple_name(t, &table),
            "more than 8 outcomes, of a space without any symmetry");
        return;
    }
    while (walk_next(&w))
        fill_atom(t, &w, &table);
    walk_fini(&w);
    if (table.n == 1) {
        put_law(t, table.scalar[0], atoms_text(t, &table, 1), table.atoms);
        return;
    }
    chain = chain_text(t, &table);
    put(t, chain ? chain : tuple_name(t, &table),
        atoms_text(t, &table, chain ? 1 : table.n));
}

/* ---- all --------------------------------------------------------------------------- */

/* The scalars that a name's value comes from. */
static scalars
sources(const struct writer *t, int scalar)
{
    const struct world *w = t->m->world;
    const struct program *p = t->m->program;
    const struct owner *o = &w->chance->owner[w->owner[scalar]];
    uint64_t slots = p->node[o->shown].depends;
    scalars all = SCALAR(scalar);

    for (int i = 0; i < p->n_inner; i++)
        if (slots >> i & 1 && p->inner[i].decl != o->decl)
            all |= world_of_slots(w, p, UINT64_C(1) << i);
    return all;
}

/* A set of scalars with all that depend on one another. */
static scalars
together(const struct writer *t, int scalar)
{
    scalars all = SCALAR(scalar), before = 0;

    while (all != before) {
        before = all;
        for (int i = 0; i < t->space->n_blocks; i++) {
            const struct block *b = &t->space->block[i];
            scalars mine = 0;

            for (int k = 0; k < b->n; k++)
                mine |= SCALAR(b->scalar[k]);
            all |= mine & all ? mine : 0;
        }
        for (int i = 0; i < t->space->n; i++)
            if (!is_event(t->m->world, i) && sources(t, i) & all)
                all |= sources(t, i);
    }
    return all;
}

int
text_space(struct arena *a, struct machine *m, struct coordinate *out, int most)
{
    struct writer t = {a, m, &m->world->space, out, 0, most, {{0}}, 0};
    scalars done = 0;

    for (int i = 0; i < t.space->n; i++) {
        scalars set;

        if (done & SCALAR(i))
            continue;
        if (is_event(m->world, i)) {
            const struct block *b = &t.space->block[t.space->scalar[i].block];

            put_events(&t, b);
            for (int k = 0; k < b->n; k++)
                done |= SCALAR(b->scalar[k]);
            continue;
        }
        set = together(&t, i);
        put_numbers(&t, set);
        done |= set;
    }
    for (int i = 0; i < t.n_laws; i++)
        name_law(&t, &t.law[i]);
    return t.n;
}
