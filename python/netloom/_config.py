"""Configurations, and what is done with them."""

import copy
import itertools
import json
import os
from typing import Any, Callable, Iterable, Iterator, Mapping, Optional, Sequence, Tuple, Union

import numpy

from . import _extend, _netloom
from ._errors import Error, warn
from ._netlist import Netlist
from ._paths import find
from ._process import in_worker
from ._progress import Clock, Progress, reporter
from ._result import Result, Results, Study

_Path = Union[str, "os.PathLike[str]"]
_Progress = Union[bool, Callable[[Progress], object]]


def _plain(value):
    """What JSON does not know."""
    if isinstance(value, numpy.generic):
        return value.item()
    if isinstance(value, numpy.ndarray):
        return value.tolist()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, range):
        return list(value)
    raise Error(f"{value!r} is no value of a configuration; allowed: what JSON has, NumPy's numbers "
                "and arrays, ranges, paths")


def _text(value):
    """A value in JSON, which is YAML, too."""
    try:
        return json.dumps(value, default=_plain, ensure_ascii=False, allow_nan=False)
    except ValueError as error:  # NaN, infinite, or in itself
        raise Error(f"{value!r} is no value of a configuration: {error}") from None


def _pairs(key, value):
    return key.items() if isinstance(key, Mapping) else [(key, value)]


def _listed(name, values):
    """What was given as a list of values."""
    if not isinstance(values, Iterable) or isinstance(values, (str, bytes, Mapping)) or (
            isinstance(values, numpy.ndarray) and values.ndim == 0):
        raise TypeError(f"{name} is {values!r}; allowed: a list of values, as [{values!r}]")
    return list(values)


class Config(Mapping[str, Any]):
    """A configuration with all defaults, checked. It does not change: replace() makes another one.

    Config({"network": {"topology": "mesh", "k": [8, 8]}, "traffic": {"load": 0.1}}) is what a file
    with these keys is (docs/reference/configuration/); netloom.load() reads a file. Relative paths
    in it start at `directory`, unless given the current one.

    It is a mapping of sections, whose values are found by paths, too: config["traffic.load"]. Two
    are equal whose values are, and which name the same files.

    Error: as of the command netloom; what is wrong is said by its path.
    """

    def __init__(self, values: Mapping[str, Any], directory: Optional[_Path] = None) -> None:
        if not isinstance(values, Mapping):
            raise Error(f"a configuration is a dict, not {type(values).__name__}; "
                        "netloom.load() reads files")
        self._read(_text(dict(values)), "Config", os.fspath(directory or os.getcwd()), [])

    def _read(self, text, name, directory, settings):
        self._source = (text, name, directory)
        self._settings = settings
        self._native = _netloom.Config(text, name, directory, settings)
        self._values = None

    @classmethod
    def _load(cls, path):
        self = cls.__new__(cls)
        self._read(None, os.fspath(path), "", [])
        return self

    def replace(self, key: Union[str, Mapping[str, Any]], value: Any = None) -> "Config":
        """A configuration in which a key has another value: replace("traffic.load", 0.3), or several
        keys have: replace({"network.k": 16, "traffic.load": 0.3}). None takes a key away."""
        settings = list(self._settings)
        for path, each in _pairs(key, value):
            settings.append((path, _text(each), "replace"))
        other = Config.__new__(Config)
        other._read(*self._source, settings)
        return other

    def _resolved(self):
        if self._values is None:
            self._values = json.loads(self._native.resolved())
        return self._values

    def _key(self):
        return self._native.resolved(), [os.path.abspath(each) for each in self._native.files()]

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Config) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._native.resolved())

    def __copy__(self) -> "Config":
        return self

    def __deepcopy__(self, _known: Any) -> "Config":
        return self

    def __reduce__(self) -> Any:
        # Of a file its path: it is read again.
        text, name, directory = self._source
        name = os.path.abspath(name) if text is None else name
        directory = directory and os.path.abspath(directory)
        return _unpickled, (text, name, directory, self._settings, self._native.resolved())

    def to_dict(self) -> "dict[str, Any]":
        """All keys with their values, defaults included."""
        return json.loads(self._native.resolved())

    def __getitem__(self, path: str) -> Any:
        """A value by its path: config["switch.crossbar.delay"]. KeyError: there is none."""
        return copy.deepcopy(find(self._resolved(), path))

    def __iter__(self) -> Iterator[str]:
        return iter(self._resolved())

    def __len__(self) -> int:
        return len(self._resolved())

    def __str__(self) -> str:
        """As a configuration file, in YAML, with the meaning of every key."""
        return self._native.yaml()

    def save(self, path: _Path) -> None:
        """Writes it as a configuration file. WriteError: that fails."""
        _netloom.write_file(os.fspath(path), str(self))

    def __repr__(self):
        network = self._resolved()["network"]
        return (f"<Config {network.get('topology', network.get('file'))}, "
                f"{self['routing.function']}>")

    @property
    def netlist(self) -> Netlist:
        """The network, as a Netlist."""
        return self._native.netlist()

    def graph(self) -> Any:
        """The network as a networkx.MultiDiGraph: see Netlist.graph()."""
        return self.netlist.graph()

    def run(self, *, details: bool = False, progress: _Progress = True) -> Result:
        """Simulates the configuration's only load and seed, and returns the Result.

        details -- also values per node, per switch, and per link and VC
        progress -- as of sweep()

        A run that fails (a deadlock, lost packets) is a result: see Result.failure; there is a
        NetloomWarning, too. Error: there are several points. What a function that is written in
        Python raises is raised.
        """
        for key in ("traffic.load", "simulation.seeds"):
            try:
                values = self[key]
            except KeyError:
                continue
            if isinstance(values, list) and len(values) > 1:
                raise Error(f"{key} has {len(values)} values; allowed: one for run(), any number "
                            "for sweep()")
        return self.sweep(jobs=1, details=details, progress=progress)[0]

    def sweep(self, *, loads: Optional[Iterable[float]] = None,
              seeds: Optional[Iterable[int]] = None,
              vary: Optional[Mapping[str, Iterable[Any]]] = None, jobs: Optional[int] = None,
              details: bool = False, database: Optional[_Path] = None,
              progress: _Progress = True) -> Results:
        """Simulates every load with every seed, each in a process of its own; returns the Results.

        loads -- phits/(node·cycle), in the place of traffic.load
        seeds -- in the place of simulation.seeds
        vary -- a curve for each value of a key: {"routing.function": ["dor", "adaptive"]}; several
                keys are combined
        jobs -- processes at a time; as many as there are processors unless given
        details -- as of run()
        database -- an SQLite file that keeps every finished point, and from which those that it has
                    are taken
        progress -- True: a bar in notebooks, a line on terminals; False; or a function that is
                    called with a Progress about twice a second

        TypeError: what is to be a list is none. Failed runs are as of run(). KeyboardInterrupt ends
        it; a database keeps what is finished.
        """
        settings = {}
        if loads is not None:
            settings["traffic.load"] = _listed("loads", loads)
        if seeds is not None:
            settings["simulation.seeds"] = _listed("seeds", seeds)
        curves = []
        if not isinstance(vary or {}, Mapping):
            raise TypeError(f"vary is {vary!r}; allowed: a dict of keys with lists of values")
        vary = {key: _listed(f"vary[{key!r}]", values) for key, values in (vary or {}).items()}
        for values in itertools.product(*vary.values()):
            name = ", ".join(f"{key}={value}" for key, value in zip(vary, values))
            changes = {**dict(zip(vary, values)), **settings}
            curves.append((name, self.replace(changes) if changes else self))
        return simulate(curves, jobs=jobs, details=details, database=database, progress=progress)

    def check(self) -> Study:
        """Checks the routing (all hosts connected, no deadlock) and the registers, as `netloom
        check`: a Study."""
        return _study(lambda: _netloom.check(self._native))

    def cost(self, *, registers_only: bool = False) -> Study:
        """Counts the costs of switches, and of the network where they are defined, as `netloom
        cost`: a Study. registers_only: follows no paths for crosspoints, which takes long in large
        networks."""
        return _study(lambda: _netloom.cost(self._native, registers_only))


def _study(work):
    def done(_tell):
        study = work()
        return study.document, study.text, study.ok

    document, text, ok = in_worker(done)
    return Study(json.loads(document), text, ok)


def _unpickled(text, name, directory, settings, resolved):
    config = Config.__new__(Config)
    config._read(text, name, directory, settings)
    if config._native.resolved() != resolved:
        raise Error(f"{name}: the configuration is another one than when it was pickled")
    return config


def load(path: _Path) -> Config:
    """Reads a configuration file (YAML). Error: "FILE:LINE: key: …", with what is allowed."""
    return Config._load(path)


def _curves(curves):
    if isinstance(curves, Config):
        raise TypeError(f"curves is {curves!r}; allowed: a dict or pairs of names and Config; "
                        "Config.sweep() simulates one")
    curves = _listed("curves", curves.items() if isinstance(curves, Mapping) else curves)
    for i, each in enumerate(curves):
        if not (isinstance(each, (tuple, list)) and len(each) == 2 and isinstance(each[0], str) and
                isinstance(each[1], Config)):
            raise TypeError(f"curves[{i}] is {each!r}; allowed: a name with a Config")
        if each[0] in (name for name, _ in curves[:i]):
            raise Error(f"curves[{i}] is named {each[0]!r}, as another one; allowed: a name for each")
    return curves


def simulate(curves: Union[Mapping[str, Config], Sequence[Tuple[str, Config]]], *,
             jobs: Optional[int] = None, details: bool = False, database: Optional[_Path] = None,
             progress: _Progress = True) -> Results:
    """Simulates all points of several configurations, given as a dict or pairs of names and Config;
    returns the Results. The rest is as of Config.sweep()."""
    curves = _curves(curves)
    if not curves:
        raise Error("there is nothing to simulate; allowed: one configuration or more")
    jobs = _netloom.default_jobs() if jobs is None else jobs
    if jobs < 1:
        raise Error(f"jobs is {jobs}; allowed: 1 or more")
    for _, config in curves:
        config._native.require_traffic()
        if database is not None:
            _extend.require_none(config.to_dict())
    show = reporter(progress)
    told = Clock(show) if show is not None else None
    try:
        answer = in_worker(
            lambda tell: _netloom.simulate([(name, config._native) for name, config in curves],
                                           jobs, details, os.fspath(database or ""),
                                           tell if told is not None else None),
            told)
    finally:
        if show is not None:
            show.end()
    answer = json.loads(answer)
    if answer["not_stored"]:
        warn(answer["not_stored"])
    results = Results(answer["document"])
    for point in results.failed:
        warn(f"load {point.load}, seed {point.seed}: {point['failure.kind']}: "
             f"{point['failure.message']}")
    return results
