#include "check/check_priv.h"
#include "exact/exact.h"

/* ---- values of drawn names ----------------------------------------------------------
 */

static struct calc_env
draw_env(struct checker *c, const struct ask *q)
{
    struct calc_name *names = ARENA_ARRAY(c->scratch, struct calc_name, q->draw.n + 1);
    struct calc_env env = {names, 0};

    for (int i = 0; i < q->draw.n; i++) {
        const struct binding *b = &q->draw.at[i];

        if (calc_eval(c->scratch, q->scope, b->value, &env, &names[env.n].value, NULL))
            names[env.n++].name = b->name;
    }
    return env;
}

/* t with every name that has a value, or is drawn, replaced by it; NULL when it has no
 * type then. */
static const struct term *
written_term(struct checker *c, const struct ask *q, const struct term *t)
{
    struct replacement *r = ARENA_ARRAY(c->scratch, struct replacement, q->draw.n + 1);

    for (int i = 0; i < q->draw.n; i++)
        r[i] = (struct replacement){q->draw.at[i].name, q->draw.at[i].value};
    return expr_replace(c->scratch, expr_unfold(c->scratch, q->scope, t), r, q->draw.n);
}

/* ---- choices ------------------------------------------------------------------------
 */

/* The value of a choice that is a term, a formula that reads as one, or a computed span;
 * NULL for words. */
static const struct term *
choice_term(struct checker *c, const struct ask *q, const struct choice *choice)
{
    struct runs runs = lesson_runs(c->scratch, choice->text, (struct pos){"", 1, 1});
    const struct term *t;

    if (runs.n != 1 || runs.at[0].kind == RUN_CODE)
        return NULL;
    t = expr_parse(c->scratch, q->scope, runs.at[0].text, runs.at[0].at, NULL);
    return t ? written_term(c, q, t) : NULL;
}

static bool
same_value(struct checker *c, const struct ask *q, const struct term *x,
           const struct term *y)
{
    return exact_compare(c->scratch, q->scope, x, RELATION_EQUAL, y, NULL).verdict ==
           VERDICT_EQUAL;
}

static void
check_choices(struct checker *c, const struct ask *q)
{
    const struct term *terms[LESSON_CHOICES_MAX];

    for (int i = 0; i < q->n_choices; i++) {
        terms[i] = choice_term(c, q, &q->choices[i]);
        for (int k = 0; k < i && terms[i]; k++)
            if (terms[k] && same_value(c, q, terms[k], terms[i]))
                errs_at(c->arena, c->errs, field_find(q->fields, "choice")->text_at,
                        ERR_CHOICES_SAME, "the choices '%s' and '%s' have one value",
                        q->choices[k].text, q->choices[i].text);
    }
}

/* ---- claims -------------------------------------------------------------------------
 */

static void
check_claim(struct checker *c, const struct ask *q)
{
    const struct term *t = written_term(c, q, q->claim);
    const struct field *f = field_find(q->fields, "claim");
    struct exact_result r;

    if (!t)
        return;
    r = exact_compare(c->scratch, q->claim_scope, t->arg[0], t->relation, t->arg[1],
                      NULL);
    if (r.verdict == VERDICT_EQUAL)
        errs_at(c->arena, c->errs, f->text_at, ERR_CLAIM_TRUE,
                "nothing was found that breaks this claim, so no answer would be right");
    else if (r.verdict == VERDICT_UNDECIDED)
        errs_at(c->arena, c->errs, f->text_at, ERR_CLAIM_TRUE,
                "whether anything breaks this claim cannot be decided: %s", r.why);
}

/* ---- a question ---------------------------------------------------------------------
 */

void
check_ask(struct checker *c, const struct ask *q)
{
    struct calc_env env = draw_env(c, q);

    c->report->questions++;
    for (int i = 0; i < q->n_texts; i++)
        check_text(c, q->scope, &env, &q->texts[i]);
    check_question_fits(c, q, &env);
    check_choices(c, q);
    if (q->kind == ASK_REFUTE)
        check_claim(c, q);
    else if (q->kind == ASK_SET)
        check_condition(c, q);
}
