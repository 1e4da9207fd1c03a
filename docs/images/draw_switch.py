#!/usr/bin/env python3
"""Draws docs/images/switch.svg: the parts of a switch, and what goes from one to another.

Usage: draw_switch.py [--check] FILE     --check compares FILE with the drawing, and fails if
hw/switch/part/ has a part that is not in it.
"""

import os
import sys

sys.dont_write_bytecode = True
from style import FONT, LIGHT, ROOT, style_sheet, write_or_check

WIDTH, HEIGHT = 980, 580
PATH, DECISION = LIGHT["blue_box"], LIGHT["yellow_box"]
FEATURE, TIME = LIGHT["purple_box"], LIGHT["grey_box"]
TEXT, AXIS, EDGE = LIGHT["text"], LIGHT["axis"], LIGHT["box_edge"]
CREDIT, BACKGROUND = LIGHT["series1"], LIGHT["background"]

# Left, top, width, height, colour, name, what it is or keeps, files.
BOXES = [
    (140, 76, 160, 74, DECISION, "Routing units", "R cycles for a head", ["routing_unit"]),
    (370, 76, 160, 74, DECISION, "Selection", "one of several ways", ["selection"]),
    (600, 76, 200, 74, DECISION, "Allocator", "arbiters, requests", ["allocator", "arbiter", "requests"]),
    (140, 214, 160, 74, PATH, "Input ports", "a FIFO for each VC", ["input_port"]),
    (370, 214, 160, 74, PATH, "Crossbar", "taken until when", ["crossbar"]),
    (600, 214, 200, 74, PATH, "Output ports", "credits, buffers, links", ["output_port", "output_buffer"]),
    (140, 338, 660, 52, PATH, "Host ports", "the NICs of the hosts at this switch", ["host_port"]),
    (140, 424, 136, 74, FEATURE, "Source decision", "at a cycle's end", ["source_decision"]),
    (284, 424, 122, 74, FEATURE, "Misrouting", "beyond a threshold", ["misrouting"]),
    (414, 424, 126, 74, FEATURE, "VC ownership", "worms, rings", ["vc_ownership"]),
    (548, 424, 122, 74, FEATURE, "Reservations", "room for later", ["reservation"]),
    (678, 424, 122, 74, FEATURE, "Fault handler", "links that fail", ["fault_handler"]),
    (140, 512, 136, 40, TIME, "Calendar", None, []),
    (284, 512, 256, 40, TIME, "Wakeup: who looks again", None, ["wakeup"]),
    (548, 512, 122, 40, FEATURE, "Random stalls", None, ["stalls"]),
    (678, 512, 122, 40, FEATURE, "Observation", None, ["observation"]),
]


def text(x, y, words, size=13, anchor="middle", colour=TEXT, weight="normal"):
    return (f"<text x='{x}' y='{y}' {FONT} font-size='{size}' font-weight='{weight}' "
            f"text-anchor='{anchor}' fill='{colour}'>{words}</text>")


def box(left, top, width, height, colour, name, what, files):
    middle = left + width / 2
    parts = [f"<rect x='{left}' y='{top}' width='{width}' height='{height}' rx='4' fill='{colour}' "
             f"stroke='{EDGE}' stroke-width='1'/>"]
    if what is None:
        return parts + [text(middle, top + height / 2 + 5, name, weight="bold")]
    if height < 70:
        return parts + [text(middle, top + 21, name, weight="bold"),
                        text(middle, top + 40, f"{what}: part/{files[0]}.h", size=12)]
    return parts + [text(middle, top + 23, name, weight="bold"),
                    text(middle, top + 43, what, size=12),
                    text(middle, top + 62, f"part/{files[0]}.h", size=11)]


def arrow(way, words="", x=0, y=0, anchor="middle", credit=False):
    colour, dashes, end = (CREDIT, " stroke-dasharray='5 3'", "credit") if credit else (TEXT, "", "arrow")
    parts = [f"<path d='{way}' stroke='{colour}' stroke-width='1.5' fill='none'{dashes} "
             f"marker-end='url(#{end})'/>"]
    return parts + ([text(x, y, words, size=12, anchor=anchor, colour=colour)] if words else [])


def marker(name, colour):
    return (f"<marker id='{name}' viewBox='0 0 8 8' refX='7' refY='4' markerWidth='7' "
            f"markerHeight='7' orient='auto'><path d='M0 0 L8 4 L0 8 z' fill='{colour}'/></marker>")


def draw():
    drawing = [
        "<defs>", marker("arrow", TEXT), marker("credit", CREDIT), "</defs>",
        f"<rect width='{WIDTH}' height='{HEIGHT}' fill='{BACKGROUND}'/>",
        f"<rect x='118' y='34' width='704' height='532' rx='8' fill='none' stroke='{AXIS}' "
        "stroke-width='1.5'/>",
        text(132, 56, "Core: hw/switch/core.h", anchor="start", weight="bold"),
    ]
    for each in BOXES:
        drawing += box(*each)
    drawing += [
        text(140, 414, "Only in cores with the feature:", size=12, anchor="start"),
        # The way of a flit.
        *arrow("M20 236 H138", "flits", 62, 228),
        *arrow("M300 251 H368"),
        *arrow("M530 251 H598"),
        *arrow("M800 236 H950", "flits", 900, 228),
        *arrow("M180 338 V290", "inject", 188, 322, "start"),
        *arrow("M760 288 V336", "deliver", 752, 322, "end"),
        # That of credits.
        *arrow("M140 268 H22", "credits", 62, 286, credit=True),
        *arrow("M950 268 H802", "credits", 900, 286, credit=True),
        # What is decided.
        *arrow("M220 214 V152", "heads", 228, 190, "start"),
        *arrow("M300 113 H368", "ways", 334, 105),
        *arrow("M530 113 H598", "request", 564, 105),
        *arrow("M640 150 V182 H450 V212", "grants", 545, 175),
        *arrow("M740 214 V152", "room", 748, 190, "start"),
    ]
    return "\n".join([
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{WIDTH}' height='{HEIGHT}' "
        f"viewBox='0 0 {WIDTH} {HEIGHT}'>",
        "<title>The parts of a switch, and what goes from one to another</title>",
        style_sheet(drawing),
        *drawing,
        "</svg>",
        "",
    ])


def main():
    if not write_or_check(draw(), __doc__):
        return
    drawn = {f"{name}.h" for each in BOXES for name in each[-1]}
    parts = set(os.listdir(os.path.join(ROOT, "hw", "switch", "part")))
    if drawn != parts:
        sys.exit(f"hw/switch/part/ and the drawing differ in {', '.join(sorted(drawn ^ parts))}")


main()
