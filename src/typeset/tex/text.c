/* Text inside a formula: reading. */
#include "base/buf.h"
#include "typeset/tex/tex.h"

static void
flush_text(struct reader *r, struct node *row, struct buf *b)
{
    if (!b->n)
        return;
    node_append(row, node_leaf(r, CLASS_ORD, reader_text(r, b->s)));
    buf_init(b, r->arena);
}

/* $...$ inside text; r->at is behind the first dollar. */
static void
read_inner_formula(struct reader *r, struct node *row)
{
    struct font font = r->font;

    if (!reader_enter(r, r->at))
        return;
    r->font = (struct font){.bold = font.bold};
    r->dollars++;
    node_append(row, read_list(r));
    r->dollars--;
    r->font = font;
    r->depth--;
    if (r->text[r->at] == '$')
        r->at++;
}

/* A command inside text: an escaped sign, or what it makes elsewhere. */
static void
read_text_command(struct reader *r, struct node *row, struct buf *b)
{
    struct token t = reader_take(r);
    const struct command *c = t.command;

    if (c && c->kind == COMMAND_SYMBOL && r->text[t.start + 1] != '|') {
        buf_add(b, c->text);
    } else if (c && c->kind == COMMAND_SPACE) {
        buf_add(b, " ");
    } else {
        flush_text(r, row, b);
        node_append(row, read_atom(r, t));
        if (r->at == t.start)
            r->at = t.end;
    }
}

struct node *
read_text_argument(struct reader *r)
{
    struct node *row = node_new(r, NODE_ROW);
    struct token open = reader_peek(r);
    int braces = 0;
    struct buf b;

    if (open.kind != TOKEN_OPEN)
        return read_argument(r);
    if (!reader_enter(r, open.start))
        return row;
    buf_init(&b, r->arena);
    for (r->at = open.end; r->at < r->len;) {
        char c = r->text[r->at];

        if (c == '\\') {
            read_text_command(r, row, &b);
            continue;
        }
        r->at++;
        braces += (c == '{') - (c == '}');
        if (braces < 0)
            break;
        if (c == '$') {
            flush_text(r, row, &b);
            read_inner_formula(r, row);
        } else if (c != '{' && c != '}') {
            buf_add_n(&b, c == '~' || c == '\n' ? " " : &c, 1);
        }
    }
    if (braces >= 0)
        reader_fail(r, open.start, ERR_TEX_BRACE, "this { is never closed");
    flush_text(r, row, &b);
    r->depth--;
    return row;
}
