#include <string.h>

#include "grade/text/text_priv.h"

enum {
    GAP = 3,          /* words between those of a row */
    REACH = 24,       /* words between parts */
    WIDE = 18,        /* words of a contradiction */
    FAR = 22,         /* words of an idea: beyond, they are of different statements */
    LIGHT_INSIDE = 2, /* light words inside a phrase */
    PART_MAX = 8 * 6,
};

struct place {
    int from, to;
};

struct places {
    struct place *at;
    int n, cap;
};

struct occurrences {
    const struct places *of; /* by set */
};

/* ---- where the words of a set stand --------------------------------------------------
 */

static bool
is_short_term(const struct token *t)
{
    return t->kind == TOKEN_NUMBER || !strcmp(t->s, "-") ||
           (t->kind == TOKEN_WORD && (!t->s[1] || !t->light));
}

/* Where the formula from its word k on, set against token i, ends; -1. */
static int
formula_end(const struct tokens *t, const struct phrase *p, int k, int i)
{
    int end;

    while (k < p->n && i < t->n && t->at[i].kind == TOKEN_PAUSE)
        i++;
    if (k == p->n)
        return i;
    if (p->word[k] != WORD_ANY)
        return i < t->n && t->at[i].word == p->word[k] ? formula_end(t, p, k + 1, i + 1)
                                                       : -1;
    for (int skip = 0; skip <= 4; skip++) {
        end = formula_end(t, p, k + 1, i + skip);
        if (end >= 0)
            return end;
        if (i + skip >= t->n || !is_short_term(&t->at[i + skip]))
            break;
    }
    return -1;
}

/* Whether the minus at token i stands between two terms: n - m holds no -m. */
static bool
is_between(const struct tokens *t, int i)
{
    const struct token *k = i > 0 ? &t->at[i - 1] : NULL;

    return k && !strcmp(t->at[i].s, "-") &&
           (k->kind == TOKEN_NUMBER || (k->kind == TOKEN_WORD && !k->s[1] && !k->light));
}

static int
phrase_end(const struct tokens *t, const struct phrase *p, int i)
{
    if (p->formula)
        return is_between(t, i) ? -1 : formula_end(t, p, 0, i);
    for (int k = 0, light = 0; i < t->n; i++) {
        if (t->at[i].word == p->word[k] && p->word[k] >= 0) {
            if (++k == p->n)
                return i + 1;
            light = 0;
        } else if (k == 0 || !t->at[i].light || ++light > LIGHT_INSIDE) {
            return -1;
        }
    }
    return -1;
}

static void
add_place(struct arena *a, struct places *p, int from, int to)
{
    if (p->n == p->cap) {
        struct place *more = ARENA_ARRAY(a, struct place, 2 * p->cap + 8);

        if (p->n)
            memcpy(more, p->at, sizeof *more * (size_t)p->n);
        p->at = more;
        p->cap = 2 * p->cap + 8;
    }
    p->at[p->n++] = (struct place){from, to};
}

/* The longest phrase of the set at each token. */
static struct places
places_of(const struct wordset *s, const struct reading_text *r)
{
    struct places all = {NULL, 0, 0};

    for (int i = 0; i < r->t.n; i++) {
        int best = -1;

        if (r->t.at[i].silent || r->t.at[i].kind > TOKEN_SIGN)
            continue;
        for (int k = 0; k < s->n; k++) {
            const struct phrase *p = &s->at[k];
            bool begins = p->word[0] == WORD_ANY || (p->word[0] == r->t.at[i].word &&
                                                     !(r->t.at[i].idle && p->n == 1));
            int end = begins ? phrase_end(&r->t, p, i) : -1;

            if (end > best)
                best = end;
        }
        if (best >= 0 && r->t.at[best - 1].sentence == r->t.at[i].sentence)
            add_place(r->arena, &all, i, best);
    }
    return all;
}

struct occurrences *
occurrences_find(const struct rubric *r, const struct reading_text *t)
{
    struct occurrences *o = ARENA_NEW(t->arena, struct occurrences);
    struct places *of = ARENA_ARRAY(t->arena, struct places, r->n_sets + 1);

    for (int i = 0; i < r->n_sets; i++)
        of[i] = places_of(&r->sets[i], t);
    o->of = of;
    return o;
}

/* ---- a pattern in a text -------------------------------------------------------------
 */

/* What a pattern was found in. */
struct match {
    struct place part[PART_MAX];
    int n;
    int from, to;
    int clauses; /* how many clauses it spans, less one */
    bool one;    /* it stands in one statement */
};

static bool
is_one_sentence(const struct tokens *t, int i, int k, bool apart)
{
    int gap = t->at[k].sentence - t->at[i].sentence;

    return gap == 0 || (apart && (gap == 1 || gap == -1));
}

/* The first place of a set from token i on, with few words between; NULL. */
static const struct place *
next_place(const struct tokens *t, const struct places *p, int i)
{
    for (int k = 0; k < p->n; k++) {
        if (p->at[k].from < i)
            continue;
        return p->at[k].from - i <= GAP &&
                       t->at[p->at[k].from].clause == t->at[i - 1].clause
                   ? &p->at[k]
                   : NULL;
    }
    return NULL;
}

static bool
overlaps(const struct match *m, const struct place *p)
{
    for (int i = 0; i < m->n; i++)
        if (p->from < m->part[i].to && m->part[i].from < p->to)
            return true;
    return false;
}

static bool
add_group(const struct tokens *t, const struct occurrences *o,
          const struct pattern_group *g, const struct place *first, struct match *m)
{
    int n = m->n;
    int end = first->to;

    m->part[n++] = *first;
    for (int i = 1; i < g->n; i++) {
        const struct place *p = next_place(t, &o->of[g->set[i]], end);

        if (!p || overlaps(m, p))
            return false;
        m->part[n++] = *p;
        end = p->to;
    }
    m->n = n;
    return true;
}

static int
distance(const struct place *p, const struct place *q)
{
    return p->from >= q->to ? p->from - q->to : q->from >= p->to ? q->from - p->to : 0;
}

/* Add the group where it stands nearest to the first one: in its clause, if it can. */
static bool
add_nearest(const struct tokens *t, const struct occurrences *o, const struct pattern *p,
            const struct pattern_group *g, struct match *m)
{
    const struct places *places = &o->of[g->set[0]];
    struct match best = *m, with;
    int least = 1 << 20;

    for (int i = 0; i < places->n; i++) {
        const struct place *place = &places->at[i];
        int d = distance(place, &m->part[0]);

        if (d > REACH || overlaps(m, place) ||
            !is_one_sentence(t, m->part[0].from, place->from, p->apart))
            continue;
        d += t->at[place->from].clause == t->at[m->part[0].from].clause ? 0 : 100;
        with = *m;
        if (d < least && add_group(t, o, g, place, &with)) {
            least = d;
            best = with;
        }
    }
    *m = best;
    return least < 1 << 20;
}

static void
measure(const struct tokens *t, struct match *m)
{
    int low = 1 << 30, high = 0;

    m->from = 1 << 30;
    m->to = 0;
    for (int i = 0; i < m->n; i++) {
        const struct place *p = &m->part[i];

        m->from = p->from < m->from ? p->from : m->from;
        m->to = p->to > m->to ? p->to : m->to;
        low = t->at[p->from].clause < low ? t->at[p->from].clause : low;
        high = t->at[p->to - 1].clause > high ? t->at[p->to - 1].clause : high;
    }
    m->clauses = high - low;
    m->one = t->at[m->from].statement == t->at[m->to - 1].statement;
}

static bool
is_excused(const struct pattern *p, const struct tokens *t, const struct occurrences *o,
           const struct match *m)
{
    const struct places *u = p->unless >= 0 ? &o->of[p->unless] : NULL;

    for (int i = 0; u && i < u->n; i++)
        if (t->at[u->at[i].from].statement >= t->at[m->from].statement &&
            t->at[u->at[i].from].statement <= t->at[m->to - 1].statement)
            return true;
    return false;
}

static bool
find_from(const struct pattern *p, const struct reading_text *r,
          const struct occurrences *o, int i, struct match *m)
{
    const struct place *first = &o->of[p->group[0].set[0]].at[i];

    m->n = 0;
    if (!add_group(&r->t, o, &p->group[0], first, m))
        return false;
    for (int k = 1; k < p->n; k++)
        if (!add_nearest(&r->t, o, p, &p->group[k], m))
            return false;
    measure(&r->t, m);
    return !is_excused(p, &r->t, o, m);
}

/* "not for the stream, which keeps it", "it does not grow, it shrinks": what is said in
 * the relative clause, or by a pronoun behind, is not denied with its noun. */
static bool
is_told_beside(const struct tokens *t, const struct denial *d, const struct match *m)
{
    static const char *const subjects[] = {"it", "they", "this", "these", NULL};
    bool relative =
        d->to < t->n && (text_at(t, d->to, "which") || text_at(t, d->to, "who"));

    for (int k = 0; k < m->n; k++) {
        int start = clause_start(t, m->part[k].from);

        if (m->part[k].from >= d->to &&
            (relative || (start >= d->to && text_is(&t->at[start], subjects))))
            return true;
    }
    return false;
}

/* Whether what was found is denied: by an odd number of words that are not part of it. */
static bool
is_denied(const struct reading_text *r, const struct match *m)
{
    bool denied = false;

    for (int i = 0; i < r->n_denials; i++) {
        const struct denial *d = &r->denials[i];
        bool meant = false;

        for (int k = 0; k < m->n; k++) {
            if (d->at >= m->part[k].from && d->at < m->part[k].to) {
                meant = false;
                break;
            }
            meant = meant || (m->part[k].from < d->to && m->part[k].to > d->from);
        }
        meant = meant && !is_told_beside(&r->t, d, m);
        denied = denied != meant;
    }
    return denied;
}

static void
note(const struct pattern *p, const struct reading_text *r, const struct match *m,
     bool one, struct hit *h)
{
    bool says = is_denied(r, m) == p->denied;

    if ((one && (!m->one || m->to - m->from > WIDE)) || (!says && m->clauses > 0))
        return;
    if (says && !one && m->to - m->from > FAR)
        return;
    if ((one || !says) && r->t.at[m->from].unreal)
        return;
    if (says) {
        if (!h->says) {
            h->says_from = m->from;
            h->says_to = m->to;
        }
        h->says = true;
    } else if (!p->one_way) {
        if (!h->denies) {
            h->denies_from = m->from;
            h->denies_to = m->to;
        }
        h->denies = true;
    }
}

struct hit
pattern_find(const struct pattern *p, const struct reading_text *r,
             const struct occurrences *o, bool one)
{
    const struct places *first = &o->of[p->group[0].set[0]];
    struct hit h = {0};
    struct match m;
    int least = 1 << 30, sentence = -1;

    /* In each sentence only what spans the fewest clauses: the rest are words of
     * different statements. */
    for (int i = 0; i < first->n; i++) {
        int here = r->t.at[first->at[i].from].sentence;

        if (here != sentence) {
            sentence = here;
            least = 1 << 30;
            for (int k = i; k < first->n && r->t.at[first->at[k].from].sentence == here;
                 k++)
                if (find_from(p, r, o, k, &m) && m.clauses < least)
                    least = m.clauses;
        }
        if (find_from(p, r, o, i, &m) && m.clauses == least)
            note(p, r, &m, one, &h);
    }
    return h;
}
