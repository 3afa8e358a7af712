"""What stands before a number: its sign, its currency, and the word that keeps it company."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tallybook.numerals.characters import CURRENCY, MINUS, THIN, VULGAR
from tallybook.numerals.company import KINDS

if TYPE_CHECKING:
    from tallybook.numerals.cursor import Cursor

OPENERS = " \t\n\r([{*_\"'“‘«|" + THIN
_SIGNS = MINUS + "+±"
_ABOUT = "~≈∼≃≅"


class Front(NamedTuple):
    """``first`` is where the numeral begins, its sign included; ``word`` ends at ``word_end`` and is of
    ``kind``."""

    first: int
    sign: str
    currency: str
    about: bool
    kind: str
    word: str
    word_end: int


def look_before(cursor: Cursor, lead: int) -> Front:
    """Sign, currency and company of the number whose digits begin at ``lead``. The unit of an earlier one
    is not read."""
    text, low = cursor.text, cursor.around
    sign = currency = ""
    about = False
    first = at = lead
    while at > low:
        c = text[at - 1]
        if c in CURRENCY and not currency:
            currency, at = c, at - 1
        elif c == " " and not currency and at - 2 >= low and text[at - 2] in CURRENCY:
            currency, at = text[at - 2], at - 2
        elif c in _SIGNS and not sign and _is_sign(cursor, at - 1):
            sign, at = c, at - 1
            first = at
        elif c in _ABOUT and not about and not (c == "~" and at - 2 >= low and text[at - 2].isalnum()):
            about, at = True, at - 1
        else:
            break
    if (
        not sign
        and at - 2 >= low
        and (text[at - 1] == " " or text[at - 1] in THIN)
        and _is_apart(cursor, at - 2)
    ):
        sign, at = text[at - 2], at - 2
        first = at
    word, word_end = word_before(text, low, at)
    kind = KINDS.get(word, "") or ("reference" if word[-1:] in ("§", "№", "#") and word else "")
    return Front(
        first,
        "-" if sign and sign in MINUS else sign,
        currency,
        about or kind == "about",
        kind,
        word,
        word_end,
    )


def word_before(text: str, low: int, at: int) -> tuple[str, int]:
    """The word that ends before ``at``, opening punctuation and emphasis left out, and where it ends."""
    head = text[max(low, at - 24) : at]
    stripped = head.rstrip(OPENERS)
    parts = stripped.rsplit(None, 1)
    return (parts[-1].lstrip("([{*_\"'“‘«|") if parts else ""), at - len(head) + len(stripped)


def _is_sign(cursor: Cursor, at: int) -> bool:
    """Whether the sign character at ``at``, glued to a number, is its sign, not a range, a dash or an
    operator."""
    if at == cursor.start:
        return not cursor.glued
    if at == cursor.around and cursor.items:
        return False
    before = cursor.text[at - 1]
    if before.isalnum() or before in ")]}%°" or before in VULGAR:
        return False
    return not (before in _SIGNS and before == cursor.text[at])


def _is_apart(cursor: Cursor, at: int) -> bool:
    """Whether the character at ``at``, a space before a number, is its sign: ``t = − 4.46``, not ``7 −
    4``."""
    c = cursor.text[at]
    if c not in "−-+±":
        return False
    head = cursor.text[cursor.around : at].rstrip(" \n" + THIN)
    if not head:
        return False
    if head[-1] in "=<>≤≥≈":
        return True
    return c == "−" and len(head) > 1 and head[-2:].isalpha()
