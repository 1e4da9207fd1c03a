#!/usr/bin/env python3
"""Changes the decision functions and the switch in many places, one at a time, and runs the tests:
which changes (mutants) do they notice?

Usage: scripts/mutate [--count N] [--seed N] [--named LIST] [--jobs N] [--only PATH] [--target NAME]
                      [--tests REGEX] [--markdown FILE] [--section FILE HEADING] [--every FILE] [--list]

  --count N        changes, drawn from all possible ones (default 200): of every file at least one,
                   of long ones more
  --seed N         of the drawing (default 1)
  --named LIST     instead, the changes of a list like testbench/mutation/named.yaml; again for more
  --jobs N         processes at a time (default: one per processor)
  --only PATH      only files whose path, from the root of the project, begins so; again for more
  --target NAME    builds only this test program, and runs no other; again for more
  --tests REGEX    only tests in whose name there is a match
  --markdown FILE  also writes the results there
  --section FILE HEADING
                   also writes them into the section of a page, in place of what it has from "Written
                   on" on, with the day and the call
  --every FILE     writes every change there with the first test that noticed it, as CSV
  --list           only lists the changes; builds and runs nothing, also while another call does

All changes are built into one copy of the program and its tests, in build/mutation, by one call at a
time; an environment variable says which one is on. First all tests run without any: what they reach
is recorded. Then, for each change, the tests that reach it run, the shortest first, until one fails
or takes ten times as long as without. A change that none notices has survived. Those that cannot be
noticed are named, with the reason, in testbench/mutation/equivalent.yaml.

Exit status 0: no change survived but for those; with --list: there are changes.
"""

import argparse
import collections
import concurrent.futures
import datetime
import functools
import json
import os
import random
import re
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import time

import named
import report
import sites as mutation_sites
from source_copy import changed_text, lock, make_copy, run, step, write_if_changed

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COPY = os.path.join(ROOT, "build", "mutation")
# Where a build of the project itself would be: the compiler's cache knows what is not changed.
BUILD = os.path.join(COPY, "build", "release")
# Configured for --list: what is compiled how.
LISTED = os.path.join(ROOT, "build", "mutation-list")
EQUIVALENT = os.path.join(ROOT, "testbench", "mutation", "equivalent.yaml")
MOST = 65536

# What is changed: decision functions, and the switch with what is around it.
WANTED = re.compile(
    r"routing/(function|davc|ft2ei|check|decision)/.+\.(h|cpp)|"
    r"routing/base/(cyclic_interval|random)\.h|routing/netlist/(longest_way|failed_parts|latency)\.(h|cpp)|"
    r"hw/.+\.(h|cpp)")
UNWANTED = re.compile(r"hw/(config/config|network/memory_estimate|switch/base/switch_observer|kernel/arena)\.(h|cpp)|"
                      r".*explain.*")
# Programs whose tests are about something else than what switches decide.
OTHER_TESTS = re.compile(r"^(formal|one_definition|docs|guides|tutorial|bench|mutation|api)\b|"
                         r"^lockstep\.mutants|[Ss]ynthesis|generated_|Markdown|planted", re.IGNORECASE)
BYTES_OF_A_TEST = 6 << 30


def changed_layers(only):
    """Files of routing/ include none of hw/."""
    return ["hw"] if only and all(each.startswith("hw/") for each in only) else ["routing", "hw"]


def configure(sources, build_folder, only):
    # As in a build of the project itself, for the compiler's cache.
    united = "" if "routing" in changed_layers(only) else "routing"
    generator = ["-G", "Ninja"] if "CMAKE_GENERATOR" not in os.environ else []
    done = run("cmake", "-S", sources, "-B", build_folder, "-DCMAKE_BUILD_TYPE=Release",
               "-DBUILD_TESTING=ON", "-DNETLOOM_UNITY=OFF", f"-DNETLOOM_UNITED={united}",
               "-DNETLOOM_CHANGED_COPIES=OFF",
               *generator,
               stdout=subprocess.DEVNULL)
    if done.returncode:
        sys.exit("mutate: error: the configuration failed")


def changed_files(only):
    """Those in which something can be changed, from the root of the project."""
    files = {os.path.relpath(os.path.join(path, name), ROOT)
             for folder in ("routing", "hw") for path, _, names in os.walk(os.path.join(ROOT, folder))
             for name in names}
    files = {file for file in files if WANTED.fullmatch(file) and not UNWANTED.fullmatch(file)}
    for each in only:
        if not any(file.startswith(each) for file in files):
            folders = ", ".join(sorted({os.path.dirname(file) for file in files}))
            sys.exit(f"mutate: error: --only {each}: nothing is changed there; allowed: files in {folders}")
    return {file for file in files if not only or file.startswith(tuple(only))}


def find_sites(sources, build_folder, only):
    """All changes that are possible, in sources without any."""
    sources = os.path.realpath(sources)
    with open(os.path.join(build_folder, "compile_commands.json"), encoding="utf-8") as file:
        entries = json.load(file)
    entries = [{**each, "relative": os.path.relpath(os.path.realpath(each["file"]), sources)}
               for each in entries]
    wanted = changed_files(only)
    # Of the switch cores, whose sources CMake writes, one has everything that there is in their headers.
    layers = "|".join(changed_layers(only))
    units = [each for each in entries
             if re.match(rf"({layers})/|build/[^/]+/hw/cores/All_32\.cpp$", each["relative"])]
    chunks = [units[i::16] for i in range(16)]
    found = {}
    with concurrent.futures.ProcessPoolExecutor() as pool:
        for part in pool.map(mutation_sites.find, [sources] * 16, chunks, [wanted] * 16):
            for site in part:
                found.setdefault((site.file, site.begin, site.end, site.kind, site.changed), site)
    return sorted(found.values(), key=lambda site: (site.file, site.begin, site.end, site.kind))


def draw(found, count, seed, refused):
    """`count` changes that do not lie within each other, from every file in turn."""
    generator = random.Random(seed)
    of_file = collections.defaultdict(list)
    for site in found:
        if site.identity() not in refused:
            of_file[site.file].append(site)
    for each in of_file.values():
        generator.shuffle(each)
    # Long files have more of them: as many as the square root of what there is.
    weights = {file: len(each) ** 0.5 for file, each in of_file.items()}
    share = count / sum(weights.values()) if weights else 0
    chosen = []
    taken = collections.defaultdict(list)

    def take(site):
        spans = taken[site.file]
        if any(site.begin < end and begin < site.end for begin, end in spans):
            return False
        spans.append((site.begin, site.end))
        chosen.append(site)
        return True

    for file in sorted(of_file):
        wanted = max(1, round(weights[file] * share))
        for site in of_file[file]:
            if wanted and take(site):
                wanted -= 1
    return sorted(chosen, key=lambda site: (site.file, site.begin))


def named_changes(lists, only):
    """Those of the lists that are in files of `only`."""
    entries = [each for path in lists for each in named.read(path)]
    wrong = list(named.problems(entries, ROOT))
    if wrong:
        sys.exit("\n".join(f"mutate: error: {each}" for each in wrong))
    files = changed_files(only)
    return [each for each in named.changes_of(entries, ROOT) if each.file in files]


def build(chosen, changed, targets, jobs):
    """Writes the changes into the copy and builds it, or only `targets`. Those that do not compile:
    their identities. `changed`: a file with its changes."""
    of_file = collections.defaultdict(list)
    for number, site in enumerate(chosen, 1):
        of_file[site.file].append((site, number))
    for file, here in of_file.items():
        with open(os.path.join(ROOT, file), "rb") as opened:
            text = opened.read()
        write_if_changed(os.path.join(COPY, file), changed(text, here))
    done = run("cmake", "--build", BUILD, "--parallel", str(jobs),
               *(["--target", *targets] if targets else []), "--", "-k0",
               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode == 0:
        return set()
    wrong = set()
    for path, line in re.findall(r"^(\S+?):(\d+):\d+: error:", done.stdout, re.MULTILINE):
        relative = os.path.relpath(os.path.realpath(os.path.join(BUILD, path)),
                                   os.path.realpath(COPY))
        for site in chosen:
            if site.file == relative and site.line <= int(line) <= site.line + site.original.count("\n"):
                wrong.add(site.identity())
    if not wrong:
        sys.exit("mutate: error: the build failed\n" + done.stdout[-4000:])
    return wrong


class Test:
    def __init__(self, entry):
        self.name = entry["name"]
        self.command = entry["command"]
        properties = {each["name"]: each["value"] for each in entry.get("properties", [])}
        self.folder = properties.get("WORKING_DIRECTORY", BUILD)
        self.environment = dict(each.split("=", 1) for each in properties.get("ENVIRONMENT", []))
        self.labels = properties.get("LABELS", [])
        self.runs = not properties.get("DISABLED", False)
        self.seconds = 0.0
        self.reached = frozenset()

    def passes(self, limit, **environment):
        """Whether it passes within `limit` seconds."""
        def limits():
            resource.setrlimit(resource.RLIMIT_AS, (BYTES_OF_A_TEST, BYTES_OF_A_TEST))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        process = subprocess.Popen(
            self.command, cwd=self.folder, env={**os.environ, **self.environment, **environment},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True, preexec_fn=limits)
        try:
            return process.wait(timeout=limit) == 0
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.wait()
            return False


@functools.cache
def listed_cases(program):
    """The test cases of a program of GoogleTest."""
    listed = run(program, "--gtest_list_tests", stdout=subprocess.PIPE, text=True)
    suite, result = "", []
    for line in listed.stdout.splitlines():
        name = line.split(" #")[0].rstrip()
        if line.startswith("  "):
            result.append(suite + name.strip())
        elif name.endswith("."):
            suite = name
    return result


def apart(entries):
    """ctest's tests, with a test for each case in the place of those that are a whole suite."""
    own = {each["name"] for each in entries}
    for entry in entries:
        program, *arguments = entry["command"]
        if not {"--process_per_case", "--process_per_suite"}.intersection(arguments):
            yield entry
            continue
        for case in listed_cases(program):
            if case.startswith(entry["name"] + ".") and case not in own:
                yield {**entry, "name": case, "command": [program, f"--gtest_filter={case}"]}


def list_tests(targets, wanted):
    """Those of `targets`, if there are any, in whose name there is a match of `wanted`."""
    listed = run("ctest", "--test-dir", BUILD, "--show-only=json-v1", stdout=subprocess.PIPE,
                 text=True)
    entries = [each for each in json.loads(listed.stdout)["tests"] if "command" in each]
    tests = [Test(each) for each in apart(entries)]
    return [test for test in tests
            if test.runs and "slow" not in test.labels and "formal" not in test.labels and
            not OTHER_TESTS.search(test.name) and re.search(wanted, test.name) and
            (not targets or os.path.basename(test.command[0]) in targets)]


def record(tests, jobs):
    """Runs all without a change; the tests that pass, with what they reach."""
    local = threading.local()
    folder = tempfile.mkdtemp(prefix="netloom_mutation_")

    def one(test):
        if not hasattr(local, "path"):
            local.path = os.path.join(folder, f"{threading.get_ident()}")
        with open(local.path, "wb") as file:
            file.write(bytes(MOST))
        begin = time.monotonic()
        passed = test.passes(900, NETLOOM_MUTANTS_REACHED=local.path)
        test.seconds = time.monotonic() - begin
        with open(local.path, "rb") as file:
            test.reached = frozenset(i for i, byte in enumerate(file.read()) if byte)
        return passed

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        results = list(pool.map(one, tests))
    shutil.rmtree(folder)
    return ([test for test, passed in zip(tests, results) if passed],
            [test for test, passed in zip(tests, results) if not passed])


def judge(number, tests):
    """(the test that notices the change or None, tests that reach it)"""
    reaching = sorted((test for test in tests if number in test.reached),
                      key=lambda test: test.seconds)
    for test in reaching:
        if not test.passes(10 * test.seconds + 5, NETLOOM_MUTANT=str(number)):
            return test.name, len(reaching)
    return None, len(reaching)


def known_equivalent():
    if not os.path.exists(EQUIVALENT):
        return {}
    with open(EQUIVALENT, encoding="utf-8") as file:
        return mutation_sites.equivalent(file)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n", 2)[1].removeprefix("Usage: "))
    parser.format_help = lambda: __doc__
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--named", action="append", default=[])
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--target", action="append", default=[])
    parser.add_argument("--tests", default="")
    parser.add_argument("--markdown")
    parser.add_argument("--section", nargs=2)
    parser.add_argument("--every")
    parser.add_argument("--list", action="store_true")
    arguments = parser.parse_args()
    if not 1 <= arguments.count < MOST:
        parser.error(f"--count: {arguments.count}; allowed: 1 to {MOST - 1}")
    if arguments.jobs < 1:
        parser.error(f"--jobs: {arguments.jobs}; allowed: 1 or more")
    if arguments.list and (arguments.markdown or arguments.section or arguments.every):
        parser.error("--list: runs no test, and writes no results; allowed: without --markdown, --section "
                     "and --every")
    for path in arguments.named:
        if not os.path.isfile(path):
            parser.error(f"--named {path}: there is no such file")
    if arguments.section:
        page, heading = arguments.section
        if not os.path.isfile(page) or not report.has_section(page, heading):
            parser.error(f"--section {page}: there is no section '{heading}' in it")
    try:
        re.compile(arguments.tests)
    except re.error as error:
        parser.error(f"--tests: {error}; allowed: a regular expression")
    changed_files(arguments.only)  # what there is not is an error before anything is built

    sources, build_folder = (ROOT, LISTED) if arguments.list else (COPY, BUILD)
    with lock(LISTED if arguments.list else COPY):
        mutate(arguments, sources, build_folder)


def mutate(arguments, sources, build_folder):
    names = named_changes(arguments.named, arguments.only)
    if not arguments.list:
        step(f"Copying the sources to {COPY}")
        make_copy(ROOT, COPY)
    if not arguments.list or not arguments.named:
        configure(sources, build_folder, arguments.only)
    found = names
    if not arguments.named:
        step("Looking for what can be changed")
        found = find_sites(sources, build_folder, arguments.only)
    refused = set()
    while True:
        chosen = names or draw(found, arguments.count, arguments.seed, refused)
        if not chosen:
            sys.exit("mutate: error: nothing can be changed there")
        step(f"{len(chosen)} changes of {len(found)} that are possible")
        if arguments.list:
            for site in chosen:
                print(report.change(site))
            return
        step(f"Building them in {BUILD}")
        changed = named.changed_file if names else changed_text
        wrong = build(chosen, changed, arguments.target, arguments.jobs)
        if not wrong:
            break
        if names:
            sys.exit("mutate: error: they do not compile: " +
                     ", ".join(f"{each.file}: {each.what}" for each in chosen if each.identity() in wrong))
        step(f"{len(wrong)} do not compile; others in their place")
        refused |= wrong
        make_copy(ROOT, COPY)

    step("Running the tests without a change")
    tests, failing = record(list_tests(arguments.target, arguments.tests), arguments.jobs)
    for test in failing:
        step(f"left out, because it fails without a change: {test.name}")
    if not tests:
        sys.exit("mutate: error: there is no such test, or none that passes")
    step(f"{len(tests)} tests")
    verdicts = [None] * len(chosen)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        waiting = {pool.submit(judge, number, tests): number - 1
                   for number in range(1, len(chosen) + 1)}
        for done, each in enumerate(concurrent.futures.as_completed(waiting), 1):
            i = waiting[each]
            verdicts[i] = each.result()
            noticed, reaching = verdicts[i]
            step(f"{done}/{len(chosen)} {report.change(chosen[i])}: " +
                 (f"noticed by {noticed}" if noticed else
                  f"SURVIVED {reaching} tests that reach it"))
    equivalent = known_equivalent()
    lines = list(report.named_markdown(chosen, verdicts) if names else
                 report.markdown(chosen, verdicts, equivalent))
    print("\n".join(lines))
    if arguments.markdown:
        with open(arguments.markdown, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
    if arguments.section:
        call = shlex.join(["scripts/mutate", *sys.argv[1:]])
        report.write_section(*arguments.section, [f"Written on {datetime.date.today()} by", "", "```sh", call, "```",
                                                  "", *lines])
    if arguments.every:
        report.write_every(arguments.every, chosen, verdicts, equivalent)
    survived = any(not noticed and site.identity() not in equivalent
                   for site, (noticed, _) in zip(chosen, verdicts))
    sys.exit(1 if survived else 0)


if __name__ == "__main__":
    main()
