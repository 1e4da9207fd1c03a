#!/usr/bin/env python3
"""Reads who includes whom, and names what runs against the layers.

Usage: layers.py ROOT [--api FILE] [--graph]

A layer (routing, hw, rtl, tlm, sim, python) includes itself and those before it, and nothing of testbench;
routing knows nothing of SystemC; folders, inside a layer too, include each other in no cycle; and
files are named in quotes, by their path from ROOT. What another layer includes, a program, or a user (FILE
has the headers for users, a line each), and what these include, can be linked with from outside of its
shared library: NETLOOM_VISIBLE. Prints a line for each include that is against that, or with --graph
the graph of the folders. Exit status 1: there is one, or no layer.
"""

import os
import re
import sys

LAYERS = ["routing", "hw", "rtl", "tlm", "sim", "python"]
AFTER_ALL = ["testbench"]
# What is compiled outside of the project, too, beside what it includes.
BESIDE = ["rtl/loadable/verilated_block.h"]
INCLUDE = re.compile(r'\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')


def includes(root):
    """(file, line, what is included, whether in quotes)"""
    for layer in LAYERS:
        for folder, _, names in sorted(os.walk(os.path.join(root, layer))):
            for name in sorted(names):
                if not name.endswith((".h", ".cpp", ".in", ".inc", ".hpp")):
                    continue
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as file:
                    for number, line in enumerate(file, 1):
                        match = INCLUDE.match(line)
                        if match:
                            yield (os.path.relpath(path, root), number, match[1] or match[2],
                                   match[1] is not None)


def graph_of(found):
    """Folder to folder: the first include of each."""
    graph = {}
    for file, number, what, quoted in found:
        if not quoted or what.split("/")[0] not in LAYERS:
            continue
        here, there = os.path.dirname(file), os.path.dirname(what)
        graph.setdefault(here, {})
        if here != there:
            graph[here].setdefault(there, f"{file}:{number}: includes {what}")
    return graph


def against_layers(root, found):
    order = LAYERS + AFTER_ALL
    for file, number, what, quoted in found:
        here, there = file.split("/")[0], what.split("/")[0]
        if there in order and order.index(there) > order.index(here):
            yield f"{file}:{number}: {here} must not include {there}"
        if not quoted and os.path.isfile(os.path.join(root, what)):
            yield f"{file}:{number}: {what} is of the project: in quotes"
        if quoted and file not in BESIDE and (there not in order or ".." in what.split("/")):
            yield f"{file}:{number}: {what} is no path from the root"
        if here == "routing" and re.match(r"(systemc|tlm|sysc/)", what):
            yield f"{file}:{number}: routing is free of SystemC"


def cycle_in(graph):
    """A shortest cycle of folders, as a list; empty if there is none."""
    best = []
    for start in graph:
        before = {start: None}
        queue = [start]
        for at in queue:
            for there in graph.get(at, {}):
                if there == start:
                    way = [at]
                    while before[way[-1]] is not None:
                        way.append(before[way[-1]])
                    way.reverse()
                    if not best or len(way) < len(best):
                        best = way
                elif there not in before:
                    before[there] = at
                    queue.append(there)
    return best


def hidden(root, found, api):
    """What is used from outside of its layer, and is not visible there."""
    includes_of = {}
    used = {header: "users include" for header in api}
    for file, _, what, quoted in found:
        if quoted:
            includes_of.setdefault(file, []).append(what)
            if file.split("/")[0] != what.split("/")[0] or re.search(r"(/|_)main\.cpp$", file):
                used.setdefault(what, f"{file} includes")
    queue = list(used)
    for header in queue:
        for what in includes_of.get(header, []):
            if what not in used:
                used[what] = f"{header} includes"
                queue.append(what)
    for header in sorted(used):
        path = os.path.join(root, header)
        if not header.endswith(".h") or not os.path.isfile(path):
            continue
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                match = re.match(r"inline namespace (\w+) {", line)
                if match and match[1] in LAYERS:
                    yield (f"{header}:{number}: {used[header]} it, so that it says "
                           f"`inline namespace NETLOOM_VISIBLE {match[1]} {{` (routing/base/visible.h)")


def main():
    root = sys.argv[1]
    api = []
    if "--api" in sys.argv:
        with open(sys.argv[sys.argv.index("--api") + 1], encoding="utf-8") as file:
            api = file.read().split()
    found = list(includes(root))
    graph = graph_of(found)
    if "--graph" in sys.argv:
        for here in sorted(graph):
            print(f"{here}: {' '.join(sorted(graph[here]))}")
        return 0
    bad = list(against_layers(root, found)) + list(hidden(root, found, api))
    cycle = cycle_in(graph)
    for i, here in enumerate(cycle):
        bad.append(graph[here][cycle[(i + 1) % len(cycle)]] + ", in a cycle of folders")
    if not graph:
        bad.append(f"{root} has no layer")
    print("\n".join(bad) or f"{len(graph)} folders: no cycle, nothing against the layers")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
