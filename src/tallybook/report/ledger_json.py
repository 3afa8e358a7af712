"""The ledgers of pages for tools. Values are exact: integers or fractions (``2483/1000``), as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tallybook.report.json import FORMAT, encode, where

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tallybook.model import Claim, Evidence, Ledger, Page


def render(ledgers: Sequence[tuple[Page, Ledger]]) -> str:
    """One JSON object with a list of pages."""
    return encode({"format": FORMAT, "pages": [_page(page, ledger) for page, ledger in ledgers]})


def _page(page: Page, ledger: Ledger) -> dict[str, Any]:
    return {
        "id": page.id,
        "kind": str(page.kind),
        "title": page.title,
        "path": page.source.path,
        "check": page.front.check,
        "verdict": ledger.verdict,
        "claims": [_claim(page, claim) for claim in ledger.claims],
        "not_claims": [
            {**where(page.source, other.span), "text": other.text, "reason": other.reason}
            for other in ledger.not_claims
        ],
        "unused": list(ledger.unused),
        "unread": [
            {**where(page.source, other.span), "text": other.text, "reason": other.reason}
            for other in ledger.unread
        ],
    }


def _claim(page: Page, claim: Claim) -> dict[str, Any]:
    return {
        **where(page.source, claim.span),
        "text": claim.text,
        "value": str(claim.value),
        "form": str(claim.numeral.form),
        "unit": claim.numeral.unit,
        "where": claim.where,
        "strength": str(claim.strength),
        "explicit": claim.explicit,
        "survivor": claim.survivor,
        "settle": claim.settle,
        "evidence": [_evidence(one) for one in claim.evidence],
    }


def _evidence(evidence: Evidence) -> dict[str, Any]:
    return {
        "kind": str(evidence.kind),
        "detail": evidence.detail,
        "holds": evidence.holds,
        "pins": evidence.pins,
        "print_line": evidence.line,
        "script_line": evidence.script_line,
    }
