#include <string.h>

#include "base/near.h"
#include "check/check_priv.h"
#include "typeset/typeset.h"

/* ---- the front matter -------------------------------------------------------------- */

static void
check_need(struct checker *c, const char *need, const char *const *known, struct pos at)
{
    const char *near = near_find(need, known);

    if (near && !strcmp(near, need))
        return;
    if (near)
        errs_at(c->arena, c->errs, at, ERR_NEED_UNKNOWN,
                "the course has no lesson '%s'; did you mean '%s'?", need, near);
    else
        errs_at(c->arena, c->errs, at, ERR_NEED_UNKNOWN, "the course has no lesson '%s'",
                need);
}

static void
check_needs(struct checker *c, const char *const *known, int n_known)
{
    const struct field *f = field_find(c->lesson->front, "needs");
    const char **list = ARENA_ARRAY(c->arena, const char *, n_known + 1);

    for (int i = 0; i < n_known; i++)
        list[i] = known[i];
    for (int i = 0; i < c->lesson->n_needs; i++)
        check_need(c, c->lesson->needs[i], list, f->text_at);
}

/* ---- the steps --------------------------------------------------------------------- */

static void
check_item(struct checker *c, const struct item *item)
{
    switch (item->kind) {
    case ITEM_PASSAGE:
    case ITEM_NOTE:
        check_text(c, c->lesson->scope, item->passage);
        break;
    case ITEM_ASK:
        check_ask(c, item->ask);
        break;
    case ITEM_FIGURE:
        check_figure(c, item->figure);
        break;
    case ITEM_DERIVATION:
        check_derivation(c, item->derivation);
        break;
    }
    arena_reset(c->scratch);
}

/* Estimated minutes: a line of a derivation 1.5, a figure or question 3; a guess belongs
 * to its figure. */
static double
step_minutes(const struct step *s)
{
    double minutes = 0;

    for (int b = 0; b < s->n_beats; b++) {
        for (int i = 0; i < s->beats[b].n; i++) {
            const struct item *it = &s->beats[b].items[i];

            if (it->kind == ITEM_DERIVATION)
                minutes += 1.5 * it->derivation->n_lines;
            else if (it->kind == ITEM_FIGURE ||
                     (it->kind == ITEM_ASK && !it->ask->predict))
                minutes += 3;
        }
    }
    return minutes;
}

/* A sitting ends before the learner tires. */
static void
check_sittings(struct checker *c)
{
    enum { SITTING_MINUTES = 20 };
    const struct lesson *l = c->lesson;

    for (int i = 0; i < l->n_sittings; i++) {
        int from = lesson_step(l, l->sittings[i]), to = lesson_sitting_end(l, i);
        double minutes = 0;

        for (int s = from; s < to; s++)
            minutes += step_minutes(&l->steps[s]);
        if (minutes > SITTING_MINUTES)
            errs_at(c->arena, c->errs, l->steps[from].at, ERR_SITTING_LONG,
                    "the sitting that begins here takes about %.4g minutes; a sitting is "
                    "at most %d: begin another one inside it",
                    minutes, SITTING_MINUTES);
    }
}

static void
check_steps(struct checker *c)
{
    c->report->steps += c->lesson->n_steps;
    for (int s = 0; s < c->lesson->n_steps; s++) {
        check_fit(c, &c->lesson->steps[s]);
        for (int b = 0; b < c->lesson->steps[s].n_beats; b++)
            for (int i = 0; i < c->lesson->steps[s].beats[b].n; i++)
                check_item(c, &c->lesson->steps[s].beats[b].items[i]);
    }
}

static void
read_macros(struct checker *c)
{
    const struct fields *f = &c->lesson->front;
    struct err e;

    c->macros = tex_macros_new(c->arena, NULL);
    for (int i = 0; i < f->n; i++)
        if (strcmp(f->at[i].key, "macros") == 0 &&
            !tex_macros_read(c->macros, f->at[i].text, f->at[i].text_at, &e))
            errs_add(c->arena, c->errs, &e);
}

/* What the rows of the sheet say beside their theorem. */
static void
check_sheet(struct checker *c)
{
    const struct lesson *l = c->lesson;

    for (int i = 0; i < l->n_sheet; i++) {
        const struct sheet_row *r = &l->sheet[i];

        check_text(c, l->scope, &(struct passage){r->model, r->at});
        check_text(c, l->scope, &(struct passage){r->gives, r->at});
    }
}

bool
check_lesson(struct arena *a, const struct check_input *in, struct check_report *report,
             struct errs *errs)
{
    int first = errs->n, before = errs->n + errs->dropped;
    struct check_report unused;
    struct checker c = {
        .arena = a, .errs = errs, .report = report ? report : &unused, .where = ""};

    *c.report = (struct check_report){0};
    c.lesson = lesson_read(a, in->text, in->len, in->file, errs);
    if (!c.lesson)
        return false;
    c.scratch = arena_new();
    read_macros(&c);
    c.course = in->course;
    c.n_course = in->n_course;
    c.needed = lesson_rules(a, c.lesson, in->course, in->n_course);
    c.rules = rulebook_new(a, c.needed);
    if (in->known)
        check_needs(&c, in->known, in->n_known);
    check_steps(&c);
    check_sheet(&c);
    check_sittings(&c);
    check_guesses(&c);
    check_numerals(&c);
    arena_free(c.scratch);
    errs_sort(errs, first);
    return errs->n + errs->dropped == before;
}
