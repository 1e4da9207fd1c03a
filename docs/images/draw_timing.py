#!/usr/bin/env python3
"""Draws docs/images/timing.svg: one packet through two switches, cycle by cycle.

The cycles are computed from the parameters by the rules of docs/timing.md.
Usage: draw_timing.py [--check] FILE     --check compares FILE with the drawing.
"""

import sys

sys.dont_write_bytecode = True
from style import FONT, LIGHT, style_sheet, write_or_check

PHITS = 4
ROUTING = 1  # R
CROSSBAR = 2  # X
HOST_LINK = 1  # L of h0 -> s0 and s1 -> h1
LINK = 3  # L of s0 -> s1

LEFT, TOP = 236, 64
CELL, ROW = 40, 34
NIC, BUFFER, ROUTE = LIGHT["blue_box"], LIGHT["green_box"], LIGHT["yellow_box"]
CROSS, WIRE = LIGHT["orange_box"], LIGHT["grey_box"]
TEXT, AXIS, GRID, CREDIT = LIGHT["text"], LIGHT["axis"], LIGHT["grid"], LIGHT["series1"]
BACKGROUND = LIGHT["background"]


class Drawing:
    def __init__(self):
        self.parts = []
        self.rows = 0
        self.last = 0

    def text(self, x, y, words, size=13, anchor="start", colour=TEXT, weight="normal"):
        self.parts.append(
            f"<text x='{x}' y='{y}' {FONT} font-size='{size}' font-weight='{weight}' "
            f"text-anchor='{anchor}' fill='{colour}'>{words}</text>"
        )

    def row(self, label, first, cells, colour):
        """A row with one box per cycle, from cycle `first` on; returns the y of its middle."""
        y = TOP + self.rows * ROW
        self.text(LEFT - 12, y + 18, label, anchor="end")
        for i, cell in enumerate(cells):
            x = LEFT + (first + i) * CELL
            self.parts.append(
                f"<rect x='{x}' y='{y}' width='{CELL}' height='26' fill='{colour}' "
                f"stroke='{AXIS}' stroke-width='1'/>"
            )
            self.text(x + CELL / 2, y + 18, cell, anchor="middle")
        self.rows += 1
        self.last = max(self.last, first + len(cells) - 1)
        return y + 13

    def gap(self):
        self.rows += 0.35

    def span(self, y, first, last, words):
        """A dimension line from the start of cycle `first` to the start of cycle `last`."""
        left, right = LEFT + first * CELL, LEFT + last * CELL
        self.parts.append(
            f"<path d='M{left} {y} H{right}' stroke='{TEXT}' stroke-width='1.2' "
            "marker-start='url(#arrow)' marker-end='url(#arrow)'/>"
        )
        self.text((left + right) / 2, y - 6, words, anchor="middle", size=12)

    def arrow(self, x1, y1, x2, y2):
        self.parts.append(
            f"<path d='M{x1} {y1} L{x2} {y2}' stroke='{CREDIT}' stroke-width='1.6' fill='none' "
            "stroke-dasharray='5 3' marker-end='url(#credit)'/>"
        )

    def finish(self, height):
        width = LEFT + (self.last + 1) * CELL + 24
        bottom = TOP + self.rows * ROW
        grid = []
        for cycle in range(self.last + 2):
            x = LEFT + cycle * CELL
            grid.append(
                f"<path d='M{x} {TOP - 8} V{bottom}' stroke='{GRID}' stroke-width='1'/>"
            )
            if cycle <= self.last:
                grid.append(
                    f"<text x='{x + CELL / 2}' y='{TOP - 14}' {FONT} font-size='12' "
                    f"text-anchor='middle' fill='{AXIS}'>{cycle}</text>"
                )
        drawing = [
            "<defs>",
            "<marker id='arrow' viewBox='0 0 8 8' refX='7' refY='4' markerWidth='7' "
            "markerHeight='7' orient='auto-start-reverse'>"
            f"<path d='M0 0 L8 4 L0 8 z' fill='{TEXT}'/></marker>",
            "<marker id='credit' viewBox='0 0 8 8' refX='7' refY='4' markerWidth='7' "
            "markerHeight='7' orient='auto'>"
            f"<path d='M0 0 L8 4 L0 8 z' fill='{CREDIT}'/></marker>",
            "</defs>",
            f"<rect width='{width}' height='{height}' fill='{BACKGROUND}'/>",
            f"<text x='{LEFT - 12}' y='{TOP - 14}' {FONT} font-size='12' text-anchor='end' "
            f"fill='{AXIS}'>cycle</text>",
            *grid,
            *self.parts,
        ]
        return "\n".join([
            f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' "
            f"viewBox='0 0 {width} {height}'>",
            "<title>One packet of four phits over two switches, cycle by cycle</title>",
            style_sheet(drawing),
            *drawing,
            "</svg>",
            "",
        ])


def draw():
    drawing = Drawing()
    phits = ["head"] + [str(i) for i in range(1, PHITS - 1)] + ["tail"]
    start = 0
    drawing.row("NIC of h0 → link", start, phits, NIC)
    injection_row = TOP + 13
    links = [("s0", HOST_LINK, "link s0 → s1"), ("s1", LINK, "link s1 → h1")]
    for name, latency, onward in links:
        drawing.gap()
        arrival = start + latency
        drawing.row(f"{name}: phits arrive", arrival, phits, BUFFER)
        drawing.row(f"{name}: routing unit", arrival, ["R"] * ROUTING, ROUTE)
        grant = arrival + ROUTING
        leave = max(grant + PHITS - 1, arrival + PHITS - 1)
        y = drawing.row(f"{name}: phits leave the buffer", grant, phits, CROSS)
        if name == "s0":
            credit = (leave + 1, y)
        start = grant + CROSSBAR
        drawing.row(onward, start, phits, WIRE)
    drawing.gap()
    arrival = start + HOST_LINK
    drawing.row("h1: phits arrive", arrival, phits, NIC)

    # The credit of the packet leaves s0 with its last phit and is usable at the NIC one link
    # latency later.
    usable = credit[0] - 1 + HOST_LINK
    drawing.arrow(LEFT + credit[0] * CELL, credit[1], LEFT + (usable + 0.5) * CELL,
                  injection_row + 6)
    drawing.text(LEFT + (usable + 0.8) * CELL, injection_row + 4, f"credit usable in cycle {usable}",
                 size=12, colour=CREDIT)

    bottom = TOP + drawing.rows * ROW
    latency = arrival + PHITS - 1
    drawing.span(bottom + 30, 0, latency,
                 f"network latency = {2 * HOST_LINK + LINK} (links) + 2 × {ROUTING + CROSSBAR} (R + X)"
                 f" + {PHITS - 1} (P − 1) = {latency} cycles")
    return drawing.finish(bottom + 52)


write_or_check(draw(), __doc__)
