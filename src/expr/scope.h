/*
 * Scopes inside the room: declarations, and definitions that the reader unfolds.
 */
#ifndef ROPEWALK_EXPR_SCOPE_H
#define ROPEWALK_EXPR_SCOPE_H

#include "expr/expr.h"

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
};

/* Add a declaration whose name is canonical and kept. */
struct decl *scope_put(struct scope *s, const char *name, struct type type);
void scope_set_value(struct decl *d, const struct term *value);
void scope_put_definition(struct scope *s, const struct definition *d);

/* Look up a canonical name. */
const struct decl *scope_get(const struct scope *s, const char *name);
struct decl *scope_get_own(struct scope *s, const char *name);
bool scope_own_definition(const struct scope *s, const char *name);
const struct definition *scope_definition(const struct scope *s, const char *name);
/* The family "R_p" by its base. */
const struct definition *scope_family(const struct scope *s, const char *base);

/* Forget what was added since the scope had so many. */
void scope_cut(struct scope *s, int n, int n_definitions);

/* The declared name that a mistyped one may mean; NULL when none is near. */
const char *scope_near(struct arena *a, const struct scope *s, const char *name);

#endif
