/* The basic rules: axioms from their lesson, and those that are code. */
#include <assert.h>
#include <string.h>

#include "proof/rule/axioms.h"
#include "proof/rule/code.h"

/* ---- rules that are code ----------------------------------------------------------- */

static const struct built_in {
    const char *name;
    enum rule_kind kind;
    code_rule *code;
    judge_rule *judge;
    const char *say;
} built_ins[] = {
    {"arithmetic",              RULE_ARITHMETIC, NULL,                         NULL,
     "Working out: brackets, fractions, what commutes."                                                       },
    {"distribute",              RULE_ARITHMETIC, NULL,                         NULL,
     "A product with a sum is a sum of products."                                                             },
    {"collect",                 RULE_ARITHMETIC, NULL,                         NULL, "What is alike is added."},
    {"definition Re",           RULE_DEFINITION, code_real_part,               NULL, "What stands without i." },
    {"definition Im",           RULE_DEFINITION, code_imaginary_part,          NULL,
     "What stands before i."                                                                                  },
    {"definition conj",         RULE_DEFINITION, code_conjugate,               NULL, "The sign of i turned."  },
    {"transpose-scalar",        RULE_BUILT_IN,   code_transpose_scalar,        NULL,
     "A number is its own transpose."                                                                         },
    {"block-product",           RULE_BUILT_IN,   code_block_product,           NULL,
     "Matrices of blocks multiply block by block."                                                            },
    {"variance-sum",            RULE_BUILT_IN,   code_variance_sum,            NULL,
     "Without conspiracy spreads add."                                                                        },
    {"conditional-probability", RULE_BUILT_IN,   code_conditional_probability, NULL,
     "Given means counting inside a smaller table."                                                           },
    {"product-rule",            RULE_BUILT_IN,   code_product_rule,            NULL,
     "One factor changes while the other waits, then the other."                                              },
    {"quotient-rule",           RULE_BUILT_IN,   code_quotient_rule,           NULL,
     "The slope of a quotient."                                                                               },
    {"chain-rule",              RULE_BUILT_IN,   code_chain_rule,              NULL,
     "Slopes of what is done one after the other multiply."                                                   },
    {"exp-derivative",          RULE_BUILT_IN,   code_exp_derivative,          NULL,
     "The exponential grows as fast as it is large."                                                          },
};

/* Arithmetic, or all the others. */
static void
add_built_in(struct rulebook *b, bool arithmetic)
{
    for (size_t i = 0; i < sizeof built_ins / sizeof *built_ins; i++)
        if ((built_ins[i].kind == RULE_ARITHMETIC) == arithmetic)
            rulebook_put(b, built_ins[i].name, built_ins[i].kind, built_ins[i].code,
                         built_ins[i].judge, built_ins[i].say);
}

/* ---- axioms ------------------------------------------------------------------------ */

/* The next line of a text without its line break; NULL at the end. */
static const char *
next_line(struct arena *a, const char **text)
{
    size_t n = strcspn(*text, "\n");
    const char *line;

    if (**text == '\0')
        return NULL;
    line = arena_strndup(a, *text, n);
    *text += n + ((*text)[n] == '\n');
    return line;
}

static bool
begins_with(const char *line, const char *word)
{
    return strncmp(line, word, strlen(word)) == 0;
}

static void
add_axiom(struct rulebook *b, struct arena *a, const char *text)
{
    const char *say = next_line(a, &text) + 2;
    const char *name = next_line(a, &text) + strlen("axiom ");
    struct scope *s = scope_new(a, NULL);
    struct pos at = {name, 1, 1};
    struct err e = {0};
    const struct term *r = NULL;
    const char *line;

    while ((line = next_line(a, &text))) {
        if (begins_with(line, "let ") || begins_with(line, "assume ")) {
            if (!scope_declare(a, s, line, at, &e))
                assert(!"declarations of an axiom");
        } else {
            r = expr_parse_relation(a, s, line, at, &e);
        }
    }
    assert(r);
    rulebook_add(b, name, begins_with(name, "definition ") ? RULE_DEFINITION : RULE_AXIOM,
                 s, r->relation, r->arg[0], r->arg[1], say);
}

const struct rulebook *
rulebook_basic(struct arena *a)
{
    struct rulebook *b = rulebook_new(a, NULL);

    add_built_in(b, true);
    for (const char *const *text = axiom_texts; *text; text++)
        add_axiom(b, a, *text);
    add_built_in(b, false);
    return b;
}
