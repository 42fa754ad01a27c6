/* Formulas in words: the outside, and what needs no file of its own. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "typeset/speak/speak.h"

/* ---- words ------------------------------------------------------------------------- */

void
speak_settle(struct speaker *s)
{
    if (s->open)
        s->mark = ",";
    for (; s->open && s->opens > 0; s->opens--)
        buf_printf(&s->out, ", %s", s->open);
    s->open = NULL;
}

void
speak_word(struct speaker *s, const char *words)
{
    if (!*words)
        return;
    speak_settle(s);
    if (s->out.n && s->mark)
        buf_add(&s->out, s->mark);
    if (s->out.n)
        buf_add(&s->out, " ");
    s->mark = NULL;
    buf_add(&s->out, words);
}

void
speak_printf(struct speaker *s, const char *fmt, ...)
{
    char text[1024];
    va_list args;

    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    speak_word(s, text);
}

void
speak_pause(struct speaker *s, const char *mark)
{
    if (!s->mark || *mark == ';')
        s->mark = mark;
}

void
speak_close(struct speaker *s)
{
    s->open = NULL;
}

void
speak_end(struct speaker *s, const char *end, bool optional)
{
    bool same = s->open && strcmp(s->open, end) == 0;

    if (optional) {
        s->opens = same ? s->opens + 1 : 1;
        s->open = end;
        return;
    }
    if (!same)
        s->open = NULL;
    speak_pause(s, ",");
    speak_word(s, end);
    speak_pause(s, ",");
}

/* ---- what things are --------------------------------------------------------------- */

bool
leaf_is(const struct node *n, const char *text)
{
    n = n ? only_item(n) : NULL;
    return n && n->kind == NODE_LEAF && strcmp(n->text, text) == 0;
}

bool
is_short_said(const struct node *n)
{
    n = only_item(n);
    switch (n->kind) {
    case NODE_LEAF:
        return true;
    case NODE_ROOT:
        return !n->kid[1] && is_short_said(n->kid[0]);
    case NODE_ACCENT:
        return is_short_said(n->kid[0]);
    case NODE_SCRIPTS:
        return !stacks_limits(n, MODE_DISPLAY) && is_short_said(n->kid[0]) &&
               (!n->kid[1] || only_item(n->kid[1])->kind == NODE_LEAF) &&
               (!n->kid[2] || only_item(n->kid[2])->kind == NODE_LEAF);
    default:
        return false;
    }
}

static bool
is_wordy(const struct node *n)
{
    n = only_item(n);
    if (n->kind == NODE_SCRIPTS)
        return is_wordy(n->kid[0]);
    return n->kind == NODE_LEAF && n->word && n->class == CLASS_ORD &&
           n->style != STYLE_WRONG;
}

bool
takes_of(const struct node *n, const struct node *next)
{
    bool bracket =
        next && (next->class == CLASS_OPEN || next->kind == NODE_FENCE ||
                 (next->kind == NODE_SCRIPTS && next->kid[0]->kind == NODE_FENCE));

    if (!next || next->class == CLASS_BIN || next->class == CLASS_REL ||
        next->class == CLASS_CLOSE || next->class == CLASS_PUNCT)
        return false;
    return n->class == CLASS_OP || (bracket && is_wordy(n));
}

/* ---- rows -------------------------------------------------------------------------- */

static const struct node *
next_said(const struct node *item)
{
    for (item = item->next; item; item = item->next)
        if (item->kind != NODE_SPACE && item->kind != NODE_PHANTOM)
            return item;
    return NULL;
}

/* The comma or the full stop that ends a displayed formula. */
static bool
is_last_stop(const struct node *item)
{
    return !next_said(item) &&
           (leaf_is(item, ",") || leaf_is(item, ".") || leaf_is(item, ";"));
}

/* A sum or product: the sign that it is, NULL: it is neither. */
static const char *
summed(const struct node *n)
{
    n = only_item(n);
    if (n->kind == NODE_SCRIPTS)
        return summed(n->kid[0]);
    if (n->kind != NODE_LEAF || !n->big)
        return NULL;
    return strcmp(n->text, "∑") == 0   ? "end sum"
           : strcmp(n->text, "∏") == 0 ? "end product"
                                       : NULL;
}

static bool
is_addition(const struct node *n)
{
    return n->class == CLASS_BIN &&
           (leaf_is(n, "+") || leaf_is(n, "-") || leaf_is(n, "±"));
}

/* A plus behind what is summed is said to be outside of it. Inside brackets of the row
 * it is another matter: their end tells. */
static void
speak_sum_end(struct speaker *s, const struct node *item, const char **open, int *depth)
{
    *depth += (item->class == CLASS_OPEN) - (item->class == CLASS_CLOSE);
    if (*open && (*depth < 0 || item->class == CLASS_REL || item->class == CLASS_PUNCT)) {
        *open = NULL;
    } else if (*open && *depth == 0 && is_addition(item)) {
        speak_end(s, *open, false);
        *open = NULL;
    }
    if (summed(item)) {
        *open = summed(item);
        *depth = 0;
    }
}

static void
speak_row(struct speaker *s, const struct node *row)
{
    const char *open = NULL;
    int depth = 0;

    for (const struct node *item = row->first; item; item = item->next) {
        if (item->kind == NODE_SPACE && item->n > 1)
            speak_pause(s, ",");
        if (is_last_stop(item) && item != row->first)
            continue;
        speak_sum_end(s, item, &open, &depth);
        speak_node(s, item);
        if (takes_of(item, next_said(item))) {
            speak_close(s);
            speak_word(s, "of");
        }
    }
}

/* ---- fractions and roots ----------------------------------------------------------- */

static bool
is_digits(const struct node *n, int *value)
{
    const char *text;

    n = only_item(n);
    text = n->kind == NODE_LEAF ? n->text : "";
    *value = 0;
    for (; *text >= '0' && *text <= '9' && *value < 1000; text++)
        *value = *value * 10 + (*text - '0');
    return n->kind == NODE_LEAF && *n->text && !*text;
}

/* "one half", "3 quarters"; false when it is no such number. */
static bool
speak_part_number(struct speaker *s, const struct node *n)
{
    static const char *const one[] = {"half",    "third",  "quarter", "fifth", "sixth",
                                      "seventh", "eighth", "ninth",   "tenth"};
    static const char *const many[] = {"halves",  "thirds", "quarters",
                                       "fifths",  "sixths", "sevenths",
                                       "eighths", "ninths", "tenths"};
    int over, under;

    if (!is_digits(n->kid[0], &over) || !is_digits(n->kid[1], &under) || over < 1 ||
        over > 9 || under < 2 || under > 10)
        return false;
    if (over == 1)
        speak_printf(s, "one %s", one[under - 2]);
    else
        speak_printf(s, "%d %s", over, many[under - 2]);
    return true;
}

static void
speak_numerator(struct speaker *s, const struct node *n)
{
    if (leaf_is(n, "1"))
        speak_word(s, "one");
    else
        speak_node(s, n);
}

static void
speak_fraction(struct speaker *s, const struct node *n)
{
    bool binomial = n->n == FRACTION_BINOMIAL;

    if (n->n < FRACTION_BINOMIAL && speak_part_number(s, n))
        return;
    speak_word(s, binomial                 ? "the binomial"
                  : n->n == FRACTION_STACK ? "the stack"
                                           : "the fraction");
    if (binomial)
        speak_node(s, n->kid[0]);
    else
        speak_numerator(s, n->kid[0]);
    speak_word(s, binomial ? "choose" : "over");
    speak_node(s, n->kid[1]);
    speak_end(s,
              binomial                 ? "end binomial"
              : n->n == FRACTION_STACK ? "end stack"
                                       : "end fraction",
              is_short_said(n->kid[1]));
}

static void
speak_root(struct speaker *s, const struct node *n)
{
    if (!n->kid[1] || leaf_is(n->kid[1], "2"))
        speak_word(s, "the square root of");
    else if (leaf_is(n->kid[1], "3"))
        speak_word(s, "the cube root of");
    else {
        speak_word(s, "the root with index");
        speak_node(s, n->kid[1]);
        speak_close(s);
        speak_word(s, "of");
    }
    speak_node(s, n->kid[0]);
    speak_end(s, "end root", is_short_said(n->kid[0]));
}

/* ---- marks above and below --------------------------------------------------------- */

/* "x hat", "hat over x plus y, end hat". */
static void
speak_marked(struct speaker *s, const struct node *n, const char *before,
             const char *behind, const char *end)
{
    if (is_short_said(n)) {
        speak_node(s, n);
        speak_word(s, behind);
        return;
    }
    speak_word(s, before);
    speak_node(s, n);
    speak_end(s, end, false);
}

static const struct accent_row {
    const char *name, *word;
} accents[] = {
    {"vec",      "vector"    },
    {"ddot",     "double dot"},
    {"dddot",    "triple dot"},
    {"ddddot",   "four dots" },
    {"\"",       "double dot"},
    {"'",        "acute"     },
    {"`",        "grave"     },
    {"^",        "hat"       },
    {".",        "dot"       },
    {"=",        "bar"       },
    {"mathring", "ring"      },
};

static void
speak_accent(struct speaker *s, const struct node *n)
{
    const char *word = n->kid[1]->text;

    for (size_t i = 0; i < sizeof accents / sizeof *accents; i++)
        if (strcmp(accents[i].name, n->kid[1]->text) == 0)
            word = accents[i].word;
    speak_marked(s, n->kid[0], arena_printf(s->arena, "%s over", word), word,
                 arena_printf(s->arena, "end %s", word));
}

static const struct stretch_row {
    const char *name, *before, *behind, *end;
} stretches[] = {
    {"bar",        "line over",             "bar",              "end line" },
    {"under",      "line under",            "underlined",       "end line" },
    {"arrow",      "arrow over",            "arrow",            "end arrow"},
    {"larrow",     "left arrow over",       "left arrow",       "end arrow"},
    {"lrarrow",    "left right arrow over", "left right arrow", "end arrow"},
    {"uarrow",     "arrow under",           "arrow below",      "end arrow"},
    {"ularrow",    "left arrow under",      "left arrow below", "end arrow"},
    {"overbrace",  "brace over",            NULL,               "end brace"},
    {"underbrace", "brace under",           NULL,               "end brace"},
};

static void
speak_stretch(struct speaker *s, const struct node *n)
{
    for (size_t i = 0; i < sizeof stretches / sizeof *stretches; i++) {
        const struct stretch_row *row = &stretches[i];

        if (strcmp(row->name, n->text) != 0)
            continue;
        if (row->behind) {
            speak_marked(s, n->kid[0], row->before, row->behind, row->end);
        } else {
            speak_word(s, row->before);
            speak_node(s, n->kid[0]);
            speak_end(s, row->end, false);
        }
        return;
    }
    speak_node(s, n->kid[0]);
}

/* "with n above it". */
static void
speak_with(struct speaker *s, const struct node *mark, const char *where)
{
    if (!mark)
        return;
    speak_pause(s, ",");
    speak_word(s, "with");
    if (leaf_is(mark, "!"))
        speak_word(s, "exclamation mark");
    else
        speak_node(s, mark);
    speak_close(s);
    speak_word(s, where);
    speak_pause(s, ",");
}

/* An arrow that has marks of its own is no "to". */
static void
speak_arrow_sign(struct speaker *s, const char *text)
{
    const char *word = spoken_word(text);

    speak_word(s, strcmp(text, "→") == 0   ? "right arrow"
                  : strcmp(text, "←") == 0 ? "left arrow"
                  : word                   ? word
                                           : "arrow");
}

static void
speak_stack(struct speaker *s, const struct node *n)
{
    const struct node *base = only_item(n->kid[0]);

    if (n->kid[0]->class == CLASS_OP || base->class == CLASS_OP) {
        speak_operator(s, n->kid[0], n->kid[2], n->kid[1]);
        return;
    }
    if (leaf_is(base, "→") || leaf_is(base, "←"))
        speak_arrow_sign(s, base->text);
    else
        speak_node(s, n->kid[0]);
    speak_close(s);
    speak_with(s, n->kid[1], "above it");
    speak_with(s, n->kid[2], "below it");
}

static void
speak_arrow(struct speaker *s, const struct node *n)
{
    speak_arrow_sign(s, n->text);
    speak_with(s, n->kid[1], "above it");
    speak_with(s, n->kid[2], "below it");
}

static void
speak_boxed(struct speaker *s, const struct node *n)
{
    speak_word(s, "boxed");
    speak_node(s, n->kid[0]);
    speak_end(s, "end box", is_short_said(n->kid[0]));
}

static void
speak_nothing(struct speaker *s, const struct node *n)
{
    (void)s;
    (void)n;
}

static void (*const speakers[NODE_KIND_COUNT])(struct speaker *, const struct node *) = {
    [NODE_ROW] = speak_row,         [NODE_LEAF] = speak_leaf,
    [NODE_SPACE] = speak_nothing,   [NODE_FRACTION] = speak_fraction,
    [NODE_ROOT] = speak_root,       [NODE_SCRIPTS] = speak_scripts,
    [NODE_FENCE] = speak_fence,     [NODE_ARRAY] = speak_array,
    [NODE_ACCENT] = speak_accent,   [NODE_STRETCH] = speak_stretch,
    [NODE_STACK] = speak_stack,     [NODE_BOXED] = speak_boxed,
    [NODE_PHANTOM] = speak_nothing, [NODE_ARROW] = speak_arrow,
};

void
speak_node(struct speaker *s, const struct node *n)
{
    if (n)
        speakers[n->kind](s, n);
}

/* ---- for the outside --------------------------------------------------------------- */

char *
tex_spoken(struct arena *a, const char *tex, const struct tex_options *o, struct err *e)
{
    const struct tex_options unicode = {.alphabet = ALPHABET_UNICODE,
                                        .macros = o->macros};
    struct speaker s = {.arena = a};
    struct err unseen;

    if (!e)
        e = &unseen;
    e->code = ERR_NONE;
    buf_init(&s.out, a);
    speak_node(&s, tex_read(a, tex, &unicode, NULL, e));
    return canvas_fold(a, o->alphabet, s.out.s);
}
