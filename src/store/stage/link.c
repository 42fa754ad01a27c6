#define _GNU_SOURCE /* struct ucred */

#include "store/stage/link.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the folder -------------------------------------------------------------------- */

static bool
join(char out[LINK_PATH_MAX], const char *folder, const char *name)
{
    int n = snprintf(out, LINK_PATH_MAX, "%s/%s", folder, name);

    return n > 0 && n < LINK_PATH_MAX;
}

static bool
set_paths(struct link_paths *p)
{
    return join(p->socket, p->folder, "present.sock") &&
           join(p->fresh, p->folder, "present.new") &&
           join(p->lock, p->folder, "present.lock");
}

/* Whether $XDG_RUNTIME_DIR can be used: ours, and nobody else can write to it. */
static bool
in_runtime_dir(struct link_paths *p)
{
    const char *dir = getenv("XDG_RUNTIME_DIR");
    struct stat st;

    if (!dir || dir[0] != '/' || stat(dir, &st) != 0 || !S_ISDIR(st.st_mode))
        return false;
    if (st.st_uid != geteuid() || (st.st_mode & (S_IWGRP | S_IWOTH)))
        return false;
    return join(p->folder, dir, "ropewalk") && set_paths(p);
}

static bool
in_tmp(struct link_paths *p)
{
    int n =
        snprintf(p->folder, LINK_PATH_MAX, "/tmp/ropewalk-%lu", (unsigned long)geteuid());

    return n > 0 && n < LINK_PATH_MAX && set_paths(p);
}

static bool
refuse(const struct link_paths *p, const char *why, struct err *e)
{
    return err_at(e, (struct pos){0}, ERR_STAGE_FOLDER,
                  "notes cannot follow: the folder %s %s", p->folder, why);
}

bool
link_find(struct link_paths *p, struct err *e)
{
    struct stat st;

    if (!in_runtime_dir(p) && !in_tmp(p))
        return refuse(p, "has a path that is too long", e);
    if (mkdir(p->folder, 0700) != 0 && errno != EEXIST)
        return refuse(p, "cannot be made", e);
    if (lstat(p->folder, &st) != 0 || !S_ISDIR(st.st_mode))
        return refuse(p, "is no folder", e);
    if (st.st_uid != geteuid())
        return refuse(p, "belongs to somebody else", e);
    if ((st.st_mode & 07777) != 0700 && chmod(p->folder, 0700) != 0)
        return refuse(p, "is open to others", e);
    return true;
}

/* ---- sockets ----------------------------------------------------------------------- */

bool
link_tame(int fd)
{
    int flags = fcntl(fd, F_GETFL);

    return flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0 &&
           fcntl(fd, F_SETFD, FD_CLOEXEC) == 0;
}

int
link_socket(const char *path, struct sockaddr_un *address)
{
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);

    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    memcpy(address->sun_path, path, strlen(path) + 1);
    if (fd >= 0 && !link_tame(fd)) {
        close(fd);
        fd = -1;
    }
    return fd;
}

bool
link_is_ours(int fd)
{
#ifdef SO_PEERCRED
    struct ucred peer;
    socklen_t len = sizeof peer;

    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &len) == 0)
        return peer.uid == geteuid();
#else
    (void)fd;
#endif
    return true; /* the folder lets nobody else in */
}
