#include "exact/machine/ops.h"

#include <stdlib.h>

#include "exact/chance/run.h"
#include "exact/limit/limit.h"
#include "exact/machine/body.h"
#include "exact/machine/derivative.h"
#include "exact/number/func.h"

/* Literals with a larger power of ten are rounded. */
enum { TENS_MAX = 2000 };

/* ---- leaves ------------------------------------------------------------------------ */

static struct balls *
arg(const struct machine *m, const struct node *n, int i)
{
    return &m->reg[n->arg[i]];
}

/* digits 10^exponent */
static enum state
run_number(struct machine *m, const struct node *n, struct balls *r)
{
    int e = n->term->exponent;
    fmpz_t digits, tens;

    fmpz_init(digits);
    fmpz_init(tens);
    fmpz_set_str(digits, n->term->digits, 10);
    balls_shape(r, 1, 1);
    if (abs(e) <= TENS_MAX) {
        fmpz_ui_pow_ui(tens, 10, (ulong)abs(e));
        ball_set_fmpz(r->at, digits);
        if (e < 0)
            fmpq_div_fmpz(r->at->re, r->at->re, tens);
        else
            fmpq_mul_fmpz(r->at->re, r->at->re, tens);
    } else if (fmpz_is_zero(digits)) {
        ball_set_int(r->at, 0);
    } else {
        ball_set_int(r->at, 0);
        fmpz_set_si(tens, e);
        acb_set_ui(r->at->x, 10);
        acb_pow_fmpz(r->at->x, r->at->x, tens, m->prec);
        acb_mul_fmpz(r->at->x, r->at->x, digits, m->prec);
        r->at->exact = false;
    }
    fmpz_clear(digits);
    fmpz_clear(tens);
    return DEFINED;
}

static enum state
run_e(struct machine *m, const struct node *n, struct balls *r)
{
    (void)n;
    balls_shape(r, 1, 1);
    ball_set_int(r->at, 0);
    r->at->exact = false;
    acb_zero(r->at->x);
    arb_const_e(acb_realref(r->at->x), m->prec);
    return DEFINED;
}

static enum state
run_i(struct machine *m, const struct node *n, struct balls *r)
{
    (void)m;
    (void)n;
    balls_shape(r, 1, 1);
    ball_set_int(r->at, 0);
    fmpq_one(r->at->im);
    return DEFINED;
}

static enum state
run_pi(struct machine *m, const struct node *n, struct balls *r)
{
    (void)m;
    (void)n;
    balls_shape(r, 1, 1);
    ball_set_unit(r->at, 1, 1, 1, 1);
    return DEFINED;
}

static enum state
run_infinity(struct machine *m, const struct node *n, struct balls *r)
{
    (void)m;
    (void)n;
    (void)r;
    return UNDEFINED;
}

static bool
is_long(const struct ball *b)
{
    return fmpz_bits(fmpq_numref(b->re)) + fmpz_bits(fmpq_denref(b->re)) +
               fmpz_bits(fmpq_numref(b->im)) + fmpz_bits(fmpq_denref(b->im)) >
           COORDINATE_BITS;
}

static enum state
run_name(struct machine *m, const struct node *n, struct balls *r)
{
    const struct balls *v = n->inner < 0 ? &m->slot[n->slot] : &m->inner[n->inner];
    bool whole = n->inner >= 0 || m->program->slot[n->slot].integer;

    if (!v->rows)
        return UNKNOWN;
    balls_copy(r, v);
    for (int i = 0; i < v->rows * v->cols; i++) {
        if (!whole && r->at[i].exact && is_long(&r->at[i]))
            ball_round(&r->at[i], m->prec);
    }
    return DEFINED;
}

/* ---- arithmetic -------------------------------------------------------------------- */

static enum state
run_sum(struct machine *m, const struct node *n, struct balls *r)
{
    const struct balls *a = arg(m, n, 0), *b = arg(m, n, 1);

    if (!machine_afford(m, 0, a->rows * a->cols))
        return UNKNOWN;
    return balls_add(r, a, b, n->op == TERM_SUB, m->prec) ? DEFINED : UNDEFINED;
}

static enum state
run_each(struct machine *m, const struct node *n, struct balls *r,
         void (*f)(struct ball *r, const struct ball *x))
{
    const struct balls *a = arg(m, n, 0);

    balls_shape(r, a->rows, a->cols);
    for (int i = 0; i < a->rows * a->cols; i++)
        f(&r->at[i], &a->at[i]);
    return DEFINED;
}

static enum state
run_neg(struct machine *m, const struct node *n, struct balls *r)
{
    return run_each(m, n, r, ball_neg);
}

static enum state
run_conj(struct machine *m, const struct node *n, struct balls *r)
{
    return run_each(m, n, r, ball_conj);
}

static enum state
run_mul(struct machine *m, const struct node *n, struct balls *r)
{
    const struct balls *a = arg(m, n, 0), *b = arg(m, n, 1);

    if (!machine_afford(m, (long)a->rows * b->cols, (long)a->rows * a->cols * b->cols))
        return UNKNOWN;
    return balls_mul(r, a, b, m->prec) ? DEFINED : UNDEFINED;
}

static enum state
run_div(struct machine *m, const struct node *n, struct balls *r)
{
    const struct balls *a = arg(m, n, 0), *b = arg(m, n, 1);
    enum state state = DEFINED;

    if (!balls_is_number(b))
        return UNDEFINED;
    balls_shape(r, a->rows, a->cols);
    for (int i = 0; i < a->rows * a->cols && state == DEFINED; i++)
        state = ball_div(&r->at[i], &a->at[i], b->at, m->prec);
    return state;
}

static enum state
run_matrix_power(struct machine *m, const struct balls *a, const struct ball *exponent,
                 struct balls *r)
{
    const fmpz *n = fmpq_numref(exponent->re);

    if (!ball_is_integer(exponent))
        return exponent->exact ? UNDEFINED : UNKNOWN;
    if (a->rows != a->cols)
        return UNDEFINED;
    if (!fmpz_fits_si(n) ||
        !machine_afford(m, 0, (long)fmpz_bits(n) * 2 * a->rows * a->rows * a->rows))
        return UNKNOWN;
    return balls_power(r, a, fmpz_get_si(n), m->prec);
}

static enum state
run_pow(struct machine *m, const struct node *n, struct balls *r)
{
    const struct balls *a = arg(m, n, 0), *b = arg(m, n, 1);

    if (!balls_is_number(b))
        return UNDEFINED;
    if (!balls_is_number(a))
        return run_matrix_power(m, a, b->at, r);
    balls_shape(r, 1, 1);
    return ball_pow(r->at, a->at, b->at, n->complex,
                    m->program->node[n->arg[1]].term->type.kind == TYPE_INTEGER, m->prec);
}

static enum state
run_transpose(struct machine *m, const struct node *n, struct balls *r)
{
    balls_transpose(r, arg(m, n, 0));
    return DEFINED;
}

/* ---- vectors and matrices ---------------------------------------------------------- */

enum state
ops_index(const struct balls *v, int max, int *out)
{
    if (!balls_is_number(v))
        return UNDEFINED;
    if (!ball_is_integer(v->at))
        return v->at->exact ? UNDEFINED : UNKNOWN;
    if (fmpz_sgn(fmpq_numref(v->at->re)) <= 0 ||
        fmpz_cmp_si(fmpq_numref(v->at->re), max) > 0)
        return UNDEFINED;
    *out = (int)fmpz_get_si(fmpq_numref(v->at->re));
    return DEFINED;
}

static enum state
run_index(struct machine *m, const struct node *n, struct balls *r)
{
    const struct balls *a = arg(m, n, 0);
    int row = 1, col = 1;
    bool flat = n->n == 2 && a->rows == 1;
    enum state state = ops_index(arg(m, n, 1), flat ? a->cols : a->rows, &row);

    if (state == DEFINED && n->n == 3)
        state = ops_index(arg(m, n, 2), a->cols, &col);
    if (state != DEFINED || (n->n == 2 && !flat && a->cols != 1))
        return state == DEFINED ? UNDEFINED : state;
    balls_shape(r, 1, 1);
    ball_copy(r->at, &a->at[flat ? row - 1 : (row - 1) * a->cols + col - 1]);
    return DEFINED;
}

static enum state
run_matrix(struct machine *m, const struct node *n, struct balls *r)
{
    balls_shape(r, n->term->rows, n->term->cols);
    for (int i = 0; i < n->n; i++) {
        if (!balls_is_number(arg(m, n, i)))
            return UNDEFINED;
        ball_copy(&r->at[i], arg(m, n, i)->at);
    }
    return DEFINED;
}

static enum state
run_norm(struct machine *m, const struct node *n, struct balls *r)
{
    balls_shape(r, 1, 1);
    balls_norm(r->at, arg(m, n, 0), m->prec);
    return DEFINED;
}

static enum state
run_extreme(struct machine *m, const struct node *n, struct balls *r)
{
    bool first = true;

    balls_shape(r, 1, 1);
    for (int k = 0; k < n->n; k++) {
        const struct balls *a = arg(m, n, k);

        for (int i = 0; i < a->rows * a->cols; i++, first = false) {
            if (first)
                ball_copy(r->at, &a->at[i]);
            else
                (n->function == FUNCTION_MAX ? ball_max : ball_min)(r->at, r->at,
                                                                    &a->at[i], m->prec);
        }
    }
    return first ? UNDEFINED : DEFINED;
}

static enum state
run_turn(struct machine *m, const struct node *n, struct balls *r)
{
    const struct balls *a = arg(m, n, 0);
    bool complex = n->complex;

    balls_shape(r, 2, 2);
    if (!balls_is_number(a))
        return UNDEFINED;
    if (func_apply(FUNCTION_COS, &r->at[0], a->at, complex, m->prec) != DEFINED ||
        func_apply(FUNCTION_SIN, &r->at[2], a->at, complex, m->prec) != DEFINED)
        return UNKNOWN;
    ball_neg(&r->at[1], &r->at[2]);
    ball_copy(&r->at[3], &r->at[0]);
    return DEFINED;
}

static enum state
run_identity(struct machine *m, const struct node *n, struct balls *r)
{
    int side;
    enum state state = ops_index(arg(m, n, 0), SIDE_MAX, &side);

    if (state != DEFINED)
        return state;
    if (!machine_afford(m, n->function == FUNCTION_I ? side * side : side, side))
        return UNKNOWN;
    balls_shape(r, side, n->function == FUNCTION_I ? side : 1);
    for (int i = 0; i < r->rows; i++)
        for (int j = 0; j < r->cols; j++)
            ball_set_int(&r->at[i * r->cols + j], i == j || n->function == FUNCTION_ONES);
    return DEFINED;
}

static enum state
run_diag(struct machine *m, const struct node *n, struct balls *r)
{
    const struct balls *a = arg(m, n, 0);

    if (a->cols != 1)
        return UNDEFINED;
    if (!machine_afford(m, a->rows * a->rows, a->rows))
        return UNKNOWN;
    balls_shape(r, a->rows, a->rows);
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < a->rows; j++)
            if (i == j)
                ball_copy(&r->at[i * a->rows + i], &a->at[i]);
            else
                ball_set_int(&r->at[i * a->rows + j], 0);
    return DEFINED;
}

static enum state
run_det(struct machine *m, const struct node *n, struct balls *r)
{
    const struct balls *a = arg(m, n, 0);

    if (a->rows != a->cols)
        return UNDEFINED;
    if (!machine_afford(m, 0, (long)a->rows * a->rows * a->rows))
        return UNKNOWN;
    balls_shape(r, 1, 1);
    return balls_det(r->at, a, m->prec);
}

/* A function of one number, taken entry by entry; |v| is a length. */
static enum state
run_entries(struct machine *m, const struct node *n, struct balls *r)
{
    const struct balls *a = arg(m, n, 0);
    enum state state = DEFINED;

    if (n->function == FUNCTION_ABS && !balls_is_number(a))
        return run_norm(m, n, r);
    if (!machine_afford(m, 0, FUNCTION_WORK * a->rows * a->cols))
        return UNKNOWN;
    balls_shape(r, a->rows, a->cols);
    for (int i = 0; i < a->rows * a->cols && state == DEFINED; i++)
        state = func_apply(n->function, &r->at[i], &a->at[i], n->complex, m->prec);
    return state;
}

static run_fn *const functions[FUNCTION_COUNT] = {
    [FUNCTION_NORM] = run_norm,           [FUNCTION_MAX] = run_extreme,
    [FUNCTION_MIN] = run_extreme,         [FUNCTION_R] = run_turn,
    [FUNCTION_I] = run_identity,          [FUNCTION_ONES] = run_identity,
    [FUNCTION_DIAG] = run_diag,           [FUNCTION_DET] = run_det,
    [FUNCTION_SOFTMAX] = ops_softmax,     [FUNCTION_RMS] = ops_rms,
    [FUNCTION_RMSNORM] = ops_rmsnorm,     [FUNCTION_ONEHOT] = ops_onehot,
    [FUNCTION_BLOCKDIAG] = ops_blockdiag,
};

/* ---- relations --------------------------------------------------------------------- */

/* Whether a relation holds, given how its sides compare. Rows: relation; columns: LESS,
 * SAME, GREATER. */
static const bool holds[][3] = {
    [RELATION_EQUAL] = {false, true,  false},
    [RELATION_LESS] = {true,  false, false},
    [RELATION_LESS_EQUAL] = {true,  true,  false},
    [RELATION_GREATER] = {false, false, true },
    [RELATION_GREATER_EQUAL] = {false, true,  true },
    [RELATION_NOT_EQUAL] = {true,  false, true },
};

/* Equations among the conditions are met by the way their names are drawn: sides that
 * overlap are accepted. */
static enum state
check_entry(const struct machine *m, enum relation r, const struct ball *a,
            const struct ball *b, bool *yes)
{
    bool match = r == RELATION_EQUAL || r == RELATION_NOT_EQUAL;
    enum order o = (match ? ball_match : ball_compare)(a, b, m->prec);

    if (o == OPEN && r != RELATION_EQUAL)
        return UNKNOWN;
    *yes = o == OPEN || holds[r][o];
    return DEFINED;
}

static enum state
run_relation(struct machine *m, const struct node *n, struct balls *r)
{
    const struct balls *a = arg(m, n, 0), *b = arg(m, n, 1);
    bool all = true;

    if (!balls_is_number(b) && (a->rows != b->rows || a->cols != b->cols))
        return UNDEFINED;
    for (int i = 0; i < a->rows * a->cols && all; i++) {
        const struct ball *right = &b->at[balls_is_number(b) ? 0 : i];
        enum state state = check_entry(m, n->relation, &a->at[i], right, &all);

        if (state != DEFINED)
            return state;
    }
    balls_shape(r, 1, 1);
    ball_set_int(r->at, all);
    return DEFINED;
}

static run_fn *const ops[TERM_OP_COUNT] = {
    [TERM_NUMBER] = run_number,
    [TERM_E] = run_e,
    [TERM_I] = run_i,
    [TERM_PI] = run_pi,
    [TERM_INFINITY] = run_infinity,
    [TERM_NAME] = run_name,
    [TERM_ADD] = run_sum,
    [TERM_SUB] = run_sum,
    [TERM_NEG] = run_neg,
    [TERM_MUL] = run_mul,
    [TERM_DIV] = run_div,
    [TERM_POW] = run_pow,
    [TERM_TRANSPOSE] = run_transpose,
    [TERM_CONJ] = run_conj,
    [TERM_INDEX] = run_index,
    [TERM_MATRIX] = run_matrix,
    [TERM_RELATION] = run_relation,
    [TERM_SUM] = body_run_fold,
    [TERM_PRODUCT] = body_run_fold,
    [TERM_DERIVATIVE] = derivative_run,
    [TERM_LIMIT] = limit_run,
    [TERM_EXPECTATION] = mean_run,
    [TERM_VARIANCE] = mean_run,
    [TERM_COVARIANCE] = mean_run,
    [TERM_PROBABILITY] = event_run,
};

run_fn *
ops_find(const struct node *n)
{
    if (n->op != TERM_CALL)
        return ops[n->op];
    return functions[n->function] ? functions[n->function]
           : func_is(n->function) ? run_entries
                                  : NULL;
}
