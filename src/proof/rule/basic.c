/* The basic rules: axioms from their lesson, and those that are code. */
#include <assert.h>
#include <string.h>

#include "base/near.h"
#include "proof/rule/axioms.h"
#include "proof/rule/code.h"

/* ---- rules that are code ----------------------------------------------------------- */

#define OP(op)                 \
    {                          \
        (uint64_t)1 << (op), 0 \
    }
#define CALL(function)               \
    {                                \
        0, (uint64_t)1 << (function) \
    }

static const struct built_in {
    const char *name;
    enum rule_kind kind;
    code_rule *code;
    struct heads needs;
    judge_rule *judge;
    const char *say;
} built_ins[] = {
#define BUILT_IN(name, kind, code, needs, judge, say) \
    {name, RULE_##kind, code, needs, judge, say},
#include "proof/rule/built_in.def"
#undef BUILT_IN
};

/* Arithmetic, or all the others. */
static void
add_built_in(struct rulebook *b, bool arithmetic)
{
    for (size_t i = 0; i < sizeof built_ins / sizeof *built_ins; i++) {
        const struct built_in *r = &built_ins[i];
        struct rule_body body = {.code = r->code, .needs = r->needs, .judge = r->judge};

        if ((r->kind == RULE_ARITHMETIC) == arithmetic)
            rulebook_put(b, r->name, r->kind, &body, r->say);
    }
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

/* Ids of lessons have small letters and no blanks; rules are called as they are written.
 */
static const char *
rule_name(struct arena *a, const char *id)
{
    static const char *const capital[] = {"R", "Re", "Im"};
    const char *const prefix = "definition-";
    const char *word = id + strlen(prefix);

    if (!begins_with(id, prefix))
        return id;
    for (size_t i = 0; i < sizeof capital / sizeof *capital; i++)
        if (near_distance(word, capital[i]) == 0)
            word = capital[i];
    return arena_printf(a, "definition %s", word);
}

static void
add_axiom(struct rulebook *b, struct arena *a, const char *text)
{
    const char *say = next_line(a, &text) + 2;
    const char *name = rule_name(a, next_line(a, &text) + strlen("axiom "));
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
