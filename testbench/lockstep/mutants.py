#!/usr/bin/env python3
"""Puts mistakes into one view of a switch, one at a time, and compares it with the other: which of
them (mutants.yaml) does lockstep_configurations find, in which network, and what does it say?

Usage: testbench/lockstep/mutants.py [--check] [--only TEXT] [--jobs N] [--results FILE] [--document FILE]

  --check          only checks that what mutants.yaml changes occurs in the sources, once
  --only TEXT      mistakes with this in their view, file or description
  --jobs N         processes of the build at a time (default: one per processor)
  --results FILE   writes what was found there, as JSON, and leaves out what is in it
  --document FILE  writes the page of results

All changes are built into one copy of the sources, in build/mutants, with the general core only, on
which views are compared; an environment variable says which one is on. Networks are compared until
one differs: the one that mutants.yaml names, then all of each group. Without a change that network has
to be the same in all views. A crash, and a process that takes more than 60 seconds, are found, too.

Exit status 0: all are found.
"""

import collections
import datetime
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "testbench", "mutation"))

import named  # noqa: E402
from changed_copy import build  # noqa: E402
from source_copy import lock, step, write_if_changed  # noqa: E402
from tries import arguments_of, limits, read_results, write_results  # noqa: E402

LIST = os.path.join(ROOT, "testbench", "lockstep", "mutants.yaml")
COPY = os.path.join(ROOT, "build", "mutants")
BUILD = os.path.join(COPY, "build", "mutants")
PROGRAM = os.path.join(BUILD, "testbench", "lockstep", "lockstep_configurations")
# The channels of the switches of all networks of these groups.
WIDTHS = "32;64"
GROUPS = [["features"], ["control"], ["hand"], ["golden"]]
SECONDS_OF_A_PROCESS = 60  # of the processor
SECONDS_OF_A_GROUP = 3600
VIEWS = {"fast": ("hw/switch/", "hw/link/", "hw/kernel/calendar.h", "hw/kernel/channel_mask.h"),
         "structural": ("hw/structural/part/", "hw/structural/kind/", "hw/structural/base/hop.cpp")}


def problems(mutants):
    """What is wrong with the list."""
    for mutant in mutants:
        if not mutant["file"].startswith(VIEWS[mutant["view"]]):
            yield f"{mutant['file']}: {mutant['what']}: no file of the {mutant['view']} view"
    yield from named.problems(mutants, ROOT)


def compare(number, arguments):
    """With one of them on, or 0: (exit status or None after too long, what it prints)"""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as output:
        process = subprocess.Popen(
            [PROGRAM, *arguments, "--first"], env={**os.environ, "NETLOOM_MUTANT": str(number)},
            stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, preexec_fn=limits(SECONDS_OF_A_PROCESS))
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

    def find(self, number, mutant):
        """{group, network, report} or None."""
        hint = mutant.get("network")
        first = [["features", "--only", hint]] if hint else []
        for group in first + GROUPS:
            status, text = compare(number, group)
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
            self.the_same[key] = compare(0, [group, "--only", network])[0] == 0
        return self.the_same[key]


# What a report says of each side: where and what it does, or that it does not, and what it does next there.
EVENT = re.compile(r"^  ([^:\n]+): (?:(no such event in this cycle)(?:, and none[^\n]*|; the next one at this port: ))?"
                   r"(?:cycle \d+: (\S+): (?:[^\n]*? to \S+|the NIC|the output) "
                   r"(is granted|starts|arrives|is injected|is delivered|has left|has a credit)[^\n]*)?$",
                   re.MULTILINE)
SIGNALS = {"9": "takes too long", "24": "takes too long"}


def cycle_of(report):
    found = re.search(r"\bcycle (\d+)", report)
    return f"{int(found.group(1)):,}" if found else ""


def killed_by(report):
    """The number of the signal that ended a run, or None."""
    found = re.search(r"killed by signal (\d+)", report)
    return found.group(1) if found else None


def how(report):
    """In a few words: the first event that only one side has, and which one, or how a run ended."""
    signal = killed_by(report)
    if signal:
        return SIGNALS.get(signal, f"crash: signal {signal}")
    for side, lacks, place, what in EVENT.findall(report):
        if place and not lacks:
            return f"`{place}` {what.removeprefix('is ')}: {side}"
    return " ".join(re.sub(r"^.*?: ", "", report.split("\n")[0]).split())


def page(mutants, results, command):
    """Lines of Markdown."""
    found = [(mutant, results[key(mutant)]) for mutant in mutants if results.get(key(mutant))]
    yield "# Mistakes that lockstep finds"
    yield ""
    yield ("Single mistakes in one [view](../views.md) of a switch (`testbench/lockstep/mutants.yaml`), "
           "each switched on by itself and [compared with the other view](../testing.md#views-in-lockstep) "
           "until a network differs: cycle and place of the first event that only one of both has, and which "
           "one. A run that crashes, or takes too long, is counted by itself.")
    yield ""
    yield f"Written on {datetime.date.today()} by"
    yield ""
    yield f"    {command}"
    yield ""
    yield ("| view | mistakes | found | by a difference in " +
           " | ".join(group[0] for group in GROUPS) + " | by a time-out or a crash |")
    yield "| --- |" + " ---: |" * (3 + len(GROUPS))
    for view in VIEWS:
        here = [result for mutant, result in found if mutant["view"] == view]
        killed = [result for result in here if killed_by(result["report"])]
        count = collections.Counter(result["group"] for result in here if result not in killed)
        yield (f"| {view} | {sum(each['view'] == view for each in mutants)} | {len(here)} | " +
               " | ".join(str(count[group[0]]) for group in GROUPS) + f" | {len(killed)} |")
    yield ""
    for view, folders in VIEWS.items():
        yield f"## In the {view} view"
        yield ""
        yield "| file | mistake | network | cycle | event |"
        yield "| --- | --- | --- | ---: | --- |"
        for mutant, result in found:
            if mutant["view"] == view:
                place = os.path.relpath(mutant["file"], "hw").replace("structural/", "")
                yield (f"| `{place}` | {mutant['what']} | {result['network']} | "
                       f"{cycle_of(result['report'])} | {how(result['report'])} |")
        yield ""


def wanted(mutant, arguments):
    return arguments.only in f"{mutant['view']} {mutant['file']} {mutant['what']}"


def key(mutant):
    return f"{mutant['file']}: {mutant['old']} -> {mutant.get('new', '')}"


def main():
    arguments = arguments_of(__doc__)
    mutants = named.read(LIST)
    wrong = list(problems(mutants))
    if wrong:
        sys.exit("\n".join(wrong))
    if arguments.check:
        print(f"{len(mutants)} mistakes")
        return
    results = read_results(arguments.results)
    with lock(COPY):
        try_all(mutants, results, arguments)
    tried = [each for each in mutants if wanted(each, arguments)]
    missed = [each for each in tried if not results[key(each)]]
    print(f"{len(tried)} mistakes, {len(tried) - len(missed)} found")
    if arguments.document:
        command = " ".join(["testbench/lockstep/mutants.py", *sys.argv[1:]])
        text = "\n".join(page(tried, results, command)).rstrip() + "\n"
        write_if_changed(arguments.document, text.encode())
    sys.exit(1 if missed else 0)


def try_all(mutants, results, arguments):
    build(ROOT, COPY, BUILD, mutants, options=[f"-DNETLOOM_GENERAL_CORES={WIDTHS}"],
          targets=["lockstep_configurations"], jobs=arguments.jobs)
    judge = Judge()
    for number, mutant in enumerate(mutants, 1):
        if not wanted(mutant, arguments) or results.get(key(mutant)):
            continue
        result = results[key(mutant)] = judge.find(number, mutant)
        said = "NOT FOUND"
        if result:
            said = (f"{result['group']} {result['network']}, cycle {cycle_of(result['report'])}: "
                    f"{how(result['report'])}")
        step(f"{number}/{len(mutants)} {mutant['view']}, {mutant['file']}: {mutant['what']}: {said}")
        write_results(arguments.results, results)


if __name__ == "__main__":
    main()
