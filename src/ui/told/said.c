/* An explanation in lines. */
#include <string.h>

#include "ui/told/told.h"

static const char *
words(struct arena *a, const struct ui_model *m, const char *markdown)
{
    struct typeset_options o = {.alphabet = m->settings.alphabet,
                                .width = TEXT_COLS_MAX,
                                .macros = m->study.macros,
                                .spoken = m->settings.spoken};
    char *s = markdown_lines(a, markdown, &o);
    size_t n = strlen(s);

    while (n && s[n - 1] == '\n')
        s[--n] = '\0';
    return s;
}

/* "Found (by rules): an idea. You: "words"." */
static void
say_idea(struct arena *a, const struct ui_model *m, const struct telling *t, int i,
         struct buf *out)
{
    char *quote = told_quote(a, t, i);

    buf_printf(out, "  %s: %s%s%s%s\n", told_verdict(a, &t->marks[i]),
               words(a, m, t->ideas[i].says), *quote ? " You: \u201c" : "", quote,
               *quote ? "\u201d" : "");
}

/* Not the missing ones: they are still to be asked for. */
static void
say_found(struct arena *a, const struct ui_model *m, const struct telling *t,
          struct buf *out)
{
    int missing = 0;

    for (int i = 0; i < t->n; i++) {
        if (t->marks[i].verdict != IDEA_MISSING)
            say_idea(a, m, t, i, out);
        else
            missing += t->ideas[i].needed;
    }
    if (missing)
        buf_printf(out, "  missing: %d idea%s\n", missing, missing > 1 ? "s" : "");
}

static void
say_done(struct arena *a, const struct ui_model *m, const struct telling *t,
         struct buf *out)
{
    for (int i = 0; i < t->n; i++)
        if (t->ideas[i].needed || t->marks[i].verdict != IDEA_MISSING)
            say_idea(a, m, t, i, out);
    buf_printf(out, "%s%s.%s\n", t->points == t->most ? "Right: " : "", told_points(a, t),
               t->points < t->most ? " Type fresh to tell it again." : "");
}

static void
say_to_mark(struct arena *a, const struct ui_model *m, const struct telling *t,
            struct buf *out)
{
    buf_printf(out, "Did you say this? %s\n", words(a, m, t->ideas[t->at].says));
}

static void
say_write(struct arena *a, const struct ui_model *m, const struct question *q,
          struct buf *out)
{
    const struct telling *t = q->telling;

    say_found(a, m, t, out);
    for (int i = 0; i < t->n; i++)
        if (t->marks[i].verdict == IDEA_CONTRADICTED)
            buf_printf(out, "Not right yet. Compare: %s\n",
                       words(a, m, t->ideas[i].says));
    buf_add(out,
            told_can_contest(q)
                ? "Say it again; or type contest, if you did not mean that.\n"
                : "Not right yet: nothing of the model answer is there. Say more.\n");
}

void
told_say(struct arena *a, struct ui_model *m, const struct question *q, struct buf *out)
{
    const struct telling *t = q->telling;

    if (!t->n)
        return;
    if (!question_is_open(q)) {
        say_done(a, m, t, out);
        return;
    }
    switch (t->stage) {
    case TELL_WRITE:
        say_write(a, m, q, out);
        break;
    case TELL_MORE:
        say_found(a, m, t, out);
        buf_printf(out, "One question more: %s\n",
                   words(a, m, t->ideas[t->at].ask_again));
        break;
    case TELL_MARK:
        buf_printf(out, "Model answer: %s\n",
                   words(a, m, grade_model(a, q->ask, &q->drawn, false)));
        say_to_mark(a, m, t, out);
        break;
    case TELL_DONE:
        break;
    }
}

const char *
told_prompt(struct arena *a, const struct question *q)
{
    (void)a;
    switch (q->telling->stage) {
    case TELL_MORE:
        return "say more, or Enter for the model answer";
    case TELL_MARK:
        return "yes, no";
    case TELL_WRITE:
    case TELL_DONE:
        break;
    }
    return told_can_contest(q) ? "your explanation, contest" : "your explanation";
}

/* ---- input ------------------------------------------------------------------------- */

static bool
is_one_of(const char *line, const char *word)
{
    return strcmp(line, word) == 0 || (line[0] == word[0] && !line[1]);
}

static void
take_mark(struct ui_model *m, struct question *q, const char *line)
{
    struct telling *t = q->telling;
    int at = t->at;

    if (!is_one_of(line, "yes") && !is_one_of(line, "no")) {
        answer_say(m, "Type yes if you said it, no if you did not.");
        return;
    }
    told_mark(m, q, *line == 'y');
    if (t->at == at)
        question_submit(m, q);
    else
        say_to_mark(m->line_arena, m, t, &m->line_said);
}

void
told_line(struct ui_model *m, struct question *q, const char *line)
{
    if (q->telling->stage == TELL_MARK) {
        take_mark(m, q, line);
        return;
    }
    question_type(m, q, line, (int)strlen(line));
    question_submit(m, q);
}
