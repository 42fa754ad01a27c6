#include <math.h>
#include <string.h>

#include "grade/grade_priv.h"

const char *
grade_verdict_text(enum grade_verdict v)
{
    static const char *const texts[] = {"right", "right-but", "wrong", "unreadable"};

    return texts[v];
}

void
judge_unreadable(struct grade *out)
{
    out->verdict = GRADE_UNREADABLE;
    out->understood = "";
}

void
judge_wrong(struct grade *out, const char *feedback)
{
    out->verdict = GRADE_WRONG;
    out->feedback = feedback;
}

const char *
judge_advice(const struct grading *g)
{
    return g->q->n_hints ? "A hint may help." : "Look at the question once more.";
}

static const struct {
    void (*judge)(const struct grading *g, const char *answer, struct grade *out);
    bool (*is_same)(const struct grading *g, const char *x, const char *y);
} kinds[ASK_KIND_COUNT] = {
    [ASK_NUMBER] = {term_judge,   term_is_same  },
    [ASK_EXPRESSION] = {term_judge,   term_is_same  },
    [ASK_MATRIX] = {term_judge,   term_is_same  },
    [ASK_CHOICE] = {choose_judge, choose_is_same},
    [ASK_SEVERAL] = {choose_judge, choose_is_same},
    [ASK_REFUTE] = {values_judge, values_is_same},
    [ASK_SET] = {values_judge, values_is_same},
};

/* ---- marks ----------------------------------------------------------------------- */

/* In tenths: what a hint and a wrong try cost, and what is left at least. */
enum { MARK_FULL = 10, MARK_HINT = 1, MARK_TRY = 2, MARK_LEAST = 2 };

static double
mark_after(const struct tries *before)
{
    double tenths;

    if (!before)
        return 1;
    tenths = MARK_FULL - (double)MARK_HINT * before->hints -
             (double)MARK_TRY * before->n_wrong;

    return fmax(tenths, MARK_LEAST) / MARK_FULL;
}

static bool
is_repeated(const struct grading *g, const char *answer, const struct tries *before)
{
    for (int i = 0; before && i < before->n_wrong; i++)
        if (kinds[g->q->kind].is_same(g, answer, before->wrong[i]))
            return true;
    return false;
}

static struct grade
right_so_far(void)
{
    return (struct grade){.verdict = GRADE_RIGHT,
                          .understood = "",
                          .feedback = "",
                          .misconception = "",
                          .counterexample = ""};
}

struct grade
grade_answer(struct arena *a, const struct ask *q, const struct drawn *d,
             const char *answer, const struct tries *before)
{
    struct grading g = {a, q, d};
    struct grade out = right_so_far();

    if (q->predict) {
        read_fail(&out.err, NULL, 0, ERR_ANSWER_GUESS,
                  "%s is a guess, which is not graded", q->id);
        judge_unreadable(&out);
    } else {
        kinds[q->kind].judge(&g, answer, &out);
    }
    switch (out.verdict) {
    case GRADE_RIGHT:
    case GRADE_RIGHT_BUT:
        out.mark = mark_after(before);
        break;
    case GRADE_WRONG:
        out.repeated = is_repeated(&g, answer, before);
        break;
    case GRADE_UNREADABLE:
        out.feedback = arena_strdup(a, out.err.msg);
        break;
    }
    return out;
}

struct grade
grade_set(struct arena *a, const struct ask *q, double condition,
          const struct tries *before)
{
    struct grade out = right_so_far();

    out.understood = expr_plain(a, q->claim, 0);
    if (condition != 0 && !isnan(condition))
        out.mark = mark_after(before);
    else
        judge_wrong(&out, "Not there yet.");
    return out;
}
