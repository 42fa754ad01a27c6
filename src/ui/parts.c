#include <math.h>
#include <string.h>

#include "ui/bench/bench.h"
#include "ui/end/end.h"
#include "ui/map/map.h"
#include "ui/page/page.h"
#include "ui/quiz/quiz.h"
#include "ui/sheet/sheet.h"
#include "ui/stage/stage.h"

/* ---- the row that says where one is, and the banner --------------------- */

const char *
parts_saved(const struct ui_model *m)
{
    if (m->stage.on)
        return "";
    return model_saving(m) ? "saving" : m->unsaved ? "NOT SAVED" : "saved";
}

enum { TITLE_COLS_MIN = 12 }; /* of a lesson's title, however long that of the step is */

/* The step is where one is: the lesson's title gives way to it, but for its label. */
static void
where_roomy(struct ui_model *m, struct canvas *c, struct rect r)
{
    const struct lesson *l = m->study.lesson;
    char *left =
        arena_printf(m->frame, "%s%s%s", l->label, *l->label ? " " : "", l->title);
    char *step = arena_printf(m->frame, "%d of %d: %s", m->study.at.step + 1, l->n_steps,
                              study_step(m)->title);
    char *right =
        arena_printf(m->frame, "%d min left   %s", study_minutes_left(m), parts_saved(m));
    int end = r.cols - canvas_width(c->alphabet, right) - 3;
    int room = end - canvas_width(c->alphabet, step) - 3, col;
    struct rect part = {r.row, r.col, 1, end};

    if (canvas_width(c->alphabet, left) > room) {
        bool label =
            *l->label && room < canvas_width(c->alphabet, l->label) + TITLE_COLS_MIN;

        left = label ? arena_strdup(m->frame, l->label)
                     : text_cut(m->frame, c->alphabet, left,
                                room > TITLE_COLS_MIN ? room : TITLE_COLS_MIN);
    }
    col = canvas_width(c->alphabet, left) + 3;
    canvas_text(c, part, 0, 0, STYLE_STRONG, left);
    canvas_text(c, part, 0, col, STYLE_PLAIN,
                text_cut(m->frame, c->alphabet, step, end - col));
    canvas_text_right(c, r, 0, r.cols, m->unsaved ? STYLE_REMARK : STYLE_DIM, right);
}

static void
where_small(struct ui_model *m, struct canvas *c, struct rect r)
{
    const struct lesson *l = m->study.lesson;
    int limit = quiz_minutes_left(m);
    const char *saved = limit >= 0 && !m->unsaved
                            ? arena_printf(m->frame, "%d min", limit)
                            : parts_saved(m);
    struct rect part = {r.row, r.col, 1, r.cols - (int)strlen(saved) - 1};

    canvas_text(c, part, 0, 0, STYLE_STRONG,
                arena_printf(m->frame, "%s%s%d/%d %s", l->label, *l->label ? " " : "",
                             m->study.at.step + 1, l->n_steps, study_step(m)->title));
    canvas_text_right(c, r, 0, r.cols, m->unsaved ? STYLE_REMARK : STYLE_DIM, saved);
}

void
parts_title(struct ui_model *m, struct canvas *c, struct rect r)
{
    if (model_is_roomy(m))
        where_roomy(m, c, r);
    else
        where_small(m, c, r);
}

static void
put_notice(struct flow *f, struct ui_model *m, int cols, enum alphabet alphabet)
{
    const char *text = m->remark[0] ? m->remark : m->notice;

    flow_init(f, m, cols - 3);
    if (canvas_width(alphabet, text) <= f->cols)
        flow_line(f, 0, STYLE_REMARK, arena_printf(m->frame, " %s ", text));
    else if (*text)
        flow_plain(f, 1, STYLE_REMARK, text);
}

int
parts_notice_rows(struct ui_model *m, int cols)
{
    struct flow f;

    if (!m->remark[0] && !m->notice[0])
        return 0;
    put_notice(&f, m, cols, m->settings.alphabet);
    return f.rows;
}

void
parts_notice(struct ui_model *m, struct canvas *c, struct rect r, int row)
{
    const char *text = m->remark[0] ? m->remark : m->notice;
    struct flow f;

    if (!*text)
        return;
    put_notice(&f, m, r.cols, c->alphabet);
    for (int i = 0; f.rows > 1 && i < f.rows; i++) /* it hides what stands there */
        canvas_fill(c, (struct rect){r.row + row + i, r.col, 1, r.cols}, STYLE_PLAIN,
                    ' ');
    for (int i = 0; i < f.n; i++)
        box_draw(c, r, row + f.items[i].row, 1 + f.items[i].col, STYLE_REMARK,
                 f.items[i].box);
}

/* ---- computed numbers: `=` in a code span ------------------------------- */

/* Whole numbers stand there whole: 2^53 + 1 too, which no double is. */
static const char *
span_text(struct arena *a, const struct scope *s, const struct calc_span *shown,
          struct value v, bool ascii)
{
    double size = v.rows * v.cols == 1 ? fabs(creal(v.at[0])) : 0;
    const char *text;
    struct err e;

    if (size >= 1e15 && size < 1e18 && shown->term->type.kind == TYPE_INTEGER &&
        exact_value(a, s, shown->term, NULL, 0, 19, &text, &e))
        return text;
    return calc_span_text(a, s, shown, v, SHOWN_DIGITS, ascii);
}

const char *
study_computed(void *ctx, struct arena *a, const char *expr)
{
    const struct words_ctx *w = ctx;
    const struct drawing *d = study_drawing(w->model, NULL);
    struct pos at = {"computed", 1, 1};
    bool ascii = w->model->settings.alphabet == ALPHABET_ASCII;
    struct calc_span shown;
    struct value v;
    struct err e;

    if (calc_span_read(a, w->scope, expr, at, &shown, &e) &&
        calc_eval(a, w->scope, shown.term, NULL, &v, &e))
        return span_text(a, w->scope, &shown, v, ascii);
    if (!d || !d->figure ||
        !calc_span_read(a, figure_scope(d->figure), expr, at, &shown, &e))
        return NULL;
    v = calc_real(a, figure_value(d->figure, &d->state, shown.term));
    return isnan(creal(v.at[0])) ? NULL
                                 : calc_span_text(a, figure_scope(d->figure), &shown, v,
                                                  SHOWN_DIGITS, ascii);
}

/* ---- every screen ------------------------------------------------------- */

/* Even ten columns say what is wrong and how to get out. */
static void
view_tiny(struct canvas *c)
{
    static const char *const lines[] = {"too small", "q leaves", "20x6 fits"};
    struct rect all = canvas_all(c);

    for (int i = 0; i < 3; i++)
        canvas_text(c, all, i, 0, STYLE_REMARK, lines[i]);
    canvas_cursor(c, all, 0, 0);
}

void
ui_view(struct ui_model *m, struct canvas *c)
{
    canvas_clear(c);
    arena_reset(m->frame);
    m->rows = c->rows;
    m->cols = c->cols;
    m->spots = (struct spots){0};
    if (model_is_tiny(m)) {
        view_tiny(c);
    } else if (m->help) {
        keys_help_view(m, c);
    } else if (m->screen == SCREEN_HOME) {
        home_view(m, c);
    } else if (m->screen == SCREEN_PAGE) {
        page_view(m, c);
    } else if (m->screen == SCREEN_SHEET) {
        sheet_view(m, c);
    } else if (m->screen == SCREEN_MAP) {
        map_view(m, c);
    } else if (m->screen == SCREEN_BENCH) {
        bench_view(m, c);
    } else if (m->screen == SCREEN_NOTES) {
        notes_view(m, c);
    } else if (m->screen == SCREEN_END) {
        end_view(m, c);
    } else if (m->stage.on) {
        stage_view(m, c);
    } else {
        screen_lesson(m, c);
    }
}
