/* Values that break a claim, or meet a condition. */
#include <string.h>

#include "grade/claim/claim.h"

/* How the relation turns out for these values; left and right are their texts. */
static enum agreement
claim_holds(const struct grading *g, const struct term *claim, struct exact_result *how)
{
    struct exact_options none = {0};
    enum relation r = claim->relation;
    bool turned = r == RELATION_NOT_EQUAL;

    *how = exact_compare(g->arena, values_scope(g), claim->arg[0],
                         turned ? RELATION_EQUAL : r, claim->arg[1], &none);
    if (how->verdict == VERDICT_UNDECIDED)
        return AGREE_UNDECIDED;
    return (how->verdict == VERDICT_EQUAL) != turned ? AGREE_YES : AGREE_NO;
}

static bool
values_is_same(const struct grading *g, const char *x, const char *y)
{
    struct supplied of_x = values_new(g), of_y = values_new(g);
    struct exact_result how;

    if (!values_read(&of_x, x, NULL) || !values_read(&of_y, y, NULL))
        return false;
    for (int i = 0; i < of_x.n; i++)
        if (grade_same(g, of_x.value[i], of_y.value[i], &how) != AGREE_YES)
            return false;
    return true;
}

/* Whether a claim says that something is 0 that can be read in half a line. */
static bool
says_nothing_is_there(const struct grading *g, const struct term *asked)
{
    enum { SHORT = 16 };
    const struct term *right = asked->arg[1];

    return asked->relation == RELATION_EQUAL && right->op == TERM_NUMBER &&
           right->near == 0 && strlen(expr_plain(g->arena, asked->arg[0], 0)) <= SHORT;
}

/* What fails, and where: "there Im(q conj(k)) is 1, not 0", "it would say 1 > 1". `asked`
 * is the claim with its names. */
static const char *
failure_text(const struct grading *g, const struct term *asked, const char *at,
             const char *left, const char *right)
{
    enum relation r = asked->relation;

    if (r == RELATION_NOT_EQUAL)
        return arena_printf(g->arena, "The claim fails at %s: both sides are %s there.",
                            at, left);
    if (says_nothing_is_there(g, asked))
        return arena_printf(g->arena, "The claim fails at %s: there %s is %s, not %s.",
                            at, expr_plain(g->arena, asked->arg[0], 0), left, right);
    return arena_printf(g->arena, "The claim fails at %s: it would say %s %s %s.", at,
                        left, relation_text(r), right);
}

static void
accept_refute(const struct supplied *s, const struct term *asked,
              const struct term *claim, const struct exact_result *how, struct grade *out)
{
    const struct grading *g = s->g;
    const char *at = values_said(s);
    const char *left = *how->left ? how->left : grade_value_text(g, claim->arg[0]);
    const char *right = *how->right ? how->right : grade_value_text(g, claim->arg[1]);

    out->counterexample = arena_printf(g->arena, "at %s: %s and %s", at, left, right);
    out->feedback = failure_text(g, asked, at, left, right);
}

/* The miss that these values are; NULL: none. */
static const struct miss *
find_miss(const struct grading *g, const char *answer)
{
    for (int i = 0; i < g->q->n_misses; i++)
        if (values_is_same(g, answer, g->q->misses[i].typed))
            return &g->q->misses[i];
    return NULL;
}

static void
refuse_refute(const struct grading *g, const char *answer, const char *at,
              struct grade *out)
{
    const struct miss *miss = find_miss(g, answer);

    judge_wrong(out, miss           ? miss->sentence
                     : *g->q->holds ? g->q->holds
                                    : arena_printf(g->arena,
                                                   "For %s the claim holds. Try other "
                                                   "values.",
                                                   at));
    out->misconception = miss ? miss->name : "";
}

/* The claim fails there, but these are not the values that the question asks for. */
static void
refuse_other(const struct grading *g, const char *answer, struct grade *out)
{
    const struct miss *miss = find_miss(g, answer);

    judge_wrong(out, miss ? miss->sentence : judge_advice(g));
    out->misconception = miss ? miss->name : "";
}

/* Right when one of the claims fails; when none can be told to, it is unreadable unless
 * all of them hold. */
static void
judge_refute(const struct supplied *s, const char *answer, struct grade *out)
{
    const struct grading *g = s->g;
    const char *at = values_said(s), *why = NULL;

    for (int i = 0; i < g->q->n_claims; i++) {
        const struct term *claim = values_put_in(s, g->q->claims[i]);
        struct exact_result how = {.why = "it says nothing about such values"};
        enum agreement held = claim ? claim_holds(g, claim, &how) : AGREE_UNDECIDED;

        if (held == AGREE_NO && !values_are_those(s)) {
            refuse_other(g, answer, out);
            return;
        }
        if (held == AGREE_NO) {
            accept_refute(s, g->q->claims[i], claim, &how, out);
            return;
        }
        if (held == AGREE_UNDECIDED)
            why = how.why;
    }
    if (!why) {
        refuse_refute(g, answer, at, out);
        return;
    }
    read_fail(&out->err, NULL, 0, ERR_ANSWER_UNDECIDED,
              "for %s the claim neither holds nor fails: %s", at, why);
    judge_unreadable(out);
}

/* The values as numbers, so that a figure may show them. */
static void
keep_point(const struct supplied *s, struct grade *out)
{
    struct coordinate *at = ARENA_ARRAY(s->g->arena, struct coordinate, s->n + 1);

    for (int i = 0; i < s->n; i++)
        at[i] = (struct coordinate){s->names[i], s->value[i], ""};
    point_numbers(s->g, at, s->n, out);
}

static void
judge_set(const struct grading *g, const struct term *condition, struct grade *out)
{
    struct exact_result how;

    if (claim_holds(g, condition, &how) != AGREE_YES)
        judge_wrong(out, "Not there yet.");
}

static void
values_judge(const struct grading *g, const char *answer, struct grade *out)
{
    struct supplied s = values_new(g);
    const struct term *condition;

    if (!values_read(&s, answer, &out->err)) {
        judge_unreadable(out);
        return;
    }
    out->understood = values_text(&s, false);
    keep_point(&s, out);
    if (g->q->kind == ASK_REFUTE) {
        judge_refute(&s, answer, out);
        return;
    }
    condition = values_put_in(&s, g->q->claim);
    if (condition) {
        judge_set(g, condition, out);
        return;
    }
    read_fail(&out->err, NULL, 0, ERR_ANSWER_VALUES,
              "the condition says nothing about %s: try other values", out->understood);
    judge_unreadable(out);
}

/* ---- the kind -------------------------------------------------------------------- */

static void
values_show(const struct grading *g, const char *answer, struct reading *out)
{
    struct supplied s = values_new(g);

    out->ok = values_read(&s, answer, &out->err);
    if (!out->ok)
        return;
    out->tex = values_text(&s, true);
    out->plain = out->spoken = values_text(&s, false);
}

/* Values that break the claim. */
static char *
refute_model(const struct grading *g, bool tex)
{
    const struct term *claim = grade_unfold(g, g->q->claim);
    struct exact_options none = {0};
    struct supplied known = values_new(g);
    struct exact_result how = exact_compare(g->arena, g->d->scope, claim->arg[0],
                                            claim->relation, claim->arg[1], &none);
    struct supplied all = values_new(g);
    const char **names = ARENA_ARRAY(g->arena, const char *, how.n_point + 1);

    if (g->q->n_works && values_read(&known, g->q->works[0], NULL))
        return values_text(&known, tex);
    all.value = ARENA_ARRAY(g->arena, const struct term *, how.n_point + 1);
    all.names = names;
    all.n = 0;
    for (int i = 0; i < how.n_point; i++) {
        if (!how.point[i].value) /* a finite space */
            continue;
        names[all.n] = how.point[i].name;
        all.value[all.n++] = how.point[i].value;
    }
    if (how.verdict != VERDICT_DIFFERENT || !all.n)
        return model_printed(g, g->q->claim, tex);
    return values_text(&all, tex);
}

static char *
values_model(const struct grading *g, bool tex)
{
    return g->q->kind == ASK_SET ? model_printed(g, g->q->claim, tex)
                                 : refute_model(g, tex);
}

const struct grade_kind values_kind = {values_show, values_judge, values_is_same,
                                       values_model};
