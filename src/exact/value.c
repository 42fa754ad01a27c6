#include "exact/value.h"

#include "exact/chance/world.h"
#include "exact/machine/machine.h"
#include "exact/number/decimal.h"
#include "exact/search.h"

/* A term as a program whose names all have values. */
struct constant {
    struct program program;
    struct machine machine;
    struct cone cone;
    int node;
};

static void
constant_init(struct constant *c, struct arena *a, const struct scope *s,
              const struct term *t, const struct coordinate *at, int n)
{
    struct program *p = &c->program;

    program_init(p, a, s);
    for (int i = 0; i < n; i++) {
        const struct decl *d = scope_find(s, at[i].name);

        if (d && !program_alias(p, d, at[i].value))
            break;
    }
    c->node = p->why ? -1 : program_add(p, t);
    if (c->node >= 0)
        c->cone = program_cone(p, &c->node, 1);
    machine_init(&c->machine, p);
    if (c->machine.world) /* nothing in it is random */
        c->machine.world->space.exists = true;
}

static void
constant_fini(struct constant *c)
{
    machine_fini(&c->machine);
}

static bool
is_closed(const struct constant *c)
{
    return c->node >= 0 && c->program.n_slots == 0 && !chance_first(&c->program);
}

bool
value_of_constant(struct arena *a, const struct scope *s, const struct term *t,
                  slong prec, struct balls *out)
{
    struct constant c;
    bool good;

    constant_init(&c, a, s, t, NULL, 0);
    good = is_closed(&c);
    if (good) {
        machine_run(&c.machine, c.cone, prec);
        good = c.machine.reg[c.node].state == DEFINED;
    }
    if (good)
        balls_copy(out, &c.machine.reg[c.node]);
    constant_fini(&c);
    return good;
}

/* ---- why there is no value --------------------------------------------------------- */

static const char *
undefined_call(enum function_id f)
{
    switch (f) {
    case FUNCTION_SQRT:
        return "it is the square root of a negative number";
    case FUNCTION_LN:
    case FUNCTION_LOG2:
    case FUNCTION_LOG10:
        return "it is the logarithm of a number that is not positive";
    case FUNCTION_ASIN:
    case FUNCTION_ACOS:
        return "no angle has a sine or cosine beyond 1";
    case FUNCTION_TAN:
        return "the cosine of the angle is 0";
    case FUNCTION_ARG:
        return "0 has no angle";
    case FUNCTION_RMSNORM:
        return "all entries are 0";
    case FUNCTION_ONEHOT:
        return "there is no such place";
    default:
        return "its argument does not fit";
    }
}

static const char *
undefined_because(const struct node *n)
{
    switch (n->op) {
    case TERM_DIV:
        return "it divides by 0";
    case TERM_POW:
        return n->term->type.kind == TYPE_MATRIX
                   ? "the matrix has no inverse"
                   : "it is a power of 0 or of a negative number that has no real value";
    case TERM_INDEX:
        return "there is no such component";
    case TERM_INFINITY:
        return "inf is no number";
    case TERM_LIMIT:
        return "the term grows without bound, or its sides differ";
    case TERM_CALL:
        return undefined_call(n->function);
    default:
        return "its parts do not fit together";
    }
}

static bool
fail_undefined(struct arena *a, const struct constant *c, struct err *e)
{
    const struct node *n = &c->program.node[c->machine.reg[c->node].cause];

    return err_at(e, (struct pos){0}, ERR_VALUE_UNDEFINED, "%s is undefined: %s",
                  expr_plain(a, n->term, 0), undefined_because(n));
}

static bool
fail_names(const struct constant *c, struct err *e)
{
    if (c->program.why)
        return err_at(e, (struct pos){0}, ERR_VALUE_OPEN, "%s", c->program.why);
    if (c->program.n_slots == 0)
        return err_at(e, (struct pos){0}, ERR_VALUE_MISSING,
                      "'%s' is left to chance and has no value here",
                      chance_first(&c->program)->name);
    return err_at(e, (struct pos){0}, ERR_VALUE_MISSING, "'%s' has no value here",
                  c->program.slot[0].decl->name);
}

static bool
fail_undecided(const struct constant *c, struct err *e)
{
    if (c->machine.exhausted)
        return err_at(e, (struct pos){0}, ERR_VALUE_WORK,
                      "this needs more than %d operations", WORK_MAX);
    if (c->machine.open)
        return err_at(e, (struct pos){0}, ERR_VALUE_OPEN, "%s", c->machine.open);
    return err_at(
        e, (struct pos){0}, ERR_VALUE_OPEN,
        "%d bits do not settle this value; a part of it is 0 or very near to it",
        PREC_MOST);
}

/* ---- the value --------------------------------------------------------------------- */

/* With more and more bits, until every digit is certain. */
static bool
write_value(struct arena *a, struct constant *c, int digits, const char **text,
            struct err *e)
{
    const struct balls *v;
    slong first = (slong)digits * 7 / 2 + 128 + c->program.significant;
    slong most = first > PREC_MOST ? 2 * first : PREC_MOST;

    for (slong prec = first;; prec = 2 * prec < most ? 2 * prec : most) {
        enum written w = TOO_WIDE;

        machine_run(&c->machine, c->cone, prec);
        v = &c->machine.reg[c->node];
        if (v->state == UNDEFINED)
            return fail_undefined(a, c, e);
        if (v->state == DEFINED)
            w = balls_text(a, v, digits, prec, prec >= most, text);
        if (w == WRITTEN)
            return true;
        if (w == TOO_LARGE)
            return err_at(e, (struct pos){0}, ERR_VALUE_OPEN,
                          "the number is too large or too small to be written");
        if (prec >= most)
            return fail_undecided(c, e);
    }
}

bool
exact_value(struct arena *a, const struct scope *s, const struct term *t,
            const struct coordinate *at, int n, int digits, const char **text,
            struct err *e)
{
    struct constant c;
    bool good;

    digits = digits < 1 ? 1 : digits > DIGITS_MAX ? DIGITS_MAX : digits;
    constant_init(&c, a, s, t, at, n);
    good = is_closed(&c) ? write_value(a, &c, digits, text, e) : fail_names(&c, e);
    constant_fini(&c);
    return good;
}

void
exact_cleanup(void)
{
    flint_cleanup();
}
