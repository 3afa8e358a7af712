"""A ledger as a table: claim, evidence, strength, each with the places it rests on."""

from __future__ import annotations

import re
from collections import Counter
from itertools import count
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from tallybook import model
from tallybook.render import views
from tallybook.render.mathematics import Fault, Mathematics, label
from tallybook.render.prose import Number

if TYPE_CHECKING:
    from collections.abc import Sequence

_WRITTEN = (model.EvidenceKind.ARITHMETIC, model.EvidenceKind.ALGEBRA, model.EvidenceKind.FORMULA)
"""Evidence whose detail may be LaTeX from the text."""
_UNSPACED = str.maketrans("", "", "{}$")


def numbers(ledger: model.Ledger | None, url: str, here: bool) -> tuple[Number, ...]:
    """The claims of a ledger as the numbers to be marked; ``url`` is the page that holds the ledger, ``here``
    tells whether that is the page they are shown on."""
    if ledger is None:
        return ()
    return tuple(
        Number(claim.span, str(index) if here else "", f"{url}#c-{index}")
        for index, claim in zip(count(1), in_order(ledger))
    )


def in_order(ledger: model.Ledger) -> Sequence[model.Claim]:
    """The claims as they follow in the text."""
    return sorted(ledger.claims, key=lambda claim: claim.span)


def view(
    ledger: model.Ledger,
    mathematics: Mathematics,
    marked: frozenset[str],
    *,
    page_url: str = "",
    check_url: str = "",
    owner: views.Link | None = None,
) -> views.Ledger:
    """The table of a ledger.

    ``marked`` are the names of the claims that the page shows as marks, ``page_url`` leads to that page
    ("" is the
    page itself), ``check_url`` to the page of the check.
    """
    claims = in_order(ledger)
    rows = tuple(
        views.Row(
            name=str(index),
            claim=(seen := shown(claim.text, mathematics)),
            label=label(seen),
            url=f"{page_url}#n-{index}" if str(index) in marked else "",
            where=claim.where,
            proofs=tuple(  # what several rules found in the same place is shown once
                dict.fromkeys(_proof(evidence, check_url, mathematics) for evidence in claim.evidence)
            ),
            strength=claim.strength.value,
        )
        for index, claim in zip(count(1), claims)
    )
    kinds = Counter(kind for claim in claims for kind in {evidence.kind.value for evidence in claim.evidence})
    strengths = Counter(claim.strength for claim in claims)
    return views.Ledger(
        verdict=ledger.verdict,
        rows=rows,
        kinds=tuple((kind.value, kinds[kind.value]) for kind in model.EvidenceKind if kinds[kind.value]),
        strong=strengths[model.Strength.STRONG],
        weak=strengths[model.Strength.WEAK],
        open=strengths[model.Strength.UNACCOUNTED] + strengths[model.Strength.CONTRADICTED],
        owner=owner,
    )


def shown(text: str, mathematics: Mathematics) -> Markup:
    """A claim as the reader saw it: LaTeX as mathematics, digits as they stand."""
    if not re.search(r"[\\^_{}$]", text):
        return escape(text)
    formula = mathematics.convert(text.strip("$ "), display=False)
    if isinstance(formula, Fault):
        return escape(re.sub(r"\\[,;:! ]", "\u202f", text).translate(_UNSPACED))
    return formula.html


def _proof(evidence: model.Evidence, check_url: str, mathematics: Mathematics) -> views.Proof:
    linked = bool(check_url) and evidence.kind is not model.EvidenceKind.CITED
    return views.Proof(
        kind=evidence.kind.value,
        detail=_detail(evidence, mathematics),
        holds=evidence.holds,
        print_url=f"{check_url}#print-{evidence.line}" if linked and evidence.line else "",
        print_line=evidence.line or 0,
        script_url=f"{check_url}#script-{evidence.script_line}" if linked and evidence.script_line else "",
        script_line=evidence.script_line or 0,
    )


def _detail(evidence: model.Evidence, mathematics: Mathematics) -> Markup:
    """What an evidence says: a chain from the text as the mathematics it is, all else as code."""
    if evidence.kind in _WRITTEN and "\\" in evidence.detail:
        formula = mathematics.convert(evidence.detail.strip("$ "), display=False)
        if not isinstance(formula, Fault):
            return formula.html
    return Markup("<code>{}</code>").format(evidence.detail)
