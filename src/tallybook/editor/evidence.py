"""What stands behind a number, and where it comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from tallybook.editor.positions import area
from tallybook.span import Span

if TYPE_CHECKING:
    from tallybook.live import Workshop
    from tallybook.model import Claim, Evidence, Page


def claim_at(shop: Workshop, page: Page, offset: int) -> Claim | None:
    """The number at an offset, the narrowest where several are."""
    ledger = shop.ledgers.get(page.id)
    found = [one for one in ledger.claims if one.span.start <= offset <= one.span.end] if ledger else []
    return min(found, key=lambda claim: len(claim.span), default=None)


def hover(shop: Workshop, page: Page, offset: int) -> types.Hover | None:
    """The evidence of the number at an offset, or why digits there are no claim."""
    claim = claim_at(shop, page, offset)
    if claim is not None:
        lines = [f"**{_code(claim.text)}** is {claim.strength}", ""]
        lines += [f"- {_line(one, page)}" for one in claim.evidence] or ["- nothing accounts for it"]
        if claim.survivor:
            lines += ["", f"{_code(claim.survivor)} would pass as well"]
        if claim.settle:
            lines += ["", f"to settle: {_code(claim.settle)}"]
        return _hover("\n".join(lines), page, claim.span)
    ledger = shop.ledgers.get(page.id)
    others = ledger.not_claims if ledger else ()
    other = next((one for one in others if one.span.start <= offset <= one.span.end), None)
    if other is None:
        return None
    return _hover(f"{_code(other.text)} is no claim: {other.reason}", page, other.span)


def definition(shop: Workshop, page: Page, offset: int) -> types.Location | None:
    """The line of the script that printed the number at an offset, or what the reference there cites."""
    for reference in page.references:
        if reference.span.start <= offset <= reference.span.end:
            place = target(shop, reference.id)
            if place is not None:
                return place
    claim = claim_at(shop, page, offset)
    line = next((one.script_line for one in claim.evidence if one.script_line), None) if claim else None
    made = shop.prints.get(page.front.check)
    if line is None or made is None:
        return None
    return _location(shop, made.check.path, made.check.line_span(line))


def target(shop: Workshop, id_: str) -> types.Location | None:
    """Where a page, a statement or a chapter stands."""
    for chapter in shop.text.book.chapters:
        for statement in chapter.statements:
            if statement.id == id_:
                return _location(shop, statement.source.path, statement.heading)
        if chapter.config.id == id_:
            return _location(shop, chapter.source.path, Span(0, 0))
    found = shop.text.pages.get(id_)
    if found is None:
        return None
    page = found[1]
    line = page.front.lines.get("title", 1)
    return _location(shop, page.source.path, page.source.line_span(line))


def _location(shop: Workshop, path: str, span: Span) -> types.Location:
    source = shop.text.shelf.sources[path]
    return types.Location((shop.settings.root / path).as_uri(), area(source, span))


def _hover(text: str, page: Page, span: Span) -> types.Hover:
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text), area(page.source, span))


def _line(evidence: Evidence, page: Page) -> str:
    """One reason, with the lines of print and script that it rests on."""
    places = []
    if evidence.line:
        places.append(f"line {evidence.line} of the print")
    if evidence.script_line:
        places.append(f"checks/{page.front.check}:{evidence.script_line}")
    told = f"{evidence.kind}: {_code(evidence.detail)}"
    against = "" if evidence.holds else "against it, "
    return f"{against}{told}" + (f" ({', '.join(places)})" if places else "")


def _code(text: str) -> str:
    """Text as code in Markdown, whatever stands in it."""
    fence = "``" if "`" in text else "`"
    return f"{fence}{text}{fence}" if fence == "`" else f"{fence} {text} {fence}"
