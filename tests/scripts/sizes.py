#!/usr/bin/env python3
"""Sizes: lines of functions, files, headers; files of a room.

usage: sizes.py SRC
"""

import os
import re
import sys

from tap import Tap

FUNCTION, FILE, HEADER, ROOM = 60, 600, 200, 12
# Larger ones, with their own limit and the reason.
EXCEPTIONS = {
}


def functions(lines):
    """(name, lines) of each function: 'name(' at the start of a line, up to '}' there."""
    name, start = None, 0
    for i, line in enumerate(lines):
        found = re.match(r"(?:[a-z].*[ *])?([a-z_0-9]+)\(", line)
        if found and not line.rstrip().endswith(";"):
            name, start = found.group(1), i
        elif line.startswith("}") and name:
            yield name, i - start + 1
            name = None
        elif line.startswith(("enum", "struct", "static const", "#", "typedef")):
            name = None


def main():
    src = sys.argv[1]
    tap = Tap()
    for room in sorted(os.listdir(src)):
        folder = os.path.join(src, room)
        if not os.path.isdir(folder):
            continue
        sources = []
        for place, _, names in os.walk(folder):
            sources += [os.path.join(place, n) for n in names if n.endswith((".c", ".h"))]
        problems = []
        for path in sorted(sources):
            short = os.path.relpath(path, src)
            with open(path, encoding="utf-8") as f:
                lines = f.read().splitlines()
            public = path.endswith(".h") and (short == "%s/%s.h" % (room, room) or room in ("base", "expr"))
            limit = EXCEPTIONS.get(short, (HEADER if public else FILE,))[0]
            if len(lines) > limit:
                problems.append("%s has %d lines, limit %d" % (short, len(lines), limit))
            for name, size in functions(lines) if path.endswith(".c") else ():
                if size > FUNCTION:
                    problems.append("%s: %s() has %d lines, limit %d" % (short, name, size, FUNCTION))
        tap.result(not problems, "sizes in %s" % room, "\n".join(problems))
        direct = [p for p in sources if p.endswith(".c") and os.path.dirname(p) == folder]
        tap.result(len(direct) <= ROOM, "files in %s" % room, "%d, limit %d" % (len(direct), ROOM))
    tap.exit()


if __name__ == "__main__":
    main()
