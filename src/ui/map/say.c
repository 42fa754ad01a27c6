/*
 * The map as lines: each lesson with its theorems, and what rests on what.
 */
#include <string.h>

#include "base/buf.h"
#include "typeset/typeset.h"
#include "ui/course.h"

static void
add_names(struct buf *b, const struct course_table *c, const char *lead, const int *at,
          int n)
{
    for (int i = 0; i < n; i++)
        buf_printf(b, "%s%s", i ? ", " : lead, c->theorems[at[i]].name);
}

static void
add_statement(struct arena *a, struct buf *b, const struct course_theorem *t,
              const struct ui_lines_look *look)
{
    const char *text =
        look->spoken ? t->says[0].spoken : tex_line(a, look->alphabet, t->says[0].tex);

    buf_printf(b, ": %s", text);
}

static void
add_theorem(struct arena *a, struct buf *b, const struct course_table *c,
            const struct course_theorem *t, enum ui_mark mark,
            const struct ui_lines_look *look)
{
    buf_printf(b, "  %s %s", look->spoken ? ui_mark_word(mark) : ui_mark_sign(mark),
               t->name);
    add_statement(a, b, t, look);
    add_names(b, c, "; rests on ", t->rests, t->n_rests);
    add_names(b, c, "; holds up ", t->bears, t->n_bears);
    buf_add(b, "\n");
}

static void
add_lesson(struct buf *b, const struct lesson *l, enum ui_mark mark)
{
    buf_printf(b, "%s%s%s (%s): %s", l->label, *l->label ? " " : "", l->title, l->id,
               ui_mark_word(mark));
    for (int i = 0; i < l->n_needs; i++)
        buf_printf(b, "%s%s", i ? ", " : "; needs ", l->needs[i]);
    buf_add(b, "\n");
}

char *
ui_map_text(struct arena *a, const struct course_table *c, const struct progress *p,
            int64_t now_ms, const struct ui_lines_look *look)
{
    int yours, seen, n = ui_theorem_count(c, p, now_ms, &yours, &seen);
    struct buf b;

    buf_init(&b, a);
    buf_printf(&b, "The map: %s. Nothing is locked.\n",
               ui_theorem_words(a, n, yours, seen));
    if (!look->spoken)
        buf_printf(&b, "=== yours: derived  --- seen  -o- here  -!- due  ... ahead\n");
    for (int i = 0; i < c->n_lessons; i++) {
        add_lesson(&b, c->lessons[i], ui_lesson_mark(p, c->lessons[i], now_ms));
        for (int k = 0; k < c->n; k++)
            if (c->theorems[k].lesson == c->lessons[i] && !c->theorems[k].axiom)
                add_theorem(a, &b, c, &c->theorems[k],
                            ui_theorem_mark(p, &c->theorems[k], now_ms), look);
    }
    return canvas_fold(a, look->alphabet, b.s);
}
