/*
 * Signals, and the terminal given back on every way out.
 *
 * Handlers of signals that ask for something only write the signal's number into a
 * pipe. Handlers of faults run on a stack of their own, give the terminal back with
 * write(2) and tcsetattr(3), and let the default action happen.
 */
#ifndef ROPEWALK_TERM_RESCUE_H
#define ROPEWALK_TERM_RESCUE_H

#include <stdbool.h>
#include <stddef.h>

enum { RESCUE_RESET_MAX = 256 };

/* Remember the modes of the terminal at `in`, install all handlers. false when it is no
 * terminal or there are no descriptors left. Once, before the terminal is changed. */
bool rescue_arm(int in, int out);

/* What gives the screen back: sent by rescue_now(). Bytes past RESCUE_RESET_MAX are
 * left out. */
void rescue_set_reset(const char *bytes, size_t n);

/* Async-signal-safe. The screen and the modes as they were; nothing when the terminal is
 * not ours now. */
void rescue_now(void);

/* The terminal is given back (suspended) or taken again. */
void rescue_pause(void);
void rescue_resume(void);

/* The modes as they were, the old handlers, the pipe closed. */
void rescue_disarm(void);

/* Readable when a signal came; rescue_next() says which, 0 for none. */
int rescue_fd(void);
int rescue_next(void);

/* Stop this process as the default action of SIGTSTP does; returns when continued. */
void rescue_stop(void);

#endif
