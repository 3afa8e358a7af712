"""Articles: pages that choose their own headings, in chapters that are only read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from stair_book import write
from tallybook.cli import main

if TYPE_CHECKING:
    from pathlib import Path

Capture = pytest.CaptureFixture[str]
ARTICLE = """\
---
id: I.2.N01
title: On stairs
check: i-2-b01-tower.py
---

Before any heading, the height is $2142$ cm.

## A heading of its own

See I.2.B01.
"""
NOTES = "chapters/i-2/articles/n01-stairs.md"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    book = write(tmp_path / "book")
    (book / NOTES).parent.mkdir()
    (book / NOTES).write_text(ARTICLE, encoding="utf-8")
    monkeypatch.chdir(book)
    return book


def test_an_article_is_verified_and_published(root: Path, capsys: Capture) -> None:
    (root / "chapters/i-2/exercises/x01-ladder.md").write_text(
        (root / "chapters/i-2/exercises/x01-ladder.md").read_text(encoding="utf-8") + "\nSee I.2.N01.\n",
        encoding="utf-8",
    )
    assert main(["build"]) == 0
    assert capsys.readouterr().out.startswith("3 pages, ")
    page = (root / "build/site/i-2/n01-stairs.html").read_text(encoding="utf-8")
    assert "Article" in page
    assert "A heading of its own" in page
    assert 'href="n01-stairs.html"' in (root / "build/site/i-2/x01-ladder.html").read_text(encoding="utf-8")


def test_a_wrong_digit_in_an_article_is_an_error(root: Path, capsys: Capture) -> None:
    (root / NOTES).write_text(ARTICLE.replace("2142", "2143"), encoding="utf-8")
    assert main(["check", "I.2.N01"]) == 1
    assert f"{NOTES}:7:" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("id: I.2.N01", "id: I.2.B07", "F140"),
        ("title: On stairs", "title: On stairs\nvariant: numeric", "F130"),
        ("title: On stairs\n", "", "F131"),
    ],
)
def test_front_matter_of_an_article(root: Path, capsys: Capture, old: str, new: str, code: str) -> None:
    (root / NOTES).write_text(ARTICLE.replace(old, new), encoding="utf-8")
    assert main(["check"]) == 1
    assert f"error[{code}]" in capsys.readouterr().err


def test_a_chapter_that_is_only_read_has_no_page_of_problems(root: Path, capsys: Capture) -> None:
    assert main(["new", "chapter", "I.3", "--title", "Reading"]) == 0
    assert main(["new", "article", "I.3.N01", "--title", "First"]) == 0
    book = root / "chapters/book.yaml"
    book.write_text(
        book.read_text(encoding="utf-8").replace("contracts:\n", "contracts:\n  R: {title: Reading}\n"),
        encoding="utf-8",
    )
    chapter = root / "chapters/i-3/chapter.yaml"
    chapter.write_text(
        re.sub("contract: .*", "contract: R", chapter.read_text(encoding="utf-8")), encoding="utf-8"
    )
    capsys.readouterr()
    assert main(["build"]) == 0, capsys.readouterr().err
    site = root / "build/site"
    assert not (site / "i-3/problems.html").exists()
    for file in site.rglob("*.html"):
        text = file.read_text(encoding="utf-8")
        for link in re.findall(r'href="([^"#?:]+)[#"]', text):
            assert (file.parent / link).resolve().exists(), f"{file.name}: {link}"
    assert 'href="n01-first.html"' in (site / "i-3/index.html").read_text(encoding="utf-8")


def test_articles_are_items_of_pytest(root: Path) -> None:
    from tallybook.pytest_plugin import _root_of

    assert _root_of(root / NOTES) == root
