/* ropewalk grade: one answer to one question of a lesson. */
#include <stdio.h>
#include <string.h>

#include "app/lesson_file.h"
#include "base/near.h"
#include "calc/calc.h"
#include "grade/grade.h"
#include "term/term.h"
#include "typeset/typeset.h"

enum {
    ANSWER_MAX = 65536, /* bytes that are read from standard input */
    SHOWN_DIGITS = 6,
};

/* A question with its lesson and its numbers. */
struct task {
    struct app *app;
    const struct lesson *lesson;
    const struct ask *q;
    struct drawn drawn;
    const struct tex_macros *macros;
};

/* ---- finding it ------------------------------------------------------------------ */

/* Every question that is graded. */
static int
list_questions(const struct lesson *l, const char **ids, int max)
{
    int n = 0;

    for (int s = 0; s < l->n_steps; s++)
        for (int b = 0; b < l->steps[s].n_beats; b++)
            for (int i = 0; i < l->steps[s].beats[b].n; i++) {
                const struct item *it = &l->steps[s].beats[b].items[i];

                if (it->kind == ITEM_ASK && !it->ask->predict && n < max)
                    ids[n++] = it->ask->id;
            }
    return n;
}

static const struct ask *
find_question(struct app *app, const struct lesson *l, const char *id, struct err *e)
{
    enum { SHOWN = 400 };
    const char **ids = ARENA_ARRAY(app->arena, const char *, SHOWN + 1);
    const struct ask *q = lesson_ask(l, id);
    const char *near;

    if (q)
        return q;
    list_questions(l, ids, SHOWN);
    near = near_find(id, ids);
    err_at(e, (struct pos){0}, ERR_QUESTION_NONE, "no question '%s' in %s%s%s%s", id,
           l->file, near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
    return NULL;
}

static const struct tex_macros *
read_macros(struct arena *a, const struct lesson *l)
{
    struct tex_macros *m = tex_macros_new(a, NULL);

    for (int i = 0; i < l->front.n; i++)
        if (!strcmp(l->front.at[i].key, "macros"))
            tex_macros_read(m, l->front.at[i].text, l->front.at[i].text_at, NULL);
    return m;
}

/* STATUS_YES, or what was reported. */
static int
find_task(struct app *app, struct task *t)
{
    struct errs errs = {0};
    const char *path, *source;
    struct err e;

    *t = (struct task){.app = app};
    path = lesson_path(app, app->operands[0], &e);
    if (!path)
        return report(app, &e, NULL);
    t->lesson = lesson_load(app->arena, path, &source, &errs);
    if (!t->lesson)
        return report_all(app, &errs, source);
    t->q = find_question(app, t->lesson, app->operands[1], &e);
    if (!t->q)
        return report(app, &e, NULL);
    t->drawn = ask_draw(app->arena, t->q, app->options.seed, 0);
    t->macros = read_macros(app->arena, t->lesson);
    return STATUS_YES;
}

/* The rules that a derivation may use: of all the course, which only they need. */
static const struct rulebook *
find_rules(const struct task *t)
{
    struct app *app = t->app;
    const struct lesson *const *course = NULL;
    struct lesson_file *files;
    int n = 0;

    if (t->q->kind != ASK_STEP && t->q->kind != ASK_DERIVATION)
        return NULL;
    if (store_lessons(app->arena, app->places.lessons, &files, &n, NULL))
        course = course_load(app->arena, files, n);
    else
        n = 0;
    return lesson_ask_rules(app->arena, t->lesson, t->q, course, n);
}

/* ---- words ----------------------------------------------------------------------- */

static const char *
computed(void *ctx, struct arena *a, const char *expr)
{
    const struct task *t = ctx;
    const struct scope *s = t->drawn.scope;
    struct calc_span shown;
    struct value v;

    if (!calc_span_read(a, s, expr, (struct pos){0}, &shown, NULL) ||
        !calc_eval(a, s, expr_unfold(a, s, shown.term), NULL, &v, NULL))
        return "undefined";
    return calc_span_text(a, s, &shown, v, SHOWN_DIGITS, t->app->options.ascii);
}

/* Markdown as lines, with its numbers. */
static const char *
words(const struct task *t, const char *markdown)
{
    struct typeset_options o = {.alphabet = t->app->options.ascii ? ALPHABET_ASCII
                                                                  : term_alphabet(),
                                .width = 80,
                                .computed = computed,
                                .ctx = (void *)(uintptr_t)t,
                                .macros = t->macros};
    char *lines = markdown_lines(t->app->arena, markdown, &o);
    size_t n = strlen(lines);

    while (n && lines[n - 1] == '\n')
        lines[--n] = '\0';
    return lines;
}

/* ---- the question ---------------------------------------------------------------- */

/* What is chosen from, or put in order: the texts in the order of the lesson. */
static const struct choice *
parts_of(const struct ask *q, int *n)
{
    *n = q->n_lines ? q->n_lines : q->n_choices;
    return q->n_lines ? q->lines : q->choices;
}

static void
say_question(const struct task *t)
{
    int n;
    const struct choice *parts = parts_of(t->q, &n);
    struct route r = {"", "", "", ""};

    if (t->q->from)
        r = grade_route(t->app->arena, t->q, &t->drawn);
    if (t->app->options.json) {
        json_t *list = json_array();

        for (int i = 0; i < n; i++)
            json_array_append_new(list, json_string(words(t, parts[i].text)));
        say_json(t->app,
                 json_pack("{s:s, s:s, s:s, s:o, s:s, s:s}", "question", t->q->id, "kind",
                           ask_kind_word(t->q->kind), "words", words(t, t->q->words),
                           "parts", list, "from", r.from, "to", r.to));
        return;
    }
    say("%s\n", words(t, t->q->words));
    for (int i = 0; i < n; i++)
        say("%3d  %s\n", i + 1, words(t, parts[i].text));
    if (*r.from)
        say("from %s\n", r.from);
    if (*r.to)
        say("to   %s\n", r.to);
    if (t->q->blank)
        say("     %s\n", grade_blank(t->app->arena, t->q, &t->drawn, "", false));
}

/* ---- the verdict ----------------------------------------------------------------- */

/* Choices and lines are Markdown, terms are not. */
static const char *
understood(const struct task *t, const struct grade *g)
{
    bool parts =
        t->q->kind == ASK_CHOICE || t->q->kind == ASK_SEVERAL || t->q->kind == ASK_ORDER;

    return parts ? words(t, g->understood) : g->understood;
}

static json_t *
parts_json(const struct task *t, const struct grade *g)
{
    json_t *list = json_array();

    for (int i = 0; i < g->n_parts; i++) {
        json_t *part =
            json_pack("{s:s, s:s}", "verdict", grade_mark_text(g->parts[i].mark),
                      "feedback", words(t, g->parts[i].text));

        if (g->reasons)
            json_object_set_new(part, "rules", json_string(g->reasons[i]));
        json_array_append_new(list, part);
    }
    return list;
}

static json_t *
ideas_json(const struct grade *g)
{
    json_t *list = json_array();

    for (int i = 0; i < g->n_ideas; i++)
        json_array_append_new(list,
                              json_pack("{s:s, s:s, s:s}", "id", g->ideas[i].id,
                                        "verdict", grade_idea_text(g->ideas[i].verdict),
                                        "quote", g->ideas[i].quote));
    return list;
}

static void
say_grade_json(const struct task *t, const struct grade *g)
{
    json_t *o =
        json_pack("{s:s, s:f, s:s, s:s, s:s, s:s, s:b, s:b}", "verdict",
                  grade_verdict_text(g->verdict), "mark", g->mark, "feedback",
                  words(t, g->feedback), "misconception", g->misconception,
                  "counterexample", g->counterexample, "understood", understood(t, g),
                  "off_form", g->off_form, "unfinished", g->unfinished);

    if (g->n_parts)
        json_object_set_new(o, "parts", parts_json(t, g));
    if (g->n_ideas) {
        json_object_set_new(o, "ideas", ideas_json(g));
        json_object_set_new(o, "points", json_integer(g->points));
    }
    if (g->verdict == GRADE_UNREADABLE)
        json_object_set_new(o, "error", err_json(&g->err));
    say_json(t->app, o);
}

static const char *
headline(const struct grade *g)
{
    if (g->off_form)
        return "Right value, not the asked form.";
    if (g->unfinished)
        return "Not finished.";
    switch (g->verdict) {
    case GRADE_RIGHT:
        return "Right.";
    case GRADE_RIGHT_BUT:
        return "Right, but:";
    case GRADE_WRONG:
        return "Not right.";
    case GRADE_UNREADABLE:
        break;
    }
    return "Not read:";
}

static void
say_grade(const struct task *t, const struct grade *g)
{
    const char *feedback = words(t, g->feedback);

    if (*g->understood)
        say("Read as %s\n", understood(t, g));
    say("%s%s%s\n", headline(g), *feedback ? " " : "", feedback);
    for (int i = 0; i < g->n_parts; i++)
        if (*g->parts[i].text)
            say("%3d  %s  %s\n", i + 1, grade_mark_text(g->parts[i].mark),
                words(t, g->parts[i].text));
}

static int
status_of(enum grade_verdict v)
{
    static const int statuses[] = {
        [GRADE_RIGHT] = STATUS_YES,
        [GRADE_RIGHT_BUT] = STATUS_YES,
        [GRADE_WRONG] = STATUS_NO,
        [GRADE_UNREADABLE] = STATUS_INPUT,
    };

    return statuses[v];
}

/* ---- the command ----------------------------------------------------------------- */

/* The answer as it was typed; behind "-" all of standard input, without the line break
 * at its end. A NUL byte becomes one that no text has. */
static bool
read_answer(struct app *app, const char **answer, struct err *e)
{
    char *at;
    size_t n;

    *answer = app->operands[2];
    if (strcmp(*answer, "-") != 0)
        return true;
    at = arena_alloc(app->arena, ANSWER_MAX + 1, 1);
    n = fread(at, 1, ANSWER_MAX, stdin);
    if (ferror(stdin))
        return err_at(e, (struct pos){"-", 0, 0}, ERR_FILE_UNREADABLE,
                      "stdin cannot be read");
    for (size_t i = 0; i < n; i++)
        if (!at[i])
            at[i] = '\x01';
    while (n && (at[n - 1] == '\n' || at[n - 1] == '\r'))
        n--;
    at[n] = '\0';
    *answer = at;
    return true;
}

int
run_grade(struct app *app)
{
    const char *answer;
    struct grade g;
    struct task t;
    struct err e;
    int status = find_task(app, &t);

    if (status != STATUS_YES)
        return status;
    if (app->n < 3) {
        say_question(&t);
        return STATUS_YES;
    }
    if (!read_answer(app, &answer, &e))
        return report(app, &e, NULL);
    g = grade_answer(app->arena, t.q, &t.drawn, answer, NULL, find_rules(&t));
    if (app->options.json)
        say_grade_json(&t, &g);
    else
        say_grade(&t, &g);
    return status_of(g.verdict);
}
