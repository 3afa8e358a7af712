"""Pages as tests: what is collected, what a failure shows, what is left alone."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from typing import TYPE_CHECKING

import pytest

from stair_book import PAGE, alter, write

if TYPE_CHECKING:
    from pathlib import Path

import tallybook.build  # noqa: F401  or each run of pytest within this one would import it anew

pytest_plugins = ["pytester"]


@pytest.fixture
def book(pytester: pytest.Pytester) -> Path:
    """A book in the folder that pytest is run in."""
    return write(pytester.path)


def run(pytester: pytest.Pytester, *words: str, apart: bool = False) -> pytest.RunResult:
    """Run pytest on the book, without the plugin of hypothesis, which takes longest to import."""
    words = ("-p", "no:hypothesispytest", *words)
    return pytester.runpytest_subprocess(*words) if apart else pytester.runpytest_inprocess(*words)


def test_each_page_is_an_item(pytester: pytest.Pytester, book: Path) -> None:
    result = run(pytester, "chapters", "--collect-only", "-q")
    result.stdout.fnmatch_lines(
        [
            "chapters/book.yaml::book",
            "chapters/i-2/chapter.yaml::contract",
            "chapters/i-2/exercises/x01-ladder.md::I.2.X01",
            "chapters/i-2/problems/b01-tower.md::I.2.B01",
        ],
        consecutive=True,
    )


def test_a_book_that_holds_passes(pytester: pytest.Pytester, book: Path) -> None:
    run(pytester, "chapters").assert_outcomes(passed=4)


def test_a_failure_shows_the_finding_and_no_traceback(pytester: pytest.Pytester, book: Path) -> None:
    alter(book, PAGE, "[2142]{=", "[2143]{=")
    result = run(pytester, "chapters")
    result.assert_outcomes(passed=3, failed=1)
    result.stdout.fnmatch_lines([f"{PAGE}:*:15: error[[]T101]: 2143 *", "*^^^^ printed 2142"])
    assert "Traceback" not in result.stdout.str()
    assert "runtest" not in result.stdout.str()


def test_items_are_chosen_by_id(pytester: pytest.Pytester, book: Path) -> None:
    alter(book, PAGE, "[2142]{=", "[2143]{=")
    run(pytester, "chapters", "-k", "I.2.X01").assert_outcomes(passed=1, deselected=3)
    run(pytester, "chapters", "-k", "I.2.B01").assert_outcomes(failed=1, deselected=3)
    run(pytester, PAGE).assert_outcomes(failed=1)


def test_the_first_failure_may_end_it(pytester: pytest.Pytester, book: Path) -> None:
    alter(book, "chapters/book.yaml", "exercises: 1", "exercises: 2")
    alter(book, PAGE, "[2142]{=", "[2143]{=")
    run(pytester, "chapters", "-x").assert_outcomes(passed=1, failed=1)


def test_junit_names_the_pages(pytester: pytest.Pytester, book: Path) -> None:
    alter(book, PAGE, "[2142]{=", "[2143]{=")
    run(pytester, "chapters", "--junitxml", "out.xml")
    cases = {case.get("name"): case for case in ElementTree.parse(book / "out.xml").iter("testcase")}
    assert set(cases) == {"book", "contract", "I.2.B01", "I.2.X01"}
    failure = cases["I.2.B01"].find("failure")
    assert failure is not None
    assert "error[T101]" in (failure.text or "")


def test_workers_share_the_pages(pytester: pytest.Pytester, book: Path) -> None:
    alter(book, PAGE, "[2142]{=", "[2143]{=")
    run(pytester, "chapters", "-n", "2", apart=True).assert_outcomes(passed=3, failed=1)


def test_a_missed_quota_fails_the_contract(pytester: pytest.Pytester, book: Path) -> None:
    alter(book, "chapters/book.yaml", "exercises: 1", "exercises: 2")
    result = run(pytester, "chapters")
    result.assert_outcomes(passed=3, failed=1)
    result.stdout.fnmatch_lines(["chapters/i-2/chapter.yaml:*: error[[]C104]: *"])


def test_a_fault_of_the_configuration_fails_the_book(pytester: pytest.Pytester, book: Path) -> None:
    alter(book, "chapters/book.yaml", "works:", "wroks:")
    result = run(pytester, "chapters/book.yaml")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["chapters/book.yaml:*: error[[]F*]: *wroks*"])


def test_a_page_that_cannot_be_parsed_fails(pytester: pytest.Pytester, book: Path) -> None:
    alter(book, PAGE, "id: I.2.B01", "id: [I.2.B01")
    run(pytester, PAGE).assert_outcomes(failed=1)


def test_books_that_lie_about_are_left_alone(pytester: pytest.Pytester, book: Path) -> None:
    pytester.makepyfile(test_it="def test_it(): pass")
    (book / "README.md").write_text("nothing\n", encoding="utf-8")
    run(pytester).assert_outcomes(passed=1)
    run(pytester, "chapters", "test_it.py").assert_outcomes(passed=5)


def test_other_markdown_is_left_alone(pytester: pytest.Pytester) -> None:
    notes = pytester.path / "notes" / "problems"
    notes.mkdir(parents=True)
    (notes / "a.md").write_text("5\n", encoding="utf-8")
    assert run(pytester, "notes").ret == pytest.ExitCode.NO_TESTS_COLLECTED
