/*
 * Home: the course with the learner in it. Part of ui_priv.h.
 *
 * next.c   how every lesson stands, what comes next, opening
 * view.c   the screen
 */
#ifndef ROPEWALK_UI_HOME_HOME_H
#define ROPEWALK_UI_HOME_HOME_H

void home_view(struct ui_model *m, struct canvas *c);
void home_show(struct ui_model *m);
void home_move(struct ui_model *m, int by);
void home_enter(struct ui_model *m);
void home_open(struct ui_model *m, int lesson);
/* The first lesson of the core path that is written and not a stage; -1: none. */
int home_first_core(const struct ui_model *m);
/* The first lesson that comes back now, and how many do; -1: none. And what is asked of
 * it. */
int home_due(const struct ui_model *m, int *n);
void home_bring_back(struct ui_model *m);

/* The lesson that Enter goes on with; -1: none. */
int home_next(const struct ui_model *m);
/* The one behind the lesson `id` that is not done and whose needs are, on the core path
 * or beside it as that one; else the first that is not done; -1: none. */
int home_after(const struct ui_model *m, const char *id);
/* "tomorrow 18:00", as the learner's clock shows it. */
const char *home_when(struct arena *a, const struct ui_model *m, int64_t utc_ms);
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

/* The lesson at place `at` of the list: the core path first, then the others. */
int home_lesson_at(const struct ui_model *m, int at);
bool home_on_path(const struct ui_model *m, int lesson);
bool home_has_core(const struct ui_model *m);
bool home_is_done(const struct ui_model *m, int lesson);
bool home_is_due(const struct ui_model *m, int lesson);
/* How many sittings are behind the learner: the next one was begun. */
int home_sittings_done(const struct ui_model *m, int lesson);
struct lesson_progress home_progress(const struct ui_model *m, int lesson);
const char *home_name(const struct ui_lesson *l); /* "L04", or its title */

#endif
