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

/* Where lines may begin, and how many half lines more it may cost not to. */
struct margins {
    int relation, indent, penalty;
};

/* Below the first relation, when that leaves half of the width. */
static bool
below_relation(const struct breaker *b, struct margins *m)
{
    for (int i = 1; i < b->n_places - 1; i++) {
        const struct item *item = &b->items[b->places[i].item];
        int col = b->end[b->places[i].item] - item->group->cols;

        *m = (struct margins){col, col + item->group->cols + 1, 0};
        if (b->places[i].relation)
            return m->indent <= b->width / 2;
    }
    return false;
}

/* The margins, further left when that is what makes every piece fit. */
static void
fit_margins(struct breaker *b)
{
    for (int i = 1; i < b->n_places - 1; i++) {
        const struct place *from = &b->places[i];
        int spare = b->width - cols_between(b, from, from + 1);
        int *margin = from->relation ? &b->relation : &b->indent;

        if (spare < *margin)
            *margin = spare > 0 ? spare : 0;
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
    if (to->item == b->n)
        return 0;
    if (!to->relation)
        return 3;
    return !from->item && cols_between(b, from, to) < b->width / 4 ? 4 : 0;
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

            if (k > i + 1 && margin_of(b, from) + cols_between(b, from, to) > b->width)
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

static void
try_margins(struct breaker *b, const struct margins *m)
{
    b->relation = m->relation;
    b->indent = m->indent;
    fit_margins(b);
    choose_breaks(b);
}

/* Those that read best, unless others need much fewer lines. */
static void
choose_margins(struct breaker *b)
{
    struct margins tried[] = {
        {0, 0, 0},
        {2, 4, 3},
        {0, 2, 4}
    };
    int first = below_relation(b, &tried[0]) ? 0 : 1, best = first, best_score = 0;

    for (int i = first; i < 3; i++) {
        int score;

        try_margins(b, &tried[i]);
        score = 2 * b->places[0].lines + tried[i].penalty;
        if (i == first || score < best_score) {
            best = i;
            best_score = score;
        }
    }
    try_margins(b, &tried[best]);
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
    choose_margins(&b);
    lines = ARENA_ARRAY(s->arena, const struct group *, b.n_places);
    for (int i = 0; i < b.n_places - 1; i = b.places[i].next)
        lines[count++] = line_from(&b, &b.places[i]);
    return group_stack(s->arena, lines, count);
}
