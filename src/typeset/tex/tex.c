/* Formulas for the outside, and the names of commands. */
#include <string.h>

#include "base/utf8.h"
#include "typeset/tex/tex.h"

/* ---- commands ---------------------------------------------------------------------- */

static const struct command commands[] = {
#define COMMAND(name, kind, class, text, ascii) \
    {name, COMMAND_##kind, CLASS_##class, text, ascii},
#include "typeset/tex/commands.def"
#undef COMMAND
};

/* What a character that is typed as itself is, unless it is a letter or a digit. */
static const struct command characters[] = {
    {"+",   COMMAND_SYMBOL,  CLASS_BIN,   "+", NULL},
    {"-",   COMMAND_SYMBOL,  CLASS_BIN,   "-", NULL},
    {"*",   COMMAND_SYMBOL,  CLASS_BIN,   "*", NULL},
    {"=",   COMMAND_SYMBOL,  CLASS_REL,   "=", NULL},
    {"<",   COMMAND_SYMBOL,  CLASS_REL,   "<", NULL},
    {">",   COMMAND_SYMBOL,  CLASS_REL,   ">", NULL},
    {":",   COMMAND_SYMBOL,  CLASS_REL,   ":", NULL},
    {"(",   COMMAND_SYMBOL,  CLASS_OPEN,  "(", NULL},
    {"[",   COMMAND_SYMBOL,  CLASS_OPEN,  "[", NULL},
    {")",   COMMAND_SYMBOL,  CLASS_CLOSE, ")", NULL},
    {"]",   COMMAND_SYMBOL,  CLASS_CLOSE, "]", NULL},
    {"!",   COMMAND_SYMBOL,  CLASS_CLOSE, "!", NULL},
    {",",   COMMAND_SYMBOL,  CLASS_PUNCT, ",", NULL},
    {";",   COMMAND_SYMBOL,  CLASS_PUNCT, ";", NULL},
    {"|",   COMMAND_SYMBOL,  CLASS_BAR,   "|", NULL},
    {"~",   COMMAND_SPACE,   CLASS_ORD,   "1", NULL},
    {"$",   COMMAND_NOTHING, CLASS_ORD,   "",  NULL},
    {"−", COMMAND_SYMBOL,  CLASS_BIN,   "-", NULL},
};

enum {
    COMMANDS = sizeof commands / sizeof *commands,
    CHARACTERS = sizeof characters / sizeof *characters,
};

const struct command *
command_find(const char *name, size_t len)
{
    size_t low = 0, high = COMMANDS;

    while (low < high) {
        size_t mid = low + (high - low) / 2;
        int order = strncmp(commands[mid].name, name, len);

        if (order == 0)
            order = commands[mid].name[len] != '\0';
        if (order == 0)
            return &commands[mid];
        if (order < 0)
            low = mid + 1;
        else
            high = mid;
    }
    return NULL;
}

const struct command *
command_of_char(uint32_t c)
{
    char text[5] = "";

    text[utf8_encode(text, c)] = '\0';
    for (size_t i = 0; i < CHARACTERS; i++)
        if (strcmp(characters[i].name, text) == 0)
            return &characters[i];
    for (size_t i = 0; c >= 0x80 && i < COMMANDS; i++)
        if ((commands[i].kind == COMMAND_SYMBOL || commands[i].kind == COMMAND_BIG) &&
            strcmp(commands[i].text, text) == 0)
            return &commands[i];
    return NULL;
}

/* ---- setting a formula ------------------------------------------------------------- */

static const struct group *
set_formula(struct setter *s, const struct node *formula, struct how how, int width)
{
    const struct node *row = only_item(formula);
    const struct group *whole;
    struct item *items;
    int n;

    set_scan(s, formula, how);
    if (row->kind != NODE_ROW)
        return set_node(s, row, how);
    items = set_items(s, row, how, &n);
    whole = set_line(s, items, n);
    if (width <= 0 || whole->cols <= width || !n)
        return whole;
    return set_broken(s, items, n, width);
}

const struct group *
tex_group(struct arena *a, const char *tex, const struct tex_options *o, enum mode mode,
          struct err *e)
{
    struct setter s = {.arena = a, .alphabet = o->alphabet};
    const struct node *formula;
    struct err unseen;

    if (!e)
        e = &unseen;
    e->code = ERR_NONE;
    memset(s.small, true, sizeof s.small);
    formula = tex_read(a, tex, o, NULL, e);
    return set_formula(&s, formula, (struct how){mode, 0}, o->width);
}

/* ---- for the outside --------------------------------------------------------------- */

struct box *
tex_box_with(struct arena *a, const char *tex, const struct tex_options *o, struct err *e)
{
    const struct group *g =
        tex_group(a, tex, o, o->display ? MODE_DISPLAY : MODE_INLINE, e);

    if (e && !e->code && (g->rows > CANVAS_ROWS_MAX || g->cols > CANVAS_COLS_MAX))
        err_at(e, (struct pos){"formula", 1, 1}, ERR_TEX_TOO_LARGE,
               "this formula needs %d rows of %d cells; at most %d of %d can be shown",
               g->rows, g->cols, CANVAS_ROWS_MAX, CANVAS_COLS_MAX);
    return group_box(a, g, CANVAS_ROWS_MAX, CANVAS_COLS_MAX);
}

struct box *
tex_box(struct arena *a, enum alphabet alphabet, const char *tex, bool display, int width,
        struct err *e)
{
    const struct tex_options o = {alphabet, display, width, NULL};

    return tex_box_with(a, tex, &o, e);
}

char *
tex_line_with(struct arena *a, const char *tex, const struct tex_options *o)
{
    struct tex_options unbroken = *o;
    const struct group *g;

    unbroken.width = 0;
    g = tex_group(a, tex, &unbroken, MODE_LINE, NULL);
    return box_text(a, group_box(a, g, 1, g->cols));
}

char *
tex_line(struct arena *a, enum alphabet alphabet, const char *tex)
{
    const struct tex_options o = {.alphabet = alphabet};

    return tex_line_with(a, tex, &o);
}

static bool
has_name(const char *const *names, int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

struct tex_names
tex_unknown(struct arena *a, const char *tex, struct tex_macros *macros)
{
    const struct tex_options o = {ALPHABET_UNICODE, false, 0, macros};
    struct node row = {.kind = NODE_ROW};
    struct tex_names names = {NULL, 0};
    struct err e = {.code = ERR_NONE};
    const char **at;

    tex_read(a, tex, &o, &row, &e);
    at = ARENA_ARRAY(a, const char *, row.n + 1);
    for (const struct node *leaf = row.first; leaf; leaf = leaf->next)
        if (!has_name(at, names.n, leaf->text))
            at[names.n++] = leaf->text;
    names.at = at;
    return names;
}
