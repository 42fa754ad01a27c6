#include <complex.h>
#include <string.h>

#include "grade/slips.h"
#include "grade/term/rounded.h"

enum { NAMES_MAX = 8 };

/* Whether the typed decimal is a rounded value of this changed answer, and far from the
 * right one. */
static bool
is_nearly_it(const struct grading *g, const struct term *typed,
             const struct term *changed, const struct term *model)
{
    struct value v;

    if (!changed || grade_is_array(changed) || !rounded_is_asked(g) ||
        !grade_compute(g, changed, &v))
        return false;
    return rounded_value(g, typed, changed) >= NEAR_ROUNDED &&
           rounded_gap(g, changed, model) > 0.02 * cabs(v.at[0]);
}

/* Whether the typed answer is this changed one, and the change does change something. */
static bool
is_it(const struct grading *g, const struct term *typed, const struct term *changed,
      const struct term *model)
{
    struct exact_result how;

    if (is_nearly_it(g, typed, changed, model))
        return true;
    return changed && grade_may_agree(g, typed, changed) &&
           grade_agree(g, typed, changed, &how) == AGREE_YES &&
           grade_agree(g, changed, model, &how) == AGREE_NO &&
           grade_is_far(g, changed, model);
}

/* ---- two names that changed places ----------------------------------------------- */

static int
collect(const struct term *t, const struct term **names, int n)
{
    if (t->op == TERM_NAME) {
        for (int i = 0; i < n; i++)
            if (strcmp(names[i]->name, t->name) == 0)
                return n;
        if (n < NAMES_MAX)
            names[n++] = t;
    }
    for (int i = 0; i < t->n; i++)
        n = collect(t->arg[i], names, n);
    return n;
}

static bool
is_one_type(const struct term *x, const struct term *y)
{
    int rows, cols, other_rows, other_cols;

    if (x->type.kind != y->type.kind ||
        x->type.complex_entries != y->type.complex_entries)
        return false;
    return grade_size(x, &rows, &cols) && grade_size(y, &other_rows, &other_cols) &&
           rows == other_rows && cols == other_cols;
}

/* Whether a value is no chance hit: powers with swapped names vanish, or are nearly 1. */
static bool
is_telling(const struct grading *g, const struct term *swapped)
{
    const double dull = 1e-3;
    struct value w;

    if (grade_free_name(g->d->scope, swapped) || grade_is_array(swapped) ||
        !grade_compute(g, swapped, &w))
        return true;
    return cabs(w.at[0]) > dull && cabs(w.at[0] - 1) > dull;
}

static bool
is_swapped(const struct grading *g, const struct term *typed, const struct term *model,
           const struct term *x, const struct term *y)
{
    const struct replacement r[] = {
        {x->name, y},
        {y->name, x}
    };
    const struct term *swapped;

    if (!is_one_type(x, y))
        return false;
    swapped = expr_replace(g->arena, g->q->answer, r, 2);
    return swapped && is_telling(g, grade_unfold(g, swapped)) &&
           is_it(g, typed, grade_unfold(g, swapped), model);
}

/* A drawn number stands on the screen without its name. */
static bool
is_drawn(const struct grading *g, const char *name)
{
    for (int i = 0; i < g->d->n; i++)
        if (strcmp(g->d->name[i], name) == 0)
            return true;
    return false;
}

static const char *
find_swap(const struct grading *g, const struct term *typed, const struct term *model)
{
    const struct term *names[NAMES_MAX];
    int n = collect(g->q->answer, names, 0);

    for (int i = 0; i < n; i++)
        for (int k = i + 1; k < n; k++)
            if (is_swapped(g, typed, model, names[i], names[k]))
                return is_drawn(g, names[i]->name) || is_drawn(g, names[k]->name)
                           ? "This is the right answer with two of its numbers swapped."
                           : arena_printf(
                                 g->arena,
                                 "This is the right answer with %s and %s swapped.",
                                 expr_name_text(g->arena, names[i]->name, 0),
                                 expr_name_text(g->arena, names[k]->name, 0));
    return NULL;
}

/* ---- all slips ------------------------------------------------------------------- */

/* Two slips that change a number alone and give the same number cannot be told apart (2
 * for 1 is twice and one too many): then neither is named. Slips that change the form,
 * and all slips of terms that agree for every value of their names, are facts about the
 * answer; the most particular one is named. */
struct found {
    const char *name, *sentence;
    int structural, numeric;
};

static void
note(struct found *f, const struct slip *slip)
{
    if (f->name && strcmp(f->name, slip->name) == 0)
        return; /* one slip, found in two ways */
    if (slip->structural ? f->structural == 0 : f->structural + f->numeric == 0) {
        f->name = slip->name;
        f->sentence = slip->sentence;
    }
    *(slip->structural ? &f->structural : &f->numeric) += 1;
}

/* ---- a number where letters are asked for ---------------------------------------- */

/* The value of a name in the lesson around the question, where its own leaves it open. */
static const struct term *
value_around(const struct grading *g, const struct term *name)
{
    const struct scope *around = scope_parent(g->q->scope);
    const struct decl *d = around ? scope_find(around, name->name) : NULL;

    return d && d->value && !grade_free_name(around, d->value)
               ? expr_unfold(g->arena, around, d->value)
               : NULL;
}

const char *
diagnose_number(const struct grading *g, const struct term *typed,
                const struct term *model)
{
    const struct term *names[NAMES_MAX], *value;
    struct replacement r[NAMES_MAX];
    int n = collect(model, names, 0);
    const char *at = "";
    struct exact_result how;

    if (n == 0 || grade_free_name(g->d->scope, typed))
        return NULL;
    for (int i = 0; i < n; i++) {
        value = value_around(g, names[i]);
        if (!value)
            return NULL;
        r[i] = (struct replacement){names[i]->name, value};
        at = arena_printf(g->arena, "%s%s%s = %s", at, i ? ", " : "",
                          expr_name_text(g->arena, names[i]->name, 0),
                          expr_plain(g->arena, value, 0));
    }
    value = expr_replace(g->arena, model, r, n);
    if (!value || (rounded_value(g, typed, value) < NEAR_ROUNDED &&
                   grade_same(g, typed, value, &how) != AGREE_YES))
        return NULL;
    return arena_printf(g->arena, "That is the number for %s; write it with letters.",
                        at);
}

bool
diagnose(const struct grading *g, const struct term *typed, const struct term *model,
         const char **name, const char **sentence)
{
    struct found f = {NULL, NULL, 0, 0};
    const char *swap = find_swap(g, typed, model);

    if (swap)
        note(&f, &(struct slip){"index-swapped", true, NULL, swap});
    for (int i = 0; i < n_slips; i++)
        if (is_it(g, typed, slips[i].make(g, model), model))
            note(&f, &slips[i]);
    *name = f.name;
    *sentence = f.sentence;
    if (grade_free_name(g->d->scope, typed))
        return f.structural + f.numeric > 0;
    return f.structural ? f.numeric == 0 : f.numeric == 1;
}
