#!/usr/bin/env python3
"""The course as a whole: the formula sheet, the map, as commands and on the screen.

usage: test_course.py ROPEWALK
"""

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
    ("map", 0, r"The map: 0 of \d+ theorems are yours\. Nothing is locked\.\n(.|\n)*\n  \.\.\. rope-relative: .*; rests on .*rotation-compose.*; holds up .*shift-invariance.*\n(.|\n)*", ""),
    ("map --ascii", 0, r"[ -~\n]*", ""),
    ("map --speak", 0, r"(.|\n)*\n  ahead rope-relative: .* equals .*\n(.|\n)*", ""),
    ("map rope", 64, "", "usage: ropewalk map"),
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


def check_pipe(tap, program, place):
    """A reader that has enough ends it quietly; a full disk does not."""
    for command in ("sheet", "map"):
        shell = "'%s' %s --lessons '%s' | head -1; exit ${PIPESTATUS[0]}" % (program, command, OWN)
        found = subprocess.run(["bash", "-c", shell], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                               timeout=60, env=place.environment())
        tap.result(found.returncode in (0, 74) and found.stdout.count("\n") == 1 and found.stderr == "",
                   "%s | head -1" % command, "%d\n%s" % (found.returncode, found.stderr))
        if os.path.exists("/dev/full"):
            with open("/dev/full", "w", encoding="utf-8") as full:
                found = subprocess.run([program, command, "--lessons", OWN], stdin=subprocess.DEVNULL, stdout=full,
                                       stderr=subprocess.PIPE, text=True, timeout=60, env=place.environment())
            tap.result(found.returncode == 74 and "RW-890" in found.stderr, "%s to a full disk" % command,
                       "%d\n%s" % (found.returncode, found.stderr))


def below_title(screen):
    """The first row says whether all is saved, which takes a moment."""
    return screen.split("\n")[1:]


def check_screens(tap, program):
    """Over a lesson and back to it; Enter goes to the lesson; without notes it stays shut."""
    for cols, rows in ((80, 24), (40, 12), (200, 50)):
        name = "%dx%d: " % (cols, rows)
        with Place() as place, Terminal(place, "'%s' learn rope-plane#derive --lessons '%s'" % (program, OWN), cols,
                                        rows) as t:
            before = below_title(t.wait("The score is the dot product"))
            t.keys("f")
            t.wait("Formula sheet")
            t.keys("/")
            t.type("kv-cache")
            tap.result(t.wait("Formula sheet: kv-cache"), name + "the sheet is searched", t.screen())
            t.keys("Escape", "Escape")
            tap.result(until(lambda: below_title(t.screen()) == before), name + "back exactly where one was", t.screen())
            t.keys("m")
            t.wait("theorems are yours")
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
    if subprocess.run(["sh", "-c", "command -v tmux"], capture_output=True).returncode == 0:
        check_screens(tap, program)
    tap.exit()


if __name__ == "__main__":
    main()
