#include <string.h>

#include "base/utf8.h"
#include "ui/answer/answer.h"
#include "ui/bench/bench.h"
#include "ui/end/end.h"

/* ---- the hint row ------------------------------------------------------- */

static const char *
next_word(const struct ui_model *m, const char *word)
{
    const struct question *q = study_question(m);

    if (q && question_is_open(q) && !q->skipped)
        return q->ask->predict ? "unsure" : "skip";
    if (end_returns(m))
        return "end page";
    if (study_at_end(m))
        return study_stage(m) ? "start" : "finish";
    return word;
}

static const char *
choose_word(const struct question *q)
{
    if (q->ask->kind == ASK_SEVERAL)
        return "tick";
    return q->ask->predict ? "say it" : "choose";
}

/* A choice is taken with its digit: Enter needs no word there. */
static const char *
submit_word(const struct question *q, const char *word)
{
    if (q && answer_of(q)->is_ready && answer_of(q)->is_ready(q))
        return "check";
    if (!q || !q->ask->n_choices)
        return word;
    return q->ask->kind == ASK_SEVERAL ? "check" : "";
}

static const char *
turn_word(const struct ui_model *m)
{
    static const char *const words[] = {
        [PANE_TEXT] = "text",
        [PANE_FIGURE] = "figure",
        [PANE_QUESTION] = "question",
    };

    return words[controls_next_pane(m)];
}

/* Some words say what the key would do now. */
static const char *
word_now(const struct ui_model *m, int row)
{
    const struct question *q = study_question(m);
    const char *word = key_rows[row].hint;

    switch (key_rows[row].action) {
    case ACTION_NEXT:
        return next_word(m, word);
    case ACTION_CHOOSE:
        return choose_word(q);
    case ACTION_END_NEXT:
        return end_next_word(m);
    case ACTION_SUBMIT:
        return submit_word(q, word);
    case ACTION_PLAY:
        return m->study.playing ? "stop" : word;
    case ACTION_HOLD:
        return q->held ? "put down" : word;
    case ACTION_TURN:
        return turn_word(m);
    case ACTION_SHEET:
        return model_is_roomy(m) && m->screen != SCREEN_SHEET ? word : "";
    case ACTION_MAP:
        return model_is_roomy(m) && m->screen != SCREEN_MAP ? word : "";
    case ACTION_MOUSE: /* the usual is not said */
        return m->settings.mouse_off ? word : "";
    case ACTION_LEAVE:
        return m->screen == SCREEN_HOME                     ? "quit"
               : m->screen == SCREEN_END && !m->end.sitting ? "home"
                                                            : word;
    default:
        return word;
    }
}

/* "Space next"; "=Left/Right move" loses its verb where room is short. */
static const char *
hint_text(const struct ui_model *m, struct arena *a, int row)
{
    const struct question *q = study_question(m);
    const char *word = key_rows[row].hint;

    if (*word == '=' && model_is_roomy(m))
        return word + 1;
    if (*word == '=')
        return arena_strndup(a, word + 1, strcspn(word + 1, " "));
    if (key_rows[row].action == ACTION_BENCH && !bench_task_is_plain(m))
        return arena_printf(a, "%s derive %s", key_bindings[row].label,
                            bench_task(m)->name);
    if (key_rows[row].action == ACTION_END_LEFT)
        return arena_printf(a, end_left_count(m) > 1 ? "1-%d %s" : "%d %s",
                            end_left_count(m), word);
    if (key_rows[row].action == ACTION_CHOOSE)
        return arena_printf(a, "1-%d %s", question_items(q), word_now(m, row));
    return arena_printf(a, "%s %s", key_bindings[row].label, word_now(m, row));
}

/* A row of the table that the hint row may show: the first of its action,
 * possible. */
static bool
is_hint(const struct ui_model *m, int row, const char *place)
{
    if (!*key_rows[row].hint || strcmp(key_bindings[row].where, place) != 0)
        return false;
    if (!keys_possible(m, row) || !*word_now(m, row))
        return false;
    if (key_rows[row].action == ACTION_FOCUS_NEXT && controls_count(m) <= 2)
        return false; /* only the text would be left to go to */
    return keys_row(m, key_bindings[row].key) == row;
}

/* "(then h hint, s solution)": the letters that act once the field is left. */
static const char *
letters_after_esc(const struct ui_model *m, struct arena *a)
{
    struct buf b;

    buf_init(&b, a);
    for (int i = 0; i < KEY_ROW_COUNT; i++) {
        if (strcmp(key_bindings[i].where, "lesson") != 0 || key_bindings[i].label[1] ||
            !*key_rows[i].hint || !keys_possible(m, i))
            continue;
        buf_printf(&b, "%s%s", b.n ? ", " : " (then ", hint_text(m, a, i));
    }
    if (b.n)
        buf_add(&b, ")");
    return b.s;
}

enum { HINTS_MAX = 24, GAP = 2 };

/* Every hint for now in the order of the table; returns how many. `kept` counts
 * those at the end that are never left out: help and leave. */
static int
hints_now(const struct ui_model *m, struct arena *a, const char *texts[HINTS_MAX],
          int *kept)
{
    const char *places[KEY_PLACES_MAX + 1];
    const char *last[HINTS_MAX];
    int n = 0;

    *kept = 0;
    keys_places(m, places);
    for (int p = 0; places[p]; p++) {
        for (int i = 0; i < KEY_ROW_COUNT && n + *kept < HINTS_MAX; i++) {
            enum action act = key_rows[i].action;

            if (!is_hint(m, i, places[p]))
                continue;
            if (act == ACTION_HELP || act == ACTION_BENCH_LEAVE ||
                act == ACTION_BENCH_OUT ||
                ((act == ACTION_LEAVE || act == ACTION_VISIT_RETURN) &&
                 model_is_roomy(m)))
                last[(*kept)++] = hint_text(m, a, i);
            else
                texts[n++] = hint_text(m, a, i);
            if (act == ACTION_OUT && controls_field_active(m) && m->cols >= ROOMY_COLS)
                texts[n - 1] =
                    arena_printf(a, "%s%s", texts[n - 1], letters_after_esc(m, a));
        }
    }
    for (int i = 0; i < *kept; i++)
        texts[n + i] = last[i];
    return n + *kept;
}

void
keys_hints(struct ui_model *m, struct canvas *c, struct rect r)
{
    const char *texts[HINTS_MAX];
    int kept, col = 0, room = r.cols;
    int n = hints_now(m, m->frame, texts, &kept);

    for (int i = n - kept; i < n; i++)
        room -= utf8_width(texts[i]) + GAP;
    for (int i = 0; i < n; i++) {
        int width = utf8_width(texts[i]);

        if (i < n - kept && col + width > room && strstr(texts[i], " (")) {
            texts[i] = arena_strndup(m->frame, texts[i], strcspn(texts[i], "(") - 1);
            width = utf8_width(texts[i]); /* the way out without what is behind it */
        }
        if (i < n - kept && col + width > room)
            continue;
        canvas_text(c, r, 0, col, STYLE_DIM, texts[i]);
        col += width + GAP;
    }
}

/* ---- the help page ------------------------------------------------------ */

static void
help_place(struct flow *f, const char *place)
{
    enum { LABEL_COLS = 12 };

    flow_gap(f);
    flow_line(f, 0, STYLE_STRONG, *place ? place : "everywhere outside a text field");
    for (int i = 0; i < KEY_ROW_COUNT; i++) {
        int row = f->rows;

        if (strcmp(key_bindings[i].where, place) != 0)
            continue;
        flow_words(f, LABEL_COLS, STYLE_PLAIN, key_bindings[i].help, NULL);
        flow_beside(f, row, 2, STYLE_KEY,
                    box_line(f->arena, key_bindings[i].label, STYLE_PLAIN));
    }
}

/* The places of the table, those whose keys act behind this page first. */
static int
help_places(struct ui_model *m, const char *places[KEY_ROW_COUNT])
{
    const char *now[KEY_PLACES_MAX + 1];
    int n = 0;

    m->help = false;
    keys_places(m, now);
    m->help = true;
    while (now[n]) {
        places[n] = now[n];
        n++;
    }
    for (int i = 0; i < KEY_ROW_COUNT; i++) {
        int k = 0;

        while (k < n && strcmp(places[k], key_bindings[i].where) != 0)
            k++;
        if (k == n)
            places[n++] = key_bindings[i].where;
    }
    return n;
}

void
keys_help_view(struct ui_model *m, struct canvas *c)
{
    struct rect all = canvas_all(c), page = {1, 0, c->rows - 2, c->cols};
    const char *places[KEY_ROW_COUNT];
    int n = help_places(m, places);
    struct flow f;

    flow_init(&f, m, c->cols < TEXT_COLS_MAX ? c->cols : TEXT_COLS_MAX);
    for (int i = 0; i < n; i++)
        help_place(&f, places[i]);
    canvas_text(c, all, 0, 0, STYLE_STRONG, "Keys");
    if (m->help_scroll > f.rows - page.rows)
        m->help_scroll = f.rows - page.rows;
    if (m->help_scroll < 0)
        m->help_scroll = 0;
    flow_draw(&f, c, page, m->help_scroll);
    keys_hints(m, c, (struct rect){c->rows - 1, 0, 1, c->cols});
    canvas_cursor(c, page, 0, 0);
}
