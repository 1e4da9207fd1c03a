#!/usr/bin/env python3
"""Makes the changes that a guide shows in copies of the files.

A change is a code block of the language diff, whose first line is `--- ` with a file's path from the
root. The lines that follow, those that are not added, have to be in the file once, one after the
other; a line `@@` separates one such place from the next.

Usage: apply_changes.py GUIDE ROOT FOLDER     FOLDER/PATH is what becomes of ROOT/PATH.
"""

import os
import re
import sys

BLOCK = re.compile(r"^```diff\n--- (\S+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def changed(text, change, path):
    for place in change.split("@@\n"):
        lines = place.splitlines(keepends=True)
        before = "".join(line[1:] for line in lines if line[0] in " -")
        after = "".join(line[1:] for line in lines if line[0] in " +")
        count = ("\n" + text).count("\n" + before)
        if count != 1:
            sys.exit(f"{path} has this {count} times, not once:\n{before}")
        text = ("\n" + text).replace("\n" + before, "\n" + after)[1:]
    return text


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    guide, root, folder = sys.argv[1:]
    with open(guide, encoding="utf-8") as file:
        changes = BLOCK.findall(file.read())
    if not changes:
        sys.exit(f"{guide} shows no change")
    files = {}
    for path, change in changes:
        if path not in files:
            with open(os.path.join(root, path), encoding="utf-8") as file:
                files[path] = file.read()
        files[path] = changed(files[path], change, path)
    for path, text in files.items():
        to = os.path.join(folder, path)
        os.makedirs(os.path.dirname(to), exist_ok=True)
        with open(to, "w", encoding="utf-8") as file:
            file.write(text)


main()
