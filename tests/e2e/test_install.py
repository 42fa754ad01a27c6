#!/usr/bin/env python3
"""What `meson install` puts where, and that it works from there.

usage: test_install.py BUILD PREFIX
"""

import glob
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "scripts"))

from tap import Tap
from terminal import Place


def main():
    build, prefix = sys.argv[1:3]
    tap = Tap()
    with Place() as place:
        there = os.path.join(place.home, "there")
        found = subprocess.run(["meson", "install", "--no-rebuild", "-C", build, "--destdir", there],
                               capture_output=True, text=True)
        tap.result(found.returncode == 0, "meson install", found.stdout + found.stderr)
        program = there + prefix + "/bin/ropewalk"
        tap.result(os.access(program, os.X_OK), "the program is there")
        share = there + prefix + "/share/ropewalk"
        source = os.path.join(HERE, "..", "..", "lessons")
        wanted = sorted(os.path.basename(p) for p in glob.glob(os.path.join(source, "[0-9]*.md")))
        installed = sorted(os.listdir(share + "/lessons")) if wanted else []
        tap.result(installed == wanted, "every lesson is there", "%s\n%s" % (installed, wanted))
        found = subprocess.run([program, "list"], capture_output=True, text=True,
                               env=place.environment(ROPEWALK_DATA=share))
        tap.result(not wanted or found.stdout.count("\n") == len(wanted), "it lists them",
                   found.stdout + found.stderr)
    tap.exit()


if __name__ == "__main__":
    main()
