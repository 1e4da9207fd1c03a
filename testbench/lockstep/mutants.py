#!/usr/bin/env python3
"""Puts mistakes into one view of a switch, one at a time, and compares it with the other: which of
them (mutants.yaml) does lockstep_configurations find, in which network, and what does it say?

Usage: testbench/lockstep/mutants.py [--check] [--only TEXT] [--jobs N] [--results FILE] [--document FILE]

  --check          only checks that what mutants.yaml changes occurs in the sources, once
  --only TEXT      mistakes with this in their view, file or description
  --jobs N         processes of the build at a time (default: one per processor)
  --results FILE   writes what was found there, as JSON, and leaves out what is in it
  --document FILE  writes the page of results

Sources are copied to build/mutants and built there, with the general core only, on which views are
compared. Networks are compared until one differs: the one that mutants.yaml names, then all of each
group. In the program without a change that network has to be the same in all views. A crash, and a
process that takes more than 60 seconds, are found, too.

Exit status 0: all are found.
"""

import argparse
import collections
import datetime
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile

import yaml

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "testbench", "mutation"))

from source_copy import lock, make_copy, run, step, write_if_changed  # noqa: E402

LIST = os.path.join(ROOT, "testbench", "lockstep", "mutants.yaml")
COPY = os.path.join(ROOT, "build", "mutants")
BUILD = os.path.join(COPY, "build", "mutants")
PROGRAM = os.path.join(BUILD, "testbench", "lockstep", "lockstep_configurations")
# Built without a change.
UNCHANGED = os.path.join(BUILD, "lockstep_configurations_unchanged")
# The channels of the switches of all networks of these groups.
WIDTHS = "32;64;128"
GROUPS = [["features"], ["control"], ["hand"], ["golden"], ["random", "--count", "100"]]
SECONDS_OF_A_PROCESS = 60  # of the processor
SECONDS_OF_A_GROUP = 3600
VIEWS = {"fast": ("hw/switch/", "hw/link/", "hw/kernel/calendar.h", "hw/kernel/channel_mask.h"),
         "structural": ("hw/structural/part/", "hw/structural/kind/")}


def read_list():
    with open(LIST, encoding="utf-8") as file:
        return yaml.safe_load(file)


def text_of(file, root=ROOT):
    with open(os.path.join(root, file), encoding="utf-8") as opened:
        return opened.read()


def problems(mutants):
    """What is wrong with the list."""
    for mutant in mutants:
        place = f"{mutant['file']}: {mutant['what']}"
        if not mutant["file"].startswith(VIEWS[mutant["view"]]):
            yield f"{place}: no file of the {mutant['view']} view"
            continue
        count = text_of(mutant["file"]).count(mutant["old"])
        if count != 1:
            yield f"{place}: {mutant['old']!r} occurs {count} times; allowed: once"
        if mutant["old"] == mutant.get("new"):
            yield f"{place}: changes nothing"
    for key, count in collections.Counter((each["file"], each["old"], each.get("new"))
                                          for each in mutants).items():
        if count > 1:
            yield f"{key[0]}: {count} times the same change"


def build(jobs, what):
    done = run("cmake", "--build", BUILD, "--parallel", str(jobs), "--target",
               "lockstep_configurations", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        sys.exit(f"mutants: error: the build failed, with {what}\n{done.stdout[-3000:]}")


def prepare(jobs):
    step(f"Copying the sources to {COPY}")
    make_copy(ROOT, COPY)
    generator = ["-G", "Ninja"] if "CMAKE_GENERATOR" not in os.environ else []
    done = run("cmake", "-S", COPY, "-B", BUILD, "-DCMAKE_BUILD_TYPE=RelWithDebInfo",
               "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1 -DNDEBUG", "-DBUILD_TESTING=ON",
               f"-DNETLOOM_GENERAL_CORES={WIDTHS}", *generator,
               stdout=subprocess.DEVNULL)
    if done.returncode:
        sys.exit("mutants: error: the configuration failed")
    step("Building without a change")
    build(jobs, "no change")
    shutil.copy2(PROGRAM, UNCHANGED)


def compare(program, arguments):
    """(exit status or None after too long, what it prints)"""
    def limits():
        limit = (SECONDS_OF_A_PROCESS, SECONDS_OF_A_PROCESS)
        resource.setrlimit(resource.RLIMIT_CPU, limit)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    with tempfile.TemporaryFile("w+", encoding="utf-8") as output:
        process = subprocess.Popen([program, *arguments, "--first"], stdin=subprocess.DEVNULL,
                                   stdout=output, stderr=subprocess.STDOUT, preexec_fn=limits)
        try:
            status = process.wait(timeout=SECONDS_OF_A_GROUP)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            status = None
        output.seek(0)
        return status, output.read()


def network_of(group, text):
    """The network that differs: the program prints "GROUP NETWORK: how"."""
    found = re.search(rf"^{group} (\S[^:\n]*): ", text, re.MULTILINE)
    return found.group(1) if found else None


class Judge:
    def __init__(self):
        self.the_same = {}

    def find(self, mutant):
        """{group, network, report} or None."""
        hint = mutant.get("network")
        first = [["features", "--only", hint]] if hint else []
        for group in first + GROUPS:
            status, text = compare(PROGRAM, group)
            if status == 0:
                continue
            network = network_of(group[0], text)
            if status is None or network is None:
                sys.exit(f"mutants: error: {' '.join(group)} ended with {status}:\n{text[-2000:]}")
            if self.same_without(group[0], network):
                return {"group": group[0], "network": network,
                        "report": text[text.index(f"{group[0]} {network}: "):].strip()}
            sys.exit(f"mutants: error: {group[0]} {network} differs without a change")
        return None

    def same_without(self, group, network):
        key = (group, network)
        if key not in self.the_same:
            seed = re.fullmatch(r"seed (\d+)", network)
            which = ["--from", seed.group(1), "--count", "1"] if seed else ["--only", network]
            self.the_same[key] = compare(UNCHANGED, [group, *which])[0] == 0
        return self.the_same[key]


def try_out(mutant, jobs, judge):
    path = os.path.join(COPY, mutant["file"])
    text = text_of(mutant["file"])
    write_if_changed(path, text.replace(mutant["old"], mutant.get("new", "")).encode())
    try:
        build(jobs, mutant["what"])
        return judge.find(mutant)
    finally:
        write_if_changed(path, text.encode())


def cycle_of(report):
    found = re.search(r"\bcycle (\d+)", report)
    return f"{int(found.group(1)):,}" if found else ""


def how(report):
    """In a few words."""
    killed = re.search(r"killed by signal (\d+)", report)
    if killed:
        return "takes too long" if killed.group(1) in ("9", "24") else f"crash: signal {killed.group(1)}"
    invariant = re.search(r"cycle \d+: [^\n]*", report)
    difference = re.findall(r"^  [^:\n]+: [^\n]*", report, re.MULTILINE)
    return " ".join((difference or [invariant.group(0) if invariant else report.split("\n")[0]])[0].split())


def page(mutants, results, command):
    """Lines of Markdown."""
    found = [(mutant, results[key(mutant)]) for mutant in mutants if results.get(key(mutant))]
    yield "# Mistakes that lockstep finds"
    yield ""
    yield ("Single mistakes in one [view](../views.md) of a switch (`testbench/lockstep/mutants.yaml`), "
           "each built by itself and [compared with the other view](../testing.md#views-in-lockstep) "
           "until a network differs. *Cycle*: of the first event that only one of both has.")
    yield ""
    yield f"Written on {datetime.date.today()} by"
    yield ""
    yield f"    {command}"
    yield ""
    yield "| view | mistakes | found | " + " | ".join(group[0] for group in GROUPS) + " |"
    yield "| --- |" + " ---: |" * (2 + len(GROUPS))
    for view in VIEWS:
        here = [result for mutant, result in found if mutant["view"] == view]
        count = collections.Counter(result["group"] for result in here)
        yield (f"| {view} | {sum(each['view'] == view for each in mutants)} | {len(here)} | " +
               " | ".join(str(count[group[0]]) for group in GROUPS) + " |")
    yield ""
    for view, folders in VIEWS.items():
        yield f"## In the {view} view"
        yield ""
        yield "| file | mistake | network | cycle | how |"
        yield "| --- | --- | --- | ---: | --- |"
        for mutant, result in found:
            if mutant["view"] == view:
                place = os.path.relpath(mutant["file"], "hw").replace("structural/", "")
                yield (f"| `{place}` | {mutant['what']} | {result['network']} | "
                       f"{cycle_of(result['report'])} | {how(result['report'])} |")
        yield ""


def key(mutant):
    return f"{mutant['file']}: {mutant['old']} -> {mutant.get('new', '')}"


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n", 2)[1].removeprefix("Usage: "))
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--results")
    parser.add_argument("--document")
    arguments = parser.parse_args()
    mutants = read_list()
    wrong = list(problems(mutants))
    if wrong:
        sys.exit("\n".join(wrong))
    if arguments.check:
        print(f"{len(mutants)} mistakes")
        return
    mutants = [each for each in mutants
               if arguments.only in f"{each['view']} {each['file']} {each['what']}"]
    results = {}
    if arguments.results and os.path.exists(arguments.results):
        with open(arguments.results, encoding="utf-8") as file:
            results = json.load(file)
    with lock(COPY):
        try_all(mutants, results, arguments)
    missed = [each for each in mutants if not results[key(each)]]
    print(f"{len(mutants)} mistakes, {len(mutants) - len(missed)} found")
    if arguments.document:
        command = " ".join(["testbench/lockstep/mutants.py", *sys.argv[1:]])
        text = "\n".join(page(mutants, results, command)).rstrip() + "\n"
        write_if_changed(arguments.document, text.encode())
    sys.exit(1 if missed else 0)


def try_all(mutants, results, arguments):
    missing = [each for each in mutants if not results.get(key(each))]
    if not missing:
        return
    prepare(arguments.jobs)
    judge = Judge()
    for number, mutant in enumerate(missing, 1):
        result = results[key(mutant)] = try_out(mutant, arguments.jobs, judge)
        said = "NOT FOUND"
        if result:
            said = (f"{result['group']} {result['network']}, cycle {cycle_of(result['report'])}: "
                    f"{how(result['report'])}")
        step(f"{number}/{len(missing)} {mutant['view']}, {mutant['file']}: {mutant['what']}: {said}")
        if arguments.results:
            with open(arguments.results, "w", encoding="utf-8") as file:
                json.dump(results, file, indent=1)


if __name__ == "__main__":
    main()
