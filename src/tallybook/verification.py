"""The pipeline without files: hold a text against what its check printed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tallybook.diagnostics import in_order
from tallybook.ledger.account import Given, examine, verdict
from tallybook.ledger.unread import unknown_commands
from tallybook.parse.anchors import duplicate_anchors
from tallybook.span import Source, Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tallybook.model import Ledger
    from tallybook.numerals.numeral import Conventions


def verify(
    text: str,
    *,
    printed: str = "",
    script: str = "",
    given: Sequence[str] = (),
    conventions: Conventions | None = None,
) -> Ledger:
    """Account for every number of a Markdown text. Reads no file, runs nothing, never raises on bad text.

    ``printed`` is the standard output of the check, ``script`` its source (its literals may be stated as
    given), ``given``
    lists numerals to be taken as inputs for callers that have no script. Spans of the ledger are offsets
    into ``text``.
    """
    source = Source("text", text)
    body = Span(0, len(text))
    desk, ledger = examine(source, body, Given(printed=printed, script=script, given=given), conventions)
    more = (*duplicate_anchors(source, body), *unknown_commands(desk.reading, source))
    if not more:
        return ledger
    findings = in_order((*ledger.findings, *more))
    return replace(ledger, findings=findings, verdict=verdict(findings))
