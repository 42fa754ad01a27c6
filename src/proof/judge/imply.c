/* Relations that follow from relations. */
#include "proof/judge/judge.h"

#include <string.h>

enum { NAMES_MAX = 12 };

/* x => y, tried with x assumed. */
struct implying {
    struct judging *j;
    const struct term *x, *y;
    struct comparison out;
    bool tried;
};

static struct comparison
undecided(const char *why)
{
    return (struct comparison){.verdict = VERDICT_UNDECIDED,
                               .left = "",
                               .right = "",
                               .domain = "",
                               .note = "",
                               .why = why};
}

/* Compare y where `assumption` holds; a case that fails decides. */
static bool
try_case(struct implying *m, const char *assumption)
{
    const struct scope *s = derivation_scope(
        m->j->a, m->j->d, NULL, arena_printf(m->j->a, "assume %s", assumption));
    struct step t = {m->y->arg[0], m->y->arg[1], m->y->relation};
    struct comparison c;

    if (!s)
        return false;
    c = judge_compare(m->j, s, &t);
    if (!m->tried || c.verdict == VERDICT_DIFFERENT ||
        (c.verdict == VERDICT_UNDECIDED && m->out.verdict == VERDICT_EQUAL))
        m->out = c;
    m->tried = true;
    return true;
}

/* ---- equations solved for a name --------------------------------------------------- */

struct solving {
    struct arena *a;
    const struct term *f; /* left - right */
    const struct term *name;
};

static const struct term *
apply(const struct solving *s, enum term_op op, const struct term *x,
      const struct term *y)
{
    return x && (y || op == TERM_NEG) ? expr_apply(s->a, op, x, y, NULL) : NULL;
}

static const struct term *
whole(const struct solving *s, const char *digits)
{
    return expr_number(s->a, digits);
}

static const struct term *
f_at(const struct solving *s, const struct term *value)
{
    struct replacement r = {s->name->name, value};

    return expr_replace(s->a, s->f, &r, 1);
}

static const struct term *
half(const struct solving *s, const struct term *t)
{
    return apply(s, TERM_DIV, t, whole(s, "2"));
}

/* f = a x^2 + b x + c; false when it is none. */
struct quadratic {
    const struct term *a, *b, *c;
    bool linear;
};

static bool
is_same(struct judging *j, const struct term *x, const struct term *y)
{
    struct step t = {x, y, RELATION_EQUAL};

    return x && y && judge_compare(j, j->d->scope, &t).verdict == VERDICT_EQUAL;
}

static bool
find_quadratic(struct judging *j, const struct solving *s, struct quadratic *q)
{
    const struct term *one = whole(s, "1");
    const struct term *up = f_at(s, one), *down = f_at(s, apply(s, TERM_NEG, one, NULL));
    const struct term *x = s->name, *square = apply(s, TERM_POW, x, whole(s, "2"));
    const struct term *sum;

    q->c = f_at(s, whole(s, "0"));
    q->a = apply(s, TERM_SUB, half(s, apply(s, TERM_ADD, up, down)), q->c);
    q->b = half(s, apply(s, TERM_SUB, up, down));
    sum = apply(s, TERM_ADD, apply(s, TERM_MUL, q->a, square),
                apply(s, TERM_ADD, apply(s, TERM_MUL, q->b, x), q->c));
    q->linear = is_same(j, q->a, whole(s, "0"));
    return is_same(j, sum, s->f) && !(q->linear && is_same(j, q->b, whole(s, "0")));
}

/* "name = term" for a root; sign 0: of a linear equation. */
static const char *
root_text(const struct solving *s, const struct quadratic *q, int sign)
{
    const struct term *minus_b = apply(s, TERM_NEG, q->b, NULL), *inner, *root, *t;

    if (sign == 0) {
        t = apply(s, TERM_DIV, apply(s, TERM_NEG, q->c, NULL), q->b);
    } else {
        inner = apply(s, TERM_SUB, apply(s, TERM_POW, q->b, whole(s, "2")),
                      apply(s, TERM_MUL, whole(s, "4"), apply(s, TERM_MUL, q->a, q->c)));
        root = inner ? expr_call(s->a, FUNCTION_SQRT, &inner, 1, NULL) : NULL;
        t = apply(s, TERM_DIV, apply(s, sign > 0 ? TERM_ADD : TERM_SUB, minus_b, root),
                  apply(s, TERM_MUL, whole(s, "2"), q->a));
    }
    return t ? arena_printf(s->a, "%s = %s", s->name->name, expr_plain(s->a, t, 0)) : "";
}

struct names_met {
    const struct term *at[NAMES_MAX];
    int n;
};

static void
meet(void *ctx, const struct term *name)
{
    struct names_met *m = ctx;

    for (int i = 0; i < m->n; i++)
        if (strcmp(m->at[i]->name, name->name) == 0)
            return;
    if (m->n < NAMES_MAX)
        m->at[m->n++] = name;
}

/* The equation solved for the last of its names for which that can be done. */
static void
try_solutions(struct implying *m)
{
    struct solving s = {.a = m->j->a};
    struct names_met names = {.n = 0};

    s.f = expr_apply(s.a, TERM_SUB, m->x->arg[0], m->x->arg[1], NULL);
    if (!s.f || !type_is_number(s.f->type))
        return;
    term_free_names(s.f, meet, &names);
    for (int i = names.n - 1; i >= 0 && !m->tried; i--) {
        struct quadratic q;

        s.name = names.at[i];
        if (s.name->type.kind > TYPE_REAL || !find_quadratic(m->j, &s, &q))
            continue;
        if (q.linear)
            try_case(m, root_text(&s, &q, 0));
        else if (try_case(m, root_text(&s, &q, 1)))
            try_case(m, root_text(&s, &q, -1));
    }
}

/* Whether the two equations are one, but for a sign: their differences agree. */
static bool
is_moved(struct judging *j, const struct term *x, const struct term *y)
{
    const struct term *f, *g, *minus;

    if (x->relation != RELATION_EQUAL || y->relation != RELATION_EQUAL)
        return false;
    f = expr_apply(j->a, TERM_SUB, x->arg[0], x->arg[1], NULL);
    g = expr_apply(j->a, TERM_SUB, y->arg[0], y->arg[1], NULL);
    minus = f ? expr_apply(j->a, TERM_NEG, f, NULL, NULL) : NULL;
    return is_same(j, f, g) || is_same(j, minus, g);
}

static struct comparison
implies(struct judging *j, const struct term *x, const struct term *y)
{
    struct implying m = {.j = j, .x = x, .y = y};

    if (is_moved(j, x, y)) {
        m.out = undecided("");
        m.out.verdict = VERDICT_EQUAL;
        return m.out;
    }
    if (!try_case(&m, expr_plain(j->a, x, 0)) && x->relation == RELATION_EQUAL)
        try_solutions(&m);
    return m.tried ? m.out
                   : undecided("the relation above has no form that can be assumed");
}

struct comparison
judge_implication(struct judging *j, const struct term *x, const struct term *y,
                  bool both)
{
    struct comparison there = implies(j, x, y), back;

    if (!both || there.verdict == VERDICT_DIFFERENT)
        return there;
    back = implies(j, y, x);
    return back.verdict == VERDICT_EQUAL ? there : back;
}
