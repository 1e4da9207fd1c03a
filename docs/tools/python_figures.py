#!/usr/bin/env python3
"""Measures how slow functions in Python are: the table in docs/guides/python.md.

Usage: PYTHONPATH=BUILD_FOLDER/python docs/tools/python_figures.py

Prints a row for each, with processor time by that of what is built in, the least of three runs of
each. The routing function is that of the page.
"""

import os
import re

import netloom

PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "guides", "python.md")
WARMUP = 1000
MEASURED = (1000, 20000, 100000)
TORUS = netloom.Config({
    "network": {"topology": "torus", "k": [8, 8]},
    "routing": {"function": "dor", "rings": "dateline",
                "vcs": {"policy": "free", "count": {"torus": 2}}},
    "switch": {"input_buffer": 16},
    "traffic": {"pattern": "uniform", "load": 0.3, "packet_phits": 4},
    "simulation": {"warmup": WARMUP},
})


def routing_function():
    """The class of the page."""
    with open(PAGE, encoding="utf-8") as file:
        code = re.search(r'^@netloom\.register\("torus_dateline"\)\n.*?\n\n\n', file.read(),
                         re.DOTALL | re.MULTILINE)[0]
    names = {"netloom": netloom}
    exec(code, names)
    return names["TorusDateline"]


class Counting(routing_function()):
    """The same, and it counts hops in the header."""

    def next_state(self, switch, packet, port, vc):
        return packet.state + 1


@netloom.register("anyone")
class Anyone(netloom.TrafficPattern):
    """Uniform, as the built-in one draws it."""

    def destination(self, source, random):
        drawn = random.below(len(self.netlist.hosts) - 1)
        return drawn + (drawn >= source)


def seconds(config):
    """Of the quickest of three runs, and the latency of all of them."""
    runs = [config.run(progress=False) for _ in range(3)]
    return min(run["performance.processor_s"] for run in runs), runs[0].latency


def main():
    netloom.register("counting")(Counting)
    rows = {
        "`route()` as above": {"routing": {"function": "torus_dateline"}},
        "a pattern that draws each destination": {"traffic.pattern": "anyone"},
        "`route()` and `next_state()`, which is asked for each hop": {
            "routing": {"function": "counting"}},
    }
    configs = [TORUS.replace("simulation.measure", measured) for measured in MEASURED]
    built_in = [seconds(config) for config in configs]
    print("| in Python | " + " | ".join(f"{WARMUP + each:,} cycles" for each in MEASURED) + " |")
    print("| --- |" + " --- |" * len(MEASURED))
    for name, keys in rows.items():
        cells = []
        for config, (least, latency) in zip(configs, built_in):
            own, own_latency = seconds(config.replace(keys))
            if own_latency != latency:
                raise SystemExit(f"{name}: latency {own_latency} instead of {latency}")
            cells.append(f"{own / least:.1f}")
        print(f"| {name} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
