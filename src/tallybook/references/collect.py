"""What a text refers to: ids, chapters, books, works of the bibliography, and the targets of its links.

What the syntax leaves open is decided so that plain numbers stay numbers: ``I.5`` is a chapter wherever it
stands, ``1.2`` only behind the word *Chapter*, and ``(1.2.3)`` only in a book that has a chapter ``1.2``.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from tallybook.cited import Reference, ReferenceKind
from tallybook.ids import CHAPTER, is_chapter, roman
from tallybook.markup.segment import Block, Piece, PieceKind, segment
from tallybook.span import Source, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


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


@dataclass(frozen=True, slots=True)
class _Sought:
    """What a stretch of text may hold by its looks: most hold nothing, and are passed over."""

    dotted: bool
    """Ids and chapters."""
    dated: bool
    """Citations of works by their year."""
    book: bool
    works: tuple[str, ...]
    places: tuple[str, ...]

    @classmethod
    def all_of(cls, names: Names) -> _Sought:
        """Everything that can be cited."""
        return cls(True, True, True, names.works, names.places)

    def within(self, text: str, start: int, end: int) -> _Sought:
        """What of it a stretch may hold."""
        return _Sought(
            self.dotted and _DOTTED.search(text, start, end) is not None,
            self.dated and _DATED.search(text, start, end) is not None,
            self.book and text.find("Book", start, end) >= 0,
            tuple(key for key in self.works if _begins(key, text, start, end)) if self.works else (),
            tuple(name for name in self.places if _begins(name, text, start, end)) if self.places else (),
        )

    def __bool__(self) -> bool:
        return bool(self.dotted or self.dated or self.book or self.works or self.places)


_DOTTED = re.compile(r"[A-Z0-9]\.[A-Z\d]")
_DATED = re.compile(r"[\s(\[](?:1[5-9]|20)\d\d(?!\d)")


def collect(
    source: Source, body: Span, names: Names | None = None, blocks: Iterable[Block] | None = None
) -> tuple[Reference, ...]:
    """All references of a text in order, none in code. ``blocks`` are the text's, where they are at hand."""
    names = names or Names()
    text = source.text
    if blocks is None:
        blocks = segment(text, body.start, body.end)
    whole = _Sought.all_of(names).within(text, body.start, body.end)
    found: list[Reference] = []
    anything, hidden = bool(whole), PieceKind.HIDDEN
    for block in blocks:
        sought = whole.within(text, block.span.start, block.span.end) if anything else whole
        worth = anything and bool(sought)
        for piece in block.pieces:
            if worth or piece.kind is hidden:
                found.extend(_outermost(list(_in_piece(text, block, piece, names, sought))))
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


def _in_piece(text: str, block: Block, piece: Piece, names: Names, sought: _Sought) -> Iterator[Reference]:
    inner = piece.inner
    if piece.kind is PieceKind.TEXT:
        start = inner.start
        for url in _URL.finditer(text, inner.start, inner.end):
            yield from _prose(text, Span(start, url.start()), names, sought)
            start = url.end()
        yield from _prose(text, Span(start, inner.end), names, sought)
    elif piece.kind in (PieceKind.MATH, PieceKind.DISPLAY):
        if sought.dotted:
            yield from _ids(text, inner, names, math=True)
        for match in _TEXT_IN_MATH.finditer(text, inner.start, inner.end):
            yield from _prose(text, Span(match.start(1), match.end(1)), names, sought, math=True)
    elif piece.reason == "URL" or block.kind == "definition":
        pattern = _LINK if piece.reason == "URL" else _DEFINITION
        link = pattern.search(text, inner.start, inner.end)
        kind = shape(link[1]) if link else None
        if link and kind:
            yield Reference(link[1], kind, Span(link.start(1), link.end(1)))


def _prose(text: str, span: Span, names: Names, sought: _Sought, math: bool = False) -> Iterator[Reference]:
    for key in sought.works:
        yield from _named(key, text, span, math)
    if sought.dated:
        yield from _dated(text, span, math)
    if sought.dotted:
        yield from _ids(text, span, names, math)
        yield from _chapters(text, span, names, math)
    if sought.book:
        for match in _BOOK.finditer(text, span.start, span.end):
            if roman(match[1]):
                place = Span(match.start(), match.end())
                yield Reference(f"Book {match[1]}", ReferenceKind.PLACE, place, math)
    for name in sought.places:
        for match in _literal(name).finditer(text, span.start, span.end):
            yield Reference(name, ReferenceKind.PLACE, Span(match.start(), match.end()), math)


def _chapters(text: str, span: Span, names: Names, math: bool) -> Iterator[Reference]:
    for match in _CHAPTERS.finditer(text, span.start, span.end):
        for inner in re.finditer(CHAPTER, match[1]):
            place = Span(inner.start(), inner.end()).shift(match.start(1))
            if _plausible(inner[0], names):
                yield Reference(inner[0], ReferenceKind.CHAPTER, place, math)
    for match in _BARE.finditer(text, span.start, span.end):
        if _plausible(match[1], names):
            yield Reference(match[1], ReferenceKind.CHAPTER, Span(match.start(), match.end()), math)


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


def _named(key: str, text: str, span: Span, math: bool) -> Iterator[Reference]:
    """A work by its key, and the year behind a key that has none."""
    for match in _literal(key).finditer(text, span.start, span.end):
        year = None if re.search(r"\d{4}\w?$", key) else _YEAR.match(text, match.end(), span.end)
        end = year.end() if year else match.end()
        yield Reference(key, ReferenceKind.WORK, Span(match.start(), end), math, year[1] if year else "")


def _dated(text: str, span: Span, math: bool) -> Iterator[Reference]:
    """Citations by author and year."""
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


def _begins(name: str, text: str, start: int, end: int) -> bool:
    """Whether the first word of a name occurs in a stretch of text."""
    return any(text.find(word, start, end) >= 0 for word in _first_words(name))


@cache
def _first_words(name: str) -> tuple[str, ...]:
    forms = dict.fromkeys((unicodedata.normalize("NFC", name), unicodedata.normalize("NFD", name)))
    return tuple(form.split()[0] for form in forms)


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


def _outermost(references: list[Reference]) -> list[Reference]:
    """The longest of those that overlap; of several over the same text the first found."""
    if len(references) < 2:
        return references
    kept: list[Reference] = []
    for reference in sorted(references, key=lambda item: -len(item.span)):
        if not any(reference.span.overlaps(other.span) for other in kept):
            kept.append(reference)
    return kept
