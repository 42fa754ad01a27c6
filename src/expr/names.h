/*
 * Names: Greek letters, constants, functions, reserved words, the parts of a name, and
 * the scopes that say what a name means. Inside the room every name is spelled in ASCII:
 * theta, q', d_k, W_DKV.
 */
#ifndef ROPEWALK_EXPR_NAMES_H
#define ROPEWALK_EXPR_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "expr/expr.h"

/* ---- spellings --------------------------------------------------------------------- */

enum word_kind {
    WORD_CONSTANT, /* what: an enum term_op */
    WORD_FUNCTION, /* what: an enum function_id */
    WORD_CONJ,
    WORD_FORM, /* what: an enum term_op: sum, prod, limit, D, E, Var, Cov, P */
    WORD_RESERVED,
    WORD_OTHER, /* of declarations: random, event, ... */
};

struct word {
    const char *text;
    enum word_kind kind;
    int what;
};

/* The word spelled so, or NULL when it has no meaning of its own. */
const struct word *word_find(const char *text);

/* Words that may be declared although they mean something: e, i, pi, and single letters
 * such as R. NULL: a word without a meaning. */
bool word_may_be_name(const struct word *w);

/* All of them, for "did you mean". */
int word_count(void);
const struct word *word_at(int i);

/* The name of a Greek letter, "theta"; NULL when c is none. */
const char *greek_name(uint32_t c);

/* The letter with that name; 0 when there is none. */
uint32_t greek_letter(const char *name, size_t len);

/* The spelling used inside: Greek letters as words, ′ as '. In the arena; `text` itself
 * when nothing changes. */
const char *name_canonical(struct arena *a, const char *text);

/* A canonical name taken apart: W_DKV is "W", 0 primes, "DKV". */
struct name_parts {
    const char *base;
    size_t base_len;
    int primes;
    const char *sub; /* "" when there is none */
};

struct name_parts name_split(const char *name);

/* ---- scopes ------------------------------------------------------------------------ */

/* "define c = 3 m" (no parameter) or "define R_p = R(p theta)": base "R", parameter "p".
 * A name with a parameter is its base with any subscript. */
struct definition {
    const char *name;      /* canonical, whole: "c", "R_p" */
    const char *base;      /* "" without a parameter */
    const char *parameter; /* "" without */
    const struct term *body;
};

struct scope {
    struct arena *arena;
    const struct scope *parent;
    struct decl **at;
    int n, cap;
    const struct definition **definitions;
    int n_definitions, cap_definitions;
    const struct assumption **assumptions;
    int n_assumptions, cap_assumptions;
};

/* Add a declaration whose name is canonical and kept. */
struct decl *scope_put(struct scope *s, const char *name, struct type type);
void scope_set_value(struct decl *d, const struct term *value);
void scope_put_definition(struct scope *s, const struct definition *d);
void scope_put_assumption(struct scope *s, const struct assumption *a);

/* Look up a canonical name. */
const struct decl *scope_get(const struct scope *s, const char *name);
struct decl *scope_get_own(struct scope *s, const char *name);
/* Whether s itself has a declaration or a definition with that name. */
bool scope_is_taken(const struct scope *s, const char *name);

/* What a name is in the nearest scope that knows it: declared, or defined (without a
 * parameter). Both NULL when it is unknown. */
struct meaning {
    const struct decl *decl;
    const struct definition *definition;
};
struct meaning scope_meaning(const struct scope *s, const char *name);

/* The family "R_p" by its base. */
const struct definition *scope_family(const struct scope *s, const char *base);

/* What a scope held at one time, and back to it: names and assumptions added since are
 * forgotten, and so are conditions and values added to earlier names. */
struct scope_mark {
    int n, n_definitions, n_assumptions;
    struct decl *at;
};

struct scope_mark scope_mark(struct arena *a, const struct scope *s);
void scope_restore(struct scope *s, struct scope_mark m);

/* The declared name that a mistyped one may mean; NULL when none is near. */
const char *scope_near(struct arena *a, const struct scope *s, const char *name);

#endif
