/*
 * prove FOLDER: every derivation in the .txt files of FOLDER is judged, and each of its
 * comments "# expect LINE VERDICT [WORD]" must hold: WORD is a rule of a line that holds,
 * or the remark on it, or the slip of one that does not. "# expect THEOREM LINE VERDICT
 * [WORD]" in a file of several; "# needs LINE NAME[, NAME]" or "# needs LINE nothing" for
 * the audit; "# domain LINE TEXT" for the domain that is left; "# message LINE TEXT" for
 * a part of what is said, which stands there once.
 */
#include "unit/table.h"

#include <dirent.h>

#include "proof/proof.h"

enum { PATH_MAX_LEN = 512, EXPECT_MAX = 2048, TEXT_MAX = 1 << 20 };

/* One comment of a file. */
struct expectation {
    char name[160];
    char path[PATH_MAX_LEN];
    char line[200];
};

struct expectations {
    struct expectation *at;
    int n;
};

static char *
read_file(struct arena *a, const char *path)
{
    FILE *f = fopen(path, "rb");
    char *text = arena_alloc(a, TEXT_MAX, 1);

    if (!f)
        fail_msg("%s cannot be read", path);
    text[fread(text, 1, TEXT_MAX - 1, f)] = '\0';
    fclose(f);
    return text;
}

/* ---- what was found ---------------------------------------------------------------- */

struct found {
    struct judging *j;
    const struct derivation *d;
};

/* Judge all derivations of the file, the theorems as rules for those behind them; the
 * one that is asked for. */
static struct found
judge_file(struct arena *a, const char *path, const char *theorem)
{
    char *text = read_file(a, path);
    struct derivations all =
        derivations_read(a, NULL, text, strlen(text), (struct pos){path, 1, 1});
    struct rulebook *book = rulebook_new(a, rulebook_basic(a));
    struct found f = {NULL, NULL};

    for (int i = 0; i < all.n; i++) {
        struct proof_options *o = ARENA_NEW(a, struct proof_options);
        struct judging *j;

        o->rules = book;
        j = judging_new(a, &all.at[i], o);
        if (strcmp(all.at[i].name, theorem) == 0 || !f.d)
            f = (struct found){j, &all.at[i]};
        judging_theorem(j, book);
    }
    return f;
}

static bool
has_name(struct names n, const char *name)
{
    for (int i = 0; i < n.n; i++)
        if (strcmp(n.at[i], name) == 0)
            return true;
    return false;
}

static void
check_verdict(const struct judged_line *l, const char *verdict, const char *word)
{
    if (strcmp(line_verdict_word(l->verdict), verdict) != 0)
        fail_msg("%s, not %s: %s %s", line_verdict_word(l->verdict), verdict,
                 l->slip.name, l->message);
    if (*word && strcmp(l->slip.name, word) != 0 &&
        strcmp(remark_word(l->remark), word) != 0 && !has_name(l->rules, word))
        fail_msg("'%s%s' and rule '%s', not '%s': %s", l->slip.name,
                 remark_word(l->remark), l->rules.n ? l->rules.at[0] : "", word,
                 l->message);
}

static void
check_needs(struct arena *a, const struct found *f, int line, const char *names)
{
    struct needs n = judging_needs(f->j, line);
    char *got = arena_strdup(a, n.n ? "" : "nothing");

    for (int i = 0; i < n.n; i++)
        got = arena_printf(a, "%s%s%s", got, i ? ", " : "", n.at[i].name);
    assert_string_equal(got, names);
}

static void
check_message(const struct judged_line *l, const char *text)
{
    const char *at = strstr(l->message, text);

    if (!at || strstr(at + 1, text))
        fail_msg("'%s' is not once in '%s'", text, l->message);
}

static void
check_row(void **state)
{
    const struct expectation *x = *state;
    struct arena *a = arena_new();
    char what[16], theorem[64] = "", verdict[32] = "", word[64] = "";
    int line = 0, behind = 0;
    struct found f;

    if (sscanf(x->line, "# %15s %d %n", what, &line, &behind) < 2 &&
        sscanf(x->line, "# %15s %63s %d %n", what, theorem, &line, &behind) < 3)
        fail_msg("not '# expect LINE VERDICT [WORD]': %s", x->line);
    f = judge_file(a, x->path, theorem);
    if (!f.d || line < 1 || line > f.d->n_lines)
        fail_msg("no line %d", line);
    sscanf(x->line + behind, "%31s %63s", verdict, word);
    if (strcmp(what, "needs") == 0)
        check_needs(a, &f, line - 1, x->line + behind);
    else if (strcmp(what, "domain") == 0)
        assert_string_equal(judging_line(f.j, line - 1)->domain, x->line + behind);
    else if (strcmp(what, "message") == 0)
        check_message(judging_line(f.j, line - 1), x->line + behind);
    else
        check_verdict(judging_line(f.j, line - 1), verdict, word);
    arena_free(a);
}

/* ---- the files --------------------------------------------------------------------- */

static void
take_file(struct expectations *all, const char *folder, const char *file)
{
    struct arena *a = arena_new();
    char path[PATH_MAX_LEN];
    char *text;

    snprintf(path, sizeof path, "%s/%s", folder, file);
    text = read_file(a, path);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        struct expectation *x = &all->at[all->n];

        if ((strncmp(line, "# expect ", 9) != 0 && strncmp(line, "# needs ", 8) != 0 &&
             strncmp(line, "# domain ", 9) != 0 &&
             strncmp(line, "# message ", 10) != 0) ||
            all->n == EXPECT_MAX)
            continue;
        snprintf(x->name, sizeof x->name, "%s: %s", file, line + 2);
        snprintf(x->path, sizeof x->path, "%s", path);
        snprintf(x->line, sizeof x->line, "%s", line);
        all->n++;
    }
    arena_free(a);
}

static int
by_name(const void *x, const void *y)
{
    return strcmp(((const struct expectation *)x)->name,
                  ((const struct expectation *)y)->name);
}

int
main(int argc, char **argv)
{
    struct expectations all = {calloc(EXPECT_MAX, sizeof *all.at), 0};
    struct table t = {0};
    DIR *folder = argc == 2 && all.at ? opendir(argv[1]) : NULL;
    int failed;

    if (!folder)
        return 1;
    for (struct dirent *e = readdir(folder); e; e = readdir(folder))
        if (strstr(e->d_name, ".txt"))
            take_file(&all, argv[1], e->d_name);
    closedir(folder);
    qsort(all.at, (size_t)all.n, sizeof *all.at, by_name);
    for (int i = 0; i < all.n; i++)
        table_add(&t, all.at[i].name, check_row, &all.at[i]);
    failed = table_run(&t, "prove");
    free(all.at);
    exact_cleanup();
    return failed;
}
