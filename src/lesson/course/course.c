/*
 * All derivations of a course in one table, with what they use.
 */
#include <string.h>

#include "base/buf.h"
#include "lesson/lesson.h"

enum { RESTS_MAX = 64 }; /* different theorems that one derivation uses */

/* The table while it grows. */
struct making {
    struct arena *a;
    struct course_table *c;
    struct course_theorem *at;
    int cap;
};

/* ---- statements -------------------------------------------------------------------- */

static const char *
link_tex(const struct derivation_line *line, enum relation since)
{
    static const char *const signs[] = {
        [RELATION_EQUAL] = "=",
        [RELATION_LESS] = "<",
        [RELATION_LESS_EQUAL] = "\\le",
        [RELATION_GREATER] = ">",
        [RELATION_GREATER_EQUAL] = "\\ge",
        [RELATION_NOT_EQUAL] = "\\ne",
    };

    switch (line->link) {
    case LINK_IFF:
        return "\\iff";
    case LINK_IMPLIES:
        return "\\implies";
    case LINK_TENDS:
        return "\\to";
    default:
        return signs[since];
    }
}

static const char *
link_plain(const struct derivation_line *line, enum relation since, bool spoken)
{
    switch (line->link) {
    case LINK_IFF:
        return spoken ? "exactly when" : "<=>";
    case LINK_IMPLIES:
        return spoken ? "implies" : "=>";
    case LINK_TENDS:
        return spoken ? "tends to" : "->";
    default:
        return spoken ? relation_spoken(since) : relation_text(since);
    }
}

/* "as x -> c" of a line with a limit, which the reader keeps as limit(x -> c, 0). */
static const char *
limit_text(struct arena *a, const struct derivation_line *line, bool tex)
{
    const struct term *t = line->limit;

    if (line->link != LINK_TENDS || !t || !t->n)
        return "";
    if (tex)
        return arena_printf(a, " \\quad \\text{as } %s%s \\to %s",
                            t->name[0] && t->name[1] ? "\\" : "", t->name,
                            expr_tex(a, t->arg[0]));
    return arena_printf(a, " as %s -> %s", t->name,
                        expr_plain(a, t->arg[0], PRINT_ASCII));
}

/* A chain is as strong as its weakest relation: "<" under "<=" is "<=". */
static enum relation
weaker(enum relation x, enum relation y)
{
    if (x == y || y == RELATION_EQUAL)
        return x;
    if (x == RELATION_EQUAL)
        return y;
    if ((x == RELATION_LESS && y == RELATION_LESS_EQUAL) ||
        (x == RELATION_GREATER && y == RELATION_GREATER_EQUAL))
        return x;
    return y == RELATION_LESS || y == RELATION_GREATER ? y : x;
}

bool
course_says(struct arena *a, const struct derivation *d, struct course_statement *out)
{
    const struct derivation_line *last = NULL;
    enum relation since = RELATION_EQUAL;

    if (d->error || !d->start)
        return false;
    for (int i = 0; i < d->n_lines; i++) {
        const struct derivation_line *line = &d->lines[i];

        if (line->claim || !line->term)
            continue;
        if (line->link == LINK_RELATION)
            since = weaker(since, line->relation);
        last = line;
    }
    if (!last)
        return false;
    *out = (struct course_statement){
        arena_printf(a, "%s %s %s%s", expr_tex(a, d->start), link_tex(last, since),
                     expr_tex(a, last->term), limit_text(a, last, true)),
        arena_printf(a, "%s %s %s%s", expr_plain(a, d->start, PRINT_ASCII),
                     link_plain(last, since, false),
                     expr_plain(a, last->term, PRINT_ASCII), limit_text(a, last, false)),
        arena_printf(a, "%s %s %s", expr_spoken(a, d->start),
                     link_plain(last, since, true), expr_spoken(a, last->term))};
    return true;
}

/* "m, n : integer; q, k : vector(2); assume ..." */
static const char *
declared(struct arena *a, const struct derivation *d)
{
    struct buf b;

    buf_init(&b, a);
    for (int i = 0; i < d->n_declarations; i++) {
        const char *text = d->declarations[i].text;

        text += strncmp(text, "let ", 4) == 0 ? 4 : 0;
        buf_printf(&b, "%s%s", b.n ? "; " : "", text + strspn(text, " "));
    }
    return b.s;
}

static const char *
sentence_of(const struct derivation *d)
{
    for (int i = d->n_lines - 1; i >= 0; i--)
        if (!d->lines[i].claim && *d->lines[i].say)
            return d->lines[i].say;
    return "";
}

/* ---- the table --------------------------------------------------------------------- */

static int
own_find(const struct making *k, const struct lesson *l, const char *name)
{
    for (int i = k->c->n - 1; i >= 0; i--)
        if (k->at[i].lesson == l && strcmp(k->at[i].name, name) == 0)
            return i;
    return -1;
}

/* One more relation of a family that is there already. */
static void
add_statement(struct making *k, struct course_theorem *t, struct course_statement s)
{
    struct course_statement *says =
        ARENA_ARRAY(k->a, struct course_statement, t->n_says + 1);

    if (t->n_says)
        memcpy(says, t->says, sizeof *says * (size_t)t->n_says);
    says[t->n_says++] = s;
    t->says = says;
}

static struct course_theorem *
new_theorem(struct making *k)
{
    if (k->c->n == k->cap) {
        int cap = k->cap ? k->cap * 2 : 64;
        struct course_theorem *at = ARENA_ARRAY(k->a, struct course_theorem, cap);

        if (k->c->n)
            memcpy(at, k->at, sizeof *at * (size_t)k->c->n);
        k->at = at;
        k->cap = cap;
    }
    return &k->at[k->c->n++];
}

static void
add_derivation(struct making *k, const struct lesson *l, int step,
               const struct derivation *d)
{
    struct course_statement s;
    struct course_theorem *t;
    int family;

    if (!*d->name || !course_says(k->a, d, &s))
        return;
    family = d->axiom ? own_find(k, l, d->name) : -1;
    if (family >= 0) {
        add_statement(k, &k->at[family], s);
        return;
    }
    t = new_theorem(k);
    *t = (struct course_theorem){.name = d->name,
                                 .axiom = d->axiom,
                                 .lesson = l,
                                 .step = step,
                                 .derivation = d,
                                 .holds = declared(k->a, d),
                                 .sentence = sentence_of(d)};
    add_statement(k, t, s);
}

static void
add_lesson(struct making *k, const struct lesson *l)
{
    for (int s = 0; s < l->n_steps; s++)
        for (int b = 0; b < l->steps[s].n_beats; b++)
            for (int i = 0; i < l->steps[s].beats[b].n; i++)
                if (l->steps[s].beats[b].items[i].kind == ITEM_DERIVATION)
                    add_derivation(k, l, s, l->steps[s].beats[b].items[i].derivation);
}

/* ---- what rests on what ------------------------------------------------------------ */

static int
lesson_find(const struct course_table *c, const char *id)
{
    for (int i = 0; i < c->n_lessons; i++)
        if (strcmp(c->lessons[i]->id, id) == 0)
            return i;
    return -1;
}

/* Mark what l needs, and what that needs. */
static void
mark_needs(const struct course_table *c, const struct lesson *l, bool *needed)
{
    for (int k = 0; k < l->n_needs; k++) {
        int i = lesson_find(c, l->needs[k]);

        if (i >= 0 && !needed[i]) {
            needed[i] = true;
            mark_needs(c, c->lessons[i], needed);
        }
    }
}

/* What `name` means in a line of theorem `of`; -1: a basic rule that is no axiom. */
static int
find_used(const struct course_table *c, int of, const char *name, const bool *needed)
{
    const struct course_theorem *t = c->theorems;
    int axiom = -1;

    for (int i = of - 1; i >= 0 && t[i].lesson == t[of].lesson; i--)
        if (strcmp(t[i].name, name) == 0)
            return i;
    for (int i = c->n - 1; i >= 0; i--) {
        if (i == of || strcmp(t[i].name, name) != 0)
            continue;
        if (needed[lesson_find(c, t[i].lesson->id)])
            return i;
        if (t[i].axiom)
            axiom = i;
    }
    return axiom;
}

static void
add_use(int used, int rests[RESTS_MAX], int *n)
{
    for (int i = 0; i < *n; i++)
        if (rests[i] == used)
            return;
    if (used >= 0 && *n < RESTS_MAX)
        rests[(*n)++] = used;
}

static int *
copy_indices(struct arena *a, const int *from, int n)
{
    int *at = ARENA_ARRAY(a, int, n + 1);

    if (n)
        memcpy(at, from, sizeof *at * (size_t)n);
    return at;
}

static void
link_theorem(struct making *k, int of)
{
    bool *needed = ARENA_ARRAY(k->a, bool, k->c->n_lessons + 1);
    struct course_theorem *t = &k->at[of];
    const struct derivation *d = t->derivation;
    int rests[RESTS_MAX], n = 0;

    if (t->axiom)
        return;
    mark_needs(k->c, t->lesson, needed);
    for (int i = 0; i < d->n_lines; i++)
        for (int j = 0; j < d->lines[i].by.n; j++)
            add_use(find_used(k->c, of, d->lines[i].by.at[j], needed), rests, &n);
    t->rests = copy_indices(k->a, rests, n);
    t->n_rests = n;
}

/* The same edges, seen from below. */
static void
link_back(struct making *k, int of)
{
    int *bears = ARENA_ARRAY(k->a, int, k->c->n + 1), n = 0;

    for (int i = 0; i < k->c->n; i++)
        for (int j = 0; j < k->at[i].n_rests; j++)
            if (k->at[i].rests[j] == of)
                bears[n++] = i;
    k->at[of].bears = bears;
    k->at[of].n_bears = n;
}

/* ---- the rows ---------------------------------------------------------------------- */

static void
add_rows(struct making *k)
{
    struct course_table *c = k->c;
    struct course_row *rows;
    int n = 0;

    for (int i = 0; i < c->n_lessons; i++)
        n += c->lessons[i]->n_sheet;
    rows = ARENA_ARRAY(k->a, struct course_row, n + 1);
    for (int i = 0; i < c->n_lessons; i++) {
        const struct lesson *l = c->lessons[i];

        for (int r = 0; r < l->n_sheet; r++) {
            int t = own_find(k, l, l->sheet[r].theorem);

            if (t >= 0)
                rows[c->n_rows++] = (struct course_row){&l->sheet[r], t};
        }
    }
    c->rows = rows;
}

const struct course_table *
course_new(struct arena *a, const struct lesson *const *lessons, int n)
{
    struct course_table *c = ARENA_NEW(a, struct course_table);
    const struct lesson **at = ARENA_ARRAY(a, const struct lesson *, n + 1);
    struct making k = {.a = a, .c = c};

    for (int i = 0; i < n; i++)
        if (lessons[i])
            at[c->n_lessons++] = lessons[i];
    c->lessons = at;
    for (int i = 0; i < c->n_lessons; i++)
        add_lesson(&k, c->lessons[i]);
    c->theorems = k.at;
    for (int i = 0; i < c->n; i++)
        link_theorem(&k, i);
    for (int i = 0; i < c->n; i++)
        link_back(&k, i);
    add_rows(&k);
    return c;
}

int
course_find(const struct course_table *c, const char *name)
{
    const char *dot = strrchr(name, '.');
    int found = -1;

    for (int i = c->n - 1; i >= 0; i--) {
        const struct course_theorem *t = &c->theorems[i];
        bool same = strcmp(t->name, name) == 0;

        if (dot && strcmp(t->name, dot + 1) == 0)
            same |= strlen(t->lesson->id) == (size_t)(dot - name) &&
                    strncmp(t->lesson->id, name, (size_t)(dot - name)) == 0;
        if (same && (found < 0 || !t->axiom || c->theorems[found].axiom))
            found = i;
    }
    return found;
}
