/* Items of a sequence: w_t, and ranges of them: w_1..T, w_<t, w_<=t. */
#include "expr/read/parser.h"

static const struct term *
one(struct parser *p)
{
    return tree_number(p->arena, "1", 0, (struct span){0});
}

/* "t", "12", "{t + 1}". */
static const struct term *
parse_place(struct parser *p)
{
    struct list l = {.arena = p->arena};

    if (p->tok->kind == TOKEN_OPEN_BRACE)
        return parse_enclosed(p, &l, TOKEN_CLOSE_BRACE, "'}'") ? l.at[0] : NULL;
    if (p->tok->kind != TOKEN_NUMBER && p->tok->kind != TOKEN_WORD)
        return fail_expected(p, "a number or a name");
    return parse_operand(p);
}

static const struct term *
range(struct parser *p, const struct term *w, const struct term *first,
      const struct term *last, const struct token *from)
{
    const struct term *const arg[] = {w, first, last};
    struct term shape = {.op = TERM_RANGE, .n = 3, .arg = arg};

    return first && last ? finish(p, &shape, from, from) : NULL;
}

/* "<t" and "<=t": all items before t, or up to it. */
static const struct term *
parse_prefix(struct parser *p, const struct term *w, const struct token *from,
             const struct term *(*parse)(struct parser *p))
{
    const struct token *sign = p->tok++;
    const struct term *last;

    if (sign->relation != RELATION_LESS && sign->relation != RELATION_LESS_EQUAL)
        return fail(p, sign, ERR_TERM_EXPECTED,
                    "a prefix is written w_<t or w_<=t, and a range w_1..T");
    last = parse(p);
    if (last && sign->relation == RELATION_LESS)
        last = finish_binary(p, TERM_SUB, last, one(p), sign, sign);
    return range(p, w, one(p), last, from);
}

static bool
is_range_sign(const struct parser *p)
{
    return p->tok->kind == TOKEN_DOTS || (p->tex && p->tok->kind == TOKEN_COLON);
}

/* The item `first`, or the range that begins with it. */
static const struct term *
item_or_range(struct parser *p, const struct term *w, const struct term *first,
              const struct token *from, const struct term *(*parse)(struct parser *p))
{
    if (!first)
        return NULL;
    if (!is_range_sign(p))
        return finish_binary(p, TERM_INDEX, w, first, from, from);
    p->tok++;
    return range(p, w, first, parse(p), from);
}

const struct term *
parse_item(struct parser *p, const struct term *w, const struct term *first,
           const struct token *from)
{
    return item_or_range(p, w, first, from, parse_place);
}

/* "{...}" and "[...]". */
static const struct term *
parse_enclosed_items(struct parser *p, const struct term *w, const struct token *from)
{
    const struct token *open = p->tok;
    bool brace = open->kind == TOKEN_OPEN_BRACE;
    const struct term *x;
    struct level outside;

    if (!open_level(p, &outside))
        return NULL;
    p->tok++;
    if (p->tok->kind == TOKEN_RELATION)
        x = parse_prefix(p, w, from, parse_sum);
    else
        x = item_or_range(p, w, parse_sum(p), from, parse_sum);
    close_level(p, outside);
    if (!x || !expect_close(p, open, brace ? TOKEN_CLOSE_BRACE : TOKEN_CLOSE_SQUARE,
                            brace ? "'}'" : "']'"))
        return NULL;
    /* w_{t-1}..T */
    if (x->op == TERM_INDEX && p->tok->kind == TOKEN_DOTS)
        return parse_item(p, w, x->arg[1], from);
    return x;
}

const struct term *
parse_items(struct parser *p, const struct term *w, const struct token *from)
{
    if (p->tok->kind == TOKEN_SUBSCRIPT)
        p->tok++;
    if (p->tok->kind == TOKEN_OPEN_BRACE || p->tok->kind == TOKEN_OPEN_SQUARE)
        return parse_enclosed_items(p, w, from);
    if (p->tok->kind == TOKEN_RELATION)
        return parse_prefix(p, w, from, parse_place);
    return parse_item(p, w, parse_place(p), from);
}
