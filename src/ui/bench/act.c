/*
 * What keys do at the bench (keys.def names these).
 */
#include "ui/bench/bench.h"

static bool
is_open(const struct ui_model *m)
{
    return m->bench->open;
}

const char *
bench_place(const struct ui_model *m)
{
    const struct bench *b = m->bench;

    if (bench_is_typing(m))
        return "bench field";
    if (b->way == WAY_ORDERED)
        return "bench order";
    if (b->done)
        return "bench done";
    return b->says == SAYS_RULES ? "bench rules" : "bench";
}

/* ---- in and out ------------------------------------------------------------------- */

void
bench_key_open(struct ui_model *m, struct press p)
{
    (void)p;
    bench_open(m, bench_task(m));
}

bool
bench_can_open(const struct ui_model *m)
{
    return !is_open(m) && bench_task(m);
}

/* Why there is nothing to derive here, or not yet. */
void
bench_key_shut(struct ui_model *m, struct press p)
{
    const struct step *s = study_step(m);
    const char *name = NULL;

    (void)p;
    for (int k = s->n_beats - 1; k >= m->study.at.beat; k--)
        for (int i = s->beats[k].n - 1; i >= 0; i--)
            if (s->beats[k].items[i].kind == ITEM_DERIVATION)
                name = s->beats[k].items[i].derivation->name;
    if (name)
        model_remark(m, "d derives %s yourself, once all its lines were shown: Space.",
                     name);
    else
        model_remark(m, "No theorem is derived in this step: d has nothing to open.");
}

bool
bench_is_finished(const struct ui_model *m)
{
    return m->bench->open && m->bench->done;
}

void
bench_leave(struct ui_model *m)
{
    bench_judge_ask(m);
    bench_close(m);
    m->screen = SCREEN_LESSON;
    study_settle(m);
}

void
bench_key_leave(struct ui_model *m, struct press p)
{
    (void)p;
    bench_leave(m);
}

void
bench_key_out(struct ui_model *m, struct press p)
{
    struct bench *b = m->bench;

    (void)p;
    if (b->says != SAYS_VERDICT && b->way != WAY_GUIDED)
        b->says = SAYS_VERDICT;
    else
        b->out = !b->out;
    m->field_serial++;
}

bool
bench_can_type(const struct ui_model *m)
{
    return m->bench->way == WAY_TYPED && !m->bench->done;
}

/* ---- lines ------------------------------------------------------------------------ */

void
bench_key_submit(struct ui_model *m, struct press p)
{
    (void)p;
    bench_submit(m);
}

void
bench_key_copy(struct ui_model *m, struct press p)
{
    (void)p;
    bench_copy(m);
}

void
bench_key_line(struct ui_model *m, struct press p)
{
    bench_go(m, m->bench->at + p.by);
}

void
bench_key_remove(struct ui_model *m, struct press p)
{
    (void)p;
    bench_remove(m);
}

bool
bench_can_remove(const struct ui_model *m)
{
    return m->bench->at < m->bench->lines->n;
}

void
bench_key_undo(struct ui_model *m, struct press p)
{
    (void)p;
    bench_undo(m);
}

bool
bench_can_undo(const struct ui_model *m)
{
    return m->bench->way != WAY_ORDERED && m->bench->lines->before;
}

void
bench_key_way(struct ui_model *m, struct press p)
{
    (void)p;
    bench_turn_way(m);
}

bool
bench_can_turn_way(const struct ui_model *m)
{
    return !bench_is_closed(m);
}

/* ---- help ------------------------------------------------------------------------- */

void
bench_key_hint(struct ui_model *m, struct press p)
{
    (void)p;
    bench_hint(m);
}

bool
bench_can_hint(const struct ui_model *m)
{
    return m->bench->way != WAY_ORDERED && !m->bench->done && !bench_is_closed(m) &&
           bench_is_guided(m->bench) && m->bench->hint < HINT_STAGES;
}

/* About the line of the field, else the last one. Pressed again, x drops the next
 * assumption. */
void
bench_key_say(struct ui_model *m, struct press p)
{
    struct bench *b = m->bench;
    enum bench_says what = (enum bench_says)p.by;
    bool again = b->says == what && what == SAYS_BREAK;

    if (b->at >= b->lines->n)
        bench_go(m, b->lines->n - 1);
    b->need = again ? b->need + 1 : 0;
    b->says = what;
    b->out = true;
    m->field_serial++;
}

bool
bench_can_say(const struct ui_model *m)
{
    return m->bench->way != WAY_ORDERED && m->bench->lines->n > 0 && !bench_is_exam(m);
}

bool
bench_shows_panel(const struct ui_model *m)
{
    const struct bench *b = m->bench;

    return b->way != WAY_ORDERED &&
           (b->done || b->says != SAYS_VERDICT || m->study.pane == PANE_FIGURE);
}

void
bench_key_turn(struct ui_model *m, struct press p)
{
    (void)p;
    if (m->bench->way == WAY_TYPED)
        m->bench->says = SAYS_VERDICT;
    m->study.pane = m->study.pane == PANE_FIGURE ? PANE_TEXT : PANE_FIGURE;
}

void
bench_key_scroll(struct ui_model *m, struct press p)
{
    m->bench->scroll += p.by;
}

bool
bench_can_turn(const struct ui_model *m)
{
    return !model_is_roomy(m) && m->bench->way != WAY_ORDERED;
}

/* ---- rules ------------------------------------------------------------------------ */

void
bench_key_rules(struct ui_model *m, struct press p)
{
    struct bench *b = m->bench;

    (void)p;
    bench_list(m);
    b->says = b->says == SAYS_RULES ? SAYS_VERDICT : SAYS_RULES;
    b->step = b->part = 0;
    m->field_serial++;
}

bool
bench_has_rules(const struct ui_model *m)
{
    return m->bench->way != WAY_ORDERED && m->bench->rules && !m->bench->done &&
           !bench_is_closed(m);
}

void
bench_key_step(struct ui_model *m, struct press p)
{
    struct bench *b = m->bench;
    int shown[BENCH_STEPS_MAX], n;

    bench_list(m);
    n = bench_shown_steps(b, shown);
    if (n)
        b->step = (b->step + p.by + n) % n;
}

/* Left and Right walk over the parts that something applies to; all of them first. */
void
bench_key_part(struct ui_model *m, struct press p)
{
    struct bench *b = m->bench;
    const struct term *parts[BENCH_STEPS_MAX];
    int n;

    bench_list(m);
    n = bench_parts(b, parts) + 1;
    b->part = (b->part + p.by + n) % n;
    b->step = 0;
}

void
bench_key_take(struct ui_model *m, struct press p)
{
    (void)p;
    bench_take_step(m, m->bench->step);
}

/* ---- order ------------------------------------------------------------------------ */

void
bench_key_move(struct ui_model *m, struct press p)
{
    bench_order_move(m, p.by);
}

void
bench_key_hold(struct ui_model *m, struct press p)
{
    (void)p;
    m->bench->held = !m->bench->held && !m->bench->ordered;
}

void
bench_key_check(struct ui_model *m, struct press p)
{
    (void)p;
    bench_order_check(m);
}
