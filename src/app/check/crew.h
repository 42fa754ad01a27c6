/* Lessons checked on several threads. */
#ifndef ROPEWALK_APP_CHECK_CREW_H
#define ROPEWALK_APP_CHECK_CREW_H

#include "base/arena.h"
#include "base/err.h"
#include "check/check.h"

/* One file to be checked, and what came out. */
struct check_job {
    const char *path;
    struct check_input
        in; /* text, len and file are filled in; what it points to is only read */

    bool read; /* the file could be read at all; else err */
    struct err err;
    struct errs found;
    struct check_report counts;
    struct arena *arena; /* the job's own; to be freed by the caller */
};

/* Do all n jobs. The outcome does not depend on the number of threads. */
void check_all(struct check_job *jobs, int n);

#endif
