/*
 * What a text field offers while something is typed into it.
 *
 * names.c   grey text ahead of the cursor: the rest of a name, taken with Right
 * rule.c    the rule at the cursor, in one row above the field
 * put.c     a field as it is drawn
 *
 * Names are those that the answer may use: what is declared, functions and constants;
 * behind `by` the rules, behind `using` the labels of assumptions. Two letters must be
 * typed; of names that begin alike, only what they share is offered, so that nothing is
 * guessed. Names that are declared and rules that this lesson uses go before all others.
 * Nothing is offered in parts without notes and in exams.
 */
#ifndef ROPEWALK_UI_OFFER_H
#define ROPEWALK_UI_OFFER_H

#include "ui/ui_priv.h"

/* ---- names.c ---------------------------------------------------------------------- */

/* The field that has the focus, as far as names are looked for. */
struct offer_place {
    const struct typed *typed;    /* NULL: nothing is offered */
    const struct scope *scope;    /* of its names */
    const struct rulebook *rules; /* NULL: no rule can be named */
};

struct offer_place offer_place(const struct ui_model *m);

/* What stands at the cursor of a line "= TERM by RULE, RULE using LABEL: sentence". */
enum offer_part { OFFER_TERM, OFFER_RULE, OFFER_LABEL, OFFER_SENTENCE };

/* A part of the text, and the name in it that the cursor stands in: from `start`. */
struct offer_spot {
    enum offer_part part;
    size_t start, end; /* bytes; of the name that is typed */
};

struct offer_spot offer_spot(const struct offer_place *p);

/* The rest of the name before the cursor; "" for none. In the arena. */
const char *offer_rest(struct arena *a, const struct ui_model *m);

/* Rules that begin with the n bytes of `typed`, as they stand in the book, at most `max`.
 */
int offer_rules(const struct offer_place *p, const char *typed, size_t n,
                const struct rule **out, int max);

/* ---- rule.c ----------------------------------------------------------------------- */

/* The rule in whose name the cursor stands, or that is offered there: its sentence and
 * its equation, in at most `cols` cells; while several names fit, these. "" for none. */
char *offer_rule_text(struct arena *a, const struct ui_model *m, int cols);

/* ---- put.c ------------------------------------------------------------------------ */

/* The text of a field in the first row of r, the cursor in sight, and grey what Right
 * would add; nothing is drawn outside. */
void offer_put(struct flow *f, const struct ui_model *m, const struct typed *t,
               struct rect r, bool active);
/* The row above a field: offer_rule_text(), when there is one. */
void offer_put_rule(struct flow *f, const struct ui_model *m);

/* ---- functions of keys.def -------------------------------------------------------- */

void offer_key_take(struct ui_model *m, struct press p);
bool offer_can_take(const struct ui_model *m);

/* The sentence of a rule: its own, that of the basic rule with its name, or what the
 * lesson says where it uses it; without its full stop, "" for none. */
const char *offer_sentence(struct arena *a, const struct ui_model *m,
                           const struct rulebook *rules, const struct rule *r);

#endif
