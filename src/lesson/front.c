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
    {"macros",     KEY_MANY},
    {"let",        KEY_MANY},
    {"define",     KEY_MANY},
    {NULL,         0       },
};

enum { MINUTES_MAX = 600 };

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
