/*
 * The program: set up, read the command line, run one command.
 */
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/app.h"
#include "base/memory.h"
#include "base/near.h"
#include "num/num.h"
#include "term/term.h"

/* A file that is opened later must never become standard output by chance. What stands
 * in for it cannot be written, so that printing to nowhere is noticed. */
static void
fill_descriptors(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 &&
            open("/dev/null", fd == STDOUT_FILENO ? O_RDONLY : O_RDWR) < 0)
            return;
}

/* Characters are UTF-8 inside whatever the locale says (term_alphabet() knows what can be
 * shown); numbers have a point. */
static void
set_locale(void)
{
    static const char *const utf8[] = {"C.UTF-8", "C.utf8", "en_US.UTF-8", "UTF-8"};

    setlocale(LC_ALL, "");
    for (size_t i = 0; i < sizeof utf8 / sizeof *utf8; i++)
        if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0)
            setlocale(LC_CTYPE, utf8[i]);
    setlocale(LC_NUMERIC, "C");
}

static void
set_up(void)
{
    umask(077);
    fill_descriptors();
    set_locale();
    signal(SIGPIPE, SIG_IGN);
    num_init();
    memory_on_exhausted(term_restore);
}

static bool
unknown_command(const char *name, struct err *e)
{
    const char *near = near_find(name, command_names());
    struct pos nowhere = {0};

    if (near)
        return err_at(e, nowhere, ERR_COMMAND, "no command '%s'; did you mean %s?", name,
                      near);
    return err_at(e, nowhere, ERR_COMMAND, "no command '%s'; see ropewalk --help", name);
}

/* The first operand is the command; the rest are its own. */
static bool
choose_command(struct app *app, char **args, int n, struct err *e)
{
    const struct command *c = n > 0 ? find_command(args[0]) : NULL;

    if (n > 0 && !c)
        return unknown_command(args[0], e);
    app->command = c;
    app->operands = n > 0 ? args + 1 : args;
    app->n = n > 0 ? n - 1 : 0;
    if (!options_fit(&app->options, c ? c->name : "", e))
        return false;
    if (c && !app->options.help && (app->n < c->min || (c->max >= 0 && app->n > c->max)))
        return err_at(e, (struct pos){0}, ERR_OPERANDS, "usage: ropewalk %s%s%s", c->name,
                      *c->operands ? " " : "", c->operands);
    return true;
}

static int
run(struct app *app)
{
    struct err e;

    if (app->options.version) {
        if (app->options.json)
            say_json(app, json_pack("{s:s}", "version", ROPEWALK_VERSION));
        else
            say("ropewalk %s\n", ROPEWALK_VERSION);
        return STATUS_YES;
    }
    if (app->options.help) {
        command_help(app->command);
        return STATUS_YES;
    }
    app->places = (struct store_places){app->options.data, app->options.record,
                                        app->options.lessons};
    /* Without a home the store says so itself, where it matters. */
    store_default_places(app->arena, &app->places, &e);
    return app->command ? app->command->run(app) : run_start(app);
}

/* Whoever reads our output has enough of it ("| head"): nothing to complain about. */
static bool
reader_has_gone(void)
{
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};

    return poll(&out, 1, 0) > 0 && (out.revents & POLLERR);
}

/* What was printed has to arrive: a full disk or a closed pipe is no success. */
static int
finish(struct app *app, int status)
{
    struct err e;

    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    if (reader_has_gone())
        return STATUS_IO;
    err_at(&e, (struct pos){0}, ERR_OUTPUT, "standard output could not be written");
    app->options.json = false;
    return report(app, &e, NULL);
}

int
main(int argc, char **argv)
{
    struct app app = {0};
    int n = argc > 0 ? argc - 1 : 0, status;
    struct err e;

    set_up();
    app.arena = arena_new();
    if (options_read(&app.options, argv + (argc > 0), &n, &e) &&
        choose_command(&app, argv + (argc > 0), n, &e))
        status = run(&app);
    else
        status = report(&app, &e, NULL);
    status = finish(&app, status);
    arena_free(app.arena);
    return status;
}
