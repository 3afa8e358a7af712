"""Colours, for terminals only."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from tallybook.diagnostics import Severity

if TYPE_CHECKING:
    from collections.abc import Mapping

ERROR, WARNING, GUTTER, STRONG, HELP, FAINT = "1;31", "1;33", "1;34", "1", "1;36", "2"
SEVERITY = {Severity.ERROR: ERROR, Severity.WARNING: WARNING}


def paint(text: str, code: str, color: bool) -> str:
    """The text in a colour, or as it is."""
    return f"\x1b[{code}m{text}\x1b[0m" if color and text else text


def wants_color(stream: TextIO, environment: Mapping[str, str]) -> bool:
    """Whether to colour what goes to a stream: a terminal that can, and nobody has set ``NO_COLOR``."""
    return stream.isatty() and not environment.get("NO_COLOR") and environment.get("TERM") != "dumb"
