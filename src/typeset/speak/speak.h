/*
 * What the files of spoken formulas share.
 *
 * The same tree that is set (typeset/tex/tex.h) is said: words with blanks between them,
 * commas where a reader pauses. Everything whose end could be heard wrongly is closed by
 * words ("end fraction", "end sub"). Only what is short and stands where something else
 * ends anyway is left open.
 */
#ifndef ROPEWALK_TYPESET_SPEAK_SPEAK_H
#define ROPEWALK_TYPESET_SPEAK_SPEAK_H

#include "base/buf.h"
#include "typeset/tex/tex.h"

enum { BRACES_MAX = 64 };

struct speaker {
    struct arena *arena;
    struct buf out;
    const char *open; /* an end that is said only if something follows; NULL: none */
    int opens;        /* how often, when roots end in roots */
    const char *mark; /* what stands before the next word: ",", ";" or NULL */
    bool in_limit;    /* below "lim": an arrow is "goes to" */
    bool bare;        /* the next relation is "less than", not "is less than" */
    bool named;       /* "the" stands before the operator already */
    int brackets;     /* open brackets, and which of them are braces */
    bool brace[BRACES_MAX], angle[BRACES_MAX];
};

/* One or more words. "" says nothing. */
void speak_word(struct speaker *s, const char *words);
void speak_printf(struct speaker *s, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* A pause before the next word; mark is "," or ";". */
void speak_pause(struct speaker *s, const char *mark);
/* The end of something; when `optional` it is left out where nothing follows. */
void speak_end(struct speaker *s, const char *end, bool optional);
/* What is open is ended in words, although nothing may follow. */
void speak_settle(struct speaker *s);
/* Whatever is open ends here without words: at the end of a cell. */
void speak_close(struct speaker *s);

/* Any node; a row; NULL says nothing. */
void speak_node(struct speaker *s, const struct node *n);

/* One symbol, letter, number or piece of text. */
void speak_leaf(struct speaker *s, const struct node *n);
/* A bracket as it is opened or closed; `open` also in the count of brackets. */
void speak_bracket(struct speaker *s, const char *text, bool open);

void speak_scripts(struct speaker *s, const struct node *n);
void speak_fence(struct speaker *s, const struct node *n);
void speak_array(struct speaker *s, const struct node *n);
/* "sum from ... to ..." without "of"; below and above may be NULL. */
void speak_operator(struct speaker *s, const struct node *base, const struct node *below,
                    const struct node *above);

/* The words for a sign or a name of a function; NULL: there are none. */
const char *spoken_word(const char *text);

/* Said in one breath, so that nobody can doubt where it ends. */
bool is_short_said(const struct node *n);
/* Something that takes what follows it: "sine", "the sum from 1 to n". */
bool takes_of(const struct node *n, const struct node *next);
/* A leaf with that text. */
bool leaf_is(const struct node *n, const char *text);

#endif
