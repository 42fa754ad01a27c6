/* Relations that follow from relations. */
#include "proof/judge/judge.h"

#include <string.h>

#include "base/buf.h"
#include "proof/normal/poly.h"

enum { DEPTH_MAX = 2, ROOT_DIGITS = 7 };

/* x => y where `given` holds, case by case. */
struct implying {
    struct judging *j;
    const bool *without; /* declarations that are left out; NULL: none */
    const char *given;   /* a list of conditions, or "" */
    const struct scope *scope;
    const struct term *x, *y;
    int depth;
};

static struct comparison
verdict_of(enum verdict v, const char *why)
{
    return (struct comparison){
        .verdict = v, .left = "", .right = "", .domain = "", .note = "", .why = why};
}

/* What two cases say together: one that fails decides. */
static struct comparison
together(struct arena *a, struct comparison x, struct comparison y)
{
    if (x.verdict == VERDICT_DIFFERENT || y.verdict == VERDICT_EQUAL) {
        x.domain = domain_add(a, x.domain, y.domain);
        return x;
    }
    if (y.verdict == VERDICT_DIFFERENT || x.verdict == VERDICT_EQUAL) {
        y.domain = domain_add(a, y.domain, x.domain);
        return y;
    }
    return x;
}

/* The scope of the derivation with what is given. */
static bool
set_scope(struct implying *m)
{
    struct judging *j = m->j;

    m->scope = !*m->given && !m->without
                   ? j->d->scope
                   : derivation_scope(
                         j->a, j->d, m->without,
                         *m->given ? arena_printf(j->a, "assume %s", m->given) : "");
    return m->scope != NULL;
}

static struct comparison
compare_y(struct implying *m, const struct term *y)
{
    struct step t = {y->arg[0], y->arg[1], y->relation};
    struct comparison c = judge_compare(m->j, m->scope, &t);

    c.note = "";
    return c;
}

/* ---- one root ---------------------------------------------------------------------- */

enum truth { TRUE_NEVER, TRUE_SOMETIMES, TRUE_ALWAYS };

static enum truth
truth_of(struct implying *m, const struct term *x, enum relation r, const struct term *y)
{
    if (judge_related(m->j, m->scope, x, r, y))
        return TRUE_ALWAYS;
    return judge_related(m->j, m->scope, x, judge_opposite(r), y) ? TRUE_NEVER
                                                                  : TRUE_SOMETIMES;
}

/* A name's value, and what its declaration asks of it. */
struct putting {
    struct implying *m;
    struct replacement by;
    bool never; /* the declaration does not admit it */
    bool open;  /* it cannot be said as a condition */
};

static void
require(struct putting *p, const struct term *x, enum relation r, const struct term *y)
{
    struct judging *j = p->m->j;

    if (!x || !y) {
        p->open = true;
        return;
    }
    switch (truth_of(p->m, x, r, y)) {
    case TRUE_ALWAYS:
        break;
    case TRUE_NEVER:
        p->never = true;
        break;
    case TRUE_SOMETIMES:
        p->m->given = judge_both(j->a, p->m->given,
                                 arena_printf(j->a, "%s %s %s", expr_plain(j->a, x, 0),
                                              relation_text(r), expr_plain(j->a, y, 0)));
        break;
    }
}

static const struct term *
put_in(struct putting *p, const struct term *t)
{
    return t ? expr_replace(p->m->j->a, t, &p->by, 1) : NULL;
}

static void
require_domain(struct putting *p, const struct decl *d)
{
    const struct domain *in = &d->domain;

    if (in->low)
        require(p, p->by.by, in->low_open ? RELATION_GREATER : RELATION_GREATER_EQUAL,
                in->low);
    if (in->high)
        require(p, p->by.by, in->high_open ? RELATION_LESS : RELATION_LESS_EQUAL,
                in->high);
}

/* Every condition that is about the name. */
static void
require_conditions(struct putting *p)
{
    const struct scope *s = p->m->scope;
    const struct decl *own = scope_find(s, p->by.name);

    require_domain(p, own);
    for (int i = 0; i < scope_count(own->scope); i++) {
        const struct decl *d = scope_at(own->scope, i);

        for (int k = 0; k < d->n_conditions && !p->never; k++) {
            const struct term *c = d->conditions[k];

            if (!term_has_name(c, p->by.name))
                continue;
            p->open |= c->op != TERM_RELATION || c->every;
            if (c->op == TERM_RELATION)
                require(p, put_in(p, c->arg[0]), c->relation, put_in(p, c->arg[1]));
        }
    }
}

/* The root as a number at the point of a comparison; NULL when it has none. */
static const char *
root_there(struct putting *p, const struct comparison *c)
{
    struct arena *a = p->m->j->a;
    struct coordinate *at = ARENA_ARRAY(a, struct coordinate, c->n_point + 1);
    const char *text;
    struct err e;

    for (int i = 0; i < c->n_point; i++) {
        const char *value = c->point[i].text;
        struct pos here = {"value", 1, 1};

        at[i] = (struct coordinate){c->point[i].name,
                                    expr_parse(a, NULL, value, here, &e), value};
        if (!at[i].value)
            return NULL;
    }
    return exact_value(a, p->m->scope, p->by.by, at, c->n_point, ROOT_DIGITS, &text, &e)
               ? text
               : NULL;
}

/* A whole name has whole values only: a point where it has none shows nothing. */
static bool
is_whole_there(struct putting *p, const struct comparison *c, const struct term *name)
{
    const char *text;

    if (name->type.kind != TYPE_INTEGER || p->by.by->type.kind == TYPE_INTEGER)
        return true;
    text = root_there(p, c);
    return text && strspn(text, "-0123456789") == strlen(text);
}

/* The point with the name's value. */
static void
name_root(struct putting *p, struct comparison *c)
{
    struct arena *a = p->m->j->a;
    struct coordinate *point = ARENA_ARRAY(a, struct coordinate, c->n_point + 1);
    const char *text = root_there(p, c);
    int n = 0;

    for (int i = 0; i < c->n_point; i++)
        if (strcmp(c->point[i].name, p->by.name) != 0)
            point[n++] = c->point[i];
    point[n++] =
        (struct coordinate){p->by.name, NULL, text ? text : expr_plain(a, p->by.by, 0)};
    c->point = point;
    c->n_point = n;
}

/* Without the conditions under which the root itself has a value: where it has none, x
 * does not hold. */
static const char *
domain_of_y(struct putting *p, const char *domain)
{
    struct step own = {p->by.by, p->by.by, RELATION_EQUAL};
    struct arena *a = p->m->j->a;
    const char *root = judge_compare(p->m->j, p->m->scope, &own).domain;
    const char *both = domain_add(a, root, domain);

    both += strlen(root);
    return both + strspn(both, ", ");
}

static struct comparison
by_root(const struct implying *outer, const struct solution *s, int i)
{
    struct implying m = *outer;
    struct putting p = {
        .m = &m, .by = {s->name->name, s->root[i]}
    };
    const struct term *y;
    struct comparison c;

    m.given = judge_both(m.j->a, m.given, s->given);
    require_conditions(&p);
    if (p.never)
        return verdict_of(VERDICT_EQUAL, "");
    y = put_in(&p, m.y);
    if (!set_scope(&m) || p.open || !y)
        return verdict_of(VERDICT_UNDECIDED,
                          "what the relation above says cannot be put in here");
    c = compare_y(&m, y);
    if (c.verdict == VERDICT_DIFFERENT) {
        if (!is_whole_there(&p, &c, s->name))
            return verdict_of(VERDICT_UNDECIDED,
                              "no whole number was found that decides it");
        name_root(&p, &c);
    } else if (*c.domain) {
        c.domain = domain_of_y(&p, c.domain);
    }
    return c;
}

/* ---- cases ------------------------------------------------------------------------- */

static struct comparison implies(struct implying *m);

/* x => y where the factor in front of a name is 0, so that x says nothing about it. */
static struct comparison
where_zero(const struct implying *outer, const struct term *factor)
{
    struct arena *a = outer->j->a;
    const struct term *zero =
        expr_relation(a, RELATION_EQUAL, factor, expr_number(a, "0"), NULL);
    struct comparison all = verdict_of(VERDICT_EQUAL, "");
    struct solution s;

    if (outer->depth == DEPTH_MAX || !zero ||
        !judge_solve(outer->j, outer->scope, zero, &s))
        return verdict_of(VERDICT_UNDECIDED,
                          arena_printf(a, "what follows where %s = 0 cannot be told",
                                       expr_plain(a, factor, 0)));
    for (int i = 0; i < s.n; i++) {
        struct implying m = *outer;
        struct putting p = {
            .m = &m, .by = {s.name->name, s.root[i]}
        };
        struct comparison c;

        m.depth++;
        m.given = judge_both(a, m.given, s.given);
        require_conditions(&p);
        if (p.never)
            continue;
        m.x = put_in(&p, m.x);
        m.y = put_in(&p, m.y);
        c = !set_scope(&m) || p.open || !m.x || !m.y
                ? verdict_of(VERDICT_UNDECIDED, "a case cannot be told")
                : implies(&m);
        if (c.verdict == VERDICT_DIFFERENT)
            name_root(&p, &c);
        all = together(a, all, c);
    }
    return all;
}

static struct comparison
by_cases(const struct implying *m, const struct solution *s)
{
    struct comparison all = verdict_of(VERDICT_EQUAL, "");

    for (int i = 0; i < s->n && all.verdict != VERDICT_DIFFERENT; i++)
        all = together(m->j->a, all, by_root(m, s, i));
    if (s->leading && all.verdict != VERDICT_DIFFERENT &&
        !judge_not_zero(m->j, m->scope, s->leading))
        all = together(m->j->a, all, where_zero(m, s->leading));
    return all;
}

/* x as an assumption, as it stands. */
static struct comparison
by_assuming(const struct implying *outer)
{
    struct implying m = *outer;

    m.given = judge_both(m.j->a, m.given, expr_plain(m.j->a, m.x, 0));
    return set_scope(&m) ? compare_y(&m, m.y)
                         : verdict_of(VERDICT_UNDECIDED, "the relation above has no form "
                                                         "that can be assumed");
}

/* ---- one step on both sides -------------------------------------------------------- */

static const struct term *
less(struct judging *j, const struct term *t)
{
    return t ? expr_apply(j->a, TERM_SUB, t->arg[0], t->arg[1], NULL) : NULL;
}

static const struct term *
times(struct judging *j, const struct term *x, const struct term *y)
{
    return x && y ? expr_apply(j->a, TERM_MUL, x, y, NULL) : NULL;
}

static bool
is_same(struct implying *m, const struct term *x, const struct term *y)
{
    return judge_related(m->j, m->scope, x, RELATION_EQUAL, y);
}

/* The factor by which x is y: x is y, or the factor is 0. Its other side, which the
 * factor takes there, is nowhere 0. NULL: there is none. */
static const struct term *
factor_of(struct implying *m)
{
    const struct term *f = less(m->j, m->x), *g = less(m->j, m->y);

    if (m->x->relation != RELATION_EQUAL || m->y->relation != RELATION_EQUAL || !f ||
        !g || !type_is_number(f->type) || !type_is_number(g->type))
        return NULL;
    for (int i = 0; i < 2; i++) {
        const struct term *p = m->y->arg[i], *q = m->x->arg[i];

        if (is_same(m, times(m->j, f, p), times(m->j, g, q)) &&
            judge_not_zero(m->j, m->scope, p))
            return q;
    }
    return NULL;
}

static bool
is_moved(struct implying *m)
{
    const struct term *f = less(m->j, m->x), *g = less(m->j, m->y);
    const struct term *minus = f ? expr_apply(m->j->a, TERM_NEG, f, NULL, NULL) : NULL;

    return is_same(m, f, g) || is_same(m, minus, g);
}

/* Whether y is x with both sides squared, none of which was below 0. */
static bool
is_squared(struct implying *m, const struct term *x, const struct term *y)
{
    const struct term *zero = expr_number(m->j->a, "0");

    for (int i = 0; i < 2; i++)
        if (!type_is_number(x->arg[i]->type) ||
            !is_same(m, times(m->j, x->arg[i], x->arg[i]), y->arg[i]))
            return false;
    for (int i = 0; i < 2; i++)
        if (x->arg[i]->type.kind > TYPE_REAL ||
            !judge_related(m->j, m->scope, x->arg[i], RELATION_GREATER_EQUAL, zero))
            return false;
    return true;
}

static bool
is_equivalent(struct implying *m)
{
    return m->x->relation == RELATION_EQUAL && m->y->relation == RELATION_EQUAL &&
           (is_moved(m) || is_squared(m, m->x, m->y) || is_squared(m, m->y, m->x));
}

/* ---- x => y ------------------------------------------------------------------------ */

static const struct term *
guess(struct arena *a, const struct decl *other, const struct decl *d, int k)
{
    const struct term *y = expr_name(a, other->name, other->type);
    const struct term *turn;

    if (other->value || other->type.kind != d->type.kind)
        return NULL;
    switch (k) {
    case 0:
        return other == d ? NULL : y;
    case 1:
        return other == d ? NULL : expr_apply(a, TERM_NEG, y, NULL, NULL);
    case 2:
        turn = expr_parse(a, NULL, "2 pi", (struct pos){"turn", 1, 1}, NULL);
        return other == d || d->type.kind != TYPE_REAL
                   ? NULL
                   : expr_apply(a, TERM_ADD, y, turn, NULL);
    default:
        return other == d && d->type.kind <= TYPE_COMPLEX ? expr_number(a, "0") : NULL;
    }
}

/* What is worth a try as a counterexample when the equation cannot be solved: one name
 * for another, turned round, a turn further, and 0. */
static struct comparison
by_guess(struct implying *m, struct comparison open)
{
    struct arena *a = m->j->a;
    const struct scope *s = m->j->d->scope;

    for (int i = 0; i < scope_count(s); i++) {
        const struct decl *d = scope_at(s, i);
        const struct term *name = expr_name(a, d->name, d->type);

        for (int k = 0; k < 4 * scope_count(s) && !d->value && !d->type.random; k++) {
            const struct term *by = guess(a, scope_at(s, k / 4), d, k % 4);
            struct replacement r = {d->name, by};
            struct solution one = {.name = name, .root = {by}, .n = 1, .given = ""};
            const struct term *x = by ? expr_replace(a, m->x, &r, 1) : NULL;
            struct comparison c;

            if (!x || !judge_related(m->j, m->scope, x->arg[0], x->relation, x->arg[1]))
                continue;
            c = by_root(m, &one, 0);
            if (c.verdict == VERDICT_DIFFERENT)
                return c;
        }
    }
    return open;
}

static struct comparison
implies(struct implying *m)
{
    bool equal = m->x->relation == RELATION_EQUAL;
    const struct term *factor;
    struct comparison c;
    struct solution s;

    if (is_equivalent(m) ||
        (equal && truth_of(m, m->x->arg[0], RELATION_EQUAL, m->x->arg[1]) == TRUE_NEVER))
        return verdict_of(VERDICT_EQUAL, "");
    if (judge_related(m->j, m->scope, m->x->arg[0], m->x->relation, m->x->arg[1]))
        return compare_y(m, m->y);
    factor = factor_of(m);
    if (factor)
        return judge_not_zero(m->j, m->scope, factor) ? verdict_of(VERDICT_EQUAL, "")
                                                      : where_zero(m, factor);
    c = equal && judge_solve(m->j, m->scope, m->x, &s) ? by_cases(m, &s) : by_assuming(m);
    return c.verdict == VERDICT_UNDECIDED ? by_guess(m, c) : c;
}

/* The sides as what they say: "true" and "false (-2 = 2)". */
static struct comparison
as_truth(struct arena *a, struct comparison c, enum relation r, bool backward)
{
    const char *no =
        arena_printf(a, "false (%s %s %s)", c.left, relation_text(r), c.right);

    c.left = backward ? no : "true";
    c.right = backward ? "true" : no;
    return c;
}

static struct comparison
one_way(struct judging *j, const struct implication *i, bool backward)
{
    struct implying m = {.j = j,
                         .without = i->without,
                         .given = i->given ? i->given : "",
                         .x = backward ? i->y : i->x,
                         .y = backward ? i->x : i->y};
    struct comparison c;

    if (!set_scope(&m))
        return verdict_of(VERDICT_UNDECIDED, "nothing can be declared so");
    c = implies(&m);
    return c.verdict == VERDICT_DIFFERENT ? as_truth(j->a, c, m.y->relation, backward)
                                          : c;
}

struct comparison
judge_implication(struct judging *j, const struct implication *i)
{
    struct comparison there = one_way(j, i, false), back;

    if (!i->both || there.verdict == VERDICT_DIFFERENT)
        return there;
    back = one_way(j, i, true);
    return back.verdict == VERDICT_EQUAL ? there : back;
}
