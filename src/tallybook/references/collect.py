"""What a text refers to: ids, chapters, books, works of the bibliography, and the targets of its links.

What the syntax leaves open is decided so that plain numbers stay numbers: ``I.5`` is a chapter wherever it
stands, ``1.2`` only behind the word *Chapter*, and ``(1.2.3)`` only in a book that has a chapter ``1.2``.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING

from tallybook.ids import CHAPTER, is_chapter, roman
from tallybook.markup.segment import Block, Piece, PieceKind, segment
from tallybook.span import Source, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


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


@dataclass(frozen=True, slots=True)
class Names:
    """What a book can be cited by beyond the shape of ids: ids of chapters, other places, keys of works,
    names of inventories."""

    chapters: frozenset[str] = frozenset()
    places: tuple[str, ...] = ()
    works: tuple[str, ...] = ()
    inventories: frozenset[str] = frozenset()
    parts: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "parts", frozenset(chapter.partition(".")[0] for chapter in self.chapters))


_LETTERED = re.compile(rf"(?<![\w.\\])({CHAPTER})\.([A-Za-z]\d{{1,3}})(?!\w|\.\w)")
_NUMBERED = re.compile(rf"(?<![\w.\\])({CHAPTER})\.(\d{{1,3}})(?!\w|\.\w)")
_FOREIGN = re.compile(
    rf"(?<![\w.\\:/-])([a-z][\w-]*):({CHAPTER}(?:\.(?:[A-Z]\d{{1,3}}|\d{{1,3}}))?)(?!\w|\.\w)"
)
_CHAPTERS = re.compile(rf"\bChapters?\s+({CHAPTER}(?:(?:\s*,\s*|\s+(?:and|or|to)\s+){CHAPTER})*)(?!\w|\.\w)")
_BARE = re.compile(r"(?<![\w.\\])([IVX]+\.\d{1,2})(?!\w|\.\w|[-–]\d)")
_BOOK = re.compile(r"\bBook\s+([IVX]+)\b")
_NAME = r"[^\W\d_][\w’'-]+"
_CITATION = re.compile(
    rf"\b(?P<who>{_NAME}(?P<others>\s+et\s+al\.?|(?:\s+(?:and|&)\s+{_NAME})?))"
    r"(?:['’]s)?,?\s+[(\[]?(?P<year>1[5-9]\d\d|20\d\d)[a-z]?\b[)\]]?"
)
_YEAR = re.compile(r"(?:['’]s)?,?\s+[(\[]?(1[5-9]\d\d|20\d\d)\b[)\]]?")
_URL = re.compile(r"\b(?:[a-z][a-z0-9+.-]*://|www\.)\S+", re.IGNORECASE)
_TEXT_IN_MATH = re.compile(r"\\(?:text(?:rm|it|bf|sf|tt|normal)?|mbox|hbox|tag\*?)\s*\{([^{}]*)\}")
_LINK = re.compile(r"\]\(\s*<?([^\s<>()]+)")
_DEFINITION = re.compile(r"\]:\s*<?([^\s<>]+)")


def collect(
    source: Source, body: Span, names: Names | None = None, blocks: Iterable[Block] | None = None
) -> tuple[Reference, ...]:
    """All references of a text in order, none in code. ``blocks`` are the text's, where they are at hand."""
    names = names or Names()
    if blocks is None:
        blocks = segment(source.text, body.start, body.end)
    found: list[Reference] = []
    for block in blocks:
        for piece in block.pieces:
            found.extend(_outermost(_in_piece(source.text, block, piece, names)))
    return tuple(sorted(found, key=lambda reference: reference.span))


def shape(text: str) -> ReferenceKind | None:
    """What a text is as the target of a link: an id, a chapter, an anchor, a source file, or none of
    these."""
    if text.startswith("#"):
        return ReferenceKind.ANCHOR
    if _LETTERED.fullmatch(text) or _NUMBERED.fullmatch(text):
        return ReferenceKind.ID
    if _FOREIGN.fullmatch(text):
        return ReferenceKind.FOREIGN
    if is_chapter(text):
        return ReferenceKind.CHAPTER
    local = not re.match(r"[a-zA-Z][\w+.-]*:|//", text)
    return ReferenceKind.FILE if local and text.partition("#")[0].endswith((".md", ".yaml")) else None


def _in_piece(text: str, block: Block, piece: Piece, names: Names) -> Iterator[Reference]:
    inner = piece.inner
    if piece.kind is PieceKind.TEXT:
        start = inner.start
        for url in _URL.finditer(text, inner.start, inner.end):
            yield from _prose(text, Span(start, url.start()), names)
            start = url.end()
        yield from _prose(text, Span(start, inner.end), names)
    elif piece.kind in (PieceKind.MATH, PieceKind.DISPLAY):
        yield from _ids(text, inner, names, math=True)
        for match in _TEXT_IN_MATH.finditer(text, inner.start, inner.end):
            yield from _prose(text, Span(match.start(1), match.end(1)), names, math=True)
    elif piece.reason == "URL" or block.kind == "definition":
        pattern = _LINK if piece.reason == "URL" else _DEFINITION
        link = pattern.search(text, inner.start, inner.end)
        kind = shape(link[1]) if link else None
        if link and kind:
            yield Reference(link[1], kind, Span(link.start(1), link.end(1)))


def _prose(text: str, span: Span, names: Names, math: bool = False) -> Iterator[Reference]:
    yield from _works(text, span, names, math)
    yield from _ids(text, span, names, math)
    for match in _CHAPTERS.finditer(text, span.start, span.end):
        for inner in re.finditer(CHAPTER, match[1]):
            place = Span(inner.start(), inner.end()).shift(match.start(1))
            if _plausible(inner[0], names):
                yield Reference(inner[0], ReferenceKind.CHAPTER, place, math)
    for match in _BARE.finditer(text, span.start, span.end):
        if _plausible(match[1], names):
            yield Reference(match[1], ReferenceKind.CHAPTER, Span(match.start(), match.end()), math)
    for match in _BOOK.finditer(text, span.start, span.end):
        if roman(match[1]):
            yield Reference(f"Book {match[1]}", ReferenceKind.PLACE, Span(match.start(), match.end()), math)
    for name in names.places:
        for match in _literal(name).finditer(text, span.start, span.end):
            yield Reference(name, ReferenceKind.PLACE, Span(match.start(), match.end()), math)


def _ids(text: str, span: Span, names: Names, math: bool) -> Iterator[Reference]:
    for match in _FOREIGN.finditer(text, span.start, span.end):
        if match[1] in names.inventories:
            yield Reference(match[0], ReferenceKind.FOREIGN, Span(match.start(), match.end()), math)
    for match in _LETTERED.finditer(text, span.start, span.end):
        if match[1] in names.chapters or (
            _plausible(match[1], names) and (match[2][0].isupper() or _usual(match[1]))
        ):
            yield Reference(match[0], ReferenceKind.ID, Span(match.start(), match.end()), math)
    for match in _NUMBERED.finditer(text, span.start, span.end):
        if _usual(match[1]) or (
            match[1] in names.chapters and text[match.start() - 1 : match.start()] in ("(", "{")
        ):
            yield Reference(match[0], ReferenceKind.ID, Span(match.start(), match.end()), math)


def _usual(chapter: str) -> bool:
    """Whether an id of a chapter cannot be taken for a number: ``I.5``, ``0.LA``."""
    part, _, rest = chapter.partition(".")
    return (set(part) <= set("IVX") and roman(part) > 0) or not rest.isdigit()


def _plausible(chapter: str, names: Names) -> bool:
    return _usual(chapter) or chapter.partition(".")[0] in names.parts


def _works(text: str, span: Span, names: Names, math: bool) -> Iterator[Reference]:
    for key in names.works:
        for match in _literal(key).finditer(text, span.start, span.end):
            year = None if re.search(r"\d{4}\w?$", key) else _YEAR.match(text, match.end(), span.end)
            end = year.end() if year else match.end()
            yield Reference(key, ReferenceKind.WORK, Span(match.start(), end), math, year[1] if year else "")
    for match in _CITATION.finditer(text, span.start, span.end):
        if not match["who"][0].isupper():
            continue
        others = match["others"].replace("&", "and")
        others = re.sub(r"\s+", " ", others) + ("." if others.rstrip().endswith("al") else "")
        citation = f"{match['who'].split()[0]}{others} {match['year']}"
        sure = "et al" in others
        end = (
            match.end()
            if text[match.end() - 1] not in ")]" or re.search(r"[(\[]", match[0])
            else match.end() - 1
        )
        yield Reference(citation, ReferenceKind.WORK, Span(match.start(), end), math, sure=sure)


@cache
def _literal(name: str) -> re.Pattern[str]:
    """A name wherever it stands: across line ends, its year in brackets, its accents composed or not."""
    forms = []
    for form in dict.fromkeys((unicodedata.normalize("NFC", name), unicodedata.normalize("NFD", name))):
        words = [re.escape(word) for word in form.split()]
        if len(words) > 1 and re.fullmatch(r"\d{4}\w?", words[-1]):
            words[-1] = rf"(?:[(\[]{words[-1]}[)\]]|{words[-1]})"
            words[-2] += "(?:['’]s)?,?"
        forms.append(r"\s+".join(words))
    return re.compile(rf"(?<!\w)(?:{'|'.join(forms)})(?!\w)")


def _outermost(references: Iterable[Reference]) -> list[Reference]:
    """The longest of those that overlap; of several over the same text the first found."""
    kept: list[Reference] = []
    for reference in sorted(references, key=lambda item: -len(item.span)):
        if not any(reference.span.overlaps(other.span) for other in kept):
            kept.append(reference)
    return kept
