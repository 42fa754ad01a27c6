#include <stdio.h>
#include <string.h>

#include "ui/map/rope.h"
#include "ui/ui_priv.h"

/* ---- the course --------------------------------------------------------- */

static bool
has_core(const struct ui_model *m)
{
    for (int i = 0; i < m->n_lessons; i++)
        if (m->lessons[i].core)
            return true;
    return false;
}

static bool
on_path(const struct ui_model *m, int i)
{
    return m->lessons[i].core || !has_core(m);
}

/* The lesson at place `at` of the list: the core path first, then the others. */
static int
lesson_at(const struct ui_model *m, int at)
{
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < m->n_lessons; i++)
            if (on_path(m, i) == (pass == 0) && at-- == 0)
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

static struct lesson_progress
progress_of(const struct ui_model *m, int i)
{
    return progress_lesson(m->progress, m->lessons[i].id);
}

static bool
is_done(const struct ui_model *m, int i)
{
    return progress_of(m, i).done;
}

/* The lesson that was left in the middle last; -1: none. */
static int
lesson_here(const struct ui_model *m)
{
    int i = find_lesson(m, progress_last_lesson(m->progress));

    return i >= 0 && m->lessons[i].available && !is_done(m, i) ? i : -1;
}

/* How many sittings are behind the learner: the next one was begun. */
static int
sittings_done(const struct ui_model *m, int i)
{
    const struct ui_lesson *l = &m->lessons[i];
    int n = 0;

    if (is_done(m, i))
        return l->n_sittings;
    while (n + 1 < l->n_sittings &&
           progress_reached(m->progress, l->id, l->sittings[n + 1]))
        n++;
    return n;
}

static bool is_due(const struct ui_model *m, int i);

static bool
is_stage(const struct ui_lesson *l)
{
    return strcmp(l->id, "first-minute") == 0;
}

int
home_first_core(const struct ui_model *m)
{
    for (int i = 0; i < m->n_lessons; i++)
        if (on_path(m, i) && m->lessons[i].available && !is_stage(&m->lessons[i]))
            return i;
    return -1;
}

/* What is told back again today comes before everything else: it was due for a reason. */
int
home_next(const struct ui_model *m)
{
    int here = lesson_here(m);

    for (int i = 0; i < m->n_lessons; i++)
        if (m->lessons[i].available && is_due(m, i))
            return i;

    if (here >= 0)
        return here;
    for (int at = 0; at < m->n_lessons; at++) {
        int i = lesson_at(m, at);

        if (m->lessons[i].available && !is_done(m, i) && !is_stage(&m->lessons[i]))
            return i;
    }
    return home_first_core(m);
}

/* The first lesson that i needs and that is not done; -1: none. *unknown: the course
 * does not list it. */
static int
missing_need(const struct ui_model *m, int i, const char **id)
{
    const struct ui_lesson *l = &m->lessons[i];

    *id = NULL;
    for (int k = 0; k < l->n_needs; k++) {
        int need = find_lesson(m, l->needs[k]);

        if (need >= 0 && is_done(m, need))
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

    if (is_done(m, lesson))
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

static const char *
name_of(const struct ui_lesson *l)
{
    return *l->label ? l->label : l->title;
}

/* "tomorrow 18:00", as the learner's clock shows it. */
static const char *
when_text(struct arena *a, const struct ui_model *m, int64_t utc_ms)
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

static bool
is_due(const struct ui_model *m, int i)
{
    struct retrieval r = progress_retrieval(m->progress, m->lessons[i].id);

    return r.passed && r.due_ms && m->settings.now_ms >= r.due_ms;
}

const char *
home_why(const struct ui_model *m, int lesson)
{
    return is_due(m, lesson) ? "A fresh example, without notes: what is told back again "
                               "after days stays."
                             : "";
}

/* What comes next of a lesson that is told back; "" if it was not yet. */
static const char *
again_text(struct arena *a, const struct ui_model *m, int i)
{
    struct retrieval r = progress_retrieval(m->progress, m->lessons[i].id);
    const char *often = r.kept ? arena_printf(a, "%d times", r.kept + 1) : "once";

    if (!r.passed)
        return "";
    if (!r.due_ms)
        return r.mastered ? "mastered" : "";
    if (is_due(m, i))
        return arena_printf(a, "told back %s; again now", often);
    return arena_printf(a, "told back %s; again from %s", often,
                        when_text(a, m, r.due_ms));
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
    if (is_done(m, lesson))
        return arena_strdup(a, "");
    need = missing_need(m, lesson, &id);
    if (!id)
        return arena_strdup(a, "");
    if (need < 0)
        return arena_printf(a, "needs %s", id);
    return arena_printf(a, "needs %s%s", name_of(&m->lessons[need]),
                        m->lessons[need].available ? "" : ", not written yet");
}

/* "4 steps done", "step 4 of 9" when the lesson is in memory, "at its start". */
char *
home_where(struct arena *a, const struct ui_model *m, int lesson)
{
    const struct lesson *open = m->study.lesson;
    struct lesson_progress p = progress_of(m, lesson);

    if (open && !m->study.finished && strcmp(open->id, m->lessons[lesson].id) == 0)
        return arena_printf(a, "step %d of %d, %d min left", m->study.at.step + 1,
                            open->n_steps, study_minutes_left(m));
    if (is_due(m, lesson))
        return arena_strdup(a, "a fresh example");
    if (p.done || !p.steps_done)
        return arena_printf(a, "%d min", m->lessons[lesson].minutes);
    return arena_printf(a, "%d step%s done, %d min in all", p.steps_done,
                        p.steps_done == 1 ? "" : "s", m->lessons[lesson].minutes);
}

/* What the learner said last in that lesson, in words; "" if it was a bare number. */
char *
home_last_words(struct arena *a, const struct ui_model *m, int lesson)
{
    const char *said = progress_of(m, lesson).last_guess;

    if (!said[strspn(said, "#0123456789;, ")] ||
        (strchr(said, ' ') && !said[strspn(said, "0123456789.-e ")])) /* heights */
        return arena_strdup(a, "");
    return arena_printf(a, "You had last said: \"%s%s\".", *said == '#' ? "line " : "",
                        strchr(said, '$') ? said : text_escape(a, said + (*said == '#')));
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
home_enter(struct ui_model *m)
{
    int lesson = m->home_cursor < 0 ? home_next(m) : lesson_at(m, m->home_cursor);

    if (lesson >= 0)
        home_open(m, lesson);
    else
        model_remark(m, "No lesson was found. Is the course installed?");
}

/* ---- the screen --------------------------------------------------------- */

static void
put_top(struct flow *f, struct ui_model *m)
{
    int next = home_next(m), row = f->rows, said_col = model_is_roomy(m) ? 21 : 2;
    bool at = m->home_cursor < 0;
    const char *words;

    if (next < 0) {
        flow_words(f, 0, STYLE_WRONG, "No lesson was found. Is the course installed?",
                   NULL);
        return;
    }
    flow_line(f, 0, at ? STYLE_FOCUS : STYLE_KEY, at ? "> Enter" : "  Home");
    if (at) {
        f->cursor_row = row;
        f->cursor_col = 0;
    }
    flow_beside(f, row, 10, STYLE_STRONG,
                box_line(f->arena,
                         is_due(m, next)                                    ? "Again"
                         : progress_of(m, next).opened && !is_done(m, next) ? "Go on"
                                                                            : "Begin",
                         STYLE_PLAIN));
    if (!model_is_roomy(m))
        flow_gap(f);
    f->rows = model_is_roomy(m) ? row : row + 1;
    flow_plain(f, said_col, STYLE_PLAIN,
               arena_printf(f->arena, "%s%s%s, %s", m->lessons[next].label,
                            *m->lessons[next].label ? " " : "", m->lessons[next].title,
                            home_where(f->arena, m, next)));
    if (*home_why(m, next))
        flow_plain(f, said_col, STYLE_REMARK, home_why(m, next));
    words = is_due(m, next) ? "" : home_last_words(f->arena, m, next);
    if (*words && progress_of(m, next).opened)
        flow_words(f, said_col, STYLE_GUESS, words, NULL);
}

/* The core path as a chain: === done, -o- here, ... ahead; no link is broken in two.
 * It stands there until the course was read, in as many rows as the rope. */
static void
put_chain(struct flow *f, struct ui_model *m)
{
    int here = home_next(m), col = 2, end = f->rows + 1 + ROPE_ROWS;

    flow_line(f, 0, STYLE_STRONG, "Your rope");
    flow_beside(
        f, f->rows - 1, 21, STYLE_DIM,
        box_line(f->arena, "===  done    -o-  you are here    ...  ahead", STYLE_PLAIN));
    for (int at = 0; at < m->n_lessons; at++) {
        int i = lesson_at(m, at);
        const char *mark = is_done(m, i) ? "===" : i == here ? "-o-" : "...";
        char *link = arena_printf(f->arena, "%s %s", mark, name_of(&m->lessons[i]));
        int width = canvas_width(f->alphabet, link);
        bool new_row = col == 2 || col + width > f->cols;

        if (!on_path(m, i))
            continue;
        col = new_row ? 2 : col;
        flow_beside(
            f, new_row ? f->rows : f->rows - 1, col,
            i == here ? STYLE_FOCUS : STYLE_PLAIN,
            box_line(f->arena, canvas_fold(f->arena, f->alphabet, link), STYLE_PLAIN));
        col += width + 1;
    }
    f->rows = f->rows < end ? end : f->rows;
}

static void
put_rope(struct flow *f, struct ui_model *m)
{
    flow_gap(f);
    if (!rope_put(f, m))
        put_chain(f, m);
}

static void
put_lesson(struct flow *f, struct ui_model *m, int at)
{
    int i = lesson_at(m, at), row = f->rows;
    const struct ui_lesson *l = &m->lessons[i];
    bool here = at == m->home_cursor;
    const char *remark = home_remark(f->arena, m, i);
    const char *text = arena_printf(f->arena, "%c %-5s %-4s %s", here ? '>' : ' ',
                                    home_state(m, i), l->label, l->title);

    flow_line(f, 0, here ? STYLE_FOCUS : l->available ? STYLE_PLAIN : STYLE_DIM, text);
    if (l->n_sittings)
        remark = arena_printf(f->arena, "%s  %d/%d", remark, sittings_done(m, i),
                              l->n_sittings);
    if (*remark && f->cols >= ROOMY_COLS)
        flow_right(f, row, STYLE_DIM, arena_printf(f->arena, "  %s", remark));
    if (here) {
        f->cursor_row = row;
        f->cursor_col = 0;
    }
}

/* "primers P1 to P6: End": where they stand, below all that the screen has room for. */
static char *
primers_text(struct arena *a, const struct ui_model *m)
{
    const char *first = NULL, *last = NULL;

    for (int at = 0; at < m->n_lessons; at++) {
        const char *label = m->lessons[lesson_at(m, at)].label;

        if (label[0] != 'P' || strspn(label + 1, "0123456789") == 0)
            continue;
        first = first ? first : label;
        last = label;
    }
    return first ? arena_printf(a, "primers %s to %s: key End", first, last)
                 : arena_strdup(a, "");
}

static void
put_core_title(struct flow *f, const struct ui_model *m)
{
    bool any = false;

    for (int i = 0; i < m->n_lessons; i++)
        any |= m->lessons[i].n_sittings > 0;
    flow_line(f, 0, STYLE_STRONG, "Core path");
    if (f->cols < ROOMY_COLS)
        return;
    if (*primers_text(f->arena, m))
        flow_beside(f, f->rows - 1, 13, STYLE_DIM,
                    box_line(f->arena, primers_text(f->arena, m), STYLE_PLAIN));
    if (any)
        flow_right(f, f->rows - 1, STYLE_DIM, "sittings of 10 minutes or so: done/all");
}

static void
put_list(struct flow *f, struct ui_model *m)
{
    bool split = has_core(m);

    for (int at = 0; at < m->n_lessons; at++) {
        bool core = on_path(m, lesson_at(m, at));

        if (at == 0 && split)
            put_core_title(f, m);
        else if (at == 0)
            flow_line(f, 0, STYLE_STRONG, "Lessons");
        else if (!core && on_path(m, lesson_at(m, at - 1)))
            flow_line(f, 0, STYLE_STRONG, "Wider, in any order");
        put_lesson(f, m, at);
    }
}

/* The list in what is left of the screen, around the cursor. */
static void
draw_list(struct ui_model *m, struct canvas *c, struct rect r)
{
    struct flow f;
    int top = 0, shown = r.rows;

    flow_init(&f, m, r.cols);
    put_list(&f, m);
    if (f.rows > r.rows)
        shown = r.rows - 1;
    if (f.cursor_row >= shown)
        top = f.cursor_row - shown + 1;
    if (r.rows <= 0)
        return;
    flow_draw(&f, c, (struct rect){r.row, r.col, shown, r.cols}, top);
    if (shown < f.rows && f.rows > top + shown)
        canvas_text(
            c, r, r.rows - 1, 2, STYLE_DIM,
            arena_printf(m->frame, "... %d more below (Down)", f.rows - top - shown));
}

static void
draw_title(struct ui_model *m, struct canvas *c, struct rect r)
{
    int done = 0, yours, n = rope_theorems(m, &yours);

    for (int i = 0; i < m->n_lessons; i++)
        done += is_done(m, i);
    canvas_text(c, r, 0, 0, STYLE_STRONG, "ropewalk");
    if (r.cols >= ROOMY_COLS)
        canvas_text(
            c, r, 0, 25, STYLE_PLAIN,
            n ? arena_printf(m->frame, "%d of %d theorems are yours", yours, n)
              : arena_printf(m->frame, "%d of %d lessons done", done, m->n_lessons));
    canvas_text_right(c, r, 0, r.cols, m->unsaved ? STYLE_REMARK : STYLE_DIM,
                      m->unsaved ? "NOT SAVED" : "saved");
}

void
home_view(struct ui_model *m, struct canvas *c)
{
    bool roomy = model_is_roomy(m);
    int pad = roomy, from = 2 + roomy;
    struct rect all = canvas_all(c), inner = {0, pad, c->rows, c->cols - 2 * pad};
    struct flow f;

    draw_title(m, c, inner);
    if (roomy)
        canvas_rule(c, all, 1, STYLE_RULE);
    flow_init(&f, m, inner.cols);
    put_top(&f, m);
    if (roomy && m->n_lessons)
        put_rope(&f, m);
    flow_draw(&f, c, (struct rect){from, pad, f.rows, inner.cols}, 0);
    from += f.rows + 1;
    draw_list(m, c, (struct rect){from, pad, c->rows - from - 1 - roomy, inner.cols});
    if (roomy)
        canvas_rule(c, all, c->rows - 2, STYLE_RULE);
    parts_notice(m, c, all, 1);
    keys_hints(m, c, (struct rect){c->rows - 1, pad, 1, inner.cols});
}
