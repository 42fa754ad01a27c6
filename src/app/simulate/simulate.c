/* simulate: experiments of the compute core. */
#include "app/simulate/threads.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/app.h"
#include "base/near.h"
#include "calc/calc.h"
#include "term/term.h"

enum { TEXT_MAX = 16 << 20, NAMES_MAX = 32, COLUMN = 26 };

/* One row of `simulate --list` is a parameter; its value is found in the settings. */
struct chosen {
    const struct num_experiment *experiment;
    struct num_settings settings;
};

static const struct pos nowhere = {0};

/* ---- choosing ---------------------------------------------------------------------- */

static bool
no_experiment(const char *name, struct err *e)
{
    const char *names[NAMES_MAX + 1] = {0}, *near;

    for (int i = 0; i < NAMES_MAX && num_experiment_at(i); i++)
        names[i] = num_experiment_at(i)->name;
    near = near_find(name, names);
    return err_at(e, nowhere, ERR_EXPERIMENT_NONE, "no experiment '%s'%s%s%s", name,
                  near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
}

/* "normal, uniform or sign" */
static char *
words_text(struct arena *a, const char *const *words)
{
    char *text = arena_strdup(a, words[0]);

    for (int i = 1; words[i]; i++)
        text = arena_printf(a, "%s%s%s", text, words[i + 1] ? ", " : " or ", words[i]);
    return text;
}

/* What the language has no number for. */
static bool
is_infinite(const char *text, double *out)
{
    *out = text[0] == '-' ? -INFINITY : INFINITY;
    return strcmp(text, "inf") == 0 || strcmp(text, "-inf") == 0;
}

/* A number as a term of the language, without names. */
static bool
set_number(struct app *app, struct chosen *c, int i, const char *text, struct err *e)
{
    struct scope *s = scope_new(app->arena, NULL);
    const char *name = c->experiment->parameter[i].name;
    const struct term *t;
    struct value v;

    if (is_infinite(text, &c->settings.value[i]))
        return true;
    t = expr_parse(app->arena, s, text, (struct pos){name, 1, 1}, e);
    if (!t || !calc_eval(app->arena, s, t, NULL, &v, e))
        return false;
    if (v.rows != 1 || v.cols != 1 || !v.real)
        return err_at(e, nowhere, ERR_PARAMETER_VALUE, "%s = %s is not a real number",
                      name, text);
    c->settings.value[i] = creal(v.at[0]);
    return true;
}

/* "d=64" */
static bool
set_parameter(struct app *app, struct chosen *c, const char *text, const char **source,
              struct err *e)
{
    const struct num_experiment *x = c->experiment;
    const char *equals = strchr(text, '=');
    char *name, *read;
    int i;

    if (!equals)
        return err_at(e, nowhere, ERR_VALUE_FORM, "'%s' gives no value: write NAME=VALUE",
                      text);
    name = arena_strndup(app->arena, text, (size_t)(equals - text));
    i = num_parameter_get(x, name, e);
    if (i < 0)
        return false;
    switch (x->parameter[i].kind) {
    case NUM_WORD:
        return num_settings_word(x, &c->settings, name, equals + 1, e);
    case NUM_TEXT:
        if (!store_read_file(app->arena, equals + 1, TEXT_MAX, &read, &c->settings.length,
                             e))
            return false;
        c->settings.text = read;
        return true;
    default:
        *source = equals + 1;
        return set_number(app, c, i, equals + 1, e);
    }
}

static bool
choose(struct app *app, struct chosen *c, const char **source, struct err *e)
{
    c->experiment = num_experiment_find(app->operands[0]);
    if (!c->experiment)
        return no_experiment(app->operands[0], e);
    num_settings_init(c->experiment, &c->settings);
    c->settings.seed = app->options.seed;
    for (int i = 1; i < app->n; i++)
        if (!set_parameter(app, c, app->operands[i], source, e))
            return false;
    *source = NULL;
    return true;
}

/* ---- the list ---------------------------------------------------------------------- */

/* "1 to 10000000" */
static const char *
range_text(struct arena *a, const struct num_parameter *p)
{
    if (p->kind == NUM_TEXT)
        return "FILE";
    if (p->kind == NUM_WORD)
        return words_text(a, p->words);
    return arena_printf(a, "%.15g to %.15g", p->low, p->high);
}

static const char *
start_text(struct arena *a, const struct num_parameter *p)
{
    if (p->kind == NUM_WORD)
        return p->words[(int)p->start];
    return p->kind == NUM_TEXT ? "" : arena_printf(a, "%.15g", p->start);
}

static json_t *
parameters_json(struct app *app, const struct num_experiment *x)
{
    json_t *list = json_array();

    for (int i = 0; i < x->parameters; i++) {
        const struct num_parameter *p = &x->parameter[i];

        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:s}", "name", p->name,
                                              "default", start_text(app->arena, p),
                                              "range", range_text(app->arena, p),
                                              "meaning", p->meaning));
    }
    return list;
}

static json_t *
results_json(const struct num_experiment *x)
{
    json_t *list = json_array();

    for (int i = 0; i < x->results; i++)
        json_array_append_new(list, json_string(x->result[i]));
    return list;
}

static void
list_one(struct app *app, const struct num_experiment *x)
{
    if (app->options.json) {
        say_json(app, json_pack("{s:s, s:s, s:o, s:o}", "name", x->name, "meaning",
                                x->meaning, "parameters", parameters_json(app, x),
                                "results", results_json(x)));
        return;
    }
    say("%s: %s\n", x->name, x->meaning);
    for (int i = 0; i < x->parameters; i++) {
        const struct num_parameter *p = &x->parameter[i];
        const char *set =
            arena_printf(app->arena, "%s=%s", p->name, start_text(app->arena, p));

        say("    %-*s %s (%s)\n", COLUMN, set, p->meaning, range_text(app->arena, p));
    }
    say("    gives ");
    for (int i = 0; i < x->results; i++)
        say("%s%s", x->result[i], i + 1 < x->results ? ", " : "\n");
}

static int
list_all(struct app *app)
{
    for (int i = 0; num_experiment_at(i); i++)
        list_one(app, num_experiment_at(i));
    return STATUS_YES;
}

/* ---- while it runs ----------------------------------------------------------------- */

/* A line on a terminal that is written over and over. */
struct progress {
    bool wanted;
    double began, shown;
    int width; /* of the line that stands there */
};

static void
progress_clear(struct progress *p)
{
    if (p->width > 0)
        fprintf(stderr, "\r%*s\r", p->width, "");
    p->width = 0;
    fflush(stderr);
}

static void
progress_show(void *data, const struct num_run *r)
{
    struct progress *p = data;
    double now = p->wanted ? seconds_now() : 0, done = num_run_done(r);
    char line[70];

    if (!p->wanted || now - p->shown < 0.2)
        return;
    progress_clear(p);
    p->width = snprintf(line, sizeof line, "%.0f of %.0f (%.1f %%), %.3g a second", done,
                        num_run_total(r), 100 * done / num_run_total(r),
                        done / (now - p->began));
    if (p->width >= (int)sizeof line)
        p->width = (int)sizeof line - 1;
    fputs(line, stderr);
    fflush(stderr);
    p->shown = now;
}

/* ---- what came out ----------------------------------------------------------------- */

struct outcome {
    const struct chosen *chosen;
    const struct num_run *run;
    double seconds;
    bool whole; /* came to its end */
};

/* null is what has no value. */
static json_t *
number_json(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

static json_t *
settings_json(const struct chosen *c)
{
    json_t *o = json_object();

    for (int i = 0; i < c->experiment->parameters; i++) {
        const struct num_parameter *p = &c->experiment->parameter[i];
        double x = c->settings.value[i];

        if (p->kind == NUM_WORD)
            json_object_set_new(o, p->name, json_string(p->words[(int)x]));
        else if (p->kind != NUM_TEXT && isinf(x))
            json_object_set_new(o, p->name, json_string(x > 0 ? "inf" : "-inf"));
        else if (p->kind == NUM_WHOLE)
            json_object_set_new(o, p->name, json_integer((json_int_t)x));
        else if (p->kind == NUM_REAL)
            json_object_set_new(o, p->name, json_real(x));
    }
    return o;
}

static json_t *
seed_json(struct app *app, uint64_t seed)
{
    if (seed <= INT64_MAX)
        return json_integer((json_int_t)seed);
    return json_string(arena_printf(app->arena, "%llu", (unsigned long long)seed));
}

static void
say_outcome_json(struct app *app, const struct outcome *out)
{
    const struct num_experiment *x = out->chosen->experiment;
    json_t *o = json_pack("{s:s, s:o}", "experiment", x->name, "parameters",
                          settings_json(out->chosen));

    for (int i = 0; i < x->results; i++) {
        struct num_estimate at = num_run_result(out->run, i);

        json_object_set_new(o, x->result[i], number_json(at.value));
        json_object_set_new(o, arena_printf(app->arena, "%s_stderr", x->result[i]),
                            number_json(at.error));
    }
    json_object_set_new(o, "samples",
                        json_integer((json_int_t)num_run_samples(out->run)));
    json_object_set_new(o, "seconds", json_real(out->seconds));
    json_object_set_new(o, "seed", seed_json(app, out->chosen->settings.seed));
    json_object_set_new(o, "stopped", json_boolean(!out->whole));
    if (num_run_note(out->run)[0])
        json_object_set_new(o, "note", json_string(num_run_note(out->run)));
    say_json(app, o);
}

/* As many digits as the error leaves two of. */
static const char *
estimate_text(struct arena *a, struct num_estimate x, const char *sign)
{
    int digits = 15;

    if (isnan(x.value))
        return "no number";
    if (isnan(x.error))
        return arena_printf(a, "%.6g", x.value);
    if (x.error == 0)
        return arena_printf(a, "%.15g", x.value);
    if (x.value != 0)
        digits = (int)ceil(log10(fabs(x.value) / x.error)) + 2;
    digits = digits < 2 ? 2 : digits > 15 ? 15 : digits;
    return arena_printf(a, "%.*g %s %.2g", digits, x.value, sign, x.error);
}

static void
say_outcome(struct app *app, const struct outcome *out)
{
    const struct num_experiment *x = out->chosen->experiment;
    bool ascii = app->options.ascii || term_alphabet() != ALPHABET_UNICODE;

    for (int i = 0; i < x->results; i++)
        say("%-*s %s\n", COLUMN, x->result[i],
            estimate_text(app->arena, num_run_result(out->run, i), ascii ? "+-" : "±"));
    if (num_run_note(out->run)[0])
        say("(%s)\n", num_run_note(out->run));
    say("%.0f samples, %.3g seconds, seed %llu%s\n", num_run_samples(out->run),
        out->seconds, (unsigned long long)out->chosen->settings.seed,
        out->whole ? "" : "; stopped before the end");
}

int
run_simulate(struct app *app)
{
    struct chosen c = {0};
    struct outcome out = {.chosen = &c};
    struct progress p = {.wanted = !app->options.quiet && isatty(STDERR_FILENO)};
    const char *source = NULL;
    struct num_run *r;
    struct err e;

    if (app->options.list && app->n == 0)
        return list_all(app);
    if (app->options.list || app->n == 0) {
        err_at(&e, nowhere, ERR_OPERANDS,
               "usage: ropewalk simulate NAME [x=v...], or ropewalk simulate --list");
        return report(app, &e, NULL);
    }
    if (!choose(app, &c, &source, &e))
        return report(app, &e, source);
    run_hold_interrupts();
    p.began = p.shown = seconds_now();
    r = num_run_new(app->arena, c.experiment, &c.settings, &e);
    if (!r)
        return report(app, &e, NULL);
    out.run = r;
    out.whole = run_to_end(r, progress_show, &p);
    out.seconds = seconds_now() - p.began;
    progress_clear(&p);
    if (app->options.json)
        say_outcome_json(app, &out);
    else
        say_outcome(app, &out);
    return STATUS_YES;
}
