#!/usr/bin/env python3
"""Synthesises the switches of testbench/synthesis/kinds.yaml, and writes what estimates of a switch come from.

Usage: docs/tools/switch_synthesis.py synthesise BUILD [NAME...]   adds what is missing to docs/results/rtl_switch_synthesis.csv
       BUILD  a build folder of the preset release
       NAME   of configurations: these only, anew
"""

import csv
import json
import os
import subprocess
import sys
import tempfile

import yaml

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
KINDS = os.path.join(ROOT, "testbench", "synthesis", "kinds.yaml")
DATA = os.path.join(ROOT, "docs", "results", "rtl_switch_synthesis.csv")
LIBRARY = "/usr/share/qflow/tech/osu018/osu018_stdcells.lib"
COLUMNS = ["configuration", "kind", "module", "instances", "flip_flops", "memory_bits", "gate_equivalents",
           "period_ns", "begin", "end"]
FIRST = "netloom_switch_0"  # of a configuration, this kind is synthesised
SWITCH = "switch"  # in place of a module: of all of them
FLIP_FLOP = 5  # gate equivalents of a flip-flop (sim/study/synthesis_programs.h)


def configurations():
    """[(configuration, group)], in which a configuration has name, phit_width, path and text"""
    with open(KINDS, encoding="utf-8") as file:
        groups = yaml.safe_load(file)
    result = []
    for group, list_of in groups.items():
        for each in list_of:
            text = {key: value for key, value in each.items() if key not in ("name", "phit_width", "path", "ci")}
            result.append(({"name": each["name"], "phit_width": each["phit_width"], "path": each.get("path", False),
                            "text": yaml.safe_dump(text)}, group))
    return result


def cost(build, of, *arguments):
    """What `netloom cost CONFIG --switch` says of the kinds of switches of a configuration."""
    with tempfile.TemporaryDirectory() as folder:
        config = os.path.join(folder, of["name"] + ".yaml")
        with open(config, "w", encoding="utf-8") as file:
            file.write(of["text"])
        result = os.path.join(folder, "result.json")
        subprocess.run([os.path.join(build, "netloom"), "cost", config, "--switch", "--phit-width",
                        str(of["phit_width"]), "--json", result, *arguments], check=True, stdout=subprocess.DEVNULL)
        with open(result, encoding="utf-8") as file:
            return json.load(file)["switch"]


def rows_of(build, of):
    rows = []
    for kind in cost(build, of, "--synth", "--kind", FIRST):
        if kind["differences"]:
            sys.exit(f"{of['name']}: {kind['differences'][0]}")
        sums = [0, 0, 0]
        for module in kind["modules"]:
            found = module.get("synthesis")
            if found is None:
                continue
            values = [found["flip_flops"], found["memory_bits"], found["gate_equivalents_with_copies"]]
            sums = [a + b for a, b in zip(sums, values)]
            rows.append([of["name"], kind["kind"], module["module"], module["instances"], *values, "", "", ""])
        rows.append([of["name"], kind["kind"], SWITCH, 1, *sums, "", "", ""])
    return rows


def add_paths(build, of, rows):
    """Into the rows of a configuration."""
    for kind in cost(build, of, "--synth", "--kind", FIRST, "--liberty", LIBRARY):
        path = kind["longest_path"]
        if path is None:
            sys.exit(f"{of['name']}: {kind['no_path']}")
        for row in rows:
            if row[0] == of["name"] and row[1] == kind["kind"] and row[2] == SWITCH:
                row[7:] = [round(path["period_ns"], 3), path["begin"], path["end"]]


def read_data():
    if not os.path.exists(DATA):
        return []
    with open(DATA, encoding="utf-8", newline="") as file:
        return list(csv.reader(file))[1:]


def write_data(rows):
    order = {of["name"]: i for i, (of, _) in enumerate(configurations())}
    rows = sorted((row for row in rows if row[0] in order), key=lambda row: order[row[0]])
    with open(DATA + ".new", "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(rows)
    os.replace(DATA + ".new", DATA)


def asked(names):
    return [of for of, _ in configurations() if not names or of["name"] in names]


def synthesise(build, names):
    if names:
        write_data([row for row in read_data() if row[0] not in names])
    for of in asked(names):
        rows = read_data()
        if not any(row[0] == of["name"] for row in rows):
            write_data(rows + rows_of(build, of))
            print(of["name"], flush=True)


def find_paths(build, names):
    for of in asked(names):
        rows = read_data()
        if of["path"] and any(row[0] == of["name"] and row[2] == SWITCH and row[7] == "" for row in rows):
            add_paths(build, of, rows)
            write_data(rows)
            print(of["name"], flush=True)


def main():
    commands = {"synthesise": synthesise, "paths": find_paths}
    if len(sys.argv) < 3 or sys.argv[1] not in commands:
        sys.exit(__doc__)
    commands[sys.argv[1]](sys.argv[2], sys.argv[3:])


if __name__ == "__main__":
    main()
