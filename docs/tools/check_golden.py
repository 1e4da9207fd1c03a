#!/usr/bin/env python3
"""Checks that docs/golden.md says of every file that may have results in it where they come from,
and of no file that there is not.

Usage: check_golden.py FOLDER     FOLDER is the root of the repository.
"""

import fnmatch
import glob
import os
import re
import sys

# Where results are.
FILES = [
    "README.md",
    "docs/**/*.md",
    "docs/results/**/*.csv",
    "docs/images/**/*.*",
    "docs/results/**/*.*",
    "rtl/generated/*",
    "testbench/golden/*.txt",
    "testbench/hand/*/schedule.txt",
]
NO_RESULTS = ["docs/images/*.py", "*/CMakeLists.txt"]


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    root = sys.argv[1]
    files = {os.path.relpath(path, root) for pattern in FILES
             for path in glob.glob(os.path.join(root, pattern), recursive=True)}
    files = {path for path in files if not any(fnmatch.fnmatch(path, each) for each in NO_RESULTS)}
    with open(os.path.join(root, "docs", "golden.md"), encoding="utf-8") as file:
        named = re.findall(r"`([\w.*/-]+\.\w+)`", file.read())
    patterns = [each for each in named if "/" in each or os.path.exists(os.path.join(root, each))]
    problems = [f"docs/golden.md does not say where {path} comes from" for path in sorted(files)
                if not any(fnmatch.fnmatch(path, pattern) for pattern in patterns)]
    problems += [f"docs/golden.md names {pattern}, which does not exist" for pattern in patterns
                 if not glob.glob(os.path.join(root, pattern))]
    if problems:
        sys.exit("\n".join(problems))
    print(f"{len(files)} files")


main()
