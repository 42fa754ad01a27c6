#include <ctype.h>
#include <string.h>

#include "base/buf.h"

#include "base/utf8.h"
#include "ui/offer/offer.h"

/* What is grey, in at most `room` cells; what is cut ends in "...". */
static void
put_rest(struct flow *f, struct rect at, const char *rest)
{
    const char *cut = canvas_fold(f->arena, f->alphabet, "…");
    int room = at.cols;

    if (utf8_width(rest) > room) {
        room -= utf8_width(cut);
        rest = room > 0 ? arena_printf(f->arena, "%.*s%s", (int)utf8_fit(rest, room),
                                       rest, cut)
                        : "";
    }
    flow_beside(f, at.row, at.col, STYLE_OFFER, box_line(f->arena, rest, STYLE_PLAIN));
}

/* The grey text has up to half of the field where both do not fit. */
static int
room_for_text(int cols, int rest)
{
    return cols - (rest < cols / 2 ? rest : cols / 2);
}

/* How many bytes belong to what stands there: a word, a number, else one character. */
static size_t
part_len(const char *s)
{
    size_t n = 0, one;

    while (isalnum((unsigned char)s[n]) || s[n] == '_')
        n++;
    if (n || !*s)
        return n;
    utf8_decode(s, strnlen(s, 4), &one);
    return one;
}

/* The part that was refused, and carets below it where a row is left for them; behind the
 * end, one caret. */
static void
put_bad(struct flow *f, const struct typed *t, size_t start, struct rect r)
{
    size_t at = utf8_offset(t->text, t->len, t->bad - 1), len = part_len(t->text + at);
    const char *part =
        canvas_fold(f->arena, f->alphabet, arena_strndup(f->arena, t->text + at, len));
    int col, width = utf8_width(part);
    struct buf carets;

    if (at < start)
        return;
    col = canvas_width(f->alphabet, arena_strndup(f->arena, t->text + start, at - start));
    if (col >= r.cols)
        return;
    width = width > r.cols - col ? r.cols - col : width;
    buf_init(&carets, f->arena);
    for (int i = 0; i < width || i == 0; i++)
        buf_char(&carets, '^');
    part = arena_strndup(f->arena, part, utf8_fit(part, width));
    flow_beside(f, r.row, r.col + col, STYLE_WRONG,
                box_line(f->arena, part, STYLE_PLAIN));
    if (r.rows > 1)
        flow_beside(f, r.row + 1, r.col + col, STYLE_WRONG,
                    box_line(f->arena, carets.s, STYLE_PLAIN));
}

void
offer_put(struct flow *f, const struct ui_model *m, const struct typed *t, struct rect r,
          bool active)
{
    const char *rest = active ? offer_rest(f->arena, m) : "";
    size_t start = typed_start(f, t, room_for_text(r.cols, utf8_width(rest)));
    const char *text =
        canvas_fold(f->arena, f->alphabet,
                    arena_strndup(f->arena, t->text + start,
                                  strnlen(t->text + start, 4 * (size_t)r.cols)));
    const char *before =
        arena_strndup(f->arena, t->text + start, (size_t)t->cursor - start);
    int col = canvas_width(f->alphabet, before);

    text = arena_strndup(f->arena, text, utf8_fit(text, r.cols));
    flow_beside(f, r.row, r.col, STYLE_PLAIN, box_line(f->arena, text, STYLE_PLAIN));
    if (*rest)
        put_rest(f, (struct rect){r.row, r.col + col, 1, r.cols - col}, rest);
    if (t->bad)
        put_bad(f, t, start, r);
    if (!active)
        return;
    f->cursor_row = r.row;
    f->cursor_col = r.col + col;
}

void
offer_put_rule(struct flow *f, const struct ui_model *m)
{
    enum { INDENT = 2 };
    const char *text = offer_rule_text(f->arena, m, f->cols - INDENT);

    if (*text)
        flow_line(f, INDENT, STYLE_DIM, text);
}
