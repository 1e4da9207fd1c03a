#!/usr/bin/env python3
"""Compares what users can name of Netloom with the last release.

Usage: api.py ROOT HEADERS VERSION LIST [--record] [--libraries FOLDER]

HEADERS has the headers for users, a line each, by their path from ROOT. What they declare is public:
names, types, arguments, values, whatever is not private. LIST has that of a release, and its version
in the first line. If VERSION is the same, nothing may differ. What is new needs a later version; what
has gone or changed, a later major version (before 1.0.0: minor). docs/changes.md has a section of
VERSION, and docs/reference/api.md names each of the headers.

  --record             writes LIST: for a release
  --libraries FOLDER   looks also whether what is declared and not defined in the headers can be linked
                       with, from the shared libraries there

Exit status 1: something differs that may not, or cannot be linked with. 2: the headers do not compile.
"""

import os
import re
import subprocess
import sys

from clang import cindex
from clang.cindex import AccessSpecifier, CursorKind

TYPES = {CursorKind.CLASS_DECL, CursorKind.STRUCT_DECL, CursorKind.UNION_DECL,
         CursorKind.CLASS_TEMPLATE, CursorKind.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION,
         CursorKind.ENUM_DECL}
FUNCTIONS = {CursorKind.FUNCTION_DECL, CursorKind.CXX_METHOD, CursorKind.CONSTRUCTOR,
             CursorKind.DESTRUCTOR, CursorKind.CONVERSION_FUNCTION, CursorKind.FUNCTION_TEMPLATE}
VALUES = {CursorKind.FIELD_DECL, CursorKind.VAR_DECL}
NAMES = {CursorKind.TYPEDEF_DECL, CursorKind.TYPE_ALIAS_DECL, CursorKind.TYPE_ALIAS_TEMPLATE_DECL}


def parsed(root, headers, bodies):
    text = "".join(f'#include "{header}"\n' for header in headers)
    arguments = ["-x", "c++", "-std=c++17", f"-I{root}"]
    # libclang does not know where its own headers are.
    found = subprocess.run("ls -d /usr/lib/llvm-*/lib/clang/*/include /usr/lib/clang/*/include", shell=True,
                           capture_output=True, text=True, check=False).stdout.split()
    if found:
        arguments += ["-isystem", found[0]]
    # Without bodies nothing says what is defined, but it takes half of the time.
    options = 0 if bodies else cindex.TranslationUnit.PARSE_SKIP_FUNCTION_BODIES
    unit = cindex.Index.create().parse("api.cpp", args=arguments, unsaved_files=[("api.cpp", text)], options=options)
    errors = [str(each) for each in unit.diagnostics if each.severity >= cindex.Diagnostic.Error]
    if errors:
        print("\n".join(errors))
        sys.exit(2)
    return unit


def spelled(text):
    return re.sub(r"\s+", " ", text)


def line_of(cursor, scope):
    """How a declaration is written down; None: it is none that users name."""
    name = scope + cursor.spelling
    kind = cursor.kind
    if kind in TYPES:
        bases = [each.type.spelling for each in cursor.get_children()
                 if each.kind == CursorKind.CXX_BASE_SPECIFIER and
                 each.access_specifier != AccessSpecifier.PRIVATE]
        what = "enum" if kind == CursorKind.ENUM_DECL else "type"
        return f"{what} {name}" + (" : " + ", ".join(bases) if bases else "")
    if kind in FUNCTIONS:
        words = []
        if cursor.is_static_method():
            words.append("static")
        if cursor.is_pure_virtual_method():
            words.append("pure")
        if cursor.is_virtual_method():
            words.append("virtual")
        arguments = [token.spelling for token in cursor.get_tokens()] if kind == CursorKind.FUNCTION_TEMPLATE else []
        defaults = sum(1 for each in cursor.get_arguments()
                       if any(token.spelling == "=" for token in each.get_tokens()))
        text = f"{scope}{cursor.displayname}: {cursor.type.spelling}"
        if arguments:
            end = next((i for i, token in enumerate(arguments) if token in "{;"), len(arguments))
            text += " as " + " ".join(arguments[:end])
        if defaults:
            text += f" ({defaults} by default)"
        return " ".join(words + [text])
    if kind in VALUES:
        return f"{name}: {cursor.type.spelling}"
    if kind == CursorKind.ENUM_CONSTANT_DECL:
        return f"{name} = {cursor.enum_value}"
    if kind in NAMES:
        aliased = cursor.underlying_typedef_type.spelling if kind != CursorKind.TYPE_ALIAS_TEMPLATE_DECL else ""
        return f"type {name} = {aliased}"
    return None


def walk(cursor, scope, files, found):
    for each in cursor.get_children():
        if each.kind == CursorKind.NAMESPACE:
            if each.spelling == "netloom" or scope:
                walk(each, scope + each.spelling + "::" if each.spelling else scope, files, found)
            continue
        if not scope or each.location.file is None or each.location.file.name not in files:
            continue
        if each.access_specifier == AccessSpecifier.PRIVATE:
            continue
        line = line_of(each, scope)
        if line is None:
            continue
        if each.kind in TYPES and not each.is_definition():
            continue
        found.setdefault(spelled(line), []).append(each)
        if each.kind in TYPES:
            walk(each, scope + each.spelling + "::", files, found)


def exported(folder):
    libraries = sorted(os.path.join(folder, name) for name in os.listdir(folder)
                       if re.fullmatch(r"libnetloom_\w+\.so", name))
    if not libraries:
        sys.exit(f"{folder} has no libnetloom_*.so")
    said = subprocess.run(["nm", "-D", "--defined-only", *libraries], check=True, capture_output=True, text=True)
    return {line.split()[-1].split("@")[0] for line in said.stdout.splitlines() if len(line.split()) == 3}


def not_exported(found, symbols):
    for line, cursors in sorted(found.items()):
        for cursor in cursors:
            if cursor.kind not in FUNCTIONS | {CursorKind.VAR_DECL} or cursor.kind == CursorKind.FUNCTION_TEMPLATE:
                continue
            parent = cursor.semantic_parent
            if cursor.is_pure_virtual_method() or cursor.get_definition() is not None:
                continue
            if parent.kind in (CursorKind.CLASS_TEMPLATE, CursorKind.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION):
                continue
            tokens = [token.spelling for token in cursor.get_tokens()]
            if tokens[-2:] in (["=", "default"], ["=", "delete"]):
                continue
            if cursor.mangled_name not in symbols:
                yield f"{line}: is in no shared library ({cursor.mangled_name})"


def version_of(text):
    match = re.fullmatch(r"(\d+)\.(\d+)\.(\d+)", text)
    if not match:
        sys.exit(f"'{text}' is no version; allowed: MAJOR.MINOR.PATCH")
    return tuple(int(part) for part in match.groups())


def breaks(version):
    """Versions that are the same in this may not take anything away."""
    return version[:1] if version[0] > 0 else version[:2]


def main():
    if len(sys.argv) < 5:
        print(__doc__)
        return 2
    root, headers, version, record = sys.argv[1:5]
    with open(headers, encoding="utf-8") as file:
        headers = file.read().split()
    unit = parsed(root, headers, "--libraries" in sys.argv)
    found = {}
    walk(unit.cursor, "", {os.path.join(root, header) for header in headers}, found)
    now = sorted(found)
    if "--record" in sys.argv:
        with open(record, "w", encoding="utf-8") as file:
            file.write(f"{version}\n" + "".join(f"{line}\n" for line in now))
        return 0

    bad = []
    with open(record, encoding="utf-8") as file:
        released, *before = file.read().splitlines()
    gone = sorted(set(before) - set(now))
    new = sorted(set(now) - set(before))
    here, there = version_of(version), version_of(released)
    if gone and breaks(here) <= breaks(there):
        later = f"{there[0] + 1}.0.0" if there[0] > 0 else f"0.{there[1] + 1}.0"
        bad.append(f"what {released} has for users is not there any more, or has changed: that is at least {later} "
                   f"(CMakeLists.txt), and a line in docs/changes.md")
    elif new and here <= there:
        bad.append(f"there is more for users than in {released}: that is at least "
                   f"{there[0]}.{there[1]}.{there[2] + 1} (CMakeLists.txt), and a line in docs/changes.md")
    if bad:
        bad += [f"- {line}" for line in gone] + [f"+ {line}" for line in new]
    with open(os.path.join(root, "docs/changes.md"), encoding="utf-8") as file:
        sections = re.findall(r"^## (\S+)", file.read(), re.M)
    if sections[:1] != [version]:
        bad.append(f"docs/changes.md: the first section is of {(sections or ['nothing'])[0]}, and not of {version}")
    with open(os.path.join(root, "docs/reference/api.md"), encoding="utf-8") as file:
        page = file.read()
    named = {f"{layer}/{header}" for layer, section in re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", page, re.M | re.S)
             for header in re.findall(r"`([\w/]+\.h)`", section)}
    bad += [f"docs/reference/api.md does not name {header}" for header in sorted(set(headers) - named)]
    bad += [f"docs/reference/api.md names {header}, which is not for users" for header in sorted(named - set(headers))]
    if "--libraries" in sys.argv:
        bad += not_exported(found, exported(sys.argv[sys.argv.index("--libraries") + 1]))
    print("\n".join(bad) or f"{len(now)} declarations for users, {len(new)} of them new since {released}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
