#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ui/ui_priv.h"

enum { VALUE_DIGITS = 4 };

/* Simple values by type, for names that no slider and no lesson gives one: whole
 * numbers, numbers, angles (Greek names), complex numbers, arrows. */
static const char *const integers[] = {"5", "2", "3", "1", "4", "7"};
static const char *const reals[] = {"2", "1", "3", "-1", "0.5", "4"};
static const char *const angles[] = {"0.75", "0.5", "0.25", "1", "2", "1.5"};
static const char *const complexes[] = {"1 + 2 i", "3 - i", "2 + i", "1 - i", "i", "2"};
static const char *const arrows[] = {"[1, 2]",  "[3, -1]", "[2, 1]",
                                     "[1, -1]", "[0, 1]",  "[1, 0]"};

/* Numbers for names that none of these is allowed for. */
static const char *const others[] = {"0",   "10",   "11", "12", "20",  "50",
                                     "100", "1000", "-2", "-5", "-20", "0.1"};

enum {
    SIMPLE_COUNT = sizeof reals / sizeof *reals,
    OTHERS_COUNT = sizeof others / sizeof *others,
};

/* ---- the readable point ------------------------------------------------- */

const char *
text_name(struct arena *a, const struct scope *s, const char *name)
{
    const struct term *t = expr_parse(a, s, name, (struct pos){"name", 1, 1}, NULL);

    return t ? expr_plain(a, t, 0) : name;
}

static bool
is_greek(struct arena *a, const struct scope *s, const char *name)
{
    return (unsigned char)text_name(a, s, name)[0] >= 0x80;
}

static const char *const *
simple_values(struct arena *a, const struct scope *s, const struct decl *d)
{
    switch (d->type.kind) {
    case TYPE_INTEGER:
        return integers;
    case TYPE_REAL:
        return is_greek(a, s, d->name) ? angles : reals;
    case TYPE_COMPLEX:
        return complexes;
    case TYPE_VECTOR:
        return d->type.rows.n == 2 ? arrows : NULL;
    default:
        return NULL;
    }
}

static const struct term *
read_value(struct arena *a, const char *text)
{
    struct pos at = {"value", 1, 1};
    struct err e;

    return expr_parse(a, scope_new(a, NULL), text, at, &e);
}

/* Whether a value of type `have` can stand for a name of type `want`. */
static bool
fits(struct type have, struct type want)
{
    if (want.kind == TYPE_VECTOR)
        return have.kind == TYPE_VECTOR && have.rows.n == want.rows.n;
    if (want.kind == TYPE_REAL)
        return have.kind == TYPE_REAL || have.kind == TYPE_INTEGER;
    return have.kind == want.kind;
}

/* What the sliders and names of the figure on the screen say about the name. */
static const struct term *
from_figure(struct ui_model *m, const struct decl *d)
{
    const struct drawing *g = study_drawing(m, NULL);
    int i = g && g->figure ? figure_slider_find(g->figure, d->name) : -1;
    const struct decl *named;

    if (i >= 0)
        return read_value(m->arena, arena_printf(m->arena, "%.*f",
                                                 figure_slider(g->figure, i)->places,
                                                 g->state.value[i]));
    named = g && g->figure ? scope_find(figure_scope(g->figure), d->name) : NULL;
    if (!named)
        named = scope_find(m->study.lesson->scope, d->name);
    return named ? named->value : NULL;
}

/* The taken-th simple value of the name's type. */
static const struct term *
from_list(struct ui_model *m, const struct scope *s, const struct decl *d, int taken)
{
    const char *const *simple = simple_values(m->scratch, s, d);

    return simple ? read_value(m->arena, simple[taken % SIMPLE_COUNT]) : NULL;
}

static bool
within(struct ui_model *m, const struct checked *c, const struct decl *d, double x)
{
    double low = -INFINITY, high = INFINITY;

    if (d->domain.low)
        low = calc_eval_real(m->scratch, NULL, d->domain.low, &c->env);
    if (d->domain.high)
        high = calc_eval_real(m->scratch, NULL, d->domain.high, &c->env);
    return !(x < low || x > high || (d->domain.low_open && x == low) ||
             (d->domain.high_open && x == high));
}

/* Whether all that was declared about d holds with the values in c->env. */
static bool
admits(struct ui_model *m, const struct checked *c, const struct decl *d)
{
    const struct value *v = &c->env.at[c->env.n - 1].value;
    bool ok = true;

    if (d->type.kind == TYPE_INTEGER || d->type.kind == TYPE_REAL)
        ok = within(m, c, d, creal(v->at[0]));
    for (int i = 0; ok && i < d->n_conditions; i++)
        ok = calc_eval_real(m->scratch, NULL, d->conditions[i], &c->env) == 1;
    return ok;
}

/* Give the next name of the point this value; undone when it is not admitted. */
static bool
try_value(struct ui_model *m, struct checked *c, const struct decl *d,
          const struct term *t)
{
    struct calc_name *names = (struct calc_name *)(uintptr_t)c->env.at;
    struct err e;

    if (!t || !fits(t->type, d->type))
        return false;
    names[c->env.n].name = d->name;
    if (!calc_eval(m->arena, NULL, t, NULL, &names[c->env.n].value, &e))
        return false;
    c->env.n++;
    if (!admits(m, c, d)) {
        c->env.n--;
        return false;
    }
    c->coordinates[c->n_coordinates++] =
        (struct coordinate){d->name, t, expr_plain(m->arena, t, 0)};
    return true;
}

static bool
choose_value(struct ui_model *m, struct checked *c, const struct decl *d, int taken)
{
    if (try_value(m, c, d, from_figure(m, d)))
        return true;
    for (int i = 0; i < SIMPLE_COUNT; i++)
        if (try_value(m, c, d, from_list(m, c->derivation->scope, d, taken + i)))
            return true;
    for (int i = 0; i < OTHERS_COUNT; i++)
        if (try_value(m, c, d, read_value(m->arena, others[i])))
            return true;
    return false;
}

/* How many names before the i-th have the same list of simple values. */
static int
taken_before(struct arena *a, const struct scope *s, int i)
{
    const char *const *simple = simple_values(a, s, scope_at(s, i));
    int taken = 0;

    for (int k = 0; k < i; k++)
        if (simple_values(a, s, scope_at(s, k)) == simple)
            taken++;
    return taken;
}

static const char *
point_text(struct arena *a, const struct checked *c)
{
    struct buf b;

    buf_init(&b, a);
    for (int i = 0; i < c->n_coordinates; i++)
        buf_printf(&b, "%s%s = %s", i ? ", " : "",
                   text_name(a, c->derivation->scope, c->coordinates[i].name),
                   c->coordinates[i].text);
    return b.s;
}

/* One value for every declared name; without one for each there is no point. */
static bool
choose_point(struct ui_model *m, struct checked *c)
{
    const struct scope *s = c->derivation->scope;
    int n = scope_count(s);

    c->coordinates = ARENA_ARRAY(m->arena, struct coordinate, n + 1);
    c->env.at = ARENA_ARRAY(m->arena, struct calc_name, n + 1);
    for (int i = 0; i < n; i++) {
        const struct decl *d = scope_at(s, i);

        if (!d->value && !choose_value(m, c, d, taken_before(m->scratch, s, i)))
            return false;
    }
    return true;
}

static const char *
value_at(struct ui_model *m, const struct checked *c, const struct term *t)
{
    struct value v;
    struct err e;

    if (!t || !calc_eval(m->scratch, c->derivation->scope, t, &c->env, &v, &e))
        return "";
    return arena_strdup(m->arena, value_text(m->scratch, v, VALUE_DIGITS));
}

static void
prepare(struct ui_model *m, struct checked *c)
{
    bool point;

    c->ready = true;
    c->lines = ARENA_ARRAY(m->arena, struct line_check, c->derivation->n_lines + 1);
    c->point = c->start_value = "";
    point = choose_point(m, c);
    if (!point) {
        c->env.n = c->n_coordinates = 0;
        return;
    }
    c->point = point_text(m->arena, c);
    c->start_value = value_at(m, c, c->derivation->start);
}

/* ---- comparing lines ---------------------------------------------------- */

static const char *
where_it_differs(struct arena *a, const struct scope *s, const struct exact_result *r)
{
    struct buf b;

    buf_init(&b, a);
    for (int i = 0; i < r->n_point; i++)
        buf_printf(&b, "%s%s = %s", i ? ", " : "at ", text_name(a, s, r->point[i].name),
                   r->point[i].text);
    buf_printf(&b, "%s%s and %s", b.n ? ": " : "", r->left ? r->left : "?",
               r->right ? r->right : "?");
    return b.s;
}

static const char *
why_open(struct arena *a, const struct scope *s, const struct exact_result *r)
{
    if (r->verdict == VERDICT_EQUAL)
        return "";
    if (r->verdict == VERDICT_DIFFERENT)
        return where_it_differs(a, s, r);
    return arena_strdup(a, r->why && *r->why ? r->why : "no point decides it");
}

/* The last line above i that is a term. */
static const struct term *
above(const struct derivation *d, int i, const struct checked *c, const char **value)
{
    *value = c->start_value;
    while (--i >= 0) {
        if (!d->lines[i].claim && d->lines[i].term) {
            *value = c->lines[i].value;
            return d->lines[i].term;
        }
    }
    return d->start;
}

static void
check_line(struct ui_model *m, struct checked *c, int i)
{
    const struct derivation_line *line = &c->derivation->lines[i];
    struct line_check *k = &c->lines[i];
    struct exact_options o = {.prefer = c->coordinates, .n_prefer = c->n_coordinates};
    struct exact_result r;
    const struct term *before;
    const char *value;

    *k = (struct line_check){.done = true, .why = "", .value = ""};
    if (line->claim || !line->term)
        return;
    before = above(c->derivation, i, c, &value);
    arena_reset(m->scratch);
    r = exact_compare(m->scratch, c->derivation->scope, before, line->relation,
                      line->term, &o);
    k->verdict = r.verdict;
    k->why = why_open(m->arena, c->derivation->scope, &r);
    if (*c->start_value)
        k->value = value_at(m, c, line->term);
    k->same = *k->value && strcmp(k->value, value) == 0;
}

void
derive_check(struct ui_model *m, struct checked *c, int lines)
{
    if (!c->ready)
        prepare(m, c);
    for (int i = 0; i < lines && i < c->derivation->n_lines; i++)
        if (!c->lines[i].done)
            check_line(m, c, i);
}
