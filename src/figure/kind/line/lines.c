#include <math.h>
#include <string.h>

#include "figure/kind/line/line.h"

enum { NEIGHBOUR_DIGITS = 9 };

bool
line_format(const struct moment *m, enum num_format *out)
{
    for (int i = 0; i < m->f->n_things; i++) {
        const struct thing *t = &m->f->things[i];

        if (t->kind != THING_FORMAT || !moment_holds(m, t->when))
            continue;
        *out = (enum num_format)t->bins;
        return true;
    }
    return false;
}

char *
line_text(struct arena *a, double v)
{
    return number_digits(a, v, NEIGHBOUR_DIGITS);
}

/* ---- words ------------------------------------------------------------------------- */

/* "0.1 becomes 0.1001, its neighbours are 0.0005 apart". */
static void
say_round(struct buf *b, const struct moment *m, const struct thing *t)
{
    enum num_format format = NUM_FP64;
    double x = moment_real(m, t->at[0]), near;

    line_format(m, &format);
    near = num_round(format, x);
    buf_printf(b, "%s%s becomes %s in %s, where numbers are %s apart", b->n ? "; " : "",
               line_text(b->arena, x), line_text(b->arena, near),
               num_format_facts(format)->name,
               number_digits(b->arena, num_spacing(format, near), 4));
}

static bool
line_say(struct buf *b, const struct moment *m, const struct thing *t)
{
    if (t->kind == THING_ROUND)
        say_round(b, m, t);
    else if (t->kind == THING_ARROW)
        buf_printf(b, "%s%s from %s to %s", b->n ? "; " : "", label_text(b->arena, m, t),
                   thing_text(b->arena, m, t),
                   number_short(b->arena, moment_real(m, t->at[1])));
    return t->kind != THING_DOT && !thing_is_reading(t);
}

static bool
line_tell(struct buf *b, const struct moment *m, const struct thing *t)
{
    enum num_format format = NUM_FP64;
    double x;

    if (t->kind == THING_ROUND) {
        x = moment_real(m, t->at[0]);
        line_format(m, &format);
        row_add(b, "x", line_text(b->arena, x));
        row_add(b, arena_printf(b->arena, "in %s", num_format_facts(format)->name),
                line_text(b->arena, num_round(format, x)));
        row_add(b, "spacing", number_digits(b->arena, num_spacing(format, x), 4));
    }
    if (t->kind == THING_ARROW)
        row_add(b, label_text(b->arena, m, t),
                arena_printf(b->arena, "%s to %s", thing_text(b->arena, m, t),
                             number_short(b->arena, moment_real(m, t->at[1]))));
    return t->kind != THING_DOT && !thing_is_reading(t);
}

/* ---- lines of the block ------------------------------------------------------------ */

static bool
numbers_of_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    enum num_format format;

    if (!num_format_find(c[CLAUSE_HEAD].text, &format))
        return errs_at(r->arena, r->errs, c[CLAUSE_HEAD].at, ERR_FIGURE_LINE,
                       "the formats are fp64, fp32, bf16 and fp16");
    t->bins = (int)format;
    return true;
}

static bool
spot_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    return thing_keep_real(r, c[CLAUSE_HEAD], t);
}

/* "A to B". */
static bool
way_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    if (!c[CLAUSE_TO].text)
        return errs_at(r->arena, r->errs, c[CLAUSE_HEAD].at, ERR_FIGURE_LINE,
                       "write: A to B");
    return thing_keep_real(r, c[CLAUSE_HEAD], t) && thing_keep_real(r, c[CLAUSE_TO], t);
}

static const struct form line_forms[] = {
    {"numbers",       THING_FORMAT, TAKES_WHEN, STYLE_PLAIN, false, numbers_of_read},
    {"point",     THING_DOT, TAKES_LABEL, STYLES_IN_TURN, false, spot_read},
    {"round",          THING_ROUND, TAKES_LABEL, STYLE_FIRST, false, spot_read},
    {"arrow",               THING_ARROW, TAKES_LABEL | TAKES_TO, STYLES_IN_TURN, false, way_read},
    {"view",  THING_WINDOW, TAKES_TO | TAKES_WHEN, STYLE_PLAIN, false, way_read},
    {.key = NULL},
};

static void
line_log_read(struct reader *r, const struct field *line)
{
    r->f->captions.log_x = strcmp(line->text, "x") == 0;
    if (!r->f->captions.log_x)
        errs_at(r->arena, r->errs, line->text_at, ERR_FIGURE_LINE,
                "a number line is level: write log: x");
}

static const struct setting line_keys[] = {
    {"log",  PASS_NAMES, false, line_log_read},
    {.key = NULL},
};

const struct kind kind_line = {
    .word = "line",
    .forms = line_forms,
    .keys = line_keys,
    .draw = line_draw,
    .tell = line_tell,
    .say = line_say,
};
