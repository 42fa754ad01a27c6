#!/usr/bin/env python3
"""How long a start takes to its first frame, and how much memory it holds then.

usage: bench_start.py ROPEWALK COURSE [RUNS]
"""

import fcntl
import os
import pty
import signal
import struct
import sys
import termios
import time

from terminal import Place

FRAME_ENDS = b"\033[?2026l"
VERSION_ENDS = b"\n"


def start(place, arguments, ends, cols=80, rows=24):
    """Until the program has sent `ends` to a terminal that only listens: milliseconds,
    milliseconds of processor time, kB resident. What a program costs that only starts
    (--version) is in it, and this script's part between fork and exec."""
    pid, fd = pty.fork()
    if pid == 0:
        os.execve(arguments[0], arguments, place.environment())
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, cols, 0, 0))
    began = time.perf_counter()
    sent = b""
    while ends not in sent:
        sent += os.read(fd, 65536)
    took = (time.perf_counter() - began) * 1000
    try:
        with open("/proc/%d/status" % pid, encoding="ascii") as f:
            kilobytes = [int(line.split()[1]) for line in f if line.startswith("VmRSS")]
        with open("/proc/%d/schedstat" % pid, encoding="ascii") as f:
            busy = int(f.read().split()[0]) / 1e6
    finally:
        os.kill(pid, signal.SIGTERM)
        os.waitpid(pid, 0)
        os.close(fd)
    return took, busy, kilobytes[0] if kilobytes else 0


def main():
    program, course = sys.argv[1:3]
    runs = int(sys.argv[3]) if len(sys.argv) > 3 else 20
    with Place() as place:
        for name, arguments, ends in (("--version", [program, "--version"], VERSION_ENDS),
                                      ("first frame", [program, "--lessons", course], FRAME_ENDS)):
            start(place, arguments, ends)  # reads what is on the disk, makes the record
            found = [start(place, arguments, ends) for _ in range(runs)]
            middle = [sorted(values)[runs // 2] for values in zip(*found)]
            print("%-12s %6.1f ms, %6.1f ms of processor time, %6.1f MB resident (medians of %d)"
                  % (name, middle[0], middle[1], middle[2] / 1024, runs))


if __name__ == "__main__":
    main()
