#include "figure/ink/labels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum {
    ROWS_AWAY = 2, /* how far from its thing a label may be */
    COLS_AWAY = 3,
    CELL_HEIGHT = 2,
    KEYS_MAX = 9,
    POOR_COST = 3,
    LEVEL_DOTS = 0x2508, /* of ink_level() */
};

void
labels_init(struct labels *l, struct ink *k, enum alphabet alphabet)
{
    l->ink = k;
    l->alphabet = alphabet;
    l->within = (struct rect){0, 0, k->rows, k->cols};
    l->n = 0;
}

void
labels_add(struct labels *l, struct label label)
{
    if (l->n == LABELS_MAX || !*label.text || !isfinite(label.x) || !isfinite(label.y))
        return;
    label.x = fmin(fmax(label.x, 0), l->ink->cols - 1);
    label.y = fmin(fmax(label.y, 0), l->ink->rows - 1);
    label.width = canvas_width(l->alphabet, label.text);
    label.placed = label.held = false;
    l->at[l->n++] = label;
}

static int
layer_at(const struct ink *k, int row, int col)
{
    const struct spot *s = ink_at(k, row, col);

    return s ? s->layer : LAYER_NONE;
}

/* What it costs to cover a cell of an axis. A label that is held rather lies beyond its
 * thing than beside it, where others come by. */
static const double ON_AXIS = 0.1, HELD_ON_AXIS = 0.02;

/* ---- places ----------------------------------------------------------------------- */

/* What hypot() is for the few cells of a canvas, in a fraction of the time. */
static double
length(double dx, double dy)
{
    return sqrt(dx * dx + dy * dy);
}

/* How far a label at (row, col) is from the cell of a thing, in widths of a cell. */
static double
distance(const struct label *l, int row, int col, const struct label *thing)
{
    double left = col - floor(thing->x), right = floor(thing->x) - (col + l->width - 1);

    double across = left > right ? left : right;

    return length(across > 0 ? across : 0, (row - floor(thing->y)) * CELL_HEIGHT);
}

/* How much a place contradicts the direction the label should be in: 0 to 2. */
static double
astray(const struct label *l, int row, int col)
{
    double dx = col + (l->width - 1) / 2.0 - floor(l->x);
    double dy = (row - floor(l->y)) * CELL_HEIGHT;
    double size = length(dx, dy) * length(l->dx, l->dy);

    return size > 0 ? 1 - (dx * l->dx + dy * l->dy) / size : 1;
}

/* What it costs to cover what is there; infinite when it must not be. */
static double
covered(const struct labels *all, const struct label *l, int row, int col)
{
    const struct ink *k = all->ink;
    struct rect r = all->within;
    const double cost[] = {
        [LAYER_NONE] = 0,       [LAYER_AXIS] = l->held ? HELD_ON_AXIS : ON_AXIS,
        [LAYER_FAINT] = 0.8,    [LAYER_LINE] = INFINITY,
        [LAYER_TIP] = INFINITY, [LAYER_TEXT] = INFINITY};
    double sum = 0;

    if (row < r.row || row >= r.row + r.rows || col < r.col ||
        col + l->width > r.col + r.cols)
        return INFINITY;
    for (int i = 0; i < l->width; i++)
        sum += cost[layer_at(k, row, col + i)];
    for (int side = 0; side < 2; side++) {
        int beside = layer_at(k, row, side ? col + l->width : col - 1);
        int next = layer_at(k, row, side ? col + l->width + 1 : col - 2);

        sum += beside == LAYER_TEXT    ? INFINITY
               : beside >= LAYER_LINE  ? 2.5
               : beside == LAYER_FAINT ? 0.4
                                       : 0;
        sum += next == LAYER_TEXT ? 1 : 0;
    }
    return sum;
}

/* What a place costs; infinite when it is none, or costs `limit` at least. */
static double
place_cost(const struct labels *all, const struct label *l, int row, int col,
           double limit)
{
    double cost = covered(all, l, row, col), away;

    if (cost >= limit)
        return INFINITY;
    away = distance(l, row, col, l);
    if (away < 1.5) /* a blank between the thing and its label */
        return INFINITY;
    cost += away + 1.5 * astray(l, row, col) + (row == floor(l->y) ? 0 : 0.6);
    for (int i = 0; i < all->n && cost < limit; i++)
        if (all->at[i].text != l->text && distance(l, row, col, &all->at[i]) < away)
            cost += 2; /* it would seem to belong to that one */
    return cost < limit ? cost : INFINITY;
}

static void
mark_text(struct ink *k, int row, int col, int width)
{
    for (int i = 0; i < width; i++) {
        struct spot *s = ink_at(k, row, col + i);

        if (s)
            *s = (struct spot){.layer = LAYER_TEXT};
    }
}

/* A level axis ends a cell before a text and goes on a cell behind it. */
static void
clear_beside(struct ink *k, int row, int col, int width)
{
    for (int side = 0; side < 2; side++) {
        struct spot *s = ink_at(k, row, side ? col + width : col - 1);

        if (s && s->layer == LAYER_AXIS && s->c == (k->unicode ? LEVEL_DOTS : '.'))
            *s = (struct spot){0};
    }
}

/* The best place near the label's thing; its cost, infinite when that is `limit` at
 * least.
 */
static double
best_place(const struct labels *all, struct label *l, double limit)
{
    int row = (int)floor(l->y), col = (int)floor(l->x);
    double best = limit;

    for (int r = row - ROWS_AWAY; r <= row + ROWS_AWAY; r++) {
        for (int c = col - l->width - COLS_AWAY + 1; c <= col + COLS_AWAY; c++) {
            double cost = place_cost(all, l, r, c, best);

            if (cost < best) {
                best = cost;
                l->row = r;
                l->col = c;
            }
        }
    }
    return best < limit ? best : INFINITY;
}

static void
place_one(struct labels *all, struct label *l)
{
    struct label found = *l;
    double best = best_place(all, l, INFINITY);

    for (int i = 0; i < l->n_others; i++) {
        double cost;

        found.x = l->others[i].x;
        found.y = l->others[i].y;
        cost = best_place(all, &found, best) + 0.1 * (i + 1) +
               (i < l->n_others - l->n_poor ? 0 : POOR_COST);
        if (cost < best) {
            best = cost;
            l->x = found.x;
            l->y = found.y;
            l->row = found.row;
            l->col = found.col;
        }
    }
    l->placed = best < INFINITY;
}

static void
take_place(struct labels *all, const struct label *l)
{
    if (!l->placed)
        return;
    mark_text(all->ink, l->row, l->col, l->width);
    clear_beside(all->ink, l->row, l->col, l->width);
}

/* They choose one after the other, as if those before them stood there already. */
void
labels_hold(struct labels *l)
{
    struct ink *k = l->ink;
    size_t size = (size_t)k->rows * (size_t)k->cols * sizeof *k->at;
    struct spot *was = xmalloc(size);

    memcpy(was, k->at, size);
    for (int i = 0; i < l->n; i++) {
        l->at[i].held = true;
        place_one(l, &l->at[i]);
        take_place(l, &l->at[i]);
    }
    memcpy(k->at, was, size);
    free(was);
}

/* Those that are held and still free first, then those behind them in the list. */
int
labels_place(struct labels *l)
{
    int lost = 0;

    for (int i = 0; i < l->n; i++) {
        struct label *held = &l->at[i];

        held->placed = held->held && held->placed &&
                       covered(l, held, held->row, held->col) < INFINITY;
        take_place(l, held);
    }
    for (int i = l->n - 1; i >= 0; i--) {
        if (!l->at[i].placed) {
            place_one(l, &l->at[i]);
            take_place(l, &l->at[i]);
        }
        lost += !l->at[i].placed && !l->at[i].spare;
    }
    return lost;
}

void
labels_show(const struct labels *l, struct canvas *c, struct rect r)
{
    for (int i = 0; i < l->n; i++)
        if (l->at[i].placed)
            ink_write(l->ink, c, r,
                      (struct writing){l->at[i].row, l->at[i].col, l->at[i].style,
                                       l->at[i].text});
}

bool
key_room(struct key_rows *k, int width, int cols)
{
    if (k->row < k->end && k->col && k->col + width > cols) {
        k->row++;
        k->col = 0;
    }
    if (k->row < k->end && width <= cols)
        return true;
    k->full = true;
    return false;
}

void
labels_key(struct labels *l, struct canvas *c, struct rect r, struct key_rows *rows)
{
    int key = 0;

    for (int i = 0; i < l->n && key < KEYS_MAX; i++) {
        const struct label *label = &l->at[i];
        char digit[16];
        const char *sign = label->sign ? label->sign : digit;

        snprintf(digit, sizeof digit, "%d", key + 1);
        if (label->placed || label->spare ||
            !key_room(rows, canvas_width(l->alphabet, sign) + 1 + label->width, r.cols))
            continue;
        if (!label->sign) {
            key++;
            ink_mark(l->ink, (struct ink_place){label->x, label->y}, LAYER_TIP,
                     label->style, (unsigned char)digit[0]);
        }
        rows->col = ink_write(l->ink, c, r,
                              (struct writing){rows->row, rows->col, label->style, sign});
        rows->col = ink_write(
            l->ink, c, r,
            (struct writing){rows->row, rows->col + 1, label->style, label->text});
        rows->col += 2;
    }
}

/* ---- blocks ----------------------------------------------------------------------- */

void
block_add(struct block *b, enum style style, const char *line)
{
    block_add_pair(b, style, line, line);
}

void
block_add_pair(struct block *b, enum style style, const char *line, const char *brief)
{
    if (b->n == BLOCK_LINES_MAX)
        return;
    b->style[b->n] = style;
    b->brief[b->n] = brief;
    b->line[b->n++] = line;
}

/* Whether the block and a blank column beside it would cover nothing of that layer and
 * those above. */
static bool
is_free(const struct ink *k, const struct block *b, enum layer least)
{
    for (int r = b->row; r < b->row + b->n; r++)
        for (int c = b->col - 1; c <= b->col + b->width; c++)
            if (layer_at(k, r, c) >= (int)least)
                return false;
    return true;
}

static bool
find_corner(struct block *b, const struct ink *k, enum layer least)
{
    int rows = b->bottom ? b->bottom : k->rows;

    for (int i = 0; i <= rows - b->n; i++) {
        b->row = b->top ? i : rows - b->n - i;
        for (int side = 0; side < 2; side++) {
            b->col = (side == 1) != b->right ? k->cols - b->width : b->left;
            if (b->col >= b->left && is_free(k, b, least))
                return true;
        }
    }
    return false;
}

/* Rather where there is nothing at all, else over an axis. */
bool
block_place(struct block *b, struct ink *k, enum alphabet alphabet)
{
    b->width = 0;
    for (int i = 0; i < b->n; i++) {
        int width = canvas_width(alphabet, b->line[i]);

        b->width = width > b->width ? width : b->width;
    }
    if (!find_corner(b, k, LAYER_AXIS) && !find_corner(b, k, LAYER_FAINT))
        return false;
    for (int r = 0; r < b->n; r++)
        mark_text(k, b->row + r, b->col, b->width);
    return true;
}

void
block_show(const struct block *b, struct ink *k, struct canvas *c, struct rect r)
{
    for (int i = 0; i < b->n; i++)
        ink_write(k, c, r, (struct writing){b->row + i, b->col, b->style[i], b->line[i]});
}
