#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lesson/ask/ask_priv.h"

/* ---- lines ------------------------------------------------------------------------- */

static bool
read_lines(struct asking *g)
{
    struct ask *q = g->q;
    struct choice *lines = ARENA_ARRAY(g->r->arena, struct choice, q->fields.n + 1);

    q->lines = lines;
    if (!keys_need(g->r, q->fields, "line", g->at))
        return false;
    for (int i = 0; i < q->fields.n; i++)
        if (!strcmp(q->fields.at[i].key, "line"))
            lines[q->n_lines++].text = arena_one_line(g->r->arena, q->fields.at[i].text);
    if (q->n_lines >= 2 && q->n_lines <= LESSON_LINES_MAX)
        return true;
    errs_at(g->r->arena, g->r->errs, field_find(q->fields, "line")->at, ERR_KEY_VALUE,
            "write 2 to %d lines, each behind a 'line:' of its own", LESSON_LINES_MAX);
    return false;
}

/* The index of a line by its number from 1, or its text; -1 with the error told. */
static int
find_line(struct asking *g, struct part part)
{
    const char *text = arena_one_line(g->r->arena, part.text);
    char *end;
    long n = strtol(text, &end, 10);

    for (int i = 0; i < g->q->n_lines; i++)
        if (!strcmp(g->q->lines[i].text, text))
            return i;
    if (isdigit((unsigned char)*text) && !*end && n >= 1 && n <= g->q->n_lines)
        return (int)n - 1;
    errs_at(g->r->arena, g->r->errs, part.at, ERR_CHOICE_UNKNOWN,
            "'%s' is none of the %d lines; write one of them, or its number", text,
            g->q->n_lines);
    return -1;
}

/* ---- order ------------------------------------------------------------------------- */

/* "3 1 2 4", or texts and numbers with ';' between. */
static struct parts
split_order(struct asking *g, const struct field *f)
{
    bool numbers = !f->text[strspn(f->text, "0123456789 \t\n")];
    const char *line = arena_one_line(g->r->arena, f->text);

    return parts_split(g->r->arena, numbers ? line : f->text, f->text_at,
                       numbers ? ' ' : ';');
}

static bool
read_order(struct asking *g, const struct field *f, struct ask_order *out)
{
    int n = g->q->n_lines, *number = ARENA_ARRAY(g->r->arena, int, n + 1);
    bool *seen = ARENA_ARRAY(g->r->arena, bool, n + 1);
    struct parts parts = split_order(g, f);

    for (int i = 0; i < parts.n && i < n; i++) {
        number[i] = find_line(g, parts.at[i]);
        if (number[i] < 0)
            return false;
        if (seen[number[i]])
            return errs_at(g->r->arena, g->r->errs, parts.at[i].at, ERR_KEY_VALUE,
                           "line %d stands here twice", number[i] + 1);
        seen[number[i]] = true;
    }
    if (parts.n != n)
        return errs_at(g->r->arena, g->r->errs, f->text_at, ERR_KEY_VALUE,
                       "an order names all of the %d lines, as in 3 1 2", n);
    *out = (struct ask_order){number, f->text_at};
    return true;
}

/* As they are written. */
static const int *
written_order(struct asking *g)
{
    int *number = ARENA_ARRAY(g->r->arena, int, g->q->n_lines + 1);

    for (int i = 0; i < g->q->n_lines; i++)
        number[i] = i;
    return number;
}

void
order_read(struct asking *g)
{
    struct ask *q = g->q;
    const struct field *truth = field_find(q->fields, "truth");
    struct ask_order *orders =
        ARENA_ARRAY(g->r->arena, struct ask_order, q->fields.n + 1);

    q->orders = orders;
    if (!read_lines(g))
        return;
    q->order = (struct ask_order){written_order(g), g->at};
    if (truth && *truth->text)
        read_order(g, truth, &q->order);
    for (int i = 0; i < q->fields.n; i++)
        if (!strcmp(q->fields.at[i].key, "also") && *q->fields.at[i].text &&
            read_order(g, &q->fields.at[i], &orders[q->n_orders]))
            q->n_orders++;
}

/* ---- spot -------------------------------------------------------------------------- */

void
spot_read(struct asking *g)
{
    struct ask *q = g->q;
    const struct field *truth = keys_need(g->r, q->fields, "truth", g->at);
    const struct field *answer = field_find(q->fields, "answer");

    q->wrong_line = -1;
    q->because = keys_list(g->r, q->fields, "because", &q->n_because);
    q->reason = keys_text(q->fields, "reason");
    if (!read_lines(g) || !truth || !*truth->text)
        return;
    q->wrong_line = find_line(g, (struct part){truth->text, truth->text_at});
    if (answer && *answer->text)
        q->answer = route_term(g, g->scope, answer->text, answer->text_at);
    answer_read_also(g);
}

/* ---- steps and derivations --------------------------------------------------------- */

const struct term *
route_term(struct asking *g, const struct scope *s, const char *text, struct pos at)
{
    struct err e;
    const struct term *t = expr_parse_relation(g->r->arena, s, text, at, NULL);

    if (!t)
        t = expr_parse(g->r->arena, s, text, at, &e);
    if (!t)
        errs_add(g->r->arena, g->r->errs, &e);
    return t;
}

static const struct term *
read_end(struct asking *g, const char *key)
{
    const struct field *f = field_find(g->q->fields, key);

    return f && *f->text ? route_term(g, g->scope, f->text, f->text_at) : NULL;
}

static void
read_needs(struct asking *g)
{
    const struct field *f = field_find(g->q->fields, "needs");
    int n;
    const char *const *words = keys_list(g->r, g->q->fields, "needs", &n);

    for (int i = 0; i < n; i++)
        if (!strcmp(words[i], "reasons"))
            g->q->needs |= NEEDS_REASONS;
        else if (!strcmp(words[i], "sentences"))
            g->q->needs |= NEEDS_SENTENCES;
        else if (*words[i])
            errs_at(g->r->arena, g->r->errs, f->text_at, ERR_KEY_VALUE,
                    "'needs' is reasons, sentences, or both with a comma");
}

void
route_read(struct asking *g)
{
    struct ask *q = g->q;

    keys_need(g->r, q->fields, "from", g->at);
    if (q->kind == ASK_DERIVATION)
        keys_need(g->r, q->fields, "to", g->at);
    q->from = read_end(g, "from");
    q->to = read_end(g, "to");
    q->answer = read_end(g, "answer");
    q->by = keys_list(g->r, q->fields, "by", &q->n_by);
    q->rules = keys_list(g->r, q->fields, "rules", &q->n_rules);
    read_needs(g);
    answer_read_forms(g);
    if (q->kind == ASK_STEP && !q->answer && !q->to)
        keys_need(g->r, q->fields, "answer", g->at);
}
