#include "figure/part/part.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/utf8.h"

/* ---- indices ----------------------------------------------------------------------- */

static bool
index_read(struct reader *r, struct source s, struct pos at, const char *example,
           struct indices *x)
{
    struct source name, range, low, high;

    if (!source_cut(r, s, "=", &name, &range) ||
        !source_cut(r, range, "..", &low, &high) || !range.text)
        return errs_at(r->arena, r->errs, at, ERR_FIGURE_LINE, "%s", example);
    if (!name_check(r, name))
        return false;
    scope_add(r->arena, x->scope, name.text, (struct type){.kind = TYPE_INTEGER});
    x->name[x->n] = scope_find(x->scope, name.text)->name; /* that of its terms */
    x->low[x->n] = real_read(r, r->f->scope, low);
    x->high[x->n] = real_read(r, r->f->scope, high);
    x->n++;
    return x->low[x->n - 1] && x->high[x->n - 1] &&
           value_check(r, NULL, x->low[x->n - 1], low.at) &&
           value_check(r, NULL, x->high[x->n - 1], high.at);
}

bool
indices_read(struct reader *r, struct source over, int n, struct pos at,
             const char *example, struct indices *x)
{
    struct source rest = over, one;

    *x = (struct indices){.scope = scope_new(r->arena, r->f->scope)};
    while (x->n < n && rest.text) {
        source_cut(r, rest, ",", &one, &rest);
        if (!index_read(r, one, over.at, example, x))
            return false;
    }
    if (x->n == n && !rest.text)
        return true;
    return errs_at(r->arena, r->errs, over.text ? over.at : at, ERR_FIGURE_LINE, "%s",
                   example);
}

bool
indices_bounds(const struct moment *m, const struct indices *x, int i, int *from, int *to)
{
    double low = moment_real(m, x->low[i]), high = moment_real(m, x->high[i]);

    if (!(fabs(low) < 1e9 && fabs(high) < 1e9))
        return false;
    *from = (int)ceil(low - 1e-9);
    *to = (int)floor(high + 1e-9);
    if (*to < *from)
        *to = *from;
    if (*to - *from >= INDEX_VALUES_MAX)
        *to = *from + INDEX_VALUES_MAX - 1;
    return true;
}

void
indices_walk(struct walk *w, struct arena *a, const struct moment *m,
             const struct indices *x, const struct term *t)
{
    const struct calc_env known = calc_known(a, x->scope, t, &m->env);
    struct calc_name *names = ARENA_ARRAY(a, struct calc_name, known.n + x->n);

    w->m = *m;
    w->m.arena = a;
    w->m.scope = x->scope;
    for (int i = 0; i < known.n; i++)
        names[i] = known.at[i];
    for (int i = 0; i < x->n; i++) {
        w->at[i] = 0;
        names[known.n + i] = (struct calc_name){
            x->name[i], {1, 1, true, &w->at[i]}
        };
    }
    w->m.env = (struct calc_env){names, known.n + x->n, known.lens, NULL};
}

double
walk_value(struct walk *w, const struct term *t, int i, int j)
{
    w->at[0] = i;
    w->at[1] = j;
    return moment_real(&w->m, t);
}

const struct term *
indexed_read(struct reader *r, const struct indices *x, struct source s, bool condition)
{
    const struct term *t;
    struct moment m;
    struct walk w;
    struct value v;
    struct err e = {0};
    int from[INDICES_MAX] = {0}, to;

    t = condition ? expr_parse_relation(r->arena, x->scope, s.text, s.at, &e)
                  : real_read(r, x->scope, s);
    if (!t && condition)
        errs_add(r->arena, r->errs, &e);
    if (!t)
        return NULL;
    moment_start(&m, r->arena, r->f);
    for (int i = 0; i < x->n; i++)
        if (!indices_bounds(&m, x, i, &from[i], &to))
            return t;
    indices_walk(&w, r->arena, &m, x, t);
    w.at[0] = from[0];
    w.at[1] = from[1];
    if (calc_eval(r->arena, x->scope, t, &w.m.env, &v, &e))
        return t;
    errs_at(r->arena, r->errs, s.at, ERR_FIGURE_VALUE, "%s", e.msg);
    return NULL;
}

/* ---- words and texts --------------------------------------------------------------- */

void
words_read(struct reader *r, const struct field *line, struct words_list *out)
{
    struct source rest = {line->text, line->text_at}, one;

    out->n = 0;
    while (rest.text && out->n < WORDS_MAX) {
        source_cut(r, rest, ",", &one, &rest);
        out->at[out->n++] = one.text;
    }
    if (rest.text)
        errs_at(r->arena, r->errs, rest.at, ERR_FIGURE_MANY,
                "there are more than %d names here", WORDS_MAX);
}

const char *
part_fit(struct arena *a, enum alphabet alphabet, const char *text, int width)
{
    const char *sign = alphabet == ALPHABET_ASCII ? "~" : "…";
    char *folded = canvas_fold(a, alphabet, text);
    size_t len = strlen(folded), bytes, n = 0;
    int cells = 0;

    if (canvas_width(alphabet, folded) <= width)
        return folded;
    if (width < 1)
        return "";
    while (n < len) {
        int w = utf8_cell_width(utf8_decode(folded + n, len - n, &bytes));

        if (cells + w > width - 1)
            break;
        cells += w;
        n += bytes;
    }
    while (n > 0 && folded[n - 1] == ' ')
        n--;
    return arena_printf(a, "%.*s%s", (int)n, folded, sign);
}

int
part_wrap(struct frame *fr, const char *text, int width, const char **line, int most)
{
    enum alphabet alphabet = fr->canvas->alphabet;
    int n = 0;

    while (n < most - 1 && canvas_width(alphabet, text) > width) {
        size_t end = 0;

        for (size_t i = 1; text[i]; i++)
            if (text[i] == ' ' &&
                canvas_width(alphabet, arena_strndup(fr->arena, text, i)) <= width)
                end = i;
        if (!end)
            break;
        line[n++] = arena_strndup(fr->arena, text, end);
        text += end + strspn(text + end, " ");
    }
    line[n++] = part_fit(fr->arena, alphabet, text, width);
    return n;
}

/* ---- the frame --------------------------------------------------------------------- */

struct pen
frame_pen(const struct frame *fr, enum layer layer, enum style style, enum stroke stroke)
{
    return (struct pen){.ink = fr->ink, .layer = layer, .style = style, .stroke = stroke};
}

void
pen_line(struct pen *p, struct point from, struct point to)
{
    pen_to(p, from.x, from.y);
    pen_to(p, to.x, to.y);
    pen_lift(p);
}

void
part_text(struct frame *fr, int row, int col, enum style style, const char *text)
{
    struct frame_texts *list = &fr->texts;
    int width = canvas_width(fr->canvas->alphabet, text);

    for (int i = 0; i < width; i++)
        ink_put(fr->ink, row, col + i, LAYER_TEXT, style, 0);
    if (list->n == list->room) {
        struct writing *more;

        list->room = list->room ? 2 * list->room : 64;
        more = ARENA_ARRAY(fr->arena, struct writing, list->room);
        if (list->n)
            memcpy(more, list->at, (size_t)list->n * sizeof *more);
        list->at = more;
    }
    list->at[list->n++] = (struct writing){row, col, style, text};
}

void
part_text_in(struct frame *fr, int row, int col, int width, enum style style,
             const char *text)
{
    const char *fits = part_fit(fr->arena, fr->canvas->alphabet, text, width);
    int is = canvas_width(fr->canvas->alphabet, fits);

    part_text(fr, row, col + (width - is) / 2, style, fits);
}

void
part_place(struct frame *fr, struct figure_place place)
{
    struct figure_places *list = fr->places;
    struct figure_place *more;

    if (!list)
        return;
    /* The list grows to the next power of two. */
    if ((list->n & (list->n - 1)) == 0) {
        more =
            ARENA_ARRAY(fr->places_arena, struct figure_place, list->n ? 2 * list->n : 1);
        if (list->n)
            memcpy(more, list->at, (size_t)list->n * sizeof *more);
        list->at = more;
    }
    if (place.rect.rows) { /* below a title */
        place.rect.row += fr->r.row;
        place.rect.col += fr->r.col;
    }
    place.id = arena_strdup(fr->places_arena, place.id);
    place.say = arena_strdup(fr->places_arena, place.say);
    if (place.opens)
        place.opens = arena_strdup(fr->places_arena, place.opens);
    if (place.wrong)
        place.wrong = arena_strdup(fr->places_arena, place.wrong);
    ((struct figure_place *)list->at)[list->n++] = place;
}

void
part_thing(struct frame *fr, struct point at, const char *name, const char *value)
{
    int n = fr->placed++, row = (int)floor(at.y), col = (int)floor(at.x);
    bool seen = point_is_finite(at) && ink_at(fr->ink, row, col);

    if (seen && fr->state->place == n)
        ink_mark(fr->ink, (struct ink_place){at.x, at.y}, LAYER_TIP, STYLE_FOCUS,
                 fr->ink->unicode ? 0x25C9 : '@');
    if (!fr->places)
        return;
    if (!*name)
        name = arena_printf(fr->arena, "%d", n + 1);
    fr->places->across = 1;
    part_place(fr, (struct figure_place){
                       .id = name,
                       .rect = {seen ? row : 0, seen ? col : 0, seen, seen},
                       .say = arena_printf(fr->arena, "%s: %s", name, value)
    });
}

uint32_t
part_bracket(const struct ink *k, int i, int n, bool right)
{
    static const uint32_t left_parts[] = {0x23A1, 0x23A2, 0x23A3, '['};
    static const uint32_t right_parts[] = {0x23A4, 0x23A5, 0x23A6, ']'};
    int part = n == 1 || !k->unicode ? 3 : i == 0 ? 0 : i == n - 1 ? 2 : 1;

    return right ? right_parts[part] : left_parts[part];
}
