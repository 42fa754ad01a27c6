/* A formula that is too long, on several lines. */
#include "typeset/tex/tex.h"

/* A place where a line may begin: with a relation, or behind an operator or a comma. */
struct place {
    int item;
    bool relation;
    /* The best way to break all that follows: */
    int next; /* place where the next line begins */
    int lines, cost;
};

struct breaker {
    struct setter *s;
    const struct item *items;
    int n, width;
    int *end;     /* column behind each item, all in one line */
    int relation; /* margin of lines that begin with a relation: below the first one */
    int indent;   /* margin of the others */
    struct place *places;
    int n_places;
};

static void
add_place(struct breaker *b, int item, bool relation)
{
    b->places[b->n_places++] = (struct place){.item = item, .relation = relation};
}

/* Only outside all brackets. The first and the last place are the ends. */
static void
find_places(struct breaker *b)
{
    int depth = 0, col = 0;

    b->end = ARENA_ARRAY(b->s->arena, int, b->n);
    b->places = ARENA_ARRAY(b->s->arena, struct place, b->n + 1);
    add_place(b, 0, false);
    for (int i = 0; i < b->n; i++) {
        enum tex_class class = b->items[i].node->class;
        enum tex_class before = i ? b->items[i - 1].node->class : CLASS_ORD;

        col += b->items[i].gap + b->items[i].group->cols;
        b->end[i] = col;
        depth -= class == CLASS_CLOSE && depth > 0;
        if (i && !depth &&
            (class == CLASS_REL || before == CLASS_BIN || before == CLASS_PUNCT))
            add_place(b, i, class == CLASS_REL);
        depth += class == CLASS_OPEN;
    }
    add_place(b, b->n, false);
}

static int
cols_between(const struct breaker *b, const struct place *from, const struct place *to)
{
    int start = b->end[from->item] - b->items[from->item].group->cols;

    return b->end[to->item - 1] - start;
}

static void
find_margins(struct breaker *b)
{
    b->relation = 2;
    b->indent = 4;
    for (int i = 1; i < b->n_places - 1; i++) {
        const struct item *item = &b->items[b->places[i].item];
        int col = b->end[b->places[i].item] - item->group->cols;

        if (!b->places[i].relation)
            continue;
        if (col + item->group->cols + 1 <= b->width / 2) {
            b->relation = col;
            b->indent = col + item->group->cols + 1;
        }
        return;
    }
}

static int
margin_of(const struct breaker *b, const struct place *from)
{
    return !from->item ? 0 : from->relation ? b->relation : b->indent;
}

/* What is not nice about a line that ends before `to`. */
static int
cost_of(const struct breaker *b, const struct place *from, const struct place *to)
{
    int cols = cols_between(b, from, to);
    int cost = cols + margin_of(b, from) > b->width ? 2 : 0;

    if (to->item == b->n)
        return cost;
    if (!to->relation)
        return cost + 3;
    return !from->item && cols < b->width / 4 ? cost + 4 : cost;
}

/* As few lines as possible, and of those the nicest. */
static void
choose_breaks(struct breaker *b)
{
    for (int i = b->n_places - 2; i >= 0; i--) {
        struct place *from = &b->places[i];

        for (int k = i + 1; k < b->n_places; k++) {
            const struct place *to = &b->places[k];
            int cost = to->cost + cost_of(b, from, to);

            if (k > i + 1 && cols_between(b, from, to) > b->width)
                break;
            if (k == i + 1 || to->lines + 1 < from->lines ||
                (to->lines + 1 == from->lines && cost < from->cost)) {
                from->next = k;
                from->lines = to->lines + 1;
                from->cost = cost;
            }
        }
    }
}

/* The margins, further left when that is what makes every line fit. */
static void
fit_margins(struct breaker *b)
{
    for (int i = b->places[0].next; i < b->n_places - 1; i = b->places[i].next) {
        const struct place *from = &b->places[i], *to = &b->places[from->next];
        int spare = b->width - cols_between(b, from, to);
        int *margin = from->relation ? &b->relation : &b->indent;

        if (spare < *margin)
            *margin = spare > 0 ? spare : 0;
    }
}

static const struct group *
line_from(struct breaker *b, const struct place *from)
{
    int n = b->places[from->next].item - from->item;
    struct item *items = ARENA_ARRAY(b->s->arena, struct item, n + 1);

    for (int i = 0; i < n; i++)
        items[i] = b->items[from->item + i];
    items[0].gap = margin_of(b, from);
    return set_line(b->s, items, n);
}

struct group *
set_broken(struct setter *s, const struct item *items, int n, int width)
{
    struct breaker b = {.s = s, .items = items, .n = n, .width = width};
    const struct group **lines;
    int count = 0;

    find_places(&b);
    find_margins(&b);
    choose_breaks(&b);
    fit_margins(&b);
    lines = ARENA_ARRAY(s->arena, const struct group *, b.n_places);
    for (int i = 0; i < b.n_places - 1; i = b.places[i].next)
        lines[count++] = line_from(&b, &b.places[i]);
    return group_stack(s->arena, lines, count);
}
