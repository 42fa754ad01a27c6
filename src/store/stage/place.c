#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "store/store_priv.h"

enum { PLACE_MAX = 4096, BEAT_MAX = 1000 };

/* Ids of lessons are small letters, digits, '-' and '.', and begin with a letter. */
static char *
path_of(struct arena *a, const struct store_places *p, const char *lesson)
{
    return arena_printf(a, "%s/stage/%s.json", p->data, lesson);
}

bool
store_stage_place(struct arena *a, const struct store_places *p, const char *lesson,
                  const char **step, int *beat)
{
    struct pos at = {0};
    json_int_t n;
    json_t *o;
    char *text;
    size_t len;
    struct err e;

    if (!p->data || !*p->data ||
        !store_read_file(a, path_of(a, p, lesson), PLACE_MAX, &text, &len, &e))
        return false;
    o = json_read(text, len, at, &e);
    if (!o)
        return false;
    n = json_integer_value(json_object_get(o, "beat"));
    *step = arena_strdup(a, json_text(o, "step"));
    *beat = n < 0 || n > BEAT_MAX ? 0 : (int)n;
    json_decref(o);
    return **step != '\0';
}

static bool
write_text(const char *path, const char *text)
{
    size_t len = strlen(text);
    int fd;
    bool ok;

    unlink(path);
    fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0)
        return false;
    ok = write(fd, text, len) == (ssize_t)len;
    return close(fd) == 0 && ok;
}

bool
store_stage_keep(struct arena *a, const struct store_places *p, const char *lesson,
                 const char *step, int beat, struct err *e)
{
    const char *path = path_of(a, p, lesson), *temp;
    json_t *o;
    char *text;

    if (!p->data || !*p->data)
        return err_at(e, (struct pos){0}, ERR_STORE_NO_HOME,
                      "the place of the presentation is not kept: there is no folder for "
                      "it");
    if (!store_folder(arena_printf(a, "%s/stage", p->data), e))
        return false;
    if (!*step) {
        unlink(path);
        return true;
    }
    o = json_pack("{s:s, s:i}", "step", step, "beat", beat);
    text = json_line(a, o);
    json_decref(o);
    temp = arena_printf(a, "%s.%ld.new", path, (long)getpid());
    if (write_text(temp, text) && rename(temp, path) == 0)
        return true;
    err_at(e, (struct pos){0}, ERR_FILE_UNWRITABLE, "%s cannot be written (%s)", path,
           strerror(errno));
    unlink(temp);
    return false;
}
