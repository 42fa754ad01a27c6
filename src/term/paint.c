#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "term/ramp.h"
#include "term/term.h"
#include "term/theme.h"

/* How a canvas is painted. */
struct paint {
    struct buf b;
    const struct theme *theme; /* NULL: without colours */
    int colors;
    bool ramp;
};

/* How many colours the terminal promises; streams have no other way to tell. */
static int
promised_colors(void)
{
    const char *direct = getenv("COLORTERM"), *type = getenv("TERM");

    if (direct && (strcmp(direct, "truecolor") == 0 || strcmp(direct, "24bit") == 0))
        return 1 << 24;
    return type && strstr(type, "256color") ? RAMP_COLORS : 8;
}

/* `layer` is 3 for the foreground, 4 for the background (ECMA-48, 8.3.117). */
static void
add_color(struct paint *p, int layer, int color)
{
    if (color == COLOR_NONE)
        return;
    if (p->colors >= 1 << 24)
        buf_printf(&p->b, ";%d8;2;%d;%d;%d", layer, color >> 16 & 255, color >> 8 & 255,
                   color & 255);
    else if (p->colors >= RAMP_COLORS)
        buf_printf(&p->b, ";%d8;5;%d", layer, color);
    else
        buf_printf(&p->b, ";%d%d", layer, color);
}

/* Of eight colours black and white may be that of the paper. */
static bool
may_vanish(const struct paint *p, int color)
{
    return p->colors < RAMP_COLORS && (color == 0 || color == 7);
}

static void
add_style(struct paint *p, int style)
{
    static const struct {
        int bit;
        const char *words;
    } attributes[] = {
        {LOOK_BOLD,      ";1"},
        {LOOK_DIM,       ";2"},
        {LOOK_UNDERLINE, ";4"},
        {LOOK_REVERSE,   ";7"},
    };

    int color;

    buf_add(&p->b, "\033[0");
    if (style >= STYLE_NAMED && p->ramp) {
        struct ramp_colors c = ramp_colors(p->theme->ramp, (enum style)style, p->colors);

        add_color(p, 3, c.fg);
        add_color(p, 4, c.bg);
    } else if (style < STYLE_NAMED) {
        const struct look *look = &p->theme->look[style];

        for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
            if (look->bits & attributes[i].bit)
                buf_add(&p->b, attributes[i].words);
        color = theme_color(look->fg, p->colors);
        add_color(p, 3, may_vanish(p, color) ? COLOR_NONE : color);
    }
    buf_add(&p->b, "m");
}

/* Whether nothing is seen in the cell. */
static bool
is_blank(const struct paint *p, const struct cell *cell)
{
    return cell->c == ' ' && !cell->marks[0] && cell->width == 1 &&
           !(p->ramp && cell->style >= STYLE_NAMED);
}

static void
add_row(struct paint *p, const struct cell *row, int cols)
{
    int style = STYLE_PLAIN;

    while (cols > 0 && is_blank(p, &row[cols - 1]))
        cols--;
    for (int i = 0; i < cols; i++) {
        const struct cell *cell = &row[i];

        if (cell->width == 0)
            continue;
        if (p->theme && cell->style != style &&
            (!is_blank(p, cell) || style >= STYLE_NAMED)) {
            style = cell->style;
            add_style(p, style);
        }
        buf_char(&p->b, cell->c);
        for (int m = 0; m < CANVAS_MARKS && cell->marks[m]; m++)
            buf_char(&p->b, cell->marks[m]);
    }
    buf_add(&p->b, style == STYLE_PLAIN ? "\n" : "\033[0m\n");
}

static struct paint
paint_new(const char *theme, bool color)
{
    struct paint p = {.theme = color ? theme_find(theme, getenv("COLORFGBG")) : NULL,
                      .colors = promised_colors()};

    p.ramp = p.theme && p.theme->ramp && p.colors >= RAMP_COLORS;
    return p;
}

bool
term_text_has_ramp(const char *theme, bool color)
{
    return paint_new(theme, color).ramp;
}

char *
term_text(struct arena *a, const struct canvas *c, const char *theme, bool color)
{
    struct paint p = paint_new(theme, color);

    buf_init(&p.b, a);
    for (int row = 0; row < c->rows; row++)
        add_row(&p, c->at + row * c->cols, c->cols);
    return p.b.s;
}
