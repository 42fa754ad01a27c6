/*
 * A small learner's world for the tests of the interface, in place of app: every SAVE
 * goes into the progress and is answered, LOAD reads the lessons of tests/golden.
 */
#ifndef ROPEWALK_TESTS_UI_WORLD_H
#define ROPEWALK_TESTS_UI_WORLD_H

#include "table.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "ui/ui.h"

/* ---- the world ---------------------------------------------------------- */

enum { EVENTS_MAX = 200 };

struct world {
    struct arena *arena;
    struct progress *progress;
    struct ui_model *m;
    struct canvas *c;
    bool quit, hold, failing; /* hold: SAVEs are not answered; failing: UNSAVED */
    bool hold_check, hold_rules, hold_course; /* CHECKs are not answered */
    int held, loads;
    const char *loaded;               /* what was asked for last */
    const struct course_table *table; /* answers COURSE */
    struct record_event events[EVENTS_MAX];
    int n;
};

static const char *const walk_needs[] = {"first-minute"};
static const char *const far_needs[] = {"walk"};

static const struct ui_lesson course[] = {
    {.id = "first-minute",
     .label = "",
     .title = "The first minute",
     .minutes = 1,
     .available = true,
     .core = true       },
    { .id = "walk",
     .label = "L04",
     .title = "RoPE in one plane",
     .minutes = 12,
     .available = true,
     .core = true,
     .needs = walk_needs,
     .n_needs = 1},
    {          .id = "pairs",
     .label = "L05",
     .title = "Thirty-two clocks",
     .minutes = 60,
     .core = true,
     .needs = far_needs,
     .n_needs = 1},
    {          .id = "softmax",
     .label = "L08",
     .title = "Softmax",
     .minutes = 70,
     .available = true,
     .needs = far_needs,
     .n_needs = 1},
};

enum { COURSE = sizeof course / sizeof *course };

static inline char *
read_file(struct arena *a, const char *path, size_t *len)
{
    enum { FILE_MAX = 100000 };
    char *text = arena_alloc(a, FILE_MAX, 1);
    FILE *f = fopen(path, "r");

    *len = 0;
    if (!f)
        return NULL;
    *len = fread(text, 1, FILE_MAX - 1, f);
    fclose(f);
    return text;
}

static inline const struct lesson *
read_lesson(struct arena *a, const char *name)
{
    struct errs errs = {0};
    const struct lesson *l;
    size_t len;
    char *path = arena_printf(a, "%s/golden/%s.md", TESTS_DIR, name);
    char *text = read_file(a, path, &len);

    assert_non_null(text);
    l = lesson_read(a, text, len, path, &errs);
    if (!l)
        fail_msg("%s", err_text(a, &errs.at[0]));
    return l;
}

static inline void send(struct world *w, struct ui_event ev);

static inline void
load(struct world *w, const char *id)
{
    char *lesson = arena_strndup(w->arena, id, strcspn(id, "#"));
    const char *step = id + strlen(lesson) + (strchr(id, '#') != NULL);
    const char *name = strcmp(lesson, "first-minute") == 0 ? "ui-stage"
                       : strcmp(lesson, "walk") == 0       ? "ui-walk"
                       : strcmp(lesson, "parts") == 0      ? "ui-parts"
                                                           : NULL;

    w->loads++;
    w->loaded = arena_strdup(w->arena, id);
    if (!name) {
        send(w, (struct ui_event){.kind = UI_FAILED, .text = "the file is gone"});
        return;
    }
    send(w, (struct ui_event){.kind = UI_LESSON,
                              .lesson = read_lesson(w->arena, name),
                              .step = arena_strdup(w->arena, step)});
}

static inline const char *
copy(struct world *w, const char *text)
{
    assert_non_null(text);
    return arena_strdup(w->arena, text);
}

static inline void
answer_save(struct world *w)
{
    if (w->failing)
        send(w, (struct ui_event){.kind = UI_UNSAVED, .text = "the disk is full"});
    else
        send(w, (struct ui_event){.kind = UI_SAVED});
}

static inline void
save(struct world *w, struct record_event ev)
{
    ev.lesson = copy(w, ev.lesson);
    ev.step = copy(w, ev.step);
    ev.item = copy(w, ev.item);
    ev.response = copy(w, ev.response);
    ev.verdict = copy(w, ev.verdict);
    ev.detail = copy(w, ev.detail);
    ev.utc_ms = w->n;
    assert_true(w->n < EVENTS_MAX);
    w->events[w->n++] = ev;
    progress_add(w->progress, &ev);
    if (w->hold)
        w->held++;
    else
        answer_save(w);
}

static inline void
settle(struct world *w)
{
    struct ui_effect e;

    while (ui_next_effect(w->m, &e)) {
        if (e.kind == UI_EFFECT_SAVE)
            save(w, e.event);
        else if (e.kind == UI_EFFECT_LOAD)
            load(w, e.id);
        else if (e.kind == UI_EFFECT_AGAIN)
            w->loaded = arena_printf(w->arena, "again: %s", e.id);
        else if (e.kind == UI_EFFECT_RULES && !w->hold_rules)
            send(w,
                 (struct ui_event){.kind = UI_RULES, .rules = rulebook_basic(w->arena)});
        else if (e.kind == UI_EFFECT_CHECK && w->hold_check)
            w->held++;
        else if (e.kind == UI_EFFECT_CHECK)
            send(w, (struct ui_event){.kind = UI_CHECK});
        else if (e.kind == UI_EFFECT_COURSE && !w->hold_course)
            send(w, (struct ui_event){.kind = UI_COURSE, .course = w->table});
        else if (e.kind == UI_EFFECT_ROPE)
            send(w, (struct ui_event){.kind = UI_ROPE, .course = w->table});
        else if (e.kind == UI_EFFECT_QUIT)
            w->quit = true;
    }
}

static inline void
send(struct world *w, struct ui_event ev)
{
    ui_update(w->m, &ev);
    settle(w);
}

static inline void
begin_model(struct world *w, enum alphabet alphabet)
{
    struct ui_settings s = {.alphabet = alphabet, .aspect = 2};

    ui_free(w->m);
    w->m = ui_new(&s, course, COURSE, w->progress);
    w->quit = false;
}

static inline void
world_init(struct world *w, int rows, int cols, enum alphabet alphabet)
{
    *w = (struct world){.arena = arena_new()};
    w->progress = progress_new(w->arena);
    w->c = canvas_new(rows, cols, alphabet);
    begin_model(w, alphabet);
    send(w, (struct ui_event){.kind = UI_RESIZE, .rows = rows, .cols = cols});
}

static inline void
world_fini(struct world *w)
{
    ui_free(w->m);
    canvas_free(w->c);
    arena_free(w->arena);
}

static inline void
open_lesson(struct world *w, const char *name, const char *step)
{
    send(w, (struct ui_event){
                .kind = UI_LESSON, .lesson = read_lesson(w->arena, name), .step = step});
}

static inline void
open_at(struct world *w, const char *lesson, const char *step)
{
    send(w, (struct ui_event){.kind = UI_OPEN_HOME});
    if (*lesson)
        open_lesson(w, lesson, step);
}

static inline void
again(struct world *w, const char *lesson)
{
    begin_model(w, ALPHABET_ASCII);
    send(w, (struct ui_event){.kind = UI_RESIZE, .rows = 24, .cols = 80});
    send(w, (struct ui_event){.kind = UI_OPEN_HOME});
    if (*lesson)
        open_lesson(w, lesson, "");
}

/* ---- keys by name ------------------------------------------------------- */

static const struct {
    const char *name;
    uint32_t key;
} key_names[] = {
    {"Enter",     KEY_RETURN     },
    {"LineBreak", KEY_LINE_BREAK },
    {"Esc",       KEY_ESCAPE     },
    {"Tab",       KEY_TAB        },
    {"STab",      KEY_SHIFT_TAB  },
    {"Up",        KEY_ARROW_UP   },
    {"Down",      KEY_ARROW_DOWN },
    {"Left",      KEY_ARROW_LEFT },
    {"Right",     KEY_ARROW_RIGHT},
    {"PgUp",      KEY_PAGE_UP    },
    {"PgDn",      KEY_PAGE_DOWN  },
    {"Space",     ' '            },
    {"Back",      KEY_BACK       },
    {"F1",        KEY_FUNCTION_1 },
    {"Home",      KEY_TO_START   },
    {"End",       KEY_TO_END     },
};

static inline uint32_t
key_named(const char *name)
{
    for (size_t i = 0; i < sizeof key_names / sizeof *key_names; i++)
        if (strcmp(key_names[i].name, name) == 0)
            return key_names[i].key;
    assert_int_equal(strlen(name), 1);
    return (unsigned char)*name;
}

/* One key by name, "Right*6" six times. */
static inline void
press_key(struct world *w, char *word)
{
    char *times = strchr(word + 1, '*');
    int repeat = times ? atoi(times + 1) : 1;

    if (times)
        *times = '\0';
    while (repeat-- > 0)
        send(w, (struct ui_event){.kind = UI_KEY, .key = key_named(word)});
}

/* Words are keys; 'text' types it into the field and "text" sends it with Enter. */
static inline void
press(struct world *w, const char *keys)
{
    while (*(keys += strspn(keys, " "))) {
        char quote = *keys == '"' || *keys == '\'' ? *keys : ' ';
        const char *from = keys + (quote != ' ');
        size_t n = strcspn(from, (char[]){quote, '\0'});
        char *word = arena_strndup(w->arena, from, n);

        keys = from + n + (from[n] != '\0');
        if (quote == ' ')
            press_key(w, word);
        else
            send(w, (struct ui_event){.kind = quote == '"' ? UI_SUBMIT : UI_TEXT,
                                      .text = word,
                                      .cursor = (int)n});
    }
}

static inline char *
screen(struct world *w)
{
    ui_view(w->m, w->c);
    return canvas_dump(w->arena, w->c, false);
}

static inline void
sees(struct world *w, const char *text)
{
    char *s = screen(w);

    if (!strstr(s, text))
        fail_msg("'%s' is not on the screen:\n%s", text, s);
}

static inline void
sees_not(struct world *w, const char *text)
{
    char *s = screen(w);

    if (strstr(s, text))
        fail_msg("'%s' is on the screen:\n%s", text, s);
}

static inline const struct record_event *
last_event(const struct world *w, enum event_type type)
{
    for (int i = w->n; i-- > 0;)
        if (w->events[i].type == type)
            return &w->events[i];
    return NULL;
}

static inline int
count_events(const struct world *w, enum event_type type)
{
    int n = 0;

    for (int i = 0; i < w->n; i++)
        n += w->events[i].type == type;
    return n;
}

/* ---- line mode --------------------------------------------------------- */

/* What is said to these lines, with the prompts, until the end of input. */
static inline char *
line_mode(struct world *w, const char *input)
{
    struct buf out;

    buf_init(&out, w->arena);
    for (;;) {
        size_t n = strcspn(input, "\n");
        char *line = arena_strndup(w->arena, input, n);

        buf_add(&out, ui_line_view(w->arena, w->m));
        buf_add(&out, ui_line_prompt(w->m));
        if (!*input || w->quit)
            break;
        buf_printf(&out, "%s\n", line);
        ui_line_input(w->m, line);
        settle(w);
        input += n + (input[n] != '\0');
    }
    if (!w->quit) {
        ui_line_end(w->m);
        settle(w);
        buf_add(&out, ui_line_view(w->arena, w->m));
        buf_add(&out, "\n");
    }
    assert_true(w->quit);
    return out.s;
}

/* ---- golden screens ----------------------------------------------------- */

static inline void
compare(struct world *w, const char *name, const char *text)
{
    char *path = arena_printf(w->arena, "%s/golden/ui-%s.txt", TESTS_DIR, name);
    const char *want;
    size_t len;
    FILE *f;

    if (getenv("ROPEWALK_UPDATE")) {
        f = fopen(path, "w");
        assert_non_null(f);
        fputs(text, f);
        fclose(f);
        return;
    }
    want = read_file(w->arena, path, &len);
    if (!want || strcmp(want, text) != 0)
        fail_msg("%s differs; it is now\n%s", path, text);
}

#endif
