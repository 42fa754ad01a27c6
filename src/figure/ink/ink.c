#include "figure/ink/ink.h"

#include <math.h>
#include <string.h>

#include "base/utf8.h"

enum {
    CELL_HEIGHT = 2, /* of a cell over its width, where characters are chosen by shape */
    DASH_ON = 3,     /* widths of a cell */
    DASH_PERIOD = 5,
    DOTS_APART = 3, /* every third dot of a dotted line */
    BRAILLE = 0x2800,
};

/* What a character looks like: a line in a cell that is 1 wide and CELL_HEIGHT high, y
 * downwards. */
struct glyph {
    char c;
    double x0, y0, x1, y1;
};

static const struct glyph solid[] = {
    {'-',  0,    1,    1,    1   },
    {'_',  0,    1.95, 1,    1.95},
    {'/',  0,    2,    1,    0   },
    {'\\', 0,    0,    1,    2   },
    {'|',  0.5,  0,    0.5,  2   },
    {'.',  0.35, 1.65, 0.65, 1.65},
    {'\'', 0.5,  0.1,  0.5,  0.6 },
    {',',  0.6,  1.5,  0.4,  2   },
    {'`',  0.35, 0.1,  0.65, 0.6 },
};

static const struct glyph dotted[] = {
    {'.',  0,   1.6, 1,   1.6},
    {'\'', 0,   0.3, 1,   0.3},
    {':',  0.5, 0,   0.5, 2  },
};

struct ink *
ink_new(struct arena *a, int rows, int cols, bool braille, bool unicode)
{
    struct ink *k = ARENA_NEW(a, struct ink);

    k->rows = rows;
    k->cols = cols;
    k->braille = braille && unicode;
    k->unicode = unicode;
    k->at = ARENA_ARRAY(a, struct spot, rows * cols);
    return k;
}

struct spot *
ink_at(const struct ink *k, int row, int col)
{
    if (row < 0 || row >= k->rows || col < 0 || col >= k->cols)
        return NULL;
    return &k->at[row * k->cols + col];
}

void
ink_put(struct ink *k, int row, int col, enum layer layer, enum style style, uint32_t c)
{
    struct spot *s = ink_at(k, row, col);

    if (s && layer >= s->layer)
        *s = (struct spot){c, 0, (uint8_t)style, (uint8_t)layer};
}

static void
put_dot(struct pen *p, int x, int y)
{
    static const uint8_t bits[4][2] = {
        {0x01, 0x08},
        {0x02, 0x10},
        {0x04, 0x20},
        {0x40, 0x80}
    };
    struct spot *s = ink_at(p->ink, y >> 2, x >> 1);

    if (!s || (s->c && s->layer > p->layer))
        return;
    s->c = 0;
    s->dots |= bits[y & 3][x & 1];
    if (p->layer < s->layer)
        return;
    s->layer = (uint8_t)p->layer;
    s->style = (uint8_t)p->style;
}

/* The dots of a cell as one character. */
static uint32_t
dots_char(const struct ink *k, uint8_t dots)
{
    /* By quarters: 1 upper left, 2 upper right, 4 lower left, 8 lower right. */
    static const uint32_t quadrants[16] = {' ',    0x2598, 0x259D, 0x2580, 0x2596, 0x258C,
                                           0x259E, 0x259B, 0x2597, 0x259A, 0x2590, 0x259C,
                                           0x2584, 0x2599, 0x259F, 0x2588};
    enum { UPPER_LEFT = 0x03, UPPER_RIGHT = 0x18, LOWER_LEFT = 0x44, LOWER_RIGHT = 0xA0 };
    int quarters = (dots & UPPER_LEFT ? 1 : 0) + (dots & UPPER_RIGHT ? 2 : 0) +
                   (dots & LOWER_LEFT ? 4 : 0) + (dots & LOWER_RIGHT ? 8 : 0);

    if (k->cells == CELLS_QUADRANTS)
        return quadrants[quarters];
    if (k->cells == CELLS_HALVES)
        return quadrants[(quarters & 3 ? 3 : 0) | (quarters & 12 ? 12 : 0)];
    return BRAILLE + (uint32_t)dots;
}

void
ink_show(const struct ink *k, struct canvas *c, struct rect r)
{
    for (int row = 0; row < k->rows; row++) {
        for (int col = 0; col < k->cols; col++) {
            const struct spot *s = &k->at[row * k->cols + col];

            if (s->c || s->dots)
                canvas_put(c, r, row, col, s->style, s->c ? s->c : dots_char(k, s->dots));
        }
    }
}

/* ---- clipping --------------------------------------------------------------------- */

/* One edge of Liang and Barsky's method (1984): the part of the line from *from to *to,
 * as shares of its length, on the side where distance + share * change >= 0. */
static bool
clip_edge(double distance, double change, double *from, double *to)
{
    double share = -distance / change;

    if (change == 0)
        return distance >= 0;
    if (change > 0)
        *from = fmax(*from, share);
    else
        *to = fmin(*to, share);
    return *from <= *to;
}

bool
ink_clip(const struct ink *k, double *x0, double *y0, double *x1, double *y1)
{
    double dx = *x1 - *x0, dy = *y1 - *y0, x = *x0, y = *y0, from = 0, to = 1;

    if (!clip_edge(x, dx, &from, &to) || !clip_edge(k->cols - x, -dx, &from, &to) ||
        !clip_edge(y, dy, &from, &to) || !clip_edge(k->rows - y, -dy, &from, &to))
        return false;
    *x0 = x + from * dx;
    *y0 = y + from * dy;
    *x1 = x + to * dx;
    *y1 = y + to * dy;
    return true;
}

/* ---- slope characters ------------------------------------------------------------- */

static double
square(double x)
{
    return x * x;
}

/* What hypot() is for numbers that cannot overflow, in a quarter of the time. */
static double
length(double dx, double dy)
{
    return sqrt(dx * dx + dy * dy);
}

/* How far the ends of a line are from a glyph's, whichever way round. */
static double
mismatch(const struct glyph *g, const double line[4])
{
    double ahead = square(line[0] - g->x0) + square(line[1] - g->y0) +
                   square(line[2] - g->x1) + square(line[3] - g->y1);
    double back = square(line[2] - g->x0) + square(line[3] - g->y0) +
                  square(line[0] - g->x1) + square(line[1] - g->y1);

    return fmin(ahead, back);
}

static char
nearest_glyph(const struct glyph *glyphs, int n, const double line[4])
{
    double best = INFINITY;
    char c = ' ';

    for (int i = 0; i < n; i++) {
        double m = mismatch(&glyphs[i], line);

        if (m < best) {
            best = m;
            c = glyphs[i].c;
        }
    }
    return c;
}

/* The length of the longest line in a cell with the direction of `line`. */
static double
longest(const double line[4])
{
    double dx = fabs(line[2] - line[0]), dy = fabs(line[3] - line[1]);
    double share = fmax(dx, dy / CELL_HEIGHT);

    return share > 0 ? length(dx, dy) / share : 1;
}

/* What a cell shows where lines of two styles cross. */
static char
crossing(uint32_t old, char c)
{
    if ((old == '/' && c == '\\') || (old == '\\' && c == '/'))
        return 'X';
    if ((old == '-' && c == '|') || (old == '|' && c == '-'))
        return '+';
    return c;
}

/* Turn the way through the cell that the pen leaves into a character. */
static void
finish_cell(struct pen *p)
{
    bool dots = p->stroke == STROKE_DOTTED;
    double mean = p->weight > 0 ? p->moment / p->weight : p->in_y;
    double up = mean - (p->in_y + p->out_y) / 2;
    const double line[4] = {p->in_x - p->col, (p->in_y + up - p->row) * CELL_HEIGHT,
                            p->out_x - p->col, (p->out_y + up - p->row) * CELL_HEIGHT};
    struct spot *s = ink_at(p->ink, p->row, p->col);
    char c;

    p->inside = false;
    /* A corner that is only touched stays empty: its neighbours show the line. */
    if (!s || p->weight < 0.42 * longest(line))
        return;
    if (p->stroke == STROKE_DASHED && fmod(p->length, DASH_PERIOD) > DASH_ON)
        return;
    c = dots ? nearest_glyph(dotted, sizeof dotted / sizeof *dotted, line)
             : nearest_glyph(solid, sizeof solid / sizeof *solid, line);
    if (s->layer == p->layer && s->style != p->style)
        c = crossing(s->c, c);
    ink_put(p->ink, p->row, p->col, p->layer, p->style, (unsigned char)c);
}

/* The pen goes straight to (x, y) without leaving the cell (row, col). */
static void
pass(struct pen *p, int row, int col, double x, double y)
{
    double way;

    if (p->inside && (p->row != row || p->col != col))
        finish_cell(p);
    if (!p->inside) {
        p->inside = true;
        p->row = row;
        p->col = col;
        p->in_x = p->out_x = p->x;
        p->in_y = p->out_y = p->y;
        p->weight = p->moment = 0;
    }
    way = length(x - p->x, (y - p->y) * CELL_HEIGHT);
    p->weight += way;
    p->moment += way * (y + p->y) / 2;
    p->length += way;
    p->out_x = p->x = x;
    p->out_y = p->y = y;
}

/* The share of the way at which a coordinate that goes from `from` by `change` leaves
 * `cell`. */
static double
leaves(double from, double change, int cell)
{
    if (change == 0)
        return INFINITY;
    return ((change > 0 ? cell + 1 : cell) - from) / change;
}

static int
cell_of(double x, double change, int count)
{
    int cell = (int)floor(x);

    if (change < 0 && cell == x)
        cell--;
    return cell < 0 ? 0 : cell >= count ? count - 1 : cell;
}

/* Cell by cell from (x0, y0), where the pen is, to (x1, y1); both in the grid. */
static void
walk(struct pen *p, double x1, double y1)
{
    double x0 = p->x, y0 = p->y, dx = x1 - x0, dy = y1 - y0, share = 0;
    int col = cell_of(x0, dx, p->ink->cols), row = cell_of(y0, dy, p->ink->rows);

    for (int left = p->ink->rows + p->ink->cols + 2; left > 0 && share < 1; left--) {
        double side = leaves(x0, dx, col), edge = leaves(y0, dy, row);

        share = fmin(1, fmin(side, edge));
        pass(p, row, col, share < 1 ? x0 + share * dx : x1,
             share < 1 ? y0 + share * dy : y1);
        if (side <= edge)
            col += dx > 0 ? 1 : -1;
        if (edge <= side)
            row += dy > 0 ? 1 : -1;
    }
}

/* ---- dots ------------------------------------------------------------------------- */

static bool
dot_shows(const struct pen *p)
{
    switch (p->stroke) {
    case STROKE_DOTTED:
        return (int)(p->length * 2) % DOTS_APART == 0;
    case STROKE_DASHED:
        return fmod(p->length, DASH_PERIOD) <= DASH_ON;
    default:
        return true;
    }
}

/* Dot by dot from where the pen is; a dot is half a cell wide and a quarter high. */
static void
dot_line(struct pen *p, double x1, double y1)
{
    double x0 = p->x, y0 = p->y, dx = x1 - x0, dy = y1 - y0;
    int steps = (int)ceil(fmax(fabs(dx) * 2, fabs(dy) * 4));
    double way = length(dx, dy * CELL_HEIGHT);
    double start = p->length;

    for (int i = 0; i <= steps; i++) {
        double share = steps ? (double)i / steps : 1;
        int x = (int)floor((x0 + share * dx) * 2), y = (int)floor((y0 + share * dy) * 4);

        p->length = start + share * way;
        if (dot_shows(p))
            put_dot(p, x, y);
    }
    p->x = x1;
    p->y = y1;
}

/* ---- pens ------------------------------------------------------------------------- */

void
pen_lift(struct pen *p)
{
    if (p->inside)
        finish_cell(p);
    p->down = false;
    p->item = NULL;
}

/* A clipped piece of the line: what comes back from outside begins a new one. */
static void
note_line(struct pen *p, double x0, double y0, double x1, double y1)
{
    struct ink_list *list = p->ink->list;

    if (!list)
        return;
    if (!p->item || p->item->at[p->item->n - 1].x != x0 ||
        p->item->at[p->item->n - 1].y != y0) {
        p->item = ink_note(list, (struct ink_item){.sort = INK_LINE,
                                                   .layer = p->layer,
                                                   .style = p->style,
                                                   .stroke = p->stroke});
        ink_note_place(list, p->item, x0, y0);
    }
    ink_note_place(list, p->item, x1, y1);
}

void
pen_to(struct pen *p, double x, double y)
{
    double from_x = p->x, from_y = p->y, to_x = x, to_y = y;

    if (!isfinite(x) || !isfinite(y)) {
        pen_lift(p);
        return;
    }
    if (p->down && ink_clip(p->ink, &from_x, &from_y, &to_x, &to_y)) {
        note_line(p, from_x, from_y, to_x, to_y);
        p->x = from_x;
        p->y = from_y;
        if (p->ink->braille)
            dot_line(p, to_x, to_y);
        else
            walk(p, to_x, to_y);
    } else if (p->inside) {
        finish_cell(p);
    }
    p->x = x;
    p->y = y;
    p->down = true;
}
