/* Words and scripts of TeX. */
#include <ctype.h>
#include <string.h>

#include "base/buf.h"
#include "expr/tex/tex.h"

/* ---- letters ----------------------------------------------------------------------- */

static struct part
trimmed(const struct tex *x, struct part p)
{
    while (p.start < p.end && isspace((unsigned char)x->text[p.start]))
        p.start++;
    while (p.end > p.start && isspace((unsigned char)x->text[p.end - 1]))
        p.end--;
    return p;
}

/* One command with what belongs to it: a Greek letter, or a font with its word. */
static const char *
command_letters(struct tex *x, struct part p)
{
    struct tex inner = *x;
    const struct command *c;
    struct part word;

    inner.i = p.start;
    inner.end = p.end;
    inner.err = NULL;
    c = tex_command(&inner);
    if (!c || (c->kind != COMMAND_WORD && c->kind != COMMAND_FONT))
        return NULL;
    if (c->kind == COMMAND_WORD)
        return inner.i == p.end ? c->text : NULL;
    if (!tex_argument(&inner, "", &word) || inner.i != p.end)
        return NULL;
    return x->depth > 8 ? NULL : tex_letters(&inner, word);
}

const char *
tex_letters(struct tex *x, struct part p)
{
    int i;
    bool digits;

    p = trimmed(x, p);
    if (p.start == p.end)
        return NULL;
    if (x->text[p.start] == '\\') {
        const char *letters;

        x->depth++;
        letters = command_letters(x, p);
        x->depth--;
        return letters;
    }
    digits = isdigit((unsigned char)x->text[p.start]);
    for (i = p.start; i < p.end; i++) {
        unsigned char c = (unsigned char)x->text[i];

        if (!isalnum(c) || (digits && !isdigit(c)))
            return NULL;
    }
    return arena_strndup(x->arena, x->text + p.start, (size_t)(p.end - p.start));
}

/* ---- words ------------------------------------------------------------------------- */

static const char *
with_primes(struct tex *x, const char *word)
{
    while (x->i < x->end && x->text[x->i] == '\'') {
        word = arena_printf(x->arena, "%s'", word);
        x->i++;
    }
    return word;
}

/* Two digits behind _ or ^ without braces: TeX takes the first only. */
static bool
one_character(struct tex *x, struct part p, const char *sign)
{
    bool digits = x->text[p.start - 1] != '{' &&
                  isdigit((unsigned char)x->text[p.start]) && x->i < x->end &&
                  isdigit((unsigned char)x->text[x->i]);

    return !digits ||
           tex_fail(x, p.start, ERR_TERM_AMBIGUOUS,
                    "TeX takes one digit behind %s; write braces, as in %s{12}", sign,
                    sign);
}

/* log_2 and log_{10} are functions of their own. */
static const char *
log_word(const char *word, const char *sub)
{
    if (strcmp(word, "log") != 0)
        return NULL;
    return strcmp(sub, "2") == 0 ? "log2" : strcmp(sub, "10") == 0 ? "log10" : NULL;
}

static bool
put_subscripted(struct tex *x, const char *word, const char *sub, int start)
{
    const char *log = log_word(word, sub);
    struct token *t;

    if (log) {
        tex_put_word(x, log, start);
        return true;
    }
    word = with_primes(x, word);
    t = tex_put(x, TOKEN_WORD, start);
    t->text = word;
    t->sub = sub;
    return true;
}

bool
tex_word(struct tex *x, const char *word, int start)
{
    int before;
    struct part p;
    const char *sub;

    word = with_primes(x, word);
    before = x->i;
    tex_blanks(x);
    if (x->i >= x->end || x->text[x->i] != '_') {
        x->i = before;
        tex_put_word(x, word, start);
        return true;
    }
    x->i++;
    if (!tex_argument(x, "_", &p) || !one_character(x, p, "_"))
        return false;
    sub = tex_letters(x, p);
    if (sub)
        return put_subscripted(x, word, sub, start);
    x->i = before;
    tex_put_word(x, word, start);
    return true;
}

/* ---- scripts ----------------------------------------------------------------------- */

static bool
put_braced(struct tex *x, struct part p)
{
    struct token *open = tex_put(x, TOKEN_OPEN_BRACE, p.start);

    open->len = 0;
    if (!tex_part(x, p))
        return false;
    tex_put(x, TOKEN_CLOSE_BRACE, x->i);
    return true;
}

bool
tex_subscript(struct tex *x)
{
    int start = x->i++;
    struct part p;
    struct token *t;

    if (!tex_argument(x, "_", &p) || !one_character(x, p, "_"))
        return false;
    t = tex_put(x, TOKEN_SUBSCRIPT, start);
    t->glued = x->n > 1;
    return put_braced(x, p);
}

static bool
is_text(const struct tex *x, struct part p, const char *text)
{
    size_t len = strlen(text);

    p = trimmed(x, p);
    return (size_t)(p.end - p.start) == len && memcmp(x->text + p.start, text, len) == 0;
}

static bool
is_transposed(const struct tex *x, struct part p)
{
    return is_text(x, p, "\\top") || is_text(x, p, "\\intercal");
}

static bool
is_digits(const struct tex *x, struct part p)
{
    p = trimmed(x, p);
    for (int i = p.start; i < p.end; i++)
        if (!isdigit((unsigned char)x->text[i]))
            return false;
    return p.start < p.end;
}

static bool
put_exponent(struct tex *x, struct part p, int start)
{
    const char *letters;

    if (is_transposed(x, p)) {
        tex_put(x, TOKEN_TRANSPOSED, start);
        return true;
    }
    tex_put(x, TOKEN_POWER, start);
    letters = tex_letters(x, p);
    if (letters && strcmp(letters, "T") == 0) {
        tex_put_word(x, "T", p.start);
        return true;
    }
    if (is_text(x, p, "*") || is_text(x, p, "\\ast")) {
        tex_put(x, TOKEN_TIMES, p.start);
        return true;
    }
    return is_digits(x, p) ? tex_part(x, p) : put_braced(x, p);
}

bool
tex_power(struct tex *x)
{
    int start = x->i++;
    struct part p;

    if (!tex_argument(x, "^", &p) || !one_character(x, p, "^") ||
        !put_exponent(x, p, start))
        return false;
    tex_blanks(x);
    if (x->i < x->end && x->text[x->i] == '_')
        return tex_fail(x, x->i, ERR_TERM_AMBIGUOUS,
                        "write the subscript first, as in x_j^2");
    return true;
}
