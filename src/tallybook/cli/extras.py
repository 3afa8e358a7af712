"""Commands whose packages are an extra: what to install where they are missing."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from tallybook.cli.group import UsageFaultError

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Imports in it that fail say which extra brings them."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package == "tallybook":
            raise
        message = f"{package} is not installed: `pip install 'tallybook[{extra}]'` brings what this needs"
        raise UsageFaultError(message) from error
