"""A page as it is put to the test: its text, and everything it is held against."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tallybook.ledger.account import Given, account, given_of
from tallybook.numerals.numeral import Conventions
from tallybook.references import Names, collect
from tallybook.span import Source, Span

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tallybook.config import BookConfig, ChapterConfig
    from tallybook.model import Ledger, Page, Print


PLAIN = Conventions()


@dataclass(frozen=True, slots=True)
class Subject:
    """A text with what accounts for it. ``names`` tells which references the book knows, None that the
    text has none."""

    source: Source
    body: Span
    against: Given
    conventions: Conventions = PLAIN
    names: Names | None = None

    @property
    def id(self) -> str:
        """The id of the page."""
        return self.against.page

    def ledger(self) -> Ledger:
        """The ledger of the whole page, as `check` makes it."""
        return account(self.source, self.body, self.against, self.conventions)

    def altered(self, span: Span, text: str) -> Subject:
        """The page with other text at a place, its references collected anew."""
        source = Source(
            self.source.path, self.source.text[: span.start] + text + self.source.text[span.end :]
        )
        by = len(text) - len(span)
        body = moved(self.body, span, by)
        references = self.against.references
        if self.names is not None:
            references = tuple((one.span, one.id) for one in collect(source, body, self.names))
        head = tuple(moved(one, span, by) for one in self.against.head)
        return replace(
            self, source=source, body=body, against=replace(self.against, references=references, head=head)
        )


def moved(span: Span, altered: Span, by: int) -> Span:
    """Where a span stands once a stretch of the text is ``by`` characters longer; one that holds the
    stretch grows with it."""
    start = span.start + by if span.start >= altered.end else span.start
    return Span(start, span.end + by if span.end >= altered.end else span.end)


def subject_of(
    page: Page,
    chapter: ChapterConfig,
    book: BookConfig,
    prints: Mapping[str, Print],
    references: Sequence[tuple[Span, str]],
    checks: Mapping[str, str],
    names: Names,
) -> Subject:
    """A page of a book; the arguments are those of ``given_of``, and what the book can be cited by."""
    against = given_of(page, chapter, book, prints, references, checks)
    return Subject(page.source, page.body, against, book.conventions, names)
