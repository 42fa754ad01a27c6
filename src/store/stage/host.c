#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "store/stage/link.h"

enum { READ_MAX = 64, MOVES_MAX = 16, NONE = -1 };

struct stage_host {
    struct link_paths paths;
    int lock, listener;
    int guest[STORE_GUESTS_MAX]; /* NONE: free */
    char *line;                  /* what was said last, with its end */
    size_t len;
    char moves[MOVES_MAX]; /* that are not taken yet */
    int n_moves;
};

/* ---- opening and closing ----------------------------------------------------------- */

static bool
take_lock(struct stage_host *h, struct err *e)
{
    h->lock = open(h->paths.lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (h->lock < 0)
        return err_at(e, (struct pos){0}, ERR_STAGE_FOLDER,
                      "notes cannot follow: %s cannot be opened (%s)", h->paths.lock,
                      strerror(errno));
    if (flock(h->lock, LOCK_EX | LOCK_NB) == 0)
        return true;
    return err_at(e, (struct pos){0}, ERR_STAGE_BUSY,
                  "another presentation runs; notes follow that one");
}

/* A socket that a killed presentation left is replaced. It has its name only when it
 * listens already: notes that watch the folder never come too early. */
static bool
listen_there(struct stage_host *h, struct err *e)
{
    struct sockaddr_un address;

    h->listener = link_socket(h->paths.fresh, &address);
    unlink(h->paths.fresh);
    if (h->listener >= 0 &&
        bind(h->listener, (const struct sockaddr *)&address, sizeof address) == 0 &&
        chmod(h->paths.fresh, 0600) == 0 && listen(h->listener, STORE_GUESTS_MAX) == 0 &&
        rename(h->paths.fresh, h->paths.socket) == 0)
        return true;
    return err_at(e, (struct pos){0}, ERR_STAGE_FOLDER,
                  "notes cannot follow: %s cannot be made (%s)", h->paths.socket,
                  strerror(errno));
}

struct stage_host *
store_host_open(struct err *e)
{
    struct stage_host *h = xmalloc(sizeof *h);

    *h = (struct stage_host){.lock = NONE, .listener = NONE};
    for (int i = 0; i < STORE_GUESTS_MAX; i++)
        h->guest[i] = NONE;
    if (link_find(&h->paths, e) && take_lock(h, e) && listen_there(h, e))
        return h;
    store_host_close(h);
    return NULL;
}

static void
drop(struct stage_host *h, int i)
{
    close(h->guest[i]);
    h->guest[i] = NONE;
}

void
store_host_close(struct stage_host *h)
{
    if (!h)
        return;
    for (int i = 0; i < STORE_GUESTS_MAX; i++)
        if (h->guest[i] != NONE)
            drop(h, i);
    if (h->listener != NONE) {
        unlink(h->paths.socket);
        close(h->listener);
    }
    if (h->lock >= 0)
        close(h->lock);
    free(h->line);
    free(h);
}

/* ---- saying ------------------------------------------------------------------------ */

/* Who cannot take it at once is dropped, and may come again. */
static void
say_to(struct stage_host *h, int i)
{
    if (h->guest[i] != NONE && h->len > 0 &&
        send(h->guest[i], h->line, h->len, MSG_NOSIGNAL | MSG_DONTWAIT) !=
            (ssize_t)h->len)
        drop(h, i);
}

void
store_host_say(struct stage_host *h, const char *line)
{
    size_t n = strlen(line);

    h->line = xrealloc(h->line, n + 1);
    memcpy(h->line, line, n);
    h->line[n] = '\n';
    h->len = n + 1;
    for (int i = 0; i < STORE_GUESTS_MAX; i++)
        say_to(h, i);
}

/* ---- listening --------------------------------------------------------------------- */

static void
welcome(struct stage_host *h, int fd)
{
    int i = 0;

    while (i < STORE_GUESTS_MAX && h->guest[i] != NONE)
        i++;
    if (i == STORE_GUESTS_MAX || !link_tame(fd) || !link_is_ours(fd)) {
        close(fd);
        return;
    }
    h->guest[i] = fd;
    say_to(h, i);
}

/* One byte is one move; a guest that says anything else is none. */
static void
hear(struct stage_host *h, int i)
{
    char said[READ_MAX];
    ssize_t n = recv(h->guest[i], said, sizeof said, MSG_DONTWAIT);

    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
        return;
    if (n <= 0) {
        drop(h, i);
        return;
    }
    for (ssize_t k = 0; k < n; k++) {
        if (!memchr("nbk", said[k], 3)) {
            drop(h, i);
            return;
        }
        if (h->n_moves < MOVES_MAX)
            h->moves[h->n_moves++] = said[k];
    }
}

enum stage_move
store_host_move(struct stage_host *h)
{
    static const enum stage_move moves[] = {
        ['n'] = STAGE_MOVE_NEXT, ['b'] = STAGE_MOVE_BACK, ['k'] = STAGE_MOVE_BLANK};
    enum stage_move move;

    for (int i = 0; i < STORE_GUESTS_MAX; i++) {
        int fd = accept(h->listener, NULL, NULL);

        if (fd < 0)
            break;
        welcome(h, fd);
    }
    for (int i = 0; i < STORE_GUESTS_MAX; i++)
        if (h->guest[i] != NONE)
            hear(h, i);
    if (h->n_moves == 0)
        return STAGE_MOVE_NONE;
    move = moves[(unsigned char)h->moves[0]];
    memmove(h->moves, h->moves + 1, (size_t)--h->n_moves);
    return move;
}

int
store_host_fds(const struct stage_host *h, int fds[STORE_HOST_FDS])
{
    int n = 0;

    fds[n++] = h->listener;
    for (int i = 0; i < STORE_GUESTS_MAX; i++)
        if (h->guest[i] != NONE)
            fds[n++] = h->guest[i];
    return n;
}
