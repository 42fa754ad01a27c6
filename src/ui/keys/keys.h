/*
 * The key table, what each key does, and what is said of them. Part of ui_priv.h.
 *
 * keys.def   the table
 * act.c      what each key does
 * keys.c     which row of the table a key means now
 * hints.c    the hint row and the help page
 */
#ifndef ROPEWALK_UI_KEYS_KEYS_H
#define ROPEWALK_UI_KEYS_KEYS_H

/* ---- keys.c ------------------------------------------------------------- */

/* A key and the number of its row in the table. */
struct press {
    uint32_t key;
    int by;
};

enum action {
#define ACTION(name, run, by, can) ACTION_##name,
#include "ui/keys/keys.def"
#undef ACTION
    ACTION_COUNT
};

enum { KEY_PLACES_MAX = 5 };

/* What belongs to each ui_binding: its action and its word in the hint row. */
struct key_row {
    enum action action;
    const char *hint;
};

enum {
    KEY_ROW_COUNT = 0
#define KEY_ROW(key, label, where, action, hint, help) +1
#include "ui/keys/keys.def"
#undef KEY_ROW
};

extern const struct ui_binding key_bindings[KEY_ROW_COUNT];
extern const struct key_row key_rows[KEY_ROW_COUNT];

void keys_press(struct ui_model *m, uint32_t key);
/* The row of the table that a key means now; -1: none. */
int keys_row(const struct ui_model *m, uint32_t key);
/* Whether the action of a row would do something now. */
bool keys_possible(const struct ui_model *m, int row);
/* Do it; `key` is the one that was pressed. */
void keys_run(struct ui_model *m, int row, uint32_t key);
/* The places whose keys act now, the nearest first; NULL-terminated. */
void keys_places(const struct ui_model *m, const char *places[KEY_PLACES_MAX + 1]);

/* The hint row for the focus: only keys that do something now. */
void keys_hints(struct ui_model *m, struct canvas *c, struct rect r);
void keys_help_view(struct ui_model *m, struct canvas *c);

#endif
