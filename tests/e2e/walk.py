"""Walking a lesson as a learner: what is pressed comes from the lesson's own file, and what
happened is read from the record."""

import json
import re
import sqlite3

from terminal import until

# Values that may break a claim.
BREAKERS = ["2", "0.5", "0", "-1", "i", "1 + i", "[2, 0]", "[1, 0]"]


class Lost(Exception):
    """The walk does not go on; says where and shows the screen."""


def events(place):
    """All events of the record, oldest first."""
    try:
        record = sqlite3.connect("file:%s?mode=ro" % place.record, uri=True, timeout=5)
        try:
            rows = record.execute("SELECT type, lesson, step, item, response, verdict, detail_json FROM event"
                                  " ORDER BY id").fetchall()
        finally:
            record.close()
    except sqlite3.OperationalError:
        return []
    names = ("type", "lesson", "step", "item", "response", "verdict", "detail")
    return [dict(zip(names, row)) for row in rows]


def count(place, **like):
    """How many events have these values."""
    return sum(all(e[k] == v for k, v in like.items()) for e in events(place))


def breakers(names):
    """What to type for a claim over these names: every two values side by side."""
    if len(names) == 1:
        return BREAKERS
    ways = []
    for shift in range(1, len(BREAKERS)):
        for i in range(len(BREAKERS)):
            values = [BREAKERS[(i + shift * k) % len(BREAKERS)] for k in range(len(names))]
            ways.append("; ".join("%s = %s" % (n.strip(), v) for n, v in zip(names, values)))
    return ways


class Walk:
    def __init__(self, terminal, lesson, steps):
        self.terminal = terminal
        self.place = terminal.place
        self.lesson = lesson
        self.steps = steps
        self.answered = 0

    def lost(self, where):
        raise Lost("%s\n%s\n%s" % (where, self.terminal.screen(),
                                   "\n".join(str(e) for e in events(self.place)[-6:])))

    def is_at(self, step, beat):
        """Whether the record says that this part was reached."""
        for e in events(self.place):
            if (e["type"], e["lesson"], e["step"]) == ("reached", self.lesson, step.name):
                if beat == 0 or json.loads(e["detail"] or "{}").get("beat") == beat:
                    return True
        return False

    def is_finished(self):
        return count(self.place, type="finished", lesson=self.lesson) > 0

    def press(self, *keys):
        """Press, and wait for another screen: what is on it has been committed."""
        before = self.terminal.screen()
        self.terminal.keys(*keys)
        return until(lambda: self.terminal.screen() != before, 1)

    def verdict(self, ask, press):
        """Answer; the verdict that then comes, or None."""
        before = len(self.answers(ask))
        screen = self.terminal.screen()
        press()
        found = until(lambda: self.answers(ask)[before:], 3)
        if not found:
            return None
        until(lambda: self.terminal.screen() != screen, 5)
        return found[-1]["verdict"] or found[-1]["type"]

    def answers(self, ask):
        return [e for e in events(self.place) if e["item"] == ask.name and e["type"] in ("answered", "predicted")]

    def go_on(self, there):
        """Space, until `there` is so; a derivation has many lines in one part."""
        for _ in range(60):
            if there():
                return
            self.press("Space")
        self.lost("Space does not lead on")

    def typed(self, text):
        def press():
            self.terminal.keys("C-a", "C-k")
            self.terminal.type(text)
            self.terminal.keys("Enter")

        return press

    def try_all(self, ask, ways):
        for way in ways:
            found = self.verdict(ask, way)
            if found in ("right", "right-but", "predicted"):
                self.answered += 1
                return
        self.lost("no way answers %s" % ask.name)

    def tick(self, numbers):
        """Choices of which several are right (with --seed 0 in the order of the file)."""
        self.terminal.type("".join(str(n) for n in numbers))
        self.terminal.keys("Enter")

    def set_sliders(self, ask):
        """Each slider in turn gets the number of `until: name = number`."""
        number = re.search(r"=\s*(-?[0-9.]+)", ask.field("until")).group(1)

        def press():
            self.terminal.type(number)
            self.terminal.keys("Enter")

        def next_press():
            self.terminal.keys("Tab")
            press()

        return [press] + [next_press] * 4

    def shown(self, ask):
        """The lines that are to be put in order, as they stand on the screen."""
        found = re.findall(r"^ ?[ >x#] [0-9]+ +(.*?)(?:  .*)?$", self.terminal.screen(), re.M)
        return [line for line in found if line in ask.lines()]

    def put_in_order(self, ask):
        """Each line in turn is taken up and carried to its place."""
        for i, line in enumerate(ask.order()):
            at = self.shown(ask).index(line)
            self.press(str(at + 1), "Space", str(i + 1))
            self.press("Space")
        self.terminal.keys("Enter")

    def spotted(self, ask):
        def press():
            self.terminal.type(ask.field("truth"))
            if ask.repair():
                self.terminal.type(ask.repair())
                self.terminal.keys("Enter")

        return press

    def derive(self, ask):
        self.press("Enter")
        for line in ask.derivation:
            self.terminal.type(line)
            self.press("Enter")

    def draw(self):
        """Heights of the line, some by arrows; then it is done."""
        self.terminal.type("1 0 1")
        self.terminal.keys("Enter", "Left", "Up", "Enter")

    def answer(self, ask):
        if len(ask.truths()) > 1:
            ways = [lambda: self.tick(ask.truths())]
        elif ask.choices():
            ways = [lambda n=n: self.terminal.type(str(n)) for n in range(1, len(ask.choices()) + 1)]
        elif ask.kind == "curve":
            ways = [lambda: self.draw()]
        elif ask.kind == "set":
            ways = self.set_sliders(ask)
        elif ask.kind == "order":
            ways = [lambda: self.terminal.keys("Enter"), lambda: self.put_in_order(ask)]
        elif ask.kind == "spot":
            ways = [self.spotted(ask)]
        elif ask.kind == "derivation":
            ways = [lambda: self.derive(ask)]
        elif ask.kind == "refute":
            works = ask.fields.get("works", [])
            ways = [self.typed(text) for text in works or breakers(ask.field("supply").split(","))]
        else:
            ways = [self.typed(ask.field("answer") or ask.field("truth") or ask.field("model"))]
        self.try_all(ask, ways)

    def leave_page(self, pattern):
        """From the page at the end of a sitting on to the next."""
        def shows():
            return re.search(pattern, " ".join(self.terminal.screen().split()))

        if not until(shows, 5):
            self.lost("no page at the end of a sitting")
        self.terminal.keys("Enter")
        until(lambda: not shows(), 5)

    def opened(self, step, beat):
        if not until(lambda: self.is_at(self.steps[step], beat)):
            self.lost("the lesson does not open")

    def part(self, step, beat):
        """Go there; its questions are not answered yet."""
        self.go_on(lambda: self.is_at(self.steps[step], beat))
        if self.steps[step].sits and beat == 0:
            self.leave_page("Sitting [0-9]+ of [0-9]+ is done")

    def parts(self):
        return [(i, b) for i, step in enumerate(self.steps) for b in range(len(step.beats))]

    def to(self, step, beat):
        """From the start of the lesson to a part of it."""
        self.opened(0, 0)
        for i, b in self.parts():
            self.part(i, b)
            if (i, b) == (step, beat):
                return
            for ask in self.steps[i].beats[b]:
                self.answer(ask)

    def all(self, start=(0, 0)):
        """From a part of the lesson to its end."""
        if start == (0, 0):
            self.opened(0, 0)
        for i, b in self.parts():
            if (i, b) < start:
                continue
            self.part(i, b)
            for ask in self.steps[i].beats[b]:
                self.answer(ask)
        self.go_on(self.is_finished)
