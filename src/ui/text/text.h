/*
 * What the text column and the question zone say. Part of ui_priv.h, which declares what
 * is named here.
 *
 * column.c       the text column
 * derivation.c   a derivation in it
 * question.c     the question zone
 * answer.c       answers, guesses and verdicts in words
 */
#ifndef ROPEWALK_UI_TEXT_TEXT_H
#define ROPEWALK_UI_TEXT_TEXT_H

/* Everything of the step that is said so far; anchored at the current beat. */
void text_step(struct flow *f, struct ui_model *m);
/* A derivation; `now`: of the current beat. */
void
text_derivation(struct flow *f, struct ui_model *m, const struct derivation *d, bool now);
/* The current beat alone, and the guess of an earlier one. */
void text_beat(struct flow *f, struct ui_model *m, bool with_guess);
/* The question with its choices or field, reading, verdict and hints. */
void text_question(struct flow *f, struct ui_model *m, struct question *q);
/* `You predicted: "go down"`, or how what was drawn differs; what text_...() return is
 * Markdown. */
char *text_guess(struct arena *a, const struct ui_model *m, const struct question *q);
bool text_unsure(const struct question *q); /* the guess that is none */
/* Whether nothing but words tells what was to be guessed. */
bool text_reveals(const struct ui_model *m, const struct question *q);
/* The same beside the truth: `You predicted: "go up". In truth: go down`. */
char *text_revealed(struct arena *a, const struct ui_model *m, const struct question *q);
/* A response as words: the texts of the choices that it numbers. */
char *text_response(struct arena *a, const struct question *q, const char *response);
/* "Right.", "Not right.", ... */
const char *text_lead(const struct grade *g);
/* What a verdict says behind its lead, in Markdown; columns: of the field, or of all. */
char *text_verdict(struct arena *a, const struct question *q, bool field);
/* "the line ends too soon (column 5)" */
char *text_unread(struct arena *a, const struct err *e);
/* derivation_sign() as it is drawn on a page, with an arrow. */
const char *text_sign(const struct derivation_line *line);
/* And as it is said: "so that". */
const char *line_sign_spoken(const struct derivation_line *line);
/* The columns before the error that nobody typed into the field: of "#3: ". */
int text_not_typed(const struct question *q, const char *answer, const struct err *e);

/* The text in at most so many cells: what is cut ends in "..". Folded. */
char *text_cut(struct arena *a, enum alphabet alphabet, const char *text, int cols);
/* How many of the lines of d, in the current beat, are shown; -1: not even its start. */
int text_lines_of(const struct ui_model *m, const struct derivation *d);
/* The place where numbers of words are looked up. */
struct words_ctx text_ctx(const struct ui_model *m, const struct question *q);

#endif
