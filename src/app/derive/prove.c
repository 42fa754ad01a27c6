/* ropewalk prove: derivations from a file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/app.h"
#include "proof/proof.h"

/* What became of all lines. */
struct outcome {
    bool unreadable, different, undecided;
};

static int
outcome_status(const struct outcome *o)
{
    if (o->unreadable)
        return STATUS_INPUT;
    if (o->different)
        return STATUS_NO;
    return o->undecided ? STATUS_UNDECIDED : STATUS_YES;
}

/* A line with what was found. */
struct proved {
    const struct derivation *d;
    int line;
    const struct judged_line *judged;
    struct needs needs;
};

/* ---- JSON -------------------------------------------------------------------------- */

static json_t *
names_json(struct names n)
{
    json_t *list = json_array();

    for (int i = 0; i < n.n; i++)
        json_array_append_new(list, json_string(n.at[i]));
    return list;
}

static json_t *
comparison_json(const struct comparison *c)
{
    json_t *point = json_object();

    for (int i = 0; i < c->n_point; i++)
        json_object_set_new(point, c->point[i].name, json_string(c->point[i].text));
    return json_pack("{s:o, s:s, s:s}", "point", point, "left", c->left, "right",
                     c->right);
}

/* "needs": the names; "without": where the line breaks without each. */
static void
add_needs(json_t *o, struct needs n)
{
    json_t *names = json_array(), *without = json_object();

    for (int i = 0; i < n.n; i++) {
        json_array_append_new(names, json_string(n.at[i].name));
        if (n.at[i].without.verdict == VERDICT_DIFFERENT)
            json_object_set_new(without, n.at[i].name, comparison_json(&n.at[i].without));
    }
    json_object_set_new(o, "needs", names);
    json_object_set_new(o, "without", without);
}

static const char *
diagnosis(const struct judged_line *l)
{
    return *l->slip.name ? l->slip.name : remark_word(l->remark);
}

static void
say_line_json(struct app *app, const struct proved *p)
{
    const struct judged_line *l = p->judged;
    json_t *o = json_pack("{s:s, s:i, s:s, s:o}", "theorem", p->d->name, "line", p->line,
                          "verdict", line_verdict_word(l->verdict), "rules",
                          names_json(l->rules));

    add_needs(o, p->needs);
    json_object_set_new(o, "domain", json_string(l->domain));
    json_object_set_new(o, "counterexample",
                        l->verdict == LINE_DIFFERENT &&
                                l->with.verdict == VERDICT_DIFFERENT
                            ? comparison_json(&l->with)
                            : json_null());
    json_object_set_new(o, "diagnosis", json_string(diagnosis(l)));
    json_object_set_new(o, "message", json_string(l->message));
    if (l->error)
        json_object_set_new(o, "error", err_json(l->error));
    say_json(app, o);
}

/* ---- text -------------------------------------------------------------------------- */

static void
say_line_text(struct app *app, const struct proved *p)
{
    const struct judged_line *l = p->judged;
    const struct derivation_line *line = &p->d->lines[p->line - 1];
    const char *rules = names_list(app->arena, l->rules);

    say("%3d %-10s %s%s%s\n", p->line, line_verdict_word(l->verdict),
        line->claim ? line->say : line->source, *rules ? "   by " : "", rules);
    for (int i = 0; i < p->needs.n; i++)
        say("%s%s%s", i ? ", " : "               needs ", p->needs.at[i].name,
            i == p->needs.n - 1 ? "\n" : "");
    if (*l->domain)
        say("               where %s\n", l->domain);
    if (*l->message || *diagnosis(l))
        say("               %s%s%s\n", diagnosis(l),
            *diagnosis(l) && *l->message ? ": " : "", l->message);
}

/* ---- derivations ------------------------------------------------------------------- */

static void
note(struct outcome *o, enum line_verdict v)
{
    o->unreadable |= v == LINE_UNREADABLE;
    o->different |= v == LINE_DIFFERENT;
    o->undecided |= v == LINE_UNDECIDED;
}

/* An error that belongs to no line: of a declaration, the start, or the form. */
static void
say_error(struct app *app, const struct derivation *d, const struct err *e,
          const char *source, struct outcome *o)
{
    fprintf(stderr, "ropewalk: %s\n%s", err_text(app->arena, e),
            err_caret(app->arena, e, source));
    o->unreadable = true;
    if (app->options.json)
        say_json(app, json_pack("{s:s, s:i, s:s, s:s, s:o}", "theorem", d ? d->name : "",
                                "line", 0, "verdict", "unreadable", "message", e->msg,
                                "error", err_json(e)));
}

static bool
is_of_line(const struct derivation *d, const struct err *e)
{
    for (int i = 0; i < d->n_lines; i++) {
        const struct err *l = d->lines[i].error;

        if (l && l->at.line == e->at.line && l->at.col == e->at.col)
            return true;
    }
    return false;
}

static void
prove_line(struct app *app, struct judging *j, const struct derivation *d, int i,
           struct outcome *o)
{
    struct proved p = {
        d, i + 1, judging_line(j, i), {NULL, 0}
    };

    note(o, p.judged->verdict);
    if (p.judged->verdict == LINE_HOLDS)
        p.needs = judging_needs(j, i);
    if (app->options.json)
        say_line_json(app, &p);
    else
        say_line_text(app, &p);
}

static void
prove(struct app *app, const struct derivation *d, struct rulebook *book,
      const char *source, struct outcome *o)
{
    struct proof_options options = {.seed = app->options.seed, .rules = book};
    struct judging *j;

    for (int i = 0; i < d->errs.n; i++)
        if (d->error || !is_of_line(d, &d->errs.at[i]))
            say_error(app, d, &d->errs.at[i], source, o);
    if (!app->options.json)
        say("%s%s%s\n", d->axiom ? "axiom " : "theorem ",
            *d->name ? d->name : "without a name", d->start ? "" : ": no start");
    if (d->error)
        return;
    j = judging_new(app->arena, d, &options);
    if (!app->options.json && d->start)
        say("    start      %s\n", d->start_source);
    for (int i = 0; i < d->n_lines; i++)
        prove_line(app, j, d, i, o);
    judging_theorem(j, book);
}

/* All of a file, or of stdin; as long as it may be. */
static bool
read_source(struct app *app, const char *path, char **text, size_t *len, struct err *e)
{
    size_t n = 0;
    char *at;

    if (strcmp(path, "-") != 0)
        return store_read_file(app->arena, path, PROOF_TEXT_MAX, text, len, e);
    at = arena_alloc(app->arena, PROOF_TEXT_MAX + 2, 1);
    while (n <= PROOF_TEXT_MAX) {
        size_t got = fread(at + n, 1, (size_t)PROOF_TEXT_MAX + 1 - n, stdin);

        if (got == 0)
            break;
        n += got;
    }
    *text = at;
    *len = n;
    return !ferror(stdin) || err_at(e, (struct pos){"-", 0, 0}, ERR_FILE_UNREADABLE,
                                    "stdin cannot be read");
}

int
run_prove(struct app *app)
{
    const char *path = app->n ? app->operands[0] : "-";
    struct rulebook *book = rulebook_new(app->arena, rulebook_basic(app->arena));
    struct outcome o = {false, false, false};
    struct derivations all;
    struct err e;
    char *text;
    size_t len;

    if (!read_source(app, path, &text, &len, &e))
        return report(app, &e, NULL);
    all = derivations_read(app->arena, NULL, text, len, (struct pos){path, 1, 1});
    for (int i = 0; i < all.n; i++)
        prove(app, &all.at[i], book, text, &o);
    if (all.error)
        return report(app, all.error, NULL);
    if (all.n == 0) {
        err_at(
            &e, (struct pos){path, 1, 1}, ERR_DERIVE_FORM,
            "there is no derivation here: write 'theorem NAME', declarations, a start, "
            "and lines that begin with =");
        return report(app, &e, NULL);
    }
    return outcome_status(&o);
}
