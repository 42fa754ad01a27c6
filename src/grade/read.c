#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "grade/grade_priv.h"
#include "grade/term/spelled.h"

bool
read_fail(struct err *e, const char *answer, size_t at, enum err_code code,
          const char *fmt, ...)
{
    struct pos place = {"answer", 0, 0};
    char text[ERR_MESSAGE_MAX];
    va_list args;

    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    if (answer)
        place = pos_after((struct pos){"answer", 1, 1}, answer, at);
    return err_at(e, place, code, "%s", text);
}

size_t
read_skip(const char *answer)
{
    static const char nearly[] = "\u2248";
    size_t n = strspn(answer, " \t"), sign = 0;

    if (answer[n] == '=' && answer[n + 1] != '=')
        sign = 1;
    else if (strncmp(answer + n, nearly, sizeof nearly - 1) == 0)
        sign = sizeof nearly - 1;
    return sign ? n + sign + strspn(answer + n + sign, " \t") : n;
}

/* ---- names that are not there ----------------------------------------------------- */

/* "x and y", of the names that the question itself leaves open: drawn ones stand on the
 * screen as numbers. *n: how many. */
static const char *
names_text(const struct grading *g, int *n)
{
    enum { SHOWN = 8 };
    const struct scope *s = g->q->scope;
    const char *names[SHOWN];

    *n = 0;
    for (int i = 0; i < scope_count(s) && *n < SHOWN; i++)
        if (!grade_has_value(g, scope_at(s, i)->name))
            names[(*n)++] = scope_at(s, i)->name;
    return grade_names(g, names, *n);
}

/* Authors may declare a name that is missing; learners are told which there are. */
static void
advise_learner(const struct grading *g, struct err *e)
{
    char *advice = e ? strstr(e->msg, " is not declared; declare it") : NULL;
    const char *names;
    int n;

    if (!advice)
        return;
    names = names_text(g, &n);
    *advice = '\0';
    err_at(e, e->at, e->code,
           !*names  ? "%s means nothing here: no names are needed%s"
           : n == 1 ? "%s means nothing here: the only name is %s"
                    : "%s means nothing here: the names are %s",
           arena_strdup(g->arena, e->msg), names);
}

const struct term *
read_parse(const struct grading *g, const struct scope *s, const char *text,
           struct pos at, struct err *e)
{
    const struct term *t;

    if (!spelled_check(s, text, at, e))
        return NULL;
    t = expr_parse(g->arena, s, spelled_plainly(g, s, text), at, e);
    if (!t)
        advise_learner(g, e);
    return t;
}

char *
grade_names(const struct grading *g, const char *const *names, int n)
{
    struct buf b;

    buf_init(&b, g->arena);
    for (int i = 0; i < n; i++)
        buf_printf(&b, "%s%s",
                   i == 0       ? ""
                   : i == n - 1 ? " and "
                                : ", ",
                   expr_name_text(g->arena, names[i], PRINT_ASCII)); /* as it is typed */
    return b.s;
}

/* ---- what may be typed ----------------------------------------------------------- */

/* Wrong answers that the author foresaw may use any word and be of another kind: they
 * are answered. */
static bool
is_foreseen(const struct grading *g, const struct term *t)
{
    const struct term *typed = grade_unfold(g, t);

    for (int i = 0; i < g->q->n_misses; i++) {
        const struct term *miss = g->q->misses[i].answer;

        if (miss &&
            (expr_same(miss, t) || (!grade_free_name(g->d->scope, typed) &&
                                    grade_may_agree(g, typed, grade_unfold(g, miss)))))
            return true;
    }
    return false;
}

static bool
fits_kind(const struct grading *g, const struct term *t, struct err *e)
{
    const struct term *model = g->q->answer;
    const char *name;

    if (grade_is_array(model) != grade_is_array(t))
        return read_fail(e, NULL, 0, ERR_ANSWER_KIND,
                         "%s is asked for here, and this is %s: %s",
                         grade_is_array(model) ? "a vector or a matrix" : "a number",
                         grade_shape_text(g, t),
                         grade_is_array(model) ? "write it as [1, 2] or [1, 2; 3, 4]"
                                               : "give one value");
    name = g->q->kind == ASK_NUMBER ? grade_free_name(g->d->scope, t) : NULL;
    if (name)
        return read_fail(
            e, NULL, 0, ERR_ANSWER_KIND,
            "a number is asked for here, and %s has no value: put its value in",
            expr_name_text(g->arena, name, 0));
    return true;
}

static const char *
without_words(const char *word)
{
    return strcmp(word, "(") == 0 ? "a product with a sum in brackets" : word;
}

bool
read_words(const struct grading *g, const struct term *t, struct err *e)
{
    for (int i = 0; i < g->q->n_without; i++)
        if (expr_mentions(t, g->q->without[i]) && !is_foreseen(g, t))
            return read_fail(e, NULL, 0, ERR_ANSWER_WITHOUT,
                             "this one is to be answered without %s: work it out further",
                             without_words(g->q->without[i]));
    return true;
}

/* ---- a gap ----------------------------------------------------------------------- */

static bool
stands_in(const struct term *part, const struct term *t)
{
    if (expr_same(part, t))
        return true;
    for (int i = 0; i < t->n; i++)
        if (stands_in(part, t->arg[i]))
            return true;
    return false;
}

/* The side of a line with a gap where the gap is not; NULL when that is a name or a
 * number only, or there are no sides. */
static const struct term *
other_side(const struct grading *g)
{
    const struct term *line = g->q->blank, *other;

    if (!line || line->op != TERM_RELATION)
        return NULL;
    other = line->arg[expr_mentions(line->arg[0], BLANK_NAME) ? 1 : 0];
    return other->n ? other : NULL;
}

/* A gap that is filled with the other side, less the rest, says nothing. */
static bool
is_no_echo(const struct grading *g, const struct term *t, struct err *e)
{
    const struct term *other = other_side(g);

    if (!other || !stands_in(other, t) || stands_in(other, g->q->answer) ||
        is_foreseen(g, t))
        return true;
    return read_fail(e, NULL, 0, ERR_ANSWER_WITHOUT,
                     "%s stands on the other side: say what it is made of",
                     expr_plain(g->arena, other, 0));
}

bool
read_term_answer(const struct grading *g, const char *answer, const struct term **t,
                 struct err *e)
{
    size_t skip = read_skip(answer);
    struct value v;

    if (!answer[skip])
        return read_fail(e, answer, skip, ERR_NONE, "nothing is typed yet");
    *t = typed_term(g, answer, e);
    if (!*t || (!is_foreseen(g, *t) && !fits_kind(g, *t, e)) || !read_words(g, *t, e) ||
        !is_no_echo(g, *t, e))
        return false;
    if (!grade_free_name(g->d->scope, *t) && !grade_compute(g, *t, &v))
        return read_fail(
            e, NULL, 0, ERR_ANSWER_KIND,
            "this has no value: look for a division by zero, or for a power that "
            "is too large for a machine");
    return true;
}
