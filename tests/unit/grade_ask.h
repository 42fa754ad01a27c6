/*
 * A question as the lines of its block, for the tests of room grade.
 */
#ifndef ROPEWALK_TESTS_GRADE_ASK_H
#define ROPEWALK_TESTS_GRADE_ASK_H

#include "unit/table.h"

#include "grade/grade.h"

/* The question whose block is `lines`, in a lesson of its own. `frame` is what stands
 * behind the three backquotes. */
static inline const struct ask *
ask_framed(struct arena *a, const char *frame, const char *lines)
{
    char *text =
        arena_printf(a,
                     "---\nid: t\ntitle: T\nlet: len = 3\n---\n\n# S {#s core}\n\n"
                     "```predict g\nGuess.\nchoice: a; b\ntruth: a\n```\n\n---\n\n"
                     "```figure f\nkind: plane\nslider: turns = 0 in 0..23; c = 1 in "
                     "0..9\nlet: twice = 2 turns\narrow: [turns, twice] as \"x\"\n"
                     "say: Now {turns}.\n```\n\n---\n\n"
                     "```%s\nWhat?\n%s\n```\n",
                     frame, lines);
    struct errs errs = {0};
    const struct lesson *l = lesson_read(a, text, strlen(text), "t.md", &errs);

    for (int i = 0; i < errs.n; i++)
        print_error("# %s\n", err_text(a, &errs.at[i]));
    assert_non_null(l);
    return lesson_ask(l, "q");
}

static inline const struct ask *
ask_from(struct arena *a, const char *lines)
{
    const struct ask *q = ask_framed(a, "ask q", lines);

    assert_non_null(q);
    return q;
}

#endif
