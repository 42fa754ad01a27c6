#include <stdlib.h>
#include <string.h>

#include "lesson/lesson_priv.h"

static const struct key_rule front_keys[] = {
    {"id",         0       },
    {"title",      0       },
    {"label",      0       },
    {"layout",     0       },
    {"needs",      KEY_MANY},
    {"minutes",    0       },
    {"introduces", KEY_MANY},
    {"sittings",   KEY_MANY},
    {"path",       0       },
    {"again",      0       },
    {"sheet",      KEY_MANY},
    {"questions",  KEY_MANY},
    {"points",     0       },
    {"pass",       0       },
    {"seed",       0       },
    {"attempts",   0       },
    {"exam",       0       },
    {"macros",     KEY_MANY},
    {"let",        KEY_MANY},
    {"define",     KEY_MANY},
    {NULL,         0       },
};

enum { MINUTES_MAX = 600, ATTEMPTS_MAX = 20 };

static bool
is_fence(const struct source *s, int line)
{
    return s->text[s->line[line]] == '-' && line_is_rule(s, line) &&
           strcspn(s->text + s->line[line], " \t\n") == 3;
}

static void
read_names(struct reader *r, struct fields f)
{
    for (int i = 0; i < f.n; i++) {
        const struct field *field = &f.at[i];
        bool define = !strcmp(field->key, "define");
        const char *text = field->text;
        struct pos at = field->text_at;

        if (!*text || (!define && strcmp(field->key, "let") != 0))
            continue;
        if (define) { /* the word belongs to the declaration; the place stays right */
            text = arena_printf(r->arena, "define %s", text);
            at.col -= (int)strlen("define ");
        }
        lesson_declare(r, r->scope, text, at);
    }
}

/* "path: core" or "path: wider"; core when it is left out. */
static bool
read_path(struct reader *r, struct fields f)
{
    const struct field *path = field_find(f, "path");

    if (path && strcmp(path->text, "core") != 0 && strcmp(path->text, "wider") != 0)
        errs_at(r->arena, r->errs, path->text_at, ERR_KEY_VALUE,
                "there is no path '%s'; write 'path: core' or 'path: wider'", path->text);
    return path && strcmp(path->text, "wider") == 0;
}

/* ---- a file that is a quiz --------------------------------------------------------- */

static void
refuse_value(struct reader *r, const struct field *f, const char *write)
{
    errs_at(r->arena, r->errs, f->text_at, ERR_KEY_VALUE,
            "'%s: %s' is not understood; %s", f->key, f->text, write);
}

/* "10": how many; else "LESSON QUESTION", with commas between. */
static void
read_questions(struct reader *r, struct fields f, struct quiz_rules *q)
{
    const char *const *list = keys_list(r, f, "questions", &q->n_questions);
    const struct field *field = field_find(f, "questions");

    q->count = 0;
    if (q->n_questions == 1 && !strchr(list[0], ' ')) {
        q->count = keys_number(r, f, "questions", 1, QUIZ_QUESTIONS_MAX, QUIZ_QUESTIONS);
        q->n_questions = 0;
    }
    q->questions = list;
    for (int i = 0; i < q->n_questions; i++)
        if (!strchr(list[i], ' '))
            refuse_value(r, field,
                         "write a number, or LESSON QUESTION with commas between");
}

/* A number, or a share in percent (*percent); 0 with the error told. */
static double
read_amount(struct reader *r, const struct field *f, bool *percent)
{
    char *end;
    double x = strtod(f->text, &end);

    end += strspn(end, " ");
    *percent = *end == '%';
    if (end == f->text || !(x > 0 && x <= 10000) || (*percent ? end[1] : *end)) {
        refuse_value(r, f, "write a number, or a percentage");
        return 0;
    }
    return x;
}

static void
read_pass(struct reader *r, struct fields f, struct quiz_rules *q)
{
    const struct field *points = field_find(f, "points"), *pass = field_find(f, "pass");
    bool percent = false;
    double x;

    if (points)
        q->points = read_amount(r, points, &percent);
    if (percent)
        refuse_value(r, points, "write how many points a question has");
    if (!pass)
        return;
    x = read_amount(r, pass, &percent);
    if (!percent || x > 100)
        refuse_value(r, pass, "write the share that passes, such as 60 %");
    q->pass = x / 100;
}

static void
read_seed(struct reader *r, struct fields f, struct quiz_rules *q)
{
    const struct field *seed = field_find(f, "seed");
    char *end = NULL;

    if (!seed || !strcmp(seed->text, "learner"))
        return;
    q->whose = strcmp(seed->text, "same") ? QUIZ_NUMBER : QUIZ_SAME;
    if (q->whose == QUIZ_NUMBER)
        q->seed = strtoull(seed->text, &end, 10);
    if (end && (*end || !strchr("0123456789", *seed->text)))
        refuse_value(r, seed, "write learner, same or a number");
}

static void
read_quiz(struct reader *r, struct fields f)
{
    struct quiz_rules *q = ARENA_NEW(r->arena, struct quiz_rules);
    const struct field *exam = field_find(f, "exam");

    if (!field_find(f, "questions"))
        return;
    *q = quiz_usual();
    read_questions(r, f, q);
    read_pass(r, f, q);
    read_seed(r, f, q);
    q->attempts = keys_number(r, f, "attempts", 1, ATTEMPTS_MAX, 0);
    q->minutes = r->lesson->minutes;
    q->exam = exam && !strcmp(exam->text, "yes");
    if (exam && !q->exam && strcmp(exam->text, "no") != 0)
        refuse_value(r, exam, "write yes or no");
    r->lesson->quiz_rules = q;
}

static void
read_fields(struct reader *r, struct fields f)
{
    struct lesson *l = r->lesson;
    const struct field *id = keys_need(r, f, "id", source_line_pos(r->src, 0));
    const struct field *layout = field_find(f, "layout");

    l->front = f;
    keys_need(r, f, "title", source_line_pos(r->src, 0));
    if (id && *id->text)
        id_check(r, id->text, id->text_at);
    l->id = keys_text(f, "id");
    l->title = keys_text(f, "title");
    l->label = keys_text(f, "label");
    l->layout = keys_text(f, "layout");
    if (*l->layout && strcmp(l->layout, "stage") != 0)
        errs_at(r->arena, r->errs, layout->text_at, ERR_KEY_VALUE,
                "there is no layout '%s'; write 'layout: stage', or nothing", l->layout);
    l->needs = keys_list(r, f, "needs", &l->n_needs);
    l->sittings = keys_list(r, f, "sittings", &l->n_sittings);
    l->wider = read_path(r, f);
    l->introduces = keys_list(r, f, "introduces", &l->n_introduces);
    l->minutes = keys_number(r, f, "minutes", 1, MINUTES_MAX, 0);
    l->again = keys_text(f, "again");
    l->sheet = rows_read(r, f, &l->n_sheet);
    read_quiz(r, f);
}

int
front_read(struct reader *r, bool names)
{
    const struct source *s = r->src;
    int end = 1;
    struct fields f;

    if (!s->n_lines || !is_fence(s, 0)) {
        errs_at(
            r->arena, r->errs, (struct pos){s->file, 1, 1}, ERR_LESSON_FRONT,
            "a lesson begins with the line '---', then 'id: ...' and 'title: ...', then "
            "'---' again");
        return 0;
    }
    while (end < s->n_lines && !is_fence(s, end))
        end++;
    if (end == s->n_lines) {
        errs_at(r->arena, r->errs, source_line_pos(s, 0), ERR_LESSON_FRONT,
                "these opening lines never end; write '---' on a line of its own behind "
                "them");
        return -1;
    }
    f = keys_read(r, source_lines(r->arena, s, 1, end), source_line_pos(s, 1), front_keys,
                  false);
    read_fields(r, f);
    if (names)
        read_names(r, f);
    return end + 1;
}
