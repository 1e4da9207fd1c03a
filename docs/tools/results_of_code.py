"""Results that are collected in a folder, over several runs of a script, and the code that they are of."""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def git(code, *arguments):
    return subprocess.run(["git", "-C", ROOT, *arguments, "--", *code], stdout=subprocess.PIPE, text=True,
                          check=True).stdout.strip()


def committed(code):
    """(commit, date) of the code, which is in these files and folders of the repository."""
    if git(code, "status", "--porcelain"):
        sys.exit(f"changes in {', '.join(code)} are not committed: results would be of code that nobody finds")
    commit, date = git(code, "log", "-1", "--format=%h %cs").split()
    return commit, date


def code_of(folder, code):
    """What is `committed`; an error, where the folder has results of other code."""
    commit, date = committed(code)
    file = folder / "code"
    if not file.exists():
        file.write_text(commit, encoding="utf-8")
    stored = file.read_text(encoding="utf-8")
    if stored != commit:
        sys.exit(f"{folder}: results of {stored}, and the code is that of {commit}; allowed: a new folder")
    return commit, date
