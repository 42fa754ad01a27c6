/* A document that is shown in parts: windows, headings, search, front matter. */
#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "typeset/markdown/markdown.h"

/* ---- layout ------------------------------------------------------------------------ */

struct typeset_page *
markdown_page(struct arena *a, const char *markdown, const struct typeset_options *o)
{
    struct typeset_page *p = ARENA_NEW(a, struct typeset_page);
    struct layout l = {a, o, tex_macros_new(a, o->macros), p};
    int width = o->width > MD_WIDTH_MIN ? o->width : MD_WIDTH_MIN;
    struct md_block *document = md_read(a, markdown);
    int n = 0;

    for (const struct md_block *b = document->first; b; b = b->next)
        n++;
    p->blocks = ARENA_ARRAY(a, int, n + 1);
    p->block_cols = ARENA_ARRAY(a, int, n + 1);
    p->headings = ARENA_ARRAY(a, struct typeset_heading, n + 1);
    p->group = block_layout(&l, document, width);
    p->rows = p->group->rows;
    p->cols = p->group->cols;
    return p;
}

void
page_note(struct layout *l, const struct md_block *b, const struct group *g, int row)
{
    struct typeset_page *p = l->page;

    p->block_cols[p->n_blocks] = g->cols;
    p->blocks[p->n_blocks++] = row;
    if (b->kind == MD_HEADING)
        p->headings[p->n_headings++] =
            (struct typeset_heading){row, b->number, runs_line(l, b)};
}

struct box *
page_window(struct arena *a, const struct typeset_page *p, struct rect r)
{
    return group_window(a, p->group, r);
}

/* ---- search ------------------------------------------------------------------------ */

/* Small letters for the capitals of ASCII, Greek and Latin-1. */
static uint32_t
small(uint32_t c)
{
    if ((c >= 'A' && c <= 'Z') || (c >= 0x391 && c <= 0x3A9) ||
        (c >= 0xC0 && c <= 0xDE && c != 0xD7))
        return c + 32;
    return c ? c : ' ';
}

int
typeset_match(const struct cell *row, int cols, int from, const char *needle, int *len)
{
    size_t left = strlen(needle);

    if (!left)
        return -1;
    for (int start = from; start < cols; start++) {
        size_t bytes;
        int col = start;

        for (const char *s = needle; *s && col < cols; s += bytes) {
            uint32_t c = utf8_decode(s, strlen(s), &bytes);

            if (small(c) != small(row[col].c))
                break;
            col += row[col].width == 2 ? 2 : 1;
            if (s[bytes])
                continue;
            *len = col - start;
            return start;
        }
    }
    return -1;
}

int
page_find(struct arena *scratch, const struct typeset_page *p, const char *needle,
          int from, int step)
{
    for (int row = from; row >= 0 && row < p->rows; row += step) {
        const struct box *b;
        int len;

        arena_reset(scratch);
        b = page_window(scratch, p, (struct rect){row, 0, 1, p->cols});
        if (typeset_match(b->at, b->cols, 0, needle, &len) >= 0)
            return row;
    }
    return -1;
}

/* ---- front matter ------------------------------------------------------------------ */

/* The line at s is "---". */
static bool
is_fence(const char *s)
{
    return strncmp(s, "---", 3) == 0 && s[3 + strspn(s + 3, " \r")] == '\n';
}

static const char *
next_line(const char *s)
{
    s += strcspn(s, "\n");
    return s + (*s == '\n');
}

const char *
markdown_front(struct arena *a, const char *markdown, const char **macros)
{
    const char *body = markdown, *s;
    bool in_macros = false;
    struct buf b;

    buf_init(&b, a);
    *macros = b.s;
    if (!is_fence(markdown))
        return markdown;
    for (s = next_line(markdown); *s && !is_fence(s); s = next_line(s)) {
        size_t len = strcspn(s, "\r\n");

        if (*s != ' ' && *s != '\t')
            in_macros = strncmp(s, "macros:", 7) == 0;
        if (!in_macros)
            continue;
        if (*s == 'm')
            s += 7, len -= 7;
        buf_add_n(&b, s, len);
        buf_add(&b, "\n");
    }
    if (*s)
        body = next_line(s);
    *macros = *s ? b.s : "";
    return body;
}
