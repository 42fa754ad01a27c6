#include <string.h>

#include "record/record_priv.h"

static const int64_t hour_ms = 3600000;
static const int days[RETRIEVALS] = {1, 3, 7, 21};

enum { REST_HOURS = 20 }; /* what counts as another day, in an evening or a morning */

/* When the next one is due, after one at `last_ms`. */
static int64_t
due_after(const struct retrieval *r, int64_t last_ms)
{
    int64_t rested = last_ms + REST_HOURS * hour_ms, due;

    if (r->kept >= RETRIEVALS)
        return 0;
    due = r->passed_ms + (24 * (days[r->kept] - 1) + REST_HOURS) * hour_ms;
    return due > rested ? due : rested;
}

static const char *
look_of(struct arena *a, const struct record_event *ev)
{
    json_t *o = record_detail(ev);
    const char *look = json_string_value(json_object_get(o, "look"));

    look = look ? arena_strdup(a, look) : "";
    json_decref(o);
    return look;
}

static void
on_retrieved(struct arena *a, struct retrieval *r, const struct record_event *ev)
{
    bool right = strcmp(ev->verdict, "right") == 0;

    r->times++;
    if (!r->passed || (right && r->due_ms && ev->utc_ms < r->due_ms))
        return; /* practice before its time */
    r->missed = !right;
    r->look = right ? "" : look_of(a, ev);
    if (right && r->kept < RETRIEVALS)
        r->kept++;
    r->mastered = right;
    r->due_ms = right ? due_after(r, ev->utc_ms) : ev->utc_ms + REST_HOURS * hour_ms;
}

void
retrieval_add(struct arena *a, struct retrieval *r, const struct record_event *ev)
{
    if (ev->type == RECORD_RETRIEVED)
        on_retrieved(a, r, ev);
    if (ev->type != RECORD_PASSED || r->passed)
        return;
    r->passed = true;
    r->passed_ms = ev->utc_ms;
    r->due_ms = due_after(r, ev->utc_ms);
}
