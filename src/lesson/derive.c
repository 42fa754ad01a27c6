/* ```derive blocks: read by room proof, with what a lesson adds; and what they are to the
 * lessons behind them. */
#include <string.h>

#include "lesson/lesson_priv.h"

static void
check_name(struct reader *r, const struct derivation *d, struct pos fence)
{
    if (!d->named)
        errs_at(r->arena, r->errs, fence, ERR_DERIVE_FORM,
                "'theorem NAME' is missing as the first line of this block");
    else if (*d->name && id_check(r, d->name, pos_after(d->at, "theorem ", 8)))
        lesson_note_name(r, "theorem", d->name, d->at);
}

/* Another block of an axiom's name is more of the same family; "definition NAME" says
 * what a function of the language is. */
static void
check_axiom(struct reader *r, const struct derivation *d)
{
    if (*d->name && strncmp(d->name, "definition ", 11) != 0)
        id_check(r, d->name, pos_after(d->at, "axiom ", 6));
}

static void
check_sentences(struct reader *r, const struct derivation *d)
{
    for (int i = 0; i < d->n_lines; i++)
        lesson_spans(r, d->scope, d->lines[i].say_text, d->lines[i].say_at);
}

static const struct derivation *
keep(struct reader *r, const struct derivation *d, struct pos fence)
{
    if (d->axiom)
        check_axiom(r, d);
    else
        check_name(r, d, fence);
    for (int i = 0; i < d->errs.n; i++)
        errs_add(r->arena, r->errs, &d->errs.at[i]);
    check_sentences(r, d);
    return d;
}

/* A block without a derivation. */
static const struct derivation *
nothing(struct reader *r, struct pos fence)
{
    struct derivation *d = ARENA_NEW(r->arena, struct derivation);

    *d = (struct derivation){
        .name = "", .scope = r->scope, .start_source = "", .at = fence};
    return d;
}

const struct derivation *
derivation_read(struct reader *r, const struct piece *p)
{
    struct pos inside, fence = source_line_pos(r->src, p->line);
    const char *text = block_text(r, p, &inside);
    struct derivations all =
        derivations_read(r->arena, r->scope, text, strlen(text), inside);

    if (all.error)
        errs_add(r->arena, r->errs, all.error);
    for (int i = 0; i < all.n; i++) {
        keep(r, &all.at[i], fence);
        if (i > 0)
            errs_at(r->arena, r->errs, all.at[i].at, ERR_DERIVE_FORM,
                    "a block holds one theorem; begin a new block");
    }
    if (all.n)
        return &all.at[0];
    errs_at(r->arena, r->errs, fence, ERR_DERIVE_FORM,
            "'theorem NAME' is missing as the first line of this block");
    return nothing(r, fence);
}

/* ---- rules for other lessons ---------------------------------------------------------
 */

/* Visit every derivation of a lesson; stops when visit() says so. */
static bool
visit_derivations(const struct lesson *l,
                  bool (*visit)(void *ctx, const struct derivation *d), void *ctx)
{
    for (int s = 0; s < l->n_steps; s++)
        for (int b = 0; b < l->steps[s].n_beats; b++)
            for (int i = 0; i < l->steps[s].beats[b].n; i++) {
                const struct item *it = &l->steps[s].beats[b].items[i];

                if (it->kind == ITEM_DERIVATION && visit(ctx, it->derivation))
                    return true;
            }
    return false;
}

static bool
add_rule(void *ctx, const struct derivation *d)
{
    struct rulebook *b = ctx;

    derivation_rule(b, d);
    return false;
}

/* The lessons that are needed, from the nearest on. */
struct needing {
    const struct lesson *const *course;
    bool *taken;
    int n;
};

static void
take_needs(struct needing *g, const struct lesson *l, struct rulebook *b)
{
    for (int k = 0; k < l->n_needs; k++) {
        for (int i = 0; i < g->n; i++) {
            const struct lesson *other = g->course[i];

            if (!other || g->taken[i] || strcmp(other->id, l->needs[k]) != 0)
                continue;
            g->taken[i] = true;
            take_needs(g, other, b);
            visit_derivations(other, add_rule, b);
        }
    }
}

struct rulebook *
lesson_rules(struct arena *a, const struct lesson *l, const struct lesson *const *course,
             int n)
{
    struct rulebook *b = rulebook_new(a, rulebook_basic(a));
    struct needing g = {course, ARENA_ARRAY(a, bool, n + 1), n};

    take_needs(&g, l, b);
    return b;
}

/* Theorems of the lesson itself that an answer may use. */
struct own {
    const struct ask *q;
    struct rulebook *book;
};

static bool
is_listed(const char *const *list, int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (!strcmp(list[i], name))
            return true;
    return false;
}

static bool
add_own(void *ctx, const struct derivation *d)
{
    struct own *own = ctx;
    const struct ask *q = own->q;

    if (d->axiom ||
        (is_listed(q->rules, q->n_rules, d->name) && strcmp(d->name, q->derivation) != 0))
        derivation_rule(own->book, d);
    return false;
}

struct rulebook *
lesson_ask_book(struct arena *a, const struct lesson *l, const struct ask *q,
                const struct rulebook *rules)
{
    struct own own = {q, rulebook_new(a, rules ? rules : rulebook_basic(a))};

    visit_derivations(l, add_own, &own);
    return own.book;
}

struct rulebook *
lesson_ask_rules(struct arena *a, const struct lesson *l, const struct ask *q,
                 const struct lesson *const *course, int n)
{
    return lesson_ask_book(a, l, q, lesson_rules(a, l, course, n));
}

static bool
has_name(void *ctx, const struct derivation *d)
{
    const char *name = ctx;

    return strcmp(d->name, name) == 0;
}

const struct lesson *
lesson_of_rule(const struct lesson *const *course, int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (course[i] && visit_derivations(course[i], has_name, (void *)(uintptr_t)name))
            return course[i];
    return NULL;
}
