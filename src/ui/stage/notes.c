#include "ui/stage/stage.h"

#include <string.h>

enum { MINUTE_MS = 60000, DAY_MINUTES = 1440, TEXT_COLS = 100 };

static const struct kind_row {
    const char *lead; /* above the first of a kind */
    enum style style;
    int indent;
} rows[UI_NOTE_KINDS] = {
    [UI_NOTE_SAY] = {"Say",           STYLE_PLAIN,  0},
    [UI_NOTE_SEEN] = {"In this step",  STYLE_DIM,    0},
    [UI_NOTE_ASK] = {"Ask the class", STYLE_STRONG, 0},
    [UI_NOTE_CHOICE] = {"",              STYLE_PLAIN,  2},
    [UI_NOTE_ANSWER] = {"Right is",      STYLE_RIGHT,  0},
    [UI_NOTE_EXPECT] = {"Expect",        STYLE_PLAIN,  0},
    [UI_NOTE_HINT] = {"Hints",         STYLE_DIM,    0},
    [UI_NOTE_SAID] = {"The room said", STYLE_GUESS,  0},
};

/* ---- texts ------------------------------------------------------------------------- */

static char *
clock_text(struct arena *a, int64_t now_ms, int tz_minutes)
{
    int minutes = (int)((now_ms / MINUTE_MS + tz_minutes) % DAY_MINUTES);

    if (minutes < 0)
        minutes += DAY_MINUTES;
    return arena_printf(a, "%02d:%02d", minutes / 60, minutes % 60);
}

static int
used(int64_t since_ms, int64_t now_ms)
{
    int64_t minutes = (now_ms - since_ms) / MINUTE_MS;

    return since_ms == 0 || minutes < 0 ? 0 : minutes > 9999 ? 9999 : (int)minutes;
}

static char *
minutes_text(struct arena *a, const struct ui_notes *n, int64_t now_ms)
{
    return arena_printf(a, "%d of %d min   this step %d of %d min",
                        used(n->began_ms, now_ms), n->minutes, used(n->step_ms, now_ms),
                        n->step_minutes);
}

/* "beat 2 of 3, line 1 of 4, part 1 of 2" */
static char *
place_text(struct arena *a, const struct ui_notes *n)
{
    struct buf b;

    buf_init(&b, a);
    buf_printf(&b, "beat %d of %d", n->beat_at, n->n_beats);
    if (n->n_lines > 0)
        buf_printf(&b, ", line %d of %d", n->line_at, n->n_lines);
    if (n->n_parts > 1)
        buf_printf(&b, ", part %d of %d", n->part_at, n->n_parts);
    if (n->blank)
        buf_add(&b, "   BLANK");
    return b.s;
}

static char *
next_text(struct arena *a, const struct ui_notes *n)
{
    if (n->ended)
        return arena_strdup(a, "This was the end.");
    return *n->next ? arena_printf(a, "Next: %s", n->next)
                    : arena_strdup(a, "This is the last step.");
}

char *
ui_notes_text(struct arena *a, const struct ui_notes *n, int64_t now_ms, int tz_minutes)
{
    struct buf b;

    buf_init(&b, a);
    buf_printf(&b, "\n%s  %s%s%s\n", clock_text(a, now_ms, tz_minutes), n->label,
               *n->label ? " " : "", n->title);
    buf_printf(&b, "Step %d of %d: %s (%s), %s\n", n->step_at, n->n_steps, n->step_title,
               n->step, place_text(a, n));
    buf_printf(&b, "%s\n", minutes_text(a, n, now_ms));
    for (int i = 0; i < n->n; i++) {
        const struct kind_row *row = &rows[n->at[i].kind];
        const char *lead = *row->lead ? row->lead : "  ";

        buf_printf(&b, "%s%s %s\n", lead, *row->lead ? ":" : "", n->at[i].text);
    }
    buf_printf(&b, "%s\n", next_text(a, n));
    return b.s;
}

/* ---- the event --------------------------------------------------------------------- */

void
notes_free(struct ui_model *m)
{
    arena_free(m->speaker.arena);
    m->speaker.arena = NULL;
}

static bool
same_place(const struct ui_notes *x, const struct ui_notes *y)
{
    return strcmp(x->lesson, y->lesson) == 0 && x->step_at == y->step_at &&
           x->beat_at == y->beat_at;
}

/* The texts live until the next event; keep them. */
static void
keep(struct arena *a, struct ui_notes *n)
{
    const char **texts[] = {&n->lesson, &n->label,      &n->title,
                            &n->step,   &n->step_title, &n->next};

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        *texts[i] = arena_strdup(a, *texts[i]);
    for (int i = 0; i < n->n; i++)
        n->at[i].text = arena_strdup(a, n->at[i].text);
}

void
notes_take(struct ui_model *m, const struct ui_event *ev)
{
    struct speaker *s = &m->speaker;
    struct arena *a = arena_new();
    bool same = ev->notes && s->any && same_place(ev->notes, &s->notes);

    m->screen = SCREEN_NOTES;
    s->now_ms = ev->ms;
    s->any = ev->notes != NULL;
    if (ev->notes) {
        s->notes = *ev->notes;
        keep(a, &s->notes);
    }
    s->why = arena_strdup(a, ev->text ? ev->text : "");
    arena_free(s->arena);
    s->arena = a;
    if (!same)
        s->scroll = 0;
}

/* ---- the screen -------------------------------------------------------------------- */

static void
put_items(struct flow *f, const struct ui_notes *n)
{
    for (int i = 0; i < n->n; i++) {
        const struct kind_row *row = &rows[n->at[i].kind];

        if (*row->lead && (i == 0 || n->at[i - 1].kind != n->at[i].kind)) {
            flow_gap(f);
            flow_line(f, 0, STYLE_KEY, row->lead);
        }
        flow_plain(f, 2 + row->indent, row->style, n->at[i].text);
    }
    if (n->n == 0)
        flow_line(f, 0, STYLE_DIM, "Nothing is noted for this beat.");
}

static void
draw_head(struct ui_model *m, struct canvas *c)
{
    const struct ui_notes *n = &m->speaker.notes;
    struct rect r = {0, 1, c->rows, c->cols - 2};
    const char *clock = arena_printf(
        m->frame, " %s", clock_text(m->frame, m->speaker.now_ms, m->settings.tz_minutes));

    if (m->speaker.any)
        canvas_text(
            c, r, 0, 0, STYLE_DIM,
            arena_printf(m->frame, "%s%s%s", n->label, *n->label ? " " : "", n->title));
    else
        canvas_text(c, r, 0, 0, STYLE_STRONG, "Speaker notes");
    canvas_text_right(c, r, 0, r.cols, STYLE_STRONG, clock);
}

static void
draw_scrolled(struct ui_model *m, struct canvas *c, struct rect r, const struct flow *f)
{
    struct speaker *s = &m->speaker;
    int most;

    if (f->rows > r.rows)
        r.rows--;
    most = f->rows - r.rows;
    s->scroll = s->scroll > most ? most : s->scroll;
    s->scroll = s->scroll < 0 ? 0 : s->scroll;
    flow_draw(f, c, r, s->scroll);
    if (most > 0)
        canvas_text_right(c, r, r.rows, r.cols, STYLE_DIM,
                          s->scroll == most ? "more above: Up"
                          : s->scroll == 0  ? "more below: Down"
                                            : "more above and below: Up, Down");
}

static void
draw_place(struct ui_model *m, struct canvas *c, struct rect r)
{
    const struct ui_notes *n = &m->speaker.notes;

    canvas_text(
        c, r, 0, 0, STYLE_STRONG,
        arena_printf(m->frame, "%d/%d %s", n->step_at, n->n_steps, n->step_title));
    canvas_text(c, r, 1, 0, n->blank ? STYLE_REMARK : STYLE_PLAIN,
                place_text(m->frame, n));
    canvas_text(c, r, 2, 0, STYLE_PLAIN, minutes_text(m->frame, n, m->speaker.now_ms));
    canvas_text(c, r, 3, 0, STYLE_DIM, next_text(m->frame, n));
}

void
notes_view(struct ui_model *m, struct canvas *c)
{
    enum { PLACE_ROWS = 4 };
    bool roomy = model_is_roomy(m);
    int top = 1 + roomy;
    struct rect r = {top, 1, c->rows - top - 1 - roomy, c->cols - 2};
    struct flow f;

    draw_head(m, c);
    if (roomy) {
        canvas_rule(c, canvas_all(c), 1, STYLE_RULE);
        canvas_rule(c, canvas_all(c), c->rows - 2, STYLE_RULE);
    }
    flow_init(&f, m, r.cols < TEXT_COLS ? r.cols : TEXT_COLS);
    if (m->speaker.any) {
        draw_place(m, c, r);
        put_items(&f, &m->speaker.notes);
        r.row += PLACE_ROWS + roomy;
        r.rows -= PLACE_ROWS + roomy;
    } else {
        flow_plain(&f, 0, STYLE_PLAIN, m->speaker.why);
    }
    draw_scrolled(m, c, r, &f);
    keys_hints(m, c, (struct rect){c->rows - 1, 1, 1, c->cols - 2});
}

/* ---- keys -------------------------------------------------------------------------- */

void
notes_key_move(struct ui_model *m, struct press p)
{
    if (m->speaker.any)
        model_effect(m, UI_EFFECT_STAGE, p.by > 0 ? "next" : p.by < 0 ? "back" : "blank");
}

void
notes_key_scroll(struct ui_model *m, struct press p)
{
    m->speaker.scroll += p.by;
}
