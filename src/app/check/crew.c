#include "app/check/crew.h"

#include <pthread.h>
#include <unistd.h>

#include "exact/exact.h"
#include "store/store.h"

enum { WORKERS_MAX = 8 };

struct crew {
    struct check_job *jobs;
    int left; /* jobs that nobody has taken */
    pthread_mutex_t lock;
};

static void
do_job(struct check_job *j)
{
    char *text;

    j->arena = arena_new();
    j->read =
        store_read_file(j->arena, j->path, LESSON_TEXT_MAX, &text, &j->in.len, &j->err);
    if (!j->read)
        return;
    j->in.text = text;
    j->in.file = j->path;
    check_lesson(j->arena, &j->in, &j->counts, &j->found);
}

/* From the last to the first: later lessons rest on more rules and take longest. */
static void
work(struct crew *c)
{
    for (;;) {
        int i;

        pthread_mutex_lock(&c->lock);
        i = --c->left;
        pthread_mutex_unlock(&c->lock);
        if (i < 0)
            return;
        do_job(&c->jobs[i]);
    }
}

/* What the numbers of a thread are kept in is its own, and ends with it. */
static void *
work_apart(void *data)
{
    work(data);
    exact_cleanup();
    return NULL;
}

void
check_all(struct check_job *jobs, int n)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct crew c = {.jobs = jobs, .left = n};
    pthread_t thread[WORKERS_MAX];
    int begun = 0;

    pthread_mutex_init(&c.lock, NULL);
    while (begun + 1 < cores && begun + 1 < n && begun < WORKERS_MAX &&
           pthread_create(&thread[begun], NULL, work_apart, &c) == 0)
        begun++;
    work(&c);
    for (int i = 0; i < begun; i++)
        pthread_join(thread[i], NULL);
    pthread_mutex_destroy(&c.lock);
}
