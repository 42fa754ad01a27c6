/* Arguments of a form of their own: brackets, numbers and their units. */
#include <string.h>

#include "typeset/tex/tex.h"

/* A bracket as an argument, in braces or not; "" for none. */
static const char *
raw_bracket(struct reader *r)
{
    static const char *const signs[][2] = {
        {"\\{",      "{"  },
        {"\\}",      "}"  },
        {"\\lbrace", "{"  },
        {"\\rbrace", "}"  },
        {"\\langle", "⟨"},
        {"\\rangle", "⟩"},
    };
    struct token t = reader_peek(r);
    const char *raw;

    if (t.kind == TOKEN_OPEN) {
        raw = read_raw(r);
    } else {
        reader_take(r);
        raw = arena_strndup(r->arena, r->text + t.start, t.end - t.start);
    }
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strcmp(raw, signs[i][0]) == 0)
            return signs[i][1];
    return *raw == '\\' ? "." : raw;
}

/* \genfrac{(}{)}{0pt}{}{n}{k}: brackets, how thick the bar is, a style, both sides. */
struct node *
take_genfrac(struct reader *r, struct token t)
{
    struct node *fence = node_new(r, NODE_FENCE), *segment = node_new(r, NODE_ROW), *n;
    const char *left = raw_bracket(r), *right = raw_bracket(r), *bar = read_raw(r);

    read_raw(r);
    n = take_fraction(r, t);
    n->n = *bar == '0' ? FRACTION_STACK : FRACTION_BOTH;
    if (n->n == FRACTION_STACK && strcmp(left, "(") == 0 && strcmp(right, ")") == 0)
        n->n = FRACTION_BINOMIAL;
    if (n->n == FRACTION_BINOMIAL || (!*left && !*right))
        return n;
    fence->class = CLASS_INNER;
    fence->text = *left ? left : ".";
    segment->text = *right ? right : ".";
    node_append(segment, n);
    node_append(fence, segment);
    return fence;
}

/* {1e-3}, where the sign is part of the number; other things as they are. */
static struct node *
read_number(struct reader *r)
{
    struct token t;
    size_t len;

    read_optional(r);
    t = reader_peek(r);
    len = t.kind == TOKEN_OPEN ? strspn(r->text + t.end, "0123456789.eE+-") : 0;
    if (!len || r->text[t.end + len] != '}')
        return read_argument(r);
    r->at = t.end + len + 1;
    return node_leaf(r, CLASS_ORD, arena_strndup(r->arena, r->text + t.end, len));
}

/* \qty{5}{\metre} and not \qty(...), \qty{...}: two arguments, perhaps behind [...]. */
static bool
is_quantity(const struct reader *r)
{
    const char *s = r->text + r->at;
    int depth = 0;

    s += strspn(s, " ");
    if (*s == '[')
        s += strcspn(s, "]") + (s[strcspn(s, "]")] == ']');
    if (*s != '{')
        return false;
    for (; *s; s++) {
        depth += (*s == '{') - (*s == '}');
        s += *s == '\\' && s[1];
        if (!depth)
            break;
    }
    s += *s == '}';
    return s[strspn(s, " ")] == '{';
}

/* \qty{5}{\meter}: a number and its unit. */
static struct node *
take_quantity(struct reader *r)
{
    struct node *row = node_new(r, NODE_ROW), *space = node_new(r, NODE_SPACE);
    struct font font = r->font;

    space->n = 1;
    node_append(row, read_number(r));
    if (reader_peek(r).kind != TOKEN_OPEN)
        return row;
    r->font.upright = true;
    node_append(row, space);
    node_append(row, read_argument(r));
    r->font = font;
    return row;
}

struct node *
take_plain(struct reader *r, struct token t)
{
    const char *what = t.command->text;
    bool quantity = strcmp(what, "quantity") == 0;

    if (strcmp(what, "number") == 0)
        return read_number(r);
    if (quantity && !is_quantity(r)) {
        expand_growing(r);
        return NULL;
    }
    read_optional(r);
    return quantity ? take_quantity(r) : read_argument(r);
}
