#include "unit/table.h"

#include "base/buf.h"
#include "check/check.h"
#include "num/num.h"

/* Every case's text stands behind these eight lines. */
static const char head[] = "---\nid: t\ntitle: T\nneeds: one, two\n"
                           "let: q = [1, 2]; theta = 0.25\n---\n# Step {#s}\n\n";

/* The findings as "LINE:COL CODE sentence", each with a line end. */
static char *
findings(struct arena *a, const char *text, const char *const *known, int n_known,
         struct check_report *report)
{
    struct errs errs = {0};
    struct buf b;
    const struct check_input in = {.text = text,
                                   .len = strlen(text),
                                   .file = "t.md",
                                   .known = known,
                                   .n_known = n_known};
    bool ok = check_lesson(a, &in, report, &errs);

    assert_int_equal(ok, errs.n == 0);
    buf_init(&b, a);
    for (int i = 0; i < errs.n; i++)
        buf_printf(&b, "%d:%d %d %s\n", errs.at[i].at.line, errs.at[i].at.col,
                   (int)errs.at[i].code, errs.at[i].msg);
    return b.s;
}

/* ---- the cases of tests/lessons/findings.txt -----------------------------------------
 */

enum { CASES_MAX = 400, FILE_MAX = 200000 };

struct one_case {
    const char *name, *text, *findings;
};

static void
check_case(void **state)
{
    const struct one_case *r = *state;
    struct arena *a = arena_new();

    assert_string_equal(
        findings(a, arena_printf(a, "%s%s", head, r->text), NULL, 0, NULL), r->findings);
    arena_free(a);
}

static char *
read_file(struct arena *a, const char *path)
{
    char *text = arena_alloc(a, FILE_MAX, 1);
    FILE *f = fopen(path, "rb");

    if (!f || fread(text, 1, FILE_MAX - 1, f) == 0)
        abort();
    fclose(f);
    return text;
}

/* Cut one case off *text, which begins at its name. */
static struct one_case
next_case(struct arena *a, char **text)
{
    char *name = *text, *body = strchr(name, '\n') + 1, *arrow = strstr(body, "\n===>\n"),
         *found = arrow + strlen("\n===>\n"), *end = strstr(found, "\n\n");

    if (*found == '\n')
        end = found;
    else
        end = end ? end + 1 : found + strlen(found);
    *text = end;
    return (struct one_case){arena_strndup(a, name, (size_t)(body - name - 1)),
                             arena_strndup(a, body, (size_t)(arrow - body)),
                             arena_strndup(a, found, (size_t)(end - found))};
}

static void
add_cases(struct table *t, struct arena *a)
{
    struct one_case *cases = ARENA_ARRAY(a, struct one_case, CASES_MAX);
    char *text = read_file(a, TESTS_DIR "/lessons/findings.txt");

    for (int n = 0; n < CASES_MAX && (text = strstr(text, "\n=== ")); n++) {
        text += strlen("\n=== ");
        cases[n] = next_case(a, &text);
        table_add(t, cases[n].name, check_case, &cases[n]);
    }
}

/* ---- the examples of lessons/README.md -----------------------------------------------
 */

/* A figure with a guess, so that any example finds what it refers to. */
static const char around[] = "---\nid: t\ntitle: T\n---\n# Step {#s}\n\nwords\n\n"
                             "```predict p0\nWhat?\nchoice: a; b\ntruth: a\n```\n\n"
                             "```figure arrow\nkind: plane\nslider: turns = 0 in 0..9\n"
                             "arrow: [turns, 1] as \"a\"\n```\n\n# Next {#next}\n\n"
                             "words\n\n";

static const char guess[] = "```predict p1\nWhat?\nchoice: a; b\ntruth: a\n```\n\n";

static void
check_example(void **state)
{
    const char *example = *state;
    struct arena *a = arena_new();
    bool whole = !strncmp(example, "---", 3), figure = !strncmp(example, "```figure", 9);

    if (!whole)
        example = arena_printf(a, "%s%s%s", around, figure ? guess : "", example);
    assert_string_equal(findings(a, example, NULL, 0, NULL), "");
    arena_free(a);
}

/* The next run of indented lines without its indent; NULL behind the last. */
static char *
next_example(struct arena *a, char **text)
{
    char *start = strstr(*text, "\n\n    "), *line;
    struct buf b;

    if (!start)
        return NULL;
    buf_init(&b, a);
    for (line = start + 2; !strncmp(line, "    ", 4) || *line == '\n';) {
        size_t len = strcspn(line, "\n");

        buf_add_n(&b, line + (len ? 4 : 0), len ? len - 4 : 0);
        buf_char(&b, '\n');
        line += len + 1;
    }
    *text = line - 2;
    return b.s;
}

static void
add_examples(struct table *t, struct arena *a)
{
    char *text = read_file(a, TESTS_DIR "/../lessons/README.md"), *example;

    while ((example = next_example(a, &text)))
        if (!strncmp(example, "---", 3) || !strncmp(example, "```", 3))
            table_add(t, arena_printf(a, "README: %.30s", example), check_example,
                      example);
}

/* ---- what needs more than a text -----------------------------------------------------
 */

static const struct need_row {
    const char *name;
    const char *known[3];
    int n;
    const char *findings;
} need_rows[] = {
    {"all known",       {"two", "one", "three"}, 3, ""                                                                                },
    {"one unknown",     {"one", "zebra"},        2, "4:8 436 the course has no lesson 'two'\n"                                        },
    {"one misspelt",
     {"one", "twoo"},
     2,                                             "4:8 436 the course has no lesson 'two'; did you mean 'twoo'?\n"                  },
    {"an empty course",
     {""},
     0,                                             "4:8 436 the course has no lesson 'one'\n4:8 436 the course has no lesson 'two'\n"},
};

static void
check_needs(void **state)
{
    const struct need_row *r = *state;
    struct arena *a = arena_new();

    assert_string_equal(
        findings(a, arena_printf(a, "%swords", head), r->known, r->n, NULL), r->findings);
    arena_free(a);
}

static void
check_counts(void **state)
{
    struct arena *a = arena_new();
    struct check_report r = {.lines = 9};

    (void)state;
    findings(a,
             arena_printf(
                 a, "%s%s", head,
                 "`= theta` `= q`\n\n```predict\nWhat?\nchoice: a; b\ntruth: a\n```\n\n"
                 "```figure f\nkind: plane\narrow: q as \"q\"\n```\n\n# Two {#two}\n\n"
                 "```derive\ntheorem t\n  1 + 1\n= 2\n= 3 - 1 by arithmetic\n"
                 "claim So it is because it is\n```\n"),
             NULL, 0, &r);
    assert_int_equal(r.steps, 2);
    assert_int_equal(r.questions, 1);
    assert_int_equal(r.figures, 1);
    assert_int_equal(r.spans, 2);
    assert_int_equal(r.lines, 2);
    assert_int_equal(r.lines_numeric, 0);
    assert_int_equal(r.claims, 1);
    arena_free(a);
}

/* ---- sittings ------------------------------------------------------------------------
 */

static void
check_sitting(void **state)
{
    static const char front[] = "---\nid: t\ntitle: T\nsittings: %s\n---\n",
                      line[] = "= x + %d - %d\n";
    struct arena *a = arena_new();
    struct buf b;

    (void)state;
    buf_init(&b, a);
    for (int s = 0; s < 2; s++) {
        buf_printf(
            &b, "# Step {#s%d}\n\nwords\n\n```derive\ntheorem t%d\nlet x : real\n  x\n",
            s, s);
        for (int i = 0; i < 8; i++)
            buf_printf(&b, line, i + 1, i + 1);
        buf_printf(&b, "```\n\n");
    }
    assert_non_null(
        strstr(findings(a, arena_printf(a, "%s%s", arena_printf(a, front, "s0"), b.s),
                        NULL, 0, NULL),
               "6:1 449 the sitting that begins here takes about 24 minutes"));
    assert_null(
        strstr(findings(a, arena_printf(a, "%s%s", arena_printf(a, front, "s0, s1"), b.s),
                        NULL, 0, NULL),
               " 449 "));
    arena_free(a);
}

int
main(void)
{
    struct table t = {0};
    struct arena *a = arena_new();
    int failed;

    num_init();
    add_cases(&t, a);
    add_examples(&t, a);
    TABLE_ROWS(&t, need_rows, check_needs);
    table_add(&t, "a sitting that takes too long", check_sitting, NULL);
    table_add(&t, "what is counted", check_counts, NULL);
    failed = table_run(&t, "check");
    arena_free(a);
    return failed;
}
