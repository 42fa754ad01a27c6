/*
 * teachback FILE PERCENT UNSAFE LESSON...: explanations with a verdict given by hand for
 * each idea of a question of the lessons, or on the reason that names the rule of a spot
 * ("because"). FILE has rows (question, answer's id, answer,
 * QUESTION.idea, verdict, why).
 * Prints how often each verdict became which; fails when fewer than PERCENT of them
 * agree, when more than UNSAFE contradicted ideas were called found, or when a row cannot
 * be judged.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grade/grade.h"

enum {
    VERDICTS = 3,
    LINE_MAX_BYTES = 1 << 16,
    FIELDS = 6,
    LESSONS_MAX = 40,
    PATTERN_BYTES = 256
};
enum { QUESTION, ANSWER_ID, ANSWER, IDEA, VERDICT };

struct course {
    const struct lesson *lesson[LESSONS_MAX];
    int n;
};

struct tally {
    int of[VERDICTS][VERDICTS]; /* given, got */
    int lost;
};

static char *
read_whole(struct arena *a, const char *path, size_t *n)
{
    FILE *f = fopen(path, "rb");
    char *text;

    if (!f || fseek(f, 0, SEEK_END) != 0)
        exit(1);
    *n = (size_t)ftell(f);
    rewind(f);
    text = arena_alloc(a, *n + 1, 1);
    if (fread(text, 1, *n, f) != *n)
        exit(1);
    fclose(f);
    return text;
}

static int
verdict_named(const char *s)
{
    for (int v = 0; v < VERDICTS; v++)
        if (!strcmp(s, grade_idea_text((enum idea_verdict)v)))
            return v;
    return -1;
}

static void
split(char *line, char *field[FIELDS])
{
    static char none[] = "";
    char *p = line;

    line[strcspn(line, "\r\n")] = '\0';
    for (int i = 0; i < FIELDS; i++) {
        field[i] = p ? p : none;
        p = p ? strchr(p, '\t') : NULL;
        if (p)
            *p++ = '\0';
    }
}

static const struct ask *
find_question(const struct course *c, const char *id)
{
    const struct ask *q = NULL;

    for (int i = 0; i < c->n && !q; i++)
        q = lesson_ask(c->lesson[i], id);
    return q && (q->kind == ASK_TEXT || q->kind == ASK_SPOT) ? q : NULL;
}

/* The verdict on the reason for the wrong line of a spot, typed with its repair. */
static int
judge_reason(struct arena *a, const struct ask *q, const struct drawn *d,
             const char *reason)
{
    static const char link[] = "; because ";
    char *model = grade_model(a, q, d, false), *end = strstr(model, link);
    struct grade g;

    if (!end)
        return -1;
    *end = '\0';
    g = grade_answer(a, q, d, arena_printf(a, "%s%s%s", model, link, reason), NULL, NULL);
    if (g.verdict == GRADE_RIGHT)
        return IDEA_FOUND;
    if (g.verdict != GRADE_RIGHT_BUT)
        return -1;
    return strstr(g.feedback, "opposite") ? IDEA_CONTRADICTED : IDEA_MISSING;
}

/* The verdict of the rules on one idea of an answer, and the pattern that it is by; -1.
 */
static int
judge(const struct course *l, char *field[FIELDS], char pattern[PATTERN_BYTES])
{
    struct arena *a = arena_new();
    char *id = arena_strdup(a, field[QUESTION]);
    const char *idea = strrchr(field[IDEA], '.');
    const struct ask *q;
    int v = -1;

    for (char *c = id; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    q = find_question(l, id);
    if (q && idea) {
        struct drawn d = ask_draw(a, q, 0, 0);
        struct grade g = grade_answer(a, q, &d, field[ANSWER], NULL, NULL);

        if (q->kind == ASK_SPOT)
            v = judge_reason(a, q, &d, field[ANSWER]);
        for (int i = 0; i < g.n_ideas; i++)
            if (!strcmp(g.ideas[i].id, idea + 1)) {
                v = (int)g.ideas[i].verdict;
                snprintf(pattern, PATTERN_BYTES, "%s", g.ideas[i].pattern);
            }
    }
    arena_free(a);
    return v;
}

static struct tally
count(const struct course *l, const char *path)
{
    static char line[LINE_MAX_BYTES];
    struct tally t = {.lost = 0};
    FILE *f = fopen(path, "r");

    while (f && fgets(line, sizeof line, f)) {
        char *field[FIELDS], pattern[PATTERN_BYTES] = "";
        int given, got;

        if (*line == '#' || *line == '\n')
            continue;
        split(line, field);
        given = verdict_named(field[VERDICT]);
        got = judge(l, field, pattern);
        if (given < 0 || got < 0)
            t.lost++;
        else
            t.of[given][got]++;
        if (given != got)
            printf("# %s %s: %s, given %s%s%s\n", field[ANSWER_ID], field[IDEA],
                   got < 0 ? "not judged" : grade_idea_text((enum idea_verdict)got),
                   field[VERDICT], *pattern ? ", by " : "", pattern);
    }
    if (f)
        fclose(f);
    return t;
}

static bool
read_course(struct arena *a, struct course *c, int n, char **paths)
{
    *c = (struct course){.n = 0};
    for (int i = 0; i < n && i < LESSONS_MAX; i++) {
        struct errs errs = {0};
        size_t len;
        char *text = read_whole(a, paths[i], &len);

        c->lesson[c->n] = lesson_read(a, text, len, paths[i], &errs);
        if (!c->lesson[c->n++])
            return false;
    }
    return n <= LESSONS_MAX;
}

int
main(int argc, char **argv)
{
    enum { PATH = 1, PERCENT, UNSAFE, LESSONS };
    struct arena *a = arena_new();
    struct course course;
    struct tally t;
    int all = 0, same = 0, unsafe;

    if (argc <= LESSONS || !read_course(a, &course, argc - LESSONS, argv + LESSONS))
        return 1;
    t = count(&course, argv[PATH]);
    printf("# given         missing  found  contradicted\n");
    for (int v = 0; v < VERDICTS; v++) {
        printf("# %-14s %6d %6d %6d\n", grade_idea_text((enum idea_verdict)v), t.of[v][0],
               t.of[v][1], t.of[v][2]);
        all += t.of[v][0] + t.of[v][1] + t.of[v][2];
        same += t.of[v][v];
    }
    unsafe = t.of[IDEA_CONTRADICTED][IDEA_FOUND];
    printf("1..3\n");
    printf("%sok 1 - %d of %d verdicts agree, at least %s %%\n",
           all && 100.0 * same >= atof(argv[PERCENT]) * all ? "" : "not ", same, all,
           argv[PERCENT]);
    printf("%sok 2 - %d contradicted ideas called found, at most %s\n",
           unsafe <= atoi(argv[UNSAFE]) ? "" : "not ", unsafe, argv[UNSAFE]);
    printf("%sok 3 - every row is judged\n", t.lost ? "not " : "");
    arena_free(a);
    return !(all && 100.0 * same >= atof(argv[PERCENT]) * all &&
             unsafe <= atoi(argv[UNSAFE]) && !t.lost);
}
