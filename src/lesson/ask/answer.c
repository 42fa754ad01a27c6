#include <string.h>

#include "base/near.h"
#include "calc/calc.h"
#include "lesson/ask/ask_priv.h"

enum { DIGITS_MAX = 15, CURVE_PLACES_LEAST = 3, CURVE_PLACES_MOST = 9 };

const struct term *
answer_term(struct asking *g, const struct field *f)
{
    return f && *f->text ? lesson_term(g->r, g->scope, f->text, f->text_at) : NULL;
}

const struct term *
answer_share(struct asking *g, const struct field *f, bool *share)
{
    size_t n = strlen(f->text);
    const struct term *t;
    const char *text;
    struct err e;

    *share = n && f->text[n - 1] == '%';
    text = arena_strndup(g->r->arena, f->text, n - *share);
    t = lesson_term(g->r, g->scope, text, f->text_at);
    if (!t)
        return NULL;
    if (!(calc_eval_real(g->r->arena, g->scope, t, NULL) > 0)) {
        errs_at(g->r->arena, g->r->errs, f->text_at, ERR_KEY_VALUE,
                "'%s' is a number above 0 such as 1e-9, or a share such as 0.1 %%",
                f->key);
        return NULL;
    }
    if (*share)
        t = expr_apply(g->r->arena, TERM_DIV, t, expr_number(g->r->arena, "100"), &e);
    return t;
}

static void
read_closeness(struct asking *g)
{
    struct ask *q = g->q;
    const struct field *within = field_find(q->fields, "within");
    bool share = false;
    int places = keys_number(g->r, q->fields, "places", 0, DIGITS_MAX, -1);
    int figures = keys_number(g->r, q->fields, "figures", 1, DIGITS_MAX, -1);

    if ((within != NULL) + (field_find(q->fields, "places") != NULL) +
            (field_find(q->fields, "figures") != NULL) >
        1)
        errs_at(g->r->arena, g->r->errs, g->at, ERR_KEY_UNFIT,
                "use one of 'within', 'places' and 'figures'");
    if (within && *within->text) {
        q->within = answer_share(g, within, &share);
        q->closeness = share ? CLOSE_RELATIVE : CLOSE_ABSOLUTE;
    } else if (places >= 0)
        q->closeness = CLOSE_PLACES;
    else if (figures > 0)
        q->closeness = CLOSE_FIGURES;
    q->digits = places >= 0 ? places : figures > 0 ? figures : 0;
}

/* The share of its value within which a number is right but rounded. */
static void
read_rounded(struct asking *g)
{
    const struct field *f = field_find(g->q->fields, "rounded");
    bool share;

    if (!f || !*f->text)
        return;
    g->q->rounded = answer_share(g, f, &share);
    if (g->q->rounded && !share)
        errs_at(g->r->arena, g->r->errs, f->text_at, ERR_KEY_VALUE,
                "'rounded' is a share of the value: write 0.1 %%, say");
}

/* "percent: yes" and "unit: bytes, B". */
static void
read_units(struct asking *g)
{
    const struct field *f = field_find(g->q->fields, "percent");

    g->q->percent = f != NULL;
    if (f && *f->text && strcmp(f->text, "yes") != 0)
        errs_at(g->r->arena, g->r->errs, f->text_at, ERR_KEY_VALUE,
                "'percent' is yes, or it is left out");
    g->q->units = keys_list(g->r, g->q->fields, "unit", &g->q->n_units);
}

/* ---- forms ------------------------------------------------------------------------- */

static const char *const form_words[FORM_COUNT + 1] = {
#define ASK_FORM(id, word, what) word,
#include "lesson/ask_forms.def"
#undef ASK_FORM
    NULL,
};

const char *
ask_form_what(enum ask_form form)
{
    static const char *const whats[FORM_COUNT] = {
#define ASK_FORM(id, word, what) what,
#include "lesson/ask_forms.def"
#undef ASK_FORM
    };

    return whats[form];
}

static void
take_form(struct asking *g, const struct field *f, const char *word)
{
    const char *near;
    int i = 0;

    while (form_words[i] && strcmp(form_words[i], word) != 0)
        i++;
    if (form_words[i]) {
        g->q->form[i] = true;
        return;
    }
    near = near_find(word, form_words);
    errs_at(g->r->arena, g->r->errs, f->text_at, ERR_KEY_VALUE,
            near ? "there is no form '%s'; did you mean '%s'?"
                 : "there is no form '%s'; %s is one, and lessons/README.md lists them",
            word, near ? near : form_words[0]);
}

void
answer_read_forms(struct asking *g)
{
    const struct field *f = field_find(g->q->fields, "form");
    int n;
    const char *const *words = keys_list(g->r, g->q->fields, "form", &n);

    for (int i = 0; i < n; i++)
        if (*words[i])
            take_form(g, f, words[i]);
}

/* ---- all of it --------------------------------------------------------------------- */

void
answer_read_also(struct asking *g)
{
    struct ask *q = g->q;
    const struct term **also =
        ARENA_ARRAY(g->r->arena, const struct term *, q->fields.n + 1);

    q->also = also;
    for (int i = 0; i < q->fields.n; i++) {
        const struct term *t = NULL;

        if (!strcmp(q->fields.at[i].key, "also"))
            t = answer_term(g, &q->fields.at[i]);
        if (t)
            also[q->n_also++] = t;
    }
    if (*q->remark && !field_find(q->fields, "also"))
        errs_at(g->r->arena, g->r->errs, field_find(q->fields, "right-but")->at,
                ERR_KEY_MISSING,
                "'right-but' is said about an 'also: ...' answer, and there is none");
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

/* What belongs to an answer of any kind that has a term. */
static void
read_beside(struct asking *g)
{
    read_closeness(g);
    answer_read_also(g);
    answer_read_forms(g);
}

void
answer_read(struct asking *g)
{
    struct ask *q = g->q;

    q->answer = answer_term(g, need_answer(g));
    read_beside(g);
    read_rounded(g);
    read_units(g);
}

/* ---- blanks ------------------------------------------------------------------------ */

/* The text with the name BLANK_NAME where its '?' stands. */
static const char *
with_name(struct asking *g, const struct field *f)
{
    size_t before = strcspn(f->text, "?");

    if (!f->text[before] || strchr(f->text + before + 1, '?')) {
        errs_at(g->r->arena, g->r->errs, f->text_at, ERR_KEY_VALUE,
                "'blank' is a term or a relation with one ? in it, such as a + ? = c");
        return NULL;
    }
    return arena_printf(g->r->arena, "%.*s %s %s", (int)before, f->text, BLANK_NAME,
                        f->text + before + 1);
}

void
blank_read(struct asking *g)
{
    struct ask *q = g->q;
    const struct field *f = keys_need(g->r, q->fields, "blank", g->at);
    struct scope *s = scope_new(g->r->arena, g->scope);
    const char *text;

    q->answer = answer_term(g, keys_need(g->r, q->fields, "answer", g->at));
    read_beside(g);
    text = f && *f->text && q->answer ? with_name(g, f) : NULL;
    if (!text)
        return;
    scope_add(g->r->arena, s, BLANK_NAME, q->answer->type);
    q->blank = route_term(g, s, text, f->text_at);
}

/* ---- curves ------------------------------------------------------------------------ */

/* "A..B" of numbers into both terms, which stay NULL when they cannot be read. */
static bool
bounds_read(struct asking *g, struct part part, const struct term **low,
            const struct term **high)
{
    struct scope *none = scope_new(g->r->arena, NULL);
    const char *dots = strstr(part.text, "..");

    *low = lesson_term(g->r, none,
                       arena_strndup(g->r->arena, part.text, (size_t)(dots - part.text)),
                       part.at);
    *high = lesson_term(g->r, none, dots + 2, part.at);
    if (!*low || !*high)
        return false;
    if (calc_eval_real(g->r->arena, none, *low, NULL) <
        calc_eval_real(g->r->arena, none, *high, NULL))
        return true;
    return errs_at(g->r->arena, g->r->errs, part.at, ERR_KEY_VALUE,
                   "the first bound must be below the second, as in 0..4");
}

bool
over_read(struct asking *g, const struct field *f)
{
    struct ask *q = g->q;
    const char *in = strstr(f->text, " in ");

    if (!in || !strstr(in, ".."))
        return errs_at(g->r->arena, g->r->errs, f->text_at, ERR_KEY_VALUE,
                       "write 'over: x in 0..4'");
    q->over = arena_one_line(g->r->arena,
                             arena_strndup(g->r->arena, f->text, (size_t)(in - f->text)));
    return bounds_read(g, (struct part){in + 4, f->text_at}, &q->low, &q->high) &&
           lesson_declare(g->r, g->scope, arena_printf(g->r->arena, "%s : real", q->over),
                          f->text_at);
}

static void
heights_read(struct asking *g)
{
    const struct field *f = field_find(g->q->fields, "range");

    if (!f || !*f->text)
        return;
    if (!strstr(f->text, ".."))
        errs_at(g->r->arena, g->r->errs, f->text_at, ERR_KEY_VALUE,
                "write the heights of the axes as 'range: -1..1'");
    else if (!bounds_read(g, (struct part){f->text, f->text_at}, &g->q->bottom,
                          &g->q->top))
        g->q->bottom = g->q->top = NULL;
}

void
curve_read(struct asking *g)
{
    struct ask *q = g->q;

    q->answer = answer_term(g, keys_need(g->r, q->fields, "truth", g->at));
    if (!keys_need(g->r, q->fields, "over", g->at))
        q->answer = NULL;
    q->places =
        keys_number(g->r, q->fields, "places", CURVE_PLACES_LEAST, CURVE_PLACES_MOST, 0);
    heights_read(g);
}
