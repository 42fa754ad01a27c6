/* What a question shows: whether its filled line is true, whether its draws can tell a
 * misconception from the answer, and whether the theorem that it names is there. */
#include <complex.h>
#include <math.h>
#include <string.h>

#include "base/near.h"
#include "check/check_priv.h"
#include "exact/exact.h"
#include "grade/grade.h"

/* ---- the line of a blank -------------------------------------------------------------
 */

static struct exact_result
line_with(struct checker *c, const struct ask *q, const struct scope *s,
          const struct term *t)
{
    struct replacement r = {BLANK_NAME, t};
    const struct term *line = expr_replace(c->scratch, q->blank, &r, 1);

    line = line ? expr_unfold(c->scratch, s, line) : NULL;
    if (!line || line->op != TERM_RELATION)
        return (struct exact_result){.verdict = VERDICT_UNDECIDED,
                                     .why = "it makes no relation"};
    return exact_compare(c->scratch, s, line->arg[0], line->relation, line->arg[1], NULL);
}

bool
check_blank(struct checker *c, const struct ask *q, const struct scope *s)
{
    struct pos at = field_find(q->fields, "blank")->text_at;
    struct exact_result r;
    bool ok = true;

    if (!q->blank || !q->answer || q->blank->op != TERM_RELATION)
        return true;
    r = line_with(c, q, s, q->answer);
    if (r.verdict != VERDICT_EQUAL)
        ok = errs_at(c->arena, c->errs, at, ERR_BLANK_FALSE,
                     r.verdict == VERDICT_DIFFERENT
                         ? "with the answer in its place this line is false%s%s"
                         : "whether this line holds with the answer in its place cannot "
                           "be decided%s: %s",
                     c->where, r.verdict == VERDICT_DIFFERENT ? "" : r.why);
    for (int i = 0; i < q->n_misses; i++)
        if (q->misses[i].answer &&
            line_with(c, q, s, q->misses[i].answer).verdict == VERDICT_EQUAL)
            ok = errs_at(c->arena, c->errs, q->misses[i].at, ERR_BLANK_FALSE,
                         "with this wrong answer in its place the line is true%s",
                         c->where);
    return ok;
}

/* ---- the theorem of a question -------------------------------------------------------
 */

enum { THEOREMS_MAX = 4000 };

static int
add_theorems(const struct lesson *l, const char **list, int n)
{
    for (int s = 0; s < l->n_steps; s++)
        for (int b = 0; b < l->steps[s].n_beats; b++)
            for (int i = 0; i < l->steps[s].beats[b].n; i++) {
                const struct item *it = &l->steps[s].beats[b].items[i];

                if (it->kind == ITEM_DERIVATION && n < THEOREMS_MAX)
                    list[n++] = it->derivation->name;
            }
    return n;
}

void
check_theorem(struct checker *c, const struct ask *q)
{
    const struct field *f = field_find(q->fields, "derivation");
    const char **list = ARENA_ARRAY(c->scratch, const char *, THEOREMS_MAX + 1), *near;
    int n = add_theorems(c->lesson, list, 0);

    if (!f || !*q->derivation || (!n && !c->n_course))
        return; /* a lesson by itself, without theorems: nothing is known */
    for (int i = 0; i < c->n_course; i++)
        if (c->course[i])
            n = add_theorems(c->course[i], list, n);
    list[n] = NULL;
    near = near_find(q->derivation, list);
    if (near && !strcmp(near, q->derivation))
        return;
    errs_at(c->arena, c->errs, f->text_at, ERR_ASK_THEOREM,
            near ? "the course has no theorem '%s'; did you mean '%s'?"
                 : "the course has no theorem '%s'%s",
            q->derivation, near ? near : "");
}

/* ---- draws that cannot see a misconception -------------------------------------------
 */

/* Two values are near when they differ by less than these shares of them: the answer and
 * the one turned back, which nothing refuses by name; and two answers that the lesson
 * writes, which the grader keeps apart unless they are one. */
static const double near_turned = 1e-3, near_written = 1e-9;

/* At most so many of a hundred draws may be blind. */
enum { BLIND_PERCENT = 6 };

/* The term with every turn and every sine the other way round; NULL: it has none. */
static const struct term *
turned_back(struct arena *a, const struct term *t)
{
    const struct term **arg = ARENA_ARRAY(a, const struct term *, t->n + 1), *out;
    bool same = true;

    if (t->op == TERM_INDEX)
        return t;
    for (int i = 0; i < t->n; i++) {
        arg[i] = turned_back(a, t->arg[i]);
        if (!arg[i])
            return NULL;
        same = same && arg[i] == t->arg[i];
    }
    if (t->op == TERM_CALL && t->function == FUNCTION_R) {
        arg[0] = expr_apply(a, TERM_NEG, arg[0], NULL, NULL);
        return arg[0] ? expr_call(a, t->function, arg, t->n, NULL) : NULL;
    }
    if (t->op == TERM_CALL && t->function == FUNCTION_SIN) {
        out = expr_call(a, t->function, arg, t->n, NULL);
        return out ? expr_apply(a, TERM_NEG, out, NULL, NULL) : NULL;
    }
    if (same)
        return t;
    if (t->op == TERM_CALL)
        return expr_call(a, t->function, arg, t->n, NULL);
    if (t->op == TERM_MATRIX)
        return expr_matrix(a, t->rows, t->cols, arg, NULL);
    return expr_apply(a, t->op, arg[0], t->n > 1 ? arg[1] : NULL, NULL);
}

static bool
is_near(const struct value *x, const struct value *y, double share)
{
    double most = 0, apart = 0;

    if (x->rows != y->rows || x->cols != y->cols)
        return false;
    for (int i = 0; i < x->rows * x->cols; i++) {
        most = fmax(most, fmax(cabs(x->at[i]), cabs(y->at[i])));
        apart = fmax(apart, cabs(x->at[i] - y->at[i]));
    }
    return apart <= share * most;
}

/* What is told apart in each draw: the answer, the misses, and the answer turned back. */
struct sight {
    const struct term *term[LESSON_CHOICES_MAX + 2];
    const char *name[LESSON_CHOICES_MAX + 2];
    struct pos at[LESSON_CHOICES_MAX + 2];
    int n, blind[LESSON_CHOICES_MAX + 2][LESSON_CHOICES_MAX + 2];
    char *where[LESSON_CHOICES_MAX + 2][LESSON_CHOICES_MAX + 2];
    int turned, draws; /* turned: which one is the answer turned back; -1 */
};

static void
sight_add(struct sight *v, const struct term *t, const char *name, struct pos at)
{
    if (!t || v->n == LESSON_CHOICES_MAX + 2)
        return;
    v->term[v->n] = t;
    v->name[v->n] = name;
    v->at[v->n++] = at;
}

static void
look(struct checker *c, struct sight *v, const struct drawn *d, const char *where)
{
    struct value value[LESSON_CHOICES_MAX + 2];
    bool has[LESSON_CHOICES_MAX + 2];

    v->draws++;
    for (int i = 0; i < v->n; i++) {
        has[i] =
            calc_eval(c->scratch, d->scope, expr_unfold(c->scratch, d->scope, v->term[i]),
                      NULL, &value[i], NULL) &&
            value_is_defined(&value[i]);
        for (int k = 0; k < i; k++)
            if (has[i] && has[k] &&
                is_near(&value[i], &value[k],
                        i == v->turned ? near_turned : near_written) &&
                v->blind[k][i]++ == 0)
                v->where[k][i] = arena_strdup(c->arena, where);
    }
}

static void
tell(struct checker *c, const struct sight *v)
{
    for (int i = 0; i < v->n; i++)
        for (int k = 0; k < i; k++)
            if (100 * v->blind[k][i] > BLIND_PERCENT * v->draws &&
                v->blind[k][i] < v->draws) {
                errs_at(c->arena, c->errs, v->at[i], ERR_DRAW_BLIND,
                        "%d of %d draws cannot tell %s from %s, the first%s",
                        v->blind[k][i], v->draws, v->name[i], v->name[k], v->where[k][i]);
                return;
            }
}

void
check_sight(struct checker *c, const struct ask *q,
            char *(*where)(struct arena *a, const struct drawn *d))
{
    enum { DRAWS = 50 };
    const struct field *draw = field_find(q->fields, "draw");
    struct sight *v = ARENA_NEW(c->arena, struct sight);
    const struct term *back;

    if (!draw || !q->answer || q->predict || q->kind > ASK_MATRIX)
        return;
    *v = (struct sight){.turned = -1};
    sight_add(v, q->answer, "the answer", draw->at);
    for (int i = 0; i < q->n_misses; i++)
        sight_add(v, q->misses[i].answer,
                  arena_printf(c->arena, "the miss '%s'", q->misses[i].name),
                  q->misses[i].at);
    back = turned_back(c->arena, q->answer);
    if (back && back != q->answer) {
        v->turned = v->n;
        sight_add(v, back, "the answer with its turns reversed", draw->at);
    }
    for (int i = 0; i < DRAWS; i++) {
        struct drawn d = ask_draw(c->scratch, q, (uint64_t)i, 0);

        look(c, v, &d, where(c->scratch, &d));
        arena_reset(c->scratch);
    }
    tell(c, v);
}
