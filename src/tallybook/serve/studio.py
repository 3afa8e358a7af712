"""The book behind the server: one thread works at it, everybody else waits for their turn."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from tallybook.serve.bench import Bench

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from tallybook.build import Settings
    from tallybook.serve.page import Reply

P = ParamSpec("P")
T = TypeVar("T")

LULL = 0.25
"""Seconds after a save in which no other page is verified, for browsers fetch the one that was saved."""
PAUSE = 1.0
"""Seconds without a save after which checks are run a second time."""
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
        self.listeners: set[Listener] = set()
        self._worker = ThreadPoolExecutor(1, "tallybook")
        self._bench = Bench(settings)
        self._more = asyncio.Event()
        self._turn = asyncio.Lock()
        """Held by who takes in a change, or makes a step."""
        self._changed = 0.0
        self._ready: dict[str, Reply] = {}
        """Pages that were made for a listener, who will ask for them next."""

    async def open(self) -> None:
        """Read the book."""
        await self._do(self._bench.open)
        self._more.set()

    async def changed(self, paths: Iterable[Path]) -> None:
        """Take in what has changed, and tell the pages that look different now."""
        paths = tuple(paths)
        pause, times = _SECOND_WRITE
        for _ in range(times):
            if not any(map(_is_empty, paths)):
                break
            await asyncio.sleep(pause)
        async with self._turn:
            self._ready.clear()
            await self._do(self._bench.refresh, paths)
            await self._announce(paths)
        self._changed = asyncio.get_running_loop().time()
        self._more.set()

    async def page(self, url: str) -> Reply:
        """What is sent for an address, relative to the root of the site."""
        if url in self._ready:
            return self._ready.pop(url)
        return await self._do(self._bench.page, url)

    async def listen(self, listener: Listener) -> None:
        """Tell a page what it does not know."""
        self.listeners.add(listener)
        await self._look(listener)
        listener.told.put_nowait(("status", await self._do(self._bench.status)))

    async def verify_the_rest(self) -> None:
        """Verify page after page while nobody asks for anything; never returns."""
        loop = asyncio.get_running_loop()
        while True:
            await self._more.wait()
            self._more.clear()
            told = loop.time()
            while await self._lull() and await self._verify_one():
                if loop.time() - told > 1:
                    await self._tell_status()
                    told = loop.time()
            await self._announce()

    async def close(self) -> None:
        """Let the listeners go, and end the interpreters."""
        for listener in self.listeners:
            listener.told.put_nowait(None)
        await self._do(self._bench.close)
        self._worker.shutdown()

    async def _lull(self) -> bool:
        """Wait until an author may have paused, for the next save should not wait for what is verified
        meanwhile; returns whether nothing has been saved."""
        quiet = PAUSE if self._bench.only_rechecks else LULL
        wait = self._changed + quiet - asyncio.get_running_loop().time()
        if wait > 0:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._more.wait(), wait)
        return not self._more.is_set()

    async def _verify_one(self) -> bool:
        """Verify a page more, and then make it, for it may be at fault in how it is made."""
        async with self._turn:
            id_ = await self._do(self._bench.step)
        if id_:
            async with self._turn:
                await self._do(self._bench.make, id_)
        return bool(id_)

    async def _announce(self, paths: tuple[Path, ...] = ()) -> None:
        """Make what is looked at and tell of it, first what shows a text that has changed."""
        for listener in await self._do(self._bench.in_turn, tuple(self.listeners), paths):
            await self._look(listener)
        await self._tell_status()

    async def _look(self, listener: Listener) -> None:
        now = await self._do(self._bench.page, listener.url)
        if now.tag != listener.tag:
            listener.tag = now.tag
            self._ready[listener.url] = now
            listener.told.put_nowait(("reload", now.tag))

    async def _tell_status(self) -> None:
        if self.listeners:
            status = await self._do(self._bench.status)
            for listener in self.listeners:
                listener.told.put_nowait(("status", status))

    async def _do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._worker, lambda: work(*args, **kwargs))


def _is_empty(path: Path) -> bool:
    try:
        return path.is_file() and path.stat().st_size == 0
    except OSError:
        return False
