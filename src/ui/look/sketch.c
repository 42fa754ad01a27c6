/* Guesses that are drawn. */
#include <math.h>
#include <string.h>

#include "ui/answer/answer.h"
#include "ui/look/look.h"

/* ---- where it is drawn ----------------------------------------------------------------
 */

static struct field
line_of(const struct field *from, const char *key, const char *text)
{
    struct field f = *from;

    f.key = key;
    f.name = "";
    f.text = text;
    return f;
}

const struct figure_block *
look_board(struct arena *a, const struct ask *ask)
{
    const struct field *truth = field_find(ask->fields, "truth");
    const struct field *over = field_find(ask->fields, "over");
    const struct field *range = field_find(ask->fields, "range");
    const char *in = over ? strstr(over->text, " in ") : NULL;
    struct field *lines = ARENA_ARRAY(a, struct field, 4);
    struct figure_block *b = ARENA_NEW(a, struct figure_block);
    int n = 0;

    if (ask->kind != ASK_CURVE || *ask->figure || !truth || !in)
        return NULL;
    lines[n++] = line_of(truth, "kind", "curve");
    lines[n++] = line_of(truth, "curve",
                         arena_printf(a, "%s over %s = %s as \"truth\"", truth->text,
                                      ask->over, in + strlen(" in ")));
    lines[n++] = line_of(truth, "x", text_name(a, ask->scope, ask->over));
    if (range)
        lines[n++] = line_of(range, "range", range->text);
    *b = (struct figure_block){
        ask->id, {lines, n},
         ask->scope, ask->at
    };
    return b;
}

/* The chart that the guess is drawn on; NULL when there is none. */
static struct drawing *
chart_of(const struct ui_model *m, const struct question *q)
{
    const struct study *s = &m->study;
    struct drawing *d = study_drawing_named(s, q->ask->figure);

    for (int i = 0; !d && i < s->n_drawings; i++)
        if (s->drawings[i].sketched == q->ask)
            d = &s->drawings[i];
    if (!d)
        return NULL;
    study_compile(m, d);
    return d->figure && figure_takes_sketch(d->figure) ? d : NULL;
}

/* The heights that were typed in lines stay when the rest is laid level. */
static void
start(struct sketch *k, const struct drawing *d)
{
    double typed[FIGURE_SKETCH_MAX];

    memcpy(typed, k->line.height, sizeof typed);
    if (!k->touched || k->typed)
        figure_sketch_start(d->figure, &d->state, &k->line);
    memcpy(k->line.height, typed, sizeof *typed * (size_t)k->typed);
    k->started = true;
}

struct drawing *
look_sketching(const struct ui_model *m, struct question **out)
{
    struct question *q = study_question(m);
    struct drawing *d;

    if (!q || !q->sketch || q->state != QUESTION_OPEN || q->skipped)
        return NULL;
    d = chart_of(m, q);
    if (!d)
        return NULL;
    if (!q->sketch->started)
        start(q->sketch, d);
    q->sketch->line.open = true;
    d->state.sketch = &q->sketch->line;
    if (out)
        *out = q;
    return d;
}

/* What was drawn on it lies under the figure. */
static void
mark_sketch(const struct ui_model *m, struct drawing *d)
{
    const struct study *s = &m->study;

    d->state.sketch = NULL;
    for (int i = 0; i < s->n_questions; i++) {
        struct question *q = &s->questions[i];

        if (!q->sketch || !q->sketch->touched || q->state != QUESTION_DONE ||
            chart_of(m, q) != d)
            continue;
        q->sketch->line.open = false;
        d->state.sketch = &q->sketch->line;
    }
}

void
look_mark_guess(struct ui_model *m, struct drawing *d)
{
    const struct question *guess = study_guess(m);
    struct typeset_options o = {.alphabet = m->settings.alphabet,
                                .width = TEXT_COLS_MAX,
                                .macros = m->study.macros};

    d->state.guess = guess ? guess->guess : NAN;
    d->state.guess_label = NULL;
    mark_sketch(m, d);
    if (guess && !(m->stage.on && text_unsure(guess)) && isnan(guess->guess) &&
        !guess->sketch) {
        char *said =
            markdown_lines(m->arena, text_response(m->arena, guess, guess->response), &o);

        said[strcspn(said, "\n")] = '\0';
        d->state.guess_label = said;
    }
}

/* ---- beside the truth -----------------------------------------------------------------
 */

struct truth_ctx {
    struct arena *arena;
    const struct question *q;
};

static double
truth_at(void *ctx, double x)
{
    struct truth_ctx *t = ctx;
    double complex at = x;
    struct calc_name name = {
        t->q->ask->over, {1, 1, true, &at}
    };
    struct calc_env env = {.at = &name, .n = 1};
    double y;

    y = calc_eval_real(t->arena, t->q->drawn.scope, t->q->ask->answer, &env);
    arena_reset(t->arena);
    return y;
}

static bool
is_drawn(const struct question *q)
{
    return q->sketch && q->sketch->touched && q->state == QUESTION_DONE;
}

char *
look_sketch_said(struct arena *a, const struct question *q, bool table)
{
    struct truth_ctx ctx = {arena_new(), q};
    struct figure_truth truth = {truth_at, &ctx};
    char *text = NULL;

    if (is_drawn(q))
        text = table ? figure_sketch_table(a, &q->sketch->line, truth)
                     : figure_sketch_said(a, &q->sketch->line, truth);
    arena_free(ctx.arena);
    return text;
}

/* ---- keys -----------------------------------------------------------------------------
 */

void
look_key_place(struct ui_model *m, struct press p)
{
    struct question *q;

    if (!look_sketching(m, &q))
        return;
    q->sketch->line.at += p.by;
    if (q->sketch->line.at < 0)
        q->sketch->line.at = 0;
    if (q->sketch->line.at >= q->sketch->line.n)
        q->sketch->line.at = q->sketch->line.n - 1;
}

static void
raise_place(struct ui_model *m, int by, bool coarse)
{
    struct question *q;
    const struct drawing *d = look_sketching(m, &q);

    if (!d)
        return;
    q->sketch->touched = true;
    q->sketch->typed = 0;
    figure_sketch_move(d->figure, &d->state, &q->sketch->line, by, coarse);
}

void
look_key_height(struct ui_model *m, struct press p)
{
    raise_place(m, p.by, false);
}

void
look_key_height_coarse(struct ui_model *m, struct press p)
{
    raise_place(m, p.by, true);
}

/* Heights of the whole line: over its places when they can lie on some of them. */
static void
lay(struct figure_sketch *line, const double *height, int n)
{
    int each = n < line->n && (line->n - 1) % (n - 1) == 0 ? (line->n - 1) / (n - 1) : 1;

    line->n = each * (n - 1) + 1;
    for (int i = 0; i < line->n; i++) {
        int from = i / each;
        double way = (double)(i % each) / each;

        line->height[i] = way > 0 ? height[from] + way * (height[from + 1] - height[from])
                                  : height[from];
    }
    line->at = line->n - 1;
}

/* One height is that of the place, and the next place follows; several are all. */
void
look_key_heights(struct ui_model *m, struct press p)
{
    double height[FIGURE_SKETCH_MAX];
    char problem[NOTICE_MAX];
    struct question *q;
    bool more;
    int n;

    (void)p;
    if (!look_sketching(m, &q))
        return;
    n = answer_heights(m->study.entry, height, &more, problem);
    if (n < 0) { /* what was typed stays, to be mended */
        model_remark(m, "%s", problem);
        return;
    }
    m->study.entry[0] = '\0';
    q->sketch->touched = n > 0 || q->sketch->touched;
    q->sketch->typed = 0;
    if (n == 1) {
        q->sketch->line.height[q->sketch->line.at] = height[0];
        look_key_place(m, (struct press){0, 1});
    } else if (n > 1) {
        lay(&q->sketch->line, height, n);
    }
}

/* ---- the mouse ------------------------------------------------------------------------
 */

static bool
under(const struct ui_model *m, const struct drawing *d, const int at[2], double out[2])
{
    const struct figure_view *v = &m->spots.figure;
    int cell[2] = {at[0] - v->r.row, at[1] - v->r.col};

    return v->r.rows > 0 && figure_point_at(d->figure, &d->state, v, cell, out);
}

bool
look_sketch_mouse(struct ui_model *m, const int at[2], bool drag)
{
    struct question *q;
    struct drawing *d = look_sketching(m, &q);
    double point[2];

    if (!d || !under(m, d, at, point))
        return false;
    m->study.entry[0] = '\0';
    q->sketch->touched = true;
    q->sketch->typed = 0;
    figure_sketch_put(d->figure, &d->state, &q->sketch->line, point,
                      drag ? q->sketch->line.at : -1);
    return true;
}

bool
look_read_mouse(struct ui_model *m, const int at[2])
{
    struct drawing *d = study_drawing(m, NULL);
    double point[2];

    if (!d || !look_can_read(m) || !under(m, d, at, point) ||
        !figure_read_at(d->figure, &d->state, point[0]))
        return false;
    look_read(m, d);
    return true;
}
