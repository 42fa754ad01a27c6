/* ropewalk new lesson NAME: a lesson to begin with, which check finds no fault with. */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/app.h"

enum { NAME_MAX_BYTES = 60 };

static const char skeleton[] =
    "---\n"
    "id: %s\n"
    "title: Two quarters make a half\n"
    "minutes: 4\n"
    "# Lines that begin with # are notes to yourself, here and in blocks. More keys:\n"
    "# label (L17), needs (ids of lessons before this one), introduces, let, sittings.\n"
    "---\n"
    "\n"
    "# Where does it point? {#where core}\n"
    "\n"
    "A heading with an id begins a step. These words are what the learner reads; a "
    "formula\n"
    "stands between dollars, $i^2$, and a number is computed: `= norm([3, 4])`.\n"
    "\n"
    "```predict\n"
    "# A guess comes before every figure. It is not graded.\n"
    "Two quarter turns take the arrow (1, 0) to\n"
    "choice: (0, -1); (-1, 0); (1, 0)\n"
    "truth: (-1, 0)\n"
    "```\n"
    "\n"
    "---\n"
    "\n"
    "The line above, with an empty line before it, ends a beat: Space goes on.\n"
    "\n"
    "```figure arrow\n"
    "# What is drawn, what can be moved, and the same in a sentence.\n"
    "kind: plane\n"
    "slider: n = 0 in 0..4\n"
    "arrow: R(n pi/2) [1, 0] as \"n quarters\"\n"
    "say: After {n} quarter turns the arrow is {R(n pi/2) [1, 0]}.\n"
    "```\n"
    "\n"
    "# In symbols {#symbols core}\n"
    "\n"
    "Every line must follow from the one above by the rule behind `by`:\n"
    "\n"
    "```derive\n"
    "theorem two-quarters\n"
    "  R(pi/2) R(pi/2)\n"
    "= R(pi/2 + pi/2)       by rotation-compose: turns about one centre add\n"
    "= R(pi)                by arithmetic: two quarters are a half\n"
    "```\n"
    "\n"
    "# Try it {#try core}\n"
    "\n"
    "```ask three\n"
    "By which angle do `= k` quarter turns turn, in radians?\n"
    "# draw: other numbers for every learner; miss: what is said to a wrong answer.\n"
    "draw: k = 3 in 2..9\n"
    "answer: k pi/2\n"
    "miss degrees: 90 k -> That is the angle in degrees.\n"
    "hint: One quarter turn is $\\pi/2$.\n"
    "after: `= k` quarters are `= k pi/2` radians.\n"
    "```\n"
    "\n"
    "```note\n"
    "Only the speaker sees this. Let them point with an arm before anybody computes.\n"
    "```\n";

/* An id, which becomes a file name too: no folders, nothing hidden. */
static bool
is_name(const char *s)
{
    if (*s < 'a' || *s > 'z' || strlen(s) > NAME_MAX_BYTES)
        return false;
    for (; *s; s++)
        if (!((*s >= 'a' && *s <= 'z') || isdigit((unsigned char)*s) || *s == '-'))
            return false;
    return true;
}

/* Complete or not at all, and never over another file. */
static bool
write_new(const char *path, const char *text, struct err *e)
{
    enum { READABLE = 0644 };
    size_t len = strlen(text);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, READABLE);
    bool ok;

    if (fd < 0 && errno == EEXIST)
        return err_at(e, (struct pos){0}, ERR_FILE_UNWRITABLE,
                      "%s is there already, and is left as it is; choose another name",
                      path);
    if (fd < 0)
        return err_at(e, (struct pos){0}, ERR_FILE_UNWRITABLE, "%s cannot be written: %s",
                      path, strerror(errno));
    ok = write(fd, text, len) == (ssize_t)len && fchmod(fd, READABLE) == 0;
    ok = close(fd) == 0 && ok;
    if (ok)
        return true;
    unlink(path);
    return err_at(e, (struct pos){0}, ERR_FILE_UNWRITABLE, "%s cannot be written: %s",
                  path, strerror(errno));
}

int
run_new(struct app *app)
{
    const char *name = app->operands[1], *folder = app->options.lessons;
    const char *path =
        arena_printf(app->arena, "%s%s%s.md", folder, *folder ? "/" : "", name);
    struct err e;

    if (strcmp(app->operands[0], "lesson") != 0) {
        err_at(&e, (struct pos){0}, ERR_OPERANDS, "usage: ropewalk new lesson NAME");
        return report(app, &e, NULL);
    }
    if (!is_name(name)) {
        err_at(&e, (struct pos){0}, ERR_OPERANDS,
               "a lesson's name begins with a small letter and has small letters, digits "
               "and '-' only, %d at most: half-turn",
               NAME_MAX_BYTES);
        return report(app, &e, NULL);
    }
    if (!write_new(path, arena_printf(app->arena, skeleton, name), &e))
        return report(app, &e, NULL);
    if (app->options.json)
        say_json(app, json_pack("{s:s, s:s}", "lesson", name, "file", path));
    else
        say("%s\n", path);
    remark(app,
           "'ropewalk check %s' says what is wrong in it, 'ropewalk learn %s' walks "
           "through it\n",
           path, path);
    return STATUS_YES;
}
