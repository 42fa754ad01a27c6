#include "expr/tree.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "expr/names.h"
#include "expr/read/lexer.h"

enum { SIZE_CAP = INT_MAX / 2, INTEGER_DIGITS = 6 };

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
        return x->relation == y->relation;
    case TERM_MATRIX:
        return x->rows == y->rows && x->cols == y->cols;
    default:
        return true;
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

/* ---- looking inside ---------------------------------------------------------------- */

bool
tree_has_name(const struct term *t, const char *name)
{
    if (t->op == TERM_NAME)
        return strcmp(t->name, name) == 0;
    for (int i = 0; i < t->n; i++)
        if (tree_has_name(t->arg[i], name))
            return true;
    return false;
}

bool
tree_has_shape(const struct term *t)
{
    if (type_is_array(t->type))
        return true;
    for (int i = 0; i < t->n; i++)
        if (tree_has_shape(t->arg[i]))
            return true;
    return false;
}

bool
tree_has_names(const struct term *t)
{
    if (t->op == TERM_NAME)
        return true;
    for (int i = 0; i < t->n; i++)
        if (tree_has_names(t->arg[i]))
            return true;
    return false;
}

static bool
integer_pair(const struct term *t, int *x, int *y)
{
    return tree_integer(t->arg[0], x) && tree_integer(t->arg[1], y);
}

/* Numbers of this size cannot overflow in one operation; a longer chain is left as it
 * is. */
static bool
keep_integer(long long value, int *out)
{
    *out = (int)value;
    return value > -1000000000LL && value < 1000000000LL;
}

/* x^y for y >= 0. */
static bool
integer_power(long long x, int y, int *out)
{
    long long value = 1;

    for (int i = 0; i < y; i++)
        if (!keep_integer(value *= x, out) || i > 32)
            return false;
    return y >= 0 && keep_integer(value, out);
}

static bool
number_integer(const struct term *t, int *out)
{
    if (t->exponent < 0 || strlen(t->digits) + (size_t)t->exponent > INTEGER_DIGITS)
        return false;
    *out = (int)t->near;
    return true;
}

bool
tree_integer(const struct term *t, int *out)
{
    int x, y;

    switch (t->op) {
    case TERM_NUMBER:
        return number_integer(t, out);
    case TERM_NEG:
        return tree_integer(t->arg[0], &x) && keep_integer(-(long long)x, out);
    case TERM_ADD:
        return integer_pair(t, &x, &y) && keep_integer((long long)x + y, out);
    case TERM_SUB:
        return integer_pair(t, &x, &y) && keep_integer((long long)x - y, out);
    case TERM_MUL:
        return integer_pair(t, &x, &y) && keep_integer((long long)x * y, out);
    case TERM_POW:
        return integer_pair(t, &x, &y) && integer_power(x, y, out);
    default:
        return false;
    }
}

/* Words of "without:" that are not names: what they find. */
static const struct mention {
    const char *word;
    enum term_op op;
} mentions[] = {
    {"^",         TERM_POW      },
    {"[",         TERM_INDEX    },
    {"e",         TERM_E        },
    {"i",         TERM_I        },
    {"pi",        TERM_PI       },
    {"inf",       TERM_INFINITY },
    {"conj",      TERM_CONJ     },
    {"^*",        TERM_CONJ     },
    {"^T",        TERM_TRANSPOSE},
    {"transpose", TERM_TRANSPOSE},
    {"+",         TERM_ADD      },
    {"-",         TERM_SUB      },
    {"-",         TERM_NEG      },
    {"*",         TERM_MUL      },
    {"/",         TERM_DIV      },
};

static bool
mentions_op(const struct term *t, const char *word)
{
    for (size_t k = 0; k < sizeof mentions / sizeof *mentions; k++)
        if (mentions[k].op == t->op && strcmp(mentions[k].word, word) == 0)
            return true;
    return false;
}

static bool
mentions_here(const struct term *t, const char *word, const struct word *meaning)
{
    if (t->op == TERM_NAME)
        return strcmp(t->name, word) == 0;
    if (!meaning || meaning->kind != WORD_FUNCTION)
        return mentions_op(t, word);
    /* e^x is exp(x) written otherwise. */
    if (meaning->what == FUNCTION_EXP && t->op == TERM_POW && t->arg[0]->op == TERM_E)
        return true;
    return t->op == TERM_CALL && (int)t->function == meaning->what;
}

static bool
mentions_word(const struct term *t, const char *word, const struct word *meaning)
{
    if (mentions_here(t, word, meaning))
        return true;
    for (int i = 0; i < t->n; i++)
        if (mentions_word(t->arg[i], word, meaning))
            return true;
    return false;
}

bool
expr_mentions(const struct term *t, const char *word)
{
    struct arena *a = arena_new();
    const char *name = name_canonical(a, strcmp(word, "√") == 0 ? "sqrt" : word);
    bool found = mentions_word(t, name, word_find(name));

    arena_free(a);
    return found;
}

/* ---- replacing --------------------------------------------------------------------- */

/* The arguments of t renamed; NULL when they all stay, with *failed false. */
static const struct term **
rename_arguments(struct arena *a, const struct term *t, struct rename r, bool *failed,
                 const char **why)
{
    const struct term **arg = NULL;

    *failed = false;
    for (int i = 0; i < t->n; i++) {
        const struct term *x = tree_rename(a, t->arg[i], r, why);

        *failed = x == NULL;
        if (*failed)
            return NULL;
        if (x == t->arg[i])
            continue;
        if (!arg) {
            arg = ARENA_ARRAY(a, const struct term *, t->n);
            memcpy(arg, t->arg, (size_t)t->n * sizeof *arg);
        }
        arg[i] = x;
    }
    return arg;
}

/* A name's type may have a size that names are replaced in. */
static bool
rename_dim(struct arena *a, struct dim *d, struct rename r, const char **why)
{
    const struct term *size;
    int n;

    if (d->n)
        return true;
    size = tree_rename(a, d->size, r, why);
    if (!size)
        return false;
    d->size = size;
    if (tree_integer(size, &n) && n >= 1)
        *d = (struct dim){.n = n};
    return true;
}

static const struct term *
rename_name(struct arena *a, const struct term *t, struct rename r, const char **why)
{
    const struct term *by = r.of(r.ctx, t);
    struct type type = t->type;

    if (by || !type_is_array(type) || (type.rows.n && type.cols.n))
        return by ? by : t;
    if (!rename_dim(a, &type.rows, r, why) || !rename_dim(a, &type.cols, r, why))
        return NULL;
    return tree_name(a, t->name, type, t->at);
}

const struct term *
tree_rename(struct arena *a, const struct term *t, struct rename r, const char **why)
{
    struct term shape = *t;
    bool failed;

    if (t->op == TERM_NAME)
        return rename_name(a, t, r, why);
    shape.arg = rename_arguments(a, t, r, &failed, why);
    if (failed)
        return NULL;
    return shape.arg ? tree_make(a, &shape, why) : t;
}

struct replacements {
    const struct replacement *at;
    int n;
};

static const struct term *
replacement_of(void *ctx, const struct term *name)
{
    const struct replacements *r = ctx;

    for (int i = 0; i < r->n; i++)
        if (r->at[i].name == name->name || strcmp(r->at[i].name, name->name) == 0)
            return r->at[i].by;
    return NULL;
}

const struct term *
expr_replace(struct arena *a, const struct term *t, const struct replacement *r, int n)
{
    struct replacement *own = ARENA_ARRAY(a, struct replacement, n + 1);
    struct replacements all = {own, n};
    const char *why = "";

    for (int i = 0; i < n; i++)
        own[i] = (struct replacement){name_canonical(a, r[i].name), r[i].by};
    return tree_rename(a, t, (struct rename){replacement_of, &all}, &why);
}

/* A name is unfolded in the scope that its value was written in. */
struct unfolding {
    struct arena *arena;
    const struct scope *scope;
    const struct decl *inside; /* NULL: names are looked up in scope */
};

static const struct term *
unfold_name(void *ctx, const struct term *name)
{
    const struct unfolding *u = ctx;
    const struct decl *d = u->inside ? scope_find_before(u->inside, name->name)
                                     : scope_find(u->scope, name->name);
    struct unfolding next = {u->arena, u->scope, d};
    const char *why = "";

    if (!d || !d->value)
        return NULL;
    return tree_rename(u->arena, d->value, (struct rename){unfold_name, &next}, &why);
}

const struct term *
expr_unfold(struct arena *a, const struct scope *s, const struct term *t)
{
    struct unfolding u = {a, s, NULL};
    const char *why = "";
    const struct term *out = tree_rename(a, t, (struct rename){unfold_name, &u}, &why);

    return out ? out : t;
}
