/* Tokens, lists, scripts and arguments. Commands are in tex_command.c. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "typeset/tex/tex.h"

/* ---- nodes ------------------------------------------------------------------------- */

struct node *
node_new(struct reader *r, enum node_kind kind)
{
    struct node *n = ARENA_NEW(r->arena, struct node);

    n->kind = kind;
    return n;
}

struct node *
node_leaf(struct reader *r, enum tex_class class, const char *text)
{
    struct node *n = node_new(r, NODE_LEAF);

    n->class = class;
    n->text = text;
    n->style = r->font.bold ? STYLE_STRONG : STYLE_PLAIN;
    n->said = r->font.said;
    return n;
}

void
node_append(struct node *row, struct node *item)
{
    if (!item)
        return;
    if (row->last)
        row->last->next = item;
    else
        row->first = item;
    row->last = item;
    row->n++;
}

char *
reader_text(struct reader *r, const char *raw)
{
    char *text = canvas_fold(r->arena, r->alphabet, raw);

    for (char *s = text; *s; s++)
        if (*s == '\n')
            *s = ' ';
    return text;
}

/* ---- errors ------------------------------------------------------------------------ */

void
reader_fail(struct reader *r, size_t offset, enum err_code code, const char *fmt, ...)
{
    char msg[ERR_MESSAGE_MAX];
    va_list args;

    if (r->err->code)
        return;
    va_start(args, fmt);
    vsnprintf(msg, sizeof msg, fmt, args);
    va_end(args);
    err_at(r->err,
           pos_after((struct pos){"formula", 1, 1}, r->source, source_offset(r, offset)),
           code, "%s", msg);
}

/* ---- tokens ------------------------------------------------------------------------ */

static bool
is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool
is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static void
skip_blanks(struct reader *r)
{
    while (r->at < r->len) {
        if (is_blank(r->text[r->at]))
            r->at++;
        else if (r->text[r->at] == '%')
            r->at += strcspn(r->text + r->at, "\n");
        else
            return;
    }
}

static struct token
command_token(struct reader *r)
{
    const char *name = r->text + r->at + 1;
    size_t left = r->len - r->at - 1, len = 0, bytes = 1;
    struct token t = {.kind = TOKEN_COMMAND, .start = r->at};

    while (len < left && is_letter(name[len]))
        len++;
    if (len && len < left && name[len] == '*' && command_find(name, len + 1))
        len++;
    if (!len && left) {
        utf8_decode(name, left, &bytes);
        len = bytes;
    }
    t.end = t.start + 1 + len;
    if (len == 1 && is_blank(*name))
        t.command = command_find(" ", 1);
    else
        t.command = command_find(name, len);
    return t;
}

static enum token_kind
char_kind(char c)
{
    static const char special[] = "{}^_'&";
    static const enum token_kind kinds[] = {
        TOKEN_OPEN, TOKEN_CLOSE, TOKEN_SUP, TOKEN_SUB, TOKEN_PRIME, TOKEN_CELL,
    };
    const char *found = c ? strchr(special, c) : NULL;

    return found ? kinds[found - special] : TOKEN_CHAR;
}

/* The token at r->at, which is behind all blanks. */
static struct token
next_token(struct reader *r)
{
    struct token t = {.kind = TOKEN_END};
    size_t bytes;

    t.start = t.end = r->at;
    if (r->at >= r->len)
        return t;
    if (r->text[r->at] == '\\')
        return command_token(r);
    t.kind = char_kind(r->text[r->at]);
    t.c = utf8_decode(r->text + r->at, r->len - r->at, &bytes);
    t.end += bytes;
    while (t.end < r->len &&
           !utf8_cell_width(utf8_decode(r->text + t.end, r->len - t.end, &bytes)))
        t.end += bytes;
    return t;
}

/* The macro that a token calls, NULL: it is none. */
static const struct macro *
called(const struct reader *r, const struct token *t)
{
    const char *name = r->text + t->start + 1;
    size_t len = t->end - t->start - 1;
    const struct macro *m;

    if (t->kind != TOKEN_COMMAND)
        return NULL;
    m = macro_find(r->expansion.macros, name, len);
    return m || t->command ? m : macro_known(name, len);
}

struct token
reader_peek(struct reader *r)
{
    const struct macro *m;
    struct token t;

    skip_blanks(r);
    t = next_token(r);
    while ((m = called(r, &t)) != NULL) {
        if (!macro_expand(r, m, &t))
            r->at = r->len;
        skip_blanks(r);
        t = next_token(r);
    }
    return t;
}

struct token
reader_take(struct reader *r)
{
    struct token t = reader_peek(r);

    r->at = t.end;
    return t;
}

bool
token_is(const struct token *t, enum command_kind kind)
{
    return t->kind == TOKEN_COMMAND && t->command && t->command->kind == kind;
}

static bool
ends_list(const struct reader *r, const struct token *t)
{
    switch (t->kind) {
    case TOKEN_END:
    case TOKEN_CLOSE:
    case TOKEN_CELL:
        return true;
    case TOKEN_CHAR:
        return (t->c == ']' && r->brackets > 0) || (t->c == '$' && r->dollars > 0);
    case TOKEN_COMMAND:
        return token_is(t, COMMAND_RIGHT) || token_is(t, COMMAND_MIDDLE) ||
               token_is(t, COMMAND_END) || token_is(t, COMMAND_NEWLINE);
    default:
        return false;
    }
}

/* ---- characters -------------------------------------------------------------------- */

static bool
is_digit(const struct reader *r, size_t at)
{
    return at < r->len && r->text[at] >= '0' && r->text[at] <= '9';
}

/* Digits with points between them, or in an upright font letters. */
static size_t
run_end(const struct reader *r, size_t at)
{
    if (is_digit(r, at)) {
        while (is_digit(r, at) || (r->text[at] == '.' && is_digit(r, at + 1)))
            at++;
        return at;
    }
    while (at < r->len && (is_letter(r->text[at]) || is_digit(r, at) ||
                           (r->text[at] == '-' && is_letter(r->text[at + 1]))))
        at++;
    return at;
}

static struct node *
read_run(struct reader *r, size_t start)
{
    size_t end = run_end(r, start);
    struct node *n = node_leaf(r, CLASS_ORD, NULL);

    n->text = arena_strndup(r->arena, r->text + start, end - start);
    n->word = is_letter(*n->text) && end - start > 1;
    r->at = end;
    return n;
}

static struct node *
read_char(struct reader *r, struct token t, bool whole_run)
{
    bool run = is_digit(r, t.start) || (r->font.upright && is_letter((char)t.c));
    struct command plain = {.class = CLASS_ORD};

    if (whole_run && run && !r->font.mark && !r->font.blackboard)
        return read_run(r, t.start);
    t.command = command_of_char(t.c);
    if (t.command && t.end - t.start <= 4)
        return read_command(r, t);
    plain.text = arena_strndup(r->arena, r->text + t.start, t.end - t.start);
    return node_symbol(r, &plain);
}

struct node *
char_symbol(struct reader *r, uint32_t c)
{
    const struct command *known = command_of_char(c);
    struct command plain = {.class = CLASS_ORD};
    struct buf b;

    if (known && known->kind == COMMAND_SYMBOL)
        return node_symbol(r, known);
    buf_init(&b, r->arena);
    buf_char(&b, c);
    plain.text = b.s;
    return node_symbol(r, &plain);
}

static struct node *read_items(struct reader *r, struct node *row);

/* ---- groups and arguments ---------------------------------------------------------- */

bool
reader_enter(struct reader *r, size_t offset)
{
    if (r->depth < TEX_DEPTH_MAX) {
        r->depth++;
        return true;
    }
    reader_fail(r, offset, ERR_TEX_TOO_LARGE,
                "a formula may nest %d deep; this one nests deeper", TEX_DEPTH_MAX);
    r->at = r->len;
    return false;
}

static struct node *
read_group(struct reader *r, struct token open)
{
    struct font font = r->font;
    int brackets = r->brackets;
    struct node *row = node_new(r, NODE_ROW);
    struct token t;

    if (!reader_enter(r, open.start))
        return node_leaf(r, CLASS_ORD, "?");
    r->brackets = 0;
    row = read_items(r, row);
    for (t = reader_take(r); t.kind == TOKEN_CELL || token_is(&t, COMMAND_NEWLINE);
         t = reader_take(r))
        row = read_items(r, row);
    if (t.kind != TOKEN_CLOSE) {
        reader_fail(r, open.start, ERR_TEX_BRACE, "this { is never closed");
        r->at = t.start;
    }
    finish_list(r, row);
    r->brackets = brackets;
    r->font = font;
    r->depth--;
    return row;
}

struct node *
read_atom(struct reader *r, struct token t)
{
    if (t.kind == TOKEN_OPEN)
        return read_group(r, t);
    if (t.kind == TOKEN_CHAR)
        return read_char(r, t, true);
    return t.kind == TOKEN_COMMAND ? read_command(r, t) : NULL;
}

/* One token as an argument: a command takes its own arguments, so that it nests. */
static struct node *
read_one(struct reader *r, struct token t)
{
    struct node *n;

    if (t.kind == TOKEN_CHAR)
        return read_char(r, t, false);
    if (t.kind != TOKEN_COMMAND)
        return read_atom(r, t);
    if (!reader_enter(r, t.start))
        return NULL;
    n = read_command(r, t);
    r->depth--;
    return n;
}

struct node *
read_argument(struct reader *r)
{
    struct token t = reader_peek(r);
    struct node *n;

    if (t.kind == TOKEN_PRIME) {
        reader_take(r);
        return node_leaf(r, CLASS_ORD, r->alphabet == ALPHABET_ASCII ? "'" : "′");
    }
    if (ends_list(r, &t) || t.kind == TOKEN_SUP || t.kind == TOKEN_SUB) {
        reader_fail(r, t.start, ERR_TEX_MISSING,
                    "something is missing here: write {...} or one character");
        return node_leaf(r, CLASS_ORD, "?");
    }
    n = read_one(r, reader_take(r));
    return n ? n : node_new(r, NODE_ROW);
}

struct node *
read_optional(struct reader *r)
{
    struct token open = reader_peek(r);
    struct node *row;

    if (open.kind != TOKEN_CHAR || open.c != '[')
        return NULL;
    reader_take(r);
    if (!reader_enter(r, open.start))
        return NULL;
    r->brackets++;
    row = read_list(r);
    r->brackets--;
    r->depth--;
    if (reader_peek(r).c == ']')
        reader_take(r);
    else
        reader_fail(r, open.start, ERR_TEX_BRACE, "this [ is never closed");
    return row;
}

const char *
read_raw(struct reader *r)
{
    struct token open = reader_peek(r);
    int depth = 0;

    if (open.kind != TOKEN_OPEN)
        return "";
    for (size_t at = open.start; at < r->len; at++) {
        if (r->text[at] == '\\' && at + 1 < r->len)
            at++;
        else if (r->text[at] == '{')
            depth++;
        else if (r->text[at] == '}' && --depth == 0) {
            r->at = at + 1;
            return arena_strndup(r->arena, r->text + open.end, at - open.end);
        }
    }
    reader_fail(r, open.start, ERR_TEX_BRACE, "this { is never closed");
    r->at = r->len;
    return arena_strndup(r->arena, r->text + open.end, r->len - open.end);
}

/* ---- lists ------------------------------------------------------------------------- */

/* What is read before \over is the numerator of what follows it. */
static struct node *
read_infix(struct reader *r, struct node *row, const struct command *c)
{
    struct node *fraction = node_new(r, NODE_FRACTION), *whole = node_new(r, NODE_ROW);

    fraction->class = CLASS_INNER;
    fraction->n = strcmp(c->text, "both") == 0       ? FRACTION_BOTH
                  : strcmp(c->text, "binomial") == 0 ? FRACTION_BINOMIAL
                                                     : FRACTION_STACK;
    fraction->kid[0] = row;
    fraction->kid[1] = node_new(r, NODE_ROW);
    node_append(whole, fraction);
    return whole;
}

static struct node *
read_item(struct reader *r, struct token t)
{
    struct node *atom =
        t.kind == TOKEN_SUP || t.kind == TOKEN_SUB || t.kind == TOKEN_PRIME
            ? node_new(r, NODE_ROW)
            : read_atom(r, reader_take(r));

    return atom && atom->kind != NODE_SPACE ? read_scripts(r, atom) : atom;
}

/* Items behind those of row; the row that holds them all. */
static struct node *
read_items(struct reader *r, struct node *row)
{
    struct node *whole = row;

    for (;;) {
        struct token t = reader_peek(r);
        struct node *item;

        if (ends_list(r, &t))
            break;
        if (token_is(&t, COMMAND_INFIX) && row != whole) {
            reader_fail(r, t.start, ERR_TEX_BRACE, "a second \\over here; use braces");
            reader_take(r);
            continue;
        }
        if (token_is(&t, COMMAND_INFIX)) {
            reader_take(r);
            finish_list(r, row);
            whole = read_infix(r, whole, t.command);
            row = whole->first->kid[1];
            continue;
        }
        item = read_item(r, t);
        if (row->first || !item || item->kind != NODE_SPACE || item->n > 0)
            node_append(row, item);
    }
    if (row != whole)
        finish_list(r, row);
    return whole;
}

struct node *
read_list(struct reader *r)
{
    struct node *row = read_items(r, node_new(r, NODE_ROW));

    finish_list(r, row);
    return row;
}

/* ---- the whole --------------------------------------------------------------------- */

/* A token that ends a list where no list is open: told, then left out. */
static void
skip_stray(struct reader *r, struct node *row)
{
    struct token t = reader_take(r);

    if (token_is(&t, COMMAND_RIGHT) || token_is(&t, COMMAND_MIDDLE)) {
        reader_fail(r, t.start, ERR_TEX_FENCE, "there is no \\left for this");
        node_append(row, read_atom(r, reader_take(r)));
    } else if (token_is(&t, COMMAND_END)) {
        reader_fail(r, t.start, ERR_TEX_FENCE, "there is no \\begin for this");
        read_raw(r);
    } else {
        reader_fail(r, t.start, ERR_TEX_BRACE, "there is no { for this }");
    }
}

struct node *
tex_read(struct arena *a, const char *tex, const struct tex_options *o,
         struct node *unknown, struct err *e)
{
    struct reader r = {.arena = a,
                       .alphabet = o->alphabet,
                       .source = tex,
                       .text = tex,
                       .len = strlen(tex),
                       .expansion = {.macros = o->macros},
                       .unknown = unknown,
                       .err = e};
    struct node *row = node_new(&r, NODE_ROW);

    if (r.len > TEX_TEXT_MAX) {
        reader_fail(&r, 0, ERR_TEX_TOO_LARGE, "a formula has at most %d bytes",
                    TEX_TEXT_MAX);
        return node_leaf(&r, CLASS_ORD, "?");
    }
    for (;;) {
        struct token t;

        row = read_items(&r, row);
        t = reader_peek(&r);
        if (t.kind == TOKEN_END)
            break;
        if (t.kind == TOKEN_CELL || token_is(&t, COMMAND_NEWLINE))
            row = read_open_rows(&r, row);
        else
            skip_stray(&r, row);
    }
    finish_list(&r, row);
    return row;
}
