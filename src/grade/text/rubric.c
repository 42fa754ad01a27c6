#include <ctype.h>
#include <string.h>

#include "grade/text/text_priv.h"

/* ---- sets of words -------------------------------------------------------------------
 */

static bool
is_name(const char *name, const char *text, size_t len)
{
    return strlen(name) == len && !strncmp(name, text, len);
}

int
rubric_set(struct rubric *r, const char *name, bool make)
{
    for (int i = 0; *name && i < r->n_sets; i++)
        if (!strcmp(r->sets[i].name, name))
            return i;
    if (!make || r->n_sets >= RUBRIC_SETS_MAX)
        return -1;
    if (r->n_sets == r->cap_sets) {
        int cap = 2 * r->cap_sets + 64;
        struct wordset *more = ARENA_ARRAY(r->arena, struct wordset, cap);

        if (r->n_sets)
            memcpy(more, r->sets, sizeof *more * (size_t)r->n_sets);
        r->sets = more;
        r->cap_sets = cap;
    }
    r->sets[r->n_sets] = (struct wordset){.name = name};
    return r->n_sets++;
}

static void
add_to_set(struct rubric *r, int set, struct phrase p)
{
    struct wordset *s = &r->sets[set];

    if (s->n == s->cap) {
        struct phrase *more = ARENA_ARRAY(r->arena, struct phrase, 2 * s->cap + 8);

        if (s->n)
            memcpy(more, s->at, sizeof *more * (size_t)s->n);
        s->at = more;
        s->cap = 2 * s->cap + 8;
    }
    s->at[s->n++] = p;
}

/* A phrase; between dollars a formula, in which `?` stands for any short term. */
void
rubric_add_phrase(struct rubric *r, int set, const char *text, size_t len)
{
    bool formula = len > 1 && text[0] == '$' && text[len - 1] == '$';
    struct tokens t;
    int *word, n = 0;

    if (formula) {
        text++;
        len -= 2;
    }
    t = tokens_read(r->arena, text, len);
    word = ARENA_ARRAY(r->arena, int, t.n + 1);
    for (int i = 0; i < t.n; i++) {
        if (t.at[i].kind == TOKEN_END && t.at[i].s[0] == '?')
            word[n++] = WORD_ANY;
        else if (t.at[i].kind <= TOKEN_SIGN)
            word[n++] = vocabulary_add(r->words, t.at[i].s);
    }
    if (n)
        add_to_set(r, set, (struct phrase){word, n, formula});
}

/* Phrases with commas between; a comma inside a formula counts to it. */
static void
add_phrases(struct rubric *r, int set, const char *text)
{
    while (*text) {
        size_t n = 0, len;
        bool formula = false;

        text += strspn(text, " \t\n,");
        for (; text[n] && (formula || text[n] != ','); n++)
            formula = formula != (text[n] == '$');
        for (len = n; len && isspace((unsigned char)text[len - 1]);)
            len--;
        if (len)
            rubric_add_phrase(r, set, text, len);
        text += n;
    }
}

static void
add_families(struct rubric *r)
{
    static const struct {
        const char *name, *words;
    } families[] = {
#define FAMILY(name, words) {name, words},
#include "grade/text/families.def"
#undef FAMILY
    };

    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        add_phrases(r, rubric_set(r, families[i].name, true), families[i].words);
}

/* ---- ideas ---------------------------------------------------------------------------
 */

int
rubric_idea(const struct rubric *r, const char *id, size_t len)
{
    for (int i = 0; i < r->n_ideas; i++)
        if (is_name(r->ideas[i].id, id, len))
            return i;
    return -1;
}

static struct idea *
idea_of(struct rubric *r, const struct field *f)
{
    int i = rubric_idea(r, f->name, strlen(f->name));

    if (i < 0 && r->errs)
        errs_at(r->arena, r->errs, f->at, ERR_RUBRIC,
                *f->name ? "there is no idea '%s' above this line"
                         : "the idea is missing: write '%s IDEA: ...'",
                *f->name ? f->name : f->key);
    return i < 0 ? NULL : &r->ideas[i];
}

static void
read_idea(struct rubric *r, const struct field *f)
{
    if (!*f->name || rubric_idea(r, f->name, strlen(f->name)) >= 0) {
        if (r->errs)
            errs_at(r->arena, r->errs, f->at, ERR_RUBRIC,
                    *f->name ? "the idea '%s' stands here twice"
                             : "an idea needs a name: write 'idea plane: ...'%s",
                    f->name);
        return;
    }
    if (r->n_ideas == RUBRIC_IDEAS_MAX) {
        if (r->errs)
            errs_at(r->arena, r->errs, f->at, ERR_RUBRIC,
                    "a question has at most %d ideas", RUBRIC_IDEAS_MAX);
        return;
    }
    r->ideas[r->n_ideas++] =
        (struct idea){.id = f->name, .says = f->text, .follow_up = "", .at = f->at};
}

static void
read_field(struct rubric *r, const struct field *f)
{
    struct idea *idea;

    if (!strcmp(f->key, "idea")) {
        read_idea(r, f);
    } else if (!strcmp(f->key, "found") || !strcmp(f->key, "contradicted")) {
        idea = idea_of(r, f);
        if (idea)
            pattern_read(r, f->text, f->text_at,
                         f->key[0] == 'f' ? &idea->found : &idea->contradicted);
    } else if (!strcmp(f->key, "ask-again")) {
        idea = idea_of(r, f);
        if (idea)
            idea->follow_up = f->text;
    } else if (!strcmp(f->key, "model")) {
        r->model = f->text;
    } else if (!strcmp(f->key, "points")) {
        r->points = f->text;
        r->points_at = f->text_at;
    }
}

/* Patterns with commas between; a comma inside a formula counts to it. */
static void
read_patterns(struct rubric *r, const struct fields *fields, const char *key,
              struct patterns *list)
{
    const struct field *f = field_find(*fields, key);

    for (const char *s = f ? f->text : ""; *s;) {
        size_t n = 0;
        bool formula = false;

        for (; s[n] && (formula || s[n] != ','); n++)
            formula = formula != (s[n] == '$');
        pattern_read(r, arena_strndup(r->arena, s, n),
                     pos_after(f->text_at, f->text, (size_t)(s - f->text)), list);
        s += n + (s[n] == ',');
    }
}

/* The rule that a `spot` asks for is one idea. */
static void
read_because(struct rubric *r, const struct ask *q)
{
    struct idea *idea = &r->ideas[0];

    *idea = (struct idea){.id = "because", .says = "", .follow_up = "", .at = q->at};
    r->n_ideas = 1;
    read_patterns(r, &q->fields, "because", &idea->found);
    read_patterns(r, &q->fields, "because-not", &idea->contradicted);
}

struct rubric *
rubric_read(struct arena *a, const struct ask *q, struct errs *errs)
{
    struct rubric *r = ARENA_NEW(a, struct rubric);

    *r = (struct rubric){
        .arena = a, .words = vocabulary_new(a), .model = "", .points = "", .errs = errs};
    r->ideas = ARENA_ARRAY(a, struct idea, RUBRIC_IDEAS_MAX);
    add_families(r);
    for (int i = 0; i < q->fields.n; i++) {
        const struct field *f = &q->fields.at[i];

        if (!strcmp(f->key, "words") && *f->name)
            add_phrases(r, rubric_set(r, f->name, true), f->text);
    }
    if (q->kind == ASK_SPOT)
        read_because(r, q);
    else
        for (int i = 0; i < q->fields.n; i++)
            read_field(r, &q->fields.at[i]);
    return r;
}

void
rubric_free(struct rubric *r)
{
    vocabulary_free(r->words);
}
