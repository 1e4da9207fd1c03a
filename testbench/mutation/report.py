"""What mutate.py says of changes: `verdicts` has for each of `chosen` the test that noticed it, or None,
and how many tests reach it."""

import collections
import csv
import os
import re

from sites import one_line

MOST_FILES = 30  # in up to as many files, changes are counted by file, else by folder


def change(site):
    """file:line:column: what is there  ->  what is put in its place"""
    return (f"{site.file}:{site.line}:{site.column}: {one_line(site.original)}  ->  "
            f"{one_line(site.changed) or 'nothing'}")


def code(text):
    return "`" + one_line(text).replace("|", "\\|") + "`" if text else "nothing"


def markdown(chosen, verdicts, equivalent):
    """Lines of Markdown."""
    files = {site.file for site in chosen}
    by_file = len(files) <= MOST_FILES
    of_place = collections.defaultdict(collections.Counter)
    for site, (noticed, reaching) in zip(chosen, verdicts):
        count = of_place[site.file if by_file else os.path.dirname(site.file)]
        count["all"] += 1
        if noticed:
            count["noticed"] += 1
        elif site.identity() in equivalent:
            count["equivalent"] += 1
        else:
            count["reached" if reaching else "never reached"] += 1
    columns = ["all", "noticed", "equivalent", "reached", "never reached"]
    place = "file" if by_file else "folder"
    yield f"| {place} | changes | noticed | cannot be noticed | survived | never reached |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    total = collections.Counter()
    for place in sorted(of_place):
        total.update(of_place[place])
        yield f"| `{place}` | " + " | ".join(str(of_place[place][c]) for c in columns) + " |"
    yield "| all | " + " | ".join(str(total[c]) for c in columns) + " |"
    rows = []
    for site, (noticed, reaching) in zip(chosen, verdicts):
        if not noticed:
            reason = equivalent.get(site.identity(), f"reached by {reaching} tests")
            rows.append(f"| `{site.file}` | {code(site.line_text)} | {code(site.original)} | "
                        f"{code(site.changed)} | {reason} |")
    if rows:
        yield ""
        yield "| not noticed in | line | was | instead | why |"
        yield "| --- | --- | --- | --- | --- |"
        yield from rows


def named_markdown(chosen, verdicts):
    """Lines of Markdown about changes with names."""
    count = sum(noticed is not None for noticed, _ in verdicts)
    yield f"{count} of {len(chosen)} are noticed:"
    yield ""
    yield "| file | change | noticed by |"
    yield "| --- | --- | --- |"
    for change_, (noticed, reaching) in zip(chosen, verdicts):
        # Without the types of its parameters.
        who = f"`{noticed.partition('<')[0]}`" if noticed else f"**none** of {reaching} tests that reach it"
        yield f"| `{change_.file}` | {change_.what} | {who} |"


def section_of(text, heading):
    """Where the section of a page begins, and where it ends."""
    found = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)
    return found.span(1) if found else None


def has_section(page, heading):
    with open(page, encoding="utf-8") as file:
        return section_of(file.read(), heading) is not None


def write_section(page, heading, lines):
    """Puts them in place of what the section has from "Written on" on."""
    with open(page, encoding="utf-8") as file:
        text = file.read()
    begin, end = section_of(text, heading)
    own = re.split(r"^Written on ", text[begin:end], maxsplit=1, flags=re.MULTILINE)[0].strip("\n")
    parts = ["", own, ""] if own else [""]
    section = "\n".join([*parts, *lines, ""])
    rest = text[end:]
    with open(page, "w", encoding="utf-8") as file:
        file.write(text[:begin] + section + ("\n" + rest if rest else ""))


def write_every(path, chosen, verdicts, equivalent):
    """A row for each change, as CSV. Where it is, the text of its line says: numbers of lines do not last."""
    with open(path, "w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["file", "line", "was", "instead", "noticed by", "why not"])
        for site, (noticed, reaching) in zip(chosen, verdicts):
            why_not = "" if noticed else equivalent.get(site.identity(), f"reached by {reaching} tests")
            rows.writerow([site.file, one_line(site.line_text), one_line(site.original),
                           one_line(site.changed) or "nothing", noticed or "", why_not])
