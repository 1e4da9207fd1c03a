#!/usr/bin/env python3
"""Synthesises the switch of a network in RTL, and runs the network with the gates in lockstep with the model.

Usage: gates.py --netloom PROGRAM CONFIGURATION [--cycles N] [--mistake]

  CONFIGURATION  of a network whose switches are all of one kind, and which runs for N cycles or more
  --cycles N     that have to be compared (default: 10000)
  --mistake      one gate is another: that has to show as a difference

The gates are two-input gates, multiplexers and flip-flops, as Yosys maps them without a library, all memories among
them. Exit status: 0 as it has to be, 1 not so, 77 Yosys is missing.
"""

import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

GATE = re.compile(r"^  assign (\S+ = .*) & (.*);$", re.MULTILINE)


def fail(what, output=""):
    sys.exit(f"gates: {what}\n{output}")


def run(command):
    done = subprocess.run([str(each) for each in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    return done.returncode, done.stdout


def synthesise(network, gates):
    """Writes the switch of a network as gates, in a module netloom_gates; how many cells it has, by type."""
    sources = [line for line in (network / "files.f").read_text(encoding="utf-8").splitlines()
               if not line.startswith("+") and not line.endswith("netloom_network.sv")]
    kinds = [source for source in sources if re.search(r"/netloom_switch_\d+\.sv$", source)]
    if len(kinds) != 1:
        fail(f"the network has {len(kinds)} kinds of switches; allowed: one")
    kind = pathlib.Path(kinds[0]).stem
    read = f"read_verilog -sv -defer -I{network}/rtl " + " ".join(str(network / source) for source in sources)
    # The pins for who looks are those of the switch; the kind around it has but one of them.
    _, output = run(["yosys", "-p", f"{read}; hierarchy -check -top {kind}; ls"])
    names = re.findall(r"^  ([$]paramod\S*[\\]netloom_switch)$", output, re.MULTILINE)
    if len(names) != 1:
        fail("Yosys finds no switch", output[-3000:])
    commands = [
        read,
        f"hierarchy -check -top {kind}",
        f"hierarchy -top {names[0]}",
        "synth -flatten -run begin:fine",
        "memory_map",
        "synth -run fine:check",
        "dfflegalize -cell $_DFF_P_ x -cell $_DFF_PN0_ x -cell $_DFF_PN1_ x",
        "abc -g gates",
        "opt_clean -purge",
        f"rename {names[0]} netloom_gates",
        "tee -o " + str(gates.with_suffix(".stat")) + " stat",
        f"write_verilog -noattr {gates}",
    ]
    status, output = run(["yosys", "-p", "; ".join(commands)])
    if status != 0:
        fail("Yosys", output[-3000:])
    cells = re.findall(r"^ +[$]_(\w+)_ +(\d+)$", gates.with_suffix(".stat").read_text(encoding="utf-8"), re.MULTILINE)
    return {name: int(count) for name, count in cells}


def wrapper(head):
    """A module with the parameters and pins of netloom_switch, in which there is nothing but the gates."""
    end = re.search(r"^\);$", head, re.MULTILINE).end()
    begin = head.index("module netloom_switch")
    text = head[begin:end].replace("module netloom_switch", "module gates_switch", 1)
    return f"/* verilator lint_off UNUSEDPARAM */\n{text}\n\n  netloom_gates u_gates (.*);\n\nendmodule\n"


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--netloom", required=True, type=pathlib.Path)
    parser.add_argument("--cycles", type=int, default=10000)
    parser.add_argument("--mistake", action="store_true")
    parser.add_argument("configuration", type=pathlib.Path)
    options = parser.parse_args()
    if shutil.which("yosys") is None:
        print("gates: Yosys is missing", file=sys.stderr)
        sys.exit(77)

    with tempfile.TemporaryDirectory(prefix="netloom-gates-") as folder:
        here = pathlib.Path(folder)
        status, output = run([options.netloom, "rtl", options.configuration, "-o", here / "network"])
        if status != 0:
            fail("netloom rtl", output)
        gates = here / "netloom_gates.v"
        cells = synthesise(here / "network", gates)
        head = (here / "network/rtl/netloom_switch.sv").read_text(encoding="utf-8")
        (here / "gates_switch.sv").write_text(wrapper(head), encoding="utf-8")
        if options.mistake:
            text = gates.read_text(encoding="utf-8")
            places = list(GATE.finditer(text))
            place = places[len(places) // 2]
            gates.write_text(text[:place.start()] + f"  assign {place[1]} | {place[2]};" + text[place.end():],
                             encoding="utf-8")
        result = here / "result.json"
        status, output = run([options.netloom, "run", options.configuration, "--json", result, "--set",
                              f"rtl={{switch: {here}/gates_switch.sv, mode: lockstep}}"])
        if not result.exists():
            fail(f"netloom run ends with {status}, without a result", output[-3000:])
        (point,) = json.loads(result.read_text(encoding="utf-8"))["points"]
        cost = point["performance"]
        difference = (point["failure"] or {}).get("message", "")
        if options.mistake:
            if status != 1 or "first difference in cycle" not in difference:
                fail(f"a gate that is another is not noticed (exit status {status})", output)
            return
        # At least a pin of each of the four switches in each cycle.
        if status != 0 or difference or cost["cycles"] < options.cycles or cost["values_compared"] < 4 * cost["cycles"]:
            fail(f"exit status {status}, {cost}", output)
        print(f"{sum(cells.values())} gates, of which {sum(n for name, n in cells.items() if 'DFF' in name)} are "
              f"flip-flops; {cost['cycles']} cycles, {cost['values_compared']} values, no difference")


if __name__ == "__main__":
    main()
