"""Digits that the words around them make a reference, a date, a version or a citation; and years of the
calendar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallybook.numerals import company
from tallybook.numerals.before import OPENERS, Front, word_before
from tallybook.numerals.numeral import NotNumeral, Numeral
from tallybook.numerals.tails import tail

if TYPE_CHECKING:
    from tallybook.numerals.cursor import Cursor
    from tallybook.numerals.matched import Matched

_CITED = "the year of a citation"


def settled_by_company(cursor: Cursor, number: Matched, front: Front) -> bool:
    """Refuse a number that the word before it makes no claim; False where it is read on."""
    kind, at = front.kind, number.start
    if not kind or front.sign or front.currency or number.lead != at:
        return False
    if kind in ("reference", "references"):
        _references(cursor, at, kind == "references")
        return True
    if kind == "small":
        if (
            not number.is_plain
            or len(number.bare_int) > 2
            or int(number.bare_int) > 12
            or tail(number, number.end, False).unit
        ):
            return False
        _references(cursor, at, False)
        return True
    if kind == "month":
        date = company.DATE_AFTER.match(cursor.text, at, cursor.end)
        if date is None or (len(number.bare_int) < 3 and int(number.bare_int) > 31):
            return False
        cursor.refuse(at, date.end(), "a date")
        return True
    if kind == "version":
        if tail(number, number.end, False).end > number.end:
            return False
        cursor.refuse_word(at, "a version")
        return True
    if kind == "cite" and company.YEARLIKE.match(number.text):
        cursor.refuse_word(at, _CITED)
        return True
    return False


def _references(cursor: Cursor, at: int, many: bool) -> None:
    """The label at ``at`` and, after a plural (``Sections 4.2 and 4.3``) or a dash, those that follow it."""
    text = cursor.text
    while True:
        label = company.LABEL.match(text, at, cursor.end)
        assert label is not None, "a label begins with a digit"
        cursor.refuse(at, label.end(), "a reference label")
        more = company.MORE_LABELS.match(text, label.end(), cursor.end)
        if more is None or not (many or "–" in more[0]):
            return
        at = more.end()


def is_citation(cursor: Cursor, number: Matched) -> bool:
    """Refuse ``[12]``, ``(1975)`` after a name, ``Zaslavsky 1975``; False where the number is none of
    these."""
    if not number.is_plain:
        return False
    text, at, end = cursor.text, number.start, number.end
    before, after = cursor.char(at - 1), cursor.char(end)
    if before == "[" and after == "]" and len(number.text) <= 3:
        word, word_end = word_before(text, cursor.around, at - 1)
        follows = cursor.char(end + 1)
        if follows in ("{", "(", "[") and follows:
            return False
        if word and word.lower() not in company.NOT_CITED and word_end >= at - 2 and word[-1] not in "=:<>+":
            cursor.refuse(at, end, "a citation")
            return True
        return False
    if after in "abcd" and after and not cursor.char(end + 1).isalnum():  # 2014a
        after = cursor.char(end + 1)
    if len(number.text) != 4 or not company.YEARLIKE.match(number.text):
        return False
    last = cursor.last
    if (
        isinstance(last, NotNumeral)
        and last.reason == _CITED
        and text[cursor.floor : at] in (", ", "; ", " and ")
    ):
        cursor.refuse_word(at, _CITED)
        return True
    if _follows_a_name(text[max(cursor.around, at - 80) : at], after):
        cursor.refuse_word(at, _CITED)
        return True
    return False


def _follows_a_name(head: str, after: str) -> bool:
    """Whether a year, with ``head`` before and the character ``after`` it, is cited with an author's name."""
    stem = head.rstrip(" (,[")
    glue = head[len(stem) :]
    name = stem[max(stem.rfind(" "), stem.rfind("\n"), stem.rfind("(")) + 1 :]
    letters = name.replace("-", "").replace("’", "").replace("'", "")
    if len(name) < 2 or not name[0].isupper() or name.isupper() or not letters.isalpha():
        return False
    if name in company.COUNTED or company.KINDS.get(name, "about") != "about":
        return False
    if glue in (" (", " ["):
        return after == (")" if glue == " (" else "]")
    if glue not in (" ", ", ") or after not in ("", ")", ",", ";", ".", ":", "]"):
        return False
    if head.rfind("(") > head.rfind(")"):
        return True
    # `see Zaslavsky 1975`: outside brackets the name must stand inside a sentence
    earlier = stem[: -len(name)].rstrip()
    return glue == " " and bool(earlier) and (earlier[-1].islower() or earlier[-1] in "&,")


def is_year(cursor: Cursor, number: Matched, front: Front) -> bool:
    """Whether a word of time makes a number a year: *in 1986,* but not *in 1024 cells* and not a lone
    2048."""
    if not number.is_plain or not 3 <= len(number.text) <= 4 or front.sign or front.currency:
        return False
    text, end = cursor.text, number.end
    if front.kind == "year" or text[end : min(end + 4, cursor.end)].startswith((" BC", " AD", " CE")):
        return True
    if not company.YEARLIKE.match(number.text):
        return False
    last = cursor.last
    between = text[cursor.around : number.start]
    if isinstance(last, Numeral) and last.year and company.MORE_YEARS.match(between):
        return True
    if front.kind not in ("time", "in") or not company.AFTER_YEAR.match(text, end, cursor.end):
        return False
    if front.kind == "time":
        return True
    head = text[max(cursor.around, front.word_end - 24) : front.word_end - len(front.word)].rstrip(OPENERS)
    return company.NO_TIME_BEFORE_IN.search(head) is None
