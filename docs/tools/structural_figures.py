#!/usr/bin/env python3
"""Writes docs/results/structural_switch.md: how large the parts of the structural view are, how fast it is beside
the fast one, and how long a network of it takes to begin and to end.

Usage: docs/tools/structural_figures.py BUILD     BUILD  a build folder of the preset release
"""

import datetime
import glob
import os

from build_folder import build_folder
from measured_run import fastest, in_view

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = os.path.join(ROOT, "docs", "results", "structural_switch.md")
FOLDER = os.path.join("hw", "structural")
TREE = "network: {{topology: fat_tree, k: 4, n: 3}}\ntraffic: {{load: 0.5, packet_phits: {}}}\n"
NETWORKS = [(f"4-ary 3-tree, packets of {phits} phit{'s' if phits > 1 else ''}", TREE.format(phits))
            for phits in (1, 4, 16, 64)] + [
    ("8x8 mesh, packets of 16 phits",
     "network: {topology: mesh, k: [8, 8]}\ntraffic: {load: 0.2, packet_phits: 16}\n"),
    ("dragonfly h = 2, `min`, packets of 8 phits",
     "network: {topology: dragonfly, h: 2}\nrouting: {function: min}\n"
     "traffic: {load: 0.5, packet_phits: 8}\n"),
    ("dragonfly h = 2, `olm`, packets of 8 phits",
     "network: {topology: dragonfly, h: 2}\nrouting: {function: olm}\n"
     "traffic: {load: 0.5, packet_phits: 8}\n")]
CYCLES = {"fast": 150000, "structural": 3000}
FEWEST = 2
RUNS = 7


def lines_of(path):
    with open(path, encoding="utf-8") as file:
        return sum(1 for _ in file)


def parts():
    """(folder, name, lines) of every header with its source."""
    for folder in ("kind", "part", "base", "."):
        stems = {os.path.splitext(path)[0] for path in glob.glob(os.path.join(ROOT, FOLDER, folder, "*.*"))}
        for stem in sorted(stems):
            lines = sum(lines_of(stem + end) for end in (".h", ".cpp") if os.path.exists(stem + end))
            yield folder, os.path.basename(stem), lines


def measured(netloom, text, view, cycles):
    """(performance of the point, seconds of processor time of the whole program)"""
    points, seconds = fastest(netloom, in_view(text, view, cycles), RUNS)
    return points[0]["performance"], seconds


def cycles_per_second(netloom, text, view):
    """Without what the program takes to begin and to end."""
    more, fewest = (measured(netloom, text, view, cycles) for cycles in (CYCLES[view], FEWEST))
    return (more[0]["cycles"] - fewest[0]["cycles"]) / (more[1] - fewest[1])


def main():
    netloom = os.path.join(build_folder(__doc__), "netloom")
    page = ["# The structural switch, measured", "",
            f"Written by `docs/tools/structural_figures.py build/release` on {datetime.date.today()}.", "",
            "What the view is, and what for: [Views of a switch](../views.md).", "", "## Lines", "",
            "Of header and source together, comments included. `kind/` has the ports of a kind of part, `part/` what "
            "is behind them. About a hundred lines a part are meant; those with more have more of the contract: an output port "
             "with and without a buffer, a routing unit with and without decisions, the choice among outputs with bubbles, "
             "triggers and reservations.", "", "| file in `hw/structural/` | lines |", "| --- | ---: |"]
    total = 0
    for folder, name, lines in parts():
        page.append(f"| `{name if folder == '.' else folder + '/' + name}` | {lines} |")
        total += lines
    page += [f"| all | {total} |", "", "## Speed", "",
             f"Cycles per second of processor time, of both views on one thread: a run of {CYCLES['fast']:,} cycles of the "
             f"fast view, and one of {CYCLES['structural']:,} of the structural, each without what a run of {FEWEST} takes, "
             f"the fastest of {RUNS} each. The fast view does something where a packet is granted or arrives, the "
             "structural one in every module and every cycle; so the longer packets are, the farther are they apart.", "",
             "| network | fast, cycles/s | structural, cycles/s | ratio |", "| --- | ---: | ---: | ---: |"]
    for name, text in NETWORKS:
        speeds = [cycles_per_second(netloom, text, view) for view in CYCLES]
        page.append(f"| {name} | {speeds[0]:,.0f} | {speeds[1]:,.0f} | {speeds[0] / speeds[1]:.0f} |")
    page += ["", "## Start", "",
             f"A mesh of which {FEWEST} cycles are run: processor time of the whole program, from its start to its end, the "
             f"least of {RUNS} runs, and its largest memory. "
             "SystemC has an object with a name for every module, port, signal and process.", "",
             "| switches | fast | structural | memory, structural |", "| ---: | ---: | ---: | ---: |"]
    for side in (8, 16, 32):
        text = f"network: {{topology: mesh, k: [{side}, {side}]}}\ntraffic: {{load: 0.1, packet_phits: 8}}\n"
        fast, structural = (measured(netloom, text, view, FEWEST) for view in CYCLES)
        page.append(f"| {side * side:,} | {fast[1]:.2f} s | {structural[1]:.2f} s | "
                    f"{structural[0]['peak_rss_bytes'] / 2**20:.0f} MiB |")
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write("\n".join(page) + "\n")


if __name__ == "__main__":
    main()
