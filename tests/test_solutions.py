"""Where the solutions of exercises stand on the site of a book."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from stair_book import FILES, OTHER, snapshot, write
from tallybook.build import SITE, Settings, build, load
from tallybook.cli import main
from tallybook.render import Solutions

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

EXERCISE, APART = "i-2/x01-ladder.html", "i-2/x01-ladder.solution.html"
NOTED = (
    FILES[OTHER]
    .replace("rungs?", "rungs?[^rung]")
    .replace("cm long.", "cm long.[^gap]\n\n[^gap]: As nobody measures.\n[^rung]: Of wood.")
)
HINT, ANSWER = "Count the gaps", "cm long"


def site(root: Path, solutions: Solutions) -> dict[str, str]:
    write(root)
    (root / OTHER).write_text(NOTED, encoding="utf-8")
    made = build(load(replace(Settings(root), solutions=solutions)))
    assert [finding.message for finding in made.report.findings] == []
    files = snapshot(root / SITE)
    return {
        name: data.decode()
        for name, data in files.items()
        if name.endswith((".html", ".json", ".txt", ".py"))
    }


def dangling(files: dict[str, str], name: str) -> list[str]:
    """The links of a page within itself and its folder that lead nowhere."""
    folder = name.rpartition("/")[0]
    found = []
    for href in re.findall(r'href="([^":]*)"', files[name]):
        path, _, fragment = href.partition("#")
        target = name if not path else f"{folder}/{path}"
        if path and (not path.endswith(".html") or ".." in path):
            continue
        if target not in files or (fragment and f'id="{fragment}"' not in files[target]):
            found.append(href)
    return found


def test_inline_they_stand_with_the_exercises(tmp_path: Path) -> None:
    files = site(tmp_path / "book", Solutions.INLINE)
    assert APART not in files
    for name in (EXERCISE, "i-2/problems.html"):
        assert HINT in files[name]
        assert ANSWER in files[name]


def test_apart_each_has_a_page_of_its_own(tmp_path: Path) -> None:
    files = site(tmp_path / "book", Solutions.APART)
    for name in (EXERCISE, "i-2/problems.html"):
        assert HINT in files[name]
        assert ANSWER not in files[name]
        assert "As nobody measures" not in files[name]
        assert "Of wood" in files[name]
        assert 'href="x01-ladder.solution.html">Solution of I.2.X01</a>' in files[name]
    assert ANSWER in files[APART]
    assert "As nobody measures" in files[APART]
    assert "<title>Solution of I.2.X01" in files[APART]
    assert 'id="ledger"' in files[APART]
    assert 'id="ledger"' not in files[EXERCISE]
    assert 'href="x01-ladder.html"' in files[APART]
    names = (EXERCISE, APART, "i-2/problems.html", "i-2/checks/i-2-x01-ladder.html")
    assert {name: dangling(files, name) for name in names if dangling(files, name)} == {}


def test_none_gives_nothing_away(tmp_path: Path) -> None:
    files = site(tmp_path / "book", Solutions.NONE)
    for name, text in files.items():
        assert HINT not in text, name
        assert ANSWER not in text, name
        assert "930" not in text, name
        assert "As nobody measures" not in text, name
        assert "i-2-x01-ladder" not in text, name
    assert not [name for name in files if "x01-ladder" in name and name != EXERCISE]
    assert "How long is a ladder of" in files[EXERCISE]
    assert "Of wood" in files[EXERCISE]
    assert "How long is a ladder of" in files["i-2/problems.html"]
    assert "2142" in files["i-2/b01-tower.html"], "problems are worked as they were"
    assert {name: dangling(files, name) for name in (EXERCISE, "i-2/problems.html")} == {
        EXERCISE: [],
        "i-2/problems.html": [],
    }


def test_what_is_left_out_is_verified_all_the_same(tmp_path: Path) -> None:
    root = write(tmp_path / "book")
    text = FILES[OTHER].replace("cm long.", r"cm long, $\nonsense$.").replace("[930]", "[931]")
    (root / OTHER).write_text(text, encoding="utf-8")
    made = build(load(Settings(root, solutions=Solutions.NONE)))
    codes = {finding.code for finding in made.report.findings}
    assert {"M101", "T101"} <= codes
    assert not made.ok


def test_a_correction_of_a_solution_is_left_out_with_it(tmp_path: Path) -> None:
    root = write(tmp_path / "book")
    told = 'corrections:\n  - {date: 2026-03-14, text: "The length is [930]{=ladder.length} cm."}\n'
    told += "---\n\n## Question"
    (root / OTHER).write_text(FILES[OTHER].replace("---\n\n## Question", told), encoding="utf-8")
    for solutions, there in ((Solutions.NONE, False), (Solutions.APART, False), (Solutions.INLINE, True)):
        made = build(load(Settings(root, solutions=solutions)))
        assert made.ok
        assert (b"The length is" in made.site[EXERCISE]) is there, solutions


def test_a_build_with_another_choice_is_not_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = write(tmp_path / "book")
    monkeypatch.chdir(root)
    for words, solved in (([], True), (["--solutions", "none"], False), ([], True)):
        assert main(["build", *words]) == 0
        assert "up to date" not in capsys.readouterr().out
        assert (ANSWER in (root / SITE / EXERCISE).read_text(encoding="utf-8")) is solved


def test_another_word_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", "--solutions", "hidden"]) == 2
    assert "hidden" in capsys.readouterr().err
