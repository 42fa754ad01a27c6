/* Variables of a pattern: what they may stand for. */
#include <string.h>

#include "exact/exact.h"
#include "proof/match/chance.h"
#include "proof/match/match.h"
#include "proof/normal/known.h"
#include "proof/rule.h"

struct variable *
match_variable(struct matcher *m, const char *name)
{
    for (int i = 0; i < m->n; i++)
        if (strcmp(m->v[i].name, name) == 0)
            return &m->v[i];
    return NULL;
}

bool
match_is_free(struct matcher *m, const struct term *p)
{
    struct variable *v = p->op == TERM_NAME ? match_variable(m, p->name) : NULL;

    return v && !v->by;
}

bool
match_is_function(struct matcher *m, const struct term *p)
{
    struct variable *v;

    if (p->op != TERM_INDEX || p->n != 2 || p->arg[0]->op != TERM_NAME)
        return false;
    v = match_variable(m, p->arg[0]->name);
    return v && v->decl->type.kind == TYPE_VECTOR && (!v->by || v->index);
}

struct free_search {
    struct matcher *m;
    bool found;
};

static void
see_free(void *ctx, const struct term *name)
{
    struct free_search *s = ctx;

    s->found |= match_is_free(s->m, name);
}

bool
match_is_ground(struct matcher *m, const struct term *p)
{
    struct free_search s = {m, false};

    term_free_names(p, see_free, &s);
    return !s.found;
}

/* ---- types ------------------------------------------------------------------------- */

static const struct term *
size_term(struct matcher *m, struct dim d)
{
    return d.n ? rational_term(m->arena, (struct rational){d.n, 1}) : d.size;
}

/* A size of the pattern against one of the term; a free name of a size is bound. */
static bool
sizes_agree(struct matcher *m, struct dim p, struct dim t)
{
    struct variable *v;
    const struct term *want, *is;

    if (p.n)
        return p.n == t.n;
    is = size_term(m, t);
    v = p.size->op == TERM_NAME ? match_variable(m, p.size->name) : NULL;
    if (v && !v->by) {
        v->by = is;
        return true;
    }
    want = match_instance(m, p.size);
    return want && normal_same(m->arena, m->scope, want, is);
}

static bool
type_accepts(struct matcher *m, struct type want, struct type is)
{
    if (is.random && !want.random && m->chance)
        return false;
    if (type_is_number(want))
        return type_is_number(is) && is.kind <= want.kind;
    if (!type_is_array(want))
        return want.kind == is.kind;
    return type_is_array(is) && want.complex_entries >= is.complex_entries &&
           sizes_agree(m, want.rows, is.rows) && sizes_agree(m, want.cols, is.cols);
}

/* ---- binding ----------------------------------------------------------------------- */

static bool
mentions_index(const struct pairs *b, const struct term *t)
{
    for (; b; b = b->outer)
        if (term_has_name(t, b->term))
            return true;
    return false;
}

static bool
agree(struct matcher *m, const struct term *x, const struct term *y)
{
    return expr_same(x, y) || normal_same(m->arena, m->scope, x, y);
}

/* Whether the entries of t, as a function of the index where there is one, are shares
 * that add up to 1. */
static bool
is_distribution(struct matcher *m, const struct term *t, const char *index, struct dim n)
{
    if (index) {
        if (t->op != TERM_INDEX || t->n != 2 || t->arg[1]->op != TERM_NAME ||
            strcmp(t->arg[1]->name, index) != 0 || term_has_name(t->arg[0], index))
            return false;
        t = t->arg[0];
    }
    return ((t->op == TERM_NAME && t->type.distribution) ||
            (t->op == TERM_CALL &&
             (t->function == FUNCTION_SOFTMAX || t->function == FUNCTION_ONEHOT))) &&
           sizes_agree(m, n, t->type.rows);
}

/* Sizes may be bound on the way, so all values are kept for undoing. */
static bool
bind_then(struct matcher *m, struct variable *v, const struct term *by, const char *index,
          const struct goal *next)
{
    struct variable before[MATCH_VARIABLES_MAX];
    struct type want = v->decl->type;

    memcpy(before, m->v, sizeof before);
    if (want.distribution && !is_distribution(m, by, index, want.rows)) {
        memcpy(m->v, before, sizeof before);
        return false;
    }
    if (index) {
        want.kind = want.complex_entries ? TYPE_COMPLEX : TYPE_REAL;
        if (!by->type.random)
            want.random = false;
    }
    if (type_accepts(m, want, by->type)) {
        v->by = by;
        v->index = index;
        if (match_solve(m, next))
            return true;
    }
    memcpy(m->v, before, sizeof before);
    return false;
}

bool
match_bind(struct matcher *m, const struct goal *g)
{
    struct variable *v = match_variable(m, g->p->name);

    if (v->by)
        return !v->index && agree(m, v->by, g->t) && match_solve(m, g->next);
    return !mentions_index(g->pairs, g->t) && bind_then(m, v, g->t, NULL, g->next);
}

/* The index of the term that a bound index of the pattern stands for; NULL when it is
 * none. */
static const char *
partner(const struct pairs *b, const struct term *index)
{
    for (; b && index->op == TERM_NAME; b = b->outer)
        if (strcmp(b->pattern, index->name) == 0)
            return b->term;
    return NULL;
}

static bool
mentions_other_index(const struct pairs *b, const struct term *t, const char *own)
{
    for (; b; b = b->outer)
        if (strcmp(b->term, own) != 0 && term_has_name(t, b->term))
            return true;
    return false;
}

/* e of X_e, its indices replaced by those of the term. */
static const struct term *
index_instance(struct matcher *m, const struct term *e, const struct pairs *b)
{
    struct replacement r;

    for (; b && e; b = b->outer) {
        r = (struct replacement){b->pattern, expr_name(m->arena, b->term,
                                                       (struct type){.kind = TYPE_INTEGER,
                                                                     .rows = {.n = 1},
                                                                     .cols = {.n = 1}})};
        e = expr_replace(m->arena, e, &r, 1);
    }
    return e && match_is_ground(m, e) ? match_instance(m, e) : NULL;
}

/* X_j of a vector that is a variable, or of a vector that the term has. */
static bool
match_component(struct matcher *m, const struct goal *g)
{
    struct goal second = {.p = g->p->arg[1], .pairs = g->pairs, .next = g->next};
    struct goal first = {.p = g->p->arg[0], .pairs = g->pairs, .next = &second};

    if (g->t->op != TERM_INDEX || g->t->n != 2)
        return false;
    first.t = g->t->arg[0];
    second.t = g->t->arg[1];
    return match_solve(m, &first);
}

bool
match_bind_function(struct matcher *m, const struct goal *g)
{
    struct variable *v = match_variable(m, g->p->arg[0]->name);
    const char *own = partner(g->pairs, g->p->arg[1]);
    struct replacement r;
    const struct term *is;

    if (!v->by && own)
        return !mentions_other_index(g->pairs, g->t, own) &&
               bind_then(m, v, g->t, own, g->next);
    if (!v->by)
        return match_component(m, g);
    r = (struct replacement){v->index, index_instance(m, g->p->arg[1], g->pairs)};
    is = r.by ? expr_replace(m->arena, v->by, &r, 1) : NULL;
    return is && agree(m, is, g->t) && match_solve(m, g->next);
}

enum { GRANTED_MAX = 2 };

/* ---- conditions -------------------------------------------------------------------- */

static enum sign_set
wanted_sign(enum relation r)
{
    switch (r) {
    case RELATION_LESS:
        return SIGN_MINUS;
    case RELATION_LESS_EQUAL:
        return SIGN_AT_MOST_0;
    case RELATION_GREATER:
        return SIGN_PLUS;
    case RELATION_GREATER_EQUAL:
        return SIGN_AT_LEAST_0;
    case RELATION_NOT_EQUAL:
        return SIGN_NOT_0;
    default:
        return SIGN_0;
    }
}

static bool
holds_exactly(struct matcher *m, const struct term *x, enum relation r,
              const struct term *y)
{
    struct exact_options o = {.seed = 1, .verdict_only = true, .most_work = TRIAL_WORK};
    struct exact_result e;

    if (m->trials->left-- <= 0)
        return false;
    e = exact_compare(m->arena, m->scope, x, r, y, &o);
    m->trials->work += e.work;
    return e.verdict == VERDICT_EQUAL;
}

static bool
relation_holds(struct matcher *m, const struct term *x, enum relation r,
               const struct term *y)
{
    const struct term *d;

    if (r == RELATION_EQUAL && (normal_same(m->arena, m->scope, x, y) ||
                                chance_is_assumed(m->arena, m->scope, x, y)))
        return true;
    d = expr_apply(m->arena, TERM_SUB, x, y, NULL);
    if (d && r != RELATION_EQUAL &&
        known_is(m->arena, m->scope, normal_form(m->arena, m->scope, d), wanted_sign(r)))
        return true;
    return holds_exactly(m, x, r, y);
}

/* The variable that a relation about every component is about, if it stands for a term
 * with an index. */
static const struct variable *
component_variable(struct matcher *m, const struct term *c)
{
    const struct variable *v;

    if (c->op != TERM_RELATION || !c->every || c->arg[0]->op != TERM_NAME)
        return NULL;
    v = match_variable(m, c->arg[0]->name);
    return v && v->index ? v : NULL;
}

static bool
condition_holds(struct matcher *m, const struct term *c)
{
    const struct term *x, *y;
    const struct variable *v = component_variable(m, c);

    if (!match_is_ground(m, c))
        return false;
    if (v) {
        y = match_instance(m, c->arg[1]);
        return y && relation_holds(m, v->by, c->relation, y);
    }
    if (c->op == TERM_INDEPENDENT) {
        for (int i = 0; i < c->n; i++)
            for (int j = 0; j < i; j++) {
                x = match_instance(m, c->arg[i]);
                y = match_instance(m, c->arg[j]);
                if (!x || !y || !chance_independent(m->arena, m->scope, x, y))
                    return false;
            }
        return true;
    }
    x = match_instance(m, c->arg[0]);
    y = match_instance(m, c->arg[1]);
    return x && y && relation_holds(m, x, c->relation, y);
}

/* What a condition says here; NULL: it cannot be said. */
static const char *
condition_text(struct matcher *m, const struct term *c, struct arena *a)
{
    const char *text = "";
    bool independent = c->op == TERM_INDEPENDENT;

    if (!match_is_ground(m, c) || (!independent && (c->op != TERM_RELATION || c->every)))
        return NULL;
    for (int i = 0; i < c->n; i++) {
        const struct term *x = match_instance(m, c->arg[i]);

        if (!x)
            return NULL;
        text = arena_printf(a, "%s%s%s", text,
                            i == 0 ? ""
                            : independent
                                ? ", "
                                : arena_printf(a, " %s ", relation_text(c->relation)),
                            expr_plain(a, x, 0));
    }
    return independent ? arena_printf(a, "independent(%s)", text) : text;
}

/* Take what does not hold for granted, if that is asked for. */
static bool
grant(struct granted *g, const char *text)
{
    if (!text)
        return false;
    if (strstr(g->text, text))
        return true;
    g->text = arena_printf(g->a, "%s%s%s", g->text, *g->text ? ", " : "", text);
    return g->n++ < GRANTED_MAX;
}

static bool
is_granted(struct matcher *m, const struct term *c)
{
    struct granted *g = m->trials->granted;

    return g && grant(g, condition_text(m, c, g->a));
}

static bool
condition_may_hold(struct matcher *m, const struct term *c)
{
    return condition_holds(m, c) || is_granted(m, c);
}

/* Whether a bound of v's domain holds for what v stands for. */
static bool
bound_holds(struct matcher *m, const struct variable *v, enum relation r,
            const struct term *bound)
{
    const struct term *by = bound ? match_instance(m, bound) : NULL;
    struct granted *g = m->trials->granted;

    if (!bound || !by || relation_holds(m, v->by, r, by))
        return !bound || by;
    return g && grant(g, arena_printf(g->a, "%s %s %s", expr_plain(g->a, v->by, 0),
                                      relation_text(r), expr_plain(g->a, by, 0)));
}

static bool
domain_holds(struct matcher *m, const struct variable *v)
{
    const struct domain *d = &v->decl->domain;

    return bound_holds(m, v, d->low_open ? RELATION_GREATER : RELATION_GREATER_EQUAL,
                       d->low) &&
           bound_holds(m, v, d->high_open ? RELATION_LESS : RELATION_LESS_EQUAL, d->high);
}

static bool
assumption_holds(struct matcher *m, const struct assumption *a)
{
    for (int c = 0; c < a->n; c++)
        if ((a->relation[c]->op == TERM_INDEPENDENT || term_has_chance(a->relation[c])) &&
            !condition_may_hold(m, a->relation[c]))
            return false;
    return true;
}

bool
match_conditions(struct matcher *m)
{
    for (int i = 0; i < m->n; i++) {
        const struct variable *v = &m->v[i];

        if (!v->by)
            continue;
        if (!v->index && !domain_holds(m, v))
            return false;
        for (int c = 0; c < v->decl->n_conditions; c++)
            if (!condition_may_hold(m, v->decl->conditions[c]))
                return false;
    }
    for (int i = 0; i < scope_assumption_count(m->variables); i++)
        if (!assumption_holds(m, scope_assumption_at(m->variables, i)))
            return false;
    return true;
}
