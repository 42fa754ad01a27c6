#include <math.h>
#include <string.h>

#include "figure/reader.h"

enum { SWITCH_PLACES_MAX = 9, SHARES = 100, LOG_SHARES = 60, COARSE_SHARES = 10 };

/* ---- reading ---------------------------------------------------------------------- */

/* The smallest of 1, 2, 5 times a power of ten that is at least x. */
static double
nice_above(double x)
{
    double power = pow(10, floor(log10(x)));
    double share = x / power * (1 - 1e-9);

    return power * (share <= 1 ? 1 : share <= 2 ? 2 : share <= 5 ? 5 : 10);
}

static bool
is_decimal(double v, int places)
{
    double scaled = v * pow(10, places);

    return fabs(scaled - nearbyint(scaled)) < 1e-6;
}

/* Decimals that show every place of the slider, three when none do. */
static int
places_of(const struct slider *s)
{
    for (int places = 0; places <= PLACES_MAX; places++)
        if (is_decimal(s->step, places) && is_decimal(s->initial, places))
            return places;
    return 3;
}

static bool
slider_fault(struct reader *r, const struct binding *b, const char *fault)
{
    return errs_at(r->arena, r->errs, b->at, ERR_FIGURE_SLIDER, "the slider %s %s",
                   b->name, fault);
}

static double
constant_of(struct reader *r, const struct term *t)
{
    return t ? calc_eval_real(r->arena, r->f->scope, t, NULL) : NAN;
}

static bool
is_integer_type(const struct term *t)
{
    return !t || t->type.kind == TYPE_INTEGER;
}

static bool
slider_bounds(struct reader *r, const struct binding *b, struct slider *s)
{
    if (!b->low || !b->high || b->n_choices || b->n_conditions)
        return slider_fault(r, b, "needs a range, as in: m = 5 in 0..64");
    s->low = constant_of(r, b->low);
    s->high = constant_of(r, b->high);
    s->initial = constant_of(r, b->value);
    s->step = constant_of(r, b->step);
    if (!isfinite(s->low) || !isfinite(s->high) || !(s->low < s->high))
        return slider_fault(r, b, "needs a range that rises from a number to a number");
    if (!(s->initial >= s->low && s->initial <= s->high))
        return slider_fault(r, b, "starts outside its range");
    if (b->step && !(s->step > 0 && s->step <= s->high - s->low))
        return slider_fault(r, b, "has a step that is not between 0 and its range");
    return true;
}

/* A slider whose steps are ratios; without a step, about LOG_SHARES of them. */
static bool
log_steps(struct reader *r, const struct binding *b, struct slider *s)
{
    if (!(s->low > 0))
        return slider_fault(r, b, "is logarithmic and must begin above 0");
    s->integer =
        is_integer_type(b->value) && is_integer_type(b->low) && is_integer_type(b->high);
    s->free = !b->step;
    if (s->free)
        s->step = pow(s->high / s->low, 1.0 / LOG_SHARES);
    else if (!(s->step > 1))
        return slider_fault(r, b, "is logarithmic: its step is a ratio above 1");
    s->coarse = fmax(s->step * s->step, pow(s->high / s->low, 1.0 / COARSE_SHARES));
    return true;
}

static bool
slider_of(struct reader *r, const struct binding *b, bool log, struct slider *s)
{
    *s = (struct slider){.name = b->name, .log = log};
    if (!slider_bounds(r, b, s))
        return false;
    if (s->log)
        return log_steps(r, b, s);
    s->integer = is_integer_type(b->value) && is_integer_type(b->low) &&
                 is_integer_type(b->high) && is_integer_type(b->step);
    if (!b->step)
        s->step = s->integer ? 1 : nice_above((s->high - s->low) / SHARES);
    s->coarse = fmax(nice_above((s->high - s->low) / COARSE_SHARES), 2 * s->step);
    s->coarse = nearbyint(s->coarse / s->step) * s->step;
    s->places = places_of(s);
    return true;
}

static bool
slider_add(struct reader *r, const struct slider *s, struct pos at)
{
    struct figure *f = r->f;

    if (f->n_sliders == FIGURE_SLIDERS_MAX)
        return errs_at(r->arena, r->errs, at, ERR_FIGURE_MANY,
                       "a figure may have at most %d sliders and switches",
                       FIGURE_SLIDERS_MAX);
    f->shown[f->n_sliders] = name_shown(r, s->name);
    f->sliders[f->n_sliders++] = *s;
    return true;
}

/* Take `as "what it is"` off the end of s; "" when there is none. */
static const char *
about_cut(struct reader *r, struct source *s)
{
    static const char mark[] = " as \"";
    size_t len = strlen(s->text);
    const char *at = NULL;

    if (len && s->text[len - 1] == '"')
        for (const char *p = s->text; (p = strstr(p, mark)); p++)
            at = p;
    if (!at || at + sizeof mark - 1 > s->text + len - 1)
        return "";
    at += sizeof mark - 1;
    len = (size_t)(s->text + len - 1 - at);
    s->text =
        arena_strndup(r->arena, s->text, (size_t)(at - s->text) - (sizeof mark - 1));
    return arena_strndup(r->arena, at, len);
}

/* "m = 5 in 0..64 as "seat"". False when nothing more may be read. */
static bool
slider_read(struct reader *r, struct source one, bool log)
{
    const char *about = about_cut(r, &one);
    struct bindings all;
    struct err e = {0};
    struct slider s;

    if (!bindings_read(r->arena, r->f->scope, one.text, one.at, &all, &e)) {
        errs_add(r->arena, r->errs, &e);
        return false;
    }
    for (int i = 0; i < all.n; i++) {
        if (!slider_of(r, &all.at[i], log, &s))
            continue;
        s.about = about;
        if (!slider_add(r, &s, all.at[i].at))
            return false;
    }
    return true;
}

void
sliders_read(struct reader *r, const struct field *line)
{
    struct source rest = {line->text, line->text_at}, one;

    if (*line->name && strcmp(line->name, "log") != 0) {
        errs_at(r->arena, r->errs, line->at, ERR_FIGURE_LINE,
                "write 'slider:' or 'slider log:'");
        return;
    }
    do
        source_cut(r, rest, ";", &one, &rest);
    while (slider_read(r, one, *line->name) && rest.text);
}

/* "turn the key; turn the query" into labels; how many, 0 with an error added. */
static int
switch_places(struct reader *r, struct source s, const char **labels)
{
    int n = 0;

    for (struct source place; s.text; n++) {
        source_cut(r, s, ";", &place, &s);
        if (n == SWITCH_PLACES_MAX || !*place.text)
            break;
        labels[n] = place.text;
    }
    if (!s.text && n > 1)
        return n;
    errs_at(r->arena, r->errs, s.at, ERR_FIGURE_SLIDER,
            "a switch needs 2 to %d names of places between ';'", SWITCH_PLACES_MAX);
    return 0;
}

void
switch_read(struct reader *r, const struct field *line)
{
    const char **labels = ARENA_ARRAY(r->arena, const char *, SWITCH_PLACES_MAX);
    struct source name, places;
    struct slider s = {.initial = 1, .low = 1, .step = 1, .coarse = 1, .integer = true};
    struct source all = {line->text, line->text_at};

    s.about = about_cut(r, &all);
    if (!source_cut(r, all, "=", &name, &places)) {
        errs_at(r->arena, r->errs, line->text_at, ERR_FIGURE_SLIDER,
                "write a switch as: view = turn the key; turn the query");
        return;
    }
    s.high = switch_places(r, places, labels);
    if (s.high == 0 || !name_check(r, name))
        return;
    s.name = name.text;
    s.labels = labels;
    scope_add(r->arena, r->f->scope, s.name, (struct type){.kind = TYPE_INTEGER});
    slider_add(r, &s, line->at);
}

double
slider_share(const struct slider *s, double v)
{
    double share = s->log ? log(v / s->low) / log(s->high / s->low)
                          : (v - s->low) / (s->high - s->low);

    return fmin(fmax(share, 0), 1);
}

/* ---- the state -------------------------------------------------------------------- */

int
figure_slider_count(const struct figure *f)
{
    return f->n_sliders;
}

const struct slider *
figure_slider(const struct figure *f, int i)
{
    return &f->sliders[i];
}

const char *
figure_slider_shown(const struct figure *f, int i)
{
    return f->shown[i];
}

int
figure_slider_find(const struct figure *f, const char *name)
{
    for (int i = 0; i < f->n_sliders; i++)
        if (strcmp(f->sliders[i].name, name) == 0 || strcmp(f->shown[i], name) == 0)
            return i;
    return -1;
}

int
figure_play_slider(const struct figure *f)
{
    return f->play;
}

void
figure_start(const struct figure *f, struct figure_state *s)
{
    *s = (struct figure_state){.guess = NAN, .place = -1};
    for (int i = 0; i < f->n_sliders; i++)
        s->value[i] = s->before[i] = f->sliders[i].initial;
}

/* v with three significant digits, as far as a double goes. */
static double
three_digits(double v)
{
    double unit = pow(10, 2 - floor(log10(v)));

    return isfinite(unit) && unit > 0 ? nearbyint(v * unit) / unit : v;
}

/* The same for a slider whose steps are ratios. */
static double
log_place(const struct slider *s, double v)
{
    double k;

    if (!s->free) {
        k = nearbyint(log(v / s->initial) / log(s->step));
        v = s->initial * pow(s->step, k);
    }
    v = s->integer ? nearbyint(v) : three_digits(v);
    return fmin(fmax(v, s->low), s->high);
}

/* The place of the slider that is nearest to v; its ends are places too. */
static double
nearest_place(const struct slider *s, double v)
{
    double power = pow(10, s->places);

    if (!(v > s->low))
        return s->low;
    if (v >= s->high)
        return s->high;
    if (s->log)
        return log_place(s, v);
    v = s->initial + nearbyint((v - s->initial) / s->step) * s->step;
    if (is_decimal(s->step, s->places))
        v = nearbyint(v * power) / power;
    return fmin(fmax(v, s->low), s->high);
}

bool
figure_set(const struct figure *f, struct figure_state *s, int i, double v)
{
    double place;

    if (isnan(v))
        return false;
    place = nearest_place(&f->sliders[i], v);
    if (place == s->value[i])
        return false;
    if (!s->has_before)
        memcpy(s->before, s->value, sizeof s->before);
    s->has_before = true;
    s->value[i] = place;
    return true;
}

bool
figure_move(const struct figure *f, struct figure_state *s, int i, int n, bool coarse)
{
    const struct slider *slider = &f->sliders[i];

    double step = coarse ? slider->coarse : slider->step, v = s->value[i];

    if (!slider->log)
        return figure_set(f, s, i, v + n * step);
    v *= pow(step, n);
    if (slider->integer && slider->free && fabs(v - s->value[i]) < fabs((double)n))
        v = s->value[i] + n; /* small whole numbers: one after the other */
    return figure_set(f, s, i, v);
}

char *
figure_slider_text(struct arena *a, const struct figure *f, const struct figure_state *s,
                   int i)
{
    const struct slider *slider = &f->sliders[i];

    if (slider->labels)
        return arena_strdup(
            a, slider->labels[(int)(nearest_place(slider, s->value[i]) - slider->low)]);
    if (slider->log)
        return number_short(a, s->value[i]);
    return number_fixed(a, s->value[i], slider->places);
}
