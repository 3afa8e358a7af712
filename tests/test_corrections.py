"""Corrections: what a page says of its own errors, whose numbers are claims like others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stair_book import FILES, PAGE, write
from tallybook.build import Settings, Verified, build, load

if TYPE_CHECKING:
    from pathlib import Path

TRUE = "The height was [2143]{!=stair.height} and is [2142]{=stair.height} cm."


def corrected(root: Path, text: str = TRUE, date: str = "2026-03-14") -> Verified:
    write(root)
    entries = f"corrections:\n  - date: {date}\n    text: {text}\n    by: A. Reader\n"
    entries += "  - date: 2026-04-02\n    text: A comma was missing.\n"
    page = FILES[PAGE].replace("check: i-2-b01", f"{entries}check: i-2-b01")
    (root / PAGE).write_text(page, encoding="utf-8")
    return build(load(Settings(root)))


def test_they_stand_at_the_foot_of_the_page(tmp_path: Path) -> None:
    made = corrected(tmp_path)
    assert made.report.findings == ()
    page = made.site["i-2/b01-tower.html"].decode()
    foot = page[page.index("<h2>Corrections</h2>") :]
    assert "The height was 2143 and is 2142 cm." in foot
    assert "Found by A. Reader." in foot
    assert foot.index('datetime="2026-04-02"') < foot.index('datetime="2026-03-14"'), "the latest first"
    assert b"Corrections" not in made.site["i-2/x01-ladder.html"]


def test_their_dates_are_listed_as_no_claims(tmp_path: Path) -> None:
    seen = corrected(tmp_path).ledgers["I.2.B01"].not_claims
    dates = [one.text for one in seen if one.reason == "a date"]
    assert dates == ["2026-03-14", "2026-04-02"]


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        (TRUE.replace("[2142]", "[2124]"), "2124"),
        (TRUE.replace("[2143]", "[2142]"), "2142"),
        ("It was 77 cm too high.", "77"),
    ],
)
def test_a_wrong_number_in_one_is_found(tmp_path: Path, text: str, marked: str) -> None:
    made = corrected(tmp_path, text)
    assert not made.ok
    assert [finding.source[finding.span] for finding in made.report.findings] == [marked]


@pytest.mark.parametrize("date", ["14 March 2026", "2026-13-01", "2026-1-2"])
def test_a_day_that_is_none(tmp_path: Path, date: str) -> None:
    made = corrected(tmp_path, date=date)
    assert "F133" in {finding.code for finding in made.report.findings}
