"""Readings: a page about a source, with what it claims apart from what the book computes."""

from __future__ import annotations

import pytest

from small_book import FILES, brief, parsed
from tallybook.ledger.account import account, given_of
from tallybook.model import EvidenceKind, Page, Print, Strength
from tallybook.references import resolve
from tallybook.render import render_site
from tallybook.span import Source

READING = """\
---
id: I.2.R01
title: Symmetry and what it keeps
source: Noether 1918
check: stone.py
declare:
  - {text: "7", reason: page three, near: symmetries}
---

## What the source claims

There are $7$ symmetries.

## What the book computes

A depth of $44.14$.

## What stands

Both.
"""
PATH = "chapters/i-2/readings/r01-noether.md"
WITH_URL = FILES["chapters/book.yaml"].replace(
    'Variationsprobleme, 1918."', 'Variationsprobleme, 1918.", url: "https://a.b/noether"'
)
BOOK = {**FILES, "chapters/book.yaml": WITH_URL, PATH: READING}


def altered(old: str, new: str) -> dict[str, str]:
    assert READING.count(old) == 1
    return {**BOOK, PATH: READING.replace(old, new)}


def reading(files: dict[str, str]) -> Page:
    return parsed(files).value.chapters[0].readings[0]


def test_a_reading_is_in_order() -> None:
    noted = parsed(BOOK)
    assert noted.diagnostics == ()
    assert resolve(noted.value) == ()
    page = reading(BOOK)
    assert [section.key for section in page.sections] == ["claimed", "computed", "stands"]
    assert page.front.source == "Noether 1918"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("source: Noether 1918\n", "", ("F131", 1, 1, "---")),
        ("## What stands\n", "## What stand\n", ("S103", 18, 1, "## What stand")),
        ("## What stands\n\nBoth.\n", "", ("S101", 18, 1, "")),
        ("## What the book computes", "## Thoughts", ("S102", 14, 1, "## Thoughts")),
    ],
)
def test_what_a_reading_must_have(old: str, new: str, expected: tuple[str, int, int, str]) -> None:
    findings = brief(parsed(altered(old, new)).diagnostics)
    assert expected in [(code, line, column, text) for code, _, line, column, text in findings]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("source: Noether 1918", "source: Noethe 1918", ("R102", PATH, 4, 9, "Noethe 1918")),
        ("near: symmetries}", "source: Moebius}", ("R102", PATH, 7, 45, "Moebius")),
        ("source: Noether 1918", "source: Kepler and Newton", ("R106", PATH, 4, 9, "Kepler and Newton")),
    ],
)
def test_sources_are_in_the_bibliography(old: str, new: str, expected: tuple[str, ...]) -> None:
    assert expected in brief(resolve(parsed(altered(old, new)).value))


def test_a_source_that_is_nearly_right_is_offered() -> None:
    (finding,) = resolve(parsed(altered("source: Noether 1918", "source: Noethe 1918")).value)
    assert finding.help == ("did you mean Noether 1918?",)


@pytest.mark.parametrize(
    ("declaration", "why"),
    [
        ("near: symmetries}", "Noether 1918: page three"),
        ("near: symmetries, source: Kepler and Newton}", "Kepler and Newton: page three"),
    ],
)
def test_a_figure_from_the_source_carries_its_citation(declaration: str, why: str) -> None:
    files = altered("near: symmetries}", declaration)
    book = parsed(files).value
    chapter = book.chapters[0]
    page = chapter.readings[0]
    prints = {"stone.py": Print(Source("checks/stone.py", "print(1)"), "depth = 44.14\n")}
    against = given_of(page, chapter.config, book.config, prints, (), {})
    ledger = account(page.source, page.body, against, book.config.conventions)
    seven, depth = ledger.claims
    assert [(one.kind, one.detail) for one in seven.evidence] == [(EvidenceKind.DECLARED, why)]
    assert depth.evidence[0].kind is EvidenceKind.PRINTED
    assert {claim.strength for claim in ledger.claims} == {Strength.STRONG}


def test_a_page_that_reads_nothing_has_no_source() -> None:
    problem = parsed(BOOK).value.chapters[0].problems[0]
    assert problem.front.source == ""


def test_the_page_shows_what_it_reads() -> None:
    site = render_site(parsed(BOOK).value, {}, {}, {}).value
    html = site["i-2/r01-noether.html"].decode()
    assert "Emmy Noether, Invariante Variationsprobleme, 1918." in html
    assert '<a href="https://a.b/noether">Read it</a>' in html
    assert "Symmetry and what it keeps" in site["i-2/index.html"].decode()
