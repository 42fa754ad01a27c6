#include <math.h>

#include "base/buf.h"
#include "check/check_priv.h"
#include "exact/exact.h"
#include "grade/grade.h"

/* A line of a derivation is judged at many points for each draw, and for long. */
enum { CHECK_DRAWS = 50, CHECK_DRAWS_ROUTE = 5 };

/* ---- choices ------------------------------------------------------------------------
 */

/* The value of a choice that is a term, a formula that reads as one, or a computed span;
 * NULL for words. */
static const struct term *
choice_term(struct checker *c, const struct scope *s, const struct choice *choice)
{
    struct runs runs = lesson_runs(c->scratch, choice->text, (struct pos){"", 1, 1});
    const struct term *t;

    if (runs.n != 1 || runs.at[0].kind == RUN_CODE)
        return NULL;
    t = expr_parse(c->scratch, s, runs.at[0].text, runs.at[0].at, NULL);
    return t ? expr_unfold(c->scratch, s, t) : NULL;
}

static bool
same_value(struct checker *c, const struct scope *s, const struct term *x,
           const struct term *y)
{
    return exact_compare(c->scratch, s, x, RELATION_EQUAL, y, NULL).verdict ==
           VERDICT_EQUAL;
}

static bool
check_choices(struct checker *c, const struct ask *q, const struct scope *s)
{
    const struct term *terms[LESSON_CHOICES_MAX];
    bool ok = true;

    for (int i = 0; i < q->n_choices; i++) {
        terms[i] = choice_term(c, s, &q->choices[i]);
        for (int k = 0; k < i && terms[i]; k++)
            if (terms[k] && same_value(c, s, terms[k], terms[i]))
                ok = errs_at(c->arena, c->errs, field_find(q->fields, "choice")->text_at,
                             ERR_CHOICES_SAME,
                             "the choices '%s' and '%s' have one value%s",
                             q->choices[k].text, q->choices[i].text, c->where);
    }
    return ok;
}

/* ---- claims -------------------------------------------------------------------------
 */

/* Whether the claim is false somewhere. */
static bool
check_claim(struct checker *c, const struct ask *q, const struct scope *s)
{
    const struct term *t = expr_unfold(c->scratch, s, q->claim);
    struct pos at = field_find(q->fields, "claim")->text_at;
    struct exact_result r =
        exact_compare(c->scratch, s, t->arg[0], t->relation, t->arg[1], NULL);

    if (r.verdict == VERDICT_EQUAL)
        return errs_at(
            c->arena, c->errs, at, ERR_CLAIM_TRUE,
            "nothing was found that breaks this claim%s, so no answer would be right",
            c->where);
    if (r.verdict == VERDICT_UNDECIDED)
        return errs_at(c->arena, c->errs, at, ERR_CLAIM_TRUE,
                       "whether anything breaks this claim cannot be decided%s: %s",
                       c->where, r.why);
    return true;
}

/* ---- drawn numbers -------------------------------------------------------------------
 */

/* Whether the numbers that are written meet the conditions that stand behind them. */
static void
check_conditions(struct checker *c, const struct ask *q, const struct scope *s)
{
    for (int i = 0; i < q->draw.n; i++) {
        const struct binding *b = &q->draw.at[i];

        for (int k = 0; k < b->n_conditions; k++)
            if (calc_eval_real(c->scratch, s,
                               expr_unfold(c->scratch, s, b->conditions[k]), NULL) != 1)
                errs_at(c->arena, c->errs, b->at, ERR_DRAW_USELESS,
                        "the numbers that are written do not meet '%s'",
                        expr_plain(c->scratch, b->conditions[k], 0));
    }
}

static bool
is_written(const struct ask *q, const struct drawn *d)
{
    for (int i = 0; i < d->n; i++)
        if (!expr_same(d->value[i], q->draw.at[i].value))
            return false;
    return true;
}

static char *
numbers_text(struct arena *a, const struct drawn *d)
{
    struct buf b;

    buf_init(&b, a);
    for (int i = 0; i < d->n; i++)
        buf_printf(&b, "%s%s = %s", i ? ", " : " at ", expr_name_text(a, d->name[i], 0),
                   expr_plain(a, d->value[i], 0));
    return b.s;
}

/* ---- a question ----------------------------------------------------------------------
 */

/* A truth that is drawn has a height at each of many places. */
static bool
check_curve(struct checker *c, const struct ask *q, const struct scope *s)
{
    enum { PLACES = 33 };
    double low = calc_eval_real(c->scratch, s, q->low, NULL);
    double high = calc_eval_real(c->scratch, s, q->high, NULL);

    for (int i = 0; i < PLACES; i++) {
        double complex x = low + (high - low) * i / (PLACES - 1);
        struct calc_name name = {
            q->over, {1, 1, true, &x}
        };
        struct calc_env env = {.at = &name, .n = 1};

        if (!isfinite(calc_eval_real(c->scratch, s, q->answer, &env)))
            return errs_at(c->arena, c->errs, field_find(q->fields, "truth")->text_at,
                           ERR_SPAN_NO_VALUE, "this is undefined at %s = %g%s", q->over,
                           creal(x), c->where);
    }
    return true;
}

/* The truth of a guess must have a value to be shown. */
static bool
check_truth(struct checker *c, const struct ask *q, const struct scope *s)
{
    struct value v;

    if (q->kind == ASK_CURVE)
        return check_curve(c, q, s);
    return !q->predict || !q->answer ||
           (calc_eval(c->scratch, s, q->answer, NULL, &v, NULL) &&
            value_is_defined(&v)) ||
           errs_at(c->arena, c->errs, field_find(q->fields, "truth")->text_at,
                   ERR_SPAN_NO_VALUE, "this is undefined%s", c->where);
}

static bool
check_drawn(struct checker *c, const struct ask *q, const struct drawn *d)
{
    bool ok = check_choices(c, q, d->scope);

    for (int i = 0; i < q->n_texts; i++)
        ok = check_text(c, d->scope, &q->texts[i]) && ok;
    if (q->kind == ASK_REFUTE && !q->n_works)
        ok = check_claim(c, q, d->scope) && ok;
    if (q->kind == ASK_BLANK)
        ok = check_blank(c, q, d->scope) && ok;
    return check_truth(c, q, d->scope) && ok && check_answers(c, q, d);
}

/* The numbers that are written, then as many draws, until one of them shows something. */
static void
check_draws(struct checker *c, const struct ask *q)
{
    int most = q->kind == ASK_DERIVATION ? CHECK_DRAWS_ROUTE : CHECK_DRAWS;
    int n = q->draw.n ? most : 1, written = 0, i;
    bool ok = true;

    for (i = 0; i < n && ok; i++) {
        struct drawn d = ask_draw(c->scratch, q, (uint64_t)i, 0);
        int spans = c->report->spans;

        c->where = numbers_text(c->scratch, &d);
        ok = check_drawn(c, q, &d);
        written += is_written(q, &d);
        if (i > 0)
            c->report->spans = spans;
        c->where = "";
        arena_reset(c->scratch);
    }
    if (n > 1 && written == n)
        errs_at(c->arena, c->errs, field_find(q->fields, "draw")->at, ERR_DRAW_USELESS,
                "%d draws gave no other numbers than those that are written", n);
}

void
check_ask(struct checker *c, const struct ask *q)
{
    struct drawn d = ask_draw(c->scratch, q, 0, 0);
    int before;

    c->report->questions++;
    check_conditions(c, q, d.scope);
    check_question_fits(c, q, d.scope);
    if (q->kind == ASK_SET)
        check_condition(c, q);
    if (q->kind == ASK_CURVE)
        check_axes(c, q);
    check_theorem(c, q);
    arena_reset(c->scratch);
    before = c->errs->n + c->errs->dropped;
    check_draws(c, q);
    if (c->errs->n + c->errs->dropped == before)
        check_sight(c, q, numbers_text);
}
