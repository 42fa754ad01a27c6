#include <string.h>

#include "ui/bench/bench.h"
#include "ui/offer/offer.h"

enum {
    PANEL_ROWS_MIN = 6, /* what the lines leave to the panel */
    STATE_COLS = 9,     /* " 2 WRONG " */
    NUMBER_COLS = 4,    /* " 2  ", where the state stands below */
    FIGURE_COLS_MIN = 30,
    FIELD_ROWS = 3,
};

/* ---- the lines -------------------------------------------------------------------- */

static bool
is_narrow(const struct flow *f)
{
    return f->cols < ROOMY_COLS;
}

static int
state_cols(const struct flow *f)
{
    return is_narrow(f) ? NUMBER_COLS : STATE_COLS;
}

static enum style
style_of(const struct judged_line *k)
{
    if (k->verdict == LINE_HOLDS)
        return k->remark == REMARK_NONE ? STYLE_RIGHT : STYLE_REMARK;
    return k->verdict == LINE_DIFFERENT ? STYLE_WRONG : STYLE_REMARK;
}

/* The rule and the value at the right end, in two columns. */
static void
put_tail(struct flow *f, int row, int used, const char *rule, const char *value,
         const char *same)
{
    char *tail = *value
                     ? arena_printf(f->arena, is_narrow(f) ? "%s  %s %s" : "%s  %9s %-4s",
                                    rule, value, same)
                     : arena_strdup(f->arena, rule);
    int width = canvas_width(f->alphabet, tail);

    if (!*tail)
        return;
    flow_right(f, used + 2 + width > f->cols ? f->rows : row, STYLE_DIM, tail);
}

/* Where a line begins: a long word for its state moves it. */
static int
line_col(const struct flow *f, const char *state)
{
    int cols = (int)strlen(state) + NUMBER_COLS;

    return is_narrow(f) || cols < STATE_COLS ? state_cols(f) : cols;
}

/* A term set in two dimensions, behind its relation; returns its right end. */
static int
put_term(struct flow *f, int col, const char *sign, const struct term *t, int *base)
{
    int row = f->rows, at = col;
    struct box *box;
    struct err e;

    sign = canvas_fold(f->arena, f->alphabet, sign);
    at += *sign ? canvas_width(f->alphabet, sign) + 1 : 2;
    box = tex_box(f->arena, f->alphabet, expr_tex(f->arena, t), true, f->cols - at, &e);
    flow_box(f, at, STYLE_FORMULA, box);
    flow_beside(f, row + box->baseline, col, STYLE_FORMULA,
                box_line(f->arena, sign, STYLE_PLAIN));
    *base = row + box->baseline;
    return at + box->cols;
}

/* A row of carets below the columns from `at` on. */
static void
put_carets(struct flow *f, int at, int width)
{
    char *carets;

    if (at + width > f->cols)
        width = f->cols - at;
    if (width <= 0)
        return;
    carets = arena_alloc(f->arena, (size_t)width + 1, 1);
    memset(carets, '^', (size_t)width);
    carets[width] = '\0';
    flow_line(f, at, STYLE_WRONG, carets);
}

/* What was typed, on one row, with the part that differs underlined. */
static int
put_source(struct flow *f, int col, const struct derivation_line *line, struct span wrong)
{
    const char *sign = canvas_fold(f->arena, f->alphabet, derivation_sign(line));
    const char *text = canvas_fold(f->arena, f->alphabet, line->source);
    int at = col + canvas_width(f->alphabet, sign) + 1, row = f->rows;
    struct box *box = box_line(f->arena, text, STYLE_PLAIN);
    const char *lead;

    flow_beside(f, row, col, STYLE_FORMULA, box_line(f->arena, sign, STYLE_PLAIN));
    flow_beside(f, row, at, STYLE_FORMULA, box);
    if (wrong.len <= 0)
        return at + box->cols;
    lead = arena_strndup(f->arena, line->source, (size_t)wrong.start);
    text = arena_strndup(f->arena, line->source + wrong.start, (size_t)wrong.len);
    put_carets(f, at + canvas_width(f->alphabet, lead), canvas_width(f->alphabet, text));
    return at + box->cols;
}

/* What is underlined in the i-th line. */
static struct span
wrong_part(struct flow *f, const struct bench *b, int i, const struct judged_line *k)
{
    const struct derivation *d = b->mine;
    const struct term *above = k->from < 0 ? d->start : d->lines[k->from].term;

    if (k->verdict != LINE_DIFFERENT || k->slip.at.len > 0)
        return k->slip.at;
    return bench_difference(f->arena, d->scope, above, d->lines[i].source);
}

static const char *
same_word(const struct judged_line *k, const struct derivation_line *line,
          const char *above)
{
    if (!*k->value || line->relation != RELATION_EQUAL)
        return "";
    if (strcmp(k->value, above) == 0)
        return "same";
    return k->verdict == LINE_DIFFERENT && *above ? "DIFF" : "";
}

/* ">2 WRONG"; where that would leave no room to the term, the state stands below it. */
static void
put_state(struct flow *f, struct ui_model *m, int i, int row)
{
    const struct bench *b = m->bench;
    const struct judged_line *k = bench_judged(m, i);
    const char *state = bench_state_text(k);
    bool left = b->at == i && b->out;

    flow_beside(f, row, 0, left ? STYLE_FOCUS : style_of(k),
                box_line(f->arena,
                         arena_printf(f->arena, "%s%d %s", b->at == i ? ">" : " ", i + 1,
                                      is_narrow(f) ? "" : state),
                         STYLE_PLAIN));
    if (left) {
        f->cursor_row = row;
        f->cursor_col = 0;
    }
    if (is_narrow(f))
        flow_line(f, 1, style_of(k), state);
}

static void
put_line(struct flow *f, struct ui_model *m, int i, const char *above)
{
    const struct bench *b = m->bench;
    const struct derivation_line *line = &b->mine->lines[i];
    const struct judged_line *k = bench_judged(m, i);
    int row = f->rows, base = row, end, col = line_col(f, bench_state_text(k));

    flow_begin_line(f);
    if (b->at == i)
        f->anchor = row;
    if (k->verdict == LINE_HOLDS && line->term)
        end = put_term(f, col, text_sign(line), line->term, &base);
    else
        end = put_source(f, col, line, wrong_part(f, b, i, k));
    put_state(f, m, i, base);
    if (is_narrow(f)) {
        base = f->rows - 1;
        end = 1 + (int)strlen(bench_state_text(k));
    }
    put_tail(f, base, end, bench_rule_text(f->arena, k), k->value,
             same_word(k, line, above));
}

static void
put_lines(struct flow *f, struct ui_model *m)
{
    const struct bench *b = m->bench;
    const char *above = b->judging ? judging_start_value(b->judging) : "";
    int base, end;

    end = put_term(f, state_cols(f), "", b->task->start, &base);
    flow_beside(f, base, 0, STYLE_DIM,
                box_line(f->arena, is_narrow(f) ? " 0" : "  start", STYLE_PLAIN));
    put_tail(f, base, end, "", above, "");
    if (!b->mine)
        return;
    for (int i = 0; i < b->mine->n_lines; i++) {
        const struct judged_line *k = bench_judged(m, i);

        put_line(f, m, i, above);
        above = *k->value ? k->value : above;
    }
    if (b->at >= b->mine->n_lines)
        f->anchor = f->rows > 0 ? f->rows - 1 : 0;
}

/* ---- the field -------------------------------------------------------------------- */

static void
put_field(struct flow *f, struct ui_model *m)
{
    struct bench *b = m->bench;
    bool typing = bench_is_typing(m);
    char *label = arena_printf(f->arena, "%s%d  ", typing ? ">" : " ", b->at + 1);
    int col = canvas_width(f->alphabet, label), row;

    offer_put_rule(f, m);
    row = f->rows;
    flow_line(f, 0, typing ? STYLE_FOCUS : STYLE_DIM, label);
    offer_put(f, m, &b->field, (struct rect){row, col, 2, f->cols - col}, typing);
    f->field = (struct rect){row, 0, 1, f->cols};
}

/* Whether the field holds a line that was found wrong, and a word for it. */
static bool
is_as_judged(struct ui_model *m)
{
    const struct bench *b = m->bench;
    const struct judged_line *k = bench_judged(m, b->at);

    return k && *k->slip.name && strcmp(b->field.text, b->lines->text[b->at]) == 0;
}

/* What was read of the field so far, or why nothing was. */
static void
put_reading(struct flow *f, struct ui_model *m)
{
    struct bench *b = m->bench;
    const struct derivation_line *line;
    struct err e = b->unread;

    if (b->checking) {
        flow_line(f, 3, STYLE_DIM, "checking ...");
        return;
    }
    if (e.code != ERR_NONE) {
        flow_plain(f, 3, STYLE_WRONG,
                   arena_printf(f->arena, "I cannot read that: %s. It costs nothing.",
                                text_unread(f->arena, &e)));
        return;
    }
    if (!b->field.text[strspn(b->field.text, " \t")]) {
        flow_plain(f, 3, STYLE_DIM,
                   model_is_roomy(m) ? "what I cannot read costs nothing"
                                     : arena_printf(f->arena, "to reach: %s",
                                                    bench_goal_line(b->task)->source));
        return;
    }
    if (!model_is_roomy(m) && is_as_judged(m)) { /* where no panel says it */
        flow_plain(f, 3, STYLE_WRONG, bench_judged(m, b->at)->slip.headline);
        return;
    }
    line = bench_try(m, f->arena, b->field.text, &e);
    if (!line)
        flow_plain(
            f, 3, STYLE_DIM,
            arena_printf(f->arena, "not readable yet: %s", text_unread(f->arena, &e)));
    else if (line->term)
        flow_plain(f, 3, STYLE_DIM,
                   arena_printf(f->arena, "I read:  %s %s", derivation_sign(line),
                                expr_plain(f->arena, line->term, 0)));
}

/* ---- the screen ------------------------------------------------------------------- */

static const char *const ways[] = {
    [WAY_TYPED] = "typed", [WAY_GUIDED] = "guided", [WAY_ORDERED] = "put in order"};

static void
draw_title(struct ui_model *m, struct canvas *c, struct rect r)
{
    const struct bench *b = m->bench;
    const struct lesson *l = m->study.lesson;
    char *left = arena_printf(m->frame, "%s%s%s", l->label, *l->label ? "  " : "",
                              b->ask ? study_step(m)->title : b->task->name);
    char *right = arena_printf(m->frame, "%s", parts_saved(m));

    if (model_is_roomy(m))
        right = arena_printf(m->frame, "%s   hints used: %d   %s", ways[b->way], b->hints,
                             right);
    canvas_text(c, (struct rect){r.row, r.col, 1, r.cols - (int)strlen(right) - 1}, 0, 0,
                STYLE_STRONG, left);
    canvas_text_right(c, r, 0, r.cols, m->unsaved ? STYLE_REMARK : STYLE_DIM, right);
}

static void
draw_values(struct ui_model *m, struct canvas *c, struct rect r)
{
    const struct bench *b = m->bench;
    const char *point = b->judging ? judging_point(b->judging) : "";

    if (*point)
        canvas_text(c, r, 0, 0, STYLE_DIM, arena_printf(m->frame, "values  %s", point));
}

/* The row on top so that the line of the field is in sight. */
static int
top_of(const struct flow *f, int rows)
{
    int top = f->anchor - rows / 2;

    if (top > f->rows - rows)
        top = f->rows - rows;
    for (int i = 0; i < f->n_lines && top > 0; i++) /* no line is cut on top */
        if (f->lines[i] >= top && f->lines[i] <= f->anchor)
            return f->lines[i];
    return top < 0 ? 0 : top;
}

/* The panel's words, scrolled to the cursor, else as the learner asked. */
static void
draw_column(struct ui_model *m, struct canvas *c, struct rect r, const struct flow *f)
{
    struct bench *b = m->bench;
    int last = f->rows - r.rows;

    b->scroll = b->scroll > last ? last : b->scroll;
    b->scroll = b->scroll < 0 ? 0 : b->scroll;
    flow_draw(f, c, r, f->cursor_row >= r.rows ? f->cursor_row - r.rows + 2 : b->scroll);
    m->spots.scrolls = last > 0;
    if (b->scroll < last)
        canvas_text_right(c, r, r.rows - 1, r.cols, STYLE_DIM, "more: PgDn");
}

static void
draw_panel(struct ui_model *m, struct canvas *c, struct rect r)
{
    struct figure_state s;
    struct figure *figure = r.cols >= 2 * FIGURE_COLS_MIN && r.rows >= PANEL_ROWS_MIN &&
                                    m->bench->says == SAYS_VERDICT
                                ? bench_figure(m, &s)
                                : NULL;
    struct figure_look look = {.braille = m->settings.cells != CELLS_SLOPES &&
                                          m->settings.alphabet == ALPHABET_UNICODE,
                               .aspect = m->settings.aspect > 0 ? m->settings.aspect : 2};
    int cols = figure ? r.cols * 45 / 100 : r.cols;
    struct flow f;

    flow_init(&f, m, cols - 1);
    bench_panel(&f, m);
    draw_column(m, c, (struct rect){r.row, r.col, r.rows, cols - 1}, &f);
    if (!figure)
        return;
    canvas_fill(c, (struct rect){r.row, r.col + cols, r.rows, 1}, STYLE_RULE,
                c->alphabet == ALPHABET_UNICODE ? 0x2502 : '|');
    figure_draw(figure, &s, &look, c,
                (struct rect){r.row, r.col + cols + 1, r.rows, r.cols - cols - 1});
}

/* How the rows between title and hints are shared out. */
struct layout {
    int lines, panel, field;
};

static struct layout
share(struct ui_model *m, int rows, int lines, int field)
{
    struct layout l = {.field = field};
    int room = rows - field;
    bool small = !model_is_roomy(m);

    if (small && bench_shows_panel(m))
        return (struct layout){0, room, field};
    if (small)
        return (struct layout){lines < room ? lines : room, 0, field};
    l.lines = lines < room - PANEL_ROWS_MIN ? lines : room - PANEL_ROWS_MIN;
    l.panel = room - l.lines;
    return l;
}

static void
draw_parts(struct ui_model *m, struct canvas *c, struct rect r)
{
    bool typed = m->bench->way == WAY_TYPED && !m->bench->done, roomy = model_is_roomy(m);
    struct flow lines, field;
    struct layout l;
    int rules = roomy ? 1 + typed : 0, row = r.row, most;

    flow_init(&lines, m, r.cols);
    flow_init(&field, m, r.cols);
    if (m->bench->way == WAY_ORDERED)
        bench_order_lines(&lines, m);
    else
        put_lines(&lines, m);
    if (typed) {
        put_field(&field, m);
        put_reading(&field, m);
    }
    most = FIELD_ROWS + field.field.row + (m->bench->field.bad > 0); /* and its carets */
    l = share(m, r.rows - rules, lines.rows, field.rows < most ? field.rows : most);
    flow_draw(&lines, c, (struct rect){row, r.col, l.lines, r.cols},
              top_of(&lines, l.lines));
    row += l.lines;
    if (roomy)
        canvas_rule(c, canvas_all(c), row++, STYLE_RULE);
    if (l.panel)
        draw_panel(m, c, (struct rect){row, r.col, l.panel, r.cols});
    row += l.panel;
    if (roomy && typed)
        canvas_rule(c, canvas_all(c), row++, STYLE_RULE);
    flow_draw(&field, c, (struct rect){row, r.col, l.field, r.cols}, 0);
}

void
bench_view(struct ui_model *m, struct canvas *c)
{
    bool roomy = model_is_roomy(m);
    struct rect all = canvas_all(c);
    struct rect inner = {0, roomy ? 1 : 0, 1, c->cols - 2 * roomy};
    int top = 1, bottom = c->rows - 1;

    bench_read(m);
    draw_title(m, c, inner);
    if (roomy) {
        draw_values(m, c, (struct rect){1, 1, 1, c->cols - 2});
        canvas_rule(c, all, 2, STYLE_RULE);
        canvas_rule(c, all, c->rows - 2, STYLE_RULE);
        top = 3;
        bottom = c->rows - 2;
    }
    draw_parts(m, c, (struct rect){top, inner.col, bottom - top, inner.cols});
    parts_notice(m, c, all, roomy ? 2 : 0);
    keys_hints(m, c, (struct rect){c->rows - 1, inner.col, 1, inner.cols});
    if (c->cursor_row < 0)
        canvas_cursor(c, all, top, inner.col);
}
