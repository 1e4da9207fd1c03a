#!/usr/bin/env python3
"""Writes docs/results/rtl_switch.md: networks whose switches are all in RTL, beside the other views: whether their
results are the same, and how fast they are.

Usage: docs/tools/rtl_switch_figures.py BUILD     BUILD  a build folder of the preset release
"""

import datetime
import os

from build_folder import build_folder
from measured_run import fastest, in_view, run

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = os.path.join(ROOT, "docs", "results", "rtl_switch.md")
NETWORKS = [
    ("4-ary 3-tree, `interval`, 48 switches of 8 ports",
     "network: {topology: fat_tree, k: 4, n: 3}\nrouting: {function: interval}\n"
     "traffic: {pattern: uniform, load: 0.5, packet_phits: 16}\n"),
    ("8x8 torus, `dor` with IODET on 2 VCs, 64 switches of 5 ports",
     "network: {topology: torus, k: [8, 8]}\nrouting: {function: dor, vcs: {policy: iodet, count: {host: 1, torus: 2}}}\n"
     "traffic: {pattern: uniform, load: 0.3, packet_phits: 16}\n"),
    ("dragonfly DF(2,4,2), `min` with DAVC on 3 VCs, 36 switches of 7 ports",
     "network: {topology: dragonfly, p: 2, a: 4, h: 2}\n"
     "routing: {function: min, vcs: {policy: davc, davc: np, count: {host: 1, local: 3, global: 3}}}\n"
     "traffic: {pattern: uniform, load: 0.4, packet_phits: 8}\n")]
VIEWS = ("fast", "structural", "rtl")
CYCLES = 4000
FAST_CYCLES = 150000  # of the fast view, whose 4000 take no time
FEWEST = 2
RUNS = 3


def configurations():
    """Part of the page: of what its rows are."""
    lines = ["", f"The configurations of the column *RTL*; the others have their `views`, and that of the fast view "
             f"`measure: {FAST_CYCLES - FAST_CYCLES // 2}` and as many of `warmup`.", ""]
    for name, text in NETWORKS:
        lines += ["```yaml", f"# {name.replace('`', '')}", in_view(text, "rtl", CYCLES) + "```", ""]
    return lines[:-1]


def main():
    netloom = os.path.join(build_folder(__doc__), "netloom")
    page = ["# Switches in RTL, measured", "",
            f"Written by `docs/tools/rtl_switch_figures.py build/release` on {datetime.date.today()}.", "",
            "What the view is: [The switch in RTL](../rtl_switch.md). All switches of a network are in one view; *results* "
            "says whether every digit of `netloom run --json` is that of the fast view, but for what the run cost. Cycles "
            f"per second of processor time are those of a run of {CYCLES:,} cycles, of the fast view {FAST_CYCLES:,}, without "
            f"what one of {FEWEST} takes, the fastest of {RUNS} each; the switches are compiled before.", "",
            "| network | packet-hops | results | fast, cycles/s | structural, cycles/s | RTL, cycles/s |",
            "| --- | ---: | --- | ---: | ---: | ---: |"]
    for name, text in NETWORKS:
        speeds = []
        points = {}
        for view in VIEWS:
            run(netloom, in_view(text, view, FEWEST))  # compiles
            points[view], more = fastest(netloom, in_view(text, view, CYCLES), RUNS)
            cost = [point.pop("performance") for point in points[view]][0]
            cycles = CYCLES
            if view == "fast":
                cycles = FAST_CYCLES
                more = fastest(netloom, in_view(text, view, cycles), RUNS)[1]
            fewest = fastest(netloom, in_view(text, view, FEWEST), RUNS)[1]
            speeds.append((cycles - FEWEST) / (more - fewest))
        same = all(points[view] == points["fast"] for view in VIEWS)
        page.append(f"| {name} | {cost['packet_hops']:,} | {'the same' if same else '**not the same**'} | "
                    + " | ".join(f"{speed:,.0f}" for speed in speeds) + " |")
    page += configurations()
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write("\n".join(page) + "\n")


if __name__ == "__main__":
    main()
