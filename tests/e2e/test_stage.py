#!/usr/bin/env python3
"""A presentation and the notes of its speaker, in two terminals.

usage: test_stage.py ROPEWALK
"""

import json
import os
import signal
import socket
import stat
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "scripts"))

from tap import Tap
from terminal import Place, Terminal, until

LESSON = """---
id: short
title: A short lesson
minutes: 10
---

# The first step {#one}

One thing.

---

Another thing.

```note
Wait until they have written it down.
```

# A vote {#two}

```predict
What comes?
choice: this; that
truth: that
```

---

That came.

# A sum {#three}

```ask sum
1 + 1?
answer: 2
miss off: 3 -> One too many.
```
"""


class Stage:
    """A home with a runtime folder and the lesson."""

    def __init__(self, program):
        self.program = program
        self.place = Place()
        self.runtime = os.path.join(self.place.home, "run")
        os.mkdir(self.runtime, 0o700)
        self.folder = os.path.join(self.runtime, "ropewalk")
        self.socket = os.path.join(self.folder, "present.sock")
        self.lesson = os.path.join(self.place.home, "short.md")
        self.open = []
        with open(self.lesson, "w", encoding="utf-8") as f:
            f.write(LESSON)

    def terminal(self, *args, **sizes):
        command = " ".join("'%s'" % a for a in (self.program,) + args)
        t = Terminal(self.place, command, XDG_RUNTIME_DIR=self.runtime, **sizes)
        self.open.append(t)
        return t

    def present(self, *args, **sizes):
        return self.terminal("present", self.lesson, *args, **sizes)

    def notes(self, *args, **sizes):
        return self.terminal("notes", *args, **sizes)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for t in self.open:
            t.close()
        self.place.remove()


def cpu_switches(pid):
    """How often the process was woken so far."""
    with open("/proc/%d/status" % pid, encoding="utf-8") as f:
        return sum(int(line.split()[1]) for line in f if "ctxt_switches" in line)


def check_in_step(tap, program):
    with Stage(program) as s:
        notes = s.notes()
        tap.result(notes.wait("No presentation is running"), "notes that come first wait and say so", notes.screen())
        present = s.present()
        tap.result(present.wait("One thing.") and notes.wait("The first step"), "and begin with the presentation",
                   notes.screen())
        tap.result(notes.wait("beat 2: Wait until they have written it down."), "what is noted for a later beat",
                   notes.screen())
        present.keys("Space")
        tap.result(present.wait("Another thing.") and notes.wait("beat 2 of 2"), "forward", notes.screen())
        tap.result("Next: A vote" in notes.screen() and "of 10 min" in notes.screen(), "the next step, and minutes",
                   notes.screen())
        present.keys("PPage")
        tap.result(present.wait("One thing.") and notes.wait("beat 1 of 2"), "back", notes.screen())
        notes.keys("Space")
        tap.result(present.wait("Another thing."), "notes move it on", present.screen())
        notes.keys("PPage")
        tap.result(present.wait("One thing."), "and back", present.screen())
        notes.keys("b")
        tap.result(until(lambda: present.screen().strip() == "") and notes.wait("BLANK"), "and blank it", notes.screen())
        present.keys("x")
        tap.result(present.wait("One thing."), "any key brings it back", present.screen())
        present.keys("b")
        notes.wait("BLANK")
        notes.keys("NPage")
        tap.result(present.wait("One thing."), "from the notes as well", present.screen())
        present.keys("N")
        tap.result(notes.wait("2  that") and notes.wait("Right is"), "the truth of a guess", notes.screen())
        present.keys("2")
        tap.result(present.wait("That came.") and present.wait('The room said: "that"'), "what the room said", present.screen())
        present.keys("NPage")
        tap.result(notes.wait("3 (off): One too many."), "a wrong answer to expect", notes.screen())
        present.keys("NPage")
        tap.result(present.wait("Answer: 2"), "behind the question its answer", present.screen())
        present.keys("Escape", "F5")
        present.keys("NPage")
        tap.result(present.wait("The end of") and notes.wait("This was the end."), "the end", present.screen())
        present.keys("q")
        tap.result(present.status() == 0 and present.is_restored(), "q leaves, the terminal as before", present.screen())
        tap.result(notes.wait("The presentation has ended"), "notes say that it has ended", notes.screen())
        again = s.present()
        tap.result(again.wait("One thing.") and notes.wait("The first step"), "and follow the next; what ended begins anew",
                   notes.screen())
        notes.keys("q")
        tap.result(notes.status() == 0 and notes.is_restored(), "q leaves notes", notes.screen())
        again.keys("Space")
        tap.result(again.wait("Another thing."), "which the presentation does not mind", again.screen())
        tap.result(not os.path.exists(s.place.record), "no record was made", "")


def check_files(tap, program):
    with Stage(program) as s:
        present = s.present()
        present.wait("One thing.")
        until(lambda: os.path.exists(s.socket))
        mode = stat.S_IMODE(os.lstat(s.folder).st_mode)
        tap.result(mode == 0o700, "the folder is private", oct(mode))
        mode = os.lstat(s.socket)
        tap.result(stat.S_ISSOCK(mode.st_mode) and stat.S_IMODE(mode.st_mode) == 0o600, "the socket is private",
                   oct(mode.st_mode))
        second = s.present()
        tap.result(second.wait("another presentation runs"), "a second presentation says so", second.screen())
        second.keys("Space")
        tap.result(second.wait("Another thing.") and "another presentation" not in second.screen(),
                   "and goes on without notes", second.screen())
        second.keys("q")
        tap.result(second.status() == 0 and os.path.exists(s.socket), "the first keeps its socket", "")
        present.keys("q")
        present.status()
        tap.result(not os.path.exists(s.socket), "which goes with it", "")


def check_killed(tap, program):
    with Stage(program) as s:
        present, notes = s.present(), s.notes()
        present.wait("One thing.")
        present.keys("Space")
        notes.wait("beat 2 of 2")
        os.kill(present.pid(), signal.SIGKILL)
        tap.result(notes.wait("The presentation has ended"), "notes say that a killed presentation has ended", notes.screen())
        tap.result(os.path.exists(s.socket), "its socket is still there", "")
        again = s.present()
        tap.result(again.wait("Another thing."), "it goes on where it was", again.screen())
        tap.result(notes.wait("beat 2 of 2"), "and notes follow again", notes.screen())
        os.kill(notes.pid(), signal.SIGKILL)
        again.keys("PPage")
        tap.result(again.wait("One thing."), "killed notes stop nothing", again.screen())
        third = s.notes("--plain")
        tap.result(third.wait("Step 1 of 3: The first step"), "and can come again", third.screen())
        os.kill(third.pid(), signal.SIGSTOP)
        for _ in range(300):
            again.keys("Space", "PPage")
        tap.result(again.wait("One thing."), "notes that are stopped hold nothing up", again.screen())
        again.keys("Space")
        again.wait("Another thing.")
        os.kill(third.pid(), signal.SIGCONT)
        tap.result(third.wait("beat 2 of 2"), "and are in step when they go on", third.screen())
        again.keys("q")
        tap.result(again.status() == 0 and third.wait("has ended"), "the end in lines", third.screen())


def check_place(tap, program):
    with Stage(program) as s:
        first = s.present()
        first.wait("One thing.")
        first.keys("N")
        first.wait("What comes?")
        first.keys("q")
        first.status()
        kept = os.path.join(s.place.home, ".local/share/ropewalk/stage/short.json")
        with open(kept, encoding="utf-8") as f:
            tap.result(json.load(f) == {"step": "two", "beat": 0}, "the place is kept", kept)
        tap.result(s.present().wait("What comes?"), "and taken up", s.open[-1].screen())
        s.open[-1].keys("q")
        s.open[-1].status()
        tap.result(s.present("--from", "three").wait("1 + 1?"), "--from begins elsewhere", s.open[-1].screen())
        s.open[-1].keys("q")
        s.open[-1].status()
        tap.result(s.terminal("present", s.lesson + "#one").wait("One thing."), "and so does LESSON#STEP",
                   s.open[-1].screen())
        s.open[-1].keys("q")
        s.open[-1].status()
        with open(kept, "wb") as f:
            f.write(b"\xff[[[[{")
        tap.result(s.present().wait("One thing."), "a place that cannot be read is none", s.open[-1].screen())


def check_record(tap, program):
    """What was learned before stays as it was."""
    with Stage(program) as s:
        learn = s.terminal("learn", s.lesson)
        learn.wait("One thing.")
        learn.keys("Space")
        learn.wait("Another thing.")
        learn.keys("q")
        learn.status()
        with open(s.place.record, "rb") as f:
            before = f.read()
        present = s.present("--from", "three")
        present.wait("1 + 1?")
        present.keys("Enter")
        present.type("3")
        present.keys("Enter")
        tap.result(present.wait("One too many."), "an answer on the stage is judged", present.screen())
        present.keys("BSpace")
        present.type("2")
        present.keys("Enter")
        tap.result(present.wait("Right."), "and so is a right one", present.screen())
        present.keys("q")
        present.status()
        with open(s.place.record, "rb") as f:
            tap.result(f.read() == before, "the record is as it was", "")


def try_socket(s, data):
    """Write to the presentation's socket; whether it is still open behind that."""
    c = socket.socket(socket.AF_UNIX)
    c.settimeout(10)
    c.connect(s.socket)
    c.recv(65536)
    try:
        c.sendall(data)
        c.shutdown(socket.SHUT_WR)
        while c.recv(65536):
            pass
    except OSError:
        pass
    c.close()


def check_garbage(tap, program):
    with Stage(program) as s:
        present = s.present()
        present.wait("One thing.")
        until(lambda: os.path.exists(s.socket))
        for data in (b"\0" * 100000, b"\x1b[2Jq\n" * 1000, b"{" * 5000, os.urandom(4096) + b"\x00"):
            try_socket(s, data)
        idle = [socket.socket(socket.AF_UNIX) for _ in range(12)]
        for c in idle:
            c.connect(s.socket)
        tap.result(present.wait("One thing."), "a presentation minds no garbage", present.screen())
        present.keys("Space")
        tap.result(present.wait("Another thing."), "nor many that listen", present.screen())
        for c in idle:
            c.close()
        notes = s.notes()
        tap.result(notes.wait("beat 2 of 2"), "behind them notes have a place", notes.screen())
        present.keys("q")
        present.status()
        notes.wait("has ended")


GARBAGE = [
    ("garbage", b"\xff\x1b[2J\x1b]0;owned\x07\n" * 10, "cannot be used"),
    ("no end of a line", b"x" * 300000, "too long"),
    ("an escape sequence in a title",
     b'{"version": 1, "title": "a\\u001b[31mb", "step_title": "\\u202e evil", "step_at": 1, "n_steps": 1}\n',
     "<U+001B>"),
]


def serve(s, data):
    """A presentation that is none; the socket comes as a real one does."""
    server = socket.socket(socket.AF_UNIX)
    fresh = s.socket + ".fresh"
    if os.path.exists(fresh):
        os.unlink(fresh)
    server.bind(fresh)
    server.listen(4)
    os.rename(fresh, s.socket)
    server.settimeout(15)
    c, _ = server.accept()
    c.settimeout(5)
    try:
        c.sendall(data)
    except OSError:
        pass
    return server, c


def check_false_host(tap, program):
    with Stage(program) as s:
        notes = s.notes()
        notes.wait("No presentation is running")
        for name, data, said in GARBAGE:
            server, c = serve(s, data)
            tap.result(notes.wait(said), "notes and %s" % name, notes.screen())
            c.close()
            server.close()
        server, c = serve(s, b"")
        c.close()
        before = cpu_switches(notes.pid())
        time.sleep(1)
        tap.result(cpu_switches(notes.pid()) - before < 20, "who closes at once is not called again and again", "")
        server.close()
        tap.result(s.present().wait("One thing.") and notes.wait("The first step"), "behind all that a real one",
                   notes.screen())


def check_idle(tap, program):
    with Stage(program) as s:
        present, notes = s.present(), s.notes()
        notes.wait("The first step")
        present.wait("One thing.")
        pids = present.pid(), notes.pid()
        time.sleep(0.5)
        if int(time.time()) % 60 > 55:  # the clock's own minute
            time.sleep(6)
        before = [cpu_switches(pid) for pid in pids]
        time.sleep(2)
        woken = [cpu_switches(pid) - b for pid, b in zip(pids, before)]
        tap.result(woken == [0, 0], "both sleep while nothing happens", woken)


def check_folders(tap, program):
    with Stage(program) as s:
        long = os.path.join(s.place.home, "x" * 120)
        os.mkdir(long, 0o700)
        command = "'%s' present '%s'" % (program, s.lesson)
        with Terminal(s.place, command, XDG_RUNTIME_DIR=long) as present, \
                Terminal(s.place, "'%s' notes" % program, XDG_RUNTIME_DIR=long) as notes:
            shown = present.wait("One thing.")
            tap.result(shown and notes.wait("The first step"), "a path that is too long for a socket", notes.screen())
        os.chmod(s.runtime, 0o777)
        with Terminal(s.place, command, XDG_RUNTIME_DIR=s.runtime) as present:
            tap.result(present.wait("One thing.") and not os.path.exists(s.folder),
                       "a folder that others can write to is not used", present.screen())
        os.chmod(s.runtime, 0o700)
        os.symlink(s.place.home, s.folder)
        with Terminal(s.place, command, XDG_RUNTIME_DIR=s.runtime) as present:
            tap.result(present.wait("One thing.") and present.wait("notes cannot follow"),
                       "a link in place of the folder is refused, and the lesson shown", present.screen())
        found = subprocess.run([program, "notes", "--plain"], env=s.place.environment(XDG_RUNTIME_DIR=s.runtime),
                               capture_output=True, text=True, timeout=30)
        tap.result(found.returncode == 74 and "is no folder" in found.stderr, "notes say why", found.stderr)


STATUSES = [
    (["present"], 64, "usage"),
    (["present", "no-such-lesson"], 66, "no lesson"),
    (["present", "rope-plane#nowhere"], 66, "no step"),
    (["present", "rope-plane", "--from", "nowhere"], 66, "no step"),
    (["present", "rope-plane", "--json"], 64, "--json"),
    (["present", "rope-plane", "--plain"], 64, "--plain"),
    (["present", "rope-plane"], 69, "terminal"),
    (["notes", "more"], 64, "usage"),
    (["notes", "--json"], 64, "--json"),
]


def check_statuses(tap, program):
    own = os.path.join(HERE, "..", "..", "lessons")
    with Stage(program) as s:
        env = s.place.environment(XDG_RUNTIME_DIR=s.runtime)
        for args, status, said in STATUSES:
            found = subprocess.run([program, *args, "--lessons", own], env=env, capture_output=True, text=True,
                                   stdin=subprocess.DEVNULL, timeout=60)
            tap.result(found.returncode == status and said in found.stderr, "%s: %d" % (" ".join(args), status),
                       "%d %s" % (found.returncode, found.stderr))
        reader = subprocess.Popen([program, "notes", "--plain"], env=env, stdout=subprocess.PIPE)
        reader.stdout.readline()
        reader.stdout.close()
        tap.result(until(lambda: reader.poll() is not None), "notes end with their reader", "")
        if reader.poll() is None:
            reader.kill()


def main():
    tap, program = Tap(), os.path.abspath(sys.argv[1])
    for check in (check_in_step, check_files, check_killed, check_place, check_record, check_garbage, check_false_host,
                  check_idle, check_folders, check_statuses):
        check(tap, program)
    tap.exit()


if __name__ == "__main__":
    main()
