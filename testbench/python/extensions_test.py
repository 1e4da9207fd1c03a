"""Topologies, routing functions and traffic patterns that are written in Python."""

import unittest
import warnings

import numpy

import netloom
from support import results_of, torus


@netloom.register("torus_dateline")
class TorusDateline(netloom.RoutingFunction):
    """Dimension order on a torus: VC 0 before the border of a ring, VC 1 behind it."""

    vcs = {"torus": 2}
    in_order = True
    depends_on_source = False

    def route(self, switch, packet):
        home, port = self.netlist.place(packet.destination)
        hosts = self.netlist.parameters["concentration"]
        for d, size in enumerate(self.netlist.parameters["k"]):
            at, to = switch % size, home % size
            switch, home = switch // size, home // size
            if at != to:
                way = (to - at) % size
                up = 2 * way < size or (2 * way == size and at % 2 == 0)
                before_border = to < at if up else to > at
                return [(hosts + 2 * d + up, 0 if before_border else 1)]
        return [(port, 0)]


@netloom.register("ring_of_cables")
class Ring(netloom.Topology):
    """A ring with a host at each switch."""

    parameters = {"switches": netloom.Parameter(int, "switches", default=8, minimum=3, maximum=64)}
    link_kinds = ("ring",)

    def build(self, network, switches):
        for _ in range(switches):
            network.add_host(network.add_switch(ports=3), port=0)
        for at in range(switches):
            network.add_cable(at, 1, (at + 1) % switches, 2)


@netloom.register("shifted")
class Shifted(netloom.TrafficPattern):
    """Each host sends to the one `by` further."""

    parameters = {"by": netloom.Parameter(int, "hosts", default=1, minimum=0, maximum=1000)}

    def destination(self, source, random):
        goal = (source + self.by) % len(self.netlist.hosts)
        return None if goal == source else goal


@netloom.register("anyone")
class Anyone(netloom.TrafficPattern):
    """Uniform, as the built-in one draws it."""

    def destination(self, source, random):
        drawn = random.below(len(self.netlist.hosts) - 1)
        return drawn + (drawn >= source)


def registered(name, route, **attributes):
    """A routing function that is dor's but for route()."""
    return netloom.register(name)(
        type(name, (TorusDateline,), {"route": route, **attributes}))


class Digits(unittest.TestCase):
    """What is written in Python gives the digits of what is built in."""

    def test_dimension_order_with_a_dateline(self):
        for load, measure in ((0.2, 800), (0.6, 400)):
            own = torus(traffic__load=load, simulation__measure=measure)
            python = own.replace("routing", {"function": "torus_dateline"})
            self.assertEqual(results_of(python.run()), results_of(own.run()))

    def test_in_rings_of_odd_and_of_two(self):
        for k in ([5, 2], [3, 3, 2]):
            own = torus(network__k=k)
            python = own.replace("routing", {"function": "torus_dateline"})
            self.assertEqual(results_of(python.run()), results_of(own.run()))

    def test_in_threads(self):
        own = torus(network={"topology": "torus", "k": [3, 3]}, simulation__measure=100,
                    simulation__threads=2)
        python = own.replace("routing", {"function": "torus_dateline"})
        self.assertEqual(results_of(python.run()), results_of(own.run()))

    def test_it_is_checked_as_any_other(self):
        own, python = torus().check(), torus(routing={"function": "torus_dateline"}).check()
        self.assertTrue(python.ok)
        self.assertEqual({**python, "config": None}, {**own, "config": None})

    def test_a_ring_as_a_torus_of_one_dimension(self):
        # A torus has the port down first.
        ring = torus(network={"topology": "ring_of_cables", "switches": 6},
                     routing={"function": "up_down"})
        grid = torus(network={"topology": "torus", "k": [6]}, routing={"function": "up_down"})
        self.assertEqual(sorted(dict(ring.graph().degree()).values()),
                         sorted(dict(grid.graph().degree()).values()))
        self.assertEqual(ring["network.latency"], {"host": 1, "ring": 1})
        self.assertTrue(ring.check().ok)

    def test_the_ring_is_what_it_declares(self):
        self.assertEqual(len(torus(network={"topology": "ring_of_cables"},
                                   routing={"function": "up_down"}).netlist.hosts), 8)
        with self.assertRaisesRegex(netloom.Error, r"network\.switches: .*from 3 to 64"):
            torus(network={"topology": "ring_of_cables", "switches": 2})

    def test_a_pattern_that_draws(self):
        self.assertEqual(results_of(torus(traffic__pattern="anyone").run()),
                         results_of(torus(traffic__pattern="uniform").run()))

    def test_numbers_of_numpy(self):
        @netloom.register("numpy_hosts")
        class Hosts(Anyone):
            def destination(self, source, random):
                return numpy.int64(super().destination(source, random))

        @netloom.register("numpy_ways")
        class Ways(TorusDateline):
            def route(self, switch, packet):
                return numpy.array(super().route(switch, packet))

            def next_state(self, switch, packet, port, vc):
                return numpy.uint8(0)

        del Hosts, Ways
        config = torus(traffic__pattern="numpy_hosts", routing={"function": "numpy_ways"})
        self.assertEqual(results_of(config.run()), results_of(torus().run()))

    def test_a_pattern_with_a_parameter(self):
        result = torus(traffic={"pattern": "shifted", "by": 2, "load": 0.1}).run(details=True)
        self.assertIsNone(result.failure)
        received = result.array("nodes.received")
        self.assertGreater(received.min(), 0)
        self.assertEqual(list(received), list(numpy.roll(result.array("nodes.accepted"), 2)))

    def test_a_pattern_in_which_nobody_sends(self):
        self.assertEqual(torus(traffic={"pattern": "shifted", "by": 0, "load": 0.1}).run()[
            "packets.generated"], 0)


class Lists(unittest.TestCase):
    def test_they_are_listed_with_their_first_line(self):
        self.assertEqual(netloom.topologies()["ring_of_cables"],
                         "A ring with a host at each switch.")
        self.assertIn("torus_dateline", netloom.routing_functions())
        self.assertIn("shifted", netloom.traffic_patterns())

    def test_names_of_netloom_are_taken(self):
        with self.assertRaisesRegex(netloom.Error, "routing function 'dor' is one of Netloom's own"):
            netloom.register("dor")(TorusDateline)

    def test_only_subclasses_are_registered(self):
        with self.assertRaisesRegex(netloom.Error, "allowed: subclasses of RoutingFunction"):
            netloom.register("text")(str)

    def test_registered_again_the_new_one_counts(self):
        registered("again", lambda self, switch, packet: 1 / 0)
        registered("again", TorusDateline.route)
        self.assertIsNone(torus(routing={"function": "again"}).run().failure)

    def test_a_database_does_not_see_changes_of_them(self):
        with self.assertRaisesRegex(netloom.Error, "'shifted' is written in Python"):
            torus(traffic__pattern="shifted").sweep(database="never.sqlite")


class Mistakes(unittest.TestCase):
    """What users' functions raise is raised, and what they answer is checked."""

    def test_an_exception_in_a_run(self):
        registered("late", lambda self, switch, packet: {}[packet.destination])
        config = torus(routing={"function": "late"})
        with self.assertRaises(KeyError) as caught:
            config.run()
        self.assertRegex(str(caught.exception.__cause__), r"extensions_test\.py.*\n.*packet\.dest")

    def test_an_exception_in_a_check(self):
        registered("late", lambda self, switch, packet: {}[packet.destination])
        with self.assertRaises(KeyError):
            torus(routing={"function": "late"}).check()

    def test_an_exception_while_it_is_read(self):
        @netloom.register("never")
        class Never(netloom.RoutingFunction):
            def __init__(self, netlist, vcs):
                raise LookupError("no such file")

        with self.assertRaisesRegex(LookupError, "no such file"):
            torus(routing={"function": "never"})
        del Never

    def test_an_exception_of_a_class_that_cannot_be_sent(self):
        def route(self, switch, packet):
            class Own(Exception):
                pass
            raise Own("told")

        registered("own", route)
        with self.assertRaisesRegex(RuntimeError, "Own: told"):
            torus(routing={"function": "own"}).run()

    def test_ports_and_vcs_that_are_not_there(self):
        for answer in ([(9, 0)], [(2, 2)], [(2, -1)], [2], None, [("2", 0)], [(2, 0, 0)],
                       [(numpy.float32(2), 0)], [(2**64, 0)]):
            registered("wrong", lambda self, switch, packet, answer=answer: answer)
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                result = torus(routing={"function": "wrong"}).run()
            self.assertEqual(result.failure["kind"], "error")
            self.assertRegex(result.failure["message"],
                             r"^routing function 'wrong', switch s\d+: route\(\) says .*; allowed: "
                             "pairs of an output port that has a link and a VC of this link$")
            self.assertEqual(len(caught), 1)

    def test_a_way_in_a_circle_is_found(self):
        registered("circle", lambda self, switch, packet: [(2, 0)])
        study = torus(routing={"function": "circle"}).check()
        self.assertFalse(study.ok)

    def test_hosts_that_are_not_there(self):
        for answer in ("32", "-1", "source", "1.5", "2**64", "numpy.float32(1.5)",
                       "numpy.array([1, 2])"):
            @netloom.register("wrong_goal")
            class Wrong(netloom.TrafficPattern):
                destination = eval(f"lambda self, source, random: {answer}")

            with warnings.catch_warnings(record=True):
                warnings.simplefilter("always")
                result = torus(traffic__pattern="wrong_goal").run()
            self.assertIn("allowed: another host, 0 to 31", result.failure["message"])
            del Wrong

    def test_a_network_that_is_none(self):
        @netloom.register("loose")
        class Loose(netloom.Topology):
            def build(self, network):
                network.add_host(network.add_switch(ports=1), port=3)

        with self.assertRaisesRegex(netloom.Error, r"network\.topology: netlist: .*switch s0 has no port 3"):
            torus(network={"topology": "loose"}, routing={"function": "up_down"})
        del Loose

    def test_kinds_that_were_not_declared(self):
        @netloom.register("other_kind")
        class Other(netloom.Topology):
            def build(self, network):
                network.add_switch(ports=2)
                network.add_cable(0, 0, 0, 1, kind="up")

        with self.assertRaisesRegex(netloom.Error, "'up' is no kind .*; allowed: link"):
            torus(network={"topology": "other_kind"}, routing={"function": "up_down"})
        del Other

    def test_what_it_prints_is_printed(self):
        import contextlib
        import io

        def route(self, switch, packet):
            if switch == 0:
                print("asked")
            return TorusDateline.route(self, switch, packet)

        registered("prints", route)
        config = torus(routing={"function": "prints"})
        with contextlib.redirect_stdout(io.StringIO()) as output:
            config.run()
        self.assertRegex(output.getvalue(), r"^(asked\n)+$")


class States(unittest.TestCase):
    def test_the_header_says_where_a_packet_has_been(self):
        # In state 0 a packet is at its first switch: the dateline's VC then, and later the same,
        # is what a function that looks at the state alone offers.
        class Counting(TorusDateline):
            """Counts the switches that a packet has passed."""

            seen = set()

            def next_state(self, switch, packet, port, vc):
                return packet.state + 1

            def route(self, switch, packet):
                first = self.netlist.host(switch, packet.input_port) is not None
                if first != (packet.state == 0):
                    raise AssertionError(f"state {packet.state} at switch {switch}")
                return super().route(switch, packet)

        netloom.register("counting")(Counting)
        self.assertEqual(results_of(torus(routing={"function": "counting"}).run()),
                         results_of(torus().run()))

    def test_a_bubble(self):
        class Bubble(TorusDateline):
            """Dimension order with bubble flow control: one VC."""

            vcs = {}
            vc_policy = "single"

            def route(self, switch, packet):
                return [(port, 0) for port, _ in super().route(switch, packet)]

            def entering(self, switch, packet):
                hosts = self.netlist.parameters["concentration"]
                straight = packet.input_port - hosts ^ 1
                return [(port, vc) for port, vc in self.route(switch, packet)
                        if port >= hosts and
                        (packet.input_port < hosts or straight != port - hosts)]

        netloom.register("own_bubble")(Bubble)
        own = torus(routing={"function": "dor", "rings": "bubble"}, traffic__load=0.6)
        python = own.replace("routing", {"function": "own_bubble"})
        self.assertTrue(python.check().ok)
        self.assertEqual(results_of(python.run()), results_of(own.run()))

    def test_an_escape(self):
        class Adaptive(netloom.RoutingFunction):
            """Any minimal hop on VC 1, dimension order of a mesh on VC 0."""

            vcs = {"mesh": 2}

            def hops(self, switch, packet):
                home, port = self.netlist.place(packet.destination)
                for d, size in enumerate(self.netlist.parameters["k"]):
                    at, to = switch % size, home % size
                    switch, home = switch // size, home // size
                    if at != to:
                        yield 1 + 2 * d + (to > at)

            def escape(self, switch, packet):
                hops = list(self.hops(switch, packet))
                return [(hops[0] if hops else 0, 0)]

            def route(self, switch, packet):
                return self.escape(switch, packet) + [
                    (port, 1) for port in self.hops(switch, packet)]

        netloom.register("own_adaptive")(Adaptive)
        config = torus(network={"topology": "mesh", "k": [4, 4]},
                       routing={"function": "own_adaptive"})
        study = config.check()
        self.assertTrue(study.ok, study.text)
        self.assertIn("escape", study.text)
        self.assertIsNone(config.run().failure)


if __name__ == "__main__":
    unittest.main()
