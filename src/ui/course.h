/*
 * The course as a learner looks at it: the formula sheet and the map, as lines. The
 * screens (keys f and m) show the same.
 */
#ifndef ROPEWALK_UI_COURSE_H
#define ROPEWALK_UI_COURSE_H

#include "canvas/canvas.h"
#include "lesson/lesson.h"
#include "record/record.h"

/* How lines are written. */
struct ui_lines_look {
    enum alphabet alphabet;
    bool flat;   /* formulas on one line */
    bool spoken; /* formulas in words */
    int width;   /* where formulas that stand over several rows are broken */
};

/* ---- the formula sheet ------------------------------------------------------------- */

/* A row of the synthesis table (with `row`), a theorem or an axiom. */
struct ui_sheet_entry {
    const struct sheet_row *row;
    const struct course_theorem *theorem;
};

struct ui_sheet {
    const struct ui_sheet_entry *at;
    int n;
    const char *near; /* nothing was found: a word that is there; NULL: none is near */
};

/* The entries in which every word of `words` stands, in any case: in their names,
 * sentences, lessons, or in their formulas, blanks left out; all for "". Axioms only when
 * they are asked for. In the arena. */
struct ui_sheet ui_sheet_find(struct arena *a, const struct course_table *c,
                              const char *words, bool axioms);

char *ui_sheet_text(struct arena *a, const struct ui_sheet *s,
                    const struct ui_lines_look *look);

/* ---- the map ----------------------------------------------------------------------- */

/* Whose a lesson or a theorem is. Nothing is locked. */
enum ui_mark {
    UI_MARK_AHEAD,
    UI_MARK_HERE,  /* the learner's place */
    UI_MARK_DUE,   /* to be told back again now */
    UI_MARK_SEEN,  /* a theorem whose step is behind the learner */
    UI_MARK_YOURS, /* a lesson that is done; a theorem that was derived, line by line */
};

enum ui_mark
ui_lesson_mark(const struct progress *p, const struct lesson *l, int64_t now_ms);
/* Of an axiom, always SEEN: it is taken as it is. */
enum ui_mark
ui_theorem_mark(const struct progress *p, const struct course_theorem *t, int64_t now_ms);
const char *ui_mark_word(enum ui_mark mark); /* "ahead", "here", "due", "seen", "yours" */
const char *ui_mark_sign(enum ui_mark mark); /* "...", "-o-", "-!-", "---", "===" */

/* How many theorems there are, how many the learner derived, and how many were seen,
 * those among them. */
int ui_theorem_count(const struct course_table *c, const struct progress *p,
                     int64_t now_ms, int *yours, int *seen);
/* "1 of 3 theorems is yours, 2 seen": the same in words. */
char *ui_theorem_words(struct arena *a, int n, int yours, int seen);

char *ui_map_text(struct arena *a, const struct course_table *c, const struct progress *p,
                  int64_t now_ms, const struct ui_lines_look *look);

#endif
