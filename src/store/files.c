#include <errno.h>
#include <fcntl.h>
#include <string.h>
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
