/*
 * A next-character model, fitted by gradient descent: scores z_ab for character b behind
 * character a, shares softmax(z_a). Its mean loss falls to the text's own conditional
 * entropy, and no lower.
 *
 * Each row z_a is moved against the gradient of its own mean loss, softmax(z_a) minus the
 * shares that follow a in the text. That loss bends by at most 1/2 (the softmax
 * Jacobian's largest eigenvalue), so that steps up to a rate of 4 cannot climb.
 */
#include <math.h>

#include "base/utf8.h"
#include "num/attention.h"
#include "num/experiment/method.h"

enum { TEXT, STEPS, RATE };

static const struct num_parameter parameters[] = {
    {"text",  "a file; its characters are the tokens", NUM_TEXT,  0,    0, 0,   NULL},
    {"steps", "of gradient descent",                   NUM_WHOLE, 1000, 0, 1e9, NULL},
    {"rate",  "how far a step goes",                   NUM_REAL,  2,    0, 4,   NULL},
};

static const char *const results[] = {"loss",      "entropy",      "perplexity",
                                      "loss_bits", "entropy_bits", "vocabulary"};

struct bigram {
    int tokens;        /* different characters */
    double n;          /* pairs */
    double *count;     /* tokens x tokens: b behind a */
    double *score;     /* the same */
    double *row_count; /* pairs that begin with a */
    struct num_estimate loss, entropy;
};

/* ---- the text ---------------------------------------------------------------------- */

/* One beyond the last code point. */
enum { CODES = 0x110000 };

/* The text's characters; returns how many. */
static size_t
decode(const struct num_settings *s, uint32_t *out)
{
    size_t n = 0, bytes;

    for (size_t at = 0; at < s->length; at += bytes)
        out[n++] = utf8_decode(s->text + at, s->length - at, &bytes);
    return n;
}

/* Gives each character that occurs its place among them, from 0, in the order of their
 * codes; returns how many there are. place is of CODES numbers, all 0. */
static int
find_places(const uint32_t *code, size_t n, uint32_t *place)
{
    int tokens = 0;

    for (size_t i = 0; i < n; i++)
        place[code[i]] = 1;
    for (size_t i = 0; i < CODES; i++)
        if (place[i])
            place[i] = (uint32_t)tokens++;
    return tokens;
}

static void
count_pairs(struct bigram *b, const uint32_t *code, size_t n, const uint32_t *place)
{
    for (size_t i = 0; i + 1 < n; i++) {
        uint32_t first = place[code[i]], next = place[code[i + 1]];

        b->count[(size_t)first * (size_t)b->tokens + next]++;
        b->row_count[first]++;
        b->n++;
    }
}

/* The mean over all pairs of -ln of the share that the model gives, or the text's own
 * share, with the standard error of that mean. */
static struct num_estimate
mean_surprise(const struct bigram *b, bool of_text)
{
    double sum = 0, squares = 0, mean;

    for (int a = 0; a < b->tokens; a++) {
        const double *z = b->score + (long)a * b->tokens;
        const double *count = b->count + (long)a * b->tokens;
        double lse = of_text ? 0 : num_lse((struct num_lens){0}, b->tokens, z);

        for (int i = 0; i < b->tokens; i++) {
            double at = count[i] == 0 ? 0
                        : of_text     ? log(b->row_count[a] / count[i])
                                      : lse - z[i];

            sum += count[i] * at;
            squares += count[i] * at * at;
        }
    }
    mean = sum / b->n;
    return (struct num_estimate){
        mean, b->n > 1 ? sqrt(fmax(squares / b->n - mean * mean, 0) / (b->n - 1)) : NAN};
}

static bool
start(struct num_run *r, struct err *e)
{
    size_t n, size = r->settings.length + 1;
    uint32_t *code, *place;
    struct bigram *b;

    if (!run_fits(r, TEXT, (double)size * 4, RUN_MEMORY_TEXT, e))
        return false;
    code = ARENA_ARRAY(r->arena, uint32_t, size);
    place = ARENA_ARRAY(r->arena, uint32_t, CODES);
    n = decode(&r->settings, code);
    if (n < 2)
        return err_at(e, (struct pos){0}, ERR_PARAMETER_VALUE,
                      "the text needs two characters or more");
    b = ARENA_NEW(r->arena, struct bigram);
    b->tokens = find_places(code, n, place);
    r->settings.value[TEXT] = b->tokens;
    if (!run_fits(r, TEXT, 16.0 * b->tokens * b->tokens, RUN_MEMORY_TEXT, e))
        return false;
    b->count = ARENA_ARRAY(r->arena, double, (size_t)b->tokens *(size_t)b->tokens);
    b->score = ARENA_ARRAY(r->arena, double, (size_t)b->tokens *(size_t)b->tokens);
    b->row_count = ARENA_ARRAY(r->arena, double, b->tokens);
    count_pairs(b, code, n, place);
    b->entropy = mean_surprise(b, true);
    b->loss = mean_surprise(b, false);
    r->state = b;
    r->total = real(r, STEPS);
    r->block = 1;
    r->scratch = (size_t)b->tokens;
    return true;
}

/* ---- fitting ----------------------------------------------------------------------- */

static void
take(struct num_run *r, const struct num_part *p)
{
    struct bigram *b = r->state;
    double *share = p->scratch;

    for (int a = 0; a < b->tokens; a++) {
        double *z = b->score + (long)a * b->tokens;
        const double *count = b->count + (long)a * b->tokens;

        if (b->row_count[a] == 0)
            continue;
        num_softmax((struct num_lens){0}, 1, b->tokens, z, share);
        for (int i = 0; i < b->tokens; i++)
            z[i] -= real(r, RATE) * (share[i] - count[i] / b->row_count[a]);
    }
    b->loss = mean_surprise(b, false);
}

static struct num_estimate
result(const struct num_run *r, int i)
{
    const struct bigram *b = r->state;
    struct num_estimate x;

    if (i == 5)
        return known(b->tokens);
    x = i == 1 || i == 4 ? b->entropy : b->loss;
    if (i == 2)
        return (struct num_estimate){exp(x.value), exp(x.value) * x.error};
    if (i >= 3)
        return (struct num_estimate){x.value / log(2), x.error / log(2)};
    return x;
}

static double
samples(const struct num_run *r)
{
    const struct bigram *b = r->state;

    return b->n;
}

/* What each can fall to: the text's own entropy. */
static double
expected(const struct num_run *r, int i)
{
    static const int floors[] = {1, 1, 1, 4, 4, 5};
    double x = result(r, floors[i]).value;

    return i == 2 ? exp(x) : x;
}

static const struct num_method method = {
    .start = start,
    .take = take,
    .result = result,
    .samples = samples,
    .steps = 1,
    .expected = expected,
};

const struct num_experiment experiment_bigram = {
    "bigram",   "a next-character model of a text, fitted by gradient descent",
    parameters, sizeof parameters / sizeof *parameters,
    results,    sizeof results / sizeof *results,
    &method,
};
