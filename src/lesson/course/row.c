/*
 * Rows of the synthesis table in a front matter: "sheet: IDEA; THEOREM; MODEL; GIVES".
 */
#include <string.h>

#include "base/near.h"
#include "lesson/lesson_priv.h"

enum { ROW_PARTS = 4 };

static bool
read_row(struct reader *r, const struct field *f, struct sheet_row *out)
{
    struct parts p = parts_split(r->arena, f->text, f->text_at, ';');
    bool full = p.n == ROW_PARTS;

    for (int i = 0; i < p.n && full; i++)
        full = *p.at[i].text != '\0';
    if (!full)
        return errs_at(r->arena, r->errs, f->text_at, ERR_KEY_VALUE,
                       "a row of the sheet has four parts with ';' between: the idea, a "
                       "theorem of this lesson, where it lives in the model, what it "
                       "gives");
    *out = (struct sheet_row){p.at[0].text, p.at[1].text, p.at[2].text, p.at[3].text,
                              p.at[1].at};
    return true;
}

const struct sheet_row *
rows_read(struct reader *r, struct fields f, int *n)
{
    struct sheet_row *rows = ARENA_ARRAY(r->arena, struct sheet_row, f.n + 1);

    *n = 0;
    for (int i = 0; i < f.n; i++)
        if (!strcmp(f.at[i].key, "sheet") && *f.at[i].text &&
            read_row(r, &f.at[i], &rows[*n]))
            ++*n;
    return rows;
}

/* The name of the k-th theorem or axiom of l; NULL: it has fewer. */
static const char *
derived_name(const struct lesson *l, int k)
{
    for (int s = 0; s < l->n_steps; s++)
        for (int b = 0; b < l->steps[s].n_beats; b++)
            for (int i = 0; i < l->steps[s].beats[b].n; i++)
                if (l->steps[s].beats[b].items[i].kind == ITEM_DERIVATION && k-- == 0)
                    return l->steps[s].beats[b].items[i].derivation->name;
    return NULL;
}

/* All of them, NULL behind the last. */
static const char *const *
derived_names(struct arena *a, const struct lesson *l)
{
    const char **names;
    int n = 0;

    while (derived_name(l, n))
        n++;
    names = ARENA_ARRAY(a, const char *, n + 1);
    for (int i = 0; i < n; i++)
        names[i] = derived_name(l, i);
    return names;
}

void
rows_check(struct reader *r)
{
    const struct lesson *l = r->lesson;
    const char *const *names = l->n_sheet ? derived_names(r->arena, l) : NULL;

    for (int i = 0; i < l->n_sheet; i++) {
        const char *near = near_find(l->sheet[i].theorem, names);

        if (!near || strcmp(near, l->sheet[i].theorem) != 0)
            errs_at(r->arena, r->errs, l->sheet[i].at, ERR_THEOREM_NONE,
                    "this lesson has no theorem '%s'%s%s%s", l->sheet[i].theorem,
                    near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    }
}
