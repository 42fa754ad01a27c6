#include <string.h>

#include "ui/bench/bench.h"

static const struct pos here = {"your derivation", 1, 1};

/* ---- reading and judging ---------------------------------------------------------- */

/* Who writes the name of a drawn number means the number. */
static const struct derivation *
read_text(struct ui_model *m, struct arena *a, const char *text)
{
    const struct bench *b = m->bench;
    struct derivations all =
        derivations_read(a, b->task->outer, text, strlen(text), here);
    int n = b->ask ? b->ask->drawn.n : 0;
    struct replacement *r = ARENA_ARRAY(a, struct replacement, n + 1);

    for (int i = 0; i < n; i++)
        r[i] = (struct replacement){b->ask->drawn.name[i], b->ask->drawn.value[i]};
    return all.n ? derivation_with(a, &all.at[0], r, n) : NULL;
}

void
bench_read(struct ui_model *m)
{
    struct bench *b = m->bench;
    struct proof_options *o;

    if (b->mine)
        return;
    arena_reset(b->work);
    b->steps = NULL;
    o = ARENA_NEW(b->work, struct proof_options);
    *o = derive_options(m, b->task);
    o->rules = b->rules;
    b->mine = read_text(m, b->work, bench_text(b->work, b, true));
    b->judging = b->mine ? judging_new(b->work, b->mine, o) : NULL;
    b->missed = ARENA_ARRAY(b->work, const struct miss *, b->lines->n + 1);
    b->looked = ARENA_ARRAY(b->work, bool, b->lines->n + 1);
}

static const struct judged_line untold = {
    .verdict = LINE_HOLDS,
    .domain = "",
    .slip = {.name = "", .headline = "", .repaired = "", .assumption = ""},
    .message = "",
    .value = ""
};

bool
bench_is_untold(const struct judged_line *k)
{
    return k == &untold;
}

bool
bench_is_exam(const struct ui_model *m)
{
    return m->bench->ask && m->bench->ask->exam;
}

const struct judged_line *
bench_judged(struct ui_model *m, int i)
{
    struct bench *b = m->bench;
    const struct judged_line *k;

    bench_read(m);
    if (!b->judging || i < 0 || i >= b->mine->n_lines)
        return NULL;
    k = judging_line(b->judging, i);
    return bench_is_exam(m) && k->verdict != LINE_UNREADABLE ? &untold : k;
}

/* A line may be typed without its relation. Where relations are derived, "=" in front of
 * one joins nothing. */
const char *
bench_with_relation(const struct bench *b, struct arena *a, const char *text)
{
    bool joins = b->task->start && b->task->start->op == TERM_RELATION;
    enum relation r;

    text += strspn(text, " \t");
    if (joins && strncmp(text, "<=>", 3) != 0 && strncmp(text, "=>", 2) != 0) {
        text += *text == '=';
        return arena_printf(a, "<=> %s", text + strspn(text, " \t"));
    }
    if (expr_relation_at(text, &r) || !strncmp(text, "->", 2) ||
        !strncmp(text, "<=>", 3) || !strncmp(text, "=>", 2))
        return text;
    return arena_printf(a, "= %s", text);
}

/* The message of a line is about columns of the line, whatever stands above it. */
const struct derivation_line *
bench_try(struct ui_model *m, struct arena *a, const char *text, struct err *e)
{
    struct bench alone = *m->bench;
    const char *line = bench_with_relation(m->bench, a, text);
    struct bench_lines lines = {.text = &line, .n = 1};
    const struct derivation *d;

    alone.lines = &lines;
    d = read_text(m, a, bench_text(a, &alone, true));
    if (d && d->n_lines == 1 && !d->error && !d->lines[0].error && !d->errs.n)
        return &d->lines[0];
    *e = (struct err){.code = ERR_DERIVE_FORM,
                      .msg = "write a relation and a term, as in = q^T R(m theta) k"};
    if (d && d->n_lines && d->lines[0].error)
        *e = *d->lines[0].error;
    else if (d && d->errs.n)
        *e = d->errs.at[0];
    if (e->at.line > 0 && line != text + strspn(text, " \t")) /* was not typed so */
        e->at.col -= (int)strlen(line) - (int)strlen(text + strspn(text, " \t"));
    return NULL;
}

/* ---- how far it goes -------------------------------------------------------------- */

const struct derivation_line *
bench_goal_line(const struct derivation *d)
{
    for (int i = d->n_lines - 1; i >= 0; i--)
        if (d->lines[i].term && !d->lines[i].claim)
            return &d->lines[i];
    return NULL;
}

const struct term *
bench_goal(const struct derivation *d)
{
    const struct derivation_line *line = bench_goal_line(d);

    return line ? line->term : NULL;
}

const struct term *
bench_last(struct ui_model *m)
{
    bench_read(m);
    if (!m->bench->mine)
        return m->bench->task->start;
    if (!bench_goal(m->bench->mine))
        return m->bench->mine->start;
    return bench_goal(m->bench->mine);
}

int
bench_wrong(struct ui_model *m)
{
    for (int i = 0; i < m->bench->lines->n; i++) {
        const struct judged_line *k = bench_judged(m, i);

        if (!k || (k->verdict != LINE_HOLDS && k->remark != REMARK_CLAIM))
            return i;
    }
    return -1;
}

/* "=" is in every chain, "<=>" wherever "=>" is; "<=" only where the theorem has one. */
static bool
has_link(const struct derivation *d, const struct derivation_line *line)
{
    if (line->link == LINK_RELATION && line->relation == RELATION_EQUAL)
        return true;
    for (int i = 0; i < d->n_lines; i++)
        if ((d->lines[i].link == line->link && d->lines[i].relation == line->relation) ||
            (d->lines[i].link == LINK_IMPLIES && line->link == LINK_IFF))
            return true;
    return false;
}

/* A line is a step of the derivation when a rule of its own makes it. */
static bool
is_step(const struct judged_line *k)
{
    return k && k->verdict == LINE_HOLDS && k->remark != REMARK_NO_RULE;
}

/* Names, numbers, powers, quotients and functions: what a term shows, whatever the order
 * of its parts and signs. */
static bool
shows(const struct term *t)
{
    return !t->n || t->op == TERM_POW || t->op == TERM_DIV || t->op == TERM_CALL;
}

static bool
looks_same(const struct term *x, const struct term *y)
{
    return x->op == y->op && x->function == y->function && x->exponent == y->exponent &&
           strcmp(x->name ? x->name : "", y->name ? y->name : "") == 0 &&
           strcmp(x->digits ? x->digits : "", y->digits ? y->digits : "") == 0;
}

static int
count_of(const struct term *t, const struct term *what)
{
    int n = shows(t) && looks_same(t, what);

    for (int i = 0; i < t->n; i++)
        n += count_of(t->arg[i], what);
    return n;
}

static bool
has_all_of(const struct term *x, const struct term *part, const struct term *y)
{
    if (shows(part) && count_of(x, part) != count_of(y, part))
        return false;
    for (int i = 0; i < part->n; i++)
        if (!has_all_of(x, part->arg[i], y))
            return false;
    return true;
}

bool
bench_is_form(const struct term *x, const struct term *y)
{
    return has_all_of(x, x, y) && has_all_of(x, y, y);
}

/* Where arithmetic alone makes the goal of the start, each true line equals the goal:
 * then its form is what is to be reached. */
static bool
is_in_form(struct ui_model *m)
{
    struct bench *b = m->bench;
    const struct term *goal = bench_goal(b->task);

    return !normal_same(b->work, b->mine->scope, b->mine->start, goal) ||
           bench_is_form(bench_last(m), goal);
}

static bool
is_at_goal(struct ui_model *m)
{
    struct bench *b = m->bench;

    if (!b->lines->n)
        return false;
    bench_read(m);
    return b->mine && b->mine->n_lines == b->lines->n &&
           normal_same(b->work, b->mine->scope, bench_last(m), bench_goal(b->task));
}

/* The first line that keeps the lines from being the derivation; -1: none. */
static int
first_lacking(struct ui_model *m)
{
    struct bench *b = m->bench;

    for (int i = 0; i < b->mine->n_lines; i++)
        if (!is_step(bench_judged(m, i)) || !has_link(b->task, &b->mine->lines[i]))
            return i;
    return -1;
}

bool
bench_is_done(struct ui_model *m)
{
    return is_at_goal(m) && is_in_form(m) && first_lacking(m) < 0;
}

/* How the theorem joins its lines. */
static const char *
sign_wanted(const struct derivation *d)
{
    return derivation_sign(&d->lines[d->n_lines - 1]);
}

char *
bench_lacking(struct arena *a, struct ui_model *m)
{
    const struct bench *b = m->bench;
    const struct judged_line *k;
    int i;

    if (bench_is_exam(m) || bench_wrong(m) >= 0 || !is_at_goal(m) || !is_in_form(m) ||
        (i = first_lacking(m)) < 0)
        return arena_strdup(a, "");
    k = bench_judged(m, i);
    if (!has_link(b->task, &b->mine->lines[i]))
        return arena_printf(a,
                            "You are at the goal, but line %d is joined by %s only; the "
                            "theorem needs %s. "
                            "Go to the line and write it with %s.",
                            i + 1, derivation_sign(&b->mine->lines[i]),
                            sign_wanted(b->task), sign_wanted(b->task));
    if (k->remark == REMARK_CLAIM)
        return arena_printf(
            a, "You are at the goal, but line %d is only said. Derive it.", i + 1);
    return arena_printf(
        a,
        "You are at the goal, but line %d holds by numbers only: no rule makes it in "
        "one step. Undo (Esc u) back to there and write the steps between.",
        i + 1);
}

/* ---- without a condition ---------------------------------------------------------- */

/* What stands behind "where" in a declaration; NULL: nothing. */
static const char *
condition_of(const struct declaration *d)
{
    const char *where = strstr(d->text, " where ");

    return where ? where + strlen(" where ") : NULL;
}

const char *
bench_condition(const struct bench *b, int i)
{
    for (int k = 0; k < b->task->n_declarations; k++)
        if (condition_of(&b->task->declarations[k]) && i-- == 0)
            return condition_of(&b->task->declarations[k]);
    return NULL;
}

/* The declarations, the i-th condition left out. */
static void
add_declarations(struct buf *out, const struct bench *b, int i)
{
    for (int k = 0; k < b->task->n_declarations; k++) {
        const char *text = b->task->declarations[k].text;
        const char *condition = condition_of(&b->task->declarations[k]);

        if (condition && i-- == 0)
            buf_printf(out, "%.*s\n", (int)(condition - text) - (int)strlen(" where "),
                       text);
        else
            buf_printf(out, "%s\n", text);
    }
}

const struct judged_line *
bench_judged_without(struct ui_model *m, int line, int condition)
{
    struct bench *b = m->bench;
    const struct derivation_line *it = &b->mine->lines[line];
    int from = bench_judged(m, line)->from;
    struct proof_options o = derive_options(m, b->task);
    const struct derivation *d;
    struct buf out;

    buf_init(&out, b->work);
    buf_add(&out, "theorem without\n");
    add_declarations(&out, b, condition);
    buf_printf(&out, "  %s\n%s %s\n",
               from < 0 ? b->mine->start_source : b->mine->lines[from].source,
               derivation_sign(it), it->source);
    d = read_text(m, b->work, out.s);
    return d && d->n_lines == 1 && d->lines[0].term && !d->error
               ? judging_line(judging_new(b->work, d, &o), 0)
               : NULL;
}
