/* Products of a pattern against products of a term. */
#include "proof/match/match.h"

#include <string.h>

#include "proof/rule.h"

static const struct rational one = {1, 1};

struct product_goal {
    struct product p, t;
    int left[MATCH_FACTORS_MAX]; /* exponents of t that are not matched yet */
    struct rational c;           /* of t, what is not matched yet */
    bool part;
    int from, at;             /* the words of t that are matched */
    const struct term *extra; /* numbers that go to an array variable */
};

/* ---- taking apart ------------------------------------------------------------------ */

static bool
is_chain(const struct term *t)
{
    return t->op == TERM_MUL && !type_is_array(t->type) && type_is_array(t->arg[0]->type);
}

bool
term_is_product(const struct term *t)
{
    int n;

    if (t->op == TERM_POW)
        return !type_is_array(t->type) && term_is_whole(t->arg[1], &n);
    return t->op == TERM_MUL || t->op == TERM_DIV || t->op == TERM_NEG;
}

static bool
put_factor(struct product *out, const struct term *t, int exp)
{
    for (int i = 0; i < out->n_f; i++)
        if (order_terms(out->f[i].base, t) == 0) {
            out->f[i].exp += exp;
            if (out->f[i].exp == 0)
                out->f[i] = out->f[--out->n_f];
            return true;
        }
    if (out->n_f == MATCH_FACTORS_MAX)
        return false;
    out->f[out->n_f++] = (struct power){t, exp};
    return true;
}

static bool
put_word(struct product *out, const struct term *t)
{
    if (out->n_w == MATCH_FACTORS_MAX)
        return false;
    out->w[out->n_w++] = t;
    return true;
}

static bool
put_number(struct product *out, const struct term *t, int exp)
{
    struct rational c;

    if (rational_read(t, &c) && c.num != 0 && rational_power(c, exp, &c) &&
        rational_mul(out->c, c, &out->c))
        return true;
    return put_factor(out, t, exp);
}

static bool
take_apart(struct product *out, const struct term *t, int exp, bool words)
{
    int n;

    if (t->op == TERM_NUMBER)
        return put_number(out, t, exp);
    if (t->op == TERM_NEG) {
        out->c.num = exp % 2 ? -out->c.num : out->c.num;
        return take_apart(out, t->arg[0], exp, words);
    }
    if (t->op == TERM_DIV)
        return take_apart(out, t->arg[0], exp, words) &&
               take_apart(out, t->arg[1], -exp, false);
    if (t->op == TERM_MUL && (!is_chain(t) || (words && exp == 1)))
        return take_apart(out, t->arg[0], exp, words && is_chain(t)) &&
               take_apart(out, t->arg[1], exp, words && is_chain(t));
    if (term_is_product(t) && t->op == TERM_POW && term_is_whole(t->arg[1], &n) &&
        n != 0 && n * exp < 1000 && n * exp > -1000)
        return take_apart(out, t->arg[0], n * exp, false);
    return type_is_array(t->type) ? put_word(out, t) : put_factor(out, t, exp);
}

bool
product_take_apart(struct product *out, struct arena *a, const struct term *t, bool words)
{
    (void)a;
    *out = (struct product){.c = one};
    return take_apart(out, t, 1, words);
}

const struct term *
product_term(struct arena *a, const struct product *p)
{
    struct monomial m = {p->c, p->f, p->n_f, p->w, p->n_w};

    return monomial_term(a, &m);
}

/* ---- what is left of the term ------------------------------------------------------ */

/* Factors of t that are left and whose exponents have the sign asked for (0: any). */
static void
gather(const struct product_goal *s, int sign, struct product *out)
{
    *out = (struct product){.c = one};
    for (int j = 0; j < s->t.n_f; j++)
        if (s->left[j] != 0 && (sign == 0 || (s->left[j] > 0) == (sign > 0)))
            out->f[out->n_f++] = (struct power){s->t.f[j].base, s->left[j]};
}

static void
clear_left(struct product_goal *s, int sign)
{
    for (int j = 0; j < s->t.n_f; j++)
        if (sign == 0 || (s->left[j] > 0) == (sign > 0))
            s->left[j] = 0;
}

const struct term *
product_result(struct matcher *m, const struct product_goal *s, const struct term *by)
{
    struct product rest;

    gather(s, 0, &rest);
    rest.c = s->c;
    memcpy(rest.w, s->t.w, (size_t)s->from * sizeof *rest.w);
    rest.n_w = s->from;
    if (type_is_array(by->type))
        rest.w[rest.n_w++] = by;
    else if (rest.n_f < MATCH_FACTORS_MAX)
        rest.f[rest.n_f++] = (struct power){by, 1};
    for (int i = s->at; i < s->t.n_w; i++)
        rest.w[rest.n_w++] = s->t.w[i];
    return product_term(m->arena, &rest);
}

/* ---- factors ----------------------------------------------------------------------- */

static struct goal
factors_goal(const struct goal *g, int i)
{
    struct goal out = *g;

    out.kind = GOAL_FACTORS;
    out.i = i;
    return out;
}

static bool
match_pair(struct matcher *m, const struct goal *g, const struct term *p,
           const struct term *t)
{
    struct goal next = factors_goal(g, g->i + 1);
    struct goal pair = {.p = p, .t = t, .pairs = g->pairs, .next = &next};

    return match_solve(m, &pair);
}

static bool
takes(int left, int exp)
{
    return exp > 0 ? left >= exp : left <= exp;
}

/* x^n of the pattern against a factor with a whole exponent. */
static bool
match_power(struct matcher *m, const struct goal *g, const struct term *p, int j)
{
    struct product_goal *s = g->product;
    int exp = s->left[j];
    struct goal next = factors_goal(g, g->i + 1);
    struct goal second = {.p = p->arg[1],
                          .t = rational_term(m->arena, (struct rational){exp, 1}),
                          .pairs = g->pairs,
                          .next = &next};
    struct goal first = {
        .p = p->arg[0], .t = s->t.f[j].base, .pairs = g->pairs, .next = &second};
    bool found;

    if (exp == 1 || exp == 0)
        return false;
    s->left[j] = 0;
    found = match_solve(m, &first);
    s->left[j] = found ? 0 : exp;
    return found;
}

static bool
match_fixed(struct matcher *m, const struct goal *g, struct power p)
{
    struct product_goal *s = g->product;

    for (int j = 0; j < s->t.n_f; j++) {
        if (takes(s->left[j], p.exp)) {
            s->left[j] -= p.exp;
            if (match_pair(m, g, p.base, s->t.f[j].base))
                return true;
            s->left[j] += p.exp;
        }
        if (p.exp == 1 && p.base->op == TERM_POW && match_power(m, g, p.base, j))
            return true;
    }
    return false;
}

/* ---- variables --------------------------------------------------------------------- */

static int
later_variables(struct matcher *m, const struct product_goal *s, int i, int sign)
{
    int n = 0;

    for (int k = i + 1; k < s->p.n_f; k++)
        n += (s->p.f[k].exp > 0) == (sign > 0) && match_is_free(m, s->p.f[k].base);
    return n;
}

static bool
has_divisor_variable(struct matcher *m, const struct product_goal *s)
{
    for (int k = 0; k < s->p.n_f; k++)
        if (s->p.f[k].exp < 0 && match_is_free(m, s->p.f[k].base))
            return true;
    return false;
}

/* Every exponent and the number divided by exp; false when that leaves something. */
static bool
take_root(struct product *p, int exp)
{
    int size = exp < 0 ? -exp : exp;
    struct rational c = {p->c.num < 0 ? -p->c.num : p->c.num, p->c.den};

    for (int i = 0; i < p->n_f; i++) {
        if (p->f[i].exp % exp != 0)
            return false;
        p->f[i].exp /= exp;
    }
    if (size == 1)
        return exp > 0 || rational_inverse(p->c, &p->c);
    if (p->c.num < 0 || (size != 2 && (c.num != 1 || c.den != 1)))
        return false;
    return size != 2 || rational_root(c, &p->c);
}

/* The last variable of its kind takes all that is left. */
static bool
match_rest(struct matcher *m, const struct goal *g, struct power p)
{
    struct product_goal *s = g->product, before = *s;
    bool split = has_divisor_variable(m, s);
    int sign = split || p.exp < 0 ? p.exp : 0;
    struct product rest;
    const struct term *by;

    gather(s, sign, &rest);
    rest.c = !split      ? s->c
             : p.exp > 0 ? (struct rational){s->c.num, 1}
                         : (struct rational){1, s->c.den};
    if (rest.n_f == 0 && rest.c.num == rest.c.den && !(split && p.exp > 0))
        return false;
    if (!rational_mul(s->c, one, &s->c) || !take_root(&rest, p.exp))
        return false;
    by = product_term(m->arena, &rest);
    clear_left(s, sign);
    s->c = !split      ? one
           : p.exp > 0 ? (struct rational){1, s->c.den}
                       : (struct rational){s->c.num, 1};
    if (by && match_pair(m, g, p.base, by))
        return true;
    *s = before;
    return false;
}

/* Some of the factors: those in a set of bits, of those that are left. */
static bool
match_some(struct matcher *m, const struct goal *g, struct power p, unsigned set)
{
    struct product_goal *s = g->product, before = *s;
    struct product some = {.c = one};
    const struct term *by;

    for (int j = 0; j < s->t.n_f; j++)
        if (set >> j & 1) {
            some.f[some.n_f++] = (struct power){s->t.f[j].base, s->left[j]};
            s->left[j] = 0;
        }
    by = product_term(m->arena, &some);
    if (by && match_pair(m, g, p.base, by))
        return true;
    *s = before;
    return false;
}

static int
bits(unsigned x)
{
    int n = 0;

    for (; x; x &= x - 1)
        n++;
    return n;
}

/* A variable before the last: the number, one factor, two, ... */
static bool
match_choice(struct matcher *m, const struct goal *g, struct power p)
{
    struct product_goal *s = g->product;
    struct rational c = s->c;
    bool divides = p.exp == 1 && !has_divisor_variable(m, s);
    unsigned usable = 0;

    if (c.num != c.den) {
        s->c = one;
        if (match_pair(m, g, p.base, rational_term(m->arena, c)))
            return true;
        s->c = c;
    }
    for (int j = 0; j < s->t.n_f; j++)
        if (takes(s->left[j], p.exp) || (s->left[j] < 0 && divides))
            usable |= 1u << j;
    for (int size = 1; size <= bits(usable) && size <= 4; size++)
        for (unsigned set = usable & (~usable + 1); set; set = (set - usable) & usable)
            if (bits(set) == size && match_some(m, g, p, set))
                return true;
    return false;
}

/* In a part of a product a variable is one factor. */
static bool
match_single(struct matcher *m, const struct goal *g, struct power p)
{
    struct product_goal *s = g->product;

    for (int j = 0; j < s->t.n_f; j++) {
        if (!takes(s->left[j], p.exp))
            continue;
        s->left[j] -= p.exp;
        if (match_pair(m, g, p.base, s->t.f[j].base))
            return true;
        s->left[j] += p.exp;
    }
    return false;
}

/* ---- the whole --------------------------------------------------------------------- */

/* All factors of the pattern are met: what is left must be nothing, or go to an array
 * variable; then the words. */
static bool
match_leftover(struct matcher *m, const struct goal *g)
{
    struct product_goal *s = g->product, before = *s;
    struct product rest;
    struct goal word = *g;

    if (s->p.n_w == 0 && s->part) {
        s->from = s->at = s->t.n_w;
        return match_solve(m, g->next);
    }
    gather(s, 0, &rest);
    rest.c = s->c;
    if (!s->part && (rest.n_f > 0 || rest.c.num != rest.c.den)) {
        if (s->p.n_w == 0)
            return false;
        s->extra = product_term(m->arena, &rest);
        clear_left(s, 0);
        s->c = one;
    }
    word.kind = GOAL_WORD;
    word.i = 0;
    for (int from = 0; from <= (s->part ? s->t.n_w - s->p.n_w : 0); from++) {
        s->from = s->at = from;
        if (match_solve(m, &word))
            return true;
    }
    *s = before;
    return false;
}

bool
match_factors(struct matcher *m, const struct goal *g)
{
    struct product_goal *s = g->product;
    struct power p;

    if (g->i == s->p.n_f)
        return match_leftover(m, g);
    p = s->p.f[g->i];
    if (!match_is_free(m, p.base))
        return match_fixed(m, g, p);
    if (s->part)
        return match_single(m, g, p);
    if (later_variables(m, s, g->i, p.exp) == 0)
        return match_rest(m, g, p);
    return match_choice(m, g, p);
}

/* n parts of the word of t against part i of the pattern's. */
static bool
match_stretch(struct matcher *m, const struct goal *g, int n)
{
    struct product_goal *s = g->product, before = *s;
    const struct term *t = word_term(m->arena, s->t.w + s->at, n);
    struct goal next = *g;
    struct goal pair = {.p = s->p.w[g->i], .pairs = g->pairs, .next = &next};

    if (s->extra && match_is_free(m, pair.p)) {
        t = t ? expr_apply(m->arena, TERM_MUL, s->extra, t, NULL) : NULL;
        s->extra = NULL;
    }
    pair.t = t;
    next.i++;
    s->at += n;
    if (t && match_solve(m, &pair))
        return true;
    *s = before;
    return false;
}

bool
match_word(struct matcher *m, const struct goal *g)
{
    struct product_goal *s = g->product;
    int rest = s->t.n_w - s->at, after = s->p.n_w - g->i - 1;
    bool variable;

    if (g->i == s->p.n_w)
        return (s->part || (rest == 0 && !s->extra)) && match_solve(m, g->next);
    variable = s->p.w[g->i]->op == TERM_NAME && match_variable(m, s->p.w[g->i]->name);
    if (!variable || s->part)
        return rest > after && match_stretch(m, g, 1);
    for (int n = after == 0 ? rest : 1; n >= 1 && n <= rest - after; n++)
        if (match_stretch(m, g, n))
            return true;
    return false;
}

/* ---- multiples --------------------------------------------------------------------- */

/* Parts that are known before the variables. */
static void
fixed_first(struct matcher *m, struct product *p)
{
    struct power sorted[MATCH_FACTORS_MAX];
    int n = 0;

    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < p->n_f; i++)
            if (match_is_free(m, p->f[i].base) == (pass == 1))
                sorted[n++] = p->f[i];
    memcpy(p->f, sorted, sizeof *sorted * (size_t)n);
}

/* Whether a number looks negative: the first part of its normal form does. */
static bool
looks_negative(struct algebra *g, const struct term *t)
{
    const struct poly *p = poly_of(g, t);

    return p && p->n > 0 && p->at[0].c.num < 0;
}

static bool
has_new_divisor(const struct poly *p)
{
    for (int i = 0; i < p->n; i++)
        for (int j = 0; j < p->at[i].n_f; j++)
            if (p->at[i].f[j].exp < 0)
                return true;
    return false;
}

/* c f x for known f against anything that is a multiple of c f, such as i x + i y. */
static bool
match_multiple(struct matcher *m, const struct goal *g, const struct product *p)
{
    struct algebra alg = {.arena = m->arena, .scope = m->scope, .work = 2000};
    struct product known = *p;
    struct goal pair = {.pairs = g->pairs, .next = g->next};
    const struct poly *q;

    if (p->n_f == 0 || p->n_w > 0 || p->f[p->n_f - 1].exp != 1 ||
        !match_is_free(m, p->f[p->n_f - 1].base) || !type_is_number(g->t->type))
        return false;
    known.n_f--;
    for (int i = 0; i < known.n_f; i++)
        if (!match_is_ground(m, known.f[i].base))
            return false;
    if (known.c.num < 0 && !looks_negative(&alg, g->t))
        return false;
    pair.t = product_term(m->arena, &known);
    pair.t = pair.t ? match_instance(m, pair.t) : NULL;
    q = pair.t ? poly_power(&alg, poly_of(&alg, pair.t), -1) : NULL;
    q = poly_common(&alg, poly_mul(&alg, poly_of(&alg, g->t), q, g->t->type));
    if (!q || q->n == 0 || (known.n_f > 0 && has_new_divisor(q)))
        return false;
    pair.t = poly_term(&alg, q);
    pair.p = p->f[p->n_f - 1].base;
    return pair.t && match_solve(m, &pair);
}

bool
match_product(struct matcher *m, const struct goal *g, bool part)
{
    struct product_goal *s = ARENA_NEW(m->arena, struct product_goal);
    struct goal first = *g;

    if (!product_take_apart(&s->p, m->arena, g->p, true) ||
        !product_take_apart(&s->t, m->arena, g->t, s->p.n_w > 0))
        return false;
    fixed_first(m, &s->p);
    for (int j = 0; j < s->t.n_f; j++)
        s->left[j] = s->t.f[j].exp;
    s->part = part;
    if (!rational_inverse(s->p.c, &s->c) || !rational_mul(s->c, s->t.c, &s->c))
        return false;
    first.product = s;
    first.kind = GOAL_FACTORS;
    first.i = 0;
    if (part)
        m->product = s;
    if ((s->p.c.num > 0 || s->c.num > 0) &&
        (s->p.c.num * s->p.c.num == 1 || s->c.den == 1) && match_solve(m, &first))
        return true;
    return !part && match_multiple(m, g, &s->p);
}
