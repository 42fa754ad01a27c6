/*
 * A figure on standard output, as the options say.
 */
#ifndef ROPEWALK_APP_PLOT_PRINT_H
#define ROPEWALK_APP_PLOT_PRINT_H

#include "app/app.h"
#include "figure/figure.h"

/* How a figure is printed when the options say nothing else. */
struct print_usual {
    int cols, rows; /* with the strip */
    bool sentence;  /* below the drawing */
    const char *title;
};

/* Print the figure: drawing, sentence, table or JSON; or write its picture. Returns the
 * exit status. */
int print_figure(struct app *app, const struct figure *f, const struct figure_state *s,
                 struct print_usual usual);

#endif
