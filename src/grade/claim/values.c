#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/buf.h"
#include "grade/claim/claim.h"

enum { NAMES_MAX = 32 };

const struct scope *
values_scope(const struct grading *g)
{
    return g->q->kind == ASK_SET ? g->q->claim_scope : g->d->scope;
}

/* ---- which names ----------------------------------------------------------------- */

static int
collect(const struct scope *s, const struct term *t, const char **names, int n)
{
    if (t->op == TERM_NAME && n < NAMES_MAX) {
        for (int i = 0; i < n; i++)
            if (strcmp(names[i], t->name) == 0)
                return n;
        names[n++] = t->name;
    }
    for (int i = 0; i < t->n; i++)
        n = collect(s, t->arg[i], names, n);
    return n;
}

struct supplied
values_new(const struct grading *g)
{
    const struct scope *s = values_scope(g);
    struct supplied out = {.g = g, .names = g->q->supply, .n = g->q->n_supply};
    const char **names;

    if (g->q->kind == ASK_SET) {
        names = ARENA_ARRAY(g->arena, const char *, NAMES_MAX);
        out.n = collect(s, expr_unfold(g->arena, s, g->q->claim), names, 0);
        out.names = names;
    }
    out.value = ARENA_ARRAY(g->arena, const struct term *, out.n + 1);
    return out;
}

const struct decl *
values_decl(const struct supplied *s, int i)
{
    return scope_find(values_scope(s->g), s->names[i]);
}

int
values_find(const struct supplied *s, const char *typed)
{
    const struct decl *d = scope_find(values_scope(s->g), typed);

    for (int i = 0; d && i < s->n; i++)
        if (values_decl(s, i) == d)
            return i;
    return -1;
}

/* ---- parts of the answer --------------------------------------------------------- */

struct part {
    size_t start, len;
};

static bool
is_between(char c, char between)
{
    return c == between || (between == ';' && c == '\n');
}

/* Split outside brackets. More than `max` parts are counted, not kept. */
static int
split(const char *s, char between, struct part *part, int max)
{
    size_t start = 0, i;
    int depth = 0, n = 0;

    for (i = 0;; i++) {
        if (s[i] && strchr("([{", s[i]))
            depth++;
        else if (s[i] && strchr(")]}", s[i]))
            depth--;
        if (s[i] && (depth > 0 || !is_between(s[i], between)))
            continue;
        if (n < max)
            part[n] = (struct part){start, i - start};
        n++;
        if (!s[i])
            return n;
        start = i + 1;
    }
}

static struct part
trimmed(const char *s, struct part p)
{
    while (p.len && isspace((unsigned char)s[p.start]))
        p.start++, p.len--;
    while (p.len && isspace((unsigned char)s[p.start + p.len - 1]))
        p.len--;
    return p;
}

/* "w = 2" as the name and the rest; the name is "" when there is none. */
static const char *
take_name(struct arena *a, const char *s, struct part *p)
{
    const char *equal = memchr(s + p->start, '=', p->len);
    size_t before = equal ? (size_t)(equal - (s + p->start)) : 0;
    struct part name = trimmed(s, (struct part){p->start, before});

    if (!equal || equal[1] == '=' || strcspn(s + p->start, "<>!|") < before)
        return "";
    *p = trimmed(s, (struct part){p->start + before + 1, p->len - before - 1});
    return arena_strndup(a, s + name.start, name.len);
}

/* ---- one value ------------------------------------------------------------------- */

/* A value that is written as another type but is a whole, or a real, number. */
static const struct term *
narrowed(const struct grading *g, const struct decl *d, const struct term *t)
{
    const struct term *other = NULL;
    struct exact_result how;
    struct value v;

    if (t->type.kind > TYPE_COMPLEX || !grade_compute(g, t, &v) || cimag(v.at[0]) != 0)
        return NULL;
    if (d->type.kind == TYPE_REAL)
        other = expr_call(g->arena, FUNCTION_RE, &t, 1, NULL);
    else if (d->type.kind == TYPE_INTEGER && fabs(creal(v.at[0])) < 1e15)
        other = expr_number(g->arena, arena_printf(g->arena, "%.0f", creal(v.at[0])));
    return other && grade_same(g, t, other, &how) == AGREE_YES ? other : NULL;
}

static const struct term *
fitted(const struct grading *g, const struct decl *d, const struct term *t)
{
    int rows, cols, want_rows, want_cols;
    const struct term *name = expr_name(g->arena, d->name, d->type);

    if (grade_is_array(name) != grade_is_array(t))
        return NULL;
    if (!grade_is_array(t))
        return t->type.kind <= d->type.kind ? t : narrowed(g, d, t);
    if (t->type.complex_entries && !d->type.complex_entries)
        return NULL;
    if (grade_size(t, &rows, &cols) && grade_size(name, &want_rows, &want_cols))
        return rows == want_rows && cols == want_cols ? t : NULL;
    return t;
}

/* "(1, 2)" and "1, 2" as "[1, 2]": lessons write arrows so, and nothing else can be
 * meant. */
static const char *
in_square_brackets(struct arena *a, const char *text, size_t len)
{
    bool round;

    if (!typed_has_rows(text, len, &round))
        return text;
    return round ? arena_printf(a, "[%.*s]", (int)len - 2, text + 1)
                 : arena_printf(a, "[%s]", text);
}

/* What a value has to be, in a learner's words: "3 numbers, such as [1, 2, 3]". */
static const char *
asked_text(struct arena *a, struct type t)
{
    enum { SHORT = 4 };
    struct buf b;
    int n = t.rows.n;

    if (t.kind != TYPE_VECTOR || n < 1)
        return type_phrase(a, t);
    if (n > SHORT)
        return arena_printf(a, "%d numbers in square brackets", n);
    buf_init(&b, a);
    for (int i = 1; i <= n; i++)
        buf_printf(&b, "%s%d", i > 1 ? ", " : "", i);
    return arena_printf(a, "%d numbers, such as [%s]", n, b.s);
}

/* "(0, 1)" where a complex number is asked for: what to write instead; "" elsewhere. */
static const char *
complex_text(const struct grading *g, const struct decl *d, const char *text, size_t len)
{
    bool round;

    if (d->type.kind != TYPE_COMPLEX || !typed_has_rows(text, len, &round) || !round)
        return "";
    return arena_printf(g->arena,
                        "%s is one complex number here: write 2 + 3 i for (2, 3)",
                        expr_name_text(g->arena, d->name, 0));
}

/* Plain numbers, signs and fractions with blanks between them: a list without commas. */
static bool
is_list_of_blanks(const char *s)
{
    int n = 0;

    for (s += strspn(s, " \t"); *s; s += strspn(s, " \t")) {
        size_t sign = *s == '-' || *s == '+', len = strspn(s + sign, "0123456789./%");

        if (!len || (s[sign + len] && !strchr(" \t", s[sign + len])))
            return false;
        s += sign + len;
        n++;
    }
    return n > 1;
}

/* The same with commas. */
static const char *
put_commas(struct arena *a, const char *text)
{
    struct buf b;

    buf_init(&b, a);
    for (text += strspn(text, " \t"); *text; text += strspn(text, " \t")) {
        size_t len = strcspn(text, " \t");

        buf_printf(&b, "%s%.*s", b.n ? ", " : "", (int)len, text);
        text += len;
    }
    return b.s;
}

/* The entries of a vector that was typed without brackets, in them. */
static const char *
in_brackets(const struct supplied *s, const struct decl *d, const char *text)
{
    struct part part[NAMES_MAX];

    if (d->type.kind != TYPE_VECTOR || d->type.rows.n < 2)
        return text;
    if (is_list_of_blanks(text))
        text = put_commas(s->g->arena, text);
    return split(text, ',', part, NAMES_MAX) == d->type.rows.n
               ? arena_printf(s->g->arena, "[%s]", text)
               : text;
}

/* The part of the answer that is to be the value of the i-th name. */
static bool
read_value(struct supplied *s, const char *answer, struct part p, int i, struct err *e)
{
    const struct grading *g = s->g;
    const struct decl *d = values_decl(s, i);
    struct pos at = pos_after((struct pos){"answer", 1, 1}, answer, p.start);
    const char *text = arena_strndup(g->arena, answer + p.start, p.len);
    const char *name = expr_name_text(g->arena, d->name, 0), *open;
    const struct term *t;
    struct value v;

    if (!p.len)
        return read_fail(e, answer, p.start, ERR_ANSWER_VALUES,
                         "a value for %s is missing", name);
    if (grade_is_array(expr_name(g->arena, d->name, d->type)))
        text = in_brackets(s, d, in_square_brackets(g->arena, text, p.len));
    else if (*complex_text(g, d, text, p.len))
        return read_fail(e, answer, p.start, ERR_ANSWER_VALUES, "%s",
                         complex_text(g, d, text, p.len));
    t = read_parse(g, values_scope(g), text, at, e);
    if (!t || !read_words(g, t, e))
        return false;
    t = expr_unfold(g->arena, values_scope(g), t);
    open = grade_free_name(values_scope(g), t);
    if (open)
        return read_fail(e, answer, p.start, ERR_ANSWER_VALUES,
                         "%s needs a value, and %s has none", name,
                         expr_name_text(g->arena, open, 0));
    if (!grade_compute(g, t, &v))
        return read_fail(e, answer, p.start, ERR_ANSWER_VALUES,
                         "this value is undefined");
    s->value[i] = fitted(g, d, t);
    return s->value[i] ||
           read_fail(e, answer, p.start, ERR_ANSWER_VALUES, "%s is %s, and this is %s",
                     name, asked_text(g->arena, d->type), type_phrase(g->arena, t->type));
}

/* ---- all values ------------------------------------------------------------------ */

/* "[?, ?]" for a value of the type. */
static void
put_value_form(struct buf *b, struct type type)
{
    bool array = type.kind == TYPE_VECTOR || type.kind == TYPE_MATRIX;
    int rows = array && type.rows.n > 0 ? type.rows.n : 1,
        cols = type.kind == TYPE_MATRIX && type.cols.n > 0 ? type.cols.n : 1;

    buf_add(b, array ? "[" : "");
    for (int i = 0; i < rows * cols; i++)
        buf_printf(b, "%s?", i == 0 ? "" : cols > 1 && i % cols == 0 ? "; " : ", ");
    buf_add(b, array ? "]" : "");
}

char *
grade_supply_form(struct arena *a, const struct ask *q)
{
    struct buf b;

    buf_init(&b, a);
    for (int i = 0; i < q->n_supply; i++) {
        const struct decl *d = scope_find(q->claim_scope, q->supply[i]);

        buf_printf(&b, "%s%s = ", i ? "; " : "", expr_name_text(a, d->name, PRINT_ASCII));
        put_value_form(&b, d->type);
    }
    return b.s;
}

/* "0,5" is a decimal to many. */
static bool
is_decimal_comma(const char *answer)
{
    size_t before = strcspn(answer, ","), digits;

    digits = answer[before] ? strspn(answer + before + 1, "0123456789") : 0;
    return digits && before && isdigit((unsigned char)answer[before - 1]) &&
           !answer[before + 1 + digits];
}

static bool
fail_count(const struct supplied *s, const char *answer, struct err *e)
{
    if (s->n == 1 && is_decimal_comma(answer))
        return read_fail(e, answer, strcspn(answer, ","), ERR_ANSWER_VALUES,
                         "write decimals with a point, as in 0.5");
    if (s->n == 1)
        return read_fail(e, NULL, 0, ERR_ANSWER_VALUES, "give a value for %s: %s",
                         grade_names(s->g, s->names, 1),
                         grade_supply_form(s->g->arena, s->g->q));
    return read_fail(
        e, NULL, 0, ERR_ANSWER_VALUES, "give values for %s, with ; between them: %s",
        grade_names(s->g, s->names, s->n), grade_supply_form(s->g->arena, s->g->q));
}

/* The i-th part, which may name another name than the i-th. */
static bool
take_part(struct supplied *s, const char *answer, struct part p, int i, struct err *e)
{
    const char *name = take_name(s->g->arena, answer, &p);

    if (*name)
        i = values_find(s, name);
    if (i < 0)
        return read_fail(e, NULL, 0, ERR_ANSWER_VALUES, "%s is not asked for: give %s",
                         name, grade_names(s->g, s->names, s->n));
    if (s->value[i])
        return read_fail(e, answer, p.start, ERR_ANSWER_VALUES, "%s has two values here",
                         expr_name_text(s->g->arena, s->names[i], 0));
    return read_value(s, answer, p, i, e);
}

/* "8 8 -8 -8" as "8, 8, -8, -8" where several numbers are asked for, and "(0, 0, 0)" as
 * what stands in it where they are no entries of one vector. */
static const char *
with_commas(const struct supplied *s, const char *answer)
{
    struct arena *a = s->g->arena;
    struct part whole = trimmed(answer, (struct part){0, strlen(answer)});
    bool scalars = s->n > 1, round;

    for (int i = 0; i < s->n; i++)
        scalars = scalars && values_decl(s, i)->type.kind <= TYPE_COMPLEX;
    if (scalars && whole.len > 2 &&
        ((answer[whole.start] == '[' && answer[whole.start + whole.len - 1] == ']') ||
         (typed_has_rows(answer + whole.start, whole.len, &round) && round)))
        answer = arena_strndup(a, answer + whole.start + 1, whole.len - 2);
    if (!is_list_of_blanks(answer) ||
        (!scalars && values_decl(s, 0)->type.kind != TYPE_VECTOR))
        return answer;
    return put_commas(a, answer);
}

/* A single vector may be typed without its brackets. */
static bool
is_bare_vector(const struct supplied *s, int parts)
{
    const struct decl *d = s->n == 1 ? values_decl(s, 0) : NULL;

    return d && d->type.kind == TYPE_VECTOR && parts > 1 && d->type.rows.n == parts;
}

static bool
read_bare_vector(struct supplied *s, const char *answer, struct err *e)
{
    struct part first = {0, strlen(answer)};

    /* "p = 1; r = 0": names, not entries */
    if (*take_name(s->g->arena, answer, &first))
        return fail_count(s, answer, e);
    if (values_read(s, arena_printf(s->g->arena, "[%s]", answer), e))
        return true;
    if (e && e->at.col > 1)
        e->at.col--; /* the bracket was not typed */
    return false;
}

bool
values_read(struct supplied *s, const char *answer, struct err *e)
{
    struct part part[NAMES_MAX];
    int parts;

    answer = with_commas(s, answer);
    parts = split(answer, ';', part, NAMES_MAX);
    if (parts == 1)
        parts = split(answer, ',', part, NAMES_MAX);
    if (is_bare_vector(s, parts))
        return read_bare_vector(s, answer, e);
    if (parts > 1 && parts <= NAMES_MAX && !trimmed(answer, part[parts - 1]).len)
        parts--;
    if (parts != s->n || s->n > NAMES_MAX)
        return fail_count(s, answer, e);
    for (int i = 0; i < s->n; i++)
        s->value[i] = NULL;
    for (int i = 0; i < s->n; i++)
        if (!take_part(s, answer, trimmed(answer, part[i]), i, e))
            return false;
    return values_in_domain(s, e);
}

/* A value for a sentence, which is Markdown: a product of numbers would lose its signs.
 */
static const char *
said(const struct grading *g, const struct term *t)
{
    const char *typed = expr_plain(g->arena, t, 0);

    return strchr(typed, '*') ? grade_value_text(g, t) : typed;
}

char *
values_said(const struct supplied *s)
{
    struct buf b;

    buf_init(&b, s->g->arena);
    for (int i = 0; i < s->n; i++)
        buf_printf(&b, "%s%s = %s", i ? ", " : "",
                   expr_name_text(s->g->arena, s->names[i], 0), said(s->g, s->value[i]));
    return b.s;
}

char *
values_text(const struct supplied *s, bool tex)
{
    struct arena *a = s->g->arena;
    struct buf b;

    buf_init(&b, a);
    for (int i = 0; i < s->n; i++) {
        const struct decl *d = values_decl(s, i);
        const struct term *name = expr_name(a, d->name, d->type);

        buf_add(&b, i == 0 ? "" : tex ? ",\\quad " : ", ");
        buf_add(&b, tex ? expr_tex(a, name) : expr_plain(a, name, 0));
        buf_add(&b, " = ");
        buf_add(&b, tex ? expr_tex(a, s->value[i]) : expr_plain(a, s->value[i], 0));
    }
    return b.s;
}
