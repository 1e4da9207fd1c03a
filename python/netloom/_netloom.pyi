# What the module in C++ has; NetlistBuilder, Packet and Random are a part of the package.

from typing import Any, Callable, Optional, Sequence, Tuple

from ._netlist import Netlist

class Packet:
    """The head of a packet at a switch."""

    @property
    def destination(self) -> int:
        """Number of a host."""
    @property
    def source(self) -> int:
        """Number of a host; 0 where depends_on_source is False."""
    @property
    def state(self) -> int:
        """What next_state() has written into the header, 16 bits; 0 at injection."""
    @property
    def input_port(self) -> int:
        """By which it came into the switch."""
    @property
    def input_vc(self) -> int:
        """Virtual channel on which it came."""

class Random:
    """The generator of one host, which draws the same in each run with a seed."""

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, n >= 1."""
    def uniform(self) -> float:
        """A number between 0 and 1."""

class NetlistBuilder:
    """A network while its parts are added."""

    def add_switch(self, ports: int, name: str = ...) -> int:
        """Adds a switch and returns its number, from 0; its name is sNUMBER unless given."""
    def add_host(self, switch: int, port: int, name: str = ...) -> int:
        """Adds a host at a port of a switch and returns its number, from 0; its name is hNUMBER
        unless given."""
    def add_cable(self, a: int, a_port: int, b: int, b_port: int, kind: str = ...) -> None:
        """Links two ports of switches both ways. The kind is the first of link_kinds unless given.
        """
    def add_link(
        self, start: int, start_port: int, end: int, end_port: int, kind: str = ...
    ) -> None:
        """Links the output of one port with the input of another one."""

class Config:
    def __init__(
        self,
        text: Optional[str],
        name: str,
        directory: str,
        settings: Sequence[Tuple[str, str, str]],
    ) -> None: ...
    def resolved(self) -> str: ...
    def yaml(self) -> str: ...
    def netlist(self) -> Netlist: ...
    def files(self) -> list[str]: ...
    def require_traffic(self) -> None: ...

class Study:
    @property
    def document(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def ok(self) -> bool: ...

def version() -> str: ...
def default_jobs() -> int: ...
def become_worker(parent: int) -> None: ...
def set_program_file(path: str) -> None: ...
def write_file(path: str, text: str) -> None: ...
def schema() -> str: ...
def topologies() -> dict[str, str]: ...
def routing_functions() -> dict[str, str]: ...
def traffic_patterns() -> dict[str, str]: ...
def set_topology(name: str, type: type) -> None: ...
def set_routing_function(name: str, type: type) -> None: ...
def set_traffic_pattern(name: str, type: type) -> None: ...
def simulate(
    configs: Sequence[Tuple[str, Config]],
    jobs: int,
    details: bool,
    database: str,
    told: Optional[Callable[[int, int, float], Any]],
) -> str: ...
def check(config: Config) -> Study: ...
def cost(config: Config, registers_only: bool) -> Study: ...
