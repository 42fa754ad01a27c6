#!/usr/bin/env python3
"""How long `equal` takes: as a process, in one process, and beside SymPy's .equals().

    equal.py ROPEWALK BENCH CASES.tsv...

All in one run, so that the ratios mean something on a busy machine. SymPy (the package
python3-sympy) takes part when it is there, with the rows that it can read, and the time it
takes to read them left out; without it the rest is measured and a sentence says so.
"""
import os
import re
import signal
import statistics
import subprocess
import sys
import time

ROUNDS = 3
SYMPY_SECONDS = 10
SYMPY_ROWS = 120


def rows(paths):
    for path in paths:
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                cell = line.rstrip("\n").split("\t")
                if not line.startswith("#") and len(cell) >= 5 and cell[4] != "refuse":
                    yield cell


def milliseconds(work):
    begin = time.perf_counter()
    work()
    return (time.perf_counter() - begin) * 1000


def run(*argv):
    subprocess.run(argv, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def as_process(ropewalk, cases):
    """Medians over the rows: the command, and /bin/true for what a process costs here."""
    ours, empty = [], []
    for _, declarations, left, right, *_ in cases:
        argv = [ropewalk, "equal", "--let", declarations, "--", left, right]
        ours.append(min(milliseconds(lambda: run(*argv)) for _ in range(ROUNDS)))
        empty.append(min(milliseconds(lambda: run("/bin/true")) for _ in range(ROUNDS)))
    return statistics.median(ours), statistics.median(empty)


# ---- SymPy -----------------------------------------------------------------------------

ASSUMED = {
    "real": {"real": True},
    "integer": {"integer": True},
    "complex": {"complex": True},
}
WORDS = set("sin cos tan asin acos atan sinh cosh tanh asinh exp ln sqrt abs sign e i pi".split())


def symbols(sympy, declarations):
    """Names of plain numbers; None when there is anything else."""
    names = {}
    for part in filter(None, (p.strip() for p in declarations.split(";"))):
        m = re.fullmatch(r"([\w', ]+) : (real|integer|complex)( where (\w+) > 0(, \w+ > 0)*)?", part)
        if not m:
            return None
        positive = set(re.findall(r"(\w+) > 0", m.group(3) or ""))
        for name in m.group(1).split(", "):
            assumed = {"positive": True} if name in positive else ASSUMED[m.group(2)]
            names[name] = sympy.Symbol(name, **assumed)
    return names


def read(sympy, text, names):
    """The term, when every word in it is a function or a declared name; else None."""
    from sympy.parsing.sympy_parser import (
        convert_xor, implicit_multiplication, parse_expr, standard_transformations, rationalize)

    words = set(re.findall(r"[^\W\d_]\w*", text))
    if "|" in text or "[" in text or not words <= WORDS | names.keys():
        return None
    if re.search(r"\b(%s)\b(?!\()" % "|".join(WORDS - {"e", "i", "pi"}), text):
        return None
    local = {"ln": sympy.log, "abs": sympy.Abs, "e": sympy.E, "i": sympy.I, "pi": sympy.pi}
    try:
        return parse_expr(
            text, {**local, **names},
            transformations=standard_transformations
            + (convert_xor, implicit_multiplication, rationalize))
    except Exception:  # whatever it cannot read is left out
        return None


def expire(*_):
    raise TimeoutError


def equals(left, right):
    """Milliseconds and what it says; a row that takes too long counts as the limit."""
    answer = [None]

    def work():
        signal.alarm(SYMPY_SECONDS)
        try:
            answer[0] = left.equals(right)
        except Exception:  # it gives up in many ways
            pass
        finally:
            signal.alarm(0)

    return milliseconds(work), answer[0]


def beside_sympy(sympy, cases):
    """Rows that both read: (milliseconds of SymPy, whether it said what is so)."""
    signal.signal(signal.SIGALRM, expire)
    told = []
    for name, declarations, left, right, verdict, *_ in cases:
        known = symbols(sympy, declarations)
        x = None if known is None else read(sympy, left, known)
        y = None if x is None else read(sympy, right, known)
        if y is None or verdict == "undecided":
            continue
        took, answer = equals(x, y)
        told.append((name, took, answer is None, answer == (verdict == "equal")))
        if len(told) == SYMPY_ROWS:
            break
    return told


def in_process(bench, paths):
    """Milliseconds of each row inside one process."""
    out = subprocess.run([bench, "--rows", *paths], stdout=subprocess.PIPE, text=True,
                         check=False).stdout
    print(out.rstrip().splitlines()[-1])
    return dict((n, float(ms)) for n, ms in re.findall(r"^row (\S+) +([\d.]+)$", out, re.M))


def main():
    ropewalk, bench, *paths = sys.argv[1:]
    cases = list(rows(paths))
    ours = in_process(bench, paths)
    took, empty = as_process(ropewalk, cases[:: max(1, len(cases) // 100)])
    print("as a process: median %.1f ms; /bin/true %.1f ms; ratio %.1f" % (took, empty, took / empty))
    try:
        import sympy
    except ImportError:
        print("SymPy is not installed (python3-sympy), so nothing is measured beside it")
        return
    told = beside_sympy(sympy, cases)
    theirs = statistics.median(t[1] for t in told)
    same = statistics.median(ours[t[0]] for t in told if t[0] in ours)
    print("%d rows that SymPy %s reads: its .equals() median %.1f ms, ours %.3f ms; ratio %.0f"
          % (len(told), sympy.__version__, theirs, same, theirs / same))
    print("of these it says nothing of %d, and what is not so of %d"
          % (sum(t[2] for t in told), sum(not t[2] and not t[3] for t in told)))


main()
