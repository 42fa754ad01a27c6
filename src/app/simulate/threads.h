/* A run of an experiment on several threads. */
#ifndef ROPEWALK_APP_SIMULATE_THREADS_H
#define ROPEWALK_APP_SIMULATE_THREADS_H

#include <stdbool.h>

#include "num/num.h"

/* Called now and then, from the thread that began the run. */
typedef void watcher(void *data, const struct num_run *r);

/* From here on SIGINT and SIGTERM are kept until a run is asked to its end, which they
 * stop; they stay so afterwards. So an interruption while a run is being prepared ends in
 * what is known, too, be it nothing. */
void run_hold_interrupts(void);

/* Do the run to its end, or until the user interrupts it (the interrupts are held).
 * Whether it came to its end.
 * The result does not depend on the number of threads. */
bool run_to_end(struct num_run *r, watcher *watch, void *data);

/* Seconds since some moment. */
double seconds_now(void);

#endif
