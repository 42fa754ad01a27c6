/* A solution with one wrong line: which it is, how it should be, and why. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "grade/lines/lines.h"
#include "grade/term/rounded.h"

/* "3", "3: TERM", "3; because SENTENCE", "3: TERM; because SENTENCE"; where no repair is
 * asked for, any sign or blank behind the number begins the sentence. */
struct spotted {
    int line;
    const char *repair_text, *reason; /* "" without one */
    const struct term *repair;        /* NULL without one */
};

/* ---- reading --------------------------------------------------------------------- */

/* Where `word` begins, with the sign and the blanks before it; NULL: nowhere. */
static const char *
find_word(const char *answer, const char *word, const char **reason)
{
    size_t len = strlen(word);

    for (const char *s = answer; *s; s++) {
        const char *end = s;

        if (strncmp(s, word, len) != 0 || (s > answer && isalnum((unsigned char)s[-1])) ||
            isalnum((unsigned char)s[len]))
            continue;
        *reason = s + len + strspn(s + len, " \t");
        while (end > answer && strchr(" \t,;.", end[-1]))
            end--;
        return end;
    }
    return NULL;
}

/* Where the reason begins: at "because", or at a word that says the same. */
static const char *
find_because(const char *answer, const char **reason)
{
    static const char *const words[] = {"because", "since", "as", "by"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *found = find_word(answer, words[i], reason);

        if (found)
            return found;
    }
    *reason = "";
    return NULL;
}

/* What the last equal sign, or "is", leads to in a line of words; NULL: nothing. */
static const char *
find_result(const char *text)
{
    static const char *const signs[] = {"=", "\u2248", " is "};
    const char *found = NULL;

    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        for (const char *s = text; (s = strstr(s, signs[i])); s++)
            if (s + strlen(signs[i]) > found || !found)
                found = s + strlen(signs[i]);
    return found && found[strspn(found, " \t")] ? found : NULL;
}

/* The right side of a relation: a repaired line may be typed with its beginning. */
static const struct term *
read_repair(const struct grading *g, const char *answer, size_t at, const char *text,
            struct err *e)
{
    size_t skip = read_skip(text);
    struct pos place = pos_after((struct pos){"answer", 1, 1}, answer, at + skip);
    const struct term *whole =
        expr_parse_relation(g->arena, g->d->scope, text + skip, place, NULL);

    if (!whole && find_result(text + skip))
        whole = read_parse(g, g->d->scope, find_result(text + skip), place, NULL);
    return whole ? whole : read_parse(g, g->d->scope, text + skip, place, e);
}

/* Behind a second "2:" or ":", where the screen has written the first. */
static size_t
skip_line_number(const char *s, int line)
{
    size_t blanks = strspn(s, " \t"), digits = strspn(s + blanks, "0123456789");
    size_t sign = blanks + digits + strspn(s + blanks + digits, " \t");

    if (s[sign] != ':' || (digits && atoi(s + blanks) != line + 1))
        return blanks;
    return sign + 1 + strspn(s + sign + 1, " \t");
}

static size_t
trim(const char *s, size_t start, size_t end)
{
    while (end > start && (isspace((unsigned char)s[end - 1]) || s[end - 1] == '.'))
        end--;
    return end;
}

/* "2, the query has another note": the sentence behind a number, where nothing else is
 * asked for. */
static bool
take_sentence(const struct grading *g, const char *answer, size_t start,
              struct spotted *out)
{
    size_t n = start + (strncmp(answer + start, "line", 4) ? 0 : 4), end;

    n += strspn(answer + n, " \t#");
    end = n + strspn(answer + n, "0123456789");
    n = end + strspn(answer + end, " \t,;:.-");
    out->line = lines_find(g->q, answer + start, end - start, true);
    if (n == end || !answer[n] || out->line < 0)
        return false;
    out->reason = answer + n;
    return true;
}

static bool
read_spot(const struct grading *g, const char *answer, struct spotted *out, struct err *e)
{
    const char *because = find_because(answer, &out->reason);
    size_t start = strspn(answer, " \t"),
           end = because ? (size_t)(because - answer) : strlen(answer),
           colon = start + strcspn(answer + start, ":"), stop, body;

    out->repair = NULL;
    out->repair_text = "";
    if (!answer[start])
        return read_fail(e, answer, start, ERR_NONE, "nothing is typed yet");
    if (!because && !g->q->answer && take_sentence(g, answer, start, out))
        return true;
    stop = trim(answer, start, colon < end ? colon : end);
    out->line = lines_find(g->q, answer + start, stop - start, true);
    if (out->line < 0)
        return read_fail(e, answer, start, ERR_ANSWER_CHOICE,
                         "begin with the number of the wrong line, from 1 to %d%s",
                         g->q->n_lines,
                         g->q->answer ? ", as in 2: and the line as it should be" : "");
    if (colon >= end)
        return true;
    body = colon + 1 + skip_line_number(answer + colon + 1, out->line);
    out->repair_text = arena_strndup(g->arena, answer + body,
                                     trim(answer, body, end > body ? end : body) - body);
    if (!*out->repair_text || !g->q->answer)
        return true;
    out->repair = read_repair(g, answer, body, out->repair_text, e);
    return out->repair != NULL;
}

/* A sentence that goes on behind "because" has no capital, but for names and signs. */
static const char *
going_on(const struct grading *g, const char *reason)
{
    size_t word = strcspn(reason, " ,.;:"),
           small = strspn(reason + 1, "abcdefghijklmnopqrstuvwxyz");

    if (!isupper((unsigned char)*reason) || small + 1 != word ||
        (word == 1 && *reason != 'A'))
        return reason;
    return arena_printf(g->arena, "%c%s", tolower((unsigned char)*reason), reason + 1);
}

static char *
spot_text(const struct grading *g, const struct spotted *s)
{
    return arena_printf(
        g->arena, "line %d%s%s%s%s", s->line + 1, *s->repair_text ? ": " : "",
        s->repair ? expr_plain(g->arena, s->repair, 0) : s->repair_text,
        *s->reason ? "; because " : "", *s->reason ? going_on(g, s->reason) : "");
}

/* ---- judging --------------------------------------------------------------------- */

static const struct term *
right_side(const struct term *t)
{
    return t->op == TERM_RELATION ? t->arg[1] : t;
}

/* Whether a repair says the same as `right`: whole relations side by side, else what
 * stands on the right. */
static enum agreement
repairs(const struct grading *g, const struct term *typed, const struct term *right)
{
    const struct term *x = grade_unfold(g, typed), *y = grade_unfold(g, right);
    struct exact_result how;
    enum agreement agreed;

    if (x->op == TERM_RELATION && y->op == TERM_RELATION && x->relation != y->relation)
        return AGREE_NO;
    agreed = grade_same(g, right_side(x), right_side(y), &how);
    if (agreed != AGREE_YES || x->op != TERM_RELATION || y->op != TERM_RELATION)
        return agreed;
    return grade_same(g, x->arg[0], y->arg[0], &how);
}

/* Whether a repair is the value of `right`, with the digits that lines show. */
static bool
is_rounded_repair(const struct grading *g, const struct term *typed,
                  const struct term *right)
{
    const struct term *x = grade_unfold(g, typed), *y = grade_unfold(g, right);
    bool both = x->op == TERM_RELATION && y->op == TERM_RELATION;

    if (both && x->relation != y->relation)
        return false;
    return rounded_value(g, right_side(x), right_side(y)) >= NEAR_ROUNDED ||
           rounded_rows(g, right_side(x), right_side(y)) >= NEAR_ROUNDED;
}

static enum agreement
is_repaired(const struct grading *g, const struct term *typed)
{
    enum agreement all = repairs(g, typed, g->q->answer);

    for (int i = 0; i < g->q->n_also && all != AGREE_YES; i++)
        if (repairs(g, typed, g->q->also[i]) == AGREE_YES)
            all = AGREE_YES;
    if (all == AGREE_NO && is_rounded_repair(g, typed, g->q->answer))
        all = AGREE_YES;
    return all;
}

static bool
is_one(const struct grading *g, const struct spotted *x, const struct spotted *y)
{
    if (x->line != y->line || !x->repair != !y->repair)
        return false;
    return !x->repair || repairs(g, x->repair, y->repair) == AGREE_YES;
}

/* The miss with that line and repair, else the one with that line alone. */
static const struct miss *
find_miss(const struct grading *g, const struct spotted *typed)
{
    const struct miss *found = NULL;

    for (int i = 0; i < g->q->n_misses; i++) {
        const struct miss *m = &g->q->misses[i];
        struct spotted missed;

        if (!read_spot(g, m->typed, &missed, NULL))
            continue;
        if (is_one(g, typed, &missed))
            return m;
        if (missed.line == typed->line && !missed.repair &&
            typed->line != g->q->wrong_line)
            found = m;
    }
    return found;
}

/* What is asked for beside the line and was not given: the rest of the mark. */
static void
ask_for_rest(const struct grading *g, const struct spotted *s, struct grade *out)
{
    enum idea_verdict said = grade_reason(g->arena, g->q, s->reason);
    bool no_repair = g->q->answer && !s->repair, no_reason = said != IDEA_FOUND;

    if (!no_repair && !no_reason)
        return;
    out->verdict = GRADE_RIGHT_BUT;
    out->mark = no_repair && no_reason && g->q->answer && g->q->n_because ? 0.4 : 0.7;
    out->feedback =
        no_repair && no_reason
            ? "That is the line. It should also be repaired, and the rule named."
        : no_repair ? "That is the line. It should also be repaired."
        : said == IDEA_CONTRADICTED
            ? "That is the line. Your sentence says the opposite of the rule."
        : *s->reason ? "That is the line. Your sentence does not name the rule."
                     : "That is the line. The rule that it breaks should be "
                       "named in a sentence.";
}

static void
judge_repair(const struct grading *g, const struct spotted *s, struct grade *out)
{
    const struct miss *miss = find_miss(g, s);

    switch (miss ? AGREE_NO : is_repaired(g, s->repair)) {
    case AGREE_YES:
        ask_for_rest(g, s, out);
        return;
    case AGREE_UNDECIDED:
        read_fail(&out->err, NULL, 0, ERR_ANSWER_UNDECIDED,
                  "this repair could not be compared with the right line");
        judge_unreadable(out);
        return;
    case AGREE_NO:
        judge_wrong(out, miss ? miss->sentence
                              : "That is the line, but it is not repaired by this.");
        out->misconception = miss ? miss->name : "";
    }
}

static void
spot_judge(const struct grading *g, const char *answer, struct grade *out)
{
    const struct miss *miss;
    struct spotted s;

    if (!read_spot(g, answer, &s, &out->err)) {
        judge_unreadable(out);
        return;
    }
    out->understood = spot_text(g, &s);
    if (s.line != g->q->wrong_line) {
        miss = find_miss(g, &s);
        judge_wrong(out, miss ? miss->sentence
                              : arena_printf(g->arena, "Line %d is not the wrong one. %s",
                                             s.line + 1, judge_advice(g)));
        out->misconception = miss ? miss->name : "";
    } else if (s.repair)
        judge_repair(g, &s, out);
    else
        ask_for_rest(g, &s, out);
}

static bool
spot_is_same(const struct grading *g, const char *x, const char *y)
{
    struct spotted of_x, of_y;

    return read_spot(g, x, &of_x, NULL) && read_spot(g, y, &of_y, NULL) &&
           is_one(g, &of_x, &of_y);
}

static void
spot_show(const struct grading *g, const char *answer, struct reading *out)
{
    struct spotted s;

    out->ok = read_spot(g, answer, &s, &out->err);
    if (!out->ok)
        return;
    out->plain = out->spoken = spot_text(g, &s);
    out->tex = s.repair ? expr_tex(g->arena, s.repair) : "";
}

static char *
spot_model(const struct grading *g, bool tex)
{
    struct spotted s = {.line = g->q->wrong_line,
                        .repair = g->q->answer,
                        .repair_text = g->q->answer ? "." : "",
                        .reason = *g->q->reason     ? g->q->reason
                                  : g->q->n_because ? g->q->because[0]
                                                    : ""};

    if (tex && g->q->answer)
        return model_printed(g, g->q->answer, true);
    return spot_text(g, &s);
}

const struct grade_kind spot_kind = {spot_show, spot_judge, spot_is_same, spot_model};
