#!/usr/bin/env python3
"""Synthesises the switches of testbench/synthesis/kinds.yaml, and fits to them what `netloom cost --switch` estimates.

Usage: docs/tools/switch_synthesis.py synthesise BUILD [NAME...]
       docs/tools/switch_synthesis.py paths BUILD [NAME...]
       docs/tools/switch_synthesis.py fit BUILD

  synthesise  adds what docs/results/rtl_switch_synthesis.csv has not: a minute or so for each switch
  paths       … and the longest paths, which take longer, with the library osu018
  fit         writes sim/study/switch_fit.inc, docs/results/rtl_switch_synthesis.md, rtl_switch_paths.md and
              rtl_switch_estimates.md from that file
  BUILD       a build folder of the preset release
  NAME        of configurations: these only, and what is known of them is forgotten
"""

import csv
import datetime
import json
import os
import statistics
import subprocess
import sys
import tempfile

import yaml

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
KINDS = os.path.join(ROOT, "testbench", "synthesis", "kinds.yaml")
DATA = os.path.join(ROOT, "docs", "results", "rtl_switch_synthesis.csv")
LIBRARY = "/usr/share/qflow/tech/osu018/osu018_stdcells.lib"
PAGE = os.path.join(ROOT, "docs", "results", "rtl_switch_synthesis.md")
PATHS = os.path.join(ROOT, "docs", "results", "rtl_switch_paths.md")
ESTIMATES = os.path.join(ROOT, "docs", "results", "rtl_switch_estimates.md")
TABLE = os.path.join(ROOT, "sim", "study", "switch_fit.inc")
COLUMNS = ["configuration", "kind", "module", "instances", "flip_flops", "memory_bits", "gate_equivalents",
           "period_ns", "begin", "end", "apart_ns", "apart_parts"]
NO_PATH = [""] * (len(COLUMNS) - COLUMNS.index("period_ns"))
KEYS = ("name", "phit_width", "hosts", "path")  # what is no configuration
FIRST = "netloom_switch_0"  # of a configuration, this kind is synthesised
SWITCH = "switch"  # in place of a module: of all of them
# Gate equivalents (sim/study/synthesis_programs.h).
FLIP_FLOP = 5
ENABLE = 3  # of a multiplexer, by which a flip-flop of a register is written


def configurations():
    """[(configuration, group)], in which a configuration has name, phit_width, path and text"""
    with open(KINDS, encoding="utf-8") as file:
        groups = yaml.safe_load(file)
    result = []
    for group, list_of in groups.items():
        for each in list_of:
            text = {key: value for key, value in each.items() if key not in KEYS}
            result.append(({"name": each["name"], "phit_width": each["phit_width"], "hosts": each.get("hosts"),
                            "path": each.get("path", False), "text": yaml.safe_dump(text)}, group))
    return result


def cost(build, of, *arguments):
    """What `netloom cost CONFIG --switch` says of the kinds of switches of a configuration."""
    with tempfile.TemporaryDirectory() as folder:
        config = os.path.join(folder, of["name"] + ".yaml")
        with open(config, "w", encoding="utf-8") as file:
            file.write(of["text"])
        result = os.path.join(folder, "result.json")
        if of["hosts"]:
            arguments += ("--hosts", str(of["hosts"]))
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
            rows.append([of["name"], kind["kind"], module["module"], module["instances"], *values, *NO_PATH])
        rows.append([of["name"], kind["kind"], SWITCH, 1, *sums, *NO_PATH])
    return rows


def add_paths(build, of, rows):
    """Into the rows of a configuration."""
    for kind in cost(build, of, "--synth", "--kind", FIRST, "--liberty", LIBRARY):
        path = kind["longest_path"]
        if path is None:
            sys.exit(f"{of['name']}: {kind['no_path']}")
        for row in rows:
            if row[0] == of["name"] and row[1] == kind["kind"] and row[2] == SWITCH:
                apart = path["modules_apart"]
                if apart is None:
                    sys.exit(f"{of['name']}: no path by module")
                row[7:] = [round(path["period_ns"], 3), path["begin"], path["end"], round(apart["period_ns"], 3),
                           " ".join(f"{part['module']}:{part['ns']:.3f}" for part in apart["parts"])]


def read_data():
    if not os.path.exists(DATA):
        return []
    with open(DATA, encoding="utf-8", newline="") as file:
        return [row + [""] * (len(COLUMNS) - len(row)) for row in list(csv.reader(file))[1:]]


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
        if of["path"] and any(row[0] == of["name"] and row[1] == FIRST and row[2] == SWITCH and row[7] == "" for row in rows):
            add_paths(build, of, rows)
            write_data(rows)
            print(of["name"], flush=True)


# ---- The fit.


def solved(matrix, vector):
    """Of linear equations, by elimination; None where there is not one solution."""
    n = len(vector)
    rows = [list(row) + [value] for row, value in zip(matrix, vector)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda j: abs(rows[j][i]))
        if abs(rows[pivot][i]) < 1e-9:
            return None
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for j in range(i + 1, n):
            factor = rows[j][i] / rows[i][i]
            rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i])]
    result = [0.0] * n
    for i in reversed(range(n)):
        result[i] = (rows[i][n] - sum(rows[i][j] * result[j] for j in range(i + 1, n))) / rows[i][i]
    return result


def nonnegative_least_squares(rows, values):
    """Coefficients, none below 0, with the least sum of squares (Lawson and Hanson's active sets)."""
    n = len(rows[0])
    scale = [max(abs(row[i]) for row in rows) or 1.0 for i in range(n)]
    rows = [[row[i] / scale[i] for i in range(n)] for row in rows]
    gram = [[sum(row[i] * row[j] for row in rows) for j in range(n)] for i in range(n)]
    right = [sum(row[i] * value for row, value in zip(rows, values)) for i in range(n)]
    chosen, banned, result = [], set(), [0.0] * n
    while True:
        slopes = {i: right[i] - sum(gram[i][j] * result[j] for j in range(n))
                  for i in range(n) if i not in chosen and i not in banned}
        best = max(slopes, key=slopes.get, default=None)
        if best is None or slopes[best] < 1e-9 * (1 + abs(right[best])):
            return [value / factor for value, factor in zip(result, scale)]
        chosen.append(best)
        while True:
            found = solved([[gram[i][j] for j in chosen] for i in chosen], [right[i] for i in chosen])
            if found is None:  # it says what others say
                chosen.remove(best)
                banned.add(best)
                break
            if min(found) > 0:
                result = [0.0] * n
                for i, value in zip(chosen, found):
                    result[i] = value
                banned.clear()
                break
            step, index = min((result[i] / (result[i] - value), i) for i, value in zip(chosen, found) if value <= 0)
            for i, value in zip(chosen, found):
                result[i] += step * (value - result[i])
            result[index] = 0.0
            chosen.remove(index)
            if index == best:
                banned.add(best)
                break


class Sample:
    """A switch that was synthesised, and what its parts grow with."""

    def __init__(self, of, group, kind, rows):
        estimate = kind["estimate"]
        modules = {row[2]: row for row in rows}
        copies = {module["module"]: module.get("copies", 0) for module in kind["modules"]}
        self.name, self.group, self.kind, self.parameters = of["name"], group, kind["kind"], kind["parameters"]
        self.sizes = estimate["sizes"]
        self.flip_flops = sum(module.get("needed", 0) + module.get("idle", 0) for module in kind["modules"])
        self.memory = sum(module.get("memory_needed", 0) for module in kind["modules"])
        self.parts, self.logic, self.kept = {}, {}, {}
        left = set(modules) - {SWITCH}
        for part in estimate["parts"]:
            found = [modules[name] for name in part["modules"] if name in modules]
            left -= set(part["modules"])
            self.logic[part["part"]] = sum(float(row[6]) - FLIP_FLOP * int(row[4]) - ENABLE * copies.get(row[2], 0)
                                           for row in found)
            self.parts[part["part"]] = part["terms"]
            self.kept[part["part"]] = part["flip_flop_equivalents"]
        if any(float(modules[name][6]) > 0 for name in left):
            sys.exit(f"{self.name}: no part has the modules {', '.join(sorted(left))}")
        self.all = sum(self.logic.values()) + sum(self.kept.values())
        switch = modules[SWITCH]
        self.period = float(switch[7]) if switch[7] else None
        self.begin, self.end = switch[8], switch[9]
        self.apart = float(switch[10]) if switch[10] else None
        self.path_parts = {part.split(":")[0]: float(part.split(":")[1]) for part in switch[11].split()}
        self.path_terms = estimate["period_terms"]

    def routing(self):
        return sum(self.logic[part] + self.kept[part] for part in self.parts if part.startswith("routing")) / self.all


def samples(build):
    rows = read_data()
    result = []
    for of, group in configurations():
        mine = [row for row in rows if row[0] == of["name"]]
        if not mine:
            continue
        for kind in cost(build, of):
            found = [row for row in mine if row[1] == kind["kind"]]
            if found:
                result.append(Sample(of, group, kind, found))
    return result


PATH = "longest path"


class Fit:
    """Coefficients of all parts, and of the longest path."""

    def __init__(self, of):
        self.coefficients = {}
        for part in dict.fromkeys(part for each in of for part in each.parts):
            self.add(part, [(each.parts[part], each.logic[part]) for each in of if each.logic.get(part, 0) > 0])
        self.add(PATH, [(each.path_terms, each.period) for each in of if each.period])

    def add(self, part, points):
        """Relative errors count."""
        if not points:
            return
        names = [name for name in points[0][0] if any(terms[name] > 0 for terms, _ in points)]
        found = nonnegative_least_squares([[terms[name] / value for name in names] for terms, value in points],
                                          [1.0] * len(points))
        self.coefficients[part] = {name: value for name, value in zip(names, found) if value > 0}

    def of(self, part, terms):
        return sum(value * terms[name] for name, value in self.coefficients[part].items())

    def errors(self, of):
        """{part, SWITCH or PATH: percent}; without those that the fit has not."""
        result = {part: 100 * (self.of(part, of.parts[part]) / value - 1)
                  for part, value in of.logic.items() if part in self.coefficients and value > 0}
        if all(part in self.coefficients for part in of.parts):
            result[SWITCH] = 100 * (self.all(of) / of.all - 1)
        if of.period and PATH in self.coefficients:
            result[PATH] = 100 * (self.of(PATH, of.path_terms) / of.period - 1)
        return result

    def all(self, of):
        return sum(self.of(part, terms) + of.kept[part] for part, terms in of.parts.items())


def left_out(fitted):
    """{part, SWITCH or PATH: [percent]}, of each configuration by a fit to all others."""
    result = {}
    for name in dict.fromkeys(each.name for each in fitted):
        fit = Fit([each for each in fitted if each.name != name])
        for each in fitted:
            if each.name == name:
                for part, error in fit.errors(each).items():
                    result.setdefault(part, []).append(error)
    return result


def spread(errors):
    """(median, largest) of what estimates are off by"""
    off = [abs(error) for error in errors]
    return statistics.median(off), max(off)


def table_text(fitted, fit, errors):
    lines = ["// Generated by `docs/tools/switch_synthesis.py fit` from docs/results/rtl_switch_synthesis.csv.",
             'constexpr const char* kFittedLibrary = "osu018";', "constexpr FittedTerm kFittedTerms[] = {"]
    for part, coefficients in fit.coefficients.items():
        lines += [f'    {{"{part}", "{name}", {value:.6g}}},' for name, value in coefficients.items()]
    lines += ["};", "constexpr FittedPart kFittedParts[] = {"]
    for part, found in errors.items():
        median, largest = spread(found)
        lines.append(f'    {{"{part}", {{{median:.2f}, {largest:.2f}, {len(found)}}}}},')
    lines += ["};", "constexpr FittedSize kFittedSizes[] = {"]
    for size in fitted[0].sizes:
        values = [each.sizes[size] for each in fitted]
        lines.append(f'    {{"{size}", {min(values):.0f}, {max(values):.0f}}},')
    return "\n".join(lines + ["};"]) + "\n"


# ---- The page.

CLASSES = {"routing": None, "buffer control": ("input_port", "output_buffer"), "credits": ("output_port",),
           "allocation": ("switch_allocator", "arbiters", "output_selection", "detour"), "crossbar": ("crossbar",),
           "registers": ("register_bank",), "rest": ("netloom_switch",)}


def row_of(cells):
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def synthesis_table(of):
    lines = [row_of(["switch", "ports", "VCs", "phit bits", "hosts", "flip-flops", "memory bits", *CLASSES, "all",
                     "share"]), row_of(["---"] + ["---:"] * (8 + len(CLASSES)))]
    for each in of:
        cells = []
        for parts in CLASSES.values():
            cells.append(sum(each.logic[part] + each.kept[part] for part in each.parts
                             if (part.startswith("routing") if parts is None else part in parts)))
        lines.append(row_of([name_of(each), f"{each.sizes['ports']:.0f}", f"{each.sizes['VCs']:.0f}",
                             f"{each.sizes['phit bits']:.0f}", f"{each.sizes['hosts']:.0f}", each.flip_flops, each.memory,
                             *(f"{cell:.0f}" for cell in cells), f"{each.all:.0f}", f"{100 * each.routing():.1f} %"]))
    return lines


def name_of(each):
    return f"`{each.name}`" + ("" if each.kind == FIRST else ", " + each.kind.rsplit("_", 1)[1])


INSTANCES = {"u_output": "output_port", "u_input": "input_port", "u_allocator": "switch_allocator",
             "u_crossbar": "crossbar", "u_buffer": "output_buffer", "u_registers": "register_bank",
             "u_route": "route_unit"}


def place_of(signal):
    """"credits_q, output_port" of a signal in the hierarchy."""
    names = [name.split("[")[0] for name in signal.split(".")]
    module = next((INSTANCES[name] for name in names if name in INSTANCES), None)
    return f"`{names[-1]}` of `{module}`" if module else f"pin `{names[-1]}`"


def path_table(of):
    lines = [row_of(["switch", "ns", "from", "to"]), "| --- | ---: | --- | --- |"]
    for each in of:
        if each.period:
            lines.append(row_of([name_of(each), f"{each.period:.2f}", place_of(each.begin), place_of(each.end)]))
    return lines


# Of the modules, in the order in which a path goes through them; routing is what is in no other.
PLACES = {"output ports": ("output_port", "output_buffer", "output_queue"),
          "allocator": ("switch_allocator", "allocator_iteration", "misrouting_trigger", "misrouting_restriction",
                        "queue_fill", "detour"),
          "arbiters and selections": ("switch_arbiter", "rr_arbiter", "lrs_arbiter", "cyclic_search", "output_selection"),
          "crossbar": ("crossbar",), "input ports": ("input_port", "routing_queue"), "routing": None,
          "rest": ("netloom_switch", "register_bank")}


def apart_table(of):
    elsewhere = {module for modules in PLACES.values() for module in modules or ()}
    lines = [row_of(["switch", "ns", *PLACES]), "| --- | ---: |" + " ---: |" * len(PLACES)]
    for each in of:
        if each.apart:
            cells = []
            for modules in PLACES.values():
                ns = sum(ns for module, ns in each.path_parts.items()
                         if (module not in elsewhere if modules is None else module in modules))
                cells.append(f"{ns:.2f}")
            lines.append(row_of([name_of(each), f"{each.apart:.2f}", *cells]))
    return lines


def percent(errors):
    median, largest = spread(errors)
    return f"{median:.1f} %, {largest:.1f} %, {len(errors)}"


def fit_table(fit, errors, held_out):
    lines = [row_of(["part", "logic, in gate equivalents", "left out: median, largest, switches",
                     "held out: median, largest, switches"]), "| --- | --- | --- | --- |"]
    for part, coefficients in fit.coefficients.items():
        formula = " + ".join(f"{value:.3g} · {name}" for name, value in coefficients.items())
        lines.append(row_of([part, formula + (" ns" if part == PATH else ""),
                             percent(errors[part]) if part in errors else "-",
                             percent(held_out[part]) if part in held_out else "-"]))
    lines.append(row_of(["all gate equivalents", "", percent(errors[SWITCH]),
                         percent(held_out[SWITCH]) if SWITCH in held_out else "-"]))
    return lines


def held_out_table(of, fit):
    lines = [row_of(["switch", "gate equivalents", "estimate", "error", "routing", "estimate", "path, ns", "estimate"]),
             "| --- |" + " ---: |" * 7]
    for each in of:
        if any(part not in fit.coefficients for part in each.parts):
            continue  # a part of it is in no switch of the fit
        estimate = fit.all(each)
        routing = sum(fit.of(part, terms) + each.kept[part] for part, terms in each.parts.items()
                      if part.startswith("routing"))
        lines.append(row_of([name_of(each), f"{each.all:.0f}", f"{estimate:.0f}", f"{100 * (estimate / each.all - 1):+.1f} %",
                             f"{100 * each.routing():.1f} %", f"{100 * routing / estimate:.1f} %",
                             *([f"{each.period:.2f}", f"{fit.of(PATH, each.path_terms):.2f}"]
                               if each.period and PATH in fit.coefficients else ["-", "-"])]))
    return lines


def written(what):
    return [f"Written by `docs/tools/switch_synthesis.py fit build/release` on {datetime.date.today()}, from {what}.", ""]


def synthesis_page(known):
    return [
        "# Whole switches, synthesised", "",
        *written("[what synthesis found](rtl_switch_synthesis.csv): `docs/tools/switch_synthesis.py synthesise "
                 "build/release`, and then `paths`"),
        "[Switches in RTL](../rtl_switch.md) of the configurations of `testbench/synthesis/kinds.yaml`, by "
        "[`netloom cost --switch --synth`](../guides/synthesis.md#synthesis-of-a-whole-switch). Gate equivalents are those "
        "of static CMOS, without memories; copies of a register count once, with the multiplexers that write it.", "",
        "## Gate equivalents", "",
        "By what they are for. The flip-flops are those that are declared, and synthesis found the same in each module: "
        "otherwise no row would be here. *VCs* are rounded up to a power of two. *Buffer control* is input ports and output "
        "buffers, *allocation* the allocator with its arbiters, selections and detours, *registers* the decoder and the readout of "
        "the register bank, *rest* what joins the modules; *share* is that of routing, its registers included.", "",
        *synthesis_table(known)]


def paths_page(known):
    return [
        "# Longest paths of whole switches", "",
        *written("[what synthesis found](rtl_switch_synthesis.csv): `docs/tools/switch_synthesis.py paths build/release`"),
        "Of [switches](rtl_switch_synthesis.md) with the cells of osu018 (180 nm), by OpenSTA: the shortest period of the "
        "clock. Wires have no length, and memories are flip-flops.", "",
        *path_table(known), "",
        "## By module", "",
        "The same for switches in which no module is merged with the one around it: the shortest period, which is longer then, "
        "and how many ns of the path are in which modules.", "",
        *apart_table(known)]


def estimates_page(fitted, others, fit, errors, held_out):
    ranges, features, missing = [], [], []
    for size in fitted[0].sizes:
        values = [each.sizes[size] for each in fitted]
        if max(values) > 1:
            ranges.append(f"{size} {min(values):.0f} to {max(values):.0f}")
        else:  # a switch has it or not
            (features if max(values) == 1 else missing).append(size)
    return [
        "# Estimates of switches", "",
        *written("[what synthesis found](rtl_switch_synthesis.md)"),
        "`netloom cost CONFIG --switch` [estimates](../guides/cost.md#gates-and-clock-estimated) the logic of each part of a "
        "switch, and the period of the clock, by these sums. The coefficients are fitted by least squares of relative "
        "errors, and none is below 0. Flip-flops need no estimate. The products are sums over the instances of a part "
        "(`sim/study/switch_terms.cpp`).", "",
        f"The fit has {len(fitted)} switches of {len({each.name for each in fitted})} configurations: {', '.join(ranges)}.",
        *([f"Some of them have {' or '.join(features)}."] if features else []),
        *([f"None has {' or '.join(missing)}."] if missing else []),
        f"For the longest path it has {sum(1 for each in fitted if each.period)}.", "",
        "- *Left out*: each configuration of the fit in turn is estimated by a fit to the others.",
        "- *Held out*: switches of which nothing is in the fit.", "",
        "The command prints, of all gate equivalents and of the longest path, the errors of what was left out, and those held "
        "out are tested against them; of a part those of both together.", "",
        "Errors are in percent of what synthesis finds: the median, the largest, and of how many switches.", "",
        *fit_table(fit, errors, held_out), "",
        "## Held out", "",
        "All gate equivalents, the share of routing, and the longest path.", "",
        *held_out_table(others, fit)]


def write_page(path, lines):
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def fit_all(build, _):
    known = samples(build)
    fitted = [each for each in known if each.group == "fit"]
    others = [each for each in known if each.group != "fit"]
    fit = Fit(fitted)
    errors = left_out(fitted)
    held_out = {}
    for each in others:
        for part, error in fit.errors(each).items():
            held_out.setdefault(part, []).append(error)
    with open(TABLE, "w", encoding="utf-8") as file:
        file.write(table_text(fitted, fit, {
            part: found + ([] if part in (SWITCH, PATH) else held_out.get(part, [])) for part, found in errors.items()}))
    write_page(PAGE, synthesis_page(fitted + others))
    write_page(PATHS, paths_page(fitted + others))
    write_page(ESTIMATES, estimates_page(fitted, others, fit, errors, held_out))


def main():
    commands = {"synthesise": synthesise, "paths": find_paths, "fit": fit_all}
    if {"-h", "--help"} & set(sys.argv[1:]):
        print(__doc__)
        return
    if len(sys.argv) < 3 or sys.argv[1] not in commands:
        sys.exit(__doc__)
    commands[sys.argv[1]](sys.argv[2], sys.argv[3:])


if __name__ == "__main__":
    main()
