/*
 * Level lines: the term is valued at the nodes of a grid of small triangles, in each of
 * which it is taken as flat; the pieces are joined from triangle to triangle.
 */
#include <math.h>
#include <string.h>

#include "figure/ink/axes.h"
#include "figure/kind/simplex/simplex.h"
#include "num/num.h"

enum {
    SIDE_LEAST = 16, /* small triangles along a side */
    SIDE_MOST = 40,
    SIDE_SAID = 16,
    LEVELS_WANTED = 5,
    LABEL_PLACES = 8,
    PLACES_KEPT = 512, /* of a level, for its label */
    RESET_EVERY = 64,  /* nodes */
    CUTS_MOST = 8,     /* of an edge */
};

/* The outer nodes lie this far inside, where a logarithm of a share still has a value. */
static const double INSIDE = 0.02;
static const double CLOSE = 0.01; /* to a level, of the difference along an edge */

struct mesh {
    int side;      /* nodes are (i, j) with i + j <= side */
    double *value; /* of each node */
    /* How it is valued elsewhere. */
    const struct term *term;
    struct moment in;
    double complex shares[3];
    struct arena *scratch;
    int done;
};

/* Three directions of edges: (i, j) to (i + 1, j); to (i, j + 1); and the one across,
 * from (i + 1, j) to (i, j + 1). The triangle above it is (i, j); the other one below it.
 */
enum { EDGE_DOWN, EDGE_ALONG, EDGE_ACROSS, EDGES };

struct edge {
    int i, j, way;
};

struct facet {
    int i, j;
    bool below;
};

static int
node(const struct mesh *m, int i, int j)
{
    return i * (m->side + 1) + j;
}

/* The shares of a node. */
static void
shares_at(const struct mesh *m, double i, double j, double p[3])
{
    double all = m->side + 3 * INSIDE;

    p[1] = (i + INSIDE) / all;
    p[2] = (j + INSIDE) / all;
    p[0] = 1 - p[1] - p[2];
}

/* ---- values ------------------------------------------------------------------------ */

static double
value_at(struct mesh *m, double i, double j)
{
    double p[3];

    shares_at(m, i, j, p);
    for (int k = 0; k < 3; k++)
        m->shares[k] = p[k];
    if (++m->done % RESET_EVERY == 0)
        arena_reset(m->scratch);
    return moment_real(&m->in, m->term);
}

/* The values of all nodes at once. */
static void
mesh_value(struct mesh *out, struct arena *a, const struct moment *m,
           const struct thing *t)
{
    int n = (out->side + 1) * (out->side + 2) / 2, at = 0;
    double *shares = ARENA_ARRAY(a, double, 3 * n), *values = ARENA_ARRAY(a, double, n);
    double p[3];

    for (int i = 0; i <= out->side; i++)
        for (int j = 0; i + j <= out->side; j++, at++) {
            shares_at(out, i, j, p);
            for (int k = 0; k < 3; k++)
                shares[k * n + at] = p[k];
        }
    moment_many(a, m, t, 0, (struct many){3, shares, values, n});
    at = 0;
    for (int i = 0; i <= out->side; i++)
        for (int j = 0; i + j <= out->side; j++)
            out->value[node(out, i, j)] = values[at++];
}

/* What does not depend on the shares is worked out once. */
static void
mesh_find(struct mesh *out, struct arena *a, const struct moment *m,
          const struct thing *t, int side)
{
    struct calc_env known = calc_known(a, t->scope, t->at[0], &m->env);
    struct calc_name *names = ARENA_ARRAY(a, struct calc_name, known.n + 1);

    *out = (struct mesh){.side = side, .term = t->at[0], .in = *m};
    out->value = ARENA_ARRAY(a, double, (side + 1) * (side + 1));
    memcpy(names + 1, known.at, (size_t)known.n * sizeof *names);
    names[0] = (struct calc_name){
        t->variable, {3, 1, true, out->shares}
    };
    out->scratch = out->in.arena = arena_new();
    out->in.scope = t->scope;
    out->in.env = (struct calc_env){names, known.n + 1, known.lens, NULL};
    mesh_value(out, a, m, t);
}

/* The levels that are written, or round ones between the ends of what there is. */
static int
levels_of(const struct mesh *m, const struct thing *t, double levels[LEVELS_MAX])
{
    const struct contours *own = t->own;
    double low = NAN, high = NAN, step;

    for (int i = 0; i <= m->side; i++)
        for (int j = 0; i + j <= m->side; j++) {
            double v = m->value[node(m, i, j)];

            low = isfinite(v) ? fmin(low, v) : low;
            high = isfinite(v) ? fmax(high, v) : high;
        }
    if (own->n) {
        memcpy(levels, own->level, sizeof own->level);
        return own->n;
    }
    if (!(low < high) || !isfinite(high - low))
        return 0;
    return num_ticks(low, high, LEVELS_WANTED, false, LEVELS_MAX, levels, &step);
}

/* ---- lines ------------------------------------------------------------------------- */

static bool
edge_is_there(const struct mesh *m, struct edge e)
{
    return e.i >= 0 && e.j >= 0 && e.i + e.j < m->side;
}

static void
edge_ends(struct edge e, int from[2], int to[2])
{
    from[0] = e.i + (e.way == EDGE_ACROSS);
    from[1] = e.j;
    to[0] = e.i + (e.way == EDGE_DOWN);
    to[1] = e.j + (e.way != EDGE_DOWN);
}

/* Where the level crosses the edge, as a share of the way; NaN when it does not. */
static double
edge_crossing(const struct mesh *m, struct edge e, double level)
{
    int from[2], to[2];
    double a, b;

    if (!edge_is_there(m, e))
        return NAN;
    edge_ends(e, from, to);
    a = m->value[node(m, from[0], from[1])];
    b = m->value[node(m, to[0], to[1])];
    if (!isfinite(a) || !isfinite(b) || (a < level) == (b < level))
        return NAN;
    return (level / 2 - a / 2) / (b / 2 - a / 2);
}

/* The same, found more closely where the term bends between two nodes: the bracket is cut
 * where the chord crosses the level. */
static double
crossing_found(struct mesh *m, struct edge e, double level)
{
    double share = edge_crossing(m, e, level), low = 0, high = 1, a, b, near;
    int from[2], to[2];

    edge_ends(e, from, to);
    a = m->value[node(m, from[0], from[1])] - level;
    b = m->value[node(m, to[0], to[1])] - level;
    near = CLOSE * fabs(b - a);
    for (int i = 0; i < CUTS_MOST; i++) {
        double v = value_at(m, from[0] + share * (to[0] - from[0]),
                            from[1] + share * (to[1] - from[1])) -
                   level;

        if (!(fabs(v) > near))
            break;
        if ((v < 0) == (a < 0)) {
            low = share;
            a = v;
            b /= 2; /* or this end would stay for ever */
        } else {
            high = share;
            b = v;
            a /= 2;
        }
        share = low + (high - low) * a / (a - b);
    }
    return share;
}

static struct point
crossing_place(struct mesh *m, const struct triangle *at, struct edge e, double level)
{
    double share = crossing_found(m, e, level), p[3];
    int from[2], to[2];

    edge_ends(e, from, to);
    shares_at(m, from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1]),
              p);
    return triangle_place(at, p);
}

/* The edges of a small triangle. */
static void
facet_edges(struct facet c, struct edge out[3])
{
    out[0] = (struct edge){c.i, c.j, EDGE_ACROSS};
    out[1] = (struct edge){c.i, c.below ? c.j + 1 : c.j, EDGE_DOWN};
    out[2] = (struct edge){c.below ? c.i + 1 : c.i, c.j, EDGE_ALONG};
}

/* The triangle on the other side of one of its edges; false at the rim. */
static bool
facet_beyond(const struct mesh *m, struct facet c, struct edge e, struct facet *out)
{
    *out = (struct facet){c.i, c.j, !c.below};
    if (e.way == EDGE_DOWN)
        out->j += c.below ? 1 : -1;
    if (e.way == EDGE_ALONG)
        out->i += c.below ? 1 : -1;
    return out->i >= 0 && out->j >= 0 && out->i + out->j < m->side - out->below;
}

/* One level that is being drawn. */
struct tracing {
    struct mesh *mesh;
    const struct triangle *at;
    double level;
    bool *done; /* of each edge */
    struct pen pen;
    struct anchor *place; /* of all its lines, one behind the other */
    int n, room;
};

static bool *
is_done(const struct tracing *t, struct edge e)
{
    return &t->done[EDGES * node(t->mesh, e.i, e.j) + e.way];
}

static void
draw_crossing(struct tracing *t, struct edge e)
{
    struct point p = crossing_place(t->mesh, t->at, e, t->level);

    pen_to(&t->pen, p.x, p.y);
    if (t->n < t->room)
        t->place[t->n++] = (struct anchor){p.x, p.y};
    *is_done(t, e) = true;
}

/* The other edge of the triangle that is crossed; false when there is none. */
static bool
facet_leave(const struct tracing *t, struct facet c, struct edge in, struct edge *out)
{
    struct edge all[3];

    facet_edges(c, all);
    for (int k = 0; k < 3; k++) {
        *out = all[k];
        if (out->way != in.way && !isnan(edge_crossing(t->mesh, *out, t->level)))
            return true;
    }
    return false;
}

/* From an edge into a triangle, and on until the rim or where it began. */
static void
trace_from(struct tracing *t, struct edge e, struct facet c)
{
    struct edge next;

    draw_crossing(t, e);
    while (facet_leave(t, c, e, &next)) {
        bool was = *is_done(t, next);

        draw_crossing(t, next);
        e = next;
        if (was || !facet_beyond(t->mesh, c, e, &c))
            break;
    }
    pen_lift(&t->pen);
}

/* All lines of the level: those that come from the rim first, then rings. */
static void
trace_level(struct tracing *t)
{
    const struct mesh *m = t->mesh;

    for (int rings = 0; rings < 2; rings++)
        for (int i = 0; i < m->side; i++)
            for (int j = 0; i + j < m->side; j++)
                for (int way = 0; way < EDGES; way++) {
                    struct edge e = {i, j, way};
                    struct facet c = {i, j, false}, beyond;
                    bool rim = !facet_beyond(m, c, e, &beyond);

                    if ((rings || rim) && !*is_done(t, e) &&
                        !isnan(edge_crossing(m, e, t->level)))
                        trace_from(t, e, c);
                }
}

/* The value stands beside its line, rather in the middle of it. */
static void
label_level(struct frame *fr, const struct tracing *t, const struct thing *thing,
            const char *text)
{
    static const int eighths[LABEL_PLACES] = {4, 3, 5, 2, 6, 1, 7, 0};
    struct anchor *others = ARENA_ARRAY(fr->arena, struct anchor, LABEL_PLACES);

    if (!t->n)
        return;
    for (int i = 0; i < LABEL_PLACES; i++)
        others[i] = t->place[(t->n - 1) * eighths[i] / LABEL_PLACES];
    labels_add(&fr->labels, (struct label){.text = text,
                                           .x = others[0].x,
                                           .y = others[0].y,
                                           .others = others + 1,
                                           .n_others = LABEL_PLACES - 1,
                                           .style = thing->style});
}

void
contours_draw(struct frame *fr, const struct triangle *at, const struct thing *t)
{
    double height = at->corner[1].y - at->corner[0].y, levels[LEVELS_MAX];
    int side = (int)fmin(fmax(2 * height, SIDE_LEAST), SIDE_MOST), n;
    char *name = label_text(fr->arena, &fr->now, t);
    struct mesh mesh;

    mesh_find(&mesh, fr->arena, &fr->now, t, side);
    n = levels_of(&mesh, t, levels);
    for (int k = 0; k < n; k++) {
        struct tracing tracing = {
            .mesh = &mesh,
            .at = at,
            .level = levels[k],
            .done = ARENA_ARRAY(fr->arena, bool, EDGES *(side + 1) * (side + 1)),
            .place = ARENA_ARRAY(fr->arena, struct anchor, PLACES_KEPT),
            .room = PLACES_KEPT,
            .pen = {.ink = fr->ink,
                    .layer = LAYER_LINE,
                    .style = t->style,
                    .stroke = t->ghost ? STROKE_DOTTED : STROKE_SOLID}
        };
        const char *text = axes_text(fr, number_short(fr->arena, levels[k]));

        trace_level(&tracing);
        label_level(fr, &tracing, t,
                    k == n / 2 && *name ? arena_printf(fr->arena, "%s %s", name, text)
                                        : text);
    }
    arena_free(mesh.scratch);
}

/* ---- words ------------------------------------------------------------------------- */

char *
contours_text(struct arena *a, const struct moment *m, const struct thing *t)
{
    double levels[LEVELS_MAX];
    struct mesh mesh;
    struct buf b;
    int n;

    mesh_find(&mesh, a, m, t, SIDE_SAID);
    n = levels_of(&mesh, t, levels);
    buf_init(&b, a);
    buf_add(&b, n ? "lines at" : "no lines");
    for (int k = 0; k < n; k++)
        buf_printf(&b, "%s %s", k ? "," : "", number_short(a, levels[k]));
    arena_free(mesh.scratch);
    return b.s;
}

/* ---- lines of the block ------------------------------------------------------------ */

static bool
levels_read(struct reader *r, struct source s, struct contours *own)
{
    struct source rest = s, one;

    while (rest.text && own->n < LEVELS_MAX) {
        source_cut(r, rest, ",", &one, &rest);
        if (!constant_read(r, one, &own->level[own->n++]))
            return false;
    }
    return !rest.text || errs_at(r->arena, r->errs, s.at, ERR_FIGURE_MANY,
                                 "at most %d levels", LEVELS_MAX);
}

/* Whether the term has a value in the middle, whatever that is. */
static bool
middle_check(struct reader *r, const struct thing *t, struct pos at)
{
    double complex third[3] = {1 / 3.0, 1 / 3.0, 1 / 3.0};
    struct moment m;
    struct value v;
    struct err e = {0};

    moment_start(&m, r->arena, r->f);
    moment_bind(&m, t->scope, t->variable);
    m.names[m.env.n - 1].value = (struct value){3, 1, true, third};
    return calc_eval(r->arena, m.scope, t->at[0], &m.env, &v, &e) ||
           errs_at(r->arena, r->errs, at, ERR_FIGURE_VALUE, "%s", e.msg);
}

bool
contours_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    struct contours *own = ARENA_NEW(r->arena, struct contours);
    struct scope *scope = scope_new(r->arena, r->f->scope);
    const struct term *term;

    t->own = own;
    t->ghost = c[CLAUSE_GHOST].text != NULL;
    if (!c[CLAUSE_OVER].text)
        return errs_at(r->arena, r->errs, c[CLAUSE_HEAD].at, ERR_FIGURE_LINE,
                       "name the three shares: contours: x_1 x_2 over x");
    if (!name_check(r, c[CLAUSE_OVER]) ||
        (c[CLAUSE_LEVELS].text && !levels_read(r, c[CLAUSE_LEVELS], own)))
        return false;
    scope_add(r->arena, scope, c[CLAUSE_OVER].text,
              (struct type){.kind = TYPE_VECTOR, .rows = {.n = 3}, .cols = {.n = 1}});
    t->scope = scope;
    t->variable = scope_find(scope, c[CLAUSE_OVER].text)->name;
    term = real_read(r, scope, c[CLAUSE_HEAD]);
    return thing_keep(t, term) && middle_check(r, t, c[CLAUSE_HEAD].at);
}
