/* ropewalk sheet: the formulas of the course. */
#include <string.h>

#include "app/course/course.h"
#include "base/buf.h"

/* All operands as one text. */
static const char *
words_of(struct app *app)
{
    struct buf b;

    buf_init(&b, app->arena);
    for (int i = 0; i < app->n; i++)
        buf_printf(&b, "%s%s", i ? " " : "", app->operands[i]);
    return b.s;
}

static json_t *
entry_json(const struct ui_sheet_entry *e)
{
    const struct course_theorem *t = e->theorem;
    json_t *statements = json_array(), *o;

    for (int i = 0; i < t->n_says; i++)
        json_array_append_new(
            statements, json_pack("{s:s, s:s, s:s}", "plain", t->says[i].plain, "tex",
                                  t->says[i].tex, "spoken", t->says[i].spoken));
    o = json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:o}", "kind",
                  e->row     ? "row"
                  : t->axiom ? "axiom"
                             : "theorem",
                  "theorem", t->name, "lesson", t->lesson->id, "step",
                  t->lesson->steps[t->step].id, "holds", t->holds, "sentence",
                  t->sentence, "statements", statements);
    if (e->row) {
        json_object_set_new(o, "idea", json_string(e->row->idea));
        json_object_set_new(o, "model", json_string(e->row->model));
        json_object_set_new(o, "gives", json_string(e->row->gives));
    }
    return o;
}

static void
say_sheet_json(struct app *app, const struct ui_sheet *s)
{
    json_t *entries = json_array();

    for (int i = 0; i < s->n; i++)
        json_array_append_new(entries, entry_json(&s->at[i]));
    say_json(app, json_pack("{s:i, s:o, s:s?}", "found", s->n, "entries", entries, "near",
                            s->near));
}

static int
print_sheet(struct app *app, const char *words)
{
    struct ui_lines_look look = course_look(app);
    const struct course_table *c;
    struct ui_sheet s;
    struct err e;

    c = course_read(app, &e);
    if (!c)
        return report(app, &e, NULL);
    s = ui_sheet_find(app->arena, c, words, app->options.axioms);
    if (app->options.json)
        say_sheet_json(app, &s);
    else
        say("%s", ui_sheet_text(app->arena, &s, &look));
    if (s.n)
        return STATUS_YES;
    remark(app, "nothing on the sheet fits '%s'%s%s%s\n", words,
           s.near ? "; did you mean " : "", s.near ? s.near : "", s.near ? "?" : "");
    return STATUS_NO;
}

int
run_sheet(struct app *app)
{
    const char *words = words_of(app);

    if (course_prints(app) || app->options.axioms)
        return print_sheet(app, words);
    return course_walk(app,
                       arena_printf(app->arena, "sheet%s%s", *words ? " " : "", words));
}
