"""The pipeline on a book on disk: what is verified, what is found, what is published."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stair_book import FILES, OTHER, PAGE, SCRIPT, alter, snapshot, write
from tallybook.build import SITE, Settings, Verified, build, load, verify
from tallybook.diagnostics import Diagnostic, Severity
from tallybook.read import NoBookError

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write(tmp_path / "book")


def verified(root: Path, *ids: str) -> Verified:
    """The book, or some of its pages, verified."""
    loaded = load(Settings(root))
    return verify(loaded, [page for page in loaded.pages if page.id in ids] if ids else None)


def errors(found: Verified) -> list[tuple[str, str, str]]:
    """The errors: code, file and the text they mark."""
    return [
        (finding.code, finding.source.path, finding.source[finding.span])
        for finding in found.report.findings
        if finding.severity is Severity.ERROR
    ]


def one(found: Verified, code: str) -> Diagnostic:
    """The only finding with a code."""
    (finding,) = (finding for finding in found.report.findings if finding.code == code)
    return finding


def test_a_book_that_holds(root: Path) -> None:
    found = verified(root)
    assert [(f.code, f.message) for f in found.report.findings] == []
    assert found.ok
    assert set(found.ledgers) == {"I.2.B01", "I.2.X01"}
    assert set(found.contracts) == {"I.2"}
    assert {page.id: page.verdict for page in found.report.pages} == {
        "I.2.B01": "verified",
        "I.2.X01": "verified",
    }


def test_building_publishes_all_pages(root: Path) -> None:
    assert build(load(Settings(root))).ok
    site = snapshot(root / SITE)
    assert {"index.html", "i-2/problems.html", "i-2/b01-tower.html", "i-2/x01-ladder.html"} <= set(site)
    assert b"2142" in site["i-2/b01-tower.html"]


def test_building_twice_publishes_the_same_and_runs_no_check(root: Path) -> None:
    first = build(load(Settings(root)))
    before = snapshot(root / SITE)
    again = build(load(Settings(root)))
    assert not any(one.cached for one in first.prints.values())
    assert all(one.cached for one in again.prints.values())
    assert snapshot(root / SITE) == before


def test_without_cache_nothing_is_remembered(root: Path) -> None:
    verify(load(Settings(root, cache=False)))
    assert not (root / ".tallybook").exists()


@pytest.mark.parametrize(
    ("old", "new", "marked"),
    [
        ("[2142]{=", "[2143]{=", "2143"),
        ("[126]{=", "[127]{=", "127"),
        ("17 = 2142", "17 = 2152", "2152"),
    ],
)
def test_a_wrong_digit_stops_the_book_and_the_site_stays(root: Path, old: str, new: str, marked: str) -> None:
    build(load(Settings(root)))
    before = snapshot(root / SITE)
    alter(root, PAGE, old, new)
    found = build(load(Settings(root)))
    assert not found.ok
    assert [(path, text) for _, path, text in errors(found) if path == PAGE] == [(PAGE, marked)]
    assert snapshot(root / SITE) == before


def test_a_wrong_literal_in_the_check_is_found_from_the_other_side(root: Path) -> None:
    alter(root, SCRIPT, "rise = 17", "rise = 16")
    assert {text for _, path, text in errors(verified(root)) if path == PAGE} >= {"17", "2142"}


def test_a_failed_check_is_one_finding_that_speaks_for_all_numbers(root: Path) -> None:
    alter(root, SCRIPT, "steps = 126", "steps = 126 // 0")
    alter(root, PAGE, "compare I.2.X01", "compare I.2.X02")
    found = verified(root)
    assert [(code, path) for code, path, _ in errors(found)] == [("R101", PAGE), ("X101", SCRIPT)]
    failed = one(found, "X101")
    assert failed.subject == "I.2.B01"
    assert failed.related[-1].source.path == PAGE
    assert failed.related[-1].source[failed.related[-1].span] == "check: i-2-b01-tower.py"
    assert any("numbers of I.2.B01 are not verified" in note for note in failed.notes)
    assert {page.id: page.verdict for page in found.report.pages} == {
        "I.2.B01": "rejected",
        "I.2.X01": "verified",
    }


def test_arithmetic_is_judged_without_the_print(root: Path) -> None:
    alter(root, SCRIPT, "steps = 126", "steps = 126 // 0")
    alter(root, PAGE, "17 = 2142", "17 = 2152")
    found = [(code, text) for code, path, text in errors(verified(root)) if path == PAGE]
    assert ("T109", "2152") in found
    assert {code for code, _ in found} == {"T109"}


def test_a_check_that_is_not_there_speaks_for_all_numbers(root: Path) -> None:
    (root / SCRIPT).unlink()
    found = verified(root)
    (error,) = (finding for finding in found.report.findings if finding.severity is Severity.ERROR)
    assert error.source.path == PAGE
    assert any("numbers of I.2.B01 are not verified" in note for note in error.notes)


def test_a_front_matter_that_cannot_be_read_speaks_for_all_numbers(root: Path) -> None:
    alter(root, OTHER, "difficulty: 1", "\tdifficulty: 1")
    (error,) = (finding for finding in verified(root).report.findings if finding.severity is Severity.ERROR)
    assert (error.code, error.source.path) == ("F112", OTHER)
    assert any("numbers of I.2.X01 are not verified" in note for note in error.notes)


def test_all_faults_are_found_in_one_run(root: Path) -> None:
    alter(root, PAGE, "[2142]{=", "[2143]{=")
    alter(root, OTHER, "[930]{=", "[931]{=")
    alter(root, "chapters/book.yaml", "problems: 1", "problems: 2")
    found = [(code, path) for code, path, _ in errors(verified(root))]
    assert ("C101", "chapters/i-2/chapter.yaml") in found
    assert {path for code, path in found if code.startswith("T")} == {PAGE, OTHER}
    assert found == sorted(found, key=lambda pair: pair[1]), "by file, in a stable order"


def test_some_pages_are_verified_alone(root: Path) -> None:
    alter(root, PAGE, "[2142]{=", "[2143]{=")
    alter(root, OTHER, "[930]{=", "[931]{=")
    alter(root, "chapters/book.yaml", "problems: 1", "problems: 2")
    found = verified(root, "I.2.X01")
    assert {path for _, path, _ in errors(found)} == {OTHER}
    assert found.contracts == {}
    assert list(found.ledgers) == ["I.2.X01"]


def test_weak_claims_are_warnings_until_the_contract_forbids_them(root: Path) -> None:
    alter(root, OTHER, "It is", "Like six others, it is")
    strict = verified(root)
    assert strict.report.weak == 1
    assert [code for code, _, _ in errors(strict)] == ["C107"]
    assert one(strict, "T104").severity is Severity.WARNING
    alter(root, "chapters/book.yaml", "weak: 0", "weak: 1")
    assert verified(root).ok


def test_bad_mathematics_is_found_by_check_too(root: Path) -> None:
    alter(root, PAGE, "Multiply.", "Multiply $\\frac{a$.")
    assert PAGE in {path for _, path, _ in errors(verified(root))}


def test_no_book_is_an_exception(tmp_path: Path) -> None:
    with pytest.raises(NoBookError):
        load(Settings(tmp_path))


def test_progress_counts_the_checks(root: Path) -> None:
    seen: list[tuple[int, int]] = []
    verify(load(Settings(root)), None, lambda done, total: seen.append((done, total)))
    assert seen[0] == (0, 2)
    assert seen[-1] == (2, 2)


def test_the_files_of_the_book_are_left_alone(root: Path) -> None:
    build(load(Settings(root)))
    assert {path: text.encode() for path, text in FILES.items()} == {
        path: data
        for path, data in snapshot(root).items()
        if not path.startswith(("build/", "checks/__pycache__"))
    }
