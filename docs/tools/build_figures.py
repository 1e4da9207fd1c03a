#!/usr/bin/env python3
"""Builds a copy of the committed sources from nothing, then again after single changes, and writes
docs/results/build.md. Takes half an hour of two cores.

Usage: docs/tools/build_figures.py
"""

import datetime
import os
import resource
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = os.path.join(ROOT, "docs", "results", "build.md")
ROUTING_FUNCTION = "routing/function/dragonfly/min.cpp"
CONFIG_PAGE = "sim/config/switch_section.cpp"


class Copy:
    """A clone of the sources, in a folder that goes with it, without what a compiler cache keeps."""

    def __init__(self, folder):
        self.root = os.path.join(folder, "netloom")
        self.build = os.path.join(self.root, "build", "release")
        self.environment = dict(os.environ, CCACHE_DISABLE="1", CMAKE_GENERATOR="Ninja")
        subprocess.run(["git", "clone", "--quiet", ROOT, self.root], check=True)

    def timed(self, *command):
        """(seconds, seconds of processor time, of all processes that it starts)"""
        before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        subprocess.run(command, cwd=self.root, env=self.environment, check=True, stdin=subprocess.DEVNULL,
                       stdout=sys.stderr)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return (time.monotonic() - begin,
                after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)

    def changed(self, file):
        """The same for a program after a change of this file."""
        with open(os.path.join(self.root, file), "a", encoding="utf-8") as opened:
            opened.write("\n// Changed.\n")
        return self.timed("cmake", "--build", self.build, "--target", "netloom")

    def longest_steps(self, count):
        """(seconds, what) of the steps of the last build that took longest, beside others"""
        with open(os.path.join(self.build, ".ninja_log"), encoding="utf-8") as log:
            steps = {}
            for begin, end, _, output, _ in (line.split("\t") for line in log if not line.startswith("#")):
                target = output.partition("CMakeFiles/")[2].partition(".dir/")[0]
                name = os.path.basename(output).removesuffix(".o")
                steps[output] = ((int(end) - int(begin)) / 1000, f"{target}: {name}" if target else name)
        return sorted(steps.values(), reverse=True)[:count]


def row(what, seconds):
    return f"| {what} | {seconds[0]:.0f} | {seconds[1]:.0f} |"


def main():
    if len(sys.argv) != 1:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(folder)
        demo = copy.timed("scripts/demo")
        demo_steps = copy.longest_steps(5)
        function = copy.changed(ROUTING_FUNCTION)
        config = copy.changed(CONFIG_PAGE)
        block = copy.timed(os.path.join(copy.build, "netloom"), "rtl", "build", "rtl/ir_port.sv", "--as", "interval",
                           "-o", os.path.join(folder, "block.so"))
        subprocess.run(["git", "checkout", "--quiet", "."], cwd=copy.root, check=True)
        copy.timed("cmake", "--preset", "release", "-DBUILD_TESTING=ON")
        rest = copy.timed("cmake", "--build", copy.build)
        rest_steps = copy.longest_steps(5)
    page = ["# Building, measured", "",
            f"Written by `docs/tools/build_figures.py` on {datetime.date.today()}, on {os.cpu_count()} cores, without "
            "a compiler cache. Processor seconds are those of all cores together.", "",
            "| what | seconds | processor seconds |", "| --- | ---: | ---: |",
            row("`scripts/demo` of a fresh clone: the program, one RTL block, and a sweep", demo),
            row(f"the program again after a change of a routing function (`{ROUTING_FUNCTION}`)", function),
            row(f"the program again after a change of a section of the configuration (`{CONFIG_PAGE}`)", config),
            row("a user's RTL block (`netloom rtl build rtl/ir_port.sv --as interval`)", block),
            row("everything else with the tests, after the demo", rest), "",
            "The steps that take longest, in seconds beside what else is compiled at the same time (`unity_...` is up "
            "to eight files of a folder, which are compiled together):", "",
            "| of the demo | seconds | of everything | seconds |", "| --- | ---: | --- | ---: |"]
    for (seconds, what), (seconds_of_all, what_of_all) in zip(demo_steps, rest_steps):
        page.append(f"| `{what}` | {seconds:.0f} | `{what_of_all}` | {seconds_of_all:.0f} |")
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write("\n".join(page) + "\n")


if __name__ == "__main__":
    main()
