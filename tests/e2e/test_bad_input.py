#!/usr/bin/env python3
"""What can be wrong around the program: folders, homes, lessons, bytes.

usage: test_bad_input.py ROPEWALK
"""

import os
import re
import signal
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "scripts"))

from tap import Tap
from terminal import Place, Terminal, until
from walk import count

COURSE = os.path.join(HERE, "course")

# What terminals have been made to obey: public bugs by their payload (titles, reports,
# device strings, fonts, hyperlinks), control and direction characters.
PAYLOADS = [
    "\033]0;touch x\a\033[21t", "\033P$q;touch x\033\\", "\033G", "\033]50;$(touch x)\a\033]50;?\a",
    "\033]2;s&open\a\033[21t\n\033P1000p%session-changed s", "\033[::::::7::1:2:3::5:6:7:m",
    "\033]8;;http://x\033[2Jtext", "\033[2Jpassword:", "&#27;[2J", "&#x9b;31m", "\u009b31m", "\u202e# hctap\u202c",
    "a" + "\u0300" * 50, "\u200b\u2028\U000e0061", "\x07\x08\x7f", "\ue000\ufeff",
]
FORBIDDEN = re.compile("[\x00-\x09\x0b-\x1f\x7f\x80-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ue000"
                       "\U000e0000-\U000e007f]")


def lesson(title, text, choice, number=0):
    return ("---\nid: evil-%d\ntitle: %s\n---\n\n# %s {#one core}\n\n%s\n\n```predict p1\n%s\nchoice: %s; no\ntruth: no\n"
            "after: %s\n```\n\n# Two {#two core}\n\nThe end.\n"
            % (number, title, title, text, text, re.sub(r"[][;$()]", "", choice), text))


def run(program, place, args, text="", **environment):
    found = subprocess.run([program] + args, input=text.encode("utf-8", "surrogateescape"), capture_output=True,
                           timeout=60, env=place.environment(**environment))
    found.out = found.stdout.decode("utf-8", "replace")
    found.err = found.stderr.decode("utf-8", "replace")
    return found


def check_unsaved(tap, program):
    """No home, and folders that cannot be written: the walk goes on, and says so."""
    with Place() as place:
        blocked = os.path.join(place.home, "file")
        with open(blocked, "w", encoding="utf-8"):
            pass
        closed = os.path.join(place.home, "closed")
        os.mkdir(closed, 0o500)
        cases = [
            ("no HOME", [], {"HOME": None}),
            ("a relative HOME", [], {"HOME": "somewhere"}),
            ("a file in the way", ["--data", os.path.join(blocked, "data")], {}),
            ("a folder of the system", ["--data", "/proc/ropewalk"], {}),
        ]
        if os.getuid() != 0:
            cases.append(("a read-only folder", ["--data", os.path.join(closed, "data")], {}))
        for name, args, env in cases:
            found = run(program, place, ["learn", "kinds", "--plain", "--lessons", COURSE] + args, "1\n\nquit\n", **env)
            tap.result(found.returncode == 74 and "You said: even" in found.out, "%s: walks on" % name,
                       found.out + found.err)
            tap.result("not saved" in found.out and "not kept" in found.err, "%s: says what is not saved" % name,
                       found.out + found.err)
            command = "'%s' learn kinds --lessons '%s' %s" % (program, COURSE, " ".join("'%s'" % a for a in args))
            with Terminal(place, command, **env) as terminal:
                shown = terminal.wait("not saved")
                terminal.type("1")
                on = terminal.wait("Move c and watch the line")
                terminal.keys("q")
                status = terminal.status()
                tap.result(shown is not None and on is not None, "%s: a banner, and the walk goes on" % name,
                           terminal.screen())
                tap.result(status == 74 and terminal.is_restored(), "%s: status 74" % name, status)


def check_late(tap, program):
    """The disk goes away in the middle: the record is made unwritable by another file in
    its place."""
    with Place() as place:
        command = "'%s' learn kinds --seed 0 --lessons '%s'" % (program, COURSE)
        with Terminal(place, command) as terminal:
            terminal.wait("Two numbers are a pair")
            until(lambda: count(place, type="reached"))
            folder = os.path.dirname(place.record)
            os.rename(folder, folder + ".away")
            open(folder, "w", encoding="utf-8").close()
            terminal.type("1")
            on = terminal.wait("Move c and watch the line")
            tap.result(on is not None, "the folder vanishes: the walk goes on", terminal.screen())
            os.remove(folder)
            os.rename(folder + ".away", folder)
            terminal.keys("q")
            status = terminal.status()
            tap.result(status in (0, 74) and terminal.is_restored(), "the folder vanishes: leaves well", status)


def check_lessons(tap, program):
    """Files that are no lessons: a message and a status of the contract, never a screen."""
    cases = [
        ("an empty file", b"", 65, "RW-405"),
        ("no front matter", b"# Hello\n", 65, "RW-405"),
        ("bytes that are no text", b"---\nid: x\n---\n\xff\xfe\x00", 65, "RW-404"),
        ("a long file", b"---\nid: x\ntitle: x\n---\n" + b"a" * 600000, 65, "RW-"),
        ("brackets", b"---\nid: x\ntitle: x\n---\n# A {#a}\n```ask q\nHow?\nanswer: " + b"(" * 3000 + b"\n```\n", 65,
         "RW-102"),
        ("many links", b"---\nid: x\ntitle: x\n---\n# A {#a}\n" + b"](" * 9000 + b"[\n" * 9000, None, ""),
    ]
    with Place() as place:
        for name, text, status, said in cases:
            path = os.path.join(place.home, "lesson.md")
            with open(path, "wb") as f:
                f.write(text)
            for command in ("learn", "check"):
                found = run(program, place, [command, path, "--plain"])
                allowed = (1, 65) if command == "check" else (status,)
                ok = found.returncode in allowed if status else 0 <= found.returncode <= 66
                tap.result(ok and said in found.err, "%s: %s" % (command, name),
                           "status %s\n%s" % (found.returncode, found.err[:600]))
        with Terminal(place, "'%s' learn '%s'" % (program, os.path.join(HERE, "bad", "broken.md"))) as terminal:
            status = terminal.status()
            screen = terminal.screen()
            tap.result(status == 65 and "RW-406" in screen and "RW-103" in screen, "in a terminal: all errors",
                       screen)
            tap.result(terminal.is_restored(), "in a terminal: no screen was opened")


def check_payloads(tap, program):
    """Outside bytes never become commands to the terminal: in titles, texts, choices,
    messages and answers, on screens and in lines."""
    with Place() as place:
        path = os.path.join(place.home, "evil.md")
        for i, payload in enumerate(PAYLOADS):
            with open(path, "w", encoding="utf-8") as f:
                f.write(lesson("A %s" % payload.replace("\n", ""), "Text %s here." % payload,
                               "c %s" % payload.replace("\n", " "), i))
            outputs = [run(program, place, ["learn", path, "--plain"], "%s\n1\n\n\n" % payload),
                       run(program, place, ["check", path]), run(program, place, ["eval", payload]),
                       run(program, place, ["equal", payload, payload, "--json"]), run(program, place, [payload]),
                       run(program, place, ["learn", payload]), run(program, place, ["figure", path, payload])]
            bad = [FORBIDDEN.search(o.out + o.err) for o in outputs]
            tap.result(not any(bad), "payload %d in lines" % i, bad)
            tap.result(all(0 <= o.returncode <= 74 for o in outputs), "payload %d: no crash" % i,
                       [o.returncode for o in outputs])
            many = max(len(m.group()) for o in outputs for m in re.finditer("[\u0300-\u036f]*", o.out + o.err))
            tap.result(many <= 4, "payload %d: few marks on a character" % i, many)


def stream_of(place, command, keys):
    """All bytes that a program sends to its terminal."""
    log = os.path.join(place.home, "stream")
    with Terminal(place, "sleep 0.3; " + command) as terminal:
        terminal.tmux("pipe-pane", "-t", "t", "cat >'%s'" % log)
        terminal.wait("Text")
        for key in keys:
            terminal.type(key)
            terminal.tmux("send-keys", "-t", "t", "Enter")
        terminal.keys("Escape")
        terminal.keys("q")
        terminal.status(3)
        terminal.keys("q")
        terminal.status()
    with open(log, "rb") as f:
        return f.read().decode("utf-8", "replace")


def check_stream(tap, program):
    """The escape sequences of a screen are our own: moves, colours, modes."""
    ours = re.compile("\033(\\[[?]?[0-9;]*[A-Za-z]|[(]B|[>=78]|\\[!p)|[\n\r\x0f]")
    with Place() as place:
        path = os.path.join(place.home, "evil.md")
        everything = "".join(p.replace("\n", "") for p in PAYLOADS)
        with open(path, "w", encoding="utf-8") as f:
            f.write(lesson("A %s" % everything[:60], "Text %s here." % everything, "c %s" % everything[:80]))
        stream = stream_of(place, "'%s' learn '%s'" % (program, path), ["1"])
        rest = ours.sub("", stream)
        bad = FORBIDDEN.search(rest)
        tap.result("Text" in stream and not bad, "the stream of a screen", repr(rest[max(0, bad.start() - 40):][:120])
                   if bad else stream[:200])
        reports = re.findall("\033\\[[0-9;]*[tnc]", stream)
        tap.result(all(r in ("\033[22;0;0t", "\033[23;0;0t") for r in reports), "nothing is asked of the terminal",
                   reports)


def check_answers(tap, program):
    """Answers of any kind cost nothing and crash nothing."""
    lines = ["", "(" * 5000, "1e999", "\udcff\udcfe", "\0", "x" * 70000, "2 +", "π√∞≤ᵀ", "'; DROP TABLE event; --",
             "%s%n", "../../x", "-0", "NaN", "--help", "1" * 4000, "9^9^9^9", "back", "where", "table", "help", "again"]
    with Place() as place:
        text = "1\n\n\nn 2\n" + "".join("%s\n" % line for line in lines if line) + "quit\n"
        found = run(program, place, ["learn", "kinds", "--plain", "--seed", "0", "--lessons", COURSE], text)
        tap.result(found.returncode == 0, "bad answers: status 0", found.returncode)
        tap.result(not FORBIDDEN.search(found.out.replace("\t", " ")), "bad answers: only text comes out")
        tap.result("I cannot read" in found.out or "cannot" in found.out, "bad answers: says so", found.out[-1500:])


def main():
    program = sys.argv[1]
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    tap = Tap()
    for check in (check_unsaved, check_late, check_lessons, check_payloads, check_stream, check_answers):
        check(tap, program)
    tap.exit()


if __name__ == "__main__":
    main()
