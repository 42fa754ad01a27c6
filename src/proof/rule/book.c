/* Books of rules. */
#include <string.h>

#include "base/near.h"
#include "proof/rule/code.h"

enum { NAME_MAX_LENGTH = 80 };

struct rulebook {
    struct arena *arena;
    const struct rulebook *parent;
    struct rule **at;
    int n, cap;
};

struct arena *
rulebook_arena(const struct rulebook *b)
{
    return b->arena;
}

struct rulebook *
rulebook_new(struct arena *a, const struct rulebook *parent)
{
    struct rulebook *b = ARENA_NEW(a, struct rulebook);

    b->arena = a;
    b->parent = parent;
    return b;
}

/* ---- finding ----------------------------------------------------------------------- */

/* Blanks at the ends dropped, others made one. */
static const char *
tidy_name(const char *name, char *out)
{
    size_t n = 0;

    for (; *name && n < NAME_MAX_LENGTH; name++) {
        bool blank = *name == ' ' || *name == '\t';

        if (!blank || (n > 0 && out[n - 1] != ' '))
            out[n++] = blank ? ' ' : *name;
    }
    while (n > 0 && out[n - 1] == ' ')
        n--;
    out[n] = '\0';
    return out;
}

static struct rule *
find_own(const struct rulebook *b, const char *name)
{
    for (int i = 0; i < b->n; i++)
        if (strcmp(b->at[i]->name, name) == 0)
            return b->at[i];
    return NULL;
}

static const struct rule *
find_above(const struct rulebook *b, const char *name)
{
    const struct rule *r = NULL;

    for (; b && !r; b = b->parent)
        r = find_own(b, name);
    return r;
}

/* "definition of softmax" as "definition softmax". */
static void
drop_of(char *name)
{
    static const char typed[] = "definition of ";
    const size_t of = sizeof typed - 1 - (sizeof "of " - 1);

    if (strncmp(name, typed, sizeof typed - 1) == 0)
        memmove(name + of, name + sizeof typed - 1, strlen(name + sizeof typed - 1) + 1);
}

/* As it is called, or with blanks for its hyphens: "chain rule". */
const struct rule *
rulebook_find(const struct rulebook *b, const char *name)
{
    char tidy[NAME_MAX_LENGTH + 1];
    const struct rule *r;

    tidy_name(name, tidy);
    drop_of(tidy);
    r = find_above(b, tidy);
    if (r || strncmp(tidy, "definition ", sizeof "definition " - 1) == 0)
        return r;
    for (char *blank = tidy; (blank = strchr(blank, ' '));)
        *blank = '-';
    return find_above(b, tidy);
}

/* The part of a name at s, up to a hyphen or a blank: its length. */
static size_t
part_length(const char *s)
{
    return strcspn(s, "- ");
}

/* Whether a part of the name begins as this typed one, which is no mere letter or two. */
static bool
has_part(const char *name, const char *part, size_t len)
{
    enum { LEAST = 3 };

    for (; len >= LEAST && *name; name += part_length(name), name += *name != '\0')
        if (strncmp(name, part, len) == 0)
            return true;
    return false;
}

/* "conj-product" is conjugate-product, and "transpose" something with transpose in it. */
static bool
has_parts(const char *name, const char *typed)
{
    if (!*typed)
        return false;
    for (; *typed; typed += part_length(typed), typed += *typed != '\0')
        if (!has_part(name, typed, part_length(typed)))
            return false;
    return true;
}

const char *
rulebook_nearest(const struct rulebook *b, const char *name)
{
    int n = rulebook_count(b);
    struct arena *a = arena_new();
    const char **names = ARENA_ARRAY(a, const char *, n + 1), *near = NULL;
    char tidy[NAME_MAX_LENGTH + 1];
    const struct rule *own =
        rulebook_find(b, arena_printf(a, "definition %s", tidy_name(name, tidy)));

    for (int i = 0; i < n; i++) {
        names[i] = rulebook_at(b, i)->name;
        if (has_parts(names[i], tidy) && (!near || strlen(names[i]) < strlen(near)))
            near = names[i];
    }
    if (own)
        near = own->name;
    else if (!near)
        near = near_find(tidy, names);
    arena_free(a);
    return near;
}

int
rulebook_count(const struct rulebook *b)
{
    int n = 0;

    for (; b; b = b->parent)
        n += b->n;
    return n;
}

const struct rule *
rulebook_at(const struct rulebook *b, int i)
{
    int above = b->parent ? rulebook_count(b->parent) : 0;

    return i < above ? rulebook_at(b->parent, i) : b->at[i - above];
}

/* ---- adding ------------------------------------------------------------------------ */

static struct rule *
put_rule(struct rulebook *b, const char *name, enum rule_kind kind, const char *say)
{
    char tidy[NAME_MAX_LENGTH + 1];
    struct rule *r = find_own(b, tidy_name(name, tidy));

    if (r)
        return r;
    if (b->n == b->cap) {
        struct rule **at = ARENA_ARRAY(b->arena, struct rule *, b->cap * 2 + 16);

        if (b->n)
            memcpy(at, b->at, (size_t)b->n * sizeof(struct rule *));
        b->at = at;
        b->cap = b->cap * 2 + 16;
    }
    r = ARENA_NEW(b->arena, struct rule);
    *r = (struct rule){arena_strdup(b->arena, tidy), kind,
                       arena_strdup(b->arena, say ? say : ""),
                       ARENA_NEW(b->arena, struct rule_body), NULL};
    b->at[b->n++] = r;
    return r;
}

void
rulebook_put(struct rulebook *b, const char *name, enum rule_kind kind,
             const struct rule_body *code, const char *say)
{
    struct rule *r = put_rule(b, name, kind, say);
    struct rule_body *body = ARENA_NEW(b->arena, struct rule_body);

    *body = *r->body;
    body->code = code->code;
    body->needs = code->needs;
    body->judge = code->judge;
    r->body = body;
}

/* The variables that a pattern gives a value: its names, and those of their sizes. */
struct covers {
    const struct scope *scope;
    const struct term *pattern;
    bool all;
};

struct size_search {
    const char *name;
    bool found;
};

static void
see_size(void *ctx, const struct term *name)
{
    struct size_search *s = ctx;
    struct dim side[2] = {name->type.rows, name->type.cols};

    for (int i = 0; type_is_array(name->type) && i < 2; i++)
        s->found |= side[i].size && term_has_name(side[i].size, s->name);
}

static void
see_result_name(void *ctx, const struct term *name)
{
    struct covers *c = ctx;
    struct size_search s = {name->name, false};
    bool variable = false;

    for (int i = 0; i < scope_count(c->scope); i++)
        variable |= strcmp(scope_at(c->scope, i)->name, name->name) == 0;
    if (!variable || term_has_name(c->pattern, name->name))
        return;
    term_free_names(c->pattern, see_size, &s);
    c->all &= s.found;
}

static bool
is_variable(const struct scope *s, const struct term *name)
{
    for (int i = 0; name->op == TERM_NAME && i < scope_count(s); i++)
        if (strcmp(scope_at(s, i)->name, name->name) == 0)
            return true;
    return false;
}

/* x_i y_j of vectors that are variables: every product is one. */
static bool
is_any_product(const struct scope *s, const struct term *pattern)
{
    if (pattern->op == TERM_MUL)
        return is_any_product(s, pattern->arg[0]) && is_any_product(s, pattern->arg[1]);
    return pattern->op == TERM_INDEX && is_variable(s, pattern->arg[0]);
}

/* -1, 1/2: they stand everywhere. */
static bool
is_written_number(const struct term *t)
{
    for (int i = 0; i < t->n; i++)
        if (!is_written_number(t->arg[i]))
            return false;
    return t->op == TERM_NUMBER || (t->n > 0 && t->op <= TERM_POW);
}

static bool
is_searched(const struct scope *s, const struct term *pattern, const struct term *result)
{
    struct covers c = {s, pattern, true};
    const struct term *head = pattern->op == TERM_INDEX ? pattern->arg[0] : pattern;

    if (is_variable(s, head))
        return false;
    if (is_written_number(pattern) || is_any_product(s, pattern))
        return false;
    term_free_names(result, see_result_name, &c);
    return c.all;
}

/* Whether the equation applies to a part of what comes out of it. */
static bool
feeds_itself(struct rewriter *w, const struct equation *e, const struct term *result)
{
    if (rewrite_equation(w, e, false, result, 0))
        return true;
    for (int i = 0; i < result->n; i++)
        if (feeds_itself(w, e, result->arg[i]))
            return true;
    return false;
}

void
rulebook_add(struct rulebook *b, const char *name, enum rule_kind kind,
             const struct scope *s, enum relation r, const struct term *left,
             const struct term *right, const char *say)
{
    struct rule *rule = put_rule(b, name, kind, say);
    struct rule_body *body = ARENA_NEW(b->arena, struct rule_body);

    *body = *rule->body;
    if (body->n == body->cap) {
        struct equation *at = ARENA_ARRAY(b->arena, struct equation, body->cap * 2 + 4);

        if (body->n)
            memcpy(at, body->at, (size_t)body->n * sizeof *at);
        body->at = at;
        body->cap = body->cap * 2 + 4;
    }
    body->at[body->n++] =
        (struct equation){.scope = s,
                          .relation = r,
                          .left = left,
                          .right = right,
                          .forward = is_searched(s, left, right),
                          .backward = is_searched(s, right, left),
                          .chance = term_has_chance(left) || term_has_chance(right),
                          .left_needs = heads_of(left),
                          .right_needs = heads_of(right)};
    if (term_binds(left)) {
        struct rewriter w = {.arena = b->arena, .scope = s};

        body->at[body->n - 1].once = feeds_itself(&w, &body->at[body->n - 1], right);
    }
    rule->body = body;
}

void
rulebook_derived(struct rulebook *b, const char *name, const struct derivation *d)
{
    for (int i = 0; i < b->n; i++)
        if (strcmp(b->at[i]->name, name) == 0)
            b->at[i]->derivation = d;
}

/* ---- what a scope says ------------------------------------------------------------- */

/* A relation about a vector, said of its components: E[q] = 0 as E[q_j] = 0. */
static void
add_components(struct rulebook *b, const char *name, enum rule_kind kind,
               const struct scope *s, const struct term *c)
{
    const struct term *array = c->arg[0], *component, *index;
    struct scope *inner = scope_new(b->arena, s);
    struct type integer = {.kind = TYPE_INTEGER, .rows = {.n = 1}, .cols = {.n = 1}};
    struct term shape = *array, entry = {.op = TERM_INDEX, .n = 2};
    const struct term *arg[2];

    if (array->n > 0)
        array = array->arg[0];
    if (array->type.kind != TYPE_VECTOR || shape.n > 1)
        return;
    scope_add(b->arena, inner, "j#0", integer);
    index = expr_name(b->arena, "j#0", integer);
    arg[0] = array;
    arg[1] = index;
    entry.arg = arg;
    component = expr_make(b->arena, &entry, NULL);
    shape.arg = &component;
    if (shape.n == 1 && component)
        component = expr_make(b->arena, &shape, NULL);
    if (component)
        rulebook_add(b, name, kind, inner, c->relation, component, c->arg[1], "");
}

static void
add_relation(struct rulebook *b, const char *name, enum rule_kind kind,
             const struct scope *s, const struct term *c)
{
    const struct scope *none = scope_new(b->arena, s);

    if (c->op != TERM_RELATION)
        return;
    if (c->every && type_is_array(c->arg[0]->type) && !type_is_array(c->arg[1]->type))
        add_components(b, name, kind, s, c);
    else
        rulebook_add(b, name, kind, none, c->relation, c->arg[0], c->arg[1], "");
}

/* The shares of a distribution add up to 1. */
static void
add_shares(struct rulebook *b, const char *name, const struct scope *s,
           const struct decl *d)
{
    struct dim n = d->type.rows;
    const char *text =
        n.n ? arena_printf(b->arena, "sum(j=1..%d, %s_j) = 1", n.n, d->name)
            : arena_printf(b->arena, "sum(j=1..%s, %s_j) = 1",
                           expr_plain(b->arena, n.size, PRINT_ASCII), d->name);
    const struct term *c =
        expr_parse_relation(b->arena, s, text, (struct pos){name, 1, 1}, NULL);

    if (c)
        add_relation(b, name, RULE_DEFINITION, s, c);
}

/* An assumption of independence: shares multiply, and averages. */
static void
add_independence(struct rulebook *b, const char *name)
{
    static const char declared[] = "X, Y : random; assume independent(X, Y)";
    struct rule_body code = {
        .code = code_independent, .needs = {(uint64_t)1 << TERM_PROBABILITY, 0}
    };
    struct scope *s = scope_new(b->arena, NULL);
    struct pos at = {name, 1, 1};
    const struct term *c = NULL;

    if (scope_declare(b->arena, s, declared, at, NULL))
        c = expr_parse_relation(b->arena, s, "E[X Y] = E[X] E[Y]", at, NULL);
    rulebook_put(b, name, RULE_ASSUMPTION, &code, "");
    if (c)
        rulebook_add(b, name, RULE_ASSUMPTION, s, c->relation, c->arg[0], c->arg[1], "");
}

static void
add_assumption(struct rulebook *b, const struct scope *s, const struct assumption *a)
{
    for (int c = 0; c < a->n; c++)
        if (a->relation[c]->op == TERM_INDEPENDENT)
            add_independence(b, a->label);
        else
            add_relation(b, a->label, RULE_ASSUMPTION, s, a->relation[c]);
}

static void
add_declaration(struct rulebook *b, const struct scope *s, const struct decl *d)
{
    const struct scope *none = scope_new(b->arena, s);
    const char *name = arena_printf(b->arena, "definition %s", d->name);

    if (d->value)
        rulebook_add(b, name, RULE_DEFINITION, none, RELATION_EQUAL,
                     expr_name(b->arena, d->name, d->type), d->value, "");
    if (d->type.distribution && !d->value)
        add_shares(b, name, s, d);
    for (int c = 0; c < d->n_conditions; c++)
        if (d->conditions[c]->op == TERM_RELATION &&
            d->conditions[c]->relation == RELATION_EQUAL)
            add_relation(b, name, RULE_DEFINITION, s, d->conditions[c]);
}

void
rulebook_add_scope(struct rulebook *b, const struct scope *s)
{
    for (int i = 0; i < scope_assumption_count(s); i++) {
        const struct assumption *a = scope_assumption_at(s, i);

        if (a->label[0])
            add_assumption(b, s, a);
    }
    for (int i = 0; i < scope_count(s); i++)
        add_declaration(b, s, scope_at(s, i));
    for (int i = 0; i < scope_definition_count(s); i++)
        put_rule(b, arena_printf(b->arena, "definition %s", scope_definition_name(s, i)),
                 RULE_DEFINITION, "");
}
