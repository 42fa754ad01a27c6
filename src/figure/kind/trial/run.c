#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "figure/kind/trial/trial.h"

enum { BARS_USUAL = 40 };

struct figure_run {
    const struct figure *f;
    struct arena *arena; /* of the runs; NULL before they begin */
    double value[FIGURE_SLIDERS_MAX];
    struct trial_runs trials[TRIALS_MAX];
    int n;
};

/* ---- settings ---------------------------------------------------------------------- */

static uint64_t
seed_of(const struct moment *m, const struct term *t)
{
    double v = t ? fabs(moment_real(m, t)) : 0;

    return v < 1e15 ? (uint64_t)v : 0;
}

bool
trial_settings(struct arena *a, const struct moment *m, const struct thing *t, double i,
               struct num_settings *out, struct err *e)
{
    const struct trial *trial = t->own;
    const struct num_experiment *x = trial->experiment;
    double values[FIGURE_SLIDERS_MAX];
    struct moment here;

    for (int j = 0; j < m->f->n_sliders; j++)
        values[j] = creal(m->numbers[j]);
    moment_init(&here, a, m->f, values);
    if (t->variable) {
        moment_bind(&here, t->scope, t->variable);
        here.numbers[FIGURE_SLIDERS_MAX] = i;
    }
    num_settings_init(x, out);
    out->seed = seed_of(&here, trial->seed);
    out->text = trial->text;
    out->length = trial->text ? strlen(trial->text) : 0;
    for (int p = 0; p < x->parameters; p++) {
        double v;

        if (trial->word[p] &&
            !num_settings_word(x, out, x->parameter[p].name, trial->word[p], e))
            return false;
        if (!trial->term[p])
            continue;
        v = moment_real(&here, trial->term[p]);
        if (x->parameter[p].kind != NUM_REAL)
            v = nearbyint(v);
        if (!num_settings_number(x, out, x->parameter[p].name, v, e))
            return false;
    }
    return true;
}

/* ---- runs -------------------------------------------------------------------------- */

static bool
begin_one(struct arena *a, const struct moment *m, struct trial_runs *runs, double i)
{
    const struct trial *trial = runs->thing->own;
    struct num_settings s;
    struct err e = {0};
    struct num_run *r;

    if (!trial_settings(a, m, runs->thing, i, &s, &e))
        return false;
    r = num_run_new(a, trial->experiment, &s, &e);
    if (!r)
        return false;
    if (trial->result < 0)
        num_run_count(r, runs->thing->bins > 0 ? runs->thing->bins : BARS_USUAL, NAN,
                      NAN);
    if (trial->across >= 0)
        runs->x[runs->n] = s.value[trial->across];
    runs->at[runs->n++] = r;
    return true;
}

static void
begin_trial(struct arena *a, const struct moment *m, struct trial_runs *runs)
{
    const struct thing *t = runs->thing;
    const struct trial *trial = t->own;
    double low = t->low ? ceil(moment_real(m, t->low)) : 0;
    double high = t->low ? floor(moment_real(m, t->high)) : 0;
    double count = high - low + 1, step = count > SWEEP_MAX ? count / SWEEP_MAX : 1;

    runs->factor = trial->factor ? moment_real(m, trial->factor) : 1;
    runs->failed = !(count >= 1) || !isfinite(runs->factor) || runs->factor == 0;
    for (int i = 0; !runs->failed && i < SWEEP_MAX && i * step < count; i++)
        runs->failed = !begin_one(a, m, runs, low + floor(i * step));
    if (runs->failed)
        runs->n = 0;
}

static bool
same_term(const struct term *x, const struct term *y)
{
    return x == y || (x && y && expr_same(x, y));
}

static bool
same_text(const char *x, const char *y)
{
    return x == y || (x && y && strcmp(x, y) == 0);
}

/* Whether two lines try the same and differ in the result that is shown only. */
static bool
tries_the_same(const struct thing *t, const struct thing *u)
{
    const struct trial *x = t->own, *y = u->own;
    bool same = x->experiment == y->experiment && x->result >= 0 && y->result >= 0 &&
                x->across == y->across && same_text(x->text, y->text) &&
                same_term(x->seed, y->seed) && same_text(t->variable, u->variable) &&
                same_term(t->low, u->low) && same_term(t->high, u->high);

    for (int p = 0; same && p < x->experiment->parameters; p++)
        same = same_term(x->term[p], y->term[p]) && same_text(x->word[p], y->word[p]);
    return same;
}

/* The line before whose runs are those of this one too; NULL: none. */
static const struct trial_runs *
runs_before(const struct figure_run *r, const struct thing *t)
{
    for (int i = 0; i < r->n; i++)
        if (r->trials[i].n && !r->trials[i].of && tries_the_same(r->trials[i].thing, t))
            return &r->trials[i];
    return NULL;
}

/* Share the runs; the factor is the line's own. */
static void
share_trial(const struct moment *m, struct trial_runs *runs)
{
    const struct trial *trial = runs->thing->own;

    memcpy(runs->at, runs->of->at, sizeof runs->at);
    memcpy(runs->x, runs->of->x, sizeof runs->x);
    runs->factor = trial->factor ? moment_real(m, trial->factor) : 1;
    runs->failed = !isfinite(runs->factor) || runs->factor == 0;
    runs->n = runs->failed ? 0 : runs->of->n;
}

static void
run_begin(struct figure_run *r, const double *values)
{
    struct moment m;

    if (r->arena)
        arena_free(r->arena);
    r->arena = arena_new();
    memcpy(r->value, values, sizeof r->value);
    moment_init(&m, r->arena, r->f, r->value);
    r->n = 0;
    for (int i = 0; i < r->f->n_things; i++) {
        const struct thing *t = &r->f->things[i];

        if (t->kind != THING_TRIAL)
            continue;
        r->trials[r->n] = (struct trial_runs){.thing = t, .of = runs_before(r, t)};
        if (moment_holds(&m, t->when) && r->trials[r->n].of)
            share_trial(&m, &r->trials[r->n]);
        else if (moment_holds(&m, t->when))
            begin_trial(r->arena, &m, &r->trials[r->n]);
        r->n++;
    }
}

static bool
is_at(const struct figure_run *r, const struct figure *f, const struct figure_state *s)
{
    return r->f == f && r->arena &&
           memcmp(r->value, s->value, (size_t)f->n_sliders * sizeof *s->value) == 0;
}

bool
figure_has_run(const struct figure *f)
{
    return figure_count(f, THING_TRIAL) > 0;
}

struct figure_run *
figure_run_new(const struct figure *f)
{
    struct figure_run *r = xmalloc(sizeof *r);

    *r = (struct figure_run){.f = f};
    return r;
}

void
figure_run_free(struct figure_run *r)
{
    if (!r)
        return;
    if (r->arena)
        arena_free(r->arena);
    free(r);
}

bool
figure_run_advance(struct figure_run *r, const struct figure_state *s, double samples)
{
    bool more = false;

    if (!is_at(r, r->f, s))
        run_begin(r, s->value);
    for (int i = 0; i < r->n; i++) {
        struct trial_runs *t = &r->trials[i];
        double left = samples;

        if (t->of)
            t->next = t->of->next;
        for (; !t->of && t->next < t->n && left > 0; t->next++) {
            double before = num_run_done(t->at[t->next]);

            if (num_run_slice(t->at[t->next], left) &&
                num_run_done(t->at[t->next]) < num_run_total(t->at[t->next]))
                break;
            left -= num_run_done(t->at[t->next]) - before;
        }
        more |= t->next < t->n;
    }
    return more;
}

double
figure_run_share(const struct figure_run *r)
{
    double done = 0, total = 0;

    for (int i = 0; i < r->n; i++) {
        for (int j = 0; !r->trials[i].of && j < r->trials[i].n; j++) {
            done += num_run_done(r->trials[i].at[j]);
            total += num_run_total(r->trials[i].at[j]);
        }
    }
    return total > 0 ? done / total : 0;
}

const struct trial_runs *
trial_runs(const struct moment *m, const struct thing *t)
{
    for (int i = 0; m->run && i < m->run->n; i++)
        if (m->run->trials[i].thing == t)
            return &m->run->trials[i];
    return NULL;
}

const struct figure_run *
run_at(const struct figure *f, const struct figure_state *s, struct figure_run **own)
{
    *own = NULL;
    if (!figure_has_run(f))
        return NULL;
    if (s->run && is_at(s->run, f, s))
        return s->run;
    *own = figure_run_new(f);
    figure_run_advance(*own, s, INFINITY);
    return *own;
}

/* ---- words ------------------------------------------------------------------------- */

static void
add_estimate(struct buf *b, const char *between, const char *name, struct num_estimate e)
{
    if (isnan(e.value))
        return;
    buf_printf(b, "%s%s ", b->n ? between : "", name);
    if (e.error > 0)
        buf_printf(b, "%s ± %s", number_near(b->arena, e.value, e.error),
                   number_rough(b->arena, e.error));
    else
        buf_add(b, number_short(b->arena, e.value));
}

static struct num_estimate
scaled(struct num_estimate e, double factor)
{
    return (struct num_estimate){e.value * factor, e.error * fabs(factor)};
}

void
trial_words(struct buf *b, const struct trial_runs *runs, const char *between)
{
    const struct trial *trial = runs->thing->own;
    const struct num_run *r = runs->n ? runs->at[0] : NULL;
    const struct num_moments *m = r ? num_run_moments(r) : NULL;

    if (!r || trial->across >= 0)
        return;
    buf_printf(b, "%s%s %s", b->n ? between : "",
               number_fixed(b->arena, num_run_done(r), 0), m ? "samples" : "steps");
    if (trial->result >= 0) {
        add_estimate(b, between, trial->experiment->result[trial->result],
                     num_run_result(r, trial->result));
        return;
    }
    add_estimate(b, between, "mean", scaled(num_moments_mean(m), runs->factor));
    add_estimate(b, between, "sd", scaled(num_moments_deviation(m), fabs(runs->factor)));
    for (int i = 0; i < trial->experiment->results; i++)
        if (strcmp(trial->experiment->result[i], "excess_kurtosis") == 0)
            add_estimate(b, between, "excess kurtosis", num_run_result(r, i));
}
