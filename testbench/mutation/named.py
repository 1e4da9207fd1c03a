"""Changes that a list in YAML names. Each has a `file`, `old`, which stands in it once: statements, an
expression, or a constant with its value; `new`, which is put in its place, or nothing; and `what` it does. A mistake
may need more: changes `with` it, and what it `adds` to declare, which does nothing as long as the mistake is not
on."""

import collections
import os
import re

import yaml

from source_copy import ON, changed_text, line_at


class Change:
    """One of them, in the bytes of its file."""

    def __init__(self, entry, content):
        self.file, self.what = entry["file"], entry["what"]
        self.original, self.changed = entry["old"], entry.get("new", "")
        self.begin = content.index(self.original.encode())
        self.end = self.begin + len(self.original.encode())
        self.line_text = line_at(content, self.begin)
        self.line = content.count(b"\n", 0, self.begin) + 1
        self.column = self.begin - content.rfind(b"\n", 0, self.begin)

    def identity(self):
        return (self.file, self.original, self.changed)


class Place:
    """All changes of one text."""

    def __init__(self, changes):
        self.original, self.begin, self.end = changes[0].original, changes[0].begin, changes[0].end
        self.instead = [each.changed for each in changes]

    def text(self, numbers):
        """Of what is there and what is put there, the one that the number says."""
        pairs = [(ON.format(number), new) for number, new in zip(numbers, self.instead)]
        constant = re.fullmatch(r"(const [\w:<>]+ \w+ = )(.*);", self.original, re.DOTALL)
        if constant:
            begin, text = constant.groups()
            for on, new in pairs:
                text = f"{on} ? ({new.removeprefix(begin).removesuffix(';')}) : ({text})"
            return f"{begin}{text};"
        if self.original.endswith(";"):
            text = f"{{ {self.original} }}"
            for on, new in pairs:
                text = f"if ({on}) {{ {new} }} else {text}"
            return text
        text = f"({self.original})"
        for on, new in pairs:
            text = f"({on} ? ({new}) : {text})"
        return text


def read(path):
    with open(path, encoding="utf-8") as file:
        return yaml.safe_load(file)


def parts(mistake):
    """The changes of one mistake."""
    return [mistake, *({**each, "what": mistake["what"]} for each in mistake.get("with", ()))]


def added(mistake):
    """What it declares, as entries of a list."""
    return [{**each, "what": mistake["what"]} for each in mistake.get("adds", ())]


def changes_of(entries, root):
    contents = {}
    for entry in entries:
        file = entry["file"]
        if file not in contents:
            with open(os.path.join(root, file), "rb") as opened:
                contents[file] = opened.read()
    return [Change(entry, contents[entry["file"]]) for entry in entries]


def changed_file(content, numbered):
    """A file with its changes (change, number)."""
    of_text = collections.defaultdict(list)
    for change, number in numbered:
        of_text[change.begin].append((change, number))
    return changed_text(content, [(Place([change for change, _ in here]), [number for _, number in here])
                                  for here in of_text.values()])


def problems(entries, root):
    """What is wrong with a list."""
    right = []
    for entry in entries:
        place = f"{entry['file']}: {entry['what']}"
        path = os.path.join(root, entry["file"])
        if not os.path.isfile(path):
            yield f"{place}: there is no such file"
            continue
        with open(path, encoding="utf-8") as file:
            count = file.read().count(entry["old"])
        if count != 1:
            yield f"{place}: {entry['old']!r} occurs {count} times; allowed: once"
            continue
        right.append(entry)
        for text in (entry["old"], entry.get("new", "")):
            if any(text.count(opening) != text.count(closing) for opening, closing in ("()", "[]", "{}")):
                yield f"{place}: {text!r} is no expression, and no statement"
        if entry["old"] == entry.get("new"):
            yield f"{place}: changes nothing"
    changes = changes_of(right, root)
    for identity, count in collections.Counter(each.identity() for each in changes).items():
        if count > 1:
            yield f"{identity[0]}: {count} times the same change"
    changes.sort(key=lambda each: (each.file, each.begin, each.end))
    for one, other in zip(changes, changes[1:]):
        if one.file == other.file and other.begin < one.end and one.original != other.original:
            yield f"{one.file}: {one.what}, and {other.what}: of texts that overlap; allowed: the same text, or others"
