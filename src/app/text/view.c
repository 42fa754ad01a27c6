/* ropewalk view: a Markdown file in a pager, or as text. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/app.h"
#include "base/safe.h"
#include "record/record.h"
#include "term/term.h"
#include "typeset/typeset.h"
#include "ui/ui.h"

enum { PRINT_COLS = 80, PRINT_ROWS = 64 };

/* A file that is shown. */
struct document {
    const char *title, *markdown; /* of the whole file */
};

static enum alphabet
alphabet_of(const struct app *app)
{
    return app->options.ascii ? ALPHABET_ASCII : term_alphabet();
}

static bool
read_document(struct app *app, struct document *d, struct err *e)
{
    const char *path = app->operands[0], *slash = strrchr(path, '/');
    size_t len;
    char *text;

    if (!store_read_file(app->arena, path, MARKDOWN_TEXT_MAX, &text, &len, e))
        return false;
    for (size_t i = 0; i < len; i++)
        if (text[i] == '\0')
            text[i] = '\xFF'; /* shown as a byte that is no text */
    *d = (struct document){
        text_safe(app->arena, slash ? slash + 1 : path, strlen(slash ? slash + 1 : path)),
        text};
    return true;
}

/* ---- as text ----------------------------------------------------------------------- */

static struct typeset_page *
lay_out(struct app *app, const struct document *d, struct err *e)
{
    struct typeset_options o = {.alphabet = alphabet_of(app),
                                .width =
                                    app->options.width ? app->options.width : PRINT_COLS,
                                .sideways = true};
    struct tex_macros *macros = tex_macros_new(app->arena, NULL);
    const char *lines, *body = markdown_front(app->arena, d->markdown, &lines);

    e->code = ERR_NONE;
    tex_macros_read(macros, lines, (struct pos){"macros", 1, 1}, e);
    o.macros = macros;
    return markdown_page(app->arena, body, &o);
}

static void
print_page(const struct typeset_page *p)
{
    struct arena *a = arena_new();

    for (int row = 0; row < p->rows; row += PRINT_ROWS) {
        int rows = p->rows - row < PRINT_ROWS ? p->rows - row : PRINT_ROWS;

        say("%s\n", box_text(a, page_window(a, p, (struct rect){row, 0, rows, p->cols})));
        arena_reset(a);
    }
    arena_free(a);
}

static void
print_words(struct app *app, const struct document *d)
{
    struct typeset_options o = {
        .alphabet = alphabet_of(app), .width = PRINT_COLS, .spoken = true};
    struct tex_macros *macros = tex_macros_new(app->arena, NULL);
    const char *lines, *body = markdown_front(app->arena, d->markdown, &lines);

    tex_macros_read(macros, lines, (struct pos){"macros", 1, 1}, NULL);
    o.macros = macros;
    say("%s\n", markdown_lines(app->arena, body, &o));
}

static void
print_json(struct app *app, const struct typeset_page *p)
{
    json_t *headings = json_array();

    for (int i = 0; i < p->n_headings; i++)
        json_array_append_new(
            headings, json_pack("{s:i, s:i, s:s}", "row", p->headings[i].row, "level",
                                p->headings[i].level, "text", p->headings[i].text));
    say_json(app, json_pack("{s:i, s:i, s:o, s:s}", "rows", p->rows, "cols", p->cols,
                            "headings", headings, "text",
                            box_text(app->arena, page_window(app->arena, p,
                                                             (struct rect){0, 0, p->rows,
                                                                           p->cols}))));
}

static int
print_document(struct app *app, const struct document *d)
{
    const struct typeset_page *p;
    struct err e;

    if (app->options.speak && !app->options.json) {
        print_words(app, d);
        return STATUS_YES;
    }
    p = lay_out(app, d, &e);
    if (e.code != ERR_NONE)
        remark(app, "%s\n", err_text(app->arena, &e));
    if (app->options.json)
        print_json(app, p);
    else
        print_page(p);
    return STATUS_YES;
}

/* ---- as a pager -------------------------------------------------------------------- */

/* The pager at work. */
struct viewing {
    struct ui_model *model;
    struct terminal *terminal;
    struct canvas *canvas;
    bool over;
};

static void
carry_out(struct viewing *v)
{
    struct ui_effect effect;

    while (ui_next_effect(v->model, &effect)) {
        if (effect.kind == UI_EFFECT_QUIT)
            v->over = true;
        else if (effect.kind == UI_EFFECT_SUSPEND)
            term_suspend(v->terminal);
        else if (effect.kind == UI_EFFECT_REDRAW)
            term_forget(v->terminal);
    }
}

static void
run_pager(struct viewing *v)
{
    while (!v->over) {
        struct ui_event ev;

        if (!term_pending(v->terminal)) {
            ui_view(v->model, v->canvas);
            term_mouse(v->terminal, ui_wants_mouse(v->model));
            term_show(v->terminal, v->canvas);
        }
        if (!term_wait(v->terminal, ui_field(v->model), -1, &ev))
            return;
        if (ev.kind == UI_RESIZE)
            canvas_resize(v->canvas, ev.rows, ev.cols);
        ui_update(v->model, &ev);
        carry_out(v);
    }
}

/* https://no-color.org: any value that is not empty. */
static bool
wants_color(const struct options *o)
{
    const char *none = getenv("NO_COLOR");

    return !o->no_color && (!none || !none[0]);
}

/* false when there is no terminal to use. */
static bool
show_document(struct app *app, const struct document *d, int *sig)
{
    struct term_options look = {.theme = app->options.theme,
                                .color = wants_color(&app->options),
                                .mouse = !app->options.no_mouse};
    struct ui_settings settings = {
        .alphabet = alphabet_of(app), .aspect = 2, .mouse_off = app->options.no_mouse};
    struct viewing v = {0};
    int rows, cols;
    struct err e;

    v.terminal = term_open(&look, &e);
    if (!v.terminal)
        return false;
    term_size(v.terminal, &rows, &cols);
    v.canvas = canvas_new(rows, cols, settings.alphabet);
    v.model = ui_new(&settings, NULL, 0, progress_new(app->arena));
    ui_update(v.model, &(struct ui_event){.kind = UI_RESIZE, .rows = rows, .cols = cols});
    ui_update(v.model, &(struct ui_event){
                           .kind = UI_DOCUMENT, .text = d->markdown, .step = d->title});
    run_pager(&v);
    *sig = term_signal(v.terminal);
    canvas_free(v.canvas);
    term_close(v.terminal);
    ui_free(v.model);
    return true;
}

int
run_view(struct app *app)
{
    const struct options *o = &app->options;
    const char *accessible = getenv("ACCESSIBLE");
    struct document d;
    struct err e;
    int sig = 0;
    bool text = o->plain || o->json || o->speak || o->width || !isatty(STDIN_FILENO) ||
                !isatty(STDOUT_FILENO) || (accessible && accessible[0]);

    if (!read_document(app, &d, &e))
        return report(app, &e, NULL);
    if (text || !show_document(app, &d, &sig))
        return print_document(app, &d);
    if (sig != 0) {
        signal(sig, SIG_DFL);
        raise(sig);
    }
    return STATUS_YES;
}
