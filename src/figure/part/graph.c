#include <string.h>

#include "figure/part/graph.h"

enum {
    GAP_MOST = 3,
    GUTTER_LEAST = 5, /* an arrow between two columns */
    GUTTER_MOST = 24,
    SIDE = 6, /* right of the boxes, where arrows go around */
};

static int
least(int x, int y)
{
    return x < y ? x : y;
}

static int
most(int x, int y)
{
    return x > y ? x : y;
}

const struct node *
node_find(const struct graph *g, const char *id)
{
    for (int i = 0; i < g->n; i++)
        if (strcmp(((const struct node_line *)g->at[i].thing->own)->id, id) == 0)
            return &g->at[i];
    return NULL;
}

/* ---- what there is ----------------------------------------------------------------- */

/* The lines of a label, which " // " separates. */
static void
lines_cut(struct arena *a, struct node *node, const char *label)
{
    while (label && node->lines < LINES_MAX) {
        const char *end = strstr(label, " // ");

        node->line[node->lines++] =
            end ? arena_strndup(a, label, (size_t)(end - label)) : label;
        label = end ? end + 4 : NULL;
    }
}

/* A cursor may visit it: all but arrows that say nothing. */
static bool
is_place(const struct thing *t)
{
    return t->kind != THING_EDGE || t->labelled;
}

static void
nodes_find(struct graph *g)
{
    struct frame *fr = g->fr;
    const struct figure *f = fr->f;

    g->at = ARENA_ARRAY(fr->arena, struct node, f->n_things);
    for (int i = 0, place = 0; i < f->n_things; i++) {
        const struct thing *t = &f->things[i];
        const struct node_line *line = t->own;
        struct node *node = &g->at[g->n];

        if (thing_is_reading(t) || t->kind == THING_WRONG ||
            !moment_holds(&fr->now, t->when))
            continue;
        place += is_place(t);
        g->joined &= t->kind != THING_EDGE || line->around;
        if (t->kind != THING_BOX && t->kind != THING_PART)
            continue;
        *node = (struct node){
            .thing = t, .column = line->column, .row = line->row, .place = place - 1};
        lines_cut(fr->arena, node, label_text(fr->arena, &fr->now, t));
        g->columns = most(g->columns, node->column + 1);
        g->rows = most(g->rows, node->row + 1);
        g->n++;
    }
}

static bool
goes_around(const struct graph *g)
{
    for (int i = 0; i < g->fr->f->n_things; i++) {
        const struct thing *t = &g->fr->f->things[i];

        if (t->kind == THING_EDGE && ((const struct node_line *)t->own)->around)
            return true;
    }
    return false;
}

/* A line of text, broken where it must be; its number of lines. */
static int
note_lines(const struct graph *g, const struct thing *t, const char *line[LINES_MAX])
{
    return part_wrap(g->fr, label_text(g->fr->arena, &g->fr->now, t),
                     most(1, g->fr->ink->cols - 2), line, LINES_MAX);
}

/* Boxes that are narrower than their text get more lines. */
static void
nodes_wrap(struct graph *g)
{
    for (int i = 0; i < g->n; i++) {
        struct node *node = &g->at[i];
        const char *line[LINES_MAX];
        int n = 0, width = most(1, g->wide[node->column] - 4);

        for (int k = 0; k < node->lines && n < LINES_MAX; k++)
            n += part_wrap(g->fr, node->line[k], width, line + n,
                           LINES_MAX - n - (node->lines - 1 - k));
        memcpy(node->line, line, (size_t)n * sizeof *line);
        node->lines = n;
    }
}

/* ---- the layout -------------------------------------------------------------------- */

static int
node_width(const struct graph *g, const struct node *node)
{
    int widest = 0;

    for (int i = 0; i < node->lines; i++)
        widest = most(widest, canvas_width(g->fr->canvas->alphabet, node->line[i]));
    return widest + 4;
}

/* Cells for the labels of arrows from one column to the next. */
static int
gutter_wanted(const struct graph *g)
{
    int wanted = GUTTER_LEAST;

    for (int i = 0; i < g->fr->f->n_things; i++) {
        const struct thing *t = &g->fr->f->things[i];
        const struct node_line *line = t->own;
        const struct node *from, *to;

        if (t->kind != THING_EDGE || !moment_holds(&g->fr->now, t->when))
            continue;
        from = node_find(g, line->from);
        to = node_find(g, line->to);
        if (from && to && from->row == to->row)
            wanted =
                most(wanted, 4 + canvas_width(g->fr->canvas->alphabet,
                                              label_text(g->fr->arena, &g->fr->now, t)));
    }
    return least(wanted, GUTTER_MOST);
}

/* Columns as wide as their boxes want; when that is too much the widest give way. */
static void
find_columns(struct graph *g, int cols)
{
    int total = 0, side = goes_around(g) ? SIDE : 0;

    memset(g->wide, 0, sizeof g->wide);
    for (int i = 0; i < g->n; i++)
        g->wide[g->at[i].column] =
            most(g->wide[g->at[i].column], node_width(g, &g->at[i]));
    for (int i = 0; i < g->columns; i++)
        total += g->wide[i];
    g->gutter = gutter_wanted(g);
    if (total + g->gutter * (g->columns - 1) + side > cols)
        g->gutter =
            most(3, least(g->gutter,
                          g->columns > 1 ? (cols - side - total) / (g->columns - 1) : 0));
    while (total + g->gutter * (g->columns - 1) + side > cols) {
        int widest = 0;

        for (int i = 1; i < g->columns; i++)
            if (g->wide[i] > g->wide[widest])
                widest = i;
        if (g->wide[widest] <= 6)
            break;
        g->wide[widest]--;
        total--;
    }
    g->x[0] = most(0, (cols - total - g->gutter * (g->columns - 1) - side) / 2);
    for (int i = 1; i < g->columns; i++)
        g->x[i] = g->x[i - 1] + g->wide[i - 1] + g->gutter;
}

/* Rows that all of the grid takes. */
static int
height_with(struct graph *g, bool framed, int gap)
{
    int total = 0;

    g->framed = framed;
    g->gap = gap;
    memset(g->high, 0, sizeof g->high);
    for (int i = 0; i < g->n; i++)
        g->high[g->at[i].row] =
            most(g->high[g->at[i].row], g->at[i].lines + (framed ? 2 : 0));
    for (int i = 0; i < g->rows; i++)
        total += g->high[i] + (i ? gap : 0);
    return total;
}

/* With frames and air, or without, or in the end only the rows about the cursor. */
static void
find_rows(struct graph *g)
{
    static const struct {
        bool framed;
        int gap;
    } tries[] = {
        {true,  GAP_MOST},
        {true,  2       },
        {true,  1       },
        {false, 1       },
        {false, 0       }
    };
    int room = g->bottom - g->top, height = 0, wanted = 0, y;

    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        if (!g->joined && g->rows > 1 && tries[i].gap == 0)
            break;
        height = height_with(g, tries[i].framed, tries[i].gap);
        if (height <= room)
            break;
    }
    /* The row that is blank before the lines below may be taken. */
    if (height > room && g->blank && height <= room + 1)
        room++;
    else if (height > room && !g->blank)
        room--;
    for (int i = 0; i < g->n; i++)
        if (g->at[i].place == g->fr->state->place)
            wanted = g->at[i].row;
    g->first_row = 0;
    g->last_row = g->rows - 1;
    while (height > room && g->first_row < g->last_row) {
        /* The further end goes. */
        int gone =
            wanted - g->first_row > g->last_row - wanted ? g->first_row++ : g->last_row--;

        height -= g->high[gone] + g->gap;
    }
    y = g->top + most(0, (room - height) / 2);
    for (int i = g->first_row; i <= g->last_row; i++) {
        g->y[i] = y;
        y += g->high[i] + g->gap;
    }
}

static void
place_nodes(struct graph *g)
{
    for (int i = 0; i < g->n; i++) {
        struct node *node = &g->at[i];
        int width = least(node_width(g, node), g->wide[node->column]);
        int high = node->lines + (g->framed ? 2 : 0);

        node->seen = node->row >= g->first_row && node->row <= g->last_row;
        if (!node->seen)
            continue;
        /* One column: all are as wide as the widest. */
        if (g->columns == 1)
            width = g->wide[0];
        node->rect = (struct rect){
            g->y[node->row] + (g->high[node->row] - high) / 2,
            g->x[node->column] + (g->wide[node->column] - width) / 2, high, width};
    }
}

/* ---- drawing ----------------------------------------------------------------------- */

static void
put_corners(struct graph *g, struct rect r, enum style style)
{
    static const uint32_t corners[] = {0x250C, 0x2510, 0x2514, 0x2518};

    for (int i = 0; i < 4; i++)
        ink_put(g->fr->ink, r.row + (i / 2) * (r.rows - 1),
                r.col + (i % 2) * (r.cols - 1), LAYER_TEXT, style,
                g->fr->ink->unicode ? corners[i] : '+');
}

/* The i-th of n rows of a box without a frame: several rows are seen to be one box. */
static uint32_t
side_of(const struct ink *k, int i, int n, bool right)
{
    if (k->unicode || n == 1)
        return part_bracket(k, i, n, right);
    return i > 0 && i < n - 1 ? '|' : (i == 0) == right ? '\\' : '/';
}

static void
draw_frame_of(struct graph *g, struct rect r, enum style style)
{
    struct rule rule = {LAYER_TEXT, style, true};
    struct ink *k = g->fr->ink;

    if (!g->framed) {
        for (int row = r.row; row < r.row + r.rows; row++) {
            ink_put(k, row, r.col, LAYER_TEXT, style,
                    side_of(k, row - r.row, r.rows, false));
            ink_put(k, row, r.col + r.cols - 1, LAYER_TEXT, style,
                    side_of(k, row - r.row, r.rows, true));
        }
        return;
    }
    ink_level(k, r.row, r.col, r.col + r.cols, rule);
    ink_level(k, r.row + r.rows - 1, r.col, r.col + r.cols, rule);
    ink_upright(k, r.col, r.row, r.row + r.rows, rule);
    ink_upright(k, r.col + r.cols - 1, r.row, r.row + r.rows, rule);
    put_corners(g, r, style);
}

static void
draw_node(struct graph *g, const struct node *node)
{
    struct frame *fr = g->fr;
    const struct node_line *line = node->thing->own;
    struct rect r = node->rect;
    bool focus = fr->state->place == node->place;
    int top = r.row + g->framed, beside = r.col + r.cols + 2;

    for (int row = r.row; row < r.row + r.rows; row++)
        for (int col = r.col; col < r.col + r.cols; col++)
            ink_put(fr->ink, row, col, LAYER_TEXT, STYLE_PLAIN, 0);
    draw_frame_of(g, r, focus ? STYLE_FOCUS : node->thing->style);
    for (int i = 0; i < node->lines; i++) {
        const char *text =
            part_fit(fr->arena, fr->canvas->alphabet, node->line[i], r.cols - 4);

        /* Parts of a flow stand in a column and are read like a list. */
        if (node->thing->kind == THING_PART && g->columns == 1)
            part_text(fr, top + i, r.col + 2, focus ? STYLE_FOCUS : STYLE_PLAIN, text);
        else
            part_text_in(fr, top + i, r.col + 2, r.cols - 4,
                         focus ? STYLE_FOCUS : STYLE_PLAIN, text);
    }
    if (focus)
        part_text(fr, top, r.col + 1, STYLE_FOCUS, ">");
    if (line->opens && g->columns == 1 && !goes_around(g) &&
        beside + canvas_width(fr->canvas->alphabet, line->opens) <= fr->ink->cols)
        part_text(fr, top, beside, STYLE_DIM, line->opens);
}

static const char *
slip_text(struct frame *fr, const char *id)
{
    for (int i = 0; i < fr->f->n_things; i++) {
        const struct thing *t = &fr->f->things[i];

        if (t->kind == THING_WRONG && moment_holds(&fr->now, t->when) &&
            strcmp(((const struct node_line *)t->own)->id, id) == 0)
            return label_text(fr->arena, &fr->now, t);
    }
    return NULL;
}

/* A line of text over the whole width. */
static struct rect
draw_note(struct graph *g, const struct thing *t, int row, bool focus)
{
    struct frame *fr = g->fr;
    const char *line[LINES_MAX];
    int n = note_lines(g, t, line), widest = 0;

    for (int i = 0; i < n; i++)
        widest = most(widest, canvas_width(fr->canvas->alphabet, line[i]));
    for (int i = 0; i < n; i++)
        part_text_in(fr, row + i, 0, fr->ink->cols, focus ? STYLE_FOCUS : t->style,
                     line[i]);
    if (focus && widest + 4 <= fr->ink->cols)
        part_text(fr, row, (fr->ink->cols - widest) / 2 - 2, STYLE_FOCUS, ">");
    return (struct rect){row, (fr->ink->cols - widest) / 2, n, widest};
}

/* Lines of text: those before the first box are above, the others below. */
static void
count_notes(struct graph *g, int *above, int *below)
{
    const char *line[LINES_MAX];
    bool boxes = false;

    *above = *below = 0;
    for (int i = 0; i < g->fr->f->n_things; i++) {
        const struct thing *t = &g->fr->f->things[i];

        boxes |= t->kind == THING_BOX || t->kind == THING_PART;
        if (t->kind == THING_NOTE && moment_holds(&g->fr->now, t->when))
            *(boxes ? below : above) += note_lines(g, t, line);
    }
}

static struct rect
edge_rect(const struct graph *g, const struct node_line *line)
{
    const struct node *from = node_find(g, line->from), *to = node_find(g, line->to);
    struct rect r = {0, 0, 0, 0};

    if (!from || !to || !from->seen || !to->seen)
        return r;
    r.row = (from->rect.row + to->rect.row + to->rect.rows) / 2;
    r.col = (from->rect.col + to->rect.col + to->rect.cols) / 2;
    r.rows = r.cols = 1;
    return r;
}

static void
add_place(struct graph *g, const struct thing *t, struct rect r)
{
    const struct node_line *line = t->own;
    struct frame *fr = g->fr;
    const char *label = graph_label(fr->arena, &fr->now, t);

    part_place(fr, (struct figure_place){
                       .id = line->id,
                       .rect = r,
                       .say = t->kind == THING_EDGE
                                  ? arena_printf(fr->arena, "%s: %s", line->id, label)
                                  : label,
                       .opens = line->opens,
                       .wrong = slip_text(fr, line->id)});
}

/* Everything in the order of the block, which is the order of the places. */
static void
draw_things(struct graph *g, int below)
{
    struct frame *fr = g->fr;
    int above = 0, low = fr->ink->rows - below, node = 0, place = 0;

    for (int i = 0; i < fr->f->n_things; i++) {
        const struct thing *t = &fr->f->things[i];
        struct rect r = {0, 0, 0, 0};

        if (thing_is_reading(t) || t->kind == THING_WRONG ||
            !moment_holds(&fr->now, t->when))
            continue;
        if (t->kind == THING_NOTE) {
            r = draw_note(g, t, node ? low : above, fr->state->place == place);
            *(node ? &low : &above) += r.rows;
        } else if (t->kind == THING_EDGE) {
            edge_draw(g, t);
            r = edge_rect(g, t->own);
        } else {
            r = g->at[node].rect;
            node++;
        }
        if (is_place(t))
            add_place(g, t, r);
        place += is_place(t);
    }
}

void
graph_draw(struct frame *fr)
{
    struct graph g = {.fr = fr, .joined = strcmp(fr->f->kind->word, "flow") == 0};
    int above, below;

    g.lines = ARENA_ARRAY(fr->arena, uint8_t, fr->ink->rows * fr->ink->cols);
    nodes_find(&g);
    count_notes(&g, &above, &below);
    g.top = above;
    g.blank = below > 0;
    g.bottom = fr->ink->rows - below - g.blank;
    if (fr->places)
        fr->places->across = 1;
    find_columns(&g, fr->ink->cols);
    nodes_wrap(&g);
    find_rows(&g);
    place_nodes(&g);
    for (int i = 0; i < g.n; i++)
        if (g.at[i].seen)
            draw_node(&g, &g.at[i]);
    if (g.joined)
        edges_join(&g);
    draw_things(&g, below);
    if (g.last_row - g.first_row + 1 < g.rows)
        part_text(fr, g.bottom - !g.blank, 0, STYLE_DIM,
                  arena_printf(fr->arena, "rows %d to %d of %d", g.first_row + 1,
                               g.last_row + 1, g.rows));
}
