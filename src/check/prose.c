#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "check/check_priv.h"

/*
 * A number in prose is fine when it is small (a count), a year, or given: when some term
 * of the lesson contains it. Any other is a result, and results are computed.
 */
enum { SMALL_MAX = 12, YEAR_MIN = 1900, YEAR_MAX = 2100, NUMERAL_MAX = 40 };

struct numerals {
    char **at;
    int n, cap;
};

static bool
is_word_char(unsigned char c)
{
    return isalnum(c) || c == '_' || c >= 0x80;
}

/* Whether a number that begins at s[i] belongs to a word: "L04", "d_64", "fp-32". */
static bool
is_attached(const char *s, size_t i)
{
    if (!i)
        return false;
    if (is_word_char((unsigned char)s[i - 1]))
        return true;
    return i > 1 && (s[i - 1] == '-' || s[i - 1] == '.') &&
           is_word_char((unsigned char)s[i - 2]);
}

/* How long the number at s is: digits, "4,096", "0.25". */
static size_t
numeral_length(const char *s)
{
    size_t n = strspn(s, "0123456789");

    while (s[n] == ',' && strspn(s + n + 1, "0123456789") == 3)
        n += 4;
    if (s[n] == '.' && isdigit((unsigned char)s[n + 1]))
        n += 1 + strspn(s + n + 1, "0123456789");
    return n;
}

/* One spelling for one value: no commas, no zeros at either end. */
static void
numeral_form(char out[NUMERAL_MAX], const char *s, size_t n)
{
    size_t k = 0;
    bool point = false;

    for (size_t i = 0; i < n && k < NUMERAL_MAX - 1; i++) {
        if (s[i] == ',' || (s[i] == '0' && k == 0 && i + 1 < n && s[i + 1] != '.'))
            continue;
        point = point || s[i] == '.';
        out[k++] = s[i];
    }
    while (point && k && (out[k - 1] == '0' || out[k - 1] == '.'))
        point = out[--k] != '.';
    out[k] = '\0';
}

static void
add_numeral(struct arena *a, struct numerals *g, const char *s, size_t n)
{
    char form[NUMERAL_MAX];

    if (g->n == g->cap) {
        int cap = g->cap ? g->cap * 2 : 64;
        char **at = ARENA_ARRAY(a, char *, cap);

        if (g->n)
            memcpy(at, g->at, sizeof *at * (size_t)g->n);
        g->at = at;
        g->cap = cap;
    }
    numeral_form(form, s, n);
    g->at[g->n++] = arena_strdup(a, form);
}

/* ---- given numbers ----------------------------------------------------------------- */

/* Terms are scanned as text. A number may touch a name there: "0.75i". */
static void
give(struct checker *c, struct numerals *g, const char *s)
{
    for (size_t i = 0; s[i];) {
        size_t n = isdigit((unsigned char)s[i]) ? numeral_length(s + i) : 0;

        if (n)
            add_numeral(c->scratch, g, s + i, n);
        i += n ? n : 1;
    }
}

static void
give_fields(struct checker *c, struct numerals *g, struct fields f)
{
    static const char *const words[] = {
        "",      "id",    "title",     "label", "needs",      "minutes", "hint",
        "after", "holds", "right-but", "say",   "introduces", NULL};

    for (int i = 0; i < f.n; i++) {
        const struct field *field = &f.at[i];
        const char *arrow = strstr(field->text, "->");
        int k = 0;

        while (words[k] && strcmp(words[k], field->key) != 0)
            k++;
        if (!words[k])
            give(c, g,
                 strcmp(field->key, "miss") != 0 || !arrow
                     ? field->text
                     : arena_strndup(c->scratch, field->text,
                                     (size_t)(arrow - field->text)));
    }
}

static void
give_derivation(struct checker *c, struct numerals *g, const struct derivation *d)
{
    give(c, g, d->start_source);
    for (int i = 0; i < d->n_lines; i++)
        give(c, g, d->lines[i].source);
}

static void
give_spans(struct checker *c, struct numerals *g, const char *markdown)
{
    struct runs runs = {NULL, 0};

    if (strchr(markdown, '`'))
        runs = lesson_runs(c->scratch, markdown, (struct pos){"", 1, 1});
    for (int i = 0; i < runs.n; i++)
        if (runs.at[i].kind == RUN_COMPUTED)
            give(c, g, runs.at[i].text);
}

static void
give_item(struct checker *c, struct numerals *g, const struct item *item)
{
    if (item->kind == ITEM_PASSAGE)
        give_spans(c, g, item->passage->markdown);
    else if (item->kind == ITEM_FIGURE)
        give_fields(c, g, item->figure->fields);
    else if (item->kind == ITEM_DERIVATION)
        give_derivation(c, g, item->derivation);
    else if (item->kind == ITEM_ASK)
        give_fields(c, g, item->ask->fields);
    for (int i = 0; item->kind == ITEM_ASK && i < item->ask->n_texts; i++)
        give_spans(c, g, item->ask->texts[i].markdown);
}

/* ---- numbers in prose -------------------------------------------------------------- */

static int
compare_text(const void *x, const void *y)
{
    return strcmp(*(const char *const *)x, *(const char *const *)y);
}

static bool
is_fine(const struct numerals *given, const char *form)
{
    long n = strtol(form, NULL, 10);

    if (!strchr(form, '.') && strlen(form) <= 4 &&
        (n <= SMALL_MAX || (n >= YEAR_MIN && n <= YEAR_MAX)))
        return true;
    return given->n &&
           bsearch(&form, given->at, (size_t)given->n, sizeof *given->at, compare_text);
}

/* Each number of a run that stands by itself. */
static void
check_run(struct checker *c, const struct numerals *given, const struct run *run)
{
    const char *s = run->text;

    for (size_t i = 0; s[i];) {
        size_t n = isdigit((unsigned char)s[i]) ? numeral_length(s + i) : 0;
        char form[NUMERAL_MAX];

        if (n && !is_attached(s, i) && !is_word_char((unsigned char)s[i + n])) {
            numeral_form(form, s + i, n);
            if (!is_fine(given, form))
                errs_at(
                    c->arena, c->errs, pos_after(run->at, s, i), ERR_NUMERAL_TYPED,
                    "the number %.*s is typed by hand: compute a result with `= term`, "
                    "quote others as a formula or as code",
                    (int)n, s + i);
        }
        i += n ? n : 1;
    }
}

static void
check_prose(struct checker *c, const struct numerals *given, const char *markdown,
            struct pos at)
{
    struct runs runs = lesson_runs(c->scratch, markdown, at);

    for (int i = 0; i < runs.n; i++)
        if (runs.at[i].kind == RUN_TEXT)
            check_run(c, given, &runs.at[i]);
}

static void
check_item(struct checker *c, struct numerals *given, const struct item *item)
{
    if (item->kind == ITEM_PASSAGE)
        check_prose(c, given, item->passage->markdown, item->passage->at);
    for (int i = 0; item->kind == ITEM_ASK && i < item->ask->n_texts; i++)
        check_prose(c, given, item->ask->texts[i].markdown, item->ask->texts[i].at);
    for (int i = 0; item->kind == ITEM_DERIVATION && i < item->derivation->n_lines; i++)
        check_prose(c, given, item->derivation->lines[i].say,
                    item->derivation->lines[i].say_at);
}

static void
each_item(struct checker *c, struct numerals *g,
          void (*take)(struct checker *, struct numerals *, const struct item *))
{
    for (int s = 0; s < c->lesson->n_steps; s++)
        for (int b = 0; b < c->lesson->steps[s].n_beats; b++)
            for (int i = 0; i < c->lesson->steps[s].beats[b].n; i++)
                take(c, g, &c->lesson->steps[s].beats[b].items[i]);
}

void
check_numerals(struct checker *c)
{
    struct numerals given = {NULL, 0, 0};

    give_fields(c, &given, c->lesson->front);
    each_item(c, &given, give_item);
    if (given.n)
        qsort(given.at, (size_t)given.n, sizeof *given.at, compare_text);
    each_item(c, &given, check_item);
    arena_reset(c->scratch);
}
