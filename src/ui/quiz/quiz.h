/*
 * A quiz, and a lesson that is told back: what is different from other lessons.
 */
#ifndef ROPEWALK_UI_QUIZ_QUIZ_H
#define ROPEWALK_UI_QUIZ_QUIZ_H

#include "ui/ui_priv.h"

/* The seed of a question's numbers that the record does not know yet. */
uint64_t quiz_seed(const struct ui_model *m);
/* The lesson that a question comes from. */
const struct lesson *quiz_home(const struct ui_model *m, const struct ask *ask);
/* Of the words of this step: that of the lesson which they come from. */
const struct scope *quiz_scope(const struct ui_model *m);
/* A step was entered: ask for the rules of the lesson that its question comes from, since
 * a later theorem would be a shorter way. Until they come only the basic ones count. */
void quiz_ask_rules(struct ui_model *m);
/* Whether hints and solutions are refused. */
bool quiz_is_exam(const struct ui_model *m);
/* A question comes back from the record: one that may not be answered any more is kept
 * shut. */
void quiz_restore(const struct ui_model *m, struct question *q);
/* A verdict was committed. true: it is not shown, and the question is settled here. */
bool quiz_keeps(struct ui_model *m, struct question *q);
/* Behind a wrong answer: whether it was the last that counts. */
bool quiz_is_spent(const struct ui_model *m, const struct question *q);
/* After a verdict: a lesson that is told back may have been passed by it. */
void quiz_check_passed(struct ui_model *m);
/* The lesson is finished: when something of it was answered right, it comes back after
 * days. One that is told back does so when it is passed. */
void quiz_comes_back(struct ui_model *m);
/* The lesson is finished: show its result. false: it has none. */
bool quiz_finish(struct ui_model *m);
/* The result so far, over the lesson or in lines. */
void quiz_show_result(struct ui_model *m);
bool quiz_has_result(const struct ui_model *m);

/* Minutes left, rounded up; -1: no limit. */
int quiz_minutes_left(const struct ui_model *m);
void quiz_tick(struct ui_model *m, int64_t ms);
/* Milliseconds until the next minute, or the end, is to be shown; -1: no limit. */
int quiz_wants_tick(const struct ui_model *m);

#endif
