/*
 * What the Markdown half of the room shares: the tree between reading and layout.
 */
#ifndef ROPEWALK_TYPESET_MARKDOWN_MARKDOWN_H
#define ROPEWALK_TYPESET_MARKDOWN_MARKDOWN_H

#include "typeset/group.h"

enum { MD_DEPTH_MAX = 24, MD_WIDTH_MIN = 8 };

enum md_kind {
    MD_DOCUMENT,
    MD_QUOTE,
    MD_LIST,
    MD_ITEM,
    MD_RULE,
    MD_HEADING,
    MD_CODE_BLOCK,
    MD_PARAGRAPH,
    MD_TABLE,
    MD_ROW,
    MD_CELL,
    MD_KIND_COUNT
};

enum md_run_kind {
    RUN_TEXT,
    RUN_CODE,
    RUN_COMPUTED, /* text: the expression */
    RUN_FORMULA,
    RUN_DISPLAY,
    RUN_BREAK, /* a line ends here */
};

/* A stretch of text in one style, as it stands in the source after escapes and entities
 * are decoded: not yet safe. */
struct md_run {
    enum md_run_kind kind;
    enum style style;
    const char *text;
    struct md_run *next;
};

enum md_place { MD_LEFT, MD_CENTRE, MD_RIGHT };

struct md_block {
    enum md_kind kind;
    int number;          /* of a heading its level, of an ordered list its first number */
    bool ordered, tight; /* lists */
    bool header;         /* cells of a table's head */
    char task;           /* items: 0, or what stands between the brackets of "[x]" */
    enum md_place place; /* cells */
    const char *text;    /* code: its lines; of which language: `info` */
    const char *info;
    struct md_run *runs, *last_run;
    struct md_block *first, *last, *next, *parent;
};

/* The whole text; a text that is too long becomes one paragraph that says so. */
struct md_block *md_read(struct arena *a, const char *markdown);

/* The text with what is markup outside of formulas hidden inside them; the same pointer
 * when there is nothing to hide. unprotect() undoes it in a part of the text. */
const char *protect_formulas(struct arena *a, const char *markdown);
void unprotect(char *text);

/* ---- layout ------------------------------------------------------------------------ */

struct layout {
    struct arena *arena;
    const struct typeset_options *o;
    struct tex_macros *macros; /* of the course, and of the text so far */
    struct typeset_page *page; /* takes note of headings and blocks; NULL: none */
};

/* An unbreakable piece of a paragraph. */
enum word_kind { WORD_TEXT, WORD_BREAK, WORD_DISPLAY };

struct word {
    enum word_kind kind;
    const struct group *group; /* NULL: `text` in `style` */
    const char *text;
    enum style style;
    int cols;
    bool space; /* a blank stands before it */
    bool tied;  /* a line should not begin with it: a sign, or what follows one */
};

struct words {
    struct word *at;
    int n, cap;
};

/* How many of len bytes fit into `cells`; at least one character. */
size_t text_fit(const char *s, size_t len, int cells);

/* The words of a block's runs for lines of `width`; PLAIN text takes `style`. */
struct words
words_of(struct layout *l, const struct md_block *b, int width, enum style style);

/* The width of all words on one line, and of the widest one. */
int words_natural(const struct words *w);
int words_widest(const struct words *w);

/* Words as lines, at most `width` wide where words allow; `place` within `cols` cells
 * (0: as wide as need be). */
const struct group *words_flow(struct layout *l, const struct words *w, int width,
                               enum md_place place, int cols);

/* The runs of a block on one line. */
char *runs_line(struct layout *l, const struct md_block *b);

/* A block of the document, laid out as g, begins at that row. */
void
page_note(struct layout *l, const struct md_block *b, const struct group *g, int row);

/* A block and all that is in it. */
const struct group *block_layout(struct layout *l, const struct md_block *b, int width);

const struct group *table_layout(struct layout *l, const struct md_block *b, int width);

/* The runs of "name: cell"; name may be NULL. */
struct md_run *
named_cell(struct layout *l, const struct md_block *name, const struct md_block *cell);

/* What stands before an item of a list: a bullet, a number or a box. */
const char *marker_text(struct layout *l, const struct md_block *list,
                        const struct md_block *item, int number);

/* A horizontal line. */
const struct group *rule_line(struct layout *l, int cols, uint32_t unicode, char ascii);

/* How a formula of the text is set. */
struct tex_options formula_options(const struct layout *l, int width);

/* A formula on rows of its own, at most `width` wide. */
const struct group *display_layout(struct layout *l, const char *tex, int width);

#endif
