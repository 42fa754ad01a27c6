#include <libstemmer.h>
#include <string.h>

#include "base/near.h"
#include "grade/text/text_priv.h"

enum { BUCKETS = 1024, WORD_MAX = 40 };

struct family {
    const char *stem;
    int next; /* in its bucket; -1 */
    int size; /* letters */
};

struct vocabulary {
    struct arena *arena;
    struct sb_stemmer *stemmer;
    struct family *at;
    int n, cap;
    int bucket[BUCKETS]; /* index + 1; 0: empty */
};

/* ---- common words --------------------------------------------------------------------
 */

/* Whether the word stands in a list with blanks between. */
static bool
is_in(const char *list, const char *word)
{
    size_t n = strlen(word);

    for (const char *p = list; (p = strstr(p, word)); p += n)
        if ((p == list || p[-1] == ' ') && (p[n] == ' ' || !p[n]))
            return n > 0;
    return false;
}

bool
word_is_light(const char *word)
{
    static const char *const lists[] = {
#define LIGHT(words) words,
#define COMMON(words)
#include "grade/text/common.def"
#undef LIGHT
#undef COMMON
    };

    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (is_in(lists[i], word))
            return true;
    return false;
}

bool
word_is_common(const char *word)
{
    static const char *const lists[] = {
#define LIGHT(words) words,
#define COMMON(words) words,
#include "grade/text/common.def"
#undef LIGHT
#undef COMMON
    };

    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (is_in(lists[i], word))
            return true;
    return false;
}

/* ---- families ------------------------------------------------------------------------
 */

struct vocabulary *
vocabulary_new(struct arena *a)
{
    struct vocabulary *v = ARENA_NEW(a, struct vocabulary);

    v->arena = a;
    v->stemmer = sb_stemmer_new("english", "UTF_8");
    return v;
}

void
vocabulary_free(struct vocabulary *v)
{
    if (v->stemmer)
        sb_stemmer_delete(v->stemmer);
    v->stemmer = NULL;
}

/* Letters of formulas keep their case and have no family. */
static const char *
stem_of(struct vocabulary *v, const char *word, char out[WORD_MAX + 1])
{
    size_t n = strlen(word);
    const sb_symbol *stem;

    if (n < 3 || n > WORD_MAX || !v->stemmer)
        return word;
    stem = sb_stemmer_stem(v->stemmer, (const sb_symbol *)word, (int)n);
    n = (size_t)sb_stemmer_length(v->stemmer);
    if (!stem || n > WORD_MAX)
        return word;
    memcpy(out, stem, n);
    out[n] = '\0';
    return out;
}

/* FNV-1a. */
static unsigned
bucket_of(const char *s)
{
    unsigned h = 2166136261u;

    for (; *s; s++)
        h = (h ^ (unsigned char)*s) * 16777619u;
    return h % BUCKETS;
}

static int
find_stem(const struct vocabulary *v, const char *stem)
{
    for (int i = v->bucket[bucket_of(stem)] - 1; i >= 0; i = v->at[i].next)
        if (!strcmp(v->at[i].stem, stem))
            return i;
    return -1;
}

int
vocabulary_add(struct vocabulary *v, const char *word)
{
    char room[WORD_MAX + 1];
    const char *stem = stem_of(v, word, room);
    int i = find_stem(v, stem);
    unsigned b = bucket_of(stem);

    if (i >= 0)
        return i;
    if (v->n == v->cap) {
        struct family *more = ARENA_ARRAY(v->arena, struct family, 2 * v->cap + 64);

        if (v->n)
            memcpy(more, v->at, sizeof *more * (size_t)v->n);
        v->at = more;
        v->cap = 2 * v->cap + 64;
    }
    v->at[v->n] = (struct family){arena_strdup(v->arena, stem), v->bucket[b] - 1,
                                  (int)strlen(stem)};
    v->bucket[b] = ++v->n;
    return v->n - 1;
}

/* How many letters of a word of that length may be wrong. */
static int
slack(int size)
{
    return size < 5 ? 0 : size < 8 ? 1 : 2;
}

/* The family that the word is a misspelling of: of the nearest, the first. A wrong first
 * letter is no slip of a finger, and a word that is a word is none either. */
static int
find_near(const struct vocabulary *v, const char *stem)
{
    int size = (int)strlen(stem), best = -1, least = slack(size) + 1;

    for (int i = 0; least > 1 && i < v->n; i++) {
        const struct family *f = &v->at[i];
        int allowed = slack(f->size < size ? f->size : size), d;

        if (f->stem[0] != stem[0] || f->size - size > allowed || size - f->size > allowed)
            continue;
        d = near_distance(f->stem, stem);
        if (d <= allowed && d < least) {
            least = d;
            best = i;
        }
    }
    return best;
}

/* The word with the letters of its -tion in order: the stemmer knows endings only as they
 * are spelt. */
static const char *
with_ending(const char *word, char out[WORD_MAX + 1])
{
    static const char *const slips[] = {"toin", "tino", "iton", "toins", NULL};
    size_t n = strlen(word);

    for (int i = 0; slips[i] && n <= WORD_MAX; i++) {
        size_t k = strlen(slips[i]);

        if (n < k + 3 || strcmp(word + n - k, slips[i]) != 0)
            continue;
        memcpy(out, word, n + 1);
        memcpy(out + n - k, "tion", 4);
        return out;
    }
    return word;
}

int
vocabulary_find(struct vocabulary *v, const char *word)
{
    char room[WORD_MAX + 1], mended[WORD_MAX + 1];
    const char *stem = stem_of(v, with_ending(word, mended), room);
    int i = find_stem(v, stem);

    if (i >= 0 || strlen(stem) < 5 || strlen(word) > WORD_MAX || word_is_common(word) ||
        word_is_common(stem))
        return i;
    return find_near(v, stem);
}

void
vocabulary_look_up(struct vocabulary *v, struct tokens *t)
{
    for (int i = 0; i < t->n; i++) {
        struct token *k = &t->at[i];

        if (k->kind > TOKEN_SIGN)
            continue;
        k->word = k->kind == TOKEN_WORD ? vocabulary_find(v, k->s) : find_stem(v, k->s);
        k->light = k->kind == TOKEN_WORD && word_is_light(k->s);
        k->known =
            k->kind != TOKEN_WORD || k->light || k->word >= 0 || word_is_common(k->s);
    }
}
