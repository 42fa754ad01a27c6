/*
 * The map's list, its neighbours, and what keys do on it.
 */
#include <string.h>

#include "ui/map/map.h"
#include "ui/map/near.h"
#include "ui/sheet/sheet.h"

/* ---- the list ---------------------------------------------------------------------- */

/* Axioms stand in the list where their lesson has nothing else. */
void
map_course(struct ui_model *m, struct arena *a)
{
    const struct course_table *c = m->course;
    struct map_node *nodes = ARENA_ARRAY(a, struct map_node, c->n + c->n_lessons + 1);
    struct map *map = m->map;

    *map = (struct map){.nodes = nodes, .at = -1};
    for (int i = 0; i < c->n_lessons; i++) {
        nodes[map->n++] = (struct map_node){c->lessons[i], -1};
        for (int k = 0; k < c->n; k++)
            if (c->theorems[k].lesson == c->lessons[i])
                nodes[map->n++] = (struct map_node){c->lessons[i], k};
    }
}

int
map_find(const struct map *map, struct map_node node)
{
    for (int i = 0; i < map->n; i++)
        if (map->nodes[i].lesson == node.lesson && map->nodes[i].theorem == node.theorem)
            return i;
    return -1;
}

/* The node of a lesson by its id: its last theorem up to that step, else the lesson. */
static int
node_of_place(const struct ui_model *m, const char *lesson, const char *step)
{
    const struct map *map = m->map;
    int found = -1;

    for (int i = 0; i < map->n; i++) {
        const struct map_node *node = &map->nodes[i];
        int t = node->theorem;

        if (strcmp(node->lesson->id, lesson) != 0)
            continue;
        if (t < 0 || m->course->theorems[t].step <= lesson_step(node->lesson, step))
            found = i;
    }
    return found;
}

void
map_start(struct ui_model *m)
{
    const char *last = progress_last_lesson(m->progress);
    const char *step = progress_lesson(m->progress, last).step;

    if (!m->course || m->map->at >= 0)
        return;
    if (m->study.lesson) {
        last = m->study.lesson->id;
        step = study_step(m)->id;
    }
    m->map->at = node_of_place(m, last, step);
    if (m->map->at < 0)
        m->map->at = 0;
}

/* ---- neighbours -------------------------------------------------------------------- */

static void
add_lesson(struct map_near *near, const struct course_table *c, const char *id)
{
    for (int i = 0; i < c->n_lessons; i++)
        if (strcmp(c->lessons[i]->id, id) == 0)
            near->at[near->n++] = (struct map_node){c->lessons[i], -1};
}

static bool
needs(const struct lesson *l, const char *id)
{
    for (int i = 0; i < l->n_needs; i++)
        if (strcmp(l->needs[i], id) == 0)
            return true;
    return false;
}

static struct map_near
near_of_lesson(struct arena *a, const struct course_table *c, const struct lesson *l)
{
    struct map_near near = {
        ARENA_ARRAY(a, struct map_node, c->n_lessons + l->n_needs + 1), 0, 0};

    for (int i = 0; i < l->n_needs; i++)
        add_lesson(&near, c, l->needs[i]);
    near.above = near.n;
    for (int i = 0; i < c->n_lessons; i++)
        if (needs(c->lessons[i], l->id))
            near.at[near.n++] = (struct map_node){c->lessons[i], -1};
    return near;
}

static struct map_near
near_of_theorem(struct arena *a, const struct course_table *c,
                const struct course_theorem *t)
{
    struct map_near near = {ARENA_ARRAY(a, struct map_node, t->n_rests + t->n_bears + 1),
                            0, t->n_rests};

    for (int i = 0; i < t->n_rests; i++)
        near.at[near.n++] =
            (struct map_node){c->theorems[t->rests[i]].lesson, t->rests[i]};
    for (int i = 0; i < t->n_bears; i++)
        near.at[near.n++] =
            (struct map_node){c->theorems[t->bears[i]].lesson, t->bears[i]};
    return near;
}

struct map_near
map_near_of(struct arena *a, const struct ui_model *m, const struct map_node *node)
{
    if (node->theorem < 0)
        return near_of_lesson(a, m->course, node->lesson);
    return near_of_theorem(a, m->course, &m->course->theorems[node->theorem]);
}

static struct map_near
near_now(struct ui_model *m)
{
    arena_reset(m->scratch);
    return map_near_of(m->scratch, m, &m->map->nodes[m->map->at]);
}

/* ---- keys -------------------------------------------------------------------------- */

static int
clamp(int value, int high)
{
    value = value > high ? high : value;
    return value < 0 ? 0 : value;
}

void
map_key_move(struct ui_model *m, struct press p)
{
    struct map *map = m->map;

    if (!m->course || map->at < 0)
        return;
    if (map->beside)
        map->near = clamp(map->near + p.by, near_now(m).n - 1);
    else
        map->at = clamp(map->at + p.by, map->n - 1);
}

/* Over to the neighbours; from one of them: it is the one that is looked at. */
void
map_key_beside(struct ui_model *m, struct press p)
{
    struct map *map = m->map;
    struct map_near near;
    int to;

    (void)p;
    if (!m->course || map->at < 0)
        return;
    near = near_now(m);
    if (!map->beside) {
        map->beside = near.n > 0;
        map->near = 0;
        return;
    }
    to = map_find(map, near.at[map->near]);
    if (to >= 0)
        map->at = to;
    map->near = 0;
    map->beside = near_now(m).n > 0;
}

void
map_key_list(struct ui_model *m, struct press p)
{
    (void)p;
    m->map->beside = false;
}

bool
map_in_list(const struct ui_model *m)
{
    return !m->map->beside;
}

bool
map_is_beside(const struct ui_model *m)
{
    return m->map->beside;
}

void
map_key_open(struct ui_model *m, struct press p)
{
    struct map *map = m->map;
    struct map_node node;

    (void)p;
    if (!m->course || map->at < 0)
        return;
    node = map->beside ? near_now(m).at[map->near] : map->nodes[map->at];
    over_open(m, node.lesson,
              node.theorem < 0 ? -1 : m->course->theorems[node.theorem].step);
}
