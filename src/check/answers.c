#include <string.h>

#include "base/buf.h"
#include "check/check_priv.h"
#include "exact/exact.h"
#include "grade/grade.h"

enum { TYPED_DIGITS = 25 };

/* A question with one set of numbers. */
struct variant {
    struct checker *c;
    const struct ask *q;
    const struct drawn *d;
    const struct rulebook *rules; /* NULL for kinds that need none */
};

static struct grade
graded(const struct variant *v, const char *typed)
{
    return grade_answer(v->c->scratch, v->q, v->d, typed, NULL, v->rules);
}

static bool
is_forbidden(const struct ask *q, const struct term *t)
{
    for (int i = 0; i < q->n_without; i++)
        if (expr_mentions(t, q->without[i]))
            return true;
    return false;
}

/* A term as somebody would type it: with numbers for the names, and in digits when it is
 * a number that needs a word that may not be used. */
static const char *
typed_term(const struct variant *v, const struct term *t)
{
    struct arena *a = v->c->scratch;
    const struct term *value = expr_unfold(a, v->d->scope, t);
    const char *digits;

    if ((v->q->kind == ASK_NUMBER || v->q->kind == ASK_MATRIX) &&
        v->q->closeness != CLOSE_EXACT && is_forbidden(v->q, value) &&
        exact_value(a, v->d->scope, value, NULL, 0, TYPED_DIGITS, &digits, NULL))
        return digits;
    return expr_plain(a, value, 0);
}

/* ---- right answers -------------------------------------------------------------------
 */

static bool
check_accepted(const struct variant *v, const char *key, const char *typed, bool also)
{
    struct grade g = graded(v, typed);
    const struct field *f = field_find(v->q->fields, key);

    if (g.verdict == GRADE_RIGHT || (also && g.verdict == GRADE_RIGHT_BUT))
        return true;
    return errs_at(v->c->arena, v->c->errs, f ? f->text_at : v->q->at, ERR_ANSWER_REFUSED,
                   "typed as %s, this is graded %s%s: %s", typed,
                   grade_verdict_text(g.verdict), v->c->where, g.feedback);
}

static bool
check_terms_accepted(const struct variant *v)
{
    bool ok = check_accepted(v, "answer", typed_term(v, v->q->answer), false);

    for (int i = 0; i < v->q->n_also; i++)
        ok = check_accepted(v, "also", typed_term(v, v->q->also[i]), true) && ok;
    return ok;
}

/* What is typed for the right choices and one more (-1: none): the text of a single one,
 * numbers for several. */
static const char *
typed_choices(const struct variant *v, int more)
{
    struct buf b;

    buf_init(&b, v->c->scratch);
    for (int i = 0; i < v->q->n_choices; i++) {
        bool right = v->q->choices[i].right;

        if (v->q->kind == ASK_CHOICE && (more < 0 ? right : i == more))
            return v->q->choices[i].text;
        if (right || i == more)
            buf_printf(&b, "%s%d", b.n ? ", " : "", i + 1);
    }
    return b.s;
}

/* The right order and the others that are right too, by the numbers of the lines. */
static bool
check_orders(const struct variant *v)
{
    bool ok = true;

    for (int i = -1; i < v->q->n_orders; i++) {
        const int *number = i < 0 ? v->q->order.number : v->q->orders[i].number;
        struct buf b;

        buf_init(&b, v->c->scratch);
        for (int k = 0; k < v->q->n_lines; k++)
            buf_printf(&b, "%s%d", k ? " " : "", number[k] + 1);
        ok = check_accepted(v, i < 0 ? "line" : "also", b.s, i >= 0) && ok;
    }
    return ok;
}

/* A sentence that names the rule: the reason that is written, else the k-th of the words
 * that do; NULL for a pattern, which nobody types. */
static const char *
typed_reason(const struct ask *q, int k)
{
    if (*q->reason)
        return k == 0 ? q->reason : NULL;
    return k < q->n_because && !strpbrk(q->because[k], "&|<>$;") ? q->because[k] : NULL;
}

/* The wrong line with every right repair and every word that may name the rule. */
static bool
check_spot(const struct variant *v)
{
    const struct ask *q = v->q;
    struct arena *a = v->c->scratch;
    const char *line = arena_printf(a, "%d", q->wrong_line + 1);
    bool ok = grade_reason_check(v->c->arena, q, v->c->errs);

    for (int i = -1; i < q->n_also; i++) {
        const struct term *t = i < 0 ? q->answer : q->also[i];
        const char *with = t ? arena_printf(a, "%s: %s", line, typed_term(v, t)) : line;

        if (!q->n_because)
            ok = check_accepted(v, i < 0 ? "truth" : "also", with, false) && ok;
        for (int k = 0; k < q->n_because; k++) {
            const char *reason = typed_reason(q, k);

            if (reason)
                ok = check_accepted(v, i < 0 ? "truth" : "also",
                                    arena_printf(a, "%s; because %s", with, reason),
                                    false) &&
                     ok;
        }
    }
    return ok;
}

static bool
check_works(const struct variant *v)
{
    bool ok =
        v->q->n_works > 0 ||
        check_accepted(v, "claim", grade_model(v->c->scratch, v->q, v->d, false), false);

    for (int i = 0; i < v->q->n_works; i++)
        ok = check_accepted(v, "works", v->q->works[i], false) && ok;
    return ok;
}

/* A step's answer; of a derivation, that its ends are equal. */
static bool
check_route(const struct variant *v)
{
    struct arena *a = v->c->scratch;
    const struct term *t = v->q->answer;
    struct grade g;

    if (t)
        return check_accepted(v, "answer", grade_model(a, v->q, v->d, false), false);
    if (!v->q->to)
        return true;
    g = graded(v, arena_printf(a, "%s %s", v->q->from->op == TERM_RELATION ? "<=>" : "=",
                               grade_route(a, v->q, v->d).to));
    if (g.verdict != GRADE_UNREADABLE &&
        (g.verdict != GRADE_WRONG || g.unfinished || g.off_form))
        return true;
    return errs_at(v->c->arena, v->c->errs, field_find(v->q->fields, "to")->text_at,
                   ERR_ANSWER_REFUSED, "this does not follow from where it begins%s: %s",
                   v->c->where, g.feedback);
}

static bool
check_right(const struct variant *v)
{
    switch (v->q->kind) {
    case ASK_CHOICE:
    case ASK_SEVERAL:
        return check_accepted(v, "truth", typed_choices(v, -1), false);
    case ASK_REFUTE:
        return check_works(v);
    case ASK_ORDER:
        return check_orders(v);
    case ASK_SPOT:
        return check_spot(v);
    case ASK_STEP:
    case ASK_DERIVATION:
        return check_route(v);
    case ASK_SET:
        return true;
    case ASK_TEXT:
        return grade_text_check(v->c->arena, v->q, v->c->errs);
    default:
        return check_terms_accepted(v);
    }
}

/* ---- wrong answers -------------------------------------------------------------------
 */

static bool
is_own(const struct grade *g, const struct miss *m)
{
    return g->verdict == GRADE_WRONG && !strcmp(g->misconception, m->name) &&
           strstr(g->feedback, m->sentence);
}

static const char *
typed_miss(const struct variant *v, const struct miss *m)
{
    if (m->choice >= 0)
        return typed_choices(v, m->choice);
    if (v->q->kind == ASK_STEP || v->q->kind == ASK_DERIVATION)
        return arena_printf(v->c->scratch, "%s %s",
                            v->q->from->op == TERM_RELATION ? "<=>" : "=", m->typed);
    return m->answer ? typed_term(v, m->answer) : m->typed;
}

static bool
check_miss(const struct variant *v, const struct miss *m)
{
    const char *typed = typed_miss(v, m);
    struct grade g = graded(v, typed);

    if (is_own(&g, m))
        return true;
    if (g.verdict != GRADE_WRONG)
        return errs_at(v->c->arena, v->c->errs, m->at, ERR_MISS_LOST,
                       "typed as %s, this is graded %s%s", typed,
                       grade_verdict_text(g.verdict), v->c->where);
    return errs_at(v->c->arena, v->c->errs, m->at, ERR_MISS_LOST,
                   "typed as %s, this gets another sentence%s: %s", typed, v->c->where,
                   g.feedback);
}

/* Whether all is graded as the lesson says, with these numbers. */
static bool
check_variant(const struct variant *v)
{
    bool ok = check_right(v);

    for (int i = 0; i < v->q->n_misses; i++)
        ok = check_miss(v, &v->q->misses[i]) && ok;
    return ok;
}

/* The same for every draw of the question. */
static const struct rulebook *
rules_for(struct checker *c, const struct ask *q)
{
    if (q->kind != ASK_STEP && q->kind != ASK_DERIVATION)
        return NULL;
    if (c->asked != q)
        c->allowed = lesson_ask_book(c->arena, c->lesson, q, c->needed);
    c->asked = q;
    return c->allowed;
}

bool
check_answers(struct checker *c, const struct ask *q, const struct drawn *d)
{
    const struct variant v = {c, q, d, rules_for(c, q)};

    return q->predict || check_variant(&v);
}
