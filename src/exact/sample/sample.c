#include "exact/sample/sample.h"

#include "exact/sample/draw.h"

/* Where a slot may lie, given the slots before it. */
static bool
get_range(struct sampler *s, int slot, struct range *r)
{
    const struct slot *t = &s->machine->program->slot[slot];
    fmpq_t v;
    bool good = true;

    fmpq_init(v);
    for (int i = 0; i < t->n_bounds && good; i++) {
        good = range_bound(v, &s->machine->reg[t->bound[i].node], s->prec);
        if (good)
            range_tighten(r, &t->bound[i], v);
    }
    fmpq_clear(v);
    return good && (!r->has_low || !r->has_high || fmpq_cmp(r->low, r->high) <= 0);
}

void
sampler_fini(struct sampler *s)
{
    for (int i = 0; i < s->n_anchors; i++)
        fmpq_clear(s->anchor[i].value);
}

void
sampler_anchor(struct sampler *s, int slot, int entry, const fmpq_t value)
{
    struct anchor *a = &s->anchor[s->n_anchors];

    if (s->n_anchors == ANCHORS_MAX)
        return;
    a->slot = slot;
    a->entry = entry;
    fmpq_init(a->value);
    fmpq_set(a->value, value);
    s->n_anchors++;
}

/* A side of a slot's shape at the point so far; 0 when it has no value. */
static int
get_side(const struct sampler *s, int side, int node)
{
    const struct balls *v = node < 0 ? NULL : &s->machine->reg[node];

    if (!v)
        return side;
    if (v->state != DEFINED || !balls_is_number(v) || !ball_is_integer(v->at) ||
        fmpz_sgn(fmpq_numref(v->at->re)) <= 0 ||
        fmpz_cmp_si(fmpq_numref(v->at->re), SIDE_MAX) > 0)
        return 0;
    return (int)fmpz_get_si(fmpq_numref(v->at->re));
}

/* Shape the slot, and find its range. */
static bool
prepare(struct sampler *s, int slot, struct range *r)
{
    const struct slot *t = &s->machine->program->slot[slot];
    int rows, cols;

    machine_run(s->machine, s->needs[slot], s->prec);
    rows = get_side(s, t->rows, t->rows_node);
    cols = get_side(s, t->cols, t->cols_node);
    if (!rows || !cols || !get_range(s, slot, r))
        return false;
    if ((long)rows * cols > ENTRIES_MAX) {
        s->machine->exhausted = true;
        return false;
    }
    balls_shape(machine_slot(s->machine, slot), rows, cols);
    return true;
}

/* Whether a slot takes finitely many values, whatever the others are; how many. */
static slong
count_values(struct sampler *s, const struct slot *t, slong *first)
{
    struct range r;
    slong low = 1, high = 0;
    fmpq_t v;

    range_init(&r);
    fmpq_init(v);
    for (int i = 0; t->integer && i < t->n_bounds; i++) {
        int node = t->bound[i].node;

        if (s->machine->program->node[node].constant &&
            range_bound(v, &s->machine->reg[node], s->prec))
            range_tighten(&r, &t->bound[i], v);
    }
    if (!r.has_low || !r.has_high || !range_integers(&r, t->size, &low, &high))
        low = 1, high = 0;
    *first = low;
    fmpq_clear(v);
    range_fini(&r);
    return high - low + 1;
}

long
sampler_count(const struct sampler *s, long max)
{
    long n = 1;

    for (int i = 0; i < s->machine->program->n_slots; i++) {
        if (!s->values[i] || s->values[i] > max / n)
            return 0;
        n *= s->values[i];
    }
    return n;
}

/* The finite names beside others. */
static long
count_combinations(const struct sampler *s)
{
    long n = 1;

    for (int i = 0; i < s->machine->program->n_slots; i++) {
        if (s->values[i] > COMBINATIONS_MAX / n)
            return 0;
        n *= s->values[i] ? s->values[i] : 1;
    }
    return n > 1 ? n : 0;
}

void
sampler_nth(struct sampler *s, long i)
{
    for (int slot = s->machine->program->n_slots - 1; slot >= 0; slot--) {
        struct balls *v;

        if (!s->values[slot])
            continue;
        v = machine_slot(s->machine, slot);
        balls_shape(v, 1, 1);
        ball_set_int(v->at, s->first[slot] + i % s->values[slot]);
        i /= s->values[slot];
    }
}

/* What a slot's bounds, shape and length come from. */
static struct cone
slot_cone(const struct program *p, const struct slot *t)
{
    int root[BOUNDS_MAX + 2], n = 0;

    for (int k = 0; k < t->n_bounds; k++)
        root[n++] = t->bound[k].node;
    if (t->rows_node >= 0)
        root[n++] = t->rows_node;
    if (t->cols_node >= 0)
        root[n++] = t->cols_node;
    return program_cone(p, root, n);
}

void
sampler_init(struct sampler *s, struct machine *m, uint64_t seed, slong prec)
{
    const struct program *p = m->program;

    *s = (struct sampler){.machine = m, .state = seed, .prec = prec};
    s->needs = ARENA_ARRAY(p->arena, struct cone, p->n_slots + 1);
    s->anchor = ARENA_ARRAY(p->arena, struct anchor, ANCHORS_MAX);
    s->first = ARENA_ARRAY(p->arena, slong, p->n_slots + 1);
    s->values = ARENA_ARRAY(p->arena, slong, p->n_slots + 1);
    for (int i = 0; i < p->n_slots; i++) {
        s->needs[i] = slot_cone(p, &p->slot[i]);
        if (p->slot[i].integer && p->slot[i].n_bounds > 1) {
            machine_run(m, s->needs[i], prec);
            s->values[i] = count_values(s, &p->slot[i], &s->first[i]);
        }
    }
    s->combinations = count_combinations(s);
    draw_shuffle(s);
}

static bool
fill(struct sampler *s, enum draw kind, int n, int slot)
{
    const struct slot *t = &s->machine->program->slot[slot];
    struct range r;
    bool good;

    range_init(&r);
    good = prepare(s, slot, &r);
    if (good && t->integer) {
        slong low = 0, high = 0;

        good = range_integers(&r, t->size, &low, &high);
    }
    if (good && t->form == FORM_UNIT) {
        draw_unit(s, kind, t->complex, &s->machine->slot[slot]);
    } else if (good) {
        struct balls *v = &s->machine->slot[slot];

        for (int i = 0; i < v->rows * v->cols; i++)
            draw_entry(s, kind, n, slot, i, &r);
    }
    range_fini(&r);
    return good;
}

bool
sampler_draw(struct sampler *s, enum draw kind, int n)
{
    bool cycle = s->combinations && (kind == DRAW_GENERIC || kind == DRAW_NEAR);
    bool good = true;

    if (s->tries % SIGN_PATTERN == 0)
        draw_shuffle(s);
    if (cycle)
        sampler_nth(s, s->tries % s->combinations);
    for (int slot = 0; good && slot < s->machine->program->n_slots; slot++)
        if (!cycle || !s->values[slot])
            good = fill(s, kind, n, slot);
    s->tries += kind == DRAW_GENERIC || kind == DRAW_NEAR;
    return good;
}
