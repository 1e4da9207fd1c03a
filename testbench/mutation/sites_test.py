#!/usr/bin/env python3
"""Tests sites.py: a program with its changes does the same as before while none is on, and something
else with each of them."""

import csv
import os
import subprocess
import tempfile
import unittest

import yaml

import named
import report
import sites
import source_copy

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# It prints something else with any of its changes.
PROGRAM = """#include <cstdio>

#include "sample.h"

static_assert(sizeof(int) >= 2, "constants of the compiler are not changed");

static int limit() {
  constexpr int kLimit = 3;
  return kLimit;
}

static bool is_even(int value) { return value % 2 == 0; }

static bool is_odd(int value) { return !is_even(value); }

int main() {
  int sum = 0;
  for (int i = 0; i < limit(); ++i) {
    if (is_odd(i)) {  // a comment, which is "not" changed
      sum += 5;
    }
    sum += 1;
  }
  std::printf("%d %d\\n", sum,
              halved(7 +
                     sum));
  if (sum != 8) throw sum * 2;
}
"""
HEADER = """#pragma once

inline int halved(int value) { return value / 2; }
"""


class Sites(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        for name, text in {"sample.cpp": PROGRAM, "sample.h": HEADER}.items():
            self.write(name, text.encode())
        self.entry = {"directory": self.path("."), "file": self.path("sample.cpp"),
                      "command": "c++ -std=c++17 -I. -o sample.o -c sample.cpp"}

    def tearDown(self):
        self.folder.cleanup()

    def path(self, name):
        return os.path.join(os.path.realpath(self.folder.name), name)

    def write(self, name, text):
        with open(self.path(name), "wb") as file:
            file.write(text)

    def find(self):
        return sites.find(os.path.realpath(self.folder.name), [self.entry],
                          {"sample.cpp", "sample.h"})

    def output(self, found):
        """What the program prints with none of the changes on, and with each."""
        for name, text in {"sample.cpp": PROGRAM, "sample.h": HEADER}.items():
            here = [(site, i + 1) for i, site in enumerate(found) if site.file == name]
            self.write(name, source_copy.changed_text(text.encode(), here))
        self.build()
        return [self.run_with(number) for number in range(len(found) + 1)]

    def build(self):
        subprocess.run(["c++", "-std=c++17", "-I" + ROOT, "-I.", "-o", "program", "sample.cpp"],
                       cwd=self.path("."), check=True)

    def run_with(self, number):
        environment = {**os.environ, "NETLOOM_MUTANT": str(number)}
        # A change may make an endless loop.
        run = subprocess.run(["timeout", "2", "./program"], cwd=self.path("."), env=environment,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        return run.returncode, run.stdout

    def test_kinds_are_found(self):
        found = {(site.kind, sites.one_line(site.original), sites.one_line(site.changed))
                 for site in self.find()}
        for each in [("constant", "2", "2 + 1"), ("comparison", "value % 2 == 0", "value % 2 != 0"),
                     ("result", "value % 2 == 0", "!(value % 2 == 0)"),
                     ("negation", "!is_even(value)", "is_even(value)"),
                     ("condition", "is_odd(i)", "!(is_odd(i))"), ("statement", "sum += 5", ""),
                     ("assignment", "sum += 5", "sum -= 5"),
                     ("operator", "value / 2", "value * 2")]:
            self.assertIn(each, found)
        for kind, original, changed in found:
            self.assertNotIn("sizeof", original)
            self.assertNotIn("sum * 2", original, "what is thrown is not changed")
            self.assertNotEqual((kind, original), ("constant", "3"), "the compiler needs it")
            self.assertNotEqual(original, changed)

    def test_a_change_that_is_excused_excuses_no_similar_one(self):
        text = """
        - file: sample.cpp
          kind: constant
          line: 'int sum = 0;'
          original: "0"
          changed: 0 + 1
          reason: a test
        """
        excused = [site for site in self.find() if site.identity() in sites.equivalent(text)]
        self.assertEqual([site.line for site in excused], [17])
        zeros = [site for site in self.find()
                 if site.file == "sample.cpp" and (site.kind, site.original) == ("constant", "0")]
        self.assertGreater(len(zeros), 1)
        for site in zeros:
            self.assertEqual(PROGRAM.splitlines()[site.line - 1], site.line_text)

    def test_changes_of_a_line_that_read_the_same_are_told_apart(self):
        source = b"int i = 2 * 12 + 2;\nint j = 2;"
        self.assertEqual([sites.place_in_line(source, at, at + 1) for at in (8, 17, 28)], [1, 2, 1])

    def test_named_changes_are_off_until_their_number_is_on(self):
        program = PROGRAM.replace("if (sum != 8) throw sum * 2;", "").encode()
        self.write("sample.cpp", program)
        entries = [{"file": "sample.cpp", "old": old, "new": new, "what": "a test"}
                   for old, new in (("sum += 5;", "sum += 6;"), ("7 +\n                     sum", "8"),
                                    ("sum += 5;", ""), ("sum += 5;", "sum += 5; sum += 2;"), ("limit()", "1"))]
        self.assertEqual(list(named.problems(entries[:4], self.path("."))), [])
        self.assertEqual(len(list(named.problems(entries, self.path(".")))), 1, "limit() occurs twice")
        changes = named.changes_of(entries[:4], self.path("."))
        self.write("sample.cpp", named.changed_file(program, [(each, i) for i, each in enumerate(changes, 1)]))
        self.build()
        self.assertEqual([self.run_with(number)[1] for number in range(5)],
                         [b"8 7\n", b"9 8\n", b"8 4\n", b"3 5\n", b"10 8\n"])

    def test_named_changes_are_reported_and_put_into_the_section_of_a_page(self):
        entries = [{"file": "sample.cpp", "old": old, "what": what} for old, what in
                   (("sum += 5;", "no five"), ("sum += 1;", "no one"))]
        changes = named.changes_of(entries, self.path("."))
        lines = list(report.named_markdown(changes, [("Some.test", 4), (None, 2)]))
        self.assertEqual(lines, ["1 of 2 are noticed:", "", "| file | change | noticed by |", "| --- | --- | --- |",
                                 "| `sample.cpp` | no five | `Some.test` |",
                                 "| `sample.cpp` | no one | **none** of 2 tests that reach it |"])
        self.write("page.md", b"# Page\n\n## One\n\nIts text.\n\n## Two\n\nWritten on a day\n\nWritten on another\n")
        for heading, after in (("One", b"# Page\n\n## One\n\nIts text.\n\nWritten on x\n\ny\n\n"
                                       b"## Two\n\nWritten on a day\n\nWritten on another\n"),
                               ("Two", b"# Page\n\n## One\n\nIts text.\n\nWritten on x\n\ny\n\n"
                                       b"## Two\n\nWritten on x\n\ny\n")):
            for _ in range(2):
                report.write_section(self.path("page.md"), heading, ["Written on x", "", "y"])
                with open(self.path("page.md"), "rb") as file:
                    self.assertEqual(file.read(), after)
        self.assertTrue(report.has_section(self.path("page.md"), "One"))
        self.assertFalse(report.has_section(self.path("page.md"), "On"))

    def test_every_change_is_written_with_who_noticed_it(self):
        found = self.find()[:3]
        verdicts = [("Some.test", 4), (None, 2), (None, 1)]
        report.write_every(self.path("every.csv"), found, verdicts, {found[2].identity(): "so it is"})
        with open(self.path("every.csv"), encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        lines = {"sample.cpp": PROGRAM.splitlines(), "sample.h": HEADER.splitlines()}
        self.assertEqual([(row["file"], row["line"], row["was"]) for row in rows],
                         [(site.file, sites.one_line(lines[site.file][site.line - 1]), sites.one_line(site.original))
                          for site in found])
        self.assertEqual([(row["noticed by"], row["why not"]) for row in rows],
                         [("Some.test", ""), ("", "reached by 2 tests"), ("", "so it is")])
        total = list(report.markdown(found, verdicts, {found[2].identity(): "so it is"}))
        self.assertIn("| all | 3 | 1 | 1 | 1 | 0 |", total)

    def test_lines_of_excused_changes_are_there(self):
        with open(os.path.join(ROOT, "testbench/mutation/equivalent.yaml"), encoding="utf-8") as file:
            excused = yaml.safe_load(file)
        for each in excused:
            path, line = each["file"], each["line"]
            with open(os.path.join(ROOT, path), encoding="utf-8") as file:
                lines = [sites.one_line(text) for text in file]
            self.assertEqual(lines.count(line), each.get("lines", 1), f"{path}: {line}")
            self.assertGreaterEqual(line.count(each["original"]), each.get("place", 1))

    def test_nothing_changes_until_a_change_is_on(self):
        found = self.find()
        # One at a time: changes within each other do not go together.
        for site in found:
            before, after = self.output([site])
            self.assertEqual(before, (0, b"8 7\n"), site.text(1))
            self.assertNotEqual(after, before, site.text(1))


if __name__ == "__main__":
    unittest.main()
