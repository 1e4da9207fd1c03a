"""How far a sweep is, for who waits for it."""

import dataclasses
import html
import sys
import time
from typing import Optional


@dataclasses.dataclass(frozen=True)
class Progress:
    """How far the points of a sweep are that are simulated now.

    finished, points -- how many of how many
    share -- of their work that is done, 0 to 1
    seconds -- since the start
    """

    finished: int
    points: int
    share: float
    seconds: float

    @property
    def seconds_left(self) -> Optional[float]:
        """An estimate; None: nothing can be said yet."""
        return self.seconds * (1 - self.share) / self.share if self.share > 0 else None

    def __str__(self) -> str:
        text = f"{self.finished} of {self.points} points"
        if self.finished == self.points or self.seconds_left is None:
            return text
        return f"{text}, about {_duration(self.seconds_left)} left"


def _duration(seconds):
    if seconds < 100:
        return f"{seconds:.0f} s"
    if seconds < 6000:
        return f"{seconds / 60:.0f} min"
    return f"{seconds // 3600:.0f} h {seconds % 3600 / 60:.0f} min"


class _Notebook:
    """A bar below the cell."""

    def __init__(self):
        self._display = None

    def __call__(self, progress):
        from IPython.display import HTML, display

        bar = HTML(f'<progress max="1" value="{progress.share:.3f}"></progress> '
                   f"{html.escape(str(progress))}")
        if self._display is None:
            self._display = display(bar, display_id=True)
        else:
            self._display.update(bar)

    def end(self):
        """The bar stays."""


class _Terminal:
    """A line that is written anew."""

    def __call__(self, progress):
        sys.stderr.write(f"\r\033[K{progress}")
        sys.stderr.flush()

    def end(self):
        """The results take the line."""
        sys.stderr.write("\r\033[K")
        sys.stderr.flush()


class _Call:
    def __init__(self, function):
        self._function = function

    def __call__(self, progress):
        self._function(progress)

    def end(self):
        """The function has been told."""


def _in_notebook():
    shell = sys.modules.get("IPython") and sys.modules["IPython"].get_ipython()
    return shell is not None and hasattr(shell, "kernel")


def reporter(progress):
    """What shows progress: of a function, or of True (a bar in notebooks, a line on terminals) or
    False. None: nothing does."""
    if callable(progress):
        return _Call(progress)
    if not progress:
        return None
    if _in_notebook():
        return _Notebook()
    if sys.stderr is not None and sys.stderr.isatty():
        return _Terminal()
    return None


class Clock:
    """Tells a reporter what a worker tells."""

    def __init__(self, show):
        self._show = show
        self._start = time.monotonic()

    def __call__(self, finished, points, share):
        self._show(Progress(finished, points, share, time.monotonic() - self._start))
