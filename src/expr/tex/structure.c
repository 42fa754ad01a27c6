/* Fractions, roots, brackets, matrices and sums of TeX. */
#include <string.h>

#include "expr/tex/tex.h"

/* A part in parentheses. */
static bool
put_group(struct tex *x, struct part p, int start)
{
    tex_put(x, TOKEN_OPEN, start);
    if (!tex_part(x, p))
        return false;
    tex_put(x, TOKEN_CLOSE, x->i);
    return true;
}

static bool
read_fraction(struct tex *x, int start)
{
    struct part top, bottom;
    bool derivative;

    if (!tex_argument(x, "\\frac", &top) || !tex_argument(x, "\\frac", &bottom) ||
        !tex_derivative(x, top, bottom, start, &derivative))
        return false;
    if (derivative)
        return true;
    tex_put(x, TOKEN_OPEN, start);
    if (!put_group(x, top, start))
        return false;
    tex_put(x, TOKEN_DIVIDE, start);
    if (!put_group(x, bottom, bottom.start))
        return false;
    tex_put(x, TOKEN_CLOSE, x->i);
    return true;
}

/* "[3]" behind \sqrt; start == end when there is none. */
static bool
read_degree(struct tex *x, struct part *degree)
{
    const char *close;

    tex_blanks(x);
    *degree = (struct part){x->i, x->i};
    if (x->i >= x->end || x->text[x->i] != '[')
        return true;
    close = memchr(x->text + x->i, ']', (size_t)(x->end - x->i));
    if (!close)
        return tex_fail(x, x->i, ERR_TERM_UNBALANCED,
                        "this bracket is not closed: ']' is missing");
    *degree = (struct part){x->i + 1, (int)(close - x->text)};
    x->i = degree->end + 1;
    return true;
}

static void
put_one(struct tex *x, int start)
{
    struct token *t = tex_put(x, TOKEN_NUMBER, start);

    number_read(x->arena, "1", 1, t);
}

/* \sqrt{x} is sqrt(x), \sqrt[3]{x} is x^(1/3). */
static bool
read_root(struct tex *x, int start)
{
    struct part degree, p;

    if (!read_degree(x, &degree) || !tex_argument(x, "\\sqrt", &p))
        return false;
    if (degree.start == degree.end) {
        tex_put(x, TOKEN_ROOT, start);
        return put_group(x, p, p.start);
    }
    tex_put(x, TOKEN_OPEN, start);
    if (!put_group(x, p, start))
        return false;
    tex_put(x, TOKEN_POWER, start);
    tex_put(x, TOKEN_OPEN, start);
    put_one(x, start);
    tex_put(x, TOKEN_DIVIDE, start);
    if (!put_group(x, degree, degree.start))
        return false;
    tex_put(x, TOKEN_CLOSE, x->i);
    tex_put(x, TOKEN_CLOSE, x->i);
    return true;
}

static bool
read_around(struct tex *x, const struct command *c, int start)
{
    struct part p;

    if (!tex_argument(x, "\\bar", &p))
        return false;
    tex_put_word(x, c->text, start);
    return put_group(x, p, p.start);
}

/* \mathbf{1}_n: ones(n). */
static bool
read_ones(struct tex *x, int start)
{
    struct part p;

    tex_blanks(x);
    if (x->i >= x->end || x->text[x->i] != '_')
        return tex_fail(
            x, start, ERR_TERM_EXPECTED,
            "the vector of ones has its size as a subscript, \\mathbf{1}_{n}");
    x->i++;
    if (!tex_argument(x, "_", &p))
        return false;
    tex_put_word(x, "ones", start);
    return put_group(x, p, p.start);
}

static bool
read_font(struct tex *x, const struct command *c, int start)
{
    struct part p;
    const char *word;

    if (x->i < x->end && x->text[x->i] == '*')
        x->i++;
    if (!tex_argument(x, "a font", &p))
        return false;
    word = tex_letters(x, p);
    if (!word)
        return tex_fail(x, p.start, ERR_TERM_EXPECTED,
                        "one name is expected in other letters, as in \\mathbf{q}");
    if (strcmp(word, "arsinh") == 0)
        word = "asinh";
    if (*c->text && strcmp(word, "1") == 0)
        return read_ones(x, start);
    if (*word >= '0' && *word <= '9')
        return tex_fail(x, p.start, ERR_TERM_EXPECTED,
                        "a name begins with a letter; write a number without \\%s",
                        c->name);
    return tex_word(x, word, start);
}

/* ---- brackets ---------------------------------------------------------------------- */

static const struct fence {
    const char *text;
    const char *word; /* the function that bars around a term are */
    enum token_kind open, close;
} fences[] = {
    {"(",   NULL,   TOKEN_OPEN,        TOKEN_CLOSE       },
    {")",   NULL,   TOKEN_OPEN,        TOKEN_CLOSE       },
    {"[",   NULL,   TOKEN_OPEN_SQUARE, TOKEN_CLOSE_SQUARE},
    {"]",   NULL,   TOKEN_OPEN_SQUARE, TOKEN_CLOSE_SQUARE},
    {"|",   "abs",  TOKEN_OPEN,        TOKEN_CLOSE       },
    {"\\|", "norm", TOKEN_OPEN,        TOKEN_CLOSE       },
};

static bool
read_fence(struct tex *x, const struct command *c, int start)
{
    bool left = c->kind == COMMAND_LEFT;

    tex_blanks(x);
    for (size_t k = 0; k < sizeof fences / sizeof *fences; k++) {
        const struct fence *f = &fences[k];
        size_t len = strlen(f->text);

        if ((size_t)(x->end - x->i) < len || memcmp(x->text + x->i, f->text, len) != 0)
            continue;
        x->i += (int)len;
        if (left && f->word)
            tex_put_word(x, f->word, start);
        tex_put(x, left ? f->open : f->close, start);
        return true;
    }
    return tex_fail(x, start, ERR_TERM_EXPECTED, "\\%s needs one of ( ) [ ] | \\|",
                    c->name);
}

/* ---- matrices ---------------------------------------------------------------------- */

static bool
starts(const struct tex *x, int i, const char *with)
{
    size_t len = strlen(with);

    return (size_t)(x->end - i) >= len && memcmp(x->text + i, with, len) == 0;
}

/* Where the \end of the \begin that was read stands; -1: nowhere. */
static int
find_end(const struct tex *x)
{
    int depth = 1;

    for (int i = x->i; i < x->end; i++) {
        if (starts(x, i, "\\begin"))
            depth++;
        if (starts(x, i, "\\end") && --depth == 0)
            return i;
    }
    return -1;
}

static bool
is_matrix(const char *name)
{
    static const char *const names[] = {"pmatrix", "bmatrix", "matrix", "smallmatrix"};

    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (name && strcmp(name, names[k]) == 0)
            return true;
    return false;
}

/* The entries, and whether they are one row of several. */
static bool
read_entries(struct tex *x, struct part p, bool *row)
{
    bool matrix = x->matrix, ok;
    int columns = x->columns, rows = x->rows;

    x->matrix = true;
    x->columns = x->rows = 0;
    ok = tex_part(x, p);
    *row = x->rows == 0 && x->columns > 0;
    x->matrix = matrix;
    x->columns = columns;
    x->rows = rows;
    return ok;
}

static bool
read_matrix(struct tex *x, int start)
{
    const char *begun, *ended;
    struct part name, p;
    int end;
    bool row;

    if (!tex_argument(x, "\\begin", &name))
        return false;
    begun = tex_letters(x, name);
    if (!is_matrix(begun))
        return tex_fail(x, start, ERR_TERM_EXPECTED,
                        "write \\begin{pmatrix} for a matrix");
    end = find_end(x);
    if (end < 0)
        return tex_fail(x, start, ERR_TERM_UNBALANCED,
                        "this matrix is not closed: \\end{pmatrix} is missing");
    p = (struct part){x->i, end};
    tex_put(x, TOKEN_OPEN_SQUARE, start)->glued = false;
    if (!read_entries(x, p, &row))
        return false;
    x->i = end + (int)strlen("\\end");
    if (!tex_argument(x, "\\end", &name))
        return false;
    ended = tex_letters(x, name);
    if (!ended || strcmp(begun, ended) != 0)
        return tex_fail(x, end, ERR_TERM_UNBALANCED, "\\begin{%s} is closed by \\end{%s}",
                        begun, begun);
    tex_put(x, TOKEN_CLOSE_SQUARE, end);
    if (row)
        tex_put(x, TOKEN_TRANSPOSED, x->i);
    return true;
}

/* ---- sums -------------------------------------------------------------------------- */

/* The scripts of a big sign, in any order. */
static bool
read_scripts(struct tex *x, const char *name, struct part *below, struct part *above)
{
    for (;;) {
        struct part *p;

        tex_blanks(x);
        if (starts(x, x->i, "\\limits"))
            x->i += (int)strlen("\\limits");
        tex_blanks(x);
        if (x->i >= x->end || (x->text[x->i] != '_' && x->text[x->i] != '^'))
            return true;
        p = x->text[x->i] == '_' ? below : above;
        x->i++;
        if (!tex_argument(x, name, p))
            return false;
    }
}

/* \sum_{j=1}^{d}: the tokens j = 1 .. d and a comma; what follows is the body. */
static bool
read_big(struct tex *x, const struct command *c, int start)
{
    struct part below = {0}, above = {0};
    bool limit = strcmp(c->text, "limit") == 0;
    struct token *t = tex_put(x, TOKEN_BIG, start);

    t->text = c->text;
    t->word = word_find(c->text);
    if (!read_scripts(x, c->name, &below, &above))
        return false;
    if (below.end == 0 || (above.end == 0) != limit)
        return tex_fail(x, start, ERR_TERM_EXPECTED,
                        limit ? "a limit says what tends where: \\lim_{x \\to a}"
                              : "a sum or product has an index and both bounds: "
                                "\\sum_{j=1}^{d}");
    if (!tex_part(x, below))
        return false;
    if (!limit) {
        tex_put(x, TOKEN_DOTS, x->i);
        if (!tex_part(x, above))
            return false;
    }
    tex_put(x, TOKEN_COMMA, x->i);
    return true;
}

bool
tex_structure(struct tex *x, const struct command *c, int start)
{
    switch (c->kind) {
    case COMMAND_FRACTION:
        return read_fraction(x, start);
    case COMMAND_ROOT:
        return read_root(x, start);
    case COMMAND_AROUND:
        return read_around(x, c, start);
    case COMMAND_FONT:
        return read_font(x, c, start);
    case COMMAND_BEGIN:
        return read_matrix(x, start);
    case COMMAND_BIG:
        return read_big(x, c, start);
    case COMMAND_OPEN:
        tex_put_word(x, c->text, start);
        tex_put(x, TOKEN_OPEN, start);
        return true;
    case COMMAND_CLOSE:
        tex_put(x, TOKEN_CLOSE, start);
        return true;
    default:
        return read_fence(x, c, start);
    }
}
