"""What is typed for each question of the course, right and wrong, from the lessons' own files."""

import glob
import os
import re
import subprocess

from lessons import read_lesson

# Lines for derivations that no theorem of the course makes from the same start to the same end.
LINES = {
    "q7.6": ["<=> c^2 = 1/d by both-sides", "<=> c = 1/sqrt(d) by both-sides"],
    "q8.6": [
        "= -(e^x e^y) / (e^x + e^y)^2 by quotient-rule",
        "= -(e^x / (e^x + e^y)) (e^y / (e^x + e^y)) by arithmetic",
    ],
    "q12.6": ["= e^y/(e^x + e^y) by chain-rule"],
    "q14.6": ["= W (a c + b d) by distribute"],
    "pairs": [
        "= blockdiag(R(m alpha)^T R(n alpha), R(m beta)^T R(n beta)) by block-product: each dial by itself",
        "= blockdiag(R(-m alpha) R(n alpha), R(-m beta) R(n beta)) by rotation-transpose: turned back",
        "= blockdiag(R((n - m) alpha), R((n - m) beta)) by rotation-compose: only the gap is left",
    ],
}


def lines_of(path):
    with open(path, encoding="utf-8") as f:
        return f.read().split("\n")


def pairs(text):
    """Names and values of `q = [1, 2]; b = 2`, in their order."""
    found = []
    for part in text.split(";"):
        match = re.match(r"\s*([A-Za-z]\w*)\s*=\s*(.*?)(?:\s+where\s.*)?$", part)
        if match:
            found.append(match.groups())
        elif found and "[" in found[-1][1] and found[-1][1].count("[") > found[-1][1].count("]"):
            found[-1] = (found[-1][0], found[-1][1] + ";" + part)
    return found


def drawn(ask):
    """The names of `draw: a = 1 in ...` with the numbers of the example."""
    return [pair for text in ask.fields.get("draw", []) for pair in re.findall(r"([A-Za-z]\w*) = (\S+) in ", text)]


def front(path):
    """Names with values that a lesson's front matter declares."""
    lines = lines_of(path)
    found = []
    for line in lines[1:lines.index("---", 1)]:
        if line.startswith("let:"):
            found += pairs(line[4:])
    return found


def filled(term, known):
    """A term with values for names; a value may use the names before it."""
    for name, text in reversed(known):
        term = re.sub(r"(?<![\w.])%s(?![\w(])" % re.escape(name), lambda _: "(%s)" % text, term)
    return term


def squeezed(term):
    return re.sub(r"\s+", "", term)


def theorems(path):
    """The theorems of a lesson: start, end and lines, without what is behind `by`."""
    found = []
    lines = lines_of(path)
    for i, line in enumerate(lines):
        if line != "```derive":
            continue
        block = lines[i + 1:lines.index("```", i + 1)]
        block = [re.sub(" +", " ", b) for b in block]
        start = [b.strip() for b in block if b.startswith(" ") and b.strip()][:1]
        made = [b for b in block if re.match(r"(=|<=|<|!=|<=>|=>) ", b)]
        if start and made:
            end = re.sub(r" by .*", "", made[-1].split(" ", 1)[1])
            found.append((squeezed(start[0]), squeezed(end), made))
    return found


class Course:
    def __init__(self, program, folder):
        self.program = program
        self.paths = {}
        self.theorems = []
        for path in sorted(glob.glob(os.path.join(folder, "*.md"))):
            ids = [line[4:] for line in lines_of(path)[:10] if line.startswith("id: ")]
            if ids and "questions" not in ids[0]:
                self.paths[ids[0]] = path
                self.theorems += theorems(path)

    def steps(self, lesson):
        steps = read_lesson(self.paths[lesson])
        for ask in (a for step in steps for beat in step.beats for a in beat):
            ask.known = front(self.paths[lesson])
        return steps

    def value(self, ask, term):
        """A term as a number: drawn names get the numbers of the example."""
        term = filled(term, ask.known + drawn(ask) + [p for text in ask.fields.get("let", []) for p in pairs(text)])
        done = subprocess.run([self.program, "eval", term, "--digits", "17"], capture_output=True, text=True)
        return done.stdout.strip().split("\n")[0] if done.returncode == 0 else None

    def lines(self, ask):
        """The lines of a derivation, with the numbers of the example."""
        return [filled(term, drawn(ask)) + by + rest for term, by, rest in (line.partition(" by ") for line in self.made(ask))]

    def made(self, ask):
        if ask.name in LINES:
            return LINES[ask.name]
        start, end = squeezed(ask.field("from")), squeezed(ask.field("to"))
        for first in self.theorems:
            if first[:2] == (start, end):
                return first[2]
        for first in self.theorems:
            for second in self.theorems:
                if (first[0], second[1]) == (start, end) and first[1] == second[0]:
                    return first[2] + second[2]
        return ask.derivation

    def typed(self, ask, text):
        """What may be typed for the term of a lesson: itself, or its value."""
        yield text
        value = self.value(ask, text)
        if value:
            yield value

    def right(self, ask, said):
        """Ways to answer, each one text or several lines."""
        if ask.kind == "text":
            return [ask.field("model")]
        if "over" in ask.fields:
            return ["0 1 0 1 0 1 0 1 0"]
        if ask.kind == "order":
            return [" ".join(shown(ask, said, order(ask), self.value))]
        if ask.kind == "derivation":
            return ["\n".join(self.lines(ask))]
        if ask.kind == "spot":
            return [ask.field("truth") + (": " + ask.repair() if ask.repair() else "")]
        if ask.choices():
            return [" ".join(str(n) for n in ask.truths())]
        if ask.kind == "set":
            return ["%s %s" % re.search(r"(\w+)\s*=\s*(-?[0-9.]+)", ask.field("until")).groups()]
        if ask.kind == "refute":
            return ask.fields.get("works", [])
        return self.typed(ask, ask.field("answer") or ask.field("truth"))

    def wrong(self, ask, said):
        """The foreseen wrong answers: name, ways to type it, the sentence that has to come."""
        for name, answer, sentence in misses(ask):
            if ask.kind == "order":
                yield name, [" ".join(shown(ask, said, answer.split(), self.value))], sentence
            elif ask.choices():
                number = answer if answer.isdigit() else str(ask.choices().index(answer) + 1)
                yield name, [number], sentence
            elif ask.kind in ("spot", "refute"):
                yield name, [answer], sentence
            elif ask.kind in ("derivation", "step"):
                yield name, [answer if re.match(r"[<=>!]", answer) else "%s %s" % (relation(ask), answer)], sentence
            else:
                yield name, self.typed(ask, answer), sentence


def relation(ask):
    return "<=>" if re.search(r"[^<>!]=", ask.field("from")) else "="


def misses(ask):
    """miss NAME: ANSWER -> SENTENCE"""
    found = []
    for line in ask.raw:
        match = re.match(r"miss ([^:]+): (.*?) -> (.*)$", line)
        if match:
            found.append(match.groups())
    return found


def order(ask):
    """The numbers of the lines, in their right order."""
    return ask.field("truth").split() or [str(n) for n in range(1, len(ask.lines()) + 1)]


def plain(text):
    return re.sub(r"[^a-z0-9+-]", "", text.lower())


def shown(ask, said, numbers, value):
    """The numbers of these lines as they stand in what was said; value computes a term."""
    places = [plain(line) for line in re.findall(r"^  [0-9]+\) (.*)$", said, re.M)]
    lines = [plain(re.sub(r"`= ([^`]*)`", lambda at: value(ask, at.group(1)), line)) for line in ask.lines()]
    return [str(places.index(lines[int(n) - 1]) + 1) for n in numbers]


def pieces(sentence):
    """The parts of a sentence that are said as they are written."""
    parts = re.split(r"`[^`]*`|\$[^$]*\$|[*_]", sentence)
    return [re.sub(r"\s+", " ", p).strip() for p in parts if len(p.strip()) > 5]
