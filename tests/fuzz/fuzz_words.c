/*
 * An answer in words: judged against a rubric that has every kind of pattern. Whatever it
 * is, what is quoted stands in it, and the same answer is judged the same again.
 */
#include "fuzz/fuzz.h"

#include "grade/grade.h"

static const char lesson[] =
    "---\nid: t\ntitle: T\n---\n# S {#s core}\n\n```ask q\nWhy do pairs turn?\nkind: "
    "text\n"
    "idea plane: A turn needs a plane.\n"
    "words planes: plane, two numbers, $2 x 2$\n"
    "found plane: <turn> & <need> & <planes>; not <turn> & one (number | coordinate)\n"
    "contradicted plane: save (memory | time) unless (never)\n"
    "idea same: R^T R = I\nfound same: $R ? ^ T R ? = I$; apart oneway transpose & undo\n"
    "points: 2 = plane, same; 1 = any\nmodel: A turn needs a plane. R^T R = I\n```\n";

static const struct ask *
question(void)
{
    static const struct ask *q;
    struct errs errs = {0};
    struct arena *a = q ? NULL : arena_new();

    if (q)
        return q;
    q = lesson_ask(lesson_read(a, lesson, sizeof lesson - 1, "fuzz.md", &errs), "q");
    fuzz_require(q);
    return q;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *a = arena_new();
    const char *answer = fuzz_text(a, data, size, "");
    const struct ask *q = question();
    struct drawn d = ask_draw(a, q, 0, 0);
    struct grade g = grade_answer(a, q, &d, answer, NULL, NULL);
    struct grade again = grade_answer(a, q, &d, answer, NULL, NULL);

    fuzz_require(g.verdict == again.verdict && g.points == again.points);
    for (int i = 0; i < g.n_ideas; i++) {
        const struct idea_grade *idea = &g.ideas[i];

        fuzz_require(idea->from <= idea->to && (size_t)idea->to <= strlen(answer));
        fuzz_require(!memcmp(answer + idea->from, idea->quote, strlen(idea->quote)));
        fuzz_require((idea->verdict == IDEA_MISSING) == !*idea->quote);
    }
    arena_free(a);
    return 0;
}
