#include <math.h>
#include <string.h>

#include "ui/bench/bench.h"
#include "ui/offer/offer.h"

/* ---- words for a verdict ---------------------------------------------------------- */

const char *
bench_state_text(const struct judged_line *k)
{
    if (bench_is_untold(k))
        return "kept";
    if (k->remark == REMARK_CLAIM)
        return "claim";
    if (k->verdict == LINE_HOLDS)
        return k->after_slip ? "follows" : "holds";
    return k->verdict == LINE_DIFFERENT   ? "WRONG"
           : k->verdict == LINE_UNDECIDED ? "open"
                                          : "unread";
}

char *
bench_rule_text(struct arena *a, const struct judged_line *k)
{
    struct buf b;

    buf_init(&b, a);
    if (k->verdict != LINE_HOLDS)
        return b.s;
    for (int i = 0; i < k->rules.n; i++)
        buf_printf(&b, "%s%s", i ? ", " : "", k->rules.at[i]);
    if (k->remark == REMARK_NO_RULE)
        buf_add(&b, "numbers only");
    return b.s;
}

/* "at m = 5, n = 2" */
static char *
point_text(struct arena *a, const struct scope *s, const struct comparison *c)
{
    struct buf b;

    buf_init(&b, a);
    for (int i = 0; i < c->n_point; i++)
        buf_printf(&b, "%s%s = %s", i ? ", " : "at ", text_name(a, s, c->point[i].name),
                   c->point[i].text);
    return b.s;
}

/* ---- the verdict ------------------------------------------------------------------ */

static const char *
line_name(struct arena *a, int i)
{
    return i < 0 ? "the start" : arena_printf(a, "line %d", i + 1);
}

/* The numbers that show it, at the point of the value column where that tells them apart:
 * "line 1 is -4.04, line 2 is 5.503". */
static void
put_difference(struct flow *f, struct ui_model *m, const struct judged_line *k, int i)
{
    const struct bench *b = m->bench;
    const struct comparison *c = &k->with;
    const struct judged_line *from = k->from < 0 ? NULL : bench_judged(m, k->from);
    const char *above = from ? from->value : judging_start_value(b->judging);
    bool column = *above && *k->value && strcmp(above, k->value) != 0;

    if (!column && (!c->left || !c->right))
        return;
    flow_gap(f);
    if (!column && c->n_point)
        flow_plain(f, 0, STYLE_DIM, point_text(f->arena, b->mine->scope, c));
    flow_plain(f, 0, STYLE_PLAIN,
               arena_printf(f->arena, "%s is %s", line_name(f->arena, k->from),
                            column ? above : c->left));
    flow_plain(f, 0, STYLE_WRONG,
               arena_printf(f->arena, "%s is %s", line_name(f->arena, i),
                            column ? k->value : c->right));
}

/* The author's sentence about the line; false: there is none. */
static bool
put_missed(struct flow *f, struct ui_model *m, int i)
{
    const struct question *q;
    const struct miss *miss = bench_missed(m, i, &q);
    struct words_ctx ctx;

    if (!miss)
        return false;
    ctx = text_ctx(m, q);
    flow_words(f, 0, STYLE_WRONG, miss->sentence, &ctx);
    return true;
}

static void
put_wrong(struct flow *f, struct ui_model *m, const struct judged_line *k, int i)
{
    bool missed = put_missed(f, m, i);

    if (k->verdict != LINE_DIFFERENT) {
        if (!missed)
            flow_plain(f, 0, STYLE_REMARK, k->message);
        return;
    }
    if (!missed)
        flow_plain(f, 0, STYLE_WRONG,
                   *k->slip.name ? k->slip.headline : "This line is not the one above.");
    if (*k->slip.second && !missed)
        flow_plain(f, 0, STYLE_WRONG,
                   arena_printf(f->arena, "A second slip: %s", k->slip.second));
    if (*k->slip.assumption && !missed)
        flow_plain(
            f, 0, STYLE_PLAIN,
            arena_printf(f->arena, "It would hold with: assume %s", k->slip.assumption));
    put_difference(f, m, k, i);
    if (k->after_slip)
        flow_plain(f, 0, STYLE_DIM, "A line above is wrong already: mend that first.");
}

/* A term as the field takes it, behind a word. */
static void
put_typed(struct flow *f, const char *word, const char *source)
{
    int row = f->rows;

    flow_plain(f, 10, STYLE_PLAIN, source);
    flow_beside(f, row, 0, STYLE_DIM, box_line(f->arena, word, STYLE_PLAIN));
}

/* What the theorem wants, and how to begin. */
static void
put_task(struct flow *f, struct ui_model *m)
{
    const struct bench *b = m->bench;
    const struct derivation_line *goal = bench_goal_line(b->task);
    int row = f->rows;
    struct box *box;
    struct err e;

    box = tex_box(f->arena, f->alphabet, expr_tex(f->arena, goal->term), true,
                  f->cols - 8, &e);
    flow_beside(f, row + box->baseline, 0, STYLE_DIM,
                box_line(f->arena, "To reach", STYLE_PLAIN));
    flow_beside(f, row, 10, STYLE_FORMULA, box);
    if (m->line_mode)
        return;
    put_typed(f, "as typed", goal->source);
    if (b->lines->n || b->hint)
        return;
    put_typed(f, "start", b->task->start_source);
    flow_gap(f);
    flow_plain(
        f, 0, STYLE_DIM,
        arena_printf(f->arena,
                     "Type the next line and press Enter. It begins with %s%s, and "
                     "\"by\" and the name of a rule may end it. Up writes the line "
                     "above into the field; Tab lists what can be done.",
                     strcmp(derivation_sign(goal), "=") != 0 ? "= or " : "",
                     derivation_sign(goal)));
}

static void
put_done(struct flow *f, struct ui_model *m)
{
    const struct bench *b = m->bench;

    flow_line(f, 0, STYLE_RIGHT, "Derived. This theorem is yours.");
    flow_plain(f, 0, STYLE_PLAIN,
               arena_printf(f->arena, "%d line%s by a rule%s.", b->lines->n,
                            b->lines->n == 1 ? "" : "s, each",
                            b->hints ? arena_printf(f->arena, ", with %d hint%s",
                                                    b->hints, b->hints == 1 ? "" : "s")
                                     : ", without a hint"));
    if (b->lines->n < b->task->n_lines)
        flow_plain(f, 0, STYLE_PLAIN,
                   arena_printf(f->arena, "The lesson takes %d lines for it.",
                                b->task->n_lines));
    if (m->line_mode)
        return;
    flow_gap(f);
    flow_words(
        f, 0, STYLE_DIM,
        "Enter: back to the lesson. `x` at a line: drop an assumption and see what "
        "breaks. `y`: why its rule holds.",
        NULL);
}

static void
put_hint(struct flow *f, struct ui_model *m)
{
    const char *hint = bench_hint_text(f->arena, m);

    if (!*hint)
        return;
    flow_gap(f);
    flow_plain(f, 0, STYLE_REMARK, hint);
}

/* What was asked for last is never below the fold. */
static void
put_hint_first(struct flow *f, struct ui_model *m)
{
    int row = f->rows;

    put_hint(f, m);
    if (f->rows > row)
        flow_gap(f);
}

static void
put_verdict(struct flow *f, struct ui_model *m)
{
    const struct bench *b = m->bench;
    int i = b->at < b->lines->n ? b->at : b->lines->n - 1;
    const struct judged_line *k = bench_judged(m, i);
    const char *lacking;

    if (b->done) {
        put_done(f, m);
        return;
    }
    if (k && k->verdict != LINE_HOLDS) {
        put_wrong(f, m, k, i);
        put_hint(f, m);
        return;
    }
    if (k && *k->message) {
        flow_plain(f, 0, k->remark == REMARK_NONE ? STYLE_PLAIN : STYLE_REMARK,
                   k->message);
        flow_gap(f);
    }
    if (*(lacking = bench_lacking(f->arena, m))) {
        flow_plain(f, 0, STYLE_REMARK, lacking);
        flow_gap(f);
    }
    put_hint_first(f, m);
    put_task(f, m);
}

/* ---- rules that apply ------------------------------------------------------------- */

/* What one step does, on one row; the one at the cursor whole. */
static void
put_step(struct flow *f, const struct rewrite *w, bool at)
{
    char *text = arena_printf(f->arena, "%s becomes %s", expr_plain(f->arena, w->from, 0),
                              expr_plain(f->arena, w->to, 0));
    int row = f->rows;

    if (!at) {
        flow_line(f, 4, STYLE_DIM, text_cut(f->arena, f->alphabet, text, f->cols - 4));
        return;
    }
    flow_plain(f, 4, STYLE_PLAIN, text);
    flow_beside(f, row, 2, STYLE_FOCUS, box_line(f->arena, ">", STYLE_PLAIN));
    f->cursor_row = row;
    f->cursor_col = 2;
}

static void
put_rules(struct flow *f, struct ui_model *m)
{
    struct bench *b = m->bench;
    const struct term *parts[BENCH_STEPS_MAX];
    int shown[BENCH_STEPS_MAX], n, n_parts;

    bench_list(m);
    n = bench_shown_steps(b, shown);
    n_parts = bench_parts(b, parts);
    if (!n) {
        flow_plain(f, 0, STYLE_REMARK,
                   "No rule of this lesson leads on from here to what is to be shown.");
        return;
    }
    flow_plain(
        f, 0, STYLE_STRONG,
        b->part > 0 && b->part <= n_parts
            ? arena_printf(f->arena, "What can be done with %s",
                           expr_plain(f->arena, parts[b->part - 1], 0))
            : arena_printf(f->arena, "What can be done: %d way%s", n, n == 1 ? "" : "s"));
    for (int i = 0; i < n; i++) {
        const struct rule *r = b->steps[shown[i]].rule;

        if (i == 0 || r != b->steps[shown[i - 1]].rule)
            flow_line(f, 2, i == b->step ? STYLE_FOCUS : STYLE_KEY, r->name);
        put_step(f, &b->steps[shown[i]], i == b->step);
    }
}

/* ---- what a line needs ------------------------------------------------------------ */

static void
put_need(struct flow *f, struct ui_model *m, const struct need *need)
{
    const struct comparison *c = &need->without;

    flow_plain(f, 0, STYLE_REMARK, arena_printf(f->arena, "Without \"%s\"", need->name));
    if (c->verdict != VERDICT_DIFFERENT) {
        flow_plain(f, 0, STYLE_PLAIN,
                   "the line cannot be shown to hold any more; no counterexample was "
                   "found either.");
        return;
    }
    flow_plain(f, 0, STYLE_PLAIN, "the line breaks:");
    flow_gap(f);
    flow_plain(f, 0, STYLE_DIM, point_text(f->arena, m->bench->mine->scope, c));
    flow_plain(f, 1, STYLE_PLAIN, arena_printf(f->arena, "above it stands %s", c->left));
    flow_plain(f, 1, STYLE_WRONG, arena_printf(f->arena, "in the line %s", c->right));
}

/* A condition on the names that the line cannot do without, said; false: it can. */
static bool
put_condition(struct flow *f, struct ui_model *m, int i)
{
    struct bench *b = m->bench;
    const char *condition = bench_condition(b, i);
    const struct judged_line *k = bench_judged_without(m, b->at, i);

    if (!k || k->verdict == LINE_UNREADABLE || (k->verdict == LINE_HOLDS && !*k->domain))
        return false;
    flow_gap(f);
    if (k->verdict == LINE_HOLDS) {
        flow_plain(
            f, 0, STYLE_REMARK,
            arena_printf(f->arena, "The theorem is about %s. Without that", condition));
        flow_plain(f, 0, STYLE_PLAIN,
                   arena_printf(f->arena,
                                "the line says something only where %s: elsewhere a side "
                                "has no value.",
                                k->domain));
        return true;
    }
    put_need(f, m, &(struct need){condition, k->with});
    return true;
}

/* Only the conditions on its names; each is tried. */
static void
put_conditions(struct flow *f, struct ui_model *m)
{
    bool found = false;

    for (int i = 0; bench_condition(m->bench, i); i++)
        found |= put_condition(f, m, i);
    if (!found)
        flow_plain(f, 0, STYLE_PLAIN,
                   arena_printf(f->arena,
                                "Line %d needs no assumption: nothing can be dropped.",
                                m->bench->at + 1));
}

static void
put_break(struct flow *f, struct ui_model *m)
{
    struct bench *b = m->bench;
    const struct judged_line *k = bench_judged(m, b->at);
    struct needs needs;

    if (!k || k->verdict != LINE_HOLDS) {
        flow_plain(f, 0, STYLE_PLAIN, "Only a line that holds can be broken.");
        return;
    }
    needs = judging_needs(b->judging, b->at);
    if (!needs.n) {
        put_conditions(f, m);
        return;
    }
    b->need %= needs.n;
    flow_line(f, 0, STYLE_STRONG,
              arena_printf(f->arena, "Line %d, assumption %d of %d", b->at + 1,
                           b->need + 1, needs.n));
    put_need(f, m, &needs.at[b->need]);
    if (needs.n > 1 && !m->line_mode) {
        flow_gap(f);
        flow_plain(f, 0, STYLE_DIM, "x drops the next one instead");
    }
}

/* ---- why a rule holds ------------------------------------------------------------- */

/* The rules of a tree that were said; none is said twice. */
struct said {
    const char *name[24];
    int n;
};

enum { WHY_DEPTH = 3, WHY_INDENT = 2, SAID_MAX = 24 };

static bool
say_first_time(struct said *s, const char *name)
{
    for (int i = 0; i < s->n; i++)
        if (strcmp(s->name[i], name) == 0)
            return false;
    if (s->n == SAID_MAX)
        return false;
    s->name[s->n++] = name;
    return true;
}

static void
put_statement(struct flow *f, const struct rule *r, int col)
{
    const char *text = rule_statement(f->arena, r);

    while (*text) {
        size_t n = strcspn(text, "\n");

        flow_plain(f, col + WHY_INDENT, STYLE_FORMULA, arena_strndup(f->arena, text, n));
        text += n + (text[n] == '\n');
    }
}

/* The lines of a theorem, each with its rules. */
static void
put_ground(struct flow *f, const struct derivation *d, int col)
{
    flow_plain(f, col, STYLE_DIM,
               arena_printf(f->arena, "It was derived: %s", d->start_source));
    for (int i = 0; i < d->n_lines; i++) {
        const struct derivation_line *line = &d->lines[i];

        flow_plain(f, col + WHY_INDENT, STYLE_DIM,
                   arena_printf(f->arena, "%s %s%s%s", derivation_sign(line),
                                line->claim ? line->say : line->source,
                                *line->rules ? "   by " : "", line->rules));
    }
}

/* A rule, and below it the rules that its derivation rests on, down to the axioms. */
static void
put_rule(struct flow *f, struct ui_model *m, const char *name, int depth,
         struct said *said)
{
    const struct rule *r = m->bench->rules ? rulebook_find(m->bench->rules, name) : NULL;
    const struct derivation *d = r ? r->derivation : NULL;
    int col = depth * WHY_INDENT;
    const char *say;

    if (!say_first_time(said, name))
        return;
    flow_plain(f, col, STYLE_STRONG, name);
    if (!r)
        return;
    say = offer_sentence(f->arena, m, m->bench->rules, r);
    if (*say)
        flow_plain(f, col, STYLE_PLAIN, arena_printf(f->arena, "%s.", say));
    put_statement(f, r, col);
    if (!d || depth == WHY_DEPTH) {
        flow_plain(f, col, STYLE_DIM, rule_ground(r));
        return;
    }
    put_ground(f, d, col);
    for (int i = 0; i < d->n_lines; i++)
        for (int k = 0; k < d->lines[i].by.n; k++)
            put_rule(f, m, d->lines[i].by.at[k], depth + 1, said);
}

static void
put_why(struct flow *f, struct ui_model *m)
{
    const struct judged_line *k = bench_judged(m, m->bench->at);
    struct said said = {.n = 0};

    if (k && k->verdict != LINE_HOLDS) {
        put_wrong(f, m, k, m->bench->at);
        flow_plain(f, 0, STYLE_PLAIN, "So no rule leads to this line.");
        return;
    }
    if (!k || !k->rules.n) {
        flow_plain(f, 0, STYLE_PLAIN,
                   "No rule leads to this line in one step: it was compared by numbers. "
                   "Undo it (u) and take a smaller step; Tab lists what can be done.");
        return;
    }
    for (int i = 0; i < k->rules.n; i++)
        put_rule(f, m, k->rules.at[i], 0, &said);
}

void
bench_panel(struct flow *f, struct ui_model *m)
{
    static void (*const puts[])(struct flow *, struct ui_model *) = {
        [SAYS_VERDICT] = put_verdict,
        [SAYS_RULES] = put_rules,
        [SAYS_BREAK] = put_break,
        [SAYS_WHY] = put_why,
    };

    bench_read(m);
    if (m->bench->way == WAY_ORDERED)
        bench_order_panel(f, m);
    else
        puts[m->bench->done && m->bench->says == SAYS_RULES ? SAYS_VERDICT
                                                            : m->bench->says](f, m);
}
