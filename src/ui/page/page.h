/*
 * A document in a pager: one of the screens of the model.
 */
#ifndef ROPEWALK_UI_PAGE_PAGE_H
#define ROPEWALK_UI_PAGE_PAGE_H

#include "ui/ui_priv.h"

enum page_move {
    PAGE_LINE,
    PAGE_HALF,
    PAGE_WHOLE,
    PAGE_END, /* the first or the last row */
};

void page_open(struct ui_model *m, const char *markdown, const char *title);
void page_close(struct ui_model *m);

void page_scroll(struct ui_model *m, enum page_move move, int by);
void page_sideways(struct ui_model *m, int by);
bool page_can_sideways(const struct ui_model *m);

/* The search field: open it, what is typed into it, Enter, Esc. */
void page_search(struct ui_model *m);
bool page_searching(const struct ui_model *m);
void page_type(struct ui_model *m, const char *text, int cursor);
void page_submit(struct ui_model *m);
void page_cancel(struct ui_model *m);
/* The next place (1) or the one before (-1). */
void page_again(struct ui_model *m, int by);
bool page_can_again(const struct ui_model *m);

/* The list of headings. */
void page_contents(struct ui_model *m);
bool page_can_contents(const struct ui_model *m);
bool page_lists(const struct ui_model *m);
void page_choose(struct ui_model *m, int by);
void page_take(struct ui_model *m);

void page_mouse(struct ui_model *m, const struct ui_event *ev);
void page_view(struct ui_model *m, struct canvas *c);

#endif
