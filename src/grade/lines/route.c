/* The next line of a derivation, and whole derivations: judged by room proof. */
#include <string.h>

#include "base/buf.h"
#include "grade/lines/lines.h"

/* An answer that was read: a derivation from the question's start. */
struct walk {
    const struct derivation *d;
    const struct term *from, *to; /* with the drawn numbers; to may be NULL */
};

/* ---- the task -------------------------------------------------------------------- */

static const struct replacement *
numbers(const struct grading *g)
{
    const struct drawn *d = g->d;
    struct replacement *r = ARENA_ARRAY(g->arena, struct replacement, d->n + 1);

    for (int i = 0; i < d->n; i++)
        r[i] = (struct replacement){d->name[i], d->value[i]};
    return r;
}

/* The drawn numbers in their places; other values keep their names. */
static const struct term *
with_numbers(const struct grading *g, const struct term *t)
{
    return t ? expr_replace(g->arena, t, numbers(g), g->d->n) : NULL;
}

static const char *
text_or_nothing(const struct grading *g, const struct term *t, bool tex)
{
    return t ? model_printed(g, t, tex) : "";
}

struct route
grade_route(struct arena *a, const struct ask *q, const struct drawn *d)
{
    struct grading g = {a, q, d, NULL};
    const struct term *from = with_numbers(&g, q->from), *to = with_numbers(&g, q->to);

    return (struct route){text_or_nothing(&g, from, false),
                          text_or_nothing(&g, from, true), text_or_nothing(&g, to, false),
                          text_or_nothing(&g, to, true)};
}

/* ---- reading --------------------------------------------------------------------- */

/* Whether a line goes on from the one above: "= x", "<=> x = 3", "-> 0 as ...", "claim".
 */
static bool
goes_on(const char *s)
{
    enum relation r;

    s += strspn(s, " \t\n");
    return expr_relation_at(s, &r) || strncmp(s, "<=>", 3) == 0 ||
           strncmp(s, "=>", 2) == 0 || strncmp(s, "->", 2) == 0 ||
           strncmp(s, "→", 3) == 0 || strncmp(s, "claim ", 6) == 0;
}

/* The answer as the text of a derivation: with the start above it, in a line 0, unless it
 * begins with a line of its own. A step may be typed without its sign. */
static const char *
whole_text(const struct grading *g, const struct term *from, const char *answer,
           bool *own_start)
{
    const char *sign = from->op == TERM_RELATION ? "<=> " : "= ";

    *own_start = !goes_on(answer) && g->q->kind == ASK_DERIVATION;
    if (*own_start)
        return answer;
    return arena_printf(g->arena, "%s\n%s%s", expr_plain(g->arena, from, 0),
                        goes_on(answer) ? "" : sign, answer);
}

static bool
fail_start(const struct grading *g, const struct term *from, struct err *e)
{
    return read_fail(e, NULL, 0, ERR_ANSWER_KIND, "begin with %s, or with = and a line",
                     expr_plain(g->arena, from, 0));
}

/* The first thing that is wrong with the text; true when there is none. */
static bool
is_readable(const struct derivations *all, struct err *e)
{
    const struct err *first = all->error;

    if (!first && all->n)
        first = all->at[0].errs.n ? &all->at[0].errs.at[0] : all->at[0].error;
    if (first && e)
        *e = *first;
    return !first;
}

/* Learners declare nothing and prove one thing. */
static bool
check_shape(const struct grading *g, const struct derivations *all, struct err *e)
{
    const struct derivation *d = all->n ? &all->at[0] : NULL;

    if (all->n != 1 || d->named || d->n_declarations || !d->start)
        return read_fail(e, NULL, 0, ERR_ANSWER_KIND,
                         "write lines that begin with =, without theorem and let");
    if (!d->n_lines)
        return read_fail(e, NULL, 0, ERR_NONE, "no line is typed yet");
    if (g->q->kind == ASK_STEP && d->n_lines > 1)
        return read_fail(e, NULL, 0, ERR_ANSWER_KIND,
                         "one line is asked for here, and these are %d", d->n_lines);
    return true;
}

/* A rule that is the thing to be shown. */
static bool
check_rules(const struct grading *g, const struct derivation *d, struct err *e)
{
    for (int i = 0; i < d->n_lines; i++)
        for (int k = 0; k < d->lines[i].by.n; k++)
            for (int w = 0; w < g->q->n_without; w++)
                if (!strcmp(d->lines[i].by.at[k], g->q->without[w]))
                    return read_fail(e, NULL, 0, ERR_ANSWER_WITHOUT,
                                     "line %d: this one is to be shown without %s", i + 1,
                                     g->q->without[w]);
    return true;
}

static bool
read_walk(const struct grading *g, const char *answer, struct walk *out, struct err *e)
{
    struct pos at = {"answer", 0, 1};
    bool own_start;
    const char *text;
    struct derivations all;

    out->from = with_numbers(g, g->q->from);
    out->to = with_numbers(g, g->q->to);
    if (!answer[strspn(answer, " \t\n")])
        return read_fail(e, answer, 0, ERR_NONE, "nothing is typed yet");
    text = whole_text(g, out->from, answer, &own_start);
    at.line = own_start;
    all = derivations_read(g->arena, g->d->scope, text, strlen(text), at);
    if (!is_readable(&all, e) || !check_shape(g, &all, e))
        return false;
    /* who writes the name of a drawn number means the number */
    out->d = derivation_with(g->arena, &all.at[0], numbers(g), g->d->n);
    if (own_start && !normal_same(g->arena, g->d->scope, out->d->start, out->from))
        return fail_start(g, out->from, e);
    return check_rules(g, out->d, e);
}

/* The lines as they were read. */
static char *
walk_text(const struct grading *g, const struct derivation *d)
{
    struct buf b;

    buf_init(&b, g->arena);
    for (int i = 0; i < d->n_lines; i++) {
        const struct derivation_line *l = &d->lines[i];
        const char *sign = l->link == LINK_IFF       ? "<=>"
                           : l->link == LINK_IMPLIES ? "=>"
                           : l->link == LINK_TENDS   ? "->"
                           : l->link == LINK_CLAIM   ? "claim"
                                                     : relation_text(l->relation);

        buf_printf(&b, "%s%s %s%s%s", i ? "\n" : "", sign,
                   l->term ? expr_plain(g->arena, l->term, 0) : l->source,
                   *l->rules ? " by " : "", l->rules);
    }
    return b.s;
}

/* ---- judging one line ------------------------------------------------------------ */

static bool
is_in(const char *const *list, int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (!strcmp(list[i], name))
            return true;
    return false;
}

/* Whether the line was justified by something that the question excludes. */
static bool
is_excluded(const struct ask *q, const struct judged_line *l)
{
    for (int i = 0; i < l->rules.n; i++)
        if (is_in(q->without, q->n_without, l->rules.at[i]))
            return true;
    return false;
}

static bool
has_no_rule(const struct ask *q, const struct judged_line *l)
{
    return l->remark == REMARK_NO_RULE || is_excluded(q, l);
}

static bool
is_same_term(const struct grading *g, const struct term *x, const struct term *y)
{
    struct exact_result how;

    return grade_same(g, x, y, &how) == AGREE_YES;
}

/* Terms by their value; relations side by side, equations also the other way round. */
static bool
is_same_line(const struct grading *g, const struct term *x, const struct term *y)
{
    bool relation = x->op == TERM_RELATION;

    if (relation != (y->op == TERM_RELATION))
        return false;
    if (!relation)
        return is_same_term(g, x, y);
    if (x->relation != y->relation)
        return false;
    if (is_same_term(g, x->arg[0], y->arg[0]) && is_same_term(g, x->arg[1], y->arg[1]))
        return true;
    return x->relation == RELATION_EQUAL && is_same_term(g, x->arg[0], y->arg[1]) &&
           is_same_term(g, x->arg[1], y->arg[0]);
}

static const struct miss *
find_miss(const struct grading *g, const struct term *typed)
{
    const struct term *x = typed ? grade_unfold(g, typed) : NULL;

    for (int i = 0; x && i < g->q->n_misses; i++) {
        const struct term *y = g->q->misses[i].answer;

        if (y && is_same_line(g, x, grade_unfold(g, y)))
            return &g->q->misses[i];
    }
    return NULL;
}

const struct miss *
grade_missed_line(struct arena *a, const struct ask *q, const struct drawn *d,
                  const struct term *line)
{
    struct grading g = {a, q, d, NULL};

    return find_miss(&g, line);
}

static char *
point_text(const struct grading *g, const struct comparison *c)
{
    struct buf b;

    buf_init(&b, g->arena);
    buf_add(&b, "at ");
    for (int i = 0; i < c->n_point; i++)
        buf_printf(&b, "%s%s = %s", i ? ", " : "",
                   expr_name_text(g->arena, c->point[i].name, 0), c->point[i].text);
    buf_printf(&b, ": %s and %s", c->left, c->right);
    return b.s;
}

/* A line that does not hold: the miss that it is, else the slip that explains it. */
static void
explain_line(const struct grading *g, const struct derivation *d, int i,
             const struct judged_line *l, struct grade *out)
{
    const struct miss *miss = find_miss(g, d->lines[i].term);
    const char *said = *l->message ? l->message : "it is not equal to the line above";

    out->misconception = miss ? miss->name : l->slip.name;
    if (l->with.n_point)
        out->counterexample = miss ? point_text(g, &l->with) : l->where;
    judge_wrong(out, miss ? miss->sentence
                          : arena_printf(g->arena, "Line %d: %s", i + 1, said));
}

/* ---- a step ---------------------------------------------------------------------- */

static bool
does_asked(const struct grading *g, const struct walk *w, const struct judged_line *l)
{
    const struct derivation_line *line = &w->d->lines[0];
    const struct rulebook *book = g->rules ? g->rules : rulebook_basic(g->arena);
    struct rule_line between = {
        g->d->scope, w->from, line->relation, line->term, line->link == LINK_IMPLIES,
        NULL};

    for (int i = 0; i < g->q->n_by; i++) {
        const struct rule *r = rulebook_find(book, g->q->by[i]);

        if (is_in(l->rules.at, l->rules.n, g->q->by[i]) ||
            (r && rule_justifies(g->arena, r, &between)))
            return true;
    }
    return !g->q->n_by;
}

/* Whether a line that holds is only the start in another dress. */
static bool
is_idle(const struct grading *g, const struct walk *w, const struct judged_line *l)
{
    const struct term *goal = g->q->answer ? with_numbers(g, g->q->answer) : w->to;

    if (l->remark == REMARK_NO_PROGRESS)
        return true;
    return goal && normal_same(g->arena, g->d->scope, w->d->lines[0].term, w->from) &&
           !normal_same(g->arena, g->d->scope, goal, w->from);
}

static void
step_holds(const struct grading *g, const struct walk *w, const struct judged_line *l,
           struct grade *out)
{
    if (is_idle(g, w, l)) {
        judge_wrong(out, "It holds, but it leads nowhere: it is the line above.");
        out->misconception = "no-progress";
        lines_mark(g, out, 1, 0, PART_IDLE, out->feedback);
    } else if (!does_asked(g, w, l)) {
        judge_wrong(out, arena_printf(g->arena,
                                      "It holds, but it is not the step that is asked "
                                      "for, which is made by %s.",
                                      g->q->by[0]));
        out->off_form = true;
    } else if (has_no_rule(g->q, l) && !g->q->n_by) {
        out->verdict = GRADE_RIGHT_BUT;
        out->feedback =
            "It holds at every point that was tried; no rule was found for it.";
    } else if (*l->message) {
        out->verdict = GRADE_RIGHT_BUT;
        out->feedback = l->message;
    }
}

/* ---- a derivation ---------------------------------------------------------------- */

static bool
is_goal(const struct grading *g, const struct walk *w, int line)
{
    const struct term *t = w->d->lines[line].term;

    return t && w->to && normal_same(g->arena, g->d->scope, t, w->to);
}

static bool
is_at_end(const struct grading *g, const struct walk *w)
{
    return is_goal(g, w, w->d->n_lines - 1);
}

/* Whether a line goes all the way at once, whatever stands behind it: the first one, or
 * one by the very rule that is to be shown. */
static bool
is_jump(const struct grading *g, const struct walk *w, const struct judged_line *l, int i)
{
    return (i == 0 || is_excluded(g->q, l)) && is_goal(g, w, i);
}

/* What a line that holds still lacks; "" for nothing. */
static const char *
missing_in(const struct grading *g, const struct derivation_line *line,
           const struct judged_line *l, bool jump)
{
    const struct ask *q = g->q;

    if (jump && has_no_rule(q, l))
        return "it goes all the way at once: write the lines between";
    if ((q->needs & NEEDS_REASONS) && l->remark == REMARK_WRONG_RULE)
        return l->message;
    if ((q->needs & NEEDS_REASONS) && !line->by.n && line->link != LINK_CLAIM)
        return "its reason is missing: change it, with by and the rule behind it";
    if ((q->needs & NEEDS_SENTENCES) && !*line->say)
        return "its sentence is missing: write it behind a colon";
    return "";
}

static enum part_mark
mark_of(const struct ask *q, const struct judged_line *l, const char *missing)
{
    if (l->verdict == LINE_DIFFERENT)
        return PART_WRONG;
    if (l->verdict == LINE_UNDECIDED)
        return PART_UNSETTLED;
    if (l->remark == REMARK_NO_PROGRESS)
        return PART_IDLE;
    if (*missing)
        return PART_MISSING;
    if (l->after_slip)
        return PART_FOLLOWS;
    return has_no_rule(q, l) ? PART_UNSETTLED : PART_RIGHT;
}

/* A line that is known to be wrong, whatever can be said about it by machine. */
static bool
is_missed(const struct grading *g, const struct derivation_line *line,
          const struct judged_line *l)
{
    return l->verdict == LINE_UNDECIDED && find_miss(g, line->term);
}

struct tally {
    int count[PART_UNSETTLED + 1];
    int wrong, missing; /* the first of each; -1 */
    const char *lacks;
};

/* What is said of one line: for a wrong one the author's sentence goes first. */
static const char *
part_text(const struct grading *g, const struct derivation_line *line,
          const struct judged_line *l, enum part_mark mark, const char *lacks)
{
    const struct miss *miss = mark == PART_WRONG ? find_miss(g, line->term) : NULL;

    if (miss)
        return miss->sentence;
    return *lacks ? lacks : l->message;
}

static struct tally
mark_lines(const struct grading *g, const struct walk *w, struct judging *j,
           struct grade *out)
{
    struct tally t = {.wrong = -1, .missing = -1, .lacks = ""};
    int n = w->d->n_lines;
    const char **reasons = ARENA_ARRAY(g->arena, const char *, n + 1);

    out->reasons = reasons;
    for (int i = 0; i < n; i++) {
        const struct judged_line *l = judging_line(j, i);
        const char *lacks = l->verdict == LINE_HOLDS
                                ? missing_in(g, &w->d->lines[i], l, is_jump(g, w, l, i))
                                : "";
        enum part_mark mark =
            is_missed(g, &w->d->lines[i], l) ? PART_WRONG : mark_of(g->q, l, lacks);

        reasons[i] = names_list(g->arena, l->rules);
        t.count[mark]++;
        if (mark == PART_WRONG && t.wrong < 0)
            t.wrong = i;
        if (mark == PART_MISSING && t.missing < 0) {
            t.missing = i;
            t.lacks = lacks;
        }
        lines_mark(g, out, n, i, mark, part_text(g, &w->d->lines[i], l, mark, lacks));
    }
    return t;
}

static void
leave_unfinished(struct grade *out, const char *feedback)
{
    judge_wrong(out, feedback);
    out->unfinished = true;
}

static void
derivation_judge(const struct grading *g, const struct walk *w, struct judging *j,
                 struct grade *out)
{
    struct tally t = mark_lines(g, w, j, out);
    int n = w->d->n_lines, credited = t.count[PART_RIGHT] + t.count[PART_FOLLOWS];

    if (t.wrong >= 0) {
        explain_line(g, w->d, t.wrong, judging_line(j, t.wrong), out);
        out->mark = (double)credited / (n + 1);
    } else if (t.missing >= 0) {
        leave_unfinished(out, arena_printf(g->arena, "Line %d holds, but %s.",
                                           t.missing + 1, t.lacks));
    } else if (!is_at_end(g, w)) {
        leave_unfinished(out, arena_printf(g->arena,
                                           "All that stands there holds, but it does not "
                                           "end at %s yet.",
                                           model_printed(g, w->to, false)));
    } else if (t.count[PART_UNSETTLED]) {
        out->verdict = GRADE_RIGHT_BUT;
        out->mark = (double)credited / n;
        out->feedback = arena_printf(
            g->arena, "%d of %d lines %s settled by numbers only.",
            t.count[PART_UNSETTLED], n, t.count[PART_UNSETTLED] == 1 ? "was" : "were");
    } else if (t.count[PART_IDLE]) {
        out->verdict = GRADE_RIGHT_BUT;
        out->feedback = "One line repeats an earlier one.";
    }
}

/* ---- the kind -------------------------------------------------------------------- */

/* A line may be well formed and name a rule that there is not: then nothing is judged.
 * true: it was told. */
static bool
tell_unreadable(const struct walk *w, struct judging *j, struct grade *out)
{
    for (int i = 0; i < w->d->n_lines; i++) {
        const struct judged_line *l = judging_line(j, i);

        if (l->verdict != LINE_UNREADABLE)
            continue;
        out->err = *l->error;
        judge_unreadable(out);
        return true;
    }
    return false;
}

static void
step_judge(const struct grading *g, const struct walk *w, struct judging *j,
           struct grade *out)
{
    const struct judged_line *l = judging_line(j, 0);

    switch (l->verdict) {
    case LINE_HOLDS:
        step_holds(g, w, l, out);
        return;
    case LINE_DIFFERENT:
        lines_mark(g, out, 1, 0, PART_WRONG, l->message);
        explain_line(g, w->d, 0, l, out);
        return;
    default:
        read_fail(&out->err, NULL, 0, ERR_ANSWER_UNDECIDED,
                  "this line could not be decided: %s", l->message);
        judge_unreadable(out);
    }
}

static void
route_judge(const struct grading *g, const char *answer, struct grade *out)
{
    struct proof_options options = {.rules =
                                        g->rules ? g->rules : rulebook_basic(g->arena)};
    struct judging *j;
    struct walk w;

    if (!read_walk(g, answer, &w, &out->err)) {
        judge_unreadable(out);
        return;
    }
    out->understood = walk_text(g, w.d);
    j = judging_new(g->arena, w.d, &options);
    if (tell_unreadable(&w, j, out))
        return;
    if (g->q->kind == ASK_STEP)
        step_judge(g, &w, j, out);
    else
        derivation_judge(g, &w, j, out);
}

static bool
route_is_same(const struct grading *g, const char *x, const char *y)
{
    struct walk of_x, of_y;

    if (!read_walk(g, x, &of_x, NULL) || !read_walk(g, y, &of_y, NULL) ||
        of_x.d->n_lines != of_y.d->n_lines)
        return false;
    for (int i = 0; i < of_x.d->n_lines; i++) {
        const struct derivation_line *l = &of_x.d->lines[i], *m = &of_y.d->lines[i];

        if (strcmp(l->rules, m->rules) != 0 || strcmp(l->say, m->say) != 0 || !l->term ||
            !m->term || !expr_same(l->term, m->term))
            return false;
    }
    return true;
}

static void
route_show(const struct grading *g, const char *answer, struct reading *out)
{
    struct walk w;

    out->ok = read_walk(g, answer, &w, &out->err);
    if (!out->ok)
        return;
    out->plain = out->spoken = walk_text(g, w.d);
    if (w.d->n_lines == 1 && w.d->lines[0].term)
        out->tex = expr_tex(g->arena, w.d->lines[0].term);
}

static char *
route_model(const struct grading *g, bool tex)
{
    const struct term *end = g->q->answer ? g->q->answer : g->q->to;

    return model_printed(g, with_numbers(g, end), tex);
}

const struct grade_kind route_kind = {route_show, route_judge, route_is_same,
                                      route_model};
