"""Reading the numbers of plain prose.

Every digit of a run ends up in exactly one item: a ``Numeral``, or a ``NotNumeral`` with the reason why it
is none.
The reader walks from one digit to the next: one pattern reads the digits, the character behind them says
which
notation it is, and what stands before decides on sign, currency and company.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import replace
from fractions import Fraction

from tallybook.numerals import company, notation
from tallybook.numerals.before import Front, look_before
from tallybook.numerals.characters import VULGAR, Shown, has_escapes
from tallybook.numerals.citing import is_citation, is_year, settled_by_company
from tallybook.numerals.cursor import Cursor
from tallybook.numerals.draft import make_numeral, span_of
from tallybook.numerals.matched import Matched
from tallybook.numerals.names import refusal
from tallybook.numerals.notation import ANCHOR, ZERO
from tallybook.numerals.numeral import Conventions, Form, NotNumeral, Numeral
from tallybook.numerals.shapes import Shape, shape
from tallybook.numerals.tails import Tail, tail
from tallybook.span import Span

PLAIN = Conventions()
_INTEGER = Form.INTEGER
_HYPHENS = ("-", "‐", "‑")
_RANGE = ("–", "-", "‑")
_WRITTEN = re.compile(r"\d(?:[\w.,/^{}()+\-−]*[\w}])?")
"""A number that is too large to read, with its exponent."""


def read_prose(
    text: str, start: int, end: int, conventions: Conventions = PLAIN
) -> tuple[Numeral | NotNumeral, ...]:
    """All numbers of ``text[start:end]``, a run of raw Markdown prose without mathematics and code, in order.

    Spans are offsets into ``text``. Entities and backslash escapes are read as what they show. Every
    decimal digit of
    the run, of whatever script, lies in exactly one of the items. Nothing outside of the run is read, save
    the one
    character before it: a hyphen glued to a formula is no sign.
    """
    if ANCHOR.search(text, start, end) is None:
        return ()
    glued = start > 0 and text[start - 1] in "$`)]}"
    if has_escapes(text, start, end):
        shown = Shown(text, start, end)
        if shown.escapes:
            items = _read(Cursor(shown.text, 0, len(shown.text), glued), conventions.decimal_mark)
            return tuple(_restore(text, shown, items))
    return tuple(_read(Cursor(text, start, end, glued), conventions.decimal_mark))


def _restore(text: str, shown: Shown, items: list[Numeral | NotNumeral]) -> list[Numeral | NotNumeral]:
    """Items of shown text with the spans of the source; an entity with digits that shows none becomes an
    item."""
    restored: list[Numeral | NotNumeral] = []
    for item in items:
        span = Span(shown.source(item.span.start), shown.source(item.span.end))
        restored.append(replace(item, span=span, text=text[span.start : span.end]))
    starts = [item.span.start for item in restored]
    for start, end in shown.escapes:
        place = bisect_left(starts, end) - 1
        if ANCHOR.search(text, start, end) and (place < 0 or restored[place].span.end <= start):
            restored.append(NotNumeral(Span(start, end), text[start:end], "a character entity"))
    return sorted(restored, key=lambda item: item.span)


def _read(cursor: Cursor, mark: str) -> list[Numeral | NotNumeral]:
    addresses = company.regions(cursor.text, cursor.start, cursor.end)
    passed = 0
    position = cursor.start
    while (match := ANCHOR.search(cursor.text, position, cursor.end)) is not None:
        at = match.start()
        while passed < len(addresses) and addresses[passed][1] <= at:
            passed += 1
        if passed < len(addresses) and addresses[passed][0] <= at:
            address = addresses[passed]
            cursor.refuse(max(address[0], cursor.floor), address[1], address[2])
        elif at < cursor.around:
            cursor.refuse_digits(at, "part of a unit")
        else:
            try:
                _step(cursor, at, mark)
            except notation.UnreadableError as error:
                end = _WRITTEN.match(cursor.text, at, cursor.end)
                cursor.refuse(at, end.end() if end else at + 1, f"unreadable: {error}")
        position = cursor.floor
    _share_ranges(cursor)
    return cursor.items


def _step(cursor: Cursor, at: int, mark: str) -> None:
    """Read one item at a digit or a vulgar fraction."""
    before, further = cursor.char(at - 1), cursor.char(at - 2)
    lead = at
    if before and (before == mark or before == "."):
        if further.isalnum():
            if before == "." and at - 1 > cursor.floor:
                cursor.refuse_word(at, "a label")
                return
        elif further != "." and at - 1 >= cursor.floor and cursor.text[at].isdecimal():
            lead = at - 1
    elif before.isalpha() or (before == "_" and further.isalnum()):
        crossed = before in "xX" and at - 1 == cursor.floor and bool(cursor.items)
        if (
            not crossed and before < "\u2e80"
        ):  # beyond are scripts that set no spaces between words and numbers
            cursor.refuse_word(at, "digits in a name")
            return
    elif before == "+" == further and cursor.char(at - 3).isalpha():  # C++17
        cursor.refuse_word(at, "digits in a name")
        return
    elif before == "^":
        cursor.refuse_digits(at, "a footnote" if further == "[" else "an exponent")
        return
    elif (before == "/" and further.isupper() and cursor.char(at - 3) in _HYPHENS) or (  # ViT-B/16
        before in _HYPHENS and further.isalpha() and _in_hyphenated_name(cursor, at, mark)
    ):
        cursor.refuse_word(at, "digits in a name")
        return
    if cursor.text[at] in VULGAR:
        found = Shape(at + 1, VULGAR[cursor.text[at]], ZERO, Form.FRACTION, "")
        _emit(cursor, look_before(cursor, at), found, Tail(at + 1, at + 1))
        return
    _number(cursor, at, lead, mark)


def _in_hyphenated_name(cursor: Cursor, at: int, mark: str) -> bool:
    """Whether a number glued by a hyphen to a word is part of its name: ``ResNet-50``, not ``rank-16``."""
    text, first = cursor.text, at - 1
    while first > cursor.floor and (text[first - 1].isalnum() or text[first - 1] in "_-"):
        first -= 1
    word = text[first : at - 1]
    if word in ("-by", "-to", "-in") and first == cursor.floor and isinstance(cursor.last, Numeral):
        return False
    digits = notation.number_pattern(mark, False).match(text, at, cursor.end)
    small = digits is not None and digits[0].isdecimal() and notation.whole_number(digits[0]) < 13
    return small or len(word) < 2 or not word.isalpha() or not word.islower() or word in company.NAME_STEMS


def _number(cursor: Cursor, at: int, lead: int, mark: str) -> None:
    text, end = cursor.text, cursor.end
    if lead < at:
        match = notation.LEADING.match(text, at, end)
    else:
        # right behind another number an ordinary space separates: 0.404 512 318
        crowded = at - 1 == cursor.floor and cursor.char(at - 1) == " " and bool(cursor.items)
        match = notation.number_pattern(mark, not crowded).match(text, at, end)
    assert match is not None, "a number begins with a digit"
    number = Matched(text, lead, match, end)
    front = look_before(cursor, lead)
    if settled_by_company(cursor, number, front) or is_citation(cursor, number):
        return
    refused = refusal(number)
    if refused is not None:
        cursor.refuse(lead, *refused)
        return
    special = shape(number)
    money = front.currency != ""
    if special is not None:
        bare = special.form in (Form.CLOCK, Form.ODDS, Form.ORDINAL)
        _emit(
            cursor,
            front,
            special,
            Tail(special.end, special.end) if bare else tail(number, special.end, money),
        )
        return
    value, ulp = notation.decimal(number.bare_int, number.bare_frac, number.exponent)
    digits, form, stop = number.bare_int + number.bare_frac, _INTEGER, number.end
    year, uncertainty = False, None
    if number.uncertainty is not None:
        uncertainty = ulp * int(number.uncertainty)
    elif number.has_exponent:
        form = Form.SCIENTIFIC
    elif number.bare_frac:
        dots = notation.DOTS.match(text, stop, end)
        form, stop = (Form.TRUNCATED, dots.end()) if dots else (Form.DECIMAL, stop)
    elif digits[0] == "0" and len(digits) > 1:
        form = Form.DIGITS
    else:
        year = is_year(cursor, number, front)
    after = Tail(stop, stop) if year else tail(number, stop, money)
    _emit(cursor, front, Shape(stop, value, ulp, form, digits), after, year, uncertainty)


def _emit(
    cursor: Cursor,
    front: Front,
    found: Shape,
    after: Tail,
    year: bool = False,
    uncertainty: Fraction | None = None,
) -> None:
    """Put a numeral together from what stands before it, its digits and what follows."""
    value, ulp, form = found.value, found.ulp, found.form
    if uncertainty is None:
        uncertainty = after.uncertainty
    if after.scale is not None:
        value, ulp = value * after.scale, ulp * after.scale
        uncertainty = uncertainty * after.scale if uncertainty is not None else None
        if not after.scaled and not after.percent and after.scale < 1:
            form, ulp = Form.FRACTION, ZERO  # 3 tenths
    if uncertainty is not None:
        form = Form.UNCERTAIN
    elif after.power:
        form = Form.SCIENTIFIC
    end = max(found.end, after.number_end)
    span = span_of(front.first, end)
    numeral = make_numeral(
        span, cursor.text[front.first : end], -value if front.sign == "-" else value, ulp, form, front.sign,
        after.percent, found.digits, after.unit, front.currency or after.currency,
        after.scaled or form is Form.SCIENTIFIC, front.about or after.about, uncertainty, year=year,
    )  # fmt: skip
    cursor.add(numeral, after.end)


def _share_ranges(cursor: Cursor) -> None:
    """Give the first number of ``5–10 %`` and ``2–3 million`` the percent, scale and unit that its range
    states."""
    items = cursor.items
    for index in range(len(items) - 2, -1, -1):
        low, high = items[index], items[index + 1]
        if low.span.end + 1 != high.span.start or cursor.text[low.span.end] not in _RANGE:
            continue
        if isinstance(low, Numeral) and isinstance(high, Numeral) and _continues(low, high):
            factor = Fraction(1, 100) if high.percent else _scale(high) if high.scaled else Fraction(1)
            items[index] = replace(
                low, value=low.value * factor, ulp=low.ulp * factor, percent=high.percent, scaled=high.scaled,
                unit=high.unit,
            )  # fmt: skip


def _continues(low: Numeral, high: Numeral) -> bool:
    """Whether the end of a range states what its beginning leaves out."""
    if (
        low.percent
        or low.scaled
        or low.unit
        or high.form is Form.SCIENTIFIC
        or len(high.digits) > 100
        or high.currency not in ("", low.currency)
    ):
        return False
    return high.percent or high.scaled or high.unit != ""


def _scale(numeral: Numeral) -> Fraction:
    """What a scale word multiplied the digits by."""
    digits = notation.whole_number(numeral.digits)
    return abs(numeral.value) / digits if digits else Fraction(1)
