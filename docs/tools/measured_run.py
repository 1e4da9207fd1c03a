"""Runs of a network, with what they cost: for the pages of docs/results/."""

import json
import os
import resource
import subprocess
import tempfile


def window(cycles, warmup):
    """Text of a configuration: so many cycles are run, of which the first are not measured."""
    return f"simulation: {{warmup: {warmup}, measure: {cycles - warmup}}}\n"


def run(netloom, text):
    """(points, seconds of processor time of the whole program)"""
    with tempfile.TemporaryDirectory() as folder:
        config = os.path.join(folder, "network.yaml")
        with open(config, "w", encoding="utf-8") as file:
            file.write(text)
        results = os.path.join(folder, "results.json")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([netloom, "run", config, "--json", results], check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        with open(results, encoding="utf-8") as file:
            points = json.load(file)["points"]
        return points, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def in_view(text, view, cycles):
    """The network of this text with all switches in one view, half of whose cycles are measured."""
    return f"{text}{window(cycles, cycles // 2)}views: {{default: {view}}}\n"


def fastest(netloom, text, runs):
    """The one of so many runs that took the least: others share caches and cores with what else runs."""
    return min((run(netloom, text) for _ in range(runs)), key=lambda each: each[1])
