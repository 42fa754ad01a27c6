#include <ctype.h>
#include <string.h>

#include "grade/text/text_priv.h"

enum {
    GROUP_SETS = sizeof((struct pattern_group *)0)->set / sizeof(int),
    PATTERN_GROUPS = sizeof((struct pattern *)0)->group / sizeof(struct pattern_group),
};

/* One pattern while it is read. */
struct reader_p {
    struct rubric *r;
    const char *text; /* of the whole field, for places */
    struct pos at;
    const char *s, *end;
    struct pattern p;
    bool bad;
};

static void
refuse(struct reader_p *p, const char *what)
{
    if (!p->bad && p->r->errs)
        errs_at(p->r->arena, p->r->errs,
                pos_after(p->at, p->text, (size_t)(p->s - p->text)), ERR_RUBRIC, "%s",
                what);
    p->bad = true;
}

static void
skip_blanks(struct reader_p *p)
{
    while (p->s < p->end && isspace((unsigned char)*p->s))
        p->s++;
}

static bool
take_keyword(struct reader_p *p, const char *word)
{
    size_t n = strlen(word);

    skip_blanks(p);
    if ((size_t)(p->end - p->s) <= n || strncmp(p->s, word, n) != 0 ||
        !isspace((unsigned char)p->s[n]))
        return false;
    p->s += n;
    return true;
}

/* <name>: the phrases of a set, as a set of their own when `into` is -1. */
static int
take_named(struct reader_p *p, int into)
{
    const char *close = memchr(p->s, '>', (size_t)(p->end - p->s));
    const char *name;
    int set;

    if (!close) {
        refuse(p, "'<' needs its '>': <turn>");
        return -1;
    }
    name = arena_strndup(p->r->arena, p->s + 1, (size_t)(close - p->s) - 1);
    set = rubric_set(p->r, name, false);
    if (set < 0)
        refuse(p, arena_printf(p->r->arena,
                               "there are no words '%s': write 'words %s: ...', or use "
                               "those of the built-in list",
                               name, name));
    p->s = close + 1;
    if (set < 0 || into < 0)
        return set;
    for (int i = 0; i < p->r->sets[set].n; i++) {
        struct wordset *to = &p->r->sets[into], *from = &p->r->sets[set];

        if (to->n == to->cap) {
            struct phrase *more =
                ARENA_ARRAY(p->r->arena, struct phrase, 2 * to->cap + 8);

            if (to->n)
                memcpy(more, to->at, sizeof *more * (size_t)to->n);
            to->at = more;
            to->cap = 2 * to->cap + 8;
        }
        to->at[to->n++] = from->at[i];
    }
    return into;
}

/* Up to one of `stops`, a formula being one piece. */
static size_t
piece_size(const struct reader_p *p, const char *stops)
{
    size_t n = 0, left = (size_t)(p->end - p->s);
    bool formula = false;

    for (; n < left && (formula || !strchr(stops, p->s[n])); n++)
        formula = formula != (p->s[n] == '$');
    return n;
}

/* (word | two words | <name> | $formula$) */
static int
take_choices(struct reader_p *p)
{
    int set = rubric_set(p->r, "", true);

    p->s++;
    while (set >= 0 && p->s < p->end && *p->s != ')' && !p->bad) {
        size_t n, len;

        skip_blanks(p);
        if (p->s < p->end && *p->s == '<') {
            take_named(p, set);
            skip_blanks(p);
            n = 0;
        } else {
            n = piece_size(p, "|)");
            for (len = n; len && isspace((unsigned char)p->s[len - 1]);)
                len--;
            if (len)
                rubric_add_phrase(p->r, set, p->s, len);
        }
        p->s += n;
        if (p->s < p->end && *p->s == '|')
            p->s++;
        else if (p->s < p->end && *p->s != ')')
            refuse(p, "'|' or ')' must stand here");
    }
    if (p->s >= p->end)
        refuse(p, "'(' needs its ')'");
    else
        p->s++;
    return set;
}

static int
take_item(struct reader_p *p)
{
    size_t n;
    int set;

    if (*p->s == '<')
        return take_named(p, -1);
    if (*p->s == '(')
        return take_choices(p);
    set = rubric_set(p->r, "", true);
    if (*p->s == '$') {
        n = piece_size(p, " \t\n&");
    } else if (*p->s == '"') {
        const char *close = memchr(p->s + 1, '"', (size_t)(p->end - p->s) - 1);

        if (!close) {
            refuse(p, "the quotation mark needs its partner");
            return -1;
        }
        rubric_add_phrase(p->r, set, p->s + 1, (size_t)(close - p->s) - 1);
        p->s = close + 1;
        return set;
    } else {
        n = piece_size(p, " \t\n&<($\"");
    }
    if (n == 0)
        n = 1;
    rubric_add_phrase(p->r, set, p->s, n);
    p->s += n;
    return set;
}

static void
take_group(struct reader_p *p)
{
    struct pattern_group *g = &p->p.group[p->p.n];

    for (;;) {
        int set;

        skip_blanks(p);
        if (p->s >= p->end || *p->s == '&' || p->bad || !strncmp(p->s, "unless ", 7))
            break;
        set = take_item(p);
        if (set < 0 || g->n == GROUP_SETS) {
            refuse(p, "a pattern holds at most 8 words in a row, and 6 parts with '&'");
            break;
        }
        if (p->r->sets[set].n == 0)
            refuse(p, "this has no words in it");
        g->set[g->n++] = set;
    }
    if (g->n == 0)
        refuse(p, "words are missing here");
    p->p.n++;
}

static void
read_one(struct reader_p *p)
{
    p->p.unless = -1;
    p->p.apart = take_keyword(p, "apart");
    p->p.one_way = take_keyword(p, "oneway");
    p->p.denied = take_keyword(p, "not");
    p->p.one_way = p->p.one_way || p->p.denied;
    do {
        if (p->p.n == PATTERN_GROUPS) {
            refuse(p, "a pattern holds at most 8 words in a row, and 6 parts with '&'");
            return;
        }
        take_group(p);
        skip_blanks(p);
    } while (!p->bad && p->s < p->end && *p->s == '&' && p->s++);
    if (!p->bad && take_keyword(p, "unless")) {
        skip_blanks(p);
        if (p->s < p->end)
            p->p.unless = take_item(p);
        skip_blanks(p);
        if (p->s < p->end)
            refuse(p, "only one word or choice stands behind 'unless'");
    }
}

static void
pattern_add(struct arena *a, struct patterns *list, const struct pattern *p)
{
    if (list->n == list->cap) {
        struct pattern *more = ARENA_ARRAY(a, struct pattern, 2 * list->cap + 8);

        if (list->n)
            memcpy(more, list->at, sizeof *more * (size_t)list->n);
        list->at = more;
        list->cap = 2 * list->cap + 8;
    }
    list->at[list->n++] = *p;
}

void
pattern_read(struct rubric *r, const char *text, struct pos at, struct patterns *list)
{
    const char *s = text, *all = text + strlen(text);

    while (s < all) {
        struct reader_p p = {.r = r, .text = text, .at = at, .s = s, .end = all};
        size_t n = piece_size(&p, ";");

        p.end = s + n;
        skip_blanks(&p);
        p.p.text = arena_strndup(r->arena, p.s, (size_t)(p.end - p.s));
        p.p.at = pos_after(at, text, (size_t)(p.s - text));
        if (p.s < p.end) {
            read_one(&p);
            if (!p.bad)
                pattern_add(r->arena, list, &p.p);
        }
        s += n + (s + n < all);
    }
}
