#include <stdlib.h>
#include <string.h>

#include "ui/bench/bench.h"

/* ---- saying ----------------------------------------------------------------------- */

static const char *
term_said(struct arena *a, const struct ui_model *m, const struct term *t)
{
    if (m->settings.spoken)
        return expr_spoken(a, t);
    return expr_plain(a, t, m->settings.alphabet == ALPHABET_ASCII ? PRINT_ASCII : 0);
}

/* A panel's boxes as lines. */
static void
say_panel(struct ui_model *m, struct buf *out)
{
    struct canvas *c;
    struct flow f;

    flow_init(&f, m, TEXT_COLS_MAX);
    bench_panel(&f, m);
    if (!f.rows)
        return;
    c = canvas_new(f.rows, TEXT_COLS_MAX, m->settings.alphabet);
    flow_draw(&f, c, canvas_all(c), 0);
    buf_add(out, canvas_dump(m->frame, c, false));
    canvas_free(c);
}

static void
say_judged(struct ui_model *m, struct buf *out, int i)
{
    const struct bench *b = m->bench;
    const struct derivation_line *line = &b->mine->lines[i];
    const struct judged_line *k = bench_judged(m, i);
    const char *rule = bench_rule_text(m->frame, k);

    buf_printf(out, "Line %d %s: %s %s", i + 1, bench_state_text(k),
               m->settings.spoken ? line_sign_spoken(line) : derivation_sign(line),
               line->term ? term_said(m->frame, m, line->term) : line->source);
    buf_printf(out, "%s%s%s%s.\n", *rule ? ", by " : "", rule,
               *k->value ? ". Value " : "", k->value);
}

static void
say_start(struct ui_model *m, struct buf *out)
{
    const struct bench *b = m->bench;
    const char *point = b->judging ? judging_point(b->judging) : "";

    buf_printf(out, "Derive %s.\nStart: %s%s%s.\nTo reach: %s.\n", b->task->name,
               term_said(m->frame, m, b->task->start), *point ? ". Values at " : "",
               point, term_said(m->frame, m, bench_goal(b->task)));
}

static void
say_order(struct ui_model *m, struct buf *out)
{
    const struct bench *b = m->bench;

    buf_printf(out, "Start: %s\n", b->task->start_source);
    for (int i = 0; i < b->task->n_lines; i++) {
        const struct derivation_line *line = &b->task->lines[b->order[i]];

        buf_printf(out, "%d) %s %s\n", i + 1, derivation_sign(line),
                   line->claim ? line->say : line->source);
    }
}

static void
say_rules(struct ui_model *m, struct buf *out)
{
    struct bench *b = m->bench;
    int shown[BENCH_STEPS_MAX], n;

    bench_list(m);
    n = bench_shown_steps(b, shown);
    if (!n)
        buf_add(out, "No rule of this lesson applies to the last line.\n");
    for (int i = 0; i < n; i++) {
        const struct rewrite *w = &b->steps[shown[i]];

        buf_printf(out, "%d) %s: %s becomes %s\n", i + 1, w->rule->name,
                   term_said(m->frame, m, w->from), term_said(m->frame, m, w->to));
    }
}

void
bench_line_said(struct ui_model *m, struct buf *out)
{
    struct bench *b = m->bench;

    bench_read(m);
    if (!b->said)
        say_start(m, out);
    if (b->said && b->said == b->verdicts + 1)
        return;
    b->said = b->verdicts + 1;
    if (b->unread.code != ERR_NONE) {
        buf_printf(out, "I cannot read that: %s. It costs nothing.\n",
                   text_unread(m->frame, &b->unread));
        return;
    }
    if (b->way == WAY_ORDERED)
        say_order(m, out);
    else if (b->way == WAY_GUIDED && !b->done)
        say_rules(m, out);
    for (int i = b->lines->n > 1 ? b->lines->n - 1 : 0;
         b->way != WAY_ORDERED && b->mine && i < b->mine->n_lines; i++)
        say_judged(m, out, i);
    if (b->lines->n || b->way == WAY_ORDERED)
        say_panel(m, out);
}

/* ---- a line of input -------------------------------------------------------------- */

static void
do_lines(struct ui_model *m)
{
    struct bench *b = m->bench;

    bench_read(m);
    say_start(m, &m->line_said);
    for (int i = 0; b->mine && i < b->mine->n_lines; i++)
        say_judged(m, &m->line_said, i);
}

/* Whether notes are closed, which is said. */
static bool
refused(struct ui_model *m)
{
    if (bench_is_closed(m))
        buf_add(&m->line_said, "This part is without notes: lines are typed.\n");
    return bench_is_closed(m);
}

static void
do_rules(struct ui_model *m)
{
    if (refused(m))
        return;
    say_rules(m, &m->line_said);
}

static void
do_hint(struct ui_model *m)
{
    if (refused(m))
        return;
    if (!bench_is_guided(m->bench)) {
        buf_add(&m->line_said, "There is no hint here.\n");
        return;
    }
    bench_hint(m);
    buf_printf(&m->line_said, "%s\n", bench_hint_text(m->frame, m));
    if (m->bench->hint == HINT_STAGES)
        buf_printf(&m->line_said, "%s\n", m->bench->field.text);
}

static void
say_about(struct ui_model *m, enum bench_says what)
{
    struct bench *b = m->bench;
    enum bench_says before = b->says;

    if (!b->lines->n || bench_is_exam(m)) {
        buf_add(&m->line_said, b->lines->n ? "In an exam that is said at the end.\n"
                                           : "There is no line yet.\n");
        return;
    }
    if (b->at >= b->lines->n)
        bench_go(m, b->lines->n - 1);
    b->says = what;
    say_panel(m, &m->line_said);
    b->says = before;
    bench_go(m, b->lines->n);
}

static void
do_break(struct ui_model *m)
{
    say_about(m, SAYS_BREAK);
}

static void
do_why(struct ui_model *m)
{
    say_about(m, SAYS_WHY);
}

static void
do_help(struct ui_model *m)
{
    buf_add(
        &m->line_said,
        "Type the next line: = TERM, or = TERM by RULE: why. Words: lines, rules (what "
        "applies; use 3 takes the third), hint, copy (the line above), change 2 (type "
        "line 2 again), undo, break (what the last line needs), why (its rule), way "
        "(typed, guided, in order; order 2 1 3), done (back to the lesson).\n");
}

static void
do_copy(struct ui_model *m)
{
    bench_copy(m);
    buf_printf(&m->line_said, "%s\n", m->bench->field.text);
}

static const struct {
    const char *word;
    void (*run)(struct ui_model *m);
} words[] = {
    {"lines", do_lines      },
    {"again", do_lines      },
    {"rules", do_rules      },
    {"hint",  do_hint       },
    {"copy",  do_copy       },
    {"undo",  bench_undo    },
    {"break", do_break      },
    {"why",   do_why        },
    {"way",   bench_turn_way},
    {"done",  bench_leave   },
    {"back",  bench_leave   },
    {"help",  do_help       },
    {"?",     do_help       },
    {"quit",  model_quit    },
};

/* "order 2 1 3": the lines, by the numbers that they have now. */
static void
take_order(struct ui_model *m, const char *text)
{
    struct bench *b = m->bench;
    int n = b->task->n_lines, *order = ARENA_ARRAY(b->arena, int, n + 1), k = 0;
    bool *seen = ARENA_ARRAY(b->arena, bool, n + 1);
    char *end;

    for (long i = strtol(text, &end, 10); end != text && k < n;
         i = strtol(text, &end, 10)) {
        if (i < 1 || i > n || seen[i])
            break;
        seen[i] = true;
        order[k++] = b->order[i - 1];
        text = end;
    }
    if (k < n) {
        buf_printf(&m->line_said, "Type each number from 1 to %d once.\n", n);
        return;
    }
    b->order = order;
    bench_order_check(m);
}

static bool
take_numbered(struct ui_model *m, const char *line)
{
    struct bench *b = m->bench;

    if (strncmp(line, "use ", 4) == 0) {
        if (refused(m))
            return true;
        bench_take_step(m, atoi(line + 4) - 1);
        if (b->way != WAY_GUIDED && *b->field.text)
            bench_submit(m);
        return true;
    }
    if (strncmp(line, "change ", 7) == 0) {
        bench_go(m, atoi(line + 7) - 1);
        return true;
    }
    if (strncmp(line, "order ", 6) == 0 && b->order) {
        take_order(m, line + 6);
        return true;
    }
    if (b->way == WAY_GUIDED && strspn(line, "0123456789") == strlen(line)) {
        bench_take_step(m, atoi(line) - 1);
        return true;
    }
    return false;
}

void
bench_line_input(struct ui_model *m, const char *line)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(line, words[i].word) == 0) {
            words[i].run(m);
            return;
        }
    }
    if (!*line || take_numbered(m, line))
        return;
    if (m->bench->way == WAY_ORDERED && m->bench->order) {
        take_order(m, line);
        return;
    }
    bench_type(m, line, (int)strlen(line));
    bench_submit(m);
}

const char *
bench_line_prompt(struct arena *a, const struct ui_model *m)
{
    const struct bench *b = m->bench;

    if (b->done && b->way != WAY_ORDERED)
        return "Derived (break, why, lines, way, done): ";
    if (b->way == WAY_ORDERED)
        return b->ordered ? "In order (way, done): "
                          : "Order (such as 2 1 3, way, done): ";
    return arena_printf(a, "Line %d (%scopy, undo, help, done): ", b->at + 1,
                        bench_is_closed(m)   ? ""
                        : bench_is_guided(b) ? "hint, rules, "
                                             : "rules, ");
}
