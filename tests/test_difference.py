"""What a check prints otherwise than it did, beside the claims it breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stair_book import PAGE, SCRIPT, alter, write
from tallybook.cli import main
from tallybook.execute.difference import SHOWN, difference, notes

if TYPE_CHECKING:
    from pathlib import Path

BEFORE = "a = 1\nwide.size = 2.483 GB\nparameters = 620663784\nlast = 9\n"
NOW = "a = 1\nwide.size = 2.500 GB\nparameters = 620663785\nlast = 9\nmore = 3\n"


def test_lines_are_paired() -> None:
    assert difference(BEFORE, NOW) == (
        ("wide.size = 2.483 GB", "wide.size = 2.500 GB"),
        ("parameters = 620663784", "parameters = 620663785"),
        ("", "more = 3"),
    )
    assert difference(BEFORE, BEFORE) == ()
    assert difference("a = 1\nb = 2\n", "a = 1\n") == (("b = 2", ""),)


@pytest.mark.parametrize(
    "number", ["620\\,663\\,784", "620,663,784", "620\u202f663\u202f784", "620{,}663{,}784"]
)
def test_the_line_that_held_the_number_is_told(number: str) -> None:
    pairs = difference(BEFORE, NOW)
    assert notes(pairs, number) == ("before: parameters = 620663784", "now: parameters = 620663785")


def test_where_no_line_held_it_all_are_told() -> None:
    pairs = difference(BEFORE, NOW)
    assert notes(pairs, "17") == (
        "before: wide.size = 2.483 GB",
        "now: wide.size = 2.500 GB",
        "before: parameters = 620663784",
        "now: parameters = 620663785",
        "now: more = 3",
    )
    assert notes((("b = 2", ""),), "2") == ("before: b = 2", "now: the line is gone")


def test_of_many_lines_some_are_told() -> None:
    pairs = tuple((f"x{number} = 1", f"x{number} = 2") for number in range(30))
    told = notes(pairs, "99")
    assert len(told) == 2 * SHOWN + 1
    assert told[-1] == f"print: {30 - SHOWN} more lines differ"


def test_check_tells_it_when_a_check_was_changed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = write(tmp_path)
    assert main(["check", "-C", str(root)]) == 0
    alter(root, SCRIPT, "rise = 17", "rise = 18")
    capsys.readouterr()
    assert main(["check", "-C", str(root)]) == 1
    told = capsys.readouterr().err
    block = told[told.index(": error[T101]: 2142 is not") :].split("\n\n")[0]
    assert " = before: stair.height = 2142\n" in block
    assert " = now: stair.height = 2268\n" in block
    assert "stair.rise" not in block


def test_nothing_is_told_where_the_text_was_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = write(tmp_path)
    assert main(["check", "-C", str(root)]) == 0
    alter(root, PAGE, "[2142]{=", "[2143]{=")
    capsys.readouterr()
    assert main(["check", "-C", str(root)]) == 1
    told = capsys.readouterr().err
    assert "error[T101]: 2143" in told
    assert "before: " not in told
