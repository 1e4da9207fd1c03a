#!/usr/bin/env python3
"""Tests calls of mutate.py, in a project of three small files: what --list says is what is in the
sources, and nothing else is touched; what cannot be is refused; one call builds at a time."""

import fcntl
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import yaml

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TREE, GRID, SWITCH = "routing/function/tree.cpp", "routing/function/grid.cpp", "hw/switch/arbiter.cpp"
SOURCES = {
    TREE: """// Which way is shorter.
bool less(int a, int b) {
  return a < b;
}
int up(int level, int stages) {
  return level + 1 < stages ? level + 1 : 2 * stages
                                          - level;
}
""",
    GRID: """int next(int at, int size) {
  int there = at;
  there += 3;
  return there % size;
}
""",
    SWITCH: "bool may_go(int credits, int phits) { return credits >= phits && !(phits == 0); }\n",
    # Nothing of it decides anything.
    "hw/kernel/arena.cpp": "int size(int bytes) { return bytes + 7; }\n",
    "CMakeLists.txt": "cmake_minimum_required(VERSION 3.25)\nproject(sample CXX)\n"
                      "set(CMAKE_EXPORT_COMPILE_COMMANDS ON)\n"
                      f"add_library(sample {TREE} {GRID} {SWITCH} hw/kernel/arena.cpp)\n",
    # What another call works on.
    f"build/mutation/{TREE}": "what is changed",
}
TOOLS = ("mutation/mutate.py", "mutation/named.py", "mutation/report.py", "mutation/sites.py",
         "mutation/source_copy.py", "support/compile_commands.py")


class Project(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        for name, text in SOURCES.items():
            with open(self.path(name), "w", encoding="utf-8") as file:
                file.write(text)
        for name in TOOLS:
            shutil.copy(os.path.join(ROOT, "testbench", name), self.path("testbench/" + name))

    def tearDown(self):
        for name, text in SOURCES.items():
            with open(self.path(name), encoding="utf-8") as file:
                self.assertEqual(file.read(), text, name)
        self.folder.cleanup()

    def path(self, name):
        path = os.path.join(self.folder.name, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        return path

    def list_of(self, *entries):
        """The path of a list of changes: (file, old, new)."""
        with open(self.path("named.yaml"), "w", encoding="utf-8") as file:
            yaml.safe_dump([{"file": name, "old": old, "new": new, "what": f"change {number}"}
                            for number, (name, old, new) in enumerate(entries, 1)], file)
        return self.path("named.yaml")

    def mutate(self, *arguments):
        return subprocess.run([sys.executable, self.path("testbench/mutation/mutate.py"), *arguments],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)

    def listed(self, *arguments):
        """(file, line, column, what is there, what is put in its place) of each change."""
        done = self.mutate("--list", *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        changes = [re.fullmatch(r"(\S+):(\d+):(\d+): (.+)  ->  (.+)", line) for line in done.stdout.splitlines()]
        self.assertTrue(changes and all(changes), done.stdout)
        return [(each[1], int(each[2]), int(each[3]), each[4], each[5]) for each in changes]

    def refused(self, *arguments):
        done = self.mutate(*arguments)
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(done.stdout, "")
        return done.stderr


class Lists(Project):
    def test_each_change_is_of_what_stands_at_its_place(self):
        changes = self.listed("--count", "40")
        self.assertEqual({file for file, *_ in changes}, {TREE, GRID, SWITCH})
        for file, line, column, original, changed in changes:
            rest = "".join(SOURCES[file].splitlines(True)[line - 1:])[column - 1:]
            self.assertTrue(" ".join(rest.split()).startswith(original), f"{file}:{line}:{column}: {original}")
            self.assertNotEqual(original, changed)
        self.assertEqual(len(set(changes)), len(changes))

    def test_a_seed_draws_the_same_again_and_another_one_others(self):
        first = self.listed("--count", "3", "--seed", "1")
        self.assertEqual(first, self.listed("--count", "3", "--seed", "1"))
        others = [self.listed("--count", "3", "--seed", str(seed)) for seed in range(2, 6)]
        self.assertTrue(any(each != first for each in others))

    def test_a_count_is_of_changes(self):
        self.assertEqual(len(self.listed("--count", "1", "--only", TREE)), 1)
        self.assertEqual(len(self.listed("--count", "2", "--only", TREE)), 2)
        self.assertEqual([file for file, *_ in self.listed("--count", "1")], [SWITCH, GRID, TREE])

    def test_only_names_the_files(self):
        self.assertEqual({file for file, *_ in self.listed("--only", "hw/")}, {SWITCH})
        self.assertEqual({file for file, *_ in self.listed("--only", "hw/", "--only", GRID)}, {SWITCH, GRID})

    def test_named_changes_are_listed_where_their_text_stands(self):
        path = self.list_of((TREE, "a < b", "b < a"), (GRID, "there += 3;", ""), (TREE, "a < b", "false"))
        self.assertEqual(self.listed("--named", path), [(TREE, 3, 10, "a < b", "b < a"),
                                                        (GRID, 3, 3, "there += 3;", "nothing"),
                                                        (TREE, 3, 10, "a < b", "false")])
        self.assertEqual([file for file, *_ in self.listed("--named", path, "--only", "routing/function/grid")],
                         [GRID])

    def test_nothing_is_built_beside_another_call(self):
        with open(self.path("build/mutation.lock"), "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.listed("--only", TREE)
        compiled = [os.path.join(path, name) for path, _, files in os.walk(self.path("build"))
                    for name in files if name.endswith((".a", ".so")) or name.endswith("switch/arbiter.cpp.o")]
        self.assertEqual(compiled, [])


class Refusals(Project):
    def test_what_is_not_there(self):
        for none in ("hw/swich", "sim/", "hw/kernel/arena"):
            said = self.refused("--list", "--only", TREE, "--only", none)
            self.assertEqual(said, f"mutate: error: --only {none}: nothing is changed there; allowed: files in "
                             "hw/switch, routing/function\n")

    def test_options_that_cannot_be(self):
        for options, said in ((("--tests", "("), r"--tests: .*; allowed: a regular expression"),
                              (("--count", "0"), "--count: 0; allowed: 1 to 65535"),
                              (("--jobs", "0"), "--jobs: 0; allowed: 1 or more"),
                              (("--named", "none.yaml"), "--named none.yaml: there is no such file"),
                              (("--every", "f.csv"), "--list: runs no test, and writes no results; allowed: "
                               "without --markdown, --section and --every")):
            self.assertRegex(self.refused("--list", *options), f"error: {said}\n$")

    def test_a_page_without_the_section(self):
        self.assertRegex(self.refused("--section", self.path("CMakeLists.txt"), "Results"),
                         r"error: --section \S+: there is no section 'Results' in it\n$")

    def test_named_changes_that_cannot_be(self):
        for entries, said in ((((GRID, "return there", "return here"), (TREE, "less", "more"), (TREE, "level", "a")),
                               f"{TREE}: change 3: 'level' occurs 4 times; allowed: once"),
                              (((SWITCH, "credits > phits", "true"),),
                               f"{SWITCH}: change 1: 'credits > phits' occurs 0 times; allowed: once"),
                              ((("hw/none.h", "a", "b"),), "hw/none.h: change 1: there is no such file"),
                              (((GRID, "there % size", "(there % size"),),
                               f"{GRID}: change 1: '(there % size' is no expression, and no statement"),
                              (((GRID, "there % size", "there % size"),), f"{GRID}: change 1: changes nothing"),
                              (((GRID, "there += 3;", ""), (GRID, "there += 3;", "")),
                               f"{GRID}: 2 times the same change"),
                              (((GRID, "there += 3;", ""), (GRID, "+= 3", "-= 3")),
                               f"{GRID}: change 1, and change 2: of texts that overlap; "
                               "allowed: the same text, or others")):
            self.assertEqual(self.refused("--list", "--named", self.list_of(*entries)), f"mutate: error: {said}\n")

    def test_one_call_at_a_time(self):
        with open(self.path("build/mutation.lock"), "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            lock.write("4711")
            lock.flush()
            self.assertRegex(self.refused("--count", "1"),
                             "^mutate: error: .*/build/mutation is in use by another call, "
                             "process 4711; allowed: one at a time\n$")


if __name__ == "__main__":
    unittest.main()
