"""What readers see of ``chapter.yaml`` and ``book.yaml``: its numbers are claims like those of pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from small_book import FILES, parsed
from stair_book import alter, write
from tallybook import stages
from tallybook.build import SITE, Settings, build, load
from tallybook.live import Workshop
from tallybook.model import Print
from tallybook.span import Source

if TYPE_CHECKING:
    from pathlib import Path

    from tallybook.diagnostics import Diagnostic

BOOK, CHAPTER, STATEMENTS = (
    f"chapters/{name}" for name in ("book.yaml", "i-2/chapter.yaml", "i-2/statements.md")
)
WELL = "chapters/i-2/problems/b01-well.md"
PRINT = "depth = 44.14\ntime = 3\n"
Told = list[tuple[str, str, str]]


def told(findings: list[Diagnostic]) -> Told:
    """Findings as code, path and the text at fault."""
    return [(one.code, one.source.path, one.source[one.span]) for one in findings]


def said(files: dict[str, str]) -> Told:
    """What is found in the words of the small book's settings, whose check prints a depth and a time."""
    book = parsed(files).value
    prints = {"stone.py": Print(Source("checks/stone.py", FILES["checks/stone.py"]), PRINT)}
    pages = [page for chapter in book.chapters for page in chapter.pages]
    accounts = stages.ledgers(book, pages, prints, stages.links(pages), ())
    heads = stages.heads(book, prints, accounts)
    found = [finding for head in heads.values() for finding in head.findings]
    return told([*found, *stages.declarations(book, accounts, heads)])


def added(path: str, text: str) -> dict[str, str]:
    return {**FILES, path: FILES[path] + text}


TAGLINES = {
    "plain": "tagline: A well of depth {} m, as I.2.B01 finds.\n",
    "quoted": "tagline: 'A well of depth {} m, as I.2.B01 finds.'\n",
    "in two lines": "tagline: A well of depth {} m,\n  as I.2.B01 finds.\n",
    "folded": "tagline: >-\n  A well of depth {} m,\n  as I.2.B01 finds.\n",
    "indented": "tagline: |\n\n      Deep.\n\n      A well of depth {} m,\n      as I.2.B01 finds.\n",
    "mathematics": "tagline: A well of depth ${}$ m, as I.2.B01 finds.\n",
}


@pytest.mark.parametrize("line", TAGLINES.values(), ids=TAGLINES)
def test_a_number_of_a_tagline_is_held_against_the_page_it_names(line: str) -> None:
    assert said(added(CHAPTER, line.format("44.14"))) == []


@pytest.mark.parametrize("line", TAGLINES.values(), ids=TAGLINES)
@pytest.mark.parametrize("wrong", ["44.15", "44.41", "4.14"])
def test_a_wrong_digit_of_a_tagline_is_found(line: str, wrong: str) -> None:
    assert [one[1:] for one in said(added(CHAPTER, line.format(wrong)))] == [(CHAPTER, wrong)]


def test_a_number_that_nothing_explains_is_refused() -> None:
    assert said(added(CHAPTER, "tagline: All there is to know of 12 wells.\n")) == [("T102", CHAPTER, "12")]
    assert [one[1:] for one in said(added(CHAPTER, "tagline: Forty wells.\n"))] == [(CHAPTER, "Forty")]


def test_what_says_no_number_is_none() -> None:
    assert said(added(CHAPTER, "tagline: All there is to know of a single well, on the one hand.\n")) == []


@pytest.mark.parametrize(("written", "wrong"), [("44.14", []), ("44.24", [("T101", CHAPTER, "44.24")])])
def test_the_check_of_the_statements_accounts_for_them(written: str, wrong: Told) -> None:
    files = added(CHAPTER, f"tagline: Down to a depth of {written} m.\n")
    files[STATEMENTS] = files[STATEMENTS].replace("chapter: I.2\n", "chapter: I.2\ncheck: stone.py\n")
    assert said(files) == wrong


@pytest.mark.parametrize(
    ("written", "wrong"),
    [
        ("the depth $h_1$ of well $i$", []),
        ("the depth, $h = 44.14$ in I.2.B01", []),
        ("the depth, $h = 44.41$ in I.2.B01", ["44.41"]),
        ("the 7 seas", ["7"]),
    ],
)
def test_numbers_of_a_meaning_are_claims(written: str, wrong: list[str]) -> None:
    entry = f"notation:\n  - {{symbol: 'h_1', meaning: '{written}', where: I.2.1}}\n"
    assert [one[1:] for one in said(added(CHAPTER, entry))] == [(CHAPTER, text) for text in wrong]


DECLARED = "declare:\n  - {text: '1001', reason: the name of the series}\n"


@pytest.mark.parametrize(
    ("path", "title"), [(CHAPTER, "title: Falling bodies\n"), (BOOK, "title: Motion, measured\n")]
)
def test_a_declaration_accounts_for_a_title_and_is_an_error_without_need(path: str, title: str) -> None:
    entry = DECLARED.splitlines()[1]
    assert said(added(path, DECLARED)) == [("T108", path, entry)]
    files = added(path, DECLARED)
    files[path] = files[path].replace(title, "title: 1001 nights\n")
    assert said(files) == []
    files[path] = files[path].replace("title: 1001", "title: 1010")
    assert said(files) == [("T102", path, "1010"), ("T108", path, entry)]


def test_a_declaration_of_the_chapter_is_for_the_pages_that_need_it() -> None:
    """Others of the chapter do without: it is no error there."""
    files = added(CHAPTER, "declare:\n  - {text: '4810', reason: height of Mont Blanc in metres}\n")
    files[WELL] = files[WELL].replace("Air.", "Air, above 4810 m.")
    book = parsed(files).value
    pages = [page for chapter in book.chapters for page in chapter.pages]
    ledgers = stages.ledgers(book, pages, {}, stages.links(pages), ())
    found = told([finding for ledger in ledgers.values() for finding in ledger.findings])
    assert [one for one in found if one[1] != STATEMENTS] == []
    assert said(files) == []
    files[WELL] = files[WELL].replace("4810", "4801")
    assert [one[:2] for one in said(files)] == [("T108", CHAPTER)]


def test_what_a_variant_means_may_state_numbers_too() -> None:
    meant = "variants:\n  numeric:\n    title: Numerical\n    meaning: Take 300 of them.\n"
    assert said(added(BOOK, meant)) == [("T102", BOOK, "300")]


FOLDED = "title: >-\n  A stair of 99\n  steps\n"


def test_a_wrong_tagline_is_not_published_and_the_live_book_says_the_same(tmp_path: Path) -> None:
    root = write(tmp_path / "book")
    with (root / CHAPTER).open("a", encoding="utf-8") as file:
        file.write("tagline: A tower of 2143 cm, as I.2.B01 finds.\n")
    alter(root, "chapters/i-2/problems/b01-tower.md", "title: A stair in a tower\n", FOLDED)
    made = build(load(Settings(root, recheck=False)))
    assert not (root / SITE).exists()
    workshop = Workshop(Settings(root, recheck=False))
    try:
        while workshop.step():
            pass
        live = told(list(workshop.findings()))
    finally:
        workshop.close()
    assert live == told(list(made.report.findings))
    assert [one[2] for one in live] == ["2143", "99"]
