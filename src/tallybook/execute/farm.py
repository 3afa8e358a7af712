"""Checks on the workers of a Dask cluster, in batches.

Each thread of a worker keeps a pool of its own, whose warm interpreters are processes beside the worker:
nothing is ever forked from the worker itself. Outcomes come back batch by batch, so that a worker that is
lost costs at most the batch it was at. What the cluster does not bring back is run here.
"""

from __future__ import annotations

import contextlib
import sys
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tallybook.execute.key import key_of
from tallybook.execute.pool import Pool, StartError
from tallybook.execute.request import FULL, Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from tallybook.execute.request import CheckRequest, Job

BATCH = 50
"""Checks a task: one by one, a task would cost as much as a check."""
_PATIENCE = 10
"""Seconds for a scheduler to answer."""
_KEPT = threading.local()


class FarmError(ConnectionError):
    """The cluster cannot be used; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class Place:
    """What the runs of a batch have in common. ``python`` is "" for the interpreter of the worker."""

    read: tuple[str, ...]
    sandbox: str
    python: str


Task = tuple["Job", "CheckRequest", str]
"""A run, its check, and the digest of all that its print depends on."""


class Farm:
    """A cluster at work, used like a ``Pool``: a context manager with ``run``.

    ``address`` is that of the scheduler, ``requests`` the checks by name. Raises ``FarmError`` if there is no
    cluster to be had.
    """

    def __init__(
        self,
        address: str,
        read: Sequence[str],
        sandbox: str,
        python: str,
        requests: Mapping[str, CheckRequest],
    ) -> None:
        try:
            from distributed import Client
        except ModuleNotFoundError as error:
            raise FarmError("--farm needs dask.distributed: install tallybook[farm]") from error
        self.place = Place(tuple(read), sandbox, "" if python == sys.executable else python)
        self.requests = requests
        try:
            self.client = Client(address, timeout=_PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            message = f"no Dask scheduler answers at {address}: start one with `dask scheduler`"
            raise FarmError(message) from error

    def __enter__(self) -> Farm:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError, TimeoutError):
            self.client.close(timeout=_PATIENCE)

    def run(self, jobs: Iterable[Job], done: Callable[[Job, Outcome], Iterable[Job]]) -> tuple[Job, ...]:
        """Run jobs and those that ``done`` returns for their outcomes. Returns those that were not brought
        back.
        """
        from distributed import as_completed

        left: list[Job] = []
        sent: dict[Any, tuple[Job, ...]] = {}
        coming = as_completed(loop=self.client.loop)
        waiting = tuple(jobs)
        while True:
            for batch in _batches(waiting):
                future = self.client.submit(run_batch, self._tasks(batch), self.place, pure=False)
                sent[future] = batch
                coming.add(future)
            if not sent:
                return tuple(left)
            future = next(coming)
            batch, waiting = sent.pop(future), ()
            try:
                outcomes = future.result()
            except Exception:  # whatever befell the worker, the checks are still to be run
                left += batch
                continue
            for job, outcome in zip(batch, outcomes, strict=True):
                waiting += tuple(done(job, outcome))

    def _tasks(self, batch: Iterable[Job]) -> list[Task]:
        tasks = []
        for job in batch:
            key = key_of(self.requests[job.name])
            tasks.append((job, self.requests[job.name], key.digest if key else ""))
        return tasks


def _batches(jobs: Iterable[Job]) -> Iterator[tuple[Job, ...]]:
    """Jobs by the interpreter they run in, about so many each."""
    by_tier: dict[object, list[Job]] = {}
    for job in jobs:
        by_tier.setdefault(job.tier, []).append(job)
    for group in by_tier.values():
        for start in range(0, len(group), BATCH):
            yield tuple(group[start : start + BATCH])


def run_batch(tasks: Sequence[Task], place: Place) -> list[Outcome]:
    """In a worker: run some checks one after the other and return their outcomes in order.

    A check whose files, packages or interpreter are others here than where the book is built is not run.
    """
    found: dict[str, Outcome] = {}
    jobs = []
    for job, request, digest in tasks:
        key = key_of(request)
        if key is not None and key.digest == digest:
            jobs.append(job)
        else:
            reason = b"its files, its packages or the interpreter are others on the worker"
            found[job.name] = Outcome(0, b"", reason, why="start")
    try:
        pool = _pool(place)
        level = pool.level()
        if place.sandbox == "required" and level != FULL:
            found |= {job.name: Outcome(0, b"", b"", why="level", level=level) for job in jobs}
        else:
            pool.run(jobs, lambda job, outcome: found.update({job.name: outcome}) or ())
    except StartError as error:
        _KEPT.__dict__.clear()
        for job in jobs:
            found.setdefault(job.name, Outcome(0, b"", str(error).encode(), why="start"))
    return [found[job.name] for job, _, _ in tasks]


def _pool(place: Place) -> Pool:
    """The pool of this thread; its interpreters stay warm from batch to batch."""
    if _KEPT.__dict__.get("place") != place:
        old = _KEPT.__dict__.get("pool")
        if old is not None:
            old.__exit__()
        _KEPT.pool = Pool(place.python or sys.executable, place.read, 1, place.sandbox)
        _KEPT.place = place
    pool: Pool = _KEPT.pool
    return pool
