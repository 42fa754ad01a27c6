#include "exact/sample/sample.h"

#include "exact/chance/world.h"
#include "exact/sample/draw.h"

/* Combinations of sizes; points at which many of them are seen. */
enum { SIZES_MAX = 1 << 20, TURNS = 24 };

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

bool
sampler_shape(struct sampler *s, int slot, int *rows, int *cols)
{
    const struct slot *t = &s->machine->program->slot[slot];

    machine_run(s->machine, s->needs[slot], s->prec);
    *rows = get_side(s, t->rows, t->rows_node);
    *cols = get_side(s, t->cols, t->cols_node);
    return *rows && *cols;
}

/* Shape the slot, and find its range. */
static bool
prepare(struct sampler *s, int slot, struct range *r)
{
    int rows, cols;

    if (!sampler_shape(s, slot, &rows, &cols) || !get_range(s, slot, r))
        return false;
    if ((long)rows * cols > ENTRIES_MAX) {
        s->machine->exhausted = true;
        return false;
    }
    balls_shape(machine_slot(s->machine, slot), rows, cols);
    return true;
}

/* Whether a slot takes finitely many values, whatever the others are; how many. Sizes
 * always do, if not in part. */
static slong
count_values(struct sampler *s, int slot)
{
    const struct slot *t = &s->machine->program->slot[slot];
    slong low = 1, high = 0, first = 1, last = 0;
    struct range r;
    fmpq_t v;

    range_init(&r);
    fmpq_init(v);
    for (int i = 0; i < t->n_bounds; i++) {
        int node = t->bound[i].node;

        if (s->machine->program->node[node].constant &&
            range_bound(v, &s->machine->reg[node], s->prec))
            range_tighten(&r, &t->bound[i], v);
    }
    if (!(t->size || (r.has_low && r.has_high)) || !range_integers(&r, t, &low, &high))
        low = 1, high = 0;
    if (t->size) {
        struct slot plain = {.size = false};

        s->part[slot] =
            !r.has_high || !range_integers(&r, &plain, &first, &last) || last > high;
    }
    s->first[slot] = low;
    fmpq_clear(v);
    range_fini(&r);
    return high - low + 1;
}

/* A bound that is no constant makes the range another one each time. */
static bool
is_fixed(const struct program *p, const struct slot *t)
{
    for (int i = 0; i < t->n_bounds; i++)
        if (!p->node[t->bound[i].node].constant)
            return false;
    return true;
}

static void
find_values(struct sampler *s, int slot)
{
    const struct program *p = s->machine->program;
    const struct slot *t = &p->slot[slot];

    if (!t->integer || (t->size ? !is_fixed(p, t) : t->n_bounds < 2))
        return;
    machine_run(s->machine, s->needs[slot], s->prec);
    s->values[slot] = count_values(s, slot);
}

long
sampler_count(const struct sampler *s, long max)
{
    long n = 1;

    if (s->machine->world)
        return 0;
    for (int i = 0; i < s->machine->program->n_slots; i++) {
        if (!s->values[i] || s->part[i] || s->values[i] > max / n)
            return 0;
        n *= s->values[i];
    }
    return n;
}

/* Combinations of the finite slots, or of the sizes only; 0 when there are more than
 * max. */
static long
count_combinations(const struct sampler *s, bool sizes, long max)
{
    long n = 1;

    for (int i = 0; i < s->machine->program->n_slots; i++) {
        bool counts = s->values[i] && (!sizes || s->machine->program->slot[i].size);

        s->in_turn[i] = counts;
        if (counts && s->values[i] > max / n)
            return 0;
        n *= counts ? s->values[i] : 1;
    }
    return n;
}

static long
common_divisor(long a, long b)
{
    return b ? common_divisor(b, a % b) : a;
}

/* By the golden section. */
long
sampler_stride(long n)
{
    long stride = (long)((double)n * 0.618034) + 1;

    while (common_divisor(n, stride) > 1)
        stride++;
    return stride;
}

/* All combinations of the finite names when they are few; else those of the sizes, far
 * apart from one to the next, so that few show much. */
static void
find_turns(struct sampler *s)
{
    s->stride = 1;
    s->combinations = count_combinations(s, false, COMBINATIONS_MAX);
    if (!s->combinations)
        s->combinations = count_combinations(s, true, SIZES_MAX);
    if (s->combinations > COMBINATIONS_MAX)
        s->stride = sampler_stride(s->combinations);
    if (s->combinations == 1)
        s->combinations = 0;
}

long
sampler_turns(const struct sampler *s)
{
    return s->combinations > COMBINATIONS_MAX ? TURNS : s->combinations;
}

/* The i-th combination of the slots in turn, or of all finite ones. */
static void
set_nth(struct sampler *s, long i, bool turns)
{
    for (int slot = s->machine->program->n_slots - 1; slot >= 0; slot--) {
        struct balls *v;

        if (turns ? !s->in_turn[slot] : !s->values[slot])
            continue;
        v = machine_slot(s->machine, slot);
        balls_shape(v, 1, 1);
        ball_set_int(v->at, s->first[slot] + i % s->values[slot]);
        i /= s->values[slot];
    }
}

void
sampler_nth(struct sampler *s, long i)
{
    set_nth(s, i, false);
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
    s->part = ARENA_ARRAY(p->arena, bool, p->n_slots + 1);
    s->in_turn = ARENA_ARRAY(p->arena, bool, p->n_slots + 1);
    for (int i = 0; i < p->n_slots; i++) {
        s->needs[i] = slot_cone(p, &p->slot[i]);
        find_values(s, i);
    }
    find_turns(s);
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

        good = range_integers(&r, t, &low, &high);
        if (good && t->size)
            range_sizes(&r, low, high);
    }
    if (good && t->form == FORM_SHARES) {
        draw_shares(s, kind, n, &s->machine->slot[slot]);
    } else if (good && t->form == FORM_ORTHOGONAL) {
        draw_orthogonal(s, kind, n, &s->machine->slot[slot]);
    } else if (good && t->form == FORM_UNIT) {
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
        set_nth(s, s->tries * s->stride % s->combinations, true);
    for (int slot = 0; good && slot < s->machine->program->n_slots; slot++)
        if (!cycle || !s->in_turn[slot])
            good = fill(s, kind, n, slot);
    if (good && s->machine->world)
        good = world_draw(s, kind, n);
    s->tries += kind == DRAW_GENERIC || kind == DRAW_NEAR;
    return good;
}

bool
sampler_refit(struct sampler *s)
{
    const struct program *p = s->machine->program;
    bool good = true;

    for (int slot = 0; good && slot < p->n_slots; slot++)
        if (p->slot[slot].rows_node >= 0 || p->slot[slot].cols_node >= 0)
            good = fill(s, DRAW_READABLE, 0, slot);
    return good;
}
