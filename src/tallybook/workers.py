"""Work spread over forked processes.

A worker inherits what it works on, so that nothing is sent to it but the place of an item, and what it does
not change is held once for all. Where there is no ``fork``, or nothing to gain from it, the caller's own
process does the work; what comes out is the same.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import traceback
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence
    from multiprocessing.connection import Connection

T = TypeVar("T")
R = TypeVar("R")

ENOUGH = 30_000
"""Weight of all items, in characters of pages, from which on workers pay: a fifth of a second."""
_STOP = -1


class WorkerError(Exception):
    """A worker was ended from outside, or raised what cannot be sent; the message says what and where."""


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(
    work: Callable[[T], R], items: Sequence[T], weights: Sequence[int], jobs: int | None = None
) -> Generator[tuple[int, R], None, None]:
    """The place of each item and what ``work`` makes of it, as it comes in; by up to ``jobs`` workers
    (default: a processor each), the heaviest items first.

    ``weights`` are in characters of pages. What ``work`` returns must be data that can be pickled, and what
    it changes besides is lost. Raises what ``work`` raises; all workers end with it, and when it is closed.
    """
    count = min(jobs or cores(), len(items))
    if count < 2 or sum(weights) < ENOUGH or not _may_fork():
        yield from ((place, work(item)) for place, item in enumerate(items))
        return
    order = sorted(range(len(items)), key=lambda place: -weights[place])
    crew = _Crew(work, items, count)
    try:
        yield from crew.results(order)
    finally:
        crew.end()


def _may_fork() -> bool:
    """A lock that another thread holds would stay locked in a worker; the libraries of macOS hold some."""
    fork = "fork" in multiprocessing.get_all_start_methods() and sys.platform != "darwin"
    return fork and threading.active_count() == 1


class _Crew:
    """The workers and a line to each."""

    def __init__(self, work: Callable[[Any], Any], items: Sequence[Any], count: int) -> None:
        context = multiprocessing.get_context("fork")
        self._lines: list[Connection] = []
        self._processes: dict[Connection, multiprocessing.process.BaseProcess] = {}
        try:
            for _ in range(count):
                ours, theirs = context.Pipe()
                self._lines.append(ours)
                process = context.Process(target=_serve, args=(theirs, self._lines, work, items), daemon=True)
                # a worker that is not yet deaf to an interrupt would tell of it
                before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
                try:
                    process.start()
                    self._processes[ours] = process
                finally:
                    signal.pthread_sigmask(signal.SIG_SETMASK, before)
                theirs.close()
        except BaseException:
            self.end()
            raise

    def results(self, order: Sequence[int]) -> Iterator[tuple[int, Any]]:
        """Places and what came of them, as they come in."""
        left = list(reversed(order))
        busy = dict.fromkeys(self._lines, _STOP)
        for line in self._lines:
            self._next(line, left, busy)
        while busy:
            for line in cast("list[Connection]", wait(list(busy))):
                place, made = busy[line], self._received(line)
                self._next(line, left, busy)  # nobody waits while the caller looks at this one
                yield place, made

    def _next(self, line: Connection, left: list[int], busy: dict[Connection, int]) -> None:
        if not left:
            del busy[line]
            return
        busy[line] = left.pop()
        try:
            line.send(busy[line])
        except OSError:
            raise self._ended(line) from None

    def _received(self, line: Connection) -> Any:
        try:
            done, value, told = line.recv()
        except (EOFError, OSError):
            raise self._ended(line) from None
        if done:
            return value
        raise value from WorkerError(told)

    def _ended(self, line: Connection) -> WorkerError:
        process = self._processes[line]
        process.join()
        status = process.exitcode or 0
        how = f"by signal {-status}" if status < 0 else f"with status {status}"
        return WorkerError(f"a worker ended {how} in the middle of its work")

    def end(self) -> None:
        """End every worker and wait for it."""
        for process in self._processes.values():
            process.kill()
        for line, process in self._processes.items():
            process.join()
            process.close()
            line.close()
        self._processes.clear()


def _serve(
    line: Connection, others: Sequence[Connection], work: Callable[[Any], Any], items: Sequence[Any]
) -> None:
    """A worker: do what the line says until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears it as well, and ends its workers
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for other in others:  # else no line would end with the parent
        other.close()
    gc.freeze()  # a collection would write to all memory that is shared
    while True:
        try:
            place = line.recv()
        except (EOFError, OSError):
            return
        try:
            answer: tuple[bool, Any, str] = (True, work(items[place]), "")
        except Exception as error:  # the parent raises it
            answer = (False, _sendable(error), traceback.format_exc())
        try:
            line.send(answer)
        except OSError:
            return


def _sendable(error: Exception) -> Exception:
    """An exception as it comes out of a line, or what it says."""
    try:
        copy = pickle.loads(pickle.dumps(error))
    except Exception:  # the ways in which this fails are without number
        return WorkerError(f"{type(error).__name__}: {error}")
    return copy if type(copy) is type(error) else WorkerError(f"{type(error).__name__}: {error}")
