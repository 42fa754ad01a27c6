#include "table.h"

#include "typeset/typeset.h"

/* ---- formulas ------------------------------------------------------------------------
 */

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

int
main(void)
{
    struct table t = {0};

    TABLE_ROWS(&t, tex_rows, check_tex);
    return table_run(&t, "typeset");
}
