/*
 * What a lesson is made of, line by line: headings, beats, blocks, and the Markdown
 * between them. md4c reads the structure.
 */
#ifndef ROPEWALK_LESSON_OUTLINE_H
#define ROPEWALK_LESSON_OUTLINE_H

#include "lesson/text.h"

enum piece_kind { PIECE_HEADING, PIECE_BEAT, PIECE_BLOCK, PIECE_PASSAGE };

enum block_kind {
    BLOCK_PREDICT,
    BLOCK_ASK,
    BLOCK_FIGURE,
    BLOCK_DERIVE,
    BLOCK_NOTE,
    BLOCK_KIND_COUNT
};

extern const char *const block_words[BLOCK_KIND_COUNT + 1]; /* NULL at the end */

/* Lines line .. end - 1 of the source, with the fences of a block. */
struct piece {
    enum piece_kind kind;
    enum block_kind block; /* PIECE_BLOCK */
    const char *name;      /* PIECE_BLOCK: what stands behind the word; "" if nothing */
    int line, end;
};

struct outline {
    const struct piece *at;
    int n;
};

/* The pieces of the lines from `line` on, in order. Errors are added to errs; the rest
 * is read all the same. */
struct outline
outline_read(struct arena *a, const struct source *s, int line, struct errs *errs);

/* The flags with which every lesson text is given to md4c. */
unsigned outline_md_flags(void);

#endif
