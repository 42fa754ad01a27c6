/* What names mean: the words of the language, Greek letters, and scopes. */
#include "expr/names.h"

#include <limits.h>
#include <string.h>

#include "base/buf.h"
#include "base/near.h"
#include "base/utf8.h"
#include "expr/tree.h"

static const struct word words[] = {
#define WORD(text, kind, what) {text, WORD_##kind, what},
#include "expr/words.def"
#undef WORD
#define FUNCTION(id, name, min, max) {name, WORD_FUNCTION, FUNCTION_##id},
#include "expr/functions.def"
#undef FUNCTION
};

static const struct greek {
    uint32_t letter;
    const char *name;
} greeks[] = {
#define GREEK(letter, name) {letter, name},
#include "expr/greek.def"
#undef GREEK
};

enum {
    WORDS = sizeof words / sizeof *words,
    GREEKS = sizeof greeks / sizeof *greeks,
    PRIME = 0x2032,
    UNFOLDED_CAP = INT_MAX / 2,
};

const struct word *
word_find(const char *text)
{
    for (int i = 0; i < WORDS; i++)
        if (words[i].text[0] == text[0] && strcmp(words[i].text, text) == 0)
            return &words[i];
    return NULL;
}

bool
word_may_be_name(const struct word *w)
{
    if (!w)
        return true;
    if (w->kind == WORD_CONSTANT)
        return w->what != TERM_INFINITY;
    return w->kind != WORD_RESERVED && w->text[1] == '\0';
}

int
word_count(void)
{
    return WORDS;
}

const struct word *
word_at(int i)
{
    return &words[i];
}

const char *
expr_word(int i)
{
    for (int k = 0; k < word_count(); k++)
        if (words[k].kind != WORD_RESERVED && words[k].kind != WORD_OTHER && i-- == 0)
            return words[k].text;
    return NULL;
}

const char *
greek_name(uint32_t c)
{
    for (int i = 0; i < GREEKS; i++)
        if (greeks[i].letter == c)
            return greeks[i].name;
    return NULL;
}

uint32_t
greek_letter(const char *name, size_t len)
{
    for (int i = 0; i < GREEKS; i++)
        if (strlen(greeks[i].name) == len && memcmp(greeks[i].name, name, len) == 0)
            return greeks[i].letter;
    return 0;
}

static bool
is_ascii(const char *text)
{
    while (*text && (unsigned char)*text < 0x80)
        text++;
    return *text == '\0';
}

const char *
name_canonical(struct arena *a, const char *text)
{
    size_t len = strlen(text), bytes;
    struct buf b;

    if (is_ascii(text))
        return text;
    buf_init(&b, a);
    for (size_t i = 0; i < len; i += bytes) {
        uint32_t c = utf8_decode(text + i, len - i, &bytes);
        const char *greek = greek_name(c);

        if (greek)
            buf_add(&b, greek);
        else
            buf_char(&b, c == PRIME ? '\'' : c);
    }
    return b.s;
}

struct name_parts
name_split(const char *name)
{
    struct name_parts p = {.base = name, .base_len = strcspn(name, "'_")};
    const char *rest = name + p.base_len;

    p.primes = (int)strspn(rest, "'");
    rest += p.primes;
    p.sub = *rest == '_' ? rest + 1 : "";
    return p;
}

/* ---- scopes ------------------------------------------------------------------------ */

struct scope *
scope_new(struct arena *a, const struct scope *parent)
{
    struct scope *s = ARENA_NEW(a, struct scope);

    s->arena = a;
    s->parent = parent;
    return s;
}

/* Room for one more pointer in a list that grows in an arena. */
static void *
grown(struct arena *a, const void *at, int n, int *cap)
{
    void **bigger;

    if (n < *cap)
        return NULL;
    *cap = *cap ? *cap * 2 : 8;
    bigger = ARENA_ARRAY(a, void *, *cap);
    if (n)
        memcpy(bigger, at, (size_t)n * sizeof *bigger);
    return bigger;
}

struct decl *
scope_put(struct scope *s, const char *name, struct type type)
{
    struct decl *d = ARENA_NEW(s->arena, struct decl);
    void *bigger = grown(s->arena, s->at, s->n, &s->cap);

    if (bigger)
        s->at = bigger;
    *d = (struct decl){.name = name, .type = type, .scope = s, .index = s->n};
    s->at[s->n++] = d;
    return d;
}

void
scope_put_definition(struct scope *s, const struct definition *d)
{
    void *bigger = grown(s->arena, s->definitions, s->n_definitions, &s->cap_definitions);

    if (bigger)
        s->definitions = bigger;
    s->definitions[s->n_definitions++] = d;
}

void
scope_put_assumption(struct scope *s, const struct assumption *a)
{
    void *bigger = grown(s->arena, s->assumptions, s->n_assumptions, &s->cap_assumptions);

    if (bigger)
        s->assumptions = bigger;
    s->assumptions[s->n_assumptions++] = a;
}

void
scope_add(struct arena *a, struct scope *s, const char *name, struct type type)
{
    scope_put(s, arena_strdup(a, name_canonical(a, name)), type);
}

void
scope_add_value(struct arena *a, struct scope *s, const char *name,
                const struct term *value)
{
    struct decl *d = scope_put(s, arena_strdup(a, name_canonical(a, name)), value->type);

    scope_set_value(d, value);
}

static int
unfolded_size(const struct decl *d, const struct term *t)
{
    const struct decl *name = t->op == TERM_NAME ? scope_find_before(d, t->name) : NULL;
    int size = name && name->value ? name->unfolded : 1;

    for (int i = 0; i < t->n; i++)
        if ((size += unfolded_size(d, t->arg[i])) > UNFOLDED_CAP)
            size = UNFOLDED_CAP;
    return size;
}

void
scope_set_value(struct decl *d, const struct term *value)
{
    d->value = value;
    d->unfolded = unfolded_size(d, value);
}

/* ---- looking up -------------------------------------------------------------------- */

static struct decl *
find_among(const struct scope *s, int n, const char *name)
{
    for (int i = n - 1; i >= 0; i--)
        if (s->at[i]->name == name || strcmp(s->at[i]->name, name) == 0)
            return s->at[i];
    return NULL;
}

struct decl *
scope_get_own(struct scope *s, const char *name)
{
    return find_among(s, s->n, name);
}

const struct decl *
scope_get(const struct scope *s, const char *name)
{
    const struct decl *d = NULL;

    for (; s && !d; s = s->parent)
        d = find_among(s, s->n, name);
    return d;
}

const struct decl *
scope_find(const struct scope *s, const char *name)
{
    struct arena *a;
    const struct decl *d = scope_get(s, name);
    const char *c = name;

    while (*c && (unsigned char)*c < 0x80)
        c++;
    if (d || !*c)
        return d;
    a = arena_new();
    d = scope_get(s, name_canonical(a, name));
    arena_free(a);
    return d;
}

const struct decl *
scope_find_before(const struct decl *d, const char *name)
{
    const struct decl *before = find_among(d->scope, d->index, name);

    return before ? before : scope_get(d->scope->parent, name);
}

int
scope_count(const struct scope *s)
{
    return s->n;
}

const struct decl *
scope_at(const struct scope *s, int i)
{
    return s->at[i];
}

int
scope_definition_count(const struct scope *s)
{
    return s->n_definitions;
}

const char *
scope_definition_name(const struct scope *s, int i)
{
    return s->definitions[i]->name;
}

/* The definition of s itself with that whole name. */
static const struct definition *
own_definition(const struct scope *s, const char *name)
{
    for (int i = s->n_definitions - 1; i >= 0; i--)
        if (strcmp(s->definitions[i]->name, name) == 0)
            return s->definitions[i];
    return NULL;
}

static const struct definition *
own_family(const struct scope *s, const char *base)
{
    for (int i = s->n_definitions - 1; i >= 0; i--)
        if (strcmp(s->definitions[i]->base, base) == 0)
            return s->definitions[i];
    return NULL;
}

bool
scope_is_taken(const struct scope *s, const char *name)
{
    return find_among(s, s->n, name) || own_definition(s, name);
}

struct meaning
scope_meaning(const struct scope *s, const char *name)
{
    struct meaning m = {NULL, NULL};

    for (; s && !m.decl && !m.definition; s = s->parent) {
        m.decl = find_among(s, s->n, name);
        m.definition = m.decl ? NULL : own_definition(s, name);
        if (m.definition && *m.definition->parameter)
            m.definition = NULL;
    }
    return m;
}

const struct definition *
scope_family(const struct scope *s, const char *base)
{
    for (; s; s = s->parent) {
        const struct definition *f = own_family(s, base);

        if (f || scope_is_taken(s, base))
            return f;
    }
    return NULL;
}

struct scope_mark
scope_mark(struct arena *a, const struct scope *s)
{
    struct scope_mark m = {s->n, s->n_definitions, s->n_assumptions, NULL};

    m.at = ARENA_ARRAY(a, struct decl, s->n + 1);
    for (int i = 0; i < s->n; i++)
        m.at[i] = *s->at[i];
    return m;
}

void
scope_restore(struct scope *s, struct scope_mark m)
{
    for (int i = 0; i < m.n; i++)
        *s->at[i] = m.at[i];
    s->n = m.n;
    s->n_definitions = m.n_definitions;
    s->n_assumptions = m.n_assumptions;
}

/* ---- assumptions ------------------------------------------------------------------- */

int
scope_assumption_count(const struct scope *s)
{
    return s->n_assumptions;
}

const struct assumption *
scope_assumption_at(const struct scope *s, int i)
{
    return s->assumptions[i];
}

const struct scope *
scope_parent(const struct scope *s)
{
    return s->parent;
}

const struct assumption *
scope_assumption_find(const struct scope *s, const char *label)
{
    for (; s; s = s->parent)
        for (int i = 0; i < s->n_assumptions; i++)
            if (*label && strcmp(s->assumptions[i]->label, label) == 0)
                return s->assumptions[i];
    return NULL;
}

/* ---- more than one name ------------------------------------------------------------ */

static int
names_above(const struct scope *s)
{
    int n = 0;

    for (; s; s = s->parent)
        n += s->n;
    return n;
}

/* The only near name of one letter is the letter in the other case. */
static const char *
other_case(const struct scope *s, const char *name)
{
    for (; s; s = s->parent)
        for (int i = 0; i < s->n; i++)
            if (s->at[i]->name[1] == '\0' && near_distance(s->at[i]->name, name) == 0)
                return s->at[i]->name;
    return NULL;
}

const char *
scope_near(struct arena *a, const struct scope *s, const char *name)
{
    const char **names = ARENA_ARRAY(a, const char *, names_above(s) + word_count() + 1);
    int n = 0;

    if (name[0] && name[1] == '\0')
        return other_case(s, name);
    for (; s; s = s->parent)
        for (int i = 0; i < s->n; i++)
            names[n++] = s->at[i]->name;
    for (int i = 0; i < word_count(); i++)
        if (strlen(word_at(i)->text) > 2 && word_at(i)->kind != WORD_RESERVED &&
            word_at(i)->kind != WORD_OTHER)
            names[n++] = word_at(i)->text;
    return near_find(name, names);
}
