#include "figure/ink/ink.h"

#include <string.h>

#include "base/utf8.h"

enum { ROOM = 16 };

struct ink_item *
ink_note(struct ink_list *list, struct ink_item item)
{
    struct ink_item **more;

    if (!list)
        return NULL;
    if (list->n == list->room) {
        list->room = list->room ? 2 * list->room : ROOM;
        more = ARENA_ARRAY(list->arena, struct ink_item *, list->room);
        if (list->n)
            memcpy(more, list->at, (size_t)list->n * sizeof *more);
        list->at = more;
    }
    list->at[list->n] = ARENA_NEW(list->arena, struct ink_item);
    *list->at[list->n] = item;
    if (item.text)
        list->at[list->n]->text = arena_strdup(list->arena, item.text);
    return list->at[list->n++];
}

void
ink_note_place(struct ink_list *list, struct ink_item *item, double x, double y)
{
    struct ink_place *more;

    if (!list)
        return;
    if (item->n == item->room) {
        item->room = item->room ? 2 * item->room : ROOM;
        more = ARENA_ARRAY(list->arena, struct ink_place, item->room);
        if (item->n)
            memcpy(more, item->at, (size_t)item->n * sizeof *more);
        item->at = more;
    }
    item->at[item->n++] = (struct ink_place){x, y};
}

/* One item with up to two places. */
static void
note(const struct ink *k, struct ink_item item, struct ink_place from,
     struct ink_place to)
{
    struct ink_item *new = ink_note(k->list, item);

    ink_note_place(k->list, new, from.x, from.y);
    if (item.sort == INK_LINE || item.sort == INK_BOX)
        ink_note_place(k->list, new, to.x, to.y);
}

void
ink_mark(struct ink *k, struct ink_place at, enum layer layer, enum style style,
         uint32_t c)
{
    if (!(at.x >= 0 && at.x < k->cols && at.y >= 0 && at.y < k->rows))
        return;
    note(k, (struct ink_item){.sort = INK_MARK, .layer = layer, .style = style, .c = c},
         at, at);
    ink_put(k, (int)at.y, (int)at.x, layer, style, c);
}

static void
note_text(const struct ink *k, struct writing w)
{
    note(k,
         (struct ink_item){
             .sort = INK_TEXT, .layer = LAYER_TEXT, .style = w.style, .text = w.text},
         (struct ink_place){w.col, w.row + 0.5}, (struct ink_place){0, 0});
}

int
ink_write(const struct ink *k, struct canvas *c, struct rect r, struct writing w)
{
    note_text(k, w);
    return canvas_text(c, r, w.row, w.col, w.style, w.text);
}

void
ink_text(struct ink *k, int row, int col, enum style style, const char *text)
{
    size_t len = strlen(text), bytes;

    note_text(k, (struct writing){row, col, style, text});
    for (size_t i = 0; i < len; i += bytes)
        ink_put(k, row, col++, LAYER_TEXT, style, utf8_decode(text + i, len - i, &bytes));
}

/* ---- rules ------------------------------------------------------------------------ */

static void
note_rule(const struct ink *k, struct rule rule, struct ink_place from,
          struct ink_place to)
{
    note(k,
         (struct ink_item){.sort = INK_LINE,
                           .layer = rule.layer,
                           .style = rule.style,
                           .stroke = rule.edge ? STROKE_SOLID : STROKE_DOTTED},
         from, to);
}

void
ink_level(struct ink *k, int row, int from, int to, struct rule rule)
{
    uint32_t c = rule.edge ? (k->unicode ? 0x2500 : '-') : (k->unicode ? 0x2508 : '.');

    if (row < 0 || row >= k->rows)
        return;
    note_rule(k, rule, (struct ink_place){from, row + 0.5},
              (struct ink_place){to, row + 0.5});
    for (int col = from; col < to; col += k->unicode || rule.edge ? 1 : 2)
        ink_put(k, row, col, rule.layer, rule.style, c);
}

void
ink_upright(struct ink *k, int col, int from, int to, struct rule rule)
{
    uint32_t c = rule.edge ? (k->unicode ? 0x2502 : '|') : (k->unicode ? 0x250A : ':');

    if (col < 0 || col >= k->cols)
        return;
    note_rule(k, rule, (struct ink_place){col + 0.5, from},
              (struct ink_place){col + 0.5, to});
    for (int row = from; row < to; row++)
        ink_put(k, row, col, rule.layer, rule.style, c);
}

void
ink_tick(struct ink *k, int row, int col, enum ticking which, struct rule rule)
{
    static const struct {
        uint32_t c;
        double left, right, up, down; /* how far it reaches, as shares of a cell */
    } ticks[] = {
        [TICK_CROSS] = {0x253C, 0.3, 0.3, 0.15, 0.15},
        [TICK_LEFT] = {0x2524, 0.5, 0,   0,    0   },
        [TICK_DOWN] = {0x252C, 0,   0,   0,    0.25},
        [TICK_CORNER] = {0x2514, 0,   0.5, 0.5,  0   },
    };
    double x = col + 0.5, y = row + 0.5;

    rule.edge = true;
    if (row < 0 || row >= k->rows || col < 0 || col >= k->cols)
        return;
    note_rule(k, rule, (struct ink_place){x - ticks[which].left, y},
              (struct ink_place){x + ticks[which].right, y});
    note_rule(k, rule, (struct ink_place){x, y - ticks[which].up},
              (struct ink_place){x, y + ticks[which].down});
    ink_put(k, row, col, rule.layer, rule.style, k->unicode ? ticks[which].c : '+');
}

/* ---- filled boxes ----------------------------------------------------------------- */

/* The character of a cell of which the box covers the shares across and up (from its left
 * and its lower edge); 0 for nothing. */
static uint32_t
filled(const struct ink *k, struct fill fill, double across, double up)
{
    int eighths = (int)(8 * (fill.level ? across : up) + 0.5);

    if ((fill.level ? up : across) < 0.5)
        return 0;
    if (!k->unicode)
        return eighths < 4 ? 0 : fill.ascii ? fill.ascii : '#';
    if (fill.unicode)
        return eighths < 4 ? 0 : fill.unicode;
    if (eighths < 1)
        return 0;
    return fill.level ? 0x2590 - (uint32_t)eighths : 0x2580 + (uint32_t)eighths;
}

static double
overlap(double from, double to, int cell)
{
    double low = from > cell ? from : cell, high = to < cell + 1 ? to : cell + 1;

    return high > low ? high - low : 0;
}

void
ink_fill(struct ink *k, struct ink_place from, struct ink_place to, struct fill fill)
{
    double left = from.x > 0 ? from.x : 0, right = to.x < k->cols ? to.x : k->cols;
    double top = from.y > 0 ? from.y : 0, bottom = to.y < k->rows ? to.y : k->rows;

    if (!(left < right && top < bottom))
        return;
    note(k,
         (struct ink_item){.sort = INK_BOX,
                           .layer = fill.layer,
                           .style = fill.style,
                           .shade = fill.unicode ? 0.25 : 1},
         (struct ink_place){left, top}, (struct ink_place){right, bottom});
    for (int row = (int)top; row < bottom; row++) {
        for (int col = (int)left; col < right; col++) {
            uint32_t c =
                filled(k, fill, overlap(left, right, col), overlap(top, bottom, row));

            if (c)
                ink_put(k, row, col, fill.layer, fill.style, c);
        }
    }
}

void
ink_tile(struct ink *k, struct rect r, struct tile tile)
{
    const struct spot spot = {tile.c, 0, (uint8_t)tile.style, LAYER_LINE};

    note(k,
         (struct ink_item){.sort = INK_BOX,
                           .layer = LAYER_LINE,
                           .style = tile.style,
                           .shade = tile.shade},
         (struct ink_place){r.col, r.row},
         (struct ink_place){r.col + r.cols, r.row + r.rows});
    for (int row = r.row; row < r.row + r.rows; row++)
        for (int col = r.col; col < r.col + r.cols; col++) {
            struct spot *s = ink_at(k, row, col);

            if (s && s->layer <= LAYER_LINE)
                *s = spot;
        }
}
