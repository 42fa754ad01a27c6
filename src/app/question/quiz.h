/*
 * What is told back again after a delay.
 */
#ifndef ROPEWALK_APP_QUESTION_QUIZ_H
#define ROPEWALK_APP_QUESTION_QUIZ_H

#include "app/session.h"

/* Whether that lesson is to come back now. */
bool quiz_is_due(const struct progress *p, const char *id);

/* What of it is told back again, as a quiz with fresh numbers: the step that it names; of
 * a lesson that names none some of its questions, when `any` lesson is meant. NULL when
 * there is nothing of that. */
const struct lesson *quiz_again(struct session *s, const char *id, bool any);

/* The quiz of the file that the operand names, in the order of a seed that is not 0. NULL
 * with its errors told and *status. */
const struct lesson *quiz_for_paper(struct session *s, uint64_t seed, int *status);

#endif
