"""Configurations, runs, sweeps, check and cost by the package netloom."""

import copy
import json
import os
import pickle
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import warnings

import numpy

import netloom
from support import EXAMPLES, PROGRAM, results_of, torus, without_dateline


def command(*arguments):
    """What the program says: its exit status, standard output, and standard error."""
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def result_file(*arguments):
    """What a command writes with --json."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "result.json")
        done = command(*arguments, "--json", path)
        with open(path, encoding="utf-8") as file:
            return done[0], json.load(file)


MESH = os.path.join(EXAMPLES, "mesh_8x8.yaml")
SHORT = {"simulation.warmup": 100, "simulation.measure": 400}
SHORT_OPTIONS = [part for key, value in SHORT.items() for part in ("--set", f"{key}={value}")]


class Configurations(unittest.TestCase):
    def test_a_file_is_what_the_program_reads(self):
        printed = command("run", MESH, "--print-config")[1]
        self.assertEqual(str(netloom.load(MESH)), printed)

    def test_a_dict_is_what_a_file_with_it_is(self):
        values = netloom.load(MESH).to_dict()
        self.assertEqual(netloom.Config(values).to_dict(), values)

    def test_saved_it_is_read_again(self):
        config = torus(traffic__load=[0.1, 0.25])
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "torus.yaml")
            config.save(path)
            self.assertEqual(netloom.load(path).to_dict(), config.to_dict())

    def test_replace_leaves_the_configuration_as_it_is(self):
        config = torus()
        other = config.replace("traffic.load", numpy.float64(0.3))
        self.assertEqual((config["traffic.load"], other["traffic.load"]), ([0.2], [0.3]))
        self.assertEqual(other.replace("traffic.load", [0.1])["traffic.load"], [0.1])

    def test_values_of_numpy_and_ranges(self):
        config = torus().replace({"traffic.load": numpy.linspace(0.1, 0.2, 2),
                                  "simulation.seeds": range(1, 4)})
        self.assertEqual(config["traffic.load"], [0.1, 0.2])
        self.assertEqual(config["simulation.seeds"], [1, 2, 3])

    def test_relative_paths_start_at_the_directory(self):
        values = netloom.load(os.path.join(EXAMPLES, "irregular.yaml")).to_dict()
        self.assertEqual(netloom.Config(values, directory=EXAMPLES).netlist.hosts,
                         netloom.load(os.path.join(EXAMPLES, "irregular.yaml")).netlist.hosts)

    def test_errors_have_the_words_of_the_program(self):
        said = command("run", MESH, "--set", "switch.crossbar.delay=0")[2]
        with self.assertRaises(netloom.Error) as caught:
            netloom.load(MESH).replace("switch.crossbar.delay", 0)
        self.assertEqual(f"netloom: error: {caught.exception}\n".replace("replace ", "--set "),
                         said)

    def test_errors_of_dicts_name_the_key(self):
        with self.assertRaisesRegex(netloom.Error, r"^Config:1: network\.topology: .*torus"):
            netloom.Config({"network": {"topology": "tours"}})

    def test_a_file_that_is_not_there(self):
        with self.assertRaisesRegex(netloom.Error, "no_such.yaml"):
            netloom.load("no_such.yaml")

    def test_what_is_no_value(self):
        for value in (float("nan"), object(), {1, 2}):
            with self.assertRaisesRegex(netloom.Error, "is no value of a configuration"):
                torus().replace("traffic.load", value)

    def test_saving_into_a_folder_that_is_not_there(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "no_such", "torus.yaml")
            with self.assertRaisesRegex(netloom.WriteError, re.escape(path)):
                torus().save(path)

    def test_paths_that_lead_nowhere(self):
        with self.assertRaisesRegex(KeyError, r"no traffic\.lod; traffic has .*load"):
            torus()["traffic.lod"]
        for path in ("traffic.load.1", "traffic.pattern.x", 0):
            with self.assertRaises(KeyError):
                torus()[path]

    def test_it_is_a_mapping(self):
        config = torus()
        self.assertEqual(dict(config), config.to_dict())
        self.assertEqual(list(config), list(config.to_dict()))
        self.assertEqual(len(config), len(config.to_dict()))
        self.assertEqual(netloom.Config(config), config)
        self.assertEqual([path in config for path in ("traffic", "traffic.load", "traffic.lod", 5)],
                         [True, True, False, False])
        self.assertEqual(config.get("traffic.lod", 7), 7)

    def test_what_it_gives_away_is_a_copy(self):
        config = torus()
        config["traffic"]["load"] = config["network.k"].append(3)
        self.assertEqual((config["traffic.load"], config["network.k"]), ([0.2], [4, 4]))

    def test_equal_are_those_with_the_same_values_and_files(self):
        self.assertEqual(torus(), torus(traffic__load=[0.2]))
        self.assertEqual(len({torus(), torus(), torus(traffic__load=0.3)}), 2)
        self.assertNotEqual(torus(), torus(traffic__load=0.3))
        self.assertNotEqual(torus(), torus().to_dict())
        self.assertEqual(netloom.load(MESH), netloom.Config(netloom.load(MESH)))
        first = netloom.load(os.path.join(EXAMPLES, "irregular.yaml"))
        self.assertEqual(first, netloom.Config(first, directory=EXAMPLES))
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(os.path.join(EXAMPLES, first["network.file"]), folder)
            self.assertNotEqual(first, netloom.Config(first, directory=folder))

    def test_copied_and_pickled_it_is_the_same(self):
        for config in (torus(traffic__load=0.3), netloom.load(os.path.relpath(MESH)).replace(SHORT)):
            for other in (copy.copy(config), copy.deepcopy(config),
                          pickle.loads(pickle.dumps(config))):
                self.assertEqual(other, config)
                self.assertEqual(other.replace("traffic.load", 0.1),
                                 config.replace("traffic.load", 0.1))

    def test_pickled_its_file_must_not_change(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "torus.yaml")
            torus().save(path)
            pickled = pickle.dumps(netloom.load(path))
            torus(traffic__load=0.3).save(path)
            with self.assertRaisesRegex(netloom.Error, "another one than when it was pickled"):
                pickle.loads(pickled)


class Runs(unittest.TestCase):
    def test_a_run_gives_the_digits_of_the_program(self):
        config = netloom.load(MESH).replace(SHORT)
        results = config.sweep(seeds=[1, 7])
        status, document = result_file("run", MESH, *SHORT_OPTIONS, "--set",
                                       "simulation.seeds=[1,7]")
        self.assertEqual(status, 0)
        points = document["points"]
        self.assertEqual(len(results), 6)
        for point in points:
            del point["performance"]
        self.assertEqual([results_of(each) for each in results], points)
        self.assertEqual(results.document["config"], document["config"])
        self.assertEqual(results.document["summary"], document["summary"])

    def test_run_gives_the_only_point(self):
        result = torus().run(details=True)
        self.assertIsNone(result.failure)
        self.assertEqual(result.accepted_load, result["accepted_load"])
        accepted = result.array("nodes.accepted")
        self.assertEqual(accepted.shape, (32,))
        self.assertAlmostEqual(accepted.mean(), result.accepted_load)

    def test_a_result_is_a_mapping(self):
        result = torus().run()
        self.assertEqual(dict(result), result.data)
        self.assertEqual(["latency" in result, "latency.network.mean" in result,
                          "latency.netwrk" in result], [True, True, False])

    def test_paths_that_lead_nowhere(self):
        results = torus().sweep(seeds=[1, 2])
        for mistaken in (results.array, results[0].array, results[0].__getitem__):
            with self.assertRaisesRegex(KeyError, r"no latency\.netwrk; latency has .*network"):
                mistaken("latency.netwrk.mean")

    def test_what_some_points_lack_is_nan(self):
        points = [{"seed": 1, "extra": 5}, {"seed": 2}, {"seed": 3, "extra": None}]
        numpy.testing.assert_array_equal(
            netloom.Results({"config": {}, "points": points}).array("extra"),
            [5, numpy.nan, numpy.nan])

    def test_results_are_saved_as_the_program_does(self):
        results = torus().sweep(seeds=[1, 2])
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "results.json")
            results.save(path)
            with open(path, encoding="utf-8") as file:
                self.assertEqual(json.load(file), results.document)
            with self.assertRaises(netloom.WriteError):
                results.save(os.path.join(folder, "no_such", "results.json"))

    def test_lists_that_are_none(self):
        for arguments, said in (({"loads": 0.1}, r"loads is 0\.1; allowed: a list"),
                                ({"seeds": 1}, "seeds is 1; allowed: a list"),
                                ({"vary": {"traffic.pattern": "uniform"}},
                                 r"vary\['traffic\.pattern'\] is 'uniform'; allowed: a list"),
                                ({"vary": ["traffic.pattern"]}, "vary is .*; allowed: a dict")):
            with self.assertRaisesRegex(TypeError, said):
                torus().sweep(**arguments)

    def test_curves_that_are_none(self):
        for curves, said in ((torus(), r"curves is <Config torus, dor>; allowed: .*sweep\(\)"),
                             ([torus()], r"curves\[0\] is <Config torus, dor>; allowed: a name with"),
                             ({"a": torus(), "b": torus().to_dict()}, r"curves\[1\] is \('b', "),
                             (5, "curves is 5; allowed: ")):
            with self.assertRaisesRegex(TypeError, said):
                netloom.simulate(curves)
        with self.assertRaisesRegex(netloom.Error, r"curves\[1\] is named 'a', as another one"):
            netloom.simulate([("a", torus()), ("a", torus(traffic__load=0.3))])

    def test_run_of_several_points_is_an_error(self):
        with self.assertRaisesRegex(netloom.Error, r"traffic\.load has 2 values; allowed: one"):
            torus(traffic__load=[0.1, 0.2]).run()

    def test_time_series_as_arrays(self):
        result = torus(simulation__sample_interval=100).run()
        start = result.array("time_series.samples.from")
        self.assertEqual(list(start), list(range(0, 1000, 100)))
        self.assertEqual(result.array("time_series.samples.packets").sum(),
                         result["packets.delivered"])

    def test_curves(self):
        results = torus().sweep(loads=[0.1, 0.2], vary={"traffic.pattern": ["uniform", "transpose"],
                                                        "nic.injection_vcs": [1]})
        self.assertEqual([each.series for each in results],
                         ["traffic.pattern=uniform, nic.injection_vcs=1"] * 2 +
                         ["traffic.pattern=transpose, nic.injection_vcs=1"] * 2)
        self.assertEqual(results[3].config["traffic"]["pattern"], "transpose")
        self.assertEqual(list(results.array("load")), [0.1, 0.2] * 2)

    def test_progress_is_told_from_nothing_to_everything(self):
        told = []
        torus().sweep(seeds=[1, 2, 3], jobs=1, progress=told.append)
        self.assertEqual([(told[0].finished, told[0].points, told[0].share)], [(0, 3, 0)])
        self.assertEqual((told[-1].finished, told[-1].points, told[-1].share), (3, 3, 1))
        shares = [each.share for each in told]
        self.assertEqual(shares, sorted(shares))
        self.assertIn("3 of 3 points", str(told[-1]))

    def test_a_database_keeps_points(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "points.sqlite")
            first = torus().sweep(seeds=[1, 2], database=path)
            told = []
            again = torus().sweep(seeds=[1, 2, 3], database=path, progress=told.append)
            self.assertEqual(told[0].points, 1)
            self.assertEqual([each.data for each in again][:2], [each.data for each in first])

    def test_a_deadlock_is_a_result_and_a_warning(self):
        config = without_dateline(traffic__load=1, simulation__measure=20000)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            result = config.run()
        self.assertEqual(result.failure["kind"], "deadlock")
        self.assertEqual([each.category for each in caught], [netloom.NetloomWarning])
        self.assertIn("seed 1: deadlock: ", str(caught[0].message))
        self.assertIn("1 failed", repr(netloom.Results({"config": {}, "points": [result.data]})))

    def test_without_traffic_there_is_nothing_to_run(self):
        values = torus().to_dict()
        del values["traffic"]
        with self.assertRaisesRegex(netloom.Error, "traffic"):
            netloom.Config(values).run()


class Studies(unittest.TestCase):
    def test_check_is_that_of_the_program(self):
        study = netloom.load(MESH).check()
        status, document = result_file("check", MESH)
        self.assertEqual((study.ok, dict(study)), (status == 0, document))
        self.assertEqual(str(study), command("check", MESH)[1])

    def test_a_check_that_finds_something(self):
        study = without_dateline().check()
        self.assertFalse(study.ok)
        self.assertIn("deadlock: possible", study.text)

    def test_cost_is_that_of_the_program(self):
        study = netloom.load(MESH).cost()
        status, document = result_file("cost", MESH)
        self.assertEqual((study.ok, dict(study)), (status == 0, document))
        self.assertEqual(str(study), command("cost", MESH)[1])


class Networks(unittest.TestCase):
    def test_the_graph_has_the_netlist(self):
        config = torus(network__latency={"host": 2, "torus": 3})
        netlist, graph = config.netlist, config.graph()
        self.assertEqual(graph.number_of_nodes(), 16 + 32)
        self.assertEqual(graph.number_of_edges(), len(netlist.links))
        self.assertEqual(graph.graph["topology"], "torus")
        self.assertEqual({data["latency"] for _, _, data in graph.edges(data=True)
                          if data["kind"] == "torus"}, {3})
        for _, end, data in graph.out_edges("s5", data=True):
            host = netlist.host(5, data["from_port"])
            if graph.nodes[end]["kind"] == "host":
                self.assertEqual(netlist.hosts[host], end)
                self.assertEqual(netlist.place(host), (5, data["from_port"]))
            else:
                self.assertIsNone(host)
                self.assertEqual(netlist.neighbour(5, data["from_port"]),
                                 (graph.nodes[end]["number"], data["to_port"]))

    def test_links_are_an_array(self):
        links = torus().netlist.links
        self.assertEqual(links["from_host"].sum(), 32)
        self.assertEqual(set(links["latency"].tolist()), {1})


class Processes(unittest.TestCase):
    """A run leaves the interpreter as it is."""

    def test_many_runs_in_one_interpreter(self):
        self.assertEqual(len({json.dumps(results_of(torus().run())) for _ in range(3)}), 1)

    def test_runs_in_threads(self):
        found = {}

        def run(seed):
            found[seed] = torus(simulation__seeds=[seed]).run()

        threads = [threading.Thread(target=run, args=(seed,)) for seed in (1, 2, 3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for seed, result in found.items():
            self.assertEqual(results_of(result),
                             results_of(torus(simulation__seeds=[seed]).run()))

    def test_regions_in_threads_give_the_same(self):
        self.assertEqual(results_of(torus(simulation__threads=2).run()), results_of(torus().run()))

    def test_a_run_that_is_killed(self):
        code = ("import os, signal, subprocess, netloom, support\n"
                "def kill_child(_):\n"
                "  child = open(f'/proc/self/task/{os.getpid()}/children').read().split()[0]\n"
                "  os.kill(int(child), signal.SIGKILL)\n"
                "try:\n"
                "  support.torus(simulation__measure=10**8).run(progress=kill_child)\n"
                "except netloom.WorkerDied as error:\n"
                "  print(error)\n")
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                              timeout=60, check=False, cwd=os.path.dirname(__file__))
        self.assertEqual(done.stdout, "the process of the simulation was killed by signal 9 "
                                      "(Killed)\n", done.stderr)

    def test_an_interrupt_ends_the_run_and_nothing_is_left(self):
        code = ("import support, netloom\n"
                "print('ready', flush=True)\n"
                "try:\n"
                "  support.torus(simulation__measure=100000000).sweep(seeds=[1, 2], jobs=2)\n"
                "except KeyboardInterrupt:\n"
                "  print('interrupted', support.torus().run().failure)\n")
        process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, start_new_session=True,
                                   cwd=os.path.dirname(__file__))
        self.assertEqual(process.stdout.readline(), "ready\n")
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
        self.assertEqual((output, errors), ("interrupted None\n", ""))
        with self.assertRaises(ProcessLookupError):  # nor is any of its children there
            os.killpg(process.pid, 0)


class Names(unittest.TestCase):
    def test_what_configurations_can_name(self):
        listed = command("list", "topologies")[1]
        for name, summary in netloom.topologies().items():
            self.assertRegex(listed, rf"(?m)^  {name} +{re.escape(summary)}$")
        self.assertIn("dor", netloom.routing_functions())
        self.assertIn("uniform", netloom.traffic_patterns())

    def test_the_schema_is_that_of_the_program(self):
        self.assertEqual(netloom.schema(), json.loads(command("schema")[1]))

    def test_the_version_is_that_of_the_program(self):
        self.assertEqual(f"netloom {netloom.__version__}\n", command("--version")[1])


if __name__ == "__main__":
    unittest.main()
