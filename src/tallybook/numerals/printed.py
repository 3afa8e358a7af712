"""Reading the numbers of one line of print, as a plain program writes them."""

from __future__ import annotations

import re
from fractions import Fraction

from tallybook.numerals import notation
from tallybook.numerals.characters import THIN
from tallybook.numerals.draft import make_numeral, span_of
from tallybook.numerals.notation import ONE, ZERO, whole_number
from tallybook.numerals.numeral import Form, Numeral
from tallybook.numerals.units import is_unit, unit_at

_INTEGER = Form.INTEGER

_TOKEN = re.compile(
    # names, and digits glued to letters
    r"(?P<fraction>\bFraction\((?P<above>-?\d+), ?(?P<below>\d+)\))"
    r"|(?P<name>[^\W\d]\w*(?:[.\-]\w+)*)"
    r"|(?P<date>\d{4}-\d{2}-\d{2}|\d+(?:\.\d+){2,})"
    r"|(?P<sign>(?<![\w)\]])[+\-−±])?"
    r"(?:(?P<based>0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+)(?!\w)"
    r"|(?P<colon>\d+:\d+(?::\d\d)?)(?![\d:])"
    r"|(?P<above_>\d+)/(?P<below_>\d+)(?![\w/.])"
    rf"|(?P<int>\d{{1,3}}(?:(?:,\d{{3}})+(?![\d,])|(?:_\d{{3}})+(?![\d_])|(?:[{THIN}]\d{{3}})+(?!\d)|(?:\\,\d{{3}})+(?!\d))|\d+)"
    r"(?:(?P<point>\.)(?P<frac>\d*)(?:\((?P<unc>\d{1,3})\))?)?(?:[eE](?P<exp>[+\-]?\d+))?"
    r"|\.(?P<leading>\d+)(?:[eE](?P<leading_exp>[+\-]?\d+))?)"
)
_UNCERTAIN = re.compile(r" ?(?:±|\+/-|\+-) ?(\d*\.?\d+(?:[eE][+\-]?\d+)?)")
_SHARED_POWER = re.compile(
    r"\)(?:[eE]([+\-]?\d+)|\s?(?:[xX×*·⋅]|\\times)\s?10(?:\^|\*\*)[({]?([+\-−]?\d+)[)}]?)"
)
"""The power of ten behind ``(6.674 ± 0.015)``, which is that of both numbers."""

_PERCENT = re.compile(r" ?%| per ?cent\b")
_UNIT = re.compile(
    rf"[ {THIN}]?(?P<unit>[A-Za-zµμΩÅ°℃][^\s,;:()\[\]{{}}=|'\"]*)(?P<more>\s*[=:]|\s+[-+]?\.?\d)?"
)
_NAMES = frozenset({"min", "bar", "rad", "deg", "mol", "lm"})
"""Units that are as well names of what a line prints next: ``max 7 min = 5``."""
_MONEY = "$€£¥"
_SYMBOL = re.compile(rf"[ {THIN}]?([{_MONEY}])(?! ?\d)")
_CURRENCIES = frozenset({"USD", "EUR", "GBP", "CHF", "JPY"})
_GLUED = re.compile(r"[^\W\d_]\w*|_\w+")


def read_print_line(line: str) -> tuple[Numeral, ...]:
    """The numerals of a line of print, in order, with offsets into the line.

    Read are integers (``150_528`` and ``1,024`` outside of brackets as well), floats, ``1e-05``,
    percentages, ``12/48``,
    ``Fraction(3, 2)``, ``0x1f``, clock times, digit strings with leading zeros (a string: ``010`` is not
    ten). ``inf``,
    ``nan``, dates and digits in names are not read. A unit right behind a number belongs to it.
    """
    digits = line.strip()
    if len(digits) < 4000 and digits.isdecimal() and digits.isascii() and (digits[0] != "0" or digits == "0"):
        return (_integer(line.index(digits), digits),)
    found: list[Numeral] = []
    position = 0
    while (match := _TOKEN.search(line, position)) is not None:
        position = match.end()
        if match["name"] or match["date"]:
            continue
        try:
            numeral, position = _numeral(line, match)
        except notation.UnreadableError:  # then no number of the text can agree with it
            continue
        if numeral is not None:
            found.append(numeral)
    return tuple(found)


def _integer(start: int, digits: str) -> Numeral:
    """A plain integer: the fast path of long listings."""
    return make_numeral(
        span_of(start, start + len(digits)), digits, Fraction(int(digits)), ONE, _INTEGER, digits=digits
    )


def _numeral(line: str, match: re.Match[str]) -> tuple[Numeral | None, int]:
    """The numeral of a match, None for digits of a name, and where to read on."""
    start, end = match.span()
    sign = (match["sign"] or "").replace("−", "-")
    made = _special(match)
    uncertainty: Fraction | None = None
    if made is not None:
        value, ulp, form, digits = made
    else:
        leading = match["leading"]
        whole = notation.bare(match["int"]) if match["int"] is not None else ""
        comma = -1 if match["int"] is None or "\\" in match["int"] else match["int"].find(",")
        if comma >= 0 and _in_brackets(line, start):
            end = start + len(sign) + comma
            whole, places, exponent = line[start + len(sign) : end], "", None
        else:
            places = notation.bare(leading or match["frac"])
            exponent = match["exp"] or match["leading_exp"]
        value, ulp = notation.decimal(whole, places, notation.exponent_of(exponent))
        digits = whole + places
        if exponent:
            form = Form.SCIENTIFIC
        elif leading or (match["point"] and end == match.end()):
            form = Form.DECIMAL
        else:
            form = Form.DIGITS if len(whole) > 1 and whole[0] == "0" else Form.INTEGER
        if match["unc"]:
            form, uncertainty = Form.UNCERTAIN, ulp * int(match["unc"])
        elif around := _UNCERTAIN.match(line, end):
            size, _, power = around[1].lower().partition("e")
            whole_part, _, places = size.partition(".")
            uncertainty, _ = notation.decimal(
                notation.bare(whole_part), notation.bare(places), notation.exponent_of(power)
            )
            form, end = Form.UNCERTAIN, around.end()
    if sign == "-":
        value = -value
    if (
        uncertainty is not None
        and line[start - 1 : start] == "("
        and (shared := _SHARED_POWER.match(line, end))
    ):
        power = Fraction(10) ** notation.exponent_of(shared[1] or shared[2])
        value, ulp, uncertainty = value * power, ulp * power, uncertainty * power
        end = shared.end()
    percent, unit, scaled, around_end = False, "", form is Form.SCIENTIFIC, end
    currency = line[start - 1 : start] if line[start - 1 : start] in _MONEY and start else ""
    if share := _PERCENT.match(line, end):
        value, ulp, percent, end = value / 100, ulp / 100, True, share.end()
        around_end = end
    elif (glued := _GLUED.match(line, end)) is not None and not is_unit(_unit(glued[0])):
        if glued[0] in ("st", "nd", "rd", "th") and form is Form.INTEGER:
            form, ulp, end = Form.ORDINAL, ZERO, glued.end()
            around_end = end
        elif glued[0] == "j":  # the imaginary part of a complex number
            around_end = glued.end()
        elif glued[0][0] in "xX" and glued[0][1:].isdecimal():
            around_end = end + 1
        else:
            return None, glued.end()
    elif (behind := _UNIT.match(line, end)) is not None:
        unit = _unit(behind["unit"])
        power = notation.SCALES.get(unit)
        if power is not None:
            value, ulp, scaled = value * 10**power, ulp * 10**power, True
            end = around_end = behind.start("unit") + len(unit)
            unit = ""
        elif written := unit_at(line, behind.start("unit"), len(line)):
            unit, around_end = written, behind.start("unit") + len(written)
        elif not is_unit(unit) or (
            behind["more"] and (len(unit) == 1 or (unit in _NAMES and behind["more"].strip() in ("=", ":")))
        ):
            unit = ""  # `n 5 m 7` and `5 m = 7` name the next number
        else:
            around_end = behind.start("unit") + len(unit)
        if not currency and _unit(behind["unit"]) in _CURRENCIES:
            currency = _unit(behind["unit"])
    elif not currency and (symbol := _SYMBOL.match(line, end)):
        currency = symbol[1]
    numeral = make_numeral(
        span_of(start, end), line[start:end], value, ulp, form, sign, percent, digits, unit, currency, scaled,
        uncertainty=uncertainty,
    )  # fmt: skip
    return numeral, around_end


def _special(match: re.Match[str]) -> tuple[Fraction, Fraction, Form, str] | None:
    """Value, unit in the last place, form and digits of what is no plain decimal."""
    if match["fraction"]:
        if not whole_number(match["below"]):
            return ZERO, ZERO, Form.FRACTION, ""
        return (
            _signed(match["above"]) / whole_number(match["below"]),
            ZERO,
            Form.FRACTION,
            match["above"] + match["below"],
        )
    if match["based"]:
        based = notation.BASED.match(match["based"])
        assert based is not None, "the token holds the same pattern"
        value, digits = notation.based(based)
        return value, ZERO, Form.BASED, digits
    if match["colon"]:
        first, second, *rest = match["colon"].split(":")
        time = notation.clock(first, second, rest[0] if rest else None)
        if time is not None:
            return time, ZERO, Form.CLOCK, notation.bare(match["colon"])
        return (
            Fraction(whole_number(first), whole_number(second) or 1),
            ZERO,
            Form.ODDS,
            notation.bare(match["colon"]),
        )
    if match["above_"]:
        below = whole_number(match["below_"])
        if below:
            return (
                Fraction(whole_number(match["above_"]), below),
                ZERO,
                Form.FRACTION,
                match["above_"] + match["below_"],
            )
        return Fraction(whole_number(match["above_"])), ONE, Form.INTEGER, match["above_"]
    return None


def _signed(digits: str) -> Fraction:
    number = whole_number(digits.removeprefix("-"))
    return Fraction(-number if digits[0] == "-" else number)


def _unit(text: str) -> str:
    return text.rstrip(".*_")


def _in_brackets(line: str, at: int) -> bool:
    """Whether a place is inside of brackets, where a comma separates."""
    return any(line.count(left, 0, at) > line.count(right, 0, at) for left, right in ("()", "[]", "{}"))
