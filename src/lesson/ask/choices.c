#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lesson/ask/ask_priv.h"

static bool
is_choice(const struct ask *q, const char *text)
{
    for (int i = 0; i < q->n_choices; i++)
        if (!strcmp(q->choices[i].text, text))
            return true;
    return false;
}

static void
add_choices(struct asking *g, struct choice *choices, const struct field *f)
{
    struct parts parts = parts_split(g->r->arena, f->text, f->text_at, ';');

    for (int i = 0; i < parts.n; i++) {
        const char *text = arena_one_line(g->r->arena, parts.at[i].text);

        if (g->q->n_choices == LESSON_CHOICES_MAX) {
            errs_at(g->r->arena, g->r->errs, parts.at[i].at, ERR_KEY_VALUE,
                    "a question has at most %d choices", LESSON_CHOICES_MAX);
            return;
        }
        if (!*text)
            errs_at(g->r->arena, g->r->errs, parts.at[i].at, ERR_KEY_VALUE,
                    "a choice is missing between the semicolons");
        if (*text && is_choice(g->q, text))
            errs_at(g->r->arena, g->r->errs, parts.at[i].at, ERR_ID_REPEATED,
                    "the choice '%s' stands here twice", text);
        choices[g->q->n_choices++].text = text;
    }
}

int
choices_find(struct asking *g, struct part part)
{
    const char *text = arena_one_line(g->r->arena, part.text);
    char *end;
    long n;

    for (int i = 0; i < g->q->n_choices; i++)
        if (!strcmp(g->q->choices[i].text, text))
            return i;
    n = strtol(text, &end, 10);
    if (isdigit((unsigned char)*text) && !*end && n >= 1 && n <= g->q->n_choices)
        return (int)n - 1;
    errs_at(g->r->arena, g->r->errs, part.at, ERR_CHOICE_UNKNOWN,
            "'%s' is none of the %d choices; write one of them, or its number", text,
            g->q->n_choices);
    return -1;
}

void
choices_read(struct asking *g)
{
    struct ask *q = g->q;
    struct choice *choices;
    const struct field *truth;
    struct parts parts;

    if (!keys_need(g->r, q->fields, "choice", g->at))
        return;
    choices = ARENA_ARRAY(g->r->arena, struct choice, LESSON_CHOICES_MAX);
    q->choices = choices;
    for (int i = 0; i < q->fields.n; i++)
        if (!strcmp(q->fields.at[i].key, "choice"))
            add_choices(g, choices, &q->fields.at[i]);
    if (q->n_choices < 2)
        errs_at(g->r->arena, g->r->errs, field_find(q->fields, "choice")->at,
                ERR_KEY_VALUE,
                "one choice is no choice; write at least two, with ';' between them");
    truth = keys_need(g->r, q->fields, "truth", g->at);
    if (!truth || !*truth->text)
        return;
    parts = parts_split(g->r->arena, truth->text, truth->text_at, ';');
    for (int i = 0; i < parts.n; i++) {
        int k = choices_find(g, parts.at[i]);

        if (k >= 0)
            choices[k].right = true;
    }
}
