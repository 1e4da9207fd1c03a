"""Runs the Python of a page of the documents, and compares what it prints with what the page says.

Usage: guide_test.py [PAGE]

Blocks of the language python are run one after the other, in a folder with the repository's
examples. A block of the language text behind one is what it prints. With NETLOOM_UPDATE_DOCS=1 the
page is written anew.
"""

import contextlib
import io
import os
import re
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
BLOCK = re.compile(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```\n)?", re.DOTALL)


def main():
    page = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else os.path.join(
        ROOT, "docs", "guides", "python.md")
    with open(page, encoding="utf-8") as file:
        text = file.read()
    names = {"__name__": "guide"}
    different = []
    blocks = 0

    def run(match):
        nonlocal blocks
        blocks += 1
        line = text.count("\n", 0, match.start(1)) + 1
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            # With the line numbers of the page, for tracebacks.
            exec(compile("\n" * (line - 1) + match[1], page, "exec"), names)
        said = match[2]
        if output.getvalue() != (said or ""):
            different.append(f"{page}:{line}: prints\n{output.getvalue()}instead of\n{said or ''}")
        result = f"```python\n{match[1]}```\n"
        return result + (f"\n```text\n{output.getvalue()}```\n" if output.getvalue() else "")

    with tempfile.TemporaryDirectory() as folder:
        os.symlink(os.path.join(ROOT, "examples"), os.path.join(folder, "examples"))
        os.chdir(folder)
        new = BLOCK.sub(run, text)
        os.chdir(ROOT)
    if os.environ.get("NETLOOM_UPDATE_DOCS"):
        with open(page, "w", encoding="utf-8") as file:
            file.write(new)
        return 0
    print("\n".join(different) or f"{blocks} blocks")
    return 1 if different or blocks == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
