#include <string.h>

#include "ui/bench/bench.h"

/* ---- names that can be typed ------------------------------------------------------ */

static bool
has_name(const struct term *t, const char *name)
{
    if (t->name && strcmp(t->name, name) == 0)
        return true;
    for (int i = 0; i < t->n; i++)
        if (has_name(t->arg[i], name))
            return true;
    return false;
}

/* An index that stands nowhere else: in the whole term, or in what was renamed. */
static const char *
free_index(const struct term *root, const struct term *body)
{
    static const char *const names[] = {"j", "k", "l", "i", "r", "s", "p", "h"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!has_name(root, names[i]) && !has_name(body, names[i]))
            return names[i];
    return NULL;
}

/* The index of a binder as a term. */
static const struct term *
index_of(struct arena *a, const struct term *t, const char *name)
{
    return expr_name(a, name,
                     (struct type){.kind = t->op == TERM_LIMIT ? TYPE_REAL : TYPE_INTEGER,
                                   .rows = {.n = 1},
                                   .cols = {.n = 1}});
}

/* Rules call an index "j#1", which nobody can type: it gets a letter. */
static const struct term *
with_plain_indices(struct arena *a, const struct term *root, const struct term *t)
{
    const struct term **arg = ARENA_ARRAY(a, const struct term *, t->n + 1), *made;
    struct term shape = *t;
    const char *name;
    bool changed = false;

    for (int i = 0; i < t->n; i++) {
        arg[i] = with_plain_indices(a, root, t->arg[i]);
        changed |= arg[i] != t->arg[i];
    }
    if (term_binds(t) && strchr(t->name, '#') &&
        (name = free_index(root, arg[t->n - 1]))) {
        struct replacement r = {t->name, index_of(a, t, name)};
        const struct term *body = expr_replace(a, arg[t->n - 1], &r, 1);

        if (body) {
            arg[t->n - 1] = body;
            shape.name = name;
            changed = true;
        }
    }
    shape.arg = arg;
    made = changed ? expr_make(a, &shape, NULL) : t;
    return made ? made : t;
}

static void
name_plainly(struct bench *b, struct rewrite *w)
{
    w->whole = with_plain_indices(b->work, w->whole, w->whole);
    w->to = w->whole;
    for (int i = 0; i < w->depth; i++)
        w->to = w->to->arg[w->path[i]];
}

/* ---- what applies ----------------------------------------------------------------- */

const struct term *
bench_base(struct ui_model *m)
{
    const struct bench *b = m->bench;
    int wrong = bench_wrong(m);

    if (wrong < 0 || !b->mine)
        return bench_last(m);
    for (int i = wrong - 1; i >= 0; i--)
        if (b->mine->lines[i].term)
            return b->mine->lines[i].term;
    return b->mine->start;
}

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

/* Whether the step keeps what the theorem is about. An equation needs steps that are
 * equal; a bound is offered only where the theorem has one, and where it holds at this
 * place of the line. */
static bool
keeps_relation(const struct bench *b, const struct scope *s, const struct term *last,
               struct rewrite *w)
{
    if (w->relation == RELATION_EQUAL)
        return true;
    for (int i = 0; i < b->task->n_lines; i++) {
        const struct derivation_line *line = &b->task->lines[i];
        struct rule_line step = {
            .scope = s, .x = last, .relation = line->relation, .y = w->whole};

        if (line->link != LINK_RELATION || line->relation == RELATION_EQUAL ||
            last->op == TERM_RELATION)
            continue;
        if (rule_justifies(b->work, w->rule, &step)) {
            w->relation = line->relation;
            return true;
        }
    }
    return false;
}

/* A rule that is the thing to be shown. */
static bool
is_excluded(const struct bench *b, const char *rule)
{
    for (int i = 0; b->ask && i < b->ask->ask->n_without; i++)
        if (strcmp(b->ask->ask->without[i], rule) == 0)
            return true;
    return false;
}

bool
bench_uses_excluded(const struct bench *b, const struct judged_line *k)
{
    for (int i = 0; k && i < k->rules.n; i++)
        if (is_excluded(b, k->rules.at[i]))
            return true;
    return false;
}

static void
list_rule(struct bench *b, const struct rule *r, const struct term *last,
          struct rewrite *found)
{
    const struct scope *s = b->mine ? b->mine->scope : b->task->scope;
    int n = rule_steps(b->work, r, s, last, found, BENCH_STEPS_MAX);

    for (int k = 0; k < n && b->n_steps < BENCH_STEPS_MAX; k++) {
        name_plainly(b, &found[k]);
        if (is_new(b, &found[k], last) && keeps_relation(b, s, last, &found[k]))
            b->steps[b->n_steps++] = found[k];
    }
}

/* ---- in which order --------------------------------------------------------------- */

static bool
has_part(const struct term *t, const struct term *part)
{
    if (t->size < part->size)
        return false;
    if (expr_same(t, part))
        return true;
    for (int i = 0; i < t->n; i++)
        if (has_part(t->arg[i], part))
            return true;
    return false;
}

/* How many parts of x are no parts of y. */
static int
strange_parts(const struct term *x, const struct term *y)
{
    int n = has_part(y, x) ? 0 : 1;

    for (int i = 0; n && i < x->n; i++)
        n += strange_parts(x->arg[i], y);
    return n;
}

int
bench_distance(const struct term *x, const struct term *y)
{
    return x && y ? strange_parts(x, y) + strange_parts(y, x) : 0;
}

/* Definitions and arithmetic apply to nearly everything: they are searched last. */
static int
rank(const struct rule *r)
{
    return r->kind == RULE_ARITHMETIC ? 2 : r->kind == RULE_DEFINITION ? 1 : 0;
}

/* The steps of one rule stand together; first the rule that leads nearest to the goal,
 * and arithmetic last. */
static void
sort_steps(struct bench *b)
{
    enum { LAST = 1 << 20 };
    const struct term *goal = bench_goal(b->task);
    int *near = ARENA_ARRAY(b->work, int, b->n_steps + 1);
    struct rewrite *sorted = ARENA_ARRAY(b->work, struct rewrite, BENCH_STEPS_MAX);
    int n = 0;

    for (int i = 0; i < b->n_steps; i++) {
        near[i] = bench_distance(b->steps[i].whole, goal) +
                  (rank(b->steps[i].rule) == 2 ? LAST : 0);
        for (int k = 0; k < i; k++)
            if (b->steps[k].rule == b->steps[i].rule && near[k] < near[i])
                near[i] = near[k];
            else if (b->steps[k].rule == b->steps[i].rule)
                near[k] = near[i];
    }
    while (n < b->n_steps) {
        int first = -1;

        for (int i = 0; i < b->n_steps; i++)
            if (near[i] >= 0 && (first < 0 || near[i] < near[first]))
                first = i;
        for (int i = first; i < b->n_steps; i++)
            if (b->steps[i].rule == b->steps[first].rule) {
                sorted[n++] = b->steps[i];
                near[i] = -1;
            }
    }
    b->steps = sorted;
}

void
bench_list(struct ui_model *m)
{
    enum { RANKS = 3 };
    struct bench *b = m->bench;
    const struct term *last = bench_base(m);
    struct rewrite *found;

    if (b->steps)
        return;
    b->steps = ARENA_ARRAY(b->work, struct rewrite, BENCH_STEPS_MAX);
    found = ARENA_ARRAY(b->work, struct rewrite, BENCH_STEPS_MAX);
    b->n_steps = 0;
    for (int k = 0; k < RANKS; k++)
        for (int i = 0; b->rules && i < rulebook_count(b->rules); i++)
            if (rank(rulebook_at(b->rules, i)) == k &&
                !is_excluded(b, rulebook_at(b->rules, i)->name))
                list_rule(b, rulebook_at(b->rules, i), last, found);
    sort_steps(b);
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

    return arena_printf(a, "%s %s by %s",
                        w->whole->op == TERM_RELATION ? "<=>"
                                                      : relation_text(w->relation),
                        expr_plain(a, w->whole, (int)how), w->rule->name);
}

void
bench_take_step(struct ui_model *m, int shown)
{
    struct bench *b = m->bench;
    int steps[BENCH_STEPS_MAX], n, wrong = bench_wrong(m);

    bench_list(m);
    n = bench_shown_steps(b, steps);
    if (shown < 0 || shown >= n)
        return;
    bench_go(m, wrong >= 0 ? wrong : b->lines->n);
    typed_set(&b->field, "", 0);
    bench_type(m, bench_step_text(b->arena, m, &b->steps[steps[shown]]), -1);
    b->says = SAYS_VERDICT;
    b->out = false;
    m->field_serial++;
    if (b->way == WAY_GUIDED)
        bench_submit(m);
}
