#!/usr/bin/env python3
"""What by_part reads of callgrind's output."""

import importlib.machinery
import importlib.util
import os
import sys
import unittest

PATH = os.path.join(os.path.dirname(os.path.realpath(__file__)), "by_part")
loader = importlib.machinery.SourceFileLoader("by_part", PATH)
by_part = importlib.util.module_from_spec(importlib.util.spec_from_loader("by_part", loader))
sys.dont_write_bytecode = True
loader.exec_module(by_part)

# Format: "Callgrind Format Specification" of Valgrind's manual. A function of /p/hw/a.h with 3 lines, of
# which one is of /p/hw/b.h, built into it; it calls another, whose inclusive cost is not its own.
OUTPUT = """events: Ir D1mr Bcm
fl=(1) /p/hw/a.h
fn=(1) run
10 5 1 0
+2 7
fi=(2) /p/hw/b.h
4 11 0 2
fe=(1)
* 1
cfi=(3) ???
cfn=(2) memcpy
calls=1 0
12 100 50 50

fl=(3)
fn=(2)
0 100 50 50
"""


class CostsOf(unittest.TestCase):
    def test_counts_where_the_lines_are_and_calls_once(self):
        costs = by_part.costs_of(OUTPUT.splitlines(True))
        self.assertEqual(dict(costs["/p/hw/a.h"]), {"Ir": 13, "D1mr": 1, "Bcm": 0})
        self.assertEqual(dict(costs["/p/hw/b.h"]), {"Ir": 11, "D1mr": 0, "Bcm": 2})
        self.assertEqual(dict(costs["???"]), {"Ir": 100, "D1mr": 50, "Bcm": 50})


class Table(unittest.TestCase):
    def test_is_the_difference_per_hop_with_its_sum(self):
        shorter = {"/p/hw/a.h": {"Ir": 10, "D1mr": 1, "Bcm": 0}}
        longer = {"/p/hw/a.h": {"Ir": 30, "D1mr": 2, "Bcm": 4}, "???": {"Ir": 10, "D1mr": 0, "Bcm": 0}}
        for costs in (shorter, longer):
            for file in costs:
                costs[file] = by_part.collections.Counter(costs[file])
        rows = list(by_part.table(shorter, longer, 2.0, "/p", 1))
        self.assertEqual(rows[2], "| hw/a.h | 10 | 0.50 | 0.00 | 2.00 |")
        self.assertEqual(rows[3], "| others | 5 | 0.00 | 0.00 | 0.00 |")
        self.assertEqual(rows[4], "| sum | 15 | 0.50 | 0.00 | 2.00 |")


if __name__ == "__main__":
    unittest.main()
