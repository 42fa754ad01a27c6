/* What is kept of a run so that it can be looked at. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/near.h"
#include "num/experiment/method.h"

/* ---- settings by name -------------------------------------------------------------- */

static const struct pos nowhere = {0};

int
num_parameter_get(const struct num_experiment *x, const char *name, struct err *e)
{
    const char *names[NUM_PARAMETERS_MAX + 1] = {0}, *near;
    int i = num_parameter_find(x, name);

    for (int p = 0; p < x->parameters; p++)
        names[p] = x->parameter[p].name;
    if (i >= 0)
        return i;
    near = near_find(name, names);
    err_at(e, nowhere, ERR_PARAMETER_NONE, "%s has no parameter '%s'%s%s%s", x->name,
           name, near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
    return -1;
}

bool
num_settings_number(const struct num_experiment *x, struct num_settings *s,
                    const char *name, double value, struct err *e)
{
    int i = num_parameter_get(x, name, e);

    if (i < 0)
        return false;
    if (x->parameter[i].kind == NUM_TEXT)
        return err_at(e, nowhere, ERR_PARAMETER_VALUE, "%s is a file, not a number",
                      name);
    s->value[i] = value;
    return true;
}

/* "normal, uniform or sign" */
static void
list_words(const char *const *words, char *out, size_t size)
{
    size_t n = 0;

    out[0] = '\0';
    for (int i = 0; words[i] && n < size; i++)
        n += (size_t)snprintf(out + n, size - n, "%s%s",
                              i == 0         ? ""
                              : words[i + 1] ? ", "
                                             : " or ",
                              words[i]);
}

bool
num_settings_word(const struct num_experiment *x, struct num_settings *s,
                  const char *name, const char *word, struct err *e)
{
    int i = num_parameter_get(x, name, e);
    const struct num_parameter *p = &x->parameter[i < 0 ? 0 : i];
    char all[200];

    if (i < 0)
        return false;
    if (p->kind != NUM_WORD)
        return err_at(e, nowhere, ERR_PARAMETER_VALUE, "%s is not one of some words",
                      name);
    for (int at = 0; p->words[at]; at++) {
        if (strcmp(p->words[at], word) == 0) {
            s->value[i] = at;
            return true;
        }
    }
    list_words(p->words, all, sizeof all);
    return err_at(e, nowhere, ERR_PARAMETER_VALUE, "%s = %s: it must be %s", name, word,
                  all);
}

/* ---- slices ------------------------------------------------------------------------ */

bool
num_run_slice(struct num_run *r, double samples)
{
    double until = r->done + samples;
    bool any = false;

    while (r->done < until && num_run_step(r))
        any = true;
    return any;
}

/* ---- the histogram ----------------------------------------------------------------- */

const char *
num_experiment_quantity(const struct num_experiment *x)
{
    return x->method->quantity;
}

const struct num_moments *
num_run_moments(const struct num_run *r)
{
    const struct num_method *m = r->experiment->method;

    return m->quantity ? &r->m[m->moments] : NULL;
}

/* Bars of whole gaps, whose edges lie in the middle of gaps. */
static void
fit_grid(struct num_bars *b, const struct live_range *at)
{
    double low = floor((b->low - at->place) / at->gap + 0.5);
    double high = floor((b->high - at->place) / at->gap + 0.5), each, bars;

    each = ceil((high - low + 1) / b->bars);
    bars = ceil((high - low + 1) / each);
    b->bars = (int)bars;
    b->low = at->place + at->gap * (low - 0.5);
    b->high = b->low + at->gap * each * bars;
}

/* What the first block holds, with a little room. */
static void
fit_block(struct num_bars *b, const struct num_moments *m)
{
    double room = 0.05 * (m->high - m->low);

    if (!(m->low <= m->high) || !isfinite(m->high - m->low))
        return;
    if (room == 0)
        room = m->high == 0 ? 0.5 : fabs(m->high) / 2;
    if (isnan(b->low))
        b->low = m->low - room;
    b->high = fmax(m->high + room, b->low + room);
}

bool
num_run_count(struct num_run *r, int bars, double low, double high)
{
    const struct num_method *m = r->experiment->method;
    bool fitting = isnan(low) || isnan(high);
    struct live_range at = {NAN, NAN, 0, 0};

    if (!m->quantity || r->next > 0 || bars < 1 || bars > NUM_BARS_MAX)
        return false;
    if (!fitting && (!(low < high) || !isfinite(high - low)))
        return false;
    if (m->range)
        at = m->range(r);
    r->bars = ARENA_NEW(r->arena, struct num_bars);
    r->bars->bars = bars;
    r->bars->low = fitting ? at.low : low;
    r->bars->high = fitting ? at.high : high;
    if (at.gap > 0)
        fit_grid(r->bars, &at);
    return true;
}

const struct num_bars *
num_run_bars(const struct num_run *r)
{
    return r->bars && r->bars->low < r->bars->high ? r->bars : NULL;
}

double
num_bars_edge(const struct num_bars *b, int i)
{
    double part = (double)i / b->bars;

    return b->low * (1 - part) + b->high * part;
}

static void
count_one(struct num_bars *b, double scale, double x)
{
    int i;

    if (isnan(x))
        b->other++;
    else if (x < b->low)
        b->below++;
    else if (x > b->high)
        b->above++;
    else {
        i = (int)fmin((x - b->low) * scale, b->bars - 1);
        /* The edge is what num_bars_edge() says it is. */
        while (i > 0 && x < num_bars_edge(b, i))
            i--;
        while (i + 1 < b->bars && x >= num_bars_edge(b, i + 1))
            i++;
        b->count[i]++;
    }
}

static void
count_part(struct num_run *r, const struct num_part *p)
{
    const struct num_method *m = r->experiment->method;
    struct num_bars *b = r->bars;
    const double *x = p->values + (size_t)m->column * p->n;

    if (!(b->low < b->high))
        fit_block(b, &p->m[m->moments]);
    for (size_t i = 0; i < p->n && b->low < b->high; i++)
        count_one(b, b->bars / (b->high - b->low), x[i]);
}

struct num_estimate
num_bars_density(const struct num_bars *b, int i)
{
    double n = b->below + b->above + b->other, width, share;

    for (int at = 0; at < b->bars; at++)
        n += b->count[at];
    width = num_bars_edge(b, i + 1) - num_bars_edge(b, i);
    share = b->count[i] / n;
    if (n == 0)
        return (struct num_estimate){NAN, NAN};
    return (struct num_estimate){share / width, sqrt(share * (1 - share) / n) / width};
}

/* ---- theory ------------------------------------------------------------------------ */

double
num_run_expected(const struct num_run *r, int i)
{
    const struct num_method *m = r->experiment->method;

    return m->expected ? m->expected(r, i) : NAN;
}

double
num_run_density(const struct num_run *r, double x)
{
    const struct num_method *m = r->experiment->method;

    return m->density ? m->density(r, x) : NAN;
}

double
live_normal(double x, double mean, double variance)
{
    double z = (x - mean) / sqrt(variance);

    return exp(-z * z / 2) / sqrt(2 * acos(-1) * variance);
}

/* ---- the way there ----------------------------------------------------------------- */

static void
keep_point(struct num_run *r)
{
    struct history *h = &r->history;

    h->done[h->n] = r->done;
    for (int i = 0; i < h->kept; i++)
        h->at[i][h->n] = num_run_result(r, i);
    h->n++;
}

/* Every second point, so that those that stay are blocks that 2 stride divides. */
static void
thin(struct history *h)
{
    int first = h->done[0] == 0 ? 0 : 1, kept = 0;

    for (int from = first; from < h->n; from += 2, kept++) {
        h->done[kept] = h->done[from];
        for (int i = 0; i < h->kept; i++)
            h->at[i][kept] = h->at[i][from];
    }
    h->n = kept;
    h->stride *= 2;
}

void
live_begin(struct num_run *r)
{
    struct history *h = &r->history;
    int steps = r->experiment->method->steps;

    h->kept = steps ? steps : r->experiment->results;
    h->stride = 1;
    h->done = ARENA_ARRAY(r->arena, double, NUM_HISTORY_MAX);
    for (int i = 0; i < h->kept; i++)
        h->at[i] = ARENA_ARRAY(r->arena, struct num_estimate, NUM_HISTORY_MAX);
    if (!isnan(num_run_result(r, 0).value))
        keep_point(r);
}

void
live_take(struct num_run *r, const struct num_part *p)
{
    struct history *h = &r->history;

    if (r->bars)
        count_part(r, p);
    if (r->next % h->stride != 0 && r->next != num_run_blocks(r))
        return;
    if (h->n == NUM_HISTORY_MAX)
        thin(h);
    if (r->next % h->stride == 0 || r->next == num_run_blocks(r))
        keep_point(r);
}

struct num_history
num_run_history(const struct num_run *r, int i)
{
    const struct history *h = &r->history;

    if (i < 0 || i >= h->kept)
        return (struct num_history){0};
    return (struct num_history){h->n, h->done, h->at[i]};
}
