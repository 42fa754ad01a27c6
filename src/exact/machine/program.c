#include "exact/machine/program.h"

#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "exact/chance/model.h"
#include "exact/limit/limit.h"
#include "exact/machine/body.h"
#include "exact/machine/derivative.h"
#include "exact/machine/ops.h"

/* Digits of a literal that cost no precision: 2^SMALL_BITS is a small number. */
enum { SMALL_BITS = 12, FIRST_ROOM = 16 };

void
program_init(struct program *p, struct arena *a, const struct scope *s)
{
    *p = (struct program){.arena = a, .scope = s};
    for (int i = 0; i < HASH_SIZE; i++)
        p->first[i] = -1;
    chance_init(p);
}

int
program_refuse(struct program *p, const char *what)
{
    if (!p->why)
        p->why = what;
    return -1;
}

void *
program_grow(struct program *p, const void *at, int n, int *cap, size_t size)
{
    void *grown;

    if (n < *cap)
        return (void *)(uintptr_t)at;
    *cap = *cap ? *cap * 2 : FIRST_ROOM;
    grown = arena_alloc(p->arena, (size_t)*cap * size, alignof(max_align_t));
    if (n > 0)
        memcpy(grown, at, (size_t)n * size);
    return grown;
}

/* ---- one node for equal terms ------------------------------------------------------ */

static unsigned
hash_of(const struct node *n)
{
    unsigned h = (unsigned)n->op * 31u + (unsigned)n->function;

    for (int i = 0; i < n->n; i++)
        h = h * 33u + (unsigned)n->arg[i];
    for (int i = 0; n->body && i < n->body->n; i++)
        h = h * 33u + (unsigned)n->body->root[i];
    if (n->op == TERM_NUMBER)
        for (const char *s = n->term->digits; *s; s++)
            h = h * 33u + (unsigned char)*s;
    return (h ^ h >> 11) % HASH_SIZE;
}

static bool
same_body(const struct body *a, const struct body *b)
{
    if (!a || !b)
        return a == b;
    return a->n == b->n && a->binds == b->binds &&
           memcmp(a->root, b->root, sizeof(int) * (size_t)a->n) == 0;
}

static bool
same_node(const struct node *a, const struct node *b)
{
    if (a->op != b->op || a->n != b->n || a->function != b->function ||
        a->relation != b->relation || a->slot != b->slot || a->inner != b->inner ||
        a->complex != b->complex || !same_body(a->body, b->body))
        return false;
    if (a->op == TERM_NUMBER && (a->term->exponent != b->term->exponent ||
                                 strcmp(a->term->digits, b->term->digits) != 0))
        return false;
    if (a->op == TERM_MATRIX && a->term->rows != b->term->rows)
        return false;
    if (a->op == TERM_LIMIT &&
        (a->limit->side != b->limit->side || !expr_same(a->term, b->term)))
        return false;
    return a->n == 0 || memcmp(a->arg, b->arg, sizeof(int) * (size_t)a->n) == 0;
}

static int
intern(struct program *p, const struct node *n)
{
    unsigned h = hash_of(n);

    for (int i = p->first[h]; i >= 0; i = p->node[i].next)
        if (same_node(&p->node[i], n))
            return i;
    p->node = program_grow(p, p->node, p->n, &p->cap, sizeof *p->node);
    p->node[p->n] = *n;
    p->node[p->n].next = p->first[h];
    p->first[h] = p->n;
    return p->n++;
}

/* ---- signs that are known beforehand ----------------------------------------------- */

static enum sign
weaker(enum sign a, enum sign b)
{
    return a < b ? a : b;
}

static enum sign
sign_of_sum(enum sign a, enum sign b)
{
    if (a == SIGN_ANY || b == SIGN_ANY)
        return SIGN_ANY;
    return a > b ? a : b;
}

static bool
is_even(const struct node *n)
{
    const char *digits = n->term->digits;

    if (n->op != TERM_NUMBER || n->term->exponent < 0)
        return false;
    return n->term->exponent > 0 || (digits[strlen(digits) - 1] - '0') % 2 == 0;
}

static enum sign
sign_of_power(const struct node *base, const struct node *exponent)
{
    if (base->sign == SIGN_POSITIVE)
        return SIGN_POSITIVE;
    return base->sign == SIGN_NONNEGATIVE || is_even(exponent) ? SIGN_NONNEGATIVE
                                                               : SIGN_ANY;
}

static enum sign
sign_of_call(const struct program *p, const struct node *n)
{
    enum sign first = p->node[n->arg[0]].sign;

    switch (n->function) {
    case FUNCTION_EXP:
    case FUNCTION_COSH:
        return SIGN_POSITIVE;
    case FUNCTION_ABS:
    case FUNCTION_NORM:
    case FUNCTION_RMS:
    case FUNCTION_SQRT:
        return first == SIGN_POSITIVE ? first : SIGN_NONNEGATIVE;
    case FUNCTION_MAX:
        for (int i = 1; i < n->n; i++)
            first = first > p->node[n->arg[i]].sign ? first : p->node[n->arg[i]].sign;
        return first;
    case FUNCTION_MIN:
        for (int i = 1; i < n->n; i++)
            first = weaker(first, p->node[n->arg[i]].sign);
        return first;
    default:
        return SIGN_ANY;
    }
}

/* x x, or x^T x of a real vector. */
static bool
is_square(const struct program *p, const struct node *n)
{
    const struct node *left = &p->node[n->arg[0]];

    return n->arg[0] == n->arg[1] ||
           (left->op == TERM_TRANSPOSE && left->arg[0] == n->arg[1]);
}

/* Of a sum or product that may be empty. */
static enum sign
sign_of_fold(const struct program *p, const struct node *n)
{
    enum sign body = p->node[n->body->root[0]].sign;

    return n->op == TERM_SUM ? weaker(body, SIGN_NONNEGATIVE) : body;
}

static bool
is_real_number(const struct term *t)
{
    return t->type.kind == TYPE_REAL || t->type.kind == TYPE_INTEGER;
}

/* The entries of these vectors are known to be positive, or not negative. */
static enum sign
sign_of_entry(const struct node *array)
{
    if (array->op != TERM_CALL)
        return SIGN_ANY;
    switch (array->function) {
    case FUNCTION_SOFTMAX:
        return SIGN_POSITIVE;
    case FUNCTION_EXP:
        return array->complex ? SIGN_ANY : SIGN_POSITIVE;
    case FUNCTION_ONES:
    case FUNCTION_ONEHOT:
        return SIGN_NONNEGATIVE;
    default:
        return SIGN_ANY;
    }
}

static bool
has_complex(const struct term *t)
{
    return t->type.kind == TYPE_COMPLEX || t->type.complex_entries;
}

static enum sign
sign_of(const struct program *p, const struct node *n)
{
    enum sign a, b;

    if (!is_real_number(n->term) ||
        (n->complex && n->function != FUNCTION_ABS && n->function != FUNCTION_NORM))
        return SIGN_ANY;
    a = n->n ? p->node[n->arg[0]].sign : SIGN_ANY;
    b = n->n > 1 ? p->node[n->arg[1]].sign : SIGN_ANY;
    switch (n->op) {
    case TERM_NUMBER:
        return n->term->digits[strspn(n->term->digits, "0")] ? SIGN_POSITIVE
                                                             : SIGN_NONNEGATIVE;
    case TERM_E:
    case TERM_PI:
        return SIGN_POSITIVE;
    case TERM_NAME:
        return n->inner < 0 ? p->slot[n->slot].sign : p->inner[n->inner].sign;
    case TERM_INDEX:
        return sign_of_entry(&p->node[n->arg[0]]);
    case TERM_SUM:
    case TERM_PRODUCT:
        return sign_of_fold(p, n);
    case TERM_ADD:
        return sign_of_sum(a, b);
    case TERM_MUL:
        return weaker(a, b) == SIGN_ANY && is_square(p, n) ? SIGN_NONNEGATIVE
                                                           : weaker(a, b);
    case TERM_DIV:
        return weaker(a, b);
    case TERM_POW:
        return sign_of_power(&p->node[n->arg[0]], &p->node[n->arg[1]]);
    case TERM_CALL:
        return sign_of_call(p, n);
    default:
        return SIGN_ANY;
    }
}

/* ---- angles ------------------------------------------------------------------------ */

static bool
takes_angle(const struct node *n)
{
    if (n->op != TERM_CALL)
        return false;
    return n->function == FUNCTION_SIN || n->function == FUNCTION_COS ||
           n->function == FUNCTION_TAN || n->function == FUNCTION_R ||
           (n->function == FUNCTION_EXP && n->complex);
}

static bool
has_pi(const struct term *t)
{
    bool found = t->op == TERM_PI;

    for (int i = 0; i < t->n && !found; i++)
        found = has_pi(t->arg[i]);
    return found;
}

static void
mark_angles(struct program *p, const struct term *t)
{
    if (t->op == TERM_NAME) {
        int slot = program_slot_find(p, program_resolve(p, t->name));

        if (slot >= 0)
            p->slot[slot].angle = t->type.kind == TYPE_REAL;
    }
    for (int i = 0; i < t->n; i++)
        mark_angles(p, t->arg[i]);
}

static void
note_angles(struct program *p, const struct node *n, const struct term *argument)
{
    if (takes_angle(n) && !has_pi(argument))
        mark_angles(p, argument);
}

/* arg times pi/180. */
static int
in_degrees(struct program *p, const struct term *argument)
{
    struct term pi = {.op = TERM_PI, .type = {.kind = TYPE_REAL}};
    struct term *copy = ARENA_NEW(p->arena, struct term);
    const struct term *degree, *t;
    struct err e;

    *copy = pi;
    degree = expr_apply(p->arena, TERM_DIV, copy, expr_number(p->arena, "180"), &e);
    t = degree ? expr_apply(p->arena, TERM_MUL, argument, degree, &e) : NULL;
    return t ? program_add(p, t) : program_refuse(p, "an angle has no number");
}

/* ---- terms ------------------------------------------------------------------------- */

bool
program_is_average(enum term_op op)
{
    return op == TERM_EXPECTATION || op == TERM_VARIANCE || op == TERM_COVARIANCE ||
           op == TERM_PROBABILITY;
}

int
program_add_node(struct program *p, struct node *n)
{
    n->strict = n->body || n->limit ? n->strict : n->n;
    n->constant = n->op != TERM_NAME && !program_is_average(n->op);
    n->depends = n->inner < 0 ? 0 : UINT64_C(1) << n->inner;
    for (int i = 0; i < n->n; i++) {
        n->constant = n->constant && p->node[n->arg[i]].constant;
        n->depends |= p->node[n->arg[i]].depends;
    }
    n->sign = sign_of(p, n);
    return intern(p, n);
}

static int
add_name(struct program *p, const struct term *t)
{
    const struct frame *index = body_index(p, t->name), *bound;
    const struct decl *d = program_resolve(p, t->name);
    struct node n = {.term = t, .op = TERM_NAME, .inner = -1};
    int node;

    if (index)
        return body_name(p, index, t);
    if (!d)
        return program_refuse(p, arena_printf(p->arena, "'%s' is not declared", t->name));
    if (chance_owns(d->type) && !d->value)
        return chance_add_name(p, d, t);
    bound = body_frame(p, d);
    if (bound)
        return body_name(p, bound, t);
    n.slot = program_slot(p, d, &node);
    if (n.slot < 0)
        return node;
    return program_add_node(p, &n);
}

static int
count_bits(const struct term *t)
{
    size_t digits = strlen(t->digits);
    int bits = (int)(digits > 1 << 20 ? 1 << 22 : digits * 10 / 3);

    return bits > SMALL_BITS ? bits : 0;
}

/* Functions and powers with a complex argument take principal values; e^x is exp(x). */
static void
set_meaning(struct node *n, const struct term *t)
{
    for (int i = 0; i < t->n; i++)
        n->complex |= has_complex(t->arg[i]);
    if (t->op != TERM_CALL && t->op != TERM_POW)
        n->complex = false;
    if (t->op == TERM_CALL)
        n->function = t->function;
    if (t->op == TERM_POW && t->arg[0]->op == TERM_E) {
        n->op = TERM_CALL;
        n->function = FUNCTION_EXP;
    }
}

/* The argument that is a size; -1 when there is none. */
static int
size_argument(const struct node *n)
{
    if (n->op != TERM_CALL)
        return -1;
    if (n->function == FUNCTION_ONEHOT)
        return 1;
    return n->function == FUNCTION_I || n->function == FUNCTION_ONES ? 0 : -1;
}

static bool
add_arguments(struct program *p, struct node *n, const struct term *t)
{
    int skip = n->op != t->op; /* the base of e^x */
    int *arg = ARENA_ARRAY(p->arena, int, t->n ? t->n : 1);

    for (int i = skip; i < t->n; i++) {
        bool angle = p->degrees && takes_angle(n) && n->function != FUNCTION_EXP;
        int a = angle ? in_degrees(p, t->arg[i]) : program_add(p, t->arg[i]);

        if (a < 0)
            return false;
        arg[i - skip] = a;
        note_angles(p, n, t->arg[i]);
        if (i == size_argument(n))
            program_mark_sizes(p, t->arg[i]);
    }
    n->arg = arg;
    n->n = t->n - skip;
    return true;
}

int
program_add(struct program *p, const struct term *t)
{
    struct node n = {.term = t, .op = t->op, .relation = t->relation};
    int before = p->n, node;

    n.slot = n.inner = -1;
    if (t->op == TERM_NAME)
        return add_name(p, t);
    if (t->op == TERM_SUM || t->op == TERM_PRODUCT)
        return body_add_fold(p, t);
    if (t->op == TERM_DERIVATIVE)
        return derivative_add(p, t);
    if (t->op == TERM_LIMIT)
        return limit_add(p, t);
    if (t->op == TERM_PROBABILITY)
        return chance_add_probability(p, t);
    if (program_is_average(t->op))
        return chance_add_mean(p, t);
    set_meaning(&n, t);
    if (!ops_find(&n))
        return program_refuse(p, "this kind of term cannot be evaluated");
    if (!add_arguments(p, &n, t))
        return -1;
    node = program_add_node(p, &n);
    if (t->op == TERM_NUMBER && p->n > before)
        p->significant += count_bits(t);
    return node;
}

/* The nodes marked in `in`, up to `last`, and those they need. */
static struct cone
list_cone(const struct program *p, bool *in, int last, bool bodies)
{
    int *list = ARENA_ARRAY(p->arena, int, last + 2);
    struct cone cone = {0, list};

    for (int i = last; i >= 0; i--) {
        const struct node *n = &p->node[i];

        for (int k = 0; in[i] && k < n->n; k++)
            in[n->arg[k]] = true;
        for (int k = 0; in[i] && bodies && n->body && k < n->body->n; k++)
            in[n->body->root[k]] = true;
    }
    for (int i = 0; i <= last; i++)
        if (in[i])
            list[cone.n++] = i;
    return cone;
}

static int
mark_roots(bool *in, const int *root, int n)
{
    int last = -1;

    for (int i = 0; i < n; i++) {
        in[root[i]] = true;
        last = root[i] > last ? root[i] : last;
    }
    return last;
}

struct cone
program_cone(const struct program *p, const int *root, int n)
{
    bool *in = ARENA_ARRAY(p->arena, bool, p->n + 1);

    return list_cone(p, in, mark_roots(in, root, n), false);
}

struct cone
program_reach(const struct program *p, struct cone c)
{
    bool *in = ARENA_ARRAY(p->arena, bool, p->n + 1);

    return list_cone(p, in, mark_roots(in, c.node, c.n), true);
}

bool
program_depends(const struct program *p, struct cone c, int slot)
{
    for (int i = 0; i < c.n; i++)
        if (p->node[c.node[i]].op == TERM_NAME && p->node[c.node[i]].slot == slot)
            return true;
    return false;
}
