"""Quick fixes: the printed digits, the shortest binding, the missing section."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from tallybook.editor.findings import shown
from tallybook.editor.positions import area
from tallybook.fix import repairs
from tallybook.span import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tallybook.diagnostics import Diagnostic
    from tallybook.live import Workshop
    from tallybook.model import Page

MISSING = "S101"


def fixes(
    shop: Workshop, page: Page, within: Span, findings: Iterable[Diagnostic]
) -> Iterator[types.CodeAction]:
    """What can be done about the findings in a part of a page."""
    concerned = [
        finding
        for finding in findings
        if finding.source is page.source
        and finding.span.start <= within.end
        and within.start <= finding.span.end
    ]
    if not concerned:
        return
    ledger = shop.ledgers[page.id]
    settled = {claim.span: claim.settle for claim in ledger.claims if claim.settle}
    made = {}
    if any(finding.code.startswith("T1") for finding in concerned):
        conventions = shop.text.book.config.conventions
        made = {one.span: one for one in repairs(page.source, page.body, shop.given(page), conventions)}
    for finding in concerned:
        if finding.span in made:
            new = made[finding.span].new
            yield _action(shop, page, finding, f"take the printed digits: {new}", finding.span, new)
        elif finding.span in settled:
            binding = settled[finding.span]
            yield _action(shop, page, finding, f"bind it: {binding}", finding.span, binding)
        elif finding.code == MISSING:
            title = finding.message.removeprefix("the section ").removesuffix(" is missing")
            at, text = _heading(page, finding.span.start, title)
            yield _action(shop, page, finding, f"add the section {title}", Span(at, at), text)


def _heading(page: Page, at: int, title: str) -> tuple[int, str]:
    """Where a heading goes, and what is written: it stands between empty lines."""
    before, after = page.source.text[:at], page.source.text[at:]
    end = "\r\n" if "\r\n" in page.source.text else "\n"
    lead = "" if not before or before.endswith((end * 2, "---" + end)) else end
    lead = lead if before.endswith(end) or not before else end * 2
    return at, f"{lead}## {title}{end}" + (end if after.strip() else "")


def _action(
    shop: Workshop, page: Page, finding: Diagnostic, title: str, span: Span, new: str
) -> types.CodeAction:
    root = shop.settings.root
    edit = types.TextEdit(area(page.source, span), new)
    return types.CodeAction(
        title=title,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[shown(finding, root)],
        edit=types.WorkspaceEdit(changes={(root / page.source.path).as_uri(): [edit]}),
        is_preferred=True,
    )
