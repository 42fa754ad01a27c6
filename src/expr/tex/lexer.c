/* Characters and commands of TeX. */
#include "expr/tex/tex.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

static const struct command commands[] = {
#define COMMAND(name, kind, text) {name, COMMAND_##kind, text},
#include "expr/tex/commands.def"
#undef COMMAND
};

bool
tex_fail(struct tex *x, int i, enum err_code code, const char *fmt, ...)
{
    char message[ERR_MESSAGE_MAX];
    va_list args;

    va_start(args, fmt);
    vsnprintf(message, sizeof message, fmt, args);
    va_end(args);
    return err_at(x->err, pos_after(x->at, x->text, (size_t)i), code, "%s", message);
}

/* ---- tokens ------------------------------------------------------------------------ */

struct token *
tex_put(struct tex *x, enum token_kind kind, int start)
{
    struct token *t;

    if (x->n == x->cap) {
        struct token *bigger;

        x->cap = x->cap ? x->cap * 2 : 64;
        bigger = ARENA_ARRAY(x->arena, struct token, x->cap);
        if (x->n)
            memcpy(bigger, x->tokens, (size_t)x->n * sizeof *bigger);
        x->tokens = bigger;
    }
    t = &x->tokens[x->n++];
    *t = (struct token){.kind = kind, .start = start, .len = x->i - start};
    t->glued = x->n > 1 && start == x->last;
    x->last = x->i;
    return t;
}

void
tex_put_word(struct tex *x, const char *word, int start)
{
    struct token *t = tex_put(x, TOKEN_WORD, start);

    t->text = word;
    t->word = word_find(word);
}

static int
count_points(const struct tex *x, int start)
{
    int n = 0;

    for (int i = start; i < x->i; i++)
        n += x->text[i] == '.';
    return n;
}

static bool
put_number(struct tex *x)
{
    int start = x->i;
    struct token *t;

    while (x->i < x->end && (isdigit((unsigned char)x->text[x->i]) ||
                             (x->text[x->i] == '.' && x->text[x->i + 1] != '.')))
        x->i++;
    if (x->text[x->i - 1] == '.')
        return tex_fail(x, x->i - 1, ERR_NUMBER_FORM,
                        "a number cannot end with a point; write 1.0 or 1");
    if (count_points(x, start) > 1)
        return tex_fail(x, start, ERR_NUMBER_FORM,
                        "a number has one decimal point and no thousands points");
    t = tex_put(x, TOKEN_NUMBER, start);
    return number_read(x->arena, x->text + start, (size_t)(x->i - start), t) ||
           tex_fail(x, start, ERR_TERM_TOO_LARGE, "numbers go from 10^-308 to 10^308");
}

/* ---- parts ------------------------------------------------------------------------- */

void
tex_blanks(struct tex *x)
{
    while (x->i < x->end && strchr(" \t\r\n~", x->text[x->i]))
        x->i++;
}

/* The byte behind the brace that closes the one at i; -1: there is none. */
static int
behind_brace(const struct tex *x, int i)
{
    int depth = 0;

    for (; i < x->end; i++) {
        if (x->text[i] == '\\' && i + 1 < x->end) {
            i++;
            continue;
        }
        depth += (x->text[i] == '{') - (x->text[i] == '}');
        if (depth == 0)
            return i + 1;
    }
    return -1;
}

static bool
is_blank(const struct tex *x, struct part p)
{
    while (p.start < p.end && strchr(" \t\r\n~", x->text[p.start]))
        p.start++;
    return p.start == p.end;
}

/* The byte behind the command whose backslash is at i. */
static int
behind_command(const struct tex *x, int i)
{
    int start = ++i;

    while (i < x->end && isalpha((unsigned char)x->text[i]))
        i++;
    return i == start && i < x->end ? i + 1 : i;
}

static size_t
bytes_at(const struct tex *x, int i)
{
    size_t bytes;

    utf8_decode(x->text + i, (size_t)(x->end - i), &bytes);
    return bytes;
}

bool
tex_argument(struct tex *x, const char *what, struct part *p)
{
    tex_blanks(x);
    if (x->i >= x->end || x->text[x->i] == '}')
        return tex_fail(x, x->i, ERR_TERM_ENDS, "%s needs an argument in braces {}",
                        what);
    *p = (struct part){x->i, x->i};
    if (x->text[x->i] == '{') {
        int end = behind_brace(x, x->i);

        if (end < 0)
            return tex_fail(x, x->i, ERR_TERM_UNBALANCED,
                            "this brace is not closed: '}' is missing");
        x->i = end;
        *p = (struct part){p->start + 1, end - 1};
        if (is_blank(x, *p))
            return tex_fail(x, p->start, ERR_TERM_ENDS,
                            "%s needs an argument, and these braces are empty", what);
        return true;
    }
    x->i =
        x->text[x->i] == '\\' ? behind_command(x, x->i) : x->i + (int)bytes_at(x, x->i);
    p->end = x->i;
    return true;
}

/* ---- commands ---------------------------------------------------------------------- */

static const struct command *
find_command(struct tex *x, const char *name)
{
    for (size_t k = 0; k < sizeof commands / sizeof *commands; k++)
        if (strcmp(commands[k].name, name) == 0)
            return &commands[k];
    if (strcmp(name, "pi") == 0 || greek_letter(name, strlen(name))) {
        struct command *c = ARENA_NEW(x->arena, struct command);

        *c = (struct command){name, COMMAND_WORD, name};
        return c;
    }
    return NULL;
}

const struct command *
tex_command(struct tex *x)
{
    int start = x->i, end = behind_command(x, start);
    const char *name =
        arena_strndup(x->arena, x->text + start + 1, (size_t)(end - start - 1));
    const struct command *c = find_command(x, name);

    x->i = end;
    if (c && c->kind != COMMAND_REFUSE)
        return c;
    if (c)
        tex_fail(x, start, ERR_TERM_BAD_CHARACTER, "\\%s is not read here; %s", name,
                 c->text);
    else
        tex_fail(x, start, ERR_TERM_BAD_CHARACTER,
                 "the command \\%s is not part of the language; write a name in several "
                 "letters as \\mathrm{name}",
                 name);
    return NULL;
}

/* ---- signs ------------------------------------------------------------------------- */

/* The token of a sign of the plain language. */
static bool
put_sign(struct tex *x, const char *sign, int start)
{
    struct err e = {0};
    struct token *t, *in = lex(x->arena, sign, strlen(sign), false, x->at, &e);
    struct token whole;

    if (!in)
        return tex_fail(x, start, ERR_TERM_BAD_CHARACTER, "%s", e.msg);
    if (in->kind == TOKEN_END || in->kind == TOKEN_LINE)
        return true; /* a wide blank */
    t = tex_put(x, in->kind, start);
    whole = *in;
    whole.start = t->start;
    whole.len = t->len;
    whole.glued = t->glued;
    *t = whole;
    return true;
}

/* How many bytes at i are raised digits and a raised minus. */
static size_t
raised_bytes(const struct tex *x, int i)
{
    static const char *const raised[] = {"⁻", "⁰", "¹", "²", "³", "⁴",
                                         "⁵", "⁶", "⁷", "⁸", "⁹"};
    size_t bytes = 0, k = 0;

    while (k < sizeof raised / sizeof *raised) {
        size_t len = strlen(raised[k]);

        if ((size_t)(x->end - i) - bytes >= len &&
            memcmp(x->text + i + bytes, raised[k], len) == 0) {
            bytes += len;
            k = 0;
        } else {
            k++;
        }
    }
    return bytes;
}

static bool
put_character(struct tex *x)
{
    static const char *const pairs[] = {"<=", ">=", "!=", "->", ".."};
    int start = x->i;
    size_t raised = raised_bytes(x, start);
    size_t bytes = raised ? raised : bytes_at(x, start);

    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++)
        if (start + 1 < x->end && strncmp(x->text + start, pairs[k], 2) == 0)
            bytes = 2;
    x->i += (int)bytes;
    return put_sign(x, arena_strndup(x->arena, x->text + start, bytes), start);
}

/* "&" and "\\" inside a matrix. */
static bool
is_row_sign(const struct tex *x)
{
    return x->matrix &&
           (x->text[x->i] == '&' ||
            (x->text[x->i] == '\\' && x->i + 1 < x->end && x->text[x->i + 1] == '\\'));
}

static bool
put_row_sign(struct tex *x)
{
    int start = x->i;
    bool row = x->text[start] == '\\';

    x->i += row ? 2 : 1;
    tex_blanks(x);
    if (row && x->i >= x->end)
        return true;
    x->rows += row;
    x->columns += !row;
    tex_put(x, row ? TOKEN_SEMI : TOKEN_COMMA, start);
    return true;
}

/* ---- all --------------------------------------------------------------------------- */

static bool
read_command(struct tex *x)
{
    int start = x->i;
    const struct command *c = tex_command(x);

    if (!c)
        return false;
    switch (c->kind) {
    case COMMAND_SKIP:
        return true;
    case COMMAND_SIGN:
        return put_sign(x, c->text, start);
    case COMMAND_WORD:
        return tex_word(x, c->text, start);
    default:
        return tex_structure(x, c, start);
    }
}

static bool
read_group(struct tex *x)
{
    struct part p;
    int start = x->i;

    if (!tex_argument(x, "a group", &p))
        return false;
    tex_put(x, TOKEN_OPEN, start)->len = 1;
    if (!tex_part(x, p))
        return false;
    tex_put(x, TOKEN_CLOSE, x->i - 1);
    return true;
}

static bool
read_letter(struct tex *x)
{
    int start = x->i;
    size_t bytes = bytes_at(x, start);
    const char *name = greek_name(utf8_decode(x->text + start, bytes, &bytes));

    x->i += (int)bytes;
    return tex_word(x, name ? name : arena_strndup(x->arena, x->text + start, 1), start);
}

static bool
is_letter(const struct tex *x)
{
    size_t bytes;

    if (isalpha((unsigned char)x->text[x->i]))
        return true;
    return (unsigned char)x->text[x->i] >= 0x80 &&
           greek_name(utf8_decode(x->text + x->i, (size_t)(x->end - x->i), &bytes));
}

static bool
read_one(struct tex *x)
{
    char c = x->text[x->i];

    if (is_row_sign(x))
        return put_row_sign(x);
    if (isdigit((unsigned char)c))
        return put_number(x);
    if (is_letter(x))
        return read_letter(x);
    switch (c) {
    case '\\':
        return read_command(x);
    case '{':
        return read_group(x);
    case '^':
        return tex_power(x);
    case '_':
        return tex_subscript(x);
    default:
        return put_character(x);
    }
}

bool
tex_part(struct tex *x, struct part p)
{
    struct part outside = {x->i, x->end};
    bool ok = true;

    if (x->depth++ >= EXPR_DEPTH_MAX)
        return tex_fail(x, p.start, ERR_TERM_TOO_LARGE,
                        "braces may be nested %d deep; give a part a name with define",
                        EXPR_DEPTH_MAX);
    x->i = p.start;
    x->end = p.end;
    for (tex_blanks(x); ok && x->i < x->end; tex_blanks(x))
        ok = read_one(x);
    x->i = outside.start;
    x->end = outside.end;
    x->depth--;
    return ok;
}

struct token *
lex_tex(struct arena *a, const char *text, size_t len, struct pos at, struct err *e)
{
    struct tex x = {.arena = a, .text = text, .at = at, .err = e, .end = (int)len};
    struct part all = {0, (int)len};

    x.last = -1;
    if (!tex_part(&x, all))
        return NULL;
    x.i = (int)len;
    tex_put(&x, TOKEN_END, (int)len);
    return x.tokens;
}
