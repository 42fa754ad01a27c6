/*
 * Rotations, softmax and attention against balls: each result lies within the error bound
 * that its header states, on ordinary and on extreme inputs.
 */
#include "unit/balls.h"

enum { DRAWS = 100, WIDEST = 96 };

static const struct num_lens plain = {0};

/* ---- rotation ---------------------------------------------------------------------- */

static void
ball_turn(const arb_t angle, arb_srcptr x, arb_srcptr y, arb_t out_x, arb_t out_y)
{
    arb_t c, s, t;

    arb_init(c);
    arb_init(s);
    arb_init(t);
    arb_sin_cos(s, c, angle, BITS);
    arb_mul(out_x, c, x, BITS);
    arb_submul(out_x, s, y, BITS);
    arb_mul(t, s, x, BITS);
    arb_addmul(t, c, y, BITS);
    arb_set(out_y, t);
    arb_clear(c);
    arb_clear(s);
    arb_clear(t);
}

static const struct rotate_row {
    const char *name;
    double angle, size;
} rotate_rows[] = {
    {"rotate: small angles",   1e-9,  1     },
    {"rotate: ordinary",       4,     3     },
    {"rotate: many laps",      1e6,   3     },
    {"rotate: huge angles",    1e300, 1     },
    {"rotate: huge arrows",    4,     1e307 },
    {"rotate: tiny arrows",    4,     1e-300},
    {"rotate: all magnitudes", -1e9,  -1e9  },
};

static void
check_rotate(void **state)
{
    const struct rotate_row *row = *state;
    struct num_random r;
    double worst = 0;

    num_random_seed(&r, 1);
    for (int i = 0; i < DRAWS; i++) {
        struct balls b = {0};
        double angle, x[2], out[2], bound;
        arb_ptr bx, turned = balls_new(&b, 2), at;

        draw_numbers(&r, 1, row->angle, &angle);
        draw_numbers(&r, 2, row->size, x);
        bx = balls_of(&b, 2, x);
        at = balls_of(&b, 1, &angle);
        ball_turn(at, bx, bx + 1, turned, turned + 1);
        num_rotate(angle, x, out);
        bound = 4 * ROUNDOFF * hypot(x[0], x[1]) + 2 * LEAST;
        assert_within("first", out[0], turned, bound, &worst);
        assert_within("second", out[1], turned + 1, bound, &worst);
        balls_free(&b);
    }
    assert_used(worst, 0.1);
}

/* ---- frequencies ------------------------------------------------------------------- */

static const struct rope_row {
    const char *name;
    struct num_rope rope;
    double position;
} rope_rows[] = {
    {"rope: paper",                            {.d = 64, .base = 1e4},                                    64   },
    {"rope: half-split",                       {.d = 64, .base = 1e4, .layout = NUM_HALF_SPLIT},          4096 },
    {"rope: far away",                         {.d = 32, .base = 5e5},                                    1e9  },
    {"rope: one pair",                         {.d = 2, .base = 1e4},                                     1e4  },
    {"rope: base near 1",                      {.d = 6, .base = 1 + 1e-9},                                1e4  },
    {"rope: base 1e300",                       {.d = 96, .base = 1e300},                                  1e4  },
    {"rope: interpolated",
     {.d = 64, .base = 1e4, .scaling = NUM_PI, .stretch = 7.3},
     30000                                                                                                     },
    {"rope: NTK",                              {.d = 64, .base = 1e4, .scaling = NUM_NTK, .stretch = 16}, 30000},
    {"rope: NTK, two pairs, stretched by 1e6",
     {.d = 4, .base = 1e4, .scaling = NUM_NTK, .stretch = 1e6},
     30000                                                                                                     },
    {"rope: YaRN",
     {.d = 96,
      .base = 1e4,
      .scaling = NUM_YARN,
      .stretch = 16,
      .length = 4096,
      .alpha = 1,
      .beta = 32},
     65536                                                                                                     },
    {"rope: YaRN, stretched by 1000",
     {.d = 96,
      .base = 1e6,
      .layout = NUM_HALF_SPLIT,
      .scaling = NUM_YARN,
      .stretch = 1000,
      .length = 8192,
      .alpha = 2,
      .beta = 3},
     65536                                                                                                     },
    {"rope: YaRN by index",
     {.d = 96,
      .base = 1e4,
      .scaling = NUM_YARN_INDEX,
      .stretch = 16,
      .length = 4096,
      .alpha = 1,
      .beta = 32},
     65536                                                                                                     },
};

/* base^(-2 j / d) */
static void
ball_unscaled(arb_t out, const arb_t base, int j, int d)
{
    arb_t power;

    arb_init(power);
    arb_set_si(power, -2 * j);
    arb_div_si(power, power, d, BITS);
    arb_pow(out, base, power, BITS);
    arb_clear(power);
}

static void
ball_clamp(arb_t x)
{
    arb_t end;

    arb_init(end);
    arb_max(x, x, end, BITS);
    arb_one(end);
    arb_min(x, x, end, BITS);
    arb_clear(end);
}

/* d / 2 log(length / (2 pi laps)) / log(base) */
static double
ball_index(const struct num_rope *r, double laps)
{
    arb_t x, y;
    double out;

    arb_init(x);
    arb_init(y);
    arb_const_pi(x, BITS);
    arb_mul_2exp_si(x, x, 1);
    ball_times(x, x, laps);
    arb_set_d(y, r->length);
    arb_div(x, y, x, BITS);
    arb_log(x, x, BITS);
    arb_set_d(y, r->base);
    arb_log(y, y, BITS);
    arb_div(x, x, y, BITS);
    out = ball_double(x) * r->d / 2;
    arb_clear(x);
    arb_clear(y);
    return out;
}

/* How much of pair j is kept by YaRN. */
static void
ball_kept(arb_t out, const struct num_rope *r, int j, const arb_t theta)
{
    arb_t t;
    double first, last;

    arb_init(t);
    if (r->scaling == NUM_YARN) {
        arb_const_pi(t, BITS);
        arb_mul_2exp_si(t, t, 1);
        ball_times(out, theta, r->length);
        arb_div(out, out, t, BITS);
        arb_set_d(t, r->alpha);
        arb_sub(out, out, t, BITS);
        arb_set_d(t, r->beta - r->alpha);
        arb_div(out, out, t, BITS);
        ball_clamp(out);
    } else {
        first = fmax(floor(ball_index(r, r->beta)), 0);
        last = fmin(ceil(ball_index(r, r->alpha)), r->d / 2 - 1);
        arb_set_d(out, j - first);
        arb_set_d(t, last - first);
        arb_div(out, out, t, BITS);
        ball_clamp(out);
        arb_sub_si(out, out, 1, BITS);
        arb_neg(out, out);
    }
    arb_clear(t);
}

static void
ball_frequency(arb_t out, const struct num_rope *r, int j)
{
    arb_t base, s, t;

    arb_init(base);
    arb_init(s);
    arb_init(t);
    arb_set_d(base, r->base);
    arb_set_d(s, r->scaling == NUM_UNSCALED ? 1 : r->stretch);
    if (r->scaling == NUM_NTK) {
        arb_set_si(t, r->d);
        arb_div_si(t, t, r->d - 2, BITS);
        arb_pow(t, s, t, BITS);
        arb_mul(base, base, t, BITS);
    }
    ball_unscaled(out, base, j, r->d);
    if (r->scaling == NUM_PI)
        arb_div(out, out, s, BITS);
    if (r->scaling == NUM_YARN || r->scaling == NUM_YARN_INDEX) {
        /* theta (g + (1 - g) / s) */
        ball_kept(t, r, j, out);
        arb_sub_si(base, t, 1, BITS);
        arb_neg(base, base);
        arb_div(base, base, s, BITS);
        arb_add(t, t, base, BITS);
        arb_mul(out, out, t, BITS);
    }
    arb_clear(base);
    arb_clear(s);
    arb_clear(t);
}

/* What rope.h states, as a relative error. */
static double
frequency_bound(const struct num_rope *r)
{
    double plain_bound = 8 + log(r->base);

    if (r->scaling == NUM_NTK)
        plain_bound += 4 * log(r->stretch);
    if (r->scaling == NUM_YARN)
        plain_bound += r->stretch * (16 + log(r->base)) * r->beta / (r->beta - r->alpha);
    if (r->scaling == NUM_YARN_INDEX)
        plain_bound += 4 * r->stretch;
    return plain_bound * ROUNDOFF;
}

static void
check_frequency(void **state)
{
    const struct rope_row *row = *state;
    const struct num_rope *rope = &row->rope;
    struct balls b = {0};
    arb_ptr theta = balls_new(&b, 2), wave = theta + 1;
    const char *why;
    double worst = 0;

    assert_true(num_rope_valid(rope, &why));
    for (int j = 0; j < rope->d / 2; j++) {
        double bound = frequency_bound(rope);

        ball_frequency(theta, rope, j);
        assert_within("frequency", num_rope_frequency(rope, j), theta,
                      bound * ball_size(theta), &worst);
        arb_const_pi(wave, BITS);
        arb_mul_2exp_si(wave, wave, 1);
        arb_div(wave, wave, theta, BITS);
        assert_within("wavelength", num_rope_wavelength(rope, j), wave,
                      (bound + 4 * ROUNDOFF) * ball_size(wave), &worst);
    }
    balls_free(&b);
}

/* Turning, in both layouts, to positions of both signs; the miss of a lap; the score of
 * one pair. */
static void
check_apply(void **state)
{
    const struct rope_row *row = *state;
    const struct num_rope *rope = &row->rope;
    int d = rope->d, apart = rope->layout == NUM_HALF_SPLIT ? d / 2 : 1;
    struct num_random r;
    double worst = 0;

    num_random_seed(&r, 2);
    for (int draw = 0; draw < DRAWS / 10; draw++) {
        struct balls b = {0};
        double x[WIDEST], out[WIDEST], at;
        arb_ptr bx, angle = balls_new(&b, 3), turned = angle + 1;

        draw_numbers(&r, d, -5, x);
        draw_numbers(&r, 1, row->position, &at);
        at = draw % 2 ? at : round(at);
        bx = balls_of(&b, d, x);
        num_rope_apply(plain, rope, at, x, out);
        for (int j = 0; j < d / 2; j++) {
            int i = apart == 1 ? 2 * j : j;
            double bound;

            ball_frequency(angle, rope, j);
            ball_times(angle, angle, at);
            ball_turn(angle, bx + i, bx + i + apart, turned, turned + 1);
            bound =
                hypot(x[i], x[i + apart]) *
                (ball_size(angle) * (frequency_bound(rope) + ROUNDOFF) + 4 * ROUNDOFF);
            assert_within("turned", out[i], turned, bound, &worst);
            assert_within("turned", out[i + apart], turned + 1, bound, &worst);
        }
        balls_free(&b);
    }
    /* A single pair turns by whole radians a token: nothing of that is rounded. */
    if (d > 2)
        assert_used(worst, 0.02);
}

static void
check_pair_score(void **state)
{
    struct num_random r;
    double worst = 0;

    (void)state;
    num_random_seed(&r, 3);
    for (int i = 0; i < 4 * DRAWS; i++) {
        struct balls b = {0};
        double v[7], bound, got;
        arb_ptr x, t = balls_new(&b, 4);

        draw_numbers(&r, 4, 3, v);
        draw_numbers(&r, 2, i % 2 ? 100 : 1e6, v + 4);
        draw_numbers(&r, 1, -1, v + 6);
        x = balls_of(&b, 7, v);
        /* (R(m theta) q) . (R(n theta) k) = q . R((n - m) theta) k */
        arb_sub(t, x + 5, x + 4, BITS);
        arb_mul(t, t, x + 6, BITS);
        ball_turn(t, x + 2, x + 3, t + 1, t + 2);
        ball_dot(t + 3, 2, x, 1, t + 1, 1);
        got = num_rope_score(v, v + 2, v[4], v[5], v[6]);
        bound = hypot(v[0], v[1]) * hypot(v[2], v[3]) * ROUNDOFF *
                (fabs(v[4] * v[6]) + fabs(v[5] * v[6]) + 12);
        assert_within("score", got, t + 3, bound, &worst);
        balls_free(&b);
    }
    assert_used(worst, 0.05);
}

static void
check_bias(void **state)
{
    struct balls b = {0};
    arb_ptr want = balls_new(&b, 2);
    double worst = 0;

    (void)state;
    for (int heads = 1; heads <= 40; heads++)
        for (int h = 1; h <= heads; h++) {
            arb_set_si(want + 1, -8 * h);
            arb_div_si(want + 1, want + 1, heads, BITS);
            arb_set_si(want, 2);
            arb_pow(want, want, want + 1, BITS);
            assert_within("slope", num_alibi_slope(h, heads), want,
                          8 * ROUNDOFF * ball_size(want), &worst);
            arb_mul_si(want, want, -(1000 * h - heads), BITS);
            assert_within("bias", num_alibi_bias(h, heads, 1000 * h, heads), want,
                          10 * ROUNDOFF * ball_size(want), &worst);
        }
    assert_used(worst, 0.1);
    balls_free(&b);
}

/* The factor of the far score's bound: partial sums of up to d/2 turns. */
static void
check_far_bound(void **state)
{
    static const double distances[] = {0, 1, 7, 100, 1e3, 1e5};
    struct num_rope rope = {.d = 64, .base = 1e4};
    double worst = 0;

    (void)state;
    for (size_t i = 0; i < sizeof distances / sizeof *distances; i++) {
        struct balls b = {0};
        arb_ptr w = balls_new(&b, 7);
        double bound;

        for (int j = 0; j < 32; j++) {
            ball_frequency(w, &rope, j);
            ball_times(w, w, distances[i]);
            arb_sin_cos(w + 1, w + 2, w, BITS);
            arb_add(w + 3, w + 3, w + 1, BITS);
            arb_add(w + 4, w + 4, w + 2, BITS);
            arb_hypot(w + 5, w + 3, w + 4, BITS);
            arb_add(w + 6, w + 6, w + 5, BITS);
        }
        arb_div_si(w + 6, w + 6, 32, BITS);
        bound = 32 * (distances[i] * (frequency_bound(&rope) + ROUNDOFF) + 36 * ROUNDOFF);
        assert_within("bound", num_rope_bound(&rope, distances[i]), w + 6, bound, &worst);
        balls_free(&b);
    }
}

/* ---- softmax ----------------------------------------------------------------------- */

static const struct softmax_row {
    const char *name;
    int n;
    double size, tau;
    bool ties;
} softmax_rows[] = {
    {"softmax: one score",           1,  5,     1,     false},
    {"softmax: two",                 2,  30,    1,     false},
    {"softmax: ordinary",            16, 4,     1,     false},
    {"softmax: all alike nearly",    16, 1e-12, 1,     false},
    {"softmax: many",                96, 8,     1,     false},
    {"softmax: where shares vanish", 96, 400,   1,     false},
    {"softmax: subnormal shares",    96, 740,   1,     false},
    {"softmax: huge",                16, 1e300, 1,     false},
    {"softmax: ties",                16, 700,   1,     true },
    {"softmax: all magnitudes",      64, -1e6,  1,     false},
    {"softmax: cold",                16, 4,     0.05,  false},
    {"softmax: hot",                 16, 4,     20,    false},
    {"softmax: very cold",           16, 4,     1e-6,  true },
    {"softmax: very hot",            64, 1e100, 1e100, false},
};

/* Of the scores z, which are exact: what attention.h states for a share. */
static double
share_bound(int n, const double *z, double top, double tau, int i, double p)
{
    double gap = (top - z[i]) / tau, scaled = 0, size;

    for (int j = 0; j < n && tau != 1; j++) {
        size = fmax(fabs(z[j]), fabs(top)) / tau;
        /* Those with no share have no say. */
        if ((top - z[j]) / tau < 800)
            scaled = fmax(scaled, size);
    }
    if (p < 0x1p-1022)
        gap = fmin(gap, 800);
    return ROUNDOFF * (gap + n + 2 * log(n) + 12 + 2 * scaled) * p + 2 * LEAST;
}

static double
top_of(int n, const double *z)
{
    double top = z[0];

    for (int i = 1; i < n; i++)
        top = fmax(top, z[i]);
    return top;
}

struct shares {
    double z[WIDEST], p[WIDEST], bound[WIDEST];
    arb_ptr exact, lse;
};

/* One draw: scores, shares, what is exact. */
static void
draw_shares(struct balls *b, struct num_random *r, const struct softmax_row *row,
            struct shares *s)
{
    arb_ptr z;

    draw_numbers(r, row->n, row->size, s->z);
    for (int i = 1; i < row->n && row->ties; i++)
        s->z[i] = num_random_integer(r, 0, 2) ? s->z[0] : s->z[i];
    z = balls_of(b, row->n, s->z);
    s->exact = balls_new(b, row->n);
    s->lse = balls_new(b, 2);
    arb_set_d(s->lse + 1, row->tau);
    for (int i = 0; i < row->n; i++)
        arb_div(z + i, z + i, s->lse + 1, BITS);
    ball_softmax(b, row->n, z, s->exact, s->lse);
    num_softmax(plain, row->tau, row->n, s->z, s->p);
    for (int i = 0; i < row->n; i++)
        s->bound[i] = share_bound(row->n, s->z, top_of(row->n, s->z), row->tau, i,
                                  ball_size(s->exact + i));
}

static void
check_softmax(void **state)
{
    const struct softmax_row *row = *state;
    struct num_random r;
    double worst = 0;
    int n = row->n;

    num_random_seed(&r, 4);
    for (int draw = 0; draw < DRAWS; draw++) {
        struct balls b = {0};
        struct shares s;
        double lse;

        draw_shares(&b, &r, row, &s);
        for (int i = 0; i < n; i++)
            assert_within("share", s.p[i], s.exact + i, s.bound[i], &worst);
        lse = num_lse(plain, n, s.z);
        if (row->tau == 1)
            assert_within("lse", lse, s.lse,
                          ROUNDOFF * (2 * fabs(lse) + n + 2 * log(n) + 4), &worst);
        balls_free(&b);
    }
}

/* Of shares that are exact: the Jacobian, its norm, what is passed back, entropy. */
static void
check_derivative(void **state)
{
    const struct softmax_row *row = *state;
    struct num_random r;
    double worst = 0, J[WIDEST * WIDEST], dp[WIDEST], dz[WIDEST];
    int n = row->n;

    num_random_seed(&r, 5);
    for (int draw = 0; draw < DRAWS / 10; draw++) {
        struct balls b = {0};
        struct shares s;
        arb_ptr p, bdp, w;
        double sizes;

        draw_shares(&b, &r, row, &s);
        draw_numbers(&r, n, 10, dp);
        p = balls_of(&b, n, s.p);
        bdp = balls_of(&b, n, dp);
        w = balls_new(&b, 6);
        num_softmax_jacobian(plain, n, s.p, J);
        num_softmax_backward(plain, n, s.p, dp, dz);
        ball_dot(w + 1, n, p, 1, bdp, 1);
        sizes = sizes_dot(n, s.p, 1, dp, 1);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                arb_mul(w, p + i, p + j, BITS);
                arb_neg(w, w);
                if (i == j)
                    arb_add(w, w, p + i, BITS);
                assert_within("jacobian", J[i * n + j], w,
                              2 * ROUNDOFF * fmax(ball_size(w), fabs(J[i * n + j])) +
                                  LEAST,
                              &worst);
            }
            arb_sub(w + 2, bdp + i, w + 1, BITS);
            arb_mul(w + 2, w + 2, p + i, BITS);
            assert_within("back", dz[i], w + 2,
                          s.p[i] * ROUNDOFF * (4 * fabs(dp[i]) + (n + 4) * sizes) +
                              2 * LEAST,
                          &worst);
            /* -p ln p */
            if (s.p[i] > 0) {
                arb_log(w + 3, p + i, BITS);
                arb_submul(w + 4, p + i, w + 3, BITS);
            }
        }
        assert_within("entropy", num_entropy(n, s.p), w + 4,
                      ROUNDOFF * (n + 4) * ball_size(w + 4) + LEAST, &worst);
        balls_free(&b);
    }
}

/* The norm of the Jacobian at the exact shares: relative, however near to one-hot. */
static void
check_norm(void **state)
{
    const struct softmax_row *row = *state;
    struct num_random r;
    double worst = 0;
    int n = row->n;

    num_random_seed(&r, 6);
    for (int draw = 0; draw < DRAWS / 10; draw++) {
        struct balls b = {0};
        struct shares s;
        arb_ptr w = balls_new(&b, 3);
        double relative = 0;

        draw_shares(&b, &r, row, &s);
        for (int i = 0; i < n; i++) {
            /* 1 - p_i is what the others have, which does not cancel. */
            arb_zero(w + 2);
            for (int j = 0; j < n; j++) {
                arb_mul(w, s.exact + i, s.exact + j, BITS);
                if (i != j) {
                    arb_addmul(w + 1, w, w, BITS);
                    arb_add(w + 2, w + 2, s.exact + j, BITS);
                }
            }
            arb_mul(w, w + 2, s.exact + i, BITS);
            arb_addmul(w + 1, w, w, BITS);
            if (ball_size(s.exact + i) > 0x1p-1000)
                relative = fmax(relative, s.bound[i] / ball_size(s.exact + i));
        }
        arb_sqrtpos(w + 1, w + 1, BITS);
        assert_within("norm", num_softmax_jacobian_norm(n, s.p), w + 1,
                      ball_size(w + 1) * (2 * relative + (n + 8) * ROUNDOFF) +
                          (ball_size(w + 1) < 0x1p-500 ? 0x1p-530 : 0),
                      &worst);
        balls_free(&b);
    }
}

/* Forbidden keys as if they were not there; a finite fill as if it were added exactly. */
static const struct masked_row {
    const char *name;
    struct num_mask mask;
    double size;
} masked_rows[] = {
    {"masked by -inf",      {NUM_MASK_INFINITE, 0},   3  },
    {"masked by -inf, far", {NUM_MASK_INFINITE, 0},   300},
    {"masked by a boolean", {NUM_MASK_BOOLEAN, 0},    3  },
    {"masked by -7.25",     {NUM_MASK_FINITE, -7.25}, 3  },
    {"masked by -10000",    {NUM_MASK_FINITE, -1e4},  3  },
    {"masked by nothing",   {NUM_MASK_NONE, 0},       3  },
};

enum { KEYS = 70 };

/* The scores that take part, as balls, and their places; returns how many. */
static int
take_part(const struct num_mask *m, const bool *allowed, const double *z, arb_ptr out,
          int *place)
{
    bool leaves = m->kind == NUM_MASK_INFINITE || m->kind == NUM_MASK_BOOLEAN;
    arb_t fill;
    int n = 0;

    arb_init(fill);
    arb_set_d(fill, m->kind == NUM_MASK_FINITE ? m->fill : 0);
    for (int i = 0; i < KEYS; i++) {
        if (leaves && !allowed[i])
            continue;
        arb_set_d(out + n, z[i]);
        if (!allowed[i])
            arb_add(out + n, out + n, fill, BITS);
        place[n++] = i;
    }
    arb_clear(fill);
    return n;
}

static void
check_masked(void **state)
{
    const struct masked_row *row = *state;
    struct num_random r;
    double worst = 0;

    num_random_seed(&r, 7);
    for (int draw = 0; draw < DRAWS; draw++) {
        struct balls b = {0};
        double z[KEYS], p[KEYS], sum = 0;
        arb_ptr part = balls_new(&b, KEYS), exact = balls_new(&b, KEYS);
        bool allowed[KEYS];
        int place[KEYS], live = 0, n;

        draw_numbers(&r, KEYS, row->size, z);
        for (int i = 0; i < KEYS; i++) {
            allowed[i] = i == 5 || num_random_integer(&r, 0, 2) == 0;
            live += allowed[i];
        }
        n = take_part(&row->mask, allowed, z, part, place);
        ball_softmax(&b, n, part, exact, NULL);
        assert_int_equal(num_softmax_masked(plain, row->mask, KEYS, allowed, z, p), live);
        for (int i = 0; i < n; i++) {
            double gap = 2 * row->size + fmax(fabs(row->mask.fill), 0);

            assert_within("share", p[place[i]], exact + i,
                          ROUNDOFF * (2 * fmin(gap, 800) + KEYS + 2 * log(KEYS) + 12) *
                                  ball_size(exact + i) +
                              2 * LEAST,
                          &worst);
        }
        for (int i = 0; i < KEYS; i++)
            sum += p[i];
        assert_true(fabs(sum - 1) < 1e-13);
        balls_free(&b);
    }
    assert_used(worst, 0.005);
}

int
main(void)
{
    struct table t = {0};

    num_init();
    TABLE_ROWS(&t, rotate_rows, check_rotate);
    TABLE_ROWS(&t, rope_rows, check_frequency);
    TABLE_ROWS(&t, rope_rows, check_apply);
    table_add(&t, "score of one pair", check_pair_score, NULL);
    table_add(&t, "ALiBi", check_bias, NULL);
    table_add(&t, "the far bound", check_far_bound, NULL);
    TABLE_ROWS(&t, softmax_rows, check_softmax);
    TABLE_ROWS(&t, softmax_rows, check_derivative);
    TABLE_ROWS(&t, softmax_rows, check_norm);
    TABLE_ROWS(&t, masked_rows, check_masked);
    return table_run(&t, "num_ball");
}
