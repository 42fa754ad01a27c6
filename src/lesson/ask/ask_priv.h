/*
 * What the files that read a question share.
 */
#ifndef ROPEWALK_LESSON_ASK_PRIV_H
#define ROPEWALK_LESSON_ASK_PRIV_H

#include "lesson/lesson_priv.h"

/* A question while it is being read. */
struct asking {
    struct reader *r;
    struct ask *q;
    struct scope *scope;
    struct pos at; /* of the block */
};

/* ---- kinds.c ----------------------------------------------------------------------- */

/* The kind that `kind:` says, ASK_KIND_COUNT when it says none or an unknown one; and the
 * group that it, or else the keys, belong to, by the first kind of the group. */
enum ask_kind kind_written(struct asking *g);
enum ask_kind kind_group(const struct ask *q, enum ask_kind written);

/* The kind within the group, once the answer is read; and what does not fit it. */
void kind_settle(struct asking *g, enum ask_kind written);

/* The rows of ask_keys.def as rules for a block, up to a row with word NULL; whether the
 * text behind a key is Markdown, and behind an arrow. */
enum { ASK_KEYS_MAX = 60 };
void kind_rules(bool predict, struct key_rule rules[ASK_KEYS_MAX + 1]);
int kind_key_flags(const char *key);

/* ---- choices.c ----------------------------------------------------------------------
 */

void choices_read(struct asking *g);

/* The index of a choice by its text or its number from 1; -1 with the error told. */
int choices_find(struct asking *g, struct part part);

/* ---- answer.c -----------------------------------------------------------------------
 */

/* The term behind a key; NULL without the key, or with the error told. */
const struct term *answer_term(struct asking *g, const struct field *f);

/* "0.1 %" as a term that is 0.001 (a share), "1e-9" as it stands; NULL with the error
 * told. */
const struct term *answer_share(struct asking *g, const struct field *f, bool *share);

/* The answer of a number, an expression or a matrix, with all that belongs to it. */
void answer_read(struct asking *g);
void answer_read_also(struct asking *g);
void answer_read_forms(struct asking *g);

/* A term or relation in which `?` is the answer, which is read before. */
void blank_read(struct asking *g);

/* The name that runs in a drawn curve, declared for its truth; then the rest. */
bool over_read(struct asking *g, const struct field *f);
void curve_read(struct asking *g);

/* ---- claim.c ------------------------------------------------------------------------
 */

void claim_read(struct asking *g); /* refute */
void until_read(struct asking *g); /* set */

/* ---- lines.c ------------------------------------------------------------------------
 */

void order_read(struct asking *g);
void spot_read(struct asking *g);

/* Where a step or a derivation begins, and where it arrives. */
void route_read(struct asking *g);

/* A term or a relation; NULL with the error told. */
const struct term *
route_term(struct asking *g, const struct scope *s, const char *text, struct pos at);

/* ---- misses.c -----------------------------------------------------------------------
 */

/* Wrong answers that have a sentence of their own. */
void misses_read(struct asking *g);

#endif
