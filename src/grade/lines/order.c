/* Lines that are to be put in order. */
#include <string.h>

#include "base/buf.h"
#include "grade/lines/lines.h"

/* ---- reading --------------------------------------------------------------------- */

/* What stands between the lines of an answer: the first of these that occurs. */
static const char *const betweens[] = {";", "\n", "->", "→", "<", ">", ",", " "};

static const char *
between_of(const char *answer)
{
    for (size_t i = 0; i < sizeof betweens / sizeof *betweens; i++)
        if (strstr(answer, betweens[i]))
            return betweens[i];
    return ";";
}

/* The next part behind *at: its bytes; false at the end. */
static bool
next_part(const char *answer, const char *between, size_t *at, size_t *start, size_t *len)
{
    const char *end;

    *start = *at + strspn(answer + *at, " \t\n");
    if (!answer[*start])
        return false;
    end = between ? strstr(answer + *start, between)
                  : answer + *start + strcspn(answer + *start, " \t\n");
    if (!end)
        end = answer + strlen(answer);
    *len = (size_t)(end - answer) - *start;
    *at = *start + *len + (*end && between ? strlen(between) : 0);
    while (*len && strchr(" \t\n", answer[*start + *len - 1]))
        (*len)--;
    return true;
}

/* The answer as numbers with blanks between; NULL when it is not all of them, in some
 * order, for a line may be a number too. */
static const char *
numbers_of(const struct grading *g, const char *answer)
{
    const char *numbers = choose_numbers(g->arena, answer, g->q->n_lines);
    bool seen[LESSON_LINES_MAX] = {false};
    size_t at = 0, start, len;
    int n = 0;

    while (numbers && next_part(numbers, NULL, &at, &start, &len)) {
        int line = lines_find(g->q, numbers + start, len, true);

        if (line < 0 || seen[line])
            return NULL;
        seen[line] = true;
        n++;
    }
    return n == g->q->n_lines ? numbers : NULL;
}

static bool
take_line(const struct grading *g, const char *answer, size_t start, size_t len,
          int *number, int n, struct err *e)
{
    int line = lines_find(g->q, answer + start, len, numbers_of(g, answer) != NULL);

    if (line < 0)
        return read_fail(e, answer, start, ERR_ANSWER_CHOICE,
                         "there is no line '%.*s': type the numbers 1 to %d in the order "
                         "you want, as in 2 1 3",
                         (int)(len < 60 ? len : 60), answer + start, g->q->n_lines);
    for (int i = 0; i < n; i++)
        if (number[i] == line)
            return read_fail(e, answer, start, ERR_ANSWER_CHOICE,
                             "line %d stands here twice", line + 1);
    number[n] = line;
    return true;
}

/* number[i]: the line at place i. */
static bool
read_order(const struct grading *g, const char *answer, int *number, struct err *e)
{
    const char *numbers = numbers_of(g, answer);
    const char *between = numbers ? NULL : between_of(answer);
    size_t at = 0, start, len;
    int n = 0;

    answer = numbers ? numbers : answer;
    while (next_part(answer, between, &at, &start, &len)) {
        if (n == g->q->n_lines)
            return read_fail(e, answer, start, ERR_ANSWER_CHOICE,
                             "there are only %d lines", g->q->n_lines);
        if (!take_line(g, answer, start, len, number, n, e))
            return false;
        n++;
    }
    if (!n)
        return read_fail(e, answer, at, ERR_NONE, "nothing is typed yet");
    if (n < g->q->n_lines)
        return read_fail(e, NULL, 0, ERR_ANSWER_CHOICE,
                         "an order names all %d lines, and here are %d", g->q->n_lines,
                         n);
    return true;
}

static int *
new_order(const struct grading *g)
{
    return ARENA_ARRAY(g->arena, int, g->q->n_lines + 1);
}

static char *
order_text(const struct grading *g, const int *number)
{
    struct buf b;

    buf_init(&b, g->arena);
    for (int i = 0; i < g->q->n_lines; i++)
        buf_printf(&b, "%s%s", i ? "; " : "", g->q->lines[number[i]].text);
    return b.s;
}

/* ---- judging --------------------------------------------------------------------- */

/* How many lines stand right from the first on. */
static int
right_from_first(const struct ask *q, const int *typed, const int *right)
{
    int i = 0;

    while (i < q->n_lines && typed[i] == right[i])
        i++;
    return i;
}

/* The right order that the answer follows longest. */
static const int *
nearest(const struct ask *q, const int *typed)
{
    const int *best = q->order.number;

    for (int i = 0; i < q->n_orders; i++)
        if (right_from_first(q, typed, q->orders[i].number) >
            right_from_first(q, typed, best))
            best = q->orders[i].number;
    return best;
}

static const struct miss *
find_miss(const struct grading *g, const int *typed)
{
    for (int i = 0; i < g->q->n_misses; i++) {
        int *missed = new_order(g);

        if (read_order(g, g->q->misses[i].typed, missed, NULL) &&
            right_from_first(g->q, typed, missed) == g->q->n_lines)
            return &g->q->misses[i];
    }
    return NULL;
}

static const char *
say_first(const struct grading *g, const int *typed, int first)
{
    const char *line = g->q->lines[typed[first]].text;

    if (!first)
        return arena_printf(g->arena, "It does not begin with: \"%s\".", line);
    return arena_printf(
        g->arena, "The first %s right. This one does not come next: \"%s\".",
        first == 1 ? "line stands" : arena_printf(g->arena, "%d lines stand", first),
        line);
}

static void
order_judge(const struct grading *g, const char *answer, struct grade *out)
{
    int *typed = new_order(g), n = g->q->n_lines;
    const struct miss *miss;
    const int *right;

    if (!read_order(g, answer, typed, &out->err)) {
        judge_unreadable(out);
        return;
    }
    out->understood = order_text(g, typed);
    right = nearest(g->q, typed);
    for (int i = 0; i < n; i++)
        lines_mark(g, out, n, i, typed[i] == right[i] ? PART_RIGHT : PART_WRONG, "");
    if (right != g->q->order.number && out->first < 0 && *g->q->remark) {
        out->verdict = GRADE_RIGHT_BUT;
        out->feedback = g->q->remark;
    }
    if (out->first < 0)
        return;
    miss = find_miss(g, typed);
    judge_wrong(out, miss ? miss->sentence : say_first(g, typed, out->first));
    out->misconception = miss ? miss->name : "";
}

static bool
order_is_same(const struct grading *g, const char *x, const char *y)
{
    int *of_x = new_order(g), *of_y = new_order(g);

    return read_order(g, x, of_x, NULL) && read_order(g, y, of_y, NULL) &&
           right_from_first(g->q, of_x, of_y) == g->q->n_lines;
}

static void
order_show(const struct grading *g, const char *answer, struct reading *out)
{
    int *typed = new_order(g);

    out->ok = read_order(g, answer, typed, &out->err);
    if (out->ok)
        out->plain = out->spoken = order_text(g, typed);
}

static char *
order_model(const struct grading *g, bool tex)
{
    (void)tex;
    return order_text(g, g->q->order.number);
}

const struct grade_kind order_kind = {order_show, order_judge, order_is_same,
                                      order_model};
