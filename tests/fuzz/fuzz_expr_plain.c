/* Plain text as a term, as a relation, as declarations and as bindings. */
#include "fuzz/fuzz.h"

static void
read_term(struct arena *a, const struct scope *s, const char *text)
{
    struct err e = {0};
    const struct term *t = expr_parse(a, s, text, fuzz_here, &e);

    if (t)
        fuzz_written(a, expr_unfold(a, s, t));
    else
        fuzz_refused(&e);
    t = expr_parse_relation(a, s, text, fuzz_here, &e);
    if (t)
        fuzz_written(a, t);
    else
        fuzz_refused(&e);
}

static void
read_declarations(struct arena *a, const struct scope *parent, const char *text)
{
    struct scope *s = scope_new(a, parent);
    struct bindings b;
    struct err e = {0};

    if (!scope_declare(a, s, text, fuzz_here, &e)) {
        fuzz_refused(&e);
        fuzz_require(scope_count(s) == 0 && scope_assumption_count(s) == 0);
    }
    s = scope_new(a, parent);
    if (!bindings_read(a, s, text, fuzz_here, &b, &e)) {
        fuzz_refused(&e);
        fuzz_require(scope_count(s) == 0);
    }
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *a = arena_new();
    const struct scope *s = fuzz_scope();
    const char *text = fuzz_text(a, data, size, "");

    read_term(a, s, text);
    read_declarations(a, s, text);
    arena_free(a);
    return 0;
}
