#!/usr/bin/env python3
"""Puts mistakes into the switch in RTL, one at a time (mutants.yaml), and runs it with its monitor, which has
to name each.

Usage: mutants.py --rtl FOLDER [--runtime ARCHIVE] [--check] [--only TEXT] [--jobs N]

  --rtl FOLDER       rtl/
  --runtime ARCHIVE  Verilator's runtime, compiled; default: it is compiled
  --check            only checks that what mutants.yaml changes occurs in the sources, once
  --only TEXT        mistakes with this in their file or description
  --jobs N           mistakes at a time (default: one per processor)

Exit status 0: all mistakes are named.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import yaml

HERE = pathlib.Path(__file__).resolve().parent
# Of the bench, where a kind does not say them.
DEFAULTS = {"VcShift": 0, "MostVcs": 1, "LargestPacket": 4, "LargestFlit": 4, "InPhits": 8, "OutPhits": 8,
            "OneSize": 0, "Full": 0, "Failing": 0}


def run(command, **options):
    return subprocess.run([str(each) for each in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", check=False, **options)


def verilator_include():
    root = os.environ.get("VERILATOR_ROOT") or run(["verilator", "--getenv", "VERILATOR_ROOT"]).stdout.strip()
    return pathlib.Path(root) / "include"


def said_of(mutant, kind, options):
    """Exit status and output of a switch with the mistake."""
    rtl = options.rtl
    include = verilator_include()
    with tempfile.TemporaryDirectory(prefix="netloom-mutant-") as folder:
        here = pathlib.Path(folder)
        text = (rtl / "switch" / mutant["file"]).read_text(encoding="utf-8")
        (here / mutant["file"]).write_text(text.replace(mutant["old"], mutant["new"]), encoding="utf-8")
        made = run(["verilator", "--cc", "--assert", "-DNETLOOM_MONITOR_REPORT", "-Wno-fatal", "--x-assign", "unique",
                    "--x-initial", "unique", "--prefix", "Vmutant", "--top-module", "monitor_bench", "--Mdir", here,
                    f"-I{rtl}", f"-I{rtl}/monitor", "-y", here, "-y", rtl, "-y", rtl / "switch", "-y", rtl / "monitor",
                    *[f"-G{name}={value}" for name, value in kind.items()],
                    *sorted((rtl / "generated").glob("*.sv")), HERE / "monitor_bench.sv"])
        if made.returncode != 0:
            return made.returncode, made.stdout
        sources = sorted(here.glob("*.cpp")) + [HERE / "mutant_main.cpp"]
        libraries = [options.runtime]
        if not options.runtime:
            sources += [include / "verilated.cpp", include / "verilated_threads.cpp"]
            libraries = []
        (here / "all.cpp").write_text("".join(f'#include "{each}"\n' for each in sources), encoding="utf-8")
        made = run([os.environ.get("CXX", "c++"), "-std=c++17", "-O0", "-w", f"-I{HERE.parent.parent}", f"-I{here}",
                    "-isystem", include, "-isystem", include / "vltstd", here / "all.cpp", *libraries, "-pthread",
                    "-o", here / "mutant"])
        if made.returncode != 0:
            return made.returncode, made.stdout
        values = {**DEFAULTS, **kind}
        done = run([here / "mutant", *[values[name] for name in DEFAULTS]])
        return done.returncode, done.stdout


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--rtl", required=True, type=pathlib.Path)
    parser.add_argument("--runtime", type=pathlib.Path)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    content = yaml.safe_load((HERE / "mutants.yaml").read_text(encoding="utf-8"))
    mutants = content["mutants"]
    wrong = 0
    for mutant in mutants:
        count = (options.rtl / "switch" / mutant["file"]).read_text(encoding="utf-8").count(mutant["old"])
        if count != 1:
            print(f"{mutant['file']}: {mutant['old']!r} occurs {count} times; allowed: once", file=sys.stderr)
            wrong += 1
    if wrong or options.check:
        return 1 if wrong else 0
    mutants = [each for each in mutants if options.only in each["file"] + " " + each["what"]]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        runs = pool.map(lambda each: said_of(each, content["kinds"][each["kind"]], options), mutants)
        for mutant, (status, said) in zip(mutants, runs):
            named = status == 0 and re.search(mutant["says"], said)
            wrong += not named
            print(f"{'named    ' if named else 'NOT NAMED'} {mutant['file']}: {mutant['what']}: {said.strip()}"
                  + ("" if named else f" (exit status {status})"), flush=True)
    print(f"{len(mutants) - wrong} of {len(mutants)} mistakes named")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
