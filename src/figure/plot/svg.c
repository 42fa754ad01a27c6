/*
 * The drawing of a figure as an SVG picture (W3C, SVG 1.1), from the list of what was
 * drawn. Colours and words only, no scripts, fonts or links; light and dark by the
 * reader's setting.
 */
#include <math.h>
#include <string.h>

#include "base/buf.h"
#include "base/safe.h"
#include "base/utf8.h"
#include "figure/ink/frame.h"

/* A cell in pixels; letters of a fixed pitch are 0.6 of their size wide. */
enum { ACROSS = 8, DOWN = 16 };
static const double letter = ACROSS / 0.6;

/* A point this near to the line between its neighbours is left out; in pixels. */
static const double slack = 0.12;

/* ---- what styles look like -----------------------------------------------------------
 */

/* Colours that the colour-blind tell apart (Okabe and Ito, "Color Universal Design",
 * 2008), darker on white paper. */
static const struct paint {
    const char *light, *dark;
} paints[STYLE_NAMED] = {
    [STYLE_PLAIN] = {"#1a1a1a", "#e8e8e8"},
      [STYLE_DIM] = {"#595959", "#b0b0b0"},
    [STYLE_STRONG] = {"#000000", "#ffffff"},
      [STYLE_RULE] = {"#8a8a8a", "#808080"},
    [STYLE_GUESS] = {"#9a5b7f", "#d89abf"},
      [STYLE_BEFORE] = {"#8a8a8a", "#909090"},
    [STYLE_FIRST] = {"#0060a0", "#56b4e9"},
      [STYLE_SECOND] = {"#b04a00", "#e69f00"},
    [STYLE_THIRD] = {"#00765a", "#2fc19a"},
      [STYLE_FOURTH] = {"#8a3a80", "#cc79a7"},
};

/* The ramps of numbers: how much of the first style's colour, or of the second's. */
static enum style
named_style(enum style s, double *share)
{
    int step = (int)s - STYLE_DIFFERENCE, middle = DIFFERENCE_STEPS / 2;

    *share = 1;
    if (s < STYLE_NAMED)
        return paints[s].light ? s : STYLE_PLAIN;
    if (s < STYLE_DIFFERENCE) {
        *share = (double)((int)s - STYLE_RAMP) / (RAMP_STEPS - 1);
        return STYLE_FIRST;
    }
    *share = fabs((double)step - middle) / middle;
    return step < middle ? STYLE_SECOND : STYLE_FIRST;
}

/* Texts have a seam in the colour of the paper, so that no line runs through them. */
static void
add_styles(struct buf *b, const bool used[STYLE_NAMED])
{
    buf_printf(b,
               "<style>text{font:%.2fpx ui-monospace,Menlo,Consolas,'DejaVu Sans "
               "Mono',monospace;white-space:pre;paint-order:stroke;stroke:#ffffff;"
               "stroke-width:4px;stroke-linejoin:round}.l{fill:none;stroke-width:1.6;"
               "stroke-linejoin:round;stroke-linecap:round}",
               letter);
    for (int i = 0; i < STYLE_NAMED; i++)
        if (used[i])
            buf_printf(b, ".s%d{fill:%s}.l.s%d{fill:none;stroke:%s}", i, paints[i].light,
                       i, paints[i].light);
    buf_add(b, "@media(prefers-color-scheme:dark){text{stroke:#121212}");
    for (int i = 0; i < STYLE_NAMED; i++)
        if (used[i])
            buf_printf(b, ".s%d{fill:%s}.l.s%d{fill:none;stroke:%s}", i, paints[i].dark,
                       i, paints[i].dark);
    buf_add(b, "}</style>\n");
}

/* ---- pieces of the document ----------------------------------------------------------
 */

/* Characters that XML 1.0 allows; those with a meaning in it are written out. */
static void
add_text(struct buf *b, const char *text)
{
    const char *safe = text_safe(b->arena, text, strlen(text));
    size_t len = strlen(safe), bytes;

    for (size_t i = 0; i < len; i += bytes) {
        uint32_t c = utf8_decode(safe + i, len - i, &bytes);

        if (c == '&')
            buf_add(b, "&amp;");
        else if (c == '<')
            buf_add(b, "&lt;");
        else if (c == '>')
            buf_add(b, "&gt;");
        else if (c == '"')
            buf_add(b, "&quot;");
        else if (c == '\n')
            buf_add(b, " ");
        else if (c >= ' ' && c != 0xFFFE && c != 0xFFFF)
            buf_char(b, c);
    }
}

/* A coordinate with one decimal at most. */
static void
add_number(struct buf *b, double v)
{
    double tenths = nearbyint(v * 10) + 0.0; /* no minus before zero */

    if (fmod(tenths, 10) == 0)
        buf_printf(b, "%.0f", tenths / 10);
    else
        buf_printf(b, "%.1f", tenths / 10);
}

static void
add_pair(struct buf *b, const char *before, double x, double y)
{
    buf_add(b, before);
    add_number(b, x);
    buf_add(b, " ");
    add_number(b, y);
}

static struct ink_place
pixels(struct ink_place p)
{
    return (struct ink_place){p.x * ACROSS, p.y * DOWN};
}

/* How far p is from the line from a to b. */
static double
distance(struct ink_place p, struct ink_place a, struct ink_place b)
{
    double dx = b.x - a.x, dy = b.y - a.y, along = dx * dx + dy * dy;
    double share = along > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / along : 0;

    share = fmin(fmax(share, 0), 1);
    return hypot(p.x - a.x - share * dx, p.y - a.y - share * dy);
}

/* Whether all places between `from` and `to` lie on the line between them. */
static bool
is_straight(const struct ink_item *item, int from, int to)
{
    struct ink_place a = pixels(item->at[from]), b = pixels(item->at[to]);

    for (int i = from + 1; i < to; i++)
        if (distance(pixels(item->at[i]), a, b) > slack)
            return false;
    return true;
}

static void
add_line(struct buf *b, const struct ink_item *item, int style)
{
    static const char *const dashes[] = {
        [STROKE_SOLID] = "",
        [STROKE_DASHED] = " stroke-dasharray=\"7 5\"",
        [STROKE_DOTTED] = " stroke-dasharray=\"1 4\"",
    };
    enum { RUN_MAX = 64 };
    int last = 0;

    if (item->n < 2 || (item->n == 2 && distance(pixels(item->at[0]), pixels(item->at[1]),
                                                 pixels(item->at[1])) < slack))
        return;
    buf_printf(b, "<path class=\"l s%d\"%s d=\"", style, dashes[item->stroke]);
    add_pair(b, "M", pixels(item->at[0]).x, pixels(item->at[0]).y);
    for (int i = 1; i < item->n; i++) {
        bool goes_on = i + 1 < item->n && i - last < RUN_MAX;

        if (goes_on && is_straight(item, last, i + 1))
            continue;
        add_pair(b, "L", pixels(item->at[i]).x, pixels(item->at[i]).y);
        last = i;
    }
    buf_add(b, "\"/>\n");
}

static void
add_attribute(struct buf *b, const char *name, double v)
{
    buf_printf(b, " %s=\"", name);
    add_number(b, v);
    buf_add(b, "\"");
}

static void
add_box(struct buf *b, const struct ink_item *item, int style, double share)
{
    struct ink_place from = pixels(item->at[0]), to = pixels(item->at[1]);

    buf_printf(b, "<rect class=\"s%d\"", style);
    if (share < 1)
        buf_printf(b, " fill-opacity=\"%.2f\"", share);
    add_attribute(b, "x", from.x);
    add_attribute(b, "y", from.y);
    add_attribute(b, "width", to.x - from.x);
    add_attribute(b, "height", to.y - from.y);
    buf_add(b, "/>\n");
}

/* A sign stands on the middle of its cell; 'o' and '*' are points. */
static void
add_mark(struct buf *b, const struct ink_item *item, int style)
{
    struct ink_place at = pixels(item->at[0]);
    char sign[5] = "";

    if (item->c == 'o' || item->c == '*' || item->c == 0x25CF) {
        buf_printf(b, "<circle class=\"s%d\"", style);
        add_attribute(b, "cx", at.x);
        add_attribute(b, "cy", at.y);
        buf_add(b, " r=\"3\"/>\n");
        return;
    }
    sign[utf8_encode(sign, item->c)] = '\0';
    buf_printf(b, "<text class=\"s%d\" text-anchor=\"middle\"", style);
    add_attribute(b, "x", at.x);
    add_attribute(b, "y", at.y + letter * 0.35);
    buf_add(b, ">");
    add_text(b, sign);
    buf_add(b, "</text>\n");
}

static void
add_words(struct buf *b, const struct ink_item *item, int style)
{
    struct ink_place at = pixels(item->at[0]);

    if (item->text[strspn(item->text, " ")] == '\0')
        return;
    buf_printf(b, "<text class=\"s%d\"", style);
    add_attribute(b, "x", at.x);
    add_attribute(b, "y", at.y + letter * 0.35);
    buf_add(b, ">");
    add_text(b, item->text);
    buf_add(b, "</text>\n");
}

static void
add_item(struct buf *b, const struct ink_item *item)
{
    double share;
    int style = (int)named_style(item->style, &share);

    switch (item->sort) {
    case INK_LINE:
        add_line(b, item, style);
        break;
    case INK_BOX:
        add_box(b, item, style, item->shade * share);
        break;
    case INK_MARK:
        add_mark(b, item, style);
        break;
    case INK_TEXT:
        add_words(b, item, style);
        break;
    }
}

/* ---- the whole -----------------------------------------------------------------------
 */

/* What the strip says, in a row of its own below the drawing. */
static void
note_strip(struct ink_list *list, const struct figure *f, const struct figure_state *s,
           int rows)
{
    struct arena *a = list->arena;
    const char *was = strip_was(a, f, s);
    struct ink_item *item;

    if (!figure_has_strip(f))
        return;
    item = ink_note(
        list,
        (struct ink_item){.sort = INK_TEXT,
                          .style = STYLE_STRONG,
                          .text = arena_printf(a, "%s %s%s%s", f->strip.shown,
                                               strip_text(a, f, figure_strip_value(f, s)),
                                               *was ? ", " : "", was)});
    ink_note_place(list, item, 1, rows + 0.5);
}

char *
figure_svg(struct arena *a, const struct figure *f, const struct figure_state *s,
           const char *title, struct plot_size size)
{
    const struct figure_look look = {.braille = true, .aspect = (double)DOWN / ACROSS};
    struct canvas *c = canvas_new(size.rows, size.cols, ALPHABET_UNICODE);
    struct ink_list list = {.arena = a};
    bool used[STYLE_NAMED] = {false};
    int rows = size.rows + figure_has_strip(f);
    double share;
    struct buf b;

    buf_init(&b, a);
    figure_list(f, s, &look, c, &list);
    note_strip(&list, f, s, size.rows);
    canvas_free(c);
    buf_printf(&b,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" xml:space=\"preserve\" "
               "role=\"img\" width=\"%d\" "
               "height=\"%d\" viewBox=\"0 0 %d %d\">\n<title>",
               size.cols * ACROSS, rows * DOWN, size.cols * ACROSS, rows * DOWN);
    add_text(&b, title);
    buf_add(&b, "</title>\n<desc>");
    add_text(&b, figure_say(a, f, s));
    buf_add(&b, "</desc>\n");
    for (int i = 0; i < list.n; i++)
        used[named_style(list.at[i]->style, &share)] = true;
    add_styles(&b, used);
    for (int i = 0; i < list.n; i++)
        add_item(&b, list.at[i]);
    buf_add(&b, "</svg>\n");
    return b.s;
}
