/*
 * The whole course in memory, for commands and screens that look at all of it.
 */
#ifndef ROPEWALK_APP_COURSE_COURSE_H
#define ROPEWALK_APP_COURSE_COURSE_H

#include "app/app.h"
#include "lesson/lesson.h"
#include "record/record.h"
#include "ui/ui.h"

/* Read all lessons of app->places; those that cannot be read are left out. NULL with *e
 * when the folder cannot be read. */
const struct course_table *course_read(struct app *app, struct err *e);

/* The learner's progress, from the record as it is; without one, none. */
const struct progress *course_progress(struct app *app);

/* How lines of it are written. */
struct ui_lines_look course_look(const struct app *app);

/* Whether a command that has a screen prints lines instead. */
bool course_prints(const struct app *app);

/* A walk that begins with the sheet (words typed into its field) or the map, over home.
 */
int course_walk(struct app *app, const char *line);

#endif
