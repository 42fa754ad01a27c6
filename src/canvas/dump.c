#include "base/buf.h"
#include "canvas/canvas.h"

static const struct {
    const char *name;
    char letter;
} styles_table[STYLE_COUNT] = {
#define STYLE(id, name, letter, meaning) [STYLE_##id] = {name, letter},
#include "canvas/styles.def"
#undef STYLE
};

const char *
style_name(enum style s)
{
    return (unsigned)s < STYLE_COUNT ? styles_table[s].name : "unknown";
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
        buf_char(b, (unsigned char)styles_table[row[i].style].letter);
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
