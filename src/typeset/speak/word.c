/* Leaves: signs, letters, names, numbers, text, brackets. */
#include <string.h>

#include "base/utf8.h"
#include "typeset/speak/speak.h"

static const struct word_row {
    const char *text, *words;
} rows[] = {
#define WORD(text, words) {text, words},
#include "typeset/speak/words.def"
#undef WORD
};

const char *
spoken_word(const char *text)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].text, text) == 0)
            return rows[i].words;
    return NULL;
}

/* ---- signs ------------------------------------------------------------------------- */

/* The text without its combining marks; *negated when one of them strikes it out. */
static const char *
without_marks(struct arena *a, const char *text, bool *negated)
{
    size_t len = strlen(text), bytes;
    struct buf b;

    buf_init(&b, a);
    for (size_t i = 0; i < len; i += bytes) {
        uint32_t c = utf8_decode(text + i, len - i, &bytes);

        *negated |= c == 0x338;
        if (utf8_cell_width(c) > 0)
            buf_add_n(&b, text + i, bytes);
    }
    return b.s;
}

/* The name of the command that makes a sign; the sign itself when there is none. */
static const char *
name_of_sign(const char *text)
{
    size_t bytes, len = strlen(text);
    uint32_t c = len ? utf8_decode(text, len, &bytes) : 0;
    const struct command *command;

    if (c < 0x80 || bytes != len)
        return text;
    command = command_of_char(c);
    return command ? command->name : text;
}

/* Text as it stands, without the blanks on both sides. */
static void
speak_text(struct speaker *s, const char *text)
{
    size_t start = strspn(text, " "), end = strlen(text);

    while (end > start && text[end - 1] == ' ')
        end--;
    speak_word(s, arena_strndup(s->arena, text + start, end - start));
}

static const char *
relation_bar(const struct speaker *s)
{
    int depth = s->brackets < BRACES_MAX ? s->brackets : BRACES_MAX;

    return depth > 0 && s->brace[depth - 1] ? "such that" : "given";
}

/* ---- brackets ---------------------------------------------------------------------- */

static const struct bracket_row {
    const char *text, *open, *close;
} brackets[] = {
    {"(",   "open paren",            "close paren"         },
    {")",   "right paren",           "close paren"         },
    {"[",   "open bracket",          "close bracket"       },
    {"]",   "right bracket",         "close bracket"       },
    {"{",   "open brace",            "close brace"         },
    {"}",   "right brace",           "close brace"         },
    {"⟨", "open angle bracket",    "close angle bracket" },
    {"⟩", "right angle bracket",   "close angle bracket" },
    {"|",   "the absolute value of", "end absolute value"  },
    {"‖", "the norm of",           "end norm"            },
    {"⦀", "the triple norm of",    "end triple norm"     },
    {"⌊", "the floor of",          "end floor"           },
    {"⌋", "right floor",           "end floor"           },
    {"⌈", "the ceiling of",        "end ceiling"         },
    {"⌉", "right ceiling",         "end ceiling"         },
    {"⟦", "open double bracket",   "close double bracket"},
    {"⟧", "right double bracket",  "close double bracket"},
    {".",   "",                      ""                    },
};

static const struct bracket_row *
find_bracket(const char *text)
{
    for (size_t i = 0; i < sizeof brackets / sizeof *brackets; i++)
        if (strcmp(brackets[i].text, text) == 0)
            return &brackets[i];
    return NULL;
}

void
speak_bracket(struct speaker *s, const char *text, bool open)
{
    const struct bracket_row *row = find_bracket(text);
    const char *words = !row ? NULL : open ? row->open : row->close;

    if (!open)
        speak_close(s);
    if (!words)
        words =
            arena_printf(s->arena, "%s %s", open ? "open" : "close", name_of_sign(text));
    if (strncmp(words, "end ", 4) == 0)
        speak_pause(s, ",");
    speak_word(s, words);
    if (strncmp(words, "end ", 4) == 0)
        speak_pause(s, ",");
    if (open && s->brackets < BRACES_MAX) {
        s->brace[s->brackets] = *text == '{';
        s->angle[s->brackets] = strcmp(text, "⟨") == 0;
    }
    if (open)
        s->brackets++;
    else if (s->brackets > 0)
        s->brackets--;
}

/* ---- by what stands beside -----------------------------------------------------------
 */

/* The name of a distribution: a word, a script letter, or one of a few letters. */
static bool
names_distribution(const struct node *n)
{
    static const char *const names[] = {"p", "q", "P", "Q", "N", "U", "π", "pi"};

    while (n && n->kind == NODE_SPACE)
        n = n->next;
    while (n &&
           (n->kind == NODE_SCRIPTS || n->kind == NODE_ROW || n->kind == NODE_ACCENT))
        n = n->kind == NODE_ROW ? n->first : n->kid[0];
    if (!n || n->kind != NODE_LEAF)
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(n->text, names[i]) == 0)
            return true;
    return n->word || (n->said && strcmp(n->said, "script") == 0);
}

/* A bar that is no bracket, inside brackets: P(A|B). */
static bool
is_condition(const struct speaker *s, const struct node *n)
{
    int depth = s->brackets < BRACES_MAX ? s->brackets : BRACES_MAX;

    return n->class == CLASS_ORD && strcmp(n->text, "|") == 0 && depth > 0 &&
           !s->angle[depth - 1];
}

/* ---- leaves ------------------------------------------------------------------------ */

/* A letter, a sign or a word, with what its font says. */
static void
speak_sign(struct speaker *s, const struct node *n)
{
    bool negated = false;
    const char *text = without_marks(s->arena, n->text, &negated);
    const char *words = spoken_word(text);

    if (s->in_limit && strcmp(text, "→") == 0)
        words = "goes to";
    if (strcmp(text, "∼") == 0 && names_distribution(n->next))
        words = "is distributed as";
    words = words ? words : name_of_sign(text);
    if (n->style == STYLE_STRONG)
        speak_word(s, "bold");
    if (n->said && strncmp(words, n->said, strlen(n->said)) != 0)
        speak_word(s, n->said);
    else if (negated && strncmp(words, "is ", 3) == 0)
        words = arena_printf(s->arena, "is not %s", words + 3);
    else if (negated)
        speak_word(s, "not");
    if (n->class == CLASS_REL && s->bare && strncmp(words, "is ", 3) == 0)
        words += 3;
    s->bare &= n->class != CLASS_REL;
    s->bare |= strcmp(text, "∀") == 0 || strcmp(text, "∃") == 0;
    speak_text(s, words);
}

void
speak_leaf(struct speaker *s, const struct node *n)
{
    bool bracket = n->class == CLASS_OPEN || n->class == CLASS_CLOSE;

    if (n->style == STYLE_WRONG)
        speak_printf(s, "%s%s", *n->text == '\\' ? "backslash " : "",
                     n->text + (*n->text == '\\'));
    else if (bracket && find_bracket(n->text))
        speak_bracket(s, n->text, n->class == CLASS_OPEN);
    else if (n->big && !s->named)
        speak_operator(s, n, NULL, NULL);
    else if ((n->class == CLASS_REL && strcmp(n->text, "|") == 0) || is_condition(s, n))
        speak_word(s, relation_bar(s));
    else
        speak_sign(s, n);
}
