"""From evidence to claims and findings: what holds, what is weak, what nothing accounts for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallybook.diagnostics import Diagnostic, Severity
from tallybook.ledger.facts import Origin
from tallybook.ledger.single import FEW
from tallybook.model import Claim, Evidence, EvidenceKind, Strength
from tallybook.numerals.numeral import Form

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tallybook.ledger.desk import Desk
    from tallybook.ledger.facts import Fact
    from tallybook.ledger.memory import Heard
    from tallybook.ledger.reading import Atom
    from tallybook.numerals.numeral import Numeral
    from tallybook.span import Source, Span


def judge(
    desk: Desk, evidence: Mapping[int, list[Evidence]], heard: Heard | None = None
) -> tuple[Claim, ...]:
    """The claims of a page, each with all its evidence and the strength of all of it together; those
    that ``heard`` knows as they were."""
    claims = []
    for atom in desk.reading.atoms():
        known = heard.claim(atom, evidence.get(atom.order, [])) if heard is not None else None
        if known is not None:
            claims.append(known)
            continue
        found = tuple(dict.fromkeys(evidence.get(atom.order, ())))
        strength = strength_of(atom, found)
        heading = desk.headings[atom.block]
        where = f"{heading.section}, {heading.step}" if heading.step else heading.section
        survivor, settle = _settle(desk, atom) if strength is Strength.WEAK else ("", "")
        claims.append(
            Claim(
                atom.span,
                desk.reading.text[atom.span.start : atom.span.end],
                atom.numeral,
                found,
                strength,
                where,
                survivor,
                settle,
                atom.mark is not None,
            )
        )
    return tuple(claims)


def strength_of(atom: Atom, found: tuple[Evidence, ...]) -> Strength:
    """How much all the evidence of a number together would notice."""
    if any(not one.holds for one in found):
        return Strength.CONTRADICTED
    if any(one.pins for one in found) and not any(one.cut for one in found):
        return Strength.STRONG
    in_words = atom.numeral.form in (Form.WORD, Form.ORDINAL) and not any(map(str.isdigit, atom.numeral.text))
    if found or (in_words and not _states(atom.numeral)):
        return Strength.WEAK
    return Strength.UNACCOUNTED


def _states(numeral: Numeral) -> bool:
    """Whether a number word can be no idiom: who writes *sixty-eight* states a number."""
    size = abs(numeral.value)
    if numeral.form is not Form.WORD or size.denominator != 1 or size <= FEW:
        return False
    return size < 100 or len(str(size.numerator).rstrip("0")) > 1


def _settle(desk: Desk, atom: Atom) -> tuple[str, str]:
    """A value that would pass as well, and the shortest binding that settles which is meant."""
    fact, rival = desk.quoted.get(atom.order), desk.rivals.get(atom.order)
    survivor = f"{rival.numeral.text} ({_line(rival)})" if rival is not None else ""
    if fact is None or not fact.label or fact.origin is not Origin.PRINT:
        return survivor, ""
    text = desk.reading.text[atom.span.start : atom.span.end]
    binding = f"[{text}]{{={fact.label}}}" if atom.formula is None else f"\\val{{{text}}}{{{fact.label}}}"
    return survivor, binding


def _line(fact: Fact) -> str:
    return (
        fact.text
        if fact.origin in (Origin.PRINT, Origin.CITED)
        else f"the script's {fact.label or 'literal'}"
    )


def findings(
    desk: Desk, claims: Sequence[Claim], source: Source, page: str, check: str
) -> Iterator[Diagnostic]:
    """One finding for each claim that does not stand. Numbers refuted by one chain are one finding."""
    chains: dict[tuple[Span, str], list[Claim]] = {}
    for claim, atom in zip(claims, desk.reading.atoms(), strict=True):
        if claim.strength is Strength.CONTRADICTED:
            against = next(one for one in claim.evidence if not one.holds)
            computed = against.kind in (EvidenceKind.ARITHMETIC, EvidenceKind.ALGEBRA)
            if computed and against.span is not None:
                chains.setdefault((against.span, _side(against, claim)), []).append(claim)
            else:
                yield _contradicted(desk, claim, atom, against, source, page, check)
        elif claim.strength is Strength.UNACCOUNTED:
            yield _unaccounted(desk, claim, atom, source, page, check)
        elif claim.strength is Strength.WEAK:
            yield _weak(claim, source, page)
    for (span, _), members in chains.items():
        yield _broken(span, members, source, page)


def _side(against: Evidence, claim: Claim) -> str:
    """Numbers of one side of a chain share a finding; a chain blamed on all sides is one finding as a
    whole."""
    return against.detail if against.line is None else claim.text


def _broken(span: Span, members: list[Claim], source: Source, page: str) -> Diagnostic:
    where = members[0].span
    for member in members[1:]:
        where = where.cover(member.span)
    against = next(one for one in members[0].evidence if not one.holds)
    chain = " ".join(source[span].split())
    return Diagnostic(
        "T109",
        "the arithmetic does not hold",
        source,
        where,
        against.detail,
        (f"text: {chain}",),
        subject=page,
    )


def _contradicted(
    desk: Desk, claim: Claim, atom: Atom, against: Evidence, source: Source, page: str, check: str
) -> Diagnostic:
    shown = _shown(claim.text)
    if against.line is None and not against.script_line and against.kind is EvidenceKind.PRINTED:
        return Diagnostic(
            "T117", f"{shown} is no spelling of a number", source, claim.span, against.detail, subject=page
        )
    if against.kind is EvidenceKind.COUNTED:
        return Diagnostic(
            "T114", f"{shown} is not the count", source, claim.span, against.detail, subject=page
        )
    if atom.mark is not None and atom.mark[0] == "!=":
        return Diagnostic(
            "T113",
            f"{shown} is marked as wrong and is what the check printed",
            source,
            claim.span,
            "",
            (_print_note(against, check),),
            subject=page,
        )
    return Diagnostic(
        "T101",
        f"{shown} is not what the check printed",
        source,
        claim.span,
        f"printed {against.value or against.detail}",
        (_print_note(against, check),),
        (f"`tallybook fix {page}` takes the printed digits",) if page else ("take the printed digits",),
        subject=page,
    )


def _print_note(against: Evidence, check: str) -> str:
    place = f"   ({check}:{against.script_line})" if check and against.script_line else ""
    return f"print: {against.detail}{place}"


def _unaccounted(desk: Desk, claim: Claim, atom: Atom, source: Source, page: str, check: str) -> Diagnostic:
    """Nothing has these digits. Where the place names a printed number, that is shown as what was meant."""
    shown = _shown(claim.text)
    meant = desk.meant.get(atom.order, ())
    if len({fact.value for fact in meant}) == 1 and meant[0].origin is Origin.PRINT:
        fact = meant[0]
        place = f"   ({check}:{fact.script_line})" if check and fact.script_line else ""
        return Diagnostic(
            "T101",
            f"{shown} is not what the check printed",
            source,
            claim.span,
            f"printed {fact.numeral.text}",
            (f"print: {fact.text}{place}",),
            (f"`tallybook fix {page}` takes the printed digits",) if page else ("take the printed digits",),
            subject=page,
        )
    notes = tuple(f"near: {fact.text}" for fact in meant[:3] if fact.text)
    return Diagnostic(
        "T102",
        f"nothing accounts for {shown}",
        source,
        claim.span,
        "neither printed, given, computed nor cited",
        notes,
        ("let the check print it under a name that the text uses, or show the arithmetic",),
        subject=page,
    )


def _weak(claim: Claim, source: Source, page: str) -> Diagnostic:
    shown = _shown(claim.text)
    help_ = (
        (f"bind it: {claim.settle}",)
        if claim.settle
        else ("let the check print it under a name that stands near it",)
    )
    if not claim.evidence:
        return Diagnostic(
            "T104",
            f"nothing counts up to {shown}",
            source,
            claim.span,
            "a number word without evidence",
            (),
            help_,
            severity=Severity.WARNING,
            subject=page,
        )
    if any(one.cut for one in claim.evidence):
        return Diagnostic(
            "T103",
            f"{shown} is a rounding of a short exact value",
            source,
            claim.span,
            "not the whole of it",
            (),
            ("show all its digits, or write \\approx",),
            severity=Severity.WARNING,
            subject=page,
        )
    notes = (f"evidence: {claim.evidence[0].kind}: {claim.evidence[0].detail}",)
    label = f"{claim.survivor} would pass as well" if claim.survivor else "another number would pass as well"
    return Diagnostic(
        "T103",
        f"the evidence for {shown} is weak",
        source,
        claim.span,
        label,
        notes,
        help_,
        severity=Severity.WARNING,
        subject=page,
    )


def _shown(text: str) -> str:
    """A numeral for a message: LaTeX spacing becomes spaces."""
    for command in ("\\,", "\\;", "\\ ", "{,}", "~"):
        text = text.replace(command, "," if command == "{,}" else " ")
    return " ".join(text.replace("\\%", "%").split())
