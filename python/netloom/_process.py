"""Work in processes of their own: SystemC's kernel is global, and whatever ends a simulation leaves
this interpreter as it is."""

import fcntl
import gc
import io
import os
import pickle
import signal
import sys
import time
import traceback
from multiprocessing import connection

from . import _netloom
from ._errors import WorkerDied, warn

#: Seconds in which a worker that is told to end tidies up; its own children have two.
_TIDY_SECONDS = 5

#: In a worker: the file in which it keeps exceptions of users' functions for its parent.
_kept = -1


class _Remote(Exception):
    """The cause of an exception that was raised in a worker: its traceback there."""

    def __init__(self, text):
        super().__init__(text)
        self.text = text

    def __str__(self):
        return f'\n"""\n{self.text}"""'


def _pickled(exception):
    text = "".join(traceback.format_exception(exception))
    try:
        data = pickle.dumps((exception, text))
        pickle.loads(data)
    except Exception:  # of a class that cannot be pickled
        data = pickle.dumps((RuntimeError(f"{type(exception).__name__}: {exception}"), text))
    return data, text


def keep_exception(exception):
    """For the module: keeps an exception of a user's function, and returns its traceback."""
    data, text = _pickled(exception)
    os.write(_kept, len(data).to_bytes(8, "little") + data)  # whole: it is appended
    return text


def _raise(data):
    exception, text = pickle.loads(data)
    exception.__cause__ = _Remote(text)
    raise exception


def _work(work, parent, sender, output, errors, kept):
    """In the new process."""
    global _kept
    _kept = kept
    gc.freeze()  # what the parent has is not this process's to tidy up
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(output, 1)
    os.dup2(errors, 2)
    sys.stdout = io.TextIOWrapper(io.FileIO(1, "w", closefd=False), "utf-8", write_through=True)
    sys.stderr = io.TextIOWrapper(io.FileIO(2, "w", closefd=False), "utf-8", write_through=True)
    _netloom.become_worker(parent)
    try:
        sender.send(("result", work(lambda *told: sender.send(("told", told)))))
    except BaseException as exception:  # pylint: disable=broad-except
        sender.send(("exception", _pickled(exception)[0]))


class _Lines:
    """What a worker prints, line by line."""

    def __init__(self, use):
        self._use = use
        self._rest = b""

    def add(self, data):
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._use(line.decode("utf-8", "replace"))

    def end(self):
        if self._rest:
            self.add(b"\n")


def _print_output(line):
    print(line, file=sys.stdout)


def _print_errors(line):
    for start in ("netloom: warning: ", "netloom: error: "):
        if line.startswith(start):
            warn(line[len(start):])
            return
    print(line, file=sys.stderr)


def _end(child):
    """Ends a worker that has not ended by itself; its wait status."""
    os.kill(child, signal.SIGTERM)
    until = time.monotonic() + _TIDY_SECONDS
    while time.monotonic() < until:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return status
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    return os.waitpid(child, 0)[1]


def _how_it_ended(status):
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        return f"was killed by signal {number} ({signal.strsignal(number)})"
    return f"ended with status {os.WEXITSTATUS(status)}"


def _kept_exceptions(file):
    size = os.lseek(file, 0, os.SEEK_END)
    data = os.pread(file, size, 0)
    while data:
        length = int.from_bytes(data[:8], "little")
        yield data[8:8 + length]
        data = data[8 + length:]


def in_worker(work, told=None):
    """Calls work(tell) in a process of its own, and returns what it returns.

    What it tells goes to told() here; what it prints is printed here, and its warnings are warnings.
    What it raises is raised, and so is the first exception of a user's function, even where a
    simulation has taken it for the end of a point. WorkerDied: it ended without an answer.
    """
    receiver, sender = connection.Pipe(duplex=False)
    output, output_end = os.pipe()
    errors, errors_end = os.pipe()
    kept = os.memfd_create("netloom")
    fcntl.fcntl(kept, fcntl.F_SETFL, os.O_APPEND)
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    parent = os.getpid()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            _work(work, parent, sender, output_end, errors_end, kept)
            status = 0
        finally:
            os._exit(status)
    status = None
    answer = None
    try:
        sender.close()
        os.close(output_end)
        os.close(errors_end)
        printed = {output: _Lines(_print_output), errors: _Lines(_print_errors)}
        sources = [receiver, *printed]
        while sources:
            for source in connection.wait(sources):
                if source is receiver:
                    try:
                        kind, value = receiver.recv()
                    except EOFError:
                        sources.remove(receiver)
                        continue
                    if kind != "told":
                        answer = (kind, value)
                    elif told is not None:
                        told(*value)
                    continue
                data = os.read(source, 65536)
                if data:
                    printed[source].add(data)
                else:
                    printed[source].end()
                    sources.remove(source)
        status = os.waitpid(child, 0)[1]
        for data in _kept_exceptions(kept):
            _raise(data)
    finally:
        if status is None:
            status = _end(child)
        receiver.close()
        for descriptor in (output, errors, kept):
            os.close(descriptor)
    if answer is None:
        raise WorkerDied(f"the process of the simulation {_how_it_ended(status)}")
    kind, value = answer
    if kind == "exception":
        _raise(value)
    return value
