/* Small questions about types, and their names. */
#include <string.h>

#include "expr/tree.h"

/* ---- small questions --------------------------------------------------------------- */

bool
type_is_number(struct type t)
{
    return t.kind <= TYPE_COMPLEX;
}

bool
type_is_array(struct type t)
{
    return t.kind == TYPE_VECTOR || t.kind == TYPE_MATRIX;
}

bool
dim_same(struct dim x, struct dim y)
{
    if (x.n || y.n)
        return x.n == y.n;
    return expr_same(x.size, y.size);
}

bool
type_same_shape(struct type x, struct type y)
{
    if (!type_is_array(x) || !type_is_array(y))
        return type_is_number(x) && type_is_number(y);
    return dim_same(x.rows, y.rows) && dim_same(x.cols, y.cols);
}

bool
type_is_complex(struct type t)
{
    return t.kind == TYPE_COMPLEX || t.complex_entries;
}

struct type
type_scalar(enum type_kind kind)
{
    return (struct type){.kind = kind, .rows = {.n = 1}, .cols = {.n = 1}};
}

struct type
type_array(struct dim rows, struct dim cols, bool complex_entries)
{
    struct type t = {.kind = TYPE_MATRIX,
                     .complex_entries = complex_entries,
                     .rows = rows,
                     .cols = cols};

    if (cols.n == 1)
        t.kind = TYPE_VECTOR;
    return t;
}

bool
dim_of(const struct term *t, struct dim *d)
{
    int n;

    *d = (struct dim){.size = t};
    if (!tree_integer(t, &n))
        return tree_has_names(t);
    *d = (struct dim){.n = n};
    return n >= 1 && n <= ARRAY_SIDE_MAX;
}

/* A size as a term. */
static const struct term *
dim_term(struct arena *a, struct dim d)
{
    return d.n ? expr_number(a, arena_printf(a, "%d", d.n)) : d.size;
}

struct dim
dim_sum(struct arena *a, struct dim x, struct dim y)
{
    const char *why;

    if (x.n && y.n)
        return (struct dim){.n = x.n + y.n};
    return (struct dim){.size = tree_binary(a, TERM_ADD, dim_term(a, x), dim_term(a, y),
                                            (struct span){0}, &why)};
}

const char *
dim_text(struct arena *a, struct dim d)
{
    if (d.n)
        return arena_printf(a, "%d", d.n);
    if (d.size->n == 0)
        return expr_plain(a, d.size, PRINT_ASCII);
    return arena_printf(a, "(%s)", expr_plain(a, d.size, PRINT_ASCII));
}

/* A vector by what it was declared as. */
static char *
vector_text(struct arena *a, struct type t)
{
    const char *size = dim_text(a, t.rows);

    if (t.distribution)
        return arena_printf(a, "distribution(%s)", size);
    return arena_printf(a, "%s%svector(%s)%s", t.random ? "random " : "",
                        t.complex_entries ? "complex " : "", size,
                        t.joint ? " joint" : "");
}

char *
type_text(struct arena *a, struct type t)
{
    static const char *const names[] = {
        [TYPE_INTEGER] = "integer",
        [TYPE_REAL] = "real number",
        [TYPE_COMPLEX] = "complex number",
        [TYPE_TRUTH] = "relation",
        [TYPE_EVENT] = "event",
    };
    const char *prefix = t.random ? "random " : "";

    if (t.kind == TYPE_VECTOR)
        return vector_text(a, t);
    if (t.kind == TYPE_SEQUENCE)
        return arena_printf(a, "sequence(%s)", dim_text(a, t.rows));
    if (t.kind == TYPE_MATRIX)
        return arena_printf(a, "%s%s%sx%s matrix", prefix,
                            t.complex_entries ? "complex " : "", dim_text(a, t.rows),
                            dim_text(a, t.cols));
    return arena_printf(a, "%s%s", prefix, names[t.kind]);
}

char *
type_phrase(struct arena *a, struct type t)
{
    char *text = type_text(a, t);
    bool declared = t.kind == TYPE_VECTOR || t.kind == TYPE_SEQUENCE;

    if (declared)
        return text;
    return arena_printf(a, "%s %s", strchr("aeio", text[0]) ? "an" : "a", text);
}
