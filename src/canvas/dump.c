#include "base/buf.h"
#include "canvas/canvas.h"

static const struct {
    const char *name;
    char letter;
} styles_table[STYLE_NAMED] = {
#define STYLE(id, name, letter, meaning) [STYLE_##id] = {name, letter},
#include "canvas/styles.def"
#undef STYLE
};

const char *
style_name(enum style s)
{
    if ((unsigned)s < STYLE_NAMED)
        return styles_table[s].name;
    return s < STYLE_DIFFERENCE ? "ramp" : s < STYLE_COUNT ? "difference" : "unknown";
}

static uint32_t
style_letter(enum style s)
{
    enum { CIRCLED_ZERO = 0x24ea, CIRCLED_ONE = 0x2460, CIRCLED_A = 0x24d0 };

    if (s < STYLE_NAMED)
        return (unsigned char)styles_table[s].letter;
    if (s >= STYLE_DIFFERENCE)
        return CIRCLED_A + (uint32_t)(s - STYLE_DIFFERENCE);
    return s == STYLE_RAMP ? CIRCLED_ZERO : CIRCLED_ONE + (uint32_t)(s - STYLE_RAMP - 1);
}

static bool
is_blank(const struct cell *cell)
{
    return cell->c == ' ' && !cell->marks[0] && cell->width != 0;
}

static void
dump_cell(struct buf *b, const struct cell *cell)
{
    if (cell->width == 0)
        return;
    buf_char(b, cell->c);
    for (int i = 0; i < CANVAS_MARKS && cell->marks[i]; i++)
        buf_char(b, cell->marks[i]);
}

static void
dump_text(struct buf *b, const struct cell *row, int cols)
{
    while (cols > 0 && is_blank(&row[cols - 1]))
        cols--;
    for (int i = 0; i < cols; i++)
        dump_cell(b, &row[i]);
    buf_char(b, '\n');
}

static void
dump_styles(struct buf *b, const struct cell *row, int cols)
{
    while (cols > 0 && row[cols - 1].style == STYLE_PLAIN)
        cols--;
    for (int i = 0; i < cols; i++)
        buf_char(b, style_letter((enum style)row[i].style));
    if (cols)
        buf_char(b, '\n');
}

char *
canvas_dump(struct arena *a, const struct canvas *c, bool styles)
{
    struct buf b;

    buf_init(&b, a);
    for (int i = 0; i < c->rows; i++) {
        const struct cell *row = c->at + i * c->cols;

        dump_text(&b, row, c->cols);
        if (styles)
            dump_styles(&b, row, c->cols);
    }
    return b.s;
}
