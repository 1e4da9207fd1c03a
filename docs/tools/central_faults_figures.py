#!/usr/bin/env python3
"""Writes docs/results/central_faults.md: what a link that fails costs until the registers lead around it, with the
flood of control packets and with a fabric manager.

Usage: docs/tools/central_faults_figures.py BUILD     BUILD  a build folder of the preset release
"""

import datetime
import os
import sys

from build_folder import build_folder
from measured_run import run

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = os.path.join(ROOT, "docs", "results", "central_faults.md")
NETWORKS = [("2-ary 3-tree, 8 hosts", "k: 2, n: 3"), ("4-ary 3-tree, 64 hosts", "k: 4, n: 3")]
SEEDS = 10
ALL_SEEDS = list(range(1, SEEDS + 1))
TREE = """\
network: {{topology: fat_tree, {network}, latency: {{host: 1, up: 2, down: 2}}}}
routing: {{function: ft2ei, exclusion_intervals: 1}}
faults: [{{random: cable, kind: down, cycle: 2000}}]
"""
UP_DOWN = """\
network: {{topology: {network}}}
routing: {{function: up_down}}
faults: [{{random: cable, cycle: 2000}}]
"""
TEXT = """\
switch: {{input_buffer: 64}}
traffic: {{pattern: uniform, load: {load}, packet_phits: 8}}
fault_handling: {{{handling}}}
simulation: {{warmup: 1000, measure: {measure}, drain: 20000, seeds: {seeds}}}
"""
LOAD = 0.3
WAYS = [("flood", "", 4000)] + [
    (f"central, delay {delay:,}, write {write}", f"way: central, delay: {delay}, write: {write}", 4000 + delay)
    for delay, write in ((20, 2), (100, 2), (100, 20), (1000, 2), (1000, 20), (10000, 20))]
SHOWN = WAYS[2]  # whose configuration the page has
RTL_SEEDS = [1, 2, 3]
IN_RTL = "views: {default: rtl}\n"
RTL_WAYS = [(100, 2), (100, 20), (1000, 20)]
# In which packets are dropped: name, network, kind of it, more of fault_handling.
DROPPING = [("2-ary 3-tree, no emergency paths", "k: 2, n: 3", TREE, ", emergency_path: false"),
            ("4 x 4 torus, up\\*/down\\*", "torus, k: [4, 4]", UP_DOWN, ""),
            ("dragonfly of 3 x 4 switches, up\\*/down\\*", "dragonfly, p: 1, a: 3, h: 1", UP_DOWN, "")]


def text_of(network, handling, measure, seeds, kind=TREE, load=LOAD, more=""):
    return kind.format(network=network) + TEXT.format(load=load, handling=handling, measure=measure, seeds=seeds) + more


def points_of(netloom, *of, **more):
    points, _ = run(netloom, text_of(*of, **more))
    for point in points:
        packets = point["packets"]
        if packets["generated"] != packets["delivered"] + packets["lost"]:
            sys.exit(f"not every packet has arrived or is lost: {packets}")
    return points


def mean(points, value):
    return sum(value(point) for point in points) / len(points)


def fault_of(point):
    return point["reconfiguration"][0]


def row(netloom, network, name, handling, measure):
    comma = ", " if handling else ""
    with_paths = points_of(netloom, network, handling, measure, ALL_SEEDS)
    without = points_of(netloom, network, f"{handling}{comma}emergency_path: false", measure, ALL_SEEDS)
    cycles = [fault_of(point)["updated"] - fault_of(point)["cycle"] for point in with_paths]
    return (f"| {name} | {sum(cycles) / SEEDS:.1f} | {max(cycles)} | "
            f"{mean(with_paths, lambda point: fault_of(point)['updates']):.1f} | "
            f"{mean(with_paths, lambda point: fault_of(point)['control_packets']):.1f} | "
            f"{mean(with_paths, lambda point: point['packets']['cut']):.1f} | "
            f"{mean(with_paths, lambda point: point['packets']['deviated']):.1f} | "
            f"{mean(without, lambda point: point['packets']['cut']):.1f} | "
            f"{mean(without, lambda point: point['packets']['dropped']):.1f} |")


def rtl_case(network, delay, write, kind=TREE, handling=""):
    """What text_of() takes, but for the view."""
    # So little that no old and new entries of tables together lead into a deadlock.
    load = LOAD if kind is TREE else 0.2
    return network, f"way: central, delay: {delay}, write: {write}{handling}", 2500 + delay, RTL_SEEDS, kind, load


def rtl_row(netloom, network, name, delay, write, *kind):
    runs = {how: points_of(netloom, *rtl_case(network, delay, write, *kind), more=more)
            for how, more in (("fast", ""), ("rtl", IN_RTL), ("beside", IN_RTL + "rtl: {mode: lockstep}\n"))}
    for points in runs.values():
        for point in points:
            del point["performance"]
    points = runs["rtl"]
    packets = {which: mean(points, lambda point: point["packets"][which]) for which in ("delivered", "cut", "dropped", "deviated")}
    same = "the same" if runs["fast"] == runs["rtl"] else "**not the same**"
    pins = "no difference" if runs["fast"] == runs["beside"] else "**a difference**"
    return (f"| {name} | {delay:,} | {write} | {mean(points, lambda point: fault_of(point)['cycles_from_fault']):.1f} | "
            f"{packets['delivered']:,.1f} | {packets['cut']:.1f} | {packets['dropped']:.1f} | {packets['deviated']:.1f} | "
            f"{same} | {pins} |")


def configuration():
    """Part of the page: of what its rows are."""
    return [f"A row is what `netloom run` says of a configuration; here that of *{SHOWN[0]}*. In the others `fault_handling` "
            "is that of the row (nothing with the flood), `measure` 4000 cycles and its delay, in the second table "
            f"`{NETWORKS[1][1]}`; the last two columns have `emergency_path: false` as well.", "",
            "```yaml", text_of(NETWORKS[0][1], *SHOWN[1:], ALL_SEEDS) + "```", ""]


def rtl_configuration():
    name, network, kind, handling = DROPPING[1]
    return ["", "The first row; *pins* with `rtl: {mode: lockstep}`, and in the others `measure` 2500 cycles and the delay:", "",
            "```yaml", text_of(*rtl_case(NETWORKS[0][1], *RTL_WAYS[0]), more=IN_RTL) + "```", "",
            f"And that of *{name}*:", "",
            "```yaml", text_of(*rtl_case(network, *RTL_WAYS[0], kind, handling), more=IN_RTL) + "```"]


def main():
    netloom = os.path.join(build_folder(__doc__), "netloom")
    page = ["# Fabric manager and flood", "", f"Written by `docs/tools/central_faults_figures.py build/release` on {datetime.date.today()}.", "",
            "What a link that fails costs until the registers lead around it, if the switches tell each other (`flood`), and "
            "if a fabric manager writes their registers (`central`): [how both work](../live_faults.md). A cable between "
            f"switches, drawn, fails in cycle 2000 at load {LOAD}, in packets of 8 phits, with one exclusion interval per up "
            f"port; means over {SEEDS} seeds. *Cycles* are those from the fault to the last register; *registers* are intervals "
            "stored, or words written. *Cut* were packets that were on the link; packets that come to the failed link "
            "later are *deviated* by an emergency path, or, without these, *dropped*. All others arrive.", ""]
    for name, network in NETWORKS:
        page += [f"## {name}", "", "| way | cycles | most | registers | control packets | cut | deviated | cut, without "
                 "emergency paths | dropped |", "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"]
        page += [row(netloom, network, *way) for way in WAYS] + [""]
        if name == NETWORKS[0][0]:
            page += configuration()
    page += ["What comes to the link until the registers lead around it is deviated or dropped, in proportion to the cycles "
             "that this takes: some tens with the flood; with a fabric manager its delay, and its words one after the other.",
             "", "## In RTL", "",
             "The same with every switch [in RTL](../rtl_switch.md#links-that-fail), whose registers are written over APB, "
             "and [forwarding tables](../guides/fault_tolerance.md#in-other-networks) at load 0.2 in other networks: "
             f"means over {len(RTL_SEEDS)} seeds. *Results* says whether every digit of every seed is that of the model; "
             "*pins* whether in [lockstep](../rtl_switch.md#beside-the-model) a pin or a register differs in any cycle.", "",
             "| network | delay | write | cycles | delivered | cut | dropped | deviated | results | pins |",
             "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- | --- |"]
    for name, network in NETWORKS:
        page += [rtl_row(netloom, network, name, *way) for way in RTL_WAYS]
    for name, network, kind, handling in DROPPING:
        page += [rtl_row(netloom, network, name, *way, kind, handling) for way in RTL_WAYS]
    page += rtl_configuration()
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write("\n".join(page) + "\n")


if __name__ == "__main__":
    main()
