#!/usr/bin/env python3
"""Checks that what pages quote of the repository's files is there: a code block of a page whose first
line is "// FILE (quoted)", or "# FILE (quoted)", has lines of that file below it, one after the other.

Usage: check_quotes.py FOLDER
"""

import os
import re
import sys

BLOCK = re.compile(r"^```\w*\n(?://|#) (\S+) \(quoted\)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def pages(root):
    for folder, _, names in os.walk(os.path.join(root, "docs")):
        for name in sorted(names):
            if name.endswith(".md"):
                yield os.path.join(folder, name)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    root = sys.argv[1]
    problems = []
    for page in pages(root):
        with open(page, encoding="utf-8") as file:
            text = file.read()
        for match in BLOCK.finditer(text):
            place = f"{os.path.relpath(page, root)}:{text.count(chr(10), 0, match.start()) + 1}"
            quoted = os.path.join(root, match[1])
            if not os.path.isfile(quoted):
                problems.append(f"{place}: there is no file {match[1]}")
                continue
            with open(quoted, encoding="utf-8") as file:
                if "\n" + match[2] not in "\n" + file.read():
                    problems.append(f"{place}: {match[1]} has not these lines")
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
