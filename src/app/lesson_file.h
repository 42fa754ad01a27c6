/*
 * A lesson from its file.
 */
#ifndef ROPEWALK_APP_LESSON_FILE_H
#define ROPEWALK_APP_LESSON_FILE_H

#include "app/app.h"
#include "lesson/lesson.h"

/* The path of a lesson that is named by a file ("x.md", "./x") or by its id in the
 * course; NULL with *e when the course has none of that id. */
const char *lesson_path(struct app *app, const char *operand, struct err *e);

/* Whether an operand names a file. */
bool is_lesson_file(const char *operand);

/* NULL with all errors of the file in errs. *source is its text, NULL when it could not
 * be read. Everything is in the arena. */
const struct lesson *
lesson_load(struct arena *a, const char *path, const char **source, struct errs *errs);

/* The lessons of the files, NULL for one that cannot be read. */
const struct lesson *const *
course_load(struct arena *a, const struct lesson_file *files, int n);

/* Print all errors, each with its line and a caret when the source is given; with --json
 * also the first one as an object. Returns its exit status. */
int report_all(struct app *app, const struct errs *errs, const char *source);

#endif
