/* Conditions on declared names. */
#include <string.h>

#include "expr/read/declare.h"

/* ---- conditions -------------------------------------------------------------------- */

static bool
is_one(const struct term *t)
{
    int n;

    return tree_integer(t, &n) && n == 1;
}

static bool
is_length_of_name(const struct term *t)
{
    return t->op == TERM_CALL &&
           (t->function == FUNCTION_ABS || t->function == FUNCTION_NORM) &&
           t->arg[0]->op == TERM_NAME;
}

/* The name of scope s that was declared last among those in t. */
static struct decl *
last_name(struct scope *s, const struct term *t)
{
    struct decl *last = t->op == TERM_NAME ? scope_get_own(s, t->name) : NULL;

    for (int i = 0; i < t->n; i++) {
        struct decl *d = last_name(s, t->arg[i]);

        if (d && (!last || d->index > last->index))
            last = d;
    }
    return last;
}

static void
add_condition(struct arena *a, struct decl *d, const struct term *c)
{
    const struct term **all = ARENA_ARRAY(a, const struct term *, d->n_conditions + 1);

    if (d->n_conditions)
        memcpy(all, d->conditions, (size_t)d->n_conditions * sizeof *all);
    all[d->n_conditions++] = c;
    d->conditions = all;
}

/* "name = term": the name gets that value. */
static bool
condition_value(struct parser *p, struct scope *s, const struct term *c,
                const struct token *t)
{
    struct decl *d = scope_get_own(s, c->arg[0]->name);
    struct decl *last = last_name(s, c->arg[1]);

    if (!d || d->value || (last && last->index > d->index))
        return refuse(p, t, ERR_CONDITION_FORM,
                      "declare '%s' here, once, after the names in its value",
                      c->arg[0]->name);
    if (c->arg[1]->type.kind > d->type.kind && type_is_number(d->type))
        return refuse(p, t, ERR_TYPE_MISMATCH, "'%s' is %s, and its value is %s", d->name,
                      type_text(p->arena, d->type), type_text(p->arena, c->arg[1]->type));
    scope_set_value(d, c->arg[1]);
    return true;
}

/* A bound that a condition states: c > 0. */
struct side {
    bool low, open;
};

static bool
side_of(enum relation r, bool name_left, struct side *side)
{
    if (r == RELATION_EQUAL || r == RELATION_NOT_EQUAL)
        return false;
    side->open = r == RELATION_LESS || r == RELATION_GREATER;
    side->low = (r == RELATION_GREATER || r == RELATION_GREATER_EQUAL) == name_left;
    return true;
}

static void
note_bound(struct decl *d, const struct term *c)
{
    bool left = c->arg[0]->op == TERM_NAME;
    const struct term *name = c->arg[!left], *bound = c->arg[left];
    struct side side;

    if (name->op != TERM_NAME || tree_has_names(bound) ||
        !side_of(c->relation, left, &side))
        return;
    if (side.low && !d->domain.low) {
        d->domain.low = bound;
        d->domain.low_open = side.open;
    } else if (!side.low && !d->domain.high) {
        d->domain.high = bound;
        d->domain.high_open = side.open;
    }
}

static bool
add_relation(struct parser *p, struct scope *s, const struct term *c,
             const struct token *t)
{
    struct decl *d = last_name(s, c);

    if (!d)
        return refuse(p, t, ERR_CONDITION_FORM,
                      "a condition belongs to a name that is declared here");
    if (c->relation == RELATION_EQUAL && c->arg[0]->op == TERM_NAME &&
        !tree_has_name(c->arg[1], c->arg[0]->name))
        return condition_value(p, s, c, t);
    if (c->relation == RELATION_EQUAL &&
        !(is_length_of_name(c->arg[0]) && is_one(c->arg[1])))
        return refuse(
            p, t, ERR_CONDITION_FORM,
            "an equation as a condition is |z| = 1, norm(v) = 1 or name = term");
    add_condition(p->arena, d, c);
    note_bound(d, c);
    return true;
}

/* A filter for draws is kept as it is; anything else goes to the name it is about. */
bool
parse_conditions(struct parser *p, struct scope *s, struct decl *filter)
{
    for (;;) {
        const struct token *t = p->tok;
        const struct term *c = parse_comparison(p);

        if (!c)
            return false;
        if (filter)
            add_condition(p->arena, filter, c);
        else if (!add_relation(p, s, c, t))
            return false;
        if (p->tok->kind != TOKEN_COMMA)
            return true;
        p->tok++;
    }
}

bool
parse_where(struct parser *p, struct scope *s, struct decl *filter)
{
    if (!is_word(p->tok, "where"))
        return true;
    p->tok++;
    return parse_conditions(p, s, filter);
}
