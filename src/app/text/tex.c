/* ropewalk tex: formulas as text, one or a file of them. */
#include <stdio.h>
#include <string.h>

#include "app/app.h"
#include "term/term.h"
#include "typeset/typeset.h"

enum { BATCH_BYTES_MAX = 64 << 20 };

/* What became of a formula. */
struct setting {
    const char *text; /* its rows; the best reading when it is malformed */
    int rows;
    struct tex_names unknown;
    struct err err; /* ERR_NONE: all is well */
};

static enum alphabet
alphabet_of(const struct app *app)
{
    return app->options.ascii ? ALPHABET_ASCII : term_alphabet();
}

static void
set_formula(const struct app *app, struct arena *a, const char *tex, struct setting *s)
{
    struct tex_options o = {
        .alphabet = alphabet_of(app), .display = true, .width = app->options.width};

    if (app->options.speak) {
        s->text = tex_spoken(a, tex, &o, &s->err);
        s->rows = 1;
    } else {
        const struct box *b = tex_box_with(a, tex, &o, &s->err);

        s->text = box_text(a, b);
        s->rows = b->rows;
    }
    s->unknown = tex_unknown(a, tex, NULL);
}

static json_t *
setting_json(const struct setting *s)
{
    json_t *unknown = json_array();

    for (int i = 0; i < s->unknown.n; i++)
        json_array_append_new(unknown, json_string(s->unknown.at[i]));
    return json_pack("{s:b, s:i, s:s, s:o, s:o}", "ok", s->err.code == ERR_NONE, "rows",
                     s->rows, "text", s->text, "unknown", unknown, "error",
                     s->err.code == ERR_NONE ? json_null() : err_json(&s->err));
}

/* ---- a file of formulas ------------------------------------------------------------ */

/* The formula of a line, which is a JSON string; NULL with *e. */
static const char *
read_line(struct arena *a, const char *line, struct pos at, struct err *e)
{
    const char *text = arena_printf(a, "[%s]", line);
    json_t *o = json_read(text, strlen(text), at, e);
    const char *tex = NULL;

    if (o && json_array_size(o) == 1 && json_is_string(json_array_get(o, 0)))
        tex = arena_strdup(a, json_string_value(json_array_get(o, 0)));
    else if (o)
        err_at(e, at, ERR_JSON, "a line must be one JSON string, such as \"x^2\"");
    else
        e->at.col -= e->at.col > 1;
    json_decref(o);
    return tex;
}

static bool
run_line(struct app *app, struct arena *a, const char *line, struct pos at)
{
    struct setting s = {.text = "", .err = {.code = ERR_NONE}};
    const char *tex = read_line(a, line, at, &s.err);

    if (tex)
        set_formula(app, a, tex, &s);
    say_json(app, setting_json(&s));
    return s.err.code == ERR_NONE;
}

static int
run_batch(struct app *app)
{
    struct pos at = {app->options.batch, 0, 1};
    struct arena *a;
    int lines = 0, bad = 0;
    struct err e;
    char *next;
    size_t len;

    if (!store_read_file(app->arena, app->options.batch, BATCH_BYTES_MAX, &next, &len,
                         &e))
        return report(app, &e, NULL);
    a = arena_new();
    while (next) {
        char *line = next, *end = strchr(line, '\n');

        at.line++;
        next = end ? end + 1 : NULL;
        line[strcspn(line, "\r\n")] = '\0';
        if (line[strspn(line, " \t")] == '\0')
            continue;
        lines++;
        bad += !run_line(app, a, line, at);
        arena_reset(a);
    }
    arena_free(a);
    if (bad > 0)
        remark(app, "%d of %d formulas are malformed\n", bad, lines);
    return bad > 0 ? STATUS_INPUT : STATUS_YES;
}

/* ---- one formula ------------------------------------------------------------------- */

/* With --json all is in one object; else the message stands on stderr. */
static int
say_setting(struct app *app, const struct setting *s, const char *tex)
{
    json_t *o;

    if (!app->options.json) {
        say("%s\n", s->text);
        return s->err.code == ERR_NONE ? STATUS_YES : report(app, &s->err, tex);
    }
    o = setting_json(s);
    if (s->err.code != ERR_NONE)
        json_object_set_new(o, "verdict", json_string("unreadable"));
    say_json(app, o);
    if (s->err.code == ERR_NONE)
        return STATUS_YES;
    app->options.json = false;
    return report(app, &s->err, tex);
}

int
run_tex(struct app *app)
{
    struct setting s = {.text = ""};
    struct err e;

    if (app->options.batch[0] && app->n == 0)
        return run_batch(app);
    if (app->options.batch[0] || app->n != 1) {
        err_at(&e, (struct pos){0}, ERR_OPERANDS,
               "usage: ropewalk tex TEX, or ropewalk tex --batch FILE");
        return report(app, &e, NULL);
    }
    set_formula(app, app->arena, app->operands[0], &s);
    return say_setting(app, &s, app->operands[0]);
}
