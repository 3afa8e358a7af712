"""What a check prints otherwise than it did, beside a number of the text that stood on it."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_GROUPS = re.compile(r"(?<=\d)(?:\\[,;:! ]|\{,\}|[,\u202f\u2009\u00a0 _])(?=\d)")
SHOWN = 4
"""Pairs of lines that are shown at most."""


def difference(before: str, now: str) -> tuple[tuple[str, str], ...]:
    """The lines that differ, each as it was and as it is now; "" where one has no counterpart."""
    old, new = before.splitlines(), now.splitlines()
    pairs: list[tuple[str, str]] = []
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            gone, come = old[a:b], new[c:d]
            pairs += zip(gone, come, strict=False)
            common = min(len(gone), len(come))
            pairs += ((line, "") for line in gone[common:])
            pairs += (("", line) for line in come[common:])
    return tuple(pairs)


def notes(pairs: tuple[tuple[str, str], ...], number: str) -> tuple[str, ...]:
    """The lines of a difference that concern a number as it stands in the text; all if none names it."""
    digits = _digits(number)
    named = tuple(pair for pair in pairs if digits and digits in _numbers(pair[0]))
    shown = named or pairs
    return tuple(_notes(shown[:SHOWN], len(shown) - SHOWN))


def _notes(pairs: tuple[tuple[str, str], ...], left: int) -> Iterator[str]:
    for before, now in pairs:
        if before:
            yield f"before: {before}"
        yield f"now: {now}" if now else "now: the line is gone"
    if left > 0:
        yield f"print: {left} more lines differ"


def _digits(text: str) -> str:
    found = re.search(r"\d[\d.]*", _GROUPS.sub("", text))
    return found[0].rstrip(".") if found else ""


def _numbers(line: str) -> list[str]:
    return [found.rstrip(".") for found in re.findall(r"\d[\d.]*", re.sub(r"(?<=\d)[,_](?=\d{3})", "", line))]
