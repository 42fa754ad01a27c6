/* Finite probability spaces: weights, moments, linear equations, polynomials. */
#include "unit/table.h"

#include "exact/space/linear.h"
#include "exact/space/poly.h"
#include "exact/space/space.h"

enum { PREC = 128 };

static void
check_fraction(const fmpq_t q, long num, ulong den)
{
    fmpq_t want;

    fmpq_init(want);
    fmpq_set_si(want, num, den);
    assert_true(fmpq_equal(q, want));
    fmpq_clear(want);
}

/* ---- linear equations -------------------------------------------------------------- */

/* Up to 3 rows, of 3 factors and a right side each; whether they can all hold. */
static const struct linear_row {
    const char *name;
    int n_rows, a[3][4], start[3];
    bool fits;
} linear_rows[] = {
    {"no rows change nothing", 0, {{0}},                                      {1, 2, 3}, true },
    {"one row",                1, {{1, 1, 1, 1}},                             {0, 0, 0}, true },
    {"what holds already",     1, {{1, 1, 1, 6}},                             {1, 2, 3}, true },
    {"three rows",             3, {{1, 1, 1, 1}, {1, 2, 3, 2}, {1, 4, 9, 5}}, {0, 0, 0}, true },
    {"the same row twice",     2, {{1, 2, 3, 4}, {2, 4, 6, 8}},               {0, 0, 0}, true },
    {"against one another",    2, {{1, 2, 3, 4}, {2, 4, 6, 9}},               {0, 0, 0}, false},
    {"zeros that say 0",       1, {{0, 0, 0, 0}},                             {1, 1, 1}, true },
    {"zeros that say 1",       1, {{0, 0, 0, 1}},                             {1, 1, 1}, false},
    {"one unknown only",       1, {{0, 0, 5, 1}},                             {7, 7, 7}, true },
};

static void
check_linear(void **state)
{
    const struct linear_row *r = *state;
    fmpq *x = fractions_new(3);
    struct rows m;
    fmpq_t sum;

    rows_init(&m, 3);
    for (int i = 0; i < r->n_rows; i++) {
        fmpq *row = rows_add(&m);

        for (int k = 0; k < 4; k++)
            fmpq_set_si(&row[k], r->a[i][k], 1);
    }
    for (int k = 0; k < 3; k++)
        fmpq_set_si(&x[k], r->start[k], 1);
    assert_int_equal(rows_fit(&m, x, NULL), r->fits);
    fmpq_init(sum);
    for (int i = 0; r->fits && i < r->n_rows; i++) {
        fmpq_zero(sum);
        for (int k = 0; k < 3; k++) {
            fmpq_t t;

            fmpq_init(t);
            fmpq_mul_si(t, &x[k], r->a[i][k]);
            fmpq_add(sum, sum, t);
            fmpq_clear(t);
        }
        check_fraction(sum, r->a[i][3], 1);
    }
    fmpq_clear(sum);
    rows_fini(&m);
    fractions_free(x, 3);
}

/* As few unknowns as there are rows change: the one with the largest weight. */
static void
check_pivot(void **state)
{
    static const double weight[3] = {1, 9, 1};
    fmpq *x = fractions_new(3), *row;
    struct rows m;

    (void)state;
    rows_init(&m, 3);
    row = rows_add(&m);
    for (int k = 0; k < 4; k++)
        fmpq_set_si(&row[k], 1, 1);
    assert_true(rows_fit(&m, x, weight));
    check_fraction(&x[0], 0, 1);
    check_fraction(&x[1], 1, 1);
    check_fraction(&x[2], 0, 1);
    rows_fini(&m);
    fractions_free(x, 3);
}

/* ---- a space ----------------------------------------------------------------------- */

/* X is 0 or 2 with shares 1/4 and 3/4; Y is -1, 1 or 3, evenly; Z is 1 or -1, evenly. X
 * and Y depend on one another: a share of 1/24 is moved from (0, 1) to (2, 1) and from
 * (2, 3) to (0, 3), so that each by itself is as before. */
static void
make_space(struct space *s)
{
    static const int value[3][3] = {
        {0,  2},
        {-1, 1, 3},
        {1,  -1  }
    };
    static const int weight[3][3] = {
        {3, 9},
        {4, 4, 4},
        {6, 6 }
    };
    fmpq_t t;

    space_init(s);
    space_begin(s, 3);
    for (int i = 0; i < 3; i++) {
        s->scalar[i].n = i == 1 ? 3 : 2;
        for (int k = 0; k < s->scalar[i].n; k++) {
            fmpq_set_si(s->scalar[i].value[k], value[i][k], 1);
            fmpq_set_si(s->scalar[i].weight[k], weight[i][k], 12);
        }
    }
    assert_true(space_add_block(s, SCALAR(0) | SCALAR(1)));
    assert_true(space_add_block(s, SCALAR(2)));
    space_multiply(s, &s->block[0]);
    space_multiply(s, &s->block[1]);
    fmpq_init(t);
    for (int atom = 0; atom < s->block[0].atoms; atom++) {
        int x = space_digit(s, &s->block[0], 0, atom);
        int y = space_digit(s, &s->block[0], 1, atom);

        fmpq_set_si(t, y == 0 ? 0 : (x == 0) == (y == 1) ? -1 : 1, 24);
        fmpq_add(&s->block[0].weight[atom], &s->block[0].weight[atom], t);
    }
    fmpq_clear(t);
    s->exists = true;
}

static void
check_sums(void **state)
{
    static const int weight[3][3] = {
        {3, 9},
        {4, 4, 4},
        {6, 6 }
    };
    struct space s;

    (void)state;
    make_space(&s);
    space_sum_up(&s);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < s.scalar[i].n; k++)
            check_fraction(s.scalar[i].weight[k], weight[i][k], 12);
    space_fini(&s);
}

/* E[X^i Y^j Z^k] */
static const struct moment_row {
    const char *name;
    unsigned char power[3];
    long num;
    ulong den;
} moment_rows[] = {
    {"E[1]",                             {0, 0, 0}, 1,   1},
    {"E[X]",                             {1, 0, 0}, 3,   2},
    {"E[X^2]",                           {2, 0, 0}, 3,   1},
    {"E[X^9], past those that are kept", {9, 0, 0}, 384, 1},
    {"E[Y]",                             {0, 1, 0}, 1,   1},
    {"E[Y^2]",                           {0, 2, 0}, 11,  3},
    {"E[Y^3]",                           {0, 3, 0}, 9,   1},
    {"E[Z]",                             {0, 0, 1}, 0,   1},
    {"E[Z^2]",                           {0, 0, 2}, 1,   1},
    {"E[X Y], which depend",             {1, 1, 0}, 4,   3},
    {"E[X^2 Y]",                         {2, 1, 0}, 8,   3},
    {"E[X Z], which do not",             {1, 0, 1}, 0,   1},
    {"E[X Y Z^2]",                       {1, 1, 2}, 4,   3},
};

static void
check_moment(void **state)
{
    const struct moment_row *r = *state;
    unsigned char power[SCALARS_MAX] = {0};
    struct space s;
    fmpq_t got;

    make_space(&s);
    memcpy(power, r->power, sizeof r->power);
    fmpq_init(got);
    for (int twice = 0; twice < 2; twice++) {
        space_moment(&s, power, got);
        check_fraction(got, r->num, r->den);
    }
    fmpq_clear(got);
    space_fini(&s);
}

/* How many atoms a set of scalars has; -1: more than are allowed. */
static const struct walk_row {
    const char *name;
    scalars set;
    long most, atoms;
} walk_rows[] = {
    {"none",                   0,                                 99, 1 },
    {"X alone",                SCALAR(0),                         99, 2 },
    {"X and Y",                SCALAR(0) | SCALAR(1),             99, 6 },
    {"Y and Z",                SCALAR(1) | SCALAR(2),             99, 6 },
    {"all",                    SCALAR(0) | SCALAR(1) | SCALAR(2), 99, 12},
    {"as many as are allowed", SCALAR(0) | SCALAR(1) | SCALAR(2), 12, 12},
    {"too many",               SCALAR(0) | SCALAR(1) | SCALAR(2), 11, -1},
};

static void
check_walk(void **state)
{
    const struct walk_row *r = *state;
    struct space s;
    struct walk w;
    long n = 0;
    fmpq_t sum;

    make_space(&s);
    fmpq_init(sum);
    if (walk_init(&w, &s, r->set, r->most)) {
        while (walk_next(&w)) {
            fmpq_add(sum, sum, walk_weight(&w));
            n++;
        }
        check_fraction(sum, 1, 1);
    } else {
        n = -1;
    }
    assert_int_equal(n, r->atoms);
    walk_fini(&w);
    fmpq_clear(sum);
    space_fini(&s);
}

static void
check_full(void **state)
{
    struct space s;

    (void)state;
    space_init(&s);
    space_begin(&s, 4);
    for (int i = 0; i < 4; i++)
        s.scalar[i].n = SUPPORT_MAX;
    assert_true(space_add_block(&s, SCALAR(0) | SCALAR(1) | SCALAR(2)));
    assert_false(space_add_block(&s, SCALAR(0) | SCALAR(1) | SCALAR(2) | SCALAR(3)));
    assert_int_equal(s.n_blocks, 1);
    space_fini(&s);
}

/* ---- polynomials ------------------------------------------------------------------- */

/* factor (a + b) (a - b) + c for scalars a and b, which are far apart. */
static const struct poly_row {
    const char *name;
    int a, b, factor, c;
} poly_rows[] = {
    {"the first two",             0,               1,               1,  0},
    {"in different words",        3,               40,              2,  5},
    {"the last two",              SCALARS_MAX - 2, SCALARS_MAX - 1, -3, 1},
    {"the same one: all cancels", 7,               7,               1,  4},
    {"factor 0",                  1,               2,               0,  9},
};

static void
check_poly(void **state)
{
    const struct poly_row *r = *state;
    const struct ball *value[SCALARS_MAX] = {0};
    struct poly p[5];
    struct ball t, x, y;
    int want = r->factor * (r->a == r->b ? 0 : 49 - 4) + r->c;

    for (int i = 0; i < 5; i++)
        chance_poly_init(&p[i]);
    ball_init(&t);
    ball_init(&x);
    ball_init(&y);
    chance_poly_set_scalar(&p[0], r->a);
    chance_poly_set_scalar(&p[1], r->b);
    chance_poly_copy(&p[2], &p[0]);
    assert_true(chance_poly_add(&p[2], &p[1], NULL, PREC));
    ball_set_int(&t, -1);
    assert_true(chance_poly_add(&p[0], &p[1], &t, PREC));
    assert_true(chance_poly_add_product(&p[3], &p[2], &p[0], PREC));
    ball_set_int(&t, r->c);
    chance_poly_set(&p[4], &t);
    ball_set_int(&t, r->factor);
    assert_true(chance_poly_add(&p[4], &p[3], &t, PREC));
    ball_set_int(&x, 7);
    ball_set_int(&y, 2);
    value[r->a] = &x;
    value[r->b] = r->a == r->b ? &x : &y;
    assert_true((chance_poly_scalars(&p[4]) & ~(SCALAR(r->a) | SCALAR(r->b))) == 0);
    chance_poly_value(&t, &p[4], value, PREC);
    assert_true(ball_is_rational(&t));
    check_fraction(t.re, want, 1);
    for (int i = 0; i < 5; i++)
        chance_poly_fini(&p[i]);
    ball_fini(&t);
    ball_fini(&x);
    ball_fini(&y);
}

/* E[X Y], and E[Z Y] with Z kept. */
static void
check_mean(void **state)
{
    struct poly x, y, r;
    struct space s;

    (void)state;
    make_space(&s);
    chance_poly_init(&x);
    chance_poly_init(&y);
    chance_poly_init(&r);
    chance_poly_set_scalar(&x, 0);
    chance_poly_set_scalar(&y, 1);
    assert_true(chance_poly_add_product(&r, &x, &y, PREC));
    assert_true(chance_poly_mean(&x, &r, &s, 0, PREC));
    assert_int_equal(x.n, 1);
    assert_true(chance_poly_scalars(&x) == 0);
    check_fraction(x.at[0].factor.re, 4, 3);
    chance_poly_clear(&r);
    chance_poly_set_scalar(&x, 2);
    assert_true(chance_poly_add_product(&r, &x, &y, PREC));
    assert_true(chance_poly_mean(&y, &r, &s, SCALAR(2), PREC));
    assert_int_equal(y.n, 1);
    assert_true(chance_poly_scalars(&y) == SCALAR(2));
    check_fraction(y.at[0].factor.re, 1, 1);
    chance_poly_fini(&x);
    chance_poly_fini(&y);
    chance_poly_fini(&r);
    space_fini(&s);
}

/* A power of 16 does not fit: refused, not wrapped round. */
static void
check_power(void **state)
{
    struct poly x, y, r;

    (void)state;
    chance_poly_init(&x);
    chance_poly_init(&y);
    chance_poly_init(&r);
    chance_poly_set_scalar(&x, 5);
    chance_poly_copy(&y, &x);
    for (int i = 0; i < 3; i++) {
        chance_poly_clear(&r);
        assert_true(chance_poly_add_product(&r, &y, &y, PREC));
        chance_poly_copy(&y, &r);
    }
    chance_poly_clear(&r);
    assert_false(chance_poly_add_product(&r, &y, &y, PREC));
    chance_poly_fini(&x);
    chance_poly_fini(&y);
    chance_poly_fini(&r);
}

int
main(void)
{
    struct table t = {0};

    TABLE_ROWS(&t, linear_rows, check_linear);
    table_add(&t, "the largest weight changes", check_pivot, NULL);
    table_add(&t, "weights by themselves", check_sums, NULL);
    TABLE_ROWS(&t, moment_rows, check_moment);
    TABLE_ROWS(&t, walk_rows, check_walk);
    table_add(&t, "a block that is full", check_full, NULL);
    TABLE_ROWS(&t, poly_rows, check_poly);
    table_add(&t, "means", check_mean, NULL);
    table_add(&t, "a power too large", check_power, NULL);
    return table_run(&t, "exact_space");
}
