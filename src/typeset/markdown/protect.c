/* Formulas, hidden from md4c: what is markup outside of $...$ is none inside. */
#include <string.h>

#include "base/utf8.h"
#include "typeset/markdown/markdown.h"

/* Signs of Markdown, and the private characters that stand for them on the way through
 * md4c: PRIVATE_FIRST + place. */
static const char markup[] = "*_[]`<>&|~!#";

enum {
    PRIVATE_FIRST = 0xF8D0,
    INLINE_MAX = 2048, /* bytes of a formula in a line */
    DISPLAY_MAX = 16384,
    CODE_MAX = 4096,
};

/* A text on its way into its protected form. */
struct shield {
    const char *s; /* what is left of the source */
    char *out;     /* where the next byte goes */
};

static void
copy(struct shield *p, size_t len)
{
    memcpy(p->out, p->s, len);
    p->out += len;
    p->s += len;
}

static void
copy_protected(struct shield *p, size_t len)
{
    for (; len; len--, p->s++) {
        const char *found = strchr(markup, *p->s);

        if (found)
            p->out += utf8_encode(p->out, PRIVATE_FIRST + (uint32_t)(found - markup));
        else
            *p->out++ = *p->s;
    }
}

static bool
is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || !c;
}

/* Whether a paragraph ends with the line break at s. */
static bool
ends_paragraph(const char *s)
{
    s++;
    s += strspn(s, " \t\r");
    return *s == '\n' || !*s;
}

/* The length of the code span that begins at s, the run of backticks alone when it does
 * not end. */
static size_t
code_length(const char *s)
{
    size_t run = strspn(s, "`"), at = run;

    while (s[at] && at < CODE_MAX && !(s[at] == '\n' && ends_paragraph(s + at))) {
        size_t end = strspn(s + at, "`");

        if (end == run)
            return at + end;
        at += end ? end : 1;
    }
    return run;
}

/* The length of "$$...$$" or "$...$" at s with its dollars; 0: no formula begins here.
 * Inside one dollar there is no blank at the ends, and no digit follows: that would be
 * money. */
static size_t
formula_length(const char *s)
{
    size_t dollars = s[1] == '$' ? 2 : 1, at = dollars;
    size_t most = dollars == 2 ? DISPLAY_MAX : INLINE_MAX;

    if (dollars == 1 && is_blank(s[1]))
        return 0;
    for (; s[at] && at < most; at++) {
        if (s[at] == '\n' && ends_paragraph(s + at))
            return 0;
        if (s[at] == '\\' && s[at + 1]) {
            at++;
            continue;
        }
        if (s[at] != '$')
            continue;
        if (dollars == 2 && s[at + 1] == '$')
            return at + 2;
        if (dollars == 1 && !is_blank(s[at - 1]) &&
            !(s[at + 1] >= '0' && s[at + 1] <= '9'))
            return at + 1;
    }
    return 0;
}

/* A fenced block from the line at s on, with its last line; 0: none begins here. */
static size_t
fence_length(const char *s)
{
    size_t indent = strspn(s, " "), run, at;
    char sign = s[indent];

    if (indent > 3 || (sign != '`' && sign != '~'))
        return 0;
    run = strspn(s + indent, sign == '`' ? "`" : "~");
    if (run < 3)
        return 0;
    for (at = strcspn(s, "\n"); s[at]; at += strcspn(s + at, "\n")) {
        size_t blanks = strspn(++at + s, " "), end;

        end = strspn(s + at + blanks, sign == '`' ? "`" : "~");
        if (end >= run)
            return at + blanks + end;
    }
    return at;
}

/* One step: a code span, an escape, a formula or a byte. */
static void
protect_next(struct shield *p)
{
    size_t len;

    switch (*p->s) {
    case '`':
        copy(p, code_length(p->s));
        break;
    case '\\':
        copy(p, p->s[1] ? 2 : 1);
        break;
    case '$':
        len = formula_length(p->s);
        if (len)
            copy_protected(p, len);
        else
            copy(p, 1);
        break;
    default:
        copy(p, 1);
        break;
    }
}

const char *
protect_formulas(struct arena *a, const char *markdown)
{
    size_t len = strlen(markdown);
    char *out;
    struct shield p;

    /* The private characters begin with these bytes; a text that has them is left alone.
     */
    if (!strchr(markdown, '$') || strstr(markdown, "\xEF\xA3"))
        return markdown;
    out = arena_alloc(a, 3 * len + 1, 1);
    p = (struct shield){markdown, out};
    while (*p.s) {
        bool line_start = p.s == markdown || p.s[-1] == '\n';
        size_t fence = line_start ? fence_length(p.s) : 0;

        if (fence)
            copy(&p, fence);
        else
            protect_next(&p);
    }
    *p.out = '\0';
    return out;
}

void
unprotect(char *text)
{
    char *out = text;

    while (*text) {
        size_t bytes;
        uint32_t c = utf8_decode(text, strnlen(text, 4), &bytes);

        if (c >= PRIVATE_FIRST && c < PRIVATE_FIRST + sizeof markup - 1) {
            *out++ = markup[c - PRIVATE_FIRST];
        } else {
            memmove(out, text, bytes);
            out += bytes;
        }
        text += bytes;
    }
    *out = '\0';
}
