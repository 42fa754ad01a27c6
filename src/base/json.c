#include "base/json.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/arena.h"

/* Whether brackets outside strings nest deeper than JSON_DEPTH_MAX. */
static bool
too_deep(const char *text, size_t len)
{
    bool string = false;
    int depth = 0;

    for (size_t i = 0; i < len; i++) {
        if (string && text[i] == '\\')
            i++;
        else if (text[i] == '"')
            string = !string;
        else if (!string && (text[i] == '[' || text[i] == '{') &&
                 ++depth > JSON_DEPTH_MAX)
            return true;
        else if (!string && (text[i] == ']' || text[i] == '}'))
            depth--;
    }
    return false;
}

json_t *
json_read(const char *text, size_t len, struct pos at, struct err *e)
{
    json_error_t error;
    json_t *o;

    if (too_deep(text, len)) {
        err_at(e, at, ERR_JSON, "not JSON for us: nested deeper than %d", JSON_DEPTH_MAX);
        return NULL;
    }
    o = json_loadb(text, len, JSON_REJECT_DUPLICATES, &error);
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
