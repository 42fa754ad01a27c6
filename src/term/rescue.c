#include "term/rescue.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "base/memory.h"

static const int asking[] = {SIGHUP,  SIGTERM, SIGINT,  SIGQUIT,
                             SIGTSTP, SIGCONT, SIGWINCH};
static const int faults[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};

enum {
    N_ASKING = sizeof asking / sizeof *asking,
    N_FAULTS = sizeof faults / sizeof *faults,
    FAULT_STACK = 65536,
};

/* The one object that handlers can reach, as handlers have no argument of their own.
 * `taken` orders the rest: it is set last and cleared first. */
static struct rescue {
    atomic_bool taken; /* the screen is ours: it must be given back */
    int in, out;
    struct termios before;
    char reset[RESCUE_RESET_MAX];
    size_t n_reset;
    int pipe[2];
    char *stack;
    bool at_exit; /* registered */
    struct sigaction old_asking[N_ASKING], old_faults[N_FAULTS], old_pipe;
} rescue;

static void
on_asking(int sig)
{
    int saved = errno;
    unsigned char byte = (unsigned char)sig;

    /* A full pipe holds signals enough to wake the loop. */
    if (write(rescue.pipe[1], &byte, 1) < 0)
        errno = saved;
    errno = saved;
}

static void
on_fault(int sig)
{
    rescue_now();
    raise(sig); /* SA_RESETHAND: the default action, when this handler returns */
}

static bool
open_pipe(void)
{
    if (pipe(rescue.pipe) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        fcntl(rescue.pipe[i], F_SETFD, FD_CLOEXEC);
        fcntl(rescue.pipe[i], F_SETFL, O_NONBLOCK);
    }
    return true;
}

static void
install_handlers(void)
{
    struct sigaction sa;
    stack_t stack = {.ss_size = FAULT_STACK};

    rescue.stack = xmalloc(FAULT_STACK);
    stack.ss_sp = rescue.stack;
    sigaltstack(&stack, NULL);
    memset(&sa, 0, sizeof sa);
    sigfillset(&sa.sa_mask);
    sa.sa_handler = on_asking;
    sa.sa_flags = SA_RESTART;
    for (int i = 0; i < N_ASKING; i++)
        sigaction(asking[i], &sa, &rescue.old_asking[i]);
    sigemptyset(&sa.sa_mask);
    sa.sa_handler = on_fault;
    sa.sa_flags = SA_ONSTACK | SA_RESETHAND;
    for (int i = 0; i < N_FAULTS; i++)
        sigaction(faults[i], &sa, &rescue.old_faults[i]);
    sa.sa_handler = SIG_IGN;
    sa.sa_flags = 0;
    sigaction(SIGPIPE, &sa, &rescue.old_pipe);
}

bool
rescue_arm(int in, int out)
{
    if (tcgetattr(in, &rescue.before) != 0 || !open_pipe())
        return false;
    rescue.in = in;
    rescue.out = out;
    rescue.n_reset = 0;
    install_handlers();
    if (!rescue.at_exit)
        rescue.at_exit = atexit(rescue_now) == 0;
    rescue.taken = true;
    return true;
}

void
rescue_set_reset(const char *bytes, size_t n)
{
    rescue.n_reset = n < RESCUE_RESET_MAX ? n : RESCUE_RESET_MAX;
    memcpy(rescue.reset, bytes, rescue.n_reset);
}

/* A process in the background that sets modes would be stopped for it. */
static void
restore_modes(void)
{
    struct sigaction ignore, old;

    memset(&ignore, 0, sizeof ignore);
    sigemptyset(&ignore.sa_mask);
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGTTOU, &ignore, &old);
    tcsetattr(rescue.in, TCSANOW, &rescue.before);
    sigaction(SIGTTOU, &old, NULL);
}

void
rescue_now(void)
{
    const char *p = rescue.reset;
    size_t left = rescue.n_reset;

    if (!atomic_exchange(&rescue.taken, false))
        return;
    while (left > 0) {
        ssize_t n = write(rescue.out, p, left);

        if (n <= 0)
            break;
        p += n;
        left -= (size_t)n;
    }
    restore_modes();
}

void
rescue_pause(void)
{
    rescue.taken = false;
    restore_modes();
}

void
rescue_resume(void)
{
    rescue.taken = true;
}

void
rescue_disarm(void)
{
    stack_t none = {.ss_flags = SS_DISABLE};

    rescue_pause();
    for (int i = 0; i < N_ASKING; i++)
        sigaction(asking[i], &rescue.old_asking[i], NULL);
    for (int i = 0; i < N_FAULTS; i++)
        sigaction(faults[i], &rescue.old_faults[i], NULL);
    sigaction(SIGPIPE, &rescue.old_pipe, NULL);
    sigaltstack(&none, NULL);
    free(rescue.stack);
    close(rescue.pipe[0]);
    close(rescue.pipe[1]);
}

int
rescue_fd(void)
{
    return rescue.pipe[0];
}

int
rescue_next(void)
{
    unsigned char byte;

    return read(rescue.pipe[0], &byte, 1) == 1 ? byte : 0;
}

void
rescue_stop(void)
{
    struct sigaction stop, old;

    memset(&stop, 0, sizeof stop);
    sigemptyset(&stop.sa_mask);
    stop.sa_handler = SIG_DFL;
    sigaction(SIGTSTP, &stop, &old);
    raise(SIGTSTP);
    sigaction(SIGTSTP, &old, NULL);
}
