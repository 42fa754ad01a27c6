#!/usr/bin/env python3
"""The course as a whole: the formula sheet, the map, as commands and on the screen.

usage: test_course.py ROPEWALK
"""

import html.parser
import json
import os
import re
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "scripts"))

from tap import Tap
from terminal import Place, Terminal, until

OWN = os.path.join(HERE, "..", "..", "lessons")

# arguments, exit status, what stdout is (a pattern for all of it), what stderr holds
ROWS = [
    ("sheet", 0, r"What carries the course:\n(.|\n)*\nTheorems:\n(.|\n)*", ""),
    ("sheet rope-relative --plain", 0, r"Theorems:\n\nrope-relative\n    \(R\(mθ\) q\)ᵀ \(R\(nθ\) k\) = .*\n    for m, n : (.|\n)*\(rope-plane#derive\)\n(.|\n)*", ""),
    ("sheet|(n-m)θ|--plain", 0, r"(.|\n)*\nrope-relative\n(.|\n)*", ""),
    ("sheet|(n - m) theta|--ascii", 0, r"[ -~\n]*\nrope-relative\n[ -~\n]*", ""),
    ("sheet Euler --speak", 0, r"What carries the course:\n\nEuler\n    real part of (.|\n)*", ""),
    ("sheet transpose-product --axioms", 0, r"(.|\n)*Axioms:\n\ntranspose-product\n(.|\n)*", ""),
    ("sheet ropee", 1, "", "ropewalk: nothing on the sheet fits 'ropee'; did you mean rope?"),
    ("sheet zzzzzzzzzzz", 1, "", "ropewalk: nothing on the sheet fits 'zzzzzzzzzzz'"),
    ("sheet zzzzzzzzzzz --quiet", 1, "", ""),
    ("sheet --lessons /nowhere", 66, "", "RW-713"),
    ("list --axioms", 64, "", "--axioms belongs to 'ropewalk sheet'"),
    ("map", 0, r"The map: 0 of \d+ theorems are yours, 0 seen\. Nothing is locked\.\n(.|\n)*\n  \.\.\. rope-relative: .*; rests on .*rotation-compose.*; holds up .*shift-invariance.*\n(.|\n)*", ""),
    ("map --ascii", 0, r"[ -~\n]*", ""),
    ("map --speak", 0, r"(.|\n)*\n  ahead rope-relative: .* equals .*\n(.|\n)*", ""),
    ("review", 0, r"Nothing is due\.\n(.*\n)+", ""),
    ("review --json", 0, r'\{"due":\[\],"next_ms":null\}\n', ""),
    ("review all", 64, "", "usage: ropewalk review"),
    ("new lesson", 64, "", "usage: ropewalk new lesson NAME"),
    ("new song a", 64, "", "usage: ropewalk new lesson NAME"),
    ("new lesson ../a", 64, "", "a lesson's name begins with a small letter"),
    ("new lesson .a", 64, "", "a lesson's name begins with a small letter"),
    ("new lesson A", 64, "", "a lesson's name begins with a small letter"),
    ("new lesson a/b", 64, "", "a lesson's name begins with a small letter"),
    ("new lesson %s" % ("a" * 61), 64, "", "60 at most"),
    ("new lesson a --lessons /nowhere", 74, "", "RW-716: /nowhere/a.md cannot be written"),
    ("handout rope-plane", 0, r"# L04 Two absolute turns, one relative turn\n\n## Seats and turns\n(.|\n)*\*\*Question [0-9]+\.\*\* (.|\n)*____\n(.|\n)*\ntheorem rope-relative\n(.|\n)*transpose-product: transposing a product reverses its order\n(.|\n)*", ""),
    ("handout rope-plane --answers", 0, r"(.|\n)*\n## Answers\n(.|\n)*\*\*[0-9]+\.\*\* `n - m`\n(.|\n)*", ""),
    ("handout rope-plan", 66, "", "did you mean rope-plane?"),
    ("handout", 64, "", "usage: ropewalk handout LESSON"),
    ("handout rope-plane --variants 2", 64, "", "--variants is for papers of a quiz"),
    ("handout rope-plane --quiz x.md", 64, "", "--quiz FILE stands for the lesson"),
    ("handout --quiz /nowhere.md", 66, "", "RW-713"),
    ("handout --quiz x.md --variants 0", 64, "", "RW-802"),
    ("handout rope-plane --html a --md b", 64, "", "not both"),
    ("handout rope-plane --html /nowhere/x.html", 74, "", "RW-716"),
    ("handout first-minute --json", 0, r'\{"markdown":"# The first minute\\n.*"\}\n', ""),
    ("handout first-minute --html - --json", 0, r'\{"html":"<!DOCTYPE html>.*"\}\n', ""),
    ("handout rope-plan --json", 66, r'\{"verdict":"unreadable","error":\{"code":"RW-810",.*\}\}\n', "RW-810"),
    ("list --answers", 64, "", "--answers belongs to 'ropewalk handout'"),
    ("map rope", 64, "", "usage: ropewalk map\n"),
    ("map --lessons /nowhere", 66, "", "RW-713"),
]


def run(program, place, args, **more):
    return subprocess.run([program] + args, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
                          env=place.environment(**more))


def has_course(args):
    return args if "--lessons" in args else args + ["--lessons", OWN]


def check_rows(tap, program, place, rows):
    for text, status, out, err in rows:
        args = text.split("|") if "|" in text else text.split()
        found = run(program, place, has_course(args))
        ok = found.returncode == status and re.fullmatch(out, found.stdout) and err in found.stderr
        if not err:
            ok = ok and found.stderr == ""
        tap.result(ok, "ropewalk %s" % text, "status %d\n%s\n%s" % (found.returncode, found.stdout, found.stderr))


def json_of(program, place, args):
    found = run(program, place, has_course(args + ["--json"]))
    return found.returncode, json.loads(found.stdout)


def check_json(tap, program, place):
    status, sheet = json_of(program, place, ["sheet"])
    rows = [e for e in sheet["entries"] if e["kind"] == "row"]
    tap.result(status == 0 and sheet["found"] == len(sheet["entries"]) and len(rows) >= 6
               and all(r["statements"] and r["idea"] and r["model"] and r["gives"] for r in rows),
               "sheet --json has the rows of the table", rows)
    status, none = json_of(program, place, ["sheet", "ropee"])
    tap.result(status == 1 and none == {"found": 0, "entries": [], "near": "rope"}, "sheet --json of nothing", none)

    status, graph = json_of(program, place, ["map"])
    ids = [n["id"] for n in graph["nodes"]]
    loose = [e for e in graph["edges"] if e["from"] not in ids or e["to"] not in ids]
    tap.result(status == 0 and len(ids) == len(set(ids)) and not loose, "map --json: every edge joins two nodes", loose)
    edge = {"from": "rope-plane.rope-relative", "to": "rope-plane.rotation-compose", "kind": "rests on"}
    needs = {"from": "rope-plane", "to": "turning", "kind": "needs"}
    tap.result(edge in graph["edges"] and needs in graph["edges"], "map --json: edges of both kinds")
    tap.result(is_sound(graph), "map --json: nothing rests on itself, however far down")
    kinds = {n["kind"] for n in graph["nodes"]}
    tap.result(kinds == {"lesson", "theorem", "axiom"} and graph["yours"] == 0
               and graph["theorems"] == sum(n["kind"] == "theorem" for n in graph["nodes"]), "map --json: counts")


def is_sound(graph):
    """No circle: nodes without edges into what is left are taken away, until none is left."""
    left = {n["id"] for n in graph["nodes"]}
    while left:
        free = {i for i in left if not any(e["from"] == i and e["to"] in left for e in graph["edges"])}
        if not free:
            return False
        left -= free
    return True


QUIZ = """---
id: short
title: A short <b>test</b>
questions: 2
---

# Sums {#sums}

Think of tens.

```ask two
`= k` + 1, and <script>?
draw: k = 1 in 1..9
answer: k + 1
```

---

```ask four
Which is the third?
choice: one; two; three; four
truth: three
```
"""


class Tags(html.parser.HTMLParser):
    """The tags of a page, the open ones, and whether they close in order."""

    def __init__(self, text):
        super().__init__()
        self.open, self.seen, self.sound = [], set(), True
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.seen.add(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        self.sound = self.sound and self.open and self.open.pop() == tag


def check_handouts(tap, program, place):
    """Pages are whole, hold nothing from elsewhere and nothing that is not escaped; papers
    differ in their numbers, and their key answers them."""
    quiz = os.path.join(place.home, "short.md")
    with open(quiz, "w", encoding="utf-8") as f:
        f.write(QUIZ)
    for lesson in sorted(os.listdir(OWN)):
        if not re.match("[0-9].*md$", lesson):
            continue
        page = run(program, place, has_course(["handout", os.path.join(OWN, lesson), "--answers", "--html", "-"]))
        tags = Tags(page.stdout)
        outside = re.findall("(?:href|src|url)[=(][^ >]*", page.stdout)
        tap.result(page.returncode == 0 and tags.sound and not tags.open and not outside
                   and "script" not in tags.seen and "prefers-color-scheme:dark" not in page.stdout,
                   "handout %s: one whole page" % lesson, "%s %s %s" % (page.stderr, tags.open, outside))
    papers = run(program, place, has_course(["handout", "--quiz", quiz, "--variants", "9", "--seed", "7"])).stdout
    again = run(program, place, has_course(["handout", "--quiz", quiz, "--variants", "9", "--seed", "7"])).stdout
    other = run(program, place, has_course(["handout", "--quiz", quiz, "--variants", "9", "--seed", "8"])).stdout
    asked = [int(k) for k in re.findall(r"([0-9]+) \+ 1, and", papers)]
    keys = [int(k) for k in re.findall(r"\*\*[12]\.\*\* `[0-9]+ \+ 1 = ([0-9]+)`", papers)]
    tap.result(papers == again != other, "papers repeat from a seed")
    tap.result(len(asked) == len(set(asked)) == 9 and keys == [k + 1 for k in asked], "their numbers differ, and the key fits",
               "%s %s\n%s" % (asked, keys, papers))
    letters = re.findall(r"([a-d])\) three", papers)
    tap.result(len(letters) == 18 and letters[:9] == letters[9:] and len(set(letters)) > 1, "the key has the letters of the paper", letters)
    tap.result("2 questions, 1 point each; 60 % of the points pass.\n" in papers and
               re.search(r"\*\*Question [12]\.\*\*\n\nThink of tens\.\n\n.*\+ 1, and", papers),
               "a paper says its points; a question's number stands before the words it needs", papers)
    for lesson, given in (("rope-plane", r"stands in the gap.*\n\n\$\$.*\\square.*\$\$\n\n___"),
                          ("softmax", r"rival's score\.\n\nBegin with \$.*\$\.\n\nArrive at \$-.*\$\.\n\n___")):
        text = run(program, place, has_course(["handout", lesson])).stdout
        tap.result(re.search(given, text), "handout %s: what the question is about is on paper" % lesson, text)
    page = run(program, place, has_course(["handout", "--quiz", quiz, "--html", "-"])).stdout
    tap.result("<script>" not in page and "&lt;script&gt;" in page and "<b>" not in page, "papers are escaped", page)
    path = os.path.join(place.home, "notes.md")
    run(program, place, has_course(["handout", "rope-plane", "--md", path]))
    with open(path, encoding="utf-8") as f:
        named = re.findall(r"!\[.*\]\((.*)\)", f.read())
    made = run(program, place, has_course(["handout", "rope-plane", "--json", "--md", path])).stdout
    tap.result(json.loads(made) == {"file": path, "pictures": [os.path.join(place.home, n) for n in named]},
               "--json names the files that were written", made)
    tap.result(named and all(open(os.path.join(place.home, n), encoding="utf-8").read().startswith("<svg") for n in named),
               "figures lie beside the Markdown", named)
    path = os.path.join(place.home, "my notes (1).md")
    run(program, place, has_course(["handout", "rope-plane", "--md", path]))
    with open(path, encoding="utf-8") as f:
        named = re.findall(r"!\[.*\]\(<(.*)>\)", f.read())
    tap.result(named and all(os.path.exists(os.path.join(place.home, n)) for n in named),
               "a link to a file with blanks and brackets", named)


def check_over_itself(tap, program, place):
    """A page is never written over the lesson that it shows."""
    quiz, link = os.path.join(place.home, "mine.md"), os.path.join(place.home, "link.html")
    with open(quiz, "w", encoding="utf-8") as f:
        f.write(QUIZ)
    os.symlink(quiz, link)
    for args in (["handout", quiz, "--md", quiz], ["handout", quiz, "--html", link],
                 ["handout", "--quiz", quiz, "--md", os.path.join(place.home, ".", "mine.md")]):
        found = run(program, place, args)
        with open(quiz, encoding="utf-8") as f:
            tap.result(found.returncode == 74 and "is the lesson itself" in found.stderr and f.read() == QUIZ,
                       "%s %s is refused" % (args[0], args[2]), found.stderr)


def check_new(tap, program, place):
    """A new lesson has no findings, and is never written over another; the example of the
    guide has none either."""
    for name in ("half-turn", "a2"):
        path = os.path.join(place.home, name + ".md")
        made = run(program, place, ["new", "lesson", name, "--lessons", place.home])
        checked = run(program, place, has_course(["check", path]))
        tap.result(made.returncode == 0 and made.stdout == path + "\n" and checked.returncode == 0
                   and "\n0 findings\n" in checked.stdout and os.stat(path).st_mode & 0o777 == 0o644,
                   "new lesson %s is sound" % name, made.stderr + checked.stdout + checked.stderr)
        with open(path, "a", encoding="utf-8") as f:
            f.write("mine\n")
        made = run(program, place, ["new", "lesson", name, "--lessons", place.home])
        with open(path, encoding="utf-8") as f:
            tap.result(made.returncode == 74 and "is there already" in made.stderr and f.read().endswith("mine\n"),
                       "new lesson %s is not written over" % name, made.stderr)
    with open(os.path.join(OWN, "README.md"), encoding="utf-8") as f:
        text = f.read()
    for name, example in (("example", text.split("## 1. A whole lesson\n")[1].split("\nThe parts of this file:")[0]),
                          ("quiz", text.split("\nA whole quiz file,")[1].split(":\n", 1)[1].split("\nIts own questions")[0])):
        path = os.path.join(place.home, name + ".md")
        with open(path, "w", encoding="utf-8") as f:
            f.write("\n".join(line[4:] for line in example.strip("\n").split("\n")) + "\n")
        checked = run(program, place, has_course(["check", path]))
        tap.result(checked.returncode == 0 and "\n0 findings\n" in checked.stdout,
                   "the %s of lessons/README.md is sound" % name, checked.stdout + checked.stderr)
    papers = run(program, place, has_course(["handout", "--quiz", path]))
    tap.result("\n**Question 5.** " in papers.stdout and "5 questions, 2 points each" in papers.stdout,
               "the quiz of lessons/README.md asks what it says", papers.stdout + papers.stderr)


def check_pipe(tap, program, place):
    """A reader that has enough ends it quietly; a full disk does not."""
    for command in ("sheet", "map", "handout rope-plane"):
        shell = "'%s' %s --lessons '%s' | head -1; exit ${PIPESTATUS[0]}" % (program, command, OWN)
        found = subprocess.run(["bash", "-c", shell], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                               timeout=60, env=place.environment())
        tap.result(found.returncode in (0, 74) and found.stdout.count("\n") == 1 and found.stderr == "",
                   "%s | head -1" % command, "%d\n%s" % (found.returncode, found.stderr))
        if os.path.exists("/dev/full"):
            with open("/dev/full", "w", encoding="utf-8") as full:
                found = subprocess.run([program] + command.split() + ["--lessons", OWN], stdin=subprocess.DEVNULL, stdout=full,
                                       stderr=subprocess.PIPE, text=True, timeout=60, env=place.environment())
            tap.result(found.returncode == 74 and "RW-890" in found.stderr, "%s to a full disk" % command,
                       "%d\n%s" % (found.returncode, found.stderr))


def below_title(screen):
    """The first row says whether all is saved, which takes a moment."""
    return screen.split("\n")[1:]


def settled(terminal):
    """The screen, once nothing comes any more: rules are read behind the first frame."""
    def same():
        before = below_title(terminal.screen())
        time.sleep(0.5)
        return before if below_title(terminal.screen()) == before else None

    return until(same)


def check_screens(tap, program):
    """Over a lesson and back to it; Enter goes to the lesson; without notes it stays shut."""
    for cols, rows in ((80, 24), (40, 12), (200, 50)):
        name = "%dx%d: " % (cols, rows)
        with Place() as place, Terminal(place, "'%s' learn rope-plane#derive --lessons '%s'" % (program, OWN), cols,
                                        rows) as t:
            t.wait("The score is the dot product")
            before = settled(t)
            t.keys("f")
            t.wait("Formula sheet")
            t.keys("/")
            t.type("kv-cache")
            tap.result(t.wait("Formula sheet: kv-cache"), name + "the sheet is searched", t.screen())
            t.keys("Escape", "Escape")
            tap.result(until(lambda: below_title(t.screen()) == before), name + "back exactly where one was", t.screen())
            t.keys("m")
            t.wait("The map")
            t.keys("Right")
            tap.result(t.wait("rests on"), name + "the map shows what it rests on", t.screen())
            t.keys("q")
            tap.result(until(lambda: below_title(t.screen()) == before), name + "and back", t.screen())
            t.keys("f", "/")
            t.type("rms-scales")
            t.keys("Enter", "Enter")
            tap.result(t.wait("L10"), name + "Enter opens the lesson", t.screen())
            t.keys("q")
            tap.result(t.status() == 0 and t.is_restored(), name + "the terminal is as before")
    with Place() as place, Terminal(place, "'%s' map --lessons '%s'" % (program, OWN)) as t:
        t.wait("theorems are yours")
        t.keys("f")
        t.wait("Formula sheet")
        t.keys("q")
        tap.result(t.wait("Your rope"), "ropewalk map lies over home", t.screen())
        t.keys("q")
        tap.result(t.status() == 0 and t.is_restored(), "and leaves the terminal as before")
    with Place() as place:
        link = os.path.join(place.home, "rw")
        os.symlink(program, link)
        for command, seen in (("sheet dot", "dot product"), ("map", "theorems are yours")):
            with Terminal(place, "'%s' %s" % (link, command)) as t:
                tap.result(t.wait(seen), "through a symbolic link: %s" % command, t.screen())
    for command in ("quiz rope-plane", "quiz rope-plane --plain"):
        with Place() as place, Terminal(place, "'%s' %s --lessons '%s'" % (program, command, OWN)) as t:
            plain = "--plain" in command
            t.wait("Answer (" if plain else "1 of 10")
            if plain:
                t.type("sheet rope")
                t.keys("Enter")
            else:
                t.keys("Escape")
                time.sleep(0.5)  # an f at once would be Alt-f
                t.keys("f")
            tap.result(t.wait("is closed here"), "%s: the sheet is closed" % command, t.screen())


def main():
    program = os.path.abspath(sys.argv[1])
    tap = Tap()
    with Place() as place:
        check_rows(tap, program, place, ROWS)
        check_json(tap, program, place)
        check_pipe(tap, program, place)
        check_handouts(tap, program, place)
        check_over_itself(tap, program, place)
        check_new(tap, program, place)
    if subprocess.run(["sh", "-c", "command -v tmux"], capture_output=True).returncode == 0:
        check_screens(tap, program)
    tap.exit()


if __name__ == "__main__":
    main()
