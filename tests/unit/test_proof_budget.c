/*
 * What a line may cost: beyond it the line is undecided, or true without a rule, and says
 * so. Operations and bytes are counted, so that the same line always gets the same
 * verdict.
 */
#include "unit/table.h"

#include "base/buf.h"
#include "proof/judge/judge.h"

enum {
    BYTES_READ = 64 << 20,        /* a text of a megabyte, read */
    OPERATIONS_LINE = 60000000,   /* the comparisons of one line, without a count */
    OPERATIONS_OVER = JUDGE_WORK, /* what the last comparison may take too much */
};

static const char too_much[] =
    "this step takes too much work to be decided; go in smaller steps";
static const char too_large[] =
    "equal by numbers; the line is too large to look for its rules: go in smaller steps";

#define LONG_SUM(v) "sum(j=1..3000, sin(j " v ") e^(" v "/j))"

static const struct line_row {
    const char *name, *text;
    enum line_verdict verdict;
    enum remark remark;
    const char *message;
} line_rows[] = {
    {"sums in an equation",
     "let x, y : real\n"
     "  x + " LONG_SUM("y") " = y + " LONG_SUM("x") "\n"
                                                    "=> (" LONG_SUM("x") " - " LONG_SUM(
                                                        "y") ")^2 = x^2 + y^2 - 2 x y",
     LINE_UNDECIDED,                                                                                    REMARK_NONE,    too_much },
    {"sums in an inequality",
     "let a, b, c, x, y : real where x > 0, y > 0\n"
     "  ln(x) + sin(a) + " LONG_SUM("b") " <= ln(y) + cos(c)\n"
                                         "=> x y^2 e^(sin(a) + " LONG_SUM(
                                             "b") ") <= y^3 e^cos(c)",
     LINE_UNDECIDED,                                                                                    REMARK_NONE,    too_much },
    {"powers of sums, no rule looked for to the end",
     "let x, y, z, a, b, c, d : real\n"
     "  (sin(x) + cos(y) + tan(z) + a)^12 (b + c + d + x)^12\n"
     "= (sin(x) + cos(y) + tan(z) + a)^13 (b + c + d + x)^12"
     " / (a + sin(x) + cos(y) + tan(z))",                                               LINE_HOLDS,     REMARK_NO_RULE, too_large},
    {"nested powers",
     "let x : real\n"
     "  x\n"
     "= x^(9^(9^(9^9)))",                                                               LINE_UNDECIDED, REMARK_NONE,    NULL     },
    {"a large power of a sum of many names",
     "let x, y, z, t : real\n"
     "  (x + y + z + t)^40\n"
     "= (t + z + y + x)^40",                                                            LINE_HOLDS,     REMARK_NONE,    ""       },
    {"small steps are not cut short",
     "let x, y, z : real where x > 0, y > 0\n"
     "  (1+x)^200 (1+y)^200 = z\n"
     "<=> (1+x+y+x y)^200 = z",                                                         LINE_HOLDS,     REMARK_NO_RULE, NULL     },
};

static struct derivations
read_all(struct arena *a, const char *text)
{
    return derivations_read(a, NULL, text, strlen(text), (struct pos){"t", 1, 1});
}

static const struct judged_line *
judge_first(struct arena *a, const struct derivation *d, struct judging **out)
{
    struct proof_options *o = ARENA_NEW(a, struct proof_options);

    o->rules = rulebook_basic(a);
    *out = judging_new(a, d, o);
    return judging_line(*out, 0);
}

/* What a comparison took, and what all that were counted took. */
static void
check_work(struct arena *a, const struct derivation *d, const struct judging *j)
{
    const struct term *x = d->start, *y = d->lines[0].term;
    struct exact_result r;

    if (j->work < -(long)OPERATIONS_OVER)
        fail_msg("%ld operations beyond what is left", -j->work);
    if (x->op == TERM_RELATION)
        return;
    r = exact_compare(a, d->scope, x, d->lines[0].relation, y,
                      &(struct exact_options){.seed = 0});
    if (r.work <= 0 || r.work > OPERATIONS_LINE)
        fail_msg("%ld operations", r.work);
}

/* And the search for its rules, in bytes. */
static void
check_effort(struct arena *a, const struct derivation *d)
{
    struct effort effort = {.left = EFFORT_LINE};
    struct rule_line line = {d->scope,         d->start, d->lines[0].relation,
                             d->lines[0].term, false,    &effort};

    if (d->start->op == TERM_RELATION)
        return;
    rulebook_explain(a, rulebook_basic(a), &line);
    if (effort.left < -(long)EFFORT_LINE / 4)
        fail_msg("%ld bytes beyond what is left", -effort.left);
}

static void
check_line(void **state)
{
    const struct line_row *r = *state;
    struct arena *a = arena_new();
    struct derivations all = read_all(a, r->text);
    struct judging *j;
    const struct judged_line *l;

    assert_int_equal(all.n, 1);
    assert_null(all.at[0].error);
    l = judge_first(a, &all.at[0], &j);
    if (l->verdict != r->verdict || l->remark != r->remark)
        fail_msg("%s %s: %s", line_verdict_word(l->verdict), remark_word(l->remark),
                 l->message);
    if (r->message)
        assert_string_equal(l->message, r->message);
    check_work(a, &all.at[0], j);
    check_effort(a, &all.at[0]);
    arena_free(a);
}

/* The same line has the same verdict, whatever was judged before it. */
static void
check_again(void **state)
{
    const struct line_row *r = &line_rows[0];
    struct arena *a = arena_new();
    struct derivations all = read_all(a, r->text);
    struct judging *first, *second;
    const struct judged_line *x, *y;

    (void)state;
    x = judge_first(a, &all.at[0], &first);
    y = judge_first(a, &all.at[0], &second);
    assert_int_equal(x->verdict, y->verdict);
    assert_int_equal(first->work, second->work);
    arena_free(a);
}

/* ---- texts that are too long ------------------------------------------------------- */

/* head, n times `more` tail. */
static const struct text_row {
    const char *name, *head, *more, *tail;
    int n;
    const char *error; /* the first one, of the derivation or of a line */
} text_rows[] = {
    {"10,000 lines",                    "let x : real\n  0\n",    "= x - x\n", "",                    10000,
     "a derivation has at most 500 lines; make two theorems of it"                                                },
    {"a line of a megabyte",            "let x : real\n  x\n= x", " + x",      "",                    250000,
     "a term has at most 4096 bytes; split it"                                                                    },
    {"a line of a megabyte, continued", "let x : real\n  x\n= x", " +\n   x",  "",                    130000,
     "a term has at most 4096 bytes; split it"                                                                    },
    {"brackets 200 deep",               "let x : real\n  x\n= ",  "(",         "x",                   200,
     "brackets, powers and signs may be nested 64 deep; give a part a name with define"                           },
    {"powers 200 deep",                 "let x : real\n  x\n= x", "^x",        "",                    200,
     "brackets, powers and signs may be nested 64 deep; give a part a name with define"                           },
    {"5,000 names",                     "let x",                  ", x",       " : real\n  1\n= 1\n", 5000,   NULL},
    {"a text of two megabytes",         "let x : real\n  x\n",    "= x\n",     "",                    500000, NULL},
};

static const char *
first_error(const struct derivations *all)
{
    if (all->error)
        return all->error->msg;
    for (int i = 0; i < all->n; i++)
        if (all->at[i].errs.n)
            return all->at[i].errs.at[0].msg;
    return "";
}

static void
check_text(void **state)
{
    const struct text_row *r = *state;
    struct arena *a = arena_new(), *written = arena_new();
    struct derivations all;
    struct buf b;

    buf_init(&b, written);
    buf_add(&b, r->head);
    for (int i = 0; i < r->n; i++)
        buf_add(&b, r->more);
    buf_add(&b, r->tail);
    all = read_all(a, b.s);
    if (r->error)
        assert_string_equal(first_error(&all), r->error);
    else if (!*first_error(&all))
        fail_msg("nothing is said");
    if (arena_used(a) > BYTES_READ)
        fail_msg("%zu bytes", arena_used(a));
    arena_free(a);
    arena_free(written);
}

int
main(void)
{
    struct table t = {0};
    int failed;

    TABLE_ROWS(&t, line_rows, check_line);
    table_add(&t, "the same verdict again", check_again, NULL);
    TABLE_ROWS(&t, text_rows, check_text);
    failed = table_run(&t, "proof_budget");
    exact_cleanup();
    return failed;
}
