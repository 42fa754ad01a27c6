/*
 * Values that an answer gives to names: "w = 2; q = [1, 2]".
 */
#ifndef ROPEWALK_GRADE_CLAIM_H
#define ROPEWALK_GRADE_CLAIM_H

#include "grade/grade_priv.h"

/* The names that an answer gives values to, and the values: terms that fit their types.
 */
struct supplied {
    const struct grading *g;
    const char *const *names;
    int n;
    const struct term **value;
};

struct supplied values_new(const struct grading *g);
bool values_read(struct supplied *s, const char *answer, struct err *e);
char *values_text(const struct supplied *s, bool tex);

/* The values in a sentence of feedback. */
char *values_said(const struct supplied *s);

/* What has a value: the question's scope, or the figure's of a `set`. */
const struct scope *values_scope(const struct grading *g);

/* The declaration of the i-th name; the place of a name in any spelling, -1: none. */
const struct decl *values_decl(const struct supplied *s, int i);
int values_find(const struct supplied *s, const char *typed);

/* Whether each value is in the domain of its name, and all of them meet the question's
 * `where`; *e says which does not. */
bool values_in_domain(const struct supplied *s, struct err *e);

/* t with the values in it; NULL when it makes no sense for them. */
const struct term *values_put_in(const struct supplied *s, const struct term *t);

/* Whether the values are those that a `where` such as "n = 512 + 64" gives: others are a
 * wrong answer, which can be read. */
bool values_are_those(const struct supplied *s);

#endif
