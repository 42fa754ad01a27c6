/*
 * Numbers that were typed as decimals, beside values that are none.
 */
#ifndef ROPEWALK_GRADE_ROUNDED_H
#define ROPEWALK_GRADE_ROUNDED_H

#include "grade/grade_priv.h"

/* How many significant digits a rounded value needs at least. */
enum { FIGURES_LEAST = 3 };

/* From the worst to the best; of an array the worst entry's. */
enum nearness {
    NEAR_NOT,
    NEAR_CUT,     /* the digits of the value, but cut off instead of rounded */
    NEAR_FEW,     /* right as far as it goes, and does not go far */
    NEAR_ROUNDED, /* within 0.1 % (or the question's share), or rounded to three digits */
    NEAR_EXACT,   /* as near as the question asks */
};

/* How near `typed` is to the value `of`, both unfolded. A value that is a whole number is
 * never rounded, unless the question has a share of its own. */
enum nearness
rounded_near(const struct grading *g, const struct term *typed, const struct term *of);

/* The same for any constants, whatever the question asks for: of lines that show values.
 */
enum nearness
rounded_value(const struct grading *g, const struct term *typed, const struct term *of);
/* And of a vector or a matrix that is typed entry by entry: the worst of its entries. */
enum nearness
rounded_rows(const struct grading *g, const struct term *typed, const struct term *of);

/* Whether it is a value `of` that was rounded on the way, whatever the question asks for:
 * no entry is another one, and one at least is not exact. */
bool rounded_throughout(const struct grading *g, const struct term *typed,
                        const struct term *of);

/* The same for each entry, in near[rows * cols]; false when they cannot be compared. */
bool rounded_entries(const struct grading *g, const struct term *typed,
                     const struct term *of, enum nearness *near);

/* Whether the question takes rounded values at all. */
bool rounded_is_asked(const struct grading *g);

/* Whether x is a decimal that is y as far as it goes, rounded or cut off; *unit is that
 * of its last digit, *size how large y is. For numbers. */
bool rounded_is_cut_off(const struct grading *g, const struct term *x,
                        const struct term *y, double *unit, double *size);

/* How far two constants lie apart, at the worst entry; infinite when of other sizes. */
double rounded_gap(const struct grading *g, const struct term *x, const struct term *y);

#endif
