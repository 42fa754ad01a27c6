/*
 * The language: terms, their types, how they are read and how they are written.
 *
 * One language for lessons, learners, plots and the command line (design.md section 3).
 * A term is immutable and lives in the arena it was read into; sharing a subterm needs
 * no count. Reading resolves every name against a scope and gives every subterm a
 * type, so that the rooms above never meet an unknown name or a shape that does not
 * fit. Nothing is guessed: what can be read in two ways is refused, or read one way
 * that the printers show.
 *
 * The contract by subject: types (expr/type.h), terms (expr/term.h), what names mean
 * (expr/scope.h), terms from code (expr/make.h), derivatives (expr/derive.h); here
 * reading and writing.
 */
#ifndef ROPEWALK_EXPR_EXPR_H
#define ROPEWALK_EXPR_EXPR_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"
#include "expr/derive.h"
#include "expr/make.h"
#include "expr/scope.h"
#include "expr/term.h"
#include "expr/type.h"

/* Budgets of the parser (safety rule SEC-3); more is refused with ERR_TERM_TOO_LARGE. */
enum {
    EXPR_TEXT_MAX = 4096,          /* bytes of one term */
    EXPR_DECLARATIONS_MAX = 16384, /* bytes of one text of declarations */
    EXPR_DEPTH_MAX = 64,           /* brackets, powers and signs inside one another */
    EXPR_NODES_MAX = 2000,         /* parts of a term; a chain a + b + ... is as deep */
};

/* ---- reading ---------------------------------------------------------------------- */

/* Read one term, as plain text or, when it holds a backslash, as TeX. NULL on failure
 * with *e filled: the place, what is wrong, a way out. `at` is where the text begins; a
 * line break in it is a blank. s may be NULL. Definitions are unfolded by the reader;
 * values of scope_add_value() are not (use expr_unfold()). */
const struct term *expr_parse(struct arena *a, const struct scope *s, const char *text,
                              struct pos at, struct err *e);

/* Read "A = B", "A <= B", ...: a term with op TERM_RELATION and two arguments.
 * "A -> B as x -> c" is read as limit(x -> c, A) = B. */
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

/* The i-th word that means something in a term: functions, constants, sum and its like;
 * NULL behind the last. */
const char *expr_word(int i);

/* "=", "<=", ...; in words "equals", "is at most", ... */
const char *relation_text(enum relation r);
const char *relation_spoken(enum relation r);

/* The relation with its sides exchanged: ">" for "<". */
enum relation relation_turned(enum relation r);

#endif
