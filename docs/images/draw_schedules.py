#!/usr/bin/env python3
"""Draws the schedules in testbench/hand/ as docs/images/schedules/*.svg, and puts them into
docs/schedules.md and docs/schedules_flow_control.md, between their marks.

Usage: draw_schedules.py [--check]     --check compares with the files instead of writing them.
"""

import os
import re
import sys

sys.dont_write_bytecode = True
from style import FONT, LIGHT, style_sheet

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CASES = os.path.join(ROOT, "testbench", "hand")
DRAWINGS = os.path.join(ROOT, "docs", "images", "schedules")
BEGIN = "<!-- schedules: from testbench/hand/ -->"
END = "<!-- end of schedules -->"

# In the order of the pages.
PAGES = {
    "schedules.md": [
        "contention", "age", "least_recently_served", "allocation", "vc_allocation",
        "full_crossbar", "control_priority", "routing_unit", "routing_unit_of_switch",
    ],
    "schedules_flow_control.md": [
        "credit_stall", "credit_latency", "cut_through_room", "store_and_forward", "bubble",
        "wormhole", "flits_and_delays", "speedup", "output_buffer", "injection_queue",
        "injection_vcs",
    ],
}

# What the letter behind a packet's means at the front of a channel.
STATES = {
    "t": "waits for its tail",
    "w": "waits for the routing unit",
    "r": "is routed",
    "p": "is processed",
    "i": "crossbar input busy",
    "b": "output busy",
    "o": "VC has an owner",
    "c": "too few credits",
    "e": "no room for two",
    "a": "not granted",
    "g": "granted",
}

LEFT, TOP, CELL, ROW, GAP = 150, 34, 28, 22, 8
LETTER = 6.3  # width of a letter of the legend, about
COLOURS = {letter: LIGHT[name + "_box"] for letter, name in {
    "A": "blue", "B": "orange", "C": "green", "D": "purple", "E": "grey", "W": "yellow",
    "K": "red"}.items()}
TEXT, AXIS, GRID, EDGE = LIGHT["text"], LIGHT["axis"], LIGHT["grid"], LIGHT["box_edge"]
BACKGROUND = LIGHT["background"]


class Schedule:
    def __init__(self, name):
        self.name = name
        with open(os.path.join(CASES, name, "schedule.txt"), encoding="utf-8") as file:
            lines = file.read().splitlines()
        prose = [line[1:].strip() for line in lines if line.startswith("#")]
        self.title = prose[0]
        self.words = " ".join(prose[1:]).strip()
        table = [line.split() for line in lines if line and line[0] != "#"]
        self.packets = " ".join(next(row for row in table if row[0] == "packets:")[1:])
        self.rows = [(row[0], row[1], row[2:]) for row in table
                     if row[0] not in ("packets:", "cycle")]
        self.cycles = len(self.rows[0][2])


def text(x, y, words, size=11, anchor="middle", colour=TEXT, weight="normal"):
    return (f"<text x='{x:g}' y='{y:g}' {FONT} font-size='{size}' font-weight='{weight}' "
            f"text-anchor='{anchor}' fill='{colour}'>{words}</text>")


def box(x, y, cells, fill, stroke=EDGE):
    return (f"<rect x='{x:g}' y='{y:g}' width='{cells * CELL}' height='{ROW - 4}' fill='{fill}' "
            f"stroke='{stroke}' stroke-width='1'/>")


def runs(cells):
    """(first, length, cell) of what stays the same."""
    first = 0
    for i in range(1, len(cells) + 1):
        if i == len(cells) or cells[i] != cells[first]:
            yield first, i - first, cells[first]
            first = i


def draw_row(y, event, cells):
    middle = y + ROW / 2 + 2
    if event in ("credits", "space"):
        for first, length, cell in runs(cells):
            x = LEFT + first * CELL
            yield box(x, y, length, BACKGROUND, GRID)
            yield text(x + length * CELL / 2, middle, cell, colour=AXIS)
        return
    for i, cell in enumerate(cells):
        if cell == ".":
            continue
        x = LEFT + i * CELL
        colour = COLOURS[cell[0]]
        waits = event == "front" and not cell.endswith("g")
        yield box(x, y, 1, BACKGROUND if waits else colour, colour if waits else EDGE)
        granted = event == "front" and not waits
        yield text(x + CELL / 2, middle, cell, weight="bold" if granted else "normal")


def draw(schedule):
    """The drawing, cycle by cycle."""
    parts = []
    y = TOP
    last = None
    for place, event, cells in schedule.rows:
        # A gap between ports; hosts stand together.
        unit = place.split(".v")[0] if "." in place else event
        if last is not None and unit != last:
            y += GAP
        last = unit
        parts.append(text(LEFT - 8, y + ROW / 2 + 2, f"{place} {event}", anchor="end"))
        parts += draw_row(y, event, cells)
        y += ROW
    grid = []
    for cycle in range(schedule.cycles + 1):
        x = LEFT + cycle * CELL
        grid.append(f"<path d='M{x} {TOP - 6} V{y}' stroke='{GRID}' stroke-width='1'/>")
        if cycle < schedule.cycles:
            grid.append(text(x + CELL / 2, TOP - 12, cycle, colour=AXIS))
    used = {cell[1] for _, event, cells in schedule.rows if event == "front"
            for cell in cells if cell != "."}
    width = LEFT + schedule.cycles * CELL + 16
    line = "front: "
    lines = []
    for entry in [f"{letter} = {words}" for letter, words in STATES.items() if letter in used]:
        if (len(line) + len(entry)) * LETTER > width - 24:
            lines.append(line)
            line = ""
        line += ("" if line in ("", "front: ") else "  ·  ") + entry
    y += 8
    for words in [*lines, line]:
        y += 16
        parts.append(text(12, y, words, anchor="start", colour=AXIS))
    height = y + 10
    drawing = [
        f"<rect width='{width}' height='{height:g}' fill='{BACKGROUND}'/>",
        text(LEFT - 8, TOP - 12, "cycle", anchor="end", colour=AXIS),
        *grid, *parts,
    ]
    return "\n".join([
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height:g}' "
        f"viewBox='0 0 {width} {height:g}'>",
        f"<title>{schedule.title}</title>",
        style_sheet(drawing), *drawing, "</svg>", "",
    ])


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def section(schedule):
    folder = f"testbench/hand/{schedule.name}"
    configuration = read(os.path.join(CASES, schedule.name, "network.yaml")).rstrip()
    messages = read(os.path.join(CASES, schedule.name, "messages.txt")).rstrip()
    return "\n".join([
        f"### {schedule.title}", "",
        f"![{schedule.title}](images/schedules/{schedule.name}.svg)", "",
        schedule.words, "",
        f"`{folder}/network.yaml`, `{folder}/messages.txt`; {schedule.packets}:", "",
        "```yaml", configuration, "```", "",
        "```text", messages, "```", "",
    ])


def files():
    """What is to be written: path and text."""
    folders = [entry for entry in os.listdir(CASES) if os.path.isdir(os.path.join(CASES, entry))]
    shown = [name for names in PAGES.values() for name in names]
    if sorted(folders) != sorted(shown):
        sys.exit(f"{CASES} has other folders than PAGES: {set(folders) ^ set(shown)}")
    for page, names in PAGES.items():
        schedules = [Schedule(name) for name in names]
        for schedule in schedules:
            yield os.path.join(DRAWINGS, schedule.name + ".svg"), draw(schedule)
        generated = "\n".join([BEGIN, "", *(section(schedule) for schedule in schedules), END])
        path = os.path.join(ROOT, "docs", page)
        text_of_page = read(path)
        if text_of_page.count(BEGIN) != 1 or text_of_page.count(END) != 1:
            sys.exit(f"{path} needs the lines {BEGIN} and {END}")
        yield path, re.sub(re.escape(BEGIN) + ".*" + re.escape(END), lambda _: generated,
                           text_of_page, flags=re.DOTALL)


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    check = sys.argv[1:] == ["--check"]
    for path, words in files():
        if not check:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(words)
        elif not os.path.exists(path) or read(path) != words:
            sys.exit(f"{path} is not what draw_schedules.py makes of {CASES}")


main()
