/*
 * The map as a screen: the lessons with their theorems, and beside them what the one at
 * the cursor rests on and what rests on it.
 */
#ifndef ROPEWALK_UI_MAP_MAP_H
#define ROPEWALK_UI_MAP_MAP_H

#include "ui/ui_priv.h"

/* A row of the list: a lesson, or one of its theorems. */
struct map_node {
    const struct lesson *lesson;
    int theorem; /* -1: the lesson itself */
};

struct map {
    const struct map_node *nodes; /* in the course's arena */
    int n, at;
    bool beside; /* the cursor is among the neighbours */
    int near;    /* the neighbour at the cursor */
};

void map_course(struct ui_model *m, struct arena *a);
void map_start(struct ui_model *m);
void map_view(struct ui_model *m, struct canvas *c);
void map_key_move(struct ui_model *m, struct press p);
void map_key_beside(struct ui_model *m, struct press p);
void map_key_list(struct ui_model *m, struct press p);
bool map_in_list(const struct ui_model *m);
bool map_is_beside(const struct ui_model *m);
void map_key_open(struct ui_model *m, struct press p);

#endif
