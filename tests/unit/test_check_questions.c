/*
 * The questions of the whole course, as lessons of their own, with answers to each in the
 * spellings that learners use: tests/lessons/questions/. Every question has at least
 * three right answers here, and every foreseen wrong one a row with its name.
 */
#include "unit/table.h"

#include <dirent.h>

#include "base/buf.h"
#include "check/check.h"
#include "grade/grade.h"

#define FOLDER TESTS_DIR "/lessons/questions/"

enum { FILE_MAX = 200000, FILES_MAX = 64, ROWS_MAX = 2000, RIGHT_LEAST = 3 };

static char *
read_file(struct arena *a, const char *name, size_t *len)
{
    char *text = arena_alloc(a, FILE_MAX, 1);
    FILE *f = fopen(arena_printf(a, FOLDER "%s", name), "rb");

    if (!f)
        abort();
    *len = fread(text, 1, FILE_MAX - 1, f);
    fclose(f);
    return text;
}

static const struct lesson *
read_lesson(struct arena *a, const char *name)
{
    struct errs errs = {0};
    size_t len;
    char *text = read_file(a, name, &len);
    const struct lesson *l = lesson_read(a, text, len, name, &errs);

    for (int i = 0; i < errs.n; i++)
        print_error("# %s\n", err_text(a, &errs.at[i]));
    assert_non_null(l);
    return l;
}

/* ---- each lesson is sound --------------------------------------------------------- */

static void
check_file(void **state)
{
    const char *name = *state;
    struct arena *a = arena_new();
    struct errs errs = {0};
    size_t len;
    char *text = read_file(a, name, &len);
    const struct check_input in = {.text = text, .len = len, .file = name};

    check_lesson(a, &in, NULL, &errs);
    for (int i = 0; i < errs.n; i++)
        print_error("# %s\n", err_text(a, &errs.at[i]));
    assert_int_equal(errs.n, 0);
    arena_free(a);
}

/* ---- each answer ------------------------------------------------------------------ */

struct row {
    const char *name; /* of the test */
    const char *file, *question, *want, *answer;
};

static struct row rows[ROWS_MAX];
static int n_rows;

/* "\n" in an answer is a line break. */
static char *
with_breaks(char *s)
{
    char *out = s;

    for (char *in = s; *in; in++)
        if (in[0] == '\\' && in[1] == 'n') {
            *out++ = '\n';
            in++;
        } else
            *out++ = *in;
    *out = '\0';
    return s;
}

/* What a grade is called in the table. */
static const char *
called(const struct grade *g)
{
    if (g->off_form || g->unfinished)
        return "!";
    switch (g->verdict) {
    case GRADE_RIGHT:
        return "=";
    case GRADE_RIGHT_BUT:
        return "~";
    case GRADE_UNREADABLE:
        return "?";
    case GRADE_WRONG:
        break;
    }
    return g->misconception;
}

static void
check_row(void **state)
{
    const struct row *r = *state;
    struct arena *a = arena_new();
    const struct lesson *l = read_lesson(a, r->file);
    const struct ask *q = lesson_ask(l, r->question);
    struct drawn d;
    struct grade g;

    assert_non_null(q);
    d = ask_draw(a, q, 0, 0);
    g = grade_answer(a, q, &d, r->answer, NULL, lesson_ask_rules(a, l, q, NULL, 0));
    if (strcmp(called(&g), r->want) != 0)
        print_error("# %s: %s %s\n", grade_verdict_text(g.verdict), g.misconception,
                    g.feedback);
    assert_string_equal(called(&g), r->want);
    arena_free(a);
}

static void
read_rows(struct arena *a)
{
    size_t len;
    char *line = read_file(a, "answers.tsv", &len), *next;
    const char *file = "";

    for (; *line; line = next) {
        char *want, *answer;

        next = strchr(line, '\n');
        *next++ = '\0';
        if (*line == '[') {
            file = arena_strndup(a, line + 1, strlen(line) - 2);
            continue;
        }
        want = *line == '#' ? NULL : strchr(line, '\t');
        answer = want ? strchr(want + 1, '\t') : NULL;
        if (!answer || n_rows == ROWS_MAX)
            continue;
        *want++ = *answer++ = '\0';
        rows[n_rows++] = (struct row){arena_printf(a, "%s: %s", line, answer), file, line,
                                      want, with_breaks(arena_strdup(a, answer))};
    }
}

/* ---- nothing is left out ---------------------------------------------------------- */

static int
count_rows(const char *file, const char *question, const char *want)
{
    int n = 0;

    for (int i = 0; i < n_rows; i++)
        n += !strcmp(rows[i].file, file) && !strcmp(rows[i].question, question) &&
             !strcmp(rows[i].want, want);
    return n;
}

static int
count_left_out(const char *file, const struct ask *q)
{
    int left = 0;
    bool route = q->kind == ASK_DERIVATION || q->kind == ASK_STEP;

    if (count_rows(file, q->id, "=") + count_rows(file, q->id, "~") <
        (route ? 1 : RIGHT_LEAST)) {
        print_error("# %s: too few right answers\n", q->id);
        left++;
    }
    for (int i = 0; i < q->n_misses; i++)
        if (!count_rows(file, q->id, q->misses[i].name)) {
            print_error("# %s: no answer is %s\n", q->id, q->misses[i].name);
            left++;
        }
    return left;
}

static void
check_complete(void **state)
{
    const char *file = *state;
    struct arena *a = arena_new();
    const struct lesson *l = read_lesson(a, file);
    int left = 0;

    for (int s = 0; s < l->n_steps; s++)
        for (int b = 0; b < l->steps[s].n_beats; b++)
            for (int i = 0; i < l->steps[s].beats[b].n; i++)
                if (l->steps[s].beats[b].items[i].kind == ITEM_ASK)
                    left += count_left_out(file, l->steps[s].beats[b].items[i].ask);
    assert_int_equal(left, 0);
    arena_free(a);
}

/* ----------------------------------------------------------------------------------- */

static int
list_files(struct arena *a, const char **names)
{
    DIR *d = opendir(FOLDER);
    struct dirent *e;
    int n = 0;

    if (!d)
        abort();
    while ((e = readdir(d)) != NULL)
        if (strstr(e->d_name, ".md") && n < FILES_MAX)
            names[n++] = arena_strdup(a, e->d_name);
    closedir(d);
    return n;
}

int
main(void)
{
    struct arena *a = arena_new();
    const char *names[FILES_MAX];
    int n = list_files(a, names), status;
    struct table t = {0};

    read_rows(a);
    for (int i = 0; i < n; i++) {
        table_add(&t, arena_printf(a, "%s is sound", names[i]), check_file, names[i]);
        table_add(&t, arena_printf(a, "%s is complete", names[i]), check_complete,
                  names[i]);
    }
    for (int i = 0; i < n_rows; i++)
        table_add(&t, rows[i].name, check_row, &rows[i]);
    status = table_run(&t, "check_questions");
    arena_free(a);
    return status;
}
