#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/near.h"
#include "lesson/lesson_priv.h"

enum { KEYS_MAX = 80 };

/* The words of the rules as a NULL-terminated list. */
static void
rule_words(const struct key_rule *rules, const char *words[KEYS_MAX])
{
    int n = 0;

    for (; rules->word && n < KEYS_MAX - 1; rules++)
        words[n++] = rules->word;
    words[n] = NULL;
}

static const struct key_rule *
find_rule(const struct key_rule *rules, const char *word)
{
    while (rules->word && strcmp(rules->word, word) != 0)
        rules++;
    return rules->word ? rules : NULL;
}

static void
refuse_key(struct reader *r, const char *key, struct pos at, const char *const *words)
{
    const char *near = near_find(key, words);

    r->unknown_key = true;
    if (near)
        errs_at(r->arena, r->errs, at, ERR_KEY_UNKNOWN,
                "there is no key '%s' here; did you mean '%s'?", key, near);
    else
        errs_at(r->arena, r->errs, at, ERR_KEY_UNKNOWN, "there is no key '%s' here", key);
}

static bool
seen_before(struct fields f, int i)
{
    for (int k = 0; k < i; k++)
        if (!strcmp(f.at[k].key, f.at[i].key))
            return true;
    return false;
}

static void
check_field(struct reader *r, struct fields f, int i, const struct key_rule *rules,
            const char *const *words)
{
    const struct field *field = &f.at[i];
    const struct key_rule *rule = find_rule(rules, field->key);

    if (!*field->key)
        return;
    if (!rule)
        refuse_key(r, field->key, field->at, words);
    else if (*field->name && !(rule->flags & KEY_NAMED))
        errs_at(r->arena, r->errs, field->at, ERR_FIELD_NO_COLON,
                "'%s' takes no name; write '%s: text'", field->key, field->key);
    else if (!*field->text)
        errs_at(r->arena, r->errs, field->at, ERR_KEY_VALUE,
                "nothing stands behind '%s:'", field->key);
    else if (!(rule->flags & KEY_MANY) && seen_before(f, i))
        errs_at(r->arena, r->errs, field->at, ERR_KEY_REPEATED,
                "'%s' stands twice in this block", field->key);
}

/* A line among the words that looks like a misspelt key: "awnser: 3", "mis sign: 3". */
static void
check_words_line(struct reader *r, const char *line, struct pos at,
                 const char *const *words)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-";
    size_t key = strspn(line, letters), end = key + strcspn(line + key, ":");
    const char *word = arena_strndup(r->arena, line, key), *near;

    if (!key || line[end] != ':')
        return;
    near = near_find(word, words);
    if (near && (end == key || (line[key] == ' ' && !strcmp(near, "miss"))))
        refuse_key(r, word, at, words);
}

static void
check_words(struct reader *r, const struct field *f, const char *const *words)
{
    const char *s = f->text;
    struct pos at = f->text_at;

    for (;;) {
        size_t len = strcspn(s, "\n");

        check_words_line(r, arena_strndup(r->arena, s, len), at, words);
        if (!s[len])
            return;
        s += len + 1;
        at.line++;
        at.col = 1;
    }
}

struct fields
keys_read(struct reader *r, const char *text, struct pos at, const struct key_rule *rules,
          bool words)
{
    const char *list[KEYS_MAX];
    struct fields f;

    r->unknown_key = false;
    rule_words(rules, list);
    f = fields_read(r->arena, text, at, list, words, r->errs);
    if (f.n && !*f.at[0].key)
        check_words(r, &f.at[0], list);
    for (int i = 0; i < f.n; i++)
        check_field(r, f, i, rules, list);
    return f;
}

const struct field *
keys_need(struct reader *r, struct fields f, const char *key, struct pos at)
{
    const struct field *field = field_find(f, key);

    if (!field && !r->unknown_key)
        errs_at(r->arena, r->errs, at, ERR_KEY_MISSING, "'%s: ...' is missing here", key);
    return field;
}

const char *
keys_text(struct fields f, const char *key)
{
    const struct field *field = field_find(f, key);

    return field ? field->text : "";
}

int
keys_number(struct reader *r, struct fields f, const char *key, int low, int high,
            int otherwise)
{
    const struct field *field = field_find(f, key);
    char *end;
    long n;

    if (!field || !*field->text)
        return otherwise;
    n = strtol(field->text, &end, 10);
    if (!isdigit((unsigned char)*field->text) || *end || n < low || n > high) {
        errs_at(r->arena, r->errs, field->text_at, ERR_KEY_VALUE,
                "'%s' is a whole number from %d to %d", key, low, high);
        return otherwise;
    }
    return (int)n;
}

const char *const *
keys_list(struct reader *r, struct fields f, const char *key, int *n)
{
    const char **list = NULL;
    int cap = 0;

    *n = 0;
    for (int i = 0; i < f.n; i++)
        if (!strcmp(f.at[i].key, key))
            cap += 1 + (int)strlen(f.at[i].text);
    if (!cap)
        return NULL;
    list = ARENA_ARRAY(r->arena, const char *, cap);
    for (int i = 0; i < f.n; i++) {
        struct parts parts = {NULL, 0};

        if (!strcmp(f.at[i].key, key))
            parts = parts_split(r->arena, f.at[i].text, f.at[i].text_at, ',');
        for (int k = 0; k < parts.n; k++) {
            if (!*parts.at[k].text)
                errs_at(r->arena, r->errs, parts.at[k].at, ERR_KEY_VALUE,
                        "a word is missing between the commas");
            list[(*n)++] = parts.at[k].text;
        }
    }
    return list;
}

bool
id_check(struct reader *r, const char *id, struct pos at)
{
    size_t n = strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-.");

    if (*id && !id[n] && isalpha((unsigned char)*id) && n <= NEAR_NAME_MAX)
        return true;
    return errs_at(
        r->arena, r->errs, at, ERR_ID_BAD,
        "'%s' is no id: use small letters, digits, '-' and '.', a letter first, "
        "at most %d",
        id, NEAR_NAME_MAX);
}
