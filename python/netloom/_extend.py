"""Topologies, routing functions and traffic patterns that are written in Python.

They are for trying something out: the model asks them through the interpreter, and runs take
several times as long (docs/guides/python.md). What is worth keeping is written in C++
(docs/guides/add_a_routing_function.md and its like).
"""

import dataclasses
import inspect
from typing import Any, Callable, Iterable, Optional, Sequence, Tuple, Type, TypeVar

from . import _netloom
from ._errors import Error
from ._netlist import Netlist
from ._netloom import NetlistBuilder, Packet, Random

_Class = TypeVar("_Class", bound=type)
_Offers = Iterable[Tuple[int, int]]

_TYPES = {int: "int", float: "float", bool: "bool", str: "str", list: "list"}

#: Names that configurations can use, of what was written in Python: by kind, "routing function".
_registered: "dict[str, set[str]]" = {}


@dataclasses.dataclass(frozen=True)
class Parameter:
    """A parameter of a topology, a routing function or a pattern: a key beside its name.

    type -- int, float, bool, str, or list (of int)
    meaning -- one line, with the unit
    default -- None: it has to be given
    minimum, maximum -- of numbers, and of the elements of a list
    choices -- of str: what is allowed; none: any
    """

    type: Type[Any]
    meaning: str
    default: Any = None
    minimum: float = 0
    maximum: float = 1e9
    choices: Sequence[str] = ()

    def __post_init__(self):
        if self.type not in _TYPES:
            raise Error(f"a parameter is no {self.type!r}; allowed: int, float, bool, str, list")

    @property
    def type_name(self) -> str:
        """How the module calls its type."""
        return _TYPES[self.type]


class _Extension:
    #: Name to Parameter: keys of the configuration, and keyword arguments of methods.
    parameters: "dict[str, Parameter]" = {}

    @classmethod
    def summary(cls) -> str:
        """The first line of the docstring."""
        text = inspect.getdoc(cls) if cls.__doc__ else ""
        return text.splitlines()[0] if text else "written in Python"

    @classmethod
    def has_own(cls, name: str) -> bool:
        """Whether the class has a method that the base class does not give it."""
        return any(name in vars(each) for each in cls.__mro__ if each.__module__ != __name__)


class RoutingFunction(_Extension):
    """A routing function: a relation between where a packet is and where it may go on.

    It says for the head of a packet at a switch which pairs of output port and virtual channel (VC)
    it may take. It keeps no state: to the same question it gives the same answer, so answers are
    kept and not asked for again. `netloom check` and Config.check() ask it, too.
    """

    #: VCs of the links of each kind, unless the configuration says otherwise.
    vcs: "dict[str, int]" = {}
    #: The policy that goes with them (routing.vcs.policy); "free": the function decides.
    vc_policy = "free"
    #: Which output of several a switch takes, unless the configuration says otherwise.
    selection = "ff"
    #: Whether packets of one source and destination never overtake each other; runs check it.
    in_order = False
    #: Whether answers depend on Packet.source; whole-network checks take longer then.
    depends_on_source = True

    def __init__(self, netlist: Netlist, vcs: "dict[str, int]", **parameters: Any) -> None:
        """netlist -- a Netlist; vcs -- VCs of each link, by kind; the parameters by name."""
        self.netlist = netlist
        self.vcs_of = vcs
        for name, value in parameters.items():
            setattr(self, name, value)

    def route(self, switch: int, packet: Packet) -> _Offers:
        """The (output port, VC) that the packet may take at the switch, as pairs."""
        raise NotImplementedError(f"{type(self).__name__} has no route()")

    def next_state(self, switch: int, packet: Packet, port: int, vc: int) -> int:
        """The state, 0 to 65535, with which it leaves by one of them; unless defined, its own."""
        raise NotImplementedError

    def escape(self, switch: int, packet: Packet) -> _Offers:
        """Those of route() that lead to the destination without waiting in a circle; unless
        defined, all."""
        raise NotImplementedError

    def entering(self, switch: int, packet: Packet) -> _Offers:
        """Those of route() by which it comes into a ring, for which two packets must have room
        (bubble flow control); unless defined, none."""
        raise NotImplementedError


class TrafficPattern(_Extension):
    """A traffic pattern: where packets go."""

    def __init__(self, netlist: Netlist, seed: int, **parameters: Any) -> None:
        """netlist -- a Netlist; seed -- of the run; the parameters by name."""
        self.netlist = netlist
        self.seed = seed
        for name, value in parameters.items():
            setattr(self, name, value)

    def destination(self, source: int, random: Random) -> Optional[int]:
        """The host to which the next packet of a host goes, not itself; None: it sends none. What
        is drawn is drawn from `random`, so that a run with the same seed is the same."""
        raise NotImplementedError(f"{type(self).__name__} has no destination()")


class Topology(_Extension):
    """A topology: makes a network from parameters."""

    #: Kinds of the links between switches: keys of network.latency.
    link_kinds: Sequence[str] = ("link",)
    #: routing.function, unless the configuration says otherwise.
    default_function = "shortest_path"

    def build(self, network: NetlistBuilder, **parameters: Any) -> None:
        """Adds switches, hosts and links to a NetlistBuilder."""
        raise NotImplementedError(f"{type(self).__name__} has no build()")


_KINDS = {RoutingFunction: ("routing function", _netloom.set_routing_function),
          TrafficPattern: ("traffic pattern", _netloom.set_traffic_pattern),
          Topology: ("topology", _netloom.set_topology)}


def register(name: str) -> Callable[[_Class], _Class]:
    """A decorator: makes a subclass of RoutingFunction, TrafficPattern or Topology known to
    configurations by a name. Another class of this name that was registered so goes; configurations
    that have been read stay as they are. Error: the name is one of Netloom's own."""
    def add(cls):
        for base, (kind, into_registry) in _KINDS.items():
            if isinstance(cls, type) and issubclass(cls, base):
                into_registry(name, cls)
                _registered.setdefault(kind, set()).add(name)
                return cls
        raise Error(f"{cls!r} cannot be registered; allowed: subclasses of RoutingFunction, "
                    "TrafficPattern, Topology")
    return add


def _names_in(value, key):
    """The values of a key, wherever it is in a configuration."""
    if isinstance(value, dict):
        for name, each in value.items():
            if name == key and isinstance(each, str):
                yield each
            yield from _names_in(each, key)
    elif isinstance(value, list):
        for each in value:
            yield from _names_in(each, key)


def require_none(values):
    """Error: a resolved configuration uses something written in Python, of which a database would
    not see that it has changed."""
    for kind, section, key in (("topology", "network", "topology"),
                               ("routing function", "routing", "function"),
                               ("traffic pattern", "traffic", "pattern")):
        for name in _names_in(values.get(section), key):
            if name in _registered.get(kind, ()):
                raise Error(f"{kind} '{name}' is written in Python, so that a database does not see "
                            "when it changes; allowed: no database")
