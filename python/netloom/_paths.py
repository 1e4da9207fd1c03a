"""Values of nested dicts and lists, by paths: "latency.network.mean"."""


def find(value, path):
    """The value at a path. A number counts elements of a list, from 0; the path of a key of its
    elements gives the values of all. KeyError: there is none; it says what there is."""
    if not isinstance(path, str):
        raise KeyError(f"{path!r} is no path; allowed: a str, with dots between keys")
    return _find(value, path.split("."), [])


def _find(value, steps, before):
    for i, step in enumerate(steps):
        before = before + [step]
        if isinstance(value, list) and not step.isdecimal():
            return [_find(each, steps[i:], before[:-1]) for each in value]
        try:
            value = value[int(step) if isinstance(value, list) else step]
        except (KeyError, IndexError, TypeError):
            raise KeyError(f"there is no {'.'.join(before)}; {_known(value, before[:-1])}") from None
    return value


def _known(value, path):
    where = ".".join(path) or "it"
    if isinstance(value, dict) and value:
        return f"{where} has {', '.join(value)}"
    if isinstance(value, list):
        return f"{where} has {len(value)} elements, from 0"
    return f"{where} has no keys"
