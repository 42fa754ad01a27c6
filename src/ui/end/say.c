#include <string.h>

#include "ui/end/end.h"

static void
say_theorems(struct buf *out, const struct ui_model *m, const struct ending *e, int from,
             int to, const char *lead)
{
    bool ascii = m->settings.alphabet == ALPHABET_ASCII;

    for (int i = from; i < to; i++) {
        const struct end_theorem *t = &e->theorems[i];

        if (i == from)
            buf_printf(out, "%s: ", lead);
        buf_printf(out, "%s%s", i > from ? "; " : "", t->derivation->name);
        if (t->derived && *t->says.plain)
            buf_printf(out, ", %s",
                       m->settings.spoken ? t->says.spoken
                       : ascii            ? t->says.plain
                               : tex_line(out->arena, ALPHABET_UNICODE, t->says.tex));
    }
    if (from < to)
        buf_add(out, ".\n");
}

static void
say_left(struct buf *out, const struct ending *e)
{
    int shown = e->n_left < END_LEFT_MAX ? e->n_left : END_LEFT_MAX;

    for (int i = 0; i < shown; i++)
        buf_printf(out, "%s%d) %s (%s)", i ? "; " : "Left open: ", i + 1, e->left[i].what,
                   e->left[i].why);
    if (e->n_left > shown)
        buf_printf(out, "; and %d more behind these", e->n_left - shown);
    if (shown)
        buf_add(out, ".\n");
}

static void
say_row(struct buf *out, const char *lead, const char *text)
{
    size_t n = strlen(text);

    if (n)
        buf_printf(out, "%s: %s%s\n", lead, text, text[n - 1] == '.' ? "" : ".");
}

void
end_say(struct arena *a, struct ui_model *m, struct buf *out)
{
    struct ending e = end_of(a, m);

    if (e.sitting || m->study.finished == m->seen.finished)
        buf_printf(out, "%s\n", end_headline(a, &e));
    say_theorems(out, m, &e, 0, e.n_derived, "Derived by you");
    say_theorems(out, m, &e, e.n_derived, e.n_theorems, "Seen, checked");
    say_row(out, "Questions", end_score(a, &e));
    say_left(out, &e);
    say_row(out, "Comes back", e.back);
    say_row(out, "Leads to", e.leads);
    say_row(out, "Next", e.next);
}

/* What comes next, in a word. */
static const char *
lesson_name(const struct ui_model *m)
{
    int next = home_after(m, m->study.lesson->id);

    if (next < 0)
        return "home";
    return *m->lessons[next].label ? m->lessons[next].label : m->lessons[next].id;
}

const char *
end_prompt(struct arena *a, const struct ui_model *m)
{
    int left = end_left_count(m);
    const char *open = left > 1   ? arena_printf(a, "1-%d (what is left open), ", left)
                       : left > 0 ? "1 (what is left open), "
                                  : "";

    if (m->end.direct)
        return arena_printf(a, "Next (Enter leaves, next (%s), %sback, home, help): ",
                            lesson_name(m), open);
    return arena_printf(a, "Next (Enter goes on to %s, %sback, home, quit, help): ",
                        lesson_name(m), open);
}
