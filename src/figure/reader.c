#include "figure/reader.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

static const char *const words[CLAUSE_COUNT] = {
    [CLAUSE_MASK] = "mask",       [CLAUSE_ROW] = "row",       [CLAUSE_COLUMN] = "column",
    [CLAUSE_PLACES] = "places",   [CLAUSE_AT] = "at",         [CLAUSE_OPENS] = "opens",
    [CLAUSE_AS] = "as",           [CLAUSE_FROM] = "from",     [CLAUSE_BEFORE] = "before",
    [CLAUSE_IN] = "in",           [CLAUSE_WHEN] = "when",     [CLAUSE_TO] = "to",
    [CLAUSE_BY] = "by",           [CLAUSE_OVER] = "over",     [CLAUSE_RADIUS] = "radius",
    [CLAUSE_GHOST] = "ghost",     [CLAUSE_BINS] = "bins",     [CLAUSE_OF] = "of",
    [CLAUSE_THROUGH] = "through", [CLAUSE_LEVELS] = "levels", [CLAUSE_LOWEST] = "lowest",
};

/* ---- pieces of the source --------------------------------------------------------- */

/* Bytes start..end of s without the blanks around them. */
static struct source
piece_of(struct reader *r, struct source s, size_t start, size_t end)
{
    while (start < end && isspace((unsigned char)s.text[start]))
        start++;
    while (end > start && isspace((unsigned char)s.text[end - 1]))
        end--;
    return (struct source){arena_strndup(r->arena, s.text + start, end - start),
                           pos_after(s.at, s.text, start)};
}

/* Steps over one character of a line and keeps count of brackets and quotes. */
struct scan {
    int depth;
    bool quoted;
};

static bool
is_outside(const struct scan *s)
{
    return s->depth <= 0 && !s->quoted;
}

static void
scan_over(struct scan *s, char c)
{
    if (c == '"')
        s->quoted = !s->quoted;
    else if (s->quoted)
        return;
    else if (c && strchr("([{", c))
        s->depth++;
    else if (c && strchr(")]}", c))
        s->depth--;
}

bool
source_cut(struct reader *r, struct source s, const char *mark, struct source *left,
           struct source *right)
{
    size_t len = strlen(s.text), width = strlen(mark);
    struct scan scan = {0, false};

    for (size_t i = 0; i < len; i++) {
        if (is_outside(&scan) && strncmp(s.text + i, mark, width) == 0) {
            *left = piece_of(r, s, 0, i);
            *right = piece_of(r, s, i + width, len);
            return true;
        }
        scan_over(&scan, s.text[i]);
    }
    *left = s;
    *right = (struct source){NULL, s.at};
    return false;
}

/* The clause that begins at byte i, CLAUSE_HEAD when none does. */
static enum clause
clause_at(const char *text, size_t i, unsigned allowed)
{
    size_t len = 0;

    if (i == 0 || !isspace((unsigned char)text[i - 1]))
        return CLAUSE_HEAD;
    while (islower((unsigned char)text[i + len]))
        len++;
    if (text[i + len] && text[i + len] != '"' && !isspace((unsigned char)text[i + len]))
        return CLAUSE_HEAD;
    for (enum clause c = CLAUSE_HEAD + 1; c < CLAUSE_COUNT; c++)
        if (allowed & 1u << c && strlen(words[c]) == len &&
            strncmp(text + i, words[c], len) == 0)
            return c;
    return CLAUSE_HEAD;
}

bool
clauses_read(struct reader *r, struct source line, unsigned allowed,
             struct source out[CLAUSE_COUNT])
{
    size_t len = strlen(line.text), start = 0;
    enum clause open = CLAUSE_HEAD, next;
    struct scan scan = {0, false};

    memset(out, 0, CLAUSE_COUNT * sizeof *out);
    for (size_t i = 0; i < len; i++) {
        next = is_outside(&scan) ? clause_at(line.text, i, allowed) : CLAUSE_HEAD;
        scan_over(&scan, line.text[i]);
        if (next == CLAUSE_HEAD)
            continue;
        if (out[next].text || next == open)
            return errs_at(r->arena, r->errs, pos_after(line.at, line.text, i),
                           ERR_FIGURE_LINE, "'%s' stands here twice", words[next]);
        out[open] = piece_of(r, line, start, i);
        open = next;
        i += strlen(words[next]) - 1;
        start = i + 1;
    }
    out[open] = piece_of(r, line, start, len);
    if (!*out[CLAUSE_HEAD].text)
        return errs_at(r->arena, r->errs, line.at, ERR_FIGURE_LINE,
                       "this line says nothing: write a term here");
    return true;
}

bool
quoted_read(struct reader *r, struct source s, struct source *out)
{
    size_t len = strlen(s.text);

    if (len < 2 || s.text[0] != '"' || strchr(s.text + 1, '"') != s.text + len - 1)
        return errs_at(r->arena, r->errs, s.at, ERR_FIGURE_LINE,
                       "put the label between quotes: \"q now\"");
    out->text = arena_strndup(r->arena, s.text + 1, len - 2);
    out->at = pos_after(s.at, s.text, 1);
    return true;
}

/* ---- terms ------------------------------------------------------------------------ */

bool
value_check(struct reader *r, const struct thing *curve, const struct term *t,
            struct pos at)
{
    const struct figure *f = r->f;
    struct moment m;
    struct value v;
    struct err e = {0};

    moment_start(&m, r->arena, f);
    if (curve)
        moment_bind(&m, curve->scope, curve->variable);
    if (calc_eval(r->arena, m.scope, t, &m.env, &v, &e))
        return true;
    return errs_at(r->arena, r->errs, at, ERR_FIGURE_VALUE, "%s", e.msg);
}

bool
name_check(struct reader *r, struct source s)
{
    struct scope *trial = scope_new(r->arena, NULL);
    struct err e = {0};

    if (scope_declare(r->arena, trial, arena_printf(r->arena, "%s : real", s.text), s.at,
                      &e))
        return true;
    errs_add(r->arena, r->errs, &e);
    return false;
}

const struct term *
term_read(struct reader *r, const struct scope *scope, struct source s)
{
    struct err e = {0};
    const struct term *t = expr_parse(r->arena, scope, s.text, s.at, &e);

    if (!t)
        errs_add(r->arena, r->errs, &e);
    return t;
}

static const struct term *
wrong_type(struct reader *r, const struct term *t, struct pos at, const char *wanted)
{
    errs_at(r->arena, r->errs, at, ERR_FIGURE_TYPE, "this is a %s; %s is needed here",
            type_text(r->arena, t->type), wanted);
    return NULL;
}

const struct term *
real_read(struct reader *r, const struct scope *scope, struct source s)
{
    const struct term *t = term_read(r, scope, s);

    if (t && t->type.kind != TYPE_INTEGER && t->type.kind != TYPE_REAL)
        return wrong_type(r, t, s.at, "a real number");
    return t;
}

static const struct term *
place_in_read(struct reader *r, struct source s, const struct thing *along)
{
    const struct term *t = term_read(r, along ? along->scope : r->f->scope, s);
    bool number, pair;

    if (!t)
        return NULL;
    number = t->type.kind <= TYPE_COMPLEX;
    pair = t->type.kind == TYPE_VECTOR && t->type.rows.n == 2 && !t->type.complex_entries;
    if (!number && !pair)
        return wrong_type(r, t, s.at, "a vector of two real numbers or a complex number");
    return value_check(r, along, t, s.at) ? t : NULL;
}

const struct term *
place_read(struct reader *r, struct source s)
{
    return place_in_read(r, s, NULL);
}

const struct term *
place_along_read(struct reader *r, struct source s, const struct thing *t)
{
    return place_in_read(r, s, t);
}

const struct term *
condition_read(struct reader *r, struct source s)
{
    struct err e = {0};
    const struct term *t = expr_parse_relation(r->arena, r->f->scope, s.text, s.at, &e);

    if (!t) {
        errs_add(r->arena, r->errs, &e);
        return NULL;
    }
    return value_check(r, NULL, t, s.at) ? t : NULL;
}

bool
constant_read(struct reader *r, struct source s, double *out)
{
    const struct term *t = real_read(r, r->f->scope, s);

    if (!t)
        return false;
    *out = calc_eval_real(r->arena, r->f->scope, t, NULL);
    if (isfinite(*out))
        return true;
    return errs_at(r->arena, r->errs, s.at, ERR_FIGURE_VALUE,
                   "this must be a number that no slider moves");
}

bool
range_read(struct reader *r, struct source s, double *low, double *high)
{
    struct source left, right;

    if (!source_cut(r, s, "..", &left, &right))
        return errs_at(r->arena, r->errs, s.at, ERR_FIGURE_LINE,
                       "write a range as -7..7");
    if (!constant_read(r, left, low) || !constant_read(r, right, high))
        return false;
    if (*low < *high)
        return true;
    return errs_at(r->arena, r->errs, s.at, ERR_FIGURE_LINE,
                   "the range must rise: its left end is not less than its right end");
}

bool
decimals_read(struct reader *r, struct source s, int *places)
{
    double n = 0;

    *places = -1;
    if (!s.text)
        return true;
    if (!constant_read(r, s, &n))
        return false;
    *places = (int)n;
    if (n == floor(n) && n >= 0 && n <= PLACES_MAX)
        return true;
    return errs_at(r->arena, r->errs, s.at, ERR_FIGURE_LINE,
                   "the number of decimals is a whole number from 0 to %d", PLACES_MAX);
}

/* ---- formats ---------------------------------------------------------------------- */

static bool
format_read(struct reader *r, const char *name, struct source s, enum num_format *out)
{
    return num_format_find(name, out) ||
           errs_at(r->arena, r->errs, s.at, ERR_FIGURE_LINE,
                   "'%s' is no format of numbers: there are fp64, fp32, bf16 and fp16, "
                   "or a switch between them",
                   name);
}

bool
through_read(struct reader *r, struct source s, struct through *out)
{
    int at = figure_slider_find(r->f, s.text), n = 1;
    const struct slider *slider = at < 0 ? NULL : &r->f->sliders[at];
    enum num_format *places;

    if (slider && slider->labels)
        n = (int)slider->high;
    places = ARENA_ARRAY(r->arena, enum num_format, n);
    for (int i = 0; i < n; i++)
        if (!format_read(r, slider && slider->labels ? slider->labels[i] : s.text, s,
                         &places[i]))
            return false;
    *out = (struct through){places, slider ? at : -1, n};
    r->f->formats = true;
    return true;
}

bool
through_check(struct reader *r, const struct thing *t, struct through through,
              struct pos at)
{
    struct moment m;
    struct value v;
    struct err e = {0};

    moment_start(&m, r->arena, r->f);
    if (t->scope)
        moment_bind(&m, t->scope, t->variable);
    for (int i = 0; i < t->n * through.n && !t->own; i++) {
        m.env.lens.format = through.places[i % through.n];
        if (!calc_eval(r->arena, m.scope, t->at[i / through.n], &m.env, &v, &e))
            return errs_at(r->arena, r->errs, at, ERR_FIGURE_VALUE, "%s", e.msg);
    }
    return true;
}

/* ---- sentences -------------------------------------------------------------------- */

/* What stands between braces: "angle", "TERM" or "TERM : places". */
static bool
number_piece(struct reader *r, struct source s, struct piece *p)
{
    struct source term;
    struct calc_span shown;
    struct err e;

    if (!calc_span_cut(r->arena, s.text, s.at, &shown, &e))
        return errs_at(r->arena, r->errs, e.at, ERR_FIGURE_LINE, "%s", e.msg);
    term = (struct source){shown.text, s.at};
    p->places = shown.places;
    p->angle = strcmp(term.text, "angle") == 0 && !scope_find(r->f->scope, "angle");
    if (p->angle)
        return true;
    p->term = term_read(r, r->f->scope, term);
    return p->term && value_check(r, NULL, p->term, term.at);
}

/* Reads one piece that begins at *i and moves *i behind it. */
static bool
next_piece(struct reader *r, struct source s, size_t *i, struct piece *p)
{
    const char *start = s.text + *i, *end;

    if (*start != '{') {
        size_t len = strcspn(start, "{");

        p->text = arena_strndup(r->arena, start, len);
        *i += len;
        return true;
    }
    end = strchr(start, '}');
    if (!end)
        return errs_at(r->arena, r->errs, pos_after(s.at, s.text, *i), ERR_FIGURE_LINE,
                       "this '{' has no '}'");
    *i = (size_t)(end - s.text) + 1;
    return number_piece(r, piece_of(r, s, (size_t)(start - s.text) + 1, *i - 1), p);
}

bool
sentence_read(struct reader *r, struct source s, struct sentence *out)
{
    struct piece *pieces = ARENA_ARRAY(r->arena, struct piece, PIECES_MAX);
    size_t i = 0;

    out->at = pieces;
    for (out->n = 0; s.text[i]; out->n++) {
        if (out->n == PIECES_MAX)
            return errs_at(r->arena, r->errs, s.at, ERR_FIGURE_MANY,
                           "a sentence may hold at most %d numbers", PIECES_MAX / 2);
        pieces[out->n].places = -1;
        if (!next_piece(r, s, &i, &pieces[out->n]))
            return false;
    }
    return true;
}

/* "x_12" as x with 12 below. */
static const char *
name_indexed(struct arena *a, const char *name)
{
    const char *mark = strchr(name, '_');
    struct buf b;

    if (!mark || !mark[1] || mark[1 + strspn(mark + 1, "0123456789")])
        return name;
    buf_init(&b, a);
    buf_printf(&b, "%.*s", (int)(mark - name), name);
    for (const char *p = mark + 1; *p; p++)
        buf_printf(&b, "\xE2\x82%c", 0x80 + *p - '0');
    return b.s;
}

const char *
name_shown(struct reader *r, const char *name)
{
    const struct term *t = expr_parse(r->arena, r->f->scope, name, (struct pos){0}, NULL);

    return name_indexed(r->arena, t ? expr_plain(r->arena, t, 0) : name);
}
