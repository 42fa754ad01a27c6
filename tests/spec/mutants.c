/*
 * mutants PATH...: every line of the derivations in the files (.txt, and the derive
 * blocks of .md) is changed in the ways in which learners change it: a sign, the order of
 * factors, a transpose, a conjugate, a name, a constant, a factor, a square, a root. What
 * is true then is said by doubles at several points, and for lines about chance by
 * exact_compare() with another seed. No false line may be accepted, no true one rejected,
 * and most slips must get their name.
 */
#include "unit/table.h"

#include <dirent.h>
#include <math.h>

#include "calc/calc.h"
#include "proof/proof.h"
#include "spec/blocks.h"

enum { TEXT_MAX = 1 << 20, PER_KIND = 3, NEEDED = 400, SHARE = 85, POINTS = 4 };

enum kind {
    SIGN,
    ORDER,
    TRANSPOSE,
    CONJUGATE,
    SYMBOL,
    CONSTANT,
    FACTOR,
    SQUARE,
    ROOT,
    KINDS
};

static const char *const slip_names[KINDS] = {
    "sign-reversed",     "order-swapped",  "transpose-dropped",
    "conjugate-dropped", "index-swapped",  "constant-off",
    "factor-off",        "square-missing", "root-missing",
};

/* What came of all mutants, of one kind. */
struct score {
    int mutants, wrong, named, unknown, accepted, rejected, undecided;
};

static struct score scores[KINDS];
static char first_fault[2][600];

/* ---- changing a term --------------------------------------------------------------- */

struct mutation {
    struct arena *a;
    const struct scope *s;
    enum kind kind;
    int left; /* places before the one that is changed */
    bool fixed;
};

static const struct term *
apply(struct mutation *m, enum term_op op, const struct term *x, const struct term *y)
{
    return expr_apply(m->a, op, x, y, NULL);
}

static const struct term *
change_sign(struct mutation *m, const struct term *t)
{
    if (t->op == TERM_ADD || t->op == TERM_SUB)
        return apply(m, t->op == TERM_ADD ? TERM_SUB : TERM_ADD, t->arg[0], t->arg[1]);
    return t->op == TERM_NEG ? t->arg[0] : NULL;
}

static const struct term *
change_order(struct mutation *m, const struct term *t)
{
    const struct term *x;

    if (t->op != TERM_MUL || !type_is_array(t->arg[1]->type))
        return NULL;
    x = t->arg[0];
    if (x->op == TERM_MUL && type_is_array(x->arg[1]->type)) {
        const struct term *head = apply(m, TERM_MUL, x->arg[0], t->arg[1]);

        return head ? apply(m, TERM_MUL, head, x->arg[1]) : NULL;
    }
    return type_is_array(x->type) ? apply(m, TERM_MUL, t->arg[1], x) : NULL;
}

static const struct term *
change_symbol(struct mutation *m, const struct term *t)
{
    if (t->op != TERM_NAME)
        return NULL;
    for (int i = 0; i < scope_count(m->s); i++) {
        const struct decl *d = scope_at(m->s, i);

        if (strcmp(d->name, t->name) != 0 && d->type.kind == t->type.kind &&
            d->type.rows.n == t->type.rows.n && d->type.cols.n == t->type.cols.n &&
            d->type.random == t->type.random && !d->value)
            return expr_name(m->a, d->name, d->type);
    }
    return NULL;
}

static const struct term *
change_factor(struct mutation *m, const struct term *t)
{
    if (t->op != TERM_MUL || !type_is_number(t->arg[0]->type))
        return NULL;
    if (t->arg[0]->op == TERM_NUMBER || t->arg[0]->op == TERM_NAME)
        return t->arg[1];
    return apply(m, TERM_MUL, expr_number(m->a, "2"), t);
}

static const struct term *
change_constant(struct mutation *m, const struct term *t)
{
    char text[32];

    if (t->op != TERM_NUMBER || m->fixed)
        return NULL;
    snprintf(text, sizeof text, "%.12g", t->near + 1);
    return expr_number(m->a, text);
}

static const struct term *
change_square(const struct term *t)
{
    return t->op == TERM_POW && t->arg[1]->op == TERM_NUMBER && t->arg[1]->near == 2
               ? t->arg[0]
               : NULL;
}

/* t changed here; NULL: nothing of that kind is to be changed. */
static const struct term *
change(struct mutation *m, const struct term *t)
{
    switch (m->kind) {
    case SIGN:
        return change_sign(m, t);
    case ORDER:
        return change_order(m, t);
    case TRANSPOSE:
        return t->op == TERM_TRANSPOSE ? t->arg[0] : NULL;
    case CONJUGATE:
        return t->op == TERM_CONJ ? t->arg[0] : NULL;
    case SYMBOL:
        return change_symbol(m, t);
    case CONSTANT:
        return change_constant(m, t);
    case FACTOR:
        return change_factor(m, t);
    case SQUARE:
        return change_square(t);
    case ROOT:
        return t->op == TERM_CALL && t->function == FUNCTION_SQRT ? t->arg[0] : NULL;
    default:
        return NULL;
    }
}

/* t with one place changed; t itself: it has not so many. NULL: the types do not fit. */
static const struct term *
mutate(struct mutation *m, const struct term *t)
{
    const struct term *here = change(m, t);
    bool fixed = m->fixed;

    if (here && m->left-- == 0)
        return here;
    for (int i = 0; i < t->n && m->left >= 0; i++) {
        const struct term *x;

        m->fixed = fixed || t->op == TERM_MUL || t->op == TERM_DIV ||
                   t->op == TERM_INDEX || (t->op == TERM_POW && i == 1) ||
                   (term_binds(t) && i < t->n - 1);
        x = mutate(m, t->arg[i]);
        if (x != t->arg[i]) {
            const struct term **arg = ARENA_ARRAY(m->a, const struct term *, t->n);
            struct term shape = *t;

            memcpy(arg, t->arg, (size_t)t->n * sizeof *arg);
            arg[i] = x;
            shape.arg = arg;
            return x ? expr_make(m->a, &shape, NULL) : NULL;
        }
    }
    m->fixed = fixed;
    return t;
}

/* ---- what is true ------------------------------------------------------------------ */

enum truth { TRUE_LINE, FALSE_LINE, UNKNOWN };

static double
away(struct value x, struct value y)
{
    double most = 0, size = 1;

    if (x.rows != y.rows || x.cols != y.cols)
        return INFINITY;
    for (int i = 0; i < x.rows * x.cols; i++) {
        most = fmax(most, cabs(x.at[i] - y.at[i]));
        size = fmax(size, cabs(x.at[i]));
    }
    return most / size;
}

/* By doubles at the values that the judge's own points have: independent arithmetic. */
static enum truth
truth_of(struct arena *a, const struct derivation *d, const struct term *x,
         const struct term *y)
{
    struct exact_options o = {.seed = 77};
    struct proof_options p = {0};
    struct judging *j = judging_new(a, d, &p);
    struct calc_name names[64];
    struct calc_env env = {.at = names};
    const struct coordinate *at = judging_coordinates(j, &env.n);
    struct value v, w;
    struct exact_result r;
    struct err e;

    if (env.n > 64)
        return UNKNOWN;
    for (int i = 0; i < env.n; i++) {
        names[i].name = at[i].name;
        if (!at[i].value || !calc_eval(a, NULL, at[i].value, NULL, &names[i].value, &e))
            return UNKNOWN;
    }
    if (calc_eval(a, d->scope, x, &env, &v, &e) &&
        calc_eval(a, d->scope, y, &env, &w, &e) && away(v, w) > 1e-6)
        return FALSE_LINE;
    r = exact_compare(a, d->scope, x, RELATION_EQUAL, y, &o);
    return r.verdict == VERDICT_UNDECIDED ? UNKNOWN
           : r.verdict == VERDICT_EQUAL   ? TRUE_LINE
                                          : FALSE_LINE;
}

/* ---- one mutant -------------------------------------------------------------------- */

static void
note_fault(struct arena *a, int which, const struct derivation *d, const struct term *x,
           const struct term *y)
{
    if (!*first_fault[which])
        snprintf(first_fault[which], sizeof first_fault[which], "%s: %s = %s", d->name,
                 expr_plain(a, x, 0), expr_plain(a, y, 0));
}

static void
count_false(struct arena *a, struct score *s, enum kind kind, const struct judged_line *l,
            const struct derivation *d)
{
    s->wrong++;
    s->undecided += l->verdict == LINE_UNDECIDED;
    s->named += strcmp(l->slip.name, slip_names[kind]) == 0;
    if (l->verdict == LINE_HOLDS) {
        s->accepted++;
        note_fault(a, 0, d, d->start, d->lines[0].term);
    }
    if (l->verdict == LINE_DIFFERENT && strcmp(l->slip.name, slip_names[kind]) != 0 &&
        getenv("MUTANTS_TELL"))
        printf("# %s, not %s: %s: %s = %s\n", l->slip.name, slip_names[kind], d->name,
               expr_plain(a, d->start, 0), expr_plain(a, d->lines[0].term, 0));
}

static void
try_mutant(const struct derivation *d, const struct term *above, const struct term *t,
           enum kind kind)
{
    struct arena *a = arena_new();
    struct derivation_line line = {
        .term = t, .source = "", .rules = "", .say = "", .say_text = ""};
    struct derivation one = *d;
    struct proof_options o = {0};
    const struct judged_line *l;
    enum truth truth;
    struct score *s = &scores[kind];

    one.start = above;
    one.lines = &line;
    one.n_lines = 1;
    l = judging_line(judging_new(a, &one, &o), 0);
    truth = l->verdict == LINE_UNREADABLE ? UNKNOWN : truth_of(a, d, above, t);
    s->mutants++;
    if (truth == FALSE_LINE)
        count_false(a, s, kind, l, &one);
    if (truth == UNKNOWN)
        s->unknown++;
    if (truth == TRUE_LINE && l->verdict == LINE_DIFFERENT &&
        strcmp(l->slip.name, "domain") != 0) {
        s->rejected++;
        note_fault(a, 1, d, above, t);
    }
    arena_free(a);
}

static void
mutate_line(struct arena *a, const struct derivation *d, const struct term *above,
            const struct term *t)
{
    for (int kind = 0; kind < KINDS; kind++)
        for (int k = 0; k < PER_KIND; k++) {
            struct mutation m = {a, d->scope, (enum kind)kind, k, false};
            const struct term *changed = mutate(&m, t);
            struct err e;

            if (!changed || changed == t)
                continue;
            if (expr_relation(a, RELATION_EQUAL, above, changed, &e))
                try_mutant(d, above, changed, (enum kind)kind);
        }
}

static void
mutate_derivation(struct arena *a, const struct derivation *d)
{
    const struct term *above = d->start;

    if (d->error || d->axiom)
        return;
    for (int i = 0; i < d->n_lines && above; i++) {
        const struct derivation_line *line = &d->lines[i];

        if (!line->term)
            continue;
        if (line->link == LINK_RELATION && line->relation == RELATION_EQUAL &&
            above->op != TERM_RELATION && truth_of(a, d, above, line->term) == TRUE_LINE)
            mutate_line(a, d, above, line->term);
        above = line->term;
    }
}

/* ---- the files --------------------------------------------------------------------- */

static void
take_file(const char *path)
{
    struct arena *a = arena_new();
    FILE *f = fopen(path, "rb");
    char *text = arena_alloc(a, TEXT_MAX, 1);
    struct derivations all;

    if (!f)
        abort();
    text[fread(text, 1, TEXT_MAX - 1, f)] = '\0';
    fclose(f);
    if (strstr(path, ".md"))
        keep_blocks(text);
    all = derivations_read(a, NULL, text, strlen(text), (struct pos){path, 1, 1});
    for (int i = 0; i < all.n; i++)
        mutate_derivation(a, &all.at[i]);
    arena_free(a);
}

static int
by_name(const void *x, const void *y)
{
    return strcmp(*(const char *const *)x, *(const char *const *)y);
}

static void
take_folder(const char *path)
{
    DIR *folder = opendir(path);
    char *name[1000];
    int n = 0;

    if (!folder)
        abort();
    for (struct dirent *e = readdir(folder); e && n < 1000; e = readdir(folder)) {
        const char *dot = strrchr(e->d_name, '.');

        if (!dot || (strcmp(dot, ".txt") != 0 && strcmp(dot, ".md") != 0) ||
            strcmp(e->d_name, "README.md") == 0)
            continue;
        name[n] = malloc(strlen(path) + strlen(e->d_name) + 2);
        if (!name[n])
            abort();
        sprintf(name[n++], "%s/%s", path, e->d_name);
    }
    closedir(folder);
    qsort(name, (size_t)n, sizeof *name, by_name);
    for (int i = 0; i < n; i++) {
        take_file(name[i]);
        free(name[i]);
    }
}

/* ---- what must come out ------------------------------------------------------------ */

static struct score
total(void)
{
    struct score sum = {0};

    for (int k = 0; k < KINDS; k++) {
        sum.mutants += scores[k].mutants;
        sum.wrong += scores[k].wrong;
        sum.named += scores[k].named;
        sum.unknown += scores[k].unknown;
        sum.accepted += scores[k].accepted;
        sum.rejected += scores[k].rejected;
        sum.undecided += scores[k].undecided;
    }
    return sum;
}

static void
check_many(void **state)
{
    (void)state;
    assert_true(total().mutants >= NEEDED);
}

static void
check_accepted(void **state)
{
    (void)state;
    if (total().accepted)
        fail_msg("%d, first %s", total().accepted, first_fault[0]);
}

static void
check_rejected(void **state)
{
    (void)state;
    if (total().rejected)
        fail_msg("%d, first %s", total().rejected, first_fault[1]);
}

static void
check_named(void **state)
{
    struct score s = total();

    (void)state;
    if (s.named * 100 < s.wrong * SHARE)
        fail_msg("%d of %d", s.named, s.wrong);
}

int
main(int argc, char **argv)
{
    struct table t = {0};

    for (int i = 1; i < argc; i++)
        take_folder(argv[i]);
    for (int k = 0; k < KINDS; k++)
        printf("# %-18s %4d mutants, %4d false, %4d named, %d undecided, %d unknown\n",
               slip_names[k], scores[k].mutants, scores[k].wrong, scores[k].named,
               scores[k].undecided, scores[k].unknown);
    table_add(&t, "many mutants", check_many, NULL);
    table_add(&t, "no false one is accepted", check_accepted, NULL);
    table_add(&t, "no true one is rejected", check_rejected, NULL);
    table_add(&t, "most slips get their name", check_named, NULL);
    exact_cleanup();
    return table_run(&t, "mutants");
}
