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

/* A line may be typed without its relation. */
const char *
bench_with_relation(struct arena *a, const char *text)
{
    enum relation r;

    text += strspn(text, " \t");
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
    const char *line = bench_with_relation(a, text);
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
    if (e->at.line > 0 && line != text + strspn(text, " \t"))
        e->at.col -= 2; /* the relation was not typed */
    return NULL;
}

/* ---- how far it goes -------------------------------------------------------------- */

const struct term *
bench_goal(const struct derivation *d)
{
    for (int i = d->n_lines - 1; i >= 0; i--)
        if (d->lines[i].term && !d->lines[i].claim)
            return d->lines[i].term;
    return NULL;
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

/* "=" is in every chain; "<=" only where the theorem has one. */
static bool
has_link(const struct derivation *d, const struct derivation_line *line)
{
    if (line->link == LINK_RELATION && line->relation == RELATION_EQUAL)
        return true;
    for (int i = 0; i < d->n_lines; i++)
        if (d->lines[i].link == line->link && d->lines[i].relation == line->relation)
            return true;
    return false;
}

/* A line is a step of the derivation when a rule of its own makes it. */
static bool
is_step(const struct judged_line *k)
{
    return k && k->verdict == LINE_HOLDS && k->remark != REMARK_NO_RULE;
}

bool
bench_is_done(struct ui_model *m)
{
    struct bench *b = m->bench;
    const struct derivation *d;

    if (!b->lines->n)
        return false;
    bench_read(m);
    d = b->mine;
    if (!d || d->n_lines != b->lines->n)
        return false;
    for (int i = 0; i < d->n_lines; i++)
        if (!is_step(bench_judged(m, i)) || !has_link(b->task, &d->lines[i]))
            return false;
    return normal_same(b->work, d->scope, bench_last(m), bench_goal(b->task));
}
