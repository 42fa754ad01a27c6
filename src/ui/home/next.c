#include <stdio.h>
#include <string.h>

#include "ui/ui_priv.h"

/* ---- the course --------------------------------------------------------- */

bool
home_has_core(const struct ui_model *m)
{
    for (int i = 0; i < m->n_lessons; i++)
        if (m->lessons[i].core)
            return true;
    return false;
}

bool
home_on_path(const struct ui_model *m, int i)
{
    return m->lessons[i].core || !home_has_core(m);
}

/* The lesson at place `at` of the list: the core path first, then the others. */
int
home_lesson_at(const struct ui_model *m, int at)
{
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < m->n_lessons; i++)
            if (home_on_path(m, i) == (pass == 0) && at-- == 0)
                return i;
    return -1;
}

static int
find_lesson(const struct ui_model *m, const char *id)
{
    for (int i = 0; i < m->n_lessons; i++)
        if (strcmp(m->lessons[i].id, id) == 0)
            return i;
    return -1;
}

struct lesson_progress
home_progress(const struct ui_model *m, int i)
{
    return progress_lesson(m->progress, m->lessons[i].id);
}

bool
home_is_done(const struct ui_model *m, int i)
{
    return home_progress(m, i).done;
}

/* The lesson that was left in the middle last; -1: none. */
static int
lesson_here(const struct ui_model *m)
{
    int i = find_lesson(m, progress_last_lesson(m->progress));

    return i >= 0 && m->lessons[i].available && !home_is_done(m, i) ? i : -1;
}

/* How many sittings are behind the learner: the next one was begun. */
int
home_sittings_done(const struct ui_model *m, int i)
{
    const struct ui_lesson *l = &m->lessons[i];
    int n = 0;

    if (home_is_done(m, i))
        return l->n_sittings;
    while (n + 1 < l->n_sittings &&
           progress_reached(m->progress, l->id, l->sittings[n + 1]))
        n++;
    return n;
}

static bool
is_stage(const struct ui_lesson *l)
{
    return strcmp(l->id, "first-minute") == 0;
}

int
home_first_core(const struct ui_model *m)
{
    for (int i = 0; i < m->n_lessons; i++)
        if (home_on_path(m, i) && m->lessons[i].available && !is_stage(&m->lessons[i]))
            return i;
    return -1;
}

static bool
is_new(const struct ui_model *m, int i)
{
    return m->lessons[i].available && !home_is_done(m, i) && !is_stage(&m->lessons[i]);
}

/* The first lesson that i needs and that is not done; -1: none. *unknown: the course
 * does not list it. */
static int missing_need(const struct ui_model *m, int i, const char **id);

int
home_after(const struct ui_model *m, const char *id)
{
    int here = find_lesson(m, id), first = -1;
    const char *missing;

    for (int at = 0; at < m->n_lessons; at++) {
        int i = home_lesson_at(m, at);

        if (first < 0 && i != here && is_new(m, i))
            first = i;
        if (here < 0 || i <= here || !is_new(m, i) ||
            home_on_path(m, i) != home_on_path(m, here))
            continue;
        missing_need(m, i, &missing);
        if (!missing || m->stage.on) /* a class has no record */
            return i;
    }
    return first;
}

int
home_due(const struct ui_model *m, int *n)
{
    int first = -1;

    *n = 0;
    for (int i = 0; i < m->n_lessons; i++) {
        if (!m->lessons[i].available || !home_is_due(m, i))
            continue;
        first = first < 0 ? i : first;
        ++*n;
    }
    return first;
}

/* A lesson that was left in the middle is gone on with; then what is due comes before
 * what is new: it was due for a reason. */
int
home_next(const struct ui_model *m)
{
    int here = lesson_here(m), n, due = home_due(m, &n);

    if (here >= 0 || due >= 0)
        return here >= 0 ? here : due;
    here = home_after(m, progress_last_lesson(m->progress));
    return here >= 0 ? here : home_first_core(m);
}

static int
missing_need(const struct ui_model *m, int i, const char **id)
{
    const struct ui_lesson *l = &m->lessons[i];

    *id = NULL;
    for (int k = 0; k < l->n_needs; k++) {
        int need = find_lesson(m, l->needs[k]);

        if (need >= 0 && home_is_done(m, need))
            continue;
        *id = l->needs[k];
        return need;
    }
    return -1;
}

const char *
home_state(const struct ui_model *m, int lesson)
{
    const char *id;
    int need;

    if (home_is_done(m, lesson))
        return "done";
    if (!m->lessons[lesson].available)
        return "";
    if (lesson == lesson_here(m))
        return "here";
    if (lesson == home_next(m))
        return "next";
    need = missing_need(m, lesson, &id);
    if (!id)
        return "ready";
    return need >= 0 && m->lessons[need].available ? "later" : "look";
}

const char *
home_name(const struct ui_lesson *l)
{
    return *l->label ? l->label : l->title;
}

const char *
home_when(struct arena *a, const struct ui_model *m, int64_t utc_ms)
{
    enum { MINUTE_MS = 60000, HOUR = 60, DAY = 24 * HOUR };
    int64_t then = utc_ms / MINUTE_MS + m->settings.tz_minutes;
    int64_t now = m->settings.now_ms / MINUTE_MS + m->settings.tz_minutes;
    int days = (int)(then / DAY - now / DAY), minute = (int)(then % DAY);

    if (days > 1)
        return arena_printf(a, "in %d days", days);
    return arena_printf(a, "%s %02d:%02d", days > 0 ? "tomorrow" : "today", minute / HOUR,
                        minute % HOUR);
}

bool
home_is_due(const struct ui_model *m, int i)
{
    struct retrieval r = progress_retrieval(m->progress, m->lessons[i].id);

    return r.passed && r.due_ms && m->settings.now_ms >= r.due_ms;
}

const char *
home_why(const struct ui_model *m, int lesson)
{
    return home_is_due(m, lesson)
               ? "A fresh example, without notes: what is told back again "
                 "after days stays."
               : "";
}

/* When a lesson comes back; "" if it does not. */
static const char *
again_text(struct arena *a, const struct ui_model *m, int i)
{
    struct retrieval r = progress_retrieval(m->progress, m->lessons[i].id);
    const char *often = r.kept > 1   ? arena_printf(a, "came back %d times; ", r.kept)
                        : r.kept > 0 ? "came back once; "
                                     : "";

    if (!r.passed)
        return "";
    if (!r.due_ms)
        return r.mastered ? "mastered" : "";
    if (home_is_due(m, i))
        return arena_printf(a, "%sagain now", often);
    return arena_printf(a, "%sagain from %s", often, home_when(a, m, r.due_ms));
}

char *
home_remark(struct arena *a, const struct ui_model *m, int lesson)
{
    const char *id;
    int need;

    if (!m->lessons[lesson].available)
        return arena_strdup(a, "not written yet");
    if (*again_text(a, m, lesson))
        return arena_strdup(a, again_text(a, m, lesson));
    if (home_is_done(m, lesson))
        return arena_strdup(a, "");
    need = missing_need(m, lesson, &id);
    if (!id)
        return arena_strdup(a, "");
    if (need < 0)
        return arena_printf(a, "needs %s", id);
    return arena_printf(a, "needs %s%s", home_name(&m->lessons[need]),
                        m->lessons[need].available ? "" : ", not written yet");
}

/* "4 steps done", "step 4 of 9" when the lesson is in memory, "at its start". */
char *
home_where(struct arena *a, const struct ui_model *m, int lesson)
{
    const struct lesson *open = m->study.lesson;
    struct lesson_progress p = home_progress(m, lesson);

    if (open && !m->study.finished && strcmp(open->id, m->lessons[lesson].id) == 0)
        return arena_printf(a, "step %d of %d, %d min left", m->study.at.step + 1,
                            open->n_steps, study_minutes_left(m));
    if (home_is_due(m, lesson))
        return arena_strdup(a, "a fresh example");
    if (p.done || !p.steps_done)
        return arena_printf(a, "%d min", m->lessons[lesson].minutes);
    return arena_printf(a, "%d step%s done, %d min in all", p.steps_done,
                        p.steps_done == 1 ? "" : "s", m->lessons[lesson].minutes);
}

/* Not the end of an explanation, nor what is no word. */
char *
home_last_words(struct arena *a, const struct ui_model *m, int lesson)
{
    enum { SAID_COLS = 60 };
    const char *said = home_progress(m, lesson).last_guess, *cut;
    bool line = *said == '#';
    size_t n;

    if (strcmp(said, "unsure") == 0 || !said[strspn(said, "#0123456789;, ")] ||
        (strchr(said, ' ') && !said[strspn(said, "0123456789.-e ")])) /* heights */
        return arena_strdup(a, "");
    said += line;
    if (strchr(said, '$'))
        return arena_printf(a, "You had last said: \"%s\".", said);
    cut = text_cut(a, m->settings.alphabet, said, SAID_COLS);
    n = strlen(cut);
    while (n > 1 && cut[n - 1] == '.' && cut[n - 2] != '.')
        n--;
    return arena_printf(a, "You had last said: \"%s%s\".", line ? "line " : "",
                        text_escape(a, arena_strndup(a, cut, n)));
}

/* ---- moving and opening ------------------------------------------------- */

/* In lines there is no rope: `map` says it. */
void
home_show(struct ui_model *m)
{
    m->screen = SCREEN_HOME;
    m->home_cursor = -1;
    if (!m->line_mode)
        model_effect(m, UI_EFFECT_ROPE, "");
}

void
home_move(struct ui_model *m, int by)
{
    int to = m->home_cursor + by;

    m->home_cursor = to < -1 ? -1 : to >= m->n_lessons ? m->n_lessons - 1 : to;
}

void
home_open(struct ui_model *m, int lesson)
{
    const struct ui_lesson *l = &m->lessons[lesson];

    if (!l->available) {
        model_remark(m, "%s%s%s is not written yet.", l->label, *l->label ? " " : "",
                     l->title);
        return;
    }
    m->loading = true;
    model_effect(m, UI_EFFECT_LOAD, l->id);
}

void
home_bring_back(struct ui_model *m)
{
    int n, due = home_due(m, &n);

    if (due < 0)
        return;
    m->loading = true;
    model_effect(m, UI_EFFECT_AGAIN, m->lessons[due].id);
}

void
home_enter(struct ui_model *m)
{
    int lesson = m->home_cursor < 0 ? home_next(m) : home_lesson_at(m, m->home_cursor);

    if (m->home_cursor < 0 && lesson >= 0 && home_is_due(m, lesson))
        home_bring_back(m);
    else if (lesson >= 0)
        home_open(m, lesson);
    else
        model_remark(m, "No lesson was found. Is the course installed?");
}
