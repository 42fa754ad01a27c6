/* A vector or a matrix as a grid of cells. */
#include <string.h>

#include "base/utf8.h"
#include "ui/answer/answer.h"
#include "ui/offer/offer.h"

enum {
    SIDE_MAX = 6, /* larger ones are typed as one text */
    CELL_COLS_MIN = 4,
    EDGE_COLS = 2, /* of a bracket with its blank */
    GAP_COLS = 3,  /* between cells: a blank, the mark of the next and a blank */
};

bool
answer_is_grid(const struct ask *q)
{
    return q->kind == ASK_MATRIX && !q->predict && q->answer &&
           q->answer->op == TERM_MATRIX && q->answer->rows <= SIDE_MAX &&
           q->answer->cols <= SIDE_MAX;
}

static int
rows_of(const struct question *q)
{
    return q->ask->answer->rows;
}

static int
cols_of(const struct question *q)
{
    return q->ask->answer->cols;
}

static int
count(const struct question *q)
{
    return rows_of(q) * cols_of(q);
}

static const char *
cell_text(const struct question *q, int i)
{
    if (i == q->cell)
        return q->typed.text;
    return q->cells && q->cells[i] ? q->cells[i] : "";
}

static bool
is_blank(const char *text)
{
    return text[strspn(text, " \t")] == '\0';
}

/* ---- a whole one in one cell
 * ----------------------------------------------------- */

/* The first of these characters outside brackets; the end when there is none.
 */
static size_t
outside(const char *text, const char *stops)
{
    int depth = 0;
    size_t i = 0;

    for (; text[i]; i++) {
        if (depth == 0 && strchr(stops, text[i]))
            return i;
        if (strchr("([{", text[i]))
            depth++;
        else if (strchr(")]}", text[i]) && depth > 0)
            depth--;
    }
    return i;
}

static bool
others_are_empty(const struct question *q)
{
    for (int i = 0; i < count(q); i++)
        if (i != q->cell && !is_blank(cell_text(q, i)))
            return false;
    return true;
}

/* Whether a text is a vector or a matrix by itself, as R(pi/2) is. */
static bool
is_array(const struct question *q, const char *text)
{
    struct arena *a = arena_new();
    const struct term *t =
        expr_parse(a, q->drawn.scope, text, (struct pos){"cell", 1, 1}, NULL);
    bool is = t && (t->type.kind == TYPE_VECTOR || t->type.kind == TYPE_MATRIX);

    arena_free(a);
    return is;
}

/* "(1, 2)": one pair of round brackets around everything, with rows in it. */
static bool
is_round(const char *text)
{
    size_t close = *text == '(' ? 1 + outside(text + 1, ")") : 0;

    return close && text[close] && is_blank(text + close + 1) &&
           1 + outside(text + 1, ",;") < close;
}

/* What stands in the cell is meant as the whole: it was pasted, or begins with
 * '['. */
static bool
is_whole(const struct question *q)
{
    const char *text = q->typed.text + strspn(q->typed.text, " \t=");

    if (*text == '[')
        return true;
    if (is_blank(text) || !others_are_empty(q))
        return false;
    return text[outside(text, ",;")] || is_round(text) || is_array(q, text);
}

/* ---- as a text
 * ------------------------------------------------------------------- */

static bool
grid_is_empty(const struct question *q)
{
    return is_blank(q->typed.text) && others_are_empty(q);
}

static bool
grid_is_ready(const struct question *q)
{
    if (is_whole(q))
        return true;
    for (int i = 0; i < count(q); i++)
        if (is_blank(cell_text(q, i)))
            return false;
    return true;
}

static char *
grid_text(struct arena *a, const struct question *q)
{
    struct buf b;

    if (is_whole(q) || grid_is_empty(q))
        return arena_strdup(a, is_whole(q) ? q->typed.text : "");
    buf_init(&b, a);
    for (int i = 0; i < count(q); i++)
        buf_printf(&b, "%s%s",
                   i == 0           ? "["
                   : i % cols_of(q) ? ", "
                                    : "; ",
                   cell_text(q, i));
    buf_char(&b, ']');
    return b.s;
}

static void
go_to_cell(struct ui_model *m, struct question *q, int cell)
{
    q->cells[q->cell] = arena_strdup(m->arena, q->typed.text);
    q->cell = cell;
    typed_set(&q->typed, q->cells[cell], (int)strlen(q->cells[cell]));
    m->field_serial++;
}

/* The entries of "[a, b; c, d]"; false when it has not the shape of the grid.
 */
static bool
split(struct ui_model *m, const struct question *q, const char *text, const char **cells)
{
    size_t end;
    int n = 0;

    text += strspn(text, " \t=");
    end = strlen(text);
    while (end && strchr(" \t", text[end - 1]))
        end--;
    if (end < 2 || text[0] != '[' || text[end - 1] != ']' ||
        outside(text + 1, "]") != end - 2)
        return false;
    text = arena_strndup(m->arena, text + 1, end - 2);
    for (;;) {
        size_t len;
        bool row_ends = (n + 1) % cols_of(q) == 0;

        if (n == count(q))
            return false;
        text += strspn(text, " \t");
        len = outside(text, ",;");
        end = len;
        while (end && strchr(" \t", text[end - 1]))
            end--;
        cells[n++] = arena_strndup(m->arena, text, end);
        if (!text[len])
            return n == count(q);
        if ((text[len] == ';') != row_ends)
            return false;
        text += len + 1;
    }
}

static void
grid_take(struct ui_model *m, struct question *q, const char *text)
{
    const char **cells = ARENA_ARRAY(m->arena, const char *, count(q) + 1);
    bool fits = split(m, q, text, cells);

    for (int i = 0; i < count(q) && !fits; i++)
        cells[i] = "";
    q->cells = cells;
    q->cell = 0;
    text = fits ? cells[0] : text;
    typed_set(&q->typed, text, (int)strlen(text));
}

/* ---- keys
 * ------------------------------------------------------------------------ */

static const char *
grid_place(const struct question *q)
{
    return is_whole(q) ? NULL : "cell";
}

static void
begin(struct ui_model *m, struct question *q)
{
    if (q->cells)
        return;
    q->cells = ARENA_ARRAY(m->arena, const char *, count(q) + 1);
    for (int i = 0; i < count(q); i++)
        q->cells[i] = "";
}

/* The cell that is `by` cells further on, or by whole rows; -1: not in the
 * grid. */
static int
target(const struct question *q, int by)
{
    int rows = by / CELL_ROW, to = q->cell + (rows ? rows * cols_of(q) : by);

    return to >= 0 && to < count(q) ? to : -1;
}

static bool
can_cell(const struct ui_model *m, int by)
{
    const struct question *q = study_question(m);

    return q && answer_of(q) == &answer_grid && target(q, by) >= 0;
}

bool
answer_can_cell_next(const struct ui_model *m)
{
    return can_cell(m, 1);
}

bool
answer_can_cell_back(const struct ui_model *m)
{
    return can_cell(m, -1);
}

bool
answer_can_row_next(const struct ui_model *m)
{
    return can_cell(m, CELL_ROW);
}

bool
answer_can_row_back(const struct ui_model *m)
{
    return can_cell(m, -CELL_ROW);
}

void
answer_key_cell(struct ui_model *m, struct press p)
{
    struct question *q = study_question(m);
    int to = target(q, p.by);

    begin(m, q);
    if (to >= 0)
        go_to_cell(m, q, to);
    question_type(m, q, q->typed.text, q->typed.cursor);
}

/* What is wrong in a cell by itself; false: nothing. */
static bool
cell_error(struct ui_model *m, const struct question *q, const char *cell, struct err *e)
{
    struct pos at = {"answer", 1, 1};

    return !is_blank(cell) && !expr_parse(m->scratch, q->drawn.scope, cell, at, e);
}

/* Whether the cell that is typed into cannot be read by itself: a matrix with nothing
 * else in it is read as the whole will be. */
static bool
is_unread(struct ui_model *m, const struct question *q, struct err *e)
{
    const char *cell = q->typed.text;
    struct reading r;
    struct buf b;

    if (is_blank(cell))
        return false;
    arena_reset(m->scratch);
    buf_init(&b, m->scratch);
    for (int i = 0; i < count(q); i++)
        buf_printf(&b, "%s%s", i == 0 ? "[" : i % cols_of(q) ? ", " : "; ", cell);
    buf_char(&b, ']');
    r = grade_read(m->scratch, q->ask, &q->drawn, b.s);
    if (!r.ok && !cell_error(m, q, cell, e))
        *e = r.err;
    return !r.ok;
}

static bool
grid_enter(struct ui_model *m, struct question *q)
{
    int to = q->cell + 1;
    struct err e;

    begin(m, q);
    if (is_whole(q) || (q->cell == count(q) - 1 && grid_is_ready(q)))
        return true;
    if (is_unread(m, q, &e)) {
        question_verdict(m, q, (struct grade){.verdict = GRADE_UNREADABLE, .err = e},
                         grid_text(m->arena, q));
        return false;
    }
    if (to == count(q)) {
        for (to = 0; !is_blank(cell_text(q, to));)
            to++;
        model_remark(m, "Row %d, column %d is empty.", to / cols_of(q) + 1,
                     to % cols_of(q) + 1);
    }
    go_to_cell(m, q, to);
    question_type(m, q, q->typed.text, q->typed.cursor);
    return false;
}

/* The whole cannot be read: to the first cell that cannot, with what is wrong there. */
static void
grid_refused(struct ui_model *m, struct question *q, int col)
{
    struct err e;

    if (is_whole(q)) {
        typed_refuse(&q->typed, col);
        return;
    }
    arena_reset(m->scratch);
    for (int i = 0; i < count(q); i++)
        if (cell_error(m, q, cell_text(q, i), &e)) {
            go_to_cell(m, q, i);
            typed_refuse(&q->typed, e.at.col);
            e.at.file = q->grade.err.at.file;
            q->grade.err = e;
            return;
        }
}

/* A wrong matrix stands in its cells, the cursor at the first that is wrong. */
static void
grid_judged(struct ui_model *m, struct question *q)
{
    grid_take(m, q, q->judged);
    if (q->grade.first > 0 && q->grade.n_parts == count(q) && !is_whole(q))
        go_to_cell(m, q, q->grade.first);
    question_type(m, q, q->typed.text, q->typed.cursor);
}

/* ---- on the screen
 * --------------------------------------------------------------- */

/* The cell that is typed into. */
static bool
is_typed_into(const struct ui_model *m, const struct question *q, int i)
{
    return answer_focused(m, q) && i == q->cell;
}

static int
column_width(const struct flow *f, const struct ui_model *m, const struct question *q,
             int col)
{
    int width = CELL_COLS_MIN, most;

    for (int row = 0; row < rows_of(q); row++) {
        int i = row * cols_of(q) + col;
        int w = canvas_width(f->alphabet, cell_text(q, i)) + 1;

        if (is_typed_into(m, q, i))
            w += utf8_width(offer_rest(f->arena, m));
        width = w > width ? w : width;
    }
    most = (f->cols - 2 * EDGE_COLS) / cols_of(q) - GAP_COLS;
    return width < most ? width : most > 1 ? most : 1;
}

/* ">" where the cursor is, "!" when it cannot be read; after a verdict "x" at a wrong
 * entry and "+" at a right one. */
static char
cell_mark(const struct question *q, const struct grade *marks, int i, bool at)
{
    if (marks && marks->n_parts == count(q) && marks->parts[i].mark != PART_RIGHT)
        return 'x';
    if (at && q->typed.bad)
        return '!';
    if (at)
        return '>';
    return marks && marks->n_parts == count(q) ? '+' : ' ';
}

static void
put_cell(struct flow *f, const struct ui_model *m, const struct question *q, int i,
         struct rect r, const struct grade *marks)
{
    int row = r.row, col = r.col + GAP_COLS, width = r.cols;
    bool at = is_typed_into(m, q, i);
    char mark[] = {cell_mark(q, marks, i, at), '\0'};
    const char *text;
    enum style style = strchr("x!", mark[0]) ? STYLE_WRONG
                       : mark[0] == '+'      ? STYLE_RIGHT
                                             : STYLE_KEY;

    flow_beside(f, row, r.col + 1, at ? STYLE_FOCUS : style,
                box_line(f->arena, mark, STYLE_PLAIN));
    if (at && q->typed.len) {
        offer_put(f, m, &q->typed, (struct rect){row, col, 1, width}, true);
        return;
    }
    text = canvas_fold(f->arena, f->alphabet, cell_text(q, i));
    text = arena_strndup(f->arena, text, utf8_fit(text, width));
    flow_beside(f, row, col, STYLE_PLAIN,
                box_line(f->arena, is_blank(text) ? "." : text, STYLE_PLAIN));
    if (!at)
        return;
    f->cursor_row = row;
    f->cursor_col = col;
}

static void
put_grid(struct flow *f, struct ui_model *m, struct question *q)
{
    const struct grade *marks = answer_marks(f->arena, q);
    int top = f->rows;

    for (int row = 0; row < rows_of(q); row++) {
        int at = f->rows, col = EDGE_COLS;

        flow_line(f, EDGE_COLS - 1, STYLE_FORMULA, "[");
        for (int k = 0; k < cols_of(q); k++) {
            int width = column_width(f, m, q, k);

            put_cell(f, m, q, row * cols_of(q) + k, (struct rect){at, col, 1, width},
                     marks);
            col += GAP_COLS + width;
        }
        flow_beside(f, at, col + 1, STYLE_FORMULA, box_line(f->arena, "]", STYLE_PLAIN));
    }
    f->field = (struct rect){top, 0, f->rows - top, f->cols};
    if (marks && marks->n_parts == count(q))
        flow_line(f, EDGE_COLS, STYLE_DIM, "+ right   x not right");
}

static void
grid_put(struct flow *f, struct ui_model *m, struct question *q)
{
    if (!question_is_open(q)) {
        answer_put_reading(f, m, q, "");
        return;
    }
    if (is_whole(q)) {
        answer_put_text(f, m, q, "> ", "");
        return;
    }
    put_grid(f, m, q);
    answer_put_reading(f, m, q,
                       arena_printf(f->arena,
                                    "row %d, column %d; or the whole, beginning with [",
                                    q->cell / cols_of(q) + 1, q->cell % cols_of(q) + 1));
}

/* ---- in lines
 * -------------------------------------------------------------------- */

static const char *
grid_prompt(struct arena *a, const struct question *q)
{
    if (cols_of(q) == 1)
        return arena_printf(a, "vector of %d such as [1, 2]", rows_of(q));
    return arena_printf(a, "%d x %d matrix such as [1, 2; 3, 4]", rows_of(q), cols_of(q));
}

static void
grid_line(struct ui_model *m, struct question *q, const char *line)
{
    grid_take(m, q, line);
    question_judge(m, q, arena_strdup(m->arena, line));
}

const struct answer_kind answer_grid = {
    .prompt = grid_prompt,
    .types = answer_is_typed,
    .place = grid_place,
    .enter = grid_enter,
    .is_empty = grid_is_empty,
    .is_ready = grid_is_ready,
    .text = grid_text,
    .take = grid_take,
    .judged = grid_judged,
    .refused = grid_refused,
    .put = grid_put,
    .line = grid_line,
};
