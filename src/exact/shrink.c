/*
 * From a counterexample to a simpler one: smaller sizes first, then simple coordinates.
 */
#include <stdlib.h>

#include "base/memory.h"
#include "exact/chance/world.h"
#include "exact/point.h"

enum {
    SHRINK_TRIES = 96,
    SHRINK_PASSES = 3,
    SHRINK_DIGITS = 6,
    SPACE_TRIES = 120,
    FIRST_SPACES = 3,
    REAL_TRIES = 3
};

struct shrink {
    struct search *search;
    int slot, entry, tries;
    slong most; /* bits that the difference may take to see */
    bool imaginary;
};

static struct ball *
shrink_entry(const struct shrink *k)
{
    return &machine_slot(&k->search->machine, k->slot)->at[k->entry];
}

static bool
still_apart(struct shrink *k)
{
    k->tries++;
    return search_judge(k->search, k->most).outcome == OUT_APART;
}

/* Put v in the place of the part that is shrunk. */
static bool
put_part(const struct shrink *k, const struct ball *old, const struct ball *v)
{
    struct ball *b = shrink_entry(k);
    bool other_zero = fmpq_is_zero(k->imaginary ? old->re : old->im);

    ball_copy(b, old);
    if (!other_zero && !ball_is_zero(v) && (v->pi != old->pi || v->root != old->root))
        return false;
    fmpq_set(k->imaginary ? b->im : b->re, v->re);
    if (other_zero) {
        b->pi = v->pi;
        b->root = v->root;
    }
    return true;
}

static bool
is_part(const struct shrink *k, const struct ball *old, const struct ball *v)
{
    const fmpq *part = k->imaginary ? old->im : old->re;

    if (fmpq_is_zero(part))
        return ball_is_zero(v);
    return fmpq_equal(part, v->re) && v->pi == old->pi && v->root == old->root;
}

/* The simplest value that will do. True when the part has one or had it already. */
static bool
shrink_to_simple(struct shrink *k, const struct ball *old)
{
    const struct slot *slot = &k->search->program.slot[k->slot];
    bool done = false;
    struct ball v;

    ball_init(&v);
    for (int i = 0; sample_simple(&v, slot, i) && k->tries < SHRINK_TRIES; i++) {
        if (is_part(k, old, &v)) {
            done = true;
            break;
        }
        if (put_part(k, old, &v) && still_apart(k)) {
            ball_fini(&v);
            return true;
        }
    }
    ball_fini(&v);
    ball_copy(shrink_entry(k), old);
    return done;
}

/* q rounded to a number of digits, downwards or upwards. */
static void
round_decimal(fmpq_t r, const fmpq_t q, int digits, bool up)
{
    double size = (double)fmpz_bits(fmpq_numref(q)) - (double)fmpz_bits(fmpq_denref(q));
    long e = (long)(size * 0.30103 + 1000) - 1000 - digits + 1;
    fmpq_t unit, t;
    fmpz_t n;

    fmpq_init(unit);
    fmpq_init(t);
    fmpz_init(n);
    fmpq_set_si(unit, 10, 1);
    fmpq_pow_si(unit, unit, e);
    fmpq_div(t, q, unit);
    fmpz_fdiv_q(n, fmpq_numref(t), fmpq_denref(t));
    fmpz_add_ui(n, n, up);
    fmpq_mul_fmpz(r, unit, n);
    fmpq_clear(unit);
    fmpq_clear(t);
    fmpz_clear(n);
}

static void
shrink_by_rounding(struct shrink *k, const struct ball *old)
{
    bool integer = k->search->program.slot[k->slot].integer, done = false;
    struct ball v;

    if (old->pi || old->root != 1)
        return;
    ball_init(&v);
    for (int i = 0; i < 2 * SHRINK_DIGITS && k->tries < SHRINK_TRIES && !done; i++) {
        ball_set_int(&v, 0);
        round_decimal(v.re, k->imaginary ? old->im : old->re, 1 + i / 2, i % 2);
        if (integer && !ball_is_integer(&v))
            continue;
        if (is_part(k, old, &v))
            break;
        done = put_part(k, old, &v) && still_apart(k);
    }
    ball_fini(&v);
    if (!done)
        ball_copy(shrink_entry(k), old);
}

static void
shrink_part(struct shrink *k)
{
    struct ball old;

    ball_init(&old);
    ball_copy(&old, shrink_entry(k));
    if (!shrink_to_simple(k, &old) && !fmpq_is_zero(k->imaginary ? old.im : old.re))
        shrink_by_rounding(k, &old);
    ball_fini(&old);
}

/* ---- sizes ------------------------------------------------------------------------- */

/* The first rows and columns of a value. */
static void
cut(struct balls *r, const struct balls *v, int rows, int cols)
{
    balls_shape(r, rows, cols);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            ball_copy(&r->at[i * cols + j], &v->at[i * v->cols + j]);
}

/* Cut each name to the size that it has now. False when one would have to grow. */
static bool
cut_all(struct search *s, const struct balls *old)
{
    const struct program *p = &s->program;
    bool good = true;

    for (int i = 0; i < p->n_slots && good; i++) {
        int rows, cols;

        if (p->slot[i].rows_node < 0 && p->slot[i].cols_node < 0)
            continue;
        good = p->slot[i].form == FORM_FREE &&
               sampler_shape(&s->sampler, i, &rows, &cols) && rows <= old[i].rows &&
               cols <= old[i].cols;
        if (good)
            cut(machine_slot(&s->machine, i), &old[i], rows, cols);
    }
    return good;
}

/* The smallest value of a size, with everything cut to it. */
static void
shrink_size(struct shrink *k, const struct balls *old)
{
    struct search *s = k->search;
    slong size = fmpz_get_si(fmpq_numref(old[k->slot].at->re));

    for (slong n = 1; n < size && k->tries < SHRINK_TRIES; n++) {
        ball_set_int(machine_slot(&s->machine, k->slot)->at, n);
        if (cut_all(s, old) && still_apart(k))
            return;
    }
    for (int i = 0; i < s->program.n_slots; i++)
        balls_copy(machine_slot(&s->machine, i), &old[i]);
}

static void
shrink_sizes(struct shrink *k)
{
    struct search *s = k->search;
    int n = s->program.n_slots;
    struct balls *old = xmalloc((size_t)(n + 1) * sizeof *old);

    for (int i = 0; i < n; i++)
        balls_init(&old[i]);
    for (k->slot = 0; k->slot < n; k->slot++) {
        if (!s->program.slot[k->slot].size)
            continue;
        for (int i = 0; i < n; i++)
            balls_copy(&old[i], &s->machine.slot[i]);
        shrink_size(k, old);
    }
    for (int i = 0; i < n; i++)
        balls_fini(&old[i]);
    free(old);
}

/* ---- real numbers ------------------------------------------------------------------ */

/* Whole numbers in the place of the k-th complex entry, in turn; three ways. */
static const int wholes[REAL_TRIES][4] = {
    {1,  2,  -1, 3 },
    {2,  -1, 1,  -2},
    {-1, 1,  3,  -2},
};

static bool
is_free_complex(const struct slot *slot)
{
    return slot->form == FORM_FREE && !slot->size && slot->complex;
}

/* Whether several free numbers may be complex, and one of them is. A single one keeps its
 * point: 1 + i shows more of a conjugate than 2 does. */
static bool
has_imaginary(const struct search *s)
{
    int numbers = 0, imaginary = 0;

    for (int i = 0; i < s->program.n_slots; i++) {
        const struct balls *v = &s->machine.slot[i];

        for (int k = 0; is_free_complex(&s->program.slot[i]) && k < v->rows * v->cols;
             k++) {
            numbers++;
            imaginary += !fmpq_is_zero(v->at[k].im);
        }
    }
    return numbers > 1 && imaginary;
}

static void
put_wholes(struct search *s, const int *whole)
{
    int n = 0;

    for (int i = 0; i < s->program.n_slots; i++) {
        struct balls *v;

        if (!is_free_complex(&s->program.slot[i]))
            continue;
        v = machine_slot(&s->machine, i);
        for (int k = 0; k < v->rows * v->cols; k++)
            ball_set_int(&v->at[k], whole[n++ % 4]);
    }
}

/* Complex names with whole numbers for values, where these do as well. */
static void
shrink_to_real(struct shrink *k)
{
    struct search *s = k->search;
    int n = s->program.n_slots;
    struct balls *old = xmalloc((size_t)(n + 1) * sizeof *old);
    bool done = false;

    for (int i = 0; i < n; i++) {
        balls_init(&old[i]);
        balls_copy(&old[i], &s->machine.slot[i]);
    }
    for (int i = 0; i < REAL_TRIES && !done; i++) {
        put_wholes(s, wholes[i]);
        done = still_apart(k);
    }
    for (int i = 0; i < n; i++) {
        if (!done)
            balls_copy(machine_slot(&s->machine, i), &old[i]);
        balls_fini(&old[i]);
    }
    free(old);
}

/* Spaces that are easily read, with the other names as they are and then with simple
 * values. When none of them will do everything is as it was. */
static void
shrink_space(struct search *s)
{
    struct balls *kept = xmalloc((size_t)(s->program.n_slots + 1) * sizeof *kept);
    struct origin origin = s->machine.world->origin;
    bool found = origin.kind == DRAW_READABLE && origin.n < FIRST_SPACES;

    for (int i = 0; i < s->program.n_slots; i++) {
        balls_init(&kept[i]);
        balls_copy(&kept[i], &s->machine.slot[i]);
    }
    for (int i = 0; i < SPACE_TRIES && !found; i++)
        found = (i % 2 ? sampler_draw(&s->sampler, DRAW_READABLE, i / 2)
                       : world_draw(&s->sampler, DRAW_READABLE, i / 2)) &&
                search_judge(s, PREC_SOME).outcome == OUT_APART;
    for (int i = 0; i < s->program.n_slots; i++) {
        if (!found)
            balls_copy(machine_slot(&s->machine, i), &kept[i]);
        balls_fini(&kept[i]);
    }
    free(kept);
    if (!found)
        world_return(&s->sampler, origin);
}

void
point_shrink(struct search *s)
{
    struct shrink k = {.search = s};

    if (s->machine.world)
        shrink_space(s);

    search_judge(s, PREC_MOST);
    k.most = s->machine.prec > PREC_SOME ? PREC_MOST : PREC_SOME;
    shrink_sizes(&k);
    if (has_imaginary(s))
        shrink_to_real(&k);
    for (int pass = 0; pass < SHRINK_PASSES && k.tries < SHRINK_TRIES; pass++)
        for (k.slot = 0; k.slot < s->program.n_slots; k.slot++) {
            const struct slot *slot = &s->program.slot[k.slot];
            const struct balls *v = &s->machine.slot[k.slot];

            if (slot->form != FORM_FREE || slot->size)
                continue;
            for (k.entry = 0; k.entry < v->rows * v->cols; k.entry++) {
                k.imaginary = false;
                shrink_part(&k);
                k.imaginary = slot->complex;
                if (k.imaginary)
                    shrink_part(&k);
            }
        }
}
