/* Scripts, brackets and arrays in words. */
#include <string.h>

#include "base/utf8.h"
#include "typeset/speak/speak.h"

/* ---- operators with limits --------------------------------------------------------- */

static const struct node *
innermost(const struct node *n)
{
    n = only_item(n);
    return n->kind == NODE_SCRIPTS ? innermost(n->kid[0]) : n;
}

static bool
is_limit(const struct node *base)
{
    return base->kind == NODE_LEAF && strncmp(base->text, "lim", 3) == 0;
}

static void
speak_limit_words(struct speaker *s, const struct node *base, const struct node *below)
{
    bool outer = s->in_limit;

    speak_word(s, "the");
    speak_node(s, base);
    if (below) {
        speak_word(s, only_item(below)->kind == NODE_LEAF ? "over" : "as");
        s->in_limit = true;
        speak_node(s, below);
        s->in_limit = outer;
    }
    speak_close(s);
}

void
speak_operator(struct speaker *s, const struct node *base, const struct node *below,
               const struct node *above)
{
    const struct node *inner = only_item(base);

    if (is_limit(inner)) {
        speak_limit_words(s, base, below);
        return;
    }
    if (inner->kind == NODE_LEAF && spoken_word(inner->text))
        speak_word(s, "the");
    s->named = true;
    speak_node(s, base);
    s->named = false;
    if (below) {
        speak_word(s, above ? "from" : "over");
        s->bare = true;
        speak_node(s, below);
        s->bare = false;
        speak_close(s);
    }
    if (above) {
        speak_word(s, below ? "to" : "up to");
        speak_node(s, above);
        speak_close(s);
    }
}

/* ---- scripts ----------------------------------------------------------------------- */

/* A sign and one thing: "-1", "<t". */
static bool
is_signed(const struct node *n)
{
    const struct node *first;

    n = only_item(n);
    first = n->kind == NODE_ROW ? n->first : NULL;
    return first && first->kind == NODE_LEAF && first->next && !first->next->next &&
           (leaf_is(first, "-") || leaf_is(first, "+") || first->class == CLASS_REL) &&
           first->next->kind == NODE_LEAF;
}

static bool
ends_itself(const struct node *n)
{
    return only_item(n)->kind == NODE_LEAF || is_signed(n);
}

/* What follows "sub" and "to the power", with its end. */
static void
speak_script(struct speaker *s, const struct node *n, const char *before, const char *end)
{
    const struct node *inner = only_item(n);
    bool outer = s->bare;

    speak_word(s, before);
    s->bare = inner->kind == NODE_ROW && inner->first && inner->first->class == CLASS_REL;
    speak_node(s, n);
    s->bare = outer;
    if (ends_itself(n))
        speak_close(s);
    else
        speak_end(s, end, false);
}

static bool
is_capital(const struct node *n)
{
    n = only_item(n);
    return n->kind == NODE_LEAF &&
           ((*n->text >= 'A' && *n->text <= 'Z') || n->word ||
            (*n->text >= 'a' && utf8_chars(n->text, strlen(n->text)) > 1));
}

static bool
is_bracketed_said(const struct node *n)
{
    n = only_item(n);
    return n->kind == NODE_FENCE ||
           (n->kind == NODE_ROW && n->first && n->first->class == CLASS_OPEN &&
            n->last->class == CLASS_CLOSE);
}

/* All of it capitals, words and commas: a name, not a power. */
static bool
is_label(const struct node *n)
{
    n = only_item(n);
    if (n->kind != NODE_ROW || !n->first)
        return is_capital(n) || is_bracketed_said(n);
    for (const struct node *item = n->first; item; item = item->next)
        if (!is_capital(item) && item->class != CLASS_PUNCT)
            return is_bracketed_said(n);
    return true;
}

static const struct power_row {
    const char *text, *words;
} powers[] = {
    {"2",   "squared"          },
    {"3",   "cubed"            },
    {"⊤", "transposed"       },
    {"∗", "star"             },
    {"*",   "star"             },
    {"⋆", "star"             },
    {"†", "dagger"           },
    {"′", "prime"            },
    {"″", "double prime"     },
    {"+",   "superscript plus" },
    {"-",   "superscript minus"},
    {"°",  "degrees"          },
    {"⊥", "perp"             },
};

static const char *
short_power(const struct node *base, const struct node *n)
{
    const char *text = base->kind == NODE_LEAF ? base->text : "";

    if (leaf_is(n, "∘"))
        return *text >= '0' && *text <= '9' ? "degrees" : "circle";
    for (size_t i = 0; i < sizeof powers / sizeof *powers; i++)
        if (leaf_is(n, powers[i].text))
            return powers[i].words;
    return NULL;
}

static void
speak_super(struct speaker *s, const struct node *base, const struct node *n)
{
    const char *words = short_power(base, n);
    const struct node *inner = only_item(base);

    if (inner->kind == NODE_ROW && !inner->first)
        speak_script(s, n, "superscript", "end superscript");
    else if (words)
        speak_word(s, words);
    else if (is_label(n) && !leaf_is(inner, "e"))
        speak_script(s, n, "superscript", "end superscript");
    else
        speak_script(s, n, "to the power", "end power");
}

/* The base, in words that say where it ends. */
static void
speak_base(struct speaker *s, const struct node *base)
{
    const struct node *inner = only_item(base);
    bool row = inner->kind == NODE_ROW && inner->first &&
               !(inner->last->class == CLASS_CLOSE && inner->last->kind == NODE_LEAF &&
                 inner->first->next == inner->last);

    if (!row && inner->kind != NODE_SCRIPTS) {
        speak_node(s, base);
        speak_settle(s);
        return;
    }
    if (row && is_bracketed_said(inner)) {
        speak_node(s, base);
        return;
    }
    speak_word(s, "the group");
    speak_node(s, base);
    speak_end(s, "end group", false);
}

/* \left. x \right|_{a}^{b} */
static bool
speak_evaluated(struct speaker *s, const struct node *n)
{
    const struct node *fence = n->kid[0];

    if (fence->kind != NODE_FENCE || strcmp(fence->text, ".") != 0 ||
        fence->first != fence->last || strcmp(fence->first->text, "|") != 0)
        return false;
    speak_node(s, fence->first);
    speak_close(s);
    speak_pause(s, ",");
    speak_word(s, n->kid[1] && n->kid[2] ? "evaluated from" : "evaluated at");
    speak_node(s, n->kid[1]);
    if (n->kid[2]) {
        if (n->kid[1])
            speak_word(s, "to");
        speak_node(s, n->kid[2]);
    }
    speak_end(s, "end evaluation", true);
    return true;
}

/* The note of a brace. */
static void
speak_note(struct speaker *s, const struct node *n)
{
    const struct node *note = n->kid[1] ? n->kid[1] : n->kid[2];

    speak_node(s, n->kid[0]);
    speak_word(s, "noted");
    speak_node(s, note);
    speak_end(s, "end note", false);
}

void
speak_scripts(struct speaker *s, const struct node *n)
{
    const struct node *base = n->kid[0], *inner = only_item(base);
    bool empty = inner->kind == NODE_ROW && !inner->first;

    if (speak_evaluated(s, n))
        return;
    if (inner->kind == NODE_STRETCH && n->limits == LIMITS_ALWAYS) {
        speak_note(s, n);
        return;
    }
    if (n->class == CLASS_OP && (n->limits != LIMITS_NONE || innermost(base)->big)) {
        speak_operator(s, base, n->kid[1], n->kid[2]);
        return;
    }
    if (n->class == CLASS_OP && n->kid[1] && leaf_is(base, "log")) {
        speak_node(s, base);
        speak_script(s, n->kid[1], "base", "end base");
    } else {
        if (empty)
            speak_word(s, "left");
        else if (inner->kind == NODE_LEAF && inner->class == CLASS_BAR)
            speak_bracket(s, inner->text, n->class == CLASS_OPEN);
        else
            speak_base(s, base);
        if (n->kid[1])
            speak_script(s, n->kid[1], "sub", "end sub");
    }
    if (n->kid[1] && n->kid[2])
        speak_pause(s, ",");
    if (n->kid[2])
        speak_super(s, base, n->kid[2]);
    if (empty)
        speak_pause(s, ",");
}

/* ---- brackets ---------------------------------------------------------------------- */

void
speak_fence(struct speaker *s, const struct node *n)
{
    bool one_side = strcmp(n->text, ".") == 0;

    if (!one_side)
        speak_bracket(s, n->text, true);
    for (const struct node *segment = n->first; segment; segment = segment->next) {
        speak_node(s, segment);
        if (segment->next) {
            speak_close(s);
            speak_word(s, leaf_is(segment, "")              ? ""
                          : *n->text == '{'                 ? "such that"
                          : strcmp(segment->text, "|") == 0 ? "given"
                                                            : "middle bar");
        } else if (strcmp(segment->text, ".") != 0) {
            if (one_side)
                s->brackets++;
            speak_bracket(s, segment->text, false);
        }
    }
    if (!one_side && strcmp(n->last->text, ".") == 0) {
        speak_end(s, "end of open side", false);
        s->brackets -= s->brackets > 0;
    }
}

/* ---- arrays ------------------------------------------------------------------------ */

static int
count_columns(const struct node *n)
{
    int most = 0;

    for (const struct node *row = n->first; row; row = row->next)
        most = row->n > most ? row->n : most;
    return most;
}

static void
speak_cells(struct speaker *s, const struct node *row, const char *mark)
{
    for (const struct node *cell = row->first; cell; cell = cell->next) {
        if (cell->first)
            speak_node(s, cell);
        else if (mark)
            speak_word(s, "blank");
        speak_close(s);
        if (cell->next && mark)
            speak_pause(s, mark);
    }
}

static void
speak_matrix(struct speaker *s, const struct node *n, const char *word)
{
    int cols = count_columns(n), i = 1;
    bool bars = strcmp(n->environment->left, "|") == 0;

    if (bars)
        speak_word(s, "the determinant of");
    if (cols == 1 && n->n > 1 && strcmp(word, "matrix") == 0)
        speak_word(s, "the column vector");
    else
        speak_printf(s, "the %d by %d %s", n->n, cols, word);
    speak_pause(s, ",");
    for (const struct node *row = n->first; row; row = row->next, i++) {
        if (cols > 1 || strcmp(word, "matrix") != 0)
            speak_printf(s, "row %d:", i);
        speak_cells(s, row, ",");
        speak_pause(s, ";");
    }
    speak_word(s, cols == 1 && n->n > 1 && strcmp(word, "matrix") == 0
                      ? "end vector"
                      : arena_printf(s->arena, "end %s", word));
    speak_pause(s, ",");
}

/* "if" before a condition that does not begin with a word of its own. */
static void
speak_condition(struct speaker *s, const struct node *cell)
{
    const struct node *first = cell->first;

    while (first && first->kind == NODE_ROW && first->first)
        first = first->first;
    if (!first)
        return;
    speak_pause(s, ",");
    if (first->kind != NODE_LEAF || first->class != CLASS_ORD ||
        utf8_chars(first->text, strlen(first->text)) < 2 || *first->text < 'A')
        speak_word(s, "if");
    speak_node(s, cell);
    speak_close(s);
}

static void
speak_cases(struct speaker *s, const struct node *n)
{
    int i = 1;

    speak_printf(s, "%d case%s", n->n, n->n == 1 ? "" : "s");
    speak_pause(s, ",");
    for (const struct node *row = n->first; row; row = row->next, i++) {
        speak_printf(s, "case %d:", i);
        speak_node(s, row->first);
        speak_close(s);
        for (const struct node *cell = row->first->next; cell; cell = cell->next)
            speak_condition(s, cell);
        speak_pause(s, ";");
    }
    speak_word(s, "end cases");
    speak_pause(s, ",");
}

static void
speak_lines(struct speaker *s, const struct node *n)
{
    int i = 1;

    for (const struct node *row = n->first; row; row = row->next, i++) {
        if (n->n > 1)
            speak_printf(s, "line %d:", i);
        speak_cells(s, row, NULL);
        speak_pause(s, ";");
    }
    if (n->n > 1)
        speak_word(s, "end lines");
}

static void
speak_substack(struct speaker *s, const struct node *n)
{
    bool bare = s->bare;

    for (const struct node *row = n->first; row; row = row->next) {
        s->bare = bare;
        speak_cells(s, row, NULL);
        if (row->next) {
            speak_pause(s, ",");
            speak_word(s, "and");
        }
    }
}

void
speak_array(struct speaker *s, const struct node *n)
{
    const struct environment *e = n->environment;
    bool braces = strcmp(e->left, "{") == 0 || strcmp(e->right, "}") == 0;

    if (!n->first)
        return;
    if (!*e->name || strcmp(e->name, "subarray") == 0) {
        if (lines_up(n))
            speak_lines(s, n);
        else
            speak_substack(s, n);
    } else if (braces && strcmp(e->columns, "l") == 0) {
        speak_cases(s, n);
    } else if (lines_up(n) || strstr(e->name, "gather") || strstr(e->name, "mult") ||
               strncmp(e->name, "eqn", 3) == 0) {
        speak_lines(s, n);
    } else {
        speak_matrix(s, n, strstr(e->name, "matrix") ? "matrix" : "array");
    }
}
