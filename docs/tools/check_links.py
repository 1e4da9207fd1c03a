#!/usr/bin/env python3
"""Checks what the Markdown files of a repository refer to: links to other files and to headings,
files that are named in `code`, and classes and functions that a link to a file names,
[`Class::name()`, `other()`](file).

Usage: check_links.py FOLDER
"""

import glob
import os
import re
import sys

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
FUNCTIONS = re.compile(r"\[((?:`(?:\w+::)?\w+\(\)`(?:, )?)+)\]\(([^)\s#]+\.(?:h|cpp|py))\)")
FUNCTION = re.compile(r"(?:(\w+)::)?(\w+)\(\)")
CODE = re.compile(r"`([\w.-]+(?:/[\w.-]+)+/?)`")
# What is made by a build or a run, or named as an example.
NOT_CHECKED = re.compile(r"^(build|netloom-results|my_blocks)/|NAME")


def without_blocks(text):
    return re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)


def anchors(path):
    with open(path, encoding="utf-8") as file:
        headings = re.findall(r"^#+ (.+)$", without_blocks(file.read()), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")
            for heading in headings}


def problems_of(path, root):
    with open(path, encoding="utf-8") as file:
        text = without_blocks(file.read())
    for target in LINK.findall(text):
        if re.match(r"\w+:", target):
            continue
        name, _, anchor = target.partition("#")
        found = os.path.join(os.path.dirname(path), name) if name else path
        if not os.path.exists(found):
            yield f"no such file: {target}"
        elif anchor and anchor not in anchors(found):
            yield f"no such heading: {target}"
    for names, target in FUNCTIONS.findall(text):
        found = os.path.join(os.path.dirname(path), target)
        if not os.path.exists(found):
            continue
        with open(found, encoding="utf-8") as file:
            source = file.read()
        for owner, name in FUNCTION.findall(names):
            if not re.search(rf"\b{name}\(", source):
                yield f"no {name}() in {target}"
            if owner and not re.search(rf"^ *(?:class|struct) .*\b{owner}\b|\b{owner}::{name}\(", source, re.MULTILINE):
                yield f"no {owner} in {target}"
    for name in CODE.findall(text):
        if NOT_CHECKED.search(name) or os.path.exists(os.path.join(root, name)):
            continue
        if name.split("/")[0] in os.listdir(root):
            yield f"no such file: `{name}`"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    root = sys.argv[1]
    pages = [os.path.join(root, "README.md")]
    docs = os.path.join(root, "docs")
    pages += sorted(glob.glob(os.path.join(docs, "**", "*.md"), recursive=True))
    problems = [f"{os.path.relpath(page, root)}: {problem}"
                for page in pages for problem in problems_of(page, root)]
    if problems:
        sys.exit("\n".join(problems))
    print(f"{len(pages)} pages")


main()
