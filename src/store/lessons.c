#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "store/store_priv.h"

enum { LESSON_MAX = 524288, NEEDS_MAX = 32, MINUTES_MAX = 10000 };

static bool
is_lesson(const char *name)
{
    size_t len = strlen(name);

    return isdigit((unsigned char)name[0]) && len > 3 &&
           strcmp(name + len - 3, ".md") == 0;
}

static int
by_name(const void *x, const void *y)
{
    return strcmp(*(const char *const *)x, *(const char *const *)y);
}

/* The names of the lesson files in the folder, sorted. */
static bool
read_names(struct arena *a, const char *folder, const char **at, int *n, struct err *e)
{
    DIR *dir = opendir(folder);
    const struct dirent *entry;

    *n = 0;
    if (!dir)
        return err_at(e, (struct pos){0}, ERR_FILE_MISSING,
                      "the lessons' folder %s cannot be read (%s)", folder,
                      strerror(errno));
    while ((entry = readdir(dir)) && *n <= STORE_LESSONS_MAX)
        if (is_lesson(entry->d_name) && ++*n <= STORE_LESSONS_MAX)
            at[*n - 1] = arena_strdup(a, entry->d_name);
    closedir(dir);
    if (*n > STORE_LESSONS_MAX)
        return err_at(e, (struct pos){0}, ERR_FILE_TOO_LARGE,
                      "the folder %s holds more than %d lessons", folder,
                      STORE_LESSONS_MAX);
    qsort(at, (size_t)*n, sizeof *at, by_name);
    return true;
}

/* The text between the two lines "---" at the beginning of a file; "" if none. */
static char *
front_of(struct arena *a, const char *text)
{
    const char *begin = text + strcspn(text, "\n"), *end;

    if (strncmp(text, "---", 3) != 0 || !*begin)
        return arena_strdup(a, "");
    end = strstr(begin, "\n---");
    return arena_strndup(a, begin + 1, end > begin ? (size_t)(end - begin) : 0);
}

static const char *
text_of(struct fields f, const char *key, const char *otherwise)
{
    const struct field *field = field_find(f, key);

    return field && *field->text ? field->text : otherwise;
}

/* "a, b" as two words; *n is their number. */
static const char *const *
take_words(struct arena *a, const char *text, int *n)
{
    const char **words = ARENA_ARRAY(a, const char *, NEEDS_MAX);

    *n = 0;
    while (*n < NEEDS_MAX) {
        size_t len;

        text += strspn(text, ", \t\n");
        len = strcspn(text, ", \t\n");
        if (!len)
            break;
        words[(*n)++] = arena_strndup(a, text, len);
        text += len;
    }
    return words;
}

static struct lesson_file
read_front(struct arena *a, const char *folder, const char *name)
{
    struct lesson_file l = {.path = arena_printf(a, "%s/%s", folder, name)};
    const char *stem = arena_strndup(a, name, strlen(name) - 3);
    struct arena *file = arena_new();
    struct errs errs = {0};
    struct fields f;
    char *text;
    size_t len;
    long minutes;

    if (!store_read_file(file, l.path, LESSON_MAX, &text, &len, NULL))
        text = arena_strdup(file, "");
    f = fields_read(a, front_of(a, text), (struct pos){l.path, 2, 1}, NULL, false, &errs);
    arena_free(file);
    l.id = text_of(f, "id", stem);
    l.label = text_of(f, "label", "");
    l.title = text_of(f, "title", l.id);
    minutes = strtol(text_of(f, "minutes", "0"), NULL, 10);
    l.minutes = minutes > 0 && minutes <= MINUTES_MAX ? (int)minutes : 0;
    l.wider = strcmp(text_of(f, "path", ""), "wider") == 0;
    l.needs = take_words(a, text_of(f, "needs", ""), &l.n_needs);
    l.sittings = take_words(a, text_of(f, "sittings", ""), &l.n_sittings);
    return l;
}

bool
store_lessons(struct arena *a, const char *dir, struct lesson_file **at, int *n,
              struct err *e)
{
    const char **all = ARENA_ARRAY(a, const char *, STORE_LESSONS_MAX);

    if (!read_names(a, dir, all, n, e))
        return false;
    *at = ARENA_ARRAY(a, struct lesson_file, *n + 1);
    for (int i = 0; i < *n; i++)
        (*at)[i] = read_front(a, dir, all[i]);
    return true;
}
