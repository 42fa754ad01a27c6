#!/usr/bin/env python3
"""ropewalk grade, kind by kind: verdict, exit status, and what is said about the answer.

usage: test_grade.py ROPEWALK COURSE
"""

import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "scripts"))

from tap import Tap
from terminal import Place

STATUS = {"right": 0, "right-but": 0, "wrong": 1, "unreadable": 65}
LINES = """= q^T R(2 theta)^T R(7 theta) k by transpose-product
= q^T R(-2 theta) R(7 theta) k by rotation-transpose
= q^T R(7 theta - 2 theta) k by rotation-compose"""
TURNED = "It isn't true that values are left alone: they rotate with the same angle."

# question of the capstone, answer, verdict, what else the answer's JSON holds
ROWS = [
    ("n2", "cos 0.3 + 7 sin 0.3", "right", {"mark": 1.0}),
    ("n2", "cos 0.3 - 7 sin 0.3", "wrong", {"misconception": "gap-sign", "mark": 0.0}),
    ("n2", "1", "wrong", {"misconception": "no-turn"}),
    ("n2", "3,5", "unreadable", {}),
    ("n2", "3.02 m", "unreadable", {}),
    ("n2", "", "unreadable", {}),
    ("n2", " \t ", "unreadable", {}),
    ("n2", "1\x01", "unreadable", {}),
    ("n2", "\x1b[2J", "unreadable", {}),
    ("n2", "ответ", "unreadable", {}),
    ("n2", "三", "unreadable", {}),
    ("n2", "1" * 4096, None, {}),
    ("n2", "(" * 4096, "unreadable", {}),
    ("n1", "[cos 0.3, -sin 0.3; sin 0.3, cos 0.3]", "right", {"mark": 1.0}),
    ("n1", "R(0.3)", "unreadable", {}),
    ("n1", "[cos 0.3, sin 0.3; -sin 0.3, cos 0.3]", "wrong", {"misconception": "back"}),
    ("n1", "[1, 2]", None, {}),
    ("r1", "2", "right", {"mark": 1.0}),
    ("r1", "3", "wrong", {"misconception": "no-transpose"}),
    ("r1", "9", "unreadable", {}),
    ("audit-readings", "1 2", "right", {"mark": 1.0}),
    ("audit-readings", "1 2 3", "wrong", {}),
    ("e5", "4: R((n - m) theta)", "right", {"mark": 1.0}),
    ("e5", "3", "wrong", {"misconception": "caption"}),
    ("x16.3", "[1, 2]; [3, -1]; 8; 5", "right", {"mark": 1.0}),
    ("x16.3", "[1, 0]; [1, 0]; 8; 5", "wrong", {"misconception": "parallel"}),
    ("e1", LINES, "right", {"mark": 1.0}),
    ("e1", "= q^T R((2 - 7) theta) k by rotation-compose", "wrong", {}),
    ("e1", "= q^T R(", "unreadable", {}),
    ("e1", "= q^T R((7 - 2) theta) k by no-such-rule", "unreadable", {}),
    ("e1", LINES + "\n= q^T R((7 - 2) theta) k by no-such-rule", "unreadable", {}),
    ("proof1", "= q^T R(m theta) R(n theta) k by transpose-product: turned", "wrong",
     {"misconception": "no-transpose", "parts": [("wrong", "The transpose belongs to the turn of the query as well.")]}),
    ("t2", TURNED, "wrong", {"ideas": ("values", "contradicted", "values are left alone")}),
    ("t2", "Values are not turned.", "wrong", {"ideas": ("values", "found", "Values are not turned")}),
    ("t2", "", "unreadable", {}),
]

STEPS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "golden", "ui-answers.md")
SWAPPED = """= q^T R(m theta)^T R(n theta) k by transpose-product
= q^T R(m theta) R(-n theta) k
= q^T R((m - n) theta) k by rotation-compose"""

# Every kind, from all of the course: lesson, question, answer, verdict, what else the JSON holds.
KINDS = [
    # number
    ("rope-plane q4.5", "cos 0.75 + 7 sin 0.75", "right", {"mark": 1.0}),
    ("rope-plane q4.5", "5.503161232512", "right-but", {}),
    ("rope-plane q4.5", "5.5", "right-but", {}),
    ("rope-plane q4.5", "cos 0.75 - 7 sin 0.75", "wrong", {"misconception": "gap-sign", "mark": 0.0}),
    ("rope-plane q4.5", "Re(1)", "unreadable", {}),
    ("rope-plane q4.5", "[1, 2]", "unreadable", {}),
    ("rope-plane q4.5", "x", "unreadable", {}),
    ("kv-cache q13.1", "2 * 40 * 40 * 128 * 16 / 8", "right", {"mark": 1.0}),
    ("kv-cache q13.1", "819200 bytes", "right", {"mark": 1.0}),
    ("kv-cache q13.1", "819200 B", "right", {"mark": 1.0}),
    ("kv-cache q13.1", "819200 m", "unreadable", {}),
    ("kv-cache q13.1", "819,200", "unreadable", {}),
    ("kv-cache q13.1", "409600", "wrong", {"misconception": "keys-only"}),
    # expression
    ("quarter-turn q2.2", "-b + a i", "right", {"mark": 1.0}),
    ("quarter-turn q2.2", "a i - b", "right", {"mark": 1.0}),
    ("quarter-turn q2.2", "b + a i", "wrong", {"misconception": "plus-square"}),
    ("quarter-turn q2.2", "a b", "wrong", {"misconception": ""}),
    ("quarter-turn q2.2", "i (a + b i)", "unreadable", {}),
    ("quarter-turn q2.2", "-b + c i", "unreadable", {}),
    # matrix, with what is said of each entry
    ("capstone n1", "cos 0.3, -sin 0.3; sin 0.3, cos 0.3", "right", {"mark": 1.0}),
    ("capstone n1", "[cos 0.3, sin 0.3; sin 0.3, cos 0.3]", "wrong",
     {"verdicts": ["right", "wrong", "right", "right"]}),
    ("capstone n1", "[1, 2; 3]", "unreadable", {}),
    # choice, by number and by words
    ("dot-product q1.3", "3", "right", {"mark": 1.0}),
    ("dot-product q1.3", "k has the longest shadow on q", "right", {"mark": 1.0}),
    ("dot-product q1.3", "1", "wrong", {"misconception": "score-is-cosine"}),
    ("dot-product q1.3", "1 3", "unreadable", {}),
    ("dot-product q1.3", "5", "unreadable", {}),
    ("dot-product q1.3", "0", "unreadable", {}),
    # several, with what is said of each choice
    ("quarter-turn q2.3", "2 3 5", "right", {"mark": 1.0}),
    ("quarter-turn q2.3", "5, 3, 2", "right", {"mark": 1.0}),
    ("quarter-turn q2.3", "1 2 3 5", "wrong", {"misconception": "diagonal"}),
    ("quarter-turn q2.3", "2 3", "wrong", {"feedback": "So far all right, but one is missing."}),
    ("quarter-turn q2.3", "none", "wrong", {}),
    ("quarter-turn q2.3", "2 9", "unreadable", {}),
    # blank
    ("turning q3.3", "cos alpha sin beta", "right", {"mark": 1.0}),
    ("turning q3.3", "sin(beta) cos(alpha)", "right", {"mark": 1.0}),
    ("turning q3.3", "sin(alpha + beta) - sin alpha cos beta", "unreadable", {}),
    ("turning q3.3", "-cos alpha sin beta", "wrong", {"misconception": "difference"}),
    ("turning q3.3", "cos gamma", "unreadable", {}),
    # step
    (STEPS + " step", "= q^T R(m theta)^T R(n theta) k by transpose-product", "right", {"mark": 1.0}),
    (STEPS + " step", "q^T R(m theta)^T R(n theta) k", "right", {"mark": 1.0}),
    (STEPS + " step", "= q^T R(m theta) R(n theta) k", "wrong", {"misconception": "transpose-dropped"}),
    (STEPS + " step", "= (R(m theta) q)^T (R(n theta) k)", "wrong", {"misconception": "no-progress"}),
    (STEPS + " step", "= q^T R((n - m) theta) k", "wrong", {"off_form": True}),
    (STEPS + " step", "= q^T R(m theta)^T R(n theta) k by bogus", "unreadable", {}),
    (STEPS + " step", "= q^T R(m theta)^T R(n theta) k\n= q^T R((n - m) theta) k", "unreadable", {}),
    # order
    ("quarter-turn q2.1", "1 2 3 4", "right", {"mark": 1.0}),
    ("quarter-turn q2.1", "i; -1; -i; 1", "right", {"mark": 1.0}),
    ("quarter-turn q2.1", "1 3 2 4", "wrong", {"misconception": "mirrored"}),
    ("quarter-turn q2.1", "2 1 3 4", "wrong", {"misconception": ""}),
    ("quarter-turn q2.1", "1 2 3", "unreadable", {}),
    ("quarter-turn q2.1", "1 2 3 3", "unreadable", {}),
    # spot
    ("dot-product q1.4", "3: norm(a)^2 + 2 a^T b + norm(b)^2 because both middle products", "right", {"mark": 1.0}),
    ("dot-product q1.4", "3", "right-but", {}),
    ("dot-product q1.4", "4", "wrong", {"misconception": "follows"}),
    ("dot-product q1.4", "3: norm(a)^2 + norm(b)^2", "wrong", {}),
    ("dot-product q1.4", "7", "unreadable", {}),
    # set: the sliders' values, as a screen would have them
    ("first-minute fm1", "6", "right", {"mark": 1.0}),
    ("first-minute fm1", "turns = 6", "right", {"mark": 1.0}),
    ("first-minute fm1", "5", "wrong", {}),
    ("first-minute fm1", "turns = 999", "unreadable", {}),
    ("first-minute fm1", "legs = 6", "unreadable", {}),
    # refute: what breaks the claim is told back as a counterexample
    ("turning x3.1", "[1, 0, 0]", "right", {"mark": 1.0, "in counterexample": "x = [1, 0, 0]"}),
    ("turning x3.1", "x = [0, 1, 0]", "right", {"in counterexample": "x = [0, 1, 0]"}),
    ("turning x3.1", "[0, 0, 0]", "wrong", {"counterexample": ""}),
    ("turning x3.1", "[1, 0]", "unreadable", {}),
    # derivation, line by line
    ("capstone e1", SWAPPED, "wrong",
     {"verdicts": ["right", "wrong", "follows"], "rules": ["transpose-product", "", "rotation-compose"],
      "in counterexample": "at "}),
    ("capstone e1", LINES.split("\n")[0], "wrong", {"unfinished": True, "verdicts": ["right"]}),
    ("turning q3.1", "= [cos theta, -sin theta; sin theta, cos theta]^T\n= [cos theta, sin theta; -sin theta, cos theta]\n"
                     "= [cos(-theta), -sin(-theta); sin(-theta), cos(-theta)]\n= R(-theta)", "right", {"mark": 1.0}),
    ("turning q3.1", "= R(-theta) by rotation-transpose", "unreadable", {}),
    ("turning q3.1", "= R(-theta)", "wrong", {"unfinished": True}),
    ("turning q3.1", "theorem x\n= R(-theta)", "unreadable", {}),
    # text
    ("quarter-turn q2.6", "It turns by the argument of w. Moduli multiply. It is a pure rotation exactly when |w| = 1.", "right",
     {"ideas": ("turn", "found", "It turns by the argument"), "points": 2}),
    ("quarter-turn q2.6", "Angles multiply.", "wrong", {"ideas": ("turn", "contradicted", "Angles multiply")}),
    ("quarter-turn q2.6", "Moduli multiply.", "wrong", {"ideas": ("unit", "missing", "")}),
    # guesses are kept and never graded
    ("first-minute fm2", "left", "unreadable", {"message": "fm2 is a guess, which is not graded"}),
    ("rope-plane p4.2", "1 2 3 4 5 6 7 8 9", "unreadable", {"message": "p4.2 is a guess, which is not graded"}),
]

# What somebody typed who walked the course, as KINDS.
WALKED = [
    ("quarter-turn q2.1", "1 > 2 > 3 > 4", "right", {"mark": 1.0}),
    ("quarter-turn q2.1", "1 -> 2 -> 3 -> 4", "right", {"mark": 1.0}),
    ("quarter-turn q2.1", "1234", "right", {"mark": 1.0}),
    ("quarter-turn q2.1", "i; \u22121; \u2212i; 1", "right", {"understood": "i; -1; -i; 1"}),
    ("quarter-turn q2.1", "123", "unreadable", {}),
    ("dot-product q1.4", "3: |a|^2 + |b|^2 + 2 a.b because both middle products are there", "right", {"mark": 1.0}),
    ("dot-product q1.4", "3: |a|^2 + |b|^2 + 2 dot(a, b) because both middle products are there", "right", {"mark": 1.0}),
    ("p1 p1q", "sixteen", "unreadable", {"message": "'sixteen' is a word: write numbers with signs and digits, as in "
                                                    "-1 or 1/2"}),
    ("axioms powers1", "n = 7", "right", {"understood": "7"}),
    ("quarter-turn q2.2", "i(a + b i) = a i - b", "right", {"mark": 1.0}),
    ("quarter-turn q2.2", "i(a + b i) = a i + b", "unreadable", {}),
    ("one-next-word q0.1", "score = 5", "right", {"mark": 1.0}),
    ("p1 p1q", "1 + 3 + 5 + 7 = 16", "right", {"understood": "16"}),
    ("p1 p1q", "1 + 3 + 5 = 16", "unreadable", {"message": "give the answer alone: what stands before the last = "
                                                           "is not the same as what stands behind it"}),
    ("p4 p4q", "[2x, 4y]", "wrong", {"misconception": "formula"}),
    ("p6 p6q", "56/3", "wrong", {"misconception": "mean-left"}),
    ("dot-product q1.2", "2/(5 sqrt 5)", "wrong", {"misconception": "cosine"}),
    ("quarter-turn x2.1", "2", "unreadable", {}),
    ("quarter-turn x2.1", "1 + i", "right", {"mark": 1.0}),
    ("softmax q8.3", "1000.7", "right", {}),
    ("softmax q8.3", "1000", "wrong", {"misconception": "maximum"}),
    ("softmax u8", "5 because softmax does not depend on a constant", "right", {"mark": 1.0}),
    ("softmax q8.5", "4 because the values still learn", "right", {"mark": 1.0}),
    ("rmsnorm q10.3", "|a|", "right", {"mark": 1.0}),
    ("rmsnorm x10.4", "1.4", "right", {"mark": 1.0}),
    ("rmsnorm x10.4", "1", "wrong", {"misconception": "middle"}),
    ("precision x11.1", "257", "unreadable", {}),
    ("precision x11.1", "260", "right", {"mark": 1.0}),
    ("precision x11.1", "261", "right", {"mark": 1.0}),
    ("precision x11.1", "259", "wrong", {"misconception": "wrong-way"}),
    ("precision x11.1", "258", "wrong", {"misconception": ""}),
    ("precision x11.2", "324", "right", {"mark": 1.0}),
    ("cross-entropy u12", "4: 3.175 because nats go back with e", "right", {"mark": 1.0}),
    ("cross-entropy u12", "4: e^1.1552 because nats go back with e", "right", {"mark": 1.0}),
    ("kv-cache x13.2", "512", "wrong", {"misconception": "latent-alone"}),
    ("kv-cache x13.2", "500", "wrong", {"misconception": ""}),
    ("kv-cache x13.3", "128", "wrong", {"misconception": "key-alone"}),
    ("kv-cache x13.1", "34560; 983040", "wrong", {"misconception": "keys-alone"}),
    ("mla q14.5", "2 because queries have a note of their own", "right", {"mark": 1.0}),
    ("capstone e2-query", "3θ", "right", {"mark": 1.0}),
    ("capstone f-gap", "-7θ", "right", {"mark": 1.0}),
    ("softmax u8", "5) because the 3 cancels", "right", {"mark": 1.0}),
    ("softmax u8", "5, since only differences matter", "right", {"mark": 1.0}),
    ("softmax u8", "5 because shares can't exceed 1", "right", {"mark": 1.0}),
    ("softmax u8", "5 because e^3 does not cancel", "right-but", {}),
    ("softmax q8.5", "4 because p v has slope p along v", "right", {"mark": 1.0}),
    ("softmax q8.5", "4 because the values never stop learning", "right", {"mark": 1.0}),
    ("softmax q8.5", "4 because the values also stop learning", "right-but", {}),
    ("softmax q8.5", "4 because values do not learn either", "right-but", {}),
    ("softmax x8.1", "8 8 -8 -8", "right", {"mark": 1.0}),
    ("softmax x8.2", "0.5, 0.5", "unreadable", {}),
    ("softmax x8.2", "0.995, 0.005", "right", {"mark": 1.0}),
    ("softmax q8.6", "= -e^x e^y/(e^x+e^y)^2 by quotient rule", "right", {"mark": 1.0}),
    ("causal-mask x9.5", "10", "unreadable", {}),
    ("causal-mask x9.1", "(0, 0, 0)", "right", {"mark": 1.0}),
    ("causal-mask q9.4", "3 because division by zero", "right", {"mark": 1.0}),
    ("causal-mask q9.4", "3 because 0/0 is not a number", "right", {"mark": 1.0}),
    ("causal-mask q9.4", "3 because you cannot divide by 0", "right", {"mark": 1.0}),
    ("causal-mask q9.4", "3 because the sum is never 0", "right-but", {}),
    ("rmsnorm u10", "4 because RMSNorm does not take the mean off", "right", {"mark": 1.0}),
    ("rmsnorm u10", "4 because the mean need not be 0", "right", {"mark": 1.0}),
    ("rmsnorm u10", "4 because it is not centered", "right", {"mark": 1.0}),
    ("rmsnorm u10", "4 because LayerNorm does not take the mean off", "right-but", {}),
    ("rmsnorm x10.4", "-1.4", "right", {"mark": 1.0}),
    ("rmsnorm q10.3", "a sign(a)", "right", {"mark": 1.0}),
    ("precision q11.6", "4 because P is small but not zero", "right", {"mark": 1.0}),
    ("precision q11.6", "4 because ln P is about -1386", "right", {"mark": 1.0}),
    ("precision q11.6", "4 because exact arithmetic also underflows", "right-but", {}),
    ("precision x11.2", "323", "wrong", {}),
    ("cross-entropy q12.4", "4 because several words may follow", "right", {"mark": 1.0}),
    ("cross-entropy q12.4", "4 because the next word isn't determined", "right", {"mark": 1.0}),
    ("cross-entropy q12.4", "4 because a perfect model always knows the next word", "right-but", {}),
    ("cross-entropy u12", "4: perplexity = 3.175 because e is the base of ln", "right", {"mark": 1.0}),
    ("cross-entropy u12", "4: 3.175 because base 2 is right for nats", "right-but", {}),
    ("cross-entropy x12.3", "[2, 0.1]; [1, 1]", "unreadable", {}),
    ("rmsnorm q10.1", "0.8485", "wrong", {"misconception": "first"}),
    ("rmsnorm q10.3", "|a| rms(x)", "wrong", {"misconception": "whole-side"}),
    ("rmsnorm x10.2", "m = 1; h = 1e-6", "wrong", {"misconception": "loud"}),
    ("rmsnorm q10.5", "[0.64, -0.48]", "wrong", {"misconception": "no-meter"}),
    ("precision q11.2", "1075", "wrong", {"misconception": "exponent"}),
    ("precision q11.3", "1", "wrong", {"misconception": "drift"}),
    ("precision q11.5", "sqrt(65504/4)", "wrong", {"misconception": "root"}),
    ("cross-entropy x12.2", "[0.9, 0.1]; [0.5, 0.5]", "wrong", {"misconception": "even"}),
    ("cross-entropy q12.2", "[-0.665, -0.245, 0.910]", "wrong", {"misconception": "turned"}),
    ("causal-mask q9.2", "4", "wrong", {"misconception": "single"}),
]

# What is no answer, whatever is asked for: none of it is wrong, and none of it hangs.
BAD = ["", " \n", "\x01", "1\x00", "\x1b]0;x\x07", "\u202e2", "ответ", "三", "٣", "0,5", "((((", "3 km", "x" * 4096,
       "(" * 4096, "1+" * 2048, "9" * 4096 + "!"]
ASKED = ["rope-plane q4.5", "quarter-turn q2.2", "capstone n1", "dot-product q1.3", "quarter-turn q2.3", "turning q3.3",
         STEPS + " step", "quarter-turn q2.1", "dot-product q1.4", "first-minute fm1", "turning x3.1", "capstone e1"]


def grade(program, place, lessons, where, answer):
    """The JSON, or None, and the finished program."""
    lesson, ask = where.rsplit(" ", 1)
    done = subprocess.run([program, "grade", lesson, ask, "-", "--seed", "0", "--json", "--lessons", lessons],
                          input=answer.encode("utf-8"), capture_output=True, timeout=20, env=place.environment())
    try:
        return json.loads(done.stdout.decode("utf-8")), done
    except ValueError:
        return None, done


def check_kinds(tap, program, place, lessons):
    for where, answer, verdict, more in KINDS + WALKED:
        got, done = grade(program, place, lessons, where, answer)
        ok = got and got["verdict"] == verdict and STATUS[verdict] == done.returncode and not done.stderr
        ok = ok and all(holds(got, key, wanted) for key, wanted in more.items())
        ok = ok and (verdict not in ("wrong", "right-but") or got["feedback"])
        tap.result(bool(ok), "grade %s %r" % (os.path.basename(where), answer[:40]), "%s\n%s" % (more, done))


def check_bad(tap, program, place, lessons):
    for where in ASKED:
        bad = []
        for answer in BAD:
            got, done = grade(program, place, lessons, where, answer)
            if not got or got["verdict"] != "unreadable" or done.returncode != 65 or not got["error"]["message"] \
                    or any(ord(c) < 32 or ord(c) == 127 for c in got["error"]["message"]):
                bad.append((answer[:20], done))
        tap.result(not bad, "no answer to %s is unreadable" % os.path.basename(where), bad)


def holds(got, key, wanted):
    if key == "verdicts":
        return [p["verdict"] for p in got.get("parts", [])] == wanted
    if key == "rules":
        return [p["rules"] for p in got.get("parts", [])] == wanted
    if key == "message":
        return got["error"]["message"] == wanted
    if key.startswith("in "):
        return wanted in got[key[3:]]
    if key == "parts":
        return [(p["verdict"], p["feedback"]) for p in got.get("parts", [])][:len(wanted)] == wanted
    if key != "ideas":
        return got.get(key) == wanted
    return any((i["id"], i["verdict"], i["quote"]) == wanted for i in got.get("ideas", []))


def main():
    program, lessons = os.path.abspath(sys.argv[1]), sys.argv[2]
    tap = Tap()
    with Place() as place:
        for ask, answer, verdict, more in ROWS:
            done = subprocess.run([program, "grade", "capstone", ask, "-", "--seed", "0", "--json", "--lessons", lessons],
                                  input=answer.encode("utf-8"), capture_output=True, timeout=20,
                                  env=place.environment())
            name = "grade %s %r" % (ask, answer[:30])
            try:
                got = json.loads(done.stdout.decode("utf-8"))
            except ValueError:
                tap.result(False, name, done)
                continue
            said = got.get("verdict")
            ok = STATUS.get(said) == done.returncode and said == (verdict or said)
            ok = ok and all(holds(got, key, wanted) for key, wanted in more.items())
            if said == "unreadable":
                ok = ok and got.get("error", {}).get("message") and not done.stderr
            if said == "wrong":
                ok = ok and got["feedback"]
            tap.result(ok, name, "%s\n%s" % (more, done))
        check_kinds(tap, program, place, lessons)
        check_bad(tap, program, place, lessons)
    tap.exit()


if __name__ == "__main__":
    main()
