#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/answer/answer.h"
#include "ui/bench/bench.h"
#include "ui/end/end.h"
#include "ui/look/look.h"
#include "ui/look/visit.h"
#include "ui/quiz/quiz.h"
#include "ui/sheet/sheet.h"
#include "ui/told/told.h"

/* ---- a line of input ---------------------------------------------------- */

static void
do_again(struct ui_model *m)
{
    m->seen.at.step = -1;
    m->seen.question = NULL;
}

static void
do_back(struct ui_model *m)
{
    if (study_at_start(m))
        answer_say(m, "This is the start of the lesson.");
    study_back(m);
    m->seen.question = NULL;
}

static void
do_where(struct ui_model *m)
{
    const struct study *s = &m->study;

    answer_say(m,
               "You are in %s, step %d of %d: %s (%s#%s), part %d of %d. About %d min "
               "are left.",
               s->lesson->title, s->at.step + 1, s->lesson->n_steps, study_step(m)->title,
               s->lesson->id, study_step(m)->id, s->at.beat + 1, study_step(m)->n_beats,
               study_minutes_left(m));
}

static void
do_table(struct ui_model *m)
{
    const struct drawing *d = study_drawing(m, NULL);

    if (!d || !d->figure) {
        answer_say(m, "There is no figure here.");
        return;
    }
    arena_reset(m->scratch);
    buf_printf(&m->line_said, "Table:\n%s",
               figure_table(m->scratch, d->figure, &d->state));
}

static void
do_hint(struct ui_model *m)
{
    struct question *q = study_question(m);

    if (!q || !question_is_open(q) || q->ask->predict)
        answer_say(m, "There is no question here that takes hints.");
    else if (!question_can_hint(q))
        answer_say(m, "There are no more hints.");
    else
        question_hint(m, q);
}

static void
do_solution(struct ui_model *m)
{
    struct question *q = study_question(m);

    if (q && question_can_solve(q))
        question_solve(m, q);
    else
        answer_say(m, q && question_is_open(q)
                          ? "The solution is shown after a try."
                          : "There is no question here to be solved.");
}

static void
do_fresh(struct ui_model *m)
{
    struct question *q = study_question(m);

    if (q && question_can_renew(q))
        question_renew(m, q);
    else
        answer_say(m, "Fresh numbers come when a question that draws them is done.");
}

static void
do_derive(struct ui_model *m)
{
    struct question *q = study_question(m);

    if (q && question_is_open(q) && answer_of(q) == &answer_derivation)
        bench_open_ask(m, q);
    else if (bench_task(m))
        bench_open(m, bench_task(m));
    else
        answer_say(m, "There is no derivation here whose lines were all shown.");
}

static void
do_result(struct ui_model *m)
{
    if (quiz_has_result(m))
        quiz_show_result(m);
    else
        answer_say(m, "There is no result to be shown here.");
}

static void
do_contest(struct ui_model *m)
{
    struct question *q = study_question(m);

    if (q && told_can_contest(q))
        told_contest(m, q);
    else
        answer_say(m, "There is no judgement here to be contested.");
}

/* Enter alone: on, but at the question for a missing idea to the model answer. */
static void
do_enter(struct ui_model *m)
{
    struct question *q = study_question(m);

    if (q && q->telling && question_is_open(q) && q->telling->stage == TELL_MORE)
        told_enough(m, q);
    else if (q && question_is_open(q) && !q->skipped && !q->ask->predict &&
             q->ask->kind != ASK_SET) {
        study_next(m);
        answer_say(m, "The question is skipped; back leads to it again.");
    } else
        study_next(m);
}

static void
do_unsure(struct ui_model *m)
{
    struct question *q = study_question(m);

    if (q && q->ask->predict && question_is_open(q))
        question_unsure(m, q);
    else
        answer_say(m, "There is nothing to guess here.");
}

static void
do_help(struct ui_model *m)
{
    answer_say(
        m, "Enter alone goes on; at a question it skips it. Other words: next, back, "
           "again (say this once more), where, hint, solution (after a try), fresh "
           "(new numbers), derive (a theorem that was shown, by yourself), skip, unsure "
           "(at a guess), table (the figure in numbers), "
           "set c 12 or c 12 (move a slider), play (a slider to its end), read 1.5 "
           "(values of the curves there), parts, part 3 and open 3 (parts of the figure, "
           "and "
           "the lessons that they open; return comes back), show (a wrong answer in the "
           "figure), contest (a "
           "judgement of an explanation), reset, result (of a quiz), review (what comes "
           "back today), sheet WORD (formulas), map, "
           "quit (everything is kept).");
}

static void
do_play(struct ui_model *m)
{
    const struct drawing *d = study_drawing(m, NULL);
    int i = d && d->figure ? figure_play_slider(d->figure) : -1;

    if (i >= 0)
        controls_set(m, i, figure_slider(d->figure, i)->high);
    else
        answer_say(m, "Nothing here plays.");
}

static void
do_reset(struct ui_model *m)
{
    const struct drawing *d = study_drawing(m, NULL);

    if (d && d->figure && figure_slider_count(d->figure))
        controls_reset(m);
    else
        answer_say(m, "There is no slider here.");
}

/* Where there are parts, they were taken before. */
static void
do_parts(struct ui_model *m)
{
    answer_say(m, "There is no figure here whose parts can be looked at.");
}

static void
do_return(struct ui_model *m)
{
    answer_say(m, "No figure has opened this lesson; back goes back in it.");
}

static void
do_review(struct ui_model *m)
{
    int n;

    if (home_due(m, &n) >= 0)
        home_bring_back(m);
    else
        answer_say(m, "Nothing comes back now.");
}

static void
do_show(struct ui_model *m)
{
    if (!look_can_show(m)) {
        answer_say(m, "There is no wrong answer here that the figure can show.");
        return;
    }
    look_key_show(m, (struct press){0, 0});
    answer_say(m, "%s", m->remark);
    m->remark[0] = '\0';
}

static const struct {
    const char *word;
    void (*run)(struct ui_model *m);
} commands[] = {
    {"next",     study_next },
    {"skip",     study_next },
    {"unsure",   do_unsure  },
    {"back",     do_back    },
    {"again",    do_again   },
    {"where",    do_where   },
    {"table",    do_table   },
    {"play",     do_play    },
    {"show",     do_show    },
    {"reset",    do_reset   },
    {"parts",    do_parts   },
    {"return",   do_return  },
    {"review",   do_review  },
    {"hint",     do_hint    },
    {"solution", do_solution},
    {"fresh",    do_fresh   },
    {"derive",   do_derive  },
    {"result",   do_result  },
    {"contest",  do_contest },
    {"help",     do_help    },
    {"?",        do_help    },
    {"quit",     model_quit },
};

/* Whether any other line is an answer. */
static bool
question_open_here(const struct ui_model *m)
{
    const struct question *q = study_question(m);

    return q && question_is_open(q);
}

static bool
take_command(struct ui_model *m, const char *line)
{
    if (strncmp(line, "read ", 5) == 0 && look_has_figure(m)) {
        arena_reset(m->scratch);
        answer_say(m, "%s", look_read_at(m->scratch, m, line + 5));
        return true;
    }
    if (strncmp(line, "read ", 5) == 0 && !question_open_here(m)) {
        answer_say(m, "No curve is drawn here whose values could be read.");
        return true;
    }
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(line, commands[i].word) == 0) {
            commands[i].run(m);
            return true;
        }
    }
    return false;
}

/* Put slider i of the figure to what `text` says. */
static void
set_slider(struct ui_model *m, const struct drawing *d, int i, const char *text)
{
    struct pos at = {"value", 1, 1};
    const struct term *t;
    struct err e;

    arena_reset(m->scratch);
    t = expr_parse(m->scratch, figure_scope(d->figure), text, at, &e);
    if (t)
        controls_set(m, i, figure_value(d->figure, &d->state, t));
    else
        answer_say(m, "%s is no number.", text);
}

/* "set c 12", "c 12" and, where nothing else can be meant, "12" move a slider. False when
 * the line is none of them. */
static bool
take_set(struct ui_model *m, const char *line)
{
    const struct drawing *d = study_drawing(m, NULL);
    const struct question *q = study_question(m);
    bool set = strncmp(line, "set ", 4) == 0;
    char name[64] = "", value[64] = "", rest;
    int words, i;

    if (set && (!d || !d->figure))
        answer_say(m, "There is no figure here.");
    if (!d || !d->figure)
        return set;
    words = sscanf(set ? line + 4 : line, "%63s %63s %c", name, value, &rest);
    i = figure_slider_find(d->figure, name);
    if (words == 2 && (i >= 0 || set)) {
        if (i >= 0)
            set_slider(m, d, i, value);
        else
            answer_say(m, "There is no slider %s.", name);
        return true;
    }
    if (words != 1 || !strchr("-.0123456789", *name) ||
        figure_slider_count(d->figure) != 1)
        return false;
    if (q && question_is_open(q) && q->ask->kind != ASK_SET)
        return false;
    set_slider(m, d, 0, name);
    return true;
}

static void
take_answer(struct ui_model *m, const char *line)
{
    struct question *q = study_question(m);

    if (q && question_is_open(q) && answer_of(q)->line)
        answer_of(q)->line(m, q, line);
    else
        answer_say(m, "I do not know '%s' here. Type help.", line);
}

static void
take_home(struct ui_model *m, const char *line)
{
    int number = atoi(line);

    for (int i = 0; i < m->n_lessons; i++) {
        if (i + 1 == number || strcmp(m->lessons[i].id, line) == 0) {
            home_open(m, i);
            return;
        }
    }
    if (!*line)
        home_enter(m);
    else if (strcmp(line, "review") == 0)
        do_review(m);
    else if (strcmp(line, "quit") == 0)
        model_quit(m);
    else
        answer_say(m,
                   "Type the number or the id of a lesson, Enter to go on, review (what "
                   "comes back today), sheet, map, or quit.");
}

void
ui_line_input(struct ui_model *m, const char *line)
{
    struct arena *a = m->line_arena;
    size_t n;
    char *text;

    m->line_mode = true;
    m->remark[0] = '\0';
    if (m->leaving)
        return;
    line += strspn(line, " \t\r\n");
    n = strlen(line);
    while (n && strchr(" \t\r\n", line[n - 1]))
        n--;
    text = arena_strndup(a, line, n);
    if (over_line(m, text))
        return;
    if (m->screen == SCREEN_HOME) {
        take_home(m, text);
        return;
    }
    if (m->screen == SCREEN_END)
        end_line(m, text);
    else if (m->screen == SCREEN_BENCH)
        bench_line_input(m, text);
    else if (!*text)
        do_enter(m);
    else if (!visit_line(m, text) && !take_command(m, text) && !take_set(m, text))
        take_answer(m, text);
}

void
ui_line_end(struct ui_model *m)
{
    model_quit(m);
}
