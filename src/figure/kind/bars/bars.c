/*
 * Bars: one row or more for each value, with its name on the left and the value behind
 * its end.
 */
#include "figure/kind/bars/bars.h"

#include <math.h>
#include <string.h>

enum { NAMES_MAX = 32 };

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

/* "cat", or the number of the entry. */
static const char *
own_name(struct arena *a, const struct figure *f, int i)
{
    const char *name = name_of(f, i);

    return *name ? name : arena_printf(a, "%d", i + 1);
}

/* "cat p": entry i of a thing, beside others of the same names or alone. */
static const char *
entry_name(struct arena *a, const struct moment *m, const struct thing *t, int i, int of)
{
    const char *label = label_text(a, m, t), *name = own_name(a, m->f, i);

    if (of == 1 && !type_is_array(t->at[0]->type))
        return label;
    return *label && figure_count(m->f, THING_BAR) > 1
               ? arena_printf(a, "%s %s", name, label)
               : name;
}

/* Entry i of a thing as a bar. */
static void
take_entry(struct frame *fr, struct bar_list *list, const struct thing *t, int i)
{
    struct bar_row row = {.style = t->style, .before = NAN};
    int count, was;

    row.value = entry(&fr->now, t, i, &count);
    if (i >= count)
        return;
    if (t->before && fr->state->has_before)
        row.before = entry(&fr->before, t, i, &was);
    row.name = entry_name(fr->arena, &fr->now, t, i, count);
    row.entry = own_name(fr->arena, fr->f, i);
    row.label = label_text(fr->arena, &fr->now, t);
    row.text = axes_text(fr, moment_number(fr->arena, &fr->now, row.value));
    if (list->n == BARS_MAX)
        list->left_out++;
    else
        list->at[list->n++] = row;
}

void
bars_take(struct frame *fr, struct bar_list *list)
{
    int most = 1;

    list->n = list->left_out = 0;
    list->group = 1;
    for (int i = 0; i < most && i < BARS_MAX; i++) {
        for (int j = 0; j < fr->f->n_things; j++) {
            const struct thing *t = &fr->f->things[j];
            int count;

            if (t->kind != THING_BAR || !moment_holds(&fr->now, t->when))
                continue;
            entry(&fr->now, t, 0, &count);
            most = count > most ? count : most;
            take_entry(fr, list, t, i);
        }
        list->group = i == 0 && most > 1 ? list->n : list->group;
    }
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
