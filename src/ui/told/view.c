/* An explanation on the screen. */
#include <string.h>

#include "ui/told/told.h"

enum { INDENT = 2, WORD_COLS = 16, NARROW = 60, FIELD_ROWS = 6, FIELD_ROWS_SMALL = 3 };

static int
field_rows(const struct ui_model *m)
{
    return model_is_roomy(m) ? FIELD_ROWS + (m->rows > 30 ? 4 : 0) : FIELD_ROWS_SMALL;
}

/* A word, and what it is about behind it, or below it where columns are few. */
static void
put_labelled(struct flow *f, enum style style, const char *word, const char *markdown)
{
    int row = f->rows;

    if (f->cols < NARROW) {
        flow_words(f, 0, style, arena_printf(f->arena, "**%s:** %s", word, markdown),
                   NULL);
        return;
    }
    flow_words(f, WORD_COLS, STYLE_PLAIN, markdown, NULL);
    flow_beside(f, row, INDENT, style, box_line(f->arena, word, STYLE_PLAIN));
}

static char *
quoted(struct flow *f, const struct telling *t, int i)
{
    return arena_printf(f->arena, "\u201c%s\u201d",
                        text_escape(f->arena, told_quote(f->arena, t, i)));
}

static bool
has_quote(const struct telling *t, int i)
{
    return t->ideas[i].to > t->ideas[i].from;
}

/* What was found and what is contradicted; of the missing ideas only how many. */
static void
put_found(struct flow *f, const struct telling *t)
{
    int missing = 0;

    for (int i = 0; i < t->n; i++) {
        const struct idea_mark *mark = &t->marks[i];

        missing += mark->verdict == IDEA_MISSING && t->ideas[i].needed;
        if (mark->verdict == IDEA_FOUND)
            put_labelled(f, STYLE_RIGHT, mark->contested ? "contested" : "found",
                         has_quote(t, i) ? quoted(f, t, i) : t->ideas[i].says);
        if (mark->verdict == IDEA_CONTRADICTED)
            put_labelled(f, STYLE_WRONG, "contradicted",
                         arena_printf(f->arena, "%s Compare: %s", quoted(f, t, i),
                                      t->ideas[i].says));
    }
    if (missing)
        put_labelled(
            f, STYLE_REMARK, "missing",
            arena_printf(f->arena, "%d idea%s", missing, missing > 1 ? "s" : ""));
}

static void
put_write(struct flow *f, struct ui_model *m, struct question *q)
{
    const struct telling *t = q->telling;

    if (t->n) {
        put_found(f, t);
        flow_words(
            f, 0, STYLE_WRONG,
            told_can_contest(q)
                ? "**Not right yet.** Change your words. If you did not mean that: "
                  "Esc, then c contests it."
                : "**Not right yet.** Nothing of the model answer is there: say "
                  "more.",
            NULL);
    }
    told_put_field(f, m, q, field_rows(m));
    if (!q->typed.len)
        flow_words(f, INDENT, STYLE_DIM, "In your own words; formulas are welcome.",
                   NULL);
    if (q->graded && q->grade.verdict == GRADE_UNREADABLE)
        flow_plain(f, 0, STYLE_WRONG,
                   arena_printf(f->arena, "I cannot read that: %s. It costs nothing.",
                                text_unread(f->arena, &q->grade.err)));
}

static void
put_more(struct flow *f, struct ui_model *m, struct question *q)
{
    const struct telling *t = q->telling;

    put_found(f, t);
    flow_words(f, 0, STYLE_STRONG,
               arena_printf(f->arena, "One question more: %s", t->ideas[t->at].ask_again),
               NULL);
    told_put_field(f, m, q, field_rows(m) / 2 + 1);
    if (!q->typed.len)
        flow_words(f, INDENT, STYLE_DIM,
                   "It is added to what you said. An empty field: to the model answer.",
                   NULL);
}

/* ---- marking beside the model answer ----------------------------------------------- */

static void
put_model(struct flow *f, const struct question *q)
{
    flow_words(f, 0, STYLE_PLAIN,
               arena_printf(f->arena, "**Model answer:** %s",
                            grade_model(f->arena, q->ask, &q->drawn, false)),
               NULL);
}

static void
put_to_mark(struct flow *f, struct ui_model *m, const struct question *q, int i)
{
    const struct telling *t = q->telling;
    bool here = i == t->at && answer_focused(m, q);
    const char *word = !told_is_marked(t, i)               ? "[    ]"
                       : t->marks[i].verdict == IDEA_FOUND ? "[said]"
                                                           : "[not ]";
    int row = f->rows;

    flow_words(f, INDENT + 7, STYLE_PLAIN, t->ideas[i].says, NULL);
    flow_beside(f, row, 0, here ? STYLE_FOCUS : STYLE_KEY,
                box_line(f->arena,
                         arena_printf(f->arena, "%c %s", here ? '>' : ' ', word),
                         STYLE_PLAIN));
    if (!here)
        return;
    f->cursor_row = row;
    f->cursor_col = 0;
    f->cursor_more = f->rows - row - 1;
}

static void
put_mark(struct flow *f, struct ui_model *m, struct question *q)
{
    const struct telling *t = q->telling;

    put_model(f, q);
    flow_gap(f);
    flow_words(f, 0, STYLE_STRONG, "The rules did not find this. Did you say it?", NULL);
    for (int i = 0; i < t->n; i++)
        if (told_to_mark(t, i))
            put_to_mark(f, m, q, i);
}

/* ---- done -------------------------------------------------------------------------- */

static void
put_said(struct flow *f, const struct telling *t)
{
    if (*t->words)
        flow_words(f, 0, STYLE_DIM,
                   arena_printf(f->arena, "You: %s", text_escape(f->arena, t->words)),
                   NULL);
}

static void
put_idea(struct flow *f, const struct telling *t, int i)
{
    static const enum style styles[] = {
        [IDEA_MISSING] = STYLE_REMARK,
        [IDEA_FOUND] = STYLE_RIGHT,
        [IDEA_CONTRADICTED] = STYLE_WRONG,
    };
    const struct idea_mark *mark = &t->marks[i];
    char *from = arena_printf(f->arena, "(%s%s)", mark_source_text(mark->source),
                              mark->contested ? ", contested" : "");

    if (mark->verdict == IDEA_MISSING && !t->ideas[i].needed)
        return;
    put_labelled(f, styles[mark->verdict], grade_idea_text(mark->verdict),
                 arena_printf(f->arena, "%s %s", t->ideas[i].says, from));
}

static void
put_done(struct flow *f, struct question *q)
{
    const struct telling *t = q->telling;

    if (!t->n || q->state == QUESTION_KEPT) {
        flow_plain(f, 0, STYLE_DIM, q->response);
        return;
    }
    put_said(f, t);
    for (int i = 0; i < t->n; i++)
        put_idea(f, t, i);
    if (q->state == QUESTION_SHOWN)
        return;
    f->verdict = f->rows;
    flow_words(f, 0, t->points == t->most ? STYLE_RIGHT : STYLE_REMARK,
               arena_printf(f->arena, "**%s%s.**%s",
                            t->points == t->most ? "Right: " : "",
                            told_points(f->arena, t),
                            t->points < t->most ? " n: tell it again." : ""),
               NULL);
    f->verdict_rows = f->rows - f->verdict;
}

void
told_put(struct flow *f, struct ui_model *m, struct question *q)
{
    if (!question_is_open(q)) {
        put_done(f, q);
        if (q->state == QUESTION_SHOWN)
            put_model(f, q);
        return;
    }
    switch (q->telling->stage) {
    case TELL_WRITE:
    case TELL_DONE:
        put_write(f, m, q);
        break;
    case TELL_MORE:
        put_more(f, m, q);
        break;
    case TELL_MARK:
        put_mark(f, m, q);
        break;
    }
}
