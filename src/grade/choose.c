#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "grade/grade_priv.h"

/* ---- reading --------------------------------------------------------------------- */

/* Texts are compared without regard to case, blanks and Markdown's signs. */
static const char *
next_letter(const char *s)
{
    while (*s && strchr(" \t$*`_", *s))
        s++;
    return s;
}

/* One letter in its small form, and a step behind it; both signs for minus are one. */
static int
take_letter(const char **s)
{
    static const char minus[] = "\u2212";

    if (strncmp(*s, minus, sizeof minus - 1) == 0) {
        *s += sizeof minus - 1;
        return '-';
    }
    return tolower((unsigned char)*(*s)++);
}

bool
choose_is_text(const char *typed, size_t len, const char *choice)
{
    const char *end = typed + len;

    for (;;) {
        typed = next_letter(typed);
        choice = next_letter(choice);
        if (typed >= end || !*choice)
            return typed >= end && !*choice;
        if (take_letter(&typed) != take_letter(&choice))
            return false;
    }
}

/* The choice at the place that is written there, from 1; -1 if none. */
static int
find_place(const struct ask *q, const char *text, size_t len)
{
    char *end;
    long n;

    if (!isdigit((unsigned char)*text))
        return -1;
    n = strtol(text, &end, 10);
    return end == text + len && n >= 1 && n <= q->n_choices ? (int)n - 1 : -1;
}

/* The choice that a part of the answer names; -1 if none. The screens send a place as
 * "#2": a choice's text may be a number too. */
static int
find(const struct ask *q, const char *text, size_t len)
{
    if (*text == '#')
        return find_place(q, text + 1, len - 1);
    for (int i = 0; i < q->n_choices; i++)
        if (choose_is_text(text, len, q->choices[i].text))
            return i;
    return find_place(q, text, len);
}

static bool
add_part(const struct grading *g, const char *answer, size_t start, size_t len,
         bool *chosen, struct err *e)
{
    int i = find(g->q, answer + start, len);

    if (i < 0)
        return read_fail(e, answer, start, ERR_ANSWER_CHOICE,
                         "there is no choice '%.*s': type a number from 1 to %d%s",
                         (int)(len < 60 ? len : 60), answer + start, g->q->n_choices,
                         g->q->kind == ASK_SEVERAL ? ", or several as in 1, 2" : "");
    chosen[i] = true;
    return true;
}

/* Digits without anything between them, as in 235, where no number has two of them. */
static char *
part_digits(struct arena *a, const char *s, size_t len, int n)
{
    char *apart = arena_strdup(a, "");

    if (len < 2 || n > 9)
        return NULL;
    for (size_t i = 0; i < len; i++) {
        if (s[i] < '1' || s[i] > '0' + n || memchr(s, s[i], i))
            return NULL;
        apart = arena_printf(a, "%s%s%c", apart, i ? " " : "", s[i]);
    }
    return apart;
}

char *
choose_numbers(struct arena *a, const char *answer, int n)
{
    static const char *const between[] = {",", ";", "->",  "\u2192", "<",
                                          ">", "&", "and", "then"};
    char *s = arena_strdup(a, answer), *apart;
    size_t start, len;

    for (size_t k = 0; k < sizeof between / sizeof *between; k++)
        for (char *at = s; (at = strstr(at, between[k]));)
            memset(at, ' ', strlen(between[k]));
    if (s[strspn(s, "#0123456789 \t\n")])
        return NULL;
    start = strspn(s, " \t\n");
    len = strcspn(s + start, " \t\n");
    apart = s[start + len + strspn(s + start + len, " \t\n")]
                ? NULL
                : part_digits(a, s + start, len, n);
    return apart ? apart : s;
}

static bool
read_several(const struct grading *g, const char *answer, bool *chosen, struct err *e)
{
    const char *numbers = choose_numbers(g->arena, answer, g->q->n_choices);
    const char *between = numbers ? " \t\n" : strchr(answer, ';') ? ";" : ",";
    size_t start;

    answer = numbers ? numbers : answer;
    start = strspn(answer, " \t,;");
    while (answer[start]) {
        size_t end = start + strcspn(answer + start, between), len = end - start;

        while (len && strchr(" \t", answer[start + len - 1]))
            len--;
        if (!add_part(g, answer, start, len, chosen, e))
            return false;
        start = end + strspn(answer + end, " \t,;");
    }
    return true;
}

static bool
choose_read(const struct grading *g, const char *answer, bool *chosen, struct err *e)
{
    size_t start = strspn(answer, " \t"), len = strlen(answer + start);

    for (int i = 0; i < g->q->n_choices; i++)
        chosen[i] = false;
    while (len && strchr(" \t", answer[start + len - 1]))
        len--;
    if (!len)
        return read_fail(e, answer, start, ERR_NONE, "nothing is chosen yet");
    if (g->q->kind == ASK_CHOICE || find(g->q, answer + start, len) >= 0)
        return add_part(g, answer, start, len, chosen, e);
    if (choose_is_text(answer + start, len, "none") ||
        choose_is_text(answer + start, len, "0"))
        return true;
    return read_several(g, answer, chosen, e);
}

static char *
choose_text(const struct grading *g, const bool *chosen)
{
    struct buf b;

    buf_init(&b, g->arena);
    for (int i = 0; i < g->q->n_choices; i++)
        if (chosen[i])
            buf_printf(&b, "%s%s", b.n ? "; " : "", g->q->choices[i].text);
    if (!b.n)
        buf_add(&b, "none of them");
    return b.s;
}

/* ---- judging --------------------------------------------------------------------- */

struct count {
    int right, wrong, missing;
};

static struct count
count_chosen(const struct ask *q, const bool *chosen)
{
    struct count n = {0, 0, 0};

    for (int i = 0; i < q->n_choices; i++) {
        n.right += chosen[i] && q->choices[i].right;
        n.wrong += chosen[i] && !q->choices[i].right;
        n.missing += !chosen[i] && q->choices[i].right;
    }
    return n;
}

static const struct miss *
find_miss(const struct ask *q, const bool *chosen)
{
    for (int i = 0; i < q->n_misses; i++)
        if (q->misses[i].choice >= 0 && chosen[q->misses[i].choice])
            return &q->misses[i];
    return NULL;
}

static const char *
say_count(const struct grading *g, struct count n)
{
    if (g->q->kind == ASK_CHOICE)
        return judge_advice(g);
    if (!n.wrong)
        return n.missing == 1 ? "So far all right, but one is missing."
                              : "So far all right, but some are missing.";
    return arena_printf(g->arena, "%d of the %d that you chose %s right.", n.right,
                        n.right + n.wrong, n.right == 1 ? "is" : "are");
}

static void
choose_judge(const struct grading *g, const char *answer, struct grade *out)
{
    bool *chosen = ARENA_ARRAY(g->arena, bool, g->q->n_choices + 1);
    const struct miss *miss;
    struct count n;

    if (!choose_read(g, answer, chosen, &out->err)) {
        judge_unreadable(out);
        return;
    }
    out->understood = choose_text(g, chosen);
    n = count_chosen(g->q, chosen);
    if (!n.wrong && !n.missing)
        return;
    miss = find_miss(g->q, chosen);
    judge_wrong(out, miss ? miss->sentence : say_count(g, n));
    out->misconception = miss ? miss->name : "";
}

static bool
choose_is_same(const struct grading *g, const char *x, const char *y)
{
    bool *of_x = ARENA_ARRAY(g->arena, bool, g->q->n_choices + 1);
    bool *of_y = ARENA_ARRAY(g->arena, bool, g->q->n_choices + 1);

    return choose_read(g, x, of_x, NULL) && choose_read(g, y, of_y, NULL) &&
           memcmp(of_x, of_y, (size_t)g->q->n_choices * sizeof *of_x) == 0;
}

/* ---- the kind -------------------------------------------------------------------- */

static void
choose_show(const struct grading *g, const char *answer, struct reading *out)
{
    bool *chosen = ARENA_ARRAY(g->arena, bool, g->q->n_choices + 1);

    out->ok = choose_read(g, answer, chosen, &out->err);
    if (out->ok)
        out->plain = out->spoken = choose_text(g, chosen);
}

static char *
choose_model(const struct grading *g, bool tex)
{
    bool *right = ARENA_ARRAY(g->arena, bool, g->q->n_choices + 1);

    (void)tex;
    for (int i = 0; i < g->q->n_choices; i++)
        right[i] = g->q->choices[i].right;
    return choose_text(g, right);
}

const struct grade_kind choose_kind = {choose_show, choose_judge, choose_is_same,
                                       choose_model};
