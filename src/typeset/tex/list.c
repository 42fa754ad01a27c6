/* The parts of a list: scripts and brackets, and what its signs are once it is complete.
 */
#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "typeset/tex/tex.h"

/* ---- scripts ----------------------------------------------------------------------- */

static void
add_primes(struct reader *r, struct node *scripts, int n)
{
    static const char *const signs[] = {"", "′", "″", "‴", "⁗"};
    struct node *row = node_new(r, NODE_ROW);
    struct buf b;

    buf_init(&b, r->arena);
    for (; n > 0 && r->alphabet == ALPHABET_ASCII; n--)
        buf_add(&b, "'");
    for (; n > 0; n -= 4)
        buf_add(&b, signs[n > 4 ? 4 : n]);
    node_append(row, scripts->kid[0]);
    node_append(row, node_leaf(r, CLASS_CLOSE, b.s));
    row->class = scripts->kid[0]->class == CLASS_BAR ? CLASS_ORD : scripts->kid[0]->class;
    scripts->class = scripts->class == CLASS_BAR ? CLASS_ORD : scripts->class;
    scripts->kid[0] = row;
}

static struct node *
in_brackets(struct reader *r, struct node *n)
{
    struct node *fence = node_new(r, NODE_FENCE), *segment = node_new(r, NODE_ROW);

    fence->text = "(";
    segment->text = ")";
    node_append(segment, n);
    node_append(fence, segment);
    return fence;
}

/* A second script on one side is set as if the first had been in brackets. */
static struct node *
add_second(struct reader *r, struct node *scripts, struct token t)
{
    bool below = t.kind == TOKEN_SUB;
    struct node *outer = node_new(r, NODE_SCRIPTS);

    reader_fail(r, t.start, ERR_TEX_SCRIPT,
                below ? "a second subscript; use braces: {x_1}_2"
                      : "a second superscript; use braces: {x^2}^3");
    reader_take(r);
    outer->class = scripts->class;
    outer->kid[0] = in_brackets(r, scripts);
    outer->kid[below ? 1 : 2] = read_argument(r);
    return outer;
}

static void
set_limits(struct node *scripts, const struct command *c)
{
    if (strcmp(c->text, "above") == 0)
        scripts->limits = LIMITS_ALWAYS;
    else if (strcmp(c->text, "beside") == 0)
        scripts->limits = LIMITS_NONE;
}

/* A character that is a script by itself: "x₁²". */
static bool
take_small(struct reader *r, struct token t, struct node *scripts)
{
    uint32_t c = 0;
    int side = 0;

    if (t.kind == TOKEN_CHAR && t.c >= 0x80)
        c = large_char(t.c, &side);
    if (!c)
        return false;
    reader_take(r);
    if (!scripts->kid[side])
        scripts->kid[side] = node_new(r, NODE_ROW);
    if (scripts->kid[side]->kind == NODE_ROW)
        node_append(scripts->kid[side], char_symbol(r, c));
    return true;
}

/* The scripts behind an atom, in any order. */
struct node *
read_scripts(struct reader *r, struct node *atom)
{
    struct node *scripts = node_new(r, NODE_SCRIPTS);
    struct token t = reader_peek(r);
    int primes = 0;

    scripts->kid[0] = atom;
    scripts->class = atom->class;
    scripts->limits = atom->limits;
    for (;; t = reader_peek(r)) {
        struct node **side = &scripts->kid[t.kind == TOKEN_SUB ? 1 : 2];
        bool script = t.kind == TOKEN_SUB || t.kind == TOKEN_SUP;

        if (take_small(r, t, scripts))
            continue;
        if (!script && t.kind != TOKEN_PRIME && !token_is(&t, COMMAND_LIMITS))
            break;
        if (script && *side)
            break;
        reader_take(r);
        if (script)
            *side = read_argument(r);
        else if (t.kind == TOKEN_PRIME)
            primes++;
        else
            set_limits(scripts, t.command);
    }
    for (int side = 1; side <= 2; side++)
        if (scripts->kid[side] && scripts->kid[side]->kind == NODE_ROW &&
            !scripts->kid[side]->first)
            scripts->kid[side] = NULL;
    if (primes)
        add_primes(r, scripts, primes);
    if (!scripts->kid[1] && !scripts->kid[2])
        return scripts->kid[0];
    return t.kind == TOKEN_SUB || t.kind == TOKEN_SUP ? add_second(r, scripts, t)
                                                      : scripts;
}

/* ---- bars -------------------------------------------------------------------------- */

enum { BRACKET_LEVELS = 32, SIZED_LEVELS = 8, BARS_OPEN = 8 };

/* The bars that wait for their partner, inside each open bracket. */
struct bars {
    int level;
    struct {
        struct node *waiting[BARS_OPEN];
        int n;
        bool braces, angles;
    } at[BRACKET_LEVELS];
};

static const struct node *
leaf_of(const struct node *item)
{
    return item->kind == NODE_SCRIPTS ? item->kid[0] : item;
}

static bool
same_sign(const struct node *x, const struct node *y)
{
    const char *one = leaf_of(x)->text, *other = leaf_of(y)->text;

    return one && other && strcmp(one, other) == 0;
}

/* "‖", in ASCII "||". */
static bool
is_double(const struct node *bar)
{
    const char *text = leaf_of(bar)->text;

    return text && (strcmp(text, "‖") == 0 || strcmp(text, "||") == 0);
}

/* A bar that never found its partner is a letter; in {x | x > 0} and when it is a double
 * one it is a relation. */
static void
leave_level(struct bars *b)
{
    if (b->level < BRACKET_LEVELS)
        for (int i = 0; i < b->at[b->level].n; i++)
            b->at[b->level].waiting[i]->class =
                b->at[b->level].braces || is_double(b->at[b->level].waiting[i])
                    ? CLASS_REL
                    : CLASS_ORD;
    b->level--;
}

static void
enter_level(struct bars *b, const char *bracket)
{
    b->level++;
    if (b->level < BRACKET_LEVELS) {
        b->at[b->level].n = 0;
        b->at[b->level].braces = *bracket == '{';
        b->at[b->level].angles = *bracket == '<' || strcmp(bracket, "⟨") == 0;
    }
}

static bool
wants_operand(enum tex_class before)
{
    return before == CLASS_BIN || before == CLASS_OP || before == CLASS_REL ||
           before == CLASS_OPEN || before == CLASS_PUNCT;
}

/* A bar behind an operand closes the one that waits; any other one waits. */
static void
meet_bar(struct bars *b, struct node *bar, const struct node *before)
{
    bool opens = !before || wants_operand(before->class);
    struct node **waiting;
    int *n;

    bar->class = opens ? CLASS_OPEN : CLASS_ORD;
    if (b->level >= BRACKET_LEVELS)
        return;
    waiting = b->at[b->level].waiting;
    n = &b->at[b->level].n;
    if (!opens && *n && same_sign(waiting[*n - 1], bar)) {
        --*n;
        bar->class = waiting[*n] == before ? CLASS_REL : CLASS_CLOSE; /* p || q */
        waiting[*n]->class = waiting[*n] == before ? CLASS_REL : CLASS_OPEN;
    } else if (!opens && !*n && b->at[b->level].angles) {
        bar->class = CLASS_ORD; /* <a|b|c> */
    } else if (*n < BARS_OPEN) {
        waiting[(*n)++] = bar;
    }
}

static void
pair_bars(struct node *row)
{
    const struct node *before = NULL;
    struct bars b = {.level = -1};

    enter_level(&b, "");
    for (struct node *item = row->first; item; item = item->next) {
        if (item->kind == NODE_SPACE)
            continue;
        if (item->class == CLASS_BAR)
            meet_bar(&b, item, before);
        else if (item->class == CLASS_OPEN)
            enter_level(&b, leaf_of(item)->text ? leaf_of(item)->text : "");
        else if (item->class == CLASS_CLOSE && b.level > 0)
            leave_level(&b);
        before = item;
    }
    while (b.level >= 0)
        leave_level(&b);
}

/* ---- operators --------------------------------------------------------------------- */

/* A binary operator without an operand on both sides is a sign. */
static void
find_signs(struct node *row)
{
    struct node *before = NULL;

    for (struct node *item = row->first; item; item = item->next) {
        if (item->kind == NODE_SPACE)
            continue;
        if (item->class == CLASS_BIN && (!before || wants_operand(before->class)))
            item->class = CLASS_ORD;
        if (before && before->class == CLASS_BIN &&
            (item->class == CLASS_REL || item->class == CLASS_CLOSE ||
             item->class == CLASS_PUNCT))
            before->class = CLASS_ORD;
        before = item;
    }
    if (before && before->class == CLASS_BIN)
        before->class = CLASS_ORD;
}

/* ---- sized brackets ---------------------------------------------------------------- */

/* What stands between `open` and `close` becomes a fence in the place of `open`. */
static void
make_fence(struct reader *r, struct node *row, struct node *open, struct node *close,
           struct node *before_close)
{
    struct node *segment = node_new(r, NODE_ROW), *fence = node_new(r, NODE_FENCE);

    if (before_close != open) {
        segment->first = open->next;
        segment->last = before_close;
        before_close->next = NULL;
    }
    segment->text = leaf_of(close)->text;
    finish_list(r, segment);
    fence->class = CLASS_INNER;
    fence->text = open->text;
    fence->first = fence->last = segment;
    if (close->kind == NODE_SCRIPTS) {
        close->kid[0] = fence;
        *open = *close;
    } else {
        *open = *fence;
        open->next = close->next;
    }
    if (row->last == close)
        row->last = open;
}

static void
pair_sized(struct reader *r, struct node *row)
{
    struct node *open[SIZED_LEVELS], *before = NULL;
    int n = 0;

    for (struct node *item = row->first; item; before = item, item = item->next) {
        if (!leaf_of(item)->sized || leaf_of(item)->kind != NODE_LEAF)
            continue;
        if (item->class == CLASS_OPEN && item->kind == NODE_LEAF && n < SIZED_LEVELS) {
            open[n++] = item;
        } else if (item->class == CLASS_CLOSE && n > 0) {
            make_fence(r, row, open[--n], item, before);
            item = open[n];
        }
    }
}

/* "⟂\!\!\!⟂" is one sign, drawn by two. */
static void
join_perps(struct reader *r, struct node *row)
{
    const char *sign = r->alphabet == ALPHABET_ASCII ? "_|_" : "⟂";

    for (struct node *item = row->first; item; item = item->next) {
        struct node *next = item->next;
        bool closer = false;

        for (; next && next->kind == NODE_SPACE; next = next->next)
            closer |= next->n < 0;
        if (closer && next && item->kind == NODE_LEAF && next->kind == NODE_LEAF &&
            strcmp(item->text, sign) == 0 && strcmp(next->text, sign) == 0) {
            item->text = r->alphabet == ALPHABET_ASCII ? "_||_" : "⫫";
            item->next = next->next;
            row->last = row->last == next ? item : row->last;
        }
    }
}

void
finish_list(struct reader *r, struct node *row)
{
    pair_sized(r, row);
    join_perps(r, row);
    pair_bars(row);
    find_signs(row);
}

/* ---- brackets ---------------------------------------------------------------------- */

/* Whether a token may be a bracket: any sign that is no letter, digit or blank. */
static bool
is_bracket(const struct token *t)
{
    if (t->kind == TOKEN_COMMAND)
        return t->command && t->command->kind == COMMAND_SYMBOL;
    return t->kind == TOKEN_CHAR && t->c > ' ' && t->c != '~' && t->c != '$' &&
           !(t->c >= '0' && t->c <= '9') && !(t->c >= 'a' && t->c <= 'z') &&
           !(t->c >= 'A' && t->c <= 'Z');
}

/* The bracket behind \left, \right, \big; "." for none. */
static const char *
read_delimiter(struct reader *r)
{
    struct token t = reader_peek(r);

    if (!is_bracket(&t)) {
        reader_fail(r, t.start, ERR_TEX_FENCE,
                    "a bracket is missing here; write . for none");
        return ".";
    }
    reader_take(r);
    if (t.c == '.')
        return ".";
    if (t.c == '<' || t.c == '>')
        return node_symbol(r, command_of_char(t.c == '<' ? 0x27E8 : 0x27E9))->text;
    return read_atom(r, t)->text;
}

static struct token
read_segment(struct reader *r, struct node *fence)
{
    struct node *segment = read_list(r);
    struct token t = reader_peek(r);

    node_append(fence, segment);
    segment->text = ".";
    if (t.kind == TOKEN_COMMAND && t.command &&
        (t.command->kind == COMMAND_RIGHT || t.command->kind == COMMAND_MIDDLE)) {
        reader_take(r);
        segment->text = read_delimiter(r);
    }
    return t;
}

/* A brace with its point between two rows needs a row for it. */
static void
mark_braced(struct node *fence)
{
    struct node *n = fence->first;

    if (n->next || (strcmp(fence->text, "{") != 0 && strcmp(n->text, "}") != 0))
        return;
    while (n->kind == NODE_ROW && n->first && !n->first->next)
        n = n->first;
    n->braced = n->kind == NODE_ARRAY && strcmp(n->environment->left, ".") == 0 &&
                strcmp(n->environment->right, ".") == 0;
}

struct node *
take_left(struct reader *r, struct token left)
{
    struct node *n = node_new(r, NODE_FENCE);
    int brackets = r->brackets;
    struct token t;

    n->class = CLASS_INNER;
    n->text = read_delimiter(r);
    if (!reader_enter(r, left.start)) {
        node_append(n, node_new(r, NODE_ROW));
        n->first->text = ".";
        return n;
    }
    r->brackets = 0;
    do
        t = read_segment(r, n);
    while (t.kind == TOKEN_COMMAND && t.command && t.command->kind == COMMAND_MIDDLE);
    if (t.kind != TOKEN_COMMAND || !t.command || t.command->kind != COMMAND_RIGHT)
        reader_fail(r, left.start, ERR_TEX_FENCE, "there is no \\right for this \\left");
    mark_braced(n);
    r->brackets = brackets;
    r->depth--;
    return n;
}

struct node *
take_sized(struct reader *r, struct token t)
{
    struct token next = reader_peek(r);
    const struct command *c =
        next.kind == TOKEN_CHAR ? command_of_char(next.c) : next.command;
    struct node *n = node_leaf(r, t.command->class, read_delimiter(r));

    if (strcmp(n->text, ".") == 0)
        n->text = "";
    if (n->class == CLASS_ORD && c && (c->class == CLASS_OPEN || c->class == CLASS_CLOSE))
        n->class = c->class;
    n->sized = true;
    return n;
}

/* \abs{x}: brackets named by their two signs. */
struct node *
take_bracket(struct reader *r, struct token t)
{
    const char *signs = t.command->text;
    size_t bytes, len = strlen(signs);
    struct node *n = node_new(r, NODE_FENCE);
    uint32_t open = utf8_decode(signs, len, &bytes), close;

    close = utf8_decode(signs + bytes, len - bytes, &bytes);
    n->class = CLASS_INNER;
    n->text = open == '{' ? "{" : node_symbol(r, command_of_char(open))->text;
    if (reader_peek(r).c == '*')
        reader_take(r);
    node_append(n, node_new(r, NODE_ROW));
    node_append(n->first, read_argument(r));
    if (open == 0x27E8 && r->at < r->len && r->text[r->at] == '{') {
        bool bra = strncmp(t.command->name, "bra", 3) == 0;

        node_append(n->first, node_symbol(r, command_of_char(bra ? '|' : ',')));
        n->first->last->class = bra ? CLASS_ORD : CLASS_PUNCT;
        node_append(n->first, read_argument(r));
    }
    n->first->text = close == '}' ? "}" : node_symbol(r, command_of_char(close))->text;
    return n;
}
