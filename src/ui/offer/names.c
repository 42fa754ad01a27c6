#include <ctype.h>
#include <string.h>

#include "ui/bench/bench.h"
#include "ui/offer/offer.h"
#include "ui/quiz/quiz.h"

enum { LETTERS_MIN = 2 };

/* ---- where ------------------------------------------------------------------------ */

/* Kinds of questions whose answer is a term, or a line of a derivation. */
static bool
takes_names(const struct ask *q)
{
    static const bool kinds[ASK_KIND_COUNT] = {
        [ASK_NUMBER] = true, [ASK_EXPRESSION] = true, [ASK_MATRIX] = true,
        [ASK_REFUTE] = true, [ASK_BLANK] = true,      [ASK_STEP] = true,
    };

    return kinds[q->kind] || (q->kind == ASK_SPOT && q->answer);
}

static struct offer_place
bench_offers(const struct ui_model *m)
{
    const struct bench *b = m->bench;
    struct offer_place p = {&b->field, b->mine ? b->mine->scope : b->task->scope,
                            b->rules};

    if (bench_is_closed(m) || (b->ask && b->ask->exam))
        p.typed = NULL;
    return p;
}

static struct offer_place
question_offers(const struct ui_model *m, const struct question *q)
{
    struct offer_place p = {&q->typed, q->drawn.scope, NULL};

    if (!q->ready || q->exam || study_step(m)->closed || !takes_names(q->ask))
        p.typed = NULL;
    else if (q->ask->from && m->study.rules)
        p.rules = lesson_ask_book(m->frame, quiz_home(m, q->ask), q->ask, m->study.rules);
    return p;
}

struct offer_place
offer_place(const struct ui_model *m)
{
    struct question *q = study_question(m);
    const struct typed *field = model_field(m);

    if (field && m->screen == SCREEN_BENCH)
        return bench_offers(m);
    if (field && q && field == &q->typed)
        return question_offers(m, q);
    return (struct offer_place){.typed = NULL};
}

/* ---- what stands at the cursor ---------------------------------------------------- */

static bool
is_letter(char c)
{
    return isalpha((unsigned char)c) || (unsigned char)c >= 0x80;
}

static bool
is_inside(char c)
{
    return is_letter(c) || isdigit((unsigned char)c) || c == '_' || c == '\'';
}

/* Whether the word begins at s, between blanks. */
static bool
is_word(const char *text, const char *s, const char *word)
{
    size_t n = strlen(word);

    return strncmp(s, word, n) == 0 && (s == text || s[-1] == ' ') && s[n] == ' ';
}

/* The part of text[0..at), and where its last item begins: behind "by", "using" or a
 * comma. */
static struct offer_spot
read_to(const char *text, size_t at)
{
    struct offer_spot spot = {OFFER_TERM, 0, at};

    if (is_word(text, text + strspn(text, " "), "claim"))
        spot.part = OFFER_SENTENCE;
    for (size_t i = 0; i < at && spot.part != OFFER_SENTENCE; i++) {
        if (spot.part == OFFER_TERM && is_word(text, text + i, "because"))
            spot.part = OFFER_SENTENCE;
        else if (spot.part == OFFER_TERM && is_word(text, text + i, "by"))
            spot = (struct offer_spot){OFFER_RULE, i + 3, at};
        else if (spot.part == OFFER_RULE && is_word(text, text + i, "using"))
            spot = (struct offer_spot){OFFER_LABEL, i + 6, at};
        else if (spot.part != OFFER_TERM && text[i] == ':')
            spot.part = OFFER_SENTENCE;
        else if (spot.part != OFFER_TERM && text[i] == ',')
            spot.start = i + 1;
    }
    return spot;
}

/* The name of a term: from its first letter, "si" of 2si. */
static size_t
name_start(const char *text, size_t at)
{
    size_t start = at;

    while (start > 0 && is_inside(text[start - 1]))
        start--;
    if (start > 0 && text[start - 1] == '\\')
        return at;
    while (start < at && isdigit((unsigned char)text[start]))
        start++;
    return start;
}

struct offer_spot
offer_spot(const struct offer_place *p)
{
    const char *text = p->typed->text;
    size_t at = (size_t)p->typed->cursor;
    struct offer_spot spot = read_to(text, at);

    if (!p->rules && spot.part == OFFER_RULE)
        spot.part = OFFER_SENTENCE;
    if (spot.part == OFFER_TERM) {
        spot.start = name_start(text, at);
        return spot;
    }
    while (spot.start < at && text[spot.start] == ' ')
        spot.start++;
    if (spot.start > at)
        spot.start = at;
    spot.end = at + strcspn(text + at, ",:");
    if (spot.part == OFFER_RULE && strstr(text + at, " using ") &&
        (size_t)(strstr(text + at, " using ") - text) < spot.end)
        spot.end = (size_t)(strstr(text + at, " using ") - text);
    while (spot.end > at && text[spot.end - 1] == ' ')
        spot.end--;
    return spot;
}

/* ---- names that begin so ---------------------------------------------------------- */

enum tier { TIER_HERE, TIER_ALL, TIERS };

/* What the names of a tier that begin with `typed` share. */
struct offered {
    const char *typed;
    size_t n;
    bool whole; /* what is typed is a name */
    struct {
        const char *name;
        size_t len;
    } tier[TIERS];
};

static void
add(struct offered *o, const char *name, enum tier tier)
{
    size_t len = o->tier[tier].len, i = 0;

    if (strncmp(name, o->typed, o->n) != 0)
        return;
    if (!name[o->n])
        o->whole = true;
    if (!o->tier[tier].name) {
        o->tier[tier].name = name;
        o->tier[tier].len = strlen(name);
        return;
    }
    while (i < len && name[i] == o->tier[tier].name[i])
        i++;
    o->tier[tier].len = i;
}

static void
add_names(struct offered *o, const struct scope *s)
{
    for (; s; s = scope_parent(s)) {
        for (int i = 0; i < scope_count(s); i++)
            add(o, scope_at(s, i)->name, TIER_HERE);
        for (int i = 0; i < scope_definition_count(s); i++)
            if (!strchr(scope_definition_name(s, i), '_'))
                add(o, scope_definition_name(s, i), TIER_HERE);
    }
    for (int i = 0; expr_word(i); i++)
        add(o, expr_word(i), TIER_ALL);
}

static void
add_labels(struct offered *o, const struct scope *s)
{
    for (; s; s = scope_parent(s))
        for (int i = 0; i < scope_assumption_count(s); i++)
            if (*scope_assumption_at(s, i)->label)
                add(o, scope_assumption_at(s, i)->label, TIER_HERE);
}

static bool
is_used(const struct ui_model *m, const char *rule)
{
    for (int i = 0; i < m->study.n_checks; i++) {
        const struct derivation *d = m->study.checks[i].derivation;

        for (int k = 0; k < d->n_lines; k++)
            for (int j = 0; j < d->lines[k].by.n; j++)
                if (strcmp(d->lines[k].by.at[j], rule) == 0)
                    return true;
    }
    return false;
}

static void
add_rules(struct offered *o, const struct ui_model *m, const struct rulebook *rules)
{
    for (int i = 0; i < rulebook_count(rules); i++) {
        const char *name = rulebook_at(rules, i)->name;

        if (strncmp(name, o->typed, o->n) == 0)
            add(o, name, is_used(m, name) ? TIER_HERE : TIER_ALL);
    }
}

/* A theorem of a lesson may have the name of a basic rule: it is listed once. */
static bool
is_listed(const struct rule *const *rules, int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (strcmp(rules[i]->name, name) == 0)
            return true;
    return false;
}

int
offer_rules(const struct offer_place *p, const char *typed, size_t n,
            const struct rule **out, int max)
{
    int k = 0;

    for (int i = 0; i < rulebook_count(p->rules) && k < max; i++) {
        const struct rule *r = rulebook_at(p->rules, i);

        if (strncmp(r->name, typed, n) == 0 && !is_listed(out, k, r->name))
            out[k++] = r;
    }
    return k;
}

const char *
offer_rest(struct arena *a, const struct ui_model *m)
{
    struct offer_place p = offer_place(m);
    struct offered o = {.n = 0};
    struct offer_spot spot;
    int t = 0;

    if (!p.typed || !p.typed->text || p.typed->text[p.typed->cursor])
        return "";
    spot = offer_spot(&p);
    o.typed = p.typed->text + spot.start;
    o.n = strlen(o.typed);
    if (o.n < LETTERS_MIN || spot.part == OFFER_SENTENCE)
        return "";
    if (spot.part == OFFER_RULE)
        add_rules(&o, m, p.rules);
    else if (spot.part == OFFER_LABEL)
        add_labels(&o, p.scope);
    else
        add_names(&o, p.scope);
    while (t < TIERS && !o.tier[t].name)
        t++;
    if (o.whole || t == TIERS)
        return "";
    return arena_strndup(a, o.tier[t].name + o.n, o.tier[t].len - o.n);
}

/* ---- taking it -------------------------------------------------------------------- */

bool
offer_can_take(const struct ui_model *m)
{
    return *offer_rest(m->frame, m) != '\0';
}

void
offer_key_take(struct ui_model *m, struct press p)
{
    const char *rest = offer_rest(m->frame, m);
    const struct typed *t = model_field(m);
    char *text = arena_printf(m->frame, "%s%s", t->text, rest);

    (void)p;
    model_type(m, text, (int)strlen(text));
    m->field_serial++;
}
