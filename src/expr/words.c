#include "expr/words.h"

#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"

static const struct word words[] = {
#define WORD(text, kind, what) {text, WORD_##kind, what},
#include "expr/words.def"
#undef WORD
#define FUNCTION(id, name, min, max) {name, WORD_FUNCTION, FUNCTION_##id},
#include "expr/functions.def"
#undef FUNCTION
};

static const struct greek {
    uint32_t letter;
    const char *name;
} greeks[] = {
#define GREEK(letter, name) {letter, name},
#include "expr/greek.def"
#undef GREEK
};

enum {
    WORDS = sizeof words / sizeof *words,
    GREEKS = sizeof greeks / sizeof *greeks,
    PRIME = 0x2032,
};

const struct word *
word_find(const char *text)
{
    for (int i = 0; i < WORDS; i++)
        if (words[i].text[0] == text[0] && strcmp(words[i].text, text) == 0)
            return &words[i];
    return NULL;
}

int
word_count(void)
{
    return WORDS;
}

const struct word *
word_at(int i)
{
    return &words[i];
}

const char *
greek_name(uint32_t c)
{
    for (int i = 0; i < GREEKS; i++)
        if (greeks[i].letter == c)
            return greeks[i].name;
    return NULL;
}

uint32_t
greek_letter(const char *name, size_t len)
{
    for (int i = 0; i < GREEKS; i++)
        if (strlen(greeks[i].name) == len && memcmp(greeks[i].name, name, len) == 0)
            return greeks[i].letter;
    return 0;
}

static bool
is_ascii(const char *text)
{
    while (*text && (unsigned char)*text < 0x80)
        text++;
    return *text == '\0';
}

const char *
name_canonical(struct arena *a, const char *text)
{
    size_t len = strlen(text), bytes;
    struct buf b;

    if (is_ascii(text))
        return text;
    buf_init(&b, a);
    for (size_t i = 0; i < len; i += bytes) {
        uint32_t c = utf8_decode(text + i, len - i, &bytes);
        const char *greek = greek_name(c);

        if (greek)
            buf_add(&b, greek);
        else
            buf_char(&b, c == PRIME ? '\'' : c);
    }
    return b.s;
}

struct name_parts
name_split(const char *name)
{
    struct name_parts p = {.base = name, .base_len = strcspn(name, "'_")};
    const char *rest = name + p.base_len;

    p.primes = (int)strspn(rest, "'");
    rest += p.primes;
    p.sub = *rest == '_' ? rest + 1 : "";
    return p;
}
