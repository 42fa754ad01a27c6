#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/utf8.h"
#include "ui/answer/answer.h"
#include "ui/bench/bench.h"
#include "ui/map/map.h"
#include "ui/page/page.h"
#include "ui/quiz/quiz.h"
#include "ui/sheet/sheet.h"
#include "ui/stage/stage.h"

/* ---- columns ------------------------------------------------------------ */

enum { WORDS_COLS_MIN = 8, FLOW_LINES_MAX = 128 };

void
flow_init(struct flow *f, struct ui_model *m, int cols)
{
    *f = (struct flow){.arena = m->frame,
                       .alphabet = m->settings.alphabet,
                       .macros = m->study.macros,
                       .cols = cols,
                       .stage = m->stage.on,
                       .values = true,
                       .cursor_row = -1,
                       .cursor_col = -1};
}

static void
add(struct flow *f, struct flow_item it)
{
    if (f->n == f->cap) {
        int cap = f->cap ? f->cap * 2 : 32;
        struct flow_item *items = ARENA_ARRAY(f->arena, struct flow_item, cap);

        if (f->n)
            memcpy(items, f->items, sizeof *items * (size_t)f->n);
        f->items = items;
        f->cap = cap;
    }
    f->items[f->n++] = it;
}

void
flow_begin_line(struct flow *f)
{
    if (!f->lines)
        f->lines = ARENA_ARRAY(f->arena, int, FLOW_LINES_MAX);
    if (f->n_lines < FLOW_LINES_MAX)
        f->lines[f->n_lines++] = f->rows;
}

void
flow_beside(struct flow *f, int row, int col, enum style style, const struct box *b)
{
    add(f, (struct flow_item){b, style, row, col});
    if (row + b->rows > f->rows)
        f->rows = row + b->rows;
}

void
flow_box(struct flow *f, int col, enum style style, const struct box *b)
{
    flow_beside(f, f->rows, col, style, b);
}

void
flow_line(struct flow *f, int col, enum style style, const char *text)
{
    const char *shown = canvas_fold(f->arena, f->alphabet, text);

    flow_box(f, col, style, box_line(f->arena, shown, STYLE_PLAIN));
}

void
flow_right(struct flow *f, int row, enum style style, const char *text)
{
    const char *shown = canvas_fold(f->arena, f->alphabet, text);
    const struct box *b = box_line(f->arena, shown, STYLE_PLAIN);

    flow_beside(f, row, f->cols - b->cols, style, b);
}

struct box *
flow_set(struct flow *f, int cols, const char *markdown, const struct words_ctx *ctx)
{
    const struct words_ctx *names = ctx ? ctx : f->asked;
    struct typeset_options o = {
        .alphabet = f->alphabet,
        .width = cols < WORDS_COLS_MIN ? WORDS_COLS_MIN : cols,
        .computed = names ? study_computed : NULL,
        .ctx = (void *)(uintptr_t)names,
        .macros = f->macros,
    };

    return markdown_box(f->arena, markdown, &o);
}

void
flow_words(struct flow *f, int col, enum style style, const char *markdown,
           const struct words_ctx *ctx)
{
    int cols = f->cols - col < TEXT_COLS_MAX ? f->cols - col : TEXT_COLS_MAX;

    flow_box(f, col, style, flow_set(f, cols, markdown, ctx));
}

/* What cannot be broken outside its brackets is set as words of a line are. */
const struct box *
flow_formula(const struct flow *f, int cols, const char *tex)
{
    struct err e;
    const struct box *b = tex_box(f->arena, f->alphabet, tex, true, cols, &e);
    struct typeset_options o = {
        .alphabet = f->alphabet, .width = cols, .macros = f->macros};

    if (b->cols <= cols || cols < WORDS_COLS_MIN)
        return b;
    return markdown_box(f->arena, arena_printf(f->arena, "$%s$", tex), &o);
}

char *
text_escape(struct arena *a, const char *text)
{
    struct buf b;

    buf_init(&b, a);
    for (; *text; text++) {
        if (ispunct((unsigned char)*text))
            buf_char(&b, '\\');
        buf_add_n(&b, *text == '\n' ? " " : text, 1);
    }
    return b.s;
}

void
flow_plain(struct flow *f, int col, enum style style, const char *text)
{
    flow_words(f, col, style, text_escape(f->arena, text), NULL);
}

void
flow_gap(struct flow *f)
{
    if (f->rows && f->gap_at != f->rows)
        f->gap_at = ++f->rows;
}

void
flow_draw(const struct flow *f, struct canvas *c, struct rect r, int top)
{
    for (int i = 0; i < f->n; i++) {
        const struct flow_item *it = &f->items[i];

        if (it->row + it->box->rows > top && it->row < top + r.rows)
            box_draw(c, r, it->row - top, it->col, it->style, it->box);
    }
    if (f->cursor_row >= 0)
        canvas_cursor(c, r, f->cursor_row - top, f->cursor_col);
}

char *
text_cut(struct arena *a, enum alphabet alphabet, const char *text, int cols)
{
    text = canvas_fold(a, alphabet, text);
    if (utf8_width(text) <= cols)
        return arena_strdup(a, text);
    return cols < 2 ? arena_strdup(a, "")
                    : arena_printf(a, "%.*s..", (int)utf8_fit(text, cols - 2), text);
}

/* ---- the row that says where one is, and the banner --------------------- */

const char *
parts_saved(const struct ui_model *m)
{
    if (m->stage.on)
        return "";
    return model_saving(m) ? "saving" : m->unsaved ? "NOT SAVED" : "saved";
}

enum { TITLE_COLS_MIN = 12 }; /* of a lesson's title, however long that of the step is */

static void
where_roomy(struct ui_model *m, struct canvas *c, struct rect r)
{
    const struct lesson *l = m->study.lesson;
    char *left =
        arena_printf(m->frame, "%s%s%s", l->label, *l->label ? " " : "", l->title);
    char *step = arena_printf(m->frame, "%d of %d: %s", m->study.at.step + 1, l->n_steps,
                              study_step(m)->title);
    char *right =
        arena_printf(m->frame, "%d min left   %s", study_minutes_left(m), parts_saved(m));
    int end = r.cols - canvas_width(c->alphabet, right) - 3;
    int col = canvas_width(c->alphabet, left) + 3;
    struct rect part = {r.row, r.col, 1, end};

    if (col + canvas_width(c->alphabet, step) > end) {
        int room = end - canvas_width(c->alphabet, step) - 3;
        int least = canvas_width(c->alphabet, l->label) + TITLE_COLS_MIN;

        left = text_cut(m->frame, c->alphabet, left, room > least ? room : least);
        col = canvas_width(c->alphabet, left) + 3;
    }
    canvas_text(c, part, 0, 0, STYLE_STRONG, left);
    canvas_text(c, part, 0, col, STYLE_PLAIN,
                text_cut(m->frame, c->alphabet, step, end - col));
    canvas_text_right(c, r, 0, r.cols, m->unsaved ? STYLE_REMARK : STYLE_DIM, right);
}

static void
where_small(struct ui_model *m, struct canvas *c, struct rect r)
{
    const struct lesson *l = m->study.lesson;
    int limit = quiz_minutes_left(m);
    const char *saved = limit >= 0 && !m->unsaved
                            ? arena_printf(m->frame, "%d min", limit)
                            : parts_saved(m);
    struct rect part = {r.row, r.col, 1, r.cols - (int)strlen(saved) - 1};

    canvas_text(c, part, 0, 0, STYLE_STRONG,
                arena_printf(m->frame, "%s%s%d/%d %s", l->label, *l->label ? " " : "",
                             m->study.at.step + 1, l->n_steps, study_step(m)->title));
    canvas_text_right(c, r, 0, r.cols, m->unsaved ? STYLE_REMARK : STYLE_DIM, saved);
}

void
parts_title(struct ui_model *m, struct canvas *c, struct rect r)
{
    if (model_is_roomy(m))
        where_roomy(m, c, r);
    else
        where_small(m, c, r);
}

void
parts_notice(struct ui_model *m, struct canvas *c, struct rect r, int row)
{
    const char *text = m->remark[0] ? m->remark : m->notice;
    struct flow f;

    if (!*text)
        return;
    flow_init(&f, m, r.cols - 3);
    if (canvas_width(c->alphabet, text) <= f.cols)
        flow_line(&f, 0, STYLE_REMARK, arena_printf(m->frame, " %s ", text));
    else
        flow_plain(&f, 1, STYLE_REMARK, text);
    for (int i = 0; f.rows > 1 && i < f.rows; i++) /* it hides what stands there */
        canvas_fill(c, (struct rect){r.row + row + i, r.col, 1, r.cols}, STYLE_PLAIN,
                    ' ');
    for (int i = 0; i < f.n; i++)
        box_draw(c, r, row + f.items[i].row, 1 + f.items[i].col, STYLE_REMARK,
                 f.items[i].box);
}

/* ---- the hint row ------------------------------------------------------- */

static const char *
next_word(const struct ui_model *m, const char *word)
{
    const struct question *q = study_question(m);

    if (q && question_is_open(q) && !q->skipped)
        return q->ask->predict ? "unsure" : "skip";
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
        return m->screen == SCREEN_HOME ? "quit" : word;
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

/* ---- computed numbers: `=` in a code span ------------------------------- */

/* Whole numbers stand there whole: 2^53 + 1 too, which no double is. */
static const char *
span_text(struct arena *a, const struct scope *s, const struct term *t, struct value v,
          bool ascii)
{
    double size = v.rows * v.cols == 1 ? fabs(creal(v.at[0])) : 0;
    const char *text;
    struct err e;

    if (size >= 1e15 && size < 1e18 && t->type.kind == TYPE_INTEGER &&
        exact_value(a, s, t, NULL, 0, 19, &text, &e))
        return text;
    return value_shown(a, s, t, v, SHOWN_DIGITS, ascii);
}

const char *
study_computed(void *ctx, struct arena *a, const char *expr)
{
    const struct words_ctx *w = ctx;
    const struct drawing *d = study_drawing(w->model, NULL);
    struct pos at = {"computed", 1, 1};
    const struct term *t;
    struct value v;
    struct err e;

    t = expr_parse(a, w->scope, expr, at, &e);
    if (t && calc_eval(a, w->scope, t, NULL, &v, &e))
        return span_text(a, w->scope, t, v,
                         w->model->settings.alphabet == ALPHABET_ASCII);
    if (!d || !d->figure || !(t = expr_parse(a, figure_scope(d->figure), expr, at, &e)))
        return NULL;
    v = calc_real(a, figure_value(d->figure, &d->state, t));
    return isnan(creal(v.at[0])) ? NULL : value_text(a, v, SHOWN_DIGITS);
}

/* ---- every screen ------------------------------------------------------- */

/* Even ten columns say what is wrong and how to get out. */
static void
view_tiny(struct canvas *c)
{
    static const char *const lines[] = {"too small", "q leaves", "20x6 fits"};
    struct rect all = canvas_all(c);

    for (int i = 0; i < 3; i++)
        canvas_text(c, all, i, 0, STYLE_REMARK, lines[i]);
    canvas_cursor(c, all, 0, 0);
}

void
ui_view(struct ui_model *m, struct canvas *c)
{
    canvas_clear(c);
    arena_reset(m->frame);
    m->rows = c->rows;
    m->cols = c->cols;
    m->spots = (struct spots){0};
    if (model_is_tiny(m)) {
        view_tiny(c);
    } else if (m->help) {
        keys_help_view(m, c);
    } else if (m->screen == SCREEN_HOME) {
        home_view(m, c);
    } else if (m->screen == SCREEN_PAGE) {
        page_view(m, c);
    } else if (m->screen == SCREEN_SHEET) {
        sheet_view(m, c);
    } else if (m->screen == SCREEN_MAP) {
        map_view(m, c);
    } else if (m->screen == SCREEN_BENCH) {
        bench_view(m, c);
    } else if (m->screen == SCREEN_NOTES) {
        notes_view(m, c);
    } else if (m->stage.on) {
        stage_view(m, c);
    } else {
        screen_lesson(m, c);
    }
}
