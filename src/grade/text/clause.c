#include <string.h>

#include "grade/text/text_priv.h"

bool
text_is(const struct token *t, const char *const *list)
{
    if (t->kind != TOKEN_WORD)
        return false;
    for (; *list; list++)
        if (!strcmp(*list, t->s) || !strcmp(*list, t->form))
            return true;
    return false;
}

static bool
is_spelt(const char *word, const char *as, size_t n)
{
    return strlen(word) == n && !strncmp(word, as, n);
}

int
text_at(const struct tokens *t, int i, const char *words)
{
    int start = i;

    while (*words && i < t->n) {
        size_t n = strcspn(words, " ");

        if (t->at[i].kind > TOKEN_SIGN ||
            !(is_spelt(t->at[i].s, words, n) || is_spelt(t->at[i].form, words, n)))
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
    "however", "instead", "cause",     "iff",   NULL,
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

static const char *const prepositions[] = {"in", "at", "by",    "for",    "with", "from",
                                           "to", "on", "after", "before", NULL};
static const char *const pronouns[] = {"it",    "they", "i",    "I",  "you",
                                       "we",    "this", "that", "he", "she",
                                       "there", "one",  NULL};

bool
text_is_verb(const struct token *t)
{
    return text_is(t, finite) || (t->kind == TOKEN_SIGN && !strcmp(t->s, "="));
}

/* "the branch notices": a noun with its article, and what looks like its verb. */
static bool
is_subject_at(const struct tokens *t, int i)
{
    static const char *const articles[] = {"the",   "a",    "an", "its",
                                           "every", "each", NULL};
    const char *verb;
    size_t n;

    if (i + 2 >= t->n || !text_is(&t->at[i], articles) ||
        t->at[i + 1].kind != TOKEN_WORD || t->at[i + 2].kind != TOKEN_WORD)
        return false;
    verb = t->at[i + 2].form;
    n = strlen(verb);
    return n > 3 && verb[n - 1] == 's' && verb[n - 2] != 's' && !word_is_light(verb) &&
           !(i + 3 < t->n && (text_at(t, i + 3, "of") || text_is_verb(&t->at[i + 3])));
}

/* "and" between clauses, not between nouns: a verb stands on both sides of it. */
static bool
and_opens(const struct tokens *t, int i)
{
    bool before = i > 0 && t->at[i - 1].kind == TOKEN_PAUSE, after = false;

    for (int k = i - 1; k >= 0 && k > i - 12 && t->at[k].kind < TOKEN_PAUSE; k--) {
        if (text_is(&t->at[k], openers))
            break;
        before = before || text_is_verb(&t->at[k]);
    }
    for (int k = i + 1; k < t->n && k < i + 7 && t->at[k].kind < TOKEN_PAUSE; k++) {
        if (text_at(t, k, "and") || text_is(&t->at[k], openers))
            break;
        after = after || text_is_verb(&t->at[k]);
    }
    if (i + 1 < t->n && text_is(&t->at[i + 1], pronouns))
        return true;
    return before && (after || is_subject_at(t, i + 1));
}

/* "stays as it is": what something stays, not a reason. */
static bool
is_as_it_was(const struct tokens *t, int i)
{
    static const char *const forms[] = {"is", "are", "was", "were", NULL};
    static const char *const links[] = {"and", "but", "before", "while", NULL};

    if (i + 2 >= t->n || !text_is(&t->at[i + 2], forms))
        return false;
    return i + 3 >= t->n || t->at[i + 3].kind > TOKEN_SIGN ||
           text_is(&t->at[i + 3], links);
}

static bool
opens(const struct tokens *t, int i)
{
    const struct token *k = &t->at[i];

    if (k->kind == TOKEN_SIGN)
        return !strcmp(k->s, "<=>");
    if (k->kind != TOKEN_WORD)
        return false;
    if (text_at(t, i, "cause no") || text_at(t, i, "cause a") ||
        text_at(t, i, "cause any"))
        return false;
    if (text_at(t, i, "so that") || text_at(t, i, "so is") || text_at(t, i, "so are"))
        return true;
    if (!strcmp(k->s, "so") && i > 0 && i + 1 < t->n && t->at[i - 1].kind < TOKEN_PAUSE &&
        !text_is(&t->at[i + 1], pronouns) && !t->at[i + 1].light)
        return and_opens(t, i); /* not: so far, doing so */
    if (!strcmp(k->s, "and") || !strcmp(k->s, "or"))
        return and_opens(t, i);
    if (!strcmp(k->s, "as") && i + 1 < t->n && text_is(&t->at[i + 1], pronouns))
        return !(i > 1 && text_at(t, i - 2, "as")) && /* not: as long as it was */
               !is_as_it_was(t, i);
    return text_is(k, openers);
}

/* Clauses that say more about the one before, not something of their own. */
static bool
is_condition(const struct token *t)
{
    static const char *const words[] = {"when",  "if",    "which",  "who", "whose",
                                        "where", "until", "unless", "iff", NULL};

    return text_is(t, words) || t->kind == TOKEN_SIGN;
}

/* "And the lengths? They add up", "the values, they are not turned": what is named first
 * and taken up by a pronoun is one statement with it. */
static void
join_topic(struct tokens *t, int start, int i)
{
    static const char *const before[] = {"and", "but", "as for", "now", NULL};
    static const char *const again[] = {"they", "it", "these", "those", NULL};
    static const char *const replies[] = {"nobody", "nothing", "no",
                                          "not",    "never",   NULL};
    static const char *const agreed[] = {"yes", "too", "also", "likewise", NULL};
    int from = start + text_at_any(t, start, before);

    if (i + 2 >= t->n || i <= from || i > from + 4 || text_is(&t->at[from], replies) ||
        !(t->at[from].word >= 0 || text_at(t, from, "the") || text_at(t, from, "every")))
        return;
    if (!text_is(&t->at[i + 1], again) &&
        !(t->at[i].kind == TOKEN_END && text_is(&t->at[i + 1], replies)) &&
        !(t->at[i].s[0] != ',' && text_is(&t->at[i + 1], agreed)))
        return;
    for (int k = from; k < i; k++)
        if (text_is_verb(&t->at[k]) || text_is(&t->at[k], openers) ||
            text_is(&t->at[k], prepositions))
            return;
    t->at[i].kind = TOKEN_SIGN;
    t->at[i].s = t->at[i].form = ",";
}

static void
join_topics(struct tokens *t)
{
    for (int i = 0, start = 0; i < t->n; i++) {
        const struct token *k = &t->at[i];

        if ((k->kind == TOKEN_END && k->s[0] == '?') ||
            (k->kind == TOKEN_PAUSE && strchr(",:", k->s[0])))
            join_topic(t, start, i);
        if (k->kind == TOKEN_END)
            start = i + 1;
    }
}

/* "- parallel - no sine - take others": items of a list are sentences. */
static void
part_items(struct tokens *t)
{
    bool list = t->n > 1 && !strcmp(t->at[0].s, "-") && t->at[1].from > t->at[0].to;

    for (int i = 1; i + 1 < t->n; i++) {
        struct token *k = &t->at[i];

        if (strcmp(k->s, "-") != 0)
            continue;
        if ((list && k->kind == TOKEN_PAUSE) ||
            (k->kind == TOKEN_SIGN && k[-1].kind == TOKEN_END && k[1].from > k->to)) {
            k->kind = TOKEN_END;
            k->s = k->form = ".";
        }
    }
}

/* "Is the gradient larger? No, it shrinks": the pronoun stands for what was asked about.
 */
static void
take_up_topic(struct tokens *t, int start, int end)
{
    static const char *const asking[] = {"is",  "are", "does", "do",   "can", "has",
                                         "was", "and", "will", "must", NULL};
    static const char *const replies[] = {"no",   "yes",    "well", "of",     "course",
                                          "sure", "indeed", "but",  "rather", NULL};
    static const char *const again[] = {"it", "they", NULL};
    int topic = start + 1, i = end;

    while (topic < end && topic < start + 3 && t->at[topic].light)
        topic++;
    while (i < t->n && i < end + 5 &&
           (t->at[i].kind >= TOKEN_PAUSE || text_is(&t->at[i], replies)))
        i++;
    if (text_is(&t->at[start], asking) && topic < end && t->at[topic].word >= 0 &&
        i < t->n && text_is(&t->at[i], again))
        t->at[i].word = t->at[topic].word;
}

static void
take_up_topics(struct tokens *t)
{
    for (int i = 0, start = 0; i < t->n; i++) {
        if (t->at[i].kind != TOKEN_END)
            continue;
        if (t->at[i].s[0] == '?')
            take_up_topic(t, start, i + 1);
        start = i + 1;
    }
}

void
clauses_mark(struct tokens *t)
{
    int sentence = 0, clause = 0, statement = 0;

    part_items(t);
    take_up_topics(t);
    join_topics(t);

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
