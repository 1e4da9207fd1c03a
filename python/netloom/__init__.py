"""Netloom: cycle-timed models of interconnection-network switches, woven into networks.

    import netloom
    config = netloom.load("mesh_8x8.yaml")
    results = config.sweep(loads=[0.05, 0.1, 0.15], seeds=[1, 2, 3])
    results.frame()

Config has what the command netloom does: run, sweep, check, cost. Each simulation runs in a process
of its own.
"""

import json as _json
from typing import Any

from . import _netloom

_netloom.set_program_file(_netloom.__file__)

from ._config import Config, load, simulate
from ._errors import BrokenInvariant, Error, NetloomWarning, WorkerDied, WriteError
from ._extend import Parameter, RoutingFunction, Topology, TrafficPattern, register
from ._netlist import Netlist
from ._netloom import NetlistBuilder, Packet, Random
from ._progress import Progress
from ._result import Result, Results, Study

__version__ = _netloom.version()


def topologies() -> "dict[str, str]":
    """What network.topology can name: names with what `netloom list` says of them."""
    return _netloom.topologies()


def routing_functions() -> "dict[str, str]":
    """What routing.function can name: names with what `netloom list` says of them."""
    return _netloom.routing_functions()


def traffic_patterns() -> "dict[str, str]":
    """What traffic.pattern can name: names with what `netloom list` says of them."""
    return _netloom.traffic_patterns()


def schema() -> "dict[str, Any]":
    """The JSON Schema of configurations, as a dict."""
    return _json.loads(_netloom.schema())


__all__ = [
    "BrokenInvariant", "Config", "Error", "Netlist", "NetlistBuilder", "NetloomWarning", "Packet",
    "Parameter", "Progress", "Random", "Result", "Results", "RoutingFunction", "Study", "Topology",
    "TrafficPattern", "WorkerDied", "WriteError", "load", "register", "routing_functions", "schema",
    "simulate", "topologies", "traffic_patterns",
]
