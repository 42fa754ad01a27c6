#!/usr/bin/env python3
"""Figures and plots from outside: frames of a lesson in a terminal while a slider moves, and
whole processes that print a plot, beside gnuplot's dumb terminal and plotext where they are.

usage: plot.py ROPEWALK
"""

import fcntl
import math
import os
import pty
import random
import select
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time

FRAMES, WARM, RUNS = 60, 5, 15
SIZES = [(80, 24), (200, 50)]
FRAME_END = b"\x1b[?2026l"
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
            os.environ.update(TERM="xterm-256color", LC_ALL="C.UTF-8")
            os.execv(program, [program, "learn", lesson, "--data", data, "--motion", "reduced"])
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        self.quiet(1)

    def quiet(self, seconds=0.3):
        got = b""
        while select.select([self.fd], [], [], seconds)[0]:
            got += os.read(self.fd, 65536)
        return got

    def frame(self, key):
        os.write(self.fd, key)
        got = b""
        while FRAME_END not in got and select.select([self.fd], [], [], 1)[0]:
            got += os.read(self.fd, 65536)
        return got

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
        os.write(self.fd, b"\x1bq")
        self.quiet()
        os.close(self.fd)
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
    good = True
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, "data"), 0o700)
        for name in FIGURES:
            for size in SIZES:
                cpu, writes, idle = frames(program, name, size, folder)
                good &= cpu < BUDGET_MS and writes <= 1.05 and idle == 0
    good &= processes(program)
    print("within the budgets" if good else
          "over a budget: %d ms CPU a frame, one write, no wakeups, no other program faster" % BUDGET_MS)
    sys.exit(0 if good else 1)


main()
