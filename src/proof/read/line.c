/* One line of a derivation: its relation, its term, its reason. */
#include <ctype.h>
#include <string.h>

#include "proof/read/read.h"

const char *
read_behind(const char *s, const char *word)
{
    size_t n = strlen(word);

    if (strncmp(s, word, n) != 0 || (s[n] && !isspace((unsigned char)s[n])))
        return NULL;
    return s + n + strspn(s + n, " \t\n");
}

static const struct arrow {
    const char *sign;
    enum link link;
} arrows[] = {
    {"<=>", LINK_IFF    },
    {"⇔", LINK_IFF    },
    {"=>",  LINK_IMPLIES},
    {"⇒", LINK_IMPLIES},
    {"->",  LINK_TENDS  },
    {"→", LINK_TENDS  },
};

size_t
read_link(const char *s, enum link *link, enum relation *relation)
{
    size_t blanks = strspn(s, " \t");

    *relation = RELATION_EQUAL;
    for (size_t i = 0; i < sizeof arrows / sizeof *arrows; i++) {
        if (strncmp(s + blanks, arrows[i].sign, strlen(arrows[i].sign)) == 0) {
            *link = arrows[i].link;
            return blanks + strlen(arrows[i].sign);
        }
    }
    *link = LINK_RELATION;
    return expr_relation_at(s, relation);
}

const struct err *
read_refuse(struct deriving *g, struct pos at, enum err_code code, const char *message)
{
    struct err *e = ARENA_NEW(g->arena, struct err);

    err_at(e, at, code, "%s", message);
    errs_add(g->arena, &g->d->errs, e);
    return e;
}

/* ---- terms ------------------------------------------------------------------------- */

/* A part of a stretch: `n` bytes at s. */
static struct stretch
part(struct deriving *g, const struct stretch *of, const char *s, size_t n)
{
    return (struct stretch){arena_strndup(g->arena, s, n),
                            pos_after(of->at, of->text, (size_t)(s - of->text))};
}

/* Read with one of the two readers of room expr; the error is kept. */
static const struct term *
take(struct deriving *g, const struct stretch *s, bool relation, const struct err **error)
{
    struct err *e = ARENA_NEW(g->arena, struct err);
    const struct term *t = NULL;

    if (g->d->error)
        return NULL;
    t = relation ? expr_parse_relation(g->arena, g->scope, s->text, s->at, e)
                 : expr_parse(g->arena, g->scope, s->text, s->at, e);
    if (t)
        return t;
    errs_add(g->arena, &g->d->errs, e);
    *error = e;
    return NULL;
}

/* Whether a relation stands in the text, so that it is meant as one. */
static bool
is_related(const char *s)
{
    enum relation r;

    for (; *s; s++)
        if (strchr("<>=!\xE2", *s) && expr_relation_at(s, &r))
            return true;
    return false;
}

void
read_start(struct deriving *g, const struct stretch *s)
{
    const struct err *error = NULL;
    struct derivation *d = g->d;
    const struct term *t = NULL;
    struct err e;

    d->start_source = arena_one_line(g->arena, s->text);
    if (d->error)
        return;
    t = expr_parse(g->arena, g->scope, s->text, s->at, &e);
    if (!t && is_related(s->text))
        t = expr_parse_relation(g->arena, g->scope, s->text, s->at, NULL);
    d->start = t ? t : take(g, s, false, &error);
}

/* "-> B as x -> c", read as if it stood behind a 0. */
static const struct term *
take_limit(struct deriving *g, const struct stretch *s, struct derivation_line *line)
{
    struct stretch whole = {arena_printf(g->arena, "0 -> %s", s->text), s->at};
    const struct term *t;

    whole.at.col -= 5;
    t = take(g, &whole, true, &line->error);
    if (!t)
        return NULL;
    if (t->op != TERM_RELATION || t->arg[0]->op != TERM_LIMIT) {
        line->error = read_refuse(g, s->at, ERR_DERIVE_FORM,
                                  "say what moves: '-> B as x -> c' or '-> 0 as M -> "
                                  "inf'");
        return NULL;
    }
    line->limit = t->arg[0];
    return t->arg[1];
}

static const struct term *
take_term(struct deriving *g, const struct stretch *s, struct derivation_line *line)
{
    line->source = arena_one_line(g->arena, s->text);
    if (line->link == LINK_TENDS)
        return take_limit(g, s, line);
    return take(g, s, line->link != LINK_RELATION, &line->error);
}

/* ---- reasons ----------------------------------------------------------------------- */

/* The first `word` between blanks in s, or its end. */
static const char *
find_word(const char *s, const char *word)
{
    const char *p = s;

    while ((p = strstr(p, word))) {
        if (p > s && isspace((unsigned char)p[-1]) && read_behind(p, word))
            return p;
        p++;
    }
    return s + strlen(s);
}

/* "a, b": the names between commas, each on one line. */
static struct names
take_names(struct deriving *g, const char *s, size_t n)
{
    char *text = arena_strndup(g->arena, s, n);
    const char **at;
    int commas = 0, count = 0;

    for (const char *c = text; *c; c++)
        commas += *c == ',';
    at = ARENA_ARRAY(g->arena, const char *, commas + 1);
    for (char *next = text; next;) {
        char *comma = strchr(next, ',');

        if (comma)
            *comma = '\0';
        at[count] = arena_one_line(g->arena, next);
        count += *at[count] != '\0';
        next = comma ? comma + 1 : NULL;
    }
    return (struct names){at, count};
}

/* "by RULE[, RULE] [using ASSUMPTION, ...][: sentence]"; s is part of `whole`. */
static void
take_reason(struct deriving *g, const struct stretch *whole, const char *s,
            struct derivation_line *line)
{
    const char *rules = s + strlen("by"), *colon = strchr(rules, ':');
    size_t n = colon ? (size_t)(colon - rules) : strlen(rules);
    const char *named = arena_strndup(g->arena, rules, n), *using;

    using = find_word(named, "using");
    line->by = take_names(g, named, (size_t)(using - named));
    if (*using)
        line->using =
            take_names(g, using + strlen("using"), strlen(using) - strlen("using"));
    line->rules =
        arena_one_line(g->arena, arena_strndup(g->arena, named, (size_t)(using - named)));
    if (!line->by.n)
        line->error =
            read_refuse(g, pos_after(whole->at, whole->text, (size_t)(s - whole->text)),
                        ERR_DERIVE_FORM, "the name of a rule is missing behind 'by'");
    if (!colon)
        return;
    colon += 1 + strspn(colon + 1, " \t");
    line->say = arena_one_line(g->arena, colon);
    line->say_text = colon;
    line->say_at = pos_after(whole->at, whole->text, (size_t)(colon - whole->text));
}

static void
take_relation(struct deriving *g, const struct stretch *s, size_t sign,
              struct derivation_line *line)
{
    const char *term = s->text + sign, *by = find_word(term, "by");
    struct stretch of;

    term += strspn(term, " \t\n");
    if (term >= by) {
        line->error = read_refuse(g, s->at, ERR_DERIVE_FORM,
                                  "a term is missing behind the relation");
        return;
    }
    of = part(g, s, term, (size_t)(by - term));
    line->term = take_term(g, &of, line);
    if (*by)
        take_reason(g, s, by, line);
}

/* The last " because " of s; NULL: none. */
static const char *
find_because(const char *s)
{
    const char *because = NULL;

    for (const char *p = s; (p = strstr(p, "because")); p++)
        if (p > s && isspace((unsigned char)p[-1]) && read_behind(p, "because"))
            because = p;
    return because;
}

/* "claim SENTENCE because REASON": s is behind the first word. */
static void
take_claim(struct deriving *g, const struct stretch *whole, const char *s,
           struct derivation_line *line)
{
    const char *because = find_because(s);

    line->claim = true;
    line->link = LINK_CLAIM;
    line->say_at = pos_after(whole->at, whole->text, (size_t)(s - whole->text));
    line->say_text = s;
    if (because) {
        line->say =
            arena_one_line(g->arena, arena_strndup(g->arena, s, (size_t)(because - s)));
        line->rules = arena_one_line(g->arena, because + strlen("because"));
    }
    if (!*line->say || !*line->rules)
        line->error = read_refuse(g, line->say_at, ERR_DERIVE_FORM,
                                  "a claim is 'claim SENTENCE because REASON'");
}

void
read_step(struct deriving *g, const struct stretch *s, struct derivation_line *line)
{
    const char *claim = read_behind(s->text, "claim");
    size_t sign;

    *line = (struct derivation_line){
        .source = "", .rules = "", .say = "", .say_text = "", .at = s->at};
    sign = read_link(s->text, &line->link, &line->relation);
    if (claim)
        take_claim(g, s, claim, line);
    else if (sign)
        take_relation(g, s, sign, line);
    else
        line->error = read_refuse(
            g, s->at, ERR_DERIVE_FORM,
            "begin the line with a relation or 'claim', or indent it to continue the "
            "line above");
}

const char *
derivation_sign(const struct derivation_line *line)
{
    switch (line->link) {
    case LINK_RELATION:
        return relation_text(line->relation);
    case LINK_IFF:
        return "<=>";
    case LINK_IMPLIES:
        return "=>";
    case LINK_TENDS:
        return "->";
    default:
        return "";
    }
}
