#include "app/plot/numbers.h"

#include <math.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/safe.h"
#include "base/utf8.h"

enum { CHUNK = 1 << 16, SHOWN_MAX = 40 };

/* ---- the stream ---------------------------------------------------------------------
 */

static const struct pos stream_at = {"stdin", 0, 0};

/* All of it, a NUL behind it. Each buffer is twice the last, so that the arena keeps at
 * most twice of what is needed. */
static bool
read_all(struct arena *a, FILE *in, char **text, size_t *len, struct err *e)
{
    size_t cap = CHUNK, n = 0, got;
    char *at = arena_alloc(a, cap + 1, 1);

    while ((got = fread(at + n, 1, cap - n, in)) > 0) {
        n += got;
        if (n > NUMBERS_BYTES_MAX)
            return err_at(e, stream_at, ERR_FILE_TOO_LARGE, "more than %d MB of numbers",
                          NUMBERS_BYTES_MAX >> 20);
        if (n == cap) {
            char *more = arena_alloc(a, 2 * cap + 1, 1);

            memcpy(more, at, n);
            at = more;
            cap *= 2;
        }
    }
    if (ferror(in))
        return err_at(e, stream_at, ERR_FILE_UNREADABLE, "stdin cannot be read");
    at[n] = '\0';
    *text = at;
    *len = n;
    return true;
}

/* ---- words ------------------------------------------------------------------------- */

static bool
is_between(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == ',' || c == ';';
}

/* Where the reading is. */
struct reading {
    const char *at, *end; /* of the text */
    const char *line;     /* where the line begins */
    int row;
    bool labels;
    struct numbers *out;
    size_t cap;
    struct arena *arena;
};

/* A word of the line; empty at its end. */
struct word {
    const char *at;
    size_t len;
};

static struct word
next_word(const char **at, const char *end)
{
    struct word w;

    while (*at < end && is_between(**at))
        (*at)++;
    w.at = *at;
    while (*at < end && !is_between(**at))
        (*at)++;
    w.len = (size_t)(*at - w.at);
    return w;
}

/* U+2212 is as good a minus as '-'. */
static size_t
minus_len(struct word w)
{
    return w.len >= 3 && memcmp(w.at, "\xE2\x88\x92", 3) == 0 ? 3
           : w.len && (*w.at == '-' || *w.at == '+')          ? 1
                                                              : 0;
}

/* "nan", "inf", "infinity", with a sign before. */
static bool
word_special(struct word w, size_t sign, double *v)
{
    static const struct {
        const char *name;
        double value;
    } specials[] = {
        {"nan",      NAN     },
        {"na",       NAN     },
        {"inf",      INFINITY},
        {"infinity", INFINITY},
        {"∞",      INFINITY},
    };

    for (size_t i = 0; i < sizeof specials / sizeof *specials; i++) {
        size_t len = strlen(specials[i].name);

        if (len == w.len - sign && strncasecmp(w.at + sign, specials[i].name, len) == 0) {
            *v = sign && *w.at != '+' ? -specials[i].value : specials[i].value;
            return true;
        }
    }
    return false;
}

/* Decimal only: strtod() also reads "0x1p3" and "nan(7)". The text ends with a NUL. */
static bool
word_number(struct word w, double *v)
{
    size_t sign = minus_len(w);
    char *end;

    if (w.len == sign)
        return false;
    if (strspn(w.at + sign, "0123456789.eE+-") < w.len - sign)
        return word_special(w, sign, v);
    if (!strchr("0123456789.", w.at[sign]))
        return false;
    *v = strtod(w.at + sign, &end);
    if (end != w.at + w.len)
        return false;
    *v = sign && *w.at != '+' ? -*v : *v;
    return true;
}

/* ---- lines --------------------------------------------------------------------------
 */

static void
add_number(struct reading *r, double v, const char *label)
{
    struct numbers *o = r->out;

    if (o->n == r->cap) {
        size_t cap = 2 * r->cap + 1024;
        double *at = arena_alloc(r->arena, cap * sizeof *at, alignof(double));
        const char **labels =
            r->labels ? arena_alloc(r->arena, cap * sizeof *labels, alignof(char *))
                      : NULL;

        if (o->n)
            memcpy(at, o->at, o->n * sizeof *at);
        if (o->n && labels)
            memcpy(labels, o->labels, o->n * sizeof *labels);
        o->at = at;
        o->labels = labels;
        r->cap = cap;
    }
    o->at[o->n] = v;
    if (r->labels)
        o->labels[o->n] = label;
    o->n++;
}

static bool
no_number(const struct reading *r, struct word w, struct err *e)
{
    size_t shown = w.len < SHOWN_MAX ? w.len : SHOWN_MAX;
    char *text = text_safe(r->arena, w.at, shown);
    int col = 1 + utf8_chars(r->line, (size_t)(w.at - r->line));

    return err_at(e, (struct pos){"stdin", r->row, col}, ERR_PLOT_NUMBER,
                  "'%s%s' is no number%s", text, shown < w.len ? "..." : "",
                  r->labels ? "; a bar is a label and a number on one line" : "");
}

/* A label as it was written, without the colon or the equals sign behind it. */
static const char *
label_of(struct reading *r, const char *from, const char *to)
{
    while (to > from && (is_between(to[-1]) || to[-1] == ':' || to[-1] == '='))
        to--;
    while (from < to && is_between(*from))
        from++;
    return to > from ? text_safe(r->arena, from, (size_t)(to - from)) : NULL;
}

/* A line with a label: a number behind it, else before it. `bad`: the first word that is
 * no number. */
static bool
labelled_line(struct reading *r, const char *end, struct word bad, struct err *e)
{
    const char *at = r->line;
    struct word first = next_word(&at, end), last = first, w;
    double v;

    while ((w = next_word(&at, end)).len)
        last = w;
    if (word_number(last, &v))
        add_number(r, v, label_of(r, r->line, last.at));
    else if (word_number(first, &v))
        add_number(r, v, label_of(r, first.at + first.len, end));
    else
        return no_number(r, bad, e);
    return true;
}

static bool
line_read(struct reading *r, const char *end, struct err *e)
{
    const char *at = r->line;
    size_t before = r->out->n;
    struct word w;
    double v;

    while ((w = next_word(&at, end)).len) {
        if (!word_number(w, &v)) {
            r->out->n = before;
            return r->labels ? labelled_line(r, end, w, e) : no_number(r, w, e);
        }
        if (r->out->n == NUMBERS_MAX)
            return err_at(e, (struct pos){"stdin", r->row, 1}, ERR_FILE_TOO_LARGE,
                          "more than %d numbers", NUMBERS_MAX);
        add_number(r, v, NULL);
    }
    return true;
}

bool
numbers_read(struct arena *a, FILE *in, bool labels, struct numbers *out, struct err *e)
{
    struct reading r = {.labels = labels, .out = out, .arena = a};
    char *text = NULL;
    size_t len = 0;

    *out = (struct numbers){NULL, NULL, 0};
    if (!read_all(a, in, &text, &len, e))
        return false;
    r.at = text + (len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0);
    for (r.end = text + len; r.at < r.end;) {
        const char *end = memchr(r.at, '\n', (size_t)(r.end - r.at));

        end = end ? end : r.end;
        r.line = r.at;
        r.row++;
        if (!line_read(&r, end, e))
            return false;
        r.at = end + (end < r.end);
    }
    return true;
}
