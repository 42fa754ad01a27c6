/*
 * What keys do on the formula sheet.
 */
#include <stdlib.h>
#include <string.h>

#include "ui/sheet/sheet.h"

enum { PAGE_ENTRIES = 8 };

void
sheet_free(struct sheet *s)
{
    arena_free(s->arena);
    free(s->typed.text);
    free(s);
}

static void
move(struct ui_model *m, int by)
{
    struct sheet *s = m->sheet;

    s->at += by;
    s->at = s->at >= s->found.n ? s->found.n - 1 : s->at;
    s->at = s->at < 0 ? 0 : s->at;
}

void
sheet_key_move(struct ui_model *m, struct press p)
{
    move(m, p.by);
}

void
sheet_key_page(struct ui_model *m, struct press p)
{
    move(m, p.by * PAGE_ENTRIES);
}

void
sheet_key_search(struct ui_model *m, struct press p)
{
    (void)p;
    m->sheet->searching = true;
    m->field_serial++;
}

/* Esc in the field: what it had found is let go as well. */
void
sheet_key_unsearch(struct ui_model *m, struct press p)
{
    m->sheet->searching = false;
    m->field_serial++;
    sheet_key_all(m, p);
}

void
sheet_key_all(struct ui_model *m, struct press p)
{
    (void)p;
    typed_set(&m->sheet->typed, "", 0);
    sheet_refresh(m);
}

bool
sheet_can_all(const struct ui_model *m)
{
    return m->sheet->typed.len > 0;
}

void
sheet_key_axioms(struct ui_model *m, struct press p)
{
    (void)p;
    m->sheet->axioms = !m->sheet->axioms;
    sheet_refresh(m);
    model_remark(m, m->sheet->axioms ? "with the axioms, behind the theorems"
                                     : "without the axioms");
}

void
sheet_key_open(struct ui_model *m, struct press p)
{
    struct sheet *s = m->sheet;

    (void)p;
    if (s->at < s->found.n)
        over_open(m, s->found.at[s->at].theorem->lesson,
                  s->found.at[s->at].theorem->step);
}

bool
sheet_searching(const struct ui_model *m)
{
    return m->screen == SCREEN_SHEET && m->sheet->searching;
}

/* The list is what fits what is typed so far. */
void
sheet_type(struct ui_model *m, const char *text, int cursor)
{
    bool same = m->sheet->typed.text && strcmp(m->sheet->typed.text, text) == 0;

    typed_set(&m->sheet->typed, text, cursor);
    if (!same)
        sheet_refresh(m);
}

void
sheet_submit(struct ui_model *m)
{
    m->sheet->searching = false;
    m->field_serial++;
}
