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
    struct type t = {TYPE_MATRIX, complex_entries, rows, cols};

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

const char *
dim_text(struct arena *a, struct dim d)
{
    if (d.n)
        return arena_printf(a, "%d", d.n);
    if (d.size->n == 0)
        return expr_plain(a, d.size, PRINT_ASCII);
    return arena_printf(a, "(%s)", expr_plain(a, d.size, PRINT_ASCII));
}

char *
type_text(struct arena *a, struct type t)
{
    static const char *const names[] = {[TYPE_INTEGER] = "integer",
                                        [TYPE_REAL] = "real number",
                                        [TYPE_COMPLEX] = "complex number",
                                        [TYPE_TRUTH] = "relation"};
    const char *prefix = t.complex_entries ? "complex " : "";

    if (t.kind == TYPE_VECTOR)
        return arena_printf(a, "%svector(%s)", prefix, dim_text(a, t.rows));
    if (t.kind == TYPE_MATRIX)
        return arena_printf(a, "%s%sx%s matrix", prefix, dim_text(a, t.rows),
                            dim_text(a, t.cols));
    return arena_strdup(a, names[t.kind]);
}
