/*
 * The map as a screen.
 */
#include <string.h>

#include "ui/map/map.h"
#include "ui/map/near.h"

enum { DETAIL_ROOMY = 8, DETAIL_SMALL = 4, TRUNK_COL = 1, BRANCH_COL = 5 };

/* ---- names ------------------------------------------------------------------------- */

static enum ui_mark
mark_of(const struct ui_model *m, const struct map_node *node)
{
    int64_t now = m->settings.now_ms;

    if (node->theorem < 0)
        return ui_lesson_mark(m->progress, node->lesson, now);
    return ui_theorem_mark(m->progress, &m->course->theorems[node->theorem], now);
}

static const char *
name_of(const struct ui_model *m, const struct map_node *node)
{
    return node->theorem < 0 ? node->lesson->title
                             : m->course->theorems[node->theorem].name;
}

/* An axiom is no part of the rope: it is what the rope hangs from. */
static const char *
sign_of(const struct ui_model *m, const struct map_node *node)
{
    if (node->theorem >= 0 && m->course->theorems[node->theorem].axiom)
        return " A ";
    return ui_mark_sign(mark_of(m, node));
}

/* ---- the list ---------------------------------------------------------------------- */

static void
draw_node(struct ui_model *m, struct canvas *c, struct rect r, int row, int i)
{
    const struct map_node *node = &m->map->nodes[i];
    bool here = i == m->map->at;
    enum style style = here                ? STYLE_FOCUS
                       : node->theorem < 0 ? STYLE_STRONG
                                           : STYLE_PLAIN;
    const char *text;

    if (node->theorem < 0)
        text = arena_printf(m->frame, "%-5s %s%s%s", ui_mark_word(mark_of(m, node)),
                            node->lesson->label, *node->lesson->label ? " " : "",
                            node->lesson->title);
    else
        text = arena_printf(m->frame, "  %s %s", sign_of(m, node), name_of(m, node));
    canvas_text(c, r, row, 0, style, here ? ">" : " ");
    canvas_text(c, r, row, 2, style, text_cut(m->frame, c->alphabet, text, r.cols - 3));
    if (here && !m->map->beside)
        canvas_cursor(c, r, row, 0);
}

static void
draw_list(struct ui_model *m, struct canvas *c, struct rect r)
{
    const struct map *map = m->map;
    int top = map->at - r.rows / 2;

    top = top > map->n - r.rows ? map->n - r.rows : top;
    top = top < 0 ? 0 : top;
    for (int i = 0; i < r.rows && top + i < map->n; i++)
        draw_node(m, c, r, i, top + i);
}

/* ---- the neighbours ---------------------------------------------------------------- */

/* What the rope is drawn with. */
struct strands {
    const char *first, *next, *into, *on, *last;
};

static struct strands
strands_of(enum alphabet alphabet)
{
    static const struct strands ascii = {".--", "+--", "'->", "+->", "'->"};
    static const struct strands unicode = {"┌──", "├──", "└─>", "├─>", "└─>"};

    return alphabet == ALPHABET_ASCII ? ascii : unicode;
}

static void
draw_near(struct ui_model *m, struct canvas *c, struct rect r, int row, int col,
          const struct map_node *node, bool here)
{
    const char *label = node->lesson->label;
    enum style style = here ? STYLE_FOCUS : STYLE_PLAIN;
    int end =
        canvas_text(c, r, row, col, style,
                    arena_printf(m->frame, "%s %s", sign_of(m, node), name_of(m, node)));

    if (end + 1 + (int)strlen(label) < r.cols)
        canvas_text(c, r, row, end + 2, STYLE_DIM, label);
}

/* Row i of the drawing: what is above, the node itself, what is below. */
static void
draw_strand(struct ui_model *m, struct canvas *c, struct rect r, int row, int i,
            const struct map_near *near)
{
    struct strands s = strands_of(c->alphabet);
    int below = i - near->above - 1, k = i > near->above ? i - 1 : i;
    bool self = i == near->above, here = !self && m->map->beside && k == m->map->near;
    int col = i > near->above ? BRANCH_COL : TRUNK_COL;
    const char *strand = i < near->above ? (i ? s.next : s.first)
                         : self          ? (near->above ? s.into : "   ")
                         : below + near->above + 1 == near->n ? s.last
                                                              : s.on;

    if (here) {
        canvas_text(c, r, row, 0, STYLE_FOCUS, ">");
        canvas_cursor(c, r, row, 0);
    }
    canvas_text(c, r, row, col, STYLE_DIM, strand);
    if (self)
        draw_near(m, c, r, row, col + 4, &m->map->nodes[m->map->at], false);
    else
        draw_near(m, c, r, row, col + 4, &near->at[k], here);
}

static void
draw_heads(struct ui_model *m, struct canvas *c, struct rect r,
           const struct map_near *near)
{
    bool lesson = m->map->nodes[m->map->at].theorem < 0;
    const char *text =
        arena_printf(m->frame, "%s %d, %s %d", lesson ? "needs" : "rests on", near->above,
                     lesson ? "is needed by" : "holds up", near->n - near->above);

    canvas_text(c, r, 0, 0, STYLE_STRONG, text);
}

static void
draw_rope(struct ui_model *m, struct canvas *c, struct rect r)
{
    const struct map *map = m->map;
    struct map_near near = map_near_of(m->frame, m, &map->nodes[map->at]);
    int at = !map->beside ? near.above : map->near + (map->near >= near.above), top;
    struct rect rows = {r.row + 1, r.col, r.rows - 1, r.cols};

    draw_heads(m, c, r, &near);
    top = at - rows.rows / 2;
    top = top > near.n + 1 - rows.rows ? near.n + 1 - rows.rows : top;
    top = top < 0 ? 0 : top;
    for (int i = 0; i < rows.rows && top + i < near.n + 1; i++)
        draw_strand(m, c, rows, i, top + i, &near);
    if (near.n + 1 > rows.rows)
        canvas_text_right(c, r, 0, r.cols, STYLE_DIM,
                          arena_printf(m->frame, " %d to %d of %d", top + 1,
                                       top + rows.rows, near.n + 1));
}

/* ---- the one at the cursor --------------------------------------------------------- */

static void
put_lesson(struct flow *f, const struct ui_model *m, const struct map_node *node)
{
    const struct lesson *l = node->lesson;

    flow_plain(
        f, 0, STYLE_STRONG,
        arena_printf(f->arena, "%s%s%s", l->label, *l->label ? " " : "", l->title));
    flow_plain(f, 0, STYLE_PLAIN,
               arena_printf(f->arena, "%s, %d min. Enter opens it.",
                            ui_mark_word(mark_of(m, node)), l->minutes));
}

static void
put_theorem(struct flow *f, const struct ui_model *m, const struct map_node *node)
{
    const struct course_theorem *t = &m->course->theorems[node->theorem];
    struct err e;

    flow_box(f, 0, STYLE_FORMULA,
             tex_box(f->arena, f->alphabet, t->says[0].tex, true, f->cols, &e));
    if (*t->sentence)
        flow_words(f, 0, STYLE_PLAIN, t->sentence, NULL);
    flow_plain(f, 0, STYLE_DIM,
               arena_printf(f->arena, "%s: %s%s%s, %s",
                            t->axiom ? "axiom" : ui_mark_word(mark_of(m, node)),
                            t->lesson->label, *t->lesson->label ? " " : "",
                            t->lesson->title, t->lesson->steps[t->step].title));
}

static const struct map_node *
looked_at(struct ui_model *m)
{
    const struct map *map = m->map;
    const struct map_node *node = &map->nodes[map->at];

    if (map->beside)
        node = &map_near_of(m->frame, m, node).at[map->near];
    return node;
}

static int
draw_detail(struct ui_model *m, struct canvas *c, struct rect r, int most)
{
    const struct map_node *node = looked_at(m);
    struct flow f;
    int rows;

    flow_init(&f, m, r.cols);
    if (node->theorem < 0)
        put_lesson(&f, m, node);
    else
        put_theorem(&f, m, node);
    rows = f.rows < most ? f.rows : most;
    canvas_rule(c, r, r.rows - rows - 1, STYLE_RULE);
    flow_draw(&f, c, (struct rect){r.row + r.rows - rows, r.col, rows, r.cols}, 0);
    return rows + 1;
}

/* ---- the screen -------------------------------------------------------------------- */

static void
draw_head(struct ui_model *m, struct canvas *c, struct rect r)
{
    int yours, seen, n;

    canvas_text(c, r, 0, 0, STYLE_STRONG, "The map");
    if (!m->course)
        return;
    n = ui_theorem_count(m->course, m->progress, m->settings.now_ms, &yours, &seen);
    canvas_text_right(
        c, r, 0, r.cols, STYLE_PLAIN,
        model_is_roomy(m)
            ? ui_theorem_words(m->frame, n, yours, seen)
            : arena_printf(m->frame, "  %d of %d yours, %d seen", yours, n, seen));
}

static void
draw_small(struct ui_model *m, struct canvas *c, struct rect r)
{
    r.rows -= draw_detail(m, c, r, DETAIL_SMALL);
    if (m->map->beside)
        draw_rope(m, c, r);
    else
        draw_list(m, c, r);
}

static void
draw_roomy(struct ui_model *m, struct canvas *c, struct rect r)
{
    int split = r.cols * 42 / 100;
    struct rect list = {r.row, r.col, r.rows, split};
    struct rect beside = {r.row, r.col + split + 2, r.rows, r.cols - split - 2};

    canvas_fill(c, (struct rect){r.row, r.col + split, r.rows, 1}, STYLE_RULE,
                c->alphabet == ALPHABET_UNICODE ? 0x2502 : '|');
    draw_list(m, c, list);
    beside.rows -= draw_detail(m, c, beside, DETAIL_ROOMY);
    draw_rope(m, c, beside);
}

void
map_view(struct ui_model *m, struct canvas *c)
{
    bool roomy = model_is_roomy(m);
    struct rect all = canvas_all(c), inner = {0, roomy, c->rows, c->cols - 2 * roomy};
    int from = 1 + roomy;
    struct rect body = {from, inner.col, c->rows - from - 1 - roomy, inner.cols};

    draw_head(m, c, (struct rect){0, inner.col, 1, inner.cols});
    if (roomy) {
        canvas_rule(c, all, 1, STYLE_RULE);
        canvas_rule(c, all, c->rows - 2, STYLE_RULE);
    }
    parts_notice(m, c, all, 1);
    if (!m->course || !m->map->n)
        canvas_text(c, body, 0, 0, STYLE_REMARK,
                    m->course ? "The course is not here."
                              : "The course is being read ...");
    else if (roomy)
        draw_roomy(m, c, body);
    else
        draw_small(m, c, body);
    keys_hints(m, c, (struct rect){c->rows - 1, inner.col, 1, inner.cols});
    if (c->cursor_row < 0)
        canvas_cursor(c, all, from, inner.col);
}
