#include <string.h>

#include "grade/text/text_priv.h"

bool
text_is(const struct token *t, const char *const *list)
{
    if (t->kind != TOKEN_WORD)
        return false;
    for (; *list; list++)
        if (!strcmp(*list, t->s))
            return true;
    return false;
}

int
text_at(const struct tokens *t, int i, const char *words)
{
    int start = i;

    while (*words && i < t->n) {
        size_t n = strcspn(words, " ");

        if (t->at[i].kind > TOKEN_SIGN || strlen(t->at[i].s) != n ||
            strncmp(t->at[i].s, words, n) != 0)
            return 0;
        words += n + (words[n] == ' ');
        i++;
    }
    return *words ? 0 : i - start;
}

int
text_at_any(const struct tokens *t, int i, const char *const *list)
{
    for (; *list; list++) {
        int n = text_at(t, i, *list);

        if (n)
            return n;
    }
    return 0;
}

/* ---- clauses -------------------------------------------------------------------------
 */

/* Words that begin a clause wherever they stand. */
static const char *const openers[] = {
    "but",     "because", "since",     "while", "whereas", "although", "though",
    "yet",     "hence",   "therefore", "thus",  "unless",  "until",    "when",
    "if",      "which",   "who",       "whose", "whereby", "where",    "so",
    "however", "instead", "cause",     NULL,
};

static const char *const finite[] = {
    "is",       "are",        "was",     "were",   "does",   "do",      "did",
    "has",      "have",       "had",     "can",    "will",   "would",   "could",
    "must",     "may",        "might",   "should", "gets",   "get",     "stays",
    "stay",     "remains",    "remain",  "turns",  "keeps",  "needs",   "makes",
    "gives",    "goes",       "becomes", "comes",  "leaves", "add",     "adds",
    "multiply", "multiplies", "flip",    "flips",  "cancel", "cancels", "vanish",
    "vanishes", "keep",       "cannot",  "sees",   "says",   "grows",   "shrinks",
    "drops",    "undoes",     "means",   NULL,
};

static const char *const pronouns[] = {"it",    "they", "i",    "I",  "you",
                                       "we",    "this", "that", "he", "she",
                                       "there", "one",  NULL};

static bool
is_finite(const struct token *t)
{
    return text_is(t, finite) || (t->kind == TOKEN_SIGN && !strcmp(t->s, "="));
}

/* "and" between clauses, not between nouns: a verb stands on both sides of it. */
static bool
and_opens(const struct tokens *t, int i)
{
    bool before = i > 0 && t->at[i - 1].kind == TOKEN_PAUSE, after = false;

    for (int k = i - 1; k >= 0 && k > i - 12 && t->at[k].kind < TOKEN_PAUSE; k--)
        before = before || is_finite(&t->at[k]);
    for (int k = i + 1; k < t->n && k < i + 7 && t->at[k].kind < TOKEN_PAUSE; k++) {
        if (text_at(t, k, "and") || text_is(&t->at[k], openers))
            break;
        after = after || is_finite(&t->at[k]);
    }
    if (i + 1 < t->n && text_is(&t->at[i + 1], pronouns))
        return true;
    return before && after;
}

static bool
opens(const struct tokens *t, int i)
{
    const struct token *k = &t->at[i];

    if (k->kind != TOKEN_WORD)
        return false;
    if (text_at(t, i, "so that") || text_at(t, i, "so is") || text_at(t, i, "so are"))
        return true;
    if (!strcmp(k->s, "so") && i > 0 && i + 1 < t->n && t->at[i - 1].kind < TOKEN_PAUSE &&
        !text_is(&t->at[i + 1], pronouns) && !t->at[i + 1].light)
        return and_opens(t, i); /* not: so far, doing so */
    if (!strcmp(k->s, "and") || !strcmp(k->s, "or"))
        return and_opens(t, i);
    if (!strcmp(k->s, "as") && i + 1 < t->n && text_is(&t->at[i + 1], pronouns))
        return true;
    return text_is(k, openers);
}

/* Clauses that say more about the one before, not something of their own. */
static bool
is_condition(const struct token *t)
{
    static const char *const words[] = {"when",  "if",    "which",  "who", "whose",
                                        "where", "until", "unless", NULL};

    return text_is(t, words);
}

void
clauses_mark(struct tokens *t)
{
    int sentence = 0, clause = 0, statement = 0;

    for (int i = 0; i < t->n; i++) {
        struct token *k = &t->at[i];

        if (opens(t, i)) {
            clause++;
            statement += !is_condition(k);
        }
        k->sentence = sentence;
        k->clause = clause;
        k->statement = statement;
        if (k->kind == TOKEN_PAUSE)
            clause++;
        if (k->kind == TOKEN_END) {
            clause++;
            statement++;
            sentence++;
        }
    }
}

int
sentence_start(const struct tokens *t, int i)
{
    while (i > 0 && t->at[i - 1].sentence == t->at[i].sentence)
        i--;
    return i;
}

int
sentence_end(const struct tokens *t, int i)
{
    int sentence = t->at[i].sentence;

    while (i < t->n && t->at[i].sentence == sentence)
        i++;
    return i;
}

int
clause_start(const struct tokens *t, int i)
{
    while (i > 0 && t->at[i - 1].clause == t->at[i].clause)
        i--;
    return i;
}

int
clause_end(const struct tokens *t, int i)
{
    int clause = t->at[i].clause;

    while (i < t->n && t->at[i].clause == clause)
        i++;
    return i;
}
