"""What goes into executing checks and what comes out of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tallybook.config import Limits
from tallybook.model import Print

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from tallybook.execute.own import Own
    from tallybook.span import Source

FOLDER = "checks"
FULL = "full"
LEVELS = ("limits", "seccomp", "landlock", "bwrap", FULL)
"""How far checks may be contained, the least first; what each means says ``child/contain.py``."""


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """A check to be executed: its script, the folder of the book that ``source.path`` is relative to, what it
    may use.
    """

    source: Source
    root: Path
    limits: Limits = field(default_factory=Limits)
    own: Own | None = None
    """The environment of its own that it runs in, if the packages it declares are not installed."""

    @property
    def name(self) -> str:
        """The script's path below ``checks/``: what front matter calls it."""
        folder, slash, rest = self.source.path.partition("/")
        return rest if slash and folder == FOLDER else self.source.path

    @property
    def script(self) -> Path:
        """The script itself, absolute."""
        return (self.root / self.source.path).absolute()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one run of a script ended. ``exit`` is its status, negative the signal that killed it."""

    exit: int
    stdout: bytes
    stderr: bytes
    seconds: float = 0.0
    why: str = ""
    """Why it did not end by itself: ``time``, ``output``, ``start`` (it could not be started), ``level`` (it
    was not started, for want of containment), ``runner`` (it took down the process that ran it); "" if it
    did.
    """
    level: str = "limits"
    """The containment it ran under."""
    cold: bool = True

    @property
    def clean(self) -> bool:
        """Whether it ran to its end and reported success."""
        return self.exit == 0 and not self.why


@dataclass(slots=True)
class RunStats:
    """What a call of ``run_checks`` did. A rebuild in which nothing has changed has ``executed == 0``."""

    cached: int = 0
    """Checks answered from the cache."""
    executed: int = 0
    """Scripts started, second runs included."""
    warm: int = 0
    """Scripts run in a warm interpreter."""
    failed: int = 0
    """Checks with a finding."""


class Prints(dict[str, Print]):
    """The prints by ``CheckRequest.name``, and what it took to get them."""

    def __init__(self) -> None:
        super().__init__()
        self.stats = RunStats()

    def sort(self, names: Iterable[str]) -> None:
        """Put the prints in the order of ``names``, whichever check was done first."""
        for name in names:
            self[name] = self.pop(name)


def levels(prints: Iterable[Print]) -> tuple[str, ...]:
    """The levels of containment that some prints were made under, each once, the lowest first."""
    reached = {made.record.containment for made in prints if made.record}
    return tuple(level for level in LEVELS if level in reached)


@dataclass(frozen=True, slots=True)
class Job:
    """One run of a script that is to be made. ``second`` is the run that must print the same under another
    environment.
    """

    name: str
    script: str
    folder: str
    limits: Limits
    tier: tuple[str, ...] | None = None
    """The packages of the warm interpreter to run in; None is a cold run."""
    second: bool = False
    alone: bool = False
    """Whether nothing else is to run beside it, because it may have brought down the process that ran it."""
    environment: tuple[tuple[str, str], ...] = field(default=(), compare=False)
