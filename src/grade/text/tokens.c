#include <ctype.h>
#include <string.h>

#include "base/utf8.h"
#include "grade/text/text_priv.h"

struct scan {
    struct arena *arena;
    const char *s;
    size_t n, i;
    struct token *at;
    int count, cap;
    int depth;           /* of open brackets in formulas */
    unsigned long words; /* a bit for each open bracket: it stands around words */
    bool fraction;       /* behind \frac, before its "}{" */
};

static void
add_token(struct scan *s, enum token_kind kind, const char *text, size_t from)
{
    if (s->count == s->cap) {
        struct token *more = ARENA_ARRAY(s->arena, struct token, 2 * s->cap + 8);

        if (s->count)
            memcpy(more, s->at, sizeof *more * (size_t)s->count);
        s->at = more;
        s->cap = 2 * s->cap + 8;
    }
    s->at[s->count++] =
        (struct token){text, text, kind, (int)from, (int)s->i, .word = -1};
}

static enum token_kind
kind_of(const char *text)
{
    if (isdigit((unsigned char)*text))
        return TOKEN_NUMBER;
    return isalpha((unsigned char)*text) ? TOKEN_WORD : TOKEN_SIGN;
}

/* Tokens that are written with blanks between. */
static void
add_all(struct scan *s, const char *list, size_t from)
{
    while (*list) {
        size_t n = strcspn(list, " ");
        const char *text = arena_strndup(s->arena, list, n);

        add_token(s, kind_of(text), text, from);
        list += n + (list[n] == ' ');
    }
}

/* ---- what stands at a place ----------------------------------------------------------
 */

static bool
is_latin(uint32_t c)
{
    return (c < 0x80 && isalpha((int)c)) ||
           (c >= 0xC0 && c < 0x250 && c != 0xD7 && c != 0xF7);
}

static const char *
letter_tokens(uint32_t c)
{
    static const struct {
        uint32_t c;
        const char *tokens;
    } letters[] = {
#define LETTER(c, tokens) {c, tokens},
#include "grade/text/letters.def"
#undef LETTER
    };

    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (letters[i].c == c)
            return letters[i].tokens;
    return NULL;
}

static uint32_t
peek(const struct scan *s, size_t at, size_t *bytes)
{
    *bytes = 1;
    return at < s->n ? utf8_decode(s->s + at, s->n - at, bytes) : 0;
}

static bool
is_apostrophe(uint32_t c)
{
    return c == '\'' || c == 0x2019 || c == 0x02BC || c == 0x60 || c == 0xB4;
}

/* How many Latin letters stand at a place. */
static int
letters_at(const struct scan *s, size_t at)
{
    int n = 0;
    size_t bytes;

    for (; at < s->n && is_latin(peek(s, at, &bytes)); at += bytes)
        n++;
    return n;
}

/* ---- words ---------------------------------------------------------------------------
 */

static const char *
irregular(const char *word)
{
    static const struct {
        const char *form, *word;
    } forms[] = {
#define IRREGULAR(form, word) {form, word},
#include "grade/text/irregular.def"
#undef IRREGULAR
    };

    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (!strcmp(forms[i].form, word))
            return forms[i].word;
    return word;
}

static void
add_word(struct scan *s, const char *word, size_t from)
{
    int first = s->count;

    add_all(s, irregular(word), from);
    if (s->count == first + 1)
        s->at[first].form = word;
}

/* What stands behind an apostrophe, as a word of its own; "" for a genitive. */
static const char *
contraction(const char *word, const char *tail)
{
    static const char *const pronouns[] = {"it",   "that", "there", "what", "he",
                                           "here", "she",  "who",   NULL};
    static const struct {
        const char *tail, *word;
    } tails[] = {
        {"re", "are"  },
        {"ll", "will" },
        {"ve", "have" },
        {"d",  "would"},
        {"m",  "am"   },
    };

    for (size_t i = 0; i < sizeof tails / sizeof *tails; i++)
        if (!strcmp(tails[i].tail, tail))
            return tails[i].word;
    for (int i = 0; !strcmp(tail, "s") && pronouns[i]; i++)
        if (!strcmp(pronouns[i], word))
            return "is";
    return "";
}

static char *
take_letters(struct scan *s)
{
    size_t from = s->i, bytes, n = 0;
    char *word;

    while (s->i < s->n && is_latin(peek(s, s->i, &bytes)))
        s->i += bytes;
    word = arena_strndup(s->arena, s->s + from, s->i - from);
    n = s->i - from;
    for (size_t k = 0; n > 1 && k < n; k++)
        word[k] = (char)tolower((unsigned char)word[k]);
    return word;
}

/* "don", "couldn" and the like in front of "'t": the n belongs to the not. */
static void
add_not(struct scan *s, char *word, size_t from)
{
    size_t n = strlen(word);

    if (!strcmp(word, "can") || !strcmp(word, "won") || !strcmp(word, "shan"))
        word = arena_strdup(s->arena, word[0] == 'c'   ? "can"
                                      : word[0] == 'w' ? "will"
                                                       : "shall");
    else if (!strcmp(word, "ain"))
        word = arena_strdup(s->arena, "is");
    else if (n && word[n - 1] == 'n')
        word[n - 1] = '\0';
    add_token(s, TOKEN_WORD, word, from);
    add_token(s, TOKEN_WORD, "not", from);
}

/* Letters that stand for a product: Rx, AB, xTx, cx. */
static bool
is_product(const char *word)
{
    static const char *const words[] = {"my", "AT", NULL};
    size_t n = strlen(word);

    for (int i = 0; words[i]; i++)
        if (!strcmp(words[i], word))
            return false;
    if (n == 2 &&
        (strspn(word, "cxsyzwqkrmn") == 2 || (word[0] == 'i' && strchr("xyz", word[1]))))
        return true;
    return n >= 2 && n <= 8 && strspn(word, "xyqkzvwTRABI") == n &&
           strcspn(word, "TRABI") < n;
}

/* The factors one by one; T behind another is a transpose. */
static void
add_product(struct scan *s, size_t from)
{
    for (size_t i = from, end = s->i; i < end; i++) {
        bool is_transpose = i > from && s->s[i] == 'T';

        s->i = i + 1;
        if (is_transpose)
            add_token(s, TOKEN_SIGN, "^", i);
        add_token(s, TOKEN_WORD, arena_strndup(s->arena, s->s + i, 1), i);
    }
}

static void
take_word(struct scan *s)
{
    size_t from = s->i, bytes;
    char *word, *tail;

    while (s->i < s->n && is_latin(peek(s, s->i, &bytes)))
        s->i += bytes;
    word = arena_strndup(s->arena, s->s + from, s->i - from);
    if (is_product(word) && !is_apostrophe(peek(s, s->i, &bytes))) {
        add_product(s, from);
        return;
    }
    s->i = from;
    word = take_letters(s);
    if (!is_apostrophe(peek(s, s->i, &bytes))) {
        add_word(s, word, from);
        return;
    }
    if (letters_at(s, s->i + bytes) == 0) { /* R', or the end of a quotation */
        add_token(s, TOKEN_WORD, word, from);
        if (!word[1] && isupper((unsigned char)word[0]))
            add_all(s, "^ T", s->i);
        s->i += bytes;
        return;
    }
    if (!word[1] && isupper((unsigned char)word[0]) && word[0] != 'I' &&
        letters_at(s, s->i + bytes) == 1 && isupper((unsigned char)s->s[s->i + bytes])) {
        add_token(s, TOKEN_WORD, word, from); /* R'R */
        add_all(s, "^ T", s->i);
        s->i += bytes;
        return;
    }
    s->i += bytes;
    tail = take_letters(s);
    if (!strcmp(tail, "t")) {
        add_not(s, word, from);
        return;
    }
    add_word(s, word, from);
    add_all(s, contraction(word, tail), from);
}

/* A run of letters of another alphabet. */
static void
take_foreign(struct scan *s)
{
    size_t from = s->i, bytes;

    do {
        uint32_t c = peek(s, s->i, &bytes);

        if (c < 0x80 || is_latin(c) || letter_tokens(c) || is_apostrophe(c))
            break;
        s->i += bytes;
    } while (s->i < s->n);
    add_token(s, TOKEN_WORD, arena_strndup(s->arena, s->s + from, s->i - from), from);
}

static void
take_number(struct scan *s)
{
    size_t from = s->i;
    char digits[32];
    size_t n = 0;

    while (s->i < s->n) {
        char c = s->s[s->i];
        bool inside = (c == '.' || c == ',') && s->i + 1 < s->n &&
                      isdigit((unsigned char)s->s[s->i + 1]) &&
                      (c == '.' || s->depth == 0);

        if (!isdigit((unsigned char)c) && !inside)
            break;
        if (c != ',' && n < sizeof digits - 1)
            digits[n++] = c;
        s->i++;
    }
    add_token(s, TOKEN_NUMBER, arena_strndup(s->arena, digits, n), from);
}

static void
take_command(struct scan *s)
{
    static const struct {
        const char *name, *tokens;
    } commands[] = {
#define TEX_WORD(name, tokens) {name, tokens},
#include "grade/text/tex.def"
#undef TEX_WORD
    };
    size_t from = s->i++, n;
    const char *name;

    for (n = 0; s->i + n < s->n && isalpha((unsigned char)s->s[s->i + n]);)
        n++;
    if (!n) { /* \, \| \{ */
        if (s->i < s->n && s->s[s->i] == '|')
            add_token(s, TOKEN_SIGN, "|", from);
        s->i += s->i < s->n && (unsigned char)s->s[s->i] < 0x80;
        return;
    }
    name = arena_strndup(s->arena, s->s + s->i, n);
    s->i += n;
    s->fraction = s->fraction || strstr(name, "frac");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (!strcmp(commands[i].name, name)) {
            add_all(s, commands[i].tokens, from);
            return;
        }
    add_token(s, TOKEN_WORD, name, from);
}

/* ---- signs ---------------------------------------------------------------------------
 */

static bool
is_blank_at(const struct scan *s, size_t at)
{
    return at >= s->n || strchr(" \t\r\n", s->s[at]) != NULL;
}

/* A word of prose, not a name in a formula. */
static bool
is_prose(const char *word)
{
    static const char *const names[] = {"cos",   "sin",    "theta", "phi",    "alpha",
                                        "pi",    "psi",    "exp",   "cosine", "sine",
                                        "Theta", "mtheta", NULL};

    for (int i = 0; names[i]; i++)
        if (!strcmp(names[i], word))
            return false;
    return isalpha((unsigned char)word[0]) && word[1];
}

static bool
is_prose_ahead(const struct scan *s, size_t at)
{
    char word[16];
    int n = letters_at(s, at);

    if (n < 3 || n >= (int)sizeof word)
        return n > 2;
    memcpy(word, s->s + at, (size_t)n);
    word[n] = '\0';
    return is_prose(word);
}

/* Minus, hyphen or dash. */
static void
take_dash(struct scan *s, size_t bytes)
{
    size_t from = s->i, after = s->i + bytes;
    bool spaced = from > 0 && is_blank_at(s, from - 1) && is_blank_at(s, after);
    bool left = s->count && is_prose(s->at[s->count - 1].s), right;

    s->i = after;
    if (after < s->n && s->s[after] == '-') {
        s->i++;
        add_token(s, TOKEN_PAUSE, "-", from);
        return;
    }
    if (after < s->n && s->s[after] == '>') {
        s->i++;
        add_token(s, TOKEN_SIGN, "->", from);
        return;
    }
    while (spaced && after < s->n && s->s[after] == ' ')
        after++;
    right = is_prose_ahead(s, after);
    if (spaced && (left || right) && s->depth == 0)
        add_token(s, TOKEN_PAUSE, "-", from);
    else if (!(left && !spaced && !is_blank_at(s, from ? from - 1 : 0)) &&
             !(right && !spaced && s->count && from && !is_blank_at(s, from - 1)))
        add_token(s, TOKEN_SIGN, "-", from);
}

static void
take_bracket(struct scan *s, char c)
{
    size_t from = s->i++;
    bool words =
        c == '(' && (from == 0 || is_blank_at(s, from - 1)) && letters_at(s, s->i) > 1;
    unsigned long bit = s->depth < 32 ? 1UL << s->depth : 0;

    if (strchr("([{", c)) {
        s->words = words ? s->words | bit : s->words & ~bit;
        s->depth++;
        if (words)
            add_token(s, TOKEN_PAUSE, "(", from);
        return;
    }
    if (s->depth > 0)
        s->depth--;
    bit = s->depth < 32 ? 1UL << s->depth : 0;
    if (s->words & bit)
        add_token(s, TOKEN_PAUSE, ")", from);
    s->words &= ~bit;
    if (c == '}' && s->fraction && s->i < s->n && s->s[s->i] == '{') {
        add_token(s, TOKEN_SIGN, "/", s->i);
        s->fraction = false;
    }
}

/* Whether a dot ends a sentence. */
static bool
dot_ends(const struct scan *s)
{
    const struct token *last = s->count ? &s->at[s->count - 1] : NULL;
    size_t from = s->i;

    if (s->i + 1 < s->n && !is_blank_at(s, s->i + 1) &&
        !isupper((unsigned char)s->s[s->i + 1]) && !strchr("\"')", s->s[s->i + 1]))
        return false;
    if (last && last->kind == TOKEN_WORD &&
        (text_at(&(struct tokens){s->at, s->count}, s->count - 1, "vs") ||
         text_at(&(struct tokens){s->at, s->count}, s->count - 1, "etc")))
        return false;
    return !(from >= 2 && s->s[from - 2] == '.' &&
             islower((unsigned char)s->s[from - 1]));
}

static void
take_end(struct scan *s, char c)
{
    size_t from = s->i;
    bool ends = c == ';' ? s->depth == 0 || s->words : c != '.' || dot_ends(s);

    s->i++;
    if (c != ';' && ends) {
        s->depth = 0;
        s->words = 0;
    }
    if (ends)
        add_token(s, TOKEN_END, c == '?' ? "?" : c == ';' ? ";" : ".", from);
    else if (c == ';')
        add_token(s, TOKEN_PAUSE, ";", from);
}

/* A new line is a new sentence (what is said to a second question stands on one), but for
 * one behind a comma. */
static void
take_newline(struct scan *s)
{
    size_t from = s->i;
    int lines = 0;

    for (; s->i < s->n && is_blank_at(s, s->i); s->i++)
        lines += s->s[s->i] == '\n';
    if (lines > 1 || (s->count && s->at[s->count - 1].kind < TOKEN_PAUSE))
        add_token(s, TOKEN_END, ".", from);
}

/* A star between factors is left out, one behind a name conjugates. */
static void
take_star(struct scan *s)
{
    size_t from = s->i++, at;

    if (s->i < s->n && s->s[s->i] == '*') {
        s->i++;
        add_token(s, TOKEN_SIGN, "^", from);
        return;
    }
    for (at = s->i; at < s->n && s->s[at] == ' ';)
        at++;
    if (at >= s->n || !(isalnum((unsigned char)s->s[at]) || strchr("([{\\", s->s[at])) ||
        (at > s->i && from && !is_blank_at(s, from - 1)))
        add_token(s, TOKEN_SIGN, "*", from);
}

static void
take_operator(struct scan *s)
{
    static const char *const signs[] = {
        "<=>", "==>", "|->", "<->", "<=", ">=", "=>", "!=", "/=", "==", "->",
        "||",  "=",   "+",   "/",   "<",  ">",  "^",  "|",  "~",  "%",  NULL};
    size_t from = s->i;

    for (int i = 0; signs[i]; i++) {
        size_t n = strlen(signs[i]);

        if (s->n - s->i < n || strncmp(s->s + s->i, signs[i], n) != 0)
            continue;
        s->i += n;
        add_token(s, TOKEN_SIGN,
                  !strcmp(signs[i], "==")    ? "="
                  : !strcmp(signs[i], "||")  ? "|"
                  : !strcmp(signs[i], "|->") ? "->"
                  : !strcmp(signs[i], "==>") ? "=>"
                  : !strcmp(signs[i], "<->") ? "<=>"
                  : !strcmp(signs[i], "/=")  ? "!="
                                             : signs[i],
                  from);
        return;
    }
    s->i++;
}

static void
take_ascii(struct scan *s, char c)
{
    if (c == '\n')
        take_newline(s);
    else if (isdigit((unsigned char)c))
        take_number(s);
    else if (c == '\\')
        take_command(s);
    else if (strchr("([{)]}", c))
        take_bracket(s, c);
    else if (strchr(".!?;", c) && !(c == '!' && s->i + 1 < s->n && s->s[s->i + 1] == '='))
        take_end(s, c);
    else if (c == ',' || c == ':') {
        s->i++;
        add_token(s, TOKEN_PAUSE, c == ',' ? "," : ":", s->i - 1);
    } else if (c == '-')
        take_dash(s, 1);
    else if (c == '*')
        take_star(s);
    else if (c == '&') {
        s->i++;
        add_token(s, TOKEN_WORD, "and", s->i - 1);
    } else
        take_operator(s);
}

static void
take(struct scan *s)
{
    size_t bytes, from = s->i;
    uint32_t c = peek(s, s->i, &bytes);
    const char *tokens = letter_tokens(c);

    if (is_latin(c)) {
        take_word(s);
    } else if (c == 0x2012 || c == 0x2013 || c == 0x2212 || c == 0x2010 || c == 0x2011) {
        take_dash(s, bytes);
    } else if (c == 0x2014 || c == 0x2015 || c == 0x2026) {
        s->i += bytes;
        add_token(s, TOKEN_PAUSE, "-", from);
    } else if (tokens) {
        s->i += bytes;
        add_all(s, tokens, from);
    } else if (c < 0x80) {
        take_ascii(s, (char)c);
    } else if (c < 0xC0 || (c >= 0x2000 && c < 0x2E80) || c >= 0xFE00) {
        s->i += bytes; /* punctuation, symbols, pictures */
    } else {
        take_foreign(s);
    }
}

/* "^ t" is a transpose too. */
static void
settle(struct scan *s)
{
    for (int i = 1; i < s->count; i++)
        if (!strcmp(s->at[i].s, "t") && !strcmp(s->at[i - 1].s, "^"))
            s->at[i].s = "T";
}

struct tokens
tokens_read(struct arena *a, const char *text, size_t len)
{
    struct scan s = {.arena = a, .s = text, .n = len};

    while (s.i < s.n)
        take(&s);
    settle(&s);
    return (struct tokens){s.at, s.count};
}
