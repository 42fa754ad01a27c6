#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "ui/answer/answer.h"
#include "ui/look/look.h"

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

/* A choice is compared by its words, since "1" may be one; what was typed, as a value. */
static bool
guessed_right(struct arena *a, const struct question *q, const char *truth)
{
    if (question_items(q))
        return strcmp(text_response(a, q, q->response), truth) == 0;
    return !text_unsure(q) && grade_guess_is_true(a, q->ask, &q->drawn, q->response);
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
    if (q->state == QUESTION_DONE && guessed_right(a, q, truth))
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
                   text_escape(a, text_held(a, g->counterexample)));
    if (g->repeated)
        buf_printf(&b, "%sThe same answer again: it costs nothing.", b.n ? " " : "");
    return b.s;
}
