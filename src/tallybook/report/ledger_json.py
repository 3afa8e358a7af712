"""The ledgers of pages for tools. Values are exact: integers or fractions (``2483/1000``), as text."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from json.encoder import encode_basestring as quoted
from typing import TYPE_CHECKING

from tallybook.numerals.notation import exact
from tallybook.report.json import FORMAT, where

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tallybook.model import Claim, Evidence, Ledger, NotClaim, Page
    from tallybook.span import Span

# The library indents ten times slower than it writes, and a book has a ledger a page: the shape of these
# objects is fixed, and only their values are written.
_PLACE = ("path", "line", "column", "end_line", "end_column", "start", "end")


def _shape(depth: int, *keys: str) -> str:
    """A JSON object at a depth with ``%s`` for each value."""
    inside = ",".join(f'\n{"  " * (depth + 1)}"{key}": %s' for key in keys)
    return f"{{{inside}\n{'  ' * depth}}}"


_BOOK = _shape(0, "format", "pages") + "\n"
_PAGE = _shape(
    2, "id", "kind", "title", "path", "check", "verdict", "claims", "not_claims", "unused", "unread"
)
_CLAIM = _shape(
    4,
    *_PLACE,
    *("text", "value", "form", "unit", "where", "strength", "explicit", "survivor", "settle", "evidence"),
)
_SEEN = _shape(4, *_PLACE, "text", "reason")
_EVIDENCE = _shape(6, "kind", "detail", "holds", "pins", "print_line", "script_line")


class Files(Mapping[str, bytes]):
    """The ledgers of pages, each as a file of its own by the id of the page, written when it is asked for."""

    def __init__(self, pages: Iterable[Page], ledgers: Mapping[str, Ledger]) -> None:
        self._pages = {page.id: page for page in pages}
        self._ledgers = ledgers

    def __getitem__(self, id_: str) -> bytes:
        return render([(self._pages[id_], self._ledgers[id_])]).encode()

    def __contains__(self, id_: object) -> bool:
        return id_ in self._pages

    def __iter__(self) -> Iterator[str]:
        return iter(self._pages)

    def __len__(self) -> int:
        return len(self._pages)


def render(ledgers: Sequence[tuple[Page, Ledger]]) -> str:
    """One JSON object with a list of pages."""
    return _BOOK % (FORMAT, _list(1, (_page(page, ledger) for page, ledger in ledgers)))


def _list(depth: int, items: Iterable[str]) -> str:
    inside = f",\n{'  ' * (depth + 1)}".join(items)
    return f"[\n{'  ' * (depth + 1)}{inside}\n{'  ' * depth}]" if inside else "[]"


def _page(page: Page, ledger: Ledger) -> str:
    return _PAGE % (
        quoted(page.id),
        quoted(str(page.kind)),
        quoted(page.title),
        quoted(page.source.path),
        quoted(page.front.check),
        quoted(ledger.verdict),
        _list(3, (_claim(page, claim) for claim in ledger.claims)),
        _list(3, (_seen(page, other) for other in ledger.not_claims)),
        _list(3, map(quoted, ledger.unused)),
        _list(3, (_seen(page, other) for other in ledger.unread)),
    )


def _place(page: Page, span: Span) -> tuple[object, ...]:
    path, *numbers = where(page.source, span).values()
    return quoted(path), *numbers


def _seen(page: Page, other: NotClaim) -> str:
    return _SEEN % (*_place(page, other.span), quoted(other.text), quoted(other.reason))


def _claim(page: Page, claim: Claim) -> str:
    return _CLAIM % (
        *_place(page, claim.span),
        quoted(claim.text),
        quoted(exact(claim.value) if isinstance(claim.value, Fraction) else str(claim.value)),
        quoted(str(claim.numeral.form)),
        quoted(claim.numeral.unit),
        quoted(claim.where),
        quoted(str(claim.strength)),
        _bool(claim.explicit),
        quoted(claim.survivor),
        quoted(claim.settle),
        _list(5, map(_evidence, claim.evidence)),
    )


def _evidence(evidence: Evidence) -> str:
    return _EVIDENCE % (
        quoted(str(evidence.kind)),
        quoted(evidence.detail),
        _bool(evidence.holds),
        _bool(evidence.pins),
        evidence.line if evidence.line is not None else "null",
        evidence.script_line if evidence.script_line is not None else "null",
    )


def _bool(value: bool) -> str:
    return "true" if value else "false"
