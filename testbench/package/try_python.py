"""Uses the installed Python package: its numbers are those of the installed program.

Usage: try_python.py VERSION CONFIGURATION RESULT_FILE

The result file is the one of `netloom run CONFIGURATION`, of a single point.
"""

import json
import sys

import netloom

version, path, results = sys.argv[1:]
assert netloom.__version__ == version, netloom.__version__
assert netloom.__file__ == "/usr/lib/python3/dist-packages/netloom/__init__.py", netloom.__file__

config = netloom.load(path)
result = config.run(details=True)
with open(results, encoding="utf-8") as file:
    point = json.load(file)["points"][0]
assert result.failure is None, result.failure
assert result.latency == point["latency"]["network"]["mean"], (result.latency, point["latency"])
assert result.accepted_load == point["accepted_load"] > 0, (result.accepted_load, point)
accepted = result.array("nodes.accepted")
hosts = len(config.netlist.hosts)
assert accepted.shape == (hosts,) and accepted.sum() > 0, accepted
assert config.check().ok


# What is registered in Python is known to the libraries.
@netloom.register("to_the_next")
class ToTheNext(netloom.TrafficPattern):
    """Each host sends to the next one."""

    def destination(self, source, random):
        return (source + 1) % len(self.netlist.hosts)


assert "to_the_next" in netloom.traffic_patterns() and "uniform" in netloom.traffic_patterns()
received = config.replace("traffic.pattern", "to_the_next").run(details=True)
assert received.failure is None, received.failure
assert received.array("nodes.received").min() > 0
