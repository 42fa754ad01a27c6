/*
 * Lines that were entered, for Up and Down. In memory only; a line that was changed after
 * it was recalled leaves the remembered one as it was.
 *
 * readline's own history ties its entries to undo lists, and both break when the text is
 * replaced from outside (rl_do_undo() then loops for ever in 8.2).
 */
#ifndef ROPEWALK_TERM_HISTORY_H
#define ROPEWALK_TERM_HISTORY_H

enum { HISTORY_MAX = 200 };

struct history {
    int n;
    int at;      /* the line that is recalled; n: none, the draft is edited */
    char *draft; /* what was typed before the first recall; NULL: nothing */
    char *line[HISTORY_MAX];
};

void history_init(struct history *h);
void history_fini(struct history *h);

/* Remember a line unless it is empty or like the last one; the oldest is dropped. Ends
 * recalling. */
void history_add(struct history *h, const char *line);

/* Another text is being edited: ends recalling. */
void history_rest(struct history *h);

/* One line back (-1) or forth (1); only lines that begin with the first `prefix` bytes of
 * `now`, which is the text in the field. NULL when there is none; else valid until the
 * next call. */
const char *history_step(struct history *h, const char *now, int prefix, int direction);

#endif
