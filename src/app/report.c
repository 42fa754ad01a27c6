#include <stdarg.h>
#include <stdio.h>

#include "app/app.h"

void
say(const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    vprintf(fmt, args);
    va_end(args);
}

void
remark(const struct app *app, const char *fmt, ...)
{
    va_list args;

    if (app->options.quiet)
        return;
    fputs("ropewalk: ", stderr);
    va_start(args, fmt);
    vfprintf(stderr, fmt, args);
    va_end(args);
}

void
say_json(struct app *app, json_t *take_o)
{
    say("%s\n", json_line(app->arena, take_o));
    json_decref(take_o);
}

json_t *
err_json(const struct err *e)
{
    char code[16];

    snprintf(code, sizeof code, "RW-%03d", (int)e->code);
    return json_pack("{s:s, s:i, s:i, s:s}", "code", code, "line", e->at.line, "column",
                     e->at.col, "message", e->msg);
}

/* Codes from `first` to the next row's, by what they are about. */
static const struct status_row {
    int first;
    enum status status;
} statuses[] = {
    {100,                 STATUS_INPUT   },
    {ERR_NO_MEMORY,       STATUS_INTERNAL},
    {ERR_JSON,            STATUS_INPUT   },
    {ERR_STORE_NO_HOME,   STATUS_IO      },
    {ERR_FILE_MISSING,    STATUS_MISSING },
    {ERR_FILE_UNREADABLE, STATUS_IO      },
    {ERR_FILE_TOO_LARGE,  STATUS_INPUT   },
    {ERR_FILE_UNWRITABLE, STATUS_IO      },
    {ERR_COMMAND,         STATUS_USAGE   },
    {ERR_BATCH_ROW,       STATUS_INPUT   },
    {ERR_LESSON_NONE,     STATUS_MISSING },
    {ERR_EXPERIMENT_NONE, STATUS_USAGE   },
    {ERR_OUTPUT,          STATUS_IO      },
    {ERR_TERMINAL_NONE,   STATUS_TERMINAL},
};

int
err_status(const struct err *e)
{
    enum status found = STATUS_INTERNAL;

    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
        if ((int)e->code >= statuses[i].first)
            found = statuses[i].status;
    return found;
}

void
say_refusal(struct app *app, const struct err *e)
{
    say_json(app, json_pack("{s:s, s:o}", "verdict", "unreadable", "error", err_json(e)));
}

int
report(struct app *app, const struct err *e, const char *source)
{
    fprintf(stderr, "ropewalk: %s\n%s", err_text(app->arena, e),
            source ? err_caret(app->arena, e, source) : "");
    if (app->options.json)
        say_refusal(app, e);
    return err_status(e);
}
