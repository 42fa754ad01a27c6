#include <string.h>

#include "base/utf8.h"
#include "ui/offer/offer.h"

enum { NAMES_MAX = 12 };

static int
width(const struct ui_model *m, const char *text)
{
    return canvas_width(m->settings.alphabet, text);
}

/* As many whole words as fit, and "..." for the rest. */
static char *
clip(struct arena *a, const struct ui_model *m, const char *text, int cols)
{
    char *all = canvas_fold(a, m->settings.alphabet, text);
    size_t n;

    if (utf8_width(all) <= cols)
        return all;
    n = utf8_fit(all, cols - 4);
    while (n > 0 && all[n] != ' ')
        n--;
    while (n > 0 && strchr(" ,:;", all[n - 1]))
        n--;
    return n ? arena_printf(a, "%.*s ...", (int)n, all) : arena_strdup(a, "");
}

/* What the lesson says where it uses the rule alone; "" when it does not. */
static const char *
lesson_says(const struct ui_model *m, const char *rule)
{
    for (int i = 0; i < m->study.n_checks; i++) {
        const struct derivation *d = m->study.checks[i].derivation;

        for (int k = 0; k < d->n_lines; k++)
            if (d->lines[k].by.n == 1 && *d->lines[k].say &&
                strcmp(d->lines[k].by.at[0], rule) == 0)
                return d->lines[k].say;
    }
    return "";
}

const char *
offer_sentence(struct arena *a, const struct ui_model *m, const struct rulebook *rules,
               const struct rule *r)
{
    const char *say = r->say;
    size_t n;

    for (int i = 0; i < rulebook_count(rules) && !*say; i++)
        if (strcmp(rulebook_at(rules, i)->name, r->name) == 0)
            say = rulebook_at(rules, i)->say;
    if (!*say)
        say = lesson_says(m, r->name);
    n = strlen(say);
    return arena_strndup(a, say, n && say[n - 1] == '.' ? n - 1 : n);
}

/* Sentence and equation; where there is not room for both, what is whole. */
static char *
rule_row(struct arena *a, const struct ui_model *m, const char *say, const char *equation,
         int cols)
{
    const char *both =
        arena_printf(a, "%s%s%s", say, *say && *equation ? ":  " : "", equation);

    if (width(m, both) <= cols)
        return canvas_fold(a, m->settings.alphabet, both);
    if (width(m, say) > cols && *equation && width(m, equation) <= cols)
        return canvas_fold(a, m->settings.alphabet, equation);
    return clip(a, m, *say ? say : equation, cols);
}

static char *
names_row(struct arena *a, const struct ui_model *m, const struct rule *const *rules,
          int n, int cols)
{
    struct buf b;

    buf_init(&b, a);
    for (int i = 0; i < n; i++)
        buf_printf(&b, "%s%s", i ? ", " : "", rules[i]->name);
    return clip(a, m, b.s, cols);
}

char *
offer_rule_text(struct arena *a, const struct ui_model *m, int cols)
{
    struct offer_place p = offer_place(m);
    const struct rule *rules[NAMES_MAX], *r;
    const char *name, *rest;
    struct offer_spot spot;
    int n;

    if (!p.typed || !p.typed->text || !p.rules)
        return arena_strdup(a, "");
    spot = offer_spot(&p);
    name = arena_strndup(a, p.typed->text + spot.start, spot.end - spot.start);
    if (spot.part != OFFER_RULE || !name[0] || !name[1])
        return arena_strdup(a, "");
    rest = offer_rest(a, m);
    r = rulebook_find(p.rules, name);
    if (!r && *rest)
        r = rulebook_find(p.rules, arena_printf(a, "%s%s", name, rest));
    if (r) {
        const char *all = rule_statement(a, r);

        return rule_row(a, m, offer_sentence(a, m, p.rules, r),
                        arena_strndup(a, all, strcspn(all, "\n")), cols);
    }
    n = offer_rules(&p, name, strlen(name), rules, NAMES_MAX);
    return n > 1 ? names_row(a, m, rules, n, cols) : arena_strdup(a, "");
}
