"""What scripts share that try out a list of mistakes, one at a time: arguments, results in a file, limits."""

import argparse
import json
import os
import resource


def arguments_of(doc):
    """--check, --only, --jobs, --results and --document, as the script's `doc` explains them."""
    parser = argparse.ArgumentParser(usage=doc.split("\n\n", 2)[1].removeprefix("Usage: "))
    parser.format_help = lambda: doc
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--results")
    parser.add_argument("--document")
    return parser.parse_args()


def read_results(path):
    """What write_results() wrote; nothing if there is no path or no such file."""
    if not path or not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def write_results(path, results):
    """If there is a path."""
    if path:
        with open(path, "w", encoding="utf-8") as file:
            json.dump(results, file, indent=1)


def limits(seconds):
    """Of a process that is begun, for subprocess's preexec_fn: so many seconds of the processor, and no core file."""
    def set_limits():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    return set_limits
