"""Who may ask: this machine's own browser, at an address of this server, from pages of this server."""

from __future__ import annotations

import ipaddress
import socket
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
OWN = "/-tallybook/"
"""Where the server's own files and its stream of events stand; no page of a book begins so."""
_QUIET = (
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"referrer-policy", b"same-origin"),
)


class Guard:
    """Refuses what a foreign page could send: by name of the host (a name that was made to point here), by
    ``Origin`` and by ``Sec-Fetch-Site``. A link from elsewhere to a page may be followed."""

    def __init__(self, app: ASGIApp, host: str) -> None:
        self.app = app
        self.host = host

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """An ASGI application."""
        if scope["type"] != "http":
            return
        reason = refusal(Headers(scope=scope), scope["path"], self.host)
        if reason:
            await PlainTextResponse(f"refused: {reason}\n", 403)(scope, receive, send)
            return

        async def quietly(message: dict[str, object]) -> None:
            if message["type"] == "http.response.start":
                headers = message.get("headers", [])
                assert isinstance(headers, list)
                message = {**message, "headers": [*headers, *_QUIET]}
            await send(message)

        await self.app(scope, receive, quietly)  # type: ignore[arg-type]  # a message is any mapping


def refusal(headers: Headers, path: str, host: str) -> str:
    """Why a request is refused, "" if it is not. ``host`` is what the server listens on."""
    asked = headers.get("host", "")
    if not _is_ours(asked, host):
        return "this server does not go by that name"
    origin = headers.get("origin")
    if origin is not None and origin != f"http://{asked}":
        return "asked from another site"
    site = headers.get("sec-fetch-site", "same-origin")
    if site in ("same-origin", "none") and not (site == "none" and path.startswith(OWN)):
        return ""
    follows = headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
    return "" if follows and not path.startswith(OWN) else "asked from another site"


def _is_ours(asked: str, host: str) -> bool:
    try:
        name = urlsplit(f"//{asked}").hostname or ""
    except ValueError:
        return False
    if name in LOOPBACK or name == host.lower():
        return name != ""
    try:
        listens_everywhere = ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False
    return listens_everywhere and (_is_address(name) or name == socket.gethostname().lower())


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
