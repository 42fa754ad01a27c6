#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/near.h"
#include "figure/kind/trial/trial.h"

enum { NAMES_MAX = 32 };

/* Whether a parameter begins at byte i: a word and '='; its length. */
static size_t
name_at(const char *s, size_t i)
{
    size_t len = 0, end;

    if (i > 0 && !isspace((unsigned char)s[i - 1]) && s[i - 1] != ',')
        return 0;
    while (islower((unsigned char)s[i + len]) || s[i + len] == '_' ||
           isdigit((unsigned char)s[i + len]))
        len++;
    for (end = i + len; s[end] == ' '; end++)
        ;
    return len && s[end] == '=' && s[end + 1] != '=' ? len : 0;
}

/* "NAME = TERM" out of *rest, which moves behind it. */
static bool
next_binding(struct reader *r, struct source *rest, struct source *name,
             struct source *value)
{
    const char *s = rest->text;
    size_t start = strspn(s, " ,\t\n"), len = name_at(s, start), from, end;
    int depth = 0;

    if (!s[start])
        return false;
    from = start + len + strspn(s + start + len, " =");
    for (end = from; s[end]; end++) {
        depth += s[end] == '(' || s[end] == '[';
        depth -= s[end] == ')' || s[end] == ']';
        if (depth == 0 && end > from && name_at(s, end))
            break;
    }
    name->text = arena_strndup(r->arena, s + start, len);
    name->at = pos_after(rest->at, s, start);
    value->at = pos_after(rest->at, s, from);
    rest->at = pos_after(rest->at, s, end);
    rest->text = s + end;
    while (end > from && strchr(" ,\t\n", s[end - 1]))
        end--;
    value->text = arena_strndup(r->arena, s + from, end - from);
    return true;
}

static const char *
word_of(const struct num_parameter *p, const char *text)
{
    for (int i = 0; p->kind == NUM_WORD && p->words[i]; i++)
        if (strcmp(p->words[i], text) == 0)
            return p->words[i];
    return NULL;
}

static bool
parameter_read(struct reader *r, struct trial *trial, struct source name,
               struct source value, struct thing *t)
{
    struct err e = {0};
    int i;

    if (strcmp(name.text, "seed") == 0) {
        trial->seed = real_read(r, r->f->scope, value);
        return trial->seed && value_check(r, NULL, trial->seed, value.at);
    }
    if (!*name.text)
        return errs_at(r->arena, r->errs, name.at, ERR_FIGURE_LINE,
                       "write an experiment as: cosine d = 64 n = 2000");
    i = num_parameter_get(trial->experiment, name.text, &e);
    if (i < 0)
        return errs_at(r->arena, r->errs, name.at, ERR_FIGURE_LINE, "%s", e.msg);
    if (trial->experiment->parameter[i].kind == NUM_TEXT) {
        struct source inner;

        if (!quoted_read(r, value, &inner))
            return false;
        trial->text = inner.text;
        return true;
    }
    trial->word[i] = word_of(&trial->experiment->parameter[i], value.text);
    if (trial->word[i])
        return true;
    trial->term[i] = real_read(r, t->scope ? t->scope : r->f->scope, value);
    if (trial->term[i] && t->variable && trial->across < 0 &&
        expr_mentions(trial->term[i], t->variable))
        trial->across = i;
    return trial->term[i] != NULL;
}

static bool
experiment_read(struct reader *r, struct source name, struct trial *trial)
{
    const char *all[NAMES_MAX + 1] = {NULL}, *near;

    trial->experiment = num_experiment_find(name.text);
    if (trial->experiment)
        return true;
    for (int i = 0; i < NAMES_MAX && num_experiment_at(i); i++)
        all[i] = num_experiment_at(i)->name;
    near = near_find(name.text, all);
    return errs_at(r->arena, r->errs, name.at, ERR_FIGURE_LINE,
                   "there is no experiment '%s'%s%s%s; `ropewalk simulate` lists them",
                   name.text, near ? "; did you mean '" : "", near ? near : "",
                   near ? "'?" : "");
}

static bool
result_read(struct reader *r, struct source of, struct source at, struct trial *trial)
{
    const struct num_experiment *x = trial->experiment;
    const char *all[NUM_RESULTS_MAX + 1] = {NULL}, *near;

    trial->result = -1;
    if (!of.text && num_experiment_quantity(x))
        return true;
    for (int i = 0; i < x->results; i++) {
        all[i] = x->result[i];
        if (of.text && strcmp(x->result[i], of.text) == 0)
            trial->result = i;
    }
    if (trial->result >= 0)
        return true;
    near = of.text ? near_find(of.text, all) : NULL;
    return errs_at(r->arena, r->errs, of.text ? of.at : at.at, ERR_FIGURE_LINE,
                   "say which result is drawn, as in: of %s", near ? near : all[0]);
}

/* The experiment must be able to run at the start. */
static bool
run_check(struct reader *r, const struct thing *t, struct pos at)
{
    struct arena *scratch = arena_new();
    struct num_settings s;
    struct err e = {0};
    struct moment m;
    bool good;

    moment_start(&m, scratch, r->f);
    good = trial_settings(scratch, &m, t, t->low ? moment_real(&m, t->low) : 0, &s, &e) &&
           num_run_new(scratch, ((struct trial *)t->own)->experiment, &s, &e);
    arena_free(scratch);
    return good || errs_at(r->arena, r->errs, at, ERR_FIGURE_VALUE, "%s", e.msg);
}

static bool
sweep_check(struct reader *r, const struct thing *t, const struct trial *trial,
            struct pos at)
{
    if (!t->variable || (trial->across >= 0 && trial->result >= 0))
        return true;
    return errs_at(r->arena, r->errs, at, ERR_FIGURE_LINE,
                   "with 'over' a parameter needs the variable, and 'of' a result");
}

bool
trial_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    struct trial *trial = ARENA_NEW(r->arena, struct trial);
    struct source head = c[CLAUSE_HEAD], name = head, key, value;
    size_t len = strcspn(head.text, " ,\t\n");

    t->own = trial;
    t->whole = true;
    trial->across = -1;
    if (figure_count(r->f, THING_TRIAL) == TRIALS_MAX)
        return errs_at(r->arena, r->errs, head.at, ERR_FIGURE_MANY,
                       "a figure may have at most %d experiments", TRIALS_MAX);
    if (c[CLAUSE_OVER].text &&
        !thing_over(r, c[CLAUSE_OVER], head.at, "write: over i = 1..10", t))
        return false;
    if (c[CLAUSE_BINS].text && !bins_read(r, c[CLAUSE_BINS], t))
        return false;
    name.text = arena_strndup(r->arena, head.text, len);
    head.at = pos_after(head.at, head.text, len);
    head.text += len;
    if (!experiment_read(r, name, trial) || !result_read(r, c[CLAUSE_OF], name, trial))
        return false;
    while (next_binding(r, &head, &key, &value))
        if (!parameter_read(r, trial, key, value, t))
            return false;
    if (c[CLAUSE_BY].text) {
        trial->factor = real_read(r, r->f->scope, c[CLAUSE_BY]);
        if (!trial->factor || !value_check(r, NULL, trial->factor, c[CLAUSE_BY].at))
            return false;
    }
    return sweep_check(r, t, trial, name.at) && run_check(r, t, name.at);
}
