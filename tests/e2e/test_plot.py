#!/usr/bin/env python3
"""Plots: what every drawing keeps to, and the rows of spec/plots.tsv; drawings as they are
meant to look (golden/plot-*.txt).

usage: test_plot.py ROPEWALK
"""

import math
import os
import random
import re
import shlex
import subprocess
import sys
import unicodedata

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "scripts"))

from tap import Tap

SPEC = os.path.join(HERE, "..", "spec", "plots.tsv")
GOLDEN = os.path.join(HERE, "..", "golden")
OWN = os.path.join(HERE, "..", "..", "lessons")


def run(program, args, stdin="", **environment):
    """(status, stdout, stderr)"""
    env = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": "/nowhere", **environment}
    done = subprocess.run([program] + args, input=stdin.encode(), capture_output=True, env=env, timeout=60)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def cells(text):
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    return len(text) + wide - sum(unicodedata.combining(c) > 0 for c in text)


def size_of(args):
    for i, word in enumerate(args):
        if word.startswith("--size"):
            text = word.split("=")[1] if "=" in word else args[i + 1]
            return tuple(int(n) for n in text.split("x"))
    return 80, 24


def ticks(text, cut):
    """The labels of the upright axis, from the top."""
    found = (re.match(r" *([^\s+]+)" + re.escape(cut), row) for row in text.splitlines())
    return [m.group(1) for m in found if m]


def faults(text, size, cut):
    """What is wrong with a drawing, whatever it shows."""
    cols, rows = size
    lines = text.splitlines()
    labels = ticks(text, cut)
    if len(lines) > rows:
        yield "%d rows in %d" % (len(lines), rows)
    for line in lines:
        if cells(line) > cols:
            yield "%d cells in %d: %s" % (cells(line), cols, line)
        if line != line.rstrip():
            yield "blanks at the end: %r" % line
    if "\u2800" in text:
        yield "an empty cell in braille"
    if len(set(labels)) < len(labels):
        yield "labels that are the same: %s" % labels
    # A minus more where nearly all doubles are shown.
    if any(len(label) > 7 + label.endswith(("e307", "e308")) for label in labels):
        yield "labels of more than 7 cells: %s" % labels
    if any(3 * len(label) > cols for label in labels):
        yield "labels of more than a third: %s" % labels
    if any(re.fullmatch("[-\u2212]0(\\.0*)?", label) for label in labels):
        yield "a zero with a minus: %s" % labels


def rows():
    with open(SPEC, encoding="utf-8") as f:
        for line in f:
            if line.strip() and not line.startswith("#"):
                yield (line.rstrip("\n").split("\t") + [""] * 5)[:5]


def check_row(tap, program, row):
    name, args, stdin, wanted, refused = row
    words = shlex.split(args)
    stdin = stdin.replace("\\n", "\n").replace("\\t", "\t").replace("\\r", "\r")
    status, out, err = run(program, words, stdin)
    wrong = list(faults(out, size_of(words), "┤"))
    wrong += ["status %d: %s" % (status, err)] if status or err else []
    wrong += ["no %s" % wanted] if not re.search(wanted, out) else []
    wrong += ["has %s" % refused] if refused and re.search(refused, out) else []
    tap.result(not wrong, name, "\n".join(wrong + [out]))
    status, out, err = run(program, words + ["--ascii"], stdin)
    wrong = list(faults(out, size_of(words), "+"))
    wrong += ["status %d: %s" % (status, err)] if status or err else []
    wrong += [] if out.isascii() else ["not only ASCII"]
    tap.result(not wrong, name + ", ASCII", "\n".join(wrong + [out]))
    for option in "--say", "--table":
        status, out, err = run(program, words + [option], stdin)
        tap.result(status == 0 and not err and "\n\n" not in out, name + ", " + option, out + err)


def check_many(tap, program):
    """Numbers in bulk: an envelope for each column, and no number lost."""
    wave = "\n".join("%.6f" % math.sin(i / 7) for i in range(21500))
    status, out, _ = run(program, ["plot", "--series"], wave)
    body = [row[row.index("│") + 1:] if "│" in row else row[row.index("┤") + 1:]
            for row in out.splitlines() if "│" in row or "┤" in row]
    full = [sum(row[col:col + 1] not in ("", " ", "┈") for row in body) for col in range(70)]
    tap.result(status == 0 and min(full) > 15, "21500 points fill every column from -1 to 1", out)

    numbers = random.Random(5)
    million = "\n".join("%.5f" % numbers.gauss(0, 1) for _ in range(1000000))
    status, out, _ = run(program, ["plot", "--hist", "--table"], million)
    counted = sum(int(row.split()[-1]) for row in out.splitlines())
    tap.result(status == 0 and counted == 1000000, "a million numbers are all in the histogram", out)

    spike = ["0"] * 100000
    spike[54321] = "1"
    status, out, _ = run(program, ["plot", "--series", "--ascii"], " ".join(spike))
    high = [row for row in out.splitlines() if row.startswith(" 1.0+") or row.startswith("1.0+")]
    tap.result(status == 0 and high and len(high[0]) > 40, "one number of 100000 is seen", out)


# arguments, standard input, status, what stderr holds
REFUSED = [
    ("plot", "", 64, "over which range?"),
    ("plot x", "", 64, "over which range?"),
    ("plot x=0..1", "", 64, "nothing to plot"),
    ("plot x --size 80", "", 64, "--size WxH: '80' is not one"),
    ("plot x --size 0x5", "", 64, "RW-802"),
    ("plot x --size 80x9999", "", 64, "RW-802"),
    ("plot x --log=z", "", 64, "RW-802"),
    ("plot x x=0..1 --series", "1", 64, "without terms"),
    ("plot --bars --hist", "1", 64, "one of"),
    ("plot x x=1..0", "", 65, "must rise"),
    ("plot x x=0..inf", "", 65, "inf is no number"),
    ("plot x x=0..1 x=2..3", "", 65, "second range"),
    ("plot x x=2 x=0..1", "", 65, "has a value and a range"),
    ("plot x --log=x x=-1..1", "", 65, "must lie above 0"),
    ("plot y x=0..1", "", 65, "'y'"),
    ("plot sin( x=0..1", "", 65, "expression:1:"),
    ("plot '[x, 1]' x=0..1", "", 65, "no real number"),
    ("plot 'e^(i x)' x=0..1", "", 65, "no real number"),
    ("plot x x=0..y", "", 65, "range:1:6"),
    ("plot --series", "1 2\n3 four 5\n", 65, "stdin:2:3: RW-807: 'four' is no number"),
    ("plot --series", "1 2\n3 θθ\n", 65, "stdin:2:3"),
    ("plot --hist", "0x10", 65, "'0x10' is no number"),
    ("plot --hist", "1.2.3", 65, "is no number"),
    ("plot --hist", "--5", 65, "is no number"),
    ("plot --series", "\x1b[31m", 65, "is no number"),
    ("plot --bars", "a b\n", 65, "a bar is a label and a number"),
    ("list --bars", "", 64, "--bars belongs to 'ropewalk plot'"),
]


def check_refused(tap, program):
    for args, stdin, status, words in REFUSED:
        found, out, err = run(program, shlex.split(args), stdin)
        tap.result(found == status and words in err and not out and "\x1b" not in err,
                   "%s is refused" % args, "%d\n%s%s" % (found, out, err))


def check_color(tap, program):
    plain = ["plot", "sin x", "x=0..1"]
    sgr = re.compile("\x1b\\[[0-9;]*m")
    base = run(program, plain)[1]
    for name, args, environment, colored in [
        ("a pipe gets no colours", [], {}, False),
        ("--color", ["--color"], {"TERM": "xterm"}, True),
        ("--color with 256", ["--color"], {"TERM": "xterm-256color"}, True),
        ("--color with all", ["--color"], {"COLORTERM": "truecolor"}, True),
        ("--no-color", ["--color", "--no-color"], {}, False),
    ]:
        out = run(program, plain + args, **environment)[1]
        tap.result((out != base) == colored and sgr.sub("", out) == base, name, repr(out[:300]))


# name, arguments, input
DRAWINGS = [
    ("sinc", "plot sin(x)/x x=-20..20", ""),
    ("three", "plot sin(x) cos(x) 'a x' a=0.1 x=0..2pi", ""),
    ("tan", "plot tan(x) x=-pi..pi", ""),
    ("gap", "plot --series", "1 2 nan 4 5 2 8"),
    ("bars", "plot --bars", "left 0.1\nright 0.7\nstay 0.2"),
    ("hist", "plot --hist", " ".join("%.3f" % (10 * math.sin(i * i)) for i in range(300))),
]
SIZES = ["40x12", "80x24", "200x50"]


def check_drawings(tap, program):
    for name, args, stdin in DRAWINGS:
        for alphabet in [], ["--ascii"]:
            text = ""
            for size in SIZES:
                text += run(program, shlex.split(args) + ["--size", size] + alphabet, stdin)[1] + "----\n"
            path = os.path.join(GOLDEN, "plot-%s%s.txt" % (name, "-ascii" if alphabet else ""))
            if os.environ.get("ROPEWALK_UPDATE"):
                with open(path, "w", encoding="utf-8") as f:
                    f.write(text)
            with open(path, encoding="utf-8") as f:
                tap.result(f.read() == text, os.path.basename(path), text)


def main():
    program = os.path.abspath(sys.argv[1])
    tap = Tap()
    for row in rows():
        check_row(tap, program, row)
    check_many(tap, program)
    check_refused(tap, program)
    check_color(tap, program)
    check_drawings(tap, program)
    tap.exit()


main()
