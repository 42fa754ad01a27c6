/*
 * The formula sheet as lines.
 */
#include <string.h>

#include "base/buf.h"
#include "typeset/typeset.h"
#include "ui/sheet/sheet.h"

enum { INDENT = 4 };

/* Rows of a text, each behind the indent. */
static void
add_rows(struct buf *b, const char *text)
{
    while (*text) {
        size_t n = strcspn(text, "\n");

        buf_printf(b, "%*s%.*s\n", INDENT, "", (int)n, text);
        text += n + (text[n] == '\n');
    }
}

static void
add_statement(struct arena *a, struct buf *b, const struct course_statement *s,
              const struct ui_lines_look *look)
{
    struct err e;

    if (look->spoken)
        add_rows(b, s->spoken);
    else if (look->flat)
        add_rows(b, tex_line(a, look->alphabet, s->tex));
    else
        add_rows(b, box_text(a, tex_box(a, look->alphabet, s->tex, true,
                                        look->width - INDENT, &e)));
}

/* Markdown with formulas, on its lines. */
static void
add_words(struct arena *a, struct buf *b, const char *lead, const char *markdown,
          const struct ui_lines_look *look)
{
    struct typeset_options o = {
        .alphabet = look->alphabet, .width = look->width, .spoken = look->spoken};

    if (*markdown)
        add_rows(b, arena_printf(a, "%s%s", lead, markdown_lines(a, markdown, &o)));
}

const char *
sheet_place(struct arena *a, const struct ui_sheet_entry *e)
{
    const struct course_theorem *t = e->theorem;

    return arena_printf(a, "%s%s%s: %s", t->lesson->label, *t->lesson->label ? " " : "",
                        t->lesson->title, t->lesson->steps[t->step].title);
}

static void
add_entry(struct arena *a, struct buf *b, const struct ui_sheet_entry *e,
          const struct ui_lines_look *look)
{
    const struct course_theorem *t = e->theorem;

    buf_printf(b, "%s\n", e->row ? e->row->idea : t->name);
    for (int i = 0; i < t->n_says; i++)
        add_statement(a, b, &t->says[i], look);
    if (*t->holds)
        add_rows(b, arena_printf(a, "for %s", t->holds));
    if (e->row) {
        add_words(a, b, "in the model: ", e->row->model, look);
        add_words(a, b, "gives: ", e->row->gives, look);
    } else {
        add_words(a, b, "", t->sentence, look);
    }
    add_rows(b, arena_printf(a, "%s (%s#%s)%s%s", sheet_place(a, e), t->lesson->id,
                             t->lesson->steps[t->step].id, e->row ? ", theorem " : "",
                             e->row ? t->name : ""));
}

const char *
sheet_part(const struct ui_sheet_entry *e)
{
    return e->row ? "What carries the course" : e->theorem->axiom ? "Axioms" : "Theorems";
}

char *
ui_sheet_text(struct arena *a, const struct ui_sheet *s, const struct ui_lines_look *look)
{
    const char *part = "";
    struct buf b;

    buf_init(&b, a);
    for (int i = 0; i < s->n; i++) {
        if (strcmp(part, sheet_part(&s->at[i])) != 0) {
            part = sheet_part(&s->at[i]);
            buf_printf(&b, "%s%s:\n", i ? "\n" : "", part);
        }
        buf_add(&b, "\n");
        add_entry(a, &b, &s->at[i], look);
    }
    return canvas_fold(a, look->alphabet, b.s);
}
