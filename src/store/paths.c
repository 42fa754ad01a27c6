#define _XOPEN_SOURCE 700 /* realpath */

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/store_priv.h"

static const char *
absolute_env(const char *name)
{
    const char *value = getenv(name);

    return value && value[0] == '/' ? value : NULL;
}

static bool
is_set(const char *s)
{
    return s && *s;
}

static bool
is_folder(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static const char *
data_folder(struct arena *a)
{
    const char *xdg = absolute_env("XDG_DATA_HOME"), *home = absolute_env("HOME");

    if (xdg)
        return arena_printf(a, "%s/ropewalk", xdg);
    return home ? arena_printf(a, "%s/.local/share/ropewalk", home) : "";
}

static const char *
lessons_folder(struct arena *a)
{
    const char *tree = absolute_env("ROPEWALK_DATA");
    const char *of_tree = tree ? arena_printf(a, "%s/lessons", tree) : NULL;

    if (of_tree && is_folder(of_tree))
        return of_tree;
    return is_folder(LESSONS_INSTALLED) ? LESSONS_INSTALLED : LESSONS_SOURCE;
}

bool
store_default_places(struct arena *a, struct store_places *p, struct err *e)
{
    if (!is_set(p->lessons))
        p->lessons = lessons_folder(a);
    if (!is_set(p->data))
        p->data = data_folder(a);
    if (!is_set(p->record))
        p->record = is_set(p->data) ? arena_printf(a, "%s/record.db", p->data) : "";
    if (is_set(p->record))
        return true;
    return err_at(e, (struct pos){0}, ERR_STORE_NO_HOME,
                  "nothing will be saved: neither HOME nor XDG_DATA_HOME names a folder; "
                  "name one with --data");
}

/* mkdir for the folder and all above it that are not there. */
static bool
make_folders(const char *folder, struct err *e)
{
    char *path = strdup(folder), *slash = path;
    bool ok = path != NULL;

    while (ok && slash) {
        slash = strchr(slash + 1, '/');
        if (slash)
            *slash = '\0';
        if (*path && mkdir(path, 0700) != 0 && errno != EEXIST && !is_folder(path))
            ok = err_at(e, (struct pos){0}, ERR_STORE_FOLDER,
                        "nothing is saved: the folder %s cannot be made (%s)", path,
                        strerror(errno));
        if (slash)
            *slash = '/';
    }
    free(path);
    return ok;
}

bool
store_folder(const char *folder, struct err *e)
{
    struct stat st;

    if (!is_folder(folder) && !make_folders(folder, e))
        return false;
    if (stat(folder, &st) != 0 || !S_ISDIR(st.st_mode))
        return err_at(e, (struct pos){0}, ERR_STORE_FOLDER,
                      "nothing is saved: %s is no folder", folder);
    if (st.st_uid != geteuid())
        return err_at(e, (struct pos){0}, ERR_STORE_FOLDER,
                      "nothing is saved: the folder %s belongs to somebody else", folder);
    if (st.st_mode & (S_IWGRP | S_IWOTH))
        return err_at(e, (struct pos){0}, ERR_STORE_FOLDER,
                      "nothing is saved: others can write to the folder %s (chmod go-w "
                      "would help)",
                      folder);
    return true;
}

/* The folder of the record without links, so that SQLite may refuse every link. */
static bool
resolve(struct store *s, struct err *e)
{
    const char *slash = strrchr(s->path, '/');
    const char *name = slash ? slash + 1 : s->path;
    const char *folder = "/";
    char *real;

    if (!slash)
        folder = ".";
    else if (slash > s->path)
        folder = arena_strndup(s->arena, s->path, (size_t)(slash - s->path));
    if (!*name)
        return err_at(e, (struct pos){0}, ERR_STORE_OPEN,
                      "nothing is saved: %s is a folder, not a record", s->path);
    if (!store_folder(folder, e))
        return false;
    real = realpath(folder, NULL);
    if (!real)
        return err_at(e, (struct pos){0}, ERR_STORE_FOLDER,
                      "nothing is saved: the folder %s cannot be used (%s)", folder,
                      strerror(errno));
    s->folder = arena_strdup(s->arena, real);
    s->path = arena_printf(s->arena, "%s/%s", strcmp(real, "/") == 0 ? "" : real, name);
    free(real);
    return true;
}

static bool
create(const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);

    if (fd < 0)
        return errno == EEXIST;
    close(fd);
    return true;
}

bool
store_record_file(struct store *s, bool *empty, struct err *e)
{
    struct stat st;
    bool was_there;

    if (!resolve(s, e))
        return false;
    was_there = lstat(s->path, &st) == 0;
    if (!was_there && (!create(s->path) || lstat(s->path, &st) != 0))
        return err_at(e, (struct pos){0}, ERR_STORE_READ_ONLY,
                      "nothing is saved: %s cannot be made (%s)", s->path,
                      strerror(errno));
    if (!S_ISREG(st.st_mode))
        return err_at(e, (struct pos){0}, ERR_STORE_OPEN,
                      "nothing is saved: %s is not an ordinary file", s->path);
    if (st.st_uid != geteuid())
        return err_at(e, (struct pos){0}, ERR_STORE_OPEN,
                      "nothing is saved: %s belongs to somebody else", s->path);
    if (st.st_mode & (S_IRWXG | S_IRWXO))
        chmod(s->path, 0600);
    *empty = was_there && st.st_size == 0;
    s->dev = st.st_dev;
    s->ino = st.st_ino;
    return true;
}

char *
store_stem(struct arena *a, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');

    return arena_strndup(a, name,
                         dot && dot > name ? (size_t)(dot - name) : strlen(name));
}
