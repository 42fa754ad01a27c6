/*
 * Opening and closing the sheet and the map, on the screen and in lines.
 */
#include <stdlib.h>
#include <string.h>

#include "ui/answer/answer.h"
#include "ui/map/map.h"
#include "ui/sheet/sheet.h"

static bool
is_over(const struct ui_model *m)
{
    return m->screen == SCREEN_SHEET || m->screen == SCREEN_MAP;
}

/* A step without notes, and a quiz until it is finished, wherever it is left to. */
bool
over_is_shut(const struct ui_model *m)
{
    const struct lesson *l = m->study.lesson;

    if (!l || m->study.finished)
        return false;
    return l->quiz || (m->screen != SCREEN_HOME && study_step(m)->closed);
}

bool
over_can(const struct ui_model *m)
{
    return is_over(m) ||
           (m->n_lessons > 0 && m->screen != SCREEN_PAGE && !over_is_shut(m) &&
            !(m->screen == SCREEN_LESSON && study_stage(m)));
}

void
over_key_shut(struct ui_model *m, struct press p)
{
    model_remark(m, "%s is closed here: this is answered without notes.",
                 p.by == OVER_MAP ? "The map" : "The formula sheet");
}

static void
show(struct ui_model *m, enum over_what what)
{
    if (!is_over(m))
        m->under = m->screen;
    m->study.playing = false;
    m->screen = what == OVER_MAP ? SCREEN_MAP : SCREEN_SHEET;
    m->field_serial++;
    if (what == OVER_SHEET && !m->sheet->ready)
        sheet_refresh(m);
    if (what == OVER_MAP)
        map_start(m);
}

void
over_key(struct ui_model *m, struct press p)
{
    enum screen wanted = p.by == OVER_MAP ? SCREEN_MAP : SCREEN_SHEET;

    if (m->screen == wanted) {
        over_close(m);
        return;
    }
    show(m, (enum over_what)p.by);
    if (!m->course)
        model_effect(m, UI_EFFECT_COURSE, "");
}

void
over_begin(struct ui_model *m, const char *line)
{
    bool map = strcmp(line, "map") == 0;

    if (!map)
        typed_set(&m->sheet->typed, line + strcspn(line, " ") + (strchr(line, ' ') != 0),
                  0);
    over_key(m, (struct press){0, map ? OVER_MAP : OVER_SHEET});
}

void
over_close(struct ui_model *m)
{
    if (!is_over(m))
        return;
    m->sheet->searching = false;
    m->screen = m->under;
    m->field_serial++;
    if (m->screen == SCREEN_LESSON)
        m->study.tick_ms = 0;
}

void
over_key_leave(struct ui_model *m, struct press p)
{
    (void)p;
    over_close(m);
}

void
over_course(struct ui_model *m, const struct course_table *c)
{
    m->course = c;
    m->sheet->ready = false;
    map_course(m, m->course_arena);
    if (m->screen == SCREEN_SHEET)
        sheet_refresh(m);
    if (m->screen == SCREEN_MAP)
        map_start(m);
    if (*m->over_line) {
        const char *line = m->over_line;

        m->over_line = "";
        over_line(m, line);
    }
}

void
over_open(struct ui_model *m, const struct lesson *l, int step)
{
    const char *id = l->id;

    if (step >= 0)
        id = arena_printf(m->effect_arena, "%s#%s", l->id, l->steps[step].id);
    m->loading = true;
    model_effect(m, UI_EFFECT_LOAD, id);
}

/* The wheel moves; nothing is dragged here. */
void
over_mouse(struct ui_model *m, const struct ui_event *ev)
{
    int by = ev->button == UI_WHEEL_DOWN ? 1 : ev->button == UI_WHEEL_UP ? -1 : 0;

    if (!by || m->help || model_is_tiny(m))
        return;
    if (m->screen == SCREEN_MAP)
        map_key_move(m, (struct press){0, by});
    else
        sheet_key_move(m, (struct press){0, by});
}

/* ---- lines ------------------------------------------------------------------------- */

static void
say_sheet(struct ui_model *m, const char *words, const struct ui_lines_look *look)
{
    struct ui_sheet s = ui_sheet_find(m->line_arena, m->course, words, false);

    if (s.n)
        buf_add(&m->line_said, ui_sheet_text(m->line_arena, &s, look));
    else if (s.near)
        answer_say(m, "Nothing on the sheet fits '%s'. Did you mean: %s?", words, s.near);
    else
        answer_say(m, "Nothing on the sheet fits '%s'.", words);
}

bool
over_line(struct ui_model *m, const char *line)
{
    bool sheet = strcmp(line, "sheet") == 0 || strncmp(line, "sheet ", 6) == 0;
    struct ui_lines_look look = {m->settings.alphabet, true, m->settings.spoken,
                                 TEXT_COLS_MAX};

    if (!sheet && strcmp(line, "map") != 0)
        return false;
    if (over_is_shut(m)) {
        answer_say(m, "%s is closed here: this is answered without notes.",
                   sheet ? "The formula sheet" : "The map");
    } else if (!m->course) {
        m->over_line = arena_strdup(m->course_arena, line);
        model_effect(m, UI_EFFECT_COURSE, "");
    } else if (sheet) {
        say_sheet(m, line + 5 + strspn(line + 5, " "), &look);
    } else {
        buf_add(&m->line_said, ui_map_text(m->line_arena, m->course, m->progress,
                                           m->settings.now_ms, &look));
    }
    return true;
}
