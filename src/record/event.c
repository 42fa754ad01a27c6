#include "record/record.h"

#include <string.h>

enum { MS_PER_MINUTE = 60000, MS_PER_DAY = 86400000, ROLLOVER_MINUTES = 4 * 60 };

static const char *const words[RECORD_TYPE_COUNT] = {
#define EVENT_TYPE(id, word) [RECORD_##id] = word,
#include "record/event_types.def"
#undef EVENT_TYPE
};

const char *
record_type_text(enum event_type t)
{
    return words[t];
}

bool
record_type_find(const char *word, enum event_type *out)
{
    for (int i = 0; i < RECORD_TYPE_COUNT; i++) {
        if (strcmp(words[i], word) == 0) {
            *out = (enum event_type)i;
            return true;
        }
    }
    return false;
}

int32_t
record_local_day(int64_t utc_ms, int tz_minutes)
{
    int64_t minutes = (int64_t)tz_minutes - ROLLOVER_MINUTES;
    int64_t days = utc_ms / MS_PER_DAY;
    int64_t rest = utc_ms % MS_PER_DAY + minutes * MS_PER_MINUTE;

    days += rest / MS_PER_DAY;
    if (rest % MS_PER_DAY < 0)
        days--;
    if (days < INT32_MIN || days > INT32_MAX)
        return days < 0 ? INT32_MIN : INT32_MAX;
    return (int32_t)days;
}

static uint64_t
fnv(uint64_t hash, uint8_t byte)
{
    return (hash ^ byte) * UINT64_C(0x100000001b3);
}

uint64_t
record_event_hash(uint64_t previous, const char *line)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (int i = 0; i < 8; i++)
        hash = fnv(hash, (uint8_t)(previous >> (8 * i)));
    for (; *line; line++)
        hash = fnv(hash, (uint8_t)*line);
    return hash;
}
