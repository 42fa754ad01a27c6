/*
 * What the TeX half of the room shares: the tree between reading and setting.
 *
 * Reading turns text into nodes, with every error already told; setting turns nodes into
 * groups and cannot fail. A leaf's text is already the one of the alphabet.
 */
#ifndef ROPEWALK_TYPESET_TEX_TEX_H
#define ROPEWALK_TYPESET_TEX_TEX_H

#include "typeset/group.h"

/* TeX's classes of atoms, which say how far neighbours keep apart. BAR is a bar that
 * may open or close; no node in a finished list has it. */
enum tex_class {
    CLASS_ORD,
    CLASS_OP,
    CLASS_BIN,
    CLASS_REL,
    CLASS_OPEN,
    CLASS_CLOSE,
    CLASS_PUNCT,
    CLASS_INNER,
    CLASS_COUNT,
    CLASS_BAR = CLASS_COUNT,
};

enum node_kind {
    NODE_ROW,      /* first: the items */
    NODE_LEAF,     /* text */
    NODE_SPACE,    /* n blanks; negative: closer */
    NODE_FRACTION, /* kid 0 over kid 1; n: enum fraction_form */
    NODE_ROOT,     /* of kid 0, index kid 1 or NULL */
    NODE_SCRIPTS,  /* kid 0 with kid 1 below and kid 2 above, either may be NULL */
    NODE_FENCE,    /* first: segments; text before the first, a segment's own behind it */
    NODE_ARRAY,    /* first: rows of cells; text: places; other: bars, or NULL */
    NODE_ACCENT,   /* on kid 0; text: mark, other: sign above, kid 1: its name */
    NODE_STRETCH,  /* a line, arrow or brace along kid 0; text: which */
    NODE_STACK,    /* kid 0 with kid 1 above (or NULL) and kid 2 below (or NULL) */
    NODE_BOXED,    /* a frame around kid 0 */
    NODE_PHANTOM,  /* blanks as large as kid 0 */
    NODE_ARROW,    /* text stretched, kid 1 above, kid 2 below */
    NODE_KIND_COUNT
};

enum fraction_form {
    FRACTION_BOTH, /* two rows with a bar, on one line in inline formulas */
    FRACTION_TALL, /* always two rows */
    FRACTION_FLAT, /* always on one line */
    FRACTION_BINOMIAL,
    FRACTION_STACK, /* two rows without a bar */
};

enum limits { LIMITS_NONE, LIMITS_DISPLAY, LIMITS_ALWAYS };

/* A kind of array; environments.def says what each member means. */
struct environment {
    const char *name, *left, *right, *columns;
    int gap;
    unsigned flags;
};

struct node {
    enum node_kind kind;
    enum tex_class class;
    enum limits limits; /* scripts stand above and below */
    enum style style;
    bool word;   /* a leaf that letters and digits beside it must keep apart from */
    bool ruled;  /* a row below a rule; an array with a rule at its end */
    bool big;    /* a big operator's leaf */
    bool braced; /* an array between high braces that it does not bring itself */
    bool sized;  /* a bracket written with \big and its like */
    int n;
    const char *text, *other;
    const char *said; /* a leaf: what is said before it, NULL: nothing */
    const struct environment *environment; /* NODE_ARRAY */
    struct node *kid[3];
    struct node *first, *next;
    struct node *last; /* of the items, while a list grows */
};

/* ---- reading ----------------------------------------------------------------------- */

enum command_kind {
    COMMAND_SYMBOL,
    COMMAND_FUNCTION,
    COMMAND_LIMIT,
    COMMAND_BIG,
    COMMAND_FRACTION,
    COMMAND_BINOMIAL,
    COMMAND_ROOT,
    COMMAND_ACCENT,
    COMMAND_STRETCH,
    COMMAND_FONT,
    COMMAND_TEXT,
    COMMAND_OPERATOR,
    COMMAND_NOTHING,
    COMMAND_LEFT,
    COMMAND_RIGHT,
    COMMAND_MIDDLE,
    COMMAND_SIZED,
    COMMAND_BEGIN,
    COMMAND_END,
    COMMAND_SPACE,
    COMMAND_LENGTH,
    COMMAND_STACK,
    COMMAND_BOXED,
    COMMAND_CANCEL,
    COMMAND_NOT,
    COMMAND_SKIP,
    COMMAND_PLAIN,
    COMMAND_PHANTOM,
    COMMAND_CLASS,
    COMMAND_TAG,
    COMMAND_LIMITS,
    COMMAND_NEWLINE,
    COMMAND_INFIX,
    COMMAND_MOD,
    COMMAND_ARROW,
    COMMAND_SUBSTACK,
    COMMAND_BRACKET,
    COMMAND_DEFINE,
    COMMAND_CHOICE,
    COMMAND_GENFRAC,
    COMMAND_VERB,
    COMMAND_RULE,
    COMMAND_KIND_COUNT
};

struct command {
    const char *name;
    enum command_kind kind;
    enum tex_class class;
    const char *text, *ascii;
};

enum token_kind {
    TOKEN_END,
    TOKEN_CHAR,
    TOKEN_COMMAND, /* command NULL: unknown */
    TOKEN_OPEN,    /* { */
    TOKEN_CLOSE,   /* } */
    TOKEN_SUP,
    TOKEN_SUB,
    TOKEN_PRIME,
    TOKEN_CELL, /* & */
};

/* A piece of the text from start to end; a command's name is without its backslash. */
struct token {
    enum token_kind kind;
    size_t start, end;
    uint32_t c;
    const struct command *command;
};

/* A text that stands for a command; body with #1 to #9. */
struct macro {
    const char *name, *body;
    int args;          /* -1: the highest #n in the body */
    bool paired;       /* brackets: "*" or "[...]" may stand before the argument */
    const char *first; /* what #1 is when there is no [...]; NULL: it must be there */
};

/* Where macros were expanded, so that places in the text are places in the source. */
struct splice {
    size_t at, removed, inserted;
};

struct expansion {
    struct tex_macros *macros;
    struct splice *splices;
    int n;
    char *buffer; /* the text that is changed; NULL: none was expanded */
    size_t bytes; /* that were made so far */
};

struct font {
    bool bold, upright, blackboard;
    uint32_t mark;    /* a combining mark on every letter, 0: none */
    const char *said; /* what is said before every letter, NULL: nothing */
};

struct reader {
    struct arena *arena;
    enum alphabet alphabet;
    const char *source; /* as it was given */
    const char *text;   /* with macros expanded up to `at` */
    size_t len, at;
    int depth;
    int brackets; /* optional arguments that are open: ']' ends a list */
    int dollars;  /* formulas in text that are open: '$' ends a list */
    bool ruled;   /* \hline stood in the list that was read last */
    struct font font;
    struct expansion expansion;
    struct node *unknown; /* a row with a leaf for every unknown name */
    struct err *err;
};

/* The formula as a row; `unknown` gets a leaf for every unknown name and may be NULL. *e
 * must have the code ERR_NONE; the first error is kept. */
struct node *tex_read(struct arena *a, const char *tex, const struct tex_options *o,
                      struct node *unknown, struct err *e);

/* The macro of that name, NULL: there is none. */
const struct macro *macro_find(const struct tex_macros *m, const char *name, size_t len);
/* The macro that everybody has by that name, NULL: there is none. */
const struct macro *macro_known(const char *name, size_t len);
/* Put a macro's text into the place of the call that t is; false when a budget is used
 * up, which is an error. */
bool macro_expand(struct reader *r, const struct macro *m, const struct token *t);
/* The brackets that stand next become \left and \right with what is between them;
 * false: there are none. */
bool expand_growing(struct reader *r);
/* \newcommand, \def, \let, \DeclareMathOperator. */
struct node *take_define(struct reader *r, struct token t);
/* An offset in the text, macros expanded, as an offset in the source. */
size_t source_offset(const struct reader *r, size_t offset);

/* The command of that name or NULL; command_of_char(): the symbol that a character
 * stands for. */
const struct command *command_find(const char *name, size_t len);
const struct command *command_of_char(uint32_t c);

/* Whether t is a command of that kind. */
bool token_is(const struct token *t, enum command_kind kind);

/* One level deeper; false with an error told at that offset when that is too deep. The
 * caller ends it with r->depth--. */
bool reader_enter(struct reader *r, size_t offset);

/* Note an error at a byte offset, unless there is one already. */
void reader_fail(struct reader *r, size_t offset, enum err_code code, const char *fmt,
                 ...) __attribute__((format(printf, 4, 5)));

/* The next token behind blanks and comments, not taken yet. */
struct token reader_peek(struct reader *r);
struct token reader_take(struct reader *r);

/* Items up to a token that ends a list (not taken): } \right \middle & \\ \end, the end,
 * ] inside an optional argument, and $ inside a formula in text. */
struct node *read_list(struct reader *r);

/* The classes of a complete list: signs that are no operators where they stand, bars
 * that open or close, pairs of sized brackets. */
void finish_list(struct reader *r, struct node *row);

/* The scripts and primes behind an atom. */
struct node *read_scripts(struct reader *r, struct node *atom);
/* {...} or one token. What is missing is an error and reads as "?". */
struct node *read_argument(struct reader *r);
/* [...] or NULL. */
struct node *read_optional(struct reader *r);
/* The bytes of {...} as they stand; "" when there is none. */
const char *read_raw(struct reader *r);
/* Text with its blanks up to the closing brace, formulas in $...$. */
struct node *read_text_argument(struct reader *r);
/* The atom that t begins, without scripts; NULL: it shows nothing. */
struct node *read_atom(struct reader *r, struct token t);
/* What a command makes; t is taken. */
struct node *read_command(struct reader *r, struct token t);
/* \left...\right, \big and its like, \abs{...}: brackets. */
struct node *take_left(struct reader *r, struct token t);
struct node *take_sized(struct reader *r, struct token t);
struct node *take_bracket(struct reader *r, struct token t);
/* \begin{...}...\end{...}, t being \begin; and a top level that has rows: `first` is the
 * first cell. */
struct node *read_environment(struct reader *r, struct token t);
struct node *read_open_rows(struct reader *r, struct node *first);
/* \frac and its like, \genfrac; \num, \qty and what only shows its argument. */
struct node *take_fraction(struct reader *r, struct token t);
struct node *take_genfrac(struct reader *r, struct token t);
struct node *take_plain(struct reader *r, struct token t);
/* \substack{...}. */
struct node *read_substack(struct reader *r);

struct node *node_new(struct reader *r, enum node_kind kind);
struct node *node_leaf(struct reader *r, enum tex_class class, const char *text);
/* Text of the source as it is shown: safe, on one line, in the reader's alphabet. */
char *reader_text(struct reader *r, const char *raw);
/* A symbol's leaf in the alphabet and font of the reader. */
struct node *node_symbol(struct reader *r, const struct command *c);
/* The leaf of one character. */
struct node *char_symbol(struct reader *r, uint32_t c);
void node_append(struct node *row, struct node *item);

/* ---- setting ----------------------------------------------------------------------- */

enum mode {
    MODE_DISPLAY, /* limits above and below */
    MODE_TEXT,    /* limits beside, fractions over two rows: inside fractions */
    MODE_INLINE,  /* fractions on one line */
    MODE_LINE,    /* everything on one line */
};

enum { SCRIPT_LEVELS = 3 };

/* How one part of a formula is set. */
struct how {
    enum mode mode;
    int level; /* 0, or how deep in scripts */
};

struct setter {
    struct arena *arena;
    enum alphabet alphabet;
    bool small[2][SCRIPT_LEVELS]; /* all scripts below / above of a level have glyphs */
};

/* A formula's items, spaced: what tex_break() needs to know. */
struct item {
    const struct node *node;
    const struct group *group;
    int gap; /* blanks before it */
};

/* Find out which scripts of n can be set with small glyphs. */
void set_scan(struct setter *s, const struct node *n, struct how how);

/* A whole formula; o->display is not used. e may be NULL. */
const struct group *tex_group(struct arena *a, const char *tex,
                              const struct tex_options *o, enum mode mode, struct err *e);

struct group *set_node(struct setter *s, const struct node *n, struct how how);
/* The items of a row; *n is their number. */
struct item *set_items(struct setter *s, const struct node *row, struct how how, int *n);
struct group *set_line(struct setter *s, const struct item *items, int n);
/* The same on several lines of at most `width` cells, where that can be. */
struct group *set_broken(struct setter *s, const struct item *items, int n, int width);

struct group *set_scripts(struct setter *s, const struct node *n, struct how how);
struct group *set_fence(struct setter *s, const struct node *n, struct how how);
struct group *set_array(struct setter *s, const struct node *n, struct how how);
/* An array on one line, without brackets unless they are its own. */
struct group *set_bare_array(struct setter *s, const struct node *n, struct how how);
struct group *set_root(struct setter *s, const struct node *n, struct how how);
struct group *set_accent(struct setter *s, const struct node *n, struct how how);
struct group *set_stretch(struct setter *s, const struct node *n, struct how how);
struct group *set_stack(struct setter *s, const struct node *n, struct how how);
struct group *set_boxed(struct setter *s, const struct node *n, struct how how);
struct group *set_arrow(struct setter *s, const struct node *n, struct how how);

/* A bracket that covers the rows from top to bottom of `like`, NULL for ".". */
struct group *set_delimiter(struct setter *s, const char *text, const struct group *like);

/* Whether n's limits stand above and below it in that mode. */
bool stacks_limits(const struct node *n, enum mode mode);
/* How what is inside n is set: narrower in fractions, roots and matrices. */
struct how how_inside(const struct node *n, struct how how);
/* Whether an accent is written as a call: "hat(x)". */
bool is_called(struct setter *s, const struct node *n, struct how how);
/* Whether an array's columns are those of equations, one under the other. */
bool lines_up(const struct node *n);
/* A row's only item, and its only item...; n itself when it is another thing. */
const struct node *only_item(const struct node *n);
/* n in the small letters of its side (1 below, 2 above), "^2" in ASCII; NULL when there
 * is no such form. */
const char *small_text(struct setter *s, const struct node *n, int side);
/* The character that c is the small form of, 0: of none; its side as above. */
uint32_t large_char(uint32_t c, int *side);
/* Whether a fraction is set on one line. */
bool is_flat(const struct node *n, struct how how);
/* The groups one under the other, centred; the baseline is that of part `base`. */
struct group *
set_centred(struct setter *s, const struct group *const *at, int n, int base);
/* "before" n "behind" on one line, with (...) kept off when n needs none. */
struct group *set_call(struct setter *s, const char *before, const struct node *n,
                       const char *behind, struct how how);
/* Whether a row is one bracket from its first item to its last. */
bool is_bracketed(const struct node *row);
/* Whether n on one line must stand in brackets to be one operand. */
bool is_compound(const struct node *n);

#endif
