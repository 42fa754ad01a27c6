/*
 * Random trees of the whole language: what is written, in each of the three ways, says
 * what the tree says. A tree is grown from a pool: any operation is tried on any of what
 * is there, and what has a type joins the pool.
 */
#include "unit/expr_scope.h"

enum { POOLS = 300, POOL_MAX = 160, TRIES = 900, ARGUMENTS_MAX = 6, SIZE_MAX_GROWN = 60 };

static const char names[] =
    "m, n, j, T : integer; x, theta, theta_k, q', d_k, W_DKV, x_phi, score, kappa'' : "
    "real;"
    "z, w : complex; q, u' : vector(2); v : vector(d); p : distribution(3);"
    "A, Sigma : matrix(2, 2); B : matrix(d, 2); Z : complex matrix(2, 2);"
    "X, Y : random; U : random vector(d); V_1 : random vector(2) joint;"
    "ev, ev_2, alpha : event; seq, s_a : sequence(T)";

static const char declarations[] = "d : integer; ";

struct pool {
    struct arena *a;
    const struct scope *s;
    uint64_t seed;
    const struct term *at[POOL_MAX];
    const char *spoken[POOL_MAX]; /* NULL for what was planted */
    int n;
};

static int
roll(struct pool *g, int n)
{
    g->seed ^= g->seed << 13;
    g->seed ^= g->seed >> 7;
    g->seed ^= g->seed << 17;
    return (int)((g->seed >> 33) % (unsigned)n);
}

/* ---- growing ----------------------------------------------------------------------- */

static void
add_text(struct pool *g, const char *text)
{
    struct err e = {0};
    const struct term *t = expr_parse(g->a, g->s, text, here, &e);

    if (!t)
        fail_msg("%s", err_text(g->a, &e));
    g->at[g->n++] = t;
}

/* Every declared name, the constants, and numbers of every form. */
static void
plant(struct pool *g)
{
    static const char *const numbers[] = {"0",  "1",   "2",    "3",
                                          "12", "0.5", "1e-9", "2.5e30"};

    g->n = 0;
    memset(g->spoken, 0, sizeof g->spoken);
    for (int i = 0; i < scope_count(g->s); i++)
        g->at[g->n++] = expr_name(g->a, scope_at(g->s, i)->name, scope_at(g->s, i)->type);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        g->at[g->n++] = expr_number(g->a, numbers[i]);
    add_text(g, "e");
    add_text(g, "i");
    add_text(g, "pi");
}

/* Larger numbers of arguments are those of functions and literals. */
static int
count_arguments(struct pool *g, enum term_op op)
{
    switch (op) {
    case TERM_NEG:
    case TERM_TRANSPOSE:
    case TERM_CONJ:
        return 1;
    case TERM_SUM:
    case TERM_PRODUCT:
    case TERM_RANGE:
        return 3;
    case TERM_INDEX:
    case TERM_INDEPENDENT:
        return 2 + roll(g, 2);
    case TERM_EXPECTATION:
    case TERM_VARIANCE:
        return 1 + roll(g, 3);
    case TERM_COVARIANCE:
        return 2 + roll(g, 2);
    case TERM_PROBABILITY:
        return 1 + roll(g, 4);
    default:
        return 2;
    }
}

static void
shape_literal(struct pool *g, struct term *t)
{
    t->rows = 1 + roll(g, 3);
    t->cols = t->rows == 1 ? 1 : 1 + roll(g, 2);
    t->n = t->rows * t->cols;
}

static void
shape_call(struct pool *g, struct term *t)
{
    static const int least[] = {
#define FUNCTION(id, name, min, max) [FUNCTION_##id] = min,
#include "expr/functions.def"
#undef FUNCTION
    };
    static const int most[] = {
#define FUNCTION(id, name, min, max) [FUNCTION_##id] = max,
#include "expr/functions.def"
#undef FUNCTION
    };

    t->function = (enum function_id)roll(g, FUNCTION_COUNT);
    t->n = least[t->function] + (most[t->function] > 2 ? roll(g, 3) : 0);
}

static void
shape_chance(struct pool *g, struct term *t)
{
    t->given = t->op == TERM_COVARIANCE ? 2 : 1;
    if (t->op == TERM_PROBABILITY)
        t->given += roll(g, t->n);
}

/* The index of a sum is an integer, and so it is in the body. */
static void
shape_binder(struct pool *g, struct term *t)
{
    static const char *const integers[] = {"j", "m", "n", "T"};
    static const char *const reals[] = {"x", "theta", "n", "d_k"};

    t->name = (t->op == TERM_LIMIT ? reals : integers)[roll(g, 4)];
}

static void
set_point(struct pool *g, const struct term **arg)
{
    static const char *const far[] = {"limit(x -> inf, 1)", "limit(x -> -inf, 1)"};

    if (roll(g, 2))
        *arg = expr_parse(g->a, g->s, far[roll(g, 2)], here, NULL)->arg[0];
}

/* Whether a term may be the i-th argument; only what is seldom met by chance is asked. */
static bool
may_be(const struct term *t, enum term_op op, int i)
{
    switch (op) {
    case TERM_RANGE:
        return t->type.kind == (i == 0 ? TYPE_SEQUENCE : TYPE_INTEGER);
    case TERM_PROBABILITY:
        return t->type.kind == TYPE_EVENT;
    case TERM_INDEX:
        return i == 0 ? t->type.kind > TYPE_COMPLEX : t->type.kind == TYPE_INTEGER;
    case TERM_SUM:
    case TERM_PRODUCT:
        return i == 2 || t->type.kind == TYPE_INTEGER;
    default:
        return true;
    }
}

static const struct term *
pick(struct pool *g, enum term_op op, int i)
{
    const struct term *t = g->at[roll(g, g->n)];

    for (int k = 0; k < TRIES && !may_be(t, op, i); k++)
        t = g->at[roll(g, g->n)];
    return t;
}

/* Some term of the language, or NULL when it has no type. */
static const struct term *
grow_one(struct pool *g)
{
    const struct term *arg[ARGUMENTS_MAX + 3];
    struct term t = {.arg = arg};

    t.op = (enum term_op)(TERM_ADD + roll(g, TERM_OP_COUNT - TERM_ADD));
    t.n = count_arguments(g, t.op);
    t.relation = (enum relation)roll(g, RELATION_NOT_EQUAL + 1);
    if (t.op == TERM_MATRIX)
        shape_literal(g, &t);
    if (t.op == TERM_CALL)
        shape_call(g, &t);
    if (t.op >= TERM_EXPECTATION && t.op <= TERM_PROBABILITY)
        shape_chance(g, &t);
    if (term_binds(&t))
        shape_binder(g, &t);
    for (int i = 0; i < t.n; i++)
        arg[i] = pick(g, t.op, i);
    if (t.op == TERM_LIMIT)
        set_point(g, arg);
    return expr_make(g->a, &t, NULL);
}

/* ---- what must hold ---------------------------------------------------------------- */

static const struct term *
read_again(struct pool *g, const struct term *t, const char *text, struct err *e)
{
    struct scope *s;

    if (t->op == TERM_RELATION)
        return expr_parse_relation(g->a, g->s, text, here, e);
    if (t->op != TERM_INDEPENDENT)
        return expr_parse(g->a, g->s, text, here, e);
    s = scope_new(g->a, g->s);
    return scope_declare(g->a, s, arena_printf(g->a, "assume %s", text), here, e)
               ? scope_assumption_at(s, 0)->relation[0]
               : NULL;
}

static void
check_text(struct pool *g, const struct term *t, const char *text)
{
    struct err e = {0};
    const struct term *again = read_again(g, t, text, &e);

    if (!again)
        fail_msg("%s\n%s\n%s", text, expr_plain(g->a, t, 0), err_text(g->a, &e));
    if (!expr_same(t, again))
        fail_msg("%s\nof\n%s\nis read as\n%s", text, expr_plain(g->a, t, 0),
                 expr_plain(g->a, again, 0));
}

/* 1e-9 is written as a power of ten in TeX and read as one. */
static bool
has_power_of_ten(const struct term *t)
{
    for (int i = 0; i < t->n; i++)
        if (has_power_of_ten(t->arg[i]))
            return true;
    return t->op == TERM_NUMBER && (t->exponent > 9 || t->exponent < -4);
}

static void
check_tree(struct pool *g, const struct term *t)
{
    check_text(g, t, expr_plain(g->a, t, 0));
    check_text(g, t, expr_plain(g->a, t, PRINT_ASCII));
    if (t->op != TERM_INDEPENDENT && !has_power_of_ten(t))
        check_text(g, t, arena_printf(g->a, "%s\\,", expr_tex(g->a, t)));
}

/* What sounds the same is the same. */
static void
check_speech(struct pool *g, const struct term *t)
{
    g->spoken[g->n] = expr_spoken(g->a, t);
    assert_true(*g->spoken[g->n]);
    for (int i = 0; i < g->n; i++)
        if (g->spoken[i] && strcmp(g->spoken[i], g->spoken[g->n]) == 0 &&
            !expr_same(g->at[i], t))
            fail_msg("%s and %s: %s", expr_plain(g->a, t, 0),
                     expr_plain(g->a, g->at[i], 0), g->spoken[i]);
}

static void
check_random(void **state)
{
    struct arena *keep = arena_new(), *a = arena_new();
    struct pool g = {.a = a, .seed = 88172645463325252u};
    int grown[TERM_OP_COUNT] = {0};

    (void)state;
    g.s = declared(keep, arena_printf(keep, "%s%s", declarations, names));
    for (int i = 0; i < POOLS; i++) {
        plant(&g);
        for (int k = 0; k < TRIES && g.n < POOL_MAX; k++) {
            const struct term *t = grow_one(&g);

            if (!t || t->size > SIZE_MAX_GROWN)
                continue;
            grown[t->op]++;
            check_tree(&g, t);
            check_speech(&g, t);
            if (t->op != TERM_RELATION && t->op != TERM_INDEPENDENT)
                g.at[g.n++] = t;
        }
        arena_reset(a);
    }
    for (int op = TERM_ADD; op < TERM_OP_COUNT; op++)
        assert_true(grown[op] > 0);
    arena_free(a);
    arena_free(keep);
}

int
main(void)
{
    struct table t = {0};

    table_add(&t, "random trees are read back as they were", check_random, NULL);
    return table_run(&t, "expr_random");
}
