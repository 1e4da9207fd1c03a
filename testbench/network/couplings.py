#!/usr/bin/env python3
"""Puts what would couple switches past their links back into the program, one mistake at a time (couplings.yaml):
the test that is named has to fail with it, and to pass without.

Usage: testbench/network/couplings.py [--check] [--only TEXT] [--jobs N] [--results FILE] [--document FILE]

  --check          only checks that what couplings.yaml changes occurs in the sources, once, and that there are such
                   tests in them
  --only TEXT      mistakes with this in their coupling, file, description or test
  --jobs N         processes of the build at a time (default: one per processor)
  --results FILE   writes there what was found, as JSON, and leaves out what is in it
  --document FILE  writes the page of results

All mistakes are built into one copy of the sources, in build/couplings, with the general switch core only; an
environment variable says which one is on. A process that takes more than 30 seconds of a processor is ended: the
test has failed then, too. Where there is no MPI, tests of ranks are left out, and so are their mistakes.

Exit status 0: each test fails with its mistake.
"""

import datetime
import glob
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "testbench", "mutation"))

import named  # noqa: E402
from changed_copy import build  # noqa: E402
from source_copy import lock, step, write_if_changed  # noqa: E402
from tries import arguments_of, limits, read_results, write_results  # noqa: E402

LIST = os.path.join(ROOT, "testbench", "network", "couplings.yaml")
COPY = os.path.join(ROOT, "build", "couplings")
BUILD = os.path.join(COPY, "build", "release")
# The channels of the switches of all networks of these tests.
WIDTHS = "32;64"
FOLDERS = {"hw_tests": "unit", "sim_tests": "unit", "network_tests_hw": "network", "network_tests_sim": "network"}
SECONDS_OF_A_PROCESS = 30  # of the processor
SECONDS_OF_A_TEST = 900


def mistakes_of(couplings):
    return [{**each, "coupling": coupling["coupling"]} for coupling in couplings for each in coupling["mistakes"]]


def key(mistake):
    return " ".join(str(mistake[part]) for part in ("coupling", "file", "what", "test"))


def test_of(mistake):
    """The program, and the name of the test in it."""
    return tuple(mistake["test"].split())


def tests_in_sources():
    """SUITE.TEST, as they are written."""
    found = set()
    for folder in set(FOLDERS.values()):
        for path in glob.glob(os.path.join(ROOT, "testbench", folder, "*.cpp")):
            with open(path, encoding="utf-8") as file:
                names = re.findall(r"^TEST(?:_[FP])?\((\w+), (\w+)\)", file.read(), re.MULTILINE)
            found.update(".".join(each) for each in names)
    return found


def problems(mistakes):
    """What is wrong with the list."""
    yield from named.problems([entry for mistake in mistakes for entry in named.parts(mistake) + named.added(mistake)],
                              ROOT)
    tests = tests_in_sources()
    for mistake in mistakes:
        program, name = test_of(mistake)
        if program not in FOLDERS or re.sub(r"^\w+/|/\w+$", "", name) not in tests:
            yield f"{mistake['file']}: {mistake['what']}: there is no test {mistake['test']}"


class Tests:
    """The tests of the copy."""

    def __init__(self):
        self.passes = {}

    @staticmethod
    def run(test, number):
        """With a mistake on, or 0: "passed", "failed" or "skipped", and what it prints."""
        program, name = test
        folder = os.path.join(BUILD, "testbench", FOLDERS[program])
        try:
            done = subprocess.run([os.path.join(folder, program), f"--gtest_filter={name}"], cwd=folder, text=True,
                                  env={**os.environ, "NETLOOM_MUTANT": str(number)}, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace",
                                  preexec_fn=limits(SECONDS_OF_A_PROCESS), timeout=SECONDS_OF_A_TEST, check=False)
        except subprocess.TimeoutExpired:
            return "failed", f"it took more than {SECONDS_OF_A_TEST} seconds"
        if done.returncode != 0:
            return "failed", done.stdout
        return "skipped" if "[  SKIPPED ] 1 test" in done.stdout else \
            "passed" if "[  PASSED  ] 1 test" in done.stdout else "failed", done.stdout

    def without(self, test):
        """What becomes of it without a mistake; ends the program if it fails."""
        if test not in self.passes:
            result, said = self.run(test, 0)
            if result == "failed":
                sys.exit(f"couplings: error: {' '.join(test)} fails without a mistake\n{said[-2000:]}")
            self.passes[test] = result
        return self.passes[test]

    def find(self, mistake, number):
        """Whether its test fails; None: it does not run here."""
        test = test_of(mistake)
        if self.without(test) == "skipped":
            return None
        return any(self.run(test, number)[0] == "failed" for _ in range(mistake.get("tries", 1)))


def page(couplings, results, command):
    """Lines of Markdown."""
    yield "# Couplings that tests find"
    yield ""
    yield ("What [would couple switches past their links](../regions.md#what-must-not-couple), put back into the "
           "program one mistake at a time (`testbench/network/couplings.yaml`), and the test that passes without "
           "it and fails with it.")
    yield ""
    yield f"Written on {datetime.date.today()} by"
    yield ""
    yield f"    {command}"
    yield ""
    yield "| what must not couple | put back | test |"
    yield "| --- | --- | --- |"
    for coupling in couplings:
        name = coupling["coupling"]
        for mistake in mistakes_of([coupling]):
            if key(mistake) not in results:
                continue
            found = f"`{test_of(mistake)[1]}`" if results[key(mistake)] else "**none**"
            yield f"| {name} | {mistake['what']} | {found} |"
            name = ""
        if "left_out" in coupling and (not name or not coupling["mistakes"]):
            yield f"| {name} | not: {coupling['left_out']} | |"
    yield ""
    yield f"{sum(results.values())} of {len(results)} are found."


def main():
    arguments = arguments_of(__doc__)
    couplings = named.read(LIST)
    mistakes = mistakes_of(couplings)
    wrong = list(problems(mistakes))
    if wrong:
        sys.exit("\n".join(wrong))
    if arguments.check:
        print(f"{len(mistakes)} mistakes in {len(couplings)} couplings")
        return
    known = read_results(arguments.results)
    wanted = [each for each in mistakes if arguments.only in key(each)]
    results = {key(each): True for each in wanted if known.get(key(each))}
    with lock(COPY):
        build(ROOT, COPY, BUILD, mistakes, options=[f"-DNETLOOM_GENERAL_CORES={WIDTHS}"], targets=sorted(FOLDERS),
              jobs=arguments.jobs)
        tests = Tests()
        for number, mistake in enumerate(mistakes, 1):
            if mistake not in wanted or key(mistake) in results:
                continue
            found = tests.find(mistake, number)
            said = "left out, as its test is" if found is None else "found" if found else "NOT FOUND"
            step(f"{number}/{len(mistakes)} {mistake['coupling']}: {mistake['what']}: {said} ({mistake['test']})")
            if found is not None:
                results[key(mistake)] = found
            write_results(arguments.results, {**known, **results})
    print(f"{len(results)} mistakes, {sum(results.values())} found")
    if arguments.document:
        command = " ".join(["testbench/network/couplings.py", *sys.argv[1:]])
        write_if_changed(arguments.document, ("\n".join(page(couplings, results, command)) + "\n").encode())
    sys.exit(0 if all(results.values()) else 1)


if __name__ == "__main__":
    main()
