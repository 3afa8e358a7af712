"""The ledger of a page as a table for people. Line numbers beside evidence are those of the check."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tallybook.model import Strength
from tallybook.report.style import ERROR, FAINT, STRONG, WARNING, paint
from tallybook.report.visible import Line, visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tallybook.model import Claim, Ledger, Page
    from tallybook.report.summary import Look

COLOR = {Strength.WEAK: WARNING, Strength.UNACCOUNTED: ERROR, Strength.CONTRADICTED: ERROR}
HEADS = ("line:col", "claim", "strength", "evidence")
MOST = 28  # columns for the text of a claim
NEAREST = 72  # a table that is cut to fewer columns says nothing


def render(ledgers: Sequence[tuple[Page, Ledger]], look: Look) -> str:
    """The tables of pages, a blank line between them."""
    return "\n".join("".join(f"{line}\n" for line in _lines(page, ledger, look)) for page, ledger in ledgers)


def _lines(page: Page, ledger: Ledger, look: Look) -> Iterator[str]:
    yield paint(f"{page.id}  {visible(page.title)}", STRONG, look.color)
    yield visible(page.source.path) + (
        f", checked by {visible(page.front.check)}" if page.front.check else ""
    )
    yield ""
    if ledger.claims:
        yield from _claims(page, ledger, look)
    else:
        yield "no claims"
    if ledger.not_claims:
        yield from ("", paint("no claims, and why", STRONG, look.color))
        for other in ledger.not_claims:
            place = _place(page, other.span.start)
            yield _cut(f"{place:>8}  {_fit(other.text, MOST)}  {visible(other.reason)}", look)
    if ledger.unread:
        yield from ("", paint("formulas not read as mathematics, and why", STRONG, look.color))
        for other in ledger.unread:
            place = _place(page, other.span.start)
            yield _cut(f"{place:>8}  {_fit(other.text, MOST)}  {visible(other.reason)}", look)
    if ledger.unused:
        yield from ("", paint("printed, and used by no claim", STRONG, look.color))
        yield from (_cut(f"  {visible(line)}", look) for line in ledger.unused)
    yield ""
    counts = Counter(claim.strength for claim in ledger.claims)
    shares = ", ".join(f"{counts[strength]} {strength}" for strength in Strength if counts[strength])
    yield f"{ledger.verdict}: {len(ledger.claims)} claims{f' ({shares})' if shares else ''}"


def _claims(page: Page, ledger: Ledger, look: Look) -> Iterator[str]:
    width = min(max(len(HEADS[1]), *(_columns(claim.text) for claim in ledger.claims)), MOST)
    kind = max(len(HEADS[2]), *(len(claim.strength) for claim in ledger.claims))
    indent = " " * (8 + 2 + width + 2 + kind + 2)
    yield paint(f"{HEADS[0]:>8}  {HEADS[1]:<{width}}  {HEADS[2]:<{kind}}  {HEADS[3]}", STRONG, look.color)
    where = None
    for claim in ledger.claims:
        if claim.where != where:
            where = claim.where
            if where:
                yield paint(f"-- {visible(where)}", FAINT, look.color)
        first, *rest = _evidence(claim) or ["none"]
        strength = paint(
            f"{claim.strength:<{kind}}", COLOR.get(claim.strength, ""), look.color and claim.strength in COLOR
        )
        head = f"{_place(page, claim.span.start):>8}  {_fit(claim.text, width)}  {strength}  "
        room = look.width - len(indent)
        yield head + _short(first, room)
        yield from (indent + _short(line, room) for line in rest)


def _evidence(claim: Claim) -> list[str]:
    lines = []
    for one in claim.evidence:
        line = f" (line {one.script_line})" if one.script_line else ""
        lines.append(f"{'' if one.holds else 'against: '}{one.kind}{line}: {visible(one.detail)}")
    lines = list(dict.fromkeys(lines))  # what several rules found in the same place is told once
    if claim.survivor:
        lines.append(f"would pass as well: {visible(claim.survivor)}")
    if claim.settle:
        lines.append(f"to settle: {visible(claim.settle)}")
    return lines


def _place(page: Page, offset: int) -> str:
    line, column = page.source.line_column(offset)
    return f"{line}:{column}"


def _columns(text: str) -> int:
    return Line.of(" ".join(text.split())).columns[-1]


def _fit(text: str, width: int) -> str:
    """A text in exactly so many columns."""
    line = Line.of(" ".join(text.split()))
    shown = line.cut(0, 0, width).text
    return shown + " " * (width - Line.of(shown).columns[-1])


def _short(text: str, room: int) -> str:
    return Line.of(text).cut(0, 0, max(room, 24)).text


def _cut(text: str, look: Look) -> str:
    return _short(text, max(look.width, NEAREST))
