/*
 * Exact values and verdicts beside doubles, which they must not contradict. The input is
 * one term, or two with a line break between: then the verdict on their equality is held
 * against points that are exact as doubles.
 */
#include "exact/exact.h"
#include "fuzz/bounds.h"
#include "fuzz/fuzz.h"

enum { POINTS = 12, DIGITS = 17, NAMES = 4, TEXT_MOST = 160, SIZE_MOST = 60 };

static const char *const names[NAMES] = {"x", "y", "m", "n"};

static const double places[POINTS][NAMES] = {
    {1,        2,           1,  2  },
    {0.5,      -3,          2,  -1 },
    {-1.25,    0.75,        -3, 4  },
    {3,        -0.5,        0,  5  },
    {-7.5,     -2.25,       -1, -2 },
    {0.0625,   9.5,         7,  3  },
    {100.5,    -0.125,      12, 1  },
    {-0.03125, -40,         -6, 2  },
    {2.75,     2.5,         3,  3  },
    {1000,     0.001953125, -9, 8  },
    {-3,       -3,          -5, -5 },
    {0.375,    0.3125,      20, -11},
};

static const struct scope *
scope_of_names(void)
{
    static struct scope *s;
    struct arena *a = s ? NULL : arena_new();

    if (s)
        return s;
    s = scope_new(a, NULL);
    fuzz_require(scope_declare(a, s, "x, y : real; m, n : integer", fuzz_here, NULL));
    return s;
}

static struct calc_env
set_place(struct arena *a, int i)
{
    struct calc_name *at = ARENA_ARRAY(a, struct calc_name, NAMES);

    for (int k = 0; k < NAMES; k++)
        at[k] = (struct calc_name){names[k], calc_real(a, places[i][k])};
    return (struct calc_env){.at = at, .n = NAMES};
}

/* ---- values ------------------------------------------------------------------------ */

/* The names' values as exact terms. */
static void
set_coordinates(struct arena *a, int i, struct coordinate *at)
{
    for (int k = 0; k < NAMES; k++) {
        double v = places[i][k];
        const struct term *t = expr_number(a, arena_printf(a, "%.17g", v < 0 ? -v : v));

        at[k] = (struct coordinate){
            .name = names[k],
            .value = v < 0 ? expr_apply(a, TERM_NEG, t, NULL, NULL) : t};
    }
}

static bool
is_within(double v, struct bounded b)
{
    return fabs(v - b.at) <= b.by + bounds_unit * (fabs(v) + fabs(b.at));
}

static void
check_value(struct arena *a, const struct scope *s, const struct term *t, int i)
{
    struct calc_env env = set_place(a, i);
    struct bounded b = bounds_of(a, s, t, &env);
    struct coordinate at[NAMES];
    struct err e = {0};
    const char *text;
    char *end;

    if (isinf(b.by))
        return;
    set_coordinates(a, i, at);
    if (!exact_value(a, s, t, at, NAMES, DIGITS, &text, &e)) {
        fuzz_require(e.code != ERR_VALUE_UNDEFINED && e.code != ERR_VALUE_MISSING);
        return;
    }
    fuzz_require(is_within(strtod(text, &end), b) && *end == '\0');
}

/* ---- verdicts ---------------------------------------------------------------------- */

static void
check_verdict(struct arena *a, const struct scope *s, const struct term *x,
              const struct term *y)
{
    struct exact_result r =
        exact_compare(a, s, x, RELATION_EQUAL, y, &(struct exact_options){.seed = 1});

    for (int i = 0; i < POINTS && r.verdict == VERDICT_EQUAL; i++) {
        struct calc_env env = set_place(a, i);
        struct bounded l = bounds_of(a, s, x, &env), k = bounds_of(a, s, y, &env);

        if (!isinf(l.by) && !isinf(k.by))
            fuzz_require(fabs(l.at - k.at) <=
                         l.by + k.by + bounds_unit * (fabs(l.at) + fabs(k.at)));
    }
}

/* ---- both -------------------------------------------------------------------------- */

static const struct term *
read_term(struct arena *a, const struct scope *s, const char *text)
{
    const struct term *t = expr_parse(a, s, text, fuzz_here, NULL);

    return t && t->size <= SIZE_MOST && bounds_is_real(t) ? t : NULL;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *a = arena_new();
    const struct scope *s = scope_of_names();
    char *left = fuzz_text(a, data, size < TEXT_MOST ? size : TEXT_MOST, "");
    char *right = strchr(left, '\n');
    const struct term *x, *y = NULL;

    if (right)
        *right++ = '\0';
    x = read_term(a, s, left);
    if (right)
        y = read_term(a, s, right);
    for (int i = 0; x && !y && i < POINTS; i += 3)
        check_value(a, s, x, i);
    if (x && y)
        check_verdict(a, s, x, y);
    arena_free(a);
    return 0;
}
