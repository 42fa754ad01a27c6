#include <string.h>

#include "lesson/ask/ask_priv.h"

static void
read_miss(struct asking *g, const struct field *f, struct miss *m)
{
    struct part left, right;

    m->name = f->name;
    m->typed = "";
    m->sentence = "";
    m->at = f->text_at;
    m->choice = -1;
    if (!parts_arrow(g->r->arena, f->text, f->text_at, &left, &right) || !*left.text ||
        !*right.text) {
        errs_at(g->r->arena, g->r->errs, f->text_at, ERR_KEY_VALUE,
                "write 'miss NAME: wrong answer -> what to say about it'");
        return;
    }
    m->typed = left.text;
    m->sentence = right.text;
    switch (g->q->kind) {
    case ASK_CHOICE:
    case ASK_SEVERAL:
        m->choice = choices_find(g, left);
        break;
    case ASK_ORDER:
    case ASK_SPOT:
    case ASK_REFUTE:
        break; /* read as a learner's answer is */
    default:
        m->answer = route_term(g, g->scope, left.text, left.at);
    }
    if (m->choice >= 0 && g->q->choices[m->choice].right)
        errs_at(g->r->arena, g->r->errs, left.at, ERR_CHOICE_UNKNOWN,
                "'%s' is right, so it is no miss", left.text);
}

void
misses_read(struct asking *g)
{
    struct ask *q = g->q;
    struct miss *misses = ARENA_ARRAY(g->r->arena, struct miss, q->fields.n + 1);

    q->misses = misses;
    if (q->kind == ASK_SET)
        return;
    for (int i = 0; i < q->fields.n; i++)
        if (!strcmp(q->fields.at[i].key, "miss") && *q->fields.at[i].text)
            read_miss(g, &q->fields.at[i], &misses[q->n_misses++]);
}
