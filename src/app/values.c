#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "app/app.h"

bool
read_integer(const char *text, int low, int high, int *out)
{
    char *end;
    long n;

    errno = 0;
    n = strtol(text, &end, 10);
    if (end == text || *end || errno || n < low || n > high)
        return false;
    *out = (int)n;
    return true;
}

bool
read_seed(const char *text, uint64_t *out)
{
    char *end;

    errno = 0;
    *out = strtoull(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0;
}
