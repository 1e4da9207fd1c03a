#!/usr/bin/env python3
"""Finds what a program defines more than once: types, templates, inline functions and variables
with the same name in several places (C++'s one-definition rule). Neither compiler nor linker says
so; the linker takes any of them for all.

Usage: check_one_definition.py COMPILE_COMMANDS FOLDER LIBRARY... [--apart=TARGET]...

COMPILE_COMMANDS is CMake's compile_commands.json. Files that are compiled together there (a unity build)
are parsed one by one, so that each has what it needs. What is defined below FOLDER, or below the folder
of COMPILE_COMMANDS, is looked at; what Verilator has written is not. A file belongs to the target
in whose folder its object is: the targets LIBRARY are linked into every program, every other target
is a program of its own. A TARGET that is a program of changed copies of the libraries' files, without the
libraries, is left out.

Needs Clang's parser for Python (Debian package python3-clang).
"""

import collections
import functools
import json
import multiprocessing
import os
import re
import shlex
import sys

import clang.cindex
from clang.cindex import CursorKind, LinkageKind, TranslationUnit

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from compile_commands import parser_arguments  # pylint: disable=wrong-import-position

SCOPES = {CursorKind.NAMESPACE, CursorKind.LINKAGE_SPEC}
FUNCTIONS = {
    CursorKind.FUNCTION_DECL, CursorKind.FUNCTION_TEMPLATE, CursorKind.CXX_METHOD,
    CursorKind.CONSTRUCTOR, CursorKind.DESTRUCTOR, CursorKind.CONVERSION_FUNCTION,
}
OTHERS = {
    CursorKind.STRUCT_DECL, CursorKind.CLASS_DECL, CursorKind.UNION_DECL, CursorKind.ENUM_DECL,
    CursorKind.CLASS_TEMPLATE, CursorKind.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION,
    CursorKind.VAR_DECL,
}
BODY_OR_END = re.compile(rb"[;{]")
WRITTEN_BY_VERILATOR = "/CMakeFiles/"
COMPILED_TOGETHER = re.compile(r"/Unity/unity_[^/]*\.cxx$")
INCLUDED = re.compile(r'^#include "(.*)"$', re.MULTILINE)


def files_of(entry):
    """What a compile command compiles."""
    file = os.path.join(entry["directory"], entry["file"])
    if not COMPILED_TOGETHER.search(file):
        return [file]
    with open(file, encoding="utf-8") as together:
        return INCLUDED.findall(together.read())


class Unit:
    """A translation unit: a file, and its compile command."""

    def __init__(self, entry, file, roots):
        self.folder = entry["directory"]
        self.file = file
        self.roots = roots
        words = shlex.split(entry["command"])
        output = words[words.index("-o") + 1]
        self.targets = {re.search(r"([^/]+)\.dir/", output).group(1)}
        self.arguments = parser_arguments(entry["command"])

    def of_the_project(self, file):
        """Whether what is defined there counts."""
        return (any(file.startswith(root + os.sep) for root in self.roots) and
                WRITTEN_BY_VERILATOR not in file)


def qualified(cursor):
    names = [cursor.displayname]
    while (cursor := cursor.semantic_parent) and cursor.kind != CursorKind.TRANSLATION_UNIT:
        names.append(cursor.spelling)
    return "::".join(reversed([name for name in names if name]))


@functools.lru_cache(maxsize=None)
def text_of(file):
    with open(file, "rb") as opened:
        return opened.read()


def is_definition(cursor):
    if cursor.kind in FUNCTIONS:
        # Clang skips bodies, which saves most of the time, and then takes this for a declaration.
        after = BODY_OR_END.search(text_of(cursor.location.file.name), cursor.extent.end.offset)
        return after is not None and after.group() == b"{"
    return cursor.kind in OTHERS and cursor.is_definition()


@functools.lru_cache(maxsize=None)
def place_of(folder, name):
    """The file itself, if the name leads to it by a link (headers_as_installed)."""
    return os.path.realpath(os.path.join(folder, name))


def look_into(scope, unit, found):
    for cursor in scope.get_children():
        if cursor.location.file is None:
            continue
        file = place_of(unit.folder, cursor.location.file.name)
        if not unit.of_the_project(file):
            continue
        if cursor.kind in SCOPES:
            look_into(cursor, unit, found)
        elif cursor.linkage == LinkageKind.EXTERNAL and is_definition(cursor):
            found.append((cursor.get_usr(), qualified(cursor), file, cursor.location.line))


def definitions(unit):
    """What the unit defines: (identity, name, file, line) each; and what Clang says against it."""
    os.chdir(unit.folder)
    parsed = clang.cindex.Index.create().parse(
        unit.file, args=unit.arguments, options=TranslationUnit.PARSE_SKIP_FUNCTION_BODIES)
    errors = [str(each) for each in parsed.diagnostics if each.severity >= each.Error]
    found = []
    look_into(parsed.cursor, unit, found)
    return unit.targets, found, errors


def problems(units, libraries):
    names = {}
    places = collections.defaultdict(lambda: collections.defaultdict(set))
    with multiprocessing.Pool() as pool:
        for targets, found, errors in pool.imap_unordered(definitions, units, chunksize=4):
            yield from errors
            for identity, name, file, line in found:
                names[identity] = name
                places[identity][file, line] |= targets

    def linked_together(some, others):
        return some & others or some & libraries or others & libraries

    for identity, targets_of in sorted(places.items(), key=lambda item: names[item[0]]):
        together = [place for place, targets in sorted(targets_of.items())
                    if any(linked_together(targets, others)
                           for other, others in targets_of.items() if other != place)]
        if together:
            yield f"{names[identity]} is defined in " + " and ".join(
                f"{os.path.relpath(file)}:{line} ({', '.join(sorted(targets_of[file, line]))})"
                for file, line in together)


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    apart = {each.split("=", 1)[1] for each in sys.argv if each.startswith("--apart=")}
    commands, folder, *libraries = [each for each in sys.argv[1:] if not each.startswith("--apart=")]
    roots = [os.path.realpath(folder), os.path.realpath(os.path.dirname(commands))]
    with open(commands, encoding="utf-8") as file:
        entries = json.load(file)
    units = {}
    for unit in (Unit(entry, file, roots) for entry in entries for file in files_of(entry)):
        if not unit.of_the_project(unit.file) or unit.targets & apart:
            continue
        # A file that several targets compile alike is parsed once.
        units.setdefault((unit.file, *unit.arguments), unit).targets |= unit.targets
    os.chdir(folder)
    count = 0
    for problem in problems(list(units.values()), set(libraries)):
        print(problem)
        count += 1
    print(f"{len(units)} translation units, {count} problems")
    sys.exit(1 if count or not units else 0)


if __name__ == "__main__":
    main()
