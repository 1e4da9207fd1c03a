"""The network as it is built: switches, hosts and links."""

from typing import Any, Optional, Tuple

import numpy


class Netlist:
    """Switches, hosts and directed links, by number.

    topology, parameters -- what generated the network; "" and {} for one from a file
    kinds -- names of the kinds of links; the first is "host"
    switches, hosts -- their names
    ports -- the number of ports of each switch
    links -- a NumPy array with a row for each directed link: from_host, from, from_port, to_host,
             to, to_port (from_host: `from` is the number of a host, else of a switch), latency in
             cycles, kind (index into kinds)
    """

    def __init__(self, topology: str, parameters: "dict[str, Any]", kinds: "list[str]",
                 switches: "list[str]", ports: "list[int]", hosts: "list[str]",
                 links: numpy.ndarray) -> None:
        self.topology = topology
        self.parameters = parameters
        self.kinds = kinds
        self.switches = switches
        self.ports = ports
        self.hosts = hosts
        self.links = links
        self._behind: "dict[Tuple[int, int], Tuple[bool, int, int]]" = {}
        self._places: "dict[int, Tuple[int, int]]" = {}

    def __repr__(self):
        return (f"<Netlist {self.topology or 'of a file'}: {len(self.switches)} switches, "
                f"{len(self.hosts)} hosts, {len(self.links)} links>")

    def _ends(self):
        if not self._places:
            for (from_host, start, start_port, to_host, end, end_port, _, _) in self.links.tolist():
                if from_host:
                    self._places[start] = (end, end_port)
                else:
                    self._behind[start, start_port] = (to_host, end, end_port)
        return self._behind

    def place(self, host: int) -> Tuple[int, int]:
        """(switch, port) at which a host is."""
        self._ends()
        return self._places[host]

    def host(self, switch: int, port: int) -> Optional[int]:
        """The host behind an output port; None: there is none."""
        is_host, end, _ = self._ends().get((switch, port), (False, 0, 0))
        return end if is_host else None

    def neighbour(self, switch: int, port: int) -> Optional[Tuple[int, int]]:
        """(switch, input port) behind an output port; None: there is no switch."""
        is_host, end, end_port = self._ends().get((switch, port), (True, 0, 0))
        return None if is_host else (end, end_port)

    def graph(self) -> Any:
        """The network as a networkx.MultiDiGraph.

        Nodes are the names of switches and hosts, with `kind` ("switch" or "host"), `number` and, of
        switches, `ports`; edges are links, with `kind`, `latency` (cycles), `from_port`, `to_port`.
        """
        import networkx  # takes longer to load than all of Netloom

        graph = networkx.MultiDiGraph(topology=self.topology, **{
            name: value for name, value in self.parameters.items() if name != "topology"})
        for number, (name, ports) in enumerate(zip(self.switches, self.ports)):
            graph.add_node(name, kind="switch", number=number, ports=ports)
        for number, name in enumerate(self.hosts):
            graph.add_node(name, kind="host", number=number)
        for (from_host, start, from_port, to_host, end, to_port, latency, kind) in (
                self.links.tolist()):
            graph.add_edge((self.hosts if from_host else self.switches)[start],
                           (self.hosts if to_host else self.switches)[end],
                           kind=self.kinds[kind], latency=latency, from_port=from_port,
                           to_port=to_port)
        return graph
