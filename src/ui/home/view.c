#include <stdio.h>
#include <string.h>

#include "ui/map/rope.h"
#include "ui/ui_priv.h"

/* ---- the screen --------------------------------------------------------- */

/* What comes back today, beside what Enter goes on with. */
static void
put_due(struct flow *f, struct ui_model *m)
{
    enum { AGAIN_MIN = 2 };
    int n, due = home_due(m, &n), row = f->rows, col = model_is_roomy(m) ? 21 : 10;
    const struct ui_lesson *l;
    const char *more;

    if (due < 0 || (due == home_next(m) && n < 2))
        return;
    l = &m->lessons[due];
    more = n > 1 ? arena_printf(f->arena, " and %d more", n - 1) : "";
    flow_line(f, 2, STYLE_KEY, "r");
    if (!model_is_roomy(m)) {
        flow_beside(
            f, row, col, STYLE_STRONG,
            box_line(f->arena,
                     arena_printf(f->arena, "Bring back %s%s", home_name(l), more),
                     STYLE_PLAIN));
        return;
    }
    flow_beside(f, row, 10, STYLE_STRONG, box_line(f->arena, "Bring back", STYLE_PLAIN));
    f->rows = row;
    flow_plain(f, col, STYLE_PLAIN,
               arena_printf(f->arena, "%s%s%s%s, a fresh example each, about %d min",
                            l->label, *l->label ? " " : "", l->title, more,
                            AGAIN_MIN * n));
}

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
                         home_is_due(m, next) ? "Again"
                         : home_progress(m, next).opened && !home_is_done(m, next)
                             ? "Go on"
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
    words = home_is_due(m, next) ? "" : home_last_words(f->arena, m, next);
    if (*words && home_progress(m, next).opened)
        flow_words(f, said_col, STYLE_GUESS, words, NULL);
    put_due(f, m);
}

/* The core path as a chain: === done, -o- here, ... ahead; no link is broken in two.
 * It stands there where a course has no theorems, in as many rows as the rope. */
static void
put_chain(struct flow *f, struct ui_model *m)
{
    int here = home_next(m), col = 2, end = f->rows + 1 + ROPE_ROWS;

    flow_line(f, 0, STYLE_STRONG, "Your rope");
    flow_beside(f, f->rows - 1, 21, STYLE_DIM,
                box_line(f->arena, "===  done    -o-  here    ...  ahead", STYLE_PLAIN));
    for (int at = 0; at < m->n_lessons; at++) {
        int i = home_lesson_at(m, at);
        const char *mark = home_is_done(m, i) ? "===" : i == here ? "-o-" : "...";
        char *link = arena_printf(f->arena, "%s %s", mark, home_name(&m->lessons[i]));
        int width = canvas_width(f->alphabet, link);
        bool new_row = col == 2 || col + width > f->cols;

        if (!home_on_path(m, i))
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
    if (rope_put(f, m))
        return;
    if (m->roped) {
        put_chain(f, m);
        return;
    }
    flow_line(f, 0, STYLE_STRONG, "Your rope"); /* it comes in a moment */
    f->rows += ROPE_ROWS;
}

static void
put_lesson(struct flow *f, struct ui_model *m, int at)
{
    int i = home_lesson_at(m, at), row = f->rows;
    const struct ui_lesson *l = &m->lessons[i];
    bool here = at == m->home_cursor;
    const char *remark = home_remark(f->arena, m, i);
    const char *text = arena_printf(f->arena, "%c %-5s %-4s %s", here ? '>' : ' ',
                                    home_state(m, i), l->label, l->title);

    if (f->cols < ROOMY_COLS)
        text = text_cut(f->arena, f->alphabet, text, f->cols);
    flow_line(f, 0, here ? STYLE_FOCUS : l->available ? STYLE_PLAIN : STYLE_DIM, text);
    if (l->n_sittings)
        remark = arena_printf(f->arena, "%s  %d of %d", remark, home_sittings_done(m, i),
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
        const char *label = m->lessons[home_lesson_at(m, at)].label;

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
        flow_right(f, f->rows - 1, STYLE_DIM, "10-minute sittings: done of all");
}

static void
put_list(struct flow *f, struct ui_model *m)
{
    bool split = home_has_core(m);

    for (int at = 0; at < m->n_lessons; at++) {
        bool core = home_on_path(m, home_lesson_at(m, at));

        if (at == 0 && split)
            put_core_title(f, m);
        else if (at == 0)
            flow_line(f, 0, STYLE_STRONG, "Lessons");
        else if (!core && home_on_path(m, home_lesson_at(m, at - 1)))
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

/* What the learner has, once the course was read: until then nothing, so that no other
 * number stands there first. */
static void
draw_title(struct ui_model *m, struct canvas *c, struct rect r)
{
    const char *have = rope_theorems(m->frame, m);
    int done = 0;

    for (int i = 0; i < m->n_lessons; i++)
        done += home_is_done(m, i);
    if (!*have && m->roped)
        have = arena_printf(m->frame, "%d of %d lessons done", done, m->n_lessons);
    canvas_text(c, r, 0, 0, STYLE_STRONG, "ropewalk");
    if (r.cols >= ROOMY_COLS)
        canvas_text(c, r, 0, r.cols >= 74 ? 21 : 11, STYLE_PLAIN, have);
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
