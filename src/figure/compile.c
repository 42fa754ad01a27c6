#include <math.h>
#include <string.h>

#include "base/near.h"
#include "figure/kind/kind.h"

enum { KINDS_MAX = 32, RANDOM_NUMBERS_MAX = 16 };

static const double range_max = 1e300; /* half of it */

/* ---- lines of other sorts --------------------------------------------------------- */

/* "plane, curve and bars" */
static char *
all_kinds(struct arena *a)
{
    const struct kind *const *kinds = kind_all();
    struct buf b;

    buf_init(&b, a);
    for (int i = 0; kinds[i]; i++)
        buf_printf(&b, "%s%s", !i ? "" : kinds[i + 1] ? ", " : " and ", kinds[i]->word);
    return b.s;
}

static void
kind_read(struct reader *r, const struct field *line)
{
    const struct kind *const *kinds = kind_all();
    const char *words[KINDS_MAX + 1] = {NULL}, *near;

    for (int i = 0; kinds[i] && i < KINDS_MAX; i++)
        words[i] = kinds[i]->word;
    r->f->kind = kind_find(line->text);
    /* There are few, and no two of them are alike: 'plain' can only be meant for one. */
    near = near_find_within(line->text, words, (int)strlen(line->text) / 2);
    if (!r->f->kind && near)
        errs_at(r->arena, r->errs, line->text_at, ERR_FIGURE_KIND,
                "there is no kind of figure '%s'; did you mean '%s'?", line->text, near);
    else if (!r->f->kind)
        errs_at(r->arena, r->errs, line->text_at, ERR_FIGURE_KIND,
                "there is no kind of figure '%s'; there are %s", line->text,
                all_kinds(r->arena));
}

/* What a line has declared since there were `from` names, kept in a format. */
static void
store_names(struct reader *r, const struct field *line, int from)
{
    struct figure *f = r->f;
    struct through through;

    if (!through_read(r, (struct source){line->name + strlen("through "), line->at},
                      &through))
        return;
    for (int i = from; i < scope_count(f->scope); i++) {
        const struct decl *d = scope_at(f->scope, i);

        if (!d->value)
            errs_at(r->arena, r->errs, line->text_at, ERR_FIGURE_VALUE,
                    "'%s' has no value that could be kept in a format", d->name);
        else if (f->n_stored == STORED_MAX)
            errs_at(r->arena, r->errs, line->at, ERR_FIGURE_MANY,
                    "a figure may keep at most %d names in formats", STORED_MAX);
        else if (value_check(r, NULL, d->value, line->text_at) &&
                 through_check(r, &(struct thing){.at = {d->value}, .n = 1}, through,
                               line->text_at))
            f->stored[f->n_stored++] = (struct stored){d->name, d->value, through};
    }
}

/* "let: ..." or "let through FORMAT: ...". */
static void
let_read(struct reader *r, const struct field *line)
{
    int from = scope_count(r->f->scope);
    struct err e = {0};

    if (*line->name && strncmp(line->name, "through ", strlen("through ")) != 0)
        errs_at(r->arena, r->errs, line->at, ERR_FIGURE_LINE,
                "write 'let:', or 'let through fp16:' for numbers in a format");
    else if (!scope_declare(r->arena, r->f->scope, line->text, line->text_at, &e))
        errs_add(r->arena, r->errs, &e);
    else if (*line->name)
        store_names(r, line, from);
}

static bool
is_own_name(const struct scope *s, const char *name)
{
    for (int i = 0; i < scope_count(s); i++)
        if (strcmp(scope_at(s, i)->name, name) == 0)
            return true;
    return false;
}

/* "NAME = TERM in A..B" or "NAME in A..B". */
static void
strip_read(struct reader *r, const struct field *line)
{
    struct strip *strip = &r->f->strip;
    struct source c[CLAUSE_COUNT], name, term;
    bool fresh;

    if (!clauses_read(r, (struct source){line->text, line->text_at},
                      TAKES_IN | TAKES_PLACES, c))
        return;
    if (!c[CLAUSE_IN].text) {
        errs_at(r->arena, r->errs, line->at, ERR_FIGURE_LINE,
                "write a strip as: score = TERM in -7..7");
        return;
    }
    fresh = source_cut(r, c[CLAUSE_HEAD], "=", &name, &term);
    if (!name_check(r, name) || !range_read(r, c[CLAUSE_IN], &strip->low, &strip->high))
        return;
    strip->term = real_read(r, r->f->scope, fresh ? term : name);
    if (!strip->term || !value_check(r, NULL, strip->term, c[CLAUSE_HEAD].at))
        return;
    if (fresh && is_own_name(r->f->scope, name.text)) {
        errs_at(r->arena, r->errs, name.at, ERR_FIGURE_LINE,
                "'%s' has a meaning already: write only strip: %s in -7..7", name.text,
                name.text);
        return;
    }
    if (fresh)
        scope_add_value(r->arena, r->f->scope, name.text, strip->term);
    strip->name = name.text;
    strip->shown = name_shown(r, name.text);
    if (decimals_read(r, c[CLAUSE_PLACES], &strip->places) && strip->places < 0)
        strip->places = strip->term->type.kind == TYPE_INTEGER
                            ? 0
                            : number_places(fmax(fabs(strip->low), fabs(strip->high)));
}

static void
title_read(struct reader *r, const struct field *line)
{
    sentence_read(r, (struct source){line->text, line->text_at}, &r->f->captions.title);
}

static void
unit_read(struct reader *r, const struct field *line)
{
    r->f->strip.unit = line->text;
}

/* The slider that a line names; -1 with an error added. */
static int
slider_named(struct reader *r, const char *what, struct source name)
{
    int i = figure_slider_find(r->f, name.text);

    if (i < 0)
        errs_at(r->arena, r->errs, name.at, ERR_FIGURE_LINE,
                "%s names one of the sliders; '%s' is none", what, name.text);
    return i;
}

static void
play_read(struct reader *r, const struct field *line)
{
    r->f->play = slider_named(r, "play", (struct source){line->text, line->text_at});
}

static void
guess_read(struct reader *r, const struct field *line)
{
    r->f->guess = slider_named(r, "guess", (struct source){line->text, line->text_at});
}

/* "x = 4 by seed": a name for four normal numbers. */
static bool
random_name_read(struct reader *r, struct source s)
{
    struct figure *f = r->f;
    struct source c[CLAUSE_COUNT], name, count;
    struct random_name one = {0};
    struct err e = {0};
    double n;

    if (!clauses_read(r, s, 1u << CLAUSE_BY, c))
        return false;
    if (!c[CLAUSE_BY].text || !source_cut(r, c[CLAUSE_HEAD], "=", &name, &count))
        return errs_at(r->arena, r->errs, s.at, ERR_FIGURE_LINE,
                       "write random numbers as: random: x = 4 by seed");
    if (!name_check(r, name) || !constant_read(r, count, &n))
        return false;
    one.slider = slider_named(r, "'by'", c[CLAUSE_BY]);
    if (one.slider < 0)
        return false;
    if (f->n_random == RANDOM_MAX || n != floor(n) || n < 1 || n > RANDOM_NUMBERS_MAX)
        return errs_at(r->arena, r->errs, s.at, ERR_FIGURE_MANY,
                       "a figure has at most %d random names, of 1 to %d numbers",
                       RANDOM_MAX, RANDOM_NUMBERS_MAX);
    one.n = (int)n;
    if (!scope_declare(r->arena, f->scope,
                       arena_printf(r->arena, "%s : vector(%d)", name.text, one.n),
                       name.at, &e)) {
        errs_add(r->arena, r->errs, &e);
        return false;
    }
    one.name = scope_find(f->scope, name.text)->name;
    f->random[f->n_random++] = one;
    return true;
}

static void
random_read(struct reader *r, const struct field *line)
{
    struct source rest = {line->text, line->text_at}, one;

    do
        source_cut(r, rest, ";", &one, &rest);
    while (random_name_read(r, one) && rest.text);
}

static void
range_line_read(struct reader *r, const struct field *line)
{
    struct figure *f = r->f;
    struct source s = {line->text, line->text_at};

    if (strstr(line->text, "..")) {
        f->has_range = range_read(r, s, &f->low, &f->high);
    } else {
        f->has_range = constant_read(r, s, &f->high);
        f->low = -f->high;
    }
    if (f->has_range && !(f->high > f->low && f->high / 2 - f->low / 2 < range_max))
        errs_at(r->arena, r->errs, s.at, ERR_FIGURE_LINE,
                "a range is -7..7, or one number above 0, and not beyond all numbers");
}

/* The condition in "say when CONDITION: sentence". */
static bool
say_condition(struct reader *r, const struct field *line, const struct term **when)
{
    if (!*line->name)
        return true;
    if (strncmp(line->name, "when ", 5) != 0)
        return errs_at(r->arena, r->errs, line->at, ERR_FIGURE_LINE,
                       "write 'say:' or 'say when CONDITION:'");
    *when = condition_read(r, (struct source){line->name + 5, line->at});
    return *when != NULL;
}

static void
say_read(struct reader *r, const struct field *line)
{
    struct figure *f = r->f;
    struct sentence s = {0};

    if (f->n_says == SAYS_MAX)
        errs_at(r->arena, r->errs, line->at, ERR_FIGURE_MANY,
                "a figure may say at most %d sentences", SAYS_MAX);
    else if (say_condition(r, line, &s.when) &&
             sentence_read(r, (struct source){line->text, line->text_at}, &s))
        f->says[f->n_says++] = s;
}

/* "read: TERM as "label"", with a bar between two ends "of -1..1". */
static bool
reading_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    const struct term *term;

    if (!c[CLAUSE_AS].text)
        return errs_at(r->arena, r->errs, c[CLAUSE_HEAD].at, ERR_FIGURE_LINE,
                       "say what the number is: read: |z| as \"length of z\"");
    if (c[CLAUSE_OF].text) {
        struct meter *ends = ARENA_NEW(r->arena, struct meter);

        t->own = ends;
        return range_read(r, c[CLAUSE_OF], &ends->low, &ends->high) &&
               thing_keep_real(r, c[CLAUSE_HEAD], t);
    }
    term = term_read(r, r->f->scope, c[CLAUSE_HEAD]);
    if (term && term->type.kind != TYPE_VECTOR && term->type.kind != TYPE_MATRIX)
        return thing_keep_real(r, c[CLAUSE_HEAD], t);
    return term && value_check(r, NULL, term, c[CLAUSE_HEAD].at) && thing_keep(t, term);
}

const struct form common_forms[] = {
    {"read",                                            THING_READ, TAKES_AS | TAKES_WHEN | TAKES_THROUGH | TAKES_OF, STYLE_PLAIN,
     false, reading_read},
    {"lamp", THING_LAMP, TAKES_AS | TAKES_WHEN | TAKES_THROUGH, STYLE_PLAIN, false,
     reading_read},
    {.key = NULL                                            },
};

const struct setting common_keys[] = {
    {"kind",        PASS_KIND, false, kind_read},
    {"slider",        PASS_SLIDERS, true, sliders_read},
    {"switch",             PASS_SLIDERS, true, switch_read},
    {"let",PASS_NAMES, true, let_read},
    {"random", PASS_NAMES, true, random_read},
    {"guess",      PASS_STRIP, false, guess_read},
    {"range",         PASS_NAMES, false, range_line_read},
    {"strip",             PASS_STRIP, false, strip_read},
    {"play",          PASS_STRIP, false, play_read},
    {"unit",     PASS_STRIP, false, unit_read},
    {"title",      PASS_SAY, false, title_read},
    {"say",         PASS_SAY, true, say_read},
    {.key = NULL            },
};

static void
unknown_key(struct reader *r, const struct field *line)
{
    const char *all[KIND_WORDS_MAX + 1], *near;

    kind_words(r->f->kind, all);
    near = near_find(line->key, all);
    if (near)
        errs_at(r->arena, r->errs, line->at, ERR_FIGURE_KEY,
                "a figure has no key '%s'; did you mean '%s'?", line->key, near);
    else
        errs_at(r->arena, r->errs, line->at, ERR_FIGURE_KEY, "a figure has no key '%s'",
                line->key);
}

/* Whether the line stands where it may: of a known key, of this kind of figure, once. */
static void
line_check(struct reader *r, struct fields fields, int i)
{
    const struct field *line = &fields.at[i];
    const struct kind *kind = r->f->kind;
    const struct form *form = kind_form(kind, line->key);
    const struct setting *key = kind_key(kind, line->key);

    if (!form && !key && kind &&
        (kind_form(NULL, line->key) || kind_key(NULL, line->key)))
        errs_at(r->arena, r->errs, line->at, ERR_FIGURE_KEY,
                "'%s' belongs to another kind of figure than %s", line->key, kind->word);
    else if (!form && !key)
        unknown_key(r, line);
    else if (*line->name && strcmp(line->key, "say") != 0 &&
             strcmp(line->key, "slider") != 0 && strcmp(line->key, "let") != 0)
        errs_at(r->arena, r->errs, line->at, ERR_FIGURE_LINE,
                "there is something between '%s' and its colon", line->key);
    for (int before = 0; key && !key->many && before < i; before++)
        if (strcmp(fields.at[before].key, line->key) == 0)
            errs_at(r->arena, r->errs, line->at, ERR_FIGURE_LINE,
                    "'%s' may stand in a figure only once", line->key);
}

static void
pass_read(struct reader *r, struct fields fields, enum pass pass)
{
    for (int i = 0; i < fields.n; i++) {
        const struct field *line = &fields.at[i];
        const struct setting *key = kind_key(r->f->kind, line->key);
        const struct form *form = kind_form(r->f->kind, line->key);

        if (key && key->pass == pass)
            key->read(r, line);
        if (form && pass == PASS_THINGS && r->f->kind)
            things_read(r, form, line);
    }
}

/* {angle} needs an arc or two arrows. */
static void
angle_check(struct reader *r, struct pos at)
{
    const struct figure *f = r->f;

    if (figure_count(f, THING_ARC) > 0 || figure_count(f, THING_ARROW) > 1)
        return;
    for (int i = 0; i < f->n_says; i++)
        for (int j = 0; j < f->says[i].n; j++)
            if (f->says[i].at[j].angle)
                errs_at(r->arena, r->errs, at, ERR_FIGURE_LINE,
                        "{angle} needs an arc or two arrows in the figure");
}

struct figure *
figure_new(struct arena *a, struct fields fields, const struct scope *outer,
           struct pos at, struct errs *errs)
{
    struct figure *f = ARENA_NEW(a, struct figure);
    struct reader r = {a, errs, f};
    int errors = errs->n + errs->dropped;

    f->play = f->guess = -1;
    f->strip.unit = "";
    f->scope = scope_new(a, outer);
    pass_read(&r, fields, PASS_KIND);
    if (!field_find(fields, "kind"))
        errs_at(a, errs, at, ERR_FIGURE_KIND,
                "say what the figure is, as in kind: plane; there are %s", all_kinds(a));
    for (int i = 0; i < fields.n; i++)
        line_check(&r, fields, i);
    for (enum pass pass = PASS_SLIDERS; pass < PASS_COUNT; pass++)
        pass_read(&r, fields, pass);
    angle_check(&r, at);
    if (f->kind && f->kind->check)
        f->kind->check(&r, at);
    if (errs->n + errs->dropped > errors)
        return NULL;
    if (!f->has_range)
        extent_find(&r);
    return f;
}

const struct figure *
figure_in_double(struct arena *a, const struct figure *f)
{
    struct figure *plain = ARENA_NEW(a, struct figure);

    *plain = *f;
    plain->formats = false;
    for (int i = 0; i < plain->n_stored; i++)
        plain->stored[i].through = (struct through){0};
    for (int i = 0; i < plain->n_things; i++)
        plain->things[i].through = (struct through){0};
    return plain;
}

const struct scope *
figure_scope(const struct figure *f)
{
    return f->scope;
}
