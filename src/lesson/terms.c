#include <string.h>

#include "base/buf.h"
#include "calc/calc.h"
#include "lesson/lesson_priv.h"

const struct term *
lesson_term(struct reader *r, const struct scope *s, const char *text, struct pos at)
{
    struct err e;
    const struct term *t = expr_parse(r->arena, s, text, at, &e);

    if (!t)
        errs_add(r->arena, r->errs, &e);
    return t;
}

const struct term *
lesson_relation(struct reader *r, const struct scope *s, const char *text, struct pos at)
{
    struct err e;
    const struct term *t = expr_parse_relation(r->arena, s, text, at, &e);

    if (!t)
        errs_add(r->arena, r->errs, &e);
    return t;
}

bool
lesson_declare(struct reader *r, struct scope *s, const char *text, struct pos at)
{
    struct err e;

    if (scope_count(s) > LESSON_NAMES_MAX)
        return errs_at(r->arena, r->errs, at, ERR_LESSON_MANY,
                       "more than %d names are declared in one place", LESSON_NAMES_MAX);
    if (scope_declare(r->arena, s, text, at, &e))
        return true;
    errs_add(r->arena, r->errs, &e);
    return false;
}

bool
lesson_bind(struct reader *r, struct scope *s, const char *text, struct pos at,
            struct bindings *out)
{
    struct err e;

    if (scope_count(s) > LESSON_NAMES_MAX)
        return errs_at(r->arena, r->errs, at, ERR_LESSON_MANY,
                       "more than %d names are declared in one place", LESSON_NAMES_MAX);
    if (bindings_read(r->arena, s, text, at, out, &e))
        return true;
    errs_add(r->arena, r->errs, &e);
    return false;
}

static void
check_span(struct reader *r, const struct scope *s, const struct run *run)
{
    struct calc_span shown;
    struct err e;

    if (!calc_span_read(r->arena, s, run->text, run->at, &shown, &e))
        errs_add(r->arena, r->errs, &e);
}

void
lesson_spans(struct reader *r, const struct scope *s, const char *markdown, struct pos at)
{
    struct runs runs;

    if (!strchr(markdown, '`'))
        return;
    runs = lesson_runs(r->arena, markdown, at);
    for (int i = 0; i < runs.n; i++)
        if (runs.at[i].kind == RUN_COMPUTED)
            check_span(r, s, &runs.at[i]);
}

bool
lesson_is_drawn(const char *name, struct bindings draw)
{
    for (int i = 0; i < draw.n; i++)
        if (!strcmp(draw.at[i].name, name))
            return true;
    return false;
}

/* The first name that has no value; the indices of sums are none. */
struct first {
    struct bindings draw;
    const char *name;
};

static void
take_first(void *ctx, const struct term *name)
{
    struct first *f = ctx;

    if (!f->name && !lesson_is_drawn(name->name, f->draw))
        f->name = name->name;
}

const char *
lesson_free_name(struct arena *a, const struct term *t, const struct scope *s,
                 struct bindings draw)
{
    struct first f = {draw, NULL};

    term_free_names(expr_unfold(a, s, t), take_first, &f);
    return f.name;
}
