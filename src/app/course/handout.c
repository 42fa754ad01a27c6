/* ropewalk handout LESSON: a lesson on paper, as Markdown or as one page of HTML. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/course/page.h"
#include "app/lesson_file.h"
#include "app/question/quiz.h"

static bool
write_file(const char *path, const char *text, struct err *e)
{
    FILE *f = fopen(path, "w");
    bool ok = f && fputs(text, f) >= 0;

    if (f)
        ok = fclose(f) == 0 && ok;
    return ok || err_at(e, (struct pos){0}, ERR_FILE_UNWRITABLE,
                        "%s cannot be written: %s", path, strerror(errno));
}

/* The figures of a Markdown page lie beside it. */
static bool
write_figures(struct app *app, const struct page *p, const char *path, struct err *e)
{
    for (int i = 0; i < p->n_pictures; i++)
        if (!write_file(page_picture_path(app->arena, path, p->pictures[i].name),
                        p->pictures[i].svg, e))
            return false;
    return true;
}

static bool
is_printed(const struct page *p)
{
    return !*p->path || strcmp(p->path, "-") == 0;
}

/* A page is never written over the lesson that it shows, whatever the file is called. */
static bool
check_target(const struct page *p, const char *lesson, struct err *e)
{
    struct stat from, to;

    if (is_printed(p) || stat(lesson, &from) != 0 || stat(p->path, &to) != 0 ||
        from.st_dev != to.st_dev || from.st_ino != to.st_ino)
        return true;
    return err_at(e, (struct pos){0}, ERR_FILE_UNWRITABLE,
                  "%s is the lesson itself, and is left as it is; choose another file",
                  p->path);
}

/* The page itself when it is printed, else the files that it was written to. */
static void
say_page(struct app *app, const struct page *p)
{
    json_t *pictures;

    if (is_printed(p)) {
        say_json(app, json_pack("{s:s}", p->html ? "html" : "markdown", p->out.s));
        return;
    }
    pictures = json_array();
    for (int i = 0; i < p->n_pictures; i++)
        json_array_append_new(pictures, json_string(page_picture_path(
                                            app->arena, p->path, p->pictures[i].name)));
    say_json(app, json_pack("{s:s, s:o}", "file", p->path, "pictures", pictures));
}

static int
write_page(struct app *app, struct page *p)
{
    struct err e;

    if (!is_printed(p) && (!write_file(p->path, p->out.s, &e) ||
                           (!p->html && !write_figures(app, p, p->path, &e))))
        return report(app, &e, NULL);
    if (app->options.json)
        say_page(app, p);
    else if (is_printed(p))
        say("%s", p->out.s);
    return STATUS_YES;
}

/* ---- a quiz ------------------------------------------------------------------------ */

/* Another seed for the questions of each paper, never 0. */
static uint64_t
seed_of(const struct app *app, int number)
{
    uint64_t seed = app->options.has_seed ? app->options.seed : 1;

    return (seed * 1000003u + (uint64_t)number) | 1u << 30;
}

static int
make_papers(struct app *app, struct page *p)
{
    int n = app->options.variants ? app->options.variants : 1, status = STATUS_YES;
    const struct lesson **papers = ARENA_ARRAY(app->arena, const struct lesson *, n);
    const char *path;
    struct session s;
    struct err e;

    path = lesson_path(app, app->options.quiz, &e);
    if (!path || !check_target(p, path, &e))
        return report(app, &e, NULL);
    session_open(&s, app);
    for (int i = 0; i < n && status == STATUS_YES; i++)
        papers[i] = quiz_for_paper(&s, seed_of(app, i + 1), &status);
    session_close(&s);
    if (status != STATUS_YES)
        return status;
    p->seed = seed_of(app, 1);
    page_begin(p, papers[0]->title);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < n; i++) {
            p->paper = i + 1;
            if (pass == 0)
                page_paper(p, papers[i], i + 1);
            else
                page_key(p, papers[i], i + 1);
        }
    page_end(p);
    return write_page(app, p);
}

/* ---- the command ------------------------------------------------------------------- */

static bool
check_operands(struct app *app, struct err *e)
{
    const struct options *o = &app->options;

    if (*o->html && *o->md)
        return err_at(e, (struct pos){0}, ERR_OPERANDS,
                      "a handout is --html FILE or --md FILE, not both");
    if (!*o->quiz && app->n != 1)
        return err_at(e, (struct pos){0}, ERR_OPERANDS,
                      "usage: ropewalk handout LESSON, or ropewalk handout --quiz FILE");
    if (*o->quiz && (app->n || o->answers))
        return err_at(e, (struct pos){0}, ERR_OPERANDS,
                      "--quiz FILE stands for the lesson; its key is always there");
    if (o->variants && !*o->quiz)
        return err_at(e, (struct pos){0}, ERR_OPERANDS,
                      "--variants is for papers of a quiz: --quiz FILE");
    return true;
}

static int
make_handout(struct app *app, struct page *p)
{
    struct errs errs = {0};
    const struct lesson *l;
    const char *path, *source;
    struct err e;

    path = lesson_path(app, app->operands[0], &e);
    if (!path || !check_target(p, path, &e))
        return report(app, &e, NULL);
    l = lesson_load(app->arena, path, &source, &errs);
    if (!l)
        return report_all(app, &errs, source);
    page_make(p, l);
    return write_page(app, p);
}

int
run_handout(struct app *app)
{
    const struct options *o = &app->options;
    struct page p = {.arena = app->arena,
                     .alphabet = o->ascii ? ALPHABET_ASCII : ALPHABET_UNICODE,
                     .answers = o->answers,
                     .html = *o->html,
                     .path = *o->html ? o->html : o->md};
    char *operand[1] = {(char *)(uintptr_t)o->quiz};
    struct err e;

    if (!check_operands(app, &e))
        return report(app, &e, NULL);
    if (!*o->quiz)
        return make_handout(app, &p);
    app->operands = operand;
    app->n = 1;
    return make_papers(app, &p);
}
