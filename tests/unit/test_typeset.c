#include "spec/rows.h"
#include "unit/golden.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "typeset/typeset.h"

/* ---- formulas ---------------------------------------------------------------------- */

static const struct tex_row {
    const char *name, *tex;
    bool display;
    const char *unicode, *ascii;
} tex_rows[] = {
    {"letters",                         "x+y",                                           true,  "x + y",                       "x + y"                     },
    {"blanks do not count",             "x ^ 2",                                         true,  "x²",                         "x^2"                       },
    {"a sign is no operator",           "-x=-1",                                         true,  "-x = -1",                     "-x = -1"                   },
    {"Greek",                           "m\\theta",                                      true,  "mθ",                         "m theta"                   },
    {"rotation",                        "R(m\\theta)^\\top R(n\\theta)",                 false, "R(mθ)ᵀ R(nθ)",
     "R(m theta)^T R(n theta)"                                                                                                                             },
    {"a script without small letters",  "e^{i\\theta}",                                  false, " iθ\ne",                     "e^(i theta)"               },
    {"... in display",                  "e^{i\\theta}",                                  true,  " iθ\ne",                     " i theta\ne"               },
    {"both scripts",                    "W_i^Q",                                         true,  " Q\nWᵢ",                    "W_i^Q"                     },
    {"one style for all subscripts",    "a_{utc}<a_{ntp}",                               true,  "a    < a\n utc    ntp",
     "a_utc < a_ntp"                                                                                                                                       },
    {"fraction",                        "\\frac{a+b}{c}",                                true,  "a + b\n─────\n  c", "a + b\n-----\n  c"         },
    {"fraction inline",                 "\\frac{a+b}{c}",                                false, "(a + b)/c",                   "(a + b)/c"                 },
    {"signs under and over a bar",      "\\frac{-1}{-5}",                                true,  " -1\n────\n -5",
     " -1\n----\n -5"                                                                                                                                      },
    {"bars keep apart",                 "\\frac{dy}{du}\\frac{du}{dx}",                  true,  "dy du\n── ──\ndu dx",
     "dy du\n-- --\ndu dx"                                                                                                                                 },
    {"root",                            "\\sqrt{d_k}",                                   true,  "√dₖ",                     "sqrt(d_k)"                 },
    {"a root's bar",                    "\\sqrt{x^2}",                                   true,  " __\n√x²",                 "sqrt(x^2)"                 },
    {"matrix",                          "\\begin{pmatrix}a & b\\\\ c & d\\end{pmatrix}", true,  "⎛a  b⎞\n⎝c  d⎠",
     "/a  b\\\n\\c  d/"                                                                                                                                    },
    {"bracket of its content's height", "\\left(\\frac{x}{2}\\right)^x e_i",             true,
     "   x\n⎛x⎞\n⎜─⎟  eᵢ\n⎝2⎠",                                                                                "   x\n/x\\\n|-|  e_i\n\\2/"},
    {"norm",                            "\\|x\\|_2",                                     true,  "‖x‖₂",                  "||x||_2"                   },
    {"text",                            "\\text{if } x>0",                               true,  "if x > 0",                    "if x > 0"                  },
    {"prime",                           "f'(x)+f''(x)",                                  true,  "f′(x) + f″(x)",           "f'(x) + f''(x)"            },
    {"longest name",                    "QK^\\top",                                      true,  "QKᵀ",                       "QK^T"                      },
    {"unknown",                         "\\unknowncmd{x}+y",                             true,  "\\unknowncmd{x} + y",         "\\unknowncmd{x} + y"       },
};

static void
check_tex(void **state)
{
    const struct tex_row *r = *state;
    struct arena *a = arena_new();
    struct err e;

    assert_string_equal(
        box_text(a, tex_box(a, ALPHABET_UNICODE, r->tex, r->display, 0, &e)), r->unicode);
    assert_string_equal(
        box_text(a, tex_box(a, ALPHABET_ASCII, r->tex, r->display, 0, &e)), r->ascii);
    assert_int_equal(e.code, ERR_NONE);
    arena_free(a);
}

/* On one line: as inline formulas, and without any layout. */
static const struct line_row {
    const char *name, *tex, *unicode, *ascii;
} line_rows[] = {
    {"a slash",                    "\\frac{1}{2}",                             "1/2",                  "1/2"             },
    {"brackets above",             "\\frac{a+b}{2}",                           "(a + b)/2",            "(a + b)/2"       },
    {"brackets below",             "\\frac{1}{2\\pi}",                         "1/(2π)",              "1/(2 pi)"        },
    {"none around a differential", "\\frac{dy}{dx}",                           "dy/dx",                "dy/dx"           },
    {"none twice",                 "\\frac{1}{(a+b)}",                         "1/(a + b)",            "1/(a + b)"       },
    {"a fraction as a factor",     "\\frac{1}{2}x",                            "(1/2) x",              "(1/2) x"         },
    {"a fraction as a term",       "x+\\frac{1}{2}",                           "x + 1/2",              "x + 1/2"         },
    {"a fraction as a base",       "\\frac{a}{b}^2",                           "(a/b)²",              "(a/b)^2"         },
    {"power of a power",           "{x^2}^3",                                  "(x²)³",              "(x^2)^3"         },
    {"a long script",              "e^{i\\theta}",                             "e^(iθ)",              "e^(i theta)"     },
    {"an index of letters",        "y_{nc}",                                   "y_nc",                 "y_nc"            },
    {"an index that is smaller",   "w_{<t}",                                   "w_<t",                 "w_<t"            },
    {"an index that is a sum",     "x_{t+1}",                                  "xₜ₊₁",           "x_(t+1)"         },
    {"one look for all indices",   "x_1y_\\theta",                             "x_1 y_θ",             "x_1 y_theta"     },
    {"root of a letter",           "\\sqrt{x}",                                "√x",                 "sqrt(x)"         },
    {"root of a sum",              "\\sqrt{x+1}",                              "√(x + 1)",           "sqrt(x + 1)"     },
    {"cube root",                  "\\sqrt[3]{x}",                             "³√x",               "root[3](x)"      },
    {"matrix",                     "\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}", "[a, b; c, d]",
     "[a, b; c, d]"                                                                                                      },
    {"determinant",                "\\begin{vmatrix}a&b\\\\c&d\\end{vmatrix}", "|a, b; c, d|",
     "|a, b; c, d|"                                                                                                      },
    {"cases",                      "\\begin{cases}1&x>0\\\\0&x=0\\end{cases}", "{1, x > 0; 0, x = 0}",
     "{1, x > 0; 0, x = 0}"                                                                                              },
    {"sum",                        "\\sum_{i=1}^n x_i",                        "∑ᵢ₌₁ⁿ xᵢ", "sum_(i=1)^n x_i" },
    {"limit",                      "\\lim_{n\\to\\infty} a_n",                 "lim_(n→∞) a_n",    "lim_(n->inf) a_n"},
    {"brace with a label",         "\\underbrace{a+b}_{n}",                    "a + b (n)",            "a + b (n)"       },
    {"binomial",                   "\\binom{n}{k}",                            "(n choose k)",         "(n choose k)"    },
    {"accent",                     "\\hat{x}+\\hat{ab}",                       "x̂ + hat(ab)",        "hat(x) + hat(ab)"},
    {"relation above",             "a\\xrightarrow{f}b",                       "a →^[f] b",          "a ->^[f] b"      },
    {"frame",                      "\\boxed{x}",                               "[x]",                  "[x]"             },
};

static void
check_line(void **state)
{
    const struct line_row *r = *state;
    struct arena *a = arena_new();

    assert_string_equal(tex_line(a, ALPHABET_UNICODE, r->tex), r->unicode);
    assert_string_equal(tex_line(a, ALPHABET_ASCII, r->tex), r->ascii);
    arena_free(a);
}

/* ---- malformed formulas ------------------------------------------------------------ */

static const struct bad_row {
    const char *name, *tex;
    enum err_code code;
    int col;
    const char *reading;
} bad_rows[] = {
    {"open brace",                 "\\frac{a}{b",                  ERR_TEX_BRACE,   9,  "a/b"      },
    {"closing brace",              "a}b{",                         ERR_TEX_BRACE,   2,  "ab"       },
    {"\\left alone",               "\\left( x",                    ERR_TEX_FENCE,   1,  "(x"       },
    {"\\right alone",              "x \\right)",                   ERR_TEX_FENCE,   3,  "x)"       },
    {"\\middle alone",             "a\\middle|b",                  ERR_TEX_FENCE,   2,  "a|b"      },
    {"\\left without a bracket",   "\\left",                       ERR_TEX_FENCE,   6,  ""         },
    {"\\end alone",                "a\\end{matrix}b",              ERR_TEX_FENCE,   2,  "ab"       },
    {"\\begin alone",              "\\begin{matrix}1",             ERR_TEX_FENCE,   1,  "[1]"      },
    {"another \\end",              "\\begin{matrix}1\\end{cases}", ERR_TEX_FENCE,   16, "[1]"      },
    {"empty superscript",          "x^",                           ERR_TEX_MISSING, 3,  "x^?"      },
    {"empty subscript",            "x_}",                          ERR_TEX_MISSING, 3,  "x_?"      },
    {"two superscripts",           "x^2^3",                        ERR_TEX_SCRIPT,  4,  "(x²)³"  },
    {"two subscripts",             "x_2_3",                        ERR_TEX_SCRIPT,  4,  "(x₂)₃"},
    {"open bracket of a root",     "\\sqrt[",                      ERR_TEX_BRACE,   6,  "√?"     },
    {"a root of nothing",          "\\sqrt",                       ERR_TEX_MISSING, 6,  "√?"     },
    {"a fraction of one",          "\\frac{1}",                    ERR_TEX_MISSING, 9,  "1/?"      },
    {"open text",                  "\\text{ab",                    ERR_TEX_BRACE,   6,  "ab"       },
    {"a place in the second line", "a\n+b}",                       ERR_TEX_BRACE,   3,  "a + b"    },
};

static void
check_bad(void **state)
{
    const struct bad_row *r = *state;
    struct arena *a = arena_new();
    struct err e;

    tex_box(a, ALPHABET_UNICODE, r->tex, true, 0, &e);
    assert_int_equal(e.code, r->code);
    assert_int_equal(e.at.col, r->col);
    assert_string_equal(tex_line(a, ALPHABET_UNICODE, r->tex), r->reading);
    arena_free(a);
}

/* n times `open`, then "x". */
static char *
repeated(struct arena *a, const char *open, int n)
{
    struct buf b;

    buf_init(&b, a);
    for (int i = 0; i < n; i++)
        buf_add(&b, open);
    buf_add(&b, "x");
    return b.s;
}

static const struct deep_row {
    const char *name, *open;
    int most; /* times that it may nest; -1: as often as one likes */
} deep_rows[] = {
    {"braces",                 "{",               TEX_DEPTH_MAX    },
    {"powers",                 "x^{",             TEX_DEPTH_MAX    },
    {"fractions",              "\\frac{1}{",      TEX_DEPTH_MAX    },
    {"accents without braces", "\\hat",           TEX_DEPTH_MAX + 1},
    {"\\left",                 "\\left(",         TEX_DEPTH_MAX    },
    {"matrices",               "\\begin{matrix}", TEX_DEPTH_MAX    },
    {"roots with an index",    "\\sqrt[",         TEX_DEPTH_MAX    },
    {"text",                   "\\text{",         TEX_DEPTH_MAX    },
    {"formulas in text",       "\\text{$",        TEX_DEPTH_MAX / 2},
    {"primes",                 "x'",              -1               },
    {"plain brackets",         "(",               -1               },
    {"bars",                   "|",               -1               },
    {"sized brackets",         "\\bigl(",         -1               },
};

static void
check_deep(void **state)
{
    const struct deep_row *r = *state;
    int n = r->most < 0 ? 900 : r->most;
    struct arena *a = arena_new();
    struct err e;

    tex_box(a, ALPHABET_UNICODE, repeated(a, r->open, n), true, 0, &e);
    assert_int_not_equal(e.code, ERR_TEX_TOO_LARGE);
    if (r->most >= 0) {
        tex_box(a, ALPHABET_UNICODE, repeated(a, r->open, n + 1), true, 0, &e);
        assert_int_equal(e.code, ERR_TEX_TOO_LARGE);
    }
    tex_box(a, ALPHABET_ASCII, repeated(a, r->open, 9000), true, 40, &e);
    tex_line(a, ALPHABET_UNICODE, repeated(a, r->open, 9000));
    arena_free(a);
}

static void
check_long(void **state)
{
    struct arena *a = arena_new();
    char *text = arena_alloc(a, TEX_TEXT_MAX + 2, 1);
    struct box *b;
    struct err e;

    (void)state;
    memset(text, ' ', TEX_TEXT_MAX);
    text[0] = 'x';
    b = tex_box(a, ALPHABET_UNICODE, text, true, 0, &e);
    assert_int_equal(e.code, ERR_NONE);
    assert_string_equal(box_text(a, b), "x");
    text[TEX_TEXT_MAX] = 'x';
    b = tex_box(a, ALPHABET_UNICODE, text, true, 0, &e);
    assert_int_equal(e.code, ERR_TEX_TOO_LARGE);
    assert_string_equal(box_text(a, b), "?");
    tex_box(a, ALPHABET_UNICODE, "x", true, 0, NULL);
    arena_free(a);
}

/* Whatever the bytes are, no control character comes out, and in ASCII only ASCII. */
static void
check_every_byte(void **state)
{
    static const char *const forms[] = {"%c",          "\\%c",       "x^%c", "\\text{%c}",
                                        "\\begin{%c}", "\\left%c x", "a%cb"};
    struct arena *a = arena_new();

    (void)state;
    for (int c = 1; c < 256; c++) {
        for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
            char tex[32], *s;
            const char *at = strstr(forms[i], "%c");
            struct err e;

            snprintf(tex, sizeof tex, "%.*s%c%s", (int)(at - forms[i]), forms[i], c,
                     at + 2);
            s = box_text(a, tex_box(a, ALPHABET_ASCII, tex, true, 0, &e));
            for (; *s; s++)
                assert_true(*s == '\n' || (*s >= 0x20 && *s < 0x7F));
            s = box_text(a, tex_box(a, ALPHABET_UNICODE, tex, true, 0, &e));
            for (; *s; s++)
                assert_true(*s == '\n' || (unsigned char)*s >= 0x20);
            arena_reset(a);
        }
    }
    arena_free(a);
}

/* ---- width ------------------------------------------------------------------------- */

static const struct break_row {
    const char *name, *tex;
    int width;
    const char *shown;
} break_rows[] = {
    {"wide enough",                  "a=b+c",             9,  "a = b + c"                    },
    {"behind an operator",           "a=b+c",             8,  "a = b +\n    c"               },
    {"before a relation",            "a+b=c+d=e",         10, "a + b\n  = c + d\n  = e"      },
    {"under the first relation",     "a=bb+cc=dd+ee",     12, "a = bb + cc\n  = dd + ee"     },
    {"never in brackets",            "a=f(b+c+d)",        9,  "a\n= f(b + c + d)"            },
    {"what cannot break stays wide", "\\sqrt{abcdefghi}", 5,  " _________\n√abcdefghi"     },
    {"0: no limit",                  "a+b+c+d+e+f+g+h",   0,  "a + b + c + d + e + f + g + h"},
};

static void
check_break(void **state)
{
    const struct break_row *r = *state;
    struct arena *a = arena_new();
    struct err e;

    assert_string_equal(
        box_text(a, tex_box(a, ALPHABET_UNICODE, r->tex, true, r->width, &e)), r->shown);
    arena_free(a);
}

/* ---- macros ------------------------------------------------------------------------ */

static const struct macro_row {
    const char *name, *macros, *tex, *line;
    enum err_code code;
    int col;
} macro_rows[] = {
    {"a name",                            "R: \\mathbb{R}",                             "x\\in\\R^n",                               "x ∈ ℝⁿ",        ERR_NONE,      0},
    {"with a backslash",                  "  \\R:\\mathbb{R}\n",                        "\\R",                                      "ℝ",                 ERR_NONE,      0},
    {"the longest name",                  "a: b",                                       "\\alpha\\a",                               "αb",                 ERR_NONE,      0},
    {"arguments",                         "f: \\frac{#1}{#2}",                          "\\f{a+b}c",                                "(a + b)/c",           ERR_NONE,      0},
    {"an argument behind a command",      "f: \\mathbf#1",                              "\\f x",                                    "x",                   ERR_NONE,      0},
    {"a letter behind a macro",           "t: \\theta",                                 "\\t{}x+\\t x",                             "θx + θx",           ERR_NONE,      0},
    {"macros in macros",                  "a: \\b+1\nb: x",                             "\\a",                                      "x + 1",               ERR_NONE,      0},
    {"a later line wins",                 "a: x\na: y",                                 "\\a",                                      "y",                   ERR_NONE,      0},
    {"one hides a command",               "to: T",                                      "\\to",                                     "T",                   ERR_NONE,      0},
    {"\\newcommand",                      "",                                           "\\newcommand{\\R}{\\mathbb{R}}x\\in\\R",   "x ∈ ℝ",           ERR_NONE,      0},
    {"... with arguments",                "",                                           "\\newcommand\\f[2]{#2+#1}\\f ab",          "b + a",               ERR_NONE,      0},
    {"... with a first one to leave out", "",
     "\\newcommand{\\f}[2][n]{#2_#1}\\f x+\\f[k]y",                                                                                 "xₙ + yₖ",         ERR_NONE,      0},
    {"\\def",                             "",                                           "\\def\\f#1{#1^2}\\f x",                    "x²",                 ERR_NONE,      0},
    {"\\DeclareMathOperator",             "",                                           "\\DeclareMathOperator{\\foo}{foo}\\foo x", "foo x",
     ERR_NONE,                                                                                                                                                            0},
    {"in text",                           "t: yes",                                     "\\text{\\t!}",                             "yes!",                ERR_NONE,      0},
    {"a place behind an expansion",       "a: xxxxxxxx",                                "\\a+\\a}",                                 "xxxxxxxx + xxxxxxxx",
     ERR_TEX_BRACE,                                                                                                                                                       6},
    {"a place inside an expansion",       "a: bb}",                                     "x+\\a",                                    "x + bb",              ERR_TEX_BRACE, 3},
    {"one that calls itself",             "a: \\a",                                     "x+\\a",                                    "x+",                  ERR_TEX_MACRO, 3},
    {"one that grows",                    "a: \\a\\a",                                  "x+\\a",                                    NULL,                  ERR_TEX_MACRO, 3},
    {"one that doubles its argument",     "a: \\a{#1#1#1#1#1#1#1#1}",                   "\\a x",                                    NULL,
     ERR_TEX_MACRO,                                                                                                                                                       1},
    {"one that keeps a large argument",   "a: \\a{#1}xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
     "\\a x",                                                                                                                       NULL,                  ERR_TEX_MACRO, 1},
    {"no name",                           "",                                           "\\newcommand{\\1}{x}",                     "",                    ERR_TEX_MACRO, 1},
};

static void
check_macro(void **state)
{
    const struct macro_row *r = *state;
    struct arena *a = arena_new();
    struct tex_macros *course = tex_macros_new(a, NULL);
    struct tex_options o = {.alphabet = ALPHABET_UNICODE};
    struct pos at = {"lesson", 4, 9};
    struct err e = {.code = ERR_NONE};

    assert_true(tex_macros_read(course, r->macros, at, &e));
    o.macros = tex_macros_new(a, course);
    tex_box_with(a, r->tex, &o, &e);
    assert_int_equal(e.code, r->code);
    if (r->code)
        assert_int_equal(e.at.col, r->col);
    o.macros = tex_macros_new(a, course);
    if (r->line)
        assert_string_equal(tex_line_with(a, r->tex, &o), r->line);
    arena_free(a);
}

static void
check_macro_errors(void **state)
{
    struct arena *a = arena_new();
    struct tex_macros *m = tex_macros_new(a, NULL);
    struct pos at = {"lesson", 4, 1};
    struct err e;

    (void)state;
    assert_false(tex_macros_read(m, "a: b\n  c d\n", at, &e));
    assert_int_equal(e.code, ERR_TEX_MACRO);
    assert_int_equal(e.at.line, 5);
    assert_int_equal(e.at.col, 3);
    assert_false(tex_macros_read(m, "a1: b", at, &e));
    for (int i = 1; i < TEX_MACROS_MAX; i++)
        assert_true(tex_macros_add(m, "a", "b", at, &e));
    assert_false(tex_macros_add(m, "a", "b", at, &e));
    arena_free(a);
}

static void
check_unknown(void **state)
{
    struct arena *a = arena_new();
    struct tex_names names =
        tex_unknown(a, "\\foo+\\frac{\\bar{\\baz}}{\\foo}\\begin{qux}1\\end{qux}", NULL);
    struct tex_macros *m = tex_macros_new(a, NULL);

    (void)state;
    assert_int_equal(names.n, 3);
    assert_string_equal(names.at[0], "foo");
    assert_string_equal(names.at[1], "baz");
    assert_string_equal(names.at[2], "qux");
    assert_true(tex_macros_add(m, "foo", "x", (struct pos){"f", 1, 1}, NULL));
    assert_int_equal(tex_unknown(a, "\\foo", m).n, 0);
    assert_int_equal(tex_unknown(a, "x", NULL).n, 0);
    arena_free(a);
}

/* A formula that is larger than any canvas is cut, and says so. */
static void
check_large(void **state)
{
    struct arena *a = arena_new();
    struct err e;
    char *tall =
        arena_printf(a, "\\begin{matrix}%s\\end{matrix}", repeated(a, "x\\\\", 500));
    struct box *b = tex_box(a, ALPHABET_UNICODE, tall, true, 0, &e);

    (void)state;
    assert_int_equal(b->rows, CANVAS_ROWS_MAX);
    assert_int_equal(e.code, ERR_TEX_TOO_LARGE);
    tall = arena_printf(a, "\\begin{matrix}%s\\end{matrix}", repeated(a, "x\\\\", 499));
    tex_box(a, ALPHABET_UNICODE, tall, true, 0, &e);
    assert_int_equal(e.code, ERR_NONE);
    arena_free(a);
}

/* Every command by itself, with arguments, in both alphabets: characters of one cell
 * only, and in ASCII only ASCII. */
static void
check_commands(void **state)
{
    static const char *const names[] = {
#define COMMAND(name, kind, class, text, ascii) name,
#include "typeset/tex/commands.def"
#undef COMMAND
    };
    struct arena *a = arena_new();
    struct err e;

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_true(i == 0 || strcmp(names[i - 1], names[i]) < 0);
        for (int form = 0; form < 3; form++) {
            const char *tex =
                form == 0   ? arena_printf(a, "\\%s", names[i])
                : form == 1 ? arena_printf(a, "\\%s{x}{y}{z}", names[i])
                            : arena_printf(a, "x_\\%s y^\\%s z", names[i], names[i]);

            for (int alphabet = ALPHABET_ASCII; alphabet <= ALPHABET_UNICODE;
                 alphabet++) {
                struct box *b = tex_box(a, (enum alphabet)alphabet, tex, true, 0, &e);

                for (int k = 0; k < b->rows * b->cols; k++) {
                    if (alphabet == ALPHABET_ASCII)
                        assert_in_range(b->at[k].c, 0, 0x7E);
                    else if (b->at[k].c)
                        assert_int_equal(utf8_cell_width(b->at[k].c), 1);
                }
            }
            arena_reset(a);
        }
    }
    arena_free(a);
}

/* ---- cases in files ---------------------------------------------------------------- */

/* A row of spec/tex.tsv: the formula sets, with or without an error, and shows what it
 * must in both alphabets. */
static void
check_case(void **state)
{
    const struct row *r = *state;
    struct arena *a = arena_new();
    struct err e;

    for (int alphabet = ALPHABET_ASCII; alphabet <= ALPHABET_UNICODE; alphabet++) {
        char *words = arena_strdup(a, r->field[3]);
        char *shown =
            box_text(a, tex_box(a, (enum alphabet)alphabet, r->field[1], true, 0, &e));

        assert_int_equal(e.code != ERR_NONE, atoi(r->field[2]) != 0);
        for (char *w = strtok(words, ";"); w; w = strtok(NULL, ";"))
            assert_non_null(strstr(shown, w));
    }
    arena_free(a);
}

static const struct golden_row {
    const char *name, *source, *file;
    enum alphabet alphabet;
} formula_rows[] = {
    {"formulas",          "formulas.tex", "formulas.txt",       ALPHABET_UNICODE},
    {"formulas in ASCII", "formulas.tex", "formulas-ascii.txt", ALPHABET_ASCII  },
};

/* Every line of the source that is no '#' comment, set in display and on a line. */
static void
check_formulas(void **state)
{
    const struct golden_row *r = *state;
    struct arena *a = arena_new();
    char *source = golden_read(r->source);
    struct buf out;

    assert_non_null(source);
    buf_init(&out, a);
    for (char *line = strtok(source, "\n"); line; line = strtok(NULL, "\n")) {
        struct err e;

        if (*line == '#')
            continue;
        buf_printf(&out, "%% %s\n%s\n", line,
                   box_text(a, tex_box(a, r->alphabet, line, true, 0, &e)));
        buf_printf(&out, ". %s\n\n", tex_line(a, r->alphabet, line));
        assert_int_equal(e.code, ERR_NONE);
    }
    golden_check(r->file, out.s);
    arena_free(a);
    free(source);
}

int
main(void)
{
    struct row **cases;
    struct table t = {0};
    size_t n;
    int failed;

    cases = rows_read(TESTS_DIR "/spec/tex.tsv", &n);
    for (size_t i = 0; i < n; i++)
        table_add(&t, cases[i]->field[0], check_case, cases[i]);
    TABLE_ROWS(&t, tex_rows, check_tex);
    TABLE_ROWS(&t, line_rows, check_line);
    TABLE_ROWS(&t, bad_rows, check_bad);
    TABLE_ROWS(&t, deep_rows, check_deep);
    TABLE_ROWS(&t, break_rows, check_break);
    TABLE_ROWS(&t, macro_rows, check_macro);
    TABLE_ROWS(&t, formula_rows, check_formulas);
    table_add(&t, "a formula's size is limited", check_long, NULL);
    table_add(&t, "no byte comes out as a control", check_every_byte, NULL);
    table_add(&t, "a larger formula than any canvas", check_large, NULL);
    table_add(&t, "every command", check_commands, NULL);
    table_add(&t, "macros with errors", check_macro_errors, NULL);
    table_add(&t, "unknown names are listed", check_unknown, NULL);
    failed = table_run(&t, "typeset");
    rows_free(cases, n);
    return failed;
}
