#include <string.h>

#include "base/utf8.h"
#include "ui/answer/answer.h"
#include "ui/bench/bench.h"
#include "ui/look/look.h"
#include "ui/look/visit.h"
#include "ui/page/page.h"
#include "ui/sheet/sheet.h"
#include "ui/stage/stage.h"

/* Those of the control that has the focus. Before a class, moving on comes before
 * choosing. */
static int
control_places(const struct ui_model *m, const char *places[])
{
    const struct study *s = &m->study;
    const struct question *q = study_question(m);
    int n = 0;

    if (s->focus.kind == FOCUS_ANSWER && s->entry[0])
        places[n++] = "heights";
    if (s->focus.kind == FOCUS_SLIDER && s->entry[0])
        places[n++] = "number";
    if (s->focus.kind == FOCUS_SLIDER)
        places[n++] = "slider";
    if (s->focus.kind == FOCUS_READ)
        places[n++] = "reading";
    if (visit_on_part(m))
        places[n++] = "parts of a figure";
    if (m->stage.on)
        places[n++] = "stage";
    if (s->focus.kind == FOCUS_ANSWER && q && question_is_open(q))
        places[n++] =
            question_has_field(q) ? "answer field left" : answer_of(q)->place(q);
    return n;
}

void
keys_places(const struct ui_model *m, const char *places[KEY_PLACES_MAX + 1])
{
    const struct question *q = study_question(m);
    int n = 0;

    if (m->help) {
        places[n++] = "help";
    } else if (m->screen == SCREEN_HOME) {
        places[n++] = "home";
        places[n++] = "";
    } else if (m->screen == SCREEN_END) {
        places[n++] = "end of a lesson";
        places[n++] = "";
    } else if (m->screen == SCREEN_NOTES) {
        places[n++] = "notes";
        places[n++] = "";
    } else if (m->screen == SCREEN_PAGE && page_searching(m)) {
        places[n++] = "search field";
    } else if (m->screen == SCREEN_PAGE) {
        places[n++] = page_lists(m) ? "contents" : "document";
        places[n++] = "";
    } else if (m->screen == SCREEN_SHEET) {
        places[n++] = sheet_searching(m) ? "sheet search" : "formula sheet";
        if (!sheet_searching(m))
            places[n++] = "";
    } else if (m->screen == SCREEN_MAP) {
        places[n++] = "map";
        places[n++] = "";
    } else if (m->screen == SCREEN_BENCH) {
        places[n++] = bench_place(m);
        if (!model_field(m)) {
            if (strcmp(places[0], "bench") != 0)
                places[n++] = "bench";
            places[n++] = "";
        }
    } else if (controls_field_active(m)) {
        if (answer_of(q)->place && answer_of(q)->place(q))
            places[n++] = answer_of(q)->place(q);
        if (m->stage.on)
            places[n++] = "stage field";
        places[n++] = "answer field";
    } else {
        bool alone = m->study.zoomed && !m->stage.on && look_can_zoom(m);

        /* what is asked stands beside the figure, where nobody sees it now */
        if (!alone || m->study.focus.kind != FOCUS_ANSWER)
            n = control_places(m, places);
        if (alone)
            places[n++] = "zoomed figure";
        places[n++] = "lesson";
        places[n++] = "";
    }
    places[n] = NULL;
}

static bool
matches(const struct ui_binding *b, uint32_t key)
{
    if (b->key == '0')
        return key < 0x80 && key > ' ' && strchr("0123456789.,-", (int)key);
    if (b->key == '1')
        return key >= '1' && key <= '9';
    return b->key == key;
}

/* The row for a key in a place; -1: none. */
static int
row_for(const struct ui_model *m, const char *place, uint32_t key)
{
    for (int i = 0; i < KEY_ROW_COUNT; i++)
        if (strcmp(key_bindings[i].where, place) == 0 && matches(&key_bindings[i], key) &&
            keys_possible(m, i))
            return i;
    return -1;
}

int
keys_row(const struct ui_model *m, uint32_t key)
{
    const char *places[KEY_PLACES_MAX + 1];

    keys_places(m, places);
    for (int i = 0; places[i]; i++) {
        int row = row_for(m, places[i], key);

        if (row >= 0)
            return row;
    }
    return -1;
}

/* Keys of a field that no editor took: they type. */
static void
type_key(struct ui_model *m, const struct typed *t, uint32_t key)
{
    const char *text = t->text ? t->text : "";
    size_t at = (size_t)t->cursor, from = at;
    char c[4];
    int n = key >= ' ' && key < KEY_FIRST_SPECIAL && key != KEY_BACK ? utf8_encode(c, key)
                                                                     : 0;

    if (key == KEY_BACK)
        while (from > 0 && ((unsigned char)text[--from] & 0xC0) == 0x80)
            continue;
    if (!n && from == at)
        return;
    arena_reset(m->scratch);
    model_type(m,
               arena_printf(m->scratch, "%.*s%.*s%s", (int)from, text, n, c, text + at),
               (int)from + n);
    m->field_serial++;
}

static void
press_key(struct ui_model *m, uint32_t key)
{
    int row = keys_row(m, key);
    const struct typed *field = model_field(m);

    if (model_is_tiny(m) && key != 'q' && key != 'Q')
        return;
    if (row < 0 && field && (key < ' ' || key > KEY_FIRST_SPECIAL))
        row = row_for(m, "", key);
    if (row < 0 && key >= 'A' && key <= 'Z' && !field)
        row = keys_row(m, key - 'A' + 'a');
    if (row >= 0 && answer_holds_key(m, key, key_rows[row].action))
        return;
    if (row >= 0)
        keys_run(m, row, key);
    else if (field)
        type_key(m, field, key);
}

void
keys_press(struct ui_model *m, uint32_t key)
{
    if (stage_unblank(m))
        return;
    press_key(m, key);
}
