/*
 * Numbers that the course prints, each found once more by the compute core. Those of its
 * operations taken alone stand in test_num_model.c.
 */
#include <math.h>

#include <gsl/gsl_math.h>

#include "num/num.h"
#include "unit/table.h"

static const struct num_lens plain = {0};

/* ---- RoPE: scores of ones, the two sums over frequencies, YaRN's laps ---------------
 */

enum { WIDTH_MAX = 128 };

/* The score of two vectors of ones, `gap` seats apart, for each of d numbers. */
static double
ones(double d, double gap)
{
    struct num_rope r = {.d = (int)d, .base = 1e4};
    double x[WIDTH_MAX], q[WIDTH_MAX], k[WIDTH_MAX];

    for (int i = 0; i < r.d; i++)
        x[i] = 1;
    num_rope_apply(plain, &r, gap, x, q);
    num_rope_apply(plain, &r, 0, x, k);
    return num_dot(plain, r.d, q, k) / d;
}

static double
squares_of_frequencies(double d, double base)
{
    struct num_rope r = {.d = (int)d, .base = base};
    double sum = 0;

    for (int j = 0; j < r.d / 2; j++)
        sum += gsl_pow_2(num_rope_frequency(&r, j));
    return sum;
}

/* Half a step from where all pairs are in line, pair j is short of 1 by 1 - cos(theta_j /
 * 2). */
static double
aligned_at_the_middle(double d, double base)
{
    struct num_rope r = {.d = (int)d, .base = base};
    double sum = 0;

    for (int j = 0; j < r.d / 2; j++)
        sum += 2 * gsl_pow_2(sin(num_rope_frequency(&r, j) / 4));
    return sum;
}

static double
laps(double j, double length)
{
    struct num_rope r = {.d = 128, .base = 1e4};

    return length / num_rope_wavelength(&r, (int)j);
}

static double
full_laps(double base, double d, double length)
{
    struct num_rope r = {.d = (int)d, .base = base};

    return num_rope_full_turns(&r, length);
}

static double
ntk_base(double d, double s)
{
    return num_rope_ntk_base(1e4, (int)d, s);
}

/* ---- masks and the edges of exp ------------------------------------------------------
 */

/* The weight of the third of the scores 1, 2, 3 under a finite mask. */
static double
leak(double fill)
{
    static const bool allowed[3] = {true, true, false};
    static const double z[3] = {1, 2, 3};
    double p[3];

    num_softmax_masked(plain, (struct num_mask){NUM_MASK_FINITE, -fill}, 3, allowed, z,
                       p);
    return p[2];
}

/* The finite mask that leaves so much: found by halving. */
static double
mask_for(double weight)
{
    double low = 0, high = 100;

    for (int i = 0; i < 200; i++) {
        double middle = (low + high) / 2;

        if (leak(middle) > weight)
            low = middle;
        else
            high = middle;
    }
    return high;
}

/* ---- kept texts, chains, losses ------------------------------------------------------
 */

/* Bytes a token at 16 bits: MHA of so many layers with 32 heads of 128. */
static double
cache_mha(double layers, double bits)
{
    struct num_cache c = {NUM_MHA, (int64_t)layers, 32, 0, 128, 0, 0};

    return num_cache_bytes(&c, bits, 1);
}

static double
cache_gqa(double layers, double bits)
{
    struct num_cache c = {NUM_GQA, (int64_t)layers, 64, 8, 128, 0, 0};

    return num_cache_bytes(&c, bits, 1);
}

static double
cache_mla(double layers, double bits)
{
    struct num_cache c = {NUM_MLA, (int64_t)layers, 128, 0, 128, 512, 64};

    return num_cache_bytes(&c, bits, 1);
}

static double
chain_loss(double which)
{
    static const double shares[3] = {0.5, 0.25, 0.1};
    double sum = -num_chain_ln(plain, 3, shares);

    return which == 0 ? num_chain(plain, 3, shares) : which == 1 ? sum : sum / 3;
}

static double
slope_of_loss(double word, double entry)
{
    static const double z[3] = {2, 1, 0};
    double dz[3];

    num_loss(plain, 3, z, (int)word, dz);
    return dz[(int)entry];
}

/* ---- the table -----------------------------------------------------------------------
 */

struct row {
    const char *name;
    double got, want, within;
};

enum { ROWS = 80 };

struct rows {
    struct row at[ROWS];
    int n;
};

static void
check_row(void **state)
{
    const struct row *r = *state;

    if (!(fabs(r->got - r->want) <= r->within * fmax(1e-300, fabs(r->want))))
        fail_msg("got %.17g, want %.17g", r->got, r->want);
}

/* `within` is relative; the curriculum prints 12 to 15 digits. */
static void
add(struct rows *t, const char *name, double got, double want, double within)
{
    assert_true(t->n < ROWS);
    t->at[t->n++] = (struct row){name, got, want, within};
}

static void
add_positions(struct rows *t)
{
    add(t, "ones, d 64, 4 seats", ones(64, 4), 0.747948798734823, 1e-14);
    add(t, "ones, d 64, 5 seats", ones(64, 5), 0.734499087826551, 1e-14);
    add(t, "ones, d 64, 6 seats", ones(64, 6), 0.736231155301512, 1e-14);
    add(t, "ones, d 64, 725 seats", ones(64, 725), -0.0127530403987838, 1e-12);
    add(t, "ones, d 8, 3 seats", ones(8, 3), 0.491222381569381, 1e-14);
    add(t, "ones, d 8, 6 seats", ones(8, 6), 0.945922110387312, 1e-14);
    add(t, "squares of frequencies", squares_of_frequencies(128, 1e4), 3.99830802529983,
        1e-14);
    add(t, "error at the middle", aligned_at_the_middle(128, 1e4), 0.493875664885506,
        1e-14);
    add(t, "its right bound", squares_of_frequencies(128, 1e4) / 8, 0.499788503162478,
        1e-14);
    add(t, "the printed bound", 128 / (4 * log(1e4)) / 8, 0.434294481903252, 1e-14);
    add(t, "laps of pair 16", laps(16, 4096), 65.1898646904, 1e-11);
    add(t, "laps of pair 32", laps(32, 4096), 6.51898646904, 1e-11);
    add(t, "laps of pair 48", laps(48, 4096), 0.651898646904, 1e-11);
    add(t, "full laps, d 64, 512", full_laps(1e4, 64, 512), 16, 0);
    add(t, "full laps, d 64, 2048", full_laps(1e4, 64, 2048), 21, 0);
    add(t, "full laps, d 64, 4096", full_laps(1e4, 64, 4096), 23, 0);
    add(t, "full laps, d 64, 8192", full_laps(1e4, 64, 8192), 25, 0);
    add(t, "full laps, d 128, 2048", full_laps(1e4, 128, 2048), 41, 0);
    add(t, "full laps, d 128, 4096", full_laps(1e4, 128, 4096), 46, 0);
    add(t, "full laps, base 5e5", full_laps(5e5, 128, 8192), 35, 0);
    add(t, "NTK base, s 8, d 128", ntk_base(128, 8), 82684.6226405622, 1e-14);
    add(t, "1 - cos 710", 2 * gsl_pow_2(sin(num_rope_miss(1, 710) / 2)), 1.81736407892e-9,
        1e-11);
}

static void
add_masks(struct rows *t)
{
    static const struct {
        const char *over, *under;
        enum num_format format;
        double high, low;
    } edges[] = {
        {"exp overflows, fp64", "exp is 0, fp64", NUM_FP64, 709.782712893384,
         -745.133219101941},
        {"exp overflows, fp32", "exp is 0, fp32", NUM_FP32, 88.7228390520684,
         -103.972077083992},
        {"exp overflows, fp16", "exp is 0, fp16", NUM_FP16, 11.089866488461,
         -17.3286795139986},
    };

    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
        const struct num_format_facts *f = num_format_facts(edges[i].format);

        add(t, edges[i].over, log(f->largest), edges[i].high, 1e-14);
        add(t, edges[i].under, log(f->least) - M_LN2, edges[i].low, 1e-14);
    }
    add(t, "exp just above that edge, fp16", num_round(NUM_FP16, exp(-17.32867)),
        ldexp(1, -24), 0);
    add(t, "exp just below it, fp16", num_round(NUM_FP16, exp(-17.32868)), 0, 0);
    add(t, "a mask of 10 leaks", leak(10), 9.02116570873193e-5, 1e-13);
    add(t, "a mask that leaks 1e-9", mask_for(1e-9), 21.4100041484282, 1e-13);
    add(t, "3 - 1e9 in fp32", num_round(NUM_FP32, 3 - 1e9), -1e9, 0);
    add(t, "spacing of fp32 near 1e9", num_spacing(NUM_FP32, 1e9), 64, 0);
    add(t, "-1e9 in fp16", 1 / num_round(NUM_FP16, -1e9), 0, 0);
}

static void
add_formats(struct rows *t)
{
    add(t, "0.1 in bf16", num_round(NUM_BF16, 0.1), 0.10009765625, 0);
    add(t, "0.1 in fp16", num_round(NUM_FP16, 0.1), 0.0999755859375, 0);
    add(t, "0.1 in fp32", num_round(NUM_FP32, 0.1), 0.100000001490116, 1e-14);
    add(t, "cos 0.3 in bf16", num_round(NUM_BF16, cos(0.3)), 0.95703125, 0);
    add(t, "cos 0.3 in fp16", num_round(NUM_FP16, cos(0.3)), 0.95556640625, 0);
    add(t, "cos 0.3 in fp32", num_round(NUM_FP32, cos(0.3)), 0.955336511135101, 1e-14);
    add(t, "257 in bf16", num_round(NUM_BF16, 257), 256, 0);
    add(t, "1003 in bf16", num_round(NUM_BF16, 1003), 1004, 0);
    add(t, "4097 in bf16", num_round(NUM_BF16, 4097), 4096, 0);
    add(t, "2049 in fp16", num_round(NUM_FP16, 2049), 2048, 0);
    add(t, "16777217 in fp32", num_round(NUM_FP32, 16777217), 16777216, 0);
    add(t, "65519 in fp16", num_round(NUM_FP16, 65519), 65504, 0);
    add(t, "65520 in fp16", 1 / num_round(NUM_FP16, 65520), 0, 0);
    add(t, "factors 0.1 until 0", 1075 * M_LN2 / -log(0.1), 323.607245339, 1e-11);
    add(t, "factors 1/20 until 0", 1075 * M_LN2 / log(20), 248.731579147, 1e-11);
    add(t, "factors 1/6400 until 0", 1075 * M_LN2 / log(6400), 85.0215301301, 1e-11);
}

static void
add_losses(struct rows *t)
{
    add(t, "a chain's product", chain_loss(0), 0.0125, 1e-15);
    add(t, "its loss", chain_loss(1), 4.38202663467388, 1e-14);
    add(t, "its mean loss", chain_loss(2), 1.46067554489129, 1e-14);
    add(t, "its mean loss in bits", num_bits(chain_loss(2)), 2.10730936496245, 1e-14);
    add(t, "slope at the word", slope_of_loss(0, 0), -0.334759044225178, 1e-14);
    add(t, "slope beside it", slope_of_loss(0, 1), 0.244728471054798, 1e-14);
    add(t, "slope at the third", slope_of_loss(2, 2), -0.90996942682962, 1e-14);
    add(t, "V3 a token", cache_mla(61, 16), 70272, 0);
    add(t, "80 layers, 8 groups", cache_gqa(80, 16), 327680, 0);
    add(t, "126 layers, 8 groups", cache_gqa(126, 16), 516096, 0);
    add(t, "80 layers beside V3", cache_gqa(80, 16) / cache_mla(61, 16), 4.66302367942,
        1e-11);
    add(t, "126 layers beside V3", cache_gqa(126, 16) / cache_mla(61, 16), 7.34426229508,
        1e-11);
    add(t, "32 layers, 32 heads", cache_mha(32, 16), 524288, 0);
}

int
main(void)
{
    static struct rows r;
    struct table t = {0};

    num_init();
    add_positions(&r);
    add_masks(&r);
    add_formats(&r);
    add_losses(&r);
    for (int i = 0; i < r.n; i++)
        table_add(&t, r.at[i].name, check_row, &r.at[i]);
    return table_run(&t, "num_course");
}
