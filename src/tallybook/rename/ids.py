"""Where an old id stands in a text, and what stands there afterwards.

An id such as ``I.5.B04`` or ``0.LA`` cannot be anything else and is replaced wherever it stands, also in
code. One that reads like a number (``1.2`` and ``1.2.3`` in a book whose chapters are numbered so) is
replaced only where it is known to be a reference.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tallybook.ids import is_chapter
from tallybook.references import Names, collect
from tallybook.span import Source, Span
from tallybook.urls import anchor

if TYPE_CHECKING:
    from collections.abc import Iterator

_MEMBER = r"\.(?:[A-Z]\d{1,3}|\d{1,3})(?!\w|\.\w)"
_END = r"(?!\w|\.\w)"
_NUMBER = re.compile(r"\d+\.\d+")
Edit = tuple[Span, str]


@dataclass(frozen=True, slots=True)
class Renaming:
    """An old id and a new one; the members of a chapter go with it."""

    old: str
    new: str

    def of(self, id_: str) -> str:
        """What an id is afterwards."""
        if id_ == self.old:
            return self.new
        if is_chapter(self.old) and re.fullmatch(re.escape(self.old) + _MEMBER, id_):
            return self.new + id_.removeprefix(self.old)
        return id_

    def in_text(self, source: Source, body: Span, names: Names) -> Iterator[Edit]:
        """The edits in the text of a page."""
        found = {match.span(): match for match in self._sure().finditer(source.text, body.start, body.end)}
        yield from ((Span(*place), self.new) for place in found)
        known = set(found)
        for reference in collect(source, body, names):
            place = (reference.span.start, reference.span.start + len(self.old))
            if self.of(reference.id) != reference.id and place not in known:
                yield Span(*place), self.new
        if not self._unmistakable():
            for match in self._defined().finditer(source.text, body.start, body.end):
                if match.span(1) not in known:
                    yield Span(*match.span(1)), self.new
        old = re.compile(rf"\]\(#({re.escape(anchor(self.old))}){self._tail().lower()}")
        for match in old.finditer(source.text, body.start, body.end):
            yield Span(*match.span(1)), anchor(self.new)

    def in_yaml(self, source: Source, region: Span) -> Iterator[Edit]:
        """The edits in YAML: front matter or a configuration."""
        found = {match.span() for match in self._sure().finditer(source.text, region.start, region.end)}
        if not self._unmistakable():
            keys = r"(?:^[ \t]*(?:id|chapter|draws_on)[ \t]*:|\bid[ \t]*:|\.html[\"']?[ \t]*:)[^\n]*?"
            item = r"^[ \t]*-[ \t]*"
            for before in (keys, item):
                pattern = rf"(?:{before})(?<![\w.])({re.escape(self.old)}){self._tail()}"
                for match in re.compile(pattern, re.MULTILINE).finditer(
                    source.text, region.start, region.end
                ):
                    found.add(match.span(1))
        yield from ((Span(*place), self._written(source, Span(*place))) for place in sorted(found))

    def _written(self, source: Source, span: Span) -> str:
        """The new id as a value of YAML: in quotes where it stands alone and would be read as a number."""
        alone = re.search(r"[:\[,-][ \t]*\Z", source.text[: span.start])
        follows = re.compile(r"[ \t]*(?:[,\]}#\r\n]|\Z)").match(source.text, span.end)
        return as_value(self.new) if alone and follows else self.new

    def in_script(self, source: Source) -> Iterator[Edit]:
        """The edits in a check: its comments and strings may speak of the page."""
        for match in self._sure().finditer(source.text):
            yield Span(*match.span()), self.new

    def _unmistakable(self) -> bool:
        part, _, rest = self.old.partition(".")
        member = rest.partition(".")[2]
        return bool(member and not member.isdigit()) or not part.isdigit() or not rest.split(".")[0].isdigit()

    def _sure(self) -> re.Pattern[str]:
        """The id where it can be nothing else."""
        before = rf"(?<![\w.\\]){re.escape(self.old)}"
        if self._unmistakable():
            return re.compile(before + self._tail())
        if is_chapter(self.old):
            return re.compile(before + r"(?=\.[A-Z]\d{1,3}(?!\w|\.\w))")
        return re.compile(r"(?!)")

    def _tail(self) -> str:
        return rf"(?:(?={_MEMBER})|{_END})" if is_chapter(self.old) else _END

    def _defined(self) -> re.Pattern[str]:
        """Where a statement is given its id: its heading and its tag."""
        return re.compile(
            rf"(?:^##[ \t]+\w+[ \t]+\(?|\\tag[ \t]*\{{\(?)({re.escape(self.old)}){self._tail()}", re.MULTILINE
        )


def as_value(id_: str) -> str:
    """An id as a value of YAML: in quotes where it would be read as a number."""
    return f'"{id_}"' if _NUMBER.fullmatch(id_) else id_


def edited(text: str, edits: Iterator[Edit]) -> str:
    """A text with edits applied; those that overlap an earlier one are of the same id and left out."""
    pieces = []
    position = 0
    for span, new in sorted(set(edits)):
        if span.start >= position:
            pieces += [text[position : span.start], new]
            position = span.end
    return "".join([*pieces, text[position:]])
