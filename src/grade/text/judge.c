#include <string.h>

#include "grade/grade_priv.h"
#include "grade/text/text_priv.h"

/* A text with fewer known words than this share, of so many words, is no English. */
enum { KNOWN_PERCENT = 45, WORDS_TO_TELL = 6 };

static struct reading_text
read_text(struct arena *a, const struct rubric *r, const char *text)
{
    struct reading_text t = {.arena = a};

    t.t = tokens_read(a, text, strlen(text));
    vocabulary_look_up(r->words, &t.t);
    clauses_mark(&t.t);
    return t;
}

static bool
is_foreign(const struct tokens *t)
{
    int words = 0, known = 0;

    for (int i = 0; i < t->n; i++) {
        bool word = t->at[i].kind == TOKEN_WORD && strlen(t->at[i].s) > 1;

        words += word;
        known += word && t->at[i].known;
    }
    return words >= WORDS_TO_TELL && 100 * known < KNOWN_PERCENT * words;
}

/* ---- one idea ------------------------------------------------------------------------
 */

static void
quote(struct idea_grade *out, const struct reading_text *r, const char *answer, int from,
      int to)
{
    out->from = r->t.at[from].from;
    out->to = r->t.at[to - 1].to;
    out->quote =
        arena_strndup(r->arena, answer + out->from, (size_t)(out->to - out->from));
}

/* What the patterns of an idea say, contradictions first. */
static void
judge_idea(const struct idea *idea, const struct reading_text *r,
           const struct occurrences *o, const char *answer, struct idea_grade *out)
{
    for (int i = 0; i < idea->found.n; i++) {
        struct hit h = pattern_find(&idea->found.at[i], r, o, false);

        if (h.denies) {
            out->verdict = IDEA_CONTRADICTED;
            quote(out, r, answer, h.denies_from, h.denies_to);
        } else if (h.says && out->verdict == IDEA_MISSING) {
            out->verdict = IDEA_FOUND;
            quote(out, r, answer, h.says_from, h.says_to);
        }
        if (h.says || h.denies)
            out->pattern = idea->found.at[i].text;
        if (h.denies)
            return;
    }
    for (int i = 0; i < idea->contradicted.n; i++) {
        struct hit h = pattern_find(&idea->contradicted.at[i], r, o, true);

        if (h.says) {
            out->verdict = IDEA_CONTRADICTED;
            out->pattern = idea->contradicted.at[i].text;
            quote(out, r, answer, h.says_from, h.says_to);
            return;
        }
    }
}

/* "You may not divide by x" names the rule; a fact that is denied does not. */
static void
allow_bans(struct reading_text *r)
{
    static const char *const modals[] = {"may", "must", "should", "might", NULL};
    int n = 0;

    for (int i = 0; i < r->n_denials; i++) {
        int at = r->denials[i].at;

        if (!text_at(&r->t, at, "not") || at == 0 || !text_is(&r->t.at[at - 1], modals))
            r->denials[n++] = r->denials[i];
    }
    r->n_denials = n;
}

bool
text_judge_ideas(const struct rubric *r, const struct ask *q, const char *answer,
                 struct idea_grade *out)
{
    struct reading_text t = read_text(r->arena, r, answer);
    struct reading_text question = read_text(r->arena, r, q->words);
    struct occurrences *o;

    for (int i = 0; i < r->n_ideas; i++)
        out[i] = (struct idea_grade){.id = r->ideas[i].id,
                                     .says = r->ideas[i].says,
                                     .ask_again = r->ideas[i].follow_up,
                                     .quote = "",
                                     .pattern = "",
                                     .needed = points_need(r, i),
                                     .blocks = !points_count(r)};
    if (is_foreign(&t.t))
        return false;
    negations_find(&t);
    if (q->kind == ASK_SPOT)
        allow_bans(&t);
    silence_mark(&t, &question.t);
    o = occurrences_find(r, &t);
    for (int i = 0; i < r->n_ideas; i++)
        judge_idea(&r->ideas[i], &t, o, answer, &out[i]);
    return true;
}

enum idea_verdict
grade_reason(struct arena *a, const struct ask *q, const char *reason)
{
    struct rubric *r;
    struct idea_grade idea;

    if (strlen(reason) > GRADE_TEXT_MAX || !q->n_because)
        return q->n_because ? IDEA_MISSING : IDEA_FOUND;
    r = rubric_read(a, q, NULL);
    text_judge_ideas(r, q, reason, &idea);
    rubric_free(r);
    return idea.verdict;
}

/* ---- the question as a whole ---------------------------------------------------------
 */

const char *
grade_idea_text(enum idea_verdict v)
{
    static const char *const texts[] = {"missing", "found", "contradicted"};

    return texts[v];
}

static int
count(const struct idea_grade *ideas, int n, enum idea_verdict v)
{
    int k = 0;

    for (int i = 0; i < n; i++)
        k += ideas[i].verdict == v;
    return k;
}

static bool
is_blocked(const struct idea_grade *ideas, int n)
{
    for (int i = 0; i < n; i++)
        if (ideas[i].verdict == IDEA_CONTRADICTED && ideas[i].blocks)
            return true;
    return false;
}

/* The first missing idea that full points need. */
static const struct idea_grade *
first_missing(const struct rubric *r, const struct idea_grade *ideas)
{
    for (int i = 0; i < r->n_ideas; i++)
        if (ideas[i].verdict == IDEA_MISSING && points_need(r, i))
            return &ideas[i];
    return NULL;
}

static const char *
feedback_on(const struct rubric *r, const struct idea_grade *ideas, struct grade *out)
{
    const struct idea_grade *missing = first_missing(r, ideas);

    for (int i = 0; i < r->n_ideas; i++)
        if (ideas[i].verdict == IDEA_CONTRADICTED)
            return arena_printf(r->arena, "You say \u201c%s\u201d. Compare: %s",
                                ideas[i].quote, ideas[i].says);
    if (out->points == out->points_most || !missing)
        return "";
    out->ask_again = missing;
    return *missing->ask_again ? missing->ask_again
                               : "One idea is not there yet. Say more, then compare with "
                                 "the model answer.";
}

static enum grade_verdict
verdict_of(const struct rubric *r, const struct grade *out)
{
    if (is_blocked(out->ideas, r->n_ideas))
        return GRADE_WRONG;
    if (count(out->ideas, r->n_ideas, IDEA_CONTRADICTED))
        return out->points == out->points_most ? GRADE_RIGHT_BUT : GRADE_WRONG;
    if (out->points == out->points_most)
        return GRADE_RIGHT;
    return out->points ? GRADE_RIGHT_BUT : GRADE_WRONG;
}

/* What is refused without being judged: nothing at all, and more than can be read. */
static bool
fits(const char *answer, struct err *e)
{
    if (answer[strspn(answer, " \t\r\n")] == '\0')
        return read_fail(e, NULL, 0, ERR_NONE, "nothing is written yet");
    if (strlen(answer) > GRADE_TEXT_MAX)
        return read_fail(e, NULL, 0, ERR_ANSWER_LONG,
                         "the answer has more than %d bytes: say it in fewer words",
                         GRADE_TEXT_MAX);
    return true;
}

static void
text_show(const struct grading *g, const char *answer, struct reading *out)
{
    out->ok = fits(answer, &out->err);
    if (out->ok)
        out->plain = out->spoken = arena_strdup(g->arena, answer);
}

static void
weigh(const struct rubric *r, struct grade *out)
{
    enum idea_verdict v[RUBRIC_IDEAS_MAX];

    for (int i = 0; i < r->n_ideas; i++)
        v[i] = out->ideas[i].verdict;
    out->points = points_of(r, v);
    out->points_most = points_most(r);
    if (out->self_mark) {
        out->feedback = "The rules cannot judge this text. Mark it yourself beside the "
                        "model answer.";
        out->verdict = GRADE_RIGHT_BUT;
        out->mark = 0;
        return;
    }
    out->feedback = feedback_on(r, out->ideas, out);
    out->verdict = verdict_of(r, out);
    out->self_mark = out->ask_again != NULL;
    out->mark = out->points_most ? (double)out->points / out->points_most : 0;
    if (out->verdict == GRADE_WRONG && out->mark == 1)
        out->mark = (double)(out->points_most - 1) / out->points_most;
}

static void
text_judge(const struct grading *g, const char *answer, struct grade *out)
{
    struct idea_grade *ideas = ARENA_ARRAY(g->arena, struct idea_grade, RUBRIC_IDEAS_MAX);
    struct rubric *r;

    if (!fits(answer, &out->err)) {
        judge_unreadable(out);
        return;
    }
    r = rubric_read(g->arena, g->q, NULL);
    out->self_mark = !text_judge_ideas(r, g->q, answer, ideas);
    out->ideas = ideas;
    out->n_ideas = r->n_ideas;
    weigh(r, out);
    rubric_free(r);
}

static bool
text_is_same(const struct grading *g, const char *x, const char *y)
{
    (void)g;
    return !strcmp(x + strspn(x, " \t\r\n"), y + strspn(y, " \t\r\n"));
}

static char *
text_model(const struct grading *g, bool tex)
{
    const struct field *f = field_find(g->q->fields, "model");

    (void)tex;
    return arena_strdup(g->arena, f ? f->text : "");
}

const struct grade_kind text_kind = {text_show, text_judge, text_is_same, text_model};
