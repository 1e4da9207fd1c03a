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
from switch_synthesis import FLIP_FLOP, row_of  # noqa: E402

PAGE = os.path.join(ROOT, "docs", "results", "rtl_switch_scaling.md")
PICTURE = os.path.join(ROOT, "docs", "results", "rtl_switch_scaling.svg")
BLOCKS = os.path.join(ROOT, "docs", "results", "rtl_synthesis.md")
MEMORY_BIT = 1.5  # gate equivalents: six transistors, where a NAND of two inputs has four
TRANSISTORS = 4  # of a gate equivalent
PHIT = 128
TREE = ("network: {{topology: fat_tree, k: {k}, n: 2}}\nrouting: {routing}\n"
        "switch: {{input_buffer: {depth}}}\ntraffic: {{load: 0.1}}\n")
VCS = "vcs: {{policy: {policy}, count: {{host: {count}, up: {count}, down: {count}}}}}"
# All of them choose among their ports alike, so that switches differ in routing alone.
SELECTION = "selection: cp"
INTERVAL = "{function: interval, " + SELECTION + "}"
FIR = "{function: destro, implementation: fir, " + SELECTION + "}"
FT2EI = "{function: ft2ei, exclusion_intervals: 2, " + SELECTION + "}"
TABLE = "{function: ecmp, " + SELECTION + "}"
ROUTINGS = {"interval": INTERVAL, "FIR": FIR, "FT2EI": FT2EI, "forwarding table": TABLE}
# What routing needs beside itself: the decoder and the readout of its registers.
WITH_ROUTING = ("register_bank",)
HOSTS = [4 ** i for i in range(3, 11)]
MILLION = HOSTS[-1]


def cost(build, text, *arguments):
    """What `netloom cost` writes of a configuration."""
    with tempfile.TemporaryDirectory() as folder:
        config, result = os.path.join(folder, "network.yaml"), os.path.join(folder, "result.json")
        with open(config, "w", encoding="utf-8") as file:
            file.write(text)
        subprocess.run([os.path.join(build, "netloom"), "cost", config, "--json", result, *arguments], check=True,
                       stdout=subprocess.DEVNULL)
        with open(result, encoding="utf-8") as file:
            return json.load(file)


class Switch:
    """What one switch of a network takes, in gate equivalents."""

    def __init__(self, build, text, hosts=None, phit=PHIT):
        arguments = ["--switch", "--kind", "netloom_switch_0", "--phit-width", str(phit)]
        if hosts:
            arguments += ["--hosts", str(hosts)]
        kind = cost(build, text, *arguments)["switch"][0]
        estimate = kind["estimate"]
        self.parts = {each["part"]: each["logic_equivalents"] + each["flip_flop_equivalents"] for each in estimate["parts"]}
        self.ports = int(kind["parameters"]["Ports"])
        self.input_ports = next(each["instances"] for each in kind["modules"] if each["module"] == "input_port")
        self.table = MEMORY_BIT * kind["classes"]["routing"]["memory_bits"]
        self.buffers = MEMORY_BIT * kind["classes"]["buffers"]["memory_bits"]
        self.extrapolated = bool(estimate["extrapolated"])
        self.error = estimate["error"]

    def logic(self):
        """Of routing, without tables."""
        return sum(value for part, value in self.parts.items() if part.startswith("routing"))

    def routing(self):
        return self.logic() + self.table

    def rest(self):
        return {part: value for part, value in self.parts.items() if not part.startswith("routing")}

    def all(self, tables=1):
        """`tables`: how often a forwarding table is there."""
        return sum(self.parts.values()) + self.buffers + tables * self.table

    def share(self):
        return 100 * self.routing() / self.all()

    def cell(self):
        return f"{self.share():.1f} %" + ("*" if self.extrapolated else "")


def alike(switches):
    """Whether nothing but routing, and what routing needs, differs among switches."""
    first = {part: value for part, value in switches[0].rest().items() if part not in WITH_ROUTING}
    for each in switches[1:]:
        other = {part: value for part, value in each.rest().items() if part not in WITH_ROUTING}
        if first.keys() != other.keys() or any(abs(value - other[part]) > 0.5 for part, value in first.items()) or \
                each.buffers != switches[0].buffers:
            sys.exit(f"switches differ in more than routing: {first} and {other}")


def switches_of(build, text, hosts, phit=PHIT):
    """{routing: switch}; `text` makes a configuration of a section `routing`."""
    result = {name: Switch(build, text(routing), hosts, phit) for name, routing in ROUTINGS.items()}
    alike(list(result.values()))
    return result


def tree(k=8, routing=INTERVAL, depth=32):
    return TREE.format(k=k, routing=routing, depth=depth)


def saving(with_registers, with_table, each_port=False):
    """In percent of the switch with a table: one, or one at each input port."""
    table = with_table.all(with_table.input_ports if each_port else 1)
    return 100 * (1 - with_registers.all() / table)


def saving_cells(switches):
    return [f"{saving(switches[name], switches['forwarding table']):.0f} … "
            f"{saving(switches[name], switches['forwarding table'], True):.0f} %" for name in ("interval", "FIR", "FT2EI")]


HEAD = ["interval", "FIR", "FT2EI", "table", "interval saves", "FIR saves", "FT2EI saves"]


def hosts_rows(points):
    return [row_of([f"{hosts:,}", *(each.cell() for each in switches.values()), *saving_cells(switches)])
            for hosts, switches in points.items()]


def parts_rows(switches):
    """Of switches of the same network, part by part."""
    first = switches["interval"]
    rows = [row_of([part, *(f"{each.rest()[part]:,.0f}" for each in switches.values())]) for part in first.rest()]
    rows.append(row_of(["buffers (memory)", *(f"{each.buffers:,.0f}" for each in switches.values())]))
    rows.append(row_of(["routing, logic and registers", *(f"{each.logic():,.0f}" for each in switches.values())]))
    rows.append(row_of(["routing, table (memory)", *(f"{each.table:,.0f}" for each in switches.values())]))
    rows.append(row_of(["switch", *(f"{each.all():,.0f}" for each in switches.values())]))
    return rows


def sweep_rows(build):
    rows = []

    def add(what, value, text, hosts, phit=PHIT):
        switches = switches_of(build, text, hosts, phit)
        rows.append(row_of([what, value, f"{hosts:,}", *(each.cell() for each in switches.values()),
                            *saving_cells(switches)]))

    for k in (2, 4, 8, 16):
        for hosts in (4096, 65536):
            add("ports", 2 * k, lambda routing, k=k: tree(k, routing), hosts)
    for vcs in (1, 2, 4, 8):
        add("VCs", vcs, lambda routing, vcs=vcs: tree(4, routing[:-1] + ", " + VCS.format(policy="free", count=vcs) + "}"),
            4096)
    for depth in (16, 64, 256):
        add("phits of a buffer", depth, lambda routing, depth=depth: tree(8, routing, depth), 4096)
    for phit in (96, 256):
        add("phit bits", phit, lambda routing: tree(8, routing), 4096, phit)
    return rows


def percent(part, whole):
    return f"{100 * part / whole:.1f} %"


def torus(size, policy):
    return (f"network: {{topology: torus, k: [{size}, {size}]}}\n"
            f"routing: {{function: dor, vcs: {{policy: {policy}, count: {{host: 1, torus: 2}}}}}}\n"
            "switch: {input_buffer: 32}\ntraffic: {load: 0.1}\n")


def dragonfly(h, routing):
    return (f"network: {{topology: dragonfly, p: {h}, a: {2 * h}, h: {h}}}\nrouting: {routing}\n"
            "switch: {input_buffer: 32}\ntraffic: {load: 0.1}\n")


def lia_counters(build, size, h):
    """Gate equivalents of the counters of LIA, beside a switch: the logic of the block as it was synthesised, and the
    registers of a network of h, with the window as memory."""
    with open(BLOCKS, encoding="utf-8") as file:
        cells = next([cell.strip() for cell in line.split("|")[1:-1]] for line in file
                     if line.startswith(f"| lia_counters | {size} | GlobalLinks={h} "))
    logic = int(cells[8]) / TRANSISTORS - FLIP_FLOP * int(cells[4])
    found = cost(build, dragonfly(h, "{function: lia}"), "--registers")["switches"][0]["register_list"]
    bits = {each["name"]: each["count"] * each["bits"] for each in found}
    kept = sum(value for name, value in bits.items()
               if name in ("LOAD_LOW", "LOAD_HIGH", "INJECTED_WEIGHT", "STORED_WEIGHT", "GLOBAL_LIMIT", "SATURATED_LINKS",
                           "REMOTE_LIMIT", "INJECTED_PACKETS", "STORED_PACKETS", "EXTENDED_COUNTER", "REMOTE_COUNTER"))
    return logic + FLIP_FLOP * kept + MEMORY_BIT * bits["WINDOW_BUCKET"]


def vc_rows(build, found):
    """Rows of DAVC, IODET and LIA; by how much a switch grows goes into `found`, {method: [percent]}."""
    rows = []

    def add(method, ports, hosts, what, grown, extrapolated):
        found.setdefault(method, []).append(grown)
        rows.append(row_of([method, ports, f"{hosts:,}", what + ("*" if extrapolated else ""), f"{grown:+.1f} %"]))

    for hosts in (64, 4096, 65536, MILLION):
        free, davc = [Switch(build, tree(8, INTERVAL[:-1] + ", " + VCS.format(policy=policy, count=2) + "}"), hosts)
                      for policy in ("free", "davc")]
        add("DAVC, 2 VCs", davc.ports, hosts, percent(davc.parts["routing, DAVC"], davc.all()),
            100 * (davc.all() / free.all() - 1), davc.extrapolated)
    for size in (4, 8, 16, 32):
        free, iodet = [Switch(build, torus(size, policy)) for policy in ("free", "iodet")]
        add("IODET, 2 VCs", iodet.ports, size * size, iodet.cell().rstrip("*"), 100 * (iodet.all() / free.all() - 1),
            iodet.extrapolated)
    for size, h in (("small", 2), ("large", 3)):
        minimal = Switch(build, dragonfly(h, "{function: min}"))
        counters = lia_counters(build, size, h)
        add(f"LIA's counters, h = {h}", minimal.ports, 2 * h * h * (2 * h * h + 1),
            percent(counters, minimal.all() + counters), 100 * counters / minimal.all(), True)
    return rows


def picture(points):
    width, height, left, top, right, bottom = 720, 400, 70, 24, 200, 52
    across, down = width - left - right, height - top - bottom
    lines = {name: [(hosts, switches[name]) for hosts, switches in points.items()] for name in ROUTINGS}
    shares = [each.share() for line in lines.values() for _, each in line]
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
                  text(x, top + down + 18, f"{hosts:,}" if hosts < 10000 else f"{hosts // 1024}k" if hosts < MILLION else "1M")]
    parts += [text(left + across / 2, height - 10, "hosts of the network"),
              text(left, top - 8, "routing, in percent of the switch", "start")]
    labels = []
    for i, (name, line) in enumerate(lines.items()):
        colour = f"series{i + 1}"
        path = " L".join("{:.1f} {:.1f}".format(*place(hosts, each.share())) for hosts, each in line)
        parts.append(f"<path d='M{path}' fill='none' stroke='{LIGHT[colour]}' stroke-width='2'/>")
        labels.append([place(line[-1][0], line[-1][1].share())[1] + 4, name, colour])
    labels.sort()
    for i in range(1, len(labels)):  # apart
        labels[i][0] = max(labels[i][0], labels[i - 1][0] + 15)
    parts += [text(left + across + 8, y, name, "start", colour) for y, name, colour in labels]
    return "\n".join([f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' "
                      f"viewBox='0 0 {width} {height}'>",
                      "<title>Share of routing in a switch of 16 ports over the hosts of the network</title>",
                      style_sheet(parts), *parts, "</svg>", ""])


def first_smaller(points, name, each_port):
    """From how many hosts on the switch with registers is the smaller one, in words."""
    hosts = [each for each, switches in points.items()
             if saving(switches[name], switches["forwarding table"], each_port) > 0]
    if not hosts:
        return "in no network"
    return "in every network" if hosts[0] == HOSTS[0] else f"from {hosts[0]:,} hosts on"


def sign(value):
    return f"{abs(value):.0f} % {'smaller' if value >= 0 else 'larger'}"


def conclusion(points, grown):
    texts = []
    for name in ("interval", "FIR", "FT2EI"):
        sizes = []
        for hosts in (HOSTS[0], HOSTS[3], HOSTS[5], MILLION):
            switches = points[hosts]
            sizes.append(f"{sign(saving(switches[name], switches['forwarding table']))} at {hosts:,} hosts")
        texts.append(f"- *{name}*: against one table, the whole switch is {', '.join(sizes)}. It is smaller "
                     f"{first_smaller(points, name, False)}; against a table at each input port "
                     f"{first_smaller(points, name, True)}.")
    last = points[MILLION]
    texts.append(f"- Routing takes {last['interval'].share():.0f} % of the switch at {MILLION:,} hosts by intervals, "
                 f"{last['FIR'].share():.0f} % by FIR, {last['FT2EI'].share():.0f} % by FT2EI, and "
                 f"{last['forwarding table'].share():.0f} % by one table; at {HOSTS[0]} hosts "
                 f"{points[HOSTS[0]]['interval'].share():.0f} %, {points[HOSTS[0]]['FIR'].share():.0f} %, "
                 f"{points[HOSTS[0]]['FT2EI'].share():.0f} % and {points[HOSTS[0]]['forwarding table'].share():.1f} %.")
    for method, values in grown.items():
        texts.append(f"- {method}: the switch grows by {min(values):.1f} to {max(values):.1f} %.")
    return texts


def page(build):
    points = {hosts: switches_of(build, lambda routing: tree(8, routing), hosts) for hosts in HOSTS}
    grown = {}
    vcs = vc_rows(build, grown)
    shown = HOSTS[3]
    error = points[shown]["interval"].error
    by_method = {}
    for method, values in grown.items():
        by_method.setdefault(method.split(",")[0], []).extend(values)
    lines = [
        "# What routing is worth in a switch", "",
        f"Written by `docs/tools/switch_scaling.py build/release` on {datetime.date.today()}.", "",
        "How much of a whole [switch in RTL](../rtl_switch.md) is routing, by registers and by a forwarding table, as the "
        "network grows: interval routing, FIR (DESTRO) and FT2EI, DAVC, IODET and LIA. The papers compare bits of memory "
        "([memory](../guides/memory.md)); here is the rest of the switch around them.", "",
        "Nothing on this page was synthesised but LIA's counters. All else are [estimates](rtl_switch_estimates.md), whose "
        f"error for all gate equivalents is {error['median']:.0f} % in the median and {error['largest']:.0f} % at most. Behind "
        "a * they are *extrapolated*, for a switch beyond those of the fit: there the trend counts, not the digit. "
        "Each size is looked at by itself: no switch of the fit has both 16 ports and a million hosts.", "",
        "## In short", "",
        *conclusion(points, by_method), "",
        "## What is compared", "",
        "Switches have 16 ports, one VC, 32 phits of 128 bits in each buffer, and no output buffers, if nothing else is said. "
        "All choose among their ports by the same [selection](../reference/configuration/routing.md) (`cp`). FT2EI has two "
        "exclusion intervals for each link up. A table has a bit for each port and each VC in the word of a host, so it is as "
        "large with one port for each host as with all that a packet may take.", "",
        "A bit of memory, of buffers or tables, counts as 1.5 gate equivalents: the six transistors of a cell of SRAM, without "
        "what reads and writes it. Comparators are there for each input port, and registers once. A *table* is there once, and "
        "all input ports would read it at the same time, which a memory of one port cannot; so what registers save is given "
        "from that to a table at each input port. A negative number says that the switch with registers is larger.", "",
        f"That nothing but routing differs is checked, part by part. With {shown:,} hosts, in gate equivalents:", "",
        row_of(["part", "interval", "FIR", "FT2EI", "table"]), "| --- |" + " ---: |" * 4, *parts_rows(points[shown]), "",
        "## Over the hosts", "",
        "Routing in percent of the switch, with one table; and by how much the switch with registers is smaller: than with one "
        "table … than with one at each input port.", "",
        row_of(["hosts", *HEAD]), "| ---: |" + " ---: |" * 7, *hosts_rows(points), "",
        "![Share of routing in a switch of 16 ports over the hosts](rtl_switch_scaling.svg)", "",
        "## Over ports, VCs, buffers and phits", "",
        "One size at a time is another one; with VCs, switches have 8 ports.", "",
        row_of(["size", "is", "hosts", *HEAD]), "| --- |" + " ---: |" * 9, *sweep_rows(build), "",
        "## DAVC, IODET and LIA", "",
        "Of DAVC, the part of the switch that it takes by itself; of IODET, that of all routing. The switch grows against one "
        "whose packets take any VC. LIA does not decide in a switch in RTL: these are the counters that it adds to a switch of "
        "a dragonfly with minimal routing, by [their block](rtl_synthesis.md) with the registers of a window of 200 cycles, "
        "the window as memory. Its adders are those of a window of 6 cycles, and a few bits too narrow.", "",
        row_of(["method", "ports", "hosts", "part of the switch", "the switch grows by"]), "| --- | ---: | ---: | ---: | ---: |",
        *vcs]
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
