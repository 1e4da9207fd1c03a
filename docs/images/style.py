"""The style of all pictures, from sim/report/picture_style.inc, which the program has too."""

import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

with open(os.path.join(ROOT, "sim", "report", "picture_style.inc"), encoding="utf-8") as file:
    _STYLE = file.read()

FONT = "font-family='{}'".format(re.search(r'^NETLOOM_FONTS\("(.*)"\)', _STYLE, re.M)[1])
# Name -> (on a light background, on a dark one).
COLOURS = {name: (light, dark) for name, light, dark in
           re.findall(r'^NETLOOM_COLOUR\((\w+), "(#\w{6})", "(#\w{6})"\)', _STYLE, re.M)}
LIGHT = {name: light for name, (light, _) in COLOURS.items()}


def style_sheet(parts):
    """What the colours of an SVG become where a reader prefers dark pages."""
    text = "".join(parts)
    rules = [f"[{attribute}='{light}']{{{attribute}:{dark}}}"
             for light, dark in COLOURS.values() for attribute in ("fill", "stroke")
             if f"{attribute}='{light}'" in text]
    return "\n".join(["<style>", "@media (prefers-color-scheme: dark) {", *rules, "}", "</style>"])


def write_or_check(drawing, usage):
    """What a drawing script does with its drawing: writes it to the file that is its argument, or, after
    --check, ends with an error if the file has another one. Whether it is checked."""
    arguments = sys.argv[1:]
    check = arguments[:1] == ["--check"]
    if check:
        arguments = arguments[1:]
    if len(arguments) != 1:
        sys.exit(usage)
    if not check:
        with open(arguments[0], "w", encoding="utf-8") as file:
            file.write(drawing)
        return False
    with open(arguments[0], encoding="utf-8") as file:
        if file.read() != drawing:
            sys.exit(f"{arguments[0]} is not what {os.path.basename(sys.argv[0])} draws")
    return True
