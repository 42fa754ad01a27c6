/* A solution with one wrong line: it is chosen, then repaired below it. */
#include <stdlib.h>
#include <string.h>

#include "ui/answer/answer.h"

/* Whether more than the number of the line is asked for. */
static bool
wants_more(const struct question *q)
{
    return q->ask->answer || q->ask->n_because;
}

static bool
has_rest(const struct question *q)
{
    const char *more = q->typed.text ? q->typed.text : "";

    return more[strspn(more, " \t")] != '\0';
}

/* ---- as a text
 * ------------------------------------------------------------------- */

static bool
is_because(const char *text)
{
    return strncmp(text, "because", 7) == 0;
}

static char *
spot_text(struct arena *a, const struct question *q)
{
    const char *more = q->typed.text + strspn(q->typed.text, " \t:");

    if (!q->chosen || !*more)
        return arena_printf(a, "#%d", q->choice + 1);
    if (is_because(more) || q->ask->answer)
        return arena_printf(a, "#%d%s %s", q->choice + 1, is_because(more) ? ";" : ":",
                            more);
    return arena_printf(a, "#%d; because %s", q->choice + 1, more);
}

static void
spot_take(struct ui_model *m, struct question *q, const char *text)
{
    char *end;
    long line = strtol(text + strspn(text, "# "), &end, 10);

    (void)m;
    if (line < 1 || line > q->ask->n_lines)
        return;
    q->choice = (int)line - 1;
    end += strspn(end, ":; ");
    if (!q->ask->answer && is_because(end))
        end += strlen("because") + strspn(end + strlen("because"), " ");
    q->chosen = *end != '\0';
    typed_set(&q->typed, end, (int)strlen(end));
}

/* ---- keys
 * ------------------------------------------------------------------------ */

static bool
spot_types(const struct question *q)
{
    return q->chosen && question_is_open(q);
}

static const char *
spot_place(const struct question *q)
{
    return spot_types(q) ? "line field" : "lines to choose";
}

static bool
spot_enter(struct ui_model *m, struct question *q)
{
    if (!wants_more(q) || (q->chosen && (q->held || has_rest(q))))
        return true;
    if (q->chosen) { /* a digit chose the line, and Enter meant just that */
        q->held = true;
        model_remark(
            m, "Nothing is said of line %d yet. Enter again sends its number alone.",
            q->choice + 1);
        return false;
    }
    q->chosen = true;
    question_type(m, q, q->typed.text, q->typed.cursor);
    return false;
}

bool
answer_can_unchoose(const struct ui_model *m)
{
    const struct question *q = study_question(m);

    return q && q->chosen && !q->typed.len;
}

void
answer_key_unchoose(struct ui_model *m, struct press p)
{
    struct question *q = study_question(m);

    (void)p;
    q->chosen = q->held = false;
    m->field_serial++;
}

bool
answer_can_other_line(const struct ui_model *m)
{
    const struct question *q = study_question(m);

    return q && q->chosen && question_is_open(q);
}

void
answer_key_other_line(struct ui_model *m, struct press p)
{
    struct question *q = study_question(m);

    typed_set(&q->typed, "", 0);
    m->study.out = false;
    answer_key_unchoose(m, p);
}

/* ---- on the screen
 * --------------------------------------------------------------- */

static const char *
field_words(struct arena *a, const struct question *q)
{
    if (!q->ask->answer)
        return arena_printf(a, "line %d is wrong because: ", q->choice + 1);
    return arena_printf(a, "line %d should be: ", q->choice + 1);
}

/* What else may be typed, in one row. */
static const char *
field_advice(const struct question *q)
{
    if (!q->ask->answer)
        return "name the rule that it breaks";
    return q->ask->n_because ? "the line, then because and the rule that it breaks"
                             : "the line as it should be";
}

static void
spot_put(struct flow *f, struct ui_model *m, struct question *q)
{
    bool focused = answer_focused(m, q), over = !question_is_open(q);

    for (int i = 0; i < q->ask->n_lines; i++) {
        bool here = i == q->choice && (focused || q->chosen || over);
        struct answer_row row = {.number = i + 1,
                                 .text = q->ask->lines[i].text,
                                 .mark = here ? '>' : ' ',
                                 .focused = here && focused && !q->chosen,
                                 .word = here && q->chosen && !over ? "chosen" : "",
                                 .style = STYLE_KEY};

        answer_put_row(f, &row);
    }
    if (over && q->graded && *q->grade.understood)
        flow_plain(f, 2, STYLE_DIM,
                   arena_printf(f->arena, "I read:  %s", q->grade.understood));
    if (!q->chosen || over)
        return;
    answer_put_text(f, m, q, field_words(f->arena, q), field_advice(q));
}

/* ---- in lines
 * -------------------------------------------------------------------- */

/* A number is the number of a line, even where a line is a number itself. */
static void
spot_line(struct ui_model *m, struct question *q, const char *line)
{
    bool number = *line >= '0' && *line <= '9';
    const char *text = arena_printf(m->arena, "%s%s", number ? "#" : "", line);

    spot_take(m, q, text);
    question_judge(m, q, text);
}

static const char *
spot_prompt(struct arena *a, const struct question *q)
{
    (void)a;
    if (!q->ask->answer)
        return q->ask->n_because ? "line because rule, such as 2 because ..."
                                 : "number of the line";
    return q->ask->n_because ? "line: as it should be because rule, such as 2: a + b "
                               "because ..."
                             : "line: as it should be, such as 2: a + b";
}

const struct answer_kind answer_spot = {
    .prompt = spot_prompt,
    .types = spot_types,
    .place = spot_place,
    .enter = spot_enter,
    .text = spot_text,
    .take = spot_take,
    .put = spot_put,
    .say = answer_say_rows,
    .line = spot_line,
};
