"""The index of notation: from ``chapter.yaml`` to its page."""

from __future__ import annotations

from small_book import FILES, brief, parsed
from tallybook.references import resolve
from tallybook.render import NOTATION, render_site

CHAPTER = "chapters/i-2/chapter.yaml"


def with_notation(*entries: str) -> dict[str, str]:
    listed = "".join(f"  - {entry}\n" for entry in entries)
    return {**FILES, CHAPTER: f"{FILES[CHAPTER]}notation:\n{listed}"}


def test_symbols_are_listed_with_their_places() -> None:
    book = parsed(with_notation(r"{symbol: '\frac{g}{2}', meaning: 'half of $g$', where: I.2.1}")).value
    assert resolve(book) == ()
    made = render_site(book, {}, {}, {})
    assert made.diagnostics == ()
    page = made.value[NOTATION].decode()
    assert '<th scope="row"><math><mfrac><mi>g</mi><mn>2</mn></mfrac></math></th>' in page
    assert "<td>half of <math><mi>g</mi></math></td>" in page
    assert '<td><a href="i-2/index.html#i.2.1">Equation (I.2.1)</a></td>' in page
    assert '<a href="i-2/index.html">Chapter <span class="id">I.2</span></a> Falling bodies' in page
    assert 'href="notation.html">Index of notation</a>' in made.value["index.html"].decode()
    assert 'href="../notation.html">Notation</a>' in made.value["i-2/b01-well.html"].decode()


def test_a_book_without_has_no_such_page() -> None:
    made = render_site(parsed(FILES).value, {}, {}, {}).value
    assert NOTATION not in made
    assert b"notation.html" not in made["index.html"]


def test_a_place_that_is_nowhere() -> None:
    (found,) = resolve(parsed(with_notation("{symbol: g, meaning: pull, where: I.2.9}")).value)
    assert (found.code, found.source.path, found.source[found.span]) == ("R101", CHAPTER, "I.2.9")


def test_a_symbol_that_cannot_be_shown() -> None:
    book = parsed(with_notation(r"{symbol: '\nonsense', meaning: pull, where: I.2.1}")).value
    (found,) = render_site(book, {}, {}, {}).diagnostics
    assert (found.code, found.source.path, found.source[found.span]) == ("M101", CHAPTER, r"'\nonsense'")


def test_an_entry_without_its_place() -> None:
    found = brief(parsed(with_notation("{symbol: g, meaning: pull}")).diagnostics)
    assert [finding[0] for finding in found] == ["F131"]
