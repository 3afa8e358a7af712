"""The book behind the server: one thread works at it, everybody else waits for their turn."""

from __future__ import annotations

import asyncio
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from tallybook import urls
from tallybook.diagnostics import Severity
from tallybook.live import Shows, Workshop
from tallybook.read import NoBookError
from tallybook.report import concise
from tallybook.report.summary import Look, Report
from tallybook.serve.page import Reply, failure, reply

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from tallybook.build import Settings
    from tallybook.diagnostics import Diagnostic

P = ParamSpec("P")
T = TypeVar("T")

LISTED = 20
"""Findings that are told to every page."""
_SECOND_WRITE = 0.02, 5
"""Seconds to wait for the text of a file that a save has emptied, and how many times."""


@dataclass(eq=False)
class Listener:
    """A page in a browser: its address, how it looked when it was sent, and what it is still to be told."""

    url: str
    tag: str
    told: asyncio.Queue[tuple[str, str] | None] = field(default_factory=asyncio.Queue)


class Studio:
    """A book that is served. Its methods are called from the event loop."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.listeners: set[Listener] = set()
        self._worker = ThreadPoolExecutor(1, "tallybook")
        self._shows: Shows | None = None
        self._trouble = ""
        self._more = asyncio.Event()

    async def open(self) -> None:
        """Read the book."""
        await self._do(self._open)
        self._more.set()

    async def changed(self, paths: Iterable[Path]) -> None:
        """Take in what has changed, and tell the pages that look different now."""
        paths = tuple(paths)
        pause, times = _SECOND_WRITE
        for _ in range(times):
            if not any(map(_is_empty, paths)):
                break
            await asyncio.sleep(pause)
        await self._do(self._refresh, paths)
        await self._announce(paths)
        self._more.set()

    async def page(self, url: str) -> Reply:
        """What is sent for an address, relative to the root of the site."""
        return await self._do(self._page, url)

    async def listen(self, listener: Listener) -> None:
        """Tell a page what it does not know."""
        self.listeners.add(listener)
        await self._look(listener)
        listener.told.put_nowait(("status", await self._do(self._status)))

    async def verify_the_rest(self) -> None:
        """Verify page after page while nobody asks for anything; never returns."""
        loop = asyncio.get_running_loop()
        while True:
            await self._more.wait()
            self._more.clear()
            told = loop.time()
            while await self._do(self._step):
                if loop.time() - told > 1:
                    await self._tell_status()
                    told = loop.time()
            await self._announce()

    async def close(self) -> None:
        """Let the listeners go, and end the interpreters."""
        for listener in self.listeners:
            listener.told.put_nowait(None)
        await self._do(self._close)
        self._worker.shutdown()

    async def _announce(self, paths: tuple[Path, ...] = ()) -> None:
        """Make what is looked at and tell of it, first what shows a text that has changed."""
        for listener in await self._do(self._in_turn, tuple(self.listeners), paths):
            await self._look(listener)
        await self._tell_status()

    async def _look(self, listener: Listener) -> None:
        now = await self.page(listener.url)
        if now.tag != listener.tag:
            listener.tag = now.tag
            listener.told.put_nowait(("reload", now.tag))

    async def _tell_status(self) -> None:
        if self.listeners:
            status = await self._do(self._status)
            for listener in self.listeners:
                listener.told.put_nowait(("status", status))

    async def _do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._worker, lambda: work(*args, **kwargs))

    # What follows runs in the thread that works at the book.

    def _open(self) -> None:
        try:
            self._shows = Shows(Workshop(self.settings))
            self._trouble = ""
        except NoBookError as error:
            self._trouble = str(error)
        except Exception as error:  # a server outlives its own faults, and says so
            self._trouble = _fault(error)

    def _refresh(self, paths: tuple[Path, ...]) -> None:
        if self._shows is None:
            self._open()
            return
        try:
            self._shows.refresh(paths)
        except Exception as error:  # as above; what is in memory is not to be trusted any more
            self._close()
            self._trouble = str(error) if isinstance(error, NoBookError) else _fault(error)

    def _in_turn(self, listeners: tuple[Listener, ...], paths: tuple[Path, ...]) -> list[Listener]:
        if self._shows is None:
            return list(listeners)
        shown = self._shows.shown_alone(paths)
        return sorted(listeners, key=lambda one: one.url not in shown)

    def _page(self, url: str) -> Reply:
        if self._shows is None:
            return failure(503, "There is no book to show", self._trouble, ())
        try:
            return reply(url, self._shows.page(url))
        except Exception as error:  # as above
            return failure(500, "This page cannot be made", _fault(error), ())

    def _step(self) -> bool:
        if self._shows is None:
            return False
        text, id_ = self._shows.workshop.text, ""
        try:
            id_ = self._shows.workshop.step()
            if id_:
                self._shows.page(urls.page_url(*text.pages[id_]))
        except Exception as error:  # as above
            _fault(error)
        return bool(id_)

    def _status(self) -> str:
        if self._shows is None:
            return json.dumps({"left": 0, "errors": 1, "findings": [{"text": self._trouble, "url": ""}]})
        found = self._shows.findings()
        errors = [one for one in found if one.severity is Severity.ERROR]
        listed = [{"text": _line(one), "url": self._where(one)} for one in errors[:LISTED]]
        state = {"left": self._shows.workshop.left, "errors": len(errors), "findings": listed}
        return json.dumps(state)

    def _where(self, finding: Diagnostic) -> str:
        """The address of the page a finding is about, "" if there is none."""
        assert self._shows is not None
        found = self._shows.workshop.text.pages.get(finding.subject)
        return f"/{urls.page_url(*found)}" if found else ""

    def _close(self) -> None:
        if self._shows is not None:
            self._shows.workshop.close()
            self._shows = None


def _is_empty(path: Path) -> bool:
    try:
        return path.is_file() and path.stat().st_size == 0
    except OSError:
        return False


def _line(finding: Diagnostic) -> str:
    return concise.render(Report((finding,)), Look()).strip()


def _fault(error: Exception) -> str:
    message = f"internal error: {type(error).__name__}: {error}"
    print(f"tallybook: {message}", file=sys.stderr)
    return message
