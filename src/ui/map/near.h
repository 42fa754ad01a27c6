/*
 * What stands beside a node of the map.
 */
#ifndef ROPEWALK_UI_MAP_NEAR_H
#define ROPEWALK_UI_MAP_NEAR_H

#include "ui/map/map.h"

/* What a node rests on (the first `above` of n), then what rests on it. */
struct map_near {
    struct map_node *at;
    int n, above;
};

struct map_near
map_near_of(struct arena *a, const struct ui_model *m, const struct map_node *node);

/* The place of a node in the list; -1: it is not there. */
int map_find(const struct map *map, struct map_node node);

#endif
