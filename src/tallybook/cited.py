"""What a reference is: a place in a text, and what it refers to."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tallybook.span import Span


class ReferenceKind(StrEnum):
    """What a reference is by its form."""

    ID = "id"
    """A page, a statement or an entry: ``I.5.B04``, ``I.5.2``, ``0.LA.01``; also as the target of a link."""
    CHAPTER = "chapter"
    FOREIGN = "foreign"
    """Something in another book, by the name of its inventory: ``mechanics:I.2.B01``."""
    PLACE = "place"
    """A declared name that is no id: ``Book III``."""
    WORK = "work"
    FILE = "file"
    """A link to a source file."""
    ANCHOR = "anchor"
    """A link to a place on the same page: ``#setup``."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference. ``id`` is what it refers to (for a work its key, or the citation where no key is met).

    ``span`` is the id alone, without brackets or the word before it; of a work the whole citation. ``year``
    is the year that follows a key which has none. ``sure`` is False where the text may be no citation at
    all.
    """

    id: str
    kind: ReferenceKind
    span: Span
    math: bool = False
    year: str = ""
    sure: bool = True
