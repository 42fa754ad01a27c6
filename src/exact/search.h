/*
 * Two terms side by side, and what one point says about them.
 */
#ifndef ROPEWALK_EXACT_SEARCH_H
#define ROPEWALK_EXACT_SEARCH_H

#include "exact/exact.h"
#include "exact/sample/sample.h"

/* Bits of precision: where to begin, where to give up (at points that only might show a
 * difference: earlier), and how small a difference ball must be to support equality. */
enum { PREC_FIRST = 256, PREC_SOME = 1024, PREC_MOST = 4096, SUPPORT_BITS = 200 };

/* What a point says. */
enum outcome {
    OUT_SUPPORT, /* the relation holds here, as far as can be told */
    OUT_APART,   /* it certainly does not */
    OUT_OPEN,    /* PREC_MOST bits do not decide */
    OUT_NARROW,  /* one side is undefined */
    OUT_VOID,    /* both are */
    OUT_OUTSIDE, /* a condition does not hold, or may not */
    OUT_CUT,     /* on a branch cut: skipped */
};

struct finding {
    enum outcome outcome;
    int left_cause, right_cause; /* the node where a side became undefined, or -1 */
    bool touching;               /* OUT_OPEN: the sides may well be equal */
};

struct search {
    struct arena *arena;
    const struct scope *scope;
    struct program program;
    struct machine machine;
    struct sampler sampler;
    enum relation relation;
    int left, right; /* nodes */
    struct cone conditions, sides;
    slong first;     /* bits to begin with */
    long most;       /* work on all points (explore.h) */
    long limit;      /* beyond it no more bits are tried at a point; 0: none */
    bool coarse;     /* literals are finer than PREC_MOST bits: only exact points count */
    bool continuous; /* some slot is no integer */
    bool ready;      /* else program.why says what is in the way */
};

/* What is compared. */
struct question {
    const struct scope *scope;
    const struct term *left, *right;
    enum relation relation;
};

/* One thing read otherwise, to see whether that explains a difference. */
enum twist {
    TWIST_NONE,
    TWIST_DEGREES_LEFT, /* angles of one side, or of both, are degrees */
    TWIST_DEGREES_RIGHT,
    TWIST_DEGREES,
    TWIST_POSITIVE, /* a slot is restricted */
    TWIST_NEGATIVE,
    TWIST_REAL,
    TWIST_UNIT,
};

/* `slot` is the slot of the last four. */
void search_init(struct search *s, struct arena *a, const struct question *q,
                 enum twist twist, int slot);
void search_fini(struct search *s);

/* Judge the point in the machine's slots, with at most `most` bits. */
struct finding search_judge(struct search *s, slong most);

/* Whether a side depends on the slot; others only serve the conditions. */
bool search_mentions(const struct search *s, int slot);

/* Give a name its preferred value; a name that has no slot is left alone. False when the
 * value does not fit. */
bool search_prefer(struct search *s, const char *name, const struct term *value);

/* Whether the conditions certainly hold at the point. */
bool search_holds(struct search *s);

/* The same, and with `prec` bits alone where they decide it: for climbs, which ask often
 * and keep their registers so. */
bool search_holds_roughly(struct search *s, slong prec);

/* The values of the sides at the last point judged. */
const struct balls *search_left(const struct search *s);
const struct balls *search_right(const struct search *s);

#endif
