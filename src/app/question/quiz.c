/* ropewalk quiz, ropewalk capstone: graded questions without notes. */
#include <stdio.h>
#include <string.h>

#include "app/lesson_file.h"
#include "app/question/quiz.h"

static const char capstone_id[] = "capstone";

enum { ID_MAX = 64, PERCENT = 100, MINUTE_MS = 60000, RUNS_MAX = 1000 };

/* A quiz while it is put together. */
struct making {
    struct session *s;
    struct quiz quiz;
    const char *title;
    uint64_t hash; /* of what it asks from */
    struct quiz_source sources[QUIZ_QUESTIONS_MAX];
    int n;
};

/* ---- what it asks from ------------------------------------------------------------- */

/* FNV-1a, with a byte behind each text. */
static uint64_t
hash_text(uint64_t hash, const char *text)
{
    for (;; text++) {
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
        if (!*text)
            return hash;
    }
}

/* A lesson of the course, or a file; NULL with its errors told and *status. */
static const struct lesson *
load(struct making *k, const char *name, int *status)
{
    struct app *app = k->s->app;
    const struct lesson *l;
    struct errs errs = {0};
    const char *source = NULL, *path;
    struct err e;

    path = lesson_path(app, name, &e);
    if (!path) {
        *status = report(app, &e, NULL);
        return NULL;
    }
    l = lesson_load(app->arena, path, &source, &errs);
    if (!l)
        *status = report_all(app, &errs, source);
    return l;
}

static bool
add_source(struct making *k, const struct lesson *l, const char *question, int *status)
{
    struct err e;

    if (k->n == QUIZ_QUESTIONS_MAX) {
        err_at(&e, (struct pos){0}, ERR_OPERANDS, "a quiz asks from at most %d places",
               QUIZ_QUESTIONS_MAX);
        *status = report(k->s->app, &e, NULL);
        return false;
    }
    k->sources[k->n++] = (struct quiz_source){l, question};
    k->hash = hash_text(hash_text(k->hash, l->id), question ? question : "");
    return true;
}

/* "LESSON QUESTION" of a file's `questions:`. */
static bool
add_named(struct making *k, const char *text, int *status)
{
    size_t n = strcspn(text, " ");
    char *lesson = arena_strndup(k->s->app->arena, text, n);
    const struct lesson *l = load(k, lesson, status);

    return l && add_source(k, l, text + n + strspn(text + n, " "), status);
}

/* A file that is a quiz: its own questions, and those that it names or needs. */
static bool
add_file(struct making *k, const struct lesson *l, int *status)
{
    const struct quiz_rules *rules = l->quiz_rules;

    k->quiz.rules = *rules;
    k->title = l->title;
    if (!add_source(k, l, NULL, status))
        return false;
    for (int i = 0; i < rules->n_questions; i++)
        if (!add_named(k, rules->questions[i], status))
            return false;
    for (int i = 0; rules->count && i < l->n_needs; i++) {
        const struct lesson *need = load(k, l->needs[i], status);

        if (!need || !add_source(k, need, NULL, status))
            return false;
    }
    return true;
}

/* Without operands: the lessons that the learner has finished, else all. */
static bool
add_course(struct making *k, int *status)
{
    struct session *s = k->s;
    bool any = false;

    for (int i = 0; i < s->n_files; i++)
        any |= progress_lesson(s->progress, s->files[i].id).done;
    for (int i = 0; i < s->n_files; i++) {
        const struct lesson *l;

        if (any && !progress_lesson(s->progress, s->files[i].id).done)
            continue;
        l = load(k, s->files[i].id, status);
        if (!l || !add_source(k, l, NULL, status))
            return false;
    }
    return true;
}

static bool
add_operands(struct making *k, int *status)
{
    struct app *app = k->s->app;

    k->quiz.rules = quiz_usual();
    k->title = "Quiz";
    k->hash = 0xcbf29ce484222325u;
    if (!app->n)
        return add_course(k, status);
    for (int i = 0; i < app->n; i++) {
        const struct lesson *l = load(k, app->operands[i], status);

        if (!l)
            return false;
        if (l->quiz_rules && app->n == 1)
            return add_file(k, l, status);
        if (!add_source(k, l, NULL, status))
            return false;
    }
    return true;
}

/* ---- which run of it --------------------------------------------------------------- */

/* The first run that is not finished: "quiz-1f2e3d4c-2". */
static const char *
run_id(struct making *k)
{
    char id[ID_MAX];

    for (int run = 1;; run++) {
        snprintf(id, sizeof id, "quiz-%08x-%d", (unsigned)(k->hash & 0xffffffffu), run);
        if (run == RUNS_MAX || !progress_lesson(k->s->progress, id).done)
            return arena_strdup(k->s->app->arena, id);
    }
}

/* The learner's own, or the same for all who take the quiz; never 0, which would give
 * the numbers that the lessons write. */
static uint64_t
seed_of(const struct making *k, const char *id)
{
    const struct options *o = &k->s->app->options;
    uint64_t seed = store_seed(k->s->store);

    if (k->quiz.rules.whose == QUIZ_SAME)
        seed = 0;
    if (k->quiz.rules.whose == QUIZ_NUMBER)
        seed = k->quiz.rules.seed;
    if (o->has_seed)
        seed = o->seed;
    seed = hash_text(seed ^ 0xcbf29ce484222325u, id);
    return seed ? seed : 1;
}

/* When its time is over, on the monotonic clock; 0: no limit. A quiz that was left goes
 * on where its clock stands. */
static int64_t
deadline_of(const struct making *k, const struct lesson *l)
{
    int64_t begun = progress_lesson(k->s->progress, l->id).first_ms;
    int64_t given =
        (int64_t)(k->quiz.rules.minutes + k->s->app->options.extra) * MINUTE_MS;
    int64_t now = store_now_ms(), used = begun ? now - begun : 0;

    if (!k->quiz.rules.minutes)
        return 0;
    return store_monotonic_ms() + (used < 0 ? given : given - used);
}

/* ---- its result -------------------------------------------------------------------- */

/* What was said of each line of a derivation. */
static json_t *
lines_json(const struct result_line *l)
{
    json_t *lines = json_array();

    for (int i = 0; i < l->n_lines; i++)
        json_array_append_new(
            lines, json_pack("{s:s, s:s, s:s}", "verdict", l->lines[i].verdict, "rules",
                             l->lines[i].rules, "feedback", l->lines[i].says));
    return lines;
}

static json_t *
result_json(const struct result *r)
{
    json_t *lines = json_array();

    for (int i = 0; i < r->n; i++) {
        const struct result_line *l = &r->lines[i];
        json_t *o = json_pack("{s:s, s:s, s:f, s:f, s:f, s:s, s:s}", "question",
                              l->ask->id, "state", result_state_text(l->state), "mark",
                              l->mark, "points", l->points, "worth", l->worth, "answer",
                              l->answer, "source", l->source);

        if (l->n_lines)
            json_object_set_new(o, "lines", lines_json(l));
        json_array_append_new(lines, o);
    }
    return json_pack("{s:s, s:s, s:b, s:f, s:f, s:f, s:o}", "quiz", r->lesson->id,
                     "title", r->lesson->title, "passed", r->passed, "points", r->points,
                     "worth", r->worth, "needed", r->needed, "questions", lines);
}

static bool
write_result(struct session *s, const struct result *r, const char **path, struct err *e)
{
    json_t *o = result_json(r);
    char *text = json_line(s->app->arena, o);
    bool written =
        store_write_result(s->app->arena, &s->app->places, r->lesson->id, text, path, e);

    json_decref(o);
    return written;
}

/* The status of a quiz that was walked. */
static int
conclude(struct session *s, const struct lesson *l, int status)
{
    struct app *app = s->app;
    struct result r;
    const char *path;
    struct err e;

    if (status != STATUS_YES)
        return status;
    if (!progress_lesson(s->progress, l->id).done) {
        remark(app, "the quiz is not finished; the same command goes on with it\n");
        return STATUS_NO;
    }
    r = result_of(app->arena, l, s->progress);
    say("%s: %.6g of %.6g points.\n", r.passed ? "Passed" : "Not passed", r.points,
        r.worth);
    if (write_result(s, &r, &path, &e))
        say("The result is in %s\n", path);
    else
        return report(app, &e, NULL);
    return r.passed ? STATUS_YES : STATUS_NO;
}

static const struct lesson *
make_seeded(struct making *k, const char *id, uint64_t seed, int *status)
{
    struct app *app = k->s->app;
    const char *missing;
    const struct lesson *l;
    struct err e;

    k->quiz.seed = seed;
    k->quiz.again = "";
    l = lesson_quiz(app->arena, id, k->title, &k->quiz, k->sources, k->n, &missing);
    if (l)
        return l;
    if (missing)
        err_at(&e, (struct pos){0}, ERR_QUESTION_NONE, "no question '%s' to be asked",
               missing);
    else
        err_at(&e, (struct pos){0}, ERR_QUESTION_NONE,
               "there is no question here that can be asked without its figure");
    *status = report(app, &e, NULL);
    return NULL;
}

static const struct lesson *
make(struct making *k, int *status)
{
    const char *id = run_id(k);

    return make_seeded(k, id, seed_of(k, id), status);
}

const struct lesson *
quiz_for_paper(struct session *s, uint64_t seed, int *status)
{
    struct making k = {.s = s};

    return add_operands(&k, status) ? make_seeded(&k, "paper", seed, status) : NULL;
}

int
run_quiz(struct app *app)
{
    int status = STATUS_YES;
    const struct lesson *l;
    struct session s;
    struct making k = {.s = &s};

    session_open(&s, app);
    if (!add_operands(&k, &status) || !(l = make(&k, &status))) {
        session_close(&s);
        return status;
    }
    s.made = l;
    s.deadline_ms = deadline_of(&k, l);
    return conclude(&s, l, session_walk(&s, l->id, ""));
}

/* ---- told back again --------------------------------------------------------------- */

bool
quiz_is_due(const struct progress *p, const char *id)
{
    struct retrieval r = progress_retrieval(p, id);

    return r.passed && r.due_ms && store_now_ms() >= r.due_ms;
}

enum { AGAIN_QUESTIONS = 3 }; /* of a lesson that says none */

const struct lesson *
quiz_again(struct session *s, const char *id, bool any)
{
    struct making k = {.s = s};
    const char *path = session_path(s, id), *source, *missing;
    struct errs errs = {0};
    const struct lesson *l =
        path ? lesson_load(s->app->arena, path, &source, &errs) : NULL;
    char name[ID_MAX];

    if (!l || (!*l->again && !any))
        return NULL;
    snprintf(name, sizeof name, "%.40s-again-%d", id,
             progress_retrieval(s->progress, id).times + 1);
    k.quiz.rules = quiz_usual();
    k.quiz.rules.attempts = 2;
    k.quiz.rules.pass = 1;
    k.quiz.again = l->id;
    k.quiz.seed = seed_of(&k, name);
    if (*l->again)
        return lesson_step_quiz(s->app->arena, name, l, l->again, &k.quiz);
    k.quiz.rules.count = AGAIN_QUESTIONS;
    return lesson_quiz(s->app->arena, name, l->title, &k.quiz,
                       &(struct quiz_source){.lesson = l}, 1, &missing);
}

/* "about 20 hours", "3 days". */
static const char *
time_to(struct arena *a, int64_t ms)
{
    enum { HOURS_SAID = 48, DAY = 24 };
    const int64_t hour_ms = 60 * MINUTE_MS;
    int hours = (int)((ms + hour_ms - 1) / hour_ms);

    if (hours > HOURS_SAID)
        return arena_printf(a, "%d days", (hours + DAY / 2) / DAY);
    return arena_printf(a, "about %d %s", hours, hours == 1 ? "hour" : "hours");
}

/* What comes next of a lesson that was told back, and why. */
static const char *
coming_text(struct arena *a, const char *id, const struct retrieval *r)
{
    const char *when = "now";

    if (!r->due_ms)
        return arena_printf(a,
                            "%s was told back again after 1, 3, 7 and 21 days: it is "
                            "mastered. Nothing more is due.",
                            id);
    if (r->due_ms > store_now_ms())
        when = arena_printf(a, "in %s", time_to(a, r->due_ms - store_now_ms()));
    if (r->missed)
        return arena_printf(a,
                            "%s: the last fresh example failed%s%s. The next is due %s, "
                            "because a night's rest shows what has stayed.",
                            id, *r->look ? "; look again at the lesson " : "", r->look,
                            when);
    return arena_printf(a,
                        "%s: %d of %d fresh examples are told back. The next is due %s, "
                        "because only what is there after days is mastered (after 1, 3, "
                        "7 and 21).",
                        id, r->kept, RETRIEVALS, when);
}

static void
say_coming(const struct session *s, const char *id)
{
    struct retrieval r = progress_retrieval(s->progress, id);

    if (r.passed && !s->app->options.json)
        say("%s\n", coming_text(s->app->arena, id, &r));
}

/* A lesson that is told back was walked: what became of it, and what comes next. */
static int
conclude_again(struct session *s, const char *id, int status)
{
    if (s->made)
        status = conclude(s, s->made, status);
    say_coming(s, id);
    return status;
}

/* The lesson, or what of it is due. */
int
run_capstone(struct app *app)
{
    struct session s;
    struct err e;

    session_open(&s, app);
    if (!session_path(&s, capstone_id)) {
        err_at(&e, (struct pos){0}, ERR_LESSON_NONE, "no lesson '%s' in %s", capstone_id,
               app->places.lessons);
        session_close(&s);
        return report(app, &e, NULL);
    }
    return conclude_again(&s, capstone_id, session_walk(&s, capstone_id, ""));
}

/* ---- what is due ------------------------------------------------------------------- */

/* The lesson that is due first, or that was told back for good; NULL: none was. */
static const char *
next_told(const struct session *s, struct retrieval *next)
{
    const char *id = NULL;

    for (int i = 0; i < s->n_files; i++) {
        struct retrieval r = progress_retrieval(s->progress, s->files[i].id);

        if (!r.passed ||
            (id && (!r.due_ms || (next->due_ms && r.due_ms >= next->due_ms))))
            continue;
        id = s->files[i].id;
        *next = r;
    }
    return id;
}

static int
say_nothing_due(struct app *app, const char *id, const struct retrieval *next)
{
    if (app->options.json)
        say_json(app, json_pack("{s:[], s:o}", "due", "next_ms",
                                id && next->due_ms ? json_integer(next->due_ms)
                                                   : json_null()));
    else if (id)
        say("Nothing is due.\n%s\n", coming_text(app->arena, id, next));
    else
        say("Nothing is due.\n"
            "What is passed in 'ropewalk capstone', and a lesson that was walked to its\n"
            "end, comes back after 1, 3, 7 and 21 days.\n");
    return STATUS_YES;
}

/* The first lesson that is due, told back again. */
int
run_review(struct app *app)
{
    struct session s;
    const char *id = NULL;
    struct retrieval next = {0};

    session_open(&s, app);
    for (int i = 0; i < s.n_files && !id; i++)
        if (quiz_is_due(s.progress, s.files[i].id))
            id = s.files[i].id;
    if (!id) {
        id = next_told(&s, &next);
        session_close(&s);
        return say_nothing_due(app, id, &next);
    }
    s.made = quiz_again(&s, id, true);
    return conclude_again(&s, id, session_walk(&s, s.made ? s.made->id : id, ""));
}
