#include "figure/kind/kind.h"

#include <string.h>

static const struct kind *const kinds[] = {
#define KIND(word) &kind_##word,
#include "figure/kind/kinds.def"
#undef KIND
    NULL,
};

const struct kind *const *
kind_all(void)
{
    return kinds;
}

const struct kind *
kind_find(const char *word)
{
    for (int i = 0; kinds[i]; i++)
        if (strcmp(kinds[i]->word, word) == 0)
            return kinds[i];
    return NULL;
}

static const struct form *
form_in(const struct form *forms, const char *key)
{
    for (; forms && forms->key; forms++)
        if (strcmp(forms->key, key) == 0)
            return forms;
    return NULL;
}

static const struct setting *
key_in(const struct setting *keys, const char *key)
{
    for (; keys && keys->key; keys++)
        if (strcmp(keys->key, key) == 0)
            return keys;
    return NULL;
}

const struct form *
kind_form(const struct kind *k, const char *key)
{
    const struct form *found = form_in(common_forms, key);

    if (k)
        return found ? found : form_in(k->forms, key);
    for (int i = 0; !found && kinds[i]; i++)
        found = form_in(kinds[i]->forms, key);
    return found;
}

const struct setting *
kind_key(const struct kind *k, const char *key)
{
    const struct setting *found = key_in(common_keys, key);

    if (k)
        return found ? found : key_in(k->keys, key);
    for (int i = 0; !found && kinds[i]; i++)
        found = key_in(kinds[i]->keys, key);
    return found;
}

/* A word that is not there yet, into a list with room. */
static int
word_add(const char **words, int n, const char *word)
{
    for (int i = 0; i < n; i++)
        if (strcmp(words[i], word) == 0)
            return n;
    words[n] = word;
    return n + 1;
}

static int
words_add(const char **words, int n, const struct form *forms, const struct setting *keys)
{
    for (; forms && forms->key && n < KIND_WORDS_MAX; forms++)
        n = word_add(words, n, forms->key);
    for (; keys && keys->key && n < KIND_WORDS_MAX; keys++)
        n = word_add(words, n, keys->key);
    return n;
}

int
kind_words(const struct kind *k, const char *words[KIND_WORDS_MAX + 1])
{
    int n = words_add(words, 0, common_forms, common_keys);

    for (int i = 0; kinds[i]; i++)
        if (!k || kinds[i] == k)
            n = words_add(words, n, kinds[i]->forms, kinds[i]->keys);
    words[n] = NULL;
    return n;
}
