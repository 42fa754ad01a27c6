/* A derivation, line by line. */
#include "proof/judge/judge.h"

#include <math.h>
#include <string.h>

#include "base/buf.h"

enum { VALUE_DIGITS = 4, DOMAIN_POINTS = 24 };

const char *
line_verdict_word(enum line_verdict v)
{
    static const char *const words[] = {"holds", "different", "undecided", "unreadable"};

    return words[v];
}

struct comparison
judge_compare(struct judging *j, const struct scope *s, const struct step *t)
{
    struct arena *scratch = arena_new();
    const struct term *const side[2] = {t->x, t->y};
    struct proof_options o = {.seed = j->o.seed,
                              .prefer = j->point.at,
                              .n_prefer = j->point.n,
                              .memory = j->o.memory};
    struct comparison c = compare_terms(j->a, scratch, s, side, t->relation, &o,
                                        j->counted ? &j->work : NULL);

    arena_free(scratch);
    return c;
}

void
judge_count(struct judging *j, long work)
{
    j->counted = true;
    j->work = work;
}

bool
judge_counted(struct judging *j)
{
    j->counted = false;
    return j->work > 0;
}

/* ---- domains ----------------------------------------------------------------------- */

/* The conditions of a domain that leave out more than points. */
static const char *
wide_part(struct judging *j, const char *domain)
{
    const char *wide = "";

    for (const char *next = domain; *next;) {
        size_t n = domain_first(next);
        char *one = arena_strndup(j->a, next, n);

        if (domain_is_wide(one))
            wide = domain_add(j->a, wide, one);
        next += n + strspn(next + n, ", ");
    }
    return wide;
}

/* Whether a value has an entry that is undefined; poles do not count, they are points. */
static bool
is_undefined(struct value v)
{
    for (int i = 0; i < v.rows * v.cols; i++)
        if (isnan(creal(v.at[i])) || isnan(cimag(v.at[i])))
            return true;
    return false;
}

/* Whether at some of many drawn points the line has no value and the line above has one.
 */
static bool
loses_points(struct judging *j, const struct step *t)
{
    struct arena *a = arena_new();
    const struct scope *s = j->d->scope;
    bool loses = false;

    for (int k = 1; k <= DOMAIN_POINTS && !loses; k++) {
        struct value x, y;
        struct point p;
        struct err e;

        loses =
            point_choose(a, s, k, NULL, &p) && calc_eval(a, s, t->x, &p.env, &x, &e) &&
            calc_eval(a, s, t->y, &p.env, &y, &e) && !is_undefined(x) && is_undefined(y);
        arena_reset(a);
    }
    arena_free(a);
    return loses;
}

/* What must be assumed where the line is undefined on more than points where the line
 * above is defined; "" when there is nothing. */
static const char *
narrowed(struct judging *j, const struct step *t, const char *domain)
{
    struct step own = {t->x, t->x, RELATION_EQUAL};
    const char *wide = wide_part(j, domain), *before, *both;

    if (!*wide || !loses_points(j, t))
        return "";
    before = domain_add(j->a, j->domain, judge_compare(j, j->d->scope, &own).domain);
    both = domain_add(j->a, before, wide);
    both += strlen(before);
    both += strspn(both, ", ");
    return *both ? both : wide;
}

/* The same for x => y: where x has a value and holds, and y has none. */
static const char *
narrowed_relation(struct judging *j, const struct step *t, const char *domain)
{
    const char *own = j->domain, *both;

    for (int i = 0; i < 2 && *domain; i++) {
        struct step side = {t->x->arg[i], t->x->arg[i], RELATION_EQUAL};

        own = domain_add(j->a, own, judge_compare(j, j->d->scope, &side).domain);
    }
    both = domain_add(j->a, own, domain) + strlen(own);
    return wide_part(j, both + strspn(both, ", "));
}

/* ---- one line ---------------------------------------------------------------------- */

static void
unreadable(struct judged_line *out, const struct err *e)
{
    out->verdict = LINE_UNREADABLE;
    out->error = e;
    out->message = e->msg;
}

static void
find_slip_of_terms(struct judging *j, const struct step *t, struct judged_line *out)
{
    struct slip_question q = {.derivation = j->d,
                              .scope = j->d->scope,
                              .x = t->x,
                              .relation = t->relation,
                              .y = t->y,
                              .found = &out->with,
                              .chance = j->chance,
                              .memory = j->o.memory};

    out->slip = slip_find(j->a, &q);
}

/* What one name must be for x => y to hold. */
static bool
search_domain(struct judging *j, const struct step *t, bool both, struct judged_line *out)
{
    static const char *const tried[] = {"> 0", ">= 0", "< 0", "!= 0"};
    const struct scope *s = j->d->scope;

    for (int i = 0; i < scope_count(s); i++) {
        const struct decl *d = scope_at(s, i);

        for (size_t k = 0; k < sizeof tried / sizeof *tried; k++) {
            struct implication with = {t->x, t->y, both, NULL,
                                       arena_printf(j->a, "%s %s", d->name, tried[k])};

            if (d->value || d->type.random || d->type.kind > TYPE_REAL || j->work <= 0 ||
                judge_implication(j, &with).verdict != VERDICT_EQUAL)
                continue;
            out->slip = (struct line_slip){.name = "domain",
                                           .headline = "True for some values only.",
                                           .second = "",
                                           .repaired = "",
                                           .assumption = with.given};
            return true;
        }
    }
    return false;
}

static bool
find_domain(struct judging *j, const struct step *t, bool both, struct judged_line *out)
{
    bool found;

    judge_count(j, JUDGE_WORK);
    found = search_domain(j, t, both, out);
    judge_counted(j);
    return found;
}

static void
find_slip(struct judging *j, int i, const struct step *t, struct judged_line *out)
{
    bool both = j->d->lines[i].link == LINK_IFF;

    if (t->x->op != TERM_RELATION || !find_domain(j, t, both, out))
        find_slip_of_terms(j, t, out);
}

/* The line is wrong after another wrong one: whether it is right when compared with the
 * start. */
static bool
recovers(struct judging *j, int i, const struct step *t, struct judged_line *out)
{
    struct step s = {j->start, t->y, RELATION_EQUAL};
    struct comparison c;

    if (!j->slipped || !j->chained || j->since != RELATION_EQUAL ||
        t->relation != RELATION_EQUAL)
        return false;
    c = judge_compare(j, j->d->scope, &s);
    if (c.verdict != VERDICT_EQUAL)
        return false;
    out->with = c;
    out->from = -1;
    out->verdict = LINE_HOLDS;
    j->slipped = false;
    s.x = j->good;
    judge_rules(j, i, &s, false);
    return true;
}

static void
does_not_hold(struct judging *j, int i, const struct step *t, struct judged_line *out)
{
    if (recovers(j, i, t, out))
        return;
    out->verdict = LINE_DIFFERENT;
    find_slip(j, i, t, out);
    judge_say_different(j, out, t->relation);
}

static void
holds_narrower(struct judging *j, const struct step *t, struct judged_line *out,
               const char *narrow)
{
    out->verdict = LINE_DIFFERENT;
    out->slip = (struct line_slip){.name = "domain",
                                   .headline = "True for some values only.",
                                   .second = "",
                                   .repaired = "",
                                   .assumption = narrow};
    judge_say_different(j, out, t->relation);
}

/* Compare with the start too; what holds line by line holds for the whole. */
static void
compare_start(struct judging *j, const struct step *t, struct judged_line *out)
{
    struct step s = {j->start, t->y, RELATION_EQUAL};
    struct comparison c;

    if (j->slipped || out->verdict != LINE_HOLDS)
        return;
    j->chained = j->chained && compare_chain(j->since, t->relation, &j->since);
    if (!j->chained || t->x == j->start)
        return;
    s.relation = j->since;
    c = judge_compare(j, j->d->scope, &s);
    if (c.verdict != VERDICT_DIFFERENT)
        return;
    out->verdict = LINE_DIFFERENT;
    out->remark = REMARK_NONE;
    out->rules.n = 0;
    out->with = c;
    out->from = -1;
    find_slip_of_terms(j, &s, out);
    judge_say_different(j, out, s.relation);
}

/* What the line is worth, by the comparison with the line above in out->with. */
static void
weigh(struct judging *j, int i, const struct step *t, struct judged_line *out)
{
    const char *narrow;

    switch (out->with.verdict) {
    case VERDICT_DIFFERENT:
        does_not_hold(j, i, t, out);
        return;
    case VERDICT_EQUAL:
        narrow = j->d->axiom                 ? "" /* where both its sides have a value */
                 : t->x->op == TERM_RELATION ? narrowed_relation(j, t, out->with.domain)
                                             : narrowed(j, t, out->with.domain);
        if (*narrow) {
            holds_narrower(j, t, out, narrow);
            return;
        }
        out->verdict = LINE_HOLDS;
        judge_rules(j, i, t, false);
        break;
    case VERDICT_UNDECIDED:
        if (judge_rules(j, i, t, true)) {
            out->verdict = LINE_HOLDS;
            break;
        }
        out->verdict = LINE_UNDECIDED;
        out->message = out->with.why;
        return;
    }
    out->after_slip = j->slipped;
    if (t->x->op != TERM_RELATION)
        compare_start(j, t, out);
}

/* ---- steps ------------------------------------------------------------------------- */

static const struct err *
misfit(struct judging *j, const struct derivation_line *line, const char *message)
{
    struct err *e = ARENA_NEW(j->a, struct err);

    err_at(e, line->at, ERR_TYPE_MISMATCH, "%s", message);
    return e;
}

const struct term *
judge_limit(struct judging *j, const struct derivation_line *line, const struct term *t)
{
    const struct term **arg;
    struct term shape = *line->limit;

    if (!t)
        return NULL;
    arg = ARENA_ARRAY(j->a, const struct term *, shape.n);
    for (int i = 0; i < shape.n; i++)
        arg[i] = i == shape.n - 1 ? t : line->limit->arg[i];
    shape.arg = arg;
    return expr_make(j->a, &shape, NULL);
}

/* Fill *t with what the line says; the error when its parts do not fit. */
static const struct err *
make_step(struct judging *j, const struct derivation_line *line, struct step *t)
{
    bool related = line->link == LINK_IFF || line->link == LINK_IMPLIES;
    struct err *e = ARENA_NEW(j->a, struct err);

    *t = (struct step){j->above, line->term, line->relation};
    if (line->link == LINK_TENDS) {
        const struct term *start = judge_limit(j, line, j->start);

        t->x = judge_limit(j, line, j->above);
        j->start = j->above == j->start ? t->x : start;
        if (!t->x)
            return misfit(j, line, "the term above has no limit");
    }
    if (related && j->above->op != TERM_RELATION)
        return misfit(j, line,
                      "'<=>' and '=>' stand between relations, and the line above is a "
                      "term; write the start as 'A = B'");
    if (!related && j->above->op == TERM_RELATION)
        return misfit(j, line,
                      "the line above is a relation; the next one begins with <=> or =>");
    if (related)
        return NULL;
    if (expr_relation(j->a, t->relation, t->x, t->y, e))
        return NULL;
    e->at = line->at;
    return e;
}

/* x => y or x <=> y, with what it may take. */
static struct comparison
compare_relations(struct judging *j, const struct step *t, bool both)
{
    struct comparison c;

    judge_count(j, JUDGE_WORK);
    c = judge_implication(j, &(struct implication){t->x, t->y, both, NULL, NULL});
    if (judge_counted(j) || c.verdict == VERDICT_DIFFERENT)
        return c;
    c.verdict = VERDICT_UNDECIDED;
    c.why = "this step takes too much work to be decided; go in smaller steps";
    return c;
}

static void
judge_step(struct judging *j, int i, const struct step *t)
{
    const struct derivation_line *line = &j->d->lines[i];
    struct judged_line *out = &j->line[i];

    if (t->x->op == TERM_RELATION)
        out->with = compare_relations(j, t, line->link == LINK_IFF);
    else
        out->with = judge_compare(j, j->d->scope, t);
    weigh(j, i, t, out);
    j->above = line->term;
    j->above_at = i;
    if (out->verdict == LINE_HOLDS) {
        j->domain = domain_add(j->a, j->domain, out->with.domain);
        if (!j->slipped)
            j->good = line->term;
    } else {
        j->slipped |= out->verdict == LINE_DIFFERENT;
        j->failed = true;
    }
    out->domain = j->domain;
}

/* What rounding in double precision leaves of 0. */
static bool
is_dust(struct value v)
{
    double largest = 0, least = INFINITY;

    for (int i = 0; i < v.rows * v.cols; i++) {
        double size = cabs(v.at[i]);

        largest = fmax(largest, size);
        least = size > 0 ? fmin(least, size) : least;
    }
    return least < 1e-13 && largest < 1e6;
}

static const char *
value_at(struct judging *j, const struct term *t)
{
    struct value v;
    struct err e;
    const char *text;
    const struct scope *s = j->d->scope;

    if (!t || t->op == TERM_RELATION || !calc_eval(j->a, s, t, &j->point.env, &v, &e))
        return "";
    if (is_dust(v) &&
        exact_value(j->a, s, t, j->point.at, j->point.n, VALUE_DIGITS, &text, &e))
        return text;
    return value_text(j->a, v, value_digits(v, VALUE_DIGITS));
}

/* The first readable line when there is no start to compare it with. */
static void
begin_here(struct judging *j, int i)
{
    struct judged_line *out = &j->line[i];

    j->above = j->start = j->good = j->d->lines[i].term;
    j->above_at = i;
    j->failed = true;
    out->verdict = LINE_UNDECIDED;
    out->message = "nothing readable stands above this line to compare it with";
}

static void
judge(struct judging *j, int i)
{
    const struct derivation_line *line = &j->d->lines[i];
    struct judged_line *out = &j->line[i];
    const struct err *e = j->d->error ? j->d->error : line->error;
    struct step t;

    *out = (struct judged_line){
        .domain = j->domain,
        .with = {.verdict = VERDICT_UNDECIDED,
                 .left = "",
                 .right = "",
                 .domain = "",
                 .note = "",
                 .why = ""},
        .from = j->above_at,
        .slip =
            {.name = "",                            .headline = "", .second = "", .repaired = "", .assumption = ""},
        .message = "",
        .where = "",
        .value = "",
    };
    if (!e)
        e = judge_names(j, line);
    if (!e && line->link == LINK_CLAIM) {
        out->verdict = LINE_UNDECIDED;
        out->remark = REMARK_CLAIM;
        out->message = "said, not machine-checked";
        return;
    }
    if (!e && j->above)
        e = make_step(j, line, &t);
    if (e) {
        unreadable(out, e);
        j->failed = true;
        return;
    }
    out->value = value_at(j, line->term);
    if (j->above)
        judge_step(j, i, &t);
    else
        begin_here(j, i);
}

/* ---- the derivation ---------------------------------------------------------------- */

/* Whether any line has a value at the point: equations, means and probabilities do not.
 */
static bool
has_value(struct judging *j)
{
    if (*j->start_value)
        return true;
    for (int i = 0; i < j->d->n_lines; i++)
        if (*value_at(j, j->d->lines[i].term))
            return true;
    return false;
}

static void
prepare_point(struct judging *j)
{
    struct buf b;

    buf_init(&b, j->a);
    if (!point_readable(j->a, j->d->scope, &j->o, j->start, &j->point))
        j->point = (struct point){.n = 0};
    for (int i = 0; i < j->point.n; i++)
        buf_printf(&b, "%s%s = %s", i ? ", " : "",
                   expr_name_text(j->a, j->point.at[i].name, 0), j->point.at[i].text);
    j->start_value = value_at(j, j->start);
    j->point_text = has_value(j) ? b.s : "";
}

/* The labels of assumptions and the definitions are rules of the derivation alone; those
 * of a lesson stand in the scope around it. */
static const struct rulebook *
book_of(struct arena *a, const struct derivation *d, const struct rulebook *rules)
{
    struct rulebook *b;

    if (!rules)
        return NULL;
    b = rulebook_new(a, rules);
    for (const struct scope *s = d->scope; s; s = scope_parent(s))
        rulebook_add_scope(b, s);
    return b;
}

struct judging *
judging_new(struct arena *a, const struct derivation *d, const struct proof_options *o)
{
    struct judging *j = ARENA_NEW(a, struct judging);

    *j = (struct judging){.a = a,
                          .d = d,
                          .o = *o,
                          .book = book_of(a, d, o->rules),
                          .line = ARENA_ARRAY(a, struct judged_line, d->n_lines + 1),
                          .above = d->start,
                          .above_at = -1,
                          .start = d->start,
                          .good = d->start,
                          .chained = true,
                          .domain = ""};
    j->chance = d->start && term_has_chance(d->start);
    j->o.memory = exact_memory_new(a);
    prepare_point(j);
    return j;
}

const struct judged_line *
judging_line(struct judging *j, int i)
{
    for (; j->done <= i; j->done++)
        judge(j, j->done);
    return &j->line[i];
}

const char *
judging_point(const struct judging *j)
{
    return j->point_text;
}

const struct coordinate *
judging_coordinates(const struct judging *j, int *n)
{
    *n = j->point.n;
    return j->point.at;
}

const char *
judging_start_value(const struct judging *j)
{
    return j->start_value;
}
