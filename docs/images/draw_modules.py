#!/usr/bin/env python3
"""Draws docs/images/structural_switch.svg: the modules of a switch in the structural view and the signals
between them, as `netloom netlist --modules` writes them, with Graphviz.

Usage: draw_modules.py [--check] NETLOOM FILE     --check fails if FILE has other modules or signals than
NETLOOM writes; it needs no Graphviz.
"""

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
# What goes in the direction of packets, and says what stands right of what.
FORWARDS = ("flit_in", "head", "request", "crossing", "crossed", "taking", "flit_out")
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


def drawn(text):
    def node(match):
        kind = re.sub(r"_\d+$", "", match[1])
        return f'  {match[1]} [fillcolor="{LIGHT[FILLS.get(kind, "grey_box")]}"];'

    def edge(match):
        forwards = match[3].split(" ")[0] in FORWARDS and not match[2].startswith("input_port")
        first = match[1].startswith("input_end")
        return match[0] if forwards or first else match[0].replace("];", ", constraint=false];")

    text = EDGE.sub(edge, NODE.sub(node, text))
    family = re.search(r"'(.*)'", FONT)[1].split(",")[0].strip("\"' ")
    options = ["-Gbgcolor=transparent", "-Nstyle=filled", f"-Ncolor={LIGHT['box_edge']}",
               f"-Nfontcolor={LIGHT['text']}", f"-Ecolor={LIGHT['axis']}", f"-Efontcolor={LIGHT['text']}",
               f"-Nfontname={family}", f"-Efontname={family}", "-Nfontsize=12", "-Efontsize=10",
               "-Gnodesep=0.35", "-Granksep=0.7"]
    svg = subprocess.run(["dot", "-Tsvg", *options], input=text, check=True, text=True,
                         stdout=subprocess.PIPE).stdout
    svg = re.sub(r"<!--.*?-->\n?", "", svg.replace('"', "'"), flags=re.DOTALL)
    svg = re.sub(r"font-family='[^']*'", FONT.replace('\\', r'\\'), svg)
    return re.sub(r"(<svg[^>]*>)", lambda match: f"{match[1]}\n<title>{TITLE}</title>\n{style_sheet([svg])}", svg, count=1)


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
