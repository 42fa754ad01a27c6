#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "ui/ui_priv.h"

enum { INDENT = 2, SAY_INDENT = 6, GAP = 2 };

struct words_ctx
text_ctx(const struct ui_model *m, const struct question *q)
{
    const struct scope *s = m->study.lesson->scope;

    if (q)
        s = q->ready && q->drawn.scope ? q->drawn.scope : q->ask->scope;
    return (struct words_ctx){m, s};
}

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

/* Text at the right end of row `row`, or on a row of its own when `used` columns leave
 * too little room. */
static void
put_right(struct flow *f, int row, int used, enum style style, const char *text)
{
    int width = canvas_width(f->alphabet, text);

    if (width > f->cols)
        flow_plain(f, INDENT, style, text);
    else
        flow_right(f, used + GAP + width > f->cols ? f->rows : row, style, text);
}

/* The rule and the value of a line: a chain of "=" is a column of equal numbers. */
static char *
tail_text(struct flow *f, const struct derivation_line *line, const struct line_check *k)
{
    const char *same = k->same ? "same" : "DIFF";

    if (!*k->value)
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

static void
put_line(struct flow *f, const struct derivation_line *line, const struct line_check *k)
{
    const char *sign = canvas_fold(f->arena, f->alphabet, relation_text(line->relation));
    int at = INDENT + canvas_width(f->alphabet, sign) + 1, row = f->rows;
    struct box *b;
    struct err e;

    if (line->claim || !line->term) {
        put_claim(f, line);
        return;
    }
    b = tex_box(f->arena, f->alphabet, expr_tex(f->arena, line->term), true, f->cols - at,
                &e);
    flow_box(f, at, STYLE_FORMULA, b);
    flow_beside(f, row + b->baseline, INDENT, STYLE_FORMULA,
                box_line(f->arena, sign, STYLE_PLAIN));
    put_right(f, row + b->baseline, at + b->cols, STYLE_DIM, tail_text(f, line, k));
    if (k->verdict == LINE_HOLDS)
        put_sentence(f, line->say, STYLE_DIM, k->badge);
    else
        flow_plain(f, INDENT, STYLE_WRONG,
                   arena_printf(f->arena, "%s %s",
                                k->verdict == LINE_DIFFERENT ? "NOT THE SAME:"
                                                             : "NOT CONFIRMED:",
                                k->why));
}

static void
put_derivation(struct flow *f, struct ui_model *m, const struct derivation *d, bool now)
{
    struct checked *c = study_checked(m, d);
    int lines = text_lines_of(m, d), row;
    struct box *b;
    struct err e;

    if (lines < 0)
        return;
    flow_gap(f);
    if (!now && f->cols < ROOMY_COLS) { /* too narrow to be read again */
        flow_line(f, 0, STYLE_DIM, arena_printf(f->arena, "Derivation %s", d->name));
        return;
    }
    derive_check(m, c, lines);
    if (now && m->study.at.line)
        f->anchor = f->rows;
    flow_line(f, 0, STYLE_STRONG, d->name);
    if (*c->point)
        put_right(f, f->rows - 1, canvas_width(f->alphabet, d->name), STYLE_DIM,
                  arena_printf(f->arena, "values at %s", c->point));
    row = f->rows;
    b = tex_box(f->arena, f->alphabet, expr_tex(f->arena, d->start), true,
                f->cols - INDENT, &e);
    flow_box(f, INDENT, STYLE_FORMULA, b);
    if (*c->start_value)
        put_right(f, row + b->baseline, b->cols + INDENT, STYLE_DIM,
                  arena_printf(f->arena, "%s     ", c->start_value));
    for (int i = 0; i < lines; i++) {
        if (now && i == lines - 1)
            f->anchor = f->rows;
        put_line(f, &d->lines[i], &c->lines[i]);
    }
}

/* ---- answers in words --------------------------------------------------- */

char *
text_response(struct arena *a, const struct question *q, const char *response)
{
    struct buf b;
    const char *s = response;

    if (!question_has_choices(q))
        return text_escape(a, response);
    if (!isdigit((unsigned char)*s) && *s != '#')
        return arena_strdup(a, response);
    buf_init(&b, a);
    while (*s) {
        char *end;
        long i = strtol(s + (*s == '#'), &end, 10);

        if (i < 1 || i > q->ask->n_choices)
            return arena_strdup(a, response);
        buf_printf(&b, "%s%s", b.n ? "; " : "", q->ask->choices[i - 1].text);
        s = end + strspn(end, ",; ");
    }
    return b.s;
}

char *
text_guess(struct arena *a, const struct question *q)
{
    if (strcmp(q->response, "unsure") == 0)
        return arena_strdup(a, "You were unsure.");
    return arena_printf(a, "You predicted: \"%s\"", text_response(a, q, q->response));
}

const char *
text_lead(const struct grade *g)
{
    static const char *const leads[] = {
        [GRADE_RIGHT] = "Right.",
        [GRADE_RIGHT_BUT] = "Right, but:",
        [GRADE_WRONG] = "Not right.",
        [GRADE_UNREADABLE] = "I cannot read that:",
    };

    return g->err.code == ERR_ANSWER_WITHOUT ? "Not yet:" : leads[g->verdict];
}

char *
text_unread(struct arena *a, const struct err *e)
{
    if (e->at.line > 0)
        return arena_printf(a, "%s (column %d)", e->msg, e->at.col);
    return arena_strdup(a, e->msg);
}

char *
text_verdict(struct arena *a, const struct question *q)
{
    const struct grade *g = &q->grade;
    struct buf b;

    if (g->verdict == GRADE_UNREADABLE)
        return text_escape(
            a, arena_printf(a, "%s. It costs nothing.", text_unread(a, &g->err)));
    buf_init(&b, a);
    buf_add(&b, g->feedback);
    if (*g->counterexample && !strstr(g->feedback, g->counterexample))
        buf_printf(&b, "%sIt differs %s.", b.n ? " " : "",
                   text_escape(a, g->counterexample));
    if (g->repeated)
        buf_printf(&b, "%sThe same answer again: it costs nothing.", b.n ? " " : "");
    return b.s;
}

/* A question that was answered, skipped or left, said again in the text column. */
static void
put_asked(struct flow *f, struct ui_model *m, struct question *q)
{
    struct words_ctx ctx = text_ctx(m, q);

    if (q->ask->predict) {
        flow_gap(f);
        flow_words(f, 0, STYLE_GUESS,
                   q->state == QUESTION_DONE ? text_guess(f->arena, q)
                                             : "You made no guess.",
                   NULL);
        if (q->state == QUESTION_DONE && *q->ask->after)
            flow_words(f, 0, STYLE_PLAIN, q->ask->after, &ctx);
        return;
    }
    if (q == study_question(m))
        return;
    flow_gap(f);
    flow_words(f, 0, STYLE_DIM, q->ask->words, &ctx);
    if (q->state == QUESTION_DONE)
        flow_words(f, 0, STYLE_DIM,
                   arena_printf(f->arena, "Your answer: %s (right)",
                                text_response(f->arena, q, q->response)),
                   NULL);
    else
        flow_line(f, 0, STYLE_DIM,
                  q->state == QUESTION_SHOWN ? "You looked at the solution."
                                             : "Not answered yet.");
}

/* ---- the text column ---------------------------------------------------- */

static void
put_item(struct flow *f, struct ui_model *m, const struct item *it, bool now)
{
    struct words_ctx ctx = text_ctx(m, NULL);
    struct question *q;

    switch (it->kind) {
    case ITEM_PASSAGE:
        flow_gap(f);
        flow_words(f, 0, now ? STYLE_PLAIN : STYLE_DIM, it->passage->markdown, &ctx);
        break;
    case ITEM_ASK:
        q = study_question_of(m, it->ask);
        if (!now || !question_is_open(q))
            put_asked(f, m, q);
        break;
    case ITEM_DERIVATION:
        put_derivation(f, m, it->derivation, now);
        break;
    case ITEM_FIGURE: /* drawn beside the text */
    case ITEM_NOTE:   /* for the speaker */
        break;
    }
}

/* What comes behind a derivation waits until all of its lines are shown. */
static bool
waits_for(const struct ui_model *m, const struct item *it, bool now)
{
    return now && it->kind == ITEM_DERIVATION &&
           text_lines_of(m, it->derivation) < it->derivation->n_lines;
}

static void
put_beat(struct flow *f, struct ui_model *m, int beat)
{
    const struct beat *b = &study_step(m)->beats[beat];
    bool now = beat == m->study.at.beat;

    for (int i = 0; i < b->n; i++) {
        put_item(f, m, &b->items[i], now);
        if (waits_for(m, &b->items[i], now))
            return;
    }
}

void
text_step(struct flow *f, struct ui_model *m)
{
    for (int i = 0; i < m->study.at.beat; i++)
        put_beat(f, m, i);
    flow_gap(f);
    f->anchor = f->rows;
    put_beat(f, m, m->study.at.beat);
}

void
text_beat(struct flow *f, struct ui_model *m, bool with_guess)
{
    const struct question *guess = with_guess ? study_guess(m) : NULL;

    put_beat(f, m, m->study.at.beat);
    if (guess && guess->beat != m->study.at.beat) {
        flow_gap(f);
        flow_words(f, 0, STYLE_GUESS, text_guess(f->arena, guess), NULL);
    }
}

/* ---- the question ------------------------------------------------------- */

static const char *
choice_mark(const struct question *q, struct arena *a, int i, bool cursor)
{
    const char *tick = "";

    if (q->ask->kind == ASK_SEVERAL)
        tick = q->ticked[i] ? " [x]" : " [ ]";
    return arena_printf(a, "%s%d%s", cursor ? "> " : "  ", i + 1, tick);
}

/* Whether the i-th choice that is shown is the one that was taken. */
static bool
was_chosen(const struct question *q, int i)
{
    return q->state == QUESTION_DONE && q->ask->kind != ASK_SEVERAL &&
           strtol(q->response + (*q->response == '#'), NULL, 10) == q->order[i] + 1;
}

/* One choice with its corner at (row, col); returns its width. */
static int
put_choice(struct flow *f, struct question *q, int i, int row, int col, bool focused)
{
    bool at = focused && i == q->choice;
    const char *mark = choice_mark(q, f->arena, i, at || was_chosen(q, i));
    int wide = (int)strlen(mark) + GAP;
    struct box *b =
        flow_set(f, f->cols - col - wide, q->ask->choices[q->order[i]].text, NULL);

    flow_beside(f, row, col + wide, at ? STYLE_FOCUS : STYLE_PLAIN, b);
    flow_beside(f, row + b->baseline, col, at ? STYLE_FOCUS : STYLE_KEY,
                box_line(f->arena, mark, STYLE_PLAIN));
    if (i < CHOICES_MAX)
        f->choice[i] = (struct rect){row, col, b->rows, wide + b->cols};
    if (at) {
        f->cursor_row = row + b->baseline;
        f->cursor_col = col;
    }
    return wide + b->cols;
}

/* Whether all choices fit on one row, as put_choices() puts them there. */
static bool
choices_fit(struct flow *f, const struct question *q)
{
    int width = -2 * GAP;

    for (int i = 0; i < q->ask->n_choices; i++) {
        struct box *b = flow_set(f, f->cols, q->ask->choices[i].text, NULL);

        if (b->rows > 1)
            return false;
        width +=
            (int)strlen(choice_mark(q, f->arena, i, false)) + GAP + b->cols + 2 * GAP;
    }
    return width <= f->cols;
}

static void
put_choices(struct flow *f, struct ui_model *m, struct question *q)
{
    bool focused = m->study.focus.kind == FOCUS_ANSWER && question_is_open(q);
    bool one_row = f->cols >= ROOMY_COLS && choices_fit(f, q);
    int row = f->rows, col = 0;

    for (int i = 0; i < q->ask->n_choices; i++) {
        int width = put_choice(f, q, i, row, col, focused);

        if (one_row)
            col += width + 2 * GAP;
        else
            row = f->rows;
    }
}

size_t
typed_start(const struct flow *f, const struct typed *t, int room)
{
    size_t start = (size_t)t->cursor;

    while (start > 0) {
        size_t before = start - 1;
        char c[8] = "";

        while (before > 0 && ((unsigned char)t->text[before] & 0xC0) == 0x80 &&
               start - before < 4)
            before--;
        memcpy(c, t->text + before, start - before);
        room -= canvas_width(f->alphabet, c) + (f->alphabet == ALPHABET_ASCII && c[1]);
        if (room <= 0)
            break;
        start = before;
    }
    return start;
}

static const char *
field_label(const struct question *q, struct arena *a)
{
    if (q->ask->kind == ASK_REFUTE && q->ask->n_supply == 1)
        return arena_printf(a, "> %s = ", q->ask->supply[0]);
    return "> ";
}

static void
put_field(struct flow *f, struct ui_model *m, struct question *q)
{
    const char *label = field_label(q, f->arena);
    bool active = question_is_open(q) && m->study.focus.kind == FOCUS_ANSWER;
    int col = canvas_width(f->alphabet, label), row = f->rows;
    bool typed = q->state != QUESTION_DONE;
    const char *text = typed ? q->typed.text : q->response;
    size_t start = typed ? typed_start(f, &q->typed, f->cols - col) : 0;
    size_t before = (size_t)q->typed.cursor - start;
    const char *shown;

    flow_line(f, 0, active ? STYLE_FOCUS : STYLE_DIM, label);
    shown =
        arena_strndup(f->arena, text + start, strnlen(text + start, 4 * (size_t)f->cols));
    flow_beside(
        f, row, col, STYLE_PLAIN,
        box_line(f->arena, canvas_fold(f->arena, f->alphabet, shown), STYLE_PLAIN));
    f->field = (struct rect){row, 0, 1, f->cols};
    if (!active)
        return;
    f->cursor_row = row;
    f->cursor_col =
        col + canvas_width(f->alphabet, arena_strndup(f->arena, text + start, before));
}

/* What was understood of the field: set as a formula if `rows` allow it. */
static void
put_reading(struct flow *f, struct ui_model *m, int rows)
{
    static const char lead[] = "  I read:  ";
    struct study *s = &m->study;
    int col = (int)sizeof lead - 1, row = f->rows;
    struct box *b;
    struct err e;

    if (!s->reading.ok) {
        flow_plain(f, INDENT, STYLE_DIM,
                   arena_printf(f->arena, "%s %s",
                                s->reading.err.code == ERR_ANSWER_WITHOUT
                                    ? "not yet:"
                                    : "not readable yet:",
                                text_unread(f->arena, &s->reading.err)));
        return;
    }
    b = tex_box(f->arena, f->alphabet, s->reading.tex, true, f->cols - col, &e);
    if (b->rows > rows)
        b = box_line(f->arena, canvas_fold(f->arena, f->alphabet, s->reading.plain),
                     STYLE_PLAIN);
    if (b->rows > s->reading_rows)
        s->reading_rows = b->rows;
    flow_beside(f, row + b->baseline, 0, STYLE_DIM,
                box_line(f->arena, lead, STYLE_PLAIN));
    flow_beside(f, row, col, STYLE_FORMULA, b);
}

static void
put_answer(struct flow *f, struct ui_model *m, struct question *q)
{
    enum { READING_ROWS = 5 };
    int row;

    put_field(f, m, q);
    if (!question_is_open(q)) {
        if (q->graded && *q->grade.understood)
            flow_plain(f, INDENT, STYLE_DIM,
                       arena_printf(f->arena, "I read:  %s", q->grade.understood));
        return;
    }
    row = f->rows;
    if (m->study.has_reading)
        put_reading(f, m, model_is_roomy(m) ? READING_ROWS : 1);
    else
        flow_line(f, INDENT, STYLE_DIM, "what I cannot read costs nothing");
    if (f->rows < row + m->study.reading_rows)
        f->rows = row + m->study.reading_rows;
}

static void
put_verdict(struct flow *f, struct question *q, const struct words_ctx *ctx)
{
    static const enum style styles[] = {
        [GRADE_RIGHT] = STYLE_RIGHT,
        [GRADE_RIGHT_BUT] = STYLE_REMARK,
        [GRADE_WRONG] = STYLE_WRONG,
        [GRADE_UNREADABLE] = STYLE_WRONG,
    };
    enum grade_verdict v = q->grade.verdict;

    if (!q->graded)
        return;
    flow_words(f, 0, styles[v],
               arena_printf(f->arena, "**%s** %s", text_lead(&q->grade),
                            text_verdict(f->arena, q)),
               ctx);
}

static void
put_model_answer(struct flow *f, struct question *q)
{
    static const char lead[] = "  Answer:  ";
    struct box *b;
    struct err e;

    if (question_has_choices(q)) {
        for (int i = 0; i < q->ask->n_choices; i++)
            if (q->ask->choices[i].right)
                flow_words(f, INDENT, STYLE_FORMULA,
                           arena_printf(f->arena, "Answer: %s", q->ask->choices[i].text),
                           NULL);
        return;
    }
    b = tex_box(f->arena, f->alphabet, grade_model(f->arena, q->ask, &q->drawn, true),
                true, f->cols - (int)sizeof lead, &e);
    flow_beside(f, f->rows, (int)sizeof lead - 1, STYLE_FORMULA, b);
    flow_beside(f, f->rows - b->rows + b->baseline, 0, STYLE_DIM,
                box_line(f->arena, lead, STYLE_PLAIN));
}

static void
put_hints(struct flow *f, struct question *q, const struct words_ctx *ctx)
{
    for (int i = 0; i < q->hints; i++)
        flow_words(f, 0, STYLE_REMARK,
                   arena_printf(f->arena, "Hint %d of %d: %s", i + 1, q->ask->n_hints,
                                q->ask->hints[i]),
                   ctx);
}

void
text_question(struct flow *f, struct ui_model *m, struct question *q)
{
    struct words_ctx ctx = text_ctx(m, q);
    bool over = !question_is_open(q);

    if (over && q->ask->predict)
        return; /* a guess that was made is said in the text */
    if (*q->ask->words)
        flow_words(f, 0, STYLE_STRONG, q->ask->words, &ctx);
    if (question_has_choices(q))
        put_choices(f, m, q);
    else if (question_has_field(q))
        put_answer(f, m, q);
    put_verdict(f, q, &ctx);
    if (over && q->state == QUESTION_SHOWN)
        put_model_answer(f, q);
    else if (!q->graded && over)
        flow_line(f, 0, STYLE_RIGHT, "Answered before, and right.");
    if (over && *q->ask->after)
        flow_words(f, 0, STYLE_PLAIN, q->ask->after, &ctx);
    else if (!over)
        put_hints(f, q, &ctx);
}
