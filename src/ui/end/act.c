#include <stdlib.h>
#include <string.h>

#include "ui/answer/answer.h"
#include "ui/end/end.h"
#include "ui/quiz/quiz.h"

/* ---- arriving ---------------------------------------------------------------------- */

static void
arrive(struct ui_model *m, bool sitting, int last_step)
{
    m->end = (struct end_page){.sitting = sitting, .last_step = last_step};
    m->study.playing = false;
    m->screen = SCREEN_END;
    m->field_serial++;
}

void
end_lesson(struct ui_model *m)
{
    bool direct = m->line_mode && !m->homed;

    m->homed = !direct;
    arrive(m, false, m->study.lesson->n_steps - 1);
    m->end.direct = direct;
}

bool
end_is_sitting(const struct ui_model *m, int step)
{
    const struct lesson *l = m->study.lesson;

    return !m->stage.on && !l->quiz && step + 1 < l->n_steps && l->n_sittings > 1 &&
           lesson_sitting(l, step) != lesson_sitting(l, step + 1);
}

void
end_sitting(struct ui_model *m)
{
    arrive(m, true, m->study.at.step - 1);
    if (!m->line_mode)
        return;
    end_say(m->line_arena, m, &m->line_said); /* and the next step behind it */
    m->screen = SCREEN_LESSON;
}

/* ---- going on ---------------------------------------------------------------------- */

static void
into_lesson(struct ui_model *m)
{
    m->screen = SCREEN_LESSON;
    m->study.finished = false;
    study_settle(m);
}

static void
leave_home(struct ui_model *m)
{
    m->homed = true;
    home_show(m);
}

void
end_key_next(struct ui_model *m, struct press p)
{
    struct ending e;

    (void)p;
    arena_reset(m->scratch);
    e = end_of(m->scratch, m);
    if (e.sitting)
        into_lesson(m);
    else if (e.lesson >= 0)
        home_open(m, e.lesson);
    else
        leave_home(m);
}

/* Whoever leafs through the lesson with Space does not leaf over its end. */
void
end_key_space(struct ui_model *m, struct press p)
{
    if (m->end.sitting)
        end_key_next(m, p);
    else
        model_remark(m, "Enter goes on, q goes home.");
}

void
end_key_back(struct ui_model *m, struct press p)
{
    bool sitting = m->end.sitting;

    (void)p;
    into_lesson(m);
    if (sitting)
        study_back(m);
}

static void
go_left(struct ui_model *m, int i)
{
    struct ending e;

    arena_reset(m->scratch);
    e = end_of(m->scratch, m);
    if (i < 0 || i >= e.n_left || i >= END_LEFT_MAX)
        return;
    m->screen = SCREEN_LESSON;
    m->study.finished = false;
    study_go(m, e.left[i].at);
    m->end.left = true;
    m->end.whole = !e.left[i].question;
    m->end.went = e.left[i].at;
    if (e.left[i].question && question_can_renew(e.left[i].question))
        model_remark(m, "n asks it again with fresh numbers.");
}

void
end_key_left(struct ui_model *m, struct press p)
{
    go_left(m, p.key >= '1' && p.key <= '9' ? (int)p.key - '1' : 0);
}

int
end_left_count(const struct ui_model *m)
{
    int n = end_of(m->frame, m).n_left;

    return n < END_LEFT_MAX ? n : END_LEFT_MAX;
}

bool
end_can_left(const struct ui_model *m)
{
    return m->screen == SCREEN_END && end_left_count(m) > 0;
}

void
end_key_scroll(struct ui_model *m, struct press p)
{
    m->end.scroll += p.by;
}

bool
end_can_scroll(const struct ui_model *m)
{
    return m->end.scrolls;
}

/* ---- what was left ----------------------------------------------------------------- */

bool
end_returns(const struct ui_model *m)
{
    const struct end_page *e = &m->end;
    const struct place *at = &m->study.at;
    bool last = at->beat == study_step(m)->n_beats - 1;

    return e->left && at->step == e->went.step &&
           at->line >= study_beat_lines(study_beat(m)) &&
           (e->whole ? last : at->beat == e->went.beat);
}

void
end_return(struct ui_model *m)
{
    bool direct = m->end.direct;

    study_keep_draft(m);
    m->study.finished = !m->end.sitting;
    if (!m->end.sitting)
        quiz_comes_back(m);
    arrive(m, m->end.sitting, m->end.last_step);
    m->end.direct = direct;
}

const char *
end_next_word(const struct ui_model *m)
{
    if (m->end.sitting)
        return "next sitting";
    return home_after(m, m->study.lesson->id) >= 0 ? "next lesson" : "home";
}

/* ---- in lines ---------------------------------------------------------------------- */

void
end_line(struct ui_model *m, const char *line)
{
    int number = atoi(line);

    if (!*line && m->end.direct)
        model_quit(m);
    else if (!*line || strcmp(line, "next") == 0)
        end_key_next(m, (struct press){0, 0});
    else if (strcmp(line, "back") == 0)
        end_key_back(m, (struct press){0, 0});
    else if (strcmp(line, "home") == 0)
        leave_home(m);
    else if (strcmp(line, "quit") == 0)
        model_quit(m);
    else if (strcmp(line, "again") == 0 || strcmp(line, "where") == 0)
        end_say(m->line_arena, m, &m->line_said);
    else if (number >= 1 && number <= end_left_count(m))
        go_left(m, number - 1);
    else
        answer_say(m,
                   "This is the end of the lesson. Words here: next (the next lesson), "
                   "a number (of what is left open), back, again, home, sheet, map, "
                   "quit.");
}
