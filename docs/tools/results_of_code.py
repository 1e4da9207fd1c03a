"""Results that are collected in a folder, over several runs of a script: all of them of the same code."""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def git(code, *arguments):
    return subprocess.run(["git", "-C", ROOT, *arguments, "--", *code], stdout=subprocess.PIPE, text=True,
                          check=True).stdout.strip()


def code_of(folder, code):
    """(commit, date) of the code, which is in these files and folders of the repository; an error, where the folder
    has results of other code."""
    if git(code, "status", "--porcelain"):
        sys.exit(f"changes in {', '.join(code)} are not committed: results would be of code that nobody finds")
    commit, date = git(code, "log", "-1", "--format=%h %cs").split()
    file = folder / "code"
    if not file.exists():
        file.write_text(commit, encoding="utf-8")
    stored = file.read_text(encoding="utf-8")
    if stored != commit:
        sys.exit(f"{folder}: results of {stored}, and the code is that of {commit}; allowed: a new folder")
    return commit, date
