"""Counting results in the form that meson reads (TAP)."""

import sys


def plain(text):
    """Control characters as escapes: a report of results may hold none."""
    return "".join(c if c.isprintable() else "\\x%02x" % ord(c) for c in text)


class Tap:
    """Prints one line for each result; exit() ends with the plan and a status."""

    def __init__(self):
        self.count = 0
        self.failed = 0

    def result(self, ok, name, detail=""):
        self.count += 1
        self.failed += not ok
        print(("ok" if ok else "not ok"), self.count, "-", plain(name).replace("#", "."))
        for line in str(detail).splitlines() if not ok else []:
            print("#", plain(line))
        sys.stdout.flush()
        return ok

    def skip(self, name, why):
        self.count += 1
        print("ok", self.count, "-", plain(name), "# SKIP", why)

    def exit(self):
        print("1..%d" % self.count)
        sys.exit(1 if self.failed else 0)
