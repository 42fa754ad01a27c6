#include <string.h>

#include "ui/told/told.h"

static const char *const stage_words[] = {
    [TELL_WRITE] = "write",
    [TELL_MORE] = "more",
    [TELL_MARK] = "mark",
    [TELL_DONE] = "done",
};
static const char *const source_words[] = {
    [MARK_BY_RULES] = "rules",
    [MARK_BY_YOU] = "you",
    [MARK_BY_TEACHER] = "teacher",
};

enum {
    STAGES = sizeof stage_words / sizeof *stage_words,
    SOURCES = sizeof source_words / sizeof *source_words,
    VERDICTS = IDEA_CONTRADICTED + 1,
};

char *
told_detail(struct arena *a, const struct telling *t)
{
    struct record_idea *list = ARENA_ARRAY(a, struct record_idea, t->n + 1);
    struct record_ideas ideas = {.stage = stage_words[t->next],
                                 .asked = t->asked,
                                 .points = t->points,
                                 .most = t->most,
                                 .at = list,
                                 .n = t->n};

    for (int i = 0; i < t->n; i++)
        list[i] = (struct record_idea){.id = t->ideas[i].id,
                                       .verdict = grade_idea_text(t->marks[i].verdict),
                                       .by = source_words[t->marks[i].source],
                                       .from = t->ideas[i].from,
                                       .to = t->ideas[i].to,
                                       .contested = t->marks[i].contested};
    return record_ideas_text(a, &ideas);
}

/* ---- what the rules found ---------------------------------------------------------- */

static struct idea_grade
keep_idea(struct arena *a, const struct idea_grade *g)
{
    return (struct idea_grade){.id = arena_strdup(a, g->id),
                               .says = arena_strdup(a, g->says),
                               .verdict = g->verdict,
                               .from = g->from,
                               .to = g->to,
                               .quote = "",
                               .ask_again = arena_strdup(a, g->ask_again),
                               .pattern = "",
                               .needed = g->needed,
                               .blocks = g->blocks};
}

void
told_take(struct ui_model *m, struct telling *t, const struct grade *g, const char *words,
          bool keep)
{
    struct idea_grade *ideas = ARENA_ARRAY(m->arena, struct idea_grade, g->n_ideas + 1);
    struct idea_mark *marks = ARENA_ARRAY(m->arena, struct idea_mark, g->n_ideas + 1);

    for (int i = 0; i < g->n_ideas; i++) {
        bool mine = keep && i < t->n && t->marks[i].source != MARK_BY_RULES;

        ideas[i] = keep_idea(m->arena, &g->ideas[i]);
        marks[i] = mine ? t->marks[i] : (struct idea_mark){.verdict = ideas[i].verdict};
    }
    t->ideas = ideas;
    t->marks = marks;
    t->n = g->n_ideas;
    t->most = g->points_most;
    t->words = words;
}

void
told_count(struct ui_model *m, struct question *q)
{
    struct telling *t = q->telling;

    t->points = grade_text_points(m->scratch, q->ask, t->marks, &t->contested);
}

/* ---- back from the record ---------------------------------------------------------- */

static int
index_of(const char *const *words, int n, const char *word)
{
    for (int i = 0; i < n; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    return 0;
}

static void
restore_mark(struct telling *t, const struct record_idea *d)
{
    const char *verdicts[VERDICTS];

    for (int v = 0; v < VERDICTS; v++)
        verdicts[v] = grade_idea_text((enum idea_verdict)v);
    for (int i = 0; i < t->n; i++) {
        if (strcmp(t->ideas[i].id, d->id) != 0)
            continue;
        t->marks[i] = (struct idea_mark){
            .verdict = (enum idea_verdict)index_of(verdicts, VERDICTS, d->verdict),
            .source = (enum mark_source)index_of(source_words, SOURCES, d->by),
            .contested = d->contested};
        if ((size_t)d->to <= strlen(t->words)) {
            t->ideas[i].from = d->from;
            t->ideas[i].to = d->to;
        }
    }
}

void
told_restore(struct ui_model *m, struct question *q, const struct item_progress *p)
{
    struct telling *t = q->telling;
    struct record_ideas kept;
    struct grade g;

    if (!record_ideas_read(m->arena, p->told, &kept))
        return;
    arena_reset(m->scratch);
    g = grade_answer(m->scratch, q->ask, &q->drawn, p->response, NULL, NULL);
    if (g.verdict == GRADE_UNREADABLE)
        return;
    told_take(m, t, &g, arena_strdup(m->arena, p->response), false);
    for (int i = 0; i < kept.n; i++)
        restore_mark(t, &kept.at[i]);
    t->asked = kept.asked;
    t->stage = (enum telling_stage)index_of(stage_words, STAGES, kept.stage);
    told_count(m, q);
}
