#!/usr/bin/env python3
"""The table of the curriculum in lessons/README.md is true: what it names stands in the lesson
that it names, and no figure, guess or question of those lessons is left out of it.

usage: coverage.py LESSONS
"""

import glob
import os
import re
import sys

from tap import Tap

HEAD = "| lesson | what | where |"


def lessons(folder):
    """The text of each lesson, by its id."""
    found = {}
    for path in sorted(glob.glob(os.path.join(folder, "*.md"))):
        with open(path, encoding="utf-8") as f:
            text = f.read()
        name = re.search(r"\A---\n(?:.*\n)*?id: (\S+)\n", text)
        if name:
            found[name.group(1)] = text
    return found


def rows(folder):
    """Lesson, kind and items of each row; an item is its name and its places."""
    with open(os.path.join(folder, "README.md"), encoding="utf-8") as f:
        lines = f.read().split("\n")
    if HEAD not in lines:
        return
    for line in lines[lines.index(HEAD) + 2:]:
        if not line.startswith("|"):
            return
        lesson, kind, where = (cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:4])
        for item in re.findall(r"(?:`[^`]*`|[^;`])+", where):
            words = re.findall(r"`[^`]+`|\S+", item.replace("\\|", "|"))
            yield lesson, kind, words[0], words[1:] or [words[0].lower()]


def blocks(text):
    """The figures, guesses and questions of a lesson."""
    return set(re.findall(r"^```(?:figure|predict|ask) ([a-z0-9.-]+)$", text, re.M))


def names(text):
    """These, and the theorems."""
    return blocks(text) | set(re.findall(r"^theorem (\S+)$", text, re.M))


def stands(texts, lesson, place):
    """Whether a place is there: `code`, #step, or the name of something, LESSON/NAME elsewhere."""
    if "/" in place and not place.startswith("`"):
        lesson, place = place.split("/")
    text = texts.get(lesson, "")
    if place.startswith("`"):
        return place[1:-1] in text
    if place.startswith("#"):
        return re.search(r"^# .*\{%s[ }]" % re.escape(place), text, re.M)
    return place in names(text)


def main():
    tap = Tap()
    texts = lessons(sys.argv[1])
    told = {}
    count = 0
    for lesson, kind, name, places in rows(sys.argv[1]):
        count += 1
        told.setdefault(lesson, set()).update(places)
        missing = [place for place in places if not stands(texts, lesson, place)]
        tap.result(not missing, "%s, %s: %s" % (lesson, kind, name), "not in the lesson: %s" % ", ".join(missing))
    tap.result(count > 0, "there is a table in README.md")
    for lesson, places in told.items():
        left = sorted(blocks(texts.get(lesson, "")) - places)
        tap.result(not left, "%s: all that is in it" % lesson, "not in the table: %s" % ", ".join(left))
    tap.exit()


if __name__ == "__main__":
    main()
