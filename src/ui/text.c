#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "ui/answer/answer.h"
#include "ui/look/look.h"
#include "ui/quiz/quiz.h"
#include "ui/told/told.h"

enum { INDENT = 2, SAY_INDENT = 6, GAP = 2, STAGE_VALUE_MAX = 10 };

struct words_ctx
text_ctx(const struct ui_model *m, const struct question *q)
{
    const struct scope *s = quiz_scope(m);

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

/* Text at the right end of row `row`, or on a row of its own when `used`
 * columns leave too little room. */
static void
put_right(struct flow *f, int row, int used, enum style style, const char *text)
{
    int width = canvas_width(f->alphabet, text);

    if (width > f->cols)
        flow_plain(f, INDENT, style, text);
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

static void
put_derivation(struct flow *f, struct ui_model *m, const struct derivation *d, bool now)
{
    struct checked *c = study_checked(m, d);
    int lines = text_lines_of(m, d), row;
    const struct box *b;

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

/* ---- answers in words --------------------------------------------------- */

/* The text of a choice or a line of the lesson, from 1. */
static const char *
item_text(const struct question *q, long i)
{
    return q->ask->n_lines ? q->ask->lines[i - 1].text : q->ask->choices[i - 1].text;
}

/* "3", "#3 #1": the texts of the items; NULL for anything else. */
static char *
items_text(struct arena *a, const struct question *q, const char *response)
{
    const char *s = response;
    struct buf b;

    buf_init(&b, a);
    while (*s) {
        char *end;
        long i = strtol(s + (*s == '#'), &end, 10);

        if (i < 1 || i > question_items(q))
            return NULL;
        buf_printf(&b, "%s%s", b.n ? "; " : "", item_text(q, i));
        s = end + strspn(end, ",; ");
    }
    return b.s;
}

char *
text_response(struct arena *a, const struct question *q, const char *response)
{
    char *text = NULL;

    if (q->ask->kind == ASK_SPOT && *response == '#')
        return arena_printf(a, "line %s", text_escape(a, response + 1));
    if (!question_items(q))
        return text_escape(a, response);
    for (int i = 0; i < q->ask->n_choices;
         i++) /* a guess is kept in its words, "1" too */
        if (strcmp(response, q->ask->choices[i].text) == 0)
            return arena_strdup(a, response);
    if (isdigit((unsigned char)*response) || *response == '#')
        text = items_text(a, q, response);
    return text ? text : arena_strdup(a, response);
}

bool
text_unsure(const struct question *q)
{
    return strcmp(q->response, "unsure") == 0;
}

char *
text_guess(struct arena *a, const struct ui_model *m, const struct question *q)
{
    char *drawn = q->sketch ? look_sketch_said(a, q, false) : NULL;

    if (text_unsure(q))
        return arena_strdup(a, m->stage.on ? "" : "You were unsure.");
    if (drawn)
        return text_escape(a, drawn);
    return arena_printf(a, "%s: \"%s\"", m->stage.on ? "The room said" : "You predicted",
                        text_response(a, q, q->response));
}

/* A figure answers the guess before it: whoever moved it, or came to the end of its step,
 * has seen that. */
static bool
was_looked_at(const struct ui_model *m, const struct drawing *d)
{
    const struct place *at = &m->study.at;

    return m->line_mode || d->moves || !d->figure || !figure_slider_count(d->figure) ||
           (at->beat > d->beat && at->beat == study_step(m)->n_beats - 1);
}

bool
text_reveals(const struct ui_model *m, const struct question *q)
{
    const struct study *s = &m->study;

    if (*q->ask->after)
        return true;
    for (int i = 0; i < s->n_drawings && (!q->before || m->stage.on); i++) {
        const struct drawing *d = &s->drawings[i];

        if (d->step == q->step && d->beat >= q->beat &&
            (study_stage(m) || m->stage.on || !was_looked_at(m, d)))
            return false;
    }
    return !q->sketch && !study_stage(m);
}

char *
text_revealed(struct arena *a, const struct ui_model *m, const struct question *q)
{
    char *truth = grade_model(a, q->ask, &q->drawn, false);
    char *guess = q->state == QUESTION_DONE ? text_guess(a, m, q)
                                            : arena_strdup(a, "You made no guess.");

    if (m->stage.on && (q->state != QUESTION_DONE || text_unsure(q)))
        return q->sketch ? guess : arena_printf(a, "In truth: %s", truth);
    if (q->sketch) /* the truth is drawn */
        return guess;
    if (q->state == QUESTION_DONE && q->ask->n_choices &&
        strcmp(text_response(a, q, q->response), truth) == 0)
        return arena_printf(a, "%s. So it is.", guess);
    return arena_printf(
        a, "%s%s In truth: %s", guess,
        q->state == QUESTION_DONE && guess[strlen(guess) - 1] != '.' ? "." : "", truth);
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

    if (g->off_form)
        return "Equal, but not as asked:";
    if (g->unfinished)
        return "Not finished:";
    return g->err.code == ERR_ANSWER_WITHOUT || g->err.code == ERR_ANSWER_LIMIT
               ? "Not yet:"
               : leads[g->verdict];
}

char *
text_unread(struct arena *a, const struct err *e)
{
    if (e->at.line > 0)
        return arena_printf(a, "%s (column %d)", e->msg, e->at.col);
    return arena_strdup(a, e->msg);
}

int
text_not_typed(const struct question *q, const char *answer, const struct err *e)
{
    int before = (int)strcspn(answer, ":") + 2; /* "#3: " */

    return q->ask->kind == ASK_SPOT && *answer == '#' && e->at.col > before ? before : 0;
}

char *
text_verdict(struct arena *a, const struct question *q, bool field)
{
    const struct grade *g = &q->grade;
    const char *point =
        arena_strndup(a, g->counterexample, strcspn(g->counterexample, ":"));
    struct buf b;

    if (g->verdict == GRADE_UNREADABLE) {
        struct err e = g->err;

        if (field)
            e.at.col -= text_not_typed(q, q->judged ? q->judged : "", &e);
        return text_escape(a,
                           arena_printf(a, "%s. It costs nothing.", text_unread(a, &e)));
    }
    buf_init(&b, a);
    buf_add(&b, g->feedback);
    if (*point && !strstr(g->feedback, point))
        buf_printf(&b, "%sIt differs %s.", b.n ? " " : "",
                   text_escape(a, g->counterexample));
    if (g->repeated)
        buf_printf(&b, "%sThe same answer again: it costs nothing.", b.n ? " " : "");
    return b.s;
}

/* What became of an answer, behind it. */
static const char *
outcome(struct flow *f, const struct question *q)
{
    if (q->state == QUESTION_KEPT)
        return "";
    if (q->telling && q->telling->n)
        return arena_printf(f->arena, " (%s)", told_points(f->arena, q->telling));
    return " (right)";
}

/* A question that was answered, skipped or left, said again in the text column. */
static void
put_asked(struct flow *f, struct ui_model *m, struct question *q)
{
    struct words_ctx ctx = text_ctx(m, q);

    if (q->ask->predict && m->stage.on && text_unsure(q) && !text_reveals(m, q))
        return;
    if (q->ask->predict) {
        flow_gap(f);
        if (!m->stage.on && !q->sketch)
            flow_words(f, 0, STYLE_DIM, q->ask->words, &ctx);
        if (text_reveals(m, q))
            flow_words(f, 0, STYLE_GUESS, text_revealed(f->arena, m, q), NULL);
        else
            flow_words(f, 0, STYLE_GUESS,
                       q->state == QUESTION_DONE ? text_guess(f->arena, m, q)
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
    if (q->state == QUESTION_DONE || q->state == QUESTION_KEPT)
        flow_words(f, 0, STYLE_DIM,
                   arena_printf(f->arena, "Your answer: %s%s",
                                text_response(f->arena, q, q->response), outcome(f, q)),
                   NULL);
    else
        flow_line(f, 0, STYLE_DIM,
                  q->state == QUESTION_SHOWN ? "You looked at the solution."
                  : q->attempt > 0           ? "Its fresh numbers are not answered yet."
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

    if (guess && m->stage.on && text_unsure(guess))
        guess = NULL;
    put_beat(f, m, m->study.at.beat);
    if (guess && guess->beat != m->study.at.beat) {
        struct words_ctx ctx = text_ctx(m, guess);

        flow_gap(f);
        if (text_unsure(guess))
            flow_words(f, 0, STYLE_DIM, guess->ask->words, &ctx);
        flow_words(f, 0, STYLE_GUESS,
                   text_reveals(m, guess) ? text_revealed(f->arena, m, guess)
                                          : text_guess(f->arena, m, guess),
                   NULL);
    }
}

/* ---- the question ------------------------------------------------------- */

static void
put_verdict(struct flow *f, struct question *q, const struct words_ctx *ctx)
{
    static const enum style styles[] = {
        [GRADE_RIGHT] = STYLE_RIGHT,
        [GRADE_RIGHT_BUT] = STYLE_REMARK,
        [GRADE_WRONG] = STYLE_WRONG,
        [GRADE_UNREADABLE] = STYLE_WRONG,
    };
    enum style style = styles[q->grade.verdict];

    if (!q->graded)
        return;
    if (q->grade.off_form || q->grade.unfinished)
        style = STYLE_REMARK;
    flow_words(f, 0, style,
               arena_printf(f->arena, "**%s** %s", text_lead(&q->grade),
                            text_verdict(f->arena, q, true)),
               ctx);
}

static void
put_model_answer(struct flow *f, struct question *q)
{
    static const char lead[] = "  Answer:  ";
    const struct box *b;

    if (q->ask->n_choices) {
        for (int i = 0; i < q->ask->n_choices; i++)
            if (q->ask->choices[i].right)
                flow_words(f, INDENT, STYLE_FORMULA,
                           arena_printf(f->arena, "Answer: %s", q->ask->choices[i].text),
                           NULL);
        return;
    }
    if (q->ask->kind == ASK_ORDER || (q->ask->kind == ASK_SPOT && !q->ask->answer)) {
        flow_words(f, INDENT, STYLE_FORMULA,
                   arena_printf(f->arena, "Answer: %s",
                                grade_model(f->arena, q->ask, &q->drawn, false)),
                   NULL);
        return;
    }
    b = flow_formula(f, f->cols - (int)sizeof lead,
                     grade_model(f->arena, q->ask, &q->drawn, true));
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

static void
put_question(struct flow *f, struct ui_model *m, struct question *q)
{
    const struct words_ctx *ctx = f->asked;
    bool over = !question_is_open(q);

    if (over && q->ask->predict)
        return; /* a guess that was made is said in the text */
    if (*q->ask->words)
        flow_words(f, 0, STYLE_STRONG, q->ask->words, ctx);
    if (answer_of(q)->put)
        answer_of(q)->put(f, m, q);
    if (!q->telling)
        put_verdict(f, q, ctx);
    if (q->state == QUESTION_KEPT)
        return;
    if (over && q->state == QUESTION_SHOWN && !q->telling)
        put_model_answer(f, q);
    else if (!q->graded && over && !q->telling)
        flow_line(f, 0, STYLE_RIGHT, "Answered before, and right.");
    if (over && *q->ask->after)
        flow_words(f, 0, STYLE_PLAIN, q->ask->after, ctx);
    if (over && !m->stage.on)
        derive_put_shown(f, m, q->ask);
    else if (!over)
        put_hints(f, q, ctx);
}

/* Its choices and lines have computed numbers as its words have. */
void
text_question(struct flow *f, struct ui_model *m, struct question *q)
{
    struct words_ctx ctx = text_ctx(m, q);

    f->asked = &ctx;
    put_question(f, m, q);
    f->asked = NULL;
}
