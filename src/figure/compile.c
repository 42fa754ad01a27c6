#include <math.h>
#include <string.h>

#include "base/near.h"
#include "figure/reader.h"

static const double range_max = 1e300; /* half of it */

enum {
    BIT_AS = 1 << CLAUSE_AS,
    BIT_FROM = 1 << CLAUSE_FROM,
    BIT_BEFORE = 1 << CLAUSE_BEFORE,
    BIT_IN = 1 << CLAUSE_IN,
    BIT_WHEN = 1 << CLAUSE_WHEN,
    BIT_OVER = 1 << CLAUSE_OVER,
    BIT_GHOST = 1 << CLAUSE_GHOST,
    LABELLED = BIT_AS | BIT_IN | BIT_WHEN,
    ARC_CLAUSES = LABELLED | 1 << CLAUSE_TO | 1 << CLAUSE_BY | 1 << CLAUSE_RADIUS,
    BOTH = KIND_PLANE | KIND_CURVE,
};

/* ---- clauses that most things have ------------------------------------------------ */

static bool
style_read(struct reader *r, struct source s, enum style *style)
{
    static const struct {
        const char *word;
        enum style style;
    } styles[] = {
        {"first",  STYLE_FIRST },
        {"second", STYLE_SECOND},
        {"third",  STYLE_THIRD },
        {"fourth", STYLE_FOURTH},
        {"guess",  STYLE_GUESS },
    };

    for (size_t i = 0; i < sizeof styles / sizeof *styles; i++) {
        if (strcmp(styles[i].word, s.text) == 0) {
            *style = styles[i].style;
            return true;
        }
    }
    return errs_at(r->arena, r->errs, s.at, ERR_FIGURE_LINE,
                   "'in' is followed by first, second, third, fourth or guess");
}

static bool
label_read(struct reader *r, struct source s, struct sentence *out)
{
    struct source inner;

    return quoted_read(r, s, &inner) && sentence_read(r, inner, out);
}

/* The style of the n-th thing of its kind. */
static enum style
style_of(int n)
{
    static const enum style order[] = {STYLE_FIRST, STYLE_SECOND, STYLE_THIRD,
                                       STYLE_FOURTH};

    return order[n % 4];
}

static int
count_of(const struct figure *f, enum thing_kind kind)
{
    int n = 0;

    for (int i = 0; i < f->n_things; i++)
        n += f->things[i].kind == kind && !f->things[i].ghost;
    return n;
}

static enum style
usual_style(const struct figure *f, const struct thing *t)
{
    switch (t->kind) {
    case THING_ARROW:
    case THING_CURVE:
        return t->ghost ? STYLE_BEFORE : style_of(count_of(f, t->kind));
    case THING_SHAPE:
        return STYLE_THIRD;
    case THING_CIRCLE:
        return STYLE_RULE;
    case THING_POINT:
        return STYLE_STRONG;
    default:
        return STYLE_PLAIN;
    }
}

static bool
common_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    t->style = usual_style(r->f, t);
    t->labelled = c[CLAUSE_AS].text != NULL;
    if (t->labelled && !label_read(r, c[CLAUSE_AS], &t->label))
        return false;
    if (c[CLAUSE_IN].text && !style_read(r, c[CLAUSE_IN], &t->style))
        return false;
    if (c[CLAUSE_WHEN].text) {
        t->when = condition_read(r, c[CLAUSE_WHEN]);
        return t->when != NULL;
    }
    return true;
}

/* `t->at[t->n++]` for a term that was read; false for NULL. */
static bool
keep(struct thing *t, const struct term *term)
{
    if (term)
        t->at[t->n++] = term;
    return term != NULL;
}

static bool
real_keep(struct reader *r, struct source s, struct thing *t)
{
    const struct term *term = real_read(r, r->f->scope, s);

    return term && value_check(r, NULL, term, s.at) && keep(t, term);
}

/* ---- things ----------------------------------------------------------------------- */

static bool
arrow_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    t->before = c[CLAUSE_BEFORE].text != NULL;
    if (t->before && *c[CLAUSE_BEFORE].text &&
        !label_read(r, c[CLAUSE_BEFORE], &t->before_label))
        return false;
    if (c[CLAUSE_FROM].text) {
        t->from = place_read(r, c[CLAUSE_FROM]);
        if (!t->from)
            return false;
    }
    return keep(t, place_read(r, c[CLAUSE_HEAD]));
}

static bool
arc_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    struct source to = c[CLAUSE_TO], by = c[CLAUSE_BY];

    if (!to.text == !by.text)
        return errs_at(r->arena, r->errs, c[CLAUSE_HEAD].at, ERR_FIGURE_LINE,
                       "write an arc as: A to B, or: A by ANGLE");
    t->turn = by.text != NULL;
    if (c[CLAUSE_RADIUS].text) {
        t->radius = real_read(r, r->f->scope, c[CLAUSE_RADIUS]);
        if (!t->radius || !value_check(r, NULL, t->radius, c[CLAUSE_RADIUS].at))
            return false;
    }
    return keep(t, place_read(r, c[CLAUSE_HEAD])) &&
           (t->turn ? real_keep(r, by, t) : keep(t, place_read(r, to)));
}

static bool
point_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    return keep(t, place_read(r, c[CLAUSE_HEAD]));
}

static bool
number_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    return real_keep(r, c[CLAUSE_HEAD], t);
}

static bool
shape_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    struct source rest = c[CLAUSE_HEAD], corner;

    t->before = c[CLAUSE_BEFORE].text != NULL;
    while (rest.text && t->n < CORNERS_MAX) {
        source_cut(r, rest, ";", &corner, &rest);
        if (!keep(t, place_read(r, corner)))
            return false;
    }
    if (!rest.text && t->n > 2)
        return true;
    return errs_at(r->arena, r->errs, c[CLAUSE_HEAD].at, ERR_FIGURE_LINE,
                   "a shape needs 3 to %d corners between ';'", CORNERS_MAX);
}

/* "x = A..B" behind `over`. */
static bool
over_read(struct reader *r, struct source over, struct pos at, struct thing *t)
{
    struct source name, range, low, high;
    struct scope *scope = scope_new(r->arena, r->f->scope);

    if (!over.text || !source_cut(r, over, "=", &name, &range) ||
        !source_cut(r, range, "..", &low, &high))
        return errs_at(r->arena, r->errs, over.text ? over.at : at, ERR_FIGURE_LINE,
                       "write a curve as: sin x over x = 0..2pi");
    if (!name_check(r, name))
        return false;
    scope_add(r->arena, scope, name.text, (struct type){.kind = TYPE_REAL});
    t->scope = scope;
    t->variable = name.text;
    t->low = real_read(r, r->f->scope, low);
    t->high = real_read(r, r->f->scope, high);
    if (!t->low || !t->high || !value_check(r, NULL, t->low, low.at) ||
        !value_check(r, NULL, t->high, high.at))
        return false;
    t->angle = expr_mentions(t->low, "pi") || expr_mentions(t->high, "pi");
    return true;
}

static bool
curve_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    const struct term *term;

    t->ghost = c[CLAUSE_GHOST].text != NULL;
    if (!over_read(r, c[CLAUSE_OVER], c[CLAUSE_HEAD].at, t))
        return false;
    term = real_read(r, t->scope, c[CLAUSE_HEAD]);
    return term && value_check(r, t, term, c[CLAUSE_HEAD].at) && keep(t, term);
}

/* The lines that become a thing. */
static const struct form {
    const char *key;
    unsigned kinds; /* of figures */
    enum thing_kind kind;
    unsigned clauses;
    bool (*read)(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t);
} forms[] = {
    {"arrow",  KIND_PLANE, THING_ARROW,  LABELLED | BIT_FROM | BIT_BEFORE, arrow_read },
    {"arc",    KIND_PLANE, THING_ARC,    ARC_CLAUSES,                      arc_read   },
    {"point",  KIND_PLANE, THING_POINT,  LABELLED,                         point_read },
    {"circle", KIND_PLANE, THING_CIRCLE, BIT_IN | BIT_WHEN,                number_read},
    {"shape",  KIND_PLANE, THING_SHAPE,  LABELLED | BIT_BEFORE,            shape_read },
    {"curve",  KIND_CURVE, THING_CURVE,  LABELLED | BIT_OVER | BIT_GHOST,  curve_read },
    {"mark",   KIND_CURVE, THING_MARK,   LABELLED,                         number_read},
    {"read",   BOTH,       THING_READ,   BIT_AS | BIT_WHEN,                number_read},
};

static bool
thing_read(struct reader *r, const struct form *form, struct source line)
{
    struct figure *f = r->f;
    struct source c[CLAUSE_COUNT];
    struct thing t = {.kind = form->kind};

    if (f->n_things == THINGS_MAX)
        return errs_at(r->arena, r->errs, line.at, ERR_FIGURE_MANY,
                       "a figure may hold at most %d things", THINGS_MAX);
    if (!clauses_read(r, line, form->clauses, c) || !form->read(r, c, &t) ||
        !common_read(r, c, &t))
        return false;
    if (t.kind == THING_READ && !t.labelled)
        return errs_at(r->arena, r->errs, line.at, ERR_FIGURE_LINE,
                       "say what the number is: read: |z| as \"length of z\"");
    f->things[f->n_things++] = t;
    return true;
}

/* One thing, or several between ';' (which are a shape's corners). */
static void
things_read(struct reader *r, const struct form *form, const struct field *line)
{
    struct source rest = {line->text, line->text_at}, one;

    if (form->kind == THING_SHAPE) {
        thing_read(r, form, rest);
        return;
    }
    do
        source_cut(r, rest, ";", &one, &rest);
    while (thing_read(r, form, one) && rest.text);
}

/* ---- lines of other sorts --------------------------------------------------------- */

static void
kind_read(struct reader *r, const struct field *line)
{
    struct figure *f = r->f;

    if (strcmp(line->text, "plane") == 0)
        f->kind = KIND_PLANE;
    else if (strcmp(line->text, "curve") == 0)
        f->kind = KIND_CURVE;
    else
        errs_at(r->arena, r->errs, line->text_at, ERR_FIGURE_KIND,
                "there is no kind of figure '%s'; there are plane and curve", line->text);
}

static void
let_read(struct reader *r, const struct field *line)
{
    struct err e = {0};

    if (!scope_declare(r->arena, r->f->scope, line->text, line->text_at, &e))
        errs_add(r->arena, r->errs, &e);
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

    if (!clauses_read(r, (struct source){line->text, line->text_at}, BIT_IN, c))
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
    strip->places = strip->term->type.kind == TYPE_INTEGER
                        ? 0
                        : number_places(fmax(fabs(strip->low), fabs(strip->high)));
}

static void
unit_read(struct reader *r, const struct field *line)
{
    r->f->strip.unit = line->text;
}

static void
play_read(struct reader *r, const struct field *line)
{
    r->f->play = figure_slider_find(r->f, line->text);
    if (r->f->play < 0)
        errs_at(r->arena, r->errs, line->text_at, ERR_FIGURE_LINE,
                "play names one of the sliders; '%s' is none", line->text);
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

/* Names are read first, then what uses them. */
enum pass {
    PASS_KIND,
    PASS_SLIDERS,
    PASS_NAMES,
    PASS_STRIP,
    PASS_THINGS,
    PASS_SAY,
    PASS_COUNT
};

static const struct entry {
    const char *key;
    enum pass pass;
    bool many; /* may stand on several lines */
    void (*read)(struct reader *r, const struct field *line);
} keys[] = {
    {"kind",   PASS_KIND,    false, kind_read      },
    {"slider", PASS_SLIDERS, true,  sliders_read   },
    {"switch", PASS_SLIDERS, true,  switch_read    },
    {"let",    PASS_NAMES,   true,  let_read       },
    {"range",  PASS_NAMES,   false, range_line_read},
    {"strip",  PASS_STRIP,   false, strip_read     },
    {"play",   PASS_STRIP,   false, play_read      },
    {"unit",   PASS_STRIP,   false, unit_read      },
    {"say",    PASS_SAY,     true,  say_read       },
};

static const struct entry *
key_find(const char *key)
{
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(keys[i].key, key) == 0)
            return &keys[i];
    return NULL;
}

static const struct form *
form_find(const char *key)
{
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (strcmp(forms[i].key, key) == 0)
            return &forms[i];
    return NULL;
}

static void
unknown_key(struct reader *r, const struct field *line)
{
    enum { KEYS = sizeof keys / sizeof *keys, FORMS = sizeof forms / sizeof *forms };
    const char *all[KEYS + FORMS + 1] = {NULL}, *near;

    for (int i = 0; i < KEYS; i++)
        all[i] = keys[i].key;
    for (int i = 0; i < FORMS; i++)
        all[KEYS + i] = forms[i].key;
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
    const struct form *form = form_find(line->key);
    const struct entry *key = key_find(line->key);

    if (!form && !key)
        unknown_key(r, line);
    else if (form && r->f->kind && !(form->kinds & r->f->kind))
        errs_at(r->arena, r->errs, line->at, ERR_FIGURE_KEY,
                "'%s' belongs to the other kind of figure", line->key);
    else if (*line->name && strcmp(line->key, "say") != 0)
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
        const struct entry *key = key_find(line->key);
        const struct form *form = form_find(line->key);

        if (key && key->pass == pass)
            key->read(r, line);
        if (form && pass == PASS_THINGS && form->kinds & r->f->kind)
            things_read(r, form, line);
    }
}

/* {angle} needs an arc or two arrows. */
static void
angle_check(struct reader *r, struct pos at)
{
    const struct figure *f = r->f;

    if (count_of(f, THING_ARC) > 0 || count_of(f, THING_ARROW) > 1)
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

    f->play = -1;
    f->strip.unit = "";
    f->scope = scope_new(a, outer);
    pass_read(&r, fields, PASS_KIND);
    if (!field_find(fields, "kind"))
        errs_at(a, errs, at, ERR_FIGURE_KIND,
                "say what the figure is: kind: plane, or kind: curve");
    for (int i = 0; i < fields.n; i++)
        line_check(&r, fields, i);
    for (enum pass pass = PASS_SLIDERS; pass < PASS_COUNT; pass++)
        pass_read(&r, fields, pass);
    angle_check(&r, at);
    if (errs->n + errs->dropped > errors)
        return NULL;
    if (!f->has_range)
        extent_find(&r);
    return f;
}

const struct scope *
figure_scope(const struct figure *f)
{
    return f->scope;
}
