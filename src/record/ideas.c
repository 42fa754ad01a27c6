#include <string.h>

#include "record/record_priv.h"

enum { IDEAS_MAX = 64 };

char *
record_ideas_text(struct arena *a, const struct record_ideas *ideas)
{
    json_t *list = json_array();
    json_t *o = json_pack("{s:s, s:b, s:i, s:i, s:o}", "stage", ideas->stage, "asked",
                          ideas->asked, "points", ideas->points, "most", ideas->most,
                          "ideas", list);
    char *text;

    for (int i = 0; i < ideas->n; i++) {
        const struct record_idea *d = &ideas->at[i];

        json_array_append_new(list,
                              json_pack("{s:s, s:s, s:s, s:i, s:i, s:b}", "id", d->id,
                                        "verdict", d->verdict, "by", d->by, "from",
                                        d->from, "to", d->to, "contested", d->contested));
    }
    text = json_line(a, o);
    json_decref(o);
    return text;
}

static int
number(const json_t *o, const char *key, int most)
{
    json_int_t x = json_integer_value(json_object_get(o, key));

    return x < 0 ? 0 : x > most ? most : (int)x;
}

static struct record_idea
read_idea(struct arena *a, const json_t *o)
{
    struct record_idea d = {
        .id = arena_strdup(a, json_text(o, "id")),
        .verdict = arena_strdup(a, json_text(o, "verdict")),
        .by = arena_strdup(a, json_text(o, "by")),
        .from = number(o, "from", RECORD_LINE_MAX),
        .to = number(o, "to", RECORD_LINE_MAX),
        .contested = json_is_true(json_object_get(o, "contested")),
    };

    if (d.to < d.from)
        d.from = d.to = 0;
    return d;
}

bool
record_ideas_read(struct arena *a, const char *detail, struct record_ideas *out)
{
    json_t *o = *detail ? json_read(detail, strlen(detail), (struct pos){0}, NULL) : NULL;
    const json_t *list = json_object_get(o, "ideas");
    size_t n = json_array_size(list);
    struct record_idea *at;

    *out = (struct record_ideas){.stage = ""};
    if (n > 0 && n <= IDEAS_MAX) {
        at = ARENA_ARRAY(a, struct record_idea, n);
        for (size_t i = 0; i < n; i++)
            at[i] = read_idea(a, json_array_get(list, i));
        *out = (struct record_ideas){
            .stage = arena_strdup(a, json_text(o, "stage")),
            .asked = json_is_true(json_object_get(o, "asked")),
            .points = number(o, "points", IDEAS_MAX),
            .most = number(o, "most", IDEAS_MAX),
            .at = at,
            .n = (int)n,
        };
    }
    json_decref(o);
    return out->n > 0;
}
