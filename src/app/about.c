#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/app.h"
#include "base/safe.h"
#include "term/term.h"

/* "RW-102", "rw-102" or "102". */
static bool
read_code(const char *text, int *number)
{
    if ((text[0] == 'R' || text[0] == 'r') && (text[1] == 'W' || text[1] == 'w') &&
        text[2] == '-')
        text += 3;
    return read_integer(text, 0, 999, number);
}

int
run_explain(struct app *app)
{
    const char *operand = app->operands[0];
    struct err e;
    int number;

    if (!read_code(operand, &number) || !err_meaning(number)) {
        err_at(&e, (struct pos){0}, ERR_CODE,
               "'%s' is no message code; they look like RW-100", operand);
        return report(app, &e, NULL);
    }
    if (app->options.json)
        say_json(app, json_pack("{s:i, s:s, s:s}", "code", number, "meaning",
                                err_meaning(number), "advice", err_advice(number)));
    else
        say("RW-%03d: %s.\n%s\n", number, err_meaning(number), err_advice(number));
    return STATUS_YES;
}

/* A finding of the doctor: what it is about, what was found, and what to do ("" when all
 * is well). */
struct finding {
    const char *about, *found, *advice;
};

static const char *
setting(const char *name)
{
    const char *value = getenv(name);

    return value && value[0] ? value : "not set";
}

static struct finding
look_at_terminal(struct app *app)
{
    struct finding f = {.about = "terminal", .advice = ""};
    bool in = isatty(STDIN_FILENO), out = isatty(STDOUT_FILENO);

    f.found = arena_printf(app->arena, "TERM %s, %s", setting("TERM"),
                           in && out ? "screens can be used"
                                     : "not a terminal here: lines are used");
    return f;
}

static struct finding
look_at_locale(struct app *app)
{
    bool unicode = term_alphabet() == ALPHABET_UNICODE;
    struct finding f = {.about = "locale", .advice = ""};

    f.found =
        arena_printf(app->arena, "%s, braille dots %s", unicode ? "UTF-8" : "no UTF-8",
                     term_cells() & 1u << CELLS_BRAILLE ? "yes" : "no");
    if (!unicode)
        f.advice = "only ASCII is used; set LANG to a UTF-8 locale such as C.UTF-8";
    return f;
}

static struct finding
look_at_record(struct app *app)
{
    struct finding f = {.about = "record", .advice = ""};
    struct err e = {.code = ERR_NONE};
    struct store *s = store_open(&app->places, &e);

    f.found = arena_printf(app->arena, "%s%s", app->places.record,
                           store_saving(s) ? ", can be written" : ", is not saved");
    if (e.code != ERR_NONE)
        f.advice = err_text(app->arena, &e);
    store_close(s);
    return f;
}

static struct finding
look_at_lessons(struct app *app)
{
    struct finding f = {.about = "lessons", .advice = ""};
    struct lesson_file *files;
    struct err e;
    int n = 0;

    if (!store_lessons(app->arena, app->places.lessons, &files, &n, &e))
        f.advice = err_text(app->arena, &e);
    f.found = arena_printf(app->arena, "%s, %d lessons", app->places.lessons, n);
    return f;
}

int
run_doctor(struct app *app)
{
    const struct finding findings[] = {
        {"version",   ROPEWALK_VERSION,   ""},
        {"libraries", ROPEWALK_LIBRARIES, ""},
        look_at_terminal(app),
        look_at_locale(app),
        look_at_record(app),
        look_at_lessons(app),
    };
    json_t *o = json_object();
    bool well = true;

    for (size_t i = 0; i < sizeof findings / sizeof *findings; i++) {
        const struct finding *f = &findings[i];
        const char *found = text_safe(app->arena, f->found, strlen(f->found));

        well &= f->advice[0] == '\0';
        json_object_set_new(o, f->about,
                            json_pack("{s:s, s:s}", "found", found, "advice", f->advice));
        if (!app->options.json)
            say("%-10s %s\n%s%s%s", f->about, found, f->advice[0] ? "           -> " : "",
                f->advice, f->advice[0] ? "\n" : "");
    }
    if (app->options.json)
        say_json(app, o);
    else
        json_decref(o);
    return well ? STATUS_YES : STATUS_NO;
}
