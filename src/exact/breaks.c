#include "exact/breaks.h"

#include <limits.h>
#include <math.h>

#include "exact/machine/body.h"
#include "exact/number/func.h"

/* Items of one sum that are looked at: the first ones, and the last. */
enum { CHOICES_MAX = 8, ITEMS = 6, NESTED_MAX = 3, GROWTH_MAX = 4000 };

struct finder {
    struct program *p;
    struct breaks *out;
    bool branches;
    int nested; /* sums around what is looked at */
    int most;   /* nodes to which the program may grow */
};

static bool
is_zero(const struct node *n)
{
    return n->op == TERM_NUMBER && n->sign == SIGN_NONNEGATIVE;
}

static void
push(struct finder *f, int left, int right, int offset, enum break_kind kind)
{
    const struct node *l = &f->p->node[left], *r = right < 0 ? NULL : &f->p->node[right];
    struct breaks *b = f->out;

    b->kinks |= kind != BREAK_POLE;
    for (int i = 0; i < b->n; i++)
        if (b->at[i].left == left && b->at[i].right == right &&
            b->at[i].offset == offset) {
            b->at[i].kind = kind > b->at[i].kind ? kind : b->at[i].kind;
            return;
        }
    if (b->n == BREAKS_MAX)
        return;
    b->at[b->n++] = (struct brk){
        .left = left,
        .right = right,
        .offset = offset,
        .kind = kind,
        .one_sided = (r ? l->sign != SIGN_ANY && is_zero(r)
                        : l->sign != SIGN_ANY && offset == 0) ||
                     (r && r->sign != SIGN_ANY && is_zero(l)),
    };
}

/* Where a function of a complex number may change its branch, or a tangent has a pole. No
 * kink: generic points lie on both sides. */
static void
push_cut(struct finder *f, int node, enum break_part part)
{
    const struct brk cut = {.left = node, .right = -1, .part = part, .kind = BREAK_EDGE};
    struct breaks *b = f->out;

    if (f->p->node[node].constant)
        return;
    for (int i = 0; i < b->n; i++)
        if (b->at[i].left == node && b->at[i].part == part)
            return;
    if (b->n < BREAKS_MAX)
        b->at[b->n++] = cut;
}

static bool
is_real(const struct term *t)
{
    return t->type.kind == TYPE_REAL || t->type.kind == TYPE_INTEGER;
}

/* Of a product each factor; of a power the base. */
static bool
is_product(const struct program *p, const struct node *n)
{
    switch (n->op) {
    case TERM_NEG:
    case TERM_MUL:
    case TERM_DIV:
        return true;
    case TERM_POW:
        return p->node[n->arg[1]].constant;
    case TERM_CALL:
        return is_real(p->node[n->arg[0]].term) &&
               (n->function == FUNCTION_SQRT || n->function == FUNCTION_ABS);
    default:
        return false;
    }
}

/* The roots of a product are those of its factors, and x^2 has the roots of x without
 * changing its sign: beyond the root of a factor the whole may go on. */
static void
push_factors(struct finder *f, int node, enum break_kind kind)
{
    const struct node *n = &f->p->node[node];
    enum break_kind inner = kind == BREAK_EDGE ? BREAK_KINK : kind;

    if (n->sign == SIGN_POSITIVE || n->constant || !is_real(n->term))
        return;
    if (!is_product(f->p, n)) {
        push(f, node, -1, 0, kind);
        return;
    }
    push_factors(f, n->arg[0], inner);
    if (n->op == TERM_MUL || n->op == TERM_DIV)
        push_factors(f, n->arg[1], inner);
}

static bool
is_extreme(const struct node *n)
{
    return n->op == TERM_CALL &&
           (n->function == FUNCTION_MAX || n->function == FUNCTION_MIN) && n->n > 1;
}

/* What max and min choose from, those inside them included. */
static int
list_choices(const struct program *p, const struct node *n, int *choice, int count)
{
    for (int i = 0; i < n->n && count < CHOICES_MAX; i++) {
        const struct node *inner = &p->node[n->arg[i]];

        if (is_extreme(inner))
            count = list_choices(p, inner, choice, count);
        else
            choice[count++] = n->arg[i];
    }
    return count;
}

static void
find_extreme(struct finder *f, const struct node *n)
{
    int choice[CHOICES_MAX], count = n->n > 1 ? list_choices(f->p, n, choice, 0) : 0;

    f->out->kinks = true;
    for (int i = 0; n->n > 1 && i < n->n; i++)
        for (int k = i + 1; k < n->n; k++)
            push(f, n->arg[i], n->arg[k], 0, BREAK_KINK);
    for (int i = 0; i < count; i++)
        for (int k = i + 1; k < count; k++)
            push(f, choice[i], choice[k], 0, BREAK_KINK);
}

static void
find_cut(struct finder *f, const struct node *n)
{
    bool imaginary = n->function == FUNCTION_ATAN || n->function == FUNCTION_ASINH;

    if (func_is(n->function) && !func_is_smooth(n->function) &&
        n->function != FUNCTION_TAN)
        push_cut(f, n->arg[0], imaginary ? PART_REAL : PART_IMAGINARY);
}

static void
find_call(struct finder *f, const struct node *n)
{
    if (n->complex || n->function == FUNCTION_ARG)
        find_cut(f, n);
    switch (n->function) {
    case FUNCTION_MAX:
    case FUNCTION_MIN:
        find_extreme(f, n);
        break;
    case FUNCTION_ASIN:
    case FUNCTION_ACOS:
        if (n->complex)
            break;
        push(f, n->arg[0], -1, 1, BREAK_EDGE);
        push(f, n->arg[0], -1, -1, BREAK_EDGE);
        break;
    case FUNCTION_ABS:
    case FUNCTION_SIGN:
    case FUNCTION_ARG:
        push_factors(f, n->arg[0], BREAK_KINK);
        break;
    case FUNCTION_TAN:
        if (!n->complex)
            push_cut(f, n->arg[0], PART_COSINE);
        break;
    case FUNCTION_SQRT:
    case FUNCTION_LN:
    case FUNCTION_LOG2:
    case FUNCTION_LOG10:
        push_factors(f, n->arg[0], BREAK_EDGE);
        break;
    default:
        break;
    }
}

/* Functions that are only one branch of many: beyond a pole another one may follow. */
static bool
is_branch(const struct node *n)
{
    if (n->constant)
        return false;
    if (n->op == TERM_POW)
        return n->term->arg[1]->type.kind != TYPE_INTEGER;
    return n->op == TERM_CALL && n->function != FUNCTION_TAN && func_is(n->function) &&
           !func_is_smooth(n->function);
}

static bool
has_branches(const struct search *s)
{
    struct cone all = program_reach(&s->program, s->sides);

    for (int i = 0; i < all.n; i++)
        if (is_branch(&s->program.node[all.node[i]]))
            return true;
    return false;
}

static bool
is_integer(const struct term *t)
{
    return t->type.kind == TYPE_INTEGER;
}

/* A pole for negative integers, an edge for other exponents. */
static void
find_power(struct finder *f, const struct node *n)
{
    const struct node *e = &f->p->node[n->arg[1]];

    if (n->complex && !is_integer(e->term))
        push_cut(f, n->arg[0], PART_IMAGINARY);
    else if (!is_integer(e->term))
        push_factors(f, n->arg[0], BREAK_EDGE);
    else if (e->sign == SIGN_ANY)
        push_factors(f, n->arg[0], BREAK_POLE);
}

static void find_all(struct finder *f, struct cone cone);

/* Whether something may happen in the body of a sum. */
static bool
has_places(const struct program *p, int fold)
{
    struct cone all = program_reach(p, (struct cone){1, &fold});
    bool found = false;

    for (int i = 0; i < all.n && !found; i++) {
        const struct node *n = &p->node[all.node[i]];

        found = n->depends && !n->constant &&
                (n->op == TERM_CALL || n->op == TERM_DIV || n->op == TERM_POW);
    }
    return found;
}

/* What stands in a body happens at another place for each index. */
static void
find_items(struct finder *f, int fold)
{
    long items = body_items(f->p, fold);

    if (f->nested == NESTED_MAX || !has_places(f->p, fold))
        return;
    f->nested++;
    for (int i = 0; i < ITEMS && f->out->n < BREAKS_MAX && f->p->n < f->most; i++) {
        bool last = i == ITEMS - 1 && items > ITEMS && items < INT_MAX;
        int item = body_item(f->p, fold, last ? (int)items - 1 : i);

        if (item < 0)
            break;
        find_all(f, program_cone(f->p, &item, 1));
    }
    f->nested--;
}

static void
find_all(struct finder *f, struct cone cone)
{
    for (int i = 0; i < cone.n && f->out->n < BREAKS_MAX; i++) {
        const struct node *n = &f->p->node[cone.node[i]];

        if (n->op == TERM_CALL)
            find_call(f, n);
        else if (n->op == TERM_DIV)
            push_factors(f, n->arg[1], f->branches ? BREAK_KINK : BREAK_POLE);
        else if (n->op == TERM_POW)
            find_power(f, n);
        else if (n->op == TERM_SUM || n->op == TERM_PRODUCT)
            find_items(f, cone.node[i]);
    }
}

/* A condition that is no bound ends the domain where its sides meet. Nothing happens
 * beyond. */
static void
find_conditions(struct finder *f)
{
    bool kinks = f->out->kinks;

    for (int i = 0; i < f->p->n_conditions; i++) {
        const struct node *n = &f->p->node[f->p->condition[i]];

        if (n->op == TERM_RELATION && is_real(f->p->node[n->arg[0]].term) &&
            is_real(f->p->node[n->arg[1]].term) && f->p->node[n->arg[0]].op != TERM_NAME)
            push(f, n->arg[0], n->arg[1], 0, BREAK_EDGE);
    }
    f->out->kinks = kinks;
}

void
breaks_find(struct search *s, struct breaks *b)
{
    struct finder f = {.p = &s->program, .out = b, .branches = has_branches(s)};

    f.most = s->program.n + GROWTH_MAX;
    *b = (struct breaks){.n = 0};
    if (s->relation != RELATION_EQUAL && is_real(s->program.node[s->left].term))
        push(&f, s->left, s->right, 0, BREAK_KINK);
    find_all(&f, s->sides);
    find_conditions(&f);
    for (int i = 0; i < b->n; i++) {
        int root[2] = {b->at[i].left, b->at[i].right};

        b->at[i].cone = program_cone(&s->program, root, root[1] < 0 ? 1 : 2);
        for (int k = 0; k < b->at[i].cone.n; k++)
            b->at[i].sums |= s->program.node[b->at[i].cone.node[k]].body != NULL;
    }
    machine_grow(&s->machine);
}

static bool
is_above(const struct program *p, int node, int other)
{
    return p->node[node].sign == SIGN_POSITIVE && is_zero(&p->node[other]);
}

bool
breaks_forbid_meeting(const struct search *s, const struct brk *b)
{
    return b->left == s->left && b->right == s->right && b->part == PART_ALL &&
           !is_above(&s->program, b->left, b->right) &&
           !is_above(&s->program, b->right, b->left) &&
           (s->relation == RELATION_LESS || s->relation == RELATION_GREATER ||
            s->relation == RELATION_NOT_EQUAL);
}

/* ---- values ------------------------------------------------------------------------ */

static bool
find_value(struct search *s, const struct brk *b, struct ball *r)
{
    struct machine *m = &s->machine;
    const struct balls *left = &m->reg[b->left], *right;
    struct ball offset;

    machine_run(m, b->cone, ROUGH_BITS);
    right = b->right < 0 ? NULL : &m->reg[b->right];
    if (left->state != DEFINED || (right && right->state != DEFINED))
        return false;
    ball_init(&offset);
    ball_set_int(&offset, b->offset);
    if (right)
        ball_copy(&offset, right->at);
    ball_sub(r, left->at, &offset, ROUGH_BITS);
    if (b->part == PART_REAL)
        ball_re(r, r);
    if (b->part == PART_IMAGINARY)
        ball_im(r, r);
    ball_fini(&offset);
    return ball_is_real(r) && ball_is_finite(r);
}

double
breaks_value(struct search *s, const struct brk *b)
{
    struct ball r;
    double v = NAN;
    acb_t t;

    ball_init(&r);
    acb_init(t);
    if (find_value(s, b, &r) && (ball_is_zero(&r) || !ball_has_zero(&r)))
        v = arf_get_d(arb_midref(acb_realref(ball_enclose(&r, t, ROUGH_BITS))),
                      ARF_RND_NEAR);
    if (b->part == PART_COSINE)
        v = cos(v);
    acb_clear(t);
    ball_fini(&r);
    return v;
}
