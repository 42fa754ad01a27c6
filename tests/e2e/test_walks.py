#!/usr/bin/env python3
"""Whole lessons from the first key to the last answer, on screens and in lines.

usage: test_walks.py ROPEWALK COURSE LESSON COLSxROWS...
"""

import glob
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "scripts"))

from lessons import read_lesson
from lines import Pipe, walk_lines
from tap import Tap
from terminal import Place, Terminal
from walk import Lost, Walk, count, events


def path_of(course, lesson):
    for path in sorted(glob.glob(os.path.join(course, "*.md"))):
        with open(path, encoding="utf-8") as f:
            if "\nid: %s\n" % lesson in f.read():
                return path
    raise SystemExit("no lesson %s in %s" % (lesson, course))


def leave(terminal):
    """q, as often as it takes; the exit status."""
    for _ in range(4):
        terminal.keys("q")
        status = terminal.status(3)
        if status is not None:
            return status
    return None


def outcome(place):
    """What the record says of the answers, without what differs between ways of working."""
    return [(e["type"], e["item"], e["verdict"]) for e in events(place) if e["type"] in ("answered", "predicted")
            and e["verdict"] != "wrong"]


def walk_screen(tap, program, course, lesson, steps, size):
    cols, rows = (int(n) for n in size.split("x"))
    asks = [a for step in steps for beat in step.beats for a in beat]
    command = "'%s' learn %s --seed 0 --lessons '%s'" % (program, lesson, course)
    with Place() as place, Terminal(place, command, cols, rows) as terminal:
        walk = Walk(terminal, lesson, steps)
        try:
            walk.all()
            tap.result(True, "%s at %s to its end" % (lesson, size))
        except Lost as lost:
            tap.result(False, "%s at %s to its end" % (lesson, size), lost)
            return None
        tap.result(walk.answered == len(asks), "%s at %s: every question" % (lesson, size),
                   "%d of %d" % (walk.answered, len(asks)))
        tap.result(count(place, type="skipped") == 0, "%s at %s: nothing skipped" % (lesson, size))
        status = leave(terminal)
        tap.result(status == 0 and terminal.is_restored(), "%s at %s: the terminal is as before" % (lesson, size),
                   "status %s" % status)
        return outcome(place)


def walk_pipe(tap, program, course, lesson, steps):
    command = [program, "learn", lesson, "--plain", "--seed", "0", "--lessons", course]
    with Place() as place:
        pipe = Pipe(place, command)
        try:
            answered = walk_lines(pipe, lesson, steps)
            tap.result(answered > 0, "%s in lines to its end" % lesson)
        except Lost as lost:
            tap.result(False, "%s in lines to its end" % lesson, lost)
            pipe.end()
            return None, []
        tap.result(pipe.end() == 0, "%s in lines: status 0" % lesson)
        tap.result("\033" not in pipe.said, "%s in lines: no escape sequences" % lesson)
        return outcome(place), pipe.sent


def replay(tap, program, course, lesson, sent, expected):
    """The same lines all at once, as from printf."""
    command = [program, "learn", lesson, "--plain", "--seed", "0", "--lessons", course]
    with Place() as place:
        pipe = Pipe(place, command)
        for line in sent:
            try:
                pipe.send(line)
            except BrokenPipeError:
                break
        tap.result(pipe.end() == 0, "%s from a pipe: status 0" % lesson, pipe.said[-1500:])
        tap.result(count(place, type="finished") > 0, "%s from a pipe: finished" % lesson, pipe.said[-1500:])
        tap.result(outcome(place) == expected, "%s from a pipe: the same record" % lesson)


def main():
    program, course, lesson = sys.argv[1:4]
    steps = read_lesson(path_of(course, lesson))
    tap = Tap()
    outcomes = [walk_screen(tap, program, course, lesson, steps, size) for size in sys.argv[4:]]
    lines, sent = walk_pipe(tap, program, course, lesson, steps)
    tap.result(all(o == lines for o in outcomes), "%s: one record, however it is walked" % lesson,
               "%s\n%s" % (outcomes, lines))
    replay(tap, program, course, lesson, sent, lines)
    tap.exit()


if __name__ == "__main__":
    main()
