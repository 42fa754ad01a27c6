/*
 * Sums, attention, norms, losses and latents against balls: each result lies within the
 * error bound that its header states.
 */
#include "unit/balls.h"

enum { DRAWS = 40, N = 64 };

static const struct num_lens plain = {0};

/* ---- sums of products -------------------------------------------------------------- */

static const struct sum_row {
    const char *name;
    int n;
    double size;
} sum_rows[] = {
    {"sums: of nothing",        0,   1     },
    {"sums: of one",            1,   1     },
    {"sums: in one row",        63,  3     },
    {"sums: in parts",          64,  3     },
    {"sums: long, with a rest", 999, 3     },
    {"sums: all magnitudes",    999, -1e9  },
    {"sums: large",             99,  1e150 },
    {"sums: small",             99,  1e-150},
};

enum { LONGEST = 1000 };

static void
check_sums(void **state)
{
    const struct sum_row *row = *state;
    static double x[LONGEST], y[LONGEST];
    struct num_random r;
    double worst = 0, one = 1;
    int n = row->n;

    num_random_seed(&r, 1);
    for (int draw = 0; draw < DRAWS; draw++) {
        struct balls b = {0};
        arb_ptr bx, by, sum = balls_new(&b, 2);

        draw_numbers(&r, n, row->size, x);
        draw_numbers(&r, n, row->size, y);
        bx = balls_of(&b, n, x);
        by = balls_of(&b, n, y);
        arb_one(sum + 1);
        ball_dot(sum, n, bx, 1, sum + 1, 0);
        assert_within("sum", num_sum(plain, n, x), sum,
                      n * ROUNDOFF * sizes_dot(n, x, 1, &one, 0), &worst);
        ball_dot(sum, n, bx, 1, by, 1);
        assert_within("dot", num_dot(plain, n, x, y), sum,
                      (n + 1) * ROUNDOFF * sizes_dot(n, x, 1, y, 1) + n * LEAST, &worst);
        balls_free(&b);
    }
}

static void
check_product(void **state)
{
    const struct num_shape s = {5, 33, 7};
    double x[5 * 33], y[33 * 7], out[5 * 7], worst = 0;
    struct num_random r;

    (void)state;
    num_random_seed(&r, 2);
    for (int draw = 0; draw < DRAWS; draw++) {
        struct balls b = {0};
        arb_ptr bx, by, sum = balls_new(&b, 1);

        draw_numbers(&r, 5 * 33, -4, x);
        draw_numbers(&r, 33 * 7, -4, y);
        bx = balls_of(&b, 5 * 33, x);
        by = balls_of(&b, 33 * 7, y);
        num_product(plain, s, x, y, out);
        for (int i = 0; i < 5; i++)
            for (int j = 0; j < 7; j++) {
                ball_dot(sum, 33, bx + i * 33, 1, by + j, 7);
                assert_within("product", out[i * 7 + j], sum,
                              34 * ROUNDOFF * sizes_dot(33, x + i * 33, 1, y + j, 7),
                              &worst);
            }
        balls_free(&b);
    }
}

/* ---- attention --------------------------------------------------------------------- */

static const struct head_row {
    const char *name;
    struct num_head head; /* without its arrays */
    double size;
} head_rows[] = {
    {"one query, one key",      {.queries = 1, .keys = 1, .d = 1, .width = 1, .scale = 1},   2   },
    {"a small head",            {.queries = 3, .keys = 5, .d = 4, .width = 2, .scale = 0.5}, 2   },
    {"causal",
     {.queries = 6, .keys = 6, .d = 8, .width = 5, .scale = 0.35, .causal = true},
     2                                                                                           },
    {"causal, later",
     {.queries = 3,
      .keys = 9,
      .d = 8,
      .width = 5,
      .scale = 0.35,
      .causal = true,
      .first = 4},
     2                                                                                           },
    {"many keys: the fast way",
     {.queries = 7, .keys = 70, .d = 16, .width = 40, .scale = 0.25},
     2                                                                                           },
    {"many keys, causal",
     {.queries = 9,
      .keys = 70,
      .d = 16,
      .width = 3,
      .scale = 0.25,
      .causal = true,
      .first = 58},
     2                                                                                           },
    {"saturated",               {.queries = 5, .keys = 66, .d = 16, .width = 4, .scale = 1}, 9   },
    {"small numbers",           {.queries = 5, .keys = 12, .d = 16, .width = 4, .scale = 1}, 1e-5},
};

enum { QUERIES = 10, KEYS = 80, D = 16, WIDTH = 40 };

struct head_data {
    double q[QUERIES * D], k[KEYS * D], v[KEYS * WIDTH], dout[QUERIES * WIDTH];
    double out[QUERIES * WIDTH], p[QUERIES * KEYS];
    double dq[QUERIES * D], dk[KEYS * D], dv[KEYS * WIDTH];
};

struct head_balls {
    arb_ptr q, k, v, dout, out, p, dq, dk, dv, score, dp;
};

static int
seen(const struct num_head *h, int i)
{
    int n = h->causal ? h->first + i + 1 : h->keys;

    return n > h->keys ? h->keys : n;
}

/* What query i gives, and passes back. */
static void
exact_row(struct balls *b, const struct num_head *h, const struct head_balls *e, int i)
{
    int n = seen(h, i), d = h->d, width = h->width;
    arb_ptr p = e->p + i * h->keys, q = e->q + i * d, dout = e->dout + i * width;
    arb_ptr mean = balls_new(b, 2), ds = mean + 1;

    for (int j = 0; j < n; j++) {
        ball_dot(e->score + j, d, q, 1, e->k + j * d, 1);
        ball_times(e->score + j, e->score + j, h->scale);
    }
    ball_softmax(b, n, e->score, p, NULL);
    for (int c = 0; c < width; c++)
        ball_dot(e->out + i * width + c, n, p, 1, e->v + c, width);
    for (int j = 0; j < n; j++) {
        ball_dot(e->dp + j, width, dout, 1, e->v + j * width, 1);
        arb_addmul(mean, p + j, e->dp + j, BITS);
    }
    for (int j = 0; j < n; j++) {
        arb_sub(ds, e->dp + j, mean, BITS);
        arb_mul(ds, ds, p + j, BITS);
        ball_times(ds, ds, h->scale);
        for (int c = 0; c < d; c++) {
            arb_addmul(e->dq + i * d + c, ds, e->k + j * d + c, BITS);
            arb_addmul(e->dk + j * d + c, ds, q + c, BITS);
        }
        for (int c = 0; c < width; c++)
            arb_addmul(e->dv + j * width + c, p + j, dout + c, BITS);
    }
}

static double
largest_of(int n, const double *x)
{
    double top = 0;

    for (int i = 0; i < n; i++)
        top = fmax(top, fabs(x[i]));
    return top;
}

/* The largest sum of |x_r| |y_s|, rows of n numbers. */
static double
largest_product(int rows, const double *x, int others, const double *y, int n)
{
    double top = 0;

    for (int i = 0; i < rows; i++)
        for (int j = 0; j < others; j++)
            top = fmax(top, sizes_dot(n, x + i * n, 1, y + j * n, 1));
    return top;
}

static void
compare_all(const char *what, int n, const double *got, arb_srcptr want, double bound,
            double *worst)
{
    for (int i = 0; i < n; i++)
        assert_within(what, got[i], want + i, bound, worst);
}

/* The bounds of attention.h. */
static void
compare_head(const struct num_head *h, const struct head_data *x,
             const struct head_balls *e, double *worst)
{
    double score = h->scale * largest_product(h->queries, x->q, h->keys, x->k, h->d);
    double share = ROUNDOFF * (2 * (h->d + 3) * score + 3 * h->keys + 32);
    double passed = largest_product(h->queries, x->dout, h->keys, x->v, h->width);
    double back = h->scale * passed * (4 * share + ROUNDOFF * (2 * h->width + 8));
    double k = largest_of(h->keys * h->d, x->k), q = largest_of(h->queries * h->d, x->q);

    compare_all("out", h->queries * h->width, x->out, e->out,
                share * largest_of(h->keys * h->width, x->v), worst);
    for (int i = 0; i < h->queries * h->keys; i++)
        assert_within("p", x->p[i], e->p + i, share * ball_size(e->p + i) + LEAST, worst);
    compare_all("dq", h->queries * h->d, x->dq, e->dq, back * k, worst);
    compare_all("dk", h->keys * h->d, x->dk, e->dk, back * h->queries * q, worst);
    compare_all("dv", h->keys * h->width, x->dv, e->dv,
                share * h->queries * largest_of(h->queries * h->width, x->dout), worst);
}

static void
check_head(void **state)
{
    const struct head_row *row = *state;
    static struct head_data x;
    struct num_head h = row->head;
    struct num_head_gradient g = {x.dq, x.dk, x.dv};
    struct num_random r;
    double worst = 0;

    h.q = x.q;
    h.k = x.k;
    h.v = x.v;
    num_random_seed(&r, 3);
    for (int draw = 0; draw < DRAWS / 4; draw++) {
        struct balls b = {0};
        struct head_balls e;
        int nq = h.queries * h.d, nk = h.keys * h.d, nv = h.keys * h.width,
            no = h.queries * h.width;

        draw_numbers(&r, nq, row->size, x.q);
        draw_numbers(&r, nk, row->size, x.k);
        draw_numbers(&r, nv, row->size, x.v);
        draw_numbers(&r, no, row->size, x.dout);
        e = (struct head_balls){balls_of(&b, nq, x.q), balls_of(&b, nk, x.k),
                                balls_of(&b, nv, x.v), balls_of(&b, no, x.dout),
                                balls_new(&b, no),     balls_new(&b, h.queries * h.keys),
                                balls_new(&b, nq),     balls_new(&b, nk),
                                balls_new(&b, nv),     balls_new(&b, h.keys),
                                balls_new(&b, h.keys)};
        for (int i = 0; i < h.queries; i++)
            exact_row(&b, &h, &e, i);
        assert_int_equal(num_attention(plain, &h, x.p, x.out), 0);
        num_attention_backward(plain, &h, x.dout, &g);
        compare_head(&h, &x, &e, &worst);
        balls_free(&b);
    }
    if (h.keys > 1)
        assert_used(worst, 0.005);
}

/* ---- norms ------------------------------------------------------------------------- */

static const struct norm_row {
    const char *name;
    int n;
    double size, offset, eps;
    bool weighted;
} norm_rows[] = {
    {"norms: one number",     1,  2,      0,   1e-5, true },
    {"norms: ordinary",       16, 2,      0,   1e-5, true },
    {"norms: no weights",     16, 2,      0,   1e-5, false},
    {"norms: eps 0",          16, 2,      0,   0,    true },
    {"norms: the fast way",   64, 2,      0,   1e-5, true },
    {"norms: large",          64, 1e150,  0,   1e-5, true },
    {"norms: small",          64, 1e-130, 0,   0,    true },
    {"norms: below eps",      64, 1e-9,   0,   1e-5, true },
    {"norms: far from 0",     16, 1,      1e6, 1e-5, true },
    {"norms: all magnitudes", 64, -1e6,   0,   1e-5, true },
};

struct norm_data {
    double x[N], dy[N], gain[N], shift[N], y[N], dx[N], dgain[N], dshift[N];
};

struct norm_balls {
    arb_ptr x, dy, gain, shift, u, work;
};

/* u = (x - centre) / root, the root and the mean */
static void
exact_norm(const struct norm_balls *e, int n, double eps, bool centred)
{
    arb_ptr mean = e->work, root = e->work + 1, t = e->work + 2;

    arb_zero(mean);
    for (int i = 0; i < n && centred; i++)
        arb_add(mean, mean, e->x + i, BITS);
    arb_div_si(mean, mean, n, BITS);
    arb_zero(root);
    for (int i = 0; i < n; i++) {
        arb_sub(e->u + i, e->x + i, mean, BITS);
        arb_addmul(root, e->u + i, e->u + i, BITS);
    }
    arb_div_si(root, root, n, BITS);
    arb_set_d(t, eps);
    arb_add(root, root, t, BITS);
    arb_sqrtpos(root, root, BITS);
    for (int i = 0; i < n; i++)
        arb_div(e->u + i, e->u + i, root, BITS);
}

/* Sizes that the bounds speak of. */
struct norm_sizes {
    double root, kappa;  /* n u mean|x| / root, 0 for RMSNorm */
    double along, level; /* mean |w u| and mean |w| */
};

static struct norm_sizes
sizes_of(const struct norm_balls *e, const struct norm_data *x, int n, bool centred)
{
    struct norm_sizes s = {.root = ball_size(e->work + 1)};

    for (int i = 0; i < n; i++) {
        s.kappa += centred ? ROUNDOFF * fabs(x->x[i]) / s.root : 0;
        s.along += fabs(x->gain[i] * x->dy[i]) * ball_size(e->u + i) / n;
        s.level += centred ? fabs(x->gain[i] * x->dy[i]) / n : 0;
    }
    return s;
}

/* The bounds of model.h. */
static void
compare_norm(const struct norm_balls *e, const struct norm_data *x, int n, bool centred,
             double *worst)
{
    struct norm_sizes s = sizes_of(e, x, n, centred);
    arb_ptr t = e->work + 2, along = e->work + 3, level = e->work + 4;
    double unit = ROUNDOFF * (n / 2.0 + 8) + s.kappa * s.kappa;

    arb_zero(along);
    arb_zero(level);
    for (int i = 0; i < n; i++) {
        arb_mul(t, e->gain + i, e->dy + i, BITS);
        arb_add(level, level, t, BITS);
        arb_addmul(along, t, e->u + i, BITS);
    }
    arb_div_si(along, along, n, BITS);
    arb_div_si(level, level, n, BITS);
    for (int i = 0; i < n; i++) {
        double u = ball_size(e->u + i), w = fabs(x->gain[i] * x->dy[i]), all;

        arb_mul(t, e->gain + i, e->u + i, BITS);
        if (centred)
            arb_add(t, t, e->shift + i, BITS);
        assert_within("y", x->y[i], t,
                      fabs(x->gain[i]) * (u * unit + s.kappa) +
                          (centred ? ROUNDOFF * ball_size(t) : 0),
                      worst);
        arb_mul(t, e->dy + i, e->u + i, BITS);
        assert_within("dgain", x->dgain[i], t,
                      fabs(x->dy[i]) * (u * (unit + ROUNDOFF) + s.kappa), worst);
        arb_mul(t, e->gain + i, e->dy + i, BITS);
        arb_submul(t, along, e->u + i, BITS);
        if (centred)
            arb_sub(t, t, level, BITS);
        arb_div(t, t, e->work + 1, BITS);
        all = w + (1 + u) * (s.along + s.level);
        assert_within("dx", x->dx[i], t,
                      (ROUNDOFF * (4 * n + 32) + 4 * s.kappa + s.kappa * s.kappa) * all /
                          s.root,
                      worst);
    }
}

static void
check_norms(void **state)
{
    const struct norm_row *row = *state;
    struct norm_data x;
    struct num_norm f = {.n = row->n, .eps = row->eps};
    struct num_norm_gradient g = {x.dx, x.dgain, NULL};
    struct num_random r;
    double worst = 0, by;

    f.gain = row->weighted ? x.gain : NULL;
    num_random_seed(&r, 4);
    for (int draw = 0; draw < 2 * DRAWS; draw++) {
        bool centred = draw % 2;
        struct balls b = {0};
        struct norm_balls e;

        draw_numbers(&r, f.n, row->size, x.x);
        draw_numbers(&r, f.n, 3, x.dy);
        draw_numbers(&r, f.n, 3, x.gain);
        draw_numbers(&r, f.n, 3, x.shift);
        for (int i = 0; i < f.n; i++) {
            x.x[i] += row->offset;
            x.gain[i] = row->weighted ? x.gain[i] : 1;
        }
        f.shift = centred ? x.shift : NULL;
        e = (struct norm_balls){balls_of(&b, f.n, x.x),    balls_of(&b, f.n, x.dy),
                                balls_of(&b, f.n, x.gain), balls_of(&b, f.n, x.shift),
                                balls_new(&b, f.n),        balls_new(&b, 5)};
        exact_norm(&e, f.n, row->eps, centred);
        by = centred ? num_layernorm(plain, &f, x.x, x.y)
                     : num_rmsnorm(plain, &f, x.x, x.y);
        (centred ? num_layernorm_backward : num_rmsnorm_backward)(plain, &f, x.x, x.dy,
                                                                  &g);
        assert_within("root", by, e.work + 1,
                      ball_size(e.work + 1) * ROUNDOFF * (f.n + 8) +
                          (centred ? 1e-9 * fabs(row->offset) : 0),
                      &worst);
        compare_norm(&e, &x, f.n, centred, &worst);
        balls_free(&b);
    }
    assert_used(worst, 0.01);
}

/* ---- losses ------------------------------------------------------------------------ */

static const struct loss_row {
    const char *name;
    int n;
    double size;
} loss_rows[] = {
    {"losses: two tokens",   2,  3   },
    {"losses: ordinary",     16, 3   },
    {"losses: many",         64, 5   },
    {"losses: very sure",    16, 300 },
    {"losses: share lost",   16, 1e5 },
    {"losses: nearly alike", 16, 1e-9},
};

/* sum of x_i ln y_i, terms with x_i = 0 left out; the sum of sizes to *size */
static void
exact_logs(arb_t out, int n, arb_srcptr x, arb_srcptr y, double *size)
{
    arb_t t;

    arb_init(t);
    arb_zero(out);
    *size = 0;
    for (int i = 0; i < n; i++) {
        if (arb_is_zero(x + i))
            continue;
        arb_log(t, y + i, BITS);
        arb_mul(t, t, x + i, BITS);
        arb_add(out, out, t, BITS);
        *size += ball_size(t);
    }
    arb_clear(t);
}

/* Cross-entropy and KL of distributions that doubles hold exactly. */
static void
compare_divergences(struct balls *b, int n, const double *y, const double *p,
                    double *worst)
{
    arb_ptr by = balls_of(b, n, y), bp = balls_of(b, n, p), ratio = balls_new(b, n);
    arb_ptr out = balls_new(b, 1);
    double size, weight = 0;

    exact_logs(out, n, by, bp, &size);
    arb_neg(out, out);
    assert_within("cross-entropy", num_cross_entropy(n, y, p), out,
                  ROUNDOFF * (n + 3) * size, worst);
    for (int i = 0; i < n; i++) {
        arb_div(ratio + i, by + i, bp + i, BITS);
        weight += y[i];
    }
    exact_logs(out, n, by, ratio, &size);
    assert_within("KL", num_kl(n, y, p), out, ROUNDOFF * ((n + 3) * size + weight),
                  worst);
}

static void
check_losses(void **state)
{
    const struct loss_row *row = *state;
    struct num_random r;
    double worst = 0, z[N], dz[N], p[N], y[N], share[N];
    int n = row->n;

    num_random_seed(&r, 5);
    for (int draw = 0; draw < DRAWS; draw++) {
        struct balls b = {0};
        arb_ptr bz, exact = balls_new(&b, n), t = balls_new(&b, 3);
        int w = (int)num_random_integer(&r, 0, n - 1);
        double loss, size, lse;
        arb_ptr shares;

        draw_numbers(&r, n, row->size, z);
        bz = balls_of(&b, n, z);
        ball_softmax(&b, n, bz, exact, t);
        lse = ball_size(t);
        arb_sub(t, t, bz + w, BITS);
        loss = num_loss(plain, n, z, w, dz);
        assert_within("loss", loss, t,
                      ROUNDOFF * (2 * lse + fabs(loss) + n + 2 * log(n) + 4), &worst);
        arb_sub_si(exact + w, exact + w, 1, BITS);
        for (int i = 0; i < n; i++)
            assert_within("gradient", dz[i], exact + i,
                          ROUNDOFF * (2 * fmin(row->size, 400) + n + 2 * log(n) + 14),
                          &worst);
        draw_numbers(&r, 1, 8, &size);
        arb_set_d(t + 1, size);
        arb_exp(t + 2, t + 1, BITS);
        assert_within("perplexity", num_perplexity(size), t + 2,
                      2 * ROUNDOFF * ball_size(t + 2), &worst);
        arb_const_log2(t + 2, BITS);
        arb_div(t + 2, t + 1, t + 2, BITS);
        assert_within("bits", num_bits(size), t + 2, 2 * ROUNDOFF * ball_size(t + 2),
                      &worst);
        num_softmax(plain, 1, n, z, p);
        for (int i = 0; i < n; i++) {
            p[i] = fmax(p[i], 0x1p-1000);
            share[i] = 1 - 0.999 * num_random_unit(&r);
            y[i] = i % 3 ? num_random_unit(&r) / n : 0;
        }
        compare_divergences(&b, n, y, p, &worst);
        shares = balls_of(&b, n, share);
        arb_one(exact);
        for (int i = 1; i < n; i++)
            arb_one(exact + i);
        exact_logs(t, n, exact, shares, &size);
        assert_within("chain", num_chain_ln(plain, n, share), t,
                      ROUNDOFF * (n + 2) * size, &worst);
        arb_exp(t, t, BITS);
        assert_within("product", num_chain(plain, n, share), t,
                      ROUNDOFF * n * ball_size(t), &worst);
        balls_free(&b);
    }
}

/* ---- latents ----------------------------------------------------------------------- */

enum { MODEL = 24, LATENT = 10, HEAD = 16, CACHED = 12, ROTATED = 8 };

struct latent_data {
    double down[LATENT * MODEL], up_key[HEAD * LATENT], up_value[HEAD * LATENT];
    double x[MODEL], c[LATENT], q[HEAD], folded[LATENT], cached[CACHED * LATENT],
        share[CACHED], out[HEAD], turned[2 * ROTATED];
};

/* q . (up_key c) in one sum, whichever way it is found; and the sum of sizes. */
static double
exact_score(struct balls *b, const struct latent_data *x, arb_t out)
{
    arb_ptr q = balls_of(b, HEAD, x->q), c = balls_of(b, LATENT, x->c);
    arb_ptr up = balls_of(b, HEAD * LATENT, x->up_key), t = balls_new(b, 1);
    double size = 0;

    arb_zero(out);
    for (int i = 0; i < HEAD; i++) {
        ball_dot(t, LATENT, up + i * LATENT, 1, c, 1);
        arb_addmul(out, q + i, t, BITS);
        size += fabs(x->q[i]) * sizes_dot(LATENT, x->up_key + i * LATENT, 1, x->c, 1);
    }
    return size;
}

/* The latents mixed, then unfolded. */
static void
compare_mix(struct balls *b, const struct num_latent *m, struct latent_data *x,
            double *worst)
{
    arb_ptr share = balls_of(b, CACHED, x->share), t = balls_new(b, 2);
    arb_ptr c = balls_of(b, CACHED * LATENT, x->cached);
    arb_ptr up = balls_of(b, HEAD * LATENT, x->up_value);

    num_latent_mix(plain, m, CACHED, x->share, x->cached, x->out);
    for (int i = 0; i < HEAD; i++) {
        double size = 0;

        arb_zero(t);
        for (int k = 0; k < LATENT; k++) {
            ball_dot(t + 1, CACHED, share, 1, c + k, LATENT);
            arb_addmul(t, up + i * LATENT + k, t + 1, BITS);
            size += fabs(x->up_value[i * LATENT + k]) *
                    sizes_dot(CACHED, x->share, 1, x->cached + k, LATENT);
        }
        assert_within("mix", x->out[i], t, ROUNDOFF * (CACHED + LATENT + 2) * size,
                      worst);
    }
}

/* The content's score plus q . R((n - m) theta) k of each pair. */
static void
compare_decoupled(struct balls *b, const struct latent_data *x, double content,
                  double *worst)
{
    struct num_rope rope = {.d = ROTATED, .base = 1e4};
    struct num_rotated r = {&rope, x->turned, x->turned + ROTATED, 173, 41};
    arb_ptr v = balls_of(b, 2 * ROTATED, x->turned), sum = balls_new(b, 5), t = sum + 1;
    double size = fabs(content), got = num_latent_decoupled(plain, content, &r);

    arb_set_d(sum, content);
    for (int j = 0; j < ROTATED / 2; j++) {
        arb_ptr q = v + 2 * j, k = v + ROTATED + 2 * j;

        arb_set_si(t, -2 * j);
        arb_div_si(t, t, ROTATED, BITS);
        arb_set_si(t + 1, 10000);
        arb_pow(t, t + 1, t, BITS);
        arb_mul_si(t, t, 41 - 173, BITS);
        arb_sin_cos(t + 1, t + 2, t, BITS);
        /* (q1 k1 + q2 k2) cos + (q2 k1 - q1 k2) sin */
        ball_dot(t + 3, 2, q, 1, k, 1);
        arb_addmul(sum, t + 3, t + 2, BITS);
        arb_mul(t + 3, q + 1, k, BITS);
        arb_submul(t + 3, q, k + 1, BITS);
        arb_addmul(sum, t + 3, t + 1, BITS);
    }
    size += sizes_dot(ROTATED, x->turned, 1, x->turned + ROTATED, 1) * 2;
    assert_within("decoupled", got, sum,
                  ROUNDOFF * size * ((173 + 41) * (9 + log(1e4)) + ROTATED + 12), worst);
}

static void
check_latent(void **state)
{
    struct latent_data x;
    struct num_latent m = {MODEL, LATENT, HEAD, x.down, x.up_key, x.up_value};
    struct num_random r;
    double worst = 0;

    (void)state;
    num_random_seed(&r, 6);
    for (int draw = 0; draw < DRAWS; draw++) {
        struct balls b = {0};
        double size, kind = draw % 2 ? 2 : -1e6;
        arb_ptr t = balls_new(&b, 1), down, bx;

        draw_numbers(&r, LATENT * MODEL, kind, x.down);
        draw_numbers(&r, HEAD * LATENT, kind, x.up_key);
        draw_numbers(&r, HEAD * LATENT, kind, x.up_value);
        draw_numbers(&r, MODEL, kind, x.x);
        draw_numbers(&r, HEAD, kind, x.q);
        draw_numbers(&r, CACHED * LATENT, kind, x.cached);
        draw_numbers(&r, CACHED, 1, x.share);
        draw_numbers(&r, 2 * ROTATED, kind, x.turned);
        num_latent_compress(plain, &m, x.x, x.c);
        down = balls_of(&b, LATENT * MODEL, x.down);
        bx = balls_of(&b, MODEL, x.x);
        for (int i = 0; i < LATENT; i++) {
            ball_dot(t, MODEL, down + i * MODEL, 1, bx, 1);
            assert_within("latent", x.c[i], t,
                          ROUNDOFF * (MODEL + 1) *
                              sizes_dot(MODEL, x.down + i * MODEL, 1, x.x, 1),
                          &worst);
        }
        size = exact_score(&b, &x, t) * ROUNDOFF * (HEAD + LATENT + 2);
        assert_within("score", num_latent_score(plain, &m, x.q, x.c), t, size, &worst);
        num_latent_fold(plain, &m, x.q, x.folded);
        assert_within("absorbed", num_dot(plain, LATENT, x.folded, x.c), t, size, &worst);
        compare_mix(&b, &m, &x, &worst);
        compare_decoupled(&b, &x, num_dot(plain, LATENT, x.folded, x.c), &worst);
        balls_free(&b);
    }
    assert_used(worst, 0.02);
}

int
main(void)
{
    struct table t = {0};

    num_init();
    TABLE_ROWS(&t, sum_rows, check_sums);
    table_add(&t, "a product of matrices", check_product, NULL);
    TABLE_ROWS(&t, head_rows, check_head);
    TABLE_ROWS(&t, norm_rows, check_norms);
    TABLE_ROWS(&t, loss_rows, check_losses);
    table_add(&t, "latents", check_latent, NULL);
    return table_run(&t, "num_ball_model");
}
