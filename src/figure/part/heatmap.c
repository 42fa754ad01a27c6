#include "figure/part/heatmap.h"

#include <math.h>
#include <string.h>

enum { TOLD_MAX = 64 }; /* cells in the table */

/* ---- lines of the block ------------------------------------------------------------ */

static struct heatmap *
own_of(struct reader *r)
{
    if (!r->f->own) {
        struct heatmap *h = ARENA_NEW(r->arena, struct heatmap);

        h->places = -1;
        r->f->own = h;
    }
    return r->f->own;
}

static bool
matrix_term(struct reader *r, struct source s, struct thing *t)
{
    const struct term *term = term_read(r, r->f->scope, s);

    if (!term)
        return false;
    if (term->type.kind != TYPE_MATRIX)
        return errs_at(r->arena, r->errs, s.at, ERR_FIGURE_TYPE,
                       "this is a %s; a matrix is needed here, or a number over two "
                       "indices: cells: i j over i = 1..3, j = 1..4",
                       type_text(r->arena, term->type));
    return value_check(r, NULL, term, s.at) && thing_keep(t, term);
}

static bool
cells_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    static const char example[] =
        "write cells over indices as: cells: cos(m j) over m = 0..9, j = 0..3";
    struct cells_line *line = ARENA_NEW(r->arena, struct cells_line);
    const struct term *term;

    own_of(r);
    t->own = line;
    line->indexed = c[CLAUSE_OVER].text != NULL;
    if (!line->indexed && c[CLAUSE_MASK].text)
        return errs_at(r->arena, r->errs, c[CLAUSE_MASK].at, ERR_FIGURE_LINE,
                       "a mask needs the names of the indices: cells: A[r, c] over r = "
                       "1..3, c = 1..3 mask c > r");
    if (!line->indexed)
        return matrix_term(r, c[CLAUSE_HEAD], t);
    if (!indices_read(r, c[CLAUSE_OVER], 2, c[CLAUSE_HEAD].at, example, &line->x))
        return false;
    if (c[CLAUSE_MASK].text) {
        line->mask = indexed_read(r, &line->x, c[CLAUSE_MASK], true);
        if (!line->mask)
            return false;
    }
    term = indexed_read(r, &line->x, c[CLAUSE_HEAD], false);
    return thing_keep(t, term);
}

static bool
highlight_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    return thing_keep_real(r, c[CLAUSE_HEAD], t);
}

static void
rows_read(struct reader *r, const struct field *line)
{
    words_read(r, line, &own_of(r)->rows);
}

static void
columns_read(struct reader *r, const struct field *line)
{
    words_read(r, line, &own_of(r)->columns);
}

static void
down_read(struct reader *r, const struct field *line)
{
    own_of(r)->down = line->text;
}

static void
across_read(struct reader *r, const struct field *line)
{
    own_of(r)->across = line->text;
}

static void
scale_read(struct reader *r, const struct field *line)
{
    own_of(r)->difference = strcmp(line->text, "difference") == 0;
    if (!own_of(r)->difference && strcmp(line->text, "amount") != 0)
        errs_at(r->arena, r->errs, line->text_at, ERR_FIGURE_LINE,
                "a scale is 'amount', or 'difference' for colours on both sides of 0");
}

static void
places_read(struct reader *r, const struct field *line)
{
    double n;

    if (!constant_read(r, (struct source){line->text, line->text_at}, &n))
        return;
    if (n != floor(n) || n < 0 || n > PLACES_MAX)
        errs_at(r->arena, r->errs, line->text_at, ERR_FIGURE_LINE,
                "the number of decimals is a whole number from 0 to %d", PLACES_MAX);
    else
        own_of(r)->places = (int)n;
}

static void
heatmap_check(struct reader *r, struct pos at)
{
    own_of(r);
    if (figure_count(r->f, THING_CELLS) == 0)
        errs_at(r->arena, r->errs, at, ERR_FIGURE_LINE,
                "a heatmap needs a line 'cells: MATRIX'");
}

/* ---- in words ---------------------------------------------------------------------- */

static void
heatmap_extent(struct figure *f, const struct moment *m)
{
    struct grid g;

    if (!grid_find(&g, m->arena, m))
        return;
    for (int i = 0; i < g.rows * g.cols; i++) {
        if (!isfinite(g.at[i]))
            continue;
        f->low = fmin(f->low, g.at[i]);
        f->high = fmax(f->high, g.at[i]);
    }
}

/* The largest (sign 1) or smallest cell that has a value; -1: none. */
static int
extreme(const struct grid *g, double sign)
{
    int best = -1;

    for (int i = 0; i < g->rows * g->cols; i++)
        if (!g->masked[i] && !isnan(g->at[i]) &&
            (best < 0 || sign * g->at[i] > sign * g->at[best]))
            best = i;
    return best;
}

static void
say_extreme(struct buf *b, const struct moment *m, const struct grid *g, double sign,
            const char *word)
{
    int n = extreme(g, sign);

    if (n < 0)
        return;
    buf_printf(b, ", %s %s at row %s, column %s", word,
               grid_text(b->arena, m->f, g, n / g->cols, n % g->cols, -1),
               grid_row_name(b->arena, m->f, g, n / g->cols),
               grid_column_name(b->arena, m->f, g, n % g->cols));
}

static int
count_masked(const struct grid *g)
{
    int n = 0;

    for (int i = 0; i < g->rows * g->cols; i++)
        n += g->masked[i];
    return n;
}

static bool
heatmap_say(struct buf *b, const struct moment *m, const struct thing *t)
{
    struct grid g;

    if (t->kind != THING_CELLS)
        return !thing_is_reading(t);
    if (!grid_find(&g, b->arena, m) || g.cells != t)
        return true;
    buf_printf(b, "%s%s%s%d rows, %d columns", b->n ? "; " : "",
               label_text(b->arena, m, t), t->labelled ? ": " : "", g.rows, g.cols);
    if (extreme(&g, 1) >= 0 && g.at[extreme(&g, 1)] == g.at[extreme(&g, -1)]) {
        buf_printf(b, ", all %s", number_short(b->arena, g.at[extreme(&g, 1)]));
    } else {
        say_extreme(b, m, &g, 1, "largest");
        say_extreme(b, m, &g, -1, "smallest");
    }
    if (count_masked(&g))
        buf_printf(b, ", %d masked", count_masked(&g));
    return true;
}

/* The row or column that is highlighted, else all, else the first cells. */
static bool
heatmap_tell(struct buf *b, const struct moment *m, const struct thing *t)
{
    const struct heatmap *h = m->f->own;
    struct grid g;
    int told = 0;

    if (t->kind != THING_CELLS)
        return !thing_is_reading(t);
    if (!grid_find(&g, b->arena, m)) {
        row_add(b, label_text(b->arena, m, t), "undefined");
        return true;
    }
    for (int i = 0; g.cells == t && i < g.rows; i++) {
        for (int j = 0; j < g.cols; j++) {
            if (g.rows * g.cols > TOLD_MAX && (g.row >= 0 || g.col >= 0) && i != g.row &&
                j != g.col)
                continue;
            if (told++ == TOLD_MAX) {
                row_add(b, "and so on:",
                        arena_printf(b->arena, "%d rows, %d columns", g.rows, g.cols));
                return true;
            }
            row_add(b,
                    arena_printf(b->arena, "%s, %s", grid_row_name(b->arena, m->f, &g, i),
                                 grid_column_name(b->arena, m->f, &g, j)),
                    grid_text(b->arena, m->f, &g, i, j, h->places));
        }
    }
    return true;
}

static const struct form forms[] = {
    {"cells",                                                         THING_CELLS,
     TAKES_AS | TAKES_WHEN | TAKES_OVER | TAKES_MASK | TAKES_THROUGH, STYLE_STRONG, false,
     cells_read},
    {"row", THING_ROW, TAKES_WHEN, STYLE_STRONG, false, highlight_read},
    {"column",                                                          THING_COLUMN, TAKES_WHEN, STYLE_STRONG, false, highlight_read},
    {.key = NULL                                                              },
};

static const struct setting keys[] = {
    {"rows",        PASS_NAMES, false, rows_read},
    {"columns",        PASS_NAMES, false, columns_read},
    {"down",             PASS_NAMES, false, down_read},
    {"across",PASS_NAMES, false, across_read},
    {"scale", PASS_NAMES, false, scale_read},
    {"places",        PASS_NAMES, false, places_read},
    {.key = NULL       },
};

const struct kind kind_heatmap = {
    .word = "heatmap",
    .forms = forms,
    .keys = keys,
    .check = heatmap_check,
    .extent = heatmap_extent,
    .corners = 3,
    .draw = heatmap_draw,
    .tell = heatmap_tell,
    .say = heatmap_say,
};
