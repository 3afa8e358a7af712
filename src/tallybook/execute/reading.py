"""What checks may read of the book: all of it but what is hidden or generated."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tallybook.execute.request import CheckRequest

_GENERATED = ("build", "dist")


def readable(requests: Iterable[CheckRequest]) -> list[str]:
    """The files and folders that the checks of ``requests`` may read.

    Of each book what stands in its folder, but nothing with a dot before its name (``.git`` holds tokens,
    ``.env`` secrets) and nothing that a build has made.
    """
    found: dict[str, None] = {}
    for root in {request.root for request in requests}:
        if root.is_dir():
            for entry in sorted(root.absolute().iterdir()):
                if not entry.name.startswith(".") and entry.name not in _GENERATED:
                    found[str(entry)] = None
    return list(found)
