#!/usr/bin/env python3
"""Every way out: the terminal is as before, and what was done is in the record; and every
way back in: at the same place.

usage: test_leaving.py ROPEWALK
"""

import os
import signal
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "scripts"))

from lessons import read_lesson
from tap import Tap
from terminal import Place, Terminal, until
from walk import Walk, count, events

COURSE = os.path.join(HERE, "course")
STEPS = read_lesson(os.path.join(COURSE, "10-kinds.md"))
SIGNALS = ("HUP", "TERM", "INT", "QUIT", "SEGV", "ABRT", "BUS", "FPE", "ILL")
# Those that ask, so that what is typed can still be kept.
ASKING = ("HUP", "TERM", "INT", "QUIT")


class Learner:
    """Opens the course of the tests in a terminal, again and again in one home."""

    def __init__(self, program, place):
        self.program = program
        self.place = place

    def command(self, *args):
        return "'%s' %s --seed 0 --lessons '%s'" % (self.program, " ".join(args), COURSE)

    def open(self, *args, cols=80, rows=24, before="", after="", **environment):
        return Terminal(self.place, before + self.command(*args) + after, cols, rows, **environment)


def to_step(terminal, name):
    """Walk from the start to a step, whose question is then on the screen."""
    parts = [i for i, s in enumerate(STEPS) if s.name == name][0]
    walk = Walk(terminal, "kinds", STEPS[:parts + 1])
    walk.to(parts, 0)
    return walk


def gone(pid):
    try:
        os.kill(pid, 0)
        return False
    except ProcessLookupError:
        return True


def check_signal(tap, program, name):
    number = getattr(signal, "SIG" + name)
    with Place() as place:
        learner = Learner(program, place)
        with learner.open("learn kinds") as terminal:
            to_step(terminal, "numbers")
            terminal.type("a + ")
            terminal.wait("> a +")
            os.kill(terminal.pid(), number)
            status = terminal.status()
            tap.result(status == 128 + number, "SIG%s: ends by it" % name, status)
            tap.result(status is not None and terminal.is_restored(), "SIG%s: the terminal is as before" % name,
                       terminal.screen())
        with learner.open("learn kinds") as terminal:
            back = terminal.wait("How much is a + b")
            tap.result(back is not None, "SIG%s: back at the same question" % name, terminal.screen())
            if name in ASKING:
                tap.result(terminal.wait("> a +", 3) is not None, "SIG%s: what was typed is kept" % name,
                           terminal.screen())


def check_kill(tap, program):
    """kill -9 just after a grade was shown."""
    with Place() as place:
        learner = Learner(program, place)
        with learner.open("learn kinds") as terminal:
            to_step(terminal, "numbers")
            terminal.type("5")
            terminal.keys("Enter")
            shown = terminal.wait("Right.")
            os.kill(terminal.pid(), signal.SIGKILL)
            tap.result(shown is not None and terminal.status() == 137, "kill -9: ends", terminal.screen())
        tap.result(count(place, item="num1", type="answered", verdict="right") == 1,
                   "kill -9: the grade that was shown is in the record", events(place))
        with learner.open("learn kinds") as terminal:
            screen = terminal.wait("3 of 10")
            tap.result(screen is not None, "kill -9: back at that step", terminal.screen())
            walk = Walk(terminal, "kinds", STEPS)
            walk.all((2, 1))
            tap.result(count(place, type="finished") == 1, "kill -9: the rest is walked to the end")
            tap.result(count(place, item="num1", type="answered") == 1, "kill -9: nothing is asked twice")


def check_quit(tap, program):
    with Place() as place:
        learner = Learner(program, place)
        with learner.open("learn kinds") as terminal:
            to_step(terminal, "expressions")
            terminal.keys("Escape")
            time.sleep(0.1)
            terminal.keys("q")
            tap.result(terminal.status() == 0 and terminal.is_restored(), "q: status 0, terminal as before",
                       terminal.screen())
        with learner.open() as terminal:
            home = terminal.wait("Go on")
            tap.result(home is not None and "One of each kind" in home, "home offers to go on", terminal.screen())
            terminal.keys("Enter")
            tap.result(terminal.wait("Multiply out") is not None, "Enter goes on there", terminal.screen())
        with learner.open("learn 'kinds#choices'") as terminal:
            tap.result(terminal.wait("Which is the larger?") is not None, "learn LESSON#STEP", terminal.screen())


def check_stop(tap, program):
    """Ctrl-Z under a shell with job control, then fg."""
    with Place() as place:
        learner = Learner(program, place)
        stopped, go = os.path.join(place.home, "stopped"), os.path.join(place.home, "go")
        after = "\nstty -g >'%s.new'; mv '%s.new' '%s'; while [ ! -e '%s' ]; do sleep 0.05; done; fg" % (
            stopped, stopped, stopped, go)
        with learner.open("learn kinds", before="set -m\n", after=after) as terminal:
            to_step(terminal, "numbers")
            terminal.type("a + ")
            terminal.wait("> a +")
            terminal.keys("C-z")
            tap.result(until(lambda: os.path.exists(stopped)), "Ctrl-Z: stops", terminal.screen())
            with open(stopped, encoding="utf-8") as f, open(terminal.note + ".before", encoding="utf-8") as g:
                tap.result(f.read() == g.read() and not terminal.is_alternate(),
                           "Ctrl-Z: the shell has its terminal back", terminal.screen())
            terminal.resize(60, 20)
            open(go, "w", encoding="utf-8").close()
            tap.result(terminal.wait("> a +") is not None, "fg: the screen is drawn anew", terminal.screen())
            terminal.type("b")
            tap.result(terminal.wait("> a + b") is not None, "fg: keys are taken", terminal.screen())
            terminal.keys("Enter")
            tap.result(terminal.wait("Right.") is not None, "fg: and graded", terminal.screen())
            terminal.keys("q")
            tap.result(terminal.status() == 0 and terminal.is_restored(), "fg: then q", terminal.screen())


def check_closed(tap, program):
    """The terminal is closed, with a program that ignores nothing and one under nohup."""
    for before in ("", "trap '' HUP\n"):
        with Place() as place:
            learner = Learner(program, place)
            with learner.open("learn kinds", before=before) as terminal:
                to_step(terminal, "numbers")
                terminal.type("a + ")
                terminal.wait("> a +")
                pid = terminal.pid()
                terminal.close()
                name = "closed terminal%s" % (", SIGHUP ignored" if before else "")
                tap.result(until(lambda: gone(pid)), "%s: ends by itself" % name)
            tap.result(count(place, type="drafted", item="num1") == 1, "%s: what was typed is kept" % name,
                       events(place)[-3:])


def check_sizes(tap, program):
    with Place() as place:
        learner = Learner(program, place)
        with learner.open("learn kinds", cols=10, rows=3) as terminal:
            small = until(lambda: terminal.screen().strip())
            tap.result(bool(small), "10x3 says something", terminal.screen())
            terminal.resize(80, 24)
            tap.result(terminal.wait("Two numbers are a pair") is not None, "10x3, then 80x24", terminal.screen())
            for cols, rows in [(1, 1), (40, 12), (2, 30), (500, 200), (200, 1), (30, 8), (10, 3)] * 3:
                terminal.resize(cols, rows)
            terminal.resize(80, 24)
            tap.result(terminal.wait("Two numbers are a pair") is not None, "any size, then 80x24", terminal.screen())
            terminal.keys("q")
            tap.result(terminal.status() == 0 and terminal.is_restored(), "10x3: leaves by q", terminal.screen())


def check_types(tap, program):
    screens = ("xterm", "xterm-256color", "screen", "tmux-256color", "linux", "vt100", "xterm-kitty",
               "xterm-ghostty", "nonsense", "", None)
    with Place() as place:
        learner = Learner(program, place)
        for name in screens:
            for lang in ("C.UTF-8", "C", "nonsense"):
                with learner.open("learn kinds", TERM=name, LANG=lang) as terminal:
                    shown = terminal.wait("Two numbers are a pair")
                    terminal.keys("q")
                    status = terminal.status()
                    tap.result(shown is not None and status == 0 and terminal.is_restored(),
                               "TERM=%s LANG=%s" % (name, lang), "status %s\n%s" % (status, terminal.screen()))
        with learner.open("learn kinds", TERM="dumb") as terminal:
            shown = terminal.wait("Answer (1-2")
            tap.result(shown is not None and "Lesson: T1" in shown, "TERM=dumb: lines", terminal.screen())
            terminal.type("quit")
            terminal.keys("Enter")
            tap.result(terminal.status() == 0, "TERM=dumb: quit", terminal.screen())
        for options in ("--no-color", "--ascii", "--theme light", "--theme high-contrast", "--theme colour-blind"):
            with learner.open("learn kinds", options) as terminal:
                shown = terminal.wait("Two numbers are a pair")
                ascii_only = terminal.screen().isascii()
                terminal.keys("q")
                tap.result(shown is not None and terminal.status() == 0 and ascii_only == (options == "--ascii"),
                           options, terminal.screen())


def check_color(tap, program):
    """Colours, unless the environment or an option says none."""
    cases = [({}, "", True), ({"NO_COLOR": ""}, "", True), ({"NO_COLOR": "1"}, "", False), ({}, "--no-color", False),
             ({}, "--theme none", False)]
    with Place() as place:
        learner = Learner(program, place)
        for environment, options, expected in cases:
            with learner.open("learn kinds", options, **environment) as terminal:
                shown = terminal.wait("Two numbers are a pair")
                tap.result(shown is not None and terminal.is_colored() == expected,
                           "colours with %s %s: %s" % (environment, options, expected), terminal.screen())


def main():
    program = sys.argv[1]
    tap = Tap()
    for name in SIGNALS:
        check_signal(tap, program, name)
    for check in (check_kill, check_quit, check_stop, check_closed, check_sizes, check_types,
                  check_color):
        check(tap, program)
    tap.exit()


if __name__ == "__main__":
    main()
