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

/* P^T P = I(n) or P P^T = I(n), for a matrix of real numbers. */
static bool
is_orthogonality(const struct term *c)
{
    const struct term *x = c->arg[0], *y;

    if (x->op != TERM_MUL || c->arg[1]->op != TERM_CALL ||
        c->arg[1]->function != FUNCTION_I)
        return false;
    y = x->arg[1];
    x = x->arg[0];
    if (y->op == TERM_TRANSPOSE) {
        const struct term *first = x;

        x = y;
        y = first;
    }
    return x->op == TERM_TRANSPOSE && x->arg[0]->op == TERM_NAME && y->op == TERM_NAME &&
           strcmp(x->arg[0]->name, y->name) == 0 && y->type.kind == TYPE_MATRIX &&
           !y->type.complex_entries;
}

/* The name of a scope that was declared last among those met so far. */
struct last {
    struct scope *scope;
    struct decl *decl;
};

static void
note_last(void *ctx, const struct term *name)
{
    struct last *l = ctx;
    struct decl *d = scope_get_own(l->scope, name->name);

    if (d && (!l->decl || d->index > l->decl->index))
        l->decl = d;
}

static struct decl *
last_name(struct scope *s, const struct term *t)
{
    struct last l = {s, NULL};

    term_free_names(t, note_last, &l);
    return l.decl;
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
                      type_phrase(p->arena, d->type),
                      type_phrase(p->arena, c->arg[1]->type));
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

    if (c->every || name->op != TERM_NAME || tree_has_names(bound) ||
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
fail_form(struct parser *p, const struct token *t)
{
    return refuse(p, t, ERR_CONDITION_FORM,
                  "an equation as a condition is |z| = 1, norm(v) = 1, P^T P = I(n) or "
                  "name = term");
}

static bool
is_random(const struct term *c)
{
    return c->arg[0]->type.random || c->arg[1]->type.random;
}

static bool
add_relation(struct parser *p, struct scope *s, const struct term *c,
             const struct token *t)
{
    struct decl *d = is_orthogonality(c) ? last_name(s, c->arg[0]) : last_name(s, c);

    if (!d)
        return refuse(p, t, ERR_CONDITION_FORM,
                      "a condition belongs to a name that is declared here");
    if (c->relation == RELATION_EQUAL && c->every)
        return fail_form(p, t);
    if (c->relation == RELATION_EQUAL && c->arg[0]->op == TERM_NAME &&
        !tree_has_name(c->arg[1], c->arg[0]->name))
        return condition_value(p, s, c, t);
    if (is_random(c))
        return refuse(p, t, ERR_CONDITION_FORM,
                      "what is assumed about a random name is about E, Var, Cov or P, or "
                      "independent(X, Y)");
    if (c->relation == RELATION_EQUAL &&
        !(is_length_of_name(c->arg[0]) && is_one(c->arg[1])) && !is_orthogonality(c))
        return fail_form(p, t);
    add_condition(p->arena, d, c);
    note_bound(d, c);
    return true;
}

/* ---- lists of them ----------------------------------------------------------------- */

static const struct term *
parse_independent(struct parser *p)
{
    const struct token *word = p->tok++;
    struct list l = {.arena = p->arena};
    struct term shape = {.op = TERM_INDEPENDENT};

    if (p->tok->kind != TOKEN_OPEN)
        return fail_expected(p, "'(' and the independent names");
    if (!parse_enclosed(p, &l, TOKEN_CLOSE, "')'"))
        return NULL;
    shape.n = l.n;
    shape.arg = l.at;
    return finish(p, &shape, word, word);
}

static const struct term *
parse_condition(struct parser *p)
{
    return is_word(p->tok, "independent") ? parse_independent(p) : parse_comparison(p);
}

/* What is read goes into the list `all`; a filter for draws is kept as it is, and what
 * does not speak of chance goes to the name it is about. */
static bool
parse_list(struct parser *p, struct scope *s, struct decl *filter, struct list *all)
{
    for (;;) {
        const struct token *t = p->tok;
        const struct term *c = parse_condition(p);

        if (!c)
            return false;
        list_add(all, c);
        if (filter)
            add_condition(p->arena, filter, c);
        else if (!term_has_chance(c) && !add_relation(p, s, c, t))
            return false;
        if (p->tok->kind != TOKEN_COMMA)
            return true;
        p->tok++;
    }
}

static void
put_assumption(struct parser *p, struct scope *s, const char *label,
               const struct list *all, const struct token *t)
{
    struct assumption *a = ARENA_NEW(p->arena, struct assumption);

    *a = (struct assumption){label, all->at, all->n,
                             pos_after(p->at, p->text, (size_t)t->start)};
    scope_put_assumption(s, a);
}

bool
parse_where(struct parser *p, struct scope *s, struct decl *filter)
{
    const struct token *word = p->tok;
    struct list all = {.arena = p->arena}, chance = {.arena = p->arena};

    if (!is_word(word, "where"))
        return true;
    p->tok++;
    if (!parse_list(p, s, filter, &all))
        return false;
    for (int i = 0; i < all.n; i++)
        if (term_has_chance(all.at[i]))
            list_add(&chance, all.at[i]);
    if (chance.n > 0 && !filter)
        put_assumption(p, s, "", &chance, word);
    return true;
}

/* "indep:" */
static bool
parse_label(struct parser *p, const struct scope *s, const char **label)
{
    *label = "";
    if (p->tok->kind != TOKEN_WORD || p->tok[1].kind != TOKEN_COLON)
        return true;
    *label = token_name(p, p->tok);
    if (scope_assumption_find(s, *label))
        return refuse(p, p->tok, ERR_NAME_TAKEN,
                      "there is an assumption '%s' already; choose another label",
                      *label);
    p->tok += 2;
    return true;
}

bool
parse_assume(struct parser *p, struct scope *s, const struct token *word)
{
    struct list all = {.arena = p->arena};
    const char *label;
    bool ok;

    if (!parse_label(p, s, &label))
        return false;
    p->assumed = true;
    ok = parse_list(p, s, NULL, &all);
    p->assumed = false;
    if (ok)
        put_assumption(p, s, label, &all, word);
    return ok;
}
