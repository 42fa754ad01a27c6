/*
 * The language: terms, their types, how they are read and how they are written.
 *
 * One language for lessons, learners, plots and the command line (design.md section 3).
 * A term is immutable and lives in the arena it was read into; sharing a subterm needs
 * no count. Reading resolves every name against a scope and gives every subterm a
 * type, so that the rooms above never meet an unknown name or a shape that does not
 * fit. Nothing is guessed: what can be read in two ways is refused, or read one way
 * that the printers show.
 */
#ifndef ROPEWALK_EXPR_EXPR_H
#define ROPEWALK_EXPR_EXPR_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"

/* Budgets of the parser (safety rule SEC-3); more is refused with ERR_TERM_TOO_LARGE. */
enum {
    EXPR_TEXT_MAX = 4096,          /* bytes of one term */
    EXPR_DECLARATIONS_MAX = 16384, /* bytes of one text of declarations */
    EXPR_DEPTH_MAX = 64,           /* brackets, powers and signs inside one another */
    EXPR_NODES_MAX = 2000,         /* parts of a term; a chain a + b + ... is as deep */
};

/* ---- types ------------------------------------------------------------------------ */

enum type_kind {
    TYPE_INTEGER,
    TYPE_REAL,
    TYPE_COMPLEX,
    TYPE_VECTOR, /* a column: rows x 1 */
    TYPE_MATRIX,
    TYPE_TRUTH, /* a relation */
};

/* A size: a number n >= 1, or a term over integer names (n == 0). */
struct term;
struct dim {
    int n;
    const struct term *size;
};

struct type {
    enum type_kind kind;
    bool complex_entries; /* entries of a vector or matrix may be complex */
    struct dim rows, cols;
};

/* "vector(2)", "2x3 matrix", "complex number": for messages. In the arena. */
char *type_text(struct arena *a, struct type t);

/* ---- terms ------------------------------------------------------------------------ */

enum term_op {
#define TERM_OP(name) TERM_##name,
#include "expr/term_ops.def"
#undef TERM_OP
    TERM_OP_COUNT
};

/* Functions that are written name(args): FUNCTION(ID, "name", args_min, args_max). */
enum function_id {
#define FUNCTION(id, name, min, max) FUNCTION_##id,
#include "expr/functions.def"
#undef FUNCTION
    FUNCTION_COUNT
};

enum relation {
    RELATION_EQUAL,
    RELATION_LESS,
    RELATION_LESS_EQUAL,
    RELATION_GREATER,
    RELATION_GREATER_EQUAL,
    RELATION_NOT_EQUAL,
};

/* Part of the text a term was read from, in bytes; len 0 when it was made. */
struct span {
    int start, len;
};

struct term {
    enum term_op op;
    enum function_id function; /* TERM_CALL */
    enum relation relation;    /* TERM_RELATION */
    const char *name;          /* TERM_NAME and binders: in ASCII letters, "theta_k" */
    const char *digits;        /* TERM_NUMBER: value = digits * 10^exponent, exactly; */
    int exponent;              /*   digits are decimal, no sign, no point, and have no
                                *   zeros at either end unless they are "0" */
    double near;               /* TERM_NUMBER: the nearest double */
    int rows, cols;            /* TERM_MATRIX: a literal, its entries row by row in arg */
    int n;
    const struct term *const *arg;
    struct type type;
    struct span at;
    int size; /* how many terms it is made of, itself included; a shared part counts
               * wherever it occurs; stops at INT_MAX / 2 */
};

/* ---- scopes: what names mean ------------------------------------------------------ */

struct scope;

/* How an interval ends: with the bound or just before it. A bound that is NULL is
 * absent. */
struct domain {
    const struct term *low, *high;
    bool low_open, high_open;
};

/* A declared name. `conditions` are relations over names declared so far ("c > 0",
 * "|z| = 1", "n < m"), each at the last name it is about; a bound by a constant is in the
 * domain too, and "name = term" becomes a value. A name with a `value` stands for that
 * term. */
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

/* ---- reading ---------------------------------------------------------------------- */

/* Read one term. NULL on failure with *e filled: the place, what is wrong, a way out.
 * `at` is where the text begins; a line break in it is a blank. Definitions are unfolded
 * by the reader; values of scope_add_value() are not (use expr_unfold()). s may be NULL.
 */
const struct term *expr_parse(struct arena *a, const struct scope *s, const char *text,
                              struct pos at, struct err *e);

/* Read "A = B", "A <= B", ...: a term with op TERM_RELATION and two arguments. */
const struct term *expr_parse_relation(struct arena *a, const struct scope *s,
                                       const char *text, struct pos at, struct err *e);

/* Whether a line begins with a relation, after blanks ("  = B", "<= B"): how many bytes
 * the blanks and the sign take together (0: none) and which it is. "=>" is none. */
size_t expr_relation_at(const char *text, enum relation *relation);

/* ---- writing ---------------------------------------------------------------------- */

enum print_flags {
    PRINT_ASCII = 1, /* theta and ^T instead of θ and ᵀ */
};

/* Plain text that reads back to the same tree; TeX; spoken English ("R of m theta,
 * transposed, times q"). In the arena. */
char *expr_plain(struct arena *a, const struct term *t, int flags);
char *expr_tex(struct arena *a, const struct term *t);
char *expr_spoken(struct arena *a, const struct term *t);

/* A name the way the plain printer writes it: "θ_k" for theta_k. In the arena. */
char *expr_name_text(struct arena *a, const char *name, int flags);

/* "=", "<=", ...; in words "equals", "is at most", ... */
const char *relation_text(enum relation r);
const char *relation_spoken(enum relation r);

/* ---- looking inside and making ---------------------------------------------------- */

/* Same tree (spans are not compared). */
bool expr_same(const struct term *x, const struct term *y);

/* Whether t contains a name or a call of a function with that spelling: for
 * "without: R, Re, exp". "^" finds a power, "[" an index. */
bool expr_mentions(const struct term *t, const char *word);

/* t with every name that has a value in s replaced by that value, again and again. */
const struct term *
expr_unfold(struct arena *a, const struct scope *s, const struct term *t);

/* t with each of n names replaced by a term of the same type. NULL when it has no type
 * any more: an index that is out of range, or a size of 0. */
struct replacement {
    const char *name;
    const struct term *by;
};
const struct term *
expr_replace(struct arena *a, const struct term *t, const struct replacement *r, int n);

/* A number term. `text` is decimal: "-12.5e-3"; must be well formed. */
const struct term *expr_number(struct arena *a, const char *text);

/* An application with its type worked out; NULL with *e when the types do not fit. y is
 * NULL for an op of one argument. */
const struct term *expr_apply(struct arena *a, enum term_op op, const struct term *x,
                              const struct term *y, struct err *e);

/* The same for a function, a relation, and a literal (cols 1: a vector). n fits the
 * function. */
const struct term *expr_call(struct arena *a, enum function_id f,
                             const struct term *const *arg, int n, struct err *e);
const struct term *expr_relation(struct arena *a, enum relation r, const struct term *x,
                                 const struct term *y, struct err *e);
const struct term *expr_matrix(struct arena *a, int rows, int cols,
                               const struct term *const *entry, struct err *e);

/* A name as a term. */
const struct term *expr_name(struct arena *a, const char *name, struct type type);

#endif
