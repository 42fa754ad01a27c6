/*
 * Whose a lesson or a theorem is.
 */
#include <string.h>

#include "ui/course.h"

static bool
is_due(const struct progress *p, const struct lesson *l, int64_t now_ms)
{
    struct retrieval r = progress_retrieval(p, l->id);

    return r.passed && r.due_ms && now_ms >= r.due_ms;
}

static bool
is_last(const struct progress *p, const struct lesson *l)
{
    return strcmp(progress_last_lesson(p), l->id) == 0;
}

enum ui_mark
ui_lesson_mark(const struct progress *p, const struct lesson *l, int64_t now_ms)
{
    if (is_due(p, l, now_ms))
        return UI_MARK_DUE;
    if (progress_lesson(p, l->id).done)
        return UI_MARK_YOURS;
    return is_last(p, l) ? UI_MARK_HERE : UI_MARK_AHEAD;
}

/* Whether a step behind that one was reached. */
static bool
is_behind(const struct progress *p, const struct lesson *l, int step)
{
    if (!progress_reached(p, l->id, l->steps[step].id))
        return false;
    for (int i = step + 1; i < l->n_steps; i++)
        if (progress_reached(p, l->id, l->steps[i].id))
            return true;
    return false;
}

enum ui_mark
ui_theorem_mark(const struct progress *p, const struct course_theorem *t, int64_t now_ms)
{
    const struct lesson *l = t->lesson;

    if (t->axiom)
        return UI_MARK_SEEN;
    if (*l->again && is_due(p, l, now_ms))
        return UI_MARK_DUE;
    if (progress_item(p, l->id, t->name).answered)
        return UI_MARK_YOURS;
    if (progress_lesson(p, l->id).done || is_behind(p, l, t->step))
        return UI_MARK_SEEN;
    if (is_last(p, l) &&
        strcmp(progress_lesson(p, l->id).step, l->steps[t->step].id) == 0)
        return UI_MARK_HERE;
    return UI_MARK_AHEAD;
}

const char *
ui_mark_word(enum ui_mark mark)
{
    static const char *const words[] = {"ahead", "here", "due", "seen", "yours"};

    return words[mark];
}

const char *
ui_mark_sign(enum ui_mark mark)
{
    static const char *const signs[] = {"...", "-o-", "-!-", "---", "==="};

    return signs[mark];
}

int
ui_theorem_count(const struct course_table *c, const struct progress *p, int64_t now_ms,
                 int *yours, int *seen)
{
    int n = 0;

    *yours = *seen = 0;
    for (int i = 0; i < c->n; i++) {
        enum ui_mark mark = ui_theorem_mark(p, &c->theorems[i], now_ms);

        if (c->theorems[i].axiom)
            continue;
        n++;
        *yours += mark == UI_MARK_YOURS;
        *seen += mark == UI_MARK_YOURS || mark == UI_MARK_SEEN || mark == UI_MARK_DUE;
    }
    return n;
}

char *
ui_theorem_words(struct arena *a, int n, int yours, int seen)
{
    return arena_printf(a, "%d of %d theorems %s yours, %d seen", yours, n,
                        yours == 1 ? "is" : "are", seen);
}
