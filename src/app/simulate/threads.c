/*
 * Blocks of an experiment on several threads. Worker w finds blocks w, w + workers, ...;
 * the thread that began takes them in by their order.
 */
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "app/simulate/threads.h"
#include "base/arena.h"

/* A worker may be so many parts ahead of the taker, which is woken for half of them at
 * once: for each one it would cost more than it takes. Large blocks are few, and kept
 * few. */
enum {
    WORKERS_MAX = 2,
    AHEAD_LEAST = 4,
    AHEAD_MOST = 32,
    SAMPLES_AHEAD = 1 << 18,
    WAIT_MS = 100
};

struct crew;

/* Parts go round: the worker fills them, the taker empties them. */
struct worker {
    struct crew *crew;
    pthread_t thread;
    struct arena *arena;
    struct num_part *part[AHEAD_MOST];
    uint64_t first;
    uint64_t filled, emptied; /* how many so far */
};

struct crew {
    const struct num_run *run;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool stop;
    uint64_t ahead;
    int n, begun; /* workers; and threads of them */
    struct worker worker[WORKERS_MAX];
};

double
seconds_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- a worker ---------------------------------------------------------------------- */

/* Wait for an empty part; NULL when the crew goes home. */
static struct num_part *
wait_for_room(struct worker *w)
{
    struct crew *c = w->crew;
    struct num_part *part = NULL;

    pthread_mutex_lock(&c->lock);
    while (!c->stop && w->filled - w->emptied == c->ahead)
        pthread_cond_wait(&c->changed, &c->lock);
    if (!c->stop)
        part = w->part[w->filled % c->ahead];
    pthread_mutex_unlock(&c->lock);
    return part;
}

static void *
work(void *data)
{
    struct worker *w = data;
    uint64_t blocks = num_run_blocks(w->crew->run), step = (uint64_t)w->crew->n;

    for (uint64_t block = w->first; block < blocks; block += step) {
        struct num_part *part = wait_for_room(w);

        if (!part)
            break;
        if (!num_run_block(w->crew->run, block, part))
            break;
        pthread_mutex_lock(&w->crew->lock);
        w->filled++;
        if (w->filled - w->emptied >= w->crew->ahead / 2 || block + step >= blocks)
            pthread_cond_broadcast(&w->crew->changed);
        pthread_mutex_unlock(&w->crew->lock);
    }
    return NULL;
}

/* ---- the crew ---------------------------------------------------------------------- */

static int
workers_wanted(const struct num_run *r)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);

    if (cores < 2 || num_run_blocks(r) < 2)
        return 1;
    return cores > WORKERS_MAX ? WORKERS_MAX : (int)cores;
}

static uint64_t
parts_ahead(const struct num_run *r)
{
    double each = num_run_total(r) / (double)num_run_blocks(r);
    double parts = SAMPLES_AHEAD / fmax(each, 1);

    return (uint64_t)fmin(fmax(parts, AHEAD_LEAST), AHEAD_MOST);
}

/* Whether there were enough threads; crew_end() in any case. */
static bool
crew_begin(struct crew *c, const struct num_run *r)
{
    *c = (struct crew){.run = r};
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->changed, NULL);
    c->n = workers_wanted(r);
    c->ahead = parts_ahead(r);
    for (int i = 0; i < c->n; i++) {
        struct worker *w = &c->worker[i];

        *w = (struct worker){.crew = c, .first = (uint64_t)i, .arena = arena_new()};
        for (uint64_t part = 0; part < c->ahead; part++)
            w->part[part] = num_part_new(w->arena, r, w->part[0]);
    }
    for (; c->begun < c->n; c->begun++) {
        struct worker *w = &c->worker[c->begun];

        if (pthread_create(&w->thread, NULL, work, w) != 0)
            return false;
    }
    return true;
}

static void
crew_end(struct crew *c)
{
    pthread_mutex_lock(&c->lock);
    c->stop = true;
    pthread_cond_broadcast(&c->changed);
    pthread_mutex_unlock(&c->lock);
    for (int i = 0; i < c->begun; i++)
        pthread_join(c->worker[i].thread, NULL);
    for (int i = 0; i < c->n; i++)
        arena_free(c->worker[i].arena);
    pthread_cond_destroy(&c->changed);
    pthread_mutex_destroy(&c->lock);
}

/* The worker's next part, waiting for it a moment; NULL when it is not there yet. */
static struct num_part *
wait_for_part(struct worker *w)
{
    struct crew *c = w->crew;
    struct num_part *part = NULL;
    struct timespec until;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += WAIT_MS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_mutex_lock(&c->lock);
    if (w->filled == w->emptied)
        pthread_cond_timedwait(&c->changed, &c->lock, &until);
    if (w->filled != w->emptied)
        part = w->part[w->emptied % c->ahead];
    pthread_mutex_unlock(&c->lock);
    return part;
}

static void
give_back(struct worker *w)
{
    pthread_mutex_lock(&w->crew->lock);
    w->emptied++;
    if (w->filled - w->emptied == w->crew->ahead - 1) /* it waits for room */
        pthread_cond_broadcast(&w->crew->changed);
    pthread_mutex_unlock(&w->crew->lock);
}

void
run_hold_interrupts(void)
{
    sigset_t asking;

    sigemptyset(&asking);
    sigaddset(&asking, SIGINT);
    sigaddset(&asking, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &asking, NULL);
}

static bool
interrupted(void *data)
{
    sigset_t waiting;

    (void)data;
    sigpending(&waiting);
    return sigismember(&waiting, SIGINT) == 1 || sigismember(&waiting, SIGTERM) == 1;
}

/* Whether all blocks were taken in. */
static bool
take_from_crew(struct crew *c, struct num_run *r, watcher *watch, void *data)
{
    uint64_t blocks = num_run_blocks(r), block = 0;

    while (block < blocks && !interrupted(NULL)) {
        struct worker *w = &c->worker[block % (uint64_t)c->n];
        struct num_part *part = wait_for_part(w);

        if (part) {
            num_run_take(r, part);
            give_back(w);
            block++;
        }
        watch(data, r);
    }
    return block == blocks;
}

static bool
do_alone(struct num_run *r, watcher *watch, void *data)
{
    while (!interrupted(NULL) && num_run_step(r))
        watch(data, r);
    return num_run_done(r) == num_run_total(r);
}

bool
run_to_end(struct num_run *r, watcher *watch, void *data)
{
    struct crew c;
    bool done, together;

    run_hold_interrupts();
    num_run_watch(r, interrupted, NULL);
    if (!num_run_parallel(r))
        return do_alone(r, watch, data);
    together = crew_begin(&c, r);
    done = together && take_from_crew(&c, r, watch, data);
    crew_end(&c);
    return together ? done : do_alone(r, watch, data);
}
