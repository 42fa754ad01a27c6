#include "base/field.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum { FIELDS_MAX = 400 };

struct reader {
    struct arena *arena;
    const char *const *keys;
    bool words; /* lines may still belong to the question's words */
    struct errs *errs;
    struct field *at;
    int n;
    const char *last, *end; /* the text of the last field in the source */
};

static bool
is_key_char(char c)
{
    return isalnum((unsigned char)c) || c == '-' || c == '_';
}

static bool
is_key(const char *const *keys, const char *s, size_t len)
{
    for (; *keys; keys++)
        if (strlen(*keys) == len && memcmp(*keys, s, len) == 0)
            return true;
    return false;
}

static size_t
skip_blanks(const char *s, size_t i, size_t len)
{
    while (i < len && (s[i] == ' ' || s[i] == '\t'))
        i++;
    return i;
}

static size_t
cut_blanks(const char *s, size_t start, size_t end)
{
    while (end > start && isspace((unsigned char)s[end - 1]))
        end--;
    return end;
}

/* Comments become blanks: what stands behind them keeps its place. */
static void
blank_comments(char *text)
{
    for (size_t len; *text; text += len + (text[len] == '\n')) {
        len = strcspn(text, "\n");
        if (*text == '#')
            memset(text, ' ', len);
    }
}

/* Copy the text of the last field, which ends here. */
static void
finish(struct reader *r)
{
    char *text;

    if (!r->n)
        return;
    text = arena_strndup(r->arena, r->last,
                         cut_blanks(r->last, 0, (size_t)(r->end - r->last)));
    blank_comments(*r->at[r->n - 1].key ? text + strcspn(text, "\n") : text);
    r->at[r->n - 1].text = text;
}

/* Parse "key [name]: text"; false when the line has another form. */
static bool
take_field(struct reader *r, const char *line, size_t len, struct pos at)
{
    size_t key = 0, name, name_end, text;
    struct field *f = &r->at[r->n];

    while (key < len && is_key_char(line[key]))
        key++;
    name = skip_blanks(line, key, len);
    for (name_end = name; name_end < len && line[name_end] != ':'; name_end++)
        ;
    if (!key || name_end == len || (r->words && !is_key(r->keys, line, key)))
        return false;
    finish(r);
    text = skip_blanks(line, name_end + 1, len);
    f->key = arena_strndup(r->arena, line, key);
    f->name =
        arena_strndup(r->arena, line + name, cut_blanks(line, name, name_end) - name);
    f->at = at;
    f->text_at = pos_after(at, line, text);
    r->last = line + text;
    r->end = line + len;
    r->words = false;
    r->n++;
    return true;
}

static void
take_words(struct reader *r, const char *line, size_t len, struct pos at)
{
    if (!r->n) {
        r->at[r->n++] = (struct field){"", "", "", at, at};
        r->last = line;
    }
    r->end = line + len;
}

static void
take_line(struct reader *r, const char *line, size_t len, struct pos at)
{
    bool indented = skip_blanks(line, 0, len) > 0;

    if (cut_blanks(line, 0, len) == 0 || line[0] == '#')
        return;
    if (indented && r->last)
        r->end = line + len;
    else if (take_field(r, line, len, at))
        return;
    else if (r->words)
        take_words(r, line, len, at);
    else
        errs_at(r->arena, r->errs, at, ERR_FIELD_NO_COLON,
                "write 'key: text' here, or indent the line to continue the one above");
}

/* No more fields than lines. */
static int
count_lines(const char *text)
{
    int n = 1;

    for (; *text && n < FIELDS_MAX; text++)
        n += *text == '\n';
    return n;
}

struct fields
fields_read(struct arena *a, const char *text, struct pos at, const char *const *keys,
            bool words, struct errs *errs)
{
    static const char *const none[] = {NULL};
    struct reader r = {a, keys ? keys : none, words, errs, NULL, 0, NULL, NULL};

    r.at = ARENA_ARRAY(a, struct field, count_lines(text));
    while (*text && r.n < FIELDS_MAX) {
        size_t len = strcspn(text, "\n");

        take_line(&r, text, len, at);
        text += len + (text[len] == '\n');
        at.line++;
        at.col = 1;
    }
    if (*text)
        errs_at(a, errs, at, ERR_FIELD_MANY, "a block has at most %d lines with a key",
                FIELDS_MAX);
    finish(&r);
    return (struct fields){r.at, r.n};
}

const struct field *
field_find(struct fields f, const char *key)
{
    for (int i = 0; i < f.n; i++)
        if (strcmp(f.at[i].key, key) == 0)
            return &f.at[i];
    return NULL;
}
