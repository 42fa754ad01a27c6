"""What a frame costs in bytes, beside the least that its changed cells could cost.

The screen is followed by a small terminal that knows what the program sends. The least for a
frame, a model and no program: the cells whose character or style differs, row by row from left
to right; before each the cheapest way of the cursor there (nothing, writing the cells between
again when their style is the one that is set, `CSI n C`, or `CSI row ; col H`); a change of style
as the shortest SGR that sets it (`CSI m` for none); one to four bytes for the character; and the
two marks of a synchronized frame. Blanks at the end of a row may be erased by `CSI K`.
"""

import re

SEQUENCE = re.compile(r"\x1b\[([?>=]?)([0-9;:]*)([@-~])|\x1b[()][0-9A-Za-z]|\x1b[@-Z\\-_=>78]")
FRAME_MARKS = len("\x1b[?2026h\x1b[?2026l")


def letters(style):
    """Whether a style that was set changes nothing but letters; None: none was set."""
    words = re.sub(r"38;5;\d+", "", style) if style is not None else "7"
    return not re.search(r"(^|;)(4|7|9|21|53|4\d|10\d)(;|$)", words)


class Terminal:
    """Cells (character, style) and what is sent to change them; a style is the SGR that is set."""

    def __init__(self, cols, rows):
        self.cols, self.rows = cols, rows
        self.cells = [[(" ", "")] * cols for _ in range(rows)]
        self.row = self.col = 0
        self.style = ()
        self.unknown = set()

    def feed(self, text):
        at = 0
        while at < len(text):
            if text[at] == "\x1b":
                found = SEQUENCE.match(text, at)
                if not found:
                    at += 1
                    continue
                self.sequence(found)
                at = found.end()
                continue
            self.put(text[at])
            at += 1

    def put(self, c):
        if c == "\r":
            self.col = 0
        elif c == "\n":
            self.row = min(self.row + 1, self.rows - 1)
        elif c == "\b":
            self.col = max(self.col - 1, 0)
        elif c >= " ":
            if self.row < self.rows and self.col < self.cols:
                self.cells[self.row][self.col] = (c, self.blank() if c == " " else self.look())
            self.col += 1

    def look(self):
        return ";".join(self.style)

    def blank(self):
        """The style of a blank: "" when it shows nothing of it."""
        return "" if letters(self.look()) else self.look()

    def sequence(self, found):
        private, numbers, final = found.group(1), found.group(2), found.group(3)
        if final is None or private:
            return
        n = [int(x) if x else 0 for x in re.split("[;:]", numbers)] if numbers else []
        first = n[0] if n and n[0] else 1
        if final == "m":
            self.sgr(numbers)
        elif final in "Hf":
            self.row = (n[0] if n and n[0] else 1) - 1
            self.col = (n[1] if len(n) > 1 and n[1] else 1) - 1
        elif final in "G`":
            self.col = first - 1
        elif final == "d":
            self.row = first - 1
        elif final in "ABCD":
            self.row += {"A": -first, "B": first}.get(final, 0)
            self.col += {"C": first, "D": -first}.get(final, 0)
        elif final == "K":
            self.erase(self.row, self.col if not n or n[0] == 0 else 0,
                       self.cols if not n or n[0] != 1 else self.col + 1)
        elif final == "J":
            for row in range(self.row + 1 if not n or n[0] == 0 else 0, self.rows):
                self.erase(row, 0, self.cols)
            self.erase(self.row, self.col if not n or n[0] == 0 else 0, self.cols)
        elif final == "X":
            self.erase(self.row, self.col, min(self.col + first, self.cols))
        elif final == "b":
            c = self.cells[self.row][self.col - 1][0]
            for _ in range(first):
                self.put(c)
        elif final not in "hlrtqnc":  # modes, reports, titles: no cell changes
            self.unknown.add(final)

    def sgr(self, numbers):
        parts = numbers.split(";") if numbers else ["0"]
        i = 0
        while i < len(parts):
            if parts[i] in ("", "0", "00"):
                self.style = ()
                i += 1
            elif parts[i] in ("38", "48"):
                width = 3 if parts[i + 1] == "5" else 5
                self.style = tuple(s for s in self.style if not s.startswith(parts[i])) + (
                    ";".join(parts[i:i + width]),)
                i += width
            else:
                self.style += (parts[i],)
                i += 1

    def erase(self, row, start, end):
        if row < self.rows:
            for col in range(start, end):
                self.cells[row][col] = (" ", self.blank())

    def copy(self):
        return [list(row) for row in self.cells]


def way(row, col, to_row, to_col):
    direct = len("\x1b[%d;%dH" % (to_row + 1, to_col + 1))
    if row != to_row or to_col < col:
        return direct
    return min(direct, len("\x1b[%dC" % (to_col - col)) if to_col > col + 1 else
               len("\x1b[C") if to_col > col else 0)


def sgr(style):
    return len("\x1b[0;%sm" % style) if style else len("\x1b[m")


def least(before, after):
    """(bytes, cells that changed)"""
    cost, changed = FRAME_MARKS, 0
    row, col, style = -1, -1, None
    for r, (was, now) in enumerate(zip(before, after)):
        last = max((c for c in range(len(now)) if now[c] != was[c]), default=-1)
        blank = next((c for c in range(len(now), 0, -1) if now[c - 1] != (" ", "")), 0)
        for c in range(last + 1):
            if now[c] == was[c]:
                continue
            changed += 1
            if c >= blank and last - blank > 3:  # the rest of the row is erased at once
                changed += sum(now[k] != was[k] for k in range(c + 1, last + 1))
                cost += way(row, col, r, c) + (0 if letters(style) else 3) + len("\x1b[K")
                row, col, style = r, c, style if letters(style) else ""
                break
            move = way(row, col, r, c)
            same = lambda cell: cell[1] == style or (cell == (" ", "") and letters(style))
            if row == r and col < c and all(same(now[k]) for k in range(col, c)):
                move = min(move, sum(len(now[k][0].encode()) for k in range(col, c)))
            # A blank looks the same in every style of letters.
            look = style if now[c] == (" ", "") and letters(style) else now[c][1]
            change = 0 if look == style else sgr(look)
            cost += move + change + len(now[c][0].encode())
            row, col, style = r, c + 1, look
    return cost, changed
