"""What the tests know of a lesson: its steps, beats and questions with their answers, read
from the file itself, so that a test walks whatever the author wrote."""

import re


class Ask:
    """A predict or ask block."""

    def __init__(self, word, name, lines):
        self.name = name
        self.predict = word == "predict"
        self.raw = lines
        self.fields = {}
        self.words = []
        key = None
        for line in lines:
            found = re.match(r"([a-z-]+)(?: [^:]*)?:\s*(.*)$", line)
            if found and found.group(1) in KEYS:
                key = found.group(1)
                self.fields.setdefault(key, []).append(found.group(2))
            elif key and line.startswith((" ", "\t")):
                self.fields[key][-1] += " " + line.strip()
            else:
                self.words.append(line)
        kinds = [kind for key, kind in (("choice", "choice"), ("until", "set"), ("claim", "refute"), ("over", "curve")) if key in self.fields]
        if "line" in self.fields:
            kinds = ["spot" if re.fullmatch("[0-9]+", self.field("truth")) else "order"]
        if "from" in self.fields:
            kinds = ["derivation" if "to" in self.fields else "step"]
        self.kind = self.field("kind") or (kinds + ["answer"])[0]

    def field(self, key):
        return self.fields.get(key, [""])[0]

    def choices(self):
        return [c.strip() for text in self.fields.get("choice", []) for c in text.split(";")]

    def lines(self):
        return self.fields.get("line", [])

    def order(self):
        """The lines in their right order."""
        numbers = [int(n) for n in self.field("truth").split()] or range(1, len(self.lines()) + 1)
        return [self.lines()[n - 1] for n in numbers]

    def repair(self):
        """What is typed about the wrong line, behind its number."""
        because = self.field("reason") or self.field("because").split(",")[0]
        return self.field("answer") + (" because " + because if because else "")

    def truths(self):
        """The numbers of the right choices, from 1."""
        choices = self.choices()
        words = [t.strip() for t in self.field("truth").split(";")]
        return [choices.index(w) + 1 if w in choices else int(w) for w in words] if choices else []


KEYS = (
    "kind answer also choice truth miss hint after let draw within places figures without figure until claim supply"
    " holds right-but words line because by from to needs rules blank form where works derivation rounded percent unit"
    " numbers look with over model idea found contradicted example points ask-again range because-not reason"
).split()


def derivation(lines):
    """The name of a derive block and its lines."""
    name = re.match(r"theorem (\S+)", lines[0]) if lines else None
    return (name.group(1) if name else "", [re.sub(" +", " ", line) for line in lines if line.startswith("=")])


class Step:
    def __init__(self, name, title):
        self.name = name
        self.title = title
        self.beats = [[]]
        self.sits = False  # a sitting begins with it, behind another


def read_lesson(path):
    """The steps of a lesson file."""
    with open(path, encoding="utf-8") as f:
        lines = f.read().split("\n")
    steps = []
    derived = {}
    sittings = re.search(r"^sittings: (.*)$", "\n".join(lines[:lines.index("---", 1)]), re.M)
    sittings = re.split(r",\s*", sittings.group(1).strip())[1:] if sittings else []
    i = lines.index("---", 1) + 1
    while i < len(lines):
        line = lines[i]
        heading = re.match(r"# (.*) \{#([a-z0-9.-]+)", line)
        fence = re.match(r"```(\w+)\s*(\S*)", line)
        if heading:
            steps.append(Step(heading.group(2), heading.group(1)))
            steps[-1].sits = heading.group(2) in sittings
        elif fence:
            end = lines.index("```", i + 1)
            if fence.group(1) in ("ask", "predict"):
                steps[-1].beats[-1].append(Ask(fence.group(1), fence.group(2), lines[i + 1:end]))
            if fence.group(1) == "derive":
                name, made = derivation(lines[i + 1:end])
                derived[name] = made
            i = end
        elif line == "---":
            steps[-1].beats.append([])
        i += 1
    for ask in (a for step in steps for beat in step.beats for a in beat):
        ask.derivation = derived.get(ask.field("derivation"), [])
    return steps
