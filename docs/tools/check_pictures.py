#!/usr/bin/env python3
"""Checks that SVGs are what every renderer accepts and readers on light and dark pages can read:
well-formed, no transformation that maps everything to a line or a point, only colours of
sim/report/picture_style.inc, each with a rule for dark pages, a title; and that rsvg-convert, where
it is installed, draws them.

Usage: check_pictures.py FILE-OR-FOLDER...
"""

import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as xml

sys.dont_write_bytecode = True
TOOLS = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(TOOLS), "images"))
from style import COLOURS  # noqa: E402

SVG = "{http://www.w3.org/2000/svg}"
DARK = dict(COLOURS.values())
# Values that are no colours of their own.
NEUTRAL = {"none", "currentColor"}


def determinant(transform):
    """Of the linear part of an SVG transformation; None if it is no transformation."""
    result = 1.0
    rest = re.sub(r"(\w+)\s*\(([^)]*)\)[\s,]*", "", transform)
    if rest.strip():
        return None
    for name, values in re.findall(r"(\w+)\s*\(([^)]*)\)", transform):
        numbers = [float(each) for each in re.split(r"[\s,]+", values.strip())]
        if name == "scale":
            result *= numbers[0] * numbers[-1]
        elif name == "matrix":
            result *= numbers[0] * numbers[3] - numbers[1] * numbers[2]
        elif name not in ("translate", "rotate", "skewX", "skewY"):
            return None
    return result


def problems_of(path):
    try:
        root = xml.parse(path).getroot()
    except xml.ParseError as error:
        yield f"is not well-formed: {error}"
        return
    if root.tag != SVG + "svg":
        yield f"is no SVG, but a {root.tag}"
        return
    title = root.find(SVG + "title")
    if title is None or not (title.text or "").strip() or title.text == "Gnuplot":
        yield "has no title"
    style = "".join(each.text or "" for each in root.iter(SVG + "style"))
    dark = style.partition("@media (prefers-color-scheme: dark)")[2]
    rules = dict(re.findall(r"\[(\w+=['\"]#\w{6})['\"]\]\{\w+:(#\w{6})\}", dark))
    rules = {name.replace('"', "'"): value for name, value in rules.items()}
    names = {each.get("id") for each in root.iter()}
    for element in root.iter():
        if re.search(r"rgb\(|#[0-9a-fA-F]{3}", element.get("style") or ""):
            yield f"style {element.get('style')} has a colour, which has no rule for dark pages"
        transform = element.get("transform")
        if transform is not None and not determinant(transform):
            yield f"<{element.tag.removeprefix(SVG)}> has the transformation {transform}"
        for attribute in ("fill", "stroke", "color"):
            colour = element.get(attribute)
            if colour is None or colour in NEUTRAL:
                continue
            pattern = re.fullmatch(r"url\(#(.*)\)", colour)
            if pattern and pattern[1] in names:
                continue
            if colour not in DARK:
                yield f"{attribute} {colour} is no colour of sim/report/picture_style.inc"
            elif rules.get(f"{attribute}='{colour}") != DARK[colour]:
                yield f"{attribute} {colour} has no rule for dark pages"
    if shutil.which("rsvg-convert"):
        drawn = subprocess.run(["rsvg-convert", "--format=png", path], capture_output=True)
        if drawn.returncode != 0 or not drawn.stdout.startswith(b"\x89PNG"):
            yield "rsvg-convert: " + drawn.stderr.decode().strip()


def pictures(arguments):
    for each in arguments:
        if not os.path.isdir(each):
            yield each
        for folder, _, names in os.walk(each):
            yield from (os.path.join(folder, name) for name in sorted(names)
                        if name.endswith(".svg"))


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    paths = list(pictures(sys.argv[1:]))
    found = [f"{path} {problem}" for path in paths for problem in dict.fromkeys(problems_of(path))]
    for line in found:
        print(line, file=sys.stderr)
    if not paths:
        sys.exit("no pictures")
    if found:
        sys.exit(f"{len(found)} problems in {len(paths)} pictures")
    drawn = "drawn by rsvg-convert" if shutil.which("rsvg-convert") else "not drawn: no rsvg-convert"
    print(f"{len(paths)} pictures, {drawn}")


main()
