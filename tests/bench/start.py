#!/usr/bin/env python3
"""Start-up to the first frame, and resident memory, beside an empty program.

    start.py ROPEWALK EMPTY LESSONS

Each program runs in a pseudo-terminal of 80 x 24. A frame is there when the sentence of
the first minute (for the empty program: its one word) has arrived; memory is read then.
"""
import fcntl
import os
import pty
import select
import statistics
import struct
import sys
import tempfile
import termios
import time

RUNS = 30


def resident(pid):
    with open("/proc/%d/status" % pid) as status:
        for line in status:
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024
    return float("nan")


def start(argv, sign):
    """Milliseconds until `sign` was read, and resident MB then."""
    begin = time.monotonic()
    pid, fd = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm-256color", LANG="C.UTF-8")
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        os.execv(argv[0], argv)
    seen = b""
    while sign not in seen:
        if not select.select([fd], [], [], 10)[0]:
            raise SystemExit("no frame after 10 s: %r" % seen[-200:])
        seen += os.read(fd, 65536)
    took = (time.monotonic() - begin) * 1000
    memory = resident(pid)
    os.kill(pid, 9)
    os.waitpid(pid, 0)
    os.close(fd)
    return took, memory


def report(name, argv, sign):
    runs = [start(argv, sign) for _ in range(RUNS)]
    took = statistics.median(run[0] for run in runs)
    memory = statistics.median(run[1] for run in runs)
    print("%-28s %6.1f ms to the first frame, %5.1f MB resident" % (name, took, memory))
    return took, memory


def main():
    ropewalk, empty, lessons = sys.argv[1:4]
    with tempfile.TemporaryDirectory() as data:
        peer = report("empty, all libraries", [empty], b"ready")
        first = [ropewalk, "--lessons", lessons, "--data", data + "/first"]
        ours = report("ropewalk, the first minute", first, b"straight up")
        lesson = [ropewalk, "learn", "rope-plane", "--lessons", lessons, "--data", data + "/l"]
        report("ropewalk, a lesson", lesson, b"sits on a seat")
    print("ratio to the empty program: %.1f in time, %.1f in memory"
          % (ours[0] / peer[0], ours[1] / peer[1]))


main()
