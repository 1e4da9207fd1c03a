#!/usr/bin/env python3
"""Writes docs/results/rtl_switch_scaling.md and its pictures: what routing is worth in a whole switch, with registers and with
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
from build_folder import build_folder  # noqa: E402
from switch_synthesis import FLIP_FLOP, row_of  # noqa: E402

PAGE = os.path.join(ROOT, "docs", "results", "rtl_switch_scaling.md")
PICTURE = os.path.join(ROOT, "docs", "results", "rtl_switch_scaling.svg")
SIZES = os.path.join(ROOT, "docs", "results", "rtl_switch_scaling_sizes.svg")
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
ROUTINGS = {"interval": INTERVAL, "FIR": FIR, "FT2EI": FT2EI, "table": TABLE}
REGISTERS = ("interval", "FIR", "FT2EI")
DETERMINISTIC = ("FIR",)  # packets to a host have one way, so that a table needs no more than its port
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
        self.port_table = MEMORY_BIT * (hosts or 0) * math.ceil(math.log2(self.ports))  # the port alone
        self.buffers = MEMORY_BIT * kind["classes"]["buffers"]["memory_bits"]
        self.extrapolated = bool(estimate["extrapolated"])
        self.error = estimate["error"]

    def logic(self):
        """Of routing, without tables."""
        return sum(value for part, value in self.parts.items() if part.startswith("routing"))

    def rest(self):
        return {part: value for part, value in self.parts.items() if not part.startswith("routing")}

    def all(self, tables=1, port_only=False):
        """`tables`: how often a forwarding table is there; `port_only`: with one port for each host."""
        return sum(self.parts.values()) + self.buffers + tables * (self.port_table if port_only else self.table)

    def share(self, port_only=False):
        return 100 * (self.logic() + (self.port_table if port_only else self.table)) / self.all(1, port_only)

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


def saving(switches, name, each_port=False, port_only=None):
    """In percent of the switch with a table: one, or one at each input port; of ports alone, if it is said, or else if
    routing is deterministic."""
    with_table = switches["table"]
    tables = with_table.input_ports if each_port else 1
    return 100 * (1 - switches[name].all() / with_table.all(tables, name in DETERMINISTIC if port_only is None else port_only))


def cells(switches):
    """As HEAD says."""
    table = switches["table"]
    return [*(each.cell() for each in switches.values()),
            f"{table.share(True):.1f} %" + ("*" if table.extrapolated else ""),
            *(f"{saving(switches, name):.0f} … {saving(switches, name, True):.0f} %" for name in REGISTERS)]


HEAD = ["interval", "FIR", "FT2EI", "table", "table of ports", "interval saves", "FIR saves", "FT2EI saves"]


def hosts_rows(points):
    return [row_of([f"{hosts:,}", *cells(switches)]) for hosts, switches in points.items()]


def parts_rows(switches):
    """Of switches of the same network, part by part."""
    first = switches["interval"]
    rows = [row_of([part, *(f"{each.rest()[part]:,.0f}" for each in switches.values())]) for part in first.rest()]
    rows.append(row_of(["buffers (memory)", *(f"{each.buffers:,.0f}" for each in switches.values())]))
    rows.append(row_of(["routing, logic and registers", *(f"{each.logic():,.0f}" for each in switches.values())]))
    rows.append(row_of(["routing, table (memory)", *(f"{each.table:,.0f}" for each in switches.values())]))
    rows.append(row_of(["switch", *(f"{each.all():,.0f}" for each in switches.values())]))
    rows.append(row_of(["switch with a table of ports", "", "", "", f"{switches['table'].all(1, True):,.0f}"]))
    return rows


def sweep(build):
    """[(what, value, hosts, switches)]."""
    points = []

    def add(what, value, text, hosts, phit=PHIT):
        points.append((what, value, hosts, switches_of(build, text, hosts, phit)))

    for k in (2, 4, 8, 16):
        for hosts in (4096, 65536):
            add("ports", 2 * k, lambda routing, k=k: tree(k, routing), hosts)
    for vcs in (1, 2, 4, 8):
        add("VCs", vcs, lambda routing, vcs=vcs: tree(4, routing[:-1] + ", " + VCS.format(policy="free", count=vcs) + "}"),
            4096)
    for depth in (16, 32, 64, 256):
        add("phits of a buffer", depth, lambda routing, depth=depth: tree(8, routing, depth), 4096)
    for phit in (96, 128, 256):
        add("phit bits", phit, lambda routing: tree(8, routing), 4096, phit)
    return points


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

    def add(method, ports, hosts, what, grown, extrapolated, without=None):
        found.setdefault(method, []).append(grown)
        # A VC of two for each host.
        table = f"{100 * MEMORY_BIT * hosts / without.all():+.1f} %" if without else ""
        rows.append(row_of([method, ports, f"{hosts:,}", what + ("*" if extrapolated else ""), f"{grown:+.1f} %", table]))

    for hosts in (64, 4096, 65536, MILLION):
        free, davc = [Switch(build, tree(8, INTERVAL[:-1] + ", " + VCS.format(policy=policy, count=2) + "}"), hosts)
                      for policy in ("free", "davc")]
        add("DAVC, 2 VCs", davc.ports, hosts, percent(davc.parts["routing, DAVC"], davc.all()),
            100 * (davc.all() / free.all() - 1), davc.extrapolated, free)
    for size in (4, 8, 16, 32, 64):
        free, iodet = [Switch(build, torus(size, policy)) for policy in ("free", "iodet")]
        add("IODET, 2 VCs", iodet.ports, size * size, iodet.cell().rstrip("*"), 100 * (iodet.all() / free.all() - 1),
            iodet.extrapolated, free)
    for size, h in (("small", 2), ("large", 3)):
        minimal = Switch(build, dragonfly(h, "{function: min}"))
        counters = lia_counters(build, size, h)
        add(f"LIA's counters, h = {h}", minimal.ports, 2 * h * h * (2 * h * h + 1),
            percent(counters, minimal.all() + counters), 100 * counters / minimal.all(), True)
    return rows


LINES = [*ROUTINGS, "table of ports"]


def shares(switches):
    """Of routing in the switch, in percent, as LINES says."""
    return [*(each.share() for each in switches.values()), switches["table"].share(True)]


class Drawing:
    """Charts with logarithmic axes across, of which each has the lines LINES."""

    def __init__(self, width, height, title):
        self.width, self.height, self.title = width, height, title
        self.parts = [f"<rect width='{width}' height='{height}' fill='{LIGHT['background']}'/>"]

    def text(self, x, y, words, anchor="middle", colour="text"):
        self.parts.append(f"<text x='{x:.1f}' y='{y:.1f}' {FONT} font-size='12' text-anchor='{anchor}' "
                          f"fill='{LIGHT[colour]}'>{words}</text>")

    def chart(self, box, points, what, marks, height_of, labelled):
        """`points`: {x: [percent]}; `marks`: of the axis upwards; `height_of`: of a percentage, 0 ... 1."""
        left, top, across, down = box
        first, last = min(points), max(points)

        def place(x, share):
            return (left + across * math.log(x / first) / math.log(last / first), top + down * (1 - height_of(share)))

        for mark in marks:
            y = place(first, mark)[1]
            self.parts.append(f"<path d='M{left} {y:.1f} H{left + across}' stroke='{LIGHT['grid']}'/>")
            self.text(left - 8, y + 4, f"{mark:g} %", "end")
        for x in points:
            at = place(x, marks[0])[0]
            self.parts.append(f"<path d='M{at:.1f} {top} V{top + down}' stroke='{LIGHT['grid']}'/>")
            self.text(at, top + down + 18, f"{x:,}" if x < 10000 else f"{x // 1024}k" if x < MILLION else "1M")
        self.text(left + across / 2, top + down + 42, what)
        labels = []
        for i, name in enumerate(LINES):
            colour = f"series{i + 1}"
            path = " L".join("{:.1f} {:.1f}".format(*place(x, line[i])) for x, line in points.items())
            self.parts.append(f"<path d='M{path}' fill='none' stroke='{LIGHT[colour]}' stroke-width='2'/>")
            labels.append([place(last, points[last][i])[1] + 4, name, colour])
        labels.sort()
        for i in range(1, len(labels)):  # apart
            labels[i][0] = max(labels[i][0], labels[i - 1][0] + 15)
        for y, name, colour in labels if labelled else ():
            self.text(left + across + 8, y, name, "start", colour)

    def svg(self):
        return "\n".join([f"<svg xmlns='http://www.w3.org/2000/svg' width='{self.width}' height='{self.height}' "
                          f"viewBox='0 0 {self.width} {self.height}'>", f"<title>{self.title}</title>",
                          style_sheet(self.parts), *self.parts, "</svg>", ""])


def picture(points):
    lines = {hosts: shares(switches) for hosts, switches in points.items()}
    least = math.floor(math.log10(min(min(line) for line in lines.values())))
    drawing = Drawing(720, 400, "Share of routing in a switch of 16 ports over the hosts of the network")
    drawing.text(70, 16, "routing, in percent of the switch", "start")
    drawing.chart((70, 24, 450, 324), lines, "hosts of the network", [10 ** power for power in range(least, 3)],
                  lambda share: (math.log10(share) - least) / (2 - least), True)
    return drawing.svg()


def picture_of_sizes(sizes):
    drawing = Drawing(720, 600, "Share of routing in a switch over its ports, VCs, buffers and phits, 4,096 hosts")
    drawing.text(60, 16, "routing, in percent of the switch, with 4,096 hosts", "start")
    most = 60
    for i, what in enumerate(("ports", "VCs", "phits of a buffer", "phit bits")):
        lines = {value: shares(switches) for each, value, hosts, switches in sizes if each == what and hosts == 4096}
        if max(max(line) for line in lines.values()) > most:
            sys.exit(f"{what}: more than {most} %")
        drawing.chart((60 + 300 * (i % 2), 30 + 285 * (i // 2), 240, 210), lines, what, range(0, most + 1, 10),
                      lambda share: share / most, i % 2 == 1)
    return drawing.svg()


def first_smaller(points, name, each_port, port_only=None):
    """From how many hosts on the switch with registers is the smaller one by more than the estimate's error, in words."""
    hosts = [each for each, switches in points.items()
             if saving(switches, name, each_port, port_only) > largest_error(points)]
    if not hosts:
        return "in no network"
    return "in every network" if hosts[0] == HOSTS[0] else f"from {hosts[0]:,} hosts on"


def largest_error(points):
    """Of an estimate of a whole switch, in percent."""
    return next(iter(points.values()))["interval"].error["largest"]


def sign(value, error):
    told = "" if abs(value) > error else " (less than the error)"
    return f"{abs(value):.0f} % {'smaller' if value >= 0 else 'larger'}{told}"


def conclusion(points, grown):
    texts = []
    for name in REGISTERS:
        sizes = [f"{sign(saving(points[hosts], name), largest_error(points))} at {hosts:,} hosts"
                 for hosts in (HOSTS[0], HOSTS[3], HOSTS[4], HOSTS[5], MILLION)]
        table = "one table of ports" if name in DETERMINISTIC else "one table"
        texts.append(f"- *{name}*: against {table}, the whole switch is {', '.join(sizes)}. It is smaller "
                     f"{first_smaller(points, name, False)}; against a table at each input port "
                     f"{first_smaller(points, name, True)}.")
    texts.append("- The width of the table's word decides much: against one table of ports, which lets packets choose "
                 f"nothing, intervals are smaller {first_smaller(points, 'interval', False, True)} and FT2EI "
                 f"{first_smaller(points, 'FT2EI', False, True)}; against one whose words have all ports FIR "
                 f"{first_smaller(points, 'FIR', False, False)}.")
    last, first = points[MILLION], points[HOSTS[0]]
    texts.append(f"- Routing takes {last['interval'].share():.0f} % of the switch at {MILLION:,} hosts by intervals, "
                 f"{last['FIR'].share():.0f} % by FIR, {last['FT2EI'].share():.0f} % by FT2EI, and "
                 f"{last['table'].share():.0f} % by one table; at {HOSTS[0]} hosts {first['interval'].share():.0f} %, "
                 f"{first['FIR'].share():.0f} %, {first['FT2EI'].share():.0f} % and {first['table'].share():.1f} %.")
    times = {name: last["table"].all(1, name in DETERMINISTIC) / last[name].all() for name in REGISTERS}
    texts.append("- That the memory at a million hosts is *several orders of magnitude* smaller, as the thesis says of FT2EI "
                 "and FIR in switches of 64 ports ([Fat-Trees 2010](../bibliography.md#fat-trees-2010), sections 3.4.5 and "
                 "4.3.5; [counted](../guides/memory.md)), is in the whole switch, here of 16 ports, a factor of "
                 f"{times['FT2EI']:.0f} for FT2EI and {times['FIR']:.0f} for FIR; in networks of up to "
                 f"{HOSTS[3]:,} hosts it is little, or a loss, if one table is enough.")
    for method, values in grown.items():
        texts.append(f"- {method}: the switch grows by {min(values):.1f} to {max(values):.1f} %.")
    return texts


def page(build):
    points = {hosts: switches_of(build, lambda routing: tree(8, routing), hosts) for hosts in HOSTS}
    grown = {}
    vcs = vc_rows(build, grown)
    sizes = sweep(build)
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
        "A switch counts as smaller than another one here if it is so by more than the largest error. "
        "Each size is looked at by itself: no switch of the fit has both 16 ports and a million hosts.", "",
        "## In short", "",
        *conclusion(points, by_method), "",
        "## What is compared", "",
        "Switches have 16 ports, one VC, 32 phits of 128 bits in each buffer, and no output buffers, if nothing else is said. "
        "All choose among their ports by the same [selection](../reference/configuration/routing.md) (`cp`). FT2EI has two "
        "exclusion intervals for each link up. A *table* has a bit for each port and each VC in the word of a host: all that a "
        "packet may take. That is what stands against intervals and FT2EI, which leave packets a choice. FIR leaves none, and "
        "stands against a *table of ports*, whose word has as many bits as the number of a port takes; it is not built, its "
        "bits are counted, and what is around it is that of the table.", "",
        "A bit of memory, of buffers or tables, counts as 1.5 gate equivalents: the six transistors of a cell of SRAM, without "
        "what reads and writes it. Comparators are there for each input port, and registers once. A *table* is there once, and "
        "all input ports would read it at the same time, which a memory of one port cannot; so what registers save is given "
        "from that to a table at each input port. A negative number says that the switch with registers is larger.", "",
        f"That nothing but routing differs is checked, part by part. With {shown:,} hosts, in gate equivalents:", "",
        row_of(["part", "interval", "FIR", "FT2EI", "table"]), "| --- |" + " ---: |" * 4, *parts_rows(points[shown]), "",
        "## Over the hosts", "",
        "Routing in percent of the switch, with one table; and by how much the switch with registers is smaller: than with one "
        "table … than with one at each input port.", "",
        row_of(["hosts", *HEAD]), "| ---: |" + " ---: |" * 8, *hosts_rows(points), "",
        "![Share of routing in a switch of 16 ports over the hosts](rtl_switch_scaling.svg)", "",
        "## Over ports, VCs, buffers and phits", "",
        "One size at a time is another one; with VCs, switches have 8 ports.", "",
        row_of(["size", "is", "hosts", *HEAD]), "| --- |" + " ---: |" * 10,
        *(row_of([what, value, f"{hosts:,}", *cells(switches)]) for what, value, hosts, switches in sizes), "",
        "![Share of routing over ports, VCs, buffers and phits](rtl_switch_scaling_sizes.svg)", "",
        "## DAVC, IODET and LIA", "",
        "Of DAVC, the part of the switch that it takes by itself; of IODET, that of all routing. The switch grows against one "
        "whose packets take any VC. *By a table*: so much it grows if a table says for each host which of the two VCs, a bit "
        "each, without what reads it; a VC that depends on where a packet comes from, as DAVC's does, that cannot say. LIA does not decide in a switch in RTL: these are the counters that it adds to a switch of "
        "a dragonfly with minimal routing, by [their block](rtl_synthesis.md) with the registers of a window of 200 cycles, "
        "the window as memory. Its adders are those of a window of 6 cycles, and a few bits too narrow.", "",
        row_of(["method", "ports", "hosts", "part of the switch", "the switch grows by", "by a table"]),
        "| --- | ---: | ---: | ---: | ---: | ---: |", *vcs]
    return {PAGE: "\n".join(lines) + "\n", PICTURE: picture(points), SIZES: picture_of_sizes(sizes)}


def main():
    for path, text in page(build_folder(__doc__)).items():
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
