#include <ctype.h>
#include <string.h>

#include "base/buf.h"
#include "base/near.h"
#include "lesson/lesson_priv.h"

/* Steps, beats and items lie in three arrays; those that are open are the last ones. */
struct stepping {
    struct reader *r;
    struct step *steps;
    struct beat *beats;
    struct item *items;
    int n_steps, n_beats, n_items;
    int beat_line;           /* where the open beat begins */
    int shown, asked, drawn; /* items, questions, figures of the open beat */
    int figures;             /* figure blocks met so far */
    bool outside_told;
};

/* ---- headings ---------------------------------------------------------------------- */

/* The letter or digit as it may stand in an id; '-' for all else. */
static char
id_letter(char c)
{
    return isalnum((unsigned char)c) ? (char)tolower((unsigned char)c) : '-';
}

/* "Everybody moves seats" as "everybody-moves-seats". */
static char *
id_from_title(struct arena *a, const char *title)
{
    char *id = arena_alloc(a, NEAR_NAME_MAX + 1, 1);
    int n = 0;

    for (; *title && n < NEAR_NAME_MAX; title++) {
        char c = id_letter(*title);

        if (c != '-' || (n > 0 && id[n - 1] != '-'))
            id[n++] = c;
    }
    if (n > 0 && id[n - 1] == '-')
        id[n - 1] = '\0';
    return isalpha((unsigned char)*id) ? id : arena_strdup(a, "step");
}

/* One word behind the id: the level of the step, or that it is closed. */
static void
read_word(struct reader *r, struct step *s, const char *word, struct pos at)
{
    static const char *const words[] = {"core", "deeper", "closed", NULL};
    const char *near = near_find(word, words);

    if (!strcmp(word, "closed"))
        s->closed = true;
    else if (!strcmp(word, "core") || !strcmp(word, "deeper"))
        s->level = *word == 'd' ? LEVEL_DEEPER : LEVEL_CORE;
    else
        errs_at(r->arena, r->errs, at, ERR_STEP_HEADING,
                "a step is 'core', 'deeper' or 'closed', not '%s'%s%s%s", word,
                near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static void
read_words(struct reader *r, struct step *s, const char *text, struct pos at)
{
    for (size_t i = 0; text[i];) {
        size_t n = strcspn(text + i, " ");

        if (n)
            read_word(r, s, arena_strndup(r->arena, text + i, n), pos_after(at, text, i));
        i += n ? n : 1;
    }
}

/* The "{#id core}" of a heading: `s` is behind the brace, `n` bytes before the other. */
static void
read_attributes(struct reader *r, struct step *s, const char *text, size_t n,
                struct pos at)
{
    const char *inside = arena_strndup(r->arena, text, n);
    size_t start = strspn(inside, " "), len;
    size_t level;

    at = pos_after(at, inside, start);
    len = strcspn(inside + start, " ");
    level = start + len + strspn(inside + start + len, " ");
    s->id = arena_strndup(r->arena, inside + start + 1, len ? len - 1 : 0);
    if (inside[start] != '#')
        errs_at(r->arena, r->errs, at, ERR_STEP_HEADING,
                "the id of a step begins with '#': write '{#%s}'", inside);
    else if (id_check(r, s->id, at))
        lesson_note_name(r, "step", s->id, at);
    read_words(r, s, inside + level, pos_after(at, inside + start, level - start));
}

static void
read_heading(struct reader *r, struct step *s, int line)
{
    const char *text = source_lines(r->arena, r->src, line, line + 1), *brace;
    size_t n = strlen(text);
    size_t start = strspn(text, " #");

    while (n > start && isspace((unsigned char)text[n - 1]))
        n--;
    brace = n && text[n - 1] == '}' ? strrchr(text, '{') : NULL;
    s->at = source_line_pos(r->src, line);
    s->id = "";
    s->title = arena_one_line(r->arena, arena_strndup(r->arena, text + start,
                                                      brace && brace > text + start
                                                          ? (size_t)(brace - text) - start
                                                      : brace ? 0
                                                              : n - start));
    if (brace)
        read_attributes(r, s, brace + 1, n - (size_t)(brace + 1 - text) - 1,
                        pos_after(s->at, text, (size_t)(brace + 1 - text)));
    else
        errs_at(r->arena, r->errs, s->at, ERR_STEP_HEADING,
                "this heading has no id; write '{#%s}' at its end",
                id_from_title(r->arena, s->title));
    if (!*s->title)
        errs_at(r->arena, r->errs, s->at, ERR_STEP_HEADING, "this heading has no words");
}

/* ---- beats ------------------------------------------------------------------------- */

static void
open_beat(struct stepping *g, int line)
{
    g->beats[g->n_beats++] = (struct beat){&g->items[g->n_items], 0};
    g->steps[g->n_steps - 1].n_beats++;
    g->beat_line = line;
    g->shown = g->asked = g->drawn = 0;
}

/* The open beat is complete; `line` is where the next thing begins. */
static void
close_beat(struct stepping *g)
{
    const char *message = "a beat with nothing to show: remove this '---', or write "
                          "something behind it";

    if (!g->n_steps || g->shown)
        return;
    if (g->steps[g->n_steps - 1].n_beats == 1)
        message =
            "a step begins here, but nothing is shown before the next step or '---'";
    errs_at(g->r->arena, g->r->errs, source_line_pos(g->r->src, g->beat_line),
            ERR_STEP_EMPTY, "%s", message);
}

static void
open_step(struct stepping *g, const struct piece *p)
{
    struct step *s = &g->steps[g->n_steps++];

    if (g->n_steps == LESSON_STEPS_MAX + 1)
        errs_at(g->r->arena, g->r->errs, source_line_pos(g->r->src, p->line),
                ERR_LESSON_MANY, "a lesson has at most %d steps", LESSON_STEPS_MAX);
    read_heading(g->r, s, p->line);
    s->beats = &g->beats[g->n_beats];
    g->r->step = s->id;
    g->r->shown = "";
    open_beat(g, p->line);
}

/* ---- items ------------------------------------------------------------------------- */

static void
check_single(struct stepping *g, const struct piece *p, int *count, const char *what)
{
    if (++*count == 2)
        errs_at(g->r->arena, g->r->errs, source_line_pos(g->r->src, p->line),
                ERR_BEAT_TWO, "a beat has one %s; put '---' between them", what);
}

static const struct passage *
passage_read(struct reader *r, const struct piece *p)
{
    struct passage *passage = ARENA_NEW(r->arena, struct passage);

    passage->at = source_line_pos(r->src, p->line);
    if (p->kind == PIECE_BLOCK)
        passage->markdown = block_text(r, p, &passage->at);
    else
        passage->markdown = source_lines(r->arena, r->src, p->line, p->end);
    if (!passage->markdown[strspn(passage->markdown, " \t\n")])
        errs_at(r->arena, r->errs, passage->at, ERR_STEP_EMPTY, "this note is empty");
    lesson_spans(r, r->scope, passage->markdown, passage->at);
    return passage;
}

static struct item
block_item(struct stepping *g, const struct piece *p)
{
    struct item item = {.kind = ITEM_NOTE};

    switch (p->block) {
    case BLOCK_PREDICT:
    case BLOCK_ASK:
        check_single(g, p, &g->asked, "question");
        item.kind = ITEM_ASK;
        item.ask = ask_read(g->r, p);
        break;
    case BLOCK_FIGURE:
        check_single(g, p, &g->drawn, "figure");
        item.kind = ITEM_FIGURE;
        item.figure = &g->r->figures[g->figures];
        g->r->shown = item.figure->name;
        break;
    case BLOCK_DERIVE:
        item.kind = ITEM_DERIVATION;
        item.derivation = derivation_read(g->r, p);
        break;
    case BLOCK_NOTE:
    case BLOCK_KIND_COUNT:
        item.passage = passage_read(g->r, p);
        break;
    }
    return item;
}

static void
take_item(struct stepping *g, const struct piece *p)
{
    struct item *item = &g->items[g->n_items];

    if (!g->n_steps) {
        if (!g->outside_told)
            errs_at(g->r->arena, g->r->errs, source_line_pos(g->r->src, p->line),
                    ERR_BLOCK_PLACE,
                    "this stands before the first step; begin with '# Title {#id core}'");
        g->outside_told = true;
        return;
    }
    if (p->kind == PIECE_PASSAGE)
        *item = (struct item){.kind = ITEM_PASSAGE, .passage = passage_read(g->r, p)};
    else
        *item = block_item(g, p);
    g->n_items++;
    g->beats[g->n_beats - 1].n++;
    g->shown += item->kind != ITEM_NOTE;
}

static void
take_piece(struct stepping *g, const struct piece *p)
{
    if (p->kind == PIECE_HEADING) {
        close_beat(g);
        open_step(g, p);
    } else if (p->kind == PIECE_BEAT && g->n_steps) {
        close_beat(g);
        open_beat(g, p->line);
    } else {
        take_item(g, p);
    }
    g->figures += p->kind == PIECE_BLOCK && p->block == BLOCK_FIGURE;
}

void
steps_read(struct reader *r, struct outline o)
{
    struct stepping g = {.r = r};

    g.steps = ARENA_ARRAY(r->arena, struct step, o.n + 1);
    g.beats = ARENA_ARRAY(r->arena, struct beat, o.n + 1);
    g.items = ARENA_ARRAY(r->arena, struct item, o.n + 1);
    for (int i = 0; i < o.n; i++)
        take_piece(&g, &o.at[i]);
    close_beat(&g);
    if (!g.n_steps && !g.outside_told && !r->lesson->quiz_rules)
        errs_at(r->arena, r->errs, (struct pos){r->src->file, 1, 1}, ERR_STEP_EMPTY,
                "the lesson has no step; begin one with '# Title {#id core}'");
    r->lesson->steps = g.steps;
    r->lesson->n_steps = g.n_steps;
}
