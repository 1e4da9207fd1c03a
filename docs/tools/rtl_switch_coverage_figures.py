#!/usr/bin/env python3
"""Writes docs/results/rtl_switch_coverage.md: how many grants of switches in RTL were those of the other views, and what
of what can happen in the switches did.

Usage: docs/tools/rtl_switch_coverage_figures.py BUILD RESULTS [--minutes N] [--jobs N]

  BUILD        a build folder of the preset release, with its tests
  RESULTS      a folder for what each comparison says; those that have said it already, with the same code, do not run
               again
  --minutes N  no comparison begins later than that; which did not run, the page says
  --jobs N     so many at a time, each of which may compile: 2
"""

import argparse
import concurrent.futures
import datetime
import json
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "results" / "rtl_switch_coverage.md"
VIEWS, PINS = "RtlSwitch", "RtlBesideModel"
# What is compared, and what decides in which configurations.
CODE = ["rtl", "hw"]
COMPARISONS = ["testbench/rtl_switch"]
# In the order in which they run.
SETS = [("Long", VIEWS, "each choice, long runs"),
        ("LongInTransit", VIEWS, "each choice with in-transit routing, long runs"),
        ("Choices", PINS, "each choice, short runs"),
        ("LongInTransit", PINS, "each choice with in-transit routing, short runs"),
        ("FailedLinks", PINS, "links that fail, and registers that are written"),
        ("PairsOfFailedLinks", PINS, "the same in other switches"),
        ("PairsOfFaultsBefore", PINS, "links that have failed before the start"),
        ("FailedLinks", VIEWS, "links that fail, and registers that are written"),
        ("PairsOfFailedLinks", VIEWS, "the same in other switches"),
        ("PairsOfFaultsBefore", VIEWS, "links that have failed before the start"),
        ("Further", VIEWS, "each choice of other shapes, sizes and more VCs, short runs"),
        ("Further", PINS, "each choice of other shapes, sizes and more VCs, short runs"),
        ("Pairs", PINS, "every two choices together, short runs"),
        ("Pairs", VIEWS, "every two choices together, short runs")]


def git(paths, *arguments):
    return subprocess.run(["git", "-C", ROOT, *arguments, "--", *paths], stdout=subprocess.PIPE, text=True,
                          check=True).stdout.strip()


def code_of(folder):
    """(commit, date) of the code; an error, where the folder has results of other code."""
    everything = CODE + COMPARISONS
    if git(everything, "status", "--porcelain"):
        sys.exit(f"changes in {', '.join(everything)} are not committed: results would be of code that nobody finds")
    last = git(everything, "log", "-1", "--format=%h")
    file = folder / "code"
    if file.exists() and file.read_text(encoding="utf-8") != last:
        sys.exit(f"{folder}: results of {file.read_text(encoding='utf-8')}, and the code is that of {last}; allowed: a new "
                 "folder")
    file.write_text(last, encoding="utf-8")
    return git(CODE, "log", "-1", "--format=%h %cs").split()


def tests_of(program, name, how):
    """The comparisons of a set."""
    said = subprocess.run([program, "--gtest_list_tests", f"--gtest_filter={name}/{how}.*"], check=True,
                          stdout=subprocess.PIPE, text=True).stdout
    return [f"{name}/{how}.{line.split('#')[0].strip()}" for line in said.splitlines() if line.startswith(" ")]


def result_of(program, test, folder, end):
    """(grants, whether there is no difference); None: it has not run."""
    file = folder / (test.replace("/", "-") + ".json")
    if not file.exists():
        if time.time() > end:
            return None
        part = file.with_suffix(".part")
        subprocess.run([program, f"--gtest_filter={test}", f"--gtest_output=json:{part}"], stdout=subprocess.DEVNULL,
                       check=False)
        if not part.exists():
            return 0, False  # it crashed
        part.rename(file)
    case = json.loads(file.read_text(encoding="utf-8"))["testsuites"][0]["testsuite"][0]
    return int(case.get("grants", 0)), "failures" not in case


def row_of(name, how, what, results):
    ran = [each for each in results if each is not None]
    grants = sum(each[0] for each in ran)
    different = sum(not each[1] for each in ran)
    counted = f"{grants:,}" if how == VIEWS else ""
    return (f"| `{name}/{how}` | {what} | {len(ran)} of {len(results)} | {counted} | {different} |", grants, different,
            len(results) - len(ran))


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    end = time.time() + 60 * options.minutes
    options.results.mkdir(parents=True, exist_ok=True)
    commit, date = code_of(options.results)
    folder = options.build.resolve() / "testbench" / "rtl_switch"
    program = folder / "rtl_switch_tests"
    rows = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for name, how, what in SETS:
            results = list(pool.map(lambda test: result_of(program, test, options.results, end),
                                    tests_of(program, name, how)))
            rows.append(row_of(name, how, what, results))
            print(rows[-1][0], flush=True)
    said = subprocess.run([folder / "rtl_switch_coverage", "--json"], stdout=subprocess.PIPE, text=True, check=False)
    coverage = json.loads(said.stdout)
    missing = sum(row[3] for row in rows)
    page = ["# What the switches in RTL were compared in", "",
            f"Written by `docs/tools/rtl_switch_coverage_figures.py build/release RESULTS` on {datetime.date.today()}, with "
            f"the code of {date} ({commit}).", "",
            "In `RtlSwitch`, [the switch in RTL](../rtl_switch.md) runs in the place of the model, and every event at every "
            "port and every digit of the results is compared with the fast view, and that with the structural one "
            "([tests](../testing.md#switches-in-rtl)). A grant counts once, though it is the same in all three. In "
            "`RtlBesideModel` it runs [beside the model](../rtl_switch.md#beside-the-model), and every pin and register is "
            "compared in every cycle; there grants are not counted.", "",
            "| tests | combinations of choices | ran | grants | with a difference |", "| --- | --- | ---: | ---: | ---: |",
            *[row[0] for row in rows],
            f"| all | | | {sum(row[1] for row in rows):,} | {sum(row[2] for row in rows)} |", ""]
    if missing:
        page += [f"{missing} comparisons were not run.", ""]
    page += ["## What happened in the long runs", "",
             f"Of what can happen in the switches of the {coverage['combinations']} combinations; "
             f"[what counts](../functional_coverage.md). {rows[0][3] + rows[1][3]} of these runs were not compared.", "",
             "| what | can happen | happened | |", "| --- | ---: | ---: | ---: |"]
    for group in [*coverage["groups"], {"name": "all", "can": sum(each["can"] for each in coverage["groups"]),
                                        "did": sum(each["did"] for each in coverage["groups"])}]:
        page.append(f"| {group['name']} | {group['can']:,} | {group['did']:,} | {100 * group['did'] / group['can']:.1f} % |")
    PAGE.write_text("\n".join(page) + "\n", encoding="utf-8")
    return 1 if sum(row[2] for row in rows) or said.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
