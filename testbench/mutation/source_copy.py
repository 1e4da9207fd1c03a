"""A copy of the sources in which they are changed and built; and what programs that do so say and run."""

import fcntl
import os
import re
import subprocess
import sys

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
# Whether the change with a number is on (mutation.h).
ON = "::netloom::mutation::on({})"
HEADER = b'#include "testbench/mutation/mutation.h"\n'
PRAGMA = b"#pragma once\n"


def step(text):
    print(f"==> {text}", file=sys.stderr, flush=True)


def run(*command, **more):
    return subprocess.run(command, check=False, **more)


def lock(folder):
    """Keeps other calls from the folder until the file that is returned is closed."""
    path = folder + ".lock"
    os.makedirs(os.path.dirname(path), exist_ok=True)
    file = open(path, "a+", encoding="utf-8")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.seek(0)
        program = os.path.splitext(os.path.basename(sys.argv[0]))[0]
        sys.exit(f"{program}: error: {folder} is in use by another call, process {file.read()}; "
                 "allowed: one at a time")
    file.truncate(0)
    file.write(str(os.getpid()))
    file.flush()
    return file


def make_copy(root, folder, changed=None):
    """In `folder`, the files of `root` that git knows, as they are now, or with the bytes that `changed` has for
    their names; of what else is there, only `build` stays."""
    changed = changed or {}
    names = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", cwd=root,
                stdout=subprocess.PIPE, text=True).stdout.split("\0")
    known = set()
    for name in filter(None, names):
        source, copy = os.path.join(root, name), os.path.join(folder, name)
        if not os.path.isfile(source):
            continue
        known.add(copy)
        with open(source, "rb") as file:
            content = changed.get(name) or file.read()
        write_if_changed(copy, content, os.stat(source).st_mode)
    for path, folders, files in os.walk(folder):
        if path == folder and "build" in folders:
            folders.remove("build")
        for name in files:
            if os.path.join(path, name) not in known:
                os.remove(os.path.join(path, name))


def write_if_changed(path, content, mode=None):
    if os.path.exists(path):
        with open(path, "rb") as file:
            if file.read() == content:
                return
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content)
    if mode is not None:
        os.chmod(path, mode)


def line_at(text, offset):
    """The line of a file in which a byte stands."""
    begin = text.rfind(b"\n", 0, offset) + 1
    end = text.find(b"\n", offset)
    return text[begin:end if end >= 0 else len(text)].decode()


def changed_text(text, numbered):
    """The bytes of a file with changes (site, number) that do not overlap."""
    for site, number in sorted(numbered, key=lambda each: -each[0].begin):
        # On one line each, so that line numbers stay.
        lines = site.original.count("\n")
        new = COMMENT.sub("", site.text(number)).replace("\n", " ")
        text = text[:site.begin] + (new + "\n" * lines).encode() + text[site.end:]
    head = text.find(PRAGMA)
    at = 0 if head < 0 else head + len(PRAGMA)
    line = text[:at].count(b"\n") + 1
    return text[:at] + HEADER + f"#line {line}\n".encode() + text[at:]
