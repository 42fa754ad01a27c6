/*
 * A lesson as a page for printing.
 */
#ifndef ROPEWALK_APP_COURSE_PAGE_H
#define ROPEWALK_APP_COURSE_PAGE_H

#include "app/app.h"
#include "base/buf.h"
#include "lesson/lesson.h"

enum { PAGE_PICTURES_MAX = 64 };

struct page_picture {
    const char *name, *svg;
};

struct page {
    struct arena *arena;
    enum alphabet alphabet;
    bool html, answers;
    const char *path; /* where it will lie; "" or "-" is standard output */
    struct buf out;
    int asked;     /* questions so far */
    uint64_t seed; /* of the order of choices, and of the numbers; 0: as written */
    int paper;     /* 1, 2, ...: no two papers of one seed have the same numbers in a
                      question,     as long as its ranges allow it; 0: no paper */
    struct page_picture pictures[PAGE_PICTURES_MAX]; /* of Markdown */
    int n_pictures;
};

/* Write the whole page into p->out. */
void page_make(struct page *p, const struct lesson *l);

/* The beginning and the end of a page, around one lesson or several papers. */
void page_begin(struct page *p, const char *title);
void page_end(struct page *p);

/* A quiz as paper `number`, and its key, with the numbers of p->seed for that paper. */
void page_paper(struct page *p, const struct lesson *l, int number);
void page_key(struct page *p, const struct lesson *l, int number);

/* "notes-f4.1.svg" beside "notes.md". */
const char *page_picture_path(struct arena *a, const char *path, const char *name);

#endif
