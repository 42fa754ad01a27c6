#include "exact/search.h"

#include "exact/chance/world.h"
#include "exact/explore.h"
#include "exact/value.h"

/* Atoms at which random sides are compared. */
enum { ATOMS_SEEN = 64 };

/* ---- setting up -------------------------------------------------------------------- */

static int
add_side(struct search *s, const struct term *t, bool degrees)
{
    int node;

    s->program.degrees = degrees;
    node = program_add(&s->program, t);
    s->program.degrees = false;
    return node;
}

static slong
first_precision(int significant)
{
    slong bits = PREC_FIRST + (significant + 63) / 64 * 64;

    return bits > PREC_MOST ? PREC_MOST : bits;
}

static void
restrict_slot(struct program *p, enum twist twist, struct slot *slot)
{
    int zero = program_add(p, expr_number(p->arena, "0"));

    if (twist == TWIST_UNIT)
        slot->form = FORM_UNIT;
    if (twist == TWIST_REAL)
        slot->complex = false;
    if ((twist == TWIST_POSITIVE || twist == TWIST_NEGATIVE) &&
        slot->n_bounds < BOUNDS_MAX)
        slot->bound[slot->n_bounds++] =
            (struct bound){.node = zero, .upper = twist == TWIST_NEGATIVE, .open = true};
}

/* The conditions, and the sizes of names. */
static struct cone
condition_cone(const struct program *p)
{
    int *root = ARENA_ARRAY(p->arena, int, p->n_conditions + 2 * p->n_slots + 1), n = 0;

    for (int i = 0; i < p->n_conditions; i++)
        root[n++] = p->condition[i];
    for (int i = 0; i < p->n_slots; i++) {
        if (p->slot[i].rows_node >= 0)
            root[n++] = p->slot[i].rows_node;
        if (p->slot[i].cols_node >= 0)
            root[n++] = p->slot[i].cols_node;
    }
    return program_cone(p, root, n);
}

static void
prepare(struct search *s)
{
    struct program *p = &s->program;
    int roots[] = {s->left, s->right};

    s->sides = program_cone(p, roots, 2);
    s->conditions = condition_cone(p);
    s->first = first_precision(p->significant);
    s->coarse = PREC_FIRST + p->significant > PREC_MOST;
    s->continuous = p->chance != NULL;
    for (int i = 0; i < p->n_slots; i++)
        s->continuous |= !p->slot[i].integer;
}

void
search_init(struct search *s, struct arena *a, const struct question *q, enum twist twist,
            int slot)
{
    struct program *p = &s->program;

    *s = (struct search){
        .arena = a, .scope = q->scope, .relation = q->relation, .most = WORK_POINTS};
    program_init(p, a, q->scope);
    s->left = add_side(s, q->left, twist == TWIST_DEGREES_LEFT || twist == TWIST_DEGREES);
    s->right =
        add_side(s, q->right, twist == TWIST_DEGREES_RIGHT || twist == TWIST_DEGREES);
    program_close(p);
    s->ready = !p->why;
    if (s->ready && twist >= TWIST_POSITIVE)
        restrict_slot(p, twist, &p->slot[slot]);
    if (s->ready)
        prepare(s);
    machine_init(&s->machine, p);
}

void
search_fini(struct search *s)
{
    sampler_fini(&s->sampler);
    machine_fini(&s->machine);
}

const struct balls *
search_left(const struct search *s)
{
    return &s->machine.reg[s->left];
}

const struct balls *
search_right(const struct search *s)
{
    return &s->machine.reg[s->right];
}

static bool
is_side_of(const struct program *p, int slot, int node)
{
    return node >= 0 && program_depends(p, program_cone(p, &node, 1), slot);
}

/* A size is told together with what has it. */
bool
search_mentions(const struct search *s, int slot)
{
    const struct program *p = &s->program;
    bool mentions = program_depends(p, s->sides, slot);

    for (int i = 0; i < p->n_slots && p->slot[slot].size && !mentions; i++)
        mentions = (is_side_of(p, slot, p->slot[i].rows_node) ||
                    is_side_of(p, slot, p->slot[i].cols_node)) &&
                   program_depends(p, s->sides, i);
    return mentions;
}

/* ---- one entry --------------------------------------------------------------------- */

enum entry { ENTRY_HOLDS, ENTRY_BROKEN, ENTRY_TOUCHES, ENTRY_WIDE };

/* Whether the difference of two balls that overlap is as small as it must be: radius at
 * most 2^-SUPPORT_BITS max(1, |a|, |b|). */
static bool
is_close(const acb_t a, const acb_t b, slong prec)
{
    mag_t size, other, radius;
    acb_t d;
    bool close;

    acb_init(d);
    mag_init(size);
    mag_init(other);
    mag_init(radius);
    acb_sub(d, a, b, prec);
    acb_get_mag(size, a);
    acb_get_mag(other, b);
    mag_max(size, size, other);
    mag_one(other);
    mag_max(size, size, other);
    mag_mul_2exp_si(size, size, -SUPPORT_BITS);
    mag_hypot(radius, arb_radref(acb_realref(d)), arb_radref(acb_imagref(d)));
    close = mag_cmp(radius, size) <= 0;
    mag_clear(size);
    mag_clear(other);
    mag_clear(radius);
    acb_clear(d);
    return close;
}

static enum entry
judge_overlap(const struct search *s, const struct ball *a, const struct ball *b,
              slong prec)
{
    acb_t x, y;
    bool close;

    if (s->coarse || a->need > prec || b->need > prec)
        return ENTRY_WIDE;
    acb_init(x);
    acb_init(y);
    close = is_close(ball_enclose(a, x, prec), ball_enclose(b, y, prec), prec);
    acb_clear(x);
    acb_clear(y);
    return close ? ENTRY_TOUCHES : ENTRY_WIDE;
}

static enum entry
judge_entry(const struct search *s, const struct ball *a, const struct ball *b,
            slong prec)
{
    static const bool holds[][3] = {
        [RELATION_EQUAL] = {false, true,  false},
        [RELATION_LESS] = {true,  false, false},
        [RELATION_LESS_EQUAL] = {true,  true,  false},
        [RELATION_GREATER] = {false, false, true },
        [RELATION_GREATER_EQUAL] = {false, true,  true },
        [RELATION_NOT_EQUAL] = {true,  false, true },
    };
    bool match = s->relation == RELATION_EQUAL || s->relation == RELATION_NOT_EQUAL;
    enum order o = (match ? ball_match : ball_compare)(a, b, prec);

    if (!ball_is_finite(a) || !ball_is_finite(b))
        return ENTRY_WIDE;
    if (o == OPEN)
        return judge_overlap(s, a, b, prec);
    return holds[s->relation][o] ? ENTRY_HOLDS : ENTRY_BROKEN;
}

/* ---- one point --------------------------------------------------------------------- */

/* What all entries together say. */
struct sum {
    bool holds, broken, touches, wide, cut;
    long need;
};

static struct sum
judge_entries(const struct search *s, const struct balls *a, const struct balls *b,
              slong prec)
{
    bool fit = a->rows == b->rows && a->cols == b->cols;
    struct sum sum = {.wide = !fit};

    for (int i = 0; fit && i < a->rows * a->cols; i++) {
        const struct ball *x = &a->at[i], *y = &b->at[i];

        switch (judge_entry(s, x, y, prec)) {
        case ENTRY_BROKEN:
            sum.broken = true;
            break;
        case ENTRY_TOUCHES:
            sum.touches = true;
            break;
        case ENTRY_WIDE:
            sum.wide = true;
            break;
        case ENTRY_HOLDS:
            sum.holds = true;
            break;
        }
        sum.cut |= x->cut || y->cut;
        sum.need = sum.need > x->need ? sum.need : x->need;
        sum.need = sum.need > y->need ? sum.need : y->need;
    }
    return sum;
}

/* A relation holds when it holds for all entries; != when it does for one. Sides that
 * touch satisfy =, <= and >=, and leave the others open. */
static enum outcome
outcome_of(const struct search *s, const struct sum *sum)
{
    enum relation r = s->relation;
    bool open = sum->wide || (sum->touches && r != RELATION_EQUAL &&
                              r != RELATION_LESS_EQUAL && r != RELATION_GREATER_EQUAL);

    if (sum->cut && s->continuous)
        return OUT_CUT;
    if (r == RELATION_NOT_EQUAL && sum->holds)
        return OUT_SUPPORT;
    if (sum->broken && !(r == RELATION_NOT_EQUAL && open))
        return OUT_APART;
    return open ? OUT_OPEN : OUT_SUPPORT;
}

static struct finding
judge_states(const struct balls *a, const struct balls *b)
{
    struct finding f = {.outcome = OUT_OPEN, .left_cause = -1, .right_cause = -1};

    if (a->state == UNDEFINED)
        f.left_cause = a->cause;
    if (b->state == UNDEFINED)
        f.right_cause = b->cause;
    if (a->state == UNDEFINED && b->state == UNDEFINED)
        f.outcome = OUT_VOID;
    else if ((a->state == UNDEFINED && b->state == DEFINED) ||
             (b->state == UNDEFINED && a->state == DEFINED))
        f.outcome = OUT_NARROW;
    return f;
}

static struct finding
judge_once(struct search *s, slong prec, long *need)
{
    const struct balls *a, *b;
    struct finding f;
    struct sum sum;

    *need = 0;
    machine_run(&s->machine, s->sides, prec);
    a = search_left(s);
    b = search_right(s);
    if (a->state != DEFINED || b->state != DEFINED)
        return judge_states(a, b);
    sum = judge_entries(s, a, b, prec);
    f = (struct finding){outcome_of(s, &sum), -1, -1, !sum.wide};
    *need = sum.need;
    return f;
}

/* Whether the slot can take the value: its shape, and numbers of its kind. */
static bool
fits_slot(const struct search *s, int slot, const struct balls *v)
{
    const struct slot *d = &s->program.slot[slot];
    bool fits =
        v->rows == s->machine.slot[slot].rows && v->cols == s->machine.slot[slot].cols;

    for (int i = 0; fits && i < v->rows * v->cols; i++)
        fits = (!d->integer || ball_is_integer(&v->at[i])) &&
               (d->complex || ball_is_real(&v->at[i]));
    return fits;
}

bool
search_prefer(struct search *s, const char *name, const struct term *value)
{
    const struct decl *d = scope_find(s->scope, name);
    int slot = d ? program_slot_find(&s->program, d) : -1;
    struct balls v;
    bool fits;

    if (slot < 0)
        return true;
    balls_init(&v);
    fits = value_of_constant(s->arena, s->scope, value, s->first, &v) &&
           fits_slot(s, slot, &v);
    for (int i = 0; fits && i < v.rows * v.cols; i++)
        ball_make_exact(&v.at[i]);
    if (fits)
        balls_copy(machine_slot(&s->machine, slot), &v);
    balls_fini(&v);
    return fits;
}

static bool
is_side(const struct machine *m, int node, int n)
{
    const struct balls *v = node < 0 ? NULL : &m->reg[node];

    return !v || (v->state == DEFINED && ball_is_integer(v->at) &&
                  fmpz_equal_si(fmpq_numref(v->at->re), n));
}

/* Whether every name has the size that it must have here: a size may have been moved. */
static bool
sizes_fit(const struct search *s)
{
    for (int i = 0; i < s->program.n_slots; i++) {
        const struct slot *slot = &s->program.slot[i];

        if (!is_side(&s->machine, slot->rows_node, s->machine.slot[i].rows) ||
            !is_side(&s->machine, slot->cols_node, s->machine.slot[i].cols))
            return false;
    }
    return true;
}

static bool
conditions_hold(struct search *s)
{
    const struct program *p = &s->program;

    machine_run(&s->machine, s->conditions, s->first);
    for (int i = 0; i < p->n_conditions; i++) {
        const struct balls *v = &s->machine.reg[p->condition[i]];

        if (v->state != DEFINED || ball_is_zero(v->at))
            return false;
    }
    return true;
}

/* The inner slots that some nodes depend on outside of all averages. */
static uint64_t
chances(const struct program *p, const int *root, int n)
{
    uint64_t all = 0;

    for (int i = 0; i < n; i++)
        all |= p->node[root[i]].depends;
    return all;
}

/* What is assumed of random terms holds at every atom. */
static bool
holds_at_atoms(struct search *s, uint64_t slots)
{
    struct atoms a;
    bool holds = true;

    atoms_init(&a, &s->machine, slots, ATOMS_SEEN);
    while (holds && atoms_next(&a, &s->machine))
        holds = conditions_hold(s);
    atoms_fini(&a);
    return holds;
}

bool
search_holds_roughly(struct search *s, slong prec)
{
    const struct program *p = &s->program;

    if (s->machine.world)
        return search_holds(s);
    machine_run(&s->machine, s->conditions, prec);
    for (int i = 0; i < p->n_conditions; i++) {
        const struct balls *v = &s->machine.reg[p->condition[i]];

        if (v->state == UNKNOWN)
            return search_holds(s);
        if (v->state == UNDEFINED || ball_is_zero(v->at))
            return false;
    }
    return sizes_fit(s);
}

bool
search_holds(struct search *s)
{
    const struct program *p = &s->program;
    uint64_t slots = chances(p, p->condition, p->n_conditions);

    machine_run(&s->machine, s->conditions, s->first);
    if (s->machine.world)
        machine_run(&s->machine, p->chance->sizes, s->first);
    if (!sizes_fit(s) || !world_fits(&s->machine))
        return false;
    return slots && s->machine.world ? holds_at_atoms(s, slots) : conditions_hold(s);
}

static bool
is_beyond_limit(const struct search *s)
{
    return s->limit > 0 && s->machine.spent > s->limit;
}

static struct finding
judge_here(struct search *s, slong most)
{
    struct finding f;
    slong prec = s->first;
    long need;

    for (;;) {
        f = judge_once(s, prec, &need);
        if (f.outcome != OUT_OPEN || prec >= most || need > most || s->machine.stopped ||
            is_beyond_limit(s))
            return f;
        prec = 2 * prec > need ? 2 * prec : (slong)(need + 63) / 64 * 64;
        prec = prec > most ? most : prec;
    }
}

/* Random sides are compared at every atom: all must support. */
static struct finding
judge_atoms(struct search *s, uint64_t slots, slong most)
{
    struct finding all = {.outcome = OUT_SUPPORT, .left_cause = -1, .right_cause = -1};
    struct atoms a;

    atoms_init(&a, &s->machine, slots, ATOMS_SEEN);
    while (all.outcome != OUT_APART && atoms_next(&a, &s->machine)) {
        struct finding f = judge_here(s, most);

        if (f.outcome == OUT_APART || all.outcome == OUT_SUPPORT)
            all = f;
    }
    atoms_fini(&a);
    return all;
}

struct finding
search_judge(struct search *s, slong most)
{
    struct finding f = {.outcome = OUT_OUTSIDE, .left_cause = -1, .right_cause = -1};
    int sides[] = {s->left, s->right};
    uint64_t slots = chances(&s->program, sides, 2);

    if (!search_holds(s))
        return f;
    return slots && s->machine.world ? judge_atoms(s, slots, most) : judge_here(s, most);
}
