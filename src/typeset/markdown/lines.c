/* Markdown as plain lines, for line mode. */
#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "typeset/markdown/markdown.h"

/* Lines on their way into one text. */
struct lines {
    struct layout l;
    struct buf out;
    int indent;
    const char *marker; /* of the item that the next line begins, NULL: none */
};

static void
add_line_text(struct lines *w, const char *text)
{
    if (w->out.n)
        buf_add(&w->out, "\n");
    for (int i = 0; i < w->indent; i++)
        buf_add(&w->out, " ");
    if (w->marker) {
        buf_add(&w->out, w->marker);
        buf_add(&w->out, " ");
        w->indent += utf8_width(w->marker) + 1;
    }
    w->marker = NULL;
    buf_add(&w->out, text);
}

static const char *
run_text(struct lines *w, const struct md_run *run)
{
    struct arena *a = w->l.arena;
    const struct typeset_options *o = w->l.o;
    struct tex_options formula = formula_options(&w->l, 0);
    const char *value;

    switch (run->kind) {
    case RUN_FORMULA:
    case RUN_DISPLAY:
        return o->spoken ? tex_spoken(a, run->text, &formula, NULL)
                         : tex_line_with(a, run->text, &formula);
    case RUN_COMPUTED:
        value = o->computed ? o->computed(o->ctx, a, run->text) : NULL;
        return canvas_fold(a, o->alphabet,
                           value ? value : arena_printf(a, "= %s", run->text));
    case RUN_BREAK:
        return " ";
    default:
        return canvas_fold(a, o->alphabet, run->text);
    }
}

/* The runs of a block on one line, line breaks as blanks. */
static char *
runs_text(struct lines *w, const struct md_run *run)
{
    struct buf b;

    buf_init(&b, w->l.arena);
    for (; run; run = run->next)
        buf_add(&b, run_text(w, run));
    for (char *s = b.s; *s; s++)
        if (*s == '\n')
            *s = ' ';
    return b.s;
}

char *
runs_line(struct layout *l, const struct md_block *b)
{
    struct lines w = {.l = *l};

    return runs_text(&w, b->runs);
}

static void add_block_lines(struct lines *w, const struct md_block *b);

static void
add_children(struct lines *w, const struct md_block *b)
{
    for (const struct md_block *child = b->first; child; child = child->next)
        add_block_lines(w, child);
}

static void
add_list_lines(struct lines *w, const struct md_block *list)
{
    int number = list->number;

    for (const struct md_block *item = list->first; item; item = item->next) {
        int before = w->indent;

        w->marker = marker_text(&w->l, list, item, number++);
        if (!list->ordered && !item->task)
            w->marker = "-";
        if (!item->first)
            add_line_text(w, "");
        add_children(w, item);
        w->indent = before;
    }
}

static void
add_code_lines(struct lines *w, const struct md_block *b)
{
    const char *s = b->text;

    for (; *s; s += *s == '\n') {
        size_t len = strcspn(s, "\n");
        char *line = arena_strndup(w->l.arena, s, len);

        w->indent += 4;
        add_line_text(w, canvas_fold(w->l.arena, w->l.o->alphabet, line));
        w->indent -= 4;
        s += len;
    }
}

/* Each row of a table as "head: cell; head: cell". */
static void
add_table_lines(struct lines *w, const struct md_block *table)
{
    const struct md_block *head = table->first;
    struct buf b;

    for (const struct md_block *row = head->next; row; row = row->next) {
        const struct md_block *name = head->first;

        buf_init(&b, w->l.arena);
        for (const struct md_block *cell = row->first; cell; cell = cell->next) {
            buf_add(&b, b.n ? "; " : "");
            buf_add(&b, runs_text(w, named_cell(&w->l, name, cell)));
            name = name ? name->next : NULL;
        }
        add_line_text(w, b.s);
    }
}

static void
add_block_lines(struct lines *w, const struct md_block *b)
{
    switch (b->kind) {
    case MD_LIST:
        add_list_lines(w, b);
        break;
    case MD_RULE:
        add_line_text(w, "---");
        break;
    case MD_CODE_BLOCK:
        add_code_lines(w, b);
        break;
    case MD_TABLE:
        add_table_lines(w, b);
        break;
    case MD_HEADING:
    case MD_PARAGRAPH:
        add_line_text(w, runs_text(w, b->runs));
        break;
    default:
        add_children(w, b);
        break;
    }
}

char *
markdown_lines(struct arena *a, const char *markdown, const struct typeset_options *o)
{
    struct lines w = {
        .l = {a, o, tex_macros_new(a, o->macros), NULL}
    };

    buf_init(&w.out, a);
    add_block_lines(&w, md_read(a, markdown));
    return w.out.s;
}
