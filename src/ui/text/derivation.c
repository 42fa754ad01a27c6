#include <string.h>

#include "ui/ui_priv.h"

enum { INDENT = 2, SAY_INDENT = 6, GAP = 2, STAGE_VALUE_MAX = 10 };

/* ---- derivations -------------------------------------------------------- */

static bool
stands_in(const struct beat *b, const struct derivation *d)
{
    for (int i = 0; i < b->n; i++)
        if (b->items[i].kind == ITEM_DERIVATION && b->items[i].derivation == d)
            return true;
    return false;
}

int
text_lines_of(const struct ui_model *m, const struct derivation *d)
{
    const struct beat *b = study_beat(m);
    int left = m->study.at.line;

    if (!stands_in(b, d))
        return d->n_lines; /* of an earlier beat */
    for (int i = 0; b->items[i].derivation != d; i++) {
        if (b->items[i].kind == ITEM_DERIVATION)
            left -= b->items[i].derivation->n_lines;
        if (left < 0)
            return -1;
    }
    return left < d->n_lines ? left : d->n_lines;
}

/* Text at the right end of row `row`, or on a row of its own when `used`
 * columns leave too little room. */
static void
put_right(struct flow *f, int row, int used, enum style style, const char *text)
{
    int width = canvas_width(f->alphabet, text);

    if (width > f->cols)
        flow_plain(f, INDENT, style, text_held(f->arena, text));
    else
        flow_right(f, used + GAP + width > f->cols ? f->rows : row, style, text);
}

/* The rule and the value of a line: a chain of "=" is a column of equal
 * numbers. */
static char *
tail_text(struct flow *f, const struct derivation_line *line, const struct line_check *k)
{
    const char *same = k->same ? "same" : k->differs ? "DIFF" : "    ";

    if (!*k->value || line->link == LINK_TENDS || !f->values ||
        (f->stage && strlen(k->value) > STAGE_VALUE_MAX))
        return arena_strdup(f->arena, line->rules);
    return arena_printf(f->arena, "%s  %8s %s", line->rules, k->value,
                        line->relation == RELATION_EQUAL ? same : "    ");
}

/* The sentence of a line, and at its right how it was checked. */
static void
put_sentence(struct flow *f, const char *say, enum style style, const char *badge)
{
    int row = f->rows, used = 0;

    if (*say) {
        struct box *b = flow_set(f, f->cols - SAY_INDENT, say, NULL);

        flow_box(f, SAY_INDENT, STYLE_DIM, b);
        used = SAY_INDENT + b->cols;
        row = f->rows - 1;
    }
    if (*badge)
        put_right(f, row, used, style, badge);
}

static void
put_claim(struct flow *f, const struct derivation_line *line)
{
    const char *because = *line->rules ? " because " : "";

    flow_words(f, INDENT, STYLE_PLAIN,
               arena_printf(f->arena, "%s%s%s", line->say, because, line->rules), NULL);
    put_right(f, f->rows, 0, STYLE_REMARK, "claim, not machine-checked");
}

/* A line that tends to something says when. */
static char *
line_tex(struct arena *a, const struct derivation_line *line)
{
    const struct term *l = line->link == LINK_TENDS ? line->limit : NULL;
    char *tex = expr_tex(a, line->term);

    if (!l)
        return tex;
    return arena_printf(a, "%s \\text{ as } %s \\to %s", tex,
                        expr_tex(a, expr_name(a, l->name, l->type)),
                        expr_tex(a, l->arg[0]));
}

const char *
text_sign(const struct derivation_line *line)
{
    return line->link == LINK_TENDS ? "\u2192" : derivation_sign(line);
}

static void
put_line(struct flow *f, const struct derivation_line *line, const struct line_check *k)
{
    const char *sign = canvas_fold(f->arena, f->alphabet, text_sign(line));
    int at = INDENT + canvas_width(f->alphabet, sign) + 1, row = f->rows;
    const struct box *b;

    if (line->claim || !line->term) {
        put_claim(f, line);
        return;
    }
    b = flow_formula(f, f->cols - at, line_tex(f->arena, line));
    flow_box(f, at, STYLE_FORMULA, b);
    flow_beside(f, row + b->baseline, INDENT, STYLE_FORMULA,
                box_line(f->arena, sign, STYLE_PLAIN));
    put_right(f, row + b->baseline, at + b->cols, STYLE_DIM, tail_text(f, line, k));
    if (k->verdict == LINE_HOLDS)
        put_sentence(f, line->say, STYLE_DIM, f->stage && k->by_rule ? "" : k->badge);
    else
        flow_plain(f, INDENT, STYLE_WRONG,
                   arena_printf(f->arena, "%s %s",
                                k->verdict == LINE_DIFFERENT ? "NOT THE SAME:"
                                                             : "NOT CONFIRMED:",
                                k->why));
}

/* Before a class, a column of values is shown when it and its point are short. */
static bool
fits_beside(const struct flow *f, const char *name, const char *point)
{
    return canvas_width(f->alphabet, name) + GAP + (int)strlen("values at ") +
               canvas_width(f->alphabet, point) <=
           f->cols;
}

void
text_derivation(struct flow *f, struct ui_model *m, const struct derivation *d, bool now)
{
    struct checked *c = study_checked(m, d);
    int lines = text_lines_of(m, d), row;
    const struct box *b;

    if (lines < 0)
        return;
    flow_gap(f);
    if (!now && f->cols < ROOMY_COLS) { /* too narrow to be read again */
        flow_line(f, 0, STYLE_DIM,
                  arena_printf(f->arena, "Derivation %s (Backspace)", d->name));
        return;
    }
    derive_check(m, c, lines);
    if (now && m->study.at.line)
        f->anchor = f->rows;
    flow_line(f, 0, STYLE_STRONG, d->name);
    f->values = !f->stage || fits_beside(f, d->name, c->point);
    if (*c->point && f->values)
        put_right(f, f->rows - 1, canvas_width(f->alphabet, d->name), STYLE_DIM,
                  arena_printf(f->arena, "values at %s", c->point));
    flow_begin_line(f);
    row = f->rows;
    b = flow_formula(f, f->cols - INDENT, expr_tex(f->arena, d->start));
    flow_box(f, INDENT, STYLE_FORMULA, b);
    if (*c->start_value &&
        !(f->stage && (!f->values || strlen(c->start_value) > STAGE_VALUE_MAX)))
        put_right(f, row + b->baseline, b->cols + INDENT, STYLE_DIM,
                  arena_printf(f->arena, "%s     ", c->start_value));
    for (int i = 0; i < lines; i++) {
        if (now && i == lines - 1)
            f->anchor = f->rows;
        flow_begin_line(f);
        put_line(f, &d->lines[i], &c->lines[i]);
    }
}
