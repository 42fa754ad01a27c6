/* The course as a whole: ropewalk map, and what it shares with ropewalk sheet. */
#include "app/course/course.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/lesson_file.h"
#include "app/session.h"

enum { PRINT_COLS = 80 };

const struct course_table *
course_read(struct app *app, struct err *e)
{
    struct lesson_file *files;
    int n;

    if (!store_lessons(app->arena, app->places.lessons, &files, &n, e))
        return NULL;
    return course_new(app->arena, course_load(app->arena, files, n), n);
}

const struct progress *
course_progress(struct app *app)
{
    struct progress *p = progress_new(app->arena);
    struct err e = {.code = ERR_NONE};
    struct store *s = store_open(&app->places, &e);

    if (!store_replay(s, p, &e))
        remark(app, "%s\n", err_text(app->arena, &e));
    store_close(s);
    return p;
}

struct ui_lines_look
course_look(const struct app *app)
{
    return (struct ui_lines_look){
        .alphabet = app->options.ascii ? ALPHABET_ASCII : term_alphabet(),
        .flat = app->options.plain,
        .spoken = app->options.speak,
        .width = PRINT_COLS,
    };
}

bool
course_prints(const struct app *app)
{
    const char *accessible = getenv("ACCESSIBLE");

    return app->options.plain || app->options.json || app->options.speak ||
           app->options.quiet || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) ||
           (accessible && accessible[0]);
}

int
course_walk(struct app *app, const char *line)
{
    struct session s;

    session_open(&s, app);
    s.shows = line;
    return session_walk(&s, NULL, "");
}

/* ---- ropewalk map ------------------------------------------------------------------ */

static const char *
theorem_id(struct app *app, const struct course_theorem *t)
{
    return arena_printf(app->arena, "%s.%s", t->lesson->id, t->name);
}

static void
add_edge(json_t *edges, const char *from, const char *to, const char *kind)
{
    json_array_append_new(
        edges, json_pack("{s:s, s:s, s:s}", "from", from, "to", to, "kind", kind));
}

static void
add_lesson(const struct lesson *l, enum ui_mark mark, json_t *nodes, json_t *edges)
{
    json_array_append_new(nodes, json_pack("{s:s, s:s, s:s, s:s, s:s}", "id", l->id,
                                           "kind", "lesson", "label", l->label, "title",
                                           l->title, "state", ui_mark_word(mark)));
    for (int i = 0; i < l->n_needs; i++)
        add_edge(edges, l->id, l->needs[i], "needs");
}

static void
add_theorem(struct app *app, const struct course_table *c, const struct course_theorem *t,
            enum ui_mark mark, json_t *nodes, json_t *edges)
{
    json_t *statements = json_array();

    for (int i = 0; i < t->n_says; i++)
        json_array_append_new(statements, json_string(t->says[i].plain));
    json_array_append_new(nodes, json_pack("{s:s, s:s, s:s, s:s, s:s, s:o, s:s, s:s}",
                                           "id", theorem_id(app, t), "kind",
                                           t->axiom ? "axiom" : "theorem", "name",
                                           t->name, "lesson", t->lesson->id, "step",
                                           t->lesson->steps[t->step].id, "statements",
                                           statements, "sentence", t->sentence, "state",
                                           t->axiom ? "axiom" : ui_mark_word(mark)));
    for (int i = 0; i < t->n_rests; i++)
        add_edge(edges, theorem_id(app, t), theorem_id(app, &c->theorems[t->rests[i]]),
                 "rests on");
}

static void
say_map_json(struct app *app, const struct course_table *c, const struct progress *p)
{
    json_t *nodes = json_array(), *edges = json_array();
    int64_t now = store_now_ms();
    int yours, seen, n = ui_theorem_count(c, p, now, &yours, &seen);

    for (int i = 0; i < c->n_lessons; i++)
        add_lesson(c->lessons[i], ui_lesson_mark(p, c->lessons[i], now), nodes, edges);
    for (int i = 0; i < c->n; i++)
        add_theorem(app, c, &c->theorems[i], ui_theorem_mark(p, &c->theorems[i], now),
                    nodes, edges);
    say_json(app, json_pack("{s:i, s:i, s:i, s:o, s:o}", "theorems", n, "yours", yours,
                            "seen", seen, "nodes", nodes, "edges", edges));
}

int
run_map(struct app *app)
{
    struct ui_lines_look look = course_look(app);
    const struct progress *p;
    const struct course_table *c;
    struct err e;

    if (!course_prints(app))
        return course_walk(app, "map");
    c = course_read(app, &e);
    if (!c)
        return report(app, &e, NULL);
    p = course_progress(app);
    if (app->options.json)
        say_map_json(app, c, p);
    else
        say("%s", ui_map_text(app->arena, c, p, store_now_ms(), &look));
    return STATUS_YES;
}
