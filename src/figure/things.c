#include <string.h>

#include "figure/kind/kind.h"

/* ---- clauses that most things have ------------------------------------------------ */

bool
style_read(struct reader *r, struct source s, enum style *style)
{
    static const struct {
        const char *word;
        enum style style;
    } styles[] = {
        {"first",  STYLE_FIRST },
        {"second", STYLE_SECOND},
        {"third",  STYLE_THIRD },
        {"fourth", STYLE_FOURTH},
        {"guess",  STYLE_GUESS },
        {"wrong",  STYLE_WRONG },
    };

    for (size_t i = 0; i < sizeof styles / sizeof *styles; i++) {
        if (strcmp(styles[i].word, s.text) == 0) {
            *style = styles[i].style;
            return true;
        }
    }
    return errs_at(r->arena, r->errs, s.at, ERR_FIGURE_LINE,
                   "'in' is followed by first, second, third, fourth, guess or wrong");
}

bool
label_read(struct reader *r, struct source s, struct sentence *out)
{
    struct source inner;

    return quoted_read(r, s, &inner) && sentence_read(r, inner, out);
}

/* The style of the n-th thing of its kind. */
static enum style
style_of(int n)
{
    static const enum style order[] = {STYLE_FIRST, STYLE_SECOND, STYLE_THIRD,
                                       STYLE_FOURTH};

    return order[n % 4];
}

int
figure_count(const struct figure *f, enum thing_kind kind)
{
    int n = 0;

    for (int i = 0; i < f->n_things; i++)
        n += f->things[i].kind == kind && !f->things[i].ghost;
    return n;
}

static enum style
usual_style(const struct figure *f, const struct form *form, const struct thing *t)
{
    if (t->ghost)
        return STYLE_BEFORE;
    return form->style == STYLES_IN_TURN ? style_of(figure_count(f, form->kind))
                                         : (enum style)form->style;
}

static bool
common_read(struct reader *r, const struct source c[CLAUSE_COUNT],
            const struct form *form, struct thing *t)
{
    t->style = usual_style(r->f, form, t);
    t->labelled = c[CLAUSE_AS].text != NULL;
    if (t->labelled && !label_read(r, c[CLAUSE_AS], &t->label))
        return false;
    if (c[CLAUSE_THROUGH].text && (!through_read(r, c[CLAUSE_THROUGH], &t->through) ||
                                   !through_check(r, t, t->through, c[CLAUSE_HEAD].at)))
        return false;
    if (c[CLAUSE_IN].text && !style_read(r, c[CLAUSE_IN], &t->style))
        return false;
    if (c[CLAUSE_WHEN].text) {
        t->when = condition_read(r, c[CLAUSE_WHEN]);
        return t->when != NULL;
    }
    return true;
}

bool
thing_keep(struct thing *t, const struct term *term)
{
    if (term)
        t->at[t->n++] = term;
    return term != NULL;
}

bool
thing_keep_real(struct reader *r, struct source s, struct thing *t)
{
    const struct term *term = real_read(r, r->f->scope, s);

    return term && value_check(r, NULL, term, s.at) && thing_keep(t, term);
}

bool
thing_over(struct reader *r, struct source over, struct pos at, const char *example,
           struct thing *t)
{
    struct source name, range, low, high;
    struct scope *scope = scope_new(r->arena, r->f->scope);

    if (!over.text || !source_cut(r, over, "=", &name, &range) ||
        !source_cut(r, range, "..", &low, &high))
        return errs_at(r->arena, r->errs, over.text ? over.at : at, ERR_FIGURE_LINE, "%s",
                       example);
    if (!name_check(r, name))
        return false;
    scope_add(r->arena, scope, name.text,
              (struct type){.kind = t->whole ? TYPE_INTEGER : TYPE_REAL});
    t->scope = scope;
    t->variable = scope_find(scope, name.text)->name; /* that of its terms */
    t->low = real_read(r, r->f->scope, low);
    t->high = real_read(r, r->f->scope, high);
    if (!t->low || !t->high || !value_check(r, NULL, t->low, low.at) ||
        !value_check(r, NULL, t->high, high.at))
        return false;
    t->angle = expr_mentions(t->low, "pi") || expr_mentions(t->high, "pi");
    return true;
}

/* ---- things ----------------------------------------------------------------------- */

static bool
thing_read(struct reader *r, const struct form *form, struct source line)
{
    struct figure *f = r->f;
    struct source c[CLAUSE_COUNT];
    struct thing t = {.kind = form->kind};

    if (f->n_things == THINGS_MAX)
        return errs_at(r->arena, r->errs, line.at, ERR_FIGURE_MANY,
                       "a figure may hold at most %d things", THINGS_MAX);
    if (!clauses_read(r, line, form->clauses, c) || !form->read(r, c, &t) ||
        !common_read(r, c, form, &t))
        return false;
    f->things[f->n_things++] = t;
    return true;
}

void
things_read(struct reader *r, const struct form *form, const struct field *line)
{
    struct source rest = {line->text, line->text_at}, one;

    if (form->corners) {
        thing_read(r, form, rest);
        return;
    }
    do
        source_cut(r, rest, ";", &one, &rest);
    while (thing_read(r, form, one) && rest.text);
}
