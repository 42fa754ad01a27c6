/* Derivatives of TeX: \frac{d}{dx} f, \frac{\partial f}{\partial x}. */
#include <ctype.h>
#include <string.h>

#include "expr/names.h"
#include "expr/tex/tex.h"

/* One can differentiate so often. */
enum { ORDER_MAX = 8 };

/* What a fraction says when it is a derivative: of what (empty: of what follows) and by
 * which names, the last one first done. */
struct fraction {
    struct part of, by[ORDER_MAX];
    int n;
};

static void
skip_blanks(const struct tex *x, struct part *p)
{
    while (p->start < p->end && strchr(" \t\r\n~", x->text[p->start]))
        p->start++;
    while (p->end > p->start && strchr(" \t\r\n~", x->text[p->end - 1]))
        p->end--;
}

static bool
skip_text(const struct tex *x, struct part *p, const char *text)
{
    int len = (int)strlen(text);

    if (p->end - p->start < len || memcmp(x->text + p->start, text, (size_t)len) != 0)
        return false;
    p->start += len;
    skip_blanks(x, p);
    return true;
}

/* "d", but not the name d_k or d'. */
static bool
skip_letter_d(const struct tex *x, struct part *p)
{
    struct part rest = *p;

    if (!skip_text(x, &rest, "d") ||
        (rest.start < rest.end && strchr("_'", x->text[rest.start])))
        return false;
    *p = rest;
    return true;
}

/* The sign of a derivative; *upright: one that is no letter d. */
static bool
skip_sign(const struct tex *x, struct part *p, bool *upright)
{
    static const char *const signs[] = {"\\partial", "\\mathrm{d}", "\\mathrm d",
                                        "\\text{d}", "\\operatorname{d}"};

    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (skip_text(x, p, signs[i]))
            return *upright = true;
    *upright = false;
    return skip_letter_d(x, p);
}

/* "^2" or "^{2}"; 1 when there is none, 0 when it is no digit. */
static int
skip_order(const struct tex *x, struct part *p)
{
    int order;
    bool brace;

    if (!skip_text(x, p, "^"))
        return 1;
    brace = skip_text(x, p, "{");
    if (p->start >= p->end || !isdigit((unsigned char)x->text[p->start]))
        return 0;
    order = x->text[p->start++] - '0';
    skip_blanks(x, p);
    return brace && !skip_text(x, p, "}") ? 0 : order;
}

/* The bytes of a name with its subscript. */
static struct part
skip_place(const struct tex *x, struct part *p)
{
    struct part place = {p->start, p->start}, sign;
    bool upright;
    int depth = 0;

    for (; p->start < p->end; p->start++) {
        char c = x->text[p->start];

        sign = *p;
        depth += (c == '{') - (c == '}');
        if (depth == 0 && (c == '^' || (p->start > place.start && c != 'd' &&
                                        skip_sign(x, &sign, &upright))))
            break;
    }
    place.end = p->start;
    skip_blanks(x, &place);
    return place;
}

/* Whether it can be a name with its subscript: no "+ 1". */
static bool
is_place(const struct tex *x, struct part p)
{
    int depth = 0;

    for (int i = p.start; i < p.end; i++) {
        unsigned char c = (unsigned char)x->text[i];

        depth += (c == '{') - (c == '}');
        if (depth == 0 && c < 0x80 && !isalnum(c) && !strchr("\\_{}[]' ", c))
            return false;
    }
    return p.start < p.end;
}

/* "dx^2", "\partial x \partial y": the places, each as often as it is said; how many, 0
 * when it is something else. */
static int
read_places(const struct tex *x, struct part bottom, struct fraction *f)
{
    bool upright;

    while (bottom.start < bottom.end) {
        struct part place;
        int order;

        if (!skip_sign(x, &bottom, &upright))
            return 0;
        place = skip_place(x, &bottom);
        order = skip_order(x, &bottom);
        if (!is_place(x, place) || order < 1 || f->n + order > ORDER_MAX)
            return 0;
        while (order-- > 0)
            f->by[f->n++] = place;
    }
    return f->n;
}

/* A plain d before something is a name, so that \frac{d x}{d y} stays a quotient. */
static bool
read_form(const struct tex *x, struct part top, struct part bottom, struct fraction *f)
{
    bool upright;
    int order;

    *f = (struct fraction){.n = 0};
    skip_blanks(x, &top);
    skip_blanks(x, &bottom);
    if (!skip_sign(x, &top, &upright))
        return false;
    order = skip_order(x, &top);
    f->of = top;
    if (!upright && top.start < top.end)
        return false;
    return order > 0 && read_places(x, bottom, f) == order;
}

static void
put_form(struct tex *x, int start)
{
    struct token *t = tex_put(x, TOKEN_BIG, start);

    t->text = "D";
    t->word = word_find("D");
}

/* D x, for what follows. */
static bool
put_operators(struct tex *x, const struct fraction *f, int start)
{
    for (int i = 0; i < f->n; i++) {
        put_form(x, start);
        if (!tex_part(x, f->by[i]))
            return false;
        tex_put(x, TOKEN_COMMA, x->i);
    }
    return true;
}

/* D(D(f, y), x) */
static bool
put_calls(struct tex *x, const struct fraction *f, int start)
{
    for (int i = 0; i < f->n; i++) {
        put_form(x, start);
        tex_put(x, TOKEN_OPEN, start);
    }
    if (!tex_part(x, f->of))
        return false;
    for (int i = f->n - 1; i >= 0; i--) {
        tex_put(x, TOKEN_COMMA, x->i);
        if (!tex_part(x, f->by[i]))
            return false;
        tex_put(x, TOKEN_CLOSE, x->i);
    }
    return true;
}

bool
tex_derivative(struct tex *x, struct part top, struct part bottom, int start, bool *is)
{
    struct fraction f;

    *is = read_form(x, top, bottom, &f);
    if (!*is)
        return true;
    return f.of.start < f.of.end ? put_calls(x, &f, start) : put_operators(x, &f, start);
}
