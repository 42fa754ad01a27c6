/* Making terms, and comparing them. */
#include "expr/tree.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "expr/expr.h"
#include "expr/names.h"
#include "expr/read/lexer.h"

enum { SIZE_CAP = INT_MAX / 2 };

/* ---- making ------------------------------------------------------------------------ */

static int
size_of(const struct term *t)
{
    int size = 1;

    for (int i = 0; i < t->n; i++)
        if ((size += t->arg[i]->size) > SIZE_CAP)
            size = SIZE_CAP;
    return size;
}

static const struct term *
store(struct arena *a, const struct term *shape)
{
    struct term *t = ARENA_NEW(a, struct term);
    const struct term **arg = NULL;

    *t = *shape;
    if (t->n) {
        arg = ARENA_ARRAY(a, const struct term *, t->n);
        memcpy(arg, shape->arg, (size_t)t->n * sizeof *arg);
    }
    t->arg = arg;
    t->size = size_of(t);
    return t;
}

const struct term *
tree_make(struct arena *a, const struct term *shape, const char **why)
{
    struct term t = *shape;

    if (!type_work_out(a, shape, &t.type, why))
        return NULL;
    return store(a, &t);
}

const struct term *
tree_unary(struct arena *a, enum term_op op, const struct term *x, struct span at,
           const char **why)
{
    struct term t = {.op = op, .n = 1, .arg = &x, .at = at};

    return tree_make(a, &t, why);
}

const struct term *
tree_binary(struct arena *a, enum term_op op, const struct term *x, const struct term *y,
            struct span at, const char **why)
{
    const struct term *const arg[] = {x, y};
    struct term t = {.op = op, .n = 2, .arg = arg, .at = at};

    return tree_make(a, &t, why);
}

const struct term *
tree_name(struct arena *a, const char *name, struct type type, struct span at)
{
    struct term t = {.op = TERM_NAME, .name = name, .type = type, .at = at};

    return store(a, &t);
}

/* strtod() reads no decimal point here, so the locale does not matter. */
static double
nearest(struct arena *a, const char *digits, int exponent)
{
    return strtod(arena_printf(a, "%se%d", digits, exponent), NULL);
}

const struct term *
tree_number(struct arena *a, const char *digits, int exponent, struct span at)
{
    struct term t = {.op = TERM_NUMBER, .digits = digits, .exponent = exponent, .at = at};

    t.near = nearest(a, digits, exponent);
    t.type = type_scalar(exponent >= 0 ? TYPE_INTEGER : TYPE_REAL);
    return store(a, &t);
}

const struct term *
expr_number(struct arena *a, const char *text)
{
    bool negative = *text == '-';
    struct token k = {0};
    const struct term *t;
    const char *why;

    text += negative;
    number_read(a, text, strlen(text), &k);
    t = tree_number(a, k.digits, k.exponent, (struct span){0});
    return negative ? tree_unary(a, TERM_NEG, t, t->at, &why) : t;
}

static const struct term *
checked(const struct term *t, const char *why, struct err *e)
{
    if (!t)
        err_at(e, (struct pos){0}, ERR_TYPE_MISMATCH, "%s", why);
    return t;
}

const struct term *
expr_apply(struct arena *a, enum term_op op, const struct term *x, const struct term *y,
           struct err *e)
{
    struct span none = {0};
    const char *why = "";
    const struct term *t =
        y ? tree_binary(a, op, x, y, none, &why) : tree_unary(a, op, x, none, &why);

    return checked(t, why, e);
}

const struct term *
expr_call(struct arena *a, enum function_id f, const struct term *const *arg, int n,
          struct err *e)
{
    struct term t = {.op = TERM_CALL, .function = f, .n = n, .arg = arg};
    const char *why = "";
    const struct term *made = tree_make(a, &t, &why);

    return checked(made, why, e);
}

const struct term *
expr_relation(struct arena *a, enum relation r, const struct term *x,
              const struct term *y, struct err *e)
{
    const struct term *const arg[] = {x, y};
    struct term t = {.op = TERM_RELATION, .relation = r, .n = 2, .arg = arg};
    const char *why = "";
    const struct term *made = tree_make(a, &t, &why);

    return checked(made, why, e);
}

const struct term *
expr_matrix(struct arena *a, int rows, int cols, const struct term *const *entry,
            struct err *e)
{
    struct term t = {
        .op = TERM_MATRIX, .rows = rows, .cols = cols, .n = rows * cols, .arg = entry};
    const char *why = "";
    const struct term *made = tree_make(a, &t, &why);

    return checked(made, why, e);
}

const struct term *
expr_make(struct arena *a, const struct term *shape, struct err *e)
{
    const char *why = "";
    const struct term *made = tree_make(a, shape, &why);

    return checked(made, why, e);
}

const struct term *
expr_name(struct arena *a, const char *name, struct type type)
{
    return tree_name(a, arena_strdup(a, name_canonical(a, name)), type, (struct span){0});
}

/* ---- comparing --------------------------------------------------------------------- */

static bool
same_leaf(const struct term *x, const struct term *y)
{
    switch (x->op) {
    case TERM_NUMBER:
        return x->exponent == y->exponent && strcmp(x->digits, y->digits) == 0;
    case TERM_NAME:
        return strcmp(x->name, y->name) == 0;
    case TERM_CALL:
        return x->function == y->function;
    case TERM_RELATION:
        return x->relation == y->relation && x->every == y->every;
    case TERM_SUM:
    case TERM_PRODUCT:
    case TERM_LIMIT:
        return strcmp(x->name, y->name) == 0;
    case TERM_MATRIX:
        return x->rows == y->rows && x->cols == y->cols;
    default:
        return x->given == y->given;
    }
}

bool
expr_same(const struct term *x, const struct term *y)
{
    if (x == y)
        return true;
    if (x->op != y->op || x->n != y->n || !same_leaf(x, y))
        return false;
    for (int i = 0; i < x->n; i++)
        if (!expr_same(x->arg[i], y->arg[i]))
            return false;
    return true;
}

enum relation
relation_turned(enum relation r)
{
    static const enum relation turned[] = {
        [RELATION_EQUAL] = RELATION_EQUAL,
        [RELATION_LESS] = RELATION_GREATER,
        [RELATION_LESS_EQUAL] = RELATION_GREATER_EQUAL,
        [RELATION_GREATER] = RELATION_LESS,
        [RELATION_GREATER_EQUAL] = RELATION_LESS_EQUAL,
        [RELATION_NOT_EQUAL] = RELATION_NOT_EQUAL,
    };

    return turned[r];
}
