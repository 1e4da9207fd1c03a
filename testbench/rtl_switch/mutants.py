#!/usr/bin/env python3
"""Puts mistakes into the switch in RTL, one at a time (mutants.yaml), and runs it beside the structural
model: each has to be found, with the cycle, the switch, the port and the signal.

Usage: mutants.py --netloom PROGRAM --rtl FOLDER [--check] [--events] [--only TEXT] [--jobs N] [--results FOLDER]
                  [--document FILE]

  --netloom PROGRAM  the program
  --rtl FOLDER       rtl/
  --check            only checks that what mutants.yaml changes occurs in the sources, once
  --events           compares events at ports (netloom lockstep), in place of pins and registers
                     (rtl.mode: lockstep)
  --only TEXT        mistakes with this in their file, description or network
  --jobs N           mistakes at a time (default: one per processor)
  --results FOLDER   keeps there what each mistake that is found has led to, and does not run it again as long as it,
                     its network and rtl/switch/ are as they were
  --document FILE    writes the page of results, and beside it, as .csv, what each report says

Without a mistake the networks have to be the same. Exit status 0: all mistakes are found.
"""

import argparse
import concurrent.futures
import csv
import datetime
import hashlib
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import yaml

LIST = pathlib.Path(__file__).with_name("mutants.yaml")
SECONDS = 300
# What a report has to say of pins and registers: which differs, or which access goes wrong.
PLACE = r"first difference in cycle (?P<cycle>\d+) at (?P<place>(?P<switch>\w+)(?P<port>\.p\d+(?:\.vc\d+)?)?): "
DIFFERENCES = [re.compile(PLACE + r"(?P<signal>[\w.]+): model (?P<model>[^\n]+), RTL (?P<rtl>[^\n]+)"),
               re.compile(PLACE + r"(?P<signal>(?:the register \w+|the write of \w+ to the register \w+|"
                                  r"table_rdata_o) at \w+ (?:reads|ends with)[^\n]+)")]
# Those that no port has: registers of the whole switch, and accesses.
WITHOUT_PORT = re.compile(r"(?:SWITCH_ID|NODE_ID|CYCLIC_PORT|MISROUTE_(?:ENABLE|THRESHOLD|FACTOR|OFFSET)|LFT_\d+)"
                          r"(?:_word_\d+)?|(?:the|table_rdata_o) .*")
# What it has to say of events: where two views differ, or what RTL does that no switch may.
EVENTS = [re.compile(r"first difference in cycle (?P<cycle>\d+) at (?P<place>[^\n:]+):(?P<signal>[^\n]*)"),
          re.compile(r"cycle (?P<cycle>\d+)[^\n]*switch (?P<place>\S+): RTL: [^\n]*"),
          re.compile(r"switch (?P<place>\S+)[^\n]*cycle (?P<cycle>\d+)[^\n]*RTL: [^\n]*")]


def report(said, events):
    """What is reported, if it says all that it has to; else none."""
    for pattern in EVENTS if events else DIFFERENCES:
        found = pattern.search(said)
        if found and (events or (found["port"] is None) == bool(WITHOUT_PORT.fullmatch(found["signal"]))):
            return found
    return None


def read_list():
    with open(LIST, encoding="utf-8") as file:
        content = yaml.safe_load(file)
    return content["networks"], content["mutants"]


def problems(networks, mutants, rtl):
    for mutant in mutants:
        place = f"{mutant['file']}: {mutant['what']}"
        count = (rtl / "switch" / mutant["file"]).read_text(encoding="utf-8").count(mutant["old"])
        if count != 1:
            yield f"{place}: {mutant['old']!r} occurs {count} times; allowed: once"
        if mutant["network"] not in networks:
            yield f"{place}: there is no network {mutant['network']}"


class Runs:
    def __init__(self, options, networks):
        self.options = options
        self.networks = networks
        self.sources = [file.read_text(encoding="utf-8") for file in sorted((options.rtl / "switch").glob("*.sv"))]

    def kept(self, mutant):
        """Where what it has led to is kept; none: nowhere."""
        if not self.options.results:
            return None
        known = [mutant, self.networks[mutant["network"]], self.options.events, self.sources]
        name = hashlib.sha256(json.dumps(known, sort_keys=True).encode()).hexdigest()[:16]
        return self.options.results / f"{name}.txt"

    def compare(self, network, mutant=None, views=None):
        """Exit status and output of the program that compares."""
        with tempfile.TemporaryDirectory(prefix="netloom-mutant-") as folder:
            here = pathlib.Path(folder)
            config = dict(self.networks[network])
            environment = {"CXXFLAGS": "-O0", **os.environ}
            if mutant:
                top = "netloom_switch.sv"
                source = self.options.rtl / "switch"
                (here / top).write_text((source / top).read_text(encoding="utf-8"), encoding="utf-8")
                changed = (source / mutant["file"]).read_text(encoding="utf-8")
                (here / mutant["file"]).write_text(changed.replace(mutant["old"], mutant["new"]),
                                                   encoding="utf-8")
                config["rtl"] = {"switch": list(dict.fromkeys([top, mutant["file"]]))}
                environment["XDG_CACHE_HOME"] = folder  # it is of no use to another
            command = ["lockstep", here / "network.yaml", "--views", "structural,rtl"]
            if not self.options.events:
                command = ["run", here / "network.yaml"]
                config["rtl"] = {**config.get("rtl", {}), "mode": "lockstep"}
                config["views"] = views or {"default": "rtl"}
            (here / "network.yaml").write_text(yaml.safe_dump(config), encoding="utf-8")
            try:
                done = subprocess.run(
                    [self.options.netloom, *command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT, text=True, errors="replace", env=environment, timeout=SECONDS,
                    check=False)
            except subprocess.TimeoutExpired as late:
                return None, (late.stdout or b"").decode(errors="replace")
            return done.returncode, done.stdout.replace(str(here) + "/", "")

    def of(self, mutant):
        kept = self.kept(mutant)
        if kept and kept.exists():
            said = kept.read_text(encoding="utf-8")
            return mutant, 1, said, report(said, self.options.events)
        mutant, status, said, found = self.compare_to_model(mutant)
        if kept and status == 1 and found:
            kept.write_text(found[0], encoding="utf-8")
        return mutant, status, said, found

    def compare_to_model(self, mutant):
        # One kind of switch takes least time to compile, and most mistakes are in each.
        views = [None] if self.options.events else [{"default": "fast", "s0": "rtl"}, None]
        for some in views:
            status, said = self.compare(mutant["network"], mutant, some)
            found = report(said, self.options.events)
            if found:
                break
        return mutant, status, said, found


NAMED = ("Every report of a pin or a register has to name the cycle, the switch and the signal, and the port, too. No port have registers of "
         "the whole switch (`SWITCH_ID`, `NODE_ID`, `CYCLIC_PORT`, `MISROUTE_*`), and accesses that go wrong: a register "
         "or a word of the table that does not read back as it was written, or a write that ends with `pslverr_o`.")


def document(runs, rows, mutants, networks, table_name):
    how = ("by the first event that one of them has and the other has not, or because the switch does what none may"
           if runs.options.events else
           "by the first pin or register that differs, or because an access to its registers goes wrong")
    lines = ["# Mistakes in the switch in RTL", "",
             f"Written by `testbench/rtl_switch/mutants.py` on {datetime.date.today()}.", "",
             f"Each is put into [the switch in RTL](../rtl_switch.md) alone, which then runs beside the structural "
             f"view in one of {len(networks)} small networks. {len(rows)} of {len(mutants)} are found: {how}.", "",
             *([] if runs.options.events else [NAMED, ""]),
             f"[What each report says]({table_name}). By file:", "",
             "| file | mistakes | what differs first |", "| --- | ---: | --- |"]
    for file in dict.fromkeys(mutant["file"] for mutant, _ in rows):
        found = [each for mutant, each in rows if mutant["file"] == file]
        seen = sorted({signal_of(each) for each in found})
        lines.append(f"| `{file}` | {len(found)} | {', '.join(seen)} |")
    return "\n".join(lines) + "\n"


def signal_of(found):
    """The pin or register of a report; else what else it is about."""
    signal = found.groupdict().get("signal", "").strip()
    if not signal:
        return "an event"
    return f"`{signal}`" if found.groupdict().get("model") else "an access"


def table(rows):
    """What each report says."""
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow(["file", "mistake", "cycle", "where", "signal", "model", "rtl"])
    for mutant, found in rows:
        part = {**dict.fromkeys(["signal", "model", "rtl"], ""), **found.groupdict()}
        out.writerow([mutant["file"], mutant["what"], part["cycle"], part["place"].strip(),
                      part["signal"].strip(), part["model"], part["rtl"]])
    return text.getvalue()


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--netloom", type=pathlib.Path)
    parser.add_argument("--rtl", required=True, type=pathlib.Path)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--events", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--results", type=pathlib.Path)
    parser.add_argument("--document", type=pathlib.Path)
    options = parser.parse_args()
    networks, mutants = read_list()
    wrong = list(problems(networks, mutants, options.rtl))
    for each in wrong:
        print(each, file=sys.stderr)
    if wrong or options.check:
        return 1 if wrong else 0
    if options.results:
        options.results.mkdir(parents=True, exist_ok=True)
    runs = Runs(options, networks)
    mutants = [each for each in mutants if options.only in f"{each['file']} {each['what']} {each['network']}"]
    used = [name for name in networks if any(each["network"] == name for each in mutants)]
    missed = 0
    rows = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for name, (status, said) in zip(used, pool.map(runs.compare, used)):
            if status != 0:
                print(f"{name}, without a mistake, differs:\n{said}", file=sys.stderr)
                missed += 1
        for mutant, status, said, found in pool.map(runs.of, mutants):
            text = f"{mutant['file']}: {mutant['what']}"
            if status == 1 and found:
                print(f"found     {text}: {found[0]}", flush=True)
                rows.append((mutant, found))
            else:
                missed += 1
                print(f"NOT FOUND {text} (exit status {status}):\n{said}", flush=True)
    print(f"{len(rows)} of {len(mutants)} mistakes found")
    if options.document:
        table_file = options.document.with_suffix(".csv")
        table_file.write_text(table(rows), encoding="utf-8")
        options.document.write_text(document(runs, rows, mutants, networks, table_file.name), encoding="utf-8")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
