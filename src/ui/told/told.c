#include <string.h>

#include "base/utf8.h"
#include "ui/told/told.h"

bool
told_is(const struct ask *ask)
{
    return ask->kind == ASK_TEXT && !ask->predict;
}

/* ---- ideas ------------------------------------------------------------------------- */

bool
told_to_mark(const struct telling *t, int i)
{
    bool open = t->ideas[i].verdict == IDEA_MISSING && t->ideas[i].needed;

    return open && !t->marks[i].contested;
}

bool
told_is_marked(const struct telling *t, int i)
{
    return t->marks[i].source != MARK_BY_RULES;
}

/* The first idea that is to be marked and is not yet, from `from` on and round; -1. */
static int
next_to_mark(const struct telling *t, int from)
{
    for (int k = 0; k < t->n; k++) {
        int i = (from + k) % t->n;

        if (told_to_mark(t, i) && !told_is_marked(t, i))
            return i;
    }
    return -1;
}

/* The first missing idea with a question that leads to it; -1. */
static int
to_ask_for(const struct telling *t)
{
    for (int i = 0; i < t->n; i++)
        if (told_to_mark(t, i) && !told_is_marked(t, i) && *t->ideas[i].ask_again)
            return i;
    return -1;
}

static bool
has(const struct telling *t, enum idea_verdict v)
{
    for (int i = 0; i < t->n; i++)
        if (t->marks[i].verdict == v)
            return true;
    return false;
}

/* A contradiction that is neither mended nor contested, and is more than a remark. */
static bool
is_blocked(const struct telling *t)
{
    for (int i = 0; i < t->n; i++)
        if (t->marks[i].verdict == IDEA_CONTRADICTED && t->ideas[i].blocks)
            return true;
    return false;
}

char *
told_quote(struct arena *a, const struct telling *t, int i)
{
    enum { SHOWN = 110 };
    const struct idea_grade *d = &t->ideas[i];
    int n = d->to - d->from;

    if (n <= SHOWN)
        return arena_strndup(a, t->words + d->from, (size_t)n);
    n = SHOWN;
    while (n > 0 && ((unsigned char)t->words[d->from + n] & 0xC0) == 0x80)
        n--;
    return arena_printf(a, "%.*s...", n, t->words + d->from);
}

char *
told_points(struct arena *a, const struct telling *t)
{
    return arena_printf(a, "%d of %d points%s", t->points, t->most,
                        t->contested ? ", provisional: a judgement is contested" : "");
}

char *
told_verdict(struct arena *a, const struct idea_mark *mark)
{
    return arena_printf(a, "%s, %s%s", grade_idea_text(mark->verdict),
                        mark_source_text(mark->source),
                        mark->contested ? ", contested" : "");
}

/* ---- what comes next --------------------------------------------------------------- */

/* Tell the record; what comes next is shown when it has answered. */
static void
save(struct ui_model *m, struct question *q, enum telling_stage next, bool pausing,
     enum grade_verdict verdict)
{
    struct telling *t = q->telling;
    struct record_event ev = {.type = pausing ? RECORD_EXPLAINED : RECORD_ANSWERED,
                              .response = t->words};

    t->next = next;
    t->pausing = pausing;
    q->judged = t->words;
    q->pending = (struct grade){.verdict = verdict,
                                .mark = t->most ? (double)t->points / t->most : 0,
                                .understood = "",
                                .feedback = "",
                                .misconception = "",
                                .counterexample = "",
                                .first = -1};
    q->state = QUESTION_SAVING;
    ev.verdict = pausing ? "" : grade_verdict_text(verdict);
    ev.mark = pausing ? 0 : q->pending.mark;
    ev.detail = told_detail(m->scratch, t);
    model_save(m, ev, q, q);
}

static void
finish(struct ui_model *m, struct question *q)
{
    const struct telling *t = q->telling;
    bool whole = t->points == t->most;
    enum grade_verdict v = GRADE_RIGHT_BUT;

    if (whole && !t->contested && !has(t, IDEA_CONTRADICTED))
        v = GRADE_RIGHT;
    if (!t->points || is_blocked(t) || (!whole && has(t, IDEA_CONTRADICTED)))
        v = GRADE_WRONG;
    save(m, q, v == GRADE_WRONG ? TELL_WRITE : TELL_DONE, false, v);
}

static void
go_on(struct ui_model *m, struct question *q)
{
    struct telling *t = q->telling;
    int ask = t->asked ? -1 : to_ask_for(t);

    told_count(m, q);
    if (t->points == t->most || q->exam || has(t, IDEA_CONTRADICTED)) {
        finish(m, q);
    } else if (ask >= 0 && t->stage == TELL_WRITE) {
        t->asked = true;
        t->at = ask;
        save(m, q, TELL_MORE, true, GRADE_WRONG);
    } else if (next_to_mark(t, 0) >= 0) {
        t->at = next_to_mark(t, 0);
        save(m, q, TELL_MARK, true, GRADE_WRONG);
    } else {
        finish(m, q);
    }
}

static void
judge(struct ui_model *m, struct question *q)
{
    struct telling *t = q->telling;
    char *words = question_trimmed(m->arena, q->typed.text);
    struct grade g;

    if (t->stage == TELL_MORE)
        words = arena_printf(m->arena, "%s\n%s", t->words, words);
    arena_reset(m->scratch);
    g = grade_answer(m->scratch, q->ask, &q->drawn, words, NULL, NULL);
    if (g.verdict == GRADE_UNREADABLE) {
        question_verdict(m, q, g, words);
        return;
    }
    told_take(m, t, &g, words, t->stage == TELL_MORE);
    if (!g.ask_again && g.self_mark)
        t->asked = true; /* the rules cannot judge it: no question helps them */
    go_on(m, q);
}

/* An idea that is only there in a contested judgement stays with its quote. */
static void
enter_stage(struct ui_model *m, struct question *q)
{
    struct telling *t = q->telling;

    q->drafted = "";
    typed_set(&q->typed, t->stage == TELL_WRITE ? t->words : "",
              t->stage == TELL_WRITE ? (int)strlen(t->words) : 0);
    if (t->stage == TELL_MARK)
        t->at = next_to_mark(t, 0) >= 0 ? next_to_mark(t, 0) : 0;
    if (t->stage == TELL_MORE && to_ask_for(t) >= 0)
        t->at = to_ask_for(t);
    m->field_serial++;
}

bool
told_saved(struct ui_model *m, struct question *q)
{
    struct telling *t = q->telling;

    if (!t)
        return false;
    t->stage = t->next;
    if (!t->pausing)
        return false;
    t->pausing = false;
    q->state = QUESTION_OPEN;
    q->verdicts++;
    q->graded = false;
    enter_stage(m, q);
    if (q == study_question(m))
        study_settle(m);
    return true;
}

void
told_enough(struct ui_model *m, struct question *q)
{
    struct telling *t = q->telling;

    if (q->state != QUESTION_OPEN || t->stage != TELL_MORE)
        return;
    arena_reset(m->scratch);
    go_on(m, q);
}

void
told_mark(struct ui_model *m, struct question *q, bool said)
{
    struct telling *t = q->telling;
    struct record_event ev = {.type = RECORD_EXPLAINED, .response = t->words};
    int next;

    if (q->state != QUESTION_OPEN || t->stage != TELL_MARK || !told_to_mark(t, t->at))
        return;
    idea_mark_change(&t->marks[t->at], said ? IDEA_FOUND : IDEA_MISSING, MARK_BY_YOU);
    arena_reset(m->scratch);
    told_count(m, q);
    t->next = TELL_MARK;
    ev.detail = told_detail(m->scratch, t);
    model_save(m, ev, q, NULL);
    next = next_to_mark(t, t->at);
    if (next >= 0)
        t->at = next;
}

bool
told_can_contest(const struct question *q)
{
    const struct telling *t = q->telling;

    return t && q->state == QUESTION_OPEN && t->stage == TELL_WRITE &&
           has(t, IDEA_CONTRADICTED);
}

void
told_contest(struct ui_model *m, struct question *q)
{
    struct telling *t = q->telling;

    if (!told_can_contest(q))
        return;
    for (int i = 0; i < t->n; i++)
        if (t->marks[i].verdict == IDEA_CONTRADICTED)
            idea_mark_change(&t->marks[i], IDEA_FOUND, MARK_BY_YOU);
    arena_reset(m->scratch);
    go_on(m, q);
}

/* ---- the kind ---------------------------------------------------------------------- */

void
told_init(struct ui_model *m, struct question *q, const struct item_progress *p)
{
    if (!told_is(q->ask))
        return;
    q->telling = ARENA_NEW(m->arena, struct telling);
    q->telling->words = "";
    told_restore(m, q, p);
    if (!q->telling->n || q->state != QUESTION_OPEN)
        return;
    q->judged = q->telling->words;
    enter_stage(m, q);
    if (*p->draft)
        typed_set(&q->typed, p->draft, (int)strlen(p->draft));
    q->drafted = arena_strdup(m->arena, p->draft);
}

void
told_reset(struct question *q)
{
    if (q->telling)
        *q->telling = (struct telling){.words = ""};
}

static bool
types(const struct question *q)
{
    return q->telling && q->telling->stage != TELL_MARK;
}

static const char *
place(const struct question *q)
{
    return types(q) ? "explanation" : "ideas";
}

static bool
is_empty(const struct question *q)
{
    return q->telling->stage == TELL_WRITE &&
           q->typed.text[strspn(q->typed.text, " \t\n")] == '\0';
}

/* Everything that Enter does is done here. */
static bool
enter(struct ui_model *m, struct question *q)
{
    struct telling *t = q->telling;
    int left = t->n ? next_to_mark(t, t->at) : -1;

    if (t->stage == TELL_MORE && q->typed.text[strspn(q->typed.text, " \t\n")] == '\0') {
        told_enough(m, q);
    } else if (t->stage != TELL_MARK) {
        judge(m, q);
    } else if (left >= 0) {
        t->at = left;
        model_remark(m, "Mark each idea: y, you said it; n, you did not.");
    } else {
        arena_reset(m->scratch);
        told_count(m, q);
        finish(m, q);
    }
    return false;
}

static char *
text(struct arena *a, const struct question *q)
{
    return arena_strdup(a, q->typed.text);
}

static void
take(struct ui_model *m, struct question *q, const char *draft)
{
    (void)m;
    typed_set(&q->typed, draft, (int)strlen(draft));
}

static void
was_wrong(struct ui_model *m, struct question *q)
{
    enter_stage(m, q);
}

const struct answer_kind answer_text = {
    .prompt = told_prompt,
    .types = types,
    .place = place,
    .enter = enter,
    .is_empty = is_empty,
    .text = text,
    .take = take,
    .judged = was_wrong,
    .put = told_put,
    .say = told_say,
    .line = told_line,
};

/* ---- keys -------------------------------------------------------------------------- */

void
told_key_row(struct ui_model *m, struct press p)
{
    told_row(study_question(m), m->settings.alphabet, p.by);
    m->field_serial++;
}

void
told_key_break(struct ui_model *m, struct press p)
{
    struct question *q = study_question(m);
    int at = q->typed.cursor;

    (void)p;
    arena_reset(m->scratch);
    question_type(
        m, q, arena_printf(m->scratch, "%.*s\n%s", at, q->typed.text, q->typed.text + at),
        at + 1);
    m->field_serial++;
}

void
told_key_idea(struct ui_model *m, struct press p)
{
    struct telling *t = study_question(m)->telling;

    for (int i = t->at + p.by; i >= 0 && i < t->n; i += p.by)
        if (told_to_mark(t, i)) {
            t->at = i;
            return;
        }
}

void
told_key_said(struct ui_model *m, struct press p)
{
    told_mark(m, study_question(m), p.by);
}

void
told_key_contest(struct ui_model *m, struct press p)
{
    (void)p;
    told_contest(m, study_question(m));
}

bool
told_key_can_contest(const struct ui_model *m)
{
    const struct question *q = study_question(m);

    return q && told_can_contest(q);
}

bool
told_key_can_again(const struct ui_model *m)
{
    const struct question *q = study_question(m);

    return q && q->telling && question_can_renew(q);
}
