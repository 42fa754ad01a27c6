#include <math.h>
#include <stdlib.h>

#include "figure/ink/axes.h"
#include "figure/kind/kind.h"

enum {
    SAMPLES_A_COLUMN = 4,
    MARKS_APART = 9, /* columns between the marks that tell a third curve from a first */
    LABEL_PLACES = 16,
    POLES_TRIED = 16,
    EXTENT_SAMPLES = 33,
    TABLE_ROWS = 8, /* of a curve, besides the first */
};

/* The values of a curve at n places of [low, high]. */
struct samples {
    const struct thing *curve;
    double low, high;
    double *y;
    int n;
    bool pole; /* it grows without end towards a place where it is undefined */
};

/* ---- values ------------------------------------------------------------------------ */

static double
sample_x(const struct samples *s, int i)
{
    double share = (double)i / (s->n - 1);

    return i == s->n - 1 ? s->high : s->low + share * s->high - share * s->low;
}

/* Whether the curve grows between sample i and its neighbour `edge`, which is not finite:
 * at a pole, not at a hole such as that of sin(x)/x. */
static bool
grows(struct moment *along, const struct samples *s, int i, int edge)
{
    double x = sample_x(s, edge);

    x += (sample_x(s, i) - x) / 64;
    return fabs(moment_height(along, s->curve, x)) > 4 * fabs(s->y[i]);
}

static bool
find_pole(struct moment *along, const struct samples *s)
{
    int tries = POLES_TRIED;

    for (int i = 1; i < s->n && tries > 0; i++) {
        bool left = isfinite(s->y[i - 1]), right = isfinite(s->y[i]);

        tries -= left != right;
        if ((left && !right && grows(along, s, i - 1, i)) ||
            (right && !left && grows(along, s, i, i - 1)))
            return true;
    }
    return false;
}

/* False when the range of the variable is empty or undefined. */
static bool
take_samples(struct arena *a, const struct moment *m, const struct thing *curve, int n,
             struct samples *s)
{
    struct arena *scratch;
    struct moment along;

    *s = (struct samples){curve,
                          moment_real(m, curve->low),
                          moment_real(m, curve->high),
                          ARENA_ARRAY(a, double, n),
                          n,
                          false};
    if (!isfinite(s->low) || !isfinite(s->high) || !(s->low < s->high))
        return false;
    scratch = arena_new();
    moment_along(&along, scratch, m, curve);
    for (int i = 0; i < n; i++)
        s->y[i] = moment_height(&along, curve, sample_x(s, i));
    s->pole = find_pole(&along, s);
    arena_free(scratch);
    return true;
}

static int
compare(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;

    return (a > b) - (a < b);
}

/* Whether the values run away to infinity, or two neighbours of different sign are far
 * apart. */
static bool
has_pole(const struct samples *s, double range)
{
    for (int i = 1; i < s->n; i++)
        if (s->y[i] * s->y[i - 1] < 0 && fabs(s->y[i] - s->y[i - 1]) > 0.5 * range)
            return true;
    return s->pole;
}

static struct stretch
join(struct stretch a, struct stretch b)
{
    return (struct stretch){fmin(a.low, b.low), fmax(a.high, b.high)};
}

/* All finite heights; NaN when there are none. */
static struct stretch
all_heights(const struct samples *s)
{
    struct stretch all = {NAN, NAN};

    for (int i = 0; i < s->n; i++)
        if (isfinite(s->y[i]))
            all = join(all, (struct stretch){s->y[i], s->y[i]});
    return all;
}

/* The heights that matter: of a curve that runs away, the middle four fifths when they
 * are a small part of all. */
static struct stretch
heights(struct arena *a, const struct samples *s)
{
    struct stretch all = all_heights(s), most;
    double *sorted;
    int n = 0;

    if (isnan(all.low) || !has_pole(s, all.high - all.low))
        return all;
    sorted = ARENA_ARRAY(a, double, s->n);
    for (int i = 0; i < s->n; i++)
        if (isfinite(s->y[i]))
            sorted[n++] = s->y[i];
    qsort(sorted, (size_t)n, sizeof *sorted, compare);
    most = (struct stretch){sorted[n / 10], sorted[n - 1 - n / 10]};
    return most.high - most.low < (all.high - all.low) / 8 ? most : all;
}

/* ---- the y axis -------------------------------------------------------------------- */

static struct stretch
y_range(struct frame *fr, const struct samples *s, int n)
{
    const struct figure *f = fr->f;
    struct stretch y = {f->low, f->high};

    if (f->has_range)
        return y;
    for (int i = 0; i < n; i++)
        y = join(y, heights(fr->arena, &s[i]));
    return y;
}

/* ---- curves ------------------------------------------------------------------------ */

/* How the n-th curve differs from the others also without colour. */
static const struct manner {
    enum stroke stroke;
    char mark; /* 0: none */
} manners[] = {
    {STROKE_SOLID,  0  },
    {STROKE_DASHED, 0  },
    {STROKE_SOLID,  '+'},
    {STROKE_DASHED, 'x'}
};

/* Whether the curve leaves at one edge and comes back at the other. */
static bool
jumps(const struct axes *ax, double y0, double y1)
{
    return (y0 > ax->y.high && y1 < ax->y.low) || (y0 < ax->y.low && y1 > ax->y.high);
}

/* A pen that only writes inside the box: heights outside it end at its edge. */
static void
draw_line(struct frame *fr, const struct axes *ax, const struct samples *s,
          const struct manner *how)
{
    struct ink box = *fr->ink;
    struct pen p = {.ink = &box,
                    .layer = LAYER_LINE,
                    .style = s->curve->style,
                    .stroke = s->curve->ghost ? STROKE_DOTTED : how->stroke};

    box.rows = ax->top + ax->rows;
    for (int i = 0; i < s->n; i++) {
        if (i && jumps(ax, s->y[i - 1], s->y[i]))
            pen_lift(&p);
        pen_to(&p, axes_x(ax, sample_x(s, i)), axes_y(ax, s->y[i]));
    }
    pen_lift(&p);
}

/* A value with nothing finite beside it makes no line: a point. */
static void
draw_points(struct frame *fr, const struct axes *ax, const struct samples *s)
{
    for (int i = 0; i < s->n; i++) {
        bool left = i > 0 && isfinite(s->y[i - 1]);
        bool right = i < s->n - 1 && isfinite(s->y[i + 1]);
        double y = axes_y(ax, s->y[i]);

        if (isfinite(y) && !left && !right && y >= ax->top && y < ax->top + ax->rows)
            ink_mark(fr->ink, (struct ink_place){axes_x(ax, sample_x(s, i)), y},
                     LAYER_LINE, s->curve->style, 'o');
    }
}

/* The cell of sample i when it lies in the box. */
static bool
sample_cell(const struct axes *ax, const struct samples *s, int i, struct anchor *out)
{
    out->x = axes_x(ax, sample_x(s, i));
    out->y = axes_y(ax, s->y[i]);
    return isfinite(out->y) && out->y >= ax->top && out->y < ax->top + ax->rows;
}

static void
draw_marks(struct frame *fr, const struct axes *ax, const struct samples *s, char mark)
{
    int pitch = MARKS_APART * SAMPLES_A_COLUMN;

    for (int i = pitch / 2; i < s->n; i += pitch) {
        struct anchor at;

        if (sample_cell(ax, s, i, &at))
            ink_mark(fr->ink, (struct ink_place){at.x, at.y}, LAYER_LINE, s->curve->style,
                     (unsigned char)mark);
    }
}

/* Places along the curve where its label may stand, from the right to the left. */
static void
label_curve(struct frame *fr, const struct axes *ax, const struct samples *s)
{
    struct anchor *places = ARENA_ARRAY(fr->arena, struct anchor, LABEL_PLACES);
    int n = 0;

    for (int i = 0; i < LABEL_PLACES; i++)
        n += sample_cell(
            ax, s, (s->n - 1) * (10 * LABEL_PLACES - 10 * i - 4) / (10 * LABEL_PLACES),
            &places[n]);
    if (!n)
        return;
    labels_add(&fr->labels,
               (struct label){.text = label_text(fr->arena, &fr->now, s->curve),
                              .x = places[0].x,
                              .y = places[0].y,
                              .dy = -1,
                              .others = places + 1,
                              .n_others = n - 1,
                              .style = s->curve->style});
}

static void
draw_curves(struct frame *fr, const struct axes *ax, const struct samples *s, int n)
{
    int order = 0;

    for (int i = 0; i < n; i++) {
        const struct manner *how = &manners[order % 4];

        draw_line(fr, ax, &s[i], how);
        draw_points(fr, ax, &s[i]);
        if (how->mark && !s[i].curve->ghost)
            draw_marks(fr, ax, &s[i], how->mark);
        order += !s[i].curve->ghost;
        label_curve(fr, ax, &s[i]);
    }
}

/* ---- cursors ----------------------------------------------------------------------- */

/* The point of a curve at x; its label goes to the first curve's. */
static bool
draw_crossing(struct frame *fr, const struct axes *ax, const struct samples *s, double x,
              struct anchor *at)
{
    struct moment along;

    moment_along(&along, fr->arena, &fr->now, s->curve);
    at->x = axes_x(ax, x);
    at->y = axes_y(ax, moment_height(&along, s->curve, x));
    if (!isfinite(at->y) || at->y < ax->top || at->y >= ax->top + ax->rows)
        return false;
    ink_mark(fr->ink, (struct ink_place){at->x, at->y}, LAYER_TIP, s->curve->style, 'o');
    return true;
}

static void
draw_mark(struct frame *fr, const struct axes *ax, const struct samples *s, int n,
          const struct thing *mark)
{
    double x = moment_real(&fr->now, mark->at[0]);
    int col = (int)floor(axes_x(ax, x));
    struct anchor at = {axes_x(ax, x), ax->top + 0.5}, found;
    bool labelled = false;

    if (!(x >= ax->x.low && x <= ax->x.high))
        return;
    ink_upright(fr->ink, col, ax->top, ax->top + ax->rows,
                (struct rule){LAYER_FAINT, mark->style, false});
    for (int i = 0; i < n; i++) {
        if (s[i].curve->ghost || !draw_crossing(fr, ax, &s[i], x, &found))
            continue;
        at = labelled ? at : found;
        labelled = true;
    }
    labels_add(&fr->labels, (struct label){.text = label_text(fr->arena, &fr->now, mark),
                                           .x = at.x,
                                           .y = at.y,
                                           .dx = 1,
                                           .style = mark->style});
}

/* ---- the whole --------------------------------------------------------------------- */

static int
sample_all(struct frame *fr, struct samples *s)
{
    const struct figure *f = fr->f;
    int n = 0;

    for (int i = 0; i < f->n_things; i++) {
        const struct thing *t = &f->things[i];

        if (t->kind == THING_CURVE && moment_holds(&fr->now, t->when))
            n += take_samples(fr->arena, &fr->now, t,
                              fr->ink->cols * SAMPLES_A_COLUMN + 1, &s[n]);
    }
    return n;
}

static void
no_data(struct frame *fr)
{
    ink_text(fr->ink, fr->ink->rows / 2, fr->ink->cols / 2 - 3, STYLE_DIM, "no data");
}

static void
curve_draw(struct frame *fr)
{
    const struct figure *f = fr->f;
    struct samples *s = ARENA_ARRAY(fr->arena, struct samples, THINGS_MAX);
    int n = sample_all(fr, s);
    struct axes ax = {
        .x = {NAN, NAN}
    };

    if (!n) {
        no_data(fr);
        return;
    }
    for (int i = 0; i < n; i++) {
        ax.x = join(ax.x, (struct stretch){s[i].low, s[i].high});
        ax.angle |= s[i].curve->angle;
    }
    ax.y = y_range(fr, s, n);
    if (isnan(ax.y.low))
        no_data(fr);
    ax.y = f->has_range ? ax.y : stretch_widen(ax.y);
    axes_draw(fr, &ax);
    fr->labels.within = (struct rect){ax.top, ax.left, ax.rows, ax.cols};
    draw_curves(fr, &ax, s, n);
    for (int i = 0; i < f->n_things; i++)
        if (f->things[i].kind == THING_MARK && moment_holds(&fr->now, f->things[i].when))
            draw_mark(fr, &ax, s, n, &f->things[i]);
}

/* Widen the figure's range by what the curves show at one setting. */
static void
curve_extent(struct figure *f, const struct moment *m)
{
    for (int i = 0; i < f->n_things; i++) {
        const struct thing *t = &f->things[i];
        struct samples s;
        struct stretch y;

        if (t->kind != THING_CURVE || !take_samples(m->arena, m, t, EXTENT_SAMPLES, &s))
            continue;
        y = join((struct stretch){f->low, f->high}, heights(m->arena, &s));
        f->low = y.low;
        f->high = y.high;
    }
}

/* ---- in words ---------------------------------------------------------------------- */

/* A curve at a few places of its range. */
static bool
curve_tell(struct buf *b, const struct moment *m, const struct thing *t)
{
    double low, high;
    const char *label;
    struct moment along;

    if (t->kind != THING_CURVE)
        return false;
    low = moment_real(m, t->low);
    high = moment_real(m, t->high);
    label = label_text(b->arena, m, t);
    moment_along(&along, b->arena, m, t);
    for (int i = 0; i <= TABLE_ROWS; i++) {
        double x = low + (high - low) * i / TABLE_ROWS;

        row_add(b,
                arena_printf(b->arena, "%s%sat %s = %s", label, *label ? " " : "",
                             t->variable, number_short(b->arena, x)),
                number_short(b->arena, moment_height(&along, t, x)));
    }
    return true;
}

static bool
curve_say(struct buf *b, const struct moment *m, const struct thing *t)
{
    (void)b;
    (void)m;
    return t->kind == THING_CURVE;
}

/* ---- lines of the block ------------------------------------------------------------ */

static bool
curve_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    const struct term *term;

    t->ghost = c[CLAUSE_GHOST].text != NULL;
    if (!thing_over(r, c[CLAUSE_OVER], c[CLAUSE_HEAD].at,
                    "write a curve as: sin x over x = 0..2pi", t))
        return false;
    term = real_read(r, t->scope, c[CLAUSE_HEAD]);
    return term && value_check(r, t, term, c[CLAUSE_HEAD].at) && thing_keep(t, term);
}

static bool
mark_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    return thing_keep_real(r, c[CLAUSE_HEAD], t);
}

static const struct form forms[] = {
    {"curve",                                 THING_CURVE, TAKES_LABEL | TAKES_OVER | TAKES_GHOST, STYLES_IN_TURN, false,
     curve_read},
    {"mark", THING_MARK, TAKES_LABEL, STYLE_PLAIN, false, mark_read},
    {.key = NULL                                 },
};

const struct kind kind_curve = {
    .word = "curve",
    .forms = forms,
    .extent = curve_extent,
    .draw = curve_draw,
    .tell = curve_tell,
    .say = curve_say,
};
