#include <string.h>

#include "base/buf.h"
#include "base/safe.h"
#include "ui/ui_priv.h"

enum { TEXT_POINTS = 2 }; /* of an explanation */

/* ---- what was shown ---------------------------------------------------------------- */

static bool
is_quiz(const struct lesson *l)
{
    return l->quiz;
}

static bool
is_text(const struct ask *q)
{
    return strcmp(ask_kind_word(q->kind), "text") == 0;
}

/* In a quiz the variant in work counts; in a lesson whatever was once answered. */
static enum result_state
state_of(const struct lesson *l, const struct item_progress *p)
{
    if (is_quiz(l) ? p->right : p->answered)
        return RESULT_RIGHT;
    if (p->given_up)
        return RESULT_SHOWN;
    return p->n_wrong ? RESULT_WRONG : RESULT_OPEN;
}

static double
worth_of(const struct lesson *l, const struct ask *q)
{
    if (is_quiz(l))
        return l->quiz->rules.points;
    return is_text(q) ? TEXT_POINTS : 1;
}

static const char *
source_of(const struct ask *q)
{
    if (q->kind == ASK_DERIVATION || q->kind == ASK_STEP)
        return "by rules, line by line";
    return is_text(q) ? "by rules, or by you beside the model answer" : "by rules";
}

static const char *
answer_of_item(const struct item_progress *p)
{
    if (*p->response)
        return p->response;
    return p->n_wrong ? p->wrong[p->n_wrong - 1] : "";
}

/* How a line of a derivation stands, and whether it earned its mark. */
static const struct {
    const char *verdict, *word;
    int mark;
} line_words[] = {
    {"right",     "holds",         1},
    {"follows",   "follows",       1},
    {"wrong",     "WRONG",         0},
    {"missing",   "not complete",  0},
    {"idle",      "leads nowhere", 0},
    {"unsettled", "not settled",   0},
};

static int
find_line_word(const char *verdict)
{
    enum { WORDS = sizeof line_words / sizeof *line_words };
    int i = 0;

    while (i < WORDS - 1 && strcmp(line_words[i].verdict, verdict) != 0)
        i++;
    return i;
}

/* Of a derivation that is wrong, or not finished: its good lines, beside those that it
 * has and one that it lacks. */
static double
mark_of_lines(const struct result_line *l)
{
    int earned = 0;

    for (int i = 0; i < l->n_lines; i++)
        earned += line_words[find_line_word(l->lines[i].verdict)].mark;
    return (double)earned / (l->n_lines + 1);
}

static void
add_line(struct arena *a, struct result *r, const struct step *s, const struct ask *q,
         const struct progress *p)
{
    struct item_progress item = progress_item(p, r->lesson->id, q->id);
    struct result_line *line = &r->lines[r->n++];

    *line = (struct result_line){.step = s,
                                 .ask = q,
                                 .state = state_of(r->lesson, &item),
                                 .worth = worth_of(r->lesson, q),
                                 .source = source_of(q)};
    line->n_lines = record_lines_read(a, item.lines, &line->lines);
    line->mark = line->state == RESULT_RIGHT   ? item.mark
                 : line->state == RESULT_WRONG ? mark_of_lines(line)
                                               : 0;
    line->points = line->mark * line->worth;
    line->told = arena_strdup(a, *item.told_best ? item.told_best : item.told);
    line->answer = arena_strdup(a, *item.told_text    ? item.told_text
                                   : *item.lines_text ? item.lines_text
                                                      : answer_of_item(&item));
    r->points += line->points;
    r->worth += line->worth;
    r->answered += line->state != RESULT_OPEN;
    r->right += line->state == RESULT_RIGHT;
    if (!*r->look && line->state != RESULT_RIGHT &&
        (is_quiz(r->lesson) || line->state != RESULT_OPEN))
        r->look = q->look;
}

static void
add_step(struct arena *a, struct result *r, const struct step *s,
         const struct progress *p)
{
    for (int b = 0; b < s->n_beats; b++)
        for (int i = 0; i < s->beats[b].n; i++) {
            const struct item *it = &s->beats[b].items[i];

            if (it->kind == ITEM_ASK && !it->ask->predict)
                add_line(a, r, s, it->ask, p);
        }
}

static int
count_items(const struct lesson *l)
{
    int n = 0;

    for (int i = 0; i < l->n_steps; i++)
        for (int b = 0; b < l->steps[i].n_beats; b++)
            n += l->steps[i].beats[b].n;
    return n;
}

/* There are explanations, they reach eight tenths of their points, and none has none:
 * without words nothing was told back. */
static bool
told_back(const struct result *r)
{
    static const double share = 0.8;
    double points = 0, worth = 0;

    for (int i = 0; i < r->n; i++) {
        if (!is_text(r->lines[i].ask))
            continue;
        if (r->lines[i].points <= 0)
            return false;
        points += r->lines[i].points;
        worth += r->lines[i].worth;
    }
    return worth > 0 && points >= share * worth - 1e-9;
}

struct result
result_of(struct arena *a, const struct lesson *l, const struct progress *p)
{
    struct result r = {.lesson = l, .look = ""};

    r.lines = ARENA_ARRAY(a, struct result_line, count_items(l) + 1);
    for (int i = 0; i < l->n_steps; i++)
        add_step(a, &r, &l->steps[i], p);
    if (is_quiz(l)) {
        r.needed = l->quiz->rules.pass * r.worth;
        r.passed = r.n && r.points >= r.needed - 1e-9;
    } else {
        r.needed = r.worth;
        r.passed = r.n && r.right == r.n && told_back(&r);
    }
    if (is_quiz(l) && *l->quiz->again)
        r.passed = r.n && r.right == r.n;
    return r;
}

/* ---- saying it --------------------------------------------------------------------- */

const char *
result_state_text(enum result_state s)
{
    static const char *const texts[] = {
        [RESULT_OPEN] = "not answered",
        [RESULT_WRONG] = "wrong",
        [RESULT_SHOWN] = "solution seen",
        [RESULT_RIGHT] = "right",
    };

    return texts[s];
}

/* A number without idle zeros. */
static const char *
number(struct arena *a, double x)
{
    char *s = arena_printf(a, "%.2f", x);
    size_t n = strlen(s);

    while (s[n - 1] == '0')
        s[--n] = '\0';
    if (s[n - 1] == '.')
        s[n - 1] = '\0';
    return s;
}

/* What was typed, a line of the answer on a line; as code, in which nothing is read. */
static void
put_answer(struct buf *b, struct arena *a, const char *answer, bool markdown)
{
    if (!*answer)
        return;
    if (markdown)
        buf_add(b, "\n");
    while (*answer) {
        size_t n = strcspn(answer, "\n");
        char *line = text_safe(a, answer, n);

        buf_printf(b, "    %s\n", line);
        answer += n + (answer[n] != '\0');
    }
}

static void
put_derived(struct buf *b, int number, const struct record_line *d, const char *text,
            bool markdown)
{
    int i = find_line_word(d->verdict);

    buf_printf(b,
               markdown ? "- %s\n  - line %d **%s**%s%s" : "    %s\n      line %d %s%s%s",
               markdown ? text_escape(b->arena, text) : text, number, line_words[i].word,
               *d->rules ? ", by " : "", d->rules);
    buf_printf(b, "%s%s (%s)\n", *d->says ? ": " : "", d->says,
               line_words[i].mark ? "1 mark" : "no mark");
}

/* Line by line; false: nothing was said of lines. */
static bool
put_lines(struct buf *b, struct arena *a, const struct result_line *l, bool markdown)
{
    const char *text = l->answer;
    int i = 0;

    if (!l->n_lines)
        return false;
    buf_add(b, markdown ? "\n" : "");
    while (*text && i < l->n_lines) {
        size_t n = strcspn(text, "\n");

        if (n)
            put_derived(b, i + 1, &l->lines[i], text_safe(a, text, n), markdown);
        i += n > 0;
        text += n + (text[n] != '\0');
    }
    return true;
}

/* What an idea of the rubric says; "" for one that the lesson has no more. */
static const char *
idea_says(const struct ask *q, const char *id)
{
    for (int i = 0; i < q->fields.n; i++)
        if (!strcmp(q->fields.at[i].key, "idea") && !strcmp(q->fields.at[i].name, id))
            return q->fields.at[i].text;
    return "";
}

/* An idea of an explanation, with who has marked it. */
static void
put_idea(struct buf *b, const struct ask *q, const struct record_idea *d, bool markdown)
{
    buf_printf(b, markdown ? "- %s by %s%s: %s\n" : "    %s by %s%s: %s\n", d->verdict,
               d->by, d->contested ? " (contested)" : "",
               markdown ? idea_says(q, d->id) : d->id);
}

static void
put_line(struct buf *b, struct arena *a, const struct result *r, int i, bool markdown)
{
    const struct result_line *l = &r->lines[i];
    struct record_ideas ideas;

    if (i == 0 || strcmp(r->lines[i - 1].step->title, l->step->title) != 0)
        buf_printf(b, markdown ? "\n## %s\n" : "\n%s\n", l->step->title);
    buf_printf(b, markdown ? "\n**%s** %s, %s of %s (%s)\n" : "  %s: %s, %s of %s (%s)\n",
               l->ask->id, result_state_text(l->state), number(a, l->points),
               number(a, l->worth), l->state == RESULT_OPEN ? "no mark" : l->source);
    if (!put_lines(b, a, l, markdown))
        put_answer(b, a, l->answer, markdown);
    if (!record_ideas_read(a, l->told, &ideas))
        return;
    buf_add(b, markdown ? "\n" : "");
    for (int k = 0; k < ideas.n; k++)
        put_idea(b, l->ask, &ideas.at[k], markdown);
}

char *
result_text(struct arena *a, const struct result *r, bool markdown)
{
    const char *bold = markdown ? "**" : "";
    struct buf b;

    buf_init(&b, a);
    buf_printf(&b, markdown ? "# Result: %s\n\n" : "Result: %s\n", r->lesson->title);
    buf_printf(&b, "%s%s.%s %s of %s points, %d of %d questions right.", bold,
               r->passed            ? "Passed"
               : is_quiz(r->lesson) ? "Not passed"
                                    : "Not yet passed",
               bold, number(a, r->points), number(a, r->worth), r->right, r->n);
    if (is_quiz(r->lesson) && !*r->lesson->quiz->again)
        buf_printf(&b, " It takes %s to pass.", number(a, r->needed));
    buf_add(&b, "\n");
    if (!r->passed && *r->look)
        buf_printf(&b, "%sLook again at the lesson %s.\n", markdown ? "\n" : "", r->look);
    for (int i = 0; i < r->n; i++)
        put_line(&b, a, r, i, markdown);
    buf_add(&b, markdown
                    ? "\nRecords are practice evidence: they show what was typed, not "
                      "who typed it.\n"
                    : "\n");
    return b.s;
}
