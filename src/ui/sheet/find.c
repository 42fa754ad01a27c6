/*
 * Searching the formula sheet: words anywhere, or a piece of a formula.
 */
#include <ctype.h>
#include <string.h>

#include "base/buf.h"
#include "base/near.h"
#include "ui/course.h"

enum { WORDS_MAX = 16 };

/* What is looked for: its words, and all of it without blanks. */
struct needle {
    const char *word[WORDS_MAX];
    int n;
    const char *whole;
    bool formula; /* it has signs that no word has */
};

/* Small letters, in ASCII, so that θ and theta are one. */
static char *
plain_text(struct arena *a, const char *text)
{
    char *s = canvas_fold(a, ALPHABET_ASCII, text);

    for (char *c = s; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    return s;
}

/* The same without blanks and signs of multiplication. */
static char *
squeezed(struct arena *a, const char *text)
{
    char *s = plain_text(a, text), *to = s;

    for (const char *c = s; *c; c++)
        if (*c != ' ' && *c != '*' && *c != '\n')
            *to++ = *c;
    *to = '\0';
    return s;
}

static struct needle
needle_of(struct arena *a, const char *words)
{
    struct needle n = {.whole = squeezed(a, words)};
    static const char signs[] = "=+/^()[]|<>\\0123456789";
    const char *s = plain_text(a, words);

    n.formula = strpbrk(n.whole, signs) && n.whole[1];
    while (*s && n.n < WORDS_MAX) {
        size_t len;

        s += strspn(s, " \t\n");
        len = strcspn(s, " \t\n");
        if (len)
            n.word[n.n++] = arena_strndup(a, s, len);
        s += len;
    }
    return n;
}

/* Everything of an entry that is said in words. */
static char *
words_of(struct arena *a, const struct ui_sheet_entry *e)
{
    const struct course_theorem *t = e->theorem;
    const struct lesson *l = t->lesson;
    char *text = arena_printf(a, "%s %s %s %s %s %s %s", t->name, t->sentence, t->holds,
                              l->label, l->title, l->id, l->steps[t->step].title);

    if (e->row)
        text = arena_printf(a, "%s %s %s %s", text, e->row->idea, e->row->model,
                            e->row->gives);
    return plain_text(a, text);
}

static char *
formulas_of(struct arena *a, const struct course_theorem *t)
{
    struct buf b;

    buf_init(&b, a);
    for (int i = 0; i < t->n_says; i++)
        buf_printf(&b, "%s|%s|", t->says[i].plain, t->says[i].tex);
    return squeezed(a, b.s);
}

/* Whether an entry has the word; the texts are those of words_of() and formulas_of(). */
static bool
has_word(struct arena *a, const char *words, const char *formulas, const char *word)
{
    const char *piece = squeezed(a, word);

    return strstr(words, word) || (*piece && strstr(formulas, piece));
}

/* `formula`: the whole must stand in its formulas as it is typed. */
static bool
matches(struct arena *a, const struct ui_sheet_entry *e, const struct needle *n,
        bool formula)
{
    const char *words = words_of(a, e), *formulas = formulas_of(a, e->theorem);

    if (formula)
        return strstr(formulas, n->whole);
    for (int i = 0; i < n->n; i++)
        if (!has_word(a, words, formulas, n->word[i]))
            return false;
    return true;
}

/* All entries: rows, theorems, axioms. */
static const struct ui_sheet_entry *
all_entries(struct arena *a, const struct course_table *c, bool axioms, int *n)
{
    struct ui_sheet_entry *at =
        ARENA_ARRAY(a, struct ui_sheet_entry, c->n_rows + 2 * c->n + 1);

    *n = 0;
    for (int i = 0; i < c->n_rows; i++)
        at[(*n)++] =
            (struct ui_sheet_entry){c->rows[i].row, &c->theorems[c->rows[i].theorem]};
    for (int pass = 0; pass <= axioms; pass++)
        for (int i = 0; i < c->n; i++)
            if (c->theorems[i].axiom == (pass == 1))
                at[(*n)++] = (struct ui_sheet_entry){NULL, &c->theorems[i]};
    return at;
}

/* ---- the nearest word -------------------------------------------------------------- */

/* Take the words of a text apart; *n of them are in the list. */
static void
add_words(struct arena *a, const char *text, const char **list, int max, int *n)
{
    while (*text && *n < max) {
        size_t len = 0;

        while (isalnum((unsigned char)text[len]) || (len && text[len] == '-'))
            len++;
        if (len > 2)
            list[(*n)++] = arena_strndup(a, text, len);
        text += len ? len : 1;
    }
}

/* A word that stands somewhere, near to the first one that stands nowhere. */
static const char *
nearest(struct arena *a, const struct ui_sheet_entry *all, int n_all,
        const struct needle *needle)
{
    enum { LIST_MAX = 20000 };
    const char **list = ARENA_ARRAY(a, const char *, LIST_MAX + 1);
    int n = 0;

    for (int i = 0; i < n_all; i++)
        add_words(a, words_of(a, &all[i]), list, LIST_MAX, &n);
    for (int w = 0; w < needle->n; w++) {
        bool stands = false;

        for (int i = 0; i < n && !stands; i++)
            stands = strstr(list[i], needle->word[w]);
        if (!stands)
            return near_find(needle->word[w], list);
    }
    return NULL;
}

struct ui_sheet
ui_sheet_find(struct arena *a, const struct course_table *c, const char *words,
              bool axioms)
{
    struct needle needle = needle_of(a, words);
    struct ui_sheet s = {NULL, 0, NULL};
    struct ui_sheet_entry *found;
    const struct ui_sheet_entry *all;
    struct arena *scratch = arena_new();
    int n;

    all = all_entries(a, c, axioms, &n);
    found = ARENA_ARRAY(a, struct ui_sheet_entry, n + 1);
    for (int formula = needle.formula; formula >= 0 && !s.n; formula--)
        for (int i = 0; i < n; i++) {
            if (!needle.n || matches(scratch, &all[i], &needle, formula))
                found[s.n++] = all[i];
            arena_reset(scratch);
        }
    s.at = found;
    if (!s.n && needle.n) {
        const char *near = nearest(scratch, all, n, &needle);

        s.near = near ? arena_strdup(a, near) : NULL;
    }
    arena_free(scratch);
    return s;
}
