#include <stdlib.h>
#include <string.h>

#include "lesson/lesson.h"

/* A question that could be asked. */
struct candidate {
    const struct lesson *lesson;
    const struct step *step;
    const struct beat *beat;
    const struct ask *ask;
};

struct pool {
    struct arena *arena;
    struct candidate *at;
    int n, cap;
};

struct quiz_rules
quiz_usual(void)
{
    return (struct quiz_rules){.count = QUIZ_QUESTIONS, .points = 1, .pass = 0.6};
}

/* ---- what can be asked ------------------------------------------------------------- */

static void
pool_add(struct pool *p, struct candidate c)
{
    for (int i = 0; i < p->n; i++)
        if (p->at[i].ask == c.ask)
            return;
    if (p->n == p->cap) {
        struct candidate *more =
            ARENA_ARRAY(p->arena, struct candidate, p->cap ? 2 * p->cap : 64);

        for (int i = 0; i < p->n; i++)
            more[i] = p->at[i];
        p->cap = p->cap ? 2 * p->cap : 64;
        p->at = more;
    }
    p->at[p->n++] = c;
}

/* Whether it can be asked without what stands around it in its lesson. */
static bool
stands_alone(const struct ask *q)
{
    return !q->predict && q->kind != ASK_SET && !*q->figure;
}

int
lesson_quiz_count(const struct lesson *l)
{
    int n = 0;

    for (int i = 0; i < l->n_steps; i++)
        for (int b = 0; b < l->steps[i].n_beats; b++)
            for (int k = 0; k < l->steps[i].beats[b].n; k++) {
                const struct item *it = &l->steps[i].beats[b].items[k];

                n += it->kind == ITEM_ASK && stands_alone(it->ask);
            }
    return n;
}

/* Take the questions of one step that are called `id` (NULL: all that stand alone). */
static void
take_step(struct pool *p, const struct lesson *l, const struct step *s, const char *id)
{
    for (int b = 0; b < s->n_beats; b++)
        for (int i = 0; i < s->beats[b].n; i++) {
            const struct ask *q = s->beats[b].items[i].ask;

            if (s->beats[b].items[i].kind != ITEM_ASK)
                continue;
            if (id ? !strcmp(q->id, id) && !q->predict && q->kind != ASK_SET
                   : stands_alone(q))
                pool_add(p, (struct candidate){l, s, &s->beats[b], q});
        }
}

static bool
take_source(struct pool *p, const struct quiz_source *s)
{
    int before = p->n;

    for (int i = 0; i < s->lesson->n_steps; i++)
        take_step(p, s->lesson, &s->lesson->steps[i], s->question);
    if (!s->question || p->n > before)
        return true;
    for (int i = 0; i < p->n; i++)
        if (p->at[i].lesson == s->lesson && !strcmp(p->at[i].ask->id, s->question))
            return true;
    return false;
}

/* ---- the order --------------------------------------------------------------------- */

/* splitmix64: the next number of the sequence. */
static uint64_t
next_number(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static void
shuffle(struct pool *p, uint64_t seed)
{
    for (int i = p->n - 1; i > 0; i--) {
        int k = (int)(next_number(&seed) % (uint64_t)(i + 1));
        struct candidate kept = p->at[i];

        p->at[i] = p->at[k];
        p->at[k] = kept;
    }
}

/* ---- the lesson -------------------------------------------------------------------- */

/* The question under its name in the quiz. */
static const struct ask *
renamed(struct arena *a, const struct candidate *c)
{
    struct ask *q = ARENA_NEW(a, struct ask);

    *q = *c->ask;
    q->id = arena_printf(a, "%s.%s", c->lesson->id, c->ask->id);
    q->figure = "";
    return q;
}

static bool
asks(const struct beat *b)
{
    for (int i = 0; i < b->n; i++)
        if (b->items[i].kind == ITEM_ASK)
            return true;
    return false;
}

/* The first of the beats that belong to a question: behind the question before it. */
static const struct beat *
first_beat(const struct candidate *c)
{
    const struct beat *b = c->beat;

    while (b > c->step->beats && !asks(b - 1))
        b--;
    return b;
}

/* The words in front of the question, and the question. */
static struct step
make_step(struct arena *a, const struct candidate *c)
{
    struct beat *beat = ARENA_NEW(a, struct beat);
    const struct ask *q = renamed(a, c);
    struct step s = *c->step;
    struct item *items;
    int n = 1;

    for (const struct beat *b = first_beat(c); b <= c->beat; b++)
        n += b->n;
    items = ARENA_ARRAY(a, struct item, n);
    for (const struct beat *b = first_beat(c); b <= c->beat; b++)
        for (int i = 0; i < b->n; i++)
            if (b->items[i].kind == ITEM_PASSAGE)
                items[beat->n++] = b->items[i];
    items[beat->n++] = (struct item){.kind = ITEM_ASK, .ask = q};
    beat->items = items;
    s.id = q->id;
    s.closed = true;
    s.beats = beat;
    s.n_beats = 1;
    return s;
}

static const struct lesson *
make_lesson(const char *id, const char *title, const struct quiz *quiz,
            const struct pool *p)
{
    struct arena *a = p->arena;
    struct lesson *l = ARENA_NEW(a, struct lesson);
    struct step *steps = ARENA_ARRAY(a, struct step, p->n);
    struct quiz *kept = ARENA_NEW(a, struct quiz);
    const struct lesson **from = ARENA_ARRAY(a, const struct lesson *, p->n);

    for (int i = 0; i < p->n; i++) {
        steps[i] = make_step(a, &p->at[i]);
        from[i] = p->at[i].lesson;
    }
    *l = *from[0];
    l->id = arena_strdup(a, id);
    l->title = arena_strdup(a, title);
    l->label = l->layout = l->again = "";
    l->minutes = quiz->rules.minutes ? quiz->rules.minutes : 2 * p->n;
    l->sittings = NULL;
    l->n_sittings = l->n_introduces = l->n_needs = 0;
    l->steps = steps;
    l->n_steps = p->n;
    *kept = *quiz;
    kept->from = from;
    l->quiz = kept;
    return l;
}

const struct lesson *
lesson_quiz(struct arena *a, const char *id, const char *title, const struct quiz *quiz,
            const struct quiz_source *sources, int n, const char **missing)
{
    struct pool p = {.arena = a};
    int wanted = quiz->rules.count > 0 ? quiz->rules.count : QUIZ_QUESTIONS_MAX;

    *missing = NULL;
    for (int i = 0; i < n; i++)
        if (!take_source(&p, &sources[i])) {
            *missing = sources[i].question;
            return NULL;
        }
    if (!p.n)
        return NULL;
    shuffle(&p, quiz->seed);
    if (p.n > wanted)
        p.n = wanted;
    return make_lesson(id, title, quiz, &p);
}

const struct lesson *
lesson_step_quiz(struct arena *a, const char *id, const struct lesson *l,
                 const char *step, const struct quiz *quiz)
{
    struct pool p = {.arena = a};
    int s = lesson_step(l, step);

    if (s < 0)
        return NULL;
    take_step(&p, l, &l->steps[s], NULL);
    return p.n ? make_lesson(id, l->steps[s].title, quiz, &p) : NULL;
}
