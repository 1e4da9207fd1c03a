#!/usr/bin/env python3
"""Checks numbers in sentences against the results that they are from: where a page has a comment

<!-- from results/FILE.csv
TEXT | PANEL | WHAT | VARIANT
-->

TEXT is in the paragraph before it, and is the measured number of FILE.csv with that panel and that text in
the column `what`, of that variant of the experiment, or without `| VARIANT` of the experiment itself: without
its sign, rounded to the digits that TEXT has. `TEXT %` of a load is a share.

Usage: check_numbers.py FOLDER     FOLDER is the root of the repository.
"""

import csv
import glob
import os
import re
import sys

COMMENT = r"<!-- from (\S+)\n(.*?)^-->$"
PARAGRAPH = re.compile(rf"([^\n]+)\n\n((?:{COMMENT}\n?)+)", re.MULTILINE | re.DOTALL)
NUMBER = re.compile(r"\d+(?:\.(\d+))?( %)?")


def measured(path, panel, what, variant):
    with open(path, encoding="utf-8") as file:
        return {(row["measured"], row["unit"]) for row in csv.DictReader(file)
                if (row["panel"], row["what"], row.get("variant", "")) == (panel, what, variant)}


def problem(paragraph, path, line):
    parts = [each.strip() for each in line.split(" | ")]
    number = NUMBER.fullmatch(parts[0])
    if len(parts) not in (3, 4) or not number:
        return f"'{line}' is not TEXT | PANEL | WHAT or TEXT | PANEL | WHAT | VARIANT"
    text, panel, what, variant = (*parts, "")[:4]
    if not re.search(rf"(?<![\d.]){re.escape(text)}(?!\d|\.\d)", paragraph):
        return f"the paragraph has no {text}"
    found = measured(path, panel, what, variant)
    if not found:
        return f"{os.path.basename(path)} has no '{what}' of {panel}" + (variant and f" in variant {variant}")
    for value, unit in found:
        share = 100 if number[2] and unit != "%" else 1
        if f"{abs(float(value)) * share:.{len(number[1] or '')}f}" == text.removesuffix(" %"):
            return None
    return f"{text}, '{what}' of {panel} is {', '.join(' '.join(each).strip() for each in sorted(found))}"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    root = sys.argv[1]
    problems, numbers = [], 0
    for page in sorted(glob.glob(os.path.join(root, "docs", "**", "*.md"), recursive=True)):
        with open(page, encoding="utf-8") as file:
            text = file.read()
        found = [(match[1], name, lines) for match in PARAGRAPH.finditer(text)
                 for name, lines in re.findall(COMMENT, match[2], re.MULTILINE | re.DOTALL)]
        if len(found) != text.count("<!-- from "):
            problems.append(f"{os.path.relpath(page, root)}: a comment is not behind a paragraph and an empty line")
        for paragraph, name, lines in found:
            path = os.path.join(os.path.dirname(page), name)
            if not os.path.exists(path):
                problems.append(f"{os.path.relpath(page, root)}: there is no file {name}")
                continue
            for line in lines.splitlines():
                numbers += 1
                if wrong := problem(paragraph, path, line):
                    problems.append(f"{os.path.relpath(page, root)}: {wrong}")
    if problems:
        sys.exit("\n".join(problems))
    print(f"{numbers} numbers")


if __name__ == "__main__":
    main()
