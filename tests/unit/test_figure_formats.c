/*
 * Figures that compute in a format of numbers: what overflows, underflows and has no
 * value is said and drawn as it is; what is refused.
 */
#include <string.h>

#include "unit/figure_place.h"

#define FORMATS "switch: format = fp64; fp32; bf16; fp16\n"
#define NAIVE                                                                        \
    "kind: bars\nslider: a = 2 in -20..20 step 0.5; b = 1 in -20..20 step 0.5\n"     \
    "slider log: t = 1 in 0.05..20 step 1.1\n" FORMATS                               \
    "let through format: z = [a, b, 0] / t; n = sum(j=1..3, e^(z_j)); u = exp(z) / " \
    "n\nbars: u as \"share\"\nlamp: n as \"sum\"\nsay: {u_1 : 3} of {n : 1}\n"
#define MASK                                                    \
    "kind: bars\nslider log: M = 10 in 0.1..1000\n" FORMATS     \
    "let through format: p = softmax([1, 2, 3 - M])\nbars: p\n" \
    "lamp: e^(3 - M) as \"forbidden\" through format\nsay: leak {p_3}\n"
#define CHAIN                                                            \
    "kind: bars\nslider: T = 10 in 1..2000\n" FORMATS                    \
    "bar: T ln(0.5) as \"log\"\nlamp: prod(k=1..T, 0.5) as \"product\" " \
    "through format\n"
#define SQUARE                                                                \
    "kind: bars\nslider: v = 0 in -8..8\n" FORMATS                            \
    "let: a = 10^v\nlet through format: x = a [1, 2, 3, 4]; y = x / rms(x)\n" \
    "bars: y\nlamp: (4 a)^2 as \"square\" through format\nsay: {y_4 : 2}\n"

static const struct row {
    const char *name, *block, *moves;
    const char *said;  /* by figure_say() */
    const char *shown; /* in the picture of 76 x 16 */
} rows[] = {
    {"naive softmax in double",        NAIVE,                                                                   "a 20",                   "1.000 of 485165199.1",  "sum 4.852e8"          },
    {"cold, in double",                NAIVE,                                                                   "a 20, t 0.05",           "1.000 of 5.22147e+173", "sum 5.221e173"        },
    {"cold, in fp32",                  NAIVE,                                                                   "a 20, t 0.05, format 2", "NaN of inf",            "* inf, overflow"      },
    {"in bf16 as far as in fp32",      NAIVE,                                                                   "a 20, t 0.25, format 3", "1.000 of 1.83",
     "sum 1.838e36"                                                                                                                                                                       },
    {"naive softmax in fp16",          NAIVE,                                                                   "a 12, format 4",         "NaN of inf",            "* inf, overflow"      },
    {"one step before",                NAIVE,                                                                   "a 11, format 4",         "1.000 of 59872.0",      "sum 59872"            },
    {"a bar without a value",          NAIVE,                                                                   "a 12, format 4",         "NaN",                   "1 | NaN"              },
    {"a mask that leaks in double",    MASK,                                                                    "M 20",                   "leak",                  "forbidden 4.14e-8"    },
    {"and not in fp16",                MASK,                                                                    "M 25, format 4",         "leak 0",                "* 0, underflow"       },
    {"it leaks in bf16",               MASK,                                                                    "M 25, format 3",         "leak 2.",               "forbidden 2.783e-10"  },
    {"a product that is left",         CHAIN,                                                                   "T 1000",                 "product: 9.333e-302",
     "product 9.333e-302"                                                                                                                                                                 },
    {"a product of double is gone",    CHAIN,                                                                   "T 1100",                 "product: 0, underflow",
     "* 0, underflow"                                                                                                                                                                     },
    {"its last bit",                   CHAIN,                                                                   "T 1074",                 "product: 4.941e-324.",  "product 4.941e-324"   },
    {"fp32 goes earlier",              CHAIN,                                                                   "T 150, format 2",        "product: 0, underflow",
     "* 0, underflow"                                                                                                                                                                     },
    {"fp16 goes first",                CHAIN,                                                                   "T 25, format 4",         "product: 0, underflow",
     "* 0, underflow"                                                                                                                                                                     },
    {"a square overflows",             SQUARE,                                                                  "v 2, format 4",          "0.00",                  "* inf, overflow"      },
    {"not in bf16",                    SQUARE,                                                                  "v 2, format 3",          "1.46",                  "square 159744"        },
    {"a square underflows",            SQUARE,                                                                  "v -8, format 4",         "NaN",                   "* 0, underflow"       },
    {"through a format by name",
     "kind: bars\nbar: 300 * 300 as \"a\" through fp16\nbar: 300 * 300 as \"b\"\n",                             "",
     "a inf; b 90000",                                                                                                                                             "inf"                  },
    {"a name of a name",
     "kind: bars\nlet: w = 256 + 1\nlet through bf16: u = w + 1\nbar: u as \"u\"\n",                            "",
     "u 256",                                                                                                                                                      "256"                  },
    {"what is kept goes on in double",
     "kind: bars\nlet through bf16: u = 256 + 1\nlet: w = u + 1\nbar: w as \"w\"\n",                            "",
     "w 257",                                                                                                                                                      "257"                  },
    {"a slider that is no count",
     "kind: bars\nslider: x = 2049.5 in 0..4096 step 0.5\nread: x as \"x\" through fp16\n"
     "bar: 1 as \"one\"\n",                                                                                     "",                       "x: 2050",               "x 2050"               },
    {"a slider that is one",
     "kind: bars\nslider: n = 257 in 0..300\nbar: n as \"n\" through bf16\n",                                   "",                       "n 257",
     "257"                                                                                                                                                                                },
    {"cells",                          "kind: heatmap\ncells: 10^(2 r) over r = 1..3, c = 1..1 through fp16\n", "",
     "largest inf",                                                                                                                                                "inf"                  },
    {"a matrix",                       "kind: heatmap\nlet: A = [300, 1; 1, 1]\ncells: A A through fp16\n",     "",
     "largest inf",                                                                                                                                                "inf"                  },
    {"what was lost before",
     "kind: bars\nlet through fp16: v = 100000; s = 1 / v\nbar: s as \"s\"\nlamp: s as "
     "\"inverse\"\n",                                                                                           "",                       "",                      "inverse * 0, overflow"},
    {"a curve that ends",
     "kind: curve\ncurve: log10(0.1^x) over x = 0..20 as \"p\" through fp16\n",                                 "",                       "p",
     "-6+                     `-\n"                                                                                                                                                       },
};

static void
check_row(void **state)
{
    const struct row *row = *state;
    const struct picture how = {16, 76, LOOK_ASCII, false};
    struct canvas *c;
    struct place p;

    place_init_good(&p, row->block);
    place_set(&p, row->moves);
    if (!strstr(figure_say(p.a, p.f, &p.s), row->said))
        fail_msg("said '%s', want '%s'", figure_say(p.a, p.f, &p.s), row->said);
    c = place_draw(&p, &how);
    if (!strstr(canvas_dump(p.a, c, false), row->shown))
        fail_msg("no '%s' in\n%s", row->shown, canvas_dump(p.a, c, false));
    canvas_free(c);
    place_fini(&p);
}

/* In double nothing of it is left: the same figure says what it says without formats. */
static void
check_in_double(void **state)
{
    struct place p;

    (void)state;
    place_init_good(&p, NAIVE);
    place_set(&p, "a 12, format 4");
    assert_string_equal(figure_say(p.a, figure_in_double(p.a, p.f), &p.s),
                        "1.000 of 162758.5");
    place_fini(&p);
}

static const struct refused_block refused[] = {
    {"no format",                  "kind: bars\nbar: 1 as \"a\" through fp8\n",      "2:23: RW-503"},
    {"a switch of other places",
     "kind: bars\nswitch: w = fp16; slow\nbar: 1 as \"a\" through w\n",              "3:23: RW-503"},
    {"an arrow through a format",  "kind: plane\narrow: 1 through fp16\n",           "2:"          },
    {"let through nothing",        "kind: bars\nlet fp16: x = 1\nbar: x as \"a\"\n",
     "2:1: RW-503"                                                                                 },
    {"let through an unknown one",
     "kind: bars\nlet through fp8: x = 1\nbar: x as \"a\"\n",                        "2:1: RW-503" },
    {"a name without a value",
     "kind: bars\nlet through fp16: x : real\nbar: 1 as \"a\"\n",                    "2:19: RW-505"},
    {"an inverse in a format",
     "kind: bars\nlet through fp16: x = [1, 2; 3, 4]^-1\nbar: 1 as "
     "\"a\"\n",                                                                      "2:19: RW-505"},
};

int
main(void)
{
    struct table t = {0};

    num_init();
    TABLE_ROWS(&t, rows, check_row);
    table_add(&t, "a figure in double", check_in_double, NULL);
    TABLE_ROWS(&t, refused, check_refused_block);
    return table_run(&t, "figure_formats");
}
