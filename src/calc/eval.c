#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "calc/calc_priv.h"

/* Two doubles nearer than this, relative to the larger or to 1, count as equal. */
static const double NEARLY = 1e-12;

bool
too_much(struct calc *c)
{
    give_up(c, ERR_VALUE_WORK,
            "this takes more than a million operations; use a smaller power or matrix");
    return false;
}

void
give_up(struct calc *c, enum err_code code, const char *fmt, ...)
{
    char message[ERR_MESSAGE_MAX];
    va_list args;

    if (c->failed)
        return;
    va_start(args, fmt);
    vsnprintf(message, sizeof message, fmt, args);
    va_end(args);
    c->failed = true;
    err_at(c->err, (struct pos){0}, code, "%s", message);
}

void
no_value(struct calc *c, const struct term *t)
{
    give_up(c, ERR_VALUE_KIND,
            "%s has no value that is computed; compare it with another "
            "term instead",
            expr_plain(c->arena, t, PRINT_ASCII));
}

/* ---- what is kept ------------------------------------------------------------------ */

enum { MEMO_MAX = 64 };

/* A name's value as a format shows it, and what it took. */
struct known_name {
    const struct decl *decl;
    enum num_format format;
    struct value value;
    unsigned loss;
    long work;
};

struct calc_memo {
    struct arena *arena;
    struct known_name at[MEMO_MAX];
    int n;
};

struct calc_memo *
calc_memo_new(struct arena *a)
{
    struct calc_memo *m = ARENA_NEW(a, struct calc_memo);

    m->arena = a;
    return m;
}

static struct calc_memo *
memo_of(const struct calc *c)
{
    return c->env ? c->env->memo : NULL;
}

struct scratch
scratch_begin(const struct calc *c)
{
    return (struct scratch){arena_mark(c->arena), memo_of(c) ? memo_of(c)->n : 0};
}

void
scratch_end(struct calc *c, struct scratch s)
{
    if (!memo_of(c) || memo_of(c)->n == s.known)
        arena_back(c->arena, s.mark);
}

/* ---- names ------------------------------------------------------------------------- */

static const struct value *
index_value(const struct calc *c, const char *name)
{
    for (const struct bound *b = c->bound; b; b = b->outer)
        if (strcmp(b->name, name) == 0)
            return &b->value;
    return NULL;
}

/* Names are declared once and shared, so the pointers are nearly always the same. */
static const struct value *
env_value(const struct calc *c, const char *name)
{
    const struct calc_name *at = c->env ? c->env->at : NULL;
    int n = c->env ? c->env->n : 0;

    for (int i = 0; i < n; i++)
        if (at[i].name == name)
            return &at[i].value;
    for (int i = 0; i < n; i++)
        if (strcmp(at[i].name, name) == 0)
            return &at[i].value;
    return NULL;
}

static const struct value *
given(const struct calc *c, const char *name)
{
    const struct value *v = index_value(c, name);

    return v ? v : env_value(c, name);
}

/* What is given from outside, as the lens shows it. */
static struct value
taken_in(struct calc *c, struct value v)
{
    double complex *at;

    if (c->lens.format == NUM_FP64)
        return v;
    at = ARENA_ARRAY(c->arena, double complex, v.rows *v.cols + 1);
    for (int i = 0; i < v.rows * v.cols; i++)
        at[i] = rounded_parts(c, v.at[i]);
    v.at = at;
    return v;
}

bool
name_given(const struct calc *c, const char *name, bool index)
{
    return (index && index_value(c, name)) || env_value(c, name);
}

struct value
value_of_term(struct calc *c, const struct term *t)
{
    if (t->type.kind == TYPE_VECTOR || t->type.kind == TYPE_MATRIX)
        return array_of(c, t);
    if (t->type.kind == TYPE_COMPLEX)
        return calc_number(c->arena, complex_of(c, t));
    return calc_real(c->arena, real_of(c, t));
}

static const struct decl *
declared(const struct calc *c, const char *name)
{
    if (c->inside)
        return scope_find_before(c->inside, name);
    return c->scope ? scope_find(c->scope, name) : NULL;
}

/* The value of a name where it was declared: there indices mean nothing. */
static struct value
declared_value(struct calc *c, const struct decl *d)
{
    const struct decl *outside = c->inside;
    const struct bound *indices = c->bound;
    struct value out;

    c->inside = d;
    c->bound = NULL;
    out = value_of_term(c, d->value);
    c->inside = outside;
    c->bound = indices;
    return out;
}

/* The same with all that it took, which is not counted yet. */
static struct known_name
work_out(struct calc *c, const struct decl *d)
{
    struct known_name k = {.decl = d, .format = c->lens.format};
    struct arena *arena = c->arena;
    unsigned *loss = c->loss;
    long before = c->work;

    c->arena = memo_of(c)->arena;
    c->loss = &k.loss;
    k.value = declared_value(c, d);
    k.work = c->work - before;
    c->work = before;
    c->arena = arena;
    c->loss = loss;
    return k;
}

static struct value
remembered_value(struct calc *c, struct calc_memo *memo, const struct decl *d)
{
    struct known_name k;
    int at = 0;

    while (at < memo->n &&
           !(memo->at[at].decl == d && memo->at[at].format == c->lens.format))
        at++;
    k = at < memo->n ? memo->at[at] : work_out(c, d);
    if (at == memo->n && memo->n < MEMO_MAX && !c->failed)
        memo->at[memo->n++] = k;
    if (c->loss)
        *c->loss |= k.loss;
    return work(c, k.work) ? k.value : (struct value){0};
}

struct value
name_value(struct calc *c, const struct term *t)
{
    const struct value *v = given(c, t->name);
    const struct decl *d;

    if (v && (t->type.kind == TYPE_INTEGER || index_value(c, t->name)))
        return *v;
    if (v)
        return taken_in(c, *v);
    d = declared(c, t->name);
    if (!d || !d->value) {
        give_up(c, ERR_VALUE_MISSING, "'%s' has no value here", t->name);
        return (struct value){0};
    }
    return memo_of(c) ? remembered_value(c, memo_of(c), d) : declared_value(c, d);
}

/* ---- relations --------------------------------------------------------------------- */

static bool
nearly(const struct calc *c, double complex x, double complex y)
{
    double scale = fmax(1, fmax(cabs(x), cabs(y)));

    return x == y || (c->lens.format == NUM_FP64 && cabs(x - y) <= NEARLY * scale);
}

static double
compare_arrays(struct calc *c, const struct term *t)
{
    struct value x = value_of_term(c, t->arg[0]), y = value_of_term(c, t->arg[1]);
    bool same = x.rows == y.rows && x.cols == y.cols;

    for (int i = 0; i < x.rows * x.cols && same; i++) {
        if (isnan(cabs(x.at[i])) || isnan(cabs(y.at[i])))
            return NAN;
        same = nearly(c, x.at[i], y.at[i]);
    }
    return same == (t->relation == RELATION_EQUAL);
}

static double
compare_order(struct calc *c, const struct term *t)
{
    double x = real_of(c, t->arg[0]), y = real_of(c, t->arg[1]);
    bool same = nearly(c, x, y);

    if (isnan(x) || isnan(y))
        return NAN;
    switch (t->relation) {
    case RELATION_LESS:
        return x < y && !same;
    case RELATION_LESS_EQUAL:
        return x < y || same;
    case RELATION_GREATER:
        return x > y && !same;
    default:
        return x > y || same;
    }
}

static double
compare(struct calc *c, const struct term *t)
{
    bool order = t->relation != RELATION_EQUAL && t->relation != RELATION_NOT_EQUAL;

    return order ? compare_order(c, t) : compare_arrays(c, t);
}

/* ---- the room's functions ---------------------------------------------------------- */

struct value
calc_number(struct arena *a, double complex x)
{
    double complex *at = ARENA_NEW(a, double complex);

    *at = x;
    return (struct value){1, 1, cimag(x) == 0, at};
}

struct value
calc_real(struct arena *a, double x)
{
    double complex *at = ARENA_NEW(a, double complex);

    *at = x;
    return (struct value){1, 1, true, at};
}

static bool
find(struct calc *c, const struct term *t, struct value *out)
{
    *out =
        t->op == TERM_RELATION ? calc_real(c->arena, compare(c, t)) : value_of_term(c, t);
    if (t->type.kind == TYPE_COMPLEX)
        out->real = false;
    return !c->failed;
}

static struct num_lens
lens_of(const struct calc_env *env)
{
    return env ? env->lens : (struct num_lens){0};
}

bool
calc_eval(struct arena *a, const struct scope *s, const struct term *t,
          const struct calc_env *env, struct value *out, struct err *e)
{
    struct calc c = {.arena = a, .scope = s, .env = env, .err = e};

    c.lens = lens_of(env);
    return find(&c, t, out);
}

bool
calc_eval_watched(struct arena *a, const struct scope *s, const struct term *t,
                  const struct calc_env *env, struct value *out, unsigned *loss)
{
    struct calc c = {.arena = a, .scope = s, .env = env, .loss = loss};

    c.lens = lens_of(env);
    return find(&c, t, out);
}

bool
calc_eval_through(struct num_lens l, struct arena *a, const struct scope *s,
                  const struct term *t, struct value *out, struct err *e)
{
    struct calc c = {.arena = a, .scope = s, .lens = l, .err = e};

    return find(&c, t, out);
}

/* The names of t that have a value which can be worked out now. */
static void
collect_known(struct calc *c, const struct term *t, struct calc_name *at, int *n)
{
    struct calc try = {
        .arena = c->arena, .scope = c->scope, .env = c->env, .lens = c->lens};
    struct value v;

    for (int i = 0; i < t->n; i++)
        collect_known(c, t->arg[i], at, n);
    if (t->op != TERM_NAME || given(c, t->name))
        return;
    for (int i = 0; i < *n; i++)
        if (strcmp(at[i].name, t->name) == 0)
            return;
    v = name_value(&try, t);
    if (!try.failed)
        at[(*n)++] = (struct calc_name){t->name, v};
}

/* A derivative by x needs to know which names depend on x. */
static bool
has_derivative(const struct term *t)
{
    bool found = t->op == TERM_DERIVATIVE;

    for (int i = 0; i < t->n && !found; i++)
        found = has_derivative(t->arg[i]);
    return found;
}

struct calc_env
calc_known(struct arena *a, const struct scope *s, const struct term *t,
           const struct calc_env *env)
{
    struct calc c = {.arena = a, .scope = s, .env = env, .lens = lens_of(env)};
    struct calc_name *at;
    int n = env ? env->n : 0;

    at = ARENA_ARRAY(a, struct calc_name, n + t->size);
    if (n)
        memcpy(at, env->at, (size_t)n * sizeof *at);
    if (!has_derivative(t))
        collect_known(&c, t, at, &n);
    return (struct calc_env){at, n, c.lens, NULL};
}

double
number_of(struct calc *c, const struct term *t)
{
    double complex z;

    if (t->op == TERM_RELATION)
        return compare(c, t);
    if (t->type.kind <= TYPE_REAL)
        return real_of(c, t);
    if (t->type.kind != TYPE_COMPLEX)
        return NAN;
    z = complex_of(c, t);
    return cimag(z) == 0 ? creal(z) : NAN;
}

double
calc_eval_real(struct arena *a, const struct scope *s, const struct term *t,
               const struct calc_env *env)
{
    struct calc c = {.arena = a, .scope = s, .env = env, .lens = lens_of(env)};
    struct scratch left = scratch_begin(&c);
    double x = number_of(&c, t);

    scratch_end(&c, left);
    return c.failed ? NAN : x;
}
