/* Rewriting a term with rules: everywhere, as often as they apply. */
#include <string.h>

#include "proof/rule/body.h"

/* ---- small parts ------------------------------------------------------------------- */

const struct term *
with_argument(struct arena *a, const struct term *t, int i, const struct term *by)
{
    const struct term **arg;
    struct term shape = *t;

    if (by == t->arg[i])
        return t;
    arg = ARENA_ARRAY(a, const struct term *, t->n);
    memcpy(arg, t->arg, (size_t)t->n * sizeof *arg);
    arg[i] = by;
    shape.arg = arg;
    return expr_make(a, &shape, NULL);
}

const struct scope *
scope_inside(struct arena *a, const struct scope *s, const struct term *binder)
{
    struct scope *inner = scope_new(a, s);
    struct pos at = {"index", 1, 1};
    struct type type = {.kind = binder->op == TERM_LIMIT ? TYPE_REAL : TYPE_INTEGER,
                        .rows = {.n = 1},
                        .cols = {.n = 1}};
    const char *text;

    if (binder->op != TERM_LIMIT) {
        text = arena_printf(a, "%s : integer in %s..%s", binder->name,
                            expr_plain(a, binder->arg[0], PRINT_ASCII),
                            expr_plain(a, binder->arg[1], PRINT_ASCII));
        if (scope_declare(a, inner, text, at, NULL))
            return inner;
        inner = scope_new(a, s);
    }
    scope_add(a, inner, binder->name, type);
    return inner;
}

/* What a rule must find in a line. The rest is hidden in the form of products and sums,
 * but i, e and powers that are not written out stay. */
static struct heads
own_heads(const struct term *t)
{
    const uint64_t bit = 1;
    int n;

    if (t->op == TERM_CALL && t->function == FUNCTION_EXP)
        return (struct heads){bit << TERM_E | bit << TERM_POW, 0};
    if (t->op == TERM_CALL)
        return (struct heads){0, bit << t->function};
    if (t->op == TERM_POW && !term_is_whole(t->arg[1], &n))
        return (struct heads){bit << TERM_POW, 0};
    if (t->op == TERM_E || t->op == TERM_I || t->op == TERM_PI ||
        (t->op > TERM_POW && t->op != TERM_INDEX))
        return (struct heads){bit << t->op, 0};
    return (struct heads){0, 0};
}

struct heads
heads_of(const struct term *t)
{
    struct heads h = own_heads(t);

    for (int i = 0; i < t->n; i++) {
        struct heads inner = heads_of(t->arg[i]);

        h.ops |= inner.ops;
        h.functions |= inner.functions;
    }
    return h;
}

bool
heads_include(struct heads has, struct heads needs)
{
    return (needs.ops & ~has.ops) == 0 && (needs.functions & ~has.functions) == 0;
}

/* ---- one place --------------------------------------------------------------------- */

/* How much of a pattern is not a variable. */
static int
pattern_weight(const struct scope *s, const struct term *p)
{
    int n = p->op != TERM_NAME || !scope_find(s, p->name);

    for (int i = 0; i < p->n; i++)
        n += pattern_weight(s, p->arg[i]);
    return n;
}

static bool
may_match(const struct term *pattern, const struct term *t)
{
    if (term_is_product(pattern))
        return term_is_product(t);
    if (pattern->op == TERM_POW)
        return t->op == TERM_POW || term_is_product(t);
    if (term_is_sum(pattern))
        return term_is_sum(t);
    return pattern->op == TERM_NAME || pattern->op == TERM_INDEX || pattern->op == t->op;
}

static bool
match_equation(struct rewriter *w, struct matcher *m, const struct equation *e,
               const struct term *pattern, const struct term *t, int skip)
{
    match_begin(m, w->arena, w->scope, e->scope, &w->trials);
    m->chance = e->chance;
    m->lenient = w->lenient;
    m->skip = skip;
    if (match_term(m, pattern, t))
        return true;
    if (w->entire)
        return false;
    if (!term_is_sum(pattern) &&
        (w->whole || (!term_is_product(pattern) && pattern->op != TERM_POW)))
        return false;
    skip = m->skip;
    match_begin(m, w->arena, w->scope, e->scope, &w->trials);
    m->chance = e->chance;
    m->lenient = w->lenient;
    m->skip = skip;
    return match_part(m, pattern, t);
}

const struct term *
rewrite_equation(struct rewriter *w, const struct equation *e, bool backward,
                 const struct term *t, int skip)
{
    const struct term *pattern = backward ? e->right : e->left, *out;
    struct matcher m;
    int weight;

    if (!(backward ? e->backward : e->forward) || !may_match(pattern, t) ||
        !match_equation(w, &m, e, pattern, t, skip))
        return NULL;
    out = match_result(&m, backward ? e->left : e->right);
    if (!out || expr_same(out, t) || out->size > REWRITE_SIZE_MAX ||
        type_is_array(out->type) != type_is_array(t->type))
        return NULL;
    weight = pattern_weight(e->scope, pattern);
    w->specific = weight > w->specific ? weight : w->specific;
    return out;
}

/* Whether t or an argument of it is a sum. */
static bool
has_sum(const struct term *t)
{
    for (int i = 0; i < t->n; i++)
        if (term_is_sum(t->arg[i]))
            return true;
    return term_is_sum(t);
}

/* The equations of one rule, in one direction. */
static const struct term *
rewrite_with(struct rewriter *w, struct directed_rule r, const struct term *t,
             struct heads has)
{
    const struct rule_body *b = r.rule->body;

    for (int i = 0; i < b->n; i++) {
        const struct equation *e = &b->at[i];
        const struct term *out;

        if (e->relation != RELATION_EQUAL || e->once ||
            !heads_include(has, r.backward ? e->right_needs : e->left_needs))
            continue;
        out = rewrite_equation(w, e, r.backward, t, 0);
        if (out)
            return out;
    }
    return NULL;
}

static const struct term *
rewrite_strictly(struct rewriter *w, const struct term *t)
{
    struct heads has = heads_of(t);

    for (int r = 0; r < w->n; r++) {
        const struct rule_body *b = w->rule[r].rule->body;
        const struct term *out = NULL;

        if (b->code && heads_include(has, b->needs))
            out = b->code(w, t, w->rule[r].backward);
        if (out && !expr_same(out, t)) {
            w->specific = w->specific > CODE_WEIGHT ? w->specific : CODE_WEIGHT;
            return out;
        }
        out = rewrite_with(w, w->rule[r], t, has);
        if (out)
            return out;
    }
    return NULL;
}

/* Signs of sums as they stand before signs as they might. */
static const struct term *
rewrite_here(struct rewriter *w, const struct term *t)
{
    const struct term *out = rewrite_strictly(w, t);

    if (out)
        return out;
    w->lenient = true;
    out = has_sum(t) ? rewrite_strictly(w, t) : NULL;
    w->lenient = false;
    return out;
}

/* ---- everywhere -------------------------------------------------------------------- */

static const struct term *
rewrite_arguments(struct rewriter *w, const struct term *t)
{
    const struct scope *outside = w->scope;

    for (int i = 0; i < t->n; i++) {
        const struct term *out;

        if (t->op == TERM_DERIVATIVE && i == 1)
            continue;
        if (term_binds(t) && i == t->n - 1)
            w->scope = scope_inside(w->arena, outside, t);
        out = rewrite_all(w, t->arg[i]);
        w->scope = outside;
        out = with_argument(w->arena, t, i, out);
        t = out ? out : t;
    }
    return t;
}

/* A factor that is no smaller than the product is taken by its arguments: a power whose
 * exponent vanishes is its own factor. */
static const struct term *
rewrite_factor(struct rewriter *w, const struct term *product, const struct term *t)
{
    return t->size < product->size ? rewrite_all(w, t) : rewrite_arguments(w, t);
}

static const struct term *
rewrite_factors(struct rewriter *w, const struct term *t)
{
    struct product p;
    bool changed = false;
    const struct term *out;

    if (!product_take_apart(&p, w->arena, t, true))
        return t;
    for (int i = 0; i < p.n_f; i++) {
        out = rewrite_factor(w, t, p.f[i].base);
        changed |= out != p.f[i].base;
        p.f[i].base = out;
    }
    for (int i = 0; i < p.n_w; i++) {
        out = rewrite_factor(w, t, p.w[i]);
        changed |= out != p.w[i];
        p.w[i] = out;
    }
    out = changed ? product_term(w->arena, &p) : t;
    return out ? out : t;
}

static const struct term *
rewrite_terms(struct rewriter *w, const struct term *t)
{
    struct sum_terms s;
    bool changed = false;
    const struct term *out;

    if (!sum_take_apart(&s, w->arena, t))
        return t;
    for (int i = 0; i < s.n; i++) {
        out = rewrite_all(w, s.at[i]);
        changed |= out != s.at[i];
        s.at[i] = out;
    }
    out = changed ? sum_term(w->arena, &s) : t;
    return out ? out : t;
}

/* Whether there is room for another rewrite of t. */
static bool
can_rewrite(const struct rewriter *w, const struct term *t)
{
    return w->count < REWRITES_MAX && t->size <= REWRITE_SIZE_MAX &&
           (!w->most || arena_used(w->arena) < w->most);
}

const struct term *
rewrite_all(struct rewriter *w, const struct term *t)
{
    const struct term *out;

    if (!can_rewrite(w, t))
        return t;
    if (t->n == 0)
        return (out = rewrite_here(w, t)) ? (w->count++, out) : t;
    if (term_is_product(t) && (out = rewrite_here(w, t))) {
        w->count++;
        return rewrite_all(w, out);
    }
    t = term_is_product(t) ? rewrite_factors(w, t)
        : term_is_sum(t)   ? rewrite_terms(w, t)
                           : rewrite_arguments(w, t);
    out = can_rewrite(w, t) ? rewrite_here(w, t) : NULL;
    if (!out)
        return t;
    w->count++;
    return rewrite_all(w, out);
}
