#include <string.h>

#include "ui/bench/bench.h"

/* ---- the way on ------------------------------------------------------------------- */

/* Which line of the theorem `t` is, 0 for its start; -1: none. Where several lines say
 * the same to arithmetic, the one that looks most like it. */
static int
place_of(struct ui_model *m, const struct term *t)
{
    const struct derivation *d = m->bench->task;
    int found = -1, best = 0;

    for (int i = 0; i <= d->n_lines; i++) {
        const struct term *line = i ? d->lines[i - 1].term : d->start;
        int distance = bench_distance(line, t);

        if (!line || (found >= 0 && distance >= best) ||
            !normal_same(m->frame, d->scope, line, t))
            continue;
        found = i;
        best = distance;
    }
    return found;
}

/* The line of the theorem to be written below `from`: the one behind it, or behind the
 * last line above it that the theorem has. */
static const struct derivation_line *
next_after(struct ui_model *m, const struct term *from)
{
    const struct derivation *d = m->bench->task, *mine = m->bench->mine;
    int next = place_of(m, from), i = mine ? mine->n_lines - 1 : -1;

    while (i >= 0 && mine->lines[i].term != from)
        i--;
    while (next < 0 && --i >= 0)
        if (mine->lines[i].term)
            next = place_of(m, mine->lines[i].term);
    next = next < 0 ? 0 : next;
    while (next < d->n_lines - 1 &&
           (!d->lines[next].term || expr_same(d->lines[next].term, from)))
        next++;
    return &d->lines[next < d->n_lines ? next : d->n_lines - 1];
}

/* The part that the next line changes, if one application of its rule makes it. */
static const struct term *
next_part(struct ui_model *m, const struct derivation_line *next)
{
    struct bench *b = m->bench;

    bench_list(m);
    for (int i = 0; i < b->n_steps; i++)
        if (strcmp(b->steps[i].rule->name, next->by.n ? next->by.at[0] : "") == 0 &&
            normal_same(m->frame, b->task->scope, b->steps[i].whole, next->term))
            return b->steps[i].from;
    return NULL;
}

static const char *
rule_of(const struct derivation_line *next)
{
    return *next->rules ? next->rules : "arithmetic";
}

static char *
text_of(struct arena *a, const struct derivation_line *line)
{
    return arena_printf(a, "%s %s%s%s", derivation_sign(line), line->source,
                        *line->rules ? " by " : "", line->rules);
}

static const struct term *
above(const struct bench *b, const struct judged_line *k)
{
    return k->from < 0 ? b->mine->start : b->mine->lines[k->from].term;
}

/* The first line that rests on what the question excludes; -1: none. */
static int
excluded_line(struct ui_model *m)
{
    for (int i = 0; i < m->bench->lines->n; i++)
        if (bench_uses_excluded(m->bench, bench_judged(m, i)))
            return i;
    return -1;
}

/* The term that the way leads on from. */
static const struct term *
way_from(struct ui_model *m)
{
    int i = excluded_line(m);

    return i < 0 ? bench_last(m) : above(m->bench, bench_judged(m, i));
}

static void
say_way_on(struct ui_model *m, struct buf *out)
{
    const struct derivation_line *next = next_after(m, way_from(m));
    const struct term *part;
    int excluded = excluded_line(m);

    if (excluded >= 0)
        buf_printf(out, "Line %d rests on what this question excludes. ", excluded + 1);
    buf_printf(out, "Hint 1 of %d: the next rule is %s%s%s.", HINT_STAGES, rule_of(next),
               *next->say ? ": " : "", next->say);
    if (m->bench->hint > 1) {
        part = next_part(m, next);
        buf_printf(out, " Hint 2: it changes %s.",
                   part ? expr_plain(out->arena, part, 0)
                        : "more than one place at once");
    }
}

/* ---- a line that does not hold ---------------------------------------------------- */

/* What to look at, by the name of the slip; %s is the line above. */
static const struct {
    const char *slip, *look;
} looks[] = {
    {"sign-reversed",          "Compare each sign with %s"                             },
    {"order-swapped",          "Compare the order of the factors with %s"              },
    {"transpose-dropped",      "Each transpose of %s must be here, or be worked out"   },
    {"conjugate-dropped",      "Each conjugate of %s must be here, or be worked out"   },
    {"square-missing",         "Compare the powers with %s"                            },
    {"root-missing",           "Compare the roots with %s"                             },
    {"deviation-for-variance", "The variance is the deviation squared: compare with %s"},
    {"index-swapped",          "Compare each name with %s"                             },
    {"constant-off",           "Something was added to %s, or got lost"                },
    {"factor-off",             "Compare the factors with %s"                           },
    {"assumption-missing",     "It follows from %s only with one assumption more"      },
    {"domain",                 "Which values does %s allow, and this line not?"        },
};

static const char *
look_at(struct arena *a, const struct judged_line *k, int line)
{
    const char *above = line < 0 ? "the start" : arena_printf(a, "line %d", line + 1);
    const char *before,
        *look = "One slip does not explain it: take a smaller step from %s";

    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
        if (strcmp(looks[i].slip, k->slip.name) == 0)
            look = looks[i].look;
    before = strstr(look, "%s");
    return arena_printf(a, "%.*s%s%s%s", (int)(before - look), look, above, before + 2,
                        look[strlen(look) - 1] == '?' ? "" : ".");
}

/* The part that differs, as it was typed; "" where it is all of the line. */
static const char *
where(struct arena *a, const struct bench *b, const struct judged_line *k, int i)
{
    const char *source = b->mine->lines[i].source;
    struct span at = k->slip.at;

    if (k->verdict != LINE_DIFFERENT || !above(b, k))
        return "";
    if (at.len <= 0)
        at = bench_difference(a, b->mine->scope, above(b, k), source);
    return at.len > 0 && at.len < (int)strlen(source)
               ? arena_strndup(a, source + at.start, (size_t)at.len)
               : "";
}

static void
say_slip(struct ui_model *m, struct buf *out, int i)
{
    const struct bench *b = m->bench;
    const struct judged_line *k = bench_judged(m, i);
    const char *part = where(out->arena, b, k, i);

    buf_printf(out, "Hint 1 of %d: %s", HINT_STAGES, look_at(out->arena, k, k->from));
    if (b->hint > 1 && *part)
        buf_printf(out, " Hint 2: the slip is in %s.", part);
    else if (b->hint > 1)
        buf_printf(out, " Hint 2: %s leads on from there.",
                   rule_of(next_after(m, above(b, k))));
}

/* The line without its slip; where that would be the line above once more, the line of
 * the theorem. */
static char *
mended(struct ui_model *m, int i)
{
    struct bench *b = m->bench;
    const struct judged_line *k = bench_judged(m, i);
    unsigned how = m->settings.alphabet == ALPHABET_ASCII ? PRINT_ASCII : 0;
    const struct term *from = above(b, k), *t;
    struct err e;

    t = *k->slip.repaired ? expr_parse(m->frame, b->mine->scope, k->slip.repaired,
                                       (struct pos){"line", 1, 1}, &e)
                          : NULL;
    if (!t || !from || normal_same(m->frame, b->mine->scope, t, from))
        return text_of(b->arena, next_after(m, from ? from : b->mine->start));
    return arena_printf(b->arena, "%s %s", derivation_sign(&b->mine->lines[i]),
                        expr_plain(b->arena, t, (int)how));
}

/* ---- hints ------------------------------------------------------------------------ */

/* The line that the hints are about; -1: the way on. Lines that were not read have none.
 */
static int
hinted_line(struct ui_model *m)
{
    int wrong = bench_wrong(m);
    const struct judged_line *k = bench_judged(m, wrong);

    return k && k->verdict != LINE_UNREADABLE && m->bench->mine->lines[wrong].term ? wrong
                                                                                   : -1;
}

void
bench_hint(struct ui_model *m)
{
    struct bench *b = m->bench;
    int wrong, excluded;

    if (b->done || b->hint >= HINT_STAGES)
        return;
    b->hint++;
    b->hints++;
    if (b->ask)
        b->ask->hints++;
    model_save(m, (struct record_event){.type = RECORD_HINTED, .item = b->task->name},
               b->ask, NULL);
    m->study.pane = PANE_FIGURE; /* where there is room for one part only */
    wrong = hinted_line(m);
    excluded = excluded_line(m);
    bench_go(m, wrong >= 0 ? wrong : excluded >= 0 ? excluded : b->lines->n);
    if (b->hint < HINT_STAGES)
        return;
    bench_type(
        m, wrong >= 0 ? mended(m, wrong) : text_of(b->arena, next_after(m, way_from(m))),
        -1);
    m->study.pane = PANE_TEXT;
    b->out = false;
    m->field_serial++;
}

char *
bench_hint_text(struct arena *a, struct ui_model *m)
{
    struct buf out;
    int wrong;

    buf_init(&out, a);
    if (!m->bench->hint || m->bench->done)
        return out.s;
    wrong = hinted_line(m);
    if (wrong >= 0)
        say_slip(m, &out, wrong);
    else
        say_way_on(m, &out);
    if (m->bench->hint > 2)
        buf_add(&out, " Hint 3: the line stands in the field.");
    return out.s;
}
