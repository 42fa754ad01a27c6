#include <stdio.h>
#include <string.h>

#include "app/app.h"
#include "base/buf.h"
#include "base/utf8.h"
#include "calc/calc.h"
#include "exact/exact.h"

enum { DIGITS_EXACT = 15, DIGITS_DOUBLE = 17 };

/* ---- eval -------------------------------------------------------------------------- */

/* The operands behind the first: "x=2", each may use the ones before it. */
static bool
read_values(struct app *app, struct scope *s, const char **source, struct err *e)
{
    for (int i = 1; i < app->n; i++) {
        const char *text = app->operands[i];

        *source = text;
        if (!strchr(text, '='))
            return err_at(e, (struct pos){0}, ERR_VALUE_FORM,
                          "'%s' gives no value: write NAME=VALUE", text);
        if (!scope_declare(app->arena, s, text, (struct pos){"value", 1, 1}, e))
            return false;
    }
    return true;
}

static bool
value_exact(struct app *app, const struct scope *s, const struct term *t,
            const char **text, struct err *e)
{
    int digits = app->options.digits ? app->options.digits : DIGITS_EXACT;

    return exact_value(app->arena, s, t, NULL, 0, digits, text, e);
}

static bool
value_in_format(struct app *app, const struct scope *s, const struct term *t,
                enum num_format format, const char **text, struct err *e)
{
    int digits = app->options.digits ? app->options.digits : DIGITS_DOUBLE;
    struct num_lens l = {.format = format};
    struct value v;

    if (digits > DIGITS_DOUBLE)
        return err_at(e, (struct pos){0}, ERR_OPTION_VALUE,
                      "a double has at most %d digits; use --precision exact",
                      DIGITS_DOUBLE);
    if (!calc_eval_through(l, app->arena, s, t, &v, e))
        return false;
    *text = value_text(app->arena, v, digits);
    return true;
}

/* The value as --precision says; exactly when it says nothing. */
static bool
find_value(struct app *app, const struct scope *s, const struct term *t,
           const char **text, struct err *e)
{
    enum num_format format;

    if (num_format_find(app->options.precision, &format))
        return value_in_format(app, s, t, format, text, e);
    return value_exact(app, s, t, text, e);
}

static bool
check_precision(const char *name, struct err *e)
{
    enum num_format format;

    if (name[0] == '\0' || strcmp(name, "exact") == 0 || num_format_find(name, &format))
        return true;
    return err_at(e, (struct pos){0}, ERR_OPTION_VALUE,
                  "'%s' is no precision: exact, fp64, fp32, bf16 or fp16", name);
}

int
run_eval(struct app *app)
{
    struct scope *s = scope_new(app->arena, NULL);
    const char *source = NULL, *text;
    const struct term *t;
    struct err e;

    if (!check_precision(app->options.precision, &e) || !read_values(app, s, &source, &e))
        return report(app, &e, source);
    source = app->operands[0];
    t = expr_parse(app->arena, s, source, (struct pos){"expression", 1, 1}, &e);
    if (!t || !find_value(app, s, t, &text, &e))
        return report(app, &e, source);
    if (app->options.json)
        say_json(app, json_pack("{s:s}", "value", text));
    else
        say("%s\n", text);
    return STATUS_YES;
}

/* ---- equal ------------------------------------------------------------------------- */

static const struct verdict_row {
    const char *word;
    int status;
} verdicts[] = {
    [VERDICT_EQUAL] = {"equal",     STATUS_YES      },
    [VERDICT_DIFFERENT] = {"different", STATUS_NO       },
    [VERDICT_UNDECIDED] = {"undecided", STATUS_UNDECIDED},
};

static const char *
verdict_word(enum verdict v)
{
    return verdicts[v].word;
}

static int
verdict_status(enum verdict v)
{
    return verdicts[v].status;
}

/* Two terms as texts, with where each text begins. */
struct pair {
    const char *declarations, *left, *right;
    struct pos declarations_at, left_at, right_at;
};

/* false with *e, and *source the text that it is about, when something cannot be read. */
static bool
pair_compare(struct arena *a, const struct pair *p, uint64_t seed,
             struct exact_result *out, const char **source, struct err *e)
{
    struct scope *s = scope_new(a, NULL);
    struct exact_options o = {.seed = seed};
    const struct term *x, *y;

    *source = p->declarations;
    if (!scope_declare(a, s, p->declarations, p->declarations_at, e))
        return false;
    *source = p->left;
    x = expr_parse(a, s, p->left, p->left_at, e);
    if (!x)
        return false;
    *source = p->right;
    y = expr_parse(a, s, p->right, p->right_at, e);
    if (!y)
        return false;
    *source = NULL;
    if (!expr_relation(a, RELATION_EQUAL, x, y, e))
        return false;
    *out = exact_compare(a, s, x, RELATION_EQUAL, y, &o);
    return true;
}

static const char *
result_text(struct arena *a, const struct exact_result *r, const char *before_note)
{
    struct buf b;

    buf_init(&b, a);
    buf_add(&b, verdict_word(r->verdict));
    if (r->verdict == VERDICT_UNDECIDED)
        buf_printf(&b, ": %s", r->why);
    for (int i = 0; i < r->n_point; i++)
        buf_printf(&b, "%s %s = %s", i == 0 ? " at" : ",",
                   expr_name_text(a, r->point[i].name, 0), r->point[i].text);
    if (r->verdict == VERDICT_DIFFERENT)
        buf_printf(&b, ": %s and %s", r->left, r->right);
    if (r->domain[0])
        buf_printf(&b, " where %s", r->domain);
    if (r->note[0])
        buf_printf(&b, "%snote: %s", before_note, r->note);
    return b.s;
}

static json_t *
result_json(const struct exact_result *r)
{
    json_t *point = json_object();

    for (int i = 0; i < r->n_point; i++)
        json_object_set_new(point, r->point[i].name, json_string(r->point[i].text));
    return json_pack("{s:s, s:o, s:s, s:s, s:s, s:s, s:s}", "verdict",
                     verdict_word(r->verdict), "point", point, "left",
                     r->left ? r->left : "", "right", r->right ? r->right : "", "domain",
                     r->domain, "note", r->note, "why", r->why);
}

/* ---- equal --batch ----------------------------------------------------------------- */

enum { BATCH_TEXT_MAX = 1 << 20, BATCH_COLUMNS = 5, BATCH_NEEDED = 4 };

/* One row of the file: id, declarations, left, right, verdict ("" when not told). */
struct row {
    char *cell[BATCH_COLUMNS];
    struct pos at[BATCH_COLUMNS];
};

/* What became of all rows. */
struct tally {
    int rows, told, as_told;
    int of[STATUS_INPUT + 1]; /* by exit status */
};

/* Cut a line into its cells, in place. */
static bool
cut_row(char *line, struct pos at, struct row *r, struct err *e)
{
    int n = 0;

    for (int i = 0; i < BATCH_COLUMNS; i++)
        r->cell[i] = line + strlen(line);
    for (char *next = line; next && n < BATCH_COLUMNS; n++) {
        char *tab = strchr(next, '\t');

        r->cell[n] = next;
        r->at[n] = at;
        if (tab)
            *tab = '\0';
        at.col += utf8_chars(next, strlen(next)) + 1;
        next = tab ? tab + 1 : NULL;
    }
    if (n < BATCH_NEEDED)
        return err_at(e, r->at[0], ERR_BATCH_ROW,
                      "%d columns; a row needs id, declarations, left, right, with tabs",
                      n);
    return true;
}

/* What the row is, as the file would say it. */
static const char *
row_word(const struct exact_result *result)
{
    return result ? verdict_word(result->verdict) : "refuse";
}

/* The third column: what the file says, when the row came out otherwise. */
static const char *
row_remark(struct arena *a, const struct row *r, const struct exact_result *result)
{
    if (r->cell[4][0] == '\0' || strcmp(r->cell[4], row_word(result)) == 0)
        return "";
    return arena_printf(a, "\tthe file says %s", r->cell[4]);
}

static void
report_row(struct app *app, struct arena *a, const struct row *r,
           const struct exact_result *result, const struct err *e)
{
    json_t *o;

    if (!app->options.json) {
        say("%s\t%s%s\n", r->cell[0],
            result ? result_text(a, result, "; ")
                   : arena_printf(a, "unreadable: %s", err_text(a, e)),
            row_remark(a, r, result));
        return;
    }
    o = result ? result_json(result)
               : json_pack("{s:s, s:o}", "verdict", "unreadable", "error", err_json(e));
    json_object_set_new(o, "id", json_string(r->cell[0]));
    json_object_set_new(o, "expected", json_string(r->cell[4]));
    say_json(app, o);
}

static void
run_row(struct app *app, struct arena *a, const struct row *r, struct tally *t)
{
    const struct pair p = {r->cell[1], r->cell[2], r->cell[3],
                           r->at[1],   r->at[2],   r->at[3]};
    struct exact_result result;
    const char *source;
    struct err e;
    bool ok = pair_compare(a, &p, app->options.seed, &result, &source, &e);

    report_row(app, a, r, ok ? &result : NULL, &e);
    t->rows++;
    t->of[ok ? verdict_status(result.verdict) : STATUS_INPUT]++;
    t->told += r->cell[4][0] != '\0';
    t->as_told += strcmp(r->cell[4], row_word(ok ? &result : NULL)) == 0;
}

/* When the file says what to expect: whether all came out so. Else the worst verdict. */
static int
tally_status(const struct tally *t)
{
    static const int worst_first[] = {STATUS_INPUT, STATUS_NO, STATUS_UNDECIDED};

    if (t->told > 0)
        return t->as_told == t->told ? STATUS_YES : STATUS_NO;
    for (size_t i = 0; i < sizeof worst_first / sizeof *worst_first; i++)
        if (t->of[worst_first[i]] > 0)
            return worst_first[i];
    return STATUS_YES;
}

/* A line ends where its text does: a NUL byte would hide what is behind it. */
static bool
has_whole_lines(const char *text, size_t len, struct pos at, struct err *e)
{
    size_t end = strlen(text);

    if (end == len)
        return true;
    at.line = 1;
    for (size_t i = 0; i < end; i++) {
        at.col = text[i] == '\n' ? 1 : at.col + 1;
        at.line += text[i] == '\n';
    }
    return err_at(e, at, ERR_BATCH_ROW, "a NUL byte: this is no file of text");
}

static int
run_batch(struct app *app)
{
    struct pos at = {app->options.batch, 0, 1};
    struct arena *a = arena_new();
    struct tally t = {0};
    struct err e = {.code = ERR_NONE};
    char *text, *next = NULL;
    size_t len;

    if (store_read_file(app->arena, app->options.batch, BATCH_TEXT_MAX, &text, &len,
                        &e) &&
        has_whole_lines(text, len, at, &e))
        next = text;
    while (next && e.code == ERR_NONE) {
        char *line = next, *end = strchr(line, '\n');
        struct row r;

        at.line++;
        next = end ? end + 1 : NULL;
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] != '\0' && line[0] != '#' && cut_row(line, at, &r, &e))
            run_row(app, a, &r, &t);
        arena_reset(a);
    }
    arena_free(a);
    if (e.code != ERR_NONE)
        return report(app, &e, NULL);
    if (t.told > 0)
        remark(app, "%d rows, %d of %d as the file says\n", t.rows, t.as_told, t.told);
    return tally_status(&t);
}

int
run_equal(struct app *app)
{
    struct pair p = {
        .declarations = app->options.let,
        .declarations_at = {"let",   1, 1},
        .left_at = {"left",  1, 1},
        .right_at = {"right", 1, 1}
    };
    struct exact_result r;
    const char *source;
    struct err e;

    if (app->options.batch[0] && app->n == 0)
        return run_batch(app);
    if (app->options.batch[0] || app->n != 2) {
        err_at(&e, (struct pos){0}, ERR_OPERANDS,
               "usage: ropewalk equal A B, or ropewalk equal --batch FILE");
        return report(app, &e, NULL);
    }
    p.left = app->operands[0];
    p.right = app->operands[1];
    if (!pair_compare(app->arena, &p, app->options.seed, &r, &source, &e))
        return report(app, &e, source);
    if (app->options.json)
        say_json(app, result_json(&r));
    else
        say("%s\n", result_text(app->arena, &r, "\n"));
    return verdict_status(r.verdict);
}
