#!/usr/bin/env python3
"""The screen under the hands: mouse, pastes, keys of the field, the real cursor, colours,
a file that is saved while it is read.

usage: test_screen.py ROPEWALK
"""

import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "scripts"))

from tap import Tap
from terminal import Place, Terminal, until
from walk import count

COURSE = os.path.join(HERE, "course")


def learn(program, place, what="kinds", options="", **more):
    return Terminal(place, "'%s' learn '%s' --seed 0 --lessons '%s' %s" % (program, what, COURSE, options), **more)


def place_of(screen, pattern):
    """Column and row (from 1) of what a pattern's first group matches."""
    for row, line in enumerate(screen.split("\n"), 1):
        found = re.search(pattern, line)
        if found:
            return found.start(1) + 1, row
    return None


def slider_value(screen):
    found = re.search(r">c \[.*\] +(\d+)", screen)
    return int(found.group(1)) if found else None


def check_mouse(tap, program):
    with Place() as place, learn(program, place) as terminal:
        terminal.wait("Two numbers are a pair")
        terminal.type("2")
        terminal.wait("Move c")
        screen = terminal.screen()
        knob = place_of(screen, r">c \[(.)")
        if not tap.result(knob is not None and slider_value(screen) == 1, "a slider is on the screen", screen):
            return
        col, row = knob
        terminal.type("\033[<0;%d;%dM" % (col + 20, row))
        tap.result(until(lambda: (slider_value(terminal.screen()) or 0) > 3, 5), "a click moves the slider",
                   terminal.screen())
        terminal.type("\033[<32;%d;%dM" % (col, row))
        tap.result(until(lambda: slider_value(terminal.screen()) == 0, 5), "a drag moves it back", terminal.screen())
        terminal.type("\033[<0;%d;%dm" % (col, row))
        terminal.type("\033[<32;%d;%dM" % (col + 20, row))
        terminal.keys("Right")
        tap.result(until(lambda: slider_value(terminal.screen()) == 1, 5), "after the release nothing is dragged",
                   terminal.screen())


PLANE = """```figure tip
kind: plane
slider: x = 1 in -3..3 step 0.5; y = 0 in -3..3 step 0.5
arrow: [x, y] as "tip" in first
drag: x, y
range: -3.5..3.5
strip: out = x + 10 y in -33..33
```"""


def cell_of_tip(screen):
    """Column and row (from 1) of the tip of the arrow: left of its name."""
    for row, line in enumerate(screen.split("\n"), 1):
        found = re.search(r"\*.tip", line)
        if found:
            return found.start() + 1, row
    return None


def values(screen):
    found = [re.search(r"%s +\[.*\] +(-?[0-9.]+)" % name, screen) for name in "xy"]
    return tuple(float(f.group(1)) for f in found) if all(found) else None


def check_mouse_drags(tap, program):
    """A point of a plane is taken with the button, drawn on over several places and let go;
    a knob is drawn the same way; with the mouse off nothing moves."""
    with Place() as place:
        path = os.path.join(place.home, "mine.md")
        with open(path, "w", encoding="utf-8") as f:
            f.write(LESSON % PLANE)
        with Terminal(place, "'%s' learn '%s' --ascii" % (program, path), cols=100, rows=40) as terminal:
            until(lambda: cell_of_tip(terminal.screen()))
            start = values(terminal.screen())
            at = cell_of_tip(terminal.screen())
            if not tap.result(start == (1.0, 0.0) and at, "a point is on the screen", terminal.screen()):
                return
            col, row = at
            terminal.type("\033[<0;%d;%dM" % (col, row))
            for way in range(1, 5):
                terminal.type("\033[<32;%d;%dM" % (col + way, row - way))
            moved = until(lambda: (values(terminal.screen()) or start)[1] > 0.5, 5)
            now = values(terminal.screen())
            tap.result(moved and now[0] > 1, "the point follows the mouse", "%s\n%s" % (now, terminal.screen()))
            tap.result(cell_of_tip(terminal.screen()), "and is drawn where it is now", terminal.screen())
            terminal.type("\033[<0;%d;%dm" % (col + 4, row - 4))
            terminal.type("\033[<32;%d;%dM" % (col - 8, row))
            terminal.keys("r")
            tap.result(until(lambda: values(terminal.screen()) == start, 5), "let go, it is not drawn on; r resets",
                       terminal.screen())
            knob = place_of(terminal.screen(), r"x +\[[-=]*(o)")
            terminal.type("\033[<0;%d;%dM" % knob)
            for way in (-4, -8, -20):
                terminal.type("\033[<32;%d;%dM" % (knob[0] + way, knob[1]))
            tap.result(until(lambda: values(terminal.screen())[0] < 0, 5), "a knob is drawn over several places",
                       terminal.screen())
            terminal.type("\033[<0;%d;%dm" % (knob[0] - 20, knob[1]))
            before = values(terminal.screen())
            terminal.keys("M")
            off = until(lambda: not reports_mouse(terminal), 5)
            tap.result(off and "M takes it back" in terminal.screen(), "M leaves the mouse to the terminal", terminal.screen())
            terminal.keys("Down")
            tap.result(values(terminal.screen()) == before, "and nothing moves", terminal.screen())


def reports_mouse(terminal):
    return terminal.tmux("display-message", "-p", "-t", "t", "#{mouse_any_flag}").strip() == "1"


def check_mouse_key(tap, program):
    """M leaves the mouse to the terminal, and takes it again; --no-mouse leaves it at first."""
    for options, first in (("", True), ("--no-mouse", False)):
        with Place() as place, learn(program, place, options=options) as terminal:
            terminal.wait("Two numbers are a pair")
            tap.result(until(lambda: reports_mouse(terminal) == first, 5), "the mouse at first, %r" % options)
            tap.result(("M mouse on" in terminal.screen()) == (not first), "its state is shown, %r" % options,
                       terminal.screen())
            terminal.keys("M")
            tap.result(until(lambda: reports_mouse(terminal) != first, 5), "the mouse after M, %r" % options)
            terminal.keys("M")
            tap.result(until(lambda: reports_mouse(terminal) == first, 5), "and after M again, %r" % options)


def check_field(tap, program):
    """Editing keys, history, pastes, UTF-8; the real cursor is where one types."""
    with Place() as place, learn(program, place, "kinds#numbers") as terminal:
        terminal.wait("How much is a + b")
        for typed, shown in (("az", "> az"), ("\033[Dc", "> acz"), ("\x01x\x05y", "> xaczy"), ("\x17", "> "),
                             ("θ + π", "> θ + π"), ("\x7f\x7f\x7f", "> θ "), ("\x15", "> "),
                             ("\033[200~1 +\n 2\033[201~", "> 1 +  2"), ("\x15\x19", "> 1 +  2")):
            terminal.type(typed)
            ok = until(lambda: re.search("^ *%s *$" % re.escape(shown.strip()), terminal.screen(), re.M), 5)
            tap.result(bool(ok), "typed %r" % typed, terminal.screen())
        screen = terminal.screen()
        end = place_of(screen, r"> 1 \+  2()")
        cursor = [int(n) for n in terminal.cursor().split(",")]
        tap.result(end and (cursor[0] + 1, cursor[1] + 1, cursor[2]) == (end[0], end[1], 1),
                   "the real cursor is behind the text", "%s %s" % (cursor, end))
        terminal.keys("C-u")
        terminal.type("7")
        terminal.keys("Enter")
        terminal.wait("Not right.")
        terminal.keys("C-u")
        terminal.keys("Up")
        tap.result(terminal.wait("> 7", 5) is not None, "Up brings the last answer back", terminal.screen())
        terminal.keys("C-u")
        terminal.type("x" * 100)
        terminal.keys("C-u")
        terminal.type("5")
        terminal.keys("Enter")
        tap.result(terminal.wait("Right.") is not None, "the answer after all of that", terminal.screen())


def check_long(tap, program):
    """A paste that does not fit is cut, and the screen says so."""
    with Place() as place, learn(program, place, "kinds#numbers") as terminal:
        terminal.wait("How much is a + b")
        terminal.type("\033[200~" + "1" * 16000 + "\033[201~")
        fits = until(lambda: "1111" in terminal.screen() and "The field is full" not in terminal.screen(), 5)
        tap.result(bool(fits), "16000 bytes fit", terminal.screen())
        terminal.type("\033[200~" + "1" * 400 + "\033[201~")
        tap.result(terminal.wait("The field is full", 5) is not None, "more is cut and said", terminal.screen())


LESSON = "---\nid: mine\ntitle: Mine\n---\n\n# One {#one core}\n\n%s\n\n---\n\nMore.\n"
EXPLAIN = """```ask why
Why pairs?
kind: text
idea plane: A turn needs a plane.
found plane: turn & need & plane
points: 1 = plane
model: A turn needs a plane.
```"""


def check_long_explanation(tap, program):
    """An explanation that the rules would read whole fits the field, and is kept whole."""
    said = "So it goes on, they say. " * 500 + "A turn needs a plane."
    with Place() as place:
        path = os.path.join(place.home, "mine.md")
        with open(path, "w", encoding="utf-8") as f:
            f.write(LESSON % EXPLAIN)
        with learn(program, place, path) as terminal:
            terminal.wait("Why pairs")
            terminal.type("\033[200~" + said + "\033[201~")
            terminal.wait("A turn needs a plane.", 5)
            terminal.keys("Enter")
            kept = until(lambda: count(place, type="answered", verdict="right", response=said) == 1, 5)
            tap.result(bool(kept), "%d bytes are judged and kept whole" % len(said), terminal.screen())



def check_saved_file(tap, program):
    with Place() as place:
        path = os.path.join(place.home, "mine.md")

        def save(text):
            with open(path + ".new", "w", encoding="utf-8") as f:
                f.write(text)
            os.rename(path + ".new", path)

        save(LESSON % "The first words.")
        with learn(program, place, path) as terminal:
            tap.result(terminal.wait("The first words.") is not None, "learn FILE.md", terminal.screen())
            save(LESSON % "Other words.")
            tap.result(terminal.wait("Other words.") is not None, "saved: read again without a key", terminal.screen())
            save("---\nid: mine\n")
            tap.result(terminal.wait("RW-4") is not None, "saved with a fault: says so", terminal.screen())
            save(LESSON % "Third words.")
            tap.result(terminal.wait("Third words.") is not None, "mended: read again", terminal.screen())
            os.remove(path)
            terminal.keys("Down")
            terminal.keys("q")
            tap.result(terminal.status() == 0 and terminal.is_restored(), "removed: leaves well", terminal.screen())


LAST = """```ask one
How much is 2 + 2?
answer: 4
```"""


def check_end(tap, program):
    """A lesson ends in a page; what is open is a digit away; the refused text is marked."""
    for cols, rows in ((80, 24), (40, 12)):
        with Place() as place:
            path = os.path.join(place.home, "mine.md")
            with open(path, "w", encoding="utf-8") as f:
                f.write(LESSON % LAST)
            with Terminal(place, "'%s' learn '%s' --ascii" % (program, path), cols=cols, rows=rows) as terminal:
                name = "%dx%d: " % (cols, rows)
                terminal.wait("How much is 2 + 2?")
                terminal.type("2 + foo")
                terminal.keys("Enter")
                shown = terminal.wait("^^^", 5)
                tap.result(shown and "> 2 + foo" in shown, name + "what is refused is marked", terminal.screen())
                tap.result(terminal.cursor().split(",")[0] == str(2 + len("2 + ") + (cols == 80)),
                           name + "the cursor is there", terminal.cursor())
                terminal.keys("Escape")
                terminal.wait("Enter type")
                terminal.keys("Space")
                terminal.wait("More.")
                terminal.keys("Space")
                tap.result(terminal.wait("1 place is left open"), name + "a page at the end", terminal.screen())
                terminal.keys("1")
                terminal.wait("How much is 2 + 2?")
                terminal.keys("C-e", "C-u")
                terminal.type("4")
                terminal.keys("Enter")
                terminal.wait("Right.")
                terminal.keys("Space")
                tap.result(terminal.wait("Its question is right"), name + "and back from what was open", terminal.screen())
                tap.result(count(place, type="finished") == 1 and count(place, type="passed") == 1,
                           name + "finished once, and it comes back")
                terminal.keys("q")
                terminal.wait("Core path" if rows > 12 else "Enter open")
                terminal.keys("q")
                tap.result(terminal.status() == 0 and terminal.is_restored(), name + "home, then out")


def colours_of(place, program, options="", **environment):
    """The colour sequences that a program sends."""
    log = os.path.join(place.home, "stream")
    command = "sleep 0.3; '%s' learn kinds --lessons '%s' %s" % (program, COURSE, options)
    with Terminal(place, command, **environment) as terminal:
        terminal.tmux("pipe-pane", "-t", "t", "cat >'%s'" % log)
        terminal.wait("Two numbers are a pair")
        terminal.keys("q")
        terminal.status()
    with open(log, encoding="utf-8") as f:
        styles = re.findall("\033\\[([;0-9]*)m", f.read())
    one = "(?:^|;)((?:[34]8;2;[0-9]+;[0-9]+;[0-9]+)|(?:[34]8;5;[0-9]+)|3[0-7]|4[0-7]|9[0-7])(?=;|$)"
    return [colour for style in styles for colour in re.findall(one, style)]


def check_colours(tap, program):
    with Place() as place:
        tap.result(any(c.startswith("38;5;") for c in colours_of(place, program)), "256 colours")
        eight = colours_of(place, program, TERM="xterm")
        tap.result(eight and not any("38;5" in c for c in eight), "8 colours", eight)
        tap.result(colours_of(place, program, "--no-color") == [], "--no-color")
        tap.result(colours_of(place, program, NO_COLOR="1") == [], "NO_COLOR")
        tap.result(colours_of(place, program, "--theme none") == [], "--theme none")
        tap.result(colours_of(place, program, TERM="vt100") == [], "a terminal without colours")


DIRECT = ("direct-test|true colours,\n\tRGB, colors#0x1000000, pairs#0x10000,\n"
          "\tsetaf=\\E[38;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%dm,\n"
          "\tsetab=\\E[48;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%dm, use=xterm-256color,\n")


def check_direct_colours(tap, program):
    if not shutil.which("tic"):
        tap.skip("true colours", "no tic here")
        return
    with Place() as place:
        source = os.path.join(place.home, "direct")
        with open(source, "w", encoding="utf-8") as f:
            f.write(DIRECT)
        subprocess.run(["tic", "-x", "-o", os.path.join(place.home, ".terminfo"), source], check=True,
                       env=place.environment())
        found = colours_of(place, program, "--theme dark", TERM="direct-test")
        tap.result(any(c.startswith("38;2;255;215;95") for c in found), "true colours", found)


def check_accessible(tap, program):
    with Place() as place, learn(program, place, ACCESSIBLE="1") as terminal:
        shown = terminal.wait("Answer (1-2")
        tap.result(shown is not None and not terminal.is_alternate(), "ACCESSIBLE: lines first", terminal.screen())
        terminal.type("2")
        terminal.keys("Enter")
        tap.result(until(lambda: count(place, type="predicted")) == 1, "ACCESSIBLE: the same record")


def check_words_stay_whole(tap, program):
    """Lines on a terminal break between words; a line of the view is longer than 80."""
    with Place() as place:
        with Terminal(place, "'%s' --plain learn kinds --lessons '%s'" % (program, COURSE)) as terminal:
            terminal.wait("Answer (1-2")
            terminal.type("help")
            terminal.keys("Enter")
            terminal.wait("quit")
            rows = [row.rstrip() for row in terminal.screen().split("\n")]
            text = " ".join(rows).split()
            long = subprocess.run([program, "--plain", "learn", "kinds", "--lessons", COURSE], input="help\n",
                                  env=place.environment(), capture_output=True, text=True, check=False).stdout
            words = max(long.split("\n"), key=len).split()
            tap.result(len(" ".join(words)) > 80 and all(w in text for w in words),
                       "words stay whole in lines", [w for w in words if w not in text])


def main():
    program = sys.argv[1]
    tap = Tap()
    for check in (check_mouse, check_mouse_drags, check_mouse_key, check_field, check_long, check_long_explanation, check_saved_file, check_end, check_colours, check_direct_colours, check_accessible, check_words_stay_whole):
        check(tap, program)
    tap.exit()


if __name__ == "__main__":
    main()
