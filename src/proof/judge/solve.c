/* Equations solved for a name, exactly. */
#include "proof/judge/judge.h"

#include <math.h>
#include <string.h>

#include "proof/normal/known.h"

enum { NAMES_MAX = 12, UNDONE_MAX = 3 };

struct solving {
    struct judging *j;
    const struct scope *scope;
    const struct term *left, *right;
    const char *given; /* what must hold for it, as it was taken apart */
    const struct term *name;
    bool never; /* it holds nowhere */
};

/* ---- terms ------------------------------------------------------------------------- */

static const struct term *
apply(const struct solving *s, enum term_op op, const struct term *x,
      const struct term *y)
{
    return x && (y || op == TERM_NEG) ? expr_apply(s->j->a, op, x, y, NULL) : NULL;
}

static const struct term *
call(const struct solving *s, enum function_id f, const struct term *x)
{
    return x ? expr_call(s->j->a, f, &x, 1, NULL) : NULL;
}

static const struct term *
whole(const struct solving *s, const char *digits)
{
    return expr_number(s->j->a, digits);
}

static const struct term *
square(const struct solving *s, const struct term *t)
{
    return apply(s, TERM_POW, t, whole(s, "2"));
}

static const struct term *
f_at(const struct solving *s, const struct term *f, const struct term *value)
{
    struct replacement r = {s->name->name, value};

    return f && value ? expr_replace(s->j->a, f, &r, 1) : NULL;
}

static const struct term *
half(const struct solving *s, const struct term *t)
{
    return apply(s, TERM_DIV, t, whole(s, "2"));
}

bool
judge_related(struct judging *j, const struct scope *s, const struct term *x,
              enum relation r, const struct term *y)
{
    struct exact_options o = {.seed = j->o.seed, .verdict_only = true};
    struct arena *scratch = arena_new();
    bool yes = false;

    if (j->counted)
        o.most_work = j->work;
    if (x && y && (!j->counted || j->work > 0)) {
        struct exact_result e = exact_compare(scratch, s, x, r, y, &o);

        yes = e.verdict == VERDICT_EQUAL;
        j->work -= e.work;
    }
    arena_free(scratch);
    return yes;
}

static bool
is_same(const struct solving *s, const struct term *x, const struct term *y)
{
    return judge_related(s->j, s->scope, x, RELATION_EQUAL, y);
}

enum relation
judge_opposite(enum relation r)
{
    static const enum relation of[] = {
        [RELATION_EQUAL] = RELATION_NOT_EQUAL,
        [RELATION_NOT_EQUAL] = RELATION_EQUAL,
        [RELATION_LESS] = RELATION_GREATER_EQUAL,
        [RELATION_GREATER] = RELATION_LESS_EQUAL,
        [RELATION_LESS_EQUAL] = RELATION_GREATER,
        [RELATION_GREATER_EQUAL] = RELATION_LESS,
    };

    return of[r];
}

bool
judge_not_zero(struct judging *j, const struct scope *s, const struct term *t)
{
    return known_is(j->a, s, t, SIGN_NOT_0) ||
           judge_related(j, s, t, RELATION_NOT_EQUAL, expr_number(j->a, "0"));
}

const char *
judge_both(struct arena *a, const char *x, const char *y)
{
    return !*x ? y : !*y ? x : arena_printf(a, "%s, %s", x, y);
}

static const char *
against_zero(const struct solving *s, const struct term *t, const char *relation)
{
    return arena_printf(s->j->a, "%s %s 0", expr_plain(s->j->a, t, 0), relation);
}

/* ---- quadratic equations ----------------------------------------------------------- */

/* f = a x^2 + b x + c */
struct quadratic {
    const struct term *a, *b, *c;
    bool linear;
};

static bool
find_quadratic(const struct solving *s, struct quadratic *q)
{
    const struct term *f = apply(s, TERM_SUB, s->left, s->right);
    const struct term *one = whole(s, "1");
    const struct term *up = f_at(s, f, one);
    const struct term *down = f_at(s, f, apply(s, TERM_NEG, one, NULL));
    const struct term *sum;

    q->c = f_at(s, f, whole(s, "0"));
    q->a = apply(s, TERM_SUB, half(s, apply(s, TERM_ADD, up, down)), q->c);
    q->b = half(s, apply(s, TERM_SUB, up, down));
    sum = apply(s, TERM_ADD, apply(s, TERM_MUL, q->a, square(s, s->name)),
                apply(s, TERM_ADD, apply(s, TERM_MUL, q->b, s->name), q->c));
    if (!is_same(s, sum, f))
        return false;
    q->linear = is_same(s, q->a, whole(s, "0"));
    return !q->linear || !is_same(s, q->b, whole(s, "0"));
}

static void
linear_root(const struct solving *s, const struct quadratic *q, struct solution *out)
{
    out->root[0] = apply(s, TERM_DIV, apply(s, TERM_NEG, q->c, NULL), q->b);
    out->leading = q->b;
    out->n = out->root[0] != NULL;
}

static void
two_roots(const struct solving *s, const struct quadratic *q, struct solution *out)
{
    const struct term *four =
        apply(s, TERM_MUL, whole(s, "4"), apply(s, TERM_MUL, q->a, q->c));
    const struct term *inner = apply(s, TERM_SUB, square(s, q->b), four);
    const struct term *root = call(s, FUNCTION_SQRT, inner);
    const struct term *minus_b = apply(s, TERM_NEG, q->b, NULL);
    const struct term *below = apply(s, TERM_MUL, whole(s, "2"), q->a);

    out->root[0] = apply(s, TERM_DIV, apply(s, TERM_ADD, minus_b, root), below);
    out->root[1] = apply(s, TERM_DIV, apply(s, TERM_SUB, minus_b, root), below);
    out->leading = q->a;
    out->n = out->root[0] && out->root[1] ? 2 : 0;
    if (out->n &&
        !judge_related(s->j, s->scope, inner, RELATION_GREATER_EQUAL, whole(s, "0")))
        out->given = judge_both(s->j->a, out->given, against_zero(s, inner, ">="));
}

/* ---- names ------------------------------------------------------------------------- */

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

static bool
is_free(const struct solving *s, const struct term *name)
{
    const struct decl *d = scope_find(s->scope, name->name);

    return d && !d->value;
}

static bool
can_be(const struct term *name, const struct term *value)
{
    return type_is_number(name->type)
               ? type_is_number(value->type) && value->type.kind <= name->type.kind
               : name->type.kind == value->type.kind;
}

/* "name = term", of any type. */
static bool
is_solved(struct solving *s, struct solution *out)
{
    for (int turned = 0; turned < 2; turned++) {
        const struct term *x = turned ? s->right : s->left;
        const struct term *y = turned ? s->left : s->right;

        if (x->op != TERM_NAME || !is_free(s, x) || expr_mentions(y, x->name) ||
            !can_be(x, y))
            continue;
        *out = (struct solution){.name = x, .root = {y}, .n = 1, .given = s->given};
        return true;
    }
    return false;
}

static bool
for_some_name(struct solving *s, struct solution *out)
{
    struct names_met names = {.n = 0};

    if (!type_is_number(s->left->type) || !type_is_number(s->right->type))
        return false;
    term_free_names(s->left, meet, &names);
    term_free_names(s->right, meet, &names);
    for (int i = names.n - 1; i >= 0; i--) {
        struct quadratic q;

        s->name = names.at[i];
        if (s->name->type.kind > TYPE_REAL || !is_free(s, s->name) ||
            !find_quadratic(s, &q))
            continue;
        *out = (struct solution){.name = s->name, .given = s->given};
        if (q.linear)
            linear_root(s, &q, out);
        else
            two_roots(s, &q, out);
        if (out->n)
            return true;
    }
    return false;
}

/* ---- functions undone -------------------------------------------------------------- */

/* The equation is left = right now, and t relation 0 holds too (NULL: nothing more). */
static bool
put(struct solving *s, const struct term *left, const struct term *right,
    const struct term *t, enum relation r)
{
    const struct term *zero = whole(s, "0");

    if (!left || !right)
        return false;
    if (t && judge_related(s->j, s->scope, t, judge_opposite(r), zero))
        s->never = true;
    else if (t && !judge_related(s->j, s->scope, t, r, zero))
        s->given = judge_both(s->j->a, s->given, against_zero(s, t, relation_text(r)));
    s->left = left;
    s->right = right;
    return true;
}

static bool
is_zero(const struct term *t)
{
    return t->op == TERM_NUMBER && t->near == 0;
}

static const struct term *
size_squared(const struct solving *s, const struct term *t)
{
    if (t->type.kind <= TYPE_REAL)
        return square(s, t);
    return apply(s, TERM_ADD, square(s, call(s, FUNCTION_RE, t)),
                 square(s, call(s, FUNCTION_IM, t)));
}

/* The n-th root of any real y, for odd n. */
static const struct term *
odd_root(const struct solving *s, const struct term *y, const struct term *n)
{
    const struct term *part = apply(s, TERM_DIV, whole(s, "1"), n);

    if (judge_related(s->j, s->scope, y, RELATION_GREATER_EQUAL, whole(s, "0")))
        return apply(s, TERM_POW, y, part);
    return apply(s, TERM_MUL, call(s, FUNCTION_SIGN, y),
                 apply(s, TERM_POW, call(s, FUNCTION_ABS, y), part));
}

/* x^n = y for a whole n > 2 */
static bool
undo_power(struct solving *s, const struct term *x, const struct term *y)
{
    const struct term *n = x->arg[1];
    double of = n->near;

    if (n->op != TERM_NUMBER || of < 3 || of > 99 || of != floor(of) ||
        x->arg[0]->type.kind > TYPE_REAL)
        return false;
    if (fmod(of, 2) == 1)
        return put(s, x->arg[0], odd_root(s, y, n), NULL, RELATION_EQUAL);
    return put(s, square(s, x->arg[0]),
               apply(s, TERM_POW, y, apply(s, TERM_DIV, whole(s, "2"), n)), y,
               RELATION_GREATER_EQUAL);
}

static bool
undo_call(struct solving *s, const struct term *x, const struct term *y)
{
    const struct term *inner = x->arg[0];

    switch (x->function) {
    case FUNCTION_EXP:
        return inner->type.kind <= TYPE_REAL &&
               put(s, inner, call(s, FUNCTION_LN, y), y, RELATION_GREATER);
    case FUNCTION_LN:
        return put(s, inner, call(s, FUNCTION_EXP, y), NULL, RELATION_EQUAL);
    case FUNCTION_SQRT:
        return put(s, inner, square(s, y), y, RELATION_GREATER_EQUAL);
    case FUNCTION_NORM:
        return is_zero(y) &&
               put(s, inner, apply(s, TERM_MUL, y, inner), NULL, RELATION_EQUAL);
    case FUNCTION_ABS:
        if (is_zero(y))
            return put(s, inner, y, NULL, RELATION_EQUAL);
        return put(s, size_squared(s, inner), square(s, y), y, RELATION_GREATER_EQUAL);
    default:
        return false;
    }
}

/* x = y with a function around x as what it says about its argument. */
static bool
undo(struct solving *s, const struct term *x, const struct term *y)
{
    if (y->type.kind > TYPE_REAL)
        return false;
    if (x->op == TERM_DIV)
        return put(s, x->arg[0], apply(s, TERM_MUL, y, x->arg[1]), x->arg[1],
                   RELATION_NOT_EQUAL);
    if (x->op == TERM_POW && x->arg[0]->op == TERM_E && x->arg[1]->type.kind <= TYPE_REAL)
        return put(s, x->arg[1], call(s, FUNCTION_LN, y), y, RELATION_GREATER);
    if (x->op == TERM_POW)
        return undo_power(s, x, y);
    return x->op == TERM_CALL && undo_call(s, x, y);
}

bool
judge_solve(struct judging *j, const struct scope *scope, const struct term *x,
            struct solution *out)
{
    struct solving s = {
        .j = j, .scope = scope, .left = x->arg[0], .right = x->arg[1], .given = ""};

    for (int i = 0; i <= UNDONE_MAX; i++) {
        if (s.never) {
            *out = (struct solution){.given = ""};
            return true;
        }
        if (is_solved(&s, out) || for_some_name(&s, out))
            return true;
        if (!undo(&s, s.left, s.right) && !undo(&s, s.right, s.left))
            return false;
    }
    return false;
}
