/* Points that the declarations of a scope admit, in double precision. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "proof/judge/judge.h"

/* Simple values by type, for names without a preferred one: whole numbers, numbers,
 * angles (Greek names), complex numbers. 1 is not among the numbers: its powers,
 * products and logarithms show nothing; nor are negative ones: most names are sizes. */
static const double integers[] = {5, 2, 3, 1, 4, 7};
static const double reals[] = {2, 3, 5, 4, 0.5, 7};
static const double angles[] = {0.75, 0.5, 0.25, 1, 2, 1.5};
static const double parts[][2] = {
    {1, 2 },
    {3, -1},
    {2, 1 },
    {1, -1},
    {0, 1 },
    {2, 0 }
};

/* Sizes and places in arrays of these sizes, where those above leave the array. */
static const double places[] = {3, 2, 2, 1, 2, 1};

/* Numbers for names that none of these is allowed for; at 0 too much is the same. */
static const double others[] = {-2, 1,  0,   -1,   10, 11,  12,
                                20, 50, 100, 1000, -5, -20, 0.1};

enum {
    SIMPLE_COUNT = sizeof reals / sizeof *reals,
    OTHERS_COUNT = sizeof others / sizeof *others,
    TRIES = 60,
    ENTRIES_MAX = 64,
    TEXT_DIGITS = 6,
    SHARE_PARTS = 10000
};

/* A point while it is being chosen. */
struct choosing {
    struct arena *a;
    const struct scope *s;
    int k;
    bool modest; /* the readable point, with places and without negative entries */
    const struct proof_options *prefer;
    struct coordinate *at;
    struct calc_name *names;
    int n;
    uint64_t state;
};

/* Uniform in 0..1 (splitmix64, Steele, Lea and Flood 2014). */
static double
draw(struct choosing *c)
{
    uint64_t z = c->state += 0x9E3779B97F4A7C15u;

    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (double)((z ^ (z >> 31)) >> 11) / 9007199254740992.0;
}

static bool
is_greek(struct arena *a, const char *name)
{
    return (unsigned char)expr_name_text(a, name, 0)[0] >= 0x80;
}

static struct calc_env
env_of(const struct choosing *c)
{
    return (struct calc_env){.at = c->names, .n = c->n};
}

/* ---- what is admitted -------------------------------------------------------------- */

static bool
within(struct choosing *c, const struct decl *d, double x)
{
    struct calc_env env = env_of(c);
    double low = -INFINITY, high = INFINITY;

    if (d->domain.low)
        low = calc_eval_real(c->a, c->s, d->domain.low, &env);
    if (d->domain.high)
        high = calc_eval_real(c->a, c->s, d->domain.high, &env);
    return !(x < low || x > high || (d->domain.low_open && x == low) ||
             (d->domain.high_open && x == high));
}

/* Whether all that was declared about d holds with the values so far. */
static bool
admits(struct choosing *c, const struct decl *d, struct value v)
{
    struct calc_env env = env_of(c);
    bool ok = true;

    if (d->type.kind == TYPE_INTEGER || d->type.kind == TYPE_REAL)
        ok = within(c, d, creal(v.at[0]));
    for (int i = 0; ok && i < d->n_conditions; i++)
        ok = calc_eval_real(c->a, c->s, d->conditions[i], &env) == 1;
    return ok;
}

/* ---- values ------------------------------------------------------------------------ */

static void
add_number(struct buf *b, double complex z)
{
    double y = fabs(cimag(z));

    if (cimag(z) == 0) {
        buf_printf(b, "%.*g", TEXT_DIGITS, creal(z));
        return;
    }
    if (creal(z) != 0)
        buf_printf(b, "%.*g %s ", TEXT_DIGITS, creal(z), cimag(z) < 0 ? "-" : "+");
    else if (cimag(z) < 0)
        buf_add(b, "-");
    if (y != 1)
        buf_printf(b, "%.*g ", TEXT_DIGITS, y);
    buf_add(b, "i");
}

static const char *
text_of(struct arena *a, struct value v)
{
    struct buf b;
    bool array = v.rows * v.cols > 1;

    buf_init(&b, a);
    if (array)
        buf_add(&b, "[");
    for (int i = 0; i < v.rows * v.cols; i++) {
        if (i)
            buf_add(&b, v.cols > 1 && i % v.cols == 0 ? "; " : ", ");
        add_number(&b, v.at[i]);
    }
    if (array)
        buf_add(&b, "]");
    return b.s;
}

/* Give the next name of the point this value; undone when it is not admitted. */
static bool
give(struct choosing *c, const struct decl *d, struct value v, const struct term *term)
{
    const char *text;

    c->names[c->n++] = (struct calc_name){d->name, v};
    if (!admits(c, d, v)) {
        c->n--;
        return false;
    }
    text = term ? expr_plain(c->a, term, 0) : text_of(c->a, v);
    if (!term && c->k == 0)
        term = expr_parse(c->a, NULL, text, (struct pos){"value", 1, 1}, NULL);
    c->at[c->n - 1] = (struct coordinate){d->name, term, text};
    return true;
}

static bool
fits(const struct type *want, struct value v)
{
    if (want->kind != TYPE_COMPLEX && !want->complex_entries && !v.real)
        return false;
    if (want->kind == TYPE_INTEGER)
        return v.rows * v.cols == 1 && creal(v.at[0]) == round(creal(v.at[0]));
    if (want->kind < TYPE_VECTOR)
        return v.rows * v.cols == 1;
    return v.rows > 1 && (want->kind == TYPE_MATRIX || v.cols == 1);
}

static int size_of(struct choosing *c, struct dim d);

/* Whether an array has the shape that is declared, with the sizes chosen so far. */
static bool
has_shape(struct choosing *c, const struct type *want, struct value v)
{
    return !type_is_array(*want) ||
           (v.rows == size_of(c, want->rows) &&
            v.cols == (want->kind == TYPE_MATRIX ? size_of(c, want->cols) : 1));
}

static bool
give_preferred(struct choosing *c, const struct decl *d)
{
    for (int i = 0; c->prefer && i < c->prefer->n_prefer; i++) {
        const struct coordinate *p = &c->prefer->prefer[i];
        struct value v;
        struct err e;

        if (strcmp(p->name, d->name) == 0 && p->value &&
            calc_eval(c->a, NULL, p->value, NULL, &v, &e) && fits(&d->type, v) &&
            has_shape(c, &d->type, v) && give(c, d, v, p->value))
            return true;
    }
    return false;
}

/* The t-th value of one entry: from the lists at the readable point, else drawn. */
static double complex
entry(struct choosing *c, const struct decl *d, int t)
{
    const double *part = parts[t % SIMPLE_COUNT];
    bool complex_entry = d->type.kind == TYPE_COMPLEX || d->type.complex_entries;

    if (c->k > 0 && d->type.kind == TYPE_INTEGER)
        return floor(draw(c) * 19) - 6;
    if (c->k > 0) {
        double re = draw(c) * 5 - 2.1;

        return complex_entry ? re + (draw(c) * 5 - 2.7) * I : re;
    }
    if (complex_entry)
        return part[0] + part[1] * I;
    if (d->type.kind == TYPE_INTEGER)
        return (c->modest ? places : integers)[t % SIMPLE_COUNT];
    if (type_is_array(d->type))
        return c->modest ? fabs(parts[t / 2 % SIMPLE_COUNT][t % 2])
                         : parts[t / 2 % SIMPLE_COUNT][t % 2];
    return is_greek(c->a, d->name) ? angles[t % SIMPLE_COUNT] : reals[t % SIMPLE_COUNT];
}

/* Shares that are written with four decimals and still add up to 1: six digits of 1/9 do
 * not, and a point beside the domain speaks against what is true. */
static void
make_shares(double complex *at, int n, double sum)
{
    double left = SHARE_PARTS;

    for (int i = 0; i < n - 1; i++) {
        double part = floor(SHARE_PARTS * cabs(at[i]) / sum);

        at[i] = part / SHARE_PARTS;
        left -= part;
    }
    at[n - 1] = left / SHARE_PARTS;
}

/* A value on the unit circle, of length 1 or with the sum 1, when that is asked for. */
static void
scale(const struct decl *d, double complex *at, int n)
{
    double sum = 0, square = 0;
    bool unit = false;

    for (int i = 0; i < n; i++) {
        sum += cabs(at[i]);
        square += creal(at[i]) * creal(at[i]) + cimag(at[i]) * cimag(at[i]);
    }
    for (int i = 0; i < d->n_conditions; i++) {
        const struct term *t = d->conditions[i];

        unit |= t->relation == RELATION_EQUAL && t->arg[0]->op == TERM_CALL;
    }
    if (d->type.distribution && sum > 0)
        make_shares(at, n, sum);
    for (int i = 0; i < n && sum > 0 && unit && !d->type.distribution; i++)
        at[i] /= sqrt(square);
}

static int
size_of(struct choosing *c, struct dim d)
{
    struct calc_env env = env_of(c);
    double n = d.n;

    if (!d.n)
        n = d.size ? calc_eval_real(c->a, c->s, d.size, &env) : NAN;
    return n >= 1 && n <= ENTRIES_MAX ? (int)n : 0;
}

/* Whole bounds of an integer, so that draws fall between them. */
static double complex
into_bounds(struct choosing *c, const struct decl *d, double complex z)
{
    struct calc_env env = env_of(c);
    double low, high;

    if (c->k == 0 || d->type.kind != TYPE_INTEGER || !d->domain.low || !d->domain.high)
        return z;
    low = calc_eval_real(c->a, c->s, d->domain.low, &env);
    high = calc_eval_real(c->a, c->s, d->domain.high, &env);
    return high >= low && high - low < 1e9 ? low + floor(draw(c) * (high - low + 1)) : z;
}

static bool
give_try(struct choosing *c, const struct decl *d, int t)
{
    bool array = type_is_array(d->type);
    int rows = array ? size_of(c, d->type.rows) : 1;
    int cols = d->type.kind == TYPE_MATRIX ? size_of(c, d->type.cols) : 1;
    double complex *at;

    if (rows * cols < 1 || rows * cols > ENTRIES_MAX)
        return false;
    at = ARENA_ARRAY(c->a, double complex, rows *cols);
    for (int i = 0; i < rows * cols; i++)
        at[i] = into_bounds(c, d, entry(c, d, array ? 2 * t + i : t));
    scale(d, at, rows * cols);
    return give(c, d,
                (struct value){rows, cols,
                               d->type.kind != TYPE_COMPLEX && !d->type.complex_entries,
                               at},
                NULL);
}

/* Names of chance have no value; neither have those with one. */
static bool
is_free(const struct decl *d)
{
    return !d->value && !d->type.random && d->type.kind <= TYPE_MATRIX;
}

/* How many names before the i-th take their values from the same list. */
static int
taken_before(struct choosing *c, int i)
{
    const struct decl *d = scope_at(c->s, i);
    int taken = 0;

    for (int k = 0; k < i; k++) {
        const struct decl *o = scope_at(c->s, k);

        taken += is_free(o) && o->type.kind == d->type.kind &&
                 is_greek(c->a, o->name) == is_greek(c->a, d->name);
    }
    return taken;
}

static bool
is_named(const struct term *t, const char *name)
{
    return t && t->op == TERM_NAME && strcmp(t->name, name) == 0;
}

/* A size is that of the arrays of this size that are preferred: vector(d) makes d what
 * the figure's vector has. */
static bool
give_size(struct choosing *c, const struct decl *d)
{
    for (int i = 0; c->prefer && i < c->prefer->n_prefer; i++) {
        const struct coordinate *p = &c->prefer->prefer[i];
        const struct decl *array = scope_find(c->s, p->name);
        struct value v;
        struct err e;

        if (!array || !p->value || !type_is_array(array->type) ||
            !calc_eval(c->a, NULL, p->value, NULL, &v, &e) || !fits(&array->type, v))
            continue;
        if ((is_named(array->type.rows.size, d->name) &&
             give(c, d, calc_real(c->a, v.rows), NULL)) ||
            (array->type.kind == TYPE_MATRIX &&
             is_named(array->type.cols.size, d->name) &&
             give(c, d, calc_real(c->a, v.cols), NULL)))
            return true;
    }
    return false;
}

static bool
give_any(struct choosing *c, const struct decl *d, int taken)
{
    if (give_preferred(c, d) || (d->type.kind == TYPE_INTEGER && give_size(c, d)))
        return true;
    for (int t = 0; t < (c->k ? TRIES : SIMPLE_COUNT); t++)
        if (give_try(c, d, taken + t))
            return true;
    for (int t = 0; t < OTHERS_COUNT && d->type.kind <= TYPE_REAL; t++)
        if (give(c, d, calc_real(c->a, others[t]), NULL))
            return true;
    return false;
}

static bool
choose(struct arena *a, const struct scope *s, int k, bool modest,
       const struct proof_options *prefer, struct point *out)
{
    int n = scope_count(s);
    struct choosing c = {.a = a,
                         .s = s,
                         .k = k,
                         .modest = modest,
                         .prefer = prefer,
                         .at = ARENA_ARRAY(a, struct coordinate, n + 1),
                         .names = ARENA_ARRAY(a, struct calc_name, n + 1),
                         .state = (uint64_t)k * 7919};

    for (int i = 0; i < n; i++) {
        const struct decl *d = scope_at(s, i);

        if (is_free(d) && !give_any(&c, d, taken_before(&c, i)))
            return false;
    }
    *out = (struct point){
        c.at, c.n, {.at = c.names, .n = c.n}
    };
    return true;
}

bool
point_choose(struct arena *a, const struct scope *s, int k,
             const struct proof_options *prefer, struct point *out)
{
    return choose(a, s, k, false, prefer, out);
}

/* Whether a term has no number somewhere at the point. */
static bool
is_undefined_at(struct arena *a, const struct scope *s, const struct term *t,
                const struct point *p)
{
    struct value v;
    struct err e;

    if (!t || !calc_eval(a, s, t, &p->env, &v, &e))
        return false;
    for (int i = 0; i < v.rows * v.cols; i++)
        if (isnan(creal(v.at[i])) || isnan(cimag(v.at[i])))
            return true;
    return false;
}

bool
point_readable(struct arena *a, const struct scope *s, const struct proof_options *prefer,
               const struct term *start, struct point *out)
{
    struct point modest;

    if (!choose(a, s, 0, false, prefer, out))
        return false;
    if (is_undefined_at(a, s, start, out) && choose(a, s, 0, true, prefer, &modest) &&
        !is_undefined_at(a, s, start, &modest))
        *out = modest;
    return true;
}
