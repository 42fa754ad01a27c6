#include <string.h>

#include "base/near.h"
#include "lesson/lesson_priv.h"

static const char *const kind_words[] = {
#define ASK_KIND(id, word) word,
#include "lesson/ask_kinds.def"
#undef ASK_KIND
    NULL,
};

static const char kind_letters[ASK_KIND_COUNT + 1] = "nemcsrt";

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

static void
rules_for(bool predict, struct key_rule rules[ASK_KEYS + 1])
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

/* ---- which kind -------------------------------------------------------------------- */

/* The kind that stands there; ASK_KIND_COUNT when none does, or an unknown one. */
static enum ask_kind
written_kind(struct asking *g)
{
    const struct field *f = field_find(g->q->fields, "kind");
    const char *near;
    int i = 0;

    if (!f || !*f->text)
        return ASK_KIND_COUNT;
    while (kind_words[i] && strcmp(kind_words[i], f->text) != 0)
        i++;
    if (kind_words[i] && g->q->predict && !strchr("ncs", kind_letters[i])) {
        errs_at(g->r->arena, g->r->errs, f->text_at, ERR_KEY_VALUE,
                "a guess is a number or a choice, not of kind %s", f->text);
        return ASK_KIND_COUNT;
    }
    if (kind_words[i])
        return (enum ask_kind)i;
    near = near_find(f->text, kind_words);
    if (near)
        errs_at(g->r->arena, g->r->errs, f->text_at, ERR_KEY_VALUE,
                "there is no kind '%s'; did you mean '%s'?", f->text, near);
    else
        errs_at(
            g->r->arena, g->r->errs, f->text_at, ERR_KEY_VALUE,
            "there is no kind '%s'; the kinds are number, expression, matrix, choice, "
            "several, refute and set",
            f->text);
    return ASK_KIND_COUNT;
}

/* The group of kinds, by its first: what is written, else what the keys say. Number,
 * expression and matrix are told apart by the answer, choice and several by the truth. */
static enum ask_kind
kind_group(const struct ask *q, enum ask_kind written)
{
    static const struct {
        const char *key;
        enum ask_kind kind;
    } signs[] = {
        {"choice", ASK_CHOICE},
        {"claim",  ASK_REFUTE},
        {"until",  ASK_SET   },
    };

    if (written != ASK_KIND_COUNT)
        return written < ASK_CHOICE     ? ASK_NUMBER
               : written == ASK_SEVERAL ? ASK_CHOICE
                                        : written;
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
settle_kind(struct asking *g, enum ask_kind written)
{
    struct ask *q = g->q;

    if (q->kind == ASK_NUMBER)
        q->kind = written < ASK_CHOICE ? written : kind_from_answer(g);
    else if (written == ASK_SEVERAL || (!q->predict && count_right(q) > 1))
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

    if (!q->answer)
        return;
    if (name && q->kind != ASK_EXPRESSION && q->kind != ASK_MATRIX)
        errs_at(g->r->arena, g->r->errs, f->text_at, ERR_KEY_UNFIT,
                "a number is asked for, but '%s' has no value here", name);
    else if (is_shaped(q->answer) != (q->kind == ASK_MATRIX) && q->kind != ASK_EXPRESSION)
        errs_at(g->r->arena, g->r->errs, f->text_at, ERR_KEY_UNFIT,
                "a question of kind %s cannot have an answer of type %s",
                kind_words[q->kind], type_text(g->r->arena, q->answer->type));
}

/* ---- the parts that every question has --------------------------------------------- */

static void
read_id(struct asking *g, const struct piece *p)
{
    struct ask *q = g->q;

    q->id = p->name;
    if (*q->id) {
        id_check(g->r, q->id, g->at);
    } else if (q->predict) {
        q->id = arena_printf(g->r->arena, "%s.guess", g->r->step);
    } else {
        errs_at(g->r->arena, g->r->errs, g->at, ERR_ID_BAD,
                "this question has no id; write '```ask q1', say");
        return;
    }
    lesson_note_name(g->r, "question", q->id, g->at);
}

static void
read_words(struct asking *g)
{
    struct ask *q = g->q;

    q->words = "";
    if (q->fields.n && !*q->fields.at[0].key) {
        q->words = q->fields.at[0].text;
        q->at = q->fields.at[0].text_at;
    }
    if (!*q->words)
        errs_at(g->r->arena, g->r->errs, g->at, ERR_KEY_MISSING,
                "the question itself is missing: write it before the first key");
}

static bool
read_draw(struct asking *g, const struct field *f)
{
    struct bindings more, *draw = &g->q->draw;
    struct binding *all;

    if (!lesson_bind(g->r, g->scope, f->text, f->text_at, &more))
        return false;
    all = ARENA_ARRAY(g->r->arena, struct binding, draw->n + more.n + 1);
    if (draw->n)
        memcpy(all, draw->at, sizeof *all * (size_t)draw->n);
    if (more.n)
        memcpy(all + draw->n, more.at, sizeof *all * (size_t)more.n);
    *draw = (struct bindings){all, draw->n + more.n};
    return true;
}

/* let: and draw: in the order in which they stand. */
static bool
read_names(struct asking *g)
{
    bool ok = true;

    for (int i = 0; i < g->q->fields.n; i++) {
        const struct field *f = &g->q->fields.at[i];

        if (*f->text && !strcmp(f->key, "draw"))
            ok = read_draw(g, f) && ok;
        else if (*f->text && !strcmp(f->key, "let"))
            ok = lesson_declare(g->r, g->scope, f->text, f->text_at) && ok;
    }
    return ok;
}

static void
read_figure(struct asking *g)
{
    const struct field *f = field_find(g->q->fields, "figure");

    g->q->figure = f ? f->text : "";
    if (f && *f->text && !lesson_figure_named(g->r, f->text))
        errs_at(g->r->arena, g->r->errs, f->text_at, ERR_FIGURE_UNKNOWN,
                "the lesson has no figure '%s'", f->text);
    if (!f && field_find(g->q->fields, "until"))
        g->q->figure = g->r->shown;
}

static void
read_hints(struct asking *g)
{
    struct fields f = g->q->fields;
    const char **hints = ARENA_ARRAY(g->r->arena, const char *, f.n + 1);

    for (int i = 0; i < f.n; i++)
        if (!strcmp(f.at[i].key, "hint"))
            hints[g->q->n_hints++] = f.at[i].text;
    g->q->hints = hints;
}

/* The Markdown of a field: all of it, or what stands behind the arrow of a miss. */
static bool
field_words(struct asking *g, const struct field *f, struct passage *text)
{
    const struct ask_key *key = key_named(f->key);
    struct part left, right = {f->text, f->text_at};

    if (*f->key && (!key || !(key->flags & KEY_WORDS)))
        return false;
    if (key && (key->flags & KEY_NAMED) &&
        !parts_arrow(g->r->arena, f->text, f->text_at, &left, &right))
        return false;
    *text = (struct passage){right.text, right.at};
    return true;
}

static void
read_texts(struct asking *g)
{
    struct ask *q = g->q;
    struct passage *texts = ARENA_ARRAY(g->r->arena, struct passage, q->fields.n + 1);

    q->texts = texts;
    for (int i = 0; i < q->fields.n; i++) {
        if (!field_words(g, &q->fields.at[i], &texts[q->n_texts]))
            continue;
        lesson_spans(g->r, g->scope, texts[q->n_texts].markdown, texts[q->n_texts].at);
        q->n_texts++;
    }
}

const struct ask *
ask_read(struct reader *r, const struct piece *p)
{
    struct ask *q = ARENA_NEW(r->arena, struct ask);
    struct asking g = {r, q, scope_new(r->arena, r->scope),
                       source_line_pos(r->src, p->line)};
    struct key_rule rules[ASK_KEYS + 1];
    enum ask_kind written;
    struct pos inside;
    char *text = block_text(r, p, &inside);

    q->predict = p->block == BLOCK_PREDICT;
    q->at = g.at;
    q->scope = q->claim_scope = g.scope;
    rules_for(q->predict, rules);
    q->fields = keys_read(r, text, inside, rules, true);
    read_id(&g, p);
    read_words(&g);
    read_figure(&g);
    read_hints(&g);
    q->without = keys_list(r, q->fields, "without", &q->n_without);
    q->after = keys_text(q->fields, "after");
    q->holds = keys_text(q->fields, "holds");
    q->remark = keys_text(q->fields, "right-but");
    written = written_kind(&g);
    q->kind = kind_group(q, written);
    if (!read_names(&g))
        return q; /* every term would be one more error */
    choices_read(&g);
    answer_read(&g);
    settle_kind(&g, written);
    check_answer(&g);
    check_fit(&g);
    misses_read(&g);
    read_texts(&g);
    return q;
}
