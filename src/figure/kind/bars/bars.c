/*
 * Bars: one row or more for each value, with its name on the left and the value behind
 * its end.
 */
#include <math.h>
#include <string.h>

#include "figure/ink/axes.h"
#include "figure/kind/kind.h"
#include "figure/part/part.h"

enum { BARS_MAX = 64, THICK_MAX = 3, NAMES_MAX = 32, AXIS_ROWS = 2, AXIS_COLS = 12 };

/* One bar at a moment. */
struct bar_row {
    const char *name, *text;
    enum style style;
    double value, before; /* before: NaN when it is not shown */
};

struct bar_chart {
    struct frame *fr;
    struct bar_row at[BARS_MAX];
    int n, left_out;
    struct axes ax;
    int group;           /* bars of one name */
    int top, thick, gap; /* rows: above all, of a bar, between groups */
    double start, shift; /* the column where bars begin; so that it is a whole one */
};

/* ---- values ------------------------------------------------------------------------ */

/* The value of entry i of a thing; NaN when there is none. */
static double
entry(const struct moment *m, const struct thing *t, int i, int *count)
{
    struct calc_env env = m->env;
    struct value v;

    env.lens = moment_lens(m, &t->through);
    if (!calc_eval(m->arena, m->scope, t->at[0], &env, &v, NULL)) {
        *count = 1;
        return NAN;
    }
    *count = v.rows * v.cols;
    return i < *count ? creal(v.at[i]) : NAN;
}

static const char *
name_of(const struct figure *f, int i)
{
    const struct sentence *const *names = f->own;

    for (int j = 0; names && j <= i; j++) {
        if (!names[j])
            break;
        if (j == i)
            return names[j]->n ? names[j]->at[0].text : "";
    }
    return "";
}

static void
add_bar(struct bar_chart *c, const struct bar_row *row)
{
    if (c->n == BARS_MAX)
        c->left_out++;
    else
        c->at[c->n++] = *row;
}

/* "cat p": entry i of a thing, beside others of the same names or alone. */
static const char *
entry_name(struct arena *a, const struct moment *m, const struct thing *t, int i, int of)
{
    const char *label = label_text(a, m, t), *name = name_of(m->f, i);

    if (of == 1 && !type_is_array(t->at[0]->type))
        return label;
    if (!*name)
        name = arena_printf(a, "%d", i + 1);
    return *label && figure_count(m->f, THING_BAR) > 1
               ? arena_printf(a, "%s %s", name, label)
               : name;
}

/* Entry i of a thing as a bar. */
static void
take_entry(struct bar_chart *c, const struct thing *t, int i)
{
    struct frame *fr = c->fr;
    struct bar_row row = {.style = t->style, .before = NAN};
    int count, was;

    row.value = entry(&fr->now, t, i, &count);
    if (i >= count)
        return;
    if (t->before && fr->state->has_before)
        row.before = entry(&fr->before, t, i, &was);
    row.name = entry_name(fr->arena, &fr->now, t, i, count);
    row.text = axes_text(fr, moment_number(fr->arena, &fr->now, row.value));
    add_bar(c, &row);
}

/* First entries of all things, second ones, ...: those with the same name together. */
static void
take_bars(struct bar_chart *c)
{
    const struct figure *f = c->fr->f;
    int most = 1;

    c->group = 1;
    for (int i = 0; i < most && i < BARS_MAX; i++) {
        for (int j = 0; j < f->n_things; j++) {
            const struct thing *t = &f->things[j];
            int count;

            if (t->kind != THING_BAR || !moment_holds(&c->fr->now, t->when))
                continue;
            entry(&c->fr->now, t, 0, &count);
            most = count > most ? count : most;
            take_entry(c, t, i);
        }
        c->group = i == 0 && most > 1 ? c->n : c->group;
    }
}

/* ---- the layout -------------------------------------------------------------------- */

static struct stretch
bars_range(const struct bar_chart *c)
{
    const struct figure *f = c->fr->f;
    bool log = f->captions.log_x;
    struct stretch s = {f->low, f->high};

    if (f->has_range)
        return (struct stretch){axes_scale(log, f->low), axes_scale(log, f->high)};
    for (int i = 0; i < c->n; i++) {
        double v = axes_scale(log, c->at[i].value);

        if (isfinite(v))
            s = stretch_join(s, (struct stretch){v, v});
    }
    for (int i = 0; i < f->n_things; i++) {
        double v = f->things[i].kind == THING_LEVEL
                       ? axes_scale(log, moment_real(&c->fr->now, f->things[i].at[0]))
                       : NAN;

        if (isfinite(v))
            s = stretch_join(s, (struct stretch){v, v});
    }
    if (log)
        return isnan(s.low) ? (struct stretch){0, 1}
                            : (struct stretch){floor(s.low - 0.5), s.high};
    s = stretch_join(s, (struct stretch){0, 0});
    return s.low < s.high ? s : (struct stretch){0, 1};
}

/* Where a value ends, in columns, kept in the box; NaN stays. */
static double
end_of(const struct bar_chart *c, double v)
{
    /* Half of everything: the range may be that of all doubles. */
    double share = (axes_scale(c->ax.log_x, v) / 2 - c->ax.x.low / 2) /
                   (c->ax.x.high / 2 - c->ax.x.low / 2);

    return isnan(share)
               ? NAN
               : fmax(c->ax.left + c->shift + fmin(fmax(share, 0), 1) * c->ax.cols,
                      c->ax.left);
}

/* Rows: bars of the same name touch, and a row is left between names where there is room.
 */
static void
lay_rows(struct bar_chart *c, int room)
{
    int groups = (c->n + c->group - 1) / c->group;

    if (c->n > room) {
        c->left_out += c->n - (room - 1);
        c->n = room - 1;
        groups = c->n;
        c->group = 1;
    }
    c->thick = THICK_MAX;
    while (c->thick > 1 && c->n * c->thick + groups - 1 > room)
        c->thick--;
    c->gap = c->n * c->thick + groups - 1 <= room;
    c->top = (room - c->n * c->thick - (groups - 1) * c->gap) / 2;
}

static int
row_of(const struct bar_chart *c, int i)
{
    return c->top + i * c->thick + i / c->group * c->gap;
}

static void
lay_out(struct bar_chart *c)
{
    struct frame *fr = c->fr;
    int rows = fr->ink->rows, cols = fr->ink->cols, names = 0, texts = 0;
    bool axis;

    for (int i = 0; i < c->n; i++) {
        int name = canvas_width(fr->labels.alphabet, c->at[i].name);
        int text = canvas_width(fr->labels.alphabet, c->at[i].text);

        names = name > names ? name : names;
        texts = text > texts ? text : texts;
    }
    names = names > cols / 3 ? cols / 3 : names;
    c->ax.left = names + 2;
    c->ax.cols = cols - c->ax.left - texts - 1;
    c->ax.cols = c->ax.cols < 1 ? 1 : c->ax.cols;
    axis = !fr->look->plain && rows > c->n + AXIS_ROWS && c->ax.cols >= AXIS_COLS;
    c->ax.top = 0;
    c->ax.rows = axis ? rows - AXIS_ROWS : rows;
    lay_rows(c, c->ax.rows);
    c->ax.log_x = fr->f->captions.log_x;
    c->ax.x = bars_range(c);
    c->ax.x_name = c->ax.y_name = "";
    c->start = c->ax.left;
    if (!c->ax.log_x && c->ax.x.low < 0) {
        double zero = end_of(c, 0);

        c->start = floor(zero);
        c->shift = c->start - zero;
    }
}

/* ---- drawing ----------------------------------------------------------------------- */

static int
middle_of(const struct bar_chart *c, int i)
{
    return row_of(c, i) + (c->thick - 1) / 2;
}

/* Where the value of a bar is written: behind the bar. */
static int
value_col(const struct bar_chart *c, const struct bar_row *b)
{
    double behind = isnan(b->value) ? c->start : fmax(c->start, end_of(c, b->value));

    return (int)ceil(behind - 1e-9) + 1;
}

/* Whether a value is written in the cell, or beside it. */
static bool
at_value(const struct bar_chart *c, int row, int col)
{
    for (int i = 0; i < c->n; i++) {
        int from = value_col(c, &c->at[i]);
        int to = from + canvas_width(c->fr->labels.alphabet, c->at[i].text);

        if (row == middle_of(c, i) && col >= from - 1 && col <= to)
            return true;
    }
    return false;
}

static void
draw_bar(const struct bar_chart *c, const struct bar_row *b, int row)
{
    struct frame *fr = c->fr;
    double start = c->start, end = end_of(c, b->value), was = end_of(c, b->before);
    int middle = row + (c->thick - 1) / 2;

    part_text(fr, middle, 0, STYLE_PLAIN,
              part_fit(fr->arena, fr->labels.alphabet, b->name, c->ax.left - 1));
    if (!isnan(b->value)) {
        bool back = end < start;

        ink_fill(fr->ink, (struct ink_place){back ? floor(end) : start, row},
                 (struct ink_place){back ? start : end, row + c->thick},
                 (struct fill){.layer = LAYER_LINE, .style = b->style, .level = true});
    }
    if (!isnan(b->before) && fabs(was - end) >= 1)
        for (int r = row; r < row + c->thick; r++)
            ink_mark(fr->ink, (struct ink_place){fmin(was, fr->ink->cols - 0.5), r + 0.5},
                     LAYER_TIP, STYLE_BEFORE, fr->ink->unicode ? 0x250A : ':');
    ink_text(fr->ink, middle, value_col(c, b), STYLE_STRONG,
             canvas_fold(fr->arena, fr->labels.alphabet, b->text));
    part_thing(fr,
               (struct point){fmin(fmax(start, end), fr->ink->cols - 0.5), middle + 0.5},
               b->name, b->text);
}

/* A level stops where a value is written. */
static void
draw_level(const struct bar_chart *c, int col, enum style style)
{
    int from = 0;

    for (int row = 0; row <= c->ax.rows; row++) {
        if (row < c->ax.rows && !at_value(c, row, col))
            continue;
        if (row > from)
            ink_upright(c->fr->ink, col, from, row,
                        (struct rule){LAYER_TIP, style, false});
        from = row + 1;
    }
}

/* Upright lines: where the bars begin, and levels with their labels. */
static void
draw_uprights(const struct bar_chart *c)
{
    struct frame *fr = c->fr;

    ink_upright(fr->ink, (int)c->start - 1, 0, c->ax.rows,
                (struct rule){LAYER_AXIS, STYLE_RULE, true});
    for (int i = 0; i < fr->f->n_things; i++) {
        const struct thing *t = &fr->f->things[i];
        double at;

        if (t->kind != THING_LEVEL || !moment_holds(&fr->now, t->when))
            continue;
        at = end_of(c, moment_real(&fr->now, t->at[0]));
        if (isnan(at))
            continue;
        draw_level(c, (int)at, t->style);
        labels_add(&fr->labels, (struct label){.text = label_text(fr->arena, &fr->now, t),
                                               .x = at,
                                               .y = 0.5,
                                               .dx = -1,
                                               .style = t->style});
    }
}

static void
bars_draw(struct frame *fr)
{
    struct bar_chart *c = ARENA_NEW(fr->arena, struct bar_chart);

    c->fr = fr;
    take_bars(c);
    if (!c->n) {
        ink_text(fr->ink, fr->ink->rows / 2, fr->ink->cols / 2 - 3, STYLE_DIM, "no data");
        return;
    }
    lay_out(c);
    for (int i = 0; i < c->n; i++)
        draw_bar(c, &c->at[i], row_of(c, i));
    draw_uprights(c);
    if (c->ax.rows < fr->ink->rows)
        axes_x_draw(fr, &c->ax);
    if (c->left_out)
        ink_text(fr->ink, fr->ink->rows - 1, 0, STYLE_DIM,
                 arena_printf(fr->arena, "and %d more", c->left_out));
}

static void
bars_extent(struct figure *f, const struct moment *m)
{
    for (int i = 0; i < f->n_things; i++) {
        int count = 1;

        for (int j = 0; f->things[i].kind == THING_BAR && j < count; j++) {
            double v = axes_scale(f->captions.log_x, entry(m, &f->things[i], j, &count));

            f->low = isfinite(v) ? fmin(f->low, v) : f->low;
            f->high = isfinite(v) ? fmax(f->high, v) : f->high;
        }
    }
}

/* ---- words ------------------------------------------------------------------------- */

static bool
bars_tell(struct buf *b, const struct moment *m, const struct thing *t)
{
    int count = 1;

    if (t->kind != THING_BAR)
        return false;
    for (int i = 0; i < count; i++) {
        double v = entry(m, t, i, &count);

        row_add(b, entry_name(b->arena, m, t, i, count), moment_number(b->arena, m, v));
    }
    return true;
}

static bool
bars_say(struct buf *b, const struct moment *m, const struct thing *t)
{
    int count = 1;

    if (t->kind != THING_BAR)
        return false;
    for (int i = 0; i < count; i++) {
        double v = entry(m, t, i, &count);

        buf_printf(b, "%s%s %s",
                   !b->n ? ""
                   : i   ? ", "
                         : "; ",
                   entry_name(b->arena, m, t, i, count), moment_number(b->arena, m, v));
    }
    return true;
}

/* ---- lines of the block ------------------------------------------------------------ */

static bool
bar_line_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    const struct term *term = term_read(r, r->f->scope, c[CLAUSE_HEAD]);
    struct type type;

    if (!term)
        return false;
    type = term->type;
    if (type.kind > TYPE_REAL && (!type_is_array(type) || type.complex_entries))
        return errs_at(
            r->arena, r->errs, c[CLAUSE_HEAD].at, ERR_FIGURE_TYPE,
            "this is %s; a bar is a real number, and bars are a vector of them",
            type_phrase(r->arena, type));
    t->before = c[CLAUSE_BEFORE].text != NULL;
    return value_check(r, NULL, term, c[CLAUSE_HEAD].at) && thing_keep(t, term);
}

static bool
level_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    return thing_keep_real(r, c[CLAUSE_HEAD], t);
}

static const struct form forms[] = {
    {"bar",                                       THING_BAR, TAKES_LABEL | TAKES_BEFORE | TAKES_THROUGH, STYLES_IN_TURN, false,
     bar_line_read},
    {"bars", THING_BAR, TAKES_LABEL | TAKES_BEFORE | TAKES_THROUGH, STYLES_IN_TURN, false,
     bar_line_read},
    {"level",                                      THING_LEVEL, TAKES_LABEL, STYLE_STRONG, false, level_read},
    {.key = NULL                                          },
};

/* "the; cat; sat": what the entries of vectors are called. */
static void
names_read(struct reader *r, const struct field *line)
{
    struct sentence **names = ARENA_ARRAY(r->arena, struct sentence *, NAMES_MAX + 1);
    struct source rest = {line->text, line->text_at}, one;
    int n = 0;

    for (; rest.text && n < NAMES_MAX; n++) {
        source_cut(r, rest, ";", &one, &rest);
        names[n] = ARENA_NEW(r->arena, struct sentence);
        if (!sentence_read(r, one, names[n]))
            return;
    }
    if (rest.text)
        errs_at(r->arena, r->errs, rest.at, ERR_FIGURE_MANY, "at most %d names",
                NAMES_MAX);
    r->f->own = names;
}

static void
log_line_read(struct reader *r, const struct field *line)
{
    r->f->captions.log_x = strcmp(line->text, "x") == 0;
    if (!r->f->captions.log_x)
        errs_at(r->arena, r->errs, line->text_at, ERR_FIGURE_LINE,
                "bars go to the right: write log: x");
}

static const struct setting keys[] = {
    {"names", PASS_NAMES, false, names_read},
    {"log",  PASS_NAMES, false, log_line_read},
    {.key = NULL      },
};

static void
bars_check(struct reader *r, struct pos at)
{
    if (r->f->captions.log_x && r->f->has_range && !(r->f->low > 0))
        errs_at(r->arena, r->errs, at, ERR_FIGURE_LINE,
                "a logarithmic axis must begin above 0");
}

const struct kind kind_bars = {
    .word = "bars",
    .forms = forms,
    .keys = keys,
    .check = bars_check,
    .extent = bars_extent,
    .draw = bars_draw,
    .tell = bars_tell,
    .say = bars_say,
};
