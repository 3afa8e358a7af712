"""A book as the files of its site."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from fractions import Fraction
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from small_book import FEATHER, FILES, WELL, altered, brief, parsed
from tallybook.contract import audit
from tallybook.model import (
    Book,
    Claim,
    Evidence,
    EvidenceKind,
    Ledger,
    Print,
    RunRecord,
    Strength,
)
from tallybook.numerals.numeral import Numeral
from tallybook.parse import parse_book
from tallybook.read import read_book
from tallybook.render import render_site
from tallybook.span import Span
from tallybook.urls import page_url

if TYPE_CHECKING:
    from tallybook.diagnostics import Diagnostic

ROOT = Path(__file__).parent.parent
RECORD = RunRecord("2026-03-01T09:05:00+00:00", 0.1234, (("python", "3.11.2"), ("sympy", "1.13")))
WELL_PAGE = "i-2/b01-well.html"


def site(
    files: dict[str, str], claims: tuple[str, ...] = (), templates: Path | None = None
) -> dict[str, str]:
    """The pages of the small book; ``claims`` are texts of the problem that are taken for claims."""
    book = parsed(files).value
    rendered = render_site(book, *accounts(book, claims), templates=templates)
    assert rendered.diagnostics == ()
    return {name: data.decode() for name, data in rendered.value.items() if name.endswith(".html")}


def accounts(
    book: Book, claims: tuple[str, ...]
) -> tuple[dict[str, Print], dict[str, Ledger], dict[str, object]]:
    prints = {name: Print(source, "depth = 44.14\n<b> = 1\n", RECORD) for name, source in book.checks.items()}
    chapter = book.chapters[0]
    page = chapter.problems[0]
    found = []
    position = page.body.start
    for text in claims:
        start = page.source.text.index(text, position)
        position = start + len(text)
        span = Span(start, position)
        evidence = Evidence(EvidenceKind.PRINTED, "depth = 44.14", pins=True, line=1, script_line=8)
        found.append(
            Claim(span, text, Numeral(span, text, Fraction(0), Fraction(0)), (evidence,), Strength.STRONG)
        )
    ledgers = {page.id: Ledger(page.id, tuple(found), (), (), "verified")}
    return prints, ledgers, {chapter.config.id: audit(chapter, book.config, 0)}


def findings(files: dict[str, str], templates: Path | None = None) -> tuple[Diagnostic, ...]:
    book = parsed(files).value
    return render_site(book, *accounts(book, ()), templates=templates).diagnostics


class Document(HTMLParser):
    """What tests ask of a page: its ids, its links, its headings, and whether its elements nest."""

    VOID = frozenset({"meta", "link", "br", "hr", "img", "path", "circle", "mspace", "input"})

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.headings: list[int] = []
        self.open: list[str] = []
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        assert not (tag == "a" and "a" in self.open), "a link in a link"
        if values.get("id"):
            self.ids.append(values["id"] or "")
        self.links += [value for key in ("href", "src") if (value := values.get(key))]
        if re.fullmatch(r"h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def assert_sound(files: dict[str, bytes]) -> None:
    """Ids are unique, links lead to something, headings go down one level at a time, elements nest."""
    pages = {name: Document(data.decode()) for name, data in files.items() if name.endswith(".html")}
    for name, page in pages.items():
        assert [id_ for id_, number in Counter(page.ids).items() if number > 1] == [], name
        assert page.headings[0] == 1, name
        assert page.headings.count(1) == 1, name
        for above, below in zip(page.headings, page.headings[1:], strict=False):
            assert below <= above + 1, (name, page.headings)
        for link in page.links:
            if re.match(r"[a-z]+:", link):
                continue
            path, _, fragment = link.partition("#")
            assert not link.startswith("/"), link
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
            assert target in files, (name, link)
            if fragment:
                assert fragment in pages[target].ids, (name, link)


def text(html: str) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", "", html)))


def digits(words: str) -> Counter[int]:
    return Counter(map(int, re.findall(r"\d", words)))


def test_the_small_book_is_sound() -> None:
    book = parsed(FILES).value
    files = render_site(book, *accounts(book, ())).value
    assert_sound(files)
    assert {name for name in files if not name.startswith("assets/")} == {
        "index.html",
        "bibliography.html",
        "i-2/index.html",
        "i-2/problems.html",
        "i-2/b01-well.html",
        "i-2/x01-feather.html",
        "badge.svg",
        "i-2/checks/stone.html",
        "i-2/checks/stone.py",
        "i-2/checks/stone.txt",
    }


def test_the_parts_of_a_problem_are_on_its_page() -> None:
    page = site(FILES)[WELL_PAGE]
    words = text(page)
    assert "Problem I.2.B01" in words
    assert 'aria-label="difficulty 2 of 3"' in page
    assert "▲▲△" in page
    assert re.search(r"Step 1 — Substitute.*Step 2 — Read off", words)
    assert '<section class="step" id="read-off">' in page
    assert "Executed 1 March 2026, 09:05 UTC with Python 3.11.2 and Sympy 1.13." in words
    assert 'href="index.html#i.2.t1"' in page
    assert "Theorem I.2.T1 — All bodies fall alike" in words


def test_an_excerpt_is_cut_from_the_script() -> None:
    page = site(FILES)[WELL_PAGE]
    cut = re.search(r'<pre class="code scroll lines".*?</pre>', page, re.DOTALL)
    assert cut is not None
    assert unescape(re.sub(r"<[^>]*>", "", cut[0])) == "def fall(t):\n    return 9.81 * t * t / 2\n"
    assert 'style="--first:3"' in cut[0]


def test_the_print_is_shown_line_by_line_and_escaped() -> None:
    page = site(FILES)["i-2/checks/stone.html"]
    assert '<span class="line" id="print-1">depth = 44.14' in page
    assert '<span class="line" id="print-2">&lt;b&gt; = 1' in page
    assert 'id="script-8"' in page


def test_statements_tell_who_draws_on_them() -> None:
    page = site(FILES)["i-2/index.html"]
    theorem = re.search(r'<section class="result theorem" id="i.2.t1">.*?</section>', page, re.DOTALL)
    assert theorem is not None
    assert re.findall(r'<a href="([^"]+)" title="[^"]*">(I[^<]*)</a>', theorem[0]) == [
        ("b01-well.html", "I.2.B01"),
        ("x01-feather.html", "I.2.X01"),
    ]
    assert "Drawn on by" not in page[page.index('id="i.2.t4"') :]


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("By (I.2.1).", '<a class="ref" href="index.html#i.2.1" title="Free fall">(I.2.1)</a>'),
        ("By I.2.T1.", '<a class="ref" href="index.html#i.2.t1" title="All bodies fall alike">I.2.T1</a>'),
        ("In Chapter I.2.", '<a class="ref" href="index.html" title="Falling bodies">Chapter I.2</a>'),
        ("In Chapter II.1.", '<span class="ref to-come" title="Waves (to come)">Chapter II.1</span>'),
        ("After Noether 1918.", '<a class="ref" href="../bibliography.html#noether-1918" title="Emmy'),
        ("[see](I.2.X01)", '<a href="x01-feather.html">see</a>'),
        ("[see](#read-off)", '<a href="#read-off">see</a>'),
        ("`I.2.T1`", "<code>I.2.T1</code>"),
    ],
)
def test_references_become_links(written: str, shown: str) -> None:
    assert shown in site(altered(WELL, "By (I.2.1).", written))[WELL_PAGE]


def test_claims_carry_their_place_in_the_ledger() -> None:
    source = altered(WELL, "A time.", "From 44.14 m, $t = 3$, $t$ of **2** and $12$, or a quarter.")
    pages = site(source, ("44.14", "3", "2", "12", "a quarter"))
    page = pages[WELL_PAGE]
    assert 'From <a class="n" id="n-1" data-claim="1" href="#c-1">44.14</a> m' in page
    assert '<mrow class="n" id="n-2" data-claim="2"><mn>3</mn></mrow>' in page
    assert '<strong><a class="n" id="n-3" data-claim="3" href="#c-3">2</a></strong>' in page
    assert (
        '<a class="n" id="n-4" data-claim="4" href="#c-4" aria-label="12"><math><mn>12</mn></math></a>'
        in page
    )
    assert '<a class="n" id="n-5" data-claim="5" href="#c-5">a quarter</a>' in page
    row = page[page.index('<tr id="c-1">') : page.index('<tr id="c-2">')]
    assert '<a href="#n-1">44.14</a>' in row
    assert '<a href="checks/stone.html#print-1">print 1</a>' in row
    assert '<a href="checks/stone.html#script-8">script 8</a>' in row
    assert '<a class="n" href="b01-well.html#c-1">44.14</a>' in pages["i-2/problems.html"]


def test_bindings_show_their_words_only() -> None:
    page = site(altered(WELL, "A time.", "It takes [3]{=time} s, $\\val{44.14}{depth}$ deep."))[WELL_PAGE]
    assert "It takes 3 s, 44.14 deep." in text(page)


def test_anchors_of_headings_are_taken_off() -> None:
    page = site(altered(WELL, "### Read off", "### Read off {#reading}\n\n#### More {#more}\n"))[WELL_PAGE]
    assert '<section class="step" id="reading">' in page
    assert '<h4 id="more">More</h4>' in page
    assert "{#" not in page


def test_tables_scroll_and_align_their_numbers() -> None:
    table = "| a | b |\n| --- | --- |\n| one | $1.25$ |\n| two | 10 |\n"
    page = site(altered(WELL, "A time.", table))[WELL_PAGE]
    assert '<div class="scroll"><table>' in page
    assert re.findall(r'<td class="num"(?: style="([^"]*)")?>', page) == ["", "--room:2.5"]
    assert "<td>one</td>" in page


def test_an_equation_keeps_its_number_out_of_the_scroller() -> None:
    page = site(FILES)["i-2/index.html"]
    assert re.search(
        r'<div class="eq" id="eq-i.2.1" data-tex="[^"]*"><div class="scroll">'
        r'<math display="block">.*?</math></div><span class="eqno">\(I\.2\.1\)</span></div>',
        page,
    )


@pytest.mark.parametrize(
    ("written", "line", "column", "marked"),
    [
        (r"So $x + \foo$.", 36, 9, r"\foo"),
        ("$$\na\n+ \\foo\n$$", 38, 3, r"\foo"),
        (r"An $x$ and $\frac{1$ here.", 36, 12, r"$"),
        ("| a |\n| --- |\n| $\\foo$ |", 38, 4, r"\foo"),
    ],
)
def test_mathematics_that_cannot_be_shown_is_found_at_its_place(
    written: str, line: int, column: int, marked: str
) -> None:
    found = findings(altered(WELL, "A depth.", written))
    assert {finding.code for finding in found} == {"M101"}
    assert len(found) == 1
    start = found[0].source.line_column(found[0].span.start)
    expected = FILES[WELL].splitlines().index("A depth.") + 1
    assert start[0] == expected + line - 36
    if marked != "$":
        assert (start[1], found[0].source[found[0].span]) == (column, marked)


def test_a_book_overrides_one_block(tmp_path: Path) -> None:
    (tmp_path / "base.html").write_text(
        '{% extends "tallybook/base.html" %}{% block foot %}My foot{% endblock %}'
    )
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "site.css").write_text("body { color: red }")
    pages = site(FILES, templates=tmp_path)
    assert all("My foot" in page and "<h1" in page for page in pages.values())
    book = parsed(FILES).value
    assert (
        render_site(book, *accounts(book, ()), templates=tmp_path).value["assets/site.css"]
        == b"body { color: red }"
    )


@pytest.mark.parametrize("broken", ["{{ here.titel }}", "{% block %}", '{% extends "none.html" %}'])
def test_a_broken_template_is_a_finding(tmp_path: Path, broken: str) -> None:
    (tmp_path / "home.html").write_text(broken)
    found = findings(FILES, tmp_path)
    assert [finding.code for finding in found] == ["P101"]
    assert found[0].source.path == "templates/home.html"


def test_references_carry_what_they_lead_to() -> None:
    pages = site(altered(WELL, "A time.", "By I.2.T1 and (I.2.1), not I.2.X01 nor Galilei."))
    template = r'<template class="preview" data-href="(.*?)".*?>(.*?)</template>'
    held = dict(re.findall(template, pages[WELL_PAGE], re.DOTALL))
    assert set(held) >= {"index.html#i.2.t1", "index.html#i.2.1", "x01-feather.html"}
    assert "<math" in held["index.html#i.2.1"]
    assert " id=" not in "".join(held.values())
    assert "All bodies fall alike" in held["index.html#i.2.t1"]
    assert 'data-href="#i.2.t1"' not in pages["i-2/index.html"]


def test_a_book_that_says_where_it_is_has_addresses_and_reports() -> None:
    told = "url: https://stairs.example/book/\nrepository: https://forge.example/stairs\n"
    files = {**FILES, "chapters/book.yaml": FILES["chapters/book.yaml"] + told}
    book = parsed(files).value
    rendered = render_site(book, *accounts(book, ()), data={"I.2.B01": b"{}"})
    pages = {name: data.decode() for name, data in rendered.value.items() if not name.startswith("assets")}
    assert "<url><loc>https://stairs.example/book/i-2/b01-well.html</loc></url>" in pages["sitemap.xml"]
    assert "<url><loc>https://stairs.example/book/</loc></url>" in pages["sitemap.xml"]
    page = pages[WELL_PAGE]
    assert '<meta property="og:url" content="https://stairs.example/book/i-2/b01-well.html">' in page
    assert 'href="https://forge.example/stairs/issues/new?title=I.2.B01' in page
    assert "b01-well.html%0A" in page
    assert 'href="b01-well.ledger.json"' in page
    assert pages["i-2/b01-well.ledger.json"] == "{}"
    plain = site(FILES)
    assert "sitemap.xml" not in render_site(parsed(FILES).value, {}, {}, {}).value
    assert "og:url" not in plain[WELL_PAGE]
    assert "ledger.json" not in plain[WELL_PAGE]


def test_the_badge_counts_what_is_accounted_for() -> None:
    book = parsed(FILES).value
    badge = render_site(book, *accounts(book, ("time",))).value["badge.svg"].decode()
    assert "1 number accounted for" in badge


def test_the_map_has_a_line_for_each_that_draws_on_another() -> None:
    home = site(FILES)["index.html"]
    boxes = re.findall(r'<a href="([^"]*)" aria-label="([^"]*)"><rect', home)
    assert ("i-2/b01-well.html", "Problem I.2.B01: A stone in a well") in boxes
    assert ("i-2/index.html#i.2.t1", "Theorem I.2.T1: All bodies fall alike") in boxes
    # B01 draws on T1 and cites (I.2.1), X01 cites T1
    assert home.count('<path d="M102') == 3


def test_text_of_authors_is_escaped() -> None:
    page = site(altered(WELL, "title: A stone in a well", 'title: "Stones <i>&</i> $a < b$"'))[WELL_PAGE]
    assert "<title>I.2.B01 Stones &amp; a &lt; b" in page
    assert '<h1 class="title">Stones <i>&amp;</i> <math>' in page
    assert "a &lt; b" in page
    assert "A &lt;time&gt;" in site(altered(WELL, "A time.", "A \\<time>."))[WELL_PAGE]


@pytest.mark.parametrize(
    "files",
    [
        altered(WELL, "check: stone.py", "check: none.py"),
        altered(WELL, "## Answer", "## Answr"),
        altered(WELL, "variant: numeric", "variant: odd"),
        altered(FEATHER, "## Hint\n\nAir.\n", ""),
        {**FILES, "checks/stone.py": "def fall(:\n"},
        {name: data for name, data in FILES.items() if not name.endswith("statements.md")},
        {**FILES, WELL: "no front matter"},
    ],
)
def test_a_faulty_book_is_shown_as_far_as_it_goes(files: dict[str, str]) -> None:
    book = parsed(files).value
    rendered = render_site(book, {}, {}, {})
    assert brief(rendered.diagnostics) == []
    assert "index.html" in rendered.value


@pytest.fixture(scope="module")
def chapter() -> tuple[Book, dict[str, bytes]]:
    book = parse_book(read_book(ROOT).value).value
    rendered = render_site(book, {}, {}, {})
    assert brief(rendered.diagnostics) == []
    return book, rendered.value


def test_the_chapter_is_sound(chapter: tuple[Book, dict[str, bytes]]) -> None:
    _, files = chapter
    assert_sound(files)
    assert b"merror" not in b"".join(files.values())


def test_the_digits_of_the_chapter_are_those_of_its_sources(chapter: tuple[Book, dict[str, bytes]]) -> None:
    book, files = chapter
    pages = [(page_url(one, page), page) for one in book.chapters for page in one.problems]
    for name, page in pages:
        html = files[name].decode()
        shown = html[html.index("</header>", html.index("article-head")) : html.index('class="draws-on"')]
        shown = re.sub(
            r'<span class="number">.*?</span></span>|<figure.*?</figure>'
            r'|<p class="(?:downloads|verdict)">.*?</p>',
            "",
            shown,
            flags=re.DOTALL,
        )
        body = page.source[page.body]
        body = re.sub(
            r"\\val(\{[^{}]*\})\{[^{}]*\}|\]\{[!=~][^{}]*\}|\s\{#[^}]*\}$", r"\1", body, flags=re.MULTILINE
        )
        assert digits(text(shown)) == digits(body), name


def test_fonts_are_small_and_licensed(chapter: tuple[Book, dict[str, bytes]]) -> None:
    _, files = chapter
    fonts = {name: data for name, data in files.items() if name.endswith(".woff2")}
    assert sum(map(len, fonts.values())) <= 350_000
    assert all(data.startswith(b"wOF2") for data in fonts.values())
    css = files["assets/site.css"].decode()
    assert {f"assets/{path}" for path in re.findall(r'url\("([^"]+)"\)', css)} == set(fonts)
    assert "assets/fonts/OFL-STIX-Two.txt" in files
