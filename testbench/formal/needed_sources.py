"""Which sources of SystemVerilog a module needs, where each file has the name of the one module or package
that is in it."""

import re


def needed_sources(tops, sources):
    """Those of `sources` with these modules and with what they name, themselves or through others; in the order
    of `sources`."""
    by_name = {source.stem: source for source in sources}
    needed = set()
    waiting = [top for top in tops if top in by_name]
    while waiting:
        name = waiting.pop()
        if name in needed:
            continue
        needed.add(name)
        words = set(re.findall(r"\w+", by_name[name].read_text(encoding="utf-8")))
        waiting += [word for word in words if word in by_name]
    return [source for source in sources if source.stem in needed]
