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


def holds(got, key, wanted):
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
    tap.exit()


if __name__ == "__main__":
    main()
