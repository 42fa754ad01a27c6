/*
 * Matrices side by side with signs between them: R_m^T R_n = R_(n-m), with the row and
 * the column of one entry of a product marked.
 */
#include <math.h>
#include <string.h>

#include "figure/ink/axes.h"
#include "figure/part/part.h"

enum {
    SHOWN_MAX = 12, /* rows and columns of one matrix; more are left out in the middle */
    PRODUCTS_MAX = 6, /* in the sum that a product is spelled out as */
    SAID_MAX = 16,    /* entries */
};

struct matrix_line {
    const struct term *row, *column; /* to be marked; NULL */
    int places;                      /* -1: as many as fit */
};

/* ---- lines of the block ------------------------------------------------------------ */

static bool
marked_read(struct reader *r, struct source s, const struct term **out)
{
    if (!s.text)
        return true;
    *out = real_read(r, r->f->scope, s);
    return *out && value_check(r, NULL, *out, s.at);
}

static bool
matrix_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    struct matrix_line *line = ARENA_NEW(r->arena, struct matrix_line);
    struct source head = c[CLAUSE_HEAD];
    const struct term *term = term_read(r, r->f->scope, head);

    if (!term || !value_check(r, NULL, term, head.at))
        return false;
    t->own = line;
    return thing_keep(t, term) && marked_read(r, c[CLAUSE_ROW], &line->row) &&
           marked_read(r, c[CLAUSE_COLUMN], &line->column) &&
           decimals_read(r, c[CLAUSE_PLACES], &line->places);
}

static bool
sign_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    (void)r;
    t->own = arena_strdup(r->arena, c[CLAUSE_HEAD].text);
    return true;
}

static void
matrix_check(struct reader *r, struct pos at)
{
    if (figure_count(r->f, THING_MATRIX) == 0)
        errs_at(r->arena, r->errs, at, ERR_FIGURE_LINE,
                "this kind needs a line 'matrix: TERM'");
}

/* ---- one matrix at one moment ------------------------------------------------------ */

struct tableau {
    const struct thing *thing;
    struct value v;
    int row, col; /* marked, from 0; -1: none */
};

static int
marked_at(const struct moment *m, const struct term *t, int n)
{
    double v = t ? moment_real(m, t) : NAN;

    return v >= 1 && v <= n ? (int)lround(v) - 1 : -1;
}

static bool
tableau_find(struct tableau *tb, struct arena *a, const struct moment *m,
             const struct thing *t)
{
    const struct matrix_line *line = t->own;

    *tb = (struct tableau){.thing = t};
    if (t->kind != THING_MATRIX || !moment_holds(m, t->when) ||
        !calc_eval(a, m->scope, t->at[0], &m->env, &tb->v, NULL))
        return false;
    tb->row = marked_at(m, line->row, tb->v.rows);
    tb->col = marked_at(m, line->column, tb->v.cols);
    return true;
}

static const char *
entry_text(struct arena *a, const struct tableau *tb, int i, int j, int places)
{
    double complex z = tb->v.at[i * tb->v.cols + j];

    if (cimag(z) != 0 || isnan(creal(z)))
        return value_text(a, (struct value){1, 1, false, &tb->v.at[i * tb->v.cols + j]},
                          4);
    return places < 0 ? number_short(a, creal(z)) : number_fixed(a, creal(z), places);
}

static bool
is_whole(const struct value *v)
{
    for (int i = 0; i < v->rows * v->cols; i++)
        if (isfinite(creal(v->at[i])) && creal(v->at[i]) != floor(creal(v->at[i])))
            return false;
    return true;
}

/* The two matrices whose product is spelled out: the first with a marked row stands
 * before one with a marked column. */
static bool
factors_find(struct tableau tb[2], struct arena *a, const struct moment *m)
{
    struct tableau now;
    int n = 0;

    for (int i = 0; i < m->f->n_things && n < 2; i++) {
        if (!tableau_find(&now, a, m, &m->f->things[i]))
            continue;
        if (n == 0 ? now.row >= 0 : now.col >= 0)
            tb[n++] = now;
        else
            n = 0;
    }
    return n == 2 && tb[0].v.cols == tb[1].v.rows && tb[0].v.cols <= PRODUCTS_MAX;
}

/* "0.88 * 0.70 + 0.48 * 0.72 = 0.955": the marked entry of a product, said at length or
 * with nothing but the numbers. NULL when there is none. */
enum length { LENGTH_FULL, LENGTH_SUM, LENGTH_TIGHT };

static char *
product_text(struct arena *a, const struct moment *m, enum length length)
{
    const char *space = length == LENGTH_TIGHT ? "" : " ";
    struct tableau tb[2];
    double complex sum = 0;
    struct buf b;

    if (!factors_find(tb, a, m))
        return NULL;
    buf_init(&b, a);
    if (length == LENGTH_FULL)
        buf_printf(&b, "row %d times column %d: ", tb[0].row + 1, tb[1].col + 1);
    for (int k = 0; k < tb[0].v.cols; k++) {
        const char *right = entry_text(a, &tb[1], k, tb[1].col, -1);

        if (k)
            buf_printf(&b, "%s+%s", space, space);
        buf_printf(&b, *right == '-' ? "%s%s*%s(%s)" : "%s%s*%s%s",
                   entry_text(a, &tb[0], tb[0].row, k, -1), space, space, right);
        sum += tb[0].v.at[tb[0].row * tb[0].v.cols + k] *
               tb[1].v.at[k * tb[1].v.cols + tb[1].col];
    }
    buf_printf(&b, "%s=%s%s", space, space, number_short(a, creal(sum)));
    return cimag(sum) == 0 ? b.s : NULL;
}

/* The same as long as it may be. */
static char *
product_fit(struct frame *fr)
{
    char *text = NULL;

    for (enum length length = LENGTH_FULL; length <= LENGTH_TIGHT; length++) {
        text = product_text(fr->arena, &fr->now, length);
        if (!text || canvas_width(fr->canvas->alphabet, text) <= fr->ink->cols)
            break;
    }
    return text;
}

/* ---- drawing ----------------------------------------------------------------------- */

/* What is shown of n rows or columns: the first ones, a gap, the last ones. */
struct shown {
    int n;
    int at[SHOWN_MAX]; /* -1: the gap */
};

static struct shown
shown_of(int n, int room, int marked)
{
    struct shown s = {.n = n < room ? n : room};
    int first = s.n - 2;

    if (s.n > SHOWN_MAX)
        s.n = SHOWN_MAX;
    for (int i = 0; i < s.n; i++)
        s.at[i] = i;
    if (s.n == n || s.n < 3)
        return s;
    first = s.n - 2;
    s.at[first] = -1;
    s.at[first + 1] = n - 1;
    /* The marked one is never left out. */
    if (marked >= first && marked < n - 1)
        s.at[first - 1] = marked;
    return s;
}

struct layout {
    struct tableau tb;
    const char *sign; /* instead of a matrix */
    struct shown rows, cols;
    int places, wide[SHOWN_MAX], width;
    const char *label;
};

static const char *
shown_text(struct frame *fr, const struct layout *l, int i, int j)
{
    if (l->rows.at[i] < 0)
        return fr->ink->unicode ? "⋮" : ":";
    if (l->cols.at[j] < 0)
        return fr->ink->unicode ? "…" : "..";
    return axes_text(
        fr, entry_text(fr->arena, &l->tb, l->rows.at[i], l->cols.at[j], l->places));
}

static void
measure(struct frame *fr, struct layout *l)
{
    int label;

    /* A mark and a bracket on each side, a blank before and after each entry. */
    l->width = 4;
    for (int j = 0; j < l->cols.n; j++) {
        l->wide[j] = 0;
        for (int i = 0; i < l->rows.n; i++) {
            int w = canvas_width(fr->canvas->alphabet, shown_text(fr, l, i, j));

            l->wide[j] = w > l->wide[j] ? w : l->wide[j];
        }
        l->width += l->wide[j] + 2;
    }
    label = canvas_width(fr->canvas->alphabet, l->label);
    l->width = label > l->width ? label : l->width;
}

/* All that is shown now in its order, with so many places and so many rows, columns. */
static int
lay_out(struct frame *fr, struct layout *out, int places, int rows, int cols)
{
    int n = 0;

    for (int i = 0; i < fr->f->n_things; i++) {
        const struct thing *t = &fr->f->things[i];
        struct layout *l = &out[n];
        const struct matrix_line *line = t->own;

        *l = (struct layout){.label = ""};
        if (t->kind == THING_SIGN && moment_holds(&fr->now, t->when)) {
            l->sign = t->own;
            l->width = canvas_width(fr->canvas->alphabet, l->sign) + 2;
            n++;
        } else if (tableau_find(&l->tb, fr->arena, &fr->now, t)) {
            l->places = line->places >= 0    ? line->places
                        : is_whole(&l->tb.v) ? 0
                                             : places;
            l->label = label_text(fr->arena, &fr->now, t);
            l->rows = shown_of(l->tb.v.rows, rows, l->tb.row);
            l->cols = shown_of(l->tb.v.cols, cols, l->tb.col);
            measure(fr, l);
            n++;
        }
    }
    return n;
}

/* Rows of screen that n of them take in lines of `cols` cells; 0: one is too wide. */
static int
height_of(const struct layout *l, int n, int cols)
{
    int used = 0, high = 0, total = 0;

    for (int i = 0; i < n; i++) {
        int rows = l[i].sign ? 1 : l[i].rows.n + 2;

        if (l[i].width > cols)
            return 0;
        if (used + l[i].width > cols) {
            total += high;
            used = high = 0;
        }
        used += l[i].width;
        high = rows > high ? rows : high;
    }
    return total + high;
}

/* The most decimals and the most rows and columns that fit. */
static int
best_layout(struct frame *fr, struct layout *out, int rows)
{
    int n = 0;

    for (int shown = SHOWN_MAX; shown > 2; shown--) {
        for (int places = 4; places > 0; places--) {
            int high;

            n = lay_out(fr, out, places, shown, shown);
            high = height_of(out, n, fr->ink->cols);
            if (high && high <= rows)
                return n;
        }
    }
    return n;
}

static void
draw_entry(struct frame *fr, const struct layout *l, int i, int j, int row, int col)
{
    const char *text = shown_text(fr, l, i, j);
    int width = canvas_width(fr->canvas->alphabet, text);
    bool on_row = l->tb.row >= 0 && l->rows.at[i] == l->tb.row;
    bool on_col = l->tb.col >= 0 && l->cols.at[j] == l->tb.col;
    bool both = on_row && on_col, any = on_row || on_col;
    enum style style = l->tb.row >= 0 && l->tb.col >= 0
                           ? (both ? STYLE_STRONG : STYLE_PLAIN)
                       : any ? STYLE_STRONG
                             : STYLE_PLAIN;
    struct figure_place place = {
        .rect = {row, col + 1, 1, l->wide[j]}
    };

    part_text(fr, row, col + 1 + l->wide[j] - width, style, text);
    if (both) {
        part_text(fr, row, col + l->wide[j] - width, STYLE_FOCUS, "(");
        part_text(fr, row, col + 1 + l->wide[j], STYLE_FOCUS, ")");
    }
    if (l->rows.at[i] < 0 || l->cols.at[j] < 0)
        return;
    place.id = arena_printf(fr->arena, "%s[%d, %d]", l->label, l->rows.at[i] + 1,
                            l->cols.at[j] + 1);
    place.say = arena_printf(fr->arena, "%s, row %d, column %d: %s",
                             *l->label ? l->label : "the matrix", l->rows.at[i] + 1,
                             l->cols.at[j] + 1, text);
    part_place(fr, place);
}

/* A row is marked beside it, a column above it. */
static void
draw_matrix(struct frame *fr, const struct layout *l, int top, int left)
{
    int n = l->rows.n, inner = 0;

    for (int j = 0; j < l->cols.n; j++)
        inner += l->wide[j] + 2;
    part_text_in(fr, top, left, l->width, STYLE_DIM, l->label);
    left += (l->width - inner - 4) / 2;
    for (int i = 0; i < n; i++) {
        int row = top + 2 + i, col = left + 2;

        if (l->tb.row >= 0 && l->rows.at[i] == l->tb.row)
            part_text(fr, row, left, STYLE_FOCUS, ">");
        ink_put(fr->ink, row, left + 1, LAYER_LINE, l->tb.thing->style,
                part_bracket(fr->ink, i, n, false));
        for (int j = 0; j < l->cols.n; j++) {
            draw_entry(fr, l, i, j, row, col);
            if (i == 0 && l->tb.col >= 0 && l->cols.at[j] == l->tb.col)
                part_text(fr, row - 1, col + l->wide[j], STYLE_FOCUS, "v");
            col += l->wide[j] + 2;
        }
        ink_put(fr->ink, row, col, LAYER_LINE, l->tb.thing->style,
                part_bracket(fr->ink, i, n, true));
    }
}

static int
line_end(const struct layout *l, int n, int from, int cols, int *width, int *high)
{
    int i = from;

    *width = *high = 0;
    for (; i < n && (i == from || *width + l[i].width <= cols); i++) {
        int rows = l[i].sign ? 1 : l[i].rows.n + 2;

        *width += l[i].width;
        *high = rows > *high ? rows : *high;
    }
    return i;
}

static void
matrix_draw(struct frame *fr)
{
    struct layout *l = ARENA_ARRAY(fr->arena, struct layout, fr->f->n_things);
    char *product = product_fit(fr);
    int rows = fr->ink->rows - (product != NULL), n = best_layout(fr, l, rows);
    int high = height_of(l, n, fr->ink->cols), top, width, line, end;

    if (!high || high > rows) {
        part_text(fr, 0, 0, STYLE_DIM,
                  part_fit(fr->arena, fr->canvas->alphabet,
                           "[too small for these matrices: zoom, or a larger window]",
                           fr->ink->cols));
        return;
    }
    top = (rows - high - (product && rows > high)) / 2;
    for (int i = 0; i < n; i = end, top += line) {
        int col;

        end = line_end(l, n, i, fr->ink->cols, &width, &line);
        col = (fr->ink->cols - width) / 2;
        for (int k = i; k < end; k++) {
            if (l[k].sign)
                part_text_in(fr, top + 1 + line / 2, col, l[k].width, STYLE_PLAIN,
                             l[k].sign);
            else
                draw_matrix(fr, &l[k], top + (line - l[k].rows.n - 2) / 2, col);
            col += l[k].width;
        }
    }
    if (product)
        part_text_in(fr, top + (top + 1 < fr->ink->rows), 0, fr->ink->cols, STYLE_THIRD,
                     product);
}

/* ---- in words ---------------------------------------------------------------------- */

static bool
matrix_say(struct buf *b, const struct moment *m, const struct thing *t)
{
    bool after_sign = t > m->f->things && t[-1].kind == THING_SIGN;
    struct tableau tb;
    const char *label;
    char *product;

    if (thing_is_reading(t))
        return false;
    if (t->kind == THING_SIGN) {
        buf_printf(b, " %s", (const char *)t->own);
        return true;
    }
    label = label_text(b->arena, m, t);
    if (!tableau_find(&tb, b->arena, m, t))
        return true;
    buf_printf(b, "%s%s%s",
               !b->n        ? ""
               : after_sign ? " "
                            : "; ",
               label, *label ? ": " : "");
    if (tb.v.rows * tb.v.cols > SAID_MAX)
        buf_printf(b, "%d rows, %d columns", tb.v.rows, tb.v.cols);
    else
        buf_add(b, value_text(b->arena, tb.v, 4));
    product = product_text(b->arena, m, LENGTH_FULL);
    if (product && tb.row >= 0 && tb.col >= 0)
        buf_printf(b, "; %s", product);
    return true;
}

static bool
matrix_tell(struct buf *b, const struct moment *m, const struct thing *t)
{
    struct tableau tb;
    const char *label;

    if (t->kind != THING_MATRIX)
        return t->kind == THING_SIGN;
    label = label_text(b->arena, m, t);
    if (!tableau_find(&tb, b->arena, m, t)) {
        row_add(b, label, "undefined");
        return true;
    }
    for (int i = 0; i < tb.v.rows; i++)
        row_add(b, arena_printf(b->arena, "%s row %d", label, i + 1),
                value_text(
                    b->arena,
                    (struct value){1, tb.v.cols, tb.v.real, tb.v.at + i * tb.v.cols}, 4));
    return true;
}

static const struct form forms[] = {
    {"matrix",                                               THING_MATRIX, TAKES_LABEL | TAKES_ROW | TAKES_COLUMN | TAKES_PLACES,
     STYLES_IN_TURN, false, matrix_read},
    {"sign", THING_SIGN, TAKES_WHEN, STYLE_PLAIN, false, sign_read},
    {.key = NULL                                                },
};

const struct kind kind_matrix = {
    .word = "matrix",
    .forms = forms,
    .check = matrix_check,
    .draw = matrix_draw,
    .tell = matrix_tell,
    .say = matrix_say,
};
