#include "base/json.h"

#include <stdlib.h>

#include "base/arena.h"

json_t *
json_read(const char *text, size_t len, struct pos at, struct err *e)
{
    json_error_t error;
    json_t *o = json_loadb(text, len, JSON_REJECT_DUPLICATES, &error);

    if (!o) {
        at.line += error.line > 0 ? error.line - 1 : 0;
        at.col = error.column > 0 ? error.column : 1;
        err_at(e, at, ERR_JSON, "not JSON: %s", error.text);
    }
    return o;
}

const char *
json_text(const json_t *o, const char *key)
{
    const char *s = json_string_value(json_object_get(o, key));

    return s ? s : "";
}

char *
json_line(struct arena *a, const json_t *o)
{
    char *heap = json_dumps(o, JSON_COMPACT | JSON_REAL_PRECISION(17));
    char *line = arena_strdup(a, heap ? heap : "{}");

    free(heap);
    return line;
}
