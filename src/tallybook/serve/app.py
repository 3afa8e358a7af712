"""The addresses of the live server."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from tallybook.serve.guard import OWN, Guard
from tallybook.serve.studio import Listener

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request

    from tallybook.serve.studio import Studio

_FILES = {"swap.js": "text/javascript", "live.js": "text/javascript", "live.css": "text/css"}


def app(studio: Studio, host: str) -> Starlette:
    """The application that serves a studio on ``host``: the site, its own script and style, and events."""

    async def page(request: Request) -> Response:
        reply = await studio.page(address(request.path_params["path"]))
        headers = {"cache-control": "no-cache", "etag": f'"{reply.tag}"', "content-type": reply.type}
        if request.headers.get("if-none-match") == headers["etag"] and reply.status == 200:
            return Response(status_code=304, headers=headers)
        return Response(reply.data, reply.status, headers)

    async def own(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in _FILES:
            return Response(status_code=404)
        data = (files("tallybook.serve") / name).read_bytes()
        return Response(data, media_type=_FILES[name], headers={"cache-control": "no-cache"})

    async def events(request: Request) -> Response:
        query = request.query_params
        listener = Listener(address(query.get("url", "")), query.get("tag", ""))
        headers = {"cache-control": "no-store"}
        return StreamingResponse(_stream(studio, listener), media_type="text/event-stream", headers=headers)

    return Starlette(
        routes=[
            Route(f"{OWN}events", events),
            Route(f"{OWN}{{name}}", own),
            Route("/{path:path}", page),
        ],
        middleware=[Middleware(Guard, host=host)],
    )


def address(path: str) -> str:
    """What a path of an address means within the site."""
    path = path.lstrip("/")
    return f"{path}index.html" if not path or path.endswith("/") else path


async def _stream(studio: Studio, listener: Listener) -> AsyncIterator[str]:
    try:
        yield "retry: 500\n\n"
        await studio.listen(listener)
        while (told := await listener.told.get()) is not None:
            yield f"event: {told[0]}\ndata: {told[1]}\n\n"
    finally:
        studio.listeners.discard(listener)
