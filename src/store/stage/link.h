/*
 * What both ends of the socket between a presentation and its notes need.
 */
#ifndef ROPEWALK_STORE_STAGE_LINK_H
#define ROPEWALK_STORE_STAGE_LINK_H

#include <sys/un.h>

#include "store/store.h"

enum { LINK_PATH_MAX = sizeof((struct sockaddr_un *)0)->sun_path };

/* The paths in the folder that both ends use; each fits into a socket's address. */
struct link_paths {
    char folder[LINK_PATH_MAX];
    char socket[LINK_PATH_MAX]; /* of the presentation, while it runs */
    char fresh[LINK_PATH_MAX];  /* the same before it listens */
    char lock[LINK_PATH_MAX];   /* held while one presents */
};

/* Find the folder and make it: ropewalk in $XDG_RUNTIME_DIR, where that is a folder of
 * ours and the path is short enough, else /tmp/ropewalk-UID. It is a folder of ours that
 * nobody else can look into, or *e says why not. */
bool link_find(struct link_paths *p, struct err *e);

/* A socket with the address of `path` in *address; -1 with errno. Not blocking. */
int link_socket(const char *path, struct sockaddr_un *address);

/* Never wait on it, and never hand it on; false with errno. */
bool link_tame(int fd);

/* Whether the other end is a process of ours, as far as the system tells. */
bool link_is_ours(int fd);

#endif
