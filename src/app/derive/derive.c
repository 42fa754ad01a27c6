/* ropewalk derive: a theorem of the course, line by line, with its numbers. */
#include <string.h>

#include "app/app.h"
#include "app/lesson_file.h"
#include "base/near.h"
#include "base/safe.h"

/* A theorem and where it stands. */
struct place {
    const struct lesson *lesson;
    const struct derivation *d;
};

/* All derivations of the course, in order. */
struct places {
    struct place *at;
    int n, cap;
};

static void
add_place(struct arena *a, struct places *all, const struct lesson *l,
          const struct derivation *d)
{
    if (all->n == all->cap) {
        struct place *more = ARENA_ARRAY(a, struct place, all->cap * 2 + 16);

        if (all->n)
            memcpy(more, all->at, (size_t)all->n * sizeof *more);
        all->at = more;
        all->cap = all->cap * 2 + 16;
    }
    all->at[all->n++] = (struct place){l, d};
}

static void
add_lesson(struct arena *a, struct places *all, const struct lesson *l)
{
    for (int s = 0; s < l->n_steps; s++)
        for (int b = 0; b < l->steps[s].n_beats; b++)
            for (int i = 0; i < l->steps[s].beats[b].n; i++)
                if (l->steps[s].beats[b].items[i].kind == ITEM_DERIVATION)
                    add_place(a, all, l, l->steps[s].beats[b].items[i].derivation);
}

static const struct place *
find_place(struct app *app, const struct places *all, const char *name, struct err *e)
{
    const char **names = ARENA_ARRAY(app->arena, const char *, all->n + 1);
    const char *near;

    for (int i = 0; i < all->n; i++) {
        names[i] = all->at[i].d->name;
        if (strcmp(names[i], name) == 0)
            return &all->at[i];
    }
    near = near_find(name, names);
    err_at(e, (struct pos){0}, ERR_THEOREM_NONE, "the course has no theorem '%s'%s%s%s",
           name, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    return NULL;
}

/* ---- values on the command line ---------------------------------------------------- */

/* "x=2": each may use the ones before it. */
static bool
read_value(struct app *app, struct scope *s, const struct derivation *d, const char *text,
           struct coordinate *out, struct err *e)
{
    const char *equals = strchr(text, '=');
    const struct decl *decl;
    int before = scope_count(s);

    if (!equals)
        return err_at(e, (struct pos){0}, ERR_VALUE_FORM,
                      "'%s' gives no value: write NAME=VALUE", text);
    if (!scope_declare(app->arena, s, text, (struct pos){"value", 1, 1}, e))
        return false;
    if (scope_count(s) == before)
        return err_at(e, (struct pos){0}, ERR_VALUE_FORM, "'%s' gives no value", text);
    decl = scope_at(s, before);
    *out = (struct coordinate){
        decl->name, decl->value ? expr_unfold(app->arena, s, decl->value) : NULL, ""};
    if (!scope_find(d->scope, decl->name))
        return err_at(e, (struct pos){0}, ERR_NAME_UNKNOWN,
                      "the theorem '%s' has no name '%s'", d->name, decl->name);
    return true;
}

static bool
read_values(struct app *app, const struct derivation *d, struct proof_options *o,
            const char **source, struct err *e)
{
    struct scope *s = scope_new(app->arena, NULL);
    struct coordinate *at = ARENA_ARRAY(app->arena, struct coordinate, app->n);

    for (int i = 1; i < app->n; i++) {
        *source = app->operands[i];
        if (!read_value(app, s, d, app->operands[i], &at[i - 1], e))
            return false;
    }
    o->prefer = at;
    o->n_prefer = app->n - 1;
    return true;
}

/* Whether every value that was given is one of the point. */
static bool
check_values(const struct judging *j, const struct proof_options *o, struct err *e)
{
    int n;
    const struct coordinate *at = judging_coordinates(j, &n);

    for (int i = 0; i < o->n_prefer; i++) {
        bool taken = false;

        for (int k = 0; k < n; k++)
            taken |= at[k].value == o->prefer[i].value && at[k].value;
        if (!taken)
            return err_at(e, (struct pos){0}, ERR_VALUE_FORM,
                          "%s cannot have this value here: look at how the theorem "
                          "declares it",
                          o->prefer[i].name);
    }
    return true;
}

/* ---- output ------------------------------------------------------------------------ */

static void
say_row(struct app *app, const struct derivation_line *line, const struct judged_line *l)
{
    const char *rules = l->rules.n ? names_list(app->arena, l->rules) : line->rules;

    if (line->claim) {
        say("claim %s because %s\n", line->say, line->rules);
        return;
    }
    say("%s %s%s%s\n", derivation_sign(line), line->source, *rules ? "   by " : "",
        rules);
    if (*line->say)
        say("      %s\n", text_safe(app->arena, line->say, strlen(line->say)));
    if (*l->value)
        say("      value %s\n", l->value);
    if (l->verdict != LINE_HOLDS)
        say("      %s: %s\n", line_verdict_word(l->verdict), l->message);
}

static void
say_replay(struct app *app, const struct place *p, struct judging *j)
{
    const char *point = judging_point(j), *value = judging_start_value(j);

    say("%s %s, lesson %s\n", p->d->axiom ? "axiom" : "theorem", p->d->name,
        p->lesson->id);
    for (int i = 0; i < p->d->n_declarations; i++)
        say("%s\n", p->d->declarations[i].text);
    if (*point)
        say("values: %s\n", point);
    say("  %s\n", p->d->start_source);
    if (*value)
        say("      value %s\n", value);
    for (int i = 0; i < p->d->n_lines; i++)
        say_row(app, &p->d->lines[i], judging_line(j, i));
}

static void
say_replay_json(struct app *app, const struct place *p, struct judging *j)
{
    json_t *lines = json_array();

    for (int i = 0; i < p->d->n_lines; i++) {
        const struct derivation_line *line = &p->d->lines[i];
        const struct judged_line *l = judging_line(j, i);

        json_array_append_new(
            lines,
            json_pack("{s:i, s:s, s:s, s:s, s:s, s:s, s:s}", "line", i + 1, "sign",
                      derivation_sign(line), "text",
                      line->claim ? line->say : line->source, "value", l->value, "rules",
                      l->rules.n ? names_list(app->arena, l->rules) : line->rules, "say",
                      line->claim ? "" : line->say, "verdict",
                      line_verdict_word(l->verdict)));
    }
    say_json(app, json_pack("{s:s, s:s, s:s, s:s, s:s, s:o}", "theorem", p->d->name,
                            "lesson", p->lesson->id, "values", judging_point(j), "start",
                            p->d->start_source, "value", judging_start_value(j), "lines",
                            lines));
}

static bool
load_places(struct app *app, struct places *all, const struct lesson *const **course,
            int *n, struct err *e)
{
    struct lesson_file *files;

    if (!store_lessons(app->arena, app->places.lessons, &files, n, e))
        return false;
    *course = course_load(app->arena, files, *n);
    for (int i = 0; i < *n; i++)
        if ((*course)[i])
            add_lesson(app->arena, all, (*course)[i]);
    return true;
}

/* The rules of the lesson of p up to p itself. */
static const struct rulebook *
rules_before(struct app *app, const struct places *all, const struct place *p,
             const struct lesson *const *course, int n)
{
    struct rulebook *b = lesson_rules(app->arena, p->lesson, course, n);

    for (int i = 0; i < all->n && &all->at[i] != p; i++)
        if (all->at[i].lesson == p->lesson)
            derivation_rule(b, all->at[i].d);
    return b;
}

int
run_derive(struct app *app)
{
    struct proof_options o = {.seed = app->options.seed};
    struct places all = {NULL, 0, 0};
    const struct lesson *const *course;
    const char *source = NULL;
    const struct place *p;
    struct judging *j;
    struct err e;
    int n;

    if (!load_places(app, &all, &course, &n, &e))
        return report(app, &e, NULL);
    p = find_place(app, &all, app->operands[0], &e);
    if (!p || !read_values(app, p->d, &o, &source, &e))
        return report(app, &e, source);
    o.rules = rules_before(app, &all, p, course, n);
    j = judging_new(app->arena, p->d, &o);
    if (!check_values(j, &o, &e))
        return report(app, &e, NULL);
    if (app->options.json)
        say_replay_json(app, p, j);
    else
        say_replay(app, p, j);
    return STATUS_YES;
}
