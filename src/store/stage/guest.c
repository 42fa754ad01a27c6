#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/inotify.h>
#endif

#include "base/memory.h"
#include "store/stage/link.h"

enum { NONE = -1, SHORT_MS = 1000 };

struct stage_guest {
    struct link_paths paths;
    int watch;  /* tells of a new presentation; NONE: the system cannot */
    int fd;     /* to the presentation; NONE: there is none */
    bool waits; /* not to be tried again before something new happens */
    bool moved; /* something new has happened since this one was joined */
    int64_t since;
    char *line; /* `n` bytes that came, the first `taken` of which were handed out */
    size_t n, taken;
};

/* ---- opening and closing ----------------------------------------------------------- */

static int
watch_folder(const char *folder)
{
#ifdef __linux__
    int fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);

    if (fd >= 0 && inotify_add_watch(fd, folder, IN_MOVED_TO) >= 0)
        return fd;
    if (fd >= 0)
        close(fd);
#else
    (void)folder;
#endif
    return NONE;
}

struct stage_guest *
store_guest_open(struct err *e)
{
    struct stage_guest *g = xmalloc(sizeof *g);

    *g = (struct stage_guest){.watch = NONE, .fd = NONE};
    if (!link_find(&g->paths, e)) {
        free(g);
        return NULL;
    }
    g->line = xmalloc(STORE_LINE_MAX);
    g->watch = watch_folder(g->paths.folder);
    return g;
}

/* A presentation that ended at once is not tried again and again. */
static void
leave(struct stage_guest *g)
{
    close(g->fd);
    g->fd = NONE;
    g->n = g->taken = 0;
    g->waits = !g->moved && store_monotonic_ms() - g->since < SHORT_MS;
}

void
store_guest_leave(struct stage_guest *g)
{
    if (g->fd != NONE)
        leave(g);
    g->waits = !g->moved;
}

void
store_guest_close(struct stage_guest *g)
{
    if (!g)
        return;
    if (g->fd != NONE)
        close(g->fd);
    if (g->watch != NONE)
        close(g->watch);
    free(g->line);
    free(g);
}

/* ---- coming and hearing ------------------------------------------------------------ */

/* The socket is one, and ours. */
static bool
is_there(const struct stage_guest *g)
{
    struct stat st;

    return lstat(g->paths.socket, &st) == 0 && S_ISSOCK(st.st_mode) &&
           st.st_uid == geteuid();
}

static void
come(struct stage_guest *g)
{
    struct sockaddr_un address;
    int fd;

    if (g->waits || !is_there(g))
        return;
    fd = link_socket(g->paths.socket, &address);
    if (fd < 0)
        return;
    if (connect(fd, (const struct sockaddr *)&address, sizeof address) != 0 ||
        !link_is_ours(fd)) {
        close(fd);
        return;
    }
    g->fd = fd;
    g->moved = false;
    g->since = store_monotonic_ms();
    g->n = g->taken = 0;
}

/* Something moved in the folder. */
static void
drain(struct stage_guest *g)
{
    char news[1024];

    while (g->watch != NONE && read(g->watch, news, sizeof news) > 0)
        g->moved = true;
    if (g->moved)
        g->waits = false;
}

/* The next whole line of what has come. */
static bool
next_line(struct stage_guest *g, const char **line, size_t *len)
{
    char *from = g->line + g->taken;
    char *end = memchr(from, '\n', g->n - g->taken);

    if (!end)
        return false;
    *line = from;
    *len = (size_t)(end - from);
    g->taken += *len + 1;
    return true;
}

enum stage_news
store_guest_news(struct stage_guest *g, const char **line, size_t *len)
{
    drain(g);
    if (g->fd == NONE)
        come(g);
    while (g->fd != NONE) {
        ssize_t n;

        if (next_line(g, line, len))
            return STAGE_NEWS_LINE;
        memmove(g->line, g->line + g->taken, g->n - g->taken);
        g->n -= g->taken;
        g->taken = 0;
        if (g->n == STORE_LINE_MAX) {
            store_guest_leave(g);
            return STAGE_NEWS_BAD;
        }
        n = recv(g->fd, g->line + g->n, STORE_LINE_MAX - g->n, MSG_DONTWAIT);
        if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
            return STAGE_NEWS_NONE;
        if (n <= 0) {
            leave(g);
            return STAGE_NEWS_GONE;
        }
        g->n += (size_t)n;
    }
    return STAGE_NEWS_NONE;
}

bool
store_guest_here(const struct stage_guest *g)
{
    return g->fd != NONE;
}

void
store_guest_again(struct stage_guest *g)
{
    g->waits = false;
}

void
store_guest_move(struct stage_guest *g, enum stage_move move)
{
    static const char letters[] = {
        [STAGE_MOVE_NEXT] = 'n', [STAGE_MOVE_BACK] = 'b', [STAGE_MOVE_BLANK] = 'k'};

    if (g->fd != NONE && move != STAGE_MOVE_NONE)
        (void)!send(g->fd, &letters[move], 1, MSG_NOSIGNAL | MSG_DONTWAIT);
}

int
store_guest_fds(const struct stage_guest *g, int fds[STORE_GUEST_FDS])
{
    int n = 0;

    if (g->fd != NONE)
        fds[n++] = g->fd;
    if (g->watch != NONE)
        fds[n++] = g->watch;
    return n;
}
