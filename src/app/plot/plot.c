/* ropewalk plot: terms over a range, or numbers from standard input. */
#include <ctype.h>
#include <math.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "app/app.h"
#include "app/plot/numbers.h"
#include "app/plot/print.h"
#include "base/buf.h"
#include "base/utf8.h"
#include "calc/calc.h"

enum { USUAL_COLS = 80, USUAL_ROWS = 24 };

static const struct pos nowhere = {0};

/* ---- operands ------------------------------------------------------------------------
 */

enum operand_kind { OPERAND_TERM, OPERAND_VALUE, OPERAND_RANGE };

/* "x=0..1" is NAME = LOW..HIGH, "a=2" NAME = VALUE; anything else is a term. */
struct operand {
    enum operand_kind kind;
    const char *text, *name, *low, *high;
    struct pos low_at, high_at;
};

/* The first of `mark` outside brackets; NULL when there is none. */
static const char *
find_outside(const char *text, const char *mark)
{
    int depth = 0;

    for (const char *at = text; *at; at++) {
        if (depth == 0 && strncmp(at, mark, strlen(mark)) == 0)
            return at;
        depth += strchr("([{", *at) != NULL;
        depth -= strchr(")]}", *at) != NULL;
    }
    return NULL;
}

/* The name before the '=', NULL when there is none: "a <" in "a <= 2" is no name. */
static const char *
name_before(struct arena *a, const char *text, const char *equals)
{
    const char *end = equals;

    while (text < end && isspace((unsigned char)*text))
        text++;
    while (end > text && isspace((unsigned char)end[-1]))
        end--;
    for (const char *at = text; at < end; at++)
        if ((unsigned char)*at < 0x80 && !isalnum((unsigned char)*at) && *at != '_' &&
            *at != '\'')
            return NULL;
    return end > text && !isdigit((unsigned char)*text)
               ? arena_strndup(a, text, (size_t)(end - text))
               : NULL;
}

static struct operand
operand_read(struct arena *a, const char *text)
{
    const char *equals = find_outside(text, "="), *dots;
    struct operand o = {.kind = OPERAND_TERM, .text = text};

    o.name = equals ? name_before(a, text, equals) : NULL;
    if (!o.name)
        return o;
    o.kind = OPERAND_VALUE;
    dots = find_outside(equals + 1, "..");
    if (!dots)
        return o;
    o.kind = OPERAND_RANGE;
    o.low = arena_strndup(a, equals + 1, (size_t)(dots - equals - 1));
    o.high = dots + 2;
    o.low_at =
        (struct pos){"range", 1, 1 + utf8_chars(text, (size_t)(equals + 1 - text))};
    o.high_at = (struct pos){"range", 1, 1 + utf8_chars(text, (size_t)(o.high - text))};
    return o;
}

/* ---- terms ---------------------------------------------------------------------------
 */

/* The operands, read; *source is the text that an error is about. */
struct request {
    struct app *app;
    struct operand *at;
    struct plot_terms plot;
    struct scope *values, *scope; /* of the operands; with the variable in it too */
    const char **source;
};

static bool
refuse(struct request *r, const char *source, struct pos at, struct err *e,
       const char *sentence, const char *what)
{
    *r->source = source;
    return err_at(e, at, ERR_PLOT_TERM, "'%s' %s", what, sentence);
}

/* Whether the term is a real number that doubles can hold, wherever the variable is. */
static bool
check_real(struct request *r, const struct scope *s, const struct term *t,
           const char *source, struct pos at, struct err *e)
{
    struct app *app = r->app;
    struct calc_name x = {r->plot.variable, calc_real(app->arena, 1)};
    struct value v;

    *r->source = source;
    if (t->type.kind != TYPE_INTEGER && t->type.kind != TYPE_REAL)
        return err_at(e, at, ERR_PLOT_TERM, "%s is no real number",
                      type_phrase(app->arena, t->type));
    return calc_eval(app->arena, s, t, &(struct calc_env){.at = &x, .n = 1}, &v, e);
}

static const struct term *
bound_read(struct request *r, const struct operand *o, const char *text, struct pos at,
           struct err *e)
{
    const struct term *t;

    *r->source = o->text;
    t = expr_parse(r->app->arena, r->values, text, at, e);
    return t && check_real(r, r->values, t, o->text, at, e) ? t : NULL;
}

static bool
range_read(struct request *r, const struct operand *o, struct err *e)
{
    struct plot_terms *p = &r->plot;
    struct arena *a = r->app->arena;
    double low, high;

    if (p->variable)
        return refuse(r, o->text, nowhere, e, "is a second range; a plot has one",
                      o->text);
    if (scope_find(r->values, o->name))
        return refuse(r, o->text, nowhere, e, "has a value and a range", o->name);
    p->variable = o->name;
    p->low = bound_read(r, o, o->low, o->low_at, e);
    p->high = p->low ? bound_read(r, o, o->high, o->high_at, e) : NULL;
    if (!p->high)
        return false;
    low = calc_eval_real(a, r->values, p->low, NULL);
    high = calc_eval_real(a, r->values, p->high, NULL);
    if (!isfinite(low) || !isfinite(high) || !(low < high))
        return refuse(r, o->text, nowhere, e, "must rise from one number to another",
                      o->text);
    if (p->log_x && !(low > 0))
        return refuse(r, o->text, nowhere, e, "must lie above 0 for powers of ten",
                      o->text);
    return true;
}

static bool
term_read(struct request *r, const struct operand *o, const struct term **out,
          struct err *e)
{
    struct pos at = {"expression", 1, 1};

    *r->source = o->text;
    *out = expr_parse(r->app->arena, r->scope, o->text, at, e);
    return *out && check_real(r, r->scope, *out, o->text, at, e);
}

/* All operands of one kind, in order; `values` first, for the range may use them. */
static bool
values_read(struct request *r, struct err *e)
{
    struct app *app = r->app;

    for (int i = 0; i < app->n; i++) {
        *r->source = r->at[i].text;
        if (r->at[i].kind == OPERAND_VALUE &&
            !scope_declare(app->arena, r->values, r->at[i].text,
                           (struct pos){"value", 1, 1}, e))
            return false;
    }
    for (int i = 0; i < app->n; i++)
        if (r->at[i].kind == OPERAND_RANGE && !range_read(r, &r->at[i], e))
            return false;
    return true;
}

/* The variable becomes a name of the scope, in the language's own spelling: θ is theta.
 */
static bool
variable_declare(struct request *r, struct err *e)
{
    struct arena *a = r->app->arena;

    r->scope = scope_new(a, r->values);
    *r->source = r->plot.variable;
    if (!scope_declare(a, r->scope, arena_printf(a, "%s : real", r->plot.variable),
                       (struct pos){"range", 1, 1}, e))
        return false;
    r->plot.variable = scope_at(r->scope, 0)->name;
    return true;
}

static bool
terms_read(struct request *r, struct err *e)
{
    struct app *app = r->app;
    const struct term **terms = ARENA_ARRAY(app->arena, const struct term *, app->n);
    const char **labels = ARENA_ARRAY(app->arena, const char *, app->n);
    struct plot_terms *p = &r->plot;

    if (!variable_declare(r, e))
        return false;
    for (int i = 0; i < app->n; i++) {
        if (r->at[i].kind != OPERAND_TERM)
            continue;
        if (p->n == PLOT_TERMS_MAX)
            return err_at(e, nowhere, ERR_OPERANDS, "a plot has at most %d terms",
                          PLOT_TERMS_MAX);
        if (!term_read(r, &r->at[i], &terms[p->n], e))
            return false;
        labels[p->n++] = r->at[i].text;
    }
    p->scope = r->scope;
    p->at = terms;
    p->labels = labels;
    return true;
}

/* NULL with *e. */
static const struct figure *
plot_terms(struct app *app, const char **source, struct err *e)
{
    struct request r = {.app = app,
                        .at = ARENA_ARRAY(app->arena, struct operand, app->n),
                        .values = scope_new(app->arena, NULL),
                        .source = source};
    int ranges = 0, terms = 0;

    r.plot.log_x = strchr(app->options.log, 'x') != NULL;
    r.plot.log_y = strchr(app->options.log, 'y') != NULL;
    for (int i = 0; i < app->n; i++) {
        r.at[i] = operand_read(app->arena, app->operands[i]);
        ranges += r.at[i].kind == OPERAND_RANGE;
        terms += r.at[i].kind == OPERAND_TERM;
    }
    if (!ranges || !terms) {
        err_at(e, nowhere, ERR_OPERANDS,
               ranges ? "there is nothing to plot: ropewalk plot 'sin(x)' x=0..2pi"
                      : "over which range? ropewalk plot 'sin(x)' x=0..2pi");
        return NULL;
    }
    if (!values_read(&r, e) || !terms_read(&r, e))
        return NULL;
    *source = NULL;
    return figure_of_terms(app->arena, &r.plot);
}

/* ---- numbers -------------------------------------------------------------------------
 */

static bool
wants_numbers(const struct app *app)
{
    const struct options *o = &app->options;

    return o->series || o->bars || o->hist || (*o->log && app->n == 0);
}

static const struct figure *
plot_numbers(struct app *app, struct err *e)
{
    const struct options *o = &app->options;
    struct plot_numbers p = {.kind = o->bars   ? PLOT_BARS
                                     : o->hist ? PLOT_HISTOGRAM
                                               : PLOT_SERIES};
    struct numbers all;

    if (app->n > 0 || o->series + o->bars + o->hist > 1) {
        err_at(
            e, nowhere, ERR_OPERANDS,
            "numbers are plotted by one of --series, --bars and --hist, without terms");
        return NULL;
    }
    if (!numbers_read(app->arena, stdin, o->bars, &all, e))
        return NULL;
    p.at = all.at;
    p.labels = all.labels;
    p.n = all.n;
    p.log_x = strchr(o->log, 'x') != NULL;
    p.log_y = strchr(o->log, 'y') != NULL;
    return figure_of_numbers(app->arena, &p);
}

/* ---- the command ---------------------------------------------------------------------
 */

/* What a terminal has room for, at most the usual size. */
static struct print_usual
usual_size(void)
{
    struct print_usual usual = {USUAL_COLS, USUAL_ROWS, false, ""};
    struct winsize w;

    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) != 0)
        return usual;
    if (w.ws_col > 0 && w.ws_col < usual.cols)
        usual.cols = w.ws_col;
    if (w.ws_row > 1 && w.ws_row - 1 < usual.rows)
        usual.rows = w.ws_row - 1;
    return usual;
}

/* "sin(x), cos(x), x=0..2pi"; what is plotted of numbers. */
static const char *
title_of(struct app *app)
{
    struct buf b;

    buf_init(&b, app->arena);
    for (int i = 0; i < app->n; i++)
        buf_printf(&b, "%s%s", i ? ", " : "", app->operands[i]);
    if (app->n)
        return b.s;
    return app->options.bars   ? "Bars"
           : app->options.hist ? "Histogram"
                               : "Series of numbers";
}

int
run_plot(struct app *app)
{
    const struct figure *f;
    struct print_usual usual;
    struct figure_state s;
    const char *source = NULL;
    struct err e;

    f = wants_numbers(app) ? plot_numbers(app, &e) : plot_terms(app, &source, &e);
    if (!f)
        return report(app, &e, source);
    figure_start(f, &s);
    usual = usual_size();
    usual.title = title_of(app);
    return print_figure(app, f, &s, usual);
}
