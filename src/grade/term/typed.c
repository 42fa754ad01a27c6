/* An answer as it is typed, before the language reads it: a percent sign, a unit, rows
 * without brackets; and characters that no answer has. */
#include <complex.h>
#include <ctype.h>
#include <string.h>

#include "base/utf8.h"
#include "grade/grade_priv.h"

/* ---- characters ------------------------------------------------------------------ */

bool
typed_check(const char *answer, struct err *e)
{
    size_t len = strlen(answer), n;

    if (len > ANSWER_TEXT_MAX)
        return read_fail(e, NULL, 0, ERR_ANSWER_TEXT,
                         "an answer of %zu bytes is too long: shorten it to %d", len,
                         (int)ANSWER_TEXT_MAX);
    for (size_t i = 0; i < len; i += n) {
        uint32_t c = utf8_decode(answer + i, len - i, &n);

        if (c == UTF8_BAD)
            return read_fail(e, answer, i, ERR_ANSWER_TEXT,
                             "here is a byte that is no text (UTF-8): delete it");
        if ((c < 0x20 && c != '\n' && c != '\t' && c != '\r') || (c >= 0x7F && c < 0xA0))
            return read_fail(e, answer, i, ERR_ANSWER_TEXT,
                             "here is a control character that nobody can see: delete "
                             "it, or type the answer again");
    }
    return true;
}

/* ---- what stands behind a number ------------------------------------------------- */

static size_t
trim(const char *s, size_t len)
{
    while (len && isspace((unsigned char)s[len - 1]))
        len--;
    return len;
}

/* Whether the text ends with the word, which stands alone. */
static bool
ends_with(const char *s, size_t len, const char *word)
{
    size_t n = strlen(word);

    if (n == 0 || n >= len || memcmp(s + len - n, word, n) != 0)
        return false;
    return !isalpha((unsigned char)word[0]) || !isalpha((unsigned char)s[len - n - 1]);
}

/* Signs and words that people write behind numbers. No term ends with one of them unless
 * the question declares it. */
static const char *const units[] = {
    "%",     "°",       "degrees", "degree",  "deg",    "rad",    "radians", "radian",
    "bytes", "byte",    "bits",    "bit",     "KiB",    "MiB",    "GiB",     "KB",
    "MB",    "GB",      "kB",      "B",       "tokens", "token",  "nats",    "nat",
    "cm",    "mm",      "km",      "seconds", "words",  "layers", "heads",   "groups",
    "pairs", "percent", "steps",   "units",
};

/* A unit that has no place here; NULL: there is none. */
static const char *
strange_unit(const struct grading *g, const char *text, size_t len)
{
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (ends_with(text, len, units[i]) && !scope_find(g->d->scope, units[i]))
            return units[i];
    return NULL;
}

static bool
fail_unit(const char *unit, const char *answer, size_t at, struct err *e)
{
    if (!strcmp(unit, "%") || !strcmp(unit, "percent"))
        return read_fail(e, answer, at, ERR_ANSWER_UNIT,
                         "no percentage is asked for: write 0.5 for 50 %%");
    if (!strcmp(unit, "°") || !strncmp(unit, "deg", 3))
        return read_fail(e, answer, at, ERR_ANSWER_UNIT,
                         "give the number alone, without '%s'; angles are in radians, "
                         "unless the question says degrees",
                         unit);
    return read_fail(e, answer, at, ERR_ANSWER_UNIT,
                     "no unit is asked for: type the number without '%s'", unit);
}

/* Whether the unit is the one that the question itself counts in: degrees. */
static bool
is_asked_for(const struct grading *g, const char *unit)
{
    return (!strcmp(unit, "°") || !strncmp(unit, "deg", 3)) &&
           strstr(g->q->words, "degrees");
}

/* Whether the question asks for a share of 1, and speaks of no percentages: then a
 * percent sign can mean one thing only. */
static bool
is_share(const struct grading *g)
{
    const struct term *model = grade_unfold(g, g->q->answer);
    struct value v;

    return !grade_is_array(model) && grade_compute(g, model, &v) && creal(v.at[0]) > 0 &&
           creal(v.at[0]) < 1 && !strstr(g->q->words, "percent") &&
           !strchr(g->q->words, '%');
}

/* Cut off what may stand behind the number. *len is what is left. */
static bool
take_unit(const struct grading *g, const char *answer, const char *text, size_t *len,
          bool *percent, struct err *e)
{
    const struct ask *q = g->q;
    const char *unit;

    *percent = false;
    *len = trim(text, *len);
    for (int i = 0; i < q->n_units; i++)
        if (ends_with(text, *len, q->units[i])) {
            *len = trim(text, *len - strlen(q->units[i]));
            return true;
        }
    if (q->kind == ASK_NUMBER && (q->percent || is_share(g)) &&
        (ends_with(text, *len, "%") || ends_with(text, *len, "percent"))) {
        *len = trim(text, *len - (text[*len - 1] == '%' ? 1 : strlen("percent")));
        *percent = true;
        return true;
    }
    unit = strange_unit(g, text, *len);
    if (unit && q->kind == ASK_NUMBER && is_asked_for(g, unit)) {
        *len = trim(text, *len - strlen(unit));
        return true;
    }
    return !unit ||
           fail_unit(unit, answer, (size_t)(text - answer) + *len - strlen(unit), e);
}

/* ---- rows ------------------------------------------------------------------------ */

bool
typed_has_rows(const char *text, size_t len, bool *round)
{
    int depth = 0;
    bool found = false, inner = false;

    *round = len > 1 && text[0] == '(' && text[len - 1] == ')';
    for (size_t i = 0; i < len; i++) {
        bool sign = text[i] == ',' || text[i] == ';';

        depth += strchr("([{", text[i]) != NULL;
        depth -= strchr(")]}", text[i]) != NULL;
        found = found || (sign && depth == 0);
        inner = inner || (sign && depth == 1);
        if (depth == 0 && i + 1 < len)
            *round = false;
    }
    *round = *round && inner;
    return found || *round;
}

/* "0,5": a digit on both sides of a comma, and one comma for each pair of them. */
static bool
is_decimal_comma(const char *text, size_t len)
{
    for (size_t i = 1; i + 1 < len; i++)
        if (text[i] == ',' && isdigit((unsigned char)text[i - 1]) &&
            isdigit((unsigned char)text[i + 1]))
            return true;
    return false;
}

/* "1,5" and nothing else, where one number is asked for. */
static bool
is_one_decimal(const char *text, size_t len)
{
    size_t i = *text == '-', whole = i, part;

    while (i < len && isdigit((unsigned char)text[i]))
        i++;
    part = i + 1;
    if (i == whole || i >= len || text[i] != ',')
        return false;
    for (i = part; i < len; i++)
        if (!isdigit((unsigned char)text[i]))
            return false;
    return len > part && len - part != 3; /* three: it may be a thousand */
}

/* ---- all of it ------------------------------------------------------------------- */

/* Whether an array is right here, or is a wrong answer that was foreseen. */
static bool
may_be_array(const struct ask *q)
{
    for (int i = 0; i < q->n_misses; i++)
        if (q->misses[i].answer && grade_is_array(q->misses[i].answer))
            return true;
    return grade_is_array(q->answer);
}

static char *
with_point(struct arena *a, const char *text, size_t len)
{
    char *s = arena_strndup(a, text, len);

    *strchr(s, ',') = '.';
    return s;
}

/* "[1 2; 3 4]": entries with blanks between them. */
static bool
lacks_commas(const char *text)
{
    return text[0] == '[' && !strchr(text, ',') && strchr(text, ' ');
}

static const struct term *
read_text(const struct grading *g, const char *answer, const char *text, size_t len,
          struct err *e)
{
    bool round, rows = may_be_array(g->q) && typed_has_rows(text, len, &round);
    struct pos at =
        pos_after((struct pos){"answer", 1, 1}, answer, (size_t)(text - answer));
    const char *whole = arena_strndup(g->arena, text, len);
    const struct term *t;

    if (rows) {
        whole = round ? arena_printf(g->arena, "[%.*s]", (int)len - 2, text + 1)
                      : arena_printf(g->arena, "[%s]", whole);
        at.col -= round ? 0 : 1;
    }
    if (!may_be_array(g->q) && is_one_decimal(text, len)) {
        err_at(e, at, ERR_ANSWER_KIND, "write the decimal with a point: %s",
               with_point(g->arena, text, len));
        return NULL;
    }
    t = read_parse(g, g->d->scope, whole, at, e);
    if (!t && may_be_array(g->q) && lacks_commas(whole))
        err_at(e, at, ERR_ANSWER_KIND,
               "write commas between the entries of a row, and ; between rows: [1, 2; 3, "
               "4]");
    if (!t && rows && e && e->at.col < 1)
        e->at.col = 1;
    return t;
}

static bool
is_one_size(const struct term *x, const struct term *y)
{
    int rows, cols, of_y, cols_y;

    return !grade_size(x, &rows, &cols) || !grade_size(y, &of_y, &cols_y) ||
           (rows == of_y && cols == cols_y);
}

/* ---- sides of an equation -------------------------------------------------------- */

/* The last = of the text that is no part of another sign; NULL. */
static const char *
last_equals(const char *text)
{
    for (const char *s = text + strlen(text); s-- > text + 1;)
        if (*s == '=' && s[1] != '=' && !strchr("=<>!", s[-1]))
            return s;
    return NULL;
}

/* Whether what stands before the = only names the answer: "n = 7", "score = 5". */
static bool
is_label(const struct grading *g, const char *text, size_t len)
{
    const char *name = arena_strndup(g->arena, text, trim(text, len));

    for (const char *c = name; *c; c++)
        if (!isalpha((unsigned char)*c))
            return false;
    for (int i = 0; i < scope_count(g->q->scope); i++)
        if (strcmp(scope_at(g->q->scope, i)->name, name) == 0)
            return false;
    return *name;
}

/* Whether each side of "1 + 3 + 5 = 9" that is left of `last` has the value behind it. */
static bool
is_worked_out(const struct grading *g, const char *text, const char *last)
{
    const struct pos at = {"answer", 1, 1};
    struct exact_result how;
    struct err e;
    const struct term *right = read_parse(g, g->d->scope, last + 1, at, &e);

    while (right && text < last) {
        size_t n = strcspn(text, "=");
        const struct term *left =
            read_parse(g, g->d->scope, arena_strndup(g->arena, text, n), at, &e);

        if (!left || grade_is_array(left) != grade_is_array(right) ||
            grade_agree(g, grade_unfold(g, left), grade_unfold(g, right), &how) !=
                AGREE_YES)
            return false;
        text += n + 1;
    }
    return right != NULL;
}

/* Where the answer itself begins: behind its name, or behind how it was worked out. */
static size_t
skip_left(const struct grading *g, const char *answer)
{
    size_t skip = read_skip(answer);
    const char *text = answer + skip, *last = last_equals(text);

    if (!last ||
        (!is_label(g, text, (size_t)(last - text)) && !is_worked_out(g, text, last)))
        return skip;
    return (size_t)(last + 1 - answer) + strspn(last + 1, " \t");
}

const struct term *
typed_term(const struct grading *g, const char *answer, struct err *e)
{
    size_t skip = skip_left(g, answer), len = strlen(answer + skip);
    const char *text = answer + skip;
    const struct term *t;
    bool percent;

    if (!take_unit(g, answer, text, &len, &percent, e))
        return NULL;
    t = read_text(g, answer, text, len, e);
    if (!t && e && last_equals(text) && strstr(e->msg, "begins a relation"))
        err_at(e, e->at, e->code,
               "give the answer alone: what stands before the last = is not the same as "
               "what stands behind it");
    if (t && grade_is_array(g->q->answer) && !is_one_size(t, g->q->answer) &&
        text[0] != '[' && is_decimal_comma(text, len)) {
        read_fail(e, answer, skip, ERR_ANSWER_KIND,
                  "write decimals with a point, as in 0.5, and ', ' between entries");
        return NULL;
    }
    if (t && percent)
        t = expr_apply(g->arena, TERM_DIV, t, expr_number(g->arena, "100"), e);
    return t;
}
