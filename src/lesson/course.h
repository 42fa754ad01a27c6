/*
 * The course as a whole: its theorems and axioms, and what rests on what.
 *
 * Nothing here is written by hand: statements, sentences and uses are those of the
 * lessons' own derivations; the rows of the synthesis table are those of `sheet:` in the
 * front matter of lessons.
 */
#ifndef ROPEWALK_LESSON_COURSE_H
#define ROPEWALK_LESSON_COURSE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/err.h"

struct lesson;
struct derivation;

/* A row of the synthesis table: `sheet: IDEA; THEOREM; MODEL; GIVES`. */
struct sheet_row {
    const char *idea;    /* what it is called at school */
    const char *theorem; /* of this lesson; its statement is the formula of the row */
    const char *model;   /* where it lives in the model; Markdown */
    const char *gives;   /* what it really gives; Markdown */
    struct pos at;
};

/* One relation, in TeX, in the language of terms (ASCII) and in words. */
struct course_statement {
    const char *tex, *plain, *spoken;
};

/* What a derivation shows: its first term beside that of its last line that is checked.
 * false: nothing. In the arena. */
bool
course_says(struct arena *a, const struct derivation *d, struct course_statement *out);

/* A theorem, or an axiom with all relations of its name. */
struct course_theorem {
    const char *name;
    bool axiom;
    const struct lesson *lesson;
    int step;                            /* of that lesson: where it stands first */
    const struct derivation *derivation; /* the first of its name */
    const struct course_statement *says; /* at least one */
    int n_says;
    const char *holds;    /* its declarations: "q, k : vector(2); assume ..."; "" */
    const char *sentence; /* of its last line, on one line; "" if none */
    const int *rests;     /* theorems and axioms that its lines use, each once */
    int n_rests;
    const int *bears; /* those whose lines use it */
    int n_bears;
};

struct course_row {
    const struct sheet_row *row;
    int theorem;
};

struct course_table {
    const struct lesson *const *lessons; /* those that could be read */
    int n_lessons;
    const struct course_theorem *theorems; /* in the order of the lessons */
    int n;
    const struct course_row *rows;
    int n_rows;
};

/* The course of these lessons, in their order; NULLs are skipped. A name behind `by` is
 * that of the lesson itself, else of the lessons under its `needs` and theirs, else an
 * axiom. Lessons must outlive it. */
const struct course_table *
course_new(struct arena *a, const struct lesson *const *lessons, int n);

/* The theorem or axiom of that name ("rope-relative", or "rope-plane.rope-relative" where
 * several lessons have one), theorems first; -1: none. */
int course_find(const struct course_table *c, const char *name);

#endif
