/* Rows and their spacing, fractions, and who sets what. */
#include <string.h>

#include "base/utf8.h"
#include "typeset/tex/tex.h"

/* ---- spacing ----------------------------------------------------------------------- */

/* Blanks between two classes outside scripts, the left class by the right one: ORD, OP,
 * BIN, REL, OPEN, CLOSE, PUNCT, INNER. */
static const char blanks[CLASS_COUNT][CLASS_COUNT + 1] = {
    [CLASS_ORD] = "01110001",   [CLASS_OP] = "11110001",    [CLASS_BIN] = "11111101",
    [CLASS_REL] = "11101001",   [CLASS_OPEN] = "00000000",  [CLASS_CLOSE] = "11110001",
    [CLASS_PUNCT] = "11111001", [CLASS_INNER] = "11111001",
};

/* What spacing must know of the side of an item that faces its neighbour. */
struct edge {
    enum tex_class class;
    bool word;   /* a word of letters, so that a letter beside it needs a blank */
    bool letter; /* a letter, digit or word */
    bool bar;    /* a fraction's bar */
    bool fence;  /* a bar as a bracket */
    bool big;    /* a big operator, or limits above and below */
    bool slash;
    bool sign;     /* + or - as a sign */
    bool scripted; /* carries a script or a root's bar */
    bool closed;   /* ... on a closing bracket */
    bool call;     /* closes what a name opened: f(x) */
    bool high;     /* a bracket of several rows */
};

static bool
is_letter(const char *text, bool last)
{
    size_t len = strlen(text);
    unsigned char c;

    if (!len)
        return false;
    c = (unsigned char)text[last ? len - 1 : 0];
    return c >= 0x80 || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z');
}

static bool
is_sign(const struct node *n)
{
    return n->class == CLASS_ORD &&
           (strcmp(n->text, "-") == 0 || strcmp(n->text, "+") == 0 ||
            strcmp(n->text, "±") == 0 || strcmp(n->text, "∓") == 0 ||
            strcmp(n->text, "+-") == 0 || strcmp(n->text, "-+") == 0);
}

static void
leaf_edge(struct edge *e, const struct node *n, bool right)
{
    e->letter = is_letter(n->text, right);
    e->word = n->word || ((n->class == CLASS_BIN || n->class == CLASS_REL) && e->letter &&
                          *n->text < 0x7F && *n->text > 0);
    e->sign = is_sign(n);
    e->big |= n->big;
    e->slash = strcmp(n->text, "/") == 0;
    e->fence = *n->text == '|' || strcmp(n->text, "‖") == 0;
}

/* A bar that stood in no list is a letter. */
static enum tex_class
plain_class(const struct node *n)
{
    return n->class == CLASS_BAR ? CLASS_ORD : n->class;
}

/* Walk to the outermost leaf on that side; the class is that of the whole item. */
static struct edge
edge_of(struct setter *s, const struct node *item, bool right, struct how how)
{
    struct edge e = {.class = plain_class(item), .letter = true};
    const struct node *n = item;

    while (n) {
        if (n->kind == NODE_SCRIPTS) {
            e.big |= stacks_limits(n, how.mode);
            if (right) {
                e.scripted = n->kid[0]->kind != NODE_ROW || n->kid[0]->first;
                e.closed =
                    n->kid[0]->class == CLASS_CLOSE || n->kid[0]->kind == NODE_FENCE;
            }
            n = n->kid[0];
        } else if (n->kind == NODE_ROW) {
            n = right ? n->last : n->first;
        } else {
            break;
        }
    }
    if (!n)
        return e;
    if (n->kind == NODE_LEAF)
        leaf_edge(&e, n, right);
    if (n->kind == NODE_FENCE && strcmp(right ? n->last->text : n->text, ".") != 0) {
        e.class = right ? CLASS_CLOSE : CLASS_OPEN;
        e.letter = false;
    }
    e.bar = n->kind == NODE_FRACTION && !is_flat(n, how);
    e.word |= n->kind == NODE_ACCENT && is_called(s, n, how);
    e.scripted |= right && n->kind == NODE_ROOT;
    return e;
}

static int
blanks_between(struct edge l, struct edge r, struct how how)
{
    bool words = l.letter && r.letter && (l.word || r.word);

    if (how.level > 0)
        return words || (l.bar && r.bar) || (l.class == CLASS_CLOSE && r.word) ||
               (l.class == CLASS_REL && l.word);
    if (l.sign)
        return r.bar;
    if (l.class == CLASS_INNER && r.class == CLASS_ORD && !r.letter)
        return 0;
    if (l.scripted &&
        ((r.class == CLASS_ORD && r.letter) || (r.class == CLASS_OPEN && l.closed)))
        return 1;
    if (l.class == CLASS_CLOSE && r.class == CLASS_ORD && r.slash)
        return 0;
    if (l.class == CLASS_CLOSE && r.class == CLASS_ORD && r.letter)
        return l.call || l.fence || r.word;
    if (r.class == CLASS_OPEN &&
        (l.big || (l.class == CLASS_CLOSE && (r.fence || (l.high && r.high)))))
        return 1;
    return words || blanks[l.class][r.class] == '1';
}

/* ---- rows -------------------------------------------------------------------------- */

static int
count_items(const struct node *row)
{
    int n = 0;

    for (const struct node *item = row->first; item; item = item->next)
        n++;
    return n;
}

enum { CALL_DEPTH = 32 };

/* For every open bracket of a row, whether a name stands before it. */
struct calls {
    bool open[CALL_DEPTH];
    int depth;
};

/* Whether an item closes the brackets of a name: "f(x)". High brackets count as such,
 * because what follows them must keep apart. */
static bool
ends_call(struct calls *c, const struct item *item, struct edge before)
{
    bool name = !item->gap && before.letter &&
                (before.class == CLASS_ORD || before.class == CLASS_OP);

    if (item->node->kind == NODE_FENCE)
        return name || item->group->bottom > item->group->top;
    if (item->node->class == CLASS_OPEN) {
        if (c->depth < CALL_DEPTH)
            c->open[c->depth] = name;
        c->depth++;
    } else if (item->node->class == CLASS_CLOSE && c->depth > 0) {
        c->depth--;
        return c->depth < CALL_DEPTH && c->open[c->depth];
    }
    return false;
}

/* Explicit spaces and the blanks that the classes ask for. */
static int
add_spaces(int gap, int spaces)
{
    if (spaces == 1)
        return gap > 0 ? gap : 1;
    return gap + spaces > 0 ? gap + spaces : 0;
}

/* What would run into each other keeps its blank whatever the formula says. */
static bool
must_part(struct edge l, struct edge r)
{
    return l.word || r.word || l.big || r.big || (l.bar && r.bar);
}

static bool
is_factor(const struct node *n)
{
    if (n->kind == NODE_LEAF && strcmp(n->text, ".") == 0)
        return false;
    return n->class == CLASS_ORD || n->class == CLASS_INNER || n->class == CLASS_OP;
}

/* Whether a fraction on one line has a factor beside it: "(1/2) x". */
static bool
has_factor(const struct node *before, const struct node *item)
{
    const struct node *behind = item->next;

    while (behind && behind->kind == NODE_SPACE)
        behind = behind->next;
    if (before && !(before->kind == NODE_LEAF && is_sign(before)) &&
        (is_factor(before) || before->class == CLASS_CLOSE))
        return true;
    return behind && (is_factor(behind) || behind->class == CLASS_OPEN);
}

static struct group *
set_item(struct setter *s, const struct node *before, const struct node *item,
         struct how how)
{
    if (item->kind == NODE_FRACTION && item->n != FRACTION_BINOMIAL &&
        is_flat(item, how) && has_factor(before, item))
        return set_call(s, "(", item, ")", how);
    return set_node(s, item, how);
}

struct item *
set_items(struct setter *s, const struct node *row, struct how how, int *n)
{
    struct item *items = ARENA_ARRAY(s->arena, struct item, count_items(row));
    const struct node *before = NULL;
    struct edge left = {.class = CLASS_ORD};
    struct calls calls = {.depth = 0};
    int spaces = 0;

    *n = 0;
    for (const struct node *node = row->first; node; node = node->next) {
        struct item *item = &items[*n];
        struct edge e;
        bool call;

        if (node->kind == NODE_SPACE) {
            spaces += node->n;
            continue;
        }
        item->node = node;
        item->group = set_item(s, before, node, how);
        e = edge_of(s, node, false, how);
        e.high = item->group->bottom > item->group->top;
        item->gap = before ? blanks_between(left, e, how) : 0;
        if (spaces > 0 || !must_part(left, e))
            item->gap = add_spaces(item->gap, spaces);
        call = ends_call(&calls, item, left);
        left = edge_of(s, node, true, how);
        left.call = call;
        left.high = e.high;
        before = node;
        spaces = 0;
        ++*n;
    }
    return items;
}

struct group *
set_line(struct setter *s, const struct item *items, int n)
{
    struct placed *line = ARENA_ARRAY(s->arena, struct placed, n + 1);

    for (int i = 0; i < n; i++)
        line[i] = (struct placed){items[i].group, items[i].gap};
    return group_line(s->arena, line, n);
}

static struct group *
set_row(struct setter *s, const struct node *n, struct how how)
{
    int count;
    struct item *items = set_items(s, n, how, &count);

    return set_line(s, items, count);
}

static struct group *
set_leaf(struct setter *s, const struct node *n, struct how how)
{
    (void)how;
    return group_text(s->arena, n->text, n->style);
}

static struct group *
set_space(struct setter *s, const struct node *n, struct how how)
{
    (void)how;
    return group_new(s->arena, 1, n->n > 0 ? n->n : 0, 0);
}

static struct group *
set_phantom(struct setter *s, const struct node *n, struct how how)
{
    const struct group *body = set_node(s, n->kid[0], how);
    struct group *g = group_new(s->arena, body->rows, body->cols, body->baseline);

    g->top = body->top;
    g->bottom = body->bottom;
    return g;
}

/* ---- fractions --------------------------------------------------------------------- */

bool
is_flat(const struct node *n, struct how how)
{
    switch (n->n) {
    case FRACTION_FLAT:
        return true;
    case FRACTION_TALL:
    case FRACTION_STACK:
        return how.mode == MODE_LINE;
    default:
        return how.mode == MODE_INLINE || how.mode == MODE_LINE;
    }
}

struct how
how_inside(const struct node *n, struct how how)
{
    bool narrow = n->kind == NODE_FRACTION || n->kind == NODE_ROOT ||
                  (n->kind == NODE_ARRAY && !lines_up(n));

    if (narrow && how.mode == MODE_DISPLAY)
        how.mode = MODE_TEXT;
    return how;
}

const struct node *
only_item(const struct node *n)
{
    while (n->kind == NODE_ROW && n->first && !n->first->next)
        n = n->first;
    return n;
}

/* "dx": a differential is one thing. */
static bool
is_differential(const struct node *row)
{
    const struct node *d = row->first;

    return d && d->next && !d->next->next && d->kind == NODE_LEAF &&
           (strcmp(d->text, "d") == 0 || strcmp(d->text, "∂") == 0) &&
           d->next->class == CLASS_ORD;
}

/* A sum, or a function without brackets, takes what stands behind it. */
static bool
takes_all(const struct node *item)
{
    const struct node *next = item->next;

    while (next && next->kind == NODE_SPACE)
        next = next->next;
    return item->class == CLASS_OP && next && next->class != CLASS_OPEN &&
           next->kind != NODE_FENCE && next->class != CLASS_CLOSE;
}

/* An operator outside the brackets of the row. */
static bool
has_operator(const struct node *row)
{
    int depth = 0;

    for (const struct node *item = row->first; item; item = item->next) {
        depth += (item->class == CLASS_OPEN) - (item->class == CLASS_CLOSE);
        if (depth == 0 && (item->class == CLASS_BIN || item->class == CLASS_REL ||
                           item->class == CLASS_PUNCT || takes_all(item)))
            return true;
    }
    return false;
}

/* "(a + b)": the first bracket closes at the end. */
bool
is_bracketed(const struct node *row)
{
    int depth = 0;

    for (const struct node *item = row->first; item; item = item->next) {
        depth += (item->class == CLASS_OPEN) - (item->class == CLASS_CLOSE);
        if (depth <= 0)
            return item != row->first && !item->next;
    }
    return false;
}

bool
is_compound(const struct node *n)
{
    n = only_item(n);
    if (n->kind == NODE_FRACTION)
        return n->n != FRACTION_BINOMIAL;
    return n->kind == NODE_ROW && n->first && !is_differential(n) && !is_bracketed(n);
}

struct group *
set_call(struct setter *s, const char *before, const struct node *n, const char *behind,
         struct how how)
{
    struct placed line[3] = {
        {group_text(s->arena, before, STYLE_PLAIN), 0},
        {set_node(s,          n,      how),         0},
        {group_text(s->arena, behind, STYLE_PLAIN), 0},
    };

    return group_line(s->arena, line, 3);
}

/* One side of a slash. Juxtaposed factors need brackets only below it. */
static struct group *
set_side(struct setter *s, const struct node *n, bool below, struct how how)
{
    bool brackets = below ? is_compound(n) : has_operator(only_item(n));

    return brackets ? set_call(s, "(", n, ")", how) : set_node(s, n, how);
}

static struct group *
set_flat_fraction(struct setter *s, const struct node *n, struct how how)
{
    bool slash = n->n != FRACTION_BINOMIAL && n->n != FRACTION_STACK;
    struct placed line[3];

    if (!slash) {
        line[0] = (struct placed){set_call(s, "(", n->kid[0], "", how), 0};
        line[1] = (struct placed){
            group_text(s->arena, n->n == FRACTION_STACK ? "over" : "choose", STYLE_PLAIN),
            1};
        line[2] = (struct placed){set_call(s, "", n->kid[1], ")", how), 1};
    } else {
        line[0] = (struct placed){set_side(s, n->kid[0], false, how), 0};
        line[1] = (struct placed){group_text(s->arena, "/", STYLE_PLAIN), 0};
        line[2] = (struct placed){set_side(s, n->kid[1], true, how), 0};
    }
    return group_line(s->arena, line, 3);
}

static bool
begins_with_sign(const struct node *n)
{
    n = only_item(n);
    if (n->kind == NODE_ROW)
        n = n->first;
    return n && n->kind == NODE_LEAF && is_sign(n);
}

static int
max(int x, int y)
{
    return x > y ? x : y;
}

struct group *
set_centred(struct setter *s, const struct group *const *at, int n, int base)
{
    struct group *stack = group_new(s->arena, 0, 0, 0);

    for (int i = 0; i < n; i++)
        stack->cols = max(stack->cols, at[i]->cols);
    for (int i = 0; i < n; i++) {
        if (i == base)
            stack->baseline = stack->rows + at[i]->baseline;
        group_put(s->arena, stack, stack->rows, (stack->cols - at[i]->cols) / 2, at[i]);
        stack->rows += at[i]->rows;
    }
    stack->bottom = stack->rows - 1;
    return stack;
}

static struct group *
set_bar(struct setter *s, int cols)
{
    struct group *bar = group_new(s->arena, 1, cols, 0);

    group_fill(s->arena, bar, (struct rect){0, 0, 1, cols}, STYLE_PLAIN,
               s->alphabet == ALPHABET_ASCII ? '-' : 0x2500);
    return bar;
}

static struct group *
set_fraction(struct setter *s, const struct node *n, struct how how)
{
    struct how inner = how_inside(n, how);
    const struct group *parts[3];
    struct group *g;
    int wide;

    if (is_flat(n, how))
        return set_flat_fraction(s, n, how);
    parts[0] = set_node(s, n->kid[0], inner);
    parts[2] = set_node(s, n->kid[1], inner);
    wide = parts[0]->barred || parts[2]->barred || begins_with_sign(n->kid[0]) ||
           begins_with_sign(n->kid[1]);
    if (n->n == FRACTION_BINOMIAL || n->n == FRACTION_STACK)
        parts[1] = group_new(s->arena, how.level == 0, 0, 0);
    else
        parts[1] = set_bar(s, max(max(parts[0]->cols, parts[2]->cols), 1) + 2 * wide);
    g = set_centred(s, parts, 3, 1);
    g->barred = n->n != FRACTION_BINOMIAL && n->n != FRACTION_STACK;
    if (n->n == FRACTION_BINOMIAL) {
        struct placed line[3] = {
            {set_delimiter(s, "(", g), 0           },
            {g,               0  },
            {set_delimiter(s,             ")",               g),   0}
        };

        g = group_line(s->arena, line, 3);
    }
    return g;
}

/* ---- who sets what ----------------------------------------------------------------- */

static struct group *(*const sets[NODE_KIND_COUNT])(struct setter *, const struct node *,
                                                    struct how) = {
    [NODE_ROW] = set_row,         [NODE_LEAF] = set_leaf,
    [NODE_SPACE] = set_space,     [NODE_FRACTION] = set_fraction,
    [NODE_ROOT] = set_root,       [NODE_SCRIPTS] = set_scripts,
    [NODE_FENCE] = set_fence,     [NODE_ARRAY] = set_array,
    [NODE_ACCENT] = set_accent,   [NODE_STRETCH] = set_stretch,
    [NODE_STACK] = set_stack,     [NODE_BOXED] = set_boxed,
    [NODE_PHANTOM] = set_phantom, [NODE_ARROW] = set_arrow,
};

struct group *
set_node(struct setter *s, const struct node *n, struct how how)
{
    return sets[n->kind](s, n, how);
}
