/*
 * Which part of a line differs from the term above: what is underlined.
 */
#include <string.h>

#include "ui/bench/bench.h"

enum { PARTS_MAX = 64 };

/* Terms that are joined by one op, from left to right. */
struct chain {
    const struct term *part[PARTS_MAX];
    int n;
};

static bool
joins(const struct term *t, enum term_op op)
{
    return t->op == op || (op == TERM_ADD && t->op == TERM_SUB);
}

static void
take_apart(const struct term *t, enum term_op op, struct chain *c)
{
    if (joins(t, op)) {
        take_apart(t->arg[0], op, c);
        take_apart(t->arg[1], op, c);
    } else if (c->n < PARTS_MAX) {
        c->part[c->n++] = t;
    }
}

static struct span
cover(struct span x, struct span y)
{
    int start = x.start < y.start ? x.start : y.start;
    int x_end = x.start + x.len, y_end = y.start + y.len;

    return (struct span){start, (x_end > y_end ? x_end : y_end) - start};
}

static struct span
whole_span(const struct term *t)
{
    struct span s = t->at;

    for (int i = 0; i < t->n; i++)
        if (t->arg[i]->at.len)
            s = s.len ? cover(s, t->arg[i]->at) : t->arg[i]->at;
    return s;
}

static struct span difference(const struct term *above, const struct term *t);

/* The parts of t between those that both begin and end with; when one is left on either
 * side, what differs in it. */
static struct span
between(const struct chain *x, const struct chain *y, const struct term *t)
{
    int from = 0, to = 0;
    struct span s;

    while (from < x->n && from < y->n && expr_same(x->part[from], y->part[from]))
        from++;
    while (to < x->n - from && to < y->n - from &&
           expr_same(x->part[x->n - 1 - to], y->part[y->n - 1 - to]))
        to++;
    if (from + to >= y->n || y->n == PARTS_MAX || x->n == PARTS_MAX)
        return whole_span(t);
    if (y->n - from - to == 1 && x->n - from - to == 1)
        return difference(x->part[from], y->part[from]);
    s = whole_span(y->part[from]);
    for (int i = from + 1; i < y->n - to; i++)
        s = cover(s, whole_span(y->part[i]));
    return s;
}

static struct span
difference(const struct term *above, const struct term *t)
{
    enum term_op op = joins(t, TERM_ADD) ? TERM_ADD : t->op;
    struct chain x = {.n = 0}, y = {.n = 0};
    int other = -1;

    if (op == TERM_ADD || op == TERM_MUL) {
        take_apart(above, op, &x);
        take_apart(t, op, &y);
        return between(&x, &y, t);
    }
    if (above->op != t->op || above->n != t->n || above->function != t->function)
        return whole_span(t);
    for (int i = 0; i < t->n; i++) {
        if (expr_same(above->arg[i], t->arg[i]))
            continue;
        if (other >= 0)
            return whole_span(t);
        other = i;
    }
    return other < 0 ? whole_span(t) : difference(above->arg[other], t->arg[other]);
}

struct span
bench_difference(struct arena *a, const struct scope *s, const struct term *above,
                 const char *source)
{
    struct err e;
    const struct term *t = expr_parse(a, s, source, (struct pos){"line", 1, 1}, &e);
    struct span found = {0, 0};

    if (t && above)
        found = difference(above, t);
    if (found.start < 0 || found.start + found.len > (int)strlen(source))
        return (struct span){0, 0};
    return found;
}
