#!/usr/bin/env python3
"""Checks that papers are cited by the keys of docs/bibliography.md, in every text of a repository:
each [NAME YEAR] has an entry there, each entry is cited, the source of each experiment begins with
such a key, no paper is called by the name of a file, and a page or a source whose text or comments
name a figure, table, section or equation with its number, or a thesis or paper as if there were one
only, has a key, too. (Of a standard or a page on the web, the line says of which.)

Usage: check_citations.py FOLDER
"""

import os
import re
import sys

BIBLIOGRAPHY = os.path.join("docs", "bibliography.md")
DEFINITIONS = os.path.join("sim", "experiments", "definitions", "")
KEY = r"[^\W\d_][\w-]* (?:19|20)\d\d"
ENTRY = re.compile(rf"^### ({KEY})$", re.MULTILINE)
CITATION = re.compile(rf"\[({KEY})\]")
FILE_NAME = re.compile(r"\b\d{3}_[0-9a-f]{16}(?![0-9a-f])")
SOURCE = re.compile(r"^source:(.*)$", re.MULTILINE)
NUMBERED = re.compile(r"\b(?:(?:[Ff]igures?|[Tt]ables?|[Ss]ections?|[Ee]quations?|[Cc]hapters?) (?:\d|[IVX]+\b)"
                      r"|[Tt]he (?:thesis|paper)\b)")
THESIS = re.compile(r"\bthe thesis\b")
STANDARD = re.compile(r"https?://|\bIEEE \d|\bUnicode Standard\b")
# What is text of a file, by the end of its name: all, or what stands behind a mark.
COMMENT = {"md": r".+", **dict.fromkeys(("h", "cpp", "inc", "sv", "svh", "v"), r"//.*"),
           **dict.fromkeys(("py", "cmake", "txt", "yaml", "sh", ""), r"(?:^|(?<=\s))#.*")}
NOT_READ = {".git", "build", "netloom-results"}


def texts(root):
    """(path below the root, text) of what is not binary."""
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(set(folders) - NOT_READ)
        for name in sorted(names):
            path = os.path.join(folder, name)
            if not os.path.isfile(path):
                continue
            try:
                with open(path, encoding="utf-8") as file:
                    yield os.path.relpath(path, root), file.read()
            except UnicodeDecodeError:
                continue


def places(pattern, path, text):
    """(file:line, match)"""
    for match in pattern.finditer(text):
        yield f"{path}:{text.count(chr(10), 0, match.start()) + 1}", match


def without_key(path, text):
    """(file:line, what is named there) in comments, and in strings for users, of a text without a key"""
    suffix = os.path.basename(path).rpartition(".")[2] if "." in os.path.basename(path) else ""
    if CITATION.search(text) or suffix not in COMMENT or os.path.basename(path) == "LICENSE":
        return
    for i, line in enumerate(text.split("\n"), 1):
        comment = re.search(COMMENT[suffix], line)
        named = not STANDARD.search(line) and (THESIS.search(line) or comment and NUMBERED.search(comment[0]))
        if named:
            yield f"{path}:{i}", named[0]


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    root = sys.argv[1]
    with open(os.path.join(root, BIBLIOGRAPHY), encoding="utf-8") as file:
        entries = ENTRY.findall(file.read())
    problems = [f"{BIBLIOGRAPHY}: two entries {key}" for key in sorted(set(entries))
                if entries.count(key) > 1]
    cited = set()
    for path, text in texts(root):
        for place, match in places(CITATION, path, text):
            if match[1] not in entries:
                problems.append(f"{place}: {BIBLIOGRAPHY} has no entry {match[1]}")
            elif path != BIBLIOGRAPHY:
                cited.add(match[1])
        for place, match in places(FILE_NAME, path, text):
            problems.append(f"{place}: {match[0]} is the name of a file; cite by a key of "
                            f"{BIBLIOGRAPHY}")
        for place, named in without_key(path, text):
            problems.append(f"{place}: '{named}' of what? There is no key of {BIBLIOGRAPHY} in this file")
        if path.startswith(DEFINITIONS) and path.endswith(".yaml"):
            sources = [match[1] for _, match in places(SOURCE, path, text)]
            if len(sources) != 1 or not re.match(rf' "\[{KEY}\]', sources[0]):
                problems.append(f"{path}: its source does not begin with a key of {BIBLIOGRAPHY}")
    problems += [f"{BIBLIOGRAPHY}: {key} is cited nowhere" for key in entries if key not in cited]
    if problems:
        sys.exit("\n".join(problems))
    print(f"{len(entries)} entries")


main()
