/*
 * Reading terms from tokens: state shared by the operators (parser.c), what they act on
 * (atom.c) and declarations (declare.c).
 */
#ifndef ROPEWALK_EXPR_PARSER_H
#define ROPEWALK_EXPR_PARSER_H

#include "expr/read/lexer.h"
#include "expr/tree.h"

struct parser {
    struct arena *arena;
    const struct scope *scope;
    const char *text;
    struct pos at; /* of the text */
    struct err *err;
    const struct token *tok; /* the next one; the last is TOKEN_END */
    int depth;               /* brackets, exponents and signs that are open */
    int bars;                /* open | at this level of brackets */
    int norm_bars;
    bool conditions; /* a bar behind an operand conditions: directly inside E, P, ... */
    bool infinity;   /* inf may stand here: in bounds and as the point of a limit */
    bool assumed;  /* a number on the right of a relation is meant for every component */
    bool tex;      /* the text is TeX */
    bool unplaced; /* terms get no span: the body of a definition */
    bool failed;   /* the error is filled */
};

/* Every reader below returns NULL (or false) with the error filled. */

/* Lex `text` and set up p. With `lines`, line breaks outside brackets are tokens and '#'
 * begins a comment; else line breaks are blanks. */
bool parser_init(struct parser *p, struct arena *a, const struct scope *s,
                 const char *text, bool lines, struct pos at, struct err *e);

/* A whole term: sums of products. */
const struct term *parse_sum(struct parser *p);

/* Factors up to a sign, a comma or a bracket. */
const struct term *parse_product(struct parser *p);

/* Two terms with a relation between them. */
const struct term *parse_comparison(struct parser *p);

/* One operand with its powers; a run of juxtaposed operands up to an operator or the next
 * function; whether a factor begins here, next to an operand. */
const struct term *parse_power(struct parser *p);
const struct term *parse_run(struct parser *p);
bool operand_begins(const struct parser *p, bool functions);

/* The exponent behind ^. */
const struct term *parse_exponent(struct parser *p);

/* What stands between operators: numbers, names, brackets, calls. */
const struct term *parse_atom(struct parser *p);

/* One term between the opening bracket that comes next and its closing one. */
const struct term *finish_call(struct parser *p, enum function_id f,
                               const struct term **arg, int n, const struct token *from);
const struct term *parse_group(struct parser *p, enum token_kind kind, const char *sign);

/* A name with its subscript, a constant, or what a definition stands for. */
const struct term *parse_name(struct parser *p);

/* The component of x that "[j]" or "_{j}" at the next token asks for. */
const struct term *
parse_components(struct parser *p, const struct term *x, const struct token *from);

/* The same of a sequence w; and what stands behind its item `first`: nothing, or "..T".
 */
const struct term *
parse_items(struct parser *p, const struct term *w, const struct token *from);
const struct term *parse_item(struct parser *p, const struct term *w,
                              const struct term *first, const struct token *from);

/* An operand without the components that may stand behind it. */
const struct term *parse_operand(struct parser *p);

/* Whether a form begins here (sum, prod, limit, D, E, Var, Cov, P); the form. */
bool is_form(const struct parser *p, const struct token *t);
const struct term *parse_form(struct parser *p);

/* The parts of binders: a name, '=', and a body in which the name at token `name` is an
 * index of that kind. */
bool parse_index_name(struct parser *p);
bool parse_equals(struct parser *p, const char *what);
const struct term *
parse_body(struct parser *p, const struct token *name, enum type_kind kind,
           const struct term *(*parse)(struct parser *p));

/* An integer if the name at that token is declared as one, else real. */
enum type_kind limit_index_kind(struct parser *p, const struct token *name);

/* A real number, inf or -inf. */
const struct term *parse_bound(struct parser *p);

/* A list of terms that grows. */
struct list {
    struct arena *arena;
    const struct term **at;
    int n, cap;
};

void list_add(struct list *l, const struct term *t);

/* Terms with commas between them; how many, 0 on failure. */
int parse_row(struct parser *p, struct list *l);

/* The same between the opening bracket that comes next and its closing one. */
bool
parse_enclosed(struct parser *p, struct list *l, enum token_kind kind, const char *sign);

/* A fresh level of brackets: the bars outside it do not close inside. */
struct level {
    int bars, norm_bars;
    bool conditions;
};

bool open_level(struct parser *p, struct level *outside);
void close_level(struct parser *p, struct level outside);

/* The closing sign of what `open` opened. */
bool expect_close(struct parser *p, const struct token *open, enum token_kind kind,
                  const char *sign);

bool is_word(const struct token *t, const char *text);
/* Whether a name is declared or defined. */
bool is_meant(const struct parser *p, const char *name);
bool is_equals(const struct token *t);
bool is_function(const struct parser *p, const struct token *t);
/* The whole name of a word token, with its subscript. */
const char *token_name(struct parser *p, const struct token *t);

/* Read a token of that kind; `what` names it for the message. */
bool expect(struct parser *p, enum token_kind kind, const char *what);

/* Count a level of nesting; false with the error when there are too many. */
bool enter(struct parser *p);
void leave(struct parser *p);

/* Fail at a token: in functions that return a term, and in those that return bool. */
const struct term *fail(struct parser *p, const struct token *t, enum err_code code,
                        const char *fmt, ...) __attribute__((format(printf, 4, 5)));
bool refuse(struct parser *p, const struct token *t, enum err_code code, const char *fmt,
            ...) __attribute__((format(printf, 4, 5)));
/* Fail because something else was expected than the next token. */
const struct term *fail_expected(struct parser *p, const char *what);

/* Say why the text that is left over cannot follow a whole term. */
const struct term *fail_rest(struct parser *p);

/* From a token to the last one that was read. */
struct span span_to_here(const struct parser *p, const struct token *from);

/* Finish a term: its type or an error at token `t`; its span begins at token `from`. */
const struct term *finish(struct parser *p, struct term *shape, const struct token *from,
                          const struct token *t);
const struct term *finish_unary(struct parser *p, enum term_op op, const struct term *x,
                                const struct token *from, const struct token *t);
const struct term *
finish_binary(struct parser *p, enum term_op op, const struct term *x,
              const struct term *y, const struct token *from, const struct token *t);

#endif
