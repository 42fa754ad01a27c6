/*
 * Answers in words: what the files of this folder share.
 *
 * An answer becomes tokens (tokens.c), each with the family of its word (words.c) as the
 * rubric knows it. Sentences, clauses, negations and what is said without being asserted
 * are marked (clause.c, negation.c, silence.c). A rubric (rubric.c, pattern.c) is a list
 * of ideas with patterns of words; match.c finds them, judge.c weighs what was found.
 */
#ifndef ROPEWALK_GRADE_TEXT_PRIV_H
#define ROPEWALK_GRADE_TEXT_PRIV_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"
#include "grade/grade.h"

/* ---- tokens.c ---------------------------------------------------------------------- */

enum token_kind {
    TOKEN_WORD, /* also names of signs: theta */
    TOKEN_NUMBER,
    TOKEN_SIGN,  /* = + - / ^ | and the like */
    TOKEN_PAUSE, /* comma, colon, dash, bracket around words */
    TOKEN_END,   /* of a sentence: . ! ; or, asking, ? */
};

struct token {
    const char *s;    /* in small letters, but for single letters: R and r differ */
    const char *form; /* the same as it was written: s may stand for it (irregular.def) */
    enum token_kind kind;
    int from, to; /* bytes of the answer */
    int word;     /* number of its family in the vocabulary; -1 if none */
    int sentence, clause;
    int statement; /* clauses with only commas, conditions and the like between */
    bool light;    /* may stand inside a phrase */
    bool known;    /* a common word, or one of the rubric */
    bool silent;   /* said, but not asserted */
    bool unreal;   /* what would be, if: no contradiction */
    bool idle;     /* of "not only" and the like: says nothing by itself */
};

struct tokens {
    struct token *at;
    int n;
};

/* The tokens of a text; families are not looked up yet. Signs become letters
 * (letters.def), brackets of formulas and products' signs are left out, contractions are
 * taken apart: "doesn't" is does, not. */
struct tokens tokens_read(struct arena *a, const char *text, size_t len);

/* ---- words.c ----------------------------------------------------------------------- */

/* The families of words that a rubric uses; the number of a family is its index. */
struct vocabulary;

struct vocabulary *vocabulary_new(struct arena *a);

/* The libstemmer object of a vocabulary is outside its arena. */
void vocabulary_free(struct vocabulary *v);

/* The number of the word's family, which is added when it is new. */
int vocabulary_add(struct vocabulary *v, const char *word);

/* The number of a family by a word of it, misspellings of long words included; -1. */
int vocabulary_find(struct vocabulary *v, const char *word);

/* Fill word, light and known of every token. */
void vocabulary_look_up(struct vocabulary *v, struct tokens *t);

bool word_is_light(const char *word);
bool word_is_common(const char *word);

/* ---- clause.c, negation.c, silence.c -------------------------------------------------
 */

/* What stands between from and to (excluded) is denied by the word at `at`. */
struct denial {
    int at, from, to;
};

/* An answer, or a part of a rubric, that is being looked at. */
struct reading_text {
    struct arena *arena;
    struct tokens t;
    struct denial *denials;
    int n_denials;
};

/* Whether the words of `words` (with blanks between) stand at token i; how many tokens
 * they are, 0 if they do not stand there. */
int text_at(const struct tokens *t, int i, const char *words);

/* The same for the first of a NULL-terminated list. */
int text_at_any(const struct tokens *t, int i, const char *const *list);

bool text_is(const struct token *t, const char *const *list);

/* Whether it is one of the common verbs in a form that makes a sentence, or =. */
bool text_is_verb(const struct token *t);

/* Number sentences and clauses. */
void clauses_mark(struct tokens *t);

/* Find what is denied. */
void negations_find(struct reading_text *r);

/* Mark what is not asserted: questions, what somebody else says, what is taken back, what
 * is not known, lists of words, and sentences of the question's own words. */
void silence_mark(struct reading_text *r, const struct tokens *question);

/* First index of the sentence, or of the clause, of token i; index behind it. */
int sentence_start(const struct tokens *t, int i);
int sentence_end(const struct tokens *t, int i);
int clause_start(const struct tokens *t, int i);
int clause_end(const struct tokens *t, int i);

/* ---- rubric.c, pattern.c -------------------------------------------------------------
 */

enum { WORD_ANY = -2 }; /* in a formula: up to four letters, numbers and minus signs */

/* Words or signs one behind the other. */
struct phrase {
    const int *word;
    int n;
    bool formula; /* nothing may stand between */
};

struct wordset {
    const char *name; /* "" for one that stands in a pattern itself */
    struct phrase *at;
    int n, cap;
};

/* Words in order, with at most a few others between; indices of sets. */
struct pattern_group {
    int set[8];
    int n;
};

struct pattern {
    bool denied;  /* counts when what it says is denied */
    bool one_way; /* the opposite says nothing */
    bool apart;   /* the groups may stand in two sentences, one behind the other */
    struct pattern_group group[6];
    int n;
    int unless; /* set that must not stand in the sentence; -1 */
    const char *text;
    struct pos at;
};

struct patterns {
    struct pattern *at;
    int n, cap;
};

struct idea {
    const char *id;   /* "plane" */
    const char *says; /* what it says, in a sentence */
    const char *follow_up;
    struct patterns found, contradicted;
    struct pos at;
};

struct rubric {
    struct arena *arena;
    struct vocabulary *words;
    struct wordset *sets;
    int n_sets, cap_sets;
    struct idea *ideas;
    int n_ideas;
    const char *model, *points;
    struct pos points_at;
    struct errs *errs; /* NULL: not told */
};

enum { RUBRIC_IDEAS_MAX = GRADE_IDEAS_MAX, RUBRIC_SETS_MAX = 2000 };

/* Read the rubric of a question of kind text, or of the reason of a spot, which is one
 * idea; what is wrong with it goes to errs, which
 * may be NULL. Free the vocabulary afterwards. */
struct rubric *rubric_read(struct arena *a, const struct ask *q, struct errs *errs);
void rubric_free(struct rubric *r);

/* The index of an idea; -1. */
int rubric_idea(const struct rubric *r, const char *id, size_t len);

/* Add the patterns of a text, with ';' between, to `list`. */
void
pattern_read(struct rubric *r, const char *text, struct pos at, struct patterns *list);

/* A set by its name, which is made when `make`; -1. */
int rubric_set(struct rubric *r, const char *name, bool make);
void rubric_add_phrase(struct rubric *r, int set, const char *text, size_t len);

/* ---- match.c -------------------------------------------------------------------------
 */

/* Where the sets of a rubric stand in a text. */
struct occurrences;
struct occurrences *
occurrences_find(const struct rubric *r, const struct reading_text *t);

struct hit {
    bool says, denies; /* the pattern's statement, or its opposite, is asserted */
    int says_from, says_to, denies_from, denies_to; /* tokens; `to` is behind the last */
};

/* `one`: only where the pattern stands in one statement. Its opposite always must: words
 * of several may belong to several things. */
struct hit pattern_find(const struct pattern *p, const struct reading_text *t,
                        const struct occurrences *o, bool one);

/* ---- points.c ------------------------------------------------------------------------
 */

/* Points for these verdicts by the rule of the rubric, and the most that it gives. */
int points_of(const struct rubric *r, const enum idea_verdict *v);
int points_most(const struct rubric *r);

/* Whether the idea is named by the first condition; problems to r->errs. */
bool points_need(const struct rubric *r, int idea);
/* Whether the first condition counts ideas ("2 of all"): any of them will do, so that a
 * contradicted one is only remarked upon. */
bool points_count(const struct rubric *r);
void points_check(const struct rubric *r);

/* ---- judge.c -------------------------------------------------------------------------
 */

/* false: the text is in a language that cannot be judged. */
bool text_judge_ideas(const struct rubric *r, const struct ask *q, const char *answer,
                      struct idea_grade *out);

#endif
