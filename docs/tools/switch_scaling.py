#!/usr/bin/env python3
"""Writes docs/results/rtl_switch_scaling.md and .svg: what routing is worth in a whole switch, with registers and with
a forwarding table, by the estimates of `netloom cost --switch`.

Usage: docs/tools/switch_scaling.py BUILD     BUILD  a build folder of the preset release
"""

import datetime
import json
import math
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "docs", "images"))
from style import FONT, LIGHT, style_sheet  # noqa: E402

PAGE = os.path.join(ROOT, "docs", "results", "rtl_switch_scaling.md")
PICTURE = os.path.join(ROOT, "docs", "results", "rtl_switch_scaling.svg")
MEMORY_BIT = 1.5  # gate equivalents: six transistors, where a NAND of two inputs has four
PHIT = 128
TREE = ("network: {{topology: fat_tree, k: {k}, n: 2}}\nrouting: {routing}\n"
        "switch: {{input_buffer: {depth}}}\ntraffic: {{load: 0.1}}\n")
VCS = "vcs: {{policy: {policy}, count: {{host: {count}, up: {count}, down: {count}}}}}"
INTERVAL = "{function: interval}"
FIR = "{function: destro, implementation: fir}"
FT2EI = "{function: ft2ei, exclusion_intervals: 2}"
TABLE = "{function: ecmp}"
DETERMINISTIC = "deterministic"  # the table of one port for each host
HOSTS = [4 ** i for i in range(3, 11)]
MILLION = HOSTS[-1]


class Switch:
    """What one switch of a network takes, in gate equivalents."""

    def __init__(self, build, text, hosts=None, phit=PHIT):
        with tempfile.TemporaryDirectory() as folder:
            config, result = os.path.join(folder, "network.yaml"), os.path.join(folder, "result.json")
            with open(config, "w", encoding="utf-8") as file:
                file.write(text)
            command = [os.path.join(build, "netloom"), "cost", config, "--switch", "--kind", "netloom_switch_0",
                       "--phit-width", str(phit), "--json", result]
            if hosts:
                command += ["--hosts", str(hosts)]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            with open(result, encoding="utf-8") as file:
                kind = json.load(file)["switch"][0]
        estimate = kind["estimate"]
        self.routing = estimate["routing_share"] * estimate["gate_equivalents"]
        self.logic = estimate["gate_equivalents"]
        self.davc = sum(each["logic_equivalents"] + each["flip_flop_equivalents"] for each in estimate["parts"]
                        if each["part"] == "routing, DAVC")
        self.table_bits = kind["classes"]["routing"]["memory_bits"]
        self.buffer_bits = kind["classes"]["buffers"]["memory_bits"]
        self.extrapolated = bool(estimate["extrapolated"])
        self.error = estimate["error"]
        self.period = estimate["period_ns"]

    def all_routing(self):
        return self.routing + MEMORY_BIT * self.table_bits

    def all(self):
        return self.logic + MEMORY_BIT * (self.table_bits + self.buffer_bits)

    def share(self):
        return 100 * self.all_routing() / self.all()

    def cell(self):
        return f"{self.share():.1f} %" + ("*" if self.extrapolated else "")


def tree(k=8, routing=INTERVAL, depth=32):
    return TREE.format(k=k, routing=routing, depth=depth)


def row_of(cells):
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def saving(with_registers, with_table):
    return f"{100 * (1 - with_registers.all() / with_table.all()):.1f} %"


def registers_and_table(build, k, hosts, routing, depth=32, phit=PHIT):
    return [Switch(build, tree(k, each, depth), hosts, phit) for each in (routing, TABLE)]


def hosts_rows(build, points):
    """{routing function: {hosts: switch}}"""
    rows = []
    for hosts in HOSTS:
        switches = [Switch(build, tree(8, each), hosts) for each in (INTERVAL, FIR, FT2EI, TABLE)]
        for name, each in zip(("interval", "FIR", "FT2EI", "forwarding table"), switches):
            points.setdefault(name, []).append((hosts, each))
        interval, fir, ft2ei, table = switches
        rows.append(row_of([f"{hosts:,}", *(each.cell() for each in switches), f"{interval.all():,.0f}",
                            f"{table.all():,.0f}", *(saving(each, table) for each in (interval, fir, ft2ei))]))
    return rows


def sweep_rows(build):
    rows = []

    def add(what, value, text, hosts, phit=PHIT):
        switches = [Switch(build, text(each), hosts, phit) for each in (INTERVAL, FIR, FT2EI, TABLE)]
        rows.append(row_of([what, value, f"{hosts:,}", *(each.cell() for each in switches),
                            *(saving(each, switches[3]) for each in switches[:3])]))

    for k in (2, 4, 8, 16):
        for hosts in (4096, 65536):
            add("ports", 2 * k, lambda routing, k=k: tree(k, routing), hosts)
    for vcs in (2, 4, 8):
        add("VCs", vcs, lambda routing, vcs=vcs: tree(4, routing[:-1] + ", " + VCS.format(policy="free", count=vcs) + "}"),
            4096)
    for depth in (16, 64, 256):
        add("phits of a buffer", depth, lambda routing, depth=depth: tree(8, routing, depth), 4096)
    for phit in (64, 256):
        add("phit bits", phit, lambda routing: tree(8, routing), 4096, phit)
    return rows


def davc_rows(build):
    rows = []
    for hosts in (64, 4096, 65536, MILLION):
        free, davc = [Switch(build, tree(8, "{function: interval, " + VCS.format(policy=policy, count=2) + "}"), hosts)
                      for policy in ("free", "davc")]
        rows.append(row_of(["DAVC, 2 VCs", 16, f"{hosts:,}", f"{100 * davc.davc / davc.all():.1f} %"
                            + ("*" if davc.extrapolated else ""),
                            f"{100 * (davc.all() / free.all() - 1):+.1f} %"]))
    for size in (4, 8, 16, 32):
        free, iodet = [Switch(build, f"network: {{topology: torus, k: [{size}, {size}]}}\n"
                              f"routing: {{function: dor, vcs: {{policy: {policy}, count: {{host: 1, torus: 2}}}}}}\n"
                              "switch: {input_buffer: 32}\ntraffic: {load: 0.1}\n")
                       for policy in ("free", "iodet")]
        rows.append(row_of(["IODET, 2 VCs", 5, f"{size * size:,}", iodet.cell(),
                            f"{100 * (iodet.all() / free.all() - 1):+.1f} %"]))
    return rows


def picture(points):
    width, height, left, top, right, bottom = 720, 400, 70, 24, 200, 52
    across, down = width - left - right, height - top - bottom
    shares = [each.share() for line in points.values() for _, each in line]
    least, most = math.floor(math.log10(min(shares))), 2

    def place(hosts, share):
        x = left + across * math.log(hosts / HOSTS[0]) / math.log(HOSTS[-1] / HOSTS[0])
        return x, top + down * (1 - (math.log10(share) - least) / (most - least))

    def text(x, y, words, anchor="middle", colour="text"):
        return (f"<text x='{x:.1f}' y='{y:.1f}' {FONT} font-size='12' text-anchor='{anchor}' "
                f"fill='{LIGHT[colour]}'>{words}</text>")

    parts = [f"<rect width='{width}' height='{height}' fill='{LIGHT['background']}'/>"]
    for power in range(least, most + 1):
        y = place(HOSTS[0], 10 ** power)[1]
        parts += [f"<path d='M{left} {y:.1f} H{left + across}' stroke='{LIGHT['grid']}'/>",
                  text(left - 8, y + 4, f"{10 ** power:g} %", "end")]
    for hosts in HOSTS:
        x = place(hosts, 1)[0]
        parts += [f"<path d='M{x:.1f} {top} V{top + down}' stroke='{LIGHT['grid']}'/>",
                  text(x, top + down + 18, f"{hosts:,}" if hosts < 10000 else f"{hosts // 1024}k")]
    parts.append(text(left + across / 2, height - 10, "hosts of the network"))
    labels = []
    for i, (name, line) in enumerate(points.items()):
        colour = f"series{i + 1}"
        path = " L".join("{:.1f} {:.1f}".format(*place(hosts, each.share())) for hosts, each in line)
        parts.append(f"<path d='M{path}' fill='none' stroke='{LIGHT[colour]}' stroke-width='2'/>")
        labels.append([place(*((line[-1][0], line[-1][1].share())))[1] + 4, name, colour])
    labels.sort()
    for i in range(1, len(labels)):  # apart
        labels[i][0] = max(labels[i][0], labels[i - 1][0] + 15)
    parts += [text(left + across + 8, y, name, "start", colour) for y, name, colour in labels]
    return "\n".join([f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' "
                      f"viewBox='0 0 {width} {height}'>",
                      "<title>Share of routing in a switch of 16 ports over the hosts of the network</title>",
                      style_sheet(parts), *parts, "</svg>", ""])


def conclusion(points):
    at = {name: dict(line) for name, line in points.items()}
    small, large = HOSTS[2], MILLION
    table = at["forwarding table"]
    texts = []
    for hosts in (small, HOSTS[5], large):
        texts.append(f"in a network of {hosts:,} hosts the whole switch is smaller by "
                     f"{saving(at['interval'][hosts], table[hosts])} with interval routing, "
                     f"{saving(at['FIR'][hosts], table[hosts])} with FIR and "
                     f"{saving(at['FT2EI'][hosts], table[hosts])} with FT2EI")
    return ("Against a forwarding table, " + "; ".join(texts) + ". A negative number says that the switch is larger. Routing by "
            f"registers takes {at['interval'][large].share():.0f} % (interval), {at['FIR'][large].share():.0f} % (FIR) and "
            f"{at['FT2EI'][large].share():.0f} % (FT2EI) of the switch at {large:,} hosts, a table {table[large].share():.0f} %.")


def page(build):
    points = {}
    hosts = hosts_rows(build, points)
    error = points["interval"][0][1].error
    lines = [
        "# What routing is worth in a switch", "",
        f"Written by `docs/tools/switch_scaling.py build/release` on {datetime.date.today()}.", "",
        "How much of a whole [switch in RTL](../rtl_switch.md) is routing, by registers and by a forwarding table, as the "
        "network grows. Nothing on this page was synthesised: these are [estimates](rtl_switch_estimates.md), whose error for "
        f"all gate equivalents is {error['median']:.0f} % in the median and {error['largest']:.0f} % at most; behind a * they are "
        "extrapolated, for a switch larger than those of the fit. A bit of memory, of buffers or tables, counts as 1.5 gate "
        "equivalents, the six transistors of a cell of SRAM, without what reads and writes it. So a table has less than it would "
        "take: it is there once, and all input ports read it. Comparators are there for each input port, and registers once.", "",
        "Switches have 16 ports, one VC, 32 phits of 128 bits in each buffer, and no output buffers, if nothing else is said. "
        "FT2EI has two exclusion intervals for each link up. The table has all ports that a packet may take.", "",
        conclusion(points), "",
        "## Over the hosts", "",
        "Routing in percent of the switch; the switch with interval routing and with a table, in gate equivalents; and by how "
        "much the switch with registers is smaller than that with a table.", "",
        row_of(["hosts", "interval", "FIR", "FT2EI", "table", "switch, interval", "switch, table", "interval saves", "FIR saves",
                "FT2EI saves"]), "| ---: |" + " ---: |" * 9, *hosts, "",
        "![Share of routing in a switch of 16 ports over the hosts](rtl_switch_scaling.svg)", "",
        "## Over ports, VCs, buffers and phits", "",
        "One size at a time is another one; with VCs, switches have 8 ports.", "",
        row_of(["size", "is", "hosts", "interval", "FIR", "FT2EI", "table", "interval saves", "FIR saves", "FT2EI saves"]),
        "| --- |" + " ---: |" * 9, *sweep_rows(build), "",
        "## DAVC and IODET", "",
        "What they take: of DAVC its own part of the switch, of IODET all routing; and by how much the switch grows against one "
        "whose packets take any VC.", "",
        row_of(["VCs by", "ports", "hosts", "part of the switch", "the switch grows by"]), "| --- | ---: | ---: | ---: | ---: |",
        *davc_rows(build)]
    return lines, picture(points)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    lines, drawing = page(sys.argv[1])
    for path, text in ((PAGE, "\n".join(lines) + "\n"), (PICTURE, drawing)):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
