"""This program itself, as what it makes depends on it."""

from __future__ import annotations

import platform
from functools import cache
from hashlib import blake2b
from pathlib import Path


@cache
def digest() -> bytes:
    """The digest of all modules of this package, and of the version of Python."""
    folder = Path(__file__).parent
    found = blake2b(platform.python_version().encode(), digest_size=12)
    for path in sorted(folder.rglob("*.py")):
        found.update(repr((path.relative_to(folder).as_posix(), path.read_bytes())).encode())
    return found.digest()
