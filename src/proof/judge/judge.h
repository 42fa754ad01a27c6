/*
 * What the files that judge lines share.
 */
#ifndef ROPEWALK_PROOF_JUDGE_JUDGE_H
#define ROPEWALK_PROOF_JUDGE_JUDGE_H

#include "calc/calc.h"
#include "proof/proof.h"

/* ---- points (point.c) -------------------------------------------------------------- */

/* A value for every name of a scope that is not random. */
struct point {
    const struct coordinate *at;
    int n;
    struct calc_env env;
};

/* The k-th point that the declarations of s admit: 0 is the readable one, made of
 * `prefer` where it fits (NULL: nothing is preferred) and of small numbers; the others
 * are drawn. false: none is found. */
bool point_choose(struct arena *a, const struct scope *s, int k,
                  const struct proof_options *prefer, struct point *out);

/* The readable point; another one, of small places and positive entries, where the start
 * has no value at the first. */
bool
point_readable(struct arena *a, const struct scope *s, const struct proof_options *prefer,
               const struct term *start, struct point *out);

/* ---- comparing (compare.c) --------------------------------------------------------- */

/* exact_compare() of x r y, with its texts in a. `work` is what it may take, from which
 * what it took is subtracted; NULL: as much as one comparison may. */
struct comparison
compare_terms(struct arena *a, struct arena *scratch, const struct scope *s,
              const struct term *const side[2], enum relation r,
              const struct proof_options *o, long *work);

/* What holds between a and c when a x b and b y c; false when nothing follows. */
bool compare_chain(enum relation x, enum relation y, enum relation *both);

/* How long the first condition of a domain is. */
size_t domain_first(const char *domain);

/* Whether a domain ("x != 1, y > 0") leaves out more than isolated points. */
bool domain_is_wide(const char *domain);

/* The conditions of `more` that are not in `have`, behind them. In the arena. */
const char *domain_add(struct arena *a, const char *have, const char *more);

/* ---- one derivation (judge.c) ------------------------------------------------------ */

struct judging {
    struct arena *a;
    const struct derivation *d;
    struct proof_options o;
    const struct rulebook *book; /* o.rules and the rules of the derivation; NULL: none */
    struct point point;
    const char *point_text, *start_value;
    struct judged_line *line;
    int done;
    /* The last readable line; NULL: none, not even the start. */
    const struct term *above;
    int above_at; /* -1: the start */
    /* What the last good line is to the start. */
    const struct term *start, *good;
    enum relation since;
    bool chained;
    bool slipped; /* since a line that does not hold */
    bool failed;  /* some line does not hold, or cannot be told to */
    bool chance;
    const char *domain;
    /* What the comparisons of one <=>, one audit or one search for a slip may still take
     * together; below 0: it was too little. Only while it is counted. */
    bool counted;
    long work;
};

/* In operations of 64 bits (exact_options). */
enum { JUDGE_WORK = 6000000 };

/* Begin to count, with so much left; and end: whether it was enough. */
void judge_count(struct judging *j, long work);
bool judge_counted(struct judging *j);

/* One line as a comparison: x r y. */
struct step {
    const struct term *x, *y;
    enum relation relation;
};

/* limit(x -> c, t) for a line "-> B as x -> c"; NULL for NULL. */
const struct term *
judge_limit(struct judging *j, const struct derivation_line *line, const struct term *t);

struct comparison
judge_compare(struct judging *j, const struct scope *s, const struct step *t);

/* ---- <=> and => (imply.c) ---------------------------------------------------------- */

/* x => y, or (both) x <=> y, between relations. */
struct implication {
    const struct term *x, *y;
    bool both;
    const bool *without; /* declarations that are left out; NULL: none */
    const char *given;   /* a list of conditions that hold too; NULL: none */
};

/* Whether it holds. x is solved for a name where that can be done exactly, and y looked
 * at for each root. DIFFERENT: left is x and right is y at the point: "true" and "false
 * (-2 = 2)". */
struct comparison judge_implication(struct judging *j, const struct implication *i);

/* ---- equations solved for a name (solve.c) ----------------------------------------- */

/* The values of a name with which an equation holds, at most two; it holds with no
 * others where `leading` is not 0 (NULL: everywhere). */
struct solution {
    const struct term *name, *root[2];
    int n;
    const char *given; /* what holds wherever the equation does: a list, or "" */
    const struct term *leading;
};

/* The equation x solved for the last of its names for which that can be done. */
bool judge_solve(struct judging *j, const struct scope *s, const struct term *x,
                 struct solution *out);

/* Whether x r y is found true everywhere; false for NULL. */
bool judge_related(struct judging *j, const struct scope *s, const struct term *x,
                   enum relation r, const struct term *y);
bool judge_not_zero(struct judging *j, const struct scope *s, const struct term *t);

/* What holds where r does not. */
enum relation judge_opposite(enum relation r);

/* Two lists of conditions as one. */
const char *judge_both(struct arena *a, const char *x, const char *y);

/* ---- what is said (say.c) ---------------------------------------------------------- */

/* The message of a line that does not hold, x r y, and where. */
void judge_say_different(struct judging *j, struct judged_line *l, enum relation r);

/* ---- rules (remark.c) -------------------------------------------------------------- */

/* The rules of a line that holds, and what is to be said about it; `open`: numbers could
 * not tell that it holds. false when it is open and no rule tells either. */
/* The first name behind `by` or `using` that is no rule or no assumption here; NULL when
 * there is none. */
const struct err *judge_names(struct judging *j, const struct derivation_line *line);

bool judge_rules(struct judging *j, int i, const struct step *t, bool open);

/* What the rule that a line names, or the nearest one when it names none, lacks to
 * justify it (nearest.c): "variance-sum would do it with independent(X, Y), which is not
 * assumed".
 * "" when there is nothing that can be said for sure. */
const char *judge_nearest(struct judging *j, const struct derivation_line *line,
                          const struct step *t);

/* ---- slips (slip/slip.c) ----------------------------------------------------------- */

struct slip_question {
    const struct derivation *derivation;
    const struct scope *scope;
    const struct term *x;
    enum relation relation;
    const struct term *y;
    const struct comparison *found; /* that they differ */
    bool chance;                    /* the derivation is about chance */
    struct exact_memory *memory;
};

struct line_slip slip_find(struct arena *a, const struct slip_question *q);

#endif
