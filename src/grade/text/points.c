#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "grade/text/text_priv.h"

/*
 * points: 2 = plane, angle and even; 1 = any and not contradicted plane; 0 = contradicted
 * plane
 *
 * Lines "N = condition" with ';' between; the first that holds gives its points. A
 * condition is terms with "," or "and" between: an idea (found), "any", "all", "2 of
 * all", "2 of query, back, add", "not contradicted IDEA", "contradicted IDEA".
 */
struct point_rule {
    const struct rubric *r;
    const enum idea_verdict *v; /* NULL while the rule is only read */
    const char *s, *end;
    bool need[RUBRIC_IDEAS_MAX];
    bool counts; /* it has "2 of ..." */
    bool bad;
};

static void
refuse(struct point_rule *p, const char *word, size_t len)
{
    struct pos at;

    if (!p->bad && p->r->errs) {
        at = pos_after(p->r->points_at, p->r->points, (size_t)(word - p->r->points));
        errs_at(p->r->arena, p->r->errs, at, ERR_RUBRIC,
                "'%.*s' is no idea of this question; write '2 = idea, idea; 1 = any'",
                (int)(len < 40 ? len : 40), word);
    }
    p->bad = true;
}

/* The next word, "" at the end. */
static size_t
next_word(struct point_rule *p, const char **word)
{
    size_t n = 0;

    while (p->s < p->end && (isspace((unsigned char)*p->s) || *p->s == ','))
        p->s++;
    *word = p->s;
    while (p->s + n < p->end && !isspace((unsigned char)p->s[n]) && p->s[n] != ',')
        n++;
    p->s += n;
    return n;
}

static bool
is_word(const char *word, size_t n, const char *what)
{
    return strlen(what) == n && !strncmp(word, what, n);
}

static int
take_idea(struct point_rule *p)
{
    const char *word;
    size_t n = next_word(p, &word);
    int i = rubric_idea(p->r, word, n);

    if (i < 0)
        refuse(p, word, n);
    return i;
}

static bool
has(struct point_rule *p, int i, enum idea_verdict v)
{
    return i >= 0 && p->v && p->v[i] == v;
}

static int
count_all(const struct point_rule *p)
{
    int n = 0;

    for (int i = 0; p->v && i < p->r->n_ideas; i++)
        n += p->v[i] == IDEA_FOUND;
    return n;
}

/* "2 of all", "2 of query, back, add": the list goes to the end of the condition. */
static bool
take_count(struct point_rule *p, int wanted)
{
    const char *word;
    size_t n = next_word(p, &word);
    int found = 0;

    if (!is_word(word, n, "of")) {
        refuse(p, word, n);
        return false;
    }
    while ((n = next_word(p, &word)) > 0) {
        int i = rubric_idea(p->r, word, n);

        if (is_word(word, n, "all")) {
            for (int k = 0; k < p->r->n_ideas; k++)
                p->need[k] = true;
            found = count_all(p);
        } else if (i >= 0) {
            p->need[i] = true;
            found += has(p, i, IDEA_FOUND);
        } else if (!is_word(word, n, "and")) {
            refuse(p, word, n);
        }
    }
    return found >= wanted;
}

static bool
take_term(struct point_rule *p, const char *word, size_t n)
{
    int i = rubric_idea(p->r, word, n);

    if (i >= 0) {
        p->need[i] = true;
        return has(p, i, IDEA_FOUND);
    }
    if (isdigit((unsigned char)*word)) {
        p->counts = true;
        return take_count(p, atoi(word));
    }
    if (is_word(word, n, "any") || is_word(word, n, "all")) {
        for (int k = 0; k < p->r->n_ideas; k++)
            p->need[k] = true;
        return count_all(p) >= (word[1] == 'n' ? 1 : p->r->n_ideas);
    }
    if (is_word(word, n, "contradicted"))
        return has(p, take_idea(p), IDEA_CONTRADICTED);
    if (is_word(word, n, "not")) {
        n = next_word(p, &word);
        if (is_word(word, n, "contradicted"))
            return !has(p, take_idea(p), IDEA_CONTRADICTED);
    }
    refuse(p, word, n);
    return false;
}

/* One line of the rule: its points in *points; whether it holds. */
static bool
take_line(struct point_rule *p, int *points)
{
    const char *word;
    size_t n = next_word(p, &word);
    bool holds = true;

    *points = n && isdigit((unsigned char)*word) ? atoi(word) : 0;
    if (!n || !isdigit((unsigned char)*word)) {
        refuse(p, word, n);
        return false;
    }
    n = next_word(p, &word);
    if (!is_word(word, n, "="))
        refuse(p, word, n);
    while (!p->bad && (n = next_word(p, &word)) > 0)
        if (!is_word(word, n, "and"))
            holds = take_term(p, word, n) && holds;
    return holds && !p->bad;
}

static struct point_rule
line_from(const struct rubric *r, const enum idea_verdict *v, const char **s)
{
    size_t n = strcspn(*s, ";");
    struct point_rule p = {.r = r, .v = v, .s = *s, .end = *s + n};

    *s += n + ((*s)[n] == ';');
    *s += strspn(*s, " \t\n");
    return p;
}

int
points_of(const struct rubric *r, const enum idea_verdict *v)
{
    const char *s = r->points;

    while (*s) {
        struct point_rule p = line_from(r, v, &s);
        int points;

        if (take_line(&p, &points))
            return points;
    }
    return 0;
}

int
points_most(const struct rubric *r)
{
    int most = 0;

    for (const char *s = r->points; *s;) {
        struct point_rule p = line_from(r, NULL, &s);
        int points;

        take_line(&p, &points);
        most = points > most ? points : most;
    }
    return most;
}

bool
points_need(const struct rubric *r, int idea)
{
    const char *s = r->points;
    struct point_rule p;
    int points;

    if (!*s)
        return true;
    p = line_from(r, NULL, &s);
    take_line(&p, &points);
    return p.need[idea];
}

bool
points_count(const struct rubric *r)
{
    const char *s = r->points;
    struct point_rule p;
    int points;

    if (!*s)
        return false;
    p = line_from(r, NULL, &s);
    take_line(&p, &points);
    return p.counts;
}

void
points_check(const struct rubric *r)
{
    for (const char *s = r->points; *s;) {
        struct point_rule p = line_from(r, NULL, &s);
        int points;

        take_line(&p, &points);
    }
}
