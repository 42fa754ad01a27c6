#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lesson/lesson_priv.h"

char *
block_text(struct reader *r, const struct piece *p, struct pos *at)
{
    *at = source_line_pos(r->src, p->line + 1);
    return p->end - p->line < 3 ? arena_strdup(r->arena, "")
                                : source_lines(r->arena, r->src, p->line + 1, p->end - 1);
}

/* ---- figures ----------------------------------------------------------------------- */

static void
figure_read(struct reader *r, struct figure_block *f, const struct piece *p)
{
    struct pos inside;
    char *text = block_text(r, p, &inside);

    f->name = p->name;
    f->scope = r->scope;
    f->at = source_line_pos(r->src, p->line);
    f->fields = fields_read(r->arena, text, inside, NULL, false, r->errs);
    if (!*f->name)
        errs_at(r->arena, r->errs, f->at, ERR_ID_BAD,
                "this figure has no name; write '```figure hands', say");
    else if (id_check(r, f->name, f->at))
        lesson_note_name(r, "figure", f->name, f->at);
}

void
figures_read(struct reader *r, struct outline o)
{
    struct figure_block *figures = ARENA_ARRAY(r->arena, struct figure_block, o.n + 1);

    r->figures = figures;
    for (int i = 0; i < o.n; i++)
        if (o.at[i].kind == PIECE_BLOCK && o.at[i].block == BLOCK_FIGURE)
            figure_read(r, &figures[r->n_figures++], &o.at[i]);
}

const struct figure_block *
lesson_figure_named(const struct reader *r, const char *name)
{
    for (int i = 0; i < r->n_figures; i++)
        if (!strcmp(r->figures[i].name, name))
            return &r->figures[i];
    return NULL;
}

/* What sliders are, in words (`as "seats"`), is blanked out. */
static bool
slider_names(struct reader *r, struct scope *s, const struct field *f)
{
    static const char mark[] = " as \"";
    char *text = arena_strdup(r->arena, f->text), *at = text;
    struct bindings sliders;

    while ((at = strstr(at, mark))) {
        size_t length = sizeof mark - 1 + strcspn(at + sizeof mark - 1, "\"");

        length += at[length] == '"';
        memset(at, ' ', length);
    }
    return lesson_bind(r, s, text, f->text_at, &sliders);
}

/* "x = 4 by seed; y = 4 by seed": vectors. What cannot be read is told by room figure. */
static bool
random_names(struct reader *r, struct scope *s, const struct field *f)
{
    char name[32];
    int rows, used;

    for (const char *at = f->text; at; at = strchr(at, ';')) {
        at += *at == ';';
        if (sscanf(at, " %31[A-Za-z_0-9] = %d by%n", name, &rows, &used) == 2)
            scope_declare(r->arena, s,
                          arena_printf(r->arena, "%s : vector(%d)", name, rows),
                          f->text_at, NULL);
    }
    return true;
}

static bool
let_names(struct reader *r, struct scope *s, const struct field *f)
{
    return lesson_declare(r, s, f->text, f->text_at);
}

/* "view = turn the key; turn the query": a number from 1. */
static bool
switch_name(struct reader *r, struct scope *s, const struct field *f)
{
    char *name =
        arena_one_line(r->arena, arena_strndup(r->arena, f->text, strcspn(f->text, "=")));

    if (!scope_find(s, name) && !name[strcspn(name, " ")] && *name)
        scope_add(r->arena, s, name, (struct type){.kind = TYPE_INTEGER});
    return true;
}

/* "score = TERM in -7..7"; without a term the name has its value already. What cannot be
 * read is told by room figure. */
static bool
strip_name(struct reader *r, struct scope *s, const struct field *f)
{
    const char *in = strstr(f->text, " in ");

    if (in && memchr(f->text, '=', (size_t)(in - f->text)))
        scope_declare(r->arena, s,
                      arena_strndup(r->arena, f->text, (size_t)(in - f->text)),
                      f->text_at, NULL);
    return true;
}

const struct scope *
lesson_figure_names(struct reader *r, const struct figure_block *f)
{
    static const struct {
        const char *key;
        bool (*take)(struct reader *, struct scope *, const struct field *);
    } rows[] = {
  /* each may use the names of those before it */
        {"slider", slider_names},
        {"switch", switch_name },
        {"random", random_names},
        {"let",    let_names   },
        {"strip",  strip_name  },
    };
    struct scope *s = scope_new(r->arena, f->scope);
    bool ok = true;

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        for (int i = 0; i < f->fields.n && ok; i++)
            if (!strcmp(f->fields.at[i].key, rows[k].key))
                ok = rows[k].take(r, s, &f->fields.at[i]);
    return ok ? s : NULL;
}

/* ---- names ------------------------------------------------------------------------- */

void
lesson_note_name(struct reader *r, const char *what, const char *name, struct pos at)
{
    struct namings *n = &r->namings;

    if (n->n == n->cap) {
        int cap = n->cap ? n->cap * 2 : 64;
        struct naming *more = ARENA_ARRAY(r->arena, struct naming, cap);

        if (n->n)
            memcpy(more, n->at, sizeof *more * (size_t)n->n);
        n->at = more;
        n->cap = cap;
    }
    n->at[n->n++] = (struct naming){what, name, at};
}

static int
compare_pos(struct pos x, struct pos y)
{
    return x.line != y.line ? x.line - y.line : x.col - y.col;
}

static int
compare_names(const void *x, const void *y)
{
    const struct naming *a = x, *b = y;
    int d = strcmp(a->what, b->what);

    d = d ? d : strcmp(a->name, b->name);
    return d ? d : compare_pos(a->at, b->at);
}

void
lesson_check_names(struct reader *r)
{
    struct naming *at = r->namings.at;

    if (r->namings.n)
        qsort(at, (size_t)r->namings.n, sizeof *at, compare_names);
    for (int i = 1; i < r->namings.n; i++)
        if (!strcmp(at[i].what, at[i - 1].what) && !strcmp(at[i].name, at[i - 1].name))
            errs_at(r->arena, r->errs, at[i].at, ERR_ID_REPEATED,
                    "the %s '%s' has this name already in line %d", at[i].what,
                    at[i].name, at[i - 1].at.line);
}

/* ---- reading ----------------------------------------------------------------------- */

/* FNV-1a, 64 bits (Fowler, Noll, Vo; RFC 9923). */
static uint64_t
hash_of(const char *s, size_t len)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < len; i++)
        h = (h ^ (unsigned char)s[i]) * UINT64_C(0x100000001b3);
    return h;
}

/* The first sitting begins with the first step, each other one further on. */
static void
check_sittings(struct reader *r)
{
    const struct lesson *l = r->lesson;
    const struct field *f = field_find(l->front, "sittings");
    int before = -1;

    for (int i = 0; i < l->n_sittings; i++) {
        int step = lesson_step(l, l->sittings[i]);

        if (step < 0)
            errs_at(r->arena, r->errs, f->text_at, ERR_KEY_VALUE,
                    "a sitting begins with a step of this lesson, and none is called "
                    "'%s'",
                    l->sittings[i]);
        else if (step <= before || (i == 0 && step != 0))
            errs_at(r->arena, r->errs, f->text_at, ERR_KEY_VALUE,
                    "sittings are named in the order of the lesson, from its first step "
                    "on: '%s' stands elsewhere",
                    l->sittings[i]);
        before = step > before ? step : before;
    }
}

const struct lesson *
lesson_read(struct arena *a, const char *text, size_t len, const char *file,
            struct errs *errs)
{
    struct lesson *l = ARENA_NEW(a, struct lesson);
    struct source src;
    struct reader r = {.arena = a, .errs = errs, .src = &src, .lesson = l, .shown = ""};
    int before = errs->n, dropped = errs->dropped, body = -1;

    r.scope = scope_new(a, NULL);
    if (source_open(a, text, len, file, &src, errs))
        body = front_read(&r, true);
    if (body >= 0) {
        struct outline o = outline_read(a, &src, body, errs);

        figures_read(&r, o);
        steps_read(&r, o);
        rows_check(&r);
        check_sittings(&r);
        lesson_check_names(&r);
    }
    l->scope = r.scope;
    l->source = src.text;
    l->file = src.file;
    l->content_hash = hash_of(src.text ? src.text : "", src.len);
    errs_sort(errs, before);
    return errs->n == before && errs->dropped == dropped ? l : NULL;
}

bool
lesson_read_front(struct arena *a, const char *text, size_t len, const char *file,
                  struct lesson *out, struct err *e)
{
    struct errs errs = {0};
    struct source src;
    struct reader r = {.arena = a, .errs = &errs, .src = &src, .lesson = out};

    *out = (struct lesson){0};
    if (source_open(a, text, len, file, &src, &errs))
        front_read(&r, false);
    if (errs.n && e)
        *e = errs.at[0];
    return !errs.n;
}

/* ---- finding ----------------------------------------------------------------------- */

int
lesson_sitting(const struct lesson *l, int step)
{
    int last = 0;

    for (int i = 1; i < l->n_sittings; i++)
        if (lesson_step(l, l->sittings[i]) <= step)
            last = i;
    return last;
}

int
lesson_sitting_end(const struct lesson *l, int sitting)
{
    return sitting + 1 < l->n_sittings ? lesson_step(l, l->sittings[sitting + 1])
                                       : l->n_steps;
}

int
lesson_step(const struct lesson *l, const char *id)
{
    for (int i = 0; i < l->n_steps; i++)
        if (!strcmp(l->steps[i].id, id))
            return i;
    return -1;
}

/* Whether an item is of the kind and has the name. */
static bool
is_named(const struct item *item, enum item_kind kind, const char *name)
{
    if (item->kind != kind)
        return false;
    return !strcmp(kind == ITEM_ASK ? item->ask->id : item->figure->name, name);
}

static const struct item *
find_item(const struct lesson *l, enum item_kind kind, const char *name)
{
    for (int s = 0; s < l->n_steps; s++)
        for (int b = 0; b < l->steps[s].n_beats; b++) {
            const struct beat *beat = &l->steps[s].beats[b];

            for (int i = 0; i < beat->n; i++)
                if (is_named(&beat->items[i], kind, name))
                    return &beat->items[i];
        }
    return NULL;
}

const struct ask *
lesson_ask(const struct lesson *l, const char *id)
{
    const struct item *item = find_item(l, ITEM_ASK, id);

    return item ? item->ask : NULL;
}

const struct figure_block *
lesson_figure(const struct lesson *l, const char *name)
{
    const struct item *item = find_item(l, ITEM_FIGURE, name);

    return item ? item->figure : NULL;
}
