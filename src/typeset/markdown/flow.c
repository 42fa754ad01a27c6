/* Words, and the lines they make. */
#include <limits.h>
#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "typeset/markdown/markdown.h"
#include "typeset/tex/tex.h"

/* ---- words ------------------------------------------------------------------------- */

enum { PIECES_MAX = 64 };

/* Words that are being collected. Pieces are what the current word is made of. */
struct writer {
    struct layout *l;
    struct words words;
    struct word pieces[PIECES_MAX];
    int n_pieces;
    bool space; /* before the current word */
    bool tied;  /* the next word follows a sign */
    int width;
};

static void
add_word(struct writer *w, struct word word)
{
    if (w->words.n == w->words.cap) {
        int cap = w->words.cap ? w->words.cap * 2 : 8;
        struct word *at = ARENA_ARRAY(w->l->arena, struct word, cap);

        if (w->words.n)
            memcpy(at, w->words.at, sizeof *at * (size_t)w->words.n);
        w->words.at = at;
        w->words.cap = cap;
    }
    word.space = w->space;
    word.tied = w->tied;
    w->words.at[w->words.n++] = word;
    w->space = false;
    w->tied = false;
}

static const struct group *
word_group(struct layout *l, const struct word *w)
{
    return w->group ? w->group : group_text(l->arena, w->text, w->style);
}

static const struct group *
join_pieces(struct writer *w)
{
    struct placed line[PIECES_MAX];

    for (int i = 0; i < w->n_pieces; i++)
        line[i] = (struct placed){word_group(w->l, &w->pieces[i]), 0};
    return group_line(w->l->arena, line, w->n_pieces);
}

/* A word ends here; another may follow without a blank. */
static void
end_word(struct writer *w)
{
    int cols = 0;

    for (int i = 0; i < w->n_pieces; i++)
        cols += w->pieces[i].cols;
    if (w->n_pieces > 1 && cols <= w->width)
        add_word(w, (struct word){.group = join_pieces(w), .cols = cols});
    else
        for (int i = 0; i < w->n_pieces; i++)
            add_word(w, w->pieces[i]);
    w->n_pieces = 0;
}

static void
add_piece(struct writer *w, struct word piece)
{
    if (w->n_pieces == PIECES_MAX)
        end_word(w);
    w->pieces[w->n_pieces++] = piece;
}

static void
blank(struct writer *w)
{
    end_word(w);
    w->space = true;
}

/* How many of len bytes fit into `cells`, at least one character; *cols: their width. */
static size_t
fit(const char *s, size_t len, int cells, int *cols)
{
    size_t at = 0, bytes;

    for (*cols = 0; at < len; at += bytes) {
        int width = utf8_cell_width(utf8_decode(s + at, len - at, &bytes));

        if (*cols + width > cells && at)
            break;
        *cols += width;
    }
    return at;
}

size_t
text_fit(const char *s, size_t len, int cells)
{
    int cols;

    return fit(s, len, cells, &cols);
}

/* len bytes of safe text without blanks; what is wider than a line is cut into lines. */
static void
add_text(struct writer *w, const char *s, size_t len, enum style style)
{
    while (len) {
        struct word piece = {.style = style};
        size_t part = fit(s, len, w->width, &piece.cols);

        piece.text = arena_strndup(w->l->arena, s, part);
        s += part;
        len -= part;
        if (len)
            end_word(w);
        add_piece(w, piece);
        if (len)
            end_word(w);
    }
}

/* Where a line may end inside s: behind a hyphen between letters, between characters
 * of two cells. The length of the first part, or len. */
static size_t
part_length(const char *s, size_t len)
{
    size_t bytes, at;
    int width = 1;

    for (at = 0; at < len; at += bytes) {
        uint32_t c = utf8_decode(s + at, len - at, &bytes);
        int next = utf8_cell_width(c);

        if (at && width == 2 && next == 2 && c != 0x3001 && c != 0x3002 && c != 0xFF0C)
            return at;
        if (c == '-' && at > 1 && len - at > 2 && s[at - 1] > '@' && s[at + 1] > '@')
            return at + 1;
        width = next ? next : width;
    }
    return len;
}

static void
add_parts(struct writer *w, const char *s, size_t len, enum style style)
{
    while (len) {
        size_t part = part_length(s, len);

        add_text(w, s, part, style);
        s += part;
        len -= part;
        if (len)
            end_word(w);
    }
}

/* A sign between two terms of a formula that is written as plain text. */
static bool
is_sign(const char *s, size_t len)
{
    static const char *const signs[] = {"=", "<", ">", "+", "-", "*",  "/",  "·",  "×",
                                        "≤", "≥", "≠", "≈", "→", "<=", ">=", "!=", "->"};

    for (size_t i = 0; len <= 3 && i < sizeof signs / sizeof *signs; i++)
        if (strlen(signs[i]) == len && memcmp(signs[i], s, len) == 0)
            return true;
    return false;
}

enum { TUPLE_BYTES = 10 };

/* "(1," of "(1, 2)": the next word belongs to it. */
static bool
opens_tuple(const char *s, size_t len)
{
    return len > 1 && len <= TUPLE_BYTES && s[len - 1] == ',' &&
           (s[0] == '(' || s[0] == '[') && !memchr(s, s[0] == '(' ? ')' : ']', len);
}

/* The same of a word that is put together of text and numbers. */
static bool
pieces_open_tuple(const struct writer *w)
{
    const struct word *first = w->pieces, *last;
    int cols = 0;

    if (w->n_pieces < 2)
        return false;
    last = first + w->n_pieces - 1;
    if (!first->text || !last->text || (*first->text != '(' && *first->text != '[') ||
        last->text[strlen(last->text) - 1] != ',')
        return false;
    for (int i = 0; i < w->n_pieces; i++) {
        const char *text = w->pieces[i].text;

        cols += w->pieces[i].cols;
        if (!text || strpbrk(text, ")]"))
            return false;
    }
    return cols <= TUPLE_BYTES;
}

/* "%" belongs to the number before it. */
static bool
follows_number(const char *s, size_t len)
{
    return len && (*s == '%' || (len > 1 && (unsigned char)s[0] == 0xC2 &&
                                 (unsigned char)s[1] == 0xB0)); /* a degree sign */
}

/* Text with its blanks; a no-break space does not count as one. */
static void
add_run_text(struct writer *w, const char *raw, enum style style)
{
    const char *text = canvas_fold(w->l->arena, w->l->o->alphabet, raw);

    while (*text) {
        size_t len = strcspn(text, " \n");
        bool sign = is_sign(text, len) && !w->n_pieces, opens;

        w->tied |= sign || (!w->n_pieces && follows_number(text, len));
        add_parts(w, text, len, style);
        text += len;
        if (*text) {
            opens = pieces_open_tuple(w);
            blank(w);
            text++;
            w->tied = sign || opens || opens_tuple(text - len - 1, len);
        }
    }
}

struct tex_options
formula_options(const struct layout *l, int width)
{
    return (struct tex_options){l->o->alphabet, true, width, l->macros};
}

static void
add_display(struct writer *w, const char *tex)
{
    const struct group *g = display_layout(w->l, tex, w->width);

    end_word(w);
    add_word(w, (struct word){.kind = WORD_DISPLAY, .group = g, .cols = g->cols});
}

enum { FLAT_COLS_MAX = 40 };

/* A formula among words. What would need rows of its own for scripts, so that they stand
 * between the lines of the text, is written on one: "e^(iθ)". */
static const struct group *
formula_in_line(struct writer *w, const char *tex)
{
    struct arena *a = w->l->arena;
    struct tex_options o = formula_options(w->l, 0);
    const struct group *g = tex_group(a, tex, &o, MODE_INLINE, NULL), *flat;

    if (g->rows < 2 || strstr(tex, "\\begin") || strstr(tex, "brace"))
        return g;
    flat = tex_group(a, tex, &o, MODE_LINE, NULL);
    return flat->rows == 1 && flat->cols <= FLAT_COLS_MAX && flat->cols <= w->width ? flat
                                                                                    : g;
}

static void
add_formula(struct writer *w, const char *tex)
{
    struct arena *a = w->l->arena;
    const struct group *g = formula_in_line(w, tex);

    if (g->cols <= w->width) {
        add_piece(w, (struct word){.group = group_styled(a, g, STYLE_FORMULA),
                                   .cols = g->cols});
        return;
    }
    add_display(w, tex);
}

static void
add_computed(struct writer *w, const struct md_run *run)
{
    const struct typeset_options *o = w->l->o;
    const char *text = o->computed ? o->computed(o->ctx, w->l->arena, run->text) : NULL;

    if (text)
        add_run_text(w, text, run->style);
    else
        add_run_text(w, arena_printf(w->l->arena, "= %s", run->text), STYLE_CODE);
}

static void
add_run(struct writer *w, const struct md_run *run, enum style style)
{
    switch (run->kind) {
    case RUN_TEXT:
    case RUN_CODE:
        add_run_text(w, run->text, run->style == STYLE_PLAIN ? style : run->style);
        break;
    case RUN_COMPUTED:
        add_computed(w, run);
        break;
    case RUN_FORMULA:
        add_formula(w, run->text);
        break;
    case RUN_DISPLAY:
        add_display(w, run->text);
        break;
    case RUN_BREAK:
        end_word(w);
        add_word(w, (struct word){.kind = WORD_BREAK});
        break;
    }
}

struct words
words_of(struct layout *l, const struct md_block *b, int width, enum style style)
{
    struct writer w = {.l = l, .width = width};

    for (const struct md_run *run = b->runs; run; run = run->next)
        add_run(&w, run, style);
    end_word(&w);
    return w.words;
}

int
words_natural(const struct words *w)
{
    int cols = 0, widest = 0;

    for (int i = 0; i < w->n; i++) {
        if (w->at[i].kind == WORD_TEXT)
            cols += w->at[i].cols + (cols && w->at[i].space);
        else
            cols = 0;
        if (w->at[i].kind == WORD_DISPLAY && w->at[i].cols > widest)
            widest = w->at[i].cols;
        if (cols > widest)
            widest = cols;
    }
    return widest;
}

int
words_widest(const struct words *w)
{
    int widest = 0;

    for (int i = 0; i < w->n; i++)
        if (w->at[i].cols > widest)
            widest = w->at[i].cols;
    return widest;
}

/* ---- lines ------------------------------------------------------------------------- */

/* The best way to break the words from some place on: as few lines as possible, among
 * those the most even ones. */
struct tail {
    int end; /* of its first line */
    int lines;
    long cost;
};

enum { TIE_COST = 400 };

/* How bad a line from word i up to j with that much room left is. */
static long
line_cost(const struct words *w, int i, int j, int from, int to, int room)
{
    long cost = (long)room * room;

    if (j < to)
        return w->at[j].tied ? cost + TIE_COST : cost;
    /* The last line may be short, but one short word alone looks lost. */
    if (i > from && j - i == 1 && w->at[i].cols < room)
        return cost / 2;
    return 0;
}

static struct tail
best_tail(const struct words *w, const struct tail *tails, int i, int from, int to,
          int width)
{
    struct tail best = {.lines = INT_MAX};
    int cols = 0;

    for (int j = i; j < to; j++) {
        struct tail t = {j + 1, tails[j + 1 - from].lines + 1, 0};

        cols += w->at[j].cols + (j > i && w->at[j].space);
        if (cols > width && j > i)
            break;
        t.cost = tails[j + 1 - from].cost +
                 line_cost(w, i, j + 1, from, to, cols < width ? width - cols : 0);
        if (t.lines < best.lines || (t.lines == best.lines && t.cost <= best.cost))
            best = t;
    }
    return best;
}

/* Lines on their way into one group. */
struct column {
    struct layout *l;
    struct group *g;
    enum md_place place;
    int cols; /* to place lines in, 0: none */
};

static void
add_line(struct column *c, const struct group *line)
{
    int room = c->cols - line->cols;
    int col = room <= 0               ? 0
              : c->place == MD_RIGHT  ? room
              : c->place == MD_CENTRE ? room / 2
                                      : 0;

    if (!c->g->rows)
        c->g->baseline = line->baseline;
    group_put(c->l->arena, c->g, c->g->rows, col, line);
    c->g->rows += line->rows;
    c->g->bottom = c->g->rows - 1;
    if (col + line->cols > c->g->cols)
        c->g->cols = col + line->cols;
}

/* Words of a line and the blanks before each. */
struct line {
    const struct word *at;
    int *gaps;
    int n;
};

/* Widen the blanks of a line evenly until it is `width` wide. */
static void
stretch(struct line line, int width)
{
    int blanks = 0, room = width, done = 0, seen = 0;

    for (int i = 0; i < line.n; i++) {
        room -= line.gaps[i] + line.at[i].cols;
        blanks += line.gaps[i];
    }
    for (int i = 0; i < line.n && blanks && room > 0; i++) {
        int wanted;

        seen += line.gaps[i];
        wanted = room * seen / blanks;
        line.gaps[i] += line.gaps[i] ? wanted - done : 0;
        done = wanted;
    }
}

/* The text of words from i on that have no group and one style, blanks between them;
 * *end is behind the last of them. */
static const struct group *
text_of_line(struct layout *l, struct line line, int i, int *end)
{
    struct buf b;
    int k;

    buf_init(&b, l->arena);
    for (k = i; k < line.n && !line.at[k].group && line.at[k].style == line.at[i].style;
         k++) {
        for (int blanks = k > i ? line.gaps[k] : 0; blanks > 0; blanks--)
            buf_add_n(&b, " ", 1);
        buf_add(&b, line.at[k].text);
    }
    *end = k;
    return group_text(l->arena, b.s, line.at[i].style);
}

static const struct group *
line_group(struct layout *l, struct line line)
{
    struct placed *parts = ARENA_ARRAY(l->arena, struct placed, line.n);
    int n = 0;

    for (int i = 0, end; i < line.n; i = end) {
        const struct group *g = line.at[i].group;

        end = i + 1;
        if (!g)
            g = text_of_line(l, line, i, &end);
        parts[n++] = (struct placed){g, line.gaps[i]};
    }
    return group_line(l->arena, parts, n);
}

/* The words from `from` up to `to`, all of them text. */
static void
flow_text(struct column *c, const struct words *w, int from, int to, int width)
{
    struct tail *tails = ARENA_ARRAY(c->l->arena, struct tail, to - from + 1);
    int *gaps = ARENA_ARRAY(c->l->arena, int, to - from + 1);

    for (int i = to - 1; i >= from; i--)
        tails[i - from] = best_tail(w, tails, i, from, to, width);
    for (int i = from, end; i < to; i = end) {
        struct line line = {w->at + i, gaps, 0};

        end = tails[i - from].end;
        for (int j = i; j < end; j++)
            gaps[line.n++] = j > i && w->at[j].space;
        if (c->l->o->justify && end < to && c->place == MD_LEFT)
            stretch(line, width);
        add_line(c, line_group(c->l, line));
    }
}

const struct group *
words_flow(struct layout *l, const struct words *w, int width, enum md_place place,
           int cols)
{
    struct column c = {l, group_new(l->arena, 0, 0, 0), place, cols};

    for (int i = 0, end; i < w->n; i = end) {
        for (end = i; end < w->n && w->at[end].kind == WORD_TEXT; end++)
            ;
        if (end > i)
            flow_text(&c, w, i, end, width);
        if (end < w->n && w->at[end].kind == WORD_DISPLAY)
            add_line(&c, w->at[end].group);
        if (end < w->n && w->at[end].kind == WORD_BREAK && end == i)
            add_line(&c, group_new(l->arena, 1, 0, 0));
        end += end < w->n;
    }
    return c.g;
}
