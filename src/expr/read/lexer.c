#include "expr/read/lexer.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"

enum { NUMBER_EXPONENT_MAX = 308, NAME_LEN_MAX = 63 };

struct lexer {
    struct arena *arena;
    const char *text;
    int len, i; /* bytes; the next one */
    struct pos at;
    struct err *err;
    bool comments;
    struct token *tokens;
    int n;
};

/* Characters that are a token by themselves. ASCII signs of more than one character are
 * in `signs`, which is tried first. */
static const struct sign {
    const char *text;
    enum token_kind kind;
    enum relation relation;
} signs[] = {
    {"<=>", TOKEN_IMPLIES,      0                     },
    {"=>",  TOKEN_IMPLIES,      0                     },
    {"->",  TOKEN_ARROW,        0                     },
    {"<=",  TOKEN_RELATION,     RELATION_LESS_EQUAL   },
    {">=",  TOKEN_RELATION,     RELATION_GREATER_EQUAL},
    {"!=",  TOKEN_RELATION,     RELATION_NOT_EQUAL    },
    {"≤", TOKEN_RELATION,     RELATION_LESS_EQUAL   },
    {"≥", TOKEN_RELATION,     RELATION_GREATER_EQUAL},
    {"≠", TOKEN_RELATION,     RELATION_NOT_EQUAL    },
    {"=",   TOKEN_RELATION,     RELATION_EQUAL        },
    {"<",   TOKEN_RELATION,     RELATION_LESS         },
    {">",   TOKEN_RELATION,     RELATION_GREATER      },
    {"..",  TOKEN_DOTS,         0                     },
    {"+",   TOKEN_PLUS,         0                     },
    {"-",   TOKEN_MINUS,        0                     },
    {"−", TOKEN_MINUS,        0                     },
    {"*",   TOKEN_TIMES,        0                     },
    {"·",  TOKEN_DOT,          0                     },
    {"⋅", TOKEN_DOT,          0                     },
    {"∙", TOKEN_DOT,          0                     },
    {"×",  TOKEN_TIMES,        0                     },
    {"/",   TOKEN_DIVIDE,       0                     },
    {"^",   TOKEN_POWER,        0                     },
    {"_",   TOKEN_SUBSCRIPT,    0                     },
    {"(",   TOKEN_OPEN,         0                     },
    {")",   TOKEN_CLOSE,        0                     },
    {"[",   TOKEN_OPEN_SQUARE,  0                     },
    {"]",   TOKEN_CLOSE_SQUARE, 0                     },
    {"{",   TOKEN_OPEN_BRACE,   0                     },
    {"}",   TOKEN_CLOSE_BRACE,  0                     },
    {"|",   TOKEN_BAR,          0                     },
    {"‖", TOKEN_NORM_BAR,     0                     },
    {",",   TOKEN_COMMA,        0                     },
    {";",   TOKEN_SEMI,         0                     },
    {":",   TOKEN_COLON,        0                     },
    {"√", TOKEN_ROOT,         0                     },
    {"ᵀ", TOKEN_TRANSPOSED,   0                     },
    {"⊤", TOKEN_TRANSPOSED,   0                     },
    {"→", TOKEN_ARROW,        0                     },
};

/* Characters that people type, with what to type instead. */
static const struct advice {
    const char *text, *advice;
} advices[] = {
    {"**",  "write ^ for a power"                                                    },
    {"÷",  "write / for a quotient"                                                 },
    {"–", "this is a dash; write - for minus"                                      },
    {"—", "this is a dash; write - for minus"                                      },
    {"°",  "angles are in radians: write pi/180 times the degrees"                  },
    {"%",   "write the share as a number: 0.12 for 12 percent"                       },
    {"!",   "factorials are not part of the language"                                },
    {".",
     "a point stands only in numbers; write * for a product, q^T k for a dot product"},
    {"’", "write ' for a prime"                                                    },
    {"½",  "write 1/2"                                                              },
    {"⅓", "write 1/3"                                                              },
    {"⅔", "write 2/3"                                                              },
    {"¼",  "write 1/4"                                                              },
    {"¾",  "write 3/4"                                                              },
    {"⅕", "write 1/5"                                                              },
    {"⅙", "write 1/6"                                                              },
    {"⅚", "write 5/6"                                                              },
    {"⅛", "write 1/8"                                                              },
    {"\\",  "TeX is read in terms, and declarations are written in plain signs"      },
    {"∑", "write sum(j=1..d, ...)"                                                 },
    {"∏", "write prod(j=1..d, ...)"                                                },
    {"∥", "write norm(x)"                                                          },
    {"?",   "write the term that belongs here"                                       },
    {"#",   "a comment cannot stand inside a term"                                   },
};

/* Superscript digits in order; ⁻ is not among them. */
static const char *const superscripts[] = {"⁰", "¹", "²", "³", "⁴",
                                           "⁵", "⁶", "⁷", "⁸", "⁹"};

static const char *const subscripts[] = {"₀", "₁", "₂", "₃", "₄",
                                         "₅", "₆", "₇", "₈", "₉"};

static bool
starts(const struct lexer *l, int at, const char *with)
{
    size_t n = strlen(with);

    return at + (int)n <= l->len && memcmp(l->text + at, with, n) == 0;
}

static struct pos
place(const struct lexer *l, int i)
{
    return pos_after(l->at, l->text, (size_t)i);
}

static bool
is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static bool
is_letter(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static int
byte_at(const struct lexer *l, int i)
{
    return i < l->len ? (unsigned char)l->text[i] : 0;
}

/* Which of ten strings stands at i; -1: none. */
static int
small_digit(const struct lexer *l, int i, const char *const *ten)
{
    for (int d = 0; d < 10; d++)
        if (starts(l, i, ten[d]))
            return d;
    return -1;
}

/* ---- blanks ------------------------------------------------------------------------ */

static int
blank_len(const struct lexer *l)
{
    static const char *const wide[] = {"\u00A0", "\u2009", "\u202F"};
    int c = byte_at(l, l->i);

    if (c == ' ' || c == '\t' || c == '\r')
        return 1;
    for (size_t k = 0; k < sizeof wide / sizeof *wide; k++)
        if (starts(l, l->i, wide[k]))
            return (int)strlen(wide[k]);
    return 0;
}

static void
skip_blanks(struct lexer *l)
{
    for (int n; (n = blank_len(l)) > 0;)
        l->i += n;
    if (l->comments && byte_at(l, l->i) == '#')
        while (l->i < l->len && l->text[l->i] != '\n')
            l->i++;
}

/* ---- numbers ----------------------------------------------------------------------- */

static int
digits_end(const struct lexer *l, int i)
{
    while (is_digit(byte_at(l, i)))
        i++;
    return i;
}

/* Where a power of ten behind the digits ends: "e-6". i when there is none. */
static int
power_end(const struct lexer *l, int i)
{
    int j = i + 1;

    if (byte_at(l, i) != 'e')
        return i;
    if (byte_at(l, j) == '+' || byte_at(l, j) == '-')
        j++;
    else if (starts(l, j, "−"))
        j += (int)strlen("−");
    return is_digit(byte_at(l, j)) ? digits_end(l, j) : i;
}

static int
read_exponent(const char *s, size_t len)
{
    bool negative = len && *s != '+' && !is_digit((unsigned char)*s);
    int e = 0;

    for (size_t i = 0; i < len; i++)
        if (is_digit((unsigned char)s[i]) && e < 100000)
            e = e * 10 + (s[i] - '0');
    return negative ? -e : e;
}

bool
number_read(struct arena *a, const char *s, size_t len, struct token *t)
{
    char *digits = arena_alloc(a, len + 2, 1);
    int n = 0;
    bool point = false;
    size_t i;

    t->exponent = 0;
    for (i = 0; i < len && s[i] != 'e'; i++) {
        if (s[i] == '.') {
            point = true;
            continue;
        }
        t->exponent -= point;
        if (n || s[i] != '0')
            digits[n++] = s[i];
    }
    if (i < len)
        t->exponent += read_exponent(s + i + 1, len - i - 1);
    t->digits = digits;
    if (n == 0) {
        digits[0] = '0';
        t->exponent = 0;
        return true;
    }
    while (digits[n - 1] == '0') {
        digits[--n] = '\0';
        t->exponent++;
    }
    return abs(t->exponent + n - 1) <= NUMBER_EXPONENT_MAX;
}

static bool
bad_number(struct lexer *l, int i, const char *why)
{
    return err_at(l->err, place(l, i), ERR_NUMBER_FORM, "%s", why);
}

/* Where the decimals behind the digits end; -1 with the error filled for "1.". */
static int
decimals_end(struct lexer *l, int i)
{
    if (byte_at(l, i) != '.' || byte_at(l, i + 1) == '.')
        return i;
    if (!is_digit(byte_at(l, i + 1))) {
        bad_number(l, i, "a number cannot end with a point; write 1.0 or 1");
        return -1;
    }
    return digits_end(l, i + 1);
}

/* A number like .5 may not touch an operand before it: x.5, 2.5.5. */
static bool
touches_operand(const struct lexer *l, const struct token *t)
{
    enum token_kind before = l->n > 1 ? t[-1].kind : TOKEN_END;

    return t->glued && (before == TOKEN_NUMBER || before == TOKEN_WORD ||
                        before == TOKEN_CLOSE || before == TOKEN_CLOSE_SQUARE);
}

static bool
lex_number(struct lexer *l, struct token *t)
{
    int start = l->i, end = digits_end(l, start);

    if (end == start && !touches_operand(l, t))
        end = digits_end(l, start + 1);
    else if (end == start)
        return bad_number(l, start,
                          "a point cannot stand here; "
                          "write a blank or * before a number like .5");
    else
        end = decimals_end(l, end);
    if (end < 0)
        return false;
    end = power_end(l, end);
    if (byte_at(l, end) == '.' && is_digit(byte_at(l, end + 1)))
        return bad_number(l, end,
                          "a number has one decimal point and no thousands points");
    t->kind = TOKEN_NUMBER;
    l->i = end;
    if (!number_read(l->arena, l->text + start, (size_t)(end - start), t))
        return err_at(l->err, place(l, start), ERR_TERM_TOO_LARGE,
                      "numbers go from 10^-308 to 10^308");
    return true;
}

static bool
lex_superscript(struct lexer *l, struct token *t)
{
    struct buf b;
    int d, start = l->i;

    t->negative = starts(l, l->i, "⁻");
    if (t->negative)
        l->i += (int)strlen("⁻");
    buf_init(&b, l->arena);
    while ((d = small_digit(l, l->i, superscripts)) >= 0) {
        buf_char(&b, (uint32_t)('0' + d));
        l->i += (int)strlen(superscripts[d]);
    }
    if (b.n == 0)
        return bad_number(l, start, "a raised minus needs raised digits, as in x⁻¹");
    t->kind = TOKEN_SUPERSCRIPT;
    return number_read(l->arena, b.s, b.n, t) ||
           err_at(l->err, place(l, start), ERR_TERM_TOO_LARGE, "this power is too large");
}

/* ---- words ------------------------------------------------------------------------- */

/* The bytes of a Latin word or of one Greek letter, with the digits behind it. Adds the
 * canonical letters to b. 0 when there is no letter. */
static int
take_letters(struct lexer *l, struct buf *b)
{
    int start = l->i;
    size_t bytes;
    const char *greek;

    if (is_letter(byte_at(l, l->i))) {
        while (is_letter(byte_at(l, l->i)) || is_digit(byte_at(l, l->i)))
            buf_add_n(b, l->text + l->i++, 1);
        return l->i - start;
    }
    if (byte_at(l, l->i) < 0x80)
        return 0;
    greek = greek_name(utf8_decode(l->text + l->i, (size_t)(l->len - l->i), &bytes));
    if (!greek)
        return 0;
    buf_add(b, greek);
    l->i += (int)bytes;
    while (is_digit(byte_at(l, l->i)))
        buf_add_n(b, l->text + l->i++, 1);
    return l->i - start;
}

static void
take_primes(struct lexer *l, struct buf *b)
{
    for (;;) {
        if (byte_at(l, l->i) == '\'')
            l->i++;
        else if (starts(l, l->i, "′"))
            l->i += (int)strlen("′");
        else
            return;
        buf_add(b, "'");
    }
}

/* "_j", "_12", "_DKV", "₁": into b. False with the error filled for "_2y". */
static bool
take_subscript(struct lexer *l, struct buf *b)
{
    int d, start = l->i;

    while ((d = small_digit(l, l->i, subscripts)) >= 0) {
        buf_char(b, (uint32_t)('0' + d));
        l->i += (int)strlen(subscripts[d]);
    }
    if (b->n || byte_at(l, l->i) != '_')
        return true;
    l->i++;
    if (!is_digit(byte_at(l, l->i))) {
        if (!take_letters(l, b))
            l->i = start;
        return true;
    }
    while (is_digit(byte_at(l, l->i)))
        buf_add_n(b, l->text + l->i++, 1);
    if (is_letter(byte_at(l, l->i)))
        return err_at(l->err, place(l, l->i), ERR_TERM_EXPECTED,
                      "a subscript is a number or a word; "
                      "write a blank before what follows it");
    return true;
}

static bool
lex_word(struct lexer *l, struct token *t)
{
    struct buf name, sub;
    int start = l->i;

    buf_init(&name, l->arena);
    buf_init(&sub, l->arena);
    take_letters(l, &name);
    take_primes(l, &name);
    if (!take_subscript(l, &sub))
        return false;
    if (sub.n)
        take_primes(l, &name);
    if (name.n + sub.n > NAME_LEN_MAX)
        return err_at(l->err, place(l, start), ERR_TERM_TOO_LARGE,
                      "a name has at most %d letters", NAME_LEN_MAX);
    t->kind = TOKEN_WORD;
    t->text = name.s;
    t->sub = sub.n ? sub.s : NULL;
    t->word = sub.n ? NULL : word_find(name.s);
    return true;
}

/* ---- signs ------------------------------------------------------------------------- */

static bool
bad_character(struct lexer *l)
{
    size_t bytes;
    uint32_t c;
    char out[5] = "";

    for (size_t k = 0; k < sizeof advices / sizeof *advices; k++)
        if (starts(l, l->i, advices[k].text))
            return err_at(l->err, place(l, l->i), ERR_TERM_BAD_CHARACTER,
                          "'%s' is not read here; %s", advices[k].text,
                          advices[k].advice);
    c = utf8_decode(l->text + l->i, (size_t)(l->len - l->i), &bytes);
    utf8_encode(out, c);
    return err_at(l->err, place(l, l->i), ERR_TERM_BAD_CHARACTER,
                  "the character '%s' is not part of the language; "
                  "remove it or write its name in letters",
                  out);
}

/* The sign that stands at i; NULL for none. */
static const struct sign *
sign_at(const struct lexer *l, int i)
{
    for (size_t k = 0; k < sizeof signs / sizeof *signs; k++)
        if (starts(l, i, signs[k].text))
            return &signs[k];
    return NULL;
}

static bool
lex_sign(struct lexer *l, struct token *t)
{
    const struct sign *s = sign_at(l, l->i);

    if (!s || starts(l, l->i, "**"))
        return bad_character(l);
    t->kind = s->kind;
    t->relation = s->relation;
    l->i += (int)strlen(s->text);
    return true;
}

size_t
expr_relation_at(const char *text, enum relation *relation)
{
    size_t blanks = strspn(text, " \t");
    struct lexer l = {.text = text + blanks, .len = (int)strnlen(text + blanks, 8)};
    const struct sign *s = sign_at(&l, 0);

    if (!s || s->kind != TOKEN_RELATION)
        return 0;
    *relation = s->relation;
    return blanks + strlen(s->text);
}

static bool
lex_infinity(struct lexer *l, struct token *t)
{
    t->kind = TOKEN_WORD;
    t->text = "inf";
    t->word = word_find("inf");
    l->i += (int)strlen("∞");
    return true;
}

/* ---- all --------------------------------------------------------------------------- */

static bool
starts_word(const struct lexer *l)
{
    size_t bytes;

    if (byte_at(l, l->i) < 0x80)
        return is_letter(byte_at(l, l->i));
    return greek_name(utf8_decode(l->text + l->i, (size_t)(l->len - l->i), &bytes)) !=
           NULL;
}

static bool
lex_one(struct lexer *l, struct token *t)
{
    int c = byte_at(l, l->i);

    if (c == '\n') {
        t->kind = TOKEN_LINE;
        l->i++;
        return true;
    }
    if (is_digit(c) || (c == '.' && is_digit(byte_at(l, l->i + 1))))
        return lex_number(l, t);
    if (starts_word(l))
        return lex_word(l, t);
    if (starts(l, l->i, "∞"))
        return lex_infinity(l, t);
    if (starts(l, l->i, "⁻") || small_digit(l, l->i, superscripts) >= 0)
        return lex_superscript(l, t);
    return lex_sign(l, t);
}

struct token *
lex(struct arena *a, const char *text, size_t len, bool comments, struct pos at,
    struct err *e)
{
    struct lexer l = {.arena = a, .text = text, .len = (int)len, .at = at, .err = e};
    int end = 0;

    l.comments = comments;
    l.tokens = ARENA_ARRAY(a, struct token, len + 1);
    for (;;) {
        struct token *t = &l.tokens[l.n++];

        skip_blanks(&l);
        t->start = l.i;
        t->glued = l.i == end && l.n > 1 && t[-1].kind != TOKEN_LINE;
        if (l.i >= l.len)
            return l.tokens;
        if (!lex_one(&l, t))
            return NULL;
        end = l.i;
        t->len = end - t->start;
    }
}

const char *
token_text(struct arena *a, const char *text, const struct token *t)
{
    if (t->kind == TOKEN_END || t->len == 0)
        return "the end";
    if (t->kind == TOKEN_LINE)
        return "the end of the line";
    return arena_printf(a, "'%.*s'", t->len, text + t->start);
}
