/* A field over several rows. */
#include <string.h>

#include "base/utf8.h"
#include "ui/told/told.h"

enum { LABEL_COLS = 2 };

/* A row of the text: bytes from `from` to before `to`. */
struct text_row {
    int from, to;
};

/* The end of the row that begins at `from`, and in *next where the row after it does. */
static int
row_end(const char *text, int from, int cols, enum alphabet alphabet, int *next)
{
    int at = from, width = 0, blank = -1;

    while (text[at] && text[at] != '\n') {
        char c[8] = "";
        size_t n;

        utf8_decode(text + at, strnlen(text + at, 4), &n);
        memcpy(c, text + at, n < sizeof c ? n : sizeof c - 1);
        width += canvas_width(alphabet, c) + (alphabet == ALPHABET_ASCII && c[1]);
        if (width > cols && at > from) {
            *next = blank >= 0 ? blank + 1 : at;
            return blank >= 0 ? blank : at;
        }
        if (text[at] == ' ')
            blank = at;
        at += (int)n;
    }
    *next = at + (text[at] == '\n');
    return at;
}

/* The rows of a text, at least one; behind a line break at the end stands an empty one.
 */
static struct text_row *
wrap(struct arena *a, const char *text, int cols, enum alphabet alphabet, int *n)
{
    int cap = (int)strlen(text) + 2, at = 0;
    struct text_row *rows = ARENA_ARRAY(a, struct text_row, cap);
    bool more = true;

    *n = 0;
    while (more) {
        int next, end = row_end(text, at, cols, alphabet, &next);

        rows[(*n)++] = (struct text_row){at, end};
        more = text[next] != '\0' || (next > end && text[next - 1] == '\n');
        at = next;
    }
    return rows;
}

static int
row_of(const struct text_row *rows, int n, int cursor)
{
    int r = n - 1;

    while (r > 0 && rows[r].from > cursor)
        r--;
    return r;
}

static int
col_of(struct arena *a, enum alphabet alphabet, const char *text, struct text_row row,
       int cursor)
{
    int to = cursor < row.to ? cursor : row.to;

    return canvas_width(alphabet,
                        arena_strndup(a, text + row.from, (size_t)(to - row.from)));
}

void
told_put_field(struct flow *f, struct ui_model *m, struct question *q, int rows)
{
    int cols = f->cols - LABEL_COLS - 1, n, at, top;
    const char *text = q->typed.text;
    bool active = answer_focused(m, q);
    struct text_row *all;

    q->telling->cols = cols;
    all = wrap(f->arena, text, cols, f->alphabet, &n);
    at = row_of(all, n, q->typed.cursor);
    top = at - rows / 2 < n - rows ? at - rows / 2 : n - rows;
    top = top > 0 ? top : 0;
    f->field = (struct rect){f->rows, 0, n < rows ? n : rows, f->cols};
    for (int r = top; r < n && r < top + rows; r++) {
        const char *line = arena_strndup(f->arena, text + all[r].from,
                                         (size_t)(all[r].to - all[r].from));
        const char *mark = r == 0 ? "> " : r == top ? "^ " : "  ";

        if (r == top + rows - 1 && r < n - 1)
            mark = "v ";
        if (active && r == at) {
            f->cursor_row = f->rows;
            f->cursor_col =
                LABEL_COLS + col_of(f->arena, f->alphabet, text, all[r], q->typed.cursor);
        }
        flow_line(f, 0, active ? STYLE_FOCUS : STYLE_DIM, mark);
        flow_beside(
            f, f->rows - 1, LABEL_COLS, STYLE_PLAIN,
            box_line(f->arena, canvas_fold(f->arena, f->alphabet, line), STYLE_PLAIN));
    }
}

void
told_row(struct question *q, enum alphabet alphabet, int by)
{
    struct arena *a = arena_new();
    const char *text = q->typed.text;
    int n, at, to, col;
    struct text_row *rows = wrap(
        a, text, q->telling->cols > 0 ? q->telling->cols : TEXT_COLS_MAX, alphabet, &n);

    at = row_of(rows, n, q->typed.cursor);
    to = at + by;
    if (to >= 0 && to < n) {
        col = col_of(a, alphabet, text, rows[at], q->typed.cursor);
        q->typed.cursor = rows[to].from;
        while (q->typed.cursor < rows[to].to &&
               col_of(a, alphabet, text, rows[to], q->typed.cursor) < col) {
            size_t len;

            utf8_decode(text + q->typed.cursor, strnlen(text + q->typed.cursor, 4), &len);
            q->typed.cursor += (int)len;
        }
    }
    arena_free(a);
}
