#!/usr/bin/env python3
"""Measures how long a transaction takes, loosely and approximately timed, over the load: writes
docs/results/tlm_timing.md and its picture.

Usage: docs/tools/tlm_timing_figures.py [--check] BUILD_FOLDER

--check  writes nothing, and fails where the page has other numbers for the first and the last load
"""

import datetime
import os
import subprocess
import sys

sys.dont_write_bytecode = True
TOOLS = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(TOOLS))
sys.path.insert(0, os.path.join(ROOT, "docs", "images"))
sys.path.insert(0, TOOLS)
from build_folder import build_folder  # noqa: E402
from style import FONT, LIGHT, style_sheet  # noqa: E402

PAGE = os.path.join(ROOT, "docs", "results", "tlm_timing.md")
PICTURE = os.path.join(ROOT, "docs", "results", "tlm_timing.svg")
CONFIGURATION = os.path.join(ROOT, "examples", "virtual_platform", "torus.yaml")
LOADS = (0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6)
LEFT, TOP, ACROSS, DOWN = 60, 30, 480, 280
MOST_LOAD, MOST_CYCLES = 6, 250


def measure(build, load):
    """{"LT" or "AT": (mean cycles, bytes that a host had through in a cycle)}"""
    program = os.path.join(build, "testbench", "virtual_platform", "virtual_platform")
    said = subprocess.run([program, "--app", "load", "--load", str(load), CONFIGURATION], check=True, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    rows = [line.split() for line in said.splitlines() if line.startswith("load ")]
    return {row[2]: (float(row[7]), float(row[8])) for row in rows}


def row_of(load, point):
    (loose, loose_bytes), (approximate, approximate_bytes) = point["LT"], point["AT"]
    return (f"| {load:g} | {loose:.1f} | {approximate:.1f} | {100 * (approximate / loose - 1):.1f} % | "
            f"{loose_bytes:.3f} | {approximate_bytes:.3f} |")


def picture(points):
    parts = []

    def text(x, y, words, anchor="middle", colour="text"):
        parts.append(f"<text x='{x:.1f}' y='{y:.1f}' {FONT} font-size='12' text-anchor='{anchor}' "
                     f"fill='{LIGHT[colour]}'>{words}</text>")

    def place(load, cycles):
        return LEFT + ACROSS * load / MOST_LOAD, TOP + DOWN * (1 - cycles / MOST_CYCLES)

    width, height = LEFT + ACROSS + 140, TOP + DOWN + 60
    parts.append(f"<rect width='{width}' height='{height}' fill='{LIGHT['background']}'/>")
    text(LEFT, 16, "mean cycles of a transaction", "start")
    for cycles in range(0, MOST_CYCLES + 1, 50):
        y = place(0, cycles)[1]
        parts.append(f"<path d='M{LEFT} {y:.1f} H{LEFT + ACROSS}' stroke='{LIGHT['grid']}'/>")
        text(LEFT - 8, y + 4, cycles, "end")
    for load in range(MOST_LOAD + 1):
        text(place(load, 0)[0], TOP + DOWN + 18, load)
    text(LEFT + ACROSS / 2, TOP + DOWN + 42, "offered load, in bytes/(host·cycle)")
    for timing, name, colour in (("LT", "loosely", "series1"), ("AT", "approximately", "series2")):
        line = [place(load, points[load][timing][0]) for load in LOADS]
        path = " L".join(f"{x:.1f} {y:.1f}" for x, y in line)
        parts.append(f"<path d='M{path}' fill='none' stroke='{LIGHT[colour]}' stroke-width='2'/>")
        text(LEFT + ACROSS + 8, line[-1][1] + 4, f"{name} timed", "start", colour)
    return "\n".join([f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' "
                      f"viewBox='0 0 {width} {height}'>", "<title>Mean cycles of a transaction over the load, loosely "
                      "and approximately timed</title>", style_sheet(parts), *parts, "</svg>", ""])


def page(points):
    close = max(load for load in LOADS if points[load]["AT"][0] < 1.01 * points[load]["LT"][0])
    return "\n".join([
        "# Transactions, loosely and approximately timed", "",
        f"Written by `docs/tools/tlm_timing_figures.py build/release` on {datetime.date.today()}.", "",
        "How long a transaction takes in both [levels of time](../guides/tlm_hosts.md#two-levels-of-time), over the "
        "load: the [virtual platform](../../examples/virtual_platform/README.md) with random traffic on its torus "
        "(`--app load`). The DMA engine of each of sixteen hosts writes 1,000 bursts of 256 bytes to others, drawn at "
        "random, with exponential gaps, up to four bursts at once. The mean is from the call of such a transaction to "
        "its end.", "",
        f"The two agree within 1 % up to {close:g} bytes/(host·cycle). Beyond that packets wait for each other, which "
        "only those that cross the network do; and what hosts get through has a limit, where loosely timed ones are "
        "only kept back by their four bursts at once.", "",
        "![Mean cycles of a transaction over the load](tlm_timing.svg)", "",
        "| offered, bytes/(host·cycle) | LT, mean cycles | AT, mean cycles | AT more | LT, through | AT, through |",
        "| ---: | ---: | ---: | ---: | ---: | ---: |",
        *(row_of(load, points[load]) for load in LOADS), "",
        "Offered is what gaps are drawn by; through, what hosts have written by the end, over the time of all.", ""])


def main():
    check = "--check" in sys.argv[1:]
    sys.argv = [each for each in sys.argv if each != "--check"]
    build = build_folder(__doc__)
    if check:
        with open(PAGE, encoding="utf-8") as file:
            rows = file.read().splitlines()
        missing = [row for row in (row_of(load, measure(build, load)) for load in (LOADS[0], LOADS[-1]))
                   if row not in rows]
        if missing:
            sys.exit(f"{PAGE} has not:\n" + "\n".join(missing))
        return
    points = {load: measure(build, load) for load in LOADS}
    for path, content in ((PAGE, page(points)), (PICTURE, picture(points))):
        with open(path, "w", encoding="utf-8") as file:
            file.write(content)


main()
