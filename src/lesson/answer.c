#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "calc/calc.h"
#include "lesson/lesson_priv.h"

enum { DIGITS_MAX = 15 };

/* ---- choices ----------------------------------------------------------------------- */

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
        const char *text = part_line(g->r->arena, parts.at[i].text);

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

/* The index of a choice by its text or its number; -1 with the error told. */
static int
find_choice(struct asking *g, struct part part)
{
    const char *text = part_line(g->r->arena, part.text);
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

    if (q->kind != ASK_CHOICE || !keys_need(g->r, q->fields, "choice", g->at))
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
        int k = find_choice(g, parts.at[i]);

        if (k >= 0)
            choices[k].right = true;
    }
}

/* ---- answers ----------------------------------------------------------------------- */

static const struct term *
term_of(struct asking *g, const struct field *f)
{
    return f && *f->text ? lesson_term(g->r, g->scope, f->text, f->text_at) : NULL;
}

/* "1e-9" or "0.1 %": the term, divided by 100 for a share. */
static void
read_within(struct asking *g, const struct field *f)
{
    size_t n = strlen(f->text);
    bool share = n && f->text[n - 1] == '%';
    const char *text = arena_strndup(g->r->arena, f->text, n - share);
    struct ask *q = g->q;
    struct err e;

    q->closeness = share ? CLOSE_RELATIVE : CLOSE_ABSOLUTE;
    q->within = lesson_term(g->r, g->scope, text, f->text_at);
    if (!q->within)
        return;
    if (!(calc_eval_real(g->r->arena, g->scope, q->within, NULL) > 0)) {
        errs_at(g->r->arena, g->r->errs, f->text_at, ERR_KEY_VALUE,
                "'within' is a number above 0 such as 1e-9, or a share such as 0.1 %%");
        return;
    }
    if (share)
        q->within = expr_apply(g->r->arena, TERM_DIV, q->within,
                               expr_number(g->r->arena, "100"), &e);
}

static void
read_closeness(struct asking *g)
{
    struct ask *q = g->q;
    const struct field *within = field_find(q->fields, "within");
    int places = keys_number(g->r, q->fields, "places", 0, DIGITS_MAX, -1);
    int figures = keys_number(g->r, q->fields, "figures", 1, DIGITS_MAX, -1);

    if ((within != NULL) + (field_find(q->fields, "places") != NULL) +
            (field_find(q->fields, "figures") != NULL) >
        1)
        errs_at(g->r->arena, g->r->errs, g->at, ERR_KEY_UNFIT,
                "use one of 'within', 'places' and 'figures'");
    if (within && *within->text)
        read_within(g, within);
    else if (places >= 0)
        q->closeness = CLOSE_PLACES;
    else if (figures > 0)
        q->closeness = CLOSE_FIGURES;
    q->digits = places >= 0 ? places : figures > 0 ? figures : 0;
}

static void
read_also(struct asking *g)
{
    struct ask *q = g->q;
    const struct term **also =
        ARENA_ARRAY(g->r->arena, const struct term *, q->fields.n + 1);

    q->also = also;
    for (int i = 0; i < q->fields.n; i++) {
        const struct term *t = NULL;

        if (!strcmp(q->fields.at[i].key, "also"))
            t = term_of(g, &q->fields.at[i]);
        if (t)
            also[q->n_also++] = t;
    }
    if (*q->remark && !field_find(q->fields, "also"))
        errs_at(g->r->arena, g->r->errs, field_find(q->fields, "right-but")->at,
                ERR_KEY_MISSING,
                "'right-but' is said about an 'also: ...' answer, and there is none");
}

/* ---- claims and conditions --------------------------------------------------------- */

/* Whether a name may be supplied: declared by the question, without a value. */
static bool
is_open(const struct asking *g, const char *name)
{
    const struct decl *d = scope_find(g->scope, name);

    return d && !d->value && !lesson_is_drawn(name, g->q->draw);
}

static void
supply_all(struct asking *g)
{
    const char **names =
        ARENA_ARRAY(g->r->arena, const char *, scope_count(g->scope) + 1);

    for (int i = 0; i < scope_count(g->scope); i++)
        if (is_open(g, scope_at(g->scope, i)->name))
            names[g->q->n_supply++] = scope_at(g->scope, i)->name;
    g->q->supply = names;
}

/* The names that `supply:` lists. */
static void
name_supply(struct asking *g, const struct field *supply)
{
    struct ask *q = g->q;
    int n;
    const char *const *names = keys_list(g->r, q->fields, "supply", &n);
    const char **open = ARENA_ARRAY(g->r->arena, const char *, n + 1);

    q->n_supply = 0;
    for (int i = 0; i < n; i++) {
        if (is_open(g, names[i]))
            open[q->n_supply++] = scope_find(g->scope, names[i])->name;
        else if (*names[i])
            errs_at(g->r->arena, g->r->errs, supply->text_at, ERR_KEY_VALUE,
                    "'%s' cannot be supplied: declare it with 'let:', without a value",
                    names[i]);
    }
    q->supply = open;
}

/* Every name of the claim has a value, is drawn, or is supplied. */
static void
check_supplied(struct asking *g, const struct field *claim)
{
    struct ask *q = g->q;
    struct binding *given =
        ARENA_ARRAY(g->r->arena, struct binding, q->draw.n + q->n_supply + 1);
    const char *name;

    for (int i = 0; i < q->draw.n; i++)
        given[i].name = q->draw.at[i].name;
    for (int i = 0; i < q->n_supply; i++)
        given[q->draw.n + i].name = q->supply[i];
    if (!q->claim || !q->n_supply)
        return;
    name = lesson_free_name(g->r->arena, q->claim, q->scope,
                            (struct bindings){given, q->draw.n + q->n_supply});
    if (name)
        errs_at(g->r->arena, g->r->errs, claim->text_at, ERR_KEY_VALUE,
                "'%s' has no value here, and the learner does not supply it", name);
}

static void
read_claim(struct asking *g)
{
    struct ask *q = g->q;
    const struct field *claim = keys_need(g->r, q->fields, "claim", g->at);
    const struct field *supply = field_find(q->fields, "supply");

    if (claim && *claim->text)
        q->claim = lesson_relation(g->r, g->scope, claim->text, claim->text_at);
    supply_all(g);
    if (!q->n_supply)
        errs_at(g->r->arena, g->r->errs, g->at, ERR_KEY_MISSING,
                "nothing can be supplied: declare it, as in 'let: w : complex'");
    if (supply)
        name_supply(g, supply);
    check_supplied(g, claim);
}

static void
read_condition(struct asking *g)
{
    const struct field *until = keys_need(g->r, g->q->fields, "until", g->at);
    const struct figure_block *figure = lesson_figure_named(g->r, g->q->figure);
    const struct scope *names;

    if (!*g->q->figure)
        errs_at(g->r->arena, g->r->errs, g->at, ERR_KEY_MISSING,
                "'figure: ...' is missing here: whose sliders are to be set?");
    if (!figure || !until || !*until->text)
        return;
    names = lesson_figure_names(g->r, figure);
    if (!names)
        return;
    g->q->claim_scope = names;
    g->q->claim = lesson_relation(g->r, names, until->text, until->text_at);
}

/* The field with what is right. */
static const struct field *
need_answer(struct asking *g)
{
    struct fields f = g->q->fields;

    if (g->q->predict)
        return keys_need(g->r, f, "truth", g->at);
    if (field_find(f, "answer") || field_find(f, "kind"))
        return keys_need(g->r, f, "answer", g->at);
    if (!g->r->unknown_key)
        errs_at(g->r->arena, g->r->errs, g->at, ERR_KEY_MISSING,
                "what is right? Write 'answer: ...', or 'choice', 'claim' or 'until'");
    return NULL;
}

void
answer_read(struct asking *g)
{
    if (g->q->kind == ASK_REFUTE) {
        read_claim(g);
    } else if (g->q->kind == ASK_SET) {
        read_condition(g);
    } else if (g->q->kind == ASK_NUMBER) {
        g->q->answer = term_of(g, need_answer(g));
        read_closeness(g);
        read_also(g);
    }
}

/* ---- misses ------------------------------------------------------------------------ */

static void
read_miss(struct asking *g, const struct field *f, struct miss *m)
{
    struct part left, right;

    m->name = f->name;
    m->at = f->text_at;
    m->choice = -1;
    if (!parts_arrow(g->r->arena, f->text, f->text_at, &left, &right) || !*left.text ||
        !*right.text) {
        errs_at(g->r->arena, g->r->errs, f->text_at, ERR_KEY_VALUE,
                "write 'miss NAME: wrong answer -> what to say about it'");
        return;
    }
    m->sentence = right.text;
    if (g->q->kind != ASK_CHOICE && g->q->kind != ASK_SEVERAL)
        m->answer = lesson_term(g->r, g->scope, left.text, left.at);
    else
        m->choice = find_choice(g, left);
    if (m->choice >= 0 && g->q->choices[m->choice].right)
        errs_at(g->r->arena, g->r->errs, left.at, ERR_CHOICE_UNKNOWN,
                "'%s' is right, so it is no miss", left.text);
}

void
misses_read(struct asking *g)
{
    struct ask *q = g->q;
    struct miss *misses = ARENA_ARRAY(g->r->arena, struct miss, q->fields.n + 1);

    q->misses = misses;
    if (q->kind == ASK_REFUTE || q->kind == ASK_SET)
        return;
    for (int i = 0; i < q->fields.n; i++)
        if (!strcmp(q->fields.at[i].key, "miss") && *q->fields.at[i].text)
            read_miss(g, &q->fields.at[i], &misses[q->n_misses++]);
}
