#include <string.h>

#include "record/record_priv.h"

enum { LINES_MAX = 256 };

char *
record_lines_text(struct arena *a, const struct record_line *lines, int n, bool repeated)
{
    json_t *list = json_array(), *o = json_pack("{s:o}", "lines", list);
    char *text;

    for (int i = 0; i < n; i++)
        json_array_append_new(list,
                              json_pack("{s:s, s:s, s:s}", "verdict", lines[i].verdict,
                                        "rules", lines[i].rules, "says", lines[i].says));
    if (repeated)
        json_object_set_new(o, "repeated", json_true());
    text = json_line(a, o);
    json_decref(o);
    return text;
}

int
record_lines_read(struct arena *a, const char *detail, const struct record_line **out)
{
    json_t *o = *detail ? json_read(detail, strlen(detail), (struct pos){0}, NULL) : NULL;
    const json_t *list = json_object_get(o, "lines");
    int n = json_array_size(list) > LINES_MAX ? 0 : (int)json_array_size(list);
    struct record_line *at = ARENA_ARRAY(a, struct record_line, n + 1);

    for (int i = 0; i < n; i++) {
        const json_t *line = json_array_get(list, (size_t)i);

        at[i] = (struct record_line){arena_strdup(a, json_text(line, "verdict")),
                                     arena_strdup(a, json_text(line, "rules")),
                                     arena_strdup(a, json_text(line, "says"))};
    }
    *out = at;
    json_decref(o);
    return n;
}
