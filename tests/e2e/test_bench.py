#!/usr/bin/env python3
"""The bench in a real terminal and in lines: a theorem is derived, with a slip on the way.

usage: test_bench.py PROGRAM LESSONS
"""

import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "scripts"))
sys.path.insert(0, HERE)

from tap import Tap
from terminal import Place, Terminal, until
from walk import count

GOOD = ["q^T R(m theta)^T R(n theta) k",
        "= q^T R(-m theta) R(n theta) k by rotation-transpose: undoing a turn is turning back",
        "= q^T R((n - m) theta) k"]
SLIP = "= q^T R(m theta) R(-n theta) k"


def open_bench(terminal):
    for _ in range(8):
        if "derive it yourself" in terminal.screen() or "d derive" in terminal.screen():
            break
        terminal.keys("Space")
    terminal.keys("d")


def enter(terminal, text):
    terminal.type(text)
    terminal.keys("Enter")


def check_screen(tap, program, lessons):
    with Place() as place:
        command = "'%s' learn 'rope-plane#derive' --lessons '%s' --ascii" % (program, lessons)
        with Terminal(place, command) as terminal:
            terminal.wait("a row times a column")
            open_bench(terminal)
            tap.result(terminal.wait("To reach") is not None, "d opens the bench", terminal.screen())
            enter(terminal, GOOD[0])
            tap.result(terminal.wait("transpose-product") is not None, "a line and its rule", terminal.screen())
            enter(terminal, SLIP)
            shown = terminal.wait("2 WRONG")
            tap.result(shown is not None and "^^^^" in shown and "by line 2" in shown,
                       "a slip is named, underlined and drawn", terminal.screen())
            terminal.keys("Escape")
            terminal.wait("h hint")
            terminal.keys("h")
            tap.result(terminal.wait("Hint 1 of 3: Compare each") is not None, "h at a slip says what kind it is",
                       terminal.screen())
            terminal.keys("Enter", "Up")
            tap.result(terminal.wait(">2  = q^T R(m theta)^T R(n theta) k") is not None,
                       "Up writes the line above", terminal.screen())
            terminal.keys("C-u")
            enter(terminal, GOOD[1])
            enter(terminal, GOOD[2])
            tap.result(terminal.wait("This theorem is yours") is not None, "derived", terminal.screen())
            tap.result(until(lambda: count(place, type="answered", item="rope-relative")) == 1,
                       "it is in the record")
            terminal.keys("q")
            tap.result(terminal.wait("derive it yourself") is not None, "q goes back to the lesson",
                       terminal.screen())


def check_offer(tap, program, lessons):
    """The rest of a name stands ahead of the cursor, as what is not typed; Right takes it."""
    for options in ("", "--no-color", "--theme high-contrast"):
        with Place() as place:
            command = "'%s' learn 'rope-plane#derive' --lessons '%s' %s" % (program, lessons, options)
            with Terminal(place, command) as terminal:
                terminal.wait("a row times a column")
                open_bench(terminal)
                terminal.wait("To reach")
                terminal.type("q^T R(m theta)^T R(n theta) k by transpose-p")
                terminal.wait("Right complete")
                drawn = terminal.tmux("capture-pane", "-p", "-e", "-t", "t")
                row = [r for r in drawn.splitlines() if "transpose-p" in r and ">1" in r]
                marked = row and re.search("transpose-p\\033\\[[0-9;]*m(\\033\\[[0-9;]*m)*roduct", row[0])
                tap.result(bool(marked) and re.search("\\033\\[([0-9;]*;)?4(;[0-9;]*)?mroduct|\\033\\[4m.*roduct", row[0]),
                           "the rest is underlined: %s" % (options or "dark"), row)
                at = terminal.cursor()
                terminal.keys("Right")
                tap.result(until(lambda: terminal.cursor() != at), "Right takes it: %s" % (options or "dark"),
                           terminal.screen())
                terminal.keys("Enter")
                tap.result(terminal.wait("1 holds") is not None, "and Enter checks the line: %s" % (options or "dark"),
                           terminal.screen())


def check_kept(tap, program, lessons):
    command = "'%s' learn 'rope-plane#derive' --lessons '%s' --ascii" % (program, lessons)
    with Place() as place:
        with Terminal(place, command) as terminal:
            terminal.wait("a row times a column")
            open_bench(terminal)
            enter(terminal, GOOD[0])
            terminal.wait("1 holds")
            terminal.type("q^T R(")
            terminal.wait("q^T R(")
            terminal.tmux("send-keys", "-t", "t", "C-c")
            terminal.status()
        with Terminal(place, command) as terminal:
            terminal.wait("a row times a column")
            open_bench(terminal)
            shown = terminal.wait("1 holds")
            tap.result(shown is not None and ">2  q^T R(" in shown, "Ctrl-C loses no line and no letter",
                       terminal.screen())


def check_lines(tap, program, lessons):
    words = ["", "", "", "", "derive", GOOD[0], SLIP, "hint", GOOD[1].replace("= ", "", 1), "why", "hint", GOOD[2], "why", "done"]
    with Place() as place:
        done = subprocess.run([program, "--plain", "--ascii", "--lessons", lessons, "learn", "rope-plane#derive"],
                              input="\n".join(words) + "\n", capture_output=True, text=True, timeout=60,
                              env=place.environment())
        said = done.stdout
        for text in ("Derive rope-relative.", "Line 1 holds", "Line 2 WRONG", "A sign is turned round.",
                     "Hint 1 of 3: Compare each sign with line 1.",
                     "Line 2 holds", "rotation-transpose\nBy coordinates: transposing a turn turns back.\n", "Hint 1 of 3", "Derived. This theorem is yours.", "It was derived: "):
            tap.result(text in said, "in lines: %s" % text, said[-1500:])
        tap.result(count(place, type="answered", item="rope-relative") == 1, "in lines: the same record")


def check_lengths(tap, program, lessons):
    """A vector of the lesson gives its length to the name that stands for it: no value is undefined."""
    with Place() as place:
        done = subprocess.run([program, "--plain", "--ascii", "--lessons", lessons, "learn", "rmsnorm"],
                              input="\n" * 9 + "derive\n= sqrt(sum(i=1..d, (a x_i)^2) / d)\n", capture_output=True,
                              text=True, timeout=60, env=place.environment())
        tap.result("d = 4, a = 2, x = [1, 2, 3, 4]" in done.stdout and "Line 1 holds: " in done.stdout
                   and "undefined" not in done.stdout, "as long as its values", done.stdout[-1500:])


BOTH_ODD = "= [-cos theta, sin theta; -sin theta, -cos theta]"

# where, what is typed, what is said of it in place of the slip
FORESEEN = [
    ("turning#q3-1", [BOTH_ODD], "Line 1 WRONG", "The cosine is even"),
    ("turning#d4-back", ["", "", "", "", "derive", BOTH_ODD], "Line 1 WRONG", "The cosine is even"),
    ("turning#q3-1", ["= R(theta)"], "Line 1 WRONG", "A sign is turned round."),
    ("root-d#q7-6", ["<=> d c = 1"], "Line 1 WRONG", "A factor leaves a variance squared."),
    ("root-d#q7-6", ["<=> 1 = c d"], "Line 1 WRONG", "A factor leaves a variance squared."),
]


def check_foreseen(tap, program, lessons):
    """A wrong line that the author foresaw gets the author's sentence; others the slip that explains them."""
    for step, words, state, sentence in FORESEEN:
        with Place() as place:
            done = subprocess.run([program, "--plain", "--ascii", "--lessons", lessons, "learn", step],
                                  input="\n".join(words) + "\n", capture_output=True, text=True, timeout=60,
                                  env=place.environment())
            said = done.stdout[done.stdout.rfind(state):]
            tap.result(said.startswith(state) and sentence in said, "foreseen: %s %s" % (step, words[-1]), done.stdout[-900:])


# where, what is typed before the solution, what it says: a named theorem, one that goes the same way, and
# that of a question of another kind
SOLUTIONS = [
    ("turning#q3-1", [BOTH_ODD, "done", "solution"],
     ["The lines of turn-back: R(theta)^T\n", "3) = [cos(-theta), -sin(-theta); sin(-theta), cos(-theta)], "
      "by even-odd: the cosines stay, the sines flip\n", "4) = R(-theta), by definition R: the same turn backwards\n"]),
    ("capstone#first", ["", "= q^T R(m theta) R(n theta) k by transpose-product: why", "done", "solution"],
     ["The lines of rope-relative: ", "by rotation-transpose: undoing a turn is turning back\n"]),
    ("kv-cache#q13-1", ["1", "solution"], ["The lines of cache-bytes: "]),
]


def check_solutions(tap, program, lessons):
    """A solution replays the lines of the theorem, with their rules and sentences."""
    for step, words, sentences in SOLUTIONS:
        with Place() as place:
            done = subprocess.run([program, "--plain", "--ascii", "--lessons", lessons, "learn", step],
                                  input="\n".join(words) + "\n", capture_output=True, text=True, timeout=60,
                                  env=place.environment())
            for text in sentences:
                tap.result(text in done.stdout, "the solution of %s: %s" % (step, text.strip()), done.stdout[-900:])


def check_solution_read(tap, program, lessons):
    """It is read from its first line on, and scrolled."""
    with Place() as place:
        command = "'%s' learn 'turning#q3-1' --lessons '%s' --ascii" % (program, lessons)
        with Terminal(place, command) as terminal:
            terminal.wait("Show from the entries")
            terminal.keys("Enter")
            terminal.wait("To reach")
            enter(terminal, "= R(theta)")
            terminal.wait("1 WRONG")
            terminal.keys("Escape")
            terminal.wait("h hint")
            terminal.keys("q")
            shown = terminal.wait("Not right.")
            tap.result(shown is not None and shown.count("iffers at") == 1, "where it differs is said once", terminal.screen())
            terminal.keys("s")
            shown = terminal.wait("The lines of turn-back:")
            tap.result(shown is not None and "Show from the entries" in shown and "even-odd" in shown
                       and "the same turn backwards" not in shown, "a solution from its first line", terminal.screen())
            terminal.keys("Down", "Down", "Down")
            tap.result(terminal.wait("the same turn backwards") is not None, "Down scrolls it", terminal.screen())


def main():
    program, lessons = sys.argv[1:3]
    tap = Tap()
    for check in (check_screen, check_offer, check_kept, check_lines, check_lengths, check_foreseen, check_solutions, check_solution_read):
        check(tap, program, lessons)
    tap.exit()


if __name__ == "__main__":
    main()
