"""What a reader sees of a Markdown text, and what not: labels of footnotes are no text."""

from __future__ import annotations

import pytest

from tallybook.markup.segment import PieceKind, segment


def hidden(text: str) -> list[tuple[str, str]]:
    return [
        (text[piece.span.start : piece.span.end], piece.reason)
        for block in segment(text)
        for piece in block.pieces
        if piece.kind is PieceKind.HIDDEN
    ]


def shown(text: str) -> list[str]:
    return [
        text[piece.span.start : piece.span.end]
        for block in segment(text)
        for piece in block.pieces
        if piece.kind is not PieceKind.HIDDEN
    ]


@pytest.mark.parametrize(
    ("text", "labels", "told"),
    [
        ("A sample.[^1]\n\n[^1]: Of 430 addresses.", ["[^1]", "[^1]:"], ["A sample.", "Of 430 addresses."]),
        ("> In 5.[^3]\n>\n> [^3]: Or 6.\n", ["[^3]", "[^3]:"], ["In 5.", "Or 6."]),
        ("- x[^7]\n\n  [^7]: y 3\n", ["[^7]", "[^7]:"], ["x", "y 3"]),
        ("a[^n2]\r\n\r\n[^n2]: z $4$\r\n", ["[^n2]", "[^n2]:"], ["a", "z ", "$4$"]),
        ("[^2]: never cited 5\n", ["[^2]:"], ["never cited 5"]),
        ("a[^1] b[^2]\n\n[^1]: 1 one\n[^2]: 2 two\n", ["[^1]", "[^2]", "[^1]:", "[^2]:"],
         ["a", " b", "1 one", "2 two"]),
    ],
)  # fmt: skip
def test_labels_of_footnotes_are_hidden_and_their_text_is_not(
    text: str, labels: list[str], told: list[str]
) -> None:
    assert [label for label, _ in hidden(text)] == labels
    assert {reason for _, reason in hidden(text)} <= {"footnote ref", "footnote label"}
    assert shown(text) == told


def test_brackets_that_are_no_label_stay_text() -> None:
    assert hidden("The set [1]: Of 430 addresses.") == []
    assert shown("The set [1]: Of 430 addresses.") == ["The set [1]: Of 430 addresses."]
