#include "figure/kind/plane/plane.h"

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
    return thing_keep(t, place_read(r, c[CLAUSE_HEAD]));
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
    return thing_keep(t, place_read(r, c[CLAUSE_HEAD])) &&
           (t->turn ? thing_keep_real(r, by, t) : thing_keep(t, place_read(r, to)));
}

static bool
point_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    return thing_keep(t, place_read(r, c[CLAUSE_HEAD]));
}

static bool
circle_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    return thing_keep_real(r, c[CLAUSE_HEAD], t);
}

static bool
shape_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    struct source rest = c[CLAUSE_HEAD], corner;

    t->before = c[CLAUSE_BEFORE].text != NULL;
    while (rest.text && t->n < CORNERS_MAX) {
        source_cut(r, rest, ";", &corner, &rest);
        if (!thing_keep(t, place_read(r, corner)))
            return false;
    }
    if (!rest.text && t->n > 2)
        return true;
    return errs_at(r->arena, r->errs, c[CLAUSE_HEAD].at, ERR_FIGURE_LINE,
                   "a shape needs 3 to %d corners between ';'", CORNERS_MAX);
}

static bool
segment_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    if (!c[CLAUSE_TO].text)
        return errs_at(r->arena, r->errs, c[CLAUSE_HEAD].at, ERR_FIGURE_LINE,
                       "write a line as: A to B");
    t->ghost = c[CLAUSE_GHOST].text != NULL;
    return thing_keep(t, place_read(r, c[CLAUSE_HEAD])) &&
           thing_keep(t, place_read(r, c[CLAUSE_TO]));
}

/* A 2 x 2 matrix, or a number that multiplies. */
static bool
grid_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    struct source head = c[CLAUSE_HEAD];
    const struct term *term = term_read(r, r->f->scope, head);
    bool matrix, number;

    if (!term)
        return false;
    number = type_is_number(term->type);
    matrix = term->type.kind == TYPE_MATRIX && term->type.rows.n == 2 &&
             term->type.cols.n == 2 && !term->type.complex_entries;
    if (!number && !matrix)
        return errs_at(r->arena, r->errs, head.at, ERR_FIGURE_TYPE,
                       "this is %s; a grid needs a real 2x2 matrix or a complex number",
                       type_phrase(r->arena, term->type));
    t->before = c[CLAUSE_BEFORE].text != NULL;
    return value_check(r, NULL, term, head.at) && thing_keep(t, term);
}

/* A place over a variable. */
static bool
along_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    t->ghost = c[CLAUSE_GHOST].text != NULL;
    return thing_over(r, c[CLAUSE_OVER], c[CLAUSE_HEAD].at,
                      "write: R(k) [1, 0] over k = 0..6", t) &&
           thing_keep(t, place_along_read(r, c[CLAUSE_HEAD], t));
}

static bool
path_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    t->whole = true;
    return along_read(r, c, t);
}

static bool
places_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    t->bins = figure_count(r->f, THING_POINTS) % 2; /* which sign */
    return path_read(r, c, t);
}

const struct form plane_forms[] = {
    {"arrow",                                  THING_ARROW, TAKES_LABEL | TAKES_FROM | TAKES_BEFORE, STYLES_IN_TURN, false,
     arrow_read},
    {"arc", THING_ARC, TAKES_LABEL | TAKES_TO | TAKES_BY | TAKES_RADIUS, STYLE_PLAIN,
     false, arc_read},
    {"point",                                   THING_POINT, TAKES_LABEL, STYLE_STRONG, false, point_read},
    {"circle",                                        THING_CIRCLE, TAKES_IN | TAKES_WHEN, STYLE_RULE, false, circle_read},
    {"shape",                               THING_SHAPE, TAKES_LABEL | TAKES_BEFORE, STYLE_THIRD, true, shape_read},
    {"line",                             THING_SEGMENT, TAKES_LABEL | TAKES_TO | TAKES_GHOST, STYLE_RULE, false,
     segment_read},
    {"grid",                                THING_GRID, TAKES_IN | TAKES_WHEN | TAKES_BEFORE, STYLE_RULE, false,
     grid_read},
    {"path",                                  THING_PATH, TAKES_LABEL | TAKES_OVER | TAKES_GHOST, STYLES_IN_TURN, false,
     path_read},
    {"orbit",                             THING_PATH, TAKES_LABEL | TAKES_OVER | TAKES_GHOST, STYLES_IN_TURN, false,
     along_read},
    {"points",                                   THING_POINTS, TAKES_LABEL | TAKES_OVER, STYLES_IN_TURN, false,
     places_read},
    {.key = NULL                                       },
};
