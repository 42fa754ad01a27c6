/* Macros: what they are, and how a call is replaced by its text. */
#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "typeset/tex/tex.h"

enum { EXPANDED_BYTES_MAX = 16 * TEX_TEXT_MAX };

/* ---- macros ------------------------------------------------------------------------ */

struct tex_macros {
    struct arena *arena;
    const struct tex_macros *outer;
    struct macro *at;
    int n, cap;
};

struct tex_macros *
tex_macros_new(struct arena *a, const struct tex_macros *outer)
{
    struct tex_macros *m = ARENA_NEW(a, struct tex_macros);

    m->arena = a;
    m->outer = outer;
    return m;
}

static const struct macro known[] = {
#define MACRO(name, body) {name, body, -1, false, NULL},
#define MACRO_WITH(name, first, body) {name, body, -1, false, first},
#include "typeset/tex/macros.def"
#undef MACRO
#undef MACRO_WITH
};

static bool
has_name(const struct macro *m, const char *name, size_t len)
{
    return strncmp(m->name, name, len) == 0 && !m->name[len];
}

const struct macro *
macro_known(const char *name, size_t len)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (has_name(&known[i], name, len))
            return &known[i];
    return NULL;
}

/* The last definition wins. */
const struct macro *
macro_find(const struct tex_macros *m, const char *name, size_t len)
{
    for (; m; m = m->outer)
        for (int i = m->n - 1; i >= 0; i--)
            if (has_name(&m->at[i], name, len))
                return &m->at[i];
    return NULL;
}

static bool
is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool
is_macro_name(const char *name)
{
    const char *s = name;

    while (is_letter(*s))
        s++;
    return *name && !*s;
}

static int
highest_argument(const char *body)
{
    int highest = 0;

    for (; *body; body++)
        if (body[0] == '#' && body[1] >= '1' && body[1] <= '9' && body[1] - '0' > highest)
            highest = body[1] - '0';
    return highest;
}

static bool
add_macro(struct tex_macros *m, struct macro macro)
{
    if (m->n == TEX_MACROS_MAX)
        return false;
    if (m->n == m->cap) {
        int cap = m->cap ? m->cap * 2 : 16;
        struct macro *at = ARENA_ARRAY(m->arena, struct macro, cap);

        for (int i = 0; i < m->n; i++)
            at[i] = m->at[i];
        m->at = at;
        m->cap = cap;
    }
    macro.name = arena_strdup(m->arena, macro.name);
    macro.body = arena_strdup(m->arena, macro.body);
    macro.first = macro.first ? arena_strdup(m->arena, macro.first) : NULL;
    m->at[m->n++] = macro;
    return true;
}

bool
tex_macros_add(struct tex_macros *m, const char *name, const char *text, struct pos at,
               struct err *e)
{
    name += *name == '\\';
    if (!is_macro_name(name))
        return err_at(e, at, ERR_TEX_MACRO,
                      "'%s' is no name for a macro: use letters only", name);
    if (!add_macro(m, (struct macro){name, text, highest_argument(text), false, NULL}))
        return err_at(e, at, ERR_TEX_MACRO, "there can be at most %d macros",
                      TEX_MACROS_MAX);
    return true;
}

bool
tex_macros_read(struct tex_macros *m, const char *lines, struct pos at, struct err *e)
{
    while (*lines) {
        size_t len = strcspn(lines, "\n"), blanks = strspn(lines, " \t"), colon, text;
        char *line = arena_strndup(m->arena, lines, len);

        colon = strcspn(line, ":");
        text = colon + (line[colon] == ':');
        text += strspn(line + text, " \t");
        if (blanks < len && !line[colon])
            return err_at(e, pos_after(at, lines, blanks), ERR_TEX_MACRO,
                          "write 'name: TeX' for a macro");
        line[colon] = '\0';
        if (blanks < len && !tex_macros_add(m, line + blanks, line + text,
                                            pos_after(at, lines, blanks), e))
            return false;
        at = pos_after(at, lines, len + 1);
        lines += len + (lines[len] == '\n');
    }
    return true;
}

/* ---- expansion --------------------------------------------------------------------- */

size_t
source_offset(const struct reader *r, size_t offset)
{
    for (int i = r->expansion.n - 1; i >= 0; i--) {
        const struct splice *s = &r->expansion.splices[i];

        if (offset >= s->at + s->inserted)
            offset = offset - s->inserted + s->removed;
        else if (offset > s->at)
            offset = s->at;
    }
    return offset;
}

/* The end of one argument at `at`: {...}, a command, or a character. */
static size_t
argument_end(const struct reader *r, size_t at)
{
    size_t bytes = 1;
    int depth = 0;

    if (at >= r->len)
        return at;
    if (r->text[at] == '\\') {
        for (at++; at < r->len && is_letter(r->text[at]); at++)
            bytes = 0;
        return at + bytes < r->len ? at + bytes : r->len;
    }
    for (; at < r->len; at++) {
        depth += (r->text[at] == '{') - (r->text[at] == '}');
        if (r->text[at] == '\\' && at + 1 < r->len)
            at++;
        else if (depth <= 0)
            break;
    }
    if (at < r->len)
        utf8_decode(r->text + at, r->len - at, &bytes);
    return at + bytes < r->len ? at + bytes : r->len;
}

static size_t
behind_blanks(const struct reader *r, size_t at)
{
    while (at < r->len && strchr(" \t\r\n", r->text[at]))
        at++;
    return at;
}

/* "[...]" at `start`: its end; 0: there is none. */
static size_t
optional_end(const struct reader *r, size_t start)
{
    const char *close = start < r->len && r->text[start] == '['
                            ? memchr(r->text + start, ']', r->len - start)
                            : NULL;

    return close ? (size_t)(close + 1 - r->text) : 0;
}

/* The bytes from `start` up to `end`, without brackets around them. */
static const char *
inside(struct reader *r, size_t start, size_t end, bool brackets)
{
    if (brackets && end - start >= 2)
        return arena_strndup(r->arena, r->text + start + 1, end - start - 2);
    return arena_strndup(r->arena, r->text + start, end - start);
}

/* Read n arguments from *at on. */
static void
read_arguments(struct reader *r, const struct macro *m, int n, size_t *at,
               const char *args[9])
{
    if (m->paired && *at < r->len && r->text[*at] == '*')
        (*at)++;
    else if (m->paired && optional_end(r, *at))
        *at = optional_end(r, *at);
    for (int i = 0; i < n; i++) {
        size_t start = behind_blanks(r, *at), end = argument_end(r, start);

        if (i == 0 && m->first) {
            end = optional_end(r, start);
            args[i] = end ? inside(r, start, end, true) : m->first;
            *at = end ? end : *at;
            continue;
        }
        args[i] = inside(r, start, end, start < end && r->text[start] == '{');
        *at = end;
    }
}

/* Letters must not run into the name of a command before them. */
static void
add_apart(struct buf *b, const char *s, size_t len)
{
    size_t i = b->n;

    while (i > 0 && is_letter(b->s[i - 1]))
        i--;
    if (i > 0 && i < b->n && b->s[i - 1] == '\\' && len && is_letter(*s))
        buf_add(b, " ");
    buf_add_n(b, s, len);
}

static void
add_body(struct buf *b, const struct macro *m, int n, const char *const args[9])
{
    const char *s = m->body;

    while (*s) {
        size_t len = strcspn(s, "#");

        add_apart(b, s, len);
        s += len;
        if (*s == '#' && s[1] >= '1' && s[1] < '1' + n) {
            add_apart(b, args[s[1] - '1'], strlen(args[s[1] - '1']));
            s += 2;
        } else if (*s == '#') {
            buf_add(b, "#");
            s += s[1] == '#' ? 2 : 1;
        }
    }
}

/* Put `text` into the place of the bytes from `start` up to `end`; false: too long. */
static bool
replace(struct reader *r, size_t start, size_t end, const char *text, size_t len)
{
    struct expansion *x = &r->expansion;

    if (r->len - (end - start) + len > TEX_TEXT_MAX)
        return false;
    if (!x->buffer) {
        x->buffer = arena_alloc(r->arena, TEX_TEXT_MAX + 1, 1);
        memcpy(x->buffer, r->text, r->len);
        r->text = x->buffer;
    }
    memmove(x->buffer + start + len, x->buffer + end, r->len - end);
    memcpy(x->buffer + start, text, len);
    r->len = r->len - (end - start) + len;
    x->buffer[r->len] = '\0';
    return true;
}

bool
macro_expand(struct reader *r, const struct macro *m, const struct token *t)
{
    struct expansion *x = &r->expansion;
    const char *args[9] = {NULL};
    size_t end = t->end, before = arena_used(r->arena);
    int n = m->args < 0 ? highest_argument(m->body) : m->args;
    struct buf b;

    if (!x->splices)
        x->splices = ARENA_ARRAY(r->arena, struct splice, TEX_EXPANSIONS_MAX);
    read_arguments(r, m, n, &end, args);
    buf_init(&b, r->arena);
    add_body(&b, m, n, args);
    if (end < r->len && is_letter(r->text[end]))
        add_apart(&b, " ", 0);
    x->bytes += arena_used(r->arena) - before;
    if (x->n == TEX_EXPANSIONS_MAX || x->bytes > EXPANDED_BYTES_MAX ||
        !replace(r, t->start, end, b.s, b.n)) {
        reader_fail(r, t->start, ERR_TEX_MACRO, "macros expand without end here");
        return false;
    }
    x->splices[x->n++] = (struct splice){t->start, end - t->start, b.n};
    return true;
}

/* The end of what begins with a bracket at `at`, behind its partner; 0: it has none. */
static size_t
partner_end(const struct reader *r, size_t at)
{
    static const char open[] = "([{|", close[] = ")]}|";
    const char *which = at < r->len ? strchr(open, r->text[at]) : NULL;
    int depth = 0;

    if (!which || !*which)
        return 0;
    for (size_t i = at; i < r->len; i++) {
        char c = r->text[i];

        if (c == '\\')
            i++;
        else if (i > at && c == close[which - open] && --depth == 0)
            return i + 1;
        else if (c == *which)
            depth++;
    }
    return 0;
}

bool
expand_growing(struct reader *r)
{
    struct expansion *x = &r->expansion;
    size_t start = behind_blanks(r, r->at), end = partner_end(r, start);
    bool braces = end && r->text[start] == '{';
    const char *text;

    if (!end || x->n == TEX_EXPANSIONS_MAX)
        return false;
    text = arena_printf(r->arena, "\\left%s%c%s\\right%s%c ", braces ? "\\" : "",
                        r->text[start], inside(r, start, end, true), braces ? "\\" : "",
                        r->text[end - 1]);
    x->bytes += strlen(text);
    if (!x->splices)
        x->splices = ARENA_ARRAY(r->arena, struct splice, TEX_EXPANSIONS_MAX);
    if (x->bytes > EXPANDED_BYTES_MAX || !replace(r, start, end, text, strlen(text)))
        return false;
    x->splices[x->n++] = (struct splice){start, end - start, strlen(text)};
    return true;
}

/* ---- definitions in a formula ------------------------------------------------------ */

/* The name behind \newcommand, in braces or not; "" when there is none. */
static const char *
read_name(struct reader *r)
{
    size_t start = behind_blanks(r, r->at), end;

    r->at = start;
    if (start < r->len && r->text[start] == '{') {
        const char *raw = read_raw(r);

        raw += strspn(raw, " \\");
        return arena_strndup(r->arena, raw, strcspn(raw, " "));
    }
    if (start >= r->len || r->text[start] != '\\')
        return "";
    for (end = start + 1; end < r->len && is_letter(r->text[end]); end++)
        ;
    r->at = end;
    return arena_strndup(r->arena, r->text + start + 1, end - start - 1);
}

/* "[...]" as it stands; NULL when there is none. */
static const char *
read_raw_optional(struct reader *r)
{
    size_t start = behind_blanks(r, r->at), end = optional_end(r, start);

    if (!end)
        return NULL;
    r->at = end;
    return inside(r, start, end, true);
}

/* \DeclarePairedDelimiter{\abs}{\lvert}{\rvert}, and the same with X: the number of its
 * arguments, the brackets and what stands between them. */
static struct macro
read_pair(struct reader *r, struct macro m)
{
    const char *number = read_raw_optional(r), *left = read_raw(r), *right = read_raw(r);
    const char *inside = number ? read_raw(r) : "#1";

    m.paired = true;
    m.args = number && *number >= '1' && *number <= '9' ? *number - '0' : 1;
    m.body = arena_printf(r->arena, "\\left%s %s\\right%s ", left, inside, right);
    return m;
}

/* What stands behind \let\name: one command or character. */
static const char *
read_meaning(struct reader *r)
{
    size_t start = behind_blanks(r, r->at), end;

    if (start < r->len && r->text[start] == '=')
        start = behind_blanks(r, start + 1);
    end = argument_end(r, start);
    r->at = end;
    return inside(r, start, end, false);
}

/* What \newcommand, \def, \let and \DeclareMathOperator define. */
static struct macro
read_definition(struct reader *r, const char *kind)
{
    struct macro m = {.name = ""};
    const char *number = NULL;

    if (r->at < r->len && r->text[r->at] == '*')
        r->at++;
    m.name = read_name(r);
    if (strcmp(kind, "let") == 0) {
        m.body = read_meaning(r);
        return m;
    }
    if (strcmp(kind, "command") == 0) {
        number = read_raw_optional(r);
        m.first = number ? read_raw_optional(r) : NULL;
    } else if (strcmp(kind, "def") == 0) {
        while (r->at < r->len && r->text[r->at] != '{')
            r->at++;
    }
    if (strcmp(kind, "pair") == 0)
        return read_pair(r, m);
    m.body = read_raw(r);
    m.args = highest_argument(m.body);
    if (number && *number >= '1' && *number <= '9')
        m.args = *number - '0';
    if (strcmp(kind, "operator") == 0)
        m.body = arena_printf(r->arena, "\\operatorname{%s}", m.body);
    else if (strcmp(kind, "limits") == 0)
        m.body = arena_printf(r->arena, "\\operatorname*{%s}", m.body);
    return m;
}

struct node *
take_define(struct reader *r, struct token t)
{
    struct macro m = read_definition(r, t.command->text);

    if (!r->expansion.macros)
        r->expansion.macros = tex_macros_new(r->arena, NULL);
    if (!is_macro_name(m.name) || !add_macro(r->expansion.macros, m))
        reader_fail(r, t.start, ERR_TEX_MACRO,
                    "this macro cannot be defined: use a name of letters");
    return NULL;
}
