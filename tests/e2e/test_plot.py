#!/usr/bin/env python3
"""Plots: what every drawing keeps to, and the rows of spec/plots.tsv; drawings as they are
meant to look (golden/plot-*.txt).

usage: test_plot.py ROPEWALK
"""

import math
import json
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile
import unicodedata
from xml.etree import ElementTree

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


# arguments, standard input, a line of the sentence or the table, one that is not there
TOLD = [
    ("plot --series --say", "1e-300 2e-300", "Lowest 1e-300 at 1, highest 2e-300 at 2", " 0 "),
    ("plot --series --table", "1e-13 0 -2e-13", "3  -2e-13\n", "3  0"),
    ("plot --series --table", "-1e-17 1", "1  0\n", "e-17"),
    ("plot --hist --say", "1e-13 2e-13", "From 1e-13 to 2e-13", "0 to 0"),
    ("plot '1e-15 x' x=0..1 --say", "", "rises from 0 at 0 to 1e-15 at 1", "0 to 0"),
    ("plot x x=1e-20..1e-15 --table", "", "x at x = 1e-15  1e-15\n", "x = 0 "),
    ("plot 'sin x' x=0..pi --table", "", "x = 3.142  0\n", "e-1"),
]


def check_told(tap, program):
    for args, stdin, wanted, refused in TOLD:
        status, out, err = run(program, shlex.split(args), stdin)
        tap.result(status == 0 and wanted in out and refused not in out, "told: %s %s" % (args, stdin), out + err)


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
    heat = ["figure", "rope-pairs", "f5.2-heat", "--lessons", OWN]
    for name, args, environment, filled in [
        ("cells are filled with colours", ["--color"], {"TERM": "xterm-256color"}, True),
        ("of eight colours none is a fill", ["--color"], {"TERM": "xterm"}, False),
        ("without colours they are shades", [], {}, False),
    ]:
        out = run(program, heat + args, **environment)[1]
        tap.result(bool(out) and ("48;5;" in out) == filled, name, repr(out[:300]))


# name, arguments, input
DRAWINGS = [
    ("sinc", "plot sin(x)/x x=-20..20", ""),
    ("three", "plot sin(x) cos(x) 'a x' a=0.1 x=0..2pi", ""),
    ("tan", "plot tan(x) x=-pi..pi", ""),
    ("gap", "plot --series", "1 2 nan 4 5 2 8"),
    ("bars", "plot --bars", "left 0.1\nright 0.7\nstay 0.2"),
    ("hist", "plot --hist", " ".join("%.3f" % (10 * math.sin(i * i)) for i in range(300))),
    ("bars-names", "plot --bars", "a name that is longer than a third of the columns, one 1\n"
     "a name that is longer than a third of the columns, two 3\nshort 2"),
    ("hist-low", "plot --hist", "1 " * 500 + "3 " * 12 + "4 " * 50 + "5"),  # bars lower than half a row
]
SIZES = ["40x12", "80x24", "200x50"]


def check_figures(tap, program):
    """Figures of lessons take the options of plots."""
    base = ["figure", "rope-plane", "f4.1", "--lessons", OWN]
    for name, more, pattern in [
        ("all of it", ["c=2"], "q now(.|\n)*# now -4.04,"),
        ("its sentence", ["c=2", "--say"], "[^\n]*-4\\.04[^\n]*\n"),
        ("its table", ["theta=pi/4", "--table"], "c, seats moved  0\n(.|\n)*score  .*\n"),
        ("small", ["--size", "40x10"], "(.{0,40}\n){10}.*\n"),
        ("in ASCII", ["--ascii", "m=7"], "[\\x00-\\x7f]*"),
    ]:
        status, out, err = run(program, base + more)
        tap.result(status == 0 and not err and re.fullmatch("(.|\n)*%s(.|\n)*" % pattern if name == "all of it" else pattern, out),
                   "a figure: " + name, out + err)
    for more, status, words in [(["cc=2"], 66, "no slider 'cc'; did you mean c?"), (["c"], 64, "write NAME=VALUE"),
                                (["c=1/0"], 65, "is no number"), (["c=1e7"], 65, "c:1:1: RW-505: c goes from 0 to 1000, not to 1e+07"),
                                (["c=-0.001"], 65, "not to -0.001"), (["c=1", "c=2"], 65, "'c' has a value already")]:
        found, out, err = run(program, base + more)
        tap.result(not out and words in err and found == status, "a figure with %s" % more[0], "%d %s%s" % (found, out, err))


def check_names(tap, program):
    for name, words in [("f4.11", "'f4.11' in"), ("F4.1", "did you mean f4.1?"), ("nothing-like-it", ".md")]:
        status, out, err = run(program, ["figure", "rope-plane", name, "--lessons", OWN])
        tap.result(status == 66 and not out and words in err and ("did you mean" in err) == name.lower().startswith("f4"),
                   "no figure " + name, err)


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


# arguments, standard input, words that stand in the picture as text
PICTURES = [
    ("plot sin(x)/x x=-20..20", "", ["sin(x)/x", "0"]),
    ("plot sin(x) x=0..2pi", "", ["\u03c0", "3\u03c0/2"]),
    ("plot tan(x) x=-pi..pi --size 40x12", "", ["tan(x)"]),
    ("plot --series", "1 nan 3 5 2", ["5"]),
    ("plot --bars", "a<b>&\"c\" 1\nd\u202ee 2", ["a<b>&\"c\"", "1"]),
    ("plot --bars", "</text><script>alert(1)</script> 1", ["</text><script>alert(1)</script>"]),
    ("plot --hist", "1 2 2 3 3 3", []),
    ("plot --series", "", ["no data"]),
    ("plot --series --size 1x1", "1", []),
    ("figure rope-plane f4.1 c=2", "", ["q now", "k now"]),
]
TAGS = {"svg", "title", "desc", "style", "path", "rect", "circle", "text"}


def picture_faults(svg, words):
    root = ElementTree.fromstring(svg)
    names = [element.tag.replace("{http://www.w3.org/2000/svg}", "") for element in root.iter()]
    texts = [e.text for e in root.iter("{http://www.w3.org/2000/svg}text")]
    width, height = (float(n) for n in root.get("viewBox").split()[2:])
    if set(names) - TAGS:
        yield "elements %s" % (set(names) - TAGS)
    if names[:3] != ["svg", "title", "desc"] or not root[0].text or not root[1].text:
        yield "no title or no description first"
    if re.search("(?i)href|url\\(|@import|on[a-z]+=|https?://(?!www.w3.org/2000/svg)", re.sub(">[^<]*<", "><", svg)):
        yield "something from elsewhere"
    for word in words:
        if word not in texts:
            yield "no text %s in %s" % (word, texts)
    for path in root.iter("{http://www.w3.org/2000/svg}path"):
        for x, y in re.findall("[ML](-?[\\d.]+) (-?[\\d.]+)", path.get("d")):
            if not (-1 <= float(x) <= width + 1 and -1 <= float(y) <= height + 1):
                yield "(%s, %s) is not in the picture" % (x, y)
    if len(svg) > 12000:
        yield "%d bytes" % len(svg)


def check_pictures(tap, program):
    for args, stdin, words in PICTURES:
        status, out, err = run(program, shlex.split(args) + ["--svg", "-", "--lessons", OWN], stdin)
        wrong = list(picture_faults(out, words)) if status == 0 else [err]
        tap.result(not wrong, "a picture: %s %s" % (args, stdin[:20]), "\n".join(wrong) + out[:600])
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.svg")
        status, out, err = run(program, ["plot", "x", "x=0..1", "--svg", path])
        with open(path, encoding="utf-8") as f:
            tap.result(status == 0 and not out and f.read() == run(program, ["plot", "x", "x=0..1", "--svg=-"])[1],
                       "--svg writes the file and nothing else", out + err)
        status, out, err = run(program, ["plot", "x", "x=0..1", "--json", "--svg=-"])
        tap.result(status == 0 and json.loads(out)["svg"] == run(program, ["plot", "x", "x=0..1", "--svg=-"])[1],
                   "--json keeps the picture in its object", out + err)
        other = os.path.join(folder, "b.svg")
        status, out, err = run(program, ["plot", "x", "x=0..1", "--json", "--svg", other])
        tap.result(status == 0 and "say" in json.loads(out) and os.path.getsize(other) > 500,
                   "--json beside a file of the picture", out + err)
        status, out, err = run(program, ["plot", "x", "x=0..1", "--svg", os.path.join(folder, "no", "a.svg")])
        tap.result(status == 74 and "RW-716" in err, "--svg into no folder", err)


def main():
    program = os.path.abspath(sys.argv[1])
    tap = Tap()
    for row in rows():
        check_row(tap, program, row)
    check_told(tap, program)
    check_many(tap, program)
    check_refused(tap, program)
    check_color(tap, program)
    check_drawings(tap, program)
    check_pictures(tap, program)
    check_figures(tap, program)
    check_names(tap, program)
    tap.exit()


main()
