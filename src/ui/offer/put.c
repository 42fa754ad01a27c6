#include <string.h>

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
