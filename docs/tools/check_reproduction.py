#!/usr/bin/env python3
"""check_reproduction.py NETLOOM ROOT points|pages|all: whether docs/results/reproduction/ is what
the points beside it give. points: some of them, drawn at random by the day, are simulated again.
pages: the pages of experiments that are soon read are made again from the points and compared, but
for the pictures and what says when they were made; all: of all experiments."""

import datetime
import json
import pathlib
import re
import subprocess
import sys
import tempfile

POINTS = 8
MOST_SECONDS = 4  # that a point took
# Whose configurations are read in seconds: a tree, a dragonfly, a torus, and what is computed.
SOON_READ = ["fig-4.17", "fig-4.23", "fig-5.5", "table-3.3", "table-5.2", "table-5.3", "olm-fig-5", "iodet-fig-1a"]


def simulated_again(netloom, root):
    draw = datetime.date.today().strftime("%Y%m%d")
    command = [netloom, "repro", "--verify", str(POINTS), "--most-seconds", str(MOST_SECONDS), "--draw", draw]
    return subprocess.run(command, cwd=root).returncode


def without_provenance(path):
    text = path.read_text()
    if path.name.endswith(".summary.json"):
        values = json.loads(text)
        return {key: value for key, value in values.items() if key not in ("date", "version", "options", "argument")}
    text = re.sub(r"\n!\[.*\n", "", text)  # the picture
    return re.sub(r"\nWritten by .*", "", text)


def made_again(netloom, root, ids):
    kept = root / "docs/results/reproduction"
    with tempfile.TemporaryDirectory() as folder:
        made = pathlib.Path(folder) / "made"
        command = [netloom, "repro", *ids, "--scale", "paper", "--only-known", "--with-quick", "--any-build",
                   "--no-pictures", "--db", kept / "points.sqlite.gz", "--out", folder, "--document", made]
        done = subprocess.run(command, cwd=root, stdout=subprocess.DEVNULL)
        if done.returncode > 1:
            return f"netloom repro ended with {done.returncode}"
        differ = [file.name for file in sorted(made.iterdir())
                  if file.name != "README.md" and without_provenance(file) != without_provenance(kept / file.name)]
    return f"not what the points give: {', '.join(differ)}" if differ else ""


def main():
    netloom, root, what = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    if what == "points":
        return simulated_again(netloom, root)
    problem = made_again(netloom, root, SOON_READ if what == "pages" else ["all"])
    if problem:
        print(f"docs/results/reproduction: {problem}; docs/guides/experiments.md has the command that makes them")
    return 1 if problem else 0


if __name__ == "__main__":
    sys.exit(main())
