#include <string.h>

#include "ui/answer/answer.h"
#include "ui/bench/bench.h"
#include "ui/end/end.h"
#include "ui/look/visit.h"
#include "ui/told/told.h"

/* ---- saying ------------------------------------------------------------- */

/* Where lines are put together for one call of ui_line_view(). */
struct out {
    struct ui_model *m;
    struct arena *arena;
    struct buf *b;
};

static char *
words(const struct out *o, const char *markdown, const struct words_ctx *ctx)
{
    struct typeset_options t = {
        .alphabet = o->m->settings.alphabet,
        .width = TEXT_COLS_MAX,
        .computed = ctx ? study_computed : NULL,
        .ctx = (void *)(uintptr_t)ctx,
        .macros = o->m->study.macros,
        .spoken = o->m->settings.spoken,
    };
    char *s = markdown_lines(o->arena, markdown, &t);
    size_t n = strlen(s);

    while (n && s[n - 1] == '\n')
        s[--n] = '\0';
    return s;
}

/* "Text: ..." and what belongs to it; nothing for no words. */
static void
say_words(const struct out *o, const char *lead, const char *markdown,
          const struct words_ctx *ctx)
{
    const char *text = words(o, markdown, ctx);

    if (*text)
        buf_printf(o->b, "%s%s\n", lead, text);
}

static const char *
term_text(const struct out *o, const struct term *t)
{
    if (o->m->settings.spoken)
        return expr_spoken(o->arena, t);
    return expr_plain(o->arena, t,
                      o->m->settings.alphabet == ALPHABET_ASCII ? PRINT_ASCII : 0);
}

/* ---- home --------------------------------------------------------------- */

static void
say_home(const struct out *o)
{
    struct ui_model *m = o->m;
    int next = home_next(m), due;

    buf_printf(o->b, "ropewalk: the lessons.\n");
    for (int i = 0; i < m->n_lessons; i++) {
        const struct ui_lesson *l = &m->lessons[i];
        const char *state = home_state(m, i), *remark = home_remark(o->arena, m, i);

        buf_printf(o->b, "%d) %s%s%s (%s): %s%s%s\n", i + 1, l->label,
                   *l->label ? " " : "", l->title, l->id, state,
                   *state && *remark ? ", " : "", remark);
    }
    if (next < 0)
        return;
    if (home_due(m, &due) >= 0)
        buf_printf(o->b, "review: %d lesson%s back today, a fresh example each.\n", due,
                   due == 1 ? " comes" : "s come");
    if (*home_why(m, next)) {
        buf_printf(o->b, "Enter: again, %s. %s\n", m->lessons[next].title,
                   home_why(m, next));
        return;
    }
    buf_printf(o->b, "Enter goes on: %s, %s.\n", m->lessons[next].title,
               home_where(o->arena, m, next));
    say_words(o, "", home_last_words(o->arena, m, next), NULL);
}

/* ---- a lesson ----------------------------------------------------------- */

const char *
line_sign_spoken(const struct derivation_line *line)
{
    switch (line->link) {
    case LINK_IFF:
        return "which holds exactly when";
    case LINK_IMPLIES:
        return "so that";
    case LINK_TENDS:
        return "comes near to";
    default:
        return relation_spoken(line->relation);
    }
}

/* A line that tends to something says when. */
static void
say_limit(const struct out *o, const struct derivation_line *line)
{
    const struct term *l = line->link == LINK_TENDS ? line->limit : NULL;

    if (l)
        buf_printf(o->b,
                   o->m->settings.spoken ? " as %s comes near to %s" : " as %s -> %s",
                   term_text(o, expr_name(o->m->frame, l->name, l->type)),
                   term_text(o, l->arg[0]));
}

static void
say_line(const struct out *o, const struct derivation *d, int i,
         const struct line_check *k)
{
    const struct derivation_line *line = &d->lines[i];

    buf_printf(o->b, "Line %d: ", i + 1);
    if (line->claim || !line->term) {
        buf_printf(o->b, "%s%s%s (claim, not machine-checked)\n", line->say,
                   *line->rules ? " because " : "", line->rules);
        return;
    }
    buf_printf(o->b, "%s %s",
               o->m->settings.spoken ? line_sign_spoken(line) : derivation_sign(line),
               term_text(o, line->term));
    say_limit(o, line);
    if (*line->rules)
        buf_printf(o->b, ", by %s", line->rules);
    if (*line->say)
        buf_printf(o->b, ": %s", line->say);
    if (*k->value && line->link != LINK_TENDS)
        buf_printf(o->b, ". Value %s%s", k->value, k->same ? ", the same" : "");
    if (k->verdict == LINE_HOLDS)
        buf_printf(o->b, ". Checked: %s.\n", k->badge);
    else
        buf_printf(o->b, ". %s: %s.\n",
                   k->verdict == LINE_DIFFERENT ? "NOT THE SAME" : "NOT CONFIRMED",
                   k->why);
}

/* The start of d unless it was said, and its lines from the said-th on. */
static void
say_derivation(const struct out *o, const struct derivation *d, int said)
{
    struct checked *c = study_checked(o->m, d);
    int lines = text_lines_of(o->m, d);

    if (lines < 0)
        return;
    derive_check(o->m, c, lines);
    if (said < 0) {
        buf_printf(o->b, "Derivation %s: %s", d->name, term_text(o, d->start));
        if (*c->start_value)
            buf_printf(o->b, ". Value %s%s%s", c->start_value, *c->point ? " at " : "",
                       c->point);
        buf_add(o->b, ".\n");
    }
    for (int i = said < 0 ? 0 : said; i < lines; i++)
        say_line(o, d, i, &c->lines[i]);
}

/* The items of the beat; `from` lines of it were said before, -1: nothing was. */
static void
say_beat(const struct out *o, int from)
{
    struct words_ctx ctx = text_ctx(o->m, NULL);
    const struct beat *b = study_beat(o->m);
    int before = 0;

    for (int i = 0; i < b->n; i++) {
        const struct item *it = &b->items[i];
        bool heard = from >= before && (from > 0 || !before);

        if (it->kind == ITEM_PASSAGE && !(from >= 0 && heard))
            say_words(o, "Text: ", it->passage->markdown, &ctx);
        if (it->kind != ITEM_DERIVATION)
            continue;
        say_derivation(o, it->derivation, from >= 0 && heard ? from - before : -1);
        before += it->derivation->n_lines;
        if (text_lines_of(o->m, it->derivation) < it->derivation->n_lines)
            return;
    }
}

static void
say_sliders(const struct out *o, const struct drawing *d)
{
    for (int i = 0; i < figure_slider_count(d->figure); i++) {
        const struct slider *s = figure_slider(d->figure, i);

        buf_printf(o->b, "%s from %.*f to %.*f, now %.*f%s", s->name, s->places, s->low,
                   s->places, s->high, s->places, d->state.value[i],
                   i + 1 < figure_slider_count(d->figure) ? "; " : ". ");
    }
}

static void
say_figure(const struct out *o, const struct drawing *d, bool first)
{
    const struct question *guess = study_guess(o->m);

    buf_add(o->b, "Figure: ");
    if (!d->figure) {
        buf_printf(o->b, "it cannot be drawn. %s\n", d->problem);
        return;
    }
    if (first)
        say_sliders(o, d);
    buf_add(o->b, figure_say(o->arena, d->figure, &d->state));
    if (guess && guess->sketch)
        buf_printf(o->b, " %s", words(o, text_guess(o->arena, o->m, guess), NULL));
    else if (guess)
        buf_printf(o->b, " You said: %s.",
                   words(o, text_response(o->arena, guess, guess->response), NULL));
    buf_add(o->b, "\n");
}

static void
say_question(const struct out *o, struct question *q)
{
    struct words_ctx ctx = text_ctx(o->m, q);

    buf_add(o->b, q->ask->predict ? "Predict: " : "Question: ");
    buf_add(o->b, words(o, q->ask->words, &ctx));
    for (int i = 0; i < q->ask->n_choices; i++)
        buf_printf(o->b, "  %d) %s", i + 1,
                   words(o, q->ask->choices[q->order[i]].text, &ctx));
    buf_add(o->b, "\n");
    if (answer_of(q)->say)
        answer_of(q)->say(o->arena, o->m, q, o->b);
    if (q->typed.len && !(q->telling && q->telling->n))
        buf_printf(o->b, "You had typed: %s\n", answer_of(q)->text(o->arena, q));
}

static void
say_verdict(const struct out *o, struct question *q)
{
    struct words_ctx ctx = text_ctx(o->m, q);
    const struct grade *g = &q->grade;
    struct reading r = {0};

    if (q->telling && g->verdict != GRADE_UNREADABLE) {
        told_say(o->arena, o->m, q, o->b);
        buf_add(o->b, o->m->unsaved ? "NOT saved.\n" : "Saved.\n");
        say_words(o, "", q->state == QUESTION_DONE ? q->ask->after : "", &ctx);
        return;
    }
    buf_printf(o->b, "%s", text_lead(g));
    if (*text_verdict(o->arena, q, false))
        buf_printf(o->b, " %s", words(o, text_verdict(o->arena, q, false), &ctx));
    if (g->verdict != GRADE_UNREADABLE && answer_of(q)->text && !q->ask->n_choices)
        r = grade_read(o->arena, q->ask, &q->drawn, q->judged);
    if (r.ok)
        buf_printf(o->b, " I read: %s.",
                   q->ask->kind == ASK_ORDER ? words(o, r.plain, &ctx)
                   : o->m->settings.spoken   ? r.spoken
                                             : r.plain);
    if (g->verdict != GRADE_UNREADABLE)
        buf_add(o->b, o->m->unsaved ? " NOT saved." : " Saved.");
    buf_add(o->b, "\n");
    if (q->state != QUESTION_DONE)
        return;
    say_words(o, "", q->ask->after, &ctx);
    derive_say_shown(o->b, o->m, q->ask);
}

/* Verdicts that came since the last time, wherever their question is. */
static void
say_verdicts(const struct out *o)
{
    struct study *s = &o->m->study;

    for (int i = 0; i < s->n_questions; i++) {
        struct question *q = &s->questions[i];

        if (q->verdicts != q->printed)
            say_verdict(o, q);
        q->printed = q->verdicts;
    }
}

static void
say_solution(const struct out *o, struct question *q)
{
    struct words_ctx ctx = text_ctx(o->m, q);

    if (q->ask->n_choices) {
        for (int i = 0; i < q->ask->n_choices; i++)
            if (q->ask->choices[i].right)
                say_words(o, "Answer: ", q->ask->choices[i].text, &ctx);
    } else {
        buf_printf(o->b, "Answer: %s\n", grade_model(o->arena, q->ask, &q->drawn, false));
    }
    say_words(o, "", q->ask->after, &ctx);
    derive_say_shown(o->b, o->m, q->ask);
}

/* The guess that was made just now, beside the truth. */
static void
say_guess(const struct out *o, struct question *q)
{
    struct words_ctx ctx = text_ctx(o->m, q);

    if (!q->ask->predict || o->m->seen.state != QUESTION_OPEN ||
        q->state != QUESTION_DONE || !text_reveals(o->m, q))
        return;
    if (!q->sketch) /* the figure has said it */
        buf_printf(o->b, "%s\n", words(o, text_revealed(o->arena, o->m, q), NULL));
    say_words(o, "", q->ask->after, &ctx);
    o->m->seen.state = QUESTION_DONE;
}

/* A guess that led on to another beat, which no figure answers. */
static void
say_guess_before(const struct out *o)
{
    const struct study *s = &o->m->study;

    for (int i = 0; i < s->n_questions; i++)
        if (&s->questions[i] == o->m->seen.question &&
            s->questions[i].step == s->at.step && !study_drawing(o->m, NULL))
            say_guess(o, &s->questions[i]);
}

/* What is new about the question of this beat. */
static void
say_asked(const struct out *o, struct question *q)
{
    struct line_seen *seen = &o->m->seen;
    struct words_ctx ctx;
    bool same = q == seen->question && q && q->attempt == seen->attempt;

    if (q && !same) {
        seen->hints = 0;
        seen->state = QUESTION_OPEN;
        if (question_is_open(q))
            say_question(o, q);
    }
    seen->question = q;
    if (!q)
        return;
    seen->attempt = q->attempt;
    ctx = text_ctx(o->m, q);
    for (; seen->hints < q->hints && question_is_open(q); seen->hints++)
        say_words(
            o,
            arena_printf(o->arena, "Hint %d of %d: ", seen->hints + 1, q->ask->n_hints),
            q->ask->hints[seen->hints], &ctx);
    if (same)
        say_guess(o, q);
    if (q->state == QUESTION_SHOWN && seen->state != QUESTION_SHOWN)
        say_solution(o, q);
    else if (!same && !question_is_open(q) && *q->response && !q->ask->predict)
        buf_printf(o->b, "You have answered this: %s\n",
                   words(o, text_response(o->arena, q, q->response), NULL));
    seen->state = q->state;
}

static void
say_place(const struct out *o)
{
    struct ui_model *m = o->m;
    struct line_seen *seen = &m->seen;
    struct place at = m->study.at;
    bool new_lesson = !seen->any || seen->lesson != m->study.lesson;
    bool new_step = new_lesson || seen->at.step != at.step;
    bool new_beat = new_step || seen->at.beat != at.beat || seen->at.line > at.line;

    if (new_lesson)
        buf_printf(o->b, "Lesson: %s%s%s (%d steps, %d min)\n", m->study.lesson->label,
                   *m->study.lesson->label ? " " : "", m->study.lesson->title,
                   m->study.lesson->n_steps, m->study.lesson->minutes);
    if (new_step)
        buf_printf(o->b, "Step %d of %d: %s (%s#%s)\n", at.step + 1,
                   m->study.lesson->n_steps, study_step(m)->title, m->study.lesson->id,
                   study_step(m)->id);
    if (new_beat && !new_step)
        say_guess_before(o);
    if (new_beat || seen->at.line != at.line)
        say_beat(o, new_beat ? -1 : seen->at.line);
    if (new_step)
        seen->drawing = NULL;
    seen->lesson = m->study.lesson;
    seen->at = at;
}

static void
say_moves(const struct out *o)
{
    struct line_seen *seen = &o->m->seen;
    const struct drawing *d = study_drawing(o->m, NULL);

    if (!d)
        return;
    if (d != seen->drawing || d->moves != seen->moves)
        say_figure(o, d, d != seen->drawing);
    seen->drawing = d;
    seen->moves = d->moves;
}

static void
say_lesson(const struct out *o)
{
    struct line_seen *seen = &o->m->seen;

    if (seen->any && seen->drawing && seen->at.step == o->m->study.at.step)
        say_moves(o); /* a slider can be the answer: the verdict comes behind it */
    say_verdicts(o);
    say_place(o);
    say_moves(o);
    say_asked(o, study_question(o->m));
}

char *
ui_line_view(struct arena *a, struct ui_model *m)
{
    struct buf b;
    struct out o = {m, a, &b};
    struct line_seen *seen = &m->seen;

    m->line_mode = true;
    buf_init(&b, a);
    if (seen->notices != m->notices)
        buf_printf(&b, "%s\n", m->remark[0] ? m->remark : m->notice);
    seen->notices = m->notices;
    buf_add(&b, m->line_said.s);
    arena_reset(m->line_arena);
    buf_init(&m->line_said, m->line_arena);
    if (m->study.finished && !seen->finished) {
        say_verdicts(&o);
        buf_printf(&b, "End of the lesson: %s.\n", m->study.lesson->title);
        if (m->screen == SCREEN_END)
            end_say(a, m, &b);
    }
    seen->finished = m->study.finished;
    if (m->screen == SCREEN_BENCH)
        bench_line_said(m, &b);
    else if (m->screen == SCREEN_LESSON && !m->study.finished)
        say_lesson(&o);
    else if (m->screen == SCREEN_HOME && !m->loading &&
             (!seen->any || seen->screen != SCREEN_HOME))
        say_home(&o);
    seen->screen = m->screen;
    seen->any = true;
    return canvas_fold(a, m->settings.alphabet, b.s);
}

/* ---- the prompt --------------------------------------------------------- */

/* "c 12": how the first slider is set, with the comma behind it; "" without one. */
static const char *
set_words(struct arena *a, const struct ui_model *m)
{
    const struct drawing *d = study_drawing(m, NULL);
    const struct slider *s;
    double example;

    if (!d || !d->figure || !figure_slider_count(d->figure))
        return "";
    s = figure_slider(d->figure, 0);
    example = d->state.value[0] + s->coarse;
    return arena_printf(a, "%s %.*f, table, %s", s->name, s->places,
                        example < s->high ? example : s->low,
                        visit_has_parts(m) ? "parts, " : "");
}

static const char *
answer_prompt(struct arena *a, const struct ui_model *m, const struct question *q)
{
    const char *hint = arena_printf(a, "%s%s", question_can_hint(q) ? "hint, " : "",
                                    question_can_solve(q) ? "solution, " : "");
    const char *set = set_words(a, m), *away = q->ask->predict ? "unsure" : "skip";
    const struct answer_kind *k = answer_of(q);

    if (!k->prompt)
        return arena_printf(a, "Set (%s%s%s, back, help): ", set, hint, away);
    return arena_printf(a, "Answer (%s, %s%s%s, back, help): ", k->prompt(a, q), set,
                        hint, away);
}

static const char *
prompt_text(struct arena *a, const struct ui_model *m)
{
    const struct question *q = study_question(m);
    const struct drawing *d;
    const char *set = "";
    int due;

    if (m->screen == SCREEN_BENCH)
        return bench_line_prompt(a, m);
    if (m->screen == SCREEN_END)
        return end_prompt(a, m);
    if (m->screen == SCREEN_HOME)
        return home_due(m, &due) >= 0
                   ? "Lesson (number, Enter goes on, review, help, quit): "
                   : "Lesson (number, Enter goes on, help, quit): ";
    if (q && question_is_open(q))
        return answer_prompt(a, m, q);
    d = study_drawing(m, NULL);
    if (d && d->step == m->study.at.step && d->beat == m->study.at.beat)
        set = set_words(a, m);
    if (*set)
        return arena_printf(a, "Set (%sagain, next): ", set);
    if (q && question_can_renew(q))
        return "Next (Enter, fresh, back, help): ";
    if (bench_task(m))
        return "Next (Enter, derive (by yourself), again, back, help): ";
    return arena_printf(a, "Next (Enter, %s%sagain, where, back, help): ",
                        visit_has_parts(m) ? "parts, " : "",
                        visit_can_return(m) ? "return, " : "");
}

const char *
ui_line_prompt(const struct ui_model *m)
{
    if (m->leaving || m->loading || (m->study.finished && m->screen != SCREEN_END))
        return "";
    arena_reset(m->frame);
    return canvas_fold(m->frame, m->settings.alphabet, prompt_text(m->frame, m));
}
