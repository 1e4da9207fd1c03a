#!/usr/bin/env python3
"""Draws docs/images/structural_switch.svg: the modules of a switch in the structural view and the signals
between them, as `netloom netlist --modules` writes them.

Usage: draw_modules.py [--check] NETLOOM FILE     --check fails if FILE has other modules or signals than
NETLOOM writes.
"""

import itertools
import math
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from style import FONT, LIGHT, style_sheet

NETWORK = "network: {topology: single_switch, hosts: 2}\n"
FILLS = {"input_port": "blue_box", "output_port": "blue_box", "crossbar": "blue_box",
         "routing_unit": "yellow_box", "allocator": "yellow_box", "source_decision": "yellow_box"}
# Where the middle of a module is. The ports are in rows of their own, with what is for both between them.
PLACES = {"input_end_0": (75, 130), "input_port_0": (300, 130), "routing_unit_0": (590, 40),
          "output_port_0": (1170, 130), "output_end_0": (1395, 130),
          "input_end_1": (75, 430), "input_port_1": (300, 430), "routing_unit_1": (590, 520),
          "output_port_1": (1170, 430), "output_end_1": (1395, 430),
          "allocator": (880, 200), "crossbar": (880, 360), "register_bank": (75, 520)}
WIDTH, HEIGHT = 1470, 560
BOX = (132, 46)   # pixels
LINES_APART = 24  # of the two directions between two modules
ARROW = 6         # what a head goes on after its line
LETTER, LABEL_HEIGHT = 6.8, 12  # of a label, with its surroundings
TITLE = "The modules of a switch in the structural view, and the signals between them"
NODE = re.compile(r"^  (\w+);$", re.MULTILINE)
EDGE = re.compile(r'^  (\w+) -> (\w+) \[label="([^"]*)"\];$', re.MULTILINE)


def written(netloom):
    with tempfile.TemporaryDirectory() as folder:
        config = os.path.join(folder, "switch.yaml")
        with open(config, "w", encoding="utf-8") as file:
            file.write(NETWORK)
        return subprocess.run([netloom, "netlist", config, "--modules", "s0"], check=True, text=True,
                              stdout=subprocess.PIPE).stdout


def way_out(offset, along):
    """How far it is to the border of a box, from a point beside its middle, in a direction."""
    return min((math.copysign(size / 2, part) - start) / part
               for size, start, part in zip(BOX, offset, along) if part)


def line_between(one, other, both):
    """From border to border; beside the middle if there is one in the other direction, too."""
    (x1, y1), (x2, y2) = PLACES[one], PLACES[other]
    length = math.hypot(x2 - x1, y2 - y1)
    along = ((x2 - x1) / length, (y2 - y1) / length)
    aside = LINES_APART / 2 if both else 0
    x, y = -along[1] * aside, along[0] * aside
    begin = way_out((x, y), along)
    end = way_out((x, y), (-along[0], -along[1])) + ARROW
    return ((x1 + x + along[0] * begin, y1 + y + along[1] * begin),
            (x2 + x - along[0] * end, y2 + y - along[1] * end))


def label_box(middle, label):
    half = LETTER * len(label) / 2
    return (middle[0] - half, middle[1] - LABEL_HEIGHT / 2, middle[0] + half, middle[1] + LABEL_HEIGHT / 2)


def at(line, share):
    return tuple(a + (b - a) * share for a, b in zip(*line))


def overlap(one, other):
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def crosses(line, box):
    points = (at(line, step / 200) for step in range(201))
    return any(box[0] < x < box[2] and box[1] < y < box[3] for x, y in points)


def label_places(edges, lines):
    """Where the labels are: on their own line, and on no other line, label or module."""
    modules = [(x - BOX[0] / 2, y - BOX[1] / 2, x + BOX[0] / 2, y + BOX[1] / 2) for x, y in PLACES.values()]
    places, boxes = [], []
    for number, (_, _, label) in enumerate(edges):
        for share in sorted((step / 100 for step in range(8, 93)), key=lambda share: abs(share - 0.5)):
            box = label_box(at(lines[number], share), label)
            others = (line for index, line in enumerate(lines) if index != number)
            if not any(overlap(box, each) for each in itertools.chain(modules, boxes)) \
                    and not any(crosses(line, box) for line in others):
                break
        else:
            sys.exit(f"there is no place for the label {label}")
        places.append(at(lines[number], share))
        boxes.append(box)
    return places


def drawn(text):
    edges = EDGE.findall(text)
    pairs = {(one, other) for one, other, _ in edges}
    lines = [line_between(one, other, (other, one) in pairs) for one, other, _ in edges]
    places = label_places(edges, lines)
    svg = [f"<g><title>s0</title><rect x='0' y='0' width='{WIDTH}' height='{HEIGHT}' fill='{LIGHT['background']}'/></g>",
           f"<marker id='head' viewBox='0 0 10 10' refX='4' refY='5' markerWidth='8' markerHeight='8' orient='auto'>"
           f"<path d='M0,1 L10,5 L0,9 z' fill='{LIGHT['axis']}'/></marker>"]
    for (one, other, _), ((x1, y1), (x2, y2)) in zip(edges, lines):
        svg.append(f"<g><title>{one}&#45;&gt;{other}</title><line x1='{x1:.1f}' y1='{y1:.1f}' x2='{x2:.1f}' y2='{y2:.1f}' "
                   f"stroke='{LIGHT['axis']}' stroke-width='1.2' marker-end='url(#head)'/></g>")
    for (_, _, label), (x, y) in zip(edges, places):
        left, top, right, bottom = label_box((x, y), label)
        svg.append(f"<rect x='{left:.1f}' y='{top:.1f}' width='{right - left:.1f}' height='{bottom - top:.1f}' fill='{LIGHT['background']}'/>"
                   f"<text text-anchor='middle' x='{x:.1f}' y='{y + 4:.1f}' font-size='12' fill='{LIGHT['text']}'>{label}</text>")
    for name in NODE.findall(text):
        x, y = PLACES[name]
        fill = LIGHT[FILLS.get(re.sub(r"_\d+$", "", name), "grey_box")]
        svg.append(f"<g><title>{name}</title><rect x='{x - BOX[0] / 2:g}' y='{y - BOX[1] / 2:g}' width='{BOX[0]}' height='{BOX[1]}' "
                   f"fill='{fill}' stroke='{LIGHT['box_edge']}'/>"
                   f"<text text-anchor='middle' x='{x}' y='{y + 5}' font-size='14' fill='{LIGHT['text']}'>{name}</text></g>")
    return "\n".join([f"<svg xmlns='http://www.w3.org/2000/svg' width='{WIDTH}' height='{HEIGHT}' viewBox='0 0 {WIDTH} {HEIGHT}' {FONT}>",
                      f"<title>{TITLE}</title>", style_sheet(svg), *svg, "</svg>"]) + "\n"


def titles(svg):
    return sorted(re.findall(r"<title>(.*?)</title>", svg))


def main():
    arguments = sys.argv[1:]
    check = arguments[:1] == ["--check"]
    if check:
        arguments = arguments[1:]
    if len(arguments) != 2:
        sys.exit(__doc__)
    netloom, path = arguments
    text = written(netloom)
    if not check:
        with open(path, "w", encoding="utf-8") as file:
            file.write(drawn(text))
        return
    with open(path, encoding="utf-8") as file:
        svg = file.read()
    edges = EDGE.findall(text)
    wanted = [TITLE, "s0", *NODE.findall(text), *(f"{one}&#45;&gt;{other}" for one, other, _ in edges)]
    if titles(svg) != sorted(wanted):
        sys.exit(f"{path} has not the modules and signals of the switch; draw it again")
    missing = [label for _, _, label in edges if f">{label}</text>" not in svg]
    if missing:
        sys.exit(f"{path} has not the signals {', '.join(missing)}; draw it again")


if __name__ == "__main__":
    main()
