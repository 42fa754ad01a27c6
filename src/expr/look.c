/* Looking inside terms. */
#include <string.h>

#include "expr/names.h"
#include "expr/tree.h"

enum { INTEGER_DIGITS = 6 };

/* ---- names ------------------------------------------------------------------------- */

bool
term_binds(const struct term *t)
{
    return t->op == TERM_SUM || t->op == TERM_PRODUCT || t->op == TERM_LIMIT;
}

/* The indices of the binders around a place, the innermost first. */
struct binders {
    const char *name;
    const struct binders *outer;
};

static bool
is_bound(const struct binders *b, const char *name)
{
    for (; b; b = b->outer)
        if (strcmp(b->name, name) == 0)
            return true;
    return false;
}

struct visitor {
    void (*visit)(void *ctx, const struct term *name);
    void *ctx;
};

static void
visit_free(const struct term *t, const struct binders *b, struct visitor v)
{
    struct binders inner = {t->name, b};

    if (t->op == TERM_NAME && !is_bound(b, t->name))
        v.visit(v.ctx, t);
    for (int i = 0; i < t->n; i++)
        visit_free(t->arg[i], term_binds(t) && i == t->n - 1 ? &inner : b, v);
}

void
term_free_names(const struct term *t, void (*visit)(void *ctx, const struct term *name),
                void *ctx)
{
    visit_free(t, NULL, (struct visitor){visit, ctx});
}

/* A name that is looked for; NULL: any. */
struct search {
    const char *name;
    bool found;
};

static void
compare_name(void *ctx, const struct term *name)
{
    struct search *s = ctx;

    s->found |= !s->name || strcmp(s->name, name->name) == 0;
}

bool
tree_has_name(const struct term *t, const char *name)
{
    struct search s = {name, false};

    term_free_names(t, compare_name, &s);
    return s.found;
}

bool
tree_has_names(const struct term *t)
{
    return tree_has_name(t, NULL);
}

/* ---- looking inside ---------------------------------------------------------------- */

static bool
is_chance(const struct term *t)
{
    return t->op == TERM_EXPECTATION || t->op == TERM_VARIANCE ||
           t->op == TERM_COVARIANCE || t->op == TERM_PROBABILITY ||
           t->op == TERM_INDEPENDENT;
}

bool
term_has_chance(const struct term *t)
{
    if (is_chance(t))
        return true;
    for (int i = 0; i < t->n; i++)
        if (term_has_chance(t->arg[i]))
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
    {"^",         TERM_POW        },
    {"[",         TERM_INDEX      },
    {"e",         TERM_E          },
    {"i",         TERM_I          },
    {"pi",        TERM_PI         },
    {"inf",       TERM_INFINITY   },
    {"conj",      TERM_CONJ       },
    {"^*",        TERM_CONJ       },
    {"^T",        TERM_TRANSPOSE  },
    {"transpose", TERM_TRANSPOSE  },
    {"+",         TERM_ADD        },
    {"-",         TERM_SUB        },
    {"-",         TERM_NEG        },
    {"*",         TERM_MUL        },
    {"/",         TERM_DIV        },
    {"sum",       TERM_SUM        },
    {"prod",      TERM_PRODUCT    },
    {"limit",     TERM_LIMIT      },
    {"D",         TERM_DERIVATIVE },
    {"E",         TERM_EXPECTATION},
    {"Var",       TERM_VARIANCE   },
    {"Cov",       TERM_COVARIANCE },
    {"P",         TERM_PROBABILITY},
};

static bool
mentions_op(const struct term *t, const char *word)
{
    for (size_t k = 0; k < sizeof mentions / sizeof *mentions; k++)
        if (mentions[k].op == t->op && strcmp(mentions[k].word, word) == 0)
            return true;
    return false;
}

/* A product, quotient or power with a sum in it, which nobody can write without
 * brackets. */
static bool
has_bracket(const struct term *t)
{
    if (t->op != TERM_MUL && t->op != TERM_DIV && t->op != TERM_POW)
        return false;
    for (int i = 0; i < t->n; i++)
        if (t->arg[i]->op == TERM_ADD || t->arg[i]->op == TERM_SUB)
            return true;
    return false;
}

static bool
mentions_here(const struct term *t, const char *word, const struct word *meaning)
{
    if (strcmp(word, "(") == 0)
        return has_bracket(t);
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
