#include <string.h>

#include "record/record_priv.h"

json_t *
record_detail(const struct record_event *ev)
{
    if (!*ev->detail)
        return NULL;
    return json_read(ev->detail, strlen(ev->detail), (struct pos){0}, NULL);
}

static void
begin_variant(struct item_node *item, int attempt, uint64_t seed)
{
    struct item_progress *now = &item->now;

    now->attempt = attempt;
    now->seed = seed;
    now->right = now->given_up = now->skipped = false;
    now->response = now->draft = now->told = "";
    if (!now->answered)
        now->lines = now->lines_text = "";
    now->n_wrong = now->hints = 0;
    now->wrong = item->wrong = NULL;
    item->cap = 0;
}

static bool
is_known(const struct item_progress *now, const char *answer)
{
    for (int i = 0; i < now->n_wrong; i++)
        if (strcmp(now->wrong[i], answer) == 0)
            return true;
    return false;
}

static bool
is_repeated(const struct record_event *ev)
{
    json_t *o = record_detail(ev);
    bool repeated = json_is_true(json_object_get(o, "repeated"));

    json_decref(o);
    return repeated;
}

static void
add_wrong(struct arena *a, struct item_node *item, const struct record_event *ev)
{
    struct item_progress *now = &item->now;

    if (is_known(now, ev->response) || is_repeated(ev))
        return;
    if (now->n_wrong == item->cap) {
        int cap = item->cap ? item->cap * 2 : 4;
        const char **wrong = ARENA_ARRAY(a, const char *, cap);

        if (now->n_wrong)
            memcpy(wrong, item->wrong, sizeof *wrong * (size_t)now->n_wrong);
        now->wrong = item->wrong = wrong;
        item->cap = cap;
    }
    item->wrong[now->n_wrong++] = arena_strdup(a, ev->response);
}

static void
on_predicted(struct arena *a, struct item_node *item, const struct record_event *ev)
{
    item->now.response = arena_strdup(a, ev->response);
    item->now.draft = "";
    item->now.skipped = false;
}

static bool
tells_ideas(const struct record_event *ev)
{
    json_t *o = record_detail(ev);
    bool tells = json_array_size(json_object_get(o, "ideas")) > 0;

    json_decref(o);
    return tells;
}

/* An explanation can be told again, and better; anything else counts the first time. */
static void
take_mark(struct arena *a, struct item_progress *now, const struct record_event *ev)
{
    bool told = tells_ideas(ev);

    if (now->answered && (!told || ev->mark < now->mark))
        return;
    now->mark = ev->mark;
    now->told_best = told ? arena_strdup(a, ev->detail) : "";
    now->told_text = told ? arena_strdup(a, ev->response) : "";
}

/* Of a derivation the first right one is kept, and until then the last. */
static void
take_lines(struct arena *a, struct item_progress *now, const struct record_event *ev)
{
    json_t *o = now->answered ? NULL : record_detail(ev);

    if (json_array_size(json_object_get(o, "lines"))) {
        now->lines = arena_strdup(a, ev->detail);
        now->lines_text = arena_strdup(a, ev->response);
    }
    json_decref(o);
}

static void
on_explained(struct arena *a, struct item_node *item, const struct record_event *ev)
{
    on_predicted(a, item, ev);
    item->now.told = arena_strdup(a, ev->detail);
}

static void
on_answered(struct arena *a, struct item_node *item, const struct record_event *ev)
{
    struct item_progress *now = &item->now;

    on_predicted(a, item, ev);
    if (tells_ideas(ev))
        now->told = arena_strdup(a, ev->detail);
    take_lines(a, now, ev);
    if (strcmp(ev->verdict, "wrong") == 0)
        add_wrong(a, item, ev);
    if (strcmp(ev->verdict, "right") != 0 && strcmp(ev->verdict, "right-but") != 0)
        return;
    take_mark(a, now, ev);
    now->answered = now->right = true;
}

static void
on_hinted(struct arena *a, struct item_node *item, const struct record_event *ev)
{
    (void)a, (void)ev;
    item->now.hints++;
}

static void
on_skipped(struct arena *a, struct item_node *item, const struct record_event *ev)
{
    (void)a, (void)ev;
    item->now.skipped = true;
}

static void
on_solution(struct arena *a, struct item_node *item, const struct record_event *ev)
{
    (void)a, (void)ev;
    item->now.given_up = true;
}

static void
on_drafted(struct arena *a, struct item_node *item, const struct record_event *ev)
{
    item->now.draft = arena_strdup(a, ev->response);
}

static void (*const on_event[RECORD_TYPE_COUNT])(struct arena *, struct item_node *,
                                                 const struct record_event *) = {
    [RECORD_PREDICTED] = on_predicted, [RECORD_ANSWERED] = on_answered,
    [RECORD_HINTED] = on_hinted,       [RECORD_SKIPPED] = on_skipped,
    [RECORD_SOLUTION] = on_solution,   [RECORD_DRAFTED] = on_drafted,
    [RECORD_EXPLAINED] = on_explained,
};

void
item_add(struct arena *a, struct item_node *item, const struct record_event *ev)
{
    struct item_progress *now = &item->now;

    if (ev->attempt > now->attempt)
        begin_variant(item, ev->attempt, ev->seed);
    if (ev->attempt < now->attempt) {
        struct item_node old = {
            .now = {.answered = now->answered,
                    .mark = now->mark,
                    .told_best = now->told_best,
                    .told_text = now->told_text,
                    .lines = now->lines,
                    .lines_text = now->lines_text}
        };

        if (ev->type != RECORD_ANSWERED)
            return;
        on_answered(a, &old, ev);
        now->answered = old.now.answered;
        now->mark = old.now.mark;
        now->told_best = old.now.told_best;
        now->told_text = old.now.told_text;
        now->lines = old.now.lines;
        now->lines_text = old.now.lines_text;
        return;
    }
    if (ev->seed)
        now->seed = ev->seed;
    if (on_event[ev->type])
        on_event[ev->type](a, item, ev);
}
