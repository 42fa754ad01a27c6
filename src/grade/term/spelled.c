/* What people write on paper, rewritten into the language before it is read. */
#include "grade/term/spelled.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

enum { NAME_MAX_LEN = 32 };

static bool
is_word(int c)
{
    return isalnum(c) || c == '_' || c == '\'' || c >= 0x80;
}

/* The length of the identifier at s, 0 without one; *name is a copy. */
static size_t
take_name(const char *s, char name[NAME_MAX_LEN])
{
    size_t n = 0;

    if (!isalpha((unsigned char)s[0]))
        return 0;
    while (isalnum((unsigned char)s[n]) || s[n] == '_')
        n++;
    if (n >= NAME_MAX_LEN)
        return 0;
    memcpy(name, s, n);
    name[n] = '\0';
    return n;
}

/* ---- signs that have another spelling ------------------------------------------------
 */

static const struct {
    const char *typed, *read;
} spellings[] = {
    {"arccos",   "acos"},
    {"arcsin",   "asin"},
    {"arctan",   "atan"},
    {"cos⁻¹", "acos"},
    {"sin⁻¹", "asin"},
    {"tan⁻¹", "atan"},
    {"cos^-1",   "acos"},
    {"sin^-1",   "asin"},
    {"tan^-1",   "atan"},
    {"cos^(-1)", "acos"},
    {"sin^(-1)", "asin"},
    {"tan^(-1)", "atan"},
    {"cos^{-1}", "acos"},
    {"sin^{-1}", "asin"},
    {"tan^{-1}", "atan"},
    {"∑(",     "sum("},
    {"Σ(",      "sum("},
};

static const struct {
    const char *letter;
    char plain;
} subscripts[] = {
    {"ₐ", 'a'},
    {"ₑ", 'e'},
    {"ₕ", 'h'},
    {"ᵢ", 'i'},
    {"ⱼ", 'j'},
    {"ₖ", 'k'},
    {"ₗ", 'l'},
    {"ₘ", 'm'},
    {"ₙ", 'n'},
    {"ₒ", 'o'},
    {"ₚ", 'p'},
    {"ᵣ", 'r'},
    {"ₛ", 's'},
    {"ₜ", 't'},
    {"ᵤ", 'u'},
    {"ᵥ", 'v'},
    {"ₓ", 'x'},
};

static size_t
put_spelling(struct buf *b, const char *s)
{
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        if (strncmp(s, spellings[i].typed, strlen(spellings[i].typed)) == 0) {
            buf_add(b, spellings[i].read);
            return strlen(spellings[i].typed);
        }
    return 0;
}

/* The letter of a small subscript at s, and its bytes. */
static size_t
small_letter(const char *s, char *plain)
{
    for (size_t i = 0; i < sizeof subscripts / sizeof *subscripts; i++)
        if (strncmp(s, subscripts[i].letter, strlen(subscripts[i].letter)) == 0) {
            *plain = subscripts[i].plain;
            return strlen(subscripts[i].letter);
        }
    return 0;
}

/* ---- R₋ₘ --------------------------------------------------------------------------- */

/* The subscript of "₋ₘ", "_(-m)" and "_{-m}", and its bytes. */
static size_t
negative_subscript(const char *s, char name[NAME_MAX_LEN])
{
    static const char minus[] = "₋";
    size_t n;

    if (strncmp(s, minus, sizeof minus - 1) == 0) {
        n = small_letter(s + sizeof minus - 1, &name[0]);
        name[1] = '\0';
        return n ? sizeof minus - 1 + n : 0;
    }
    if (strncmp(s, "_(-", 3) != 0 && strncmp(s, "_{-", 3) != 0)
        return 0;
    n = take_name(s + 3, name);
    return n && s[3 + n] == (s[1] == '(' ? ')' : '}') ? n + 4 : 0;
}

/* The abbreviation `letter` with a subscript of the other sign, written out: R(-m theta)
 * for R_(-m). */
static const char *
turned_back(const struct grading *g, const struct scope *s, char letter, const char *name)
{
    const struct term *t =
        expr_parse(g->arena, s, arena_printf(g->arena, "%c_%s", letter, name),
                   (struct pos){0}, NULL);
    const struct term *of = expr_parse(g->arena, s, arena_printf(g->arena, "-%s", name),
                                       (struct pos){0}, NULL);
    const struct replacement r = {name, of};

    t = t && of ? expr_replace(g->arena, t, &r, 1) : NULL;
    return t ? arena_printf(g->arena, "(%s)", expr_plain(g->arena, t, PRINT_ASCII))
             : NULL;
}

/* "Rₙ₋ₘ" as R_{n-m}: two small letters with a small sign between. */
static size_t
small_difference(struct buf *b, const char *text)
{
    static const char *const signs[] = {"₋", "₊"};
    size_t n = 1, m;
    char x, y;

    n += small_letter(text + n, &x);
    for (size_t i = 0; n > 1 && i < sizeof signs / sizeof *signs; i++) {
        if (strncmp(text + n, signs[i], strlen(signs[i])) != 0)
            continue;
        m = small_letter(text + n + strlen(signs[i]), &y);
        if (!m)
            return 0;
        buf_printf(b, "%c_{%c%c%c} ", text[0], x, i ? '+' : '-', y);
        return n + strlen(signs[i]) + m;
    }
    return 0;
}

static size_t
put_subscript(const struct grading *g, const struct scope *s, struct buf *b,
              const char *text)
{
    char name[NAME_MAX_LEN], small;
    const char *whole;
    size_t n;

    if (!isalpha((unsigned char)text[0]))
        return 0;
    n = negative_subscript(text + 1, name);
    whole = n ? turned_back(g, s, text[0], name) : NULL;
    if (whole) {
        buf_add(b, whole);
        return n + 1;
    }
    n = small_difference(b, text);
    if (n)
        return n;
    n = small_letter(text + 1, &small);
    if (n)
        buf_printf(b, "%c_%c ", text[0], small);
    return n ? n + 1 : 0;
}

/* ---- two vectors ------------------------------------------------------------------- */

/* Entries of the vector of that name; 0: it is none. */
static int
vector_size(const struct scope *s, const char *name)
{
    const struct decl *d = scope_find(s, name);

    return d && d->type.kind == TYPE_VECTOR ? d->type.rows.n : 0;
}

/* "dot(a, b)" as a^T b. */
static size_t
put_dot_call(const struct scope *s, struct buf *b, const char *text)
{
    char x[NAME_MAX_LEN], y[NAME_MAX_LEN];
    size_t at = strlen("dot("), n;

    if (strncmp(text, "dot(", at) != 0 || !(n = take_name(text + at, x)))
        return 0;
    at += n + strspn(text + at + n, " ");
    if (text[at] != ',')
        return 0;
    at += 1 + strspn(text + at + 1, " ");
    n = take_name(text + at, y);
    at += n + strspn(text + at + n, " ");
    if (!n || text[at] != ')' || !vector_size(s, x) || !vector_size(s, y))
        return 0;
    buf_printf(b, "%s^T %s", x, y);
    return at + 1;
}

/* "a·b" as a^T b. */
static size_t
put_dot(const struct scope *s, struct buf *b, const char *text)
{
    static const char *const dots[] = {"·", "⋅", "•", "."};
    char x[NAME_MAX_LEN], y[NAME_MAX_LEN];
    size_t n = take_name(text, x), at = n + strspn(text + n, " "), m;
    const struct decl *d = n ? scope_find(s, x) : NULL;

    if (!d || d->type.kind != TYPE_VECTOR)
        return 0;
    for (size_t i = 0; i < sizeof dots / sizeof *dots; i++) {
        if (strncmp(text + at, dots[i], strlen(dots[i])) != 0)
            continue;
        at += strlen(dots[i]);
        at += strspn(text + at, " ");
        m = take_name(text + at, y);
        d = m ? scope_find(s, y) : NULL;
        if (!d || d->type.kind != TYPE_VECTOR)
            return 0;
        buf_printf(b, "%s^T %s", x, y);
        return at + m;
    }
    return 0;
}

/* "KL(q, p)" and "KL(q‖p)": the sum of q_j ln(q_j/p_j). */
static size_t
put_divergence(const struct scope *s, struct buf *b, const char *text)
{
    static const char *const signs[] = {",", "‖", "||", "∥", "|"};
    char q[NAME_MAX_LEN], p[NAME_MAX_LEN];
    size_t at = 3, n, m = 0;

    if (strncmp(text, "KL(", 3) != 0 || !(n = take_name(text + at, q)))
        return 0;
    at += n + strspn(text + at + n, " ");
    for (size_t i = 0; i < sizeof signs / sizeof *signs && !m; i++)
        if (strncmp(text + at, signs[i], strlen(signs[i])) == 0)
            m = strlen(signs[i]);
    at += m + strspn(text + at + m, " ");
    n = m ? take_name(text + at, p) : 0;
    if (!n || text[at + n] != ')' || !vector_size(s, q) ||
        vector_size(s, q) != vector_size(s, p))
        return 0;
    buf_printf(b, "sum(j=1..%d, %s_j ln(%s_j/%s_j))", vector_size(s, q), q, q, p);
    return at + n + 1;
}

/* ---- rows in brackets of their own ---------------------------------------------------
 */

/* "[[a, b], [c, d]]" as "[a, b; c, d]"; NULL when it is no such list. */
static char *
without_row_brackets(struct arena *a, const char *text)
{
    struct buf b;
    int depth = 0;

    text += strspn(text, " ");
    if (text[0] != '[' || text[1 + strspn(text + 1, " ")] != '[')
        return NULL;
    buf_init(&b, a);
    for (const char *c = text; *c; c++) {
        if (*c == ']')
            depth--;
        if (depth == 0 && *c == ']' && c[1 + strspn(c + 1, " ")])
            return NULL; /* something stands behind it */
        if ((*c == '[' && depth == 1) || (*c == ']' && depth == 1))
            ;
        else if (*c == ',' && depth == 1)
            buf_add(&b, ";");
        else
            buf_add_n(&b, c, 1);
        if (*c == '[')
            depth++;
    }
    return depth == 0 ? b.s : NULL;
}

/* ---- imθ --------------------------------------------------------------------------- */

/* "im" where m is a name and im is none: formulas are shown so, with nothing between. */
static size_t
put_glued_i(const struct scope *s, struct buf *b, const char *text)
{
    char name[NAME_MAX_LEN];

    if (take_name(text, name) != 2 || name[0] != 'i' || scope_find(s, name) ||
        scope_find(s, "i") || !scope_find(s, name + 1))
        return 0;
    buf_printf(b, "i %s", name + 1);
    return 2;
}

/* ---- all of it --------------------------------------------------------------------- */

const char *
spelled_plainly(const struct grading *g, const struct scope *s, const char *text)
{
    const char *rows = without_row_brackets(g->arena, text);
    struct buf b;
    size_t n;
    bool inside = false; /* a word */

    text = rows ? rows : text;
    buf_init(&b, g->arena);
    for (size_t i = 0; text[i]; i += n) {
        n = inside ? 0 : put_spelling(&b, text + i);
        if (!n && !inside)
            n = put_divergence(s, &b, text + i);
        if (!n && !inside)
            n = put_dot_call(s, &b, text + i);
        if (!n && !inside)
            n = put_dot(s, &b, text + i);
        if (!n && !inside)
            n = put_subscript(g, s, &b, text + i);
        if (!n && !inside)
            n = put_glued_i(s, &b, text + i);
        if (n) {
            inside = false;
            continue;
        }
        n = 1;
        buf_add_n(&b, text + i, 1);
        inside = is_word((unsigned char)text[i]) && !isdigit((unsigned char)text[i]) &&
                 !(i && strncmp(text + i - 1, "·", strlen("·")) == 0);
    }
    return b.n ? b.s : text;
}

/* ---- what has a way out --------------------------------------------------------------
 */

static bool
is_number_word(const char *word, size_t n)
{
    static const char *const words[] = {
        "minus",  "plus",    "zero",    "one",      "two",      "three",
        "four",   "five",    "six",     "seven",    "eight",    "nine",
        "ten",    "half",    "third",   "quarter",  "sixth",    "times",
        "half",   "tenth",   "hundred", "over",     "thousand", "eleven",
        "twelve", "fifteen", "sixteen", "eighteen", "twenty",   "thirty",
        "forty",  "fifty",   "sixty",   "eighty",   "ninety",   "negative"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == n && strncmp(word, words[i], n) == 0)
            return true;
    return false;
}

static bool
check_words(const struct scope *s, const char *text, struct pos at, struct err *e)
{
    char word[NAME_MAX_LEN];
    size_t n;

    for (size_t i = 0; text[i]; i += n ? n : 1) {
        n = 0;
        while (isalpha((unsigned char)text[i + n]))
            n++;
        if (n && (i == 0 || !is_word((unsigned char)text[i - 1])) &&
            is_number_word(text + i, n) && take_name(text + i, word) == n &&
            !scope_find(s, word))
            return err_at(e, pos_after(at, text, i), ERR_ANSWER_TEXT,
                          "'%.*s' is a word: write numbers with signs and digits, as in "
                          "-1 or 1/2",
                          (int)n, text + i);
    }
    return true;
}

/* "2 2/3" and "8 : 3", and nothing else. */
static bool
check_quotient(const char *text, struct pos at, struct err *e)
{
    char *end, *next;
    long whole = strtol(text, &end, 10), top, below;

    if (end == text || labs(whole) > 100000)
        return true;
    top = strtol(end, &next, 10);
    if (next > end && next[strspn(next, " ")] == '/' && isspace((unsigned char)*end)) {
        next += strspn(next, " ") + 1;
        below = strtol(next, &end, 10);
        if (end == next || end[strspn(end, " ")] || top < 0 || top > 100000 ||
            below < 1 || below > 100000)
            return true;
        return err_at(e, at, ERR_ANSWER_TEXT,
                      "a mixed number is not read: write it as one fraction, %ld/%ld",
                      whole * below + (text[strspn(text, " ")] == '-' ? -top : top),
                      below);
    }
    end += strspn(end, " ");
    if (*end != ':')
        return true;
    below = strtol(end + 1, &next, 10);
    return next == end + 1 || next[strspn(next, " ")] ||
           err_at(e, at, ERR_ANSWER_TEXT, "write a quotient with /, as in %ld/%ld", whole,
                  below);
}

/* "sum_{j=1}^3 ...", "∑_(j=1)^n ...". */
static bool
check_sum(const char *text, struct pos at, struct err *e)
{
    const char *sum = strstr(text, "∑"), *low;

    if (!sum)
        sum = strstr(text, "Σ");
    if (!sum)
        sum = strstr(text, "sum_");
    if (!sum || (strncmp(sum, "sum", 3) &&
                 strchr(sum, '(') == sum + strcspn(sum, "(_ ") && strstr(sum, "..")))
        return true;
    low = strpbrk(sum, "_");
    if (low && (low[1] == '{' || low[1] == '(') && isalpha((unsigned char)low[2]) &&
        low[3] == '=')
        return err_at(e, pos_after(at, text, (size_t)(sum - text)), ERR_ANSWER_TEXT,
                      "write a sum with its bounds in the brackets, as in sum(%c=1..3, "
                      "x_%c)",
                      low[2], low[2]);
    return err_at(e, pos_after(at, text, (size_t)(sum - text)), ERR_ANSWER_TEXT,
                  "write a sum with its bounds in the brackets, as in sum(j=1..3, x_j)");
}

bool
spelled_check(const struct scope *s, const char *text, struct pos at, struct err *e)
{
    return check_sum(text, at, e) && check_quotient(text, at, e) &&
           check_words(s, text, at, e);
}
