"""What goes wrong, as exceptions with the words of the command netloom."""

import sys
import warnings


class Error(Exception):
    """Something that can be put right: the message says where it is and what is allowed."""


class WriteError(Error):
    """A file could not be written to its end."""


class BrokenInvariant(RuntimeError):
    """A rule of the model does not hold: a mistake in Netloom, or in what stands in for a part."""


class WorkerDied(RuntimeError):
    """The process that was to simulate, check or count ended without an answer."""


class NetloomWarning(UserWarning):
    """What the command netloom would warn of, and points of a sweep that failed."""


def warn(message):
    """A NetloomWarning at the place that has called the package."""
    level = 1
    frame = sys._getframe()
    while frame is not None and frame.f_globals.get("__name__", "").split(".")[0] == "netloom":
        frame = frame.f_back
        level += 1
    warnings.warn(message, NetloomWarning, stacklevel=level)


for _each in (Error, WriteError, BrokenInvariant, WorkerDied, NetloomWarning):
    _each.__module__ = "netloom"
