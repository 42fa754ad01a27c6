/*
 * What a rule says, in words that a learner can read.
 */
#include "base/buf.h"
#include "proof/rule/body.h"

char *
rule_statement(struct arena *a, const struct rule *r)
{
    struct buf b;

    buf_init(&b, a);
    for (int i = 0; r->body && i < r->body->n; i++) {
        const struct equation *e = &r->body->at[i];

        buf_printf(&b, "%s %s %s\n", expr_plain(a, e->left, 0),
                   relation_text(e->relation), expr_plain(a, e->right, 0));
    }
    return b.s;
}

const char *
rule_ground(const struct rule *r)
{
    static const char *const grounds[] = {
        [RULE_ARITHMETIC] =
            "It rests on the laws of school arithmetic: both sides have one "
            "normal form.",
        [RULE_BUILT_IN] = "A basic rule: the program knows it.",
        [RULE_AXIOM] =
            "A basic rule: the derivations of the course begin with it (lesson "
            "axioms).",
        [RULE_THEOREM] = "A theorem: it was derived before.",
        [RULE_ASSUMPTION] = "An assumption of this theorem.",
        [RULE_DEFINITION] = "What a name stands for.",
    };

    return grounds[r->kind];
}
