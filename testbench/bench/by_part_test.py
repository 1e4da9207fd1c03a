#!/usr/bin/env python3
"""What by_part reads of callgrind's output, and of which part that is."""

import collections
import glob
import importlib.machinery
import importlib.util
import os
import re
import sys
import tempfile
import unittest

PATH = os.path.join(os.path.dirname(os.path.realpath(__file__)), "by_part")
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(PATH)))
loader = importlib.machinery.SourceFileLoader("by_part", PATH)
by_part = importlib.util.module_from_spec(importlib.util.spec_from_loader("by_part", loader))
sys.dont_write_bytecode = True
loader.exec_module(by_part)

# Format: "Callgrind Format Specification" of Valgrind's manual, with addresses. The program calls a library,
# whose inclusive cost is not its own; positions are absolute, relative, or the same as before.
OUTPUT = """positions: instr line
events: Ir D1mr Bcm
ob=(1) /p/program
fl=(1) /p/hw/a.h
fn=(1) run
0x1000 10 5 1 0
+4 +2 7
* * 1 0 2
cob=(2) /lib/libc.so
cfi=(3) ???
cfn=(2) memcpy
calls=1 0x50 0
* * 100 50 50
-2 5 3

ob=(2)
fl=(3)
fn=(2)
0x50 0 100 50 50
"""

MASK = "hw/kernel/channel_mask.h:netloom::hw::ChannelMask<64>::first() const"
WAKEUP = "hw/switch/part/wakeup.h:netloom::hw::Wakeup<netloom::hw::Channels<64, 1u> >::wake(int)"
GRANT = "hw/switch/core.h:netloom::hw::Core<64, 1u>::grant(int, int, unsigned long)"


def counters(costs):
    return {place: collections.Counter(counts) for place, counts in costs.items()}


class CostsOf(unittest.TestCase):
    def test_counts_by_address_and_calls_once(self):
        costs = by_part.costs_of(OUTPUT.splitlines(True), "/p/program")
        self.assertEqual(dict(costs[0x1000]), {"Ir": 5, "D1mr": 1, "Bcm": 0})
        self.assertEqual(dict(costs[0x1004]), {"Ir": 8, "D1mr": 0, "Bcm": 2})
        self.assertEqual(dict(costs[0x1002]), {"Ir": 3})
        self.assertEqual(dict(costs["/lib/libc.so"]), {"Ir": 100, "D1mr": 50, "Bcm": 50})
        self.assertEqual(len(costs), 4)


class PartOf(unittest.TestCase):
    def test_is_that_of_the_innermost_that_is_of_one(self):
        self.assertEqual(by_part.part_of([WAKEUP, GRANT]), "waking heads")
        self.assertEqual(by_part.part_of([GRANT]), "grant, crossbar and link")

    def test_sets_and_the_standard_library_are_of_who_uses_them(self):
        self.assertEqual(by_part.part_of([MASK, WAKEUP, GRANT]), "waking heads")
        self.assertEqual(by_part.part_of(["/usr/include/c++/12/bits/stl_algo.h:std::max", GRANT]),
                         "grant, crossbar and link")

    def test_what_is_of_none_is_among_the_others(self):
        self.assertEqual(by_part.part_of(["/usr/include/fmt/format.h:fmt::format"]), by_part.OTHERS)
        self.assertEqual(by_part.part_of([]), by_part.OTHERS)

    def test_files_and_functions_that_are_named_are_there(self):
        sources = ""
        for path in glob.glob(os.path.join(ROOT, "hw", "**", "*.h"), recursive=True):
            with open(path, encoding="utf-8") as file:
                sources += file.read()
        files, functions = set(), set()
        for pattern in [by_part.USED_BY_ALL, *by_part.PARTS.values()]:
            text = pattern.pattern
            for folder, names in re.findall(r"\^((?:hw|sim|routing)/[\w/]*/)\(\?:([\w|]+)\)", text):
                files |= {folder + name for name in names.split("|")}
            files |= set(re.findall(r"\^((?:hw|sim|routing)/[\w/]+)\\\.", text))
            for names in re.findall(r"::\(\?:([^()]+)\)\\\(", text):
                functions |= {name for name in names.split("|") if re.fullmatch(r"\w+", name)}
        self.assertGreater(len(files), 10)
        self.assertGreater(len(functions), 30)
        for path in files:
            self.assertTrue(glob.glob(os.path.join(ROOT, path + ".*")), path)
        for name in functions:
            self.assertRegex(sources, rf"\b{name}\(")


class Table(unittest.TestCase):
    def setUp(self):
        shorter = counters({0x10: {"Ir": 10, "D1mr": 1}})
        longer = counters({0x10: {"Ir": 30, "D1mr": 2, "Bcm": 4}, "/lib/libc.so": {"Ir": 10}})
        self.parts = by_part.figures_of(shorter, longer, 2.0, {0x10: [MASK, WAKEUP]})

    def test_is_the_difference_per_hop_with_its_sum(self):
        lines = list(by_part.table(self.parts))
        self.assertEqual(lines[2], "| waking heads | 10 | 0.50 |  | 2.00 |")
        self.assertEqual(lines[3], f"| {by_part.OTHERS} | 5 |  |  |  |")
        self.assertEqual(lines[4], "| sum | 15 | 0.50 |  | 2.00 |")

    def test_of_several_cases_has_a_column_for_each(self):
        lines = list(by_part.tables({"a": self.parts, "b": {"credits": [4.0, 0.25, 0.0, 1.0]}}))
        self.assertEqual(lines[:6], ["| instructions per packet-hop | `a` | `b` |", "| --- | ---: | ---: |",
                                     "| waking heads | 10 |  |", f"| {by_part.OTHERS} | 5 |  |",
                                     "| credits |  | 4 |", "| sum | 15 | 4 |"])
        self.assertIn("| credits |  | 0.25 |", lines)

    def test_is_put_between_the_marks_of_a_page(self):
        with tempfile.TemporaryDirectory() as folder:
            page = os.path.join(folder, "page.md")
            with open(page, "w", encoding="utf-8") as file:
                file.write("before\n<!-- by_part -->\nold\n<!-- by_part ends -->\nafter\n")
            by_part.put_into(page, ["| new |"], "scripts/profile a")
            with open(page, encoding="utf-8") as file:
                text = file.read()
        self.assertTrue(text.startswith("before\n<!-- by_part -->\nWritten by `scripts/profile a` on "))
        self.assertTrue(text.endswith("\n\n| new |\n<!-- by_part ends -->\nafter\n"))


if __name__ == "__main__":
    unittest.main()
