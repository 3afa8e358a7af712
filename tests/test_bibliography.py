"""BibTeX files beside book.yaml: what entries are cited by, how they are shown, what is at fault."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from small_book import BOOK, FILES, brief, raw_book
from tallybook.config import Work
from tallybook.model import RawBook
from tallybook.parse import parse_book
from tallybook.parse.bibliography import read_works
from tallybook.read import read_book
from tallybook.span import Source

if TYPE_CHECKING:
    from pathlib import Path

NOETHER = """\
@article{noether1918,
  author = {Noether, Emmy},
  title = {Invariante {V}ariationsprobleme},
  journal = {Nachrichten},
  year = {1918},
  pages = {235--257},
  doi = {10.1080/00411457108231446},
}
"""


def works(text: str, known: tuple[Work, ...] = ()) -> dict[str, Work]:
    noted = read_works((Source("chapters/works.bib", text),), known)
    assert noted.diagnostics == ()
    return {work.key: work for work in noted.value}


def faults(text: str, known: tuple[Work, ...] = ()) -> list[tuple[str, str, int, int, str]]:
    return brief(read_works((Source("chapters/works.bib", text),), known).diagnostics)


def test_an_entry_is_formatted_and_has_an_address() -> None:
    assert works(NOETHER) == {
        "Noether 1918": Work(
            "Noether 1918",
            "Emmy Noether. Invariante Variationsprobleme. Nachrichten, pages 235–257, 1918. "
            "doi:10.1080/00411457108231446.",
            "https://doi.org/10.1080/00411457108231446",
        )
    }


@pytest.mark.parametrize(
    ("author", "key"),
    [
        ("Emmy Noether", "Noether 1918"),
        ("Kepler, Johannes and Newton, Isaac", "Kepler and Newton 1918"),
        ("A. One and B. Two and C. Three", "One et al. 1918"),
        ("A. One and others", "One et al. 1918"),
        (r"Guido Mont{\'u}far", "Montúfar 1918"),
        ("Johannes van der Waals", "van der Waals 1918"),
        ("{The Study Group}", "The Study Group 1918"),
    ],
)
def test_works_are_cited_by_author_and_year(author: str, key: str) -> None:
    assert set(works(f"@misc{{x, author = {{{author}}}, title = {{T}}, year = 1918}}")) == {key}


def test_an_editor_stands_for_an_author() -> None:
    text = "@book{x, editor = {Ada King}, title = {T}, publisher = {P}, year = 1843}"
    assert set(works(text)) == {"King 1843"}


def test_works_of_one_name_have_letters() -> None:
    entry = "@misc{{{0}, author = {{Ada King}}, title = {{T{0}}}, year = 1843}}\n"
    found = works(entry.format("a") + entry.format("b") + NOETHER)
    assert [(key, work.text[:13]) for key, work in found.items()] == [
        ("King 1843a", "Ada King. Ta."),
        ("King 1843b", "Ada King. Tb."),
        ("Noether 1918", "Emmy Noether."),
    ]


@pytest.mark.parametrize(
    ("field", "url"),
    [
        ("url = {https://a.b/c}, doi = {10.1/2}", "https://a.b/c"),
        ("eprint = {2306.13575}", "https://arxiv.org/abs/2306.13575"),
        ("note = {none}", ""),
    ],
)
def test_where_a_work_can_be_read(field: str, url: str) -> None:
    (work,) = works(f"@misc{{x, author = {{A. B}}, title = {{T}}, year = 1918, {field}}}").values()
    assert work.url == url


def test_a_file_that_is_no_bibtex() -> None:
    text = NOETHER + "@book{elements,\n  title = {The Elements}\n"
    assert [(code, path) for code, path, *_ in faults(text)] == [("F160", "chapters/works.bib")]


def test_a_key_given_twice() -> None:
    ((code, _, line, _, _),) = faults(NOETHER + NOETHER)
    assert (code, line) == ("F160", 1)


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("@misc{x, title = {T}, year = 1918}", "the entry x has no author"),
        ("@misc{x, author = {A. B}, year = 1918}", "the entry x has no title"),
        ("@misc{x, author = {A. B}, title = {T}}", "the entry x has no year"),
        ("@misc{x, year = 1918}", "the entry x has no author and no title"),
        ("@poem{x, author = {A. B}, title = {T}, year = 1918}", "poem is no type of entry"),
        ("@article{x, author = {A. B}, title = {T}, year = 1918}", "missing journal"),
    ],
)
def test_an_entry_that_lacks_something(entry: str, message: str) -> None:
    noted = read_works((Source("chapters/works.bib", NOETHER + entry),), ())
    assert [work.key for work in noted.value] == ["Noether 1918"]
    assert brief(noted.diagnostics) == [("F161", "chapters/works.bib", 9, entry.index("{") + 2, "x")]
    assert message in noted.diagnostics[0].message


def test_a_work_that_book_yaml_has_as_well() -> None:
    known = (Work("Noether 1918", "Here already."),)
    assert faults(NOETHER, known) == [("F141", "chapters/works.bib", 1, 10, "noether1918")]


def test_the_works_of_a_file_can_be_cited(tmp_path: Path) -> None:
    for path, text in FILES.items():
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    (tmp_path / "chapters/works.bib").write_text(NOETHER.replace("Noether, Emmy", "Ada King"))
    raw = read_book(tmp_path)
    assert raw.diagnostics == ()
    book = parse_book(raw.value)
    assert book.diagnostics == ()
    assert [work.key for work in book.value.config.works] == [
        "Noether 1918",
        "Kepler and Newton",
        "Möbius et al. 1827",
        "King 1918",
    ]


def test_a_book_without_such_files_has_the_works_of_its_settings() -> None:
    raw = raw_book(FILES)
    assert isinstance(raw, RawBook)
    assert len(parse_book(raw).value.config.works) == BOOK.count("key:")
