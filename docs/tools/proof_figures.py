#!/usr/bin/env python3
"""Writes docs/results/formal.md: what each proof of a module of RTL says, and how long it and the refutations of its
mutants take.

Usage: docs/tools/proof_figures.py BUILD RESULTS [--minutes N] [--jobs N]

  BUILD        a build folder of this repository that was configured
  RESULTS      a folder for what each proof says; those that have said it already, of the same sources and in the same
               way, do not run again
  --minutes N  no proof begins later than that; how many did not run, the page says
  --jobs N     so many at a time: 1

Exit status 0: every proof ran, and said what it has to.
"""

import argparse
import collections
import concurrent.futures
import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import time

from results_of_code import ROOT, committed

sys.path.append(str(ROOT / "testbench" / "formal"))
from needed_sources import needed_sources

PAGE = ROOT / "docs" / "results" / "formal.md"
CODE = ["rtl", "testbench/blocks", "testbench/formal"]
NOT_RUN = None

Proof = collections.namedtuple("Proof", "test module name slow command")


def proofs_of(build):
    """All of them, those that a change of the module has to end too: ([proof], [mutant])."""
    listed = subprocess.run(["ctest", "--test-dir", build, "-L", "formal", "--show-only=json-v1"], check=True,
                            stdout=subprocess.PIPE, text=True).stdout
    modules = sorted((file.stem for folder in ("rtl", "rtl/switch") for file in (ROOT / folder).glob("*.sv")), key=len)
    found = {"formal": [], "mutant": []}
    for test in json.loads(listed)["tests"]:
        if pathlib.Path(test["command"][0]).name != "prove":
            continue
        kind, _, rest = test["name"].partition("_")
        module = [each for each in modules if rest.startswith(each + "_")][-1]
        labels = next(each["value"] for each in test["properties"] if each["name"] == "LABELS")
        found[kind].append(Proof(test["name"], module, rest.removeprefix(module + "_"), "slow" in labels,
                                 test["command"]))
    return found["formal"], found["mutant"]


def what_decides(command):
    """A digest of what decides about the outcome of a proof: its arguments, the sources that it needs, and how they
    are proven."""
    files = [pathlib.Path(each) for each in command[1:] if each.endswith(".sv") and pathlib.Path(each).is_file()]
    arguments = [each for before, each in zip(command, command[1:])
                 if pathlib.Path(each) not in files and before != "--output"]
    tops = [command[i + 1] for i, word in enumerate(command) if word == "--top"]
    macros = [word for i, argument in enumerate(command) if argument == "--define"
              for word in re.findall(r"\w+", command[i + 1])]
    included = sorted(file for folder in {each.parent for each in files} for file in folder.glob("*.svh"))
    tools = [pathlib.Path(command[0]), pathlib.Path(command[0]).with_name("needed_sources.py")]
    digest = hashlib.sha256("\0".join(arguments).encode())
    for file in needed_sources(tops + macros, files) + included + tools:
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def result_of(proof, folder, end):
    """{said, holds, seconds of processor time, what decides about it}"""
    file = folder / f"{proof.test}.json"
    decides = what_decides(proof.command)
    if file.exists():
        earlier = json.loads(file.read_text(encoding="utf-8"))
        if earlier["decides"] == decides:
            return earlier
    if time.time() > end:
        return NOT_RUN
    process = subprocess.Popen(proof.command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True)
    said = process.stdout.read().strip()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    committed(CODE)
    if what_decides(proof.command) != decides:
        sys.exit(f"{proof.test}: its sources have changed while it ran")
    result = {"said": said.splitlines()[-1] if said else "", "holds": process.returncode == 0,
              "seconds": usage.ru_utime + usage.ru_stime, "decides": decides}
    if process.returncode == 77 or process.returncode < 0:
        sys.exit(f"{proof.test}: {said or process.returncode}")
    file.write_text(json.dumps(result), encoding="utf-8")
    return result


def seconds(results):
    return f"{sum(each['seconds'] for each in results):,.1f}"


def row_of(proof, result):
    words = proof.command
    settings = [words[i + 1] for i, word in enumerate(words) if word in ("--set", "--define")]
    when = "slow" if proof.slow else "CI"
    outcome = "not run" if result == NOT_RUN else result["said"] if result["holds"] else f"**{result['said']}**"
    time_taken = "" if result == NOT_RUN else seconds([result])
    return f"| `{proof.module}` | {proof.name} | {' '.join(settings)} | {when} | {outcome} | {time_taken} |"


def mutants_row(module, results):
    ran = [each for each in results if each != NOT_RUN]
    rejected = sum(each["holds"] for each in ran)
    return f"| `{module}` | {len(results)} | {len(ran)} | {rejected} | {seconds(ran)} |"


def sums(what, proofs, results):
    """A line of the sums: of these proofs or mutants."""
    rows = []
    for when, slow in (("CI", False), ("slow", True)):
        of_these = [result for proof, result in zip(proofs, results) if proof.slow == slow]
        ran = [each for each in of_these if each != NOT_RUN]
        as_expected = sum(each["holds"] for each in ran)
        rows.append(f"| {what} | {when} | {len(of_these)} | {len(ran)} | {as_expected} | {seconds(ran)} |")
    return rows


def version_of(command):
    said = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    return re.search(r"\d+(\.\d+)+", said)[0]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    end = time.time() + 60 * options.minutes
    options.results.mkdir(parents=True, exist_ok=True)
    commit, date = committed(CODE)
    proofs, mutants = proofs_of(options.build.resolve())
    all_of_them = proofs + mutants
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        # Those of CI, which take less, first.
        running = {proof.test: pool.submit(result_of, proof, options.results, end)
                   for proof in sorted(all_of_them, key=lambda each: each.slow)}
        results = [running[proof.test].result() for proof in all_of_them]
    proven, refuted = results[:len(proofs)], results[len(proofs):]
    of_module = collections.defaultdict(list)
    for mutant, result in zip(mutants, refuted):
        of_module[mutant.module].append(result)
    page = ["# How long the proofs take", "",
            f"Written by `docs/tools/proof_figures.py build/release RESULTS` on {datetime.date.today()}, with the "
            f"modules and specifications of {date} ({commit}), Yosys {version_of(['yosys', '-V'])} with its ABC, and Z3 "
            f"{version_of(['z3', '--version'])}. What they prove: [the blocks](../reference/formal.md), "
            "[the switch](../reference/formal_switch.md), [its routing](../reference/formal_switch_routing.md), "
            "[the whole](../reference/formal_whole_switch.md). "
            "Seconds are of processor time, with the reading of the design by Yosys.", "",
            "| what | tests | all | ran | as expected | seconds |", "| --- | --- | ---: | ---: | ---: | ---: |",
            *sums("proofs", proofs, proven), *sums("mutants, which have to be refuted", mutants, refuted), "",
            "## Proofs", "",
            "| module | proof | parameters that are set | tests | outcome | seconds |",
            "| --- | --- | --- | --- | --- | ---: |",
            *(row_of(proof, result) for proof, result in zip(proofs, proven)), "",
            "## Mutants", "", "| module | mutants | ran | refuted | seconds |", "| --- | ---: | ---: | ---: | ---: |",
            *(mutants_row(module, each) for module, each in of_module.items())]
    PAGE.write_text("\n".join(page) + "\n", encoding="utf-8")
    return 0 if all(each != NOT_RUN and each["holds"] for each in results) else 1


if __name__ == "__main__":
    sys.exit(main())
