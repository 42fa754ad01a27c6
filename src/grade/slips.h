/*
 * What learners do to a right answer, as changes of a term.
 */
#ifndef ROPEWALK_GRADE_SLIPS_H
#define ROPEWALK_GRADE_SLIPS_H

#include "grade/grade_priv.h"

struct slip {
    const char *name;
    bool structural; /* a change of the term's form, not of its number alone */
    /* The model answer with the slip in it; NULL when it makes no sense there. */
    const struct term *(*make)(const struct grading *g, const struct term *model);
    const char *sentence;
};

/* The most particular first. */
extern const struct slip slips[];
extern const int n_slips;

#endif
