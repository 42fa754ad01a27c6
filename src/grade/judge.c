#include <math.h>
#include <string.h>

#include "base/buf.h"
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
    out->mark = 0;
    out->understood = "";
}

void
judge_wrong(struct grade *out, const char *feedback)
{
    out->verdict = GRADE_WRONG;
    out->mark = 0;
    out->feedback = feedback;
}

const char *
judge_advice(const struct grading *g)
{
    return g->q->n_hints ? "A hint may help." : "Look at the question once more.";
}

static const struct grade_kind *const kinds[ASK_KIND_COUNT] = {
    [ASK_NUMBER] = &term_kind,   [ASK_EXPRESSION] = &term_kind,
    [ASK_MATRIX] = &term_kind,   [ASK_BLANK] = &term_kind,
    [ASK_CHOICE] = &choose_kind, [ASK_SEVERAL] = &choose_kind,
    [ASK_REFUTE] = &values_kind, [ASK_SET] = &values_kind,
    [ASK_ORDER] = &order_kind,   [ASK_SPOT] = &spot_kind,
    [ASK_STEP] = &route_kind,    [ASK_DERIVATION] = &route_kind,
    [ASK_CURVE] = &term_kind,    [ASK_TEXT] = &text_kind,
};

const struct grade_kind *
kind_of(const struct ask *q)
{
    return kinds[q->kind];
}

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
        if (kind_of(g->q)->is_same(g, answer, before->wrong[i]))
            return true;
    return false;
}

static struct grade
right_so_far(void)
{
    return (struct grade){.verdict = GRADE_RIGHT,
                          .mark = 1,
                          .understood = "",
                          .feedback = "",
                          .misconception = "",
                          .counterexample = "",
                          .first = -1};
}

bool
grade_costs(const struct grade *g)
{
    return g->verdict == GRADE_WRONG && !g->repeated && !g->off_form && !g->unfinished;
}

/* A message as Markdown that shows it: the sign of a product is no emphasis. */
static const char *
verbatim(struct arena *a, const char *text)
{
    struct buf b;

    buf_init(&b, a);
    for (; *text; text++)
        buf_printf(&b, "%s%c", *text == '*' ? "\\" : "", *text);
    return b.s;
}

struct grade
grade_answer(struct arena *a, const struct ask *q, const struct drawn *d,
             const char *answer, const struct tries *before, const struct rulebook *rules)
{
    struct grading g = {a, q, d, rules};
    struct grade out = right_so_far();

    if (q->predict) {
        read_fail(&out.err, NULL, 0, ERR_ANSWER_GUESS,
                  "%s is a guess, which is not graded", q->id);
        judge_unreadable(&out);
    } else if (!typed_check(answer, &out.err)) {
        judge_unreadable(&out);
    } else {
        kind_of(q)->judge(&g, answer, &out);
    }
    switch (out.verdict) {
    case GRADE_RIGHT:
    case GRADE_RIGHT_BUT:
        if (q->kind != ASK_TEXT) /* its rubric gives points for ideas alone */
            out.mark *= mark_after(before);
        break;
    case GRADE_WRONG:
        out.repeated = is_repeated(&g, answer, before);
        break;
    case GRADE_UNREADABLE:
        out.feedback = verbatim(a, out.err.msg);
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

bool
grade_guess_is_true(struct arena *a, const struct ask *q, const struct drawn *d,
                    const char *guess)
{
    struct ask asked = *q;
    struct grade g;

    if (q->kind == ASK_CURVE)
        return false;
    asked.predict = false;
    g = grade_answer(a, &asked, d, guess, NULL, NULL);
    return g.verdict == GRADE_RIGHT || g.verdict == GRADE_RIGHT_BUT ||
           (g.misconception && strcmp(g.misconception, "rounded") == 0);
}

/* ---- reading and showing ---------------------------------------------------------- */

struct reading
grade_read(struct arena *a, const struct ask *q, const struct drawn *d,
           const char *answer)
{
    struct reading out = {.tex = "", .plain = "", .spoken = ""};
    struct grading g = {a, q, d, NULL};

    if (answer[strspn(answer, " \t\n")] && typed_check(answer, &out.err))
        kind_of(q)->read(&g, answer, &out);
    return out;
}

char *
grade_model(struct arena *a, const struct ask *q, const struct drawn *d, bool tex)
{
    struct grading g = {a, q, d, NULL};

    return kind_of(q)->model(&g, tex);
}
