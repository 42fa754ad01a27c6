#!/usr/bin/env python3
"""The axioms of a lesson as a C string, so that room proof has them without the lesson.

usage: embed.py LESSON.md

Of each derive block that begins with `axiom` the lines are kept; the paragraph before it,
or before the block above it, is its sentence.
"""

import re
import sys


def blocks(text):
    """(sentence, lines) of each block of axioms."""
    sentence = ""
    for i, part in enumerate(re.split(r"^```", text, flags=re.M)):
        if i % 2 and part.startswith("derive\naxiom "):
            yield sentence, part.splitlines()[1:]
        elif i % 2 == 0:
            paragraphs = [p for p in re.split(r"\n\s*\n", part) if p.strip()]
            words = [p for p in paragraphs if not re.match(r"\s*(#|-)", p)]
            if words:
                sentence = " ".join(words[-1].split())


def main():
    with open(sys.argv[1], encoding="utf-8") as f:
        text = f.read()
    print('#include "proof/rule/axioms.h"\n\nconst char *const axiom_texts[] = {')
    for sentence, lines in blocks(text):
        for line in ["# " + sentence] + [l for l in lines if l.strip()]:
            print('    "%s\\n"' % line.replace("\\", "\\\\").replace('"', '\\"'))
        print("    ,")
    print("    0,\n};")


if __name__ == "__main__":
    main()
