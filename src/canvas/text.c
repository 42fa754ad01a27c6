#include <string.h>

#include "base/utf8.h"
#include "canvas/canvas_priv.h"

/* Where the next character goes. */
struct pen {
    struct canvas *c;
    struct rect r;
    int row, col;
    int last; /* column of the last character with a width, -1: none yet */
    enum style style;
};

static void
draw_char(struct pen *p, uint32_t ch)
{
    int width = utf8_cell_width(ch);

    if (!width) {
        if (p->last >= 0)
            canvas_mark(p->c, p->r, p->row, p->last, ch);
        return;
    }
    canvas_set(p->c, p->r, p->row, p->col,
               (struct cell){.c = ch, .style = (uint8_t)p->style});
    p->last = p->col;
    p->col += width;
}

int
canvas_text(struct canvas *c, struct rect r, int row, int col, enum style style,
            const char *text)
{
    struct fold f = {.text = text, .len = strcspn(text, "\n"), .alphabet = c->alphabet};
    struct pen p = {c, r, row, col, -1, style};
    char out[FOLD_BYTES];

    while (fold_next(&f, out)) {
        size_t len = strlen(out), bytes;

        for (size_t i = 0; i < len; i += bytes)
            draw_char(&p, utf8_decode(out + i, len - i, &bytes));
    }
    return p.col;
}

void
canvas_text_right(struct canvas *c, struct rect r, int row, int col_end, enum style style,
                  const char *text)
{
    canvas_text(c, r, row, col_end - canvas_width(c->alphabet, text), style, text);
}
