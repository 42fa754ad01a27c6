/*
 * Rotary positions: rotations, frequencies, their extensions to longer texts, and ALiBi.
 *
 * RoPE: Su et al. 2021, arXiv:2104.09864, eq. 14-16, 34. Position Interpolation: Chen et
 * al. 2023, arXiv:2306.15595, eq. 4. NTK-aware bases and YaRN: Peng et al. 2023,
 * arXiv:2309.00071 (version 2), eq. 15-23. ALiBi: Press et al. 2022, arXiv:2108.12409,
 * section 3. Positions are in tokens, angles in radians, frequencies in radians a token.
 */
#ifndef ROPEWALK_NUM_ROPE_H
#define ROPEWALK_NUM_ROPE_H

#include <stdbool.h>

#include "num/lens.h"

/* out = R(angle) x, R(a) = [cos a, -sin a; sin a, cos a]. out may be x. Within 4 u |x|.
 */
void num_rotate(double angle, const double x[2], double out[2]);

/* The score (R(m theta) q)^T (R(n theta) k) of one RoPE pair (Su et al., eq. 16). Within
 * u |q| |k| (|m theta| + |n theta| + 12). */
double
num_rope_score(const double q[2], const double k[2], double m, double n, double theta);

/* Which two coordinates are pair j: 2 j and 2 j + 1 (RoFormer, GPT-J, LLaMA as
 * published), or j and j + d/2 (GPT-NeoX, LLaMA in Hugging Face's order). */
enum num_layout { NUM_INTERLEAVED, NUM_HALF_SPLIT };

/* How the frequencies are changed for texts longer than the training length. YaRN's ramp
 * runs over the number of laps, as the paper says; YARN_INDEX ramps over the pair's index
 * between the two where the laps are beta and alpha, rounded outwards, as the published
 * code does. */
enum num_scaling { NUM_UNSCALED, NUM_PI, NUM_NTK, NUM_YARN, NUM_YARN_INDEX };

struct num_rope {
    int d;       /* even, at least 2: there are d/2 pairs */
    double base; /* > 1; 10000 in the paper */
    enum num_layout layout;
    enum num_scaling scaling;
    double stretch;     /* s = new length / training length, >= 1; not for UNSCALED */
    double length;      /* of training, for YaRN */
    double alpha, beta; /* laps, for YaRN: 1 and 32 for LLaMA */
};

/* Whether the numbers can be used at all; false with *why, a sentence without a stop. */
bool num_rope_valid(const struct num_rope *r, const char **why);

/* theta_j = base^(-2 j / d), j = 0 .. d/2 - 1, changed as r->scaling says. The relative
 * error is at most f u with f = 8 + ln base; + 4 ln stretch for NTK; + stretch (16 + ln
 * base) beta / (beta - alpha) for YARN; + 4 stretch for YARN_INDEX. */
double num_rope_frequency(const struct num_rope *r, int j);

/* 2 pi / theta: tokens until the pair is back. The relative error: (f + 4) u. */
double num_rope_wavelength(const struct num_rope *r, int j);

/* How many pairs come back within `length` tokens: wavelength <= length. */
int num_rope_full_turns(const struct num_rope *r, double length);

/* base s^(d / (d - 2)): the slowest pair is slowed by exactly s, the fastest not at all.
 * d > 2. */
double num_rope_ntk_base(double base, int d, double s);

/* 0.1 ln s + 1: YaRN multiplies scores by its square (eq. 22; fitted, not derived). */
double num_rope_yarn_factor(double s);

/* out = x (d numbers) turned to `position`; out may be x. Through the lens everything is
 * rounded: position, frequency, angle, cosine and sine, and both products and sums. A
 * pair is within u |pair| (|angle| (f + 1) + 4). */
void num_rope_apply(struct num_lens l, const struct num_rope *r, double position,
                    const double *x, double *out);

/* The same in two halves, for many x: the cosine and sine of each pair at `position`, d
 * numbers in all; and x turned by them. */
void num_rope_turns(struct num_lens l, const struct num_rope *r, double position,
                    double *turns);
void num_rope_turn(struct num_lens l, const struct num_rope *r, const double *turns,
                   const double *x, double *out);

/* theta m mod 2 pi, as the distance to the nearest whole lap, 0 .. pi: how nearly the
 * pair of that frequency looks the same m tokens on. |m theta| up to 2^53. */
double num_rope_miss(double theta, double m);

/* (1/N) sum of |S_j|, j = 1 .. N = d/2, S_j the sum of e^(i distance theta_l), l < j: the
 * factor of Su et al.'s bound on the score (section 3.4.3) that depends on the distance.
 * Within u N (distance (f + 1) + N + 4). */
double num_rope_bound(const struct num_rope *r, double distance);

/* ALiBi: the slope of head h = 1 .. heads, 2^(-8 h / heads), and what it adds to a score
 * at query m and key n. The relative error: 10 u. */
double num_alibi_slope(int head, int heads);
double num_alibi_bias(int head, int heads, double m, double n);

#endif
