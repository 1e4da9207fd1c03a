"""What tests of the Python package share."""

import os
import sys

import netloom

#: A folder of the repository.
EXAMPLES = os.path.join(os.path.dirname(__file__), "..", "..", "examples")

#: The program that was built with the module, for comparison.
PROGRAM = os.environ.get("NETLOOM_PROGRAM", "netloom")

#: A torus in which a run takes a tenth of a second.
TORUS = {
    "network": {"topology": "torus", "k": [4, 4], "concentration": 2},
    "routing": {"function": "dor", "rings": "dateline", "vcs": {"policy": "free", "count": {"torus": 2}}},
    "switch": {"input_buffer": 16},
    "traffic": {"pattern": "uniform", "load": 0.2, "packet_phits": 4},
    "simulation": {"warmup": 200, "measure": 800},
}


def torus(**keys):
    """TORUS with other values; in names, __ stands for the dot of a path."""
    return netloom.Config(TORUS).replace(
        {name.replace("__", "."): value for name, value in keys.items()})


def without_dateline(**keys):
    """A ring in which packets can wait for each other, and with room for few do."""
    return torus(network={"topology": "torus", "k": [8]}, switch__input_buffer=4,
                 routing={"function": "dor", "rings": "none"}, **keys)


def results_of(point):
    """A point without what differs from run to run."""
    return {key: value for key, value in point.data.items() if key != "performance"}


def skip_unless(*modules):
    """Ends the process with what CTest takes for skipped, and says what is missing."""
    missing = []
    for name in modules:
        try:
            __import__(name)
        except ImportError:
            missing.append(name)
    if missing:
        print(f"skipped: Python has no {', '.join(missing)}; scripts/install_dependencies python "
              "installs them", file=sys.stderr)
        sys.exit(77)
