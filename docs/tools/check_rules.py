#!/usr/bin/env python3
"""Checks that the tests of the switch's parts name what they hold the parts to.

Usage: check_rules.py ROOT

Each test in ROOT/testbench/unit/hw_part_*_test.cpp says, in the comment before it or before its fixture,
which rule it is about: "Rule 4" or another item of docs/timing.md by its name, a rule of
docs/live_faults.md, a publication, or "No rule" and what else. And each rule of docs/timing.md is named.
"""

import glob
import os
import re
import sys

RULE = re.compile(r"^(\d+)\. \*\*", re.MULTILINE)
TEST = re.compile(r"^(?:TYPED_)?TEST(?:_[FP])?\((\w+), *(\w+)\)", re.MULTILINE)
FIXTURE = re.compile(r"^(?:class (\w+) ?[:{]|TYPED_TEST_SUITE\((\w+))", re.MULTILINE)
NAMED = re.compile(r"\b[Rr]ules? (\d+)(?:(?:, | and |, and )(\d+))*")
OTHER = re.compile(r"Who goes first|Units|live_faults\.md|Determinism|No rule|\[[\w-]+ \d{4}\]")


def comment_before(text, at):
    """The comment that ends on the line before, a template's head apart."""
    lines = text[:at].split("\n")[:-1]
    while lines and lines[-1].startswith("template"):
        lines.pop()
    comment = []
    while lines and lines[-1].startswith("//"):
        comment.insert(0, lines.pop().lstrip("/ "))
    return " ".join(comment)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    root = sys.argv[1]
    with open(os.path.join(root, "docs", "timing.md"), encoding="utf-8") as file:
        rules = set(RULE.findall(file.read()))
    problems, named, count = [], set(), 0
    for path in sorted(glob.glob(os.path.join(root, "testbench", "unit", "hw_part_*_test.cpp"))):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        fixtures = {}
        for match in FIXTURE.finditer(text):
            name = match[1] or match[2]
            fixtures[name] = fixtures.get(name, "") + comment_before(text, match.start())
        for match in TEST.finditer(text):
            count += 1
            said = comment_before(text, match.start()) + " " + fixtures.get(match[1], "")
            numbers = {number for found in NAMED.finditer(said) for number in re.findall(r"\d+", found[0])}
            named |= numbers
            if not numbers and not OTHER.search(said):
                problems.append(f"{os.path.relpath(path, root)}: {match[1]}.{match[2]} names no rule")
            problems += [f"{os.path.relpath(path, root)}: {match[1]}.{match[2]}: docs/timing.md has no rule {number}"
                         for number in sorted(numbers - rules)]
    problems += [f"no test of a part names rule {number} of docs/timing.md" for number in sorted(rules - named)]
    if not rules or not count:
        problems.append("no rules, or no tests")
    if problems:
        sys.exit("\n".join(problems))
    print(f"{count} tests, {len(rules)} rules")


main()
