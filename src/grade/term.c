#include <string.h>

#include "calc/calc.h"
#include "grade/grade_priv.h"
#include "grade/term/rounded.h"

enum { SHOWN_DIGITS = 10 };

/* An answer while it is judged: as it was typed, and with its names' values. */
struct attempt {
    const struct term *typed, *value, *model;
    struct exact_result how; /* against the model */
};

static const struct term *
model_of(const struct grading *g)
{
    return grade_unfold(g, g->q->answer);
}

/* A fraction as one, not as it was computed. */
static const char *
worked_out(const struct grading *g, const struct term *t)
{
    return expr_plain(g->arena, normal_form(g->arena, g->d->scope, t), 0);
}

/* ---- rounded ---------------------------------------------------------------------- */

/* Whether the answer is a rounded value of a wrong one. */
static bool
is_value_of(const struct grading *g, const struct attempt *t, const struct term *wrong)
{
    double unit, size;

    return g->q->closeness != CLOSE_EXACT &&
           (rounded_near(g, t->value, wrong) >= NEAR_ROUNDED ||
            rounded_is_cut_off(g, t->value, wrong, &unit, &size));
}

/* ---- right ----------------------------------------------------------------------- */

static void
remark(struct grade *out, const char *sentence)
{
    out->verdict = GRADE_RIGHT_BUT;
    out->feedback = sentence;
}

struct of_shares {
    const struct scope *scope;
    bool only;
};

static void
look_for_shares(void *ctx, const struct term *name)
{
    struct of_shares *f = ctx;
    const struct decl *d = scope_find(f->scope, name->name);

    f->only = f->only && d && d->type.distribution;
}

/* Whether a term is written with shares alone: what has no value at a share of 0 has none
 * there in any spelling. */
static bool
is_of_shares(const struct grading *g, const struct term *t)
{
    struct of_shares f = {g->d->scope, true};

    term_free_names(t, look_for_shares, &f);
    return f.only;
}

/* Where the answer is defined and the model is too: a remark when that is less than where
 * the model is. */
static void
check_domain(const struct grading *g, const struct attempt *t, struct grade *out)
{
    struct exact_result own;

    if (!t->how.domain || !*t->how.domain || is_of_shares(g, t->model))
        return;
    grade_same(g, t->model, t->model, &own);
    if (strcmp(own.domain, t->how.domain) != 0)
        remark(out,
               arena_printf(g->arena, "Only where %s: elsewhere this form has no value.",
                            t->how.domain));
}

/* A decimal that is near enough to a fraction; where the question counts its digits, it
 * is what was asked for. */
static void
check_rounded(const struct grading *g, const struct attempt *t, struct grade *out)
{
    struct exact_result how;

    if (!rounded_is_asked(g) || g->q->rounded || !grade_has_decimal(t->typed) ||
        !grade_is_rational(t->model) ||
        grade_same(g, t->value, t->model, &how) != AGREE_NO)
        return;
    remark(out, arena_printf(g->arena, "This is rounded; exactly it is %s.",
                             worked_out(g, t->model)));
}

/* An answer of the right value has to have the form that is asked for. */
static bool
check_form(const struct grading *g, const struct attempt *t, struct grade *out)
{
    const char *missing = form_missing(g, t->typed);

    if (!*missing)
        return true;
    judge_wrong(out, missing);
    out->misconception = "form";
    out->off_form = true;
    return false;
}

static void
check_right(const struct grading *g, const struct attempt *t, struct grade *out)
{
    if (!check_form(g, t, out))
        return;
    check_rounded(g, t, out);
    check_domain(g, t, out);
}

/* Whether the answer lies nearer to a wrong one, of which it is a rounded value. */
static bool
is_nearer_to_miss(const struct grading *g, const struct attempt *t)
{
    double gap = rounded_gap(g, t->value, t->model);

    for (int i = 0; i < g->q->n_misses; i++) {
        const struct term *miss = g->q->misses[i].answer;

        miss = miss ? grade_unfold(g, miss) : NULL;
        if (miss && rounded_gap(g, t->value, miss) < gap && is_value_of(g, t, miss))
            return true;
    }
    return false;
}

/* What a rounded value stands for: a short fraction, or more of its digits. */
static const char *
unrounded(const struct grading *g, const struct term *model)
{
    enum { SHORT = 12 };
    bool fraction = !g->q->rounded && !grade_is_array(model) && grade_is_rational(model);
    const char *exact = fraction ? worked_out(g, model) : "";
    struct value w;

    if (fraction && strlen(exact) <= SHORT)
        return arena_printf(g->arena, "exactly it is %s", exact);
    return grade_compute(g, model, &w)
               ? arena_printf(g->arena, "with more digits it is %s",
                              value_text(g->arena, w, SHOWN_DIGITS))
               : "";
}

/* Rounded, though not as near as is asked. */
static bool
is_rounded(const struct grading *g, const struct attempt *t, struct grade *out)
{
    if (!rounded_is_asked(g) || rounded_near(g, t->value, t->model) < NEAR_ROUNDED ||
        is_nearer_to_miss(g, t))
        return false;
    remark(out, arena_printf(g->arena, "That is rounded; %s.", unrounded(g, t->model)));
    return true;
}

/* Whether one of the `also` answers was given. */
static enum agreement
agree_also(const struct grading *g, const struct attempt *t)
{
    enum agreement all = AGREE_NO;

    for (int i = 0; i < g->q->n_also; i++) {
        struct exact_result how;
        enum agreement one =
            grade_agree(g, t->value, grade_unfold(g, g->q->also[i]), &how);

        if (one == AGREE_YES)
            return one;
        if (one == AGREE_UNDECIDED)
            all = one;
    }
    return all;
}

/* ---- wrong ----------------------------------------------------------------------- */

/* The miss that the answer is; NULL: none. `nearly`: a rounded value of it counts. */
static const struct miss *
miss_of(const struct grading *g, const struct attempt *t, bool nearly)
{
    for (int i = 0; i < g->q->n_misses; i++) {
        const struct miss *m = &g->q->misses[i];
        const struct term *miss = m->answer ? grade_unfold(g, m->answer) : NULL;
        struct exact_result how;

        if (miss && (nearly ? is_value_of(g, t, miss)
                            : grade_may_agree(g, t->value, miss) &&
                                  grade_agree(g, t->value, miss, &how) == AGREE_YES))
            return m;
    }
    return NULL;
}

static bool
find_miss(const struct grading *g, const struct attempt *t, struct grade *out)
{
    const struct miss *m = miss_of(g, t, false);

    if (!m)
        m = miss_of(g, t, true);

    if (!m)
        return false;
    judge_wrong(out, m->sentence);
    out->misconception = m->name;
    return true;
}

/* How many digits are wanted: "at least three digits", "4 decimals". */
static const char *
digits_wanted(const struct grading *g, const struct term *typed)
{
    if (g->q->closeness == CLOSE_PLACES)
        return arena_printf(g->arena, "%d decimal%s", g->q->digits,
                            g->q->digits == 1 ? "" : "s");
    if (g->q->closeness == CLOSE_FIGURES)
        return arena_printf(g->arena, "%d digits", g->q->digits);
    return strstr(expr_plain(g->arena, typed, 0), "0.0")
               ? "at least three digits that are rounded; zeros in front do not count"
               : "at least three digits that are rounded";
}

/* Right as far as it goes: nothing in it is wrong. */
static void
ask_for_digits(const struct grading *g, const struct term *t, const char *typed, bool cut,
               struct grade *out)
{
    judge_wrong(
        out, cut ? arena_printf(g->arena, "%s is cut off; round its last digit.", typed)
                 : arena_printf(g->arena, "%s has too few digits: give %s.", typed,
                                digits_wanted(g, t)));
    out->unfinished = true;
    out->misconception = "rounded";
}

static void
ask_for_exact(const struct grading *g, const char *which, struct grade *out)
{
    judge_wrong(out, arena_printf(g->arena,
                                  "Close, but %s. Give the exact one, with roots, "
                                  "functions or fractions.",
                                  which));
    out->misconception = "rounded";
}

/* "3.5 - 0.866", "[-0.866, 0.5]" where exact values are asked for. */
static bool
find_computed(const struct grading *g, const struct attempt *t, struct grade *out)
{
    if (g->q->closeness != CLOSE_EXACT || t->typed->op == TERM_NUMBER ||
        !grade_has_decimal(t->typed) || !rounded_throughout(g, t->value, t->model))
        return false;
    ask_for_exact(g, "a part of it is a rounded value", out);
    return true;
}

/* An array none of whose entries is wrong, and one of them has too few digits. */
static bool
find_rounded_entries(const struct grading *g, const struct attempt *t, struct grade *out)
{
    enum nearness near = NEAR_NOT;

    if (grade_is_array(t->model) && rounded_is_asked(g))
        near = rounded_near(g, t->value, t->model);
    if (near != NEAR_CUT && near != NEAR_FEW)
        return false;
    ask_for_digits(g, t->typed,
                   out->first >= 0 ? arena_printf(g->arena, "Entry %d", out->first + 1)
                                   : "It",
                   near == NEAR_CUT, out);
    return true;
}

static bool
find_rounding(const struct grading *g, const struct attempt *t, struct grade *out)
{
    const char *typed = expr_plain(g->arena, t->typed, 0);
    double unit, size;

    if (g->q->kind != ASK_NUMBER ||
        !rounded_is_cut_off(g, t->value, t->model, &unit, &size) ||
        unit / 2 <= grade_tolerance(g, size))
        return false;
    if (g->q->closeness != CLOSE_EXACT) {
        ask_for_digits(
            g, t->typed, typed,
            rounded_is_asked(g) && rounded_near(g, t->value, t->model) == NEAR_CUT, out);
        return true;
    }
    if (grade_is_rational(t->model))
        judge_wrong(out, arena_printf(g->arena, "Close, but %s is not %s.", typed,
                                      worked_out(g, t->model)));
    else
        ask_for_exact(g, arena_printf(g->arena, "%s is a rounded value", typed), out);
    out->misconception = "rounded";
    return true;
}

static bool
find_shape(const struct grading *g, const struct attempt *t, struct grade *out)
{
    int rows, cols, want_rows, want_cols;

    if (!grade_is_array(t->model) || !grade_size(t->value, &rows, &cols) ||
        !grade_size(t->model, &want_rows, &want_cols) ||
        (rows == want_rows && cols == want_cols))
        return false;
    judge_wrong(out, arena_printf(g->arena, "The right answer is %s, and yours is %s.",
                                  grade_shape_text(g, t->model),
                                  grade_shape_text(g, t->value)));
    return true;
}

static bool
find_entries(const struct grading *g, const struct attempt *t, struct grade *out)
{
    const char *said = entries_say(g, out);

    (void)t;
    if (said)
        judge_wrong(out, said);
    return said != NULL;
}

static char *
point_text(const struct grading *g, const struct exact_result *how)
{
    char *s = arena_strdup(g->arena, "");

    for (int i = 0; i < how->n_point; i++)
        s = arena_printf(g->arena, "%s%s%s = %s", s, i ? ", " : "",
                         expr_name_text(g->arena, how->point[i].name, 0),
                         how->point[i].text);
    return s;
}

/* A point where the two differ; only for terms with free names: for a number it would be
 * the answer. */
static void
add_counterexample(const struct grading *g, const struct attempt *t, struct grade *out)
{
    if (!t->how.n_point)
        return;
    out->counterexample = arena_printf(g->arena, "at %s: yours is %s, the right one %s",
                                       point_text(g, &t->how), t->how.left, t->how.right);
    point_numbers(g, t->how.point, t->how.n_point, out);
}

static bool
find_point(const struct grading *g, const struct attempt *t, struct grade *out)
{
    if (!t->how.n_point)
        return false;
    judge_wrong(out, arena_printf(g->arena, "It differs %s.", out->counterexample));
    return true;
}

/* What exact says of a difference that holds for all values, with the point. */
static bool
find_note(const struct grading *g, const struct attempt *t, struct grade *out)
{
    /* clang-format off */
    static const struct {
        const char *begins, *name, *before;
        bool told; /* the note itself follows */
    } notes[] = {
        {"off by the factor", "factor-off", "Yours is ", true},
        {"off by a constant", "constant-off", "Yours is ", true},
        {"degrees", "degrees", "Did you compute in degrees? They are radians here", false},
        {"only for", "domain", "That is right ", true},
    };
    /* clang-format on */

    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++) {
        if (strncmp(t->how.note, notes[i].begins, strlen(notes[i].begins)) != 0 ||
            !find_point(g, t, out))
            continue;
        judge_wrong(out, arena_printf(g->arena, "%s%s. %s", notes[i].before,
                                      notes[i].told ? t->how.note : "", out->feedback));
        out->misconception = notes[i].name;
        return true;
    }
    return false;
}

static bool
find_value(const struct grading *g, const struct attempt *t, struct grade *out)
{
    if (g->q->kind != ASK_NUMBER || t->typed->op == TERM_NUMBER)
        return false;
    judge_wrong(out, arena_printf(g->arena, "As a number yours is %s.",
                                  grade_value_text(g, t->value)));
    return true;
}

static bool
find_number(const struct grading *g, const struct attempt *t, struct grade *out)
{
    const char *said = diagnose_number(g, t->value, t->model);

    if (!said)
        return false;
    judge_wrong(out, said);
    out->misconception = "number-for-letters";
    out->off_form = true;
    out->counterexample = "";
    return true;
}

static bool
find_diagnosis(const struct grading *g, const struct attempt *t, struct grade *out)
{
    const char *name, *sentence;

    if (!diagnose(g, t->value, t->model, &name, &sentence))
        return false;
    judge_wrong(out, sentence);
    out->misconception = name;
    return true;
}

/* From the most to the least particular. */
static bool (*const explanations[])(const struct grading *g, const struct attempt *t,
                                    struct grade *out) = {
    find_miss,     find_number,    find_rounding, find_rounded_entries,
    find_computed, find_diagnosis, find_shape,    find_entries,
    find_note,     find_point,     find_value,
};

static void
explain(const struct grading *g, const struct attempt *t, struct grade *out)
{
    judge_wrong(out, judge_advice(g));
    add_counterexample(g, t, out);
    entries_mark(g, t->value, t->model, out);
    for (size_t i = 0; i < sizeof explanations / sizeof *explanations; i++)
        if (explanations[i](g, t, out))
            return;
}

/* A hundred times the right number, where a percentage may be typed: its sign is missing,
 * which says nothing about the number. */
static bool
is_percent(const struct grading *g, const struct attempt *t, struct grade *out)
{
    const struct term *hundred = expr_number(g->arena, "100"), *share;
    struct exact_result how;
    struct attempt other = *t;

    if (!g->q->percent)
        return false;
    share = expr_apply(g->arena, TERM_DIV, t->value, hundred, NULL);
    other.value = share;
    if (!share || (grade_agree(g, share, t->model, &how) != AGREE_YES &&
                   !is_rounded(g, &other, out)))
        return false;
    read_fail(&out->err, NULL, 0, ERR_ANSWER_UNIT,
              "is this a percentage? Write %s %%, or the share itself",
              expr_plain(g->arena, t->typed, 0));
    judge_unreadable(out);
    return true;
}

/* ---- both ------------------------------------------------------------------------ */

static void
leave_undecided(const struct attempt *t, struct grade *out)
{
    const char *why = t->how.why ? t->how.why : "";

    read_fail(&out->err, NULL, 0, ERR_ANSWER_UNDECIDED,
              "this could not be compared with the model answer%s%s", *why ? ": " : "",
              why);
    judge_unreadable(out);
}

static void
term_judge(const struct grading *g, const char *answer, struct grade *out)
{
    struct attempt t = {.model = model_of(g)};
    enum agreement agreed, also;

    if (!read_term_answer(g, answer, &t.typed, &out->err)) {
        judge_unreadable(out);
        return;
    }
    out->understood = expr_plain(g->arena, t.typed, 0);
    t.value = grade_unfold(g, t.typed);
    agreed = grade_agree(g, t.value, t.model, &t.how);
    also = agreed == AGREE_YES ? AGREE_NO : agree_also(g, &t);
    if (agreed == AGREE_YES)
        check_right(g, &t, out);
    else if (also == AGREE_YES && *g->q->remark)
        remark(out, g->q->remark);
    else if (also == AGREE_NO && agreed == AGREE_NO && !miss_of(g, &t, false) &&
             (is_rounded(g, &t, out) || is_percent(g, &t, out)))
        return;
    else if (also == AGREE_NO && agreed == AGREE_NO)
        explain(g, &t, out);
    else if (also != AGREE_YES)
        leave_undecided(&t, out);
}

static bool
term_is_same(const struct grading *g, const char *x, const char *y)
{
    const struct term *of_x, *of_y;
    struct exact_result how;

    if (!read_term_answer(g, x, &of_x, NULL) || !read_term_answer(g, y, &of_y, NULL))
        return false;
    of_x = grade_unfold(g, of_x);
    of_y = grade_unfold(g, of_y);
    return grade_may_agree(g, of_x, of_y) && grade_same(g, of_x, of_y, &how) == AGREE_YES;
}

static void
term_show(const struct grading *g, const char *answer, struct reading *out)
{
    const struct term *t;

    out->ok = read_term_answer(g, answer, &t, &out->err);
    if (!out->ok)
        return;
    out->tex = expr_tex(g->arena, t);
    out->plain = expr_plain(g->arena, t, 0);
    out->spoken = expr_spoken(g->arena, t);
}

const struct grade_kind term_kind = {term_show, term_judge, term_is_same, model_term};

/* ---- blanks ---------------------------------------------------------------------- */

/* The line with t in the place of its blank; NULL when it makes no sense there. */
static const struct term *
filled(const struct grading *g, const struct term *t)
{
    struct replacement r = {BLANK_NAME, t};

    return g->q->blank ? expr_replace(g->arena, g->q->blank, &r, 1) : NULL;
}

char *
grade_blank(struct arena *a, const struct ask *q, const struct drawn *d,
            const char *answer, bool tex)
{
    struct grading g = {a, q, d, NULL};
    const struct term *t = NULL, *line;
    char *text, *place;

    if (*answer && read_term_answer(&g, answer, &t, NULL)) {
        line = filled(&g, t);
        if (line)
            return model_printed(&g, line, tex);
    }
    text = model_printed(&g, q->blank, tex);
    place = strstr(text, BLANK_NAME);
    if (!place)
        return text;
    if (tex && place - text >= 8 && strncmp(place - 8, "\\mathrm{", 8) == 0)
        return arena_printf(a, "%.*s\\square%s", (int)(place - text - 8), text,
                            place + strlen(BLANK_NAME) + 1);
    return arena_printf(a, "%.*s%s%s", (int)(place - text), text, tex ? "\\square" : "□",
                        place + strlen(BLANK_NAME));
}
