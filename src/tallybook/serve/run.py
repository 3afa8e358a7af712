"""The live server from its first to its last moment."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import uvicorn

from tallybook.serve.app import app
from tallybook.serve.studio import Studio
from tallybook.serve.watch import changes

if TYPE_CHECKING:
    from collections.abc import Callable

    from tallybook.build import Settings

TRIED = 100
"""Ports that are tried, one after the other."""


class PortError(Exception):
    """There is nothing to listen on; the message says why."""


def serve(settings: Settings, host: str, port: int, say: Callable[[str], None]) -> None:
    """Serve a book until Ctrl-C. ``say`` is given the address, once it answers.

    ``port`` is the first that is tried. Raises ``PortError``.
    """
    settings = replace(settings, root=settings.root.resolve())
    with suppress(KeyboardInterrupt):  # the usual way to end it
        asyncio.run(_serve(settings, host, listening(host, port), say))


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens on the first free port from ``port`` on. Raises ``PortError``."""
    for number in range(port, min(port + TRIED, 65536)):
        try:
            family, kind, proto, _, place = socket.getaddrinfo(host, number, type=socket.SOCK_STREAM)[0]
        except OSError as error:
            raise PortError(f"there is no host {host}: {error.strerror}") from error
        taken = socket.socket(family, kind, proto)
        try:
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            taken.bind(place)
            taken.listen(128)
        except OSError as error:
            taken.close()
            if number + 1 == min(port + TRIED, 65536):
                raise PortError(f"no port from {port} on is free at {host}: {error.strerror}") from error
            continue
        return taken
    raise PortError(f"there is no port {port}")


async def _serve(settings: Settings, host: str, taken: socket.socket, say: Callable[[str], None]) -> None:
    stop = asyncio.Event()
    studio = Studio(settings)
    config = uvicorn.Config(
        app(studio, host), log_level="warning", lifespan="off", access_log=False, timeout_graceful_shutdown=2
    )
    server = uvicorn.Server(config)

    async def follow() -> None:
        async for paths in changes(settings.root, stop):
            await studio.changed(paths)

    async def close() -> None:
        while not server.should_exit:
            await asyncio.sleep(0.05)
        stop.set()
        rest.cancel()
        await studio.close()

    following = asyncio.create_task(follow())
    await studio.open()
    rest = asyncio.create_task(studio.verify_the_rest())
    closing = asyncio.create_task(close())
    shown = f"[{host}]" if ":" in host else host
    say(f"http://{shown}:{taken.getsockname()[1]}/")
    try:
        await server.serve(sockets=[taken])
    finally:
        server.should_exit = True
        await closing
        await following
        taken.close()
