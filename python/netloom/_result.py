"""Results of simulations."""

import json
import os
from typing import Any, Iterator, Mapping, Optional, Union

import numpy

from . import _netloom
from ._errors import Error
from ._paths import find


def _numbers(value, prefix, row):
    """What is no list, by its path."""
    for key, each in value.items():
        path = f"{prefix}{key}"
        if isinstance(each, dict):
            _numbers(each, path + ".", row)
        elif not isinstance(each, list):
            row[path] = each


def _rows(values):
    rows = []
    for each in values:
        row: "dict[str, Any]" = {}
        _numbers(each, "", row)
        rows.append(row)
    return rows


def _array(values):
    return numpy.array([numpy.nan if each is None else each for each in values])


class Result(Mapping[str, Any]):
    """One point: a load and a seed. It is a mapping, whose values are found by paths, too.

    data -- all that the result file says of it (docs/reference/result_files.md), as a dict
    config -- its configuration, resolved, as a dict
    series -- the name of its curve; "" where there is one
    """

    def __init__(self, data: "dict[str, Any]", config: "dict[str, Any]", series: str = "") -> None:
        self.data = data
        self.config = config
        self.series = series

    def __getitem__(self, path: str) -> Any:
        """A value by its path: result["latency.network.mean"]. The path of a key of the elements of
        a list gives the values of all: result["time_series.samples.from"]. KeyError: there is none.
        """
        return find(self.data, path)

    def __iter__(self) -> Iterator[str]:
        return iter(self.data)

    def __len__(self) -> int:
        return len(self.data)

    # Two points are two, whatever their values are.
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def array(self, path: str) -> numpy.ndarray:
        """A list of numbers as a NumPy array, in which null is NaN: result.array("nodes.accepted")
        of a run with details. KeyError: there is none."""
        value = self[path]
        if not isinstance(value, list):
            raise KeyError(f"{path} is no list")
        return _array(value)

    def time_series(self) -> Any:
        """The time series (simulation.sample_interval) as a pandas.DataFrame, by the first cycle of
        each interval. Error: the run has none."""
        import pandas

        if self.data.get("time_series") is None:
            raise Error("there is no time series; allowed: with simulation.sample_interval")
        return pandas.DataFrame(_rows(self["time_series.samples"])).set_index("from")

    @property
    def load(self) -> Optional[float]:
        """phits/(node·cycle); None in closed workloads."""
        return self.data["load"]

    @property
    def seed(self) -> int:
        """Of the run."""
        return self.data["seed"]

    @property
    def failure(self) -> "Optional[dict[str, Any]]":
        """None, or what went wrong: a dict with `kind` and `message`."""
        return self.data["failure"]

    @property
    def accepted_load(self) -> float:
        """phits/(node·cycle) that were delivered."""
        return self["accepted_load"]

    @property
    def latency(self) -> Optional[float]:
        """Mean network latency in cycles; None: nothing was delivered."""
        return self["latency.network.mean"]

    def __repr__(self):
        name = f"{self.series}: " if self.series else ""
        if self.failure is not None:
            return f"<Result {name}load {self.load}, seed {self.seed}: {self.failure['kind']}>"
        return (f"<Result {name}load {self.load}, seed {self.seed}: accepted {self.accepted_load}, "
                f"latency {self.latency}>")


class Results:
    """The points of a sweep, in order: a sequence of Result.

    document -- what the result file has (docs/reference/result_files.md), as a dict
    """

    def __init__(self, document: "dict[str, Any]") -> None:
        self.document = document
        configs = {each["name"]: each["config"] for each in document.get("series", [])}
        self._points = [
            Result(point, configs.get(point.get("series"), document.get("config")),
                   point.get("series", ""))
            for point in document["points"]]

    def __len__(self) -> int:
        return len(self._points)

    def __iter__(self) -> Iterator[Result]:
        return iter(self._points)

    def __getitem__(self, index: int) -> Result:
        return self._points[index]

    def array(self, path: str) -> numpy.ndarray:
        """A value of all points as a NumPy array: results.array("latency.network.mean"); NaN where
        a point has none. KeyError: no point has it."""
        values = [point.get(path, self) for point in self._points]
        if values and all(each is self for each in values):
            self._points[0][path]  # says what there is
        return _array([None if each is self else each for each in values])

    def frame(self) -> Any:
        """A pandas.DataFrame with a row for each point. Columns are paths of values
        ("latency.network.mean"), and `series` where there are several."""
        import pandas

        return pandas.DataFrame(_rows(point.data for point in self._points))

    def summary(self) -> Any:
        """A pandas.DataFrame with a row for each curve and load: means over the seeds with the half
        widths of their 95 % confidence intervals; of one seed that of the run itself, if it has
        one."""
        import pandas

        return pandas.DataFrame(_rows(self.document["summary"]))

    @property
    def failed(self) -> "list[Result]":
        """Those whose runs failed."""
        return [point for point in self._points if point.failure is not None]

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the result file, as `netloom sweep --json` does. WriteError: that fails."""
        _netloom.write_file(os.fspath(path),
                            json.dumps(self.document, indent=2, ensure_ascii=False) + "\n")

    def __repr__(self):
        failed = f", {len(self.failed)} failed" if self.failed else ""
        return f"<Results: {len(self)} points{failed}>"


class Study(dict):
    """What `netloom check` or `netloom cost` says, as its result file has it.

    ok -- whether all is as it should be
    text -- the same for people
    """

    def __init__(self, document: Mapping[str, Any], text: str, ok: bool) -> None:
        super().__init__(document)
        self.text = text
        self.ok = ok

    def __str__(self) -> str:
        return self.text

    def _repr_pretty_(self, printer, _cycle):
        printer.text(self.text.rstrip("\n"))
