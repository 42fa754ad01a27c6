/* A text of derivations: theorems, declarations, lines. */
#include "proof/read/read.h"

#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"

enum { NAMES_MAX = 200 };

/* A whole text while it is being read. */
struct reading {
    struct arena *arena;
    const struct scope *outer;
    struct derivations *out;
    struct derivation *list;
    char *text; /* comment lines are blanked */
    struct pos at;
    struct buf common;    /* declarations before the first theorem */
    struct pos common_at; /* of the first of them */
    /* The derivation that is being read; `d` NULL: none. */
    struct deriving g;
    struct derivation_line *lines;
    struct declaration *declarations;
    bool started; /* its start line has been met */
    /* The line that may go on, in bytes of the text; empty: none. */
    size_t open, end;
    struct pos open_at;
};

/* A line of the text: from its first letter to its end. */
struct row {
    size_t at, end;
    bool indented;
    struct pos pos;
    const char *text;
};

static const struct err *
refuse(struct reading *r, struct pos at, const char *message)
{
    return read_refuse(&r->g, at, ERR_DERIVE_FORM, message);
}

/* ---- the derivation that is open --------------------------------------------------- */

static void
finish_line(struct reading *r)
{
    struct derivation *d = r->g.d;
    struct stretch s = {arena_strndup(r->arena, r->text + r->open, r->end - r->open),
                        r->open_at};
    enum link link;
    enum relation relation;

    if (r->end <= r->open)
        return;
    r->open = r->end = 0;
    if (!r->started && !read_link(s.text, &link, &relation) &&
        !read_behind(s.text, "claim")) {
        r->started = true;
        read_start(&r->g, &s);
        return;
    }
    r->started = true;
    read_step(&r->g, &s, &r->lines[d->n_lines++]);
}

/* An axiom that is one relation: its sides are the start and a line. */
static void
split_axiom(struct reading *r)
{
    struct derivation *d = r->g.d;
    const struct term *t = d->start;

    if (!d->axiom || d->n_lines || !t || t->op != TERM_RELATION)
        return;
    r->lines[0] = (struct derivation_line){.relation = t->relation,
                                           .term = t->arg[1],
                                           .source = expr_plain(r->arena, t->arg[1], 0),
                                           .rules = "",
                                           .say = "",
                                           .say_text = "",
                                           .at = d->at};
    d->start = t->arg[0];
    d->n_lines = 1;
}

static void
finish_derivation(struct reading *r)
{
    struct derivation *d = r->g.d;

    if (!d)
        return;
    finish_line(r);
    split_axiom(r);
    if (!d->n_lines && !d->error)
        d->error = refuse(r, d->at,
                          "this derivation has no line that begins with a "
                          "relation");
    errs_sort(&d->errs, 0);
    r->g.d = NULL;
}

static void
take_declaration(struct reading *r, const char *text, struct pos at)
{
    struct derivation *d = r->g.d;
    struct err *e = ARENA_NEW(r->arena, struct err);

    if (r->started || r->end > r->open) {
        refuse(r, at, "declarations stand before the start");
        return;
    }
    if (d->error)
        return;
    if (scope_count(r->g.scope) > NAMES_MAX || d->n_declarations == NAMES_MAX) {
        d->error = read_refuse(&r->g, at, ERR_DERIVE_MANY,
                               "more than 200 names or assumptions are declared in one "
                               "derivation");
        return;
    }
    r->declarations[d->n_declarations++] = (struct declaration){text, at};
    if (scope_declare(r->arena, r->g.scope, text, at, e))
        return;
    errs_add(r->arena, &d->errs, e);
    d->error = e;
}

/* How many lines are left from byte `from` on. */
static int
rows_from(const struct reading *r, size_t from)
{
    int n = 1;

    for (const char *s = r->text + from; *s; s++)
        n += *s == '\n';
    return n;
}

static void
begin_derivation(struct reading *r, const char *name, bool axiom, const struct row *row)
{
    int rows = rows_from(r, row->at);
    struct derivation *d = &r->list[r->out->n++];

    if (rows > PROOF_LINES_MAX + 1)
        rows = PROOF_LINES_MAX + 1;
    r->g = (struct deriving){r->arena, d, scope_new(r->arena, r->outer)};
    r->lines = ARENA_ARRAY(r->arena, struct derivation_line, rows + 1);
    r->declarations = ARENA_ARRAY(r->arena, struct declaration, NAMES_MAX);
    r->started = false;
    r->open = r->end = 0;
    *d = (struct derivation){.name = name ? name : "",
                             .named = name,
                             .axiom = axiom,
                             .scope = r->g.scope,
                             .outer = r->outer,
                             .declarations = r->declarations,
                             .start_source = "",
                             .lines = r->lines,
                             .at = row->pos};
    if (r->common.n)
        take_declaration(r, r->common.s, r->common_at);
}

/* ---- the lines of the text --------------------------------------------------------- */

static const struct err *
too_many(struct arena *a, struct pos at)
{
    struct err *e = ARENA_NEW(a, struct err);

    err_at(e, at, ERR_DERIVE_MANY, "a text has at most %d theorems; make two files of it",
           PROOF_THEOREMS_MAX);
    return e;
}

static void
take_heading(struct reading *r, const char *name, bool axiom, const struct row *row)
{
    finish_derivation(r);
    if (r->out->n == PROOF_THEOREMS_MAX) {
        r->out->error = too_many(r->arena, row->pos);
        return;
    }
    begin_derivation(r, arena_one_line(r->arena, name), axiom, row);
    if (!*r->g.d->name)
        refuse(r, row->pos,
               axiom ? "the name is missing: write 'axiom NAME'"
                     : "the name is missing: write 'theorem NAME'");
}

static bool
is_declaration(const char *s)
{
    return read_behind(s, "let") || read_behind(s, "assume") || read_behind(s, "define");
}

static void
open_line(struct reading *r, const struct row *row)
{
    struct derivation *d = r->g.d;

    finish_line(r);
    if (d->n_lines == PROOF_LINES_MAX) {
        if (!d->error)
            d->error = read_refuse(&r->g, row->pos, ERR_DERIVE_MANY,
                                   "a derivation has at most 500 lines; make two "
                                   "theorems of it");
        return;
    }
    r->open = row->at;
    r->end = row->end;
    r->open_at = row->pos;
}

/* A line of the derivation itself. */
static void
take_step(struct reading *r, const struct row *row)
{
    enum link link;
    enum relation relation;
    bool begins =
        read_link(row->text, &link, &relation) || read_behind(row->text, "claim");
    bool open = r->end > r->open;

    if (begins && !r->started && !open) {
        refuse(r, row->pos,
               "the start is missing: write the first term on a line of its own");
        r->started = true;
    }
    if (!begins && open && row->indented)
        r->end = row->end;
    else
        open_line(r, row);
}

static void
take_row(struct reading *r, const struct row *row)
{
    const char *theorem = read_behind(row->text, "theorem"),
               *axiom = read_behind(row->text, "axiom");

    if (theorem || axiom) {
        take_heading(r, theorem ? theorem : axiom, !theorem, row);
        return;
    }
    if (r->out->n == PROOF_THEOREMS_MAX && !r->g.d)
        return;
    if (!r->g.d && is_declaration(row->text)) {
        if (!r->common.n)
            r->common_at = row->pos;
        buf_printf(&r->common, "%s%s", r->common.n ? "\n" : "", row->text);
        return;
    }
    if (!r->g.d)
        begin_derivation(r, NULL, false, row);
    if (is_declaration(row->text))
        take_declaration(r, row->text, row->pos);
    else
        take_step(r, row);
}

static void
take_rows(struct reading *r)
{
    struct pos line_at = r->at;

    for (size_t line = 0; r->text[line];) {
        size_t end = line + strcspn(r->text + line, "\n");
        struct row row = {.at = line + strspn(r->text + line, " \t"), .end = end};

        row.indented = row.at > line;
        row.pos = line_at;
        row.pos.col += (int)(row.at - line);
        row.text =
            arena_strndup(r->arena, r->text + row.at, row.at < end ? end - row.at : 0);
        if (row.at < end && *row.text == '#')
            memset(r->text + line, ' ', end - line);
        else if (row.at < end)
            take_row(r, &row);
        line = end + (r->text[end] == '\n');
        line_at = (struct pos){r->at.file, line_at.line + 1, 1};
    }
}

/* ---- the whole --------------------------------------------------------------------- */

/* The first byte that is no text; len: none. */
static size_t
first_bad(const char *text, size_t len)
{
    size_t i = 0;

    while (i < len) {
        size_t bytes;
        uint32_t c = utf8_decode(text + i, len - i, &bytes);

        if (c == 0 || (c == UTF8_BAD && bytes == 1))
            return i;
        i += bytes;
    }
    return len;
}

static const struct err *
check_text(struct arena *a, const char *text, size_t len, struct pos at)
{
    struct err *e = ARENA_NEW(a, struct err);
    size_t bad;

    if (len > PROOF_TEXT_MAX) {
        err_at(e, at, ERR_FILE_TOO_LARGE, "the text has %zu bytes; it may have %d", len,
               PROOF_TEXT_MAX);
        return e;
    }
    bad = first_bad(text, len);
    if (bad == len)
        return NULL;
    err_at(e, pos_after(at, arena_strndup(a, text, bad), bad), ERR_DERIVE_BYTES,
           "the byte 0x%02X cannot stand in a text", (unsigned)(unsigned char)text[bad]);
    return e;
}

/* Headings in the text, at least. */
static int
count_derivations(const char *text)
{
    int n = 1;

    for (const char *s = text; n < PROOF_THEOREMS_MAX && *s; s += *s == '\n') {
        const char *word = s + strspn(s, " \t");

        n += read_behind(word, "theorem") || read_behind(word, "axiom");
        s += strcspn(s, "\n");
    }
    return n;
}

struct derivations
derivations_read(struct arena *a, const struct scope *outer, const char *text, size_t len,
                 struct pos at)
{
    struct derivations out = {.error = check_text(a, text, len, at)};
    struct reading r = {.arena = a, .outer = outer, .out = &out, .at = at};

    if (out.error)
        return out;
    if (len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
        text += 3;
        len -= 3;
    }
    r.text = arena_strndup(a, text, len);
    for (char *c = r.text; *c; c++)
        if (*c == '\r')
            *c = c[1] == '\n' ? ' ' : '\n';
    buf_init(&r.common, a);
    r.list = ARENA_ARRAY(a, struct derivation, count_derivations(r.text) + 1);
    out.at = r.list;
    take_rows(&r);
    finish_derivation(&r);
    return out;
}

const struct scope *
derivation_scope(struct arena *a, const struct derivation *d, const bool *without,
                 const char *extra)
{
    struct scope *s = scope_new(a, d->outer);
    struct pos at = {"assumption", 1, 1};
    struct err e;

    for (int i = 0; i < d->n_declarations; i++)
        if (!(without && without[i]) &&
            !scope_declare(a, s, d->declarations[i].text, d->declarations[i].at, &e))
            return NULL;
    if (*extra && !scope_declare(a, s, extra, at, &e))
        return NULL;
    return s;
}

char *
names_list(struct arena *a, struct names n)
{
    struct buf b;

    buf_init(&b, a);
    for (int i = 0; i < n.n; i++)
        buf_printf(&b, "%s%s", i ? ", " : "", n.at[i]);
    return b.s;
}
