/* A guess that is drawn: heights at equal distances from left to right. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ui/answer/answer.h"
#include "ui/look/look.h"

enum { PLACES = 7, LINE_PLACES = 5 };

static const double height_most = 1e15;

/* ---- heights as they are typed ---------------------------------------------------- */

static double
height_of(const char *text, size_t n)
{
    struct arena *a = arena_new();
    struct pos at = {"height", 1, 1};
    const struct term *t;
    struct err e;
    double v = NAN;

    t = expr_parse(a, NULL, arena_strndup(a, text, n), at, &e);
    if (t)
        v = calc_eval_real(a, NULL, t, NULL);
    arena_free(a);
    return v;
}

/* "0,5" between blanks: a height with a decimal comma, or two. */
static bool
is_doubtful(const char *text, size_t len)
{
    const char *comma = memchr(text, ',', len), *end = text + len;

    return comma && comma > text && isdigit((unsigned char)comma[-1]) &&
           comma + 1 < end && isdigit((unsigned char)comma[1]) &&
           !memchr(comma + 1, ',', (size_t)(end - comma - 1)) && !memchr(text, '.', len);
}

/* As much of a word as a message shows, cut between characters. */
static int
shown(const char *text, size_t len)
{
    enum { SHOWN = 40 };
    int n = len < SHOWN ? (int)len : SHOWN;

    while (n > 0 && (size_t)n < len && ((unsigned char)text[n] & 0xC0) == 0x80)
        n--;
    return n;
}

static bool
doubts(const char *text, char problem[NOTICE_MAX])
{
    size_t len = strcspn(text, " \t;");

    if (!is_doubtful(text, len))
        return false;
    snprintf(problem, NOTICE_MAX,
             "'%.*s' may be one height or two; write decimals with a point, and blanks "
             "between heights.",
             shown(text, len), text);
    return true;
}

int
answer_heights(const char *text, double height[FIGURE_SKETCH_MAX], bool *more,
               char problem[NOTICE_MAX])
{
    static const char between[] = " \t,;";
    const char *begin = text;
    int n = 0;

    *more = false;
    while (*(text += strspn(text, between))) {
        size_t len = strcspn(text, between);

        if ((text == begin || text[-1] != ',') && doubts(text, problem))
            return -1;

        *more = len == 3 && strncmp(text, "...", 3) == 0;
        if (*more)
            break;
        if (n == FIGURE_SKETCH_MAX) {
            snprintf(problem, NOTICE_MAX, "At most %d heights are drawn.",
                     FIGURE_SKETCH_MAX);
            return -1;
        }
        height[n] = height_of(text, len);
        if (!(fabs(height[n]) <= height_most)) {
            snprintf(problem, NOTICE_MAX,
                     "'%.*s' is no height; type numbers such as 0 0.5 1.",
                     shown(text, len), text);
            return -1;
        }
        n++;
        text += len;
    }
    return n;
}

/* ---- as a text -------------------------------------------------------------------- */

struct sketch *
answer_sketch(struct arena *a, const struct question *q)
{
    struct sketch *k = ARENA_NEW(a, struct sketch);
    const struct ask *ask = q->ask;

    k->line.n = ask->places ? ask->places : PLACES;
    k->line.name = text_name(a, ask->scope, ask->over);
    k->line.low = calc_eval_real(a, q->drawn.scope, ask->low, NULL);
    k->line.high = calc_eval_real(a, q->drawn.scope, ask->high, NULL);
    return k;
}

/* How many heights are asked for in lines. */
static int
line_places(const struct question *q)
{
    return q->ask->places ? q->ask->places : LINE_PLACES;
}

static char *
curve_text(struct arena *a, const struct question *q)
{
    return figure_sketch_text(a, &q->sketch->line);
}

/* "0 0.2 ...": the rest is still to be typed. */
static char *
curve_draft(struct arena *a, const struct question *q)
{
    struct figure_sketch part = q->sketch->line;

    if (!q->sketch->touched)
        return arena_strdup(a, "");
    if (!q->sketch->typed)
        return curve_text(a, q);
    part.n = q->sketch->typed;
    return arena_printf(a, "%s ...", figure_sketch_text(a, &part));
}

static void
curve_take(struct ui_model *m, struct question *q, const char *text)
{
    double height[FIGURE_SKETCH_MAX];
    char problem[NOTICE_MAX];
    bool more;
    int n = answer_heights(text, height, &more, problem);

    /* what says that there is more may be wrong about it */
    more = more && n < (m->line_mode ? line_places(q) : q->sketch->line.n);
    if (n < 1 || (n < 2 && !more))
        return;
    q->sketch->touched = true;
    q->sketch->typed = more ? n : 0;
    q->sketch->line.n = !more ? n : m->line_mode ? line_places(q) : q->sketch->line.n;
    if (n > q->sketch->line.n)
        q->sketch->line.n = n;
    memcpy(q->sketch->line.height, height, sizeof *height * (size_t)n);
}

static bool
curve_is_empty(const struct question *q)
{
    return !q->sketch->touched;
}

static const char *
curve_place(const struct question *q)
{
    (void)q;
    return "sketch";
}

/* ---- on the screen ---------------------------------------------------------------- */

static void
curve_put(struct flow *f, struct ui_model *m, struct question *q)
{
    const struct figure_sketch *k = &q->sketch->line;
    bool active = answer_focused(m, q);
    int row = f->rows;

    if (!question_is_open(q))
        return;
    if (active && m->study.entry[0]) {
        const char *typed = arena_printf(f->arena, "> %s", m->study.entry);

        flow_line(f, 0, STYLE_FOCUS, typed);
        f->cursor_row = row;
        f->cursor_col = canvas_width(f->alphabet, typed);
        return;
    }
    flow_words(f, 0, STYLE_DIM,
               arena_printf(f->arena, "Place %d of %d; or type heights: 0 0.5 1",
                            k->at + 1, k->n),
               NULL);
}

/* ---- in lines --------------------------------------------------------------------- */

static double
line_x(const struct question *q, int i)
{
    struct figure_sketch k = q->sketch->line;

    k.n = line_places(q);
    return figure_sketch_x(&k, i);
}

static const char *
curve_prompt(struct arena *a, const struct question *q)
{
    int i = q->sketch->typed, n = line_places(q);

    return arena_printf(a, "height at %s = %g, %d of %d; or all in one line",
                        q->sketch->line.name, line_x(q, i), i + 1, n);
}

/* One height is the next one; with the last of them, or all at once, it is drawn. */
static void
curve_line(struct ui_model *m, struct question *q, const char *line)
{
    struct sketch *k = q->sketch;
    double height[FIGURE_SKETCH_MAX];
    char problem[NOTICE_MAX];
    bool more;
    int n = answer_heights(line, height, &more, problem);

    if (n < 0) {
        answer_say(m, "%s", problem);
        return;
    }
    if (n == 1) {
        k->line.n = line_places(q);
        k->line.height[k->typed++] = height[0];
    } else if (n > 1) {
        k->line.n = k->typed = n;
        memcpy(k->line.height, height, sizeof height);
    }
    k->touched = k->touched || n > 0;
    if (!n || k->typed < k->line.n)
        return;
    k->typed = 0;
    question_submit(m, q);
    arena_reset(m->scratch);
    if (q->state == QUESTION_DONE)
        buf_printf(&m->line_said, "Table:\n%s", look_sketch_said(m->scratch, q, true));
}

const struct answer_kind answer_curve = {
    .prompt = curve_prompt,
    .place = curve_place,
    .is_empty = curve_is_empty,
    .text = curve_text,
    .draft = curve_draft,
    .take = curve_take,
    .put = curve_put,
    .line = curve_line,
};
