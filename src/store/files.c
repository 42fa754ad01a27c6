#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "store/store_priv.h"

static bool
unreadable(const char *path, const char *why, struct err *e)
{
    return err_at(e, (struct pos){0}, ERR_FILE_UNREADABLE, "%s cannot be read (%s)", path,
                  why);
}

/* Read up to `size` bytes; -1 with errno. */
static ssize_t
read_all(int fd, char *out, size_t size)
{
    size_t n = 0;

    while (n < size) {
        ssize_t got = read(fd, out + n, size - n);

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        n += (size_t)got;
    }
    return (ssize_t)n;
}

static bool
read_open(struct arena *a, int fd, const char *path, size_t max, char **text, size_t *len,
          struct err *e)
{
    struct stat st;
    size_t size;
    ssize_t n;

    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
        return unreadable(path, "not an ordinary file", e);
    if (st.st_size < 0 || (uintmax_t)st.st_size > max)
        return err_at(e, (struct pos){0}, ERR_FILE_TOO_LARGE,
                      "%s is larger than %zu bytes, the most that is read", path, max);
    size = (size_t)st.st_size;
    *text = arena_alloc(a, size + 1, 1);
    n = read_all(fd, *text, size);
    if (n < 0)
        return unreadable(path, strerror(errno), e);
    *len = (size_t)n;
    return true;
}

bool
store_read_file(struct arena *a, const char *path, size_t max, char **text, size_t *len,
                struct err *e)
{
    /* not blocking: a named pipe must not hang us before it is refused */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    bool ok;

    if (fd < 0 && (errno == ENOENT || errno == ENOTDIR))
        return err_at(e, (struct pos){0}, ERR_FILE_MISSING, "there is no file %s", path);
    if (fd < 0)
        return unreadable(path, strerror(errno), e);
    ok = read_open(a, fd, path, max, text, len, e);
    close(fd);
    return ok;
}

/* ---- results ----------------------------------------------------------------------- */

static bool
write_file(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    FILE *out = fd < 0 ? NULL : fdopen(fd, "w");
    bool ok;

    if (!out)
        return false;
    ok = fprintf(out, "%s\n", text) > 0 && fflush(out) == 0 && fsync(fd) == 0;
    return fclose(out) == 0 && ok;
}

bool
store_write_result(struct arena *a, const struct store_places *places, const char *name,
                   const char *text, const char **path, struct err *e)
{
    const char *slash = strrchr(places->record, '/');
    char *folder =
        arena_printf(a, "%.*s/results", slash ? (int)(slash - places->record) : 1,
                     slash ? places->record : ".");
    time_t now = (time_t)(store_now_ms() / 1000);
    char date[32] = "";
    struct tm tm;
    char *temp;

    if (!*places->record)
        return err_at(e, (struct pos){0}, ERR_STORE_NO_HOME,
                      "the result is not kept: there is no folder for it");
    if (!store_folder(folder, e))
        return false;
    if (gmtime_r(&now, &tm))
        strftime(date, sizeof date, "%Y%m%dT%H%M%SZ", &tm);
    *path = arena_printf(a, "%s/%s-%s.json", folder, name, date);
    temp = arena_printf(a, "%s.%ld.new", *path, (long)getpid());
    if (write_file(temp, text) && link(temp, *path) == 0) {
        unlink(temp);
        return true;
    }
    err_at(e, (struct pos){0}, ERR_FILE_UNWRITABLE, "%s cannot be written (%s)", *path,
           strerror(errno));
    unlink(temp);
    return false;
}
