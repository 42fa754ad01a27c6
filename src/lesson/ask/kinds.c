#include <string.h>

#include "base/buf.h"
#include "base/near.h"
#include "lesson/ask/ask_priv.h"

static const char *const kind_words[] = {
#define ASK_KIND(id, word, letter, group) word,
#include "lesson/ask_kinds.def"
#undef ASK_KIND
    NULL,
};

const char *
ask_kind_word(enum ask_kind kind)
{
    return kind_words[kind];
}

static const char kind_letters[] = {
#define ASK_KIND(id, word, letter, group) letter,
#include "lesson/ask_kinds.def"
#undef ASK_KIND
};

static const enum ask_kind kind_groups[] = {
#define ASK_KIND(id, word, letter, group) ASK_##group,
#include "lesson/ask_kinds.def"
#undef ASK_KIND
};

static const struct ask_key {
    const char *word;
    int flags;
    const char *kinds, *predict;
} ask_keys[] = {
#define ASK_KEY(word, flags, kinds, predict) {word, flags, kinds, predict},
#include "lesson/ask_keys.def"
#undef ASK_KEY
};

enum { ASK_KEYS = sizeof ask_keys / sizeof *ask_keys };

_Static_assert((int)ASK_KEYS <= (int)ASK_KEYS_MAX, "room for the rules of a block");

void
kind_rules(bool predict, struct key_rule rules[ASK_KEYS_MAX + 1])
{
    int n = 0;

    for (int i = 0; i < ASK_KEYS; i++)
        if (!predict || *ask_keys[i].predict)
            rules[n++] = (struct key_rule){ask_keys[i].word, ask_keys[i].flags};
    rules[n] = (struct key_rule){NULL, 0};
}

static const struct ask_key *
key_named(const char *word)
{
    for (int i = 0; i < ASK_KEYS; i++)
        if (!strcmp(ask_keys[i].word, word))
            return &ask_keys[i];
    return NULL;
}

int
kind_key_flags(const char *key)
{
    const struct ask_key *k = key_named(key);

    return k ? k->flags : 0;
}

/* ---- which kind -------------------------------------------------------------------- */

static void
refuse_kind(struct asking *g, const struct field *f)
{
    const char *near = near_find(f->text, kind_words);
    struct buf all;

    if (near) {
        errs_at(g->r->arena, g->r->errs, f->text_at, ERR_KEY_VALUE,
                "there is no kind '%s'; did you mean '%s'?", f->text, near);
        return;
    }
    buf_init(&all, g->r->arena);
    for (int i = 0; i < ASK_KIND_COUNT; i++)
        buf_printf(&all, "%s%s",
                   i == 0                    ? ""
                   : i == ASK_KIND_COUNT - 1 ? " and "
                                             : ", ",
                   kind_words[i]);
    errs_at(g->r->arena, g->r->errs, f->text_at, ERR_KEY_VALUE,
            "there is no kind '%s'; the kinds are %s", f->text, all.s);
}

enum ask_kind
kind_written(struct asking *g)
{
    const struct field *f = field_find(g->q->fields, "kind");
    int i = 0;

    if (!f || !*f->text)
        return ASK_KIND_COUNT;
    while (kind_words[i] && strcmp(kind_words[i], f->text) != 0)
        i++;
    if (!kind_words[i]) {
        refuse_kind(g, f);
        return ASK_KIND_COUNT;
    }
    if (g->q->predict != (strchr("ncsv", kind_letters[i]) != NULL) &&
        (g->q->predict || i == ASK_CURVE)) {
        errs_at(g->r->arena, g->r->errs, f->text_at, ERR_KEY_VALUE,
                g->q->predict ? "a guess is a number, a choice or a curve, not of kind %s"
                              : "only a guess can be of kind %s: write '```predict'",
                f->text);
        return ASK_KIND_COUNT;
    }
    return (enum ask_kind)i;
}

/* Lines with one truth are a spot, others are to be put in order. */
static enum ask_kind
kind_of_lines(const struct ask *q)
{
    const struct field *truth = field_find(q->fields, "truth");

    return truth && !truth->text[strcspn(truth->text, "; \t\n")] ? ASK_SPOT : ASK_ORDER;
}

enum ask_kind
kind_group(const struct ask *q, enum ask_kind written)
{
    static const struct {
        const char *key;
        enum ask_kind kind;
    } signs[] = {
        {"choice", ASK_CHOICE    },
        {"claim",  ASK_REFUTE    },
        {"until",  ASK_SET       },
        {"blank",  ASK_BLANK     },
        {"over",   ASK_CURVE     },
        {"by",     ASK_STEP      },
        {"to",     ASK_DERIVATION},
        {"from",   ASK_STEP      },
        {"idea",   ASK_TEXT      },
    };

    if (written != ASK_KIND_COUNT)
        return kind_groups[written];
    if (field_find(q->fields, "line"))
        return kind_of_lines(q);
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (field_find(q->fields, signs[i].key))
            return signs[i].kind;
    return ASK_NUMBER;
}

/* Keys that the kind has no use for. */
static void
check_fit(struct asking *g)
{
    char letter = kind_letters[g->q->kind];

    for (int i = 0; i < g->q->fields.n; i++) {
        const struct field *f = &g->q->fields.at[i];
        const struct ask_key *key = key_named(f->key);
        const char *kinds = !key ? "" : g->q->predict ? key->predict : key->kinds;

        if (*kinds && !strchr(kinds, letter))
            errs_at(g->r->arena, g->r->errs, f->at, ERR_KEY_UNFIT,
                    "'%s' has no meaning in a question of kind %s", f->key,
                    kind_words[g->q->kind]);
    }
}

static bool
is_shaped(const struct term *t)
{
    return t->type.kind == TYPE_VECTOR || t->type.kind == TYPE_MATRIX;
}

/* Number, expression or matrix, from the answer. */
static enum ask_kind
kind_from_answer(const struct asking *g)
{
    const struct ask *q = g->q;
    const struct term *t = q->answer;

    if (!t || q->predict)
        return ASK_NUMBER;
    if (lesson_free_name(g->r->arena, t, q->scope, q->draw))
        return ASK_EXPRESSION;
    if (is_shaped(t))
        return ASK_MATRIX;
    if (t->type.kind == TYPE_COMPLEX && q->closeness == CLOSE_EXACT)
        return ASK_EXPRESSION;
    return ASK_NUMBER;
}

static int
count_right(const struct ask *q)
{
    int n = 0;

    for (int i = 0; i < q->n_choices; i++)
        n += q->choices[i].right;
    return n;
}

static void
settle(struct asking *g, enum ask_kind written)
{
    struct ask *q = g->q;

    if (q->kind == ASK_NUMBER)
        q->kind = written == ASK_KIND_COUNT ? kind_from_answer(g) : written;
    else if (written == ASK_SEVERAL ||
             (q->kind == ASK_CHOICE && !q->predict && count_right(q) > 1))
        q->kind = ASK_SEVERAL;
    if (q->kind == ASK_SEVERAL && written == ASK_CHOICE)
        errs_at(g->r->arena, g->r->errs, g->at, ERR_KEY_UNFIT,
                "a question of kind choice has one truth; write 'kind: several'");
}

/* Whether the answer can be of the kind. */
static void
check_answer(struct asking *g)
{
    const struct ask *q = g->q;
    const char *name =
        q->answer ? lesson_free_name(g->r->arena, q->answer, q->scope, q->draw) : NULL;
    const struct field *f = field_find(q->fields, q->predict ? "truth" : "answer");

    if (!q->answer || kind_groups[q->kind] != ASK_NUMBER)
        return;
    if (name && q->kind != ASK_EXPRESSION && q->kind != ASK_MATRIX)
        errs_at(g->r->arena, g->r->errs, f->text_at, ERR_KEY_UNFIT,
                "a number is asked for, but '%s' has no value here", name);
    else if (is_shaped(q->answer) != (q->kind == ASK_MATRIX) && q->kind != ASK_EXPRESSION)
        errs_at(g->r->arena, g->r->errs, f->text_at, ERR_KEY_UNFIT,
                "a question of kind %s cannot have an answer of type %s",
                kind_words[q->kind], type_text(g->r->arena, q->answer->type));
}

void
kind_settle(struct asking *g, enum ask_kind written)
{
    settle(g, written);
    check_answer(g);
    check_fit(g);
}
