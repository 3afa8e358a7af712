from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from small_book import BOOK, CHAPTER, FILES, PROBLEM, WELL, altered, brief, parsed
from tallybook.references import Names, ReferenceKind, Target, collect, index, names, resolve
from tallybook.span import Source, Span

if TYPE_CHECKING:
    from tallybook.model import Book

WORKS = ("Noether 1918", "Kepler and Newton", "Möbius et al. 2014", "Git Re-Basin")


def found(text: str, known: Names | None = None) -> list[tuple[str, str]]:
    """The references of a text: what is cited, and the text marked."""
    source = Source("x.md", text)
    return [
        (reference.id, source[reference.span])
        for reference in collect(source, Span(0, len(text)), known)
        if reference.sure
    ]


def cited(text: str, known: Names | None = None) -> list[str]:
    return [id_ for id_, _ in found(text, known)]


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("See I.5.B04, I.5.X01 and I.5.T1.", ["I.5.B04", "I.5.X01", "I.5.T1"]),
        ("By I.5.P01 (and 0.LA.01), with I.5.B04’s table", ["I.5.P01", "0.LA.01", "I.5.B04"]),
        ("Use (I.5.2).", ["I.5.2"]),
        ("from (I.5.2) to (I.5.5)", ["I.5.2", "I.5.5"]),
        ("Chapter I.11 repairs it.", ["I.11"]),
        ("Chapters I.7, I.8 and I.9", ["I.7", "I.8", "I.9"]),
        ("as in I.9/I.7, and (I.3)", ["I.9", "I.7", "I.3"]),
        ("I.9 and III.1.", ["I.9", "III.1"]),
        ("Book III treats it, Chapter III.1 above all", ["Book III", "III.1"]),
        ("I.5.", ["I.5"]),
        ("in XIV.2.D3", ["XIV.2.D3"]),
        ("a misspelt I.5.b04", ["I.5.b04"]),
        ("**I.5.B04** and *(I.5.2)*", ["I.5.B04", "I.5.2"]),
        ("| a | b |\n|---|---|\n| I.5.B04 | 3 |\n", ["I.5.B04"]),
        ("# About I.5.B04\n\n- I.5.X01\n\n> I.5.T1", ["I.5.B04", "I.5.X01", "I.5.T1"]),
        ("Chapter I.5\nI.6", ["I.5", "I.6"]),
    ],
)
def test_ids_in_prose(text: str, ids: list[str]) -> None:
    assert cited(text) == ids


@pytest.mark.parametrize(
    "text",
    [
        "`I.5.B04` is code",
        "```\nI.5.B04\n```",
        "    I.5.B04",
        "<!-- I.5.B04 -->",
        "https://example.org/I.5.B04",
        "<https://example.org/I.5.B04>",
        "version 3.11.2, (3.11.2), Chapter 5, 0.5, 1.2",
        "Section 1.2.3 and 12.5.2024",
        "$x_{1.5}$ and $V.2$ and $I.5$",
        "X.509, VIC.1, IIII.2, I.5.2.1, A.I.5x",
        "1.2.B03",
    ],
)
def test_what_is_no_reference(text: str) -> None:
    assert cited(text) == []


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        (r"$$x = 1 \tag{I.5.4}$$", ["I.5.4"]),
        ("$$\nx = 1 \\tag{I.5.4}\n$$", ["I.5.4"]),
        (r"$\stackrel{\text{(I.5.6)}}{=}$", ["I.5.6"]),
        (r"$= 3 \quad\text{by Chapter I.7 and I.5.T1}$", ["I.7", "I.5.T1"]),
        (r"$x = 1 \tag{3}$", []),
        (r"$\tag*{$\ast$}$", []),
    ],
)
def test_ids_in_mathematics(text: str, ids: list[str]) -> None:
    references = collect(Source("x.md", text), Span(0, len(text)))
    assert [reference.id for reference in references] == ids
    assert all(reference.math for reference in references)


def test_spans_hold_the_id_alone() -> None:
    text = "Chapter I.11, (I.5.2), Book III, [there](I.5.B04)"
    assert [marked for _, marked in found(text)] == ["I.11", "I.5.2", "Book III", "I.5.B04"]


def test_spans_count_from_the_start_of_the_source() -> None:
    text = "---\nid: I.5.B09\n---\r\n\r\né𝒳 see\r\nI.5.B04"
    source = Source("x.md", text)
    (reference,) = collect(source, Span(text.index("\r\n\r\n"), len(text)))
    assert source.line_column(reference.span.start) == (6, 1)


@pytest.mark.parametrize(
    ("text", "id_", "kind"),
    [
        ("[cost](I.5.B04)", "I.5.B04", ReferenceKind.ID),
        ("[cost](<I.5.B04> 'title')", "I.5.B04", ReferenceKind.ID),
        ("[eq](I.5.2)", "I.5.2", ReferenceKind.ID),
        ("[next](I.6)", "I.6", ReferenceKind.CHAPTER),
        ("[up](#setup)", "#setup", ReferenceKind.ANCHOR),
        ("[file](b04-dense-cost.md)", "b04-dense-cost.md", ReferenceKind.FILE),
        ("[file](../problems/b04.md#answer)", "../problems/b04.md#answer", ReferenceKind.FILE),
        ("[x][ref]\n\n[ref]: I.5.B04\n", "I.5.B04", ReferenceKind.ID),
    ],
)
def test_targets_of_links(text: str, id_: str, kind: ReferenceKind) -> None:
    references = collect(Source("x.md", text), Span(0, len(text)))
    assert [(reference.id, reference.kind) for reference in references] == [(id_, kind)]


@pytest.mark.parametrize(
    "text", ["[x](https://a.org/y.md)", "[x](mailto:a@b.org)", "![x](plan.svg)", "[x](//a.org/b.md)"]
)
def test_links_elsewhere_are_none_of_the_book(text: str) -> None:
    assert cited(text) == []


@pytest.mark.parametrize(
    ("text", "key", "marked"),
    [
        ("as Noether 1918 shows", "Noether 1918", "Noether 1918"),
        ("as Noether (1918) shows", "Noether 1918", "Noether (1918)"),
        ("Noether's 1918 paper", "Noether 1918", "Noether's 1918"),
        ("(Noether, 1918)", "Noether 1918", "Noether, 1918"),
        ("as Noether\n1918 shows", "Noether 1918", "Noether\n1918"),
        ("Kepler and\nNewton agree", "Kepler and Newton", "Kepler and\nNewton"),
        ("Möbius et al. 2014.", "Möbius et al. 2014", "Möbius et al. 2014"),
        ("Mo\u0308bius et al., 2014", "Möbius et al. 2014", "Mo\u0308bius et al., 2014"),
        ("Git Re-Basin (see I.5.2)", "Git Re-Basin", "Git Re-Basin"),
        ("Möbius et al. 2015", "Möbius et al. 2015", "Möbius et al. 2015"),
        ("Smith et al. (2020)", "Smith et al. 2020", "Smith et al. (2020)"),
        ("(Smith et al. 2020)", "Smith et al. 2020", "Smith et al. 2020"),
    ],
)
def test_works(text: str, key: str, marked: str) -> None:
    assert found(text, Names(works=WORKS))[0] == (key, marked)


def test_a_year_behind_a_key_that_has_none() -> None:
    text = "Kepler and Newton (1687)"
    (reference,) = collect(Source("x.md", text), Span(0, len(text)), Names(works=WORKS))
    assert (reference.id, reference.year, len(reference.span)) == ("Kepler and Newton", "1687", len(text))


def test_a_dated_word_may_be_no_citation() -> None:
    text = "In March 2014 and by Windows 2000"
    references = collect(Source("x.md", text), Span(0, len(text)), Names(works=WORKS))
    assert not any(reference.sure for reference in references)


def test_a_book_with_numbers_for_parts() -> None:
    known = Names(chapters=frozenset({"1.2", "1.3"}))
    assert cited("By (1.2.3), 1.2.B03 and Chapter 1.3; not 1.2.3, 1.2 or (3.11.2)", known) == [
        "1.2.3",
        "1.2.B03",
        "1.3",
    ]


@given(st.text(alphabet=st.sampled_from("I.5B04( )[]#`$\\{}|\n-tagChapterBook V2014é"), max_size=60))
def test_references_are_in_order_apart_and_within_the_text(text: str) -> None:
    references = collect(Source("x.md", text), Span(0, len(text)))
    ends = [0, *(reference.span.end for reference in references)]
    assert all(reference.span.start >= end for reference, end in zip(references, ends, strict=False))
    assert ends[-1] <= len(text)


@pytest.fixture(scope="module")
def book() -> Book:
    return parsed(FILES).value


def test_everything_that_can_be_cited_has_its_address(book: Book) -> None:
    targets = index(book)
    assert targets["I.2.B01"] == Target("I.2.B01", "problem", "A stone in a well", "i-2/b01-well.html")
    assert targets["I.2.X01"] == Target("I.2.X01", "exercise", "A feather", "i-2/x01-feather.html")
    assert targets["I.2.1"] == Target("I.2.1", "equation", "Free fall", "i-2/index.html#i.2.1")
    assert targets["I.2"] == Target("I.2", "chapter", "Falling bodies", "i-2/index.html")
    assert targets["II.1"] == Target("II.1", "place", "Waves", "", "to come")
    assert targets["Noether 1918"].kind == "work"
    assert names(book).chapters == {"I.2", "II.1"}
    assert names(book).places == ("Book II",)


def found_in(text: str) -> list[tuple[str, int, str, tuple[str, ...]]]:
    """The findings of a problem whose given is a text: code, line, what they mark, help."""
    findings = resolve(parsed(altered(WELL, "A time.", text)).value)
    return [
        (
            finding.code,
            finding.source.line_column(finding.span.start)[0],
            finding.source[finding.span],
            finding.help,
        )
        for finding in findings
    ]


@pytest.mark.parametrize(
    "text",
    [
        "I.2.B01, I.2.X01, I.2.T4, (I.2.1), Chapter I.2, II.1, Book II",
        "Noether 1918 and Noether (1918), Kepler and Newton 1687",
        "[here](I.2.T1), [below](#answer), [web](https://example.org)",
        "[there](#t)\n\n### There {#t}\n\nx",
        "In March 2014, Census 2020 and Gauss 1801 we read Euclid",
        "`I.2.T9`",
        r"$$x = 1 \tag{I.2.1}$$",
    ],
)
def test_what_resolves(text: str) -> None:
    assert found_in(text) == []


@pytest.mark.parametrize(
    ("text", "code", "marked", "help_"),
    [
        ("by I.2.T9", "R101", "I.2.T9", "did you mean I.2.T4 or I.2.T1?"),
        ("by I.2.B1", "R101", "I.2.B1", "did you mean I.2.B01?"),
        ("by I.2.b01", "R101", "I.2.b01", "did you mean I.2.B01?"),
        ("by (I.2.7)", "R101", "I.2.7", "did you mean I.2.1?"),
        ("by I.3.X01", "R101", "I.3.X01", "did you mean I.2.X01 or I.2.B01 or I.2.1?"),
        ("Chapter I.4", "R101", "I.4", "did you mean I.2?"),
        ("Book V", "R101", "Book V", "did you mean Book II?"),
        (r"$$x \tag{I.2.3}$$", "R101", "I.2.3", "did you mean I.2.1?"),
        ("[x](I.2.X02)", "R101", "I.2.X02", "did you mean I.2.X01?"),
        ("Noether 1919", "R102", "Noether 1919", "did you mean Noether 1918?"),
        ("Nöther 1918", "R102", "Nöther 1918", "did you mean Noether 1918?"),
        ("Möbius et al. 1872", "R102", "Möbius et al. 1872", "did you mean Möbius et al. 1827?"),
        ("Mobius et al. 1827", "R102", "Mobius et al. 1827", "did you mean Möbius et al. 1827?"),
        ("Smith et al. 2020", "R102", "Smith et al. 2020", "add it to `works`"),
        ("Kepler and Newton (1688)", "R102", "Kepler and Newton (1688)", "its entry reads: On orbits, 1687."),
        ("[x](b01-well.md)", "R103", "b01-well.md", "link to the id of the page"),
        ("[x](#answr)", "R104", "#answr", "did you mean answer?"),
    ],
)
def test_what_does_not_resolve(text: str, code: str, marked: str, help_: str) -> None:
    assert found_in(text) == [(code, 17, marked, (help_,))]


def test_books_of_others_are_nobodys_business() -> None:
    files = altered(WELL, "A time.", "Book VII of the Elements")
    files["chapters/book.yaml"] = BOOK.replace("  - {id: Book II, title: Waves}\n", "")
    assert resolve(parsed(files).value) == ()


def test_what_a_page_draws_on_resolves_too() -> None:
    book = parsed(
        altered(WELL, "draws_on: [I.2.T1]", "draws_on:\n  - I.2.T1\n  - I.2.T11\n  - I.2.P01")
    ).value
    assert brief(resolve(book)) == [("R101", WELL, 10, 5, "I.2.T11"), ("R101", WELL, 11, 5, "I.2.P01")]
    assert [finding.subject for finding in resolve(book)] == ["I.2.B01", "I.2.B01"]


def test_statements_and_exercises_are_read_as_well() -> None:
    book = parsed(altered("chapters/i-2/statements.md", "Galilei.", "By I.2.T7.")).value
    assert brief(resolve(book)) == [("R101", "chapters/i-2/statements.md", 13, 4, "I.2.T7")]


def test_a_place_that_the_book_holds_is_out_of_date() -> None:
    files = {**FILES, "chapters/ii-1/chapter.yaml": CHAPTER.replace("I.2", "II.1")}
    (finding,) = resolve(parsed(files).value)
    assert (finding.code, finding.severity, finding.source.path) == ("R105", "warning", "chapters/book.yaml")
    assert finding.source[finding.span] == "II.1"


def test_works_of_a_chapter_are_cited_in_that_chapter_alone() -> None:
    files = altered(WELL, "A time.", "Smith et al. 2020")
    files["chapters/i-2/chapter.yaml"] = CHAPTER + "works: [{key: Smith et al. 2020, text: A paper}]\n"
    assert resolve(parsed(files).value) == ()
    files["chapters/i-3/chapter.yaml"] = CHAPTER.replace("I.2", "I.3")
    other = PROBLEM.replace("I.2.B01", "I.3.B01").replace("A time.", "Smith et al. 2020")
    files["chapters/i-3/problems/b01.md"] = other
    assert [(code, path) for code, path, *_ in brief(resolve(parsed(files).value))] == [
        ("R102", "chapters/i-3/problems/b01.md")
    ]
