/*
 * What the rules share that judge a line as a whole.
 */
#ifndef ROPEWALK_PROOF_WHOLE_H
#define ROPEWALK_PROOF_WHOLE_H

#include "proof/rule/code.h"

const struct term *whole_number(struct arena *a, int n);

/* t with a term for a name; NULL when it has no type. */
const struct term *whole_with(struct arena *a, const struct term *t,
                              const struct term *name, const struct term *by);

bool whole_same(struct arena *a, const struct scope *s, const struct term *x,
                const struct term *y);

/* Whether x r y is found true by balls. */
bool whole_compare(struct arena *a, const struct scope *s, const struct term *x,
                   enum relation r, const struct term *y);

/* The same where it is found to hold for all values, none left out. */
bool whole_everywhere(struct arena *a, const struct scope *s, const struct term *x,
                      enum relation r, const struct term *y);

/* Whether the relation y is x times something that is not 0, all brought to one side: as
 * when x is solved for one name in which both are linear. Orders: of known sign. */
bool whole_multiple(struct arena *a, const struct scope *s, const struct term *x,
                    const struct term *y);

/* The free names of t, each once; at most eight. */
struct whole_names {
    const struct term *at[8];
    int n;
};
struct whole_names whole_names(const struct term *t);

#endif
