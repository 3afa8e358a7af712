from __future__ import annotations

import pytest

from small_book import FILES, parsed
from tallybook.urls import HOME, chapter_url, check_url, page_url, problems_url, relative, slug, statement_url


def test_addresses() -> None:
    (chapter,) = parsed(FILES).value.chapters
    assert HOME == "index.html"
    assert chapter_url(chapter) == "i-2/index.html"
    assert problems_url(chapter) == "i-2/problems.html"
    assert page_url(chapter, chapter.problems[0]) == "i-2/b01-well.html"
    assert chapter.statements_page is not None
    assert page_url(chapter, chapter.statements_page) == "i-2/index.html"
    assert check_url(chapter, "stone.py") == "i-2/checks/stone.html"
    assert statement_url(chapter, chapter.statements[0]) == "i-2/index.html#i.2.1"


@pytest.mark.parametrize(
    ("text", "address"),
    [("b04-dense-cost", "b04-dense-cost"), ("A b&C", "a-b-c"), ("Größe", "größe"), ("-x-", "x")],
)
def test_slugs(text: str, address: str) -> None:
    assert slug(text) == address


@pytest.mark.parametrize(
    ("url", "base", "link"),
    [
        ("i-2/b01.html", "i-2/index.html", "b01.html"),
        ("i-2/b01.html", "index.html", "i-2/b01.html"),
        ("index.html", "i-2/checks/x.html", "../../index.html"),
        ("i-3/index.html#i.3.1", "i-2/b01.html", "../i-3/index.html#i.3.1"),
        ("i-2/index.html#i.2.1", "i-2/index.html", "#i.2.1"),
        ("https://example.org/a", "i-2/index.html", "https://example.org/a"),
        ("mailto:a@example.org", "i-2/index.html", "mailto:a@example.org"),
    ],
)
def test_links_from_page_to_page(url: str, base: str, link: str) -> None:
    assert relative(url, base) == link
