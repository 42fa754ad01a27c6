#include "ui/map/rope.h"

#include <string.h>

#include "base/buf.h"
#include "typeset/typeset.h"

enum {
    SIDE_MAX = 2,    /* theorems on a side */
    LABEL_COLS = 18, /* a formula that is longer has a name that is shorter, mostly */
    INDENT = 3,
    WIDE_COLS = 70,
};

struct knot {
    const char *label;
    enum ui_mark mark;
};

struct rope {
    struct knot here, before[SIDE_MAX], after[SIDE_MAX];
    int n_before, n_after;
    int n, yours, seen;
};

/* ---- where the learner is ---------------------------------------------------------- */

static int
neighbours(const struct course_theorem *t)
{
    return t->n_rests + t->n_bears;
}

/* Of that lesson's last step with theorems, up to the one where the learner is, the
 * theorem with most neighbours; else its first theorem; -1: it has none. */
static int
theorem_of_lesson(const struct course_table *c, const struct progress *p, const char *id)
{
    const char *step = progress_lesson(p, id).step;
    int found = -1;

    for (int i = 0; i < c->n; i++) {
        const struct course_theorem *t = &c->theorems[i];

        if (t->axiom || strcmp(t->lesson->id, id) != 0)
            continue;
        if (found >= 0 && (t->step > lesson_step(t->lesson, step) ||
                           (t->step == c->theorems[found].step &&
                            neighbours(t) < neighbours(&c->theorems[found]))))
            continue;
        found = i;
    }
    return found;
}

/* The first theorem of the lessons behind that one. */
static int
theorem_behind(const struct course_table *c, const char *id)
{
    bool behind = false;

    for (int i = 0; i < c->n_lessons; i++) {
        for (int k = 0; behind && k < c->n; k++)
            if (!c->theorems[k].axiom && c->theorems[k].lesson == c->lessons[i])
                return k;
        behind |= strcmp(c->lessons[i]->id, id) == 0;
    }
    return -1;
}

static int
theorem_here(const struct ui_model *m, const struct course_table *c)
{
    int next = home_next(m), found;

    if (next < 0)
        return -1;
    found = theorem_of_lesson(c, m->progress, m->lessons[next].id);
    return found >= 0 ? found : theorem_behind(c, m->lessons[next].id);
}

/* ---- taking ------------------------------------------------------------------------ */

static struct knot
knot_of(const struct ui_model *m, const struct course_theorem *t)
{
    struct arena *a = m->rope_arena;
    const char *says = tex_line(a, ALPHABET_UNICODE, t->says[0].tex);
    int cols = canvas_width(ALPHABET_UNICODE, says);
    bool brief = !t->axiom && (cols <= LABEL_COLS || cols <= (int)strlen(t->name));

    return (struct knot){brief      ? says
                         : t->axiom ? arena_printf(a, "%s (axiom)", t->name)
                                    : arena_strdup(a, t->name),
                         ui_theorem_mark(m->progress, t, m->settings.now_ms)};
}

static int
take_side(const struct ui_model *m, const struct course_table *c, const int *at, int n,
          struct knot *out)
{
    int taken = 0;

    for (int i = 0; i < n && taken < SIDE_MAX; i++)
        out[taken++] = knot_of(m, &c->theorems[at[i]]);
    return taken;
}

void
rope_take(struct ui_model *m, const struct course_table *c)
{
    int at = theorem_here(m, c);
    const struct course_theorem *t = at < 0 ? NULL : &c->theorems[at];
    struct rope *rope;

    arena_reset(m->rope_arena);
    m->rope = NULL;
    if (!t)
        return;
    rope = ARENA_NEW(m->rope_arena, struct rope);
    rope->here = knot_of(m, t);
    rope->n_before = take_side(m, c, t->rests, t->n_rests, rope->before);
    rope->n_after = take_side(m, c, t->bears, t->n_bears, rope->after);
    rope->n =
        ui_theorem_count(c, m->progress, m->settings.now_ms, &rope->yours, &rope->seen);
    m->rope = rope;
}

/* ---- showing ----------------------------------------------------------------------- */

/* Where strands meet, from the top: of two, then of one. */
struct joints {
    const char *in[3], *out[3], *one;
};

static const struct joints *
joints_of(enum alphabet alphabet)
{
    static const struct joints ascii = {
        {".", "}", "'"},
        {".", "{", "'"},
        "-"
    };
    static const struct joints unicode = {
        {"╮", "├", "╯"},
        {"╭", "┤", "╰"},
        "─"
    };

    return alphabet == ALPHABET_ASCII ? &ascii : &unicode;
}

static const char *
strand(enum ui_mark mark)
{
    static const char *const of[] = {".", "-", "!", "-", "="};

    return of[mark];
}

static void
add_times(struct buf *b, const char *s, int n)
{
    for (int i = 0; i < n; i++)
        buf_add(b, s);
}

static const char *
label_in(const struct flow *f, const struct knot *k)
{
    return canvas_fold(f->arena, f->alphabet, k->label);
}

static int
widest(const struct flow *f, const struct knot *k, int n)
{
    int most = 0;

    for (int i = 0; i < n; i++) {
        int w = canvas_width(f->alphabet, label_in(f, &k[i]));

        most = w > most ? w : most;
    }
    return most;
}

/* "=== label ====." in row `row`; its strands end at the same column. */
static void
put_before(struct flow *f, int row, const struct knot *k, int width, const char *end)
{
    const char *label = label_in(f, k);
    struct buf b;

    buf_init(&b, f->arena);
    add_times(&b, strand(k->mark), 3);
    buf_printf(&b, " %s ", label);
    add_times(&b, strand(k->mark), 3 + width - canvas_width(f->alphabet, label));
    buf_add(&b, end);
    flow_beside(f, row, INDENT, STYLE_PLAIN, box_line(f->arena, b.s, STYLE_PLAIN));
}

static void
put_after(struct flow *f, int row, int col, const struct knot *k, const char *begin)
{
    struct buf b;

    buf_init(&b, f->arena);
    buf_add(&b, begin);
    add_times(&b, strand(k->mark), 3);
    buf_printf(&b, " %s", label_in(f, k));
    flow_beside(f, row, col, STYLE_PLAIN, box_line(f->arena, b.s, STYLE_PLAIN));
}

/* The row of the k-th of n: one is in the middle, two are above and below it. */
static int
row_of(int k, int n)
{
    return n == 1 ? 1 : 2 * k;
}

/* Where it ends. */
static int
put_focus(struct flow *f, int row, int col, const char *text)
{
    flow_beside(f, row, col, STYLE_FOCUS, box_line(f->arena, text, STYLE_PLAIN));
    return col + canvas_width(f->alphabet, text);
}

/* "}-o- label --{": from `col`; where its last joint is. */
static int
put_here(struct flow *f, const struct rope *r, int row, int col)
{
    const struct joints *j = joints_of(f->alphabet);
    const char *in = r->n_before == 2 ? j->in[1] : "";
    const char *out = r->n_after == 2 ? j->out[1] : r->n_after ? j->one : "";
    const char *tail = r->n_after == 2 ? " --" : r->n_after ? " -" : "";
    int end =
        put_focus(f, row, col,
                  arena_printf(f->arena, "%s-o- %s%s", in, label_in(f, &r->here), tail));

    put_focus(f, row, end, out);
    return end;
}

/* Without what does not fit: what comes later first. */
static struct rope
that_fits(const struct flow *f, const struct rope *whole)
{
    enum { HERE = 4, SIDE = 8 };
    struct rope r = *whole;
    int here = INDENT + HERE + widest(f, &r.here, 1);
    int before = r.n_before ? SIDE + widest(f, r.before, r.n_before) : 0;
    int after = r.n_after ? SIDE + widest(f, r.after, r.n_after) : 0;

    if (before + here + after > f->cols)
        r.n_after = after = 0;
    if (before + here > f->cols)
        r.n_before = 0;
    return r;
}

static void
put_title(struct flow *f)
{
    bool wide = f->cols >= WIDE_COLS;

    flow_line(f, 0, STYLE_STRONG, "Your rope");
    flow_beside(f, f->rows - 1, wide ? 21 : 13, STYLE_DIM,
                box_line(f->arena,
                         wide ? "=== yours: derived   --- seen   -o- here   ... ahead"
                              : "=== yours --- seen -o- here ... ahead",
                         STYLE_PLAIN));
}

char *
rope_theorems(struct arena *a, const struct ui_model *m)
{
    const struct rope *r = m->rope;

    return r ? ui_theorem_words(a, r->n, r->yours, r->seen) : arena_strdup(a, "");
}

bool
rope_put(struct flow *f, const struct ui_model *m)
{
    struct rope fit, *r = &fit;
    int top, col = INDENT;

    if (!m->rope)
        return false;
    fit = that_fits(f, m->rope);
    put_title(f);
    top = f->rows;
    f->rows += ROPE_ROWS;
    for (int i = 0; i < r->n_before; i++) {
        int row = row_of(i, r->n_before), width = widest(f, r->before, r->n_before);

        put_before(f, top + row, &r->before[i], width,
                   r->n_before == 2 ? joints_of(f->alphabet)->in[row] : "");
        col = INDENT + 3 + 1 + width + 1 + 3;
    }
    col = put_here(f, r, top + 1, col);
    for (int i = 0; i < r->n_after; i++) {
        int row = row_of(i, r->n_after);

        put_after(f, top + row, col, &r->after[i],
                  r->n_after == 2 ? joints_of(f->alphabet)->out[row] : "");
    }
    return true;
}
