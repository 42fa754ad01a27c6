#!/usr/bin/env python3
"""Every lesson of a course said from its first line to its last, by Enter alone: what a
learner sees of its derivations is what `check` found.

usage: test_read.py ROPEWALK COURSE
"""

import glob
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "scripts"))

from tap import Tap
from terminal import Place

ENTERS = "\n" * 300


def run(program, place, args, text=""):
    return subprocess.run([program] + args, input=text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, timeout=240, env=place.environment())


def read_lesson(tap, program, course, path):
    with open(path, encoding="utf-8") as f:
        source = f.read()
    lesson = re.search(r"^id: (\S+)$", source, re.M).group(1)
    # The lines that follow by no rule but hold, as `check` counts them.
    with Place() as place:
        checked = run(program, place, ["check", path, "--lessons", course]).stdout
        said = run(program, place, ["learn", lesson, "--plain", "--lessons", course], ENTERS)
    by_numbers = int(re.search(r"\(([0-9]+) by numbers only\)", checked).group(1))
    mine = said.stdout.split("End of the lesson:")[0]
    lines = re.findall(r"^Line [0-9]+: .*$", mine, re.M)
    bad = [line for line in lines if "NOT CONFIRMED" in line]
    alone = [line for line in lines if line.endswith("Checked: numbers only.")]
    tap.result(said.returncode == 0 and "End of the lesson:" in said.stdout, "%s is said to its end" % lesson,
               said.stdout[-500:])
    tap.result(not bad, "%s: every line is confirmed" % lesson, "\n".join(bad))
    tap.result(len(alone) == by_numbers, "%s: so many lines by numbers only" % lesson,
               "%d, of which check counts %d\n%s" % (len(alone), by_numbers, "\n".join(alone)))


def main():
    program, course = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    tap = Tap()
    for path in sorted(glob.glob(os.path.join(course, "[0-9]*.md"))):
        read_lesson(tap, program, course, path)
    tap.exit()


if __name__ == "__main__":
    main()
