/* Inequalities used inside a line: at a place where a larger part makes a larger whole.
 */
#include "exact/exact.h"
#include "proof/normal/known.h"
#include "proof/rule/code.h"

enum { PLACES_MAX = 200 };

struct bounding {
    struct rewriter w;
    const struct rule_line *line;
    int places;
};

/* How the whole moves with a part: 1 with it, -1 against it, 0 unknown. */
static int
direction_of(struct bounding *b, const struct scope *s, const struct term *t, int i)
{
    const struct term *other;
    int by;

    switch (t->op) {
    case TERM_ADD:
        return 1;
    case TERM_SUB:
        return i == 0 ? 1 : -1;
    case TERM_NEG:
        return -1;
    case TERM_MUL:
    case TERM_DIV:
        other = t->arg[1 - i];
        by = known_is(b->w.arena, s, other, SIGN_AT_LEAST_0)  ? 1
             : known_is(b->w.arena, s, other, SIGN_AT_MOST_0) ? -1
                                                              : 0;
        return t->op == TERM_DIV && i == 1 ? -by : by;
    case TERM_SUM:
        return i == 2;
    case TERM_EXPECTATION:
        return i == 0;
    case TERM_POW:
        return i == 1 && t->arg[0]->op == TERM_E && t->arg[1]->type.kind <= TYPE_REAL;
    case TERM_CALL:
        return t->function == FUNCTION_EXP || t->function == FUNCTION_LN ||
               t->function == FUNCTION_SQRT;
    default:
        return 0;
    }
}

static enum relation
flipped(enum relation r)
{
    switch (r) {
    case RELATION_LESS:
        return RELATION_GREATER;
    case RELATION_LESS_EQUAL:
        return RELATION_GREATER_EQUAL;
    case RELATION_GREATER:
        return RELATION_LESS;
    default:
        return RELATION_LESS_EQUAL;
    }
}

/* Whether old rel new is strong enough for the line. */
static bool
is_enough(enum relation has, enum relation wanted)
{
    return has == wanted || (has == RELATION_LESS && wanted == RELATION_LESS_EQUAL) ||
           (has == RELATION_GREATER && wanted == RELATION_GREATER_EQUAL);
}

/* A place in a term, from the inside out. */
struct place {
    const struct term *t;
    int i;
    const struct place *outer;
};

/* Whether a divisor is above 0 as it was and as it will be: only then a larger one makes
 * a smaller quotient. */
static bool
stays_positive(struct bounding *b, const struct term *divisor, const struct term *by)
{
    struct exact_options o = {.seed = 1};
    const struct term *both[] = {divisor, by}, *zero = expr_number(b->w.arena, "0");

    for (int i = 0; i < 2; i++) {
        struct exact_result r;

        if (known_is(b->w.arena, b->line->scope, both[i], SIGN_PLUS))
            continue;
        r = exact_compare(b->w.arena, b->line->scope, both[i], RELATION_GREATER, zero,
                          &o);
        if (r.verdict != VERDICT_EQUAL || *r.domain)
            return false;
    }
    return true;
}

/* The whole with a new part; a binder's names are known no more. */
static const struct term *
put_back(struct bounding *b, const struct place *p, const struct term *by)
{
    bool outside = true;

    for (const struct place *q = p; q; q = q->outer)
        outside &= !term_binds(q->t);
    for (; p && by; p = p->outer) {
        if (p->t->op == TERM_DIV && p->i == 1 &&
            (!outside || !stays_positive(b, p->t->arg[1], by)))
            return NULL;
        by = with_argument(b->w.arena, p->t, p->i, by);
    }
    return by;
}

static bool
try_equation(struct bounding *b, const struct equation *e, const struct term *t,
             const struct place *p, int direction)
{
    for (int back = 0; back < 2; back++) {
        enum relation r = back ? flipped(e->relation) : e->relation;
        const struct term *by, *whole;

        if (!is_enough(direction < 0 ? flipped(r) : r, b->line->relation))
            continue;
        by = rewrite_equation(&b->w, e, back, t, 0);
        whole = by ? put_back(b, p, by) : NULL;
        if (whole && normal_same(b->w.arena, b->line->scope, whole, b->line->y))
            return true;
    }
    return false;
}

static bool
try_places(struct bounding *b, const struct rule *r, const struct term *t,
           const struct place *p, int direction)
{
    const struct scope *outside = b->w.scope;
    bool found = false;

    if (direction == 0 || --b->places < 0)
        return false;
    for (int i = 0; i < r->body->n && !found; i++)
        if (r->body->at[i].relation != RELATION_EQUAL)
            found = try_equation(b, &r->body->at[i], t, p, direction);
    for (int i = 0; i < t->n && !found; i++) {
        struct place inner = {t, i, p};
        int d = direction * direction_of(b, outside, t, i);

        if (term_binds(t) && i == t->n - 1)
            b->w.scope = scope_inside(b->w.arena, outside, t);
        found = try_places(b, r, t->arg[i], &inner, d);
        b->w.scope = outside;
    }
    return found;
}

static bool
has_inequality(const struct rule *r)
{
    for (int i = 0; r->body && i < r->body->n; i++)
        if (r->body->at[i].relation != RELATION_EQUAL &&
            r->body->at[i].relation != RELATION_NOT_EQUAL)
            return true;
    return false;
}

bool
bound_justifies(struct arena *a, const struct rule *r, const struct rule_line *line)
{
    struct bounding b = {.line = line, .places = PLACES_MAX};
    bool found;

    (void)a;
    if (line->relation == RELATION_EQUAL || line->relation == RELATION_NOT_EQUAL ||
        !has_inequality(r))
        return false;
    b.w = (struct rewriter){.arena = arena_new(),
                            .scope = line->scope,
                            .trials = {.left = CONDITION_TRIALS},
                            .whole = true};
    found = try_places(&b, r, line->x, NULL, 1) ||
            try_places(&b, r, normal_form(b.w.arena, line->scope, line->x), NULL, 1);
    arena_free(b.w.arena);
    return found;
}
