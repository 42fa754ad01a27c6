#include <string.h>

#include "grade/text/text_priv.h"

/* A rubric while it is checked. */
struct checking {
    struct arena *arena;
    const struct ask *q;
    struct rubric *r;
    struct errs *errs;
};

/* The verdict on one idea of a text. */
static struct idea_grade
grade_of(const struct checking *c, const char *text, int idea)
{
    struct idea_grade all[RUBRIC_IDEAS_MAX];

    text_judge_ideas(c->r, c->q, text, all);
    return all[idea];
}

static void
check_example(const struct checking *c, const struct field *f)
{
    const char *arrow = NULL, *wanted;
    int idea = rubric_idea(c->r, f->name, strlen(f->name));
    struct idea_grade got;

    for (const char *s = strstr(f->text, "->"); s; s = strstr(s + 2, "->"))
        arrow = s;
    if (idea < 0 || !arrow) {
        errs_at(
            c->arena, c->errs, f->at, ERR_RUBRIC,
            "an example is 'example IDEA: sentence -> found', missing or contradicted");
        return;
    }
    wanted = arrow + 2 + strspn(arrow + 2, " \t\n");
    got = grade_of(c, arena_strndup(c->arena, f->text, (size_t)(arrow - f->text)), idea);
    if (strcmp(grade_idea_text(got.verdict), wanted) != 0)
        errs_at(c->arena, c->errs, f->text_at, ERR_RUBRIC,
                *got.pattern ? "this example is graded %s, not %s, by the pattern '%s'"
                             : "this example is graded %s, not %s%s",
                grade_idea_text(got.verdict), wanted, got.pattern);
}

/* The model answer earns all points and contradicts nothing; the question earns none. */
static void
check_model(const struct checking *c)
{
    const struct field *f = field_find(c->q->fields, "model");
    struct idea_grade ideas[RUBRIC_IDEAS_MAX];
    enum idea_verdict v[RUBRIC_IDEAS_MAX];

    if (!f) {
        errs_at(c->arena, c->errs, c->q->at, ERR_RUBRIC,
                "a question of kind text needs its 'model: ...' answer");
        return;
    }
    text_judge_ideas(c->r, c->q, f->text, ideas);
    for (int i = 0; i < c->r->n_ideas; i++) {
        v[i] = ideas[i].verdict;
        if (v[i] == IDEA_CONTRADICTED)
            errs_at(c->arena, c->errs, f->text_at, ERR_RUBRIC,
                    "the model answer contradicts '%s' with the words '%s'", ideas[i].id,
                    ideas[i].quote);
    }
    if (points_of(c->r, v) < points_most(c->r))
        for (int i = 0; i < c->r->n_ideas; i++)
            if (v[i] == IDEA_MISSING && points_need(c->r, i))
                errs_at(
                    c->arena, c->errs, f->text_at, ERR_RUBRIC,
                    "the model answer does not get all points: '%s' is not found in it",
                    ideas[i].id);
    text_judge_ideas(c->r, c->q, c->q->words, ideas);
    for (int i = 0; i < c->r->n_ideas; i++)
        if (ideas[i].verdict != IDEA_MISSING)
            errs_at(c->arena, c->errs, c->r->ideas[i].at, ERR_RUBRIC,
                    "the question itself is graded %s for '%s'",
                    grade_idea_text(ideas[i].verdict), ideas[i].id);
}

/* A pattern of one common word says nothing. */
static void
check_pattern(const struct checking *c, const struct pattern *p)
{
    const struct wordset *s = &c->r->sets[p->group[0].set[0]];

    if (p->n > 1 || p->group[0].n > 1 || s->n != 1 || s->at[0].n > 1)
        return;
    if (word_is_common(p->text) || !p->text[1])
        errs_at(c->arena, c->errs, p->at, ERR_RUBRIC,
                "the pattern '%s' is too vague: one common word alone says nothing",
                p->text);
}

/* The same pattern on both sides. */
static void
check_sides(const struct checking *c, const struct idea *idea)
{
    for (int i = 0; i < idea->found.n; i++)
        for (int k = 0; k < idea->contradicted.n; k++)
            if (!strcmp(idea->found.at[i].text, idea->contradicted.at[k].text))
                errs_at(c->arena, c->errs, idea->contradicted.at[k].at, ERR_RUBRIC,
                        "the pattern '%s' stands under found and under contradicted",
                        idea->found.at[i].text);
}

static void
check_idea(const struct checking *c, const struct idea *idea)
{
    if (!idea->found.n)
        errs_at(c->arena, c->errs, idea->at, ERR_RUBRIC,
                "the idea '%s' has no pattern: write 'found %s: ...'", idea->id,
                idea->id);
    for (int i = 0; i < idea->found.n; i++)
        check_pattern(c, &idea->found.at[i]);
    for (int i = 0; i < idea->contradicted.n; i++)
        check_pattern(c, &idea->contradicted.at[i]);
    check_sides(c, idea);
}

bool
grade_reason_check(struct arena *a, const struct ask *q, struct errs *errs)
{
    int before = errs->n;
    struct rubric *r = rubric_read(a, q, errs);
    const struct checking c = {a, q, r, errs};

    check_sides(&c, &r->ideas[0]);
    if (r->ideas[0].contradicted.n && !q->n_because)
        errs_at(a, errs, field_find(q->fields, "because-not")->at, ERR_RUBRIC,
                "'because-not' needs a 'because: ...' beside it");
    if (q->n_because && !*q->reason && strpbrk(q->because[0], "&|<>$;"))
        errs_at(a, errs, field_find(q->fields, "because")->text_at, ERR_RUBRIC,
                "patterns need the rule in a sentence: write 'reason: ...'");
    rubric_free(r);
    return errs->n == before;
}

bool
grade_text_check(struct arena *a, const struct ask *q, struct errs *errs)
{
    struct checking c = {a, q, NULL, errs};
    int before = errs->n;

    c.r = rubric_read(a, q, errs);
    points_check(c.r);
    for (int i = 0; i < c.r->n_ideas; i++)
        check_idea(&c, &c.r->ideas[i]);
    if (errs->n == before) {
        for (int i = 0; i < q->fields.n; i++)
            if (!strcmp(q->fields.at[i].key, "example"))
                check_example(&c, &q->fields.at[i]);
        check_model(&c);
    }
    rubric_free(c.r);
    return errs->n == before;
}
