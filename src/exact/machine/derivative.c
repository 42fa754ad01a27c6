#include "exact/machine/derivative.h"

/* The arguments: what is differentiated, and its derivative. */
enum { BODY, VALUE, ARGUMENTS };

static const struct decl *
find_name(void *ctx, const struct decl *inside, const char *name)
{
    return inside ? scope_find_before(inside, name) : program_resolve(ctx, name);
}

int
derivative_add(struct program *p, const struct term *t)
{
    struct meanings m = {find_name, p, p->scope};
    struct node n = {.term = t, .op = t->op, .n = ARGUMENTS, .slot = -1, .inner = -1};
    int *arg = ARENA_ARRAY(p->arena, int, ARGUMENTS);
    const struct term *value;
    struct err e;

    value = expr_derivative_among(p->arena, m, t->arg[0], t->arg[1], &e);
    if (!value)
        return program_refuse(p, arena_strdup(p->arena, e.msg));
    arg[BODY] = program_add(p, t->arg[0]);
    if (arg[BODY] < 0)
        return -1;
    arg[VALUE] = program_add(p, value);
    if (arg[VALUE] < 0)
        return -1;
    n.arg = arg;
    return program_add_node(p, &n);
}

enum state
derivative_run(struct machine *m, const struct node *n, struct balls *r)
{
    const struct balls *body = &m->reg[n->arg[BODY]];
    bool cut = false;

    balls_copy(r, &m->reg[n->arg[VALUE]]);
    for (int i = 0; i < body->rows * body->cols; i++)
        cut |= body->at[i].cut;
    for (int i = 0; i < r->rows * r->cols; i++)
        r->at[i].cut |= cut;
    return DEFINED;
}
