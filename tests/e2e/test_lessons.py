#!/usr/bin/env python3
"""The whole course in lines: each lesson from its first step to its end. Every foreseen wrong
answer is given and must get its sentence, then the right one, which must be right.

usage: test_lessons.py ROPEWALK COURSE [LESSON...]
"""

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "scripts"))

from answers import Course, pieces
from lines import Pipe
from tap import Tap
from terminal import Place
from walk import Lost, events

GOOD = ("right", "right-but")


def verdicts(place, ask):
    return [e["verdict"] or e["type"] for e in events(place)
            if e["item"] == ask.name and e["type"] in ("answered", "predicted")]


class Walk:
    def __init__(self, tap, course, place, lesson):
        self.tap = tap
        self.course = course
        self.lesson = lesson
        self.pipe = Pipe(place, [course.program, "learn", lesson, "--plain", "--seed", "0", "--lessons",
                                 os.path.dirname(course.paths[lesson])])
        self.said = self.pipe.read()

    def send(self, text):
        """Lines, one after the other; all that is said, and how many verdicts came."""
        said = ""
        for line in text.split("\n"):
            self.pipe.send(line)
            self.said = self.pipe.read()
            said += self.said
        return said

    def judged(self, ask, ways):
        """What was said of the first way that was judged at all, and the verdict."""
        said = ""
        for way in ways:
            before = len(verdicts(self.pipe.place, ask))
            said = self.send(way)
            new = verdicts(self.pipe.place, ask)[before:]
            if new:
                return said, new[-1]
        return said, ""

    def wrong(self, ask, question):
        for name, ways, sentence in self.course.wrong(ask, question):
            said, verdict = self.judged(ask, ways)
            heard = re.sub(r"\s+", " ", said)
            wants = ["WRONG"] if ask.kind == "derivation" else pieces(sentence)
            ok = verdict not in GOOD and all(piece in heard for piece in wants)
            self.tap.result(ok, "%s %s: %s" % (self.lesson, ask.name, name), "%s\n%s\n%s" % (sentence, verdict, said))
            if verdict in GOOD:
                return False
        return True

    def answer(self, ask, question):
        if self.wrong(ask, question):
            said, verdict = self.judged(ask, self.course.right(ask, question))
            self.tap.result(verdict in GOOD + ("predicted",), "%s %s: right" % (self.lesson, ask.name),
                            "%s\n%s" % (verdict, self.pipe.said[-1200:]))
            if not verdict:
                raise Lost("%s is not answered" % ask.name)

    def all(self):
        asks = [a for step in self.course.steps(self.lesson) for beat in step.beats for a in beat]
        done = 0
        for _ in range(600):
            if any(e["type"] == "finished" and e["lesson"] == self.lesson for e in events(self.pipe.place)):
                return self.tap.result(done == len(asks), "%s: every question" % self.lesson, "%d of %d" % (done, len(asks)))
            if done < len(asks) and re.search(r"^(Predict|Question): ", self.said, re.M):
                self.answer(asks[done], self.said)
                done += 1
            else:
                self.send("")
        raise Lost("%s does not end" % self.lesson)


def main():
    tap = Tap()
    course = Course(sys.argv[1], sys.argv[2])
    for lesson in sys.argv[3:] or [name for name in course.paths if name != "axioms"]:
        with Place() as place:
            walk = Walk(tap, course, place, lesson)
            try:
                walk.all()
            except (Lost, BrokenPipeError, ValueError) as lost:
                tap.result(False, "%s: to its end" % lesson, "%s\n%s" % (lost, walk.pipe.said[-2000:]))
            status = walk.pipe.end()
            tap.result(status == 0, "%s: status 0" % lesson, status)
    tap.exit()


if __name__ == "__main__":
    main()
