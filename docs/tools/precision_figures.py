#!/usr/bin/env python3
"""Writes docs/results/precision.md: how often the intervals and verdicts of runs are right.

Usage: docs/tools/precision_figures.py [--check] BUILD [SECTION...]

BUILD    a build folder of the preset release
SECTION  of coverage, near, quantiles, queues, compare, saturation, sources, sweep, time and speed: only these are measured anew; default: all
--check  writes nothing; exit status 1 if a figure is not as it has to be
"""

import datetime
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = os.path.join(ROOT, "docs", "results", "precision.md")

RUNS = 400
RUNS_OF_QUANTILES = 100
NETWORKS = [
    ("4 x 4 mesh", "{topology: mesh, k: [4, 4]}", 0.72),
    ("2-ary 3-tree", "{topology: fat_tree, k: 2, n: 3}", 0.79),
]
SHARES = [(0.3, 0.05), (0.6, 0.05)]  # of saturation, with a precision
NEAR = [(0.9, 0.1)]
FIRST_SEED_OF_TRUTH = 100001
RUNS_OF_TRUTH = 20

COMPARED = """\
network: {{topology: mesh, k: [4, 4], latency: {{host: {host}, mesh: 30}}}}
switch: {{input_buffer: 256}}
traffic: {{{pattern}, load: 0.3, packet_phits: 8}}
simulation: {{warmup: 2000, measure: 3000}}
"""
ONE = "pattern: uniform"
HALVES = "mixture: [{pattern: uniform, share: 0.5}, {pattern: uniform, share: 0.5}]"
SEEDS = 8
EQUAL_CALLS = 200
DIFFERENT_CALLS = 100

RESOLUTION = 0.02
LOWEST, HIGHEST = 0.06, 1.0
SEARCHED = [
    ("4 x 4 mesh", "network: {topology: mesh, k: [4, 4]}\n"),
    ("4 x 4 torus", "network: {topology: torus, k: [4, 4]}\n"),
    ("2-ary 3-tree", "network: {topology: fat_tree, k: 2, n: 3}\n"),
    ("2-ary 3-stage RUFT", "network: {topology: ruft, k: 2, n: 3}\n"),
    ("dragonfly, h = 1", "network: {topology: dragonfly, h: 1}\n"),
    ("random regular graph of 12 switches, DAVC",
     "network: {topology: random_regular, switches: 12, ports: 5, degree: 4}\n"
     "routing: {function: ecmp, vcs: {policy: davc, davc: np, count: 3}}\n"),
]
SEARCH_TAIL = ("traffic: {{pattern: uniform, load: 0.1, packet_phits: 4}}\n"
               "simulation: {{measure: 10000, at_most: 1000000, warmup: auto, precision: 50 %, seeds: [{seed}]}}\n")
SEEDS_OF_SEARCH = range(11, 17)
OF_SOURCES = [
    ("4-ary 3-tree", "network: {topology: fat_tree, k: 4, n: 3}\ntraffic: {pattern: uniform, load: 0.1, packet_phits: 4}\n"),
    ("8 x 8 mesh", "network: {topology: mesh, k: [8, 8]}\ntraffic: {pattern: uniform, load: 0.1, packet_phits: 4}\n"),
    ("a link of 2 of 16 hosts", "network: {topology: graph, file: line.txt, hosts_per_switch: 16}\n"
     "traffic: {load: 0.1, packet_phits: 4, mixture: [{pattern: complement, nodes: 0-1}, "
     "{pattern: uniform, nodes: 2-15, own_area: true}]}\n"),
]
OF_SOURCES_TAIL = "simulation: {measure: 10000, at_most: 1000000, warmup: auto, precision: 50 %}\n"
OF_A_SWEEP = 0.25  # of its cycles: asked for of each network, in the mean over the seeds, and required of all together
MOST_OF_ONE_SWEEP = 1 / 3  # required of each network
AROUND = 3  # steps of the sweep on both sides of the bracket
JUDGING = re.compile(r"\b(Judged\w+|MeasuredSeries|DeliveryBins|LatencyBatches|SourceBins|RatioSeries)\b")
LOADS_OF_SWEEP = [0.1, 0.3, 0.5, 0.55, 0.6, 0.65, 0.7, 0.8, 1.0]


def readme_network():
    """The README's configuration, without how long it runs."""
    with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as file:
        text = re.search(r"## A network in a few lines\n\n```yaml\n(.*?)```", file.read(), re.DOTALL).group(1)
    return re.sub(r"^simulation:.*\n", "", text, flags=re.MULTILINE)


class Netloom:
    """The program, in a folder of its own, with the network of two switches in line.txt; seconds of processor time of
    the last call in `seconds`."""

    def __init__(self, build):
        self.program = os.path.abspath(os.path.join(build, "netloom"))
        self.folder = tempfile.TemporaryDirectory()
        with open(os.path.join(self.folder.name, "line.txt"), "w", encoding="utf-8") as file:
            file.write("s0 s1\n")
        self.seconds = 0

    def call(self, *arguments, **texts):
        """The JSON that a command writes; of files NAME.yaml with these texts."""
        for name, text in texts.items():
            with open(os.path.join(self.folder.name, name + ".yaml"), "w", encoding="utf-8") as file:
                file.write(text)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([self.program, *arguments, "--json", "out.json", "--jobs", "1"], cwd=self.folder.name,
                              check=False, capture_output=True, text=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        # 1: a precision was not reached, a bracket not closed, which the JSON says, too.
        if done.returncode not in (0, 1):
            sys.exit(done.stderr)
        self.seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        with open(os.path.join(self.folder.name, "out.json"), encoding="utf-8") as file:
            return json.load(file)


    def instructions(self, text):
        """Of the process that simulates the only point of a configuration: {function: instructions}, by callgrind."""
        with tempfile.TemporaryDirectory() as folder:
            config = os.path.join(folder, "counted.yaml")
            with open(config, "w", encoding="utf-8") as file:
                file.write(text)
            subprocess.run(["valgrind", "--tool=callgrind", "--compress-pos=no", f"--callgrind-out-file={folder}/out.%p",
                            self.program, "run", config], check=True, capture_output=True)
            # The other one only waits.
            counts = [functions_of(os.path.join(folder, name)) for name in os.listdir(folder) if name.startswith("out.")]
        return max(counts, key=lambda each: sum(each.values()))


def functions_of(path):
    """{function: instructions of itself} in callgrind's output."""
    names, counts, function, of_callee, total = {}, {}, None, False, None
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            if named := re.match(r"(c?fn)=\((\d+)\)(?: (.*))?", line):
                names.setdefault(named[2], named[3])
                if named[1] == "fn":
                    function = names[named[2]]
            elif line.startswith("calls="):
                of_callee = True
            elif line.startswith("totals:"):
                total = int(line.split()[1])
            elif cost := re.match(r"\d+ (\d+)$", line):
                if not of_callee:
                    counts[function] = counts.get(function, 0) + int(cost[1])
                of_callee = False
    if sum(counts.values()) != total:
        sys.exit(f"{path}: functions have {sum(counts.values())} instructions, callgrind says {total}")
    return counts


class Checks:
    """What figures have to be, and what is not so."""

    def __init__(self):
        self.failed = []

    def require(self, holds, what):
        print(("as it has to be: " if holds else "NOT as it has to be: ") + what, flush=True)
        if not holds:
            self.failed.append(what)


MEASURES = [
    ("accepted load", lambda point: point["accepted_load"], lambda point: point["intervals"]["accepted_load"]),
    ("mean latency", lambda point: point["latency"]["network"]["mean"],
     lambda point: point["intervals"]["latency"]["network"]["mean"]),
]
QUANTILES = [
    ("p99", lambda point: point["latency"]["network"]["p99"],
     lambda point: point["intervals"]["latency"]["network"]["p99"]),
]


def mean(values):
    return sum(values) / len(values)


def standard_error(values):
    middle = mean(values)
    return (sum((value - middle) ** 2 for value in values) / (len(values) - 1) / len(values)) ** 0.5


def traffic(load):
    return f"traffic: {{pattern: uniform, load: {load:.3f}, packet_phits: 4}}\n"


def coverage(netloom, checks, networks, shares, measures, runs, least, most):
    """`least`, `most`: per cent of the intervals that have to contain the true value."""
    lines = ["| network | load | precise | cycles | of | covered | true value | its standard error, of a half-width |",
             "| --- | ---: | ---: | ---: | --- | ---: | ---: | ---: |"]
    for name, network, of_all in networks:
        for share, precision in shares:
            load = share * of_all
            text = f"network: {network}\n" + traffic(load)
            seeds = list(range(1, runs + 1))
            points = netloom.call("run", "stopped.yaml", stopped=text + "simulation: {warmup: auto, precision: "
                                  f"{precision}, seeds: {seeds}}}\n")["points"]
            precise = [point for point in points if point["precision"]["verdict"] == "precise"]
            cycles = mean([point["precision"]["measured"] for point in points])
            checks.require(len(precise) >= 0.97 * runs, f"{name}, load {load:.3f}: {len(precise)} of {runs} are precise, at "
                           "least 97 %")
            seeds = list(range(FIRST_SEED_OF_TRUTH, FIRST_SEED_OF_TRUTH + RUNS_OF_TRUTH))
            # A half-width is two standard errors: a tenth of it takes 25 times as many cycles.
            measure = int(40 * cycles / RUNS_OF_TRUTH)
            truths = netloom.call("run", "long.yaml", long=text + f"simulation: {{warmup: 20000, measure: {measure}, "
                                  f"seeds: {seeds}}}\n")["points"]
            for measure_name, value, half_width in measures:
                true = [value(point) for point in truths]
                truth, error = mean(true), standard_error(true)
                with_interval = [point for point in precise if half_width(point) is not None]
                where = f"{name}, load {load:.3f}, {measure_name}"
                checks.require(len(with_interval) >= 0.97 * len(precise), f"{where}: {len(with_interval)} of {len(precise)} "
                               "have an interval, at least 97 %")
                if not with_interval:
                    lines.append(f"| {name} | {load:.3f} | {len(precise)} of {runs} | {cycles:,.0f} | "
                                 f"{measure_name} | no intervals | {truth:.4f} | |")
                    continue
                hits = sum(abs(value(point) - truth) <= half_width(point) for point in with_interval)
                half = mean([half_width(point) for point in with_interval])
                covered = 100 * hits / len(with_interval)
                checks.require(least <= covered <= most, f"{where}: {covered:.1f} % are covered, {least} to {most} %")
                checks.require(error <= 0.12 * half, f"{where}: the true value is known to {error / half:.2f} of a half-width, "
                               "about a tenth")
                lines.append(f"| {name} | {load:.3f} | {len(precise)} of {runs} | {cycles:,.0f} | "
                             f"{measure_name} | {covered:.1f} % | {truth:.4f} | "
                             f"{error / half:.2f} |")
                print(lines[-1], flush=True)
    return lines


def alarms(netloom, calls, first, second):
    """Calls with a verdict on mean latency, and calls with any verdict at all."""
    of_latency = of_any = 0
    for call in range(calls):
        rows = netloom.call("compare", "first.yaml", "second.yaml", "--seeds", str(SEEDS), "--first-seed",
                            str(1 + call * SEEDS), first=first, second=second)["comparisons"]
        of_latency += any(row["measure"] == "network latency" and row["verdict"] == "worse" for row in rows)
        of_any += any(row["verdict"] != "not told apart" for row in rows)
    return of_latency, of_any


def comparisons(netloom, checks):
    first = COMPARED.format(host=1, pattern=ONE)
    longer = netloom.call("compare", "first.yaml", "second.yaml", first=first,
                          second=COMPARED.format(host=2, pattern=ONE))["comparisons"]
    latency = next(row for row in longer if row["measure"] == "network latency")
    _, false = alarms(netloom, EQUAL_CALLS, first, COMPARED.format(host=1, pattern=HALVES))
    seen, _ = alarms(netloom, DIFFERENT_CALLS, first, COMPARED.format(host=2, pattern=HALVES))
    share = latency["difference"] / latency["first"]
    checks.require(false <= 18 * EQUAL_CALLS / 200, f"{false} of {EQUAL_CALLS} calls tell equal configurations apart, at most 18 "
                   "of 200")
    checks.require(0.015 <= share <= 0.025, f"the true difference is {100 * share:.2f} %, about 2 %")
    checks.require(seen >= 80 * DIFFERENT_CALLS / 100, f"{seen} of {DIFFERENT_CALLS} calls see it, at least 80 of 100")
    return [
        "A 4 x 4 mesh with links of 30 cycles at load 0.3, 3,000 cycles after 2,000, eight seeds a call, other ones in "
        "each. The second configuration has its uniform traffic as a mixture of two halves, each uniform: the same "
        "network, whose hosts draw other destinations. With links of hosts that take two cycles instead of one it has "
        f"a latency that is larger by two cycles, {100 * share:.2f} % (with the same destinations in both, compare "
        f"measures {latency['difference']:.3f} ± {latency['half_width']:.3f} cycles). A call has four measures, and "
        "Holm's correction is over these four.", "",
        "| calls | counted | found | allowed |", "| ---: | --- | ---: | --- |",
        f"| {EQUAL_CALLS} of equal configurations | calls with *better* or *worse* for any measure | {false} | "
        "at most 18 |",
        f"| {DIFFERENT_CALLS} with {100 * share:.1f} % more latency | calls with *worse* for mean latency | {seen} | "
        "at least 80 |"]


def cycles_of(probes):
    return sum(probe["warmup"] + probe["measured"] for probe in probes)


def saturation_of(netloom, text, lowest, highest, confidence, *options):
    return netloom.call("saturation", "network.yaml", "--lowest", f"{lowest:.4f}", "--highest", f"{highest:.4f}",
                        "--resolution", str(RESOLUTION), "--confidence", f"{confidence:.6f}", *options, network=text)


def saturation(netloom, checks):
    """Brackets are those of the first seed; cycles are means over all."""
    lines = ["| network | bracket | sweep | overlap | cycles | least to most | of the sweep | share | a quarter | ends of the bracket |",
             "| --- | --- | --- | --- | ---: | ---: | ---: | ---: | --- | ---: |"]
    searches, sweeps, missed = [], [], []
    for name, network in SEARCHED:
        found = [search_beside_sweep(netloom, network + SEARCH_TAIL.format(seed=seed)) for seed in SEEDS_OF_SEARCH]
        first = found[0]
        overlap = sum(each["overlap"] for each in found)
        cycles, of_sweep, ends = (mean([each[key] for each in found]) for key in ("cycles", "of_sweep", "ends"))
        if cycles > OF_A_SWEEP * of_sweep:
            missed.append(f"{name} ({100 * cycles / of_sweep:.0f} %)")
        searches.append(cycles)
        sweeps.append(of_sweep)
        each_cycles = sorted(each["cycles"] for each in found)
        lines.append(f"| {name} | {first['bracket']} | {first['sweep']} | {overlap} of {len(found)} | {cycles:,.0f} | "
                     f"{each_cycles[0]:,} to {each_cycles[-1]:,} | {of_sweep:,.0f} | {100 * cycles / of_sweep:.0f} % | "
                     f"{'yes' if cycles <= OF_A_SWEEP * of_sweep else '**no**'} | {100 * ends / of_sweep:.0f} % |")
        print(lines[-1], flush=True)
        checks.require(overlap == len(found), f"{name}: {overlap} of {len(found)} brackets have a load in common with those "
                       "of the sweep, all")
        checks.require(cycles <= MOST_OF_ONE_SWEEP * of_sweep, f"{name}: {100 * cycles / of_sweep:.0f} % of the sweep's cycles, "
                       f"at most {100 * MOST_OF_ONE_SWEEP:.0f} %")
    share = sum(searches) / sum(sweeps)
    checks.require(share <= OF_A_SWEEP, f"all networks: {100 * share:.0f} % of the sweeps' cycles, at most "
                   f"{100 * OF_A_SWEEP:.0f} %")
    misses = "none takes more" if not missed else f"these take more: {', '.join(missed)}"
    print(f"a quarter of the sweep's cycles is asked for in each network; {misses}", flush=True)
    return lines + ["", f"A quarter is asked for in each network; {misses}. All searches together take "
                    f"{100 * share:.0f} % of the sweeps. The check of this page fails where a network takes more than a "
                    "third, or all together more than a quarter."]


def search_beside_sweep(netloom, text):
    """Of one seed: brackets, whether they overlap, and cycles."""
    found = saturation_of(netloom, text, LOWEST, HIGHEST, 95)
    by_load = {}
    # A call tries its highest load and, if that is not stable, its lowest one, each with a twentieth of 5 %.
    for step in range(round((HIGHEST - LOWEST) / RESOLUTION), -1, -1):
        load = LOWEST + step * RESOLUTION
        if round(load, 4) in by_load:
            continue
        for probe in saturation_of(netloom, text, load - RESOLUTION, load, 95)["probes"]:
            if probe["load"] > LOWEST - RESOLUTION / 2:
                by_load[round(probe["load"], 4)] = probe
    unstable = [load for load, probe in by_load.items() if probe["verdict"] == "unstable"]
    upper = min(unstable) if unstable else HIGHEST
    lower = max(load for load, probe in by_load.items() if probe["verdict"] == "stable" and load < upper)
    undecided = ", undecided in it" if found["undecided"] else ""
    return {"bracket": f"{found['lower']:.3f} to {found['upper']:.3f}{undecided}",
            "sweep": f"{lower:.2f} to {upper:.2f}",
            "overlap": lower <= found["upper"] and found["lower"] <= upper,
            "cycles": cycles_of(found["probes"]),
            "of_sweep": cycles_of(by_load.values()),
            "ends": cycles_of(probe for probe in found["probes"] if probe["load"] in (found["lower"], found["upper"]))}


def verdict_of_sources(probes):
    """Of the probes of one load: where the network does not keep up, a source does not."""
    verdicts = [probe["sources"]["verdict"] for probe in probes]
    if "unstable" in verdicts or any(probe["verdict"] == "unstable" for probe in probes):
        return "unstable"
    return "stable" if "stable" in verdicts else "undecided"


def first_source(found):
    """Its name, or of how many that are not told apart it is one."""
    names = found["sources"]
    return names[0] if len(names) == 1 else f"one of {len(names)}"


def first_sources(netloom, checks):
    lines = ["| network | of the network | of the first source | sweep by source | overlap | cycles | more for sources |",
             "| --- | --- | --- | --- | --- | ---: | ---: |"]
    for name, network in OF_SOURCES:
        text = network + OF_SOURCES_TAIL
        alone = saturation_of(netloom, text, LOWEST, HIGHEST, 95)
        both = saturation_of(netloom, text, LOWEST, HIGHEST, 95, "--sources")
        found = both["first_source"]
        by_load = {}
        step = round((found["lower"] - LOWEST) / RESOLUTION) - AROUND
        last = round((found["upper"] - LOWEST) / RESOLUTION) + AROUND
        for each in range(step, last, 2):
            lower = LOWEST + each * RESOLUTION
            for probe in saturation_of(netloom, text, lower, lower + RESOLUTION, 95, "--sources")["probes"]:
                by_load.setdefault(round(probe["load"], 4), []).append(probe)
        verdicts = {load: verdict_of_sources(probes) for load, probes in by_load.items()}
        upper = min(load for load, verdict in verdicts.items() if verdict == "unstable")
        lower = max(load for load, verdict in verdicts.items() if verdict == "stable" and load < upper)
        overlap = lower <= found["upper"] and found["lower"] <= upper
        checks.require(overlap, f"{name}: the bracket has a load in common with that of the sweep")
        of_network = cycles_of(alone["probes"])
        undecided = ", undecided in it" if found["undecided"] else ""
        lines.append(f"| {name} | {both['lower']:.3f} to {both['upper']:.3f} | {found['lower']:.3f} to "
                     f"{found['upper']:.3f} ({first_source(found)}){undecided} | {lower:.2f} to {upper:.2f} | "
                     f"{'yes' if overlap else '**no**'} | {of_network:,} | {cycles_of(both['probes']) - of_network:,} |")
        print(lines[-1], flush=True)
    return lines


def sweep(netloom, checks):
    text = re.sub("load: .*?]", f"load: {LOADS_OF_SWEEP}", readme_network())
    points = netloom.call("run", "sweep.yaml", sweep=text + "simulation: {warmup: auto, precision: 2 %}\n")["points"]
    lines = ["| load | accepted | mean latency | cycles | looks | |", "| ---: | ---: | ---: | ---: | ---: | --- |"]
    for point in points:
        precision, latency = point["precision"], point["latency"]["network"]["mean"]
        checks.require(precision["verdict"] == "precise", f"load {point['load']:g}: {precision['verdict']}, precise")
        words = [precision["verdict"].replace("_", " ")] + (["saturated"] if point["saturated"] else [])
        lines.append(f"| {point['load']:g} | {point['accepted_load']:.4f} | {latency:.1f} | "
                     f"{precision['warmup'] + precision['measured']:,} | {precision['looks']} | {', '.join(words)} |")
    cycles = [point["precision"]["measured"] for point in points]
    last = max(i for i, point in enumerate(points) if not point["saturated"])
    checks.require(cycles[last] == max(cycles), f"load {points[last]['load']:g}, the last below saturation, takes longest")
    return lines


def properties(build, program, tests):
    """What the thorough versions of tests record: [(test, {property: value})]."""
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        # A test that fails says so on the page.
        subprocess.run([os.path.join(build, "testbench", "unit", program), "--gtest_filter=" + tests,
                        "--gtest_output=json:" + report], check=False, stdout=subprocess.DEVNULL,
                       env={**os.environ, "NETLOOM_THOROUGH": "1"})
        with open(report, encoding="utf-8") as file:
            return [test for suite in json.load(file)["testsuites"] for test in suite["testsuite"]]


def queues(build, checks):
    lines = ["| queue | precise | cycles | mean latency covered | accepted load covered |",
             "| --- | ---: | ---: | ---: | ---: |"]
    for test in properties(build, "sim_tests", "Queues/JudgedRuns.*"):
        lines.append(f"| Geo/D/1 at load 0.{test['name'][-2:]} | {test['precise']} of {test['runs']} | "
                     f"{float(test['cycles']):,.0f} | {100 * float(test['latency']):.1f} % | "
                     f"{100 * float(test['accepted']):.1f} % |")
        covered = 100 * float(test["latency"])
        checks.require(93.5 <= covered <= 96.5, f"Geo/D/1 at load 0.{test['name'][-2:]}: {covered:.1f} % of latency are "
                       "covered, 93.5 to 96.5 %")
        checks.require(float(test["accepted"]) >= 0.935, f"Geo/D/1 at load 0.{test['name'][-2:]}: "
                       f"{100 * float(test['accepted']):.1f} % of accepted load are covered, at least 93.5 %")
    for test in properties(build, "statistics_tests", "Processes/Coverage.*MarkovQueue*"):
        lines.append(f"| M/M/1 at load 0.{test['name'][-2:]} | {test['precise']} of 2000 | | "
                     f"{100 * float(test['covered']):.1f} % | |")
    return lines


def time_to_precision(netloom, checks):
    result = netloom.call("run", "readme.yaml", readme=readme_network() + "simulation: {warmup: auto, precision: 1 %}\n")
    with_seconds = netloom.seconds
    points = result["points"]
    lines = ["| way | seeds | cycles at load 0.1 | 0.3 | 0.5 | seconds | widest interval |",
             "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"]
    cycles = [point["precision"]["warmup"] + point["precision"]["measured"] for point in points]
    widest = max(point["precision"]["reached"] for point in points)
    lines.append(f"| `precision: 1 %`, `warmup: auto` | 1 | {cycles[0]:,} | {cycles[1]:,} | {cycles[2]:,} | "
                 f"{with_seconds:.1f} | {100 * widest:.2f} % |")
    checks.require(widest <= 0.01, f"the widest interval is {100 * widest:.2f} %, at most 1 %")
    total = 0
    seeds = 2
    all_cycles = 0
    while True:
        all_cycles += 3 * seeds * 15000
        text = readme_network() + f"simulation: {{seeds: {list(range(1, seeds + 1))}}}\n"
        result = netloom.call("run", "readme.yaml", readme=text)
        total += netloom.seconds
        widest = max(value["ci95"] / value["mean"] for point in result["summary"]
                     for value in (point["accepted_load"], point["latency"]["network"]["mean"]))
        of_seeds = f"{seeds * 15000:,}"
        lines.append(f"| the default length | {seeds} | {of_seeds} | {of_seeds} | {of_seeds} | {netloom.seconds:.1f} | "
                     f"{100 * widest:.2f} % |")
        if widest <= 0.01 or seeds >= 64:
            break
        seeds *= 2
    checks.require(sum(cycles) < all_cycles, f"{sum(cycles):,} cycles, fewer than the {all_cycles:,} of all tries without it")
    lines += ["", f"All tries without it together took {total:.1f} s."]
    return lines


def speed(netloom, checks):
    text = f"network: {NETWORKS[0][1]}\n" + traffic(0.3)
    judged = text + "simulation: {warmup: auto, precision: 2 %}\n"
    precision = netloom.call("run", "judged.yaml", judged=judged)["points"][0]["precision"]
    cycles = precision["warmup"] + precision["measured"]
    given = text + f"simulation: {{warmup: {precision['warmup']}, measure: {precision['measured']}}}\n"
    lines = ["| run | instructions | a cycle | in functions that judge |", "| --- | ---: | ---: | ---: |"]
    totals, of_judging = [], []
    for name, configuration in (("`warmup: auto`, `precision: 2 %`", judged), ("the same cycles, given", given)):
        counts = netloom.instructions(configuration)
        totals.append(sum(counts.values()))
        of_judging.append(sum(count for function, count in counts.items() if JUDGING.search(function)))
        lines.append(f"| {name} | {totals[-1]:,} | {totals[-1] / cycles:,.0f} | {of_judging[-1]:,} |")
    checks.require(of_judging[0] > 0.01 * totals[0], f"{of_judging[0]:,} of {totals[0]:,} instructions judge, where a "
                   "precision is asked for; more than 1 %, or the functions that do are not known")
    checks.require(of_judging[1] == 0, f"{of_judging[1]:,} of {totals[1]:,} judge where none is asked for, none")
    checks.require(totals[1] < totals[0], f"{totals[1]:,} instructions without it, fewer than with it")
    return lines + ["", f"To be judged takes {100 * (totals[0] / totals[1] - 1):.0f} % more in this run."]


SECTIONS = [
    ("coverage", "Intervals of networks", lambda netloom, build, checks: coverage(netloom, checks, NETWORKS, SHARES, MEASURES, RUNS, 92, 98),
     f"{RUNS} runs with `precision: 5 %` and `warmup: auto`, each with a seed of its own, end by "
     "themselves. *Covered*: of the runs that are *precise*, so many have an interval of 95 % that contains the true value: "
     f"the mean of {RUNS_OF_TRUTH} long runs with other seeds, whose standard error should be no more than a tenth of the "
     "half-width. Of 400 runs a share has a standard deviation of 1.1 %. Asked for are 92 to 98 %. Loads are about 0.3 and "
     "0.6 of saturation."),
    ("near", "Intervals near saturation", lambda netloom, build, checks: coverage(netloom, checks, NETWORKS, NEAR, MEASURES, RUNS, 92, 98),
     "The same at 0.9 of saturation, with `precision: 10 %`."),
    ("quantiles", "Intervals of quantiles",
     lambda netloom, build, checks: coverage(netloom, checks, NETWORKS[:1], SHARES, QUANTILES, RUNS_OF_QUANTILES, 88, 100),
     f"The same of p99, which does not say when a run ends, in {RUNS_OF_QUANTILES} runs. The true value is the mean of that "
     "of the long runs. Asked for are 88 %."),
    ("queues", "One queue", lambda netloom, build, checks: queues(build, checks),
     "2,000 runs with stopping on of queues whose mean is known; asked for are 93.5 to 96.5 %. Latency is so in all of "
     "them. The accepted load of Geo/D/1 at load 0.5 is not: its interval is a little too wide, since what a Bernoulli "
     "source sends has no correlation, and the interval allows for what batches seem to have by chance. Packets of 8 "
     "phits, precision 5 %, at load 0.9 10 %. These are the slow tests `thorough.judged_runs` and `thorough.coverage`."),
    ("compare", "netloom compare", lambda netloom, build, checks: comparisons(netloom, checks), ""),
    ("saturation", "netloom saturation", lambda netloom, build, checks: saturation(netloom, checks),
     f"The search from {LOWEST} to {HIGHEST:g} with a resolution of {RESOLUTION}, beside a sweep over all loads in steps of "
     f"{RESOLUTION}: each load is tried out until it is decided, up to 1,000,000 cycles, with an error probability of 0.25 %, "
     "which is what the 20 probes that the search may make have in the mean. (For the sweep as a whole that is more than the "
     "5 % of the search: with a part of 5 % for each of its 48 loads it would take longer.) *Overlap*: the two brackets have a load in common, so that neither calls a load stable that is "
     "not below all that the other calls not stable. "
     f"Cycles are those of all probes, with warm-up, in the mean of {len(SEEDS_OF_SEARCH)} seeds of both, as chance moves a "
     "search by a factor of two or more; *a quarter* says whether it is no more than that of the sweep's. *Ends of the bracket*: the two loads there take that share of "
     "the sweep's cycles, whatever way leads to them. The highest load, the one in the middle above and the short probe "
     "that says where the ends are take up to 90,000 more. The rest are loads next to saturation that are given up after "
     "170,000 or 330,000 cycles. Packets of 4 phits, uniform traffic."),
    ("sources", "The first source", lambda netloom, build, checks: first_sources(netloom, checks),
     "`netloom saturation --sources`: from which load on any source does not keep up, with the one that falls short most "
     f"there, or of how many that cannot be told apart it is one, beside a sweep in steps of {RESOLUTION} around that bracket, of which each load is run until every source is "
     "decided or one does not keep up, up to 1,000,000 cycles. *Cycles* are those of the search without it. In the last "
     "network two hosts of a switch have a link to themselves, which is full at a load of 0.5; 14 others send to each other, "
     "and keep up with more. Packets of 4 phits."),
    ("sweep", "A sweep", lambda netloom, build, checks: sweep(netloom, checks),
     "The network of the [README](../../README.md#a-network-in-a-few-lines) with more loads, its precision of 2 % and at most "
     "2,000,000 cycles: each point takes as long as it has to, those near saturation longest, those beyond it less."),
    ("time", "Time to 1 %", lambda netloom, build, checks: time_to_precision(netloom, checks),
     "The network of the [README](../../README.md#a-network-in-a-few-lines), until accepted load and mean network latency "
     "of all its three loads are known to 1 % with 95 % confidence: in one run of each that ends by itself; and as it is "
     "done without it, with runs of the default length, twice as many seeds at each try, until the intervals over the seeds "
     "(Student's t) are narrow enough, which takes a person who looks. Seconds are of one processor."),
    ("speed", "What it costs", lambda netloom, build, checks: speed(netloom, checks),
     "A 4 x 4 mesh at load 0.3, which ends by itself, and the same cycles as a run that has its warm-up and length given. "
     "Instructions are those of the process that simulates, by callgrind; those *in functions that judge* are those of the "
     "classes that keep bins of deliveries and look at them, without what these call elsewhere. A run that is not asked "
     "how good it is has to have none, so that it pays nothing for it. That it has the same digits is a test "
     "(`Precision.ChangesNoResultOfARunOfThatLength`)."),
]


def section(name, title, text, lines):
    return [f"<!-- {name}: generated -->", f"## {title}", "", *([text, ""] if text else []), *lines,
            f"<!-- {name}: end -->", ""]


def dated(lines):
    return [*lines, "", f"Measured on {datetime.date.today().isoformat()}."]


def main():
    if {"-h", "--help"} & set(sys.argv[1:]):
        print(__doc__.strip())
        return
    names = [section[0] for section in SECTIONS]
    only_check = sys.argv[1:2] == ["--check"]
    arguments = sys.argv[2:] if only_check else sys.argv[1:]
    if not arguments or not set(arguments[1:]) <= set(names):
        sys.exit(__doc__)
    build, chosen = os.path.abspath(arguments[0]), arguments[1:] or names
    netloom, checks = Netloom(build), Checks()
    if "speed" in chosen and not shutil.which("valgrind"):
        print("no valgrind, which counts instructions")
        sys.exit(77)
    if only_check:
        for name, _, measure, _ in SECTIONS:
            if name in chosen:
                measure(netloom, build, checks)
        sys.exit(1 if checks.failed else 0)
    before = ""
    if os.path.exists(PAGE):
        with open(PAGE, encoding="utf-8") as file:
            before = file.read()
    page = ["# How often intervals and verdicts are right", "",
            "Written by `docs/tools/precision_figures.py build/release`. What the intervals and verdicts mean is in "
            "[How good is a result?](../guides/precision.md).", ""]
    for name, title, measure, text in SECTIONS:
        kept = re.search(f"<!-- {name}: generated -->.*<!-- {name}: end -->", before, re.DOTALL)
        if name in chosen:
            page += section(name, title, text, dated(measure(netloom, build, checks)))
        elif kept:
            page += [kept.group(0), ""]
        else:
            page += section(name, title, text, ["Not measured yet."])
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write("\n".join(page).rstrip() + "\n")
    for what in checks.failed:
        print("NOT as it has to be: " + what, file=sys.stderr)


if __name__ == "__main__":
    main()
