#include <string.h>

#include "ui/bench/bench.h"

/* ---- what applies ----------------------------------------------------------------- */

static bool
is_new(const struct bench *b, const struct rewrite *w, const struct term *last)
{
    if (expr_same(w->whole, last))
        return false;
    for (int i = 0; i < b->n_steps; i++)
        if (expr_same(b->steps[i].whole, w->whole))
            return false;
    return true;
}

/* Definitions and arithmetic apply to nearly everything: they come last. */
static int
rank(const struct rule *r)
{
    return r->kind == RULE_ARITHMETIC ? 2 : r->kind == RULE_DEFINITION ? 1 : 0;
}

static void
list_rule(struct bench *b, const struct rule *r, const struct term *last,
          struct rewrite *found)
{
    const struct scope *s = b->mine ? b->mine->scope : b->task->scope;
    int n = rule_steps(b->work, r, s, last, found, BENCH_STEPS_MAX);

    for (int k = 0; k < n && b->n_steps < BENCH_STEPS_MAX; k++)
        if (is_new(b, &found[k], last))
            b->steps[b->n_steps++] = found[k];
}

void
bench_list(struct ui_model *m)
{
    enum { RANKS = 3 };
    struct bench *b = m->bench;
    const struct term *last = bench_last(m);
    struct rewrite *found;

    if (b->steps)
        return;
    b->steps = ARENA_ARRAY(b->work, struct rewrite, BENCH_STEPS_MAX);
    found = ARENA_ARRAY(b->work, struct rewrite, BENCH_STEPS_MAX);
    b->n_steps = 0;
    for (int k = 0; k < RANKS; k++)
        for (int i = 0; b->rules && i < rulebook_count(b->rules); i++)
            if (rank(rulebook_at(b->rules, i)) == k)
                list_rule(b, rulebook_at(b->rules, i), last, found);
}

int
bench_parts(const struct bench *b, const struct term *parts[BENCH_STEPS_MAX])
{
    int n = 0;

    for (int i = 0; i < b->n_steps; i++) {
        int k = 0;

        while (k < n && !expr_same(parts[k], b->steps[i].from))
            k++;
        if (k == n)
            parts[n++] = b->steps[i].from;
    }
    return n;
}

int
bench_shown_steps(const struct bench *b, int shown[BENCH_STEPS_MAX])
{
    const struct term *parts[BENCH_STEPS_MAX];
    int n = 0, n_parts = bench_parts(b, parts);

    for (int i = 0; i < b->n_steps; i++)
        if (b->part <= 0 || b->part > n_parts ||
            expr_same(parts[b->part - 1], b->steps[i].from))
            shown[n++] = i;
    return n;
}

char *
bench_step_text(struct arena *a, const struct ui_model *m, const struct rewrite *w)
{
    unsigned how = m->settings.alphabet == ALPHABET_ASCII ? PRINT_ASCII : 0;

    return arena_printf(a, "%s %s by %s", relation_text(w->relation),
                        expr_plain(a, w->whole, how), w->rule->name);
}

void
bench_take_step(struct ui_model *m, int shown)
{
    struct bench *b = m->bench;
    int steps[BENCH_STEPS_MAX], n;

    bench_list(m);
    n = bench_shown_steps(b, steps);
    if (shown < 0 || shown >= n)
        return;
    bench_go(m, b->lines->n);
    typed_set(&b->field, "", 0);
    bench_type(m, bench_step_text(b->arena, m, &b->steps[steps[shown]]), -1);
    b->says = SAYS_VERDICT;
    b->out = false;
    m->field_serial++;
    if (b->way == WAY_GUIDED)
        bench_submit(m);
}
