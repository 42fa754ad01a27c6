#!/usr/bin/env python3
"""Quizzes and the capstone as programs: pass and fail, exams, a crash in between, results.

usage: test_quiz.py ROPEWALK
"""

import glob
import json
import os
import signal
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "scripts"))

from lines import Pipe
from tap import Tap
from terminal import Place, Terminal, until
from walk import events

OWN = os.path.join(HERE, "..", "..", "lessons")
QUIZ = """---
id: short
title: A short test
questions: 2
%s
---

# Sums {#sums}

```ask two
1 + 1?
answer: 2
after: So it is.
```

---

```ask four
2 + 2?
answer: 4
miss five: 5 -> One too many.
```
"""
ANSWERS = {"short.two": "2", "short.four": "4"}
TURNS = {"short.two": "1 + 1?", "short.four": "2 + 2?"}

TURNS_PAIR = "let: m, n : integer; theta : real; q, k : vector(2)"
EARLY = """---
id: early
title: Early
---

# Derive {#derive}

```ask whole
Derive it.
%s
from: (R(m theta) q)^T (R(n theta) k)
to: q^T R((n - m) theta) k
```
""" % TURNS_PAIR
LATE = """---
id: late
title: Late
needs: early
---

# A theorem {#theorem}

```derive
theorem only-the-gap
let m, n : integer; theta : real; q, k : vector(2)
  (R(m theta) q)^T (R(n theta) k)
= q^T R(m theta)^T R(n theta) k   by transpose-product
= q^T R(-m theta) R(n theta) k    by rotation-transpose
= q^T R((n - m) theta) k          by rotation-compose
```
"""
LAST = """---
id: last
title: Last
needs: late
---

# Derive again {#again}

```ask once-more
Once more.
%s
from: (R(m theta) q)^T (R(n theta) k)
to: q^T R((n - m) theta) k
```
""" % TURNS_PAIR
ONE_LINE = "= q^T R((n - m) theta) k by only-the-gap"


def write(place, keys):
    path = os.path.join(place.home, "short.md")
    with open(path, "w", encoding="utf-8") as f:
        f.write(QUIZ % keys)
    return path


def asked(said):
    """The question that was asked last, by its name."""
    return max(TURNS, key=lambda name: said.rfind(TURNS[name]))


def result(place):
    paths = glob.glob(os.path.join(os.path.dirname(place.record), "results", "*.json"))
    if len(paths) != 1:
        return None
    with open(paths[0], encoding="utf-8") as f:
        return json.load(f)


def quiz(program, place, path):
    return [program, "quiz", path, "--plain", "--lessons", OWN]


def walk(pipe, wrong=False):
    said = pipe.read()
    for _ in range(2):
        pipe.send("5" if wrong else ANSWERS[asked(said)])
        pipe.read()
        pipe.send("")
        said = pipe.read()


def check_end(tap, program, name, keys, wrong, status):
    with Place() as place:
        pipe = Pipe(place, quiz(program, place, write(place, keys)))
        walk(pipe, wrong)
        got = pipe.end()
        kept = result(place)
        tap.result(got == status, "%s: the status" % name, pipe.said)
        tap.result(kept is not None and kept["passed"] == (status == 0), "%s: the result file" % name, kept)
        tap.result(("Passed" if status == 0 else "Not passed") in pipe.said, "%s: the result" % name, pipe.said)
        if "exam: yes" in keys:
            tap.result("One too many" not in pipe.said and "Right." not in pipe.said, "%s: no verdicts" % name, pipe.said)


def check_rules(tap, program):
    """Each question has the rules of its own lesson: a theorem that comes later proves nothing earlier."""
    with Place() as place:
        own = os.path.join(place.home, "own")
        os.mkdir(own)
        for name, text in (("1-early", EARLY), ("2-late", LATE), ("3-last", LAST)):
            with open(os.path.join(own, name + ".md"), "w", encoding="utf-8") as f:
                f.write(text)
        for seed in ("1", "2", "3", "4"):  # in both orders
            pipe = Pipe(place, [program, "quiz", "early", "last", "--plain", "--seed", seed, "--lessons", own])
            order, said = [], pipe.read()
            for _ in range(2):
                early = said.rfind("#early.whole)") > said.rfind("#last.once-more)")
                order.append("early.whole" if early else "last.once-more")
                pipe.send(ONE_LINE)
                said = pipe.read()
                if early:
                    tap.result("no rule named 'only-the-gap'" in said, "no rule of a later lesson, seed %s" % seed, said)
                    for line in ("undo", ONE_LINE.split(" by ")[0], "done"):
                        pipe.send(line)
                        said = pipe.read()
                    tap.result("Not finished: " in said and "write the lines between" in said,
                               "nor without its name, seed %s" % seed, said)
                else:
                    tap.result("Right." in said, "a rule of an earlier lesson, seed %s" % seed, said)
                pipe.send("skip" if early else "")
                said = pipe.read()
            tap.result(sorted(order) == ["early.whole", "last.once-more"], "rules: both were asked, seed %s" % seed, pipe.said)
            pipe.end()


SLIP = ["= q^T R(m theta)^T R(n theta) k by transpose-product: the order turns", "= q^T R(m theta) R(-n theta) k"]


def check_lines(tap, program):
    """A result tells line by line what was shown of a derivation, on the page and in its file."""
    with Place() as place:
        own = os.path.join(place.home, "own")
        os.mkdir(own)
        with open(os.path.join(own, "1-early.md"), "w", encoding="utf-8") as f:
            f.write(EARLY)
        pipe = Pipe(place, [program, "quiz", "early", "--plain", "--ascii", "--lessons", own])
        pipe.read()
        for line in SLIP + ["done", ""]:
            pipe.send(line)
            pipe.read()
        pipe.end()
        said = pipe.said[pipe.said.find("Result: "):]
        for text in ("0.33 of 1 points, 0 of 1 questions right", "early.whole: wrong, 0.33 of 1",
                     "    %s\n      line 1 holds, by transpose-product (1 mark)\n" % SLIP[0],
                     "    %s\n      line 2 WRONG: A sign is turned round." % SLIP[1], "(no mark)"):
            tap.result(text in said, "line by line: %s" % text.strip(), said)
        lines = ((result(place) or {"questions": [{}]})["questions"][0]).get("lines", [])
        tap.result([(l["verdict"], l["rules"]) for l in lines] == [("right", "transpose-product"), ("wrong", "")]
                   and "A sign is turned round." in lines[1]["feedback"], "line by line: the file", lines)


def check_exam_bench(tap, program):
    """In an exam nothing is said of a line at the bench; the result tells all."""
    with Place() as place:
        own = os.path.join(place.home, "own")
        os.mkdir(own)
        for name, text in (("1-early", EARLY), ("2-exam", "---\nid: exam\ntitle: Exam\nquestions: early whole\nexam: yes\n---\n")):
            with open(os.path.join(own, name + ".md"), "w", encoding="utf-8") as f:
                f.write(text)
        path = os.path.join(own, "2-exam.md")
        with Terminal(place, "'%s' quiz '%s' --ascii --lessons '%s'" % (program, path, own)) as terminal:
            terminal.wait("derive it")
            terminal.keys("Enter")
            terminal.wait("To reach")
            for line in SLIP:
                terminal.type(line)
                terminal.keys("Enter")
            shown = terminal.wait("2 kept") or terminal.screen()
            tap.result("1 kept" in shown and not any(w in shown for w in ("WRONG", "holds", "turned round", "DIFF", "same")),
                       "an exam at the bench, on the screen", shown)
            terminal.keys("C-c")
            terminal.status()
        pipe = Pipe(place, [program, "quiz", path, "--plain", "--ascii", "--lessons", own])
        pipe.read()
        for word in ("derive", "why", "break", "hint", "lines", "done"):
            pipe.send(word)
            pipe.read()
        said = pipe.said
        tap.result("Line 2 kept: " in said and not any(w in said for w in ("WRONG", "holds", "turned round", "Right.", "Not right")),
                   "an exam at the bench, in lines", said)
        pipe.send("")
        pipe.read()
        pipe.end()
        tap.result("line 2 WRONG: A sign is turned round." in pipe.said[len(said):], "an exam at the bench, its result", pipe.said)


def check_crash(tap, program):
    with Place() as place:
        path = write(place, "exam: yes")
        first = Pipe(place, quiz(program, place, path))
        name = asked(first.read())
        first.send(ANSWERS[name])
        first.read()
        first.program.send_signal(signal.SIGKILL)
        first.end()
        second = Pipe(place, quiz(program, place, path))
        said = second.read()
        tap.result("#%s)" % name in said and "You have answered this" in said, "a crash: the same question, answered", said)
        second.send("")
        second.send(ANSWERS[asked(second.read())])
        second.read()
        second.send("")
        second.read()
        tap.result(second.end() == 0, "a crash: and still passed", second.said)


def check_screen(tap, program):
    with Place() as place:
        command = "'%s' quiz '%s' --lessons '%s'" % (program, write(place, "exam: yes\nminutes: 5"), OWN)
        with Terminal(place, command) as terminal:
            terminal.wait("5 min left")
            for _ in range(2):
                terminal.type(ANSWERS[asked(terminal.screen())])
                terminal.keys("Enter")
                terminal.wait("kept")
                terminal.keys("Space")
                until(lambda: "kept" not in terminal.screen())
            tap.result(terminal.wait("Passed."), "on the screen: the result", terminal.screen())
            terminal.keys("q")
            tap.result(terminal.status() == 0, "on the screen: the status", terminal.screen())


def check_capstone(tap, program):
    """A part that was begun is there again after a crash."""
    with Place() as place:
        command = [program, "capstone", "--plain", "--lessons", OWN]
        first = Pipe(place, command)
        said = first.read()
        while "Question:" not in said:
            first.send("unsure" if "Predict:" in said else "")
            said = first.read()
        first.program.send_signal(signal.SIGKILL)
        first.end()
        second = Pipe(place, command)
        said = second.read()
        tap.result("The first proof" in said, "the capstone goes on where it was", said)
        second.send("result")
        said = second.read()
        tap.result("Not yet passed" in said and "proof1: not answered" in said, "the result so far", said)
        second.end()
        tap.result(not [e for e in events(place) if e["type"] == "passed"], "nothing is passed by looking")


def main():
    program = os.path.abspath(sys.argv[1])
    tap = Tap()
    check_end(tap, program, "all right", "pass: 60 %", False, 0)
    check_end(tap, program, "all wrong", "attempts: 1", True, 1)
    check_end(tap, program, "an exam, right", "exam: yes", False, 0)
    check_end(tap, program, "an exam, wrong", "exam: yes", True, 1)
    check_rules(tap, program)
    check_lines(tap, program)
    check_exam_bench(tap, program)
    check_crash(tap, program)
    check_screen(tap, program)
    check_capstone(tap, program)
    tap.exit()


if __name__ == "__main__":
    main()
