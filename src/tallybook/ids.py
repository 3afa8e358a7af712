"""The grammar of ids: ``I.5`` is a chapter, ``I.5.B04`` a problem, ``I.5.2`` an equation, ``0.LA.01`` an
entry."""

from __future__ import annotations

import re

from tallybook.model import Kind

PART = r"(?:[IVXLCDM]+|[A-Z]|[0-9]{1,3})"
CHAPTER = rf"{PART}\.(?:[0-9]{{1,3}}|[A-Z]{{1,4}})"
MEMBER = r"[A-Z][0-9]{1,3}"
"""The last part of the id of a page or a lettered statement: ``B04``, ``T1``."""

PAGE_LETTER = {Kind.PROBLEM: "B", Kind.EXERCISE: "X", Kind.READING: "R", Kind.ARTICLE: "N"}
STATEMENT_KINDS = (
    "equation",
    "theorem",
    "principle",
    "definition",
    "entry",
    "lemma",
    "proposition",
    "corollary",
    "law",
    "axiom",
    "conjecture",
)

_CHAPTER = re.compile(CHAPTER)
_PAGE = re.compile(rf"({CHAPTER})\.([A-Z])[0-9]{{1,3}}")
_STATEMENT = re.compile(rf"({CHAPTER})\.(?:{MEMBER}|[0-9]{{1,3}})")
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}


def is_chapter(text: str) -> bool:
    """Whether a text has the shape of a chapter's id."""
    return _CHAPTER.fullmatch(text) is not None


def is_page(text: str, kind: Kind) -> bool:
    """Whether a text has the shape of an id for this kind of page. Statements go by their chapter's."""
    if kind is Kind.STATEMENTS:
        return is_chapter(text)
    match = _PAGE.fullmatch(text)
    return match is not None and match[2] == PAGE_LETTER[kind]


def is_statement(text: str) -> bool:
    """Whether a text has the shape of an id for a statement; the letters of pages are not for statements."""
    page = _PAGE.fullmatch(text)
    return _STATEMENT.fullmatch(text) is not None and not (page and page[2] in PAGE_LETTER.values())


def chapter_of(text: str) -> str:
    """The chapter an id belongs to (``I.5`` for ``I.5.B04`` and for ``I.5`` itself), "" if it is no id."""
    match = _CHAPTER.match(text)
    return match[0] if match and text[match.end() :][:1] in ("", ".") else ""


def roman(text: str) -> int:
    """The value of a Roman numeral in its usual spelling, 0 if it is none."""
    values = [_ROMAN.get(letter, 0) for letter in text]
    total = sum(
        -value if value < next_ else value for value, next_ in zip(values, [*values, 0][1:], strict=True)
    )
    return total if values and all(values) and to_roman(total) == text else 0


def to_roman(number: int) -> str:
    """A positive number as a Roman numeral."""
    steps = (1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1)
    letters = ("M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I")
    result = ""
    for step, letter in zip(steps, letters, strict=True):
        count, number = divmod(number, step)
        result += letter * count
    return result


def order(text: str) -> tuple[tuple[str, int], ...]:
    """A key that sorts ids as people count: ``I.9`` before ``I.11``, part ``IV`` before part ``IX``."""
    part, *rest = text.split(".")
    number = int(part) if part.isascii() and part.isdigit() else roman(part)
    head = ("", number) if number or part == "0" else (part, 0)
    return (head, *(_ordered(item) for item in rest))


def _ordered(item: str) -> tuple[str, int]:
    letters = item.rstrip("0123456789")
    digits = item[len(letters) :]
    return letters, int(digits or 0)
