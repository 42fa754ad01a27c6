#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "store/store_priv.h"

static int64_t
clock_ms(clockid_t id)
{
    struct timespec t = {0, 0};

    clock_gettime(id, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int64_t
store_now_ms(void)
{
    return clock_ms(CLOCK_REALTIME);
}

int64_t
store_monotonic_ms(void)
{
    return clock_ms(CLOCK_MONOTONIC);
}

int
store_tz_minutes(int64_t utc_ms)
{
    time_t t = (time_t)(utc_ms / 1000);
    struct tm here, there;
    int days;

    tzset();
    if (!localtime_r(&t, &here) || !gmtime_r(&t, &there))
        return 0;
    days = here.tm_year != there.tm_year ? here.tm_year - there.tm_year
                                         : here.tm_yday - there.tm_yday;
    return days * 1440 + (here.tm_hour - there.tm_hour) * 60 + here.tm_min - there.tm_min;
}

/* Without a random device: different for every process and call, nothing more. */
static void
scramble(unsigned char *out, size_t size)
{
    uint64_t x = (uint64_t)store_monotonic_ms() ^ (uint64_t)store_now_ms() << 20 ^
                 (uint64_t)getpid() << 44 ^ (uint64_t)(uintptr_t)out;

    for (size_t i = 0; i < size; i++) {
        x = x * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        out[i] = (unsigned char)(x >> 56);
    }
}

void
store_random(void *out, size_t size)
{
    int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, out, size);

    if (fd >= 0)
        close(fd);
    if (n != (ssize_t)size)
        scramble(out, size);
}

void
store_uuid(char out[37])
{
    unsigned char b[16];

    store_random(b, sizeof b);
    b[6] = (unsigned char)((b[6] & 0x0F) | 0x40);
    b[8] = (unsigned char)((b[8] & 0x3F) | 0x80);
    snprintf(out, 37,
             "%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x", b[0],
             b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12],
             b[13], b[14], b[15]);
}
