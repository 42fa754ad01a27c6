/* How far a symmetric matrix stretches, by Gershgorin's discs. */
#include "proof/rule/whole/whole.h"

/* v^T A v */
struct stretch {
    const struct term *v, *matrix;
};

static bool
is_transpose_of_name(const struct term *t)
{
    return t->op == TERM_TRANSPOSE && t->arg[0]->op == TERM_NAME;
}

static bool
read_stretch(const struct term *t, struct stretch *out)
{
    const struct term *left, *right;

    if (t->op != TERM_MUL)
        return false;
    left = t->arg[0];
    right = t->arg[1];
    if (left->op == TERM_MUL && is_transpose_of_name(left->arg[0]))
        *out = (struct stretch){right, left->arg[1]};
    else if (right->op == TERM_MUL && is_transpose_of_name(left))
        *out = (struct stretch){right->arg[1], right->arg[0]};
    else
        return false;
    left = left->op == TERM_MUL ? left->arg[0] : left;
    return expr_same(left->arg[0], out->v) && out->matrix->op == TERM_MATRIX &&
           out->matrix->rows == out->matrix->cols;
}

static bool
is_symmetric(struct arena *a, const struct scope *s, const struct term *m)
{
    for (int i = 0; i < m->rows; i++)
        for (int j = 0; j < i; j++)
            if (!whole_same(a, s, m->arg[i * m->cols + j], m->arg[j * m->cols + i]))
                return false;
    return true;
}

/* The factor of v^T v in t; NULL when there is none. */
static const struct term *
factor_of(struct arena *a, const struct scope *s, const struct term *t,
          const struct term *v)
{
    const struct term *norm = expr_call(a, FUNCTION_NORM, &v, 1, NULL);
    const struct term *across = expr_apply(a, TERM_TRANSPOSE, v, NULL, NULL);
    const struct term *lengths[2];

    lengths[0] = norm ? expr_apply(a, TERM_POW, norm, whole_number(a, 2), NULL) : NULL;
    lengths[1] = across ? expr_apply(a, TERM_MUL, across, v, NULL) : NULL;
    if (t->op != TERM_MUL)
        return NULL;
    for (int i = 0; i < 2; i++) {
        const struct term *b = t->arg[0];
        const struct term *whole =
            lengths[i] ? expr_apply(a, TERM_MUL, b, lengths[i], NULL) : NULL;

        if (!term_has_name(b, v->name) && whole_same(a, s, whole, t))
            return b;
    }
    return NULL;
}

/* The end of the i-th disc: its middle, and how far the others of its row reach. */
static const struct term *
disc_end(struct arena *a, const struct term *m, int i, enum term_op op)
{
    const struct term *end = m->arg[i * m->cols + i];

    for (int j = 0; end && j < m->cols; j++) {
        const struct term *size;

        if (j == i)
            continue;
        size = expr_call(a, FUNCTION_ABS, &m->arg[i * m->cols + j], 1, NULL);
        end = size ? expr_apply(a, op, end, size, NULL) : NULL;
    }
    return end;
}

bool
line_by_gershgorin(struct arena *a, const struct rule_line *l)
{
    bool above = l->relation == RELATION_LESS_EQUAL;
    const struct term *b;
    struct stretch s;

    if ((!above && l->relation != RELATION_GREATER_EQUAL) || !read_stretch(l->x, &s) ||
        !is_symmetric(a, l->scope, s.matrix) || !(b = factor_of(a, l->scope, l->y, s.v)))
        return false;
    for (int i = 0; i < s.matrix->rows; i++) {
        const struct term *end = disc_end(a, s.matrix, i, above ? TERM_ADD : TERM_SUB);

        if (!end || !whole_compare(a, l->scope, end, l->relation, b))
            return false;
    }
    return true;
}
