#include <string.h>

#include "grade/text/text_priv.h"

/* ---- negations that are none ---------------------------------------------------------
 */

static const char *const harmless[] = {
    "not only",
    "not just",
    "not merely",
    "not simply",
    "not solely",
    "not alone",
    "no matter",
    "no doubt",
    "no wonder",
    "no idea",
    "no clue",
    "no problem",
    "nothing but",
    "nothing else but",
    "nothing other than",
    "none other than",
    "not surprisingly",
    "why not",
    "no longer than",
    "to no other",
    "and no other",
    "nothing more than",
    "and nothing more",
    "and nothing else",
    "and no more",
    "without doubt",
    "without further",
    "no less",
    "nothing special",
    "not to mention",
    "no sooner",
    "no surprise",
    "not to worry",
    "no one knows",
    "if not",
    "not for nothing",
    "not care",
    "not matter",
    "not quite the whole",
    "not the whole",
    "no more than",
    "nothing short of",
    "no stranger",
    "not bad",
    "without thinking",
    "do not worry",
    "not the full",
    "not wrong",
    "no secret",
    "never mind",
    "without notes",
    "not surprising",
    NULL,
};

/* ---- negations -----------------------------------------------------------------------
 */

static const char *const around[] = {
    /* deny the clause that they stand in */
    "not",     "never",  "hardly", "scarcely", "barely",
    "nothing", "nobody", "none",   "nowhere",  NULL,
};

static const char *const ahead[] = {
    /* deny what follows */
    "no",
    "without",
    "neither",
    "nor",
    "instead of",
    "rather than",
    "as opposed to",
    "in contrast to",
    "fails to",
    "fail to",
    "failed to",
    "lacks",
    "lack",
    "non",
    "nor",
    "free of",
    "refuses to",
    "refuse to",
    "deny",
    "denies",
    "doubt",
    "far from",
    "anything but",
    "except",
    "excluding",
    "exempt",
    "stops",
    "prevents",
    "forbids",
    "unlike",
    "impossible",
    "nonsense that",
    "false that",
    "wrong that",
    "untrue that",
    "wrong to",
    "false to",
    "myth that",
    "incorrect that",
    "mistake to",
    "mistaken to",
    "incorrect to",
    NULL,
};

static const char *const be[] = {
    "is",     "are", "was",   "were", "be",   "been",  "am",   "do",    "does",
    "did",    "has", "have",  "had",  "can",  "could", "will", "would", "shall",
    "should", "may", "might", "must", "need", "stays", NULL};

static void
deny(struct reading_text *r, int at, int from, int to)
{
    r->denials[r->n_denials++] = (struct denial){at, from, to};
}

/* Where the clause ends, when it goes on behind a comma with "nor" or "or", and a list of
 * single words as one. */
static int
reach_ahead(const struct tokens *t, int i)
{
    int end = clause_end(t, i);

    while (end < t->n && t->at[end].sentence == t->at[i].sentence &&
           (text_at(t, end, "nor") || text_at(t, end, "or")))
        end = clause_end(t, end);
    return end;
}

/* "not because it ...", "not when ...": what is denied stands behind. */
static int
reach_not(const struct tokens *t, int i)
{
    int end = reach_ahead(t, i);

    if (end < t->n && end <= i + 2 && t->at[end - 1].kind < TOKEN_PAUSE &&
        t->at[end].sentence == t->at[i].sentence && !text_at(t, end, "but"))
        end = clause_end(t, end);
    return end;
}

static bool
is_last(const struct tokens *t, int i)
{
    return i + 1 >= t->n || t->at[i + 1].clause != t->at[i].clause ||
           t->at[i + 1].kind > TOKEN_SIGN;
}

/* Whether "not" belongs to the verb of its clause, so that the subject is meant too. */
static bool
is_verbal(const struct tokens *t, int i)
{
    if (strcmp(t->at[i].s, "not") != 0)
        return true;
    for (int k = i - 1; k >= 0 && k >= i - 3 && t->at[k].kind < TOKEN_PAUSE; k--)
        if (text_is(&t->at[k], be))
            return true;
    return is_last(t, i);
}

/* "It is not the modulus that turns": only what stands before "that" is denied, the rest
 * is said of something else. Where "that" stands; -1: it is no such sentence. */
static int
cleft_end(const struct tokens *t, int i)
{
    static const char *const links[] = {"that", "which", "who", NULL};
    static const char *const links_of[] = {"is", "was", "are", "were", NULL};
    static const char *const claims_of[] = {
        "fact",  "truth", "case",     "rule",   "law",     "theorem",  "necessary",
        "clear", "true",  "required", "needed", "obvious", "possible", "consequence",
        "given", "sure",  "certain",  "likely", "known",   "proved",   "proven",
        "right", "idea",  "correct",  "said",   "claim",   "reason",   NULL};

    if (strcmp(t->at[i].s, "not") != 0 || i < 2 || !text_is(&t->at[i - 1], links_of) ||
        !(text_at(t, i - 2, "it") || text_at(t, i - 2, "that")))
        return -1;
    for (int k = i + 1; k < t->n && k <= i + 7 && t->at[k].kind < TOKEN_PAUSE; k++) {
        if (text_is(&t->at[k], claims_of))
            return -1;
        if (k > i + 1 && text_is(&t->at[k], links))
            return k;
    }
    return -1;
}

/* "nothing about ...", "no promise for ...": what is spoken of is not denied. */
static bool
is_about(const struct tokens *t, int i)
{
    static const char *const words[] = {"promise", "promises",  "claim", "statement",
                                        "word",    "guarantee", "say",   NULL};
    static const char *const links[] = {"about", "for", "on", "regarding", NULL};

    if (text_at(t, i, "nothing"))
        return text_at(t, i + 1, "about");
    return text_at(t, i, "no") && i + 2 < t->n && text_is(&t->at[i + 1], words) &&
           text_is(&t->at[i + 2], links);
}

/* "the branch notices nothing": the object of a verb, whose own statement is denied. */
static bool
is_object(const struct tokens *t, int i)
{
    return !strcmp(t->at[i].s, "nothing") && i > clause_start(t, i) &&
           t->at[i - 1].kind == TOKEN_WORD && !text_is(&t->at[i - 1], be) &&
           !text_at_any(t, i - 1, (const char *const[]){"and", "or", "but", NULL});
}

/* "the slope is not larger but smaller": what stands behind "but" is said of the same. */
static bool
has_other(const struct tokens *t, int end)
{
    if (end >= t->n || !text_at(t, end, "but"))
        return false;
    for (int k = end + 1; k < clause_end(t, end); k++)
        if (text_is_verb(&t->at[k]))
            return false;
    return true;
}

/* "does not turn by the size but by the angle": only what "but by" replaces is denied. */
static int
contrast_start(const struct tokens *t, int i, int end)
{
    static const char *const links[] = {"by", "for", "in",   "with", "from",
                                        "to", "of",  "with", "on",   NULL};

    for (int k = i + 1; end + 1 < t->n && text_is(&t->at[end + 1], links) && k < end; k++)
        if (!strcmp(t->at[k].s, t->at[end + 1].s))
            return k;
    return i;
}

static void
find_around(struct reading_text *r, int i)
{
    const struct tokens *t = &r->t;
    bool verbal = is_verbal(t, i);
    int start = clause_start(t, i), end = reach_not(t, i), cleft = cleft_end(t, i);

    if (is_about(t, i)) {
        deny(r, i, i, i + 1);
        return;
    }
    if (cleft > 0 || is_object(t, i)) {
        deny(r, i, cleft > 0 ? i : i - 1, cleft > 0 ? cleft : end);
        return;
    }

    if (verbal && is_last(t, i) && t->at[start].kind == TOKEN_WORD && i - start <= 1)
        while (start > 0 && t->at[start - 1].kind == TOKEN_PAUSE && i - start < 2)
            start = clause_start(t, start - 1); /* "values: not" */
    /* a denied list before the verb: "queries, keys and values are not" */
    if (has_other(t, end))
        start = contrast_start(t, i, end);
    deny(r, i, verbal || has_other(t, end) ? start : i, end);
}

/* How far "it is false that ..." reaches: behind a colon stands what is true instead. */
static int
reach_that(const struct tokens *t, int i)
{
    int end = sentence_end(t, i);

    for (int k = i; k < end; k++)
        if (t->at[k].kind == TOKEN_PAUSE && !strcmp(t->at[k].s, ":"))
            return k;
    return end;
}

/* "no angle for which ...": what is said of it belongs to it. */
static int
reach_no(const struct tokens *t, int i)
{
    static const char *const links[] = {"which", "where", "whose", NULL};
    int end = reach_ahead(t, i);

    if (end < t->n && end <= i + 4 && t->at[end].sentence == t->at[i].sentence &&
        t->at[end - 1].kind < TOKEN_PAUSE && text_is(&t->at[end], links))
        end = clause_end(t, end);
    return end;
}

static void
find_ahead(struct reading_text *r, int i, int n)
{
    const struct tokens *t = &r->t;
    const char *s = t->at[i].s;
    int start = clause_start(t, i);

    if (text_at(t, i, "except that") || text_at(t, i, "except if"))
        return;
    if (is_about(t, i)) {
        deny(r, i, i, i + 2);
        return;
    }
    if (!strcmp(s, "nor") || (!strcmp(s, "or") && n == 1))
        for (int k = sentence_start(t, i); k < i; k++)
            if (!strcmp(t->at[k].s, "neither") || !strcmp(t->at[k].s, "not") ||
                !strcmp(t->at[k].s, "no"))
                return; /* one denial with it, which reaches so far */
    if (is_last(t, i + n - 1) && (!strcmp(s, "no") || !strcmp(s, "neither"))) {
        if (i == start && i > 0 && t->at[i - 1].kind == TOKEN_PAUSE &&
            t->at[i - 1].sentence == t->at[i].sentence)
            start = clause_start(t, i - 1); /* "values: no" */
        deny(r, i, start, i + 1);
        return;
    }
    deny(r, i, i,
         n > 1 && !strncmp(t->at[i + n - 1].s, "that", 4) ? reach_that(t, i)
         : !strcmp(s, "no")                               ? reach_no(t, i)
                                                          : reach_ahead(t, i));
}

/* ---- "X is wrong" --------------------------------------------------------------------
 */

static const char *const wrong[] = {"false",    "wrong",     "untrue",
                                    "nonsense", "incorrect", "mistaken",
                                    "rubbish",  "backwards", NULL};
static const char *const wrong_more[] = {
    "not true", "not right", "not correct",  "a myth",    "a mistake", "a misconception",
    "an error", "not so",    "not the case", "a fallacy", "not it",    NULL};
static const char *const claims[] = {
    "claim",     "idea",     "statement", "belief", "sentence", "saying",
    "say",       "think",    "notion",    "view",   "saying",   "myth",
    "believing", "thinking", "claiming",  "that",   NULL};

/* The place of a claim that the sentence is about: "the idea that X ...", "to say X ...";
 * -1 if it names none. */
static int
claim_before(const struct tokens *t, int i)
{
    for (int k = sentence_start(t, i); k < i; k++)
        if (text_is(&t->at[k], claims) && k <= sentence_start(t, i) + 4)
            return k;
    return -1;
}

static void
find_wrong(struct reading_text *r, int i)
{
    const struct tokens *t = &r->t;
    int n = text_at_any(t, i, wrong_more), claim;

    n = n ? n : 1;
    if (i == 0 || !(text_is(&t->at[i - 1], be) || (i > 1 && text_is(&t->at[i - 2], be))))
        return;
    if (text_at(t, i + n, "that") || text_at(t, i + n, "to")) {
        deny(r, i, i, reach_that(t, i));
        return;
    }
    claim = claim_before(t, i);
    if (claim >= 0)
        deny(r, i, claim, i);
}

/* ---- all -----------------------------------------------------------------------------
 */

void
negations_find(struct reading_text *r)
{
    const struct tokens *t = &r->t;

    r->denials = ARENA_ARRAY(r->arena, struct denial, 3 * t->n + 1);
    for (int i = 0; i < t->n; i++) {
        int n = text_at_any(t, i, harmless);

        if (n) {
            for (int k = i; k < i + n; k++)
                t->at[k].idle = true;
            i += n - 1;
            continue;
        }
        if (text_is(&t->at[i], wrong) || text_at_any(t, i, wrong_more)) {
            find_wrong(r, i);
            if (!text_at(t, i, "not")) {
                n = text_at_any(t, i, wrong_more);
                i += n > 1 ? n - 1 : 0; /* "a mistake to" is one denial */
                continue;
            }
            if (r->n_denials && r->denials[r->n_denials - 1].at == i)
                continue;
        }
        n = text_at_any(t, i, ahead);
        if (n)
            find_ahead(r, i, n);
        else if (text_is(&t->at[i], around))
            find_around(r, i);
        i += n > 1 ? n - 1 : 0;
    }
}
