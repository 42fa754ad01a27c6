#include "spec/rows.h"
#include "unit/table.h"

#include "base/utf8.h"
#include "typeset/typeset.h"

/* Rows of spec/spoken.tsv: what is said for a formula. */
static void
check_spoken(void **state)
{
    const struct row *r = *state;
    const struct tex_options o = {.alphabet = ALPHABET_UNICODE};
    struct arena *a = arena_new();

    assert_string_equal(tex_spoken(a, r->field[0], &o, NULL), r->field[1]);
    arena_free(a);
}

/* Two formulas that look different are said differently. */
static void
check_doubts(void **state)
{
    static const struct pair {
        const char *one, *other;
    } pairs[] = {
        {"\\frac{a}{b}+c",              "\\frac{a}{b+c}"             },
        {"\\frac{a+b}{c}",              "a+\\frac{b}{c}"             },
        {"\\frac{1}{1+\\frac{1}{x}}+c", "\\frac{1}{1+\\frac{1}{x+c}}"},
        {"\\frac{1}{1+\\frac{1}{x}}+c", "\\frac{1}{1+\\frac{1}{x}+c}"},
        {"\\frac{\\frac{a}{b}}{c}",     "\\frac{a}{\\frac{b}{c}}"    },
        {"\\sqrt{x}+1",                 "\\sqrt{x+1}"                },
        {"\\sqrt{\\sqrt{x}+1}",         "\\sqrt{\\sqrt{x+1}}"        },
        {"\\sqrt{\\sqrt{x}}y",          "\\sqrt{\\sqrt{x}y}"         },
        {"\\frac{\\sqrt{a}}{b}",        "\\sqrt{\\frac{a}{b}}"       },
        {"x^{n+1}",                     "x^n+1"                      },
        {"x^{ab}",                      "x^ab"                       },
        {"x^{y^2}",                     "{x^y}^2"                    },
        {"x_{i+1}",                     "x_i+1"                      },
        {"x_{ij}",                      "x_ij"                       },
        {"x_{i_j}",                     "{x_i}_j"                    },
        {"x_i^2",                       "x_{i^2}"                    },
        {"2^{-x}",                      "2^-x"                       },
        {"|a+|b||",                     "|a|+|b|"                    },
        {"\\hat{a}b",                   "\\hat{ab}"                  },
        {"\\overline{a}b",              "\\overline{ab}"             },
        {"e^{-x^2}",                    "{e^{-x}}^2"                 },
        {"\\mathbf{x}",                 "x"                          },
        {"\\mathcal{L}",                "L"                          },
        {"\\Sigma",                     "\\sigma"                    },
        {"a\\cdot b",                   "a\\times b"                 },
        {"x'",                          "x''"                        },
    };
    const struct tex_options o = {.alphabet = ALPHABET_UNICODE};

    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct arena *a = arena_new();
        const char *one = tex_spoken(a, pairs[i].one, &o, NULL);

        assert_string_not_equal(one, tex_spoken(a, pairs[i].other, &o, NULL));
        arena_free(a);
    }
}

static void
check_errors(void **state)
{
    const struct tex_options o = {.alphabet = ALPHABET_UNICODE};
    struct arena *a = arena_new();
    struct err e;

    (void)state;
    assert_string_equal(tex_spoken(a, "\\frac{a}{b", &o, &e), "the fraction a over b");
    assert_int_equal(e.code, ERR_TEX_BRACE);
    assert_int_equal(e.at.col, 9);
    assert_string_equal(tex_spoken(a, "x", &o, &e), "x");
    assert_int_equal(e.code, ERR_NONE);
    arena_free(a);
}

static void
check_ascii(void **state)
{
    const struct tex_options o = {.alphabet = ALPHABET_ASCII};
    struct arena *a = arena_new();

    (void)state;
    assert_string_equal(tex_spoken(a, "\\text{caf\xc3\xa9}+\\theta", &o, NULL),
                        "cafe plus theta");
    arena_free(a);
}

static void
check_macros(void **state)
{
    struct arena *a = arena_new();
    struct tex_options o = {.macros = tex_macros_new(a, NULL)};

    (void)state;
    assert_true(tex_macros_add(o.macros, "half", "\\frac{#1}{2}", (struct pos){0}, NULL));
    assert_string_equal(tex_spoken(a, "\\half{x}", &o, NULL), "the fraction x over 2");
    arena_free(a);
}

/* In lines of text. */
static void
check_lines(void **state)
{
    struct typeset_options o = {.width = 40, .spoken = true};
    struct arena *a = arena_new();

    (void)state;
    assert_string_equal(markdown_lines(a, "Then $x^2$ is, by\n\n$$\\frac{a}{b}.$$", &o),
                        "Then x squared is, by\nthe fraction a over b");
    arena_free(a);
}

int
main(void)
{
    struct table t = {0};
    size_t n;
    struct row **rows = rows_read(TESTS_DIR "/spec/spoken.tsv", &n);

    for (size_t i = 0; i < n; i++)
        table_add(&t, rows[i]->field[0], check_spoken, rows[i]);
    table_add(&t, "no doubts", check_doubts, NULL);
    table_add(&t, "errors", check_errors, NULL);
    table_add(&t, "ASCII", check_ascii, NULL);
    table_add(&t, "macros", check_macros, NULL);
    table_add(&t, "lines of text", check_lines, NULL);
    return table_run(&t, "typeset_spoken");
}
