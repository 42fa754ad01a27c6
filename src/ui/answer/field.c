/* Answers that are one text. */
#include <string.h>

#include "ui/answer/answer.h"
#include "ui/offer/offer.h"

enum { INDENT = 2 };

bool
answer_is_typed(const struct question *q)
{
    (void)q;
    return true;
}

static char *
field_text(struct arena *a, const struct question *q)
{
    return arena_strdup(a, q->typed.text);
}

static void
field_take(struct ui_model *m, struct question *q, const char *text)
{
    (void)m;
    typed_set(&q->typed, text, (int)strlen(text));
}

static bool
field_is_empty(const struct question *q)
{
    return q->typed.text[strspn(q->typed.text, " \t")] == '\0';
}

/* ---- on the screen
 * --------------------------------------------------------------- */

size_t
typed_start(const struct flow *f, const struct typed *t, int room)
{
    size_t start = (size_t)t->cursor;

    while (start > 0) {
        size_t before = start - 1;
        char c[8] = "";

        while (before > 0 && ((unsigned char)t->text[before] & 0xC0) == 0x80 &&
               start - before < 4)
            before--;
        memcpy(c, t->text + before, start - before);
        room -= canvas_width(f->alphabet, c) + (f->alphabet == ALPHABET_ASCII && c[1]);
        if (room <= 0)
            break;
        start = before;
    }
    return start;
}

static const char *
field_label(const struct question *q, struct arena *a)
{
    if (q->ask->kind == ASK_REFUTE && q->ask->n_supply == 1)
        return arena_printf(a, "> %s = ", q->ask->supply[0]);
    return "> ";
}

/* The forms that are asked for, in their words. */
static const char *
field_advice(const struct question *q, struct arena *a)
{
    struct buf b;

    buf_init(&b, a);
    if (q->ask->kind == ASK_REFUTE && q->ask->n_supply > 1)
        buf_printf(&b, "asked for: %s", grade_supply_form(a, q->ask));
    for (int i = 0; i < FORM_COUNT; i++)
        if (q->ask->form[i])
            buf_printf(&b, "%s%s",
                       b.n ? ", " : "asked for: ", ask_form_what((enum ask_form)i));
    return b.n ? b.s : "what I cannot read costs nothing";
}

static void
put_field(struct flow *f, struct ui_model *m, struct question *q, const char *label)
{
    bool active = answer_focused(m, q);
    int col = canvas_width(f->alphabet, label), row;
    struct typed said = {.text = (char *)(uintptr_t)q->response};

    if (active)
        offer_put_rule(f, m);
    row = f->rows;
    flow_line(f, 0, active ? STYLE_FOCUS : STYLE_DIM, label);
    offer_put(f, m, q->state == QUESTION_DONE ? &said : &q->typed,
              (struct rect){row, col, 2, f->cols - col}, active);
    f->field = (struct rect){row, 0, 1, f->cols};
}

/* What was understood of the field: set as a formula if `rows` allow it. */
static void
put_reading(struct flow *f, struct ui_model *m, int rows)
{
    static const char lead[] = "  I read:  ";
    struct study *s = &m->study;
    int col = (int)sizeof lead - 1, row = f->rows;
    struct box *b = NULL;
    struct err e;

    if (!s->reading.ok) {
        flow_plain(f, INDENT, STYLE_DIM,
                   arena_printf(f->arena, "%s %s",
                                s->reading.err.code == ERR_ANSWER_WITHOUT ||
                                        s->reading.err.code == ERR_ANSWER_LIMIT
                                    ? "not yet:"
                                    : "not readable yet:",
                                text_unread(f->arena, &s->reading.err)));
        return;
    }
    if (*s->reading.tex)
        b = tex_box(f->arena, f->alphabet, s->reading.tex, true, f->cols - col, &e);
    if (!b || b->rows > rows)
        b = box_line(f->arena, canvas_fold(f->arena, f->alphabet, s->reading.plain),
                     STYLE_PLAIN);
    if (b->rows > s->reading_rows)
        s->reading_rows = b->rows;
    flow_beside(f, row + b->baseline, 0, STYLE_DIM,
                box_line(f->arena, lead, STYLE_PLAIN));
    flow_beside(f, row, col, STYLE_FORMULA, b);
}

/* Whether the verdict below the field says of the same text why it cannot be read. */
static bool
is_said_below(const struct ui_model *m, const struct question *q)
{
    return q->graded && q->grade.verdict == GRADE_UNREADABLE && !m->study.reading.ok &&
           strcmp(q->grade.err.msg, m->study.reading.err.msg) == 0;
}

void
answer_put_text(struct flow *f, struct ui_model *m, struct question *q, const char *label,
                const char *advice)
{
    if (!m->stage.on || question_is_open(q) || q->typed.len > 0)
        put_field(f, m, q, label);
    answer_put_reading(f, m, q, advice);
}

void
answer_put_reading(struct flow *f, struct ui_model *m, struct question *q,
                   const char *advice)
{
    enum { READING_ROWS = 5 };
    int row;

    if (!question_is_open(q)) {
        if (q->graded && *q->grade.understood)
            flow_plain(f, INDENT, STYLE_DIM,
                       arena_printf(f->arena, "I read:  %s", q->grade.understood));
        return;
    }
    row = f->rows;
    if (m->study.has_reading && is_said_below(m, q))
        ;
    else if (m->study.has_reading)
        put_reading(f, m, model_is_roomy(m) ? READING_ROWS : 1);
    else if (!m->stage.on) /* a class needs no advice on typing */
        flow_words(f, INDENT, STYLE_DIM, advice, NULL);
    if (f->rows < row + m->study.reading_rows)
        f->rows = row + m->study.reading_rows;
}

static void
field_put(struct flow *f, struct ui_model *m, struct question *q)
{
    answer_put_text(f, m, q, field_label(q, f->arena), field_advice(q, f->arena));
}

/* ---- in lines
 * -------------------------------------------------------------------- */

static void
field_line(struct ui_model *m, struct question *q, const char *line)
{
    question_type(m, q, line, (int)strlen(line));
    question_submit(m, q);
}

static const char *
field_prompt(struct arena *a, const struct question *q)
{
    static const char *const words[ASK_KIND_COUNT] = {
        [ASK_NUMBER] = "number or expression",
        [ASK_EXPRESSION] = "expression",
        [ASK_MATRIX] = "matrix such as [1, 2; 3, 4]",
        [ASK_REFUTE] = "value",
        [ASK_BLANK] = "what stands at the gap",
        [ASK_STEP] = "next line, such as = x by rule",
    };

    if (q->ask->kind == ASK_REFUTE && q->ask->n_supply > 1)
        return arena_printf(a, "such as %s", grade_supply_form(a, q->ask));
    if (q->ask->answer && q->ask->answer->type.kind == TYPE_VECTOR)
        return "vector such as [1, 2]";
    return words[q->ask->kind] ? words[q->ask->kind] : "answer";
}

/* ---- a gap
 * ----------------------------------------------------------------------- */

/* What is typed, in its place as far as it can be read. */
static const char *
filling(struct ui_model *m, const struct question *q)
{
    if (q->state == QUESTION_DONE)
        return q->response;
    return m->study.has_reading && m->study.reading.ok ? q->typed.text : "";
}

static void
blank_put(struct flow *f, struct ui_model *m, struct question *q)
{
    char *tex = grade_blank(f->arena, q->ask, &q->drawn, filling(m, q), true);

    flow_box(f, INDENT, STYLE_FORMULA, flow_formula(f, f->cols - INDENT, tex));
    field_put(f, m, q);
}

static void
blank_say(struct arena *a, struct ui_model *m, const struct question *q, struct buf *out)
{
    (void)m;
    buf_printf(out, "  %s\n", grade_blank(a, q->ask, &q->drawn, "", false));
}

const struct answer_kind answer_blank = {
    .prompt = field_prompt,
    .types = answer_is_typed,
    .is_empty = field_is_empty,
    .text = field_text,
    .take = field_take,
    .put = blank_put,
    .say = blank_say,
    .line = field_line,
};

/* ---- the next line
 * --------------------------------------------------------------- */

static void
step_put(struct flow *f, struct ui_model *m, struct question *q)
{
    answer_put_route(f, q);
    answer_put_text(f, m, q, "> ", "the next line, such as = x by rule: why");
}

const struct answer_kind answer_step = {
    .prompt = field_prompt,
    .types = answer_is_typed,
    .is_empty = field_is_empty,
    .text = field_text,
    .take = field_take,
    .put = step_put,
    .say = answer_say_route,
    .line = field_line,
};

const struct answer_kind answer_field = {
    .prompt = field_prompt,
    .types = answer_is_typed,
    .is_empty = field_is_empty,
    .text = field_text,
    .take = field_take,
    .put = field_put,
    .line = field_line,
};
