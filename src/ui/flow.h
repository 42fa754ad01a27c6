/*
 * Columns of boxes, and words in them. Part of ui_priv.h.
 */
#ifndef ROPEWALK_UI_FLOW_H
#define ROPEWALK_UI_FLOW_H

/* `= term` in words: typeset_computed, ctx is a struct words_ctx. */
struct words_ctx {
    const struct ui_model *model;
    const struct scope *scope;
};
const char *study_computed(void *ctx, struct arena *a, const char *expr);

struct flow_item {
    const struct box *box;
    enum style style;
    int row, col;
};

/* A column of boxes in the frame arena. */
struct flow {
    struct arena *arena;
    enum alphabet alphabet;
    const struct tex_macros *macros;
    const struct words_ctx *asked; /* of the question that is put; NULL: none */
    int cols, rows;
    bool stage;                 /* before a class: only what it needs */
    bool brief;                 /* a question that is over: its verdict alone */
    bool values;                /* of lines of derivations are shown */
    int anchor;                 /* the first row of what is new */
    int gap_at;                 /* the row behind the last gap */
    int *lines, n_lines;        /* rows where lines of derivations begin */
    int cursor_row, cursor_col; /* -1: none */
    int cursor_more;            /* rows below it that belong to it */
    int verdict, verdict_rows;  /* on the answer that stands there; no rows: none */
    struct rect field, choice[CHOICES_MAX]; /* where they are in the column */
    struct flow_item *items;
    int n, cap;
};

void flow_init(struct flow *f, struct ui_model *m, int cols);
/* A line of a derivation begins here, with all that belongs to it. */
void flow_begin_line(struct flow *f);
/* Put a box at column col of the next row, or beside (flow_beside) what was put last. */
void flow_box(struct flow *f, int col, enum style style, const struct box *b);
void flow_beside(struct flow *f, int row, int col, enum style style, const struct box *b);
void flow_line(struct flow *f, int col, enum style style, const char *text);
void flow_right(struct flow *f, int row, enum style style, const char *text);
void flow_words(struct flow *f, int col, enum style style, const char *markdown,
                const struct words_ctx *ctx);
/* A formula in TeX, broken so that it is at most `cols` wide. */
const struct box *flow_formula(const struct flow *f, int cols, const char *tex);
/* Words that are no Markdown: messages, values, what was typed. */
void flow_plain(struct flow *f, int col, enum style style, const char *text);
/* The text with its vectors and matrices whole: blanks in brackets break no line. */
char *text_held(struct arena *a, const char *text);
/* Any text as Markdown that shows just this text. */
char *text_escape(struct arena *a, const char *text);
void flow_gap(struct flow *f); /* one blank row, unless the flow is empty or has one */
/* Draw from row `top` of f; the flow's cursor becomes the real one. */
void flow_draw(const struct flow *f, struct canvas *c, struct rect r, int top);
/* The first byte of a field's text that is shown, so that the cursor is in sight: as many
 * characters before it as fit into `room` cells. */
size_t typed_start(const struct flow *f, const struct typed *t, int room);
struct box *
flow_set(struct flow *f, int cols, const char *markdown, const struct words_ctx *ctx);

#endif
