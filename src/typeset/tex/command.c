/* What each kind of command makes of what follows it. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/safe.h"
#include "base/utf8.h"
#include "typeset/tex/tex.h"

static bool
text_is(const struct command *c, const char *text)
{
    return strcmp(c->text, text) == 0;
}

/* ---- symbols and names ------------------------------------------------------------- */

static uint32_t
double_struck(char c)
{
    static const char letters[] = "CHNPQRZ";
    static const uint32_t struck[] = {0x2102, 0x210D, 0x2115, 0x2119,
                                      0x211A, 0x211D, 0x2124};
    const char *found = c ? strchr(letters, c) : NULL;

    return found ? struck[found - letters] : 0;
}

/* The text with a combining mark on every character; marks carry none. */
static const char *
marked(struct reader *r, const char *text, uint32_t mark)
{
    size_t len = strlen(text), bytes;
    struct buf b;

    buf_init(&b, r->arena);
    for (size_t i = 0; i < len; i += bytes) {
        uint32_t c = utf8_decode(text + i, len - i, &bytes);

        buf_add_n(&b, text + i, bytes);
        if (utf8_cell_width(c) > 0)
            buf_char(&b, mark);
    }
    return b.s;
}

static bool
is_word(const char *text)
{
    return text[0] && text[1] &&
           ((text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z'));
}

struct node *
node_symbol(struct reader *r, const struct command *c)
{
    const char *text = c->text;
    struct node *n;
    uint32_t struck = 0;

    if (r->font.blackboard && !text[1] && r->alphabet == ALPHABET_UNICODE)
        struck = double_struck(text[0]);
    if (struck) {
        struct buf b;

        buf_init(&b, r->arena);
        buf_char(&b, struck);
        text = b.s;
    }
    if (r->alphabet == ALPHABET_ASCII && c->ascii)
        text = c->ascii;
    else if (text[0] & 0x80 || text[1] || !text_is_safe((unsigned char)text[0]))
        text = reader_text(r, text);
    if (r->font.mark && r->alphabet == ALPHABET_UNICODE)
        text = marked(r, text, r->font.mark);
    n = node_leaf(r, c->class, text);
    n->word = is_word(text);
    return n;
}

static struct node *
take_symbol(struct reader *r, struct token t)
{
    return node_symbol(r, t.command);
}

static struct node *
take_function(struct reader *r, struct token t)
{
    struct node *n = node_leaf(r, CLASS_OP, t.command->text);

    n->word = true;
    n->limits = t.command->kind == COMMAND_LIMIT ? LIMITS_DISPLAY : LIMITS_NONE;
    return n;
}

static struct node *
take_big(struct reader *r, struct token t)
{
    struct node *n = node_symbol(r, t.command);

    n->big = true;
    n->limits = LIMITS_DISPLAY;
    return n;
}

/* \operatorname{arg\,max}: a row of words. */
static struct node *
take_operator(struct reader *r, struct token t)
{
    struct font font = r->font;
    struct node *n;

    r->font.upright = true;
    n = read_argument(r);
    r->font = font;
    n->class = CLASS_OP;
    n->limits = text_is(t.command, "limits") ? LIMITS_DISPLAY : LIMITS_NONE;
    return n;
}

static struct node *
take_space(struct reader *r, struct token t)
{
    struct node *n = node_new(r, NODE_SPACE);

    n->n = atoi(t.command->text);
    return n;
}

/* "-0.5em" behind \kern. */
static void
skip_length(struct reader *r)
{
    static const char units[] = "em ex pt mu cm mm in pc bp sp";

    while (r->at < r->len && strchr(" -+.0123456789", r->text[r->at]))
        r->at++;
    for (const char *unit = units; r->len - r->at >= 2 && *unit;
         unit += unit[2] ? 3 : 2) {
        if (memcmp(r->text + r->at, unit, 2) == 0) {
            r->at += 2;
            return;
        }
    }
}

/* \hspace{1em}, \kern3pt: a blank, whatever the length. */
static struct node *
take_length(struct reader *r, struct token t)
{
    if (reader_peek(r).kind == TOKEN_OPEN)
        read_raw(r);
    else
        skip_length(r);
    return take_space(r, t);
}

/* ---- what stands above, below and around ------------------------------------------- */

struct node *
take_fraction(struct reader *r, struct token t)
{
    struct node *n = node_new(r, NODE_FRACTION);

    n->class = CLASS_INNER;
    n->n = text_is(t.command, "tall")   ? FRACTION_TALL
           : text_is(t.command, "flat") ? FRACTION_FLAT
                                        : FRACTION_BOTH;
    if (t.command->kind == COMMAND_BINOMIAL)
        n->n = FRACTION_BINOMIAL;
    read_optional(r);
    n->kid[0] = read_argument(r);
    n->kid[1] = read_argument(r);
    return n;
}

static struct node *
take_root(struct reader *r, struct token t)
{
    struct node *n = node_new(r, NODE_ROOT);

    (void)t;
    n->kid[1] = read_optional(r);
    n->kid[0] = read_argument(r);
    return n;
}

static struct node *
take_accent(struct reader *r, struct token t)
{
    struct node *n = node_new(r, NODE_ACCENT);

    n->text = t.command->text;
    n->other = t.command->ascii;
    n->kid[1] = node_leaf(r, CLASS_ORD,
                          strncmp(t.command->name, "wide", 4) == 0 ? t.command->name + 4
                                                                   : t.command->name);
    n->kid[0] = read_argument(r);
    return n;
}

static struct node *
take_stretch(struct reader *r, struct token t)
{
    struct node *n = node_new(r, NODE_STRETCH);

    n->text = t.command->text;
    n->limits = strstr(n->text, "brace") ? LIMITS_ALWAYS : LIMITS_NONE;
    n->kid[0] = read_argument(r);
    return n;
}

static struct node *
take_stack(struct reader *r, struct token t)
{
    struct node *n = node_new(r, NODE_STACK), *mark = read_argument(r);

    n->kid[0] = read_argument(r);
    n->kid[text_is(t.command, "below") ? 2 : 1] = mark;
    n->class = t.command->class == CLASS_REL ? CLASS_REL : n->kid[0]->class;
    if (n->kid[0]->kind == NODE_ROW && n->kid[0]->first &&
        (!n->kid[0]->first->next || n->kid[0]->first->class == CLASS_OP))
        n->class = n->kid[0]->first->class;
    return n;
}

static struct node *
take_arrow(struct reader *r, struct token t)
{
    struct node *n = node_new(r, NODE_ARROW);

    n->class = CLASS_REL;
    n->text = t.command->text;
    n->kid[2] = read_optional(r);
    n->kid[1] = read_argument(r);
    if (n->kid[1]->kind == NODE_ROW && !n->kid[1]->first)
        n->kid[1] = NULL;
    return n;
}

static struct node *
take_boxed(struct reader *r, struct token t)
{
    struct node *n = node_new(r, NODE_BOXED);

    if (text_is(t.command, "skip"))
        read_raw(r);
    n->kid[0] = text_is(t.command, "") ? read_argument(r) : read_text_argument(r);
    return n;
}

static struct node *
take_phantom(struct reader *r, struct token t)
{
    struct node *n = node_new(r, NODE_PHANTOM);

    (void)t;
    n->kid[0] = read_argument(r);
    return n;
}

static struct node *
wrap(struct reader *r, const char *before, struct node *inside, const char *behind)
{
    struct node *row = node_new(r, NODE_ROW);

    node_append(row, node_leaf(r, CLASS_ORD, before));
    node_append(row, inside);
    node_append(row, node_leaf(r, CLASS_ORD, behind));
    return row;
}

/* Struck-out letters; ASCII says it in a word. */
static struct node *
take_cancel(struct reader *r, struct token t)
{
    struct font font = r->font;
    const char *text = t.command->text;
    struct node *to = NULL, *n;
    size_t bytes;

    if (t.command->ascii)
        to = read_argument(r);
    r->font.mark = utf8_decode(text, strlen(text), &bytes);
    r->font.said = "crossed-out";
    n = read_argument(r);
    r->font = font;
    if (r->alphabet == ALPHABET_ASCII)
        n = wrap(r, "cancel(", n, ")");
    if (to) {
        struct node *scripts = node_new(r, NODE_SCRIPTS);

        scripts->kid[0] = n;
        scripts->kid[2] = to;
        return scripts;
    }
    return n;
}

/* \not=: the next sign, struck out. */
static struct node *
take_not(struct reader *r, struct token t)
{
    static const struct {
        const char *sign, *negated;
    } signs[] = {
        {"=",   "≠"   },
        {"∈", "∉"   },
        {"in",  "not in"},
        {"<",   "≮"   },
        {">",   "≯"   },
        {"≡", "≢"   },
        {"∃", "∄"   },
        {"⊂", "⊄"   }
    };
    struct node *n = read_argument(r);
    const char *text;
    size_t bytes;

    while (n->kind == NODE_ROW && n->first && !n->first->next)
        n = n->first;
    text = n->kind == NODE_LEAF ? n->text : "";
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (strcmp(signs[i].sign, text) == 0) {
            n->text = reader_text(r, signs[i].negated);
            return n;
        }
    }
    if (*text && r->alphabet == ALPHABET_ASCII)
        n->text = arena_printf(r->arena, "not %s", text);
    else if (*text)
        n->text = marked(r, text, utf8_decode(t.command->text, 2, &bytes));
    return n;
}

/* ---- fonts and text ---------------------------------------------------------------- */

/* What is said before a letter of a font; NULL: nothing. */
static const char *
font_words(const char *font)
{
    if (strcmp(font, "double") == 0)
        return "double-struck";
    if (strstr(font, "script"))
        return "script";
    return strstr(font, "fraktur") ? "fraktur" : NULL;
}

static struct node *
take_font(struct reader *r, struct token t)
{
    struct font font = r->font;
    struct node *n;

    r->font.bold |= strncmp(t.command->text, "bold", 4) == 0;
    r->font.upright = text_is(t.command, "word");
    r->font.blackboard = text_is(t.command, "double");
    r->font.said = font_words(t.command->text);
    r->at += t.command->name[0] == 'v' && r->text[r->at] == '*';
    n = read_argument(r);
    r->font = font;
    return n->kind == NODE_ROW && n->first && n->first == n->last ? n->first : n;
}

static struct node *
take_text(struct reader *r, struct token t)
{
    struct font font = r->font;
    struct node *n;

    r->font = (struct font){.bold = font.bold || text_is(t.command, "bold")};
    n = read_text_argument(r);
    r->font = font;
    return n;
}

static struct node *
take_tag(struct reader *r, struct token t)
{
    struct node *row = node_new(r, NODE_ROW), *space = node_new(r, NODE_SPACE);

    space->n = 4;
    node_append(row, space);
    node_append(row, text_is(t.command, "(") ? wrap(r, "(", read_text_argument(r), ")")
                                             : read_text_argument(r));
    return row;
}

static struct node *
take_mod(struct reader *r, struct token t)
{
    struct node *row = node_new(r, NODE_ROW), *space, *word;

    if (text_is(t.command, "")) {
        word = node_leaf(r, CLASS_BIN, "mod");
        word->word = true;
        return word;
    }
    space = node_new(r, NODE_SPACE);
    space->n = 2;
    node_append(row, space);
    node_append(row,
                wrap(r, text_is(t.command, "(") ? "(mod " : "(", read_argument(r), ")"));
    return row;
}

/* ---- the rest ---------------------------------------------------------------------- */

/* A closing word where nothing is open is told by whoever reads the list. */
static struct node *
take_closing(struct reader *r, struct token t)
{
    r->at = t.start;
    return NULL;
}

static struct node *
take_nothing(struct reader *r, struct token t)
{
    r->font.bold |= text_is(t.command, "bold");
    return NULL;
}

static struct node *
take_skip(struct reader *r, struct token t)
{
    read_optional(r);
    for (int i = atoi(t.command->text); i > 0; i--)
        read_raw(r);
    return NULL;
}

static struct node *
take_class(struct reader *r, struct token t)
{
    struct node *row = node_new(r, NODE_ROW);

    node_append(row, read_argument(r));
    row->class = t.command->class;
    row->limits = row->class == CLASS_OP ? LIMITS_DISPLAY : LIMITS_NONE;
    return row;
}

static struct node *
take_substack(struct reader *r, struct token t)
{
    (void)t;
    return read_substack(r);
}

/* \limits where there is nothing to put them on. */
static struct node *
take_limits(struct reader *r, struct token t)
{
    (void)r;
    (void)t;
    return NULL;
}

/* \\mathchoice: the first of four ways to say it. */
static struct node *
take_choice(struct reader *r, struct token t)
{
    struct node *n = read_argument(r);

    (void)t;
    for (int i = 0; i < 3; i++)
        read_raw(r);
    return n;
}

/* \\verb|...|: as it stands. */
static struct node *
take_verb(struct reader *r, struct token t)
{
    const char *text = r->text + t.end, *end;
    struct node *n;

    end = *text ? strchr(text + 1, *text) : NULL;
    if (!end) {
        reader_fail(r, t.start, ERR_TEX_MISSING, "\\verb needs two equal signs: |...|");
        return NULL;
    }
    n = node_leaf(
        r, CLASS_ORD,
        reader_text(r, arena_strndup(r->arena, text + 1, (size_t)(end - text - 1))));
    n->style = STYLE_CODE;
    n->word = true;
    r->at = (size_t)(end + 1 - r->text);
    return n;
}

/* \\hline */
static struct node *
take_rule(struct reader *r, struct token t)
{
    if (text_is(t.command, "raw"))
        read_raw(r);
    r->ruled = true;
    return NULL;
}

/* Its own name, marked; braces behind it are shown, so that nothing is lost. */
static struct node *
take_unknown(struct reader *r, struct token t)
{
    const char *name = arena_strndup(r->arena, r->text + t.start, t.end - t.start);
    struct node *row = node_new(r, NODE_ROW), *leaf;

    leaf = node_leaf(r, CLASS_ORD, reader_text(r, name));
    leaf->style = STYLE_WRONG;
    leaf->word = true;
    if (r->unknown)
        node_append(r->unknown, node_leaf(r, CLASS_ORD, name + 1));
    node_append(row, leaf);
    while (r->text[r->at] == '{')
        node_append(row, wrap(r, "{", read_argument(r), "}"));
    return row->first->next ? row : leaf;
}

static struct node *(*const takes[COMMAND_KIND_COUNT])(struct reader *, struct token) = {
    [COMMAND_SYMBOL] = take_symbol,     [COMMAND_FUNCTION] = take_function,
    [COMMAND_LIMIT] = take_function,    [COMMAND_BIG] = take_big,
    [COMMAND_FRACTION] = take_fraction, [COMMAND_BINOMIAL] = take_fraction,
    [COMMAND_ROOT] = take_root,         [COMMAND_ACCENT] = take_accent,
    [COMMAND_STRETCH] = take_stretch,   [COMMAND_FONT] = take_font,
    [COMMAND_TEXT] = take_text,         [COMMAND_OPERATOR] = take_operator,
    [COMMAND_NOTHING] = take_nothing,   [COMMAND_LEFT] = take_left,
    [COMMAND_RIGHT] = take_closing,     [COMMAND_MIDDLE] = take_closing,
    [COMMAND_SIZED] = take_sized,       [COMMAND_BEGIN] = read_environment,
    [COMMAND_END] = take_closing,       [COMMAND_SPACE] = take_space,
    [COMMAND_LENGTH] = take_length,     [COMMAND_STACK] = take_stack,
    [COMMAND_BOXED] = take_boxed,       [COMMAND_CANCEL] = take_cancel,
    [COMMAND_NOT] = take_not,           [COMMAND_SKIP] = take_skip,
    [COMMAND_PLAIN] = take_plain,       [COMMAND_PHANTOM] = take_phantom,
    [COMMAND_CLASS] = take_class,       [COMMAND_TAG] = take_tag,
    [COMMAND_LIMITS] = take_limits,     [COMMAND_NEWLINE] = take_closing,
    [COMMAND_INFIX] = take_closing,     [COMMAND_MOD] = take_mod,
    [COMMAND_ARROW] = take_arrow,       [COMMAND_SUBSTACK] = take_substack,
    [COMMAND_BRACKET] = take_bracket,   [COMMAND_DEFINE] = take_define,
    [COMMAND_CHOICE] = take_choice,     [COMMAND_GENFRAC] = take_genfrac,
    [COMMAND_VERB] = take_verb,         [COMMAND_RULE] = take_rule,
};

struct node *
read_command(struct reader *r, struct token t)
{
    return t.command ? takes[t.command->kind](r, t) : take_unknown(r, t);
}
