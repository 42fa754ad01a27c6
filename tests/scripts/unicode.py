#!/usr/bin/env python3
"""Write src/base/unicode.def: the ranges that base/utf8 and base/safe look up.

    python3 tests/scripts/unicode.py > src/base/unicode.def

ZERO: no cell of their own. WIDE: two cells. HIDDEN: assigned to nothing, or with no
visible form (controls, formats, surrogates, private use, tags).
"""
import sys
import unicodedata


def ranges(test):
    start = None
    for c in range(0x110001):
        hit = c < 0x110000 and test(chr(c))
        if hit and start is None:
            start = c
        elif not hit and start is not None:
            yield start, c - 1
            start = None


def zero(ch):
    return unicodedata.category(ch) in ("Mn", "Me") or "\u1160" <= ch <= "\u11ff"


def wide(ch):
    return unicodedata.east_asian_width(ch) in ("W", "F") and not zero(ch)


def hidden(ch):
    c = ord(ch)
    braille_octants = 0x1CD00 <= c <= 0x1CDE5  # assigned in Unicode 16
    if unicodedata.category(ch) in ("Cc", "Cs", "Co", "Cn", "Zl", "Zp"):
        return not braille_octants
    return unicodedata.category(ch) == "Cf"


print("/* Made by tests/scripts/unicode.py from Unicode %s. */" % unicodedata.unidata_version)
for name, test in (("ZERO", zero), ("WIDE", wide), ("HIDDEN", hidden)):
    for low, high in ranges(test):
        print("%s(0x%04X, 0x%04X)" % (name, low, high))
sys.stdout.flush()
