#include <string.h>

#include "lesson/ask/ask_priv.h"

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
        else if (*f->text && !strcmp(f->key, "over"))
            ok = over_read(g, f) && ok;
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
    int flags = kind_key_flags(f->key);
    struct part left, right = {f->text, f->text_at};

    if (*f->key && !(flags & KEY_WORDS))
        return false;
    if ((flags & KEY_NAMED) &&
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

/* Whether the language has a function of that name: then calling it is no unknown name,
 * though it may be an error of another kind. */
static bool
is_function(struct arena *a, const char *word)
{
    const char *call = arena_printf(a, "%s(1)", word);
    const struct term *t;
    struct err e;

    if (word[strcspn(word, " -")])
        return false;
    t = expr_parse(a, NULL, call, (struct pos){"", 1, 1}, &e);
    return t ? t->op == TERM_CALL : e.code != ERR_NAME_UNKNOWN;
}

static bool
is_listed(const char *const *list, int n, const char *word)
{
    for (int i = 0; i < n; i++)
        if (!strcmp(list[i], word))
            return true;
    return false;
}

/* `without:`, and the functions that the lesson introduces: who asks for one does not
 * want its name. `with:` lets them in again. */
static void
read_without(struct asking *g)
{
    const struct lesson *l = g->r->lesson;
    int n, n_with;
    const char *const *words = keys_list(g->r, g->q->fields, "without", &n);
    const char *const *with = keys_list(g->r, g->q->fields, "with", &n_with);
    const char **all = ARENA_ARRAY(g->r->arena, const char *, n + l->n_introduces + 1);

    g->q->without = all;
    for (int i = 0; i < n; i++)
        all[g->q->n_without++] = words[i];
    for (int i = 0; i < l->n_introduces; i++)
        if (is_function(g->r->arena, l->introduces[i]) &&
            !is_listed(with, n_with, l->introduces[i]) &&
            !is_listed(words, n, l->introduces[i]))
            all[g->q->n_without++] = l->introduces[i];
}

/* What is asked for, by the group of kinds. */
static void
read_task(struct asking *g)
{
    static void (*const readers[ASK_KIND_COUNT])(struct asking * g) = {
        [ASK_NUMBER] = answer_read,    [ASK_CHOICE] = choices_read,
        [ASK_REFUTE] = claim_read,     [ASK_SET] = until_read,
        [ASK_BLANK] = blank_read,      [ASK_ORDER] = order_read,
        [ASK_SPOT] = spot_read,        [ASK_STEP] = route_read,
        [ASK_DERIVATION] = route_read, [ASK_CURVE] = curve_read,
    };

    if (readers[g->q->kind]) /* a rubric is read by room grade */
        readers[g->q->kind](g);
    else
        keys_need(g->r, g->q->fields, "idea", g->at);
}

const struct ask *
ask_read(struct reader *r, const struct piece *p)
{
    struct ask *q = ARENA_NEW(r->arena, struct ask);
    struct asking g = {r, q, scope_new(r->arena, r->scope),
                       source_line_pos(r->src, p->line)};
    struct key_rule rules[ASK_KEYS_MAX + 1];
    enum ask_kind written;
    struct pos inside;
    char *text = block_text(r, p, &inside);

    q->predict = p->block == BLOCK_PREDICT;
    q->at = g.at;
    q->scope = q->claim_scope = g.scope;
    kind_rules(q->predict, rules);
    q->fields = keys_read(r, text, inside, rules, true);
    read_id(&g, p);
    read_words(&g);
    read_figure(&g);
    read_hints(&g);
    read_without(&g);
    q->after = keys_text(q->fields, "after");
    q->holds = keys_text(q->fields, "holds");
    q->remark = keys_text(q->fields, "right-but");
    q->derivation = keys_text(q->fields, "derivation");
    q->numbers = keys_text(q->fields, "numbers");
    q->look = keys_text(q->fields, "look");
    if (!*q->numbers)
        q->numbers = q->id;
    q->from_text = keys_text(q->fields, "from");
    q->to_text = keys_text(q->fields, "to");
    q->over = "";
    written = kind_written(&g);
    q->kind = kind_group(q, written);
    if (!read_names(&g))
        return q; /* every term would be one more error */
    read_task(&g);
    kind_settle(&g, written);
    misses_read(&g);
    read_texts(&g);
    return q;
}
