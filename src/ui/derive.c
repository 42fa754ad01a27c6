/*
 * The derivations of a lesson: each line judged when it is shown.
 */
#include <stdio.h>
#include <string.h>

#include "ui/quiz/quiz.h"
#include "ui/ui_priv.h"

const char *
text_name(struct arena *a, const struct scope *s, const char *name)
{
    const struct term *t = expr_parse(a, s, name, (struct pos){"name", 1, 1}, NULL);

    return t ? expr_plain(a, t, 0) : name;
}

/* ---- the readable point ------------------------------------------------- */

static const struct term *
read_value(struct arena *a, const char *text)
{
    struct pos at = {"value", 1, 1};
    struct err e;

    return expr_parse(a, scope_new(a, NULL), text, at, &e);
}

/* What the sliders and names of the figure on the screen say about the name. */
static const struct term *
from_figure(struct ui_model *m, const struct decl *d)
{
    const struct drawing *g = study_drawing(m, NULL);
    int i = g && g->figure ? figure_slider_find(g->figure, d->name) : -1;
    const struct decl *named;

    if (i >= 0)
        return read_value(m->arena, arena_printf(m->arena, "%.*f",
                                                 figure_slider(g->figure, i)->places,
                                                 g->state.value[i]));
    named = g && g->figure ? scope_find(figure_scope(g->figure), d->name) : NULL;
    if (!named)
        named = scope_find(m->study.lesson->scope, d->name);
    return named ? named->value : NULL;
}

struct proof_options
derive_options(struct ui_model *m, const struct derivation *d)
{
    const struct scope *s = d->scope;
    struct coordinate *at = ARENA_ARRAY(m->arena, struct coordinate, scope_count(s) + 1);
    struct proof_options o = {.prefer = at, .rules = m->study.rules};

    for (int i = 0; i < scope_count(s); i++) {
        const struct decl *decl = scope_at(s, i);
        const struct term *t = decl->value ? NULL : from_figure(m, decl);

        if (t)
            at[o.n_prefer++] =
                (struct coordinate){decl->name, t, expr_plain(m->arena, t, 0)};
    }
    return o;
}

/* ---- judging lines ------------------------------------------------------ */

static const char *
where_it_differs(struct arena *a, const struct scope *s, const struct comparison *c)
{
    struct buf b;

    buf_init(&b, a);
    for (int i = 0; i < c->n_point; i++)
        buf_printf(&b, "%s%s = %s", i ? ", " : "at ", text_name(a, s, c->point[i].name),
                   c->point[i].text);
    buf_printf(&b, "%s%s and %s", b.n ? ": " : "", c->left ? c->left : "?",
               c->right ? c->right : "?");
    return b.s;
}

/* How a line that holds was checked: by its rule, or by numbers alone. An axiom is where
 * rules begin. */
static bool
by_rule(const struct judged_line *k)
{
    return (k->remark == REMARK_NONE || k->remark == REMARK_NO_PROGRESS) && k->rules.n;
}

static const char *
badge_of(const struct derivation *d, const struct judged_line *k)
{
    if (d->axiom)
        return "an axiom, tried by numbers";
    return by_rule(k) ? "follows by its rule" : "numbers only";
}

static const char *
why_open(struct arena *a, const struct scope *s, const struct judged_line *k)
{
    if (k->verdict == LINE_HOLDS)
        return "";
    if (k->verdict == LINE_DIFFERENT)
        return where_it_differs(a, s, &k->with);
    return *k->message ? k->message : "no point decides it";
}

static void
check_line(struct ui_model *m, struct checked *c, int i)
{
    const struct derivation_line *line = &c->derivation->lines[i];
    const struct judged_line *k = judging_line(c->judging, i);
    const char *above = c->start_value;

    c->lines[i] = (struct line_check){.done = true, .why = "", .value = "", .badge = ""};
    if (line->claim || !line->term)
        return;
    for (int j = 0; j < i; j++)
        if (*c->lines[j].value)
            above = c->lines[j].value;
    c->lines[i].verdict = k->verdict;
    c->lines[i].why = why_open(m->arena, c->derivation->scope, k);
    c->lines[i].value = k->value;
    c->lines[i].same = *k->value && strcmp(k->value, above) == 0;
    c->lines[i].differs =
        k->verdict == LINE_DIFFERENT && *k->value && *above && !c->lines[i].same;
    c->lines[i].by_rule = !c->derivation->axiom && by_rule(k);
    c->lines[i].badge = badge_of(c->derivation, k);
}

/* Before the rules of the lesson have been read, nothing is known of its lines but where
 * they get their values. */
static void
wait_for_rules(struct ui_model *m, struct checked *c)
{
    int n = c->derivation->n_lines;
    struct proof_options *o;
    struct judging *without;

    if (c->lines)
        return;
    o = ARENA_NEW(m->arena, struct proof_options);
    *o = derive_options(m, c->derivation);
    without = judging_new(m->arena, c->derivation, o);
    c->lines = ARENA_ARRAY(m->arena, struct line_check, n + 1);
    c->point = judging_point(without);
    c->start_value = judging_start_value(without);
    for (int i = 0; i < n; i++)
        c->lines[i] = (struct line_check){
            .verdict = LINE_HOLDS, .why = "", .value = "", .badge = "checking ..."};
}

void
derive_check(struct ui_model *m, struct checked *c, int lines)
{
    if (!m->study.rules && !m->study.lesson->quiz) {
        wait_for_rules(m, c);
        return;
    }
    if (!c->judging) {
        struct proof_options *o = ARENA_NEW(m->arena, struct proof_options);

        *o = derive_options(m, c->derivation);
        o->rules = derive_book(m, m->arena, c->derivation);
        c->judging = judging_new(m->arena, c->derivation, o);
        c->lines = ARENA_ARRAY(m->arena, struct line_check, c->derivation->n_lines + 1);
        c->point = judging_point(c->judging);
        c->start_value = judging_start_value(c->judging);
    }
    for (int i = 0; i < lines && i < c->derivation->n_lines; i++)
        if (!c->lines[i].done)
            check_line(m, c, i);
}

/* ---- rules -------------------------------------------------------------- */

void
derive_rules(struct ui_model *m, const struct rulebook *rules)
{
    m->study.rules = rules;
    for (int i = 0; i < m->study.n_checks; i++)
        m->study.checks[i].judging = NULL;
}

const struct rulebook *
derive_book(struct ui_model *m, struct arena *a, const struct derivation *d)
{
    struct rulebook *book = rulebook_new(a, m->study.rules);

    for (int i = 0; i < m->study.n_checks; i++) {
        if (m->study.checks[i].derivation == d)
            break;
        derivation_rule(book, m->study.checks[i].derivation);
    }
    return book;
}

/* ---- the theorem that shows an answer ----------------------------------- */

static const struct derivation *
find_derivation(const struct lesson *l, const char *name)
{
    for (int s = 0; s < l->n_steps; s++)
        for (int b = 0; b < l->steps[s].n_beats; b++)
            for (int i = 0; i < l->steps[s].beats[b].n; i++) {
                const struct derivation *d = l->steps[s].beats[b].items[i].derivation;

                if (l->steps[s].beats[b].items[i].kind == ITEM_DERIVATION &&
                    strcmp(d->name, name) == 0)
                    return d;
            }
    return NULL;
}

/* Whether it begins and ends where the question does. */
static bool
goes_same_way(struct ui_model *m, const struct derivation *d, const struct ask *q)
{
    const struct term *goal = NULL;

    if (!d || d->axiom || !d->start || !expr_same(d->start, q->from))
        return false;
    for (int i = 0; i < d->n_lines; i++)
        if (d->lines[i].term && !d->lines[i].claim)
            goal = d->lines[i].term;
    return goal && normal_same(m->frame, d->scope, goal, q->to);
}

const struct derivation *
derive_shows(struct ui_model *m, const struct ask *q)
{
    const struct rulebook *book = m->study.rules;

    if (*q->derivation)
        return find_derivation(quiz_home(m, q), q->derivation);
    for (int i = 0; q->from && q->to && book && i < rulebook_count(book); i++)
        if (goes_same_way(m, rulebook_at(book, i)->derivation, q))
            return rulebook_at(book, i)->derivation;
    return NULL;
}

enum { SIGN_COL = 2, SAY_COL = 6, RULE_GAP = 2 };

static void
put_shown_line(struct flow *f, const struct derivation_line *line)
{
    const char *sign = canvas_fold(f->arena, f->alphabet, text_sign(line));
    int at = SIGN_COL + canvas_width(f->alphabet, sign) + 1, row = f->rows, width;
    const struct box *b;

    if (line->claim || !line->term) {
        flow_plain(f, SIGN_COL, STYLE_PLAIN,
                   arena_printf(f->arena, "claim %s because %s", line->say, line->rules));
        return;
    }
    b = flow_formula(f, f->cols - at, expr_tex(f->arena, line->term));
    flow_box(f, at, STYLE_FORMULA, b);
    flow_beside(f, row + b->baseline, SIGN_COL, STYLE_FORMULA,
                box_line(f->arena, sign, STYLE_PLAIN));
    width = canvas_width(f->alphabet, line->rules);
    if (at + b->cols + RULE_GAP + width <= f->cols)
        flow_right(f, row + b->baseline, STYLE_DIM, line->rules);
    else
        flow_plain(f, SAY_COL, STYLE_DIM, arena_printf(f->arena, "by %s", line->rules));
    if (*line->say)
        flow_words(f, SAY_COL, STYLE_DIM, line->say, NULL);
}

void
derive_put_shown(struct flow *f, struct ui_model *m, const struct ask *q)
{
    const struct derivation *d = derive_shows(m, q);

    if (!d)
        return;
    flow_line(f, 0, STYLE_DIM, arena_printf(f->arena, "The lines of %s:", d->name));
    flow_box(f, SIGN_COL, STYLE_FORMULA,
             flow_formula(f, f->cols - SIGN_COL, expr_tex(f->arena, d->start)));
    for (int i = 0; i < d->n_lines; i++)
        put_shown_line(f, &d->lines[i]);
}

static const char *
said_term(const struct ui_model *m, struct arena *a, const struct term *t)
{
    if (m->settings.spoken)
        return expr_spoken(a, t);
    return expr_plain(a, t, m->settings.alphabet == ALPHABET_ASCII ? PRINT_ASCII : 0);
}

void
derive_say_shown(struct buf *out, struct ui_model *m, const struct ask *q)
{
    const struct derivation *d = derive_shows(m, q);

    if (!d)
        return;
    buf_printf(out, "The lines of %s: %s\n", d->name, said_term(m, out->arena, d->start));
    for (int i = 0; i < d->n_lines; i++) {
        const struct derivation_line *line = &d->lines[i];

        if (line->claim || !line->term)
            buf_printf(out, "%d) claim %s because %s\n", i + 1, line->say, line->rules);
        else
            buf_printf(out, "%d) %s %s%s%s%s%s\n", i + 1,
                       m->settings.spoken ? line_sign_spoken(line)
                                          : derivation_sign(line),
                       said_term(m, out->arena, line->term), *line->rules ? ", by " : "",
                       line->rules, *line->say ? ": " : "", line->say);
    }
}
