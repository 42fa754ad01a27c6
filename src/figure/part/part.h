/*
 * What kinds made of parts share: indices that terms run over, lists of words, texts that
 * fit, and the pieces of a heatmap's picture.
 */
#ifndef ROPEWALK_FIGURE_PART_H
#define ROPEWALK_FIGURE_PART_H

#include "figure/kind/kind.h"

enum { INDICES_MAX = 2, INDEX_VALUES_MAX = 128, WORDS_MAX = 128 };

/* ---- indices ----------------------------------------------------------------------- */

/* "i = 0..3, j = 0..d-1": whole numbers, whose bounds sliders may move. */
struct indices {
    struct scope *scope;
    const char *name[INDICES_MAX];
    const struct term *low[INDICES_MAX], *high[INDICES_MAX];
    int n;
};

/* n indices behind `over`; false with an error added. `at` and `example` as for
 * thing_over(). */
bool indices_read(struct reader *r, struct source over, int n, struct pos at,
                  const char *example, struct indices *x);

/* From..to of index i now, at most INDEX_VALUES_MAX values; false when undefined. */
bool indices_bounds(const struct moment *m, const struct indices *x, int i, int *from,
                    int *to);

/* A term at values of the indices. What does not depend on them is worked out once. */
struct walk {
    struct moment m;
    double complex at[INDICES_MAX];
};
void indices_walk(struct walk *w, struct arena *a, const struct moment *m,
                  const struct indices *x, const struct term *t);
double walk_value(struct walk *w, const struct term *t, int i, int j);

/* A term or a condition over the indices, read and valued at their first values. */
const struct term *
indexed_read(struct reader *r, const struct indices *x, struct source s, bool condition);

/* ---- words and texts --------------------------------------------------------------- */

struct words_list {
    const char *at[WORDS_MAX];
    int n;
};

/* "red, light, means"; an error is added when there are too many. */
void words_read(struct reader *r, const struct field *line, struct words_list *out);

/* The text in at most `width` cells, cut at a sign for it ("…", in ASCII "~"). */
const char *
part_fit(struct arena *a, enum alphabet alphabet, const char *text, int width);

/* The text in lines of at most `width` cells, broken at blanks, the last one cut when
 * there are more than `most`; how many. */
int part_wrap(struct frame *fr, const char *text, int width, const char **line, int most);

/* ---- the frame --------------------------------------------------------------------- */

/* Text on the drawing: the cells are taken at once, written when the frame is done. */
void part_text(struct frame *fr, int row, int col, enum style style, const char *text);

/* The same in the middle of `width` cells from col. */
void part_text_in(struct frame *fr, int row, int col, int width, enum style style,
                  const char *text);

/* The i-th of n rows of a bracket. */
uint32_t part_bracket(const struct ink *k, int i, int n, bool right);

/* A place for the cursor: see figure_places(). An empty rect: not to be seen now. Texts
 * are copied. */
void part_place(struct frame *fr, struct figure_place place);

/* The next place of a drawing made of things, at a point of the ink, where it is marked
 * when the cursor is on it: "NAME: VALUE" is said. */
void part_thing(struct frame *fr, struct point at, const char *name, const char *value);

#endif
