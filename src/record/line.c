#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/json.h"
#include "base/utf8.h"
#include "record/record.h"

enum kind {
    KIND_UUID,
    KIND_TEXT,
    KIND_INT64,
    KIND_INT32,
    KIND_TYPE,
    KIND_HASH,
    KIND_REAL,
    KIND_DETAIL
};

/* A line in the order in which it is written. */
static const struct member {
    const char *key;
    enum kind kind;
    size_t offset;
    int64_t low, high; /* of integers */
} members[] = {
    {"uuid",         KIND_UUID,   offsetof(struct record_event, uuid),         0,         0        },
    {"device",       KIND_TEXT,   offsetof(struct record_event, device),       0,         0        },
    {"seq",          KIND_INT64,  offsetof(struct record_event, seq),          0,         INT64_MAX},
    {"utc_ms",       KIND_INT64,  offsetof(struct record_event, utc_ms),       INT64_MIN, INT64_MAX},
    {"local_day",    KIND_INT32,  offsetof(struct record_event, local_day),    INT32_MIN,
     INT32_MAX                                                                                     },
    {"tz_minutes",   KIND_INT32,  offsetof(struct record_event, tz_minutes),   -1440,     1440     },
    {"type",         KIND_TYPE,   offsetof(struct record_event, type),         0,         0        },
    {"lesson",       KIND_TEXT,   offsetof(struct record_event, lesson),       0,         0        },
    {"step",         KIND_TEXT,   offsetof(struct record_event, step),         0,         0        },
    {"item",         KIND_TEXT,   offsetof(struct record_event, item),         0,         0        },
    {"content_hash", KIND_HASH,   offsetof(struct record_event, content_hash), 0,         0        },
    {"seed",         KIND_HASH,   offsetof(struct record_event, seed),         0,         0        },
    {"attempt",      KIND_INT32,  offsetof(struct record_event, attempt),      0,         INT32_MAX},
    {"response",     KIND_TEXT,   offsetof(struct record_event, response),     0,         0        },
    {"verdict",      KIND_TEXT,   offsetof(struct record_event, verdict),      0,         0        },
    {"mark",         KIND_REAL,   offsetof(struct record_event, mark),         0,         0        },
    {"detail",       KIND_DETAIL, offsetof(struct record_event, detail),       0,         0        },
};
enum { MEMBERS = sizeof members / sizeof *members };

static_assert(sizeof(int) == sizeof(int32_t), "int members are kept as KIND_INT32");

/* ---- writing --------------------------------------------------------------------- */

static void
put(json_t *o, const char *key, json_t *value)
{
    if (value)
        json_object_set_new(o, key, value);
}

/* What a learner typed is kept whatever its bytes are. */
static const char *
strict_utf8(struct arena *a, const char *s)
{
    struct buf b;
    size_t bytes;

    buf_init(&b, a);
    for (; *s; s += bytes)
        buf_char(&b, utf8_decode(s, strlen(s), &bytes));
    return b.s;
}

static json_t *
text_json(struct arena *a, const char *s)
{
    json_t *value;

    if (!s || !*s)
        return NULL;
    value = json_string(s);
    return value ? value : json_string(strict_utf8(a, s));
}

static json_t *
hash_json(uint64_t hash)
{
    char text[17];

    if (!hash)
        return NULL;
    snprintf(text, sizeof text, "%016" PRIx64, hash);
    return json_string(text);
}

static json_t *
detail_json(struct arena *a, const char *s)
{
    json_t *o;

    if (!s || !*s)
        return NULL;
    o = json_read(s, strlen(s), (struct pos){0}, NULL);
    if (json_is_object(o))
        return o;
    json_decref(o);
    return text_json(a, s);
}

static json_t *
member_json(struct arena *a, const struct member *m, const struct record_event *ev)
{
    const void *at = (const char *)ev + m->offset;

    switch (m->kind) {
    case KIND_UUID:
        return text_json(a, at);
    case KIND_TEXT:
        return text_json(a, *(const char *const *)at);
    case KIND_INT64:
        return json_integer(*(const int64_t *)at);
    case KIND_INT32:
        return json_integer(*(const int32_t *)at);
    case KIND_TYPE:
        return json_string(record_type_text(ev->type));
    case KIND_HASH:
        return hash_json(*(const uint64_t *)at);
    case KIND_REAL:
        return json_real(isfinite(*(const double *)at) ? *(const double *)at : 0);
    case KIND_DETAIL:
        return detail_json(a, *(const char *const *)at);
    }
    return NULL;
}

char *
record_event_line(struct arena *a, const struct record_event *ev)
{
    json_t *o = json_object();
    char *line;

    for (int i = 0; i < MEMBERS; i++)
        put(o, members[i].key, member_json(a, &members[i], ev));
    line = json_line(a, o);
    json_decref(o);
    return line;
}

/* ---- reading --------------------------------------------------------------------- */

static bool
take_uuid(const char *s, char out[37])
{
    static const char form[] = "xxxxxxxx-xxxx-4xxx-Nxxx-xxxxxxxxxxxx";

    for (int i = 0; i < 36; i++) {
        bool hex = isdigit((unsigned char)s[i]) || (s[i] >= 'a' && s[i] <= 'f');

        if (form[i] == 'x'   ? !hex
            : form[i] == 'N' ? !s[i] || !strchr("89ab", s[i])
                             : s[i] != form[i])
            return false;
    }
    if (s[36])
        return false;
    memcpy(out, s, 37);
    return true;
}

static bool
take_hash(const char *s, uint64_t *out)
{
    char *end;

    if (strlen(s) != 16 || strspn(s, "0123456789abcdef") != 16)
        return false;
    *out = strtoull(s, &end, 16);
    return true;
}

static bool
take_integer(const struct member *m, const json_t *value, void *out)
{
    json_int_t n = json_integer_value(value);

    if (!json_is_integer(value) || n < m->low || n > m->high)
        return false;
    if (m->kind == KIND_INT64)
        *(int64_t *)out = n;
    else
        *(int32_t *)out = (int32_t)n;
    return true;
}

static bool
take_detail(struct arena *a, const json_t *value, const char **out)
{
    if (json_is_object(value))
        *out = json_line(a, value);
    else if (json_is_string(value))
        *out = arena_strdup(a, json_string_value(value));
    else
        return false;
    return true;
}

static bool
take_text(struct arena *a, const struct member *m, const char *s,
          struct record_event *out)
{
    void *at = (char *)out + m->offset;

    if (!s)
        return false;
    switch (m->kind) {
    case KIND_UUID:
        return take_uuid(s, at);
    case KIND_TYPE:
        return record_type_find(s, &out->type);
    case KIND_HASH:
        return take_hash(s, at);
    default:
        *(const char **)at = arena_strdup(a, s);
        return true;
    }
}

static bool
take_member(struct arena *a, const struct member *m, const json_t *value,
            struct record_event *out)
{
    void *at = (char *)out + m->offset;

    switch (m->kind) {
    case KIND_INT64:
    case KIND_INT32:
        return take_integer(m, value, at);
    case KIND_REAL:
        *(double *)at = json_number_value(value);
        return json_is_number(value);
    case KIND_DETAIL:
        return take_detail(a, value, at);
    default:
        return take_text(a, m, json_string_value(value), out);
    }
}

static void
set_empty(struct record_event *ev)
{
    memset(ev, 0, sizeof *ev);
    for (int i = 0; i < MEMBERS; i++)
        if (members[i].kind == KIND_TEXT || members[i].kind == KIND_DETAIL)
            *(const char **)((char *)ev + members[i].offset) = "";
}

static bool
take_object(struct arena *a, const json_t *o, struct pos at, struct record_event *out,
            struct err *e)
{
    if (!json_is_object(o))
        return err_at(e, at, ERR_RECORD_EVENT, "an event is one JSON object on its line");
    for (int i = 0; i < MEMBERS; i++) {
        const json_t *value = json_object_get(o, members[i].key);

        if (value && !take_member(a, &members[i], value, out))
            return err_at(e, at, ERR_RECORD_EVENT, "'%s' of this event cannot be used",
                          members[i].key);
    }
    if (!json_object_get(o, "type"))
        return err_at(e, at, ERR_RECORD_EVENT, "this event has no 'type'");
    return true;
}

bool
record_event_read(struct arena *a, const char *line, size_t len, struct pos at,
                  struct record_event *out, struct err *e)
{
    json_t *o;
    bool ok;

    set_empty(out);
    if (len > RECORD_LINE_MAX)
        return err_at(e, at, ERR_RECORD_EVENT, "an event may have at most %d bytes",
                      RECORD_LINE_MAX);
    o = json_read(line, len, at, e);
    if (!o)
        return false;
    ok = take_object(a, o, at, out, e);
    json_decref(o);
    return ok;
}
