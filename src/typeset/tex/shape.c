/* Brackets of any height, roots, accents, lines and frames. */
#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "typeset/tex/tex.h"

static int
max(int x, int y)
{
    return x > y ? x : y;
}

static void
fill(struct setter *s, struct group *g, struct rect r, uint32_t ch)
{
    group_fill(s->arena, g, r, STYLE_PLAIN, ch);
}

static void
put(struct setter *s, struct group *g, int row, int col, uint32_t ch)
{
    fill(s, g, (struct rect){row, col, 1, 1}, ch);
}

/* ---- brackets ---------------------------------------------------------------------- */

/* The pieces of a bracket from top to bottom: first, middle rows, the point in the
 * centre (0: none), last; and both rows of one that is two rows high. */
struct shape {
    const char *text;
    uint32_t first, middle, centre, last, high, low;
};

static const struct shape ascii_shapes[] = {
    {"(",  '/',  '|',  0,   '\\', '/',  '\\'},
    {")",  '\\', '|',  0,   '/',  '\\', '/' },
    {"[",  '[',  '[',  0,   '[',  '[',  '[' },
    {"]",  ']',  ']',  0,   ']',  ']',  ']' },
    {"{",  '/',  '|',  '<', '\\', '/',  '\\'},
    {"}",  '\\', '|',  '>', '/',  '\\', '/' },
    {"<",  '/',  '/',  '<', '\\', '/',  '\\'},
    {">",  '\\', '\\', '>', '/',  '\\', '/' },
    {"/",  '/',  '/',  0,   '/',  '/',  '/' },
    {"\\", '\\', '\\', 0,   '\\', '\\', '\\'},
    {"|",  '|',  '|',  0,   '|',  '|',  '|' },
    {NULL, 0,    0,    0,   0,    0,    0   },
};

static const struct shape unicode_shapes[] = {
    {"(",   0x239B, 0x239C, 0,      0x239D, 0x239B, 0x239D},
    {")",   0x239E, 0x239F, 0,      0x23A0, 0x239E, 0x23A0},
    {"[",   0x23A1, 0x23A2, 0,      0x23A3, 0x23A1, 0x23A3},
    {"]",   0x23A4, 0x23A5, 0,      0x23A6, 0x23A4, 0x23A6},
    {"{",   0x23A7, 0x23AA, 0x23A8, 0x23A9, 0x23B0, 0x23B1},
    {"}",   0x23AB, 0x23AA, 0x23AC, 0x23AD, 0x23B1, 0x23B0},
    {"⟨", 0x2571, 0x2571, 0x27E8, 0x2572, 0x2571, 0x2572},
    {"⟩", 0x2572, 0x2572, 0x27E9, 0x2571, 0x2572, 0x2571},
    {"⌊", 0x23A2, 0x23A2, 0,      0x23A3, 0x23A2, 0x23A3},
    {"⌋", 0x23A5, 0x23A5, 0,      0x23A6, 0x23A5, 0x23A6},
    {"⌈", 0x23A1, 0x23A2, 0,      0x23A2, 0x23A1, 0x23A2},
    {"⌉", 0x23A4, 0x23A5, 0,      0x23A5, 0x23A4, 0x23A5},
    {"/",   0x2571, 0x2571, 0,      0x2571, 0x2571, 0x2571},
    {"\\",  0x2572, 0x2572, 0,      0x2572, 0x2572, 0x2572},
    {"|",   0x2502, 0x2502, 0,      0x2502, 0x2502, 0x2502},
    {"‖", 0x2016, 0x2016, 0,      0x2016, 0x2016, 0x2016},
    {NULL,  0,      0,      0,      0,      0,      0     },
};

static const struct shape *
find_shape(struct setter *s, const char *text)
{
    const struct shape *shape =
        s->alphabet == ALPHABET_ASCII ? ascii_shapes : unicode_shapes;

    for (; shape->text; shape++)
        if (strcmp(shape->text, text) == 0)
            return shape;
    return NULL;
}

static void
draw_shape(struct setter *s, struct group *g, int col, const struct shape *shape)
{
    int high = g->bottom - g->top + 1;
    int centre = g->baseline > g->top && g->baseline < g->bottom
                     ? g->baseline
                     : g->top + (high - 1) / 2;

    put(s, g, g->top, col, high == 2 ? shape->high : shape->first);
    put(s, g, g->bottom, col, high == 2 ? shape->low : shape->last);
    for (int row = g->top + 1; row < g->bottom; row++) {
        bool lower = row > centre && shape->middle == shape->first;

        put(s, g, row, col,
            row == centre && shape->centre ? shape->centre
            : lower                        ? shape->last
                                           : shape->middle);
    }
}

/* A bracket with a shape; one with a name, such as "floor(", has it on the baseline. */
static void
draw_high(struct setter *s, struct group *g, const char *text)
{
    size_t len = strlen(text);
    const struct shape *shape = find_shape(s, text);
    int col = 0;

    if (!shape && len && (shape = find_shape(s, text + len - 1)) != NULL) {
        text = arena_strndup(s->arena, text, len - 1);
        col = utf8_width(text);
        group_write(s->arena, g, g->baseline, 0, STYLE_PLAIN, text);
    }
    if (shape)
        draw_shape(s, g, col, shape);
    else
        group_write(s->arena, g, g->baseline, 0, STYLE_PLAIN, text);
    g->cols = shape ? col + 1 : utf8_width(text);
}

/* Double bars in ASCII, on every row. */
static void
draw_bars(struct setter *s, struct group *g)
{
    g->cols = 2;
    fill(s, g, (struct rect){g->top, 0, g->bottom - g->top + 1, 2}, '|');
}

struct group *
set_delimiter(struct setter *s, const char *text, const struct group *like)
{
    struct group *g = group_new(s->arena, max(like->rows, 1), 1, like->baseline);

    if (s->alphabet == ALPHABET_ASCII)
        text = strcmp(text, "‖") == 0 ? "||" : canvas_fold(s->arena, s->alphabet, text);
    if (strcmp(text, ".") == 0)
        return NULL;
    g->top = like->top;
    g->bottom = max(like->bottom, like->top);
    if (g->bottom == g->top) {
        group_write(s->arena, g, g->baseline, 0, STYLE_PLAIN, text);
        g->cols = utf8_width(text);
    } else if (strcmp(text, "||") == 0) {
        draw_bars(s, g);
    } else {
        draw_high(s, g, text);
    }
    return g;
}

/* The rows that all segments cover together, as an empty group. */
static struct group *
common_extent(struct setter *s, const struct group *const *segments, int n)
{
    struct placed *line = ARENA_ARRAY(s->arena, struct placed, n + 1);

    for (int i = 0; i < n; i++)
        line[i] = (struct placed){segments[i], 0};
    return group_line(s->arena, line, n);
}

/* Blanks between a bracket of some height and what stands beside it inside: bars would
 * touch, and high braces point. */
static int
bracket_gap(const char *text, const struct group *height, const struct group *beside)
{
    bool bar = strcmp(text, "|") == 0 || strcmp(text, "‖") == 0;
    bool brace = strcmp(text, "{") == 0 || strcmp(text, "}") == 0;

    return (bar && beside->barred) || (brace && height->bottom > height->top);
}

/* What stands between two brackets: they are those of a matrix, too. */
static const struct group *
set_segment(struct setter *s, const struct node *segment, struct how how)
{
    const struct node *only = only_item(segment);

    if (how.mode == MODE_LINE && only->kind == NODE_ARRAY)
        return set_bare_array(s, only, how);
    return set_node(s, segment, how);
}

struct group *
set_fence(struct setter *s, const struct node *n, struct how how)
{
    const struct group **segments;
    const struct group *extent;
    struct placed *line;
    int count = 0, parts = 0;

    segments = ARENA_ARRAY(s->arena, const struct group *, n->n + 1);
    line = ARENA_ARRAY(s->arena, struct placed, 2 * n->n + 3);
    for (const struct node *segment = n->first; segment; segment = segment->next)
        segments[count++] = set_segment(s, segment, how);
    extent = common_extent(s, segments, count);
    line[parts].group = set_delimiter(s, n->text, extent);
    parts += line[parts].group != NULL;
    count = 0;
    for (const struct node *segment = n->first; segment; segment = segment->next) {
        const struct group *g = segments[count];
        int gap = segment->next ? 1 : bracket_gap(segment->text, extent, g);

        line[parts] = (struct placed){g, count   ? 1
                                         : parts ? bracket_gap(n->text, extent, g)
                                                 : 0};
        parts++;
        line[parts] = (struct placed){set_delimiter(s, segment->text, extent), gap};
        parts += line[parts].group != NULL;
        count++;
    }
    return group_line(s->arena, line, parts);
}

/* ---- roots ------------------------------------------------------------------------- */

/* "√x" needs no bar: one letter or number, perhaps with an index. */
static bool
is_plain_root(const struct node *body)
{
    body = only_item(body);
    if (body->kind == NODE_SCRIPTS && !body->kid[2])
        body = only_item(body->kid[0]);
    if (body->kind == NODE_ACCENT)
        body = only_item(body->kid[0]);
    return body->kind == NODE_LEAF && !body->word;
}

/* `body` is what stands under the root: nothing is set twice, for roots nest. */
static struct group *
set_flat_root(struct setter *s, const struct node *n, const struct group *body,
              struct how how)
{
    const char *sign = s->alphabet == ALPHABET_ASCII ? "sqrt" : "√";
    bool brackets = s->alphabet == ALPHABET_ASCII || !is_plain_root(n->kid[0]);
    const char *small =
        n->kid[1] && s->alphabet == ALPHABET_UNICODE ? small_text(s, n->kid[1], 2) : NULL;
    struct placed line[4];

    if (small)
        sign = arena_printf(s->arena, "%s%s", small, sign);
    line[1] = (struct placed){group_text(s->arena, brackets ? "(" : "", STYLE_PLAIN), 0};
    line[2] = (struct placed){body, 0};
    line[3] = (struct placed){group_text(s->arena, brackets ? ")" : "", STYLE_PLAIN), 0};
    if (n->kid[1] && !small)
        line[0].group = set_call(s, s->alphabet == ALPHABET_ASCII ? "root[" : "√[",
                                 n->kid[1], "]", how);
    else
        line[0].group = group_text(s->arena, sign, STYLE_PLAIN);
    line[0].gap = 0;
    return group_line(s->arena, line, 4);
}

static struct group *
set_tall_root(struct setter *s, const struct group *body, const struct group *index)
{
    bool low = body->rows == 1;
    int sign = low ? 1 : 2; /* columns */
    int left = index ? index->cols : 0;
    int over = index ? max(index->rows - 1, 0) : 0;
    int col = left + sign, rows = body->rows + 1 + over;
    struct group *g =
        group_new(s->arena, rows, col + body->cols, body->baseline + 1 + over);
    bool ascii = s->alphabet == ALPHABET_ASCII;

    fill(s, g, (struct rect){over, col, 1, body->cols}, '_');
    if (low) {
        put(s, g, rows - 1, left, 0x221A);
    } else {
        fill(s, g, (struct rect){over + 1, left + 1, body->rows, 1},
             ascii ? '|' : 0x2502);
        put(s, g, rows - 1, left, ascii ? '\\' : 0x2572);
    }
    group_put(s->arena, g, over + 1, col, body);
    if (index)
        group_put(s->arena, g, low ? 0 : rows - 1 - index->rows, 0, index);
    return g;
}

struct group *
set_root(struct setter *s, const struct node *n, struct how how)
{
    struct how inside = how_inside(n, how);
    const struct group *body, *index = NULL;

    if (how.mode == MODE_INLINE || how.mode == MODE_LINE)
        return set_flat_root(s, n, set_node(s, n->kid[0], how), how);
    body = set_node(s, n->kid[0], inside);
    if (body->rows == 1 &&
        (s->alphabet == ALPHABET_ASCII || (is_plain_root(n->kid[0]) && !n->kid[1])))
        return set_flat_root(s, n, body, inside);
    if (n->kid[1])
        index = set_node(s, n->kid[1], (struct how){MODE_INLINE, how.level + 1});
    return set_tall_root(s, body, index);
}

/* ---- accents ----------------------------------------------------------------------- */

static bool
is_one_char(const char *text)
{
    size_t len = strlen(text), bytes;

    return len && utf8_width(text) == 1 && (utf8_decode(text, len, &bytes), bytes == len);
}

/* A sign on a row of its own above the body. */
static struct group *
set_sign_above(struct setter *s, const struct node *n, const struct group *body)
{
    const struct group *parts[2] = {NULL, body};
    int cols = max(body->cols, 1);
    struct group *g;

    if (*n->other == '_' || (*n->other == '>' && cols > 1)) {
        struct group *sign = group_new(s->arena, 1, cols, 0);
        bool ascii = s->alphabet == ALPHABET_ASCII;

        fill(s, sign, (struct rect){0, 0, 1, cols},
             *n->other == '_' ? '_'
             : ascii          ? '-'
                              : 0x2500);
        if (*n->other == '>')
            put(s, sign, 0, cols - 1, ascii ? '>' : 0x2192);
        parts[0] = sign;
    } else {
        parts[0] = group_text(s->arena, n->other, STYLE_PLAIN);
    }
    g = set_centred(s, parts, 2, 1);
    g->top = body->top + 1;
    g->bottom = body->bottom + 1;
    return g;
}

/* One letter with a combining mark; NULL: more than a letter, or ASCII. */
static struct group *
marked_letter(struct setter *s, const struct node *body, const char *mark)
{
    const struct node *only = only_item(body);

    if (s->alphabet == ALPHABET_ASCII || only->kind != NODE_LEAF ||
        !is_one_char(only->text))
        return NULL;
    return group_text(s->arena, arena_printf(s->arena, "%s%s", only->text, mark),
                      only->style);
}

bool
is_called(struct setter *s, const struct node *n, struct how how)
{
    return !marked_letter(s, n->kid[0], n->text) &&
           (how.mode == MODE_LINE ||
            (s->alphabet == ALPHABET_ASCII && how.mode != MODE_DISPLAY));
}

struct group *
set_accent(struct setter *s, const struct node *n, struct how how)
{
    struct group *letter = marked_letter(s, n->kid[0], n->text);
    const struct group *body;

    if (letter)
        return letter;
    if (is_called(s, n, how))
        return set_call(s, arena_printf(s->arena, "%s(", n->kid[1]->text), n->kid[0], ")",
                        how);
    body = set_node(s, n->kid[0], how);
    return set_sign_above(s, n, body);
}

/* ---- lines, arrows and braces along a formula -------------------------------------- */

/* Left end, along, middle and right end, in both alphabets. */
static const struct line {
    const char *name;
    bool above;
    const char *word; /* in a line of text; NULL: the body alone */
    const char *ascii, *unicode;
} lines[] = {
    {"bar",        true,  "bar(", "____",  "____"        },
    {"under",      false, NULL,   "----",  "‾‾‾‾"},
    {"arrow",      true,  "vec(", "--->",  "───→"},
    {"larrow",     true,  "vec(", "<---",  "←───"},
    {"lrarrow",    true,  "vec(", "<-->",  "←──→"},
    {"uarrow",     false, NULL,   "--->",  "───→"},
    {"ularrow",    false, NULL,   "<---",  "←───"},
    {"overbrace",  true,  NULL,   "/-^\\", "╭─┴╮"},
    {"underbrace", false, NULL,   "\\__/", "╰─┬╯"},
};

static const struct line *
find_line(const char *name)
{
    const struct line *line = lines;

    while (strcmp(line->name, name) != 0)
        line++;
    return line;
}

/* The pieces of a line or a frame, one character each. */
static void
read_pieces(uint32_t *out, const char *s)
{
    size_t len = strlen(s), bytes;

    for (; len; s += bytes, len -= bytes)
        *out++ = utf8_decode(s, len, &bytes);
}

struct group *
set_stretch(struct setter *s, const struct node *n, struct how how)
{
    const struct line *line = find_line(n->text);
    struct group *letter = NULL, *along;
    const struct group *parts[2], *body;
    uint32_t pieces[4];
    int cols;

    if (strcmp(line->name, "bar") == 0)
        letter = marked_letter(s, n->kid[0], "\xCC\x84");
    if (letter)
        return letter;
    if (how.mode == MODE_LINE ||
        (line->word && s->alphabet == ALPHABET_ASCII && how.mode != MODE_DISPLAY))
        return set_call(s, line->word ? line->word : "", n->kid[0], line->word ? ")" : "",
                        how);
    read_pieces(pieces, s->alphabet == ALPHABET_ASCII ? line->ascii : line->unicode);
    body = set_node(s, n->kid[0], how);
    cols = max(body->cols, n->limits == LIMITS_ALWAYS ? 3 : 1);
    along = group_new(s->arena, 1, cols, 0);
    fill(s, along, (struct rect){0, 0, 1, cols}, pieces[1]);
    put(s, along, 0, cols / 2, pieces[2]);
    put(s, along, 0, 0, pieces[0]);
    put(s, along, 0, cols - 1, pieces[3]);
    parts[line->above ? 0 : 1] = along;
    parts[line->above ? 1 : 0] = body;
    return set_centred(s, parts, 2, line->above ? 1 : 0);
}

/* "base^[above]" */
static struct group *
set_flat_stack(struct setter *s, const struct group *base, const struct node *n,
               struct how how)
{
    struct placed line[3] = {
        {base, 0}
    };
    int count = 1;

    for (int i = 1; i <= 2; i++)
        if (n->kid[i])
            line[count++] = (struct placed){
                set_call(s, i == 1 ? "^[" : "_[", n->kid[i], "]", how), 0};
    return group_line(s->arena, line, count);
}

/* What stands above (1) or below (2) of n; NULL: nothing. */
static const struct group *
set_mark(struct setter *s, const struct node *n, int side, struct how how)
{
    if (!n->kid[side])
        return NULL;
    return set_node(s, n->kid[side], (struct how){MODE_INLINE, how.level + 1});
}

static struct group *
stack_around(struct setter *s, const struct group *above, const struct group *base,
             const struct group *below)
{
    const struct group *parts[3];
    int count = 0, at;

    if (above)
        parts[count++] = above;
    at = count;
    parts[count++] = base;
    if (below)
        parts[count++] = below;
    return set_centred(s, parts, count, at);
}

struct group *
set_stack(struct setter *s, const struct node *n, struct how how)
{
    const struct group *base = set_node(s, n->kid[0], how);

    return how.mode == MODE_LINE
               ? set_flat_stack(s, base, n, how)
               : stack_around(s, set_mark(s, n, 1, how), base, set_mark(s, n, 2, how));
}

struct group *
set_arrow(struct setter *s, const struct node *n, struct how how)
{
    bool ascii = s->alphabet == ALPHABET_ASCII;
    size_t len = strlen(n->text), bytes;
    uint32_t sign = utf8_decode(n->text, len, &bytes);
    bool back = sign == 0x2190 || sign == 0x21D0 || sign == 0x21A9;
    bool wide = sign == '=' || sign == 0x21D2 || sign == 0x21D0 || sign == 0x21D4;
    bool both = sign == 0x2194 || sign == 0x21D4;
    uint32_t tip = sign == 0x21A6 ? 0x2192 : sign;
    const struct group *above, *below;
    struct group *arrow;
    int cols = both || sign == 0x21A6 ? 3 : 2;

    if (how.mode == MODE_LINE)
        return set_flat_stack(s,
                              group_text(s->arena,
                                         canvas_fold(s->arena, s->alphabet, n->text),
                                         STYLE_PLAIN),
                              n, how);
    above = set_mark(s, n, 1, how);
    below = set_mark(s, n, 2, how);
    cols = max(cols, above ? above->cols + 2 : 0);
    cols = max(cols, below ? below->cols + 2 : 0);
    arrow = group_new(s->arena, 1, cols, 0);
    fill(s, arrow, (struct rect){0, 0, 1, cols}, wide ? '=' : ascii ? '-' : 0x2500);
    if (both)
        put(s, arrow, 0, 0, ascii ? '<' : wide ? 0x21D0 : 0x2190);
    if (sign == 0x21A6)
        put(s, arrow, 0, 0, ascii ? '|' : 0x251C);
    if (both)
        put(s, arrow, 0, cols - 1, ascii ? '>' : wide ? 0x21D2 : 0x2192);
    else if (sign != '=')
        put(s, arrow, 0, back ? 0 : cols - 1, ascii ? back ? '<' : '>' : tip);
    return stack_around(s, above, arrow, below);
}

/* ---- frames ------------------------------------------------------------------------ */

struct group *
set_boxed(struct setter *s, const struct node *n, struct how how)
{
    uint32_t p[6];
    const struct group *body = set_node(s, n->kid[0], how);
    struct group *g;
    int right = body->cols + 3, low = body->rows + 1;

    if (how.mode == MODE_LINE)
        return set_call(s, "[", n->kid[0], "]", how);
    read_pieces(p, s->alphabet == ALPHABET_ASCII ? "-|++++" : "─│┌┐└┘");
    g = group_new(s->arena, low + 1, right + 1, body->baseline + 1);
    fill(s, g, (struct rect){0, 1, 1, right - 1}, p[0]);
    fill(s, g, (struct rect){low, 1, 1, right - 1}, p[0]);
    fill(s, g, (struct rect){1, 0, low - 1, 1}, p[1]);
    fill(s, g, (struct rect){1, right, low - 1, 1}, p[1]);
    put(s, g, 0, 0, p[2]);
    put(s, g, 0, right, p[3]);
    put(s, g, low, 0, p[4]);
    put(s, g, low, right, p[5]);
    group_put(s->arena, g, 1, 2, body);
    return g;
}
