/* Environments with rows: reading and setting. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "typeset/tex/tex.h"

enum {
    COLUMNS_NAMED = 1,
    COLUMNS_PAIRED = 2,
    ARGUMENT_SKIPPED = 4,
    PLACE_OPTIONAL = 8,
    COLUMNS_MAX = 64,
};

static const struct environment environments[] = {
#define ENVIRONMENT(name, left, right, columns, gap, flags) \
    {name, left, right, columns, gap, flags},
#include "typeset/tex/environments.def"
#undef ENVIRONMENT
};

/* Rows without \begin, and \substack. */
static const struct environment open_rows = {"", ".", ".", "rl", 4, COLUMNS_PAIRED};
static const struct environment substack = {"", ".", ".", "c", 1, 0};

/* ---- reading --------------------------------------------------------------------------
 */

static const struct environment *
find_environment(const char *name)
{
    for (size_t i = 0; i < sizeof environments / sizeof *environments; i++)
        if (strcmp(environments[i].name, name) == 0)
            return &environments[i];
    return NULL;
}

static bool
is_newline(const struct token *t)
{
    return t->kind == TOKEN_COMMAND && t->command && t->command->kind == COMMAND_NEWLINE;
}

static void
skip_row_gap(struct reader *r)
{
    if (r->text[r->at] == '*')
        r->at++;
    if (r->text[r->at] == '[')
        read_optional(r);
}

/* Cells and rows until something else comes; `cell` is the first one when it is read
 * already. An empty last row is no row. */
static struct node *
read_rows(struct reader *r, const struct environment *environment, struct node *cell)
{
    struct node *array = node_new(r, NODE_ARRAY), *row = node_new(r, NODE_ROW);
    bool outer = r->ruled;
    struct token t;

    array->class = CLASS_INNER;
    array->environment = environment;
    array->text = environment->columns;
    for (;;) {
        r->ruled = false;
        node_append(row, cell ? cell : read_list(r));
        row->ruled |= r->ruled;
        cell = NULL;
        t = reader_peek(r);
        if (t.kind != TOKEN_CELL && !is_newline(&t))
            break;
        reader_take(r);
        if (row->n > COLUMNS_MAX)
            reader_fail(r, t.start, ERR_TEX_TOO_LARGE, "a row has at most %d cells",
                        COLUMNS_MAX);
        if (t.kind == TOKEN_CELL)
            continue;
        skip_row_gap(r);
        node_append(array, row);
        row = node_new(r, NODE_ROW);
    }
    if (row->n > 1 || row->first->first)
        node_append(array, row);
    else
        array->ruled = row->ruled;
    r->ruled = outer;
    return array;
}

struct node *
read_open_rows(struct reader *r, struct node *first)
{
    struct node *row = node_new(r, NODE_ROW);

    finish_list(r, first);
    node_append(row, read_rows(r, &open_rows, first));
    return row;
}

struct node *
read_substack(struct reader *r)
{
    struct token open = reader_take(r);
    struct node *array;

    if (open.kind != TOKEN_OPEN) {
        reader_fail(r, open.start, ERR_TEX_MISSING, "\\substack needs {...}");
        return NULL;
    }
    if (!reader_enter(r, open.start))
        return NULL;
    array = read_rows(r, &substack, NULL);
    r->depth--;
    if (reader_peek(r).kind == TOKEN_CLOSE)
        reader_take(r);
    else
        reader_fail(r, open.start, ERR_TEX_BRACE, "this { is never closed");
    return array;
}

/* "*{3}{c}" in an argument for columns written out. */
static const char *
written_out(struct arena *a, const char *raw)
{
    const char *star = strchr(raw, '*'), *what;
    size_t digits, len;
    struct buf b;
    int times;

    if (!star || star[1] != '{')
        return raw;
    times = atoi(star + 2);
    digits = strcspn(star, "}");
    what = star + digits + (star[digits] == '}');
    what += *what == '{';
    len = strcspn(what, "}");
    buf_init(&b, a);
    buf_add_n(&b, raw, (size_t)(star - raw));
    for (int i = 0; i < times && i < COLUMNS_MAX; i++)
        buf_add_n(&b, what, len);
    buf_add(&b, what + len + (what[len] == '}'));
    return b.s;
}

/* What an argument such as "l|cr" says of columns: their places, and in *bars whether a
 * bar stands before each of them and behind the last. */
static const char *
column_places(struct reader *r, const char *raw, char **bars)
{
    size_t len = strlen(raw);
    char *places = arena_alloc(r->arena, len + 2, 1);
    int n = 0, depth = 0;

    *bars = arena_alloc(r->arena, len + 2, 1);
    memset(*bars, ' ', len + 1);
    for (; *raw; raw++) {
        depth += (*raw == '{') - (*raw == '}');
        if (depth == 0 && strchr("lcr", *raw))
            places[n++] = *raw;
        else if (depth == 0 && strchr("pmbXL", *raw))
            places[n++] = 'l';
        else if (depth == 0 && *raw == '|')
            (*bars)[n] = '|';
    }
    if (!n)
        places[n] = 'c';
    return places;
}

/* "[r]" behind \\begin{pmatrix*}. */
static const char *
optional_place(struct reader *r, const struct environment *environment)
{
    static const char *const places[] = {"l", "c", "r"};
    const struct node *optional = read_optional(r);

    for (int i = 0; optional && i < 3; i++)
        if (optional->first && optional->first->text &&
            strcmp(optional->first->text, places[i]) == 0)
            return places[i];
    return environment->columns;
}

static struct node *
read_known(struct reader *r, const struct environment *environment)
{
    const char *columns = environment->columns;
    char *bars = NULL;
    struct node *n;

    if (environment->flags & PLACE_OPTIONAL)
        columns = optional_place(r, environment);
    else if (reader_peek(r).c == '[' && r->len - r->at > 2 && r->text[r->at + 2] == ']' &&
             strchr("tcb", r->text[r->at + 1]))
        read_optional(r);
    if (environment->flags & (COLUMNS_NAMED | ARGUMENT_SKIPPED)) {
        const char *places;

        if ((environment->flags & COLUMNS_NAMED) &&
            (environment->flags & ARGUMENT_SKIPPED))
            read_raw(r);
        read_optional(r);
        places = column_places(r, written_out(r->arena, read_raw(r)), &bars);
        columns = environment->flags & COLUMNS_NAMED ? places : columns;
    }
    n = read_rows(r, environment, NULL);
    n->text = columns;
    n->other = environment->flags & COLUMNS_NAMED ? bars : NULL;
    return n;
}

static struct node *
marked_name(struct reader *r, const char *name)
{
    struct node *leaf = node_leaf(r, CLASS_ORD, reader_text(r, name));

    leaf->style = STYLE_WRONG;
    leaf->word = true;
    return leaf;
}

/* An environment that nobody knows: its name, marked, on both sides of what it holds. */
static struct node *
read_unknown(struct reader *r, const char *name)
{
    struct node *row = node_new(r, NODE_ROW);

    if (r->unknown)
        node_append(r->unknown, node_leaf(r, CLASS_ORD, name));
    node_append(row, marked_name(r, arena_printf(r->arena, "\\begin{%s}", name)));
    node_append(row, read_rows(r, &open_rows, NULL));
    node_append(row, marked_name(r, arena_printf(r->arena, "\\end{%s}", name)));
    return row;
}

static void
end_environment(struct reader *r, struct token begin, const char *name)
{
    struct token t = reader_peek(r);

    if (t.kind == TOKEN_COMMAND && t.command && t.command->kind == COMMAND_END) {
        reader_take(r);
        if (strcmp(read_raw(r), name) != 0)
            reader_fail(r, t.start, ERR_TEX_FENCE,
                        "this \\end does not fit to \\begin{%s}", name);
        return;
    }
    reader_fail(r, begin.start, ERR_TEX_FENCE, "there is no \\end{%s} for this \\begin",
                name);
}

struct node *
read_environment(struct reader *r, struct token t)
{
    const char *name = read_raw(r);
    const struct environment *environment = find_environment(name);
    int brackets = r->brackets;
    struct node *n;

    if (!reader_enter(r, t.start))
        return NULL;
    r->brackets = 0;
    n = environment ? read_known(r, environment) : read_unknown(r, name);
    end_environment(r, t, name);
    r->brackets = brackets;
    r->depth--;
    return n;
}

/* ---- setting ----------------------------------------------------------------------- */

static int
max(int x, int y)
{
    return x > y ? x : y;
}

bool
lines_up(const struct node *n)
{
    return n->environment->flags & COLUMNS_PAIRED;
}

/* The measures of an array while it is set. */
struct grid {
    const struct node *array;
    const struct group **cells; /* row by row, NULL: no such cell */
    int rows, cols;
    int width[COLUMNS_MAX];
};

static void
set_cells(struct setter *s, struct grid *g, struct how how)
{
    bool paired = lines_up(g->array);
    int i = 0;

    for (const struct node *row = g->array->first; row; row = row->next, i++) {
        int j = 0;

        for (const struct node *cell = row->first; cell && j < g->cols;
             cell = cell->next) {
            const struct group *group = set_node(s, cell, how);

            if (paired && j % 2 && cell->first && cell->first->class == CLASS_REL &&
                how.level == 0)
                group = group_line(s->arena, &(struct placed){group, 1}, 1);
            g->cells[i * g->cols + j] = group;
            g->width[j] = max(g->width[j], group->cols);
            j++;
        }
    }
}

static struct grid
grid_of(struct setter *s, const struct node *array, struct how how)
{
    struct grid g = {.array = array};

    for (const struct node *row = array->first; row; row = row->next) {
        g.rows++;
        g.cols = max(g.cols, row->n);
    }
    g.cols = g.cols > COLUMNS_MAX ? COLUMNS_MAX : g.cols;
    g.cells = ARENA_ARRAY(s->arena, const struct group *, (size_t)g.rows *(size_t)g.cols);
    set_cells(s, &g, how);
    return g;
}

static bool
has_bar(const struct grid *g, int col)
{
    const char *bars = g->array->other;

    return bars && (size_t)col < strlen(bars) && bars[col] == '|';
}

static int
gap_before(const struct grid *g, int col)
{
    if (col > 0 && has_bar(g, col))
        return 3;
    if (col == 0 || (lines_up(g->array) && col % 2))
        return 0;
    return g->array->environment->gap;
}

static int
shift_of(const struct grid *g, int col, const struct group *cell)
{
    const char *places = g->array->text;
    bool alone = g->cols == 1 && lines_up(g->array);
    char place = alone ? 'l' : places[(size_t)col % strlen(places)];
    int room = g->width[col] - cell->cols;

    return place == 'l' ? 0 : place == 'r' ? room : room / 2;
}

static struct group *
set_row(struct setter *s, const struct grid *g, int row)
{
    struct placed *line = ARENA_ARRAY(s->arena, struct placed, g->cols);
    int n = 0, col = 0, used = 0;

    for (int j = 0; j < g->cols; j++) {
        const struct group *cell = g->cells[row * g->cols + j];

        col += gap_before(g, j);
        if (cell) {
            int at = col + shift_of(g, j, cell);

            line[n++] = (struct placed){cell, at - used};
            used = at + cell->cols;
        }
        col += g->width[j];
    }
    return group_line(s->arena, line, n);
}

static int
grid_width(const struct grid *g)
{
    int width = 0;

    for (int j = 0; j < g->cols; j++)
        width += gap_before(g, j) + g->width[j];
    return width;
}

static uint32_t
sign(const struct setter *s, char ascii, uint32_t unicode)
{
    return s->alphabet == ALPHABET_ASCII ? (uint32_t)ascii : unicode;
}

/* Bars between columns, crossing the rules. */
static void
draw_bars(struct setter *s, const struct grid *g, struct group *stack,
          const struct group *rule)
{
    int col = 0;

    for (int j = 0; j < g->cols; j++) {
        col += gap_before(g, j);
        if (j > 0 && has_bar(g, j)) {
            struct part *last = stack->last;

            group_fill(s->arena, stack, (struct rect){0, col - 2, stack->rows, 1},
                       STYLE_PLAIN, sign(s, '|', 0x2502));
            for (const struct part *p = stack->parts; p != last->next; p = p->next)
                if (p->group == rule)
                    group_fill(s->arena, stack, (struct rect){p->row, col - 2, 1, 1},
                               STYLE_PLAIN, sign(s, '+', 0x253C));
        }
        col += g->width[j];
    }
}

/* Rows one under the other; a row that is more than one line high keeps apart. */
static struct group *
stack_rows(struct setter *s, const struct grid *g)
{
    const struct group **rows =
        ARENA_ARRAY(s->arena, const struct group *, g->rows * 2 + 2);
    int width = grid_width(g), n = 0, i = 0;
    struct group *stack, *blank = group_new(s->arena, 1, 0, 0);
    struct group *rule = group_new(s->arena, 1, width, 0);
    bool tall = false;

    group_fill(s->arena, rule, (struct rect){0, 0, 1, width}, STYLE_PLAIN,
               sign(s, '-', 0x2500));
    for (const struct node *node = g->array->first; node; node = node->next, i++) {
        struct group *row = set_row(s, g, i);

        if (node->ruled)
            rows[n++] = rule;
        else if (i && (tall || row->rows > 1))
            rows[n++] = blank;
        tall = row->rows > 1;
        rows[n++] = row;
    }
    if (g->array->ruled)
        rows[n++] = rule;
    stack = group_stack(s->arena, rows, n);
    stack->cols = width;
    stack->baseline = n == 1 ? rows[0]->baseline : (stack->rows - 1) / 2;
    draw_bars(s, g, stack, rule);
    return stack;
}

/* A brace with two lines has its point between them. */
static struct group *
make_room_for_point(struct setter *s, struct group *stack)
{
    struct group *tall;

    if (stack->rows % 2 || !stack->rows)
        return stack;
    tall = group_new(s->arena, stack->rows + 1, stack->cols, stack->rows / 2);
    for (const struct part *p = stack->parts; p; p = p->next)
        group_put(s->arena, tall, p->row + (p->row >= stack->rows / 2), p->col, p->group);
    return tall;
}

/* What stands before cell (i, j) in a line: "; " between rows, ", " between columns. */
static const char *
separator(const struct grid *g, int i, int j, const struct node *before)
{
    bool comma = before && before->last && before->last->class == CLASS_PUNCT;

    if (j == 0)
        return i ? ";" : "";
    return lines_up(g->array) || comma ? "" : ",";
}

/* Whether a cell follows the one before it without a blank: the sides of an equation,
 * whose relation brings its own. */
static bool
joins(const struct grid *g, int j, const struct node *before, const struct node *cell)
{
    bool relation = cell->first && cell->first->class == CLASS_REL;

    return lines_up(g->array) && j % 2 && (relation || (before && before->first));
}

/* The cells of all rows behind each other. */
static struct group *
set_cells_flat(struct setter *s, const struct grid *g)
{
    struct placed *line = ARENA_ARRAY(s->arena, struct placed, g->rows * g->cols * 2 + 1);
    bool any = false;
    int n = 0, i = 0;

    for (const struct node *row = g->array->first; row; row = row->next, i++) {
        const struct node *before = NULL, *cell = row->first;

        for (int j = 0; cell && j < g->cols; j++) {
            const char *sign = separator(g, i, j, before);
            const struct group *group = g->cells[i * g->cols + j];
            bool apart = any && group->cols && !joins(g, j, before, cell);

            line[n++] = (struct placed){group_text(s->arena, sign, STYLE_PLAIN), 0};
            line[n++] = (struct placed){group, apart};
            any |= group->cols > 0;
            before = cell;
            cell = cell->next;
        }
    }
    return group_line(s->arena, line, n);
}

/* "[a, b; c, d]", with the brackets of the environment where they say more; none around
 * equations. */
static struct group *
set_flat_array(struct setter *s, const struct grid *g)
{
    const char *sign = g->array->environment->left;
    bool bars = *sign == '|', braces = *sign == '{', none = lines_up(g->array);
    struct placed line[3];

    sign = none ? "" : bars ? "|" : braces ? "{" : "[";
    line[0] = (struct placed){group_text(s->arena, sign, STYLE_PLAIN), 0};
    line[1] = (struct placed){set_cells_flat(s, g), 0};
    sign = none ? "" : bars ? "|" : braces ? "}" : "]";
    line[2] = (struct placed){group_text(s->arena, sign, STYLE_PLAIN), 0};
    return group_line(s->arena, line, 3);
}

struct group *
set_array(struct setter *s, const struct node *n, struct how how)
{
    struct grid g = grid_of(s, n, how_inside(n, how));
    const char *left = n->environment->left, *right = n->environment->right;
    struct group *stack;
    struct placed line[3];
    int parts = 0;

    if (how.mode == MODE_LINE)
        return set_flat_array(s, &g);
    stack = stack_rows(s, &g);
    if (*left == '{' || *right == '}' || n->braced)
        stack = make_room_for_point(s, stack);
    left = *left == '.' && has_bar(&g, 0) ? "|" : left;
    right = *right == '.' && has_bar(&g, g.cols) ? "|" : right;
    if (*left != '.')
        line[parts++] = (struct placed){set_delimiter(s, left, stack), 0};
    line[parts++] = (struct placed){stack, *left == '{'};
    if (*right != '.')
        line[parts++] = (struct placed){set_delimiter(s, right, stack), *right == '}'};
    return group_line(s->arena, line, parts);
}

struct group *
set_bare_array(struct setter *s, const struct node *n, struct how how)
{
    struct grid g = grid_of(s, n, how_inside(n, how));

    return *n->environment->left == '.' ? set_cells_flat(s, &g) : set_flat_array(s, &g);
}
