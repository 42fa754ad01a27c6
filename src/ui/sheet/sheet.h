/*
 * The formula sheet and the map as screens over whatever is open: closing them leaves the
 * learner exactly where they were opened.
 */
#ifndef ROPEWALK_UI_SHEET_SHEET_H
#define ROPEWALK_UI_SHEET_SHEET_H

#include "ui/ui_priv.h"

/* ---- lines ------------------------------------------------------------------------- */

/* "L04 RoPE in one plane: Only the gap is left"; the part of the sheet it stands in. */
const char *sheet_place(struct arena *a, const struct ui_sheet_entry *e);
const char *sheet_part(const struct ui_sheet_entry *e);

/* ---- both screens (over.c) --------------------------------------------------------- */

enum over_what { OVER_SHEET, OVER_MAP };

/* f and m: open or close it. Without notes it stays shut, and says so. */
void over_key(struct ui_model *m, struct press p);
bool over_can(const struct ui_model *m);
void over_key_shut(struct ui_model *m, struct press p);
bool over_is_shut(const struct ui_model *m);
/* q, Esc: back to the screen under it. */
void over_key_leave(struct ui_model *m, struct press p);
/* The lessons of the course have come. */
void over_course(struct ui_model *m, const struct course_table *c);
/* Open the lesson of a theorem at its step, or a lesson where the learner left it. */
void over_open(struct ui_model *m, const struct lesson *l, int step);
/* What a walk begins with: "sheet WORDS" or "map". */
void over_begin(struct ui_model *m, const char *line);
void over_close(struct ui_model *m);
void over_mouse(struct ui_model *m, const struct ui_event *ev);

/* Line mode: "sheet rope", "map". false: the line is neither. */
bool over_line(struct ui_model *m, const char *line);

/* ---- the sheet (view.c) ------------------------------------------------------------ */

struct sheet {
    struct arena *arena; /* of what is found */
    struct ui_sheet found;
    bool ready, axioms, searching;
    int at, top;
    struct typed typed;
};

void sheet_free(struct sheet *s);
void sheet_refresh(struct ui_model *m);
void sheet_view(struct ui_model *m, struct canvas *c);
void sheet_key_move(struct ui_model *m, struct press p);
void sheet_key_page(struct ui_model *m, struct press p);
void sheet_key_search(struct ui_model *m, struct press p);
void sheet_key_unsearch(struct ui_model *m, struct press p);
void sheet_key_all(struct ui_model *m, struct press p); /* Esc: all rows again */
bool sheet_can_all(const struct ui_model *m);
void sheet_key_axioms(struct ui_model *m, struct press p);
void sheet_key_open(struct ui_model *m, struct press p);
bool sheet_searching(const struct ui_model *m);
void sheet_type(struct ui_model *m, const char *text, int cursor);
void sheet_submit(struct ui_model *m);

#endif
