/*
 * Boards (boxes and arrows for compositions, with a slip to be found) and flows (the
 * parts of a Transformer, each of which opens its lesson): lines of the block, words.
 */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "figure/part/graph.h"

/* ---- lines of the block ------------------------------------------------------------ */

static bool
is_box(const struct thing *t)
{
    return t->kind == THING_BOX || t->kind == THING_PART;
}

static const struct thing *
named(const struct figure *f, const char *id)
{
    for (int i = 0; i < f->n_things; i++) {
        const struct node_line *line = f->things[i].own;

        if (line && f->things[i].kind != THING_WRONG && strcmp(line->id, id) == 0)
            return &f->things[i];
    }
    return NULL;
}

/* The name in the head of a line, which nothing else may have. */
static struct node_line *
name_read(struct reader *r, struct source s, struct thing *t)
{
    struct node_line *line = ARENA_NEW(r->arena, struct node_line);

    for (const char *c = s.text; *c; c++) {
        if (isalnum((unsigned char)*c) || strchr("-._", *c))
            continue;
        errs_at(r->arena, r->errs, s.at, ERR_FIGURE_LINE,
                "a name is of letters, digits and '-': box: key as \"the key\"");
        return NULL;
    }
    if (named(r->f, s.text)) {
        errs_at(r->arena, r->errs, s.at, ERR_FIGURE_LINE, "'%s' stands here already",
                s.text);
        return NULL;
    }
    line->id = s.text;
    t->own = line;
    return line;
}

/* "2, 3": column and row. */
static bool
at_read(struct reader *r, struct source s, struct node_line *line)
{
    struct source left, right;
    double column, row;

    if (!source_cut(r, s, ",", &left, &right))
        return errs_at(r->arena, r->errs, s.at, ERR_FIGURE_LINE,
                       "write where it stands as: at COLUMN, ROW");
    if (!constant_read(r, left, &column) || !constant_read(r, right, &row))
        return false;
    line->column = (int)column - 1;
    line->row = (int)row - 1;
    if (column == floor(column) && row == floor(row) && column >= 1 && row >= 1 &&
        column <= GRID_MAX && row <= GRID_MAX)
        return true;
    return errs_at(r->arena, r->errs, s.at, ERR_FIGURE_LINE,
                   "columns and rows are whole numbers from 1 to %d", GRID_MAX);
}

/* The boxes before it go from left to right, or from top to bottom. */
static bool
place_box(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t,
          bool down)
{
    struct node_line *line = name_read(r, c[CLAUSE_HEAD], t);
    int n = figure_count(r->f, t->kind);

    if (!line)
        return false;
    line->opens = c[CLAUSE_OPENS].text;
    line->column = down ? 0 : n;
    line->row = down ? n : 0;
    if (!c[CLAUSE_AS].text)
        return errs_at(r->arena, r->errs, c[CLAUSE_HEAD].at, ERR_FIGURE_LINE,
                       "say what stands there: %s as \"...\"", line->id);
    if (c[CLAUSE_AT].text)
        return at_read(r, c[CLAUSE_AT], line);
    if (n < GRID_MAX)
        return true;
    return errs_at(r->arena, r->errs, c[CLAUSE_HEAD].at, ERR_FIGURE_MANY,
                   "a figure may hold at most %d of these in a row", GRID_MAX);
}

bool
box_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    return place_box(r, c, t, false);
}

bool
part_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    return place_box(r, c, t, true);
}

static bool
end_read(struct reader *r, struct source s, const char **out)
{
    const struct thing *t = s.text ? named(r->f, s.text) : NULL;

    *out = s.text;
    if (t && is_box(t))
        return true;
    return errs_at(r->arena, r->errs, s.at, ERR_FIGURE_LINE,
                   "no box '%s' stands above this line: write arrow: FROM to TO",
                   s.text ? s.text : "");
}

bool
edge_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    struct node_line *line = ARENA_NEW(r->arena, struct node_line);

    t->own = line;
    line->id = "";
    if (!c[CLAUSE_TO].text)
        return errs_at(r->arena, r->errs, c[CLAUSE_HEAD].at, ERR_FIGURE_LINE,
                       "write an arrow as: arrow: FROM to TO");
    if (!end_read(r, c[CLAUSE_HEAD], &line->from) ||
        !end_read(r, c[CLAUSE_TO], &line->to))
        return false;
    line->id = arena_printf(r->arena, "%s to %s", line->from, line->to);
    return true;
}

bool
around_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    if (!edge_read(r, c, t))
        return false;
    ((struct node_line *)t->own)->around = true;
    return true;
}

bool
note_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    if (!name_read(r, c[CLAUSE_HEAD], t))
        return false;
    if (c[CLAUSE_AS].text)
        return true;
    return errs_at(r->arena, r->errs, c[CLAUSE_HEAD].at, ERR_FIGURE_LINE,
                   "say what the line reads: line: caption as \"...\"");
}

bool
wrong_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    struct node_line *line = ARENA_NEW(r->arena, struct node_line);

    t->own = line;
    line->id = c[CLAUSE_HEAD].text;
    if (!named(r->f, line->id))
        return errs_at(r->arena, r->errs, c[CLAUSE_HEAD].at, ERR_FIGURE_LINE,
                       "nothing above is called '%s'", line->id);
    if (c[CLAUSE_AS].text)
        return true;
    return errs_at(r->arena, r->errs, c[CLAUSE_HEAD].at, ERR_FIGURE_LINE,
                   "say what is right: wrong: %s as \"...\"", line->id);
}

void
graph_check(struct reader *r, struct pos at)
{
    const struct figure *f = r->f;

    if (figure_count(f, THING_BOX) + figure_count(f, THING_PART) == 0)
        errs_at(r->arena, r->errs, at, ERR_FIGURE_LINE,
                "this kind needs boxes: %s: NAME as \"...\"",
                strcmp(f->kind->word, "flow") == 0 ? "part" : "box");
    for (int i = 0; i < f->n_things; i++)
        for (int j = 0; j < i; j++) {
            const struct node_line *x = f->things[i].own, *y = f->things[j].own;

            if (is_box(&f->things[i]) && is_box(&f->things[j]) &&
                x->column == y->column && x->row == y->row && !f->things[i].when &&
                !f->things[j].when)
                errs_at(r->arena, r->errs, at, ERR_FIGURE_LINE,
                        "'%s' and '%s' stand at the same place", y->id, x->id);
        }
}

/* ---- in words ---------------------------------------------------------------------- */

char *
graph_label(struct arena *a, const struct moment *m, const struct thing *t)
{
    char *text = label_text(a, m, t), *mark;

    while ((mark = strstr(text, " // ")))
        text = arena_printf(a, "%.*s, %s", (int)(mark - text), text, mark + 4);
    return text;
}

static bool
graph_say(struct buf *b, const struct moment *m, const struct thing *t)
{
    const struct node_line *line = t->own;

    if (thing_is_reading(t))
        return false;
    if (t->kind == THING_WRONG || (t->kind == THING_EDGE && !t->labelled))
        return true;
    if (t->kind == THING_EDGE)
        buf_printf(b, "%s%s: %s", b->n ? "; " : "", line->id,
                   graph_label(b->arena, m, t));
    else
        buf_printf(b, "%s%s", b->n ? "; " : "", graph_label(b->arena, m, t));
    return true;
}

static bool
graph_tell(struct buf *b, const struct moment *m, const struct thing *t)
{
    const struct node_line *line = t->own;

    if (thing_is_reading(t))
        return false;
    if (t->kind == THING_WRONG || (t->kind == THING_EDGE && !t->labelled))
        return true;
    row_add(b, line->id,
            line->opens ? arena_printf(b->arena, "%s (opens %s)",
                                       graph_label(b->arena, m, t), line->opens)
                        : graph_label(b->arena, m, t));
    return true;
}

enum { BOX_CLAUSES = TAKES_LABEL | TAKES_AT | TAKES_OPENS };

static const struct form board_forms[] = {
    {"box",        THING_BOX, BOX_CLAUSES, STYLE_FIRST, false, box_read},
    {"arrow", THING_EDGE, TAKES_LABEL | TAKES_TO, STYLE_RULE, false, edge_read},
    {"around",       THING_EDGE, TAKES_LABEL | TAKES_TO, STYLE_RULE, false, around_read},
    {"line",            THING_NOTE, TAKES_LABEL, STYLE_STRONG, false, note_read},
    {"wrong",  THING_WRONG, TAKES_AS | TAKES_WHEN, STYLE_PLAIN, false, wrong_read},
    {.key = NULL },
};

static const struct form flow_forms[] = {
    {"part",       THING_PART, BOX_CLAUSES, STYLE_FIRST, false, part_read},
    {"arrow", THING_EDGE, TAKES_LABEL | TAKES_TO, STYLE_RULE, false, edge_read},
    {"around",       THING_EDGE, TAKES_LABEL | TAKES_TO, STYLE_RULE, false, around_read},
    {"line",            THING_NOTE, TAKES_LABEL, STYLE_STRONG, false, note_read},
    {.key = NULL },
};

const struct kind kind_board = {
    .word = "board",
    .forms = board_forms,
    .check = graph_check,
    .draw = graph_draw,
    .tell = graph_tell,
    .say = graph_say,
};

const struct kind kind_flow = {
    .word = "flow",
    .forms = flow_forms,
    .check = graph_check,
    .draw = graph_draw,
    .tell = graph_tell,
    .say = graph_say,
};
