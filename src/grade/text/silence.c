#include <string.h>

#include "grade/text/text_priv.h"

static void
silence(struct tokens *t, int from, int to)
{
    for (int i = from; i < to; i++)
        t->at[i].silent = true;
}

/* The end of what is said in passing: the sentence's end, or its "but". */
static int
turning_point(const struct tokens *t, int i)
{
    static const char *const turns[] = {
        "but", "however", "though", "yet", "actually", "instead", "now", "whereas", NULL};
    static const char *const rejected[] = {
        "which I reject", "which I doubt",  "which I deny",    "which I dispute",
        "I disagree",     "he is wrong",    "he was wrong",    "she is wrong",
        "she was wrong",  "they are wrong", "they were wrong", "he errs",
        "she errs",       "not so",         "on the contrary", NULL};
    int end = sentence_end(t, i);

    for (int k = i + 1; k < end; k++)
        if (text_is(&t->at[k], turns) || text_at_any(t, k, rejected))
            return k;
    return end;
}

/* ---- questions -----------------------------------------------------------------------
 */

static bool
is_tag(const struct tokens *t, int end)
{
    static const char *const pronouns[] = {"you", "it",    "they", "we", "he", "she",
                                           "one", "there", "I",    "i",  NULL};
    static const char *const tags[] = {"right", "no",   "eh", "correct",
                                       "yes",   "okay", "ok", NULL};
    int last = end - 1, start = clause_start(t, last);

    if (start == sentence_start(t, last) || last - start > 3)
        return false;
    if (last - start == 1 && text_is(&t->at[start], tags))
        return true;
    return text_is(&t->at[last - 1], pronouns) ||
           (text_at(t, last - 1, "not") && last - start == 2);
}

/* The index of the end sign, when the sentence at i asks. */
static bool
asks(const struct tokens *t, int i)
{
    int end = sentence_end(t, i);

    return t->at[end - 1].kind == TOKEN_END && t->at[end - 1].s[0] == '?' &&
           !is_tag(t, end);
}

/* ---- what is not known, said by others, or taken back --------------------------------
 */

static const char *const unknown[] = {
    "i do not know",
    "I do not know",
    "do not know",
    "no idea",
    "not sure",
    "I forget",
    "I can not say",
    "can not remember",
    "can not recall",
    "do not remember",
    "do not recall",
    "could not tell",
    "can not tell you",
    "could not say",
    "I can not tell",
    "not know how",
    "never understood",
    "do not understand",
    "did not understand",
    "beats me",
    "i can not remember",
    "no clue",
    "can not decide",
    "not decide",
    "not certain",
    "would not know",
    "i forget",
    "no longer know",
    "not know",
    "you would have to ask",
    "is unclear to me",
    "i am unsure",
    "unsure",
    "I can not explain",
    "not able to say",
    NULL,
};

static const char *const believed[] = {
#define BELIEVED(words) words,
#include "grade/text/believed.def"
#undef BELIEVED
    NULL,
};

static const char *const others[] = {
    "some say",
    "some people",
    "many people",
    "some think",
    "many think",
    "people think",
    "people say",
    "people often",
    "people believe",
    "others say",
    "others think",
    "one might think",
    "one may think",
    "one could think",
    "one would think",
    "you might think",
    "you may think",
    "you could think",
    "you would think",
    "one might say",
    "it is often said",
    "it is sometimes said",
    "it is said",
    "a common mistake",
    "the common mistake",
    "a common misconception",
    "a popular",
    "the temptation",
    "it is tempting",
    "some claim",
    "some would say",
    "some believe",
    "many say",
    "many believe",
    "it sounds as if",
    "it looks as if",
    "some books",
    "some blogs",
    "a blog",
    "the usual mistake",
    "the usual story",
    "beginners think",
    "beginners often",
    "someone might say",
    "someone might think",
    "somebody might",
    "one is tempted",
    "my friend thinks",
    "my friend says",
    "my friend claims",
    "my neighbour says",
    "my neighbour thinks",
    "my colleague says",
    "my colleague thinks",
    "a colleague says",
    "a friend says",
    "my brother says",
    "my roommate",
    "you often hear",
    "you often read",
    "one often hears",
    "one often reads",
    "you sometimes hear",
    "you sometimes read",
    "people claim",
    "most people",
    "it is tempting",
    "i have heard",
    "I have heard",
    NULL,
};

/* "one might object that", "you could expect": modal and verb behind a pronoun. */
static bool
is_possible_belief(const struct tokens *t, int i)
{
    static const char *const who[] = {"you",       "one",  "some", "somebody", "people",
                                      "beginners", "many", "we",   NULL};
    static const char *const modals[] = {"might", "may", "could", "would", NULL};
    static const char *const verbs[] = {
        "suspect", "think",   "expect",  "say",   "guess", "believe",  "suppose",
        "imagine", "object",  "assume",  "argue", "fear",  "hope",     "claim",
        "reckon",  "presume", "imagine", "reply", "worry", "conclude", NULL};
    int verb = i + 2 < t->n && text_at(t, i + 2, "well") ? i + 3 : i + 2;

    return verb < t->n && text_is(&t->at[i], who) && text_is(&t->at[i + 1], modals) &&
           text_is(&t->at[verb], verbs);
}

static const char *const taken_back[] = {
    "scrap that",
    "scratch that",
    "strike that",
    "no wait",
    "wait no",
    "wait",
    "forget that",
    "take that back",
    "take it back",
    "correction",
    "ignore that",
    "that was wrong",
    "or rather",
    "no that is",
    "no scrap",
    "sorry no",
    "oops",
    "no sorry",
    "that is wrong",
    "it is wrong",
    "this is wrong",
    "it was wrong",
    "this was wrong",
    "which is wrong",
    "which was wrong",
    "but that is wrong",
    "but that is false",
    "that is false",
    "which is false",
    "let me correct",
    "hmm no",
    "sorry I mean",
    "I mean the",
    "delete that",
    "cross that out",
    "crossed that out",
    "crossed it out",
    "that is nonsense",
    "which is nonsense",
    "rubbish",
    "that is not right",
    "that is not true",
    "not right",
    "i was wrong",
    "I was wrong",
    "that is a mistake",
    "not correct",
    NULL,
};

static const char *const rival[] = {
    "or maybe",
    "or perhaps",
    "or possibly",
    "or is it",
    "or was it",
    "or the other way",
    "or else maybe",
    "or the opposite",
    "or the reverse",
    "one of the two",
    "one of them",
    "or vice versa",
    NULL,
};

/* People whose word is not the learner's: "my cousin swears that". */
static const char *const people[] = {
    "friend",   "friends",   "colleague", "colleagues", "brother",   "sister",
    "cousin",   "uncle",     "neighbour", "neighbor",   "roommate",  "flatmate",
    "somebody", "someone",   "classmate", "classmates", "partner",   "mate",
    "people",   "beginners", "beginner",  "pupil",      "students",  "student",
    "forum",    "video",     "youtuber",  "commenter",  "post",      "blog",
    "many",     "some",      "folks",     "guy",        "newcomers", NULL};
static const char *const report[] = {
    "says",      "say",     "said",    "claims",   "claim",    "claimed",  "thinks",
    "think",     "thought", "believe", "believes", "believed", "insists",  "insisted",
    "argues",    "argued",  "swears",  "swore",    "assume",   "assumes",  "assumed",
    "maintains", "told",    "tells",   "writes",   "wrote",    "suspects", NULL};

static bool
is_reported(const struct tokens *t, int i)
{
    static const char *const agreed[] = {"rightly", "correctly", NULL};

    if (!text_is(&t->at[i], people))
        return false;
    for (int k = i + 1; k < t->n && k <= i + 4 && t->at[k].kind < TOKEN_PAUSE; k++) {
        if (text_is(&t->at[k], agreed))
            return false;
        if (text_is(&t->at[k], report))
            return true;
    }
    return false;
}

/* What stands before is taken back: in this sentence, else the one before. */
static void
take_back(struct tokens *t, int i)
{
    int start = sentence_start(t, i);

    if (i <= start + 1 && start > 0)
        start = sentence_start(t, start - 1);
    silence(t, start, i);
}

static bool
is_verdict(const struct tokens *t, int i)
{
    /* "that is wrong" of a claim, not "that is wrong position ids" */
    int n = text_at_any(t, i, taken_back), next = i + n;

    if (text_at(t, i, "wait") && n == 1)
        return next >= t->n || t->at[next].kind > TOKEN_SIGN;
    if (!n)
        return false;
    return strcmp(t->at[next - 1].s, "wrong") != 0 || next >= t->n ||
           t->at[next].kind > TOKEN_SIGN || t->at[next].clause != t->at[i].clause;
}

static void
mark_unknown(struct tokens *t, int i)
{
    int end = turning_point(t, i), start = clause_start(t, i);

    /* "what to use instead I do not know" */
    if (i + 4 >= clause_end(t, i) && i > start)
        silence(t, start, end);
    silence(t, i, end);
}

/* Where "they are not" stands at token i, behind "but" and the like: its "not"; -1. */
static int
short_denial(const struct tokens *t, int i)
{
    static const char *const fillers[] = {
        "but", "no", "in fact", "actually", "of course", "however", "wrong", ",", NULL};
    static const char *const pronouns[] = {"it", "they", "these", "those",
                                           "he", "she",  NULL};
    static const char *const verbs[] = {"is",  "are", "do",    "does",  "was", "can",
                                        "did", "has", "would", "could", NULL};
    int end = i + 8 < t->n ? i + 8 : t->n;

    while (i < end && (t->at[i].kind == TOKEN_PAUSE || text_at_any(t, i, fillers)))
        i += t->at[i].kind == TOKEN_PAUSE ? 1 : text_at_any(t, i, fillers);
    if (i + 2 >= t->n || !text_is(&t->at[i], pronouns) ||
        !text_is(&t->at[i + 1], verbs) || !text_at(t, i + 2, "not"))
        return -1;
    return i + 3 >= t->n || t->at[i + 3].kind >= TOKEN_PAUSE ? i + 2 : -1;
}

/* What is said by others, or was believed once, is silent up to its "but". When "they are
 * not" stands there, its denial is what is said. */
static void
mark_belief(struct reading_text *r, int i)
{
    struct tokens *t = &r->t;
    int end = turning_point(t, i), not = short_denial(t, end);

    if (not < 0) {
        silence(t, i, end);
        return;
    }
    for (int k = i; k < end; k++)
        if (text_at(t, k, "that"))
            silence(t, i, k);
    r->denials[r->n_denials++] = (struct denial){not, i, end};
}

/* "whether d is odd plays no role" asks nothing: it says that either will do. */
static bool
is_all_one(const struct tokens *t, int i)
{
    static const char *const verdicts[] = {
        "no role",       "not matter",   "no matter",       "no difference",
        "irrelevant",    "all the same", "not important",   "unimportant",
        "no importance", "no influence", "no consequence",  "not play a role",
        "not relevant",  "is all one",   "not play a part", NULL};

    for (int end = sentence_end(t, i); i < end; i++)
        if (text_at_any(t, i, verdicts))
            return true;
    return false;
}

/* "Contrary to what some book says, it is ...": silent up to its own statement. */
static void
mark_contrary(struct tokens *t, int i)
{
    static const char *const starts[] = {
        "there",   "it", "they", "the",  "this", "I",    "we",    "no", "what",
        "nothing", "a",  "both", "only", "all",  "each", "every", NULL};
    int end = i + 1;

    while (end < t->n && t->at[end].sentence == t->at[i].sentence &&
           !(t->at[end - 1].kind == TOKEN_PAUSE && text_is(&t->at[end], starts)))
        end++;
    silence(t, i, end);
}

static void
mark_from(struct reading_text *r, int i)
{
    struct tokens *t = &r->t;

    if (text_at(t, i, "contrary to") || text_at(t, i, "against the"))
        mark_contrary(t, i);

    if (text_at_any(t, i, unknown))
        mark_unknown(t, i);
    if (text_at_any(t, i, believed) || text_at_any(t, i, others) || is_reported(t, i) ||
        is_possible_belief(t, i))
        mark_belief(r, i);
    if (is_verdict(t, i))
        take_back(t, i);
    if (text_at_any(t, i, rival))
        silence(t, sentence_start(t, i), sentence_end(t, i));
    if (text_at(t, i, "whether") && !is_all_one(t, i))
        silence(t, i, clause_end(t, i));
}

/* "I thought X, but Y" */
static void
mark_thought(struct reading_text *r, int i)
{
    struct tokens *t = &r->t;
    int end;

    if (!text_at_any(t, i,
                     (const char *const[]){"I thought", "I assumed", "I believed", NULL}))
        return;
    end = turning_point(t, i);
    if (end < sentence_end(t, i))
        mark_belief(r, i);
}

/* "If d were odd, one would be left over": what would be is no contradiction. */
static void
mark_unreal(struct tokens *t, int from, int to)
{
    static const char *const would[] = {"would", "could", NULL};
    static const char *const past[] = {"were", "was",   "could", "had",
                                       "did",  "would", NULL};
    int start = -1;
    bool unreal = false;

    for (int i = from; i < to; i++) {
        if (text_at(t, i, "otherwise") || text_at(t, i, "or else")) {
            start = i;
            unreal = false;
        } else if (text_at(t, i, "if") && start < 0) {
            for (int k = i + 1; k < to && k < i + 9; k++)
                if (text_is(&t->at[k], past))
                    start = from;
        }
        unreal = unreal || (start >= 0 && text_is(&t->at[i], would));
    }
    for (int i = start; unreal && i < to; i++)
        t->at[i].unreal = true;
}

/* ---- lists of words and copies -------------------------------------------------------
 */

struct make_up {
    int words, letters, items, glue, relations;
    bool article, held; /* held: there is a verb, an article or a preposition */
};

enum { BARE_WORDS = 8 }; /* so many with nothing between them are no sentence */

/* What holds a statement together. */
static const char *const glue[] = {
    "is",    "are",   "was",     "were", "be",   "does", "do",     "has",   "have", "can",
    "will",  "must",  "not",     "no",   "that", "over", "across", "by",    "from", "on",
    "as",    "if",    "because", "it",   "they", "I",    "so",     "this",  "gets", "get",
    "stays", "needs", "which",   "with", "to",   "but",  "only",   "there", NULL,
};

static const char *const holding[] = {
    "of",      "in",   "at",    "into", "when", "while", "then", "than",   "without",
    "per",     "like", "where", "its",  "the",  "a",     "an",   "always", "never",
    "neither", "nor",  "stay",  "keep", "undo", "use",   "take", "them",   NULL};

static struct make_up
make_up_of(const struct tokens *t, int from, int to)
{
    struct make_up m = {.items = 1};

    for (int i = from; i < to; i++) {
        const struct token *k = &t->at[i];

        m.words += k->kind == TOKEN_WORD && k->s[1];
        m.letters += k->kind == TOKEN_WORD && !k->s[1];
        m.items += k->kind == TOKEN_PAUSE;
        m.glue += text_is(k, glue);
        m.article = m.article || text_at(t, i, "the");
        m.held = m.held || text_is(k, glue) || text_is(k, holding) || text_is_verb(k);
        m.relations += k->kind == TOKEN_SIGN && strchr("=<>", k->s[0]) != NULL;
    }
    return m;
}

/* Many short items, none of which says anything: nouns in a row. */
static bool
is_list(const struct tokens *t, int from, int to)
{
    struct make_up m = make_up_of(t, from, to);

    if (m.words >= BARE_WORDS && !m.relations && !m.held)
        return true;
    return (m.letters < 4 || !m.article) && m.items >= 5 && m.words < 3 * m.items &&
           16 * m.glue <= m.words && m.relations == 0;
}

/* All that the sentence says stands in the question too. A formula is no copy. */
static bool
is_copy(const struct tokens *t, int from, int to, const struct tokens *question)
{
    int words = 0, own = 0;

    for (int i = from; i < to; i++) {
        const struct token *k = &t->at[i];
        bool same = false;

        if (k->kind == TOKEN_SIGN && strchr("=<>", k->s[0]))
            return false;
        if (k->kind != TOKEN_WORD || !k->s[1] || k->light)
            continue;
        words++;
        for (int q = 0; !same && q < question->n; q++)
            same = !strcmp(question->at[q].s, k->s) ||
                   (k->word >= 0 && question->at[q].word == k->word);
        own += !same;
    }
    return words >= 4 && own * 8 <= words;
}

void
silence_mark(struct reading_text *r, const struct tokens *question)
{
    struct tokens *t = &r->t;

    for (int from = 0; from < t->n;) {
        int to = sentence_end(t, from);

        if (asks(t, from) || is_list(t, from, to) || is_copy(t, from, to, question))
            silence(t, from, to);
        mark_unreal(t, from, to);
        from = to;
    }
    for (int i = 0; i < t->n; i++) {
        mark_from(r, i);
        mark_thought(r, i);
    }
}
