"""What a sentence says of the digits of its own number: *3.142, to four significant figures*.

The word is held against the number it describes: the one that stands right before it, as in *3.142 (4 s.f.)*,
or the first behind *To four significant figures*. Where that is no number whose digits can be counted,
nothing is said.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tallybook.model import Evidence, EvidenceKind
from tallybook.numerals.numeral import Form

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallybook.ledger.desk import Desk, Found
    from tallybook.ledger.reading import Atom, BlockReading
    from tallybook.numerals.numeral import Numeral

_KIND = re.compile(
    r"[\s$~-]*(?:(?P<figures>significant (?:figure|digit)s?|sig\.? ?figs?\b|s\.f\.)"
    r"|(?P<places>(?:decimal place|decimal digit|decimal|place)s?\b(?! of)|d\.p\.)"
    r"|(?P<digits>digits?\b(?! (?:of|in|after|before|behind))))",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    r"[\s$~]*(?:\\?%|[^.;:,\d{}^!]{0,16}?)[\s$]*[,(]?\s*"
    r"(?:(?:(?:when|if) )?(?:rounded|correct|accurate|given|good|exact) )?"
    r"(?:(?:to|with|in|has|have)(?: the)?[\s$]*|(?<=\())\Z"
)
_BEFORE = re.compile(r"\b(?:to|with|at|in)(?: the)?[\s$]*\Z", re.IGNORECASE)
_BETWEEN = re.compile(r"[^.;:\d]{1,70}\Z")
_VAGUE = re.compile(
    r"\b(?:agree|differ|coincid|match|least|most|more|fewer|less|than|first|last|only|about|same|base|binary"
    r"|hexadecimal|octal|known|between|equal to within|error|up to|and to|or to)",
    re.IGNORECASE,
)
_INSIDE = re.compile(r"(?:[\^_*+/({×·-]|\\cdot|\\times)\s*\Z")
_COUNTED = frozenset({Form.DECIMAL, Form.SCIENTIFIC, Form.INTEGER})
_SHORTEST = 3  # digits of a whole number that may be meant from afar


def apply(desk: Desk) -> Found:
    """Evidence for and against numbers that say how many digits another number shows."""
    text = desk.reading.text
    for block in desk.focus:
        for place, atom in enumerate(block.atoms):
            said = atom.numeral
            kind = _KIND.match(text, said.span.end)
            if kind is None or atom.mark is not None or said.value.denominator != 1 or said.percent:
                continue
            first, last = block.text.sentence(said.span.start)
            sentence = text[block.text.start + first : block.text.start + last]
            if _VAGUE.search(sentence):
                continue
            described = list(_described(block, place, kind, text))
            shown = [(one, _shown(one.numeral, kind.lastgroup or "")) for one in described]
            shown = [(one, counts) for one, counts in shown if counts]
            if not shown:
                continue
            for one, counts in shown:
                if said.value in counts:
                    detail = f"{one.numeral.text} shows them"
                    yield atom, Evidence(EvidenceKind.COUNTED, detail, True, len(counts) == 1, span=one.span)
                    break
            else:
                one, counts = shown[0]
                many = " or ".join(map(str, sorted(counts)))
                detail = f"{one.numeral.text} shows {many}"
                yield atom, Evidence(EvidenceKind.COUNTED, detail, False, span=one.span, value=many)


def speaks(desk: Desk, atom: Atom) -> bool:
    """Whether a number says how many digits another number shows."""
    return _KIND.match(desk.reading.text, atom.span.end) is not None


def _described(block: BlockReading, place: int, kind: re.Match[str], text: str) -> Iterator[Atom]:
    """The numbers of the same sentence that may be meant, the likelier first."""
    atom = block.atoms[place]
    sentence = block.text.sentence(atom.span.start)
    if place:
        one = block.atoms[place - 1]
        same = block.text.sentence(one.span.start) == sentence
        if same and _BEHIND.fullmatch(text[one.span.end : atom.span.start]) and _alone(one, text):
            yield one
    before = text[max(atom.span.start - 12, 0) : atom.span.start]
    if place + 1 < len(block.atoms) and _BEFORE.search(before):
        one = block.atoms[place + 1]
        same = block.text.sentence(one.span.start) == sentence
        far = one.numeral.form is Form.INTEGER and len(one.numeral.digits) < _SHORTEST
        if same and not far and _BETWEEN.match(text[kind.end() : one.span.start]) and _alone(one, text):
            yield one


def _alone(atom: Atom, text: str) -> bool:
    """Whether a number is no factor, no exponent and no index."""
    start = atom.span.start
    return _INSIDE.search(text[max(start - 8, 0) : start]) is None


def _shown(numeral: Numeral, kind: str) -> set[int]:
    """How many digits a number shows, every way of counting them; empty where they cannot be counted."""
    if numeral.form not in _COUNTED or not numeral.ulp or not numeral.value:
        return set()
    figures = str(abs(numeral.value / numeral.ulp).numerator)
    mantissa = re.match(r"[-+−\s\d,\\{}]*(?:\.(\d*))?", numeral.text)
    places = len(mantissa[1]) if mantissa is not None and mantissa[1] else 0
    if kind == "places":
        return {places} if numeral.form is Form.DECIMAL and not numeral.scaled else set()
    if numeral.form is Form.INTEGER and kind == "digits":
        return {len(figures)}
    significant = {len(figures)}
    if numeral.form is Form.INTEGER:
        significant |= set(range(max(len(figures.rstrip("0")), 1), len(figures) + 1))
    return significant | {places} if kind == "digits" else significant
