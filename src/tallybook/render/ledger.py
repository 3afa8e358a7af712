"""A ledger as a table: claim, evidence, strength, each with the places it rests on."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from tallybook import model
from tallybook.render import views
from tallybook.render.addresses import link
from tallybook.render.mathematics import Fault, Mathematics, label
from tallybook.render.setting import Number

if TYPE_CHECKING:
    from collections.abc import Sequence

_WRITTEN = (model.EvidenceKind.ARITHMETIC, model.EvidenceKind.ALGEBRA, model.EvidenceKind.FORMULA)
"""Evidence whose detail may be LaTeX from the text."""
_LATEX = re.compile(r"[\\^_{}$]")
_UNSPACED = str.maketrans("", "", "{}$")


def numbers(ledger: model.Ledger | None, url: str, here: bool) -> tuple[Number, ...]:
    """The claims of a ledger as the numbers to be marked; ``url`` is the page that holds the ledger, ``here``
    tells whether that is the page they are shown on."""
    if ledger is None:
        return ()
    return tuple(
        Number(claim.span, str(index) if here else "", link(f"{url}#c-{index}"))
        for index, claim in enumerate(in_order(ledger), 1)
    )


def in_order(ledger: model.Ledger) -> Sequence[model.Claim]:
    """The claims as they follow in the text."""
    return sorted(ledger.claims, key=lambda claim: (claim.span.start, claim.span.end))


def view(
    ledger: model.Ledger, mathematics: Mathematics, marked: frozenset[str], page_url: str, check_url: str
) -> views.Ledger:
    """The table of a ledger.

    ``marked`` are the names of the claims that the page shows as marks, ``page_url`` is that page,
    ``check_url`` the page of the check, "" if there is none.
    """
    rows = []
    kinds: Counter[str] = Counter()
    strengths: Counter[str] = Counter()
    for number, claim in enumerate(in_order(ledger), 1):
        name = str(number)
        proofs = [_proof(evidence, check_url, mathematics) for evidence in claim.evidence]
        if len(proofs) > 1:  # what several rules found in the same place is shown once
            proofs = list(dict.fromkeys(proofs))
        kinds.update({proof.kind for proof in proofs})
        strength = str(claim.strength)
        strengths[strength] += 1
        seen = shown(claim.text, mathematics)
        url = link(f"{page_url}#n-{name}") if name in marked else ""
        rows.append(views.Row(name, seen, label(seen), url, escape(claim.where), tuple(proofs), strength))
    return views.Ledger(
        verdict=ledger.verdict,
        rows=tuple(rows),
        kinds=tuple((kind.value, kinds[kind.value]) for kind in model.EvidenceKind if kinds[kind.value]),
        strong=strengths[model.Strength.STRONG],
        weak=strengths[model.Strength.WEAK],
        open=strengths[model.Strength.UNACCOUNTED] + strengths[model.Strength.CONTRADICTED],
    )


def shown(text: str, mathematics: Mathematics) -> Markup:
    """A claim as the reader saw it: LaTeX as mathematics, digits as they stand."""
    if not _LATEX.search(text):
        return escape(text)
    formula = mathematics.convert(text.strip("$ "), display=False)
    if isinstance(formula, Fault):
        return escape(re.sub(r"\\[,;:! ]", "\u202f", text).translate(_UNSPACED))
    return formula.html


def _proof(evidence: model.Evidence, check_url: str, mathematics: Mathematics) -> views.Proof:
    linked = bool(check_url) and evidence.kind is not model.EvidenceKind.CITED
    printed, written = evidence.line or 0, evidence.script_line or 0
    return views.Proof(
        str(evidence.kind),
        _detail(evidence, mathematics),
        evidence.holds,
        link(f"{check_url}#print-{printed}") if linked and printed else "",
        printed,
        link(f"{check_url}#script-{written}") if linked and written else "",
        written,
    )


def _detail(evidence: model.Evidence, mathematics: Mathematics) -> Markup:
    """What an evidence says: a chain from the text as the mathematics it is, all else as code."""
    if "\\" in evidence.detail and evidence.kind in _WRITTEN:
        formula = mathematics.convert(evidence.detail.strip("$ "), display=False)
        if not isinstance(formula, Fault):
            return formula.html
    return Markup(f"<code>{escape(evidence.detail)}</code>")
