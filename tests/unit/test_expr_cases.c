/* The cases of the language in spec/reading.tsv: each is read, or refused. What is
 * refused within the budgets is refused at once and in words that a terminal can show. */
#include "unit/table.h"

#include <time.h>

#include "expr/expr.h"

enum { COLUMNS = 6, MILLISECONDS = 50 };

static const struct pos here = {"t", 1, 1};

struct row {
    const char *name, *column[COLUMNS];
};

/* ---- cases ------------------------------------------------------------------------- */

static const struct term *
read_side(struct arena *a, const struct scope *s, const char *text, struct err *e)
{
    const struct term *t = expr_parse(a, s, text, here, e), *again;

    if (!t)
        return NULL;
    again = expr_parse(a, s, expr_plain(a, t, 0), here, e);
    if (!again || !expr_same(t, again))
        fail_msg("'%s' is not read back", expr_plain(a, t, 0));
    return t;
}

static void
check_case(void **state)
{
    const struct row *r = *state;
    struct arena *a = arena_new();
    struct scope *s = scope_new(a, NULL);
    struct err e = {0};
    const struct term *x = NULL, *y = NULL;
    bool refused = strcmp(r->column[4], "refuse") == 0;

    if (scope_declare(a, s, r->column[1], here, &e)) {
        x = read_side(a, s, r->column[2], &e);
        y = x ? read_side(a, s, r->column[3], &e) : NULL;
    }
    if (!y != refused)
        fail_msg("%s", y ? "this was read" : err_text(a, &e));
    if (refused)
        assert_true(e.at.col > 0 && strlen(e.msg) > 0);
    else
        assert_non_null(expr_relation(a, RELATION_EQUAL, x, y, &e));
    arena_free(a);
}

static struct row *
read_row(char *line)
{
    struct row *r = calloc(1, sizeof *r);

    if (!r)
        abort();
    line[strcspn(line, "\n")] = '\0';
    for (int i = 0; i < COLUMNS; i++) {
        size_t len = strcspn(line, "\t");
        bool last = line[len] == '\0';

        line[len] = '\0';
        r->column[i] = strdup(line);
        line += len + !last;
    }
    r->name = r->column[0];
    return r;
}

static int
add_cases(struct table *t, struct row **rows, int most)
{
    FILE *f = fopen(TESTS_DIR "/spec/reading.tsv", "r");
    char line[2000];
    int n = 0;

    if (!f)
        abort();
    while (n < most && fgets(line, sizeof line, f)) {
        if (line[0] == '#' || line[0] == '\n')
            continue;
        rows[n] = read_row(line);
        table_add(t, rows[n]->name, check_case, rows[n]);
        n++;
    }
    fclose(f);
    return n;
}

static void
free_cases(struct row **rows, int n)
{
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < COLUMNS; k++)
            free((void *)(uintptr_t)rows[i]->column[k]);
        free(rows[i]);
    }
}

/* ---- budgets ----------------------------------------------------------------------- */

static const struct budget_row {
    const char *name, *before, *middle, *after;
    int n;
    bool read;
} budget_rows[] = {
    {"5,000 brackets",            "",     "(",                "x", 5000,  false},
    {"5,000 brackets, 4 KiB",     "",     "(",                "x", 4000,  false},
    {"65 brackets",               "",     "(",                "x", 65,    false},
    {"5,000 square brackets",     "",     "[",                "x", 4000,  false},
    {"bars",                      "",     "|",                "x", 4000,  false},
    {"signs",                     "",     "-",                "x", 4000,  false},
    {"64 KiB of 1+1",             "1",    "+1",               "",  32768, false},
    {"4 KiB of 1+1",              "1",    "+1",               "",  2047,  false},
    {"1,000 times 1+1",           "1",    "+1",               "",  999,   true },
    {"a tower",                   "2",    "^2",               "",  2000,  false},
    {"a tower of 60",             "2",    "^2",               "",  60,    true },
    {"a tower of tens",           "10",   "^10",              "",  900,   false},
    {"sums in sums",              "",     "sum(j=1..2,",      "x", 300,   false},
    {"sums in sums, 60",          "",     "sum(j=1..2,",      "x", 60,    false},
    {"averages",                  "",     "E[",               "x", 1500,  false},
    {"conditions",                "E[X",  "|X",               "]", 1500,  false},
    {"limits",                    "",     "limit(x->0,",      "x", 300,   false},
    {"functions",                 "",     "sin ",             "x", 1000,  false},
    {"roots",                     "",     "√",              "x", 1000,  false},
    {"transposes",                "A",    "^T",               "",  2000,  false},
    {"primes",                    "x",    "'",                "",  4000,  false},
    {"subscripts",                "q",    "_1",               "",  2000,  false},
    {"indices",                   "q",    "[q",               "",  2000,  false},
    {"a long word",               "",     "a",                "",  4000,  false},
    {"a long number",             "",     "9",                "",  4000,  false},
    {"many zeros",                "",     "0",                "",  4000,  true },
    {"words that could be split", "",     "xmntheta",         "",  500,   false},
    {"fractions",                 "",     "\\frac{",          "x", 600,   false},
    {"closed fractions",          "",     "\\frac1",          "2", 600,   false},
    {"sums of TeX",               "",     "\\sum_{j=1}^{2}",  "x", 280,   false},
    {"40 sums of TeX",            "",     "\\sum_{j=1}^{2}",  "x", 40,    true },
    {"powers of TeX",             "\\pi", "^{2",              "",  1300,  false},
    {"groups of TeX",             "\\pi", "{",                "",  4000,  false},
    {"matrices",                  "",     "\\begin{pmatrix}", "x", 270,   false},
    {"fonts",                     "",     "\\mathbf{",        "x", 500,   false},
    {"roots of TeX",              "",     "\\sqrt",           "x", 800,   false},
    {"fences",                    "",     "\\left(",          "x", 680,   false},
    {"blanks of TeX",             "x",    "\\,",              "",  2000,  true },
};

static bool
is_printable(const char *s)
{
    for (; *s; s++)
        if ((unsigned char)*s < 0x20 || *s == 0x7f)
            return false;
    return true;
}

static char *
repeated(struct arena *a, const struct budget_row *r)
{
    size_t len = strlen(r->middle), before = strlen(r->before);
    char *text = arena_alloc(a, before + len * (size_t)r->n + strlen(r->after) + 1, 1);

    strcpy(text, r->before);
    for (int i = 0; i < r->n; i++)
        memcpy(text + before + len * (size_t)i, r->middle, len);
    strcpy(text + before + len * (size_t)r->n, r->after);
    return text;
}

/* Processor time, so that a busy machine fails nothing. */
static bool
read_in_time(struct arena *a, const char *text)
{
    struct scope *s = scope_new(a, NULL);
    struct err e = {0};
    clock_t before;
    bool read;

    assert_true(scope_declare(a, s,
                              "m, n : integer; x, theta : real; q : vector(2);"
                              "A : matrix(2, 2); X : random",
                              here, &e));
    before = clock();
    read = expr_parse(a, s, text, here, &e) != NULL;
    assert_true((clock() - before) * 1000 / CLOCKS_PER_SEC < MILLISECONDS);
    assert_true(read || is_printable(e.msg));
    return read;
}

static void
check_budget(void **state)
{
    const struct budget_row *r = *state;
    struct arena *a = arena_new();

    assert_int_equal(read_in_time(a, repeated(a, r)), r->read);
    arena_free(a);
}

static const struct byte_row {
    const char *text;
} byte_rows[] = {
    {"x + \x01"},      {"x + \x1b[2J"},  {"x\x7fy"},       {"\x80"},
    {"x + \xc3"},      {"x + \xff\xfe"}, {"\xe2\x80\xae"}, {"\xef\xbb\xbfx"},
    {"\\frac\x01{1}"}, {"\\\x1b"},       {"\\x\x02"},      {"\\mathbf{\x03}"},
    {"\\\xff"},        {"x_\\\x80"},     {"\\pi\xc3"},     {"a\x01 \\pi"},
};

static void
check_bytes(void **state)
{
    const struct byte_row *r = *state;
    struct arena *a = arena_new();

    assert_false(read_in_time(a, r->text));
    arena_free(a);
}

int
main(void)
{
    struct table t = {0};
    struct row *rows[400];
    int n = add_cases(&t, rows, 400), status;

    TABLE_ROWS(&t, budget_rows, check_budget);
    TABLE_ROWS(&t, byte_rows, check_bytes);
    status = table_run(&t, "expr_cases");
    free_cases(rows, n);
    return status;
}
