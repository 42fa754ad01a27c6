/*
 * JSON for the rooms above: jansson, read with the depth limit of the safety rules.
 */
#ifndef ROPEWALK_BASE_JSON_H
#define ROPEWALK_BASE_JSON_H

#include <jansson.h>

#include "base/err.h"

enum { JSON_DEPTH_MAX = 32 };

/* A new reference, or NULL with *e filled. Duplicate keys are refused, and more than
 * JSON_DEPTH_MAX brackets in one another. `at` is where the text begins. The caller
 * decrefs. */
json_t *json_read(const char *text, size_t len, struct pos at, struct err *e);

/* The string member `key` of object o; "" when it is not there. Borrowed from o. */
const char *json_text(const json_t *o, const char *key);

/* One line, keys in the order they were set, in the arena. */
char *json_line(struct arena *a, const json_t *o);

#endif
