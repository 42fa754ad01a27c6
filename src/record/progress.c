#include <string.h>

#include "base/json.h"
#include "record/record_priv.h"

enum { BEAT_MAX = 1000 };

struct progress *
progress_new(struct arena *a)
{
    struct progress *p = ARENA_NEW(a, struct progress);

    p->arena = a;
    p->last_lesson = "";
    return p;
}

/* ---- finding --------------------------------------------------------------------- */

static unsigned
bucket(const char *lesson, const char *item)
{
    uint64_t hash = record_event_hash(record_event_hash(0, lesson), item);

    return (unsigned)(hash % PROGRESS_BUCKETS);
}

static struct lesson_node *
find_lesson(const struct progress *p, const char *id)
{
    struct lesson_node *node = p->lessons[bucket(id, "")];

    while (node && strcmp(node->id, id) != 0)
        node = node->next;
    return node;
}

static struct item_node *
find_item(const struct progress *p, const char *lesson, const char *id)
{
    struct item_node *node = p->items[bucket(lesson, id)];

    while (node && (strcmp(node->id, id) != 0 || strcmp(node->lesson, lesson) != 0))
        node = node->next;
    return node;
}

static struct lesson_node *
lesson_node(struct progress *p, const char *id)
{
    struct lesson_node **head = &p->lessons[bucket(id, "")], *node = find_lesson(p, id);

    if (node)
        return node;
    node = ARENA_NEW(p->arena, struct lesson_node);
    node->id = arena_strdup(p->arena, id);
    node->now.step = node->now.last_guess = node->retrieval.look = "";
    node->next = *head;
    return *head = node;
}

static struct item_node *
item_node(struct progress *p, const char *lesson, const char *id)
{
    struct item_node **head = &p->items[bucket(lesson, id)],
                     *node = find_item(p, lesson, id);

    if (node)
        return node;
    node = ARENA_NEW(p->arena, struct item_node);
    node->lesson = arena_strdup(p->arena, lesson);
    node->id = arena_strdup(p->arena, id);
    node->now.response = node->now.draft = node->now.told = "";
    node->now.told_best = node->now.told_text = "";
    node->now.lines = node->now.lines_text = "";
    node->next = *head;
    return *head = node;
}

/* ---- adding ---------------------------------------------------------------------- */

static int
beat_of(const struct record_event *ev)
{
    json_t *o = record_detail(ev);
    json_int_t beat = json_integer_value(json_object_get(o, "beat"));

    json_decref(o);
    return beat < 0 ? 0 : beat > BEAT_MAX ? BEAT_MAX : (int)beat;
}

static const char *
step_id(struct progress *p, struct lesson_node *lesson, const char *id)
{
    struct step_node *step = lesson->steps;

    while (step && strcmp(step->id, id) != 0)
        step = step->next;
    if (step)
        return step->id;
    step = ARENA_NEW(p->arena, struct step_node);
    step->id = arena_strdup(p->arena, id);
    step->next = lesson->steps;
    lesson->steps = step;
    lesson->now.steps_done++;
    return step->id;
}

static void
lesson_add(struct progress *p, struct lesson_node *lesson, const struct record_event *ev)
{
    struct lesson_progress *now = &lesson->now;

    if (!now->opened)
        now->first_ms = ev->utc_ms;
    now->last_ms = ev->utc_ms;
    now->opened = true;
    if (ev->type == RECORD_FINISHED)
        now->done = true;
    if (ev->type == RECORD_REACHED) {
        now->step = step_id(p, lesson, ev->step);
        now->beat = beat_of(ev);
    }
    if (ev->type == RECORD_PREDICTED || ev->type == RECORD_ANSWERED)
        now->last_guess = arena_strdup(p->arena, ev->response);
    retrieval_add(p->arena, &lesson->retrieval, ev);
    p->last_lesson = lesson->id;
}

/* A copy whose texts are never NULL. */
static struct record_event
whole(const struct record_event *ev)
{
    struct record_event copy = *ev;
    const char **texts[] = {&copy.device,   &copy.lesson,  &copy.step,  &copy.item,
                            &copy.response, &copy.verdict, &copy.detail};

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!*texts[i])
            *texts[i] = "";
    return copy;
}

void
progress_add(struct progress *p, const struct record_event *event)
{
    struct record_event ev = whole(event);

    p->seen[ev.type] = true;
    if (*ev.lesson)
        lesson_add(p, lesson_node(p, ev.lesson), &ev);
    if (*ev.item)
        item_add(p->arena, item_node(p, ev.lesson, ev.item), &ev);
}

/* ---- asking ---------------------------------------------------------------------- */

struct lesson_progress
progress_lesson(const struct progress *p, const char *lesson)
{
    const struct lesson_node *node = find_lesson(p, lesson);
    struct lesson_progress now = {.step = "", .last_guess = ""};

    if (!node)
        return now;
    now = node->now;
    if (!now.done && now.steps_done)
        now.steps_done--;
    return now;
}

bool
progress_reached(const struct progress *p, const char *lesson, const char *step)
{
    const struct lesson_node *node = find_lesson(p, lesson);

    for (const struct step_node *s = node ? node->steps : NULL; s; s = s->next)
        if (strcmp(s->id, step) == 0)
            return true;
    return false;
}

struct retrieval
progress_retrieval(const struct progress *p, const char *lesson)
{
    const struct lesson_node *node = find_lesson(p, lesson);

    return node ? node->retrieval : (struct retrieval){.look = ""};
}

struct item_progress
progress_item(const struct progress *p, const char *lesson, const char *item)
{
    const struct item_node *node = find_item(p, lesson, item);

    return node ? node->now
                : (struct item_progress){.response = "",
                                         .draft = "",
                                         .told = "",
                                         .told_best = "",
                                         .told_text = "",
                                         .lines = "",
                                         .lines_text = ""};
}

bool
progress_has(const struct progress *p, enum event_type type)
{
    return p->seen[type];
}

const char *
progress_last_lesson(const struct progress *p)
{
    return p->last_lesson;
}
