#!/usr/bin/env python3
"""C files as .clang-format wants them; skipped without clang-format.

usage: format.py TOP
"""

import os
import shutil
import subprocess
import sys

from tap import Tap


def main():
    top = sys.argv[1]
    tap = Tap()
    tool = shutil.which("clang-format") or shutil.which("clang-format-14")
    if not tool:
        tap.skip("format", "no clang-format here")
        tap.exit()
    for part in ("src", "tests"):
        for folder, _, names in sorted(os.walk(os.path.join(top, part))):
            paths = [os.path.join(folder, n) for n in sorted(names) if n.endswith((".c", ".h"))]
            if not paths:
                continue
            found = subprocess.run([tool, "--dry-run", "-Werror"] + paths, capture_output=True, text=True)
            tap.result(found.returncode == 0, "format of %s" % os.path.relpath(folder, top), found.stderr[:2000])
    tap.exit()


if __name__ == "__main__":
    main()
