#include "exact/notes.h"

#include <string.h>

#include "exact/explore.h"
#include "exact/number/decimal.h"
#include "exact/number/func.h"
#include "exact/point.h"

/* Points at which a factor must be the same, of so many tries; points that must differ
 * where a condition fails; how long a factor may be to be a plain number. */
enum {
    SAME_POINTS = 8,
    SAME_TRIES = 24,
    FAILING_POINTS = 4,
    FAILING_TRIES = 16,
    FACTOR_BITS = 48,
    FACTOR_CONSTANT = 100,
    FACTOR_DIGITS = 4
};

/* ---- degrees ----------------------------------------------------------------------- */

static bool
has_angles(const struct search *s)
{
    struct cone all = program_reach(&s->program, s->sides);

    for (int i = 0; i < all.n; i++) {
        const struct node *n = &s->program.node[all.node[i]];

        if (n->op == TERM_CALL &&
            (n->function == FUNCTION_SIN || n->function == FUNCTION_COS ||
             n->function == FUNCTION_TAN || n->function == FUNCTION_R))
            return true;
    }
    return false;
}

/* Whether the relation holds with something read otherwise. */
static bool
holds_with(const struct question *q, struct arena *a, enum twist twist, int slot,
           uint64_t seed)
{
    struct search s;
    bool holds;

    search_init(&s, a, q, twist, slot);
    holds = s.ready && explore_generic(&s, seed);
    search_fini(&s);
    return holds;
}

/* Whether the relation fails at all generic points, of which there are enough. */
static bool
fails_with(const struct question *q, struct arena *a, enum twist twist, int slot,
           uint64_t seed)
{
    struct search s;
    int apart = 0, other = 0;

    search_init(&s, a, q, twist, slot);
    sampler_init(&s.sampler, &s.machine, seed, s.first);
    for (int i = 0; i < FAILING_TRIES && apart < FAILING_POINTS && !other; i++) {
        enum outcome o = OUT_OUTSIDE;

        if (sampler_draw(&s.sampler, DRAW_GENERIC, i))
            o = search_judge(&s, PREC_SOME).outcome;
        apart += o == OUT_APART;
        other += o == OUT_SUPPORT;
    }
    search_fini(&s);
    return apart == FAILING_POINTS && !other;
}

static const char *
note_degrees(const struct question *q, const struct search *found, uint64_t seed)
{
    if (!has_angles(found) || !fails_with(q, found->arena, TWIST_NONE, 0, seed))
        return "";
    for (enum twist t = TWIST_DEGREES_LEFT; t <= TWIST_DEGREES; t++)
        if (holds_with(q, found->arena, t, 0, seed))
            return "degrees?";
    return "";
}

/* ---- factors and constants --------------------------------------------------------- */

/* The quotient and the difference of the sides, for as long as they stay the same. */
struct same {
    bool factor, constant;
    int points;
    struct ball quotient, difference;
};

/* Whether a_i = q b_i for all entries, with the q of the first entry that is not 0. */
static bool
find_quotient(struct ball *q, const struct balls *a, const struct balls *b, slong prec)
{
    bool found = false, same = true;
    struct ball t;

    ball_init(&t);
    for (int i = 0; i < a->rows * a->cols && same; i++) {
        if (!found && ball_div(&t, &a->at[i], &b->at[i], prec) == DEFINED) {
            ball_copy(q, &t);
            found = true;
        }
        if (found)
            ball_mul(&t, q, &b->at[i], prec);
        else
            ball_copy(&t, &b->at[i]);
        same = ball_match(&t, &a->at[i], prec) != LESS;
    }
    ball_fini(&t);
    return found && same;
}

/* Keep what this point allows. */
static void
narrow_same(struct same *k, const struct balls *a, const struct balls *b, slong prec)
{
    struct ball t;

    ball_init(&t);
    if (k->factor && find_quotient(&t, a, b, prec)) {
        if (k->points == 0)
            ball_copy(&k->quotient, &t);
        k->factor = ball_match(&t, &k->quotient, prec) != LESS;
    } else {
        k->factor = false;
    }
    if (k->constant && balls_is_number(a)) {
        ball_sub(&t, a->at, b->at, prec);
        if (k->points == 0)
            ball_copy(&k->difference, &t);
        k->constant = ball_match(&t, &k->difference, prec) != LESS;
    } else {
        k->constant = false;
    }
    k->points++;
    ball_fini(&t);
}

static long
need_of(const struct balls *v)
{
    long need = 0;

    for (int i = 0; i < v->rows * v->cols; i++)
        need = v->at[i].need > need ? v->at[i].need : need;
    return need;
}

static bool
is_usable(const struct search *s)
{
    const struct balls *a = search_left(s), *b = search_right(s);

    return a->state == DEFINED && b->state == DEFINED && a->rows == b->rows &&
           a->cols == b->cols && need_of(a) <= s->first && need_of(b) <= s->first;
}

static bool
varies(const struct program *p)
{
    return p->n_slots > 0 || p->chance;
}

/* Compare the sides at generic points; without names there is one point. */
static void
find_same(struct search *s, struct same *k, uint64_t seed)
{
    int points = varies(&s->program) ? SAME_POINTS : 1;

    sampler_init(&s->sampler, &s->machine, seed, s->first);
    for (int i = 0; i < SAME_TRIES && k->points < points; i++) {
        if (!k->factor && !k->constant)
            return;
        if (!sampler_draw(&s->sampler, DRAW_GENERIC, i) || !search_holds(s))
            continue;
        machine_run(&s->machine, s->sides, s->first);
        if (is_usable(s))
            narrow_same(k, search_left(s), search_right(s), s->first);
    }
    k->factor = k->factor && k->points == points;
    k->constant = k->constant && k->points == points;
}

/* The plain fraction in a real ball, if there is one of few bits. */
static bool
plain_fraction(struct ball *r, const struct ball *q, slong prec)
{
    acb_t s;
    fmpz_t low, high, e;
    fmpq_t a, b;
    bool plain;

    if (ball_is_rational(q)) {
        ball_copy(r, q);
        return true;
    }
    acb_init(s);
    fmpz_init(low);
    fmpz_init(high);
    fmpz_init(e);
    fmpq_init(a);
    fmpq_init(b);
    arb_get_interval_fmpz_2exp(low, high, e, acb_realref(ball_enclose(q, s, prec)));
    fmpq_set_fmpz(a, low);
    fmpq_set_fmpz(b, high);
    if (fmpz_sgn(e) < 0 && fmpz_fits_si(e)) {
        fmpq_div_2exp(a, a, (flint_bitcnt_t)-fmpz_get_si(e));
        fmpq_div_2exp(b, b, (flint_bitcnt_t)-fmpz_get_si(e));
    }
    ball_set_int(r, 0);
    fmpq_simplest_between(r->re, a, b);
    plain = fmpz_bits(fmpq_numref(r->re)) + fmpz_bits(fmpq_denref(r->re)) < FACTOR_BITS;
    acb_clear(s);
    fmpz_clear(low);
    fmpz_clear(high);
    fmpz_clear(e);
    fmpq_clear(a);
    fmpq_clear(b);
    return plain;
}

/* Turn q round so that it is at least 1 in size. */
static void
turn_factor(struct ball *q, slong prec)
{
    struct ball one, size;

    ball_init(&one);
    ball_init(&size);
    ball_set_int(&one, 1);
    ball_abs(&size, q, prec);
    if (ball_compare(&size, &one, prec) == LESS)
        ball_div(q, &one, q, prec);
    ball_fini(&one);
    ball_fini(&size);
}

static bool
is_short(const struct ball *q)
{
    return fmpz_cmp_si(fmpq_numref(q->re), FACTOR_CONSTANT) <= 0 &&
           fmpz_cmp_si(fmpq_numref(q->re), -FACTOR_CONSTANT) >= 0;
}

/* The factor as text; without names only short ones are worth a remark. */
static const char *
factor_text(struct arena *a, struct ball *q, bool constants, slong prec)
{
    struct balls v = {.rows = 1, .cols = 1, .at = q};
    struct ball plain;
    const char *text = "";

    ball_init(&plain);
    turn_factor(q, prec);
    if (ball_is_real(q) && plain_fraction(&plain, q, prec)) {
        if (!constants || is_short(&plain))
            text = expr_plain(a, point_term(a, &plain), 0);
    } else if (!constants) {
        balls_text(a, &v, FACTOR_DIGITS, prec, true, &text);
        if (strcmp(text, "1") == 0)
            text = "";
    }
    ball_fini(&plain);
    return text;
}

static bool
is_one(const struct ball *q, slong prec)
{
    struct ball one;
    bool same;

    ball_init(&one);
    ball_set_int(&one, 1);
    same = ball_match(q, &one, prec) != LESS;
    ball_fini(&one);
    return same;
}

static const char *
note_same(const struct question *q, const struct search *found, uint64_t seed)
{
    struct same k = {.factor = true, .constant = true};
    const char *note = "", *factor = "";
    struct search s;

    ball_init(&k.quotient);
    ball_init(&k.difference);
    search_init(&s, found->arena, q, TWIST_NONE, 0);
    find_same(&s, &k, seed);
    if (k.factor && !ball_has_zero(&k.quotient) && !is_one(&k.quotient, s.first))
        factor = factor_text(s.arena, &k.quotient, !varies(&s.program), s.first);
    if (*factor)
        note = arena_printf(s.arena, "off by the factor %s", factor);
    else if (k.constant && varies(&s.program) && !ball_has_zero(&k.difference))
        note = "off by a constant";
    search_fini(&s);
    ball_fini(&k.quotient);
    ball_fini(&k.difference);
    return note;
}

/* ---- conditions -------------------------------------------------------------------- */

/* A condition under which the relation would hold, and what must fail otherwise. */
static const struct remedy {
    enum twist holds, fails;
    bool real, complex, array;
    const char *before, *behind;
} remedies[] = {
    {TWIST_POSITIVE, TWIST_NEGATIVE, true,  false, false, "",      " > 0" },
    {TWIST_NEGATIVE, TWIST_POSITIVE, true,  false, false, "",      " < 0" },
    {TWIST_REAL,     TWIST_NONE,     false, true,  false, "real ", ""     },
    {TWIST_UNIT,     TWIST_NONE,     false, true,  false, "|",     "| = 1"},
    {TWIST_UNIT,     TWIST_NONE,     true,  false, true,  "norm(", ") = 1"},
};

static bool
applies(const struct remedy *r, const struct slot *slot)
{
    bool array = slot->rows != 1 || slot->cols != 1;

    if (slot->form != FORM_FREE || array != r->array)
        return false;
    if (array && slot->decl->type.kind != TYPE_VECTOR)
        return false;
    if (slot->integer && r->array)
        return false;
    return (slot->complex ? r->complex : r->real) && slot->sign == SIGN_ANY;
}

static const char *
remedy_text(struct arena *a, const struct remedy *r, const char *name)
{
    return arena_printf(a, "only for %s%s%s", r->before, expr_name_text(a, name, 0),
                        r->behind);
}

static const char *
note_condition(const struct question *q, const struct search *found, uint64_t seed)
{
    for (int slot = 0; slot < found->program.n_slots; slot++)
        for (size_t i = 0; i < sizeof remedies / sizeof *remedies; i++) {
            const struct remedy *r = &remedies[i];

            if (!applies(r, &found->program.slot[slot]) ||
                !holds_with(q, found->arena, r->holds, slot, seed) ||
                !fails_with(q, found->arena, r->fails, slot, seed))
                continue;
            return remedy_text(found->arena, r, found->program.slot[slot].decl->name);
        }
    return "";
}

const char *
notes_find(const struct question *q, const struct search *found, uint64_t seed)
{
    const char *note = "";

    if (q->relation == RELATION_EQUAL) {
        note = note_degrees(q, found, seed);
        if (!*note)
            note = note_same(q, found, seed);
    }
    return *note ? note : note_condition(q, found, seed);
}
