"""Figures: drawn by scripts that are executed like checks, their numbers held against what was printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import stair_book
from tallybook.build import Settings, Verified, load, verify

if TYPE_CHECKING:
    from pathlib import Path

FRONT = """\
check: i-2-b01-tower.py
figures:
  - script: stairs.py
    alt: A stair of ALT steps.
    caption: It has CAPTION steps.
    under: Answer
"""
SCRIPT = '''\
"""A stair."""

ticks = (0, 60)
height = 17 * 126
print('<?xml version="1.0"?>')
link = 'xmlns:xlink="http://www.w3.org/1999/xlink"'
print(f'<svg xmlns="http://www.w3.org/2000/svg" {link} width="9" viewBox="0 0 9 9">')
print('<style>* { display: none }</style><defs><path id="a" d="M0 0" style="fill: #000000"/></defs>')
print('<use xlink:href="#a" fill="#ffffff" onclick="x()"/>')
for tick in ticks:
    print(f"<text>{tick}</text>")
print(f"<text>{height} cm</text>")
print("<text>of 126 steps</text>")
print("</svg>")
'''


def built(
    root: Path, alt: str = "126", caption: str = "126", script: str = SCRIPT, front: str = FRONT
) -> Verified:
    stair_book.write(root)
    told = front.replace("ALT", alt).replace("CAPTION", caption)
    stair_book.alter(root, stair_book.PAGE, "check: i-2-b01-tower.py\n", told)
    if script:
        (root / "checks/stairs.py").write_text(script, encoding="utf-8")
    return verify(load(Settings(root=root, recheck=False, cache=False)))


def codes(verified: Verified) -> list[str]:
    return [finding.code for finding in verified.report.findings]


def test_a_figure_stands_where_it_is_wanted(tmp_path: Path) -> None:
    verified = built(tmp_path)
    assert codes(verified) == []
    page = verified.site["i-2/b01-tower.html"].decode()
    answer = page[page.index('<section class="section answer"') : page.index('id="check-sanity"')]
    svg = answer[answer.index("<svg") : answer.index("</svg>")]
    assert 'role="img" aria-label="A stair of 126 steps."' in svg
    assert 'id="figure-1-a"' in svg
    assert 'href="#figure-1-a"' in svg
    assert "fill: currentcolor" in svg
    assert 'fill="var(--paper)"' in svg
    assert "<style" not in svg
    assert "onclick" not in svg
    assert "width=" not in svg
    assert "It has 126 steps." in answer
    assert verified.site["i-2/checks/stairs.py"].decode() == SCRIPT
    assert 'id="i.2.b01-figure-1-a"' in verified.site["i-2/problems.html"].decode()


@pytest.mark.parametrize(("alt", "caption"), [("127", "126"), ("126", "216")])
def test_numbers_in_the_words_of_a_figure_are_claims(tmp_path: Path, alt: str, caption: str) -> None:
    (finding,) = built(tmp_path, alt, caption).report.findings
    assert finding.code in ("T101", "T102")
    assert finding.source.path == stair_book.PAGE
    assert finding.source[finding.span] in ("127", "216")


@pytest.mark.parametrize(("old", "new"), [("of 126 steps", "of 127 steps"), ("17 * 126", "17 * 125")])
def test_numbers_in_its_labels_are_claims(tmp_path: Path, old: str, new: str) -> None:
    (finding,) = built(tmp_path, script=SCRIPT.replace(old, new)).report.findings
    assert finding.code in ("T101", "T102")
    assert finding.source.path == "checks/stairs.py"
    assert "in the label" in finding.message
    if new.startswith("of"):
        assert finding.source[finding.span] == new


def test_a_figure_needs_its_words(tmp_path: Path) -> None:
    verified = built(tmp_path, front=FRONT.replace("    alt: A stair of ALT steps.\n", ""))
    assert [finding.message for finding in verified.report.findings] == ["the key alt is missing"]


@pytest.mark.parametrize(
    "printed",
    ["done", "<svg/>", "<svg xmlns='http://www.w3.org/2000/svg'>", "<!DOCTYPE svg [<!ENTITY a 'b'>]><svg/>"],
)
def test_what_is_no_drawing_is_found(tmp_path: Path, printed: str) -> None:
    verified = built(tmp_path, script=f"print({printed!r})")
    assert codes(verified) == ["P102"]
    assert "<figure" not in verified.site["i-2/b01-tower.html"].decode()


def test_a_place_that_is_not_there_is_found(tmp_path: Path) -> None:
    (finding,) = built(tmp_path, front=FRONT.replace("under: Answer", "under: Answr")).report.findings
    assert finding.code == "P102"
    assert finding.source[finding.span] == "Answr"
    assert "Answer" in finding.help[0]


def test_a_script_that_is_missing_or_fails_is_found(tmp_path: Path) -> None:
    assert codes(built(tmp_path / "a", script="")) == ["F150"]
    failing = built(tmp_path / "b", script="raise SystemExit(3)")
    assert codes(failing) == ["X101"]
    assert failing.report.findings[0].related[0].source.path == stair_book.PAGE
