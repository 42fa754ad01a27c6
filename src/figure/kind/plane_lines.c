#include "figure/kind/plane.h"

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

const struct form plane_forms[] = {
    {"arrow",                                  THING_ARROW, TAKES_LABEL | TAKES_FROM | TAKES_BEFORE, STYLES_IN_TURN, false,
     arrow_read},
    {"arc", THING_ARC, TAKES_LABEL | TAKES_TO | TAKES_BY | TAKES_RADIUS, STYLE_PLAIN,
     false, arc_read},
    {"point",                                   THING_POINT, TAKES_LABEL, STYLE_STRONG, false, point_read},
    {"circle",                                        THING_CIRCLE, TAKES_IN | TAKES_WHEN, STYLE_RULE, false, circle_read},
    {"shape",                               THING_SHAPE, TAKES_LABEL | TAKES_BEFORE, STYLE_THIRD, true, shape_read},
    {.key = NULL                            },
};
