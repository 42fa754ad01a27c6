/*
 * Breaks along one coordinate, the others fixed.
 */
#include <math.h>
#include <stdlib.h>

#include "exact/breaks.h"
#include "exact/explore.h"
#include "exact/number/func.h"

/* The places that are looked at first are 0 and +-2^k, in steps from -REACH to REACH, in
 * longer ones from -FAR to FAR, in long ones from -LAST to LAST; roots are looked for
 * with ROUGH_BITS. */
enum {
    REACH = 20,
    STEP = 2,
    FAR = 60,
    FAR_STEP = 5,
    LAST = 460,
    LAST_STEP = 100,
    GRID = 2 * (2 * REACH / STEP + 1 + 2 * (FAR - REACH) / FAR_STEP +
                2 * (LAST - FAR) / LAST_STEP) +
           1,
    ROOTS_MAX = 48,
    PLACES_MAX = GRID + ROOTS_MAX,
    AXES_MAX = 8,
    DESCENTS_MAX = 6,
    CORNERS = 6,
    HALVINGS = 60,
    PLAIN_BITS = 24,
    COUNT_FAR = 128 /* where a sum has so many items it is not looked at */
};

static const double FAR_LINE = 1e9, TOO_FAR = 1e300;
static const double ROOT_MOST = 1e150; /* whose square is finite */

/* Sides seem to meet when their difference is MEET_RATIO of what it is nearby. */
enum { MEET_BITS = 10 };
static const double MEET_RATIO = 1e-10, MEET_NEAR = 1e-3;

struct axis {
    struct search *search;
    struct tally *tally;
    int slot, entry;
    bool complex, imaginary; /* along which part of a complex coordinate */
    double root[ROOTS_MAX];
    int n_roots, descents;
};

/* ---- values along the axis --------------------------------------------------------- */

static struct ball *
coordinate(const struct axis *x)
{
    return &machine_slot(&x->search->machine, x->slot)->at[x->entry];
}

static void
set_part(const struct axis *x, const fmpq_t q)
{
    struct ball *b = coordinate(x);

    if (x->complex)
        fmpq_set(x->imaginary ? b->im : b->re, q);
    else
        ball_set_fmpq(b, q);
}

static void
set_place(const struct axis *x, double t)
{
    arf_t at;
    fmpq_t q;

    arf_init(at);
    fmpq_init(q);
    arf_set_d(at, isfinite(t) ? t : 0);
    arf_get_fmpq(q, at);
    set_part(x, q);
    arf_clear(at);
    fmpq_clear(q);
}

static double
value_at(const struct axis *x, const struct brk *b, double t)
{
    const struct search *s = x->search;

    if (explore_spent(s) ||
        (b->sums && s->program.slot[x->slot].count && fabs(t) > COUNT_FAR))
        return NAN;
    set_place(x, t);
    return breaks_value(x->search, b);
}

/* ---- roots ------------------------------------------------------------------------- */

static void
add_root(struct axis *x, double t)
{
    for (int i = 0; i < x->n_roots; i++)
        if (fabs(x->root[i] - t) <= 1e-12 * fabs(t))
            return;
    if (x->n_roots < ROOTS_MAX && fabs(t) < ROOT_MOST)
        x->root[x->n_roots++] = t;
}

/* The root between two places of different sign: false position, with the Illinois rule
 * that halves the value at an end that stays. */
static double
find_root(const struct axis *x, const struct brk *b, double from, double to)
{
    double at_from = value_at(x, b, from), at_to = value_at(x, b, to), t = to;

    for (int i = 0; i < HALVINGS && fabs(to - from) > 1e-14 * fabs(t); i++) {
        double v;

        t = (from * at_to - to * at_from) / (at_to - at_from);
        if (!(t > fmin(from, to) && t < fmax(from, to)))
            t = from + (to - from) / 2;
        v = value_at(x, b, t);
        if (!(v < 0 || v > 0))
            return t;
        if (v * at_to < 0) {
            from = to;
            at_from = at_to;
        } else {
            at_from /= 2;
        }
        to = t;
        at_to = v;
    }
    return t;
}

/* Where |value| is least between two places, by golden section; a root when the value
 * changes its sign on the way. */
static void
descend(struct axis *x, const struct brk *b, double low, double middle, double high)
{
    double best = value_at(x, b, middle), sign = best < 0 ? -1 : 1;

    for (int i = 0; i < HALVINGS && high - low > 1e-13 * fabs(middle); i++) {
        bool right = high - middle > middle - low;
        double t = right ? middle + 0.381966 * (high - middle)
                         : middle - 0.381966 * (middle - low);
        double v = value_at(x, b, t);

        if (v * sign < 0 || v == 0) {
            add_root(x, find_root(x, b, low, t));
            add_root(x, find_root(x, b, t, high));
            add_root(x, t);
            return;
        }
        if (fabs(v) < fabs(best)) {
            *(right ? &low : &high) = middle;
            middle = t;
            best = v;
        } else {
            *(right ? &high : &low) = t;
        }
    }
    add_root(x, middle);
}

/* Through three points of a parabola: its lowest place, which for squares is exact. */
static void
try_vertex(struct axis *x, const struct brk *b, const double *t, const double *v)
{
    double d1 = (v[1] - v[0]) / (t[1] - t[0]), d2 = (v[2] - v[1]) / (t[2] - t[1]);
    double bend = (d2 - d1) / (t[2] - t[0]);
    double vertex = bend == 0 ? NAN : (t[0] + t[1]) / 2 - d1 / (2 * bend);
    double value;

    if (!(vertex > t[0] && vertex < t[2]))
        return;
    value = value_at(x, b, vertex);
    if (value == 0 || value * v[1] < 0) {
        add_root(x, vertex);
        if (value != 0) {
            add_root(x, find_root(x, b, t[0], vertex));
            add_root(x, find_root(x, b, vertex, t[2]));
        }
    }
}

static int
compare_places(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return x < y ? -1 : x > y;
}

static int
next_power(int k)
{
    int from = k < 0 ? -k - 1 : k;

    return k + (from < REACH ? STEP : from < FAR ? FAR_STEP : LAST_STEP);
}

/* The grid and the roots found so far, in order. */
static int
list_places(const struct axis *x, double *t)
{
    int n = 0;

    t[n++] = 0;
    for (int k = -LAST; k <= LAST; k = next_power(k)) {
        t[n++] = ldexp(1, k);
        t[n++] = -ldexp(1, k);
    }
    for (int i = 0; i < x->n_roots; i++)
        t[n++] = x->root[i];
    qsort(t, (size_t)n, sizeof *t, compare_places);
    return n;
}

/* A place where |value| is smaller than on both sides, without being 0. */
static bool
is_dip(const double *v)
{
    return v[0] * v[1] > 0 && v[1] * v[2] > 0 && fabs(v[1]) <= fabs(v[0]) &&
           fabs(v[1]) <= fabs(v[2]) && fabs(v[1]) < fabs(v[0]) + fabs(v[2]) - fabs(v[1]);
}

static void
scan(struct axis *x, const struct brk *b)
{
    double t[PLACES_MAX], v[PLACES_MAX];
    int n = list_places(x, t);

    for (int i = 0; i < n; i++)
        v[i] = value_at(x, b, t[i]);
    for (int i = 0; i < n; i++) {
        if (v[i] == 0)
            add_root(x, t[i]);
        if (i + 1 < n && v[i] * v[i + 1] < 0)
            add_root(x, find_root(x, b, t[i], t[i + 1]));
        if (b->kind == BREAK_POLE || i == 0 || i + 1 == n || !is_dip(&v[i - 1]))
            continue;
        try_vertex(x, b, &t[i - 1], &v[i - 1]);
        if (x->descents++ >= DESCENTS_MAX)
            continue;
        descend(x, b, t[i - 1], t[i], t[i + 1]);
    }
}

/* The root of a straight line, from its values at -unit, 0, unit and 2 unit; exact as a
 * double when it has few digits. False when it is no straight line. */
static bool
solve_line_by(struct axis *x, const struct brk *b, double unit)
{
    double v[4];

    for (int i = 0; i < 4; i++)
        v[i] = value_at(x, b, (i - 1) * unit);
    if (!(v[2] - v[1] == v[1] - v[0] && v[3] - v[2] == v[2] - v[1]))
        return false;
    if (v[2] != v[1])
        add_root(x, -v[1] / (v[2] - v[1]) * unit);
    return v[2] != v[1] || v[1] == 0;
}

/* A slope that is lost beside a large number shows in units of that. */
static bool
solve_line(struct axis *x, const struct brk *b)
{
    double size;

    if (b->part == PART_COSINE)
        return false;
    if (solve_line_by(x, b, 1))
        return true;
    size = fabs(value_at(x, b, 0));
    return size > FAR_LINE && size < TOO_FAR &&
           solve_line_by(x, b, exp2(floor(log2(size))));
}

/* ---- what happens there ------------------------------------------------------------ */

/* The simplest fraction that is t for all that a double can tell. */
static void
simplest(fmpq_t r, double t)
{
    double by = fabs(t) * 1e-11;
    fmpq_t low, high;
    arf_t end;

    fmpq_init(low);
    fmpq_init(high);
    arf_init(end);
    arf_set_d(end, t - by);
    arf_get_fmpq(low, end);
    arf_set_d(end, t + by);
    arf_get_fmpq(high, end);
    fmpq_simplest_between(r, low, high);
    fmpq_clear(low);
    fmpq_clear(high);
    arf_clear(end);
}

static bool
is_plain(const fmpq_t q)
{
    return fmpz_bits(fmpq_numref(q)) + fmpz_bits(fmpq_denref(q)) < PLAIN_BITS;
}

static bool
try_here(const struct axis *x)
{
    return explore_point(x->search, x->tally, false, PREC_SOME);
}

/* A multiple of pi near t, if it is a plain one. */
static bool
set_angle(const struct axis *x, double t)
{
    bool plain;
    fmpq_t q;

    fmpq_init(q);
    simplest(q, t / 3.14159265358979323846);
    plain = is_plain(q);
    if (plain) {
        ball_set_fmpq(coordinate(x), q);
        coordinate(x)->pi = fmpq_is_zero(q) ? 0 : 1;
    }
    fmpq_clear(q);
    return plain;
}

/* A square root of a plain fraction near t. */
static bool
set_square_root(const struct axis *x, double t)
{
    struct ball root;
    bool plain;

    ball_init(&root);
    simplest(root.re, t * t);
    plain = is_plain(root.re) && ball_sqrt(&root, &root, false, ROUGH_BITS) == DEFINED &&
            root.exact;
    if (plain && t < 0)
        ball_neg(&root, &root);
    if (plain)
        ball_copy(coordinate(x), &root);
    ball_fini(&root);
    return plain;
}

static bool
try_integers(const struct axis *x, double t)
{
    set_place(x, floor(t));
    if (try_here(x))
        return true;
    set_place(x, ceil(t));
    return try_here(x);
}

/* The root itself, as what it may be: a fraction, a multiple of pi, a square root. */
static bool
try_root(const struct axis *x, double t)
{
    bool plain;
    fmpq_t q;

    fmpq_init(q);
    simplest(q, t);
    plain = is_plain(q);
    sampler_anchor(&x->search->sampler, x->slot, x->entry, q);
    ball_set_fmpq(coordinate(x), q);
    fmpq_clear(q);
    if (x->search->program.slot[x->slot].integer)
        return try_integers(x, t);
    if (try_here(x))
        return true;
    return !plain && (set_angle(x, t) || set_square_root(x, t)) && try_here(x);
}

static bool
try_place(struct axis *x, double t)
{
    if (x->search->program.slot[x->slot].integer)
        t = floor(t);
    set_place(x, t);
    return try_here(x);
}

static bool
is_defined(const struct search *s, const struct brk *b)
{
    return s->machine.reg[b->left].state == DEFINED &&
           (b->right < 0 || s->machine.reg[b->right].state == DEFINED);
}

/* Whether the sides seem to meet at t, and not only beyond the domain: beside a place
 * around it their difference is nothing. What is no fraction is not met exactly. */
static bool
seems_to_meet(const struct axis *x, const struct brk *b, double t, double h)
{
    for (int i = -1; i <= 1; i += 2) {
        double side = value_at(x, b, t + i * h), here;

        if (!search_holds(x->search))
            return false;
        here = value_at(x, b, t);
        if (!(fabs(side) > 1 / TOO_FAR) || !isfinite(side) || !is_defined(x->search, b) ||
            (isfinite(here) && fabs(here) > MEET_RATIO * fabs(side)))
            return false;
    }
    return true;
}

static bool
meets_near(const struct axis *x, const struct brk *b, double t)
{
    return seems_to_meet(x, b, t, ldexp(fmax(fabs(t), MEET_NEAR), -MEET_BITS)) ||
           (t != 0 && seems_to_meet(x, b, t, ldexp(fabs(t), -MEET_BITS)));
}

/* A relation that does not allow it stays open. */
static void
try_meeting(const struct axis *x, const struct brk *b, double t)
{
    if (breaks_forbid_meeting(x->search, b) &&
        !x->search->program.slot[x->slot].integer && search_holds(x->search) &&
        meets_near(x, b, t)) {
        x->tally->open++;
        x->tally->touching++;
    }
}

/* Between neighbouring roots, and beyond the outermost. */
static bool
try_between(struct axis *x)
{
    double *r = x->root;
    int n = x->n_roots;

    if (n == 0)
        return false;
    qsort(r, (size_t)n, sizeof *r, compare_places);
    for (int i = 0; i + 1 < n; i++)
        if (try_place(x, r[i] + (r[i + 1] - r[i]) / 2))
            return true;
    return try_place(x, r[0] - fmax(1, fabs(r[0]) / 8)) ||
           try_place(x, r[n - 1] + fmax(1, fabs(r[n - 1]) / 8));
}

/* ---- all axes ---------------------------------------------------------------------- */

/* A complex coordinate without sqrt and pi, so that its parts are free. */
static void
make_plain(const struct axis *x)
{
    struct ball *b = coordinate(x);

    b->root = 1;
    b->pi = 0;
}

/* A branch cut is a curve, met by other points than these: its roots are not tried. */
static bool
try_axis(struct axis *x, const struct breaks *b)
{
    bool kink = false;

    if (x->complex)
        make_plain(x);
    for (int i = 0; i < b->n; i++) {
        if (!program_depends(&x->search->program, b->at[i].cone, x->slot))
            continue;
        kink |= b->at[i].kind != BREAK_POLE;
        if (!solve_line(x, &b->at[i]))
            scan(x, &b->at[i]);
    }
    for (int i = 0; i < x->n_roots && !x->complex; i++) {
        if (try_root(x, x->root[i]))
            return true;
        for (int k = 0; k < b->n; k++)
            try_meeting(x, &b->at[k], x->root[i]);
    }
    return kink && try_between(x);
}

static bool
try_slot(struct search *s, struct tally *t, const struct breaks *b, int slot, int *axes)
{
    const struct slot *d = &s->program.slot[slot];
    int parts = d->complex ? 2 : 1;

    if (d->size || d->form != FORM_FREE)
        return false;
    for (int i = 0; *axes < AXES_MAX; i++, ++*axes) {
        struct axis x = {.search = s,
                         .tally = t,
                         .slot = slot,
                         .entry = i / parts,
                         .complex = d->complex,
                         .imaginary = i % parts};

        if (!sampler_draw(&s->sampler, DRAW_READABLE, *axes + 1))
            return false;
        if (x.entry >= s->machine.slot[slot].rows * s->machine.slot[slot].cols)
            return false;
        if (try_axis(&x, b))
            return true;
    }
    return false;
}

/* Points at which something happens along every coordinate that has such a place. */
static bool
try_corners(struct search *s, struct tally *t)
{
    for (int i = 0; i < CORNERS && s->sampler.n_anchors > 1; i++)
        if (sampler_draw(&s->sampler, DRAW_CORNER, i + 1) &&
            explore_point(s, t, false, PREC_SOME))
            return true;
    return false;
}

bool
explore_breaks(struct search *s, struct tally *t, const struct breaks *b)
{
    int axes = 0;

    for (int slot = 0; b->n && slot < s->program.n_slots; slot++)
        if (try_slot(s, t, b, slot, &axes))
            return true;
    return try_corners(s, t);
}
