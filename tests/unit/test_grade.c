#include "unit/grade_ask.h"

#include <math.h>
#include <time.h>

/* ---- verdicts
 * -------------------------------------------------------------------------- */

#define RIGHT GRADE_RIGHT
#define BUT GRADE_RIGHT_BUT
#define WRONG GRADE_WRONG
#define ASKS GRADE_UNREADABLE

#define MINUS_ONE                                                       \
    "answer: -1\nwithout: i\nmiss whole-turn: 1 -> Not a whole turn.\n" \
    "miss three-turns: -i -> Three turns end there."
#define THIRD "answer: 1/3"
#define THIRD_4 "answer: 1/3\nplaces: 4"
#define SIXTH "answer: 1/6\nwithin: 1e-9"
#define BLAME "answer: [16 sqrt(2)/125, -12 sqrt(2)/125]\nwithin: 1e-9"
#define SCORE                                                            \
    "answer: cos 0.75 - 7 sin 0.75\nwithin: 1e-9\nwithout: R, Re, exp\n" \
    "miss sign-of-gap: cos 0.75 + 7 sin 0.75 -> The sign of the gap."
#define TURN                                                      \
    "let: m, n : integer; theta : real\nanswer: R((n-m) theta)\n" \
    "miss added: R((m+n) theta) -> Added."
#define TIMES_I                                              \
    "let: a, b : real\nkind: expression\nanswer: -b + a i\n" \
    "miss plus-square: b + a i -> Here i times i became +1."
#define NO_BRACKET                                           \
    "let: a, b : real\nkind: expression\nanswer: -b + a i\n" \
    "without: (\nmiss plus-square: b + a i -> Here i times i became +1."
#define MATRIX "answer: [1, -2; 2, 1]\nmiss clockwise: [1, 2; -2, 1] -> To the right."
#define CHOICE                                                       \
    "choice: line 1; line 2; line 3; all are right\ntruth: line 3\n" \
    "miss expand: 1 -> Line 1 is right."
#define SEVERAL                                                                       \
    "kind: several\nchoice: $1 + i$; $(1 + i)/\\sqrt{2}$; $-1$; $2i$; $0.6 - 0.8i$\n" \
    "truth: 2; 3; 5\nmiss diagonal: 1 -> Its length is `= |1 + i|`."
#define COUNTS "choice: 3; 2; 1\ntruth: 2"
#define REFUTE \
    "let: w : complex\nclaim: |w 1| = 1\nsupply: w\nholds: Its own length is 1."
#define PAIR "let: q : vector(2); n : integer in 1..5\nclaim: q^T q = n\nsupply: q, n"
#define UNIT "let: z : complex where |z| = 1\nclaim: z^2 = 1"
#define POSITIVE "let: c : real where c > 0\nclaim: c^2 > c"
#define GIVEN "let: n : integer\nclaim: n = 512\nwhere: n = 512 + 64"
#define EIGHT_THIRDS "answer: 8/3\nwithin: 1e-9"
#define GAP "answer: cos 0.75 - 7 sin 0.75\nwithin: 1e-9"
#define TURNS                                                                 \
    "let: m, n : integer; theta : real; q, k : vector(2)\nlet: define R_p = " \
    "R(p theta)\nanswer: q^T R((n - m) theta) k"
#define DIVERGENCE                                                        \
    "let: q, p : distribution(3)\nkind: expression\nanswer: sum(j=1..3, " \
    "q_j ln(q_j/p_j))"
#define GAP_OF_SUM                                              \
    "let: a, b : real\nblank: sin(a + b) = sin(a) cos(b) + ?\n" \
    "answer: cos(a) sin(b)"
#define POWER "let: b = 500000; d = 128; j = 15\nanswer: b^(-2 j/d)\nwithin: 1e-9"
#define SLIP                                                                   \
    "let: x : vector(2); R : matrix(2, 2)\nkind: spot\nline: $a$\nline: $b$\n" \
    "truth: 2\nanswer: x^T R^T R x\nbecause: reversed, transpose product\n"    \
    "reason: Transposing turns the order round."
#define DRAWN "draw: a = 2 in 1..9; b = 3 in 1..9\nanswer: a - 2 b"
#define SPOT "line: c = 1\nline: q = 2\ntruth: 2\nbecause: note"
#define ORDER "kind: order\nline: MLA\nline: MQA\nline: GQA-8\ntruth: 2 1 3"
#define TURNED_BACK                                                       \
    "kind: spot\nline: $a$\nline: $b$\ntruth: 2\nanswer: [cos 0.75, sin " \
    "0.75; -sin 0.75, cos 0.75]\nbecause: odd\nreason: Sine is odd."
#define SHOWN                                                    \
    "let: t : real\nkind: derivation\nfrom: R(t)^T\nto: R(-t)\n" \
    "without: rotation-transpose"
#define TURNS_BACK "let: m, n : integer; theta : real\nanswer: e^(i (m - n) theta)"
#define NUMBERED "line: c = 1\nline: q = 2\ntruth: 2\nbecause: note"
#define REPAIRED                                                                  \
    "line: ln is the sum\nline: The sum is 2\ntruth: 2\nanswer: e\nalso: 2.718\n" \
    "because: nats"
#define SET "until: turns = 6\nfigure: f"

static const struct judge_row {
    const char *name, *lines, *answer;
    enum grade_verdict verdict;
    const char *misconception; /* NULL: "" */
    const char *part;          /* of the feedback; NULL: any */
} judge_rows[] = {
  /* clang-format off */
    /* the first minute */
    {"minus one", MINUS_ONE, "-1", RIGHT, NULL, NULL},
    {"with U+2212", MINUS_ONE, "−1", RIGHT, NULL, NULL},
    {"in brackets", MINUS_ONE, "(-1)", RIGHT, NULL, NULL},
    {"behind an equal sign", MINUS_ONE, " = -1", RIGHT, NULL, NULL},
    {"worked out in another way", MINUS_ONE, "1 - 2", RIGHT, NULL, NULL},
    {"the question itself", MINUS_ONE, "i*i", ASKS, NULL, "without i"},
    {"the question, in brackets", NO_BRACKET, "i (a + b i)", ASKS, NULL,
     "without a product with a sum in brackets"},
    {"worked out, no bracket", NO_BRACKET, "a i - b", RIGHT, NULL, NULL},
    {"a miss", MINUS_ONE, "1", WRONG, "whole-turn", "Not a whole turn."},
    {"a miss, written otherwise", MINUS_ONE, "2/2", WRONG, "whole-turn", NULL},
    {"a miss with an excluded word", MINUS_ONE, "-i", WRONG, "three-turns", "Three"},
    {"an excluded word, no miss", MINUS_ONE, "i", ASKS, NULL, "without i"},
    {"something else", MINUS_ONE, "5", WRONG, NULL, "once more"},
    {"a slip of the pen", MINUS_ONE, "-1)", ASKS, NULL, NULL},
    {"an unknown name", MINUS_ONE, "X", ASKS, NULL, "'X'"},
    {"nothing", MINUS_ONE, "", ASKS, NULL, NULL},
    {"blanks", MINUS_ONE, "  ", ASKS, NULL, NULL},
    {"only an equal sign", MINUS_ONE, "=", ASKS, NULL, NULL},
    {"a vector for a number", MINUS_ONE, "[-1, 0]", ASKS, NULL, "a number is asked for"},
    {"a division by zero", MINUS_ONE, "1/0", ASKS, NULL, "no value"},
    {"a decimal comma", "answer: 0.5", "0,5", ASKS, NULL, NULL},

    /* exact numbers */
    {"a third", THIRD, "1/3", RIGHT, NULL, NULL},
    {"two sixths", THIRD, "2/6", RIGHT, NULL, NULL},
    {"nearly a third", THIRD, "0.3333", WRONG, "rounded", "0.3333 is not 1/3"},
    {"nearly a third, with many digits", THIRD, "0.333333333333333333333", WRONG,
     "rounded", "is not 1/3"},
    {"a third by a difference", "answer: 20.4", "100.4-80.0", RIGHT, NULL, NULL},
    {"scientific", "answer: 452", "4.52*10^2", RIGHT, NULL, NULL},
    {"an exponent", "answer: 300", "3e2", RIGHT, NULL, NULL},
    {"large counts are exact", "answer: 10^20", "10^20+1", WRONG, "off-by-one", NULL},
    {"large counts, right", "answer: 10^20", "10^19*10", RIGHT, NULL, NULL},
    {"a root, rounded", "answer: sqrt 2", "1.41421356", WRONG, "rounded", "exact"},
    {"a root, otherwise", "answer: sqrt 2", "2/sqrt 2", RIGHT, NULL, NULL},
    {"e is a constant", "answer: e", "e", RIGHT, NULL, NULL},
    {"a name without a value", "let: x : real\nkind: number\nanswer: 5", "x", ASKS,
     NULL, "x has no value"},
    {"a name with a value", "answer: 6", "2 len", RIGHT, NULL, NULL},

    /* nearly */
    {"the score to 15 digits", SCORE, "-4.03978245128952", RIGHT, NULL, NULL},
    {"the score as an expression", SCORE, "cos 0.75 - 7 sin 0.75", RIGHT, NULL, NULL},
    {"the score within its bound", SCORE, "-4.0397824513", RIGHT, NULL, NULL},
    {"the score beyond its bound", SCORE, "-4.0398", BUT, NULL,
     "That is rounded; with more digits it is -4.039782451."},
    {"the other sign of the gap", SCORE, "5.50316018904", WRONG, "sign-of-gap", "gap"},
    {"an excluded function", SCORE, "Re(e^(0.75 i)) - 7 sin 0.75", ASKS, NULL,
     "without Re"},
    {"four places", THIRD_4, "0.3333", RIGHT, NULL, NULL},
    {"four places, exact", THIRD_4, "1/3", RIGHT, NULL, NULL},
    {"four places, more given", THIRD_4, "0.33333", RIGHT, NULL, NULL},
    {"four places, the last one wrong", THIRD_4, "0.3334", WRONG, NULL, NULL},
    {"four places, three given", THIRD_4, "0.333", WRONG, "rounded", "too few"},
    {"a tie, down", "answer: 0.125\nfigures: 2", "0.12", RIGHT, NULL, NULL},
    {"a tie, up", "answer: 0.125\nfigures: 2", "0.13", RIGHT, NULL, NULL},
    {"beyond the tie", "answer: 0.125\nfigures: 2", "0.131", WRONG, NULL, NULL},
    {"figures of a large number", "answer: pi*10^6\nfigures: 3", "3140000", RIGHT, NULL,
     NULL},
    {"figures, one unit off", "answer: pi*10^6\nfigures: 3", "3150000", WRONG, NULL,
     NULL},
    {"the sign counts", "answer: 3.14\nfigures: 3", "-3.14", WRONG, "sign-reversed",
     NULL},
    {"a share, inside", "answer: 200\nwithin: 1 %", "202", RIGHT, NULL, NULL},
    {"a share, outside", "answer: 200\nwithin: 1 %", "202.1", WRONG, NULL, NULL},
    {"a bound, at it", "answer: 5\nwithin: 0.5", "5.5", BUT, NULL, NULL},
    {"a bound, past it", "answer: 5\nwithin: 0.5", "5.5001", WRONG, NULL, NULL},
    {"zero to three places", "answer: 0\nplaces: 3", "0.0005", RIGHT, NULL, NULL},

    /* computed on paper: rounded to three digits at least, or within 0.1 % */
    {"a sixth, rounded", SIXTH, "0.1667", BUT, NULL, "That is rounded; exactly it is 1/6."},
    {"a sixth, to three digits", SIXTH, "0.167", BUT, NULL, NULL},
    {"a sixth, with 15 digits", SIXTH, "0.166666666666667", BUT, NULL, "exactly it is 1/6"},
    {"a sixth, two digits", SIXTH, "0.17", WRONG, "rounded",
     "0.17 has too few digits: give at least three digits that are rounded."},
    {"a sixth, one digit", SIXTH, "0.2", WRONG, NULL, NULL},
    {"a sixth, cut off", SIXTH, "0.166", WRONG, "rounded", "0.166 is cut off; round its last digit."},
    {"a sixth, its last digit wrong", SIXTH, "0.168", WRONG, NULL, NULL},
    {"a sixth, as another fraction", SIXTH, "167/1000", WRONG, NULL, NULL},
    {"three digits, an eighth of a percent off", "answer: 8/3\nwithin: 1e-9", "2.67", BUT, NULL, "exactly it is 8/3"},
    {"two digits that are near", "answer: 5.503161\nwithin: 1e-9", "5.5", WRONG, "rounded", "too few digits"},
    {"with a zero at its end", "answer: 5.503161\nwithin: 1e-9", "5.50", BUT, NULL, NULL},
    {"a question's own share takes them", "answer: 5.503161\nwithin: 1e-9\nrounded: 0.1 %", "5.5", BUT, NULL, NULL},
    {"a score, one decimal", "answer: 15.844664461\nwithin: 1e-9", "15.8", BUT, NULL, "15.84466446"},
    {"a score, ten digits", "answer: 15.844664461\nwithin: 1e-9", "15.84466446", BUT, NULL, NULL},
    {"a large one, without decimals", "answer: 85498.7\nwithin: 1e-9", "85500", BUT, NULL, NULL},
    {"a log-sum-exp", "answer: 1959 + ln 9\nwithin: 1e-9\nmiss maximum: 1959 -> The largest alone.", "1961.2", BUT,
     NULL, "1961.197225"},
    {"a miss within the share", "answer: 1959 + ln 2\nwithin: 1e-9\nmiss maximum: 1959 -> The largest alone.", "1959",
     WRONG, "maximum", NULL},
    {"nearer to a miss", "answer: 0.99712\nwithin: 1e-9\nmiss other: 0.99768 -> The other.", "0.9977", WRONG, "other",
     NULL},
    {"a whole number is not rounded", "answer: 4096\nwithin: 1e-9", "4095", WRONG, "off-by-one", NULL},
    {"nor a whole number as decimal", "answer: 4096\nwithin: 1e-9", "4095.9", WRONG, NULL, NULL},
    {"the figures of the question", "answer: 512/9\nfigures: 4", "57", WRONG, "rounded", "give 4 digits"},
    {"a vector, three digits each", BLAME, "(0.181, -0.136)", BUT, NULL, "[0.181019336, -0.135764502]"},
    {"a vector, two digits of one", BLAME, "[0.181, -0.14]", WRONG, "rounded", "has too few digits"},
    {"a vector, one entry wrong", BLAME, "[0.181, 0.3]", WRONG, NULL, "1 of 2 entries are right. Look at entry 2."},
    {"a whole entry beside a rounded one", "answer: [2, 1/3]\nwithin: 1e-9", "[2, 0.333]", BUT, NULL, NULL},
    {"rounded on the way", "answer: 7/2 - sqrt(3)/2", "3.5 - 0.866", WRONG, "rounded", "Give the exact one"},
    {"rounded entries, exact ones asked", "answer: [-sqrt(3)/2, 1/2]", "[-0.866, 0.5]", WRONG, "rounded", "a part of it is a rounded value"},
    {"one of them wrong", "answer: [-sqrt(3)/2, 1/2]", "[-0.866, 0.6]", WRONG, NULL, NULL},
    {"another size", "answer: [1, 2; 3, 4]", "[1, 2, 3]", WRONG, NULL, "a 2x2 matrix, and yours is a vector of 3 entries"},
    {"a vector for a number", "answer: 7/2", "[1, 2]", ASKS, NULL, "this is a vector of 2 entries"},
    {"a whole entry is not rounded", "answer: [2, 1/3]\nwithin: 1e-9", "[1.999, 0.333]", WRONG, NULL, "entry 1"},

    /* expressions */
    {"the relative turn", TURN, "R((n-m) theta)", RIGHT, NULL, NULL},
    {"as a product", TURN, "R(m theta)^T R(n theta)", RIGHT, NULL, NULL},
    {"n and m swapped", TURN, "R((m-n) theta)", WRONG, "index-swapped",
     "n and m swapped"},
    {"the transpose on the other", TURN, "R(m theta) R(n theta)^T", WRONG,
     "index-swapped", NULL},
    {"a miss of an expression", TURN, "R(m theta) R(n theta)", WRONG, "added", "Added."},
    {"two drawn numbers swapped", DRAWN, "-1", WRONG, "index-swapped",
     "with two of its numbers swapped"},
    {"an angle for a turn", TURN, "(n-m) theta", ASKS, NULL, "matrix is asked for"},
    {"times i", TIMES_I, "a i - b", RIGHT, NULL, NULL},
    {"times i, i squared is one", TIMES_I, "b + i a", WRONG, "plus-square", "became +1"},
    {"times i, conjugated", TIMES_I, "-b - a i", WRONG, "conjugate-dropped", "conjugate"},
    {"times i, negated", TIMES_I, "b - a i", WRONG, "sign-reversed", NULL},
    {"times i, another", TIMES_I, "a + 2 b i", WRONG, NULL, "differs at a = "},
    {"softmax as sigmoid", "let: x, y : real\nanswer: e^x/(e^x+e^y)", "1/(1+e^(y-x))",
     RIGHT, NULL, NULL},
    {"only for positive x", "let: x : real\nanswer: x", "sqrt(x^2)", WRONG, "domain", "only for x > 0"},
    {"epsilon dropped", "let: x : real; v : real where v > 0\nanswer: x/sqrt(v+10^-6)",
     "x/sqrt(v)", WRONG, NULL, NULL},
    {"relu", "let: x : real\nanswer: (x+|x|)/2", "max(x, 0)", RIGHT, NULL, NULL},
    {"a hole in the domain", "let: x : real\nanswer: x+1", "(x^2-1)/(x-1)", BUT, NULL,
     "x"},
    {"both have the hole", "let: x : real\nanswer: 1/(x-2)", "-1/(2-x)", RIGHT, NULL,
     NULL},
    {"precedence", "let: x : real\nanswer: -x^2", "(-x)^2", WRONG, "sign-reversed", NULL},
    {"another case", "let: x : real\nanswer: x", "X", ASKS, NULL, "did you mean 'x'"},
    {"another name", "let: x, y : real\nanswer: x", "w", ASKS, NULL,
     "'w' means nothing here: the names are x and y"},
    {"one other name", "let: x : real\nanswer: x", "w", ASKS, NULL,
     "'w' means nothing here: the only name is x"},
    {"names as they are typed", "let: alpha, beta : real\nanswer: alpha + beta", "a", ASKS,
     NULL, "the names are alpha and beta"},
    {"a digit glued to a function", "answer: sqrt 5", "sqrt5", ASKS, NULL,
     "write 'sqrt(5)' for 'sqrt5'"},
    {"degrees where the question may say so", "answer: 60", "60°", ASKS, NULL,
     "give the number alone, without '°'"},
    {"a name where none is needed", "answer: 7", "w", ASKS, NULL, "no names are needed"},
    {"words run together", TURN, "R(mtheta)", ASKS, NULL, "m theta"},
    {"off by a factor", "let: x : real\nanswer: 2 x", "3 x", WRONG, "factor-off",
     "off by the factor 1.5"},
    {"off by a constant", "let: x : real\nanswer: x^2", "x^2 + 4", WRONG, "constant-off",
     "differs at x = "},
    {"upside down, of names", "let: x, y : real\nanswer: x/y", "y/x", WRONG,
     "index-swapped", NULL},
    {"narrower", "let: x : real\nanswer: ln(x^2)", "2 ln x", BUT, NULL, "x > 0"},
    {"undefined everywhere", "let: n : integer\nanswer: (-2)^(n+1.1)", "(-2)^(n+0.1)",
     ASKS, NULL, "could not be compared"},
    {"the transposed order", "let: A, B : matrix(2, 2)\nanswer: B^T A^T", "(A B)^T", RIGHT,
     NULL, NULL},
    {"the other order", "let: A, B : matrix(2, 2)\nanswer: (A B)^T", "A^T B^T", WRONG,
     "index-swapped", NULL},
    {"sine for cosine", "let: x : real\nanswer: 3 cos x", "3 sin x", WRONG,
     "sine-for-cosine", NULL},
    {"squared", "let: x : real\nanswer: 1 + x", "(1+x)^2", WRONG, "root-missing", NULL},

    /* slips of numbers */
    {"computed in degrees", "answer: cos 60", "1/2", WRONG, "degrees", "radians"},
    {"an angle in degrees", "answer: pi/2", "90", WRONG, "degrees", "radians"},
    {"upside down", "answer: 3/7", "7/3", WRONG, "reciprocal", NULL},
    {"twice", "answer: 7", "14", WRONG, "factor-off", "twice"},
    {"half", "answer: 7", "3.5", WRONG, "factor-off", "half"},
    {"one too many", "answer: 7", "8", WRONG, "off-by-one", NULL},
    {"one too few", "answer: 7", "6", WRONG, "off-by-one", NULL},
    {"a hundred times", "answer: 7", "700", WRONG, "percent", NULL},
    {"the square", "answer: 7", "49", WRONG, "root-missing", NULL},
    {"two explanations: none", "answer: 1", "2", WRONG, NULL, "once more"},
    {"twice and squared: none", "answer: 2", "4", WRONG, NULL, NULL},
    {"nothing certain", "answer: 7", "11", WRONG, NULL, "once more"},
    {"an expression's value is told", "answer: 7", "5 + 6", WRONG, NULL, "11"},

    /* matrices */
    {"the matrix", MATRIX, "[1, -2; 2, 1]", RIGHT, NULL, NULL},
    {"the matrix as a sum", MATRIX, "I(2) + 2 [0, -1; 1, 0]", RIGHT, NULL, NULL},
    {"the miss of the matrix", MATRIX, "[1, 2; -2, 1]", WRONG, "clockwise",
     "To the right."},
    {"one entry wrong", MATRIX, "[1, -2; 2, 7]", WRONG, NULL,
     "3 of 4 entries are right. Look " "at row 2, column 2."},
    {"another shape", MATRIX, "[1, -2]", WRONG, NULL, "2x2 matrix"},
    {"a number for a matrix", MATRIX, "3", ASKS, NULL, "matrix is asked for"},
    {"transposed", "answer: [1, 2; 3, 4]", "[1, 3; 2, 4]", WRONG, "transpose-dropped",
     NULL},
    {"a vector", "answer: [1, 2]", "[1, 2]", RIGHT, NULL, NULL},
    {"an entry of a vector", "answer: [1, 2]", "[1, 3]", WRONG, NULL, "entry 2"},
    {"a matrix within a bound", "answer: [1/3, 2/3]\nwithin: 0.01", "[0.33, 0.67]",
     RIGHT, NULL, NULL},
    {"a matrix beyond it", "answer: [1/3, 2/3]\nwithin: 0.01", "[0.33, 0.7]", WRONG,
     NULL, NULL},

    /* also */
    {"an also", "let: x : real\nanswer: 2 x\nalso: 3 x\nright-but: Can be shorter.",
     "x + x + x", BUT, NULL, "Can be shorter."},
    {"an also without remark", "let: x : real\nanswer: 2 x\nalso: 3 x", "3 x", RIGHT,
     NULL, NULL},

    /* spellings of paper */
    {"a number in words", MINUS_ONE, "minus one", ASKS, NULL, "'minus' is a word: write numbers with signs and digits"},
    {"half in words", "answer: 1/2", "one half", ASKS, NULL, "'one' is a word"},
    {"a word that is a name", "let: one : real\nanswer: 2 one", "one + one", RIGHT, NULL, NULL},
    {"a sixth as one sign", SIXTH, "⅙", ASKS, NULL, "write 1/6"},
    {"a mixed number", EIGHT_THIRDS, "2 2/3", ASKS, NULL, "write it as one fraction, 8/3"},
    {"a negative mixed number", EIGHT_THIRDS, "-2 2/3", ASKS, NULL, "-8/3"},
    {"a product with a quotient", EIGHT_THIRDS, "4 (2/3)", RIGHT, NULL, NULL},
    {"a quotient with a colon", EIGHT_THIRDS, "8 : 3", ASKS, NULL, "as in 8/3"},
    {"a decimal comma in one number", "answer: 1.5", "1,5", ASKS, NULL, "write the decimal with a point: 1.5"},
    {"a thousand is no decimal", "answer: 1.5", "1,500", ASKS, NULL, "comma"},
    {"arccos", "answer: acos(2/5)", "arccos(0.4)", RIGHT, NULL, NULL},
    {"arctan of a name", "let: x : real\nanswer: atan x", "arctan x", RIGHT, NULL, NULL},
    {"a raised minus one", "answer: acos(2/5)", "cos⁻¹(2/5)", RIGHT, NULL, NULL},
    {"a power of minus one", "answer: acos(2/5)", "cos^(-1)(2/5)", RIGHT, NULL, NULL},
    {"a subscript with a minus", TURNS, "qᵀ R₋ₘ Rₙ k", RIGHT, NULL, NULL},
    {"in round brackets", TURNS, "q^T R_(-m) R_n k", RIGHT, NULL, NULL},
    {"in braces", TURNS, "q^T R_{-m} R_n k", RIGHT, NULL, NULL},
    {"a difference in round brackets", TURNS, "q^T R_(n-m) k", RIGHT, NULL, NULL},
    {"a difference of small letters", TURNS, "qᵀ Rₙ₋ₘ k", RIGHT, NULL, NULL},
    {"a sum of small letters", TURNS, "qᵀ Rₙ₊ₘ k", WRONG, NULL, NULL},
    {"a name before it", "let: x : real\nanswer: 2 x", "n = 2 x", RIGHT, NULL, NULL},
    {"the work before it", SIXTH, "0.5/3 = 1/6", RIGHT, NULL, NULL},
    {"the wrong work before it", SIXTH, "1/6 = 0.5/4", ASKS, NULL, NULL},
    {"nothing behind it", SIXTH, "1/6 =", ASKS, NULL, NULL},
    {"the wrong one of them", TURNS, "q^T R_m R_(-n) k", WRONG, "index-swapped", NULL},
    {"the dot of two vectors", "let: a, b : vector(2)\nanswer: a^T a + 2 a^T b", "a·a + 2 a · b", RIGHT, NULL, NULL},
    {"behind a dot of numbers", "let: a, b : vector(2)\nanswer: 2 a^T b", "2·a·b", RIGHT, NULL, NULL},
    {"lengths in single bars", "let: a, b : vector(2)\nanswer: norm(a)^2", "|a|²", RIGHT, NULL, NULL},
    {"KL", DIVERGENCE, "KL(q, p)", RIGHT, NULL, NULL},
    {"KL with bars", DIVERGENCE, "KL(q ‖ p)", RIGHT, NULL, NULL},
    {"a logarithm in a sum, wrong", DIVERGENCE, "sum(j=1..3, q_j ln(q_j))", WRONG, NULL, NULL},
    {"KL, turned round", DIVERGENCE, "KL(p, q)", WRONG, "index-swapped", NULL},
    {"a sum with braces", DIVERGENCE, "sum_{k=1}^3 q_k", ASKS, NULL, "as in sum(k=1..3, x_k)"},
    {"a sum as a sign", DIVERGENCE, "∑ q_j ln(q_j/p_j)", ASKS, NULL, "as in sum(j=1..3, x_j)"},
    {"rows in brackets of their own", MATRIX, "[[1, -2], [2, 1]]", RIGHT, NULL, NULL},
    {"one row in two brackets", "answer: [1, 2]", "[[1, 2]]", RIGHT, NULL, NULL},
    {"blanks between entries", MATRIX, "[1 -2; 2 1]", ASKS, NULL, "write commas between the entries"},
    {"a percentage of a share", "answer: 0.0171\nwithin: 1e-9", "1.71%", RIGHT, NULL, NULL},
    {"a rounded percentage", "answer: 1/6\nwithin: 1e-9", "16.7 percent", BUT, NULL, "1/6"},
    {"no share", "answer: 7", "7 %", ASKS, NULL, "no percentage is asked for"},
    {"names that have values", "draw: a = 2 in 1..9\nlet: x : real\nanswer: a x", "w", ASKS, NULL,
     "'w' means nothing here: the only name is x"},

    /* slips of rounded numbers */
    {"the other sign, rounded", "answer: 15.844664461\nwithin: 1e-9", "-15.8", WRONG, "sign-reversed", "opposite sign"},
    {"turned the other way", GAP, "5.503", WRONG, "turned-back", "the other way"},
    {"turned the other way, exactly", GAP, "cos 0.75 + 7 sin 0.75", WRONG, "turned-back", NULL},
    {"in degrees, rounded", GAP, "0.908", WRONG, "degrees", NULL},
    {"the rest of a share", "answer: 0.982\nwithin: 1e-9", "0.018", WRONG, "rest", "1 less the right answer"},
    {"how many times", "answer: 0.9824\nwithin: 1e-9", "56.8", WRONG, "rest", "how many times smaller"},
    {"a number for letters", "let: len, m : real\nlet: n : integer\nanswer: len + n", "8", WRONG, NULL, "differ"},
    {"that the lesson's values give", "let: len : real\nanswer: 2 len", "6", WRONG, "number-for-letters",
     "That is the number for len = 3; write it with letters."},
    {"another number", "let: len : real\nanswer: 2 len", "7", WRONG, NULL, "differ"},

    /* choices */
    {"by number", CHOICE, "3", RIGHT, NULL, NULL},
    {"by text", CHOICE, " Line 3 ", RIGHT, NULL, NULL},
    {"wrong, foreseen", CHOICE, "1", WRONG, "expand", "Line 1 is right."},
    {"wrong, not foreseen", CHOICE, "2", WRONG, NULL, "once more"},
    {"no such number", CHOICE, "5", ASKS, NULL, "from 1 to 4"},
    {"number zero", CHOICE, "0", ASKS, NULL, NULL},
    {"a huge number", CHOICE, "99999999999999999999", ASKS, NULL, NULL},
    {"no such text", CHOICE, "line", ASKS, NULL, NULL},
    {"two for one", CHOICE, "2 3", ASKS, NULL, NULL},
    {"a number that is a choice's text", COUNTS, "2", RIGHT, NULL, NULL},
    {"the place of another one", COUNTS, "#3", WRONG, NULL, NULL},
    {"the place of a text that is a number", COUNTS, "#2", RIGHT, NULL, NULL},
    {"no such place", COUNTS, "#4", ASKS, NULL, "'#4'"},
    {"several places", SEVERAL, "#2; #3; #5", RIGHT, NULL, NULL},
    {"several, with commas", SEVERAL, "2, 3,5", RIGHT, NULL, NULL},
    {"several, with blanks", SEVERAL, "5 2 3", RIGHT, NULL, NULL},
    {"several, as texts", SEVERAL, "-1; 0.6-0.8i; (1+i)/\\sqrt{2}", RIGHT, NULL, NULL},
    {"several, with and", SEVERAL, "2 and 3 and 5", RIGHT, NULL, NULL},
    {"several, digits together", SEVERAL, "235", RIGHT, NULL, NULL},
    {"several, a digit twice", SEVERAL, "2335", ASKS, NULL, "'2335'"},
    {"several, a digit too large", SEVERAL, "237", ASKS, NULL, "'237'"},
    {"several, a printed minus", SEVERAL, "\u22121; 2; 5", RIGHT, NULL, NULL},
    {"several, one missing", SEVERAL, "2 3", WRONG, NULL, "one is missing"},
    {"several, two missing", SEVERAL, "2", WRONG, NULL, "some are missing"},
    {"several, one wrong", SEVERAL, "2 3 4 5", WRONG, NULL, "3 of the 4"},
    {"several, one foreseen", SEVERAL, "1 2 3 5", WRONG, "diagonal", "`= |1 + i|`"},
    {"several, none", SEVERAL, "none", WRONG, NULL, "missing"},
    {"several, one unreadable", SEVERAL, "2, 9", ASKS, NULL, "'9'"},

    /* claims */
    {"a counterexample", REFUTE, "2", RIGHT, NULL,
     "The claim fails at w = 2: it would say 2 = 1."},
    {"with its name", REFUTE, "w = 2", RIGHT, NULL, NULL},
    {"zero", REFUTE, "0", RIGHT, NULL, NULL},
    {"a complex one", REFUTE, "1+i", RIGHT, NULL, "1.41"},
    {"the claim holds there", REFUTE, "0.6+0.8i", WRONG, NULL, "Its own length is 1."},
    {"an excluded word in a value", REFUTE "\nwithout: i", "1+i", ASKS, NULL, "without i"},
    {"two values for one", REFUTE, "1; 2", ASKS, NULL, "a value for w"},
    {"a decimal comma for w", REFUTE, "0,5", ASKS, NULL, "with a point"},
    {"another name", REFUTE, "v = 2", ASKS, NULL, "v is not asked for"},
    {"a name without a value for w", REFUTE, "w = w", ASKS, NULL, NULL},
    {"a vector for w", REFUTE, "[1, 2]", ASKS, NULL, "complex number"},
    {"undefined w", REFUTE, "1/0", ASKS, NULL, "undefined"},
    {"no value behind the name", REFUTE, "w =", ASKS, NULL, "missing"},
    {"two names", PAIR, "[1, 1]; 3", RIGHT, NULL, NULL},
    {"two names, turned round", PAIR, "n = 3; q = [1, 1]", RIGHT, NULL, NULL},
    {"two names, with a comma", PAIR, "[1, 1], 3", RIGHT, NULL, NULL},
    {"two names, the claim holds", PAIR, "[1, 1]; 2", WRONG, NULL, "holds"},
    {"one of two", PAIR, "[1, 1]", ASKS, NULL, "q and n, with ; between them: q = [?, ?]; n = ?"},
    {"round brackets, as lessons write arrows", PAIR, "q = (1, 1); n = 3", RIGHT, NULL, NULL},
    {"round ones without names", PAIR, "(1,1), 3", RIGHT, NULL, NULL},
    {"round ones around a term", PAIR, "[1, 1]; (3)", RIGHT, NULL, NULL},
    {"the sides of a claim", REFUTE, "2 i", RIGHT, NULL,
     "fails at w = 2 i: it would say 2 = 1."},
    {"both sides, where they must differ", "let: t : real\nclaim: t^2 != 4", "2", RIGHT, NULL,
     "fails at t = 2: both sides are 4 there."},
    {"what is not 0", "let: q, k : complex\nclaim: Im(q k^*) = 0", "q = i; k = 1", RIGHT, NULL,
     "there Im(q conj(k)) is 1, not 0."},
    {"a pair for a complex number", "let: q, k : complex\nclaim: Im(q k^*) = 0", "q = (0,1); k = (1,0)",
     ASKS, NULL, "q is one complex number here: write 2 + 3 i"},
    {"a vector without brackets", PAIR, "q = 1, 1; n = 3", RIGHT, NULL, NULL},
    {"a number for a vector", PAIR, "q = 1; n = 3", ASKS, NULL, "q is 2 numbers, such as [1, 2]"},
    {"values that do not count, in words",
     "let: n : integer\nclaim: n = n + 1\nwhere: n >= 2 -> there have to be two", "1", ASKS, NULL,
     "there have to be two"},
    {"degrees, where they are asked for", "answer: 60", "60 degrees", ASKS, NULL, "in radians"},
    {"a gap filled with the other side", GAP_OF_SUM, "sin(a + b) - sin(a) cos(b)", ASKS, NULL,
     "stands on the other side"},
    {"an i without a blank", TURNS_BACK, "e^(imθ) (e^(inθ))^*", RIGHT, NULL, NULL},
    {"an i without a blank, before a letter", TURNS_BACK, "e^(imtheta-in theta)", ASKS, NULL, NULL},
    {"a gap filled", GAP_OF_SUM, "sin(b) cos(a)", RIGHT, NULL, NULL},
    {"swapped names that vanish", POWER, "500000^-30/128", WRONG, NULL, "As a number"},
    {"swapped names that are 1", "let: b = 500000; d = 96; j = 12\nanswer: b^(-2 j/d)\nwithin: 1e-9", "1",
     WRONG, NULL, "once more"},
    {"a reason behind by", SLIP, "2: x^T R^T R x by transpose-product", RIGHT, NULL, NULL},
    {"the line's number twice", SLIP, "2: 2: x^T R^T R x because it is reversed", RIGHT, NULL, NULL},
    {"a matrix repaired by decimals", TURNED_BACK, "2: [0.732, 0.682; -0.682, 0.732]; because sine is odd", RIGHT, NULL, NULL},
    {"with one of them wrong", TURNED_BACK, "2: [0.732, 0.682; -0.628, 0.732]; because sine is odd", WRONG, NULL, "not repaired"},
    {"a derivation that begins with its goal", SHOWN, "= R(-t)\n= [cos t, sin t; -sin t, cos t]\n= R(-t)", WRONG, NULL,
     "it goes all the way at once"},
    {"a sign of the line twice", SLIP, "2: : x^T R^T R x because it is reversed", RIGHT, NULL, NULL},
    {"the sides of a strict claim", "let: c : real\nclaim: c^2 > c", "1", RIGHT, NULL, "at c = 1: it would say 1 > 1."},
    {"values that the question gives", GIVEN, "576", RIGHT, NULL, NULL},
    {"a product in a condition", "let: x : real\nclaim: x < 1\nwhere: x < 2*3", "7", ASKS, NULL, "x < 2\\*3 count here"},
    {"a product of numbers", GIVEN, "2*288", RIGHT, NULL, "at n = 576: it would say 576 = 512"},
    {"other values than those", GIVEN, "512", WRONG, NULL, "the claim holds"},
    {"other values, where the claim fails", GIVEN, "500", WRONG, NULL, "Look at the question once more."},
    {"one twice", PAIR, "n = 1; n = 2", ASKS, NULL, "two values"},
    {"above the interval", PAIR, "[1, 1]; 6", ASKS, NULL, "n may be at most 5 here"},
    {"below the interval", PAIR, "[1, 1]; 0", ASKS, NULL, "n has to be at least 1 here"},
    {"at the end of the interval", PAIR, "[1, 1]; 5", RIGHT, NULL, NULL},
    {"not a whole number", PAIR, "[1, 1]; 2.5", ASKS, NULL, "integer"},
    {"a whole number, written otherwise", PAIR, "[1, 1]; 6/2", RIGHT, NULL, NULL},
    {"a vector of three", PAIR, "[1, 1, 1]; 3", ASKS, NULL, "and this is vector(3)"},
    {"a condition kept", UNIT, "i", RIGHT, NULL, NULL},
    {"a condition broken", UNIT, "2", ASKS, NULL, "only values with"},
    {"an open end", POSITIVE, "0", ASKS, NULL, "c has to be above 0 here"},
    {"inside the open end", POSITIVE, "1/2", RIGHT, NULL, NULL},
    {"at the edge of a strict claim", POSITIVE, "1", RIGHT, NULL, NULL},
    {"where it holds", POSITIVE, "3", WRONG, NULL, "holds"},
    {"a vector without brackets", "let: q : vector(2)\nclaim: q^T q = 2", "1, 2", RIGHT,
     NULL, NULL},

    {"an index out of range", "let: q : vector(2); k : integer\nclaim: q[k] = 0",
     "[1, 2]; 7", ASKS, NULL, "says nothing about"},
    {"an index in range", "let: q : vector(2); k : integer\nclaim: q[k] = 0", "[1, 2]; 2",
     RIGHT, NULL, NULL},

    /* lines */
    {"the sentence behind a comma", SPOT, "2, the query has a note", RIGHT, NULL, NULL},
    {"behind a hyphen", SPOT, "line 2 - the note", RIGHT, NULL, NULL},
    {"behind the wrong number", SPOT, "1, the note", WRONG, NULL, "Line 1 is not"},
    {"the beginnings of lines", ORDER, "MQA; MLA; GQA", RIGHT, NULL, NULL},
    {"the beginning of two lines", ORDER, "M; MLA; GQA", ASKS, NULL, "there is no line 'M'"},
    {"the first line that stands wrong", ORDER, "1 2 3", WRONG, NULL,
     "It does not begin with: \"MLA\"."},
    {"the next one", ORDER, "2 3 1", WRONG, NULL, "This one does not come next: \"GQA-8\"."},

    /* sliders */
    {"the sliders are there", SET, "6", RIGHT, NULL, NULL},
    {"the sliders by name", SET, "turns = 6", RIGHT, NULL, NULL},
    {"the sliders are not there", SET, "5", WRONG, NULL, "Not there yet."},

    /* shares */
    {"a sum over another index", DIVERGENCE, "sum(i=1..3, q_i ln(q_i/p_i))", RIGHT, NULL, NULL},
    {"the logarithms apart", DIVERGENCE, "sum(j=1..3, q_j (ln q_j - ln p_j))", RIGHT, NULL, NULL},
    {"turned over", DIVERGENCE, "-sum(j=1..3, q_j ln(p_j/q_j))", RIGHT, NULL, NULL},

    {"a sum sign with its bounds", DIVERGENCE, "∑(j=1..3, q_j ln(q_j/p_j))", RIGHT, NULL, NULL},
    {"a sum sign without", DIVERGENCE, "∑_j q_j ln(q_j/p_j)", ASKS, NULL, "bounds"},
    {"a sign for nearly", SIXTH, "≈ 0.1667", BUT, NULL, "rounded"},

    {"digits of a small number", "answer: 0.0634\nwithin: 1e-9", "0.063", WRONG, "rounded", "zeros in front do not count"},
    {"one decimal", "answer: 1000.7\nplaces: 1", "1001", WRONG, "rounded", "give 1 decimal."},

    /* as it is written on paper */
    {"a vector without commas", "let: z : vector(4)\nclaim: z_1 > z_2", "-8 8 8 1/2", RIGHT, NULL, "z = [-8, 8, 8, 1/2]"},
    {"one entry too few", "let: z : vector(4)\nclaim: z_1 > z_2", "8 8 -8", ASKS, NULL, "z = [?, ?, ?, ?]"},
    {"entries by other names", "let: z : vector(2)\nclaim: z_1 > z_2", "p = 1; r = 2", ASKS, NULL, "give a value for z: z = [?, ?]"},
    {"three numbers as an arrow", "let: a, b, c : integer\nclaim: a + b + c > 0", "(0, 0, 0)", RIGHT, NULL, "a = 0, b = 0, c = 0"},
    {"three numbers in brackets", "let: a, b, c : integer\nclaim: a + b + c > 0", "[0, 0, 0]", RIGHT, NULL, NULL},
    {"three numbers with blanks", "let: a, b, c : integer\nclaim: a + b + c > 0", "0 0 0", RIGHT, NULL, NULL},
    {"two vectors without brackets", "let: a, b : vector(2)\nclaim: a_1 > b_1", "0.1, 0.9; 0.5, 0.5", RIGHT, NULL, NULL},
    {"two vectors without commas", "let: a, b : vector(2)\nclaim: a_1 > b_1", "a = 0.1 0.9; b = 0.5 0.5", RIGHT, NULL, NULL},
    {"a bracket behind the number of a line", NUMBERED, "2) because the note", RIGHT, NULL, NULL},
    {"brackets about it", NUMBERED, "(2) because the note", RIGHT, NULL, NULL},
    {"a hyphen behind it", NUMBERED, "2 - because the note", RIGHT, NULL, NULL},
    {"since for because", NUMBERED, "Line 2, since the note", RIGHT, NULL, NULL},
    {"a line in its words", REPAIRED, "2: The sum is e^1 = 2.718 as nats", RIGHT, NULL, NULL},
    {"with a sign for nearly", REPAIRED, "2: sum \u2248 2.718 because nats", RIGHT, NULL, NULL},
    {"the wrong line in its words", REPAIRED, "2: The sum is 2^1 = 2 because nats", WRONG, NULL, "not repaired"},
  /* clang-format on */
};

static void
check_judge(void **state)
{
    const struct judge_row *r = *state;
    struct arena *a = arena_new();
    const struct ask *q = ask_from(a, r->lines);
    struct drawn d = ask_draw(a, q, 0, 0);
    struct grade g = grade_answer(a, q, &d, r->answer, NULL, NULL);
    bool right = r->verdict == RIGHT || r->verdict == BUT;

    if (g.verdict != r->verdict || (r->part && !strstr(g.feedback, r->part)))
        print_error("# %s: %s (%s)\n", grade_verdict_text(g.verdict), g.feedback,
                    g.misconception);
    assert_int_equal(g.verdict, r->verdict);
    assert_string_equal(g.misconception, r->misconception ? r->misconception : "");
    if (r->part)
        assert_non_null(strstr(g.feedback, r->part));
    assert_true(g.mark == (right ? 1 : 0));
    assert_true(r->verdict == RIGHT || *g.feedback);
    assert_true(!strstr(g.feedback, "differ") || strstr(g.feedback, g.counterexample));
    assert_true((*g.understood != '\0') == (r->verdict != ASKS));
    assert_false(g.repeated);
    arena_free(a);
}

/* ---- tries
 * ------------------------------------------------------------------------------- */

static const struct mark_row {
    const char *name;
    int hints, wrong;
    double mark;
} mark_rows[] = {
    {"at once",       0,  0,  1  },
    {"one hint",      1,  0,  0.9},
    {"one wrong try", 0,  1,  0.8},
    {"one of each",   1,  1,  0.7},
    {"three hints",   3,  0,  0.7},
    {"four tries",    0,  4,  0.2},
    {"never less",    0,  5,  0.2},
    {"never less",    20, 20, 0.2},
};

static void
check_mark(void **state)
{
    static const char *const wrong[20] = {"2",  "3",  "4",  "5",  "6",  "7",  "8",
                                          "9",  "10", "11", "12", "13", "14", "15",
                                          "16", "17", "18", "19", "20", "21"};
    const struct mark_row *r = *state;
    struct arena *a = arena_new();
    const struct ask *q = ask_from(a, "answer: 1"), *set = ask_from(a, SET);
    struct drawn d = ask_draw(a, q, 0, 0);
    struct tries before = {wrong, r->wrong, r->hints};
    struct grade g = grade_answer(a, q, &d, "1", &before, NULL);

    assert_true(g.mark == r->mark);
    assert_string_equal(g.feedback, "");
    assert_true(grade_set(a, set, 1, &before).mark == r->mark);
    arena_free(a);
}

static const struct repeat_row {
    const char *name, *lines, *before, *answer;
    bool repeated;
} repeat_rows[] = {
    {"letter by letter",                   "answer: 1", "2",       "2",       true },
    {"of the same value",                  "answer: 1", "2",       "4/2",     true },
    {"another",                            "answer: 1", "2",       "3",       false},
    {"an equal expression",                TIMES_I,     "b + a i", "a i + b", true },
    {"another expression",                 TIMES_I,     "b + a i", "b - a i", false},
    {"nearly the same decimals",           THIRD_4,     "0.3",     "0.3001",  false},
    {"a choice by its text",               CHOICE,      "2",       "line 2",  true },
    {"several in another order",           SEVERAL,     "2 3",     "3, 2",    true },
    {"the same value of w",                REFUTE,      "1",       "w = i^4", true },
    {"another w",                          REFUTE,      "1",       "i",       false},
    {"an earlier one that cannot be read", "answer: 1", "2)",      "2",       false},
};

static void
check_repeat(void **state)
{
    const struct repeat_row *r = *state;
    struct arena *a = arena_new();
    const struct ask *q = ask_from(a, r->lines);
    struct drawn d = ask_draw(a, q, 0, 0);
    struct tries before = {&r->before, 1, 0};
    struct grade g = grade_answer(a, q, &d, r->answer, &before, NULL);

    assert_int_equal(g.verdict, WRONG);
    assert_int_equal(g.repeated, r->repeated);
    arena_free(a);
}

static void
check_set(void **state)
{
    struct arena *a = arena_new();
    const struct ask *q = ask_from(a, SET);

    (void)state;
    assert_int_equal(grade_set(a, q, 1, NULL).verdict, RIGHT);
    assert_string_equal(grade_set(a, q, 1, NULL).understood, "turns = 6");
    assert_int_equal(grade_set(a, q, 0, NULL).verdict, WRONG);
    assert_int_equal(grade_set(a, q, NAN, NULL).verdict, WRONG);
    arena_free(a);
}

static void
check_guess(void **state)
{
    struct arena *a = arena_new();
    const struct ask *q = ask_framed(a, "predict q", "choice: up; down\ntruth: up");
    struct drawn d = ask_draw(a, q, 0, 0);
    struct grade g = grade_answer(a, q, &d, "up", NULL, NULL);

    (void)state;
    assert_int_equal(g.verdict, ASKS);
    assert_int_equal(g.err.code, ERR_ANSWER_GUESS);
    assert_string_equal(g.feedback, g.err.msg);
    assert_true(grade_read(a, q, &d, "2").ok);
    assert_string_equal(grade_read(a, q, &d, "2").plain, "down");
    arena_free(a);
}

static const struct guess_row {
    const char *lines, *guess;
    bool is_true;
} guess_rows[] = {
    {"choice: up; down\ntruth: up",          "up",     true },
    {"choice: up; down\ntruth: up",          "#1",     true },
    {"choice: up; down\ntruth: up",          "#2",     false},
    {"kind: number\ntruth: -2 - i",          "-2-i",   true },
    {"kind: number\ntruth: -2 - i",          "-i - 2", true },
    {"kind: number\ntruth: -2 - i",          "2 + i",  false},
    {"kind: number\ntruth: 60",              "60.0",   true },
    {"kind: number\ntruth: 60",              "-300",   false},
    {"kind: number\ntruth: 60",              "",       false},
    {"kind: number\ntruth: 60",              "(",      false},
    {"kind: number\ntruth: 1/3",             "0.3333", true },
    {"over: g in 0..1\ntruth: g\nfigure: f", "0 1",    false},
};

static void
check_guess_true(void **state)
{
    const struct guess_row *r = *state;
    struct arena *a = arena_new();
    const struct ask *q = ask_framed(a, "predict q", r->lines);
    struct drawn d = ask_draw(a, q, 0, 0);

    assert_int_equal(grade_guess_is_true(a, q, &d, r->guess), r->is_true);
    arena_free(a);
}

static void
check_counterexample(void **state)
{
    struct arena *a = arena_new();
    const struct ask *q = ask_from(a, TIMES_I), *claim = ask_from(a, REFUTE);
    struct drawn d = ask_draw(a, q, 0, 0), e = ask_draw(a, claim, 0, 0);
    struct grade g = grade_answer(a, q, &d, "b + a i", NULL, NULL);

    (void)state;
    assert_non_null(strstr(g.counterexample, "at "));
    assert_non_null(strstr(g.counterexample, "a = "));
    g = grade_answer(a, claim, &e, "2", NULL, NULL);
    assert_string_equal(g.counterexample, "at w = 2: 2 and 1");
    g = grade_answer(a, ask_from(a, "answer: 7"), &d, "8", NULL, NULL);
    assert_string_equal(g.counterexample, "");
    arena_free(a);
}

/* ---- readings
 * ---------------------------------------------------------------------------- */

static const struct read_row {
    const char *name, *lines, *answer;
    const char *plain; /* NULL: not readable */
    int col;           /* -1: the answer as a whole */
    const char *part;
} read_rows[] = {
    {"a product",                     TURN,      "R(m θ)^T R(nθ)", NULL,                0,  NULL       },
    {"an expression",                 TIMES_I,   "-b+a*i",           "-b + a i",          0,  NULL       },
    {"what cannot be read",           TIMES_I,   "-b + ",            NULL,                0,  NULL       },
    {"an unknown name behind blanks", TIMES_I,   "  a + yy",         NULL,                7,  "yy"       },
    {"behind an equal sign",          TIMES_I,   "= a + yy",         NULL,                7,  "yy"       },
    {"an excluded word",              MINUS_ONE, "i i",              NULL,                -1, "without i"},
    {"a miss may use it",             MINUS_ONE, "-i",               "-i",                0,  NULL       },
    {"a choice",                      CHOICE,    "1",                "line 1",            0,  NULL       },
    {"choices",                       SEVERAL,   "1 4",              "$1 + i$; $2i$",     0,  NULL       },
    {"no choice",                     SEVERAL,   "1, 44",            NULL,                4,  "44"       },
    {"none",                          SEVERAL,   "none",             "none of them",      0,  NULL       },
    {"a value",                       REFUTE,    "1+i",              "w = 1 + i",         0,  NULL       },
    {"values",                        PAIR,      "n=2;q=[1,2]",      "q = [1, 2], n = 2", 0,  NULL       },
    {"a bad value",                   PAIR,      "[1, 2]; n = 2 yy", NULL,                15, "yy"       },
};

static void
check_read(void **state)
{
    const struct read_row *r = *state;
    struct arena *a = arena_new();
    const struct ask *q = ask_from(a, r->lines);
    struct drawn d = ask_draw(a, q, 0, 0);
    struct reading out = grade_read(a, q, &d, r->answer);

    if (r->plain) {
        assert_true(out.ok);
        assert_string_equal(out.plain, r->plain);
        assert_true(*out.spoken != '\0');
    } else if (r->col) {
        assert_false(out.ok);
        assert_int_equal(out.err.at.line, r->col > 0);
        assert_int_equal(out.err.at.col, r->col > 0 ? r->col : 0);
        assert_non_null(strstr(out.err.msg, r->part));
    }
    arena_free(a);
}

static void
check_nothing_typed(void **state)
{
    static const char *const kinds[] = {MINUS_ONE, CHOICE, SEVERAL, REFUTE, SET};
    struct arena *a = arena_new();

    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const struct ask *q = ask_from(a, kinds[i]);
        struct drawn d = ask_draw(a, q, 0, 0);

        assert_false(grade_read(a, q, &d, " ").ok);
        assert_int_equal(grade_read(a, q, &d, " ").err.code, ERR_NONE);
    }
    arena_free(a);
}

/* Whatever is typed: no crash, no hang, and a reading or a reason. */
static void
check_bad_input(void **state)
{
    static const char *const kinds[] = {MINUS_ONE, TURN,   MATRIX, CHOICE,
                                        SEVERAL,   REFUTE, PAIR};
    struct arena *a = arena_new();
    char deep[5001], commas[5001];
    const char *const typed[] = {
        deep,          commas,  "\xff\xfe", "\x1b[2J",     "9^9^9^9^9",
        "(1-2)^6000",  "[[[[",  "]]]];;;;", "=====",       "w==2",
        ",,,,",        "= = =", "w=;w=",    "1e308*1e308", "-2645e-1141622225",
        "11^711111111"};

    (void)state;
    memset(deep, '(', 5000);
    memset(commas, ',', 5000);
    deep[5000] = commas[5000] = '\0';
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        const struct ask *q = ask_from(a, kinds[k]);
        struct drawn d = ask_draw(a, q, 0, 0);

        for (size_t i = 0; i < sizeof typed / sizeof *typed; i++) {
            struct grade g = grade_answer(a, q, &d, typed[i], NULL, NULL);

            assert_true(g.verdict == ASKS || g.verdict == WRONG);
            assert_true(*g.feedback != '\0');
        }
    }
    arena_free(a);
}

/* A reading is made at every key: it must be quick. */
static void
check_quick(void **state)
{
    enum { TIMES = 200 };
    struct arena *a = arena_new(), *frame = arena_new();
    const struct ask *q = ask_from(a, SCORE);
    struct drawn d = ask_draw(a, q, 0, 0);
    clock_t start = clock();

    (void)state;
    for (int i = 0; i < TIMES; i++) {
        assert_true(
            grade_read(frame, q, &d, "cos(0.75) - 7 sin(0.75) + 0*(1 + 2 + 3)").ok);
        arena_reset(frame);
    }
    assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 0.001 * TIMES);
    arena_free(frame);
    arena_free(a);
}

/* ---- model answers
 * ------------------------------------------------------------------------- */

static const struct model_row {
    const char *name, *lines, *plain;
} model_rows[] = {
    {"a number",                  "answer: -1",                                                "-1"                                     },
    {"a fraction",                THIRD,                                                       "1/3 ≈ 0.33333333"                     },
    {"a whole number worked out", "answer: 2 + 3",                                             "2 + 3 = 5"                              },
    {"a term with its value",     SCORE,                                                       "cos(0.75) - 7 sin(0.75) ≈ -4.0397825" },
    {"a term with drawn names",   "draw: c = 2 in 1..9\nanswer: c + 1",                        "2 + 1 = 3"                              },
    {"a long decimal that ends",  "answer: 1/1024",                                            "1/1024 = 0.0009765625"                  },
    {"a drawn angle",             "draw: k = 3 in 2..9\nanswer: k pi/2",                       "3π/2 ≈ 4.712389"                     },
    {"a let of drawn numbers",    "draw: c = 2 in 1..9\nlet: s = c^2; t = 5\nanswer: s + t",
     "2^2 + t = 9"                                                                                                                      },
    {"a long term of a number",
     "draw: c = 2 in 1..9\nanswer: c + 1 + c + 1 + c + 1 + c + 1 + c + 1 + c + 1 + c + 1 "
     "+ c + 1",                                                                                "24"                                     },
    {"an expression",             TIMES_I,                                                     "-b + a i"                               },
    {"a matrix of names",         "draw: c = 1 in 1..3; d = 2 in 1..3\nanswer: [c, -d; d, c]",
     "[1, -2; 2, 1]"                                                                                                                    },
    {"a choice",                  CHOICE,                                                      "line 3"                                 },
    {"choices",                   SEVERAL,                                                     "$(1 + i)/\\sqrt{2}$; $-1$; $0.6 - 0.8i$"},
    {"a condition",               SET,                                                         "turns = 6"                              },
};

static void
check_model(void **state)
{
    const struct model_row *r = *state;
    struct arena *a = arena_new();
    const struct ask *q = ask_from(a, r->lines);
    struct drawn d = ask_draw(a, q, 0, 0);

    assert_string_equal(grade_model(a, q, &d, false), r->plain);
    assert_true(*grade_model(a, q, &d, true) != '\0');
    arena_free(a);
}

/* The model answer of a claim is an answer that is right. */
static void
check_model_refute(void **state)
{
    static const char *const claims[] = {REFUTE, PAIR, UNIT, POSITIVE};
    struct arena *a = arena_new();

    (void)state;
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
        const struct ask *q = ask_from(a, claims[i]);
        struct drawn d = ask_draw(a, q, 0, 0);

        assert_int_equal(
            grade_answer(a, q, &d, grade_model(a, q, &d, false), NULL, NULL).verdict,
            RIGHT);
    }
    arena_free(a);
}

int
main(void)
{
    struct table t = {0};

    TABLE_ROWS(&t, judge_rows, check_judge);
    TABLE_ROWS(&t, mark_rows, check_mark);
    TABLE_ROWS(&t, repeat_rows, check_repeat);
    table_add(&t, "sliders", check_set, NULL);
    table_add(&t, "a guess is not graded", check_guess, NULL);
    table_add(&t, "counterexamples", check_counterexample, NULL);
    TABLE_ROWS(&t, read_rows, check_read);
    table_add(&t, "nothing is typed yet", check_nothing_typed, NULL);
    table_add(&t, "bad input", check_bad_input, NULL);
    table_add(&t, "a reading is quick", check_quick, NULL);
    TABLE_ROWS(&t, guess_rows, check_guess_true);
    TABLE_ROWS(&t, model_rows, check_model);
    table_add(&t, "model answers of claims are right", check_model_refute, NULL);
    return table_run(&t, "grade");
}
