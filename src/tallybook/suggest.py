"""Suggestions for words that are nearly right."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def did_you_mean(word: str, known: Iterable[str], count: int = 3) -> tuple[str, ...]:
    """A line of help with the known words most like one, nothing if none is. Case does not count."""
    by_folded = {name.casefold(): name for name in known}
    close = difflib.get_close_matches(word.casefold(), by_folded, n=count, cutoff=0.6)
    return (f"did you mean {' or '.join(by_folded[name] for name in close)}?",) if close else ()
