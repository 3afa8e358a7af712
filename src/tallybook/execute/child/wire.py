"""Messages between the driver and a template: a length-prefixed JSON head and two byte strings."""

from __future__ import annotations

import json
import struct
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import socket

_LENGTHS = struct.Struct(">III")


def send(channel: socket.socket, head: dict[str, Any], out: bytes = b"", err: bytes = b"") -> None:
    """Send one message whole. Raises ``OSError`` if the other side is gone."""
    data = json.dumps(head).encode()
    channel.sendall(_LENGTHS.pack(len(data), len(out), len(err)) + data + out + err)


def receive(channel: socket.socket) -> tuple[dict[str, Any], bytes, bytes] | None:
    """The next message whole, or None if the other side is gone."""
    lengths = _exactly(channel, _LENGTHS.size)
    if lengths is None:
        return None
    head, out, err = _LENGTHS.unpack(lengths)
    body = _exactly(channel, head + out + err)
    if body is None:
        return None
    return json.loads(body[:head]), body[head : head + out], body[head + out :]


def _exactly(channel: socket.socket, count: int) -> bytes | None:
    data = bytearray()
    while len(data) < count:
        try:
            piece = channel.recv(min(count - len(data), 1 << 20))
        except ConnectionError:
            return None
        if not piece:
            return None
        data += piece
    return bytes(data)
