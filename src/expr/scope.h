/*
 * Scopes: what names mean, and what is assumed about them.
 */
#ifndef ROPEWALK_EXPR_SCOPE_H
#define ROPEWALK_EXPR_SCOPE_H

#include <stdbool.h>

#include "base/err.h"
#include "expr/term.h"

struct scope;

/* How an interval ends: with the bound or just before it. A bound that is NULL is
 * absent. */
struct domain {
    const struct term *low, *high;
    bool low_open, high_open;
};

/* A declared name: random names, events, sequences and distributions as well, by their
 * type. `conditions` are relations over names declared so far ("c > 0", "|z| = 1",
 * "n < m"), each at the last name it is about; a bound by a constant is in the domain
 * too, and "name = term" becomes a value. A name with a `value` stands for that term. */
struct decl {
    const char *name;
    struct type type;
    struct domain domain;
    const struct term *const *conditions;
    int n_conditions;
    const struct term *value;
    const struct scope *scope; /* where it is declared, and as which of its names */
    int index;
    int unfolded; /* size of the value when the names in it are replaced */
};

/* One line "assume LABEL: relation, relation, ...". The relations are of op
 * TERM_RELATION or TERM_INDEPENDENT. Those that speak of chance (term_has_chance()) stand
 * here only; the others are among the conditions of a name as well, or give it its value.
 */
struct assumption {
    const char *label; /* "" when it has none; unique in its scope and the scopes above */
    const struct term *const *relation;
    int n;
    struct pos at; /* of the word assume */
};

/* An empty scope; names not found in it are looked for in parent (NULL: none). */
struct scope *scope_new(struct arena *a, const struct scope *parent);

/* Read declarations: "m, n : integer in 0..64; theta : real", with or without the word
 * let, separated by ';' or line breaks; assume and define as well; and "q = [1, 2]",
 * which declares q with that value. '#' begins a comment. A definition is short for its
 * text: its names mean what they mean where it is used; a value keeps the meaning its
 * names had where it was declared. All or nothing on failure. */
bool scope_declare(struct arena *a, struct scope *s, const char *text, struct pos at,
                   struct err *e);

/* Declare one name with a type, or with a value (its type is the value's). The name is
 * copied. The name must be free in this scope. */
void scope_add(struct arena *a, struct scope *s, const char *name, struct type type);
void scope_add_value(struct arena *a, struct scope *s, const char *name,
                     const struct term *value);

/* The declaration of a name, in s or its parents; NULL when there is none. */
const struct decl *scope_find(const struct scope *s, const char *name);

/* What a name meant when d was declared: what the names in d->value stand for. */
const struct decl *scope_find_before(const struct decl *d, const char *name);

/* The declarations of s itself, in order. */
int scope_count(const struct scope *s);
const struct decl *scope_at(const struct scope *s, int i);

/* The assumptions of s itself, in order, and the scope above (NULL: none). */
int scope_assumption_count(const struct scope *s);
const struct assumption *scope_assumption_at(const struct scope *s, int i);
const struct scope *scope_parent(const struct scope *s);

/* The assumption with that label, in s or its parents; NULL when there is none. */
const struct assumption *scope_assumption_find(const struct scope *s, const char *label);

/* The definitions of s itself, in order: "c", "R_p". */
int scope_definition_count(const struct scope *s);
const char *scope_definition_name(const struct scope *s, int i);

/* "m = 5 in 1..20", "theta = 0.25 in 0..pi step 0.01", "n = 2 in 1..20 where n < m":
 * sliders and draws. Separated by ';' or line breaks. Every name is declared in s:
 * integer when value, bounds and step are integers, else real; a list of values
 * ("theta = 0.25 in {0.05, 0.1, 0.25}") fills `choices`. Terms are constant except
 * in `where`. */
struct binding {
    const char *name;
    const struct term *value;
    const struct term *low, *high, *step; /* NULL: absent */
    const struct term *const *choices;
    int n_choices;
    const struct term *const *conditions;
    int n_conditions;
    struct pos at;
};

struct bindings {
    const struct binding *at;
    int n;
};

bool bindings_read(struct arena *a, struct scope *s, const char *text, struct pos at,
                   struct bindings *out, struct err *e);

#endif
