/*
 * How progress keeps its lessons and items: chained hash tables in one arena.
 */
#ifndef ROPEWALK_RECORD_RECORD_PRIV_H
#define ROPEWALK_RECORD_RECORD_PRIV_H

#include "base/json.h"
#include "record/record.h"

enum { PROGRESS_BUCKETS = 256 };

/* A step that was reached at least once. */
struct step_node {
    const char *id;
    struct step_node *next;
};

struct lesson_node {
    const char *id;
    struct lesson_progress now;
    struct retrieval retrieval;
    struct step_node *steps;
    struct lesson_node *next; /* in its bucket */
};

struct item_node {
    const char *lesson, *id;
    struct item_progress now;
    const char **wrong; /* now.wrong, to add to */
    int cap;
    struct item_node *next;
};

struct progress {
    struct arena *arena;
    struct lesson_node *lessons[PROGRESS_BUCKETS];
    struct item_node *items[PROGRESS_BUCKETS];
    const char *last_lesson;
    bool seen[RECORD_TYPE_COUNT];
};

/* The event's detail as JSON, a new reference; NULL when it has none. */
json_t *record_detail(const struct record_event *ev);

/* Take a PASSED or RETRIEVED event into account. */
void retrieval_add(struct arena *a, struct retrieval *r, const struct record_event *ev);

/* Take an event about this item into account. */
void item_add(struct arena *a, struct item_node *item, const struct record_event *ev);

#endif
