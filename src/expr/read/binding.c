/* Sliders and draws: "m = 5 in 1..20", "theta = 0.25 in 0..pi step 0.01". */
#include <string.h>

#include "expr/read/declare.h"

/* The bindings read so far. */
struct reading {
    struct binding *at;
    int n, cap;
};

static struct binding *
reading_add(struct arena *a, struct reading *r)
{
    if (r->n == r->cap) {
        struct binding *bigger;

        r->cap = r->cap ? r->cap * 2 : 8;
        bigger = ARENA_ARRAY(a, struct binding, r->cap);
        if (r->n)
            memcpy(bigger, r->at, (size_t)r->n * sizeof *bigger);
        r->at = bigger;
    }
    return &r->at[r->n++];
}

/* A real number without names. */
static const struct term *
parse_constant_term(struct parser *p)
{
    const struct token *t = p->tok;
    const struct term *x = parse_sum(p);

    if (!x)
        return NULL;
    if (tree_has_names(x))
        return fail(p, t, ERR_DECLARATION,
                    "a value here is a number such as 5 or pi/4, without names");
    if (x->type.kind > TYPE_REAL)
        return fail(p, t, ERR_TYPE_MISMATCH, "a value here is a real number, not %s",
                    type_phrase(p->arena, x->type));
    return x;
}

static bool
parse_choices(struct parser *p, struct binding *b)
{
    struct list choices = {.arena = p->arena};

    do {
        const struct term *x;

        p->tok++;
        x = parse_constant_term(p);
        if (!x)
            return false;
        list_add(&choices, x);
    } while (p->tok->kind == TOKEN_COMMA);
    b->choices = choices.at;
    b->n_choices = choices.n;
    return expect(p, TOKEN_CLOSE_BRACE, "'}'");
}

static bool
parse_range(struct parser *p, struct binding *b)
{
    b->low = parse_constant_term(p);
    if (!b->low || !expect(p, TOKEN_DOTS, "'..' and the upper bound"))
        return false;
    b->high = parse_constant_term(p);
    if (!b->high)
        return false;
    if (!is_word(p->tok, "step"))
        return true;
    p->tok++;
    b->step = parse_constant_term(p);
    return b->step != NULL;
}

static bool
all_integers(const struct binding *b)
{
    const struct term *const terms[] = {b->value, b->low, b->high, b->step};

    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++)
        if (terms[i] && terms[i]->type.kind != TYPE_INTEGER)
            return false;
    for (int i = 0; i < b->n_choices; i++)
        if (b->choices[i]->type.kind != TYPE_INTEGER)
            return false;
    return true;
}

/* Whole numbers can be compared here; others are compared where they are computed. */
static bool
check_range(struct parser *p, const struct token *t, const struct binding *b)
{
    int value, low, high, step;

    if (b->step && tree_integer(b->step, &step) && step <= 0)
        return refuse(p, t, ERR_DECLARATION, "the step of '%s' must be positive",
                      b->name);
    if (!b->low || !tree_integer(b->low, &low) || !tree_integer(b->high, &high))
        return true;
    if (low > high)
        return refuse(p, t, ERR_DECLARATION,
                      "the lower bound of '%s' is above its upper bound", b->name);
    if (tree_integer(b->value, &value) && (value < low || value > high))
        return refuse(p, t, ERR_DECLARATION, "the value %d of '%s' is outside %d..%d",
                      value, b->name, low, high);
    return true;
}

static bool
check_choices(struct parser *p, const struct token *t, const struct binding *b)
{
    for (int i = 0; i < b->n_choices; i++)
        if (expr_same(b->choices[i], b->value))
            return true;
    return b->n_choices == 0 ||
           refuse(p, t, ERR_DECLARATION, "the value of '%s' is not among its choices",
                  b->name);
}

static bool
parse_in(struct parser *p, struct binding *b)
{
    if (!is_word(p->tok, "in"))
        return true;
    p->tok++;
    return p->tok->kind == TOKEN_OPEN_BRACE ? parse_choices(p, b) : parse_range(p, b);
}

static bool
binding_statement(struct parser *p, struct scope *s, void *ctx)
{
    const struct token *t = p->tok;
    struct binding *b = reading_add(p->arena, ctx);
    struct decl *d;

    b->at = pos_after(p->at, p->text, (size_t)t->start);
    b->name = declare_name(p, s);
    if (!b->name)
        return false;
    if (p->tok->kind != TOKEN_RELATION || p->tok->relation != RELATION_EQUAL) {
        fail_expected(p, "'=' and a value");
        return false;
    }
    p->tok++;
    b->value = parse_constant_term(p);
    if (!b->value || !parse_in(p, b) || !check_range(p, t, b) || !check_choices(p, t, b))
        return false;
    d = scope_put(s, b->name, type_scalar(all_integers(b) ? TYPE_INTEGER : TYPE_REAL));
    d->domain = (struct domain){b->low, b->high, false, false};
    if (!parse_where(p, s, d))
        return false;
    b->conditions = d->conditions;
    b->n_conditions = d->n_conditions;
    return true;
}

bool
bindings_read(struct arena *a, struct scope *s, const char *text, struct pos at,
              struct bindings *out, struct err *e)
{
    struct parser p;
    struct reading r = {0};

    if (!declarations_init(&p, a, s, text, at, e) ||
        !parse_statements(&p, s, binding_statement, &r))
        return false;
    *out = (struct bindings){r.at, r.n};
    return true;
}
