#!/usr/bin/env python3
"""Checks that no page is too long to be read at a sitting: README.md and all of docs/ have at most
2,500 words each, as `wc -w` counts them; but for TABLES.

Usage: check_words.py FOLDER     FOLDER is the root of the repository.
"""

import glob
import os
import sys

MOST_WORDS = 2500
# Generated tables of all experiments, switches and proofs, in which one is looked up; what is to be read comes first.
TABLES = ["docs/results/reproduction/README.md", "docs/results/rtl_switch_synthesis.md", "docs/results/formal.md"]


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    root = sys.argv[1]
    pages = [os.path.join(root, "README.md")]
    pages += sorted(glob.glob(os.path.join(root, "docs", "**", "*.md"), recursive=True))
    problems = []
    for page in pages:
        with open(page, encoding="utf-8") as file:
            words = len(file.read().split())
        if words > MOST_WORDS and os.path.relpath(page, root) not in TABLES:
            problems.append(f"{os.path.relpath(page, root)}: {words} words; allowed: up to "
                            f"{MOST_WORDS}")
    if problems:
        sys.exit("\n".join(problems))
    print(f"{len(pages)} pages")


main()
