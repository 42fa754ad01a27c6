#!/usr/bin/env python3
"""ropewalk view: a file in a terminal, and on a pipe.

usage: test_view.py ROPEWALK
"""

import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "scripts"))

from tap import Tap
from terminal import Place, Terminal, until

TEXT = r"""---
macros:
  half: \frac{#1}{2}
---
# First heading

Some words, $\half{x}$ and $e^{i\pi}$.

$$\begin{pmatrix}%s\end{pmatrix}$$

%s

## Last heading

The end.
"""


def write(place, name, data):
    path = os.path.join(place.home, name)
    with open(path, "wb") as f:
        f.write(data)
    return path


def document(place):
    wide = "&".join("cell_{%d}" % i for i in range(20))
    lines = "\n\n".join("Line number %d%s." % (i, " with a needle" if i == 30 else "") for i in range(1, 51))
    return write(place, "doc.md", (TEXT % (wide, lines)).encode())


def check_terminal(tap, program, size, options):
    cols, rows = size
    with Place() as place:
        path = document(place)
        with Terminal(place, "'%s' view '%s' %s" % (program, path, options), cols=cols, rows=rows) as terminal:
            name = "%dx%d %s" % (cols, rows, options)
            terminal.wait("First heading")
            tap.result("x/2" in terminal.screen(), "%s: macros" % name, terminal.screen())
            terminal.keys("End")
            tap.result(until(lambda: "The end." in terminal.screen(), 5), "%s: the end" % name, terminal.screen())
            terminal.type("g/NEEDLE\r")
            tap.result(until(lambda: "with a needle" in terminal.screen(), 5), "%s: search" % name, terminal.screen())
            terminal.type("c")
            tap.result(until(lambda: "> " in terminal.screen() and "Last heading" in terminal.screen(), 5),
                       "%s: contents" % name, terminal.screen())
            terminal.keys("Down", "Enter")
            tap.result(until(lambda: "The end." in terminal.screen(), 5), "%s: a heading" % name, terminal.screen())
            terminal.keys("Home", *["Right"] * 30)
            tap.result(until(lambda: "<" in terminal.screen() or cols > 160, 5), "%s: sideways" % name,
                       terminal.screen())
            terminal.type("\033[<65;5;5M" * 3)
            tap.result(until(lambda: "First heading" not in terminal.screen() or rows > 40, 5), "%s: wheel" % name,
                       terminal.screen())
            terminal.resize(cols - 5, rows + 3)
            tap.result(until(lambda: "doc.md" in terminal.screen(), 5), "%s: another size" % name, terminal.screen())
            if "--ascii" in options:
                tap.result(terminal.screen().isascii(), "%s: ASCII only" % name, terminal.screen())
            terminal.type("q")
            tap.result(terminal.status() == 0 and terminal.is_restored(), "%s: leave" % name, terminal.screen())


def check_bytes(tap, program):
    """Any bytes: shown, nothing obeyed."""
    files = {
        "binary": bytes(range(256)) * 64,
        "escape.md": b"# \x1b[2J\x1b]0;title\x07 \x9b31m\n\n$\\text{\x1b[31m}$\n",
        "empty.md": b"",
        "latin.md": "Gr\xfc\xdfe\n".encode("latin-1"),
        "line.md": b"x" * 400000,
        "deep.md": b"> " * 5000 + b"x\n" + b"- " * 5000 + b"[" * 5000 + b"$" * 999,
        "table.md": b"|" + b"a|" * 2000 + b"\n|" + b"-|" * 2000 + b"\n|" + b"b|" * 2000 + b"\n",
    }
    with Place() as place:
        for name, data in files.items():
            found = subprocess.run([program, "view", write(place, name, data)], stdin=subprocess.DEVNULL,
                                   capture_output=True, timeout=20, env=place.environment())
            bad = [c for c in found.stdout if c < 32 and c != 10]
            tap.result(found.returncode == 0 and not bad and found.stderr == b"", "view of %s" % name,
                       "status %d\n%r" % (found.returncode, found.stderr[:300]))


def main():
    tap = Tap()
    for size, options in (((80, 24), ""), ((40, 12), "--ascii"), ((200, 50), "--theme light"), ((80, 24), "--no-color")):
        check_terminal(tap, sys.argv[1], size, options)
    check_bytes(tap, sys.argv[1])
    tap.exit()


main()
