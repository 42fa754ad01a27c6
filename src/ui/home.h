/*
 * Home: the course with the learner in it. Part of ui_priv.h.
 */
#ifndef ROPEWALK_UI_HOME_H
#define ROPEWALK_UI_HOME_H

void home_view(struct ui_model *m, struct canvas *c);
void home_show(struct ui_model *m);
void home_move(struct ui_model *m, int by);
void home_enter(struct ui_model *m);
void home_open(struct ui_model *m, int lesson);
/* The first lesson of the core path that is written and not a stage; -1: none. */
int home_first_core(const struct ui_model *m);
/* The lesson that Enter goes on with; -1: none. */
int home_next(const struct ui_model *m);
/* "done", "here", "next", "ready", "later" (what it needs is not done), "look" (what it
 * needs is not there to be done); "" for one that is not written. */
const char *home_state(const struct ui_model *m, int lesson);
/* "needs L01", "not written yet", "" */
char *home_remark(struct arena *a, const struct ui_model *m, int lesson);
/* Why it comes next, if it is due; "". */
const char *home_why(const struct ui_model *m, int lesson);
/* "step 4 of 9, 4 min left", "3 steps done, 70 min in all" */
char *home_where(struct arena *a, const struct ui_model *m, int lesson);
/* `You had last said: "go down".`, or "" */
char *home_last_words(struct arena *a, const struct ui_model *m, int lesson);

#endif
