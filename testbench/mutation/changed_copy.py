"""A copy of the sources with all mistakes of a list, which NETLOOM_MUTANT switches on, one at a time: built once."""

import collections
import os
import subprocess
import sys

import named
from source_copy import make_copy, run, step


def changed_files(root, mistakes):
    """The files in which they are, with all of them: {file: bytes}. They are numbered from 1."""
    numbered = collections.defaultdict(list)
    contents = {}
    for number, mistake in enumerate(mistakes, 1):
        for change in named.changes_of(named.parts(mistake), root):
            numbered[change.file].append((change, number))
        for added in named.added(mistake):
            numbered.setdefault(added["file"], [])
    for file, here in numbered.items():
        with open(os.path.join(root, file), "rb") as opened:
            content = opened.read()
        contents[file] = named.changed_file(content, here) if here else content
    for mistake in mistakes:
        for added in named.added(mistake):
            contents[added["file"]] = contents[added["file"]].replace(added["old"].encode(), added["new"].encode())
    return contents


def build(root, copy, folder, mistakes, *, options, targets, jobs):
    """Copies, configures in `folder` and builds the targets; ends the program if that fails."""
    program = os.path.splitext(os.path.basename(sys.argv[0]))[0]
    step(f"Copying the sources to {copy}")
    make_copy(root, copy, changed_files(root, mistakes))
    generator = ["-G", "Ninja"] if "CMAKE_GENERATOR" not in os.environ else []
    done = run("cmake", "-S", copy, "-B", folder, "-DCMAKE_BUILD_TYPE=Release", "-DBUILD_TESTING=ON", *options,
               *generator, stdout=subprocess.DEVNULL)
    if done.returncode:
        sys.exit(f"{program}: error: the configuration failed")
    step(f"Building them in {folder}")
    done = run("cmake", "--build", folder, "--parallel", str(jobs), "--target", *targets, stdout=subprocess.PIPE,
               stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        sys.exit(f"{program}: error: the build failed\n{done.stdout[-3000:]}")
