/* Derivations: typed at the bench; what was typed there is the answer. */
#include <string.h>

#include "ui/answer/answer.h"
#include "ui/bench/bench.h"

/* ---- as a text
 * ------------------------------------------------------------------- */

/* The lines without the one that was not finished, which a '?' begins. */
static char *
derivation_text(struct arena *a, const struct question *q)
{
    const char *text = q->typed.text;
    struct buf b;

    buf_init(&b, a);
    while (*text) {
        size_t n = strcspn(text, "\n");

        if (n && *text != '?')
            buf_printf(&b, "%s%.*s", b.n ? "\n" : "", (int)n, text);
        text += n + (text[n] == '\n');
    }
    return b.s;
}

/* With it: what the record keeps. */
static char *
derivation_draft(struct arena *a, const struct question *q)
{
    return arena_strdup(a, q->typed.text);
}

static void
derivation_take(struct ui_model *m, struct question *q, const char *text)
{
    (void)m;
    typed_set(&q->typed, text, (int)strlen(text));
}

static const char *
derivation_place(const struct question *q)
{
    (void)q;
    return "derivation";
}

/* Enter opens the bench; its lines are judged when it is left. */
static bool
derivation_enter(struct ui_model *m, struct question *q)
{
    bench_open_ask(m, q);
    return false;
}

void
answer_key_derive(struct ui_model *m, struct press p)
{
    (void)p;
    bench_open_ask(m, study_question(m));
}

/* ---- on the screen
 * --------------------------------------------------------------- */

static void
put_end(struct flow *f, const char *lead, const char *tex)
{
    enum { LEAD_COLS = 7 };
    const struct box *b;

    if (!*tex)
        return;
    b = flow_formula(f, f->cols - LEAD_COLS, tex);
    flow_beside(f, f->rows, LEAD_COLS, STYLE_FORMULA, b);
    flow_beside(f, f->rows - b->rows + b->baseline, 2, STYLE_DIM,
                box_line(f->arena, lead, STYLE_PLAIN));
}

void
answer_put_route(struct flow *f, const struct question *q)
{
    struct route r = grade_route(f->arena, q->ask, &q->drawn);

    put_end(f, "from", r.from_tex);
    put_end(f, "to", r.to_tex);
}

static const struct {
    const char *word;
    char mark;
    enum style style;
} part_words[] = {
    [PART_RIGHT] = {"holds",         ' ', STYLE_RIGHT },
    [PART_WRONG] = {"WRONG",         'x', STYLE_WRONG },
    [PART_MISSING] = {"not complete",  '!', STYLE_REMARK},
    [PART_FOLLOWS] = {"follows",       ' ', STYLE_REMARK},
    [PART_IDLE] = {"leads nowhere", '!', STYLE_REMARK},
    [PART_UNSETTLED] = {"not settled",   '!', STYLE_REMARK},
};

/* Each line with its mark, and below it what is said of it. */
static void
put_lines(struct flow *f, const struct question *q)
{
    const struct grade *marks = answer_marks(f->arena, q);
    const char *text = derivation_text(f->arena, q);

    for (int i = 0; *text; i++) {
        size_t n = strcspn(text, "\n");
        const struct grade_part *part =
            marks && i < marks->n_parts ? &marks->parts[i] : NULL;
        struct answer_row row = {
            .number = i + 1,
            .text = text_escape(f->arena, arena_strndup(f->arena, text, n)),
            .mark = part ? part_words[part->mark].mark : ' ',
            .word = part ? part_words[part->mark].word : "",
            .style = part ? part_words[part->mark].style : STYLE_KEY};

        answer_put_row(f, &row);
        if (part && *part->text && i != marks->first)
            flow_words(f, 6, STYLE_DIM, part->text, NULL);
        text += n + (text[n] == '\n');
    }
}

static void
derivation_put(struct flow *f, struct ui_model *m, struct question *q)
{
    answer_put_route(f, q);
    put_lines(f, q);
    if (!question_is_open(q))
        return;
    flow_line(f, 0, answer_focused(m, q) ? STYLE_FOCUS : STYLE_DIM,
              q->typed.len ? "> go on with your lines" : "> derive it, line by line");
    if (answer_focused(m, q)) {
        f->cursor_row = f->rows - 1;
        f->cursor_col = 0;
    }
}

const char *
answer_detail(struct arena *a, const struct grade *g)
{
    struct record_line *lines = ARENA_ARRAY(a, struct record_line, g->n_parts + 1);

    if (!g->reasons)
        return g->repeated ? "{\"repeated\": true}" : "";
    for (int i = 0; i < g->n_parts; i++)
        lines[i] = (struct record_line){grade_mark_text(g->parts[i].mark), g->reasons[i],
                                        g->parts[i].text};
    return record_lines_text(a, lines, g->n_parts, g->repeated);
}

/* ---- in lines
 * -------------------------------------------------------------------- */

void
answer_say_route(struct arena *a, struct ui_model *m, const struct question *q,
                 struct buf *out)
{
    struct route r = grade_route(a, q->ask, &q->drawn);

    (void)m;
    buf_printf(out, "From: %s\n", r.from);
    if (*r.to)
        buf_printf(out, "To: %s\n", r.to);
}

static void
derivation_line(struct ui_model *m, struct question *q, const char *line)
{
    bench_open_ask(m, q);
    bench_line_input(m, line);
}

static const char *
derivation_prompt(struct arena *a, const struct question *q)
{
    (void)a;
    (void)q;
    return "derive, or the first line such as = x by rule: why";
}

const struct answer_kind answer_derivation = {
    .prompt = derivation_prompt,
    .place = derivation_place,
    .enter = derivation_enter,
    .text = derivation_text,
    .draft = derivation_draft,
    .take = derivation_take,
    .put = derivation_put,
    .say = answer_say_route,
    .line = derivation_line,
};
