/*
 * What the kinds of questions about lines share.
 */
#ifndef ROPEWALK_GRADE_LINES_H
#define ROPEWALK_GRADE_LINES_H

#include "grade/grade_priv.h"

/* The line that a text of len bytes names: "3", "#3", "line 3", or its words; -1: none.
 */
int lines_find(const struct ask *q, const char *text, size_t len, bool by_number);

/* The mark of one part, at *out's parts, which are made when they are not there yet. */
void lines_mark(const struct grading *g, struct grade *out, int n, int i,
                enum part_mark mark, const char *text);

#endif
