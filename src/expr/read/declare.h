/*
 * What declarations and bindings share.
 */
#ifndef ROPEWALK_EXPR_DECLARE_H
#define ROPEWALK_EXPR_DECLARE_H

#include "expr/names.h"
#include "expr/read/parser.h"

/* Set up p for a text of statements. */
bool declarations_init(struct parser *p, struct arena *a, const struct scope *s,
                       const char *text, struct pos at, struct err *e);

/* Run `parse` on each statement; on failure nothing stays declared. */
typedef bool parse_statement_fn(struct parser *p, struct scope *s, void *ctx);
bool
parse_statements(struct parser *p, struct scope *s, parse_statement_fn *parse, void *ctx);

/* The canonical name of the next token, which must be free in s. NULL on failure. */
const char *declare_name(struct parser *p, struct scope *s);

/* "low..high" behind `in`; inf is an absent bound. */
bool parse_domain(struct parser *p, struct domain *d);

/* A type behind ':'. */
bool parse_type(struct parser *p, struct type *type);

/* "where c > 0, n < m", if it stands here. With `filter` they all become conditions of
 * that name, in any form; else of the names they are about, in the forms of a domain. */
bool parse_where(struct parser *p, struct scope *s, struct decl *filter);

/* "indep: independent(X, Y)" or "E[X] = 0, E[Y] = 0" behind the word assume, which
 * stands at token `word`: conditions of names, and an assumption of the scope. */
bool parse_assume(struct parser *p, struct scope *s, const struct token *word);

#endif
