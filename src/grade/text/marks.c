#include "grade/grade_priv.h"
#include "grade/text/text_priv.h"

const char *
mark_source_text(enum mark_source s)
{
    static const char *const texts[] = {"by rules", "by you", "by a teacher"};

    return texts[s];
}

bool
idea_mark_change(struct idea_mark *m, enum idea_verdict v, enum mark_source by)
{
    bool blocked = m->verdict == IDEA_CONTRADICTED || v == IDEA_CONTRADICTED;

    if (by < m->source)
        return false;
    if (by == MARK_BY_YOU && v != m->verdict && blocked)
        m->contested = true;
    if (by == MARK_BY_TEACHER)
        m->contested = false;
    m->verdict = v;
    m->source = by;
    return true;
}

int
grade_text_points(struct arena *a, const struct ask *q, const struct idea_mark *marks,
                  bool *provisional)
{
    struct rubric *r = rubric_read(a, q, NULL);
    enum idea_verdict v[RUBRIC_IDEAS_MAX];
    bool contested = false;
    int points;

    for (int i = 0; i < r->n_ideas; i++) {
        v[i] = marks[i].verdict;
        contested = contested || marks[i].contested;
    }
    points = points_of(r, v);
    rubric_free(r);
    if (provisional)
        *provisional = contested;
    return points;
}
