/* The parts of a figure, one after the other. */
#include <stdio.h>
#include <string.h>

#include "ui/answer/answer.h"
#include "ui/look/visit.h"

enum { LINES_ROWS = 24, LINES_COLS = 80 };

static struct drawing *
shown(const struct ui_model *m)
{
    struct drawing *d = study_drawing(m, NULL);

    return d && d->figure && d->has_parts ? d : NULL;
}

void
visit_start(struct drawing *d)
{
    const struct figure_look look = {.aspect = 2};
    struct arena *a = arena_new();
    struct figure_places all;

    figure_start(d->figure, &d->state);
    figure_places(a, d->figure, &d->state, &look, ALPHABET_ASCII,
                  (struct rect){0, 0, LINES_ROWS, LINES_COLS}, &all);
    d->has_parts = all.n > 0;
    arena_free(a);
}

bool
visit_has_parts(const struct ui_model *m)
{
    return shown(m) && !m->stage.on && !study_stage(m);
}

bool
visit_on_part(const struct ui_model *m)
{
    return m->study.focus.kind == FOCUS_PART && visit_has_parts(m);
}

/* As the figure was drawn last; the order is that of any other size. */
static void
places_now(const struct ui_model *m, struct arena *a, const struct drawing *d,
           struct figure_places *out)
{
    struct figure_view v = m->spots.figure;

    if (v.r.rows <= 0 || v.r.cols <= 0)
        v = (struct figure_view){
            {.aspect = 2},
            m->settings.alphabet, { 0, 0, LINES_ROWS, LINES_COLS}
        };
    figure_places(a, d->figure, &d->state, &v.look, v.alphabet, v.r, out);
}

/* The places of the figure, its marked one among them; NULL when none is. */
static const struct figure_place *
place_here(const struct ui_model *m, struct arena *a, struct figure_places *all)
{
    const struct drawing *d = shown(m);

    *all = (struct figure_places){0};
    if (!d)
        return NULL;
    places_now(m, a, d, all);
    return d->state.place >= 0 && d->state.place < all->n ? &all->at[d->state.place]
                                                          : NULL;
}

/* ---- words ----------------------------------------------------------------------------
 */

/* What stands there, and the lesson that it opens. */
static const char *
sentence(struct arena *a, const struct ui_model *m, const struct figure_place *p)
{
    const struct ui_lesson *l = p->opens ? visit_lesson(m, p->opens) : NULL;

    if (!l)
        return p->say;
    return arena_printf(a, "%s (opens %s%s%s)", p->say, l->label, *l->label ? " " : "",
                        l->title);
}

/* On a small screen the sentence is a banner: no row below the figure is spent on it. */
static void
say_small(struct ui_model *m)
{
    struct figure_places all;
    const struct figure_place *p;

    if (model_is_roomy(m))
        return;
    arena_reset(m->scratch);
    p = place_here(m, m->scratch, &all);
    if (p)
        model_remark(m, "%s", sentence(m->scratch, m, p));
}

bool
visit_say(struct ui_model *m, struct canvas *c, struct rect r)
{
    struct figure_places all;
    const struct figure_place *p;
    struct flow f;

    if (!visit_on_part(m))
        return false;
    p = place_here(m, m->frame, &all);
    if (!p)
        return false;
    flow_init(&f, m, r.cols);
    flow_plain(&f, 0, STYLE_REMARK, sentence(m->frame, m, p));
    flow_draw(&f, c, r, 0);
    canvas_cursor(c, r, 0, 0);
    return true;
}

/* ---- the focus ------------------------------------------------------------------------
 */

void
visit_unmark(struct drawing *d)
{
    if (d->state.place >= 0)
        d->visited = d->state.place;
    d->state.place = -1;
}

static void
mark(struct ui_model *m, struct drawing *d, int place)
{
    d->state.place = place;
    d->visited = place;
    say_small(m);
}

void
visit_enter(struct ui_model *m)
{
    struct drawing *d = shown(m);

    if (d)
        mark(m, d, d->visited);
}

void
visit_key_move(struct ui_model *m, struct press p)
{
    struct drawing *d = shown(m);
    struct figure_places all;

    if (!d)
        return;
    arena_reset(m->scratch);
    places_now(m, m->scratch, d, &all);
    mark(m, d, figure_place_next(&all, d->state.place, (enum key)p.key));
}

void
visit_key_close(struct ui_model *m, struct press p)
{
    (void)p;
    study_settle(m);
}

bool
visit_mouse(struct ui_model *m, const int at[2])
{
    struct drawing *d = shown(m);
    struct figure_places all;

    if (!d || !visit_has_parts(m) || m->spots.figure.r.rows <= 0)
        return false;
    arena_reset(m->scratch);
    places_now(m, m->scratch, d, &all);
    for (int i = 0; i < all.n; i++) {
        struct rect r = all.at[i].rect;
        int row = at[0] - m->spots.figure.r.row - r.row;
        int col = at[1] - m->spots.figure.r.col - r.col;

        if (row >= 0 && row < r.rows && col >= 0 && col < r.cols) {
            d->visited = i;
            return true;
        }
    }
    return false;
}

/* ---- their lessons --------------------------------------------------------------------
 */

/* What the marked part opens, if its lesson is there; else NULL. */
static const char *
opens_here(struct ui_model *m, const struct figure_place **p)
{
    struct figure_places all;

    arena_reset(m->scratch);
    *p = place_here(m, m->scratch, &all);
    return *p && (*p)->opens && visit_lesson(m, (*p)->opens) ? (*p)->opens : NULL;
}

bool
visit_can_open(const struct ui_model *m)
{
    struct arena *a;
    struct figure_places all;
    const struct figure_place *p;
    bool can;

    if (!visit_on_part(m) || visit_shut(m))
        return false;
    a = arena_new();
    p = place_here(m, a, &all);
    can = p && p->opens && visit_lesson(m, p->opens);
    arena_free(a);
    return can;
}

void
visit_key_open(struct ui_model *m, struct press press)
{
    const struct figure_place *p;
    const char *opens = opens_here(m, &p), *why;

    (void)press;
    if (!p)
        return;
    why = opens ? visit_open(m, opens) : "This part opens no lesson.";
    if (!opens && p->opens)
        why = "The lesson of this part is not there.";
    if (why)
        model_remark(m, "%s", why);
}

/* ---- lines ----------------------------------------------------------------------------
 */

/* The place that a word names, by its number or its name; -1: none. */
static int
find(const struct figure_places *all, const char *word)
{
    int number = 0, used = 0;

    for (int i = 0; i < all->n; i++)
        if (strcmp(all->at[i].id, word) == 0)
            return i;
    if (sscanf(word, "%d%n", &number, &used) == 1 && !word[used] && number >= 1 &&
        number <= all->n)
        return number - 1;
    return -1;
}

static void
list(struct ui_model *m, const struct figure_places *all)
{
    enum { LIST_MAX = 30 };

    for (int i = 0; i < all->n && i < LIST_MAX; i++)
        answer_say(m, "  part %d: %s", i + 1, sentence(m->scratch, m, &all->at[i]));
    if (all->n > LIST_MAX)
        answer_say(m, "  ... up to part %d.", all->n);
}

bool
visit_line(struct ui_model *m, const char *line)
{
    bool part = strncmp(line, "part ", 5) == 0, open = strncmp(line, "open ", 5) == 0;
    struct drawing *d = shown(m);
    struct figure_places all;
    const char *why;
    int at;

    if (strcmp(line, "return") == 0 && visit_can_return(m)) {
        visit_key_return(m, (struct press){0, 0});
        return true;
    }
    if (!d || (!part && !open && strcmp(line, "parts") != 0))
        return false;
    arena_reset(m->scratch);
    places_now(m, m->scratch, d, &all);
    if (!part && !open) {
        list(m, &all);
        return true;
    }
    at = find(&all, line + 5 + strspn(line + 5, " "));
    if (at < 0 && !strchr("0123456789", line[5])) /* words of an answer */
        return false;
    if (at < 0) {
        answer_say(m, "The parts are 1 to %d.", all.n);
        return true;
    }
    d->visited = at;
    why = !open ? sentence(m->scratch, m, &all.at[at])
          : all.at[at].opens && visit_lesson(m, all.at[at].opens)
              ? visit_open(m, all.at[at].opens)
              : "This part opens no lesson.";
    if (why)
        answer_say(m, "%s", why);
    return true;
}
