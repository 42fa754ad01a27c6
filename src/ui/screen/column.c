#include "ui/answer/answer.h"
#include "ui/screen/screen.h"

enum { DERIVATION_COLS_MAX = 100 };

struct rect
screen_rows(struct rect r, int from, int rows)
{
    return (struct rect){r.row + from, r.col, rows > 0 ? rows : 0, r.cols};
}

/* ---- columns of text ---------------------------------------------------- */

/* The row on top, from `top` on, so that the verdict is in sight, and with it, where both
 * find room, the cursor. */
static int
show_verdict(const struct flow *f, int rows, int top)
{
    int shown = f->verdict_rows < rows ? f->verdict_rows : rows, least;

    if (shown <= 0)
        return top;
    if (top < f->verdict + shown - rows)
        top = f->verdict + shown - rows;
    if (top > f->verdict)
        top = f->verdict;
    least = f->verdict + 1 - rows; /* its first row alone */
    if (f->cursor_row >= 0 && top > f->cursor_row)
        top = f->cursor_row > least ? f->cursor_row : least;
    return top;
}

int
screen_top(const struct flow *f, int rows)
{
    if (f->rows <= rows)
        return 0;
    return show_verdict(f, rows, f->rows - rows < f->anchor ? f->rows - rows : f->anchor);
}

/* Says that there is more, and the keys that scroll if they do so now. */
static void
more_marks(struct ui_model *m, struct canvas *c, struct rect r, int above, int below)
{
    const char *where = above && below ? "above and below" : above ? "above" : "below";
    const char *keys = above && below ? ": Up, Down" : above ? ": Up" : ": Down";
    int row;

    m->spots.scrolls = true;
    row = keys_row(m, KEY_ARROW_UP);
    if (row < 0 || key_rows[row].action != ACTION_SCROLL_UP)
        keys = "";
    canvas_text_right(c, r, 0, r.cols, STYLE_DIM,
                      arena_printf(m->frame, "more %s%s", where, keys));
}

int
screen_column(struct ui_model *m, struct canvas *c, struct rect r, struct flow *f)
{
    struct study *s = &m->study;
    bool tall = f->rows > r.rows && r.rows > 1;
    struct rect shown = screen_rows(r, 0, tall ? r.rows - 1 : r.rows);
    int cursor = f->cursor_row + f->cursor_more;
    int last = f->rows - shown.rows, natural = screen_top(f, shown.rows);
    int top = natural - s->scroll;

    if (f->cursor_row >= 0 && !s->scroll && top < cursor - shown.rows + 1)
        top = cursor - shown.rows + 1;
    top = top > last ? last : top;
    top = top < 0 ? 0 : top;
    s->scroll = natural - top;
    flow_draw(f, c, shown, top);
    if (tall)
        more_marks(m, c, screen_rows(r, r.rows - 1, 1), top, last - top);
    m->spots.text = r;
    return top;
}

void
screen_cursor(struct ui_model *m, struct canvas *c, struct rect r, const struct flow *f,
              int top)
{
    if (m->study.focus.kind == FOCUS_TEXT && f->cursor_row < 0)
        canvas_cursor(c, r, f->anchor - top, 0);
}

static struct rect
clip(struct rect part, struct rect r, int top)
{
    struct rect out = {r.row + part.row - top, r.col + part.col, part.rows, part.cols};

    if (part.rows <= 0 || out.row < r.row || out.row + out.rows > r.row + r.rows)
        return (struct rect){0};
    return out;
}

/* Where the mouse finds the field and the choices of f, drawn into r from row top. */
void
screen_spots(struct ui_model *m, const struct flow *f, struct rect r, int top)
{
    m->spots.field = clip(f->field, r, top);
    for (int i = 0; i < CHOICES_MAX; i++)
        m->spots.choice[i] = clip(f->choice[i], r, top);
}

bool
screen_question_flow(struct ui_model *m, struct flow *f, int cols)
{
    struct question *q = study_question(m);

    flow_init(f, m, cols < DERIVATION_COLS_MAX ? cols : DERIVATION_COLS_MAX);
    if (!q || (q->ask->predict && !question_is_open(q)))
        return false;
    text_question(f, m, q);
    return true;
}

void
screen_question(struct ui_model *m, struct canvas *c, struct rect r, struct flow *f)
{
    int top = f->rows > r.rows ? f->rows - r.rows : 0;

    if (question_is_read(study_question(m), f, r.rows)) {
        screen_column(m, c, r, f);
        return;
    }
    if (f->cursor_row >= 0 && top > f->cursor_row)
        top = f->cursor_row;
    top = show_verdict(f, r.rows, top);
    flow_draw(f, c, r, top);
    screen_spots(m, f, r, top);
}
