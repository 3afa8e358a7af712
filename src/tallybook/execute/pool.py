"""The driver's side of the templates: start them, hand out jobs, take in outcomes, replace what dies.

One template a tier, each running up to ``jobs`` checks at once; never more than ``jobs`` over all templates.
The launcher is the template that has nothing loaded and starts the cold runs.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import socket
import subprocess
import time
from collections import deque
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tallybook.execute import bubblewrap
from tallybook.execute.child import reap, wire
from tallybook.execute.child.start import MARK, REFUSED
from tallybook.execute.environment import environment
from tallybook.execute.kernel import NOTHING, probe
from tallybook.execute.request import Job, Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from types import TracebackType

Tier = tuple[str, ...] | None

_BOOTSTRAP = Path(__file__).parent / "child" / "bootstrap.py"
_GRACE = 5.0
"""Seconds beyond the longest a check may take after which its template is taken for dead."""
_START = 120.0
"""Seconds a template may take to load its packages."""
_FAREWELL = 1.0
"""Seconds a template has to end its checks and itself."""


class StartError(Exception):
    """A template could not be started; the text says why."""


class _Template:
    """One template process."""

    def __init__(self, pool: Pool, tier: Tier) -> None:
        self.tier = tier
        self.level = ""
        self.running: dict[int, tuple[Job, float]] = {}
        self.patience = time.monotonic() + _START
        self.channel, other = socket.socketpair()
        with other:
            command = [*pool.wrap, pool.python, "-s", "-P", str(_BOOTSTRAP), str(other.fileno())]
            try:
                self.process = subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    env=environment(),
                    pass_fds=(other.fileno(),),
                    start_new_session=True,  # Ctrl-C is the driver's to handle
                )
            except OSError as error:
                self.channel.close()
                raise StartError(f"cannot run {pool.python}: {error.strerror}") from error
        config = {
            "driver": 0 if pool.wrap else os.getpid(),
            "warm": tier is not None,
            "preload": list(tier or ()),
            "landlock": pool.kernel.landlock,
            "seccomp": pool.kernel.seccomp,
            "bwrap": bool(pool.wrap),
            "read": pool.read,
            "python": pool.python,
            "jobs": pool.jobs,
        }
        with contextlib.suppress(OSError):  # it is gone already: the first read will say so
            wire.send(self.channel, config)

    @property
    def ready(self) -> bool:
        return bool(self.level)

    def deadline(self) -> float:
        """When to take it for dead if it has said nothing."""
        if not self.ready:
            return self.patience
        return min((end for _, end in self.running.values()), default=float("inf"))

    def give(self, number: int, job: Job) -> None:
        self.running[number] = (job, time.monotonic() + job.limits.seconds * reap.LONGEST + _GRACE)
        request = {
            "id": number,
            "mode": "cold" if job.tier is None else "warm",
            "script": job.script,
            "folder": job.folder,
            "environment": dict(job.environment or environment()),
            "seconds": job.limits.seconds,
            "memory": job.limits.memory,
            "output": job.limits.output,
            "processes": job.limits.processes,
            "files": job.limits.files,
        }
        with contextlib.suppress(OSError):  # as above
            wire.send(self.channel, request)

    def end(self) -> None:
        """Have it end its checks and itself; kill it if it does not."""
        self.channel.close()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGCONT)  # should a check have stopped it
        try:
            self.process.wait(_FAREWELL)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


class Pool:
    """Templates at work. A context manager: on leaving, nothing that it started is alive.

    ``python`` is the interpreter of the checks, ``read`` the files and folders they may read, ``jobs`` how
    many run at once, ``sandbox`` one of ``required``, ``best``, ``off``.
    """

    def __init__(self, python: str, read: Sequence[str], jobs: int, sandbox: str) -> None:
        self.python = python
        self.read = list(read)
        self.jobs = jobs
        self.kernel = NOTHING if sandbox == "off" else probe()
        self.wrap = [] if sandbox == "off" or self.kernel.whole else bubblewrap.command(python, read)
        self._templates: dict[Tier, _Template] = {}
        self._queues: dict[Tier, deque[Job]] = {}
        self._suspects: deque[Job] = deque()
        self._broken: set[Tier] = set()
        self._selector = selectors.DefaultSelector()
        self._numbers = 0

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        for template in self._templates.values():
            template.channel.close()  # to all first, so that they end side by side
        for template in self._templates.values():
            template.end()
        self._selector.close()

    def level(self) -> str:
        """The level of containment reached. Raises ``StartError`` if no template can be started."""
        launcher = self._template(None)
        while not launcher.ready:
            if not self._selector.select(_START) or not self._hear(launcher):
                raise StartError(f"{self.python} does not start")
        return launcher.level

    def run(self, jobs: Iterable[Job], done: Callable[[Job, Outcome], Iterable[Job]]) -> None:
        """Run jobs until none is left; ``done`` is told of each outcome and returns further jobs."""
        self._done = done
        self._add(jobs)
        while True:
            self._hand_out()
            busy = [each for each in self._templates.values() if each.running or not each.ready]
            if (
                not any(self._queues.values())
                and not self._suspects
                and not any(each.running for each in busy)
            ):
                return
            nearest = min(each.deadline() for each in busy)
            for key, _ in self._selector.select(max(0.0, nearest - time.monotonic())):
                if not self._hear(key.data):
                    self._bury(key.data)
            now = time.monotonic()
            for template in [each for each in self._templates.values() if each.deadline() <= now]:
                self._bury(template)

    def _add(self, jobs: Iterable[Job]) -> None:
        for job in jobs:
            tier = None if job.tier in self._broken else job.tier
            self._queues.setdefault(tier, deque()).append(job)

    def _hand_out(self) -> None:
        """Give jobs to the templates that are ready, as many as may run at once; suspects run alone."""
        free = self.jobs - sum(len(each.running) for each in self._templates.values())
        for tier, queue in self._queues.items():
            if queue:
                template = self._template(tier)
                while queue and free > 0 and template.ready:
                    self._give(template, queue.popleft())
                    free -= 1
        if self._suspects and free == self.jobs and not any(self._queues.values()):
            launcher = self._template(None)
            if launcher.ready:
                self._give(launcher, self._suspects.popleft())

    def _give(self, template: _Template, job: Job) -> None:
        self._numbers += 1
        template.give(self._numbers, job)

    def _template(self, tier: Tier) -> _Template:
        if tier not in self._templates:
            template = _Template(self, tier)
            self._templates[tier] = template
            self._selector.register(template.channel, selectors.EVENT_READ, template)
        return self._templates[tier]

    def _hear(self, template: _Template) -> bool:
        """Take one message of a template; False if it is gone, or no longer what it was."""
        message = wire.receive(template.channel)
        if message is None:
            return False
        head, out, err = message
        if "ready" in head:
            template.level = head["level"]
            return True
        job, _ = template.running.pop(head["id"])
        why = head["why"]
        if not why and head["exit"] == REFUSED and err.startswith(MARK.encode()):
            why, err = "start", err[len(MARK) :]
        cold = template.tier is None
        outcome = Outcome(head["exit"], out, err, head["seconds"], why, template.level, cold)
        self._add(self._done(job, outcome))
        return not head["poisoned"]

    def _bury(self, template: _Template) -> None:
        """A template is dead or deaf: end it and see to what it was running."""
        self._selector.unregister(template.channel)
        del self._templates[template.tier]
        template.end()
        if not template.ready:
            if template.tier is None:
                raise StartError(f"{self.python} does not start")
            self._broken.add(template.tier)
            self._add(self._queues.pop(template.tier))
            return
        for job, _ in template.running.values():
            if job.alone:
                outcome = Outcome(-signal.SIGKILL, b"", b"", why="runner", level=template.level)
                self._add(self._done(job, outcome))
            else:
                self._suspects.append(replace(job, tier=None, alone=True))
