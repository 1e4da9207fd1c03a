#!/usr/bin/env python3
"""Writes docs/results/cosimulation.md: how fast networks are with RTL in every switch.

Usage: docs/tools/cosimulation_figures.py BUILD

BUILD  a build folder of the preset release, with the RTL blocks
"""

import datetime
import os

from build_folder import build_folder
from measured_run import run, window

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = os.path.join(ROOT, "docs", "results", "cosimulation.md")
CYCLES = 50000
# Block, name of the network, and the network.
CASES = (
    ("interval", "4-ary 3-tree, load 0.5",
     "network: {topology: fat_tree, k: 4, n: 3}\n"
     "traffic: {load: 0.5, packet_phits: 8}\n"),
    ("ft2ei", "the same, one link failed",
     "network: {topology: fat_tree, k: 4, n: 3}\n"
     "routing: {function: ft2ei}\n"
     "faults: [{link: s16.p1}]\n"
     "traffic: {load: 0.5, packet_phits: 8}\n"),
    ("davc_vc", "32 switches at random, load 0.4",
     "network: {topology: random_regular, switches: 32, ports: 7, degree: 5}\n"
     "routing: {function: ecmp, vcs: {policy: davc, count: 5}}\n"
     "traffic: {load: 0.4, packet_phits: 8}\n"),
    ("olm_vc", "dragonfly, h = 2, load 0.4",
     "network: {topology: dragonfly, h: 2}\n"
     "routing: {function: olm}\n"
     "traffic: {load: 0.4, packet_phits: 8}\n"),
)


def measured(netloom, text, more):
    """(point, seconds of processor time of the whole program), run once"""
    points, seconds = run(netloom, text + window(CYCLES, CYCLES // 4) + more)
    return points[0], seconds


def main():
    netloom = os.path.join(build_folder(__doc__), "netloom")
    page = ["# Speed of co-simulation", "",
            f"Written by `docs/tools/cosimulation_figures.py build/release` on {datetime.date.today()}, on one "
            "thread of a server with other work: seconds are those of processor time, of the whole program, its start "
            "included.", "",
            f"Networks with an RTL block in every switch, beside the same without: one run each of {CYCLES:,} cycles, "
            "packets of 8 phits, uniform traffic, the fast view of the switches. In shadow mode model and RTL decide, "
            "and every decision is compared; in replace mode RTL decides alone ([RTL in the network]"
            "(../architecture.md#rtl-in-the-network)). A decision is what the program counts as one: of interval "
            "routing, which ports a head may take; of the others, see [combinations]"
            "(../reference/configuration/combinations.md#rtl-blocks).", "",
            "| block | network | model, cycles/s | shadow, cycles/s | replace, cycles/s | decisions in a run | "
            "shadow, decisions/s | replace, decisions/s |", "| --- | --- |" + " ---: |" * 6]
    for block, name, text in CASES:
        points = [measured(netloom, text, "")]
        points += [measured(netloom, text, f"rtl: {{blocks: [{block}], mode: {mode}}}\n")
                   for mode in ("shadow", "replace")]
        speeds = [point["performance"]["cycles"] / seconds for point, seconds in points]
        decisions = points[1][0]["rtl"]["decisions"]
        rates = [point["rtl"]["decisions"] / seconds for point, seconds in points[1:]]
        page.append(f"| `{block}` | {name} | " + " | ".join(f"{each:,.0f}" for each in speeds) +
                    f" | {decisions:,} | " + " | ".join(f"{each:,.0f}" for each in rates) + " |")
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write("\n".join(page) + "\n")


if __name__ == "__main__":
    main()
