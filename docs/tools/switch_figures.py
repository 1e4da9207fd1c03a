#!/usr/bin/env python3
"""Writes docs/results/switch.md: how large the parts of the switch and its ports are, and how long its cores take to
compile.

Usage: docs/tools/switch_figures.py BUILD

BUILD  a build folder of the preset release, whose compiler's commands are run again, one after the other,
       without a compiler cache; needs clang++-16, which lays out classes as GCC does
"""

import datetime
import glob
import json
import os
import re
import resource
import subprocess

from build_folder import build_folder

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = os.path.join(ROOT, "docs", "results", "switch.md")
# File of each part, and its classes.
PARTS = {
    "part/input_port.h": ["InputPorts", "InputChannel"],
    "part/routing_unit.h": ["RoutingUnitBank"],
    "part/selection.h": ["Selection"],
    "part/allocator.h": ["Allocator"],
    "part/arbiter.h": ["ArbiterBank"],
    "part/requests.h": ["Requests"],
    "part/crossbar.h": ["Crossbar"],
    "part/output_port.h": ["OutputPorts", "OutputChannel"],
    "part/output_buffer.h": ["OutputBuffers", "OutputBuffer"],
    "part/host_port.h": ["HostPorts"],
    "part/vc_ownership.h": ["VcOwnership"],
    "part/reservation.h": ["Reservations"],
    "part/source_decision.h": ["SourceDecision"],
    "part/misrouting.h": ["Misrouting"],
    "part/fault_handler.h": ["FaultHandler"],
    "part/wakeup.h": ["Wakeup"],
    "part/stalls.h": ["Stalls"],
    "part/observation.h": ["Observation"],
    "base/port_line.h": ["PortLine"],
    "core.h": ["Core"],
}
RECORD = re.compile(r"^\s+0 \| (?:class|struct) netloom::(\w+)\b(.*)$")
FIELD = re.compile(r"^\s+\d+(?::\d+-\d+)? \|   (?! )(.*)$")
SIZE = re.compile(r"\[sizeof=(\d+)")


def commands(build):
    """{file: how it is compiled}; by itself, also what is compiled together with others."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        units = json.load(file)
    result = {}
    for unit in units:
        files = [unit["file"]]
        if os.path.basename(os.path.dirname(unit["file"])) == "Unity":
            with open(unit["file"], encoding="utf-8") as text:
                files = re.findall(r'^#include "(.*)"$', text.read(), re.MULTILINE)
        for each in files:
            result[os.path.relpath(each, build)] = {
                **unit, "file": each, "command": unit["command"].replace(unit["file"], each)}
    return result


def layouts(entry):
    """{class: (fields, bytes)} of what a core has; what is inherited does not count."""
    flags = [word for word in entry["command"].split() if re.match(r"-[ID]|-std|-march", word)]
    text = subprocess.run(["clang++-16", *flags, "-w", "-fsyntax-only", "-Xclang", "-fdump-record-layouts",
                           entry["file"]], cwd=entry["directory"], check=True, stdout=subprocess.PIPE,
                          text=True).stdout
    result, name, fields = {}, None, 0
    for line in text.splitlines():
        record = RECORD.match(line)
        field = FIELD.match(line)
        size = SIZE.search(line)
        if record:
            name, fields = record[1], 0
        elif size and name:
            result.setdefault(name, (fields, int(size[1])))
            name = None
        elif field and name and "(base)" not in field[1] and "vtable pointer" not in field[1]:
            fields += 1
    return result


def lines_of(path):
    with open(os.path.join(ROOT, "hw", "switch", path), encoding="utf-8") as file:
        return sum(1 for _ in file)


def longest_functions():
    """(lines, name, file), longest first; by the indentation that clang-format gives."""
    found = []
    for path in glob.glob(os.path.join(ROOT, "hw", "**", "*.*"), recursive=True):
        if not path.endswith((".h", ".cpp")):
            continue
        with open(path, encoding="utf-8") as file:
            lines = file.read().split("\n")
        for i, line in enumerate(lines):
            if not re.match(r"\s*\S.*\{$", line) or re.match(r"\s*(namespace|class|struct|enum|inline|union|for|if|"
                                                             r"while|switch|\} else|else|const auto)\b", line):
                continue
            head = i
            while head > 0 and not re.search(r"[;{}:]$|^$|^ *//", lines[head - 1]):
                head -= 1
            indent = len(lines[head]) - len(lines[head].lstrip())
            name = re.search(r"(\w+(?:::\w+)*(?:<[^<>]*>::\w+)?)\(", " ".join(lines[head:i + 1]))
            end = next((j for j in range(i + 1, len(lines)) if re.match(rf" {{0,{indent}}}\}}", lines[j])), None)
            if name and end and indent <= 2:
                found.append((end - head + 1, re.sub(r"<[^<>]*>", "", name[1]), os.path.relpath(path, ROOT)))
    return sorted(found, reverse=True)


def port_bytes(entries):
    """Lines of the page: what a port takes in the general core of each width."""
    yield from ["## Bytes per port", "",
                "In the general core, by the channels that it has room for: the line of the port, and of each VC its "
                "input channel, its output channel and, where there are some, its output buffer. Two sums of these: a "
                "port with one VC, and one with four VCs and output buffers. "
                f"A slot for a flit takes {layouts(entries['hw/cores/All_64.cpp'])['Flit'][1]} bytes more.", "",
                "| channels | port | input VC | output VC | output buffer | one VC | four VCs, output buffers |",
                "| ---: |" + " ---: |" * 6]
    cores = [re.fullmatch(r"hw/cores/All_(\d+)\.cpp", path) for path in entries]
    for width in sorted(int(core[1]) for core in cores if core):
        sizes = layouts(entries[f"hw/cores/All_{width}.cpp"])
        port, into, out, buffer = (sizes[name][1] for name in ("PortLine", "InputChannel", "OutputChannel",
                                                               "OutputBuffer"))
        yield (f"| {width} | {port} | {into} | {out} | {buffer} | {port + into + out} | "
               f"{port + 4 * (into + out + buffer)} |")


def compile_seconds(entry):
    command = re.sub(r"-o \S+", "-o /dev/null", entry["command"].replace("ccache ", "", 1))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, shell=True, check=True, cwd=entry["directory"],
                   env={**os.environ, "CCACHE_DISABLE": "1"})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    build = build_folder(__doc__)
    entries = commands(build)
    general = layouts(entries["hw/cores/All_64.cpp"])
    special = layouts(entries["hw/cores/ManyVcs_64.cpp"])
    page = ["# The switch, measured", "",
            f"Written by `docs/tools/switch_figures.py build/release` on {datetime.date.today()}.", "",
            "## Parts", "",
            "Lines of the file in `hw/switch/`, comments included; fields of its classes; and bytes of these in two "
            "cores for 64 channels: the general one, and that for several VCs and nothing else. What of a port or a VC "
            "is there once for each is so counted once.", "",
            "| file | lines | fields | bytes, general | bytes, several VCs |", "| --- | ---: | ---: | ---: | ---: |"]
    for path, classes in PARTS.items():
        have = [name for name in classes if name in general]
        fields = sum(general[name][0] for name in have)
        sizes = [" + ".join(str(table[name][1]) for name in have if name in table) or "-"
                 for table in (general, special)]
        page.append(f"| `{path}` | {lines_of(path)} | {fields} | {sizes[0]} | {sizes[1]} |")
    files = sorted(((sum(1 for _ in open(path, encoding="utf-8")), os.path.relpath(path, ROOT))
                    for path in glob.glob(os.path.join(ROOT, "hw", "**", "*.*"), recursive=True)
                    if path.endswith((".h", ".cpp"))), reverse=True)
    page += ["", "## Files and functions", "",
             "The largest files of `hw/`: " + ", ".join(f"`{path}` ({count} lines)" for count, path in files[:3]) +
             ". The longest functions: " +
             ", ".join(f"`{name}()` in `{path}` ({count})" for count, name, path in longest_functions()[:3]) + ".", "",
             *port_bytes(entries)]
    cores = {}
    for path in sorted(entries):
        core = re.fullmatch(r"hw/cores/(\w+)_(\d+)\.cpp", path)
        if core and "netloom_hw.dir" in entries[path]["command"]:
            cores.setdefault(core[1], {})[int(core[2])] = compile_seconds(entries[path])
    widths = sorted({width for row in cores.values() for width in row})
    total = sum(sum(row.values()) for row in cores.values())
    page += ["", "## Cores", "",
             f"Processor seconds to compile each core of `hw/switch/cores.cmake`, by channels: {total:.0f} in all.", "",
             "| features | " + " | ".join(map(str, widths)) + " |",
             "| --- |" + " ---: |" * len(widths)]
    for name, row in cores.items():
        page.append(f"| {name} | " + " | ".join(f"{row[width]:.1f}" if width in row else "" for width in widths) + " |")
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write("\n".join(page) + "\n")


if __name__ == "__main__":
    main()
