#include <ctype.h>
#include <math.h>
#include <string.h>

#include "calc/calc.h"
#include "grade/grade_priv.h"

enum {
    REDRAWS = 1000,    /* until the conditions hold */
    DIFFER_TRIES = 20, /* until a variant differs from the one before it */
    CHAIN_MAX = 64,    /* attempts that are compared with the one before */
};

/* ---- drawing --------------------------------------------------------------------- */

static const struct term **
written_values(struct arena *a, const struct ask *q)
{
    const struct term **value = ARENA_ARRAY(a, const struct term *, q->draw.n + 1);

    for (int i = 0; i < q->draw.n; i++)
        value[i] = q->draw.at[i].value;
    return value;
}

static bool
conditions_hold(struct arena *a, const struct ask *q, const struct term *const *value)
{
    struct calc_name *names = ARENA_ARRAY(a, struct calc_name, q->draw.n + 1);
    struct calc_env env = {.at = names, .n = q->draw.n};

    for (int i = 0; i < q->draw.n; i++) {
        names[i].name = q->draw.at[i].name;
        names[i].value = calc_real(a, calc_eval_real(a, q->scope, value[i], NULL));
    }
    for (int i = 0; i < q->draw.n; i++)
        for (int k = 0; k < q->draw.at[i].n_conditions; k++)
            if (calc_eval_real(a, q->scope, q->draw.at[i].conditions[k], &env) != 1)
                return false;
    return true;
}

/* Values for which the conditions hold; the written ones when none were found. */
static const struct term **
draw_values(struct arena *a, const struct ask *q, uint64_t seed, int attempt, int again)
{
    struct chance c = chance_from(q->numbers, seed, attempt, again, "draw");
    const struct term **value = ARENA_ARRAY(a, const struct term *, q->draw.n + 1);
    struct arena *trial = arena_new();
    bool found = false;

    for (int i = 0; i < REDRAWS && !found; i++) {
        arena_reset(trial);
        for (int k = 0; k < q->draw.n; k++)
            value[k] = range_draw(a, q, &q->draw.at[k], &c);
        found = conditions_hold(trial, q, value);
    }
    arena_free(trial);
    return found ? value : written_values(a, q);
}

static bool
is_same(const struct ask *q, const struct term *const *x, const struct term *const *y)
{
    for (int i = 0; i < q->draw.n; i++)
        if (!expr_same(x[i], y[i]))
            return false;
    return true;
}

/* The numbers of a variant; a fresh one differs from the one before it if it can. */
static const struct term **
variant(struct arena *a, const struct ask *q, uint64_t seed, int attempt)
{
    int first = attempt < CHAIN_MAX ? 0 : attempt;
    const struct term **value = draw_values(a, q, seed, first, 0);

    for (int i = first + 1; i <= attempt; i++) {
        const struct term **before = value;

        for (int again = 0; again < DIFFER_TRIES; again++) {
            value = draw_values(a, q, seed, i, again);
            if (!is_same(q, value, before))
                break;
        }
    }
    return value;
}

/* ---- the scope with the values in it --------------------------------------------- */

static bool
is_drawn(const struct ask *q, const char *name)
{
    for (int i = 0; i < q->draw.n; i++)
        if (strcmp(q->draw.at[i].name, name) == 0)
            return true;
    return false;
}

/* Names of `let:` whose values were written with drawn names get them anew. */
static void
add_lets(struct arena *a, struct scope *s, const struct ask *q,
         const struct term *const *value)
{
    struct replacement *r = ARENA_ARRAY(a, struct replacement, q->draw.n + 1);

    for (int i = 0; i < q->draw.n; i++)
        r[i] = (struct replacement){q->draw.at[i].name, value[i]};
    for (int i = 0; i < scope_count(q->scope); i++) {
        const struct decl *d = scope_at(q->scope, i);
        const struct term *t = NULL;

        if (d->value && !is_drawn(q, d->name))
            t = expr_replace(a, expr_unfold(a, q->scope, d->value), r, q->draw.n);
        if (t)
            scope_add_value(a, s, d->name, t);
    }
}

struct drawn
ask_draw(struct arena *a, const struct ask *q, uint64_t seed, int attempt)
{
    const char **name = ARENA_ARRAY(a, const char *, q->draw.n + 1);
    struct drawn d = {name, NULL, q->draw.n, q->scope};
    const struct term **value;
    struct scope *s;

    if (!q->draw.n)
        return d;
    value = seed ? variant(a, q, seed, attempt < 0 ? 0 : attempt) : written_values(a, q);
    s = scope_new(a, q->scope);
    for (int i = 0; i < q->draw.n; i++) {
        name[i] = q->draw.at[i].name;
        scope_add_value(a, s, name[i], value[i]);
    }
    add_lets(a, s, q, value);
    d.value = value;
    d.scope = s;
    return d;
}

/* ---- the order of choices -------------------------------------------------------- */

/* Choices such as "line 1; line 2; line 3": the same words with other digits. */
static bool
same_but_digits(const char *x, const char *y)
{
    for (;; x++, y++) {
        x += strspn(x, "0123456789");
        y += strspn(y, "0123456789");
        if (*x != *y)
            return false;
        if (!*x)
            return true;
    }
}

static bool
is_series(const struct choice *choices, int n)
{
    for (int i = 1; i < n; i++)
        if (!same_but_digits(choices[0].text, choices[i].text))
            return false;
    return n > 1 && strpbrk(choices[0].text, "0123456789");
}

/* "all are right", "none of them": makes sense as the last one only. */
static bool
is_closing(const char *text)
{
    static const char *const words[] = {"all", "none", "both", "neither", "nothing"};
    size_t n = 0;

    while (isalpha((unsigned char)text[n]))
        n++;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == n && tolower((unsigned char)text[0]) == words[i][0] &&
            strncmp(text + 1, words[i] + 1, n - 1) == 0)
            return true;
    return false;
}

static void
shuffle(struct chance *c, int *order, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int k = (int)chance_below(c, (uint64_t)i + 1), kept = order[i];

        order[i] = order[k];
        order[k] = kept;
    }
}

/* Whether lines that are shown so stand right already. */
static bool
is_right_order(const struct ask *q, const int *order)
{
    for (int k = -1; k < q->n_orders; k++) {
        const int *right = k < 0 ? q->order.number : q->orders[k].number;
        int i = 0;

        while (i < q->n_lines && order[i] == right[i])
            i++;
        if (i == q->n_lines)
            return true;
    }
    return false;
}

/* Lines to be put in order: turned until they are not. */
static void
order_lines(const struct ask *q, struct chance *c, int *order)
{
    enum { TRIES = 20 };

    shuffle(c, order, q->n_lines);
    for (int i = 0; i < TRIES && is_right_order(q, order); i++)
        shuffle(c, order, q->n_lines);
}

void
ask_order(const struct ask *q, uint64_t seed, int attempt, int *order)
{
    struct chance c = chance_from(q->id, seed, attempt, 0, "order");
    int n = q->n_lines ? q->n_lines : q->n_choices;

    for (int i = 0; i < n; i++)
        order[i] = i;
    if (q->kind == ASK_ORDER)
        order_lines(q, &c, order);
    if (!n || q->n_lines)
        return;
    if (is_closing(q->choices[n - 1].text))
        n--;
    if (seed && !q->predict && !is_series(q->choices, n))
        shuffle(&c, order, n);
}
