"""Pages as the live server sends them: with its script, their findings, and in place of those that fail."""

from __future__ import annotations

import json
import mimetypes
import re
from dataclasses import asdict, dataclass
from html import escape
from typing import TYPE_CHECKING

from tallybook.serve.guard import OWN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tallybook.live import Shown
    from tallybook.live.show import Note

_HEAD = re.compile(rb"<head\b[^>]*>")
_END = b"</body>"
_PLAIN = """\
<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>{title}</title>
<style>body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: auto; padding: 2rem }}</style>
</head>
<body><main id="main"><h1>{title}</h1>
<p>{lead}</p>
</main></body>
</html>
"""


@dataclass(frozen=True, slots=True)
class Reply:
    """What is sent for an address."""

    status: int
    type: str
    data: bytes
    tag: str


def reply(url: str, shown: Shown | None) -> Reply:
    """A file of the site as it stands, a page about what is wrong, or one that says there is none."""
    if shown is None:
        return failure(404, "There is no such page", "It may have been renamed.", ())
    if not shown.whole:
        return failure(500, "This page cannot be made", f"{url} appears once it is mended.", shown.notes)
    kind = mimetypes.guess_type(url)[0] or "application/octet-stream"
    if url.endswith((".py", ".txt")):
        kind = "text/plain"
    text = f"{kind}; charset=utf-8" if kind.startswith("text/") else kind
    data = _live(shown.data, shown.notes, shown.tag) if kind == "text/html" else shown.data
    return Reply(200, text, data, shown.tag)


def failure(status: int, title: str, lead: str, notes: Sequence[Note]) -> Reply:
    """A page of the server itself."""
    html = _PLAIN.format(title=escape(title), lead=escape(lead)).encode()
    tag = f"{status}-{hash((title, lead, tuple(notes))) & 0xFFFFFFFF:x}"
    return Reply(status, "text/html; charset=utf-8", _live(html, notes, tag), tag)


def _live(html: bytes, notes: Sequence[Note], tag: str) -> bytes:
    """A page with the script that keeps it up to date, and its findings as data."""
    told = json.dumps({"tag": tag, "notes": [asdict(note) for note in notes]}).replace("<", "\\u003c")
    # scripts that have to be run before those of the page; a style sheet in the body would have the browser
    # lay out all that stands before it first
    early = (
        f'<link rel="stylesheet" href="{OWN}live.css">'
        f'<script src="{OWN}swap.js" defer></script><script src="{OWN}live.js" defer></script>'
    ).encode()
    late = f'<script type="application/json" id="tallybook-live">{told}</script>'.encode()
    head = _HEAD.search(html)
    start = head.end() if head else 0
    body, found, tail = html[start:].rpartition(_END)
    return html[:start] + early + (body + late + found + tail if found else tail + late)
