#include <string.h>

#include "base/buf.h"
#include "lesson/lesson_priv.h"

const struct term *
read_term(struct reader *r, const struct scope *s, const char *text, struct pos at)
{
    struct err e;
    const struct term *t = expr_parse(r->arena, s, text, at, &e);

    if (!t)
        errs_add(r->arena, r->errs, &e);
    return t;
}

const struct term *
read_relation(struct reader *r, const struct scope *s, const char *text, struct pos at)
{
    struct err e;
    const struct term *t = expr_parse_relation(r->arena, s, text, at, &e);

    if (!t)
        errs_add(r->arena, r->errs, &e);
    return t;
}

void
read_spans(struct reader *r, const struct scope *s, const char *markdown, struct pos at)
{
    struct runs runs;

    if (!strchr(markdown, '`'))
        return;
    runs = lesson_runs(r->arena, markdown, at);
    for (int i = 0; i < runs.n; i++)
        if (runs.at[i].kind == RUN_COMPUTED)
            read_term(r, s, runs.at[i].text, runs.at[i].at);
}

bool
is_drawn(const char *name, struct bindings draw)
{
    for (int i = 0; i < draw.n; i++)
        if (!strcmp(draw.at[i].name, name))
            return true;
    return false;
}

const char *
free_name(const struct term *t, const struct scope *s, struct bindings draw)
{
    const char *found = NULL;

    if (t->op == TERM_NAME) {
        const struct decl *d = scope_find(s, t->name);

        if (is_drawn(t->name, draw))
            return NULL;
        return d && d->value ? free_name(d->value, s, draw) : t->name;
    }
    for (int i = 0; i < t->n && !found; i++)
        found = free_name(t->arg[i], s, draw);
    return found;
}
