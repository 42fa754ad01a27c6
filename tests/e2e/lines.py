"""Line mode: a program on two pipes, and walking a lesson through them."""

import os
import re
import select
import subprocess
import time

from walk import Lost, breakers, events

PROMPT = re.compile(r"\n(Next|Answer|Set|Line [0-9]+|Derived|Order) \(.*\): $")


class Pipe:
    def __init__(self, place, command, **environment):
        self.place = place
        self.sent = []
        self.said = ""
        self.program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, env=place.environment(**environment))

    def read(self, seconds=15.0):
        """What is said until the next prompt or the end."""
        new = ""
        end = time.monotonic() + seconds
        while time.monotonic() < end and not PROMPT.search("\n" + new):
            if select.select([self.program.stdout], [], [], 0.1)[0]:
                part = os.read(self.program.stdout.fileno(), 65536)
                if not part:
                    break
                new += part.decode("utf-8")
        self.said += new
        return new

    def send(self, line):
        self.sent.append(line)
        self.program.stdin.write((line + "\n").encode("utf-8"))
        self.program.stdin.flush()

    def end(self, seconds=10):
        """Close the input; the exit status."""
        try:
            self.program.stdin.close()
        except BrokenPipeError:
            pass
        self.said += self.program.stdout.read().decode("utf-8")
        return self.program.wait(seconds)


def ways_of(ask, said):
    """Lines that may answer a question, of which `said` is what was said."""
    if ask.kind == "order":
        shown = [line for line in re.findall(r"^  [0-9]+\) (.*)$", said, re.M) if line in ask.lines()]
        right = [str(shown.index(line) + 1) for line in ask.order()]
        return [" ".join(reversed(right)), " ".join(right)]
    if ask.kind == "derivation":
        return ask.derivation
    if ask.kind == "spot":
        return [ask.field("truth") + (": " + ask.repair() if ask.repair() else "")]
    if len(ask.truths()) > 1:
        return [" ".join(str(n) for n in ask.truths())]
    if ask.choices():
        return [str(n) for n in ask.truths()]
    if ask.kind == "curve":
        return ["1 0 1"]
    if ask.kind == "set":
        found = re.search(r"(\w+)\s*=\s*(-?[0-9.]+)", ask.field("until"))
        return ["%s %s" % found.groups()]
    if ask.kind == "refute":
        return ask.fields.get("works", []) or breakers(ask.field("supply").split(","))
    return [ask.field("answer") or ask.field("truth") or ask.field("model")]


def walk_lines(pipe, lesson, steps):
    """To the end of the lesson; how many questions were answered."""
    asks = [a for step in steps for beat in step.beats for a in beat]
    answered = 0
    said = pipe.read()
    for _ in range(400):
        if any(e["type"] == "finished" and e["lesson"] == lesson for e in events(pipe.place)):
            return answered
        if answered < len(asks) and re.search(r"^(Predict|Question): ", said, re.M):
            for way in ways_of(asks[answered], said):
                pipe.send(way)
                said = pipe.read()
                last = [e for e in events(pipe.place) if e["item"] == asks[answered].name]
                if last and (last[-1]["verdict"] in ("right", "right-but") or last[-1]["type"] == "predicted"):
                    break
            else:
                raise Lost("no line answers %s\n%s" % (asks[answered].name, pipe.said[-2000:]))
            answered += 1
            continue
        pipe.send("")
        said = pipe.read()
    raise Lost("the lesson does not end\n" + pipe.said[-2000:])
