#include "app/plot/print.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "term/term.h"

enum { STRIP_ROWS = 2, STRIP_FROM = 8 /* rows; fewer are all the drawing's */ };

/* A terminal gets colours unless they are refused; a file gets them when asked for. */
static bool
wants_color(const struct app *app)
{
    const char *refused = getenv("NO_COLOR");

    if (app->options.no_color)
        return false;
    return app->options.color || (isatty(STDOUT_FILENO) && !(refused && *refused));
}

static void
print_drawing(struct app *app, const struct figure *f, const struct figure_state *s,
              int cols, int rows)
{
    enum alphabet alphabet = app->options.ascii ? ALPHABET_ASCII : term_alphabet();
    unsigned can;
    enum cells cells = options_cells(&app->options, &can);
    struct figure_look look = {
        .braille = cells != CELLS_SLOPES,
        .cells = cells,
        .aspect = 2,
        .ramp = term_text_has_ramp(app->options.theme, wants_color(app)),
    };
    struct canvas *c = canvas_new(rows, cols, alphabet);
    bool strip = figure_has_strip(f) && rows >= STRIP_FROM;
    int top = strip ? rows - STRIP_ROWS : rows;

    figure_draw(f, s, &look, c, (struct rect){0, 0, top, cols});
    if (strip)
        figure_draw_strip(f, s, c, (struct rect){top, 0, STRIP_ROWS, cols});
    say("%s", term_text(app->arena, c, app->options.theme, wants_color(app)));
    canvas_free(c);
}

static void
print_values(struct app *app, const struct figure *f, const struct figure_state *s,
             const char *svg)
{
    json_t *values = json_object(), *object;

    for (int i = 0; i < figure_slider_count(f); i++)
        json_object_set_new(values, figure_slider(f, i)->name, json_real(s->value[i]));
    object =
        json_pack("{s:o, s:s, s:s}", "sliders", values, "say",
                  figure_say(app->arena, f, s), "table", figure_table(app->arena, f, s));
    if (svg)
        json_object_set_new(object, "svg", json_string(svg));
    say_json(app, object);
}

/* The picture into the file that --svg names. */
static int
write_picture(struct app *app, const char *svg)
{
    const char *path = app->options.svg;
    FILE *out = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
    bool written = out && fputs(svg, out) >= 0;
    struct err e;

    if (out == stdout)
        return STATUS_YES; /* main() looks whether it arrived */
    if (out && fclose(out) != 0)
        written = false;
    if (!written) {
        err_at(&e, (struct pos){0}, ERR_FILE_UNWRITABLE, "%s cannot be written (%s)",
               path, strerror(errno));
        return report(app, &e, NULL);
    }
    remark(app, "the picture is in %s\n", path);
    return STATUS_YES;
}

int
print_figure(struct app *app, const struct figure *f, const struct figure_state *s,
             struct print_usual usual)
{
    const struct options *o = &app->options;
    int cols = o->size.cols ? o->size.cols : usual.cols;
    int rows = o->size.rows ? o->size.rows : usual.rows;

    const char *svg = *o->svg ? figure_svg(app->arena, f, s, usual.title,
                                           (struct plot_size){cols, rows})
                              : NULL;
    bool held = o->json && strcmp(o->svg, "-") == 0; /* JSON alone is on stdout */

    if (o->json)
        print_values(app, f, s, held ? svg : NULL);
    if (svg && !held)
        return write_picture(app, svg);
    if (o->json)
        return STATUS_YES;
    if (!o->say && !o->table)
        print_drawing(app, f, s, cols, rows);
    if (o->say || (usual.sentence && !o->table))
        say("%s\n", figure_say(app->arena, f, s));
    if (o->table)
        say("%s", figure_table(app->arena, f, s));
    return STATUS_YES;
}
