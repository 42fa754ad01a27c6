"""A real terminal: tmux on a socket of its own, keys in, screens out."""

import os
import re
import shutil
import subprocess
import tempfile
import time

WAIT = 15.0  # seconds; only a failure takes that long


def until(condition, seconds=WAIT):
    """Ask again and again; the last answer."""
    end = time.monotonic() + seconds
    while True:
        found = condition()
        if found or time.monotonic() > end:
            return found
        time.sleep(0.02)


class Place:
    """A home of its own, empty at first."""

    def __init__(self):
        self.home = tempfile.mkdtemp(prefix="ropewalk-")
        self.terminals = 0
        self.record = os.path.join(self.home, ".local/share/ropewalk/record.db")

    def environment(self, **more):
        keep = {k: os.environ[k] for k in ("PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS") if k in os.environ}
        keep.update(HOME=self.home, LANG="C.UTF-8", TERM="xterm-256color")
        keep.update(more)
        return {k: v for k, v in keep.items() if v is not None}

    def remove(self):
        for folder, _, _ in os.walk(self.home):
            os.chmod(folder, 0o700)
        shutil.rmtree(self.home, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.remove()


class Terminal:
    """One program in one pane. It runs under a shell that tells the modes of the terminal
    before and after it, and its exit status."""

    def __init__(self, place, command, cols=80, rows=24, **environment):
        self.place = place
        place.terminals += 1
        self.socket = os.path.join(place.home, "tmux%d" % place.terminals)
        self.note = os.path.join(place.home, "note%d" % place.terminals)
        script = self.note + ".sh"
        env = place.environment(**environment)
        # tmux has a TERM of its own; the program's is set inside.
        term = env.pop("TERM", None)
        with open(script, "w", encoding="utf-8") as f:
            f.write("TERM='%s'; export TERM\n" % term if term is not None else "unset TERM\n")
            f.write("unset TMUX TMUX_PANE\nstty -g >'%s.before'\n" % self.note)
            f.write("%s\n" % command)
            f.write("echo $? >'%s.status.new'; stty -g >'%s.after'\n" % (self.note, self.note))
            f.write("mv '%s.status.new' '%s.status'; exec sleep 1000\n" % (self.note, self.note))
        self.env = dict(env, TERM="xterm-256color")
        self.tmux("-f", "/dev/null", "new-session", "-d", "-s", "t", "-x", str(cols), "-y", str(rows),
                  "exec sh '%s'" % script)
        self.tmux("set-option", "-g", "escape-time", "0")
        self.tmux("set-option", "-g", "status", "off")
        self.tmux("resize-window", "-t", "t", "-x", str(cols), "-y", str(rows))

    def tmux(self, *args):
        found = subprocess.run(["tmux", "-S", self.socket, *args], env=self.env, capture_output=True, text=True,
                               timeout=30)
        if found.returncode != 0:
            raise RuntimeError("tmux %s: %s" % (args[0], found.stderr.strip()))
        return found.stdout

    def keys(self, *names):
        """Keys by tmux's names: Enter, Space, Right, BSpace, Escape, C-c, ..."""
        self.tmux("send-keys", "-t", "t", *names)

    def type(self, text):
        self.tmux("send-keys", "-t", "t", "-l", "--", text)

    def screen(self):
        return self.tmux("capture-pane", "-p", "-t", "t")

    def is_colored(self):
        """Whether anything on the screen has a colour of its own."""
        drawn = self.tmux("capture-pane", "-p", "-e", "-t", "t")
        return re.search("\033\\[[0-9;:]*(3[0-8]|4[0-8]|9[0-7])[0-9;:]*m", drawn) is not None

    def wait(self, text, seconds=WAIT):
        """Wait until the screen shows `text` (line breaks count as blanks); the screen."""
        def shows():
            screen = self.screen()
            return screen if " ".join(text.split()) in " ".join(screen.split()) else None

        return until(shows, seconds)

    def resize(self, cols, rows):
        self.tmux("resize-window", "-t", "t", "-x", str(cols), "-y", str(rows))

    def is_alternate(self):
        return self.tmux("display-message", "-p", "-t", "t", "#{alternate_on}").strip() == "1"

    def cursor(self):
        return self.tmux("display-message", "-p", "-t", "t", "#{cursor_x},#{cursor_y},#{cursor_flag}").strip()

    def pid(self):
        """The process id of the program, not of its shell."""
        shell = self.tmux("display-message", "-p", "-t", "t", "#{pane_pid}").strip()

        def child():
            found = subprocess.run(["ps", "-o", "pid=,comm=", "--ppid", shell], capture_output=True, text=True)
            rows = [line.split() for line in found.stdout.splitlines()]
            return [int(r[0]) for r in rows if r[1].startswith("ropewalk")]

        return until(child)[0]

    def status(self, seconds=WAIT):
        """The exit status (128 + n for signal n) when the program has ended, else None."""
        path = self.note + ".status"
        if not until(lambda: os.path.exists(path), seconds):
            return None
        with open(path, encoding="utf-8") as f:
            return int(f.read())

    def is_restored(self):
        """Modes as before, alternate screen left, cursor shown."""
        with open(self.note + ".before", encoding="utf-8") as f:
            before = f.read()
        with open(self.note + ".after", encoding="utf-8") as f:
            after = f.read()
        return before == after and not self.is_alternate() and self.cursor().endswith(",1")

    def close(self):
        try:
            self.tmux("kill-server")
        except (RuntimeError, subprocess.TimeoutExpired):
            pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
