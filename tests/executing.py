"""A small book of checks for the tests of executing them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tallybook.config import Limits
from tallybook.execute import CheckRequest
from tallybook.span import Source

if TYPE_CHECKING:
    from pathlib import Path

QUICK = Limits(seconds=5.0, memory=1 << 30, output=100_000)


@dataclass(frozen=True)
class Shelf:
    """A folder with checks."""

    root: Path

    def file(self, path: str, text: str | bytes) -> Path:
        """Write a file of the book."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode() if isinstance(text, str) else text)
        return file

    def request(self, name: str, text: str, limits: Limits = QUICK) -> CheckRequest:
        """Write a check and ask for it."""
        self.file(f"checks/{name}", text)
        return CheckRequest(Source(f"checks/{name}", text), self.root, limits)
