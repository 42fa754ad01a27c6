/*
 * "Did you mean": the known name that is nearest to a misspelt one.
 */
#ifndef ROPEWALK_BASE_NEAR_H
#define ROPEWALK_BASE_NEAR_H

/* Names longer than this (bytes) are never near. */
enum { NEAR_NAME_MAX = 63 };

/* How many letters must be inserted, left out, changed or swapped with their neighbour
 * to make y of x, upper and lower case being the same (Damerau 1964, each place edited
 * at most once); NEAR_NAME_MAX + 1 when either is too long. */
int near_distance(const char *x, const char *y);

/* The name of a NULL-terminated list that is nearest to `word`, the first of equals; NULL
 * when none is within a third of the word's length (and at least one letter). */
const char *near_find(const char *word, const char *const *names);

/* The same within `limit` letters: for a short list of names that differ much. */
const char *near_find_within(const char *word, const char *const *names, int limit);

#endif
