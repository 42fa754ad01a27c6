#!/usr/bin/env python3
"""The last line of a test run: "N passed, N failed", each sub-test counted.

A test that ends badly although none of its sub-tests failed (a crash, a time-out, a plan
that does not fit) counts as one that failed.

usage: count.py BUILD
"""

import json
import os
import re
import sys
import xml.etree.ElementTree as xml

GOOD = ("OK", "SKIP", "EXPECTEDFAIL")


def sub_tests(path):
    """{name of a test: (passed, failed)}, from the report in JUnit's form; what has no
    sub-tests is under the project's name."""
    found = {}
    with open(path, "rb") as f: # what a test printed may hold bytes that XML has no place for
        report = re.sub(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]", b"?", f.read())
    for suite in xml.fromstring(report.decode("utf-8", "replace")).iter("testsuite"):
        passed, failed = found.get(suite.get("name"), (0, 0))
        for case in suite.iter("testcase"):
            if case.find("skipped") is not None:
                continue
            if case.find("failure") is not None or case.find("error") is not None:
                failed += 1
            else:
                passed += 1
        found[suite.get("name")] = (passed, failed)
    return found


def main():
    logs = os.path.join(sys.argv[1], "meson-logs")
    try:
        found = sub_tests(os.path.join(logs, "testlog.junit.xml"))
        with open(os.path.join(logs, "testlog.json"), encoding="utf-8") as f:
            tests = [json.loads(line) for line in f]
    except (OSError, ValueError, xml.ParseError) as problem:
        print("the tests left no report:", problem, file=sys.stderr)
        print("0 passed, 1 failed")
        return 1
    passed = sum(p for p, _ in found.values())
    failed = sum(f for _, f in found.values())
    for test in tests:
        # "project:suite / name" in one file is "project.name" in the other, or has "project."
        # before it, as the version of meson has it.
        name = test["name"].split(" / ")[-1]
        with_sub_tests = [v for k, v in found.items() if "." in k and k.split(".", 1)[-1] in (name, test["name"])]
        if test["result"] not in GOOD and with_sub_tests and not any(f for _, f in with_sub_tests):
            failed += 1
            print("%s: %s" % (test["name"], test["result"]), file=sys.stderr)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
