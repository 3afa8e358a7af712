from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallybook.ids import chapter_of, is_chapter, is_page, is_statement, order, roman, to_roman
from tallybook.model import Kind


@pytest.mark.parametrize("text", ["I.5", "0.LA", "XII.11", "3.2", "A.1"])
def test_ids_of_chapters(text: str) -> None:
    assert is_chapter(text)
    assert chapter_of(text) == text
    assert is_page(text, Kind.STATEMENTS)


@pytest.mark.parametrize("text", ["I", "I.", "I.5.", "I.5.2", "i.5", "I-5", "", "I.5a", "0.la", "I.٣"])
def test_what_is_no_id_of_a_chapter(text: str) -> None:
    assert not is_chapter(text)


@pytest.mark.parametrize(
    ("text", "kind", "valid"),
    [
        ("I.5.B04", Kind.PROBLEM, True),
        ("I.5.B4", Kind.PROBLEM, True),
        ("I.5.X04", Kind.PROBLEM, False),
        ("I.5.X04", Kind.EXERCISE, True),
        ("I.5.R01", Kind.READING, True),
        ("I.5.4", Kind.PROBLEM, False),
        ("0.LA.B01", Kind.PROBLEM, True),
    ],
)
def test_ids_of_pages(text: str, kind: Kind, valid: bool) -> None:
    assert is_page(text, kind) is valid


@pytest.mark.parametrize(
    ("text", "valid"),
    [
        ("I.5.2", True),
        ("I.5.T1", True),
        ("0.LA.01", True),
        ("I.5.B01", False),
        ("I.5", False),
        ("I.5.x", False),
    ],
)
def test_ids_of_statements(text: str, valid: bool) -> None:
    assert is_statement(text) is valid


@pytest.mark.parametrize(
    ("text", "chapter"), [("I.5.B04", "I.5"), ("I.5.2", "I.5"), ("0.LA.01", "0.LA"), ("x", "")]
)
def test_the_chapter_of_an_id(text: str, chapter: str) -> None:
    assert chapter_of(text) == chapter


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("I", 1),
        ("IV", 4),
        ("IX", 9),
        ("XIV", 14),
        ("XL", 40),
        ("MCMXCIV", 1994),
        ("IIII", 0),
        ("IM", 0),
        ("", 0),
        ("A", 0),
    ],
)
def test_roman_numerals(text: str, value: int) -> None:
    assert roman(text) == value


@given(st.integers(1, 3999))
def test_roman_numerals_there_and_back(number: int) -> None:
    assert roman(to_roman(number)) == number


def test_order_is_that_of_counting() -> None:
    ids = [
        "0.LA",
        "0.MC",
        "I.2",
        "I.5.1",
        "I.5.10",
        "I.5.B01",
        "I.5.B2",
        "I.5.B10",
        "I.11",
        "IV.1",
        "V.1",
        "IX.1",
        "X.1",
    ]
    backwards = ids[::-1]
    assert sorted(backwards, key=order) == ids
