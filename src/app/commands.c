#include <string.h>

#include "app/app.h"

static const struct command commands[] = {
#define COMMAND(name, run, min, max, operands, help) \
    {name, run, min, max, operands, help},
#include "app/commands.def"
#undef COMMAND
};

static const char *const names[] = {
#define COMMAND(name, run, min, max, operands, help) name,
#include "app/commands.def"
#undef COMMAND
    NULL,
};

enum { N_COMMANDS = sizeof commands / sizeof *commands };

const struct command *
command_find(const char *name)
{
    for (int i = 0; i < N_COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

const char *const *
command_names(void)
{
    return names;
}

static void
program_help(void)
{
    say("usage: ropewalk [COMMAND] [OPERANDS] [OPTIONS]\n\n"
        "Walk the mathematics of Transformers, line by line. Without a command: the "
        "first\n"
        "minute, or the place where you left.\n\n");
    for (int i = 0; i < N_COMMANDS; i++)
        say("  %-8s %-24s %s\n", commands[i].name, commands[i].operands,
            commands[i].help);
    say("\noptions:\n");
    options_help("");
    say("\nexit status: 0 yes or done, 1 no, 2 undecided, 64 usage, 65 bad input, 66 no "
        "such\n"
        "file or lesson, 69 needs a terminal, 70 internal, 74 input or output\n");
}

void
command_help(const struct command *c)
{
    if (!c) {
        program_help();
        return;
    }
    say("usage: ropewalk %s %s\n\n%s\n", c->name, c->operands, c->help);
    options_help(c->name);
}
