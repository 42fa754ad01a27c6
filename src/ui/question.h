/*
 * Questions: typing, choosing, judging, hints, fresh numbers. Part of ui_priv.h.
 */
#ifndef ROPEWALK_UI_QUESTION_H
#define ROPEWALK_UI_QUESTION_H

/* ---- questions ---------------------------------------------------------- */

struct flow;

enum question_state {
    QUESTION_OPEN,
    QUESTION_SAVING, /* judged; the verdict waits for the commit */
    QUESTION_DONE,   /* answered right, or the guess was made */
    QUESTION_SHOWN,  /* the solution was shown before a right answer */
    QUESTION_KEPT,   /* of an exam: answered, the verdict comes at the end */
};

/* Text that grows: what is typed is never cut. Heap; freed with the lesson. */
struct typed {
    char *text;
    size_t len, cap;
    int cursor; /* bytes */
    int bad;    /* the character at which it was refused, from 1, while it is the same
                   text; 0: none */
};

struct question {
    const struct ask *ask;
    int step, beat;
    bool ready; /* numbers drawn, what the record knows taken over */
    enum question_state state;
    bool skipped, before; /* before: its guess was made when the lesson was opened */
    bool restored;        /* what was typed before stands in its field; not said yet */
    bool exam;            /* no hints, solutions or fresh numbers */
    uint64_t seed;
    int attempt;
    struct drawn drawn;
    int *order;         /* choices and lines: the one shown i-th */
    bool *ticked;       /* several: by shown position */
    int choice;         /* the highlighted one, by shown position */
    bool held;          /* order: the line was taken up; spot: an empty Enter was met */
    bool chosen;        /* spot: the highlighted line is the wrong one; now its repair */
    const char **cells; /* grid: the texts of its cells; NULL: nothing was typed yet */
    int cell;           /* the one in the field, whose text is `typed` */
    struct sketch *sketch; /* of a guess that is drawn; else NULL */
    struct typed typed;
    double guess;            /* a guess as a number; NaN when it is none */
    struct telling *telling; /* of an explanation; NULL for other kinds */
    const char *drafted;     /* the text that the record has as draft */
    const char *response;    /* right answer or guess as shown; "" if none */
    const char **wrong;      /* wrong answers that counted */
    int n_wrong, hints;
    struct grade grade; /* the last verdict that may be shown */
    bool graded;
    struct grade pending;       /* state SAVING */
    const char *judged;         /* the text that `grade` or `pending` is about */
    unsigned verdicts, printed; /* how many there were; line mode says each once */
};

/* ---- question.c --------------------------------------------------------- */

/* Without the blanks and line ends around it; a copy. */
char *question_trimmed(struct arena *a, const char *text);
void question_init(struct ui_model *m, struct question *q);
bool question_is_open(const struct question *q);
bool question_has_field(const struct question *q);        /* a text is typed now */
bool question_is_answered_here(const struct question *q); /* not by sliders alone */
int question_items(const struct question *q);             /* choices or lines */
void question_type(struct ui_model *m, struct question *q, const char *text, int cursor);
void question_submit(struct ui_model *m, struct question *q);
/* Take an answer up as a draft. */
void question_take(struct ui_model *m, struct question *q, const char *text);
/* Judge an answer as room grade reads it; it must live as long as the lesson. */
void question_judge(struct ui_model *m, struct question *q, const char *answer);
/* A verdict on an answer, which must live as long: it is shown when it is committed. */
void question_verdict(struct ui_model *m, struct question *q, struct grade g,
                      const char *answer);
void question_choose(struct ui_model *m, struct question *q, int shown);
void question_unsure(struct ui_model *m, struct question *q);
void question_skip(struct ui_model *m, struct question *q);
bool question_can_hint(const struct question *q);
void question_hint(struct ui_model *m, struct question *q);
bool question_can_solve(const struct question *q);
/* Whether what is said about it in f has nothing to be filled in and takes more than so
 * many rows: then it is scrolled, and not the text above it. */
bool question_is_read(const struct question *q, const struct flow *f, int rows);
void question_solve(struct ui_model *m, struct question *q);
bool question_can_renew(const struct question *q);
void question_renew(struct ui_model *m, struct question *q);
/* After the sliders moved: whether the condition of a set question holds. */
void question_watch(struct ui_model *m, struct question *q);
void question_saved(struct ui_model *m, struct question *q);
/* Whether what stands there is to be kept and is not yet. */
bool question_draft_waits(const struct ui_model *m, const struct question *q);
void question_keep_draft(struct ui_model *m, struct question *q);
void question_free(struct question *q);
void typed_set(struct typed *t, const char *text, int cursor);
/* It cannot be read, from that character on (from 1; 0: nowhere): the cursor goes there.
 */
void typed_refuse(struct typed *t, int col);

#endif
