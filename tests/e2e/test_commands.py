#!/usr/bin/env python3
"""The commands as programs: exit statuses, what they print, and where.

usage: test_commands.py ROPEWALK
"""

import json
import os
import re
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "scripts"))

from tap import Tap
from terminal import Place

COURSE = os.path.join(HERE, "course")
BROKEN = os.path.join(HERE, "bad", "broken.md")
KINDS = os.path.join(COURSE, "10-kinds.md")

PROVE = os.path.join(HERE, "..", "spec", "prove")
ROPE = os.path.join(PROVE, "case-rope.txt")
SIGN = os.path.join(PROVE, "case-rope-sign.txt")
OWN = os.path.join(HERE, "..", "..", "lessons")
SKIP = os.path.join(PROVE, "unreadable.txt")

# arguments, exit status, what stdout is (a pattern for all of it), what stderr holds
ROWS = [
    ("--version", 0, r"ropewalk \d+\.\d+\.\d+\n", ""),
    ("--help", 0, r"usage: ropewalk(.|\n)*--plain(.|\n)*exit status(.|\n)*", ""),
    ("equal --help", 0, r"usage: ropewalk equal A B(.|\n)*--let(.|\n)*", ""),
    ("eqaul 1 2", 64, "", "ropewalk: RW-800: no command 'eqaul'; did you mean equal?"),
    ("--jsn list", 64, "", "did you mean --json?"),
    ("list --theme pink", 64, "", "RW-802"),
    ("list --motion slow", 64, "", "--motion LEVEL: 'slow' is not one"),
    ("list --cells dots", 64, "", "RW-802"),
    ("list --lessons x --theme", 64, "", "--theme needs a value"),
    ("list --plain=yes", 64, "", "takes no value"),
    ("list --seed minus", 64, "", "RW-802"),
    ("list --seed -1", 64, "", "RW-802"),
    ("list --digits 3", 64, "", "--digits belongs to 'ropewalk eval'"),
    ("list more", 64, "", "RW-803: usage: ropewalk list"),
    ("eval", 64, "", "usage: ropewalk eval EXPR"),
    # eval
    ("eval 0.1+0.2", 0, r"0\.3\n", ""),
    ("eval 0.1+0.2 --precision fp64", 0, r"0\.30000000000000004\n", ""),
    ("eval 0.1+0.2 --precision fp32", 0, r"0\.30000001192092896\n", ""),
    ("eval 0.1+0.2 --precision bf16", 0, r"0\.30078125\n", ""),
    ("eval 0.1+0.2 --precision fp16", 0, r"0\.2998046875\n", ""),
    ("eval 0.1+0.2 --precision exact", 0, r"0\.3\n", ""),
    ("eval x+1 x=256 --precision bf16", 0, r"256\n", ""),
    ("eval|R(m) q|m=257|q=[1, 0]|--precision|bf16", 0, r"\[-0\.0397949\d*, -1\]\n", ""),
    ("eval 300*300 --precision fp16", 0, r"inf\n", ""),
    ("eval 0.1 --precision fp8", 64, "", "'fp8' is no precision: exact, fp64, fp32, bf16 or fp16"),
    ("eval|det([1, 2; 3, 4])|--precision|bf16", 65, "", "RW-305: a determinant is found in fp64 only"),
    ("eval 0.1 --precision fp64 --digits 18", 64, "", "at most 17 digits"),
    ("eval -x^2 x=3", 0, r"-9\n", ""),
    ("eval -- --2", 0, r"2\n", ""),
    ("eval|sqrt 2|--digits|30", 0, r"1\.41421356237309504880168872421\n", ""),
    ("eval|sqrt 2|--digits=0", 64, "", "--digits N: '0' is not one"),
    ("eval|R(pi/2) q|q=[1, 0]", 0, r"\[0, 1\]\n", ""),
    ("eval x", 65, "", "ropewalk: expression:1:1: RW-200: "),
    ("eval x+y x=1 y", 64, "", "RW-805"),
    ("eval 1+", 65, "", "ropewalk: expression:1:3: RW-101: "),
    ("eval 1/0", 65, "", "undefined"),
    ("eval (1", 65, "", "    (1\n    ^\n"),
    # prove and derive
    ("prove " + ROPE, 0, r"theorem t\n(.|\n)*  1 holds .* by transpose-product\n(.|\n)*", ""),
    ("prove " + SIGN, 1, r"(.|\n)*  2 different (.|\n)*sign-reversed: (.|\n)*", ""),
    ("prove " + SKIP, 65, r"(.|\n)*  3 unreadable (.|\n)*", ""),
    ("prove /nowhere/x.txt", 66, "", "RW-713"),
    ("derive rope-relative m=7 --lessons " + OWN, 0, r"theorem rope-relative, lesson rope-plane\n(.|\n)*m = 7(.|\n)*", ""),
    ("derive small-enough --lessons " + OWN, 0, r"theorem small-enough(.|\n)*\n<=> e\^x < delta(.|\n)*", ""),
    ("derive buys-nothing --lessons " + OWN, 0, r"theorem buys-nothing(.|\n)*\n-> 0 as x -> -inf(.|\n)*", ""),
    ("derive rope-relativ --lessons " + OWN, 66, "", "RW-814: the course has no theorem 'rope-relativ'; did you mean 'rope-relative'?"),
    ("derive rope-relative z=1 --lessons " + OWN, 65, "", "has no name 'z'"),
    # simulate
    ("simulate --list", 0, r"dot-variance: (.|\n)*\n    d=64 +\S(.|\n)*softmax-saturation: (.|\n)*mla-rank: (.|\n)*", ""),
    ("simulate --list --json", 0, r'(\{"name":"[-a-z]+".*\}\n)+', ""),
    ("simulate", 64, "", "RW-803: usage: ropewalk simulate NAME"),
    ("simulate cosin", 64, "", "RW-820: no experiment 'cosin'; did you mean cosine?"),
    ("simulate cosine dd=3", 64, "", "RW-821: cosine has no parameter 'dd'; did you mean d?"),
    ("simulate cosine d", 64, "", "RW-805"),
    ("simulate cosine d=0", 65, "", "RW-320: d = 0: it must be a whole number from 1 to 10000000"),
    ("simulate cosine d=-1", 65, "", "RW-320: d = -1: "),
    ("simulate cosine d=1.5", 65, "", "RW-320: d = 1.5: "),
    ("simulate cosine d=inf", 65, "", "RW-320: d = inf: "),
    ("simulate cosine d=0/0", 65, "", "RW-320: d is not a number"),
    ("simulate cosine d=", 65, "", "RW-101"),
    ("simulate dot-variance dist=gauss", 65, "", "RW-320: dist = gauss: it must be normal, uniform or sign"),
    ("simulate softmax-saturation keys=1e12", 65, "", "RW-321: keys = 1000000000000 needs 7.28 TiB of memory"),
    ("simulate rope-shift d=7", 65, "", "RW-320: d = 7: d must be even"),
    ("simulate bigram", 65, "", "RW-320: bigram needs text=FILE"),
    ("simulate bigram text=/nowhere", 66, "", "RW-713"),
    ("simulate underflow p=0.1 length=500", 0,
     r"product +0\nlog_sum +-1151\.292546497\d*\nzero_at +324\n500 samples, .* seconds, seed 0\n", ""),
    ("simulate dot-variance n=1 d=4", 0, r"mean +\S+\nvariance +no number\n(.|\n)*", ""),
    ("simulate softmax-saturation keys=4 sigma=0 n=100 --json", 0,
     r'.*"top_mean":0\.25,"top_mean_stderr":0\.0,.*"samples":100,"seconds":[0-9.e-]+,"seed":0,"stopped":false\}\n', ""),
    ("simulate mask-leak fill=-inf open=0 --json", 0, r'.*"leak":null,"leak_stderr":null,.*"note":"no key .*\}\n', ""),
    ("simulate rmsnorm-gain gain=10^2 ms=1e-6 eps=1e-5", 0, r"ratio +3\.3149677206589\d(.|\n)*", ""),
    # equal
    ("equal|x^2+2x+1|(x+1)^2|--let|x : real", 0, "equal\n", ""),
    ("equal|x|sqrt(x^2)|--let|x : real", 1, "different at x = -1: -1 and 1\n(.|\n)*", ""),
    ("equal 64 2^3^2", 1, "different: 64 and 512\n(.|\n)*", ""),
    ("equal|x+1|(x^2-1)/(x-1)|--let|x : real", 0, "equal where x != 1\n", ""),
    ("equal|(-2)^(n+1.1)|(-2)^(n+0.1)|--let|n : integer in 1..9", 2, "undecided: .*\n", ""),
    ("equal x x", 65, "", "ropewalk: left:1:1: RW-200: "),
    ("equal|x|x|--let|x : rael", 65, "", "ropewalk: let:1:5: RW-"),
    ("equal 1 [1,2]", 65, "", "RW-201"),
    ("equal 1", 64, "", "usage: ropewalk equal A B"),
    ("equal 1 2 --batch x.tsv", 64, "", "usage: ropewalk equal A B"),
    ("equal --batch /nowhere/x.tsv", 66, "", "RW-713"),
    # formulas
    (r"tex|\frac{1}{\sqrt{d_k}}", 0, " 1\n───\n√dₖ\n", ""),
    (r"tex|\frac{1}{\sqrt{d_k}}|--ascii", 0, "    1\n---------\nsqrt\\(d_k\\)\n", ""),
    (r"tex|--|-x", 0, "-x\n", ""),
    (r"tex|$x^2$", 0, "x²\n", ""),
    (r"tex|a=b+c+d+e+f|--width|9", 0, "a = b \\+\n    c \\+\n    d \\+\n    e \\+ f\n", ""),
    (r"tex|\frac{a}{b", 65, "a\n─\nb\n", "ropewalk: formula:1:9: RW-150: this { is never closed\n"),
    (r"tex|x^2^3|--ascii", 65, "\\(x\\^2\\)\\^3\n", "RW-152"),
    ("tex|x\x1b[2J\x07", 0, "[ -~]*\n", ""),
    (r"tex|\frac{1}{\sqrt{d_k}}|--speak", 0, "the fraction one over the square root of d sub k\n", ""),
    (r"tex|\sum_{t=1}^T x|--speak", 0, "the sum from t equals 1 to T of x\n", ""),
    ("view|" + KINDS + "|--width|50", 0, "(.{0,50}\n)*", ""),
    ("view /nowhere.md", 66, "", "RW-713"),
    ("view ./", 74, "", "RW-714"),
    ("view", 64, "", "usage: ropewalk view FILE.md"),
    ("tex", 64, "", "usage: ropewalk tex TEX"),
    ("tex a b", 64, "", "usage: ropewalk tex TEX"),
    ("tex a --batch /nowhere/x", 64, "", "usage: ropewalk tex TEX"),
    ("tex a --width 0", 64, "", "RW-802"),
    ("tex --batch /nowhere/x", 66, "", "RW-713"),
    ("list --speak", 64, "", "--speak belongs to 'ropewalk tex'"),
    ("list --batch x", 64, "", "--batch belongs to 'ropewalk equal'"),
    # lessons
    ("list", 0, r"new +T1 +kinds .*\nnew +T2 +second .*\n", ""),
    ("list --lessons /nowhere", 66, "", "RW-713"),
    ("learn kind", 66, "", "RW-810: no lesson 'kind' in .*; did you mean kinds?"),
    ("learn kinds#chioces", 66, "", "RW-811: no step 'chioces' in .*; did you mean choices?"),
    ("learn kinds#11", 66, "", "RW-811: no step '11' in .*; its steps are 1 to 10, or guess, set, numbers, "),
    ("learn nothing.md", 66, "", "RW-713"),
    ("learn ./", 74, "", "RW-714"),
    ("learn|" + BROKEN, 65, "", r"broken.md:10:1: RW-406: .*'answer'\?\n    awnser: 3\n    \^\n"
                                r"ropewalk: .*broken.md:17:13: RW-103: "),
    ("check|" + KINDS, 0, "1 lesson: 10 steps, 16 questions, 2 figures, .*\n0 findings\n", ""),
    ("check", 0, "2 lessons: 11 steps, 17 questions, .*\n0 findings\n", ""),
    ("check|" + BROKEN, 1, "1 lesson: .*\n2 findings\n", r"broken.md:10:1: RW-406: "),
    ("check|" + COURSE, 0, "2 lessons: 11 steps, 17 questions, .*\n0 findings\n", ""),
    ("check /nowhere.md", 66, "", "RW-713"),
    ("figure kinds line c=3", 0, r"(.|\n)*At x = 2 the line has risen to 6\.\n", ""),
    ("figure kinds hand --ascii", 0, r"[ -~\n]*The hand has made 0 eighths of a turn\.\n", ""),
    ("figure kinds lime", 66, "", "RW-812: no figure 'lime'"),
    ("figure kinds line d=3", 66, "", "RW-813: the figure has no slider 'd'"),
    ("figure kinds line c=", 65, "", "RW-101"),
    ("figure kinds line c", 64, "", "RW-805"),
    ("figure kinds line c=1/0", 65, "", "c:1:1: RW-505: '1/0' is no number"),
    # the record
    ("record show", 0, r"The record is .*record\.db\n", ""),
    ("record verify", 0, r"The record is sound\.\n", ""),
    ("record export", 64, "", "usage: ropewalk record export FILE"),
    ("record export /nowhere/x", 74, "", "RW-716"),
    ("record export /dev/null/x --data /dev/null/y", 74, "", "RW-704"),
    ("record verify --data /dev/null/y", 74, "", "RW-704"),
    ("record sing", 64, "", "RW-800"),
    # about
    ("explain RW-406", 0, r"RW-406: a key that this block does not have\.\n.*\n", ""),
    ("explain 406", 0, r"RW-406: .*\n.*\n", ""),
    ("explain RW-999", 64, "", "RW-804"),
    ("explain six", 64, "", "RW-804"),
    ("doctor", 0, r"version +\d(.|\n)*lessons +.*, 2 lessons\n", ""),
    # lines
    ("", 0, r"(.|\n)*kinds(.|\n)*", ""),
    ("learn kinds#5", 0, r"Lesson: T1 (.|\n)*\nStep 5 of 10: Choices \(kinds#choices\)\n(.|\n)*", ""),
    ("learn kinds", 0, r"Lesson: T1 One of each kind(.|\n)*The input has ended\. Your place is kept\.\n", ""),
]

JSON_ROWS = [
    ("eval 0.1+0.2", 0, {"value": "0.3"}),
    ("equal|x|sqrt(x^2)|--let|x : real", 1,
     {"verdict": "different", "point": {"x": "-1"}, "left": "-1", "right": "1", "domain": "",
      "note": "only for x > 0", "why": ""}),
    ("equal|x+1|(x^2-1)/(x-1)|--let|x : real", 0, {"verdict": "equal", "domain": "x != 1"}),
    ("equal 1+ 2", 65, {"verdict": "unreadable", "error": {"code": "RW-101", "line": 1, "column": 3}}),
    (r"tex|\foo+\frac12", 0, {"ok": True, "rows": 3, "unknown": ["foo"], "error": None}),
    (r"tex|x^2^3", 65, {"ok": False, "rows": 1, "text": "(x²)³", "unknown": [], "verdict": "unreadable",
                        "error": {"code": "RW-152", "line": 1, "column": 4}}),
    ("view|" + KINDS, 0, {"headings": [{"level": 1}] * 10}),
    ("list", 0, {"lessons": [{"id": "kinds", "label": "T1", "title": "One of each kind", "minutes": 3,
                              "state": "new", "needs": []},
                             {"id": "second", "needs": ["kinds"]}]}),
    ("check|" + BROKEN, 1, {"found": 2, "findings": [{"line": 10, "column": 1, "code": "RW-406"}, {"line": 17}]}),
    ("figure kinds line c=3", 0, {"sliders": {"c": 3.0}, "say": "At x = 2 the line has risen to 6."}),
    ("explain RW-100", 0, {"code": 100}),
    ("record show", 0, {"lessons": []}),
    ("record verify", 0, {"sound": True}),
    ("--version", 0, {}),
    ("learn kinds", 64, {"verdict": "unreadable", "error": {"code": "RW-801"}}),
    ("eval 1 --bogus", 64, {"verdict": "unreadable", "error": {"code": "RW-801"}}),
    ("learn nothing.md", 66, {"verdict": "unreadable", "error": {"code": "RW-713"}}),
]


def split(text):
    return text.split("|") if "|" in text else text.split()


def holds(found, expected):
    """Whether `found` has everything that is expected (parts of objects are enough)."""
    if isinstance(expected, dict):
        return isinstance(found, dict) and all(k in found and holds(found[k], v) for k, v in expected.items())
    if isinstance(expected, list):
        return len(found) == len(expected) and all(holds(f, e) for f, e in zip(found, expected))
    return found == expected


def run(program, place, args, **environment):
    return subprocess.run([program] + args, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
                          env=place.environment(**environment))


def has_course(args):
    return args if "--lessons" in args or "--" in args else args + ["--lessons", COURSE]


def check_rows(tap, program, place):
    for text, status, out, err in ROWS:
        found = run(program, place, has_course(split(text)))
        ok = found.returncode == status and re.fullmatch(out, found.stdout) and (
            err in found.stderr or re.search(err, found.stderr))
        if status in (64, 66):
            ok = ok and found.stderr.startswith("ropewalk: ")
        if not err:
            ok = ok and found.stderr == ""
        tap.result(ok, "ropewalk %s" % text, "status %d\n%s\n%s" % (found.returncode, found.stdout, found.stderr))


def check_json(tap, program, place):
    for text, status, expected in JSON_ROWS:
        found = run(program, place, has_course(split(text) + ["--json"]))
        try:
            ok = found.returncode == status and found.stdout.count("\n") == 1 and holds(
                json.loads(found.stdout), expected)
        except ValueError:
            ok = False
        tap.result(ok, "ropewalk %s --json" % text, "status %d\n%s" % (found.returncode, found.stdout))


def simulate(program, place, args):
    found = run(program, place, ["simulate"] + args + ["--json"])
    result = json.loads(found.stdout)
    result.pop("seconds")
    return result


def check_simulate(tap, program, place):
    """Repeated bit for bit; stopped by Ctrl-C with what is known so far."""
    args = ["dot-variance", "d=32", "n=50000", "--seed"]
    first, again, other = (simulate(program, place, args + [seed]) for seed in ("1", "1", "2"))
    tap.result(first == again, "simulate repeats", "%s\n%s" % (first, again))
    tap.result(first["variance"] != other["variance"], "simulate with another seed", str(other))
    stops = (
        ("dot-variance", ["n=1e12"], 1),
        ("underflow", ["p=1", "length=1e12"], 1),
        ("mla-rank", ["d=512", "n=1e9"], 0.4),  # while its matrices are being made
    )
    for name, args, seconds in stops:
        child = subprocess.Popen([program, "simulate", name, "--json"] + args, stdin=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                 env=place.environment())
        time.sleep(seconds)
        child.send_signal(signal.SIGINT)
        try:
            out, err = child.communicate(timeout=20)
            found = json.loads(out)
            ok = child.returncode == 0 and found["stopped"] and (0 < found["samples"] or seconds < 1) and found["samples"] < 1e12 and err == ""
        except (subprocess.TimeoutExpired, ValueError) as problem:
            child.kill()
            ok, out, err = False, str(problem), ""
        tap.result(ok, "simulate %s stops at Ctrl-C" % name, "%s\n%s" % (out, err))


FORMULAS = r"""
"x^2"
"\\frac12\\foo"
"a}b"
7
"x

"\u0007y"
"""


def check_formulas(tap, program, place):
    path = os.path.join(place.home, "formulas.jsonl")
    with open(path, "w", encoding="utf-8") as f:
        f.write(FORMULAS)
    found = run(program, place, ["tex", "--batch", path])
    rows = [json.loads(line) for line in found.stdout.splitlines()]
    expected = [
        {"ok": True, "rows": 1, "text": "x²", "unknown": [], "error": None},
        {"ok": True, "rows": 3, "unknown": ["foo"]},
        {"ok": False, "rows": 1, "text": "ab", "error": {"line": 1, "column": 2}},
        {"ok": False, "rows": 0, "error": {"code": "RW-701", "line": 5}},
        {"ok": False, "rows": 0, "error": {"line": 6}},
        {"ok": True, "rows": 1},
    ]
    tap.result(found.returncode == 65 and holds(rows, expected) and "\x07" not in found.stdout
               and "3 of 6 formulas are malformed" in found.stderr,
               "a file of formulas", found.stdout + found.stderr)


def nested(head, tail, n):
    return head * n + "x" + tail * n


# name, TeX, options, whether it is well formed, part of the message
BUDGETS = [
    ("64 KiB of TeX", "x+" * 32767 + "xx", "--speak", True, None),
    ("more than 64 KiB", "x" * 65537, "", False, "65536 bytes"),
    ("wider than the canvas", "x" * 2001, "", False, "1 rows of 2001 cells"),
    ("as wide as the canvas", "x" * 2000, "", True, None),
    ("broken, it is not too wide", "+".join(["x"] * 2000), "--width 40", True, None),
    ("higher than the canvas", "\\begin{matrix}" + "1\\\\" * 501 + "\\end{matrix}", "", False, "501 rows"),
    ("64 deep", nested("{", "}", 64), "", True, None),
    ("65 deep", nested("{", "}", 65), "", False, "nest 64 deep"),
    ("macros without end", "\\def\\a{\\a}\\a", "", False, "expand without end"),
    ("macros that double", "\\def\\a{\\b\\b}\\def\\b{\\a\\a}\\a", "", False, "expand without end"),
    ("roots in roots", nested("\\sqrt{", "}", 60), "--ascii", True, None),
    ("arrows in arrows", nested("\\xrightarrow{", "}", 60), "", True, None),
    ("nots of nots", nested("\\not{", "}", 60), "", True, None),
    ("fractions in fractions", nested("\\frac{1}{", "}", 60), "--ascii", True, None),
]


def check_budgets(tap, program, place):
    """The budgets of a formula hold in a file and as an argument, and take no time."""
    path = os.path.join(place.home, "budget.jsonl")
    for name, tex, options, fits, message in BUDGETS:
        with open(path, "w", encoding="utf-8") as f:
            f.write(json.dumps(tex) + "\n")
        begin = time.monotonic()
        found = run(program, place, ["tex", "--batch", path] + options.split())
        row = json.loads(found.stdout)
        told = (row["error"] or {}).get("message")
        tap.result(row["ok"] == fits and (told is None if fits else message in told)
                   and time.monotonic() - begin < 30, name + " in a file", found.stdout[:300] + found.stderr[:300])
        found = run(program, place, ["tex"] + options.split() + ["--", tex])
        tap.result(found.returncode == (0 if fits else 65) and (fits or message in found.stderr),
                   name + " as an argument", found.stderr[:300])


def check_batch(tap, program, place):
    path = os.path.join(place.home, "pairs.tsv")
    with open(path, "w", encoding="utf-8") as f:
        f.write("# id\tdeclarations\tleft\tright\tverdict\tremark\n"
                "one\tx : real\t2 x\tx + x\tequal\t\n"
                "two\tx : real\tx\t-x\tdifferent\tno\n"
                "three\tx : real\tx +\t1\trefuse\r\n")
    found = run(program, place, ["equal", "--batch", path])
    lines = found.stdout.splitlines()
    tap.result(found.returncode == 0 and lines[0] == "one\tequal" and lines[1].startswith("two\tdifferent at x = "),
               "equal --batch", found.stdout + found.stderr)
    tap.result("pairs.tsv:4:19: RW-101" in found.stdout, "a place in a batch file", found.stdout)
    tap.result("3 of 3 as the file says" in found.stderr, "equal --batch counts", found.stderr)
    found = run(program, place, ["equal", "--batch", path, "--json", "--quiet"])
    rows = [json.loads(line) for line in found.stdout.splitlines()]
    tap.result([r["id"] for r in rows] == ["one", "two", "three"] and found.stderr == "", "equal --batch --json",
               found.stdout + found.stderr)
    with open(path, "a", encoding="utf-8") as f:
        f.write("four\t\t1\t2\tequal\n")
    found = run(program, place, ["equal", "--batch", path])
    tap.result(found.returncode == 1, "a batch that comes out otherwise", found.stderr)
    tap.result("four\tdifferent: 1 and 2; note: off by the factor 2\tthe file says equal\n" in found.stdout,
               "equal --batch says which", found.stdout)
    with open(path, "a", encoding="utf-8") as f:
        f.write("five\t\t1\n")
    found = run(program, place, ["equal", "--batch", path])
    tap.result(found.returncode == 65 and "pairs.tsv:6:1: RW-806" in found.stderr, "a short row", found.stderr)


# What is beyond the budgets of a term, or no text.
HOSTILE = {
    "5,000 brackets": b"(" * 5000 + b"x",
    "64 KiB of 1+1": b"1" + b"+1" * 32768,
    "a tower": b"2" + b"^2" * 2000,
    "a long number": b"9" * 4000,
    "powers of tens": b"10^10^10^10",
    "sums in sums": b"sum(j=1..9, " * 300 + b"j",
    "invalid UTF-8": b"x + \xff\xfe",
    "half a character": b"x + \xe2\x82",
    "a surrogate": b"x + \xed\xa0\x80",
    "an escape": b"x + \x1b[2J",
    "a bell": b"x\x07",
    "a delete": b"x\x7f",
    "turned text": "x + \u202ey".encode(),
}


def refused(found):
    """Refused or undecided, in words that do nothing to a terminal."""
    said = found.stdout + found.stderr
    return found.returncode in (2, 65) and said.strip() != b"" and all(
        b in b"\n\t" or 0x20 <= b != 0x7f for b in said) and b"\xe2\x80\xae" not in said


def check_hostile(tap, program, place):
    path = os.path.join(place.home, "hostile.tsv")
    for name, text in HOSTILE.items():
        with open(path, "wb") as f:
            f.write(b"one\tx : real\t" + text + b"\t1\n")
        for args in (["equal", text, "1", "--let", "x : real"], ["eval", text, "x=1"], ["equal", "--batch", path]):
            if args[0] == "eval" and name == "powers of tens":
                continue
            found = subprocess.run([program] + args, stdin=subprocess.DEVNULL, capture_output=True, timeout=60,
                                   env=place.environment())
            tap.result(refused(found), "%s: %s" % (args[0], name), repr((found.stdout + found.stderr)[:200]))
    with open(path, "wb") as f:
        f.write(b"one\t\t1\t1\ntwo\tx : real\tx\x00y\t1\n")
    found = run(program, place, ["equal", "--batch", path])
    tap.result(found.returncode == 65 and "hostile.tsv:2:15: RW-806: a NUL byte" in found.stderr, "a NUL byte",
               found.stderr)


def check_damage(tap, program, place):
    path = os.path.join(place.home, "damaged.db")
    with open(path, "w", encoding="utf-8") as f:
        f.write("no database")
    found = run(program, place, ["record", "verify", "--record", path])
    tap.result(found.returncode == 1 and found.stdout == "" and "RW-708" in found.stderr, "a damaged record is not sound",
               found.stdout + found.stderr)


def check_output(tap, program, place):
    """What cannot be printed is no success; a pipe that closes is no crash."""
    if os.path.exists("/dev/full"):
        with open("/dev/full", "w", encoding="utf-8") as full:
            found = subprocess.run([program, "list", "--lessons", COURSE], stdout=full, stderr=subprocess.PIPE,
                                   text=True, timeout=60, env=place.environment())
        tap.result(found.returncode == 74 and "RW-890" in found.stderr, "a full disk", found.stderr)
    found = subprocess.run(["sh", "-c", "'%s' simulate --list | head -1" % program], capture_output=True, text=True,
                           timeout=60, env=place.environment())
    tap.result(found.stderr == "" and found.stdout.count("\n") == 1, "a reader that has enough", found.stderr)
    for closed in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
        found = subprocess.run(["sh", "-c", "exec '%s' learn kinds --lessons '%s' %s" % (program, COURSE, closed)],
                               stdin=subprocess.DEVNULL, capture_output=True, timeout=60, env=place.environment())
        tap.result(0 <= found.returncode < 75, "closed: %s" % closed, found.returncode)
    for command in ("list", "sheet", "map", "review --json", "handout kinds", "eval 1/4", "--version"):
        found = subprocess.run(["sh", "-c", "exec '%s' %s --lessons '%s' >&-" % (program, command, COURSE)],
                               stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
                               env=place.environment())
        tap.result(found.returncode == 74 and "RW-890" in found.stderr, "%s to nowhere is no success" % command,
                   "%d %s" % (found.returncode, found.stderr))
    found = subprocess.run("'%s' --help | head -n 1" % program, shell=True, capture_output=True, text=True, timeout=60,
                           env=place.environment())
    tap.result(found.stdout.startswith("usage") and "Broken" not in found.stderr, "a pipe that closes", found.stderr)


def check_locale(tap, program, place):
    for name in ("C", "C.UTF-8", "POSIX", "de_DE.UTF-8", "nonsense"):
        found = run(program, place, ["eval", "1/4"], LANG=name, LC_ALL=name)
        tap.result(found.stdout == "0.25\n", "numbers have a point with LC_ALL=%s" % name, found.stdout)
    found = run(program, place, ["figure", "kinds", "hand", "--lessons", COURSE], LANG="C", LC_ALL="C")
    tap.result(found.stdout.isascii() and found.returncode == 0, "ASCII only with LC_ALL=C", found.stdout)


def main():
    program = sys.argv[1]
    tap = Tap()
    with Place() as place:
        check_rows(tap, program, place)
        check_formulas(tap, program, place)
        check_budgets(tap, program, place)
        check_simulate(tap, program, place)
        check_batch(tap, program, place)
        check_hostile(tap, program, place)
        check_damage(tap, program, place)
        check_output(tap, program, place)
        check_locale(tap, program, place)
    with Place() as place:
        check_json(tap, program, place)
        mode = os.stat(os.path.dirname(place.record)).st_mode & 0o777
        tap.result(mode == 0o700 and os.stat(place.record).st_mode & 0o777 == 0o600, "the record is private",
                   oct(mode))
    tap.exit()


if __name__ == "__main__":
    main()
