#!/usr/bin/env python3
"""Figures and plots from outside: frames of a lesson in a terminal while a slider moves, and
whole processes that print a plot, beside gnuplot's dumb terminal and plotext where they are.
Each figure of a folder of lessons that has a slider is measured too: its bytes beside the least
that its changed cells could cost (frames.py says how that is found).

usage: plot.py ROPEWALK [LESSONS [NAME]]
"""

import fcntl
import math
import os
import pty
import random
import re
import select
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time

from frames import Terminal, least

FRAMES, WARM, RUNS = 60, 5, 15
SIZES = [(80, 24), (200, 50)]
PAUSE, LATER, PATIENCE = 0.01, 0.05, 2  # seconds
FRAME_END = b"\x1b[?2026l"
COURSE_FRAMES = 12
BYTES_RATIO = 1.2  # of the least
BUDGET_MS = 1  # of CPU from a key to its frame at 200x50 (without sampling)

LESSON = """---
id: frames
title: Frames
---

# One {#one core}

Move.

```figure f
%s
```
"""
FIGURES = {
    "curve": "kind: curve\nslider: a = 1 in 0..100 step 0.1\ncurve: sin(x + a) over x = -10..10 as \"sin\"",
    "plane": "kind: plane\nslider: c = 0 in 0..1000\narrow: R(c/4) [1, 2] as \"q now\" before\n"
             "arrow: R(c/4) [3, -1] as \"k now\" before",
    "series": "kind: curve\nslider: a = 1 in 0..100 step 0.1\ncurve: exp(-x/a) over x = 0..10 as \"f\"\n"
              "strip: v = a in 0..100",
}


class Screen:
    """The program in a terminal that is read to the end of each frame."""

    def __init__(self, program, lesson, data, size):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
            os.environ.update(TERM="xterm-256color", LC_ALL="C.UTF-8")
            os.execv(program, [program, "learn", lesson, "--data", data, "--motion", "reduced"])
        self.first = self.read(lambda got: False, -1)
        self.first += self.read(lambda got: False, self.cpu_ns(), LATER)

    def sleeps(self):
        with open("/proc/%d/stat" % self.pid) as f:
            return f.read().rsplit(")", 1)[1].split()[0] == "S"

    def read(self, done, used, pause=PAUSE):
        """What comes until done(it), or until the program, which had used that much time, has
        used more, sleeps and stays asleep for a pause; but no longer than PATIENCE."""
        got, end, asleep = b"", time.monotonic() + PATIENCE, None
        while not done(got) and time.monotonic() < end:
            if select.select([self.fd], [], [], pause)[0]:
                got += os.read(self.fd, 65536)
                asleep = None
                continue
            now = self.cpu_ns()
            if asleep == now or (pause == LATER and now == used):
                break
            asleep = now if now > used and self.sleeps() else None
        return got

    def quiet(self):
        return self.read(lambda got: False, self.cpu_ns(), LATER)

    def frame(self, key):
        used = self.cpu_ns()
        os.write(self.fd, key)
        return self.read(lambda got: FRAME_END in got, used)

    def cpu_ns(self):
        with open("/proc/%d/schedstat" % self.pid) as f:
            return int(f.read().split()[0])

    def switches(self):
        with open("/proc/%d/status" % self.pid) as f:
            return sum(int(line.split()[1]) for line in f if "ctxt_switches" in line)

    def writes(self):
        with open("/proc/%d/io" % self.pid) as f:
            return int(next(line for line in f if line.startswith("syscw")).split()[1])

    def close(self):
        os.close(self.fd)  # the terminal is gone
        os.waitpid(self.pid, 0)


def frames(program, name, size, folder):
    path = os.path.join(folder, name + ".md")
    with open(path, "w") as f:
        f.write(LESSON % FIGURES[name])
    s = Screen(program, path, os.path.join(folder, "data"), size)
    for _ in range(WARM):
        s.frame(b"\x1b[C")
    s.quiet()
    cpu, writes, sizes = s.cpu_ns(), s.writes(), []
    for _ in range(FRAMES):
        sizes.append(len(s.frame(b"\x1b[C")))
    cpu, writes = (s.cpu_ns() - cpu) / FRAMES / 1e6, (s.writes() - writes) / FRAMES
    s.quiet()
    before = s.switches()
    time.sleep(1)
    idle = s.switches() - before
    s.close()
    print("%-8s %3dx%-3d %6.3f ms CPU a frame  %6.0f bytes  %.2f writes  %d wakeups in an idle second"
          % (name, size[0], size[1], cpu, statistics.mean(sizes), writes, idle))
    return cpu, writes, idle


def blocks(folder):
    """(name, lines of the front matter that give names values, block) of each figure that has a
    slider."""
    for file in sorted(os.listdir(folder)):
        if not file.endswith(".md") or file == "README.md":
            continue
        with open(os.path.join(folder, file), encoding="utf-8") as f:
            text = f.read()
        head = text.split("---", 2)[1] if text.startswith("---") else ""
        names = "".join(line + "\n" for line in head.splitlines()
                        if re.match(r"(let|define):|\s", line))
        for found in re.finditer(r"^```figure ([\w.-]+)\n(.*?)^```", text, re.M | re.S):
            if re.search(r"^(slider|switch)", found.group(2), re.M):
                yield file[:2] + "/" + found.group(1), names, found.group(2)


COURSE_LESSON = """---
id: frames
title: Frames
%s---

# One {#one core}

Move.

```figure f
%s```
"""


def course_frames(program, figure, size, folder):
    """(CPU ms, bytes, least bytes, writes, wakeups) of a frame that changed a cell; None when
    there was none."""
    name, names, block = figure
    path = os.path.join(folder, "course.md")
    with open(path, "w", encoding="utf-8") as f:
        f.write(COURSE_LESSON % (names, block))
    s = Screen(program, path, os.path.join(folder, "data"), size)
    terminal = Terminal(*size)
    terminal.feed(s.first.decode("utf-8", "replace"))
    sent, fewest, n = 0, 0, 0
    cpu = writes = 0
    for i in range(COURSE_FRAMES):
        before = terminal.copy()
        used, wrote = s.cpu_ns(), s.writes()
        got = s.frame(b"\x1b[C" if i < COURSE_FRAMES * 2 // 3 else b"\x1b[D")
        used, wrote = s.cpu_ns() - used, s.writes() - wrote
        terminal.feed(got.decode("utf-8", "replace"))
        bound, cells = least(before, terminal.cells)
        if i and cells:  # at the end of its way a slider brings no frame
            cpu, writes, n = cpu + used, writes + wrote, n + 1
            sent, fewest = sent + len(got), fewest + bound
    s.quiet()
    switches = s.switches()
    time.sleep(0.3)
    idle = s.switches() - switches
    s.close()
    if terminal.unknown:
        sys.exit("%s: sequences that the model does not know: %s" % (name, terminal.unknown))
    if not n:
        return None
    return cpu / n / 1e6, sent / n, fewest / n, writes / n, idle


def course(program, lessons, only, folder):
    good, worst = True, (0, "")
    for figure in blocks(lessons):
        if only and only not in figure[0]:
            continue
        for size in SIZES:
            got = course_frames(program, figure, size, folder)
            if not got:
                print("%-18s %3dx%-3d nothing moved" % (figure[0], size[0], size[1]))
                continue
            cpu, sent, fewest, writes, idle = got
            ratio = sent / fewest
            print("%-18s %3dx%-3d %7.3f ms CPU  %6.0f bytes, least %6.0f, ratio %.2f  %.2f writes  "
                  "%d wakeups" % (figure[0], size[0], size[1], cpu, sent, fewest, ratio, writes, idle))
            worst = max(worst, (ratio, figure[0]))
            # An experiment goes on by itself.
            good &= ratio <= BYTES_RATIO
    print("worst ratio of bytes: %.2f (%s)" % worst)
    return good


def measure(command, text, environment):
    times = []
    for i in range(RUNS + 2):
        start = time.perf_counter()
        subprocess.run(command, input=text, stdout=subprocess.DEVNULL, check=True,
                       env=dict(os.environ, LC_ALL="C.UTF-8", **environment))
        times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times[2:]), min(times[2:])


def peers(size):
    """(name, command for a line, command for a histogram)"""
    cols, rows = size
    if shutil.which("gnuplot"):
        start = "set terminal dumb size %d,%d; set key off; " % size
        yield ("gnuplot dumb", ["gnuplot", "-e", start + "plot '-' using 1 with lines"],
               ["gnuplot", "-e", start + "set boxwidth 1; plot '-' using (floor($1*4)/4):(1) smooth freq with boxes"])
    try:
        __import__("plotext")
        head = "import sys, plotext as p; y=[float(v) for v in sys.stdin]; p.plotsize(%d,%d); " % size
        yield ("plotext", [sys.executable, "-c", head + "p.plot(y); p.show()"],
               [sys.executable, "-c", head + "p.hist(y, 20); p.show()"])
    except ImportError:
        pass


def processes(program):
    """Whether no other program was faster; all of them see the same load."""
    line = "\n".join("%.6f" % math.sin(i / 40) for i in range(1000)).encode() + b"\n"
    numbers = random.Random(3)
    normal = "\n".join("%.6f" % numbers.gauss(0, 1) for _ in range(1000)).encode() + b"\n"
    fastest = True
    for size in SIZES:
        rows = [("ropewalk", [program, "plot", "--series", "--size=%dx%d" % size],
                 [program, "plot", "--hist", "--size=%dx%d" % size])] + list(peers(size))
        for name, draw, count in rows:
            a, b = measure(draw, line, {}), measure(count, normal, {})
            print("%-13s %3dx%-3d whole process: line %6.1f (%.1f) ms  histogram %6.1f (%.1f) ms"
                  % (name, size[0], size[1], a[0], a[1], b[0], b[1]))
            if name == "ropewalk":
                own = a[1], b[1]
            fastest &= own[0] <= a[1] and own[1] <= b[1]
        if len(rows) == 1:
            print("gnuplot and plotext are not installed: nothing to compare with")
    return fastest


def main():
    program = os.path.abspath(sys.argv[1])
    lessons = sys.argv[2] if len(sys.argv) > 2 else None
    good = True
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, "data"), 0o700)
        if lessons:
            good &= course(program, lessons, sys.argv[3] if len(sys.argv) > 3 else None, folder)
        for name in FIGURES:
            for size in SIZES:
                cpu, writes, idle = frames(program, name, size, folder)
                good &= cpu < BUDGET_MS and writes <= 1.05 and idle == 0
    good &= processes(program)
    print("within the budgets" if good else
          "over a budget: %d ms CPU a frame, one write, no wakeups, no other program faster, bytes of a "
          "figure within %.1f of the least" % (BUDGET_MS, BYTES_RATIO))
    sys.exit(0 if good else 1)


main()
