#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/app.h"
#include "base/near.h"
#include "canvas/canvas.h"
#include "term/term.h"

/* ---- values ------------------------------------------------------------------------ */

bool
read_integer(const char *text, int low, int high, int *out)
{
    char *end;
    long n;

    errno = 0;
    n = strtol(text, &end, 10);
    if (end == text || *end || errno || n < low || n > high)
        return false;
    *out = (int)n;
    return true;
}

bool
read_seed(const char *text, uint64_t *out)
{
    char *end;

    errno = 0;
    *out = strtoull(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0;
}

/* ---- options ----------------------------------------------------------------------- */

enum option_kind {
    OPTION_FLAG,
    OPTION_TEXT,
    OPTION_THEME,
    OPTION_CELLS,
    OPTION_SEED,
    OPTION_DIGITS,
    OPTION_WIDTH,
    OPTION_EXTRA,
    OPTION_COUNT,
    OPTION_SIZE,
    OPTION_AXES,
    OPTION_MOTION,
};

static const struct option {
    const char *name, *value, *command;
    enum option_kind kind;
    size_t offset;
    const char *help;
} options[] = {
#define OPTION(name, value, command, kind, member, help) \
    {name, value, command, OPTION_##kind, offsetof(struct options, member), help},
#include "app/options.def"
#undef OPTION
};

enum {
    N_OPTIONS = sizeof options / sizeof *options,
    DIGITS_MAX = 1000,
    WIDTH_MAX = 2000,
    EXTRA_MAX = 600, /* minutes */
    COUNT_MAX = 100,
};

static const struct pos nowhere = {0};

static const struct option *
find_option(const char *name, size_t len)
{
    for (int i = 0; i < N_OPTIONS; i++)
        if (strlen(options[i].name) == len && strncmp(options[i].name, name, len) == 0)
            return &options[i];
    return NULL;
}

static bool
unknown_option(const char *arg, struct err *e)
{
    const char *names[N_OPTIONS + 1] = {0};
    const char *near;

    for (int i = 0; i < N_OPTIONS; i++)
        names[i] = options[i].name;
    near = near_find(arg + 2, names);
    if (near)
        return err_at(e, nowhere, ERR_OPTION, "no option '%s'; did you mean --%s?", arg,
                      near);
    return err_at(e, nowhere, ERR_OPTION,
                  "no option '%s'; write -- before operands that begin with two dashes",
                  arg);
}

static bool
is_theme(const char *name)
{
    for (int i = 0; term_theme_name(i); i++)
        if (strcmp(term_theme_name(i), name) == 0)
            return true;
    return false;
}

/* "80x24" */
static bool
read_size(const char *text, struct option_size *out)
{
    const char *x = strchr(text, 'x');
    char cols[8] = "";

    if (!x || (size_t)(x - text) >= sizeof cols)
        return false;
    memcpy(cols, text, (size_t)(x - text));
    return read_integer(cols, 1, CANVAS_COLS_MAX, &out->cols) &&
           read_integer(x + 1, 1, CANVAS_ROWS_MAX, &out->rows);
}

static bool
is_axes(const char *text)
{
    return strcmp(text, "x") == 0 || strcmp(text, "y") == 0 || strcmp(text, "xy") == 0;
}

static bool
is_motion(const char *text)
{
    return strcmp(text, "full") == 0 || strcmp(text, "reduced") == 0 ||
           strcmp(text, "none") == 0;
}

static bool
set_option(struct options *o, const struct option *row, const char *value, struct err *e)
{
    char *member = (char *)o + row->offset;
    bool ok = true;

    switch (row->kind) {
    case OPTION_FLAG:
        *(bool *)(void *)member = true;
        break;
    case OPTION_TEXT:
        *(const char **)(void *)member = value;
        ok = value[0] != '\0' || strcmp(row->name, "let") == 0;
        break;
    case OPTION_THEME:
        o->theme = value;
        ok = is_theme(value);
        break;
    case OPTION_CELLS:
        o->cells = value;
        ok = cells_find(value) >= 0;
        break;
    case OPTION_SEED:
        o->has_seed = ok = read_seed(value, &o->seed);
        break;
    case OPTION_DIGITS:
        ok = read_integer(value, 1, DIGITS_MAX, &o->digits);
        break;
    case OPTION_WIDTH:
        ok = read_integer(value, 1, WIDTH_MAX, &o->width);
        break;
    case OPTION_EXTRA:
        ok = read_integer(value, 1, EXTRA_MAX, &o->extra);
        break;
    case OPTION_COUNT:
        ok = read_integer(value, 1, COUNT_MAX, (int *)(void *)member);
        break;
    case OPTION_SIZE:
        ok = read_size(value, &o->size);
        break;
    case OPTION_AXES:
        o->log = value;
        ok = is_axes(value);
        break;
    case OPTION_MOTION:
        o->motion = value;
        ok = is_motion(value);
        break;
    }
    return ok || err_at(e, nowhere, ERR_OPTION_VALUE, "--%s %s: '%s' is not one (%s)",
                        row->name, row->value, value, row->help);
}

/* One "--name", "--name=value" or "--name value"; *i is moved to its last argument. */
static bool
read_option(struct options *o, char **args, int n, int *i, struct err *e)
{
    const char *arg = args[*i], *equals = strchr(arg, '=');
    size_t len = equals ? (size_t)(equals - arg) - 2 : strlen(arg) - 2;
    const struct option *row = find_option(arg + 2, len);

    if (!row)
        return unknown_option(arg, e);
    if (row->kind == OPTION_FLAG && equals)
        return err_at(e, nowhere, ERR_OPTION_VALUE, "--%s takes no value", row->name);
    if (row->kind == OPTION_FLAG || equals)
        return set_option(o, row, equals ? equals + 1 : "", e);
    if (row->kind == OPTION_AXES && (*i + 1 >= n || !is_axes(args[*i + 1])))
        return set_option(o, row, "y", e);
    if (*i + 1 >= n)
        return err_at(e, nowhere, ERR_OPTION_VALUE, "--%s needs a value: --%s %s",
                      row->name, row->name, row->value);
    *i += 1;
    return set_option(o, row, args[*i], e);
}

/* Looked up before all others, so that a refusal of those is an object too. */
static bool
wants_json(char **args, int n)
{
    for (int i = 0; i < n && strcmp(args[i], "--") != 0; i++)
        if (strcmp(args[i], "--json") == 0)
            return true;
    return false;
}

bool
options_read(struct options *o, char **args, int *n, struct err *e)
{
    int kept = 0;
    bool ended = false;

    *o = (struct options){.theme = "",
                          .cells = "",
                          .data = "",
                          .record = "",
                          .lessons = "",
                          .let = "",
                          .batch = "",
                          .precision = "",
                          .log = "",
                          .motion = "full",
                          .svg = "",
                          .html = "",
                          .quiz = "",
                          .md = "",
                          .from = "",
                          .json = wants_json(args, *n)};
    for (int i = 0; i < *n; i++) {
        if (!ended && strcmp(args[i], "--") == 0)
            ended = true;
        else if (ended || strncmp(args[i], "--", 2) != 0)
            args[kept++] = args[i];
        else if (!read_option(o, args, *n, &i, e))
            return false;
    }
    *n = kept;
    return true;
}

static bool
is_given(const struct options *o, const struct option *row)
{
    const char *member = (const char *)o + row->offset;

    switch (row->kind) {
    case OPTION_FLAG:
        return *(const bool *)(const void *)member;
    case OPTION_DIGITS:
    case OPTION_WIDTH:
    case OPTION_EXTRA:
    case OPTION_COUNT:
        return *(const int *)(const void *)member != 0;
    case OPTION_SIZE:
        return o->size.cols != 0;
    case OPTION_AXES:
    case OPTION_TEXT:
        return (*(const char *const *)(const void *)member)[0] != '\0';
    default:
        return false;
    }
}

/* Whether an option of that name belongs to the command. */
static bool
option_fits(const char *name, const char *command)
{
    for (int i = 0; i < N_OPTIONS; i++)
        if (strcmp(options[i].name, name) == 0 &&
            (!options[i].command[0] || strcmp(options[i].command, command) == 0))
            return true;
    return false;
}

enum cells
options_cells(const struct options *o, unsigned *can)
{
    int wanted = cells_find(o->cells);
    enum cells best = CELLS_SLOPES;

    *can = o->ascii ? 1u << CELLS_SLOPES : term_cells();
    for (int i = 0; i < CELLS_COUNT; i++)
        if (*can & 1u << i)
            best = (enum cells)i;
    return wanted >= 0 && *can & 1u << wanted ? (enum cells)wanted : best;
}

bool
options_fit(const struct options *o, const char *command, struct err *e)
{
    for (int i = 0; i < N_OPTIONS; i++) {
        const struct option *row = &options[i];

        if (is_given(o, row) && !option_fits(row->name, command))
            return err_at(e, nowhere, ERR_OPTION, "--%s belongs to 'ropewalk %s'",
                          row->name, row->command);
    }
    return true;
}

void
options_help(const char *command)
{
    for (int i = 0; i < N_OPTIONS; i++) {
        const struct option *row = &options[i];
        char name[40];

        if (strcmp(row->command, command) != 0)
            continue;
        snprintf(name, sizeof name, "--%s %s", row->name, row->value);
        say("  %-18s %s\n", name, row->help);
    }
}

/* ---- commands ---------------------------------------------------------------------- */

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
find_command(const char *name)
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

/* Name and operands in a column; what is too long for it has a line of its own. */
static void
say_command(const struct command *c)
{
    enum { COLUMN = 28 };
    int n = (int)(strlen(c->name) + 1 + strlen(c->operands));

    say("  %s %s", c->name, c->operands);
    if (n > COLUMN)
        say("\n%*s%s\n", COLUMN + 3, "", c->help);
    else
        say("%*s%s\n", COLUMN + 1 - n, "", c->help);
}

static void
program_help(void)
{
    say("usage: ropewalk [COMMAND] [OPERANDS] [OPTIONS]\n\n"
        "Walk the mathematics of Transformers, line by line. Without a command: the "
        "first\n"
        "minute, or the place where you left.\n\n");
    for (int i = 0; i < N_COMMANDS; i++)
        say_command(&commands[i]);
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
    say("usage: ropewalk %s%s%s\n\n%s\n", c->name, *c->operands ? " " : "", c->operands,
        c->help);
    options_help(c->name);
}
