#!/usr/bin/env python3
"""The checks of this folder notice what they are for: each is run on a copy of the sources
with one thing broken on purpose.

usage: notices.py SRC CC
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile

from tap import Tap

HERE = os.path.dirname(os.path.abspath(__file__))


def append(path, text):
    with open(path, "a", encoding="utf-8") as f:
        f.write(text)


def replace(path, old, new):
    with open(path, encoding="utf-8") as f:
        text = f.read()
    assert old in text, (path, old)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text.replace(old, new, 1))


def long_function(lines):
    return "static void\ntoo_long(void)\n{\n%s}\n" % ("    ;\n" * (lines - 3))


# name, script, what to break in SRC, what must be said
BREAKS = [
    ("a room above", "layers.py", lambda s: append(s + "/base/buf.c", '#include "expr/expr.h"\n'),
     "base may not use expr"),
    ("a private header", "layers.py", lambda s: append(s + "/calc/calc.h", '#include "expr/read/parser.h"\n'),
     "expr/read/parser.h is private"),
    ("a relative path", "layers.py", lambda s: append(s + "/canvas/canvas.h", '#include "../base/buf.h"\n'),
     'write "room/part.h"'),
    ("a library of another room", "layers.py", lambda s: append(s + "/record/record.h", "#include <sqlite3.h>\n"),
     "record may not use SQLite"),
    ("a clock in a pure room", "layers.py", lambda s: append(s + "/record/record.h", "#include <time.h>\n"),
     "may not use <time.h>"),
    ("a system header in a pure room", "layers.py", lambda s: append(s + "/base/buf.c", "#include <unistd.h>\n"),
     "may not use <unistd.h>"),
    ("a new arrow in meson.build", "layers.py",
     lambda s: replace(s + "/canvas/meson.build", "base_dep]", "base_dep, term_dep]"), "canvas may not use term_dep"),
    ("a new library in meson.build", "layers.py",
     lambda s: replace(s + "/canvas/meson.build", "base_dep]", "base_dep, gsl]"), "canvas may not use gsl"),
    ("a room without a row", "layers.py",
     lambda s: replace(s + "/README.md", "| canvas |", "| canvass |"), "canvas is not in"),
    ("an arrow that points up", "layers.py",
     lambda s: replace(s + "/README.md", "| base | jansson |", "| base | jansson, term |"), "base uses term"),
    ("a long function", "sizes.py", lambda s: append(s + "/base/buf.c", long_function(61)), "too_long() has 61 lines"),
    ("a long file", "sizes.py", lambda s: append(s + "/base/buf.c", "\n" * 600), "base/buf.c has"),
    ("a long header", "sizes.py", lambda s: append(s + "/record/record.h", "\n" * 200), "record/record.h has"),
    ("many files", "sizes.py", lambda s: [append("%s/base/more%d.c" % (s, i), "") for i in range(12)],
     "limit 12"),
]
FINE = [
    ("a function at the limit", "sizes.py", lambda s: append(s + "/base/buf.c", long_function(60))),
]
# One C file as an object of room expr, what must be said ("" for nothing).
OBJECTS = [
    ("a clock", "#include <time.h>\nlong f(void);\nlong f(void) { return time(0); }\n", "calls time"),
    ("printing", "#include <stdio.h>\nvoid f(int x);\nvoid f(int x) { printf(\"%d\", x); }\n", "calls printf"),
    ("the environment", "#include <stdlib.h>\nchar *f(void);\nchar *f(void) { return getenv(\"A\"); }\n",
     "calls getenv"),
    ("a static object", "int f(void);\nint f(void) { static int n; return n++; }\n", "can change n"),
    ("an initialised object", "int kept = 3;\n", "can change kept"),
    ("a table of pointers", "const char *const kept[] = {\"a\", \"b\"};\n", ""),
    ("snprintf", "#include <stdio.h>\nvoid f(char *s, int x);\n"
     "void f(char *s, int x) { snprintf(s, 3, \"%d\", x); }\n", ""),
]


# name, what to break in the folder of the lessons, what must be said.
LESSONS = [
    ("a theorem that is gone", lambda s: replace(s + "/14-rope-plane.md", "theorem rope-relative", "theorem rope-other"),
     "not in the lesson: rope-relative"),
    ("a figure that is not in the table",
     lambda s: append(s + "/15-rope-pairs.md", "\n```figure f5.5\n```\n"), "not in the table: f5.5"),
    ("a question that is not in the table",
     lambda s: append(s + "/15-rope-pairs.md", "\n```ask q5.7\nWhat?\n```\n"), "not in the table: q5.7"),
    ("a question that is gone", lambda s: replace(s + "/15-rope-pairs.md", "```ask q5.1\n", "```ask q5.0\n"),
     "rope-pairs, questions: q5.1"),
    ("a step that is gone", lambda s: replace(s + "/18-softmax.md", "{#d6 deeper}", "{#d66 deeper}"),
     "not in the lesson: #d6"),
    ("a number that is gone", lambda s: replace(s + "/15-rope-pairs.md", "1 - cos(710)", "1 - cos(44)"),
     "not in the lesson: `1 - cos(710)`"),
    ("a table that is gone", lambda s: replace(s + "/README.md", "| lesson | what | where |", "| lesson | what |"),
     "there is a table"),
]


def run(script, *args):
    found = subprocess.run([sys.executable, os.path.join(HERE, script), *args], capture_output=True, text=True)
    return found.returncode, found.stdout + found.stderr


def check_sources(tap, src):
    for name, script, break_it, said in BREAKS + [fine + ("",) for fine in FINE]:
        with tempfile.TemporaryDirectory() as folder:
            copy = os.path.join(folder, "src")
            shutil.copytree(src, copy)
            before = set(run(script, copy)[1].splitlines())
            break_it(copy)
            status, output = run(script, copy)
            new = "\n".join(line for line in output.splitlines() if line not in before)
            ok = status == 1 and said in new if said else "not ok" not in new
            tap.result(ok, "%s notices %s" % (script, name) if said else "%s allows %s" % (script, name), output)


def check_lessons(tap, lessons):
    for name, break_it, said in LESSONS:
        with tempfile.TemporaryDirectory() as folder:
            copy = os.path.join(folder, "lessons")
            shutil.copytree(lessons, copy)
            before = set(run("coverage.py", copy)[1].splitlines())
            break_it(copy)
            status, output = run("coverage.py", copy)
            new = "\n".join(line for line in output.splitlines() if line not in before)
            tap.result(status == 1 and said in new, "coverage.py notices %s" % name, new)


def check_objects(tap, src, compiler):
    for name, code, said in OBJECTS:
        with tempfile.TemporaryDirectory() as folder:
            rooms = os.path.join(folder, "rooms", "expr")
            objects = os.path.join(folder, "build", "src", "expr")
            os.makedirs(rooms)
            os.makedirs(objects)
            append(os.path.join(rooms, "meson.build"), "")
            append(os.path.join(folder, "part.c"), code)
            subprocess.run(compiler + ["-fPIC", "-c", os.path.join(folder, "part.c"), "-o",
                                       os.path.join(objects, "part.c.o")], check=True)
            status, output = run("objects.py", os.path.join(folder, "rooms"), os.path.join(folder, "build"))
            ok = status == 1 and said in output if said else status == 0
            tap.result(ok, "objects.py %s %s" % ("notices" if said else "allows", name), output)


def check_names(tap, compiler):
    with tempfile.TemporaryDirectory() as folder:
        for room in ("expr", "calc"):
            objects = os.path.join(folder, "build", "src", room)
            os.makedirs(os.path.join(folder, "rooms", room))
            os.makedirs(objects)
            append(os.path.join(folder, "rooms", room, "meson.build"), "")
            append(os.path.join(folder, room + ".c"), "int same(void);\nint same(void) { return 1; }\n")
            subprocess.run(compiler + ["-c", os.path.join(folder, room + ".c"), "-o",
                                       os.path.join(objects, room + ".c.o")], check=True)
        status, output = run("objects.py", os.path.join(folder, "rooms"), os.path.join(folder, "build"))
        tap.result(status == 1 and "same is defined by calc and by expr" in output,
                   "objects.py notices a name of two rooms", output)


# name, the report of the sub-tests, the results of the tests, the line that must come
REPORTS = [
    ("all well", '<testsuite name="p.a"><testcase name="1"/><testcase name="2"/></testsuite>', [("p:u / a", "OK")],
     "2 passed, 0 failed", 0),
    ("a failure", '<testsuite name="p.a"><testcase name="1"/><testcase name="2"><failure/></testcase></testsuite>',
     [("p:u / a", "FAIL")], "1 passed, 1 failed", 1),
    ("a crash behind good sub-tests", '<testsuite name="p.a"><testcase name="1"/></testsuite>',
     [("p:u / a", "ERROR")], "1 passed, 1 failed", 1),
    ("a crash without sub-tests", '<testsuite name="p"><testcase name="b"><error/></testcase></testsuite>',
     [("p:u / b", "ERROR")], "0 passed, 1 failed", 1),
    ("a time-out", '<testsuite name="p.a"><testcase name="1"/></testsuite>', [("p:u / a", "TIMEOUT")],
     "1 passed, 1 failed", 1),
    ("what is skipped", '<testsuite name="p.a"><testcase name="1"><skipped/></testcase></testsuite>',
     [("p:u / a", "SKIP")], "0 passed, 0 failed", 0),
    ("no report", None, [], "0 passed, 1 failed", 1),
]


def check_count(tap):
    for name, report, results, said, expected in REPORTS:
        with tempfile.TemporaryDirectory() as folder:
            logs = os.path.join(folder, "meson-logs")
            os.makedirs(logs)
            if report is not None:
                append(os.path.join(logs, "testlog.junit.xml"), "<testsuites>%s</testsuites>" % report)
                append(os.path.join(logs, "testlog.json"), "".join(
                    json.dumps({"name": n, "result": r}) + "\n" for n, r in results))
            status, output = run("count.py", folder)
            tap.result(status == expected and said in output.splitlines(), "count.py counts %s" % name, output)


def main():
    tap = Tap()
    check_count(tap)
    check_names(tap, sys.argv[2:])
    check_lessons(tap, os.path.join(sys.argv[1], "..", "lessons"))
    check_sources(tap, sys.argv[1])
    check_objects(tap, sys.argv[1], sys.argv[2:])
    tap.exit()


if __name__ == "__main__":
    main()
