#!/usr/bin/env python3
"""Writes docs/results/rtl_switch_coverage.md: how many grants of switches in RTL were those of the other views, and
what of what can happen in the switches did.

Usage: docs/tools/rtl_switch_coverage_figures.py BUILD RESULTS... [--product] [--minutes N] [--jobs N]

  BUILD        a build folder of this repository, of the preset release; the programs are built first
  RESULTS      a folder for what each comparison says; those that have said it already, with the same code, do not run
               again. With --product several folders, each of its own code: what none of them has yet is run, and is kept
               in the last, which is of today's code
  --product    writes docs/results/rtl_switch_combinations.md instead: every combination of what decides most
  --minutes N  no comparison begins later than that; how many did not run, the page says
  --jobs N     so many at a time, each of which may compile: 2

Exit status 0: every comparison ran, none with a difference, and enough happens in the switches.
"""

import argparse
import concurrent.futures
import datetime
import json
import pathlib
import random
import re
import subprocess
import sys
import time

from results_of_code import ROOT, code_of, git

PAGE = ROOT / "docs" / "results" / "rtl_switch_coverage.md"
PRODUCT_PAGE = ROOT / "docs" / "results" / "rtl_switch_combinations.md"
VIEWS, PINS = "RtlSwitch", "RtlBesideModel"
# What decides about results: what is compared, with what, how, and in which configurations.
CODE = ["rtl", "hw", "routing", "tlm", "sim", "cmake", "testbench/rtl_switch", "testbench/lockstep", "testbench/random",
        "CMakeLists.txt"]
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
        ("Large", VIEWS, "networks of 48, 64 and 36 switches"),
        ("Further", VIEWS, "each further choice, short runs"),
        ("Large", PINS, "a switch of 34 ports"),
        ("Further", PINS, "each further choice, short runs"),
        ("Pairs", PINS, "every two choices of a family, short runs"),
        ("Pairs", VIEWS, "every two choices of a family, short runs")]
# What a comparison has come to: its grants, and whether all of it is the same.
FAILED = (0, False)
# How the names of combinations begin.
FAMILIES = [("HasItsPins/2ary_2tree", "fat-tree"), ("HasItsPins/2ary_2ruft", "RUFT"),
            ("HasItsPins/cubic", "random regular graph"), ("HasItsPins/mesh", "mesh"), ("HasItsPins/torus", "torus"),
            ("HasItsPins/df", "dragonfly"), ("HasItsPins/one_switch", "one switch"), ("HasItsPins/bcube", "BCube"),
            ("HasItsPins/dcell", "DCell"), ("HasItsPins/graph_file", "graph of a file"),
            ("HasItsPins/managed", "managed fat-tree")]
NOT_RUN = None


def build(folder):
    """The folder of the programs, which are those of the code."""
    cache = (folder / "CMakeCache.txt").read_text(encoding="utf-8")
    sources = re.search(r"^CMAKE_HOME_DIRECTORY:\w+=(.*)$", cache, re.MULTILINE)[1]
    if pathlib.Path(sources).resolve() != ROOT:
        sys.exit(f"{folder} builds {sources}; allowed: a build folder of {ROOT}")
    subprocess.run(["cmake", "--build", folder, "--target", "rtl_switch_tests", "rtl_switch_coverage"], check=True)
    return folder / "testbench" / "rtl_switch"


def tests_of(program, name, how):
    """The comparisons of a set."""
    said = subprocess.run([program, "--gtest_list_tests", f"--gtest_filter={name}/{how}.*"], check=True,
                          stdout=subprocess.PIPE, text=True).stdout
    tests = [f"{name}/{how}.{line.split('#')[0].strip()}" for line in said.splitlines() if line.startswith(" ")]
    return tests or sys.exit(f"{name}/{how}: no tests")


def outcome(file, how):
    """Of a comparison; one without a difference that was skipped, or has compared no grant, has not run."""
    (suite,) = json.loads(file.read_text(encoding="utf-8"))["testsuites"]
    (case,) = suite["testsuite"]
    grants = int(case.get("grants", 0))
    if "failures" in case:
        return grants, False
    return (grants, True) if case["result"] == "COMPLETED" and (grants or how == PINS) else NOT_RUN


def kept(folders, test):
    """The file in which the last folder has a comparison, or will, and the folder in which it is already."""
    name = test.replace("/", "-") + ".json"
    return folders[-1] / name, next((folder for folder in folders if (folder / name).exists()), None)


def result_of(program, test, how, folders, end):
    file, known = kept(folders, test)
    if known:
        return outcome(known / file.name, how)
    if time.time() > end:
        return NOT_RUN
    part = file.with_suffix(".part")
    part.unlink(missing_ok=True)
    run = subprocess.run([program, f"--gtest_filter={test}", f"--gtest_output=json:{part}"], stdout=subprocess.DEVNULL,
                         check=False)
    code_of(folders[-1], CODE)  # which has not changed since
    if not part.exists():
        return FAILED  # it crashed
    result = outcome(part, how)
    if run.returncode and result != NOT_RUN and result[1]:
        return FAILED  # it crashed at its end
    if result != NOT_RUN:
        part.rename(file)
    return result


def row_of(name, how, what, results):
    """A line of the table, and its numbers: grants, with a difference, not run."""
    ran = [each for each in results if each != NOT_RUN]
    grants = sum(each[0] for each in ran)
    different = sum(not each[1] for each in ran)
    counted = f"{grants:,}" if how == VIEWS else ""
    return (f"| `{name}/{how}` | {what} | {len(ran)} of {len(results)} | {counted} | {different} |", grants, different,
            len(results) - len(ran))


def coverage_of(program):
    """(lines of the page, whether enough happens)."""
    said = subprocess.run([program, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    lines = []
    if said.returncode:
        lines += [f"**`rtl_switch_coverage` failed, with exit status {said.returncode}**: less than 95 % of a row has "
                  "happened, or what it says.", ""]
    if said.stderr:
        lines += ["```text", *said.stderr.splitlines(), "```", ""]
    if not said.stdout:
        return lines, False
    coverage = json.loads(said.stdout)
    groups = coverage["groups"]
    lines += ["Counted in the fast view, whose events those of the RTL are, as compared above; in the switches of the "
              f"{coverage['combinations']} combinations of the long runs (`Long*`) alone, and out of all that can "
              "happen in these; [what counts](../functional_coverage.md).", "",
              "| what | can happen | happened | |", "| --- | ---: | ---: | ---: |"]
    for name, can, did in [*((each["name"], each["can"], each["did"]) for each in groups),
                           ("all", sum(each["can"] for each in groups), sum(each["did"] for each in groups))]:
        lines.append(f"| {name} | {can:,} | {did:,} | {100 * did / max(can, 1):.1f} % |")
    return lines, said.returncode == 0


def written(arguments, codes):
    return (f"Written by `docs/tools/rtl_switch_coverage_figures.py build/release RESULTS{arguments}` on "
            f"{datetime.date.today()}, with the code and the comparisons of {codes}.")


def codes_of(folders, tests):
    """Of which code comparisons are: of one, or how many are of each."""
    counts = {}
    for test in tests:
        _, folder = kept(folders, test)
        if folder:
            code = (folder / "code").read_text(encoding="utf-8")
            counts[code] = counts.get(code, 0) + 1
    dated = {code: f"{git([], 'log', '-1', '--format=%cs', code)} ({code})" for code in counts}
    if len(counts) < 2:
        return "".join(dated.values())
    return " and ".join(f"{dated[code]}: {count:,}" for code, count in counts.items())


def write_product(options, end):
    """Whether all of it ran, and nothing differs."""
    program = build(options.build.resolve()) / "rtl_switch_tests"
    tests = tests_of(program, "Product", PINS)
    # By chance, so that what has run when the time is over is of all families.
    random.Random(1).shuffle(tests)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = dict(zip(tests, pool.map(lambda test: result_of(program, test, PINS, options.results, end), tests)))
    codes = codes_of(options.results, tests)
    families = {}
    for test, result in results.items():
        network = next(of for sign, of in FAMILIES if test.split(".", 1)[1].startswith(sign))
        families.setdefault(network, []).append(result)
    rows = []
    for network, all_of_it in sorted(families.items()):
        ran = [each for each in all_of_it if each != NOT_RUN]
        rows.append((network, len(all_of_it), len(ran), sum(not each[1] for each in ran)))
    sums = [sum(row[i] for row in rows) for i in (1, 2, 3)]
    PRODUCT_PAGE.write_text("\n".join([
        "# Every combination of routing, VCs, switching, allocator and arbiter in RTL", "", written(" --product", codes),
        "", "[Switches in RTL](../rtl_switch.md) beside the model, every pin and register compared in every cycle, in a "
        "small network of each topology: each routing function that [fits](../rtl_switch.md#what-fits) there (with its "
        "implementations, and in-transit routing with and without restriction) with settings of each VC policy that it "
        "has, each switching but wormhole where that could deadlock, each kind of allocator (separable ones input or output "
        "first, iSLIP), and both arbiters. That no topology, routing function, VC policy or switching is left out is a test: "
        "`RtlProduct` compares them with [the matrix of combinations](matrix/README.md). Selection, iterations, the trigger's "
        "threshold, buffers, crossbar, delays and "
        "traffic are drawn for each. Runs are short: uniform traffic, and all nodes in turn as the only destination, of 270 "
        "to 760 cycles before the network empties, and at least four packets a node. [Other "
        "comparisons](rtl_switch_coverage.md) are of more choices, longer runs and larger networks, of every two choices "
        "together.", "",
        "| topology | combinations | ran | with a difference |", "| --- | ---: | ---: | ---: |",
        *(f"| {network} | {of:,} | {ran:,} | {different} |" for network, of, ran, different in rows),
        f"| all | {sums[0]:,} | {sums[1]:,} | {sums[2]} |"]) + "\n", encoding="utf-8")
    print(f"{sums[1]} of {sums[0]} ran, {sums[2]} with a difference")
    return sums[0] == sums[1] and sums[2] == 0


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("results", type=pathlib.Path, nargs="+")
    parser.add_argument("--product", action="store_true")
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    end = time.time() + 60 * options.minutes
    if len(options.results) > 1 and not options.product:
        parser.error("several folders of results; allowed with --product")
    options.results[-1].mkdir(parents=True, exist_ok=True)
    commit, date = code_of(options.results[-1], CODE)
    if options.product:
        return 0 if write_product(options, end) else 1
    folder = build(options.build.resolve())
    program = folder / "rtl_switch_tests"
    sets = [(name, how, what, tests_of(program, name, how)) for name, how, what in SETS]
    rows = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for name, how, what, tests in sets:
            results = list(pool.map(lambda test: result_of(program, test, how, options.results, end), tests))
            rows.append(row_of(name, how, what, results))
            print(rows[-1][0], flush=True)
    grants, different, missing = (sum(row[i] for row in rows) for i in (1, 2, 3))
    lines, enough = coverage_of(folder / "rtl_switch_coverage")
    page = ["# What the switches in RTL were compared in", "",
            written("", f"{date} ({commit})"), "",
            "In `RtlSwitch`, [the switch in RTL](../rtl_switch.md) runs in the place of the model, and every event at "
            "every port and every digit of the results is compared with the fast view, and that with the structural "
            "one ([tests](../testing.md#switches-in-rtl)). A grant counts once, though it is the same in all three. In "
            "`RtlBesideModel` it runs [beside the model](../rtl_switch.md#beside-the-model), and every pin and "
            "register is compared in every cycle; there grants are not counted.", "",
            "Networks come in families, such as trees or dragonflies, each with its own topologies, routing functions, "
            "VCs and selections. *Each choice*: each of these, and each that all have, is in some combination, but for "
            "networks whose switches take long to build, and random selections without in-transit routing. *Each "
            "further choice*: the same of other shapes and sizes, of more VCs, of buffers by the kind of link, and of "
            "other ways, ids and hosts' VCs. *Every two choices of a family*: in each family but the further ones, "
            "every two that differ in kind are together in some combination.", "",
            "| tests | combinations of choices | ran | grants | with a difference |",
            "| --- | --- | ---: | ---: | ---: |", *[row[0] for row in rows],
            f"| all | | | {grants:,} | {different} |", ""]
    if missing:
        page += [f"**Comparisons that were not run: {missing}**, of which long runs: {rows[0][3] + rows[1][3]}.", ""]
    PAGE.write_text("\n".join([*page, "## What happened in the long runs", "", *lines]) + "\n", encoding="utf-8")
    return 1 if different or missing or not enough else 0


if __name__ == "__main__":
    sys.exit(main())
