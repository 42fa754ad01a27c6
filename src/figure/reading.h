/*
 * Values read off a chart at a place of its x axis, and places under the mouse. Included
 * by figure.h.
 */
#ifndef ROPEWALK_FIGURE_READING_H
#define ROPEWALK_FIGURE_READING_H

/* Whether there are curves, series or points to read values off. */
bool figure_can_read(const struct figure *f);

/* Show the cursor, and move it by round places, about 60 of which are the whole width;
 * coarse: by ten of them. Where there are only points it goes from one to the next. */
void
figure_read_move(const struct figure *f, struct figure_state *s, int by, bool coarse);

/* Put it to x; false when nothing is there. */
bool figure_read_at(const struct figure *f, struct figure_state *s, double x);

/* "x = 1.2: sin x = 0.932; cos x = 0.3624"; "" without a cursor. Of points the nearest
 * is read: "at x = 3". */
char *figure_read(struct arena *a, const struct figure *f, const struct figure_state *s);

/* How a figure lies on the screen. */
struct figure_view {
    struct figure_look look;
    enum alphabet alphabet;
    struct rect r;
};

/* What the cell at (row, col) of view->r means on the axes of a chart: x and y. False
 * beside its box, and of other figures. */
bool figure_point_at(const struct figure *f, const struct figure_state *s,
                     const struct figure_view *view, const int cell[2], double at[2]);

/* ---- a point that is dragged ------------------------------------------------------- */

/* Whether two sliders bring a point of the figure where it is put (`drag:`). */
bool figure_can_drag(const struct figure *f);

/* Set them so that it comes as near as it can to the cell of view->r. Until it is `held`
 * only near the point. Whether it was taken hold of, or has moved. */
bool figure_drag(const struct figure *f, struct figure_state *s,
                 const struct figure_view *view, const int cell[2], bool held);

#endif
