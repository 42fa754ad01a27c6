/* Points: where they lie, and that no pattern of signs is left out. */
#include "unit/table.h"

#include <math.h>

#include "exact/exact.h"
#include "exact/sample/sample.h"

enum { PREC = 256, DRAWS = 400 };

/* A machine for a sum of the names that are declared. */
struct setup {
    struct arena *arena;
    struct program program;
    struct machine machine;
    struct sampler sampler;
};

static void
setup_init(struct setup *u, const char *decls, const char *term, uint64_t seed)
{
    struct pos at = {"t", 1, 1};
    struct scope *s;
    const struct term *t;
    struct err e = {0};

    u->arena = arena_new();
    s = scope_new(u->arena, NULL);
    if (!scope_declare(u->arena, s, decls, at, &e) ||
        !(t = expr_parse(u->arena, s, term, at, &e)))
        fail_msg("%s", e.msg);
    program_init(&u->program, u->arena, s);
    assert_true(program_add(&u->program, t) >= 0);
    program_close(&u->program);
    machine_init(&u->machine, &u->program);
    sampler_init(&u->sampler, &u->machine, seed, PREC);
}

static void
setup_fini(struct setup *u)
{
    sampler_fini(&u->sampler);
    machine_fini(&u->machine);
    arena_free(u->arena);
}

static double
entry(struct setup *u, int slot, int i)
{
    const struct ball *b = &u->machine.slot[slot].at[i];

    assert_true(b->exact);
    return fmpq_get_d(b->re) * (b->pi ? 3.14159265358979 : 1);
}

/* ---- ranges ------------------------------------------------------------------------ */

/* Every draw of every kind but those around anchors lies in the range. */
static const struct range_row {
    const char *decls;
    double low, high;
    bool integer;
} range_rows[] = {
    {"x : real",                      -2097152, 2097152, false},
    {"x : real in 2..3",              2,        3,       false},
    {"x : real where x > 0",          0,        2097152, false},
    {"x : real where 1/3 < x, x < 1", 1.0 / 3,  1,       false},
    {"x : real in -pi..pi",           -3.15,    3.15,    false},
    {"x : real where x < -100",       -2097252, -100,    false},
    {"x : integer",                   -4096,    4096,    true },
    {"x : integer in 3..5",           3,        5,       true },
    {"x : integer where x > 7",       8,        4104,    true },
    {"x : integer where x < -7/2",    -4100,    -4,      true },
    {"x : integer in 0..1000000",     0,        1000000, true },
};

static void
check_range(void **state)
{
    const struct range_row *r = *state;
    struct setup u;

    setup_init(&u, r->decls, "x", 1);
    for (int i = 0; i < DRAWS; i++) {
        double x;

        assert_true(sampler_draw(&u.sampler, (enum draw)(i % 3), i / 3));
        x = entry(&u, 0, 0);
        if (x < r->low || x > r->high || (r->integer && x != floor(x)))
            fail_msg("drew %.17g", x);
    }
    setup_fini(&u);
}

/* ---- signs ------------------------------------------------------------------------- */

/* Any two coordinates show all four pairs of signs in 16 generic points in a row. */
static void
check_signs(void **state)
{
    struct setup u;

    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        int seen[3][3] = {{0}};

        setup_init(&u, "x, y, z : real", "x + y + z", seed);
        for (int i = 0; i < SIGN_PATTERN; i++) {
            double v[3];

            assert_true(sampler_draw(&u.sampler, DRAW_GENERIC, i));
            for (int k = 0; k < 3; k++)
                v[k] = entry(&u, k, 0);
            for (int k = 0; k < 3; k++)
                seen[k][(k + 1) % 3] |= 1 << (2 * (v[k] < 0) + (v[(k + 1) % 3] < 0));
        }
        for (int k = 0; k < 3; k++)
            assert_int_equal(seen[k][(k + 1) % 3], 15);
        setup_fini(&u);
    }
}

/* Twelve generic integers in a row show every remainder modulo 12. */
static void
check_remainders(void **state)
{
    struct setup u;

    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        int seen = 0;

        setup_init(&u, "n : integer", "n", seed);
        for (int i = 0; i < 12; i++) {
            assert_true(sampler_draw(&u.sampler, DRAW_GENERIC, i));
            seen |= 1 << (((int)entry(&u, 0, 0) % 12 + 12) % 12);
        }
        assert_int_equal(seen, 0xfff);
        setup_fini(&u);
    }
}

/* ---- magnitudes -------------------------------------------------------------------- */

/* Generic points reach from 2^-20 to 2^20, imaginary parts often beyond 3 pi, and no
 * denominator is a power of two. */
static void
check_magnitudes(void **state)
{
    struct setup u;
    double least = INFINITY, most = 0;
    int wound = 0;

    (void)state;
    setup_init(&u, "z : complex", "z", 3);
    for (int i = 0; i < DRAWS; i++) {
        const struct ball *b;
        double x;

        assert_true(sampler_draw(&u.sampler, DRAW_GENERIC, i));
        b = &u.machine.slot[0].at[0];
        x = fabs(fmpq_get_d(b->re));
        least = fmin(least, x);
        most = fmax(most, x);
        wound += fabs(fmpq_get_d(b->im)) > 9.42;
        assert_true(fmpz_bits(fmpq_denref(b->re)) > 20 || x > 1024);
        assert_false(fmpz_is_one(fmpq_denref(b->re)));
    }
    assert_true(least < 0x1p-15 && least >= 0x1p-20);
    assert_true(most > 0x1p15 && most <= 0x1p20);
    assert_true(wound > DRAWS / 8);
    setup_fini(&u);
}

/* ---- finite domains and shapes ----------------------------------------------------- */

static void
check_finite(void **state)
{
    struct setup u;
    int seen = 0;

    (void)state;
    setup_init(&u, "m : integer in 1..3; n : integer in 0..1", "m + n", 0);
    assert_int_equal(sampler_count(&u.sampler, 6), 6);
    assert_int_equal(sampler_count(&u.sampler, 5), 0);
    for (int i = 0; i < 6; i++) {
        sampler_nth(&u.sampler, i);
        seen |= 1 << (int)(2 * (entry(&u, 0, 0) - 1) + entry(&u, 1, 0));
    }
    assert_int_equal(seen, 63);
    setup_fini(&u);
    setup_init(&u, "d : integer in 1..4; t : real", "d t", 0);
    seen = 0;
    for (int i = 0; i < 4; i++) {
        assert_true(sampler_draw(&u.sampler, DRAW_GENERIC, i));
        seen |= 1 << (int)entry(&u, 0, 0);
    }
    assert_int_equal(seen, 30);
    setup_fini(&u);
}

static void
check_shapes(void **state)
{
    struct setup u;
    int seen = 0;

    (void)state;
    setup_init(&u, "d : integer; v : vector(d)", "v", 0);
    for (int i = 0; i < DRAWS; i++) {
        assert_true(sampler_draw(&u.sampler, DRAW_GENERIC, i));
        assert_int_equal(u.machine.slot[1].rows, (int)entry(&u, 0, 0));
        seen |= 1 << u.machine.slot[1].rows;
    }
    assert_int_equal(seen, 126);
    setup_fini(&u);
}

/* Sizes that are tried: each of them, and no other, within TURNS generic points. */
static const struct size_row {
    const char *decls, *term;
    int slot, first, last;
    bool all; /* there are no others */
} size_rows[] = {
    {"d : integer; v : vector(d)",                            "v",   0, 1, 6,  false},
    {"d : integer in 1..4; v : vector(d)",                    "v",   0, 1, 4,  true },
    {"d : integer in 2..4; v : vector(d)",                    "v",   0, 2, 4,  true },
    {"d : integer in 5..9; v : vector(d)",                    "v",   0, 5, 9,  true },
    {"d : integer in 0..12; v : vector(d)",                   "v",   0, 1, 12, true },
    {"d : integer in 1..64; v : vector(d)",                   "v",   0, 1, 6,  false},
    {"d : integer in 8..64; v : vector(d)",                   "v",   0, 8, 13, false},
    {"d : integer where d >= 3; v : vector(d)",               "v",   0, 3, 8,  false},
    {"m, n, k : integer; A : matrix(m, n); B : matrix(n, k)", "A B", 0, 1, 6,  false},
    {"m, n, k : integer; A : matrix(m, n); B : matrix(n, k)", "A B", 1, 1, 6,  false},
    {"m, n, k : integer; A : matrix(m, n); B : matrix(n, k)", "A B", 2, 1, 6,  false},
};

enum { TURNS = 24 };

static void
check_sizes(void **state)
{
    const struct size_row *r = *state;

    for (uint64_t seed = 0; seed < 20; seed++) {
        struct setup u;
        unsigned seen = 0, want = 0;
        int slot;

        setup_init(&u, r->decls, r->term, seed);
        for (int i = r->first; i <= r->last; i++)
            want |= 1u << i;
        slot = program_slot_find(&u.program, scope_at(u.program.scope, r->slot));
        for (int i = 0; i < TURNS; i++) {
            assert_true(sampler_draw(&u.sampler, DRAW_GENERIC, i));
            seen |= 1u << (int)entry(&u, slot, 0);
        }
        assert_int_equal(seen, want);
        assert_int_equal(u.sampler.part[slot], !r->all);
        setup_fini(&u);
    }
}

/* Unit vectors and complex units are exactly that. */
static void
check_units(void **state)
{
    struct setup u;

    (void)state;
    setup_init(&u, "z : complex where |z| = 1; v : vector(3) where norm(v) = 1", "z v",
               0);
    for (int i = 0; i < DRAWS; i++) {
        fmpq_t sum;

        assert_true(sampler_draw(&u.sampler, (enum draw)(i % 3), i));
        fmpq_init(sum);
        for (int k = 0; k < 3; k++)
            fmpq_addmul(sum, u.machine.slot[1].at[k].re, u.machine.slot[1].at[k].re);
        assert_true(fmpq_is_one(sum));
        fmpq_mul(sum, u.machine.slot[0].at[0].re, u.machine.slot[0].at[0].re);
        fmpq_addmul(sum, u.machine.slot[0].at[0].im, u.machine.slot[0].at[0].im);
        assert_true(fmpq_is_one(sum));
        fmpq_clear(sum);
    }
    setup_fini(&u);
}

int
main(void)
{
    struct table t = {0};
    int failed;

    for (size_t i = 0; i < sizeof range_rows / sizeof *range_rows; i++)
        table_add(&t, range_rows[i].decls, check_range, &range_rows[i]);
    table_add(&t, "signs", check_signs, NULL);
    table_add(&t, "remainders", check_remainders, NULL);
    table_add(&t, "magnitudes", check_magnitudes, NULL);
    table_add(&t, "finite domains", check_finite, NULL);
    table_add(&t, "symbolic shapes", check_shapes, NULL);
    for (size_t i = 0; i < sizeof size_rows / sizeof *size_rows; i++)
        table_add(&t, size_rows[i].decls, check_sizes, &size_rows[i]);
    table_add(&t, "units", check_units, NULL);
    failed = table_run(&t, "exact sample");
    exact_cleanup();
    return failed;
}
