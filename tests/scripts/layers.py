#!/usr/bin/env python3
"""Which room uses which: #include lines and meson.build against the table in
src/README.md.

usage: layers.py SRC
"""

import os
import re
import sys

from tap import Tap

# Headers of each library, by how they begin.
LIBRARIES = {
    "jansson": ("jansson.h",),
    "GSL": ("gsl/",),
    "Arb": ("arb", "acb", "mag.h", "arf.h", "flint", "fmpz", "fmpq", "fmpr", "bool_mat.h", "ulong_extras.h"),
    "md4c": ("md4c",),
    "libstemmer": ("libstemmer",),
    "SQLite": ("sqlite3.h",),
    "ncurses": ("curses.h", "ncurses", "term.h"),
    "readline": ("readline/",),
}
# What a room's meson.build calls them.
VARIABLES = {
    "jansson": "jansson", "gsl": "GSL", "arb": "Arb", "flint": "Arb", "md4c": "md4c", "stemmer": "libstemmer", "sqlite": "SQLite",
    "curses": "ncurses", "readline": "readline", "libm": None, "threads": None,
}
STANDARD = set(
    "assert complex ctype errno fenv float inttypes iso646 limits math setjmp stdalign stdarg stdatomic "
    "stdbool stddef stdint stdio stdlib stdnoreturn string tgmath wchar wctype".split()
)
# POSIX and the rest of the C library: only edges may ask the system for something.
EDGES = ("store", "term", "app")
PRIVILEGED = {"base/memory.c": {"unistd"}}


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def table(src):
    """{room: set of rooms and libraries it may use}"""
    rooms = {}
    for line in read(os.path.join(src, "README.md")).splitlines():
        cells = [c.strip() for c in line.split("|")]
        if len(cells) == 5 and re.fullmatch("[a-z]+", cells[1]) and cells[1] != "room":
            rooms[cells[1]] = {w.strip() for w in cells[2].split(",")}
    return rooms


def files_of(src, room):
    for folder, _, names in sorted(os.walk(os.path.join(src, room))):
        for name in sorted(names):
            if name.endswith((".c", ".h", ".def")):
                yield os.path.relpath(os.path.join(folder, name), src)


def library_of(header):
    for library, starts in LIBRARIES.items():
        if header.startswith(starts):
            return library
    return None


def check_quoted(room, path, header, rooms):
    """What is wrong with #include "header", or None."""
    other = header.split("/")[0]
    if header.startswith(".") or "/" not in header or other not in rooms:
        return "%s: write \"room/part.h\", not \"%s\"" % (path, header)
    if other == room:
        return None
    if other not in rooms[room]:
        return "%s: %s may not use %s" % (path, room, other)
    if other != "base" and header not in ("%s/%s.h" % (other, other), "%s/styles.def" % other):
        return "%s: %s is private to %s" % (path, header, other)
    return None


def check_angled(room, path, header, rooms):
    library = library_of(header)
    name = header[:-2]
    if library:
        return None if library in rooms[room] else "%s: %s may not use %s (%s)" % (path, room, library, header)
    if name in STANDARD or room in EDGES or name in PRIVILEGED.get(path, ()):
        return None
    return "%s: a pure room may not use <%s>" % (path, header)


def check_includes(src, room, rooms):
    for path in files_of(src, room):
        for quote, header in re.findall(r'^\s*#\s*include\s*(["<])([^">]+)[">]', read(os.path.join(src, path)), re.M):
            check = check_quoted if quote == '"' else check_angled
            problem = check(room, path, header, rooms)
            if problem:
                yield problem


def check_build(src, room, rooms):
    text = re.sub("#.*", "", read(os.path.join(src, room, "meson.build")))
    for names in re.findall(r"\bdependencies:\s*\[([^\]]*)\]", text):
        for name in [n.strip() for n in names.split(",") if n.strip()]:
            target = name[:-4] if name.endswith("_dep") else VARIABLES.get(name, "?")
            if target is not None and target not in rooms[room]:
                yield "%s/meson.build: %s may not use %s" % (room, room, name)


def check_order(rooms):
    """A room uses only rooms that stand above it in the table."""
    seen = set()
    for room, uses in rooms.items():
        for other in uses:
            if other not in seen and other not in LIBRARIES:
                yield "src/README.md: %s uses %s, which does not stand above it" % (room, other)
        seen.add(room)


def main():
    src = sys.argv[1]
    rooms = table(src)
    tap = Tap()
    tap.result(len(rooms) > 3, "the table of rooms is there", "no table in src/README.md")
    problems = list(check_order(rooms))
    tap.result(not problems, "arrows point down", "\n".join(problems))
    for room in sorted(os.listdir(src)):
        if not os.path.exists(os.path.join(src, room, "meson.build")):
            continue
        if not tap.result(room in rooms, "%s has a row" % room, "%s is not in src/README.md" % room):
            continue
        problems = list(check_includes(src, room, rooms)) + list(check_build(src, room, rooms))
        tap.result(not problems, "%s uses what it may" % room, "\n".join(problems))
    tap.exit()


if __name__ == "__main__":
    main()
